//! How much ink pages take, estimated from pixels.

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

/// The ink of every page in percent, from the ink of each face.
pub(super) fn pages(sheets: &[Sheet], faces: &[f64]) -> Vec<f64> {
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
