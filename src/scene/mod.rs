//! From a face's SVG to something that can be drawn: plain shapes or a `usvg` tree for the art, and glyph runs for the
//! text.
//!
//! Owns the meeting point of the template half (which makes SVG strings) and the writer half (which draws
//! trees). Text boxes never pass through `usvg`: the template leaves an opaque rectangle with the id
//! `kp-text-N` where the Nth text box of the face is drawn, and whoever draws the tree draws
//! [`Scene::texts`]`[N]` there instead.

mod branch;
mod edge;
mod extent;
mod families;
mod foot;
mod guard;
mod inspect;
mod pictures;
pub mod plain;
mod raster;
mod reach;
mod share;
mod studio;
mod survey;
mod warnings;

use std::sync::{Arc, OnceLock};

use crate::say::Say;
use crate::text::TextBlock;

pub use branch::{Branch, first_slot};
pub use edge::edge;
pub use extent::{TextExtent, text_extents};
pub use foot::foot;
pub use guard::{draw, draw_node};
pub(crate) use inspect::read as read_xml;
pub(crate) use pictures::file_name;
pub use raster::{outlined, raster, to_grey, with_outlines};
pub use reach::filters;
pub use share::{Part, Shared, join, mark_of, part_slot, share};
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
    /// The picture and its SVG, if it is a plain one.
    plain: Option<(plain::Plain, String)>,
    /// The picture as a whole tree; of a plain one, only once somebody asks for it.
    tree: OnceLock<usvg::Tree>,
    /// What is drawn as SVG says, although it is hardly meant so.
    notes: Vec<Say>,
}

impl Art {
    /// Art from a tree.
    pub fn new(id: u128, tree: usvg::Tree) -> Self {
        Self {
            id,
            plain: None,
            tree: tree.into(),
            notes: Vec::new(),
        }
    }

    /// The same with notes on it.
    fn with_notes(self, notes: Vec<Say>) -> Self {
        Self { notes, ..self }
    }

    /// What is drawn as SVG says, although it is hardly meant so.
    pub fn notes(&self) -> &[Say] {
        &self.notes
    }

    /// Art from SVG, if that is plain.
    pub fn plain(id: u128, svg: &str) -> Option<Self> {
        Some(Self {
            id,
            plain: Some((plain::picture(svg)?, svg.to_owned())),
            tree: OnceLock::new(),
            notes: Vec::new(),
        })
    }

    /// Width and height, in CSS pixels.
    pub fn size(&self) -> (f32, f32) {
        match &self.plain {
            Some((plain, _)) => plain.size,
            None => (self.tree().size().width(), self.tree().size().height()),
        }
    }

    /// What it shows.
    pub fn root(&self) -> Branch<'_> {
        match &self.plain {
            Some((plain, _)) => Branch::Plain(&plain.root, &plain.tiles),
            None => Branch::Tree(self.tree().root()),
        }
    }

    /// The picture as a whole tree.
    pub fn tree(&self) -> &usvg::Tree {
        self.tree.get_or_init(|| {
            let svg = self.plain.as_ref().map_or(NOTHING, |(_, svg)| svg.as_str());
            // A plain picture needs neither fonts nor files, and is sound.
            let read = |svg: &str| usvg::Tree::from_str(svg, &usvg::Options::default());
            read(svg)
                .or_else(|_| read(NOTHING))
                .expect("an empty picture can be read")
        })
    }

    /// The whole tree of a picture that is not plain: one that may hold text and pictures of pixels.
    pub fn rich(&self) -> Option<&usvg::Tree> {
        match self.plain {
            Some(_) => None,
            None => Some(self.tree()),
        }
    }
}

/// A picture that shows nothing.
const NOTHING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#;

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
