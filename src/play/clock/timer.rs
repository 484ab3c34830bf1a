//! Timers as pure state machines: they are told what the clock says and say what that means.
//!
//! Owns the three kinds: countdown, count-up, and a bank of time for every player with what a turn gives back.

use std::time::Duration;

use super::LONGEST;
use super::mark::{Mark, crossed, risen, whole};
use crate::kit;

/// What a timer is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimerPlan {
    /// Runs down to nothing.
    Down(Duration),
    /// Counts up, to a goal when there is one.
    Up(Option<Duration>),
    /// A chess clock: everyone has time of their own, and only that of the player to move runs down.
    Bank {
        /// What everyone starts with.
        each: Duration,
        /// What a player gets for a turn.
        pace: Pace,
        /// The players, in turn order.
        names: Vec<String>,
    },
}

/// What a player of a bank gets for a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Nothing.
    #[default]
    Plain,
    /// So much more for every turn that ends in time.
    Fischer(Duration),
    /// What the turn took, but no more than so much.
    Bronstein(Duration),
    /// The time begins to run so late in every turn.
    Delay(Duration),
    /// What one player uses, the others gain: a sand glass that is turned over.
    Sand,
}

impl TimerPlan {
    /// The plan of a kit's timer for these players.
    pub fn of(timer: &kit::KitTimer, names: &[String]) -> Self {
        let span = |seconds: u32| Duration::from_secs(u64::from(seconds.max(1)));
        let extra = span(timer.extra);
        match timer.kind {
            kit::TimerKind::Down => TimerPlan::Down(span(timer.seconds)),
            kit::TimerKind::Up => TimerPlan::Up((timer.seconds > 0).then(|| span(timer.seconds))),
            kit::TimerKind::Bank => TimerPlan::Bank {
                each: span(timer.seconds),
                pace: match timer.pace {
                    kit::TimerPace::Plain => Pace::Plain,
                    kit::TimerPace::Fischer => Pace::Fischer(extra),
                    kit::TimerPace::Bronstein => Pace::Bronstein(extra),
                    kit::TimerPace::Delay => Pace::Delay(extra),
                    kit::TimerPace::Sand => Pace::Sand,
                },
                names: names.to_vec(),
            },
        }
    }

    fn pace(&self) -> Pace {
        match self {
            TimerPlan::Bank { pace, .. } => *pace,
            _ => Pace::Plain,
        }
    }
}

/// What a timer does at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimerPhase {
    /// Time runs.
    Running,
    /// Time stands still until it is wanted.
    Paused,
    /// The time, or that of the player to move, is up.
    Out,
}

/// A timer. It knows the time only from what it is told: every call takes what the [`Clock`] says.
#[derive(Clone, Debug)]
pub struct Timer {
    plan: TimerPlan,
    /// What is left of every player's time, or of the one time; counting up, what has passed.
    pub(super) time: Vec<Duration>,
    pub(super) turn: usize,
    /// How long the turn has taken so far.
    pub(super) used: Duration,
    paused: bool,
    /// It is nobody's turn, or everybody's: no time runs until somebody's begins.
    pub(super) idle: bool,
    pub(super) seen: Duration,
    /// The turns before, to go back to.
    past: Vec<TimerTurn>,
}

/// How things stood when a turn ended.
#[derive(Clone, Debug)]
struct TimerTurn {
    player: usize,
    time: Vec<Duration>,
    used: Duration,
}

/// How many turns can be gone back.
const TURNS: usize = 100;

impl Timer {
    /// A timer that starts running now.
    pub fn start(plan: TimerPlan, now: Duration) -> Self {
        let mut timer = Self {
            plan,
            time: Vec::new(),
            turn: 0,
            used: Duration::ZERO,
            paused: false,
            idle: false,
            seen: now,
            past: Vec::new(),
        };
        timer.restart(now);
        timer
    }

    /// What is left of every player's time; counting up, what has passed.
    pub fn readings(&self) -> &[Duration] {
        &self.time
    }

    /// What it is for.
    pub fn plan(&self) -> &TimerPlan {
        &self.plan
    }

    /// Whose turn it is, for a bank.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// What the timer does at the moment.
    pub(crate) fn phase(&self) -> TimerPhase {
        if self.left(self.turn).is_some_and(|d| d.is_zero()) {
            TimerPhase::Out
        } else if self.paused || self.idle {
            TimerPhase::Paused
        } else {
            TimerPhase::Running
        }
    }

    /// Whether nobody has any time left.
    pub fn ended(&self) -> bool {
        (0..self.time.len()).all(|i| self.left(i).is_some_and(|d| d.is_zero()))
    }

    /// What player `i` has left (0 when there are no players); nothing when counting up without a goal.
    pub fn left(&self, i: usize) -> Option<Duration> {
        let time = self.time.get(i).copied().unwrap_or_default();
        match &self.plan {
            TimerPlan::Up(None) => None,
            TimerPlan::Up(Some(goal)) => Some(goal.saturating_sub(time)),
            TimerPlan::Down(_) | TimerPlan::Bank { .. } => Some(time),
        }
    }

    /// The whole seconds to show for player `i`: what is left, a begun second counting whole, so that nothing is shown
    /// only when nothing is left; or what has passed, counting up.
    pub fn shown(&self, i: usize) -> u64 {
        let time = self.time.get(i).copied().unwrap_or_default();
        match &self.plan {
            TimerPlan::Up(_) => time.as_secs(),
            TimerPlan::Down(_) | TimerPlan::Bank { .. } => whole(time),
        }
    }

    /// Lets the time pass. The mark is the last one that was crossed: after a sleep, only how things stand now counts.
    pub(crate) fn tick(&mut self, now: Duration) -> Option<Mark> {
        let passed = now.saturating_sub(self.seen);
        self.seen = now.max(self.seen);
        if self.phase() != TimerPhase::Running {
            return None;
        }
        self.run(passed)
    }

    /// Lets so much time pass for the player to move.
    fn run(&mut self, passed: Duration) -> Option<Mark> {
        let before = (self.left(self.turn), self.time[self.turn]);
        match &self.plan {
            TimerPlan::Up(goal) => {
                let most = goal.unwrap_or(LONGEST);
                self.time[0] = self.time[0].saturating_add(passed).min(most);
            }
            TimerPlan::Down(_) | TimerPlan::Bank { .. } => {
                let counted = passed.saturating_sub(self.waiting());
                self.used = self.used.saturating_add(passed);
                let time = &mut self.time[self.turn];
                let lost = counted.min(*time);
                *time -= lost;
                if self.plan.pace() == Pace::Sand {
                    self.hand_on(lost);
                }
            }
        }
        match (before.0, self.left(self.turn)) {
            (Some(before), Some(left)) if left.is_zero() && !before.is_zero() => Some(Mark::Out),
            (Some(before), Some(left)) => crossed(before, left).map(Mark::Left),
            _ => risen(before.1, self.time[self.turn]).map(Mark::Passed),
        }
    }

    /// Shares what one player lost among the others who have time.
    fn hand_on(&mut self, lost: Duration) {
        let others = |i: &usize| *i != self.turn && !self.time[*i].is_zero();
        let others: Vec<usize> = (0..self.time.len()).filter(others).collect();
        let Some(share) = lost.checked_div(others.len() as u32) else {
            return;
        };
        for other in others {
            self.time[other] = self.time[other].saturating_add(share).min(LONGEST);
        }
    }

    /// How long it is until the time of the player to move begins to run.
    pub fn waiting(&self) -> Duration {
        match self.plan.pace() {
            Pace::Delay(delay) => delay.saturating_sub(self.used),
            _ => Duration::ZERO,
        }
    }

    /// Stops the time, or lets it run on.
    pub fn pause(&mut self, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        self.paused = !(self.paused || self.idle);
        self.idle = false;
        mark
    }

    /// Gives more time to whoever's runs: more is left, or, counting up without a goal, more has passed.
    pub fn add(&mut self, more: Duration, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        match &mut self.plan {
            TimerPlan::Up(Some(goal)) => *goal = goal.saturating_add(more).min(LONGEST),
            _ => {
                let time = &mut self.time[self.turn];
                *time = time.saturating_add(more).min(LONGEST);
            }
        }
        mark.filter(|m| *m != Mark::Out)
    }

    /// The next player who has time left begins; who ends a turn in time gets what the pace gives. Does nothing without
    /// players.
    pub fn next(&mut self, now: Duration) -> Option<Mark> {
        let players = self.time.len();
        let others = (1..=players).map(|i| (self.turn + i) % players);
        let next = others.into_iter().find(|i| !self.time[*i].is_zero());
        self.pass(next.unwrap_or(self.turn), now)
    }

    /// The turn goes to this player, whoever's it would be. Does nothing without players.
    pub fn pass(&mut self, player: usize, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        if !matches!(self.plan, TimerPlan::Bank { .. }) || player >= self.time.len() {
            return mark;
        }
        self.past.push(TimerTurn {
            player: self.turn,
            time: self.time.clone(),
            used: self.used,
        });
        if self.past.len() > TURNS {
            self.past.remove(0);
        }
        let back = match self.plan.pace() {
            Pace::Fischer(extra) => extra,
            Pace::Bronstein(extra) => extra.min(self.used),
            Pace::Plain | Pace::Delay(_) | Pace::Sand => Duration::ZERO,
        };
        if self.phase() != TimerPhase::Out {
            let time = &mut self.time[self.turn];
            *time = time.saturating_add(back).min(LONGEST);
        }
        self.sit(player);
        mark
    }

    /// It is this player's turn; nobody's has ended.
    pub(super) fn sit(&mut self, player: usize) {
        (self.turn, self.used, self.idle) = (player, Duration::ZERO, false);
    }

    /// The turn before goes on as if it had not ended: what has passed since counts for its player, and nobody else.
    /// Without a turn before, the player before begins.
    pub fn back(&mut self, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        if !matches!(self.plan, TimerPlan::Bank { .. }) {
            return mark;
        }
        let since = self.used;
        self.idle = false;
        match self.past.pop() {
            Some(turn) => {
                (self.turn, self.time, self.used) = (turn.player, turn.time, turn.used);
                self.run(since)
            }
            None => {
                let players = self.time.len();
                self.turn = (self.turn + players - 1) % players;
                self.used = Duration::ZERO;
                mark
            }
        }
    }

    /// Everything back to the start, running.
    pub fn restart(&mut self, now: Duration) {
        self.time = match &self.plan {
            TimerPlan::Down(span) => vec![*span],
            TimerPlan::Up(_) => vec![Duration::ZERO],
            TimerPlan::Bank { each, names, .. } => vec![*each; names.len().max(1)],
        };
        (self.turn, self.used) = (0, Duration::ZERO);
        self.past.clear();
        (self.paused, self.idle) = (false, false);
        self.seen = now;
    }

    /// How long it is until the digits change; nothing while the time stands still.
    pub(crate) fn until_change(&self) -> Option<Duration> {
        if self.phase() != TimerPhase::Running {
            return None;
        }
        let waiting = self.waiting();
        let runs = match waiting.is_zero() {
            true => self.time[self.turn],
            false => waiting,
        };
        let part = Duration::from_nanos(u64::from(runs.subsec_nanos()));
        let second = Duration::from_secs(1);
        Some(match &self.plan {
            TimerPlan::Up(_) => second - part,
            _ if part.is_zero() => second,
            _ => part,
        })
    }
}
