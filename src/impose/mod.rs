//! From pieces to pages: grids, backs, marks, tiles, folds. Pure geometry; knows nothing of PDF or SVG.

mod sheet;

pub use sheet::{Mark, Note, Pen, Placement, Shape, Sheet, Turn};
