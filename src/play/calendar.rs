//! Dates from seconds and back, by the Gregorian calendar. What place a date is of, and where its clocks stand, is the
//! caller's affair.

use std::fmt;

const DAY: i64 = 24 * 60 * 60;

/// A day and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CalendarMoment {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
    /// Seconds since midnight.
    pub second: i64,
}

impl CalendarMoment {
    /// The moment so many seconds after 1970 began.
    pub(crate) fn of(seconds: i64) -> Self {
        let days = seconds.div_euclid(DAY);
        // Years begin in March here, so that the leap day is the last; eras of 400 years are alike.
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let (month, next) = if month < 10 {
            (month + 3, 0)
        } else {
            (month - 9, 1)
        };
        Self {
            year: year + era * 400 + next,
            month,
            day: of_year - (153 * ((month + 9) % 12) + 2) / 5 + 1,
            second: seconds.rem_euclid(DAY),
        }
    }

    /// The beginning of a day; nothing when there is no such day.
    pub(crate) fn date(year: i64, month: i64, day: i64) -> Option<Self> {
        let there = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day);
        there.then_some(Self {
            year,
            month,
            day,
            second: 0,
        })
    }

    /// Seconds since 1970 began.
    pub(crate) fn seconds(self) -> i64 {
        days_before(self.year, self.month, self.day) * DAY + self.second
    }

    /// The beginning of its month, or of the one so many months before.
    pub(crate) fn month_before(self, months: i64) -> Self {
        let all = self.year * 12 + self.month - 1 - months;
        Self {
            year: all.div_euclid(12),
            month: all.rem_euclid(12) + 1,
            day: 1,
            second: 0,
        }
    }

    /// The beginning of the day so many days before.
    pub(crate) fn days_back(self, days: i64) -> Self {
        let midnight = self.seconds() - self.second;
        Self::of(midnight - days * DAY)
    }

    /// The day of the week; Monday is 0.
    pub(crate) fn weekday(self) -> i64 {
        (days_before(self.year, self.month, self.day) + 3).rem_euclid(7)
    }

    /// `2026-11-18`.
    pub(crate) fn day(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// `2026-11-18 20:15`.
    pub(crate) fn minute(self) -> String {
        let (hour, minute) = (self.second / 3600, self.second / 60 % 60);
        format!("{} {hour:02}:{minute:02}", self.day())
    }
}

/// `2026-11-18 20:15:30`.
impl fmt::Display for CalendarMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:02}", self.minute(), self.second % 60)
    }
}

fn leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// How many days a month has.
pub(crate) fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from the first of 1970 to a day.
pub(crate) fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_days() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399, "2000-02-28 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_795_026_930, "2026-11-18 18:35:30"),
            (-1, "1969-12-31 23:59:59"),
        ] {
            assert_eq!(CalendarMoment::of(seconds).to_string(), text);
        }
        let day = CalendarMoment::of(1_795_026_930);
        assert_eq!(day.weekday(), 2, "a Wednesday");
        assert_eq!(day.month_before(0).day(), "2026-11-01");
        assert_eq!(day.month_before(11).day(), "2025-12-01");
        assert_eq!(day.days_back(18).to_string(), "2026-10-31 00:00:00");
        assert_eq!(CalendarMoment::date(2026, 2, 29), None);
        assert!(CalendarMoment::date(2028, 2, 29).is_some());
    }

    proptest! {
        #[test]
        fn there_and_back(seconds in -60_000_000_000i64..200_000_000_000) {
            let moment = CalendarMoment::of(seconds);
            prop_assert_eq!(moment.seconds(), seconds);
            prop_assert!((1..=days_in(moment.year, moment.month)).contains(&moment.day));
            prop_assert!(CalendarMoment::of(seconds - 1) < moment);
        }
    }
}
