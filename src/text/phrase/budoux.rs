//! Where BudouX sees a phrase end: a model that was trained on Japanese, read from its published numbers.
//!
//! Each place is judged by the six characters around it, alone and in neighbouring pairs and triples.

use std::sync::LazyLock;

const TEXT: &str = include_str!("budoux-ja.txt");

/// The features of a place: the first character that they look at, counted from it, and how many.
const FEATURES: [(isize, usize); 13] = [
    (-3, 1),
    (-2, 1),
    (-1, 1),
    (0, 1),
    (1, 1),
    (2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (-3, 3),
    (-2, 3),
    (-1, 3),
    (0, 3),
];

/// Places of the table: at least twice as many as the model has numbers, so that they are found at once.
const ROOM: usize = 1 << 12;

/// The numbers of a model by feature and characters, in an open table.
struct Model {
    table: Vec<(u64, i32)>,
    /// What every place starts with.
    base: i32,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let mut model = Model {
        table: vec![(0, 0); ROOM],
        base: 0,
    };
    let lines = TEXT.lines().filter(|l| !l.starts_with('#'));
    for (feature, line) in lines.enumerate() {
        let mut words = line.split(' ').skip(1);
        while let (Some(chars), Some(number)) = (words.next(), words.next()) {
            let number: i32 = number.parse().unwrap_or(0);
            let codes = chars.chars().map(code);
            let key = codes.fold(feature as u64 + 1, |key, c| key << 16 | c);
            let at = model.find(key);
            model.table[at] = (key, number);
            model.base -= number;
        }
    }
    model.base /= 2;
    model
});

impl Model {
    /// Where the table has a key, or would have it.
    fn find(&self, key: u64) -> usize {
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        while self.table[at].0 != key && self.table[at].0 != 0 {
            at = (at + 1) % ROOM;
        }
        at
    }
}

/// A character as the model knows it: digits and letters are full-width there.
pub fn code(ch: char) -> u64 {
    match ch {
        '0'..='9' | 'A'..='Z' | 'a'..='z' => ch as u64 + 0xfee0,
        _ if (ch as u32) < 0x1_0000 => ch as u64,
        _ => 0,
    }
}

/// How surely a phrase ends before the character at `at`: above 0 it does.
pub fn score(codes: &[u64], at: usize) -> i32 {
    let model = &*MODEL;
    let mut score = model.base;
    for (feature, (from, len)) in FEATURES.iter().enumerate() {
        let chars = at
            .checked_add_signed(*from)
            .and_then(|from| codes.get(from..from + len));
        if let Some(chars) = chars {
            let key = chars
                .iter()
                .fold(feature as u64 + 1, |key, c| key << 16 | c);
            score += model.table[model.find(key)].1;
        }
    }
    score
}
