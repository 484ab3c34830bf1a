//! Sets text into lines, and blocks one after the other; what is more than text is set by `parts` and `table`.

use std::sync::Arc;

use super::fill::SheetFrame;
use super::parse::{Block, BlockKind, MarkedText, RuleSheet};
use super::piece::{ColumnPiece, Draw, KeepWithNext};
use super::{Figures, FlowError, FlowStyle, How};
use crate::text::emit::{Stretch, TextPen, emit};
use crate::text::fallback::TextFonts;
use crate::text::lines::{Measure, TextEdge, TextLine, USUAL, break_lines, widest_word};
use crate::text::markup::Marked;
use crate::text::para::Para;
use crate::text::shaped::shaped;
use crate::text::{Align, FontBook, Rgb, TextBlock, TextError};
use crate::units::{Mm, Pt};

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct TextLook<'a> {
    pub fonts: &'a TextFonts<'a>,
    /// The em in millimetres.
    pub em: f32,
    /// Distance of baselines in millimetres.
    pub line: f32,
    pub fill: Rgb,
    pub align: Align,
    /// How much the places where lines end matter against an even edge.
    pub fuss: f32,
}

/// Sets blocks in the looks of one sheet.
pub(super) struct Setter<'a> {
    pub style: &'a FlowStyle,
    pub figures: &'a dyn Figures,
    pub body: TextFonts<'a>,
    pub strong: TextFonts<'a>,
    title: TextFonts<'a>,
    japanese: bool,
    leading: f32,
    /// Share of the usual space between blocks.
    spacing: f32,
    /// How much larger figures are than by nature.
    pub zoom: f64,
    /// The highest that anything may be.
    pub room: f32,
}

impl<'a> Setter<'a> {
    pub(super) fn new(
        style: &'a FlowStyle,
        lang: &str,
        book: &'a FontBook,
        figures: &'a dyn Figures,
        how: &How,
        frame: &SheetFrame,
    ) -> Result<Self, FlowError> {
        let fail = |error: TextError| FlowError::Text { line: 0, error };
        let japanese = lang.starts_with("ja");
        let leading = style.leading.unwrap_or(if japanese { 1.6 } else { 1.35 }) * how.leading;
        for size in [style.size, style.heading] {
            if !(size.0.is_finite() && size.0 > 0.0) {
                return Err(fail(TextError::BadSize { size }));
            }
        }
        Ok(Setter {
            style,
            figures,
            body: TextFonts::new(book, &style.font, 400).map_err(fail)?,
            strong: TextFonts::new(book, &style.font, 700).map_err(fail)?,
            title: TextFonts::new(book, &style.title_font, 700).map_err(fail)?,
            japanese,
            leading,
            spacing: how.spacing,
            zoom: how.zoom,
            room: frame.height,
        })
    }

    /// The height of a line of text.
    pub(super) fn line(&self) -> f32 {
        self.look().line
    }

    pub(super) fn look(&self) -> TextLook<'_> {
        let em = mm(self.style.size);
        let align = if self.style.justify {
            Align::Justify
        } else {
            Align::Left
        };
        TextLook {
            fonts: &self.body,
            em,
            line: em * self.leading,
            fill: self.style.text,
            align,
            fuss: 0.4,
        }
    }

    /// Smaller text: captions and tables.
    pub(super) fn small(&self, share: f32) -> TextLook<'_> {
        let look = self.look();
        let lead: f32 = if self.japanese { 1.45 } else { 1.28 };
        let em = look.em * share;
        TextLook {
            em,
            line: em * lead.min(self.leading),
            align: Align::Left,
            ..look
        }
    }

    /// Title and lead, across all columns.
    pub(super) fn masthead(
        &self,
        document: &RuleSheet,
        width: f32,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let mut pieces = Vec::new();
        if let Some(Block {
            line,
            kind: BlockKind::Heading { text, .. },
        }) = &document.title
        {
            let wish = self.style.title.unwrap_or(self.style.heading * (7.0 / 3.0));
            let mut look = TextLook {
                em: mm(wish),
                line: mm(wish) * 1.25,
                fill: self.style.accent,
                ..self.look()
            };
            (look.fonts, look.align, look.fuss) = (&self.title, Align::Left, 1.0);
            // A title is one line: it shrinks by up to half before it is broken.
            let wide = self.widest(text, &look, *line)?;
            let k = (width / wide.max(1.0)).clamp(0.5, 1.0);
            (look.em, look.line) = (look.em * k, look.line * k);
            pieces.extend(self.text(text, &look, width, *line, &[])?);
        }
        let look = self.look();
        let lead = TextLook {
            em: look.em * 1.1,
            line: look.line * 1.1,
            align: Align::Left,
            ..look
        };
        for block in &document.lead {
            if let BlockKind::Paragraph { text, .. } = &block.kind {
                let mut lines = self.text(text, &lead, width, block.line, &[])?;
                self.space(&mut lines, 0.45);
                pieces.extend(lines);
            }
        }
        Ok(pieces)
    }

    /// The pieces of the columns.
    pub(super) fn body(&self, blocks: &[Block], width: f32) -> Result<Vec<ColumnPiece>, FlowError> {
        self.blocks(blocks, width)
    }

    pub(super) fn blocks(
        &self,
        blocks: &[Block],
        width: f32,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let mut out: Vec<ColumnPiece> = Vec::new();
        let mut breaks = false;
        let mut above: Option<&BlockKind> = None;
        let mut headed = false;
        for block in blocks {
            if matches!(block.kind, BlockKind::ColumnBreak) {
                breaks = self.style.column_breaks;
                continue;
            }
            let mut pieces = self.block(block, width)?;
            if let Some(first) = pieces.first_mut() {
                first.breaks = std::mem::take(&mut breaks);
            }
            match (above, &block.kind) {
                // A heading stands closer to what it heads than to what it follows.
                (Some(BlockKind::Heading { level, .. }), _) => {
                    self.space(&mut pieces, after_heading(*level))
                }
                // What announces a list stays with it.
                (Some(BlockKind::Paragraph { .. }), BlockKind::List { .. }) => {
                    hold(&mut out, KeepWithNext::Close)
                }
                // A figure stays with the text before it.
                (Some(BlockKind::Paragraph { .. }), BlockKind::Figures(_)) => {
                    hold(&mut out, KeepWithNext::Figure)
                }
                (Some(BlockKind::List { .. }), BlockKind::Figures(_)) => {
                    hold(&mut out, KeepWithNext::List)
                }
                // A figure right below a heading shows what comes after it.
                (
                    Some(BlockKind::Figures(_)),
                    BlockKind::Paragraph { .. } | BlockKind::List { .. },
                ) if headed => hold(&mut out, KeepWithNext::Figure),
                _ => {}
            }
            headed = matches!(above, Some(BlockKind::Heading { .. }));
            above = Some(&block.kind);
            out.extend(pieces);
        }
        // A heading with nothing after it has nothing to keep with.
        if let Some(last) = out.last_mut() {
            last.keep = KeepWithNext::Free;
        }
        Ok(out)
    }

    fn block(&self, block: &Block, width: f32) -> Result<Vec<ColumnPiece>, FlowError> {
        let line = block.line;
        match &block.kind {
            BlockKind::Heading { level, text } => self.heading(*level, text, width, line),
            BlockKind::Paragraph { text, side: None } => {
                let mut pieces = self.text(text, &self.look(), width, line, &[])?;
                self.space(&mut pieces, 0.5);
                Ok(pieces)
            }
            BlockKind::Paragraph {
                text,
                side: Some(figure),
            } => self.beside(text, figure, width, line),
            BlockKind::Figures(figures) => self.figures(figures, width, line),
            BlockKind::List { start, items } => self.list(*start, items, width),
            BlockKind::Callout(blocks) => self.callout(blocks, width, line),
            BlockKind::Table { aligns, rows } => self.table(aligns, rows, width, self.room * 0.5),
            BlockKind::ColumnBreak => Ok(Vec::new()),
        }
    }

    /// Sets the space above a block, in lines.
    pub(super) fn space(&self, pieces: &mut [ColumnPiece], lines: f32) {
        if let Some(first) = pieces.first_mut() {
            first.before = lines * self.line() * self.spacing;
        }
    }

    pub(super) fn heading(
        &self,
        level: u8,
        text: &MarkedText,
        width: f32,
        line: usize,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let look = self.look();
        let (look, above) = if level <= 2 {
            let em = mm(self.style.heading);
            (
                TextLook {
                    fonts: &self.title,
                    em,
                    line: em * 1.3,
                    fill: self.style.accent,
                    align: Align::Left,
                    fuss: 1.0,
                },
                1.15,
            )
        } else {
            let em = look.em * 1.1;
            (
                TextLook {
                    fonts: &self.strong,
                    em,
                    line: em * 1.35,
                    fill: self.style.accent,
                    align: Align::Left,
                    fuss: 1.0,
                },
                0.85,
            )
        };
        let mut pieces = self.text(text, &look, width, line, &[])?;
        self.space(&mut pieces, above);
        pieces.iter_mut().for_each(|p| p.keep = KeepWithNext::Tight);
        Ok(pieces)
    }

    /// Sets text in lines, one piece a line. `narrow` gives what the first lines lose at their right.
    pub(super) fn text(
        &self,
        text: &MarkedText,
        look: &TextLook<'_>,
        width: f32,
        line: usize,
        narrow: &[f32],
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let mut pieces: Vec<ColumnPiece> = Vec::new();
        for part in text {
            let para = self.shaped(part, look, line)?;
            let skip = pieces.len();
            let loss = |n: usize| narrow.get(skip + n).copied().unwrap_or(0.0);
            let room = |n: usize| (width - loss(n)) / look.em * 1000.0;
            let edge = match look.align {
                Align::Justify => TextEdge::Filled,
                Align::Center => TextEdge::Balanced,
                _ => TextEdge::Ragged,
            };
            let steady_from = narrow.len().saturating_sub(skip);
            let how = Measure {
                room: &room,
                steady_from,
                edge,
                line_cost: USUAL,
                fuss: look.fuss,
            };
            let broken = break_lines(&para, &how).ok_or_else(|| {
                let by = widest_word(&para) * look.em / 1000.0 - (width - loss(0));
                FlowError::TooWide {
                    line,
                    by: Mm(f64::from(by.max(0.0))),
                }
            })?;
            let count = broken.lines.len();
            for (i, l) in broken.lines.iter().enumerate() {
                let block = self.line_block(&para, l, look, width - loss(i), i + 1 == count);
                let draws = vec![Draw::Text(block)];
                pieces.push(ColumnPiece {
                    line,
                    height: look.line,
                    draws,
                    ..ColumnPiece::default()
                });
            }
        }
        keep_together(&mut pieces);
        Ok(pieces)
    }

    pub(super) fn shaped(
        &self,
        part: &Marked,
        look: &TextLook<'_>,
        line: usize,
    ) -> Result<Arc<Para>, FlowError> {
        shaped(part, look.fonts).map_err(|error| FlowError::Text { line, error })
    }

    /// The natural width of a text that is not broken.
    pub(super) fn widest(
        &self,
        text: &MarkedText,
        look: &TextLook<'_>,
        line: usize,
    ) -> Result<f32, FlowError> {
        let mut widest = 0f32;
        for part in text {
            let para = self.shaped(part, look, line)?;
            widest = widest.max(para.width(0, para.atoms.len()));
        }
        Ok(widest * look.em / 1000.0)
    }

    /// The width of the widest word of a text.
    pub(super) fn widest_word(
        &self,
        text: &MarkedText,
        look: &TextLook<'_>,
        line: usize,
    ) -> Result<f32, FlowError> {
        let mut widest = 0f32;
        for part in text {
            let para = self.shaped(part, look, line)?;
            widest = widest.max(widest_word(&para));
        }
        Ok(widest * look.em / 1000.0)
    }

    pub(super) fn line_block(
        &self,
        para: &Para,
        line: &TextLine,
        look: &TextLook<'_>,
        width: f32,
        last: bool,
    ) -> TextBlock {
        let k = look.em / 1000.0;
        let slack = width - line.width * k;
        let x = match look.align {
            Align::Center => slack / 2.0,
            Align::Right => slack,
            _ => 0.0,
        };
        let stretch = if look.align == Align::Justify && !last {
            Stretch::fill(para, line, slack / k)
        } else {
            Stretch::default()
        };
        let mut block = TextBlock::default();
        emit(
            para,
            line,
            x,
            self.baseline(look),
            self.pen(look),
            stretch,
            &mut block,
        );
        block
    }

    fn pen(&self, look: &TextLook<'_>) -> TextPen {
        TextPen {
            size: look.em,
            fill: look.fill,
            stroke: None,
            middle: self.middle() * 1000.0,
            reading: false,
        }
    }

    /// Middle of the letters above the baseline, in ems.
    pub(super) fn middle(&self) -> f32 {
        if self.japanese { 0.38 } else { 0.36 }
    }

    /// The baseline from the top of a line.
    fn baseline(&self, look: &TextLook<'_>) -> f32 {
        look.line / 2.0 + self.middle() * look.em
    }
}

/// The space between a heading and what follows, in lines.
fn after_heading(level: u8) -> f32 {
    if level <= 2 { 0.3 } else { 0.1 }
}

/// Holds what follows to the last piece, at least as firmly as `keep`.
fn hold(pieces: &mut [ColumnPiece], keep: KeepWithNext) {
    if let Some(last) = pieces.last_mut() {
        last.keep = last.keep.max(keep);
    }
}

/// At least two lines of a paragraph stand at the bottom and at the top of a column.
fn keep_together(pieces: &mut [ColumnPiece]) {
    let n = pieces.len();
    if n > 1 {
        pieces[0].keep = KeepWithNext::Close;
        pieces[n - 2].keep = KeepWithNext::Close;
    }
}

fn mm(size: Pt) -> f32 {
    size.to_mm().0 as f32
}
