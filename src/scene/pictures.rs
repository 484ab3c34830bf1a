//! Picture files of a kit: each is read, looked through and made ready once, however many cards show it.
//! Broken ones are refused by name; photographs that lie on their side are turned; `saver` prints at half strength.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use usvg::ImageKind;

use super::{Pixels, inspect};
use crate::colour::Ink;
use crate::hash::hash;
use crate::jpeg;
use crate::kit::{Source, slashed};
use crate::say;
use crate::say::{MessageValue, Say, Told};

/// The quality that photographs are written with when they must be written anew.
const QUALITY: u8 = 92;

type Loaded = Result<ImageKind, Say>;
type PictureSlot = Arc<OnceLock<Loaded>>;

/// The pictures of one kit in one ink.
#[derive(Default)]
pub(super) struct Pictures {
    files: Mutex<HashMap<String, PictureSlot>>,
    embedded: Mutex<HashMap<u128, PictureSlot>>,
    used: Mutex<BTreeSet<String>>,
    /// Whether whoever draws them finds out by himself that one is broken.
    pub trusting: bool,
}

impl Pictures {
    /// A picture file of the kit, for `<image href="…">`.
    pub(super) fn file(
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
        let shown = MessageValue::Plain(format!("`{name}`"));
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
            pixels => slot
                .get_or_init(|| ready(&shown, pixels, ink, self.trusting))
                .clone(),
        }
    }

    /// A picture that stands inside the SVG itself.
    pub(super) fn embedded(
        &self,
        data: Arc<Vec<u8>>,
        ink: Ink,
        options: &usvg::Options<'_>,
    ) -> Loaded {
        let slot = slot(&self.embedded, hash(data.as_slice()));
        if let Some(known) = slot.get() {
            return known.clone();
        }
        let shown = say!("an embedded picture").told();
        match inspect::picture(&shown, data, options)? {
            drawing @ ImageKind::SVG(_) => Ok(drawing),
            pixels => slot
                .get_or_init(|| ready(&shown, pixels, ink, self.trusting))
                .clone(),
        }
    }

    /// The file that a picture of pixels came from.
    pub(super) fn name(&self, kind: &ImageKind) -> Option<String> {
        let files = self.files.lock().ok()?;
        let same = |slot: &PictureSlot| match slot.get() {
            Some(Ok(known)) => same_bytes(known, kind),
            _ => false,
        };
        files
            .iter()
            .find(|(_, slot)| same(slot))
            .map(|(name, _)| name.clone())
    }

    /// Notes that a file of the kit is used.
    pub(super) fn note(&self, name: &str) {
        if let Ok(mut used) = self.used.lock() {
            used.insert(name.to_owned());
        }
    }

    /// The files that were asked for so far.
    pub(super) fn used(&self) -> BTreeSet<String> {
        self.used
            .lock()
            .map(|used| used.clone())
            .unwrap_or_default()
    }
}

fn slot<K: std::hash::Hash + Eq>(shelf: &Mutex<HashMap<K, PictureSlot>>, key: K) -> PictureSlot {
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
pub(crate) fn file_name(source: &Source, href: &str) -> String {
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

/// A picture of pixels that prints as it should: sound, upright, and light where ink is to be saved.
fn ready(name: &MessageValue, kind: ImageKind, ink: Ink, trusting: bool) -> Loaded {
    let damaged = || say!("{} is damaged or cut off", name);
    let mut turn = 1;
    if let ImageKind::JPEG(bytes) = &kind {
        let facts = match jpeg::facts(bytes) {
            Some(facts) => facts,
            None if jpeg::is_unusual(bytes) => {
                let what = say!(
                    "{} is a JPEG of a kind that few programs read (lossless, arithmetic or not of 8 bits); save it as an ordinary one",
                    name
                );
                return Err(what);
            }
            None if trusting => return Ok(kind),
            None => return Err(damaged()),
        };
        if facts.components == 4 {
            let what = say!(
                "{} is a JPEG for printing presses (CMYK); save it as RGB",
                name
            );
            return Err(what);
        }
        turn = facts.orientation;
    }
    let as_it_is = turn == 1 && ink != Ink::Saver;
    if as_it_is && trusting {
        return Ok(kind);
    }
    let pixels = Pixels::decode(&kind).ok_or_else(damaged)?;
    if as_it_is {
        return Ok(kind);
    }
    let mut pixels = pixels.turned(turn);
    if ink == Ink::Saver {
        pixels.lighten();
    }
    if matches!(kind, ImageKind::JPEG(_)) {
        let (w, h, grey) = (pixels.width, pixels.height, pixels.step == 1);
        let bytes = jpeg::encode(w, h, grey, &pixels.data, QUALITY).ok_or_else(damaged)?;
        return Ok(ImageKind::JPEG(Arc::new(bytes)));
    }
    let bytes = pixels.to_png().ok_or_else(damaged)?;
    Ok(ImageKind::PNG(Arc::new(bytes)))
}
