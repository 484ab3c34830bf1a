//! CATCH and RUN: the referee, and what rule pictures ask of it.

mod board;
mod book;
mod bots;
mod check;
mod doing;
mod draw;
mod ends;
mod moves;
mod need;
mod parse;
mod reverse;
mod settings;
mod state;
mod turn;
mod view;
mod walk;

use std::sync::Arc;

pub use moves::Move;
pub use reverse::{NoSuchCard, picture, reverse};
pub use state::State;

use super::super::rng::{Chance, Dice};
use super::super::rules::{Effect, News, Outcome, Refusal, Rules, Setup, Skill, Tally};
use super::super::view::{View, Viewer};
use crate::say;
use book::Book;
use doing::Doing;

/// The rules of CATCH and RUN for one table.
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
        Doing {
            book: &self.book,
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
        parse::parse(&self.book, state, text)
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        chance: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        self.doing(state, chance, news).make(&mv.act)
    }

    fn choose(&self, state: &State, skills: &[Skill], dice: &mut Dice) -> Option<Move> {
        bots::choose(&self.book, state, skills, dice)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.book, state, viewer)
    }

    fn guarded(&self) -> bool {
        self.book.app
    }

    fn piece(&self, state: &State, part: usize, text: &str) -> Result<String, Refusal> {
        if part >= self.book.seats.len() {
            let kind = parse::card(&self.book, text.trim())?;
            check::random_card(&self.book, state, kind)?;
            return Ok(self.book.arm(kind).to_owned());
        }
        let play = parse::play(&self.book, state, part, text)?;
        check::play(&self.book, state, part, &play)?;
        let mv = Move::new(&self.book, state.game, moves::Act::NextGame);
        Ok(mv.piece(&play))
    }

    fn unsaid(&self, state: &State, part: Option<usize>, text: &str) -> Option<Refusal> {
        parse::unsaid(&self.book, state, part, text)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        ends::outcome(&self.book, state)
    }

    fn over(&self, state: &State) -> bool {
        state.over()
    }

    fn tally(&self, state: &State) -> Tally {
        ends::tally(&self.book, state)
    }

    fn anew(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        if state.deck.len() > 1 {
            self.doing(state, chance, news).shuffle_deck();
            news.tell(Effect::Shuffle, || say!("the arm cards were shuffled anew"));
        }
    }
}
