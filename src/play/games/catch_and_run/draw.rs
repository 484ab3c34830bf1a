//! The table drawn for a terminal: the floor as a grid, the pieces, the track and the open arm cards.

use unicode_width::UnicodeWidthStr;

use super::board::{NOWHERE, Square, bit};
use super::ends;
use super::setup::{NO_CARD, Setup, TURNS, Variant};
use super::state::{Phase, State};
use crate::diag::list;
use crate::play::canvas::Canvas;
use crate::play::view::{Ink, View};
use crate::say;
use crate::say::tongue;

/// A card that lies face down.
const DOWN: &str = "░░░";
/// How wide the grid may get with room between its columns: small screens show all of it.
const NARROW: usize = 38;

/// The open table.
pub(super) fn show(setup: &Setup, state: &State, view: &mut View) {
    let mut canvas = Canvas::new();
    canvas.line(track(setup, state));
    grid(setup, state, &mut canvas);
    let board = canvas.rows();
    for seat in 0..setup.seats.len() {
        canvas
            .line("")
            .put(&mark(setup, state, seat), Some(side(setup, state, seat)));
        canvas.put(&piece(setup, state, seat), None);
    }
    for line in history(setup, state).into_iter().chain(games(setup, state)) {
        canvas.line(line);
    }
    canvas.show(board, view);
}

/// The turn track and the catches.
fn track(setup: &Setup, state: &State) -> String {
    let turn = |t: u8| match t == state.turn {
        true => format!("[{t}]"),
        false => format!("{t}"),
    };
    let track: Vec<String> = (1..=TURNS).map(turn).collect();
    let track = say!("turn track: {}", track.join(" ")).to_string();
    let catches = match setup.variant {
        Variant::Standard => say!("catches {} of {}", state.catches, state.mode(setup).goal()),
        Variant::CatchCount => say!("catches {}", state.catches),
        Variant::Individual => say!("penguins out: {}", state.catches),
    };
    let mut line = format!("{track}    {catches}");
    if setup.matched {
        let game = say!("game {} of {}", state.game + 1, setup.plans.len());
        line = format!("{game}    {line}");
    }
    line
}

/// A seat's piece in the grid: `E1` is the first educator.
fn mark(setup: &Setup, state: &State, seat: usize) -> String {
    let nth = |mask: u8| setup.mask_seats(mask).filter(|s| *s <= seat).count();
    let mark = match setup.variant {
        Variant::Individual => say!("P{}", nth(setup.everybody())),
        _ if state.educator(seat) => say!("E{}", nth(state.educators)),
        _ => say!("B{}", nth(state.babies(setup))),
    };
    mark.to_string()
}

/// The ink of a seat's side.
fn side(setup: &Setup, state: &State, seat: usize) -> Ink {
    match setup.variant {
        Variant::Individual => Ink::Strong,
        _ if state.educator(seat) => Ink::First,
        _ => Ink::Second,
    }
}

/// The field: a column is as wide as what stands on it.
fn grid(setup: &Setup, state: &State, canvas: &mut Canvas) {
    let board = state.board(setup);
    let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
    let wide = |column: usize| {
        let cells = (0..rows).map(|row| cell(setup, state, (row * columns + column) as Square));
        cells.map(|c| c.width()).max().unwrap_or(1).max(2)
    };
    let wides: Vec<usize> = (0..columns).map(wide).collect();
    let full = |between: usize| 3 + wides.iter().map(|w| w + between).sum::<usize>();
    let between = [" | ", "  ", " "]
        .into_iter()
        .find(|b| full(b.len()) <= NARROW);
    let between = between.unwrap_or(" ");
    canvas.line("   ");
    for (column, wide) in wides.iter().enumerate() {
        let letter = char::from(b'a' + (column % 26) as u8).to_string();
        let gap = if column + 1 < columns {
            between.len()
        } else {
            0
        };
        canvas.put(&pad(&letter, wide + gap), Some(Ink::Faint));
    }
    canvas.trim();
    for row in 0..rows {
        canvas
            .line("")
            .put(&format!("{:>2} ", row + 1), Some(Ink::Faint));
        for (column, wide) in wides.iter().enumerate() {
            let square = (row * columns + column) as Square;
            if column > 0 {
                canvas.put(between, Some(Ink::Faint));
            }
            canvas.spot((row, column), *wide);
            put_cell(setup, state, square, *wide, canvas);
        }
        canvas.trim();
    }
}

/// The colour of a floor card.
fn colour(name: &str) -> Option<Ink> {
    match name.split('-').nth(1)? {
        "red" => Some(Ink::Red),
        "blue" => Some(Ink::Blue),
        "yellow" => Some(Ink::Yellow),
        "green" => Some(Ink::Green),
        _ => None,
    }
}

/// The face of a square's card, and how it is painted; nothing in a hole.
fn face<'a>(setup: &'a Setup, state: &State, square: Square) -> (&'a str, Option<Ink>) {
    let card = state.floor.get(usize::from(square));
    let Some(card) = card.and_then(|c| setup.floor.get(usize::from(*c))) else {
        return ("", None);
    };
    match state.up & bit(square) == 0 {
        true => (DOWN, Some(Ink::Faint)),
        false => (card.marks[tongue().code()].as_str(), colour(&card.name)),
    }
}

fn standing(setup: &Setup, state: &State, square: Square) -> impl Iterator<Item = usize> {
    let at = state.at;
    (0..setup.seats.len()).filter(move |s| at[*s] == square)
}

/// What is drawn on a square.
fn cell(setup: &Setup, state: &State, square: Square) -> String {
    let (face, _) = face(setup, state, square);
    let here: String = standing(setup, state, square)
        .map(|s| mark(setup, state, s))
        .collect();
    format!("{face}{here}")
}

/// The same with its colours.
fn put_cell(setup: &Setup, state: &State, square: Square, wide: usize, canvas: &mut Canvas) {
    let (text, ink) = face(setup, state, square);
    canvas.put(text, ink);
    for seat in standing(setup, state, square) {
        canvas.put(&mark(setup, state, seat), Some(side(setup, state, seat)));
    }
    let used = cell(setup, state, square).width();
    canvas.put(&" ".repeat(wide.saturating_sub(used)), None);
}

fn pad(text: &str, wide: usize) -> String {
    let blanks = wide.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// One line about a player, behind the mark.
fn piece(setup: &Setup, state: &State, seat: usize) -> String {
    let name = setup.seats.name(seat);
    let role = match setup.variant {
        Variant::Individual => say!("penguin"),
        _ if state.educator(seat) => say!("educator"),
        _ => say!("baby"),
    };
    let at = match state.at[seat] {
        _ if state.is_out(seat) => say!("out since turn {}", state.out[seat]),
        NOWHERE if state.phase == Phase::Place => say!("not placed yet"),
        NOWHERE if state.phase == Phase::Restart => say!("caught, waits for the restart"),
        NOWHERE => say!("caught in the last turn"),
        at if state.stuck & (1 << seat) != 0 => {
            say!("stuck on {}", state.board(setup).name(at))
        }
        at => say!("stands on {}", state.board(setup).name(at)),
    };
    let held = state.held[seat];
    let cards = match held == state.mode(setup).hand(state.educator(seat)) {
        true => String::new(),
        false => format!(" · {}", say!("{} {card|cards} in hand", held)),
    };
    format!(" {name} · {role} · {at}{cards}")
}

/// The open arm cards, a turn a line.
fn history(setup: &Setup, state: &State) -> Vec<String> {
    let turns = state.history.iter().take(usize::from(state.played));
    let line = |(i, row): (usize, &[u8; 4])| {
        let cards = row.iter().filter(|k| **k != NO_CARD);
        let cards = list(cards.map(|k| setup.arm(*k)));
        say!("shown in turn {}: {}", i + 1, cards).to_string()
    };
    turns.enumerate().map(line).collect()
}

/// The standings of a match.
fn games(setup: &Setup, state: &State) -> Vec<String> {
    if state.done.is_empty() || !(setup.matched || setup.variant == Variant::Individual) {
        return Vec::new();
    }
    let rows = ends::table(setup, state).into_iter();
    let rows: Vec<String> = rows
        .map(|r| format!("{}. {} {}", r.rank, setup.seats.name(r.player), r.points))
        .collect();
    vec![say!("standings: {}", rows.join(" · ")).to_string()]
}
