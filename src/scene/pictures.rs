//! Picture files of a kit: each is read, looked through and made ready once, however many cards show it.
//! Broken ones are refused by name; photographs that lie on their side are turned; `saver` prints at half strength.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

use resvg::tiny_skia::Pixmap;
use usvg::{ImageHrefResolver, ImageKind, Transform};

use super::{draw, inspect};
use crate::jpeg;
use crate::kit::{Source, slashed};
use crate::say;
use crate::say::{Say, Told, Value};
use crate::template::Ink;

/// The quality that photographs are written with when they must be written anew.
const QUALITY: u8 = 92;

type Loaded = Result<ImageKind, Say>;
type Slot = Arc<OnceLock<Loaded>>;

/// The pictures of one kit in one ink.
#[derive(Default)]
pub struct Pictures {
    files: Mutex<HashMap<String, Slot>>,
    embedded: Mutex<HashMap<u128, Slot>>,
    used: Mutex<BTreeSet<String>>,
}

impl Pictures {
    /// A picture file of the kit, for `<image href="…">`.
    pub fn file(
        &self,
        source: &Source,
        href: &str,
        ink: Ink,
        options: &usvg::Options<'_>,
    ) -> Loaded {
        if href.contains("://") && !href.starts_with("file:") {
            let what = say!(
                "`{}` would need the network; copy the picture into the kit",
                href
            );
            return Err(what);
        }
        let name = file_name(source, href);
        self.note(&name);
        let slot = slot(&self.files, name.clone());
        if let Some(known) = slot.get() {
            return known.clone();
        }
        let shown = Value::Plain(format!("`{name}`"));
        let load = || {
            let bytes = source.read(&name).map_err(|p| match &p.hint {
                Some(hint) => say!("{} ({})", p.what, hint),
                None => p.what,
            })?;
            inspect::picture(&shown, Arc::new(bytes.into_owned()), options)
        };
        let kind = load()?;
        // Drawings depend on where they are parsed; only pixels are kept.
        match kind {
            ImageKind::SVG(_) => Ok(kind),
            pixels => slot.get_or_init(|| ready(&shown, pixels, ink)).clone(),
        }
    }

    /// A picture that stands inside the SVG itself.
    pub fn embedded(&self, data: Arc<Vec<u8>>, ink: Ink, options: &usvg::Options<'_>) -> Loaded {
        let slot = slot(&self.embedded, identity(&data));
        if let Some(known) = slot.get() {
            return known.clone();
        }
        let shown = say!("an embedded picture").told();
        match inspect::picture(&shown, data, options)? {
            drawing @ ImageKind::SVG(_) => Ok(drawing),
            pixels => slot.get_or_init(|| ready(&shown, pixels, ink)).clone(),
        }
    }

    /// The file that a picture of pixels came from.
    pub fn name(&self, kind: &ImageKind) -> Option<String> {
        let files = self.files.lock().ok()?;
        let same = |slot: &Slot| match slot.get() {
            Some(Ok(known)) => same_bytes(known, kind),
            _ => false,
        };
        files
            .iter()
            .find(|(_, slot)| same(slot))
            .map(|(name, _)| name.clone())
    }

    /// Notes that a file of the kit is used.
    pub fn note(&self, name: &str) {
        if let Ok(mut used) = self.used.lock() {
            used.insert(name.to_owned());
        }
    }

    /// The files that were asked for so far.
    pub fn used(&self) -> BTreeSet<String> {
        self.used
            .lock()
            .map(|used| used.clone())
            .unwrap_or_default()
    }
}

fn slot<K: Hash + Eq>(shelf: &Mutex<HashMap<K, Slot>>, key: K) -> Slot {
    let mut shelf = shelf.lock().unwrap_or_else(|e| e.into_inner());
    shelf.entry(key).or_default().clone()
}

/// Whether two pictures share their bytes.
fn same_bytes(a: &ImageKind, b: &ImageKind) -> bool {
    use ImageKind::{GIF, JPEG, PNG, WEBP};
    match (a, b) {
        (JPEG(a), JPEG(b)) | (PNG(a), PNG(b)) | (GIF(a), GIF(b)) | (WEBP(a), WEBP(b)) => {
            Arc::ptr_eq(a, b)
        }
        _ => false,
    }
}

/// The file that a link means: editors write `my%20cat.png` for `my cat.png`.
pub fn file_name(source: &Source, href: &str) -> String {
    let href = &*slashed(href);
    let plain = href.strip_prefix("./").unwrap_or(href);
    if source.has(plain) || !plain.contains('%') {
        return plain.to_owned();
    }
    let mut bytes = Vec::with_capacity(plain.len());
    let mut rest = plain.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|c| u8::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = &after[if code.is_some() { 2 } else { 0 }..];
    }
    match String::from_utf8(bytes) {
        Ok(name) if source.has(&name) => name,
        _ => plain.to_owned(),
    }
}

fn identity(data: &[u8]) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, data).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(1) << 64 | half(2)
}

/// A picture of pixels that prints as it should: sound, upright, and light where ink is to be saved.
fn ready(name: &Value, kind: ImageKind, ink: Ink) -> Loaded {
    let damaged = || say!("{} is damaged or cut off", name);
    let mut turn = 1;
    if let ImageKind::JPEG(bytes) = &kind {
        let facts = jpeg::facts(bytes).ok_or_else(damaged)?;
        if facts.components == 4 {
            let what = say!(
                "{} is a JPEG for printing presses (CMYK); save it as RGB",
                name
            );
            return Err(what);
        }
        if facts.usual && !jpeg::is_whole(bytes) {
            return Err(damaged());
        }
        turn = facts.orientation;
        // It was walked through: there is no need to decode it now.
        if facts.usual && turn == 1 && ink != Ink::Saver {
            return Ok(kind);
        }
    }
    let pixmap = pixels(&kind).ok_or_else(damaged)?;
    if turn == 1 && ink != Ink::Saver {
        return Ok(kind);
    }
    let mut pixmap = turned(&pixmap, turn).ok_or_else(damaged)?;
    if ink == Ink::Saver {
        lighten(&mut pixmap);
    }
    if matches!(kind, ImageKind::JPEG(_)) {
        let rgb: Vec<u8> = pixmap
            .data()
            .chunks_exact(4)
            .flat_map(|p| [p[0], p[1], p[2]])
            .collect();
        let bytes = jpeg::encode(pixmap.width(), pixmap.height(), false, &rgb, QUALITY);
        return Ok(ImageKind::JPEG(Arc::new(bytes)));
    }
    let bytes = pixmap.encode_png().map_err(|_| damaged())?;
    Ok(ImageKind::PNG(Arc::new(bytes)))
}

/// The pixels of a picture; nothing when it cannot be decoded.
fn pixels(kind: &ImageKind) -> Option<Pixmap> {
    let bytes = match kind {
        ImageKind::PNG(bytes) => return Pixmap::decode_png(bytes).ok(),
        ImageKind::JPEG(bytes) | ImageKind::GIF(bytes) | ImageKind::WEBP(bytes) => bytes,
        ImageKind::SVG(_) => return None,
    };
    let size = imagesize::blob_size(bytes).ok()?;
    let (w, h) = (size.width, size.height);
    let kind = kind.clone();
    let options = usvg::Options {
        image_href_resolver: ImageHrefResolver {
            resolve_string: Box::new(move |_, _| Some(kind.clone())),
            ..ImageHrefResolver::default()
        },
        ..usvg::Options::default()
    };
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}"><image href="picture" width="{w}" height="{h}" style="image-rendering:pixelated"/></svg>"#
    );
    let tree = usvg::Tree::from_str(&svg, &options).ok()?;
    let mut pixmap = Pixmap::new(u32::try_from(w).ok()?, u32::try_from(h).ok()?)?;
    draw(&tree, Transform::identity(), &mut pixmap.as_mut()).ok()?;
    // What cannot be decoded is not drawn.
    pixmap.data().iter().any(|v| *v != 0).then_some(pixmap)
}

/// A picture turned and mirrored as EXIF's eight orientations say.
fn turned(from: &Pixmap, orientation: u8) -> Option<Pixmap> {
    let (w, h) = (from.width() as usize, from.height() as usize);
    let (width, height) = if orientation >= 5 { (h, w) } else { (w, h) };
    let mut out = Pixmap::new(width as u32, height as u32)?;
    let pixels = from.pixels();
    for (i, to) in out.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (i % width, i / width);
        let (sx, sy) = match orientation {
            2 => (w - 1 - x, y),
            3 => (w - 1 - x, h - 1 - y),
            4 => (x, h - 1 - y),
            5 => (y, x),
            6 => (y, h - 1 - x),
            7 => (w - 1 - y, h - 1 - x),
            8 => (w - 1 - y, x),
            _ => (x, y),
        };
        *to = pixels[sy * w + sx];
    }
    Some(out)
}

/// Half of the ink.
fn lighten(pixmap: &mut Pixmap) {
    for pixel in pixmap.data_mut().chunks_exact_mut(4) {
        let white = u16::from(pixel[3]);
        for level in &mut pixel[..3] {
            *level = ((u16::from(*level) + white) / 2) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::PremultipliedColorU8;

    /// A picture of three by two pixels, numbered from 1.
    fn numbered() -> Pixmap {
        let mut pixmap = Pixmap::new(3, 2).expect("a size");
        for (i, p) in pixmap.pixels_mut().iter_mut().enumerate() {
            *p = PremultipliedColorU8::from_rgba(i as u8 + 1, 0, 0, 255).expect("a colour");
        }
        pixmap
    }

    #[test]
    fn pictures_are_turned_as_exif_says() {
        let rows = |orientation: u8| -> (u32, Vec<u8>) {
            let t = turned(&numbered(), orientation).expect("turned");
            (t.width(), t.pixels().iter().map(|p| p.red()).collect())
        };
        assert_eq!(rows(1), (3, vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(rows(2), (3, vec![3, 2, 1, 6, 5, 4]));
        assert_eq!(rows(3), (3, vec![6, 5, 4, 3, 2, 1]));
        assert_eq!(rows(4), (3, vec![4, 5, 6, 1, 2, 3]));
        assert_eq!(rows(5), (2, vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(rows(6), (2, vec![4, 1, 5, 2, 6, 3]));
        assert_eq!(rows(7), (2, vec![6, 3, 5, 2, 4, 1]));
        assert_eq!(rows(8), (2, vec![3, 6, 2, 5, 1, 4]));
    }

    #[test]
    fn saver_prints_at_half_strength() {
        let mut pixmap = numbered();
        lighten(&mut pixmap);
        let first = pixmap.pixels()[0];
        assert_eq!((first.red(), first.green(), first.alpha()), (128, 127, 255));
    }
}
