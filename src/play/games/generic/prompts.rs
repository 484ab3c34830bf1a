//! What people are asked for next, and the shapes of the moves that can be made.

use super::moves::Move;
use super::setup::Setup;
use super::state::State;
use crate::say;
use crate::say::Say;

/// What to do next.
pub(super) fn need(setup: &Setup, state: &State) -> Say {
    let last = matches!(state.next(), Some((_, true)) if setup.rounds == Some(state.round));
    let dark = setup.cast.is_some() && state.known.contains(&false);
    if last && dark && !setup.columns.is_empty() {
        return say!(
            "{}'s turn, the last of the game: a move; then `reveal all` shows the roles, `score NAME POINTS` writes points, `end` lets them decide",
            setup.seats[state.active]
        );
    }
    match state.next() {
        Some((_, true)) if setup.rounds == Some(state.round) => {
            say!(
                "{}'s turn, the last of the game: a move, then `win NAME, NAME` or `end`",
                setup.seats[state.active]
            )
        }
        _ => say!("{}'s turn: a move, or `next`", setup.seats[state.active]),
    }
}

/// The shapes of the moves that can be made.
pub(super) fn moves(setup: &Setup) -> Vec<String> {
    let mut moves = Vec::new();
    if !setup.decks.is_empty() {
        moves.extend(["draw [NAME] [N] [DECK]", "flip [DECK]", "shuffle [DECK]"]);
        moves.extend([
            "play [NAME] CARD",
            "discard [NAME] CARD",
            "take [NAME] CARD",
        ]);
        moves.push("clear");
    }
    if setup.cast.is_some() {
        moves.push("reveal NAME|all");
    }
    moves.extend([
        "score NAME POINTS, …",
        "out NAME",
        "next",
        "win NAME, …",
        "end",
    ]);
    moves.into_iter().map(str::to_owned).collect()
}

/// What a move shows everybody that players held hidden.
pub(super) fn unveils(setup: &Setup, state: &State, mv: &Move) -> Option<Say> {
    let name = |seat: usize| setup.seats.name(seat);
    let dark = |seat: usize| setup.cast.is_some() && !state.known[seat];
    let held = |seat: usize| !state.hands[seat].is_empty() && !state.shown[seat];
    let mut seats = 0..setup.seats.len();
    match mv {
        Move::Reveal(Some(seat)) if dark(*seat) => {
            Some(say!("everybody will see the role of {}", name(*seat)))
        }
        Move::Reveal(None) if seats.any(dark) => Some(say!("everybody will see every role")),
        Move::RevealHand(seat) if held(*seat) => {
            Some(say!("everybody will see the hand of {}", name(*seat)))
        }
        Move::Win(_) | Move::End if seats.any(|s| dark(s) || held(s)) => Some(say!(
            "the game ends, and everybody will see every role and hand"
        )),
        _ => None,
    }
}
