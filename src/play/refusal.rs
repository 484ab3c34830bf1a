//! Why something may not be done: what, by which rule, with advice, and about which part of a long move.

use std::fmt;

use crate::diag::{Problem, nearest};
use crate::say;
use crate::say::Say;

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

    /// What stands behind it; may be empty.
    pub fn after(&self) -> &str {
        &self.after
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
    pub(crate) fn of_part(mut self, part: usize) -> Self {
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
    pub(crate) fn did_you_mean<'a>(
        self,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
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
