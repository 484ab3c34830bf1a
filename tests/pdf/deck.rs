//! A large deck: small file, cost linear in the number of cards.

use std::sync::Arc;

use kitpress::impose::{Placement, Sheet, Turn};
use kitpress::scene::{Art, Scene};
use kitpress::text::{FontBook, FontId, Glyph, GlyphRun, PlacedIcon, Rgb, TextBlock};
use kitpress::units::{Mm, Rect, Size};
use kitpress::write::{Document, Face, Ink, Meta, PdfOptions, pdf};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size as FontSize};

const WORDS: &str = "when a cat sleeps on the warm roof every player who holds fish draws two cards and \
    moves one step back unless the moon is full then pay three coins or lose your quick turn";

fn art(id: u128, inside: &str) -> Arc<Art> {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 630 880">{inside}</svg>"#
    );
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    Arc::new(Art::new(id, tree))
}

struct Setter<'a> {
    font: skrifa::FontRef<'a>,
    id: FontId,
}

impl Setter<'_> {
    fn run(&self, text: &str, size: f32, x: f32, y: f32) -> GlyphRun {
        let metrics = self
            .font
            .glyph_metrics(FontSize::unscaled(), LocationRef::default());
        let charmap = self.font.charmap();
        let glyphs = text.chars().enumerate().map(|(n, c)| {
            let id = charmap.map(c).unwrap_or_default();
            let kern = if n % 7 == 3 { -12.0 } else { 0.0 };
            let advance = metrics.advance_width(id).unwrap_or(0.0) + kern;
            Glyph {
                id: id.to_u32() as u16,
                advance,
                dx: 0.0,
                dy: 0.0,
                len: c.len_utf8() as u8,
            }
        });
        let glyphs = glyphs.collect();
        let fill = Rgb {
            r: 20,
            g: 20,
            b: 20,
        };
        GlyphRun {
            font: self.id,
            size,
            x,
            y,
            fill,
            stroke: None,
            slant: false,
            reading: false,
            text: text.into(),
            glyphs,
        }
    }
}

/// A deck whose cards share their art and differ in title, number, five lines of text and an icon.
fn deck(cards: usize) -> Vec<Scene> {
    let book = FontBook::bundled();
    let [plain, bold] = [0, 1].map(|n| Setter {
        font: book.face(FontId(n)).font(),
        id: FontId(n),
    });
    let front = art(
        1,
        r##"<rect width="630" height="880" rx="30" fill="#f4ecd8"/><rect x="25" y="25" width="580" height="830" rx="20" fill="none" stroke="#345" stroke-width="6"/>
        <rect id="kp-text-0" width="9" height="9"/><circle cx="315" cy="330" r="150" fill="#c63"/><rect id="kp-text-1" width="9" height="9"/>"##,
    );
    let icon = art(
        2,
        r##"<path d="M100 400 Q315 100 530 400 T315 800z" fill="#28a"/>"##,
    );
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut seed = 7usize;
    let mut word = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        words[(seed >> 33) % words.len()]
    };
    let mut scenes = Vec::new();
    for n in 0..cards {
        let title = TextBlock {
            runs: vec![
                bold.run(&format!("{} {}", word(), word()), 48.0, 60.0, 90.0),
                bold.run(&n.to_string(), 40.0, 500.0, 90.0),
            ],
            icons: vec![],
        };
        let lines = (0..5).map(|line| {
            let text: Vec<&str> = (0..6).map(|_| word()).collect();
            plain.run(&text.join(" "), 28.0, 60.0, 560.0 + 40.0 * line as f32)
        });
        let icon = PlacedIcon {
            art: icon.clone(),
            x: 60.0,
            y: 780.0,
            w: 43.0,
            h: 60.0,
        };
        scenes.push(Scene {
            art: front.clone(),
            texts: vec![
                title,
                TextBlock {
                    runs: lines.collect(),
                    icons: vec![icon],
                },
            ],
        });
    }
    let back = art(
        3,
        r##"<rect width="630" height="880" rx="30" fill="#345"/><circle cx="315" cy="440" r="200" fill="#f4ecd8"/>"##,
    );
    scenes.push(Scene {
        art: back,
        texts: vec![],
    });
    scenes
}

fn print(scenes: &[Scene]) -> Vec<u8> {
    let trim = Size::mm(63.0, 88.0);
    let faces: Vec<Face> = scenes
        .iter()
        .map(|scene| Face {
            scene,
            trim,
            dpi: 300,
        })
        .collect();
    let back = faces.len() - 1;
    let place = |slot: usize, face: usize| Placement {
        face,
        at: Rect::mm(
            10.5 + 63.0 * (slot % 3) as f64,
            16.5 + 88.0 * (slot / 3) as f64,
            63.0,
            88.0,
        ),
        turn: Turn::None,
        bleed: Mm(0.0),
        clip: None,
    };
    let page = |items: Vec<Placement>, is_back: bool| Sheet {
        paper: Size::mm(210.0, 297.0),
        items,
        marks: vec![],
        guides: vec![],
        ruler: vec![],
        notes: vec![],
        trim: Rect::mm(10.5, 16.5, 189.0, 264.0),
        bleed: Rect::mm(10.5, 16.5, 189.0, 264.0),
        components: vec![],
        is_back,
    };
    let numbers: Vec<usize> = (0..back).collect();
    let sheets: Vec<Sheet> = numbers
        .chunks(9)
        .flat_map(|chunk| {
            let front = chunk
                .iter()
                .enumerate()
                .map(|(slot, face)| place(slot, *face))
                .collect();
            let behind = (0..chunk.len()).map(|slot| place(slot, back)).collect();
            [page(front, false), page(behind, true)]
        })
        .collect();
    let document = Document {
        meta: Meta::default(),
        faces: &faces,
        parts: &[],
        sheets: &sheets,
        notes: &[],
        outline: &[],
        fonts: FontBook::bundled(),
        ink: Ink::Full,
    };
    pdf(&document, &PdfOptions::default()).unwrap()
}

#[test]
fn a_deck_of_250_is_small() {
    let scenes = deck(250);
    let bytes = print(&scenes);
    if let Ok(dir) = std::env::var("KITPRESS_KEEP") {
        std::fs::write(std::path::Path::new(&dir).join("deck.pdf"), &bytes).unwrap();
    }
    let doc = lopdf::Document::load_mem(&bytes).unwrap();
    let is_form = |o: &&lopdf::Object| {
        o.as_stream().is_ok_and(|s| {
            s.dict
                .get(b"Subtype")
                .and_then(|s| s.as_name())
                .is_ok_and(|n| n == b"Form")
        })
    };
    // Two stretches of shared art, the icon, the back; the faces stand in their pages.
    assert_eq!(doc.objects.values().filter(is_form).count(), 2 + 1 + 1);
    assert!(bytes.len() < 60_000, "{} bytes", bytes.len());
}

#[test]
fn files_grow_with_the_number_of_cards_only() {
    let [small, large] = [500, 4_000].map(|cards| print(&deck(cards)).len());
    assert!(large < small * 9, "{small} bytes, {large} bytes");
}
