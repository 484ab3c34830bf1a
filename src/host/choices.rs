//! What can be tapped next, by somebody: the pieces behind a text, and all whole moves where they are few. Both are legal,
//! and theirs to make; hidden cards of others decide about neither.

use serde_json::{Value, json};

use super::Who;
use crate::play::choice::{self, Asking, Choice};
use crate::play::rules::Whose;
use crate::play::table::Table;

/// The most whole moves that are listed.
const MOST_MOVES: usize = 400;
/// How far ahead is looked whether a piece leads to somebody's own move.
const DEEP: usize = 3;

/// The pieces of a whole move that somebody may add to a text.
pub(super) fn of_move(table: &Table, who: Who, so_far: &str) -> Vec<Value> {
    let pieces = table.choices(Asking::whole(who.viewer()), so_far);
    let own = pieces.iter().filter(|c| leads(table, who, so_far, c, DEEP));
    own.map(json).collect()
}

/// The pieces of a part of the form that is due.
pub(super) fn of_part(table: &Table, who: Who, part: usize, so_far: &str) -> Vec<Value> {
    let asking = Asking::part(who.viewer(), part, &[]);
    table.choices(asking, so_far).iter().map(json).collect()
}

/// All whole moves that somebody may make, where they are few.
pub(super) fn moves(table: &Table, who: Who) -> Option<Vec<String>> {
    let mut moves = match who {
        Who::Public => return None,
        Who::Host | Who::Seat(_) => table.answers(Asking::whole(who.viewer()), MOST_MOVES)?,
    };
    moves.retain(|text| owns(table, who, text));
    Some(moves)
}

/// Whether a move is somebody's to make.
fn owns(table: &Table, who: Who, text: &str) -> bool {
    match who {
        Who::Host => true,
        Who::Seat(seat) => table.whose(text).is_some_and(|w| w.allows(seat)),
        Who::Public => false,
    }
}

/// Whether a piece ends somebody's own move, or leads to one.
fn leads(table: &Table, who: Who, so_far: &str, piece: &Choice, deep: usize) -> bool {
    if who == Who::Host {
        return true;
    }
    if piece.alone.is_some() {
        return false;
    }
    let text = choice::join(so_far, &piece.text);
    if piece.ends && owns(table, who, &text) {
        return true;
    }
    if !piece.more || deep == 0 || table.whose(&text) == Some(Whose::Host) {
        return false;
    }
    let next = table.choices(Asking::whole(who.viewer()), &text);
    next.iter().any(|c| leads(table, who, &text, c, deep - 1))
}

fn json(piece: &Choice) -> Value {
    json!({
        "text": piece.text,
        "label": piece.label.to_string(),
        "ends": piece.ends,
        "more": piece.more,
        "at": piece.at,
        "alone": piece.alone.is_some(),
    })
}
