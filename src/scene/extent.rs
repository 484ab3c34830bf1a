//! Where the text of a face lies and how large it is, for checks: nothing too small, nothing near a cut.

use usvg::{Group, Node, Transform};

use super::{Scene, text_slot};
use crate::text::{Class, Glyph, GlyphRun};
use crate::units::{Mm, Pt, Rect, Size};

/// A run of text as it will be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct TextExtent {
    /// The words.
    pub text: String,
    /// The type size in print.
    pub size: Pt,
    /// Whether it is a reading: as small as readings are, beside a word that is twice as large.
    pub reading: bool,
    /// The box around its letters on the face.
    pub at: Rect,
}

/// All text of a face whose trim size is `size`.
pub fn text_extents(scene: &Scene, size: Size) -> Vec<TextExtent> {
    let mm = size.w.0 / f64::from(scene.art.size().0);
    let mut out = Vec::new();
    walk(scene.art.tree.root(), scene, mm, &mut out);
    out
}

fn walk(group: &Group, scene: &Scene, mm: f64, out: &mut Vec<TextExtent>) {
    for node in group.children() {
        match node {
            Node::Group(g) => walk(g, scene, mm, out),
            Node::Path(p) => {
                let Some(block) = text_slot(p.id()).and_then(|n| scene.texts.get(n)) else {
                    continue;
                };
                out.extend(
                    block
                        .runs
                        .iter()
                        .map(|run| extent(run, p.abs_transform(), mm)),
                );
            }
            Node::Text(t) => {
                let scale = f64::from(t.abs_transform().get_scale().1) * mm;
                let b = t.abs_bounding_box();
                let length = |v: f32| Mm(f64::from(v) * mm);
                for chunk in t.chunks() {
                    let sizes = chunk.spans().iter().map(|s| s.font_size().get());
                    let em = sizes.fold(f32::INFINITY, f32::min);
                    out.push(TextExtent {
                        text: chunk.text().to_owned(),
                        size: Mm(f64::from(em) * scale).to_pt(),
                        reading: false,
                        at: Rect {
                            x: length(b.x()),
                            y: length(b.y()),
                            w: length(b.width()),
                            h: length(b.height()),
                        },
                    });
                }
            }
            Node::Image(_) => {}
        }
    }
}

/// The halves of full-width brackets and stops at the ends of a run that have no ink.
fn empty_halves(run: &GlyphRun) -> (f32, f32) {
    let half = |glyph: Option<&Glyph>, ch: Option<char>, of: Class| {
        let full = glyph.is_some_and(|g| g.advance > 900.0);
        if full && ch.map(Class::of) == Some(of) {
            0.5 * run.size
        } else {
            0.0
        }
    };
    (
        half(run.glyphs.first(), run.text.chars().next(), Class::Open),
        half(run.glyphs.last(), run.text.chars().last(), Class::Close),
    )
}

/// The box around a run: as wide as its glyphs, from the tops of capitals to the feet of descenders.
fn extent(run: &GlyphRun, transform: Transform, mm: f64) -> TextExtent {
    let width: f32 = run.glyphs.iter().map(|g| g.advance).sum::<f32>() * run.size / 1000.0;
    let (empty_start, empty_end) = empty_halves(run);
    let (left, right) = (run.x + empty_start, run.x + width - empty_end);
    let (top, bottom) = (run.y - 0.80 * run.size, run.y + 0.15 * run.size);
    let mut points = [
        usvg::tiny_skia_path::Point::from_xy(left, top),
        usvg::tiny_skia_path::Point::from_xy(right, top),
        usvg::tiny_skia_path::Point::from_xy(left, bottom),
        usvg::tiny_skia_path::Point::from_xy(right, bottom),
    ];
    transform.map_points(&mut points);
    let span = |f: fn(&usvg::tiny_skia_path::Point) -> f32| {
        let low = points.iter().map(f).fold(f32::INFINITY, f32::min);
        let high = points.iter().map(f).fold(f32::NEG_INFINITY, f32::max);
        (Mm(f64::from(low) * mm), Mm(f64::from(high - low) * mm))
    };
    let ((x, w), (y, h)) = (span(|p| p.x), span(|p| p.y));
    let (sx, sy) = transform.get_scale();
    let size = Mm(f64::from(run.size * sx.min(sy)) * mm).to_pt();
    TextExtent {
        text: run.text.clone(),
        size,
        reading: run.reading,
        at: Rect { x, y, w, h },
    }
}
