//! Rule sheets: Markdown set in columns over as many pages as it needs.
//!
//! In order: `parse` reads the Markdown into blocks, `set` makes them into pieces of a column's width that can be
//! stacked but not cut, `fill` stacks the pieces into columns and pages; `booklet` sees to it that they fill the leaves
//! of a booklet. The result is drawn by the caller: `art`
//! holds boxes, discs and rules as SVG in millimetres, then one `<rect id="kp-text-N" …/>` for every text block;
//! figures are drawn by the caller on top.

mod booklet;
mod error;
mod fill;
mod parse;
mod parts;
mod piece;
mod set;
mod style;
mod table;

pub use error::FlowError;
pub use style::{FlowStyle, Fold};

use super::{FontBook, Icons, TextBlock};
use crate::say::Say;
use crate::units::{Mm, Size};
use fill::{FilledPage, SheetFrame};
use parse::RuleSheet;
use piece::KeepWithNext;
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
    fn figure(&self, name: &str) -> Result<FigureSize, Say>;
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
    let layer = Layer {
        document: &document,
        size,
        style,
        lang,
        fonts,
        figures,
    };
    let pages = match &style.fold {
        None => sheets(&layer),
        Some(words) => booklet::pages(&layer, words),
    };
    let pages = pages.map_err(|e| e.sharpened(markdown))?;
    Ok(pages.into_iter().map(FilledPage::draw).collect())
}

/// As many pages as the text needs.
fn sheets(layer: &Layer<'_>) -> Result<Vec<FilledPage>, FlowError> {
    let pages = layer.lay(&How::default())?.pages;
    if pages.len() > 1 && pages.last().is_some_and(|p| p.filled < WORTH_A_PAGE) {
        for squeeze in SQUEEZE {
            let tighter = layer.lay(&How::squeezed(squeeze))?.pages;
            if tighter.len() < pages.len() {
                return Ok(tighter);
            }
        }
    }
    Ok(pages)
}

/// How loosely a text is set, 1 being as usual.
#[derive(Clone, Copy, Debug)]
struct How {
    /// The space between blocks.
    spacing: f32,
    /// The distance of lines.
    leading: f32,
    /// Letters and figures.
    zoom: f64,
    /// Whether title and lead have the first page for themselves.
    apart: bool,
}

impl Default for How {
    fn default() -> Self {
        Self {
            spacing: 1.0,
            leading: 1.0,
            zoom: 1.0,
            apart: false,
        }
    }
}

impl How {
    fn squeezed((spacing, leading): (f32, f32)) -> Self {
        Self {
            spacing,
            leading,
            ..Self::default()
        }
    }
}

/// A text that is laid out.
struct LaidFlow {
    pages: Vec<FilledPage>,
    /// How firmly pieces keep that are not parted; the looser, the better.
    firm: KeepWithNext,
}

/// Lays a text out, as often as it takes.
struct Layer<'a> {
    document: &'a RuleSheet,
    size: Size,
    style: &'a FlowStyle,
    lang: &'a str,
    fonts: &'a FontBook,
    figures: &'a dyn Figures,
}

impl Layer<'_> {
    fn lay(&self, how: &How) -> Result<LaidFlow, FlowError> {
        self.with(how, |setter, frame| {
            let head = setter.masthead(self.document, frame.width)?;
            let body = setter.body(&self.document.blocks, frame.column)?;
            let stock = fill::Stock {
                head,
                body,
                frame: *frame,
                line: setter.line(),
                apart: how.apart,
            };
            let (mut firm, mut cuts) = (KeepWithNext::Close, stock.cuts(KeepWithNext::Close)?);
            // Figures stay with their text unless that costs a page, or a leaf of a booklet.
            let leaf = if self.style.fold.is_some() { 4 } else { 1 };
            let most = cuts.len().next_multiple_of(leaf);
            let wishes: &[KeepWithNext] = match self.style.keep_figures {
                true => &[KeepWithNext::List, KeepWithNext::Figure],
                false => &[],
            };
            for wish in wishes {
                let kept = stock.cuts(*wish)?;
                if kept.len() <= most {
                    (firm, cuts) = (*wish, kept);
                    break;
                }
            }
            Ok(LaidFlow {
                pages: stock.fill(cuts),
                firm,
            })
        })
    }

    /// Works with what sets pieces and the room for them.
    fn with<T>(
        &self,
        how: &How,
        work: impl FnOnce(&Setter<'_>, &SheetFrame) -> Result<T, FlowError>,
    ) -> Result<T, FlowError> {
        let style = self.style.zoomed(how.zoom);
        let frame = SheetFrame::new(self.size, &style)?;
        let setter = Setter::new(&style, self.lang, self.fonts, self.figures, how, &frame)?;
        work(&setter, &frame)
    }
}
