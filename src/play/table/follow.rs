//! Looking on while somebody else plays: what others write is taken in line by line, and nobody waits for it.

use std::path::Path;

use super::{Failure, KIND, Table, replay, unlike};
use crate::diag::Problem;
use crate::play::games::Games;
use crate::play::journal::Access;

impl Table {
    /// Opens a table to look on: without a lock, and never for writing.
    pub fn watch(path: &Path) -> Result<Self, Failure> {
        Self::open(path, Access::Watch)
    }

    /// Takes in what was written since, and calls `seen` after each line. A file that is not the one that was read,
    /// but another or an older copy, is read anew.
    pub(crate) fn catch_up(
        &mut self,
        seen: &mut dyn FnMut(&Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let known = self.journal.lines().len();
        let Some(now) = self.journal.longer(KIND)? else {
            *self = Self::watch(self.path())?;
            return seen(self);
        };
        self.journal = now;
        for at in known..self.journal.lines().len() {
            self.take_in(at)?;
            seen(self)?;
        }
        Ok(())
    }

    /// The same table once more, to look at beside the one that is played: nothing can be entered there.
    pub fn beside(&self) -> Result<Self, Failure> {
        let second = Self::of(&Games::shipped(), self.journal.copy(), false)?;
        Ok(Self {
            kit_changed: self.kit_changed,
            warnings: self.warnings.clone(),
            ..second
        })
    }

    /// Takes in what the table that is played has gone through since.
    pub(crate) fn keep_up(&mut self, played: &Self) -> Result<(), Failure> {
        let known = self.journal.lines().len();
        self.journal.follow(&played.journal);
        for at in known..self.journal.lines().len() {
            self.take_in(at)?;
        }
        Ok(())
    }

    /// Does again what a line of the journal says.
    fn take_in(&mut self, at: usize) -> Result<(), Problem> {
        let line = &self.journal.lines()[at];
        let file = self.journal.path().display().to_string();
        replay(&mut self.history, line.n, line.at, &line.body)
            .map_err(|refusal| unlike(&file, at + 1, refusal))
    }

    /// The number of the last line that was taken in; the header is 0.
    pub fn seq(&self) -> u64 {
        self.log().last().map_or(0, |e| e.n)
    }
}

/// What a table's file looks like from outside: when this has changed, there is something to take in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glimpse(Option<(u64, std::time::SystemTime)>);

impl Glimpse {
    /// A look at the file, without opening it.
    pub(crate) fn of(path: &Path) -> Self {
        let meta = std::fs::metadata(path).ok();
        Self(meta.and_then(|m| Some((m.len(), m.modified().ok()?))))
    }
}
