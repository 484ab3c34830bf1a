//! Writes pictures of set text to `$KITPRESS_LOOK` for eyes; checks nothing but that they can be drawn.

use kitpress::text::{Align, BoxSpec, FontBook, NoIcons, Rgb, VAlign, lay_box, outline_svg};
use kitpress::units::Pt;

/// Draws SVG markup in millimetres at 8 pixels a millimetre.
fn png(name: &str, w: f32, h: f32, inner: &str) {
    let Ok(dir) = std::env::var("KITPRESS_LOOK") else {
        return;
    };
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
    map.save_png(format!("{dir}/{name}.png"))
        .expect("the folder can be written");
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
