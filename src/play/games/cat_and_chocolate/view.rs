//! What of a game of Cat & Chocolate may be seen by whom. Cliques are seen by nobody before the end, not even by
//! their own players; how many events are left is never seen.

use serde_json::{Map, Value, json};

use super::prompts;
use super::rules::{Clique, CliqueScore, score};
use super::setup::{EventCard, Setup};
use super::state::State;
use crate::play::canvas::Canvas;
use crate::play::view::{Ink, View, Viewer};
use crate::say;
use crate::say::Say;

/// What people call a clique.
pub(super) fn clique(side: Clique) -> Say {
    match side {
        Clique::Council => say!("Student Council"),
        Clique::Pet => say!("Teacher's Pet"),
    }
}

/// What a viewer may see.
pub(super) fn view(setup: &Setup, state: &State, viewer: Viewer) -> View {
    let mut view = View::new(setup.seats.len(), prompts::need(setup, state));
    view.settings = setup.settings.clone();
    view.turn = state.turn();
    view.active = Some(usize::from(state.active)).filter(|_| !state.over());
    view.moves = prompts::moves(setup, state);
    view.game = fields(setup, state);
    let (canvas, board) = draw(setup, state);
    canvas.show(board, &mut view);
    view.prose = true;
    if state.over() {
        let role = |s| Some(state.side(s).name().to_owned());
        view.roles = (0..setup.seats.len()).map(role).collect();
        view.scores = scores(setup, state);
    }
    if let (Viewer::Seat(seat), true) = (viewer, setup.app) {
        let hand = state.hand(seat);
        let names: Value = hand.iter().map(|i| Value::from(setup.item(*i))).collect();
        view.own.insert("hand".into(), names);
        view.secret = secret(setup, hand);
    }
    view
}

fn fields(setup: &Setup, state: &State) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("active".into(), setup.seats.name(state.active).into());
    let event = state.open().and_then(|e| setup.event(e));
    out.insert("event".into(), json!(event.map(|e| &e.name)));
    out.insert("need".into(), json!(state.need(setup)));
    let won = |s: usize| json!(state.won.get(s).copied().unwrap_or(0));
    out.insert("won".into(), setup.seats.by_name(won).into());
    if state.over() {
        let side = |s| json!(state.side(s).name());
        out.insert("cliques".into(), setup.seats.by_name(side).into());
        out.insert("scores".into(), scores(setup, state).into());
    }
    out
}

fn scores(setup: &Setup, state: &State) -> Map<String, Value> {
    let members = state.members(setup);
    let total = |side: Clique| score(&members, side, setup.lone).total.into();
    Clique::ALL
        .into_iter()
        .map(|side| (side.name().to_owned(), total(side)))
        .collect()
}

/// The text of the hand-over card.
fn secret(setup: &Setup, hand: &[u8]) -> Vec<String> {
    let mut lines = vec![say!("your items:").to_string()];
    let item = |i: &u8| {
        let label = setup.labels(std::slice::from_ref(i));
        format!("  {} (`{}`)", label.get(), setup.item(*i))
    };
    lines.extend(hand.iter().map(item));
    lines.push(say!("your clique: nobody knows it before the end, not even you").to_string());
    lines
}

/// The event that lies open, which stays in sight; below it who has won how many.
fn draw(setup: &Setup, state: &State) -> (Canvas, usize) {
    let mut canvas = Canvas::new();
    if !state.over() {
        let turn = say!("turn {}: {}", state.turn(), setup.seats.name(state.active));
        canvas.painted(&turn.to_string(), Ink::Strong);
    }
    let board = match state.open().and_then(|e| setup.event(e)) {
        Some(event) => {
            draw_event(&mut canvas, setup, state, event);
            canvas.rows()
        }
        None => 0,
    };
    canvas.line(say!("events won, `#` for each:").to_string());
    for seat in 0..setup.seats.len() {
        draw_seat(&mut canvas, setup, state, seat);
    }
    if state.over() {
        let members = state.members(setup);
        for side in Clique::ALL {
            canvas.painted(&sum(side, &score(&members, side, setup.lone)), ink(side));
        }
    }
    (canvas, board)
}

/// A card in a frame.
fn draw_event(canvas: &mut Canvas, setup: &Setup, state: &State, event: &EventCard) {
    let edge = Some(Ink::Faint);
    canvas.line("").put("+-- ", edge);
    canvas
        .put(event.title.get(), Some(Ink::Yellow))
        .put(" --", edge);
    let text = event.text.as_ref().map_or("", |t| t.get());
    for line in text.lines() {
        canvas.line("").put("| ", edge).put(line, None);
    }
    if let Some(need) = state.need(setup) {
        let need = say!("items to use: {}", need).to_string();
        canvas
            .line("")
            .put("| ", edge)
            .put(&need, Some(Ink::Strong));
    }
    if !state.used.cards().is_empty() {
        let used = say!("used: {}", setup.labels(state.used.cards())).to_string();
        canvas.line("").put("| ", edge).put(&used, Some(Ink::Green));
    }
    canvas.painted("+--", Ink::Faint);
}

fn draw_seat(canvas: &mut Canvas, setup: &Setup, state: &State, seat: usize) {
    let active = usize::from(state.active) == seat && !state.over();
    let won = state.won.get(seat).copied().unwrap_or(0);
    let mark = if active { ">" } else { " " };
    canvas.line("").put(&format!("{mark} {won:>2} "), None);
    let cards = "#".repeat(usize::from(won));
    canvas.put(&format!("{cards:<6}"), Some(Ink::Green));
    let name = format!(" {}", setup.seats.name(seat));
    canvas.put(&name, active.then_some(Ink::Strong));
    if state.over() {
        let side = state.side(seat);
        canvas.put(&format!(" ({})", clique(side)), Some(ink(side)));
    }
}

/// The colour of a clique.
fn ink(side: Clique) -> Ink {
    match side {
        Clique::Council => Ink::First,
        Clique::Pet => Ink::Second,
    }
}

/// How a clique's score comes about: `Student Council: 1 + 4 = 5`.
fn sum(side: Clique, score: &CliqueScore) -> String {
    let counted: Vec<String> = score.counted.iter().map(u32::to_string).collect();
    let counted = counted.join(" + ");
    if score.times == 1 {
        format!("{}: {counted} = {}", clique(side), score.total)
    } else {
        let times = score.times;
        format!("{}: {counted} × {times} = {}", clique(side), score.total)
    }
}
