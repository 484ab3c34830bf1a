//! How long ago something was, in words: no time zone is needed for that.

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

#[cfg(test)]
mod tests {
    use super::*;

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
