//! Figures for tests of flowing text.

use kitpress::say::{Say, heard};
use kitpress::text::flow::{FigureSize, Figures};
use kitpress::units::Mm;

/// Figures of the size that their name tells: `37x21`.
pub struct Boxes;

impl Figures for Boxes {
    fn figure(&self, name: &str) -> Result<FigureSize, Say> {
        let (w, h) = name.split_once('x').ok_or_else(|| heard("no such file"))?;
        let mm = |s: &str| s.parse().map(Mm).map_err(|_| heard("no such size"));
        Ok(FigureSize {
            w: mm(w)?,
            h: mm(h)?,
        })
    }
}
