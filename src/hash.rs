//! One hash for everything that is found again by what it is made of: faces, pictures, pages, files.
//!
//! Equal content has equal hashes in every run of the program, so they may be kept in files. It is quick and wide, and
//! no lock: what somebody could gain by forging (seals, journals) is hashed with SHA-256 where it is kept.

use std::hash::Hasher;

/// The hash of a text or of any bytes.
pub(crate) fn hash(bytes: impl AsRef<[u8]>) -> u128 {
    let bytes = bytes.as_ref();
    let mut lanes = [bytes.len() as u64 ^ KEYS[0], KEYS[1]];
    stir_all(&mut lanes, bytes);
    wide(lanes)
}

/// One hash for two, in their order.
pub(crate) fn combine(a: u128, b: u128) -> u128 {
    let mut lanes = [(a >> 64) as u64, a as u64];
    stir(&mut lanes, (b >> 64) as u64);
    stir(&mut lanes, b as u64);
    wide(lanes)
}

/// The hash of everything that is fed to it.
pub(crate) fn hash_of(feed: impl FnOnce(&mut Hash)) -> u128 {
    let mut hash = Hash::default();
    feed(&mut hash);
    hash.wide()
}

/// Bytes as text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// A hash that grows with whatever implements [`std::hash::Hash`].
#[derive(Clone, Debug)]
pub(crate) struct Hash([u64; 2]);

impl Default for Hash {
    fn default() -> Self {
        Self(KEYS)
    }
}

impl Hash {
    /// All of it; [`Hasher::finish`] gives half.
    pub(crate) fn wide(&self) -> u128 {
        wide(self.0)
    }
}

impl Hasher for Hash {
    fn write(&mut self, bytes: &[u8]) {
        stir(&mut self.0, bytes.len() as u64);
        stir_all(&mut self.0, bytes);
    }

    fn write_u8(&mut self, n: u8) {
        stir(&mut self.0, u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        stir(&mut self.0, u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        stir(&mut self.0, n);
    }

    fn write_usize(&mut self, n: usize) {
        stir(&mut self.0, n as u64);
    }

    fn finish(&self) -> u64 {
        self.0[0] ^ self.0[1]
    }
}

const KEYS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];

fn stir_all(lanes: &mut [u64; 2], bytes: &[u8]) {
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        stir(lanes, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    stir(lanes, u64::from_le_bytes(last));
}

fn stir(lanes: &mut [u64; 2], word: u64) {
    for (lane, key) in lanes.iter_mut().zip(KEYS) {
        let product = u128::from(*lane ^ word) * u128::from(key | 1);
        *lane = (product as u64).rotate_left(23) ^ (product >> 64) as u64 ^ key;
    }
}

fn wide(lanes: [u64; 2]) -> u128 {
    u128::from(lanes[0]) << 64 | u128::from(lanes[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::Hash as _;

    #[test]
    fn hashes_are_those_of_lists_that_were_kept() {
        assert_eq!(hash("a card"), 0x439b_bb2a_a6d0_cd14_1cf6_5773_22d8_f22d);
        assert_eq!(combine(1, 2), 0xb519_9157_0e72_266f_0af4_142b_741d_e3e5);
    }

    #[test]
    fn what_differs_anywhere_has_another_hash() {
        let mut seen = HashSet::new();
        for length in 0..40 {
            for at in 0..=length {
                let mut bytes = vec![0u8; length];
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = 1;
                }
                assert!(seen.insert(hash(&bytes)), "{length} {at}");
            }
        }
        let fed = |parts: &[&str]| hash_of(|h| parts.iter().for_each(|p| p.hash(h)));
        assert_ne!(fed(&["ab", "c"]), fed(&["a", "bc"]));
        assert_ne!(fed(&["a", ""]), fed(&["a"]));
        assert_ne!(combine(1, 2), combine(2, 1));
        assert_eq!(fed(&["a", "b"]), fed(&["a", "b"]));
    }
}
