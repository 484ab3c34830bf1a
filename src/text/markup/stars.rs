//! Stars of bold and italic: which of them open a style, which close it, and which are just stars.

use std::borrow::Cow;

/// The text without what keeps stars around all of it from being read: a blank inside of them at one end, as cells of
/// tables have it, and nothing at all between them.
pub(crate) fn tidy_stars(text: &str) -> Cow<'_, str> {
    let whole = text.trim();
    let inner = whole.trim_matches('*');
    let before = whole.len() - whole.trim_start_matches('*').len();
    let after = whole.len() - whole.trim_end_matches('*').len();
    if inner.is_empty() {
        return match before {
            2 | 4 => Cow::Borrowed(""),
            _ => Cow::Borrowed(text),
        };
    }
    let words = inner.trim();
    let blanks = [inner.trim_start(), inner.trim_end()].map(|one| one.len() < inner.len());
    // `*** Boss ***` is meant as it stands, and so is a star that is written plain.
    if before != after
        || !(1..=3).contains(&before)
        || blanks[0] == blanks[1]
        || words.ends_with('\\')
    {
        return Cow::Borrowed(text);
    }
    let stars = &whole[..before];
    Cow::Owned(format!("{stars}{words}{stars}"))
}

/// Stars that are open, and those for which there is nothing to close them in what follows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stars {
    pub(super) bold: Star,
    pub(super) italic: Star,
}

/// Stars of one length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Star {
    open: Option<Reach>,
    /// Nothing closes them in the rest of the paragraph, or in any that follows: looking once is enough.
    dry: bool,
    barren: bool,
}

/// How far open stars go.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Reach {
    /// To the end of the paragraph at most.
    Paragraph,
    /// Over paragraphs: these stand at the edges of words, as products do not.
    Text,
}

impl Stars {
    /// What stays open behind the end of a paragraph.
    pub(super) fn carried(mut self) -> Self {
        for star in [&mut self.bold, &mut self.italic] {
            star.dry = false;
            star.open = star.open.filter(|reach| *reach == Reach::Text);
        }
        self
    }
}

impl Star {
    /// Whether some are open.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether stars switch the style here, which they then do: a closer follows a letter, an opener precedes one and
    /// has a closer, in its paragraph or in one `behind` it.
    pub(super) fn toggles(
        &mut self,
        before: Option<char>,
        after: &str,
        stars: &str,
        behind: &str,
    ) -> bool {
        if let Some(reach) = self.open {
            let closes = before.is_some_and(|c| !c.is_whitespace())
                && (reach == Reach::Paragraph || at_edge(after));
            if closes {
                self.open = None;
            }
            return closes;
        }
        if !after.starts_with(|c: char| !c.is_whitespace()) {
            return false;
        }
        // 2*3*4 is a product.
        let digit = |c: char| c.is_ascii_digit();
        if before.is_some_and(digit) && after.starts_with(digit) {
            return false;
        }
        if !self.dry && closer(after, stars, false) {
            self.open = Some(Reach::Paragraph);
            return true;
        }
        self.dry = true;
        if !self.barren && !before.is_some_and(char::is_alphanumeric) {
            match closer(behind, stars, true) {
                true => self.open = Some(Reach::Text),
                false => self.barren = true,
            }
        }
        self.open.is_some()
    }
}

/// Whether a word ends before this text.
fn at_edge(text: &str) -> bool {
    !text.starts_with(char::is_alphanumeric)
}

/// Whether a text has a closing run of stars that does not stand after a space or a backslash, and has more than stars
/// before it; `far` ones stand at the end of a word.
fn closer(text: &str, stars: &str, far: bool) -> bool {
    let from = text.len() - text.trim_start_matches('*').len();
    text.match_indices(stars).any(|(i, _)| {
        if i <= from || far && !at_edge(&text[i + stars.len()..]) {
            return false;
        }
        let run = text[..i].trim_end_matches('*');
        let hidden = run.len() == i && run.ends_with('\\');
        !run.ends_with(char::is_whitespace) && !hidden
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_around_all_of_a_cell_are_read() {
        for (source, expected) in [
            ("*foo *", "*foo*"),
            ("* foo*", "*foo*"),
            ("**foo\n**", "**foo**"),
            ("**", ""),
            (" **** ", ""),
            ("*", "*"),
            ("***", "***"),
            ("*foo*", "*foo*"),
            ("*** Boss ***", "*** Boss ***"),
            ("* a * b *", "* a * b *"),
            ("*a\\ *", "*a\\ *"),
            ("**foo *", "**foo *"),
        ] {
            assert_eq!(tidy_stars(source), expected, "{source:?}");
        }
    }
}
