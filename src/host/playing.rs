//! The table that is played at, and by whose right: what each seat and the host may enter, and the answers that are not in
//! yet. It knows no locks and no keys.

use super::form::{AskedScore, DueForm};
use super::hub::{HubResult, not_yours, now};
use super::view::DrawnViews;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::play::table::{Failure, Table};
use crate::say;
use crate::say::Say;
use crate::serve::Trouble;

/// A table that is played at.
pub(super) struct Playing {
    pub(super) table: Table,
    /// What was answered to the form that is due, by part.
    pub(super) answers: Vec<Option<String>>,
    pub(super) asked: Option<AskedScore>,
    /// What everybody should know until the next step.
    pub(super) notice: Option<Say>,
    /// What was shown of it last.
    pub(super) drawn: DrawnViews,
}

impl Playing {
    pub(super) fn new(table: Table) -> Self {
        Self {
            table,
            answers: Vec::new(),
            asked: None,
            notice: None,
            drawn: DrawnViews::default(),
        }
    }

    /// What everybody is asked now.
    pub(super) fn due(&self) -> Option<DueForm> {
        DueForm::of(&self.table, self.asked.as_ref())
    }

    pub(super) fn waiting(&self) -> Vec<String> {
        let due = self.due();
        due.map(|f| f.waiting(&self.table, &self.answers))
            .unwrap_or_default()
    }

    /// Something has happened: what was answered before is void.
    pub(super) fn stepped(&mut self) {
        self.answers.clear();
        self.notice = None;
    }

    /// That an order means the table as it stands.
    pub(super) fn is_current(&self, seq: u64) -> Result<(), Trouble> {
        if seq == self.table.steps() {
            return Ok(());
        }
        let what = say!("the table has moved on since");
        Err(Trouble::new(409, what).hint(say!("look again, then decide anew")))
    }

    /// Makes the move of all answers. One that is refused drops them all, and everybody is told, without any card.
    pub(super) fn complete(
        &mut self,
        due: &DueForm,
        last: usize,
        all: &[String],
    ) -> HubResult<Vec<String>> {
        let by = due.by(&self.table).to_owned();
        match self.table.enter(&due.fill(all), Some(&by), now()) {
            Ok(_) => {
                self.stepped();
                self.asked = None;
                Ok(Vec::new())
            }
            Err(Failure::Refused(refusal)) => {
                self.answers.clear();
                let blamed = refusal.blame().and_then(|b| due.seat(b.part));
                let name = blamed.map(|s| self.table.names(&[s]).concat());
                self.notice = Some(match &name {
                    Some(name) => say!(
                        "the answers did not fit together: {}'s needs another word; everybody answers again",
                        name
                    ),
                    None => say!("the answers did not fit together; everybody answers again"),
                });
                // What is wrong with another's answer would tell what it was.
                match refusal.blame() {
                    Some(blame) if blame.part != last => {
                        let what = self.notice.clone().unwrap_or_else(|| {
                            say!("the answers did not fit together; everybody answers again")
                        });
                        Err(Refusal::new(Fault::Rule, what).into())
                    }
                    _ => Err(refusal.into()),
                }
            }
            Err(failure) => {
                // It may be tried again: only the last answer was not taken.
                self.answers[last] = None;
                Err(failure.into())
            }
        }
    }

    pub(super) fn act_as_host(&mut self, text: &str, seq: u64) -> HubResult<u64> {
        self.is_current(seq)?;
        match self.table.enter(text, None, now()) {
            Ok(_) => {
                self.stepped();
                self.asked = None;
                Ok(self.table.steps())
            }
            Err(Failure::Refused(refusal)) => {
                if refusal.fault() == Fault::Hidden {
                    self.notice = Some(say!(
                        "the host tried a move that somebody's hidden cards do not allow"
                    ));
                }
                Err(refusal.into())
            }
            Err(failure) => Err(failure.into()),
        }
    }

    pub(super) fn act_as_seat(&mut self, seat: usize, text: &str, seq: u64) -> HubResult<u64> {
        self.is_current(seq)?;
        let whose = self.table.whose(text);
        if whose.as_ref().is_some_and(|w| !w.allows(seat)) {
            return Err(not_yours().into());
        }
        let named = self.named(seat, text);
        let written = match self.table.written(text) {
            // A piece of one's own need not be named.
            Err(refusal) if refusal.fault() == Fault::Words => {
                self.table.written(&named).map_err(|_| refusal)?
            }
            written => written?,
        };
        // What was meant is what was written down, however it was put.
        if !self.table.whose(&written).is_some_and(|w| w.allows(seat)) {
            return Err(not_yours().into());
        }
        let by = self.table.names(&[seat]).concat();
        self.table.enter(&written, Some(&by), now())?;
        self.stepped();
        Ok(self.table.steps())
    }

    /// A move with its player's name behind the first word.
    fn named(&self, seat: usize, text: &str) -> String {
        let (verb, rest) = text.trim().split_once(' ').unwrap_or((text, ""));
        format!("{verb} {} {rest}", seats::call(self.table.seats(), seat))
    }
}
