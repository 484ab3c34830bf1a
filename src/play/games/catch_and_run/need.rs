//! What people are told: how to set up the real table, what a turn did, what to do and enter next.

use super::board::Square;
use super::book::{Book, Mode, TURNS, Variant};
use super::moves::Turn;
use super::parse::some_squares;
use super::state::{Phase, State};
use super::turn::Turned;
use crate::diag::list;
use crate::play::rules::{Effect, News};
use crate::say;
use crate::say::Say;

/// How the real table is set up.
pub fn tell_set_up(book: &Book, state: &State, news: &mut News) {
    let mode = state.mode(book);
    if book.matched {
        let (game, games) = (state.game + 1, book.plans.len());
        news.tell(Effect::Shuffle, || say!("game {} of {}", game, games));
    }
    if book.variant == Variant::Individual {
        news.tell(Effect::Open, || {
            say!("everyone for themselves: a penguin each, and only the floor catches")
        });
    } else {
        news.tell(Effect::Shuffle, || {
            let (educators, babies) = (
                book.names(state.educators).join(", "),
                book.names(state.babies(book)).join(", "),
            );
            say!("educators: {}; babies: {}", educators, babies)
        });
    }
    if book.variant == Variant::CatchCount && state.game == 0 && mode != Mode::TwoTwo {
        news.tell(Effect::Open, || {
            say!("counting catches is for two against two in the book; with fewer it is our extension")
        });
    }
    news.tell(Effect::Shuffle, || {
        let board = state.board(book);
        let cards = board.cells.count_ones();
        say!("the floor was drawn: lay {} floor cards face up as `show` draws them, the rest leave the game", cards)
    });
    let board = state.board(book);
    if board.cells != board.open {
        news.tell(Effect::Open, || {
            say!(
                "face down from the start: {}",
                some_squares(board, board.cells & !board.open)
            )
        });
    }
    if !book.app {
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

/// What the table must enter next, as a shape.
pub fn shape(book: &Book, state: &State) -> String {
    let called = |seat: usize| book.called.get(seat).cloned().unwrap_or_default();
    let first = |mask: u8| book.mask_seats(mask).next().map(called).unwrap_or_default();
    match state.phase {
        Phase::Place => format!("place {} SQUARE", first(state.to_place(book))),
        Phase::Restart => format!("restart {} SQUARE", first(state.waiting)),
        Phase::Between => "next-game".to_owned(),
        Phase::Over => String::new(),
        Phase::Turn => {
            let part = |seat: usize| {
                let dir = if state.is_out(seat) { "-" } else { "DIRECTION" };
                let cards = " CARD".repeat(usize::from(state.due(book, seat)));
                format!("{} {dir}{cards}", called(seat))
            };
            let mut parts: Vec<String> = (0..book.seats.len()).map(part).collect();
            if asks_random(book, state) {
                parts.push("random CARD".to_owned());
            }
            format!("turn {}", parts.join(", "))
        }
    }
}

/// Whether the table has to turn a random card.
pub fn asks_random(book: &Book, state: &State) -> bool {
    state.mode(book).random() && !book.app
}

/// What to do next, in plain words.
pub fn need(book: &Book, state: &State) -> Say {
    match state.phase {
        Phase::Place => place(book, state),
        Phase::Turn => turn(book, state),
        Phase::Restart => {
            let seat = book.mask_seats(state.waiting).next().unwrap_or(0);
            say!(
                "{} was caught and comes back on any face-up card: `restart {} SQUARE`",
                book.name(seat),
                book.called[seat]
            )
        }
        Phase::Between => say!(
            "game {} of {} is over: `next-game` sets up the next one",
            state.game + 1,
            book.plans.len()
        ),
        Phase::Over => say!("nothing: the game is over"),
    }
}

fn place(book: &Book, state: &State) -> Say {
    let due = state.to_place(book);
    let seat = book.mask_seats(due).next().unwrap_or(0);
    let squares = some_squares(state.board(book), state.starts(book, seat));
    let name = book.name(seat);
    if state.educator(seat) && due.count_ones() == 2 {
        return say!(
            "{} or {} chooses a corner ({}), the other educator starts opposite: `place {} SQUARE`",
            name,
            book.mask_seats(due).nth(1).map_or("", |s| book.name(s)),
            squares,
            book.called[seat]
        );
    }
    say!(
        "{} chooses where to start ({}): `place {} SQUARE`",
        name,
        squares,
        book.called[seat]
    )
}

fn turn(book: &Book, state: &State) -> Say {
    let example = example(book, state);
    if book.app {
        return say!(
            "turn {} of {}: everybody chooses a direction and arm cards in secret, shows the run cards together, then names the arm cards: `{}`",
            state.turn,
            TURNS,
            example
        );
    }
    if asks_random(book, state) {
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

/// A turn as it could be entered; the cards are made up.
fn example(book: &Book, state: &State) -> String {
    const CARDS: [&str; 4] = ["red", "3", "blue", "circle"];
    let part = |seat: usize| {
        let dirs = super::check::directions(book, state, seat);
        let dir = match state.is_out(seat) {
            true => "-",
            false => dirs.first().map_or("up", |d| d.word()),
        };
        let due = usize::from(state.due(book, seat));
        let cards: Vec<&str> = (0..due).map(|i| CARDS[(seat + i) % CARDS.len()]).collect();
        format!("{} {dir} {}", book.called[seat], cards.join(" "))
    };
    let mut parts: Vec<String> = (0..book.seats.len()).map(part).collect();
    if asks_random(book, state) {
        parts.push("random green".to_owned());
    }
    format!("turn {}", parts.join(", "))
}

/// What a turn did; `state` is from before it.
pub fn tell_turn(
    book: &Book,
    state: &State,
    turn: &Turn,
    random: Option<u8>,
    turned: &Turned,
    news: &mut News,
) {
    let board = state.board(book);
    let name = |square: &Square| board.name(*square);
    let effect = if book.app {
        Effect::Reveal
    } else {
        Effect::Open
    };
    news.tell(effect, || {
        let plays = turn.plays.iter().take(book.seats.len());
        let cards = plays.flat_map(|p| p.cards()).map(|c| c.kind).chain(random);
        let cards: Vec<&str> = cards.map(|k| book.arm(k)).collect();
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
    for seat in book.mask_seats(turned.void) {
        news.tell(Effect::Open, || {
            say!("{} cannot move, so nothing is destroyed", book.name(seat))
        });
    }
    for seat in (0..book.seats.len()).filter(|s| !state.is_out(*s)) {
        news.tell(Effect::Open, || ran(book, state, turned, seat));
    }
    news.tell(Effect::Open, || match turned.flipped {
        0 => say!("REVERSE turns no card"),
        flipped => say!("REVERSE, turn down: {}", board.names(flipped).join(", ")),
    });
    tell_catches(book, state, turned, news);
}

fn ran(book: &Book, state: &State, turned: &Turned, seat: usize) -> Say {
    let board = state.board(book);
    let (name, from) = (book.name(seat), board.name(state.at[seat]));
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

fn tell_catches(book: &Book, state: &State, turned: &Turned, news: &mut News) {
    for seat in book.mask_seats(turned.caught) {
        news.tell(Effect::Open, || {
            let name = book.name(seat);
            if book.variant == Variant::Individual {
                say!("{} is caught by the floor and out", name)
            } else if turned.ran_into & (1 << seat) != 0 {
                say!("{} is caught by an educator", name)
            } else {
                say!("{} is caught by the floor", name)
            }
        });
    }
    let board = state.board(book);
    for seat in book.mask_seats(turned.stuck) {
        news.tell(Effect::Open, || {
            say!(
                "{} falls and is stuck on {}",
                book.name(seat),
                board.name(turned.at[seat])
            )
        });
    }
}

/// How hands are filled up again after a turn.
pub fn tell_refill(book: &Book, turned: &Turned, news: &mut News) {
    for seat in book.mask_seats(turned.freed) {
        news.tell(Effect::Open, || {
            say!(
                "{} was freed and draws one card fewer this turn",
                book.name(seat)
            )
        });
    }
    if book.app {
        news.tell(Effect::Deal, || {
            say!("the companion has dealt new cards in secret")
        });
    } else {
        news.tell(Effect::Open, || {
            say!("leave the arm cards open, and draw as many as you played")
        });
    }
}
