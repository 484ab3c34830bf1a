//! The moves of Cat & Chocolate, written and read.

use super::setup::{HAND, Item, Setup};
use super::state::{FewItems, State};
use crate::play::reader::{self, no_move, too_much};
use crate::play::rules::{Fault, Refusal, Whose};
use crate::play::seats::{self, Word};
use crate::say;

/// The words that moves begin with.
pub(super) const VERBS: [&str; 4] = ["flip", "use", "vote", "fail"];

/// A move.
#[derive(Clone, Debug)]
pub enum Move {
    /// The next event is turned up.
    Flip,
    /// The active player uses items.
    Use(FewItems),
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

/// Writes a move.
pub(super) fn write(setup: &Setup, mv: &Move) -> String {
    match mv {
        Move::Flip => "flip".to_owned(),
        Move::Use(items) => {
            let names = items.cards().iter().map(|i| seats::spell(setup.item(*i)));
            format!("use {}", names.collect::<Vec<_>>().join(", "))
        }
        Move::Vote { up, down } => format!("vote {up} {down}"),
        Move::Fail => "fail".to_owned(),
    }
}

/// Reads a move.
pub(super) fn read(setup: &Setup, state: &State, text: &str) -> Result<Move, Refusal> {
    let mut groups = seats::words(text);
    if groups.is_empty() {
        return Err(no_move(&VERBS));
    }
    let verb = groups[0].remove(0);
    let verb = reader::verb(&verb, &VERBS)?;
    let all = groups.concat();
    match verb {
        "use" => used(setup, state, &groups),
        "vote" => vote(setup, &all),
        _ if !all.is_empty() => Err(too_much(&all)),
        "flip" => Ok(Move::Flip),
        _ => Ok(Move::Fail),
    }
}

/// `vote up up down`, or `vote 2 1`.
fn vote(setup: &Setup, words: &[Word]) -> Result<Move, Refusal> {
    let voters = setup.seats.len().saturating_sub(1);
    let hint = |refusal: Refusal| {
        refusal.hint(say!(
            "such as `vote {} 1`: thumbs up, then thumbs down; or `vote up down …`",
            voters.saturating_sub(1)
        ))
    };
    let numbers: Option<Vec<u32>> = words.iter().map(Word::number).collect();
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
fn used(setup: &Setup, state: &State, groups: &[Vec<Word>]) -> Result<Move, Refusal> {
    let mut items = FewItems::default();
    let hand = state.hand(usize::from(state.active));
    for group in groups {
        let mut words = group.as_slice();
        while !words.is_empty() {
            let (name, rest) = item(setup, words)?;
            let copy = copy(setup, hand, &items, name)?;
            if !items.push(copy) {
                let what = say!("nobody holds more than {} {item|items}", HAND);
                return Err(Refusal::new(Fault::Rule, what));
            }
            words = rest;
        }
    }
    if items.cards().is_empty() {
        let refusal = Refusal::words(say!("which items?"));
        return Err(refusal.hint(say!("such as `use cat, telescope`")));
    }
    Ok(Move::Use(items))
}

/// The item that the words begin with, the longest first, else the only one whose name begins like the first word; and
/// the words after it.
fn item<'a, 'w>(setup: &'a Setup, words: &'w [Word]) -> Result<(&'a str, &'w [Word]), Refusal> {
    let quoted = words.first().is_some_and(|w| w.quoted);
    let longest = if quoted { 1 } else { words.len() };
    for n in (1..=longest).rev() {
        let (head, rest) = words.split_at(n);
        let typed = seats::fold(&seats::join(head));
        let is = |text: &str| seats::fold(text) == typed;
        let named = |i: &&Item| is(&i.name) || i.title.all().any(is);
        if let Some(item) = setup.items.iter().find(named) {
            return Ok((&item.name, rest));
        }
    }
    let (first, rest) = words.split_at(words.len().min(1));
    let typed = seats::join(first);
    let names = || setup.items.iter().map(|i| i.name.as_str());
    let found = reader::only(&typed, names().map(|n| (n, n)), || {
        let what = say!("the kit has no item `{}`", typed);
        let refusal = Refusal::new(Fault::Unknown, what);
        let hint = say!("`kitpress cards {} item` lists them", setup.kit);
        refusal.hint(hint).did_you_mean(&typed, names())
    });
    found.map(|name| (name, rest))
}

/// A copy of that item which the move does not use yet; one in the hand where there is one.
fn copy(setup: &Setup, hand: &[u8], taken: &FewItems, name: &str) -> Result<u8, Refusal> {
    let free = |i: &u8| setup.item(*i) == name && !taken.cards().contains(i);
    let held = hand.iter().copied().find(free);
    let any = || (0..setup.items.len()).map(|i| i as u8).find(free);
    held.or_else(any).ok_or_else(|| {
        let what = say!("`{}` is there only once", name);
        let rule = say!("every item is used once");
        Refusal::rule(what, rule)
    })
}

/// Whose move a text is: events and items are the active player's, counting out is the others', and a vote as a whole is
/// nobody's own.
pub(super) fn whose(setup: &Setup, state: &State, text: &str) -> Option<Whose> {
    let groups = seats::words(text);
    let active = usize::from(state.active);
    match reader::verb(groups.first()?.first()?, &VERBS).ok()? {
        "flip" | "use" => Some(Whose::seat(active)),
        "fail" => Some(Whose::Seats(voters(setup, state).collect())),
        _ => Some(Whose::Host),
    }
}

/// Everybody but the player whose turn it is.
pub(super) fn voters(setup: &Setup, state: &State) -> impl Iterator<Item = usize> + use<> {
    let active = usize::from(state.active);
    (0..setup.seats.len()).filter(move |s| *s != active)
}

/// Looks at one player's vote.
pub(super) fn check_answer(text: &str) -> Result<String, Refusal> {
    let words = seats::words(text).concat();
    let [_] = words.as_slice() else {
        return Err(Refusal::words(say!("a vote is `up` or `down`")));
    };
    let (up, _) = thumbs(&words)?;
    Ok(if up > 0 { "up" } else { "down" }.to_owned())
}
