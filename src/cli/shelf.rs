//! Where score pads and matches lie: in the file that was named, else in the one used last, which the user's data
//! folder remembers for each kind. Tables have [`desk`](super::desk).

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::desk::{data_folder, now};
use super::out;
use crate::diag::Problem;
use crate::files::{Output, write_all};
use crate::play::journal::{Access, Body, Journal};
use crate::say;

/// The file of a kind that was used last, if it is still there.
pub fn last(kind: &str) -> Option<PathBuf> {
    let bytes = fs::read(data_folder().ok()?.join(format!("last-{kind}"))).ok()?;
    let path = path_of(bytes)?;
    path.is_file().then_some(path)
}

/// Remembers the file of a kind that was used last.
pub fn remember(kind: &str, path: &Path) {
    let Ok(folder) = data_folder() else {
        return;
    };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if last(kind).as_deref() == Some(&path) {
        return;
    }
    let note = Output {
        path: folder.join(format!("last-{kind}")),
        bytes: path.into_os_string().into_encoded_bytes(),
    };
    // A folder that cannot be written to only costs the memory, not the game.
    let _ = write_all(&[note]);
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    let text = String::from_utf8(bytes).ok()?;
    Some(OsString::from(text).into())
}

/// A file for a new journal of a kind in the data folder: `score/1.jsonl`, `score/2.jsonl`, …
pub fn next(kind: &str) -> Result<PathBuf, Problem> {
    let folder = data_folder()?.join(kind);
    let number = |path: &Path| -> Option<u64> { path.file_stem()?.to_str()?.parse().ok() };
    let taken = files(kind).iter().filter_map(|p| number(p)).max();
    let next = taken.unwrap_or(0).saturating_add(1);
    Ok(folder.join(format!("{next}.jsonl")))
}

/// The files of a kind in the data folder, in no order that matters.
pub fn files(kind: &str) -> Vec<PathBuf> {
    let Ok(folder) = data_folder() else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder.join(kind)).into_iter().flatten();
    let paths = entries.flatten().map(|e| e.path());
    let mut files: Vec<PathBuf> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    files.sort();
    files
}

/// Opens the journal of a kind: the file named, else the last one; nothing when there is none.
pub fn open(kind: &str, named: Option<&Path>, access: Access) -> Result<Option<Journal>, Problem> {
    let path = match named {
        // A file that is not there yet can be made.
        Some(path) if !path.exists() => return Ok(None),
        Some(path) => path.to_owned(),
        None => match last(kind) {
            Some(path) => path,
            None => return Ok(None),
        },
    };
    let journal = Journal::open(&path, kind, access)?;
    if let Some(warning) = journal.warning() {
        out::warning(&warning);
    }
    remember(kind, journal.path());
    Ok(Some(journal))
}

/// Creates a journal of a kind: as the file named, else as the next one in the data folder.
pub fn create(kind: &str, named: Option<&Path>, header: Body) -> Result<Journal, Problem> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => next(kind)?,
    };
    let journal = Journal::create(&path, kind, header, now())?;
    remember(kind, journal.path());
    Ok(journal)
}

/// Everything that a journal's lines say; a line that cannot be understood is refused with its number.
pub fn entries<T>(journal: &Journal, read: impl Fn(&Body) -> Option<T>) -> Result<Vec<T>, Problem> {
    let lines = journal.lines().iter().skip(1);
    lines
        .map(|line| read(&line.body).ok_or_else(|| strange(journal, line.n as usize + 1)))
        .collect()
}

/// The problem of a sound line that means nothing to this program.
pub fn strange(journal: &Journal, line: usize) -> Problem {
    let file = journal.path().display().to_string();
    Problem::new(say!("this line cannot be understood")).at(file, line)
}
