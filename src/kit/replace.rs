//! `[replace]`: what the texts of a table write in their own way, and what text boxes understand instead.
//!
//! Tables that were not made for kitpress have their own markup: `[action]`, `[[Elite]]`, `&amp;`. A kit says once
//! what each of them means, and the table stays as it is.

use std::borrow::Cow;

use super::reader::KitReader;
use super::toml::{Node, Value};
use crate::say;
use crate::say::Say;

/// What stands for the changing part of a pattern.
const HOLE: &str = "{}";
/// The longest text that a hole takes, in bytes; more is a bracket that somebody forgot to close.
const LONGEST: usize = 200;

/// The replacements of a kit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replace(Vec<Rule>);

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    /// What the text has; with a hole, what stands before it.
    open: String,
    /// What stands after the hole, where there is one.
    close: Option<String>,
    /// What is set instead.
    with: String,
}

impl Rule {
    /// Reads a pattern, or says what is wrong with it.
    fn new(pattern: &str, with: &str) -> Result<Rule, Say> {
        let mut parts = pattern.split(HOLE);
        let open = parts.next().unwrap_or_default().to_owned();
        let close = parts.next().map(str::to_owned);
        if open.is_empty() || close.as_ref().is_some_and(String::is_empty) {
            return Err(say!(
                "`{}` needs something before and after the part that changes",
                pattern
            ));
        }
        if parts.next().is_some() || with.matches(HOLE).count() > 1 {
            return Err(say!("`{}` may hold one part that changes", pattern));
        }
        if close.is_none() && with.contains(HOLE) {
            return Err(say!("`{}` has no part that changes", pattern));
        }
        let with = with.to_owned();
        Ok(Rule { open, close, with })
    }

    /// Whether it makes an icon of what stands in the hole.
    fn makes_icon(&self) -> bool {
        self.with.contains(":{}:")
    }

    /// What is set for the start of `text`, and how many bytes that takes; nothing if the rule is not about it.
    fn apply(&self, text: &str) -> Option<(Cow<'_, str>, usize)> {
        let rest = text.strip_prefix(self.open.as_str())?;
        let Some(close) = &self.close else {
            return Some((Cow::Borrowed(&self.with), self.open.len()));
        };
        let end = rest.find(close.as_str())?;
        let inner = &rest[..end];
        let fits = !inner.is_empty() && end <= LONGEST && !inner.contains('\n');
        if !fits || inner.contains(self.open.as_str()) || self.makes_icon() && !is_name(inner) {
            return None;
        }
        let taken = self.open.len() + end + close.len();
        Some((Cow::Owned(self.with.replacen(HOLE, inner, 1)), taken))
    }
}

/// Whether an icon may be called this.
fn is_name(text: &str) -> bool {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-';
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(fine)
}

impl Replace {
    /// Reads `[replace]`: every key is what the texts have, every value what is set instead.
    pub(super) fn read(node: &Node, reader: &mut KitReader) -> Self {
        let mut rules = Vec::new();
        for (pattern, value) in node.entries() {
            let Value::Str(with) = &value.value else {
                reader.wrong(pattern, value, say!("text"));
                continue;
            };
            match Rule::new(pattern, with) {
                Ok(rule) => rules.push(rule),
                Err(what) => {
                    let hint = say!("write for instance {} = {}", "\"[{}]\"", "\":{}:\"");
                    reader.problem(value.line, what, Some(hint));
                }
            }
        }
        Self::of(rules)
    }

    fn of(mut rules: Vec<Rule>) -> Self {
        // `[[` is no `[`: the longest wins, whatever the order of the file.
        rules.sort_by_key(|r| std::cmp::Reverse(r.open.len()));
        Self(rules)
    }

    /// A text with everything replaced once, from left to right. A backslash keeps what follows it.
    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.0.iter().any(|r| text.contains(r.open.as_str())) {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let taken = match self.0.iter().find_map(|r| r.apply(rest)) {
                Some((with, taken)) => {
                    out.push_str(&with);
                    taken
                }
                None => {
                    let mut taken = first.len_utf8();
                    if first == '\\' {
                        taken += rest[taken..].chars().next().map_or(0, char::len_utf8);
                    }
                    out.push_str(&rest[..taken]);
                    taken
                }
            };
            rest = &rest[taken..];
        }
        Cow::Owned(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(rules: &[(&str, &str)]) -> Replace {
        let rules = rules
            .iter()
            .map(|(pattern, with)| Rule::new(pattern, with).expect("a rule"));
        Replace::of(rules.collect())
    }

    #[test]
    fn brackets_become_icons_and_styles() {
        let rules = replace(&[
            ("[{}]", ":{}:"),
            ("[[{}]]", "***{}***"),
            ("&amp;", "&"),
            ("<hr>", ""),
        ]);
        for (text, expected) in [
            ("plain", "plain"),
            ("[action] Draw 1.", ":action: Draw 1."),
            ("an [[Ancient One]] card", "an ***Ancient One*** card"),
            ("[per_player][per_player]", ":per_player::per_player:"),
            ("Salt &amp; pepper<hr>", "Salt & pepper"),
            ("&amp;amp;", "&amp;"),
            ("[see page 3]", "[see page 3]"),
            ("[Note]", "[Note]"),
            ("[open\nend]", "[open\nend]"),
            (r"\[action]", r"\[action]"),
            ("[", "["),
            ("字[action]字", "字:action:字"),
        ] {
            assert_eq!(rules.apply(text), expected, "{text}");
        }
    }

    #[test]
    fn patterns_that_mean_nothing_are_refused() {
        for (pattern, with) in [
            ("", "x"),
            ("{}]", "x"),
            ("[{}", "x"),
            ("[{}|{}]", "x"),
            ("[x]", ":{}:"),
            ("[{}]", "{}{}"),
        ] {
            assert!(Rule::new(pattern, with).is_err(), "{pattern}");
        }
    }
}
