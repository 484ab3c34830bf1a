//! Grids of equal blocks: which form, turn and furniture put the most pieces on a page.

use super::Layout;
use super::Turn;
use super::form::Form;
use super::room::Room;
use super::run::Kind;
use crate::units::{Mm, Rect, Size};

/// How the blocks of a run lie on a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// How faces are joined.
    pub form: Form,
    /// How blocks are turned.
    pub turn: Turn,
    /// The trimmed size of a block as it lies.
    pub cell: Size,
    /// The distance from one to the next.
    pub pitch: Size,
}

impl Pose {
    /// Every pose of a kind, the preferred one first.
    pub fn all(kind: &Kind, bleed: Mm) -> Vec<Pose> {
        let turns = [Turn::None, Turn::Left];
        let pose = |form: Form, turn: Turn| {
            let cell = turn.size(form.size(kind.face));
            Pose {
                form,
                turn,
                cell,
                pitch: cell.grown(bleed),
            }
        };
        kind.forms()
            .into_iter()
            .flat_map(|f| turns.map(|t| pose(f, t)))
            .collect()
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
    pub fn cell(&self, i: usize) -> Rect {
        let (col, row) = ((i % self.cols) as f64, (i / self.cols) as f64);
        let Pose { cell, pitch, .. } = self.pose;
        Rect {
            x: self.x + pitch.w * col,
            y: self.y + pitch.h * row,
            w: cell.w,
            h: cell.h,
        }
    }

    /// Rows with a block in them.
    pub fn rows_used(&self) -> usize {
        self.count.div_ceil(self.cols)
    }

    /// Columns with a block in them.
    pub fn cols_used(&self) -> usize {
        self.cols.min(self.count)
    }

    /// The rectangle that holds all trims.
    pub fn trim(&self) -> Rect {
        let last = self.cell((self.rows_used().max(1) - 1) * self.cols);
        let right = self.cell(self.cols_used().max(1) - 1);
        self.cell(0).union(last).union(right)
    }
}

/// A page full of equal blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// The page.
    pub room: Room,
    /// The blocks, as many as there is room for.
    pub full: Region,
}

impl Grid {
    /// The grid that puts the most pieces on a page; `None` when not even one fits.
    pub fn best(kind: &Kind, layout: &Layout) -> Option<Grid> {
        let paper = layout.paper;
        Self::among(kind, layout, &Room::banded(layout, paper))
            .or_else(|| Self::among(kind, layout, &[Room::bare(layout, paper)]))
    }

    fn among(kind: &Kind, layout: &Layout, rooms: &[Room]) -> Option<Grid> {
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
                if best.is_none_or(|(s, _): (_, Grid)| score > s) {
                    best = Some((score, grid));
                }
            }
        }
        best.map(|(_, g)| g)
    }

    fn fill(pose: Pose, room: Room, bleed: Mm) -> Option<Grid> {
        let (cols, rows) = (
            times(room.area.w, pose.pitch.w),
            times(room.area.h, pose.pitch.h),
        );
        if cols == 0 || rows == 0 {
            return None;
        }
        let block = Size {
            w: pose.pitch.w * cols as f64,
            h: pose.pitch.h * rows as f64,
        };
        let at = room.centred(block);
        let full = Region {
            pose,
            x: at.x + bleed,
            y: at.y + bleed,
            cols,
            count: cols.saturating_mul(rows),
        };
        Some(Grid { room, full })
    }

    /// The size of all blocks together, with bleed.
    fn block(&self) -> Size {
        let Region {
            pose, cols, count, ..
        } = self.full;
        Size {
            w: pose.pitch.w * cols as f64,
            h: pose.pitch.h * (count / cols) as f64,
        }
    }
}

/// A page full of equal blocks in two grids, the second turned against the first: more paper is used, for one
/// more cut through the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    /// The page.
    pub room: Room,
    /// The grid at the left or top, then the other.
    pub regions: [Region; 2],
}

impl Pair {
    /// Blocks on a page.
    pub fn count(&self) -> usize {
        self.regions.iter().map(|r| r.count).sum()
    }

    /// The regions with just `count` blocks in them, the first being filled first.
    pub fn filled(&self, count: usize) -> Vec<Region> {
        let [first, second] = self.regions;
        let here = count.min(first.count);
        let parts = [(first, here), (second, count - here)];
        let parts = parts.into_iter().filter(|(_, n)| *n > 0);
        parts.map(|(r, count)| Region { count, ..r }).collect()
    }

    /// The pair with the most blocks, if that is more than `least`.
    pub fn best(kind: &Kind, layout: &Layout, least: usize) -> Option<Pair> {
        let poses = Pose::all(kind, layout.bleed);
        let [upright, turned] = [poses.first()?, poses.get(1)?];
        let mut best: Option<Pair> = None;
        for room in Room::banded(layout, layout.paper) {
            for (a, b) in [(upright, turned), (turned, upright)] {
                for beside in [true, false] {
                    let most = if beside {
                        times(room.area.w, a.pitch.w)
                    } else {
                        times(room.area.h, a.pitch.h)
                    };
                    let pairs = (1..most.max(1))
                        .filter_map(|n| Self::split(room, *a, *b, beside, n, layout.bleed));
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

    /// `n` columns (or rows) of one pose, and beside (or below) it as much of the other as there is room for.
    fn split(room: Room, a: Pose, b: Pose, beside: bool, n: usize, bleed: Mm) -> Option<Pair> {
        let area = room.area;
        let (cols, rows) = if beside {
            let rest = area.w - a.pitch.w * n as f64;
            (
                [n, times(rest, b.pitch.w)],
                [times(area.h, a.pitch.h), times(area.h, b.pitch.h)],
            )
        } else {
            let rest = area.h - a.pitch.h * n as f64;
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
                w: first.w + second.w,
                h: first.h.max(second.h),
            }
        } else {
            Size {
                w: first.w.max(second.w),
                h: first.h + second.h,
            }
        };
        let at = room.centred(block);
        let (dx, dy) = if beside {
            (first.w, Mm(0.0))
        } else {
            (Mm(0.0), first.h)
        };
        let region = |i: usize, pose: Pose, x: Mm, y: Mm| Region {
            pose,
            x: x + bleed,
            y: y + bleed,
            cols: cols[i],
            count: cols[i] * rows[i],
        };
        let regions = [region(0, a, at.x, at.y), region(1, b, at.x + dx, at.y + dy)];
        Some(Pair { room, regions })
    }
}

/// How many times a pitch fits into a length.
pub(super) fn times(room: Mm, pitch: Mm) -> usize {
    ((room.0 + 1e-6) / pitch.0).floor().clamp(0.0, 1e6) as usize
}
