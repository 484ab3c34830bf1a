//! What a face looks like, as a number that stays the same from run to run: equal numbers, equal faces.

use std::collections::HashMap;
use std::sync::Mutex;

use sha2::{Digest as _, Sha256};

use crate::kit::Source;
use crate::scene::Studio;
use crate::template::Face;
use crate::text::TextBlock;
use crate::units::Size;

/// The number of a face.
pub type Digest = [u8; 16];

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
        let mut hash = Sha256::new();
        let own = source.files().unwrap_or_default();
        for file in own.iter().filter(|f| f.starts_with("fonts/")) {
            part(&mut hash, file.as_bytes());
            part(&mut hash, &source.read(file).unwrap_or_default());
        }
        Self {
            studio,
            source,
            fonts: end(hash),
            files: Mutex::default(),
        }
    }

    /// The number of a face of this size.
    pub fn face(&self, face: &Face, size: Size) -> Digest {
        let mut hash = Sha256::new();
        part(&mut hash, self.studio.ink().name().as_bytes());
        lengths(&mut hash, &[size.w.0 as f32, size.h.0 as f32]);
        part(&mut hash, face.svg.as_bytes());
        for name in pictures(&face.svg) {
            part(&mut hash, &self.file(name));
        }
        for block in &face.texts {
            self.text(&mut hash, block);
        }
        end(hash)
    }

    fn text(&self, hash: &mut Sha256, block: &TextBlock) {
        hash.update([block.runs.len() as u8, block.icons.len() as u8]);
        if !block.runs.is_empty() {
            hash.update(self.fonts);
        }
        for run in &block.runs {
            let font = self.studio.fonts().face(run.font);
            part(hash, font.postscript_name.as_bytes());
            part(hash, run.text.as_bytes());
            let advance: f32 = run.glyphs.iter().map(|g| g.advance).sum();
            lengths(hash, &[run.size, run.x, run.y, advance]);
            let fill = run.fill;
            hash.update([fill.r, fill.g, fill.b, u8::from(run.slant)]);
            if let Some((c, width)) = run.stroke {
                hash.update([c.r, c.g, c.b]);
                lengths(hash, &[width]);
            }
        }
        for icon in &block.icons {
            lengths(hash, &[icon.x, icon.y, icon.w, icon.h]);
            let svg = self.studio.icon_source(&icon.art).unwrap_or_default();
            part(hash, svg.as_bytes());
        }
    }

    /// The number of a file's content.
    fn file(&self, name: &str) -> Digest {
        if let Ok(known) = self.files.lock()
            && let Some(digest) = known.get(name)
        {
            return *digest;
        }
        let mut hash = Sha256::new();
        part(&mut hash, &self.source.read(name).unwrap_or_default());
        let digest = end(hash);
        if let Ok(mut known) = self.files.lock() {
            known.insert(name.to_owned(), digest);
        }
        digest
    }
}

/// Several numbers as one.
pub fn joined(digests: &[Option<Digest>]) -> Digest {
    let mut hash = Sha256::new();
    for digest in digests {
        match digest {
            Some(d) => part(&mut hash, d),
            None => part(&mut hash, &[]),
        }
    }
    end(hash)
}

/// A number as text.
pub fn hex(digest: &Digest) -> String {
    digest.iter().map(|b| format!("{b:02x}")).collect()
}

/// Adds something of any length so that no two sequences look alike.
fn part(hash: &mut Sha256, bytes: &[u8]) {
    hash.update((bytes.len() as u64).to_le_bytes());
    hash.update(bytes);
}

fn lengths(hash: &mut Sha256, values: &[f32]) {
    for value in values {
        // Thousandths of a user unit: finer than any printer, coarser than rounding.
        let rounded = (f64::from(*value) * 1000.0).round() as i64;
        hash.update(rounded.to_le_bytes());
    }
}

fn end(hash: Sha256) -> Digest {
    let mut out = Digest::default();
    out.copy_from_slice(&hash.finalize()[..16]);
    out
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
