//! What people are told: how to set up the real table, what a turn did, how hands are filled up.

use super::board::Square;
use super::moves::{Turn, some_squares};
use super::setup::{Mode, Setup, Variant};
use super::state::State;
use super::turn::Turned;
use crate::diag::list;
use crate::play::rules::{Effect, News};
use crate::say;
use crate::say::Say;

/// How the real table is set up.
pub(super) fn set_up(setup: &Setup, state: &State, news: &mut News) {
    let mode = state.mode(setup);
    if setup.matched {
        let (game, games) = (state.game + 1, setup.plans.len());
        news.tell(Effect::Shuffle, || say!("game {} of {}", game, games));
    }
    if setup.variant == Variant::Individual {
        news.tell(Effect::Open, || {
            say!("everyone for themselves: a penguin each, and only the floor catches")
        });
    } else {
        news.tell(Effect::Shuffle, || {
            let (educators, babies) = (
                setup.names(state.educators).join(", "),
                setup.names(state.babies(setup)).join(", "),
            );
            say!("educators: {}; babies: {}", educators, babies)
        });
    }
    if setup.variant == Variant::CatchCount && state.game == 0 && mode != Mode::TwoTwo {
        news.tell(Effect::Open, || {
            say!("counting catches is for two against two in the book; with fewer it is our extension")
        });
    }
    news.tell(Effect::Shuffle, || {
        let board = state.board(setup);
        let cards = board.cells.count_ones();
        say!("the floor was drawn: lay {} floor {card|cards} face up as `show` draws them, the rest leave the game", cards)
    });
    let board = state.board(setup);
    if board.cells != board.open {
        news.tell(Effect::Open, || {
            say!(
                "face down from the start: {}",
                some_squares(board, board.cells & !board.open)
            )
        });
    }
    if !setup.app {
        news.tell(Effect::Open, || match mode {
            Mode::OneTwo => say!(
                "shuffle the arm cards; the educator gets {}, each baby {}",
                5,
                4
            ),
            _ => say!(
                "shuffle the arm cards and deal {} to everybody",
                mode.hand(true)
            ),
        });
    }
    news.tell(Effect::Open, || {
        say!("everybody takes a run card and looks at their arm cards")
    });
}

/// What a turn did; `state` is from before it.
pub(super) fn turn_done(
    setup: &Setup,
    state: &State,
    turn: &Turn,
    random: Option<u8>,
    turned: &Turned,
    news: &mut News,
) {
    let board = state.board(setup);
    let name = |square: &Square| board.name(*square);
    let effect = if setup.app {
        Effect::Reveal
    } else {
        Effect::Open
    };
    news.tell(effect, || {
        let plays = turn.plays.iter().take(setup.seats.len());
        let cards = plays.flat_map(|p| p.cards()).map(|c| c.kind).chain(random);
        let cards: Vec<&str> = cards.map(|k| setup.arm(k)).collect();
        say!("turn {}: {}", state.turn, list(cards))
    });
    if !turned.repaired.get().is_empty() {
        news.tell(Effect::Open, || {
            let squares: Vec<String> = turned.repaired.get().iter().map(name).collect();
            say!("repaired, turn up: {}", squares.join(", "))
        });
    }
    if !turned.destroyed.get().is_empty() {
        news.tell(Effect::Open, || {
            let squares: Vec<String> = turned.destroyed.get().iter().map(name).collect();
            say!("destroyed, turn down: {}", squares.join(", "))
        });
    }
    for seat in setup.mask_seats(turned.void) {
        news.tell(Effect::Open, || {
            say!(
                "{} cannot move, so nothing is destroyed",
                setup.seats.name(seat)
            )
        });
    }
    for seat in (0..setup.seats.len()).filter(|s| !state.is_out(*s)) {
        news.tell(Effect::Open, || ran(setup, state, turned, seat));
    }
    news.tell(Effect::Open, || match turned.flipped {
        0 => say!("REVERSE turns no card"),
        flipped => say!("REVERSE, turn down: {}", board.names(flipped).join(", ")),
    });
    tell_catches(setup, state, turned, news);
}

fn ran(setup: &Setup, state: &State, turned: &Turned, seat: usize) -> Say {
    let board = state.board(setup);
    let (name, from) = (setup.seats.name(seat), board.name(state.at[seat]));
    let path = turned.paths[seat].squares();
    if state.stuck & !turned.freed & (1 << seat) != 0 {
        return say!("{} is stuck on {}", name, from);
    }
    if path.is_empty() {
        return say!("{} stays on {}", name, from);
    }
    let path: Vec<String> = path.iter().map(|s| board.name(*s)).collect();
    say!("{} runs from {} to {}", name, from, path.join(", "))
}

fn tell_catches(setup: &Setup, state: &State, turned: &Turned, news: &mut News) {
    for seat in setup.mask_seats(turned.caught) {
        news.tell(Effect::Open, || {
            let name = setup.seats.name(seat);
            if setup.variant == Variant::Individual {
                say!("{} is caught by the floor and out", name)
            } else if turned.ran_into & (1 << seat) != 0 {
                say!("{} is caught by an educator", name)
            } else {
                say!("{} is caught by the floor", name)
            }
        });
    }
    let board = state.board(setup);
    for seat in setup.mask_seats(turned.stuck) {
        news.tell(Effect::Open, || {
            say!(
                "{} falls and is stuck on {}",
                setup.seats.name(seat),
                board.name(turned.at[seat])
            )
        });
    }
}

/// How hands are filled up again after a turn.
pub(super) fn refill(setup: &Setup, turned: &Turned, news: &mut News) {
    for seat in setup.mask_seats(turned.freed) {
        news.tell(Effect::Open, || {
            say!(
                "{} was freed and draws one card fewer this turn",
                setup.seats.name(seat)
            )
        });
    }
    if setup.app {
        news.tell(Effect::Deal, || {
            say!("the companion has dealt new cards in secret")
        });
    } else {
        news.tell(Effect::Open, || {
            say!("leave the arm cards open, and draw as many as you played")
        });
    }
}
