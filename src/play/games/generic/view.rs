//! What of a generic game may be seen by whom. Nothing else decides about secrets.

use serde_json::{Map, Value, json};

use super::prompts;
use super::setup::{Role, Setup};
use super::state::{State, best};
use crate::kit::{Better, Hidden, Sign};
use crate::play::canvas::{Canvas, Fact, fact};
use crate::play::view::{Ink, View, Viewer};
use crate::say;

/// What a viewer may see.
pub(super) fn view(setup: &Setup, state: &State, viewer: Viewer) -> View {
    let eye = Eye {
        setup,
        state,
        viewer,
    };
    let mut view = View::new(setup.seats.len(), prompts::need(setup, state));
    view.settings = setup.settings.clone();
    view.turn = state.turn;
    view.active = Some(state.active);
    view.roles = (0..setup.seats.len()).map(|s| eye.role_name(s)).collect();
    view.scores = eye.totals();
    view.moves = prompts::moves(setup);
    view.game = eye.fields();
    let (canvas, board) = eye.draw();
    canvas.show(board, &mut view);
    view.prose = true;
    if let Viewer::Seat(seat) = viewer {
        view.own = eye.own(seat);
        view.secret = eye.secret(seat);
    }
    view
}

struct Eye<'a> {
    setup: &'a Setup,
    state: &'a State,
    viewer: Viewer,
}

impl Eye<'_> {
    /// Whether the viewer knows a seat's role.
    fn knows_role(&self, seat: usize) -> bool {
        let hidden = self.setup.cast.as_ref().map(|c| c.hidden);
        match hidden {
            None => false,
            Some(Hidden::None) => true,
            Some(_) if self.state.over() || self.state.known[seat] => true,
            Some(Hidden::Others) => self.viewer.is(seat),
            Some(Hidden::All) => false,
        }
    }

    fn role(&self, seat: usize) -> Option<&Role> {
        let cast = self.setup.cast.as_ref()?;
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

    /// Whether there are points to speak of.
    fn counts(&self) -> bool {
        !self.setup.columns.is_empty() || self.state.scored()
    }

    fn totals(&self) -> Map<String, Value> {
        if !self.counts() {
            return Map::new();
        }
        let totals = self.state.totals(self.setup);
        self.setup.seats.by_name(|s| totals[s].into())
    }

    fn fields(&self) -> Map<String, Value> {
        let Eye { setup, state, .. } = self;
        let mut out = Map::new();
        out.insert("active".into(), setup.seats[state.active].as_str().into());
        out.insert("round".into(), state.round.into());
        out.insert("rounds".into(), setup.rounds.into());
        let decks = setup.decks.iter().enumerate().map(|(i, d)| {
            let discards = setup.names(&state.discards[i]);
            let left = state.piles[i].len();
            (d.id.clone(), json!({"left": left, "discards": discards}))
        });
        out.insert("decks".into(), Value::Object(decks.collect()));
        out.insert("middle".into(), setup.names(&state.middle));
        let open = setup.seats.by_name(|s| setup.names(&state.open[s]));
        out.insert("open".into(), open.into());
        let held = setup.seats.by_name(|s| state.hands[s].len().into());
        out.insert("hands".into(), held.into());
        let shown = (0..setup.seats.len()).filter(|s| self.hand_is_open(*s));
        let shown = shown.map(|s| (setup.seats[s].clone(), setup.names(&state.hands[s])));
        out.insert("shown".into(), Value::Object(shown.collect()));
        let gone = (0..setup.seats.len()).filter(|s| state.out[*s]);
        let gone: Vec<&str> = gone.map(|s| setup.seats[s].as_str()).collect();
        out.insert("out".into(), json!(gone));
        if !setup.columns.is_empty() {
            let columns = setup.columns.iter().zip(&state.points);
            let columns = columns.map(|(c, points)| {
                let by_name = setup.seats.by_name(|s| points[s].into());
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
        own.insert("hand".into(), self.setup.names(hand));
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
        } else if self.setup.cast.is_some() {
            lines.push(say!("your role: nobody knows it yet, not even you").to_string());
        }
        if let Some(hand) = self.state.hands.get(seat).filter(|h| !h.is_empty()) {
            lines.push(say!("your hand:").to_string());
            let numbered = hand.iter().enumerate();
            lines.extend(numbered.map(|(i, c)| format!("  #{} {}", i + 1, self.setup.label(*c))));
        }
        lines
    }

    /// Decks, the middle and the players, who stay in sight; below them what bonuses there are.
    fn draw(&self) -> (Canvas, usize) {
        let Eye { setup, state, .. } = self;
        let mut canvas = Canvas::new();
        let round = match setup.rounds {
            Some(rounds) => say!("round {} of {}, turn {}", state.round, rounds, state.turn),
            None => say!("round {}, turn {}", state.round, state.turn),
        };
        canvas.line(round.to_string());
        for (i, deck) in setup.decks.iter().enumerate() {
            let (left, gone) = (state.piles[i].len(), state.discards[i].len());
            let told = say!("{}: {} left, {} discarded", deck.label.get(), left, gone);
            let ink = Some(Ink::Faint).filter(|_| left == 0);
            canvas.line("").put(&told.to_string(), ink);
        }
        if !state.middle.is_empty() {
            let middle = say!("in the middle: {}", setup.labels(&state.middle));
            canvas.painted(&middle.to_string(), Ink::Yellow);
        }
        let totals = state.totals(setup);
        for seat in 0..setup.seats.len() {
            let active = state.active == seat && !state.over();
            canvas.seat(&setup.seats[seat], active);
            canvas.facts(self.facts(seat, &totals));
        }
        let board = canvas.rows();
        for bonus in (0..setup.columns.len()).filter_map(|c| self.bonus(c)) {
            canvas.line(bonus);
        }
        (canvas, board)
    }

    /// What whoever leads in a column gets, and who that is so far.
    fn bonus(&self, column: usize) -> Option<String> {
        let Eye { setup, state, .. } = self;
        let bonus = setup.columns.get(column)?.bonus?;
        let (title, points) = (setup.column(column), format!("{:+}", bonus.points));
        let line = match bonus.to {
            Better::Highest => say!("bonus {} for the most {}", points, title),
            Better::Lowest => say!("bonus {} for the least {}", points, title),
        };
        let leads = state.bonus_for(setup, column);
        Some(match leads.is_empty() {
            true => line.to_string(),
            false => say!("{}: {}", line, setup.seats.row(&leads)).to_string(),
        })
    }

    /// Points by column, where there are several: what each adds to the total.
    fn columns(&self, seat: usize) -> Option<String> {
        let Eye { setup, state, .. } = self;
        if setup.columns.len() < 2 {
            return None;
        }
        let column = |(i, points): (usize, &Vec<i64>)| {
            let points = match setup.columns.get(i).map(|c| c.sign) {
                Some(Sign::Minus) => -points[seat],
                _ => points[seat],
            };
            format!("{} {points}", setup.column(i))
        };
        let columns: Vec<String> = state.points.iter().enumerate().map(column).collect();
        Some(columns.join(", "))
    }

    fn facts(&self, seat: usize, totals: &[i64]) -> Vec<Fact> {
        let Eye { setup, state, .. } = self;
        let mut facts = Vec::new();
        if state.active == seat && !state.over() {
            facts.push(fact(say!("to move"), Ink::Strong));
        }
        if state.out[seat] {
            facts.push(fact(say!("out"), Ink::Danger));
        }
        if let Some(role) = self.role(seat) {
            facts.push(fact(role.label.get(), self.role_ink(seat)));
        }
        if self.hand_is_open(seat) && !state.hands[seat].is_empty() {
            let hand = say!("hand: {}", setup.labels(&state.hands[seat]));
            facts.push(fact(hand, None));
        } else if !state.hands[seat].is_empty() {
            let held = say!("{} {card|cards} in hand", state.hands[seat].len());
            facts.push(fact(held, None));
        }
        if !state.open[seat].is_empty() {
            let open = say!("open: {}", setup.labels(&state.open[seat]));
            facts.push(fact(open, Ink::Yellow));
        }
        if self.counts() {
            facts.extend(self.columns(seat).map(|c| fact(c, None)));
            let leads = totals[seat] == best(totals, setup.wins) && state.scored();
            let ink = leads.then_some(Ink::Green);
            facts.push(fact(say!("{} {point|points}", totals[seat]), ink));
        }
        facts
    }

    /// A role's colour: those of one kind have the same.
    fn role_ink(&self, seat: usize) -> Option<Ink> {
        const INKS: [Ink; 5] = [Ink::First, Ink::Second, Ink::Blue, Ink::Green, Ink::Red];
        let role = self.state.roles.get(seat)?;
        INKS.get(role % INKS.len()).copied()
    }
}
