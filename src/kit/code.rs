//! The code of templates, as tokens with their places.
//!
//! Says nothing of what code means: [`strict`](super::strict) and the rooms above read that off the tokens.

use std::ops::Range;

/// A piece of template code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'s> {
    /// A name or a keyword.
    Word(&'s str),
    /// Text in quotes, without them.
    Text(&'s str),
    /// A number.
    Number,
    /// An operator or bracket.
    Sign(&'s str),
}

/// Signs of more than one letter.
const SIGNS: [&str; 10] = ["...", "//", "**", "==", "!=", ">=", "<=", "</", "?.", "?["];

/// What stands between two braces.
pub struct Code<'s> {
    /// Whether it is `{{ … }}`, which prints what it is.
    pub prints: bool,
    /// Its tokens with their places.
    pub tokens: Vec<(Token<'s>, Range<usize>)>,
}

/// The code of a template; comments and raw text are none.
pub fn codes(source: &str) -> Vec<Code<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = source[at..].find('{').map(|i| at + i) {
        let rest = &source[open..];
        at = match rest.as_bytes().get(1) {
            Some(b'#') => rest.find("#}").map_or(source.len(), |i| open + i + 2),
            Some(b'{' | b'%') => {
                let (code, end) = code(source, open);
                let raw = matches!(code.tokens.as_slice(), [(Token::Word("raw"), _)]);
                out.push(code);
                match raw {
                    true => end_of_raw(source, end),
                    false => end,
                }
            }
            _ => open + 1,
        };
    }
    out
}

/// Where the raw text ends that starts at `from`.
fn end_of_raw(source: &str, from: usize) -> usize {
    let tags = source[from..].match_indices("{%").map(|(i, _)| from + i);
    let mut ends = tags.filter(|tag| {
        let inner = source[tag + 2..].trim_start_matches('-');
        inner.trim_start().starts_with("endraw")
    });
    ends.next().unwrap_or(source.len())
}

/// The code that opens at a place, and where it ends.
fn code(source: &str, open: usize) -> (Code<'_>, usize) {
    let prints = source[open..].starts_with("{{");
    let close = if prints { "}}" } else { "%}" };
    let mut tokens: Vec<(Token<'_>, Range<usize>)> = Vec::new();
    let mut braces = 0usize;
    let mut at = open + 2;
    at += usize::from(source[at..].starts_with('-'));
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        // A map may end right before the code does.
        let may_end = braces == 0 && matches!(c, '-' | '%' | '}');
        if may_end && rest.strip_prefix('-').unwrap_or(rest).starts_with(close) {
            let end = at + usize::from(rest.starts_with('-')) + 2;
            return (Code { prints, tokens }, end);
        }
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        match c {
            '{' => braces += 1,
            '}' => braces = braces.saturating_sub(1),
            _ => {}
        }
        let (token, length) = token(rest, c);
        tokens.push((token, at..at + length));
        at += length;
    }
    (Code { prints, tokens }, source.len())
}

/// The token that `rest` starts with, whose first character is `c`; and how long it is.
fn token(rest: &str, c: char) -> (Token<'_>, usize) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    match c {
        '"' | '\'' | '`' => {
            let (text, length) = quoted(rest, c);
            (Token::Text(text), length)
        }
        c if c.is_ascii_digit() => {
            let length = length_of(rest, |c| c.is_ascii_digit() || c == '.');
            (Token::Number, length)
        }
        c if is_name(c) => {
            let length = length_of(rest, is_name);
            (Token::Word(&rest[..length]), length)
        }
        c => {
            // Every longer sign goes on with one of these.
            let may_be = matches!(
                rest.as_bytes().get(1),
                Some(b'.' | b'/' | b'*' | b'=' | b'[')
            );
            let mut longer = SIGNS.iter().filter(|_| may_be);
            let long = longer.find(|s| rest.starts_with(**s));
            let length = long.map_or(c.len_utf8(), |s| s.len());
            (Token::Sign(&rest[..length]), length)
        }
    }
}

fn length_of(text: &str, of: impl Fn(char) -> bool) -> usize {
    text.find(|c| !of(c)).unwrap_or(text.len())
}

/// What stands in the quotes that `text` starts with, and how long it is with them.
fn quoted(text: &str, quote: char) -> (&str, usize) {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    match end {
        Some((end, _)) => (&text[1..end], end + 1),
        None => (&text[1..], text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_what_is_around_it() {
        use Token::{Number, Sign, Text, Word};
        let source = r#"a {# {{ b }} #}{%- raw %}{{ c }}{% endraw -%}{{ d?.e ~ "}} \"f" }}{ g {{ {h: 1.5} -}} i"#;
        let found: Vec<(bool, Vec<Token<'_>>)> = codes(source)
            .iter()
            .map(|code| (code.prints, code.tokens.iter().map(|(t, _)| *t).collect()))
            .collect();
        let (brace, end) = (Sign("{"), Sign("}"));
        let expected = [
            (false, vec![Word("raw")]),
            (false, vec![Word("endraw")]),
            (
                true,
                vec![
                    Word("d"),
                    Sign("?."),
                    Word("e"),
                    Sign("~"),
                    Text(r#"}} \"f"#),
                ],
            ),
            (true, vec![brace, Word("h"), Sign(":"), Number, end]),
        ];
        assert_eq!(found, expected);
        for (token, place) in codes(source).iter().flat_map(|code| &code.tokens) {
            if let Word(word) | Sign(word) = token {
                assert_eq!(&source[place.clone()], *word);
            }
        }
        for broken in ["{{", "{{ \"a", "{% raw %}{{ a", "{#", "{{ { }}"] {
            assert!(codes(broken).len() <= 1, "{broken}");
        }
    }
}
