//! Where on a page pieces may lie, and where the page's own line of text runs.

use super::Layout;
use crate::units::{Mm, Rect, Size};

/// The height of the line of furniture.
pub(super) const BAND: Mm = Mm(4.5);
/// Room that a tick takes at least, with its distance from the piece.
pub(super) const TICK_ROOM: Mm = Mm(2.0);
/// Room beyond which a tick does not grow.
const TICK_ROOM_MAX: Mm = Mm(4.8);

/// The strip that the furniture is printed in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Band {
    /// The strip.
    pub rect: Rect,
    /// Whether the text runs upwards instead of to the right.
    pub upward: bool,
}

/// A page divided into furniture and room for pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    /// The paper, perhaps turned.
    pub paper: Size,
    /// Where pieces and their marks may lie.
    pub area: Rect,
    /// Where the furniture goes; nowhere when a piece needs the whole page.
    pub band: Option<Band>,
}

impl Room {
    /// The furniture below the pieces.
    pub(super) fn below(layout: &Layout, paper: Size) -> Self {
        let all = layout.printable(paper);
        let height = BAND.min(all.h);
        let area = Rect {
            h: all.h - height,
            ..all
        };
        let rect = Rect {
            y: area.bottom(),
            h: height,
            ..all
        };
        Self {
            paper,
            area,
            band: Some(Band {
                rect,
                upward: false,
            }),
        }
    }

    /// The furniture to the left of the pieces.
    pub(super) fn beside(layout: &Layout, paper: Size) -> Self {
        let all = layout.printable(paper);
        let width = BAND.min(all.w);
        let area = Rect {
            x: all.x + width,
            w: all.w - width,
            ..all
        };
        let rect = Rect { w: width, ..all };
        Self {
            paper,
            area,
            band: Some(Band { rect, upward: true }),
        }
    }

    /// The room of a page without furniture.
    pub(super) fn bare(layout: &Layout, paper: Size) -> Self {
        Self {
            paper,
            area: layout.printable(paper),
            band: None,
        }
    }

    /// Both ways to have furniture, the preferred one first.
    pub(super) fn banded(layout: &Layout, paper: Size) -> [Self; 2] {
        [Self::below(layout, paper), Self::beside(layout, paper)]
    }

    /// How well marks fit around a block: sides of it with room for ticks, and the narrowest room in micrometres.
    pub(super) fn comfort(&self, block: Size) -> (u8, i64) {
        let rooms = [(self.area.w - block.w) / 2.0, (self.area.h - block.h) / 2.0];
        let ticked = rooms.iter().filter(|r| r.0 + 1e-6 >= TICK_ROOM.0).count() as u8;
        let narrowest = rooms[0].min(rooms[1]).min(TICK_ROOM_MAX);
        (ticked, (narrowest.0 * 1000.0).round() as i64)
    }

    /// Whether a block fits.
    pub(super) fn holds(&self, block: Size) -> bool {
        block.fits(Size {
            w: self.area.w,
            h: self.area.h,
        })
    }

    /// The block centred in the room.
    pub(super) fn centred(&self, block: Size) -> Rect {
        let (x, y) = ((self.area.w - block.w) / 2.0, (self.area.h - block.h) / 2.0);
        Rect {
            x: self.area.x + x,
            y: self.area.y + y,
            w: block.w,
            h: block.h,
        }
    }
}
