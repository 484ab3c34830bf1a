//! Points, rectangles and the lines where they touch, in millimetres: x to the right, y down.

use serde::{Deserialize, Serialize};

/// Lengths closer than this are equal.
pub(super) const HAIR: f64 = 1e-6;

/// A point, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// An upright rectangle, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Area {
    pub(super) fn middle(&self) -> Point {
        Point {
            x: self.x + self.w / 2.0,
            y: self.y + self.h / 2.0,
        }
    }

    pub(super) fn shrunk(&self, by: f64) -> Self {
        Self {
            x: self.x + by,
            y: self.y + by,
            w: self.w - 2.0 * by,
            h: self.h - 2.0 * by,
        }
    }

    /// Whether a point lies in it or on its edge.
    pub fn holds(&self, p: Point) -> bool {
        p.x >= self.x - HAIR
            && p.x <= self.x + self.w + HAIR
            && p.y >= self.y - HAIR
            && p.y <= self.y + self.h + HAIR
    }
}

/// A circle on a floor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Circle {
    /// The middle's x.
    pub x: f64,
    /// The middle's y.
    pub y: f64,
    /// Its radius.
    pub r: f64,
}

/// A vector turned clockwise by quarters.
pub(super) fn turned(x: f64, y: f64, degrees: u32) -> (f64, f64) {
    match degrees / 90 % 4 {
        0 => (x, y),
        1 => (-y, x),
        2 => (-x, -y),
        _ => (y, -x),
    }
}

/// The part of a line of the plan where two rooms touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Seam {
    /// Whether the line runs from top to bottom.
    pub upright: bool,
    /// The x of an upright line, the y of a level one.
    pub line: f64,
    /// Where it starts, from the left or the top.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

impl Seam {
    /// A point on it.
    pub fn point(&self, at: f64) -> Point {
        if self.upright {
            Point {
                x: self.line,
                y: at,
            }
        } else {
            Point {
                x: at,
                y: self.line,
            }
        }
    }
}

/// Where two floors touch along more than a corner.
pub fn seam(a: Area, b: Area) -> Option<Seam> {
    let meet = |x: f64, y: f64| (x - y).abs() < HAIR;
    let overlap = |from: f64, to: f64, upright, line| {
        (to - from > HAIR).then_some(Seam {
            upright,
            line,
            from,
            to,
        })
    };
    let (top, bottom) = (a.y.max(b.y), (a.y + a.h).min(b.y + b.h));
    let (left, right) = (a.x.max(b.x), (a.x + a.w).min(b.x + b.w));
    let lines = [
        (meet(a.x + a.w, b.x), true, b.x),
        (meet(b.x + b.w, a.x), true, a.x),
        (meet(a.y + a.h, b.y), false, b.y),
        (meet(b.y + b.h, a.y), false, a.y),
    ];
    lines
        .into_iter()
        .filter(|(touch, ..)| *touch)
        .find_map(|(_, upright, line)| {
            if upright {
                overlap(top, bottom, true, line)
            } else {
                overlap(left, right, false, line)
            }
        })
}
