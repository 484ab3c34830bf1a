//! How long ago something was, in words, and since when somebody wants to know.

use super::zone;
use crate::play::calendar::CalendarMoment;
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::say;
use crate::say::Say;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// What has not been used for so long was used on another evening.
pub(super) const LONG_AGO: u64 = 6 * HOUR;

/// How long before `now` it was, both in seconds since 1970.
pub(super) fn ago(then: u64, now: u64) -> Say {
    let passed = now.saturating_sub(then);
    match passed {
        ..MINUTE => say!("just now"),
        MINUTE..HOUR => say!("{} {minute|minutes} ago", passed / MINUTE),
        HOUR..DAY => say!("{} {hour|hours} ago", passed / HOUR),
        _ => say!("{} {day|days} ago", passed / DAY),
    }
}

/// Reads a day (`2026-01-31`), a month or a year, a span (`30d`, `6w`, `3m`, `1y`), or a word (`last-month`); gives the
/// moment in seconds since 1970 from which on things count.
pub(super) fn since(text: &str, now: u64) -> Result<u64, Refusal> {
    let wrong = || {
        let what = say!("`{}` is no date", text);
        Refusal::words(what).hint(say!(
            "such as `2026-01-31`, `2026-01`, `30d`, `6w`, `3m`, `today`, `this-week`, `last-month` or `this-year`"
        ))
    };
    let word = seats::fold(text.trim());
    let from = from(&word, zone::local(now)).ok_or_else(wrong)?;
    Ok(zone::seconds(from))
}

/// The moment that a word means, by the clocks of this place.
fn from(word: &str, now: CalendarMoment) -> Option<CalendarMoment> {
    let named = match word {
        "today" | "今日" => now.days_back(0),
        "yesterday" | "昨日" => now.days_back(1),
        "this-week" | "今週" => now.days_back(now.weekday()),
        "last-week" | "先週" => now.days_back(now.weekday() + 7),
        "this-month" | "今月" => now.month_before(0),
        "last-month" | "先月" => now.month_before(1),
        "this-year" | "今年" => now.month_before(now.month - 1),
        "last-year" | "去年" => now.month_before(now.month + 11),
        _ => return span(word, now).or_else(|| date(word)),
    };
    Some(named)
}

/// `30d`: so many days before today; weeks, months and years likewise.
fn span(word: &str, now: CalendarMoment) -> Option<CalendarMoment> {
    let unit = word.chars().last()?;
    let digits = word.strip_suffix(unit)?;
    let number: i64 = digits.parse().ok().filter(|n| (0..=100_000).contains(n))?;
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let months = |months: i64| {
        let begin = now.month_before(months);
        let last = crate::play::calendar::days_in(begin.year, begin.month);
        CalendarMoment::date(begin.year, begin.month, now.day.min(last))
    };
    match unit {
        'd' | '日' => Some(now.days_back(number)),
        'w' | '週' => Some(now.days_back(number * 7)),
        'm' => months(number),
        'y' | '年' => months(number * 12),
        _ => None,
    }
}

/// `2026-01-31`, `2026-01`, `2026`; slashes and points will do.
fn date(word: &str) -> Option<CalendarMoment> {
    let parts: Option<Vec<i64>> = word
        .split(['-', '/', '.'])
        .map(|p| {
            p.parse()
                .ok()
                .filter(|_| p.bytes().all(|b| b.is_ascii_digit()))
        })
        .collect();
    let parts = parts.filter(|p| p.first().is_some_and(|year| *year >= 1000))?;
    match parts.as_slice() {
        [year] => CalendarMoment::date(*year, 1, 1),
        [year, month] => CalendarMoment::date(*year, *month, 1),
        [year, month, day] => CalendarMoment::date(*year, *month, *day),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_spans_and_words() {
        let now = CalendarMoment {
            second: 70_000,
            ..CalendarMoment::date(2026, 3, 31).expect("a day")
        };
        for (word, day) in [
            ("2026-01-31", "2026-01-31"),
            ("2026/1/5", "2026-01-05"),
            ("2026-02", "2026-02-01"),
            ("2025", "2025-01-01"),
            ("30d", "2026-03-01"),
            ("0d", "2026-03-31"),
            ("2w", "2026-03-17"),
            ("1m", "2026-02-28"),
            ("13m", "2025-02-28"),
            ("1y", "2025-03-31"),
            ("yesterday", "2026-03-30"),
            ("this-week", "2026-03-30"),
            ("last-week", "2026-03-23"),
            ("this-month", "2026-03-01"),
            ("last-month", "2026-02-01"),
            ("this-year", "2026-01-01"),
            ("last-year", "2025-01-01"),
            ("先月", "2026-02-01"),
        ] {
            let found = from(word, now).unwrap_or_else(|| panic!("{word}"));
            assert_eq!((found.day().as_str(), found.second), (day, 0), "{word}");
        }
        for word in [
            "",
            "d",
            "-3d",
            "2026-13",
            "2026-02-30",
            "26-01-01",
            "soon",
            "1h",
            "2026-1-1-1",
            "+5d",
        ] {
            assert_eq!(from(word, now), None, "{word}");
        }
    }

    #[test]
    fn times_are_told_in_one_unit() {
        for (passed, words) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (3600, "1 hour ago"),
            (86_399, "23 hours ago"),
            (86_400, "1 day ago"),
            (9 * 86_400, "9 days ago"),
        ] {
            assert_eq!(ago(1_000_000, 1_000_000 + passed).to_string(), words);
        }
        assert_eq!(
            ago(50, 10).to_string(),
            "just now",
            "a clock that jumped back"
        );
    }
}
