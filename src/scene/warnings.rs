//! Catches what `usvg` would only log, and says what each complaint means for a picture.
//!
//! What SVG defines is drawn as it says. Of the rest, what takes something visible away is refused; everything else
//! is drawn as SVG says for things that are unknown, and noted.

use std::cell::RefCell;
use std::sync::Once;

use super::survey;
use crate::say;
use crate::say::Say;

thread_local! {
    static HEARD: RefCell<Option<Complaints>> = const { RefCell::new(None) };
}

/// What was complained about while a picture was read.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    /// Something visible would be missing.
    pub refused: Vec<Say>,
    /// It is drawn, as SVG says for what is unknown or wrong.
    pub notes: Vec<Say>,
    /// Values that could not be read.
    pub unread: Vec<Unread>,
    /// Whether a path could not be read to its end.
    pub broken_path: bool,
}

/// A value that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unread {
    /// The attribute or property.
    pub name: String,
    /// What it was set to.
    pub value: String,
}

/// What a complaint means.
#[derive(Debug, PartialEq)]
enum Verdict {
    /// SVG defines it: nothing is wrong.
    Fine,
    /// Drawn, but somebody should know.
    Noted,
    /// Drawn as if this had not been given.
    Unread(Unread),
    /// Drawn up to the first mistake in a path.
    BrokenPath,
    /// Something visible would be missing.
    Refused,
}

struct Ear;

impl log::Log for Ear {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        if !record.target().starts_with("usvg") || !self.enabled(record.metadata()) {
            return;
        }
        HEARD.with_borrow_mut(|heard| {
            if let Some(heard) = heard {
                let message = record.args().to_string();
                match verdict(&message) {
                    Verdict::Fine => {}
                    Verdict::Noted => heard.notes.push(reword(&message)),
                    Verdict::BrokenPath => heard.broken_path = true,
                    Verdict::Unread(value) if heard.unread.contains(&value) => {}
                    Verdict::Unread(value) => heard.unread.push(value),
                    Verdict::Refused => heard.refused.push(reword(&message)),
                }
            }
        });
    }

    fn flush(&self) {}
}

/// Words that stand for a value, whatever the attribute: they are no mistakes.
const KEYWORDS: [&str; 6] = ["inherit", "initial", "unset", "revert", "auto", "normal"];

fn verdict(message: &str) -> Verdict {
    if let Some((attribute, value)) = unread(message) {
        return match attribute {
            _ if KEYWORDS.contains(&value) => Verdict::Fine,
            // `survey` tells of effects that are not there.
            "clip-path" | "mask" | "filter" if is_url(value) && !leads_away(value) => Verdict::Fine,
            name if leads_away(value) && !survey::is_paint(name) => Verdict::Noted,
            // `survey` tells of what nothing in the drawing is called.
            "href" if value.starts_with('#') => Verdict::Fine,
            // Whatever it should lead to is not drawn.
            "href" => Verdict::Refused,
            _ => Verdict::Unread(Unread {
                name: attribute.to_owned(),
                value: value.to_owned(),
            }),
        };
    }
    // What has no size is not drawn, says SVG; `inspect` tells of sizes that are missing or below nothing.
    const FINE: [&str; 13] = [
        // A fallback font is what the font book is for.
        "Fallback from",
        "Rect '",
        "Circle '",
        "Ellipse '",
        "polygon '",
        "polyline '",
        "Polygon '",
        "Polyline '",
        "Image has an invalid size",
        "Filters on zero-sized",
        "Clipping of zero-sized",
        "Masking of zero-sized",
        // `survey` tells of things that are made of themselves.
        "Recursive 'use'",
    ];
    const NOTED: [&str; 16] = [
        // A list of filters that cannot be read is none, says CSS.
        "Failed to parse a filter value",
        "Pattern '",
        "Mask '",
        "Filter '",
        "Gradient '",
        "Invalid gradient child",
        "Recursive marker",
        "Element '#",
        "Invalid font-variation-settings",
        "The 'feImage' element lacks",
        "fill on zero-sized",
        "stroke on zero-sized",
        "Fill on zero-sized",
        "Stroke on zero-sized",
        "a decoration span",
        "Unclipped COLR",
    ];
    let starts = |with: &&str| message.starts_with(*with);
    let noted = |message: &str| {
        message.ends_with("is not a valid filter primitive. Skipped.")
            || message.ends_with("is no a valid 'clip-path' child.")
            || message.contains(" on zero-sized shapes ")
    };
    match () {
        () if FINE.iter().any(starts) => Verdict::Fine,
        () if NOTED.iter().any(starts) || noted(message) => Verdict::Noted,
        () if message.starts_with("Error during path parsing") => Verdict::BrokenPath,
        () => Verdict::Refused,
    }
}

fn is_url(value: &str) -> bool {
    value.starts_with("url(")
}

/// Whether a value is a link out of the drawing.
fn leads_away(value: &str) -> bool {
    is_url(value) && !survey::link_in(value).starts_with('#')
}

/// The attribute and the value that could not be read, where the message says so.
fn unread(message: &str) -> Option<(&str, &str)> {
    let said = ["Failed to parse ", "Invalid '"];
    let said = said.iter().find_map(|s| message.strip_prefix(s))?;
    let (attribute, rest) = said.split_once(" value: '")?;
    Some((attribute.trim_end_matches('\''), rest.rsplit_once('\'')?.0))
}

/// The complaint alone: what `usvg` would do about it, we do not.
fn reword(message: &str) -> Say {
    if let Some(input) = message.strip_suffix(" filter input isn't supported and not planed.") {
        return say!("the filter input `{}` cannot be printed", input);
    }
    if let Some((attribute, value)) = unread(message) {
        if leads_away(value) {
            return survey::not_here(attribute, survey::link_in(value));
        }
        return say!("failed to parse {} value: '{}'", attribute, value);
    }
    if let Some((element, _)) = message.split_once("' cannot be used to ") {
        let element = element.trim_start_matches('\'');
        return say!("`<{}>` is used as a colour, which it cannot be", element);
    }
    let end = [
        ". Fallback",
        ". Falling",
        ". Skipp",
        ", will be",
        " will be skipped",
        ". '",
    ];
    let cut = end
        .iter()
        .filter_map(|e| message.find(e))
        .min()
        .unwrap_or(message.len());
    let said = message[..cut].trim_end_matches('.');
    let mut chars = said.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    say::heard(first.chain(chars).collect::<String>())
}

/// Starts listening. The program has no other use for the `log` crate.
pub(super) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if log::set_logger(&Ear).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
    });
}

/// Tells the same of the picture that is being read on this thread: it shows one that this was heard of.
pub(super) fn pass_on(inner: Complaints) {
    HEARD.with_borrow_mut(|heard| {
        if let Some(heard) = heard {
            heard.refused.extend(inner.refused);
            heard.notes.extend(inner.notes);
        }
    });
}

/// Runs `work` and returns what was complained about on this thread meanwhile.
pub(super) fn during<T>(work: impl FnOnce() -> T) -> (T, Complaints) {
    let outer = HEARD.replace(Some(Complaints::default()));
    let result = work();
    let heard = HEARD.replace(outer).unwrap_or_default();
    (result, heard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_svg_defines_is_fine_and_what_is_lost_is_refused() {
        let judged = |m: &str| verdict(m);
        for fine in [
            "Rect 'a' has an invalid 'width' value. Skipped.",
            "Failed to parse letter-spacing value: 'normal'.",
            "Failed to parse width value: 'auto'.",
            "Filters on zero-sized shapes are not allowed.",
        ] {
            assert_eq!(judged(fine), Verdict::Fine, "{fine}");
        }
        for noted in [
            "Element '#a' cannot reference itself via 'xlink:href'.",
            "LinearGradient on zero-sized shapes is not allowed.",
        ] {
            assert_eq!(judged(noted), Verdict::Noted, "{noted}");
        }
        for (unread, name, value) in [
            ("Failed to parse width value: '3x'.", "width", "3x"),
            (
                "Failed to parse fill value: 'rde'. Fallback to black.",
                "fill",
                "rde",
            ),
            ("Invalid 'font-size' value: 'big'.", "font-size", "big"),
        ] {
            let (name, value) = (name.to_owned(), value.to_owned());
            let expected = Verdict::Unread(Unread { name, value });
            assert_eq!(judged(unread), expected, "{unread}");
        }
        let path = "Error during path parsing: unexpected data at position 1";
        assert_eq!(judged(path), Verdict::BrokenPath);
        for refused in [
            "Failed to parse href value: 'path1'.",
            "'rect' cannot be used to fill a shape.",
            "BackgroundImage filter input isn't supported and not planed.",
        ] {
            assert_eq!(judged(refused), Verdict::Refused, "{refused}");
        }
    }
}
