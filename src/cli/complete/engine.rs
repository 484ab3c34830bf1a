//! Which argument is being typed, read off the tree of commands; what fits it is asked of [`values`](super::values).

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

use super::values;
use crate::cli::{command, help};

/// Something that could be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// The whole word.
    pub value: String,
    /// What it is; may be empty.
    pub about: String,
}

impl Offer {
    /// A word and what it is.
    pub(super) fn new(value: impl Into<String>, about: impl Into<String>) -> Self {
        let (value, about) = (value.into(), about.into());
        Self { value, about }
    }
}

/// What has been typed of a command.
pub(super) struct CommandTyped<'a> {
    /// The command's name.
    pub name: &'a str,
    /// Its words that are no options, those before the one being typed.
    pub words: Vec<&'a str>,
    /// What was given to its options, by their ids.
    pub given: Vec<(String, &'a str)>,
}

impl CommandTyped<'_> {
    /// What was given to an option.
    pub(super) fn of(&self, id: &str) -> Option<&str> {
        let given = self.given.iter().find(|(i, _)| i == id);
        given.map(|(_, value)| *value)
    }
}

/// What could stand in the place of the word being typed, behind these words.
pub(super) fn offers(words: &[String], current: &str) -> Vec<Offer> {
    let args: Vec<OsString> = words.iter().map(OsString::from).collect();
    let mut root = command(&args);
    root.build();
    let named = words.iter().position(|w| root.find_subcommand(w).is_some());
    let offers = match named {
        Some(at) => of_command(&root, &words[at], &words[at + 1..], current),
        None => match words.last().map(String::as_str) {
            Some("--lang") => values::languages(None),
            _ if current.starts_with('-') => flags(&root, &[]),
            _ => commands(&root),
        },
    };
    let mut fit: Vec<Offer> = offers;
    fit.retain(|o| o.value.starts_with(current));
    fit
}

/// All commands, and what they do.
pub(super) fn commands(root: &Command) -> Vec<Offer> {
    let shown = root.get_subcommands().filter(|c| !c.is_hide_set());
    let offer = |c: &Command| {
        let about = c.get_about().map(ToString::to_string);
        Offer::new(c.get_name(), help::told(&about.unwrap_or_default()))
    };
    shown.map(offer).collect()
}

fn of_command(root: &Command, name: &str, words: &[String], current: &str) -> Vec<Offer> {
    let Some(command) = root.find_subcommand(name) else {
        return Vec::new();
    };
    let (typed, open) = read(command, name, words);
    if let Some(arg) = open {
        return values::of(root, arg, &typed, current);
    }
    // `--paper=le`: the value behind the sign.
    if let Some((flag, value)) = current.split_once('=').filter(|(f, _)| f.starts_with("--")) {
        let arg = command.get_arguments().find(|a| long(a, &flag[2..]));
        let offers = arg.map(|a| values::of(root, a, &typed, value));
        let whole = |o: Offer| Offer::new(format!("{flag}={}", o.value), o.about);
        return offers.into_iter().flatten().map(whole).collect();
    }
    if current.starts_with('-') {
        return flags(command, words);
    }
    let positional: Vec<&Arg> = command.get_positionals().collect();
    let arg = positional
        .get(typed.words.len())
        .or(positional.last().filter(|a| many(a)));
    match arg {
        Some(arg) => values::of(root, arg, &typed, current),
        None => Vec::new(),
    }
}

/// What was typed so far, and the option whose value comes next.
fn read<'a, 'c>(
    command: &'c Command,
    name: &'a str,
    words: &'a [String],
) -> (CommandTyped<'a>, Option<&'c Arg>) {
    let mut typed = CommandTyped {
        name,
        words: Vec::new(),
        given: Vec::new(),
    };
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if word == "--" {
            typed.words.extend(words.by_ref());
            break;
        }
        let Some(flag) = word.strip_prefix("--") else {
            // `do score Ann -2`: a dash may begin a word.
            typed.words.push(word);
            continue;
        };
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag, Some(value)),
            None => (flag, None),
        };
        let arg = command.get_arguments().find(|a| long(a, flag));
        let Some(arg) = arg.filter(|a| a.get_action().takes_values()) else {
            continue;
        };
        match value.or_else(|| words.next()) {
            Some(value) => typed.given.push((arg.get_id().to_string(), value)),
            None => return (typed, Some(arg)),
        }
    }
    (typed, None)
}

fn long(arg: &Arg, flag: &str) -> bool {
    arg.get_long() == Some(flag)
}

/// Whether an argument may be given several times.
fn many(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
        || arg.get_num_args().is_some_and(|n| n.max_values() > 1)
}

/// The options that have not been given yet.
fn flags(command: &Command, words: &[String]) -> Vec<Offer> {
    let given = |long: &str| {
        let mut flags = words.iter().filter_map(|w| w.strip_prefix("--"));
        flags.any(|w| w.split('=').next() == Some(long))
    };
    let shown = command.get_arguments().filter(|a| !a.is_hide_set());
    let offers = shown.filter_map(|arg| {
        let long = arg.get_long()?;
        let about = help::about(arg);
        (!given(long) || many(arg)).then(|| Offer::new(format!("--{long}"), about))
    });
    offers.collect()
}
