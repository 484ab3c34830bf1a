//! The generic table: any kit by its `[table]`. Knows cards, hands, roles, turns and points, and no rules beyond:
//! who may do what when is left to the people around the table.

mod apply;
mod bots;
mod choices;
mod moves;
mod prompts;
mod setup;
mod state;
mod view;

pub use moves::{Move, VERBS};
pub use setup::Setup as Referee;
pub use state::State;

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

    const NAMES: &'static [&'static str] = &["first"];
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

    fn choose(&self, state: &State, _: &[Skill], dice: &mut Dice) -> Option<Move> {
        bots::choose(self, state, dice)
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

    fn unveils(&self, state: &State, mv: &Move) -> Option<Say> {
        prompts::unveils(self, state, mv)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome(self)
    }

    fn tally(&self, state: &State) -> Tally {
        Tally {
            turns: state.turn,
            ending: "end",
            ..Tally::default()
        }
    }

    fn reshuffle_hidden(&self, state: &mut State, chance: &mut Chance, news: &mut News) {
        Change::new(self, state, chance, news).shuffle_hidden();
    }
}
