//! The clocks of the table. The table alone knows how much is left; screens count on from what they were told.

use std::time::Duration;

use serde_json::{Value, json};

use crate::kit::KitTimer;
use crate::play::clock::{Clock, SystemClock, TableClock, TimerPhase, TimerPlan};
use crate::play::table::Table;
use crate::play::view::Viewer;

/// The longest that a clock may be set to.
const LONGEST: u64 = 24 * 60 * 60;
/// Clocks at a time.
const MOST: usize = 20;

/// What can be done with a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockOrder {
    Start,
    Pause,
    Go,
    Add,
    Stop,
}

impl ClockOrder {
    /// The order of that name.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "start" => Self::Start,
            "pause" => Self::Pause,
            "go" => Self::Go,
            "add" => Self::Add,
            "stop" => Self::Stop,
            _ => return None,
        })
    }
}

/// The clocks that run or stand.
#[derive(Default)]
pub(super) struct Clocks {
    clock: SystemClock,
    all: Vec<TableClock>,
}

impl Clocks {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Does what is asked; the news about that clock, or none where there is no such clock.
    pub(super) fn obey(
        &mut self,
        table: &Table,
        id: &str,
        order: ClockOrder,
        seconds: Option<u64>,
    ) -> Option<Vec<Value>> {
        let now = self.clock.now();
        let span = seconds.map(|s| Duration::from_secs(s.min(LONGEST)));
        if order == ClockOrder::Start {
            let plan = plan(table, id, span)?;
            self.all.retain(|c| c.id() != id);
            if self.all.len() >= MOST {
                return None;
            }
            let mut clock = TableClock::resume(id, plan, table.notes(), now);
            clock.follow(table.view(Viewer::Public).active, now);
            self.all.push(clock);
            return self.all.last().map(told);
        }
        let at = self.all.iter().position(|c| c.id() == id)?;
        let clock = &mut self.all[at];
        let paused = clock.timer().phase() == TimerPhase::Paused;
        match order {
            ClockOrder::Pause if !paused => drop(clock.timer_mut().pause(now)),
            ClockOrder::Go if paused => drop(clock.timer_mut().pause(now)),
            ClockOrder::Add => drop(clock.timer_mut().add(span.unwrap_or_default(), now)),
            ClockOrder::Stop => return Some(self.remove(id)),
            _ => drop(clock.tick(now)),
        }
        Some(told(clock))
    }

    /// It is this seat's turn now; the news about clocks that follow turns.
    pub(super) fn follow(&mut self, active: Option<usize>, back: bool) -> Vec<Value> {
        let now = self.clock.now();
        let mut news = Vec::new();
        for clock in self.all.iter_mut().filter(|c| follows_turns(c)) {
            match back {
                true => clock.follow_back(active, now),
                false => clock.follow(active, now),
            };
            news.extend(told(clock));
        }
        news
    }

    /// How all clocks stand.
    pub(super) fn all(&mut self) -> Vec<Value> {
        let now = self.clock.now();
        let mut out = Vec::new();
        for clock in &mut self.all {
            clock.tick(now);
            out.extend(told(clock));
        }
        out
    }

    /// The clock that was set last, by another reckoning of time.
    pub(super) fn last(&mut self, there: Duration) -> Option<TableClock> {
        let now = self.clock.now();
        let clock = self.all.last_mut()?;
        clock.tick(now);
        Some(clock.clone().moved_to(there))
    }

    /// A clock as it was set elsewhere just now, in the place of the one of that name; the news.
    pub(super) fn set(&mut self, clock: TableClock) -> Vec<Value> {
        let now = self.clock.now();
        self.all.retain(|c| c.id() != clock.id());
        self.all.push(clock.moved_to(now));
        self.all.last().map(told).unwrap_or_default()
    }

    /// Puts a clock away, if it is there; the news.
    pub(super) fn remove(&mut self, id: &str) -> Vec<Value> {
        let at = self.all.iter().position(|c| c.id() == id);
        at.map(|at| gone(&self.all.remove(at))).unwrap_or_default()
    }

    /// Puts all clocks away; the news.
    pub(super) fn put_away(&mut self) -> Vec<Value> {
        self.all.drain(..).flat_map(|c| gone(&c)).collect()
    }

    /// What the journal keeps of a clock, where it follows turns.
    pub(super) fn note_of(&self, id: &str) -> Option<Value> {
        let clock = self.all.iter().find(|c| c.id() == id)?;
        follows_turns(clock).then(|| clock.note())
    }

    /// What the journal keeps of clocks that follow turns.
    pub(super) fn notes(&self) -> Vec<Value> {
        let banks = self.all.iter().filter(|c| follows_turns(c));
        banks.map(TableClock::note).collect()
    }
}

/// The news of a clock that was put away.
fn gone(clock: &TableClock) -> Vec<Value> {
    let mut last = told(clock);
    for face in &mut last {
        face["left_ms"] = 0.into();
        face["running"] = false.into();
        face["stopped"] = true.into();
    }
    last
}

fn follows_turns(clock: &TableClock) -> bool {
    matches!(clock.plan(), TimerPlan::Bank { .. })
}

/// The plan of a clock: the kit's of that name, else a countdown of so long.
fn plan(table: &Table, id: &str, span: Option<Duration>) -> Option<TimerPlan> {
    let known: &[KitTimer] = &table.kit().table.timers;
    match known.iter().find(|t| t.id == id) {
        Some(timer) => Some(TimerPlan::of(timer, table.seats())),
        None => span.filter(|s| !s.is_zero()).map(TimerPlan::Down),
    }
}

/// How a clock stands: one time, or one a player.
fn told(clock: &TableClock) -> Vec<Value> {
    let ms = |d: Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
    let runs = clock.phase() == TimerPhase::Running;
    let readings = clock.readings();
    let faces = clock.faces().into_iter().zip(readings);
    faces
        .map(|(face, reading)| {
            let id = match face.name.as_str() {
                "" => clock.id().to_owned(),
                name => format!("{}:{name}", clock.id()),
            };
            let mut told = json!({
                "id": id,
                "left_ms": ms(face.left.unwrap_or(*reading)),
                "running": runs && face.to_move && !face.out,
            });
            if !face.name.is_empty() {
                told["title"] = face.name.into();
            }
            if face.left.is_none() {
                told["up"] = true.into();
            }
            told
        })
        .collect()
}
