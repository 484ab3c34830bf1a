//! What people are asked for: what to do and enter next, the shapes of moves, and the form of a turn.

use super::check;
use super::moves::some_squares;
use super::setup::{Setup, Special, TURNS};
use super::state::{Phase, State};
use crate::diag::list;
use crate::play::view::{Form, Part};
use crate::say;
use crate::say::Say;

/// What the table must enter next, as a shape.
pub(super) fn shape(setup: &Setup, state: &State) -> String {
    let called = |seat: usize| setup.seats.called(seat);
    let first = |mask: u8| {
        setup
            .mask_seats(mask)
            .next()
            .map(called)
            .unwrap_or_default()
    };
    match state.phase {
        Phase::Place => format!("place {} SQUARE", first(state.to_place(setup))),
        Phase::Restart => format!("restart {} SQUARE", first(state.waiting)),
        Phase::Between => "next-game".to_owned(),
        Phase::Over => String::new(),
        Phase::Turn => {
            let part = |seat: usize| {
                let dir = if state.is_out(seat) { "-" } else { "DIRECTION" };
                let cards = " CARD".repeat(usize::from(state.due(setup, seat)));
                format!("{} {dir}{cards}", called(seat))
            };
            let mut parts: Vec<String> = (0..setup.seats.len()).map(part).collect();
            if asks_random(setup, state) {
                parts.push("random CARD".to_owned());
            }
            format!("turn {}", parts.join(", "))
        }
    }
}

/// Whether the table has to turn a random card.
pub(super) fn asks_random(setup: &Setup, state: &State) -> bool {
    state.mode(setup).random() && !setup.app
}

/// What to do next, in plain words.
pub(super) fn need(setup: &Setup, state: &State) -> Say {
    match state.phase {
        Phase::Place => place(setup, state),
        Phase::Turn => turn(setup, state),
        Phase::Restart => {
            let seat = setup.mask_seats(state.waiting).next().unwrap_or(0);
            say!(
                "{} was caught and comes back on any face-up card: `restart {} SQUARE`",
                setup.seats.name(seat),
                setup.seats.called(seat)
            )
        }
        Phase::Between => say!(
            "game {} of {} is over: `next-game` sets up the next one",
            state.game + 1,
            setup.plans.len()
        ),
        Phase::Over => say!("nothing: the game is over"),
    }
}

fn place(setup: &Setup, state: &State) -> Say {
    let due = state.to_place(setup);
    let seat = setup.mask_seats(due).next().unwrap_or(0);
    let squares = some_squares(state.board(setup), state.starts(setup, seat));
    let name = setup.seats.name(seat);
    if state.educator(seat) && due.count_ones() == 2 {
        return say!(
            "{} or {} chooses a corner ({}), the other educator starts opposite: `place {} SQUARE`",
            name,
            setup
                .mask_seats(due)
                .nth(1)
                .map_or("", |s| setup.seats.name(s)),
            squares,
            setup.seats.called(seat)
        );
    }
    say!(
        "{} chooses where to start ({}): `place {} SQUARE`",
        name,
        squares,
        setup.seats.called(seat)
    )
}

fn turn(setup: &Setup, state: &State) -> Say {
    let example = example(setup, state);
    if setup.app {
        return say!(
            "turn {} of {}: everybody chooses a direction and arm cards in secret, shows the run cards together, then names the arm cards: `{}`",
            state.turn,
            TURNS,
            example
        );
    }
    if asks_random(setup, state) {
        return say!(
            "turn {} of {}: lay the arm cards face down, show the run cards together, open the arm cards and one from the deck, then enter them: `{}`",
            state.turn,
            TURNS,
            example
        );
    }
    say!(
        "turn {} of {}: lay the arm cards face down, show the run cards together, open the arm cards, then enter them: `{}`",
        state.turn,
        TURNS,
        example
    )
}

/// A plain card that does not lie open yet, another one for each number.
fn some_card<'a>(setup: &'a Setup, state: &State, nth: usize) -> &'a str {
    let plain = |k: &usize| setup.special(*k as u8) == Special::Plain && state.left(setup, *k) > 0;
    let left: Vec<usize> = (0..setup.arms.len()).filter(plain).collect();
    // Neighbours in the deck look alike.
    let kind = left.get(nth * 3 % left.len().max(1)).copied().unwrap_or(0);
    setup.arm(kind as u8)
}

/// A turn as it could be entered; the cards are made up.
fn example(setup: &Setup, state: &State) -> String {
    let part = |seat: usize| {
        let dirs = check::directions(setup, state, seat);
        let dir = match state.is_out(seat) {
            true => "-",
            false => dirs.first().map_or("up", |d| d.word()),
        };
        let due = usize::from(state.due(setup, seat));
        let cards: Vec<&str> = (0..due)
            .map(|i| some_card(setup, state, 2 * seat + i))
            .collect();
        format!("{} {dir} {}", setup.seats.called(seat), cards.join(" "))
    };
    let mut parts: Vec<String> = (0..setup.seats.len()).map(part).collect();
    if asks_random(setup, state) {
        parts.push(format!("random {}", some_card(setup, state, 9)));
    }
    format!("turn {}", parts.join(", "))
}

/// The shapes of the moves that can be made.
pub(super) fn moves(setup: &Setup, state: &State) -> Vec<String> {
    match state.phase {
        Phase::Place => vec!["place NAME SQUARE".to_owned()],
        Phase::Restart => vec!["restart NAME SQUARE".to_owned()],
        Phase::Between => vec!["next-game".to_owned()],
        Phase::Over => Vec::new(),
        Phase::Turn => {
            let mut shapes = vec!["turn NAME DIRECTION CARD [unused], …".to_owned()];
            shapes.push("turn … CARD+2x then left, …".to_owned());
            shapes.push("turn … CARD+carpenter repair SQUARE, …".to_owned());
            shapes.push("turn … CARD+carpenter destroy, …".to_owned());
            if asks_random(setup, state) {
                shapes.push("turn …, random CARD".to_owned());
            }
            shapes
        }
    }
}

/// A turn asked for one player at a time.
pub(super) fn form(setup: &Setup, state: &State) -> Option<Form> {
    if state.phase != Phase::Turn {
        return None;
    }
    let mut parts: Vec<Part> = (0..setup.seats.len())
        .map(|seat| Part {
            head: setup.seats.called(seat).to_owned(),
            ask: ask(setup, state, seat),
            seat: Some(seat),
        })
        .collect();
    if asks_random(setup, state) {
        parts.push(Part {
            head: "random".to_owned(),
            ask: say!(
                "the random card from the deck, such as `{}`",
                some_card(setup, state, 9)
            ),
            seat: None,
        });
    }
    Some(Form {
        head: "turn".to_owned(),
        parts,
    })
}

fn ask(setup: &Setup, state: &State, seat: usize) -> Say {
    let name = setup.seats.name(seat);
    let (card, second) = (
        some_card(setup, state, 2 * seat),
        some_card(setup, state, 2 * seat + 1),
    );
    if state.is_out(seat) {
        return match state.due(setup, seat) {
            2.. => say!(
                "{} is out: `-` and two arm cards, such as `- {} {}`",
                name,
                card,
                second
            ),
            _ => say!("{} is out: `-` and an arm card, such as `- {}`", name, card),
        };
    }
    let dirs = check::directions(setup, state, seat);
    let first = dirs.first().map_or("up", |d| d.word());
    let dirs = list(dirs.iter().map(|d| d.word()));
    match state.due(setup, seat) {
        0 => say!("{}: direction ({}); no arm card is left", name, dirs),
        1 => say!(
            "{}: direction ({}) and arm card, such as `{} {}`",
            name,
            dirs,
            first,
            card
        ),
        _ => say!(
            "{}: direction ({}) and two arm cards, such as `{} {} {}`",
            name,
            dirs,
            first,
            card,
            second
        ),
    }
}
