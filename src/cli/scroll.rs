//! Which part of the table is in sight: pages up and down, and whatever keeps the chosen place of the board on the screen.

use super::cells::{clean, cut, width};
use super::layout::ScreenContent;
use super::screen::{Line, LinePart, ScreenTint};

/// How far the table is scrolled.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scroll {
    /// Rows down.
    down: usize,
    /// Cells to the right.
    right: usize,
    /// How many rows a page has.
    page: usize,
    /// The place that was followed last.
    followed: Option<(usize, usize)>,
}

impl Scroll {
    /// A page up or down.
    pub(super) fn page(&mut self, down: bool) {
        let rows = self.page.saturating_sub(1).max(1);
        self.down = match down {
            true => self.down + rows,
            false => self.down.saturating_sub(rows),
        };
    }

    /// The part of board (`all`) and players that is in sight, and whether there is more.
    pub(super) fn window(
        &mut self,
        content: &ScreenContent,
        mut all: Vec<Line>,
        info: Vec<Line>,
        (w, rows): (usize, usize),
    ) -> (Vec<Line>, bool) {
        let board = all.len();
        self.light(content, &mut all);
        let widest = all.iter().map(|l| width(&l.text)).max().unwrap_or(0);
        all.extend(info);
        self.page = rows;
        self.follow(content, (w, rows), widest);
        self.down = self.down.min(all.len().saturating_sub(rows));
        let more = all.len() > rows;
        for line in all.iter_mut().take(board) {
            *line = shifted(line, self.right, w);
        }
        let head = self.head(content, rows).map(|at| all[at].clone());
        let mut shown: Vec<Line> = all.into_iter().skip(self.down).take(rows).collect();
        if let (Some(head), Some(first)) = (head, shown.first_mut()) {
            *first = head;
        }
        (shown, more)
    }

    /// The line that names the columns, while only rows below it are in sight: it takes the place of the first.
    fn head(&self, content: &ScreenContent, rows: usize) -> Option<usize> {
        let places = || content.spots.iter().map(|s| s.line);
        let head = places().min()?.checked_sub(1)?;
        let below = rows > 2 && self.down > head && places().max()? > self.down;
        below.then_some(head)
    }

    /// Lights the places that can be chosen.
    fn light(&self, content: &ScreenContent, lines: &mut [Line]) {
        for (i, item) in content.items.iter().enumerate() {
            let spots = content.spots.iter().filter(|s| Some(s.at) == item.at);
            for spot in spots {
                let tint = match i == content.chosen {
                    true => ScreenTint::Chosen,
                    false => ScreenTint::Lit,
                };
                if let Some(line) = lines.get_mut(spot.line) {
                    let (from, wide) = (spot.from, spot.wide);
                    line.parts.push(LinePart { from, wide, tint });
                }
            }
        }
    }

    /// Keeps the chosen place in sight, once it has changed.
    fn follow(&mut self, content: &ScreenContent, (w, rows): (usize, usize), widest: usize) {
        let at = content.items.get(content.chosen).and_then(|i| i.at);
        let at = at.or(content.focus);
        let spot = content.spots.iter().find(|s| Some(s.at) == at);
        if widest <= w {
            self.right = 0;
        }
        let Some(spot) = spot else {
            self.followed = None;
            return;
        };
        let here = (spot.line, spot.from);
        if self.followed == Some(here) && self.right + w >= spot.from + spot.wide {
            return;
        }
        self.followed = Some(here);
        let hidden = usize::from(self.head(content, rows).is_some());
        if spot.line < self.down + hidden || spot.line >= self.down + rows {
            self.down = spot.line.saturating_sub(rows / 2);
        }
        if widest > w && (spot.from < self.right + 3 || spot.from + spot.wide + 2 > self.right + w)
        {
            self.right = spot.from.saturating_sub(w / 2);
        }
    }
}

/// A line of the board moved to the left, its first cells kept: they name the row.
fn shifted(line: &Line, right: usize, w: usize) -> Line {
    const MARGIN: usize = 3;
    if right == 0 {
        let text = cut(&clean(&line.text), w);
        return Line {
            text,
            ..line.clone()
        };
    }
    let text = clean(&line.text);
    let mut kept = String::new();
    let mut at = 0;
    for letter in unicode_segmentation::UnicodeSegmentation::graphemes(text.as_str(), true) {
        if at < MARGIN || at >= MARGIN + right {
            kept.push_str(letter);
        }
        at += width(letter);
    }
    let parts = line.parts.iter().filter_map(|p| match p.from < MARGIN {
        true => Some(*p),
        false => Some(LinePart {
            from: p.from.checked_sub(right).filter(|f| *f >= MARGIN)?,
            ..*p
        }),
    });
    Line {
        text: cut(&kept, w),
        look: line.look,
        parts: parts.collect(),
    }
}
