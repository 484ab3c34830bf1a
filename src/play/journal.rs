//! The journal: an append-only file of JSON lines that loses nothing that was acknowledged.
//!
//! Line 1 is the header. Every line has its number `n`, the time `at`, the hash of the line before it (`prev`)
//! and, last, its own `hash`: the SHA-256 of everything in the line before `,"hash":`. A line is written in one
//! piece and synced to the disk before [`Journal::append`] returns. What lines mean is the caller's affair: a
//! table, a score pad and a match each keep their own kind of journal.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::rng::hex;
use crate::diag::Problem;
use crate::say;
use crate::say::Say;

/// The format that is written. Every older one is still read.
pub const VERSION: u64 = 1;

/// How long a second program waits for the first to finish a move.
const PATIENCE: Duration = Duration::from_secs(2);

/// Fields that the journal itself writes; a body may not have them.
const OWN_FIELDS: [&str; 6] = ["kitpress", "version", "n", "at", "prev", "hash"];

/// The fields of a line that are not the journal's own.
pub type Body = Map<String, Value>;

/// What a journal is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read it; others may write meanwhile.
    Read,
    /// To write it; nobody else may.
    Write,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number; the header is 0.
    pub n: u64,
    /// When it was written, in seconds since 1970.
    pub at: u64,
    /// What it says.
    pub body: Body,
}

/// A journal file, checked from the first line to the last.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Option<File>,
    lines: Vec<Line>,
    last_hash: String,
    /// How many bytes of the file are whole lines.
    whole: u64,
    torn: bool,
}

impl Journal {
    /// Creates a journal of a kind with its header; refuses when the file exists. Appears whole or not at all.
    pub fn create(path: &Path, kind: &str, header: Body, at: u64) -> Result<Self, Problem> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(exists(path));
        }
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(|e| cannot_write(folder, &e))?;
        let mut head = Body::new();
        head.insert("kitpress".into(), kind.into());
        head.insert("version".into(), VERSION.into());
        let (text, hash) = seal(head, 0, None, at, &header);
        let file = write_new(path, text.as_bytes())?;
        Ok(Self {
            path: path.to_owned(),
            file: Some(file),
            lines: vec![Line {
                n: 0,
                at,
                body: header,
            }],
            last_hash: hash,
            whole: text.len() as u64,
            torn: false,
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
            .map_err(unreadable)?;
        // A reader does not wait for a writer: what is half written then is no damage.
        let quiet = match access {
            Access::Write => lock(&file, path).map(|()| true)?,
            Access::Read => file.try_lock_shared().is_ok(),
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        let shown = path.display().to_string();
        let checked = check(&bytes, kind).map_err(|(line, what)| damaged(&shown, line, what))?;
        Ok(Self {
            path: path.to_owned(),
            file: write.then_some(file),
            torn: quiet && checked.whole < bytes.len(),
            whole: checked.whole as u64,
            lines: checked.lines,
            last_hash: checked.last_hash,
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
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// What was dropped, when the last line was torn: a warning for people.
    pub fn warning(&self) -> Option<Say> {
        self.torn.then(|| {
            say!("the last line of the table's file was cut off while it was being written; it is left out")
        })
    }

    /// Adds a line and syncs it to the disk; once this returns its number, the line survives anything.
    pub fn append(&mut self, body: Body, at: u64) -> Result<u64, Problem> {
        let Some(file) = &mut self.file else {
            let what = say!("`{}` was opened for reading only", self.path.display());
            return Err(Problem::new(what));
        };
        let n = self.lines.len() as u64;
        let (text, hash) = seal(Body::new(), n, Some(&self.last_hash), at, &body);
        if let Err(e) = write_at(file, self.whole, text.as_bytes()) {
            // Take back what may have been written, and write no more: what the disk holds is not known.
            let _ = file.set_len(self.whole);
            self.file = None;
            return Err(cannot_write(&self.path, &e));
        }
        self.whole += text.len() as u64;
        self.torn = false;
        self.last_hash = hash;
        self.lines.push(Line { n, at, body });
        Ok(n)
    }
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

/// A line's text, newline included, and its hash.
fn seal(mut line: Body, n: u64, prev: Option<&str>, at: u64, body: &Body) -> (String, String) {
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
    let hash = hex(&Sha256::digest(&text).into());
    text.push_str(",\"hash\":\"");
    text.push_str(&hash);
    text.push_str("\"}\n");
    (text, hash)
}

/// What is left of a file after checking it.
struct Checked {
    lines: Vec<Line>,
    last_hash: String,
    whole: usize,
}

/// Checks every line of a file. The error is a line, counted from 1, and what is wrong with it.
fn check(bytes: &[u8], kind: &str) -> Result<Checked, (usize, Say)> {
    let mut lines: Vec<Line> = Vec::new();
    let mut last_hash = String::new();
    let mut whole = 0;
    let mut rest = bytes;
    while let Some(end) = rest.iter().position(|b| *b == b'\n') {
        let text = &rest[..end];
        rest = &rest[end + 1..];
        // A block that never reached the disk reads as zeros; only the line being written can have one.
        if rest.is_empty() && !lines.is_empty() && text.contains(&0) {
            break;
        }
        let place = lines.len() + 1;
        let (line, hash) = if lines.is_empty() {
            header(text, kind).map_err(|what| (place, what))?
        } else {
            entry(text, lines.len() as u64, &last_hash).map_err(|what| (place, what))?
        };
        lines.push(line);
        last_hash = hash;
        whole = bytes.len() - rest.len();
    }
    if lines.is_empty() {
        return Err((
            1,
            say!("the file holds no whole line, so nothing was ever dealt from it"),
        ));
    }
    Ok(Checked {
        lines,
        last_hash,
        whole,
    })
}

fn header(text: &[u8], kind: &str) -> Result<(Line, String), Say> {
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
    match fields
        .shift_remove("version")
        .as_ref()
        .and_then(Value::as_u64)
    {
        Some(1..=VERSION) => {}
        Some(newer) => {
            return Err(say!(
                "version {} of the format is newer than this kitpress knows",
                newer
            ));
        }
        None => return Err(foreign()),
    }
    Ok((line(fields, 0)?, hash))
}

fn entry(text: &[u8], n: u64, last_hash: &str) -> Result<(Line, String), Say> {
    let (mut fields, hash) = unseal(text)?;
    if fields.shift_remove("prev").as_ref().and_then(Value::as_str) != Some(last_hash) {
        return Err(say!("it does not follow the line before it"));
    }
    Ok((line(fields, n)?, hash))
}

/// The fields that every line has, and the rest.
fn line(mut fields: Body, n: u64) -> Result<Line, Say> {
    let mut number = |key: &str| fields.shift_remove(key).as_ref().and_then(Value::as_u64);
    if number("n") != Some(n) {
        return Err(say!("its number is not {}", n));
    }
    let at = number("at").unwrap_or(0);
    Ok(Line {
        n,
        at,
        body: fields,
    })
}

/// Takes a line apart and checks its hash.
fn unseal(text: &[u8]) -> Result<(Body, String), Say> {
    const TAIL: usize = ",\"hash\":\"\"}".len() + 64;
    let unlike = || say!("it is damaged");
    let cut = text.len().checked_sub(TAIL).ok_or_else(unlike)?;
    let (front, tail) = text.split_at(cut);
    let hash = hex(&Sha256::digest(front).into());
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
                return Err(
                    Problem::new(what).hint(say!("finish there first; nothing was changed here"))
                );
            }
            Err(TryLockError::Error(e)) => return Err(cannot_write(path, &e)),
        }
    }
}

/// Writes a file that must not exist yet, for its owner only, under a passing name first; returns it locked.
fn write_new(path: &Path, bytes: &[u8]) -> Result<File, Problem> {
    let failed = |e: std::io::Error| cannot_write(path, &e);
    let folder = folder_of(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = folder.join(format!(".{name}.{}.part", std::process::id()));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let _ = fs::remove_file(&part);
    let mut file = options.open(&part).map_err(failed)?;
    let written = lock(&file, path).and_then(|()| {
        file.write_all(bytes)
            .and_then(|()| file.sync_all())
            .map_err(failed)?;
        // A link refuses to replace a file that appeared meanwhile; not every file system has links.
        match fs::hard_link(&part, path) {
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => Err(exists(path)),
            Err(_) if fs::symlink_metadata(path).is_ok() => Err(exists(path)),
            Err(_) => fs::rename(&part, path).map_err(failed),
            Ok(()) => Ok(()),
        }
    });
    let _ = fs::remove_file(&part);
    written?;
    // The name is part of what must survive; a folder cannot be synced everywhere.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
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
