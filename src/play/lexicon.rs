//! The words of moves in other languages: what people may type, and what journals keep.

use super::seats::fold;

/// The words that journals keep, each with others that mean the same.
pub(crate) type MoveWords = &'static [(&'static str, &'static [&'static str])];

/// A text with words of other languages as journals keep them; none when there are none. What stands in quotes, and
/// what somebody is called, stays as it is.
pub fn translate(words: MoveWords, names: &[String], text: &str) -> Option<String> {
    replaced(text, |word| known(words, names, word))
}

/// A text of a journal in the words of another language, as [`translate`] reads them back.
pub fn told(words: MoveWords, names: &[String], text: &str) -> String {
    let called = |word: &str| names.iter().any(|n| fold(n) == fold(word));
    let one = |part: &str| -> Option<&'static str> {
        let (_, others) = words.iter().find(|(kept, _)| *kept == part)?;
        others.first().copied().filter(|other| !called(other))
    };
    let said = |word: &str| {
        if word.starts_with('"') || called(word) {
            return None;
        }
        let parts = word.split('+').map(|part| one(part).unwrap_or(part));
        Some(parts.collect::<Vec<_>>().join("+")).filter(|said| said != word)
    };
    replaced(text, said).unwrap_or_else(|| text.to_owned())
}

/// A text with some of its words replaced; none when none were.
fn replaced(text: &str, by: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = if c == '"' {
            quoted(rest)
        } else if is_blank(c) {
            c.len_utf8()
        } else {
            rest.find(is_blank).unwrap_or(rest.len())
        };
        let (word, behind) = rest.split_at(end);
        rest = behind;
        match by(word) {
            Some(said) => {
                out.push_str(&said);
                changed = true;
            }
            None => out.push_str(word),
        }
    }
    changed.then_some(out)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '、' | '，')
}

/// Where a quoted word ends.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            c => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// A word as journals keep it, where that is another one; halves of `red+2x` count for themselves.
fn known(words: MoveWords, names: &[String], word: &str) -> Option<String> {
    let folded = fold(word);
    if word.starts_with('"') || names.iter().any(|n| fold(n) == folded) {
        return None;
    }
    let one = |part: &str| {
        let means = |(_, others): &&(&str, &[&str])| others.iter().any(|o| fold(o) == part);
        words.iter().find(means).map(|(kept, _)| *kept)
    };
    if let Some(kept) = one(&folded) {
        return Some(kept.to_owned());
    }
    let parts: Vec<&str> = folded.split('+').collect();
    let said: Vec<&str> = parts.iter().map(|p| one(p).unwrap_or(p)).collect();
    (said != parts).then(|| said.join("+"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: MoveWords = &[
        ("place", &["置く", "おく"]),
        ("up", &["上"]),
        ("circle", &["丸", "まる"]),
        ("carpenter", &["大工"]),
    ];

    #[test]
    fn words_of_moves_are_read_in_either_language() {
        let names = ["花子".to_owned(), "上".to_owned()];
        let read = |text: &str| translate(WORDS, &names, text);
        assert_eq!(read("置く 花子 a1").as_deref(), Some("place 花子 a1"));
        assert_eq!(
            read("花子 up 丸+大工、 x").as_deref(),
            Some("花子 up circle+carpenter、 x")
        );
        assert_eq!(read("\"丸\" まる").as_deref(), Some("\"丸\" circle"));
        assert_eq!(read("上 up"), None, "a player is called so");
        assert_eq!(read("place Ann a1"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn words_of_journals_are_told_in_the_other_language() {
        let names = ["花子".to_owned(), "up".to_owned(), "おく".to_owned()];
        let say = |text: &str| told(WORDS, &names, text);
        assert_eq!(say("place 花子 a1"), "置く 花子 a1");
        assert_eq!(
            say("up circle+carpenter, \"circle\" +3"),
            "up 丸+大工, \"circle\" +3"
        );
        assert_eq!(told(WORDS, &["丸".to_owned()], "up circle"), "上 circle");
    }
}
