//! The line that a piece is cut along: how near it things are, and whether colours go past it.

use super::look::Picture;
use crate::impose::hexagon;
use crate::kit::{Component, Kind, Outline};
use crate::units::{Mm, Rect, Size};

/// How far past the cut a face is looked at.
pub(super) const PAST: Mm = Mm(1.5);

/// Pixels per millimetre of the picture that is looked at, where that is not too large.
pub(super) const SCALE: f64 = 4.0;

/// How far inside the cut a face is looked at.
pub(super) const WITHIN: Mm = Mm(1.0);

/// A convex outline in millimetres, clockwise, with its edges that are cut.
pub(super) struct CutLine {
    edges: Vec<CutEdge>,
}

struct CutEdge {
    from: (f64, f64),
    to: (f64, f64),
    /// Out of the piece, one millimetre long.
    out: (f64, f64),
}

impl CutLine {
    /// The line that a component's pieces are cut along; `None` for what is not cut, or not along its face.
    pub(super) fn of(component: &Component) -> Option<Self> {
        // What is near a line of any form is not measured.
        if component.contour.is_some() {
            return None;
        }
        let size = component.size;
        let points = match (component.kind, component.outline) {
            (Kind::Cards | Kind::Strip, _) | (Kind::Tokens, Outline::Rect) => {
                rounded(size, component.corner)
            }
            (Kind::Tokens, Outline::Circle) => rounded(size, Mm(f64::INFINITY)),
            (Kind::Tokens, Outline::Hex) => {
                clockwise(hexagon(size).into_iter().map(|(x, y)| (x.0, y.0)).collect())
            }
            (Kind::Standees, _) => rounded(size, Mm(0.0)),
            _ => return None,
        };
        let next = points.iter().cycle().skip(1);
        let mut edges: Vec<CutEdge> = points
            .iter()
            .zip(next)
            .filter_map(|(a, b)| edge(*a, *b))
            .collect();
        // The head of a standee is folded, and its foot goes on in a tab: only its sides are cut.
        if component.kind == Kind::Standees {
            edges.retain(|e| e.out.0.abs() > 0.5);
        }
        Some(Self { edges })
    }

    /// How far inside the cut the nearest corner of a box is; below 0 when it is cut off.
    pub(super) fn room(&self, r: Rect) -> Mm {
        let corners = [
            (r.x, r.y),
            (r.right(), r.y),
            (r.x, r.bottom()),
            (r.right(), r.bottom()),
        ];
        let inside =
            |e: &CutEdge, (x, y): (Mm, Mm)| (e.from.0 - x.0) * e.out.0 + (e.from.1 - y.0) * e.out.1;
        let all = self
            .edges
            .iter()
            .flat_map(|e| corners.map(|c| inside(e, c)));
        Mm(all.fold(f64::INFINITY, f64::min))
    }

    /// How much of the cut, from 0 to 1, has a patch of colour on its inner side and bare paper beyond. Thin lines
    /// along or across the cut do not count. The picture shows the face and [`PAST`] around it at `scale`.
    pub(super) fn stops(&self, picture: &Picture, scale: f64) -> f64 {
        let dark = |(x, y): (f64, f64), out: (f64, f64), by: f64| -> Option<f32> {
            let px = |v: f64| (v + PAST.0) * scale;
            let (x, y) = (px(x + out.0 * by), px(y + out.1 * by));
            let inside = x >= 0.0 && y >= 0.0;
            let pixel = inside
                .then(|| picture.pixel(x as usize, y as usize))
                .flatten()?;
            Some(pixel[3])
        };
        let stopped = |(point, out): ((f64, f64), (f64, f64))| {
            let at = |by: f64| dark(point, out, by);
            // Most cuts go through colour: what is beyond tells soonest.
            let bare = |by: f64| at(by).is_none_or(|v| v < BARE);
            let coloured = |by: f64| at(by).is_some_and(|v| v >= COLOURED);
            [0.5, 1.0].into_iter().all(bare) && [-0.15, -0.45, -0.8].into_iter().all(coloured)
        };
        let places: Vec<bool> = self.places().into_iter().map(stopped).collect();
        let patches = places.chunk_by(|a, b| a == b);
        let patches = patches.filter(|p| p[0] && p.len() as f64 * STEP >= PATCH);
        patches.map(<[bool]>::len).sum::<usize>() as f64 / places.len().max(1) as f64
    }

    /// Places along the cut with the way out of the piece.
    fn places(&self) -> Vec<((f64, f64), (f64, f64))> {
        let mut out = Vec::new();
        for edge in &self.edges {
            let (dx, dy) = (edge.to.0 - edge.from.0, edge.to.1 - edge.from.1);
            let steps = (dx.hypot(dy) / STEP).round().max(1.0) as usize;
            out.extend((0..steps).map(|i| {
                let t = (i as f64 + 0.5) / steps as f64;
                ((edge.from.0 + dx * t, edge.from.1 + dy * t), edge.out)
            }));
        }
        out
    }
}

/// Millimetres between the places that are looked at.
const STEP: f64 = 0.5;

/// Millimetres of the cut that a patch of colour takes at least.
const PATCH: f64 = 3.0;

/// How dark a pixel is, from 0 to 255, for colour that a cutter would miss; and for bare paper.
const COLOURED: f32 = 20.0;
const BARE: f32 = 6.0;

fn edge(from: (f64, f64), to: (f64, f64)) -> Option<CutEdge> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    // Clockwise as seen on paper, where y grows downwards: out is to the left.
    (length > 1e-6).then(|| CutEdge {
        from,
        to,
        out: (dy / length, -dx / length),
    })
}

/// The same outline, clockwise as seen on paper.
fn clockwise(mut points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let next = points.iter().cycle().skip(1);
    let area: f64 = points
        .iter()
        .zip(next)
        .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
        .sum();
    if area < 0.0 {
        points.reverse();
    }
    points
}

/// A rectangle with round corners, clockwise from the top left; an ellipse when they are as round as can be.
fn rounded(size: Size, corner: Mm) -> Vec<(f64, f64)> {
    const PARTS: usize = 12;
    let (w, h) = (size.w.0, size.h.0);
    let (rx, ry) = if corner.0.is_finite() {
        (corner.0.min(w / 2.0), corner.0.min(h / 2.0))
    } else {
        (w / 2.0, h / 2.0)
    };
    let centres = [(rx, ry), (w - rx, ry), (w - rx, h - ry), (rx, h - ry)];
    let mut out = Vec::new();
    for (i, (cx, cy)) in centres.into_iter().enumerate() {
        for part in 0..=PARTS {
            let angle = (2.0 + i as f64 + part as f64 / PARTS as f64) * std::f64::consts::FRAC_PI_2;
            out.push((cx + rx * angle.cos(), cy + ry * angle.sin()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::look::PixelGrid;
    use super::*;

    fn line(points: Vec<(f64, f64)>) -> CutLine {
        let next = points.iter().cycle().skip(1);
        CutLine {
            edges: points
                .iter()
                .zip(next)
                .filter_map(|(a, b)| edge(*a, *b))
                .collect(),
        }
    }

    #[test]
    fn room_is_measured_to_the_nearest_edge() {
        let card = line(rounded(Size::mm(60.0, 90.0), Mm(0.0)));
        assert!((card.room(Rect::mm(5.0, 10.0, 20.0, 20.0)).0 - 5.0).abs() < 1e-9);
        assert!((card.room(Rect::mm(30.0, 70.0, 20.0, 18.0)).0 - 2.0).abs() < 1e-9);
        assert!(card.room(Rect::mm(-1.0, 10.0, 20.0, 20.0)).0 < 0.0);
        let round = line(rounded(Size::mm(40.0, 40.0), Mm(f64::INFINITY)));
        let corner = round.room(Rect::mm(10.0, 10.0, 20.0, 20.0)).0;
        assert!((corner - (20.0 - 200f64.sqrt())).abs() < 0.1, "{corner}");
        for size in [Size::mm(40.0, 34.0), Size::mm(34.0, 40.0)] {
            let points = hexagon(size).into_iter().map(|(x, y)| (x.0, y.0)).collect();
            let middle = line(clockwise(points))
                .room(Rect::mm(17.0, 17.0, 0.0, 0.0))
                .0;
            assert!((14.0..=17.0).contains(&middle), "{middle}");
        }
        let soft = line(rounded(Size::mm(60.0, 90.0), Mm(10.0)));
        assert!(
            soft.room(Rect::mm(3.0, 3.0, 20.0, 20.0)).0 < 0.5,
            "a round corner takes room"
        );
    }

    #[test]
    fn colour_that_stops_at_the_cut_is_seen() {
        let size = Size::mm(20.0, 30.0);
        let card = line(rounded(size, Mm(0.0)));
        let paint = |picture: &mut Picture, grow: f64, dark: f32| {
            let sides = [1.5 - grow, 1.5 - grow, 21.5 + grow, 31.5 + grow];
            let at = sides.map(|mm| (mm * SCALE) as f32);
            picture.rect(at, [0.0, 0.0, 0.0, dark]);
        };
        let picture = |grow: f64| {
            let mut p = Picture::new(PixelGrid::new(92, 132, None));
            paint(&mut p, grow, 235.0);
            p
        };
        let stops = |p: &Picture| card.stops(p, SCALE);
        assert!(stops(&picture(0.0)) > 0.95);
        assert_eq!(stops(&picture(1.5)), 0.0, "colour goes on");
        assert_eq!(stops(&picture(-2.0)), 0.0, "colour ends well before");
        let mut frame = picture(0.0);
        paint(&mut frame, -0.4, 0.0);
        assert_eq!(stops(&frame), 0.0, "a line along the cut");
    }
}
