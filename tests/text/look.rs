//! Draws pictures of set text and looks where the ink is: inside its box, where it was aligned to, not over a figure.
//! `KITPRESS_LOOK=DIR` keeps the pictures for eyes.

use kitpress::say::Say;
use kitpress::text::flow::{FigureSize, Figures, FlowStyle, flow};
use kitpress::text::{Align, BoxSpec, FontBook, NoIcons, Rgb, VAlign, lay_box, outline_svg};
use kitpress::units::{Mm, Pt, Size};
use resvg::tiny_skia::Pixmap;

/// Pixels in a millimetre.
const SCALE: f32 = 8.0;

/// A picture of letters alone.
struct Look(Pixmap);

/// Left, top, right and bottom in millimetres.
type Bounds = [f32; 4];

impl Look {
    /// What the ink in a part of the picture reaches, if there is any.
    fn ink(&self, [left, top, right, bottom]: Bounds) -> Option<Bounds> {
        let mut found: Option<Bounds> = None;
        let w = self.0.width() as usize;
        for (i, pixel) in self.0.pixels().iter().enumerate() {
            let (x, y) = ((i % w) as f32 / SCALE, (i / w) as f32 / SCALE);
            if pixel.green() > 140 || x < left || y < top || x >= right || y >= bottom {
                continue;
            }
            let [l, t, r, b] = found.unwrap_or([x, y, x, y]);
            found = Some([l.min(x), t.min(y), r.max(x), b.max(y)]);
        }
        found
    }
}

/// Draws SVG markup in millimetres.
fn png(name: &str, w: f32, h: f32, inner: &str) -> Look {
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {w} {h}"><rect width="{w}" height="{h}" fill="#fff"/>{inner}</svg>"##,
        w * SCALE,
        h * SCALE
    );
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("own SVG is sound");
    let size = tree.size().to_int_size();
    let mut map = Pixmap::new(size.width(), size.height()).expect("size is small");
    resvg::render(
        &tree,
        resvg::tiny_skia::Transform::default(),
        &mut map.as_mut(),
    );
    if let Ok(dir) = std::env::var("KITPRESS_LOOK") {
        map.save_png(format!("{dir}/{name}.png"))
            .expect("the folder can be written");
    }
    Look(map)
}

fn is_near(a: f32, b: f32, by: f32, what: &str) {
    assert!((a - b).abs() <= by, "{what}: {a} is not about {b}");
}

#[test]
fn boxes() {
    let body_en = "Take **two** cards from the *floor* deck, keep one and give the other to the player on your left. If the arm is red, it moves twice (AVATAR To fi).";
    let body_ja = "「床カード」を2枚引き、1枚を手元に残して、もう1枚を**左どなりのプレイヤー**にわたす。アームが赤なら、さらに1回うごく（最大3回まで）。";
    let specs = [
        BoxSpec {
            text: "Bed Hair of the Sleepy Head",
            align: Align::Center,
            valign: VAlign::Middle,
            size: Pt(14.0),
            family: "Dela Gothic One",
            ..BoxSpec::default()
        },
        BoxSpec {
            text: "寝ぐせのついたねぼすけペンギン",
            align: Align::Center,
            valign: VAlign::Middle,
            size: Pt(14.0),
            family: "Dela Gothic One",
            ..BoxSpec::default()
        },
        BoxSpec {
            text: body_en,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: body_ja,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: body_en,
            align: Align::Justify,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: body_ja,
            align: Align::Justify,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: body_en,
            align: Align::Center,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: body_ja,
            align: Align::Center,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: "- Draw a card\n- Move up to three floors, then stop\n10. *Rest*",
            valign: VAlign::Bottom,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: "- カードを1枚引く\n- 3枚まで床をすすみ、そこでとまる\n- おわり。」「つぎ",
            valign: VAlign::Middle,
            ..BoxSpec::default()
        },
        BoxSpec {
            text: "Hgx 42",
            size: Pt(24.0),
            align: Align::Center,
            valign: VAlign::Middle,
            weight: 700,
            stroke: Some((
                Rgb {
                    r: 240,
                    g: 200,
                    b: 40,
                },
                1.2,
            )),
            ..BoxSpec::default()
        },
        BoxSpec {
            text: "チョコレートパフェ",
            size: Pt(18.0),
            align: Align::Center,
            valign: VAlign::Middle,
            weight: 700,
            ..BoxSpec::default()
        },
    ];
    let (mut art, mut letters) = (String::new(), String::new());
    for (i, spec) in specs.iter().enumerate() {
        let (x, y) = (3.0 + 53.0 * (i % 2) as f32, 3.0 + 28.0 * (i / 2) as f32);
        let spec = BoxSpec {
            x,
            y,
            w: 50.0,
            h: 25.0,
            min_size: Pt(6.0),
            ..*spec
        };
        let laid = lay_box(&spec, FontBook::bundled(), &NoIcons).expect("fits");
        art += &format!(
            r##"<rect x="{x}" y="{y}" width="50" height="25" fill="none" stroke="#c9d6e8" stroke-width=".2"/>"##
        );
        let outlines = outline_svg(&laid.block, FontBook::bundled());
        art += &outlines;
        letters += &outlines;
    }
    png("boxes", 109.0, 174.0, &art);
    let look = png("letters", 109.0, 174.0, &letters);
    for (i, spec) in specs.iter().enumerate() {
        let (x, y) = (3.0 + 53.0 * (i % 2) as f32, 3.0 + 28.0 * (i / 2) as f32);
        let what = spec.text;
        // Up to the middle of the gaps: nothing leaves its box.
        let around = [x - 1.4, y - 1.4, x + 51.4, y + 26.4];
        let [left, top, right, bottom] = look.ink(around).expect(what);
        let inside = left >= x - 0.3 && top >= y - 0.3 && right <= x + 50.3 && bottom <= y + 25.3;
        assert!(inside, "{what}: {left} {top} {right} {bottom} in {x} {y}");
        match spec.align {
            Align::Center => is_near(left - x, x + 50.0 - right, 1.5, what),
            Align::Justify => is_near(right, x + 50.0, 0.8, what),
            _ => is_near(left, x, 0.8, what),
        }
        match spec.valign {
            VAlign::Top => is_near(top, y, 1.5, what),
            VAlign::Middle => is_near(top - y, y + 25.0 - bottom, 1.5, what),
            VAlign::Bottom => is_near(bottom, y + 25.0, 1.5, what),
        }
    }
}

/// Figures of the size that their name ends with: `a-37x21`.
struct Boxes;
impl Figures for Boxes {
    fn figure(&self, name: &str) -> Result<FigureSize, Say> {
        let (w, h) = name
            .rsplit('-')
            .next()
            .and_then(|s| s.split_once('x'))
            .unwrap_or(("30", "20"));
        let mm = |s: &str| {
            s.trim_end_matches(".svg")
                .parse()
                .map(Mm)
                .unwrap_or(Mm(20.0))
        };
        Ok(FigureSize { w: mm(w), h: mm(h) })
    }
}

fn sheet(lang: &str, markdown: &str) {
    let style = FlowStyle {
        top: Mm(10.0),
        ..FlowStyle::default()
    };
    let fonts = FontBook::bundled();
    let pages = flow(
        markdown,
        Size::mm(186.0, 258.0),
        &style,
        lang,
        fonts,
        &NoIcons,
        &Boxes,
    )
    .expect("can be set");
    assert!(!pages.is_empty());
    for (i, page) in pages.iter().enumerate() {
        let mut art = page
            .art
            .replace("<rect id=\"kp-text", "<rect fill=\"none\" id=\"kp-text");
        for f in &page.figures {
            let (x, y, w, h) = (f.x.0, f.y.0, f.w.0, f.h.0);
            art += &format!(r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#f3d9a0"/>"##);
        }
        let mut letters = String::new();
        for text in &page.texts {
            letters += &outline_svg(text, fonts);
        }
        art += &letters;
        png(&format!("flow-{lang}-{}", i + 1), 186.0, 258.0, &art);
        let look = png(
            &format!("flow-{lang}-{}-letters", i + 1),
            186.0,
            258.0,
            &letters,
        );
        let inset = style.inset.0 as f32;
        let [left, top, right, bottom] = look.ink([0.0, 0.0, 186.0, 258.0]).expect("words");
        let inside = left >= inset - 0.5 && right <= 186.5 - inset && bottom <= 258.5 - inset;
        let first = if i == 0 { style.top.0 as f32 } else { 0.0 };
        assert!(
            inside && top >= inset + first - 0.5,
            "{left} {top} {right} {bottom}"
        );
        for f in &page.figures {
            let [x, y, w, h] = [f.x, f.y, f.w, f.h].map(|l| l.0 as f32);
            let over = look.ink([x, y, x + w, y + h]);
            assert_eq!(over, None, "words over a figure of page {}", i + 1);
        }
    }
}

#[test]
fn sheets() {
    for lang in ["en", "ja"] {
        let file = format!(
            "{}/tests/data/text/rules.{lang}.md",
            env!("CARGO_MANIFEST_DIR")
        );
        let markdown = std::fs::read_to_string(file).expect("the sample is there");
        sheet(lang, &markdown);
    }
}
