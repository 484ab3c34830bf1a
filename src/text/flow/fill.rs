//! Stacks pieces into columns and columns into pages.

use std::fmt::Write;

use super::piece::{ColumnPiece, Draw, KeepWithNext, height};
use super::{FlowError, FlowPage, FlowStyle, PlacedFigure};
use crate::colour::hex;
use crate::text::TextBlock;
use crate::units::{Mm, Size};

/// The room of a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct SheetFrame {
    /// Left and top edge of the text.
    pub inset: f32,
    /// Extra space at the top of the first page.
    pub top: f32,
    /// Width of all columns with their gutters.
    pub width: f32,
    /// Height from inset to inset, or to what stands at the foot.
    pub height: f32,
    /// Width of a column.
    pub column: f32,
    pub gutter: f32,
    pub columns: usize,
}

impl SheetFrame {
    pub(super) fn new(size: Size, style: &FlowStyle) -> Result<SheetFrame, FlowError> {
        let columns = style.columns.max(1);
        let (inset, gutter, top) = (
            style.inset.0 as f32,
            style.gutter.0 as f32,
            style.top.0 as f32,
        );
        let width = size.w.0 as f32 - 2.0 * inset;
        let height = size.h.0 as f32 - 2.0 * inset - style.foot.0 as f32;
        let column = (width - gutter * (columns - 1) as f32) / columns as f32;
        let room = column > 10.0 && height - top > 10.0 && inset >= 0.0 && gutter >= 0.0;
        if room {
            Ok(SheetFrame {
                inset,
                top,
                width,
                height,
                column,
                gutter,
                columns,
            })
        } else {
            Err(FlowError::NoRoom)
        }
    }
}

/// A page before drawing: pieces of the masthead and of each column with their places.
#[derive(Debug)]
pub(super) struct FilledPage {
    frame: SheetFrame,
    /// Where the columns start.
    body_top: f32,
    head: Vec<ColumnPiece>,
    head_top: f32,
    columns: Vec<Vec<ColumnPiece>>,
    /// How much of the page's columns is used, 0 to 1.
    pub filled: f32,
}

/// All that pages are filled with.
pub(super) struct Stock {
    /// Title and lead.
    pub head: Vec<ColumnPiece>,
    /// What fills the columns.
    pub body: Vec<ColumnPiece>,
    pub frame: SheetFrame,
    /// The height of a line of text, the least step when the last page is balanced.
    pub line: f32,
    /// Whether the head has the first page for itself.
    pub apart: bool,
}

/// What goes on a page: where its columns start and with which piece each of them ends.
pub(super) struct Cut {
    head_top: f32,
    body_top: f32,
    room: f32,
    ends: Vec<usize>,
}

impl Stock {
    /// Cuts the body into pages, where pieces keep less firmly than `firm` if there is such a place.
    pub(super) fn cuts(&self, firm: KeepWithNext) -> Result<Vec<Cut>, FlowError> {
        let (frame, line) = (&self.frame, self.line);
        let mut cuts = Vec::new();
        let mut at = 0;
        loop {
            let first = cuts.is_empty();
            let head_top = if first { frame.top } else { 0.0 };
            let has_head = first && !self.head.is_empty();
            let body_top = if has_head {
                head_top + height(&self.head) + 1.2 * line
            } else {
                head_top
            };
            let room = frame.height - body_top;
            if room < 2.0 * line && first {
                return Err(FlowError::LongLead);
            }
            let stack = Stack {
                body: &self.body,
                frame,
                firm,
            };
            let mut ends = Vec::new();
            if !(has_head && self.apart) {
                ends = stack.columns(at, room)?;
                if ends.last() == Some(&self.body.len()) {
                    ends = stack.balanced(at, room, line)?.unwrap_or(ends);
                }
            }
            at = ends.last().copied().unwrap_or(at);
            cuts.push(Cut {
                head_top,
                body_top,
                room,
                ends,
            });
            if at >= self.body.len() {
                return Ok(cuts);
            }
        }
    }

    /// Fills pages that were cut.
    pub(super) fn fill(self, cuts: Vec<Cut>) -> Vec<FilledPage> {
        let frame = self.frame;
        let (mut head, mut body) = (self.head, self.body.into_iter());
        let mut at = 0;
        let mut page = |cut: Cut| {
            let mut page = FilledPage {
                frame,
                body_top: cut.body_top,
                head: std::mem::take(&mut head),
                head_top: cut.head_top,
                columns: Vec::new(),
                filled: 0.0,
            };
            for end in cut.ends {
                let column: Vec<ColumnPiece> = body.by_ref().take(end - at).collect();
                page.filled += height(&column) / cut.room / frame.columns as f32;
                page.columns.push(column);
                at = end;
            }
            page
        };
        cuts.into_iter().map(&mut page).collect()
    }
}

/// Pieces that are stacked into columns.
struct Stack<'a> {
    body: &'a [ColumnPiece],
    frame: &'a SheetFrame,
    firm: KeepWithNext,
}

impl Stack<'_> {
    /// Where each column of a page ends if all are `room` high.
    fn columns(&self, start: usize, room: f32) -> Result<Vec<usize>, FlowError> {
        let mut ends = Vec::new();
        let mut at = start;
        while ends.len() < self.frame.columns && (at < self.body.len() || ends.is_empty()) {
            at = self.column(at, room)?;
            ends.push(at);
        }
        Ok(ends)
    }

    /// Where a column that starts with piece `start` ends. It stays empty if what it starts with needs a full one.
    fn column(&self, start: usize, room: f32) -> Result<usize, FlowError> {
        let full = self.frame.height;
        let mut y = 0.0;
        for (i, piece) in self.body.iter().enumerate().skip(start) {
            if i > start {
                if piece.breaks {
                    return Ok(i);
                }
                y += piece.before;
            }
            y += piece.height;
            if y > room + 1e-3 {
                // Nothing to break at: rather part what should stay together than lose it.
                let end = [self.firm, KeepWithNext::Close, KeepWithNext::Tight]
                    .into_iter()
                    .find_map(|firm| (start + 1..=i).rev().find(|e| self.body[e - 1].keep < firm))
                    .unwrap_or(if room < full { start } else { i });
                if end == start && piece.height > full {
                    return Err(FlowError::TooTall {
                        line: piece.line,
                        by: Mm(f64::from(piece.height - full)),
                    });
                }
                return Ok(end);
            }
        }
        Ok(self.body.len())
    }

    /// The ends of columns that are about equally high and hold all that is left.
    fn balanced(
        &self,
        start: usize,
        room: f32,
        line: f32,
    ) -> Result<Option<Vec<usize>>, FlowError> {
        let body = self.body;
        let tallest = body[start..].iter().map(|p| p.height).fold(0.0, f32::max);
        let mut high = (height(&body[start..]) / self.frame.columns as f32).max(tallest);
        while high < room {
            let ends = self.columns(start, high)?;
            let torn = ends.iter().any(|&e| {
                e < body.len() && e > 0 && body[e - 1].keep >= self.firm && !body[e].breaks
            });
            if ends.last() == Some(&body.len()) && !torn {
                return Ok(Some(ends));
            }
            high += line / 4.0;
        }
        Ok(None)
    }
}

impl FilledPage {
    /// A page of its own, across all columns.
    pub(super) fn whole(pieces: Vec<ColumnPiece>, frame: SheetFrame) -> FilledPage {
        FilledPage {
            frame,
            body_top: 0.0,
            head: pieces,
            head_top: 0.0,
            columns: Vec::new(),
            filled: 1.0,
        }
    }

    /// Adds pieces below the head.
    pub(super) fn add(&mut self, pieces: Vec<ColumnPiece>) {
        self.head.extend(pieces);
    }

    /// The height that the head leaves free.
    pub(super) fn free(&self) -> f32 {
        self.frame.height - self.head_top - height(&self.head)
    }

    /// Whether it shows the block that starts on a line of the Markdown.
    pub(super) fn shows(&self, line: usize) -> bool {
        self.columns.iter().flatten().any(|p| p.line == line)
    }

    /// Draws the page.
    pub(super) fn draw(self) -> FlowPage {
        let frame = self.frame;
        let mut canvas = FlowCanvas::default();
        let left = frame.inset;
        canvas.column(self.head, left, frame.inset + self.head_top, frame.width);
        for (i, column) in self.columns.into_iter().enumerate() {
            let x = left + i as f32 * (frame.column + frame.gutter);
            canvas.column(column, x, frame.inset + self.body_top, frame.column);
        }
        let mut page = canvas.page;
        page.art.push_str(&canvas.slots);
        page
    }
}

#[derive(Default)]
struct FlowCanvas {
    page: FlowPage,
    /// The places of the texts, which follow all art.
    slots: String,
}

impl FlowCanvas {
    fn column(&mut self, pieces: Vec<ColumnPiece>, x: f32, y: f32, w: f32) {
        let h = height(&pieces);
        let mut text = TextBlock::default();
        for draw in super::piece::stack(pieces, x, y) {
            self.draw(draw, &mut text);
        }
        if !text.runs.is_empty() || !text.icons.is_empty() {
            let n = self.page.texts.len();
            let _ = write!(
                self.slots,
                r#"<rect id="kp-text-{n}" x="{x:.3}" y="{y:.3}" width="{w:.3}" height="{h:.3}"/>"#
            );
            self.page.texts.push(text);
        }
    }

    fn draw(&mut self, draw: Draw, text: &mut TextBlock) {
        let art = &mut self.page.art;
        match draw {
            Draw::Box {
                x,
                y,
                w,
                h,
                radius,
                fill,
                stroke,
            } => {
                let _ = write!(
                    art,
                    r#"<rect x="{x:.3}" y="{y:.3}" width="{w:.3}" height="{h:.3}" rx="{radius:.3}" fill="{}""#,
                    hex(fill)
                );
                if let Some((color, width)) = stroke {
                    let _ = write!(art, r#" stroke="{}" stroke-width="{width:.3}""#, hex(color));
                }
                art.push_str("/>");
            }
            Draw::Disc { x, y, r, fill } => {
                let _ = write!(
                    art,
                    r#"<circle cx="{x:.3}" cy="{y:.3}" r="{r:.3}" fill="{}"/>"#,
                    hex(fill)
                );
            }
            Draw::Text(block) => {
                text.runs.extend(block.runs);
                text.icons.extend(block.icons);
            }
            Draw::Figure { name, x, y, w, h } => {
                let mm = |v: f32| Mm(f64::from(v));
                self.page.figures.push(PlacedFigure {
                    name,
                    x: mm(x),
                    y: mm(y),
                    w: mm(w),
                    h: mm(h),
                });
            }
        }
    }
}
