//! Reads a picture as if values that cannot be read had not been given, which is what CSS says about them, and colours
//! in newer words as if they stood there in older ones.
//!
//! `usvg` would take the first value for a property that it finds, black or nothing where it cannot be read, although
//! a group around or another rule has one that can be.

use std::ops::Range;
use std::str::FromStr;

use roxmltree::Document;
use svgtypes::{Error, SimplifyingPathParser};

use super::inspect;
use super::warnings::{self, Complaints, Unread};
use crate::say;
use crate::say::Say;

/// Attributes that hold other things on other elements: lists on text, numbers on filters. None of them is inherited.
const AMBIGUOUS: [&str; 4] = ["x", "y", "dx", "dy"];

/// Reads a picture; what was complained about meanwhile.
pub(super) fn reading<T>(
    xml: &Document<'_>,
    read: &impl Fn(&Document<'_>) -> T,
) -> (T, Complaints) {
    let (done, mut heard) = warnings::during(|| read(xml));
    if heard.broken_path {
        heard.notes.extend(broken_paths(xml));
    }
    let (mended, told) = mended(xml, &heard.unread);
    let again = mended.as_deref().map(inspect::read);
    let Some(Ok(again)) = again else {
        heard.notes.extend(heard.unread.drain(..).map(note));
        return (done, heard);
    };
    let (done, mut heard) = reading(&again, read);
    heard.notes.extend(told.into_iter().map(note));
    (done, heard)
}

fn note(unread: Unread) -> Say {
    say!("failed to parse {} value: '{}'", unread.name, unread.value)
}

/// The SVG in words that can be read, if any value was found in it that cannot, and those that were taken out.
fn mended(xml: &Document<'_>, unread: &[Unread]) -> (Option<String>, Vec<Unread>) {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut told = Vec::new();
    for unread in unread {
        let older = older_words(&unread.value);
        let before = edits.len();
        for (whole, value) in places(xml, unread) {
            match &older {
                Some(older) => edits.push((value, older.clone())),
                None if AMBIGUOUS.contains(&unread.name.as_str()) => {}
                None => edits.push((whole, String::new())),
            }
        }
        if older.is_none() && edits.len() > before {
            told.push(unread.clone());
        }
    }
    if edits.is_empty() {
        return (None, Vec::new());
    }
    edits.sort_unstable_by_key(|(at, _)| at.start);
    edits.dedup_by_key(|(at, _)| at.start);
    let mut text = xml.input_text().to_owned();
    for (at, by) in edits.into_iter().rev() {
        text.replace_range(at, &by);
    }
    (Some(text), told)
}

/// Where a value stands: together with its name, and alone.
fn places(xml: &Document<'_>, unread: &Unread) -> Vec<(Range<usize>, Range<usize>)> {
    let mut out = Vec::new();
    for node in xml.descendants() {
        for a in node.attributes() {
            if a.name() == "style" {
                declared(xml.input_text(), a.range_value(), unread, &mut out);
            } else if a.name() == unread.name && a.value().trim() == unread.value {
                out.push((a.range(), a.range_value()));
            }
        }
        let in_sheet = |n: roxmltree::Node<'_, '_>| n.tag_name().name() == "style";
        if node.is_text() && node.parent().is_some_and(in_sheet) {
            declared(xml.input_text(), node.range(), unread, &mut out);
        }
    }
    out
}

/// The same in CSS that stands in a part of the text.
fn declared(
    text: &str,
    part: Range<usize>,
    unread: &Unread,
    out: &mut Vec<(Range<usize>, Range<usize>)>,
) {
    let css = &text[part.clone()];
    for (colon, _) in css.match_indices(':') {
        let name = css[..colon].trim_end();
        let before = name.strip_suffix(unread.name.as_str());
        let alone = |before: &&str| !before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        let Some(before) = before.filter(alone) else {
            continue;
        };
        let rest = &css[colon + 1..];
        let rest = &rest[..rest.find([';', '}']).unwrap_or(rest.len())];
        let value = rest.split('!').next().unwrap_or_default();
        if value.trim() == unread.value {
            let at = |n: usize| part.start + n;
            let from = colon + 1;
            out.push((
                at(before.len())..at(from + rest.len()),
                at(from)..at(from + value.len()),
            ));
        }
    }
}

/// A colour such as `rgb(0 127 0 / 50%)` as CSS 3 writes it.
fn older_words(value: &str) -> Option<String> {
    let (name, rest) = value.split_once('(')?;
    let parts = rest.strip_suffix(')')?.split([',', '/', ' ']);
    let parts: Vec<&str> = parts.filter(|p| !p.is_empty()).collect();
    let (opacity, levels) = match parts.as_slice() {
        [levels @ .., opacity] if levels.len() == 3 => (*opacity, levels),
        levels => ("1", levels),
    };
    let opacity = match opacity.strip_suffix('%') {
        Some(share) => share.parse::<f32>().ok()? / 100.0,
        None => opacity.parse().ok()?,
    };
    let levels: Vec<&str> = levels.iter().map(|l| l.trim_end_matches("deg")).collect();
    let older = format!("{name}({},{opacity})", levels.join(","));
    (older != value && svgtypes::Color::from_str(&older).is_ok()).then_some(older)
}

/// What to say of paths that are drawn up to their first mistake, as SVG has it.
fn broken_paths(xml: &Document<'_>) -> Vec<Say> {
    let paths = xml.descendants().filter(|n| n.tag_name().name() == "path");
    let told = paths.filter_map(|path| {
        let outline = path.attribute("d").filter(|d| d.trim() != "none")?;
        let at = match SimplifyingPathParser::from(outline).find_map(Result::err)? {
            Error::UnexpectedData(at)
            | Error::InvalidNumber(at)
            | Error::InvalidChar(_, at)
            | Error::InvalidString(_, at) => at,
            _ => outline.chars().count(),
        };
        let start: String = outline.trim().chars().take(20).collect();
        let name = path.attribute("id").unwrap_or(&start);
        Some(say!(
            "the path `{}` has a mistake at character {} and is drawn up to there",
            name,
            at
        ))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(name: &str, value: &str) -> Unread {
        Unread {
            name: name.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn newer_colours_are_put_in_older_words() {
        for (newer, older) in [
            ("rgba(0, 127, 0, 50%)", "rgba(0,127,0,0.5)"),
            ("rgb(0 127 0 / .5)", "rgb(0,127,0,0.5)"),
            ("rgb(10% 20% 30%/40%)", "rgb(10%,20%,30%,0.4)"),
            ("hsl(120deg 100% 50% / 25%)", "hsl(120,100%,50%,0.25)"),
        ] {
            assert_eq!(older_words(newer).as_deref(), Some(older), "{newer}");
        }
        for unknown in [
            "rgba(0, 50%, 0, 0.5)",
            "blurple",
            "rgb()",
            "blur(50%)",
            ")(",
        ] {
            assert_eq!(older_words(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn values_are_taken_out_wherever_they_stand_and_nothing_else_is() {
        let svg = concat!(
            "<svg xmlns='http://www.w3.org/2000/svg' fill='red'><style>a{fill:rde} b{ fill : rde !important;x:y}",
            "c{my-fill:rde}</style><g fill=\" rde \" style='stroke:red;fill:rde'/><text stroke='rde'>fill:rde</text></svg>"
        );
        let xml = Document::parse(svg).expect("XML");
        let (text, told) = mended(&xml, &[unread("fill", "rde"), unread("fill", "other")]);
        let left = concat!(
            "<svg xmlns='http://www.w3.org/2000/svg' fill='red'><style>a{} b{ ;x:y}",
            "c{my-fill:rde}</style><g  style='stroke:red;'/><text stroke='rde'>fill:rde</text></svg>"
        );
        assert_eq!(text.as_deref(), Some(left));
        assert_eq!(told, [unread("fill", "rde")]);
        // Percents are sound on `<text>` and wrong elsewhere: nobody can tell which of these was meant.
        let xml = Document::parse("<svg><a dx='10%'/><b dx='10%'/></svg>").expect("XML");
        assert_eq!(mended(&xml, &[unread("dx", "10%")]), (None, Vec::new()));
    }
}
