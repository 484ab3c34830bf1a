//! The process that builds, and how the watch talks to it: one line of JSON a question, one or more an answer.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::builder::{Build, Builder, Difference};
use super::{Variant, WatchOptions};
use crate::diag::Problem;
use crate::say;
use crate::template::stuck;

/// A build that takes longer than this does not end.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often a waiting watch looks whether it shall end.
const LOOK: Duration = Duration::from_millis(100);

/// What the watch asks for.
#[derive(Serialize, Deserialize)]
enum Question {
    Build(BTreeSet<Variant>),
    Face(Variant, String),
}

/// What the worker answers.
#[derive(Serialize, Deserialize)]
enum WorkerAnswer {
    /// How the faces of each language and ink differ from the build before; more is to come.
    Views(Vec<(Variant, Difference)>),
    /// Faces that were drawn just now, by number, in the first language and ink; more is to come.
    Fresh(Vec<(String, String)>),
    /// The end of a build.
    Built(Build),
    /// The end of a build that failed.
    Broken(String),
    /// The end of the worker, which is caught in a template.
    Stuck(String),
    /// A face, if there is one.
    Face(Option<String>),
}

/// A finished build.
pub(super) struct Done {
    /// What was made.
    pub build: Build,
    /// How the faces of each language and ink differ from the build before; from nothing, for a new worker.
    pub views: Vec<(Variant, Difference)>,
    /// Faces that were drawn just now, by number, in the first language and ink.
    pub fresh: Vec<(String, String)>,
}

/// The watch's side of a worker.
pub(super) struct Worker {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

/// Why there is no answer.
enum Silence {
    /// The watch is to end.
    Stopped,
    /// The worker is gone.
    Gone,
    /// The worker says nothing for too long.
    Late,
}

impl Worker {
    /// Starts a worker.
    pub(super) fn start(command: &mut Command) -> std::io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || std::io::Error::other("no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            stdin,
            lines,
        })
    }

    fn ask(&mut self, question: &Question) -> Result<(), Silence> {
        let mut line = serde_json::to_string(question).map_err(|_| Silence::Gone)?;
        line.push('\n');
        let written = self.stdin.write_all(line.as_bytes());
        written
            .and_then(|()| self.stdin.flush())
            .map_err(|_| Silence::Gone)
    }

    fn answer(&mut self, stop: &dyn Fn() -> bool) -> Result<WorkerAnswer, Silence> {
        let start = Instant::now();
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => return serde_json::from_str(&line).map_err(|_| Silence::Gone),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) if stop() => return Err(Silence::Stopped),
                Err(RecvTimeoutError::Timeout) if start.elapsed() > PATIENCE => {
                    return Err(Silence::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Builds. `Err` holds what went wrong, in words; whether the worker can go on is the second part.
    pub(super) fn build(
        &mut self,
        further: &BTreeSet<Variant>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Done, (String, bool)> {
        let lost = |silence| match silence {
            Silence::Stopped => (String::new(), false),
            Silence::Gone => (
                Problem::new(say!("building the kit brought the builder down"))
                    .hint(say!("undo what you changed last"))
                    .to_string(),
                false,
            ),
            Silence::Late => (
                Problem::new(say!("building the kit takes too long"))
                    .hint(say!("undo what you changed last"))
                    .to_string(),
                false,
            ),
        };
        let (mut views, mut fresh) = (Vec::new(), Vec::new());
        self.ask(&Question::Build(further.clone())).map_err(lost)?;
        loop {
            match self.answer(stop).map_err(lost)? {
                WorkerAnswer::Views(all) => views = all,
                WorkerAnswer::Fresh(faces) => fresh = faces,
                WorkerAnswer::Built(build) => {
                    return Ok(Done {
                        build,
                        views,
                        fresh,
                    });
                }
                WorkerAnswer::Broken(text) => return Err((text, true)),
                WorkerAnswer::Stuck(text) => return Err((text, false)),
                WorkerAnswer::Face(_) => {}
            }
        }
    }

    /// A face as SVG.
    pub(super) fn face(
        &mut self,
        variant: Variant,
        id: String,
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        self.ask(&Question::Face(variant, id)).ok()?;
        match self.answer(stop).ok()? {
            WorkerAnswer::Face(svg) => svg,
            _ => None,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The worker's side: answers questions until there are no more. Ends the process when a template never ends.
pub fn serve(options: WatchOptions) {
    std::thread::spawn(watch_over_templates);
    let mut builder = Builder::new(options);
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let Ok(question) = serde_json::from_str(&line) else {
            return;
        };
        let going_on = match question {
            Question::Build(further) => build(&mut builder, &further),
            Question::Face(variant, id) => {
                let svg = builder.face(&variant, &id);
                say(&WorkerAnswer::Face(svg))
            }
        };
        if !going_on {
            return;
        }
    }
}

fn build(builder: &mut Builder, further: &BTreeSet<Variant>) -> bool {
    match builder.build(further) {
        Err(problems) => say(&WorkerAnswer::Broken(problems.to_string())),
        Ok(build) => {
            say(&WorkerAnswer::Views(builder.differences()))
                && say(&WorkerAnswer::Fresh(builder.fresh().to_vec()))
                && say(&WorkerAnswer::Built(build))
        }
    }
}

/// Writes an answer; whether anybody listens.
fn say(answer: &WorkerAnswer) -> bool {
    let Ok(mut line) = serde_json::to_string(answer) else {
        return false;
    };
    line.push('\n');
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(line.as_bytes());
    written.and_then(|()| stdout.flush()).is_ok()
}

fn watch_over_templates() {
    loop {
        std::thread::sleep(LOOK);
        if let Some([component, card, template]) = stuck() {
            let problem = Problem::new(say!("the template does not end"))
                .of(&component, &card)
                .at(template, 0)
                .hint(say!("look for a loop that runs too often"));
            say(&WorkerAnswer::Stuck(problem.to_string()));
            // Tera cannot be interrupted; the watch starts another worker.
            std::process::exit(1);
        }
    }
}
