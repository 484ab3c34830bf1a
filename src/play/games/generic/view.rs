//! What of a generic game may be seen by whom. Nothing else decides about secrets.

use serde_json::{Map, Value, json};

use super::book::Book;
use super::state::State;
use crate::kit::Hidden;
use crate::play::view::{View, Viewer};
use crate::say;

/// What a viewer may see.
pub fn view(book: &Book, state: &State, viewer: Viewer) -> View {
    let eye = Eye {
        book,
        state,
        viewer,
    };
    let need = match state.next() {
        Some((_, true)) if book.rounds == Some(state.round) => {
            say!(
                "{}'s turn, the last of the game: a move, then `win NAME, NAME` or `end`",
                book.seats[state.active]
            )
        }
        _ => say!("{}'s turn: a move, or `next`", book.seats[state.active]),
    };
    let mut view = View::new(book.seats.len(), need);
    view.settings = book.settings.clone();
    view.turn = state.turn;
    view.active = Some(state.active);
    view.roles = (0..book.seats.len()).map(|s| eye.role_name(s)).collect();
    view.scores = eye.totals();
    view.moves = eye.moves();
    view.game = eye.fields();
    view.lines = eye.lines();
    if let Viewer::Seat(seat) = viewer {
        view.own = eye.own(seat);
        view.secret = eye.secret(seat);
    }
    view
}

struct Eye<'a> {
    book: &'a Book,
    state: &'a State,
    viewer: Viewer,
}

impl Eye<'_> {
    /// Whether the viewer knows a seat's role.
    fn knows_role(&self, seat: usize) -> bool {
        let hidden = self.book.cast.as_ref().map(|c| c.hidden);
        match hidden {
            None => false,
            Some(Hidden::None) => true,
            Some(_) if self.state.over() || self.state.known[seat] => true,
            Some(Hidden::Others) => self.viewer.is(seat),
            Some(Hidden::All) => false,
        }
    }

    fn role(&self, seat: usize) -> Option<&super::book::Role> {
        let cast = self.book.cast.as_ref()?;
        let role = cast.roles.get(*self.state.roles.get(seat)?)?;
        self.knows_role(seat).then_some(role)
    }

    fn role_name(&self, seat: usize) -> Option<String> {
        self.role(seat).map(|r| r.name.clone())
    }

    /// Whether everybody may see a seat's hand.
    fn hand_is_open(&self, seat: usize) -> bool {
        self.state.over() || self.state.shown[seat]
    }

    fn by_name(&self, value: impl Fn(usize) -> Option<Value>) -> Map<String, Value> {
        let seats = self.book.seats.iter().enumerate();
        seats
            .filter_map(|(seat, name)| Some((name.clone(), value(seat)?)))
            .collect()
    }

    fn totals(&self) -> Map<String, Value> {
        if self.book.columns.is_empty() && !self.state.scored() {
            return Map::new();
        }
        let totals = self.state.totals(self.book);
        self.by_name(|s| Some(totals[s].into()))
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if !self.book.decks.is_empty() {
            moves.extend(["draw [NAME] [N] [DECK]", "flip [DECK]", "shuffle [DECK]"]);
            moves.extend([
                "play [NAME] CARD",
                "discard [NAME] CARD",
                "take [NAME] CARD",
            ]);
            moves.push("clear");
        }
        if self.book.cast.is_some() {
            moves.push("reveal NAME|all");
        }
        moves.extend([
            "score NAME POINTS, …",
            "out NAME",
            "next",
            "win NAME, …",
            "end",
        ]);
        moves.into_iter().map(str::to_owned).collect()
    }

    fn fields(&self) -> Map<String, Value> {
        let Eye { book, state, .. } = self;
        let mut out = Map::new();
        out.insert("active".into(), book.seats[state.active].as_str().into());
        out.insert("round".into(), state.round.into());
        out.insert("rounds".into(), book.rounds.into());
        let decks = book.decks.iter().enumerate().map(|(i, d)| {
            let discards = book.names(&state.discards[i]);
            let left = state.piles[i].len();
            (d.id.clone(), json!({"left": left, "discards": discards}))
        });
        out.insert("decks".into(), Value::Object(decks.collect()));
        out.insert("middle".into(), book.names(&state.middle));
        let open = self.by_name(|s| Some(book.names(&state.open[s])));
        out.insert("open".into(), open.into());
        let held = self.by_name(|s| Some(state.hands[s].len().into()));
        out.insert("hands".into(), held.into());
        let shown = |s| self.hand_is_open(s).then(|| book.names(&state.hands[s]));
        out.insert("shown".into(), self.by_name(shown).into());
        let gone = (0..book.seats.len()).filter(|s| state.out[*s]);
        let gone: Vec<&str> = gone.map(|s| book.seats[s].as_str()).collect();
        out.insert("out".into(), json!(gone));
        if !book.columns.is_empty() {
            let columns = book.columns.iter().zip(&state.points);
            let columns = columns.map(|(c, points)| {
                let by_name = self.by_name(|s| Some(points[s].into()));
                (c.id.clone(), Value::Object(by_name))
            });
            out.insert("columns".into(), Value::Object(columns.collect()));
        }
        out
    }

    fn own(&self, seat: usize) -> Map<String, Value> {
        let mut own = Map::new();
        let Some(hand) = self.state.hands.get(seat) else {
            return own;
        };
        own.insert("hand".into(), self.book.names(hand));
        if let Some(role) = self.role_name(seat) {
            own.insert("role".into(), role.into());
        }
        own
    }

    /// The text of the hand-over card.
    fn secret(&self, seat: usize) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(role) = self.role(seat) {
            lines.push(say!("your role: {}", role.label.get()).to_string());
            let text = role.text.as_ref().map_or("", |t| t.get());
            lines.extend(text.lines().map(str::to_owned));
        } else if self.book.cast.is_some() {
            lines.push(say!("your role: nobody knows it yet, not even you").to_string());
        }
        if let Some(hand) = self.state.hands.get(seat).filter(|h| !h.is_empty()) {
            lines.push(say!("your hand:").to_string());
            let numbered = hand.iter().enumerate();
            lines.extend(numbered.map(|(i, c)| format!("  #{} {}", i + 1, self.book.label(*c))));
        }
        lines
    }

    fn lines(&self) -> Vec<String> {
        let Eye { book, state, .. } = self;
        let mut lines = Vec::new();
        let round = match book.rounds {
            Some(rounds) => say!("round {} of {}, turn {}", state.round, rounds, state.turn),
            None => say!("round {}, turn {}", state.round, state.turn),
        };
        lines.push(round.to_string());
        for (i, deck) in book.decks.iter().enumerate() {
            let (left, gone) = (state.piles[i].len(), state.discards[i].len());
            lines.push(say!("{}: {} left, {} discarded", deck.label.get(), left, gone).to_string());
        }
        if !state.middle.is_empty() {
            lines.push(say!("in the middle: {}", book.labels(&state.middle)).to_string());
        }
        let totals = state.totals(book);
        for seat in 0..book.seats.len() {
            lines.push(self.seat_line(seat, &totals));
        }
        lines
    }

    fn seat_line(&self, seat: usize, totals: &[i64]) -> String {
        let Eye { book, state, .. } = self;
        let mut facts = Vec::new();
        if state.active == seat && !state.over() {
            facts.push(say!("to move").to_string());
        }
        if state.out[seat] {
            facts.push(say!("out").to_string());
        }
        if let Some(role) = self.role(seat) {
            facts.push(role.label.get().to_owned());
        }
        if self.hand_is_open(seat) && !state.hands[seat].is_empty() {
            facts.push(say!("hand: {}", book.labels(&state.hands[seat])).to_string());
        } else if !state.hands[seat].is_empty() {
            facts.push(say!("{} {card|cards} in hand", state.hands[seat].len()).to_string());
        }
        if !state.open[seat].is_empty() {
            facts.push(say!("open: {}", book.labels(&state.open[seat])).to_string());
        }
        if !self.totals().is_empty() {
            facts.push(say!("{} {point|points}", totals[seat]).to_string());
        }
        let mark = if state.active == seat && !state.over() {
            ">"
        } else {
            " "
        };
        match facts.as_slice() {
            [] => format!("{mark} {}", book.seats[seat]),
            facts => format!("{mark} {}: {}", book.seats[seat], facts.join("; ")),
        }
    }
}
