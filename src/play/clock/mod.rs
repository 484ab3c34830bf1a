//! Time at the table: where it comes from, and how a length of it is written.
//!
//! A [`timer`] is told what the clock says and says what that means; [`table`] has the clock that follows whose turn it
//! is. Nothing here waits, draws or rings.

mod mark;
pub mod table;
#[cfg(test)]
mod tests;
mod timer;

use std::time::{Duration, Instant, SystemTime};

use super::rules::Refusal;
use crate::say;

pub use mark::Mark;
pub use table::{Face, TableClock};
pub(crate) use timer::TimerPhase;
pub use timer::{Pace, Timer, TimerPlan};

/// The longest time a timer holds: four digits of hours and minutes are enough for any game.
pub(crate) const LONGEST: Duration = Duration::from_secs(99 * 3600 + 59 * 60 + 59);

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
pub(crate) struct SystemClock {
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
pub(crate) fn parse_span(text: &str) -> Result<Duration, Refusal> {
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

#[cfg(test)]
mod lengths {
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
}
