//! The moves of ICECOOL, as data and as text: what happened at the table.

use super::setup::Setup;
use super::state::State;
use crate::diag::list;
use crate::play::reader::{self, Reader, no_move};
use crate::play::rules::{Asked, Refusal, Whose};
use crate::play::seats::{self, Word};
use crate::say;

/// The words that moves begin with.
pub(super) const VERBS: [&str; 5] = ["fish", "catch", "skate", "next", "value"];

/// A move.
#[derive(Clone, Debug)]
pub enum Move {
    /// A Runner went through doors with its fish.
    Fish {
        /// The Runner.
        seat: u8,
        /// How many doors.
        count: u8,
    },
    /// A Runner and the Catcher touched.
    Catch(u8),
    /// A pair of 1s is turned up for another flick.
    Skate(u8),
    /// The turn is over.
    Next,
    /// The value of a real card that was drawn.
    Value {
        /// Who drew it.
        seat: u8,
        /// What it shows.
        value: u8,
    },
}

/// Writes a move.
pub(super) fn write(setup: &Setup, mv: &Move) -> String {
    let called = |seat: u8| setup.seats.called(seat);
    match *mv {
        Move::Fish { seat, count: 1 } => format!("fish {}", called(seat)),
        Move::Fish { seat, count } => format!("fish {} {count}", called(seat)),
        Move::Catch(seat) => format!("catch {}", called(seat)),
        Move::Skate(seat) => format!("skate {}", called(seat)),
        Move::Next => "next".to_owned(),
        Move::Value { seat, value } => format!("value {} {value}", called(seat)),
    }
}

/// Writes a move for everybody: the value of a card is its owner's secret.
pub(super) fn sealed(setup: &Setup, mv: &Move) -> Option<String> {
    match mv {
        Move::Value { seat, .. } => Some(format!("value {} ·", setup.seats.called(*seat))),
        _ => None,
    }
}

/// Reads a move.
pub(super) fn read(setup: &Setup, state: &State, text: &str) -> Result<Move, Refusal> {
    let words = seats::words(text).concat();
    let mut reader = Reader::new(&setup.seats, &words);
    let first = reader.word().ok_or_else(|| no_move(&VERBS))?;
    match reader::verb(first, &VERBS)? {
        "fish" => fish(setup, reader),
        "catch" => only(setup, reader).map(Move::Catch),
        // Only the player whose turn it is can skate.
        "skate" if reader.is_empty() => Ok(Move::Skate(state.active)),
        "skate" => only(setup, reader).map(Move::Skate),
        "value" => value(setup, reader, state.owed.first().copied()),
        _ => reader.end().map(|()| Move::Next),
    }
}

/// What the owner of a drawn card has to type in unseen: `value` without a value, or nothing at all.
pub(super) fn asks(setup: &Setup, state: &State, text: &str) -> Option<Asked> {
    let owed = *state.owed.first()?;
    let words = seats::words(text).concat();
    let mut reader = Reader::new(&setup.seats, &words);
    if let Some(first) = reader.word()
        && reader::verb(first, &VERBS).ok()? != "value"
    {
        return None;
    }
    let seat = match reader.is_empty() {
        true => usize::from(owed),
        false => reader.seat().ok()?,
    };
    reader.end().ok()?;
    Some(Asked {
        seat,
        head: format!("value {}", setup.seats.called(seat)),
        ask: say!("the value of the fish card that you have drawn?"),
    })
}

fn seat(setup: &Setup, reader: &mut Reader<'_>) -> Result<u8, Refusal> {
    if reader.is_empty() {
        let refusal = Refusal::words(say!("a player's name is missing"));
        let names = list(setup.seats.iter().map(String::as_str));
        return Err(refusal.hint(say!("players: {}", names)));
    }
    reader.seat().map(|seat| seat as u8)
}

fn only(setup: &Setup, mut reader: Reader<'_>) -> Result<u8, Refusal> {
    let seat = seat(setup, &mut reader)?;
    reader.end().map(|()| seat)
}

/// `fish NAME [N]`.
fn fish(setup: &Setup, mut reader: Reader<'_>) -> Result<Move, Refusal> {
    let seat = seat(setup, &mut reader)?;
    let Some(word) = reader.word() else {
        return Ok(Move::Fish { seat, count: 1 });
    };
    reader.end()?;
    let count = small(word).filter(|n| *n > 0).ok_or_else(|| {
        let what = say!("`{}` is no number of fish", word.text);
        let who = setup.seats.called(seat);
        Refusal::words(what).hint(say!("such as `fish {}` or `fish {} 2`", who, who))
    })?;
    Ok(Move::Fish { seat, count })
}

/// `value NAME N`; the name may be left out, since the order is settled.
fn value(setup: &Setup, mut reader: Reader<'_>, owed: Option<u8>) -> Result<Move, Refusal> {
    let named = seats::begin(&setup.seats, reader.rest()).is_some();
    let seat = match (reader.rest(), owed) {
        ([word], Some(seat)) if !named && small(word).is_some() => seat,
        _ => seat(setup, &mut reader)?,
    };
    let hint = |r: Refusal| r.hint(say!("such as `value {} 2`", setup.seats.called(seat)));
    let Some(word) = reader.word() else {
        return Err(hint(Refusal::words(say!("which value?"))));
    };
    reader.end()?;
    let value = small(word).ok_or_else(|| {
        let what = say!("`{}` is no value of a fish card", word.text);
        hint(Refusal::words(what))
    })?;
    Ok(Move::Value { seat, value })
}

/// A small whole number; one that is too large stays too large.
fn small(word: &Word) -> Option<u8> {
    let number: u64 = word.number()?;
    Some(u8::try_from(number).unwrap_or(u8::MAX))
}

/// Whose move a text is: what happened in a turn is told by the player whose turn it is.
pub(super) fn whose(setup: &Setup, state: &State, text: &str) -> Option<Whose> {
    let words = seats::words(text).concat();
    let mut reader = Reader::new(&setup.seats, &words);
    match reader::verb(reader.word()?, &VERBS).ok()? {
        "fish" | "catch" | "next" => Some(Whose::seat(state.active)),
        "skate" if reader.is_empty() => Some(Whose::seat(state.active)),
        "skate" => reader.seat().ok().map(Whose::seat),
        _ => Some(Whose::Host),
    }
}

/// Looks at the value that the owner of a drawn card types in.
pub(super) fn check_answer(setup: &Setup, text: &str) -> Result<String, Refusal> {
    let words = seats::words(text).concat();
    let value = match words.as_slice() {
        [word] => small(word).filter(|v| setup.values.contains(v)),
        _ => None,
    };
    let what = || say!("`{}` is no value of a fish card", text.trim());
    let value = value.ok_or_else(|| Refusal::words(what()))?;
    Ok(value.to_string())
}
