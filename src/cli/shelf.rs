//! Where score pads and matches lie: in the file that was named, else in the one used last, which the user's data
//! folder remembers for each kind. Those in the data folder have short names, `score-3` or `match-1`; those that lie
//! elsewhere have what [`elsewhere`](super::elsewhere) calls them. Tables have [`table_args`](super::table_args).

use std::fs;
use std::path::{Path, PathBuf};

use super::table_args::{data_folder, note, noted, now, private_folder};
use super::{elsewhere, out};
use crate::diag::Problem;
use crate::play::journal::{Access, Body, Journal, JournalLine, JournalPlace};
use crate::say;

/// The file of a kind that was used last, if it is still there.
pub(super) fn last(kind: &str) -> Option<PathBuf> {
    noted(&format!("last-{kind}")).filter(|path| path.is_file())
}

/// Remembers the file of a kind that was used last.
pub(super) fn remember(kind: &str, path: &Path) {
    note(&format!("last-{kind}"), path);
    if number(kind, path).is_none() {
        elsewhere::remember(kind, path);
    }
}

/// The number of a file of a kind in the data folder, as text.
fn number<'a>(kind: &str, path: &'a Path) -> Option<&'a str> {
    let ours = data_folder().is_ok_and(|f| path.parent() == Some(&f.join(kind)));
    path.file_stem().filter(|_| ours)?.to_str()
}

/// The highest number of the journals of a kind in the data folder: `score/1.jsonl`, `score/2.jsonl`, …
fn highest(kind: &str) -> u64 {
    let number = |path: &Path| -> Option<u64> { path.file_stem()?.to_str()?.parse().ok() };
    let paths = files(kind);
    // A file that somebody gave the last number of all is not counted, so that there is always a next one.
    let numbers = paths.iter().filter_map(|p| number(p));
    numbers.filter(|n| *n < u64::MAX / 2).max().unwrap_or(0)
}

/// Every file of a kind that is known: those in the data folder, then those that were used elsewhere.
pub(super) fn all(kind: &str) -> Vec<PathBuf> {
    let mut all = files(kind);
    all.extend(elsewhere::files(kind));
    all
}

/// The files of a kind in the data folder, by number.
fn files(kind: &str) -> Vec<PathBuf> {
    let Ok(folder) = data_folder() else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder.join(kind)).into_iter().flatten();
    let paths = entries.flatten().map(|e| e.path());
    let mut files: Vec<PathBuf> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    // 2 before 10.
    files.sort_by_key(|p| (p.as_os_str().len(), p.clone()));
    files
}

/// What a file of a kind is called: by its short name, else by its path.
pub(super) fn name(kind: &str, path: &Path) -> String {
    match number(kind, path) {
        Some(number) => format!("{kind}-{number}"),
        None => elsewhere::name(kind, path).unwrap_or_else(|| path.display().to_string()),
    }
}

/// The file that `--table` means: a path, else a short name, which must be there.
pub(super) fn find(kind: &str, named: Option<&Path>) -> Result<Option<PathBuf>, Problem> {
    let Some(named) = named.filter(|n| !n.exists()) else {
        return Ok(named.map(Path::to_owned));
    };
    let number = named
        .to_str()
        .and_then(|n| n.strip_prefix(kind)?.strip_prefix('-'));
    let number = number.filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let Some(number) = number else {
        let short = named.to_str().and_then(|n| elsewhere::find(kind, n));
        return Ok(Some(short.unwrap_or_else(|| named.to_owned())));
    };
    let path = data_folder()?.join(kind).join(format!("{number}.jsonl"));
    if path.is_file() {
        return Ok(Some(path));
    }
    let what = say!("there is no `{}`", named.display());
    Err(Problem::new(what).hint(say!("`kitpress tables` lists yours")))
}

/// When a journal was begun, and when something was noted in it last.
pub(super) fn times(journal: &Journal) -> (u64, u64) {
    let at = |line: Option<&JournalLine>| line.map_or(0, |l| l.at);
    let lines = journal.lines();
    (at(lines.first()), at(lines.last()))
}

/// Opens the journal of a kind: the file named, else the last one; nothing when there is none.
pub(super) fn open(
    kind: &str,
    named: Option<&Path>,
    access: Access,
) -> Result<Option<Journal>, Problem> {
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
pub(super) fn create(kind: &str, named: Option<&Path>, header: Body) -> Result<Journal, Problem> {
    let before = last(kind);
    let journal = match named {
        Some(path) => Journal::create(path, kind, header, now())?,
        None => {
            let folder = private_folder(kind)?;
            // Behind all there are, so that the newest has the highest number.
            let taken = highest(kind);
            let name = |n: u64| folder.join(format!("{}.jsonl", taken.saturating_add(n)));
            Journal::create_at(&JournalPlace::Next(&name), kind, header, now())?
        }
    };
    remember(kind, journal.path());
    if let Some(before) = before.filter(|b| named != Some(b)) {
        let kept = say!("the one before is kept: `--table {}`", name(kind, &before));
        out::note(&kept.to_string());
    }
    Ok(journal)
}

/// Everything that a journal's lines say; a line that cannot be understood is refused with its number.
pub(super) fn entries<T>(
    journal: &Journal,
    read: impl Fn(&Body) -> Option<T>,
) -> Result<Vec<T>, Problem> {
    let lines = journal.lines().iter().skip(1);
    lines
        .map(|line| read(&line.body).ok_or_else(|| strange(journal, line.n as usize + 1)))
        .collect()
}

/// The problem of a sound line that means nothing to this program.
pub(super) fn strange(journal: &Journal, line: usize) -> Problem {
    let file = journal.path().display().to_string();
    Problem::new(say!("this line cannot be understood")).at(file, line)
}
