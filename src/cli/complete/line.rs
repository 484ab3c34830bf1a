//! A line of bash being typed: its words, and what is offered as bash wants it. Bash ends words at signs of its own, such
//! as `:`, and replaces only what stands behind the last one.

use super::engine;

/// What bash is offered for a line up to the pen.
pub(super) fn bash(line: &str, breaks: &str) -> Vec<String> {
    let typed = typed(line);
    let (current, words) = match typed.words.split_last() {
        Some((current, words)) => (current.as_str(), words.get(1..).unwrap_or_default()),
        None => return Vec::new(),
    };
    let offers = engine::offers(words, current).into_iter();
    // In quotes bash breaks nothing, and takes letters as they are.
    if typed.quoted {
        return offers.map(|o| o.value).collect();
    }
    let kept = kept(current, breaks);
    let rest = |value: String| escaped(value.get(kept..).unwrap_or_default());
    offers.map(|o| rest(o.value)).collect()
}

/// How many bytes of a word bash leaves as they are: those before the last sign that ends a word for it.
fn kept(word: &str, breaks: &str) -> usize {
    let ends = |c: char| breaks.contains(c) && !c.is_whitespace();
    word.rfind(ends).map_or(0, |at| {
        let sign = word[at..].chars().next().unwrap_or_default();
        match LEFT.contains(&sign) {
            true => at,
            false => at + sign.len_utf8(),
        }
    })
}

/// Signs that end a word and belong to the next one.
const LEFT: [char; 2] = ['@', '$'];

/// A line in words.
struct TypedLine {
    /// The words, the last one being typed; it may be empty.
    words: Vec<String>,
    /// Whether a quote is open.
    quoted: bool,
}

/// Words as a shell splits them, quotes and backslashes understood; only those of the last command.
fn typed(line: &str) -> TypedLine {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut letters = line.chars();
    let mut begun = false;
    while let Some(c) = letters.next() {
        let word = words.last_mut().expect("there is always a word");
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\\', None | Some('"')) => word.extend(letters.next()),
            (c, Some(_)) => word.push(c),
            ('\'' | '"', None) => {
                quote = Some(c);
                begun = true;
            }
            (';' | '|' | '&', None) => {
                words = vec![String::new()];
                begun = false;
            }
            (c, None) if c.is_whitespace() => {
                if begun || !word.is_empty() {
                    words.push(String::new());
                    begun = false;
                }
            }
            (c, None) => word.push(c),
        }
    }
    TypedLine {
        words,
        quoted: quote.is_some(),
    }
}

/// A word so that bash takes every letter for what it is.
fn escaped(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,@+%~^".contains(c) || !c.is_ascii();
    word.chars()
        .flat_map(|c| (!plain(c)).then_some('\\').into_iter().chain([c]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_as_bash_does() {
        let words = |line: &str| typed(line).words;
        assert_eq!(words("kitpress pr"), ["kitpress", "pr"]);
        assert_eq!(words("kitpress print "), ["kitpress", "print", ""]);
        assert_eq!(
            words("ls; kitpress 'a b' c\\ d"),
            ["kitpress", "a b", "c d"]
        );
        assert!(typed("kitpress print \"my").quoted);
        assert_eq!(escaped("my game's"), "my\\ game\\'s");
    }

    #[test]
    fn only_what_bash_replaces_is_given() {
        const BREAKS: &str = " \t\n\"'@><=;|&(:";
        let bash = |line: &str| bash(line, BREAKS);
        assert_eq!(
            bash("kitpress preview catch-and-run --card run:R"),
            Vec::<String>::new()
        );
        assert_eq!(bash("kitpress print --paper=leg"), ["legal"]);
        assert_eq!(bash("kitpress print --paper leg"), ["legal"]);
        assert_eq!(bash("kitpress shuffle catch-and-run fl"), ["floor"]);
        // A list of players is given with its sign, which bash takes away.
        assert_eq!(kept("@cl", BREAKS), 0);
        assert_eq!(kept("Dai,@cl", BREAKS), 4);
        assert_eq!(kept("arm:re", BREAKS), 4);
    }
}
