//! `kitpress show` and `kitpress log`: what there is to see, and what happened.

use clap::Args;
use serde_json::{Value, json};

use super::screen::on_a_terminal;
use super::table_args::{self, TableArgs, public_events};
use super::{follow, out, paint, start};
use crate::play::history::{Act, Entry};
use crate::play::journal::Access;
use crate::play::note;
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;
use crate::say::Say;

/// Arguments of `show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress show\n  \
    kitpress show --json\n  \
    kitpress show --follow                 a second screen: goes with every move that is made elsewhere\n  \
    kitpress show --follow --json          a line of JSON for every change\n  \
    kitpress show --seat Ann --reveal      what only Ann may see")]
pub(super) struct ShowArgs {
    /// Show the table as one player sees it, secrets included
    #[arg(long, value_name = "NAME", requires = "reveal")]
    seat: Option<String>,
    /// Yes, show what is hidden from the others
    #[arg(long, requires = "seat")]
    reveal: bool,
    /// Stay, and show every change that is made elsewhere, as everybody may see it, until `q` or Ctrl-C
    #[arg(long, conflicts_with_all = ["seat", "reveal"])]
    follow: bool,
    #[command(flatten)]
    pub on: TableArgs,
}

/// Runs `show`.
pub(super) fn run(args: &ShowArgs) -> Result<(), Failure> {
    if args.follow {
        return follow::run(&args.on);
    }
    let mut table = args.on.open(Access::Read)?;
    let viewer = match &args.seat {
        Some(name) => Viewer::Seat(table.seat(name)?),
        None => Viewer::Public,
    };
    if let Viewer::Seat(seat) = viewer
        && !table.unlooked(&[seat]).is_empty()
    {
        // The log tells everybody before anything is shown; a file that takes no note shows nothing.
        drop(table);
        table = args.on.open(Access::Write).map_err(untold)?;
        table.look(&[seat], table_args::now()).map_err(untold)?;
    }
    if args.on.json {
        return Ok(out::json(&table.show(viewer))?);
    }
    match viewer {
        // The secret goes onto a screen of its own; what stays in the terminal's history is public.
        Viewer::Seat(seat) if on_a_terminal() => {
            start::reveal(&table, &[seat])?;
            open_part(&table, Viewer::Public)
        }
        Viewer::Seat(seat) => {
            open_part(&table, viewer)?;
            start::reveal(&table, &[seat])
        }
        Viewer::Public => open_part(&table, viewer),
    }
}

/// The failure of a look that cannot be told to everybody.
fn untold(failure: Failure) -> Failure {
    let hint = say!("hidden cards are shown when the log can tell everybody that they were");
    match failure {
        Failure::Failed(mut problems) => {
            for problem in &mut problems.0 {
                problem.hint.get_or_insert_with(|| hint.clone());
            }
            Failure::Failed(problems)
        }
        refused => refused,
    }
}

fn open_part(table: &Table, viewer: Viewer) -> Result<(), Failure> {
    table_args::lines(&[table_args::headline(table)])?;
    paint::print(&table.view(viewer))?;
    table_args::lines(&[table_args::standing(table, viewer)])?;
    Ok(table_args::lines(&Vec::from_iter(table_args::closing(
        table,
    )))?)
}

/// Arguments of `log`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kitpress log\n  kitpress log --json")]
pub(super) struct LogArgs {
    #[command(flatten)]
    pub on: TableArgs,
}

/// Runs `log`.
pub(super) fn log(args: &LogArgs) -> Result<(), Failure> {
    let table = args.on.open(Access::Read)?;
    if args.on.json {
        let entries: Vec<Value> = table.log().iter().map(|e| entry_json(&table, e)).collect();
        return Ok(out::json(&entries)?);
    }
    table_args::lines(&[table_args::headline(&table)])?;
    for entry in table.story() {
        table_args::lines(&[entry_line(&table, entry)])?;
        let events = public_events(entry);
        let indented: Vec<String> = events.iter().map(|e| format!("       {e}")).collect();
        table_args::lines(&indented)?;
    }
    Ok(())
}

fn entry_line(table: &Table, entry: &Entry) -> String {
    let what = match &entry.act {
        None => say!("start").to_string(),
        Some(Act::Do(_)) => table.told(entry).unwrap_or_default().to_owned(),
        Some(Act::Undo {
            all_agree: false, ..
        }) => say!("line {} taken back", entry.taken.unwrap_or(0)).to_string(),
        Some(Act::Undo { fresh: Some(_), .. }) => say!(
            "line {} taken back, all agreed; the table was opened again with a new seed",
            entry.taken.unwrap_or(0)
        )
        .to_string(),
        Some(Act::Undo {
            all_agree: true, ..
        }) => say!("line {} taken back, all agreed", entry.taken.unwrap_or(0)).to_string(),
        Some(Act::Note(kept)) => note::said(kept)
            .unwrap_or_else(|| say!("a note"))
            .to_string(),
        Some(Act::Shown { give_up: false }) => say!("the seed was shown").to_string(),
        Some(Act::Shown { give_up: true }) => say!("given up, the seed was shown").to_string(),
    };
    let what = match &entry.by {
        Some(by) => format!("{what}  — {}", entered(by)),
        None => what,
    };
    if entry.undone {
        format!("{:>5}  {what}  ({})", entry.n, say!("taken back later"))
    } else {
        format!("{:>5}  {what}", entry.n)
    }
}

/// Who entered a move on a phone.
fn entered(by: &str) -> Say {
    match by {
        "all" => say!("entered by all"),
        name => say!("entered by {}", name),
    }
}

fn entry_json(table: &Table, entry: &Entry) -> Value {
    let mut out = json!({"n": entry.n, "at": entry.at});
    match &entry.act {
        None => out["start"] = true.into(),
        Some(Act::Do(_)) => out["do"] = table.told(entry).into(),
        Some(Act::Undo { all_agree, fresh }) => {
            out["undo"] = entry.taken.into();
            out["all_agree"] = (*all_agree).into();
            if fresh.is_some() {
                out["reopened"] = true.into();
            }
        }
        Some(Act::Note(note)) => out["note"] = note.clone(),
        Some(Act::Shown { give_up }) => {
            out["shown"] = "seed".into();
            out["give_up"] = (*give_up).into();
        }
    }
    if matches!(entry.act, Some(Act::Do(_) | Act::Undo { .. })) {
        out["by"] = entry.by.as_deref().unwrap_or("host").into();
    }
    out["undone"] = entry.undone.into();
    out["events"] = json!(public_events(entry));
    out
}
