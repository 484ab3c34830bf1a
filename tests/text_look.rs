//! Draws pictures of set text, and checks no more than that; `KITPRESS_LOOK=DIR` keeps them for eyes.

use kitpress::text::flow::{FigureSize, Figures, FlowStyle, flow};
use kitpress::text::{Align, BoxSpec, FontBook, NoIcons, Rgb, VAlign, lay_box, outline_svg};
use kitpress::units::{Mm, Pt, Size};

/// Draws SVG markup in millimetres at 8 pixels a millimetre.
fn png(name: &str, w: f32, h: f32, inner: &str) {
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {w} {h}"><rect width="{w}" height="{h}" fill="#fff"/>{inner}</svg>"##,
        w * 8.0,
        h * 8.0
    );
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("own SVG is sound");
    let size = tree.size().to_int_size();
    let mut map =
        resvg::tiny_skia::Pixmap::new(size.width(), size.height()).expect("size is small");
    resvg::render(
        &tree,
        resvg::tiny_skia::Transform::default(),
        &mut map.as_mut(),
    );
    if let Ok(dir) = std::env::var("KITPRESS_LOOK") {
        map.save_png(format!("{dir}/{name}.png"))
            .expect("the folder can be written");
    }
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
    let mut art = String::new();
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
        art += &outline_svg(&laid.block, FontBook::bundled());
    }
    png("boxes", 109.0, 174.0, &art);
}

/// Figures of the size that their name ends with: `a-37x21`.
struct Boxes;
impl Figures for Boxes {
    fn figure(&self, name: &str) -> Result<FigureSize, String> {
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
    for (i, page) in pages.iter().enumerate() {
        let mut art = page
            .art
            .replace("<rect id=\"kp-text", "<rect fill=\"none\" id=\"kp-text");
        for f in &page.figures {
            let (x, y, w, h) = (f.x.0, f.y.0, f.w.0, f.h.0);
            art += &format!(r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#f3d9a0"/>"##);
        }
        for text in &page.texts {
            art += &outline_svg(text, fonts);
        }
        png(&format!("flow-{lang}-{}", i + 1), 186.0, 258.0, &art);
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
