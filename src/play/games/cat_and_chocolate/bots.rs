//! Bots for Cat & Chocolate. What happens at a table is modelled by chances, since nobody can compute a good excuse:
//!
//! - A random player is counted out one time in [`COUNTED_OUT`], uses any items, and votes by a coin.
//! - A sensible player is never counted out. Nobody knows the sides, but every other player is more likely an
//!   opponent than a friend (1 in 3, 1 in 3, 2 in 5 and 2 in 5 are friends among 3, 4, 5 and 6), so it votes up only
//!   where an answer is beyond doubt: one answer in four of a random player, every other one of a sensible player.
//! - With the cards on the table, the items are typed in one time in [`TYPED`], as people do who care.

use super::moves::Move;
use super::setup::Setup;
use super::state::{FewItems, Stage, State};
use crate::play::rng::Dice;
use crate::play::rules::Skill;

/// One answer in so many fails to come.
const COUNTED_OUT: u32 = 16;
/// One answer in so many is typed in when nobody needs it.
const TYPED: u32 = 4;

/// A legal move.
pub(super) fn choose(
    setup: &Setup,
    state: &State,
    skills: &[Skill],
    dice: &mut Dice,
) -> Option<Move> {
    let skill = |seat: usize| skills.get(seat).copied().unwrap_or(Skill::Random);
    let own = skill(usize::from(state.active));
    match state.stage {
        Stage::Over => return None,
        Stage::Flip => return Some(Move::Flip),
        Stage::Answer | Stage::Vote => {}
    }
    if own == Skill::Random && dice.below(COUNTED_OUT) == 0 {
        return Some(Move::Fail);
    }
    if state.stage == Stage::Answer && (setup.app || dice.below(TYPED) == 0) {
        return Some(Move::Use(some_items(setup, state, dice)));
    }
    // One roll for everybody: all hear the same answer.
    let beyond_doubt = match own {
        Skill::Random => dice.below(4) == 0,
        Skill::Sensible => dice.below(2) == 0,
    };
    let (mut up, mut down) = (0, 0);
    for seat in (0..setup.seats.len()).filter(|s| *s != usize::from(state.active)) {
        let likes = match skill(seat) {
            Skill::Random => dice.below(2) == 0,
            Skill::Sensible => beyond_doubt,
        };
        if likes {
            up += 1;
        } else {
            down += 1;
        }
    }
    Some(Move::Vote { up, down })
}

/// As many items as are needed: of the hand, or of the kit where the hands are on the table.
fn some_items(setup: &Setup, state: &State, dice: &mut Dice) -> FewItems {
    let need = usize::from(state.need(setup).unwrap_or(0));
    let hand = state.hand(usize::from(state.active));
    let mut items = FewItems::default();
    while items.cards().len() < need {
        let item = if setup.app {
            dice.pick(hand).copied()
        } else {
            Some(dice.below(setup.items.len() as u32) as u8)
        };
        match item {
            Some(item) if items.cards().contains(&item) => {}
            Some(item) if items.push(item) => {}
            _ => break,
        }
    }
    items
}
