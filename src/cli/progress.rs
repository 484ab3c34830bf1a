//! A bar on a terminal, nothing on a pipe; and a watch over templates that never end.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::diag::Problem;
use crate::say;
use crate::say::Say;
use crate::template::stuck;

/// Shows how far the work is. Ends, and cleans its line, when dropped.
pub struct Progress {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    done: AtomicUsize,
    all: AtomicUsize,
    ended: AtomicBool,
}

impl Progress {
    /// Starts watching faces being drawn.
    pub fn start() -> Self {
        Self::of(say!("faces"))
    }

    /// Starts watching work that is counted in this unit.
    pub fn of(unit: Say) -> Self {
        let shared = Arc::new(Shared::default());
        let thread = std::thread::spawn({
            let shared = shared.clone();
            move || watch(&shared, &unit.to_string())
        });
        Self {
            shared,
            thread: Some(thread),
        }
    }

    /// Announces `n` more pieces of work.
    pub fn expect(&self, n: usize) {
        self.shared.all.fetch_add(n, Ordering::Relaxed);
    }

    /// One more piece is done.
    pub fn step(&self) {
        self.steps(1);
    }

    /// So many more pieces are done.
    pub fn steps(&self, n: usize) {
        self.shared.done.fetch_add(n, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn watch(shared: &Shared, unit: &str) {
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
            draw(
                shared.done.load(Ordering::Relaxed),
                shared.all.load(Ordering::Relaxed),
                unit,
            );
            drawn = true;
        }
    }
    clear(drawn);
}

fn draw(done: usize, all: usize, unit: &str) {
    const WIDTH: usize = 30;
    let filled = (done * WIDTH).checked_div(all).unwrap_or(0).min(WIDTH);
    let bar = format!("{}{}", "█".repeat(filled), "░".repeat(WIDTH - filled));
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r{bar} {done}/{all} {unit}\x1b[K");
    let _ = stderr.flush();
}

fn clear(drawn: bool) {
    if drawn {
        let mut stderr = std::io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K");
        let _ = stderr.flush();
    }
}
