//! The table drawn for a terminal: the floor as a grid, the pieces, the track and the open arm cards.

use unicode_width::UnicodeWidthStr;

use super::board::{NOWHERE, Square, bit};
use super::ends;
use super::setup::{NO_CARD, Setup, TURNS, Variant};
use super::state::{Phase, State};
use crate::diag::list;
use crate::say;
use crate::say::tongue;

/// A card that lies face down.
const DOWN: &str = "░░░";
/// The widest that the grid may get.
const WIDEST: usize = 78;

/// The open table, a line each.
pub(super) fn lines(setup: &Setup, state: &State) -> Vec<String> {
    let mut lines = vec![track(setup, state)];
    lines.extend(grid(setup, state));
    lines.extend((0..setup.seats.len()).map(|s| piece(setup, state, s)));
    lines.extend(history(setup, state));
    lines.extend(games(setup, state));
    lines
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

fn grid(setup: &Setup, state: &State) -> Vec<String> {
    let board = state.board(setup);
    let (rows, columns) = (board.rows, board.columns);
    let texts = |pieces: bool| -> Vec<String> {
        let all = 0..rows * columns;
        all.map(|s| cell(setup, state, s, pieces)).collect()
    };
    let widest = |cells: &[String]| cells.iter().map(|c| c.width()).max().unwrap_or(1);
    let mut cells = texts(true);
    let full = |cells: &[String]| 3 + (widest(cells) + 3) * usize::from(columns);
    // Too many columns: the pieces are told apart by the lines below.
    let tight = full(&cells) > WIDEST;
    if tight {
        cells = texts(false);
    }
    let wide = widest(&cells);
    let between = if tight { " " } else { " | " };
    let row = |label: String, texts: Vec<String>| {
        let texts: Vec<String> = texts.iter().map(|t| pad(t, wide)).collect();
        format!("{label:>2} {}", texts.join(between))
            .trim_end()
            .to_owned()
    };
    let letters = (0..columns).map(|c| char::from(b'a' + c % 26).to_string());
    let head: Vec<String> = letters.map(|l| pad(&format!(" {l}"), wide)).collect();
    let gap = " ".repeat(between.len());
    let mut lines = vec![format!("   {}", head.join(&gap)).trim_end().to_owned()];
    for (i, chunk) in cells.chunks(usize::from(columns).max(1)).enumerate() {
        lines.push(row((i + 1).to_string(), chunk.to_vec()));
    }
    lines
}

/// What is drawn on a square.
fn cell(setup: &Setup, state: &State, square: Square, pieces: bool) -> String {
    let card = state.floor.get(usize::from(square));
    let Some(card) = card.and_then(|c| setup.floor.get(usize::from(*c))) else {
        return String::new();
    };
    let marks = &card.marks;
    let face = match tongue() {
        _ if state.up & bit(square) == 0 => DOWN,
        tongue => marks[tongue.code()].as_str(),
    };
    let here = (0..setup.seats.len()).filter(|s| pieces && state.at[*s] == square);
    let here: String = here.map(|s| mark(setup, state, s)).collect();
    match here.is_empty() {
        true => face.to_owned(),
        false => format!("{} {here}", pad(face, 3)),
    }
}

fn pad(text: &str, wide: usize) -> String {
    let blanks = wide.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// One line about a player.
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
    let mark = mark(setup, state, seat);
    format!("{mark} {name} · {role} · {at}{cards}")
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
