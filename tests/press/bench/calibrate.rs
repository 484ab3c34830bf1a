//! `calibrate`: a printer that shifts, scales and turns its backs is measured, and corrected.

use std::fs;
use std::path::Path;

use kitpress::calibrate::{LETTERS, TestSide, crosses, picture, reading_picture, scales};
use kitpress::impose::{Backs, Paper};
use kitpress::units::{Mm, Size};

use super::Bench;
use crate::common::{Raster, render};

const A4: Size = Size::mm(210.0, 297.0);
/// Pixels a millimetre.
const DOTS: f64 = 8.0;

/// A printer that puts backs elsewhere: scaled and turned about the middle of the page, and shifted.
#[derive(Clone, Copy)]
struct Printer {
    scale: (f64, f64),
    turn: f64,
    shift: (f64, f64),
}

impl Printer {
    /// Where ink for a point of the back page lands.
    fn lands(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (u, v) = (x - A4.w.0 / 2.0, y - A4.h.0 / 2.0);
        let (u, v) = (u * self.scale.0, v * self.scale.1);
        let (sin, cos) = self.turn.to_radians().sin_cos();
        (
            A4.w.0 / 2.0 + u * cos - v * sin + self.shift.0,
            A4.h.0 / 2.0 + u * sin + v * cos + self.shift.1,
        )
    }

    /// The point of the back page whose ink lands there.
    fn aims(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (mut px, mut py) = (x, y);
        for _ in 0..50 {
            let (lx, ly) = self.lands((px, py));
            (px, py) = (px + x - lx, py + y - ly);
        }
        (px, py)
    }

    /// What somebody reads: the hole lies where the front's cross is, on a scale that this printer has printed.
    fn readings(&self, backs: Backs) -> Vec<String> {
        let places = scales(A4, backs).expect("two sides");
        let tenths = |v: f64| (v * 10.0).round() / 10.0;
        places
            .iter()
            .zip(LETTERS)
            .map(|((x, y), letter)| {
                let (hx, hy) = self.aims((x.0, y.0));
                format!("{letter}={},{}", tenths(hx - x.0), tenths(hy - y.0))
            })
            .collect()
    }
}

fn pages(path: &Path) -> Vec<Raster> {
    render(&fs::read(path).expect("a PDF"), (DOTS * 25.4 / 72.0) as f32)
}

/// The left and right edge of what is dark on a row, in millimetres; to a fraction of a pixel.
fn edges(page: &Raster, at: impl Fn(usize) -> (usize, usize), n: usize) -> (f64, f64) {
    let dark = |i: usize| {
        let (x, y) = at(i);
        let [r, ..] = page.at(x, y);
        1.0 - (f64::from(r) - 32.0).clamp(0.0, 223.0) / 223.0
    };
    let first = (0..n).find(|i| dark(*i) > 0.5).expect("something dark");
    let last = (0..n)
        .rev()
        .find(|i| dark(*i) > 0.5)
        .expect("something dark");
    // The share of the pixel before the first whole one is how far the edge reaches into it.
    let left = first as f64 - dark(first.saturating_sub(1)) + (1.0 - dark(first));
    let right = (last + 1) as f64 + dark(last + 1) - (1.0 - dark(last));
    (left / DOTS, right / DOTS)
}

/// The box of what is dark, seen along its middle lines: left, top, right, bottom.
fn block(page: &Raster, middle: (f64, f64)) -> [f64; 4] {
    let px = |v: f64| (v * DOTS) as usize;
    let (left, right) = edges(page, |i| (i, px(middle.1)), page.w - 2);
    let (top, bottom) = edges(page, |i| (px(middle.0), i), page.h - 2);
    [left, top, right, bottom]
}

/// One dark card in the middle of its page, in front and behind.
fn one_card(b: &Bench) {
    b.write("kit.toml", "[kit]\nid = \"tiny\"\ntitle = \"Tiny\"\n\n[[component]]\nid = \"hero\"\nkind = \"cards\"\nsize = \"180x250mm\"\nfront = \"back.svg\"\nback = \"back.svg\"\n");
    b.write("back.svg", r##"<svg xmlns="http://www.w3.org/2000/svg" width="180mm" height="250mm" viewBox="0 0 180 250"><rect width="180" height="250" fill="#204060"/></svg>"##);
    for name in ["hero.svg", "rules.svg", "hero.csv"] {
        fs::remove_file(b.kit().join(name)).expect("removed");
    }
}

/// The corners of a block after the printer, as they lie in the back's coordinates on paper.
fn worst(front: [f64; 4], back: [f64; 4], printer: Printer, backs: Backs) -> f64 {
    let corner = |b: [f64; 4], i: usize| (b[(i & 1) * 2], b[(i >> 1) * 2 + 1]);
    let mut worst: f64 = 0.0;
    for i in 0..4 {
        let (x, y) = corner(front, i);
        let behind = backs.behind(A4, (Mm(x), Mm(y))).expect("two sides");
        let (bx, by) = (behind.0.0, behind.1.0);
        let near = (0..4).map(|k| {
            let (x, y) = printer.lands(corner(back, k));
            (x - bx).abs().max((y - by).abs())
        });
        worst = worst.max(near.fold(f64::INFINITY, f64::min));
    }
    worst
}

#[test]
fn a_measured_printer_puts_backs_behind_fronts() {
    let printers = [
        Printer {
            scale: (1.0, 1.0),
            turn: 0.0,
            shift: (0.8, -1.3),
        },
        Printer {
            scale: (0.995, 1.006),
            turn: 0.0,
            shift: (-1.1, 0.6),
        },
    ];
    for (backs, flag) in [
        (Backs::DuplexLong, "duplex-long"),
        (Backs::DuplexShort, "duplex-short"),
    ] {
        for printer in printers {
            let b = Bench::new();
            one_card(&b);
            b.fine(&["print", "tiny", "--backs", flag]);
            let name = match backs {
                Backs::DuplexLong => "out/tiny.en.a4.pdf",
                _ => "out/tiny.duplex-short.en.a4.pdf",
            };
            let plain = pages(&b.root.path().join(name));
            let centre = (A4.w.0 / 2.0, A4.h.0 / 2.0);
            let front = block(&plain[0], centre);
            let before = worst(front, block(&plain[1], centre), printer, backs);
            assert!(before > 0.5, "the printer is off: {before}");
            let mut args: Vec<String> = ["calibrate", "office", "--backs", flag]
                .map(String::from)
                .into();
            args.extend(printer.readings(backs));
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            b.fine(&args);
            b.fine(&["print", "tiny", "--backs", flag, "--profile", "office"]);
            let moved = pages(&b.root.path().join(name));
            assert!(moved[0].differs(&plain[0]) == 0.0, "fronts stay");
            let after = worst(front, block(&moved[1], centre), printer, backs);
            assert!(after <= 0.1, "{flag}: {after} mm off");
        }
    }
}

#[test]
fn a_turned_and_scaled_page_is_corrected_in_numbers() {
    use kitpress::calibrate::{BackCorrection, Reading, fit};
    let printer = Printer {
        scale: (1.004, 0.996),
        turn: 0.2,
        shift: (1.2, -0.7),
    };
    for backs in [Backs::DuplexLong, Backs::DuplexShort] {
        let texts = printer.readings(backs);
        let readings: Vec<Reading> = texts
            .iter()
            .map(|t| Reading::parse(t).expect("read"))
            .collect();
        let found = fit(&readings, A4, backs).expect("fits");
        let warp = BackCorrection::of(&found.warp, "a4", &readings)
            .expect("sound")
            .warp();
        for x in [5.0, 60.0, 105.0, 205.0] {
            for y in [5.0, 100.0, 292.0] {
                let (u, v) = warp.point(A4, (Mm(x), Mm(y)));
                let (lx, ly) = printer.lands((u.0, v.0));
                let off = (lx - x).abs().max((ly - y).abs());
                assert!(off <= 0.1, "{backs:?} {x},{y}: {off}");
            }
        }
    }
}

#[test]
fn crosses_and_scales_are_printed_where_they_are_said_to_be() {
    let b = Bench::new();
    for (flag, backs) in [
        ("duplex-long", Backs::DuplexLong),
        ("duplex-short", Backs::DuplexShort),
    ] {
        let out = b.fine(&["calibrate", "--backs", flag]);
        assert_eq!(out.trim(), "out/calibrate.a4.pdf");
        let pages = pages(&b.root.path().join("out/calibrate.a4.pdf"));
        assert_eq!(pages.len(), 2);
        let dark = |page: &Raster, x: f64, y: f64| {
            page.at((x * DOTS) as usize, (y * DOTS) as usize)[0] < 160
        };
        for (x, y) in crosses(A4) {
            assert!(
                dark(&pages[0], x.0, y.0 - 6.0) && dark(&pages[0], x.0 + 6.0, y.0),
                "a cross"
            );
        }
        for (x, y) in scales(A4, backs).expect("two sides") {
            assert!(
                dark(&pages[1], x.0, y.0 - 5.2) && dark(&pages[1], x.0 + 5.2, y.0),
                "a scale"
            );
        }
    }
}

#[test]
fn profiles_are_kept_listed_and_forgotten() {
    let b = Bench::new();
    assert!(b.fine(&["calibrate", "--list"]).contains("no printer"));
    let told = b.fine(&["calibrate", "Office", "E=0.5,-1"]);
    assert!(
        told.contains("backs move 0.5mm to the right and 1mm up"),
        "{told}"
    );
    b.fine(&["calibrate", "office", "E=-0.5,1", "--backs", "duplex-short"]);
    let text = fs::read_to_string(b.root.path().join("data/printers/office.toml")).expect("kept");
    assert!(
        text.contains("[duplex-long]") && text.contains("[duplex-short]"),
        "{text}"
    );
    let list = b.fine(&["calibrate", "--list"]);
    assert!(!list.contains('−') && !list.contains(" -"), "{list}");
    let list = b.json(&["calibrate", "--list", "--json"]);
    assert_eq!(list[0]["name"], "office");
    assert_eq!(
        list[0]["duplex-long"]["offset"],
        serde_json::json!([0.5, -1.0])
    );
    b.fine(&["print", "tiny", "--profile", "OFFICE"]);
    b.fine(&["calibrate", "--remove", "office"]);
    let gone = b.run(&["print", "tiny", "--profile", "office"]);
    assert_eq!(gone.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&gone.stderr).contains("no printer is called `office`"));
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let b = Bench::new();
    for (args, says) in [
        (&["calibrate", "office"][..], "what did you read"),
        (&["calibrate", "office", "A=1"], "is not a reading"),
        (&["calibrate", "office", "A=1,9"], "is not on the scale"),
        (&["calibrate", "office", "A=1,1", "A=1,1"], "is given twice"),
        (&["calibrate", "A=1,1"], "a name first"),
        (&["calibrate", "../office", "A=1,1"], "cannot be the name"),
        (&["calibrate", "--paper", "60x60mm"], "does not fit"),
        (&["calibrate", "--remove", "office"], "no printer is called"),
        (
            &["calibrate", "--list", "--remove", "x"],
            "cannot stand beside",
        ),
    ] {
        let output = b.run(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains(says),
            "{args:?}: {error}"
        );
    }
    b.fine(&["calibrate", "office", "E=0.5,-1"]);
    let edge = b.run(&[
        "print",
        "tiny",
        "--backs",
        "duplex-short",
        "--profile",
        "office",
    ]);
    let error = String::from_utf8_lossy(&edge.stderr);
    assert!(
        error.contains("has not been measured with `--backs duplex-short`"),
        "{error}"
    );
    let fold = b.run(&["print", "tiny", "--backs", "fold", "--profile", "office"]);
    assert!(
        fold.status.success()
            && String::from_utf8_lossy(&fold.stderr).contains("does nothing here")
    );
    let slip = b.run(&["calibrate", "office", "A=4,0", "B=0,0", "C=0,0", "D=0,0"]);
    let error = String::from_utf8_lossy(&slip.stderr);
    assert!(
        slip.status.success() && error.contains("does not go with the other readings"),
        "{error}"
    );
    fs::write(
        b.root.path().join("data/printers/office.toml"),
        "offset = 3",
    )
    .expect("written");
    let damaged = b.run(&["print", "tiny", "--profile", "office"]);
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("the profile is damaged"));
}

#[test]
fn both_languages_fit_on_every_paper() {
    let b = Bench::new();
    for paper in ["a4", "letter", "a3", "a5", "297x210mm"] {
        for lang in ["en", "ja"] {
            for backs in ["duplex-long", "duplex-short"] {
                b.fine(&[
                    "calibrate",
                    "--paper",
                    paper,
                    "--lang",
                    lang,
                    "--backs",
                    backs,
                    "--out",
                    "page.pdf",
                ]);
            }
        }
    }
    let short = b.fine(&["calibrate", "--out", "page.pdf"]);
    assert_eq!(short.trim(), "page.pdf");
}

#[needs::needs("pdftotext")]
#[test]
fn the_words_of_the_page_can_be_read() {
    let b = Bench::new();
    b.fine(&["calibrate", "--out", "page.pdf"]);
    let page = b.root.path().join("page.pdf");
    let text = crate::common::tool("pdftotext", &["FILE", "-"], &page);
    assert!(
        text.contains("Do your backs land behind your fronts?"),
        "{text}"
    );
}

/// The guide's pictures are what the program draws; `KITPRESS_UPDATE` writes them anew.
#[test]
fn pictures_of_the_guide_are_true() {
    let paper = Paper::parse("a4").expect("known");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let side = |which| picture(&paper, Backs::DuplexLong, "en", which, 2.0).expect("drawn");
    for (name, png) in [
        ("calibrate-front.png", side(TestSide::Front)),
        ("calibrate-back.png", side(TestSide::Back)),
        (
            "calibrate-read.png",
            reading_picture("en", 12.0).expect("drawn"),
        ),
    ] {
        let path = docs.join(name);
        if std::env::var_os("KITPRESS_UPDATE").is_some() {
            fs::write(&path, &png).expect("written");
        }
        let pixels = |bytes: &[u8]| resvg::tiny_skia::Pixmap::decode_png(bytes).expect("a PNG");
        let (kept, drawn) = (pixels(&fs::read(&path).expect("there")), pixels(&png));
        assert_eq!(
            (kept.width(), kept.height()),
            (drawn.width(), drawn.height()),
            "{name}"
        );
        let pairs = kept.data().iter().zip(drawn.data());
        let off: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        assert!(
            off as f64 / (kept.data().len() as f64) < 1.0,
            "{name} is out of date: KITPRESS_UPDATE=1"
        );
    }
}
