//! What tera says of a template's mistakes, in parts that can be told to a user.

use std::collections::BTreeMap;

use tera::ErrorKind;

use crate::kit::strict::Strict;

/// One mistake in a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TeraError {
    /// What is wrong, in one line.
    pub message: String,
    /// The template and line.
    pub place: Option<(String, usize)>,
    /// The name that does not exist, as the template writes it (`row.titel`).
    pub missing: Option<String>,
}

impl TeraError {
    /// The mistake that ended a rendering.
    pub(super) fn of(error: &tera::Error, sources: &BTreeMap<String, Strict>) -> Self {
        Self::all(error, sources).swap_remove(0)
    }

    /// All mistakes that an error tells of; at least one.
    pub(super) fn all(error: &tera::Error, sources: &BTreeMap<String, Strict>) -> Vec<Self> {
        let plain = |message: String, place| {
            vec![TeraError {
                message,
                place,
                missing: None,
            }]
        };
        match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                let (file, span) = (report.filename(), report.span());
                let strict = sources.get(file);
                let source = strict.map_or("", |s| s.source.as_str());
                let code = whole_name(source, span.range.clone());
                let read = strict.and_then(|s| s.missing(error)).map(str::to_owned);
                let missing = read.or_else(|| missing(report.message(), code));
                let place = Some((file.to_owned(), span.start_line));
                let own = source.get(span.range.clone()).unwrap_or_default();
                vec![TeraError {
                    message: naming(report.message(), own),
                    place,
                    missing,
                }]
            }
            ErrorKind::CircularInclude { tpl, include_chain } => plain(
                format!("the file includes itself: {}", include_chain.join(" → ")),
                Some((tpl.clone(), 0)),
            ),
            ErrorKind::CircularExtend {
                tpl,
                inheritance_chain,
            } => plain(
                format!("the file extends itself: {}", inheritance_chain.join(" → ")),
                Some((tpl.clone(), 0)),
            ),
            ErrorKind::MissingParent { current, parent } => plain(
                format!("there is no template `{parent}` to extend"),
                Some((current.clone(), 0)),
            ),
            other => {
                let parsed = reports(&other.to_string());
                if parsed.is_empty() {
                    plain(other.to_string(), None)
                } else {
                    parsed
                }
            }
        }
    }
}

/// What tera says, with the code that it is about where it names none.
fn naming(message: &str, code: &str) -> String {
    match (message, code.trim()) {
        (_, "") => message.to_owned(),
        ("Unknown tag", name) => format!("Unknown tag `{name}`"),
        ("Tried to render a variable that is undefined", name) => {
            // Tera leaves the last bracket out.
            let open = name.matches('[').count() > name.matches(']').count();
            format!("`{name}{}` has no value", if open { "]" } else { "" })
        }
        _ => message.to_owned(),
    }
}

/// Reads the reports that tera makes of several mistakes at once.
fn reports(text: &str) -> Vec<TeraError> {
    let mut out: Vec<TeraError> = Vec::new();
    for line in text.lines() {
        if let Some(message) = line.strip_prefix("error: ") {
            out.push(TeraError {
                message: message.to_owned(),
                place: None,
                missing: None,
            });
        } else if let Some(at) = line.trim_start().strip_prefix("--> ")
            && let Some(last) = out.last_mut()
        {
            let mut parts = at.rsplitn(3, ':');
            let (_, line, file) = (parts.next(), parts.next(), parts.next());
            last.place = file
                .zip(line.and_then(|l| l.parse().ok()))
                .map(|(f, l)| (f.to_owned(), l));
        }
    }
    out
}

/// The code of a mistake, from the start of the name that it is the end of.
fn whole_name(source: &str, range: std::ops::Range<usize>) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let before = source.get(..range.start).unwrap_or_default();
    let start = before.trim_end_matches(is_name).len();
    source.get(start..range.end).unwrap_or_default()
}

/// The name that is not defined: what the code of the mistake names.
fn missing(message: &str, code: &str) -> Option<String> {
    if !message.contains("not defined") {
        return None;
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let name: String = code.trim().chars().take_while(|c| is_name(*c)).collect();
    let told = message.split('`').nth(1).unwrap_or_default();
    if name.is_empty() || !name.contains(told) {
        return Some(told.to_owned());
    }
    Some(name.trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_name_is_found_in_the_code() {
        let said = "Field `titel` is not defined. Available fields: title";
        assert_eq!(missing(said, "row.titel").as_deref(), Some("row.titel"));
        assert_eq!(missing("no such thing", "row.x"), None);
    }

    #[test]
    fn several_reports_are_told_apart() {
        let text = "error: Unknown filter `uper`\n --> hero.svg:3:25\n  |\n3 |  x\nerror: Unknown function `f`\n --> b.svg:4:1\n";
        let slips = reports(text);
        assert_eq!(slips.len(), 2);
        assert_eq!(slips[0].place, Some(("hero.svg".into(), 3)));
        assert_eq!(slips[1].message, "Unknown function `f`");
    }
}
