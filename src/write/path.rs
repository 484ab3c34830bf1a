//! Paths: outlines, fills, strokes.

use usvg::tiny_skia_path::{Path as Outline, PathSegment};
use usvg::{Fill, FillRule, LineCap, LineJoin, Paint, PaintOrder, Stroke};

use super::canvas::{Box4, Canvas, Drawn};

impl Canvas<'_> {
    /// Draws a path.
    pub fn path(&mut self, path: &usvg::Path) -> Drawn {
        if !path.is_visible() {
            return Ok(());
        }
        let b = path.stroke_bounding_box();
        let bbox = [b.left(), b.top(), b.right(), b.bottom()];
        // A line has no inside; PDF would draw a hairline.
        let flat = path.data().bounds().width() == 0.0 || path.data().bounds().height() == 0.0;
        let fill = path.fill().filter(|_| !flat);
        self.outline(path.data(), fill, path.stroke(), path.paint_order(), bbox)
    }

    /// Fills and strokes an outline in the order asked for.
    pub fn outline(
        &mut self,
        outline: &Outline,
        fill: Option<&Fill>,
        stroke: Option<&Stroke>,
        order: PaintOrder,
        bbox: Box4,
    ) -> Drawn {
        let opaque = |paint: &Paint, opacity: f32| opacity == 1.0 && !has_alpha(paint);
        match (fill, stroke) {
            (None, None) => Ok(()),
            (Some(f), Some(s))
                if order == PaintOrder::FillAndStroke
                    && opaque(f.paint(), f.opacity().get())
                    && opaque(s.paint(), s.opacity().get()) =>
            {
                self.paint_outline(outline, fill, stroke, bbox)
            }
            _ => {
                let passes = match order {
                    PaintOrder::FillAndStroke => [(fill, None), (None, stroke)],
                    PaintOrder::StrokeAndFill => [(None, stroke), (fill, None)],
                };
                passes
                    .into_iter()
                    .try_for_each(|(f, s)| self.paint_outline(outline, f, s, bbox))
            }
        }
    }

    fn paint_outline(
        &mut self,
        outline: &Outline,
        fill: Option<&Fill>,
        stroke: Option<&Stroke>,
        bbox: Box4,
    ) -> Drawn {
        let plain = |f: &Fill| f.opacity().get() == 1.0 && matches!(f.paint(), Paint::Color(_));
        match (fill, stroke) {
            (None, None) => Ok(()),
            (Some(f), None) if self.in_tile && self.tile_by_tile(outline, f, bbox)? => Ok(()),
            (Some(f), None) if plain(f) => {
                self.ink_with(f.paint(), 1.0, false, bbox)?;
                self.segments(outline);
                self.out.raw(fill_operator(f.rule()));
                Ok(())
            }
            _ => self.scoped(|c| {
                if let Some(f) = fill {
                    c.ink_with(f.paint(), f.opacity().get(), false, bbox)?;
                }
                if let Some(s) = stroke {
                    c.ink_with(s.paint(), s.opacity().get(), true, bbox)?;
                    c.pen(s);
                }
                c.segments(outline);
                c.out.raw(match (fill.map(Fill::rule), stroke) {
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
    fn pen(&mut self, stroke: &Stroke) {
        let digits = self.digits + 1;
        let width = stroke.width().get();
        if width != 1.0 {
            self.out.num(width, digits).raw("w\n");
        }
        self.out.raw(match stroke.linecap() {
            LineCap::Butt => "",
            LineCap::Round => "1 J\n",
            LineCap::Square => "2 J\n",
        });
        match stroke.linejoin() {
            LineJoin::Round => {
                self.out.raw("1 j\n");
            }
            LineJoin::Bevel => {
                self.out.raw("2 j\n");
            }
            LineJoin::Miter | LineJoin::MiterClip => {
                self.out.num(stroke.miterlimit().get(), 3).raw("M\n");
            }
        }
        if let Some(dashes) = stroke.dasharray() {
            self.out.raw("[");
            for d in dashes {
                self.out.num(*d, digits);
            }
            self.out
                .raw("]")
                .num(stroke.dashoffset(), digits)
                .raw("d\n");
        }
    }

    /// The operators of an outline; rectangles get their own.
    pub fn segments(&mut self, outline: &Outline) {
        let digits = self.digits;
        let out = &mut self.out;
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

/// Whether a paint lets the background through.
fn has_alpha(paint: &Paint) -> bool {
    matches!(paint, Paint::Pattern(_)) || fades(paint)
}

/// Whether a paint is a gradient with stops that are not opaque: these are drawn through a soft mask.
pub fn fades(paint: &Paint) -> bool {
    let stops = |g: &usvg::BaseGradient| g.stops().iter().any(|s| s.opacity().get() < 1.0);
    match paint {
        Paint::Color(_) | Paint::Pattern(_) => false,
        Paint::LinearGradient(g) => stops(g),
        Paint::RadialGradient(g) => stops(g),
    }
}

/// The operator that fills.
pub fn fill_operator(rule: FillRule) -> &'static str {
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
