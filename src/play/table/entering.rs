//! Moves that players enter themselves, each on a screen of their own: whose a move is, and the form that is answered
//! part by part. Refusals write nothing here, since nobody asks about cards that are not their own.

use super::{Failure, Table};
use crate::play::history::{Act, Entry};
use crate::play::rules::{Refusal, Whose};
use crate::play::view::Form;

impl Table {
    /// Whose move a text is; none where it begins like no move.
    pub fn whose(&self, text: &str) -> Option<Whose> {
        self.history.game().whose(text)
    }

    /// The form of the move that players make together, each answering their own part.
    pub fn together(&self) -> Option<Form> {
        let open = self.outcome().is_none() && !self.shown();
        open.then(|| self.history.game().together()).flatten()
    }

    /// Looks at a player's own answer to a part of the form that is due; nobody else is told.
    pub(crate) fn own_answer(&self, part: usize, text: &str) -> Result<String, Refusal> {
        self.history.game().check_answer(part, text)
    }

    /// A move as the journal would keep it; nothing is made or told.
    pub fn written(&self, text: &str) -> Result<String, Refusal> {
        let pending = self.history.step(Act::Do(text.to_owned()))?;
        Ok(pending.text().unwrap_or_default().to_owned())
    }

    /// Makes a move that somebody entered: a player, `all` for one of everybody's answers, none for whoever runs the
    /// table. Once this returns, the move is on the disk. A refusal writes nothing.
    pub fn enter(&mut self, text: &str, by: Option<&str>, at: u64) -> Result<&Entry, Failure> {
        let pending = self.history.step(Act::Do(text.to_owned()))?;
        self.write(pending.entered_by(by), at)
    }

    /// How many lines the journal has behind its header, notes not counted: a move or an undo is one more.
    pub fn steps(&self) -> u64 {
        let lines = self.log().iter().skip(1);
        let step = |e: &&Entry| !matches!(e.act, Some(Act::Note(_)));
        lines.filter(step).count() as u64
    }
}
