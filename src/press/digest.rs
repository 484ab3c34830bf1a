//! What a face looks like, as a number that stays the same from run to run: equal numbers, equal faces.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::kit::Source;
use crate::scene::{Studio, join, mark_of};
use crate::template::Face;
use crate::text::TextBlock;
use crate::units::Size;

/// The number of a face.
pub type Digest = [u8; 16];

/// A number that grows with all that is put in.
#[derive(Default)]
struct Hash(u128);

impl Hash {
    /// Adds something of any length so that no two sequences look alike.
    fn part(&mut self, bytes: &[u8]) {
        self.0 = join(self.0, mark_of(bytes));
    }

    fn lengths(&mut self, values: &[f32]) {
        for value in values {
            // Thousandths of a user unit: finer than any printer, coarser than rounding.
            let rounded = (f64::from(*value) * 1000.0).round() as i64;
            self.0 = join(self.0, u128::from(rounded as u64));
        }
    }

    fn end(self) -> Digest {
        self.0.to_be_bytes()
    }
}

/// Hashes faces of one kit; files that they show are read once.
pub struct Digester<'a> {
    studio: &'a Studio<'a>,
    source: &'a Source,
    /// The kit's own fonts change what every text looks like.
    fonts: Digest,
    files: Mutex<HashMap<String, Digest>>,
}

impl<'a> Digester<'a> {
    /// A hasher for the faces that a studio draws.
    pub fn new(studio: &'a Studio<'a>, source: &'a Source) -> Self {
        let mut hash = Hash::default();
        let own = source.files().unwrap_or_default();
        for file in own.iter().filter(|f| f.starts_with("fonts/")) {
            hash.part(file.as_bytes());
            hash.part(&source.read(file).unwrap_or_default());
        }
        Self {
            studio,
            source,
            fonts: hash.end(),
            files: Mutex::default(),
        }
    }

    /// The number of a face of this size.
    pub fn face(&self, face: &Face, size: Size) -> Digest {
        let mut hash = Hash::default();
        hash.part(self.studio.ink().name().as_bytes());
        hash.lengths(&[size.w.0 as f32, size.h.0 as f32]);
        hash.part(face.svg.as_bytes());
        for name in pictures(&face.svg) {
            hash.part(&self.file(name));
        }
        for block in &face.texts {
            self.text(&mut hash, block);
        }
        hash.end()
    }

    fn text(&self, hash: &mut Hash, block: &TextBlock) {
        hash.part(&[block.runs.len() as u8, block.icons.len() as u8]);
        if !block.runs.is_empty() {
            hash.part(&self.fonts);
        }
        for run in &block.runs {
            let font = self.studio.fonts().face(run.font);
            hash.part(font.postscript_name.as_bytes());
            hash.part(run.text.as_bytes());
            let advance: f32 = run.glyphs.iter().map(|g| g.advance).sum();
            hash.lengths(&[run.size, run.x, run.y, advance]);
            let fill = run.fill;
            hash.part(&[fill.r, fill.g, fill.b, u8::from(run.slant)]);
            if let Some((c, width)) = run.stroke {
                hash.part(&[c.r, c.g, c.b]);
                hash.lengths(&[width]);
            }
        }
        for icon in &block.icons {
            hash.lengths(&[icon.x, icon.y, icon.w, icon.h]);
            let svg = self.studio.icon_source(&icon.art).unwrap_or_default();
            hash.part(svg.as_bytes());
        }
    }

    /// The number of a file's content.
    fn file(&self, name: &str) -> Digest {
        if let Ok(known) = self.files.lock()
            && let Some(digest) = known.get(name)
        {
            return *digest;
        }
        let mut hash = Hash::default();
        hash.part(&self.source.read(name).unwrap_or_default());
        let digest = hash.end();
        if let Ok(mut known) = self.files.lock() {
            known.insert(name.to_owned(), digest);
        }
        digest
    }
}

/// Several numbers as one.
pub fn joined(digests: &[Option<Digest>]) -> Digest {
    let mut hash = Hash::default();
    for digest in digests {
        match digest {
            Some(d) => hash.part(d),
            None => hash.part(&[]),
        }
    }
    hash.end()
}

/// A number as text.
pub fn hex(digest: &Digest) -> String {
    digest.iter().map(|b| format!("{b:02x}")).collect()
}

/// The files that a picture names, as they stand in its `href`s.
pub fn pictures(svg: &str) -> impl Iterator<Item = &str> {
    svg.split("href=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = rest[1..].split(quote).next()?;
        let elsewhere = value.starts_with('#') || value.starts_with("data:") || value.is_empty();
        (!elsewhere).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_in_either_quotes() {
        let svg = r##"<use href="#a"/><image xlink:href="a.png"/><image href='b/c.jpg'/><image href="data:x"/>"##;
        assert_eq!(pictures(svg).collect::<Vec<_>>(), ["a.png", "b/c.jpg"]);
    }

    #[test]
    fn nothing_is_not_the_same_as_something() {
        let one = [1; 16];
        assert_ne!(joined(&[Some(one), None]), joined(&[Some(one)]));
        assert_ne!(joined(&[None, Some(one)]), joined(&[Some(one), None]));
    }
}
