//! The form that is due: a move that players make together, each answering their own part; or points that the host asks
//! everybody for. Answers are here until all are in, and nowhere else: not on the disk, not in any view.

use serde_json::{Value, json};

use crate::play::amount::Amount;
use crate::play::choice::Asking;
use crate::play::rules::Refusal;
use crate::play::score::sum;
use crate::play::seats;
use crate::play::table::Table;
use crate::play::view::{Form, Part, Viewer};
use crate::say;
use crate::say::Say;

use super::Holder;
use super::view::choice_json;

/// The most answers that are listed for a phone to choose from.
const MOST_OPTIONS: usize = 3000;
/// What the host's part is called among those that are waited for.
const HOSTS: &str = "(host)";

/// What the host has asked everybody for.
#[derive(Clone, Debug)]
pub(super) struct AskedScore {
    /// The column, where it was named.
    pub(super) column: Option<String>,
}

/// What everybody is asked now.
pub(super) struct DueForm {
    form: Form,
    /// Whether it is points that the host asks for.
    score: bool,
}

impl DueForm {
    /// What is due at a table, if anything.
    pub(super) fn of(table: &Table, asked: Option<&AskedScore>) -> Option<Self> {
        let open = table.outcome().is_none() && !table.shown();
        let asked = asked.filter(|_| open);
        let score = asked.is_some();
        let form = match asked {
            Some(asked) => points(table, asked),
            None => table.together()?,
        };
        Some(Self { form, score })
    }

    /// The form itself.
    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    /// How many parts it has.
    pub(super) fn len(&self) -> usize {
        self.form.parts.len()
    }

    /// The part that somebody answers.
    pub(super) fn part_of(&self, who: Holder) -> Option<usize> {
        let seat = match who {
            Holder::Seat(seat) => Some(seat),
            Holder::Host => None,
            Holder::Public => return None,
        };
        self.form.parts.iter().position(|p| p.seat == seat)
    }

    /// Looks at one answer alone.
    pub(super) fn check(&self, table: &Table, part: usize, text: &str) -> Result<String, Refusal> {
        if !self.score {
            return table.own_answer(part, text);
        }
        let number = sum(text.trim()).and_then(Amount::as_whole);
        let number = number
            .ok_or_else(|| Refusal::words(say!("`{}` is no number of points", text.trim())))?;
        let answer = format!("{number:+}");
        let head = &self.form.parts[part].head;
        table.written(&format!("{} {head} {answer}", self.form.head))?;
        Ok(answer)
    }

    /// The move that all answers make.
    pub(super) fn fill(&self, answers: &[String]) -> String {
        self.form.fill(answers)
    }

    /// Holder the move is by.
    pub(super) fn by<'a>(&self, table: &'a Table) -> &'a str {
        match self.form.parts.as_slice() {
            [
                Part {
                    seat: Some(seat), ..
                },
            ] => table.seats().get(*seat).map_or("all", |n| n),
            _ => "all",
        }
    }

    /// The seat that answers a part.
    pub(super) fn seat(&self, part: usize) -> Option<usize> {
        self.form.parts.get(part)?.seat
    }

    /// Whose answers are missing.
    pub(super) fn waiting(&self, table: &Table, answers: &[Option<String>]) -> Vec<String> {
        let open = |(at, _): &(usize, &Part)| answers.get(*at).is_none_or(Option::is_none);
        let parts = self.form.parts.iter().enumerate().filter(open);
        let name = |(_, part): (usize, &Part)| match part.seat {
            Some(seat) => table.names(&[seat]).concat(),
            None => HOSTS.to_owned(),
        };
        parts.map(name).collect()
    }

    /// The form as somebody sees it: what can be answered is in their own part only.
    pub(super) fn json(&self, table: &Table, who: Holder) -> Value {
        let own = self.part_of(who);
        let part = |(at, part): (usize, &Part)| {
            let options = (own == Some(at)).then(|| self.options(table, at, who));
            json!({
                "seat": part.seat.map(|s| table.names(&[s]).concat()),
                "ask": part.ask.to_string(),
                "options": options.flatten(),
            })
        };
        let parts: Vec<Value> = self.form.parts.iter().enumerate().map(part).collect();
        json!({"head": self.form.head, "parts": parts, "walks": !self.score})
    }

    /// The ways to go on with an answer.
    pub(super) fn choices(
        &self,
        table: &Table,
        part: usize,
        who: Holder,
        text: &str,
    ) -> Vec<Value> {
        if self.score {
            return Vec::new();
        }
        let choices = table.choices(Asking::part(who.viewer(), part, &[]), text);
        choices.iter().map(|c| choice_json(table, c)).collect()
    }

    fn options(&self, table: &Table, part: usize, who: Holder) -> Option<Vec<String>> {
        if self.score {
            return None;
        }
        // What others have answered is nobody's business: it decides about no option.
        let asking = Asking::part(who.viewer(), part, &[]);
        let options = table.answers(asking, MOST_OPTIONS)?;
        (!options.is_empty()).then_some(options)
    }
}

/// Points of every player.
fn points(table: &Table, asked: &AskedScore) -> Form {
    let part = |(seat, name): (usize, &String)| {
        let called = seats::call(table.seats(), seat);
        let (head, ask): (String, Say) = match &asked.column {
            Some(column) => (
                format!("{called} {}", seats::spell(column)),
                say!("{}: how many points for `{}`?", name, column),
            ),
            None => (called, say!("{}: how many points?", name)),
        };
        let seat = Some(seat);
        Part { head, ask, seat }
    };
    Form {
        head: "score".to_owned(),
        parts: table.seats().iter().enumerate().map(part).collect(),
    }
}

/// Whether points can be asked for, in that column: the move that would be made is tried.
pub(super) fn check_score(table: &Table, asked: &AskedScore) -> Result<(), Refusal> {
    let form = points(table, asked);
    let ones = vec!["+1".to_owned(); form.parts.len()];
    table.written(&form.fill(&ones)).map(|_| ())
}

impl Holder {
    /// What they may see of the table.
    pub(super) fn viewer(self) -> Viewer {
        match self {
            Holder::Seat(seat) => Viewer::Seat(seat),
            Holder::Host | Holder::Public => Viewer::Public,
        }
    }
}
