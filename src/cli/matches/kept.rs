//! A match with its journal: what is new is played through first, then written, then told.

use std::path::Path;

use super::{KIND, link};
use crate::cli::{shelf, table_args};
use crate::play::journal::{Access, Journal};
use crate::play::matches::{Contest, MatchEvent, Terms};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;

/// A match with its journal.
pub(super) struct KeptMatch {
    journal: Journal,
    /// Whether it was opened to be written.
    writes: bool,
    /// How many events the journal has.
    written: usize,
    terms: Terms,
    /// Everything that happened, with what is not yet written.
    pub events: Vec<MatchEvent>,
    /// What it comes to.
    pub contest: Contest,
    /// What people should know of its tables.
    pub notices: Vec<String>,
}

impl KeptMatch {
    /// The match of a journal.
    pub(super) fn of(journal: Journal, terms: Terms) -> Result<Self, Failure> {
        let events = shelf::entries(&journal, MatchEvent::from_body)?;
        Ok(Self {
            contest: Contest::after(&terms, &events)?,
            written: events.len(),
            writes: true,
            journal,
            terms,
            events,
            notices: Vec::new(),
        })
    }

    /// Where it lies.
    pub(super) fn path(&self) -> &Path {
        self.journal.path()
    }

    /// When it was begun, and when something was noted last.
    pub(super) fn times(&self) -> (u64, u64) {
        shelf::times(&self.journal)
    }

    /// Adds an event, if the match takes it.
    pub(super) fn push(&mut self, event: MatchEvent) -> Result<(), Refusal> {
        self.events.push(event);
        match Contest::after(&self.terms, &self.events) {
            Ok(contest) => {
                self.contest = contest;
                Ok(())
            }
            Err(refusal) => {
                self.events.pop();
                Err(refusal)
            }
        }
    }

    /// Whether somebody of that name may come: who left may come back, and nobody else may look like them.
    pub(super) fn admit(&self, name: &str) -> Result<(), Refusal> {
        let players = &self.contest.players;
        let known = players
            .iter()
            .position(|p| seats::fold(p) == seats::fold(name));
        match known.filter(|p| self.contest.gone[*p]) {
            Some(_) => Ok(()),
            None => seats::admit(players, &[name.to_owned()]),
        }
    }

    /// Takes over what the tables of its games have come to.
    pub(super) fn ask_tables(&mut self) -> Result<(), Refusal> {
        for game in 0..self.contest.meetings.len() {
            let Some(news) = link::news(&self.contest, game) else {
                continue;
            };
            self.notices.extend(news.said);
            if let Some(event) = news.event
                && let Err(refusal) = self.push(event)
            {
                let problem = crate::diag::Problem::from(refusal);
                self.notices.push(problem.what.to_string());
            }
        }
        self.pair_rounds()
    }

    /// Pairs the next round where it is time.
    pub(super) fn pair_rounds(&mut self) -> Result<(), Refusal> {
        while let Some(round) = self.contest.next_round() {
            self.push(MatchEvent::Round(round))?;
        }
        Ok(())
    }

    /// Writes what is new. A match that was opened to be looked at is written only where nobody else writes.
    pub(super) fn save(&mut self) -> Result<(), Failure> {
        if self.events.len() == self.written {
            return Ok(());
        }
        if !self.writes {
            let Ok(journal) = Journal::open(self.journal.path(), KIND, Access::Write) else {
                return Ok(());
            };
            if journal.lines().len() != self.journal.lines().len() {
                return Ok(());
            }
            self.journal = journal;
        }
        for event in &self.events[self.written..] {
            self.journal.append(event.to_body(), table_args::now())?;
            self.written += 1;
        }
        Ok(())
    }

    /// The same, opened to be looked at.
    pub(super) fn only_looked_at(mut self) -> Self {
        self.writes = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::MatchForm;

    #[test]
    fn who_only_looks_writes_nothing_over_what_another_noted() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("match.jsonl");
        let names = ["Ann", "Bob", "Cho"].map(str::to_owned).to_vec();
        let terms = Terms::new(names, MatchForm::Swiss { rounds: 2 });
        drop(Journal::create(&path, KIND, terms.to_body(), 1).expect("a match"));
        let open = |access: Access| {
            let journal = Journal::open(&path, KIND, access).expect("a match");
            KeptMatch::of(journal, terms.clone()).expect("a match")
        };
        let mut looks = open(Access::Read).only_looked_at();
        let mut writes = open(Access::Write);
        writes.push(MatchEvent::Leave(0)).expect("left");
        writes.save().expect("kept");
        drop(writes);
        looks.pair_rounds().expect("a round");
        looks.save().expect("nothing to do");
        assert_eq!(open(Access::Read).events, [MatchEvent::Leave(0)]);
        // Where nobody wrote meanwhile, it is kept.
        let mut looks = open(Access::Read).only_looked_at();
        looks.pair_rounds().expect("a round");
        looks.save().expect("kept");
        assert_eq!(open(Access::Read).events.len(), 2);
    }
}
