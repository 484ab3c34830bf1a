//! The players that a command names: the one place where words become names.

use crate::play::rules::Refusal;
use crate::play::seats;

/// The names of players, given as words or with commas.
pub(super) fn read(words: &[String]) -> Result<Vec<String>, Refusal> {
    seats::read(&words.join(","))
}
