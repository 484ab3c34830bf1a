//! Drawings from elsewhere: what SVG defines is drawn, what would be missing is refused, and what is drawn looks as it
//! should in a reader that shares no code with the writer.

use std::path::Path;

use crate::card::kit;
use crate::common::render;
use kitpress::press::{NoProgress, PrintOptions, Printed, print};

const PNG: &str = "cut-out.png";

/// Prints a card; its file, or what is wrong.
fn printed(dir: &Path, body: &str, keys: &str) -> Result<Printed, String> {
    let options = PrintOptions {
        marks: kitpress::impose::Marks::None,
        ..PrintOptions::default()
    };
    print(&kit(dir, body, keys), &options, &NoProgress).map_err(|e| e.to_string())
}

/// Prints a card with nothing to say about it.
fn fine(body: &str) -> Printed {
    let dir = tempfile::tempdir().expect("a folder");
    let done = printed(dir.path(), body, "").unwrap_or_else(|e| panic!("{body}\n{e}"));
    assert!(done.flaws.is_empty(), "{body}\n{:?}", done.flaws);
    done
}

fn refused(body: &str) -> String {
    let dir = tempfile::tempdir().expect("a folder");
    printed(dir.path(), body, "")
        .err()
        .unwrap_or_else(|| panic!("printed: {body}"))
}

/// Everything in a file that can be read as text.
fn text(done: &Printed) -> String {
    String::from_utf8_lossy(&done.pdf).into_owned()
}

/// The fonts that a card is set in; those of the page's foot are not.
fn fonts(done: &Printed) -> Vec<String> {
    let file = lopdf::Document::load_mem(&done.pdf).expect("a PDF");
    let dictionaries = file.objects.values().filter_map(|o| o.as_dict().ok());
    let names = dictionaries.filter_map(|d| d.get(b"BaseFont").ok()?.as_name().ok());
    let names = names.map(|n| String::from_utf8_lossy(n).into_owned());
    let own = |n: String| {
        let (_, name) = n.split_once('+')?;
        let name = name.split('-').next()?.to_owned();
        (name != "ZenMaruGothic").then_some(name)
    };
    let mut names: Vec<String> = names.filter_map(own).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The colours of the card, by their places in millimetres.
fn seen(done: &Printed) -> impl Fn(f64, f64) -> [u8; 3] {
    const DOTS: f64 = 4.0;
    let page = render(&done.pdf, (DOTS * 25.4 / 72.0) as f32);
    let page = page.into_iter().next().expect("a page");
    let file = lopdf::Document::load_mem(&done.pdf).expect("a PDF");
    let first = *file.get_pages().values().next().expect("a page");
    let page_dict = file.get_dictionary(first).expect("a page");
    let trim = page_dict.get(b"TrimBox").and_then(|t| t.as_array());
    let trim = trim.expect("a trim box").iter();
    let trim: Vec<f64> = trim
        .filter_map(|n| n.as_float().ok())
        .map(f64::from)
        .collect();
    let mm = 25.4 / 72.0;
    let (left, top) = (trim[0] * mm, 297.0 - trim[3] * mm);
    move |x, y| page.at(((left + x) * DOTS) as usize, ((top + y) * DOTS) as usize)
}

fn at(done: &Printed, x: f64, y: f64) -> [u8; 3] {
    seen(done)(x, y)
}

#[test]
fn what_svg_defines_is_drawn_without_a_word() {
    for body in [
        r##"<rect width="0" height="9" style="fill:red"/><circle r="0" style="x:y"/><ellipse rx="0" ry="3" class="a"/>"##,
        r##"<image href="data:image/svg+xml;utf8,&lt;svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'/&gt;" width="0" height="5"/>"##,
        r##"<image href="nowhere.png" width="0" height="5"/><image href="nowhere.png" width="5" height="0"/>"##,
        r##"<rect width="9" height="9" fill="rgba(0, 127, 0, 50%)" stroke="rgb(0 0 0 / 50%)" style="stroke:hsl(9deg 9% 9%)"/>"##,
        r##"<text y="9" letter-spacing="normal" word-spacing="normal">words</text>"##,
        r##"<rect width="9" height="9" fill="url(#x) red" style="stroke:url(#y) none"/>"##,
        r##"<defs><rect id="r" width="1" height="1"/></defs><rect width="9" height="9" fill="url(#r) red" stroke="url(x.svg#a) red"/>"##,
        r##"<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"/><g filter="url(#f)"><path d=""/></g>"##,
        r##"<rect width="9" height="9" fill="red icc-color(acme, 0.1, 0.4)" stroke="url(#x) green icc-color(acme, 1)"/>"##,
        r##"<polygon points=""/><polyline/><path d=""/><g clip-path="none" mask="none"/>"##,
        r##"<flowRoot><flowRegion><rect width="3" height="3"/></flowRegion><flowPara/></flowRoot><foreignObject/>"##,
        r##"<switch><foreignObject><b>words</b></foreignObject><rect width="9" height="9"/></switch>"##,
        r##"<text y="9" font-family="Arial, sans-serif">words</text>"##,
        r##"<text y="9" font-family="Arial"><tspan font-family="Zen Maru Gothic">words</tspan></text>"##,
        r##"<g font-family="Arial"><text> </text><text/><text display="none">a</text><text visibility="hidden">b</text></g>"##,
        r##"<g font-family="Arial"><text opacity="0">a</text><text fill="none">b</text><text x="300" y="9">c</text></g>"##,
    ] {
        fine(body);
    }
}

#[test]
fn what_svg_does_not_know_is_drawn_and_told() {
    for body in [
        r##"<path d="M0 0L9 9" stroke="red" stroke-linejoin="arcs"/>"##,
        r##"<rect width="-3" height="9"/><rect width="5"/>"##,
        r##"<rect width="9" height="9" fill="blurple"/>"##,
        r##"<rect width="9" height="9" style="stroke:#12"/>"##,
        r##"<style>rect{opacity:0.1mm}</style><rect width="9" height="9"/>"##,
        r##"<rect width="3x" height="9"/>"##,
        r##"<rect width="9ch" height="1rem"/>"##,
        r##"<rect width="9" height="9" transform="spin(9)"/>"##,
        r##"<rect width="9" height="9" clip-path="circle()"/>"##,
        r##"<path d="M0 0 L banana" stroke="#000"/>"##,
        r##"<text y="9" font-size="large-ish">words</text>"##,
        r##"<filter id="f"><feOffset dx="20%"/></filter><rect width="9" height="9" filter="url(#f)"/>"##,
        r##"<use id="u" href="#u"/>"##,
        r##"<g id="g"><use href="#g"/><rect width="9" height="9"/></g><use href="#g"/>"##,
        r##"<pattern id="p" width="3" height="3" patternUnits="userSpaceOnUse"><path d="M0 0H3V3" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>"##,
        r##"<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>"##,
        r##"<clipPath id="c"><rect width="9" height="9" clip-path="url(#c)"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>"##,
        r##"<filter id="f"><feImage href="#r"/></filter><rect id="r" width="9" height="9" filter="url(#f)"/>"##,
        r##"<rect width="9" height="9" clip-path="url(x.svg#a)"/>"##,
        r##"<path d="M0 0H9" stroke="red" marker-end="url('x.svg#a')"/>"##,
        r##"<style>rect{fill:url(x.svg#a)}</style><rect width="9" height="9"/>"##,
        r##"<text y="9"><textPath href="#nothing"/></text>"##,
        r##"<rect width="9" height="9" filter="blur(1 1)"/><rect width="9" height="9" clip-path="url(#nothing)"/>"##,
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let done = printed(dir.path(), body, "").unwrap_or_else(|e| panic!("{body}\n{e}"));
        assert!(!done.flaws.is_empty(), "{body}");
        let quiet = printed(dir.path(), body, "allow = [\"drawing\"]").expect("printed");
        assert!(quiet.flaws.is_empty(), "{body}");
    }
}

#[test]
fn what_would_be_missing_is_refused() {
    for (body, said) in [
        (
            r##"<image href="nowhere.png" width="5" height="5"/><image href="nowhere.png" width="0" height="5"/>"##,
            "nowhere.png",
        ),
        (
            r##"<rect id="r" width="9" height="9"/><rect width="9" height="9" fill="url(#r)"/>"##,
            "`<rect>` is used as a colour",
        ),
        (
            r##"<rect width="9" height="9" fill="url(x.svg#a)"/>"##,
            "`fill` cannot show `x.svg#a`",
        ),
        (
            r##"<path id="p" d="M0 9H60"/><text><textPath href="p">words</textPath></text>"##,
            "failed to parse href value",
        ),
        (
            r##"<path d="M0 0L3e38 9 -3e38 40z"/>"##,
            "larger than any paper",
        ),
        (
            r##"<path d="M0 0L3e38 9 -3e38 40z" filter="none"/>"##,
            "larger than any paper",
        ),
        (
            r##"<polygon points="0,0 300000000000000000000000000000000000000,9 0,40" mask="none"/>"##,
            "larger than any paper",
        ),
        (
            r##"<rect x="-3e38" width="3.4e38" height="9" style="mix-blend-mode:multiply"/>"##,
            "larger than any paper",
        ),
    ] {
        let told = refused(body);
        assert!(told.contains(said), "{body}\n{told}");
    }
}

#[test]
fn values_that_cannot_be_read_count_as_not_given() {
    let drawn = |body: &str, beside: Option<&str>| {
        let dir = tempfile::tempdir().expect("a folder");
        if let Some(svg) = beside {
            std::fs::write(dir.path().join("x.svg"), svg).expect("written");
        }
        let done = printed(dir.path(), body, "").unwrap_or_else(|e| panic!("{body}\n{e}"));
        assert_eq!(done.flaws.0.len(), 1, "{body}\n{:?}", done.flaws);
        done
    };
    // The colour of the group around, and that of the weaker rule.
    for body in [
        r##"<g fill="#f00"><rect width="60" height="40" fill="blurple"/></g>"##,
        r##"<g fill="#f00"><rect width="60" height="40" style="stroke:none;fill:blurple"/></g>"##,
        r##"<style>rect{fill:blurple}</style><rect width="60" height="40" fill="#f00"/>"##,
    ] {
        assert_eq!(at(&drawn(body, None), 20.0, 20.0), [255, 0, 0], "{body}");
    }
    let inner = r##"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" fill="#f00"><rect width="60" height="40" fill="blurple"/></svg>"##;
    let body = r##"<image href="x.svg" width="60" height="40"/>"##;
    assert_eq!(at(&drawn(body, Some(inner)), 20.0, 20.0), [255, 0, 0]);
    let done = drawn(
        r##"<path fill="#f00" d="M0 0H60V20H0L banana V40"/>"##,
        None,
    );
    assert_eq!(at(&done, 30.0, 10.0), [255, 0, 0]);
    assert_eq!(at(&done, 30.0, 30.0), [255, 255, 255]);
}

#[test]
fn colours_that_lead_to_none_are_the_second_ones_or_nothing() {
    for body in [
        r##"<rect id="r" width="60" height="40" fill="url(#r) #f00"/>"##,
        r##"<rect width="60" height="40" fill="url(x.svg#a) #f00"/>"##,
        r##"<g color="#f00"><rect width="60" height="40" style="fill:url('x.svg#a') currentColor"/></g>"##,
        r##"<style>rect{fill:url(x.svg#a) #f00}</style><rect width="60" height="40"/>"##,
        r##"<rect width="60" height="40" fill="#f00"/><style>path{fill:url(x.svg#a)}</style><path d="M0 0H60V40H0"/>"##,
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let done = printed(dir.path(), body, "").unwrap_or_else(|e| panic!("{body}\n{e}"));
        assert_eq!(at(&done, 20.0, 20.0), [255, 0, 0], "{body}");
    }
}

#[test]
fn lines_of_no_length_are_squares_where_their_ends_are() {
    let body = r##"<g stroke="#f00" stroke-width="8" stroke-linecap="square"><path d="M10 20L10 20M30 20L30 20"/><path d="M45 5V35" stroke-dasharray="0 15"/></g>"##;
    let done = fine(body);
    let colour = seen(&done);
    for (x, y) in [(10, 20), (7, 17), (13, 23), (30, 20), (45, 5), (42, 22)] {
        assert_eq!(colour(f64::from(x), f64::from(y)), [255, 0, 0], "{x} {y}");
    }
    for (x, y) in [(20, 20), (10, 26), (45, 12), (38, 20)] {
        assert_eq!(
            colour(f64::from(x), f64::from(y)),
            [255, 255, 255],
            "{x} {y}"
        );
    }
}

#[test]
fn newer_colours_are_seen() {
    for colour in ["rgba(255, 0, 0, 50%)", "rgb(255 0 0 / 0.5)"] {
        let body = format!(r##"<rect width="60" height="40" fill="{colour}"/>"##);
        let [r, g, b] = at(&fine(&body), 20.0, 20.0);
        assert!(
            r > 250 && g.abs_diff(128) < 4 && b.abs_diff(128) < 4,
            "{r} {g} {b}"
        );
    }
}

#[test]
fn compressed_drawings_are_pictures_too() {
    use std::io::Write as _;
    let dir = tempfile::tempdir().expect("a folder");
    let svg = br##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#00f"/></svg>"##;
    let file = std::fs::File::create(dir.path().join("x.svgz")).expect("a file");
    let mut packed = flate2::write::GzEncoder::new(file, flate2::Compression::default());
    packed.write_all(svg).expect("written");
    packed.finish().expect("written");
    let body = r##"<image href="x.svgz" width="20" height="20"/>"##;
    let done = printed(dir.path(), body, "").expect("printed");
    assert_eq!(at(&done, 10.0, 10.0), [0, 0, 255]);
    let whole = std::fs::read(dir.path().join("x.svgz")).expect("read");
    std::fs::write(dir.path().join("x.svgz"), &whole[..whole.len() / 2]).expect("written");
    let said = printed(dir.path(), body, "").err().unwrap_or_default();
    assert!(said.contains("`x.svgz`"), "{said}");
}

/// Runs a command on the kit in `dir`; what it says.
fn said(dir: &Path, args: &[&str], lang: &str) -> String {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_kitpress"))
        .args(args)
        .current_dir(dir)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", lang)
        .env("NO_COLOR", "1")
        .output()
        .expect("kitpress runs");
    String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned()
}

#[test]
fn mistakes_are_told_by_check_and_by_print() {
    let dir = tempfile::tempdir().expect("a folder");
    let body = r##"<path id="leaf" d="M0 0 L banana" stroke="#000"/><rect width="wide" height="9" fill="blurple"/><rect width="9" height="9" transform="spin(90)" stroke="#12"/>"##;
    kit(dir.path(), body, "");
    for command in [&["check"][..], &["print", "--out", "out"]] {
        let told = said(dir.path(), command, "C");
        for mistake in [
            "the path `leaf` has a mistake at character 8 and is drawn up to there",
            "failed to parse width value: 'wide'",
            "failed to parse transform value: 'spin(90)'",
            "failed to parse stroke value: '#12'",
        ] {
            assert!(told.contains(mistake), "{mistake}\n{told}");
        }
    }
}

#[test]
fn what_the_writer_refuses_is_told_in_japanese_too() {
    let dir = tempfile::tempdir().expect("a folder");
    for body in [
        r##"<filter id="f" x="0" y="0" width="99999" height="1"><feGaussianBlur stdDeviation="1"/></filter><rect id="r" width="9" height="9" filter="url(#f)"/>"##,
        r##"<mask id="m">TEXT</mask><rect width="60" height="40" mask="url(#m)"/>"##,
        r##"<clipPath id="c">TEXT</clipPath><g clip-path="url(#c)"><rect width="60" height="40"/><rect width="9" height="9"/></g>"##,
        r##"<pattern id="p" width="60" height="40" patternUnits="userSpaceOnUse">TEXT</pattern><rect width="60" height="40" fill="url(#p)"/>"##,
        r##"<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)">TEXT</g>"##,
    ] {
        let text = r##"{{ textbox(text="words", x=5, y=5, w=50, h=20, size=12) }}"##;
        kit(dir.path(), &body.replace("TEXT", text), "");
        let told = said(dir.path(), &["print", "--out", "out"], "ja_JP.UTF-8");
        let told = told.lines().next().unwrap_or_default();
        assert!(told.contains("PDF を書き出せません"), "{body}\n{told}");
        let english = ["filter", "stands", "inside", "mask", "too large"];
        assert!(!english.iter().any(|e| told.contains(e)), "{told}");
    }
}

#[test]
fn fonts_that_are_missed_are_named_and_can_be_replaced() {
    let body = r##"<text y="9" font-family="Arial, Helvetica">words</text>"##;
    let said = refused(body);
    assert!(
        said.contains("`Arial`, `Helvetica`") && said.contains("[fonts]"),
        "{said}"
    );
    let dir = tempfile::tempdir().expect("a folder");
    let keys = "[fonts]\n\"ARIAL\" = \"Dela Gothic One\"";
    let done = printed(dir.path(), body, keys).expect("printed");
    assert_eq!(fonts(&done), ["DelaGothicOne"]);
    let boxed = r##"{{ textbox(text="words", x=5, y=5, w=50, h=20, size=12, font="Arial") }}"##;
    let done = printed(dir.path(), boxed, keys).expect("printed");
    assert_eq!(fonts(&done), ["DelaGothicOne"]);
    // Generic names as well, which are always there.
    let generic = r##"<text y="9" font-family="Arial, monospace">words</text>"##;
    let keys = "[fonts]\nmonospace = \"Dela Gothic One\"";
    let done = printed(dir.path(), generic, keys).expect("printed");
    assert_eq!(fonts(&done), ["DelaGothicOne"]);
}

#[test]
fn drawings_as_pictures_end_at_their_edge() {
    let scribble = r##"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20" style="overflow:visible"><rect width="20" height="20" fill="#00f"/><rect x="21" y="-30" width="40" height="90" fill="#f00"/></svg>"##;
    for root in [
        scribble.to_owned(),
        scribble.replace(r#" width="20" height="20" viewBox"#, " viewBox"),
        format!(
            "<?xml version=\"1.0\"?><!DOCTYPE svg>{}",
            scribble.replace("<svg ", "<svg x=\"3\" y=\"4px\" ")
        ),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("x.svg"), &root).expect("written");
        let body = r##"<image href="x.svg" x="10" y="10" width="20" height="20"/>"##;
        let done = printed(dir.path(), body, "").expect("printed");
        assert_eq!(at(&done, 20.0, 20.0), [0, 0, 255], "{root}");
        assert_eq!(at(&done, 35.0, 20.0), [255, 255, 255], "{root}");
        assert_eq!(at(&done, 11.0, 11.0), [0, 0, 255], "{root}");
    }
}

/// Red and transparent, half and half, as programs save it: transparent pixels are black.
fn cut_out() -> Vec<u8> {
    let mut pixels = resvg::tiny_skia::Pixmap::new(8, 8).expect("pixels");
    for (i, p) in pixels.pixels_mut().iter_mut().enumerate() {
        if i % 8 < 4 {
            *p = resvg::tiny_skia::PremultipliedColorU8::from_rgba(255, 0, 0, 255).expect("red");
        }
    }
    pixels.encode_png().expect("a PNG")
}

#[test]
fn cut_out_pictures_have_no_dark_rim() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join(PNG), cut_out()).expect("written");
    let body = r##"<image href="cut-out.png" x="10" y="5" width="30" height="30"/>"##;
    let done = printed(dir.path(), body, "").expect("printed");
    let file = lopdf::Document::load_mem(&done.pdf).expect("a PDF");
    let streams = file.objects.values().filter_map(|o| o.as_stream().ok());
    let is_picture = |s: &&lopdf::Stream| {
        let space = s.dict.get(b"ColorSpace").and_then(|c| c.as_name());
        space.is_ok_and(|c| c == b"DeviceRGB")
    };
    let picture = streams.into_iter().find(is_picture).expect("a picture");
    let samples = picture.decompressed_content().expect("samples");
    assert_eq!(samples.len(), 8 * 8 * 3);
    let red = |pixel: &[u8]| pixel == [255, 0, 0];
    // Readers blend colours without asking how opaque they are: black would be seen around the red.
    assert!(samples.chunks(3).all(red), "{samples:?}");
    let at = seen(&done);
    for step in 0..80 {
        let [r, ..] = at(20.0 + f64::from(step) * 0.25, 20.0);
        assert!(r > 250, "{r} at {step}");
    }
}

#[test]
fn enlarged_pictures_are_smooth_unless_they_are_pixel_art() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join(PNG), cut_out()).expect("written");
    let smooth = |style: &str| {
        let body = format!(r##"<image href="cut-out.png" width="30" height="30" {style}/>"##);
        let done = printed(dir.path(), &body, "").expect("printed");
        text(&done).matches("/Interpolate true").count()
    };
    assert_eq!(smooth(""), 2, "the picture and its opacity");
    assert_eq!(smooth(r#"style="image-rendering:pixelated""#), 0);
    assert_eq!(smooth(r#"image-rendering="optimizeSpeed""#), 0);
}

#[test]
fn patterns_on_lines_are_as_opaque_as_they_should_be() {
    let body = r##"<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="2" height="2" fill="#f00"/></pattern><path d="M0 20H60" fill="none" stroke="url(#p)" stroke-width="20" stroke-opacity=".5"/>"##;
    let done = fine(body);
    // Some readers look at the one, some at the other.
    let file = lopdf::Document::load_mem(&done.pdf).expect("a PDF");
    let dictionaries = file.objects.values().filter_map(|o| o.as_dict().ok());
    let states = dictionaries.filter_map(|d| d.get(b"ExtGState").ok()?.as_dict().ok());
    let states = states.flat_map(|d| d.iter().filter_map(|(_, s)| s.as_dict().ok()));
    let both = |s: &lopdf::Dictionary| s.has(b"ca") && s.has(b"CA");
    assert!(states.into_iter().any(both));
    let [r, g, b] = at(&done, 30.3, 20.3);
    assert!(
        r > 250 && g.abs_diff(128) < 4 && b.abs_diff(128) < 4,
        "{r} {g} {b}"
    );
}

#[test]
fn two_stops_at_one_end_keep_both_colours() {
    let body = r##"<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="20" x2="40"><stop offset="0" stop-color="#f00"/><stop offset="0" stop-color="#00f"/><stop offset="1" stop-color="#00f"/><stop offset="1" stop-color="#0f0"/></linearGradient><rect width="60" height="40" fill="url(#g)"/>"##;
    let done = fine(body);
    assert_eq!(at(&done, 10.0, 20.0), [255, 0, 0]);
    assert_eq!(at(&done, 30.0, 20.0), [0, 0, 255]);
    assert_eq!(at(&done, 50.0, 20.0), [0, 255, 0]);
}

#[test]
fn tiles_are_as_large_as_their_steps() {
    let body = r##"<pattern id="p" width="1.23456" height="2.34567" patternUnits="userSpaceOnUse"><rect width="2" height="3" fill="#f00"/></pattern><rect width="60" height="40" fill="url(#p)"/>"##;
    let all = text(&fine(body));
    let after = |name: &str| {
        all.split(name)
            .nth(1)
            .and_then(|t| t.split(['/', ' ', ']']).next())
    };
    assert!(
        all.contains("/BBox[0 0 1.23456 2.34567 ]"),
        "steps {:?}",
        after("/XStep ")
    );
}

#[test]
fn filters_are_drawn_with_whole_dots() {
    let body = r##"<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect x="10" y="10" width="20" height="20" filter="url(#f)"/>"##;
    let all = text(&fine(body));
    let width = all
        .split("/Subtype/Image/Width ")
        .nth(1)
        .and_then(|t| t.split('/').next());
    let width: f64 = width.and_then(|w| w.parse().ok()).expect("a width");
    // 12 dots a millimetre are 305 dpi; the blur reaches 10 % farther on both sides.
    assert_eq!(width, 24.0 * 12.0);
}

#[test]
fn filters_on_large_sheets_have_fewer_dots() {
    // A metre across.
    let body = r##"<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="60" height="1000"><feGaussianBlur stdDeviation="1"/></filter><rect x="10" y="10" width="20" height="20" filter="url(#f)"/>"##;
    assert!(at(&fine(body), 20.0, 20.0)[0] < 5);
}

#[test]
fn characters_that_no_xml_may_hold_are_told_wherever_they_stand() {
    for body in [
        "<!-- a\0b --><rect width=\"9\" height=\"9\"/>",
        "\0<rect width=\"9\" height=\"9\"/>",
        "<text y=\"9\">a\u{1}b</text>",
    ] {
        let said = refused(body);
        assert!(said.contains("U+000"), "{said}");
    }
}

#[test]
fn nothing_takes_the_program_down() {
    for body in [
        r##"<circle r="4294967296"/>"##,
        r##"<circle r="1e9" stroke="#000" stroke-dasharray="2 1"/>"##,
        r##"<path d="M0 0H9" stroke="#000" stroke-width="1e12"/>"##,
        r##"<g transform="rotate(1e300)"><rect width="9" height="9"/></g>"##,
        r##"<pattern id="p" width="9" height="1e8" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>"##,
        r##"<g transform="scale(1e38)"><rect width="9" height="9"/></g>"##,
        r##"<path d="M0 0H60" stroke="#000" stroke-dasharray="1e-9"/>"##,
        r##"<text y="9" font-size="1e9">words</text>"##,
        r##"<filter id="f"><feMorphology operator="dilate" radius="100000"/></filter><rect width="60" height="40" filter="url(#f)"/>"##,
        r##"<filter id="f"><feTurbulence baseFrequency=".1" numOctaves="100000"/></filter><rect width="60" height="40" filter="url(#f)"/>"##,
    ] {
        let said = refused(body);
        assert!(
            !said.contains("panicked") && said.contains("card.svg"),
            "{said}"
        );
    }
    // These are drawn, and soon.
    for body in [
        r##"<filter id="f"><feGaussianBlur stdDeviation="100000"/></filter><rect width="60" height="40" filter="url(#f)"/>"##,
        r##"<rect x="-9000" y="-9000" width="20000" height="20000" fill="#eee"/>"##,
    ] {
        fine(body);
    }
}
