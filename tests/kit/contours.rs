//! Pieces that are cut along a line of their own: `outline = "shape.svg"`.

use std::path::Path;

use kitpress::diag::Problems;
use kitpress::impose::{Shape, Sheet};
use kitpress::kit::{Kit, Source};
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::Studio;
use kitpress::template::Ink;

const FACE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30">
<rect width="40" height="30" fill="#08c"/></svg>"##;

/// A kite, drawn in units of its own: its corners lie at the middle of the top, and a quarter down.
const KITE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M2 0 4 1 2 4 0 1z"/></svg>"##;

fn kit(dir: &Path, component: &str, shape: &str) -> Result<Kit, Problems> {
    let put = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("written");
    put(
        "kit.toml",
        &format!(
            "[kit]\nid = \"k\"\ntitle = \"K\"\n[[component]]\nid = \"kite\"\nsize = \"40x30mm\"\n\
             front = \"face.svg\"\n{component}\n"
        ),
    );
    put("face.svg", FACE);
    put("kite.svg", shape);
    let source = Source::find(dir.to_str().expect("a path")).expect("a kit");
    Kit::load_from(source, &[])
}

fn print(component: &str, shape: &str) -> Result<Vec<Sheet>, Problems> {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), component, shape)?;
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let proof = proof(&kit, &studio, &PrintOptions::default(), false, &NoProgress)?;
    Ok(proof.sheets)
}

/// The polygons among the cut marks of the first page, by their corners in millimetres.
fn polygons(sheets: &[Sheet]) -> Vec<Vec<(f64, f64)>> {
    let marks = sheets[0].marks.iter();
    let polygon = |shape: &Shape| match shape {
        Shape::Polygon(points) => Some(points.iter().map(|(x, y)| (x.0, y.0)).collect()),
        _ => None,
    };
    marks.filter_map(|m| polygon(&m.shape)).collect()
}

fn close(a: &[(f64, f64)], b: &[(f64, f64)]) -> bool {
    let near = |(p, q): (&(f64, f64), &(f64, f64))| (p.0 - q.0).hypot(p.1 - q.1) < 0.01;
    a.len() == b.len() && a.iter().zip(b).all(near)
}

#[test]
fn tokens_and_cards_are_cut_along_the_shape_where_they_lie() {
    for kind in ["tokens", "cards"] {
        let component = format!("kind = \"{kind}\"\noutline = \"kite.svg\"\ncount = 3");
        let sheets = print(&component, KITE).unwrap_or_else(|e| panic!("{e}"));
        let found = polygons(&sheets);
        assert_eq!(found.len(), 3, "one line a piece");
        for (line, item) in found.iter().zip(&sheets[0].items) {
            let (x, y) = (item.at.x.0, item.at.y.0);
            let kite = [(20.0, 0.0), (40.0, 7.5), (20.0, 30.0), (0.0, 7.5)];
            let placed = kite.map(|(u, v)| (x + u, y + v));
            assert!(close(line, &placed), "{line:?} instead of {placed:?}");
        }
    }
}

#[test]
fn the_back_of_a_standee_is_cut_as_what_it_will_lie_behind() {
    let component = "kind = \"standees\"\nback = \"face.svg\"\noutline = \"kite.svg\"";
    let sheets = print(component, KITE).unwrap_or_else(|e| panic!("{e}"));
    let [front, back] = &polygons(&sheets)[..] else {
        panic!("two lines");
    };
    // The first corner is the head, which lies on the fold: mirrored over that, one line is the other. The figure may lie.
    let (head, foot) = (front[0], front[2]);
    let lies = (head.1 - foot.1).abs() < 0.01;
    let over = |(x, y): &(f64, f64)| match lies {
        true => (2.0 * head.0 - x, *y),
        false => (*x, 2.0 * head.1 - y),
    };
    let mirrored: Vec<(f64, f64)> = front.iter().map(over).collect();
    assert!(close(&mirrored, back), "{mirrored:?} is not {back:?}");
}

#[test]
fn curves_are_followed_closely() {
    let round = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>"##;
    let component = "kind = \"tokens\"\noutline = \"kite.svg\"";
    let sheets = print(component, round).unwrap_or_else(|e| panic!("{e}"));
    let line = polygons(&sheets).remove(0);
    let at = sheets[0].items[0].at;
    for (x, y) in line {
        let (u, v) = ((x - at.x.0) / 20.0 - 1.0, (y - at.y.0) / 15.0 - 1.0);
        assert!((u.hypot(v) - 1.0).abs() < 0.005, "{u} {v}");
    }
}

#[test]
fn a_shape_is_cut_where_it_is_seen() {
    let svg = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4 4\">{inside}</svg>")
    };
    let line = |inside: &str| {
        let component = "kind = \"tokens\"\noutline = \"kite.svg\"";
        let sheets = print(component, &svg(inside)).unwrap_or_else(|e| panic!("{e}"));
        let at = sheets[0].items[0].at;
        let line = polygons(&sheets).remove(0).into_iter();
        let placed = line.map(|(x, y)| ((x - at.x.0) / 10.0, (y - at.y.0) / 7.5));
        placed.collect::<Vec<_>>()
    };
    let kite = "<path d=\"M2 0 4 1 2 4 0 1z\"/>";
    let moved = line(&format!(
        "<g transform=\"translate(1 1) scale(.5)\">{kite}</g>"
    ));
    let half = [(2.0, 1.0), (3.0, 1.5), (2.0, 3.0), (1.0, 1.5)];
    assert!(close(&moved, &half), "{moved:?}");
    // What lies outside the piece cannot be cut.
    let large = line("<path d=\"M2 -1 5 1 2 5 -1 1z\"/>");
    let whole = [(2.0, 0.0), (4.0, 1.0), (2.0, 4.0), (0.0, 1.0)];
    assert!(close(&large, &whole), "{large:?}");
    // What is hidden is no shape.
    let alone = line(&format!(
        "{kite}<path visibility=\"hidden\" d=\"M0 0h1v1z\"/>"
    ));
    assert!(close(&alone, &whole), "{alone:?}");
    let arch = line("<path d=\"M0 0Q2 4 4 0z\"/>");
    let deepest = arch.iter().map(|p| p.1).fold(0.0, f64::max);
    assert!((deepest - 2.0).abs() < 0.01, "{arch:?}");
}

#[test]
fn what_is_no_single_shape_is_an_error() {
    let two = KITE.replace("M2 0", "M1 1h1v1zM2 0");
    let open = KITE.replace("<path d=\"M2 0 4 1 2 4 0 1z\"/>", "");
    let component = "kind = \"tokens\"\noutline = \"kite.svg\"";
    for (shape, count) in [(two.as_str(), 2), (open.as_str(), 0)] {
        let told = print(component, shape).expect_err("refused").to_string();
        assert!(
            told.contains("`kite` cannot be cut along `kite.svg`"),
            "{told}"
        );
        assert!(told.contains(&format!("{count} closed shapes")), "{told}");
    }
    for (component, told) in [
        (
            "kind = \"sheet\"\noutline = \"kite.svg\"",
            "`outline` means nothing for `sheet`",
        ),
        (
            "kind = \"tokens\"\nshape = \"hex\"\noutline = \"kite.svg\"",
            "both given",
        ),
        ("kind = \"tokens\"\noutline = \"kit.svg\"", "kit.svg"),
    ] {
        let all = print(component, KITE).expect_err("refused").to_string();
        assert!(all.contains(told), "{all}");
    }
}
