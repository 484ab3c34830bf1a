//! ICECOOL: penguins that flick through a school of paper.
//!
//! `plan` is the school and its pieces, computed from the rooms of the kit; `rules` holds the pure rules that the
//! pictures show too.

mod apply;
mod bots;
mod choices;
mod moves;
mod picture;
pub mod plan;
mod prompts;
pub mod rules;
mod setup;
mod state;
mod view;

pub use moves::Move;
pub use setup::Setup as Referee;
pub use state::State;

use serde_json::Value;

use crate::play::choice::{Asking, Choice};
use crate::play::config::Config;
use crate::play::lexicon::MoveWords;
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{
    Asked, Change, News, Outcome, Reads, Refusal, Rules, Skill, Tally, Whose,
};
use crate::play::view::{Form, View, Viewer};
use crate::say::Say;
use setup::Setup;

impl Rules for Setup {
    type State = State;
    type Move = Move;

    const READS: Reads = &[("fish-card", &["value"])];
    const NAMES: &'static [&'static str] = &["catcher"];

    const WORDS: MoveWords = choices::WORDS;

    fn new(config: Config<'_>) -> Result<Self, Refusal> {
        Setup::read(config)
    }

    fn begin(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut state = State::new(self);
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

    fn together(&self, state: &State) -> Option<Form> {
        prompts::together(self, state)
    }

    fn check_answer(&self, _: &State, _: usize, text: &str) -> Result<String, Refusal> {
        moves::check_answer(self, text)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(self, state, viewer)
    }

    fn sealed(&self, mv: &Move) -> Option<String> {
        moves::sealed(self, mv)
    }

    fn asks(&self, state: &State, text: &str) -> Option<Asked> {
        moves::asks(self, state, text)
    }

    fn over(&self, state: &State) -> bool {
        state.over()
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome(self)
    }

    fn tally(&self, state: &State) -> Tally {
        state.tally(self)
    }

    fn reshuffle_hidden(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        Change::new(self, state, chance, news).shuffle_hidden();
    }

    fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
        picture::picture(name, args)
    }
}
