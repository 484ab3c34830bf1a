//! From a face's SVG to something that can be drawn: a `usvg` tree for the art, and glyph runs for the text.
//!
//! Owns the meeting point of the template half (which makes SVG strings) and the writer half (which draws
//! trees). Text boxes never pass through `usvg`: the template leaves an opaque rectangle with the id
//! `kp-text-N` where the Nth text box of the face is drawn, and whoever draws the tree draws
//! [`Scene::texts`]`[N]` there instead.

mod contour;
mod edge;
mod extent;
mod families;
mod foot;
mod group;
mod guard;
mod inspect;
mod mend;
mod pictures;
mod pixels;
mod raster;
mod reach;
mod root;
mod share;
mod studio;
mod survey;
mod warnings;

use std::sync::Arc;

pub use crate::art::Art;
use crate::text::TextBlock;

pub use contour::contour;
pub use edge::edge;
pub use extent::{TextExtent, text_extents};
pub use foot::foot;
pub use group::{bounds, first_slot, has_blending};
pub use guard::{draw, draw_node};
pub(crate) use inspect::read as read_xml;
pub(crate) use pictures::file_name;
pub use pixels::Pixels;
pub use raster::{outlined, raster, to_grey};
pub use reach::filters;
pub use root::{svg_size, units_per_mm};
pub use share::{Part, SharedPictures, part_slot, share};
pub use studio::{Studio, identity};

/// The id prefix of the rectangles that stand for text boxes.
pub const TEXT_PREFIX: &str = "kp-text-";

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
