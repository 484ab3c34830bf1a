//! Measuring a printer: a test page with two sides, the numbers read off it, and the correction that follows.
//!
//! The page has crosses in front and scales behind. A pin through a cross leaves a hole on the scale behind it; where
//! the hole lies on the scale is where a back has to be drawn to land behind its front. From the readings follows
//! a [`Warp`], kept as a [`Profile`]. Touches no file; who prints and asks is in `cli`.

mod fit;
mod page;
mod profile;

use crate::impose::Backs;
use crate::units::{Mm, Size};

pub use fit::{FittedWarp, fit};
pub use page::{TestSide, pdf, picture, reading_picture};
pub use profile::{BackCorrection, Profile, ProfileError};

/// The letters of the crosses: top left, top right, bottom left, bottom right, middle, as seen in front.
pub const LETTERS: [char; 5] = ['A', 'B', 'C', 'D', 'E'];

/// From the edges of the paper to the crosses.
const INSET: Mm = Mm(22.0);

/// The furthest that a scale reaches.
pub const REACH: Mm = Mm(6.0);

/// Where the crosses stand in front, in the order of [`LETTERS`].
pub fn crosses(paper: Size) -> [(Mm, Mm); 5] {
    let (left, top) = (INSET, INSET);
    let (right, bottom) = (paper.w - INSET, paper.h - INSET);
    [
        (left, top),
        (right, top),
        (left, bottom),
        (right, bottom),
        (paper.w / 2.0, paper.h / 2.0),
    ]
}

/// Where the scales stand behind, in the order of [`LETTERS`]; `None` when nothing is printed behind.
pub fn scales(paper: Size, backs: Backs) -> Option<[(Mm, Mm); 5]> {
    let mut out = crosses(paper);
    for spot in &mut out {
        *spot = backs.behind(paper, *spot)?;
    }
    Some(out)
}

/// A hole as it was read: the letter, and how far right of and below the middle of the scale it lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The letter of the scale.
    pub letter: char,
    /// To the right; less than nothing to the left.
    pub x: Mm,
    /// Down; less than nothing upwards.
    pub y: Mm,
}

impl Reading {
    /// Reads `A=0.5,-1`; also full-width, with blanks, or with a semicolon.
    pub fn parse(text: &str) -> Option<Self> {
        use unicode_normalization::UnicodeNormalization;
        let text: String = text.nfkc().collect();
        let (letter, rest) = text.split_once('=')?;
        let mut letters = letter.trim().chars();
        let letter = letters.next()?.to_ascii_uppercase();
        if letters.next().is_some() || !LETTERS.contains(&letter) {
            return None;
        }
        let (x, y) = Self::numbers(rest)?;
        Some(Self { letter, x, y })
    }

    /// Reads the two numbers alone: `0.5,-1` or `0.5 -1`.
    pub fn numbers(text: &str) -> Option<(Mm, Mm)> {
        use unicode_normalization::UnicodeNormalization;
        let text: String = text.nfkc().collect();
        let text = text.replace(['−', '–', 'ー'], "-").replace("mm", " ");
        let parts = text.split([',', ';', ' ', '、']);
        let parts: Vec<&str> = parts.map(str::trim).filter(|p| !p.is_empty()).collect();
        let [x, y] = parts[..] else { return None };
        let number = |t: &str| t.parse::<f64>().ok().filter(|v| v.is_finite()).map(Mm);
        Some((number(x)?, number(y)?))
    }

    /// Whether it lies on the scale.
    pub(crate) fn is_on_scale(&self) -> bool {
        self.x.0.abs() <= REACH.0 && self.y.0.abs() <= REACH.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_are_read_as_people_write_them() {
        let wanted = Reading {
            letter: 'A',
            x: Mm(0.5),
            y: Mm(-1.0),
        };
        for text in [
            "A=0.5,-1",
            "a = 0.5 , -1.0",
            "A=0.5mm −1",
            "Ａ＝０．５、－１",
        ] {
            assert_eq!(Reading::parse(text), Some(wanted), "{text}");
        }
        for text in [
            "A=1", "F=1,2", "A=1,2,3", "A=x,y", "1,2", "A=nan,1", "AB=1,2",
        ] {
            assert_eq!(Reading::parse(text), None, "{text}");
        }
    }

    #[test]
    fn scales_lie_behind_their_crosses() {
        let paper = Size::mm(210.0, 297.0);
        let long = scales(paper, Backs::DuplexLong).expect("two sides");
        assert_eq!(long[0], (paper.w - INSET, INSET));
        let short = scales(paper, Backs::DuplexShort).expect("two sides");
        assert_eq!(short[0], (INSET, paper.h - INSET));
        assert_eq!(scales(paper, Backs::Fold), None);
    }
}
