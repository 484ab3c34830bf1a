//! Standard output and error, without panics on a closed pipe.

use std::io::{IsTerminal, Write};

use serde::Serialize;

use super::CommandResult;
use crate::clean::{clean_json, clean_lines};
use crate::diag::{Problem, Problems, Warnings};
use crate::say;
use crate::say::Say;

/// Writes a line of output, or several.
pub(super) fn line(text: &str) -> CommandResult {
    bytes(format!("{}\n", clean_lines(text)).as_bytes())
}

/// Writes a value as JSON.
pub(super) fn json(value: &impl Serialize) -> CommandResult {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| Problem::new(say!("internal error, please report: {}", say::heard(e))))?;
    bytes(format!("{}\n", clean_json(&text)).as_bytes())
}

/// Writes a value as one line of JSON, for readers that take one after the other; false when nobody reads any more.
pub(super) fn json_line(value: &impl Serialize) -> Result<bool, Problems> {
    let text = serde_json::to_string(value)
        .map_err(|e| Problem::new(say!("internal error, please report: {}", say::heard(e))))?;
    lines_while_read(&[clean_json(&text)])
}

/// Writes lines that are clean already; false when nobody reads any more.
pub(super) fn lines_while_read(lines: &[String]) -> Result<bool, Problems> {
    let mut stdout = std::io::stdout().lock();
    let text: String = lines.iter().map(|l| format!("{l}\n")).collect();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
        written => written.map(|()| true).map_err(cannot_write),
    }
}

/// Writes bytes. A reader that has had enough is no failure.
pub(super) fn bytes(bytes: &[u8]) -> CommandResult {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(cannot_write(e)),
        _ => Ok(()),
    }
}

/// How many cells a line of output has on a terminal; a pipe takes lines of any length.
pub(super) fn width() -> Option<usize> {
    let cells = || crossterm::terminal::size().map_or(80, |(w, _)| usize::from(w));
    std::io::stdout().is_terminal().then(cells)
}

/// A line in as many as the terminal has room for beside so many cells.
pub(super) fn wrapped(line: &str, indent: usize) -> Vec<String> {
    match width() {
        Some(cells) => super::cells::wrap(line, cells.saturating_sub(indent)),
        None => vec![line.to_owned()],
    }
}

/// The same for one entry of a list: all rows but the first stand further in.
pub(super) fn entry(line: &str) -> Vec<String> {
    const INDENT: usize = 4;
    let rows = wrapped(line, INDENT).into_iter().enumerate();
    rows.map(|(at, row)| match at {
        0 => row,
        _ => format!("{}{row}", " ".repeat(INDENT)),
    })
    .collect()
}

/// The problem of an output that takes nothing.
pub(super) fn cannot_write(error: std::io::Error) -> Problems {
    Problem::new(say!("cannot write the output: {}", error)).into()
}

/// The problem of an input that gives nothing.
pub(super) fn cannot_read(error: std::io::Error) -> Problems {
    Problem::new(say!("cannot read the input: {}", error)).into()
}

/// Prints problems to standard error; `error` and `hint` in colour on a terminal.
pub(super) fn problems(problems: &Problems) {
    told(&problems.to_string());
}

/// Prints problems that nothing fails of to standard error.
pub(super) fn warnings<'a>(problems: impl IntoIterator<Item = &'a Problem>) {
    let all: Vec<&Problem> = problems.into_iter().collect();
    if !all.is_empty() {
        told(&Warnings(all).to_string());
    }
}

fn told(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let colour = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut text = clean_lines(text);
    if colour {
        for (word, code) in [
            (say!("error").to_string(), "1;31"),
            (say!("warning").to_string(), "1;33"),
            (say!("hint").to_string(), "1;36"),
        ] {
            text = text
                .lines()
                .map(|l| match l.strip_prefix(&format!("{word}:")) {
                    Some(rest) => format!("\x1b[{code}m{word}:\x1b[0m{rest}"),
                    None => l.to_owned(),
                })
                .collect::<Vec<_>>()
                .join("\n");
        }
    }
    let _ = writeln!(stderr, "{text}");
}

/// Prints something that people should know to standard error.
pub(super) fn warning(text: &Say) {
    let mut stderr = std::io::stderr().lock();
    let _ = writeln!(stderr, "{}: {text}", say!("warning"));
}

/// Prints a remark to standard error, so that it does not get into a table or JSON.
pub(super) fn note(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = writeln!(stderr, "{}", clean_lines(text));
}
