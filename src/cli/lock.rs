//! The lock file: what was printed last, so that `print --changed` knows what is new.
//!
//! It lies beside the kit as `.kitpress-lock.json`; for a kit that ships inside the program in the user's data
//! folder. A file that is damaged, or not ours, never stops a print: everything is printed then.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::out;
use super::table_args::data_folder;
use crate::files::{Output, write_quickly};
use crate::kit::{Kit, Setting, Source};
use crate::press::{PrintOptions, Record};
use crate::say;
use crate::say::Say;

/// The name of the file in a kit's folder.
const NAME: &str = ".kitpress-lock.json";
/// The layout of the file.
const VERSION: u32 = 1;
/// Prints that are remembered for one kit, the last ones.
const MOST: usize = 24;
/// No lock file is larger than this.
const MAX_BYTES: u64 = 64 << 20;

/// The prints of one kit, the last one first.
#[derive(Serialize, Deserialize, Default)]
struct File {
    #[serde(rename = "kitpress-lock")]
    version: u32,
    kit: String,
    prints: Vec<Print>,
}

/// One way to print, and what was printed so.
#[derive(Serialize, Deserialize)]
struct Print {
    how: String,
    cards: Record,
}

/// The lock file of one kit.
pub(super) struct Lock {
    path: Option<PathBuf>,
    kit: String,
    prints: Vec<Print>,
    changed: bool,
    /// Why what was in the file could not be used.
    pub trouble: Option<Say>,
}

impl Lock {
    /// Reads the lock file of a kit. One that is not there, or of no use, is as good as empty.
    pub(super) fn read(kit: &Kit) -> Self {
        let mut lock = Self {
            path: path(kit),
            kit: kit.id.clone(),
            prints: Vec::new(),
            changed: false,
            trouble: None,
        };
        let Some(path) = lock.path.clone() else {
            return lock;
        };
        match load(&path, &kit.id) {
            Ok(prints) => lock.prints = prints,
            Err(why) => lock.trouble = Some(why),
        }
        lock
    }

    /// What was printed this way before.
    pub(super) fn record(&self, how: &str) -> Option<&Record> {
        let print = self.prints.iter().find(|p| p.how == how)?;
        Some(&print.cards)
    }

    /// Notes what has been printed.
    pub(super) fn note(&mut self, how: &str, cards: Record) {
        self.changed |= self.trouble.is_some() || self.record(how) != Some(&cards);
        self.prints.retain(|p| p.how != how);
        let how = how.to_owned();
        self.prints.insert(0, Print { how, cards });
        self.prints.truncate(MOST);
    }

    /// Writes the file, if anything is new. What cannot be written is only said where it matters: to those who print
    /// with `--changed`, and where an older list would go on standing there.
    pub(super) fn write(self, matters: bool) {
        if !self.changed {
            return;
        }
        let Some(path) = self.path else {
            if matters {
                out::warning(&say!("there is no folder to remember this print in"));
            }
            return;
        };
        let file = File {
            version: VERSION,
            kit: self.kit,
            prints: self.prints,
        };
        let Ok(bytes) = serde_json::to_vec(&file) else {
            return;
        };
        let matters = matters || path.exists();
        let shown = path.display().to_string();
        if let Err(e) = write_quickly(&Output { path, bytes })
            && matters
        {
            out::warning(&say!(
                "this print cannot be remembered in `{}`: {}",
                shown,
                e
            ));
        }
    }
}

/// Where the lock file of a kit lies.
fn path(kit: &Kit) -> Option<PathBuf> {
    match &kit.source {
        Source::Folder { real, .. } => Some(real.join(NAME)),
        Source::Shipped(_) => {
            let folder = data_folder().ok()?.join("locks");
            Some(folder.join(format!("{}.json", kit.id)))
        }
    }
}

fn load(path: &Path, kit: &str) -> Result<Vec<Print>, Say> {
    let shown = path.display();
    // What came with a kit may be a link to anything.
    let size = match std::fs::symlink_metadata(path) {
        Ok(meta) if !meta.is_file() => return Err(say!("`{}` is not a file", shown)),
        Ok(meta) => meta.len(),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(say!("`{}` cannot be read: {}", shown, e)),
    };
    if size > MAX_BYTES {
        return Err(say!("`{}` is damaged", shown));
    }
    let bytes = std::fs::read(path).map_err(|e| say!("`{}` cannot be read: {}", shown, e))?;
    let Ok(file) = serde_json::from_slice::<File>(&bytes) else {
        return Err(say!("`{}` is damaged", shown));
    };
    if file.version != VERSION {
        return Err(say!("`{}` was written by another kitpress", shown));
    }
    if file.kit != kit {
        return Err(say!("`{}` belongs to the kit `{}`", shown, file.kit));
    }
    Ok(file.prints)
}

/// Everything that makes pages differ, in words: prints of one kind can be compared.
pub(super) fn how(options: &PrintOptions, set: &[Setting]) -> String {
    let marks = crate::impose::Marks::NAMES
        .iter()
        .find(|(_, v)| *v == options.marks)
        .map_or("", |(n, _)| n);
    let mut parts = vec![
        options.lang.clone(),
        options.paper.name.clone(),
        format!("margin {}", options.margin),
        options.backs.name().to_owned(),
        format!("bleed {}", options.bleed),
        format!("marks {marks}"),
        format!("ink {}", options.ink.name()),
        format!("sets {}", options.sets),
    ];
    let mut set: Vec<String> = set.iter().map(|(n, v)| format!("{n}={v}")).collect();
    set.sort();
    parts.extend(set);
    parts.join(", ")
}
