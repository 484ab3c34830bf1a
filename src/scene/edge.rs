//! What a face shows along its edges, as a number: faces with the same number may run into each other.
//!
//! Looks at boxes around shapes, not at pixels: whatever reaches the edge of the trim counts, with its place and
//! its paint. Shapes that lie inside say nothing about a neighbour, and text never lies at a cut.

use std::hash::{Hash as _, Hasher as _};

use usvg::tiny_skia_path::Path;
use usvg::{Group, ImageKind, Node, Transform};

use super::{Part, Scene, part_slot, text_slot};
use crate::hash::Hash;
use crate::units::{Mm, Size};

/// How close to the trim a shape counts as reaching it.
const CLOSE: Mm = Mm(0.5);

/// The number of a face whose trim size is `size`, and which has its share of `parts`.
pub fn edge(scene: &Scene, parts: &[Part], size: Size) -> u64 {
    let (w, h) = scene.art.size();
    let mut edge = EdgeHasher {
        size: (w, h),
        close: (CLOSE.0 / size.w.0) as f32 * w,
        parts,
        hash: Hash::default(),
    };
    edge.group(scene.art.tree.root(), Transform::identity());
    edge.hash.finish()
}

struct EdgeHasher<'a> {
    size: (f32, f32),
    close: f32,
    parts: &'a [Part],
    hash: Hash,
}

/// What something is painted with, as far as two edges need to be told apart.
#[derive(Hash)]
enum EdgePaint<'a> {
    Colour([u8; 3], u8),
    Named(&'a str),
    Picture(usize, [u8; 16]),
}

impl<'a> EdgeHasher<'a> {
    /// A box as it can be seen, if it reaches the edge.
    fn reaching(&self, bounds: [f32; 4], to_root: Transform) -> Option<[i32; 4]> {
        let [left, top, right, bottom] = moved(bounds, to_root);
        let ((w, h), close) = (self.size, self.close);
        let seen = right > 0.0 && bottom > 0.0 && left < w && top < h;
        let inside = left > close && top > close && right < w - close && bottom < h - close;
        // What lies past the trim is cut away, however far it goes.
        let sides = [
            left.max(-close),
            top.max(-close),
            right.min(w + close),
            bottom.min(h + close),
        ];
        (seen && !inside).then(|| sides.map(|v| v.round() as i32))
    }

    fn note(&mut self, bounds: [f32; 4], to_root: Transform, paints: &[Option<EdgePaint<'_>>]) {
        if let Some(seen) = self.reaching(bounds, to_root) {
            (seen, paints).hash(&mut self.hash);
        }
    }

    fn part(&mut self, n: usize, to_root: Transform) {
        let part = self.parts.get(n);
        let bounds = part.and_then(Part::bounds);
        if bounds.is_some_and(|b| self.reaching(b, to_root).is_some())
            && let Some(group) = part.and_then(Part::group)
        {
            self.group(group, to_root);
        }
    }

    fn group(&mut self, group: &'a Group, to_root: Transform) {
        let to_root = to_root.pre_concat(group.transform());
        for node in group.children() {
            match node {
                Node::Group(g) => self.group(g, to_root),
                Node::Path(p) if text_slot(p.id()).is_some() => {}
                Node::Path(p) => match part_slot(p.id()) {
                    Some(n) => self.part(n, to_root),
                    None => {
                        let fill = p.fill().map(|f| paint(f.paint(), f.opacity().get()));
                        let stroke = p.stroke().map(|s| paint(s.paint(), s.opacity().get()));
                        let width = p.stroke().map(|s| s.width().get());
                        self.note(around(p.data(), width), to_root, &[fill, stroke]);
                    }
                },
                Node::Image(i) => {
                    let b = i.bounding_box();
                    let bounds = [b.left(), b.top(), b.right(), b.bottom()];
                    self.note(bounds, to_root, &[Some(picture(i.kind()))]);
                }
                Node::Text(_) => {}
            }
        }
    }
}

/// The box around an outline that may be drawn with a pen.
fn around(outline: &Path, width: Option<f32>) -> [f32; 4] {
    let (b, reach) = (outline.bounds(), width.unwrap_or_default() / 2.0);
    [
        b.left() - reach,
        b.top() - reach,
        b.right() + reach,
        b.bottom() + reach,
    ]
}

/// The box around a box in another space.
fn moved([left, top, right, bottom]: [f32; 4], t: Transform) -> [f32; 4] {
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let xs = corners.map(|(x, y)| t.sx * x + t.kx * y + t.tx);
    let ys = corners.map(|(x, y)| t.ky * x + t.sy * y + t.ty);
    let low = |v: [f32; 4]| v.into_iter().fold(f32::INFINITY, f32::min);
    let high = |v: [f32; 4]| v.into_iter().fold(f32::NEG_INFINITY, f32::max);
    [low(xs), low(ys), high(xs), high(ys)]
}

fn share(opacity: f32) -> u8 {
    (opacity * 255.0).round() as u8
}

fn paint(paint: &usvg::Paint, opacity: f32) -> EdgePaint<'_> {
    match paint {
        usvg::Paint::Color(c) => EdgePaint::Colour([c.red, c.green, c.blue], share(opacity)),
        usvg::Paint::LinearGradient(g) => EdgePaint::Named(g.id()),
        usvg::Paint::RadialGradient(g) => EdgePaint::Named(g.id()),
        usvg::Paint::Pattern(p) => EdgePaint::Named(p.id()),
    }
}

/// A picture by its length and a few of its bytes: those of another one hardly agree in both.
fn picture(kind: &ImageKind) -> EdgePaint<'static> {
    let data: &[u8] = match kind {
        ImageKind::JPEG(d) | ImageKind::PNG(d) | ImageKind::GIF(d) | ImageKind::WEBP(d) => d,
        ImageKind::SVG(_) => &[],
    };
    let some = |i: usize| data.get(data.len() * i / 16).copied().unwrap_or_default();
    EdgePaint::Picture(data.len(), std::array::from_fn(some))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Art;
    use std::sync::Arc;

    fn svg(body: &str) -> String {
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="44mm" height="68mm" viewBox="0 0 44 68">{body}</svg>"#
        )
    }

    fn number(art: Art) -> u64 {
        let scene = Scene {
            art: Arc::new(art),
            texts: Vec::new(),
        };
        edge(&scene, &[], Size::mm(44.0, 68.0))
    }

    fn look(body: &str) -> u64 {
        let tree = usvg::Tree::from_str(&svg(body), &usvg::Options::default());
        number(Art::new(1, tree.expect("a tree")))
    }

    const GROUND: &str = r##"<rect x="-3" y="-3" width="50" height="74" fill="#0B2545"/>"##;

    #[test]
    fn what_lies_inside_makes_no_difference() {
        let with = |inside: &str| format!("{GROUND}{inside}");
        let circle = with(r#"<circle cx="22" cy="34" r="12" fill="red"/>"#);
        let group =
            with(r#"<g transform="translate(10 10)"><path d="M0 0h9v9z" fill="blue"/></g>"#);
        assert_eq!(look(&circle), look(GROUND));
        assert_eq!(look(&group), look(GROUND));
    }

    #[test]
    fn what_reaches_the_edge_does() {
        let corner = format!(r#"{GROUND}<rect width="9" height="9" fill="red"/>"#);
        let moved = format!(
            r#"{GROUND}<g transform="translate(30 50)"><rect width="20" height="20" fill="red"/></g>"#
        );
        let other = GROUND.replace("#0B2545", "#FFC20E");
        let mut seen = [GROUND, &corner, &moved, &other].map(look).to_vec();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn what_lies_at_one_side_alone_is_seen() {
        for (x, y) in [(0, 30), (35, 30), (17, 0), (17, 59)] {
            let at = format!(r#"{GROUND}<rect x="{x}" y="{y}" width="9" height="9" fill="red"/>"#);
            assert_ne!(look(&at), look(GROUND), "{x} {y}");
        }
    }

    #[test]
    fn how_far_a_ground_goes_past_the_trim_makes_no_difference() {
        let further = r##"<rect x="-9" y="-9" width="62" height="86" fill="#0B2545"/>"##;
        assert_eq!(look(GROUND), look(further));
    }
}
