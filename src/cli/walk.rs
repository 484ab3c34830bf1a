//! A text that grows by choices, step by step, and back again; and words that were typed, read as such steps.

use super::session::Session;
use crate::play::choice::{Choice, join};
use crate::play::seats;
use crate::play::view::Viewer;
use crate::say::Tongue;

/// A text so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// The text after each step, and whether somebody chose it: what has no alternative goes by itself.
    steps: Vec<(String, bool)>,
    /// Whether the text may end here, though more may follow.
    pub whole: bool,
}

impl Walk {
    /// A text that was said before.
    pub(super) fn from(text: String) -> Self {
        Self {
            steps: vec![(text, true)],
            whole: false,
        }
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        self.steps.last().map_or("", |(text, _)| text)
    }

    /// Takes a step.
    pub(super) fn go(&mut self, choice: &Choice) {
        self.steps.push((join(self.text(), &choice.text), true));
        self.whole = choice.ends;
    }

    /// Takes the steps that have no alternative.
    pub(super) fn settle(&mut self, choices: impl Fn(&str) -> Vec<Choice>) {
        while !self.whole {
            match choices(self.text()).as_slice() {
                [only] if !only.ends && only.alone.is_none() => {
                    self.steps.push((join(self.text(), &only.text), false));
                }
                _ => return,
            }
        }
    }

    /// Takes the last step back that somebody chose; false when there is none.
    pub(super) fn back(&mut self) -> bool {
        self.whole = false;
        while let Some((_, chosen)) = self.steps.pop() {
            if chosen {
                return true;
            }
        }
        false
    }
}

/// What typed words come to.
pub(super) enum Typed {
    /// A whole text.
    Whole(String),
    /// A text that has to go on.
    Open(Walk),
}

/// Reads words as choices behind a text: each is said in full, in either language. With `short` the start of only one will
/// do. None when they are something else.
pub(super) fn read(session: &Session, from: &Walk, line: &str, short: bool) -> Option<Typed> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut walk = from.clone();
    let mut rest = words.as_slice();
    let mut last = None;
    while !rest.is_empty() {
        let choices = session.choices(Viewer::Public, walk.text());
        let (choice, used) = find(session, &choices, rest, short)?;
        walk.go(choice);
        rest = &rest[used..];
        last = Some(choice.clone());
    }
    let last = last?;
    match last.ends && !last.more {
        true => Some(Typed::Whole(walk.text().to_owned())),
        false => Some(Typed::Open(walk)),
    }
}

/// The choice that the next words are, and how many they are.
fn find<'c>(
    session: &Session,
    choices: &'c [Choice],
    words: &[&str],
    short: bool,
) -> Option<(&'c Choice, usize)> {
    let open = || choices.iter().filter(|c| c.alone.is_none());
    for n in (1..=words.len().min(4)).rev() {
        let typed = flat(&words[..n].join(" "));
        if let Some(choice) = open().find(|c| said(session, c).contains(&typed)) {
            return Some((choice, n));
        }
    }
    let typed = flat(words.first()?);
    // The word before what is asked for may be left out: `left` for `then left`, `b2` for `repair b2`.
    let last = format!(" {typed}");
    let mut ends = open().filter(|c| short && flat(&c.text).ends_with(&last));
    if let (Some(only), None, false) = (ends.next(), ends.next(), typed.is_empty()) {
        return Some((only, 1));
    }
    let mut begins = open().filter(|c| flat(&c.text).starts_with(&typed));
    match (begins.next(), begins.next()) {
        (Some(only), None) if short && !typed.is_empty() => Some((only, 1)),
        _ => None,
    }
}

/// How a choice can be said.
fn said(session: &Session, choice: &Choice) -> Vec<String> {
    let mut said = vec![flat(&choice.text)];
    said.extend(Tongue::all().map(|t| flat(&choice.label.text(t))));
    let words = session.table.words().iter();
    let others = words.filter(|(kept, _)| *kept == choice.text);
    said.extend(others.flat_map(|(_, o)| o.iter().map(|o| flat(o))));
    said
}

fn flat(text: &str) -> String {
    let words = seats::words(text).concat();
    let words: Vec<String> = words.iter().map(|w| seats::fold(&w.text)).collect();
    words.join(" ")
}
