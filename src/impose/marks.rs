//! Cut marks: ticks, crosses and hairlines around and along the cuts of a page.

use super::form::line;
use super::grid::Region;
use super::{Mark, MarkPen, Marks, Shape};
use crate::units::{Mm, Rect};
use std::collections::BTreeSet;

/// The pen of ticks and crosses.
const TICK_PEN: MarkPen = MarkPen {
    width: Mm(0.15),
    grey: 0.0,
    dash: None,
    fill: false,
};
/// The pen of hairlines, which may run along printed edges.
const HAIR_PEN: MarkPen = MarkPen {
    width: Mm(0.1),
    grey: 0.5,
    dash: None,
    fill: false,
};
/// The distance from a piece to its ticks.
const AWAY: Mm = Mm(0.8);
/// The shortest and the longest tick.
const TICK: (Mm, Mm) = (Mm(1.2), Mm(4.0));
/// The distance and the length where there is no room for these.
const NEAR: Mm = Mm(0.3);
const SHORT: Mm = Mm(0.5);
/// The longest mark at the end of a cut that has no room for a tick at all.
const NICK: Mm = Mm(1.2);
/// The arm of a cross.
const ARM: Mm = Mm(1.5);
/// Half the distance between the ticks of two shelves.
const APART: Mm = Mm(0.3);

/// A straight cut: where, and from where to where pieces lie along it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StraightCut {
    at: Mm,
    from: Mm,
    to: Mm,
}

/// Pieces with straight cuts through all of them.
#[derive(Clone, Debug)]
pub(super) struct Block {
    upright: Vec<StraightCut>,
    level: Vec<StraightCut>,
    /// All of it, with bleed.
    outer: Rect,
    /// The trim of every piece.
    cells: Vec<Rect>,
}

impl Block {
    /// The cuts of a region.
    pub(super) fn of(region: &Region, bleed: Mm) -> Self {
        let cells: Vec<Rect> = (0..region.count).map(|i| region.cell(i)).collect();
        let (cols, count) = (region.cols, region.count);
        let (mut upright, mut level) = (Vec::new(), Vec::new());
        for col in 0..region.cols_used() {
            let (top, bottom) = (cells[col], cells[col + (count - 1 - col) / cols * cols]);
            upright.extend([top.x, top.right()].map(|at| StraightCut {
                at,
                from: top.y,
                to: bottom.bottom(),
            }));
        }
        for row in 0..region.rows_used() {
            let (left, right) = (cells[row * cols], cells[(row * cols + cols).min(count) - 1]);
            level.extend([left.y, left.bottom()].map(|at| StraightCut {
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
    pub(super) fn one(trim: Rect, outer: Rect) -> Self {
        let upright = [trim.x, trim.right()].map(|at| StraightCut {
            at,
            from: trim.y,
            to: trim.bottom(),
        });
        let level = [trim.y, trim.bottom()].map(|at| StraightCut {
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
fn merged(mut lines: Vec<StraightCut>) -> Vec<StraightCut> {
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

/// The marks of a page whose blocks lie above or beside each other inside `area`.
pub(super) fn marks(style: Marks, blocks: &[Block], bleed: Mm, area: Rect) -> Vec<Mark> {
    match style {
        Marks::Edge => edge(blocks, bleed, area),
        Marks::Corner => corner(blocks, bleed, area),
        Marks::Lines => blocks
            .iter()
            .flat_map(|b| hairs_upright(&b.upright).chain(hairs_level(&b.level)))
            .collect(),
        Marks::None => Vec::new(),
    }
}

fn hairs_upright(lines: &[StraightCut]) -> impl Iterator<Item = Mark> {
    lines
        .iter()
        .map(|l| line(l.at, l.from, l.at, l.to, HAIR_PEN))
}

fn hairs_level(lines: &[StraightCut]) -> impl Iterator<Item = Mark> {
    lines
        .iter()
        .map(|l| line(l.from, l.at, l.to, l.at, HAIR_PEN))
}

/// The start and end of a tick that leaves an edge at `from` towards the limit `to`; closer to the piece and
/// shorter where there is little room.
fn tick(from: Mm, to: Mm) -> Option<(Mm, Mm)> {
    let way = if to.0 < from.0 { -1.0 } else { 1.0 };
    let room = Mm((to - from).0.abs());
    let away = if room.0 + 1e-6 >= (AWAY + TICK.0).0 {
        AWAY
    } else {
        NEAR
    };
    let length = (room - away).min(TICK.1);
    (length.0 + 1e-6 >= SHORT.0).then(|| (from + away * way, from + (away + length) * way))
}

/// Ticks outside all pieces, at both ends of every cut.
fn edge(blocks: &[Block], bleed: Mm, area: Rect) -> Vec<Mark> {
    let Some(outer) = blocks.iter().map(|b| b.outer).reduce(Rect::union) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (i, b) in blocks.iter().enumerate() {
        let others = blocks.iter().enumerate().filter(|(n, _)| *n != i);
        let others: Vec<Rect> = others.map(|(_, b)| b.outer).collect();
        for way in [Way::Level, Way::Upright] {
            let (cuts, all) = match way {
                // Ticks of shelves stand in line at the sides of the page.
                Way::Level => (&b.level, outer),
                Way::Upright => (&b.upright, b.outer),
            };
            let ends = Ends {
                own: way.along(b.outer),
                all: way.along(all),
                area: way.along(area),
                near: near(&others, b.outer, way),
                bleed,
            };
            for cut in cuts {
                let marks = ends
                    .marks(*cut)
                    .map(|(from, to, pen)| way.mark(cut.at, from, to, pen));
                out.extend(marks.into_iter().filter(|m| is_free(m, &others)));
            }
        }
    }
    out
}

/// The way in which a cut runs.
#[derive(Clone, Copy)]
enum Way {
    Level,
    Upright,
}

impl Way {
    /// From where to where a rectangle reaches along the cut.
    fn along(self, r: Rect) -> (Mm, Mm) {
        match self {
            Way::Level => (r.x, r.right()),
            Way::Upright => (r.y, r.bottom()),
        }
    }

    /// From where to where it reaches across the cut.
    fn across(self, r: Rect) -> (Mm, Mm) {
        match self {
            Way::Level => Way::Upright.along(r),
            Way::Upright => Way::Level.along(r),
        }
    }

    fn mark(self, at: Mm, from: Mm, to: Mm, pen: MarkPen) -> Mark {
        match self {
            Way::Level => line(from, at, to, at, pen),
            Way::Upright => line(at, from, at, to, pen),
        }
    }
}

/// Whether a tick keeps off the other blocks: where two share a cut, that of the shorter one lies at the edge of the
/// other, which has its own.
fn is_free(mark: &Mark, others: &[Rect]) -> bool {
    let Shape::Line { x1, y1, x2, y2 } = mark.shape else {
        return true;
    };
    let (x, y) = (x1.min(x2), y1.min(y2));
    let (w, h) = (x1.max(x2) - x, y1.max(y2) - y);
    let around = Rect { x, y, w, h }.grown(TICK_PEN.width);
    mark.pen != TICK_PEN || !others.iter().any(|o| o.overlaps(around))
}

/// Where the nearest blocks before and after one end and begin, of those that its cuts run into.
fn near(others: &[Rect], one: Rect, way: Way) -> (Option<Mm>, Option<Mm>) {
    let (from, to) = way.across(one);
    let beside = others.iter().filter(|o| {
        let (a, b) = way.across(**o);
        a.0 + 1e-6 < to.0 && from.0 + 1e-6 < b.0
    });
    let beside: Vec<(Mm, Mm)> = beside.map(|o| way.along(*o)).collect();
    let (start, end) = way.along(one);
    let before = beside.iter().filter(|o| o.1.0 <= start.0 + 1e-6);
    let after = beside.iter().filter(|o| o.0.0 + 1e-6 >= end.0);
    (
        before.map(|o| o.1).reduce(Mm::max),
        after.map(|o| o.0).reduce(Mm::min),
    )
}

/// What lies at the two ends of parallel cuts.
struct Ends {
    /// Where the block ends, with bleed.
    own: (Mm, Mm),
    /// Where all blocks end.
    all: (Mm, Mm),
    /// Where the page ends.
    area: (Mm, Mm),
    /// Where the nearest blocks end and begin.
    near: (Option<Mm>, Option<Mm>),
    /// How far pieces print past their cuts.
    bleed: Mm,
}

impl Ends {
    /// From where to where a mark runs at each end of a cut, and with which pen.
    fn marks(&self, cut: StraightCut) -> [(Mm, Mm, MarkPen); 2] {
        let black = |(from, to)| (from, to, TICK_PEN);
        // A cut may end before its block does, where the last row is short.
        let (start, end) = (cut.from - self.bleed, cut.to + self.bleed);
        // Ticks between blocks end before the middle, so that nobody takes one for the other's.
        let before = match self.near.0 {
            Some(other) => {
                let middle = (other + self.own.0) / 2.0 + APART;
                tick(self.own.0, middle.min(self.own.0))
            }
            None => tick(self.all.0, self.area.0),
        };
        let after = match self.near.1 {
            Some(other) => {
                let middle = (other + self.own.1) / 2.0 - APART;
                tick(self.own.1, middle.max(self.own.1))
            }
            None => tick(self.all.1, self.area.1),
        };
        let before = before.or_else(|| tick(start.max(self.own.0), self.own.0));
        let after = after.or_else(|| tick(end.min(self.own.1), self.own.1));
        [
            before.map_or_else(|| nick(cut.from, start.max(self.own.0), cut), black),
            after.map_or_else(|| nick(cut.to, end.min(self.own.1), cut), black),
        ]
    }
}

/// Where there is no room for a tick: a short hairline in the bleed, which is cut away, or else along the very end
/// of the cut, where the corners of two pieces meet.
fn nick(end: Mm, bleed: Mm, cut: StraightCut) -> (Mm, Mm, MarkPen) {
    let inward = NICK.min((cut.to - cut.from) / 4.0);
    let to = match (bleed - end).0.abs() >= SHORT.0 {
        true => bleed,
        false if end > cut.from => end - inward,
        false => end + inward,
    };
    (end, to, HAIR_PEN)
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
