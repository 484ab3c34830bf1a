//! Tuck boxes of whole kits: measured by their cards, printed in every ink, seen on the page.

use std::fs;
use std::path::Path;

use kitpress::kit::{Kind, Kit};
use kitpress::press::{NoProgress, PrintOptions, print, proof};
use kitpress::scene::Studio;
use kitpress::template::Ink;
use kitpress::units::{Mm, Size};

const PANEL: &str = concat!(
    r##"<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" viewBox="0 0 {{ size.w }} {{ size.h }}">"##,
    r##"<rect x="-5" y="-5" width="200" height="200" fill="#fc8"/>"##,
    r##"{{ textbox(text=box.panel ~ " " ~ box.width ~ " " ~ box.height ~ " " ~ box.depth ~ " " ~ box.cards, x=1, y=1, w=size.w - 2, h=size.h - 2, size=8, min_size=3) }}</svg>"##
);

fn kit(dir: &Path, of_the_box: &str) -> Kit {
    let toml = format!(
        r#"
[kit]
id = "boxed"

[[component]]
id = "box"
kind = "box"
front = "panel.svg"
side = "panel.svg"
top = "panel.svg"
{of_the_box}

[[component]]
id = "tall"
kind = "cards"
size = "57x88mm"
front = "card.svg"
count = 30

[[component]]
id = "wide"
kind = "cards"
size = "70x63mm"
front = "card.svg"
count = 10
"#
    );
    let card = r#"<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" viewBox="0 0 {{ size.w }} {{ size.h }}"/>"#;
    for (name, text) in [
        ("kit.toml", toml.as_str()),
        ("panel.svg", PANEL),
        ("card.svg", card),
    ] {
        fs::write(dir.join(name), text).expect("a file");
    }
    kitpress::load(dir.to_str().expect("a path")).unwrap_or_else(|e| panic!("{e}"))
}

fn inside(kit: &Kit) -> (f64, f64, f64, usize) {
    let carton = kit.components[0].carton.as_ref().expect("a box");
    let round = |l: Mm| (l.0 * 100.0).round() / 100.0;
    (
        round(carton.width),
        round(carton.height),
        round(carton.depth),
        carton.cards,
    )
}

#[test]
fn a_box_is_as_large_as_its_cards_need() {
    let dir = tempfile::tempdir().expect("a folder");
    let of = |text: &str| inside(&kit(dir.path(), text));
    assert_eq!(of("holds = [\"tall\"]"), (58.0, 89.0, 10.0, 30));
    // Wide cards are put in upright; the largest of all decides.
    assert_eq!(of("holds = [\"tall\", \"wide\"]"), (64.0, 89.0, 13.0, 40));
    assert_eq!(
        of("holds = [\"tall\"]\npaper = \"0.5mm\"\nclearance = \"2mm\""),
        (59.0, 90.0, 17.0, 30)
    );
    assert_eq!(of("size = \"60x92x22mm\""), (60.0, 92.0, 22.0, 0));
}

#[test]
fn every_panel_is_printed_in_every_ink_on_both_papers() {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), "holds = [\"tall\", \"wide\"]");
    assert_eq!(kit.components[0].kind, Kind::Box);
    for (_, ink) in Ink::ALL {
        for size in [Size::mm(210.0, 297.0), Size::mm(215.9, 279.4)] {
            let mut options = PrintOptions {
                ink,
                only: vec!["box".into()],
                bleed: Mm(2.0),
                ..PrintOptions::default()
            };
            options.paper.size = size;
            let studio = Studio::new(&kit, ink).expect("a studio");
            let made = proof(&kit, &studio, &options, false, &NoProgress)
                .unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(made.sheets.len(), 1);
            assert_eq!(made.components[0].faces, 6);
            assert_eq!(made.components[0].cards, 1);
            let words: Vec<String> = made
                .faces
                .iter()
                .flat_map(|f| f.scene.texts.iter())
                .map(|b| b.runs.iter().map(|r| r.text.as_str()).collect::<String>())
                .collect();
            for panel in ["front", "back", "left", "right", "top", "bottom"] {
                let seen = words.iter().any(|w| {
                    let w: String = w.split_whitespace().collect();
                    w.starts_with(panel) && w.contains("40")
                });
                assert!(seen, "{panel} of {words:?}");
            }
            let printed = print(&kit, &options, &NoProgress).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(printed.pages, 1);
        }
    }
}

#[test]
fn the_shipped_box_holds_all_cards_of_its_kit() {
    let kit = kitpress::load("cat-and-chocolate").unwrap_or_else(|e| panic!("{e}"));
    let found = kit.component("box").expect("a box");
    let carton = found.carton.as_ref().expect("measured");
    assert_eq!(carton.cards, 78);
    let cards: usize = kit
        .components
        .iter()
        .filter(|c| c.kind == Kind::Cards)
        .map(|c| c.pieces())
        .sum();
    assert_eq!(cards, 78);
}
