//! What becomes of pictures in the file: what shows nothing is left out, tiles are stored once, and what the faces of a
//! kit have in common is drawn once.

use std::collections::BTreeSet;

use std::io::Read;
use std::sync::Arc;

use kitpress::impose::{Placement, Sheet, Turn};
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::{Art, Scene, Studio, share};
use kitpress::template::Ink as InkChoice;
use kitpress::text::FontBook;
use kitpress::units::{Mm, Rect, Size};
use kitpress::write::{Document, Face, Ink, Meta, PdfOptions, pdf};

/// Every form and tile in a PDF of pictures, as its tokens.
fn drawn(inner: &[String]) -> Vec<Vec<String>> {
    let scene = |(n, inner): (usize, &String)| Scene {
        art: Arc::new(Art::new(n as u128, tree(&svg(inner)))),
        texts: vec![],
    };
    let scenes: Vec<Scene> = inner.iter().enumerate().map(scene).collect();
    let face = |scene| Face {
        scene,
        trim: Size::mm(60.0, 80.0),
        dpi: 300,
    };
    let faces: Vec<Face<'_>> = scenes.iter().map(face).collect();
    let at = Rect::mm(20.0, 20.0, 60.0, 80.0);
    let sheet = Sheet {
        paper: Size::mm(210.0, 297.0),
        items: (0..faces.len())
            .map(|face| Placement {
                face,
                at,
                turn: Turn::None,
                bleed: Mm(0.0),
                clip: None,
            })
            .collect(),
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
        faces: &faces,
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
        all.push(seen(tokens.map(str::to_owned)));
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

fn svg(inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">{inner}</svg>"#
    )
}

fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("a picture")
}

/// What is painted by nobody is not drawn by anybody: neither as shapes nor as a group that holds nothing.
#[test]
fn groups_that_show_nothing_are_not_drawn() {
    for inner in [
        r#"<g stroke-width="0" opacity=".5"><rect width="9" height="9" fill="none" stroke="red"/></g>"#,
        r##"<g opacity=".5"><g transform="scale(2)" stroke="none"><path d="M0 0H9V9" fill="none"/></g></g>"##,
    ] {
        let one = drawn(&[r#"<rect width="1" height="1"/>"#.to_owned()]);
        let more = drawn(&[format!(r#"<rect width="1" height="1"/>{inner}"#)]);
        assert_eq!(one, more, "{inner}");
    }
}

const TILED: &str = r##"<defs><pattern id="fine" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="scale(50)"><rect x=".12345" y=".1" width=".2" height=".2" fill="#fc0"/></pattern></defs><rect width="60" height="80" fill="url(#fine)"/>"##;

#[test]
fn tiles_that_are_made_large_keep_their_decimals() {
    let drawn = drawn(&[TILED.to_owned()]);
    let all: Vec<&String> = drawn.iter().flatten().collect();
    let kept = all.iter().any(|t| t.trim_start_matches('0') == ".12345");
    assert!(kept, "{all:?}");
}

#[test]
fn tiles_that_pictures_share_are_stored_once() {
    let tiles = |faces: &[String]| {
        let all = drawn(faces);
        all.iter()
            .filter(|s| s.iter().any(|t| t.ends_with(".12345")))
            .count()
    };
    let other = format!(r#"{TILED}<circle r="9"/>"#);
    assert_eq!(tiles(&[TILED.to_owned(), other.clone()]), 1);
    // One that names something of its picture stays with it, even if the picture named that before.
    let faint = TILED.replace("<rect x", r#"<rect opacity=".5" x"#);
    let before = format!(r#"<circle r="9" opacity=".5"/>{faint}"#);
    assert_eq!(tiles(&[before, faint]), 2);
    // One that shows something else is another.
    assert_eq!(tiles(&[TILED.to_owned(), other.replace("#fc0", "#0cf")]), 2);
}

/// What the faces of a kit have in common is found: else each would carry all of it.
#[test]
fn faces_of_the_shipped_kits_share_their_drawings() {
    let kits = kitpress::shipped().expect("shipped kits load");
    for kit in kits.iter().filter(|k| k.id != "cats") {
        let studio = Studio::new(kit, InkChoice::Full).expect("fonts load");
        let options = PrintOptions::default();
        let proof = proof(kit, &studio, &options, true, &NoProgress).expect("a proof");
        let faces = proof.faces.iter().filter_map(|f| f.svg.as_deref());
        // Each picture once, as the press hands them in.
        let faces: Vec<&str> = BTreeSet::from_iter(faces).into_iter().collect();
        let shared = share(&studio, &faces, 0).expect("sound faces");
        let whole: usize = faces.iter().map(|f| f.len()).sum();
        let left: usize = shared.pictures.iter().map(String::len).sum();
        assert!(
            shared.parts.len() > 20,
            "{}: {}",
            kit.id,
            shared.parts.len()
        );
        assert!(left * 4 < whole * 3, "{}: {left} of {whole}", kit.id);
    }
}
