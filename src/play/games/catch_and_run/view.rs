//! What of a game may be seen by whom: only hands are secret, and only where the companion deals.

use serde_json::{Map, Value, json};

use super::board::{NOWHERE, Square};
use super::book::{Book, Variant};
use super::state::{Done, Phase, State};
use super::{draw, ends, need};
use crate::play::view::{Form, Part, View, Viewer};
use crate::say;

/// What a viewer may see.
pub fn view(book: &Book, state: &State, viewer: Viewer) -> View {
    let eye = Eye { book, state };
    let mut view = View::new(book.seats.len(), need::need(book, state));
    view.settings = book.settings.clone();
    view.turn = u32::from(state.turn);
    view.roles = (0..book.seats.len())
        .map(|s| Some(eye.role(s).to_owned()))
        .collect();
    view.scores = eye.scores();
    view.moves = eye.moves();
    view.form = eye.form();
    view.game = eye.fields();
    view.lines = draw::lines(book, state);
    if let (Viewer::Seat(seat), true) = (viewer, book.app && seat_exists(book, viewer)) {
        let names: Vec<&str> = state.hand(seat).iter().map(|k| book.arm(*k)).collect();
        view.secret = vec![
            say!("you are: {}", eye.role_said(seat)).to_string(),
            say!("your arm cards: {}", names.join(", ")).to_string(),
        ];
        view.own.insert("hand".into(), json!(names));
    }
    view
}

fn seat_exists(book: &Book, viewer: Viewer) -> bool {
    matches!(viewer, Viewer::Seat(seat) if seat < book.seats.len())
}

struct Eye<'a> {
    book: &'a Book,
    state: &'a State,
}

impl Eye<'_> {
    fn role(&self, seat: usize) -> &'static str {
        match self.book.variant {
            Variant::Individual => "penguin",
            _ if self.state.educator(seat) => "educator",
            _ => "baby",
        }
    }

    fn role_said(&self, seat: usize) -> String {
        match self.role(seat) {
            "educator" => say!("an educator").to_string(),
            "baby" => say!("a baby").to_string(),
            _ => say!("a penguin for itself").to_string(),
        }
    }

    fn by_name(&self, value: impl Fn(usize) -> Value) -> Map<String, Value> {
        let seats = self.book.seats.iter().enumerate();
        seats.map(|(s, name)| (name.clone(), value(s))).collect()
    }

    /// Wins of a match, points, or catches; nothing in a single game.
    fn scores(&self) -> Map<String, Value> {
        if !self.book.matched && self.book.variant == Variant::Standard {
            return Map::new();
        }
        let totals = ends::totals(self.book, self.state);
        self.by_name(|s| totals[s].into())
    }

    fn moves(&self) -> Vec<String> {
        match self.state.phase {
            Phase::Place => vec!["place NAME SQUARE".to_owned()],
            Phase::Restart => vec!["restart NAME SQUARE".to_owned()],
            Phase::Between => vec!["next-game".to_owned()],
            Phase::Over => Vec::new(),
            Phase::Turn => {
                let mut shapes = vec!["turn NAME DIRECTION CARD [unused], …".to_owned()];
                shapes.push("turn … CARD+2x then left, …".to_owned());
                shapes.push("turn … CARD+carpenter repair SQUARE, …".to_owned());
                shapes.push("turn … CARD+carpenter destroy, …".to_owned());
                if need::asks_random(self.book, self.state) {
                    shapes.push("turn …, random CARD".to_owned());
                }
                shapes
            }
        }
    }

    /// A turn asked for one player at a time.
    fn form(&self) -> Option<Form> {
        if self.state.phase != Phase::Turn {
            return None;
        }
        let mut parts: Vec<Part> = (0..self.book.seats.len())
            .map(|seat| Part {
                head: self.book.called[seat].clone(),
                ask: self.ask(seat),
            })
            .collect();
        if need::asks_random(self.book, self.state) {
            parts.push(Part {
                head: "random".to_owned(),
                ask: say!("the random card from the deck, such as `green`"),
            });
        }
        Some(Form {
            head: "turn".to_owned(),
            parts,
        })
    }

    fn ask(&self, seat: usize) -> crate::say::Say {
        let name = self.book.name(seat);
        if self.state.is_out(seat) {
            return match self.state.due(self.book, seat) {
                2.. => say!("{} is out: `-` and two arm cards, such as `- red 3`", name),
                _ => say!("{} is out: `-` and an arm card, such as `- red`", name),
            };
        }
        let dirs = super::check::directions(self.book, self.state, seat);
        let dirs: Vec<&str> = dirs.iter().map(|d| d.word()).collect();
        let first = dirs.first().copied().unwrap_or("up");
        match self.state.due(self.book, seat) {
            0 => say!(
                "{}: direction ({}); no arm card is left",
                name,
                dirs.join(", ")
            ),
            1 => say!(
                "{}: direction ({}) and arm card, such as `{} red+2x`",
                name,
                dirs.join(", "),
                first
            ),
            _ => say!(
                "{}: direction ({}) and two arm cards, such as `{} red+2x 3`",
                name,
                dirs.join(", "),
                first
            ),
        }
    }

    fn square(&self, square: Square) -> Value {
        match square {
            NOWHERE => Value::Null,
            square => self.state.board(self.book).name(square).into(),
        }
    }

    fn squares(&self, list: &[Square]) -> Value {
        list.iter().map(|s| self.square(*s)).collect()
    }

    fn fields(&self) -> Map<String, Value> {
        let Eye { book, state } = self;
        let mut out = Map::new();
        out.insert("field".into(), self.field());
        let pieces = self.by_name(|s| {
            json!({
                "role": self.role(s),
                "at": self.square(state.at[s]),
                "stuck": state.stuck & (1 << s) != 0,
            })
        });
        out.insert("pieces".into(), pieces.into());
        out.insert("catches".into(), state.catches.into());
        out.insert("turn".into(), state.turn.into());
        let turns = state.history.iter().take(usize::from(state.played));
        let turns = turns.map(|row| {
            let cards = row.iter().filter(|k| **k != super::book::NO_CARD);
            cards.map(|k| Value::from(book.arm(*k))).collect::<Value>()
        });
        out.insert("history".into(), turns.collect());
        out.insert("need".into(), need::shape(book, state).into());
        out.insert("last".into(), self.last());
        out.insert("games".into(), self.games());
        out
    }

    fn field(&self) -> Value {
        let Eye { book, state } = self;
        let columns = usize::from(state.board(book).columns).max(1);
        let cell = |(square, card): (usize, &u8)| match book.floor.get(usize::from(*card)) {
            Some(card) => json!({"card": card.name, "up": state.up >> square & 1 == 1}),
            None => Value::Null,
        };
        let cells: Vec<Value> = state.floor.iter().enumerate().map(cell).collect();
        cells
            .chunks(columns)
            .map(|row| Value::from(row.to_vec()))
            .collect()
    }

    fn last(&self) -> Value {
        let Some(last) = &self.state.last else {
            return Value::Null;
        };
        let board = self.state.board(self.book);
        json!({
            "repaired": self.squares(last.repaired.get()),
            "destroyed": self.squares(last.destroyed.get()),
            "moves": self.by_name(|s| self.squares(last.paths[s].squares())),
            "flipped": board.names(last.flipped),
            "caught": self.book.names(last.caught),
            "stuck": self.book.names(last.stuck),
        })
    }

    /// The results and standings of a match.
    fn games(&self) -> Value {
        let Eye { book, state } = self;
        if !book.matched {
            return Value::Null;
        }
        let result = |(i, done): (usize, &Done)| {
            let mut fields = json!({
                "game": i + 1,
                "educators": book.names(done.educators),
                "babies": book.names(book.everybody() & !done.educators),
                "winners": book.names(done.winners),
                "ending": done.ending.word(),
                "catches": done.catches,
                "turns": done.turn,
            });
            if book.variant == Variant::Individual {
                fields["babies"] = json!([]);
                fields["points"] = self.by_name(|s| done.points[s].into()).into();
            }
            fields
        };
        let results: Vec<Value> = state.done.iter().enumerate().map(result).collect();
        let standings = ends::table(book, state).into_iter().map(|row| {
            json!({
                "name": book.name(row.player),
                "rank": row.rank,
                "points": row.points,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
            })
        });
        json!({
            "game": state.game + 1,
            "of": book.plans.len(),
            "results": results,
            "standings": standings.collect::<Vec<_>>(),
        })
    }
}
