//! Pictures of plain shapes, read straight from their SVG.
//!
//! Most art is shapes and groups in plain colours, with tiles and simple clips here and there. Such pictures are
//! read here, in a fraction of the time that a whole SVG parser takes, into just what the writer draws. Whatever
//! is not plain (a gradient, a mask, a style sheet, an attribute that is not known here, XML that is not quite
//! right) ends the reading: then `usvg` reads the whole picture, and tells what is wrong with it.

mod attributes;
mod outline;
mod path;
mod read;
mod style;

use usvg::tiny_skia_path::Path;
use usvg::{FillRule, LineCap, LineJoin, Transform};

pub use read::{is_plain, part, picture};

/// Left, top, right, bottom.
type Bounds = [f32; 4];

/// A picture of plain shapes.
#[derive(Debug)]
pub struct Plain {
    /// Its width and height, in CSS pixels.
    pub size: (f32, f32),
    /// What it shows.
    pub root: Group,
    /// The tiles that fill its shapes.
    pub tiles: Vec<Tile>,
}

/// Something that is drawn.
#[derive(Debug)]
pub enum Node {
    /// Several things.
    Group(Group),
    /// A shape.
    Shape(Shape),
    /// The place of a text box: its number, and what it may cover.
    Text(usize, Bounds),
    /// The place of a part: its number, and what it covers.
    Part(usize, Bounds),
}

/// Things that are drawn together.
#[derive(Debug, Default)]
pub struct Group {
    /// From its user space to that around it.
    pub transform: Transform,
    /// How opaque it is as a whole.
    pub opacity: f32,
    /// What cuts it, in its user space.
    pub clip: Option<(Path, FillRule)>,
    /// What is in it.
    pub children: Vec<Node>,
    /// Whether a text box stands in it.
    pub has_text: bool,
}

/// A shape with its paint. At least one of fill and stroke is there.
#[derive(Debug)]
pub struct Shape {
    /// Its outline.
    pub outline: Path,
    /// What its inside is painted with.
    pub fill: Option<Fill>,
    /// What its outline is drawn with.
    pub stroke: Option<Box<Stroke>>,
    /// Whether the stroke lies beneath the fill.
    pub stroke_first: bool,
}

/// What the inside of a shape is painted with.
#[derive(Debug)]
pub struct Fill {
    /// The paint.
    pub paint: Paint,
    /// How opaque it is.
    pub opacity: f32,
    /// What is inside.
    pub rule: FillRule,
}

/// What an outline is drawn with.
#[derive(Debug)]
pub struct Stroke {
    /// The paint.
    pub paint: Paint,
    /// How opaque it is.
    pub opacity: f32,
    /// How wide it is.
    pub width: f32,
    /// Its ends.
    pub cap: LineCap,
    /// Its corners.
    pub join: LineJoin,
    /// How far corners may reach.
    pub miter: f32,
    /// Dashes and gaps; none for a line that goes through.
    pub dashes: Vec<f32>,
    /// How far into the dashes it starts.
    pub dash_offset: f32,
}

/// A paint.
#[derive(Clone, Copy, Debug)]
pub enum Paint {
    /// Red, green, blue.
    Colour([u8; 3]),
    /// A tile of the picture.
    Tile(usize),
}

/// A drawing that is laid edge to edge.
#[derive(Debug)]
pub struct Tile {
    /// Left, top, width, height.
    pub rect: [f32; 4],
    /// From the space of its rectangle to the user space of the shape.
    pub transform: Transform,
    /// What it shows, in the space of the rectangle's corner.
    pub root: Group,
    /// A number that tiles share which draw the same; none for those that need more than themselves.
    pub mark: Option<u128>,
}

impl Group {
    /// Something around nothing.
    fn new() -> Self {
        Self {
            opacity: 1.0,
            ..Self::default()
        }
    }

    /// Whether it is drawn as a whole: cut, or seen through.
    pub fn has_effect(&self) -> bool {
        self.opacity < 1.0 || self.clip.is_some()
    }

    /// Whether it is made of opaque shapes alone.
    fn is_opaque(&self) -> bool {
        let opaque = |node: &Node| match node {
            Node::Group(g) => g.is_opaque(),
            Node::Shape(s) => {
                s.fill.as_ref().is_none_or(|f| f.opacity == 1.0)
                    && s.stroke.as_ref().is_none_or(|s| s.opacity == 1.0)
            }
            Node::Text(..) | Node::Part(..) => false,
        };
        self.opacity == 1.0 && self.children.iter().all(opaque)
    }

    /// What it may cover in its user space, no less than what it does; `None` if nothing is in it.
    pub fn bounds(&self) -> Option<Bounds> {
        let all = self.children.iter().filter_map(|node| match node {
            Node::Group(g) => g.bounds().map(|b| moved(b, g.transform)),
            Node::Shape(s) => Some(s.bounds()),
            Node::Text(_, b) | Node::Part(_, b) => Some(*b),
        });
        all.reduce(|a, b| {
            [
                a[0].min(b[0]),
                a[1].min(b[1]),
                a[2].max(b[2]),
                a[3].max(b[3]),
            ]
        })
    }
}

impl Shape {
    /// What it may cover in its user space, no less than what it does.
    pub fn bounds(&self) -> Bounds {
        let b = self.outline.bounds();
        let reach = self.stroke.as_ref().map_or(0.0, |s| {
            // A sharp corner reaches as far as its limit, a square end as far as its diagonal.
            let corner = match s.join {
                LineJoin::Miter | LineJoin::MiterClip => s.miter.max(1.0),
                LineJoin::Round | LineJoin::Bevel => 1.0,
            };
            let end = match s.cap {
                LineCap::Square => std::f32::consts::SQRT_2,
                LineCap::Butt | LineCap::Round => 1.0,
            };
            s.width / 2.0 * corner.max(end)
        });
        [
            b.left() - reach,
            b.top() - reach,
            b.right() + reach,
            b.bottom() + reach,
        ]
    }
}

/// The box around a box in another space.
pub fn moved([left, top, right, bottom]: Bounds, t: Transform) -> Bounds {
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let xs = corners.map(|(x, y)| t.sx * x + t.kx * y + t.tx);
    let ys = corners.map(|(x, y)| t.ky * x + t.sy * y + t.ty);
    let low = |v: [f32; 4]| v.into_iter().fold(f32::INFINITY, f32::min);
    let high = |v: [f32; 4]| v.into_iter().fold(f32::NEG_INFINITY, f32::max);
    [low(xs), low(ys), high(xs), high(ys)]
}
