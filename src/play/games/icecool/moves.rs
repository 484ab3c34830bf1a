//! The moves of ICECOOL, written and read: what happened at the table.

use std::fmt;
use std::sync::Arc;

use super::book::Book;
use super::state::State;
use crate::diag::list;
use crate::play::games::reading;
use crate::play::rules::{Asked, Refusal};
use crate::play::seats::{self, Word};
use crate::say;

/// The words that moves begin with.
pub const VERBS: [&str; 5] = ["fish", "catch", "skate", "next", "value"];

/// A seat as a move names it.
#[derive(Clone, Debug)]
pub struct Who {
    /// The seat.
    pub seat: u8,
    /// Where its name stands.
    pub book: Arc<Book>,
}

crate::say::plain!(Who);

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&seats::call(&self.book.seats, usize::from(self.seat)))
    }
}

/// A move.
#[derive(Clone, Debug)]
pub enum Move {
    /// A Runner went through doors with its fish.
    Fish {
        /// The Runner.
        who: Who,
        /// How many doors.
        count: u8,
    },
    /// A Runner and the Catcher touched.
    Catch(Who),
    /// A pair of 1s is turned up for another flick.
    Skate(Who),
    /// The turn is over.
    Next,
    /// The value of a real card that was drawn.
    Value {
        /// Who drew it.
        who: Who,
        /// What it shows.
        value: u8,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Fish { who, count: 1 } => write!(f, "fish {who}"),
            Move::Fish { who, count } => write!(f, "fish {who} {count}"),
            Move::Catch(who) => write!(f, "catch {who}"),
            Move::Skate(who) => write!(f, "skate {who}"),
            Move::Next => f.write_str("next"),
            Move::Value { who, value } => write!(f, "value {who} {value}"),
        }
    }
}

/// Reads a move.
pub fn parse(book: &Arc<Book>, state: &State, text: &str) -> Result<Move, Refusal> {
    let groups = seats::words(text);
    let Some((first, _)) = groups.first().and_then(|g| g.split_first()) else {
        let refusal = Refusal::words(say!("a move is missing"));
        return Err(refusal.hint(say!("moves: {}", list(VERBS))));
    };
    let verb = reading::verb(first, &VERBS)?;
    let all: Vec<Word> = groups.into_iter().flatten().skip(1).collect();
    let reader = Reader { book };
    match verb {
        "fish" => reader.fish(&all),
        "catch" => reader.only(&all).map(Move::Catch),
        // Only the player whose turn it is can skate.
        "skate" if all.is_empty() => Ok(Move::Skate(reader.who(state.active))),
        "skate" => reader.only(&all).map(Move::Skate),
        "value" => reader.value(&all, state.owed.first().copied()),
        _ => reading::nothing_more(&all).map(|()| Move::Next),
    }
}

/// What the owner of a drawn card has to type in unseen: `value` without a value, or nothing at all.
pub fn asks(book: &Arc<Book>, state: &State, text: &str) -> Option<Asked> {
    let owed = *state.owed.first()?;
    let words: Vec<Word> = seats::words(text).into_iter().flatten().collect();
    let named = match words.split_first() {
        None => &[],
        Some((first, rest)) if reading::verb(first, &VERBS).ok()? == "value" => rest,
        Some(_) => return None,
    };
    let seat = match named {
        [] => owed,
        words => match reading::seat(&book.seats, words).ok()? {
            (seat, []) => seat as u8,
            _ => return None,
        },
    };
    let called = seats::call(&book.seats, usize::from(seat));
    Some(Asked {
        seat: usize::from(seat),
        head: format!("value {called}"),
        ask: say!("the value of the fish card that you have drawn?"),
    })
}

struct Reader<'a> {
    book: &'a Arc<Book>,
}

impl Reader<'_> {
    fn who(&self, seat: u8) -> Who {
        let book = self.book.clone();
        Who { seat, book }
    }

    fn seat<'w>(&self, words: &'w [Word]) -> Result<(Who, &'w [Word]), Refusal> {
        let (seat, rest) = reading::seat(&self.book.seats, words)?;
        Ok((self.who(seat as u8), rest))
    }

    fn only(&self, words: &[Word]) -> Result<Who, Refusal> {
        let (who, rest) = self.seat(words)?;
        reading::nothing_more(rest)?;
        Ok(who)
    }

    /// `fish NAME [N]`.
    fn fish(&self, words: &[Word]) -> Result<Move, Refusal> {
        let (who, rest) = self.seat(words)?;
        let count = match rest {
            [] => 1,
            [word, more @ ..] => {
                reading::nothing_more(more)?;
                let number = number(word).filter(|n| *n > 0);
                number.ok_or_else(|| {
                    let what = say!("`{}` is no number of fish", word.text);
                    Refusal::words(what).hint(say!("such as `fish {}` or `fish {} 2`", who, who))
                })?
            }
        };
        Ok(Move::Fish { who, count })
    }

    /// `value NAME N`; the name may be left out, since the order is settled.
    fn value(&self, words: &[Word], owed: Option<u8>) -> Result<Move, Refusal> {
        let named = seats::begin(&self.book.seats, words).is_some();
        let (who, rest) = match (words, owed) {
            ([word], Some(seat)) if !named && number(word).is_some() => (self.who(seat), words),
            _ => self.seat(words)?,
        };
        let hint = |r: Refusal| r.hint(say!("such as `value {} 2`", who));
        let Some((word, more)) = rest.split_first() else {
            return Err(hint(Refusal::words(say!("which value?"))));
        };
        reading::nothing_more(more)?;
        let value = number(word);
        let value = value.ok_or_else(|| {
            let what = say!("`{}` is no value of a fish card", word.text);
            hint(Refusal::words(what))
        })?;
        Ok(Move::Value { who, value })
    }
}

/// A small whole number; one that is too large stays too large.
fn number(word: &Word) -> Option<u8> {
    let number: u64 = seats::fold(&word.text).parse().ok()?;
    Some(u8::try_from(number).unwrap_or(u8::MAX))
}
