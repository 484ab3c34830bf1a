//! Draws scenes into coarse pictures.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use resvg::tiny_skia::Pixmap;
use usvg::tiny_skia_path::Path;
use usvg::{BlendMode, FillRule, Transform};

use super::edges::{Edges, hair};
use super::picture::{Mask, Picture};
use super::tone::{Shade, Tone, WHITE, of_pixel, tone};
use crate::scene::{Art, Part, draw_node, first_slot, part_slot, text_slot};
use crate::template::Tints;
use crate::text::{FontBook, FontId, GlyphRun, Rgb, TextBlock, glyph_area};

/// The height of letters that are not capitals, in ems: most ink of a line lies between it and the baseline.
const LETTERS: f32 = 0.72;

/// How thick the stems of letters are, in ems: an outline around them makes them thicker by its width.
const STEM: f32 = 0.1;

/// Pixels of a tile, each way.
const TILE: usize = 12;

/// Parts inside parts, at most.
const DEEPEST: usize = 40;

/// What is known of things that many faces show.
#[derive(Default)]
pub struct Known {
    /// How much ink letters take, in squares of the em.
    letters: Mutex<HashMap<(FontId, u16), f32>>,
}

fn is_even_odd(rule: FillRule) -> bool {
    rule == FillRule::EvenOdd
}

/// An outline as something that is taken down.
struct Outline<'p>(&'p Path);

impl Hash for Outline<'_> {
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
pub struct Painter<'a> {
    /// What was drawn.
    pub picture: Picture,
    tints: &'a Tints,
    fonts: &'a FontBook,
    parts: &'a [Part],
    known: &'a Known,
    /// The texts of the face; none where the art alone is wanted.
    texts: &'a [TextBlock],
    depth: usize,
    /// Takes down what would be drawn instead of drawing it.
    trace: Option<DefaultHasher>,
}

/// Where and how something is drawn.
#[derive(Clone)]
struct Place {
    ts: Transform,
    alpha: f32,
    mask: Option<Rc<Mask>>,
}

impl Place {
    fn within(&self, ts: Transform, alpha: f32) -> Self {
        Self {
            ts: self.ts.pre_concat(ts),
            alpha: self.alpha * alpha,
            mask: self.mask.clone(),
        }
    }
}

impl<'a> Painter<'a> {
    /// A painter of faces that share `parts`.
    pub fn new(
        picture: Picture,
        tints: &'a Tints,
        fonts: &'a FontBook,
        parts: &'a [Part],
        known: &'a Known,
    ) -> Self {
        Self {
            picture,
            tints,
            fonts,
            parts,
            known,
            texts: &[],
            depth: 0,
            trace: None,
        }
    }

    /// A number for what a picture would show: equal numbers, equal pictures. Nothing is drawn.
    pub fn traced(mut self, art: &Art, ts: Transform) -> u64 {
        self.trace = Some(DefaultHasher::new());
        self.draw(art, &[], ts);
        self.trace.map_or(0, |trace| trace.finish())
    }

    /// Takes something down; whether that was all that is wanted.
    fn note(&mut self, what: impl Hash, place: &Place) -> bool {
        let Some(trace) = &mut self.trace else {
            return false;
        };
        let t = place.ts;
        let numbers = [t.sx, t.kx, t.ky, t.sy, t.tx, t.ty, place.alpha];
        (what, numbers.map(f32::to_bits), place.mask.is_some()).hash(trace);
        true
    }

    /// Draws art with texts; `ts` goes from its units to pixels.
    pub fn draw(&mut self, art: &Art, texts: &'a [TextBlock], ts: Transform) {
        self.texts = texts;
        let place = Place {
            ts,
            alpha: 1.0,
            mask: None,
        };
        self.children(art.tree.root(), &place);
    }

    fn children(&mut self, group: &usvg::Group, place: &Place) {
        group.children().iter().for_each(|n| self.node(n, place));
    }

    fn tone(&self, [r, g, b]: [u8; 3]) -> Tone {
        tone(self.tints.read(Rgb { r, g, b }))
    }

    /// Whether something of a box in user space can be seen.
    fn shows(&self, [left, top, right, bottom]: [f32; 4], place: &Place) -> bool {
        let t = place.ts;
        let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
        let xs = corners.map(|(x, y)| t.sx * x + t.kx * y + t.tx);
        let ys = corners.map(|(x, y)| t.ky * x + t.sy * y + t.ty);
        let low = |v: [f32; 4]| v.into_iter().fold(f32::INFINITY, f32::min) - 1.0;
        let high = |v: [f32; 4]| v.into_iter().fold(f32::NEG_INFINITY, f32::max) + 1.0;
        self.picture.shows([low(xs), low(ys), high(xs), high(ys)])
    }

    fn part(&mut self, number: usize, place: &Place) -> bool {
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

    fn fill(&mut self, edges: &Edges, rule: FillRule, shade: Shade, place: &Place) {
        let shade = Shade {
            alpha: shade.alpha * place.alpha,
            ..shade
        };
        self.picture.fill(edges, rule, shade, place.mask.as_deref());
    }
}

/// Lines and tiles.
impl Painter<'_> {
    fn stroke(&mut self, path: &Path, width: f32, dashes: &[f32], shade: Shade, place: &Place) {
        let dotted: Vec<u32> = dashes.iter().map(|d| d.to_bits()).collect();
        if self.note((Outline(path), width.to_bits(), dotted, shade), place) {
            return;
        }
        // Dashes are seen as a lighter line.
        let drawn: f32 = dashes.iter().step_by(2).sum();
        let all: f32 = dashes.iter().sum();
        let share = if all > 0.0 { drawn / all } else { 1.0 };
        let shade = Shade {
            alpha: shade.alpha * share * place.alpha,
            ..shade
        };
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

    /// The mean of what a tile shows: its shade on white and on black tells how opaque it is.
    fn mean(&self, root: &usvg::Group, w: f32, h: f32) -> Option<Shade> {
        if self.depth >= DEEPEST || w <= 0.0 || h <= 0.0 {
            return None;
        }
        let place = Place {
            ts: Transform::from_scale(TILE as f32 / w, TILE as f32 / h),
            alpha: 1.0,
            mask: None,
        };
        let [light, dark] = [WHITE, [[0; 3]; 3]].map(|ground| {
            let picture = Picture::new(TILE, TILE, None).on(ground);
            let mut painter = Painter::new(picture, self.tints, self.fonts, self.parts, self.known);
            painter.depth = self.depth + 1;
            painter.children(root, &place);
            mean(painter.picture.pixels())
        });
        let clear: f32 = light[0].iter().zip(dark[0]).map(|(l, d)| l - d).sum();
        let alpha = 1.0 - clear / 3.0 / 255.0;
        let tone =
            dark.map(|ink| ink.map(|v| (v / alpha.max(0.01)).round().clamp(0.0, 255.0) as u8));
        (alpha > 0.01).then_some(Shade { tone, alpha })
    }
}

/// The mean of all pixels.
fn mean(pixels: &[Tone]) -> [[f32; 3]; 3] {
    let mut sums = [[0.0; 3]; 3];
    for pixel in pixels {
        let all = pixel.as_flattened().iter();
        for (sum, v) in sums.as_flattened_mut().iter_mut().zip(all) {
            *sum += f32::from(*v);
        }
    }
    sums.map(|ink| ink.map(|sum| sum / pixels.len().max(1) as f32))
}

fn open<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whole trees.
impl Painter<'_> {
    fn node(&mut self, node: &usvg::Node, place: &Place) {
        match node {
            usvg::Node::Group(group) => self.group(node, group, place),
            usvg::Node::Path(path) => match (text_slot(path.id()), part_slot(path.id())) {
                (Some(slot), _) => self.text(slot, place),
                (_, Some(part)) if self.part(part, place) => {}
                _ => self.path(path, place),
            },
            usvg::Node::Image(image) => match image.kind() {
                _ if !image.is_visible() => {}
                usvg::ImageKind::SVG(tree) => self.children(tree.root(), place),
                _ => self.rendered(node, place, true),
            },
            usvg::Node::Text(text) => {
                let place = place.within(text.flattened().transform(), 1.0);
                self.children(text.flattened(), &place);
            }
        }
    }

    fn group(&mut self, node: &usvg::Node, group: &usvg::Group, place: &Place) {
        let b = group.layer_bounding_box();
        let bounds = [b.left(), b.top(), b.right(), b.bottom()];
        let mut inner = place.within(group.transform(), group.opacity().get());
        if !self.shows(bounds, &inner) {
            return;
        }
        let has_slots = first_slot(group).is_some() || has_part(group);
        let hard = group.mask().is_some()
            || !group.filters().is_empty()
            || group.blend_mode() != BlendMode::Normal;
        if hard && !has_slots {
            return self.rendered(node, place, false);
        }
        if let Some(clip) = group.clip_path() {
            inner = self.clip(clip, inner);
        }
        self.children(group, &inner);
    }

    /// A clip as the outlines that it is made of.
    fn clip(&mut self, clip: &usvg::ClipPath, place: Place) -> Place {
        if self.note(std::ptr::from_ref(clip).addr(), &place) {
            return place;
        }
        let mut edges = Edges::default();
        outlines(
            clip.root(),
            place.ts.pre_concat(clip.transform()),
            &mut edges,
        );
        let mask = place.mask.as_deref();
        let mask = self.picture.clipped(&edges, FillRule::NonZero, mask);
        Place {
            mask: Some(mask.into()),
            ..place
        }
    }

    fn path(&mut self, path: &usvg::Path, place: &Place) {
        let b = path.stroke_bounding_box();
        let bounds = [b.left(), b.top(), b.right(), b.bottom()];
        if !path.is_visible() || !self.shows(bounds, place) {
            return;
        }
        if let Some(fill) = path.fill()
            && let Some(shade) = self.shade(fill.paint(), fill.opacity().get())
            && !self.note(
                (Outline(path.data()), is_even_odd(fill.rule()), shade),
                place,
            )
        {
            let edges = Edges::filled(path.data(), place.ts);
            self.fill(&edges, fill.rule(), shade, place);
        }
        if let Some(stroke) = path.stroke()
            && let Some(shade) = self.shade(stroke.paint(), stroke.opacity().get())
        {
            let dashes = stroke.dasharray().unwrap_or_default();
            self.stroke(path.data(), stroke.width().get(), dashes, shade, place);
        }
    }

    fn shade(&self, paint: &usvg::Paint, alpha: f32) -> Option<Shade> {
        let shade = match paint {
            usvg::Paint::Color(c) => Shade {
                tone: self.tone([c.red, c.green, c.blue]),
                alpha: 1.0,
            },
            usvg::Paint::LinearGradient(g) => self.stops(g.stops()),
            usvg::Paint::RadialGradient(g) => self.stops(g.stops()),
            usvg::Paint::Pattern(p) => {
                let rect = p.rect();
                self.mean(p.root(), rect.width(), rect.height())?
            }
        };
        Some(Shade {
            alpha: shade.alpha * alpha,
            ..shade
        })
    }

    /// The mean of a gradient.
    fn stops(&self, stops: &[usvg::Stop]) -> Shade {
        let (mut sums, mut alpha) = ([[0.0f32; 3]; 3], 0.0);
        for (n, stop) in stops.iter().enumerate() {
            // Each reaches half of the way to its neighbours.
            let at = |n: usize| stops.get(n).map(|s| s.offset().get());
            let before = n
                .checked_sub(1)
                .and_then(at)
                .unwrap_or(-stop.offset().get());
            let after = at(n + 1).unwrap_or(2.0 - stop.offset().get());
            let share = ((after - before) / 2.0).max(0.0) * stop.opacity().get();
            let c = stop.color();
            let tone = self.tone([c.red, c.green, c.blue]);
            alpha += share;
            let all = sums.as_flattened_mut().iter_mut();
            for (sum, v) in all.zip(tone.as_flattened()) {
                *sum += share * f32::from(*v);
            }
        }
        let weight = alpha.max(1e-3);
        Shade {
            tone: sums.map(|ink| ink.map(|v| (v / weight).round().min(255.0) as u8)),
            alpha: alpha.min(1.0),
        }
    }

    /// What is too involved to be drawn here is drawn as previews are.
    fn rendered(&mut self, node: &usvg::Node, place: &Place, photograph: bool) {
        if self.note(std::ptr::from_ref(node).addr(), place) {
            return;
        }
        let Some(bounds) = node.abs_layer_bounding_box() else {
            return;
        };
        let (w, h) = (self.picture.w, self.picture.h);
        let Some(mut pixmap) = Pixmap::new(w as u32, h as u32) else {
            return;
        };
        // It is drawn at its own place, not at the corner.
        let ts = place.ts.pre_translate(bounds.x(), bounds.y());
        if draw_node(node, ts, &mut pixmap.as_mut()).is_err() {
            return;
        }
        for (i, pixel) in pixmap.pixels().iter().enumerate() {
            if pixel.alpha() == 0 || !self.picture.shows_pixel(i % w, i / w) {
                continue;
            }
            let color = pixel.demultiply();
            let rgb = [color.red(), color.green(), color.blue()];
            let shade = Shade {
                tone: of_pixel(rgb, photograph),
                alpha: f32::from(color.alpha()) / 255.0 * place.alpha,
            };
            self.picture.lay(i % w, i / w, shade, place.mask.as_deref());
        }
    }
}

/// All outlines in a group.
fn outlines(group: &usvg::Group, ts: Transform, edges: &mut Edges) {
    for node in group.children() {
        match node {
            usvg::Node::Group(g) => outlines(g, ts.pre_concat(g.transform()), edges),
            usvg::Node::Path(path) => edges.0.extend(Edges::filled(path.data(), ts).0),
            usvg::Node::Text(text) => {
                let flat = text.flattened();
                outlines(flat, ts.pre_concat(flat.transform()), edges);
            }
            usvg::Node::Image(_) => {}
        }
    }
}

/// Whether the place of a part is in a group.
fn has_part(group: &usvg::Group) -> bool {
    group.children().iter().any(|node| match node {
        usvg::Node::Group(g) => has_part(g),
        usvg::Node::Path(p) => part_slot(p.id()).is_some(),
        _ => false,
    })
}

/// Text.
impl Painter<'_> {
    fn text(&mut self, slot: usize, place: &Place) {
        let texts = self.texts;
        let Some(block) = texts.get(slot) else {
            return;
        };
        for run in &block.runs {
            self.run(run, place);
        }
        for icon in &block.icons {
            let (w, h) = icon.art.size();
            let ts = Transform::from_translate(icon.x, icon.y);
            let place = place.within(ts.pre_scale(icon.w / w, icon.h / h), 1.0);
            self.children(icon.art.tree.root(), &place);
        }
    }

    /// A line of letters is a bar as grey as they are.
    fn run(&mut self, run: &GlyphRun, place: &Place) {
        let mut letters = open(&self.known.letters);
        let (mut width, mut ink) = (0.0, 0.0);
        for glyph in &run.glyphs {
            width += glyph.advance / 1000.0;
            let key = (run.font, glyph.id);
            ink += *letters
                .entry(key)
                .or_insert_with(|| glyph_area(self.fonts, run.font, glyph.id));
        }
        drop(letters);
        if width <= 0.0 || ink <= 0.0 {
            return;
        }
        let (right, top) = (run.x + width * run.size, run.y - LETTERS * run.size);
        let edges = Edges::boxed([run.x, top, right, run.y], place.ts);
        let share = (ink / (width * LETTERS)).min(1.0);
        let mut bar = |color: Rgb, alpha: f32| {
            let tone = tone(self.tints.read(color));
            self.fill(&edges, FillRule::NonZero, Shade { tone, alpha }, place);
        };
        if let Some((color, width)) = run.stroke {
            bar(color, (share * (1.0 + width / (STEM * run.size))).min(1.0));
        }
        bar(run.fill, share);
    }
}
