//! Where tables, score pads and matches lie: in the file that was named, else in the one used last, which the user's
//! data folder remembers for each kind.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::diag::Problem;
use crate::files::{Output, write_all};
use crate::say;

/// The time for a journal: seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs())
}

/// The user's data folder for kitpress: `KITPRESS_DATA`, else where the system keeps such things.
pub fn data_folder() -> Result<PathBuf, Problem> {
    let set = |name: &str| {
        let value = std::env::var_os(name).filter(|v| !v.is_empty());
        value.map(PathBuf::from)
    };
    if let Some(folder) = set("KITPRESS_DATA") {
        return Ok(folder);
    }
    let base = if cfg!(windows) {
        set("APPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|h| h.join("Library/Application Support"))
    } else {
        let xdg = set("XDG_DATA_HOME").filter(|p| p.is_absolute());
        xdg.or_else(|| set("HOME").map(|h| h.join(".local/share")))
    };
    base.map(|b| b.join("kitpress")).ok_or_else(|| {
        Problem::new(say!("there is no folder for your data"))
            .hint(say!("name a file with `--table FILE`, or set `KITPRESS_DATA`"))
    })
}

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
