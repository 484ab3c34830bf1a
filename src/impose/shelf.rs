//! Remainders of several runs that share pages, shelf above shelf.
//!
//! Every shelf is a region of equal blocks over the whole width, so one straight cut parts it from the next.

use super::grid::{Grid, Pose, Region, times};
use super::room::Room;
use super::run::Run;
use super::{Layout, Marks};
use crate::units::{Mm, Rect, Size};

/// Room between shelves for the ticks of both.
const GAP: Mm = Mm(5.0);

/// Pieces of a run that go onto one page together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    /// Which run.
    pub run: usize,
    /// The first piece.
    pub from: usize,
    /// How many.
    pub count: usize,
}

/// A page of shelves.
#[derive(Clone, Debug)]
pub(super) struct Shelves {
    /// The page.
    pub room: Room,
    /// What is on it, from the top.
    pub shares: Vec<(Share, Region)>,
}

/// A remainder and the pose that it takes on a shelf.
#[derive(Clone, Copy)]
struct Rest {
    share: Share,
    pose: Pose,
    cols: usize,
}

impl Rest {
    fn height(&self, count: usize) -> Mm {
        self.pose.pitch.h * count.div_ceil(self.cols) as f64
    }
}

/// Distributes remainders over pages. A page with a single share is left to its grid.
pub(super) fn share(
    runs: &[Run],
    grids: &[Grid],
    rests: &[Share],
    layout: &Layout,
) -> Vec<Shelves> {
    let alone = || {
        rests
            .iter()
            .map(|s| single(*s, &grids[s.run]))
            .collect::<Vec<_>>()
    };
    if !layout.share || rests.len() < 2 {
        return alone();
    }
    // Without a gap there are no ticks between shelves and the cuts are drawn: only to save a page.
    let gaps: &[Mm] = if layout.marks == Marks::Edge {
        &[GAP, Mm(0.0)]
    } else {
        &[Mm(0.0)]
    };
    let mut best: Option<((usize, u8), Vec<Shelves>)> = None;
    let rooms = Room::banded(layout, layout.paper);
    for (gap, room) in gaps.iter().flat_map(|g| rooms.map(|r| (*g, r))) {
        let Some(rests) = rests
            .iter()
            .map(|s| pose(*s, runs, room, layout))
            .collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        for bins in [
            whole(&rests, room.area.h, gap),
            split(&rests, room.area.h, gap),
        ] {
            let pages: Vec<_> = bins
                .iter()
                .map(|bin| lay(bin, room, gap, grids, layout.bleed))
                .collect();
            // Fewest pages, then room for ticks on the tightest of them.
            let tight = pages
                .iter()
                .map(|p| 2 - p.comfort(layout.bleed))
                .max()
                .unwrap_or_default();
            let score = (pages.len(), tight);
            if pages.len() < rests.len() && best.as_ref().is_none_or(|(s, _)| score < *s) {
                best = Some((score, pages));
            }
        }
    }
    best.map_or_else(alone, |(_, pages)| pages)
}

impl Shelves {
    /// Sides with room for ticks, as [`Room::comfort`].
    fn comfort(&self, bleed: Mm) -> u8 {
        let block = self
            .shares
            .iter()
            .map(|(_, r)| r.trim().grown(bleed))
            .reduce(Rect::union);
        block.map_or(0, |b| self.room.comfort(Size { w: b.w, h: b.h }).0)
    }
}

/// A share on its own page keeps the positions of a full grid.
fn single(share: Share, grid: &Grid) -> Shelves {
    Shelves {
        room: grid.room,
        shares: vec![(
            share,
            Region {
                count: share.count,
                ..grid.full
            },
        )],
    }
}

/// The pose in which a remainder takes the least height.
fn pose(share: Share, runs: &[Run], room: Room, layout: &Layout) -> Option<Rest> {
    let rests = Pose::all(&runs[share.run].kind, layout.bleed)
        .into_iter()
        .filter_map(|pose| {
            let cols = times(room.area.w, pose.pitch.w);
            let fits = cols > 0 && times(room.area.h, pose.pitch.h) > 0;
            fits.then_some(Rest { share, pose, cols })
        });
    rests.min_by(|a, b| a.height(share.count).0.total_cmp(&b.height(share.count).0))
}

/// Remainders kept whole, tallest first, each on the first page with room.
fn whole(rests: &[Rest], room: Mm, gap: Mm) -> Vec<Vec<Rest>> {
    let mut order = rests.to_vec();
    order.sort_by(|a, b| {
        b.height(b.share.count)
            .0
            .total_cmp(&a.height(a.share.count).0)
    });
    let mut bins: Vec<(Mm, Vec<Rest>)> = Vec::new();
    for rest in order {
        let height = rest.height(rest.share.count);
        match bins
            .iter_mut()
            .find(|(used, _)| (*used + gap + height).0 <= room.0 + 1e-6)
        {
            Some((used, bin)) => {
                *used += gap + height;
                bin.push(rest);
            }
            None => bins.push((height, vec![rest])),
        }
    }
    bins.into_iter().map(|(_, bin)| bin).collect()
}

/// Remainders in order, going on to the next page when one is full.
fn split(rests: &[Rest], room: Mm, gap: Mm) -> Vec<Vec<Rest>> {
    let mut bins: Vec<Vec<Rest>> = vec![Vec::new()];
    let mut used = Mm(0.0);
    for rest in rests {
        let mut left = rest.share;
        while left.count > 0 {
            let start = if used.0 > 0.0 { used + gap } else { used };
            let taken = left
                .count
                .min(times(room - start, rest.pose.pitch.h).saturating_mul(rest.cols));
            if taken == 0 {
                bins.push(Vec::new());
                used = Mm(0.0);
                continue;
            }
            if let Some(bin) = bins.last_mut() {
                bin.push(Rest {
                    share: Share {
                        count: taken,
                        ..left
                    },
                    ..*rest
                });
            }
            used = start + rest.height(taken);
            left = Share {
                from: left.from + taken,
                count: left.count - taken,
                ..left
            };
        }
    }
    bins
}

/// Places the shelves of one page, flush left, the whole centred.
fn lay(bin: &[Rest], room: Room, gap: Mm, grids: &[Grid], bleed: Mm) -> Shelves {
    if let [only] = bin {
        return single(only.share, &grids[only.share.run]);
    }
    let mut bin = bin.to_vec();
    bin.sort_by_key(|r| (r.share.run, r.share.from));
    let wide = |r: &Rest| r.pose.pitch.w * r.cols.min(r.share.count) as f64;
    let w = bin.iter().map(wide).fold(Mm(0.0), Mm::max);
    let tall = bin.iter().fold(Mm(0.0), |h, r| h + r.height(r.share.count));
    let block: Rect = room.centred(Size {
        w,
        h: tall + gap * (bin.len() - 1) as f64,
    });
    let mut y = block.y;
    let mut shares = Vec::new();
    for r in bin {
        let region = Region {
            pose: r.pose,
            x: block.x + bleed,
            y: y + bleed,
            cols: r.cols,
            count: r.share.count,
        };
        y += r.height(r.share.count) + gap;
        shares.push((r.share, region));
    }
    Shelves { room, shares }
}
