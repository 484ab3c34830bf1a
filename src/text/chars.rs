//! What kind of character a character is, as far as Japanese and Latin setting cares.
//!
//! The tables follow JIS X 4051 and the W3C's "Requirements for Japanese Text Layout" (JLREQ).

/// The classes that spacing and line breaking tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Any space that a line may end with.
    Space,
    /// Latin and other alphabetic letters.
    Letter,
    /// Western digits.
    Digit,
    /// Ideographs, with 々 and the like.
    Kanji,
    /// Hiragana.
    Hiragana,
    /// Katakana, with ー.
    Katakana,
    /// Full-width opening brackets: ink in the right half.
    Open,
    /// Full-width closing brackets, commas and full stops: ink in the left half.
    Close,
    /// Full-width ！ and ？.
    Bang,
    /// ・ and its kin.
    Dot,
    /// A picture in the line.
    Icon,
    /// Everything else.
    Other,
}

impl Class {
    /// The class of a character.
    pub(crate) fn of(ch: char) -> Class {
        match ch {
            ' ' | '\u{2002}'..='\u{200A}' | '\u{205F}' | '\u{3000}' => Class::Space,
            '0'..='9' => Class::Digit,
            '「' | '『' | '（' | '〔' | '［' | '｛' | '〈' | '《' | '【' | '〘' | '〖' | '〝'
            | '｟' => Class::Open,
            '」' | '』' | '）' | '〕' | '］' | '｝' | '〉' | '》' | '】' | '〙' | '〗' | '〟'
            | '｠' | '、' | '。' | '，' | '．' => Class::Close,
            '！' | '？' => Class::Bang,
            '・' | '：' | '；' => Class::Dot,
            'ー' | 'ァ'..='ヺ' | 'ヽ'..='ヿ' | '\u{31F0}'..='\u{31FF}' | 'ｦ'..='ﾟ' => {
                Class::Katakana
            }
            '\u{3041}'..='\u{309F}' => Class::Hiragana,
            '々' | '〆' | '〇' | '〻' => Class::Kanji,
            '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
                Class::Kanji
            }
            '\u{20000}'..='\u{3FFFF}' => Class::Kanji,
            '\u{FFFC}' => Class::Icon,
            _ if ch.is_alphabetic() && !is_cjk(ch) => Class::Letter,
            _ => Class::Other,
        }
    }

    /// Ideographs and kana: what a thin space separates from Latin.
    pub(crate) fn is_japanese(self) -> bool {
        matches!(self, Class::Kanji | Class::Hiragana | Class::Katakana)
    }

    /// Letters and digits: what a thin space separates from Japanese.
    pub(crate) fn is_western(self) -> bool {
        matches!(self, Class::Letter | Class::Digit)
    }
}

/// Whether a character is set on the ideographic em square.
pub(crate) fn is_cjk(ch: char) -> bool {
    matches!(ch,
        '\u{2E80}'..='\u{312F}' | '\u{3190}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE4F}' | '\u{FF01}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Characters that print nothing and that no font needs to have.
pub(crate) fn is_silent(ch: char) -> bool {
    matches!(ch, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Characters that are taken out before text is set: they only tell where a line may end.
pub(crate) fn is_unseen(ch: char) -> bool {
    matches!(
        ch,
        '\u{200B}' | '\u{2060}' | '\u{AD}' | '\u{FEFF}' | '\u{2011}'
    ) || is_silent(ch)
}

/// Korean syllables.
pub(crate) fn is_hangul(ch: char) -> bool {
    matches!(ch, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{AC00}'..='\u{D7FF}')
}

/// Letters that are written from right to left.
pub(crate) fn is_right_to_left(ch: char) -> bool {
    matches!(ch, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Letters of scripts whose fonts form clusters of them, from Devanagari to Khmer: they are shaped word by word.
pub(crate) fn is_complex(ch: char) -> bool {
    matches!(ch, '\u{0900}'..='\u{109F}' | '\u{1200}'..='\u{139F}' | '\u{1700}'..='\u{1CFF}' | '\u{A840}'..='\u{ABFF}')
}

/// Marks that join the character before them and take its font.
pub(crate) fn is_mark(ch: char) -> bool {
    matches!(ch, '\u{0300}'..='\u{036F}' | '\u{3099}' | '\u{309A}' | '\u{20DD}'..='\u{20E0}')
        || is_silent(ch)
}

/// The bulk of all text, which kinsoku does not touch: told apart first because it is quick to tell.
fn is_plain(ch: char) -> bool {
    ch.is_ascii_alphanumeric() || matches!(ch, '\u{4E00}'..='\u{9FFF}')
}

/// Kinsoku: characters that no line may start with.
pub(crate) fn never_starts(ch: char) -> bool {
    if is_plain(ch) {
        return false;
    }
    const CHARS: &str = "」』）〕］｝〉》】〙〗〟｠’”»)]}›\
        、。，．,.｡､｣！？!?‼⁇⁈⁉・：；:;･/／\
        ー～〜゠‐–\u{2011}ｰ々〻ゝゞヽヾ\
        ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ\
        ゛゜ﾞﾟ%％‰℃°′″¢￠℉";
    CHARS.contains(ch) || is_mark(ch)
}

/// Kinsoku: characters that no line may end with.
pub(crate) fn never_ends(ch: char) -> bool {
    if is_plain(ch) {
        return false;
    }
    "「『（〔［｛〈《【〘〖〝｟‘“«([{‹｢￥＄￡＃№¥$£€#".contains(ch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes() {
        for (ch, class) in [
            ('a', Class::Letter),
            ('é', Class::Letter),
            ('7', Class::Digit),
            ('猫', Class::Kanji),
            ('々', Class::Kanji),
            ('ね', Class::Hiragana),
            ('ネ', Class::Katakana),
            ('ー', Class::Katakana),
            ('「', Class::Open),
            ('。', Class::Close),
            ('！', Class::Bang),
            ('・', Class::Dot),
            ('\u{3000}', Class::Space),
            ('-', Class::Other),
        ] {
            assert_eq!(Class::of(ch), class, "{ch}");
        }
    }
}
