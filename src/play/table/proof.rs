//! What a table's file proves: seal, closing digest, and every draw recomputed.

use super::{Failure, Table, unlike};
use crate::play::header::{draws_of, seed_of};
use crate::play::history::Act;
use crate::play::journal::JournalLine;
use crate::play::rng::{Draw, Seed};

impl Table {
    /// The seal: the hash of the header, which holds the seed and everything that the game began with. Version 1
    /// sealed the seed alone.
    pub fn commitment(&self) -> &str {
        &self.commitment
    }

    /// The closing digest: the hash of the line that ended the game, and with it of every line before.
    pub fn closing(&self) -> Option<&str> {
        let at = usize::try_from(self.history.ended_at()?).ok()?;
        self.journal.lines().get(at).map(|l| l.hash.as_str())
    }

    /// What somebody noted: the digits that a seal or a digest begins with.
    pub fn noted(&self, digits: &str) -> Option<Noted> {
        if self.commitment.starts_with(digits) {
            return Some(Noted::Seal);
        }
        if self.closing().is_some_and(|c| c.starts_with(digits)) {
            return Some(Noted::Closing);
        }
        let mut lines = self.journal.lines().iter();
        let line = lines.find(|l| l.hash.starts_with(digits))?;
        Some(Noted::Line(line.n as usize + 1))
    }

    /// The lines that brought a new seed, because the one before had been shown: each with its seal and its seed.
    pub fn reopened(&self) -> Vec<Reopened<'_>> {
        let seeded = self.journal.lines().iter().skip(1);
        let seeded = seeded.filter_map(|l| Some((l, seed_of(&l.body)?)));
        let reopened = |(line, seed)| Reopened { line, seed };
        seeded.map(reopened).collect()
    }

    /// Whether `verify` would have to write that the seed is shown.
    pub(crate) fn would_show(&self, give_up: bool) -> bool {
        !self.shown() && (give_up || (self.outcome().is_some() && !self.practice))
    }

    /// Recomputes everything; shows the seed when the game is over or given up, which closes the table.
    pub fn verify(&mut self, give_up: bool, at: u64) -> Result<VerifyReport, Failure> {
        if self.would_show(give_up) {
            let give_up = self.outcome().is_none();
            self.keep(Act::Shown { give_up }, at)?;
        }
        self.report()
    }

    /// Recomputes everything, and writes nothing.
    pub fn report(&self) -> Result<VerifyReport, Failure> {
        let first = seed_of(self.journal.header());
        let first = first.unwrap_or_else(|| self.history.chance().seed().clone());
        let mut seed = first.clone();
        let mut draws = Vec::new();
        // Opening has replayed everything; this looks at the file's words once more, by the published way alone.
        for line in self.journal.lines() {
            seed = seed_of(&line.body).unwrap_or(seed);
            let own = draws_of(&line.body);
            if own.iter().any(|d| !d.fits(&seed)) {
                let file = self.path().display().to_string();
                return Err(unlike(&file, line.n as usize + 1, None).into());
            }
            draws.extend(own);
        }
        let open = self.shown() || (self.practice && self.outcome().is_some());
        Ok(VerifyReport {
            commitment_fits: self.keeps_decks() || first.commitment() == self.commitment,
            seed: open.then(|| first.reveal()),
            draws,
        })
    }
}

/// What noted digits are those of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    /// The seal of the start.
    Seal,
    /// The digest of the end.
    Closing,
    /// A line between, counted from 1.
    Line(usize),
}

/// A line that brought a new seed.
pub struct Reopened<'a> {
    line: &'a JournalLine,
    seed: Seed,
}

impl Reopened<'_> {
    /// The line, counted from 1.
    pub fn place(&self) -> usize {
        self.line.n as usize + 1
    }

    /// The seal of the new seed and of everything before.
    pub fn seal(&self) -> &str {
        &self.line.hash
    }

    /// The new seed: only for when it may be shown.
    pub fn reveal(&self) -> String {
        self.seed.reveal()
    }
}

/// What `verify` found.
#[derive(Clone, Debug)]
pub struct VerifyReport {
    /// Whether the seed hashes to the commitment of the start.
    pub commitment_fits: bool,
    /// The seed, once nothing is hidden any more.
    pub seed: Option<String>,
    /// Every random choice; all follow from the seed.
    pub draws: Vec<Draw>,
}
