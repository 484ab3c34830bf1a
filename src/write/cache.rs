//! What can be used again when nearly the same document is written once more: fonts, forms, pages.
//!
//! Everything is found by what it is made from, so that a file written with kept parts looks like the file written
//! without them. As long as no letter is new it is the same, byte for byte; then glyphs keep their codes, and the new
//! one comes last.

use std::collections::HashMap;
use std::hash::Hash as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::assemble::DocumentUses;
use super::error::WriteError;
use super::face::{ArtForms, ArtUse, FaceDrawing};
use super::font::{Built, CodeLine, DocumentFonts};
use super::page::PackedPage;
use super::skeleton::Skeleton;
use super::{Document, PdfOptions};
use crate::hash::{Hash, hash_of};
use crate::impose::Sheet;
use crate::scene::Art;
use crate::text::TextBlock;

/// Writes after which a part that was not used is let go.
const PATIENCE: u64 = 3;

/// Parts with the number of the write that used them last.
type WriteShelf<T> = Mutex<HashMap<u128, (u64, T)>>;

/// Parts of a document that was written before.
#[derive(Default)]
pub struct Cache {
    round: AtomicU64,
    fonts: WriteShelf<Arc<Built>>,
    lines: Mutex<HashMap<usize, CodeLine>>,
    next_line: AtomicU64,
    arts: WriteShelf<Arc<ArtForms<'static>>>,
    faces: WriteShelf<Arc<FaceDrawing>>,
    pages: Mutex<HashMap<usize, CachedPage>>,
    skeleton: Mutex<Option<(u128, Skeleton)>>,
}

/// A page, and what it shows.
struct CachedPage {
    key: u128,
    sheet: Sheet,
    packed: PackedPage,
}

/// Kept parts as one document sees them.
pub(super) struct CacheView<'a> {
    kept: &'a Cache,
    document: &'a Document<'a>,
    options: &'a PdfOptions,
    /// What every form depends on: the codes of glyphs, the numbers of icons, the ink.
    salt: u128,
    /// Numbers of faces, by face.
    marks: &'a [u128],
    round: u64,
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cache {
    /// The kept parts for a document with these fonts, icons and sizes of pictures.
    pub(super) fn at<'a>(
        &'a self,
        fonts: &DocumentFonts<'_>,
        icons: &[(&Art, f32)],
        fit: u128,
        document: &'a Document<'a>,
        options: &'a PdfOptions,
    ) -> CacheView<'a> {
        let salt = hash_of(|hash| {
            for font in fonts.in_use() {
                (font, fonts.codes(font)).hash(hash);
            }
            for (art, size) in icons {
                (art.id, size.to_bits()).hash(hash);
            }
            (document.ink == super::Ink::Grey, fit).hash(hash);
        });
        CacheView {
            kept: self,
            document,
            options,
            salt,
            marks: &[],
            round: self.round.fetch_add(1, Ordering::Relaxed) + 1,
        }
    }

    /// Goes on with the codes that glyphs had before, so that a new letter leaves what is drawn as it is.
    pub(super) fn follow(&self, fonts: &mut DocumentFonts<'_>) {
        let next = || self.next_line.fetch_add(1, Ordering::Relaxed) + 1;
        fonts.follow(&mut open(&self.lines), next);
    }

    /// Lets go of what has not been used for some time.
    pub(super) fn tidy(&self) {
        let now = self.round.load(Ordering::Relaxed);
        let fresh = |used: &u64| used + PATIENCE > now;
        open(&self.fonts).retain(|_, (used, _)| fresh(used));
        open(&self.arts).retain(|_, (used, _)| fresh(used));
        open(&self.faces).retain(|_, (used, _)| fresh(used));
    }
}

impl<'a> CacheView<'a> {
    /// The same, with a number for every face.
    pub(super) fn with_marks(self, marks: &'a [u128]) -> Self {
        Self { marks, ..self }
    }

    /// What a shelf has under a key.
    fn find<T: Clone>(&self, shelf: &WriteShelf<T>, key: u128) -> Option<T> {
        let mut shelf = open(shelf);
        let (used, part) = shelf.get_mut(&key)?;
        *used = self.round;
        Some(part.clone())
    }

    fn keep<T>(&self, shelf: &WriteShelf<T>, key: u128, part: T) {
        open(shelf).insert(key, (self.round, part));
    }

    /// The subset of a font.
    pub(super) fn font(
        &self,
        fonts: &DocumentFonts<'_>,
        font: usize,
        build: impl FnOnce() -> Result<Built, WriteError>,
    ) -> Result<Built, WriteError> {
        let identity = fonts.identity(font);
        let key = hash_of(|hash| (font, identity).hash(hash));
        if let Some(built) = self.find(&self.kept.fonts, key) {
            return Ok((*built).clone());
        }
        let built = build()?;
        self.keep(&self.kept.fonts, key, Arc::new(built.clone()));
        Ok(built)
    }

    fn art_key(&self, used: &ArtUse<'_>) -> u128 {
        let lengths = [used.trim.w, used.trim.h, used.bleed].map(|l| l.0.to_bits());
        // Filters are drawn as dots, of which there may be more or fewer.
        let own = (used.faces == 1, used.placed == 1);
        hash_of(|hash| {
            (self.salt, used.art.id, lengths).hash(hash);
            (used.dpi, used.number, own).hash(hash);
        })
    }

    /// The forms of an art.
    pub(super) fn art<'b>(
        &self,
        used: &ArtUse<'b>,
        draw: impl FnOnce() -> Result<ArtForms<'b>, WriteError>,
    ) -> Result<ArtForms<'b>, WriteError> {
        let key = self.art_key(used);
        if let Some(forms) = self.find(&self.kept.arts, key) {
            return Ok((*forms).clone());
        }
        let forms = draw()?;
        if let Some(own) = forms.detached() {
            self.keep(&self.kept.arts, key, Arc::new(own));
        }
        Ok(forms)
    }

    fn face_key(&self, used: &ArtUse<'_>, (face, once): (usize, bool)) -> u128 {
        let art = self.art_key(used);
        hash_of(|hash| {
            (art, once).hash(hash);
            match self.marks.get(face) {
                Some(mark) => mark.hash(hash),
                None => {
                    let texts = &self.document.faces[face].scene.texts;
                    texts.iter().for_each(|t| feed_text(hash, t));
                }
            }
        })
    }

    /// A face, by its number and whether it is placed once.
    pub(super) fn face(
        &self,
        used: &ArtUse<'_>,
        face: (usize, bool),
        draw: impl FnOnce() -> Result<FaceDrawing, WriteError>,
    ) -> Result<FaceDrawing, WriteError> {
        let key = self.face_key(used, face);
        if let Some(face) = self.find(&self.kept.faces, key) {
            return Ok((*face).clone());
        }
        let face = draw()?;
        self.keep(&self.kept.faces, key, Arc::new(face.clone()));
        Ok(face)
    }

    /// A page.
    pub(super) fn page(
        &self,
        number: usize,
        used: &DocumentUses<'_>,
        draw: impl FnOnce() -> Result<PackedPage, WriteError>,
    ) -> Result<PackedPage, WriteError> {
        let (key, sheet) = (self.page_key(number, used), &self.document.sheets[number]);
        if let Some(known) = open(&self.kept.pages).get(&number)
            && known.key == key
            && known.sheet == *sheet
        {
            return Ok(known.packed.clone());
        }
        let packed = draw()?;
        let page = CachedPage {
            key,
            sheet: sheet.clone(),
            packed: packed.clone(),
        };
        open(&self.kept.pages).insert(number, page);
        Ok(packed)
    }

    fn page_key(&self, number: usize, used: &DocumentUses<'_>) -> u128 {
        hash_of(|hash| {
            self.salt.hash(hash);
            for item in &self.document.sheets[number].items {
                let Some(art) = used.art_of[item.face] else {
                    continue;
                };
                let art = &used.arts[art];
                let (w, h) = art.art.size();
                let units = [w, h].map(f32::to_bits);
                (art.number, units, art.bleed.0.to_bits()).hash(hash);
                // A face that is placed once is drawn into its page, so the page depends on all of it.
                if used.placed[item.face] == 1 {
                    self.face_key(art, (item.face, true)).hash(hash);
                }
            }
            for note in self.document.notes.get(number).into_iter().flatten() {
                let place = [note.x, note.y].map(|l| l.0.to_bits());
                (place, note.turn.quarters()).hash(hash);
                feed_text(hash, &note.text);
            }
            let warp = &self.options.backs;
            let moved = [warp.shift.0.0, warp.shift.1.0].map(f64::to_bits);
            (moved, warp.matrix.map(f64::to_bits)).hash(hash);
        })
    }

    /// The bare document.
    pub(super) fn skeleton(
        &self,
        build: impl FnOnce() -> Result<Skeleton, WriteError>,
    ) -> Result<Skeleton, WriteError> {
        let key = hash_of(|hash| {
            (
                &self.document.meta,
                self.document.outline,
                self.options.epoch,
            )
                .hash(hash);
            for sheet in self.document.sheets {
                let paper = [sheet.paper.w, sheet.paper.h].map(|l| l.0.to_bits());
                (paper, sheet.marks.is_empty(), sheet.guides.is_empty()).hash(hash);
            }
        });
        if let Some((known, skeleton)) = &*open(&self.kept.skeleton)
            && *known == key
        {
            return Ok(skeleton.clone());
        }
        let skeleton = build()?;
        *open(&self.kept.skeleton) = Some((key, skeleton.clone()));
        Ok(skeleton)
    }
}

/// Everything that a text draws.
fn feed_text(hash: &mut Hash, block: &TextBlock) {
    block.runs.len().hash(hash);
    for run in &block.runs {
        let place = [run.size, run.x, run.y].map(f32::to_bits);
        (run.font, place, run.fill, run.slant, &run.text).hash(hash);
        run.stroke.map(|(c, w)| (c, w.to_bits())).hash(hash);
        for glyph in &run.glyphs {
            let moves = [glyph.advance, glyph.dx, glyph.dy].map(f32::to_bits);
            (glyph.id, moves, glyph.len).hash(hash);
        }
    }
    for icon in &block.icons {
        let place = [icon.x, icon.y, icon.w, icon.h].map(f32::to_bits);
        (icon.art.id, place).hash(hash);
    }
}
