//! What the program says, in the reader's language.
//!
//! A message is written in English in the code (`say!("no kit called `{}`", id)`) and looked up in
//! `ja/*.toml` by that English text when Japanese is wanted. A test reads the sources and fails when a
//! message has no Japanese.

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::clean::clean;

/// A language that messages are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tongue {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Tongue {
    /// The tongue for a language code: Japanese for `ja…`, else English.
    pub fn of(code: &str) -> Self {
        if code.starts_with("ja") {
            Self::Japanese
        } else {
            Self::English
        }
    }
}

static TONGUE: AtomicU8 = AtomicU8::new(0);

/// Chooses the language of everything printed from now on. Called once, by the shell.
pub fn speak(tongue: Tongue) {
    TONGUE.store(tongue as u8, Ordering::Relaxed);
}

/// The language chosen by [`speak`].
pub fn tongue() -> Tongue {
    if TONGUE.load(Ordering::Relaxed) == Tongue::Japanese as u8 {
        Tongue::Japanese
    } else {
        Tongue::English
    }
}

/// A message: an English pattern with `{}` for each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    pattern: &'static str,
    values: Vec<String>,
}

/// Makes a [`Say`]; the pattern's `{}` are filled with the values, in order.
#[macro_export]
macro_rules! say {
    ($pattern:literal $(, $value:expr)* $(,)?) => {
        $crate::say::Say::new($pattern, vec![$($value.to_string()),*])
    };
}

impl Say {
    /// A message from its pattern and values; use the `say!` macro.
    pub fn new(pattern: &'static str, values: Vec<String>) -> Self {
        Self { pattern, values }
    }

    /// The English pattern: messages of one kind share it.
    pub fn pattern(&self) -> &'static str {
        self.pattern
    }

    /// The message in one language.
    pub fn text(&self, tongue: Tongue) -> String {
        let pattern = match tongue {
            Tongue::English => self.pattern,
            Tongue::Japanese => japanese()
                .get(self.pattern)
                .map_or(self.pattern, |s| s.as_str()),
        };
        fill(pattern, &self.values)
    }
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(tongue()))
    }
}

/// Fills `{}` in order, and `{1}`-style numbers by position, since word order differs between languages.
/// `{page|pages}` is the word for the value before it, and `{2:is|are}` that for the second value: one, or several.
fn fill(pattern: &str, values: &[String]) -> String {
    let mut out = String::with_capacity(pattern.len() + 32);
    let mut next = 0;
    let mut last = 0;
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('}') else {
            break;
        };
        let inner = &rest[open + 1..open + close];
        match hole(inner, next, last) {
            Some(Hole::Value(at)) if at < values.len() => {
                // What a user wrote stays on its line: a name must not look like a message of ours.
                out.push_str(&clean(&values[at]));
                last = at;
                next += 1;
            }
            Some(Hole::Word { at, one, many }) if at < values.len() => {
                let single = matches!(values[at].as_str(), "1" | "+1" | "-1" | "−1");
                out.push_str(if single { one } else { many });
            }
            _ => out.push_str(&rest[open..=open + close]),
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}

/// What stands between braces.
enum Hole<'a> {
    /// A value goes here.
    Value(usize),
    /// A word that depends on a value's being one.
    Word {
        at: usize,
        one: &'a str,
        many: &'a str,
    },
}

fn hole(inner: &str, next: usize, last: usize) -> Option<Hole<'_>> {
    let index = |n: &str| n.parse::<usize>().ok().map(|n| n.saturating_sub(1));
    if let Some((one, many)) = inner.split_once('|') {
        let (at, one) = match one.split_once(':') {
            Some((n, one)) => (index(n)?, one),
            None => (last, one),
        };
        return Some(Hole::Word { at, one, many });
    }
    if inner.is_empty() {
        return Some(Hole::Value(next));
    }
    index(inner).map(Hole::Value)
}

/// The Japanese, a file for each part of the program.
const JAPANESE: &[&str] = &[
    include_str!("ja/main.toml"),
    include_str!("ja/birth_or_burst.toml"),
    include_str!("ja/cat_and_chocolate.toml"),
    include_str!("ja/catch_and_run.toml"),
    include_str!("ja/cats.toml"),
    include_str!("ja/icecool.toml"),
    include_str!("ja/simulate.toml"),
    include_str!("ja/guide.toml"),
    include_str!("ja/data.toml"),
    include_str!("ja/journal.toml"),
    include_str!("ja/export.toml"),
    include_str!("ja/watch.toml"),
    include_str!("ja/press.toml"),
];

fn japanese() -> &'static HashMap<String, String> {
    static TABLE: OnceLock<HashMap<String, String>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let part =
            |text: &&str| toml::from_str::<HashMap<String, String>>(text).unwrap_or_default();
        JAPANESE.iter().flat_map(part).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fill_in_order_and_by_number() {
        assert_eq!(fill("a {} b {}", &["1".into(), "2".into()]), "a 1 b 2");
        assert_eq!(fill("{2} then {1}", &["1".into(), "2".into()]), "2 then 1");
        assert_eq!(fill("keep {this}", &["1".into()]), "keep {this}");
    }

    #[test]
    fn words_follow_their_numbers() {
        let pages = |n: &str| fill("{} {page|pages}", &[n.into()]);
        assert_eq!(pages("1"), "1 page");
        assert_eq!(pages("0"), "0 pages");
        assert_eq!(pages("11"), "11 pages");
        assert_eq!(pages("+1"), "+1 page");
        let there = |n: &str| {
            fill(
                "`{}`: there {2:is|are} {} card{|s}",
                &["x".into(), n.into()],
            )
        };
        assert_eq!(there("1"), "`x`: there is 1 card");
        assert_eq!(there("2"), "`x`: there are 2 cards");
    }

    #[test]
    fn every_message_has_its_japanese() {
        let part = |text: &&str| -> HashMap<String, String> {
            toml::from_str(text).expect("the Japanese is sound TOML")
        };
        let table: HashMap<String, String> = JAPANESE.iter().flat_map(part).collect();
        let mut missing = Vec::new();
        let mut used = 0;
        for (file, source) in sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        {
            for pattern in patterns(&source) {
                used += 1;
                match table.get(&pattern) {
                    None => missing.push(format!("{file}: {pattern:?}")),
                    Some(ja) => assert_eq!(values(&pattern), values(ja), "values of {pattern:?}"),
                }
            }
        }
        assert!(used > 50, "the sources were read");
        assert!(
            missing.is_empty(),
            "no Japanese for:\n{}",
            missing.join("\n")
        );
    }

    /// How many values a pattern takes.
    fn values(pattern: &str) -> usize {
        let holes = pattern.split('{').skip(1);
        holes
            .filter(|h| !h.split('}').next().is_some_and(|h| h.contains('|')))
            .count()
    }

    fn sources(dir: &std::path::Path) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for entry in std::fs::read_dir(dir).expect("src is readable").flatten() {
            let path = entry.path();
            if path.is_dir() {
                out.extend(sources(&path));
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("say.rs") {
                let text = std::fs::read_to_string(&path).expect("source is readable");
                out.push((path.display().to_string(), text));
            }
        }
        out
    }

    /// The string literals that follow `say!(`.
    fn patterns(source: &str) -> Vec<String> {
        let mut out = Vec::new();
        for (at, _) in source.match_indices("say!(") {
            let rest = source[at + 5..].trim_start();
            let Some(body) = rest.strip_prefix('"') else {
                continue;
            };
            let mut text = String::new();
            let mut chars = body.chars();
            while let Some(c) = chars.next() {
                match c {
                    '"' => break,
                    '\\' => match chars.next() {
                        Some('n') => text.push('\n'),
                        Some('\n') => {
                            let skip: String =
                                chars.clone().take_while(|c| c.is_whitespace()).collect();
                            chars = chars.as_str()[skip.len()..].chars();
                        }
                        Some(c) => text.push(c),
                        None => break,
                    },
                    c => text.push(c),
                }
            }
            out.push(text);
        }
        out
    }
}
