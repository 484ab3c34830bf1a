//! The watch itself: looks at the folder, has the worker build, tells the page and the terminal.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::builder::Build;
use super::scan::{Stamps, scan};
use super::shown::ShownPage;
use super::worker::Worker;
use super::{Variant, WatchOptions};
use crate::diag::Problem;
use crate::say;

/// How often the folder is looked at while somebody works on it.
const BUSY: Duration = Duration::from_millis(1);
/// How often it is looked at when nothing has happened for a while.
const IDLE: Duration = Duration::from_millis(60);
/// How long somebody counts as working after a save.
const WORKING: Duration = Duration::from_secs(120);
/// How much longer than looking the pause between two looks is, at least.
const SHARE: u32 = 25;
/// A build that fails waits so long for the rest of a file that is being written.
const SETTLE: Duration = Duration::from_millis(200);

/// What the terminal is told.
pub enum News<'a> {
    /// A build went well.
    Built(&'a Build),
    /// A build failed; the PDFs are as they were.
    Broken(&'a str),
}

/// What the page asks the watch for.
pub enum Ask {
    /// A language and ink to show from now on.
    Show(Variant),
    /// A face as SVG.
    Face(Variant, String, oneshot::Sender<Option<String>>),
}

/// Watches until `stop` says so. `worker` makes the command that starts a worker.
pub fn watch(
    options: &WatchOptions,
    worker: &dyn Fn() -> std::io::Result<Command>,
    asks: &Receiver<Ask>,
    shown: &Arc<ShownPage>,
    tell: &mut dyn FnMut(News<'_>),
    stop: &dyn Fn() -> bool,
) {
    let mut desk = WatchDesk {
        options,
        start: worker,
        worker: None,
        further: BTreeSet::new(),
        stamps: Stamps::new(),
        shown,
        stop,
    };
    desk.build(tell);
    let mut saved = Instant::now();
    let mut cost = Duration::ZERO;
    while !stop() {
        let pause = if saved.elapsed() < WORKING {
            BUSY
        } else {
            IDLE
        };
        match asks.recv_timeout(pause.max(cost * SHARE)) {
            Ok(Ask::Face(variant, id, answer)) => {
                let _ = answer.send(desk.face(variant, id));
                // No `continue`: a page that asks for face after face must not keep the folder from being looked at.
            }
            Ok(Ask::Show(variant)) => {
                if desk.further.insert(variant) {
                    desk.build(tell);
                }
                continue;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(pause),
        }
        let look = Instant::now();
        let now = scan(&options.folder);
        cost = look.elapsed();
        if now != desk.stamps {
            saved = Instant::now();
            desk.build(tell);
        }
    }
}

struct WatchDesk<'a> {
    options: &'a WatchOptions,
    start: &'a dyn Fn() -> std::io::Result<Command>,
    worker: Option<Worker>,
    further: BTreeSet<Variant>,
    stamps: Stamps,
    shown: &'a Arc<ShownPage>,
    stop: &'a dyn Fn() -> bool,
}

impl WatchDesk<'_> {
    /// Builds; when that fails, only what still fails once the files are at rest is told.
    fn build(&mut self, tell: &mut dyn FnMut(News<'_>)) {
        loop {
            // Looked at before building: what changes meanwhile is built again.
            self.stamps = scan(&self.options.folder);
            let text = match self.try_build() {
                Ok(build) => return tell(News::Built(&build)),
                Err(text) => text,
            };
            if (self.stop)() {
                return;
            }
            if !self.changes_soon() {
                self.shown.broken(&text);
                return tell(News::Broken(&text));
            }
        }
    }

    fn changes_soon(&self) -> bool {
        let start = Instant::now();
        while start.elapsed() < SETTLE && !(self.stop)() {
            if scan(&self.options.folder) != self.stamps {
                return true;
            }
            std::thread::sleep(BUSY);
        }
        false
    }

    fn try_build(&mut self) -> Result<Build, String> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            None => {
                let started = (self.start)().and_then(|mut c| Worker::start(&mut c));
                let worker = started.map_err(|e| {
                    Problem::new(say!("the builder cannot be started: {}", e)).to_string()
                })?;
                self.worker.insert(worker)
            }
        };
        match worker.build(&self.further, self.stop) {
            Ok(done) => {
                let build = done.build.clone();
                self.shown.built(done);
                Ok(build)
            }
            Err((text, going_on)) => {
                if !going_on {
                    self.worker = None;
                }
                Err(text)
            }
        }
    }

    fn face(&mut self, variant: Variant, id: String) -> Option<String> {
        self.worker.as_mut()?.face(variant, id, self.stop)
    }
}
