//! Plain pictures are read without `usvg`: whatever is read so is drawn as a whole parser has it drawn, and
//! whatever is not plain is left to that.

use std::io::Read;
use std::sync::Arc;

use kitpress::impose::{Placement, Sheet, Turn};
use kitpress::kit::Kit;
use kitpress::press::{PrintOptions, Unwatched, proof};
use kitpress::scene::{Art, Scene, Studio, plain, share};
use kitpress::template::Ink as InkChoice;
use kitpress::text::FontBook;
use kitpress::units::{Mm, Rect, Size};
use kitpress::write::{Document, Face, Ink, Meta, PdfOptions, pdf};
use proptest::prelude::*;

/// Every content stream of a picture's PDF, as its tokens.
fn drawn(art: Art) -> Vec<Vec<String>> {
    let scene = Scene {
        art: Arc::new(art),
        texts: vec![],
    };
    let at = Rect::mm(20.0, 20.0, 60.0, 80.0);
    let sheet = Sheet {
        paper: Size::mm(210.0, 297.0),
        items: vec![Placement {
            face: 0,
            at,
            turn: Turn::None,
            bleed: Mm(0.0),
            clip: None,
        }],
        marks: vec![],
        guides: vec![],
        ruler: vec![],
        notes: vec![],
        trim: at,
        bleed: at,
        components: vec![0],
        is_back: false,
    };
    let document = Document {
        meta: Meta::default(),
        faces: &[Face {
            scene: &scene,
            trim: Size::mm(60.0, 80.0),
            dpi: 300,
        }],
        parts: &[],
        sheets: &[sheet],
        notes: &[],
        outline: &[],
        fonts: FontBook::bundled(),
        ink: Ink::Full,
    };
    streams(&pdf(&document, &PdfOptions::default()).expect("a PDF"))
}

/// The forms and tiles in a PDF.
fn streams(pdf: &[u8]) -> Vec<Vec<String>> {
    let find = |from: usize, what: &[u8]| {
        let found = pdf[from..].windows(what.len()).position(|w| w == what);
        found.map(|at| from + at)
    };
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(start) = find(at, b" 0 obj<<") {
        let Some(open) = find(start, b">>stream\n") else {
            break;
        };
        let dict = String::from_utf8_lossy(&pdf[start..open]).into_owned();
        let length = dict.rsplit("/Length ").next().and_then(|l| l.parse().ok());
        let length: usize = length.expect("a length");
        let data = &pdf[open + 9..open + 9 + length];
        at = open + 9 + length;
        if !dict.contains("/BBox[") {
            continue;
        }
        let mut text = String::new();
        if dict.contains("/FlateDecode") {
            let mut inflate = flate2::read::ZlibDecoder::new(data);
            inflate.read_to_string(&mut text).expect("deflated text");
        } else {
            text = String::from_utf8(data.to_vec()).expect("text");
        }
        let matrix = dict.split("/Matrix[").nth(1).unwrap_or_default();
        let matrix = matrix.split(']').next().unwrap_or_default();
        let tokens = matrix.split_whitespace().chain(text.split_whitespace());
        let tokens = seen(tokens.map(str::to_owned));
        // Equal tiles may be stored once or more often.
        if !all.contains(&tokens) {
            all.push(tokens);
        }
    }
    all
}

/// What is to be seen: without the scopes in which nothing is painted, as a tree has for what is invisible.
fn seen(tokens: impl Iterator<Item = String>) -> Vec<String> {
    const PAINT: [&str; 11] = ["f", "f*", "S", "s", "B", "B*", "b", "b*", "Do", "sh", "Tj"];
    let (mut out, mut open): (Vec<String>, Vec<usize>) = (Vec::new(), Vec::new());
    for token in tokens {
        let is_end = token == "Q";
        if token == "q" {
            open.push(out.len());
        }
        out.push(token);
        if let Some(start) = open.pop_if(|_| is_end)
            && !out[start..].iter().any(|t| PAINT.contains(&t.as_str()))
        {
            out.truncate(start);
        }
    }
    out
}

/// Whether two drawings are the same but for the last decimal of their numbers.
fn same(a: &[Vec<String>], b: &[Vec<String>]) -> Result<(), String> {
    if a.len() != b.len() {
        return Err(format!("{} and {} streams", a.len(), b.len()));
    }
    for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
        let near = match (a.parse::<f64>(), b.parse::<f64>()) {
            (Ok(x), Ok(y)) => (x - y).abs() < 0.011 + 1e-5 * x.abs(),
            _ => a == b,
        };
        if !near {
            return Err(format!("`{a}` and `{b}`"));
        }
    }
    match a.iter().zip(b).all(|(a, b)| a.len() == b.len()) {
        true => Ok(()),
        false => Err("one goes on".into()),
    }
}

fn svg(inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">{inner}</svg>"#
    )
}

fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("a picture")
}

fn number() -> impl Strategy<Value = String> {
    (-900i32..900).prop_map(|n| format!("{}", f64::from(n) / 10.0))
}

fn length() -> impl Strategy<Value = String> {
    (1i32..400).prop_map(|n| format!("{}", f64::from(n) / 10.0))
}

fn style() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        Just(String::new()),
        Just(r##" fill="#b31""##.to_owned()),
        Just(r##" fill="#0a7Bf0""##.to_owned()),
        Just(r#" fill="none""#.to_owned()),
        Just(r#" fill="teal""#.to_owned()),
        Just(r#" fill="rgba(10, 20, 30, 0.5)""#.to_owned()),
        Just(r##" fill="url(#tile)""##.to_owned()),
        Just(r#" fill-rule="evenodd""#.to_owned()),
        Just(r#" fill-opacity=".4""#.to_owned()),
        length().prop_map(|w| format!(r##" stroke="#123456" stroke-width="{w}""##)),
        Just(r#" stroke="red" stroke-opacity="0.25""#.to_owned()),
        Just(r#" stroke="none""#.to_owned()),
        Just(r#" stroke-width="0""#.to_owned()),
        Just(r#" stroke-linecap="round""#.to_owned()),
        Just(r#" stroke-linecap="square" stroke-linejoin="bevel""#.to_owned()),
        Just(r#" stroke-linejoin="round""#.to_owned()),
        Just(r#" stroke-miterlimit="2""#.to_owned()),
        Just(r#" stroke-dasharray="3 1.5 2""#.to_owned()),
        Just(r#" stroke-dasharray="2,2" stroke-dashoffset="1""#.to_owned()),
        Just(r#" paint-order="stroke""#.to_owned()),
        Just(r#" opacity=".5""#.to_owned()),
        Just(r##" clip-path="url(#cut)""##.to_owned()),
        (number(), number()).prop_map(|(x, y)| format!(r#" transform="translate({x} {y})""#)),
        (number(), length())
            .prop_map(|(a, s)| format!(r#" transform="rotate({a} 3 4) scale({s}, 1.5)""#)),
        Just(r#" transform="matrix(1 .2 -.3 1 4 5) skewX(10)""#.to_owned()),
    ];
    // No attribute twice.
    proptest::collection::vec(one, 0..4).prop_map(|all| {
        let mut out = String::new();
        for attribute in all {
            let names = attribute
                .split_whitespace()
                .filter_map(|w| w.split_once("=\""));
            if names
                .clone()
                .all(|(n, _)| !out.contains(&format!(" {n}=\"")))
            {
                out.push_str(&attribute);
            }
        }
        out
    })
}

/// Round shapes are left to [`round_shapes_are_round`]: `usvg` cuts their arcs into more curves than they need.
fn shape() -> impl Strategy<Value = String> {
    let n = number;
    let l = length;
    let geometry = prop_oneof![
        (n(), n(), l(), l()).prop_map(|(x, y, w, h)| {
            format!(r#"rect x="{x}" y="{y}" width="{w}" height="{h}""#)
        }),
        (n(), n(), n()).prop_map(|(x, y, z)| format!(r#"line x1="{x}" y1="{y}" x2="{z}" y2="7""#)),
        (n(), n(), n()).prop_map(|(x, y, z)| format!(r#"polygon points="{x},{y} {z} 5, 6 7""#)),
        (n(), n(), n()).prop_map(|(x, y, z)| format!(r#"polyline points="{x} {y} {z} 5 8 8.5""#)),
        (n(), n(), l(), n()).prop_map(|(x, y, r, z)| {
            format!(
                r#"path d="M{x},{y} h5 v-3 q{z} 2 3 4 t1 2 c1 2,3 4,{z} 6 s1 1 2 2 A{r} 3 20 0 1 {y} {x} Z m2 2L4 4H{z}V9z""#
            )
        }),
    ];
    // Each can be seen: what draws nothing is left out sooner or later, and need not be alike.
    (geometry, style()).prop_map(|(g, mut s)| {
        if s.contains("stroke-width=\"0\"")
            || s.contains("stroke=\"none")
            || !s.contains(" stroke=\"")
        {
            s = s.replace(" fill=\"none\"", "");
        }
        if !s.contains(" fill=\"") {
            s.push_str(" fill=\"#abc\"");
        }
        format!("<{g}{s}/>")
    })
}

fn inside() -> impl Strategy<Value = String> {
    shape().prop_recursive(3, 20, 5, |inner| {
        let many = proptest::collection::vec(inner, 1..4).prop_map(|v| v.join("\n "));
        prop_oneof![
            (style(), many.clone()).prop_map(|(s, v)| format!("<g{s}>{v}</g>")),
            (number(), length(), many).prop_map(|(x, w, v)| {
                format!(
                    r#"<svg x="{x}" y="2" width="{w}" height="20" viewBox="1 2 30 40" overflow="visible">{v}</svg>"#
                )
            }),
        ]
    })
}

const DEFS: &str = r##"<defs><pattern id="tile" width="4" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="2" height="1" fill="#fc0"/><g stroke="#00f" stroke-width=".3"><path fill="none" d="M0 0L4 3"/></g></pattern><clipPath id="cut"><path clip-rule="evenodd" d="M0 0H40V60H0Z M5 5H9V9H5Z"/></clipPath></defs>"##;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn plain_pictures_are_drawn_as_their_trees_are(inner in proptest::collection::vec(inside(), 1..5)) {
        let svg = svg(&format!("{DEFS}<!-- a comment -->{}", inner.join("")));
        let plain = Art::plain(1, &svg);
        prop_assert!(plain.is_some(), "not plain: {svg}");
        let plain = drawn(plain.unwrap());
        let whole = drawn(Art::new(1, tree(&svg)));
        prop_assert_eq!(same(&plain, &whole), Ok(()), "{}", svg);
    }
}

/// What is painted by nobody is not drawn by anybody: neither as shapes nor as a group that holds nothing.
#[test]
fn groups_that_show_nothing_are_not_drawn() {
    for inner in [
        r#"<g stroke-width="0" opacity=".5"><rect width="9" height="9" fill="none" stroke="red"/></g>"#,
        r##"<g opacity=".5"><g transform="scale(2)" stroke="none"><path d="M0 0H9V9" fill="none"/></g></g>"##,
    ] {
        let svg = svg(&format!(r#"<rect width="1" height="1"/>{inner}"#));
        let plain = drawn(Art::plain(1, &svg).expect("plain"));
        assert_eq!(
            same(&plain, &drawn(Art::new(1, tree(&svg)))),
            Ok(()),
            "{inner}"
        );
        assert_eq!(plain.len(), 1, "{inner}");
    }
}

/// Values that are written in an unusual way, or are wrong.
const ODD: [(&str, &[&str]); 22] = [
    (
        "x",
        &[
            "-0", "+1", "1e1", "1.", ".5", "1 ", "5px", "5mm", "1e", "", "50%", "1e9", "NaN",
        ],
    ),
    (
        "width",
        &[
            "0", "-0", "-1", "1e-9", "1e2", "1e12", "auto", "", "1.5.", "3x",
        ],
    ),
    ("height", &["0", "-2", "4.", "0x10", "+7"]),
    ("rx", &["-0", "0", "-1", "2", "99", "auto", ".5", "1%"]),
    ("ry", &["-0", "0", "-1", "2", "99", ""]),
    ("r", &["-0", "0", "3", "1e7", "4294967296"]),
    ("cx", &["-0", "3 ", "\n3", "1e3"]),
    (
        "d",
        &[
            "M0 0",
            "M0 0L5 5",
            "M0,0,L5,,5",
            "M0 0 5 5z",
            "L5 5",
            "M0 0H",
            "M0 0A1 1 0 2 0 5 5",
            "",
        ],
    ),
    (
        "points",
        &[
            "0,0 9,9 9,0",
            "0 0 9",
            "0,,0 9 9",
            "0 0 9 x",
            "",
            "1 2",
            "0,0,9,9,9,0,",
            "0 0\n5 5 1e1 0",
        ],
    ),
    (
        "transform",
        &[
            "",
            "none",
            "scale(0)",
            "scale(-1)",
            "rotate(45 1)",
            "translate(1,,2)",
            "matrix(1 0 0 1 0)",
            "scale(1e30)",
            "rotate(10)translate(2)",
            "translate(3 4) ",
        ],
    ),
    ("opacity", &["0", "-1", "2", "50%", "-0", ".5.", "1e-3"]),
    (
        "fill",
        &[
            "none",
            "#12",
            "#1234",
            "#12345678",
            "RED",
            "url(#tile)",
            "url( #tile )",
            "url(#tile) red",
            "url('#tile')",
            "url(#cut)",
            "url(#nothing)",
            "transparent",
            "rgb(300,-1,0)",
            "hsl(120,100%,25%)",
            "rgba(1,2,3,50%)",
        ],
    ),
    ("fill-opacity", &["0", "200%", "-.5", "1"]),
    ("fill-rule", &["evenodd", "odd", "inherit", "nonzero "]),
    (
        "stroke",
        &[
            "red",
            "url(#tile)",
            "none",
            "#abc ",
            "context-fill",
            "currentColor",
        ],
    ),
    ("stroke-width", &["0", "-1", "-0", "2", "1e7", "10%", "2px"]),
    ("stroke-miterlimit", &["0", "-1", "2", "1e3", "x"]),
    (
        "stroke-dasharray",
        &[
            "3,,2", "3 2,1", ",3", "3,", "-0 1", "0 0", "0", "none", "1e-9", "2 , 1", "5", "3  2",
            "1;2", "2px 1",
        ],
    ),
    ("stroke-dashoffset", &["-3", "-0", "1e9", "10%", "x"]),
    (
        "clip-path",
        &[
            "none",
            "url(#cut)",
            "url(#tile)",
            "url(#nothing)",
            "url(#cut) red",
            "circle(3)",
        ],
    ),
    ("xmlns", &["", "http://www.w3.org/2000/svg", "elsewhere"]),
    ("id", &["a", "", "tile", "cut", "kp-text-x"]),
];

/// An element with one value or two that are odd, wherever a picture may have it.
fn odd_picture() -> impl Strategy<Value = String> {
    let odd = || {
        (0..ODD.len()).prop_flat_map(|n| {
            let (name, values) = ODD[n];
            (0..values.len()).prop_map(move |v| (name, values[v]))
        })
    };
    let base: [(&str, &[(&str, &str)]); 8] = [
        (
            "rect",
            &[("width", "9"), ("height", "7"), ("stroke", "#123")],
        ),
        (
            "circle",
            &[("r", "5"), ("stroke", "#123"), ("stroke-dasharray", "2 1")],
        ),
        ("ellipse", &[("rx", "5"), ("ry", "3")]),
        ("line", &[("x2", "9"), ("y2", "4"), ("stroke", "red")]),
        (
            "path",
            &[
                ("d", "M0 0L9 9H3Z"),
                ("stroke", "red"),
                ("stroke-dasharray", "2 1"),
            ],
        ),
        ("polygon", &[("points", "0,0 9,9 3,8")]),
        ("g", &[("stroke", "red")]),
        (
            "pattern",
            &[
                ("id", "own"),
                ("width", "4"),
                ("height", "3"),
                ("patternUnits", "userSpaceOnUse"),
            ],
        ),
    ];
    (0..base.len(), odd(), odd()).prop_map(move |(n, one, two)| {
        let (name, usual) = base[n];
        let changed = [one, two];
        let keeps = |(n, _): &&(&str, &str)| changed.iter().all(|(c, _)| c != n);
        let mut all: Vec<(&str, &str)> = usual.iter().filter(keeps).copied().collect();
        all.push(one);
        if two.0 != one.0 {
            all.push(two);
        }
        let attributes: String = all.iter().map(|(n, v)| format!(" {n}=\"{v}\"")).collect();
        let inner = match name {
            "g" | "pattern" => r#"<rect width="5" height="4"/><path d="M1 1L8 3"/>"#,
            _ => "",
        };
        let shown = match name {
            "pattern" => r##"<rect width="30" height="30" fill="url(#own)"/>"##,
            _ => "",
        };
        format!("<{name}{attributes}>{inner}</{name}>{shown}")
    })
}

fn kit() -> Kit {
    let kits = Kit::shipped().expect("shipped kits load");
    kits.into_iter().next().expect("a kit")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// Whatever the plain reader takes, a whole parser takes without a word, and draws the same.
    #[test]
    fn odd_values_are_read_as_usual_or_left_alone(inner in odd_picture()) {
        let svg = svg(&format!("{DEFS}{inner}"));
        if let Some(plain) = Art::plain(1, &svg) {
            thread_local! {
                static STUDIO: Studio<'static> = {
                    let kit: &'static Kit = Box::leak(Box::new(kit()));
                    Studio::new(kit, InkChoice::Full).expect("fonts load")
                };
            }
            let whole = STUDIO.with(|studio| studio.parse_piece(&svg));
            prop_assert!(whole.is_ok(), "{}: {}", whole.unwrap_err(), svg);
            let round = ["<circle", "<ellipse", " rx=", " ry="];
            if !round.iter().any(|r| svg.contains(r)) {
                let whole = drawn(Art::new(1, tree(&svg)));
                prop_assert_eq!(same(&drawn(plain), &whole), Ok(()), "{}", svg);
            }
        }
    }
}

#[test]
fn whatever_is_not_plain_is_left_to_a_whole_parser() {
    let rest = [
        // Not quite XML, or XML in a way of its own.
        r#"<rect width="1" height="1""#,
        r#"<g><rect width="1" height="1"/>"#,
        r#"<g></path>"#,
        r#"<rect width="1" width="1" height="1"/>"#,
        r#"<rect width="1"height="1"/>"#,
        r#"<rect width=1 height="1"/>"#,
        r#"<path d="M0 0&#32;L5 5"/>"#,
        r#"<path d="M0 0 L5 5" id="a&amp;b"/>"#,
        r#"<path d="M0 0<L5 5"/>"#,
        "<!-- a -- b -->",
        "<![CDATA[x]]>",
        "words",
        "<g>words</g>",
        r#"<rect xmlns="elsewhere" width="1" height="1"/>"#,
        // Elements.
        "<text>a</text>",
        r##"<use href="#a"/>"##,
        r#"<image href="a.png" width="1" height="1"/>"#,
        "<style>path{fill:red}</style>",
        "<title>a</title>",
        "<foreignObject/>",
        "<unknown/>",
        r#"<rect width="1" height="1"><title>a</title></rect>"#,
        // Attributes.
        r#"<rect width="1" height="1" style="fill:red"/>"#,
        r#"<rect width="1" height="1" class="a"/>"#,
        r#"<rect width="1" height="1" visibility="hidden"/>"#,
        r#"<rect width="1" height="1" display="none"/>"#,
        r#"<g filter="none"/>"#,
        r#"<g mask="none"/>"#,
        r#"<g transform="rotate(1)" transform-origin="2 2"/>"#,
        r#"<g fill="red" data-x="1"/>"#,
        // Values.
        r#"<rect width="50%" height="1"/>"#,
        r#"<rect width="1mm" height="1"/>"#,
        r#"<rect width="0" height="1"/>"#,
        r#"<rect width="-1" height="1"/>"#,
        r#"<rect width="inf" height="1"/>"#,
        r#"<rect height="1"/>"#,
        r#"<circle r="0"/>"#,
        r#"<path d="M0 0 L"/>"#,
        r#"<path d="M0 0 L5 5 x"/>"#,
        r#"<polygon points="1"/>"#,
        r#"<rect width="1" height="1" fill="currentColor"/>"#,
        r#"<rect width="1" height="1" fill="inherit"/>"#,
        r#"<rect width="1" height="1" fill="nocolour"/>"#,
        r##"<rect width="1" height="1" fill="url(#nothing)"/>"##,
        r##"<rect width="1" height="1" fill="url(#tile) red"/>"##,
        r##"<rect width="1" height="1" stroke="url(#nothing)"/>"##,
        r##"<g clip-path="url(#nothing)"/>"##,
        r#"<g opacity="50%"/>"#,
        r#"<g transform="rotate(a)"/>"#,
        r#"<g transform="scale(0)"/>"#,
        r#"<rect width="1" height="1" stroke="red" stroke-dasharray="-1 1"/>"#,
        r#"<rect width="1" height="1" stroke="red" stroke-linejoin="arcs"/>"#,
        r#"<rect width="1" height="1" paint-order="markers"/>"#,
        r#"<svg width="1" height="1" viewBox="0 0 1 1"/>"#,
        // Definitions.
        r#"<linearGradient id="g"><stop/></linearGradient>"#,
        r#"<pattern id="p" width="1" height="1"><rect width="1" height="1"/></pattern>"#,
        r#"<pattern id="p" width="0" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>"#,
        r##"<pattern id="p" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="url(#tile)"/></pattern>"##,
        r#"<pattern id="tile" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern>"#,
        r#"<clipPath id="c"><rect width="1" height="1"/><circle r="1"/></clipPath>"#,
        r#"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>"#,
        r#"<clipPath id="c"><rect width="1" height="1" transform="scale(2)"/></clipPath>"#,
        r#"<clipPath id="c"></clipPath>"#,
        r#"<defs><rect width="1" height="1"/></defs>"#,
    ];
    for inner in rest {
        assert!(
            Art::plain(1, &svg(&format!("{DEFS}{inner}"))).is_none(),
            "{inner}"
        );
    }
    let ground = r#"<rect width="1" height="1"/>"#;
    assert!(Art::plain(1, &svg(ground)).is_some());
    let roots = [
        format!(r#"<svg width="60mm" height="80mm" viewBox="0 0 60 80">{ground}</svg>"#),
        svg(ground).replace("viewBox", "preserveAspectRatio=\"none\" viewBox"),
        svg(ground).replace(" viewBox=\"0 0 60 80\"", ""),
        svg(ground).replace("60mm", "100%"),
        svg(ground).replace("<svg", "<svg opacity=\".5\""),
        format!("{}x", svg(ground)),
        format!("{}{}", svg(ground), svg(ground)),
        format!("<?xml version=\"1.0\"?>{}", svg(ground)),
        format!("<!DOCTYPE svg>{}", svg(ground)),
        String::new(),
    ];
    for root in roots {
        assert!(Art::plain(1, &root).is_none(), "{root}");
    }
    let deep = "<g>".repeat(150) + &"</g>".repeat(150);
    assert!(Art::plain(1, &svg(&deep)).is_none());
}

#[test]
fn tiles_that_are_made_large_keep_their_decimals() {
    let inner = r##"<defs><pattern id="fine" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="scale(50)"><rect x=".12345" y=".1" width=".2" height=".2" fill="#fc0"/></pattern></defs><rect width="60" height="80" fill="url(#fine)"/>"##;
    let svg = svg(inner);
    let art = Art::plain(1, &svg).expect("a plain picture");
    for (kind, drawn) in [
        ("plain", drawn(art)),
        ("tree", drawn(Art::new(1, tree(&svg)))),
    ] {
        let all: Vec<&String> = drawn.iter().flatten().collect();
        let kept = all.iter().any(|t| t.trim_start_matches('0') == ".12345");
        assert!(kept, "{kind}: {all:?}");
    }
}

#[test]
fn round_shapes_are_round() {
    let round = [
        r#"<circle cx="30" cy="40" r="25"/>"#,
        r#"<ellipse cx="30" cy="40" rx="25" ry="14"/>"#,
        r#"<rect x="5" y="26" width="50" height="28" rx="25" ry="14"/>"#,
        r#"<rect x="5" y="26" width="50" height="28" rx="9"/>"#,
        r#"<rect x="5" y="26" width="50" height="28" rx="99" ry="4"/>"#,
    ];
    for inner in round {
        let svg = svg(inner);
        let render = |tree: &usvg::Tree| {
            let mut page = resvg::tiny_skia::Pixmap::new(1200, 1600).expect("a page");
            let k = 1200.0 / tree.size().width();
            let scale = usvg::Transform::from_scale(k, k);
            resvg::render(tree, scale, &mut page.as_mut());
            page
        };
        let plain = plain::picture(&svg).expect("plain");
        let plain::Node::Group(group) = &plain.root.children[0] else {
            panic!("no group");
        };
        let plain::Node::Shape(shape) = &group.children[0] else {
            panic!("no shape");
        };
        let mut ours = resvg::tiny_skia::Pixmap::new(1200, 1600).expect("a page");
        ours.fill_path(
            &shape.outline,
            &resvg::tiny_skia::Paint::default(),
            resvg::tiny_skia::FillRule::Winding,
            usvg::Transform::from_scale(20.0, 20.0),
            None,
        );
        let theirs = render(&tree(&svg));
        let pairs = ours.pixels().iter().zip(theirs.pixels());
        let furthest = pairs.map(|(a, b)| a.alpha().abs_diff(b.alpha())).max();
        // A pixel is 0.05 mm; a quarter of one is a hundredth.
        assert!(furthest < Some(64), "{inner}: {furthest:?}");
    }
}

/// The kits that come along should be cheap to print: who draws a gradient pays for it.
#[test]
fn nearly_all_faces_of_the_shipped_kits_are_plain() {
    for kit in Kit::shipped().expect("shipped kits load") {
        let studio = Studio::new(&kit, InkChoice::Full).expect("fonts load");
        let options = PrintOptions::default();
        let proof = proof(&kit, &studio, &options, false, &Unwatched).expect("a proof");
        let rich = proof.faces.iter().filter(|f| f.scene.art.rich().is_some());
        let rich = rich.count();
        assert!(
            rich * 20 <= proof.faces.len().max(20),
            "{}: {rich} of {} faces",
            kit.id,
            proof.faces.len()
        );
    }
}

/// What the faces of a kit have in common is found: else each would carry all of it.
#[test]
fn faces_of_the_shipped_kits_share_their_drawings() {
    let kits = Kit::shipped().expect("shipped kits load");
    for kit in kits.iter().filter(|k| k.id != "cats") {
        let studio = Studio::new(kit, InkChoice::Full).expect("fonts load");
        let options = PrintOptions::default();
        let proof = proof(kit, &studio, &options, true, &Unwatched).expect("a proof");
        let faces = proof.faces.iter().filter_map(|f| f.svg.as_deref());
        let faces: Vec<&str> = faces.collect();
        let shared = share(&studio, &faces).expect("sound faces");
        let whole: usize = faces.iter().map(|f| f.len()).sum();
        let left: usize = shared.of.iter().map(|n| shared.pictures[*n].len()).sum();
        assert!(
            shared.parts.len() > 20,
            "{}: {}",
            kit.id,
            shared.parts.len()
        );
        assert!(left * 4 < whole * 3, "{}: {left} of {whole}", kit.id);
    }
}
