//! Help: what every command says of itself, on the terminal and as manual pages, in the reader's language.
//!
//! The words stand in English at the arguments, where clap finds them. Other languages have them in
//! `lang/<code>/help/*.toml` by the English text; they are read only when help is asked for.

mod blocks;
mod groups;
mod man;
pub(super) mod page;
mod terminal;
#[cfg(test)]
mod tests;

use std::ffi::OsString;

use clap::{Args, Command};

use super::{command, out, paint};
use crate::play::rules::{Fault, Refusal};
use crate::play::table::Failure;
use crate::say;
use crate::say::tongue;
use page::HelpPage;

pub(super) use man::{ManArgs, run as man};
pub(super) use page::{about_argument as about, spoken_usage, told_values as values};

/// Arguments of `help`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress help                  all commands, by who needs them\n  \
    kitpress help print            the same as `kitpress print --help`\n  \
    kitpress help print --lang ja")]
pub(super) struct HelpArgs {
    /// The command to tell about; all of them in short when none is given
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs `help`.
pub(super) fn run(args: &HelpArgs) -> Result<(), Failure> {
    show(args.command.as_deref(), &[])
}

/// Shows the help of a command, or of the program; with the settings of kits that are named among the arguments.
pub(super) fn show(name: Option<&str>, args: &[OsString]) -> Result<(), Failure> {
    let page = page(name, args)?;
    let cells = out::width().unwrap_or(WIDEST).min(WIDEST);
    let seen = out::width().is_some() && paint::wanted();
    Ok(out::bytes(terminal::text(&page, cells, seen).as_bytes())?)
}

/// The widest that help gets: longer lines are hard to read.
const WIDEST: usize = 100;

/// The page of a command, or of the program.
fn page(name: Option<&str>, args: &[OsString]) -> Result<HelpPage, Refusal> {
    let mut root = command(args);
    root.build();
    let Some(name) = name else {
        return Ok(HelpPage::of_program(&mut root));
    };
    match root.find_subcommand_mut(name) {
        Some(command) => Ok(HelpPage::of(command)),
        None => Err(no_command(name, &root)),
    }
}

/// The refusal of a command that there is not.
fn no_command(name: &str, root: &Command) -> Refusal {
    let known: Vec<&str> = names(root).collect();
    Refusal::new(Fault::Unknown, say!("there is no command `{}`", name))
        .hint(say!("`kitpress help` lists them"))
        .did_you_mean(name, known)
}

/// The commands that are shown to people.
fn names(root: &Command) -> impl Iterator<Item = &str> {
    let shown = root.get_subcommands().filter(|c| !c.is_hide_set());
    shown.map(Command::get_name)
}

/// A text of the help in the reader's language.
pub(super) fn told(english: &str) -> String {
    tongue().help(english).unwrap_or(english).to_owned()
}
