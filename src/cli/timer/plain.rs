//! A timer in plain words, a line at a mark: for a pipe, and for a voice that reads it out.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use super::MORE;
use super::face::current;
use crate::clean::clean_lines;
use crate::cli::cells::cut;
use crate::cli::screen::Ended;
use crate::cli::{CommandResult, out};
use crate::diag::Problems;
use crate::play::clock::{Clock, Mark, Timer, TimerPhase, TimerPlan};
use crate::say;

/// A length of time in words: `1 minute 30 seconds`.
fn words(seconds: u64) -> String {
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut parts = Vec::new();
    match h {
        0 => {}
        1 => parts.push(say!("1 hour")),
        h => parts.push(say!("{} hours", h)),
    }
    match m {
        0 => {}
        1 => parts.push(say!("1 minute")),
        m => parts.push(say!("{} minutes", m)),
    }
    match s {
        0 if !parts.is_empty() => {}
        1 => parts.push(say!("1 second")),
        s => parts.push(say!("{} seconds", s)),
    }
    let words = parts.iter().map(ToString::to_string);
    words
        .reduce(|a, b| say!("{} {}", a, b).to_string())
        .unwrap_or_default()
}

/// How things stand, in words.
pub(in crate::cli) fn standing(timer: &Timer) -> String {
    let shown = words(timer.shown(timer.turn()));
    let said = match (timer.phase(), timer.plan()) {
        (TimerPhase::Out, _) => say!("time is up").to_string(),
        (_, TimerPlan::Up(_)) => passed(timer),
        _ => say!("{} left", shown).to_string(),
    };
    named(timer, said)
}

/// What has passed, counting up, and what is left of it.
fn passed(timer: &Timer) -> String {
    let shown = timer.shown(timer.turn());
    match timer.plan() {
        TimerPlan::Up(Some(goal)) => {
            let left = goal.as_secs().saturating_sub(shown);
            say!("{} so far, {} left", words(shown), words(left)).to_string()
        }
        _ => say!("{} so far", words(shown)).to_string(),
    }
}

fn named(timer: &Timer, said: String) -> String {
    match current(timer) {
        Some(name) => format!("{}: {said}", cut(&name, 40)),
        None => said,
    }
}

/// A moment in words.
pub(in crate::cli) fn told(timer: &Timer, mark: Mark) -> String {
    let up = matches!(timer.plan(), TimerPlan::Up(_));
    let said = match mark {
        Mark::Left(_) if up => passed(timer),
        Mark::Left(n) => say!("{} left", words(n)).to_string(),
        Mark::Passed(n) => say!("{} so far", words(n)).to_string(),
        Mark::Out => say!("time is up").to_string(),
    };
    named(timer, said)
}

/// Tells a timer in plain lines, at the marks only: a voice must have time to read them. Ends with the timer, or by
/// `q`; with `attended`, also when the input ends.
pub(in crate::cli) fn tell_all(
    timer: &mut Timer,
    clock: &mut dyn Clock,
    bell: bool,
    input: &Receiver<String>,
    attended: bool,
) -> CommandResult {
    let bell = bell && io::stdout().is_terminal();
    let mut open = true;
    if tell(&standing(timer))? == Ended::Stopped {
        return Ok(());
    }
    loop {
        let nap = timer.until_change().unwrap_or(Duration::from_secs(1));
        let line = if open {
            match input.recv_timeout(nap) {
                Ok(line) => Some(line),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    open = false;
                    None
                }
            }
        } else {
            std::thread::sleep(nap);
            None
        };
        let now = clock.now();
        if let Some(mark) = timer.tick(now) {
            let ring = if bell && mark.rings() { "\u{7}" } else { "" };
            if tell(&format!("{}{ring}", told(timer, mark)))? == Ended::Stopped {
                return Ok(());
            }
        }
        if let Some(line) = line {
            let Some(answer) = obey(timer, line.trim(), now) else {
                return Ok(());
            };
            if tell(&answer)? == Ended::Stopped {
                return Ok(());
            }
        }
        // Nobody is there to go on with a time that stands still.
        let stuck = attended || timer.phase() != TimerPhase::Running;
        if timer.ended() || !open && stuck {
            return Ok(());
        }
    }
}

/// Does what a line says; nothing left to do after `q`.
fn obey(timer: &mut Timer, line: &str, now: Duration) -> Option<String> {
    match line {
        "q" | "quit" => return None,
        "p" | "pause" => {
            timer.pause(now);
            if timer.phase() == TimerPhase::Paused {
                return Some(say!("paused, {}", standing(timer)).to_string());
            }
        }
        "+" => {
            timer.add(MORE, now);
        }
        "n" | "next" | "" => {
            timer.next(now);
        }
        "b" | "back" => {
            timer.back(now);
        }
        "r" | "restart" => timer.restart(now),
        _ => {
            let keys = say!("p pause, + ten seconds, n next player, b back, r restart, q quit");
            return Some(keys.to_string());
        }
    }
    Some(standing(timer))
}

/// Writes a line; `Stopped` when nobody reads any more.
fn tell(text: &str) -> Result<Ended, Problems> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{}", clean_lines(text)).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Ended::Done),
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(Ended::Stopped),
        Err(e) => Err(out::cannot_write(e)),
    }
}

/// The lines of standard input as they come; the channel closes at its end.
pub(in crate::cli) fn lines_of_input() -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut stdin = io::BufReader::new(io::stdin());
        loop {
            bytes.clear();
            match io::BufRead::read_until(&mut stdin, b'\n', &mut bytes) {
                Ok(n) if n > 0 => {
                    if send
                        .send(String::from_utf8_lossy(&bytes).into_owned())
                        .is_err()
                    {
                        return;
                    }
                }
                _ => return,
            }
        }
    });
    receive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::clock::Pace;

    fn s(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    #[test]
    fn times_in_words() {
        let said: Vec<String> = [1, 30, 60, 90, 3600, 7261].map(words).into();
        assert_eq!(
            said,
            [
                "1 second",
                "30 seconds",
                "1 minute",
                "1 minute 30 seconds",
                "1 hour",
                "2 hours 1 minute 1 second"
            ]
        );
    }

    #[test]
    fn lines_steer_a_plain_timer() {
        let plan = TimerPlan::Bank {
            each: s(60),
            pace: Pace::Plain,
            names: vec!["Ann".into(), "Bob".into()],
        };
        let mut timer = Timer::start(plan, s(0));
        let mut say_at = |line, at| obey(&mut timer, line, s(at));
        assert_eq!(say_at("", 10).as_deref(), Some("Bob: 1 minute left"));
        assert_eq!(
            say_at("p", 20).as_deref(),
            Some("paused, Bob: 50 seconds left")
        );
        assert_eq!(say_at("p", 100).as_deref(), Some("Bob: 50 seconds left"));
        assert_eq!(say_at("+", 101).as_deref(), Some("Bob: 59 seconds left"));
        assert_eq!(say_at("n", 101).as_deref(), Some("Ann: 50 seconds left"));
        assert_eq!(say_at("b", 103).as_deref(), Some("Bob: 57 seconds left"));
        assert_eq!(say_at("r", 103).as_deref(), Some("Ann: 1 minute left"));
        assert!(say_at("what", 101).is_some_and(|s| s.contains("q quit")));
        assert_eq!(say_at("q", 101), None);
    }

    #[test]
    fn counting_up_tells_both_ways() {
        let mut timer = Timer::start(TimerPlan::Up(Some(s(120))), s(0));
        let mark = timer.tick(s(60)).expect("a mark");
        assert_eq!(told(&timer, mark), "1 minute so far, 1 minute left");
        let mark = timer.tick(s(110)).expect("a mark");
        assert_eq!(
            told(&timer, mark),
            "1 minute 50 seconds so far, 10 seconds left"
        );
    }
}
