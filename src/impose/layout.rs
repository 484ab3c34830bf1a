//! How pages are laid out: paper, margins, backs, bleed and marks, as the user chooses them.

use super::ImposeError;
use super::turn::Flip;
use crate::units::{Mm, Rect, Size};

/// Where the backs go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Backs {
    /// On the other side, the paper being flipped on its long edge.
    #[default]
    DuplexLong,
    /// On the other side, the paper being flipped on its short edge.
    DuplexShort,
    /// On the other side, by a printer that prints on one side alone: all fronts, and when the stack was turned over on
    /// its long edge and put in again, all backs in the same order.
    Manual,
    /// As [`Backs::Manual`], the last sheet going in first: the backs come in the opposite order.
    ManualReversed,
    /// Beside their fronts, to be folded and glued.
    Fold,
    /// Nowhere.
    None,
}

impl Backs {
    /// Every choice with the name that users give it.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("duplex-long", Self::DuplexLong),
        ("duplex-short", Self::DuplexShort),
        ("manual", Self::Manual),
        ("manual-reversed", Self::ManualReversed),
        ("fold", Self::Fold),
        ("none", Self::None),
    ];

    /// The choice of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| *v)
    }

    /// Where a point of the front lies on the page that is printed behind it, if there is one.
    pub fn behind(self, paper: Size, (x, y): (Mm, Mm)) -> Option<(Mm, Mm)> {
        let none = Mm(0.0);
        let spot = Rect {
            x,
            y,
            w: none,
            h: none,
        };
        let behind = self.flip(paper)?.rect(paper, spot);
        Some((behind.x, behind.y))
    }

    /// The name that users give it.
    pub fn name(self) -> &'static str {
        let found = Self::NAMES.iter().find(|(_, v)| *v == self);
        found.map_or("", |(n, _)| n)
    }

    /// How the paper is flipped to print its other side, if it is.
    pub(super) fn flip(self, paper: Size) -> Option<Flip> {
        let upright = paper.h.0 >= paper.w.0;
        match (self, upright) {
            (Self::DuplexLong | Self::Manual | Self::ManualReversed, true) => Some(Flip::X),
            (Self::DuplexLong | Self::Manual | Self::ManualReversed, false) => Some(Flip::Y),
            (Self::DuplexShort, upright) => Some(if upright { Flip::Y } else { Flip::X }),
            (Self::Fold | Self::None, _) => None,
        }
    }

    /// Whether both sides of the paper are printed on.
    pub(crate) fn on_both_sides(self) -> bool {
        !matches!(self, Self::Fold | Self::None)
    }

    /// Whether the paper is put in a second time for its other side.
    pub(crate) fn is_manual(self) -> bool {
        matches!(self, Self::Manual | Self::ManualReversed)
    }
}

/// Which cut marks are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// Ticks around the block of pieces.
    #[default]
    Edge,
    /// Small crosses at the corners of every piece.
    Corner,
    /// Hairlines along every cut.
    Lines,
    /// None at all.
    None,
}

impl Marks {
    /// Every choice with the name that users give it.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("edge", Self::Edge),
        ("corner", Self::Corner),
        ("lines", Self::Lines),
        ("none", Self::None),
    ];

    /// The choice of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMES
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| *v)
    }
}

/// What the pieces of a component show along their edges: the same number for what looks the same, and none where
/// they differ among themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Of their fronts.
    pub front: Option<u64>,
    /// Of their backs.
    pub back: Option<u64>,
}

/// How pages are laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The paper.
    pub paper: Size,
    /// The border that the printer cannot reach.
    pub margin: Mm,
    /// Where the backs go.
    pub backs: Backs,
    /// How far faces print past their trim.
    pub bleed: Mm,
    /// Which cut marks are printed.
    pub marks: Marks,
    /// How much of a tile is printed again on its neighbour.
    pub overlap: Mm,
    /// Whether the last pieces of several sizes may share a page.
    pub share: bool,
    /// The edges of every component, where they are known: pieces that differ there get gaps where that costs no
    /// paper.
    pub grounds: Vec<Ground>,
    /// The edges of every face, where they are known: those that look alike run into each other.
    pub edges: Vec<Option<u64>>,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            paper: Size::mm(210.0, 297.0),
            margin: Mm(5.0),
            backs: Backs::default(),
            bleed: Mm(0.0),
            marks: Marks::default(),
            overlap: Mm(10.0),
            share: true,
            grounds: Vec::new(),
            edges: Vec::new(),
        }
    }
}

impl Layout {
    /// The part of a paper that may be printed on.
    pub(super) fn printable(&self, paper: Size) -> Rect {
        Rect {
            x: Mm(0.0),
            y: Mm(0.0),
            w: paper.w,
            h: paper.h,
        }
        .grown(-self.margin)
    }

    /// Refuses lengths that make no page.
    pub(super) fn check(&self) -> Result<(), ImposeError> {
        let inside = self.printable(self.paper);
        let sound = |l: Mm| l.0.is_finite() && l.0 >= 0.0;
        let wide = |l: Mm| l.0.is_finite() && l.0 > 0.0;
        if !(wide(self.paper.w) && wide(self.paper.h)) {
            return Err(ImposeError::BadPaper { paper: self.paper });
        }
        if !sound(self.margin) || !wide(inside.w) || !wide(inside.h) {
            return Err(ImposeError::BadMargin {
                margin: self.margin,
                paper: self.paper,
            });
        }
        if !sound(self.bleed) {
            return Err(ImposeError::BadBleed { bleed: self.bleed });
        }
        if !sound(self.overlap) {
            return Err(ImposeError::BadOverlap {
                overlap: self.overlap,
            });
        }
        Ok(())
    }
}
