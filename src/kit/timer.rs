//! `[[table.timer]]` of `kit.toml`: the timers of a game.

use serde::{Deserialize, Serialize};

use super::Words;
use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use crate::say;

/// Keys of `[[table.timer]]`.
pub const TIMER_KEYS: &[&str] = &["id", "title", "kind", "seconds", "pace", "extra", "silent"];

/// A day: no timer runs longer.
const LONGEST_TIMER: i64 = 86_400;

/// A timer of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KitTimer {
    /// What commands call it.
    pub id: String,
    /// What people call it.
    pub title: Words,
    /// Which way it runs.
    pub kind: TimerKind,
    /// How long; 0 only for one that counts up.
    pub seconds: u32,
    /// What a bank gives back for a turn.
    #[serde(default, skip_serializing_if = "is_plain")]
    pub pace: TimerPace,
    /// How many seconds of it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub extra: u32,
    /// Whether it never rings.
    #[serde(default, skip_serializing_if = "is_off")]
    pub silent: bool,
}

fn is_plain(pace: &TimerPace) -> bool {
    *pace == TimerPace::default()
}

fn is_nothing(seconds: &u32) -> bool {
    *seconds == 0
}

fn is_off(switch: &bool) -> bool {
    !switch
}

/// What a player's bank of time gives back for a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimerPace {
    /// Nothing.
    #[default]
    Plain,
    /// So many seconds for every turn.
    Fischer,
    /// What the turn took, but no more than so many seconds.
    Bronstein,
    /// The time begins to run so many seconds into a turn.
    Delay,
    /// What one player uses, the others gain.
    Sand,
}

/// Which way a timer runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimerKind {
    /// Down to zero.
    #[default]
    Down,
    /// Up from zero.
    Up,
    /// Down, one bank for each player.
    Bank,
}

const KINDS: &[(&str, TimerKind)] = &[
    ("down", TimerKind::Down),
    ("up", TimerKind::Up),
    ("bank", TimerKind::Bank),
];
const PACES: &[(&str, TimerPace)] = &[
    ("fischer", TimerPace::Fischer),
    ("bronstein", TimerPace::Bronstein),
    ("delay", TimerPace::Delay),
    ("sand", TimerPace::Sand),
];

impl KitReader {
    pub(super) fn timer(&mut self, node: &Node) -> Option<KitTimer> {
        let id = self.id(node)?;
        let title = self.title_or(node, &id);
        let kind = self.choice(node, "kind", KINDS);
        let seconds = self.number(node, "seconds", 1..=LONGEST_TIMER);
        if get(node, "seconds").is_none() && kind != TimerKind::Up {
            self.problem(node.line, say!("`{}` is missing", "seconds"), None);
        }
        let pace = self.choice(node, "pace", PACES);
        let extra = self.number(node, "extra", 1..=LONGEST_TIMER);
        self.check_pace(node, kind, pace, extra);
        Some(KitTimer {
            id,
            title,
            kind,
            seconds: seconds.unwrap_or(0),
            pace,
            extra: extra.unwrap_or(0),
            silent: self.switch(node, "silent"),
        })
    }

    /// `pace` is for banks, and all but sand needs to know how many seconds.
    fn check_pace(&mut self, node: &Node, kind: TimerKind, pace: TimerPace, extra: Option<u32>) {
        let given = get(node, "pace").or(get(node, "extra"));
        let line = given.map_or(node.line, |n| n.line);
        if given.is_some() && kind != TimerKind::Bank {
            self.problem(
                line,
                say!("`pace` and `extra` go with `kind = \"bank\"`"),
                None,
            );
        } else if matches!(pace, TimerPace::Plain | TimerPace::Sand) != extra.is_none() {
            let what = say!("`pace` and `extra` go together, but for `sand`");
            let hint = say!("such as `pace = \"fischer\"` with `extra = 5`");
            self.problem(line, what, Some(hint));
        }
    }

    /// `true` or `false`; false when the key is missing.
    fn switch(&mut self, node: &Node, key: &str) -> bool {
        match get(node, key).map(|n| (n, &n.value)) {
            None => false,
            Some((_, Value::Bool(on))) => *on,
            Some((n, _)) => {
                self.wrong(key, n, say!("true or false"));
                false
            }
        }
    }
}
