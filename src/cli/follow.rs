//! `kitpress show --follow`: a second screen at a table that is played elsewhere. It only reads, takes no lock, and shows
//! what everybody may see.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::cells::{clean, cut, wrap};
use super::screen::{Ended, Input, Line, Look, Screen, leave, on_a_terminal};
use super::table_args::{self, TableArgs, public_events, shown_with};
use super::timer::lines_of_input;
use super::{CommandResult, out};
use crate::diag::Problems;
use crate::play::table::{Failure, Glimpse, Table};
use crate::play::view::Viewer;
use crate::say;

/// How often the file is looked at.
const NAP: Duration = Duration::from_millis(100);

/// Runs the command.
pub(super) fn run(on: &TableArgs) -> Result<(), Failure> {
    let path = table_args::find(on.table.as_deref())?;
    let looking = Looking {
        glimpse: Glimpse::of(&path),
        table: Table::watch(&path)?,
        trouble: None,
    };
    if on.json || !on_a_terminal() {
        table_args::warn(&looking.table);
        return lines(looking, on.json);
    }
    let mut screen = Screen::enter()?;
    let (ended, looking) = watch(&mut screen, looking)?;
    drop(screen);
    out::line(&table_args::standing(&looking.table, Viewer::Public))?;
    Ok(leave(ended)?)
}

/// A table that is looked at.
struct Looking {
    table: Table,
    /// What its file looked like when it was read.
    glimpse: Glimpse,
    /// Why it cannot be read at the moment.
    trouble: Option<Problems>,
}

impl Looking {
    /// Takes in what has changed, and calls `seen` after each line. What cannot be read now may be readable later.
    fn look(&mut self, seen: &mut dyn FnMut(&Table) -> Result<(), Failure>) {
        let path = self.table.path().to_owned();
        let now = Glimpse::of(&path);
        if now == self.glimpse {
            return;
        }
        let took = self.table.catch_up(seen);
        self.trouble = took.err().map(Problems::from);
        // A file that could not be read is tried again.
        if self.trouble.is_none() {
            self.glimpse = now;
        }
    }
}

// ---- line by line ----

/// Writes the table, and again after every change, until `q` or the end of whoever reads it.
fn lines(mut looking: Looking, json: bool) -> Result<(), Failure> {
    let input = lines_of_input();
    let mut read = write(&looking.table, json, true)?;
    let mut told = String::new();
    while read && !told_to_end(&input) {
        let mut failed = None;
        looking.look(&mut |table| {
            match write(table, json, false) {
                Ok(more) => read &= more,
                Err(problems) => failed = Some(problems),
            }
            Ok(())
        });
        if let Some(problems) = failed {
            return Err(problems.into());
        }
        let trouble = looking.trouble.as_ref().map(Problems::to_string);
        if let (Some(trouble), Some(problems)) = (&trouble, &looking.trouble)
            && *trouble != told
        {
            out::problems(problems);
        }
        told = trouble.unwrap_or_default();
    }
    Ok(())
}

/// Waits a little; whether somebody has typed `q`. The end of the input says nothing: there may never have been any.
fn told_to_end(input: &Receiver<String>) -> bool {
    match input.recv_timeout(NAP) {
        Ok(line) => matches!(line.trim(), "q" | "quit"),
        Err(RecvTimeoutError::Timeout) => false,
        Err(RecvTimeoutError::Disconnected) => {
            std::thread::sleep(NAP);
            false
        }
    }
}

/// One line of JSON, or the table in words; false when nobody reads any more.
fn write(table: &Table, json: bool, first: bool) -> Result<bool, Problems> {
    if json {
        let more = vec![("seq", table.seq().into())];
        return out::json_line(&shown_with(table, more));
    }
    let mut lines: Vec<String> = Vec::new();
    if first {
        lines.push(table_args::headline(table));
    } else {
        lines.push(String::new());
        lines.extend(table.log().last().map(public_events).unwrap_or_default());
    }
    lines.extend(table.view(Viewer::Public).lines);
    lines.push(table_args::standing(table, Viewer::Public));
    lines.extend(table_args::closing(table));
    let clean: Vec<String> = lines.iter().map(|l| clean(l)).collect();
    out::lines_while_read(&clean)
}

// ---- the whole screen ----

/// Shows the table until `q`, escape or Ctrl-C.
fn watch(screen: &mut Screen, mut looking: Looking) -> Result<(Ended, Looking), Problems> {
    let mut scroll = 0;
    loop {
        draw(screen, &looking, &mut scroll)?;
        match screen.read(NAP)? {
            Some(Input::Stop) => return Ok((Ended::Stopped, looking)),
            Some(Input::Char('q' | 'Q') | Input::Escape) => return Ok((Ended::Done, looking)),
            Some(Input::Resized | Input::Resumed) => screen.clear()?,
            Some(Input::Up) => scroll = scroll.saturating_sub(1),
            Some(Input::Down) => scroll += 1,
            _ => {}
        }
        looking.look(&mut |_| Ok(()));
    }
}

fn draw(screen: &mut Screen, looking: &Looking, scroll: &mut usize) -> CommandResult {
    let (w, h) = screen.size();
    let lines = frame(looking, scroll, (usize::from(w), usize::from(h)));
    screen.draw(&lines)
}

/// What the screen shows: the table, what happened last, what comes next.
fn frame(looking: &Looking, scroll: &mut usize, (w, h): (usize, usize)) -> Vec<Line> {
    let table = &looking.table;
    let rows = |text: &str, look: Look| -> Vec<Line> {
        let rows = wrap(&clean(text), w);
        rows.into_iter().map(|r| Line::new(r, look)).collect()
    };
    let mut below: Vec<Line> = Vec::new();
    let happened = table.log().last().map(public_events).unwrap_or_default();
    below.extend(happened.iter().flat_map(|e| rows(e, Look::Plain)));
    below.extend(rows(
        &table_args::standing(table, Viewer::Public),
        Look::Strong,
    ));
    below.extend(
        table_args::closing(table)
            .iter()
            .flat_map(|c| rows(c, Look::Plain)),
    );
    if let Some(trouble) = &looking.trouble {
        let told = trouble.to_string();
        below.extend(told.lines().flat_map(|l| rows(l, Look::Warn)));
    }
    let name = table_args::name(table.path());
    let keys = say!(
        "looking on at {} · up and down show more · q ends",
        cut(&name, 24)
    );
    let keys = Line::new(cut(&keys.to_string(), w), Look::Faint);
    // Some of the table stays in sight, and the keys.
    below.truncate((h / 2).max(2));
    let title = Line::new(cut(&clean(&table_args::headline(table)), w), Look::Strong);
    let notices = table_args::notices(table);
    let notices = notices
        .iter()
        .map(|n| Line::new(cut(&clean(n), w), Look::Warn));
    let mut all: Vec<Line> = std::iter::once(title).chain(notices).collect();
    let board: Vec<Line> = table
        .view(Viewer::Public)
        .lines
        .iter()
        .flat_map(|l| rows(l, Look::Plain))
        .collect();
    let room = h.saturating_sub(all.len() + below.len() + 2);
    *scroll = (*scroll).min(board.len().saturating_sub(room));
    all.extend(board.into_iter().skip(*scroll).take(room));
    all.push(Line::default());
    all.extend(below);
    all.truncate(h.saturating_sub(1));
    all.resize(h.saturating_sub(1), Line::default());
    all.push(keys);
    all
}
