//! The local time: how far the clocks of this place are from UTC, by the system's own table of its time zone. Where there
//! is none that can be read, UTC.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::play::calendar::{CalendarMoment, days_before, days_in};

const DAY: i64 = 24 * 60 * 60;

/// A moment as the clocks of this place show it.
pub(super) fn local(seconds: u64) -> CalendarMoment {
    let seconds = i64::try_from(seconds).unwrap_or(i64::MAX / 2);
    CalendarMoment::of(seconds + here().offset(seconds))
}

/// When the clocks of this place show that moment, in seconds since 1970.
pub(super) fn seconds(local: CalendarMoment) -> u64 {
    let wall = local.seconds();
    // The offset that holds near it, then the one that holds there.
    let near = wall - here().offset(wall);
    u64::try_from(wall - here().offset(near)).unwrap_or(0)
}

/// The zone of this place.
fn here() -> &'static Zone {
    static HERE: OnceLock<Zone> = OnceLock::new();
    HERE.get_or_init(|| Zone::find().unwrap_or_default())
}

/// When the clocks of a place were changed, and how they go on.
#[derive(Debug, Default, PartialEq, Eq)]
struct Zone {
    /// Seconds since 1970, and the seconds that clocks are ahead of UTC from then on.
    changes: Vec<(i64, i64)>,
    /// Before the first change.
    before: i64,
    /// After the last one.
    after: Option<ZoneRule>,
}

impl Zone {
    fn find() -> Option<Self> {
        let set = std::env::var("TZ").ok().filter(|tz| !tz.is_empty());
        let Some(set) = set else {
            return Self::read(&fs::read("/etc/localtime").ok()?);
        };
        let name = set.strip_prefix(':').unwrap_or(&set);
        let inside = !name.contains("..");
        let file = Path::new("/usr/share/zoneinfo").join(name);
        let file = fs::read(file).ok().filter(|_| inside);
        file.and_then(|bytes| Self::read(&bytes)).or_else(|| {
            let after = Some(ZoneRule::read(name)?);
            Some(Self {
                after,
                ..Self::default()
            })
        })
    }

    /// Reads a zone file (RFC 9636), the second part of it, whose times have 64 bits.
    fn read(bytes: &[u8]) -> Option<Self> {
        let [first, ..] = counts(bytes)?;
        if *bytes.get(4)? < b'2' {
            return None;
        }
        let bytes = bytes.get(44 + first..)?;
        let [_, times, types, letters, leaps, marks] = counts(bytes)?;
        let body = bytes.get(44..)?;
        let (at, rest) = body.split_at_checked(times * 8)?;
        let (kinds, rest) = rest.split_at_checked(times)?;
        let (offsets, rest) = rest.split_at_checked(types * 6)?;
        let offset = |kind: usize| {
            let bytes = offsets.get(kind * 6..kind * 6 + 4)?.try_into().ok()?;
            Some(i64::from(i32::from_be_bytes(bytes)))
        };
        let at = at.as_chunks::<8>().0.iter().map(|b| i64::from_be_bytes(*b));
        let changes = at
            .zip(kinds)
            .map(|(at, kind)| Some((at, offset(usize::from(*kind))?)));
        let footer = rest.get(letters + leaps * 12 + marks..)?;
        let footer = std::str::from_utf8(footer).ok()?.trim();
        Some(Self {
            changes: changes.collect::<Option<_>>()?,
            before: offset(0)?,
            after: ZoneRule::read(footer),
        })
    }

    /// How many seconds clocks are ahead of UTC.
    fn offset(&self, seconds: i64) -> i64 {
        let passed = self.changes.partition_point(|(at, _)| *at <= seconds);
        match &self.after {
            Some(rule) if passed == self.changes.len() => rule.offset(seconds),
            _ => {
                let last = passed.checked_sub(1).and_then(|n| self.changes.get(n));
                last.map_or(self.before, |(_, offset)| *offset)
            }
        }
    }
}

/// The counts of a part of a zone file: the bytes of its body as version 1 has them; times, types, letters, leap
/// seconds, and marks of both kinds.
fn counts(bytes: &[u8]) -> Option<[usize; 6]> {
    if bytes.get(..4)? != b"TZif" {
        return None;
    }
    let count = |n: usize| {
        let bytes = bytes.get(20 + n * 4..24 + n * 4)?.try_into().ok()?;
        usize::try_from(u32::from_be_bytes(bytes))
            .ok()
            .filter(|n| *n < 1 << 20)
    };
    let (utc, std, leaps) = (count(0)?, count(1)?, count(2)?);
    let (times, types, letters) = (count(3)?, count(4)?, count(5)?);
    let body = times * 5 + types * 6 + letters + leaps * 8 + std + utc;
    Some([body, times, types, letters, leaps, std + utc])
}

/// How clocks go in every year, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ZoneRule {
    usual: i64,
    summer: Option<(i64, ZoneTurn, ZoneTurn)>,
}

/// A day of the year and a time of it, by the clock that goes until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ZoneTurn {
    day: Day,
    time: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Day {
    /// The so manieth weekday of a month; 5 is the last one. Sunday is 0.
    Week(i64, i64, i64),
    /// From 1, the leap day not counted.
    Julian(i64),
    /// From 0, the leap day counted.
    Ordinal(i64),
}

impl ZoneRule {
    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        name(&mut rest)?;
        let usual = -time(&mut rest)?;
        if rest.is_empty() {
            return Some(Self {
                usual,
                summer: None,
            });
        }
        name(&mut rest)?;
        let ahead = match rest.starts_with(',') {
            true => usual + 3600,
            false => -time(&mut rest)?,
        };
        let mut turns = rest.strip_prefix(',')?.split(',');
        let (begin, end) = (
            ZoneTurn::read(turns.next()?)?,
            ZoneTurn::read(turns.next()?)?,
        );
        Some(Self {
            usual,
            summer: Some((ahead, begin, end)),
        })
    }

    fn offset(&self, seconds: i64) -> i64 {
        let Some((ahead, begin, end)) = self.summer else {
            return self.usual;
        };
        let year = CalendarMoment::of(seconds + self.usual).year;
        let begin = begin.seconds(year) - self.usual;
        let end = end.seconds(year) - ahead;
        let summer = match begin < end {
            true => (begin..end).contains(&seconds),
            false => !(end..begin).contains(&seconds),
        };
        if summer { ahead } else { self.usual }
    }
}

impl ZoneTurn {
    fn read(text: &str) -> Option<Self> {
        let (day, mut at) = text.split_once('/').unwrap_or((text, "2"));
        let number = |text: &str| text.parse::<i64>().ok();
        let day = match day.strip_prefix('M') {
            Some(day) => {
                let mut parts = day.split('.').map(number);
                let mut part = || parts.next().flatten();
                Day::Week(part()?, part()?, part()?)
            }
            None => match day.strip_prefix('J') {
                Some(day) => Day::Julian(number(day)?),
                None => Day::Ordinal(number(day)?),
            },
        };
        let time = time(&mut at)?;
        Some(Self { day, time })
    }

    /// When it is in a year, as the clock shows it.
    fn seconds(self, year: i64) -> i64 {
        let first = days_before(year, 1, 1);
        let day = match self.day {
            Day::Ordinal(day) => first + day,
            Day::Julian(day) => {
                let leap = days_in(year, 2) == 29 && day > 59;
                first + day - 1 + i64::from(leap)
            }
            Day::Week(month, week, weekday) => {
                let first = days_before(year, month, 1);
                // The first of 1970 was a Thursday.
                let ahead = (weekday - (first + 4)).rem_euclid(7);
                let day = ahead + (week - 1) * 7;
                let back = if day >= days_in(year, month) { 7 } else { 0 };
                first + day - back
            }
        };
        day * DAY + self.time
    }
}

/// Takes the name of a zone: letters, or anything between `<` and `>`.
fn name(rest: &mut &str) -> Option<()> {
    let end = match rest.strip_prefix('<') {
        Some(inside) => inside.find('>')? + 2,
        None => rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len()),
    };
    let (name, after) = rest.split_at_checked(end)?;
    *rest = after;
    (name.len() >= 3).then_some(())
}

/// Takes a time: `[+-]hh[:mm[:ss]]`.
fn time(rest: &mut &str) -> Option<i64> {
    let (sign, text) = match rest.strip_prefix('-') {
        Some(text) => (-1, text),
        None => (1, rest.strip_prefix('+').unwrap_or(rest)),
    };
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != ':')
        .unwrap_or(text.len());
    let (time, after) = text.split_at(end);
    let mut seconds = 0;
    for (part, unit) in time.split(':').zip([3600, 60, 1]) {
        seconds += part.parse::<i64>().ok().filter(|n| *n < 200)? * unit;
    }
    *rest = after;
    Some(sign * seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_every_kind() {
        let hours = |rule: &str, day: &str| {
            let rule = ZoneRule::read(rule).unwrap_or_else(|| panic!("{rule}"));
            let mut parts = day.split('-').map(|n| n.parse::<i64>().expect("a number"));
            let mut part = || parts.next().expect("a part");
            let day = CalendarMoment::date(part(), part(), part()).expect("a day");
            rule.offset(day.seconds()) as f64 / 3600.0
        };
        assert_eq!(hours("JST-9", "2026-07-01"), 9.0);
        assert_eq!(hours("<+0530>-5:30", "2026-07-01"), 5.5);
        let berlin = "CET-1CEST,M3.5.0,M10.5.0/3";
        assert_eq!(hours(berlin, "2026-03-29"), 1.0);
        assert_eq!(hours(berlin, "2026-03-30"), 2.0);
        assert_eq!(hours(berlin, "2026-10-25"), 2.0);
        assert_eq!(hours(berlin, "2026-10-26"), 1.0);
        let new_york = "EST5EDT,M3.2.0,M11.1.0";
        assert_eq!(hours(new_york, "2026-03-08"), -5.0);
        assert_eq!(hours(new_york, "2026-03-09"), -4.0);
        // South of the equator the summer goes over the new year.
        let sydney = "AEST-10AEDT,M10.1.0,M4.1.0/3";
        assert_eq!(hours(sydney, "2026-01-01"), 11.0);
        assert_eq!(hours(sydney, "2026-07-01"), 10.0);
        assert_eq!(hours("XXX3YYY,J60,300", "2028-03-01"), -3.0);
        for wrong in ["", "JST", "JST-x", "CET-1CEST,M3", "<>1", "A1"] {
            assert_eq!(ZoneRule::read(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_zone_file_is_read_and_nothing_panics_on_a_broken_one() {
        // One change, one hour, in the second part; then a rule.
        let part = |wide: bool| {
            let mut part = b"TZif2".to_vec();
            part.extend([0; 15]);
            for count in [0u32, 0, 0, 1, 2, 4] {
                part.extend(count.to_be_bytes());
            }
            match wide {
                true => part.extend(1000i64.to_be_bytes()),
                false => part.extend(1000i32.to_be_bytes()),
            }
            part.push(1);
            for offset in [0i32, 3600] {
                part.extend(offset.to_be_bytes());
                part.extend([0, 0]);
            }
            part.extend(b"ABC\0");
            part
        };
        let mut bytes = part(false);
        bytes.extend(part(true));
        let plain = Zone::read(&bytes).expect("a zone");
        assert_eq!((plain.offset(999), plain.offset(1000)), (0, 3600));
        bytes.extend(b"\nJST-9\n");
        let ruled = Zone::read(&bytes).expect("a zone");
        assert_eq!((ruled.offset(999), ruled.offset(1000)), (0, 9 * 3600));
        for cut in 0..bytes.len() {
            let _ = Zone::read(&bytes[..cut]);
            let mut bad = bytes.clone();
            bad[cut] ^= 0xff;
            let _ = Zone::read(&bad);
        }
    }
}
