//! Keys that nobody can guess, and how they are compared.

use rand::TryRng;
use rand::rngs::SysRng;

use crate::say;
use crate::say::Say;

/// How many bytes a key has.
const BYTES: usize = 16;

/// Fills a place with what nobody can guess.
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), Say> {
    let filled = SysRng.try_fill_bytes(bytes);
    filled.map_err(|e| {
        let why = say::heard(e);
        say!("the system gives no random numbers: {}", why)
    })
}

/// A new key.
pub fn new_key() -> Result<String, Say> {
    let mut bytes = [0; BYTES];
    fill_random(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub(crate) fn same_key(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let different = pairs.fold(0, |d, (a, b)| d | (a ^ b));
    one.len() == other.len() && different == 0
}
