//! What an earlier export wrote into a folder and the next one has no more use for.
//!
//! Every export keeps a list of its files beside them, with a sum of what is in each. A file is removed only if it is
//! on that list, is no longer part of the export, and still holds exactly what was written: nothing else is touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::files::{Output, write_quickly};
use crate::hash::hex;

/// The name of the list in an export's folder.
const NAME: &str = ".kitpress-export";
/// The first line of a list.
const HEAD: &str = "kitpress-export 1";
/// No list is larger than this.
const MAX_BYTES: u64 = 16 << 20;

/// Files by their names inside the folder, `/` between folders, each with the sum of its bytes.
type Sums = BTreeMap<String, String>;

/// An export that is about to be written, and the one before it.
pub(super) struct Leftover {
    folder: PathBuf,
    before: Sums,
    now: Sums,
}

/// What became of files that are no longer part of an export.
#[derive(Default)]
pub(super) struct Cleared {
    /// They are gone.
    pub removed: Vec<String>,
    /// They are not what was written any more, and stay.
    pub kept: Vec<String>,
}

impl Leftover {
    /// Looks up what was written into a folder before. A list that cannot be read is as good as none.
    pub(super) fn read(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            before: load(&folder.join(NAME)).unwrap_or_default(),
            now: Sums::new(),
        }
    }

    /// Notes a file that is about to be written.
    pub(super) fn note(&mut self, name: &str, bytes: &[u8]) {
        self.now.insert(name.to_owned(), sum(bytes));
    }

    /// The list of both exports, to be written together with the files: whatever happens then, nothing is forgotten.
    pub(super) fn list(&self) -> Output {
        let mut both = self.before.clone();
        both.extend(self.now.clone());
        self.output(&both)
    }

    /// Removes what is left over once the files are written. `covers` tells what the export would have written anew.
    pub(super) fn clear(self, covers: impl Fn(&str) -> bool) -> Cleared {
        let mut cleared = Cleared::default();
        let mut list = self.now.clone();
        let lower = |name: &String| (name.to_lowercase(), name.clone());
        let there: BTreeMap<String, String> = self.now.keys().map(lower).collect();
        for (name, sum) in &self.before {
            if self.now.contains_key(name) {
                continue;
            }
            if !covers(name) {
                list.insert(name.clone(), sum.clone());
            } else if let Some(other) = there.get(&name.to_lowercase())
                && !self.are_two(name, other)
            {
                continue;
            } else {
                match self.remove(name, sum) {
                    Fate::Removed => cleared.removed.push(name.clone()),
                    Fate::Another => cleared.kept.push(name.clone()),
                    Fate::Gone => {}
                    // Kept on the list, so that the next export tries again.
                    Fate::Stuck => {
                        list.insert(name.clone(), sum.clone());
                    }
                }
            }
        }
        if self.before.keys().any(|n| !list.contains_key(n)) {
            // A list that is too long does no harm: what is not there is not removed.
            let _ = write_quickly(&self.output(&list));
        }
        cleared
    }

    /// Whether names that differ in capitals are two files: not so where capitals do not matter.
    fn are_two(&self, a: &str, b: &str) -> bool {
        let listed = |name: &str| {
            let path = self.folder.join(name);
            let entries = path.parent().and_then(|p| fs::read_dir(p).ok());
            let mut names = entries.into_iter().flatten().flatten();
            names.any(|e| Some(e.file_name().as_os_str()) == path.file_name())
        };
        listed(a) && listed(b)
    }

    fn remove(&self, name: &str, wanted: &str) -> Fate {
        let Some(path) = self.inside(name) else {
            return Fate::Gone;
        };
        match fs::read(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Fate::Gone,
            Err(_) => return Fate::Stuck,
            Ok(bytes) if sum(&bytes) != wanted => return Fate::Another,
            Ok(_) => {}
        }
        if fs::remove_file(&path).is_err() {
            return Fate::Stuck;
        }
        // The folder of a component goes with its last file; one that holds anything else stays.
        let folders = path.ancestors().skip(1);
        for folder in folders.take_while(|f| *f != self.folder) {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
        Fate::Removed
    }

    /// Where a file lies, if it is one and no link leads away from the folder.
    fn inside(&self, name: &str) -> Option<PathBuf> {
        let mut path = self.folder.clone();
        let mut parts = Path::new(name).components().peekable();
        while let Some(part) = parts.next() {
            let Component::Normal(part) = part else {
                return None;
            };
            path.push(part);
            let kind = fs::symlink_metadata(&path).ok()?.file_type();
            let sound = match parts.peek() {
                Some(_) => kind.is_dir(),
                None => kind.is_file(),
            };
            if !sound {
                return None;
            }
        }
        Some(path)
    }

    fn output(&self, sums: &Sums) -> Output {
        let mut text = format!("{HEAD}\n");
        for (name, sum) in sums {
            text += &format!("{sum}  {name}\n");
        }
        Output {
            path: self.folder.join(NAME),
            bytes: text.into_bytes(),
        }
    }
}

/// What became of one file.
enum Fate {
    Removed,
    Another,
    Gone,
    Stuck,
}

fn load(path: &Path) -> Option<Sums> {
    let meta = fs::symlink_metadata(path).ok()?;
    if !meta.is_file() || meta.len() > MAX_BYTES {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return None;
    }
    lines
        .map(|line| {
            let (sum, name) = line.split_once("  ")?;
            Some((name.to_owned(), sum.to_owned()))
        })
        .collect()
}

fn sum(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
