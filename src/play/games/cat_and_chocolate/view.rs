//! What of a game of Cat & Chocolate may be seen by whom. Cliques are seen by nobody before the end, not even by
//! their own players; how many events are left is never seen.

use serde_json::{Map, Value, json};

use super::book::Book;
use super::state::{Stage, State};
use super::{Score, Side, score};
use crate::play::view::{View, Viewer};
use crate::say;
use crate::say::Say;

/// What people call a clique.
pub fn clique(side: Side) -> Say {
    match side {
        Side::Council => say!("Student Council"),
        Side::Pet => say!("Teacher's Pet"),
    }
}

/// What a viewer may see.
pub fn view(book: &Book, state: &State, viewer: Viewer) -> View {
    let mut view = View::new(book.players(), need(book, state));
    view.settings = book.settings.clone();
    view.turn = state.turn();
    view.active = Some(usize::from(state.active)).filter(|_| !state.over());
    view.moves = moves(book, state);
    view.game = fields(book, state);
    view.lines = lines(book, state);
    if state.over() {
        let role = |s| Some(state.side(s).name().to_owned());
        view.roles = (0..book.players()).map(role).collect();
        view.scores = scores(book, state);
    }
    if let (Viewer::Seat(seat), true) = (viewer, book.app) {
        let hand = state.hand(seat);
        let names: Value = hand.iter().map(|i| Value::from(book.item(*i))).collect();
        view.own.insert("hand".into(), names);
        view.secret = secret(book, hand);
    }
    view
}

fn need(book: &Book, state: &State) -> Say {
    let name = book.seat(state.active);
    let items = state.need(book).unwrap_or(0);
    let voters = book.players() - 1;
    match state.stage {
        Stage::Flip if state.turned == 0 && !book.app => say!(
            "deal 3 item cards to everybody and lay out the pile; then {} begins: `flip` turns up the first event",
            name
        ),
        Stage::Flip => say!("{}'s turn: `flip` turns up the next event", name),
        Stage::Answer if book.app => say!(
            "{} reads out the event and answers with exactly {} {item|items} of the hand: `use ITEM, ITEM`; at a loss, the others count to three (`t`), then `fail`",
            name,
            items
        ),
        Stage::Answer => say!(
            "{} reads out the event and answers with exactly {} {item|items}, one by one; the {} others vote on three: `vote {} 1` is {} up, 1 down; at a loss, count to three (`t`), then `fail`",
            name,
            items,
            voters,
            voters - 1,
            voters - 1
        ),
        Stage::Vote => say!(
            "the {} others vote on three, thumbs up or down: `vote {} 1` is {} up, 1 down; if {} was counted out: `fail`",
            voters,
            voters - 1,
            voters - 1,
            name
        ),
        Stage::Over => say!("nothing: the game is over"),
    }
}

fn moves(book: &Book, state: &State) -> Vec<String> {
    let shapes: &[&str] = match state.stage {
        Stage::Flip => &["flip"],
        Stage::Answer if book.app => &["use ITEM, …", "fail"],
        Stage::Answer => &["vote UP DOWN", "fail", "use ITEM, …"],
        Stage::Vote => &["vote UP DOWN", "fail"],
        Stage::Over => &[],
    };
    shapes.iter().map(|s| (*s).to_owned()).collect()
}

fn by_name(book: &Book, value: impl Fn(usize) -> Value) -> Value {
    let seats = book.seats.iter().enumerate();
    Value::Object(seats.map(|(s, name)| (name.clone(), value(s))).collect())
}

fn fields(book: &Book, state: &State) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("active".into(), book.seat(state.active).into());
    let event = state.open().and_then(|e| book.event(e));
    out.insert("event".into(), json!(event.map(|e| &e.name)));
    out.insert("need".into(), json!(state.need(book)));
    let won = |s: usize| json!(state.won.get(s).copied().unwrap_or(0));
    out.insert("won".into(), by_name(book, won));
    if state.over() {
        let side = |s| json!(state.side(s).name());
        out.insert("cliques".into(), by_name(book, side));
        out.insert("scores".into(), scores(book, state).into());
    }
    out
}

fn scores(book: &Book, state: &State) -> Map<String, Value> {
    let members = state.members(book);
    let total = |side: Side| score(&members, side, book.lone).total.into();
    Side::ALL
        .into_iter()
        .map(|side| (side.name().to_owned(), total(side)))
        .collect()
}

/// The text of the hand-over card.
fn secret(book: &Book, hand: &[u8]) -> Vec<String> {
    let mut lines = vec![say!("your items:").to_string()];
    let item = |i: &u8| {
        let label = book.labels(std::slice::from_ref(i));
        format!("  {label} ({})", book.item(*i))
    };
    lines.extend(hand.iter().map(item));
    lines.push(say!("your clique: nobody knows it before the end, not even you").to_string());
    lines
}

fn lines(book: &Book, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    if !state.over() {
        let turn = say!("turn {}: {}", state.turn(), book.seat(state.active));
        lines.push(turn.to_string());
    }
    if let Some(event) = state.open().and_then(|e| book.event(e)) {
        lines.push(format!("+-- {} --", event.title.get()));
        let text = event.text.as_ref().map_or("", |t| t.get());
        lines.extend(text.lines().map(|l| format!("| {l}")));
        if let Some(need) = state.need(book) {
            lines.push(format!("| {}", say!("items to use: {}", need)));
        }
        if !state.used.cards().is_empty() {
            let used = book.labels(state.used.cards());
            lines.push(format!("| {}", say!("used: {}", used)));
        }
        lines.push("+--".to_owned());
    }
    lines.push(say!("events won:").to_string());
    lines.extend((0..book.players()).map(|s| seat_line(book, state, s)));
    if state.over() {
        let members = state.members(book);
        let sums = Side::ALL.map(|side| sum(side, &score(&members, side, book.lone)));
        lines.extend(sums);
    }
    lines
}

fn seat_line(book: &Book, state: &State, seat: usize) -> String {
    let active = usize::from(state.active) == seat && !state.over();
    let mark = if active { ">" } else { " " };
    let won = state.won.get(seat).copied().unwrap_or(0);
    let name = book.seat(seat as u8);
    let cards = "#".repeat(usize::from(won));
    let line = format!("{mark} {won:>2} {cards:<6} {name}");
    if state.over() {
        format!("{line} ({})", clique(state.side(seat)))
    } else {
        line
    }
}

/// How a clique's score comes about: `Student Council: 1 + 4 = 5`.
fn sum(side: Side, score: &Score) -> String {
    let counted: Vec<String> = score.counted.iter().map(u32::to_string).collect();
    let counted = counted.join(" + ");
    if score.times == 1 {
        format!("{}: {counted} = {}", clique(side), score.total)
    } else {
        let times = score.times;
        format!("{}: {counted} × {times} = {}", clique(side), score.total)
    }
}
