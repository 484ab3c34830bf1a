//! Chance: a seed from the operating system, labelled streams drawn from it, shuffles, and the commitment.
//!
//! Everything here is written down bit by bit in `docs/fairness.md`, with test vectors, so that anyone can
//! recompute a table's shuffles in another language. Nothing else in the program makes random choices for a
//! table. A [`Seed`] never prints itself; it leaves this module only by [`Seed::reveal`].

use std::fmt;

use rand::rngs::{ChaCha20Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hash::hex;

use crate::diag::Problem;
use crate::say;

/// What a stream's key is hashed from, before the seed and the label.
const STREAM: &[u8] = b"kitpress/stream/1\0";
/// What a practice seed is hashed from, before the number in decimal.
const PRACTICE: &[u8] = b"kitpress/practice/1\0";
/// What the seed of a game of bots is hashed from, before the numbers of the run and the game.
const BOTS: &[u8] = b"kitpress/bots/1\0";

/// The secret that every shuffle of a table comes from.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    /// Says nothing: a seed must not reach a log by accident.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Seed {
    /// A seed that nobody can guess, from the operating system.
    pub(crate) fn from_system() -> Result<Self, Problem> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes).map_err(|e| {
            Problem::new(say!(
                "the system gives no random numbers: {}",
                say::heard(e)
            ))
        })?;
        Ok(Self(bytes))
    }

    /// The seed of `--seed N`: everybody who knows `N` knows every card.
    pub fn practice(number: u64) -> Self {
        let hash = Sha256::new()
            .chain_update(PRACTICE)
            .chain_update(number.to_string());
        Self(hash.finalize().into())
    }

    /// The seed of one game of a run of bots.
    pub(crate) fn of_game(run: u64, game: u64) -> Self {
        let hash = Sha256::new()
            .chain_update(BOTS)
            .chain_update(run.to_le_bytes())
            .chain_update(game.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// A seed from its 64 hexadecimal digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// The seed as 64 hexadecimal digits: everything that is still hidden can be computed from them.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The SHA-256 of the seed: shown at the start, it binds the table to the seed without telling it.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }
}

/// The bytes of 64 lower-case hexadecimal digits.
fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// An endless row of random words that a seed and a label decide.
pub struct Stream(ChaCha20Rng);

impl Stream {
    /// The stream of a label: ChaCha20 with the SHA-256 of prefix, seed and label as its key.
    pub fn new(seed: &Seed, label: &str) -> Self {
        let key = Sha256::new()
            .chain_update(STREAM)
            .chain_update(seed.0)
            .chain_update(label);
        Self(ChaCha20Rng::from_seed(key.finalize().into()))
    }

    /// The next four bytes, read as a little-endian number.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `n`, all equally likely; 0 for `n` = 0.
    pub fn below(&mut self, n: u32) -> u32 {
        even(n, || self.word())
    }

    /// A random order of `n` things: at place `k` comes the thing that was at `order[k]`.
    pub fn order(&mut self, n: u32) -> Vec<u32> {
        let mut order: Vec<u32> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i as usize, self.below(i + 1) as usize);
        }
        order
    }
}

/// A number below `n` from random words.
///
/// Words from the incomplete last run of `n` are thrown away, so that `word % n` has no favourites.
fn even(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    if n < 2 {
        return 0;
    }
    // 2^32 mod n, without leaving 32 bits.
    let uneven = n.wrapping_neg() % n;
    loop {
        let word = word();
        if word <= u32::MAX - uneven {
            return word % n;
        }
    }
}

/// Random numbers for bots and playouts: fast, the same on every machine, and never for people's cards
/// (xoshiro256++, seeded by a stream).
#[derive(Clone, Debug)]
pub struct Dice([u64; 4]);

impl Dice {
    /// The dice of a label.
    pub fn new(seed: &Seed, label: &str) -> Self {
        let mut stream = Stream::new(seed, label);
        let mut long = || u64::from(stream.word()) << 32 | u64::from(stream.word());
        Self([long(), long(), long(), long() | 1])
    }

    fn word(&mut self) -> u32 {
        let s = &mut self.0;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        (out >> 32) as u32
    }

    /// A number below `n`, all equally likely; 0 for `n` = 0.
    pub fn below(&mut self, n: u32) -> u32 {
        even(n, || self.word())
    }

    /// One of several, all equally likely.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize)
    }

    /// Brings items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

/// One random choice of a table, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// The label of its stream: `draw/NUMBER/NAME`, numbered through the whole table and never used twice.
    pub label: String,
    /// What came out.
    #[serde(flatten)]
    pub result: Drawn,
}

/// What a random choice gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// A new order: at place `k` the thing that was at `order[k]`.
    Order(Vec<u32>),
    /// A number: how many there were, and which was taken.
    Number {
        /// The number is below this.
        below: u32,
        /// The number.
        got: u32,
    },
}

impl Draw {
    /// Whether the seed gives exactly this result for this label.
    pub fn fits(&self, seed: &Seed) -> bool {
        let mut stream = Stream::new(seed, &self.label);
        match &self.result {
            Drawn::Order(order) => {
                u32::try_from(order.len()).is_ok_and(|n| stream.order(n) == *order)
            }
            Drawn::Number { below, got } => stream.below(*below) == *got,
        }
    }
}

/// A table's source of chance: hands out labelled streams one after the other and remembers what came out.
///
/// The numbers only go up, also over an undo, so that nothing is ever dealt twice from one stream.
#[derive(Clone, Debug)]
pub struct Chance {
    seed: Seed,
    made: u64,
    draws: Vec<Draw>,
    /// For bots: everything from these, nothing kept.
    quick: Option<Dice>,
    /// As version 1 of the journal dealt: from the last place of piles that lie with their top last.
    from_below: bool,
}

impl Chance {
    /// Chance from a seed, before its first draw.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            made: 0,
            draws: Vec::new(),
            quick: None,
            from_below: false,
        }
    }

    /// Chance as a journal of that version has it.
    pub(crate) fn of_version(version: u64, seed: Seed) -> Self {
        Self {
            from_below: version < 2,
            ..Self::new(seed)
        }
    }

    /// Goes on with another seed; the numbers of the labels go on as well.
    pub(crate) fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    /// Chance for a game between bots: fast, and without a record.
    pub fn unrecorded(seed: Seed) -> Self {
        let dice = Dice::new(&seed, "bots/table");
        Self {
            quick: Some(dice),
            ..Self::new(seed)
        }
    }

    /// Brings `items` into a random order, the top first. `name` says what they are, in small letters.
    pub fn shuffle<T: Clone>(&mut self, name: &str, items: &mut [T]) {
        let n = u32::try_from(items.len()).unwrap_or(u32::MAX);
        if let Some(dice) = &mut self.quick {
            return dice.shuffle(items);
        }
        let (label, mut stream) = self.stream(name);
        let order = stream.order(n);
        let before = items.to_vec();
        for (place, from) in items.iter_mut().zip(&order) {
            place.clone_from(&before[*from as usize]);
        }
        self.keep(label, Drawn::Order(order));
    }

    /// Makes a shuffled pile of cards that lie in their order, first on top. In a pile the top is last.
    pub fn shuffle_up<T: Clone>(&mut self, name: &str, cards: &mut [T]) {
        self.shuffle(name, cards);
        if self.quick.is_none() && !self.from_below {
            cards.reverse();
        }
    }

    /// Shuffles what is left of a pile, whose top is last.
    pub fn shuffle_again<T: Clone>(&mut self, name: &str, pile: &mut [T]) {
        if self.quick.is_none() && !self.from_below {
            pile.reverse();
        }
        self.shuffle_up(name, pile);
    }

    /// A number below `n`. `name` says what is being chosen.
    pub fn below(&mut self, name: &str, n: u32) -> u32 {
        if let Some(dice) = &mut self.quick {
            return dice.below(n);
        }
        let (label, mut stream) = self.stream(name);
        let got = stream.below(n);
        self.keep(label, Drawn::Number { below: n, got });
        got
    }

    /// What was drawn since the last call.
    pub(crate) fn take_draws(&mut self) -> Vec<Draw> {
        std::mem::take(&mut self.draws)
    }

    /// The seed, for the journal and for `verify`.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    fn stream(&mut self, name: &str) -> (String, Stream) {
        self.made += 1;
        let label = format!("draw/{}/{name}", self.made);
        let stream = Stream::new(&self.seed, &label);
        (label, stream)
    }

    fn keep(&mut self, label: String, result: Drawn) {
        self.draws.push(Draw { label, result });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_vectors_of_the_guide() {
        let guide = include_str!("../../docs/fairness.md");
        let block = guide.split("```json").nth(1).expect("vectors");
        let block = block.split("```").next().expect("an end");
        let vectors: serde_json::Value = serde_json::from_str(block).expect("JSON");
        let each = |key: &str| vectors[key].as_array().expect("a list").clone();
        let text = |v: &serde_json::Value| v.as_str().expect("text").to_owned();
        let stream = |v: &serde_json::Value| {
            let seed = Seed::from_hex(&text(&v["seed"])).expect("a seed");
            Stream::new(&seed, &text(&v["label"]))
        };
        let number = |v: &serde_json::Value| v.as_u64().expect("a number");
        let numbers = |v: &serde_json::Value| -> Vec<u64> {
            v.as_array().expect("a list").iter().map(number).collect()
        };
        for v in each("practice") {
            let seed = Seed::practice(number(&v["number"]));
            assert_eq!(seed.reveal(), text(&v["seed"]));
        }
        for v in each("words") {
            let mut stream = stream(&v);
            for word in v["words"].as_array().expect("words") {
                assert_eq!(format!("{:08x}", stream.word()), text(word));
            }
        }
        for v in each("numbers") {
            let mut stream = stream(&v);
            for (below, got) in numbers(&v["below"]).into_iter().zip(numbers(&v["got"])) {
                assert_eq!(u64::from(stream.below(below as u32)), got);
            }
        }
        for v in each("orders") {
            let order = numbers(&v["order"]);
            let ours = stream(&v).order(order.len() as u32);
            assert_eq!(ours.into_iter().map(u64::from).collect::<Vec<_>>(), order);
        }
    }

    /// The sum of squared errors over the expectation.
    fn chi_square(counts: &[u32]) -> f64 {
        let all: u32 = counts.iter().sum();
        let expected = f64::from(all) / counts.len() as f64;
        let error = |c: &u32| (f64::from(*c) - expected).powi(2) / expected;
        counts.iter().map(error).sum()
    }

    /// A million shuffles of five cards: where each card lands, which two lie together, and in which order.
    #[test]
    fn a_million_shuffles_have_no_favourites() {
        const N: usize = 5;
        let seed = Seed::practice(2024);
        let mut places = vec![0; N * N];
        let mut pairs = vec![0; N * N];
        let mut orders = std::collections::BTreeMap::new();
        for i in 0..1_000_000 {
            let order = Stream::new(&seed, &format!("draw/{i}/test")).order(N as u32);
            for (place, card) in order.iter().enumerate() {
                places[place * N + *card as usize] += 1;
            }
            // One pair a shuffle, each place in turn: pairs of one shuffle depend on each other.
            let at = i % (N - 1);
            pairs[order[at] as usize * N + order[at + 1] as usize] += 1;
            *orders.entry(order).or_insert(0) += 1;
        }
        pairs.retain(|c| *c > 0);
        let orders: Vec<u32> = orders.into_values().collect();
        assert_eq!((pairs.len(), orders.len()), (20, 120));
        // Of 10,000 fair shufflers, one falls outside of each.
        let places = chi_square(&places) * (N - 1) as f64 / N as f64;
        assert!((2.9..45.9).contains(&places), "places: {places}");
        let pairs = chi_square(&pairs);
        assert!((4.1..50.8).contains(&pairs), "pairs: {pairs}");
        let orders = chi_square(&orders);
        assert!((69.0..183.0).contains(&orders), "orders: {orders}");
    }

    #[test]
    fn a_draw_fits_its_seed_and_no_other() {
        let mut chance = Chance::new(Seed::practice(1));
        let mut cards: Vec<u32> = (0..30).collect();
        chance.shuffle("cards", &mut cards);
        chance.below("first", 9);
        let draws = chance.take_draws();
        assert_eq!(draws[0].result, Drawn::Order(cards));
        assert!(draws.iter().all(|d| d.fits(&Seed::practice(1))));
        assert!(!draws[0].fits(&Seed::practice(2)));
        let written = serde_json::to_string(&draws).expect("JSON");
        let read: Vec<Draw> = serde_json::from_str(&written).expect("draws");
        assert_eq!(read, draws);
    }

    #[test]
    fn place_0_is_the_top_of_every_pile() {
        let order = Stream::new(&Seed::practice(1), "draw/1/cards").order(9);
        let mut chance = Chance::new(Seed::practice(1));
        let mut pile: Vec<u32> = (0..9).collect();
        chance.shuffle_up("cards", &mut pile);
        let from_the_top: Vec<u32> = pile.iter().rev().copied().collect();
        assert_eq!(from_the_top, order);
        // What is left is shuffled from where it lies, top first.
        pile.truncate(4);
        let left: Vec<u32> = pile.iter().rev().copied().collect();
        chance.shuffle_again("cards", &mut pile);
        let order = Stream::new(&Seed::practice(1), "draw/2/cards").order(4);
        let again: Vec<u32> = order.iter().map(|o| left[*o as usize]).collect();
        assert_eq!(pile.iter().rev().copied().collect::<Vec<_>>(), again);
        // Version 1 dealt such a pile from its last place.
        let mut old = Chance::of_version(1, Seed::practice(1));
        let mut pile: Vec<u32> = (0..9).collect();
        old.shuffle_up("cards", &mut pile);
        assert_eq!(pile, from_the_top);
        pile.truncate(4);
        let before = pile.clone();
        old.shuffle_again("cards", &mut pile);
        let order = Stream::new(&Seed::practice(1), "draw/2/cards").order(4);
        let again: Vec<u32> = order.iter().map(|o| before[*o as usize]).collect();
        assert_eq!(pile, again);
    }

    #[test]
    fn numbers_are_never_dealt_from_twice() {
        let mut chance = Chance::new(Seed::practice(1));
        for _ in 0..3 {
            chance.below("first", 6);
        }
        let labels: Vec<String> = chance.take_draws().into_iter().map(|d| d.label).collect();
        assert_eq!(labels, ["draw/1/first", "draw/2/first", "draw/3/first"]);
    }

    #[test]
    fn a_seed_does_not_print_itself() {
        let seed = Seed::practice(1);
        let chance = Chance::new(seed.clone());
        let printed = format!("{seed:?} {chance:?}");
        assert!(!printed.contains(&seed.reveal()), "{printed}");
        assert_eq!(Seed::from_hex(&seed.reveal()), Some(seed));
        for bad in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(Seed::from_hex(bad), None);
        }
    }

    #[test]
    fn few_things_need_no_words() {
        let mut stream = Stream::new(&Seed::practice(1), "draw/1/x");
        assert_eq!((stream.below(0), stream.below(1)), (0, 0));
        assert_eq!(stream.order(0), Vec::<u32>::new());
        assert_eq!(stream.order(1), [0]);
    }
}
