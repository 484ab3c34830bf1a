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

    /// The pictures of all inks with tints wherever tags agree in all but colours. Pictures that differ in nothing else
    /// are the same then, and others have in common what they can: it is read and drawn once.
    ///
    /// Whichever tags are taken for the same, each picture keeps its colours, for a tint has those of all its tags.
    pub fn merge(&self, pictures: [&str; 3]) -> [String; 3] {
        let [full, saver, mono] = pictures.map(tags);
        let light = aligned(&saver, &mono, |saver, mono| alike(saver, mono));
        let all = aligned(&full, &light, |full, (saver, mono)| {
            saver.or(*mono).is_some_and(|light| alike(full, light))
        });
        let mut out = pictures.map(|picture| String::with_capacity(picture.len()));
        for (full, light) in all {
            let (saver, mono) = light.copied().unwrap_or_default();
            self.write([full, saver, mono].map(Option::<&&str>::copied), &mut out);
        }
        out
    }

    /// Writes tags that are alike into the pictures that have them.
    fn write(&self, tags: [Option<&str>; 3], out: &mut [String; 3]) {
        // Nearly all are the same.
        if let [Some(full), Some(saver), Some(mono)] = tags
            && full == saver
            && full == mono
        {
            out.iter_mut().for_each(|out| out.push_str(full));
            return;
        }
        let mut pieces = tags.map(|tag| tag.map(pieces));
        loop {
            let next = pieces.each_mut().map(|pieces| pieces.as_mut()?.next());
            let mut present = next.iter().flatten().map(|(_, color)| *color);
            let Some(first) = present.next() else {
                return;
            };
            let code = (!present.all(|color| color == first)).then(|| {
                let colors = next.map(|piece| parse_color(piece?.1));
                // An ink without such a tag has no say.
                let any = colors[1].or(colors[0]).unwrap_or_default();
                hex(self.code(colors.map(|color| color.unwrap_or(any))))
            });
            for (out, piece) in out.iter_mut().zip(next) {
                if let Some((plain, color)) = piece {
                    out.push_str(plain);
                    out.push_str(code.as_deref().unwrap_or(color));
                }
            }
        }
    }
}

/// The tags of a picture, each with what stands before it.
fn tags(picture: &str) -> Vec<&str> {
    let mut start = 0;
    let ends = memchr::memchr_iter(b'>', picture.as_bytes()).map(|at| at + 1);
    ends.chain([picture.len()])
        .map(|end| &picture[std::mem::replace(&mut start, end)..end])
        .collect()
}

/// Plain text and the colour behind it, to the end of a tag, which has no colour behind it.
fn pieces(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = Some(tag);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let color = memchr::memchr_iter(b'#', text.as_bytes()).find_map(|at| {
            let digits = text.as_bytes()[at + 1..].iter();
            let digits = digits.take_while(|b| b.is_ascii_hexdigit()).count();
            let link = text[..at].ends_with('(');
            (matches!(digits, 3 | 6) && !link).then_some((at, at + 1 + digits))
        });
        let Some((at, end)) = color else {
            return Some((text, ""));
        };
        rest = Some(&text[end..]);
        Some((&text[..at], &text[at..end]))
    })
}

/// Whether two tags differ in colours at most.
fn alike(a: &str, b: &str) -> bool {
    let plain = |(plain, _)| plain;
    a == b || pieces(a).map(plain).eq(pieces(b).map(plain))
}

/// Further apart nothing is looked for that two lists have in common.
const FAR: usize = 64;

/// Two lists side by side: what is alike together, what one has alone by itself.
fn aligned<'t, A, B>(
    a: &'t [A],
    b: &'t [B],
    alike: impl Fn(&A, &B) -> bool,
) -> Vec<(Option<&'t A>, Option<&'t B>)> {
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    let (mut a, mut b) = (a.iter(), b.iter());
    loop {
        let (left, right) = (a.as_slice(), b.as_slice());
        if let ([x, ..], [y, ..]) = (left, right)
            && alike(x, y)
        {
            out.push((a.next(), b.next()));
            continue;
        }
        let ways = (0..FAR).flat_map(|far| (0..=far).map(move |n| (n, far - n)));
        let mut ways = ways.take_while(|(x, y)| x + y < left.len() + right.len());
        let meet = ways.find(|(x, y)| {
            let both = left.get(*x).zip(right.get(*y));
            both.is_some_and(|(a, b)| alike(a, b))
        });
        let (x, y) = meet.unwrap_or((left.len(), right.len()));
        out.extend(a.by_ref().take(x).map(|a| (Some(a), None)));
        out.extend(b.by_ref().take(y).map(|b| (None, Some(b))));
        if meet.is_none() {
            return out;
        }
        out.push((a.next(), b.next()));
    }
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
        let [merged, saver, mono] = tints.merge([&texts[0], &texts[1], &texts[2]]);
        assert!(merged == saver && merged == mono, "only colours differ");
        let codes: Vec<&str> = merged.split('"').filter(|p| p.starts_with('#')).collect();
        assert_eq!(merged, svg(codes[0], codes[1]));
        let ground = tints.read(color(codes[0]));
        assert_eq!(ground, ["#204060", "#e0e4e8", "#eee"].map(color));
        assert_eq!(tints.read(color(codes[1]))[0], color("#fff"));
        let plain = tints.read(color("#ff0000"));
        assert_eq!(plain[..2], [color("#ff0000"); 2]);
        assert_eq!(plain[2], grey(color("#ff0000")));
    }

    /// A picture as it is in one ink, read off one with tints.
    fn in_ink(tints: &Tints, picture: &str, ink: usize) -> String {
        let read =
            |color: &str| parse_color(color).map_or(String::new(), |c| hex(tints.read(c)[ink]));
        pieces(picture)
            .flat_map(|(plain, color)| [plain.to_owned(), read(color)])
            .collect()
    }

    #[test]
    fn pictures_that_differ_in_more_keep_what_they_are() {
        let full = r##"<svg><g fill="#204060"/><path d="M1" stroke="#111111"/></svg>"##;
        for other in [
            r##"<svg><g fill="none"/><path d="M1" stroke="#222222"/></svg>"##,
            r##"<svg><g fill="#205060" opacity=".5"/><path d="M1" stroke="#222222"/></svg>"##,
            r##"<svg><g fill="#205060"/><g/><path d="M1" stroke="#222222"/></svg>"##,
            r##"<svg><path d="M1" stroke="#222222"/></svg>"##,
            r##"<svg><use href="#a2"/><path d="M1" stroke="#222222"/></svg>"##,
            r##"<svg><g fill="#205060" /><path d="M1" stroke="#222222"/></svg>"##,
        ] {
            for texts in [
                [full, full, other],
                [full, other, full],
                [other, full, full],
            ] {
                let tints = Tints::default();
                let merged = tints.merge(texts);
                for (ink, (merged, text)) in merged.iter().zip(texts).enumerate() {
                    let expected = in_ink(&Tints::default(), text, ink);
                    assert_eq!(in_ink(&tints, merged, ink), expected);
                }
                let line = |picture: &str| picture.split("stroke=").nth(1).map(str::to_owned);
                assert_eq!(line(&merged[0]), line(&merged[1]), "{other}");
                assert_eq!(line(&merged[0]), line(&merged[2]), "{other}");
                assert!(merged[0] != merged[1] || merged[0] != merged[2]);
            }
        }
        let tints = Tints::default();
        assert_eq!(tints.merge(["same"; 3]), ["same"; 3]);
        assert_eq!(tints.merge(["", "<a/>", "<b/>"]), ["", "<a/>", "<b/>"]);
    }

    #[test]
    fn lists_are_laid_side_by_side() {
        let side = |a: &str, b: &str| {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            let pairs = aligned(&a, &b, |a, b| a == b);
            let show = |c: Option<&char>| c.copied().unwrap_or('-');
            pairs
                .iter()
                .flat_map(|(a, b)| [show(*a), show(*b)])
                .collect::<String>()
        };
        assert_eq!(side("abc", "abc"), "aabbcc");
        assert_eq!(side("abxc", "abc"), "aabbx-cc");
        assert_eq!(side("ac", "abbc"), "aa-b-bcc");
        assert_eq!(side("axc", "ayc"), "aax--ycc");
        assert_eq!(side("ab", "xy"), "a-b--x-y");
        assert_eq!(side("", "x"), "-x");
    }
}
