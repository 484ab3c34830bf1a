//! Orders to the table itself, beside the moves of the game: `/undo`, `/log`, `/hands`. They begin with a `/`, so that none
//! looks like a move; without it they are understood as long as no word of the game begins so.

use std::time::Duration;

use serde_json::json;

use super::menu::MenuItem;
use super::session::{Reply, Session, Wanted};
use super::table_args;
use super::verbs::verbs;
use crate::diag::list;
use crate::kit::KitTimer;
use crate::play::clock::{Timer, TimerPlan, parse_span};
use crate::play::history::Act;
use crate::play::note;
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::play::view::Viewer;
use crate::say;
use crate::say::Say;

/// The orders: short, long, in other languages.
const ORDERS: [(&str, &str, &[&str]); 9] = [
    ("h", "hands", &["手札"]),
    ("u", "undo", &["戻す", "もどす"]),
    ("b", "back", &["前"]),
    ("l", "log", &["記録"]),
    ("t", "timer", &["タイマー"]),
    ("s", "show", &["表示"]),
    ("?", "help", &["ヘルプ"]),
    ("again", "again", &["もう一度"]),
    ("q", "quit", &["終わる", "やめる"]),
];

/// What an order does.
fn does(order: &str) -> Say {
    match order {
        "show" => say!("shows the table"),
        "hands" => say!("hands the screen round; with a name, to one player"),
        "timer" => {
            say!("runs a timer: `/timer 90`, `/timer 1m30s`, or one of the kit's; `/timer off`")
        }
        "undo" => say!("takes the last move back; `undo all-agree` also a deal"),
        "back" => say!("opens the last answer again"),
        "log" => say!("the last moves"),
        "again" => say!("the same game once more, seats moved on by one"),
        "quit" => say!("leaves; the table is kept, and `kitpress play` goes on"),
        _ => say!("this help"),
    }
}

/// The language of messages, as kits name it.
fn language() -> &'static str {
    crate::say::tongue().code()
}

impl Session {
    /// The order that a line begins with, and the rest.
    pub(super) fn order<'a>(&self, line: &'a str) -> Option<(&'static str, &'a str)> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (slash, first) = match first.strip_prefix(['/', '／']) {
            Some(word) => (true, seats::fold(word)),
            None => (false, seats::fold(first)),
        };
        if !slash && self.is_of_the_game(&first) {
            return None;
        }
        let known = ORDERS.iter().find(|(short, long, others)| {
            *short == first || *long == first || others.iter().any(|o| seats::fold(o) == first)
        });
        let known = known.map(|(_, long, _)| *long);
        // A slash alone, or behind it what is no order, is asked about.
        known
            .or(slash.then_some("help"))
            .map(|long| (long, rest.trim()))
    }

    /// Whether a word belongs to the moves of the game; while answers are asked for, also the start of one does.
    fn is_of_the_game(&self, word: &str) -> bool {
        let verb = verbs(&self.table.view(Viewer::Public));
        let kept = || self.table.words().iter();
        let other = kept().any(|(_, others)| others.iter().any(|o| seats::fold(o) == word));
        let begins = self.open().is_some() && kept().any(|(kept, _)| kept.starts_with(word));
        verb.iter().any(|v| v == word) || other || begins
    }

    /// How an order is written.
    pub(super) fn way(&self, long: &str) -> String {
        format!("/{long}")
    }

    /// The orders that begin like a line, to choose from.
    pub(super) fn orders(&self, line: &str) -> Vec<MenuItem> {
        let typed = line.trim_start_matches(['/', '／']);
        let known = ORDERS
            .iter()
            .filter(|(_, long, _)| long.starts_with(typed.trim_end()));
        let known = known.filter(|(_, long, _)| self.makes_sense(long));
        known
            .map(|(_, long, _)| {
                MenuItem::new(format!("/{long}  {}", does(long)), format!("/{long}"))
            })
            .collect()
    }

    fn makes_sense(&self, order: &str) -> bool {
        match order {
            "again" => self.table.outcome().is_some(),
            "back" => self.answered() > 0,
            "hands" => (0..self.table.seats().len()).any(|s| self.has_secret(s)),
            "undo" => self.table.moves() > 0 || self.answered() > 0,
            _ => true,
        }
    }

    /// The timer that is asked for.
    pub(super) fn wanted(&self, rest: &str) -> Result<Reply, Refusal> {
        let known: &[KitTimer] = &self.table.kit().table.timers;
        if ["off", "stop", "止める"].contains(&rest) {
            return Ok(Reply::NoTimer);
        }
        let chosen = match (rest, known) {
            ("", [one]) => Some(one),
            _ => known
                .iter()
                .find(|t| seats::fold(&t.id) == seats::fold(rest)),
        };
        if let Some(timer) = chosen {
            return Ok(Reply::Timer(Wanted {
                id: timer.id.clone(),
                title: timer.title.get(language()).to_owned(),
                plan: TimerPlan::of(timer, self.table.seats()),
                silent: timer.silent,
            }));
        }
        let hint = if known.is_empty() {
            say!("say how long: `{} 90`", self.way("timer"))
        } else {
            let ids = list(known.iter().map(|t| t.id.as_str()));
            say!(
                "timers: {}; or say how long: `{} 90`",
                ids,
                self.way("timer")
            )
        };
        if rest.is_empty() {
            return Err(Refusal::words(say!("which timer?")).hint(hint));
        }
        let span = parse_span(rest).map_err(|r| r.hint(hint))?;
        Ok(Reply::Timer(Wanted {
            id: String::new(),
            title: String::new(),
            plan: TimerPlan::Down(span),
            silent: false,
        }))
    }

    /// The timer, running; players' banks go on from where they were left.
    pub(super) fn timer_for(&self, wanted: &Wanted, now: Duration) -> Timer {
        let plan = || wanted.plan.clone();
        let left = self
            .table
            .notes()
            .filter(|n| n["timer"] == wanted.id.as_str());
        let left = match wanted.plan {
            TimerPlan::Bank { .. } => left.last(),
            _ => None,
        };
        let again = left.and_then(|note| {
            let left = note["left_ms"].as_array()?.iter();
            let left: Option<Vec<Duration>> = left
                .map(|ms| Some(Duration::from_millis(ms.as_u64()?)))
                .collect();
            let turn = usize::try_from(note["turn"].as_u64()?).ok()?;
            Timer::resume(plan(), left?, turn, now)
        });
        again.unwrap_or_else(|| {
            // The bank of whoever's turn it is runs first.
            let fresh = Timer::start(plan(), now);
            let active = self.table.view(Viewer::Public).active.unwrap_or(0);
            let from_there = Timer::resume(plan(), fresh.readings().to_vec(), active, now);
            from_there.unwrap_or(fresh)
        })
    }

    /// Keeps with the table what players' banks hold.
    pub(super) fn keep_timer(&mut self, wanted: &Wanted, timer: &Timer) -> Result<(), Failure> {
        if !matches!(wanted.plan, TimerPlan::Bank { .. }) {
            return Ok(());
        }
        let ms = |d: &Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
        let left: Vec<u64> = timer.readings().iter().map(ms).collect();
        let note = json!({"timer": wanted.id, "left_ms": left, "turn": timer.turn()});
        self.table.note(note, table_args::now())?;
        Ok(())
    }

    /// The last moves.
    pub(super) fn log(&self) -> Vec<String> {
        let moves = self.table.story().filter(|e| !e.undone);
        let lines: Vec<String> = moves
            .filter_map(|e| {
                let said = match &e.act {
                    Some(Act::Note(kept)) => note::said(kept)?.to_string(),
                    _ => self.table.told(e)?.to_owned(),
                };
                Some(format!("{:>4}  {said}", e.n))
            })
            .collect();
        if lines.is_empty() {
            return vec![say!("no move has been made yet").to_string()];
        }
        let start = lines.len().saturating_sub(20);
        lines[start..].to_vec()
    }

    /// What can be done.
    pub(super) fn help(&self) -> Vec<String> {
        let mut lines = vec![say!("moves:").to_string()];
        let moves = self.table.view(Viewer::Public).moves;
        lines.extend(moves.iter().map(|m| format!("  {m}")));
        let words = self.table.words().iter();
        let words: Vec<String> = words
            .filter_map(|(kept, others)| Some(format!("{kept} {}", others.first()?)))
            .collect();
        if language() != "en" && !words.is_empty() {
            lines.push(say!("words: {}", words.join(" · ")).to_string());
        }
        lines.push(say!("besides:").to_string());
        for (_, long, _) in ORDERS {
            lines.push(format!("  /{long:<6} {}", does(long)));
        }
        lines
    }
}
