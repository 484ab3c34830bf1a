//! What of a game of Cat & Chocolate may be seen by whom. Cliques are seen by nobody before the end, not even by
//! their own players; how many events are left is never seen.

use serde_json::{Map, Value, json};

use super::prompts;
use super::rules::{Clique, CliqueScore, score};
use super::setup::Setup;
use super::state::State;
use crate::play::view::{View, Viewer};
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
    view.lines = lines(setup, state);
    // The event that lies open.
    let end = view.lines.iter().rposition(|l| l == "+--");
    view.board = end.map_or(0, |at| at + 1);
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
        format!("  {label} (`{}`)", setup.item(*i))
    };
    lines.extend(hand.iter().map(item));
    lines.push(say!("your clique: nobody knows it before the end, not even you").to_string());
    lines
}

fn lines(setup: &Setup, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    if !state.over() {
        let turn = say!("turn {}: {}", state.turn(), setup.seats.name(state.active));
        lines.push(turn.to_string());
    }
    if let Some(event) = state.open().and_then(|e| setup.event(e)) {
        lines.push(format!("+-- {} --", event.title.get()));
        let text = event.text.as_ref().map_or("", |t| t.get());
        lines.extend(text.lines().map(|l| format!("| {l}")));
        if let Some(need) = state.need(setup) {
            lines.push(format!("| {}", say!("items to use: {}", need)));
        }
        if !state.used.cards().is_empty() {
            let used = setup.labels(state.used.cards());
            lines.push(format!("| {}", say!("used: {}", used)));
        }
        lines.push("+--".to_owned());
    }
    lines.push(say!("events won:").to_string());
    lines.extend((0..setup.seats.len()).map(|s| seat_line(setup, state, s)));
    if state.over() {
        let members = state.members(setup);
        let sums = Clique::ALL.map(|side| sum(side, &score(&members, side, setup.lone)));
        lines.extend(sums);
    }
    lines
}

fn seat_line(setup: &Setup, state: &State, seat: usize) -> String {
    let active = usize::from(state.active) == seat && !state.over();
    let mark = if active { ">" } else { " " };
    let won = state.won.get(seat).copied().unwrap_or(0);
    let name = setup.seats.name(seat);
    let cards = "#".repeat(usize::from(won));
    let line = format!("{mark} {won:>2} {cards:<6} {name}");
    if state.over() {
        format!("{line} ({})", clique(state.side(seat)))
    } else {
        line
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
