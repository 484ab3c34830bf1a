//! Cut marks: ticks, crosses and hairlines around and along the cuts of a page.

use super::form::line;
use super::grid::Region;
use super::{Mark, Marks, Pen};
use crate::units::{Mm, Rect};
use std::collections::BTreeSet;

/// The pen of ticks and crosses.
const TICK_PEN: Pen = Pen {
    width: Mm(0.15),
    grey: 0.0,
    dash: None,
    fill: false,
};
/// The pen of hairlines, which may run along printed edges.
const HAIR_PEN: Pen = Pen {
    width: Mm(0.1),
    grey: 0.5,
    dash: None,
    fill: false,
};
/// The distance from a piece to its ticks.
const AWAY: Mm = Mm(0.8);
/// The shortest and the longest tick.
const TICK: (Mm, Mm) = (Mm(1.2), Mm(4.0));
/// The arm of a cross.
const ARM: Mm = Mm(1.5);
/// Half the distance between the ticks of two shelves.
const APART: Mm = Mm(0.3);

/// A straight cut: where, and from where to where pieces lie along it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    at: Mm,
    from: Mm,
    to: Mm,
}

/// Pieces with straight cuts through all of them.
#[derive(Clone, Debug)]
pub(super) struct Block {
    upright: Vec<Line>,
    level: Vec<Line>,
    /// All of it, with bleed.
    outer: Rect,
    /// The trim of every piece.
    cells: Vec<Rect>,
}

impl Block {
    /// The cuts of a region.
    pub fn of(region: &Region, bleed: Mm) -> Self {
        let cells: Vec<Rect> = (0..region.count).map(|i| region.cell(i)).collect();
        let (cols, count) = (region.cols, region.count);
        let (mut upright, mut level) = (Vec::new(), Vec::new());
        for col in 0..region.cols_used() {
            let (top, bottom) = (cells[col], cells[col + (count - 1 - col) / cols * cols]);
            upright.extend([top.x, top.right()].map(|at| Line {
                at,
                from: top.y,
                to: bottom.bottom(),
            }));
        }
        for row in 0..region.rows_used() {
            let (left, right) = (cells[row * cols], cells[(row * cols + cols).min(count) - 1]);
            level.extend([left.y, left.bottom()].map(|at| Line {
                at,
                from: left.x,
                to: right.right(),
            }));
        }
        Self {
            upright: merged(upright),
            level: merged(level),
            outer: region.trim().grown(bleed),
            cells,
        }
    }

    /// The cuts around one rectangle that prints as far as `outer`.
    pub fn one(trim: Rect, outer: Rect) -> Self {
        let upright = [trim.x, trim.right()].map(|at| Line {
            at,
            from: trim.y,
            to: trim.bottom(),
        });
        let level = [trim.y, trim.bottom()].map(|at| Line {
            at,
            from: trim.x,
            to: trim.right(),
        });
        Self {
            upright: upright.into(),
            level: level.into(),
            outer,
            cells: vec![trim],
        }
    }
}

/// Makes one cut of those at the same place.
fn merged(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|a, b| a.at.0.total_cmp(&b.at.0));
    lines.dedup_by(|b, a| {
        let same = (b.at - a.at).0.abs() < 1e-6;
        if same {
            (a.from, a.to) = (a.from.min(b.from), a.to.max(b.to));
        }
        same
    });
    lines
}

/// The marks of a page whose blocks lie one above the other inside `area`.
pub(super) fn marks(style: Marks, blocks: &[Block], bleed: Mm, area: Rect) -> Vec<Mark> {
    match style {
        Marks::Edge => edge(blocks, area),
        Marks::Corner => corner(blocks, bleed, area),
        Marks::Lines => blocks
            .iter()
            .flat_map(|b| hairs_upright(&b.upright).chain(hairs_level(&b.level)))
            .collect(),
        Marks::None => Vec::new(),
    }
}

fn hairs_upright(lines: &[Line]) -> impl Iterator<Item = Mark> {
    lines
        .iter()
        .map(|l| line(l.at, l.from, l.at, l.to, HAIR_PEN))
}

fn hairs_level(lines: &[Line]) -> impl Iterator<Item = Mark> {
    lines
        .iter()
        .map(|l| line(l.from, l.at, l.to, l.at, HAIR_PEN))
}

/// The start and end of a tick that leaves an edge at `from` towards the limit `to`.
fn tick(from: Mm, to: Mm) -> Option<(Mm, Mm)> {
    let way = if to.0 < from.0 { -1.0 } else { 1.0 };
    let length = (Mm((to - from).0.abs()) - AWAY).min(TICK.1);
    (length.0 + 1e-6 >= TICK.0.0).then(|| (from + AWAY * way, from + (AWAY + length) * way))
}

fn edge(blocks: &[Block], area: Rect) -> Vec<Mark> {
    let mut out = Vec::new();
    let Some(outer) = blocks.iter().map(|b| b.outer).reduce(Rect::union) else {
        return out;
    };
    for (i, b) in blocks.iter().enumerate() {
        let sides = [tick(outer.x, area.x), tick(outer.right(), area.right())];
        for (from, to) in sides.iter().flatten() {
            out.extend(
                b.level
                    .iter()
                    .map(|l| line(*from, l.at, *to, l.at, TICK_PEN)),
            );
        }
        // A tick at one end alone guides no ruler: without both, the cut itself is drawn.
        if sides.contains(&None) {
            out.extend(hairs_level(&b.level));
        }
        // Ticks between shelves end before the middle, so that nobody takes one for the other's.
        let above = blocks[..i]
            .last()
            .map_or(area.y, |a| (a.outer.bottom() + b.outer.y) / 2.0 + APART);
        let below = blocks.get(i + 1).map_or(area.bottom(), |c| {
            (b.outer.bottom() + c.outer.y) / 2.0 - APART
        });
        let ends = [
            tick(b.outer.y, above.min(b.outer.y)),
            tick(b.outer.bottom(), below.max(b.outer.bottom())),
        ];
        for (from, to) in ends.iter().flatten() {
            out.extend(
                b.upright
                    .iter()
                    .map(|l| line(l.at, *from, l.at, *to, TICK_PEN)),
            );
        }
        if ends.contains(&None) {
            out.extend(hairs_upright(&b.upright));
        }
    }
    out
}

fn corner(blocks: &[Block], bleed: Mm, area: Rect) -> Vec<Mark> {
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let key = |m: Mm| (m.0 * 1000.0).round() as i64;
    for cell in blocks.iter().flat_map(|b| &b.cells) {
        for (x, sx) in [(cell.x, -1.0), (cell.right(), 1.0)] {
            for (y, sy) in [(cell.y, -1.0), (cell.bottom(), 1.0)] {
                // With bleed every corner is its own; the arms lie in the bleed, which is cut away.
                if bleed.0 >= 0.8 {
                    let (from, to) = (Mm(0.3), bleed.min(Mm(0.3) + ARM));
                    out.push(line(x + from * sx, y, x + to * sx, y, TICK_PEN));
                    out.push(line(x, y + from * sy, x, y + to * sy, TICK_PEN));
                } else if seen.insert((key(x), key(y))) {
                    let (left, right) = ((x - ARM).max(area.x), (x + ARM).min(area.right()));
                    let (top, bottom) = ((y - ARM).max(area.y), (y + ARM).min(area.bottom()));
                    out.push(line(left, y, right, y, HAIR_PEN));
                    out.push(line(x, top, x, bottom, HAIR_PEN));
                }
            }
        }
    }
    out
}
