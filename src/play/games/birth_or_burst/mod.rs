//! BIRTH or BURST: an egg that must neither freeze nor boil for ten turns.
//!
//! `rules` holds the pure rules that the pictures show too, `book` what is settled before the first card, `state` a
//! game in progress, `doing` how it goes on, `moves` its move texts, `view` what may be seen,
//! `bots` who plays in simulations.

mod book;
mod bots;
mod doing;
mod moves;
mod picture;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod view;
mod words;

use std::sync::Arc;

pub use moves::Move;
pub use picture::picture;
pub use rules::*;
pub use state::State;

use super::super::rng::{Chance, Dice};
use super::super::rules::{News, Outcome, Refusal, Rules, Setup, Skill, Tally};
use super::super::view::{View, Viewer};
use crate::say;
use book::Book;
use doing::Doing;
use state::Ending;

/// The referee of one table.
#[derive(Clone)]
pub struct Referee {
    book: Arc<Book>,
}

impl Referee {
    /// The referee for a kit, its players and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let book = Arc::new(Book::new(setup)?);
        Ok(Self { book })
    }
}

impl Rules for Referee {
    type State = State;
    type Move = Move;

    fn setup(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut state = State::new(&self.book);
        let mut doing = Doing {
            book: &self.book,
            state: &mut state,
            chance,
            news,
        };
        doing.set_up();
        state
    }

    fn parse(&self, _: &State, text: &str) -> Result<Move, Refusal> {
        moves::parse(&self.book, text)
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        chance: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        let book = &*self.book;
        let mut doing = Doing {
            book,
            state,
            chance,
            news,
        };
        match mv {
            Move::Command(commands) => doing.command(commands),
            Move::Play { cards, .. } => doing.play(cards),
        }
    }

    fn choose(&self, state: &State, skills: &[Skill], dice: &mut Dice) -> Option<Move> {
        bots::choose(&self.book, state, skills, dice)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.book, state, viewer)
    }

    fn piece(&self, state: &State, part: usize, text: &str) -> Result<String, Refusal> {
        moves::piece(&self.book, state, part, text)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let seats = 0..self.book.seats.len();
        Some(match state.ending? {
            Ending::Lost(_) => Outcome {
                winners: Vec::new(),
                reason: self.loss(state),
            },
            Ending::Birth if self.book.coop => Outcome {
                winners: seats.collect(),
                reason: say!("BIRTH: the egg has hatched"),
            },
            Ending::Birth => {
                let best = seats.clone().map(|s| state.points(&self.book, s)).max();
                let best = best.unwrap_or(0);
                let wins = |s: &usize| state.points(&self.book, *s) == best;
                Outcome {
                    winners: seats.filter(wins).collect(),
                    reason: say!("BIRTH: the egg has hatched; the most points are {}", best),
                }
            }
        })
    }

    fn over(&self, state: &State) -> bool {
        state.ending.is_some()
    }

    fn tally(&self, state: &State) -> Tally {
        bots::tally(&self.book, state)
    }

    fn anew(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        let mut doing = Doing {
            book: &self.book,
            state,
            chance,
            news,
        };
        doing.shuffle_hidden();
    }
}

impl Referee {
    fn loss(&self, state: &State) -> say::Say {
        if self.book.coop {
            return say!("the last shared life is lost");
        }
        let gone = state.lives.iter().zip(&self.book.seats);
        let gone: Vec<&str> = gone
            .filter(|(lives, _)| **lives == 0)
            .map(|(_, name)| name.as_str())
            .collect();
        say!("no life is left for {}: all have lost", gone.join(", "))
    }
}
