//! What people are asked for next, and the shapes of the moves that can be made.

use super::moves::voters;
use super::setup::Setup;
use super::state::{Stage, State};
use crate::play::view::{Form, Part};
use crate::say;
use crate::say::Say;

/// What to do next.
pub(super) fn need(setup: &Setup, state: &State) -> Say {
    let name = setup.seats.name(state.active);
    let items = state.need(setup).unwrap_or(0);
    let voters = setup.seats.len() - 1;
    match state.stage {
        Stage::Flip if state.turned == 0 && !setup.app => say!(
            "deal 3 item cards to everybody and lay out the pile; then {} begins: `flip` turns up the first event",
            name
        ),
        Stage::Flip => say!("{}'s turn: `flip` turns up the next event", name),
        Stage::Answer if setup.app => say!(
            "{} reads out the event and answers with exactly {} {item|items} of the hand: `use ITEM, ITEM`; at a loss, the others count to three (`/timer`), then `fail`",
            name,
            items
        ),
        Stage::Answer => say!(
            "{} reads out the event and answers with exactly {} {item|items}, one by one; the {} others vote on three: `vote {} 1` is {} up, 1 down; at a loss, count to three (`/timer`), then `fail`",
            name,
            items,
            voters,
            voters - 1,
            voters - 1
        ),
        Stage::Vote => say!(
            "the {} others vote on three, thumbs up or down: `vote {} 1` is {} up, 1 down; if {} was counted out: `fail`",
            voters,
            voters - 1,
            voters - 1,
            name
        ),
        Stage::Over => say!("nothing: the game is over"),
    }
}

/// The shapes of the moves that can be made.
pub(super) fn moves(setup: &Setup, state: &State) -> Vec<String> {
    let shapes: &[&str] = match state.stage {
        Stage::Flip => &["flip"],
        Stage::Answer if setup.app => &["use ITEM, …", "fail"],
        Stage::Answer => &["vote UP DOWN", "fail", "use ITEM, …"],
        Stage::Vote => &["vote UP DOWN", "fail"],
        Stage::Over => &[],
    };
    shapes.iter().map(|s| (*s).to_owned()).collect()
}

/// The vote, which everybody gives who is not answering the event.
pub(super) fn together(setup: &Setup, state: &State) -> Option<Form> {
    let due = match state.stage {
        Stage::Vote => true,
        Stage::Answer => !setup.app,
        Stage::Flip | Stage::Over => false,
    };
    let part = |seat: usize| Part {
        head: String::new(),
        ask: say!(
            "{}: did {} get out of it? `up` or `down`",
            setup.seats.name(seat),
            setup.seats.name(state.active)
        ),
        seat: Some(seat),
    };
    due.then(|| Form {
        head: "vote".to_owned(),
        parts: voters(setup, state).map(part).collect(),
    })
}
