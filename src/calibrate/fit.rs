//! From readings to the correction that fits them best.

use super::{LETTERS, Reading, scales};
use crate::impose::Backs;
use crate::units::{Mm, Size};
use crate::write::Warp;

/// A correction and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedWarp {
    /// The correction.
    pub warp: Warp,
    /// How far off the worst reading is, once corrected.
    pub worst: Mm,
    /// The letter of that reading.
    pub at: char,
}

/// A scale's place and where its hole lies, both from the middle of the page.
type ScaleReading = ([f64; 2], [f64; 2]);

/// The correction that follows from readings on a page: a shift from one, with scale and turn from two, and with
/// both scales, turn and slant from three on. `None` without readings, or when nothing is printed behind.
pub fn fit(readings: &[Reading], paper: Size, backs: Backs) -> Option<FittedWarp> {
    let places = scales(paper, backs)?;
    let pair = |r: &Reading| -> Option<ScaleReading> {
        let n = LETTERS.iter().position(|l| *l == r.letter)?;
        let (x, y) = places[n];
        let from = [(x - paper.w / 2.0).0, (y - paper.h / 2.0).0];
        Some((from, [from[0] + r.x.0, from[1] + r.y.0]))
    };
    let pairs: Vec<ScaleReading> = readings.iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return None;
    }
    let warp = solve(&pairs);
    let off = |(from, to): &ScaleReading| {
        let [x, y] = map(&warp, *from);
        (x - to[0]).hypot(y - to[1])
    };
    let offs = pairs.iter().map(off).zip(readings);
    let worst = offs.max_by(|a, b| a.0.total_cmp(&b.0));
    let (worst, at) = worst.map_or((0.0, ' '), |(off, r)| (off, r.letter));
    Some(FittedWarp {
        warp,
        worst: Mm(worst),
        at,
    })
}

fn map(warp: &Warp, [x, y]: [f64; 2]) -> [f64; 2] {
    let [a, b, c, d] = warp.matrix;
    [
        a * x + b * y + warp.shift.0.0,
        c * x + d * y + warp.shift.1.0,
    ]
}

fn mean(points: impl Iterator<Item = [f64; 2]> + Clone) -> [f64; 2] {
    let n = points.clone().count().max(1) as f64;
    let sum = points.fold([0.0, 0.0], |s, p| [s[0] + p[0], s[1] + p[1]]);
    [sum[0] / n, sum[1] / n]
}

/// Least squares about the centroids.
fn solve(pairs: &[ScaleReading]) -> Warp {
    let (p, q) = (
        mean(pairs.iter().map(|(from, _)| *from)),
        mean(pairs.iter().map(|(_, to)| *to)),
    );
    // Sums of products: of places with places, and of holes with places.
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let mut s = [0.0; 4];
    for (from, to) in pairs {
        let [x, y] = [from[0] - p[0], from[1] - p[1]];
        let [u, v] = [to[0] - q[0], to[1] - q[1]];
        (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
        s = [s[0] + u * x, s[1] + u * y, s[2] + v * x, s[3] + v * y];
    }
    let det = xx * yy - xy * xy;
    let spread = xx + yy;
    let matrix = if det > 1e-3 * spread * spread {
        [
            (s[0] * yy - s[1] * xy) / det,
            (s[1] * xx - s[0] * xy) / det,
            (s[2] * yy - s[3] * xy) / det,
            (s[3] * xx - s[2] * xy) / det,
        ]
    } else if spread > 1.0 {
        // All in one line: scale and turn only.
        let (k, t) = ((s[0] + s[3]) / spread, (s[2] - s[1]) / spread);
        [k, -t, t, k]
    } else {
        [1.0, 0.0, 0.0, 1.0]
    };
    let [a, b, c, d] = matrix;
    Warp {
        matrix,
        shift: (
            Mm(q[0] - a * p[0] - b * p[1]),
            Mm(q[1] - c * p[0] - d * p[1]),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::mm(210.0, 297.0);

    /// What one would read if backs have to be drawn as `wanted` says.
    fn readings(wanted: &Warp, letters: &str) -> Vec<Reading> {
        let places = scales(A4, Backs::DuplexLong).expect("two sides");
        let at = |letter| LETTERS.iter().position(|l| *l == letter).expect("known");
        letters
            .chars()
            .map(|letter| {
                let (x, y) = places[at(letter)];
                let (u, v) = wanted.point(A4, (x, y));
                Reading {
                    letter,
                    x: u - x,
                    y: v - y,
                }
            })
            .collect()
    }

    fn near(a: &Warp, b: &Warp) -> bool {
        let numbers = |w: &Warp| [w.shift.0.0, w.shift.1.0].into_iter().chain(w.matrix);
        numbers(a)
            .zip(numbers(b))
            .all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn corners_give_everything() {
        let wanted = Warp {
            matrix: [1.004, 0.002, -0.001, 0.997],
            shift: (Mm(0.7), Mm(-1.2)),
        };
        for letters in ["ABCD", "ABC", "ABCDE", "DCA"] {
            let found = fit(&readings(&wanted, letters), A4, Backs::DuplexLong).expect("fits");
            assert!(near(&found.warp, &wanted), "{letters}: {found:?}");
            assert!(found.worst.0 < 1e-9);
        }
    }

    #[test]
    fn two_give_scale_and_turn_and_one_a_shift() {
        let wanted = Warp {
            matrix: [1.002, -0.003, 0.003, 1.002],
            shift: (Mm(0.4), Mm(0.9)),
        };
        for letters in ["AD", "BC", "AED"] {
            let found = fit(&readings(&wanted, letters), A4, Backs::DuplexLong).expect("fits");
            assert!(near(&found.warp, &wanted), "{letters}: {found:?}");
        }
        let shift = Warp {
            shift: (Mm(0.4), Mm(0.9)),
            ..Warp::default()
        };
        let found = fit(&readings(&shift, "E"), A4, Backs::DuplexLong).expect("fits");
        assert!(near(&found.warp, &shift));
        assert!(fit(&[], A4, Backs::DuplexLong).is_none());
    }

    #[test]
    fn a_slip_is_noticed() {
        let mut all = readings(&Warp::default(), "ABCD");
        all[1].x = Mm(4.0);
        let found = fit(&all, A4, Backs::DuplexLong).expect("fits");
        assert!((found.worst.0 - 1.0).abs() < 1e-6, "{found:?}");
    }
}
