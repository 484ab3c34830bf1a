//! PDFs are rendered by hayro, which shares no code with the writer, and compared with resvg's raster.

use std::sync::Arc;

use kitpress::impose::{Mark, MarkPen, Placement, Shape, Sheet, Turn};
use kitpress::scene::{Art, Scene};
use kitpress::text::{FontBook, FontId, Glyph, GlyphRun, PlacedIcon, Rgb, TextBlock};
use kitpress::units::{Mm, Rect, Size};
use kitpress::write::{
    Bookmark, Document, Enclosure, Face, Ink, Meta, PdfOptions, PlacedNote, WriteError, pdf,
};
use resvg::tiny_skia::{Color, Pixmap};
use skrifa::MetadataProvider;
use usvg::{Options, Transform, Tree};

use crate::common::{Raster, render};

/// Millimetres in a CSS pixel.
const PX: f64 = 25.4 / 96.0;

fn tree(svg: &str) -> Tree {
    let options = Options {
        fontdb: FontBook::bundled().database().clone(),
        ..Options::default()
    };
    Tree::from_str(svg, &options).unwrap()
}

fn scene(id: u128, svg: &str, texts: Vec<TextBlock>) -> Scene {
    Scene {
        art: Arc::new(Art::new(id, tree(svg))),
        texts,
    }
}

fn resvg_raster(svg: &str) -> Raster {
    let tree = tree(svg);
    let (w, h) = (tree.size().width() as u32, tree.size().height() as u32);
    let mut pixmap = Pixmap::new(w, h).unwrap();
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let rgb = pixmap
        .pixels()
        .iter()
        .map(|p| [p.red(), p.green(), p.blue()])
        .collect();
    Raster {
        w: w as usize,
        h: h as usize,
        rgb,
    }
}

/// A page at 96 dpi.
fn hayro_raster(bytes: &[u8], page: usize) -> Raster {
    render(bytes, 96.0 / 72.0 * 1.000_01).swap_remove(page)
}

fn size_of(scene: &Scene) -> Size {
    let (w, h) = scene.art.size();
    Size::mm(f64::from(w) * PX, f64::from(h) * PX)
}

fn sheet(paper: Size, items: Vec<Placement>) -> Sheet {
    let trim = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: paper.w,
        h: paper.h,
    };
    Sheet {
        paper,
        items,
        marks: vec![],
        guides: vec![],
        ruler: vec![],
        notes: vec![],
        trim,
        bleed: trim,
        components: vec![],
        is_back: false,
    }
}

fn placement(face: usize, at: Rect) -> Placement {
    Placement {
        face,
        at,
        turn: Turn::None,
        bleed: Mm(0.0),
        clip: None,
    }
}

fn write(faces: &[Face], sheets: &[Sheet], ink: Ink) -> Result<Vec<u8>, WriteError> {
    let document = Document {
        meta: Meta {
            title: "試験 test".into(),
            lang: "ja".into(),
            ..Meta::default()
        },
        faces,
        parts: &[],
        sheets,
        notes: &[],
        outline: &[],
        fonts: FontBook::bundled(),
        ink,
    };
    pdf(&document, &PdfOptions::default())
}

/// One scene that fills its page.
fn one(scene: &Scene, ink: Ink) -> Result<Vec<u8>, WriteError> {
    let size = size_of(scene);
    let at = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: size.w,
        h: size.h,
    };
    write(
        &[Face {
            scene,
            trim: size,
            dpi: 300,
        }],
        &[sheet(size, vec![placement(0, at)])],
        ink,
    )
}

/// Glyphs for `text`, one a character.
fn run(text: &str, size: f32, x: f32, y: f32) -> GlyphRun {
    let book = FontBook::bundled();
    let font = FontId(1);
    let face = book.face(font);
    let skrifa = face.font();
    let metrics = skrifa.glyph_metrics(
        skrifa::instance::Size::unscaled(),
        skrifa::instance::LocationRef::default(),
    );
    let glyph = |c: char| {
        let id = skrifa.charmap().map(c).unwrap();
        let advance = metrics.advance_width(id).unwrap() * 1000.0 / face.units_per_em;
        Glyph {
            id: id.to_u32() as u16,
            advance,
            dx: 0.0,
            dy: 0.0,
            len: c.len_utf8() as u8,
        }
    };
    GlyphRun {
        font,
        size,
        x,
        y,
        fill: Rgb { r: 200, g: 0, b: 0 },
        stroke: None,
        slant: false,
        reading: false,
        text: text.into(),
        glyphs: text.chars().map(glyph).collect(),
    }
}

fn block(text: &str, size: f32, x: f32, y: f32) -> TextBlock {
    TextBlock {
        runs: vec![run(text, size, x, y)],
        icons: vec![],
    }
}

fn svg(w: u32, h: u32, inside: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}">{inside}</svg>"#)
}

/// Where the test leaves what it made, for looking at.
fn keep(name: &str, bytes: &[u8]) {
    if let Ok(dir) = std::env::var("KITPRESS_KEEP") {
        std::fs::write(std::path::Path::new(&dir).join(name), bytes).unwrap();
    }
}

#[test]
fn every_feature_looks_as_resvg_draws_it() {
    let svg = include_str!("../data/write/torture.svg");
    let bytes = one(&scene(1, svg, vec![]), Ink::Full).unwrap();
    keep("torture.pdf", &bytes);
    let (ours, theirs) = (hayro_raster(&bytes, 0), resvg_raster(svg));
    keep_raster("torture-hayro.ppm", &ours);
    keep_raster("torture-resvg.ppm", &theirs);
    assert_eq!((ours.w, ours.h), (theirs.w, theirs.h));
    let mut wrong = Vec::new();
    for tile in 0..(ours.w / 100) * (ours.h / 100) {
        let (x, y) = (tile % 8 * 100, tile / 8 * 100);
        let d = ours.differs_within(&theirs, x, y, 100, 100);
        let limit = match tile {
            // Stripes narrow enough that half a pixel counts.
            9 | 10 | 13 | 16 => 16.0,
            21 => 6.0,
            // hayro draws nothing that is drawn by a form inside a pattern; poppler and mupdf do.
            17 => 40.0,
            // Few pixels, made large: smooth in resvg, square in a PDF.
            26..=31 => 6.0,
            _ => 3.0,
        };
        if d > limit {
            wrong.push(format!("t{tile}: {d:.1}"));
        }
    }
    assert!(wrong.is_empty(), "tiles that differ: {wrong:?}");
    assert!(ours.differs_within(&theirs, 0, 0, ours.w, ours.h) < 3.0);
}

/// Writes a raster as PPM next to what else is kept.
fn keep_raster(name: &str, raster: &Raster) {
    let mut bytes = format!("P6 {} {} 255\n", raster.w, raster.h).into_bytes();
    bytes.extend(raster.rgb.iter().flatten());
    keep(name, &bytes);
}

fn near(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) < 12)
}

const RED: [u8; 3] = [255, 0, 0];
const BLUE: [u8; 3] = [0, 0, 255];
const WHITE_PAPER: [u8; 3] = [255, 255, 255];

fn slot(number: usize) -> String {
    format!(r#"<rect id="kp-text-{number}" width="9" height="9"/>"#)
}

fn svg_text(text: &str, size: u32, x: u32, y: u32) -> String {
    format!(
        r##"<text x="{x}" y="{y}" font-size="{size}" font-weight="700" font-family="Zen Maru Gothic" fill="#c80000" style="font-kerning:none">{text}</text>"##
    )
}

/// Text boxes in plain, turned and isolated groups, between layers of art.
fn layered(parts: [&str; 3]) -> String {
    let [a, b, c] = parts;
    svg(
        300,
        300,
        &format!(
            r##"<rect width="300" height="300" fill="#def"/>{a}<rect x="60" width="30" height="100" fill="#0a0"/>
            <g transform="rotate(20 150 150) scale(1.2)">{b}<rect x="150" y="100" width="40" height="40" fill="#fa0"/></g>
            <g opacity=".5" transform="translate(10 200)"><rect width="200" height="40" fill="#00f"/>{c}</g>"##
        ),
    )
}

#[test]
fn text_boxes_stand_where_their_placeholders_stand() {
    let slots = [slot(0), slot(1), slot(2)];
    let art = layered([&slots[0], &slots[1], &slots[2]]);
    let texts = vec![
        block("猫HX", 50.0, 10.0, 70.0),
        block("RS犬", 40.0, 40.0, 130.0),
        block("TZ", 40.0, 20.0, 35.0),
    ];
    let own = [
        svg_text("猫HX", 50, 10, 70),
        svg_text("RS犬", 40, 40, 130),
        svg_text("TZ", 40, 20, 35),
    ];
    let theirs = resvg_raster(&layered([&own[0], &own[1], &own[2]]));
    // Drawn by one face alone, and by two that share the art.
    let scenes = [scene(7, &art, texts.clone()), scene(7, &art, texts)];
    let size = size_of(&scenes[0]);
    let at = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: size.w,
        h: size.h,
    };
    let faces: Vec<Face> = scenes
        .iter()
        .map(|scene| Face {
            scene,
            trim: size,
            dpi: 300,
        })
        .collect();
    for used in 1..=2 {
        let sheets: Vec<Sheet> = (0..used)
            .map(|n| sheet(size, vec![placement(n, at)]))
            .collect();
        let bytes = write(&faces, &sheets, Ink::Full).unwrap();
        keep(&format!("slots{used}.pdf"), &bytes);
        for page in 0..used {
            let ours = hayro_raster(&bytes, page);
            let d = ours.differs_within(&theirs, 0, 0, 300, 300);
            assert!(d < 1.0, "{used} faces, page {page}: {d}");
        }
    }
}

#[test]
fn outlines_behind_letters_are_drawn_and_stored_once() {
    let print = |words: &str| {
        let mut outlined = run(words, 80.0, 20.0, 90.0);
        outlined.stroke = Some((Rgb { r: 0, g: 0, b: 255 }, 12.0));
        let text = TextBlock {
            runs: vec![outlined],
            icons: vec![],
        };
        let scene = scene(1, &svg(900, 100, &slot(0)), vec![text]);
        one(&scene, Ink::Full).unwrap()
    };
    let short = print("SE");
    let ours = hayro_raster(&short, 0);
    let blue = ours.rgb.iter().filter(|p| near(**p, BLUE)).count();
    let red = ours.rgb.iter().filter(|p| near(**p, [200, 0, 0])).count();
    assert!(blue > 2500 && red > 400, "{blue} {red}");
    // Twelve more letters, but no more outlines; the curves of one S alone would take more.
    let long = print("SESESESESESESE");
    assert!(
        long.len() < short.len() + 200,
        "{} {}",
        short.len(),
        long.len()
    );
}

#[test]
fn slanted_and_outlined_runs_and_icons_are_drawn() {
    let icon = Arc::new(Art::new(
        99,
        tree(&svg(
            10,
            10,
            r##"<circle cx="5" cy="5" r="5" fill="#00f"/>"##,
        )),
    ));
    let mut outlined = run("H", 80.0, 20.0, 90.0);
    outlined.stroke = Some((Rgb { r: 0, g: 0, b: 255 }, 12.0));
    outlined.slant = true;
    let text = TextBlock {
        runs: vec![outlined],
        icons: vec![PlacedIcon {
            art: icon,
            x: 120.0,
            y: 20.0,
            w: 40.0,
            h: 40.0,
        }],
    };
    let scene = scene(1, &svg(200, 100, &slot(0)), vec![text]);
    let bytes = one(&scene, Ink::Full).unwrap();
    keep("runs.pdf", &bytes);
    let ours = hayro_raster(&bytes, 0);
    assert!(near(ours.at(140, 40), BLUE), "the icon");
    let blue = ours.rgb.iter().filter(|p| near(**p, BLUE)).count();
    let red = ours.rgb.iter().filter(|p| near(**p, [200, 0, 0])).count();
    assert!(blue > 1800 && red > 400, "{blue} {red}");
}

#[test]
fn art_without_bleed_is_stretched_and_nothing_passes_the_bleed() {
    let faces = [
        scene(
            1,
            &svg(
                100,
                100,
                &format!(
                    r##"<rect width="100" height="100" fill="#f00"/>{}"##,
                    slot(0)
                ),
            ),
            vec![block("H", 40.0, 30.0, 60.0)],
        ),
        scene(
            2,
            &svg(
                100,
                100,
                r##"<rect x="-90" y="-90" width="280" height="280" fill="#00f"/>"##,
            ),
            vec![],
        ),
    ];
    let mm = |px: f64| Mm(px * PX);
    let trim = size_of(&faces[0]);
    let at = |x: f64| Rect {
        x: mm(x),
        y: mm(50.0),
        w: trim.w,
        h: trim.h,
    };
    let with = |face, x, bleed: f64| Placement {
        bleed: mm(bleed),
        ..placement(face, at(x))
    };
    let items = vec![
        with(0, 50.0, 20.0),
        with(1, 200.0, 20.0),
        with(1, 350.0, 0.0),
    ];
    let list: Vec<Face> = faces
        .iter()
        .map(|scene| Face {
            scene,
            trim,
            dpi: 300,
        })
        .collect();
    let bytes = write(
        &list,
        &[sheet(
            Size {
                w: mm(500.0),
                h: mm(200.0),
            },
            items,
        )],
        Ink::Full,
    )
    .unwrap();
    keep("bleed.pdf", &bytes);
    let ours = hayro_raster(&bytes, 0);
    for (x, y, colour) in [
        (35, 100, RED),
        (100, 35, RED),
        (165, 165, RED),
        (25, 100, WHITE_PAPER),
        (100, 25, WHITE_PAPER),
        (185, 100, BLUE),
        (250, 165, BLUE),
        (175, 100, WHITE_PAPER),
        (340, 100, WHITE_PAPER),
        (355, 55, BLUE),
        (455, 100, WHITE_PAPER),
    ] {
        assert!(
            near(ours.at(x, y), colour),
            "at {x},{y}: {:?}",
            ours.at(x, y)
        );
    }
}

#[test]
fn faces_turn_clockwise_and_tiles_are_cut() {
    // Red at the top left, blue at the top right.
    let face = scene(
        1,
        &svg(
            60,
            100,
            r##"<rect width="20" height="20" fill="#f00"/><rect x="40" width="20" height="20" fill="#00f"/>"##,
        ),
        vec![],
    );
    let mm = |px: f64| Mm(px * PX);
    let trim = size_of(&face);
    let items = [Turn::None, Turn::Right, Turn::Half, Turn::Left]
        .iter()
        .enumerate()
        .map(|(n, turn)| {
            let size = if n % 2 == 0 { trim } else { trim.turned() };
            let at = Rect {
                x: mm(n as f64 * 100.0),
                y: mm(0.0),
                w: size.w,
                h: size.h,
            };
            Placement {
                turn: *turn,
                ..placement(0, at)
            }
        });
    let mut items: Vec<Placement> = items.collect();
    let cut = Rect {
        x: mm(400.0),
        y: mm(0.0),
        w: mm(30.0),
        h: mm(100.0),
    };
    let at = Rect {
        x: mm(400.0),
        y: mm(0.0),
        w: trim.w,
        h: trim.h,
    };
    items.push(Placement {
        clip: Some(cut),
        ..placement(0, at)
    });
    let bytes = write(
        &[Face {
            scene: &face,
            trim,
            dpi: 300,
        }],
        &[sheet(
            Size {
                w: mm(500.0),
                h: mm(100.0),
            },
            items,
        )],
        Ink::Full,
    )
    .unwrap();
    let ours = hayro_raster(&bytes, 0);
    for (x, y, colour) in [
        (10, 10, RED),
        (50, 10, BLUE),
        (190, 10, RED),
        (190, 50, BLUE),
        (250, 90, RED),
        (210, 90, BLUE),
        (310, 50, RED),
        (310, 10, BLUE),
        (410, 10, RED),
        (450, 10, WHITE_PAPER),
    ] {
        assert!(
            near(ours.at(x, y), colour),
            "at {x},{y}: {:?}",
            ours.at(x, y)
        );
    }
}

/// The operators of all content streams, as one text.
fn operators(bytes: &[u8]) -> String {
    let doc = lopdf::Document::load_mem(bytes).unwrap();
    let mut all = String::new();
    for object in doc.objects.values() {
        if let lopdf::Object::Stream(s) = object
            && !s.dict.has(b"Length1")
            && !s.dict.has(b"Width")
        {
            let content = s
                .decompressed_content()
                .unwrap_or_else(|_| s.content.clone());
            all.push_str(&String::from_utf8_lossy(&content));
        }
    }
    all
}

#[test]
fn grey_ink_leaves_no_colour() {
    let bytes = one(
        &scene(1, include_str!("../data/write/torture.svg"), vec![]),
        Ink::Grey,
    )
    .unwrap();
    keep("grey.pdf", &bytes);
    let ours = hayro_raster(&bytes, 0);
    assert!(
        ours.rgb
            .iter()
            .all(|[r, g, b]| r.abs_diff(*g) < 2 && g.abs_diff(*b) < 2)
    );
    let operators = operators(&bytes);
    assert!(
        operators
            .lines()
            .all(|l| !l.ends_with("rg") && !l.ends_with("RG")),
        "a colour operator is left"
    );
    let doc = lopdf::Document::load_mem(&bytes).unwrap();
    for object in doc.objects.values() {
        let text = match object {
            lopdf::Object::Stream(s) => format!("{:?}", s.dict),
            other => format!("{other:?}"),
        };
        assert!(!text.contains("DeviceRGB"), "{text}");
    }
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    let scene = scene(1, include_str!("../data/write/torture.svg"), vec![]);
    assert_eq!(
        one(&scene, Ink::Full).unwrap(),
        one(&scene, Ink::Full).unwrap()
    );
}

#[test]
fn the_file_tells_of_itself() {
    let face = scene(
        1,
        &svg(
            100,
            100,
            r##"<rect width="100" height="100" fill="#f00"/>"##,
        ),
        vec![],
    );
    let trim = size_of(&face);
    let mark = |x: f64| Mark {
        shape: Shape::Line {
            x1: Mm(x),
            y1: Mm(0.0),
            x2: Mm(x),
            y2: Mm(5.0),
        },
        pen: MarkPen {
            width: Mm(0.5),
            grey: 0.0,
            dash: None,
            fill: false,
        },
    };
    let paper = Size::mm(100.0, 80.0);
    let at = Rect {
        x: Mm(10.0),
        y: Mm(20.0),
        w: trim.w,
        h: trim.h,
    };
    let mut page = sheet(paper, vec![placement(0, at)]);
    (page.trim, page.bleed) = (at, at.grown(Mm(2.0)));
    page.marks = vec![mark(10.0)];
    let note = PlacedNote {
        text: block("Hi 猫", 10.0, 0.0, 0.0),
        x: Mm(60.0),
        y: Mm(70.0),
        turn: Turn::Left,
    };
    let document = Document {
        meta: Meta {
            title: "猫の本".into(),
            lang: "ja".into(),
            cut_marks: "切り取り線".into(),
            ..Meta::default()
        },
        faces: &[Face {
            scene: &face,
            trim,
            dpi: 300,
        }],
        parts: &[],
        sheets: &[page.clone(), page],
        notes: &[vec![note]],
        outline: &[
            Bookmark {
                title: "札 B".into(),
                page: 0,
            },
            Bookmark {
                title: "A".into(),
                page: 0,
            },
        ],
        fonts: FontBook::bundled(),
        ink: Ink::Full,
    };
    let bytes = pdf(
        &document,
        &PdfOptions {
            epoch: 0,
            ..PdfOptions::default()
        },
    )
    .unwrap();
    keep("meta.pdf", &bytes);
    let doc = lopdf::Document::load_mem(&bytes).unwrap();
    assert!(bytes.starts_with(b"%PDF-1.7"));
    let pages: Vec<_> = doc.page_iter().collect();
    assert_eq!(pages.len(), 2);
    let page = doc.get_dictionary(pages[0]).unwrap();
    let edges = |key: &[u8]| -> Vec<i64> {
        page.get(key)
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_float().unwrap().round() as i64)
            .collect()
    };
    assert_eq!(edges(b"MediaBox"), [0, 0, 283, 227]);
    assert_eq!(edges(b"TrimBox"), [28, 95, 103, 170]);
    assert_eq!(edges(b"BleedBox"), [23, 89, 109, 176]);
    let all = format!("{:?}", doc.objects);
    let utf16 = |s: &str| {
        let bytes: Vec<u8> = [0xfe, 0xff]
            .into_iter()
            .chain(s.encode_utf16().flat_map(u16::to_be_bytes))
            .collect();
        lopdf::Object::String(bytes, lopdf::StringFormat::Literal)
    };
    for name in ["猫の本", "切り取り線", "札 B"] {
        assert!(
            all.contains(&format!("{:?}", utf16(name))),
            "{name} is missing"
        );
    }
    assert!(all.contains("19700101") && !all.contains("Guides"));
    let ours = hayro_raster(&bytes, 0);
    let px = |mm: f64| (mm / PX) as usize;
    assert!(ours.at(px(10.0), px(2.0))[0] < 60, "the mark");
    assert!(near(ours.at(px(20.0), px(30.0)), RED));
    let ink = (px(56.0)..px(60.5)).flat_map(|x| (px(60.0)..px(70.0)).map(move |y| (x, y)));
    assert!(
        ink.filter(|(x, y)| ours.at(*x, *y)[1] < 128).count() > 20,
        "the note runs upwards"
    );
}

#[test]
fn a_glyph_with_two_meanings_is_spelled_out() {
    let mut odd = run("AA", 20.0, 5.0, 30.0);
    odd.text = "AΑ".into();
    odd.glyphs[1].len = 2;
    let mut ligature = run("H", 20.0, 50.0, 30.0);
    ligature.text = "ffi".into();
    ligature.glyphs[0].len = 3;
    let texts = vec![TextBlock {
        runs: vec![odd, ligature],
        icons: vec![],
    }];
    let bytes = one(&scene(1, &svg(100, 50, &slot(0)), texts), Ink::Full).unwrap();
    keep("meanings.pdf", &bytes);
    let operators = operators(&bytes);
    assert_eq!(operators.matches("ActualText").count(), 1);
    assert!(operators.contains("<006600660069>"));
}

#[test]
fn what_cannot_be_drawn_is_named() {
    let filter = r#"<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>"#;
    let inside = format!(r#"{filter}<g filter="url(#f)">{}</g>"#, slot(0));
    let failed = one(
        &scene(1, &svg(100, 100, &inside), vec![block("H", 9.0, 0.0, 9.0)]),
        Ink::Full,
    );
    assert_eq!(
        failed,
        Err(WriteError::InFace {
            face: 0,
            error: Box::new(WriteError::TextInside {
                slot: 0,
                what: Enclosure::Filter
            })
        })
    );
    let failed = one(&scene(1, &svg(100, 100, &slot(3)), vec![]), Ink::Full);
    let failed = failed.map_err(|e| e.cause().clone());
    assert_eq!(failed, Err(WriteError::NoSuchText { slot: 3 }));
    let size = Size::mm(10.0, 10.0);
    let failed = write(
        &[],
        &[sheet(
            size,
            vec![placement(4, Rect::mm(0.0, 0.0, 5.0, 5.0))],
        )],
        Ink::Full,
    );
    assert_eq!(failed, Err(WriteError::NoSuchFace { face: 4, page: 1 }));
}

#[test]
fn broken_pictures_are_refused() {
    // Headers that promise a picture, and nothing after them.
    let png = "iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAYAAACbU/80";
    let gif = "R0lGODlhKAAoAPAA";
    let webp = "UklGRpABAABXRUJQVlA4IIQBAAAwCwCdASooACgA";
    for (kind, name, data) in [
        ("png", "PNG", png),
        ("gif", "GIF", gif),
        ("webp", "WebP", webp),
    ] {
        let image = format!(
            r#"<image id="p" width="40" height="40" xlink:href="data:image/{kind};base64,{data}"/>"#
        );
        let svg = svg(50, 50, &image).replacen(
            "<svg",
            r#"<svg xmlns:xlink="http://www.w3.org/1999/xlink""#,
            1,
        );
        let failed = one(&scene(1, &svg, vec![]), Ink::Full);
        // `usvg` may leave out what has no readable header at all.
        if tree(&svg).root().has_children() {
            assert!(
                matches!(failed.as_ref().map_err(WriteError::cause), Err(WriteError::BadImage { kind, .. }) if *kind == name),
                "{name}: {:?}",
                failed.map(|b| b.len())
            );
        }
    }
}

/// Compares any SVG named by `KITPRESS_SVG`, for looking into a picture that prints wrongly.
#[test]
#[ignore = "needs KITPRESS_SVG"]
fn one_svg() {
    let svg = std::fs::read_to_string(std::env::var("KITPRESS_SVG").unwrap()).unwrap();
    let bytes = one(&scene(1, &svg, vec![]), Ink::Full).unwrap();
    keep("one.pdf", &bytes);
    let (ours, theirs) = (hayro_raster(&bytes, 0), resvg_raster(&svg));
    keep_raster("one-hayro.ppm", &ours);
    keep_raster("one-resvg.ppm", &theirs);
    println!(
        "{} bytes, differs by {}",
        bytes.len(),
        ours.differs_within(&theirs, 0, 0, theirs.w, theirs.h)
    );
}
