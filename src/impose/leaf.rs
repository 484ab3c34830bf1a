//! Leaves of paper with their two sides, and the pages made of them.

use super::form::{outline, placed};
use super::furniture::{Furniture, PageLabel, draw};
use super::grid::Region;
use super::marks::{Block, marks};
use super::room::{Band, Room};
use super::run::{Run, RunPiece};
use super::tile::Tile;
use super::turn::Flip;
use super::{BLANK, Backs, Cut, Layout, Mark, Marks, Placement, Sheet};
use crate::units::{Mm, Rect, Size};
use std::collections::BTreeSet;

/// How far a face reaches under its neighbour at a shared cut, so that no pale seam shows between the two.
const LAP: Mm = Mm(0.15);

/// One side of a leaf.
#[derive(Clone, Debug, Default)]
pub(super) struct LeafSide {
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

impl LeafSide {
    /// Notes that a piece lies there.
    pub(super) fn cover(&mut self, component: usize, trim: Rect, bleed: Rect) {
        self.trim = Some(self.trim.map_or(trim, |t| t.union(trim)));
        self.bleed = Some(self.bleed.map_or(bleed, |b| b.union(bleed)));
        self.components.insert(component);
    }

    /// Adds a face that is a piece by itself.
    pub(super) fn add(&mut self, component: usize, face: Placement) {
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
    pub front: LeafSide,
    /// What is printed behind.
    pub back: LeafSide,
    /// The tile that it is.
    pub tile: Option<Tile>,
}

impl Leaf {
    /// A leaf with nothing on it.
    pub(super) fn new(room: Room) -> Self {
        Self {
            room,
            front: LeafSide::default(),
            back: LeafSide::default(),
            tile: None,
        }
    }

    /// A leaf with regions of blocks, above or beside each other, and their marks.
    pub(super) fn of_regions(
        room: Room,
        regions: &[(Region, &Run, &[RunPiece])],
        layout: &Layout,
    ) -> Self {
        let mut leaf = Self::new(room);
        let flip = layout.backs.flip(room.paper);
        for (region, run, units) in regions {
            for (i, unit) in units.iter().enumerate() {
                let reach = Reach::of(region, run, units, i, layout);
                leaf.place((region, run), unit, (region.cell(i), reach), layout, flip);
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
        (region, run): (&Region, &Run),
        unit: &RunPiece,
        (at, reach): (Rect, Reach),
        layout: &Layout,
        flip: Option<Flip>,
    ) {
        if unit.front == BLANK {
            return;
        }
        let kind = &run.kind;
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
            // The first part is the front; folded pieces are cut along its outline alone. The back of a standee lies
            // above its head, and is cut as what it will lie behind.
            let stands = kind.tab.is_some();
            if (i == 0 || stands) && layout.marks != Marks::None {
                let cut = match i {
                    0 => kind.cut.clone(),
                    _ => kind.cut.upside_down(kind.face),
                };
                let outline = outline(&cut, kind.face);
                self.front
                    .marks
                    .extend(outline.iter().map(|m| placed(m, turn, kind.face, on)));
            }
            let turn = part.turn.plus(turn);
            let front = Placement {
                face: part.face,
                at: on,
                turn,
                bleed,
                clip,
            };
            self.front.items.push(reaching(front, reach.front));
        }
        self.front.guides.extend(
            form.guides(kind.face)
                .iter()
                .map(|g| placed(g, turn, size, at)),
        );
        if let (false, Some(face), Some(flip)) = (kind.folded, unit.back, flip) {
            let over = |r: Rect| flip.rect(self.room.paper, r);
            let back = Placement {
                face,
                at: over(at),
                turn: flip.turn(turn),
                bleed,
                clip: None,
            };
            let back = reaching(back, reach.back.map(over));
            self.back
                .cover(unit.component, back.at, back.at.grown(bleed));
            self.back.items.push(back);
        }
    }
}

/// How far a piece prints past its cuts, into neighbours that look the same.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// In front.
    front: Option<Rect>,
    /// Behind, as seen from the front.
    back: Option<Rect>,
}

impl Reach {
    fn of(region: &Region, run: &Run, units: &[RunPiece], i: usize, layout: &Layout) -> Self {
        // Bleed has room of its own, and nothing may run over a fold.
        let straight = matches!(run.kind.cut, Cut::Rect { .. });
        if layout.edges.is_empty() || layout.bleed.0 > 0.0 || run.kind.folded || !straight {
            return Self::default();
        }
        let reach = |through: bool, face: fn(&RunPiece) -> Option<usize>| {
            let look = |n: usize| *layout.edges.get(units.get(n).and_then(face)?)?;
            let own = look(i)?;
            let reach = region.reach(i, (LAP, through), |n| look(n) == Some(own));
            (past(region.cell(i), reach).0 > 1e-6).then_some(reach)
        };
        // A back that lies a little askew must not show white; a gap between fronts is there to be seen.
        Self {
            front: reach(false, |u| Some(u.front)),
            back: reach(true, |u| u.back.filter(|_| u.front != BLANK)),
        }
    }
}

/// A face that may print as far as `reach`.
fn reaching(face: Placement, reach: Option<Rect>) -> Placement {
    let Some(reach) = reach else { return face };
    Placement {
        bleed: past(face.at, reach),
        clip: Some(reach),
        ..face
    }
}

/// How far a rectangle reaches past another at most.
fn past(inner: Rect, outer: Rect) -> Mm {
    let across = (inner.x - outer.x).max(outer.right() - inner.right());
    let along = (inner.y - outer.y).max(outer.bottom() - inner.bottom());
    across.max(along)
}

/// A side of a leaf that becomes a page: which leaf, and whether it is the back.
type PrintedSide = (usize, bool);

/// The sides that are printed, in the order of the pages.
fn printed_sides(leaves: &[Leaf], layout: &Layout) -> Vec<PrintedSide> {
    let all = 0..leaves.len();
    if !layout.backs.on_both_sides() {
        return all.map(|i| (i, false)).collect();
    }
    let has_back = |i: &usize| !leaves[*i].back.items.is_empty();
    if !layout.backs.is_manual() {
        // The very last back may stay away when it is empty.
        let back = |i: usize| (i + 1 < leaves.len() || has_back(&i)).then_some((i, true));
        return all
            .flat_map(|i| [Some((i, false)), back(i)])
            .flatten()
            .collect();
    }
    // What is put in again comes first, so that it is one stack; what has no back is printed when that is done.
    let (twice, once): (Vec<usize>, Vec<usize>) = all.partition(has_back);
    let mut backs = twice.clone();
    if layout.backs == Backs::ManualReversed {
        backs.reverse();
    }
    let fronts = twice.into_iter().map(|i| (i, false));
    let backs = backs.into_iter().map(|i| (i, true));
    let rest = once.into_iter().map(|i| (i, false));
    fronts.chain(backs).chain(rest).collect()
}

/// Makes pages of leaves: one each, or two when printing on both sides.
pub(super) fn pages(leaves: Vec<Leaf>, layout: &Layout, furniture: &Furniture) -> Vec<Sheet> {
    let sides = printed_sides(&leaves, layout);
    let total = sides.len();
    let numbered = sides.into_iter().zip(1..);
    numbered
        .map(|((i, is_back), n)| match is_back {
            false => front_page(&leaves[i], (n, total), furniture),
            true => back_page(&leaves[i], (n, total), layout, furniture),
        })
        .collect()
}

/// The components on a leaf, and the boxes of its front.
fn of_front(leaf: &Leaf) -> (Vec<usize>, (Rect, Rect)) {
    let area = leaf.room.area;
    let boxes = (
        leaf.front.trim.unwrap_or(area),
        leaf.front.bleed.unwrap_or(area),
    );
    (leaf.front.components.iter().copied().collect(), boxes)
}

fn front_page(leaf: &Leaf, page_number: (usize, usize), furniture: &Furniture) -> Sheet {
    let (components, boxes) = of_front(leaf);
    let label = PageLabel {
        components: &components,
        page: page_number,
        tile: leaf.tile.as_ref(),
        empty: false,
        ruler: true,
    };
    let room = leaf.room;
    page(
        room.paper,
        leaf.front.clone(),
        boxes,
        room.band,
        &label,
        furniture,
    )
}

fn back_page(
    leaf: &Leaf,
    page_number: (usize, usize),
    layout: &Layout,
    furniture: &Furniture,
) -> Sheet {
    let (components, (trim, bleed)) = of_front(leaf);
    let (room, empty) = (leaf.room, leaf.back.items.is_empty());
    let flip = layout.backs.flip(room.paper);
    let over = |r: Rect| flip.map_or(r, |f| f.rect(room.paper, r));
    let label = PageLabel {
        components: &components,
        page: page_number,
        tile: None,
        empty,
        ruler: false,
    };
    let band = match room.band {
        Some(b) => Some(Band {
            rect: over(b.rect),
            ..b
        }),
        None if empty => Room::below(layout, room.paper).band,
        None => None,
    };
    let boxes = (over(trim), over(bleed));
    let mut sheet = page(
        room.paper,
        leaf.back.clone(),
        boxes,
        band,
        &label,
        furniture,
    );
    sheet.is_back = true;
    sheet
}

/// One page; an empty side takes its boxes from `boxes`.
fn page(
    paper: Size,
    side: LeafSide,
    boxes: (Rect, Rect),
    band: Option<Band>,
    label: &PageLabel,
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
