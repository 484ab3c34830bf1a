//! `kitpress check`: advice names component, card and file, is told once, and is right about the shipped kits.

use std::path::Path;
use std::process::{Command, Output};

use kitpress::advice::{AdviceReport, Topic, report};
use kitpress::kit::{Kit, Source};
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::{Studio, raster};
use kitpress::template::{Face, Ink};
use kitpress::units::Mm;

fn svg(w: u32, h: u32, body: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">{body}</svg>"#
    )
}

/// A ground that goes 3 mm past the edge.
const GROUND: &str =
    r##"<rect x="-3" y="-3" width="69" height="94" fill="{{ '#0b2545' | ground }}"/>"##;

const COMPONENT: &str =
    "[[component]]\nid = \"hero\"\nkind = \"cards\"\nsize = \"63x88mm\"\nfront = \"hero.svg\"\n";

fn write(dir: &Path, name: &str, text: &str) {
    std::fs::create_dir_all(dir.join(name).parent().expect("a folder")).expect("folders");
    std::fs::write(dir.join(name), text).expect("written");
}

fn kit_in(dir: &Path, manifest: &str) {
    write(
        dir,
        "kit.toml",
        &format!("[kit]\nid = \"mine\"\n{manifest}"),
    );
}

fn look(dir: &Path) -> AdviceReport {
    let source = Source::find(dir.to_str().expect("a path")).expect("a kit");
    let kit = Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"));
    report(&kit, &NoProgress).unwrap_or_else(|e| panic!("{e}"))
}

/// The report on one component whose face is `body`.
fn face(body: &str, keys: &str) -> AdviceReport {
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(dir.path(), &format!("{COMPONENT}{keys}"));
    write(dir.path(), "hero.svg", &svg(63, 88, body));
    look(dir.path())
}

fn topics(report: &AdviceReport) -> Vec<&'static str> {
    report.advice.iter().map(|a| a.topic.name()).collect()
}

fn words(x: f64, y: f64, size: f64) -> String {
    format!(
        r##"{{{{ textbox(text="Some words", x={x}, y={y}, w=40, h=10, size={size}, fill="#ffffff") }}}}"##
    )
}

#[test]
fn shipped_kits_and_the_sample_need_no_advice() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/salt-in-the-soup");
    let sample = kitpress::load(sample.to_str().expect("a path")).expect("the sample loads");
    for kit in kitpress::shipped()
        .expect("shipped kits load")
        .into_iter()
        .chain([sample])
    {
        let report = report(&kit, &NoProgress).unwrap_or_else(|e| panic!("{e}"));
        let told: Vec<String> = report
            .advice
            .iter()
            .map(|a| a.problem.to_string())
            .collect();
        assert!(told.is_empty(), "{}:\n{}", kit.id, told.join("\n"));
        let mean = |ink: Ink| {
            report
                .ink
                .iter()
                .find(|u| u.ink == ink)
                .expect("every ink")
                .mean()
        };
        let (full, saver, mono) = (mean(Ink::Full), mean(Ink::Saver), mean(Ink::Mono));
        assert!(full > 0.5 && full < 200.0, "{}: {full}", kit.id);
        assert!(
            saver < full && mono < full,
            "{}: {full} {saver} {mono}",
            kit.id
        );
    }
}

#[test]
fn a_good_face_gets_no_advice() {
    let good = face(&format!("{GROUND}{}", words(8.0, 20.0, 9.0)), "");
    assert_eq!(topics(&good), [""; 0]);
}

#[test]
fn small_text_is_told() {
    let report = face(&format!("{GROUND}{}", words(8.0, 20.0, 5.5)), "");
    assert_eq!(topics(&report), ["small-text"]);
    let said = report.advice[0].problem.to_string();
    assert!(
        said.contains("component `hero`, card `hero`: “Some words” is set in 5.5 pt"),
        "{said}"
    );
    assert!(
        said.contains("hero.svg") && said.contains("hint: set it in at least 6 pt"),
        "{said}"
    );
}

/// Furigana are half as large as their word, and it is the word that is too small or not.
#[test]
fn readings_are_judged_by_their_words() {
    let annotated = |size: f64| {
        let text = format!(
            r##"{{{{ textbox(text="{{氷|こおり}}", x=8, y=20, w=40, h=12, size={size}, fill="#ffffff") }}}}"##
        );
        face(&format!("{GROUND}{text}"), "")
    };
    assert_eq!(topics(&annotated(9.0)), [""; 0]);
    let small = annotated(5.5);
    assert_eq!(topics(&small), ["small-text"]);
    let said = small.advice[0].problem.to_string();
    assert!(said.contains("“氷” is set in 5.5 pt"), "{said}");
}

#[test]
fn text_near_a_cut_is_told() {
    let near = face(&format!("{GROUND}{}", words(1.5, 20.0, 9.0)), "");
    assert_eq!(topics(&near), ["near-cut"]);
    assert!(
        near.advice[0]
            .problem
            .what
            .to_string()
            .contains("is only 1.5mm from the cut"),
        "{:?}",
        near.advice[0].problem.what
    );
    let over = face(&format!("{GROUND}{}", words(-2.0, 20.0, 9.0)), "");
    assert!(
        over.advice[0]
            .problem
            .what
            .to_string()
            .contains("goes over the cut")
    );
    let round = face(&format!("{GROUND}{}", words(8.0, 4.0, 9.0)), "")
        .advice
        .len();
    assert_eq!(round, 0, "far enough from a straight edge");
    let dir = tempfile::tempdir().expect("a folder");
    let token = COMPONENT.replace("\"cards\"", "\"tokens\"\nshape = \"circle\"");
    kit_in(dir.path(), &token);
    write(
        dir.path(),
        "hero.svg",
        &svg(63, 88, &format!("{GROUND}{}", words(8.0, 4.0, 9.0))),
    );
    assert_eq!(
        topics(&look(dir.path())),
        ["near-cut"],
        "but not from a round one"
    );
}

#[test]
fn colours_that_stop_at_the_cut_are_told() {
    let stops = r##"<rect width="63" height="88" fill="#0b2545"/>"##;
    let saver = format!("{{% if ink == \"full\" %}}{stops}{{% endif %}}");
    let report = face(&saver, "");
    assert_eq!(topics(&report), ["no-bleed"]);
    assert!(report.advice[0].problem.what.to_string().contains("100 %"));
    let white = face(
        r##"<rect width="63" height="88" fill="#ffffff"/><circle cx="30" cy="40" r="9"/>"##,
        "",
    );
    assert_eq!(topics(&white), [""; 0], "paper is white");
    let banner = face(
        r##"{% if ink == "full" %}<rect y="10" width="63" height="20" fill="#0b2545"/>{% endif %}"##,
        "",
    );
    assert_eq!(topics(&banner), ["no-bleed"], "a banner alone");
}

#[test]
fn coarse_pictures_are_told_by_their_file() {
    let dir = tempfile::tempdir().expect("a folder");
    let photo = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures/photo.jpg");
    std::fs::create_dir_all(dir.path().join("art")).expect("a folder");
    std::fs::copy(photo, dir.path().join("art/photo.jpg")).expect("copied");
    kit_in(dir.path(), COMPONENT);
    let image = |w: f64, extra: &str| {
        format!(
            r#"<image href="art/photo.jpg" x="10" y="10" width="{w}" height="6" preserveAspectRatio="none" {extra}/>"#
        )
    };
    write(dir.path(), "hero.svg", &svg(63, 88, &image(24.384, "")));
    let report = look(dir.path());
    assert_eq!(topics(&report), ["coarse-picture"]);
    let said = report.advice[0].problem.to_string();
    assert!(
        said.contains("only 100 dots per inch") && said.contains("art/photo.jpg"),
        "{said}"
    );
    assert!(said.contains("288 pixels wide"), "{said}");
    write(
        dir.path(),
        "hero.svg",
        &svg(
            63,
            88,
            &image(24.384, "style=\"image-rendering: pixelated\""),
        ),
    );
    assert_eq!(topics(&look(dir.path())), [""; 0], "pixel art");
    write(dir.path(), "hero.svg", &svg(63, 88, &image(9.0, "")));
    assert_eq!(topics(&look(dir.path())), [""; 0], "placed small");
}

#[test]
fn colours_that_merge_are_told() {
    let palette = |a: &str, b: &str| {
        format!("{COMPONENT}[palette.leaf]\ncolor = \"{a}\"\n[palette.rust]\ncolor = \"{b}\"\n")
    };
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "hero.svg", &svg(63, 88, ""));
    kit_in(dir.path(), &palette("#6e8b1e", "#b5651d"));
    let report = look(dir.path());
    assert_eq!(topics(&report), ["colours"]);
    let said = report.advice[0].problem.to_string();
    assert!(
        said.contains("the colours `leaf` and `rust` look alike to people with"),
        "{said}"
    );
    assert!(
        said.contains("protanopia") && !said.contains("tritanopia"),
        "{said}"
    );
    kit_in(dir.path(), &palette("#0072b2", "#e69f00"));
    assert_eq!(topics(&look(dir.path())), [""; 0]);
    kit_in(dir.path(), &palette("#0072b2", "#0a75b0"));
    assert!(
        look(dir.path()).advice[0]
            .problem
            .what
            .to_string()
            .contains("look alike to everybody")
    );
}

#[test]
fn each_way_of_seeing_has_its_own_pairs() {
    let dir = tempfile::tempdir().expect("a folder");
    write(dir.path(), "hero.svg", &svg(63, 88, ""));
    for (a, b, who) in [
        ("#e81838", "#006038", "protanopia"),
        ("#f81830", "#28a800", "deuteranopia"),
        ("#e80860", "#e84808", "tritanopia"),
    ] {
        let palette = format!("[palette.one]\ncolor = \"{a}\"\n[palette.two]\ncolor = \"{b}\"\n");
        kit_in(dir.path(), &format!("{COMPONENT}{palette}"));
        let report = look(dir.path());
        assert_eq!(topics(&report), ["colours"], "{who}");
        let said = report.advice[0].problem.what.to_string();
        let expected = format!("look alike to people with {who}");
        assert!(said.ends_with(&expected), "{said}");
    }
}

#[test]
fn unused_files_are_told() {
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(dir.path(), &format!("{COMPONENT}rows = \"hero.csv\"\n"));
    write(dir.path(), "hero.csv", "name,text\nann,:star: :heart:\n");
    write(
        dir.path(),
        "hero.svg",
        &svg(
            63,
            88,
            "{% include \"parts/frame.svg\" %}{{ <gem x={3} /> }}{{ textbox(text=row.text, x=9, y=9, w=40, h=20, size=9) }}<image href=\"art/{{ row.name }}.svg\" width=\"9\" height=\"9\"/>",
        ),
    );
    write(
        dir.path(),
        "parts/frame.svg",
        "<rect width=\"1\" height=\"1\"/>",
    );
    write(
        dir.path(),
        "parts/gems.svg",
        "{% component gem(x) %}<rect x=\"{{ x }}\" width=\"1\" height=\"1\"/>{% endcomponent gem %}",
    );
    write(dir.path(), "art/ann.svg", &svg(9, 9, ""));
    write(dir.path(), "icons/star.svg", &svg(9, 9, ""));
    write(dir.path(), "icons/heart.svg", &svg(9, 9, ""));
    write(dir.path(), "LICENSE.txt", "free");
    assert_eq!(topics(&look(dir.path())), [""; 0]);
    write(dir.path(), "art/bob.svg", &svg(9, 9, ""));
    write(dir.path(), "icons/moon.svg", &svg(9, 9, ""));
    write(dir.path(), "notes.txt", "later");
    let report = look(dir.path());
    assert_eq!(topics(&report), ["unused"]);
    let said = report.advice[0].problem.what.to_string();
    assert_eq!(
        said,
        "nothing uses `art/bob.svg`, `icons/moon.svg`, `notes.txt`"
    );
}

#[test]
fn saver_that_saves_nothing_is_told() {
    let dark = r##"<rect x="-3" y="-3" width="69" height="94" fill="#0b2545"/>"##;
    let report = face(dark, "count = 9");
    assert_eq!(topics(&report), ["no-saving"]);
    let full = &report.ink[0];
    // Nine dark cards cover four fifths of the page.
    assert!(full.mean() > 80.0 && full.pages.len() == 1, "{full:?}");
    assert_eq!(full.most().map(|(page, _)| page), Some(1));
}

#[test]
fn drawings_that_are_linked_save_nothing_photographs_do() {
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(dir.path(), COMPONENT);
    let dark = svg(63, 88, r##"<rect width="63" height="88" fill="#204060"/>"##);
    write(dir.path(), "art.svg", &dark);
    let mut photograph = resvg::tiny_skia::Pixmap::new(630, 880).expect("pixels");
    photograph.fill(resvg::tiny_skia::Color::from_rgba8(32, 64, 96, 255));
    let png = photograph.encode_png().expect("a picture");
    std::fs::write(dir.path().join("art.png"), png).expect("written");
    let means = |name: &str| -> Vec<f64> {
        let image = format!(r#"<image href="{name}" width="63" height="88"/>"#);
        write(dir.path(), "hero.svg", &svg(63, 88, &image));
        look(dir.path()).ink.iter().map(|ink| ink.mean()).collect()
    };
    let (drawn, shot) = (means("art.svg"), means("art.png"));
    assert!((drawn[0] - drawn[1]).abs() < 0.01, "{drawn:?}");
    assert!((shot[0] - drawn[0]).abs() < 0.1, "{shot:?} {drawn:?}");
    assert!(shot[1] < shot[0] * 0.6, "{shot:?}");
}

#[test]
fn advice_that_is_not_wanted_is_not_given() {
    let stops =
        r##"{% if ink == "full" %}<rect width="63" height="88" fill="#0b2545"/>{% endif %}"##;
    let small = words(8.0, 20.0, 5.5);
    let both = face(&format!("{stops}{small}"), "");
    assert_eq!(topics(&both), ["small-text", "no-bleed"]);
    let one = face(&format!("{stops}{small}"), "allow = [\"no-bleed\"]\n");
    assert_eq!(topics(&one), ["small-text"]);
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(dir.path(), &format!("allow = [\"small-txt\"]\n{COMPONENT}"));
    write(dir.path(), "hero.svg", &svg(63, 88, &small));
    let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
    let wrong = Kit::load_from(source, &[])
        .map(|k| k.id)
        .unwrap_err()
        .to_string();
    assert!(
        wrong.contains("there is no advice called `small-txt`")
            && wrong.contains("did you mean `small-text`?"),
        "{wrong}"
    );
    kit_in(
        dir.path(),
        &format!("allow = [\"small-text\"]\n{COMPONENT}"),
    );
    assert_eq!(topics(&look(dir.path())), [""; 0]);
}

#[test]
fn advice_on_many_cards_is_one_line() {
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(
        dir.path(),
        &format!("{COMPONENT}vary = {{ n = [1, 2, 3, 4, 5, 6, 7, 8] }}\n"),
    );
    let text = r##"{{ textbox(text="Card " ~ row.n, x=8, y=20, w=40, h=10, size=5.9 - row.n / 10, fill="#ffffff") }}"##;
    write(
        dir.path(),
        "hero.svg",
        &svg(63, 88, &format!("{GROUND}{text}")),
    );
    let report = look(dir.path());
    assert_eq!(
        report
            .advice
            .iter()
            .filter(|a| a.topic == Topic::SmallText)
            .count(),
        1
    );
    let said = report.advice[0].problem.to_string();
    assert!(
        said.contains("component `hero`, card `8` and 7 more: “Card 8” is set in 5.1 pt"),
        "{said}"
    );
}

fn kitpress(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kitpress"))
        .args(args)
        .current_dir(dir)
        .env_remove("LC_ALL")
        .env_remove("LC_PAPER")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .env("NO_COLOR", "1")
        .output()
        .expect("kitpress runs")
}

#[test]
fn the_command_warns_counts_and_can_be_strict() {
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(&dir.path().join("mine"), COMPONENT);
    write(
        dir.path(),
        "mine/hero.svg",
        &svg(63, 88, &format!("{GROUND}{}", words(8.0, 20.0, 5.5))),
    );
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let plain = kitpress(dir.path(), &["check", "mine"]);
    assert_eq!(plain.status.code(), Some(0));
    assert_eq!(
        text(&plain.stderr),
        "warning: component `hero`, card `hero`: “Some words” is set in 5.5 pt, which is hard to read\n  --> mine/hero.svg\n\
         hint: set it in at least 6 pt: give the text more room, or fewer words\n"
    );
    let stdout = text(&plain.stdout);
    assert!(
        stdout.starts_with(
            "mine: prints (1 piece, languages: en), 1 piece of advice\n  ink, of a page: full "
        ),
        "{stdout}"
    );
    let strict = kitpress(dir.path(), &["check", "mine", "--strict"]);
    assert_eq!(strict.status.code(), Some(1));
    assert!(
        text(&strict.stderr).contains("error: 1 piece of advice, and `--strict` was asked for")
    );
    let json = kitpress(dir.path(), &["check", "mine", "--json"]);
    assert_eq!(json.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json[0]["kit"], "mine");
    assert_eq!(json[0]["errors"], serde_json::json!([]));
    let advice = &json[0]["advice"][0];
    assert_eq!(
        (&advice["topic"], &advice["component"], &advice["cards"]),
        (&"small-text".into(), &"hero".into(), &1.into())
    );
    assert_eq!(advice["file"], "mine/hero.svg");
    let inks: Vec<_> = json[0]["ink"]
        .as_array()
        .expect("inks")
        .iter()
        .map(|i| i["ink"].clone())
        .collect();
    assert_eq!(inks, ["full", "saver", "mono"]);
}

#[test]
fn errors_are_in_the_json_too() {
    let dir = tempfile::tempdir().expect("a folder");
    kit_in(&dir.path().join("mine"), COMPONENT);
    write(
        dir.path(),
        "mine/hero.svg",
        &svg(63, 88, "<image href=\"no.png\" width=\"9\" height=\"9\"/>"),
    );
    let out = kitpress(dir.path(), &["check", "mine", "--json"]);
    assert_eq!(out.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(json[0]["errors"][0]["card"], "hero");
    let nothing = kitpress(dir.path(), &["check", "nowhere", "--json"]);
    assert_eq!(nothing.status.code(), Some(1));
    let json: serde_json::Value = serde_json::from_slice(&nothing.stdout).expect("JSON");
    assert!(
        json[0]["kit"].is_null() && json[0]["errors"][0]["what"].is_string(),
        "{json}"
    );
}

#[test]
fn what_a_single_ink_or_language_draws_is_tried() {
    let dir = tempfile::tempdir().expect("a folder");
    let two = COMPONENT.replacen(
        "[[component]]",
        "languages = [\"en\", \"ja\"]\n[[component]]",
        1,
    );
    kit_in(dir.path(), &format!("{two}rows = \"hero.csv\"\n"));
    write(dir.path(), "hero.csv", "name,title\nann,Ann\nbob,Bob\n");
    let good = r##"<rect x="-3" y="-3" width="69" height="94" fill="{{ '#204060' | ground }}"/>"##;
    let long = "word ".repeat(80);
    for (body, said) in [
        (
            "{% if ink == 'mono' %}<iframe/>{% endif %}",
            "cannot be printed",
        ),
        (
            "{% if ink == 'saver' and row.title == 'Bob' %}<iframe/>{% endif %}",
            "cannot be printed",
        ),
        (
            "{% if ink != 'full' and lang == 'ja' %}<iframe/>{% endif %}",
            "cannot be printed",
        ),
        (
            "{% if ink != 'full' %}{% if lang == 'ja' %}<iframe/>{% endif %}{% endif %}",
            "cannot be printed",
        ),
        (
            "{% if ink == 'mono' %}<circle r='9'/>{% endif %}{{ textbox(text='LONG' if lang == 'ja' else 'short', x=8, y=8, w=40, h=8, size=9) }}",
            "does not fit",
        ),
        (
            "{% if ink == 'mono' %}{{ throw(message='no grey') }}{% endif %}",
            "no grey",
        ),
        (
            "{% if ink == 'mono' %}{{ textbox(text=row.title ~ 'LONG', x=8, y=8, w=40, h=8, size=9) }}{% endif %}",
            "does not fit",
        ),
        (
            "{{ textbox(text=row.title, x=8, y=8, w=40, h=8, size=9, fill='#12' if ink == 'saver' else '#123456') }}",
            "#12",
        ),
    ] {
        write(
            dir.path(),
            "hero.svg",
            &svg(63, 88, &format!("{good}{}", body.replace("LONG", &long))),
        );
        let kit = kitpress::load(&dir.path().to_string_lossy()).expect("loads");
        let told = report(&kit, &NoProgress).map(|_| ()).expect_err(body);
        assert!(told.to_string().contains(said), "{body}: {told}");
    }
    write(dir.path(), "hero.svg", &svg(63, 88, good));
    assert_eq!(topics(&look(dir.path())), [""; 0]);
}

#[test]
fn what_no_file_can_hold_is_told() {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "{{ textbox(text='Hello', x=8, y=8, w=40, h=8, size=9, font='FONT') }}";
    let own = text.replace("FONT", "Mochiy Pop One");
    let text = text.replace("FONT", "Zen Maru Gothic");
    let blur = r#"<defs><filter id="f"><feGaussianBlur stdDeviation="1"/></filter></defs>"#;
    let refused = |body: &str| {
        write(dir.path(), "hero.svg", &svg(63, 88, body));
        let kit = kitpress::load(&dir.path().to_string_lossy()).expect("loads");
        let told = report(&kit, &NoProgress).map(|_| ());
        told.err().map(|p| p.to_string()).unwrap_or_default()
    };
    kit_in(dir.path(), COMPONENT);
    assert_eq!(refused(&text), "");
    let told = refused(&format!(r#"{blur}<g filter="url(#f)">{text}</g>"#));
    assert!(told.contains("stands inside a filter"), "{told}");
    let size = r#"width="9" height="9" patternUnits="userSpaceOnUse""#;
    let pattern = format!(r#"<defs><pattern id="f" {size}>{text}</pattern></defs>"#);
    let told = refused(&format!(
        r#"{pattern}<path fill="url(#f)" d="M0 0h9v9z"/>{text}"#
    ));
    assert!(told.contains("stands inside a pattern"), "{told}");
    let title = "title = { en = \"\u{1f996}\" }\n";
    kit_in(dir.path(), &format!("{title}{COMPONENT}"));
    let told = refused(&text);
    assert!(told.contains("cannot be set"), "{told}");
    // A font whose letters lie nowhere.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let font = root.join("templates/birth-or-burst/fonts/MochiyPopOne-Regular.ttf");
    let mut font = std::fs::read(font).expect("a font");
    let number =
        |at: usize| u32::from_be_bytes([font[at], font[at + 1], font[at + 2], font[at + 3]]);
    let loca = (12..)
        .step_by(16)
        .find(|at| &font[*at..at + 4] == b"loca")
        .expect("a table");
    let (from, length) = (number(loca + 8) as usize, number(loca + 12) as usize);
    font[from + 8..from + length].fill(0x7f);
    kit_in(dir.path(), COMPONENT);
    std::fs::create_dir_all(dir.path().join("fonts")).expect("a folder");
    std::fs::write(dir.path().join("fonts/own.ttf"), font).expect("written");
    let told = refused(&own);
    assert!(told.contains("cannot be embedded"), "{told}");
    assert_eq!(refused(&text), "", "nothing is set in it");
}

/// The ink of all pages in percent, from fine pictures of every face in one ink.
fn exact_ink(kit: &Kit, ink: Ink) -> f64 {
    let options = PrintOptions {
        ink,
        only: kit.components.iter().map(|c| c.id.clone()).collect(),
        ..PrintOptions::default()
    };
    let studio = Studio::new(kit, ink).expect("a studio");
    let proof = proof(kit, &studio, &options, true, &NoProgress);
    let proof = proof.unwrap_or_else(|p| panic!("{p}"));
    let taken: Vec<f64> = proof
        .faces
        .iter()
        .map(|drawn| {
            let face = Face {
                svg: drawn.svg.clone().expect("kept"),
                texts: drawn.scene.texts.clone(),
                ..Face::default()
            };
            let picture =
                raster(&studio, (&face.svg, &face.texts), drawn.size, 3.0, Mm(0.0)).expect("drawn");
            let dark = |p: &resvg::tiny_skia::PremultipliedColorU8| {
                let [r, g, b] = [p.red(), p.green(), p.blue()].map(f64::from);
                let most = r.max(g).max(b);
                (255.0 - most + 3.0 * most - r - g - b) / 255.0
            };
            picture.pixels().iter().map(dark).sum::<f64>() / picture.pixels().len() as f64
        })
        .collect();
    let page = |sheet: &kitpress::impose::Sheet| {
        let items = sheet.items.iter();
        let ink = items.map(|i| i.at.w.0 * i.at.h.0 * taken[i.face]);
        100.0 * ink.sum::<f64>() / (sheet.paper.w.0 * sheet.paper.h.0)
    };
    proof.sheets.iter().map(page).sum::<f64>() / proof.sheets.len() as f64
}

#[test]
fn ink_is_estimated_well() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let salt = root.join("samples/salt-in-the-soup");
    for name in [&*salt.to_string_lossy(), "cat-and-chocolate"] {
        let kit = kitpress::load(name).expect("loads");
        let report = report(&kit, &NoProgress).unwrap_or_else(|p| panic!("{p}"));
        for taken in &report.ink {
            let (about, exact) = (taken.mean(), exact_ink(&kit, taken.ink));
            let off = (about - exact).abs();
            assert!(
                off < 0.5 + exact * 0.05,
                "{name} {:?}: {about} for {exact}",
                taken.ink
            );
        }
    }
}
