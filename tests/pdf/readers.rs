//! Finished PDFs, read back by programs that share no code with the writer.

use crate::common::{Raster, render, tool};
use kitpress::impose::{Backs, Marks, Paper};
use kitpress::kit::{Kit, Source};
use kitpress::press::{NoProgress, PrintOptions, print, proof, raster_sheet};
use kitpress::scene::{Studio, text_extents};
use kitpress::template::Ink;
use kitpress::units::Mm;
use needs::needs;

fn options(lang: &str, ink: Ink, paper: &str) -> PrintOptions {
    let paper = Paper::parse(paper).expect("a paper");
    PrintOptions {
        lang: lang.into(),
        ink,
        paper,
        ..PrintOptions::default()
    }
}

#[test]
fn two_runs_give_the_same_bytes() {
    for kit in kitpress::shipped().expect("shipped kits load") {
        for lang in &kit.languages {
            let run = || {
                print(&kit, &options(lang, Ink::Full, "a4"), &NoProgress)
                    .expect("prints")
                    .pdf
            };
            assert!(run() == run(), "{} {lang}", kit.id);
        }
    }
}

#[test]
fn pages_look_the_same_in_hayro_and_in_resvg() {
    let ways = [
        ("en", Ink::Full, "a4"),
        ("ja", Ink::Saver, "letter"),
        ("ja", Ink::Mono, "a4"),
    ];
    let mut worst = (0.0, String::new());
    for (i, kit) in kitpress::shipped()
        .expect("shipped kits load")
        .iter()
        .enumerate()
    {
        // Each kit in one way in turn, the first in all: a page takes a second.
        for (lang, ink, paper) in ways
            .into_iter()
            .skip(i % 3)
            .take(if i == 0 { 3 } else { 1 })
        {
            let options = options(lang, ink, paper);
            let studio = Studio::new(kit, ink).expect("fonts load");
            let proof = proof(kit, &studio, &options, true, &NoProgress).expect("draws");
            let pdf = print(kit, &options, &NoProgress).expect("prints").pdf;
            let pages = render(&pdf, 1.0);
            assert_eq!(pages.len(), proof.sheets.len());
            for (n, page) in pages.iter().enumerate() {
                let pixmap = raster_sheet(&proof, &studio, n, 72.0 / 25.4).expect("draws");
                let rgb = pixmap
                    .pixels()
                    .iter()
                    .map(|p| [p.red(), p.green(), p.blue()])
                    .collect();
                let ours = Raster {
                    w: pixmap.width() as usize,
                    h: pixmap.height() as usize,
                    rgb,
                };
                let (page, ours) = (page.coarse(), ours.coarse());
                let (d, far) = (page.differs(&ours), page.furthest(&ours));
                let name = format!("{} {lang} {ink:?} {paper} page {}", kit.id, n + 1);
                if d > worst.0 {
                    worst = (d, name.clone());
                }
                assert!(
                    d < 8.0 && far < 200,
                    "{name}: {d:.2} on average, {far} at most, of 255"
                );
            }
        }
    }
    println!("worst: {:.2}, {}", worst.0, worst.1);
}

/// Words as a search would find them: no white space, which breaks lines and columns differently.
fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[needs("qpdf", "pdffonts", "pdftotext")]
#[test]
fn other_readers_find_the_files_sound_and_the_words_right() {
    let dir = tempfile::tempdir().expect("a folder");
    for kit in kitpress::shipped().expect("shipped kits load") {
        for lang in &kit.languages {
            let options = options(lang, Ink::Full, "a4");
            let file = dir.path().join(format!("{}.{lang}.pdf", kit.id));
            std::fs::write(
                &file,
                print(&kit, &options, &NoProgress).expect("prints").pdf,
            )
            .expect("written");
            tool("qpdf", &["--check", "FILE"], &file);
            let fonts = tool("pdffonts", &["FILE"], &file);
            for font in fonts.lines().skip(2) {
                assert!(!font.contains("Type 3"), "{font}");
                let facts: Vec<&str> = font.split_whitespace().rev().take(5).collect();
                assert_eq!(
                    &facts[2..5],
                    ["yes", "yes", "yes"],
                    "embedded, subset, with unicode: {font}"
                );
                assert_eq!(
                    font.split_whitespace().next().and_then(|n| n.find('+')),
                    Some(6),
                    "{font}"
                );
            }
            let words = squeeze(&tool("pdftotext", &["-raw", "FILE", "-"], &file));
            let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
            let proof = proof(&kit, &studio, &options, false, &NoProgress).expect("draws");
            for face in &proof.faces {
                for text in text_extents(&face.scene, face.size) {
                    for word in text.text.split_whitespace() {
                        assert!(
                            words.contains(word),
                            "{} {lang}: “{word}” of “{}” is not found",
                            kit.id,
                            text.text
                        );
                    }
                }
            }
        }
    }
}

/// A kit whose back is the front's mirror image: printed rightly, front and back cover each other.
fn mirror_kit(dir: &std::path::Path, size: (f64, f64), cards: usize) -> Kit {
    let (w, h) = size;
    let svg = |inner: &str| {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">{inner}</svg>"##
        )
    };
    // A shape without any symmetry, different on every card.
    let shape = |x: &str| {
        svg(&format!(
            r##"<g transform="{x}"><path d="M2 2H{}L6 {}V{}H2Z" fill="#000"/><rect x="{}" y="{{{{ row.n | int * 2 + 6 }}}}" width="6" height="3" fill="#000"/></g>"##,
            w - 4.0,
            h / 3.0,
            h - 5.0,
            w - 12.0,
        ))
    };
    std::fs::write(dir.join("front.svg"), shape("")).expect("written");
    std::fs::write(
        dir.join("back.svg"),
        shape(&format!("translate({w} 0) scale(-1 1)")),
    )
    .expect("written");
    let rows: String = (0..cards).map(|n| format!("{}\n", n % 12)).collect();
    std::fs::write(dir.join("rows.csv"), format!("n\n{rows}")).expect("written");
    let kit = format!(
        "[kit]\nid = \"mirror\"\n[[component]]\nid = \"card\"\nkind = \"cards\"\nsize = \"{w}x{h}mm\"\nfront = \"front.svg\"\nback = \"back.svg\"\nrows = \"rows.csv\"\n"
    );
    std::fs::write(dir.join("kit.toml"), kit).expect("written");
    Kit::load_from(
        Source::find(dir.to_str().expect("a path")).expect("a kit"),
        &[],
    )
    .expect("loads")
}

#[test]
fn backs_lie_exactly_behind_their_fronts() {
    for (size, cards) in [
        ((63.0, 88.0), 13),
        ((44.0, 68.0), 20),
        ((57.0, 57.0), 17),
        ((80.0, 50.0), 5),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let kit = mirror_kit(dir.path(), size, cards);
        for paper in ["a4", "letter"] {
            for (backs, sideways) in [(Backs::DuplexLong, true), (Backs::DuplexShort, false)] {
                let options = PrintOptions {
                    backs,
                    marks: Marks::None,
                    bleed: Mm(0.0),
                    ..options("en", Ink::Full, paper)
                };
                let pages = render(
                    &print(&kit, &options, &NoProgress).expect("prints").pdf,
                    2.0,
                );
                assert_eq!(pages.len() % 2, 0);
                for pair in pages.chunks(2) {
                    assert_covers(
                        &pair[0],
                        &pair[1].flipped(sideways),
                        &format!("{size:?} {paper} {backs:?}"),
                    );
                }
            }
        }
    }
}

/// Black where the other is black, but for the furniture outside the cards and a pixel at edges.
fn assert_covers(front: &Raster, back: &Raster, name: &str) {
    let dark = |r: &Raster, x: usize, y: usize| r.at(x, y)[0] < 100;
    let near = |r: &Raster, x: usize, y: usize| {
        (y - 1..=y + 1).any(|j| (x - 1..=x + 1).any(|i| dark(r, i, j)))
    };
    let (mut black, mut off) = (0, 0);
    for y in 1..front.h - 1 {
        for x in 1..front.w - 1 {
            if dark(front, x, y) {
                black += 1;
                off += usize::from(!near(back, x, y));
            }
        }
    }
    assert!(black > 10_000, "{name}: something was printed");
    // The furniture's words and ruler are the only ink on the front that has none behind.
    assert!(
        off < black / 50,
        "{name}: {off} of {black} dark pixels have none behind them"
    );
}
