//! Where BudouX sees a phrase end: a model that was trained on Japanese, read from its published numbers.
//!
//! Each place is judged by the six characters around it, alone and in neighbouring pairs and triples.

use std::sync::LazyLock;

const TEXT: &str = include_str!("budoux-ja.txt");

/// Places of the table: at least twice as many as the model has numbers, so that they are found at once.
const ROOM: usize = 1 << 12;

/// The numbers of a model by feature and characters, in an open table.
struct Model {
    table: Box<[(u64, i32); ROOM]>,
    /// What every place starts with.
    base: i32,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let mut model = Model {
        table: Box::new([(0, 0); ROOM]),
        base: 0,
    };
    let lines = TEXT.lines().filter(|l| !l.starts_with('#'));
    for (feature, line) in (1..).zip(lines) {
        let mut words = line.split(' ').skip(1);
        while let (Some(chars), Some(number)) = (words.next(), words.next()) {
            let number: i32 = number.parse().unwrap_or(0);
            let key = chars.chars().fold(feature, |key, c| key << 16 | code(c));
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
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize % ROOM;
        while self.table[at].0 != key && self.table[at].0 != 0 {
            at = (at + 1) % ROOM;
        }
        at
    }

    fn number(&self, key: u64) -> i32 {
        self.table[self.find(key)].1
    }
}

/// A character as the model knows it: digits and letters are full-width there. 0 is none.
fn code(ch: char) -> u64 {
    match ch {
        '0'..='9' | 'A'..='Z' | 'a'..='z' => ch as u64 + 0xfee0,
        _ if (ch as u32) < 0x1_0000 => ch as u64,
        _ => 0,
    }
}

/// How surely a phrase ends before each character: above 0 it does.
pub(super) fn scores(chars: impl Iterator<Item = char>) -> Vec<f32> {
    let model = &*MODEL;
    let mut around = [0; 6];
    let mut step = |next: u64| {
        around.rotate_left(1);
        around[5] = next;
        let [a, b, c, d, e, f] = around;
        let (bc, cd, de) = (b << 16 | c, c << 16 | d, d << 16 | e);
        // The features in the order of the file: single characters, pairs, triples.
        let keys = [
            1 << 16 | a,
            2 << 16 | b,
            3 << 16 | c,
            4 << 16 | d,
            5 << 16 | e,
            6 << 16 | f,
            7 << 32 | bc,
            8 << 32 | cd,
            9 << 32 | de,
            10 << 48 | a << 32 | bc,
            11 << 48 | b << 32 | cd,
            12 << 48 | c << 32 | de,
            13 << 48 | de << 16 | f,
        ];
        let sum: i32 = keys.into_iter().map(|key| model.number(key)).sum();
        (model.base + sum) as f32
    };
    // The character that a place is before is the fourth of those around it.
    let all = chars.map(code).chain([0; 2]);
    all.map(&mut step).skip(2).collect()
}
