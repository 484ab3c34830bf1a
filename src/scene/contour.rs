//! The line that a piece is cut along, read from a drawing of it.

use usvg::tiny_skia_path::{PathSegment, Point, Transform};
use usvg::{Group, Node};

use super::Studio;
use crate::say;
use crate::say::Say;
use crate::units::{Mm, Size};

/// Straight lines for one curve: a knife follows no finer ones.
const STEPS: u8 = 12;

/// No piece has more corners than this.
const MOST: usize = 5000;

/// The corners of the one closed shape that a drawing shows, as it lies on a face of this size.
pub fn contour(studio: &Studio<'_>, svg: &str, size: Size) -> Result<Vec<(Mm, Mm)>, Say> {
    let tree = studio.parse(svg)?;
    let mut rings = Vec::new();
    trace(tree.root(), &mut rings);
    let count = rings.len();
    let ring = match rings.pop() {
        Some(ring) if count == 1 && ring.len() >= 3 => ring,
        _ => return Err(say!("it shows {} closed shapes instead of one", count)),
    };
    if ring.len() > MOST {
        return Err(say!("its shape has more than {} corners", MOST));
    }
    let (w, h) = (tree.size().width(), tree.size().height());
    let place = |v: f32, whole: f32, length: Mm| length * f64::from((v / whole).clamp(0.0, 1.0));
    let placed = ring.into_iter();
    Ok(placed
        .map(|p| (place(p.x, w, size.w), place(p.y, h, size.h)))
        .collect())
}

/// Adds the closed outlines of all that a group shows.
fn trace(group: &Group, rings: &mut Vec<Vec<Point>>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => trace(inner, rings),
            Node::Path(path) if path.is_visible() => {
                follow(path.data(), path.abs_transform(), rings);
            }
            Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
        }
    }
}

fn follow(path: &usvg::tiny_skia_path::Path, to_page: Transform, rings: &mut Vec<Vec<Point>>) {
    let mut ring: Vec<Point> = Vec::new();
    let mut close = |ring: &mut Vec<Point>| {
        if ring.len() > 1 {
            to_page.map_points(ring);
            rings.push(std::mem::take(ring));
        }
        ring.clear();
    };
    for segment in path.segments() {
        let from = ring.last().copied().unwrap_or_default();
        let mut curve = |at: &dyn Fn(f32) -> Point| {
            let steps = (1..=STEPS).map(|i| f32::from(i) / f32::from(STEPS));
            ring.extend(steps.map(at));
        };
        match segment {
            PathSegment::MoveTo(p) => {
                close(&mut ring);
                ring.push(p);
            }
            PathSegment::LineTo(p) => ring.push(p),
            PathSegment::QuadTo(a, b) => curve(&|t| {
                let u = 1.0 - t;
                weighted(&[(u * u, from), (2.0 * u * t, a), (t * t, b)])
            }),
            PathSegment::CubicTo(a, b, c) => curve(&|t| {
                let u = 1.0 - t;
                let (near, far) = (3.0 * u * u * t, 3.0 * u * t * t);
                weighted(&[(u * u * u, from), (near, a), (far, b), (t * t * t, c)])
            }),
            PathSegment::Close => close(&mut ring),
        }
    }
    close(&mut ring);
}

fn weighted(points: &[(f32, Point)]) -> Point {
    let sum = |of: fn(&Point) -> f32| points.iter().map(|(w, p)| w * of(p)).sum();
    Point::from_xy(sum(|p| p.x), sum(|p| p.y))
}
