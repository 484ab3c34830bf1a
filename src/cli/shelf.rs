//! Where score pads and matches lie: in the file that was named, else in the one used last, which the user's data
//! folder remembers for each kind. Those in the data folder have short names, `score-3` or `match-1`; those that lie
//! elsewhere have what [`elsewhere`](super::elsewhere) calls them. Tables have [`table_args`](super::table_args).

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::table_args::{data_folder, in_data_folder, note, noted, now, private_folder};
use super::{elsewhere, matches, out, score};
use crate::diag::Problem;
use crate::play::journal::{Access, Body, Journal, JournalLine, JournalPlace};
use crate::play::table;
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
    refuse_others(kind, named)?;
    let short = named.to_str().unwrap_or_default();
    match behind(kind, short) {
        Some(path) => Ok(Some(path)),
        None if is_numbered(kind, short) => Err(missing(named)),
        None => Ok(Some(named.to_owned())),
    }
}

/// There is nothing of that name.
pub(super) fn missing(named: &Path) -> Problem {
    let what = say!("there is no `{}`", named.display());
    Problem::new(what).hint(say!("`kitpress tables` lists yours"))
}

/// Whether a short name is one that files of a kind in the data folder have: `score-3`.
fn is_numbered(kind: &str, short: &str) -> bool {
    let number = short.strip_prefix(kind).and_then(|n| n.strip_prefix('-'));
    number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// The file of a kind that goes by a short name.
fn behind(kind: &str, short: &str) -> Option<PathBuf> {
    let ours = match kind == table::KIND {
        true => in_data_folder(short),
        false if is_numbered(kind, short) => {
            let number = &short[kind.len() + 1..];
            let folder = data_folder().ok()?.join(kind);
            return Some(folder.join(format!("{number}.jsonl"))).filter(|p| p.is_file());
        }
        false => None,
    };
    let ours = ours.filter(|p| p.is_file());
    ours.or_else(|| elsewhere::find(kind, short))
}

/// Refuses a short name that something of another kind goes by, and nothing of this one.
pub(super) fn refuse_others(kind: &str, named: &Path) -> Result<(), Problem> {
    let own = named.to_str().and_then(|short| behind(kind, short));
    if own.is_some_and(|path| path.is_file()) {
        return Ok(());
    }
    let Some((other, what)) = known(named).filter(|(other, _)| *other != kind) else {
        return Ok(());
    };
    let command = match other {
        score::KIND => "score",
        matches::KIND => "matches",
        _ => "show",
    };
    let hint = say!(
        "`kitpress {} --table {}` shows it",
        command,
        named.display()
    );
    Err(Problem::new(what).hint(hint))
}

/// Refuses a short name for something new that anything goes by already.
pub(super) fn refuse_known(named: &Path) -> Result<(), Problem> {
    match known(named) {
        Some((_, what)) => Err(Problem::new(what).hint(say!(
            "nothing is overwritten; choose another name with `--table`"
        ))),
        None => Ok(()),
    }
}

/// What goes by a short name: its kind, and that in words.
fn known(named: &Path) -> Option<(&'static str, crate::say::Say)> {
    let short = named.to_str()?;
    let kinds = [table::KIND, score::KIND, matches::KIND].into_iter();
    let kind = kinds.into_iter().find(|kind| {
        let single = named.components().count() == 1;
        single && behind(kind, short).is_some_and(|p| p.is_file())
    })?;
    let what = match kind {
        score::KIND => say!("`{}` is a score pad", short),
        matches::KIND => say!("`{}` is a match", short),
        _ => say!("`{}` is a table", short),
    };
    Some((kind, what))
}

/// Waits until nobody else is about to begin something of a kind, and keeps others waiting until it is dropped. Where a
/// folder cannot be locked, nobody waits.
pub(super) fn turn(kind: &str) -> Option<File> {
    let folder = File::open(private_folder(kind).ok()?).ok()?;
    folder.lock().ok()?;
    Some(folder)
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
