//! What people are asked for next, and the shapes of the moves that can be made.

use super::setup::Setup;
use super::state::State;
use crate::play::view::{Form, Part};
use crate::say;
use crate::say::Say;

/// What to do next.
pub(super) fn need(setup: &Setup, state: &State) -> Say {
    if state.over() {
        return say!("nothing: the game is over");
    }
    if let Some(seat) = state.owed.first() {
        return say!(
            "{} draws the top fish card, shows it to nobody and types in its value unseen: `value {}` asks for it",
            setup.seats.name(*seat),
            setup.seats.called(*seat)
        );
    }
    let (name, catcher) = (
        setup.seats.name(state.active),
        setup.seats.name(state.catcher),
    );
    let skates = !setup.tournament && state.may_skate(state.active);
    let fresh = state.flicked == 0 && state.runners(setup).all(|r| state.caught(r) == 0);
    if fresh && state.reports == 0 {
        return say!(
            "{} (Catcher) starts in the Kitchen, the Runners hang their fish on the fish doors; {} flicks once from the red circle in the Classroom, then enter what happened: `fish NAME`, `catch NAME`, and `next`",
            catcher,
            name
        );
    }
    match (state.reports > 0, state.on_the_circle(state.active), skates) {
        (true, _, false) => say!(
            "did anything else happen in {}'s turn? `fish NAME`, `catch NAME`; else `next`",
            name
        ),
        (true, _, true) => say!(
            "did anything else happen in {}'s turn? `fish NAME`, `catch NAME`; else `next`, or `skate` with two 1s",
            name
        ),
        (false, true, _) => say!(
            "{} flicks once from the red circle in the Classroom; then enter what happened: `fish NAME`, `catch NAME`, and `next`",
            name
        ),
        (false, false, false) => say!(
            "{} flicks once; then enter what happened: `fish NAME`, `catch NAME`, and `next`",
            name
        ),
        (false, false, true) => say!(
            "{} flicks once; then enter what happened: `fish NAME`, `catch NAME`, and `next`, or `skate` with two 1s",
            name
        ),
    }
}

/// The shapes of the moves that can be made.
pub(super) fn moves(setup: &Setup, state: &State) -> Vec<String> {
    let shapes: &[&str] = if state.over() {
        &[]
    } else if !state.owed.is_empty() {
        &["value NAME"]
    } else if setup.tournament {
        &["fish NAME [N]", "catch NAME", "next"]
    } else {
        &["fish NAME [N]", "catch NAME", "skate NAME", "next"]
    };
    shapes.iter().map(|s| (*s).to_owned()).collect()
}

/// The value of a real card, which its owner alone types in.
pub(super) fn together(setup: &Setup, state: &State) -> Option<Form> {
    let seat = *state.owed.first()?;
    let part = Part {
        head: setup.seats.called(seat).to_owned(),
        ask: say!("the value of the fish card that you have drawn?"),
        seat: Some(usize::from(seat)),
    };
    Some(Form {
        head: "value".to_owned(),
        parts: vec![part],
    })
}
