//! The clock of a table that is being played: asked for by `/timer`, it follows the turns, stands in the corner while moves
//! are entered, and is kept with the table. How time passes is [`TableClock`]'s business.

use std::time::Duration;

use super::cells::{clean, cut};
use super::screen::{Ended, Look, Screen};
use super::session::{Reply, Session};
use super::timer::{MORE, standing, told, watch};
use crate::diag::{Problems, list};
use crate::kit::KitTimer;
use crate::play::clock::{
    Clock, Face, Mark, Pace, TableClock, Timer, TimerPhase, TimerPlan, digits, parse_span,
};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::play::view::Viewer;
use crate::say;

/// A clock that runs beside a table.
pub(super) struct CornerClock {
    clock: TableClock,
    /// What people call it; may be empty.
    title: String,
    /// Whether it rings.
    bell: bool,
}

/// A clock in the corner of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClockLine {
    /// Everybody's time.
    pub long: String,
    /// The time that runs alone.
    pub short: String,
    /// How it looks.
    pub look: Look,
}

/// What a clock that runs can be told, each in the words of either language.
const STEERING: [(&str, &[&str]); 8] = [
    ("off", &["off", "stop", "止める"]),
    ("pause", &["pause", "p", "go", "一時停止", "再開"]),
    ("more", &["+", "more", "追加"]),
    ("next", &["next", "次"]),
    ("back", &["back", "前"]),
    ("restart", &["restart", "最初から"]),
    ("silent", &["silent", "quiet", "消音"]),
    ("sound", &["sound", "音"]),
];

impl CornerClock {
    /// The clock itself.
    pub(super) fn clock(&self) -> &TableClock {
        &self.clock
    }

    /// Lets time pass; whether a bell is due.
    fn tick(&mut self, now: Duration) -> Option<Mark> {
        self.clock.tick(now)
    }

    /// How it stands in the corner.
    fn line(&self) -> ClockLine {
        let faces = self.clock.faces();
        let turn = self.clock.timer().turn();
        let state = match self.clock.phase() {
            TimerPhase::Out => say!("time is up").to_string(),
            TimerPhase::Paused => say!("paused").to_string(),
            TimerPhase::Running if !self.clock.timer().waiting().is_zero() => {
                let seconds = self.clock.timer().waiting().as_secs_f64().ceil() as u64;
                say!("runs in {}", digits(seconds)).to_string()
            }
            TimerPhase::Running => String::new(),
        };
        let ended = |text: String| match state.is_empty() {
            true => text,
            false => format!("{text} ({state})"),
        };
        let name = |face: &Face| cut(&clean(&face.name), 12);
        let said = |face: &Face| format!("{} {}", name(face), face.time).trim().to_owned();
        let marked = |face: &Face| match face.to_move && !face.name.is_empty() {
            true => format!("▶{}", said(face)),
            false => said(face),
        };
        let all: Vec<String> = faces.iter().map(marked).collect();
        ClockLine {
            long: ended(all.join(" · ")),
            short: ended(faces.get(turn).map(said).unwrap_or_default()),
            look: self.look(&faces[turn.min(faces.len() - 1)]),
        }
    }

    fn look(&self, runs: &Face) -> Look {
        match (self.clock.phase(), runs.left) {
            (TimerPhase::Out, _) => Look::Alarm,
            (TimerPhase::Paused, _) => Look::Faint,
            (TimerPhase::Running, Some(left)) if left.as_secs() < 10 => Look::Warn,
            (TimerPhase::Running, _) => Look::Plain,
        }
    }

    /// How it stands in words, for a voice: whose time runs, and how much everybody has left.
    fn told(&self) -> Vec<String> {
        let mut lines = vec![standing(self.clock.timer())];
        if self.clock.faces().len() > 1 {
            lines.push(self.line().long);
        }
        lines
    }

    fn is_bank(&self) -> bool {
        matches!(self.clock.timer().plan(), TimerPlan::Bank { .. })
    }
}

impl Session {
    /// `/timer` and what stands behind it.
    pub(super) fn timer_order(&mut self, rest: &str) -> Result<Reply, Failure> {
        let now = self.time.now();
        let (first, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let known = STEERING
            .iter()
            .find(|(_, words)| words.contains(&first) || first.starts_with('+') && words[0] == "+");
        match (known, self.clock.is_some()) {
            (Some((word, _)), true) => self.steer(word, &format!("{first} {after}"), now),
            (Some(_), false) => Err(Refusal::words(say!("no clock runs")).into()),
            (None, true) if rest.is_empty() => Ok(Reply::Clock),
            (None, _) => self.wind(rest, now),
        }
    }

    fn steer(&mut self, word: &str, said: &str, now: Duration) -> Result<Reply, Failure> {
        if word == "off" {
            self.keep_clock(true)?;
            self.lay_clock(None);
            return Ok(Reply::Said(vec![say!("the clock is put away").to_string()]));
        }
        let Some(corner) = &mut self.clock else {
            return Ok(Reply::Said(Vec::new()));
        };
        let timer = corner.clock.timer_mut();
        match word {
            "pause" => drop(timer.pause(now)),
            "next" => drop(timer.next(now)),
            "back" => drop(timer.back(now)),
            "restart" => timer.restart(now),
            "silent" => corner.bell = false,
            "sound" => corner.bell = true,
            _ => {
                let more = said.trim_start_matches(|c: char| !c.is_ascii_digit());
                let more = match more.trim() {
                    "" => MORE,
                    more => parse_span(more)?,
                };
                timer.add(more, now);
            }
        }
        let told = standing(corner.clock.timer());
        self.show_clock(None);
        Ok(Reply::Said(vec![told]))
    }

    /// Sets a clock running: one of the kit's, or one that is described.
    fn wind(&mut self, rest: &str, now: Duration) -> Result<Reply, Failure> {
        let (id, plan, title, bell) = self.described(rest)?;
        let same = |c: &CornerClock| !id.is_empty() && c.clock.id() == id;
        if self.clock.as_ref().is_some_and(same) {
            return Ok(Reply::Clock);
        }
        self.keep_clock(true)?;
        let bank = matches!(plan, TimerPlan::Bank { .. });
        let notes = self.table.notes().filter(|_| bank);
        let mut clock = TableClock::resume(&id, plan, notes, now);
        clock.follow(self.table.view(Viewer::Public).active, now);
        let named = Some(title.clone()).filter(|t| !t.is_empty());
        let told = named.into_iter().chain([standing(clock.timer())]).collect();
        self.lay_clock(Some(CornerClock { clock, title, bell }));
        // A bank goes with the moves; anything else is looked at first.
        Ok(match bank {
            true => Reply::Said(told),
            false => Reply::Clock,
        })
    }

    /// Lays a clock into the corner, or none, for everybody to see.
    fn lay_clock(&mut self, clock: Option<CornerClock>) {
        let before = std::mem::replace(&mut self.clock, clock);
        self.show_clock(before.as_ref().map(|c| c.clock.id()));
    }

    /// Lays a clock into the corner that was set elsewhere.
    pub(super) fn set_clock(&mut self, seen: Option<TableClock>) {
        let before = self.clock.take();
        self.clock = seen.map(|clock| {
            let same = before.filter(|c| c.clock.id() == clock.id());
            let (title, bell) = match same {
                Some(corner) => (corner.title, corner.bell),
                None => self.known(clock.id()),
            };
            CornerClock { clock, title, bell }
        });
    }

    /// What the kit calls a timer, and whether it rings.
    fn known(&self, id: &str) -> (String, bool) {
        let known = self.table.kit().table.timers.iter().find(|t| t.id == id);
        known.map_or((String::new(), true), |timer| {
            let title = timer.title.get(crate::say::tongue().code());
            (title.to_owned(), !timer.silent)
        })
    }

    /// What a description comes to: its id, plan and title, and whether it rings.
    fn described(&self, rest: &str) -> Result<(String, TimerPlan, String, bool), Refusal> {
        let known: &[KitTimer] = &self.table.kit().table.timers;
        let named = |t: &&KitTimer| seats::fold(&t.id) == seats::fold(rest);
        let chosen = match (rest, known) {
            ("", [one]) => Some(one),
            _ => known.iter().find(named),
        };
        if let Some(timer) = chosen {
            let plan = TimerPlan::of(timer, self.table.seats());
            let title = timer.title.get(crate::say::tongue().code()).to_owned();
            return Ok((timer.id.clone(), plan, title, !timer.silent));
        }
        let way = self.way("timer");
        let hint = match known.is_empty() {
            _ if rest.trim_start_matches('-').starts_with("bank") => say!(
                "a time for each: `{} bank 5m`; behind it `increment 5s`, `delay 5s`, `bronstein 5s` or `sand`",
                way
            ),
            true => say!("say how long: `{} 90`", way),
            false => {
                let ids = list(known.iter().map(|t| t.id.as_str()));
                say!("timers: {}; or say how long: `{} 90`", ids, way)
            }
        };
        if rest.is_empty() {
            return Err(Refusal::words(say!("which timer?")).hint(hint));
        }
        let plan = free_plan(rest, self.table.seats()).map_err(|r| r.hint(hint))?;
        // A bank is found again by what it is; other times begin anew.
        let id = match plan {
            TimerPlan::Bank { .. } => rest.split_whitespace().collect::<Vec<&str>>().join(" "),
            _ => String::new(),
        };
        Ok((id, plan, String::new(), true))
    }

    /// The clock that ran when the table was left goes on.
    pub(super) fn resume_clock(&mut self) {
        self.see_clock();
        if self.clock.is_some() {
            return;
        }
        let kept = |n: &&serde_json::Value| n["timer"].is_string();
        let last = self.table.notes().filter(kept).last();
        let id = last.filter(|n| n["off"] != true && self.table.outcome().is_none());
        let id = id.and_then(|n| n["timer"].as_str()).map(str::to_owned);
        if let Some(id) = id.filter(|id| !id.is_empty()) {
            let now = self.time.now();
            // What is no clock any more, because the kit has changed, is none.
            let _ = self.wind(&id, now);
        }
    }

    /// The same clock for another game.
    pub(super) fn clock_again(&mut self, before: &Session) {
        let bank = before.clock.as_ref().filter(|c| c.is_bank());
        if let Some(id) = bank.map(|c| c.clock.id().to_owned()) {
            let now = self.time.now();
            let _ = self.wind(&id, now);
        }
    }

    /// Whose turn it is may have changed, by a move or by one taken back. Gives back what could not be kept.
    pub(super) fn follow_turn(&mut self, back: bool) -> Vec<String> {
        if self.table.hub().is_some() {
            // There, clocks follow by themselves.
            self.see_clock();
            return Vec::new();
        }
        let now = self.time.now();
        let active = self.table.view(Viewer::Public).active;
        let active = active.filter(|_| self.table.outcome().is_none());
        let Some(corner) = &mut self.clock else {
            return Vec::new();
        };
        let before = corner.clock.timer().turn();
        match back {
            true => corner.clock.follow_back(active, now),
            false => corner.clock.follow(active, now),
        };
        if before == corner.clock.timer().turn() {
            return Vec::new();
        }
        match self.keep_clock(false) {
            Ok(()) => Vec::new(),
            Err(failure) => Problems::from(failure)
                .to_string()
                .lines()
                .map(str::to_owned)
                .collect(),
        }
    }

    /// Keeps with the table what players' banks hold, while there is something to be played for.
    pub(super) fn keep_clock(&mut self, off: bool) -> Result<(), Failure> {
        let Some(corner) = self.clock.as_ref().filter(|c| c.is_bank()) else {
            return Ok(());
        };
        if self.table.outcome().is_some() || self.table.shown() {
            return Ok(());
        }
        let mut note = corner.clock.note();
        if off {
            note["off"] = true.into();
        }
        self.table.note(note)
    }

    /// Lets the clock run on; the moment that came, and whether it rings.
    pub(super) fn tick_clock(&mut self) -> Option<(Mark, bool)> {
        let now = self.time.now();
        let corner = self.clock.as_mut()?;
        let mark = corner.tick(now)?;
        Some((mark, corner.bell && mark.rings()))
    }

    /// How long it is until the clock shows something else; nothing while it stands still.
    pub(super) fn clock_changes(&self) -> Option<Duration> {
        self.clock.as_ref()?.clock.until_change()
    }

    /// The clock in the corner.
    pub(super) fn clock_line(&self) -> Option<ClockLine> {
        self.clock.as_ref().map(CornerClock::line)
    }

    /// The clock in words.
    pub(super) fn clock_told(&self) -> Vec<String> {
        self.clock
            .as_ref()
            .map(CornerClock::told)
            .unwrap_or_default()
    }

    /// A moment of the clock in words.
    pub(super) fn clock_mark(&self, mark: Mark) -> Option<String> {
        let corner = self.clock.as_ref()?;
        Some(told(corner.clock.timer(), mark))
    }

    /// What the clock is called.
    pub(super) fn clock_title(&self) -> String {
        self.clock
            .as_ref()
            .map(|c| c.title.clone())
            .unwrap_or_default()
    }

    /// Shows the clock large. One that has run out is put away.
    pub(super) fn watch_clock(&mut self, screen: &mut Screen) -> Result<Ended, Problems> {
        let Some(corner) = &mut self.clock else {
            return Ok(Ended::Done);
        };
        let (table, copy) = (&self.table, corner.clock.clone());
        let timer = corner.clock.timer_mut();
        let mut steered = |timer: &Timer| {
            let mut copy = copy.clone();
            *copy.timer_mut() = timer.clone();
            table.show_clock(None, Some(&copy));
        };
        let ended = watch(
            screen,
            timer,
            &mut self.time,
            &mut corner.bell,
            &mut steered,
        )?;
        self.see_clock();
        self.put_away();
        screen.clear()?;
        Ok(ended)
    }

    /// A clock that has run out for everybody is gone.
    pub(super) fn put_away(&mut self) {
        if self.clock.as_ref().is_some_and(|c| c.clock.timer().ended()) {
            self.lay_clock(None);
        }
    }

    /// Whether a clock runs that everybody has a share of.
    pub(super) fn has_bank(&self) -> bool {
        self.clock.as_ref().is_some_and(CornerClock::is_bank)
    }

    /// The timer with the time that it goes by, to be told line by line; and whether it rings.
    pub(super) fn clock_parts(&mut self) -> Option<(&mut Timer, &mut dyn Clock, bool)> {
        let corner = self.clock.as_mut()?;
        Some((corner.clock.timer_mut(), &mut self.time, corner.bell))
    }
}

/// A clock in words: `90`, `up`, `up 5m`, `bank 5m`, `bank 5m increment 5s`, `bank 10m delay 3s`, `bank 3m sand`.
fn free_plan(rest: &str, seats: &[String]) -> Result<TimerPlan, Refusal> {
    let words: Vec<&str> = rest
        .split_whitespace()
        .map(|w| w.trim_start_matches("--"))
        .collect();
    let bank = |each: &str, pace: Pace| -> Result<TimerPlan, Refusal> {
        Ok(TimerPlan::Bank {
            each: parse_span(each)?,
            pace,
            names: seats.to_vec(),
        })
    };
    match words.as_slice() {
        ["up"] => Ok(TimerPlan::Up(None)),
        ["up", goal] => Ok(TimerPlan::Up(Some(parse_span(goal)?))),
        ["bank", each] => bank(each, Pace::Plain),
        ["bank", each, "sand"] => bank(each, Pace::Sand),
        ["bank", each, "increment", extra] => bank(each, Pace::Fischer(parse_span(extra)?)),
        ["bank", each, "bronstein", extra] => bank(each, Pace::Bronstein(parse_span(extra)?)),
        ["bank", each, "delay", extra] => bank(each, Pace::Delay(parse_span(extra)?)),
        _ => Ok(TimerPlan::Down(parse_span(rest)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_clock_can_be_asked_for() {
        let seats = ["Ann".to_owned(), "Bob".to_owned()];
        let s = Duration::from_secs;
        let bank = |pace| TimerPlan::Bank {
            each: s(300),
            pace,
            names: seats.to_vec(),
        };
        for (words, plan) in [
            ("90", TimerPlan::Down(s(90))),
            ("1m30s", TimerPlan::Down(s(90))),
            ("up", TimerPlan::Up(None)),
            ("up 2:00", TimerPlan::Up(Some(s(120)))),
            ("bank 5m", bank(Pace::Plain)),
            ("bank 5m sand", bank(Pace::Sand)),
            ("bank 5m increment 5s", bank(Pace::Fischer(s(5)))),
            ("--bank 5m --bronstein 5s", bank(Pace::Bronstein(s(5)))),
            ("bank 5m delay 5s", bank(Pace::Delay(s(5)))),
        ] {
            assert_eq!(free_plan(words, &seats).ok(), Some(plan), "{words}");
        }
        for words in ["bank", "bank 5m slow", "up up", "bank x", "soon"] {
            assert!(free_plan(words, &seats).is_err(), "{words}");
        }
    }
}
