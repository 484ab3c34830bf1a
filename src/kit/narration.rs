//! `[[table.narrate]]` of `kit.toml`: what the screen on the wall says aloud, and when.

use super::reader::{KitReader, get};
use super::toml::Node;
use super::{KitTimer, Words};
use crate::diag::list;
use crate::say;

/// Keys of `[[table.narrate]]`.
pub const NARRATE_KEYS: &[&str] = &["when", "round", "timer", "say", "pause"];

/// The longest silence behind a line, in seconds.
const LONGEST_PAUSE: i64 = 600;

/// When something is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpokenAt {
    /// The game begins.
    #[default]
    Start,
    /// A round begins.
    Round,
    /// A turn begins.
    Turn,
    /// A timer begins to run.
    Timer,
    /// A timer has run out.
    TimeUp,
    /// The game is over.
    End,
}

const MOMENTS: &[(&str, SpokenAt)] = &[
    ("start", SpokenAt::Start),
    ("round", SpokenAt::Round),
    ("turn", SpokenAt::Turn),
    ("timer", SpokenAt::Timer),
    ("time-up", SpokenAt::TimeUp),
    ("end", SpokenAt::End),
];

/// What lines may stand for, in braces.
const BLANKS: &[&str] = &["player", "round", "winners"];

/// Something that is said aloud.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// When.
    pub when: SpokenAt,
    /// In this round alone.
    pub round: Option<u32>,
    /// At this timer alone.
    pub timer: Option<String>,
    /// What; in braces the player whose turn it is, the round, and who has won.
    pub say: Words,
    /// How many seconds of silence follow.
    pub pause: u32,
    /// The line of `kit.toml`.
    line: usize,
}

impl SpokenAt {
    /// Its name.
    pub fn name(self) -> &'static str {
        let known = MOMENTS.iter().find(|(_, moment)| *moment == self);
        known.map_or("", |(name, _)| name)
    }

    fn is_of_a_timer(self) -> bool {
        matches!(self, Self::Timer | Self::TimeUp)
    }
}

impl KitReader {
    pub(super) fn spoken(&mut self, node: &Node) -> Option<Spoken> {
        for key in ["when", "say"] {
            if get(node, key).is_none() {
                self.problem(node.line, say!("`{}` is missing", key), None);
            }
        }
        let when = self.choice(node, "when", MOMENTS);
        let say = self.words(node, "say")?;
        say.0
            .values()
            .for_each(|text| self.check_blanks(node, text));
        let timer = self.text(node, "timer").map(|(id, _)| id);
        if timer.is_some() && !when.is_of_a_timer() {
            let what = say!("`timer` goes with `when = \"timer\"` or `\"time-up\"`");
            self.problem(node.line, what, None);
        }
        Some(Spoken {
            when,
            round: self.number(node, "round", 1..=1000),
            timer,
            say,
            pause: self.number(node, "pause", 1..=LONGEST_PAUSE).unwrap_or(0),
            line: node.line,
        })
    }

    /// Only what is known can be put into a line that is said.
    fn check_blanks(&mut self, node: &Node, text: &str) {
        let blanks = text.split('{').skip(1);
        for blank in blanks.map(|b| b.split('}').next().unwrap_or_default()) {
            if !BLANKS.contains(&blank) {
                let what = say!(
                    "`{}` is nothing that a spoken line knows",
                    format!("{{{blank}}}")
                );
                let known = list(BLANKS.iter().copied());
                self.problem(node.line, what, Some(say!("there are {}", known)));
            }
        }
    }

    /// Lines name timers that there are.
    pub(super) fn check_spoken(&mut self, spoken: &[Spoken], timers: &[KitTimer]) {
        for (line, id) in spoken
            .iter()
            .filter_map(|s| Some((s.line, s.timer.as_ref()?)))
        {
            if timers.iter().all(|t| t.id != *id) {
                self.problem(line, say!("there is no timer `{}`", id), None);
            }
        }
    }
}
