//! Pieces: what a column is stacked from. A piece is never cut.

use crate::text::{Rgb, TextBlock};

/// Something drawn, placed from the piece's top left corner, in millimetres.
#[derive(Clone, Debug)]
pub(super) enum Draw {
    /// A box; `stroke` is drawn around it.
    Box {
        x: f32,
        y: f32,
        w: f32,
        h: f32,
        radius: f32,
        fill: Rgb,
        stroke: Option<(Rgb, f32)>,
    },
    /// A disc.
    Disc { x: f32, y: f32, r: f32, fill: Rgb },
    /// A text.
    Text(TextBlock),
    /// A figure.
    Figure {
        name: String,
        x: f32,
        y: f32,
        w: f32,
        h: f32,
    },
}

impl Draw {
    /// The same drawing, moved to the right and down.
    pub(super) fn moved(mut self, dx: f32, dy: f32) -> Draw {
        match &mut self {
            Draw::Box { x, y, .. } | Draw::Disc { x, y, .. } | Draw::Figure { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
            Draw::Text(block) => {
                for run in &mut block.runs {
                    run.x += dx;
                    run.y += dy;
                }
                for icon in &mut block.icons {
                    icon.x += dx;
                    icon.y += dy;
                }
            }
        }
        self
    }
}

/// How firmly a piece holds on to the next one, the loosest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeepWithNext {
    /// Not at all: a column may end here.
    #[default]
    Free,
    /// The end of a list and the figure below it: parted only where that saves paper.
    List,
    /// A paragraph and its figure: likewise, but rather than a list.
    Figure,
    /// Lines of a paragraph, rows of a table: parted only when they do not fit in one column.
    Close,
    /// A heading: never the last of a column while that can be helped.
    Tight,
}

/// A piece of a column.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnPiece {
    /// Line of the Markdown.
    pub line: usize,
    pub height: f32,
    /// Space above, dropped at the top of a column.
    pub before: f32,
    /// How firmly the next piece is kept in the same column.
    pub keep: KeepWithNext,
    /// Whether it starts a new column.
    pub breaks: bool,
    pub draws: Vec<Draw>,
}

/// The height of pieces stacked, without the space above the first.
pub(super) fn height(pieces: &[ColumnPiece]) -> f32 {
    pieces
        .iter()
        .enumerate()
        .map(|(i, p)| p.height + if i > 0 { p.before } else { 0.0 })
        .sum()
}

/// Stacks pieces into one, moved by `dx` and `dy`.
pub(super) fn stack(pieces: Vec<ColumnPiece>, dx: f32, dy: f32) -> Vec<Draw> {
    let mut y = dy;
    let mut draws = Vec::new();
    for (i, piece) in pieces.into_iter().enumerate() {
        y += if i > 0 { piece.before } else { 0.0 };
        draws.extend(piece.draws.into_iter().map(|d| d.moved(dx, y)));
        y += piece.height;
    }
    draws
}
