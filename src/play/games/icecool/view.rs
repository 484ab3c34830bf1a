//! What of a game of ICECOOL may be seen by whom: the values of fish cards are their owner's until the end.

use serde_json::{Map, Value, json};

use super::book::{Book, FISH};
use super::state::State;
use crate::play::seats;
use crate::play::view::{View, Viewer};
use crate::say;
use crate::say::Say;

/// Values of fish cards in one line.
pub fn values(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    cards.join(", ")
}

/// What a viewer may see.
pub fn view(book: &Book, state: &State, viewer: Viewer) -> View {
    let mut view = View::new(book.players(), need(book, state));
    view.settings = book.settings.clone();
    view.turn = u32::from(state.turn);
    view.active = Some(usize::from(state.active)).filter(|_| !state.finished);
    let role = |s: usize| {
        if s as u8 == state.catcher {
            "catcher"
        } else {
            "runner"
        }
    };
    let roles = (0..book.players()).map(|s| Some(role(s).to_owned()));
    view.roles = roles.collect();
    view.moves = moves(book, state);
    view.game = fields(book, state);
    view.lines = lines(book, state);
    if state.over() {
        view.scores = scores(book, state);
    } else if let (Viewer::Seat(seat), false) = (viewer, book.tournament) {
        let name = book.seats.get(seat).cloned().unwrap_or_default();
        let hand = state.hand(seat as u8);
        let own: Map<String, Value> = [(name, json!(hand))].into_iter().collect();
        view.own.insert("values".into(), own.into());
        view.secret = secret(state, seat as u8);
    }
    view
}

fn need(book: &Book, state: &State) -> Say {
    if state.over() {
        return say!("nothing: the game is over");
    }
    if let Some(seat) = state.owed.first() {
        let called = seats::call(&book.seats, usize::from(*seat));
        return say!(
            "{} draws the top fish card, shows it to nobody and types in its value unseen: `value {}` asks for it",
            book.seat(*seat),
            called
        );
    }
    let (name, catcher) = (book.seat(state.active), book.seat(state.catcher));
    let skates = !book.tournament && state.may_skate(state.active);
    let fresh = state.flicked == 0 && state.runners(book).all(|r| state.caught(r) == 0);
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

fn moves(book: &Book, state: &State) -> Vec<String> {
    let shapes: &[&str] = if state.over() {
        &[]
    } else if !state.owed.is_empty() {
        &["value NAME"]
    } else if book.tournament {
        &["fish NAME [N]", "catch NAME", "next"]
    } else {
        &["fish NAME [N]", "catch NAME", "skate NAME", "next"]
    };
    shapes.iter().map(|s| (*s).to_owned()).collect()
}

fn by_name(book: &Book, value: impl Fn(u8) -> Value) -> Map<String, Value> {
    let seats = book.seats.iter().enumerate();
    seats
        .map(|(s, name)| (name.clone(), value(s as u8)))
        .collect()
}

fn fields(book: &Book, state: &State) -> Map<String, Value> {
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
    put("round", state.round.into());
    put("rounds", book.rounds.into());
    put("catcher", book.seat(state.catcher).into());
    put("active", book.seat(state.active).into());
    put("fish", by_name(book, |s| state.fish(s).into()).into());
    let holder = |s| book.seat(state.holder(s)).into();
    put("ids", by_name(book, holder).into());
    put(
        "cards",
        by_name(book, |s| state.hand(s).len().into()).into(),
    );
    put("skates", by_name(book, |s| state.skates(s).into()).into());
    if !book.app {
        let owed: Vec<&str> = state.owed.iter().map(|s| book.seat(*s)).collect();
        put("owed", json!(owed));
    }
    if state.over() {
        put("values", by_name(book, |s| json!(state.hand(s))).into());
        put("scores", scores(book, state).into());
    }
    out
}

fn scores(book: &Book, state: &State) -> Map<String, Value> {
    let scores = state.scores(book);
    by_name(book, |s| {
        let score = scores.get(usize::from(s));
        json!(score.map_or(0, |s| s.sum))
    })
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

fn lines(book: &Book, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    let round = say!(
        "round {} of {}, turn {}",
        state.round,
        book.rounds,
        state.turn
    );
    lines.push(round.to_string());
    let order = state.runners(book).chain([state.catcher]);
    lines.extend(order.map(|s| seat_line(book, state, s)));
    lines
}

fn seat_line(book: &Book, state: &State, seat: u8) -> String {
    let mut facts = Vec::new();
    if seat == state.catcher {
        facts.push(say!("Catcher").to_string());
    } else {
        facts.push(say!("Runner").to_string());
        let taken = state.fish(seat).min(FISH);
        let taken = usize::from(taken);
        let left = usize::from(FISH).saturating_sub(taken);
        let bar = format!("{}{}", "#".repeat(taken), ".".repeat(left));
        facts.push(say!("fish {} of {} [{}]", taken, FISH, bar).to_string());
        if state.caught(seat) > 0 {
            facts.push(say!("caught").to_string());
        }
    }
    let at = usize::from(seat);
    if book.tournament {
        let points = state.points.get(at).copied().unwrap_or(0);
        facts.push(say!("{} {point|points}", points).to_string());
    } else {
        facts.push(say!("fish cards: {}", state.hand(seat).len()).to_string());
    }
    if state.skates(seat) > 0 {
        facts.push(say!("skates used: {}", state.skates(seat)).to_string());
    }
    if state.over() && !book.tournament {
        let scores = state.scores(book);
        let sum = scores.get(at).map_or(0, |s| s.sum);
        facts.push(format!("{} = {sum}", sum_of(state.hand(seat))));
    }
    let active = seat == state.active && !state.finished;
    let mark = if active { ">" } else { " " };
    format!("{mark} {}: {}", book.seat(seat), facts.join("; "))
}

fn sum_of(cards: &[u8]) -> String {
    let cards: Vec<String> = cards.iter().map(u8::to_string).collect();
    if cards.is_empty() {
        "0".to_owned()
    } else {
        cards.join(" + ")
    }
}
