//! Notes that the table itself keeps in its journal, for everybody to read: what was tried and refused because of hidden
//! cards or answered from them, and whose cards were looked at. The rules do not see them, undo does not touch them.

use serde_json::{Value, json};

use crate::say;
use crate::say::Say;

/// The most letters of a refused move that are kept.
const LONGEST: usize = 300;

/// That a move was refused because of cards that not everybody may see.
pub fn tried(text: &str) -> Value {
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let kept: String = text.chars().take(LONGEST).collect();
    json!({"tried": kept})
}

/// That an answer was taken after a look at hidden cards.
pub fn answered(text: &str) -> Value {
    json!({"answered": text})
}

/// The answer that a note says was taken.
pub fn answer(note: &Value) -> Option<&str> {
    note["answered"].as_str()
}

/// That these players' hidden cards were shown in a turn.
pub fn looked(names: &[&str], turn: u32) -> Value {
    json!({"looked": names, "turn": turn})
}

/// Whether a note says that this player's cards were shown in that turn.
pub(crate) fn tells_look(note: &Value, name: &str, turn: u32) -> bool {
    let names = note["looked"].as_array();
    note["turn"] == turn && names.is_some_and(|n| n.iter().any(|n| n == name))
}

/// A note of the table's in words; nothing for notes of others, such as a timer's.
pub fn said(note: &Value) -> Option<Say> {
    if let Some(text) = note["tried"].as_str() {
        return Some(say!("tried, and refused because of hidden cards: {}", text));
    }
    if let Some(text) = answer(note) {
        return Some(say!("answered, but not played: {}", text));
    }
    let names: Vec<&str> = note["looked"]
        .as_array()?
        .iter()
        .flat_map(Value::as_str)
        .collect();
    Some(match names.as_slice() {
        [one] => say!("{}'s cards were looked at", one),
        many => say!("cards were looked at: {}", many.join(", ")),
    })
}
