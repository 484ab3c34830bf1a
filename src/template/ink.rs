//! The palette of a kit as templates see it, in each ink.

use std::fmt::Write;

use serde_json::{Value, json};

pub use crate::colour::{Ink, parse_color};
use crate::colour::{Rgb, WHITE, grey, hex, mix};
use crate::kit::{Kit, Swatch};

/// What templates see as `palette`.
pub fn palette_value(kit: &Kit, lang: &str, ink: Ink) -> Value {
    let entries = kit.palette.iter().map(|s| {
        let base = parse_color(&s.color).unwrap_or_default();
        let dark = mix(base, Rgb::default(), 0.45);
        let show = |c: Rgb| hex(if ink == Ink::Mono { grey(c) } else { c });
        let value = json!({
            "name": s.name,
            "color": show(base),
            "dark": show(dark),
            "fill": format!("url(#kp-{})", s.name),
            "letter": s.letter.get(lang),
            "pattern": s.pattern,
        });
        (s.name.clone(), value)
    });
    Value::Object(entries.collect())
}

/// The `<pattern>`s that `palette.NAME.fill` refers to.
pub fn palette_defs(kit: &Kit, ink: Ink) -> Vec<(String, String)> {
    let defined = kit.palette.iter().map(|swatch| {
        let mut out = String::new();
        pattern(&mut out, swatch, ink);
        (format!("kp-{}", swatch.name), out)
    });
    defined.collect()
}

/// Where a template asks for the palette's patterns. They are put in when it is known which ones the picture uses.
pub const PALETTE: char = '\u{4}';

/// Puts in the patterns that a picture uses, of those that it could.
pub fn put_palette(svg: String, patterns: &[(String, String)]) -> String {
    if !svg.contains(PALETTE) {
        return svg;
    }
    let mut used = vec![false; patterns.len()];
    for at in memchr::memchr_iter(b'#', svg.as_bytes()) {
        let rest = &svg[at + 1..];
        if rest.starts_with("kp-") {
            for (used, (id, _)) in used.iter_mut().zip(patterns) {
                *used |= rest.starts_with(id.as_str());
            }
        }
    }
    let mine = patterns.iter().zip(used).filter(|(_, used)| *used);
    let mine: String = mine.map(|((_, pattern), _)| pattern.as_str()).collect();
    svg.replace(PALETTE, &mine)
}

fn pattern(out: &mut String, swatch: &Swatch, ink: Ink) {
    let base = parse_color(&swatch.color).unwrap_or_default();
    let (ground, line) = match ink {
        Ink::Full => (base, mix(base, Rgb::default(), 0.22)),
        // A plain pattern has nothing but its ground to tell it by.
        Ink::Saver if swatch.pattern == "plain" => (mix(WHITE, base, 0.35), base),
        Ink::Saver => (mix(WHITE, base, 0.10), base),
        Ink::Mono => (
            WHITE,
            Rgb {
                r: 0x33,
                g: 0x33,
                b: 0x33,
            },
        ),
    };
    let (w, h, turn, art) = tile(&swatch.pattern);
    // Some viewers show hairlines between tiles: large tiles have fewer of them. One path for all of a tile's
    // art keeps it cheap.
    let mut path = String::new();
    for (i, j) in (0..REPEAT).flat_map(|i| (0..REPEAT).map(move |j| (i, j))) {
        art.repeat(&mut path, f64::from(i) * w, f64::from(j) * h);
    }
    let (w, h) = (w * f64::from(REPEAT), h * f64::from(REPEAT));
    let _ = write!(
        out,
        r#"<pattern id="kp-{}" width="{w:.2}" height="{h:.2}" patternUnits="userSpaceOnUse" patternTransform="rotate({turn})"><rect x="-0.05" y="-0.05" width="{:.2}" height="{:.2}" fill="{}"/>"#,
        swatch.name,
        w + 0.1,
        h + 0.1,
        hex(ground),
    );
    let line = hex(line);
    let _ = match art.stroke {
        _ if path.is_empty() => Ok(()),
        None => write!(out, r#"<path d="{path}" fill="{line}"/>"#),
        Some(width) => {
            write!(
                out,
                r#"<path d="{path}" fill="none" stroke="{line}" stroke-width="{width}"/>"#
            )
        }
    };
    out.push_str("</pattern>");
}

/// How many times a pattern's art is repeated in one tile, each way.
const REPEAT: u32 = 2;

/// What is drawn on the ground: outlines that start at given points and go on relative to them.
struct TileArt {
    outlines: &'static [(f64, f64, &'static str)],
    /// Width of the lines; filled when there is none.
    stroke: Option<f64>,
}

impl TileArt {
    fn repeat(&self, path: &mut String, dx: f64, dy: f64) {
        for (x, y, rest) in self.outlines {
            let _ = write!(path, "M{:.2} {:.2}{rest}", x + dx, y + dy);
        }
    }
}

/// One tile of a pattern: width, height, turn, and what is drawn on the ground.
fn tile(pattern: &str) -> (f64, f64, u32, TileArt) {
    const DOT: &str = "a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z";
    const RING: &str = "a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z";
    let art = |outlines, stroke| TileArt { outlines, stroke };
    match pattern {
        "diagonal" => (2.2, 2.2, 45, art(&[(0.0, -0.05, "h.75v2.3h-.75z")], None)),
        "dots" => (
            2.6,
            2.6,
            0,
            art(&[(0.15, 0.65, DOT), (1.45, 1.95, DOT)], None),
        ),
        // The line goes on past the tile: its slanted ends would leave notches at the edges.
        "waves" => (
            4.0,
            2.2,
            0,
            art(&[(-2.0, 1.1, "q1 1.3 2 0t2 0t2 0t2 0")], Some(0.55)),
        ),
        "cross" => (
            2.6,
            2.6,
            45,
            art(&[(0.0, 1.3, "h2.6"), (1.3, 0.0, "v2.6")], Some(0.45)),
        ),
        "bricks" => {
            let lines = &[
                (0.0, 0.75, "h4"),
                (0.0, 2.25, "h4"),
                (1.0, 0.75, "v1.5"),
                (3.0, 2.25, "v.75"),
                (3.0, 0.0, "v.75"),
            ];
            (4.0, 3.0, 0, art(lines, Some(0.4)))
        }
        "rings" => (3.0, 3.0, 0, art(&[(0.6, 1.5, RING)], Some(0.45))),
        _ => (20.0, 20.0, 0, art(&[], None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_get_the_patterns_they_use() {
        let patterns = ["red", "red-dark", "blue"].map(|n| (format!("kp-{n}"), format!("<{n}/>")));
        let put = |svg: &str| put_palette(svg.to_owned(), &patterns);
        let asks = |svg: &str| format!("<defs>{PALETTE}</defs>{svg}");
        assert_eq!(put("<g fill='url(#kp-red)'/>"), "<g fill='url(#kp-red)'/>");
        assert_eq!(
            put(&asks("<g fill='#fff'/>")),
            "<defs></defs><g fill='#fff'/>"
        );
        assert_eq!(
            put(&asks("<use href='#kp-blue'/>")),
            "<defs><blue/></defs><use href='#kp-blue'/>"
        );
        // `kp-red` is the beginning of this id, and so put in as well: a pattern too many does no harm.
        assert!(put(&asks("url(#kp-red-dark)")).contains("<red-dark/>"));
    }

    #[test]
    fn colours_are_read_and_written() {
        assert_eq!(parse_color("#0B2545").map(hex).as_deref(), Some("#0b2545"));
        assert_eq!(parse_color("#fff"), Some(WHITE));
        assert_eq!(parse_color("navy"), None);
        assert_eq!(parse_color("#ああ"), None);
    }

    #[test]
    fn saver_grounds_take_at_most_a_tenth_of_the_ink() {
        let navy = Rgb {
            r: 0x0b,
            g: 0x25,
            b: 0x45,
        };
        assert_eq!(Ink::Full.ground(navy), navy);
        for ink in [Ink::Saver, Ink::Mono] {
            let c = ink.ground(navy);
            assert!([c.r, c.g, c.b].iter().all(|v| *v >= 230), "{c:?}");
        }
        assert!(
            crate::colour::luminance(Ink::Saver.on_ground(WHITE)) < 0.1,
            "white on a ground turns dark"
        );
    }

    #[test]
    fn mono_is_saver_in_greys() {
        for c in (0..0x100_0000).step_by(0xfff1) {
            let c = parse_color(&format!("#{c:06x}")).expect("a colour");
            let far = |a: Rgb, b: Rgb| grey(a).r.abs_diff(grey(b).r);
            // Whether colour goes before white is mixed in or afterwards makes up to a fortieth.
            assert!(far(Ink::Mono.ground(c), Ink::Saver.ground(c)) <= 6, "{c:?}");
            assert!(
                far(Ink::Mono.on_ground(c), Ink::Saver.on_ground(c)) <= 1,
                "{c:?}"
            );
        }
    }

    #[test]
    fn mono_has_no_hue() {
        for c in [
            Rgb {
                r: 213,
                g: 94,
                b: 0,
            },
            Rgb {
                r: 0,
                g: 114,
                b: 178,
            },
        ] {
            for c in [Ink::Mono.ground(c), Ink::Mono.on_ground(c), grey(c)] {
                assert!(c.r == c.g && c.g == c.b);
            }
        }
    }
}
