//! A game of Cat & Chocolate in progress, small and cheap to copy: cards are numbers into the setup.

use serde::Serialize;

use super::rules::{Clique, Member, score, winners};
use super::setup::{HAND, MOST, Setup};
use crate::play::rules::{Outcome, Tally};
use crate::say;

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stage {
    /// The active player turns up an event.
    Flip,
    /// The active player answers; no items have been named yet.
    Answer,
    /// The items were named; the others vote.
    Vote,
    /// END lies open.
    Over,
}

/// Up to three items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FewItems {
    count: u8,
    cards: [u8; HAND],
}

impl FewItems {
    /// The items.
    pub fn cards(&self) -> &[u8] {
        &self.cards[..usize::from(self.count).min(HAND)]
    }

    /// Adds an item; false when there is no room.
    pub fn push(&mut self, card: u8) -> bool {
        let Some(place) = self.cards.get_mut(usize::from(self.count)) else {
            return false;
        };
        *place = card;
        self.count += 1;
        true
    }

    /// Takes an item out; false when it is not there.
    pub fn remove(&mut self, card: u8) -> bool {
        let Some(at) = self.cards().iter().position(|c| *c == card) else {
            return false;
        };
        self.cards.copy_within(at + 1.., at);
        self.count -= 1;
        if let Some(last) = self.cards.get_mut(usize::from(self.count)) {
            *last = 0;
        }
        true
    }
}

/// Everything about a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The event pile as it was laid, the first card on top, END in it.
    pub events: Vec<u8>,
    /// How many of them have been turned up.
    pub turned: u8,
    /// What is due.
    pub stage: Stage,
    /// Which seats are on the Pet's side, a bit each; known to nobody before the end.
    pub pets: u8,
    /// Events won by each seat.
    pub won: [u8; MOST],
    /// Whose turn it is.
    pub active: u8,
    /// What the active player has used.
    pub used: FewItems,
    /// The hands, when the companion keeps them.
    pub hands: [FewItems; MOST],
    /// The item pile, its top last, when the companion keeps it.
    pub pile: Vec<u8>,
    /// The used items, when the companion keeps them.
    pub discards: Vec<u8>,
}

impl State {
    /// Before anything is shuffled or dealt.
    pub fn new(setup: &Setup) -> Self {
        let items = if setup.app { setup.items.len() } else { 0 };
        Self {
            events: (0..=setup.end()).collect(),
            turned: 0,
            stage: Stage::Flip,
            pets: 0,
            won: [0; MOST],
            active: 0,
            used: FewItems::default(),
            hands: [FewItems::default(); MOST],
            pile: (0..items).map(|i| i as u8).collect(),
            discards: Vec::with_capacity(items),
        }
    }

    /// Whether END lies open.
    pub fn over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// The event that lies open.
    pub fn open(&self) -> Option<u8> {
        let last = usize::from(self.turned).checked_sub(1)?;
        let shown = self.stage != Stage::Flip;
        self.events.get(last).copied().filter(|_| shown)
    }

    /// How many items the answer needs: the number on the back of the next card.
    pub fn need(&self, setup: &Setup) -> Option<u8> {
        let answering = matches!(self.stage, Stage::Answer | Stage::Vote);
        let next = self.events.get(usize::from(self.turned))?;
        answering.then(|| setup.number(*next))
    }

    /// The number of the turn being played.
    pub fn turn(&self) -> u32 {
        u32::from(self.turned) + u32::from(self.stage == Stage::Flip)
    }

    /// A seat's clique.
    pub fn side(&self, seat: usize) -> Clique {
        if self.pets >> seat & 1 == 1 {
            Clique::Pet
        } else {
            Clique::Council
        }
    }

    /// The players as the scoring wants them.
    pub fn members(&self, setup: &Setup) -> Vec<Member> {
        let member = |(seat, won): (usize, &u8)| Member {
            side: self.side(seat),
            won: u32::from(*won),
        };
        let won = self.won.iter().enumerate().take(setup.seats.len());
        won.map(member).collect()
    }

    /// A seat's hand.
    pub fn hand(&self, seat: usize) -> &[u8] {
        self.hands.get(seat).map_or(&[], FewItems::cards)
    }

    /// How it ended, once it has.
    pub fn outcome(&self, setup: &Setup) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let members = self.members(setup);
        let sides = winners(&members, setup.lone);
        let [council, pet] = Clique::ALL.map(|s| score(&members, s, setup.lone).total);
        let reason = match sides.as_slice() {
            [Clique::Council] => say!("Student Council {}, Teacher's Pet {}", council, pet),
            [Clique::Pet] => say!("Teacher's Pet {}, Student Council {}", pet, council),
            _ => say!("both cliques have {}: all share the win", council),
        };
        let seats = 0..setup.seats.len();
        let winners = seats.filter(|s| sides.contains(&self.side(*s))).collect();
        Some(Outcome { winners, reason })
    }

    /// A finished game in figures.
    pub fn tally(&self, setup: &Setup) -> Tally {
        let members = self.members(setup);
        let [council, pet] = Clique::ALL.map(|s| i64::from(score(&members, s, setup.lone).total));
        let sides = winners(&members, setup.lone);
        let events = self.turned.saturating_sub(1);
        let uneven = usize::from(events) % setup.seats.len() != 0;
        let won: u32 = members.iter().map(|m| m.won).sum();
        Tally {
            turns: u32::from(events),
            ending: match sides.as_slice() {
                [side] => side.name(),
                _ => "shared",
            },
            sides: sides.iter().map(|s| s.name()).collect(),
            figures: vec![
                ("events-won", i64::from(won)),
                ("margin", (council - pet).abs()),
                ("uneven-turns", i64::from(uneven)),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FewItems;

    #[test]
    fn a_few_items_keep_their_order_and_their_limit() {
        let mut few = FewItems::default();
        assert!(few.push(7) && few.push(8) && few.push(9));
        assert!(!few.push(10), "three is the most");
        assert!(few.remove(8) && !few.remove(8));
        assert_eq!(few.cards(), [7, 9]);
        assert!(few.push(4));
        assert_eq!(few.cards(), [7, 9, 4]);
    }
}
