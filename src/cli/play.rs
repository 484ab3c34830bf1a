//! `kitpress play`: a guided table. On a terminal the whole screen, else line by line.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

use clap::Args;

use super::cells::{clean, cut, width, wrap};
use super::desk;
use super::screen::{Ended, Input, Line, Look, Screen, Secret, hand_over, leave, on_a_terminal};
use super::session::{Reply, Session};
use super::start::NewTable;
use super::timer::{lines_of_input, tell_all, watch};
use super::{Outcome, out};
use crate::diag::Problems;
use crate::play::clock::{Clock, Plan, SystemClock, Timer};
use crate::play::journal::Access;
use crate::play::rules::Refusal;
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;

/// Arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = "Type a move and press enter; tab completes it. Besides: h hands the screen round so that everyone\n\
    sees their own cards, t runs a timer, u takes a move back, q leaves. The table is kept: `kitpress play`\n\
    without a kit goes on with the last one.\n\n\
    Examples:\n  \
    kitpress play my-game --players Ann,Bob,Cho\n  \
    kitpress play\n  \
    kitpress play --table friday.table\n  \
    printf 'draw Ann\\nnext\\n' | kitpress play --plain")]
pub struct PlayArgs {
    /// A kit's id, or a kit folder, for a new table; else the last table goes on
    kit: Option<String>,
    #[command(flatten)]
    new: NewTable,
    /// The table's file; the table used last, or a new one in your data folder, when none is given
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Line by line instead of the whole screen, as on a pipe
    #[arg(long)]
    plain: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    let mut session = Session {
        table: table(args)?,
    };
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
    out::line(&kept.to_string())?;
    Ok(leave(ended)?)
}

/// A new table of a kit, or the one that goes on.
fn table(args: &PlayArgs) -> Result<Table, Failure> {
    if let Some(kit) = &args.kit {
        return args.new.make(kit, args.table.as_deref());
    }
    let given = args.new.players.is_some() || !args.new.set.is_empty() || args.new.seed.is_some();
    if given {
        let refusal = Refusal::words(say!("a new table needs a kit"));
        return Err(refusal
            .hint(say!("such as `kitpress play my-game --players Ann,Bob`"))
            .into());
    }
    let path = match &args.table {
        Some(path) => path.clone(),
        None => desk::current()?,
    };
    let table = Table::open(&path, Access::Write)?;
    desk::warn(&table);
    desk::remember(&path);
    Ok(table)
}

/// What players have to look at, one card each.
fn secrets(session: &Session, seats: &[usize]) -> Vec<Secret> {
    let secret = |seat: &usize| Secret {
        name: session.table.names(&[*seat]).concat(),
        text: session.table.view(Viewer::Seat(*seat)).secret.join("\n"),
    };
    seats.iter().map(secret).collect()
}

fn everybody(session: &Session) -> Vec<usize> {
    (0..session.table.seats().len()).collect()
}

/// How a new table is greeted.
fn greeting(session: &Session) -> Vec<String> {
    let table = &session.table;
    let mut said = Vec::new();
    if table.moves() == 0 {
        said.extend(table.log().first().map(desk::public_events).unwrap_or_default());
        said.push(say!("seal of the shuffles: {}", table.commitment()).to_string());
    } else {
        said.push(say!("the table goes on after {} moves", table.moves()).to_string());
    }
    said
}

// ---- line by line ----

/// Plays line by line, until the input ends or `quit`.
fn plain(session: &mut Session) -> Result<(), Failure> {
    let prompt = io::stdin().is_terminal();
    let input = lines_of_input();
    said(&[desk::headline(&session.table)])?;
    said(&greeting(session))?;
    said(&session.table.view(Viewer::Public).lines)?;
    if session.freshly_dealt() {
        said(&[say!("hidden cards were dealt: `h` shows them, one player at a time").to_string()])?;
    }
    said(&[desk::standing(&session.table, Viewer::Public)])?;
    loop {
        if prompt {
            let _ = write!(io::stdout(), "> ");
            let _ = io::stdout().flush();
        }
        let Ok(line) = input.recv() else {
            return Ok(());
        };
        match session.obey(&line)? {
            Reply::Quit => return Ok(()),
            Reply::Said(lines) => {
                said(&lines)?;
                said(&[desk::standing(&session.table, Viewer::Public)])?;
            }
            Reply::Refused(problems) => out::problems(&problems),
            Reply::Show => {
                said(&session.table.view(Viewer::Public).lines)?;
                said(&[desk::standing(&session.table, Viewer::Public)])?;
            }
            Reply::Hands(seats) => plain_hands(session, &seats, &input)?,
            Reply::Timer(title, plan) => {
                if !title.is_empty() {
                    said(&[title])?;
                }
                plain_timer(plan, &input)?;
            }
        }
    }
}

fn said(lines: &[String]) -> Outcome {
    desk::lines(lines)
}

/// Secrets never go down a pipe, nor among the lines that stay on the terminal.
fn plain_hands(session: &Session, seats: &[usize], input: &Receiver<String>) -> Result<(), Failure> {
    if !on_a_terminal() {
        let refusal = Refusal::words(say!("hidden cards are shown on a terminal only"));
        let hint = say!("`kitpress show --seat NAME --reveal` prints what one player may see");
        out::problems(&crate::diag::Problem::from(refusal.hint(hint)).into());
        return Ok(());
    }
    let cards = secrets(session, seats);
    let _ = input;
    for secret in &cards {
        let _ = secret;
    }
    Ok(())
}

fn plain_timer(plan: Plan, input: &Receiver<String>) -> Result<(), Failure> {
    let mut clock = SystemClock::default();
    let now = clock.now();
    let mut timer = Timer::start(plan, now);
    Ok(tell_all(&mut timer, &mut clock, true, input, true)?)
}
