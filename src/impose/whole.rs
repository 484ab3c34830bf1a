//! Sheets that fit on a page: one to a side, centred, the paper turned if that makes them fit.

use super::leaf::{Leaf, lone};
use super::marks::{Block, marks};
use super::room::Room;
use super::{Layout, Placement};
use crate::units::{Mm, Rect, Size};

/// The page that a sheet of this size, bleed included, fits on.
pub(super) fn room_for(outer: Size, layout: &Layout) -> Option<Room> {
    let papers = [layout.paper, layout.paper.turned()];
    let rooms = papers.into_iter().flat_map(|p| {
        let [below, beside] = Room::banded(layout, p);
        [below, beside, Room::bare(layout, p)]
    });
    let mut best = None;
    for room in rooms.filter(|r| r.holds(outer)) {
        // Furniture, then room for ticks; among equals the first.
        let score = (room.band.is_some(), room.comfort(outer).0);
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, room));
        }
    }
    best.map(|(_, room)| room)
}

/// The leaves of sheets that fit.
pub(super) fn leaves(
    component: usize,
    size: Size,
    pages: &[usize],
    room: Room,
    layout: &Layout,
) -> Vec<Leaf> {
    let at: Rect = room.centred(size);
    let bleed = layout
        .bleed
        .min(at.x - room.area.x)
        .min(at.y - room.area.y)
        .max(Mm(0.0));
    let outer = at.grown(bleed);
    let flip = layout.backs.flip(room.paper);
    let per_leaf = if flip.is_some() { 2 } else { 1 };
    let mut leaves = Vec::new();
    for pair in pages.chunks(per_leaf) {
        let mut leaf = Leaf::new(room);
        let mut faces = pair.iter();
        if let Some(face) = faces.next() {
            leaf.front.add(component, lone(*face, at, bleed));
            let block = Block::one(at, outer);
            leaf.front.marks = marks(layout.marks, &[block], bleed, room.area);
        }
        if let (Some(face), Some(flip)) = (faces.next(), flip) {
            let front = lone(*face, flip.rect(room.paper, at), bleed);
            leaf.back.add(
                component,
                Placement {
                    turn: flip.turn(front.turn),
                    ..front
                },
            );
        }
        leaves.push(leaf);
    }
    leaves
}
