//! What a face looks like, as a number that stays the same from run to run: equal numbers, equal faces.

use std::collections::HashMap;
use std::sync::Mutex;

use super::{DEFAULT_DPI, PrintOptions, dpi};
use crate::hash::{combine, hash};
use crate::kit::Kit;
use crate::scene::{Studio, file_name, read_xml};
use crate::template::Face;
use crate::text::TextBlock;
use crate::units::Size;

/// The number of a face.
pub(super) type Digest = [u8; 16];

/// A number that grows with all that is put in.
#[derive(Default)]
struct FaceHash(u128);

impl FaceHash {
    /// Adds something of any length so that no two sequences look alike.
    fn part(&mut self, bytes: &[u8]) {
        self.0 = combine(self.0, hash(bytes));
    }

    fn lengths(&mut self, values: &[f32]) {
        for value in values {
            // Thousandths of a user unit: finer than any printer, coarser than rounding.
            let rounded = (f64::from(*value) * 1000.0).round() as i64;
            self.0 = combine(self.0, u128::from(rounded as u64));
        }
    }

    fn end(self) -> Digest {
        self.0.to_be_bytes()
    }
}

/// Hashes faces of one kit; files that they show are read once.
pub(super) struct Digester<'a> {
    kit: &'a Kit,
    studio: &'a Studio<'a>,
    options: &'a PrintOptions,
    /// The kit's own fonts, if it has any: they change what every text looks like.
    fonts: Digest,
    files: Mutex<HashMap<String, Digest>>,
}

impl<'a> Digester<'a> {
    /// A hasher for the faces that a studio draws with these options.
    pub(super) fn new(kit: &'a Kit, studio: &'a Studio<'a>, options: &'a PrintOptions) -> Self {
        let mut hash = FaceHash::default();
        let own = kit.source.files().unwrap_or_default();
        for file in own.iter().filter(|f| f.starts_with("fonts/")) {
            hash.part(file.as_bytes());
            hash.part(&kit.source.read(file).unwrap_or_default());
        }
        Self {
            kit,
            studio,
            options,
            fonts: hash.end(),
            files: Mutex::default(),
        }
    }

    /// The number of a face of this size, which is one of a component.
    pub(super) fn face(&self, face: &Face, size: Size, component: usize) -> Digest {
        let mut hash = FaceHash::default();
        hash.part(self.studio.ink().name().as_bytes());
        hash.lengths(&[size.w.0 as f32, size.h.0 as f32]);
        self.drawing(&mut hash, &face.svg);
        // Where nobody asks for another fineness this is left out, as it was before anybody could.
        let dpi = dpi(self.kit, self.options, component);
        if dpi != DEFAULT_DPI && has_pixels(&face.svg) {
            hash.part(&dpi.to_le_bytes());
        }
        for block in &face.texts {
            self.text(&mut hash, block);
        }
        hash.end()
    }

    /// SVG, with the files that it shows and the fonts that it names.
    fn drawing(&self, hash: &mut FaceHash, svg: &str) {
        hash.part(svg.as_bytes());
        for link in links(svg) {
            hash.part(&self.file(&file_name(&self.kit.source, &link)));
        }
        if self.fonts != Digest::default() && svg.contains("<text") {
            hash.part(&self.fonts);
        }
        for font in self.studio.stand_ins() {
            hash.part(font.name.as_bytes());
            hash.part(font.by.as_bytes());
        }
    }

    fn text(&self, hash: &mut FaceHash, block: &TextBlock) {
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
            self.drawing(hash, &svg);
        }
    }

    /// The number of a file's content.
    fn file(&self, name: &str) -> Digest {
        if let Ok(known) = self.files.lock()
            && let Some(digest) = known.get(name)
        {
            return *digest;
        }
        let mut hash = FaceHash::default();
        hash.part(&self.kit.source.read(name).unwrap_or_default());
        let digest = hash.end();
        if let Ok(mut known) = self.files.lock() {
            known.insert(name.to_owned(), digest);
        }
        digest
    }
}

/// Whether a drawing is turned into dots somewhere: it looks different when these are finer.
fn has_pixels(svg: &str) -> bool {
    svg.contains("<image") || svg.contains("filter") || svg.contains("feImage")
}

/// Several numbers as one.
pub(super) fn joined(digests: &[Option<Digest>]) -> Digest {
    let mut hash = FaceHash::default();
    for digest in digests {
        match digest {
            Some(d) => hash.part(d),
            None => hash.part(&[]),
        }
    }
    hash.end()
}

/// Whether an `href` may lead out of the drawing. Most lead to its own ids: that is seen without reading all of it.
fn may_link(svg: &str) -> bool {
    memchr::memmem::find_iter(svg.as_bytes(), "href").any(|at| {
        let rest = svg[at + "href".len()..].trim_start();
        let value = rest.strip_prefix('=').map(str::trim_start);
        let value = value.and_then(|v| v.strip_prefix(['"', '\'']));
        value.is_some_and(|v| !v.starts_with('#') && !v.starts_with("data:"))
    })
}

/// What a drawing links to outside itself, as its `href`s say.
fn links(svg: &str) -> Vec<String> {
    if !may_link(svg) {
        return Vec::new();
    }
    // Quotes, entities and spaces are XML's business. A drawing that is none is refused when it is drawn.
    let Ok(xml) = read_xml(svg) else {
        return Vec::new();
    };
    let all = xml.descendants().flat_map(|n| n.attributes());
    let links = all.filter(|a| a.name() == "href").map(|a| a.value());
    let outside = |l: &&str| !(l.is_empty() || l.starts_with('#') || l.starts_with("data:"));
    links.filter(outside).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_however_they_are_written() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
            <use href="#a"/><image xlink:href="a.png"/><image href='b/c.jpg'/><image href="data:x"/>
            <image href = "salt&amp;pepper.png"/></svg>"##;
        assert_eq!(links(svg), ["a.png", "b/c.jpg", "salt&pepper.png"]);
    }

    #[test]
    fn nothing_is_not_the_same_as_something() {
        let one = [1; 16];
        assert_ne!(joined(&[Some(one), None]), joined(&[Some(one)]));
        assert_ne!(joined(&[None, Some(one)]), joined(&[Some(one), None]));
    }
}
