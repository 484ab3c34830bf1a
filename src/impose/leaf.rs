//! Leaves of paper with their two sides, and the pages made of them.

use super::form::{outline, placed};
use super::furniture::{Furniture, Label, draw};
use super::grid::Region;
use super::marks::{Block, marks};
use super::room::{Band, Room};
use super::run::{Kind, Unit};
use super::tile::Tile;
use super::turn::Flip;
use super::{BLANK, Layout, Mark, Marks, Placement, Sheet};
use crate::units::{Mm, Rect, Size};
use std::collections::BTreeSet;

/// One side of a leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    /// The faces on it.
    pub items: Vec<Placement>,
    /// Cut marks.
    pub marks: Vec<Mark>,
    /// Folds, match marks, keys.
    pub guides: Vec<Mark>,
    /// The rectangle that holds every trimmed piece.
    pub trim: Option<Rect>,
    /// The same with bleed.
    pub bleed: Option<Rect>,
    /// Whose pieces are on it.
    pub components: BTreeSet<usize>,
}

impl Side {
    /// Notes that a piece lies there.
    pub fn cover(&mut self, component: usize, trim: Rect, bleed: Rect) {
        self.trim = Some(self.trim.map_or(trim, |t| t.union(trim)));
        self.bleed = Some(self.bleed.map_or(bleed, |b| b.union(bleed)));
        self.components.insert(component);
    }

    /// Adds a face that is a piece by itself.
    pub fn add(&mut self, component: usize, face: Placement) {
        self.cover(component, face.at, face.at.grown(face.bleed));
        self.items.push(face);
    }
}

/// One piece of paper.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The paper and where its furniture goes.
    pub room: Room,
    /// What is printed in front.
    pub front: Side,
    /// What is printed behind.
    pub back: Side,
    /// The tile that it is.
    pub tile: Option<Tile>,
}

impl Leaf {
    /// A leaf with nothing on it.
    pub fn new(room: Room) -> Self {
        Self {
            room,
            front: Side::default(),
            back: Side::default(),
            tile: None,
        }
    }

    /// A leaf with regions of blocks, one above the other, and their marks.
    pub fn of_regions(room: Room, regions: &[(Region, Kind, &[Unit])], layout: &Layout) -> Self {
        let mut leaf = Self::new(room);
        let flip = layout.backs.flip(room.paper);
        for (region, kind, units) in regions {
            for (i, unit) in units.iter().enumerate() {
                leaf.place(region, kind, unit, region.cell(i), layout, flip);
            }
        }
        let blocks: Vec<_> = regions
            .iter()
            .map(|(r, ..)| Block::of(r, layout.bleed))
            .collect();
        leaf.front
            .marks
            .extend(marks(layout.marks, &blocks, layout.bleed, room.area));
        leaf
    }

    /// Places one block.
    fn place(
        &mut self,
        region: &Region,
        kind: &Kind,
        unit: &Unit,
        at: Rect,
        layout: &Layout,
        flip: Option<Flip>,
    ) {
        if unit.front == BLANK {
            return;
        }
        let (form, turn, bleed) = (region.pose.form, region.pose.turn, layout.bleed);
        let size = form.size(kind.face);
        self.front.cover(unit.component, at, at.grown(bleed));
        for (i, part) in form
            .parts(kind.face, unit.front, unit.back, bleed)
            .into_iter()
            .enumerate()
        {
            let clip = part.clip.map(|c| turn.rect(size, at, c));
            let on = turn.rect(size, at, part.at);
            // The first part is the front; folded pieces are cut along its outline alone.
            if i == 0 && layout.marks != Marks::None {
                let outline = outline(kind.cut, kind.face);
                self.front
                    .marks
                    .extend(outline.iter().map(|m| placed(m, turn, kind.face, on)));
            }
            let turn = part.turn.plus(turn);
            self.front.items.push(Placement {
                face: part.face,
                at: on,
                turn,
                bleed,
                clip,
            });
        }
        self.front.guides.extend(
            form.guides(kind.face)
                .iter()
                .map(|g| placed(g, turn, size, at)),
        );
        if let (false, Some(face), Some(flip)) = (kind.folded, unit.back, flip) {
            let at = flip.rect(self.room.paper, at);
            let back = Placement {
                face,
                at,
                turn: flip.turn(turn),
                bleed,
                clip: None,
            };
            self.back.add(unit.component, back);
        }
    }
}

/// Makes pages of leaves: one each, or two when printing on both sides.
pub(super) fn pages(leaves: Vec<Leaf>, layout: &Layout, furniture: &Furniture) -> Vec<Sheet> {
    let duplex = layout.backs.flip(layout.paper).is_some();
    let last = leaves.len().saturating_sub(1);
    // The very last back may stay away when it is empty.
    let has_back = |i: usize, l: &Leaf| duplex && (i != last || !l.back.items.is_empty());
    let total: usize = leaves
        .iter()
        .enumerate()
        .map(|(i, l)| 1 + usize::from(has_back(i, l)))
        .sum();
    let mut sheets = Vec::with_capacity(total);
    for (i, leaf) in leaves.into_iter().enumerate() {
        let back = has_back(i, &leaf);
        let Leaf {
            room,
            front,
            back: behind,
            tile,
        } = leaf;
        let components: Vec<usize> = front.components.iter().copied().collect();
        let (trim, bleed) = (
            front.trim.unwrap_or(room.area),
            front.bleed.unwrap_or(room.area),
        );
        let n = sheets.len() + 1;
        let label = Label {
            components: &components,
            page: (n, total),
            tile: tile.as_ref(),
            empty: false,
            ruler: true,
        };
        sheets.push(page(
            room.paper,
            front,
            (trim, bleed),
            room.band,
            &label,
            furniture,
        ));
        if let (true, Some(flip)) = (back, layout.backs.flip(room.paper)) {
            let over = |r: Rect| flip.rect(room.paper, r);
            let empty = behind.items.is_empty();
            let label = Label {
                page: (n + 1, total),
                tile: None,
                empty,
                ruler: false,
                ..label
            };
            let band = match room.band {
                Some(b) => Some(Band {
                    rect: over(b.rect),
                    ..b
                }),
                None if empty => Room::below(layout, room.paper).band,
                None => None,
            };
            let mut sheet = page(
                room.paper,
                behind,
                (over(trim), over(bleed)),
                band,
                &label,
                furniture,
            );
            sheet.is_back = true;
            sheets.push(sheet);
        }
    }
    sheets
}

/// One page; an empty side takes its boxes from `boxes`.
fn page(
    paper: Size,
    side: Side,
    boxes: (Rect, Rect),
    band: Option<Band>,
    label: &Label,
    furniture: &Furniture,
) -> Sheet {
    let drawn = band.map(|b| draw(furniture, label, b)).unwrap_or_default();
    let mut guides = side.guides;
    guides.extend(drawn.key);
    Sheet {
        paper,
        items: side.items,
        marks: side.marks,
        guides,
        ruler: drawn.ruler,
        notes: drawn.notes,
        trim: side.trim.unwrap_or(boxes.0),
        bleed: side.bleed.unwrap_or(boxes.1),
        components: side.components.into_iter().collect(),
        is_back: false,
    }
}

/// An upright face by itself.
pub(super) fn lone(face: usize, at: Rect, bleed: Mm) -> Placement {
    Placement {
        face,
        at,
        turn: super::Turn::None,
        bleed,
        clip: None,
    }
}
