//! The lines of a journal as text: how they are written, sealed and checked, without any file.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Body, JournalLine, VERSION};
use crate::hash::hex;
use crate::say;
use crate::say::Say;

/// What the last line has before its newline.
const LAST: u8 = b'\t';
/// What every other line has before its newline.
pub(super) const FOLLOWED: u8 = b' ';

/// Fields that the journal itself writes; a body may not have them.
const OWN_FIELDS: [&str; 6] = ["kitpress", "version", "n", "at", "prev", "hash"];

/// A line's text as the last of a file.
pub(super) fn ended(mut text: String, version: u64) -> String {
    if version > 1 {
        text.push(LAST.into());
    }
    text.push('\n');
    text
}

/// The place of the mark of a line that ends there.
pub(super) fn mark_before(end: u64) -> u64 {
    end.saturating_sub(2)
}

/// A line's text, without its end, and its hash.
pub(super) fn seal(
    mut line: Body,
    n: u64,
    prev: Option<&str>,
    at: u64,
    body: &Body,
) -> (String, String) {
    line.insert("n".into(), n.into());
    if let Some(prev) = prev {
        line.insert("prev".into(), prev.into());
    }
    line.insert("at".into(), at.into());
    for (key, value) in body {
        debug_assert!(!OWN_FIELDS.contains(&key.as_str()));
        line.insert(key.clone(), value.clone());
    }
    let mut text = Value::Object(line).to_string();
    text.pop();
    let hash = hex(&Sha256::digest(&text));
    text.push_str(",\"hash\":\"");
    text.push_str(&hash);
    text.push_str("\"}");
    (text, hash)
}

/// What is left of a file after checking it.
pub(super) struct Checked {
    pub version: u64,
    pub lines: Vec<JournalLine>,
    pub whole: usize,
    pub marks: Vec<u64>,
    /// Whether the last line is marked as the last.
    pub ended: bool,
}

/// Checks every line of a file. The error is a line, counted from 1, and what is wrong with it.
pub(super) fn check(bytes: &[u8], kind: &str) -> Result<Checked, (usize, Say)> {
    let mut lines: Vec<JournalLine> = Vec::new();
    let (mut version, mut whole, mut marks) = (VERSION, 0, Vec::new());
    let mut rest = bytes;
    while let Some(end) = rest.iter().position(|b| *b == b'\n') {
        let text = &rest[..end];
        rest = &rest[end + 1..];
        // A block that never reached the disk reads as zeros; only the line being written can have one.
        if rest.is_empty() && !lines.is_empty() && text.contains(&0) {
            break;
        }
        let place = lines.len() + 1;
        let (text, mark) = match text.split_last() {
            Some((mark @ (&LAST | &FOLLOWED), text)) => (text, Some(*mark)),
            _ => (text, None),
        };
        let line = match lines.last() {
            None => header(text, kind).map(|(line, of)| {
                version = of;
                line
            }),
            Some(before) => entry(text, before),
        };
        lines.push(line.map_err(|what| (place, what))?);
        whole = bytes.len() - rest.len();
        if version < 2 && mark.is_some() {
            return Err((place, say!("it is damaged")));
        }
        if mark == Some(LAST) {
            marks.push(mark_before(whole as u64));
        }
    }
    if lines.is_empty() {
        return Err((
            1,
            say!("the file holds no whole line, so nothing was ever dealt from it"),
        ));
    }
    let ended = version < 2 || marks.last() == Some(&mark_before(whole as u64));
    Ok(Checked {
        version,
        lines,
        whole,
        marks,
        ended,
    })
}

/// The header, and the version that it names.
fn header(text: &[u8], kind: &str) -> Result<(JournalLine, u64), Say> {
    let foreign = || say!("this is not a `{}` file of kitpress", kind);
    let (mut fields, hash) = unseal(text).map_err(|what| {
        // Any other file fails here too; one that names us was ours.
        if text.starts_with(b"{\"kitpress\":") {
            what
        } else {
            foreign()
        }
    })?;
    if fields
        .shift_remove("kitpress")
        .as_ref()
        .and_then(Value::as_str)
        != Some(kind)
    {
        return Err(foreign());
    }
    let version = fields.shift_remove("version");
    let version = match version.as_ref().and_then(Value::as_u64) {
        Some(known @ 1..=VERSION) => known,
        Some(newer) => {
            return Err(say!(
                "version {} of the format is newer than this kitpress knows",
                newer
            ));
        }
        None => return Err(foreign()),
    };
    Ok((line(fields, 0, hash)?, version))
}

fn entry(text: &[u8], before: &JournalLine) -> Result<JournalLine, Say> {
    let (mut fields, hash) = unseal(text)?;
    let prev = fields.shift_remove("prev");
    if prev.as_ref().and_then(Value::as_str) != Some(&before.hash) {
        return Err(say!("it does not follow the line before it"));
    }
    line(fields, before.n + 1, hash)
}

/// The fields that every line has, and the rest.
fn line(mut fields: Body, n: u64, hash: String) -> Result<JournalLine, Say> {
    let mut number = |key: &str| fields.shift_remove(key).as_ref().and_then(Value::as_u64);
    if number("n") != Some(n) {
        return Err(say!("its number is not {}", n));
    }
    let at = number("at").unwrap_or(0);
    Ok(JournalLine {
        n,
        at,
        body: fields,
        hash,
    })
}

/// Takes a line apart and checks its hash.
fn unseal(text: &[u8]) -> Result<(Body, String), Say> {
    const TAIL: usize = ",\"hash\":\"\"}".len() + 64;
    let unlike = || say!("it is damaged");
    let cut = text.len().checked_sub(TAIL).ok_or_else(unlike)?;
    let (front, tail) = text.split_at(cut);
    let hash = hex(&Sha256::digest(front));
    if tail != format!(",\"hash\":\"{hash}\"}}").as_bytes() {
        return Err(unlike());
    }
    match serde_json::from_slice(text) {
        Ok(Value::Object(mut fields)) => {
            fields.shift_remove("hash");
            Ok((fields, hash))
        }
        _ => Err(unlike()),
    }
}
