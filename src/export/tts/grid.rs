//! How many cards lie on a sheet, and how large each is drawn.

use crate::units::Size;

/// Cards on one sheet, at most: ten by seven, without the last place.
pub(super) const MOST: usize = 69;
/// Columns and rows of a sheet, fewest and most.
const COLS: (u32, u32) = (2, 10);
const ROWS: (u32, u32) = (2, 7);

/// A sheet of cards.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CardGrid {
    /// Columns.
    pub cols: u32,
    /// Rows.
    pub rows: u32,
    /// The pixels of one card.
    pub cell: (u32, u32),
}

impl CardGrid {
    /// The pixels of the whole sheet.
    pub(super) fn pixels(&self) -> (u32, u32) {
        (self.cell.0 * self.cols, self.cell.1 * self.rows)
    }

    /// The sheets for so many cards; none has a side longer than `texture` pixels.
    pub(super) fn all(cards: usize, size: Size, texture: u32, dpi: f64) -> Vec<Self> {
        let mut left = cards;
        let mut out: Vec<Self> = Vec::new();
        while left > 0 {
            let here = left.min(MOST);
            let mut grid = Self::best(here as u32 + 1, size, texture, dpi);
            // Cards of one deck must be equally large, whatever sheet they lie on.
            if let Some(first) = out.first() {
                grid.cell = first.cell;
            }
            out.push(grid);
            left -= here;
        }
        out
    }

    /// The grid that shows cards largest; among equals, the one with the fewest empty places.
    fn best(places: u32, size: Size, texture: u32, dpi: f64) -> Self {
        let side = f64::from(texture);
        let mut best: Option<(f64, u32, Self)> = None;
        for cols in COLS.0..=COLS.1 {
            let rows = places.div_ceil(cols).max(ROWS.0);
            if rows > ROWS.1 {
                continue;
            }
            let scale = (side / (f64::from(cols) * size.w.0))
                .min(side / (f64::from(rows) * size.h.0))
                .min(dpi / 25.4);
            let better = match &best {
                None => true,
                Some((s, p, _)) => scale > s + 1e-9 || scale > s - 1e-9 && cols * rows < *p,
            };
            if better {
                let pixels =
                    |l: f64, most: u32| ((l * scale).round() as u32).clamp(1, texture / most);
                let cell = (pixels(size.w.0, cols), pixels(size.h.0, rows));
                best = Some((scale, cols * rows, Self { cols, rows, cell }));
            }
        }
        best.map_or(
            Self {
                cols: COLS.1,
                rows: ROWS.1,
                cell: (1, 1),
            },
            |(_, _, grid)| grid,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_hold_all_cards_and_one_place_more() {
        for cards in 1..400 {
            let sheets = CardGrid::all(cards, Size::mm(63.0, 88.0), 4096, 300.0);
            let places: u32 = sheets.iter().map(|g| g.cols * g.rows - 1).sum();
            assert!(places as usize >= cards);
            for g in &sheets {
                assert!(
                    (2..=10).contains(&g.cols) && (2..=7).contains(&g.rows),
                    "{g:?}"
                );
                assert!(
                    g.cols * g.cell.0 <= 4096 && g.rows * g.cell.1 <= 4096,
                    "{g:?}"
                );
            }
            assert_eq!(sheets.len(), cards.div_ceil(69));
        }
        let full = &CardGrid::all(69, Size::mm(63.0, 88.0), 10_000, 300.0)[0];
        assert_eq!((full.cols, full.rows), (10, 7));
        assert_eq!(full.cell, (744, 1039));
    }
}
