//! Draws scenes into coarse pictures.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use usvg::tiny_skia_path::Path;
use usvg::{FillRule, Group, Transform};

use super::edges::{Edges, hair};
use super::picture::{Mask, Picture, PixelGrid};
use super::tone::{Shade, Tone, WHITE, tone};
use crate::scene::{Art, Part};
use crate::template::Tints;
use crate::text::{FontBook, FontId, Rgb, TextBlock};

/// Pixels of a tile, each way.
const TILE: usize = 12;

/// Parts inside parts, at most.
const DEEPEST: usize = 40;

/// What is known of things that many faces show.
#[derive(Default)]
pub(crate) struct KnownLooks {
    /// How much ink letters take, in squares of the em.
    pub(super) letters: Mutex<Found<(FontId, u16), f32>>,
    /// What colours take.
    tones: Mutex<Found<Rgb, Tone>>,
    /// The mean shades of tiles, by what they show.
    tiles: Mutex<Found<u64, Option<Shade>>>,
}

/// What is found again by a quick hash.
type Found<K, V> = HashMap<K, V, BuildHasherDefault<crate::hash::Hash>>;

pub(super) fn is_even_odd(rule: FillRule) -> bool {
    rule == FillRule::EvenOdd
}

/// An outline that can be hashed: floats cannot be by themselves, their bits can.
pub(super) struct HashedPath<'p>(pub &'p Path);

impl Hash for HashedPath<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for verb in self.0.verbs() {
            (*verb as u8).hash(state);
        }
        for point in self.0.points() {
            (point.x.to_bits(), point.y.to_bits()).hash(state);
        }
    }
}

/// Draws faces into a picture.
pub(crate) struct Painter<'a> {
    /// What was drawn.
    pub picture: Picture,
    tints: &'a Tints,
    pub(super) fonts: &'a FontBook,
    parts: &'a [Part],
    pub(super) known: &'a KnownLooks,
    /// The texts of the face; none where the art alone is wanted.
    pub(super) texts: &'a [TextBlock],
    depth: usize,
    /// The mean shades of tiles, by where they lie: many shapes of a face have the same.
    tiles: RefCell<Found<usize, Option<Shade>>>,
    /// The hash of all that would be drawn, where that is wanted in place of a drawing.
    trace: Option<crate::hash::Hash>,
}

/// Where and how something is drawn.
#[derive(Clone)]
pub(super) struct DrawPlace {
    pub ts: Transform,
    pub alpha: f32,
    pub mask: Option<Rc<Mask>>,
}

impl DrawPlace {
    pub(super) fn within(&self, ts: Transform, alpha: f32) -> Self {
        Self {
            ts: self.ts.pre_concat(ts),
            alpha: self.alpha * alpha,
            mask: self.mask.clone(),
        }
    }
}

impl<'a> Painter<'a> {
    /// A painter of faces that share `parts`.
    pub(crate) fn new(
        picture: Picture,
        tints: &'a Tints,
        fonts: &'a FontBook,
        parts: &'a [Part],
        known: &'a KnownLooks,
    ) -> Self {
        Self {
            picture,
            tints,
            fonts,
            parts,
            known,
            texts: &[],
            depth: 0,
            tiles: RefCell::default(),
            trace: None,
        }
    }

    /// A number for what a picture would show: equal numbers, equal pictures. Nothing is drawn.
    pub(crate) fn traced(mut self, art: &Art, ts: Transform) -> u64 {
        self.trace = Some(crate::hash::Hash::default());
        self.draw(art, &[], ts);
        self.trace.map_or(0, |trace| trace.finish())
    }

    /// Adds something to the hash, if there is one: then it need not be drawn, and this is true.
    pub(super) fn note(&mut self, what: impl Hash, place: &DrawPlace) -> bool {
        let Some(trace) = &mut self.trace else {
            return false;
        };
        let t = place.ts;
        let numbers = [t.sx, t.kx, t.ky, t.sy, t.tx, t.ty, place.alpha];
        (what, numbers.map(f32::to_bits), place.mask.is_some()).hash(trace);
        true
    }

    /// Draws art with texts; `ts` goes from its units to pixels.
    pub(crate) fn draw(&mut self, art: &Art, texts: &'a [TextBlock], ts: Transform) {
        self.texts = texts;
        let place = DrawPlace {
            ts,
            alpha: 1.0,
            mask: None,
        };
        self.children(art.tree.root(), &place);
    }

    pub(super) fn children(&mut self, group: &Group, place: &DrawPlace) {
        group.children().iter().for_each(|n| self.node(n, place));
    }

    /// What a colour takes.
    pub(super) fn tone(&self, color: Rgb) -> Tone {
        let mut known = open(&self.known.tones);
        let read = || tone(self.tints.read(color));
        *known.entry(color).or_insert_with(read)
    }

    /// Whether something of a box in user space can be seen.
    pub(super) fn shows(&self, [left, top, right, bottom]: [f32; 4], place: &DrawPlace) -> bool {
        let t = place.ts;
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let xs = corners.map(|(x, y)| t.sx * x + t.kx * y + t.tx);
        let ys = corners.map(|(x, y)| t.ky * x + t.sy * y + t.ty);
        let low = |v: [f32; 4]| v.into_iter().fold(f32::INFINITY, f32::min) - 1.0;
        let high = |v: [f32; 4]| v.into_iter().fold(f32::NEG_INFINITY, f32::max) + 1.0;
        self.picture
            .grid
            .shows([low(xs), low(ys), high(xs), high(ys)])
    }

    pub(super) fn part(&mut self, number: usize, place: &DrawPlace) -> bool {
        let parts = self.parts;
        let Some(part) = parts.get(number) else {
            return false;
        };
        if self.note(("part", number), place) {
            return true;
        }
        if let Some(group) = part.group().filter(|_| self.depth < DEEPEST) {
            self.depth += 1;
            self.children(group, place);
            self.depth -= 1;
        }
        true
    }

    pub(super) fn fill(&mut self, edges: &Edges, rule: FillRule, shade: Shade, place: &DrawPlace) {
        let shade = shade.faded(place.alpha);
        self.picture.fill(edges, rule, shade, place.mask.as_deref());
    }
}

/// Lines and tiles.
impl Painter<'_> {
    pub(super) fn stroke(
        &mut self,
        path: &Path,
        width: f32,
        dashes: &[f32],
        shade: Shade,
        place: &DrawPlace,
    ) {
        let dotted: Vec<u32> = dashes.iter().map(|d| d.to_bits()).collect();
        if self.note((HashedPath(path), width.to_bits(), dotted, shade), place) {
            return;
        }
        // Dashes are seen as a lighter line.
        let drawn: f32 = dashes.iter().step_by(2).sum();
        let all: f32 = dashes.iter().sum();
        let share = if all > 0.0 { drawn / all } else { 1.0 };
        let shade = shade.faded(share * place.alpha);
        let (sx, sy) = place.ts.get_scale();
        let thick = width * (sx * sy).abs().sqrt();
        let mask = place.mask.as_deref();
        let picture = &mut self.picture;
        if thick < 1.0 {
            return hair(path, place.ts, |at, length| {
                picture.dab(at, (length * thick).min(1.0), shade, mask);
            });
        }
        let edges = Edges::stroked(path, place.ts, width);
        picture.fill(&edges, FillRule::NonZero, shade, mask);
    }

    /// The mean of what a tile shows, looked at once.
    pub(super) fn tile(&self, pattern: &usvg::Pattern) -> Option<Shade> {
        let key = std::ptr::from_ref(pattern).addr();
        if let Some(known) = self.tiles.borrow().get(&key) {
            return *known;
        }
        let rect = pattern.rect();
        let (w, h) = (rect.width(), rect.height());
        if self.depth >= DEEPEST || w <= 0.0 || h <= 0.0 {
            return None;
        }
        // Many faces have the same tiles.
        let shown = self.marked(pattern.root(), w, h);
        let known = open(&self.known.tiles).get(&shown).copied();
        let mean = known.unwrap_or_else(|| self.mean(pattern.root(), w, h));
        open(&self.known.tiles).insert(shown, mean);
        self.tiles.borrow_mut().insert(key, mean);
        mean
    }

    /// A painter of one tile, and how it is placed.
    fn of_tile(&self, picture: Picture, w: f32, h: f32) -> (Self, DrawPlace) {
        let mut painter = Painter::new(picture, self.tints, self.fonts, self.parts, self.known);
        painter.depth = self.depth + 1;
        let place = DrawPlace {
            ts: Transform::from_scale(TILE as f32 / w, TILE as f32 / h),
            alpha: 1.0,
            mask: None,
        };
        (painter, place)
    }

    /// A number for what a tile shows: equal numbers, equal means.
    fn marked(&self, root: &Group, w: f32, h: f32) -> u64 {
        let bare = Picture::bare(PixelGrid::new(TILE, TILE, None));
        let (mut painter, place) = self.of_tile(bare, w, h);
        painter.trace = Some(crate::hash::Hash::default());
        painter.children(root, &place);
        painter.trace.map_or(0, |trace| trace.finish())
    }

    /// The mean of what a tile shows: how dark it is on white and on black tells how opaque it is.
    fn mean(&self, root: &Group, w: f32, h: f32) -> Option<Shade> {
        let [light, dark] = [WHITE, [0.0, 0.0, 0.0, 255.0]].map(|ground| {
            let picture = Picture::new(PixelGrid::new(TILE, TILE, None)).on(ground);
            let (mut painter, place) = self.of_tile(picture, w, h);
            painter.children(root, &place);
            painter.picture.mean()
        });
        let alpha = 1.0 - (dark[3] - light[3]) / 255.0;
        let tone = light.map(|v| v / alpha);
        (alpha > 0.01).then_some(Shade { tone, alpha })
    }
}

pub(super) fn open<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
