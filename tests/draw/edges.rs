//! Cards on a page: those that differ at their edges lie apart, those that look alike run into each other.

use std::fs;
use std::path::Path;

use crate::common::{Raster, render};
use kitpress::impose::Sheet;
use kitpress::kit::Kit;
use kitpress::press::{NoProgress, PrintOptions, print, proof};
use kitpress::scene::Studio;

/// A kit of nine cards on grounds of those colours, in turn, with one navy back.
fn kit(folder: &Path, colours: &[&str]) -> Kit {
    fs::write(
        folder.join("kit.toml"),
        "[kit]\nid = \"edges\"\ntitle = \"Edges\"\n\n[[component]]\nid = \"card\"\nkind = \"cards\"\n\
         title = \"Cards\"\nsize = \"63x88mm\"\nfront = \"front.svg\"\nback = \"back.svg\"\nrows = \"card.csv\"\n",
    )
    .expect("kit.toml");
    let svg = |fill: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">\
             <rect width=\"63\" height=\"88\" fill=\"{fill}\"/><circle cx=\"31\" cy=\"40\" r=\"{{{{ row.r }}}}\" \
             fill=\"#888888\"/></svg>"
        )
    };
    fs::write(folder.join("front.svg"), svg("{{ row.colour }}")).expect("front");
    fs::write(
        folder.join("back.svg"),
        svg("#0B2545").replace("{{ row.r }}", "9"),
    )
    .expect("back");
    let row = |i: usize| format!("card-{i},{},{}\n", colours[i % colours.len()], 3 + i);
    let rows: String = (0..9).map(row).collect();
    fs::write(folder.join("card.csv"), format!("name,colour,r\n{rows}")).expect("rows");
    kitpress::load(folder.to_str().expect("a path")).expect("loads")
}

fn sheets(kit: &Kit, options: &PrintOptions) -> Vec<Sheet> {
    let studio = Studio::new(kit, options.ink).expect("fonts");
    let proof = proof(kit, &studio, options, false, &NoProgress).expect("draws");
    proof.sheets
}

fn across(sheet: &Sheet) -> f64 {
    (sheet.items[1].at.x - sheet.items[0].at.right()).0
}

fn pages(kit: &Kit) -> Vec<Raster> {
    let pdf = print(kit, &PrintOptions::default(), &NoProgress)
        .expect("prints")
        .pdf;
    render(&pdf, 1.5)
}

/// The lightest pixel of a row between two places, all in millimetres.
fn lightest(page: &Raster, y: f64, from: f64, to: f64) -> u8 {
    let px = |mm: f64| (mm / 210.0 * page.w as f64) as usize;
    let row = (px(from)..px(to)).map(|x| page.at(x, px(y)));
    row.map(|[r, g, b]| r.max(g).max(b))
        .max()
        .unwrap_or_default()
}

#[test]
fn cards_of_different_colours_lie_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let kit = kit(folder.path(), &["#C1272D", "#0060B2"]);
    let sheets = sheets(&kit, &PrintOptions::default());
    assert_eq!((sheets.len(), sheets[0].items.len()), (2, 9));
    assert!(across(&sheets[0]) >= 1.0);
    // Their backs look alike: no white shows between them, though the fronts lie apart.
    let pages = pages(&kit);
    let (first, last) = (sheets[1].items[2].at, sheets[1].items[0].at);
    let y = first.y.0 + 80.0;
    assert!(lightest(&pages[1], y, first.x.0 + 1.0, last.right().0 - 1.0) < 0x60);
    assert_eq!(
        lightest(&pages[0], y, first.x.0 + 1.0, last.right().0 - 1.0),
        0xFF
    );
}

#[test]
fn cards_that_look_alike_share_their_cuts_without_a_seam() {
    let folder = tempfile::tempdir().expect("a folder");
    let kit = kit(folder.path(), &["#0B2545"]);
    let sheets = sheets(&kit, &PrintOptions::default());
    assert!(across(&sheets[0]).abs() < 1e-9);
    for (page, sheet) in pages(&kit).iter().zip(&sheets) {
        let trim = sheet.trim;
        let y = trim.y.0 + 80.0;
        // #0B2545, with hardly anything of the paper shining through at the cuts.
        let light = lightest(page, y, trim.x.0 + 1.0, trim.right().0 - 1.0);
        assert!(light <= 0x48, "a seam of {light}");
        // Nothing is printed past the outer cuts.
        assert_eq!(lightest(page, y, trim.x.0 - 1.0, trim.x.0 - 0.5), 0xFF);
        assert_eq!(sheet.trim, sheet.bleed);
    }
}

#[test]
fn a_few_cards_keep_the_places_of_the_whole_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let kit = kit(folder.path(), &["#C1272D", "#0060B2"]);
    let whole = sheets(&kit, &PrintOptions::default());
    // Those that are left look alike.
    let few = PrintOptions {
        cards: vec!["card-0".into(), "card-2".into()],
        skip: 4,
        ..PrintOptions::default()
    };
    let few = sheets(&kit, &few);
    assert_eq!(few[0].items[0].at, whole[0].items[4].at);
}
