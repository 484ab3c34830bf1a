//! Grids of equal blocks: which form, turn and furniture put the most pieces on a page.

use super::Layout;
use super::Turn;
use super::form::BlockForm;
use super::room::{Room, TICK_ROOM};
use super::run::RunKind;
use crate::units::{Mm, Rect, Size};

/// The narrowest and the widest gap between pieces that must not share a cut.
pub(super) const GAP: (Mm, Mm) = (Mm(1.0), Mm(3.0));
/// Room between two grids for the ticks of both.
pub(super) const TICKED: Mm = Mm(5.0);

/// How the blocks of a run lie on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// How faces are joined.
    pub form: BlockForm,
    /// How blocks are turned.
    pub turn: Turn,
    /// The trimmed size of a block as it lies.
    pub cell: Size,
    /// The distance from one to the next.
    pub pitch: Size,
    /// How much of that is blank paper between the two, besides bleed.
    pub gap: Size,
}

impl Pose {
    /// Every pose of a kind, the preferred one first.
    pub(super) fn all(kind: &RunKind, bleed: Mm) -> Vec<Pose> {
        let turns = [Turn::None, Turn::Left];
        let pose = |form: BlockForm, turn: Turn| {
            let cell = turn.size(form.size(kind.face));
            Pose {
                form,
                turn,
                cell,
                pitch: cell.grown(bleed),
                gap: Size::mm(0.0, 0.0),
            }
        };
        kind.forms()
            .into_iter()
            .flat_map(|f| turns.map(|t| pose(f, t)))
            .collect()
    }

    /// The same with so much blank paper between the blocks.
    pub(super) fn gapped(self, gap: Size) -> Self {
        let pitch = Size {
            w: self.pitch.w - self.gap.w + gap.w,
            h: self.pitch.h - self.gap.h + gap.h,
        };
        Self { pitch, gap, ..self }
    }

    /// How many columns fit into a width.
    pub(super) fn cols_in(&self, width: Mm) -> usize {
        times(width + self.gap.w, self.pitch.w)
    }

    /// How many rows fit into a height.
    pub(super) fn rows_in(&self, height: Mm) -> usize {
        times(height + self.gap.h, self.pitch.h)
    }

    /// The size of so many blocks, with bleed around them.
    pub(super) fn block(&self, cols: usize, rows: usize) -> Size {
        Size {
            w: self.pitch.w * cols as f64 - self.gap.w,
            h: self.pitch.h * rows as f64 - self.gap.h,
        }
    }
}

/// Blocks side by side in rows, filled row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Region {
    /// How the blocks lie.
    pub pose: Pose,
    /// The left edge of the first block's trim.
    pub x: Mm,
    /// The top edge of the first block's trim.
    pub y: Mm,
    /// Blocks in a full row.
    pub cols: usize,
    /// Blocks in all.
    pub count: usize,
}

impl Region {
    /// The trim of a block.
    pub(super) fn cell(&self, i: usize) -> Rect {
        let (col, row) = ((i % self.cols) as f64, (i / self.cols) as f64);
        let Pose { cell, pitch, .. } = self.pose;
        Rect {
            x: self.x + pitch.w * col,
            y: self.y + pitch.h * row,
            w: cell.w,
            h: cell.h,
        }
    }

    /// How far a block may print where `alike` says that a neighbour looks the same: by `lap` past a shared cut, or
    /// past the middle of a gap that it may run `through`.
    pub(super) fn reach(
        &self,
        i: usize,
        (lap, through): (Mm, bool),
        alike: impl Fn(usize) -> bool,
    ) -> Rect {
        let far = |gap: Mm, neighbour: Option<usize>| match neighbour.filter(|n| alike(*n)) {
            Some(_) if gap.0 <= 0.0 => lap,
            Some(_) if through => gap / 2.0 + lap,
            _ => Mm(0.0),
        };
        let (cols, gap, at) = (self.cols, self.pose.gap, self.cell(i));
        let begins = |n: usize| n.is_multiple_of(cols);
        let left = i.checked_sub(1).filter(|_| !begins(i));
        let above = i.checked_sub(cols);
        let there = |n: &usize| *n < self.count;
        let right = Some(i + 1).filter(|n| !begins(*n) && there(n));
        let below = Some(i + cols).filter(there);
        let (x, y) = (at.x - far(gap.w, left), at.y - far(gap.h, above));
        Rect {
            x,
            y,
            w: at.right() + far(gap.w, right) - x,
            h: at.bottom() + far(gap.h, below) - y,
        }
    }

    /// Rows with a block in them.
    pub(super) fn rows_used(&self) -> usize {
        self.count.div_ceil(self.cols)
    }

    /// Columns with a block in them.
    pub(super) fn cols_used(&self) -> usize {
        self.cols.min(self.count)
    }

    /// The rectangle that holds all trims.
    pub(super) fn trim(&self) -> Rect {
        let last = self.cell((self.rows_used().max(1) - 1) * self.cols);
        let right = self.cell(self.cols_used().max(1) - 1);
        self.cell(0).union(last).union(right)
    }
}

/// A page full of equal blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BlockGrid {
    /// The page.
    pub room: Room,
    /// The blocks, as many as there is room for.
    pub full: Region,
}

impl BlockGrid {
    /// The grid that puts the most pieces on a page; `None` when not even one fits.
    pub(super) fn best(kind: &RunKind, layout: &Layout) -> Option<BlockGrid> {
        let paper = layout.paper;
        Self::among(kind, layout, &Room::banded(layout, paper))
            .or_else(|| Self::among(kind, layout, &[Room::bare(layout, paper)]))
    }

    fn among(kind: &RunKind, layout: &Layout, rooms: &[Room]) -> Option<BlockGrid> {
        let poses = Pose::all(kind, layout.bleed);
        let mut best = None;
        for (p, pose) in poses.iter().enumerate() {
            for (r, room) in rooms.iter().enumerate() {
                let Some(grid) = Self::fill(*pose, *room, layout.bleed) else {
                    continue;
                };
                let (ticked, narrowest) = room.comfort(grid.block());
                // Most pieces, then room for marks, then upright, then wider room, then furniture below.
                let score = (
                    grid.full.count,
                    ticked,
                    poses.len() - p,
                    narrowest,
                    rooms.len() - r,
                );
                if best.is_none_or(|(s, _): (_, BlockGrid)| score > s) {
                    best = Some((score, grid));
                }
            }
        }
        best.map(|(_, g)| g)
    }

    fn fill(pose: Pose, room: Room, bleed: Mm) -> Option<BlockGrid> {
        let (cols, rows) = (pose.cols_in(room.area.w), pose.rows_in(room.area.h));
        (cols > 0 && rows > 0).then(|| Self::of(pose, room, bleed, (cols, rows)))
    }

    /// So many columns and rows, in the middle of the page.
    fn of(pose: Pose, room: Room, bleed: Mm, (cols, rows): (usize, usize)) -> BlockGrid {
        let at = room.centred(pose.block(cols, rows));
        let full = Region {
            pose,
            x: at.x + bleed,
            y: at.y + bleed,
            cols,
            count: cols.saturating_mul(rows),
        };
        BlockGrid { room, full }
    }

    /// The same pieces with gaps between them, as far as the page has room for gaps and ticks.
    pub(super) fn parted(self, bleed: Mm) -> BlockGrid {
        let Region {
            pose, cols, count, ..
        } = self.full;
        let (rows, block, area) = (count / cols, self.block(), self.room.area);
        let gap = Size {
            w: gap(area.w - block.w, cols),
            h: gap(area.h - block.h, rows),
        };
        Self::of(pose.gapped(gap), self.room, bleed, (cols, rows))
    }

    /// The size of all blocks together, with bleed.
    fn block(&self) -> Size {
        let Region {
            pose, cols, count, ..
        } = self.full;
        pose.block(cols, count / cols)
    }
}

/// The gap that blocks in a line may have, so much paper being left besides them.
fn gap(left: Mm, blocks: usize) -> Mm {
    let between = blocks.saturating_sub(1).max(1) as f64;
    let room = (left - TICK_ROOM * 2.0) / between;
    // In half millimetres, which are easy to measure.
    let gap = Mm((room.min(GAP.1).0 * 2.0 + 1e-6).floor() / 2.0);
    if blocks < 2 || gap < GAP.0 {
        return Mm(0.0);
    }
    gap
}

/// A page full of equal blocks in two grids, the second turned against the first: more paper is used, for one
/// more cut through the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GridPair {
    /// The page.
    pub room: Room,
    /// The grid at the left or top, then the other.
    pub regions: [Region; 2],
}

impl GridPair {
    /// Blocks on a page.
    pub(super) fn count(&self) -> usize {
        self.regions.iter().map(|r| r.count).sum()
    }

    /// The regions with just `count` blocks in them, the first being filled first.
    pub(super) fn filled(&self, count: usize) -> Vec<Region> {
        let [first, second] = self.regions;
        let here = count.min(first.count);
        let parts = [(first, here), (second, count - here)];
        let parts = parts.into_iter().filter(|(_, n)| *n > 0);
        parts.map(|(r, count)| Region { count, ..r }).collect()
    }

    /// The same pieces with gaps between them across the way in which the two grids follow each other, as far as the
    /// page has room for gaps and ticks.
    pub(super) fn parted(self, bleed: Mm) -> GridPair {
        let area = self.room.area;
        let [first, second] = self.regions;
        let beside = second.x > first.x;
        let grid = |r: Region| {
            let (rows, none) = (r.count / r.cols, Mm(0.0));
            let block = r.pose.block(r.cols, rows);
            let gap = match beside {
                true => Size {
                    w: none,
                    h: gap(area.h - block.h, rows),
                },
                false => Size {
                    w: gap(area.w - block.w, r.cols),
                    h: none,
                },
            };
            let pose = r.pose.gapped(gap);
            (pose, pose.block(r.cols, rows))
        };
        let (parts, all) = ([grid(first), grid(second)], self.regions);
        // The longer of the two lies in the middle of the page, the other begins where it does.
        let long = |of: fn(Size) -> Mm| of(parts[0].1).max(of(parts[1].1));
        let (x, y) = match beside {
            true => (None, Some(area.y + (area.h - long(|s| s.h)) / 2.0 + bleed)),
            false => (Some(area.x + (area.w - long(|s| s.w)) / 2.0 + bleed), None),
        };
        let region = |i: usize| Region {
            pose: parts[i].0,
            x: x.unwrap_or(all[i].x),
            y: y.unwrap_or(all[i].y),
            ..all[i]
        };
        GridPair {
            regions: [region(0), region(1)],
            ..self
        }
    }

    /// The pair with the most blocks, if that is more than `least`.
    pub(super) fn best(kind: &RunKind, layout: &Layout, least: usize) -> Option<GridPair> {
        let poses = Pose::all(kind, layout.bleed);
        let [upright, turned] = [poses.first()?, poses.get(1)?];
        let mut best: Option<GridPair> = None;
        // As many with room for ticks between the two grids come first.
        for (gap, room) in [TICKED, Mm(0.0)]
            .into_iter()
            .flat_map(|gap| Room::banded(layout, layout.paper).map(|room| (gap, room)))
        {
            for (a, b) in [(upright, turned), (turned, upright)] {
                for beside in [true, false] {
                    let most = if beside {
                        times(room.area.w, a.pitch.w)
                    } else {
                        times(room.area.h, a.pitch.h)
                    };
                    let pairs = (1..most.max(1))
                        .filter_map(|n| Self::split(room, *a, *b, (beside, gap), n, layout.bleed));
                    for pair in pairs {
                        if pair.count() > best.map_or(least, |p| p.count()) {
                            best = Some(pair);
                        }
                    }
                }
            }
        }
        best
    }

    /// `n` columns (or rows) of one pose, and after a gap beside (or below) it as much of the other as there is
    /// room for.
    fn split(
        room: Room,
        a: Pose,
        b: Pose,
        (beside, gap): (bool, Mm),
        n: usize,
        bleed: Mm,
    ) -> Option<GridPair> {
        let area = room.area;
        let (cols, rows) = if beside {
            let rest = area.w - a.pitch.w * n as f64 - gap;
            (
                [n, times(rest, b.pitch.w)],
                [times(area.h, a.pitch.h), times(area.h, b.pitch.h)],
            )
        } else {
            let rest = area.h - a.pitch.h * n as f64 - gap;
            (
                [times(area.w, a.pitch.w), times(area.w, b.pitch.w)],
                [n, times(rest, b.pitch.h)],
            )
        };
        if cols.contains(&0) || rows.contains(&0) {
            return None;
        }
        let size = |i: usize, pose: Pose| Size {
            w: pose.pitch.w * cols[i] as f64,
            h: pose.pitch.h * rows[i] as f64,
        };
        let (first, second) = (size(0, a), size(1, b));
        let block = if beside {
            Size {
                w: first.w + gap + second.w,
                h: first.h.max(second.h),
            }
        } else {
            Size {
                w: first.w.max(second.w),
                h: first.h + gap + second.h,
            }
        };
        let at = room.centred(block);
        let (dx, dy) = if beside {
            (first.w + gap, Mm(0.0))
        } else {
            (Mm(0.0), first.h + gap)
        };
        let region = |i: usize, pose: Pose, x: Mm, y: Mm| Region {
            pose,
            x: x + bleed,
            y: y + bleed,
            cols: cols[i],
            count: cols[i] * rows[i],
        };
        let regions = [region(0, a, at.x, at.y), region(1, b, at.x + dx, at.y + dy)];
        Some(GridPair { room, regions })
    }
}

/// How many times a pitch fits into a length.
pub(super) fn times(room: Mm, pitch: Mm) -> usize {
    ((room.0 + 1e-6) / pitch.0).floor().clamp(0.0, 1e6) as usize
}
