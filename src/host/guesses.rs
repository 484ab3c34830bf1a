//! How often somebody may guess the code: a handful of times, then slowly. Whoever has guessed too often is not told
//! whether the next guess is right.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Wrong guesses in a row.
const FREE: f64 = 10.0;
/// How long until one more is allowed.
const EACH: Duration = Duration::from_secs(3);
/// Addresses that are remembered.
const REMEMBERED: usize = 1000;

/// Wrong guesses, which are forgiven with time.
#[derive(Default)]
pub(super) struct CodeGuesses {
    by: HashMap<IpAddr, WrongGuesses>,
}

#[derive(Clone, Copy)]
struct WrongGuesses {
    count: f64,
    at: Instant,
}

impl WrongGuesses {
    fn left(self, now: Instant) -> f64 {
        let forgiven = now.saturating_duration_since(self.at).as_secs_f64() / EACH.as_secs_f64();
        (self.count - forgiven).max(0.0)
    }
}

impl CodeGuesses {
    fn count(&self, ip: IpAddr, now: Instant) -> f64 {
        self.by.get(&network(ip)).map_or(0.0, |t| t.left(now))
    }

    /// Whether an address may guess now.
    pub(super) fn may(&self, ip: IpAddr, now: Instant) -> bool {
        self.count(ip, now) <= FREE - 1.0
    }

    /// An address has guessed wrong.
    pub(super) fn wrong(&mut self, ip: IpAddr, now: Instant) {
        if self.by.len() >= REMEMBERED {
            self.by.retain(|_, t| t.left(now) > 0.0);
        }
        if self.by.len() >= REMEMBERED {
            self.by.clear();
        }
        let count = self.count(ip, now) + 1.0;
        self.by.insert(network(ip), WrongGuesses { count, at: now });
    }
}

/// Holder counts as one: of the long addresses, all of a network, since one computer may have as many as it likes.
fn network(ip: IpAddr) -> IpAddr {
    match ip {
        IpAddr::V4(_) => ip,
        IpAddr::V6(long) => {
            let [a, b, c, d, ..] = long.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_run_out_and_come_back() {
        let (mut guesses, start) = (CodeGuesses::default(), Instant::now());
        let [one, other]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        for _ in 0..10 {
            assert!(guesses.may(one, start));
            guesses.wrong(one, start);
        }
        assert!(!guesses.may(one, start), "ten wrong guesses");
        assert!(guesses.may(other, start), "somebody else");
        assert!(!guesses.may(one, start + Duration::from_secs(1)));
        assert!(guesses.may(one, start + Duration::from_secs(4)), "one more");
        assert!(guesses.may(one, start + Duration::from_secs(60)));
    }

    #[test]
    fn a_network_of_long_addresses_guesses_as_one() {
        let (mut guesses, now) = (CodeGuesses::default(), Instant::now());
        let ip = |text: &str| text.parse::<IpAddr>().expect("an address");
        (0..10).for_each(|n| guesses.wrong(ip(&format!("2001:db8:1:2::{n}")), now));
        assert!(!guesses.may(ip("2001:db8:1:2:a:b:c:d"), now));
        assert!(guesses.may(ip("2001:db8:1:3::1"), now), "another network");
    }
}
