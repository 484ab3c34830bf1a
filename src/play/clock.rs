//! Timers as pure state machines: they are told what the clock says and say what that means.
//!
//! Owns the three kinds (countdown, count-up, a bank of time for every player) and how a length of time is written.
//! Nothing here waits, draws or rings.

use std::time::{Duration, Instant, SystemTime};

use super::rules::Refusal;
use crate::say;

/// The longest time a timer holds: four digits of hours and minutes are enough for any game.
pub const LONGEST: Duration = Duration::from_secs(99 * 3600 + 59 * 60 + 59);

/// Where a timer gets the time from: how long ago the clock was made. It never goes back.
pub trait Clock {
    /// The time since the clock was made.
    fn now(&mut self) -> Duration;
}

/// The computer's clock, which also counts the time that the computer was asleep.
///
/// `Instant` stands still during suspend on most systems, and the time of day does not; but the time of day may be
/// set. So the steady clock counts, unless the time of day has moved on by a second more than it since the last
/// look: then the computer slept, and the longer step counts. A time of day that is set *forward* while a timer runs
/// counts as sleep; one that is set back does nothing.
pub struct SystemClock {
    steady: Instant,
    day: SystemTime,
    passed: Duration,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self {
            steady: Instant::now(),
            day: SystemTime::now(),
            passed: Duration::ZERO,
        }
    }
}

impl Clock for SystemClock {
    fn now(&mut self) -> Duration {
        let (steady, day) = (Instant::now(), SystemTime::now());
        let ticked = steady.saturating_duration_since(self.steady);
        let elapsed = day.duration_since(self.day).unwrap_or_default();
        self.passed = self.passed.saturating_add(step(ticked, elapsed));
        (self.steady, self.day) = (steady, day);
        self.passed
    }
}

/// How long it was between two looks at the clocks.
fn step(steady: Duration, day: Duration) -> Duration {
    if day > steady + Duration::from_secs(1) {
        day
    } else {
        steady
    }
}

/// Reads a length of time: `90`, `90s`, `1m30s`, `5m`, `1h`, `1:30`.
pub fn parse_span(text: &str) -> Result<Duration, Refusal> {
    let wrong = || {
        Refusal::words(say!("`{}` is not a length of time", text))
            .hint(say!("write 90, 90s, 1m30s, 1:30 or 5m"))
    };
    let seconds = seconds_of(text.trim()).ok_or_else(wrong)?;
    let span = Duration::from_secs(seconds);
    if span.is_zero() {
        return Err(Refusal::words(say!("a timer needs at least one second")));
    }
    if span > LONGEST {
        return Err(Refusal::words(say!(
            "`{}` is longer than a timer can be, 99 hours",
            text
        )));
    }
    Ok(span)
}

fn seconds_of(text: &str) -> Option<u64> {
    let number = |digits: &str| -> Option<u64> {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    if text.contains(':') {
        let parts: Vec<u64> = text.split(':').map(number).collect::<Option<_>>()?;
        if parts.len() > 3 || parts[1..].iter().any(|p| *p > 59) {
            return None;
        }
        return parts
            .iter()
            .try_fold(0u64, |all, part| all.checked_mul(60)?.checked_add(*part));
    }
    if let Some(seconds) = number(text) {
        return Some(seconds);
    }
    let mut rest = text;
    let mut all = 0u64;
    for (unit, seconds) in [('h', 3600), ('m', 60), ('s', 1)] {
        if let Some((digits, after)) = rest.split_once(unit) {
            all = all.checked_add(number(digits)?.checked_mul(seconds)?)?;
            rest = after;
        }
    }
    rest.is_empty().then_some(all)
}

/// A time as digits: `1:30`, `0:09`, `1:00:00`.
pub fn digits(seconds: u64) -> String {
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if h > 0 {
        format!("{h}:{m:02}:{s:02}")
    } else {
        format!("{m}:{s:02}")
    }
}

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
        /// What a player gets back for finishing a turn in time.
        increment: Duration,
        /// The players, in turn order.
        names: Vec<String>,
    },
}

/// What a timer does at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerPhase {
    /// Time runs.
    Running,
    /// Time stands still until it is wanted.
    Paused,
    /// The time, or that of the player to move, is up.
    Out,
}

/// A moment worth a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// So many seconds are left.
    Left(u64),
    /// So many seconds have passed, counting up without a goal.
    Passed(u64),
    /// The time is up.
    Out,
}

impl Mark {
    /// Whether it comes with a bell: at ten seconds, at three, two, one, and at the end.
    pub fn rings(self) -> bool {
        match self {
            Mark::Left(n) => WARNINGS.contains(&n),
            Mark::Passed(_) => false,
            Mark::Out => true,
        }
    }
}

const WARNINGS: [u64; 4] = [10, 3, 2, 1];
/// Moments that are told besides whole minutes.
const TOLD: [u64; 5] = [30, 10, 3, 2, 1];

/// A timer. It knows the time only from what it is told: every call takes what the [`Clock`] says.
#[derive(Clone, Debug)]
pub struct Timer {
    plan: TimerPlan,
    /// What is left of every player's time, or of the one time; counting up, what has passed.
    time: Vec<Duration>,
    turn: usize,
    paused: bool,
    seen: Duration,
}

impl Timer {
    /// A timer that starts running now.
    pub fn start(plan: TimerPlan, now: Duration) -> Self {
        let mut timer = Self {
            plan,
            time: Vec::new(),
            turn: 0,
            paused: false,
            seen: now,
        };
        timer.restart(now);
        timer
    }

    /// A timer that goes on from what [`Timer::readings`] gave earlier; nothing when they do not fit the plan.
    pub fn resume(
        plan: TimerPlan,
        time: Vec<Duration>,
        turn: usize,
        now: Duration,
    ) -> Option<Self> {
        let mut timer = Self::start(plan, now);
        let fits = time.len() == timer.time.len() && turn < time.len();
        if !fits || time.iter().any(|t| *t > LONGEST) {
            return None;
        }
        (timer.time, timer.turn) = (time, turn);
        Some(timer)
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
    pub fn phase(&self) -> TimerPhase {
        if self.left(self.turn).is_some_and(|d| d.is_zero()) {
            TimerPhase::Out
        } else if self.paused {
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
    pub fn tick(&mut self, now: Duration) -> Option<Mark> {
        let passed = now.saturating_sub(self.seen);
        self.seen = now.max(self.seen);
        if self.phase() != TimerPhase::Running {
            return None;
        }
        let before = (self.left(self.turn), self.time[self.turn]);
        match &self.plan {
            TimerPlan::Up(goal) => {
                let most = goal.unwrap_or(LONGEST);
                self.time[0] = self.time[0].saturating_add(passed).min(most);
            }
            TimerPlan::Down(_) | TimerPlan::Bank { .. } => {
                self.time[self.turn] = self.time[self.turn].saturating_sub(passed);
            }
        }
        match (before.0, self.left(self.turn)) {
            (Some(_), Some(left)) if left.is_zero() => Some(Mark::Out),
            (Some(before), Some(left)) => crossed(before, left).map(Mark::Left),
            _ => risen(before.1, self.time[self.turn]).map(Mark::Passed),
        }
    }

    /// Stops the time, or lets it run on.
    pub fn pause(&mut self, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        self.paused = !self.paused;
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

    /// The next player who has time left begins; who ends a turn in time gets the increment. Does nothing without players.
    pub fn next(&mut self, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        let TimerPlan::Bank { increment, .. } = &self.plan else {
            return mark;
        };
        if self.phase() != TimerPhase::Out {
            let time = &mut self.time[self.turn];
            *time = time.saturating_add(*increment).min(LONGEST);
        }
        let players = self.time.len();
        let others = (1..=players).map(|i| (self.turn + i) % players);
        if let Some(next) = others.into_iter().find(|i| !self.time[*i].is_zero()) {
            self.turn = next;
        }
        mark
    }

    /// Everything back to the start, running.
    pub fn restart(&mut self, now: Duration) {
        self.time = match &self.plan {
            TimerPlan::Down(span) => vec![*span],
            TimerPlan::Up(_) => vec![Duration::ZERO],
            TimerPlan::Bank { each, names, .. } => vec![*each; names.len().max(1)],
        };
        self.turn = 0;
        self.paused = false;
        self.seen = now;
    }

    /// How long it is until the digits change; nothing while the time stands still.
    pub fn until_change(&self) -> Option<Duration> {
        if self.phase() != TimerPhase::Running {
            return None;
        }
        let part = Duration::from_nanos(u64::from(self.time[self.turn].subsec_nanos()));
        let second = Duration::from_secs(1);
        Some(match &self.plan {
            TimerPlan::Up(_) => second - part,
            _ if part.is_zero() => second,
            _ => part,
        })
    }
}

/// Seconds, a begun one counting whole.
fn whole(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The lowest moment worth a word that was reached on the way down.
fn crossed(before: Duration, after: Duration) -> Option<u64> {
    let reached = |n: u64| before > Duration::from_secs(n) && after <= Duration::from_secs(n);
    let minute = whole(after).div_ceil(60) * 60;
    let told = TOLD.into_iter().rev().chain([minute]);
    told.into_iter().find(|n| reached(*n))
}

/// The highest moment worth a word that was reached on the way up: half a minute, and whole minutes.
fn risen(before: Duration, after: Duration) -> Option<u64> {
    let reached = |n: u64| before < Duration::from_secs(n) && after >= Duration::from_secs(n);
    let minute = after.as_secs() / 60 * 60;
    [minute, 30, 10].into_iter().find(|n| reached(*n))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn lengths_of_time() {
        for (text, seconds) in [
            ("90", 90),
            ("90s", 90),
            ("1m30s", 90),
            ("5m", 300),
            ("1h", 3600),
            ("1h30m", 5400),
            ("1:30", 90),
            ("1:00:00", 3600),
            (" 3 ", 3),
        ] {
            assert_eq!(parse_span(text).expect(text), s(seconds), "{text}");
        }
        let huge = "9".repeat(40);
        for text in [
            "", "0", "0s", "-5", "+5", "m", "5x", "1m30", "s5", "5m5m", "1:60", "1::2", ":",
            "1:2:3:4", "5 m", "1.5m", "100h", "٣", &huge, "5ｍ",
        ] {
            assert!(parse_span(text).is_err(), "{text}");
        }
    }

    #[test]
    fn digits_of_times() {
        let shown: Vec<String> = [0, 9, 90, 600, 3599, 3600].map(digits).into();
        assert_eq!(shown, ["0:00", "0:09", "1:30", "10:00", "59:59", "1:00:00"]);
    }

    #[test]
    fn the_longer_step_counts_when_the_computer_slept() {
        assert_eq!(step(ms(100), ms(101)), ms(100), "noise");
        assert_eq!(step(ms(100), s(0)), ms(100), "set back");
        assert_eq!(step(ms(100), s(3600)), s(3600), "asleep");
        assert_eq!(step(s(5), s(4)), s(5));
    }

    #[test]
    fn the_clock_never_goes_back() {
        let mut clock = SystemClock::default();
        let readings: Vec<Duration> = (0..100).map(|_| clock.now()).collect();
        assert!(readings.is_sorted());
    }

    /// Every mark of a timer, looked at every tenth of a second.
    fn marks(timer: &mut Timer, until: u64) -> Vec<Mark> {
        let start = timer.seen;
        (1..=until * 10)
            .filter_map(|i| timer.tick(start + ms(i * 100)))
            .collect()
    }

    #[test]
    fn a_countdown_warns_and_rings() {
        let mut timer = Timer::start(TimerPlan::Down(s(90)), s(7));
        assert_eq!((timer.shown(0), timer.phase()), (90, TimerPhase::Running));
        let told = marks(&mut timer, 100);
        let left = [60, 30, 10, 3, 2, 1].map(Mark::Left);
        assert_eq!(told, [&left[..], &[Mark::Out]].concat());
        assert_eq!((timer.shown(0), timer.phase()), (0, TimerPhase::Out));
        assert!(timer.ended());
        let ringing: Vec<bool> = told.iter().map(|m| m.rings()).collect();
        assert_eq!(ringing, [false, false, true, true, true, true, true]);
    }

    #[test]
    fn a_short_countdown_does_not_warn_of_its_own_start() {
        let mut timer = Timer::start(TimerPlan::Down(s(3)), s(0));
        assert_eq!(
            marks(&mut timer, 5),
            [Mark::Left(2), Mark::Left(1), Mark::Out]
        );
    }

    #[test]
    fn a_begun_second_is_shown_whole() {
        let mut timer = Timer::start(TimerPlan::Down(s(5)), s(0));
        timer.tick(ms(1));
        assert_eq!(timer.shown(0), 5);
        timer.tick(ms(1000));
        assert_eq!(timer.shown(0), 4);
        timer.tick(ms(4999));
        assert_eq!(timer.shown(0), 1);
        assert_eq!(timer.until_change(), Some(ms(1)));
    }

    #[test]
    fn paused_time_does_not_count() {
        let mut timer = Timer::start(TimerPlan::Down(s(60)), s(0));
        timer.pause(s(10));
        assert_eq!(timer.phase(), TimerPhase::Paused);
        assert_eq!(timer.until_change(), None);
        assert_eq!(timer.tick(s(500)), None);
        assert_eq!(timer.shown(0), 50);
        timer.pause(s(1000));
        timer.tick(s(1001));
        assert_eq!(timer.shown(0), 49);
    }

    #[test]
    fn a_sleep_tells_only_where_things_stand() {
        let mut timer = Timer::start(TimerPlan::Down(s(600)), s(0));
        assert_eq!(timer.tick(s(592)), Some(Mark::Left(10)));
        assert_eq!(timer.shown(0), 8);
        assert_eq!(timer.tick(s(4000)), Some(Mark::Out));
        assert_eq!(timer.tick(s(5000)), None, "told once");
    }

    #[test]
    fn a_clock_that_goes_back_changes_nothing() {
        let mut timer = Timer::start(TimerPlan::Down(s(60)), s(100));
        timer.tick(s(110));
        timer.tick(s(90));
        timer.tick(s(111));
        assert_eq!(timer.shown(0), 49);
    }

    #[test]
    fn ten_seconds_more_bring_a_timer_back() {
        let mut timer = Timer::start(TimerPlan::Down(s(5)), s(0));
        timer.tick(s(9));
        assert!(timer.ended());
        timer.add(s(10), s(20));
        assert_eq!((timer.shown(0), timer.phase()), (10, TimerPhase::Running));
        timer.tick(s(21));
        assert_eq!(timer.shown(0), 9);
        timer.restart(s(30));
        assert_eq!(timer.shown(0), 5);
    }

    #[test]
    fn time_has_a_limit() {
        let mut timer = Timer::start(TimerPlan::Down(LONGEST), s(0));
        timer.add(s(10), s(0));
        assert_eq!(timer.left(0), Some(LONGEST));
        let mut up = Timer::start(TimerPlan::Up(None), s(0));
        up.tick(Duration::MAX);
        assert_eq!(up.shown(0), LONGEST.as_secs());
    }

    #[test]
    fn counting_up() {
        let mut timer = Timer::start(TimerPlan::Up(None), s(3));
        assert_eq!(
            marks(&mut timer, 130),
            [10, 30, 60, 120].map(Mark::Passed).to_vec()
        );
        assert_eq!((timer.shown(0), timer.left(0)), (130, None));
        assert!(!timer.ended());
        timer.add(s(10), s(133));
        assert_eq!(timer.shown(0), 140);
    }

    #[test]
    fn counting_up_to_a_goal() {
        let mut timer = Timer::start(TimerPlan::Up(Some(s(12))), s(0));
        assert_eq!(
            marks(&mut timer, 20),
            [
                Mark::Left(10),
                Mark::Left(3),
                Mark::Left(2),
                Mark::Left(1),
                Mark::Out
            ]
        );
        assert_eq!(timer.shown(0), 12);
        timer.add(s(10), s(20));
        assert_eq!(timer.phase(), TimerPhase::Running);
        assert_eq!(timer.left(0), Some(s(10)));
    }

    fn bank(increment: u64) -> Timer {
        let names = ["Ann", "Bob", "Cho"].map(str::to_owned).to_vec();
        let plan = TimerPlan::Bank {
            each: s(60),
            increment: s(increment),
            names,
        };
        Timer::start(plan, s(0))
    }

    #[test]
    fn only_the_player_to_move_loses_time() {
        let mut timer = bank(5);
        timer.next(s(10));
        timer.next(s(30));
        timer.tick(s(31));
        assert_eq!([0, 1, 2].map(|i| timer.shown(i)), [55, 45, 59]);
        assert_eq!(timer.turn(), 2);
        timer.next(s(31));
        assert_eq!(timer.turn(), 0);
    }

    #[test]
    fn a_bank_goes_on_where_it_was_left() {
        let mut timer = bank(0);
        timer.next(s(10));
        timer.tick(s(15));
        let left = timer.readings().to_vec();
        let plan = timer.plan().clone();
        let mut again = Timer::resume(plan.clone(), left.clone(), 1, s(900)).expect("it fits");
        again.tick(s(901));
        assert_eq!([0, 1, 2].map(|i| again.shown(i)), [50, 54, 60]);
        assert!(Timer::resume(plan.clone(), left.clone(), 3, s(0)).is_none());
        assert!(Timer::resume(plan.clone(), left[1..].to_vec(), 0, s(0)).is_none());
        assert!(Timer::resume(plan, vec![Duration::MAX; 3], 0, s(0)).is_none());
    }

    #[test]
    fn who_is_out_is_passed_over() {
        let mut timer = bank(5);
        timer.next(s(1));
        assert_eq!(timer.tick(s(200)), Some(Mark::Out));
        assert_eq!(
            (timer.turn(), timer.phase(), timer.ended()),
            (1, TimerPhase::Out, false)
        );
        timer.next(s(300));
        assert_eq!((timer.turn(), timer.shown(1)), (2, 0), "no increment");
        timer.next(s(301));
        assert_eq!(timer.turn(), 0);
        timer.next(s(302));
        assert_eq!(timer.turn(), 2, "Bob has no time");
        timer.tick(s(1000));
        timer.next(s(1000));
        timer.tick(s(2000));
        assert!(timer.ended());
        timer.next(s(2001));
        assert_eq!(timer.phase(), TimerPhase::Out);
    }

    #[test]
    fn a_paused_bank_stays_paused_when_the_turn_moves_on() {
        let mut timer = bank(0);
        timer.pause(s(5));
        timer.next(s(50));
        timer.tick(s(500));
        assert_eq!([0, 1, 2].map(|i| timer.shown(i)), [55, 60, 60]);
        assert_eq!((timer.turn(), timer.phase()), (1, TimerPhase::Paused));
    }
}
