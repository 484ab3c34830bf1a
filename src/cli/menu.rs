//! A menu that a cursor walks: items in columns, or places on a board. Pure: which item is chosen, and how the rows look.

use super::cells::{cut, fit, width};
use super::screen::{Line, ScreenTint};
use crate::play::choice::ChoicePlace;

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MenuItem {
    /// What it is.
    pub label: String,
    /// What could be typed instead; may be empty, or the same as the label.
    pub typed: String,
    /// The place on the board that it is about.
    pub at: Option<ChoicePlace>,
}

impl MenuItem {
    /// An item that is not about a place.
    pub(super) fn new(label: impl Into<String>, typed: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            typed: typed.into(),
            at: None,
        }
    }

    /// The label, and what could be typed instead where that is short and something else.
    fn shown(&self) -> String {
        self.with_typed("  ", "")
    }

    /// The same for a line of its own.
    pub(super) fn told(&self) -> String {
        self.with_typed(" (", ")")
    }

    fn with_typed(&self, before: &str, behind: &str) -> String {
        let both = format!("{}{before}{}{behind}", self.label, self.typed);
        let brief = self.label.split_whitespace().count() <= 2;
        let order = self.typed.starts_with('/');
        // What a journal puts in quotes can be typed without.
        let typed = self.typed.trim_matches('"');
        let same = match order {
            true => self.label.starts_with(&self.typed),
            false => typed.is_empty() || brief && self.label.contains(typed),
        };
        match same || width(&both) > BESIDE && !order {
            true => self.label.clone(),
            false => both,
        }
    }
}

/// The number of each item, for those who type it. Where what could be typed is a number, it is that one: `3` means the card
/// 3 whatever else there is to choose.
pub(super) fn numbers(items: &[MenuItem]) -> Vec<usize> {
    let own = |item: &MenuItem| -> Option<usize> {
        let typed = item.typed.strip_prefix('+').unwrap_or(&item.typed);
        let digits = !typed.is_empty() && typed.bytes().all(|b| b.is_ascii_digit());
        typed.parse().ok().filter(|_| digits)
    };
    let taken: Vec<Option<usize>> = items.iter().map(own).collect();
    let mut free = (1..).filter(|n| !taken.contains(&Some(*n)));
    let number = |own: &Option<usize>| own.or_else(|| free.next()).unwrap_or(0);
    taken.iter().map(number).collect()
}

/// A way that the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuWay {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// The widest that an item gets, and the widest that still says what could be typed.
const WIDEST: usize = 44;
const BESIDE: usize = 34;

/// How wide a column is, and how many there are, on so many cells.
fn columns(items: &[MenuItem], cells: usize) -> (usize, usize) {
    let widest = items.iter().map(|i| width(&i.shown())).max().unwrap_or(1);
    // The mark of the chosen one, and room between.
    let wide = (widest.min(WIDEST) + 4).min(cells.max(1));
    match (cells / wide).clamp(1, items.len().max(1)) {
        // What stands alone has the whole row.
        1 => (cells.max(1), 1),
        columns => (wide, columns),
    }
}

/// Whether the items are walked on the board: each is a place.
pub(super) fn on_board(items: &[MenuItem]) -> bool {
    items.len() > 1 && items.iter().all(|i| i.at.is_some())
}

/// The item that the cursor comes to.
pub(super) fn step(items: &[MenuItem], at: usize, way: MenuWay, cells: usize) -> usize {
    if items.is_empty() {
        return 0;
    }
    if on_board(items) {
        return beside(items, at, way).unwrap_or(at);
    }
    let (_, columns) = columns(items, cells);
    let last = items.len() - 1;
    match way {
        MenuWay::Left => at.checked_sub(1).unwrap_or(last),
        MenuWay::Right => {
            if at < last {
                at + 1
            } else {
                0
            }
        }
        MenuWay::Up => at.checked_sub(columns).unwrap_or(at),
        MenuWay::Down if at + columns <= last => at + columns,
        // A last row that is not full is reached all the same.
        MenuWay::Down if at / columns < last / columns => last,
        MenuWay::Down => at,
    }
}

/// The nearest place that way, and rather straight ahead than aside.
fn beside(items: &[MenuItem], at: usize, way: MenuWay) -> Option<usize> {
    let (row, column) = items.get(at)?.at?;
    let far = |place: ChoicePlace| -> Option<(usize, usize)> {
        let (down, right) = (place.0 as i64 - row as i64, place.1 as i64 - column as i64);
        let (ahead, aside) = match way {
            MenuWay::Up => (-down, right),
            MenuWay::Down => (down, right),
            MenuWay::Left => (-right, down),
            MenuWay::Right => (right, down),
        };
        let (ahead, aside) = (usize::try_from(ahead).ok()?, aside.unsigned_abs() as usize);
        (ahead > 0).then_some((ahead + 2 * aside, aside))
    };
    let near = items.iter().enumerate();
    let near = near.filter_map(|(i, item)| Some((far(item.at?)?, i)));
    near.min().map(|(_, i)| i)
}

/// The next item at the same place, else the next one.
pub(super) fn cycle(items: &[MenuItem], at: usize) -> usize {
    let count = items.len().max(1);
    let Some(here) = items.get(at).and_then(|i| i.at) else {
        return (at + 1) % count;
    };
    let same = (1..count).map(|n| (at + n) % count);
    let same = same.into_iter().find(|i| items[*i].at == Some(here));
    same.unwrap_or((at + 1) % count)
}

/// How many rows the menu would take.
pub(super) fn height(items: &[MenuItem], cells: usize) -> usize {
    match on_board(items) {
        true => 1,
        false => items.len().div_ceil(columns(items, cells).1),
    }
}

/// The menu in at most so many rows, the chosen item among them.
pub(super) fn rows(items: &[MenuItem], chosen: usize, cells: usize, most: usize) -> Vec<Line> {
    if items.is_empty() || most == 0 {
        return Vec::new();
    }
    if on_board(items) {
        let item = &items[chosen.min(items.len() - 1)];
        let text = format!("▸ {}  ({}/{})", item.shown(), chosen + 1, items.len());
        return vec![Line::from(cut(&text, cells))];
    }
    let (wide, columns) = columns(items, cells);
    let all = items.len().div_ceil(columns);
    let row = chosen / columns;
    let first = row.saturating_sub(most.saturating_sub(1) / 2);
    let first = first.min(all.saturating_sub(most));
    let shown = first..all.min(first + most);
    let more = (first > 0, shown.end < all);
    let last = shown.end.saturating_sub(1);
    shown
        .map(|y| {
            let from = y * columns;
            let mut line = Line::default();
            for (x, item) in items.iter().skip(from).take(columns).enumerate() {
                let is = from + x == chosen;
                let mark = if is { "▸ " } else { "  " };
                let cell = fit(&format!("{mark}{}", item.shown()), wide - 1);
                if is {
                    let long = width(cell.trim_end());
                    line = line.with(x * wide, long, ScreenTint::Chosen);
                }
                line.text.push_str(&cell);
                line.text.push(' ');
            }
            // What does not fit is there all the same.
            let sign = match more {
                (true, _) if y == first => "↑",
                (_, true) if y == last => "↓",
                _ => return line,
            };
            line.text = format!(
                "{}{sign}",
                fit(line.text.trim_end(), cells.saturating_sub(1))
            );
            line
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(n: usize) -> Vec<MenuItem> {
        (0..n)
            .map(|i| MenuItem::new(format!("item {i:02}"), ""))
            .collect()
    }

    #[test]
    fn the_cursor_walks_rows_and_columns() {
        // Eleven cells a column: three columns.
        let items = list(8);
        let go = |at, way| step(&items, at, way, 35);
        assert_eq!(go(0, MenuWay::Right), 1);
        assert_eq!(go(0, MenuWay::Down), 3);
        assert_eq!(go(5, MenuWay::Down), 7, "the last row is short");
        assert_eq!(go(7, MenuWay::Down), 7);
        assert_eq!(go(7, MenuWay::Right), 0);
        assert_eq!(go(0, MenuWay::Left), 7);
        assert_eq!(go(4, MenuWay::Up), 1);
        assert_eq!(step(&[], 3, MenuWay::Up, 35), 0);
    }

    #[test]
    fn every_item_can_be_reached_and_is_seen() {
        for n in [1, 2, 7, 40] {
            let items = list(n);
            for cells in [10, 40, 80, 200] {
                let mut at = 0;
                for i in 0..n {
                    assert_eq!(at, i);
                    for most in [1, 2, 5] {
                        let rows = rows(&items, at, cells, most);
                        assert!(rows.len() <= most);
                        assert!(rows.iter().all(|r| width(&r.text) <= cells + 1));
                        let seen = rows
                            .iter()
                            .any(|r| r.text.contains(&format!("▸ item {i:02}")));
                        assert!(seen, "{n} {cells} {most}: {rows:?}");
                    }
                    at = step(&items, at, MenuWay::Right, cells);
                }
                assert_eq!(at, 0);
            }
        }
    }

    #[test]
    fn what_is_typed_is_told_once() {
        let shown = |label: &str, typed: &str| MenuItem::new(label, typed).shown();
        assert_eq!(
            shown("/log  the last moves", "/log"),
            "/log  the last moves"
        );
        assert_eq!(shown("leave", "/quit"), "leave  /quit");
        assert_eq!(shown("the turn is over", "next"), "the turn is over  next");
        assert_eq!(shown("↑ up", "up"), "↑ up");
    }

    #[test]
    fn long_items_have_the_row_to_themselves() {
        let long = "what this does, in so many words that a column would cut it";
        for n in [1, 3] {
            let items = vec![MenuItem::new(long, ""); n];
            let rows = rows(&items, 0, 80, 5);
            assert_eq!(rows.len(), n);
            assert!(rows.iter().all(|r| r.text.contains(long)), "{rows:?}");
        }
        assert_eq!(height(&[MenuItem::new(long, "")], 200), 1);
    }

    #[test]
    fn places_are_walked_on_the_board() {
        let place = |row, column| MenuItem {
            at: Some((row, column)),
            ..MenuItem::new(format!("{row}{column}"), "")
        };
        let items = [place(0, 0), place(0, 4), place(3, 1), place(7, 4)];
        let go = |at, way| step(&items, at, way, 80);
        assert_eq!(go(0, MenuWay::Right), 1);
        assert_eq!(go(0, MenuWay::Down), 2);
        assert_eq!(go(2, MenuWay::Down), 3);
        assert_eq!(go(3, MenuWay::Up), 1, "straight ahead");
        assert_eq!(go(0, MenuWay::Up), 0);
        assert_eq!(cycle(&items, 3), 0);
    }
}
