//! What laid-out text is: glyphs at places. The layout makes it, the writer and the rasteriser draw it.

use std::sync::Arc;

use crate::art::Art;
use crate::colour::Rgb;

/// A font of the [`FontBook`](super::FontBook), by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FontId(pub u16);

/// One glyph; lengths are in thousandths of the run's size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// The glyph's number in its font.
    pub id: u16,
    /// How far the pen moves on.
    pub advance: f32,
    /// Offset of the drawing from the pen, to the right.
    pub dx: f32,
    /// Offset of the drawing from the pen, upwards.
    pub dy: f32,
    /// How many bytes of [`GlyphRun::text`] this glyph stands for; 0 for the second glyph of a cluster.
    pub len: u8,
}

/// Glyphs of one font, size and colour on one baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct GlyphRun {
    /// The font.
    pub font: FontId,
    /// The em in user units of the face.
    pub size: f32,
    /// Where the baseline starts, user units, y down.
    pub x: f32,
    /// The baseline, user units, y down.
    pub y: f32,
    /// Ink of the letters.
    pub fill: Rgb,
    /// An outline drawn behind the letters: colour and full line width in user units.
    pub stroke: Option<(Rgb, f32)>,
    /// Whether the letters are slanted (there is no italic cut of the bundled fonts).
    pub slant: bool,
    /// Whether it is a reading above a word, half as large as that.
    pub reading: bool,
    /// The characters that the glyphs stand for, in order.
    pub text: String,
    /// The glyphs.
    pub glyphs: Vec<Glyph>,
}

/// A small picture set inside a line of text.
#[derive(Clone, Debug)]
pub struct PlacedIcon {
    /// The picture.
    pub art: Arc<Art>,
    /// Left edge, user units.
    pub x: f32,
    /// Top edge, user units.
    pub y: f32,
    /// Width, user units.
    pub w: f32,
    /// Height, user units.
    pub h: f32,
}

/// A text box after layout: everything in user units of the group that the box stands in.
#[derive(Clone, Debug, Default)]
pub struct TextBlock {
    /// The glyph runs, in reading order.
    pub runs: Vec<GlyphRun>,
    /// The pictures between them.
    pub icons: Vec<PlacedIcon>,
}
