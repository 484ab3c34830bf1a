//! What people are asked for next, and the shapes of the moves that can be made.

use super::moves::{self, Move};
use super::setup::Setup;
use super::state::{ALL_FISH, State, TurnAct, Way};
use crate::say;
use crate::say::Say;

/// What to do next, with a move that could be made.
pub(super) fn need(setup: &Setup, state: &State, legal: &[Move]) -> Say {
    let who = setup.seats.name(state.turn);
    if state.ending.is_some() {
        return say!("nothing: the game is over");
    }
    // The plainest move there is; among drawings, one somewhere along the row.
    let plain = |m: &&Move| matches!(m.act, TurnAct::Go(_, Way::Step(_) | Way::Leave(_)));
    let some = || legal.get(legal.len() / 3);
    let example = legal.iter().find(plain).or_else(some);
    let example = example.map(|m| moves::write(setup, m)).unwrap_or_default();
    if state.drawn() {
        return say!(
            "{}: move one cat and draw its line, then enter it, such as `{}`",
            who,
            example
        );
    }
    let last = setup.last_row();
    let fish = state.fish.len() < ALL_FISH;
    let left = |row: usize| {
        let count = state.left_in_row(&setup.town, state.turn, row, fish);
        (count > 0).then(|| say!("{} in row {}", count, row + 1).to_string())
    };
    let left: Vec<String> = [0, last].into_iter().filter_map(left).collect();
    let left = left.join(", ");
    if fish {
        say!(
            "{}: draw a fish (left to draw: {}), then enter it: `{}`",
            who,
            left,
            example
        )
    } else {
        say!(
            "{}: draw a cat (left to draw: {}), then enter it: `{}`",
            who,
            left,
            example
        )
    }
}

/// Shapes of the moves that can be made.
pub(super) fn shapes(setup: &Setup, state: &State, legal: &[Move]) -> Vec<String> {
    let who = setup.seats.called(state.turn);
    let ways = "up|down|left|right";
    let any = |is: fn(&TurnAct) -> bool| legal.iter().any(|m| is(&m.act));
    let mut shapes = Vec::new();
    let mut add = |is: fn(&TurnAct) -> bool, shape: String| {
        if any(is) {
            shapes.push(shape);
        }
    };
    add(
        |a| matches!(a, TurnAct::Fish(_)),
        format!("fish {who} CELL"),
    );
    add(|a| matches!(a, TurnAct::Cat(_)), format!("cat {who} CELL"));
    add(
        |a| matches!(a, TurnAct::Go(_, Way::Step(_))),
        format!("{who} 1|2 {ways}"),
    );
    add(
        |a| matches!(a, TurnAct::Go(_, Way::Leave(_))),
        format!("{who} 1|2 leave CELL"),
    );
    add(
        |a| matches!(a, TurnAct::Go(_, Way::Jump(_))),
        format!("{who} 1|2 jump {ways}"),
    );
    add(
        |a| matches!(a, TurnAct::Go(_, Way::Amazing(_))),
        format!("{who} 1|2 amazing {ways}"),
    );
    add(
        |a| matches!(a, TurnAct::Go(_, Way::Warp(..))),
        format!("{who} 1|2 warp {ways} then {ways}"),
    );
    shapes
}
