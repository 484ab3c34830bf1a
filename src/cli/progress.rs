//! A bar on a terminal, nothing on a pipe; and a watch over templates that never end.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use super::cells::{cut, width};
use crate::diag::Problem;
use crate::press::{JOB, Progress};
use crate::say;
use crate::say::Say;
use crate::template::stuck;

/// Shows how far the work is, of an amount that is known from the start. Ends, and cleans its line, when dropped.
pub(super) struct ProgressBar {
    shared: Arc<ProgressState>,
    thread: Option<JoinHandle<()>>,
}

struct ProgressState {
    done: AtomicU64,
    all: u64,
    /// What is counted; shares of a whole when nothing is.
    unit: Option<String>,
    ended: AtomicBool,
}

impl ProgressBar {
    /// Starts watching so many jobs of drawing.
    pub(super) fn of_jobs(jobs: usize) -> Self {
        Self::start(JOB.saturating_mul(jobs as u64), None)
    }

    /// Starts watching work that is counted in this unit.
    pub(super) fn of(all: u64, unit: Say) -> Self {
        Self::start(all, Some(unit.to_string()))
    }

    fn start(all: u64, unit: Option<String>) -> Self {
        let shared = Arc::new(ProgressState {
            done: AtomicU64::new(0),
            all,
            unit,
            ended: AtomicBool::new(false),
        });
        let thread = std::thread::spawn({
            let shared = shared.clone();
            move || watch(&shared)
        });
        Self {
            shared,
            thread: Some(thread),
        }
    }

    /// So much more is done.
    pub(super) fn add(&self, n: u64) {
        self.shared.done.fetch_add(n, Ordering::Relaxed);
    }
}

impl Progress for ProgressBar {
    fn done(&self, share: u64) {
        self.add(share);
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn watch(shared: &ProgressState) {
    let terminal = std::io::stderr().is_terminal();
    let mut drawn = false;
    while !shared.ended.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_millis(100));
        if let Some([component, card, template]) = stuck() {
            clear(drawn);
            let what = say!("the template does not end");
            let problem = Problem::new(what)
                .of(&component, &card)
                .at(template, 0)
                .hint(say!("look for a loop that runs too often"));
            super::out::problems(&problem.into());
            // Tera cannot be interrupted; nothing has been written yet.
            std::process::exit(1);
        }
        if terminal && !shared.ended.load(Ordering::Relaxed) {
            draw(shared);
            drawn = true;
        }
    }
    clear(drawn);
}

fn draw(shared: &ProgressState) {
    let cells = crossterm::terminal::size().map_or(80, |(w, _)| usize::from(w));
    let done = shared.done.load(Ordering::Relaxed);
    let line = line(done, shared.all, shared.unit.as_deref(), cells);
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r{line}\x1b[K");
    let _ = stderr.flush();
}

/// A bar and how far it is, in less cells than the terminal has: a line that fills it would wrap.
fn line(done: u64, all: u64, unit: Option<&str>, cells: usize) -> String {
    const BAR: usize = 30;
    const LEAST: usize = 5;
    let done = done.min(all);
    let share = |of: u64| u128::from(done) * u128::from(of) / u128::from(all.max(1));
    let words = match unit {
        Some(unit) => format!("{done}/{all} {unit}"),
        None => format!("{} %", share(100)),
    };
    let room = cells.saturating_sub(1);
    let wide = room.saturating_sub(width(&words) + 1).min(BAR);
    if wide < LEAST {
        return cut(&words, room);
    }
    let filled = share(wide as u64) as usize;
    format!(
        "{}{} {words}",
        "█".repeat(filled),
        "░".repeat(wide - filled)
    )
}

fn clear(drawn: bool) {
    if drawn {
        let mut stderr = std::io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K");
        let _ = stderr.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::{NoProgress, Steps};

    #[test]
    fn the_line_never_fills_the_terminal() {
        for cells in 0..100 {
            for (done, all) in [
                (0, 0),
                (0, 9),
                (5, 9),
                (9, 9),
                (12, 9),
                (u64::MAX, u64::MAX),
            ] {
                for unit in [None, Some("games"), Some("回のゲーム")] {
                    let line = line(done, all, unit, cells);
                    assert!(width(&line) < cells.max(1), "{cells}: {line}");
                }
            }
        }
        assert_eq!(line(3, 6, None, 16), "█████░░░░░ 50 %");
        assert_eq!(line(3, 6, None, 8), "50 %");
        assert_eq!(
            line(3, 6, Some("games"), 80),
            format!("{}{} 3/6 games", "█".repeat(15), "░".repeat(15))
        );
    }

    #[test]
    fn every_job_is_whole_in_the_end() {
        let progress = ProgressBar::of_jobs(3);
        let done = || progress.shared.done.load(Ordering::Relaxed);
        let mut before = 0;
        for faces in [7, 0, 1000] {
            let steps = Steps::new(&progress, faces);
            for _ in 0..faces / 2 {
                steps.step();
                assert!(done() >= before && done() <= progress.shared.all);
                before = done();
            }
        }
        assert_eq!(
            done(),
            progress.shared.all,
            "a job that ended early counts as well"
        );
        drop(Steps::new(&NoProgress, 1));
    }
}
