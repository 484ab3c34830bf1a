//! Directions as people read them, for games that have some.

use crate::play::choice::plain;
use crate::say;
use crate::say::Say;

/// A direction by its word in moves.
pub(super) fn label(word: &str) -> Say {
    match word {
        "up" => say!("↑ up"),
        "down" => say!("↓ down"),
        "left" => say!("← left"),
        "right" => say!("→ right"),
        "up-left" => say!("↖ up-left"),
        "up-right" => say!("↗ up-right"),
        "down-left" => say!("↙ down-left"),
        "down-right" => say!("↘ down-right"),
        other => plain(other),
    }
}
