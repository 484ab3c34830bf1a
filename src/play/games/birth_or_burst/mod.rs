//! BIRTH or BURST: an egg that must neither freeze nor boil for ten turns.
//!
//! `rules` holds the pure rules that the pictures show too.

use crate::say::Say;

mod apply;
mod bots;
mod choices;
mod labels;
mod moves;
mod picture;
mod prompts;
mod rules;
mod settings;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use moves::Move;
pub use rules::*;
pub use setup::Setup as Referee;
pub use state::State;

use serde_json::Value;

use crate::play::choice::{Asking, Choice};
use crate::play::config::Config;
use crate::play::lexicon::MoveWords;
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{Change, News, Outcome, Reads, Refusal, Rules, Skill, Tally, Whose};
use crate::play::view::{View, Viewer};
use setup::Setup;

impl Rules for Setup {
    type State = State;
    type Move = Move;

    const READS: Reads = &[
        ("action", &["color", "value", "penguins"]),
        ("command", &[]),
        ("mission", &["range"]),
    ];
    const NAMES: &'static [&'static str] = &["leader"];

    const WORDS: MoveWords = choices::WORDS;

    fn new(config: Config<'_>) -> Result<Self, Refusal> {
        Setup::read(config)
    }

    fn begin(&self, chance: &mut Chance, news: &mut News) -> State {
        let mut state = State::new(self);
        Change::new(self, &mut state, chance, news).set_up();
        state
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, Refusal> {
        moves::read(self, text)
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

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(self, state, viewer)
    }

    fn check_answer(&self, state: &State, part: usize, text: &str) -> Result<String, Refusal> {
        moves::check_answer(self, state, part, text)
    }

    fn reveals(&self, _: &State, mv: &Move) -> bool {
        matches!(mv, Move::Play(_))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome(self)
    }

    fn over(&self, state: &State) -> bool {
        state.ending.is_some()
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
