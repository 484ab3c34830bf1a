//! Remainders of several runs that share pages, shelf above shelf.
//!
//! Every shelf is a region of equal blocks over the whole width, so one straight cut parts it from the next.

use super::grid::{BlockGrid, GAP, Pose, Region, TICKED};
use super::room::Room;
use super::run::Run;
use super::{Layout, Marks};
use crate::units::{Mm, Rect, Size};

/// The gap between pieces on a shelf that must not share a cut.
const PARTED: Mm = Mm((GAP.0.0 + GAP.1.0) / 2.0);

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
        self.pose.block(1, count.div_ceil(self.cols)).h
    }
}

/// Fewest pages, then room for ticks between shelves and around the tightest page, then gaps, then upright pieces.
type Score = (usize, bool, u8, bool, bool);

/// What a page of shelves may do without to hold more; each is given up only to save a page.
#[derive(Clone, Copy)]
struct Ease {
    /// Room for ticks between the shelves.
    gap: Mm,
    /// Gaps between pieces that must not share a cut.
    parted: bool,
    /// Pieces as upright as in a grid of their own.
    upright: bool,
}

impl Ease {
    /// Every way, the preferred ones first.
    fn all(runs: &[Run], marks: Marks) -> Vec<Ease> {
        // Other marks than ticks lie on the cuts themselves.
        let gaps = match marks {
            Marks::Edge => vec![TICKED, Mm(0.0)],
            _ => vec![Mm(0.0)],
        };
        let parted = match runs.iter().any(|r| r.parted) {
            true => vec![true, false],
            false => vec![false],
        };
        let pairs = gaps
            .iter()
            .flat_map(|gap| parted.iter().map(move |p| (*gap, *p)));
        let ease = |(gap, parted)| {
            [true, false].map(|upright| Ease {
                gap,
                parted,
                upright,
            })
        };
        pairs.flat_map(ease).collect()
    }
}

/// Distributes remainders over pages. A page with a single share is left to its grid.
pub(super) fn share(
    runs: &[Run],
    grids: &[BlockGrid],
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
    let mut best: Option<(Score, Vec<Shelves>)> = None;
    let rooms = Room::banded(layout, layout.paper);
    let ways = Ease::all(runs, layout.marks);
    for (ease, room) in ways.iter().flat_map(|e| rooms.map(|r| (*e, r))) {
        let Some(rests) = rests
            .iter()
            .map(|s| pose(*s, runs, room, ease, layout))
            .collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        for bins in [
            whole(&rests, room.area.h, ease.gap),
            split(&rests, room.area.h, ease.gap),
        ] {
            let pages: Vec<_> = bins
                .iter()
                .map(|bin| lay(bin, room, ease.gap, grids, layout.bleed))
                .collect();
            let tight = pages
                .iter()
                .map(|p| 2 - p.comfort(layout.bleed))
                .max()
                .unwrap_or_default();
            let score = (
                pages.len(),
                ease.gap.0 <= 0.0,
                tight,
                !ease.parted,
                !ease.upright,
            );
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
fn single(share: Share, grid: &BlockGrid) -> Shelves {
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

/// The pose of a remainder: the first that fits, or the one that takes the least height.
fn pose(share: Share, runs: &[Run], room: Room, ease: Ease, layout: &Layout) -> Option<Rest> {
    let run = &runs[share.run];
    let gap = match run.parted && ease.parted {
        true => Size {
            w: PARTED,
            h: PARTED,
        },
        false => Size::mm(0.0, 0.0),
    };
    let mut rests = Pose::all(&run.kind, layout.bleed)
        .into_iter()
        .map(|pose| pose.gapped(gap))
        .filter_map(|pose| {
            let cols = pose.cols_in(room.area.w);
            let fits = cols > 0 && pose.rows_in(room.area.h) > 0;
            fits.then_some(Rest { share, pose, cols })
        });
    if ease.upright {
        return rests.next();
    }
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
                .min(rest.pose.rows_in(room - start).saturating_mul(rest.cols));
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
fn lay(bin: &[Rest], room: Room, gap: Mm, grids: &[BlockGrid], bleed: Mm) -> Shelves {
    if let [only] = bin {
        return single(only.share, &grids[only.share.run]);
    }
    let mut bin = bin.to_vec();
    bin.sort_by_key(|r| (r.share.run, r.share.from));
    let wide = |r: &Rest| r.pose.block(r.cols.min(r.share.count), 1).w;
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
