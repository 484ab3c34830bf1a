//! Pictures in all inks at once: where they differ in their colours alone, one picture stands for all, with *tints* in
//! the place of the colours that differ.
//!
//! Whoever only looks at pictures, and does not print them, has so a third of the work.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::colour::{grey, hex, parse_color};
use crate::text::Rgb;

/// A colour in all inks, in the order of [`Ink::ALL`](super::Ink::ALL).
pub type Tint = [Rgb; 3];

/// The tints that came up, and the colours that stand for them.
#[derive(Default)]
pub struct Tints(Mutex<KnownTints>);

#[derive(Default)]
struct KnownTints {
    codes: HashMap<Tint, Rgb>,
    tints: HashMap<Rgb, Tint>,
}

impl Tints {
    /// The colour that stands for a tint.
    pub fn code(&self, tint: Tint) -> Rgb {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(code) = known.codes.get(&tint) {
            return *code;
        }
        // Colours that nobody draws with, far from each other: a picture that has one by chance is taken wrongly.
        let number = known.codes.len() as u32;
        let [r, g, b, _] = (number.wrapping_mul(0x3d_9e37) ^ 0x5b_a971).to_le_bytes();
        let code = Rgb { r, g, b };
        known.codes.insert(tint, code);
        known.tints.insert(code, tint);
        code
    }

    /// What a colour of a picture means: a tint, or itself, in mono as grey.
    pub fn read(&self, color: Rgb) -> Tint {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let [full, saver, mono] = *known.tints.get(&color).unwrap_or(&[color; 3]);
        [full, saver, grey(mono)]
    }

    /// One text for the texts of all inks; nothing if they differ in more than colours.
    pub fn merge(&self, texts: [&str; 3]) -> Option<String> {
        let mut out = String::with_capacity(texts[0].len());
        let mut rest = texts;
        loop {
            let same = same_start(rest);
            out.push_str(&rest[0][..same]);
            if rest.iter().all(|r| r.len() == same) {
                return Some(out);
            }
            // The difference must lie in a colour, which may have begun before it.
            let begun = out.rfind('#').map(|at| out.len() - at - 1)?;
            let written = |n: usize| {
                let text = texts[n].len() - rest[n].len() + same;
                let text = &texts[n][text.checked_sub(begun)?..];
                let end = text.bytes().position(|b| !b.is_ascii_hexdigit());
                let digits = &text[..end.unwrap_or(text.len())];
                let color = parse_color(&format!("#{digits}"))?;
                (digits.len() >= begun).then_some((color, digits.len()))
            };
            let colors = [written(0)?, written(1)?, written(2)?];
            if colors.iter().all(|(color, _)| *color == colors[0].0) {
                return None;
            }
            out.truncate(out.len() - begun - 1);
            out.push_str(&hex(self.code(colors.map(|(color, _)| color))));
            for (rest, (_, length)) in rest.iter_mut().zip(colors) {
                *rest = rest.get((same + length).checked_sub(begun)?..)?;
            }
        }
    }
}

/// How many bytes at the start are the same in all texts; whole characters.
fn same_start([a, b, c]: [&str; 3]) -> usize {
    const CHUNK: usize = 64;
    let [x, y, z] = [a, b, c].map(str::as_bytes);
    let shortest = x.len().min(y.len()).min(z.len());
    let mut at = 0;
    while at + CHUNK <= shortest
        && x[at..at + CHUNK] == y[at..at + CHUNK]
        && x[at..at + CHUNK] == z[at..at + CHUNK]
    {
        at += CHUNK;
    }
    while at < shortest && x[at] == y[at] && x[at] == z[at] {
        at += 1;
    }
    while !a.is_char_boundary(at) || !b.is_char_boundary(at) || !c.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(text: &str) -> Rgb {
        parse_color(text).expect("a colour")
    }

    #[test]
    fn pictures_that_differ_in_colours_become_one() {
        let tints = Tints::default();
        let svg = |ground: &str, ink: &str| {
            format!(r#"<g id="äöü"><rect fill="{ground}"/><text fill="{ink}">猫</text></g>"#)
        };
        let texts = [
            svg("#204060", "#fff"),
            svg("#e0e4e8", "#1d2433"),
            svg("#eee", "#222"),
        ];
        let merged = tints.merge([&texts[0], &texts[1], &texts[2]]);
        let merged = merged.expect("only colours differ");
        let codes: Vec<&str> = merged.split('"').filter(|p| p.starts_with('#')).collect();
        assert_eq!(merged, svg(codes[0], codes[1]));
        let ground = tints.read(color(codes[0]));
        assert_eq!(ground, ["#204060", "#e0e4e8", "#eee"].map(color));
        assert_eq!(tints.read(color(codes[1]))[0], color("#fff"));
        let plain = tints.read(color("#ff0000"));
        assert_eq!(plain[..2], [color("#ff0000"); 2]);
        assert_eq!(plain[2], grey(color("#ff0000")));
    }

    #[test]
    fn pictures_that_differ_in_more_do_not() {
        let tints = Tints::default();
        for other in [
            r##"<g fill="none"/>"##,
            r##"<g fill="#204060" opacity=".5"/>"##,
            r##"<g fill="#2040"/>"##,
            r##"<g fill="#204060"/><g/>"##,
            r##"<g fill="#204060" />"##,
            r##"<g fill="#20406"/>"##,
            "",
        ] {
            let full = r##"<g fill="#204060"/>"##;
            assert_eq!(tints.merge([full, full, other]), None, "{other}");
            assert_eq!(tints.merge([full, other, full]), None, "{other}");
        }
        let ids = [
            r##"<use href="#a1"/>"##,
            r##"<use href="#a2"/>"##,
            r##"<use href="#a1"/>"##,
        ];
        assert_eq!(tints.merge(ids), None);
        assert_eq!(tints.merge(["same"; 3]).as_deref(), Some("same"));
    }
}
