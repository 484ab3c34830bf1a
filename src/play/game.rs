//! A game in progress with the types of its rules closed over, which is what the table holds.

use std::sync::Arc;

use super::choice::{self, Asking, Choice};
use super::lexicon::{self, MoveWords};
use super::rng::{Chance, Dice};
use super::rules::{Asked, Event, Fault, News, Outcome, Refusal, Rules, Skill, Whose};
use super::view::{Form, View, Viewer};
use crate::say::Say;

/// A game in progress with its types closed over: rules and state in one.
pub trait Game: Send {
    /// The game after a move given as text, the move as its rules write it, and what happened.
    fn act(&self, text: &str, chance: &mut Chance) -> Result<Acted, Refusal>;
    /// A legal move as bots would make it, as text; secrets included: not for printing.
    fn choose(&self, skills: &[Skill], dice: &mut Dice) -> Option<String>;
    /// The pieces that can be added to a text.
    fn choices(&self, asking: Asking<'_>, so_far: &str) -> Vec<Choice>;
    /// The words of moves, by those that journals keep.
    fn words(&self) -> MoveWords;
    /// Whether a long move given as text is shown back before it is made.
    fn reveals(&self, text: &str) -> bool;
    /// Looks at one piece of the move that the view's form asks for.
    fn check_answer(&self, part: usize, text: &str) -> Result<String, Refusal>;
    /// Whose move a text is; none where it begins like no move.
    fn whose(&self, text: &str) -> Option<Whose>;
    /// The form of the move that players make together.
    fn together(&self) -> Option<Form>;
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
pub(crate) type Begun = (Box<dyn Game>, Vec<Event>);

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

    /// A text with words of other languages as the rules know them.
    fn translated(&self, text: &str) -> Option<String> {
        lexicon::translate(R::WORDS, self.rules.names(), text)
    }

    /// Reads a move: as it stands, in another language, or short, where only one legal move is meant.
    fn read(&self, text: &str) -> Result<R::Move, Refusal> {
        let unread = |r: &Refusal| matches!(r.fault(), Fault::Words | Fault::Unknown);
        let mut read = self.rules.read_move(&self.state, text);
        let translated = match read.as_ref().is_err_and(unread) {
            true => self.translated(text),
            false => None,
        };
        let text = translated.as_deref().unwrap_or(text);
        if translated.is_some() {
            read = self.rules.read_move(&self.state, text);
        }
        if read.as_ref().is_err_and(unread) {
            let asking = Asking::whole(Viewer::Public);
            let choices = |so_far: &str| self.rules.choices(&self.state, asking, so_far);
            let short = choice::short(&choices, text);
            let short = short.and_then(|t| self.rules.read_move(&self.state, &t).ok());
            // What cannot be unseen is written out.
            let plain = |mv: &R::Move| self.rules.unveils(&self.state, mv).is_none();
            if let Some(mv) = short.filter(plain) {
                return Ok(mv);
            }
        }
        read
    }
}

impl<R: Rules> Game for Running<R> {
    fn act(&self, text: &str, chance: &mut Chance) -> Result<Acted, Refusal> {
        if self.rules.over(&self.state) {
            return Err(Refusal::over());
        }
        let mv = self.read(text)?;
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

    fn choices(&self, asking: Asking<'_>, so_far: &str) -> Vec<Choice> {
        match self.rules.over(&self.state) {
            true => Vec::new(),
            false => self.rules.choices(&self.state, asking, so_far),
        }
    }

    fn words(&self) -> MoveWords {
        R::WORDS
    }

    fn reveals(&self, text: &str) -> bool {
        let mv = self.read(text);
        mv.is_ok_and(|mv| self.rules.reveals(&self.state, &mv))
    }

    fn check_answer(&self, part: usize, text: &str) -> Result<String, Refusal> {
        let as_it_is = self.rules.check_answer(&self.state, part, text);
        match (&as_it_is, self.translated(text)) {
            (Err(refusal), Some(text)) if refusal.fault() != Fault::Hidden => {
                self.rules.check_answer(&self.state, part, &text)
            }
            _ => as_it_is,
        }
    }

    fn whose(&self, text: &str) -> Option<Whose> {
        let whose = |text: &str| self.rules.whose(&self.state, text);
        let translated = || whose(&self.translated(text)?);
        whose(text).or_else(translated).or_else(|| {
            let asking = Asking::whole(Viewer::Public);
            let choices = |so_far: &str| self.rules.choices(&self.state, asking, so_far);
            whose(&choice::short(&choices, text)?)
        })
    }

    fn together(&self) -> Option<Form> {
        match self.rules.over(&self.state) {
            true => None,
            false => self.rules.together(&self.state),
        }
    }

    fn asks(&self, text: &str) -> Option<Asked> {
        let translated = || self.rules.asks(&self.state, &self.translated(text)?);
        self.rules.asks(&self.state, text).or_else(translated)
    }

    fn guarded(&self) -> bool {
        self.rules.guarded()
    }

    fn unveils(&self, text: &str) -> Option<Say> {
        let mv = self.read(text).ok()?;
        self.rules.unveils(&self.state, &mv)
    }

    fn unsaid(&self, part: Option<usize>, text: &str) -> Option<Refusal> {
        let translated = || {
            self.rules
                .unsaid(&self.state, part, &self.translated(text)?)
        };
        let unsaid = self.rules.unsaid(&self.state, part, text);
        unsaid.or_else(translated)
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
