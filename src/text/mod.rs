//! Text as we set it: fonts, shaping, line breaking, text boxes.
//!
//! In order: `markup` reads the source, `breaks` finds where lines may end, `para` shapes, `lines` breaks,
//! `boxes` finds the size that fits, `emit` makes glyph runs. Nothing here draws or knows of kits.

mod boxes;
mod breaks;
mod chars;
mod emit;
mod error;
mod fallback;
pub mod flow;
mod font;
mod lines;
mod markup;
mod outline;
mod para;
mod phrase;
mod run;
mod shape;
mod shaped;

pub use boxes::{Align, BoxSpec, Icons, LaidBox, LaidLine, NoIcons, VAlign, lay_box, lay_line};
pub(crate) use chars::{Class, is_right_to_left};
pub use error::TextError;
pub(crate) use font::TEXT_FAMILY;
pub use font::{BadFont, FontBook, FontFace};
pub(crate) use markup::{unknown_icons, unknown_tags, unmarked};
pub(crate) use outline::glyph_area;
pub use outline::outline_svg;
pub use run::{FontId, Glyph, GlyphRun, PlacedIcon, TextBlock};

pub use crate::colour::Rgb;
