//! Bots. A random one lays any card it holds. A sensible one guesses from what lies open how the sum of the others
//! will fall, and lays the card that keeps the egg safe, fills its quota in time and, at last, serves its mission.

use super::moves::Move;
use super::rules::quota_filled;
use super::setup::{Action, Setup};
use super::state::State;
use crate::play::rng::Dice;
use crate::play::rules::Skill;

/// A move of bots.
pub(super) fn choose(
    setup: &Setup,
    state: &State,
    skills: &[Skill],
    dice: &mut Dice,
) -> Option<Move> {
    if state.ending.is_some() {
        return None;
    }
    if state.command_is_due(setup) {
        let tops: Option<Vec<_>> = state.decks.iter().map(|d| dice.pick(d).copied()).collect();
        return tops.map(Move::Command);
    }
    let sensible = |seat: usize| skills.get(seat) == Some(&Skill::Sensible);
    let seats = 0..setup.seats.len();
    let guess = seats
        .clone()
        .any(sensible)
        .then(|| Guess::new(setup, state));
    let card = |seat: usize| match &guess {
        Some(guess) if sensible(seat) => guess.choose(seat, dice),
        _ => any_card(setup, state, seat, dice),
    };
    let cards: Option<Vec<i32>> = seats.map(card).collect();
    cards.map(Move::Play)
}

fn any_card(setup: &Setup, state: &State, seat: usize, dice: &mut Dice) -> Option<i32> {
    let held = || state.held(setup, seat);
    let count = u32::try_from(held().count()).ok()?;
    held().nth(dice.below(count) as usize).map(|c| c.value)
}

/// How much a burst costs.
const BURST: f32 = 1.0;
/// How much losing a life for it costs besides.
const LIFE: f32 = 0.6;
/// How much the own mission is worth in the last turn.
const MISSION: f32 = 0.3;
/// How much it is worth to be rid of a large card, for each step of its number.
const LARGE: f32 = 0.01;
/// How much it is worth to come closer to the quota, when it is urgent.
const URGENT: f32 = 0.5;
/// How far from their share of the way people are thought to play.
const SPREAD: f32 = 3.5;
/// How much a bot cares which of nearly equal cards it lays.
const CARE: f32 = 0.03;

/// What everybody can guess of everybody's next card. Hands are open knowledge: what was played lies on the table.
struct Guess<'a> {
    setup: &'a Setup,
    state: &'a State,
    /// By seat: the cards that it may lay and how likely they are.
    likely: Vec<Vec<(Action, f32)>>,
}

impl<'a> Guess<'a> {
    fn new(setup: &'a Setup, state: &'a State) -> Self {
        let mut guess = Self {
            setup,
            state,
            likely: Vec::with_capacity(setup.seats.len()),
        };
        // What the leaders are told says something of where they take the egg; the others share the rest of the way.
        let even = -(state.egg as f32) / setup.seats.len().max(1) as f32;
        let mut rest = -(state.egg as f32);
        let mut free = 0;
        for seat in 0..setup.seats.len() {
            let cards = guess.weigh(seat, even);
            if guess.is_bound(seat) {
                rest -= mean(&cards);
            } else {
                free += 1;
            }
            guess.likely.push(cards);
        }
        let share = rest / free.max(1) as f32;
        for seat in 0..setup.seats.len() {
            if !guess.is_bound(seat) {
                guess.likely[seat] = guess.weigh(seat, share);
            }
        }
        guess
    }

    fn is_bound(&self, seat: usize) -> bool {
        self.state.orders(self.setup).any(|o| o.leader == seat)
    }

    /// The cards that a seat may lay without disobeying.
    fn open_to(&self, seat: usize) -> impl Iterator<Item = Action> {
        let egg = self.state.egg;
        let mut orders = self.state.orders(self.setup);
        let order = orders.find(|o| o.leader == seat);
        let obeys = move |card: &Action| order.is_none_or(|o| o.command.allows(card.value, egg));
        self.state.held(self.setup, seat).filter(obeys)
    }

    /// How likely a seat's cards are, when it wants to move the egg by `share`.
    fn weigh(&self, seat: usize, share: f32) -> Vec<(Action, f32)> {
        let urgency = self.urgency(seat);
        let weight = |card: Action| {
            let off = (card.value as f32 - share).abs();
            let helps = if card.penguins > 0 { urgency } else { 0.0 };
            (card, (-off / SPREAD).exp() + 0.3 * helps)
        };
        let mut cards: Vec<(Action, f32)> = self.open_to(seat).map(weight).collect();
        let all: f32 = cards.iter().map(|(_, w)| w).sum();
        cards.iter_mut().for_each(|(_, w)| *w /= all);
        cards
    }

    /// From 0, the quota is filled, to 1, it needs every turn that is left.
    fn urgency(&self, seat: usize) -> f32 {
        let penguins = self.state.penguins(self.setup, seat);
        let turns = self.setup.turns - self.state.turn + 1;
        (self.needed(seat, penguins) / f32::from(turns)).min(1.0)
    }

    /// How many cards a seat needs at least to fill its quota from so many penguins.
    fn needed(&self, seat: usize, mut penguins: u32) -> f32 {
        let mut left = self.state.left.get(seat).copied().unwrap_or(0);
        let mut cards = 0.0;
        while !quota_filled(penguins) {
            let held = (0..self.setup.hand.len()).filter(|i| left >> i & 1 == 1);
            let Some(best) = held.max_by_key(|i| self.setup.hand[*i].penguins) else {
                break;
            };
            left &= !(1 << best);
            penguins += self.setup.hand[best].penguins;
            cards += 1.0;
        }
        cards
    }

    /// The card that a seat lays.
    fn choose(&self, seat: usize, dice: &mut Dice) -> Option<i32> {
        let others = self.sum_of_others(seat);
        let cards: Vec<Action> = self.open_to(seat).collect();
        let worth: Vec<f32> = cards
            .iter()
            .map(|card| self.worth(seat, *card, &others))
            .collect();
        let best = worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weight = |w: &f32| ((w - best) / CARE).exp();
        let all: f32 = worth.iter().map(weight).sum();
        let mut at = dice.below(1 << 20) as f32 / (1 << 20) as f32 * all;
        for (card, w) in cards.iter().zip(&worth) {
            at -= weight(w);
            if at < 0.0 {
                return Some(card.value);
            }
        }
        cards.last().map(|card| card.value)
    }

    /// How likely each sum of the other seats' cards is.
    fn sum_of_others(&self, seat: usize) -> Chances {
        let mut sum = Chances::certain();
        for (_, cards) in self.likely.iter().enumerate().filter(|(s, _)| *s != seat) {
            sum = sum.and(cards);
        }
        sum
    }

    /// What a card is worth to a seat.
    fn worth(&self, seat: usize, card: Action, others: &Chances) -> f32 {
        let Guess { setup, state, .. } = self;
        let last = state.is_last_turn(setup);
        let mission = state.missions.get(seat).filter(|_| last);
        let (highest, lowest) = (
            self.outermost(seat, card, true),
            self.outermost(seat, card, false),
        );
        let mut worth = 0.0;
        for (sum, chance) in others.each() {
            let moved = sum + card.value;
            let at = state.egg + moved;
            if setup.track.burst(at).is_some() {
                let pays = if moved > 0 { highest } else { lowest };
                worth -= chance * (BURST + LIFE * pays);
            } else if mission.is_some_and(|m| setup.holds(*m, at)) {
                worth += chance * MISSION;
            }
        }
        worth + LARGE * card.value.abs() as f32 + self.towards_quota(seat, card)
    }

    /// How likely a card is the highest of all, or the lowest.
    fn outermost(&self, seat: usize, card: Action, high: bool) -> f32 {
        let others = self.likely.iter().enumerate().filter(|(s, _)| *s != seat);
        let within = |v: i32| {
            if high {
                v <= card.value
            } else {
                v >= card.value
            }
        };
        others
            .map(|(_, cards)| {
                let inside = cards.iter().filter(|(c, _)| within(c.value));
                inside.map(|(_, w)| w).sum::<f32>()
            })
            .product()
    }

    /// What a card is worth for the quota.
    fn towards_quota(&self, seat: usize, card: Action) -> f32 {
        let before = self.state.penguins(self.setup, seat);
        if quota_filled(before) {
            return 0.0;
        }
        let turns = f32::from(self.setup.turns - self.state.turn + 1);
        let needed = self.needed(seat, before);
        let after = self.needed(seat, before + card.penguins);
        if after > turns - 1.0 {
            // The run would be lost at its end.
            return -(BURST + LIFE);
        }
        URGENT * (needed - after) * (needed / turns).powi(2)
    }
}

fn mean(cards: &[(Action, f32)]) -> f32 {
    cards.iter().map(|(c, w)| c.value as f32 * w).sum()
}

/// How likely whole numbers are, from the lowest possible one on.
struct Chances {
    lowest: i32,
    chances: Vec<f32>,
}

impl Chances {
    /// Certainly 0.
    fn certain() -> Self {
        Self {
            lowest: 0,
            chances: vec![1.0],
        }
    }

    /// The sum with one more card.
    fn and(&self, cards: &[(Action, f32)]) -> Self {
        let values = || cards.iter().map(|(c, _)| c.value);
        let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let more = usize::try_from(high - low).unwrap_or(0);
        let mut chances = vec![0.0; self.chances.len() + more];
        for (card, weight) in cards {
            let shift = usize::try_from(card.value - low).unwrap_or(0);
            for (to, from) in chances.iter_mut().skip(shift).zip(&self.chances) {
                *to += from * weight;
            }
        }
        Self {
            lowest: self.lowest + low,
            chances,
        }
    }

    fn each(&self) -> impl Iterator<Item = (i32, f32)> {
        (self.lowest..).zip(self.chances.iter().copied())
    }
}
