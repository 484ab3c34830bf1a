//! What a face shows along its edges, as a number: faces with the same number may run into each other.
//!
//! Looks at boxes around shapes, not at pixels: whatever reaches the edge of the trim counts, with its place and
//! its paint. Shapes that lie inside say nothing about a neighbour, and text never lies at a cut.

use std::hash::{DefaultHasher, Hash, Hasher};

use usvg::tiny_skia_path::Path;
use usvg::{Group, ImageKind, Node, Transform};

use super::{Branch, Part, Scene, part_slot, plain, text_slot};
use crate::units::{Mm, Size};

/// How close to the trim a shape counts as reaching it.
const CLOSE: Mm = Mm(0.5);

/// The number of a face whose trim size is `size`, and which has its share of `parts`.
pub fn edge(scene: &Scene, parts: &[Part], size: Size) -> u64 {
    let (w, h) = scene.art.size();
    let mut edge = Edge {
        size: (w, h),
        close: (CLOSE.0 / size.w.0) as f32 * w,
        parts,
        hash: DefaultHasher::new(),
    };
    edge.branch(scene.art.root(), Transform::identity());
    edge.hash.finish()
}

struct Edge<'a> {
    size: (f32, f32),
    close: f32,
    parts: &'a [Part],
    hash: DefaultHasher,
}

/// What something is painted with, as far as two edges need to be told apart.
#[derive(Hash)]
enum Paint<'a> {
    Colour([u8; 3], u8),
    Tile(Option<u128>),
    Named(&'a str),
    Picture(usize, [u8; 16]),
}

impl<'a> Edge<'a> {
    /// A box as it can be seen, if it reaches the edge.
    fn reaching(&self, bounds: [f32; 4], to_root: Transform) -> Option<[i32; 4]> {
        let [left, top, right, bottom] = plain::moved(bounds, to_root);
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

    fn note(&mut self, bounds: [f32; 4], to_root: Transform, paints: &[Option<Paint<'_>>]) {
        if let Some(seen) = self.reaching(bounds, to_root) {
            (seen, paints).hash(&mut self.hash);
        }
    }

    fn branch(&mut self, branch: Branch<'a>, to_root: Transform) {
        match branch {
            Branch::Tree(group) => self.tree(group, to_root.pre_concat(group.transform())),
            Branch::Plain(group, tiles) => {
                self.plain(group, tiles, to_root.pre_concat(group.transform));
            }
        }
    }

    fn part(&mut self, n: usize, to_root: Transform) {
        let part = self.parts.get(n);
        let bounds = part.and_then(Part::bounds);
        if bounds.is_some_and(|b| self.reaching(b, to_root).is_some())
            && let Some(branch) = part.and_then(Part::branch)
        {
            self.branch(branch, to_root);
        }
    }

    fn plain(&mut self, group: &'a plain::Group, tiles: &'a [plain::Tile], to_root: Transform) {
        for node in &group.children {
            match node {
                plain::Node::Group(g) => self.branch(Branch::Plain(g, tiles), to_root),
                plain::Node::Shape(s) => {
                    let paint = |paint: plain::Paint, opacity: f32| match paint {
                        plain::Paint::Colour(rgb) => Paint::Colour(rgb, share(opacity)),
                        plain::Paint::Tile(n) => Paint::Tile(tiles.get(n).and_then(|t| t.mark)),
                    };
                    let fill = s.fill.as_ref().map(|f| paint(f.paint, f.opacity));
                    let stroke = s.stroke.as_ref().map(|s| paint(s.paint, s.opacity));
                    let width = s.stroke.as_ref().map(|s| s.width);
                    self.note(around(&s.outline, width), to_root, &[fill, stroke]);
                }
                plain::Node::Part(n, _) => self.part(*n, to_root),
                plain::Node::Text(..) => {}
            }
        }
    }

    fn tree(&mut self, group: &'a Group, to_root: Transform) {
        for node in group.children() {
            match node {
                Node::Group(g) => self.branch(Branch::Tree(g), to_root),
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

fn share(opacity: f32) -> u8 {
    (opacity * 255.0).round() as u8
}

fn paint(paint: &usvg::Paint, opacity: f32) -> Paint<'_> {
    match paint {
        usvg::Paint::Color(c) => Paint::Colour([c.red, c.green, c.blue], share(opacity)),
        usvg::Paint::LinearGradient(g) => Paint::Named(g.id()),
        usvg::Paint::RadialGradient(g) => Paint::Named(g.id()),
        usvg::Paint::Pattern(p) => Paint::Named(p.id()),
    }
}

/// A picture by its length and a few of its bytes: those of another one hardly agree in both.
fn picture(kind: &ImageKind) -> Paint<'static> {
    let data: &[u8] = match kind {
        ImageKind::JPEG(d) | ImageKind::PNG(d) | ImageKind::GIF(d) | ImageKind::WEBP(d) => d,
        ImageKind::SVG(_) => &[],
    };
    let some = |i: usize| data.get(data.len() * i / 16).copied().unwrap_or_default();
    Paint::Picture(data.len(), std::array::from_fn(some))
}
