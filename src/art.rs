//! A picture that was read: what every room draws, sets into text or writes.

use crate::say::Say;

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
    pub notes: Vec<Say>,
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
