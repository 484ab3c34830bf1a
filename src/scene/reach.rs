//! Shapes out of all proportion: refused before anything is drawn of them, so that no file takes the program down or
//! keeps it for ever.

use usvg::filter::Kind;
use usvg::tiny_skia_path::{Path, PathSegment, Point, Rect};
use usvg::{Group, ImageKind, Node, Paint, Transform};

use crate::say;
use crate::say::Say;

/// How far from its corner a picture may draw, in CSS pixels: a quarter of a kilometre.
pub(super) const FARTHEST: f32 = 1e6;

/// Dashes of one line, at most.
pub(super) const MOST_DASHES: f32 = 100_000.0;

/// How much a tile may cover, in square CSS pixels: a poster. It is drawn as a whole, whatever is seen of it.
pub(super) const LARGEST_TILE: f32 = 1e7;

/// What the filters of one picture may take, in steps of a few nanoseconds.
const MOST_STEPS: f64 = 4e9;

/// Refuses pictures with shapes that are out of all proportion.
pub(super) fn check(tree: &usvg::Tree) -> Result<(), Say> {
    group(tree.root(), Transform::identity())
}

fn group(parent: &Group, ts: Transform) -> Result<(), Say> {
    for node in parent.children() {
        match node {
            Node::Group(g) => group(g, ts)?,
            Node::Path(path) if !path.is_visible() => {}
            Node::Path(path) => {
                near(ts, path.abs_stroke_bounding_box(), path.id())?;
                let paints = [
                    path.fill().map(|f| f.paint()),
                    path.stroke().map(|s| s.paint()),
                ];
                for paint in paints.into_iter().flatten() {
                    tile(paint, ts.pre_concat(path.abs_transform()))?;
                }
                let dashes = path.stroke().and_then(|s| s.dasharray());
                if let Some(dashes) = dashes {
                    few(path.data(), dashes, path.id())?;
                }
            }
            Node::Image(image) => {
                near(ts, image.abs_bounding_box(), image.id())?;
                if let ImageKind::SVG(tree) = image.kind() {
                    group(tree.root(), ts.pre_concat(image.abs_transform()))?;
                }
            }
            Node::Text(text) => near(ts, text.abs_stroke_bounding_box(), text.id())?,
        }
        let mut inner = Ok(());
        if !matches!(node, Node::Image(_)) {
            node.subroots(|root| {
                if inner.is_ok() {
                    inner = group(root, ts);
                }
            });
        }
        inner?;
    }
    Ok(())
}

fn tile(paint: &Paint, ts: Transform) -> Result<(), Say> {
    let Paint::Pattern(pattern) = paint else {
        return Ok(());
    };
    let (sx, sy) = ts.pre_concat(pattern.transform()).get_scale();
    let (w, h) = (pattern.rect().width() * sx, pattern.rect().height() * sy);
    match w * h <= LARGEST_TILE {
        true => Ok(()),
        false => Err(say!(
            "the pattern `{}` is larger than any paper",
            pattern.id()
        )),
    }
}

fn near(ts: Transform, b: Rect, id: &str) -> Result<(), Say> {
    let mut corners = [
        Point::from_xy(b.left(), b.top()),
        Point::from_xy(b.right(), b.bottom()),
        Point::from_xy(b.left(), b.bottom()),
        Point::from_xy(b.right(), b.top()),
    ];
    ts.map_points(&mut corners);
    let inside = |p: &Point| p.x.abs() <= FARTHEST && p.y.abs() <= FARTHEST;
    match corners.iter().all(inside) {
        true => Ok(()),
        false => Err(too_large(id)),
    }
}

/// What to say of a shape that no paper can hold.
pub(super) fn too_large(id: &str) -> Say {
    match id {
        "" => say!("a shape in it is larger than any paper"),
        id => say!("the shape `{}` is larger than any paper", id),
    }
}

fn few(outline: &Path, dashes: &[f32], id: &str) -> Result<(), Say> {
    let pair = dashes.iter().sum::<f32>() / dashes.len().max(1) as f32;
    match length(outline) / pair <= MOST_DASHES {
        true => Ok(()),
        false => Err(match id {
            "" => say!("a line in it has too many dashes"),
            id => say!("the line `{}` has too many dashes", id),
        }),
    }
}

/// How long an outline is at most.
fn length(outline: &Path) -> f32 {
    let (mut at, mut sum) = (Point::zero(), 0.0);
    for segment in outline.segments() {
        let points: &[Point] = match &segment {
            PathSegment::MoveTo(p) => {
                at = *p;
                &[]
            }
            PathSegment::LineTo(p) => &[*p],
            PathSegment::QuadTo(a, p) => &[*a, *p],
            PathSegment::CubicTo(a, b, p) => &[*a, *b, *p],
            PathSegment::Close => &[],
        };
        for p in points {
            sum += at.distance(*p);
            at = *p;
        }
    }
    sum
}

/// Refuses filters that would take for ever; `ts` leads from the space around a group to dots.
pub fn filters(parent: &Group, ts: Transform) -> Result<(), Say> {
    let mut steps = 0.0;
    count(parent, ts, &mut steps);
    match steps <= MOST_STEPS {
        true => Ok(()),
        false => Err(say!("its filters would take too long to draw")),
    }
}

fn count(parent: &Group, ts: Transform, steps: &mut f64) {
    let ts = ts.pre_concat(parent.transform());
    let (sx, sy) = ts.get_scale();
    for filter in parent.filters() {
        let (w, h) = (filter.rect().width() * sx, filter.rect().height() * sy);
        let pixels = f64::from(w) * f64::from(h);
        for primitive in filter.primitives() {
            let each = match primitive.kind() {
                Kind::Morphology(m) => {
                    let x = f64::from((m.radius_x().get() * sx).min(w));
                    let y = f64::from((m.radius_y().get() * sy).min(h));
                    // Comparing pixels is cheap: about seven go into one step.
                    0.15 * (2.0 * x + 1.0) * (2.0 * y + 1.0)
                }
                Kind::ConvolveMatrix(m) => {
                    3.0 * f64::from(m.matrix().columns()) * f64::from(m.matrix().rows())
                }
                Kind::Turbulence(t) => 40.0 * f64::from(t.num_octaves()),
                Kind::GaussianBlur(_) | Kind::DropShadow(_) => 40.0,
                Kind::Merge(m) => 10.0 * (1.0 + m.inputs().len() as f64),
                _ => 10.0,
            };
            *steps += pixels * each;
        }
    }
    for node in parent.children() {
        match node {
            Node::Group(g) => count(g, ts, steps),
            Node::Image(image) => {
                if let ImageKind::SVG(tree) = image.kind() {
                    count(tree.root(), ts, steps);
                }
            }
            Node::Path(_) | Node::Text(_) => {}
        }
        if !matches!(node, Node::Image(_)) {
            node.subroots(|root| count(root, ts, steps));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(inner: &str) -> usvg::Tree {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{inner}</svg>"#
        );
        usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a picture")
    }

    #[test]
    fn shapes_out_of_all_proportion_are_refused() {
        for inner in [
            r#"<circle r="4294967296"/>"#,
            r##"<circle r="1e9" stroke="#000" stroke-dasharray="2 1"/>"##,
            r##"<path d="M0 0H90" stroke="#000" stroke-width="1e8"/>"##,
            r##"<path d="M0 0H90" stroke="#000" stroke-dasharray="1e-9"/>"##,
            r##"<pattern id="p" width="9" height="1e8" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>"##,
            r#"<g transform="scale(1e30)"><rect width="9" height="9"/></g>"#,
            r#"<mask id="m"><circle r="1e9"/></mask><rect width="9" height="9" mask="url(#m)"/>"#,
        ] {
            assert!(check(&tree(inner)).is_err(), "{inner}");
        }
        let usual =
            r##"<rect x="-9999" width="30000" height="5" stroke="#000" stroke-dasharray="1 2"/>"##;
        assert_eq!(check(&tree(usual)), Ok(()));
    }

    #[test]
    fn filters_that_take_for_ever_are_refused() {
        let costs = |primitive: &str| {
            let tree = tree(&format!(
                r##"<filter id="f">{primitive}</filter><rect width="90" height="90" filter="url(#f)"/>"##
            ));
            filters(tree.root(), Transform::from_scale(3.0, 3.0))
        };
        for slow in [
            r#"<feMorphology operator="dilate" radius="100000"/>"#,
            r#"<feTurbulence baseFrequency=".1" numOctaves="100000"/>"#,
        ] {
            assert!(costs(slow).is_err(), "{slow}");
        }
        for usual in [
            r#"<feMorphology operator="dilate" radius="4"/>"#,
            r#"<feGaussianBlur stdDeviation="8"/><feTurbulence baseFrequency=".1" numOctaves="5"/>"#,
        ] {
            assert_eq!(costs(usual), Ok(()), "{usual}");
        }
    }
}
