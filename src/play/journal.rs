//! The journal: an append-only file of JSON lines that loses nothing that was acknowledged.
//!
//! Line 1 is the header. Every line has its number `n`, the time `at`, the hash of the line before it (`prev`)
//! and, last, its own `hash`: the SHA-256 of everything in the line before `,"hash":`. A line is written in one
//! piece and synced to the disk before [`Journal::append`] returns. What lines mean is the caller's affair: a
//! table, a score pad and a match each keep their own kind of journal.
//!
//! Between its brace and its newline the last line has a tab, every other one a blank: a file that was cut off, be it
//! at the end of a line, has lost its tab, and says so when it is opened. The tab of the line before is written over
//! only when the new line is safe, so that a file may have two for a moment; only the last line's counts. Version 1
//! had neither.

mod lines;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use lines::{FOLLOWED, check, ended, mark_before, seal};

use crate::diag::Problem;
use crate::files::{For, Passing, folder_of};
use crate::say;
use crate::say::Say;

/// The format that is written. Every older one is still read.
pub(crate) const VERSION: u64 = 2;

/// How long a second program waits for the first to finish a move.
const PATIENCE: Duration = Duration::from_secs(2);

/// The fields of a line that are not the journal's own.
pub type Body = Map<String, Value>;

/// What a journal is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read it; others may write meanwhile.
    Read,
    /// To read it again and again while others write: without any lock, so that nobody ever waits for it.
    Watch,
    /// To write it; nobody else may.
    Write,
}

/// Where a new journal goes.
pub enum JournalPlace<'a> {
    /// To this file, which must not exist.
    This(&'a Path),
    /// To the first file that does not exist, by its number from 1: nobody else can take the name in between.
    Next(&'a dyn Fn(u64) -> PathBuf),
}

/// One line of a journal, whose hash was checked.
#[derive(Clone, Debug)]
pub struct JournalLine {
    /// Its number; the header is 0.
    pub n: u64,
    /// When it was written, in seconds since 1970.
    pub at: u64,
    /// What it says.
    pub body: Body,
    /// The SHA-256 of its text, which holds the hash of the line before it.
    pub hash: String,
}

/// A journal file, checked from the first line to the last.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
    version: u64,
    lines: Vec<JournalLine>,
    /// How many bytes of the file are whole lines.
    whole: u64,
    /// Where lines are marked as the last: one place, or more when a program was stopped between two writes.
    marks: Vec<u64>,
    /// A line was begun behind the last one, and never finished.
    torn: bool,
    /// The last line is not marked as the last.
    cut: bool,
}

impl Journal {
    /// Creates a journal of a kind with its header; refuses when the file exists. Appears whole or not at all.
    pub fn create(path: &Path, kind: &str, header: Body, at: u64) -> Result<Self, Problem> {
        Self::create_at(&JournalPlace::This(path), kind, header, at)
    }

    /// Creates a journal of a kind with its header. Appears whole or not at all, and replaces nothing.
    pub(crate) fn create_at(
        place: &JournalPlace<'_>,
        kind: &str,
        header: Body,
        at: u64,
    ) -> Result<Self, Problem> {
        let mut head = Body::new();
        head.insert("kitpress".into(), kind.into());
        head.insert("version".into(), VERSION.into());
        let (text, hash) = seal(head, 0, None, at, &header);
        let text = ended(text, VERSION);
        let (path, file) = match place {
            JournalPlace::This(path) => {
                let file = write_new(path, text.as_bytes())?.ok_or_else(|| exists(path))?;
                ((*path).to_owned(), file)
            }
            JournalPlace::Next(name) => write_next(name, text.as_bytes())?,
        };
        let line = JournalLine {
            n: 0,
            at,
            body: header,
            hash,
        };
        Ok(Self {
            path,
            file: Some(file),
            version: VERSION,
            lines: vec![line],
            whole: text.len() as u64,
            marks: vec![mark_before(text.len() as u64)],
            torn: false,
            cut: false,
        })
    }

    /// Opens a journal of a kind and checks every line.
    pub fn open(path: &Path, kind: &str, access: Access) -> Result<Self, Problem> {
        let unreadable = |e: std::io::Error| cannot_read(path, &e);
        let meta = fs::metadata(path).map_err(unreadable)?;
        if !meta.is_file() {
            return Err(Problem::new(say!("`{}` is not a file", path.display())));
        }
        let write = access == Access::Write;
        let mut file = OpenOptions::new()
            .read(true)
            .write(write)
            .open(path)
            .map_err(|e| match write {
                true => cannot_open(path, &e),
                false => unreadable(e),
            })?;
        // A reader does not wait for a writer: what is half written then is no damage.
        let quiet = match access {
            Access::Write => lock(&file, path).map(|()| true)?,
            Access::Read => file.try_lock_shared().is_ok(),
            Access::Watch => false,
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        let shown = path.display().to_string();
        let checked = check(&bytes, kind).map_err(|(line, what)| damaged(&shown, line, what))?;
        Ok(Self {
            path: path.to_owned(),
            file: write.then_some(file),
            torn: quiet && checked.whole < bytes.len(),
            cut: quiet && !checked.ended,
            version: checked.version,
            whole: checked.whole as u64,
            lines: checked.lines,
            marks: checked.marks,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header's body.
    pub fn header(&self) -> &Body {
        &self.lines[0].body
    }

    /// Every line, the header first.
    pub fn lines(&self) -> &[JournalLine] {
        &self.lines
    }

    /// The same file as it is now, if it is still the one that was read: longer, perhaps.
    pub fn longer(&self, kind: &str) -> Result<Option<Self>, Problem> {
        let now = Self::open(&self.path, kind, Access::Watch)?;
        let last = self.lines.last().map(|l| &l.hash);
        let same = now.lines.get(self.lines.len() - 1).map(|l| &l.hash) == last;
        Ok(same.then_some(now))
    }

    /// The same journal once more, to be looked at and never written.
    pub fn copy(&self) -> Self {
        Self {
            path: self.path.clone(),
            file: None,
            lines: self.lines.clone(),
            marks: self.marks.clone(),
            ..*self
        }
    }

    /// Takes over the lines that another copy of the same journal has beyond its own.
    pub fn follow(&mut self, longer: &Self) {
        let more = longer.lines.iter().skip(self.lines.len());
        self.lines.extend(more.cloned());
    }

    /// The version of its format.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether the end of the file is missing: lines that were acknowledged.
    pub fn cut(&self) -> bool {
        self.cut
    }

    /// What people should know of the end of the file.
    pub fn warning(&self) -> Option<Say> {
        let torn = || {
            say!("the last line was left out: it was still being written when the program stopped")
        };
        let cut = || {
            say!(
                "the end of the file was cut off; line {} is the last whole one, and what came after it is missing",
                self.lines.len()
            )
        };
        match (self.cut, self.torn) {
            (true, _) => Some(cut()),
            (false, true) => Some(torn()),
            (false, false) => None,
        }
    }

    /// Adds a line and syncs it to the disk; once this returns its number, the line survives anything.
    pub fn append(&mut self, body: Body, at: u64) -> Result<u64, Problem> {
        let Some(file) = &mut self.file else {
            let what = say!("`{}` was opened for reading only", self.path.display());
            return Err(Problem::new(what));
        };
        let n = self.lines.len() as u64;
        let before = self.lines.last().map(|l| l.hash.as_str());
        let (text, hash) = seal(Body::new(), n, before, at, &body);
        let text = ended(text, self.version);
        if let Err(e) = write_at(file, self.whole, text.as_bytes()) {
            // Take back what may have been written. Trying again is safe: it cuts the file here first, and writes and
            // syncs anew all that may not have reached the disk.
            let _ = file.set_len(self.whole);
            return Err(cannot_write(&self.path, &e));
        }
        self.whole += text.len() as u64;
        (self.torn, self.cut) = (false, false);
        self.lines.push(JournalLine { n, at, body, hash });
        if self.version > 1 {
            // The line is safe, and a mark too many does no harm: it is taken away with the next line.
            self.marks.retain(|mark| unmark(file, *mark).is_err());
            self.marks.push(mark_before(self.whole));
        }
        Ok(n)
    }
}

/// Marks a line as followed by another.
fn unmark(file: &mut File, mark: u64) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(mark))?;
    file.write_all(&[FOLLOWED])
}

/// Writes a line where the whole lines end, over a torn one if there is one, and syncs.
fn write_at(file: &mut File, whole: u64, bytes: &[u8]) -> std::io::Result<()> {
    if file.metadata()?.len() != whole {
        file.set_len(whole)?;
    }
    file.seek(SeekFrom::Start(whole))?;
    file.write_all(bytes)?;
    file.flush()?;
    file.sync_all()
}

/// Takes the lock, waiting a little for a program that is just making a move.
fn lock(file: &File, path: &Path) -> Result<(), Problem> {
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => {
                let what = say!("`{}` is in use by another kitpress", path.display());
                let hint = say!("finish there first, or look on with `kitpress show --follow`");
                return Err(Problem::new(what).hint(hint));
            }
            Err(TryLockError::Error(e)) => return Err(cannot_write(path, &e)),
        }
    }
}

/// Writes the first file of a row of names that does not exist yet.
fn write_next(name: &dyn Fn(u64) -> PathBuf, bytes: &[u8]) -> Result<(PathBuf, File), Problem> {
    let mut number = 1;
    loop {
        let path = name(number);
        if let Some(file) = write_new(&path, bytes)? {
            return Ok((path, file));
        }
        number += 1;
    }
}

/// Writes a file for its owner only, under a passing name first; returns it locked, or nothing when there is one of
/// that name.
fn write_new(path: &Path, bytes: &[u8]) -> Result<Option<File>, Problem> {
    if fs::symlink_metadata(path).is_ok() {
        return Ok(None);
    }
    let failed = |e: std::io::Error| cannot_write(path, &e);
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
    let mut part = Passing::begin(folder, For::Owner).map_err(failed)?;
    let written = lock(&part.file, path).and_then(|()| {
        part.file
            .write_all(bytes)
            .and_then(|()| part.file.sync_all())
            .map_err(failed)?;
        // A link refuses to replace a file that appeared meanwhile; where there are no links, an empty file of our own
        // keeps the name.
        match fs::hard_link(part.path(), path) {
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
            Err(_) if fs::symlink_metadata(path).is_ok() => Ok(false),
            Err(_) => claim(path)
                .and_then(|ours| match ours {
                    true => fs::rename(part.path(), path).map(|()| true),
                    false => Ok(false),
                })
                .map_err(failed),
            Ok(()) => Ok(true),
        }
    });
    let file = part.into_file();
    if !written? {
        return Ok(None);
    }
    // The name is part of what must survive; a folder cannot be synced everywhere.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(Some(file))
}

/// Takes a name with an empty file; false when somebody has it.
fn claim(path: &Path) -> std::io::Result<bool> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    match made {
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        made => made.map(|_| true),
    }
}

fn exists(path: &Path) -> Problem {
    Problem::new(say!("`{}` exists already", path.display())).hint(say!(
        "nothing is overwritten; choose another name with `--table`"
    ))
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Problem {
    if error.kind() == std::io::ErrorKind::NotFound {
        return Problem::new(say!("there is no table `{}`", path.display())).hint(say!(
            "`kitpress tables` lists yours, `kitpress start` makes a new one"
        ));
    }
    Problem::new(say!("cannot read `{}`: {}", path.display(), error))
}

/// The problem of a file that cannot be opened to write on: where it can be read, that is what is wrong.
fn cannot_open(path: &Path, error: &std::io::Error) -> Problem {
    if File::open(path).is_err() {
        return cannot_read(path, error);
    }
    cannot_write(path, error).hint(say!(
        "it can still be read; to go on with it, copy it to where it can be written"
    ))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Problem {
    Problem::new(say!("cannot write `{}`: {}", path.display(), error))
}

fn damaged(file: &str, line: usize, what: Say) -> Problem {
    Problem::new(say!(
        "the file cannot be trusted from line {} on: {}",
        line,
        what
    ))
    .at(file, line)
    .hint(say!(
        "nothing was overwritten; put back a copy of the file, or start anew"
    ))
}
