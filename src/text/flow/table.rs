//! Tables: column widths from what the cells hold, a tinted head, thin rules between rows.

use super::FlowError;
use super::parse::{MarkedText, TableRow};
use super::piece::{ColumnPiece, Draw, KeepWithNext, height, stack};
use super::set::{Setter, TextLook};
use crate::text::{Align, Rgb};

/// Text of tables, in shares of the body's size: the first at which all words fit their columns.
const SIZES: [f32; 4] = [0.92, 0.86, 0.8, 0.74];

impl Setter<'_> {
    /// Sets a table, one piece a row. A table lower than `whole` is not parted.
    pub(super) fn table(
        &self,
        aligns: &[Align],
        rows: &[TableRow],
        width: f32,
        whole: f32,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let mut look = self.small(SIZES[0]);
        for size in SIZES {
            look = self.small(size);
            if self.least(rows, aligns.len(), &look)?.iter().sum::<f32>() <= width {
                break;
            }
        }
        let widths = self.widths(rows, aligns.len(), width, &look)?;
        let mut pieces = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            let look = TextLook {
                fonts: if i == 0 { &self.strong } else { &self.body },
                ..look
            };
            pieces.push(self.row(row, aligns, &widths, &look, i == 0)?);
        }
        let high = height(&pieces);
        let last = pieces.len().saturating_sub(1);
        for (i, piece) in pieces.iter_mut().enumerate() {
            let whole = i < last && (i == 0 || high <= whole);
            piece.keep = if whole {
                KeepWithNext::Close
            } else {
                KeepWithNext::Free
            };
        }
        if let Some(last) = pieces.last_mut() {
            last.height += 0.25 * look.em;
        }
        self.space(&mut pieces, 0.6);
        Ok(pieces)
    }

    /// What each column needs for its widest word.
    fn least(
        &self,
        rows: &[TableRow],
        columns: usize,
        look: &TextLook<'_>,
    ) -> Result<Vec<f32>, FlowError> {
        self.measured(rows, columns, look, |text, look, line| {
            self.widest_word(text, look, line)
        })
    }

    /// The largest of what is measured in each column, with the space beside it.
    fn measured(
        &self,
        rows: &[TableRow],
        columns: usize,
        look: &TextLook<'_>,
        measure: impl Fn(&MarkedText, &TextLook<'_>, usize) -> Result<f32, FlowError>,
    ) -> Result<Vec<f32>, FlowError> {
        let mut out = vec![0f32; columns];
        for (i, row) in rows.iter().enumerate() {
            let look = TextLook {
                fonts: if i == 0 { &self.strong } else { &self.body },
                ..*look
            };
            for (most, cell) in out.iter_mut().zip(&row.cells) {
                // A hair more, so that rounding does not break the line.
                *most = most.max(measure(cell, &look, row.line)? + 2.0 * pad(&look) + 0.01);
            }
        }
        Ok(out)
    }

    /// Column widths: each at least its widest word, the rest shared by what the columns would like.
    fn widths(
        &self,
        rows: &[TableRow],
        columns: usize,
        width: f32,
        look: &TextLook<'_>,
    ) -> Result<Vec<f32>, FlowError> {
        let words = self.least(rows, columns, look)?;
        let most = self.measured(rows, columns, look, |text, look, line| {
            self.widest(text, look, line)
        })?;
        // A little more than the word, so that columns of short words do not stand as towers.
        let roomy = 4.2 * look.em + 2.0 * pad(look);
        let mut least: Vec<f32> = words
            .iter()
            .zip(&most)
            .map(|(w, m)| m.min(w.max(roomy)).max(*w))
            .collect();
        if least.iter().sum::<f32>() > width {
            least = words;
        }
        let (low, high): (f32, f32) = (least.iter().sum(), most.iter().sum());
        let share = |i: usize| {
            if high <= width {
                most[i] + (width - high) * most[i] / high.max(1.0)
            } else if low < width {
                least[i] + (width - low) * (most[i] - least[i]) / (high - low).max(1e-3)
            } else {
                width * least[i] / low
            }
        };
        Ok((0..columns).map(share).collect())
    }

    fn row(
        &self,
        row: &TableRow,
        aligns: &[Align],
        widths: &[f32],
        look: &TextLook<'_>,
        head: bool,
    ) -> Result<ColumnPiece, FlowError> {
        let (pad, above) = (pad(look), 0.28 * look.em);
        let mut cells = Vec::new();
        let mut high = look.line;
        let empty = MarkedText::new();
        for (i, w) in widths.iter().enumerate() {
            let text = row.cells.get(i).unwrap_or(&empty);
            let look = TextLook {
                align: aligns.get(i).copied().unwrap_or_default(),
                ..*look
            };
            let lines = self.text(text, &look, w - 2.0 * pad, row.line, &[])?;
            high = high.max(height(&lines));
            cells.push(lines);
        }
        let tall = high + 2.0 * above;
        let width: f32 = widths.iter().sum();
        let bar = |y: f32, h: f32, radius: f32, fill: Rgb| Draw::Box {
            x: 0.0,
            y,
            w: width,
            h,
            radius,
            fill,
            stroke: None,
        };
        let mut draws = if head {
            vec![bar(0.0, tall, 0.4 * look.em, self.style.tint)]
        } else {
            vec![bar(tall - 0.12, 0.12, 0.0, faint(self.style.accent))]
        };
        let mut x = 0.0;
        for (lines, w) in cells.into_iter().zip(widths) {
            // Short cells stand in the middle of their row.
            let dy = above + (high - height(&lines)) / 2.0;
            draws.extend(stack(lines, x + pad, dy));
            x += w;
        }
        Ok(ColumnPiece {
            line: row.line,
            height: tall,
            draws,
            ..ColumnPiece::default()
        })
    }
}

/// Space at the left and right of a cell.
fn pad(look: &TextLook<'_>) -> f32 {
    0.5 * look.em
}

/// The colour of rules: the accent, mixed with white.
pub(super) fn faint(c: Rgb) -> Rgb {
    let mix = |v: u8| ((u16::from(v) + 2 * 255) / 3) as u8;
    Rgb {
        r: mix(c.r),
        g: mix(c.g),
        b: mix(c.b),
    }
}
