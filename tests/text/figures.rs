//! Figures for tests of flowing text.

use kitpress::text::flow::{FigureSize, Figures};
use kitpress::units::Mm;

/// Figures of the size that their name tells: `37x21`.
pub struct Boxes;

impl Figures for Boxes {
    fn figure(&self, name: &str) -> Result<FigureSize, String> {
        let (w, h) = name.split_once('x').ok_or("no such file")?;
        let mm = |s: &str| s.parse().map(Mm).map_err(|_| "no such size".to_string());
        Ok(FigureSize {
            w: mm(w)?,
            h: mm(h)?,
        })
    }
}
