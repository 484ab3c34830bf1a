//! A generic game in progress: where every card is, whose turn it is, what was scored.

use serde::Serialize;

use super::setup::{CardId, Setup};
use crate::kit::{Better, Sign};
use crate::play::rules::{Fault, Outcome, Refusal};
use crate::play::seats;
use crate::say;

/// The most points that one move may give, so that totals never overflow.
pub(super) const MOST_POINTS: i64 = 1_000_000_000;

/// Everything about a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The draw piles, top first, one a deck.
    pub piles: Vec<Vec<CardId>>,
    /// The discards, newest last, one a deck.
    pub discards: Vec<Vec<CardId>>,
    /// Each seat's hand.
    pub hands: Vec<Vec<CardId>>,
    /// Whose hand everybody has been shown.
    pub shown: Vec<bool>,
    /// What lies open in front of each seat.
    pub open: Vec<Vec<CardId>>,
    /// What lies open in the middle.
    pub middle: Vec<CardId>,
    /// Each seat's role, by its place in the cast; empty without roles.
    pub roles: Vec<usize>,
    /// Whose role everybody has been shown.
    pub known: Vec<bool>,
    /// Who is out.
    pub out: Vec<bool>,
    /// The seat whose turn it is.
    pub active: usize,
    /// The seat that began.
    pub first: usize,
    /// Number of the turn, from 1.
    pub turn: u32,
    /// Number of the round, from 1.
    pub round: u32,
    /// Points: column, then seat. One column when the kit names none.
    pub points: Vec<Vec<i64>>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// How a generic game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Ending {
    /// The table said who won.
    Won(Vec<usize>),
    /// The scores decide.
    Scored,
}

impl State {
    /// Before anything is shuffled or dealt.
    pub fn new(setup: &Setup) -> Self {
        let seats = setup.seats.len();
        Self {
            piles: setup
                .decks
                .iter()
                .map(|d| d.cards.clone().collect())
                .collect(),
            discards: vec![Vec::new(); setup.decks.len()],
            hands: vec![Vec::new(); seats],
            shown: vec![false; seats],
            open: vec![Vec::new(); seats],
            middle: Vec::new(),
            roles: Vec::new(),
            known: vec![false; seats],
            out: vec![false; seats],
            active: 0,
            first: 0,
            turn: 1,
            round: 1,
            points: vec![vec![0; seats]; setup.columns.len().max(1)],
            ending: None,
        }
    }

    /// Whether the game is over.
    pub fn over(&self) -> bool {
        self.ending.is_some()
    }

    /// The seat after the active one that is not out, and whether a new round begins on the way.
    pub fn next(&self) -> Option<(usize, bool)> {
        let seats = self.hands.len();
        let mut seat = self.active;
        let mut round = false;
        for _ in 0..seats {
            seat = (seat + 1) % seats;
            round |= seat == self.first;
            if !self.out[seat] {
                return Some((seat, round));
            }
        }
        None
    }

    /// A card of a hand, by its name or by its place (`#2`).
    pub(crate) fn find_in_hand(
        &self,
        setup: &Setup,
        seat: usize,
        name: &str,
    ) -> Result<CardId, Refusal> {
        let hand = &self.hands[seat];
        if let Some(place) = name.strip_prefix('#').and_then(|n| n.parse::<usize>().ok()) {
            let card = place.checked_sub(1).and_then(|i| hand.get(i));
            let what = || say!("{} holds {} {card|cards}", setup.seats[seat], hand.len());
            return card
                .copied()
                .ok_or_else(|| Refusal::new(Fault::Unknown, what()));
        }
        find(setup, hand, name).ok_or_else(|| self.not_held(setup, seat, name))
    }

    /// The refusal of a card that a seat does not hold: told plainly only where everybody can see it.
    fn not_held(&self, setup: &Setup, seat: usize, name: &str) -> Refusal {
        let named = |cards: &[CardId]| cards.iter().filter(|c| is(setup, **c, name)).count();
        let all: Vec<CardId> = (0..setup.cards.len() as CardId).collect();
        let rows = std::iter::once(&self.middle)
            .chain(&self.open)
            .chain(&self.discards);
        let shown = (0..setup.seats.len()).filter(|s| self.shown[*s]);
        let shown = shown.map(|s| &self.hands[s]);
        let seen: usize = rows.chain(shown).map(|row| named(row)).sum();
        let open = self.shown[seat] || self.hands[seat].is_empty();
        if open || seen == named(&all) {
            let what = say!("{} does not hold `{}`", setup.seats[seat], name);
            return missing(setup, what, name);
        }
        Refusal::hidden_of(&setup.seats[seat])
    }

    /// A card of a hand, else one that lies open in front of the seat or in the middle.
    pub(crate) fn find_to_discard(
        &self,
        setup: &Setup,
        seat: usize,
        name: &str,
    ) -> Result<CardId, Refusal> {
        let open =
            || find(setup, &self.open[seat], name).or_else(|| find(setup, &self.middle, name));
        match self.find_in_hand(setup, seat, name) {
            Err(refusal) => open().ok_or(refusal),
            found => found,
        }
    }

    /// A card that lies open: in the middle, in front of somebody, or on the discards, the newest first.
    pub(crate) fn find_open(
        &self,
        setup: &Setup,
        _seat: usize,
        name: &str,
    ) -> Result<CardId, Refusal> {
        let rows = std::iter::once(&self.middle)
            .chain(&self.open)
            .chain(&self.discards);
        let mut found = rows.filter_map(|row| find(setup, row, name));
        found.next().ok_or_else(|| {
            let what = say!("no `{}` lies open", name);
            missing(setup, what, name)
        })
    }

    /// Takes a card away from wherever it is; false when it was hidden in a hand.
    pub(crate) fn lift(&mut self, card: CardId) -> bool {
        for hand in &mut self.hands {
            if let Some(at) = hand.iter().position(|c| *c == card) {
                hand.remove(at);
                return false;
            }
        }
        let rows = std::iter::once(&mut self.middle)
            .chain(&mut self.open)
            .chain(&mut self.discards);
        for row in rows {
            row.retain(|c| *c != card);
        }
        true
    }

    /// Points by seat, columns added or taken off as the kit says, bonuses included.
    pub fn totals(&self, setup: &Setup) -> Vec<i64> {
        let mut totals = vec![0; setup.seats.len()];
        if setup.columns.is_empty() {
            return self.points[0].clone();
        }
        for (column, points) in setup.columns.iter().zip(&self.points) {
            let sign = match column.sign {
                Sign::Plus => 1,
                Sign::Minus => -1,
                Sign::Apart => 0,
            };
            let best = best(points, column.bonus.map_or(Better::Highest, |b| b.to));
            for (total, own) in totals.iter_mut().zip(points) {
                *total += sign * own;
                // Nobody leads while all are equal.
                let leads = *own == best && points.iter().any(|p| *p != best);
                if let (Some(bonus), true) = (column.bonus, leads) {
                    *total += i64::from(bonus.points);
                }
            }
        }
        totals
    }

    /// Who leads in a column that has a bonus, and would get it; nobody while all are equal.
    pub(crate) fn bonus_for(&self, setup: &Setup, column: usize) -> Vec<usize> {
        let (Some(spec), Some(points)) = (setup.columns.get(column), self.points.get(column))
        else {
            return Vec::new();
        };
        let Some(bonus) = spec.bonus else {
            return Vec::new();
        };
        let best = best(points, bonus.to);
        let leads = |s: &usize| points[*s] == best && points.iter().any(|p| *p != best);
        (0..points.len()).filter(leads).collect()
    }

    /// The seats with the best total.
    pub fn leaders(&self, setup: &Setup) -> Vec<usize> {
        let totals = self.totals(setup);
        let best = best(&totals, setup.wins);
        (0..totals.len()).filter(|s| totals[*s] == best).collect()
    }

    /// How it ended, once it has.
    pub fn outcome(&self, setup: &Setup) -> Option<Outcome> {
        let (winners, reason) = match self.ending.as_ref()? {
            Ending::Won(seats) => (seats.clone(), say!("the table says so")),
            Ending::Scored if !self.scored() => (Vec::new(), say!("nothing was scored")),
            Ending::Scored => (self.leaders(setup), say!("best total")),
        };
        Some(Outcome { winners, reason })
    }

    /// Whether anything was scored.
    pub fn scored(&self) -> bool {
        self.points.iter().flatten().any(|p| *p != 0)
    }
}

pub(super) fn best(points: &[i64], better: Better) -> i64 {
    let points = points.iter().copied();
    match better {
        Better::Highest => points.max(),
        Better::Lowest => points.min(),
    }
    .unwrap_or(0)
}

/// The newest card of a row that has this name, else this title in either language.
fn find(setup: &Setup, row: &[CardId], name: &str) -> Option<CardId> {
    let titled = |c: &&CardId| {
        let title = setup.cards.get(**c as usize).map(|c| &c.title);
        title.is_some_and(|t| t.all().any(|t| seats::fold(t) == seats::fold(name)))
    };
    let named = row.iter().rev().find(|c| is(setup, **c, name));
    named.or_else(|| row.iter().rev().find(titled)).copied()
}

fn is(setup: &Setup, card: CardId, name: &str) -> bool {
    seats::fold(setup.name(card)) == seats::fold(name)
}

/// A refusal about a card; advice comes from all cards of the kit, so that it tells nothing hidden.
fn missing(setup: &Setup, what: crate::say::Say, name: &str) -> Refusal {
    let names = || setup.cards.iter().map(|c| c.name.as_str());
    let refusal = Refusal::new(Fault::Unknown, what);
    let wanted = seats::fold(name);
    if names().any(|n| seats::fold(n) == wanted) {
        refusal
    } else {
        refusal.did_you_mean(name, names())
    }
}
