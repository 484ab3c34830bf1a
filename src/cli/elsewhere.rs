//! Tables, pads and matches that people keep where they like: each has a short name of its own, which it is given when
//! it is first used and keeps for good. A file in the data folder holds the path; its name is the short name.

use std::fs;
use std::path::{Path, PathBuf};

use unicode_segmentation::UnicodeSegmentation;

use super::cells::{clean, width};
use super::table_args::{data_folder, in_data_folder, path_bytes, path_from, private_folder};
use crate::files::write_new;
use crate::play::table;

/// Where the names are kept.
const FOLDER: &str = "elsewhere";
/// The most cells of a name.
const WIDE: usize = 24;

/// Gives a file of a kind a name, unless it has one. A folder that cannot be written must not stop a game.
pub(super) fn remember(kind: &str, path: &Path) {
    let path = absolute(path);
    let Ok(folder) = private_folder(&format!("{FOLDER}/{kind}")) else {
        return;
    };
    for name in names(kind, &path) {
        match read(&folder.join(&name)) {
            Some(known) if known == path => return,
            Some(_) => {}
            None => match write_new(&folder.join(&name), &path_bytes(&path)) {
                // Somebody was quicker: the next name, unless it was for the same file.
                Ok(false) if read(&folder.join(&name)).as_ref() != Some(&path) => {}
                _ => return,
            },
        }
    }
}

/// The files of a kind that were used elsewhere and are still there, by name.
pub(super) fn files(kind: &str) -> Vec<PathBuf> {
    let entries = folder(kind).and_then(|f| fs::read_dir(f).ok());
    let mut entries: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path())
        .collect();
    entries.retain(|e| !e.to_string_lossy().ends_with(".part"));
    entries.sort();
    let mut paths: Vec<PathBuf> = Vec::new();
    for path in entries.iter().filter_map(|e| read(e)) {
        if path.exists() && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// The file of a kind that has that name.
pub(super) fn find(kind: &str, name: &str) -> Option<PathBuf> {
    let plain = Path::new(name).components().count() == 1 && !name.starts_with('.');
    read(&folder(kind).filter(|_| plain)?.join(name))
}

/// The name of a file of a kind, if it has one.
pub(super) fn name(kind: &str, path: &Path) -> Option<String> {
    let (folder, path) = (folder(kind)?, absolute(path));
    for name in names(kind, &path) {
        if read(&folder.join(&name))? == path {
            return Some(name);
        }
    }
    None
}

fn folder(kind: &str) -> Option<PathBuf> {
    Some(data_folder().ok()?.join(FOLDER).join(kind))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn read(entry: &Path) -> Option<PathBuf> {
    path_from(fs::read(entry).ok()?).filter(|p| !p.as_os_str().is_empty())
}

/// The names that a file could have, the best first: its own, then the same with numbers.
fn names(kind: &str, path: &Path) -> impl Iterator<Item = String> {
    let stem = path.file_stem().map(|s| clean(&s.to_string_lossy()));
    let stem = stem.unwrap_or_default();
    let mut used = 0;
    let fits = |g: &&str| {
        used += width(g);
        used <= WIDE
    };
    let short: String = stem.graphemes(true).take_while(fits).collect();
    let short = match short.trim() {
        "" => kind.to_owned(),
        odd if odd.starts_with(['.', '-']) => format!("{kind}{odd}"),
        fine => fine.to_owned(),
    };
    let kind = kind.to_owned();
    let numbered = (2..).map({
        let short = short.clone();
        move |n: u64| format!("{short}-{n}")
    });
    std::iter::once(short)
        .chain(numbered)
        .filter(move |name| !taken(&kind, name))
}

/// Whether something in the data folder goes by that name.
fn taken(kind: &str, name: &str) -> bool {
    if kind == table::KIND {
        return in_data_folder(name).is_some_and(|path| path.exists());
    }
    let number = name.strip_prefix(kind).and_then(|n| n.strip_prefix('-'));
    number.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
}
