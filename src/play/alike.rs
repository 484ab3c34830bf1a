//! Names that people could take for each other: letters that look the same, in other alphabets or widths, and signs that
//! nobody sees.

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// What of a name meets the eye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameLooks {
    /// As it was written.
    written: String,
    /// In small letters, and in capitals: a name means the same in either.
    small: String,
    large: String,
}

impl NameLooks {
    /// How a name looks.
    pub(crate) fn of(name: &str) -> Self {
        let seen = seen(name);
        let large = seen.to_uppercase();
        Self {
            written: plain(&seen),
            // By way of the capitals, so that `ß` is `ss`.
            small: foreign(&large.to_lowercase()),
            large: foreign(&large),
        }
    }

    /// Whether nothing of it is seen.
    pub(crate) fn nothing(&self) -> bool {
        self.written.is_empty()
    }

    /// Whether two names could be taken for each other.
    pub(crate) fn like(&self, other: &Self) -> bool {
        self.written == other.written || self.small == other.small || self.large == other.large
    }
}

/// A name without what is not seen: marks without width, and blanks beyond one between words.
fn seen(name: &str) -> String {
    let shown: String = name.chars().filter(|c| !unseen(*c)).nfkc().collect();
    let shown: String = shown.chars().filter(|c| !unseen(*c)).collect();
    let words: Vec<&str> = shown.split_whitespace().collect();
    words.join(" ")
}

/// Characters that show nothing: those that Unicode lets a program ignore, and the empty Braille cell.
fn unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Everything that looks the same written the same, `1`, `l` and `I` as well.
fn plain(text: &str) -> String {
    // Unicode takes `m` for `rn`; people called Kem and Kern do not.
    const M: char = '\u{e000}';
    let kept: String = text.replace('m', &M.to_string());
    let looks = skeleton(&kept).map(|c| if c == 'O' { 'o' } else { c });
    looks.collect()
}

/// Letters of other alphabets as the plain ones that they look like.
fn foreign(text: &str) -> String {
    let mut out = String::new();
    for c in text.nfd() {
        if c.is_ascii() {
            out.push(c);
        } else {
            out.extend(skeleton(c.encode_utf8(&mut [0; 4])));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(a: &str, b: &str) -> bool {
        NameLooks::of(a).like(&NameLooks::of(b))
    }

    #[test]
    fn names_that_nobody_can_tell_apart_are_alike() {
        for (a, b) in [
            ("Ann", "ANN"),
            ("Ann", "A\u{200b}nn"),
            ("Ann", "Ann\u{2060}"),
            ("Ann", "А\u{feff}nn"),
            ("Ann", "Аnn"),
            ("ANN", "аnn"),
            ("Bob", "ВОВ"),
            ("HATA", "НАТА"),
            ("Straße", "STRASSE"),
            ("Strasse", "straße"),
            ("Ann", "Ａｎｎ"),
            ("José", "Jose\u{301}"),
            ("ﬁnn", "Finn"),
            ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
            ("Ann Lee", "Ann\u{a0}Lee"),
            ("Ann", "Ann\u{a0}"),
            ("Al", "AI"),
            ("P1", "Pl"),
            ("Leo", "Le0"),
            ("ハナ", "ﾊﾅ"),
            ("カイ", "力イ"),
            ("が", "か\u{3099}"),
            ("❤\u{fe0f}", "❤"),
        ] {
            assert!(alike(a, b) && alike(b, a), "{a} {b}");
        }
    }

    #[test]
    fn names_that_differ_stay_apart() {
        let all = [
            "Ann",
            "Anna",
            "Anne",
            "Lan",
            "Ian",
            "Kem",
            "Kern",
            "Jose",
            "José",
            "Jörg",
            "Jorg",
            "Анна",
            "Аня",
            "Иван",
            "Олег",
            "Ольга",
            "Вова",
            "花子",
            "太郎",
            "はな",
            "ハナ",
            "ばば",
            "ぱぱ",
            "A",
            "B",
            "P1",
            "P2",
            "Pi",
            "PL",
            "Player 1",
            "Player 2",
            "Player 10",
            "😀",
            "😃",
            "Ann Lee",
            "AnnLee",
            "يوسف",
            "יוסף",
            "김민준",
            "김민지",
            "Łukasz",
            "Lukasz",
            "李",
            "季",
        ];
        for (i, a) in all.iter().enumerate() {
            for b in &all[..i] {
                assert!(!alike(a, b), "{a} {b}");
            }
        }
    }

    #[test]
    fn some_names_show_nothing() {
        for name in [
            "",
            " ",
            "\u{200b}",
            "\u{3164}",
            "\u{2800}\u{a0}",
            "\u{e0020}",
        ] {
            assert!(NameLooks::of(name).nothing(), "{name:?}");
        }
    }
}
