//! The referee of ICECOOL: rounds, fish, catches, skates, cards and the count.

use std::sync::Arc;

use super::book::Book;
use super::doing::Doing;
use super::moves::{self, Move};
use super::state::State;
use super::{bots, view};
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{Asked, Effect, News, Outcome, Refusal, Rules, Setup, Skill, Tally};
use crate::play::view::{View, Viewer};
use crate::say;

/// The rules for one table.
#[derive(Clone)]
pub struct Referee {
    book: Arc<Book>,
}

impl Referee {
    /// The rules for a kit, its players and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let book = Arc::new(Book::new(setup)?);
        Ok(Self { book })
    }

    fn doing<'a>(
        &'a self,
        state: &'a mut State,
        chance: &'a mut Chance,
        news: &'a mut News,
    ) -> Doing<'a> {
        let book = &*self.book;
        Doing {
            book,
            state,
            chance,
            news,
        }
    }
}

impl Rules for Referee {
    type State = State;
    type Move = Move;

    fn setup(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut state = State::new(&self.book);
        self.doing(&mut state, chance, news).set_up();
        state
    }

    fn parse(&self, state: &State, text: &str) -> Result<Move, Refusal> {
        moves::parse(&self.book, state, text)
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        chance: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        let mut doing = self.doing(state, chance, news);
        if !matches!(mv, Move::Value { .. }) {
            doing.nothing_owed()?;
        }
        match mv {
            Move::Fish { who, count } => doing.fish(who.seat, *count),
            Move::Catch(who) => doing.catch(who.seat),
            Move::Skate(who) => doing.skate(who.seat),
            Move::Next => {
                let left = self.book.left_of(doing.state.active);
                doing.pass_to(left);
                Ok(())
            }
            Move::Value { who, value } => doing.value(who.seat, *value),
        }
    }

    fn choose(&self, state: &State, skills: &[Skill], dice: &mut Dice) -> Option<Move> {
        bots::choose(&self.book, state, skills, dice)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.book, state, viewer)
    }

    fn sealed(&self, mv: &Move) -> Option<String> {
        match mv {
            Move::Value { who, .. } => Some(format!("value {who} ·")),
            _ => None,
        }
    }

    fn asks(&self, state: &State, text: &str) -> Option<Asked> {
        moves::asks(&self.book, state, text)
    }

    fn over(&self, state: &State) -> bool {
        state.over()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if !state.over() {
            return None;
        }
        let scores = state.scores(&self.book);
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

    fn tally(&self, state: &State) -> Tally {
        let scores = state.scores(&self.book);
        let mut sums: Vec<u32> = scores.iter().map(|s| s.sum).collect();
        sums.sort_unstable_by(|a, b| b.cmp(a));
        let (best, second) = match sums.as_slice() {
            [best, second, ..] => (*best, *second),
            _ => (0, 0),
        };
        let winners = scores.iter().filter(|s| s.wins).count();
        let most = scores.iter().map(|s| s.cards).max();
        let most_won = scores.iter().any(|s| s.wins && Some(s.cards) == most);
        let skates: u8 = state.skates.iter().sum();
        Tally {
            turns: u32::from(state.turn),
            ending: match (best > second, winners) {
                (true, _) => "points",
                (false, 1) => "more-cards",
                _ => "shared",
            },
            sides: Vec::new(),
            figures: vec![
                ("fish", i64::from(state.taken)),
                ("catches", i64::from(state.catches)),
                ("skates", i64::from(skates)),
                ("rounds-ended-by-fish", i64::from(state.by_fish)),
                ("best-score", i64::from(best)),
                ("margin", i64::from(best - second)),
                ("most-cards-win", i64::from(most_won)),
            ],
        }
    }

    fn anew(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        if state.pile.len() > 1 {
            chance.shuffle_again("fish-cards", &mut state.pile);
            news.tell(Effect::Shuffle, || {
                say!("the pile of fish cards is shuffled anew")
            });
        }
    }
}
