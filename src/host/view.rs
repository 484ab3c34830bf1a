//! What somebody is shown of the table: as `show --json`, and what they can do now.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Holder;
use super::form::DueForm;
use super::playing::Playing;
use crate::play::choice::{self, Asking, Choice, join};
use crate::play::history::{Act, Entry};
use crate::play::rules::Whose;
use crate::play::seats;
use crate::play::table::Table;
use crate::play::view::Viewer;
use crate::say;

/// Views as they were drawn last, as JSON. While people answer, nothing of them changes but who is waited for, and all who
/// look on see the same: a view is drawn once, however many screens ask for it.
#[derive(Default)]
pub(super) struct DrawnViews {
    /// How long the log was, and for what points the host had asked.
    of: (usize, Option<Option<String>>),
    drawn: HashMap<(Holder, &'static str), Arc<str>>,
}

/// The table as somebody sees it, as JSON. `passing` is what changes without a step.
pub(super) fn view(
    playing: &mut Playing,
    who: Holder,
    you: Value,
    mut passing: Map<String, Value>,
) -> String {
    passing.insert("waiting".into(), json!(playing.waiting()));
    if let Some(notice) = &playing.notice {
        passing.insert("notice".into(), notice.to_string().into());
    }
    let asked = playing.asked.as_ref().map(|a| a.column.clone());
    // Whatever happens at a table is a line of its log.
    let of = (playing.table.log().len(), asked);
    if playing.drawn.of != of {
        let drawn = HashMap::new();
        playing.drawn = DrawnViews { of, drawn };
    }
    let key = (who, say::tongue().code());
    let known = playing.drawn.drawn.get(&key).cloned();
    let lasting = known.unwrap_or_else(|| {
        let fields = lasting(playing, who, you);
        let text: Arc<str> = Value::from(fields).to_string().into();
        playing.drawn.drawn.insert(key, text.clone());
        text
    });
    let lasting = lasting.strip_suffix('}').unwrap_or_default();
    let passing = Value::from(passing).to_string();
    format!("{lasting},{}", passing.strip_prefix('{').unwrap_or("}"))
}

/// What of a view stays as it is until the next step.
fn lasting(playing: &Playing, who: Holder, you: Value) -> Map<String, Value> {
    let table = &playing.table;
    let view = table.view(who.viewer());
    let mut fields = table.show_view(&view);
    fields.insert("seq".into(), table.steps().into());
    fields.insert("you".into(), you);
    let moves = OwnMoves::of(table, who);
    fields.insert("can".into(), json!(moves.shapes(view.moves)));
    fields.insert("moves".into(), json!(moves.whole()));
    let form = playing.due().map(|f: DueForm| f.json(table, who));
    fields.insert("form".into(), form.unwrap_or_default());
    fields.insert("news".into(), json!(news(table, who.viewer())));
    fields.insert("seal".into(), table.commitment().into());
    fields
}

/// What the last step brought, as far as the viewer may know.
fn news(table: &Table, viewer: Viewer) -> Vec<String> {
    // What was noted on the way is no step.
    let step = |e: &&Entry| !matches!(e.act, Some(Act::Note(_)));
    let last = table.log().iter().rev().find(step);
    let events = last.map_or(&[][..], |e| &e.events);
    let may = |to: Viewer| to == Viewer::Public || to == viewer;
    let told = events.iter().filter(|e| may(e.to));
    told.map(|e| e.text.to_string()).collect()
}

/// The most whole moves that are listed.
const MOST_MOVES: usize = 120;

/// The moves that somebody may make now.
struct OwnMoves<'a> {
    table: &'a Table,
    who: Holder,
    /// What fits behind a text, by the text: it is asked for again and again.
    known: RefCell<HashMap<String, Rc<Vec<Choice>>>>,
}

impl<'a> OwnMoves<'a> {
    fn of(table: &'a Table, who: Holder) -> Self {
        let known = RefCell::default();
        Self { table, who, known }
    }

    /// The pieces that fit behind a text.
    fn fitting(&self, text: &str) -> Rc<Vec<Choice>> {
        let look = || Rc::new(self.table.choices(Asking::whole(self.who.viewer()), text));
        let mut known = self.known.borrow_mut();
        known.entry(text.to_owned()).or_insert_with(look).clone()
    }

    fn open(&self) -> bool {
        self.table.outcome().is_none() && !self.table.shown() && self.who != Holder::Public
    }

    /// Whether a text is one's own to enter.
    fn own(&self, text: &str) -> bool {
        match self.who {
            Holder::Host => true,
            Holder::Public => false,
            Holder::Seat(seat) => self.table.whose(text).is_some_and(|w| w.allows(seat)),
        }
    }

    /// Whose move a text is, where it says so. More pieces change that no more; before, only the next one may say it.
    fn says_whose(&self, so_far: &str, text: &str) -> bool {
        match self.table.whose(text) {
            Some(Whose::Host) => true,
            // Behind a verb alone it is the active player's, until another is named.
            whose => !so_far.is_empty() && whose != self.table.whose(so_far),
        }
    }

    /// The pieces behind a text that lead to moves of one's own.
    fn pieces(&self, so_far: &str) -> Vec<Choice> {
        let mut pieces = self.fitting(so_far).to_vec();
        if self.who != Holder::Host {
            pieces.retain(|piece| {
                let text = join(so_far, &piece.text);
                let leads = || {
                    let next = self.fitting(&text);
                    next.iter().any(|n| self.own(&join(&text, &n.text)))
                };
                self.own(&text) || piece.more && !self.says_whose(so_far, &text) && leads()
            });
        }
        pieces
    }

    /// Those shapes of moves that are one's own.
    fn shapes(&self, mut shapes: Vec<String>) -> Vec<String> {
        if !self.open() {
            return Vec::new();
        }
        if let Holder::Seat(seat) = self.who {
            let pieces = self.pieces("");
            // While a form is due, no whole moves are listed.
            let listed = !self.fitting("").is_empty();
            let called = seats::call(self.table.seats(), seat);
            let verb = |text: &str| text.split([' ', ',']).next().map(seats::fold);
            shapes.retain(|shape| {
                let named = shape.replace("[NAME]", "NAME").replace("NAME", &called);
                let legal = || pieces.iter().any(|p| verb(&p.text) == verb(&named));
                self.own(&named) && (!listed || legal())
            });
        }
        shapes
    }

    /// All moves, where they are few.
    fn whole(&self) -> Option<Vec<String>> {
        match self.open() {
            true => choice::flat(&|so_far| self.pieces(so_far), MOST_MOVES),
            false => Some(Vec::new()),
        }
    }
}

/// The ways to go on with a move that somebody may make.
pub(super) fn choices(table: &Table, who: Holder, so_far: &str) -> Vec<Value> {
    let moves = OwnMoves::of(table, who);
    if !moves.open() {
        return Vec::new();
    }
    let pieces = moves.pieces(so_far);
    pieces.iter().map(|c| choice_json(table, c)).collect()
}

/// One way to go on.
pub(super) fn choice_json(table: &Table, choice: &Choice) -> Value {
    let mut fields = json!({
        "text": choice.text,
        "label": choice.label.to_string(),
        "ends": choice.ends,
        "more": choice.more,
    });
    if let Some((row, column)) = choice.at {
        fields["at"] = json!([row, column]);
    }
    if let Some(seat) = choice.alone {
        fields["alone"] = table.names(&[seat]).concat().into();
    }
    fields
}
