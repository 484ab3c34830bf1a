//! CATCH and RUN: babies on a floor of cards, and educators after them.
//!
//! `board` is the field, `walk` a run over it, `turn` what a whole turn does, `reverse` which cards it turns, `check`
//! what may be shown, `ends` how games and matches end.

mod apply;
mod board;
mod bots;
mod check;
mod choices;
mod draw;
mod ends;
mod moves;
mod prompts;
mod reverse;
mod settings;
mod setup;
mod state;
mod told;
mod turn;
mod view;
mod walk;

pub use moves::Move;
pub use reverse::{NoSuchCard, reverse};
pub use setup::Setup as Referee;
pub use state::State;

use serde_json::Value;

use crate::play::choice::{Asking, Choice};
use crate::play::config::Config;
use crate::play::lexicon::MoveWords;
use crate::play::rng::{Chance, Dice};
use crate::play::rules::{Change, News, Outcome, Reads, Refusal, Rules, Skill, Tally, Whose};
use crate::play::view::{View, Viewer};
use crate::say::Say;
use setup::Setup;

impl Rules for Setup {
    type State = State;
    type Move = Move;

    const READS: Reads = &[("floor", &[]), ("arm", &[])];
    const NAMES: &'static [&'static str] = &["educators"];

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

    fn write_move(&self, state: &State, mv: &Move) -> String {
        moves::write(self, state, mv)
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

    fn guarded(&self) -> bool {
        self.app
    }

    fn check_answer(&self, state: &State, part: usize, text: &str) -> Result<String, Refusal> {
        check::answer(self, state, part, text)
    }

    fn unsaid(&self, state: &State, part: Option<usize>, text: &str) -> Option<Refusal> {
        moves::unsaid(self, state, part, text)
    }

    fn reveals(&self, _: &State, mv: &Move) -> bool {
        self.app && matches!(mv, Move::Turn(_))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        ends::outcome(self, state)
    }

    fn over(&self, state: &State) -> bool {
        state.over()
    }

    fn tally(&self, state: &State) -> Tally {
        ends::tally(self, state)
    }

    fn reshuffle_hidden(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        Change::new(self, state, chance, news).shuffle_hidden();
    }

    fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
        reverse::picture(name, args)
    }
}
