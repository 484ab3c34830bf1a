//! Pictures in templates: every kind is drawn, each is in the file once, none larger than needed, broken ones are
//! refused by name.

use std::path::Path;

use crate::card::kit;
use crate::common::{render, tool};
use kitpress::impose::Turn;
use kitpress::kit::Kit;
use kitpress::press::{NoProgress, PrintOptions, Printed, print, proof};
use kitpress::scene::Studio;
use kitpress::template::Ink;
use needs::needs;

const RED: [u8; 3] = [200, 30, 30];
const GREEN: [u8; 3] = [30, 160, 60];
const BLUE: [u8; 3] = [30, 60, 200];

/// A file of `tests/data/pictures`. All show four quarters: red, green, blue and white, 96 by 64 pixels.
fn data(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/pictures")
        .join(name);
    std::fs::read(path).expect("a picture")
}

fn put(dir: &Path, name: &str, bytes: &[u8]) {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    std::fs::write(path, bytes).expect("written");
}

fn printed(kit: &Kit, ink: Ink, dpi: Option<u32>) -> Result<Printed, String> {
    let options = PrintOptions {
        ink,
        dpi,
        ..PrintOptions::default()
    };
    print(kit, &options, &NoProgress).map_err(|e| e.to_string())
}

/// Prints a card that shows `name` all over.
fn full(name: &str, bytes: &[u8], ink: Ink) -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), name, bytes);
    let body = format!(r#"<image href="{name}" width="60" height="40"/>"#);
    let printed = printed(&kit(dir.path(), &body, ""), ink, None);
    printed.unwrap_or_else(|e| panic!("{name}: {e}")).pdf
}

/// The colours in the middles of the four quarters of the only card, row by row.
fn quarters(pdf: &[u8]) -> [[u8; 3]; 4] {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), "", "");
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let proof = proof(&kit, &studio, &PrintOptions::default(), false, &NoProgress).expect("draws");
    let item = &proof.sheets[0].items[0];
    let page = &render(pdf, 1.0)[0];
    let at = |u: f64, v: f64| {
        let (u, v) = match item.turn {
            Turn::None => (u, v),
            Turn::Right => (1.0 - v, u),
            Turn::Half => (1.0 - u, 1.0 - v),
            Turn::Left => (v, 1.0 - u),
        };
        let x = (item.at.x + item.at.w * u).to_pt().0;
        let y = (item.at.y + item.at.h * v).to_pt().0;
        page.at(x as usize, y as usize)
    };
    [
        at(0.25, 0.25),
        at(0.75, 0.25),
        at(0.25, 0.75),
        at(0.75, 0.75),
    ]
}

fn all_near(are: [[u8; 3]; 4], what: &str) {
    for (is, was) in are.into_iter().zip([RED, GREEN, BLUE, [255; 3]]) {
        near(is, was, what);
    }
}

fn near(a: [u8; 3], b: [u8; 3], what: &str) {
    let far = a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max();
    assert!(far < Some(14), "{what}: {a:?} is not {b:?}");
}

/// Widths of the pictures in a PDF, soft masks included, in order.
fn widths(pdf: &[u8]) -> Vec<u32> {
    let text = String::from_utf8_lossy(pdf);
    let parts = text.split("/Subtype/Image/Width ").skip(1);
    parts
        .map(|p| {
            p.split('/')
                .next()
                .and_then(|n| n.trim().parse().ok())
                .expect("a width")
        })
        .collect()
}

fn holds(pdf: &[u8], part: &[u8]) -> bool {
    pdf.windows(part.len()).any(|w| w == part)
}

#[test]
fn every_kind_of_picture_is_drawn() {
    for name in ["photo.jpg", "photo.webp", "still.gif"] {
        all_near(quarters(&full(name, &data(name), Ink::Full)), name);
    }
}

#[test]
fn transparency_is_a_soft_mask() {
    for name in ["alpha.png", "alpha.webp"] {
        let pdf = full(name, &data(name), Ink::Full);
        assert!(holds(&pdf, b"/SMask "), "{name}");
        let [a, _, c, _] = quarters(&pdf);
        // A quarter opaque above, three quarters below.
        near(a, [241, 199, 199], name);
        near(c, [86, 109, 214], name);
    }
}

#[test]
fn drawings_stay_vector() {
    let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><rect width="30" height="20" fill="#c81e1e"/><rect x="30" width="30" height="20" fill="#1ea03c"/><rect y="20" width="30" height="20" fill="#1e3cc8"/></svg>"##;
    let pdf = full("art/quarters.svg", svg, Ink::Full);
    assert_eq!(widths(&pdf), [0u32; 0], "no pixels in the file");
    all_near(quarters(&pdf), "drawing");
}

#[test]
fn a_photograph_on_its_side_is_turned() {
    all_near(
        quarters(&full("turned.jpg", &data("turned.jpg"), Ink::Full)),
        "turned",
    );
}

#[test]
fn mono_is_grey_and_saver_is_light() {
    for name in [
        "photo.jpg",
        "photo.webp",
        "still.gif",
        "alpha.png",
        "grey.jpg",
    ] {
        let pdf = full(name, &data(name), Ink::Mono);
        let text = String::from_utf8_lossy(&pdf);
        assert!(
            text.contains("/DeviceGray")
                && !text.contains("/BitsPerComponent 8/ColorSpace/DeviceRGB"),
            "{name}"
        );
        for [r, g, b] in quarters(&pdf) {
            assert!(r == g && g == b, "{name}: {r} {g} {b}");
        }
    }
    for name in ["photo.jpg", "photo.webp", "still.gif"] {
        let [a, _, c, d] = quarters(&full(name, &data(name), Ink::Saver));
        near(a, RED.map(|v| 127 + v / 2), name);
        near(c, BLUE.map(|v| 127 + v / 2), name);
        near(d, [255; 3], name);
    }
}

/// Twelve cards that all show one picture, under several names.
fn one_picture_often(dir: &Path) -> Vec<u8> {
    put(dir, "art/photo.jpg", &data("photo.jpg"));
    put(
        dir,
        "card.csv",
        format!(
            "n\n{}",
            (0..12).map(|n| format!("{n}\n")).collect::<String>()
        )
        .as_bytes(),
    );
    let body = r#"<image href="art/photo.jpg" width="{{ 10 + row.n | int }}" height="20"/>
        <image href="./art/photo.jpg" x="40" width="9" height="9" transform="rotate(10)"/>
        <image href="art%2Fphoto.jpg" y="20" width="9" height="9"/>"#;
    let kit = kit(dir, body, "rows = \"card.csv\"");
    printed(&kit, Ink::Full, None).expect("prints").pdf
}

#[test]
fn a_picture_is_in_the_file_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let pdf = one_picture_often(dir.path());
    assert_eq!(widths(&pdf), [96]);
    assert!(holds(&pdf, &data("photo.jpg")), "a JPEG goes in as it is");
}

#[needs("pdfimages")]
#[test]
fn other_readers_find_a_picture_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("art.pdf");
    std::fs::write(&file, one_picture_often(dir.path())).expect("written");
    let list = tool("pdfimages", &["-list", "FILE"], &file);
    let rows: Vec<Vec<&str>> = list
        .lines()
        .skip(2)
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|r| r[8] == "jpeg" && r[3] == "96"),
        "{list}"
    );
    let objects: std::collections::BTreeSet<&str> = rows.iter().map(|r| r[10]).collect();
    assert_eq!(objects.len(), 1, "{list}");
}

#[test]
fn pictures_are_made_as_small_as_the_print_needs() {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), "alpha.png", &data("alpha.png"));
    // Four millimetres are 47 dots at 300 dpi.
    let body = r#"<image href="alpha.png" width="4" height="4"/><image href="alpha.png" x="9" width="3" height="3"/>"#;
    let all = |keys: &str, dpi| {
        widths(
            &printed(&kit(dir.path(), body, keys), Ink::Full, dpi)
                .expect("prints")
                .pdf,
        )
    };
    assert_eq!(
        all("", None),
        [48, 48],
        "the largest placement counts; picture and mask"
    );
    assert_eq!(all("", Some(150)), [24, 24]);
    assert_eq!(all("dpi = 150", None), [24, 24]);
    assert_eq!(all("dpi = 150", Some(300)), [48, 48], "the flag wins");
    assert_eq!(all("", Some(600)), [96, 96], "never larger than it is");
    // What a component says goes before what the kit says.
    let of_both = |of_kit: u32, own: u32| {
        let mut kit = kit(dir.path(), body, &format!("dpi = {own}"));
        kit.dpi = Some(of_kit);
        widths(&printed(&kit, Ink::Full, None).expect("prints").pdf)
    };
    assert_eq!(of_both(300, 150), [24, 24]);
    assert_eq!(of_both(150, 300), [48, 48]);
}

#[test]
fn a_large_photograph_becomes_a_small_one() {
    // A JPEG of 1500 by 1000 pixels, made by turning one up: the writer's own, read back by others.
    let dir = tempfile::tempdir().expect("a folder");
    let mut pixmap = resvg::tiny_skia::Pixmap::new(1500, 1000).expect("a size");
    for (i, p) in pixmap.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (i % 1500, i / 1500);
        let c = [[RED, GREEN], [BLUE, [255; 3]]][y / 500][x / 750];
        *p = resvg::tiny_skia::PremultipliedColorU8::from_rgba(c[0], c[1], c[2], 255)
            .expect("a colour");
    }
    put(dir.path(), "big.png", &pixmap.encode_png().expect("a PNG"));
    let body = r#"<image href="big.png" width="60" height="40"/>"#;
    let pdf = printed(&kit(dir.path(), body, ""), Ink::Full, Some(150))
        .expect("prints")
        .pdf;
    assert_eq!(widths(&pdf), [355]);
    all_near(quarters(&pdf), "large");
}

#[test]
fn the_same_print_gives_the_same_bytes() {
    for name in ["photo.jpg", "photo.webp", "alpha.png"] {
        let print = || full(name, &data(name), Ink::Mono);
        assert!(print() == print(), "{name}");
    }
}

/// What is said of a card that shows `href` while the kit holds `name`.
fn refused(href: &str, name: &str, bytes: &[u8]) -> String {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), name, bytes);
    let body = format!(r#"<image href="{href}" width="60" height="40"/>"#);
    let said = printed(&kit(dir.path(), &body, ""), Ink::Full, None).map(|p| p.pages);
    let said = said.expect_err(&format!("{href} is refused"));
    assert!(
        said.contains("component `card`, card `card`") && said.contains("card.svg"),
        "{said}"
    );
    said
}

#[test]
fn bad_pictures_are_refused_by_name() {
    let missing = refused("art/dragn.png", "art/dragon.png", &data("alpha.png"));
    assert!(
        missing.contains("no file `art/dragn.png`")
            && missing.contains("did you mean `art/dragon.png`?"),
        "{missing}"
    );
    let cmyk = refused("cmyk.jpg", "cmyk.jpg", &data("cmyk.jpg"));
    assert!(
        cmyk.contains("`cmyk.jpg` is a JPEG for printing presses (CMYK); save it as RGB"),
        "{cmyk}"
    );
    let bmp = refused(
        "a.bmp",
        "a.bmp",
        b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0",
    );
    assert!(
        bmp.contains("`a.bmp` is not a PNG, JPEG, GIF, WebP or SVG picture"),
        "{bmp}"
    );
    for name in [
        "photo.jpg",
        "photo.webp",
        "alpha.webp",
        "alpha.png",
        "still.gif",
    ] {
        let whole = data(name);
        let part = &whole[..whole.len() * 2 / 5];
        let said = refused(name, name, part);
        assert!(said.contains(&format!("`{name}` is ")), "{said}");
    }
}

#[test]
fn all_bad_pictures_are_named_at_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let cut = |name: &&str| {
        let whole = data(name);
        put(dir.path(), name, &whole[..whole.len() * 2 / 5]);
    };
    ["photo.jpg", "alpha.png", "photo.webp"]
        .iter()
        .for_each(cut);
    put(
        dir.path(),
        "card.csv",
        b"file\nphoto.jpg\nalpha.png\nphoto.webp\n",
    );
    let body = r#"<image href="{{ row.file }}" width="60" height="40"/>"#;
    let kit = kit(dir.path(), body, "rows = \"card.csv\"");
    let said = printed(&kit, Ink::Full, None).map(|p| p.pages);
    let said = said.expect_err("they are refused");
    for name in ["photo.jpg", "alpha.png", "photo.webp"] {
        let told = format!("`{name}` is damaged or cut off");
        assert!(said.contains(&told), "{name}: {said}");
    }
}

#[test]
fn bad_pictures_are_refused_wherever_they_are_drawn() {
    let whole = data("photo.jpg");
    let part = &whole[..whole.len() * 2 / 5];
    let image = r#"<image href="photo.jpg" width="60" height="40"/>"#;
    let around = [
        (
            "a filter",
            r#"<filter id="it"><feGaussianBlur stdDeviation="1"/></filter>"#,
            "filter",
        ),
        (
            "a mask",
            r#"<mask id="it"><rect width="60" height="40" fill="white"/></mask>"#,
            "mask",
        ),
        (
            "a clip",
            r#"<clipPath id="it"><circle r="20"/></clipPath>"#,
            "clip-path",
        ),
    ];
    for (what, defs, attribute) in around {
        let dir = tempfile::tempdir().expect("a folder");
        put(dir.path(), "photo.jpg", part);
        let body = format!(r##"{defs}<g {attribute}="url(#it)">{image}</g>"##);
        let said = printed(&kit(dir.path(), &body, ""), Ink::Full, None).map(|p| p.pages);
        let said = said.expect_err(what);
        assert!(
            said.contains("`photo.jpg` is damaged or cut off"),
            "{what}: {said}"
        );
    }
}
