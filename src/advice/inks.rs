//! How much ink pages take, estimated from pixels.

use super::look::Picture;
use crate::impose::Sheet;
use crate::template::Ink;
use crate::units::{Rect, Size};

/// What the pages of a kit take in one ink.
#[derive(Clone, Debug, PartialEq)]
pub struct InkUse {
    /// The ink.
    pub ink: Ink,
    /// For each page the sum of cyan, magenta, yellow and black, in percent of the page: 100 is a page that is all
    /// black.
    pub pages: Vec<f64>,
}

impl InkUse {
    /// The mean of all pages.
    pub fn mean(&self) -> f64 {
        self.pages.iter().sum::<f64>() / self.pages.len().max(1) as f64
    }

    /// The page that takes most, from 1, and what it takes.
    pub fn most(&self) -> Option<(usize, f64)> {
        let numbered = self.pages.iter().enumerate().map(|(i, v)| (i + 1, *v));
        numbered.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// The ink of a picture in shares of its area, 0 to 3, in each ink: grey is black ink, other colours take what grey
/// leaves.
pub fn coverage(picture: &Picture) -> [f64; 3] {
    let mut sums = [0u64; 3];
    for pixel in picture.pixels() {
        for (sum, [r, g, b]) in sums.iter_mut().zip(pixel) {
            let most = u64::from(*r.max(g).max(b));
            let colour = 3 * most - u64::from(*r) - u64::from(*g) - u64::from(*b);
            *sum += 255 - most + colour;
        }
    }
    let all = picture.pixels().len().max(1) as f64;
    sums.map(|sum| sum as f64 / 255.0 / all)
}

/// The ink of every page in percent, from the ink of each face.
pub fn pages(sheets: &[Sheet], faces: &[f64]) -> Vec<f64> {
    let page = |sheet: &Sheet| {
        let items = sheet.items.iter().map(|item| {
            let shown = item
                .clip
                .map_or(area(item.at), |clip| overlap(clip, item.at));
            shown * faces.get(item.face).copied().unwrap_or(0.0)
        });
        let Size { w, h } = sheet.paper;
        100.0 * items.sum::<f64>() / (w.0 * h.0).max(1.0)
    };
    sheets.iter().map(page).collect()
}

fn area(r: Rect) -> f64 {
    r.w.0 * r.h.0
}

fn overlap(a: Rect, b: Rect) -> f64 {
    let w = a.right().min(b.right()) - a.x.max(b.x);
    let h = a.bottom().min(b.bottom()) - a.y.max(b.y);
    w.0.max(0.0) * h.0.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(r: u8, g: u8, b: u8) -> f64 {
        let ground = [[255; 3], [r, g, b], [0; 3]];
        let [none, some, black] = coverage(&Picture::new(4, 4, None).on(ground));
        assert_eq!((none, black), (0.0, 1.0));
        some
    }

    #[test]
    fn ink_is_counted_by_its_four_colours() {
        assert_eq!(all(255, 255, 255), 0.0);
        assert_eq!(all(0, 0, 0), 1.0, "black ink alone");
        assert_eq!(all(0, 255, 255), 1.0, "cyan alone");
        assert_eq!(all(255, 0, 0), 2.0, "magenta and yellow");
        assert!((all(128, 128, 128) - 0.498).abs() < 0.001);
    }
}
