//! What of a game may be seen by whom: only hands are secret, and only where the companion deals.

use serde_json::{Map, Value, json};

use super::board::{NOWHERE, Square};
use super::setup::{NO_CARD, Setup, Variant};
use super::state::{Done, State};
use super::{draw, ends, prompts};
use crate::diag::list;
use crate::play::view::{View, Viewer};
use crate::say;

/// What a viewer may see.
pub(super) fn view(setup: &Setup, state: &State, viewer: Viewer) -> View {
    let eye = Eye { setup, state };
    let mut view = View::new(setup.seats.len(), prompts::need(setup, state));
    view.settings = setup.settings.clone();
    view.turn = u32::from(state.turn);
    view.roles = (0..setup.seats.len())
        .map(|s| Some(eye.role(s).to_owned()))
        .collect();
    view.scores = eye.scores();
    view.moves = prompts::moves(setup, state);
    view.form = prompts::form(setup, state);
    view.game = eye.fields();
    draw::show(setup, state, &mut view);
    if let (Viewer::Seat(seat), true) = (viewer, setup.app && seat_exists(setup, viewer)) {
        let names: Vec<&str> = state.hand(seat).iter().map(|k| setup.arm(*k)).collect();
        view.secret = vec![
            say!("you are: {}", eye.role_said(seat)).to_string(),
            say!("your arm cards: {}", list(names.iter().copied())).to_string(),
        ];
        view.own.insert("hand".into(), json!(names));
    }
    view
}

fn seat_exists(setup: &Setup, viewer: Viewer) -> bool {
    matches!(viewer, Viewer::Seat(seat) if seat < setup.seats.len())
}

struct Eye<'a> {
    setup: &'a Setup,
    state: &'a State,
}

impl Eye<'_> {
    fn role(&self, seat: usize) -> &'static str {
        match self.setup.variant {
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

    /// Wins of a match, points, or catches; nothing in a single game.
    fn scores(&self) -> Map<String, Value> {
        if !self.setup.matched && self.setup.variant == Variant::Standard {
            return Map::new();
        }
        let totals = ends::totals(self.setup, self.state);
        self.setup.seats.by_name(|s| totals[s].into())
    }

    fn square(&self, square: Square) -> Value {
        match square {
            NOWHERE => Value::Null,
            square => self.state.board(self.setup).name(square).into(),
        }
    }

    fn squares(&self, list: &[Square]) -> Value {
        list.iter().map(|s| self.square(*s)).collect()
    }

    fn fields(&self) -> Map<String, Value> {
        let Eye { setup, state } = self;
        let mut out = Map::new();
        out.insert("field".into(), self.field());
        let pieces = self.setup.seats.by_name(|s| {
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
            let cards = row.iter().filter(|k| **k != NO_CARD);
            cards.map(|k| Value::from(setup.arm(*k))).collect::<Value>()
        });
        out.insert("history".into(), turns.collect());
        out.insert("need".into(), prompts::shape(setup, state).into());
        out.insert("last".into(), self.last());
        out.insert("games".into(), self.games());
        out
    }

    fn field(&self) -> Value {
        let Eye { setup, state } = self;
        let columns = usize::from(state.board(setup).columns).max(1);
        let cell = |(square, card): (usize, &u8)| match setup.floor.get(usize::from(*card)) {
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
        let board = self.state.board(self.setup);
        json!({
            "repaired": self.squares(last.repaired.get()),
            "destroyed": self.squares(last.destroyed.get()),
            "moves": self.setup.seats.by_name(|s| self.squares(last.paths[s].squares())),
            "flipped": board.names(last.flipped),
            "caught": self.setup.names(last.caught),
            "stuck": self.setup.names(last.stuck),
        })
    }

    /// The results and standings of a match.
    fn games(&self) -> Value {
        let Eye { setup, state } = self;
        if !setup.matched {
            return Value::Null;
        }
        let result = |(i, done): (usize, &Done)| {
            let mut fields = json!({
                "game": i + 1,
                "educators": setup.names(done.educators),
                "babies": setup.names(setup.everybody() & !done.educators),
                "winners": setup.names(done.winners),
                "ending": done.ending.word(),
                "catches": done.catches,
                "turns": done.turn,
            });
            if setup.variant == Variant::Individual {
                fields["babies"] = json!([]);
                fields["points"] = self.setup.seats.by_name(|s| done.points[s].into()).into();
            }
            fields
        };
        let results: Vec<Value> = state.done.iter().enumerate().map(result).collect();
        let standings = ends::table(setup, state).into_iter().map(|row| {
            json!({
                "name": setup.seats.name(row.player),
                "rank": row.rank,
                "points": row.points,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
            })
        });
        json!({
            "game": state.game + 1,
            "of": setup.plans.len(),
            "results": results,
            "standings": standings.collect::<Vec<_>>(),
        })
    }
}
