//! Text measured in the cells of a terminal: a Japanese letter takes two, and nothing may move the cursor.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

pub(super) use crate::clean::clean;

/// How many cells a text takes.
pub(super) fn width(text: &str) -> usize {
    text.graphemes(true).map(cell).sum()
}

fn cell(grapheme: &str) -> usize {
    grapheme.width().min(2)
}

/// The text cut to so many cells, with `…` where something is missing.
pub(super) fn cut(text: &str, cells: usize) -> String {
    if width(text) <= cells {
        return text.to_owned();
    }
    if cells == 0 {
        return String::new();
    }
    let mut out = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        used += cell(grapheme);
        if used >= cells {
            break;
        }
        out.push_str(grapheme);
    }
    out.push('…');
    out
}

/// The text in exactly so many cells, cut or filled up at the end.
pub(super) fn fit(text: &str, cells: usize) -> String {
    let mut out = cut(text, cells);
    let used = width(&out);
    out.extend(std::iter::repeat_n(' ', cells.saturating_sub(used)));
    out
}

/// The text in exactly so many cells, cut or filled up at the front: for numbers.
pub(super) fn fit_right(text: &str, cells: usize) -> String {
    let cut = cut(text, cells);
    // A mark at the start joins the space before it, which changes what the two take together.
    let filled = |free: usize| format!("{}{cut}", " ".repeat(free));
    let free = cells.saturating_sub(width(&cut));
    let near = [free, free + 1, free.saturating_sub(1), free + 2];
    let exact = near.into_iter().map(filled).find(|t| width(t) == cells);
    exact.unwrap_or_else(|| filled(free))
}

/// The text in the middle of so many cells, not filled up behind.
pub(super) fn centre(text: &str, cells: usize) -> String {
    let cut = cut(text, cells);
    let free = cells.saturating_sub(width(&cut));
    format!("{}{cut}", " ".repeat(free / 2))
}

/// The text in lines of at most so many cells, broken where its language breaks lines.
pub(super) fn wrap(text: &str, cells: usize) -> Vec<String> {
    text.split('\n')
        .flat_map(|line| wrap_line(&clean(line), cells.max(2)))
        .collect()
}

/// What a line may be broken behind in prose, but not in options, ids, addresses and spans of pages.
const HOLDS: [char; 4] = ['-', '–', '/', '|'];

/// The pieces between which lines are broken. What is held together by signs comes apart only where a line is too short.
fn pieces(text: &str, cells: usize) -> Vec<&str> {
    // The rules of Unicode keep a stroke with the word before it, as in `and /or`: here it begins an order.
    let orders = text.match_indices(" /").map(|(at, _)| at + 1);
    let mut ends: Vec<usize> = unicode_linebreak::linebreaks(text)
        .map(|(end, _)| end)
        .chain(orders)
        .collect();
    ends.sort_unstable();
    ends.dedup();
    // What is to be typed, in backticks, breaks between its words only.
    let quoted = |end: usize| text[..end].matches('`').count() % 2 == 1;
    let typed = |end: usize| quoted(end) && !text[..end].ends_with(char::is_whitespace);
    ends.retain(|end| *end == text.len() || !typed(*end));
    let mut out = Vec::new();
    let (mut start, mut end) = (0, 0);
    for next in ends {
        let held =
            text[start..end].ends_with(HOLDS) && width(text[start..next].trim_end()) <= cells;
        if end > start && !held {
            out.push(&text[start..end]);
            start = end;
        }
        end = next;
    }
    out.push(&text[start..end]);
    out
}

fn wrap_line(text: &str, cells: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for piece in pieces(text, cells) {
        if used > 0 && used + width(piece.trim_end()) > cells {
            lines.push(String::new());
            used = 0;
        }
        for grapheme in piece.graphemes(true) {
            let wide = cell(grapheme);
            let blank = grapheme.chars().all(char::is_whitespace);
            if used + wide > cells {
                if blank {
                    continue;
                }
                lines.push(String::new());
                used = 0;
            }
            used += wide;
            if let Some(line) = lines.last_mut() {
                line.push_str(grapheme);
            }
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn japanese_takes_two_cells() {
        assert_eq!(width("花子"), 4);
        assert_eq!(width("Ann"), 3);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(fit("花子", 6), "花子  ");
        assert_eq!(fit("花子さん", 6), "花子… ");
        assert_eq!(fit("花子さん", 5), "花子…");
        assert_eq!(fit("Annabelle", 4), "Ann…");
        assert_eq!(fit_right("12", 4), "  12");
        assert_eq!(centre("ab", 6), "  ab");
        assert_eq!(cut("花子", 1), "…");
        assert_eq!(cut("花子", 0), "");
    }

    #[test]
    fn lines_break_between_words_and_between_kana() {
        assert_eq!(wrap("the quick brown fox", 9), ["the quick", "brown fox"]);
        assert_eq!(wrap("あなたは猫です。", 8), ["あなたは", "猫です。"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("a\n\nb", 5), ["a", "", "b"]);
    }

    #[test]
    fn what_is_typed_stays_in_one_piece_where_it_fits() {
        assert_eq!(wrap("type --bind now", 8), ["type", "--bind", "now"]);
        assert_eq!(wrap("a timer, /undo", 11), ["a timer,", "/undo"]);
        assert_eq!(wrap("play catch-and-run", 13), ["play", "catch-and-run"]);
        assert_eq!(
            wrap("厚紙（2–7、14–19）", 10),
            ["厚紙", "（2–7、", "14–19）"]
        );
        assert_eq!(wrap("catch-and-run", 8), ["catch-", "and-run"]);
    }

    #[test]
    fn what_is_to_be_typed_breaks_between_words_only() {
        assert_eq!(
            wrap("three (`/timer`), then `fail NOW`", 12),
            ["three", "(`/timer`),", "then `fail", "NOW`"]
        );
        assert_eq!(wrap("`無い駒`だけです", 8), ["`無い駒`", "だけです"]);
    }

    proptest! {
        #[test]
        fn fitted_text_has_exactly_its_cells(text in "\\PC{0,40}", cells in 0usize..30) {
            prop_assert_eq!(width(&fit(&text, cells)), cells);
            prop_assert_eq!(width(&fit_right(&text, cells)), cells);
        }

        #[test]
        fn wrapped_lines_are_never_too_wide_and_lose_nothing(text in "[a-z あ-ん漢。、\n]{0,80}", cells in 2usize..20) {
            let lines = wrap(&text, cells);
            prop_assert!(lines.iter().all(|l| width(l) <= cells));
            let letters = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
