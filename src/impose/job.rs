//! What imposition is asked to place: loose pieces, standees and whole sheets.
//!
//! Faces are named by their place in the document's list of faces, components by their place in the kit.

use std::sync::Arc;

use super::carton::{Net, Panel};
use crate::units::{Mm, Size};

/// Stands for a face where a place is to stay empty: nothing is printed there, and nothing else moves up.
pub const BLANK: usize = usize::MAX;

/// How a piece is cut out of the paper.
#[derive(Clone, Debug, PartialEq)]
pub enum Cut {
    /// Straight cuts; the corners may be rounded afterwards.
    Rect {
        /// Corner radius.
        corner: Mm,
    },
    /// Along the ellipse that fills the size.
    Ellipse,
    /// Along the hexagon that fills the size: points left and right when wider than high, else up and down.
    Hexagon,
    /// Along a line of its own: the corners of a closed polygon on the face.
    Contour(Arc<[(Mm, Mm)]>),
}

impl Cut {
    /// The same cut on paper that is folded over the upper edge of a face.
    pub(super) fn upside_down(&self, face: Size) -> Self {
        match self {
            Cut::Contour(points) => {
                let over = points.iter().map(|(x, y)| (*x, face.h - *y));
                Cut::Contour(over.collect())
            }
            other => other.clone(),
        }
    }
}

impl Default for Cut {
    fn default() -> Self {
        Self::Rect { corner: Mm(0.0) }
    }
}

/// One copy of a card, token or strip.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPiece {
    /// The component that it belongs to.
    pub component: usize,
    /// Its size when cut.
    pub size: Size,
    /// The face in front.
    pub front: usize,
    /// The face behind, if any.
    pub back: Option<usize>,
    /// How it is cut out.
    pub cut: Cut,
}

/// Something to print, in the order of the kit.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// Cards, tokens and strips, which may share pages.
    Pieces(Vec<CutPiece>),
    /// Figures that stand: front and back joined at the head, with a tab to glue at both feet.
    Standees {
        /// The component that they belong to.
        component: usize,
        /// The size of one face.
        size: Size,
        /// The height of a tab.
        tab: Mm,
        /// How each is cut out: along its edges, or a line of its own.
        cut: Cut,
        /// Front and back face of each.
        pieces: Vec<(usize, usize)>,
    },
    /// Rule sheets and boards: one to a page, tiled when larger than the paper.
    Sheets {
        /// The component that they belong to.
        component: usize,
        /// The size of one page of it.
        size: Size,
        /// The face of each page; two to a leaf when printing on both sides.
        pages: Vec<usize>,
    },
    /// A booklet, two pages to a side, folded and stapled; printed as sheets when it cannot be on both sides.
    Booklet {
        /// The component that it belongs to.
        component: usize,
        /// The size of one page.
        size: Size,
        /// The face of each page, in reading order.
        pages: Vec<usize>,
    },
    /// Tuck boxes, each on a page of its own, tiled when larger than the paper.
    Boxes {
        /// The component that they belong to.
        component: usize,
        /// How the box lies flat.
        net: Net,
        /// For each box, the face of each panel that has one.
        boxes: Vec<Vec<(Panel, usize)>>,
    },
}

impl Job {
    /// The component that it is of.
    pub fn component(&self) -> usize {
        match self {
            Self::Pieces(pieces) => pieces.first().map_or(usize::MAX, |p| p.component),
            Self::Standees { component, .. }
            | Self::Sheets { component, .. }
            | Self::Booklet { component, .. }
            | Self::Boxes { component, .. } => *component,
        }
    }
}
