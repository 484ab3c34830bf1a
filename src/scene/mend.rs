//! Reads a picture as if values that cannot be read had not been given, which is what CSS says about them, colours
//! in newer words as if they stood there in older ones, and colours that lead to none as what is to be taken instead.
//!
//! `usvg` would take the first value for a property that it finds, black or nothing where it cannot be read, although
//! a group around or another rule has one that can be.

use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;

use roxmltree::Document;
use svgtypes::{Error, SimplifyingPathParser};

use super::warnings::{self, Complaints, Unread};
use super::{inspect, survey};
use crate::say;
use crate::say::Say;

/// Attributes that hold other things on other elements: lists on text, numbers on filters. None of them is inherited.
const AMBIGUOUS: [&str; 4] = ["x", "y", "dx", "dy"];

/// Reads a picture; what was complained about meanwhile.
pub(super) fn reading<T>(
    xml: &Document<'_>,
    read: &impl Fn(&Document<'_>) -> T,
) -> (T, Complaints) {
    if let Some(fallen) = fallen_back(xml).as_deref().map(inspect::read)
        && let Ok(fallen) = fallen
    {
        return reading(&fallen, read);
    }
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
    if paint_elsewhere(&unread) {
        return survey::not_here(&unread.name, survey::link_in(&unread.value));
    }
    say!("failed to parse {} value: '{}'", unread.name, unread.value)
}

/// Whether a value is a colour in another file. Nothing is painted with it, says SVG.
fn paint_elsewhere(unread: &Unread) -> bool {
    survey::is_paint(&unread.name) && unread.value.starts_with("url(")
}

/// The SVG with the second colour of each `fill="url(#x) red"` whose first leads to nothing that is a colour, if there are
/// any. `usvg` takes it only where nothing has the id.
fn fallen_back(xml: &Document<'_>) -> Option<String> {
    let text = xml.input_text();
    // Few pictures say what is to be taken instead.
    let mut links = memchr::memmem::find_iter(text.as_bytes(), "url(");
    let has_more = |at: usize| {
        let after = text[at..].split_once(')').map_or("", |(_, after)| after);
        !after
            .trim_start()
            .starts_with(['"', '\'', ';', '}', '<', '!', ',', ')', 'u'])
    };
    if !links.any(has_more) {
        return None;
    }
    let servers: HashSet<&str> = xml
        .descendants()
        .filter(|n| survey::PAINTS.contains(&n.tag_name().name()))
        .filter_map(|n| n.attribute("id"))
        .collect();
    let mut edits = Vec::new();
    for (_, at) in all_places(xml, &|name, _| survey::is_paint(name)) {
        let value = text[at.clone()].trim();
        let Some((_, instead)) = value.split_once(')').filter(|_| value.starts_with("url(")) else {
            continue;
        };
        let here = survey::link_in(value).strip_prefix('#');
        let found = here.is_some_and(|id| servers.contains(id));
        if !found && !instead.trim().is_empty() {
            edits.push((at, instead.trim().to_owned()));
        }
    }
    (!edits.is_empty()).then(|| edited(text, edits))
}

/// The SVG in words that can be read, if any value was found in it that cannot, and those that were taken out.
fn mended(xml: &Document<'_>, unread: &[Unread]) -> (Option<String>, Vec<Unread>) {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut told = Vec::new();
    for unread in unread {
        let older = older_words(&unread.value);
        let elsewhere = paint_elsewhere(unread);
        let before = edits.len();
        for (whole, value) in places(xml, unread) {
            match &older {
                Some(older) => edits.push((value, older.clone())),
                None if elsewhere => edits.push((value, "none".to_owned())),
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
    (Some(edited(xml.input_text(), edits)), told)
}

/// A text with other words in some places.
fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_unstable_by_key(|(at, _)| at.start);
    edits.dedup_by_key(|(at, _)| at.start);
    let mut text = text.to_owned();
    for (at, by) in edits.into_iter().rev() {
        text.replace_range(at, &by);
    }
    text
}

/// Where a value stands: together with its name, and alone.
fn places(xml: &Document<'_>, unread: &Unread) -> Vec<(Range<usize>, Range<usize>)> {
    all_places(xml, &|name, value| {
        name == unread.name && value == unread.value
    })
}

/// Where the wanted ones of all attributes and properties stand: together with the name, and the value alone.
fn all_places(
    xml: &Document<'_>,
    wanted: &dyn Fn(&str, &str) -> bool,
) -> Vec<(Range<usize>, Range<usize>)> {
    let mut out = Vec::new();
    for node in xml.descendants() {
        for a in node.attributes() {
            if a.name() == "style" {
                declared(xml.input_text(), a.range_value(), wanted, &mut out);
            } else if wanted(a.name(), a.value().trim()) {
                out.push((a.range(), a.range_value()));
            }
        }
        let in_sheet = |n: roxmltree::Node<'_, '_>| n.tag_name().name() == "style";
        if node.is_text() && node.parent().is_some_and(in_sheet) {
            declared(xml.input_text(), node.range(), wanted, &mut out);
        }
    }
    out
}

/// The same in CSS that stands in a part of the text.
fn declared(
    text: &str,
    part: Range<usize>,
    wanted: &dyn Fn(&str, &str) -> bool,
    out: &mut Vec<(Range<usize>, Range<usize>)>,
) {
    let css = &text[part.clone()];
    for (colon, _) in css.match_indices(':') {
        let before = css[..colon].trim_end();
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
        let start = start.map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        });
        let rest = &css[colon + 1..];
        let rest = &rest[..rest.find([';', '}']).unwrap_or(rest.len())];
        let value = rest.split('!').next().unwrap_or_default();
        if wanted(&before[start..], value.trim()) {
            let at = |n: usize| part.start + n;
            let from = colon + 1;
            out.push((
                at(start)..at(from + rest.len()),
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
    fn the_second_colour_is_taken_where_the_first_leads_to_none() {
        for (svg, left) in [
            ("<a id='r' fill='url(#r) red'/>", "<a id='r' fill='red'/>"),
            ("<a fill='url(x.svg#a) red'/>", "<a fill='red'/>"),
            (
                "<a style='x:y; stroke : url(\"http://x/y#a\") #123 !important'/>",
                "<a style='x:y; stroke :#123!important'/>",
            ),
            (
                "<style>a{fill:url(#r) none}b{fill:url(#g) none}</style><pattern id='g'/>",
                "<style>a{fill:none}b{fill:url(#g) none}</style><pattern id='g'/>",
            ),
            (
                "<a fill=\"url(&quot;#r&quot;) currentColor\"/>",
                "<a fill=\"currentColor\"/>",
            ),
        ] {
            let around =
                |inner: &str| format!("<svg xmlns='http://www.w3.org/2000/svg'>{inner}</svg>");
            let svg = around(svg);
            let xml = Document::parse(&svg).expect("XML");
            assert_eq!(fallen_back(&xml), Some(around(left)), "{svg}");
        }
        for svg in [
            "<svg><pattern id='g'/><a fill='url(#g) red'/></svg>",
            "<svg><a fill='url(x.svg#a)'/><b filter='url(#f) url(#g)'/></svg>",
            "<svg><a cursor='url(x.cur) auto'/>fill:url(#a) red</svg>",
        ] {
            let xml = Document::parse(svg).expect("XML");
            assert_eq!(fallen_back(&xml), None, "{svg}");
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
