//! The words of other people's code, made messages of ours.

use std::fmt;
use std::io::{Error, ErrorKind};

use super::{MessageValue, Say, Told};
use crate::packed::LANGUAGES;
use crate::say;

/// What libraries say of users' files: a pattern a line, the more special ones first.
pub(super) fn patterns() -> impl Iterator<Item = &'static str> {
    let text = LANGUAGES.file("heard.txt").unwrap_or_default();
    str::from_utf8(text).unwrap_or_default().lines()
}

/// What a library says, as a message: by the first pattern that fits, else in its own words, which languages quote.
pub fn heard(words: impl fmt::Display) -> Say {
    let words = words.to_string();
    known(&words).unwrap_or_else(|| say!("{}", words))
}

fn known(words: &str) -> Option<Say> {
    patterns().find_map(|pattern| {
        let values = values(pattern, words)?;
        Some(Say::new(pattern, values))
    })
}

/// What stands in the place of each `{}`, where the words fit the pattern. Words that are no names may be known, too.
fn values(pattern: &'static str, words: &str) -> Option<Vec<MessageValue>> {
    let mut literals = pattern.split("{}");
    let mut before = literals.next()?;
    let mut rest = words.strip_prefix(before)?;
    let mut out = Vec::new();
    let mut literals = literals.peekable();
    while let Some(after) = literals.next() {
        let end = match literals.peek() {
            None => rest.strip_suffix(after)?.len(),
            Some(_) => rest.find(after)?,
        };
        let value = &rest[..end];
        let named = before.ends_with(['`', '\'', '"']);
        out.push(match known(value).filter(|_| !named) {
            Some(say) => MessageValue::Say(say),
            None => MessageValue::Plain(value.to_owned()),
        });
        rest = &rest[end + after.len()..];
        before = after;
    }
    rest.is_empty().then_some(out)
}

impl Told for Error {
    fn told(&self) -> MessageValue {
        MessageValue::Say(match self.kind() {
            ErrorKind::NotFound => say!("there is no such file or folder"),
            ErrorKind::PermissionDenied => say!("permission denied"),
            ErrorKind::AlreadyExists => say!("it exists already"),
            ErrorKind::IsADirectory => say!("it is a folder"),
            ErrorKind::NotADirectory => say!("it is not a folder"),
            ErrorKind::StorageFull => say!("the disk is full"),
            ErrorKind::ReadOnlyFilesystem => say!("the disk is read-only"),
            ErrorKind::InvalidData => say!("it is not text in UTF-8"),
            ErrorKind::AddrInUse => say!("the address is in use"),
            // Its kind has no stable name yet.
            _ if self.to_string().contains("levels of symbolic links") => {
                say!("a link leads back to itself")
            }
            _ => heard(self),
        })
    }
}
