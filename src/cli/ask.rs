//! Questions to whoever sits at the terminal, answered by a line. A shell that has the terminal in between (Ctrl-Z, `fg`)
//! writes there as well, so an open question is asked again when the program goes on.

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::say;
use crate::say::Say;

/// The question that is open; empty when none is.
static OPEN: Mutex<String> = Mutex::new(String::new());

fn open() -> MutexGuard<'static, String> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks, and reads one line; everything but a plain yes is a no. Only for when there is a terminal.
pub(super) fn ask(question: &Say) -> bool {
    let answer = line(&format!("{question} {} ", say!("[y/N]")));
    matches!(answer, Ok(Some(answer)) if is_yes(&answer))
}

/// Asks, and reads one line; nothing at the end of the input.
pub(super) fn line(question: &str) -> io::Result<Option<String>> {
    pose(question, question)?;
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    answered();
    Ok((read? > 0).then_some(answer))
}

/// Writes a question, to be answered behind it; `whole` is what is written where nobody can see what stood above it.
pub(super) fn pose(question: &str, whole: &str) -> io::Result<()> {
    again::watch();
    whole.clone_into(&mut open());
    let mut stdout = io::stdout().lock();
    stdout.write_all(question.as_bytes())?;
    stdout.flush()
}

/// Nothing is asked any more.
pub(super) fn answered() {
    open().clear();
}

#[cfg(unix)]
mod again {
    use std::io::{self, Write};
    use std::sync::Once;

    use signal_hook::consts::SIGCONT;
    use signal_hook::iterator::Signals;

    /// From now on an open question is asked again whenever the program goes on.
    pub(super) fn watch() {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| {
            // Without it the question is only not asked again.
            let Ok(mut signals) = Signals::new([SIGCONT]) else {
                return;
            };
            std::thread::spawn(move || {
                for _ in signals.forever() {
                    let open = super::open();
                    let mut stdout = io::stdout().lock();
                    let _ = stdout.write_all(open.as_bytes());
                    let _ = stdout.flush();
                }
            });
        });
    }
}

#[cfg(not(unix))]
mod again {
    pub(super) fn watch() {}
}

/// Whether an answer is a plain yes, in either language.
pub(super) fn is_yes(answer: &str) -> bool {
    let answer = crate::play::seats::fold(answer.trim());
    ["y", "yes", "はい"].contains(&answer.as_str())
}

#[cfg(test)]
mod tests {
    use super::is_yes;

    #[test]
    fn only_a_plain_yes_is_one() {
        for yes in ["y", "Y\n", " yes \r\n", "はい"] {
            assert!(is_yes(yes), "{yes}");
        }
        for no in ["", "\n", "n", "no", "yet", "yes please", "いいえ"] {
            assert!(!is_yes(no), "{no}");
        }
    }
}
