//! A line being typed: a pen that moves in it, words that are rubbed out, lines typed before. Pure: keys come in, and what
//! to draw goes out. A line that was refused is selected: typing replaces it.

use unicode_segmentation::UnicodeSegmentation;

use super::cells::{clean, width};
use super::screen::Input;

/// The most letters that a line can have.
const LONGEST: usize = 4000;
/// How many lines are remembered.
const REMEMBERED: usize = 200;

/// A line being typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Editor {
    text: String,
    /// Where the pen is, in bytes.
    pen: usize,
    /// Whether the whole line is selected.
    selected: bool,
    /// Lines typed before, the newest last.
    before: Vec<String>,
    /// Which of them is shown, and what was being typed.
    back: Option<(usize, String)>,
}

/// What of a line fits on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The text.
    pub text: String,
    /// The cell of the pen.
    pub pen: usize,
    /// Whether all of it is selected.
    pub selected: bool,
}

impl Editor {
    /// What is typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether nothing is typed.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes the line away, and remembers it.
    pub(super) fn take(&mut self) -> String {
        let line = std::mem::take(&mut self.text);
        self.clear();
        if !line.trim().is_empty() && self.before.last() != Some(&line) {
            self.before.push(line.clone());
            let over = self.before.len().saturating_sub(REMEMBERED);
            self.before.drain(..over);
        }
        line
    }

    /// Empties the line.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        (self.pen, self.selected, self.back) = (0, false, None);
    }

    /// Puts a line back that was refused, selected.
    pub(super) fn refuse(&mut self, line: &str) {
        self.clear();
        line.clone_into(&mut self.text);
        self.pen = self.text.len();
        self.selected = !self.text.is_empty();
    }

    /// Writes a line anew, the pen behind it.
    pub(super) fn set(&mut self, line: &str) {
        self.refuse(line);
        self.selected = false;
    }

    /// Does what a key says; false for keys that are none of its business.
    pub(super) fn press(&mut self, key: &Input) -> bool {
        let selected = std::mem::take(&mut self.selected);
        match key {
            Input::Char(c) => self.type_in(&c.to_string(), selected),
            // A pasted text is one line: nothing is done before enter.
            Input::Paste(text) => self.type_in(text.trim_end(), selected),
            Input::Back if selected => self.clear(),
            Input::Back => self.cut(self.left()..self.pen),
            Input::Delete if selected => self.clear(),
            Input::Delete => self.cut(self.pen..self.right()),
            Input::WordBack => self.cut(self.word()..self.pen),
            Input::Clear => self.cut(0..self.pen),
            Input::ToEnd => self.cut(self.pen..self.text.len()),
            Input::Left if selected => self.pen = 0,
            Input::Left => self.pen = self.left(),
            Input::Right => self.pen = self.right(),
            Input::Home => self.pen = 0,
            Input::End => self.pen = self.text.len(),
            Input::Up => return self.earlier(),
            Input::Down => return self.later(),
            _ => {
                self.selected = selected;
                return false;
            }
        }
        true
    }

    fn type_in(&mut self, text: &str, replace: bool) {
        if replace {
            self.clear();
        }
        let room = LONGEST.saturating_sub(self.text.chars().count());
        let line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
        let line: String = line.take(room).collect();
        self.text.insert_str(self.pen, &line);
        self.pen += line.len();
    }

    fn cut(&mut self, range: std::ops::Range<usize>) {
        self.pen = range.start;
        self.text.replace_range(range, "");
    }

    /// Where the letter before the pen begins.
    fn left(&self) -> usize {
        let mut before = self.text[..self.pen].grapheme_indices(true);
        before.next_back().map_or(0, |(at, _)| at)
    }

    /// Where the letter behind the pen ends.
    fn right(&self) -> usize {
        let behind = self.text[self.pen..].graphemes(true).next();
        self.pen + behind.map_or(0, str::len)
    }

    /// Where the word before the pen begins.
    fn word(&self) -> usize {
        let before = self.text[..self.pen].trim_end();
        before.rfind(char::is_whitespace).map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        })
    }

    fn earlier(&mut self) -> bool {
        let at = self.back.as_ref().map_or(self.before.len(), |(at, _)| *at);
        let Some(at) = at.checked_sub(1) else {
            return false;
        };
        let typed = match self.back.take() {
            Some((_, typed)) => typed,
            None => self.text.clone(),
        };
        self.show(at, typed);
        true
    }

    fn later(&mut self) -> bool {
        let Some((at, typed)) = self.back.take() else {
            return false;
        };
        if at + 1 < self.before.len() {
            self.show(at + 1, typed);
        } else {
            self.set(&typed);
        }
        true
    }

    fn show(&mut self, at: usize, typed: String) {
        let line = self.before.get(at).cloned().unwrap_or_default();
        self.set(&line);
        self.back = Some((at, typed));
    }

    /// The part of the line around the pen that fits into so many cells.
    pub(super) fn window(&self, cells: usize) -> Window {
        let before = clean(&self.text[..self.pen]);
        let behind = clean(&self.text[self.pen..]);
        // A cell for the pen itself.
        let room = cells.saturating_sub(1);
        let mut start = 0;
        let letters: Vec<(usize, &str)> = before.grapheme_indices(true).collect();
        for (at, letter) in &letters {
            if width(&before[start..]) <= room {
                break;
            }
            start = at + letter.len();
        }
        let seen = &before[start..];
        Window {
            text: format!("{seen}{behind}"),
            pen: width(seen),
            selected: self.selected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &[Input]) -> Editor {
        let mut editor = Editor::default();
        for key in keys {
            editor.press(key);
        }
        editor
    }

    fn text(line: &str) -> Vec<Input> {
        line.chars().map(Input::Char).collect()
    }

    #[test]
    fn the_pen_moves_by_letters_and_words() {
        let mut keys = text("place Leo b2");
        keys.extend([Input::WordBack, Input::Char('c'), Input::Char('1')]);
        assert_eq!(typed(&keys).text(), "place Leo c1");
        keys.extend([
            Input::Home,
            Input::Right,
            Input::Delete,
            Input::End,
            Input::Back,
        ]);
        assert_eq!(typed(&keys).text(), "pace Leo c");
        keys.extend([Input::Left, Input::Clear]);
        assert_eq!(typed(&keys).text(), "c");
        let mut wide = text("花e\u{301}子");
        wide.extend([Input::Left, Input::Back]);
        assert_eq!(typed(&wide).text(), "花子");
        let mut cut = text("a b");
        cut.extend([Input::Home, Input::ToEnd]);
        assert_eq!(typed(&cut).text(), "");
    }

    #[test]
    fn a_refused_line_is_replaced_by_typing() {
        let mut editor = Editor::default();
        editor.refuse("place Leo b2");
        assert!(editor.window(40).selected);
        editor.press(&Input::Char('a'));
        editor.press(&Input::Char('1'));
        assert_eq!(editor.text(), "a1");
        editor.refuse("place Leo b2");
        editor.press(&Input::End);
        editor.press(&Input::Back);
        assert_eq!(editor.text(), "place Leo b", "moving the pen keeps it");
        editor.refuse("x");
        editor.press(&Input::Back);
        assert_eq!(editor.text(), "");
    }

    #[test]
    fn lines_come_back() {
        let mut editor = Editor::default();
        for line in ["one", "two", "two"] {
            editor.set(line);
            editor.take();
        }
        editor.press(&Input::Char('n'));
        for (key, line) in [
            (Input::Up, "two"),
            (Input::Up, "one"),
            (Input::Up, "one"),
            (Input::Down, "two"),
            (Input::Down, "n"),
            (Input::Down, "n"),
        ] {
            editor.press(&key);
            assert_eq!(editor.text(), line);
        }
    }

    #[test]
    fn the_window_shows_the_pen() {
        let mut editor = typed(&text("abcdefghij"));
        assert_eq!(editor.window(6).text, "fghij");
        assert_eq!(editor.window(6).pen, 5);
        editor.press(&Input::Home);
        assert_eq!(
            editor.window(6),
            Window {
                text: "abcdefghij".into(),
                pen: 0,
                selected: false
            }
        );
        assert_eq!(typed(&text("花子花子")).window(5).text, "花子");
        let long = typed(&[Input::Paste("x\ny".repeat(5000))]);
        assert_eq!(long.text().chars().count(), LONGEST);
        assert!(!long.text().contains('\n'));
    }
}
