//! TOKYO WASHI GAME: Cats: lines of two players' cats through a town on two strips of tape.
//!
//! `map` draws towns from a seed, with `cell`, `paths` and `rng`; `town` says where single moves lead, `board` the same
//! by names for the pictures; `drawings` are the fish and cats, `solver` knows who cannot get home, `replay` plays
//! written games for the rules, `sketch` draws for terminals.

mod apply;
pub mod board;
mod bots;
pub mod cell;
mod choices;
mod drawings;
pub mod map;
mod moves;
pub mod paths;
mod picture;
mod prompts;
mod refusals;
pub mod replay;
pub mod rng;
mod setup;
mod sketch;
pub mod solver;
mod state;
pub mod town;
mod view;

pub use moves::Move;
pub use setup::Setup as Referee;
pub use state::State;

use serde_json::Value;

use crate::play::choice::{Asking, Choice};
use crate::play::config::Config;
use crate::play::lexicon::MoveWords;
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{Change, News, Outcome, Refusal, Rules, Skill, Tally, Whose};
use crate::play::view::{View, Viewer};
use crate::say::Say;
use setup::Setup;

impl Rules for Setup {
    type State = State;
    type Move = Move;

    const WORDS: MoveWords = choices::WORDS;

    fn new(config: Config<'_>) -> Result<Self, Refusal> {
        Setup::read(config)
    }

    fn begin(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut state = State::new(&self.town);
        Change::new(self, &mut state, chance, news).set_up();
        state
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Refusal> {
        moves::read(self, state, text)
    }

    fn write_move(&self, _: &State, mv: &Move) -> String {
        moves::write(self, mv)
    }

    fn apply(
        &self,
        state: &mut State,
        mv: &Move,
        chance: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal> {
        Change::new(self, state, chance, news).make(mv)
    }

    fn choose(&self, state: &State, skills: &[Skill], dice: &mut Dice) -> Option<Move> {
        bots::choose(self, state, skills, dice)
    }

    fn names(&self) -> &[String] {
        &self.seats
    }

    fn choices(&self, state: &State, asking: Asking<'_>, so_far: &str) -> Vec<Choice> {
        choices::choices(self, state, asking, so_far)
    }

    fn whose(&self, state: &State, text: &str) -> Option<Whose> {
        moves::whose(self, state, text)
    }

    fn view(&self, state: &State, _: Viewer) -> View {
        view::view(self, state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winners = state.winner().map(usize::from).into_iter().collect();
        let reason = apply::reason(self, state.ending?);
        Some(Outcome { winners, reason })
    }

    fn over(&self, state: &State) -> bool {
        state.ending.is_some()
    }

    fn tally(&self, state: &State) -> Tally {
        state.tally()
    }

    /// Nothing is hidden, so nothing can be dealt anew.
    fn reshuffle_hidden(&self, _: &mut State, _: &mut Chance, _: &mut News) {}

    fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
        picture::picture(name, args)
    }
}
