//! A game of ICECOOL in progress. Where the penguins are, only the table knows; this is what they brought.

use serde::Serialize;

use super::rules;
use super::setup::{MOST, Setup};
use crate::play::rules::{Outcome, Tally};
use crate::say;

/// Everything about a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The values of the fish cards in the pile, the top last; empty when the cards are on the table.
    pub pile: Vec<u8>,
    /// Number of the round, from 1.
    pub round: u8,
    /// This round's Catcher.
    pub catcher: u8,
    /// Whose turn it is.
    pub active: u8,
    /// Fish that each seat took in this round.
    pub fish: [u8; MOST],
    /// How often each seat was caught in this round.
    pub caught: [u8; MOST],
    /// The values of each seat's fish cards, in the order they came.
    pub hands: [Vec<u8>; MOST],
    /// Points of a tournament.
    pub points: [u8; MOST],
    /// Pairs of 1s that each seat has turned up.
    pub skates: [u8; MOST],
    /// Who has drawn a real card that was not typed in yet, in order.
    pub owed: Vec<u8>,
    /// Number of the turn, from 1.
    pub turn: u16,
    /// What was reported in this turn.
    pub reports: u8,
    /// Which seats have left the red circle in this round, a bit each.
    pub flicked: u8,
    /// Whether the last round has ended.
    pub finished: bool,
    /// Rounds that a Runner's third fish ended.
    pub by_fish: u8,
    /// ID cards that were taken.
    pub catches: u8,
    /// Fish that were taken.
    pub taken: u8,
}

impl State {
    /// Before anything is shuffled.
    pub fn new(setup: &Setup) -> Self {
        let dealt = setup.app && !setup.tournament;
        Self {
            pile: if dealt {
                setup.values.clone()
            } else {
                Vec::new()
            },
            round: 1,
            catcher: 0,
            active: 0,
            fish: [0; MOST],
            caught: [0; MOST],
            hands: Default::default(),
            points: [0; MOST],
            skates: [0; MOST],
            owed: Vec::new(),
            turn: 1,
            reports: 0,
            flicked: 0,
            finished: false,
            by_fish: 0,
            catches: 0,
            taken: 0,
        }
    }

    /// Whether the last round has ended and every card is known.
    pub fn over(&self) -> bool {
        self.finished && self.owed.is_empty()
    }

    /// Fish that a seat took in this round.
    pub fn fish(&self, seat: u8) -> u8 {
        self.fish.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// How often a seat was caught in this round.
    pub fn caught(&self, seat: u8) -> u8 {
        self.caught.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Who holds a seat's ID card.
    pub fn holder(&self, seat: u8) -> u8 {
        if self.caught(seat) > 0 {
            self.catcher
        } else {
            seat
        }
    }

    /// The values of a seat's fish cards.
    pub fn hand(&self, seat: u8) -> &[u8] {
        self.hands.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    /// Pairs of 1s that a seat has turned up.
    pub fn skates(&self, seat: u8) -> u8 {
        self.skates.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Whether a seat has two cards face down, which everybody sees: two 1s, for all that the others know.
    pub(crate) fn may_skate(&self, seat: u8) -> bool {
        self.hand(seat).len() >= 2 * usize::from(self.skates(seat)) + 2
    }

    /// Whether a seat has two 1s that it has not turned up yet.
    pub(crate) fn can_skate(&self, seat: u8) -> bool {
        let ones = self.hand(seat).iter().filter(|v| **v == 1).count();
        ones >= 2 * usize::from(self.skates(seat)) + 2
    }

    /// The Runners of this round, clockwise from the Catcher's left.
    pub fn runners(&self, setup: &Setup) -> impl Iterator<Item = u8> + Clone + use<> {
        let (catcher, players) = (self.catcher, setup.seats.len().max(1) as u8);
        (1..players).map(move |n| (catcher + n) % players)
    }

    /// Whether the next flick of a Runner starts on the red circle.
    pub(crate) fn on_the_circle(&self, seat: u8) -> bool {
        seat != self.catcher && self.flicked >> seat & 1 == 0
    }

    /// The final count, in the order of seats.
    pub fn scores(&self, setup: &Setup) -> Vec<rules::PenguinScore> {
        let seats = 0..setup.seats.len();
        // In a tournament every point counts like a card of value 1: sums decide, and equal sums are shared.
        let hand = |s: usize| -> Vec<u32> {
            if setup.tournament {
                vec![1; usize::from(self.points.get(s).copied().unwrap_or(0))]
            } else {
                self.hand(s as u8).iter().map(|v| u32::from(*v)).collect()
            }
        };
        let hands: Vec<Vec<u32>> = seats.map(hand).collect();
        rules::score(&hands)
    }

    /// How it ended, once it has.
    pub fn outcome(&self, setup: &Setup) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let scores = self.scores(setup);
        let winners: Vec<usize> = (0..scores.len())
            .filter(|s| scores.get(*s).is_some_and(|s| s.wins))
            .collect();
        let best = winners.first().and_then(|s| scores.get(*s));
        let (points, cards) = best.map_or((0, 0), |s| (s.sum, s.cards));
        let level = scores.iter().filter(|s| s.sum == points).count();
        let reason = match (winners.len(), level) {
            (1, 1) => say!("{} {point|points}", points),
            (1, _) => say!("{} {point|points}, and more fish cards: {}", points, cards),
            _ => say!("{} {point|points} each: the win is shared", points),
        };
        Some(Outcome { winners, reason })
    }

    /// A finished game in figures.
    pub fn tally(&self, setup: &Setup) -> Tally {
        let scores = self.scores(setup);
        let mut sums: Vec<u32> = scores.iter().map(|s| s.sum).collect();
        sums.sort_unstable_by(|a, b| b.cmp(a));
        let (best, second) = match sums.as_slice() {
            [best, second, ..] => (*best, *second),
            _ => (0, 0),
        };
        let winners = scores.iter().filter(|s| s.wins).count();
        let most = scores.iter().map(|s| s.cards).max();
        let most_won = scores.iter().any(|s| s.wins && Some(s.cards) == most);
        let skates: u8 = self.skates.iter().sum();
        Tally {
            turns: u32::from(self.turn),
            ending: match (best > second, winners) {
                (true, _) => "points",
                (false, 1) => "more-cards",
                _ => "shared",
            },
            sides: Vec::new(),
            figures: vec![
                ("fish", i64::from(self.taken)),
                ("catches", i64::from(self.catches)),
                ("skates", i64::from(skates)),
                ("rounds-ended-by-fish", i64::from(self.by_fish)),
                ("best-score", i64::from(best)),
                ("margin", i64::from(best - second)),
                ("most-cards-win", i64::from(most_won)),
            ],
        }
    }
}
