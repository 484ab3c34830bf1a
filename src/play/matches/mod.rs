//! Matches: who plays whom in which role over several games, and who is ahead.
//!
//! Players are numbers, counted from 0. [`fixed`] has the schedules that are known from the start, [`knockout`] and
//! [`swiss`] those that results decide; [`standing`] says who is ahead; a [`contest`] is a match under way, and
//! [`event`] what a journal keeps of it. Nothing here is printed or reads a file.

mod ahead;
pub mod contest;
pub mod event;
pub mod fixed;
mod graph;
pub mod knockout;
mod reading;
pub mod standing;
pub mod swiss;
#[cfg(test)]
mod tests;

use super::amount::Amount;
use super::rules::{Fault, Refusal};
use crate::say;

pub use contest::Contest;
pub use event::{MatchEvent, MatchForm, Terms};
pub use fixed::Split;
pub(crate) use fixed::{everybody_once, round_robin, sitting_out, two_sides};
pub use standing::{Standing, Tie, ranks, standings};

/// The most games of a match.
pub(crate) const MOST: usize = 1000;

/// One game of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Games of one round can be played at the same time; from 1.
    pub round: usize,
    /// Who plays together, in the order of the roles; empty while it is not known. Everybody else sits out.
    pub sides: Vec<Vec<usize>>,
    /// Where a side comes from, where an earlier game decides it.
    pub feeds: Vec<Option<Feed>>,
}

impl Meeting {
    /// A game of known sides.
    pub fn new(round: usize, sides: Vec<Vec<usize>>) -> Self {
        let feeds = vec![None; sides.len()];
        Self {
            round,
            sides,
            feeds,
        }
    }

    /// A game whose sides earlier games decide.
    pub(crate) fn fed(round: usize, feeds: Vec<Feed>) -> Self {
        Self {
            round,
            sides: vec![Vec::new(); feeds.len()],
            feeds: feeds.into_iter().map(Some).collect(),
        }
    }

    /// Whether all its players are known.
    pub fn known(&self) -> bool {
        self.sides.iter().all(|s| !s.is_empty())
    }

    /// Whether somebody plays in it.
    pub fn has(&self, player: usize) -> bool {
        self.sides.iter().flatten().any(|p| *p == player)
    }

    /// Whether it is for the third place: those play who lost before.
    pub(crate) fn for_third(&self) -> bool {
        self.feeds.iter().flatten().any(|f| f.loser)
    }
}

/// The earlier game that decides who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feed {
    /// Its place among the games, from 0.
    pub game: usize,
    /// Whether its loser plays on, not its winner.
    pub loser: bool,
}

impl Feed {
    /// Whoever wins that game.
    pub fn winner(game: usize) -> Self {
        Self { game, loser: false }
    }

    /// Whoever loses that game.
    pub fn loser(game: usize) -> Self {
        Self { game, loser: true }
    }
}

/// What a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// For those who won.
    pub win: Amount,
    /// For everybody in a drawn game.
    pub draw: Amount,
    /// For those who lost.
    pub loss: Amount,
}

impl Points {
    /// Most wins: a draw counts nothing.
    pub fn wins() -> Self {
        Self {
            win: Amount::whole(1).unwrap_or_default(),
            draw: Amount::default(),
            loss: Amount::default(),
        }
    }

    /// A point to be had in each game: a draw is half of it.
    pub fn halves() -> Self {
        Self {
            draw: Amount::read("0.5").unwrap_or_default(),
            ..Self::wins()
        }
    }
}

fn too_few(least: usize) -> Refusal {
    let what = say!("a match needs at least {} players", least);
    Refusal::new(Fault::Rule, what).hint(say!("name the players: `kitpress matches Ann Bob Cho`"))
}
