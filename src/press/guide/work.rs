//! How much there is to cut, to fold and to glue, and how long that takes by a rule of thumb.
//!
//! Cuts are counted as scissors make them: first right through the sheet, then through every strip. Corners are left as
//! they are, and sheets that fill a page are not cut.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use serde::Serialize;

use super::ComponentCount;
use crate::impose::{Backs, Placement, Sheet};
use crate::kit::{Component, Kind, Kit, Outline};
use crate::units::Rect;

/// Seconds for a metre along a ruler or a line.
const STRAIGHT: f64 = 60.0;
/// Seconds for a metre around a shape.
const AROUND: f64 = 180.0;
/// Seconds to lay scissors on for the next cut.
const NEXT: f64 = 4.0;
/// Seconds to fold, glue and set up a figure.
const FIGURE: f64 = 60.0;
/// Seconds to fold and glue a box.
const BOX: f64 = 300.0;
/// Seconds to glue a tile to its neighbour.
const JOIN: f64 = 120.0;
/// Seconds to fold and staple a booklet.
const BOOKLET: f64 = 120.0;
/// Seconds to fold a piece onto its back and glue it.
const FOLD: f64 = 20.0;
/// Times are rounded up to so many minutes.
const STEP: usize = 5;
/// Places nearer than this are the same.
const SAME: f64 = 0.05;

/// What there is to do once the pages are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// Cuts, each straight line and each outline counted once.
    pub cuts: usize,
    /// Metres to cut.
    pub metres: f64,
    /// Figures to fold and to set up.
    pub figures: usize,
    /// Boxes to fold.
    pub boxes: usize,
    /// Tiles to glue to their neighbours.
    pub joins: usize,
    /// Pieces to fold onto their backs.
    pub folded: usize,
    /// Booklets to fold and staple.
    pub booklets: usize,
    /// Minutes for all of it, for one pair of hands.
    pub minutes: usize,
}

impl Work {
    /// Whether anything is folded or glued.
    pub fn folds(&self) -> bool {
        self.figures + self.boxes + self.joins + self.folded + self.booklets > 0
    }
}

/// Lengths to cut, in millimetres.
#[derive(Default)]
struct Lengths {
    cuts: usize,
    straight: f64,
    around: f64,
}

impl Lengths {
    fn shape(&mut self, length: f64) {
        self.cuts += 1;
        self.around += length;
    }
}

/// Counts the work of a print.
pub(super) fn count(
    kit: &Kit,
    sheets: &[Sheet],
    components: &[ComponentCount],
    backs: Backs,
    component_of: &dyn Fn(usize) -> usize,
) -> Work {
    let mut work = Work::default();
    let mut lengths = Lengths::default();
    let mut tiles: BTreeMap<usize, usize> = BTreeMap::new();
    // The guide shows small pictures of pieces, which nobody cuts out.
    let own = |s: &&Sheet| s.components.iter().all(|c| *c < kit.components.len());
    for sheet in sheets.iter().filter(own).filter(|s| !s.is_back) {
        let mut of: BTreeMap<usize, Vec<&Placement>> = BTreeMap::new();
        for item in &sheet.items {
            of.entry(component_of(item.face)).or_default().push(item);
        }
        let mut straight: Vec<Rect> = Vec::new();
        for (index, items) in of {
            let Some(component) = kit.components.get(index) else {
                continue;
            };
            if is_tile(sheet, &items) {
                *tiles.entry(index).or_default() += 1;
                lengths.cuts += 2;
                lengths.straight += sheet.trim.w.0 + sheet.trim.h.0;
                continue;
            }
            pieces(
                component,
                &items,
                backs,
                &mut straight,
                &mut lengths,
                &mut work,
            );
        }
        let (cuts, length) = through(&straight);
        lengths.cuts += cuts;
        lengths.straight += length;
    }
    for count in components {
        let Some(component) = kit.components.get(count.component) else {
            continue;
        };
        match component.kind {
            Kind::Standees => work.figures += count.cards,
            Kind::Box => work.boxes += count.cards,
            Kind::Booklet => work.booklets += component.pieces(),
            _ => {}
        }
        let tiled = tiles.get(&count.component).copied().unwrap_or(0);
        work.joins += tiled.saturating_sub(count.cards);
    }
    work.cuts = lengths.cuts;
    work.metres = ((lengths.straight + lengths.around) / 100.0).round() / 10.0;
    work.minutes = minutes(&work, &lengths);
    work
}

/// Whether a sheet shows a part of something that is larger than the paper.
fn is_tile(sheet: &Sheet, items: &[&Placement]) -> bool {
    let all = items.iter().map(|i| i.at).reduce(Rect::union);
    all.is_some_and(|r| {
        let (over, under) = (r.right() - sheet.paper.w, r.bottom() - sheet.paper.h);
        r.x.0 < -SAME || r.y.0 < -SAME || over.0 > SAME || under.0 > SAME
    })
}

/// Adds what is cut of the pieces of one component on a page.
fn pieces(
    component: &Component,
    items: &[&Placement],
    backs: Backs,
    straight: &mut Vec<Rect>,
    lengths: &mut Lengths,
    work: &mut Work,
) {
    let rects: Vec<Rect> = items.iter().map(|i| i.at).collect();
    let pairs = || {
        rects
            .chunks(2)
            .filter_map(|p| p.iter().copied().reduce(Rect::union))
    };
    let around = |r: &Rect| 2.0 * (r.w.0 + r.h.0);
    match component.kind {
        Kind::Sheet | Kind::Booklet => {}
        Kind::Box => {
            let net = rects.iter().copied().reduce(Rect::union);
            net.iter().for_each(|r| lengths.shape(around(r)));
        }
        Kind::Standees => pairs().for_each(|r| lengths.shape(around(&r))),
        Kind::Cards | Kind::Tokens | Kind::Strip => {
            let folds = backs == Backs::Fold && component.back.is_some();
            let blocks: Vec<Rect> = match folds {
                true => pairs().collect(),
                false => rects,
            };
            if folds {
                work.folded += blocks.len();
            }
            let length = |r: &Rect| match component.outline {
                _ if component.contour.is_some() => Some(around(r)),
                Outline::Rect => None,
                Outline::Circle => Some(PI * (r.w.0 + r.h.0) / 2.0),
                Outline::Hex => Some(1.5 * (r.w.0 + r.h.0)),
            };
            for block in blocks {
                match length(&block) {
                    Some(length) => lengths.shape(length),
                    None => straight.push(block),
                }
            }
        }
    }
}

/// Straight cuts through pieces that lie on a page, and how long they are together.
fn through(pieces: &[Rect]) -> (usize, f64) {
    let level: Vec<[f64; 4]> = pieces
        .iter()
        .map(|r| [r.y.0, r.bottom().0, r.x.0, r.right().0])
        .collect();
    let upright: Vec<[f64; 4]> = level.iter().map(|[a, b, c, d]| [*c, *d, *a, *b]).collect();
    let cuts = strips(&level).min(strips(&upright));
    (cuts, along(&level) + along(&upright))
}

/// Cuts where the first are made at the ends of the first axis, and every strip is cut across by itself. A piece is
/// where it begins and ends on that axis, then on the other.
fn strips(pieces: &[[f64; 4]]) -> usize {
    let first = places(pieces.iter().flat_map(|[a, b, ..]| [*a, *b]));
    let mut rows: BTreeMap<(i64, i64), Vec<f64>> = BTreeMap::new();
    for [a, b, c, d] in pieces {
        rows.entry((key(*a), key(*b))).or_default().extend([c, d]);
    }
    let across = rows
        .into_values()
        .map(|ends| places(ends.into_iter()).len());
    first.len() + across.sum::<usize>()
}

/// The length of all cuts along the second axis; where two pieces touch, one cut parts both.
fn along(pieces: &[[f64; 4]]) -> f64 {
    let mut lines: BTreeMap<i64, Vec<(f64, f64)>> = BTreeMap::new();
    for [a, b, c, d] in pieces {
        for at in [a, b] {
            lines.entry(key(*at)).or_default().push((*c, *d));
        }
    }
    lines.into_values().map(covered).sum()
}

/// How much of a line these stretches cover.
fn covered(mut stretches: Vec<(f64, f64)>) -> f64 {
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut sum, mut end) = (0.0, f64::NEG_INFINITY);
    for (from, to) in stretches {
        sum += (to - from.max(end)).max(0.0);
        end = end.max(to);
    }
    sum
}

fn key(at: f64) -> i64 {
    (at / SAME).round() as i64
}

/// Different places, in order.
fn places(all: impl Iterator<Item = f64>) -> Vec<i64> {
    let mut all: Vec<i64> = all.map(key).collect();
    all.sort_unstable();
    all.dedup_by(|b, a| *b - *a <= 1);
    all
}

fn minutes(work: &Work, lengths: &Lengths) -> usize {
    let of = |count: usize, seconds: f64| count as f64 * seconds;
    let seconds = lengths.straight / 1000.0 * STRAIGHT
        + lengths.around / 1000.0 * AROUND
        + of(work.cuts, NEXT)
        + of(work.figures, FIGURE)
        + of(work.boxes, BOX)
        + of(work.joins, JOIN)
        + of(work.booklets, BOOKLET)
        + of(work.folded, FOLD);
    ((seconds / 60.0).ceil() as usize).next_multiple_of(STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine cards in three rows, edge to edge.
    fn nine() -> Vec<Rect> {
        let place = |i: usize| {
            Rect::mm(
                10.0 + (i % 3) as f64 * 63.0,
                10.0 + (i / 3) as f64 * 88.0,
                63.0,
                88.0,
            )
        };
        (0..9).map(place).collect()
    }

    #[test]
    fn a_grid_is_cut_into_strips_and_those_into_cards() {
        // Four cuts through the sheet, then four through each of three strips.
        let (cuts, length) = through(&nine());
        assert_eq!(cuts, 4 + 3 * 4);
        assert!(
            (length - (4.0 * 189.0 + 4.0 * 264.0)).abs() < 1e-6,
            "{length}"
        );
        // Eight cards: the last strip is a card shorter.
        let (cuts, length) = through(&nine()[..8]);
        assert_eq!(cuts, 4 + 4 + 4 + 3);
        assert!(
            (length - (4.0 * 189.0 - 63.0 + 4.0 * 264.0 - 88.0)).abs() < 1e-6,
            "{length}"
        );
    }

    #[test]
    fn a_gap_takes_two_cuts() {
        let apart = [
            Rect::mm(10.0, 10.0, 50.0, 50.0),
            Rect::mm(62.0, 10.0, 50.0, 50.0),
        ];
        let (cuts, length) = through(&apart);
        assert_eq!(cuts, 2 + 4);
        assert!((length - 400.0).abs() < 1e-6, "{length}");
        assert_eq!(through(&[]), (0, 0.0));
    }
}
