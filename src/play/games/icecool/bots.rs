//! Bots for ICECOOL. Flicks are physical, so that a bot's move is what happened at the table, by these chances.
//! They are guesses, not measurements; what matters is how they compare.
//!
//! | in a hundred flicks            | random | sensible |
//! |---|---|---|
//! | Runner: through one fish door  | 24     | 32       |
//! | Runner: through several        | 4      | 7        |
//! | Runner: touches the Catcher    | 9      | 4        |
//! | Catcher: touches a Runner      | 22     | 32       |
//! | pushes a Runner through a door | 2      | 2        |
//! | pushes a Runner onto the Catcher (by a Runner) | 2 | 2 |
//!
//! After something happened, one flick in [`AGAIN`] does more. Several doors are two, or one time in [`ALL`] all that
//! are left. A random player turns up a pair of 1s every other time, a sensible one as soon as it has a pair: a flick
//! now is worth as much as later, and the round may be over by then.

use super::moves::Move;
use super::setup::{FISH, Setup};
use super::state::State;
use crate::play::rng::Dice;
use crate::play::rules::Skill;

/// One flick in so many that did something does more.
const AGAIN: u32 = 8;
/// One flick in so many through several doors goes through all.
const ALL: u32 = 4;

/// Chances in a hundred.
struct Aim {
    one: u32,
    several: u32,
    bumped: u32,
    catches: u32,
}

const RANDOM: Aim = Aim {
    one: 24,
    several: 4,
    bumped: 9,
    catches: 22,
};
const SENSIBLE: Aim = Aim {
    one: 32,
    several: 7,
    bumped: 4,
    catches: 32,
};
/// Pushes of others through a door, and onto the Catcher.
const PUSHED: u32 = 2;

/// What happens next at the table.
pub(super) fn choose(
    setup: &Setup,
    state: &State,
    skills: &[Skill],
    dice: &mut Dice,
) -> Option<Move> {
    if state.over() {
        return None;
    }
    if let Some(seat) = state.owed.first().copied() {
        let value = some_value(setup, state, dice)?;
        return Some(Move::Value { seat, value });
    }
    let skill = skills.get(usize::from(state.active)).copied();
    let skill = skill.unwrap_or(Skill::Random);
    if state.reports == 0 || dice.below(AGAIN) == 0 {
        match flick(setup, state, skill, dice) {
            Happened::Fish(seat, count) => return Some(Move::Fish { seat, count }),
            Happened::Catch(seat) => return Some(Move::Catch(seat)),
            Happened::Nothing => {}
        }
    }
    let skates = !setup.tournament && state.can_skate(state.active);
    if skates && (skill == Skill::Sensible || dice.below(2) == 0) {
        return Some(Move::Skate(state.active));
    }
    Some(Move::Next)
}

/// What a flick did.
enum Happened {
    Nothing,
    Fish(u8, u8),
    Catch(u8),
}

fn flick(setup: &Setup, state: &State, skill: Skill, dice: &mut Dice) -> Happened {
    let aim = match skill {
        Skill::Random => &RANDOM,
        Skill::Sensible => &SENSIBLE,
    };
    let roll = dice.below(100);
    let active = state.active;
    if active == state.catcher {
        return match roll {
            r if r < aim.catches => caught(setup, state, None, dice),
            r if r < aim.catches + PUSHED => pushed_through(setup, state, dice),
            _ => Happened::Nothing,
        };
    }
    let (one, several) = (aim.one, aim.one + aim.several);
    match roll {
        r if r < one => Happened::Fish(active, 1),
        r if r < several => {
            let left = FISH - state.fish(active).min(FISH);
            let all = dice.below(ALL) == 0;
            let count = if all { left } else { left.min(2) };
            Happened::Fish(active, count)
        }
        r if r < several + aim.bumped => caught(setup, state, Some(active), dice),
        r if r < several + aim.bumped + PUSHED => pushed_through(setup, state, dice),
        r if r < several + aim.bumped + 2 * PUSHED => caught(setup, state, None, dice),
        _ => Happened::Nothing,
    }
}

/// A Runner who can be caught touches the Catcher: that one, or any.
fn caught(setup: &Setup, state: &State, only: Option<u8>, dice: &mut Dice) -> Happened {
    let free = |r: &u8| setup.two() || state.caught(*r) == 0;
    let fits = |r: &u8| free(r) && only.is_none_or(|o| o == *r);
    any(state.runners(setup).filter(fits), dice).map_or(Happened::Nothing, Happened::Catch)
}

/// Any Runner goes through one door.
fn pushed_through(setup: &Setup, state: &State, dice: &mut Dice) -> Happened {
    any(state.runners(setup), dice).map_or(Happened::Nothing, |r| Happened::Fish(r, 1))
}

fn any(seats: impl Iterator<Item = u8> + Clone, dice: &mut Dice) -> Option<u8> {
    let count = seats.clone().count() as u32;
    let mut seats = seats;
    seats.nth(dice.below(count) as usize)
}

/// The value of a real card: any that the kit still has.
fn some_value(setup: &Setup, state: &State, dice: &mut Dice) -> Option<u8> {
    let mut left = setup.values.clone();
    for typed in state.hands.iter().flatten() {
        if let Some(at) = left.iter().position(|v| v == typed) {
            left.swap_remove(at);
        }
    }
    let pool = if left.is_empty() {
        &setup.values
    } else {
        &left
    };
    dice.pick(pool).copied()
}
