//! The clock of a table: it follows whose turn it is, can be shown beside anything else, and is kept in the table's
//! journal.
//!
//! Whoever shows a table owns one, feeds it the seat to move after every move, asks it what to show as often as it
//! likes, and keeps its note when the turn has changed or the table is left:
//!
//! ```
//! use std::time::Duration;
//! use kitpress::play::clock::{Pace, TimerPlan, TableClock};
//!
//! let at = Duration::from_secs;
//! let names = vec!["Ann".to_owned(), "Bob".to_owned()];
//! let plan = TimerPlan::Bank { each: at(300), pace: Pace::Fischer(at(5)), names };
//! let notes: Vec<serde_json::Value> = Vec::new();
//! let mut clock = TableClock::resume("think", plan, notes.iter(), at(0));
//! clock.follow(Some(0), at(0));
//! // While somebody types: let time pass, draw what it shows.
//! clock.tick(at(30));
//! assert_eq!(clock.faces()[0].time, "4:30");
//! // A move was made, and now it is Bob's turn.
//! clock.follow(Some(1), at(30));
//! let times: Vec<String> = clock.faces().into_iter().map(|f| f.time).collect();
//! assert_eq!(times, ["4:35", "5:00"]);
//! // `table.note(clock.note(), now)` keeps it.
//! ```

use std::time::Duration;

use serde_json::{Value, json};

use super::{LONGEST, Mark, Timer, TimerPhase, TimerPlan, digits};

/// The clock of a table.
#[derive(Clone, Debug)]
pub struct TableClock {
    id: String,
    timer: Timer,
    /// Whose turn it was at the table when it was last told; what people did by hand since stays until that changes.
    followed: Option<Option<usize>>,
}

/// One player's time, or the only one, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// Whose; empty where there is one time for all.
    pub name: String,
    /// The digits: `4:59`.
    pub time: String,
    /// What is left, unless it counts up without a goal.
    pub left: Option<Duration>,
    /// Whether this is the time that runs, or would if it were not paused.
    pub to_move: bool,
    /// Whether nothing is left.
    pub out: bool,
}

impl TableClock {
    /// A fresh clock, running.
    pub fn start(id: &str, plan: TimerPlan, now: Duration) -> Self {
        Self {
            id: id.to_owned(),
            timer: Timer::start(plan, now),
            followed: None,
        }
    }

    /// The clock as the last of these notes left it, running; a fresh one where no note is its own. What passed while
    /// nobody sat at the table does not count.
    pub fn resume<'a>(
        id: &str,
        plan: TimerPlan,
        notes: impl Iterator<Item = &'a Value>,
        now: Duration,
    ) -> Self {
        let mut clock = Self::start(id, plan, now);
        if let Some(note) = notes.filter(|n| n["timer"] == id).last() {
            clock.set(note);
        }
        clock
    }

    /// Takes over a note's readings, if they fit.
    fn set(&mut self, note: &Value) -> Option<()> {
        let span = |v: &Value| Some(Duration::from_millis(v.as_u64()?)).filter(|d| *d <= LONGEST);
        let left = note["left_ms"].as_array()?.iter();
        let left: Vec<Duration> = left.map(span).collect::<Option<_>>()?;
        let turn = usize::try_from(note["turn"].as_u64()?).ok()?;
        if left.len() != self.timer.time.len() || turn >= left.len() {
            return None;
        }
        (self.timer.time, self.timer.turn) = (left, turn);
        // Notes of before there were delays do not tell it.
        self.timer.used = span(&note["used_ms"]).unwrap_or_default();
        Some(())
    }

    /// How it stands, for the table's journal.
    pub fn note(&self) -> Value {
        let ms = |d: &Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
        let left: Vec<u64> = self.timer.readings().iter().map(ms).collect();
        let used = ms(&self.timer.used);
        json!({"timer": self.id, "left_ms": left, "turn": self.timer.turn(), "used_ms": used})
    }

    /// What commands call it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it is for.
    pub fn plan(&self) -> &TimerPlan {
        self.timer.plan()
    }

    /// What every player has left, or the only time.
    pub fn readings(&self) -> &[Duration] {
        self.timer.readings()
    }

    /// The timer itself, to be shown and steered.
    pub fn timer(&self) -> &Timer {
        &self.timer
    }

    /// See [`TableClock::timer`].
    pub(crate) fn timer_mut(&mut self) -> &mut Timer {
        &mut self.timer
    }

    /// It is this seat's turn now; nobody's time runs where it is no one seat's. Told for the first time, it is no turn that
    /// ends.
    pub fn follow(&mut self, active: Option<usize>, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        match self.news(active) {
            Some(seat) => self.timer.pass(seat, now).or(mark),
            None => mark,
        }
    }

    /// A move was taken back, and it is this seat's turn again: the time since then was theirs.
    pub(crate) fn follow_back(&mut self, active: Option<usize>, now: Duration) -> Option<Mark> {
        let mark = self.tick(now);
        let Some(seat) = self.news(active) else {
            return mark;
        };
        let back = self.timer.back(now).or(mark);
        match self.timer.turn() == seat {
            true => back,
            false => self.timer.pass(seat, now),
        }
    }

    /// The seat that the turn has to go to, if the table says something new.
    fn news(&mut self, active: Option<usize>) -> Option<usize> {
        let before = self.followed.replace(active);
        if before == Some(active) || !matches!(self.timer.plan(), TimerPlan::Bank { .. }) {
            return None;
        }
        self.timer.idle = active.is_none();
        let seat = active.filter(|seat| *seat != self.timer.turn())?;
        if before.is_none() {
            self.timer.sit(seat);
            return None;
        }
        Some(seat)
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Duration) -> Option<Mark> {
        self.timer.tick(now)
    }

    /// The same clock by another reckoning of time: what is `now` there is when it was last looked at here.
    pub(crate) fn moved_to(mut self, now: Duration) -> Self {
        self.timer.seen = now;
        self
    }

    /// What it does at the moment.
    pub(crate) fn phase(&self) -> TimerPhase {
        self.timer.phase()
    }

    /// What to show: every player's time in the order of the seats, or the only one.
    pub fn faces(&self) -> Vec<Face> {
        let names: &[String] = match self.timer.plan() {
            TimerPlan::Bank { names, .. } => names,
            _ => &[],
        };
        let face = |i: usize| {
            let left = self.timer.left(i);
            Face {
                name: names.get(i).cloned().unwrap_or_default(),
                time: digits(self.timer.shown(i)),
                left,
                to_move: i == self.timer.turn() && !self.timer.idle,
                out: left.is_some_and(|d| d.is_zero()),
            }
        };
        (0..self.timer.readings().len()).map(face).collect()
    }

    /// How long it is until something else is to be shown; nothing while no time runs.
    pub(crate) fn until_change(&self) -> Option<Duration> {
        self.timer.until_change()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pace;
    use super::*;
    use proptest::prelude::*;

    const fn s(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn plan(pace: Pace) -> TimerPlan {
        TimerPlan::Bank {
            each: s(60),
            pace,
            names: ["Ann", "Bob", "Cho"].map(str::to_owned).to_vec(),
        }
    }

    fn times(clock: &TableClock) -> Vec<String> {
        clock.faces().into_iter().map(|f| f.time).collect()
    }

    #[test]
    fn it_follows_the_turns_of_the_table() {
        let mut clock = TableClock::start("think", plan(Pace::Fischer(s(5))), s(0));
        clock.follow(Some(2), s(0));
        assert_eq!(clock.faces()[2].name, "Cho");
        assert!(clock.faces()[2].to_move);
        clock.follow(Some(2), s(10));
        assert_eq!(times(&clock), ["1:00", "1:00", "0:50"], "still her turn");
        clock.follow(Some(0), s(20));
        clock.tick(s(21));
        assert_eq!(times(&clock), ["0:59", "1:00", "0:45"]);
    }

    #[test]
    fn no_time_runs_where_it_is_no_one_seats_turn() {
        let mut clock = TableClock::start("think", plan(Pace::Plain), s(0));
        clock.follow(Some(1), s(0));
        clock.follow(None, s(10));
        assert_eq!(
            (clock.phase(), clock.until_change()),
            (TimerPhase::Paused, None)
        );
        clock.tick(s(500));
        clock.follow(Some(1), s(1000));
        clock.tick(s(1001));
        assert_eq!(times(&clock), ["1:00", "0:49", "1:00"]);
    }

    #[test]
    fn a_move_taken_back_gives_the_time_back() {
        let mut clock = TableClock::start("think", plan(Pace::Fischer(s(5))), s(0));
        clock.follow(Some(0), s(0));
        clock.follow(Some(1), s(10));
        clock.follow_back(Some(0), s(12));
        assert_eq!(times(&clock), ["0:48", "1:00", "1:00"]);
        clock.follow_back(Some(2), s(13));
        assert!(clock.faces()[2].to_move, "whatever the table says");
    }

    #[test]
    fn what_is_done_by_hand_stays_until_the_table_says_something_new() {
        let mut clock = TableClock::start("think", plan(Pace::Plain), s(0));
        clock.follow(None, s(0));
        clock.timer_mut().pause(s(10));
        clock.follow(None, s(11));
        assert_eq!(clock.phase(), TimerPhase::Running, "let run by hand");
        assert_eq!(times(&clock), ["0:59", "1:00", "1:00"]);
        clock.follow(Some(0), s(12));
        clock.timer_mut().next(s(12));
        clock.follow(Some(0), s(20));
        assert_eq!(times(&clock), ["0:58", "0:52", "1:00"], "Bob's, by hand");
        clock.follow(Some(1), s(21));
        assert!(clock.faces()[1].to_move);
    }

    #[test]
    fn who_is_out_of_time_still_has_turns() {
        let mut clock = TableClock::start("think", plan(Pace::Plain), s(0));
        assert_eq!(clock.tick(s(90)), Some(Mark::Out));
        clock.follow(Some(1), s(91));
        clock.follow(Some(0), s(92));
        assert!(clock.faces()[0].out && clock.faces()[0].to_move);
        assert_eq!(clock.phase(), TimerPhase::Out);
    }

    #[test]
    fn one_time_for_all_is_shown_too() {
        let mut clock = TableClock::start("talk", TimerPlan::Down(s(120)), s(0));
        clock.follow(None, s(1));
        clock.tick(s(2));
        assert_eq!(times(&clock), ["1:58"]);
    }

    #[test]
    fn notes_of_before_and_strange_ones() {
        let resume = |note: Value| {
            let clock = TableClock::resume("think", plan(Pace::Plain), [note].iter(), s(7));
            times(&clock)
        };
        let old = json!({"timer": "think", "left_ms": [50_000, 60_000, 1_000], "turn": 1});
        assert_eq!(resume(old), ["0:50", "1:00", "0:01"]);
        let fresh = ["1:00", "1:00", "1:00"];
        assert_eq!(
            resume(json!({"timer": "talk", "left_ms": [1, 1, 1], "turn": 0})),
            fresh
        );
        assert_eq!(
            resume(json!({"timer": "think", "left_ms": [1], "turn": 0})),
            fresh
        );
        assert_eq!(
            resume(json!({"timer": "think", "left_ms": [1, 1, 1], "turn": 9})),
            fresh
        );
        assert_eq!(
            resume(json!({"timer": "think", "left_ms": [1, 1, u64::MAX], "turn": 0})),
            fresh
        );
    }

    fn any_pace() -> impl Strategy<Value = Pace> {
        prop::sample::select(vec![
            Pace::Plain,
            Pace::Fischer(s(3)),
            Pace::Bronstein(s(3)),
            Pace::Delay(s(3)),
            Pace::Sand,
        ])
    }

    proptest! {
        /// Left and opened again at any moment, it goes on as if nobody had left.
        #[test]
        fn a_clock_that_was_kept_goes_on(pace in any_pace(), steps in prop::collection::vec((0usize..4, 0u64..9000), 1..40), cut in 0usize..40) {
            let ms = Duration::from_millis;
            let mut live = TableClock::start("think", plan(pace), s(0));
            let mut kept = live.clone();
            let (mut now, mut away) = (Duration::ZERO, Duration::ZERO);
            for (i, (seat, passed)) in steps.into_iter().enumerate() {
                now += ms(passed);
                let active = (seat < 3).then_some(seat);
                live.follow(active, now);
                kept.follow(active, now + away);
                if i == cut {
                    away += s(1000);
                    let notes = [kept.note()];
                    kept = TableClock::resume("think", plan(pace), notes.iter(), now + away);
                    kept.follow(active, now + away);
                }
                // A note has whole milliseconds.
                let both = live.timer.readings().iter().zip(kept.timer.readings());
                for (a, b) in both {
                    prop_assert!(a.abs_diff(*b) <= ms(40), "{:?} {:?}", a, b);
                }
                prop_assert_eq!(live.timer.turn(), kept.timer.turn());
            }
        }
    }
}
