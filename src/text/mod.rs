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
pub(crate) use chars::Class;
pub use chars::{has_japanese, is_right_to_left};
pub use error::TextError;
pub use font::{BadFont, FontBook, FontData, FontFace, TEXT_FAMILY};
pub use markup::{unknown_icons, unknown_tags, unmarked};
pub use outline::{SLANT, glyph_area, outline_svg};
pub use run::{FontId, Glyph, GlyphRun, PlacedIcon, TextBlock};

pub use crate::colour::Rgb;
