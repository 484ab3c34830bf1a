//! Arguments that the program does not understand: what is wrong, in the reader's language, with what was typed made
//! safe to show; and the help that was asked for.

use std::error::Error as _;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{help, named, out};
use crate::diag::{Problem, list};
use crate::kit::shipped_ids;
use crate::play::table::Failure;
use crate::say;
use crate::say::{Say, heard};

/// Tells what is wrong with the arguments, or the help that was asked for; the exit code.
pub(super) fn tell(error: &Error, args: &[OsString]) -> ExitCode {
    let shown = match error.kind() {
        ErrorKind::DisplayHelp => help::show(named(args), args),
        ErrorKind::DisplayVersion => out::line(error.to_string().trim_end()).map_err(Failure::from),
        _ => {
            out::problems(&problem(error).into());
            for line in beside(error, args) {
                out::note(&line);
            }
            return ExitCode::from(2);
        }
    };
    super::finish(shown)
}

/// How the command is typed, and where more is told.
fn beside(error: &Error, args: &[OsString]) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = help::spoken_usage(&usage.to_string());
        lines.push(format!("{} {}", say!("Usage:"), usage.join("\n       ")));
    }
    lines.push(match named(args) {
        Some(command) => say!("`kitpress help {}` tells all", command).to_string(),
        None => say!("`kitpress help` tells all").to_string(),
    });
    lines
}

/// What is wrong, by clap's kind of error and what it is about.
pub(super) fn problem(error: &Error) -> Problem {
    let value = || word(error, ContextKind::InvalidValue);
    let arg = || word(error, ContextKind::InvalidArg);
    let what = match error.kind() {
        ErrorKind::UnknownArgument => say!("unexpected argument `{}`", arg()),
        ErrorKind::InvalidSubcommand => {
            say!(
                "there is no command `{}`",
                word(error, ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::InvalidValue if value().is_empty() => say!("`{}` needs a value", arg()),
        ErrorKind::InvalidValue => say!("`{}` cannot be `{}`", arg(), value()),
        ErrorKind::ValueValidation => match error.source() {
            Some(why) => say!("`{}` cannot be `{}`: {}", arg(), value(), reason(why)),
            None => say!("`{}` cannot be `{}`", arg(), value()),
        },
        ErrorKind::MissingRequiredArgument => {
            say!("{} is missing", words(error, ContextKind::InvalidArg))
        }
        ErrorKind::ArgumentConflict => conflict(error),
        ErrorKind::TooManyValues => say!("`{}` is one too many for `{}`", value(), arg()),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            say!("`{}` has not as many values as it needs", arg())
        }
        ErrorKind::InvalidUtf8 => say!("an argument is not text in UTF-8"),
        _ => heard(first_line(error)),
    };
    let problem = Problem::new(what);
    match hint(error) {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

/// Why a value is refused: in words of ours, or in those of whoever reads numbers and addresses.
fn reason(why: &(dyn std::error::Error + 'static)) -> Say {
    if let Some(ours) = why.downcast_ref::<Say>() {
        return ours.clone();
    }
    let words = why.to_string();
    let range = words.split_once(" is not in ").map(|(_, range)| range);
    if let Some((least, most)) = range.and_then(|r| r.split_once("..=")) {
        return say!("it must be a whole number from {} to {}", least, most);
    }
    match words.as_str() {
        "invalid IP address syntax" => say!("it must be an address such as `192.168.1.5`"),
        words if words.contains(" digit ") || words.contains(" integer ") => {
            say!("it must be a whole number")
        }
        _ => heard(words),
    }
}

/// An error that clap tells in words of its own.
fn first_line(error: &Error) -> String {
    let all = error.to_string();
    let line = all.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

fn conflict(error: &Error) -> Say {
    let arg = word(error, ContextKind::InvalidArg);
    let other = words(error, ContextKind::PriorArg);
    match other.trim_matches('`') == arg {
        true => say!("`{}` can be given once only", arg),
        false => say!("`{}` cannot stand beside {}", arg, other),
    }
}

/// What could have been meant.
fn hint(error: &Error) -> Option<Say> {
    let valid = words(error, ContextKind::ValidValue);
    if !valid.is_empty() {
        return Some(say!("it can be {}", valid));
    }
    let near = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let near = near
        .into_iter()
        .map(|kind| words(error, kind))
        .find(|w| !w.is_empty());
    if let Some(near) = near {
        return Some(say!("did you mean {}?", near));
    }
    match (error.kind(), error.get(ContextKind::Suggested)) {
        // Clap offers this for what begins with a dash and might be meant as a word.
        (ErrorKind::UnknownArgument, Some(ContextValue::StyledStrs(tips))) => {
            let arg = word(error, ContextKind::InvalidArg);
            let dashes = tips.iter().any(|t| t.to_string().contains("-- "));
            dashes.then(|| {
                say!(
                    "if it is no option but a word, write `--` before it: `-- {}`",
                    arg
                )
            })
        }
        (ErrorKind::InvalidSubcommand, _) => Some(say!("`kitpress help` lists them")),
        (ErrorKind::MissingRequiredArgument, _)
            if word(error, ContextKind::InvalidArg).contains("KIT") =>
        {
            Some(say!(
                "kits: {}; or do it in the folder of a kit of yours",
                list(shipped_ids())
            ))
        }
        _ => None,
    }
}

/// What the error says of something, in one piece.
fn word(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    }
}

/// The same as a list of names.
fn words(error: &Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => list([text.as_str()]),
        Some(ContextValue::Strings(texts)) => list(texts.iter().map(String::as_str)),
        _ => String::new(),
    }
}
