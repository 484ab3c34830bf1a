//! The page of a command, in the reader's language: read off clap's tree, and the same for the terminal and for manuals.

use clap::builder::PossibleValue;
use clap::{Arg, Command};

use super::blocks::{self, HelpBlock};
use super::groups::GROUPS;
use super::told;
use crate::cli::settings::DECLARED as OF_KITS;
use crate::say;

/// What is told of a command.
pub(super) struct HelpPage {
    /// How it is called: `kitpress print`.
    pub name: String,
    /// What it does.
    pub about: String,
    /// How it is typed: a line each.
    pub usage: Vec<String>,
    /// Its commands, arguments and options, by their heads.
    pub sections: Vec<HelpSection>,
    /// What stands below.
    pub after: Vec<HelpBlock>,
}

/// Entries below a head.
pub(super) struct HelpSection {
    /// The head.
    pub head: String,
    /// The entries.
    pub entries: Vec<HelpEntry>,
    /// An example of it all, and what it does.
    pub example: Option<(String, String)>,
}

/// A command, an argument or an option.
pub(super) struct HelpEntry {
    /// How it is typed.
    pub term: String,
    /// What it does.
    pub text: String,
    /// What it can be, where that has to be explained.
    pub values: Vec<(String, String)>,
}

impl HelpPage {
    /// The page of a command of the program, which was built.
    pub(super) fn of(command: &mut Command) -> Self {
        Self {
            name: command
                .get_bin_name()
                .unwrap_or(command.get_name())
                .to_owned(),
            about: about(command),
            usage: usage(command),
            sections: arguments(command),
            after: after(command),
        }
    }

    /// The page of the program as a whole.
    pub(super) fn of_program(root: &mut Command) -> Self {
        let mut page = Self::of(root);
        page.sections.splice(0..0, commands(root));
        page
    }
}

fn about(command: &Command) -> String {
    let about = command.get_long_about().or(command.get_about());
    about.map(|a| told(&a.to_string())).unwrap_or_default()
}

fn after(command: &Command) -> Vec<HelpBlock> {
    let text = command.get_after_long_help().or(command.get_after_help());
    let blocks = text.map(|t| blocks::read(&t.to_string()));
    let blocks = blocks.unwrap_or_default().into_iter();
    blocks.map(|b| b.told(&told)).collect()
}

fn usage(command: &mut Command) -> Vec<String> {
    spoken_usage(&command.render_usage().to_string())
}

/// Lines of clap's usage in the reader's language, without the word before them.
pub(in crate::cli) fn spoken_usage(usage: &str) -> Vec<String> {
    let lines = usage.trim_start_matches("Usage:").lines();
    let lines = lines.map(str::trim).filter(|l| !l.is_empty());
    lines
        .map(|l| {
            l.replace("[OPTIONS]", &say!("[OPTIONS]").to_string())
                .replace("[COMMAND]", &say!("[COMMAND]").to_string())
        })
        .collect()
}

/// All commands by who needs them.
fn commands(root: &Command) -> Vec<HelpSection> {
    let entry = |name: &&str| {
        let command = root.find_subcommand(name)?;
        Some(HelpEntry {
            term: (*name).to_owned(),
            text: about(command),
            values: Vec::new(),
        })
    };
    let section = |group: &super::groups::CommandGroup| HelpSection {
        head: told(group.head),
        entries: group.commands.iter().filter_map(entry).collect(),
        example: Some((group.example.0.to_owned(), told(group.example.1))),
    };
    GROUPS.iter().map(section).collect()
}

/// Positional arguments, then options, then options with heads of their own.
fn arguments(command: &Command) -> Vec<HelpSection> {
    let mut sections: Vec<HelpSection> = Vec::new();
    let shown = || command.get_arguments().filter(|a| !a.is_hide_set());
    let (words, flags): (Vec<&Arg>, Vec<&Arg>) = shown().partition(|a| a.is_positional());
    for arg in words.into_iter().chain(flags) {
        let head = match arg.get_help_heading() {
            Some(head) => told(head),
            None if arg.is_positional() => say!("Arguments").to_string(),
            None => say!("Options").to_string(),
        };
        let at = sections.iter().position(|s| s.head == head);
        let at = at.unwrap_or_else(|| {
            let entries = Vec::new();
            let example = None;
            sections.push(HelpSection {
                head,
                entries,
                example,
            });
            sections.len() - 1
        });
        sections[at].entries.push(entry(arg));
    }
    sections
}

fn entry(arg: &Arg) -> HelpEntry {
    let explained = values(arg).iter().any(|v| v.get_help().is_some());
    HelpEntry {
        term: term(arg),
        text: text(arg, explained),
        values: match explained {
            true => told_values(arg),
            false => Vec::new(),
        },
    }
}

/// What an argument can be, where that is a list.
fn values(arg: &Arg) -> Vec<PossibleValue> {
    let all = match arg.get_action().takes_values() && !arg.is_hide_possible_values_set() {
        true => arg.get_possible_values(),
        false => Vec::new(),
    };
    all.into_iter().filter(|v| !v.is_hide_set()).collect()
}

fn term(arg: &Arg) -> String {
    match arg.get_short() {
        Some(short) if arg.get_long().is_some() => format!("-{short}, {arg}"),
        _ => arg.to_string(),
    }
}

/// What an argument does, what it is when it is not given, and what it can be.
fn text(arg: &Arg, explained: bool) -> String {
    let id = arg.get_id().as_str();
    let help = arg.get_long_help().or(arg.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut text = match id {
        "help" => say!("Print this help").to_string(),
        "version" => say!("Print the version").to_string(),
        _ if id.starts_with(OF_KITS) => help,
        _ => told(&help),
    };
    let mut add = |more: String| text = format!("{text} {more}");
    let default = arg.get_default_values().iter().map(|v| v.to_string_lossy());
    let default = Vec::from_iter(default).join(",");
    if arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !default.is_empty() {
        add(say!("[default: {}]", default).to_string());
    }
    let values = values(arg);
    if !explained && !values.is_empty() {
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        add(say!("[one of: {}]", names.join(", ")).to_string());
    }
    text.trim().to_owned()
}

/// What an argument does, in a line.
pub(in crate::cli) fn about_argument(arg: &Arg) -> String {
    text(arg, true)
}

/// What an argument can be, each with what it means.
pub(in crate::cli) fn told_values(arg: &Arg) -> Vec<(String, String)> {
    let values = values(arg).into_iter();
    let told = |v: PossibleValue| {
        let help = v.get_help().map(|h| told(&h.to_string()));
        (v.get_name().to_owned(), help.unwrap_or_default())
    };
    values.map(told).collect()
}

/// Every English text that the help of a command shows.
#[cfg(test)]
pub(super) fn texts(command: &Command) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let about = command.get_long_about().or(command.get_about());
    out.extend(about.map(ToString::to_string));
    let after = command.get_after_long_help().or(command.get_after_help());
    for block in after
        .map(|a| blocks::read(&a.to_string()))
        .unwrap_or_default()
    {
        out.extend(block.texts().into_iter().map(str::to_owned));
    }
    let ours = |a: &&Arg| {
        let id = a.get_id().as_str();
        !a.is_hide_set() && !["help", "version"].contains(&id) && !id.starts_with(OF_KITS)
    };
    for arg in command.get_arguments().filter(ours) {
        let help = arg.get_long_help().or(arg.get_help());
        out.extend(help.map(ToString::to_string));
        out.extend(arg.get_help_heading().map(str::to_owned));
        let helps = values(arg);
        let helps = helps.iter().filter_map(PossibleValue::get_help);
        out.extend(helps.map(ToString::to_string));
    }
    out
}
