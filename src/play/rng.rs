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

use crate::diag::Problem;
use crate::say;

/// What a stream's key is hashed from, before the seed and the label.
const STREAM: &[u8] = b"kitpress/stream/1\0";
/// What a practice seed is hashed from, before the number in decimal.
const PRACTICE: &[u8] = b"kitpress/practice/1\0";

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
    pub fn from_system() -> Result<Self, Problem> {
        let mut bytes = [0; 32];
        SysRng
            .try_fill_bytes(&mut bytes)
            .map_err(|e| Problem::new(say!("the system gives no random numbers: {}", e)))?;
        Ok(Self(bytes))
    }

    /// The seed of `--seed N`: everybody who knows `N` knows every card.
    pub fn practice(number: u64) -> Self {
        let hash = Sha256::new()
            .chain_update(PRACTICE)
            .chain_update(number.to_string());
        Self(hash.finalize().into())
    }

    /// A seed from its 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// The seed as 64 hexadecimal digits: everything that is still hidden can be computed from them.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The SHA-256 of the seed: shown at the start, it binds the table to the seed without telling it.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0).into())
    }
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8; 32]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(64), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
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
    ///
    /// Words from the incomplete last run of `n` are thrown away, so that `word % n` has no favourites.
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        // 2^32 mod n, without leaving 32 bits.
        let uneven = n.wrapping_neg() % n;
        loop {
            let word = self.word();
            if word <= u32::MAX - uneven {
                return word % n;
            }
        }
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

/// One random choice of a table, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
}

impl Chance {
    /// Chance from a seed, before its first draw.
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            made: 0,
            draws: Vec::new(),
        }
    }

    /// Brings `items` into a random order. `name` says what they are, in small letters.
    pub fn shuffle<T: Clone>(&mut self, name: &str, items: &mut [T]) {
        let n = u32::try_from(items.len()).unwrap_or(u32::MAX);
        let (label, mut stream) = self.stream(name);
        let order = stream.order(n);
        let before = items.to_vec();
        for (place, from) in items.iter_mut().zip(&order) {
            place.clone_from(&before[*from as usize]);
        }
        self.keep(label, Drawn::Order(order));
    }

    /// A number below `n`. `name` says what is being chosen.
    pub fn below(&mut self, name: &str, n: u32) -> u32 {
        let (label, mut stream) = self.stream(name);
        let got = stream.below(n);
        self.keep(label, Drawn::Number { below: n, got });
        got
    }

    /// What was drawn since the last call.
    pub fn take_draws(&mut self) -> Vec<Draw> {
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
