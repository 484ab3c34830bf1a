//! Paths: outlines, fills, strokes.

use std::borrow::Cow;

use usvg::tiny_skia_path::{Path as Outline, PathBuilder, PathSegment, Point};
use usvg::{Fill, FillRule, LineCap, LineJoin, LinearGradient, PaintOrder, RadialGradient, Stroke};

use super::canvas::{Box4, Canvas, DrawResult};
use super::content::Content;
use super::tile::PatternTile;

/// What a shape is painted with.
#[derive(Clone, Copy)]
pub(super) enum Paint<'p> {
    /// Red, green, blue.
    Colour([u8; 3]),
    /// A gradient along a line.
    Linear(&'p LinearGradient),
    /// A gradient between circles.
    Radial(&'p RadialGradient),
    /// A tile, edge to edge.
    Tile(PatternTile<'p>),
}

impl<'p> Paint<'p> {
    /// The paint of a tree.
    pub(super) fn of(paint: &'p usvg::Paint) -> Self {
        match paint {
            usvg::Paint::Color(c) => Paint::Colour([c.red, c.green, c.blue]),
            usvg::Paint::LinearGradient(g) => Paint::Linear(g),
            usvg::Paint::RadialGradient(g) => Paint::Radial(g),
            usvg::Paint::Pattern(p) => Paint::Tile(PatternTile(p)),
        }
    }
}

/// What the inside of a shape is painted with.
#[derive(Clone, Copy)]
pub(super) struct Brush<'p> {
    /// The paint.
    pub paint: Paint<'p>,
    /// How opaque it is.
    pub opacity: f32,
    /// What is inside.
    pub rule: FillRule,
}

impl<'p> Brush<'p> {
    /// The fill of a tree.
    pub(super) fn of(fill: &'p Fill) -> Self {
        Self {
            paint: Paint::of(fill.paint()),
            opacity: fill.opacity().get(),
            rule: fill.rule(),
        }
    }
}

/// What an outline is drawn with.
#[derive(Clone, Copy)]
pub(super) struct StrokePen<'p> {
    /// The paint.
    pub paint: Paint<'p>,
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
    /// Dashes and gaps.
    pub dashes: &'p [f32],
    /// How far into the dashes it starts.
    pub dash_offset: f32,
}

impl<'p> StrokePen<'p> {
    /// The stroke of a tree.
    pub(super) fn of(stroke: &'p Stroke) -> Self {
        Self {
            paint: Paint::of(stroke.paint()),
            opacity: stroke.opacity().get(),
            width: stroke.width().get(),
            cap: stroke.linecap(),
            join: stroke.linejoin(),
            miter: stroke.miterlimit().get(),
            dashes: stroke.dasharray().unwrap_or_default(),
            dash_offset: stroke.dashoffset(),
        }
    }
}

impl Canvas<'_> {
    /// Draws a path.
    pub(super) fn path(&mut self, path: &usvg::Path) -> DrawResult {
        if !path.is_visible() {
            return Ok(());
        }
        let b = path.stroke_bounding_box();
        self.outline(
            path.data(),
            path.fill().map(Brush::of),
            path.stroke().map(StrokePen::of),
            path.paint_order() == PaintOrder::StrokeAndFill,
            [b.left(), b.top(), b.right(), b.bottom()],
        )
    }

    /// Fills and strokes an outline in the order asked for.
    pub(super) fn outline(
        &mut self,
        outline: &Outline,
        fill: Option<Brush<'_>>,
        stroke: Option<StrokePen<'_>>,
        stroke_first: bool,
        bbox: Box4,
    ) -> DrawResult {
        // A line has no inside; PDF would draw a hairline.
        let flat = outline.bounds().width() == 0.0 || outline.bounds().height() == 0.0;
        let fill = fill.filter(|_| !flat);
        let opaque = |paint: Paint<'_>, opacity: f32| opacity == 1.0 && !has_alpha(paint);
        match (fill, stroke) {
            (None, None) => Ok(()),
            (Some(f), Some(s))
                if !stroke_first && opaque(f.paint, f.opacity) && opaque(s.paint, s.opacity) =>
            {
                self.paint_outline(outline, fill, stroke, bbox)
            }
            _ => {
                let mut passes = [(fill, None), (None, stroke)];
                if stroke_first {
                    passes.reverse();
                }
                passes
                    .into_iter()
                    .try_for_each(|(f, s)| self.paint_outline(outline, f, s, bbox))
            }
        }
    }

    fn paint_outline(
        &mut self,
        outline: &Outline,
        fill: Option<Brush<'_>>,
        stroke: Option<StrokePen<'_>>,
        bbox: Box4,
    ) -> DrawResult {
        let plain = |f: Brush<'_>| f.opacity == 1.0 && matches!(f.paint, Paint::Colour(_));
        match (fill, stroke) {
            (None, None) => Ok(()),
            (Some(f), None) if self.in_tile && self.tile_by_tile(outline, f, bbox)? => Ok(()),
            (Some(f), None) if plain(f) => {
                self.ink_with(f.paint, 1.0, false, bbox)?;
                self.segments(outline);
                self.out.raw(fill_operator(f.rule));
                Ok(())
            }
            _ => self.scoped(|c| {
                if let Some(f) = fill {
                    c.ink_with(f.paint, f.opacity, false, bbox)?;
                }
                if let Some(s) = stroke {
                    c.ink_with(s.paint, s.opacity, true, bbox)?;
                    c.pen(s);
                }
                let drawn = stroke.and_then(|s| with_stubs(outline, s));
                c.segments(drawn.as_ref().unwrap_or(outline));
                c.out.raw(match (fill.map(|f| f.rule), stroke) {
                    (Some(FillRule::NonZero), Some(_)) => "B\n",
                    (Some(FillRule::EvenOdd), Some(_)) => "B*\n",
                    (Some(rule), None) => fill_operator(rule),
                    (None, _) => "S\n",
                });
                Ok(())
            }),
        }
    }

    /// Width, caps, joins and dashes, as far as they are not PDF's defaults.
    fn pen(&mut self, pen: StrokePen<'_>) {
        let digits = self.digits + 1;
        if pen.width != 1.0 {
            self.out.num(pen.width, digits).raw("w\n");
        }
        self.out.raw(match pen.cap {
            LineCap::Butt => "",
            LineCap::Round => "1 J\n",
            LineCap::Square => "2 J\n",
        });
        match pen.join {
            LineJoin::Round => {
                self.out.raw("1 j\n");
            }
            LineJoin::Bevel => {
                self.out.raw("2 j\n");
            }
            LineJoin::Miter | LineJoin::MiterClip => {
                self.out.num(pen.miter, 3).raw("M\n");
            }
        }
        if !pen.dashes.is_empty() {
            self.out.raw("[");
            for d in &*with_stub_dashes(pen) {
                self.out.num(*d, digits);
            }
            self.out.raw("]").num(pen.dash_offset, digits).raw("d\n");
        }
    }

    /// The operators of an outline; rectangles get their own.
    pub(super) fn segments(&mut self, outline: &Outline) {
        self.out.outline(outline, self.digits);
    }
}

impl Content {
    /// The operators of an outline, with so many decimals; rectangles get their own.
    pub(super) fn outline(&mut self, outline: &Outline, digits: usize) {
        let out = self;
        if let Some([x, y, w, h]) = as_rect(outline) {
            out.num(x, digits)
                .num(y, digits)
                .num(w, digits)
                .num(h, digits)
                .raw("re\n");
            return;
        }
        let (mut x, mut y) = (0.0, 0.0);
        for segment in outline.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    out.num(p.x, digits).num(p.y, digits).raw("m\n");
                    (x, y) = (p.x, p.y);
                }
                PathSegment::LineTo(p) => {
                    out.num(p.x, digits).num(p.y, digits).raw("l\n");
                    (x, y) = (p.x, p.y);
                }
                PathSegment::QuadTo(c, p) => {
                    let third = |from: f32, to: f32| from + (to - from) * 2.0 / 3.0;
                    let points = [
                        third(x, c.x),
                        third(y, c.y),
                        third(p.x, c.x),
                        third(p.y, c.y),
                        p.x,
                        p.y,
                    ];
                    points.iter().for_each(|v| {
                        out.num(*v, digits);
                    });
                    out.raw("c\n");
                    (x, y) = (p.x, p.y);
                }
                PathSegment::CubicTo(a, b, p) => {
                    [a.x, a.y, b.x, b.y, p.x, p.y].iter().for_each(|v| {
                        out.num(*v, digits);
                    });
                    out.raw("c\n");
                    (x, y) = (p.x, p.y);
                }
                PathSegment::Close => {
                    out.raw("h\n");
                }
            }
        }
    }
}

/// How long what has no length is drawn where its ends are square: SVG draws a square there, PDF nothing, as nobody could
/// tell which way it points.
fn stub(pen: StrokePen<'_>) -> Option<f32> {
    (pen.cap == LineCap::Square).then_some(pen.width * 0.02)
}

/// An outline whose parts that are points are stubs, if there are any.
fn with_stubs(outline: &Outline, pen: StrokePen<'_>) -> Option<Outline> {
    let half = stub(pen)? / 2.0;
    let segments: Vec<PathSegment> = outline.segments().collect();
    let (mut out, mut some) = (PathBuilder::new(), false);
    for part in segments.chunk_by(|_, next| !matches!(next, PathSegment::MoveTo(_))) {
        let stays = |at: Point| {
            let all = part[1..].iter().all(|s| match *s {
                PathSegment::MoveTo(p) | PathSegment::LineTo(p) => p == at,
                PathSegment::QuadTo(a, p) => a == at && p == at,
                PathSegment::CubicTo(a, b, p) => a == at && b == at && p == at,
                PathSegment::Close => true,
            });
            all && part.len() > 1
        };
        match part[0] {
            PathSegment::MoveTo(at) if stays(at) => {
                out.move_to(at.x - half, at.y);
                out.line_to(at.x + half, at.y);
                some = true;
            }
            _ => part.iter().for_each(|s| match *s {
                PathSegment::MoveTo(p) => out.move_to(p.x, p.y),
                PathSegment::LineTo(p) => out.line_to(p.x, p.y),
                PathSegment::QuadTo(a, p) => out.quad_to(a.x, a.y, p.x, p.y),
                PathSegment::CubicTo(a, b, p) => out.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
                PathSegment::Close => out.close(),
            }),
        }
    }
    out.finish().filter(|_| some)
}

/// The dashes of a pen, with stubs for those of no length.
fn with_stub_dashes(pen: StrokePen<'_>) -> Cow<'_, [f32]> {
    match stub(pen) {
        Some(stub) if pen.dashes.iter().step_by(2).any(|d| *d < stub) => {
            let pairs = pen.dashes.chunks(2).flat_map(|pair| match *pair {
                [dash, gap] if dash < stub && gap > stub => [stub, gap - stub + dash].to_vec(),
                _ => pair.to_vec(),
            });
            Cow::Owned(pairs.collect())
        }
        _ => Cow::Borrowed(pen.dashes),
    }
}

/// Whether a paint lets the background through.
fn has_alpha(paint: Paint<'_>) -> bool {
    matches!(paint, Paint::Tile(_)) || fades(paint)
}

/// Whether a paint is a gradient with stops that are not opaque: these are drawn through a soft mask.
pub(super) fn fades(paint: Paint<'_>) -> bool {
    let stops = |g: &usvg::BaseGradient| g.stops().iter().any(|s| s.opacity().get() < 1.0);
    match paint {
        Paint::Colour(_) | Paint::Tile(_) => false,
        Paint::Linear(g) => stops(g),
        Paint::Radial(g) => stops(g),
    }
}

/// The operator that cuts.
pub(super) fn clip_operator(rule: FillRule) -> &'static str {
    match rule {
        FillRule::NonZero => "W n\n",
        FillRule::EvenOdd => "W* n\n",
    }
}

/// The operator that fills.
pub(super) fn fill_operator(rule: FillRule) -> &'static str {
    match rule {
        FillRule::NonZero => "f\n",
        FillRule::EvenOdd => "f*\n",
    }
}

/// The rectangle that an outline is, if it starts at the top left and runs clockwise as `usvg` makes them.
fn as_rect(outline: &Outline) -> Option<Box4> {
    if outline.len() != 5 {
        return None;
    }
    let mut segments = outline.segments();
    let (Some(PathSegment::MoveTo(a)), Some(PathSegment::LineTo(b))) =
        (segments.next(), segments.next())
    else {
        return None;
    };
    let (Some(PathSegment::LineTo(c)), Some(PathSegment::LineTo(d))) =
        (segments.next(), segments.next())
    else {
        return None;
    };
    let closed = matches!(segments.next(), Some(PathSegment::Close)) && segments.next().is_none();
    let square = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    (closed && square).then_some([a.x, a.y, b.x - a.x, c.y - b.y])
}
