//! What bots do at the generic table: anything that is legal and says enough by itself.

use super::moves::Move;
use super::setup::Setup;
use super::state::State;
use crate::play::rng::Dice;

/// A legal move; `take`, `score` and `win` are for people.
pub(super) fn choose(setup: &Setup, state: &State, dice: &mut Dice) -> Option<Move> {
    let mut moves = plain_moves(setup, state);
    let count = u32::try_from(moves.len()).ok().filter(|n| *n > 0)?;
    Some(moves.swap_remove(dice.below(count) as usize))
}

fn plain_moves(setup: &Setup, state: &State) -> Vec<Move> {
    if state.over() {
        return Vec::new();
    }
    let seat = state.active;
    let mut out = Vec::new();
    for deck in 0..setup.decks.len() {
        if !state.piles[deck].is_empty() || !state.discards[deck].is_empty() {
            let count = 1;
            out.push(Move::Flip(deck));
            out.push(Move::Shuffle(deck));
            out.push(Move::Draw { seat, count, deck });
        }
    }
    for card in state.hands[seat].iter().copied() {
        out.push(Move::Play { seat, card });
        out.push(Move::Discard { seat, card });
    }
    if may_go_on(setup, state) {
        out.push(Move::Next);
    }
    out.push(Move::End);
    out
}

fn may_go_on(setup: &Setup, state: &State) -> bool {
    state
        .next()
        .is_some_and(|(_, round)| !round || setup.rounds.is_none_or(|rounds| state.round < rounds))
}
