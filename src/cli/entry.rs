//! Answers that only one player may know: typed unseen, on a screen of their own.

use std::io::{BufRead, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::cells::{clean, cut};
use super::handover::{middle, pass_to, pass_to_lines};
use super::out;
use super::screen::{Ended, Input, Line, Look, Screen, on_a_terminal};
use crate::diag::Problems;
use crate::play::rules::{Asked, Refusal};
use crate::play::table::Failure;
use crate::say;

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The answer was taken.
    Taken,
    /// The player went back.
    Left,
    /// The program is to end.
    Stopped,
}

/// Tries an answer; what is wrong with it is for the player alone.
pub(super) type Try<'a> = &'a mut dyn FnMut(&str) -> Result<(), Failure>;

/// The most letters of an answer.
const LONGEST: usize = 200;

/// Hands the screen to a player and asks.
pub(super) fn ask_in_turn(
    screen: &mut Screen,
    asked: &Asked,
    name: &str,
    attempt: Try<'_>,
) -> Result<Answer, Failure> {
    if pass_to(screen, name)? == Ended::Stopped {
        return Ok(Answer::Stopped);
    }
    ask(screen, asked, name, attempt)
}

/// Asks whoever sits at the screen.
pub(super) fn ask(
    screen: &mut Screen,
    asked: &Asked,
    name: &str,
    attempt: Try<'_>,
) -> Result<Answer, Failure> {
    screen.keep_secret();
    screen.wipe()?;
    let (mut typed, mut wrong) = (String::new(), String::new());
    let answer = loop {
        let (w, h) = screen.size();
        let size = (usize::from(w), usize::from(h));
        screen.draw(&page(asked, name, !typed.is_empty(), &wrong, size))?;
        match screen.wait()? {
            Input::Stop => break Answer::Stopped,
            Input::Escape => break Answer::Left,
            // Whoever stopped the program may not be the one who goes on.
            Input::Resumed => {
                typed.clear();
                wrong.clear();
                if pass_to(screen, name)? == Ended::Stopped {
                    break Answer::Stopped;
                }
            }
            Input::Resized => screen.clear()?,
            Input::Back => {
                typed.pop();
            }
            Input::Clear => typed.clear(),
            Input::Char(c) if typed.chars().count() < LONGEST => typed.push(c),
            Input::Enter if !typed.trim().is_empty() => {
                match attempt(std::mem::take(&mut typed).trim()) {
                    Ok(()) => break Answer::Taken,
                    Err(failure) => wrong = Problems::from(failure).to_string(),
                }
            }
            _ => {}
        }
    };
    screen.wipe()?;
    Ok(answer)
}

/// What the player sees: the question, and whether something is typed, but not what.
fn page(asked: &Asked, name: &str, typed: bool, wrong: &str, size: (usize, usize)) -> Vec<Line> {
    let name = cut(&clean(name), 40);
    let mut lines = vec![Line::new(name, Look::Strong), Line::default()];
    lines.push(asked.ask.to_string().into());
    lines.push(if typed { "> *" } else { "> " }.into());
    lines.push(Line::default());
    lines.extend(wrong.lines().map(|l| Line::new(l, Look::Warn)));
    let keys = say!("what you type is not shown · enter done · esc back");
    lines.push(Line::new(keys.to_string(), Look::Faint));
    middle(lines, size)
}

/// The same line by line, for those who play so on a terminal.
pub(super) fn ask_lines(
    asked: &Asked,
    name: &str,
    input: &Receiver<String>,
    attempt: Try<'_>,
) -> Result<Answer, Failure> {
    can_hide()?;
    let mut screen = Screen::take()?;
    if pass_to_lines(&mut screen, name, input)? == Ended::Stopped {
        return Ok(Answer::Stopped);
    }
    let answer = loop {
        out::line(&asked.ask.to_string())?;
        out::line(&say!("what you type is not shown; an empty line goes back").to_string())?;
        let line = match hear(&mut screen, input)? {
            Heard::Line(line) => line,
            Heard::Resumed => {
                if pass_to_lines(&mut screen, name, input)? == Ended::Stopped {
                    break Answer::Stopped;
                }
                continue;
            }
            Heard::End => break Answer::Stopped,
        };
        if line.trim().is_empty() {
            break Answer::Left;
        }
        match attempt(line.trim()) {
            Ok(()) => break Answer::Taken,
            Err(failure) => out::problems(&failure.into()),
        }
    };
    screen.wipe()?;
    Ok(answer)
}

/// Whether lines can be typed unseen.
pub(super) fn can_hide() -> Result<(), Refusal> {
    if cfg!(not(unix)) {
        let refusal = Refusal::words(say!("lines cannot be typed unseen on this system"));
        return Err(refusal.hint(say!("leave out `--plain`")));
    }
    Ok(())
}

/// What came while somebody typed unseen.
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// The program was stopped, and goes on.
    Resumed,
    /// The end of it.
    End,
}

/// Waits for a line.
pub(super) fn hear(screen: &mut Screen, input: &Receiver<String>) -> Result<Heard, Problems> {
    loop {
        let line = input.recv_timeout(Duration::from_millis(100));
        match screen.interrupted()? {
            Some(Input::Resumed) => return Ok(Heard::Resumed),
            Some(_) => return Ok(Heard::End),
            None => {}
        }
        match line {
            Ok(line) => return Ok(Heard::Line(line)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Heard::End),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Asks for a command: on a terminal unseen, else as a line of standard input.
pub(super) fn ask_once(asked: &Asked, name: &str, attempt: Try<'_>) -> Result<Answer, Failure> {
    if on_a_terminal() {
        return ask(&mut Screen::enter()?, asked, name, attempt);
    }
    if std::io::stdin().is_terminal() {
        // Keys would be seen, since there is no screen to hide them on.
        return Ok(Answer::Left);
    }
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(out::cannot_read)?;
    if line.trim().is_empty() {
        return Ok(Answer::Left);
    }
    attempt(line.trim()).map(|()| Answer::Taken)
}
