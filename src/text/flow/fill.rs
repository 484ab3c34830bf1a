//! Stacks pieces into columns and columns into pages.

use std::fmt::Write;

use super::piece::{Draw, Piece, height};
use super::{FlowError, FlowPage, FlowStyle, PlacedFigure};
use crate::text::{Rgb, TextBlock};
use crate::units::{Mm, Size};

/// The room of a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Left and top edge of the text.
    pub inset: f32,
    /// Extra space at the top of the first page.
    pub top: f32,
    /// Width of all columns with their gutters.
    pub width: f32,
    /// Height from inset to inset.
    pub height: f32,
    /// Width of a column.
    pub column: f32,
    pub gutter: f32,
    pub columns: usize,
}

impl Frame {
    pub fn new(size: Size, style: &FlowStyle) -> Result<Frame, FlowError> {
        let columns = style.columns.max(1);
        let (inset, gutter, top) = (
            style.inset.0 as f32,
            style.gutter.0 as f32,
            style.top.0 as f32,
        );
        let width = size.w.0 as f32 - 2.0 * inset;
        let height = size.h.0 as f32 - 2.0 * inset;
        let column = (width - gutter * (columns - 1) as f32) / columns as f32;
        let room = column > 10.0 && height - top > 10.0 && inset >= 0.0 && gutter >= 0.0;
        if room {
            Ok(Frame {
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
pub(super) struct Page {
    frame: Frame,
    /// Where the columns start.
    body_top: f32,
    head: Vec<Piece>,
    head_top: f32,
    columns: Vec<Vec<Piece>>,
    /// How much of the page's columns is used, 0 to 1.
    pub filled: f32,
}

/// Fills pages. `line` is the height of a line of text, the least step when the last page is balanced.
pub(super) fn fill(
    head: Vec<Piece>,
    body: Vec<Piece>,
    frame: &Frame,
    line: f32,
) -> Result<Vec<Page>, FlowError> {
    let mut pages = Vec::new();
    let (mut at, mut head) = (0, head);
    loop {
        let first = pages.is_empty();
        let head = std::mem::take(&mut head);
        let head_top = if first { frame.top } else { 0.0 };
        let gap = if head.is_empty() { 0.0 } else { 1.2 * line };
        let body_top = head_top + height(&head) + gap;
        let room = frame.height - body_top;
        if room < 2.0 * line && first {
            return Err(FlowError::LongLead);
        }
        let mut ends = columns(&body, at, frame, room)?;
        if ends.last() == Some(&body.len()) {
            ends = balanced(&body, at, frame, room, line)?.unwrap_or(ends);
        }
        let mut page = Page {
            frame: *frame,
            body_top,
            head,
            head_top,
            columns: Vec::new(),
            filled: 0.0,
        };
        for end in ends {
            let column = body[at..end].to_vec();
            page.filled += height(&column) / room / frame.columns as f32;
            page.columns.push(column);
            at = end;
        }
        pages.push(page);
        if at >= body.len() {
            return Ok(pages);
        }
    }
}

/// Where each column of a page ends if all are `room` high.
fn columns(
    body: &[Piece],
    start: usize,
    frame: &Frame,
    room: f32,
) -> Result<Vec<usize>, FlowError> {
    let mut ends = Vec::new();
    let mut at = start;
    while ends.len() < frame.columns && (at < body.len() || ends.is_empty()) {
        at = column(body, at, room, frame.height)?;
        ends.push(at);
    }
    Ok(ends)
}

/// Where a column that starts with piece `start` ends. It stays empty if the piece needs a column of `full` height.
fn column(body: &[Piece], start: usize, room: f32, full: f32) -> Result<usize, FlowError> {
    let mut y = 0.0;
    let mut good = start;
    for (i, piece) in body.iter().enumerate().skip(start) {
        if i > start {
            if !body[i - 1].keep || piece.breaks {
                good = i;
            }
            if piece.breaks {
                return Ok(i);
            }
            y += piece.before;
        }
        y += piece.height;
        if y > room + 1e-3 {
            // Nothing to break at: rather part what should stay together than lose it.
            let end = if good > start { good } else { i };
            if end == start && piece.height > full {
                return Err(FlowError::TooTall {
                    line: piece.line,
                    by: Mm(f64::from(piece.height - full)),
                });
            }
            return Ok(end);
        }
    }
    Ok(body.len())
}

/// The ends of columns that are about equally high and hold all that is left.
fn balanced(
    body: &[Piece],
    start: usize,
    frame: &Frame,
    room: f32,
    line: f32,
) -> Result<Option<Vec<usize>>, FlowError> {
    let tallest = body[start..].iter().map(|p| p.height).fold(0.0, f32::max);
    let mut high = (height(&body[start..]) / frame.columns as f32).max(tallest);
    while high < room {
        let ends = columns(body, start, frame, high)?;
        let torn = ends
            .iter()
            .any(|&e| e < body.len() && e > 0 && body[e - 1].keep && !body[e].breaks);
        if ends.last() == Some(&body.len()) && !torn {
            return Ok(Some(ends));
        }
        high += line / 4.0;
    }
    Ok(None)
}

impl Page {
    /// Draws the page.
    pub fn draw(self) -> FlowPage {
        let frame = self.frame;
        let mut canvas = Canvas::default();
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
struct Canvas {
    page: FlowPage,
    /// The places of the texts, which follow all art.
    slots: String,
}

impl Canvas {
    fn column(&mut self, pieces: Vec<Piece>, x: f32, y: f32, w: f32) {
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

fn hex(c: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", c.r, c.g, c.b)
}
