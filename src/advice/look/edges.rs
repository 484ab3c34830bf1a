//! Outlines as straight edges in pixels.

use usvg::Transform;
use usvg::tiny_skia_path::{Path, PathSegment, Point};

/// How finely curves are cut: pieces squared for a pixel that a curve may be longer than its chord.
const PIECE: f32 = 12.0;

/// The most pieces of a curve.
const MOST: f32 = 12.0;

/// Pixels across what is no more than a speck.
const SPECK: f32 = 1.2;

/// Straight edges, each from one point to another.
#[derive(Default)]
pub(crate) struct Edges(pub Vec<[Point; 2]>);

impl Edges {
    /// The inside of an outline, which is closed if it is open.
    pub(crate) fn filled(path: &Path, ts: Transform) -> Self {
        let mut edges = Self::default();
        let mut start = Point::default();
        let mut last = Point::default();
        walk(path, ts, |step| match step {
            Step::Move(p) => {
                edges.line(last, start);
                (start, last) = (p, p);
            }
            Step::Line(p) => {
                edges.line(last, p);
                last = p;
            }
        });
        edges.line(last, start);
        edges
    }

    /// A line along an outline; how its corners and ends look does not matter here.
    pub(crate) fn stroked(path: &Path, ts: Transform, width: f32) -> Self {
        let mut edges = Self::default();
        let mut last = Point::default();
        let half = (ts.get_scale().0 * ts.get_scale().1).abs().sqrt() * width / 2.0;
        walk(path, ts, |step| match step {
            Step::Move(p) => last = p,
            Step::Line(p) => {
                edges.bar(last, p, half);
                last = p;
            }
        });
        edges
    }

    /// A box.
    pub(crate) fn boxed([left, top, right, bottom]: [f32; 4], ts: Transform) -> Self {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut corners = corners.map(|(x, y)| Point::from_xy(x, y));
        ts.map_points(&mut corners);
        let next = corners.iter().cycle().skip(1);
        Self(corners.iter().zip(next).map(|(a, b)| [*a, *b]).collect())
    }

    /// What they enclose, if all of it is about one pixel: its middle, and how much of a pixel it is.
    pub(crate) fn speck(&self) -> Option<(Point, f32)> {
        let first = self.0.first()?[0];
        let (mut low, mut high, mut area) = (first, first, 0.0);
        for [a, b] in &self.0 {
            for p in [a, b] {
                (low.x, low.y) = (low.x.min(p.x), low.y.min(p.y));
                (high.x, high.y) = (high.x.max(p.x), high.y.max(p.y));
            }
            if high.x - low.x > SPECK || high.y - low.y > SPECK {
                return None;
            }
            area += (a.x + b.x) / 2.0 * (b.y - a.y);
        }
        let middle = Point::from_xy((low.x + high.x) / 2.0, (low.y + high.y) / 2.0);
        Some((middle, area.abs().min(1.0)))
    }

    fn line(&mut self, from: Point, to: Point) {
        if from.y != to.y {
            self.0.push([from, to]);
        }
    }

    /// A bar from one point to another.
    fn bar(&mut self, from: Point, to: Point, half: f32) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy);
        if length <= 0.0 {
            return;
        }
        let (nx, ny) = (-dy / length * half, dx / length * half);
        let corner = |p: Point, k: f32| Point::from_xy(p.x + nx * k, p.y + ny * k);
        let corners = [
            corner(from, 1.0),
            corner(to, 1.0),
            corner(to, -1.0),
            corner(from, -1.0),
        ];
        for (i, from) in corners.iter().enumerate() {
            self.line(*from, corners[(i + 1) % 4]);
        }
    }
}

/// Goes along a line that is thinner than a pixel: the middle of every piece, and how long it is.
pub(super) fn hair(path: &Path, ts: Transform, mut go: impl FnMut(Point, f32)) {
    let mut last = Point::default();
    walk(path, ts, |step| match step {
        Step::Move(p) => last = p,
        Step::Line(p) => {
            let length = last.distance(p);
            // No picture is larger than that.
            let pieces = length.ceil().clamp(1.0, 10_000.0);
            for i in 0..pieces as usize {
                let t = (i as f32 + 0.5) / pieces;
                let at = Point::from_xy(last.x + (p.x - last.x) * t, last.y + (p.y - last.y) * t);
                go(at, length / pieces);
            }
            last = p;
        }
    });
}

enum Step {
    Move(Point),
    Line(Point),
}

/// Goes along an outline in pixels, curves in as many pieces as can be seen.
fn walk(path: &Path, ts: Transform, mut go: impl FnMut(Step)) {
    let map = |mut p: Point| {
        ts.map_point(&mut p);
        p
    };
    let (mut start, mut last) = (Point::default(), Point::default());
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                (start, last) = (map(p), map(p));
                go(Step::Move(last));
            }
            PathSegment::LineTo(p) => {
                last = map(p);
                go(Step::Line(last));
            }
            PathSegment::QuadTo(a, b) => {
                let (a, b) = (map(a), map(b));
                let pieces = pieces(last.distance(a) + a.distance(b) - last.distance(b));
                for i in 1..=pieces {
                    let t = i as f32 / pieces as f32;
                    let u = 1.0 - t;
                    let mix = |p: f32, q: f32, r: f32| u * u * p + 2.0 * u * t * q + t * t * r;
                    go(Step::Line(Point::from_xy(
                        mix(last.x, a.x, b.x),
                        mix(last.y, a.y, b.y),
                    )));
                }
                last = b;
            }
            PathSegment::CubicTo(a, b, c) => {
                let (a, b, c) = (map(a), map(b), map(c));
                let way = last.distance(a) + a.distance(b) + b.distance(c);
                let pieces = pieces(way - last.distance(c));
                for i in 1..=pieces {
                    let t = i as f32 / pieces as f32;
                    let u = 1.0 - t;
                    let mix = |p: f32, q: f32, r: f32, s: f32| {
                        u * u * u * p + 3.0 * u * t * (u * q + t * r) + t * t * t * s
                    };
                    go(Step::Line(Point::from_xy(
                        mix(last.x, a.x, b.x, c.x),
                        mix(last.y, a.y, b.y, c.y),
                    )));
                }
                last = c;
            }
            PathSegment::Close => {
                last = start;
                go(Step::Line(start));
            }
        }
    }
}

/// How many pieces a curve is cut into that is so much longer than its chord.
fn pieces(longer: f32) -> usize {
    (1.0 + (longer * PIECE).max(0.0).sqrt()).min(MOST) as usize
}
