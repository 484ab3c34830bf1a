//! Arguments that the program does not understand: clap's own words in the reader's language, with what was typed made
//! safe to show.

use std::io::Write;
use std::process::ExitCode;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::ContextValue;

use crate::clean::clean;
use crate::say::heard;

/// Tells what is wrong with the arguments, or the help that was asked for; the exit code.
pub(super) fn tell(mut error: Error) -> ExitCode {
    clean_values(&mut error);
    let english = error.to_string();
    let told: String = english.split_inclusive('\n').map(translated).collect();
    let printed = match error.use_stderr() && told != english {
        true => std::io::stderr().write_all(told.as_bytes()),
        // Nothing was translated: as clap prints it, with its colours.
        false => error.print(),
    };
    // Help that nobody reads to its end is no failure; a refusal that cannot be told still is one.
    let code = match printed {
        Err(e) if !error.use_stderr() && e.kind() != std::io::ErrorKind::BrokenPipe => 1,
        _ => error.exit_code(),
    };
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// A line of clap's; as it is, where it is nothing but names.
fn translated(line: &str) -> String {
    let words = line.trim();
    let told = heard(words);
    match told.pattern() {
        "{}" => line.to_owned(),
        _ => line.replace(words, &told.to_string()),
    }
}

/// Cleans everything that clap repeats of the arguments.
fn clean_values(error: &mut Error) {
    let cleaned: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| Some((kind, safe(value)?)))
        .collect();
    for (kind, value) in cleaned {
        error.insert(kind, value);
    }
}

/// The same value, safe to show; nothing for one that holds no words of the user's.
fn safe(value: &ContextValue) -> Option<ContextValue> {
    Some(match value {
        ContextValue::String(text) => ContextValue::String(clean(text)),
        ContextValue::Strings(texts) => {
            ContextValue::Strings(texts.iter().map(|t| clean(t)).collect())
        }
        // Tips repeat what was typed; their colours go only where that is needed.
        ContextValue::StyledStrs(texts) => {
            let tip = |tip: &StyledStr| match tip.to_string() {
                text if clean(&text) == text => tip.clone(),
                text => clean(&text).into(),
            };
            ContextValue::StyledStrs(texts.iter().map(tip).collect())
        }
        _ => return None,
    })
}
