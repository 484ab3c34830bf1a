//! Colour beside letters: how each ink looks on a terminal, and lines of a table printed with it. Where nobody sees
//! colour, the same lines are printed without.

use std::io::{self, IsTerminal};

use crossterm::style::{Attribute, Color, SetAttribute, SetForegroundColor};

use super::cells::clean;
use super::screen::{Line, LinePart, ScreenTint};
use super::{CommandResult, out};
use crate::play::view::{Ink, View};

/// Whether colour is wanted at all.
pub(super) fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// How an ink looks.
pub(super) fn dress(ink: Ink) -> (Attribute, Option<Color>) {
    match ink {
        Ink::Red => (Attribute::Bold, Some(Color::Red)),
        Ink::Blue => (Attribute::Bold, Some(Color::Blue)),
        Ink::Yellow => (Attribute::Bold, Some(Color::Yellow)),
        Ink::Green => (Attribute::Bold, Some(Color::Green)),
        Ink::First => (Attribute::Bold, Some(Color::Cyan)),
        Ink::Second => (Attribute::Bold, Some(Color::Magenta)),
        Ink::Strong => (Attribute::Bold, None),
        Ink::Faint => (Attribute::Dim, None),
        Ink::Danger => (Attribute::Bold, Some(Color::Red)),
    }
}

/// The lines of a view, each with its colours.
pub(super) fn lines(view: &View) -> Vec<Line> {
    let mut lines: Vec<Line> = view.lines.iter().map(Line::from).collect();
    for stroke in &view.strokes {
        if let Some(line) = lines.get_mut(stroke.line) {
            line.parts.push(LinePart {
                from: stroke.from,
                wide: stroke.wide,
                tint: ScreenTint::Ink(stroke.ink),
            });
        }
    }
    lines
}

/// Prints what a view shows; in colour where it is seen on a terminal.
pub(super) fn print(view: &View) -> CommandResult {
    let colour = io::stdout().is_terminal() && wanted();
    // Each line is clean already: what is left of control is ours.
    let all: String = lines(view)
        .iter()
        .map(|line| format!("{}\n", written(line, colour)))
        .collect();
    out::bytes(all.as_bytes())
}

fn written(line: &Line, colour: bool) -> String {
    let text = clean(&line.text);
    if !colour || line.parts.is_empty() {
        return text;
    }
    let mut out = String::new();
    for (text, tints) in line.stretches(&text) {
        for tint in &tints {
            if let ScreenTint::Ink(ink) = tint {
                let (attribute, colour) = dress(*ink);
                out.push_str(&SetAttribute(attribute).to_string());
                out.extend(colour.map(|c| SetForegroundColor(c).to_string()));
            }
        }
        out.push_str(&text);
        if !tints.is_empty() {
            out.push_str(&SetAttribute(Attribute::Reset).to_string());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_changes_no_letter() {
        let line = Line::from("3G● up").with(0, 3, ScreenTint::Ink(Ink::Green));
        assert_eq!(written(&line, false), "3G● up");
        let painted = written(&line, true);
        assert!(
            painted.contains("\u{1b}[") && painted.contains("3G●"),
            "{painted:?}"
        );
        let bare: String = painted
            .split('\u{1b}')
            .map(|p| p.split_once('m').map_or(p, |(_, t)| t))
            .collect();
        assert_eq!(bare, "3G● up");
    }
}
