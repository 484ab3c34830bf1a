//! The open table as lines for people, with colour beside the letters: whoever sees none of it misses nothing.

use unicode_width::UnicodeWidthStr;

use super::choice::ChoicePlace;
use super::view::{BoardSpot, Ink, Stroke, View};

/// Something that is said of a player, in pieces that are painted.
pub(crate) type Fact = Vec<(String, Option<Ink>)>;

/// A fact of one piece.
pub fn fact(text: impl ToString, ink: impl Into<Option<Ink>>) -> Fact {
    vec![(text.to_string(), ink.into())]
}

/// Lines being drawn.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    lines: Vec<String>,
    strokes: Vec<Stroke>,
    spots: Vec<BoardSpot>,
}

impl Canvas {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A line of its own.
    pub fn line(&mut self, text: impl Into<String>) -> &mut Self {
        self.lines.push(text.into());
        self
    }

    /// A line of its own, painted as a whole.
    pub fn painted(&mut self, text: &str, ink: Ink) -> &mut Self {
        self.line("").put(text, Some(ink))
    }

    /// Adds to the last line.
    pub fn put(&mut self, text: &str, ink: Option<Ink>) -> &mut Self {
        if self.lines.is_empty() {
            self.lines.push(String::new());
        }
        let line = self.lines.len() - 1;
        let from = self.lines[line].width();
        self.lines[line].push_str(text);
        let wide = text.width();
        if let (Some(ink), true) = (ink, wide > 0) {
            self.strokes.push(Stroke {
                line,
                from,
                wide,
                ink,
            });
        }
        self
    }

    /// Says that what follows, so many cells of the last line, shows a place of the board.
    pub fn spot(&mut self, at: ChoicePlace, wide: usize) -> &mut Self {
        let line = self.lines.len().saturating_sub(1);
        let from = self.lines.last().map_or(0, |l| l.width());
        self.spots.push(BoardSpot {
            at,
            line,
            from,
            wide,
        });
        self
    }

    /// Begins a player's line: a mark where it is their turn, and the name.
    pub fn seat(&mut self, name: &str, active: bool) -> &mut Self {
        let (mark, ink) = match active {
            true => (">", Some(Ink::Strong)),
            false => (" ", None),
        };
        self.line("").put(&format!("{mark} {name}"), ink)
    }

    /// Adds facts to the last line: `: one; two`.
    pub fn facts(&mut self, facts: Vec<Fact>) -> &mut Self {
        for (i, fact) in facts.into_iter().enumerate() {
            self.put(if i == 0 { ": " } else { "; " }, None);
            for (text, ink) in fact {
                self.put(&text, ink);
            }
        }
        self
    }

    /// Drops blanks at the end of the last line.
    pub fn trim(&mut self) -> &mut Self {
        if let Some(last) = self.lines.last_mut() {
            last.truncate(last.trim_end().len());
        }
        self
    }

    /// How many lines there are.
    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// Makes them the lines of a view; the first `board` of them are the board.
    pub fn show(self, board: usize, view: &mut View) {
        view.lines = self.lines;
        view.strokes = self.strokes;
        view.spots = self.spots;
        view.board = board;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_and_spots_lie_where_their_text_does() {
        let mut canvas = Canvas::new();
        canvas.line("あ").put("bc", Some(Ink::Red));
        canvas.spot((0, 1), 2).put("de  ", None).trim();
        assert_eq!(canvas.lines, ["あbcde"]);
        let stroke = canvas.strokes[0];
        assert_eq!((stroke.line, stroke.from, stroke.wide), (0, 2, 2));
        let spot = canvas.spots[0];
        assert_eq!((spot.line, spot.from, spot.at), (0, 4, (0, 1)));
    }
}
