//! The moves of Cat & Chocolate, written and read.

use std::fmt;
use std::sync::Arc;

use super::book::{Book, HAND};
use super::state::{Few, State};
use crate::diag::list;
use crate::play::games::reading;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::{self, Word};
use crate::say;

/// The words that moves begin with.
pub const VERBS: [&str; 4] = ["flip", "use", "vote", "fail"];

/// A move.
#[derive(Clone, Debug)]
pub enum Move {
    /// The next event is turned up.
    Flip,
    /// The active player uses items.
    Use {
        /// Which.
        items: Few,
        /// Where their names stand.
        book: Arc<Book>,
    },
    /// The others have voted.
    Vote {
        /// Thumbs up.
        up: u8,
        /// Thumbs down.
        down: u8,
    },
    /// The active player was counted out.
    Fail,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Flip => f.write_str("flip"),
            Move::Use { items, book } => {
                f.write_str("use")?;
                for (i, item) in items.cards().iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma} {}", seats::spell(book.item(*item)))?;
                }
                Ok(())
            }
            Move::Vote { up, down } => write!(f, "vote {up} {down}"),
            Move::Fail => f.write_str("fail"),
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
    // The verb's own group first, without the verb.
    let mut rest: Vec<&[Word]> = groups.iter().map(Vec::as_slice).collect();
    if let Some(first) = rest.first_mut() {
        *first = first.get(1..).unwrap_or_default();
    }
    let all: Vec<Word> = rest.iter().flat_map(|g| g.iter().cloned()).collect();
    match verb {
        "use" => used(book, state, &rest),
        "vote" => vote(book, &all),
        plain => {
            reading::nothing_more(&all)?;
            Ok(if plain == "flip" {
                Move::Flip
            } else {
                Move::Fail
            })
        }
    }
}

/// `vote up up down`, or `vote 2 1`.
fn vote(book: &Book, words: &[Word]) -> Result<Move, Refusal> {
    let voters = book.players().saturating_sub(1);
    let hint = |refusal: Refusal| {
        refusal.hint(say!(
            "such as `vote {} 1`: thumbs up, then thumbs down; or `vote up down …`",
            voters.saturating_sub(1)
        ))
    };
    let numbers: Option<Vec<u32>> = words.iter().map(number).collect();
    let (up, down) = match numbers.as_deref() {
        Some([up, down]) => (*up, *down),
        Some(_) => {
            return Err(hint(Refusal::words(say!(
                "a vote is two numbers, up and down"
            ))));
        }
        None => thumbs(words).map_err(hint)?,
    };
    if u64::from(up) + u64::from(down) != voters as u64 {
        let what = say!(
            "{} and {} {thumb|thumbs} are not {} {vote|votes}",
            up,
            down,
            voters
        );
        let rule = say!("everybody votes but the player whose turn it is");
        return Err(hint(Refusal::rule(what, rule)));
    }
    Ok(Move::Vote {
        up: up as u8,
        down: down as u8,
    })
}

fn number(word: &Word) -> Option<u32> {
    seats::fold(&word.text).parse().ok()
}

/// How many thumbs are up and how many down.
fn thumbs(words: &[Word]) -> Result<(u32, u32), Refusal> {
    let (mut up, mut down) = (0, 0);
    for word in words {
        let typed = seats::fold(&word.text);
        if !typed.is_empty() && "up".starts_with(&typed) {
            up += 1;
        } else if !typed.is_empty() && "down".starts_with(&typed) {
            down += 1;
        } else {
            let what = say!("`{}` is no vote: `up` or `down`", word.text);
            return Err(Refusal::words(what));
        }
    }
    Ok((up, down))
}

/// `use cat, telescope`; commas may be left out.
fn used(book: &Arc<Book>, state: &State, groups: &[&[Word]]) -> Result<Move, Refusal> {
    let mut items = Few::default();
    let hand = state.hand(usize::from(state.active));
    for group in groups {
        let mut words = *group;
        while !words.is_empty() {
            let (name, rest) = item(book, words)?;
            let copy = copy(book, hand, &items, name)?;
            if !items.push(copy) {
                let what = say!("nobody holds more than {} items", HAND);
                return Err(Refusal::new(Fault::Rule, what));
            }
            words = rest;
        }
    }
    if items.cards().is_empty() {
        let refusal = Refusal::words(say!("which items?"));
        return Err(refusal.hint(say!("such as `use cat, telescope`")));
    }
    let book = book.clone();
    Ok(Move::Use { items, book })
}

/// The item that the words begin with, the longest first, and the words after it.
fn item<'a, 'w>(book: &'a Book, words: &'w [Word]) -> Result<(&'a str, &'w [Word]), Refusal> {
    let quoted = words.first().is_some_and(|w| w.quoted);
    let longest = if quoted { 1 } else { words.len() };
    for n in (1..=longest).rev() {
        let (head, rest) = words.split_at(n);
        let typed = seats::fold(&seats::join(head));
        let is = |text: &str| seats::fold(text) == typed;
        let named = |i: &&super::book::Item| is(&i.name) || i.title.both().any(is);
        if let Some(item) = book.items.iter().find(named) {
            return Ok((&item.name, rest));
        }
    }
    begun(book, words)
}

/// The only item whose name begins like the first word.
fn begun<'a, 'w>(book: &'a Book, words: &'w [Word]) -> Result<(&'a str, &'w [Word]), Refusal> {
    let (first, rest) = words.split_at(words.len().min(1));
    let typed = seats::join(first);
    let start = seats::fold(&typed);
    let names = || book.items.iter().map(|i| i.name.as_str());
    let mut fitting: Vec<&str> = names()
        .filter(|n| seats::fold(n).starts_with(&start))
        .collect();
    fitting.dedup();
    match fitting.as_slice() {
        [one] => Ok((one, rest)),
        [_, _, ..] if !start.is_empty() => {
            let several = list(fitting.iter().copied());
            Err(Refusal::words(say!("`{}` could be {}", typed, several)))
        }
        _ => {
            let what = say!("the kit has no item `{}`", typed);
            let refusal = Refusal::new(Fault::Unknown, what);
            let hint = say!("`kitpress cards {} item` lists them", book.kit);
            Err(refusal.hint(hint).did_you_mean(&typed, names()))
        }
    }
}

/// A copy of that item which the move does not use yet; one in the hand where there is one.
fn copy(book: &Book, hand: &[u8], taken: &Few, name: &str) -> Result<u8, Refusal> {
    let free = |i: &u8| book.item(*i) == name && !taken.cards().contains(i);
    let held = hand.iter().copied().find(free);
    let any = || (0..book.items.len()).map(|i| i as u8).find(free);
    held.or_else(any).ok_or_else(|| {
        let what = say!("`{}` is there only once", name);
        let rule = say!("every item is used once");
        Refusal::rule(what, rule)
    })
}
