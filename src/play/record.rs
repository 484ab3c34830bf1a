//! A table as history keeps it: who played what, when, for how long, and who won. All of it is open to everybody.

use serde_json::{Map, Value};

use super::history::Entry;
use super::table::Table;
use super::view::Viewer;
use crate::kit::Words;

/// When nothing was noted for so many seconds, nobody played: the game went on another evening.
const PAUSE: u64 = 6 * 60 * 60;

/// What is known of a table.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its seal, which no other table has.
    pub seal: String,
    /// The kit's id.
    pub kit: String,
    /// What people call the kit.
    pub title: Words,
    /// The players, clockwise.
    pub players: Vec<String>,
    /// The seats that won; nobody as long as it is not over, and after a draw.
    pub winners: Vec<usize>,
    /// Scores by name, or by side.
    pub scores: Map<String, Value>,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// When something was noted last.
    pub last: u64,
    /// When it ended, once it has.
    pub ended: Option<u64>,
    /// How many minutes were played, once it is over; without the nights between two evenings.
    pub minutes: Option<u64>,
    /// The settings in force.
    pub settings: Map<String, Value>,
    /// Whether somebody knew the seed.
    pub practice: bool,
    /// Whether it was given up before it had ended.
    pub given_up: bool,
    /// How many moves stand.
    pub moves: usize,
}

impl Record {
    /// What is known of a table.
    pub fn of(table: &Table) -> Self {
        let view = table.view(Viewer::Public);
        let ending = table.ending();
        let played = |end: &Entry| {
            let lines = table.log().iter().take_while(|e| e.n <= end.n);
            minutes(&lines.map(|e| e.at).collect::<Vec<u64>>())
        };
        Self {
            seal: table.commitment().to_owned(),
            kit: table.kit().id.clone(),
            title: table.kit().title.clone(),
            players: table.seats().to_vec(),
            winners: table.outcome().map(|o| o.winners).unwrap_or_default(),
            scores: view.scores,
            began: table.began(),
            last: table.log().last().map_or(0, |e| e.at),
            ended: ending.map(|e| e.at),
            minutes: ending.map(played),
            settings: view.settings,
            practice: table.practice(),
            given_up: table.given_up(),
            moves: table.moves(),
        }
    }

    /// Whether it is over, be it that it was given up.
    pub fn over(&self) -> bool {
        self.ended.is_some()
    }

    /// Whether it was played to its end, so that it says something about its players.
    pub fn counts(&self) -> bool {
        self.over() && !self.given_up
    }

    /// The names of those who won.
    pub fn winners(&self) -> Vec<&str> {
        let name = |seat: &usize| self.players.get(*seat).map(String::as_str);
        self.winners.iter().filter_map(name).collect()
    }
}

/// The minutes between moments, pauses left out.
fn minutes(at: &[u64]) -> u64 {
    let gaps = at.windows(2).map(|w| w[1].saturating_sub(w[0]));
    let seconds: u64 = gaps.filter(|gap| *gap < PAUSE).sum();
    (seconds + 30) / 60
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn nights_are_not_played() {
        assert_eq!(minutes(&[]), 0);
        assert_eq!(minutes(&[100, 129]), 0);
        assert_eq!(minutes(&[100, 130, 160]), 1);
        assert_eq!(minutes(&[0, 1800, 1800 + 20 * 3600, 5400 + 20 * 3600]), 90);
        assert_eq!(minutes(&[500, 100, 160]), 1, "a clock that jumped back");
    }
}
