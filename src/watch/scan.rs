//! What a folder looks like from outside: names, sizes and times of its files.

use std::collections::BTreeMap;
use std::hash::Hash as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::hash::hash_of;
use crate::kit::follows_links;

/// More files than this are not looked at: that is no kit.
const MOST: usize = 20_000;
/// The deepest folder that is looked into.
const DEEPEST: usize = 16;
/// A file that changed so lately may change again within one tick of the file system's clock.
const LATELY: Duration = Duration::from_secs(3);
/// A file that changed lately is read, if it is not larger than this.
const READ: u64 = 4 << 20;

/// What a file looks like from outside.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// Size and time.
    meta: u128,
    /// Its content, while it is fresh.
    content: Option<u128>,
}

impl PartialEq for Stamp {
    /// A file that is no longer fresh has not changed by that alone.
    fn eq(&self, other: &Self) -> bool {
        let contents = self.content.zip(other.content);
        self.meta == other.meta && contents.is_none_or(|(a, b)| a == b)
    }
}

/// All files by name.
pub(crate) type Stamps = BTreeMap<String, Stamp>;

/// Looks at all files of a folder. Hidden files and PDFs are left out; what cannot be read is a mark of its own.
pub fn scan(folder: &Path) -> Stamps {
    let mut stamps = Stamps::new();
    walk(folder, "", 0, &mut stamps);
    stamps
}

fn walk(folder: &Path, prefix: &str, depth: usize, stamps: &mut Stamps) {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) => {
            stamps.insert(format!("{prefix}/"), unreadable(&e));
            return;
        }
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') || name.ends_with(".pdf") {
            continue;
        }
        if stamps.len() >= MOST {
            return;
        }
        let path = entry.path();
        let shown = match prefix {
            "" => name.into_owned(),
            prefix => format!("{prefix}/{name}"),
        };
        match entry.file_type() {
            Ok(kind) if depth < DEEPEST && is_folder(kind, &path) => {
                walk(&path, &shown, depth + 1, stamps);
            }
            _ => {
                let mark = stamp(&path);
                stamps.insert(shown, mark);
            }
        }
    }
}

/// Whether the files behind it belong to the kit.
fn is_folder(kind: std::fs::FileType, path: &Path) -> bool {
    kind.is_dir() || kind.is_symlink() && follows_links() && path.is_dir()
}

fn unreadable(error: &std::io::Error) -> Stamp {
    Stamp {
        meta: hash_of(|h| error.kind().hash(h)),
        content: None,
    }
}

fn stamp(path: &Path) -> Stamp {
    let meta = match std::fs::metadata(path) {
        Ok(meta) => meta,
        Err(e) => return unreadable(&e),
    };
    let changed = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    // A time in the future counts as lately, too.
    let lately = changed.elapsed().map_or(true, |age| age < LATELY);
    let fresh = lately && meta.is_file() && meta.len() <= READ;
    Stamp {
        meta: hash_of(|h| (meta.len(), changed, meta.permissions().readonly()).hash(h)),
        content: fresh.then(|| match std::fs::read(path) {
            Ok(bytes) => hash_of(|h| bytes.hash(h)),
            Err(e) => hash_of(|h| e.kind().hash(h)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_seen_and_pdfs_are_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = &folder.path().to_owned();
        let see = || scan(path);
        let empty = see();
        std::fs::write(path.join("a.csv"), "one").expect("written");
        let first = see();
        assert_ne!(first, empty);
        std::fs::write(path.join("a.csv"), "two").expect("written");
        let second = see();
        assert_ne!(second, first, "same length, same second");
        std::fs::write(path.join("out.pdf"), "x").expect("written");
        std::fs::write(path.join(".hidden"), "x").expect("written");
        assert_eq!(see(), second);
        std::fs::create_dir(path.join("lang")).expect("made");
        assert_eq!(see(), second, "an empty folder is nothing");
        std::fs::write(path.join("lang/en.toml"), "x").expect("written");
        assert_ne!(see(), second);
        drop(folder);
        assert_eq!(see().len(), 1, "a folder that is gone is a mark");
    }
}
