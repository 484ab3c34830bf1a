//! Booklets: pages two by two on leaves that are printed on both sides, folded, nested and stapled.
//!
//! Either half of a leaf is a page with the page that follows or precedes it behind it, so the flip of the paper
//! places them like the backs of cards.

use super::form::{FOLD_PEN, line};
use super::leaf::{Leaf, lone};
use super::marks::{Block, marks};
use super::room::Room;
use super::turn::Flip;
use super::{Layout, Mark, Placement};
use crate::units::{Mm, Rect, Size};

/// The two halves of a leaf: the page in front and the page behind.
type Halves = [[Option<usize>; 2]; 2];

/// The pages of every leaf, the outermost first; blank pages fill up to a multiple of four.
fn nested(pages: &[usize]) -> Vec<Halves> {
    let all = pages.len().next_multiple_of(4);
    let page = |i: usize| pages.get(i).copied();
    let leaf = |i: usize| {
        let (first, last) = (i * 2, all - 1 - i * 2);
        [[page(last), page(last - 1)], [page(first), page(first + 1)]]
    };
    (0..all / 4).map(leaf).collect()
}

/// The leaves of a booklet whose spread fits the room.
pub(super) fn leaves(
    component: usize,
    size: Size,
    pages: &[usize],
    (room, flip): (Room, Flip),
    layout: &Layout,
) -> Vec<Leaf> {
    let bleed = layout.bleed;
    let spread = room
        .centred(
            Size {
                w: size.w * 2.0,
                h: size.h,
            }
            .grown(bleed),
        )
        .grown(-bleed);
    let outer = spread.grown(bleed);
    let halves = [
        Rect {
            w: size.w,
            ..spread
        },
        Rect {
            x: spread.x + size.w,
            w: size.w,
            ..spread
        },
    ];
    // Bleed must not run over the spine into the other page.
    let clips = [
        Rect {
            w: size.w + bleed,
            ..outer
        },
        Rect {
            x: halves[1].x,
            w: size.w + bleed,
            ..outer
        },
    ];
    let mut leaves = Vec::new();
    for faces in nested(pages) {
        let mut leaf = Leaf::new(room);
        leaf.front.cover(component, spread, outer);
        leaf.back.cover(
            component,
            flip.rect(room.paper, spread),
            flip.rect(room.paper, outer),
        );
        for (i, [front, back]) in faces.into_iter().enumerate() {
            let clip = (bleed.0 > 0.0).then_some(clips[i]);
            let place = |face| Placement {
                clip,
                ..lone(face, halves[i], bleed)
            };
            leaf.front.items.extend(front.map(place));
            leaf.back.items.extend(back.map(|face| Placement {
                at: flip.rect(room.paper, halves[i]),
                clip: clip.map(|c| flip.rect(room.paper, c)),
                turn: flip.turn(super::Turn::None),
                ..lone(face, halves[i], bleed)
            }));
        }
        leaf.front.marks = marks(layout.marks, &[Block::one(spread, outer)], bleed, room.area);
        leaf.front.guides = spine(halves[1].x, outer, room.area);
        leaves.push(leaf);
    }
    leaves
}

/// Where to fold, outside the pages; along the spine when there is no room outside.
fn spine(x: Mm, outer: Rect, area: Rect) -> Vec<Mark> {
    let (above, below) = (outer.y - area.y, area.bottom() - outer.bottom());
    if above.min(below).0 < 2.0 {
        return vec![line(x, outer.y, x, outer.bottom(), FOLD_PEN)];
    }
    let (top, bottom) = (outer.y - Mm(0.8), outer.bottom() + Mm(0.8));
    let end = |room: Mm| (room - Mm(0.8)).min(Mm(5.0));
    vec![
        line(x, top, x, top - end(above), FOLD_PEN),
        line(x, bottom, x, bottom + end(below), FOLD_PEN),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_nested() {
        let eight = nested(&[1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(eight[0], [[Some(8), Some(7)], [Some(1), Some(2)]]);
        assert_eq!(eight[1], [[Some(6), Some(5)], [Some(3), Some(4)]]);
        assert_eq!(nested(&[1, 2, 3]), [[[None, Some(3)], [Some(1), Some(2)]]]);
        assert!(nested(&[]).is_empty());
    }
}
