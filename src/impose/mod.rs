//! From pieces to pages: grids, backs, marks, tiles, folds. Pure geometry; knows nothing of PDF or SVG.
//!
//! In order: jobs are gathered into *runs* of pieces cut alike; every run fills a *grid*; what remains of several
//! runs shares pages in *shelves*; sheets go *whole* or in *tiles*. All make *leaves* of paper with two sides, and
//! the leaves become pages with their *furniture*.
//!
//! ```
//! use kitpress::impose::{impose, Cut, Furniture, Job, Layout, CutPiece};
//! use kitpress::units::Size;
//!
//! let card = |front| CutPiece { component: 0, size: Size::mm(63.0, 88.0), front, back: Some(0), cut: Cut::default() };
//! let jobs = [Job::Pieces((1..=10).map(card).collect())];
//! let sheets = impose(&jobs, &Layout::default(), &Furniture::default())?;
//! assert_eq!(sheets.len(), 4); // nine cards and their backs, then one and its back
//! # Ok::<(), kitpress::impose::ImposeError>(())
//! ```

mod booklet;
mod carton;
mod error;
mod form;
mod furniture;
mod grid;
mod job;
mod layout;
mod leaf;
mod marks;
mod paper;
mod room;
mod run;
mod sheet;
mod shelf;
#[cfg(test)]
mod tests;
mod tile;
mod turn;
mod whole;

pub use carton::{Net, Panel, PanelEdge, PanelPlace};
pub use error::{ImposeError, Remedy};
pub(crate) use form::hexagon;
pub use furniture::Furniture;
pub(crate) use furniture::text_width;
pub use job::{BLANK, Cut, CutPiece, Job};
pub use layout::{Backs, Ground, Layout, Marks};
pub use paper::{Paper, PaperError};
pub use sheet::{Mark, MarkPen, Note, Placement, Shape, Sheet, Turn};

use crate::units::Size;
use grid::{BlockGrid, GridPair, Region};
use leaf::Leaf;
use run::Run;
use shelf::Share;

/// Lays out all jobs on pages.
pub fn impose(
    jobs: &[Job],
    layout: &Layout,
    furniture: &Furniture,
) -> Result<Vec<Sheet>, ImposeError> {
    layout.check()?;
    let runs = run::gather(jobs, layout, furniture)?;
    let mut leaves = place_runs(&runs, layout, furniture)?;
    for (order, job) in jobs.iter().enumerate() {
        let made = match job {
            Job::Sheets {
                component,
                size,
                pages,
            } => place_sheets(*component, *size, pages, layout, furniture)?,
            Job::Booklet {
                component,
                size,
                pages,
            } => place_booklet(*component, *size, pages, layout, furniture)?,
            Job::Boxes {
                component,
                net,
                boxes,
            } => place_boxes(*component, net, boxes, layout, furniture)?,
            Job::Pieces(_) | Job::Standees { .. } => continue,
        };
        leaves.extend(made.into_iter().map(|leaf| (order, leaf)));
    }
    leaves.sort_by_key(|(order, _)| *order);
    let leaves = leaves.into_iter().map(|(_, leaf)| leaf).collect();
    Ok(leaf::pages(leaves, layout, furniture))
}

/// The leaves of all runs, each with the job that it belongs behind: in plain grids, or with blocks turned
/// against each other in those runs where that takes fewer leaves.
fn place_runs(
    runs: &[Run],
    layout: &Layout,
    furniture: &Furniture,
) -> Result<Vec<(usize, Leaf)>, ImposeError> {
    let best = |run: &Run| {
        let grid = BlockGrid::best(&run.kind, layout);
        let grid = grid.ok_or_else(|| run_too_large(run, layout, furniture))?;
        Ok(if run.parted {
            grid.parted(layout.bleed)
        } else {
            grid
        })
    };
    let grids = runs.iter().map(best).collect::<Result<Vec<_>, _>>()?;
    let pair = |(run, grid): (&Run, &BlockGrid)| {
        let pair = GridPair::best(&run.kind, layout, grid.full.count)?;
        Some(if run.parted {
            pair.parted(layout.bleed)
        } else {
            pair
        })
    };
    let pairs: Vec<_> = runs.iter().zip(&grids).map(pair).collect();
    let mut used = vec![None; runs.len()];
    let mut leaves = fill_runs(runs, &grids, &used, layout);
    // Each run by itself first: one that saves nothing stays upright.
    for (i, pair) in pairs.iter().enumerate().filter(|(_, p)| p.is_some()) {
        used[i] = *pair;
        let turned = fill_runs(runs, &grids, &used, layout);
        if turned.len() < leaves.len() {
            leaves = turned;
        } else {
            used[i] = None;
        }
    }
    if used != pairs && pairs.iter().flatten().count() > 1 {
        let turned = fill_runs(runs, &grids, &pairs, layout);
        if turned.len() < leaves.len() {
            leaves = turned;
        }
    }
    Ok(leaves)
}

fn fill_runs(
    runs: &[Run],
    grids: &[BlockGrid],
    pairs: &[Option<GridPair>],
    layout: &Layout,
) -> Vec<(usize, Leaf)> {
    let (mut leaves, mut rests) = (Vec::new(), Vec::new());
    for (i, ((run, grid), pair)) in runs.iter().zip(grids).zip(pairs).enumerate() {
        let full = pair.map_or(grid.full.count, |p| p.count());
        for (n, units) in run.units.chunks(full).enumerate() {
            // What a plain grid can hold may share a page.
            if units.len() < full && units.len() <= grid.full.count {
                let (from, count) = (n * full, units.len());
                rests.push(Share {
                    run: i,
                    from,
                    count,
                });
                continue;
            }
            let leaf = match pair {
                None => Leaf::of_regions(grid.room, &[(grid.full, run, units)], layout),
                Some(pair) => {
                    let mut left = units;
                    let regions: Vec<_> = pair
                        .filled(units.len())
                        .into_iter()
                        .map(|region| {
                            let (here, rest) = left.split_at(region.count);
                            left = rest;
                            (region, run, here)
                        })
                        .collect();
                    Leaf::of_regions(pair.room, &regions, layout)
                }
            };
            leaves.push((run.order, leaf));
        }
    }
    for page in shelf::share(runs, grids, &rests, layout) {
        let order = page
            .shares
            .iter()
            .map(|(s, _)| runs[s.run].order)
            .max()
            .unwrap_or_default();
        let regions: Vec<(Region, _, _)> = page
            .shares
            .iter()
            .map(|(s, region)| {
                (
                    *region,
                    &runs[s.run],
                    &runs[s.run].units[s.from..s.from + s.count],
                )
            })
            .collect();
        leaves.push((order, Leaf::of_regions(page.room, &regions, layout)));
    }
    leaves
}

/// The leaves of a job of sheets, whole or tiled.
fn place_sheets(
    component: usize,
    size: Size,
    pages: &[usize],
    layout: &Layout,
    furniture: &Furniture,
) -> Result<Vec<Leaf>, ImposeError> {
    run::check_size(component, size, furniture)?;
    let outer = size.grown(layout.bleed);
    // A sheet that fits but for its bleed is printed whole with what bleed there is room for.
    if let Some(room) = whole::room_for(outer, layout).or_else(|| whole::room_for(size, layout)) {
        return Ok(whole::leaves(component, size, pages, room, layout));
    }
    let plan = tile::TilePlan::best(outer, layout).ok_or_else(|| ImposeError::TooManyTiles {
        component,
        title: furniture.title(component),
        size,
        paper: layout.paper,
        limit: tile::LIMIT,
    })?;
    Ok(plan.leaves(component, size, pages, layout))
}

/// The leaves of boxes, whole or tiled.
fn place_boxes(
    component: usize,
    net: &Net,
    boxes: &[Vec<(Panel, usize)>],
    layout: &Layout,
    furniture: &Furniture,
) -> Result<Vec<Leaf>, ImposeError> {
    run::check_size(component, net.size, furniture)?;
    let outer = net.size.grown(layout.bleed);
    // Past its outline a box is waste: it needs no room for all of its bleed.
    if let Some(room) = whole::room_for(outer, layout).or_else(|| whole::room_for(net.size, layout))
    {
        return Ok(boxes
            .iter()
            .map(|faces| carton::whole(component, net, faces, room, layout))
            .collect());
    }
    let plan = tile::TilePlan::best(outer, layout).ok_or_else(|| ImposeError::TooManyTiles {
        component,
        title: furniture.title(component),
        size: net.size,
        paper: layout.paper,
        limit: tile::LIMIT,
    })?;
    Ok(boxes
        .iter()
        .flat_map(|faces| plan.boxes(component, net, faces, layout))
        .collect())
}

/// Whether a sheet of that size goes on one page.
pub(crate) fn goes_whole(size: Size, layout: &Layout) -> bool {
    whole::room_for(size, layout).is_some()
}

/// Whether pages of that size are folded into a booklet, or printed as sheets.
pub fn folds(size: Size, layout: &Layout) -> bool {
    spread_place(size, layout).is_some()
}

/// The room for two pages of a booklet side by side, and how the paper is flipped.
fn spread_place(size: Size, layout: &Layout) -> Option<(room::Room, turn::Flip)> {
    let spread = Size {
        w: size.w * 2.0,
        h: size.h,
    };
    let room = whole::room_for(spread.grown(layout.bleed), layout)?;
    Some((room, layout.backs.flip(room.paper)?))
}

/// The leaves of a booklet; as sheets when its spread does not fit or only one side is printed on.
fn place_booklet(
    component: usize,
    size: Size,
    pages: &[usize],
    layout: &Layout,
    furniture: &Furniture,
) -> Result<Vec<Leaf>, ImposeError> {
    run::check_size(component, size, furniture)?;
    match spread_place(size, layout) {
        Some(place) => Ok(booklet::leaves(component, size, pages, place, layout)),
        None => place_sheets(component, size, pages, layout, furniture),
    }
}

/// Why not one piece of a run fits on the page.
fn run_too_large(run: &Run, layout: &Layout, furniture: &Furniture) -> ImposeError {
    let component = run.units.first().map_or(0, |u| u.component);
    let form = run.kind.forms()[0];
    let needs = form.size(run.kind.face).grown(layout.bleed);
    ImposeError::TooLarge {
        component,
        title: furniture.title(component),
        size: run.kind.face,
        needs,
        paper: layout.paper,
        margin: layout.margin,
        remedy: error::remedy(needs, layout),
    }
}
