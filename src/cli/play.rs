//! `kitpress play`: a guided table. On a terminal the whole screen ([`guide`](super::guide)), else line by line.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use clap::Args;

use super::entry::{Answer, ask_lines};
use super::guide::guide;
use super::handover::{self, Secret, hand_over_lines};
use super::screen::{Ended, Screen, leave, on_a_terminal};
use super::session::{Reply, Session, Wanted};
use super::start::NewTable;
use super::timer::{lines_of_input, tell_all};
use super::{CommandResult, again, out, paint, players, table_args};
use crate::diag::Problem;
use crate::play::clock::{Clock, SystemClock};
use crate::play::journal::Access;
use crate::play::rules::{Asked, Refusal};
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;

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
    printf 'draw Ann\\nnext\\n' | kitpress play --plain"
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
        return plain(&mut session);
    }
    let mut screen = Screen::enter()?;
    let ended = guide(&mut screen, &mut session);
    drop(screen);
    let kept = say!(
        "the table is kept in `{}`; `kitpress play` goes on with it",
        session.table.path().display()
    );
    let ended = ended?;
    said(&result(&session.table))?;
    out::line(&kept.to_string())?;
    said(&Vec::from_iter(table_args::closing(&session.table)))?;
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

/// What players have to look at, one card each; the log tells that these do.
fn secrets(session: &mut Session, seats: &[usize]) -> Result<Vec<Secret>, Failure> {
    session.table.look(seats, table_args::now())?;
    Ok(handover::secrets(&session.table))
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

// ---- line by line ----

/// Plays line by line, until the input ends or `quit`.
fn plain(session: &mut Session) -> Result<(), Failure> {
    let prompt = io::stdin().is_terminal();
    let input = lines_of_input();
    said(&[table_args::headline(&session.table)])?;
    said(&greeting(&session.table))?;
    paint::print(&session.table.view(Viewer::Public))?;
    if session.freshly_dealt() {
        said(&[
            say!("hidden cards were dealt: `/hands` shows them, one player at a time").to_string(),
        ])?;
    }
    said(&session.prompt())?;
    loop {
        if prompt {
            let _ = write!(io::stdout(), "> ");
            let _ = io::stdout().flush();
        }
        let Ok(line) = input.recv() else {
            return Ok(());
        };
        match session.obey(&line) {
            Reply::Quit => return Ok(()),
            Reply::Said(lines) => plain_next(session, &lines)?,
            Reply::Refused(problems) => out::problems(&problems),
            Reply::Show => {
                said(&table_args::notices(&session.table))?;
                paint::print(&session.table.view(Viewer::Public))?;
                said(&session.prompt())?;
            }
            Reply::Hands(seats) => plain_hands(session, &seats, &input)?,
            Reply::Ask(asked) => plain_ask(session, &asked, &input)?,
            Reply::Page(lines) => said(&lines)?,
            Reply::Timer(wanted) => plain_timer(session, &wanted, &input)?,
            Reply::NoTimer => {}
            Reply::Again => plain_again(session)?,
        }
    }
}

/// The same game once more.
fn plain_again(session: &mut Session) -> Result<(), Failure> {
    match again::make(&session.table, None) {
        Ok(table) => *session = Session::new(table, on_a_terminal()),
        Err(failure) => {
            out::problems(&failure.into());
            return Ok(());
        }
    }
    said(&greeting(&session.table))?;
    paint::print(&session.table.view(Viewer::Public))?;
    Ok(said(&session.prompt())?)
}

/// What happened, and what to do next.
fn plain_next(session: &Session, lines: &[String]) -> CommandResult {
    said(lines)?;
    said(&session.prompt()[session.answered().min(1)..])
}

/// Asks one player alone: unseen on a terminal; a script answers by its next line.
fn plain_ask(
    session: &mut Session,
    asked: &Asked,
    input: &Receiver<String>,
) -> Result<(), Failure> {
    let mut happened = Vec::new();
    let name = session.table.names(&[asked.seat]).concat();
    let mut attempt = |answer: &str| {
        happened = session.answer_alone(asked, answer)?;
        Ok(())
    };
    if on_a_terminal() {
        match ask_lines(asked, &name, input, &mut attempt) {
            Ok(Answer::Stopped) => return Ok(leave(Ended::Stopped)?),
            Ok(Answer::Taken | Answer::Left) => {}
            Err(failure) => out::problems(&failure.into()),
        }
    } else if let Ok(line) = input.recv()
        && let Err(failure) = attempt(line.trim())
    {
        out::problems(&failure.into());
    }
    Ok(plain_next(session, &happened)?)
}

fn said(lines: &[String]) -> CommandResult {
    table_args::lines(lines)
}

/// Secrets never go down a pipe, nor among the lines that stay on the terminal.
fn plain_hands(
    session: &mut Session,
    seats: &[usize],
    input: &Receiver<String>,
) -> Result<(), Failure> {
    if !on_a_terminal() {
        let refusal = Refusal::words(say!("hidden cards are shown on a terminal only"));
        let hint = say!("`kitpress show --seat NAME --reveal` prints what one player may see");
        out::problems(&Problem::from(refusal.hint(hint)).into());
        return Ok(());
    }
    let all = match secrets(session, seats) {
        Ok(all) => all,
        Err(failure) => {
            out::problems(&failure.into());
            return Ok(());
        }
    };
    let ended = hand_over_lines(&all, seats, input)?;
    Ok(leave(ended)?)
}

fn plain_timer(
    session: &mut Session,
    wanted: &Wanted,
    input: &Receiver<String>,
) -> Result<(), Failure> {
    if !wanted.title.is_empty() {
        said(std::slice::from_ref(&wanted.title))?;
    }
    let mut clock = SystemClock::default();
    let mut timer = session.timer_for(wanted, clock.now());
    tell_all(&mut timer, &mut clock, !wanted.silent, input, true)?;
    if let Err(failure) = session.keep_timer(wanted, &timer) {
        out::problems(&failure.into());
    }
    Ok(())
}
