//! Moments of a timer that are worth a word or a bell.

use std::time::Duration;

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

/// Seconds, a begun one counting whole.
pub(super) fn whole(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The lowest moment worth a word that was reached on the way down.
pub(super) fn crossed(before: Duration, after: Duration) -> Option<u64> {
    let reached = |n: u64| before > Duration::from_secs(n) && after <= Duration::from_secs(n);
    let minute = whole(after).div_ceil(60) * 60;
    let told = TOLD.into_iter().rev().chain([minute]);
    told.into_iter().find(|n| reached(*n))
}

/// The highest moment worth a word that was reached on the way up: half a minute, and whole minutes.
pub(super) fn risen(before: Duration, after: Duration) -> Option<u64> {
    let reached = |n: u64| before < Duration::from_secs(n) && after >= Duration::from_secs(n);
    let minute = after.as_secs() / 60 * 60;
    [minute, 30, 10].into_iter().find(|n| reached(*n))
}
