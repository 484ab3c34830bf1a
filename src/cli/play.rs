//! `kitpress play`: a guided table. On a terminal the whole screen ([`guide`](super::guide)), else line by line
//! ([`lines`](super::lines)).

use std::path::PathBuf;

use clap::Args;

use super::guide::guide;
use super::screen::{Ended, Screen, leave, on_a_terminal};
use super::session::Session;
use super::start::NewTable;
use super::timer::lines_of_input;
use super::{lines, out, players, table_args};
use crate::play::journal::Access;
use crate::play::rules::Refusal;
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;
use crate::say::Say;

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(
    after_help = "A menu has every legal move: arrow keys choose, enter takes, backspace goes back. A move can be typed instead.\n\
    Besides: /hands hands the screen round so that everyone sees their own cards, /timer runs a timer, /undo takes a\n\
    move back, /again plays once more, /quit leaves. The table is kept: `kitpress play` without a kit goes on with it.\n\n\
    Examples:\n  \
    kitpress play my-game                              asks who plays\n  \
    kitpress play my-game --players Ann,Bob,Cho\n  \
    kitpress play\n  \
    kitpress play --table friday.table\n  \
    printf 'draw Ann fruit\\nnext\\n' | kitpress play --plain"
)]
pub(super) struct PlayArgs {
    /// A kit's id, or a kit folder, for a new table; else the last table goes on
    kit: Option<String>,
    #[command(flatten)]
    new: NewTable,
    /// The table's file, or its name in `kitpress tables`; the table used last, or a new one in your data folder, when
    /// none is given
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// Line by line instead of the whole screen, as on a pipe
    #[arg(long)]
    plain: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let mut session = Session::new(table(args)?, on_a_terminal());
    if args.plain || !on_a_terminal() {
        return lines::play(&mut session, lines_of_input());
    }
    let mut screen = Screen::enter()?;
    let ended = guide(&mut screen, &mut session);
    drop(screen);
    let kept = say!(
        "the table is kept in `{}`; `kitpress play` goes on with it",
        session.table.path().display()
    );
    part(&session.table, &kept, ended?)
}

/// What stays on the terminal when a table is left: how it ended, and where it is kept.
pub(super) fn part(table: &Table, kept: &Say, ended: Ended) -> Result<(), Failure> {
    table_args::lines(&result(table))?;
    out::line(&kept.to_string())?;
    table_args::lines(&Vec::from_iter(table_args::closing(table)))?;
    Ok(leave(ended)?)
}

/// Who won, why, and with how many points; nothing while the game goes on.
fn result(table: &Table) -> Vec<String> {
    if table.outcome().is_none() {
        return Vec::new();
    }
    let mut lines = vec![
        table_args::headline(table),
        table_args::standing(table, Viewer::Public),
    ];
    let scores = table.view(Viewer::Public).scores;
    let score = |(name, points): (&String, &serde_json::Value)| format!("  {name}: {points}");
    lines.extend(scores.iter().map(score));
    lines
}

/// A new table of a kit, or the one that goes on.
fn table(args: &PlayArgs) -> Result<Table, Failure> {
    if let Some(kit) = &args.kit {
        let asks = args.new.players.is_none() && on_a_terminal();
        let named = match asks {
            true => Some(players::ask(&args.new.kit(kit)?)?),
            false => None,
        };
        return args
            .new
            .with_players(named)
            .make(kit, args.table.as_deref());
    }
    if args.new.given() {
        let refusal = Refusal::words(say!("a new table needs a kit"));
        return Err(refusal
            .hint(say!("such as `kitpress play my-game --players Ann,Bob`"))
            .into());
    }
    let path = table_args::find(args.table.as_deref())?;
    let table = Table::open(&path, Access::Write)?;
    table_args::warn(&table);
    table_args::remember(&path);
    Ok(table)
}

/// How a table is greeted.
pub(super) fn greeting(table: &Table) -> Vec<String> {
    let mut said = Vec::new();
    if table.moves() == 0 {
        said.extend(
            table
                .log()
                .first()
                .map(table_args::public_events)
                .unwrap_or_default(),
        );
        said.push(say!("seal of the shuffles: {}", table.commitment()).to_string());
    } else {
        said.push(say!("the table goes on; moves so far: {}", table.moves()).to_string());
    }
    said
}
