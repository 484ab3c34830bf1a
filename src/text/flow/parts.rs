//! What is more than text: pictures beside it, figures with captions, lists with their marks, callouts.

use super::parse::{Block, Figure, MarkedText};
use super::piece::{ColumnPiece, Draw, KeepWithNext, height, stack};
use super::set::{Setter, TextLook};
use super::{FigureSize, FlowError};
use crate::say;
use crate::say::Say;
use crate::text::Align;
use crate::text::lines::TextLine;
use crate::text::markup::plain;

/// Share of a column that a picture beside text takes at most.
const SIDE: f32 = 0.45;
/// Share of a column's height that a figure takes at most; its caption needs the rest.
const TALLEST: f32 = 0.8;
/// Distance between text and a picture beside it, in ems.
const SIDE_GAP: f32 = 1.0;

impl Setter<'_> {
    /// A paragraph with a picture to the right of its start.
    pub(super) fn beside(
        &self,
        text: &MarkedText,
        figure: &Figure,
        width: f32,
        line: usize,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let look = self.look();
        let natural = self.size_of(figure, line)?;
        let (fw, fh) = fitted(natural, width * SIDE, TALLEST * self.room);
        let gap = SIDE_GAP * look.em;
        // The picture's top stands level with the letters' top.
        let down = (look.line - look.em) / 2.0;
        let rows = ((fh + down + 0.2 * look.em) / look.line).ceil().max(1.0) as usize;
        let lines = match self.text(text, &look, width, line, &vec![fw + gap; rows]) {
            // A word does not fit beside the picture: it stands above the text instead.
            Err(FlowError::TooWide { .. }) => return self.above(text, figure, width, line),
            lines => lines?,
        };
        let mut lines = lines.into_iter();
        let beside: Vec<ColumnPiece> = lines.by_ref().take(rows).collect();
        let mut below: Vec<ColumnPiece> = lines.collect();
        let high = height(&beside).max(fh + down + 0.15 * look.em);
        let mut draws = stack(beside, 0.0, 0.0);
        draws.push(Draw::Figure {
            name: figure.name.clone(),
            x: width - fw,
            y: down,
            w: fw,
            h: fh,
        });
        let mut pieces = vec![ColumnPiece {
            line,
            height: high,
            draws,
            ..ColumnPiece::default()
        }];
        if let [only] = below.as_mut_slice() {
            only.keep = KeepWithNext::Free;
            pieces[0].keep = KeepWithNext::Close;
        }
        pieces.append(&mut below);
        self.space(&mut pieces, 0.5);
        Ok(pieces)
    }

    /// A picture above its paragraph.
    fn above(
        &self,
        text: &MarkedText,
        figure: &Figure,
        width: f32,
        line: usize,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let mut pieces = self.figures(std::slice::from_ref(figure), width, line)?;
        pieces.iter_mut().for_each(|p| p.keep = KeepWithNext::Close);
        let mut lines = self.text(text, &self.look(), width, line, &[])?;
        self.space(&mut lines, 0.3);
        pieces.append(&mut lines);
        Ok(pieces)
    }

    fn size_of(&self, figure: &Figure, line: usize) -> Result<FigureSize, FlowError> {
        let fail = |why: Say| FlowError::Figure {
            line,
            name: figure.name.clone(),
            why,
        };
        let size = self.figures.figure(&figure.name).map_err(fail)?;
        if size.w.0 > 0.0 && size.h.0 > 0.0 {
            Ok(FigureSize {
                w: size.w * self.zoom,
                h: size.h * self.zoom,
            })
        } else {
            Err(fail(say!("it has no size")))
        }
    }

    /// Figures side by side, each with its caption below.
    pub(super) fn figures(
        &self,
        figures: &[Figure],
        width: f32,
        line: usize,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let look = self.small(0.88);
        let look = TextLook {
            fill: self.style.caption,
            align: Align::Center,
            ..look
        };
        let gap = 1.5 * look.em;
        let sizes = figures
            .iter()
            .map(|f| self.size_of(f, line))
            .collect::<Result<Vec<_>, _>>()?;
        let all: f32 = sizes.iter().map(|s| s.w.0 as f32).sum();
        let gaps = gap * (figures.len() - 1) as f32;
        let room = width - gaps;
        let tallest = sizes.iter().map(|s| s.h.0 as f32).fold(1.0, f32::max);
        let k = (room / all).min(TALLEST * self.room / tallest).min(1.0);
        // What the figures leave free widens the cells that hold them and their captions.
        let extra = (room - all * k) / figures.len() as f32;
        let high = sizes.iter().map(|s| s.h.0 as f32 * k).fold(0.0, f32::max);
        let (mut draws, mut x, mut tall) = (Vec::new(), 0.0, high);
        for (figure, size) in figures.iter().zip(&sizes) {
            let (w, h) = (size.w.0 as f32 * k, size.h.0 as f32 * k);
            let cell = w + extra;
            let (fx, fy) = (x + extra / 2.0, high - h);
            draws.push(Draw::Figure {
                name: figure.name.clone(),
                x: fx,
                y: fy,
                w,
                h,
            });
            if figure.caption.iter().any(|c| !c.chars.is_empty()) {
                let lines = self.text(&figure.caption, &look, cell, line, &[])?;
                let top = high + 0.35 * look.em;
                tall = tall.max(top + height(&lines));
                draws.extend(stack(lines, x, top));
            }
            x += cell + gap;
        }
        let mut pieces = vec![ColumnPiece {
            line,
            height: tall + 0.2 * look.em,
            draws,
            ..ColumnPiece::default()
        }];
        self.space(&mut pieces, 0.6);
        Ok(pieces)
    }

    pub(super) fn list(
        &self,
        start: Option<u64>,
        items: &[Vec<Block>],
        width: f32,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let look = self.look();
        let indent = look.em * if start.is_some() { 2.0 } else { 1.15 };
        let mut out: Vec<ColumnPiece> = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let mut pieces = self.blocks(item, width - indent)?;
            if pieces.is_empty() {
                pieces.push(ColumnPiece {
                    height: look.line,
                    ..ColumnPiece::default()
                });
            }
            for piece in &mut pieces {
                let draws = std::mem::take(&mut piece.draws);
                piece.draws = draws.into_iter().map(|d| d.moved(indent, 0.0)).collect();
            }
            let line = pieces[0].line;
            let mut mark = self.mark(start.map(|s| s + i as u64), line)?;
            mark.append(&mut pieces[0].draws);
            pieces[0].draws = mark;
            self.space(&mut pieces, if i == 0 { 0.4 } else { 0.25 });
            out.extend(pieces);
        }
        Ok(out)
    }

    /// The mark of a list item: a disc with its number, or a dot.
    fn mark(&self, number: Option<u64>, line: usize) -> Result<Vec<Draw>, FlowError> {
        let look = self.look();
        let middle = look.line / 2.0;
        let fill = self.style.accent;
        let Some(number) = number else {
            return Ok(vec![Draw::Disc {
                x: 0.4 * look.em,
                y: middle,
                r: 0.17 * look.em,
                fill,
            }]);
        };
        let r = 0.68 * look.em;
        let digits = number.to_string();
        let em = look.em * if digits.len() > 2 { 0.62 } else { 0.86 };
        let look = TextLook {
            fonts: &self.strong,
            em,
            fill: self.style.on_accent,
            align: Align::Center,
            ..look
        };
        let para = self.shaped(&plain(&digits), &look, line)?;
        let n = para.atoms.len();
        let l = TextLine {
            start: 0,
            end: n,
            next: n,
            width: para.width(0, n),
            hyphen: false,
        };
        let block = self.line_block(&para, &l, &look, 2.0 * r, true);
        // Digits are as high as capitals, whatever the language.
        let text = Draw::Text(block).moved(0.0, (0.36 - self.middle()) * em);
        Ok(vec![
            Draw::Disc {
                x: r,
                y: middle,
                r,
                fill,
            },
            text,
        ])
    }

    /// A tinted box around blocks; split only if it is higher than a column.
    pub(super) fn callout(
        &self,
        blocks: &[Block],
        width: f32,
        line: usize,
    ) -> Result<Vec<ColumnPiece>, FlowError> {
        let em = self.look().em;
        let (side, pad) = (0.9 * em, 0.65 * em);
        let inner = self.blocks(blocks, width - 2.0 * side)?;
        let stroke = Some((self.style.accent, 0.25));
        let ground = |h: f32, radius: f32, stroke| Draw::Box {
            x: 0.0,
            y: 0.0,
            w: width,
            h,
            radius,
            fill: self.style.tint,
            stroke,
        };
        let high = height(&inner) + 2.0 * pad;
        if high <= self.room {
            let mut draws = vec![ground(high, 0.6 * em, stroke)];
            draws.extend(stack(inner, side, pad));
            let mut pieces = vec![ColumnPiece {
                line,
                height: high + 0.1 * em,
                draws,
                ..ColumnPiece::default()
            }];
            self.space(&mut pieces, 0.7);
            return Ok(pieces);
        }
        let mut pieces = Vec::new();
        for mut piece in inner {
            let above = std::mem::take(&mut piece.before);
            let high = piece.height + above;
            let mut draws = vec![ground(high, 0.0, None)];
            draws.extend(piece.draws.into_iter().map(|d| d.moved(side, above)));
            pieces.push(ColumnPiece {
                height: high,
                draws,
                ..piece
            });
        }
        Ok(pieces)
    }
}

/// A figure's size when it must not be wider or higher than given.
fn fitted(size: FigureSize, w: f32, h: f32) -> (f32, f32) {
    let (nw, nh) = (size.w.0 as f32, size.h.0 as f32);
    let k = (w / nw).min(h / nh).min(1.0);
    (nw * k, nh * k)
}
