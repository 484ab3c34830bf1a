//! Rule sheets: Markdown set in columns over as many pages as it needs.
//!
//! In order: `parse` reads the Markdown into blocks, `set` makes them into pieces of a column's width that can be
//! stacked but not cut, `fill` stacks the pieces into columns and pages. The result is drawn by the caller: `art`
//! holds boxes, discs and rules as SVG in millimetres, then one `<rect id="kp-text-N" …/>` for every text block;
//! figures are drawn by the caller on top.

mod error;
mod fill;
mod parse;
mod parts;
mod piece;
mod set;
mod style;
mod table;

pub use error::FlowError;
pub use style::FlowStyle;

use super::{FontBook, Icons, TextBlock};
use crate::units::{Mm, Size};
use fill::Page;
use parse::Document;
use set::Setter;

/// How large a figure is by nature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureSize {
    /// Width.
    pub w: Mm,
    /// Height.
    pub h: Mm,
}

/// The pictures that a text may show.
pub trait Figures {
    /// The size of the figure of that name, or why there is none.
    fn figure(&self, name: &str) -> Result<FigureSize, String>;
}

/// Where a figure stands on its page.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedFigure {
    /// The name in the Markdown.
    pub name: String,
    /// Left edge.
    pub x: Mm,
    /// Top edge.
    pub y: Mm,
    /// Width.
    pub w: Mm,
    /// Height; in proportion to the width.
    pub h: Mm,
}

/// One page, everything in millimetres from its top left corner.
#[derive(Clone, Debug, Default)]
pub struct FlowPage {
    /// An SVG fragment: grounds, discs and rules, then the places of the texts (`kp-text-0` and so on).
    pub art: String,
    /// The texts, masthead first, then column by column.
    pub texts: Vec<TextBlock>,
    /// The figures.
    pub figures: Vec<PlacedFigure>,
}

/// How much of a page its last one must fill, or spacing is tightened to do without it.
const WORTH_A_PAGE: f32 = 0.22;
/// What is tried then: the share of the space between blocks, and of the line distance.
const SQUEEZE: [(f32, f32); 4] = [(0.85, 1.0), (0.7, 0.985), (0.6, 0.97), (0.5, 0.95)];

/// Sets Markdown on pages of a size.
pub fn flow(
    markdown: &str,
    size: Size,
    style: &FlowStyle,
    lang: &str,
    fonts: &FontBook,
    icons: &dyn Icons,
    figures: &dyn Figures,
) -> Result<Vec<FlowPage>, FlowError> {
    let document = parse::parse(markdown, icons, style).map_err(|e| e.sharpened(markdown))?;
    let lay = |squeeze: (f32, f32)| {
        let pages = lay(&document, size, style, lang, fonts, figures, squeeze);
        pages.map_err(|e| e.sharpened(markdown))
    };
    let mut pages = lay((1.0, 1.0))?;
    if pages.len() > 1 && pages.last().is_some_and(|p| p.filled < WORTH_A_PAGE) {
        for squeeze in SQUEEZE {
            let tighter = lay(squeeze)?;
            if tighter.len() < pages.len() {
                pages = tighter;
                break;
            }
        }
    }
    Ok(pages.into_iter().map(Page::draw).collect())
}

fn lay(
    document: &Document,
    size: Size,
    style: &FlowStyle,
    lang: &str,
    fonts: &FontBook,
    figures: &dyn Figures,
    squeeze: (f32, f32),
) -> Result<Vec<Page>, FlowError> {
    let frame = fill::Frame::new(size, style)?;
    let setter = Setter::new(style, lang, fonts, figures, squeeze, &frame)?;
    let head = setter.masthead(document, frame.width)?;
    let body = setter.body(&document.blocks, frame.column)?;
    fill::fill(head, body, &frame, setter.line())
}
