//! A question to whoever sits at the terminal, before something that cannot be taken back.

use std::io::{self, BufRead, Write};

use crate::say;
use crate::say::Say;

/// Asks, and reads one line; everything but a plain yes is a no. Only for when there is a terminal.
pub(super) fn ask(question: &Say) -> bool {
    let mut answer = String::new();
    let asked = write!(io::stderr(), "{question} {} ", say!("[y/N]"));
    let read = asked.and_then(|()| io::stdin().lock().read_line(&mut answer));
    read.is_ok() && is_yes(&answer)
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
