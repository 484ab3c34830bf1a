//! From a face's SVG to something that can be drawn: a `usvg` tree for the art, and glyph runs for the text.
//!
//! Owns the meeting point of the template half (which makes SVG strings) and the writer half (which draws
//! trees). Text boxes never pass through `usvg`: the template leaves an opaque rectangle with the id
//! `kp-text-N` where the Nth text box of the face is drawn, and whoever draws the tree draws
//! [`Scene::texts`]`[N]` there instead.

mod edge;
mod extent;
mod families;
mod foot;
mod group;
mod guard;
mod inspect;
mod pictures;
mod raster;
mod reach;
mod share;
mod studio;
mod survey;
mod warnings;

use std::sync::Arc;

use crate::text::TextBlock;

pub use edge::edge;
pub use extent::{TextExtent, text_extents};
pub use foot::foot;
pub use group::{bounds, first_slot, has_blending};
pub use guard::{draw, draw_node};
pub(crate) use inspect::read as read_xml;
pub(crate) use pictures::file_name;
pub use raster::{outlined, raster, to_grey, with_outlines};
pub use reach::filters;
pub use share::{Part, Shared, part_slot, share};
pub use studio::{Studio, identity};

/// The id prefix of the rectangles that stand for text boxes.
pub const TEXT_PREFIX: &str = "kp-text-";

/// Art that many faces may share: equal SVG is parsed once and becomes one form in the PDF.
///
/// Its size is the trim size of the face; it may draw past it (bleed).
#[derive(Debug)]
pub struct Art {
    /// A hash of the SVG text and of the ink it is printed in.
    pub id: u128,
    /// The picture.
    pub tree: usvg::Tree,
    /// What is drawn as SVG says, although it is hardly meant so.
    pub notes: Vec<String>,
}

impl Art {
    /// Art from a tree.
    pub fn new(id: u128, tree: usvg::Tree) -> Self {
        Self {
            id,
            tree,
            notes: Vec::new(),
        }
    }

    /// Width and height, in CSS pixels.
    pub fn size(&self) -> (f32, f32) {
        (self.tree.size().width(), self.tree.size().height())
    }
}

/// A face that is ready to be drawn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Everything but the text boxes.
    pub art: Arc<Art>,
    /// The text boxes, in the order of their placeholders' numbers.
    pub texts: Vec<TextBlock>,
}

/// The number of the text box that a path of the tree stands for, if it stands for one.
pub fn text_slot(id: &str) -> Option<usize> {
    id.strip_prefix(TEXT_PREFIX)?.parse().ok()
}
