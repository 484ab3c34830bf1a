//! Where Japanese phrases end: words with the particles and endings that hang on them.
//!
//! A model tells how surely a phrase ends at a place. What it was not trained on is told by rules: helping verbs in kana,
//! numbers with their counters, the parts of compounds. A place inside a word costs so much that a line ends there only
//! if nothing else fits.

mod budoux;

use super::breaks::{Break, WISHED};
use super::chars::{Class, never_starts};
use super::markup::Char;

/// A place inside a word.
pub(crate) const WORD: f32 = 120.0;
/// Between a word and its particle.
const PARTICLE: f32 = 75.0;
/// Between the parts of a compound.
const PART: f32 = 70.0;
/// Where the model does not know whether a phrase ends.
const PERHAPS: f32 = 30.0;
/// Between a verb and its helper: 見て|ください.
const HELPER: f32 = 10.0;
/// Between a number with its counter and what is done with it: 3枚|引く.
const COUNTED: f32 = 3.0;
/// Between phrases.
const PHRASE: f32 = 1.5;

/// The score of the model from which on a phrase ends for sure, and that below which it surely goes on.
const ENDS: f32 = 1500.0;
const GOES_ON: f32 = -2500.0;
/// Above this it nearly ends.
const NEARLY: f32 = -500.0;

/// How verbs begin that follow another one's て.
#[rustfmt::skip]
const HELPERS: &[&str] = &[
    "ください", "くださ", "いる", "いて", "いた", "いな", "いま", "いく", "いっ", "おき", "おい", "おく", "しま",
    "くる", "きた", "きて", "きま", "くれ", "もら", "みる", "みて", "みた", "みま", "みよ", "ある", "あり", "あげ",
    "ほし", "いただ",
];

/// How words of games begin that look like a particle and something else, or like an ending.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "もう", "もど", "もぐ", "もら", "もっと", "もし", "のこり", "のこる", "のこっ", "のこし", "のば", "のぼ", "のせ",
    "はまる", "はまり", "はまっ", "はじ", "はさ", "はず", "はが", "はりつ", "はなれ", "にげ", "にぎ", "とび",
    "とまる", "とまり", "とまっ", "とど", "となり", "でき", "かたづ", "かぞえ", "かえし", "かさね", "うご", "たしか",
    "たずね",
];

/// What hangs on a number and its counter.
#[rustfmt::skip]
const HANGING: &[&str] = &[
    "を", "は", "が", "に", "で", "と", "も", "の", "へ", "や", "か", "ず", "だけ", "まで", "より", "など", "しか",
    "ほど", "くらい", "ぐらい", "ばかり", "め",
];

/// Kanji after a number and its counter that belong to them: 2枚以上, 3人用.
const AFTER_COUNTER: &str = "目以分間半台用前後中内上下未程位月年日時代制組式型戦着者番類";

/// What counts after a number.
const COUNTERS: &str =
    "枚人回点匹羽本個組列段度秒分時日月年歳円冊台頭種票勝敗位手周歩倍色番行面箱皿杯袋束";

/// The second half of many a long katakana word.
#[rustfmt::skip]
const TAILS: &[&str] = &[
    "カード", "ボード", "シート", "タイル", "ゲーム", "ポイント", "チップ", "トークン", "ルール", "セット", "ページ",
    "ケース", "ブック", "マップ", "プレイヤー", "ターン", "ラウンド", "マーカー", "スペース", "ボックス", "アイテム",
    "イベント", "ミッション", "コマンド",
];

/// Prices the places in and around kana and kanji anew. Those that the author asked for stay as they are.
pub(crate) fn price(chars: &[Char], breaks: &mut [Break]) {
    let text = PhraseText::new(chars);
    // Where the last number's counter and the last helping verb end.
    let (mut counted, mut helped) = (0, 0);
    for (at, place) in breaks.iter_mut().enumerate() {
        let helper = text.helper(at);
        if let Break::At(price) = place
            && *price != WISHED
            && at > 0
            && text.is_judged(at)
        {
            *price = match () {
                () if at < counted.max(helped) => WORD,
                () if helper > 0 => HELPER,
                () if at == counted => text.after_counter(at),
                () => text.price(at),
            };
        }
        counted = text.counter_end(at).unwrap_or(counted);
        helped = helped.max(at + helper);
    }
}

struct PhraseText<'a> {
    chars: &'a [Char],
    classes: Vec<Class>,
    /// How surely a phrase ends before each character, as the model has it.
    scores: Vec<f32>,
}

impl<'a> PhraseText<'a> {
    fn new(chars: &'a [Char]) -> Self {
        let mut text = Self {
            chars,
            classes: chars.iter().map(|c| Class::of(c.ch)).collect(),
            scores: budoux::scores(chars.iter().map(|c| c.ch)),
        };
        for at in 2..chars.len() {
            text.part_from_particle(at);
        }
        for at in 1..chars.len() {
            text.keep_beginning(at);
        }
        text
    }

    /// The model was trained on kanji. In kana it takes the first letter of a verb for another particle (手が|の|こる): no
    /// phrase is a particle alone, so that what it says of the place behind holds for the one before.
    fn part_from_particle(&mut self, at: usize) {
        let ch = |back: usize| self.chars[at - back].ch;
        let before = match (ch(2), ch(1)) {
            ('か', 'ら') if at > 2 && "のがはを".contains(ch(3)) => at - 2,
            ('を' | 'が' | 'は', _) => at - 1,
            ('に' | 'へ' | 'と', 'は' | 'も' | 'の') => return,
            ('に' | 'へ' | 'と', _) => at - 1,
            _ => return,
        };
        let kana = |c: &Class| *c == Class::Hiragana;
        let all_kana = self.classes[before - 1..at].iter().all(kana);
        let (earlier, later) = (self.scores[before], self.scores[at]);
        if all_kana && earlier > GOES_ON && earlier < later && !never_starts(self.chars[before].ch)
        {
            let ends = if later > NEARLY {
                later.max(1.0)
            } else {
                later
            };
            (self.scores[before], self.scores[at]) = (ends, GOES_ON);
        }
    }

    /// A known word behind a particle or a comma begins there, and nowhere inside.
    fn keep_beginning(&mut self, at: usize) {
        let before = self.chars[at - 1].ch;
        let follows = matches!(
            before,
            'を' | 'が'
                | 'は'
                | 'に'
                | 'へ'
                | 'と'
                | 'で'
                | 'も'
                | 'の'
                | 'て'
                | 'か'
                | '、'
                | '。'
        );
        if !follows || self.classes[at] != Class::Hiragana {
            return;
        }
        if let Some(length) = self.word(BEGINNINGS, at) {
            self.scores[at] = self.scores[at].max(ENDS);
            self.scores[at + 1..at + length].fill(GOES_ON);
        }
    }

    /// Whether a place has anything to do with kana and kanji.
    fn is_judged(&self, at: usize) -> bool {
        use Class::*;
        match (self.classes[at - 1], self.classes[at]) {
            (a, b) if a.is_japanese() && b.is_japanese() => true,
            (Digit | Letter | Icon | Other, Hiragana) | (Hiragana, Digit | Letter) => true,
            (Close, Hiragana) => !"、。，．".contains(self.chars[at - 1].ch),
            _ => false,
        }
    }

    /// The price of a place by its score.
    fn price(&self, at: usize) -> f32 {
        use Class::*;
        let score = self.scores[at];
        match (self.classes[at - 1], self.classes[at]) {
            (Katakana, Katakana) => self.in_katakana(at),
            _ if score > 0.0 => HELPER - (HELPER - PHRASE) * (score / ENDS).min(1.0),
            (Kanji, Kanji) => self.in_kanji(at),
            (_, next) => {
                let most = match next {
                    Hiragana if self.is_particle(at) => PARTICLE,
                    Hiragana => WORD,
                    _ => PART,
                };
                PERHAPS + (most - PERHAPS) * (score / GOES_ON).min(1.0)
            }
        }
    }

    /// Whether a particle stands at `at`, behind which the phrase ends.
    fn is_particle(&self, at: usize) -> bool {
        let ends = self.scores.get(at + 1).is_none_or(|s| *s > 0.0);
        let here = self.chars[at].ch;
        ends && matches!(
            here,
            'を' | 'は' | 'が' | 'に' | 'で' | 'と' | 'も' | 'の' | 'へ' | 'や'
        )
    }

    /// How long the run of characters of one class is that goes on from `at`.
    fn run(&self, at: usize) -> usize {
        let same = |c: &&Class| **c == self.classes[at];
        self.classes[at..].iter().take_while(same).count()
    }

    /// Whether one of these words stands at `at`; how long it is.
    fn word(&self, words: &[&str], at: usize) -> Option<usize> {
        let stands = |word: &&&str| {
            let mut here = self.chars[at..].iter().map(|c| c.ch);
            word.chars().all(|c| here.next() == Some(c))
        };
        let word = words.iter().find(stands)?;
        Some(word.chars().count())
    }

    /// How long the beginning of a helping verb at `at` is; 0 if there is none.
    fn helper(&self, at: usize) -> usize {
        let follows = at > 0 && matches!(self.chars[at - 1].ch, 'て' | 'で');
        match follows {
            true => self.word(HELPERS, at).unwrap_or(0),
            false => 0,
        }
    }

    fn in_katakana(&self, at: usize) -> f32 {
        let second = at > 1 && self.classes[at - 2] == Class::Katakana;
        match second && self.word(TAILS, at) == Some(self.run(at)) {
            true => PART,
            false => WORD,
        }
    }

    /// Most long runs of kanji are made of words of two.
    fn in_kanji(&self, at: usize) -> f32 {
        let kanji = |c: &&Class| **c == Class::Kanji;
        let before = self.classes[..at].iter().rev().take_while(kanji).count();
        match before + self.run(at) >= 4 && before.is_multiple_of(2) {
            true => PART,
            false => WORD,
        }
    }

    /// Where the counter of a number ends that begins at `at`.
    fn counter_end(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).map(|i| self.classes[i]);
        if self.classes[at] != Class::Kanji || before == Some(Class::Kanji) {
            return None;
        }
        let run = &self.chars[at..at + self.run(at)];
        let numerals = run
            .iter()
            .take_while(|c| "一二三四五六七八九十百千万何数".contains(c.ch));
        let numerals = numerals.count();
        if numerals == 0 && before != Some(Class::Digit) {
            return None;
        }
        let (counter, rest) = run[numerals..].split_first()?;
        let more = rest.iter().take_while(|c| AFTER_COUNTER.contains(c.ch));
        let end = at + numerals + 1 + more.count();
        COUNTERS.contains(counter.ch).then_some(end)
    }

    fn after_counter(&self, at: usize) -> f32 {
        match self.classes[at] {
            Class::Hiragana if self.word(HANGING, at).is_some() => PARTICLE,
            Class::Katakana => PERHAPS,
            _ => COUNTED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::breaks::find;
    use crate::text::markup::plain;

    /// The price of ending a line where the bar stands.
    fn price(marked: &str) -> f32 {
        let at = marked.chars().position(|c| c == '|').expect("a bar");
        let (chars, breaks) = find(&plain(&marked.replace('|', "")).chars);
        assert_eq!(chars.len(), marked.chars().count() - 1, "{marked}");
        breaks[at].price().unwrap_or(f32::INFINITY)
    }

    #[test]
    fn a_place_costs_what_it_parts() {
        let tiers: [(f32, &[&str]); 6] = [
            (PHRASE, &["猫が|寝た", "魚を|めくる", "なべは|今"]),
            (COUNTED, &["カードを3枚|引く", "十二羽|つれて"]),
            (HELPER, &["見て|ください", "読んで|いる", "引いて|みる"]),
            (PART, &["骨格|模型など", "アイテム|カード"]),
            (PARTICLE, &["カード|を", "3枚|を"]),
            (
                WORD,
                &["め|くる", "猫は歩|く", "十|二羽つれて", "二十|四羽つれて"],
            ),
        ];
        let mut lowest = 0.0;
        for (tier, places) in tiers {
            assert!(tier > lowest, "{tier} is more than {lowest}");
            lowest = tier;
            let wrong = places.iter().filter(|p| price(p) != tier);
            let wrong: Vec<_> = wrong.map(|p| (p, price(p))).collect();
            assert!(wrong.is_empty(), "{tier}: {wrong:?}");
        }
    }
}
