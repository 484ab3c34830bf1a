//! What a game must be able to do so that the table can run it.
//!
//! [`Rules`] is what a referee implements: a pure state machine over its own state and moves. [`Game`] is the
//! same with the types closed over, which is what the table holds. No I/O, no clock, no chance but [`Chance`].

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::config::Config;
use super::rng::{Chance, Dice};
use super::view::{View, Viewer};
use crate::diag::{Problem, nearest};
use crate::say;
use crate::say::Say;

/// The components that a referee plays with, and the fields that it reads of their cards.
pub type Reads = &'static [(&'static str, &'static [&'static str])];

/// One game's rules. Made from a [`Config`], which is where everything that cannot be played is refused.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Everything about a game in progress, secrets included.
    type State: Clone + Serialize;
    /// A move: plain data.
    type Move: Clone;

    /// What it reads of a kit. It is made from nothing else, and the journal keeps it.
    const READS: Reads = &[];

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
    fn picture(
        _name: &str,
        _args: &serde_json::Value,
    ) -> Option<Result<serde_json::Value, String>> {
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
    pub fn unheard() -> Self {
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

/// How a game ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The seats that won; none for a draw or when all lost.
    pub winners: Vec<usize>,
    /// Why.
    pub reason: Say,
}

/// What kind of thing is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The words are not a move.
    Words,
    /// It names a player, card, place or setting that there is not.
    Unknown,
    /// It may be made, but not now.
    Time,
    /// A rule of the game forbids it.
    Rule,
    /// The game is over.
    Over,
    /// Cards that not everybody may see do not allow it. The table tells everybody that it was tried.
    Hidden,
}

/// Why something is refused. Nothing has changed. Must not tell anything hidden: what depends on hidden cards is
/// [`Refusal::hidden`] or [`Refusal::hidden_of`], whatever the cards are, and comes after everything that does not.
#[derive(Clone, Debug)]
pub struct Refusal(Box<Reasons>);

#[derive(Clone, Debug)]
struct Reasons {
    fault: Fault,
    what: Say,
    rule: Option<Say>,
    hint: Option<Say>,
    blame: Option<Blame>,
}

/// The part of a long move that a refusal is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The part, in the order of the view's form.
    pub part: usize,
    /// Where something is only missing there.
    pub missing: Option<Gap>,
}

/// A place in one part of a move where something is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What stands before it; all that was said, when none.
    before: Option<String>,
    /// The word that goes before what is missing; people may leave it out.
    word: &'static str,
    /// What stands behind it.
    after: String,
}

impl Gap {
    /// At the end of the part, behind a word.
    pub fn end(word: &'static str) -> Self {
        Self {
            before: None,
            word,
            after: String::new(),
        }
    }

    /// Between two pieces of the part.
    pub fn within(before: String, after: String) -> Self {
        Self {
            before: Some(before),
            word: "",
            after,
        }
    }

    /// What stands before it in a part that was `said`.
    pub fn before<'a>(&'a self, said: &'a str) -> &'a str {
        self.before.as_deref().unwrap_or(said)
    }

    /// The part as it could be meant, with what was said before and now.
    pub fn filled(&self, said: &str, now: &str) -> Vec<String> {
        let before = self.before(said);
        let join = |words: &[&str]| {
            let words = words.iter().filter(|w| !w.is_empty());
            words.copied().collect::<Vec<_>>().join(" ")
        };
        let mut ways = vec![join(&[before, now, &self.after])];
        if !self.word.is_empty() {
            ways.push(join(&[before, self.word, now, &self.after]));
        }
        ways
    }
}

impl Refusal {
    /// A refusal.
    pub fn new(fault: Fault, what: Say) -> Self {
        Self(Box::new(Reasons {
            fault,
            what,
            rule: None,
            hint: None,
            blame: None,
        }))
    }

    /// Words that are no move.
    pub fn words(what: Say) -> Self {
        Self::new(Fault::Words, what)
    }

    /// A forbidden move, and the rule that forbids it.
    pub fn rule(what: Say, rule: Say) -> Self {
        let mut refusal = Self::new(Fault::Rule, what);
        refusal.0.rule = Some(rule);
        refusal
    }

    /// The refusal of a move of several players that hidden cards do not allow. Everything that all can see of the
    /// move was looked at before, and whose cards it was is not told: else refusals would answer guesses.
    pub fn hidden() -> Self {
        Self::guess(say!("somebody's cards do not allow this"))
    }

    /// The same for a move that concerns one player alone.
    pub fn hidden_of(name: &str) -> Self {
        Self::guess(say!("{}'s cards do not allow this", name))
    }

    fn guess(what: Say) -> Self {
        let hint = say!("nothing has changed; the log tells everybody that this was tried");
        Self::new(Fault::Hidden, what).hint(hint)
    }

    /// The refusal of every move after the end.
    pub fn over() -> Self {
        let rule = say!("nothing is played after the end");
        Self::new(Fault::Over, say!("the game is over"))
            .by(rule)
            .hint(say!(
                "`undo` takes the end back, `verify` shows that the cards were fair"
            ))
    }

    /// The same with the rule it rests on.
    pub fn by(mut self, rule: Say) -> Self {
        self.0.rule = Some(rule);
        self
    }

    /// The same with advice.
    pub fn hint(mut self, hint: Say) -> Self {
        self.0.hint = Some(hint);
        self
    }

    /// The same about one part of the move: the others can stay as they are. Which part it is must tell nothing hidden.
    pub fn of_part(mut self, part: usize) -> Self {
        self.0.blame = Some(Blame {
            part,
            missing: None,
        });
        self
    }

    /// The same about something that one part lacks.
    pub fn lacking(mut self, part: usize, gap: Gap) -> Self {
        let missing = Some(gap);
        self.0.blame = Some(Blame { part, missing });
        self
    }

    /// The same about the whole move.
    pub fn whole(mut self) -> Self {
        self.0.blame = None;
        self
    }

    /// The part of the move that it is about.
    pub fn blame(&self) -> Option<&Blame> {
        self.0.blame.as_ref()
    }

    /// The same with "did you mean", when one of `known` is close. `known` must be public.
    pub fn did_you_mean<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(word, known) {
            Some(near) => self.hint(say!("did you mean `{}`?", near)),
            None => self,
        }
    }

    /// What kind of thing is wrong.
    pub fn fault(&self) -> Fault {
        self.0.fault
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let Reasons {
            what, rule, hint, ..
        } = *refusal.0;
        let mut problem = Problem::new(what);
        problem.rule = rule.map(Box::new);
        problem.hint = hint;
        problem
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Problem::from(self.clone()).fmt(f)
    }
}

/// A game in progress with its types closed over: rules and state in one.
pub trait Game {
    /// The game after a move given as text, the move as its rules write it, and what happened.
    fn act(&self, text: &str, chance: &mut Chance) -> Result<Acted, Refusal>;
    /// A legal move as bots would make it, as text; secrets included: not for printing.
    fn choose(&self, skills: &[Skill], dice: &mut Dice) -> Option<String>;
    /// Looks at one piece of the move that the view's form asks for.
    fn check_answer(&self, part: usize, text: &str) -> Result<String, Refusal>;
    /// What one seat alone has to add to a text.
    fn asks(&self, text: &str) -> Option<Asked>;
    /// Whether pieces are looked up in hidden cards.
    fn guarded(&self) -> bool;
    /// What a move given as text shows everybody that players held hidden; none when it is no move.
    fn unveils(&self, text: &str) -> Option<Say>;
    /// What a move, or one part of it, leaves unsaid.
    fn unsaid(&self, part: Option<usize>, text: &str) -> Option<Refusal>;
    /// What a viewer may see.
    fn view(&self, viewer: Viewer) -> View;
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The game with what is hidden in piles shuffled anew.
    fn reshuffle_hidden(&self, chance: &mut Chance) -> Begun;
    /// The whole state, secrets included: for tests that compare states.
    fn state(&self) -> serde_json::Value;
}

/// A game as it begins, or begins anew, and what happened.
pub type Begun = (Box<dyn Game>, Vec<Event>);

/// What [`Game::act`] gives.
pub struct Acted {
    /// The game after the move.
    pub game: Box<dyn Game>,
    /// The move as its rules write it.
    pub text: String,
    /// The move as everybody may read it until the end, where that is not its text.
    pub sealed: Option<String>,
    /// What happened.
    pub events: Vec<Event>,
}

/// Sets a game up and closes over its types.
pub fn begin<R: Rules>(rules: R, chance: &mut Chance) -> Begun {
    let mut news = News::new();
    let state = rules.begin(chance, &mut news);
    let rules = Arc::new(rules);
    (Box::new(Running { rules, state }), news.events())
}

struct Running<R: Rules> {
    rules: Arc<R>,
    state: R::State,
}

impl<R: Rules> Running<R> {
    fn after(&self, state: R::State) -> Box<dyn Game> {
        let rules = Arc::clone(&self.rules);
        Box::new(Running { rules, state })
    }
}

impl<R: Rules> Game for Running<R> {
    fn act(&self, text: &str, chance: &mut Chance) -> Result<Acted, Refusal> {
        if self.rules.over(&self.state) {
            return Err(Refusal::over());
        }
        let mv = self.rules.read_move(&self.state, text)?;
        let (mut state, mut news) = (self.state.clone(), News::new());
        self.rules.apply(&mut state, &mv, chance, &mut news)?;
        Ok(Acted {
            game: self.after(state),
            text: self.rules.write_move(&self.state, &mv),
            sealed: self.rules.sealed(&mv),
            events: news.events(),
        })
    }

    fn choose(&self, skills: &[Skill], dice: &mut Dice) -> Option<String> {
        let mv = self.rules.choose(&self.state, skills, dice);
        mv.map(|mv| self.rules.write_move(&self.state, &mv))
    }

    fn check_answer(&self, part: usize, text: &str) -> Result<String, Refusal> {
        self.rules.check_answer(&self.state, part, text)
    }

    fn asks(&self, text: &str) -> Option<Asked> {
        self.rules.asks(&self.state, text)
    }

    fn guarded(&self) -> bool {
        self.rules.guarded()
    }

    fn unveils(&self, text: &str) -> Option<Say> {
        let mv = self.rules.read_move(&self.state, text).ok()?;
        self.rules.unveils(&self.state, &mv)
    }

    fn unsaid(&self, part: Option<usize>, text: &str) -> Option<Refusal> {
        self.rules.unsaid(&self.state, part, text)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.rules.view(&self.state, viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome(&self.state)
    }

    fn reshuffle_hidden(&self, chance: &mut Chance) -> Begun {
        let (mut state, mut news) = (self.state.clone(), News::new());
        self.rules.reshuffle_hidden(&mut state, chance, &mut news);
        (self.after(state), news.events())
    }

    fn state(&self) -> serde_json::Value {
        serde_json::to_value(&self.state).unwrap_or_default()
    }
}
