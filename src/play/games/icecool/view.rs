//! What of a game of ICECOOL may be seen by whom: the values of fish cards are their owner's until the end.

use serde_json::{Map, Value, json};

use super::prompts;
use super::setup::{FISH, Setup};
use super::state::State;
use crate::play::canvas::{Canvas, Fact, fact};
use crate::play::view::{Ink, View, Viewer};
use crate::say;

/// Values of fish cards in one line.
pub(super) fn values(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(", ")
}

/// What a viewer may see.
pub(super) fn view(setup: &Setup, state: &State, viewer: Viewer) -> View {
    let mut view = View::new(setup.seats.len(), prompts::need(setup, state));
    view.settings = setup.settings.clone();
    view.turn = u32::from(state.turn);
    view.active = Some(usize::from(state.active)).filter(|_| !state.finished);
    let role = |s: usize| {
        if s as u8 == state.catcher {
            "catcher"
        } else {
            "runner"
        }
    };
    let roles = (0..setup.seats.len()).map(|s| Some(role(s).to_owned()));
    view.roles = roles.collect();
    view.moves = prompts::moves(setup, state);
    view.game = fields(setup, state);
    let (canvas, board) = draw(setup, state);
    canvas.show(board, &mut view);
    view.prose = true;
    if state.over() {
        view.scores = scores(setup, state);
    } else if let (Viewer::Seat(seat), false) = (viewer, setup.tournament) {
        let name = setup.seats.get(seat).cloned().unwrap_or_default();
        let hand = state.hand(seat as u8);
        let own: Map<String, Value> = [(name, json!(hand))].into_iter().collect();
        view.own.insert("values".into(), own.into());
        view.secret = secret(state, seat as u8);
    }
    view
}

fn fields(setup: &Setup, state: &State) -> Map<String, Value> {
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
    put("round", state.round.into());
    put("rounds", setup.rounds.into());
    put("catcher", setup.seats.name(state.catcher).into());
    put("active", setup.seats.name(state.active).into());
    let by_name = |value: &dyn Fn(u8) -> Value| setup.seats.by_name(|s| value(s as u8)).into();
    put("fish", by_name(&|s| state.fish(s).into()));
    let holder = |s| setup.seats.name(state.holder(s)).into();
    put("ids", by_name(&holder));
    put("cards", by_name(&|s| state.hand(s).len().into()));
    put("skates", by_name(&|s| state.skates(s).into()));
    if !setup.app {
        let owed: Vec<&str> = state.owed.iter().map(|s| setup.seats.name(*s)).collect();
        put("owed", json!(owed));
    }
    if state.over() {
        put("values", by_name(&|s| json!(state.hand(s))));
        put("scores", scores(setup, state).into());
    }
    out
}

fn scores(setup: &Setup, state: &State) -> Map<String, Value> {
    let scores = state.scores(setup);
    let sum = |s: usize| scores.get(s).map_or(0, |score| score.sum);
    setup.seats.by_name(|s| sum(s).into())
}

/// The text of the hand-over card; the same for everybody but for the values.
fn secret(state: &State, seat: u8) -> Vec<String> {
    let hand = state.hand(seat);
    if hand.is_empty() {
        return vec![say!("you have no fish cards yet").to_string()];
    }
    let mut lines = vec![say!("your fish cards: {}", values(hand)).to_string()];
    let sum: u32 = hand.iter().map(|v| u32::from(*v)).sum();
    lines.push(say!("together: {}", sum).to_string());
    if state.can_skate(seat) {
        lines.push(
            say!("two 1s are face down: at the end of your turn you may `skate`").to_string(),
        );
    }
    lines
}

/// The players with what they have; below it what the signs mean.
fn draw(setup: &Setup, state: &State) -> (Canvas, usize) {
    let mut canvas = Canvas::new();
    let round = say!(
        "round {} of {}, turn {}",
        state.round,
        setup.rounds,
        state.turn
    );
    canvas.line(round.to_string());
    for seat in state.runners(setup).chain([state.catcher]) {
        let active = seat == state.active && !state.finished;
        canvas.seat(setup.seats.name(seat), active);
        canvas.facts(facts(setup, state, seat));
    }
    let board = canvas.rows();
    let legend = say!("`#` a fish that was fetched, `.` one that still waits at its door");
    canvas.painted(&legend.to_string(), Ink::Faint);
    (canvas, board)
}

fn facts(setup: &Setup, state: &State, seat: u8) -> Vec<Fact> {
    let mut facts = Vec::new();
    if seat == state.catcher {
        facts.push(fact(say!("Catcher"), Ink::Second));
    } else {
        facts.push(fact(say!("Runner"), Ink::First));
        let taken = usize::from(state.fish(seat).min(FISH));
        let left = usize::from(FISH).saturating_sub(taken);
        facts.push(vec![
            (say!("fish {} of {}", taken, FISH).to_string(), None),
            (" [".to_owned(), None),
            ("#".repeat(taken), Some(Ink::Blue)),
            (".".repeat(left), Some(Ink::Faint)),
            ("]".to_owned(), None),
        ]);
        if state.caught(seat) > 0 {
            facts.push(fact(say!("caught"), Ink::Danger));
        }
    }
    let at = usize::from(seat);
    if setup.tournament {
        let points = state.points.get(at).copied().unwrap_or(0);
        facts.push(fact(say!("{} {point|points}", points), None));
    } else {
        let cards = say!("fish cards: {}", state.hand(seat).len());
        facts.push(fact(cards, None));
    }
    if state.skates(seat) > 0 {
        facts.push(fact(say!("skates used: {}", state.skates(seat)), None));
    }
    if state.over() && !setup.tournament {
        let scores = state.scores(setup);
        let sum = scores.get(at).map_or(0, |s| s.sum);
        let sum = format!("{} = {sum}", sum_of(state.hand(seat)));
        facts.push(fact(sum, Ink::Strong));
    }
    facts
}

fn sum_of(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    if cards.is_empty() {
        "0".to_owned()
    } else {
        cards.join(" + ")
    }
}
