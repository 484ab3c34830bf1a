//! Words of other people, made safe to show: names, card texts, files and fields come from kits and from strangers.
//!
//! Whatever is printed goes through here once where it enters a message (so that a name cannot forge a line) and
//! once more where a line leaves the program (so that nothing moves the cursor or turns the writing around).
//! Joiners of emoji and letters of every script stay.

use std::fmt::Write;

/// Shown in place of what must not be printed.
const MARK: char = '\u{fffd}';

/// The text on one line, without anything that would move the cursor or turn the writing around.
pub fn clean(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// The same for a text of several lines, which stay lines.
pub(crate) fn clean_lines(text: &str) -> String {
    let kept = |c| if c == '\n' { c } else { shown(c) };
    text.chars().map(kept).collect()
}

/// JSON of the same value in which nothing would move the cursor or turn the writing around.
///
/// Outside of its texts JSON holds none of these characters, and inside each may be written by its number.
pub(crate) fn clean_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && is_unsafe(c) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// A word of a command line as it is typed, such as the path of a file: in quotes where a shell would part it or read
/// more into it, and safe to show.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./,:~@+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", clean(&word.replace('\'', r"'\''"))),
    }
}

/// A character as it may be printed inside a line.
fn shown(c: char) -> char {
    match c {
        '\t' | '\n' | '\x0b' | '\x0c' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
        c if is_unsafe(c) => MARK,
        c => c,
    }
}

/// Whether a character moves the cursor, speaks to the terminal or turns the writing around.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            // Marks, overrides, embeddings and isolates of writing directions.
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            // Separators of lines and paragraphs, and notes between the lines.
            | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const NASTY: &str = "a\x1b[2J\u{9b}b\nerror: c\r\u{85}d\u{202e}e\u{2066}\u{200f}\u{2028}f\x7f";

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(clean("x\nerror: fake"), "x error: fake");
        assert_eq!(clean(NASTY), "a�[2J�b error: c  d�e�� f�");
        assert_eq!(clean_lines(NASTY), "a�[2J�b\nerror: c  d�e�� f�");
    }

    #[test]
    fn names_of_every_script_stay() {
        for name in ["👩‍👩‍👧", "شهرزاد", "נעה", "花子 さん", "Zoë", "क्‍ष", "می‌خواهم"]
        {
            assert_eq!(clean(name), name);
            assert_eq!(clean_json(name), name);
        }
    }

    #[test]
    fn json_keeps_its_value() {
        let value = serde_json::json!({ NASTY: [NASTY, "\u{fffa}"] });
        let json = clean_json(&serde_json::to_string_pretty(&value).expect("JSON"));
        assert_eq!(clean_lines(&json), json);
        let back: serde_json::Value = serde_json::from_str(&json).expect("still JSON");
        assert_eq!(back, value);
    }
}
