//! `kitpress do` and `kitpress undo`: one step forward, one step back.

use std::ffi::OsString;

use clap::Args;
use serde_json::json;

use super::entry::{Answer, ask_once};
use super::out;
use super::screen::{Ended, leave};
use super::table_args::{self, TableArgs, public_events, shown_with};
use crate::play::journal::Access;
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;

/// Arguments of `do`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit code 0: the move is made and safe on the disk. 2: it is refused and nothing has changed.\n\n\
    Examples:\n  \
    kitpress do draw Ann 2 fruit\n  \
    kitpress do 'score Ann 3, Bob -1' --json"
)]
pub(super) struct DoArgs {
    /// The move, in one argument or many words
    #[arg(required = true, value_name = "MOVE")]
    words: Vec<String>,
    #[command(flatten)]
    pub on: TableArgs,
}

/// Puts the flags of `do` before the words of its move, so that `-2` and `-` are words: `do score Ann -2 --json`.
pub(super) fn flags_first(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.get(1).is_none_or(|a| a != "do") {
        return args;
    }
    let mut words = Vec::new();
    let mut rest = args.split_off(2).into_iter();
    while let Some(arg) = rest.next() {
        match arg.to_str() {
            Some("--") => words.extend(rest.by_ref()),
            Some("--table" | "--lang") => {
                args.push(arg);
                args.extend(rest.next());
            }
            // Any other long flag, so that a slip is told as one; a move has none.
            Some(a) if a.starts_with("--") || matches!(a, "-h" | "-V") => args.push(arg),
            _ => words.push(arg),
        }
    }
    args.push("--".into());
    args.extend(words);
    args
}

/// Runs `do`.
pub(super) fn run(args: &DoArgs) -> Result<(), Failure> {
    let mut table = args.on.open(Access::Write)?;
    make(&mut table, &args.words.join(" "))?;
    let events = last_events(&table);
    if args.on.json {
        let more = vec![("events", json!(events))];
        return Ok(out::json(&shown_with(&table, more))?);
    }
    table_args::lines(&events)?;
    table_args::lines(&[table_args::standing(&table, Viewer::Public)])?;
    Ok(table_args::lines(&Vec::from_iter(table_args::closing(
        &table,
    )))?)
}

/// Makes the move; what only one player may know is asked for unseen.
fn make(table: &mut Table, text: &str) -> Result<(), Failure> {
    if let Some(asked) = table.asks(text) {
        let name = table.names(&[asked.seat]).concat();
        let mut attempt = |answer: &str| {
            table
                .act(&asked.fill(answer), table_args::now())
                .map(|_| ())
        };
        match ask_once(&asked, &name, &mut attempt)? {
            Answer::Taken => return Ok(()),
            Answer::Stopped => leave(Ended::Stopped)?,
            Answer::Left => {}
        }
    }
    table.act(text, table_args::now())?;
    Ok(())
}

/// Arguments of `undo`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kitpress undo\n  kitpress undo --all-agree")]
pub(super) struct UndoArgs {
    /// Everybody agrees: take back also a shuffle, a deal or something that was shown, the seed included; what is hidden
    /// is shuffled anew
    #[arg(long)]
    all_agree: bool,
    #[command(flatten)]
    pub on: TableArgs,
}

/// Runs `undo`.
pub(super) fn undo(args: &UndoArgs) -> Result<(), Failure> {
    let mut table = args.on.open(Access::Write)?;
    table.undo(args.all_agree, table_args::now())?;
    let text = table.taken_back();
    let events = last_events(&table);
    if args.on.json {
        let more = vec![("undone", json!(text)), ("events", json!(events))];
        return Ok(out::json(&shown_with(&table, more))?);
    }
    table_args::lines(&[say!("taken back: {}", text).to_string()])?;
    table_args::lines(&events)?;
    table_args::lines(&Vec::from_iter(
        table
            .log()
            .last()
            .and_then(|undo| table_args::new_seal(&table, undo)),
    ))?;
    Ok(table_args::lines(&[table_args::standing(
        &table,
        Viewer::Public,
    )])?)
}

fn last_events(table: &Table) -> Vec<String> {
    table.log().last().map(public_events).unwrap_or_default()
}
