//! What a game must be able to do so that the table can run it.
//!
//! [`Rules`] is what a referee implements: a pure state machine over its own state and moves. No I/O, no clock, no chance
//! but [`Chance`].

use serde::Serialize;

use super::choice::{Asking, Choice};
use super::config::Config;
use super::lexicon::MoveWords;
use super::rng::{Chance, Dice};
use super::view::{Form, View, Viewer};
use crate::say::Say;

pub use super::refusal::{Blame, Fault, Gap, Refusal};

/// The components that a referee plays with, and the fields that it reads of their cards.
pub type Reads = &'static [(&'static str, &'static [&'static str])];

/// One game's rules. Made from a [`Config`], which is where everything that cannot be played is refused.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Everything about a game in progress, secrets included.
    type State: Clone + Serialize + Send;
    /// A move: plain data.
    type Move: Clone;

    /// What it reads of a kit. It is made from nothing else, and the journal keeps it.
    const READS: Reads = &[];
    /// Its settings that name players: who has a role, or begins. In a rematch they go round.
    const NAMES: &'static [&'static str] = &[];

    /// The words of its moves in other languages.
    const WORDS: MoveWords = &[];

    /// The rules for a kit, its players and settings.
    fn new(config: Config<'_>) -> Result<Self, Refusal>;
    /// Sets the game up: shuffles, deals, who begins.
    fn begin(&self, chance: &mut Chance, news: &mut News) -> Self::State;
    /// Reads a move.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Refusal>;
    /// Writes a move that is made in `state`, as the journal keeps it; [`Rules::read_move`] reads the same move there.
    fn write_move(&self, state: &Self::State, mv: &Self::Move) -> String;
    /// Makes a move; not asked for after the end. After a refusal `state` is worth nothing: the table makes moves
    /// on a copy.
    fn apply(
        &self,
        state: &mut Self::State,
        mv: &Self::Move,
        chance: &mut Chance,
        news: &mut News,
    ) -> Result<(), Refusal>;
    /// A legal move as bots of these skills (one a seat) would make it; none when the game is over.
    ///
    /// Random bots reach every legal move. Bots know no more than their own seat does.
    fn choose(&self, state: &Self::State, skills: &[Skill], dice: &mut Dice) -> Option<Self::Move>;
    /// The players' names.
    fn names(&self) -> &[String] {
        &[]
    }
    /// The pieces that can be added to a text, so that it becomes a legal move, or a legal part of the form that is due;
    /// none behind a text that is whole. Nothing that the viewer may not know decides about them; where hidden cards
    /// do, the seat that holds them is to choose alone. While a form is due, there are pieces of its parts only, unless
    /// one player may make the whole move.
    fn choices(&self, _: &Self::State, _: Asking<'_>, _so_far: &str) -> Vec<Choice> {
        Vec::new()
    }
    /// What a viewer may see: secrets are removed here, nowhere else.
    fn view(&self, state: &Self::State, viewer: Viewer) -> View;
    /// Whether [`Rules::check_answer`] looks at hidden cards, so that an answer that is taken tells as much as one that is not.
    fn guarded(&self) -> bool {
        false
    }
    /// Looks at one answer of the long move that [`View::form`] asks for; gives it back as the move will hold it.
    fn check_answer(&self, _: &Self::State, _part: usize, text: &str) -> Result<String, Refusal> {
        Ok(text.to_owned())
    }
    /// Whose move a text is; none where it begins like no move. Hidden cards do not decide about it, and it says nothing
    /// about whether the move can be made. What is the host's stays the host's, and what names a player stays theirs,
    /// whatever is added to the text.
    fn whose(&self, _: &Self::State, _text: &str) -> Option<Whose> {
        Some(Whose::Host)
    }
    /// The form of the move that players make together, each answering their own part, unseen by the others.
    fn together(&self, state: &Self::State) -> Option<Form> {
        let form = self.view(state, Viewer::Public).form;
        form.filter(|f| f.parts.iter().any(|p| p.seat.is_some()))
    }
    /// How a move is written for everybody until the end, where a part of it is one seat's secret.
    fn sealed(&self, _: &Self::Move) -> Option<String> {
        None
    }
    /// What one seat alone has to add to a text, so that it becomes a move; an empty text stands for whatever is due.
    fn asks(&self, _: &Self::State, _text: &str) -> Option<Asked> {
        None
    }
    /// What a move shows everybody that players held hidden, as a warning; guided play asks before it is made.
    fn unveils(&self, _: &Self::State, _: &Self::Move) -> Option<Say> {
        None
    }
    /// Whether a long move brings something that cannot be unseen, so that guided play shows it back before it is made.
    fn reveals(&self, _: &Self::State, _: &Self::Move) -> bool {
        false
    }
    /// What a move, or one part of it, leaves unsaid: it can be made, but guided play asks first.
    fn unsaid(&self, _: &Self::State, _part: Option<usize>, _text: &str) -> Option<Refusal> {
        None
    }
    /// How it ended, once it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    /// Whether it has ended.
    fn over(&self, state: &Self::State) -> bool {
        self.outcome(state).is_some()
    }
    /// What statistics should know of a game that is over.
    fn tally(&self, state: &Self::State) -> Tally;
    /// Shuffles anew what is still hidden in piles, after all agreed to take back something that had been seen.
    fn reshuffle_hidden(&self, state: &mut Self::State, chance: &mut Chance, news: &mut News);
    /// Answers a question that a rule picture asks by its name; none for a name that it does not know.
    fn picture(_name: &str, _args: &serde_json::Value) -> Option<Result<serde_json::Value, Say>> {
        None
    }
}

/// A game being changed by a move.
pub struct Change<'a, Setup, State> {
    /// What was settled before the game.
    pub setup: &'a Setup,
    /// The game.
    pub state: &'a mut State,
    /// Where everything random comes from.
    pub chance: &'a mut Chance,
    /// Where it is told.
    pub news: &'a mut News,
}

impl<'a, Setup, State> Change<'a, Setup, State> {
    /// A game that is about to change.
    pub fn new(
        setup: &'a Setup,
        state: &'a mut State,
        chance: &'a mut Chance,
        news: &'a mut News,
    ) -> Self {
        Self {
            setup,
            state,
            chance,
            news,
        }
    }
}

/// How well a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skill {
    /// Any legal move, all as likely.
    Random,
    /// Looks one move ahead, with what its seat knows.
    Sensible,
}

/// A finished game in figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How long it was, in the unit that players count: turns, or rounds.
    pub turns: u32,
    /// How it ended, in a word or two with hyphens: `turn-8`, `three-catches`.
    pub ending: &'static str,
    /// The sides that won, where the game has sides: `educators`, `pet`.
    pub sides: Vec<&'static str>,
    /// Whole numbers worth an average: `bursts`, `catches`.
    pub figures: Vec<(&'static str, i64)>,
}

/// Where the rules tell what happens. Bots that play thousands of games do not listen, and nothing is written then.
#[derive(Debug, Default)]
pub struct News {
    events: Vec<Event>,
    deaf: bool,
}

impl News {
    /// News that are kept.
    pub fn new() -> Self {
        Self::default()
    }

    /// News that nobody hears.
    pub(crate) fn unheard() -> Self {
        let events = Vec::new();
        Self { events, deaf: true }
    }

    /// Tells everybody.
    pub fn tell(&mut self, effect: Effect, text: impl FnOnce() -> Say) {
        if !self.deaf {
            self.events.push(Event::new(effect, text()));
        }
    }

    /// Tells one seat.
    pub fn whisper(&mut self, effect: Effect, seat: usize, text: impl FnOnce() -> Say) {
        if !self.deaf {
            self.events.push(Event::secret(effect, seat, text()));
        }
    }

    /// What happened, in order.
    pub fn events(self) -> Vec<Event> {
        self.events
    }
}

/// What an event does to what people know; undo asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing that could not be taken back.
    Open,
    /// Something was shuffled, or chosen at random.
    Shuffle,
    /// Hidden cards went to players.
    Deal,
    /// Something hidden became known.
    Reveal,
}

/// Something that happened, told to everybody or to one seat.
#[derive(Clone, Debug)]
pub struct Event {
    /// What it does to what people know.
    pub effect: Effect,
    /// Who may read it.
    pub to: Viewer,
    /// What happened.
    pub text: Say,
}

impl Event {
    /// An event that everybody may read.
    pub fn new(effect: Effect, text: Say) -> Self {
        let to = Viewer::Public;
        Self { effect, to, text }
    }

    /// An event that only one seat may read.
    pub fn secret(effect: Effect, seat: usize, text: Say) -> Self {
        let to = Viewer::Seat(seat);
        Self { effect, to, text }
    }
}

/// Something that one seat alone may enter: the move is `HEAD ANSWER`.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Who is asked.
    pub seat: usize,
    /// What goes before the answer.
    pub head: String,
    /// The question.
    pub ask: Say,
}

impl Asked {
    /// The move that an answer makes.
    pub fn fill(&self, answer: &str) -> String {
        format!("{} {answer}", self.head)
    }
}

/// Who may enter a move; whoever runs the table may enter every one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Whoever runs the table, and nobody else.
    Host,
    /// Any of these players.
    Seats(Vec<usize>),
}

impl Whose {
    /// One player's.
    pub fn seat(seat: impl Into<usize>) -> Self {
        Self::Seats(vec![seat.into()])
    }

    /// Whether the player at a seat may enter it.
    pub fn allows(&self, seat: usize) -> bool {
        matches!(self, Self::Seats(seats) if seats.contains(&seat))
    }
}

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The seats that won; none for a draw or when all lost.
    pub winners: Vec<usize>,
    /// Why.
    pub reason: Say,
}
