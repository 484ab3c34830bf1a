//! Text as we set it: fonts, shaping, line breaking, text boxes.

mod font;
mod run;

pub use font::{BadFont, FontBook, FontData, FontFace, TEXT_FAMILY};
pub use run::{FontId, Glyph, GlyphRun, PlacedIcon, Rgb, TextBlock};
