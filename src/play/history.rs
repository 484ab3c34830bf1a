//! The history of a table: what its journal's lines make of a game, without any file. Live play and resuming
//! go through the same steps, so that a replay cannot differ from what was played.

use serde_json::{Value, json};

use super::game::Game;
use super::journal::Body;
use super::rng::{Chance, Draw, Seed};
use super::rules::{Effect, Event, Fault, Outcome, Refusal};
use crate::say;

/// Something that the table does; one line of the journal each.
#[derive(Clone, Debug)]
pub enum Act {
    /// A move.
    Do(String),
    /// The last move is taken back, or the giving up of the game.
    Undo {
        /// Although it was dealt, shuffled or shown.
        all_agree: bool,
        /// The seed from here on, where the one before has been shown.
        fresh: Option<Seed>,
    },
    /// Something that the shell keeps with the table, such as a timer's reading; the rules do not see it.
    Note(Value),
    /// The seed is shown, so that nothing hidden is left.
    Shown {
        /// Before the game was over.
        give_up: bool,
    },
}

impl Act {
    /// The act that a line of the journal holds.
    pub fn read(body: &Body) -> Option<Self> {
        let flag = |key: &str| body.get(key).and_then(Value::as_bool).unwrap_or(false);
        if let Some(text) = body.get("do").and_then(Value::as_str) {
            Some(Act::Do(text.to_owned()))
        } else if body.contains_key("undo") {
            let fresh = body.get("seed").and_then(Value::as_str);
            Some(Act::Undo {
                all_agree: flag("all-agree"),
                fresh: fresh.and_then(Seed::from_hex),
            })
        } else if let Some(note) = body.get("note") {
            Some(Act::Note(note.clone()))
        } else if body.contains_key("shown") {
            let give_up = flag("give-up");
            Some(Act::Shown { give_up })
        } else {
            None
        }
    }
}

/// What an act comes to; nothing has happened until [`History::commit`].
pub struct Pending {
    act: Act,
    game: Option<Box<dyn Game>>,
    /// For an undo, the line that is taken back.
    taken: Option<u64>,
    chance: Chance,
    /// What was drawn for it.
    pub draws: Vec<Draw>,
    events: Vec<Event>,
    /// The move as everybody may read it until the end, where it is not the move itself.
    sealed: Option<String>,
    /// Who entered it; none for whoever runs the table.
    by: Option<String>,
}

impl Pending {
    /// The move as the journal keeps it.
    pub fn text(&self) -> Option<&str> {
        match &self.act {
            Act::Do(text) => Some(text),
            _ => None,
        }
    }

    /// The same, entered by somebody other than whoever runs the table.
    pub(crate) fn entered_by(mut self, by: Option<&str>) -> Self {
        self.by = by.map(str::to_owned);
        self
    }

    /// The line of the journal for it.
    pub fn body(&self) -> Body {
        let mut body = Body::new();
        match &self.act {
            Act::Do(text) => {
                body.insert("do".into(), text.as_str().into());
            }
            Act::Undo { all_agree, fresh } => {
                body.insert("undo".into(), self.taken.into());
                body.insert("all-agree".into(), (*all_agree).into());
                if let Some(seed) = fresh {
                    body.insert("seed".into(), seed.reveal().into());
                }
            }
            Act::Note(note) => {
                body.insert("note".into(), note.clone());
            }
            Act::Shown { give_up } => {
                body.insert("shown".into(), "seed".into());
                body.insert("give-up".into(), (*give_up).into());
            }
        }
        if let Some(by) = &self.by {
            body.insert("by".into(), by.as_str().into());
        }
        if !self.draws.is_empty() {
            body.insert("draws".into(), json!(self.draws));
        }
        body
    }
}

/// One line of the table's story.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The journal's line; 0 is the start.
    pub n: u64,
    /// When, in seconds since 1970.
    pub at: u64,
    /// What was done; none for the start.
    pub act: Option<Act>,
    /// For an undo, the line that it took back.
    pub taken: Option<u64>,
    /// Whether it was taken back later.
    pub undone: bool,
    /// What happened.
    pub events: Vec<Event>,
    /// The move as everybody may read it until the end, where it is not the move itself.
    sealed: Option<String>,
    /// Who entered it: a player, or `all` where everybody answered; none for whoever runs the table.
    pub by: Option<String>,
}

impl Entry {
    /// The move as everybody may read it; once the game is `over`, all of it.
    pub fn told(&self, over: bool) -> Option<&str> {
        match (&self.act, &self.sealed) {
            (Some(Act::Do(_)), Some(sealed)) if !over => Some(sealed),
            (Some(Act::Do(text)), _) => Some(text),
            _ => None,
        }
    }
}

/// A point that the game can go back to.
struct Moment {
    game: Box<dyn Game>,
    /// The journal's line that led here.
    n: u64,
    /// Going back behind this point would take back something that people know, or could profit from.
    sealed: bool,
}

/// A game with its past.
pub struct History {
    chance: Chance,
    past: Vec<Moment>,
    entries: Vec<Entry>,
    /// `Some(give_up)` once the seed was shown.
    shown: Option<bool>,
}

impl History {
    /// The history of a game that has just been set up.
    pub fn new(game: Box<dyn Game>, chance: Chance, events: Vec<Event>, at: u64) -> Self {
        Self {
            chance,
            past: vec![Moment {
                game,
                n: 0,
                sealed: true,
            }],
            entries: vec![Entry {
                n: 0,
                at,
                act: None,
                taken: None,
                undone: false,
                events,
                sealed: None,
                by: None,
            }],
            shown: None,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn Game {
        // The start is never taken back.
        &*self.past[self.past.len() - 1].game
    }

    /// Everything that happened, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether the seed was shown.
    pub fn shown(&self) -> bool {
        self.shown.is_some()
    }

    /// The journal's line that ended the game, once it is over.
    pub(crate) fn ended_at(&self) -> Option<u64> {
        self.outcome()?;
        match self.shown {
            Some(true) => self.shown_at(),
            _ => self.past.last().map(|moment| moment.n),
        }
    }

    /// The journal's line in which the seed was shown.
    fn shown_at(&self) -> Option<u64> {
        let is = |e: &&Entry| matches!(e.act, Some(Act::Shown { .. }));
        self.entries.iter().rev().find(is).map(|e| e.n)
    }

    /// Chance, for the seed.
    pub fn chance(&self) -> &Chance {
        &self.chance
    }

    /// How the game ended, by its rules or because it was given up.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome().or_else(|| {
            (self.shown == Some(true)).then(|| Outcome {
                winners: Vec::new(),
                reason: say!("the table was given up and its seed shown"),
            })
        })
    }

    /// How many moves stand.
    pub fn moves(&self) -> usize {
        self.past.len() - 1
    }

    /// What an act would come to.
    pub fn step(&self, act: Act) -> Result<Pending, Refusal> {
        let agreed = matches!(act, Act::Undo { all_agree, .. } if all_agree);
        if self.shown() && !agreed && !matches!(act, Act::Note(_)) {
            let what = say!("the seed of this table has been shown, so it cannot be played on");
            let hint = say!(
                "if all agree, `undo --all-agree` opens it again and shuffles anew what is hidden; `kitpress start` makes a new table"
            );
            return Err(Refusal::new(Fault::Over, what).hint(hint));
        }
        let mut pending = Pending {
            act,
            game: None,
            taken: None,
            chance: self.chance.clone(),
            draws: Vec::new(),
            events: Vec::new(),
            sealed: None,
            by: None,
        };
        match pending.act.clone() {
            Act::Do(text) => self.step_do(&text, &mut pending)?,
            Act::Undo { all_agree, fresh } => self.step_undo(all_agree, fresh, &mut pending)?,
            Act::Note(_) | Act::Shown { .. } => {}
        }
        pending.draws = pending.chance.take_draws();
        Ok(pending)
    }

    fn step_do(&self, text: &str, pending: &mut Pending) -> Result<(), Refusal> {
        let acted = self.game().act(text, &mut pending.chance)?;
        pending.act = Act::Do(acted.text);
        pending.game = Some(acted.game);
        pending.events = acted.events;
        pending.sealed = acted.sealed;
        Ok(())
    }

    fn step_undo(
        &self,
        all_agree: bool,
        fresh: Option<Seed>,
        pending: &mut Pending,
    ) -> Result<(), Refusal> {
        if let Some(seed) = fresh {
            pending.chance.reseed(seed);
        }
        if self.shown == Some(true) {
            pending.taken = self.shown_at();
            let (game, events) = self.game().reshuffle_hidden(&mut pending.chance);
            pending.game = Some(game);
            pending.events = events;
            return Ok(());
        }
        let [.., before, last] = self.past.as_slice() else {
            let what = say!("there is no move to take back");
            return Err(Refusal::new(Fault::Time, what));
        };
        if last.sealed && !all_agree {
            let what = say!("the last move shuffled, dealt or showed something");
            let rule = say!("what has been seen cannot be unseen");
            return Err(Refusal::rule(what, rule).hint(say!(
                "if all agree, `undo --all-agree` takes it back and shuffles anew what is hidden"
            )));
        }
        pending.taken = Some(last.n);
        if last.sealed || self.shown() {
            let (game, events) = before.game.reshuffle_hidden(&mut pending.chance);
            pending.game = Some(game);
            pending.events = events;
        }
        Ok(())
    }

    /// Makes it happen, as the journal's line `n`.
    pub fn commit(&mut self, pending: Pending, n: u64, at: u64) -> &Entry {
        let Pending {
            act,
            game,
            taken,
            mut chance,
            events,
            draws,
            sealed,
            by,
        } = pending;
        chance.take_draws();
        self.chance = chance;
        match &act {
            Act::Do(_) => {
                let known = |e: &Event| e.effect != Effect::Open;
                let sealed = events.iter().any(known) || !draws.is_empty();
                if let Some(game) = game {
                    self.past.push(Moment { game, n, sealed });
                }
            }
            Act::Undo { .. } => {
                // Giving up is no move: the game stands as it did.
                if self.shown != Some(true) {
                    self.past.pop();
                }
                self.shown = None;
                if let (Some(game), Some(top)) = (game, self.past.last_mut()) {
                    // What lies before has been seen as well: going on back needs everybody again.
                    top.game = game;
                    top.sealed = true;
                }
                for entry in self.entries.iter_mut().filter(|e| Some(e.n) == taken) {
                    entry.undone = true;
                }
            }
            Act::Note(_) => {}
            Act::Shown { give_up } => self.shown = Some(*give_up),
        }
        self.entries.push(Entry {
            n,
            at,
            act: Some(act),
            taken,
            undone: false,
            events,
            sealed,
            by,
        });
        &self.entries[self.entries.len() - 1]
    }
}
