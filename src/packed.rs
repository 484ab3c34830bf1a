//! What lies inside the program: kits, sheets, starters, languages, pages. `build.rs` packs them; a block of files is
//! unpacked when the first of them is asked for, and then kept.

use std::io::Read;
use std::path::{Component, Path};
use std::sync::OnceLock;

use flate2::read::DeflateDecoder;

include!(concat!(env!("OUT_DIR"), "/packed.rs"));

/// Some files, deflated together, or one as it is.
#[derive(Debug)]
struct Block {
    packed: &'static [u8],
    len: usize,
    plain: OnceLock<Vec<u8>>,
}

impl Block {
    const fn new(packed: &'static [u8], len: usize) -> Self {
        let plain = OnceLock::new();
        Self { packed, len, plain }
    }

    fn plain(&'static self) -> &'static [u8] {
        if self.packed.len() == self.len {
            return self.packed;
        }
        self.plain.get_or_init(|| {
            let mut plain = Vec::with_capacity(self.len);
            let read = DeflateDecoder::new(self.packed).read_to_end(&mut plain);
            read.expect("what the build packed can be unpacked");
            plain
        })
    }
}

/// A file.
#[derive(Debug)]
struct Packed {
    /// With the folders that it lies in, `/` between them.
    name: &'static str,
    block: &'static Block,
    start: usize,
    end: usize,
}

impl Packed {
    const fn new(name: &'static str, block: &'static Block, start: usize, end: usize) -> Self {
        Self {
            name,
            block,
            start,
            end,
        }
    }

    fn bytes(&self) -> &'static [u8] {
        &self.block.plain()[self.start..self.end]
    }
}

/// A folder: its files, those in folders of its own too, by name.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    files: &'static [Packed],
    /// How much of the files' names is the way to this folder.
    way: usize,
}

impl Folder {
    const fn new(files: &'static [Packed]) -> Self {
        Self { files, way: 0 }
    }

    /// A folder that holds nothing.
    pub(crate) const EMPTY: Self = Self::new(&[]);

    /// The folder in this one, if there are files in it.
    pub(crate) fn folder(self, name: &str) -> Option<Self> {
        let inside = |f: &Packed| {
            let rest = f.name[self.way..].strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let start = self.files.iter().position(inside)?;
        let count = self.files[start..].iter().take_while(|f| inside(f)).count();
        Some(Self {
            files: &self.files[start..start + count],
            way: self.way + name.len() + 1,
        })
    }

    /// The way to this folder from the one that it was found in.
    pub(crate) fn path(self) -> &'static str {
        let first = self.files.first().map(|f| &f.name[..self.way]);
        first.unwrap_or_default().trim_end_matches('/')
    }

    /// The names of the folders in this one.
    pub(crate) fn folders(self) -> Vec<&'static str> {
        let names = self.names().filter_map(|name| name.split_once('/'));
        let mut names: Vec<&str> = names.map(|(folder, _)| folder).collect();
        names.dedup();
        names
    }

    /// The names of all files, sorted.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.files.iter().map(move |f| &f.name[self.way..])
    }

    /// All files with what they hold.
    pub(crate) fn files(self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        self.names().zip(self.files.iter().map(Packed::bytes))
    }

    /// Whether the file is there.
    pub(crate) fn has(self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// What a file holds.
    pub(crate) fn file(self, name: &str) -> Option<&'static [u8]> {
        self.find(name).map(Packed::bytes)
    }

    /// The file that a path leads to; one with `..` in it leads nowhere.
    fn find(self, name: &str) -> Option<&'static Packed> {
        let mut parts = Vec::new();
        for part in Path::new(name).components() {
            match part {
                Component::Normal(part) => parts.push(part.to_str()?),
                Component::CurDir => {}
                _ => return None,
            }
        }
        let name = parts.join("/");
        let found = |f: &Packed| f.name[self.way..].cmp(&name);
        let at = self.files.binary_search_by(found).ok()?;
        Some(&self.files[at])
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_inside_is_what_lies_in_the_folders() {
        for (folder, path, least) in [
            (TEMPLATES, "templates", 300),
            (SHEETS, "sheets", 5),
            (STARTERS, "starters", 50),
            (LANGUAGES, "src/lang", 20),
            (PAGES, "src/host/pages", 20),
        ] {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            let mut count = 0;
            for (name, bytes) in folder.files() {
                assert!(bytes == fs::read(root.join(name)).expect(name), "{name}");
                assert_eq!(folder.file(name).map(<[u8]>::len), Some(bytes.len()));
                count += 1;
            }
            assert!(count > least, "{path}: {count} files");
        }
    }

    #[test]
    fn folders_and_files_are_found_by_their_names() {
        let cats = TEMPLATES.folder("cats").expect("a kit");
        assert!(cats.has("kit.toml") && cats.has("./lang//ja.toml"));
        assert_eq!(cats.file("kit.toml"), TEMPLATES.file("cats/kit.toml"));
        for none in ["", "lang", "kit.tom", "../cats/kit.toml", "/kit.toml"] {
            assert!(!cats.has(none), "{none}");
        }
        let lang = cats.folder("lang").expect("a folder of the kit");
        assert_eq!(lang.names().collect::<Vec<_>>(), ["en.toml", "ja.toml"]);
        assert!(TEMPLATES.folder("cat").is_none() && TEMPLATES.folder("cats/kit.toml").is_none());
        assert_eq!(
            TEMPLATES.folders().len(),
            6,
            "five kits and what they share"
        );
    }
}
