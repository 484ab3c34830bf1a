//! Nothing that is kept from one print to the next may lie: whatever changes, `watch` makes the pages that a fresh
//! start makes, and `print --changed` leaves out nothing that looks different.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kitpress::impose::{Backs, Marks, Paper};
use kitpress::kit::{Kit, Setting, Source};
use kitpress::press::{NoProgress, PrintOptions, Record, Since, print, proof};
use kitpress::scene::{Studio, raster};
use kitpress::template::{Face, Ink};
use kitpress::units::Mm;
use kitpress::watch::{Builder, WatchOptions};
use kitpress::write::Warp;

use super::Bench;
use crate::common::render;

const KIT: &str = r##"[kit]
id = "tiny"
title = { en = "Tiny", ja = "ちいさな" }
languages = ["en", "ja"]

[settings]
depth = 3

[replace]
"[{}]" = "**{}**"

[palette.red]
color = "#dc430f"
pattern = "dots"
letter = { en = "R", ja = "あ" }

[[component]]
id = "hero"
kind = "cards"
title = { en = "Heroes", ja = "ゆうしゃ" }
size = "60x80mm"
front = "hero.svg"
back = "back.svg"
rows = "hero.csv"

[[component]]
id = "coin"
kind = "tokens"
shape = "circle"
size = "25x25mm"
front = "coin.svg"
rows = "coin.json"

[[component]]
id = "pawn"
kind = "standees"
size = "20x30mm"
tab = "8mm"
front = "pawn.svg"
vary = { n = ["1", "2"] }

[[component]]
id = "box"
kind = "box"
holds = ["hero"]
front = "panel.svg"
side = "panel.svg"
top = "panel.svg"

[[component]]
id = "map"
kind = "sheet"
title = { en = "Map", ja = "ちず" }
size = "100x90mm"
front = ["map.svg", "map.svg"]

[[component]]
id = "rules"
kind = "sheet"
size = "100x140mm"
front = "frame.svg"
flow = "rules.md"
columns = 2
[component.style]
accent = "#204060"
"##;

const HEROES: &str = "name,title,title.ja,art,count\nant,Ant :sun:,あり,dot.svg,1\nbee,a [Bee],はち,my%20cat.png,2\n\
cow,Cow,うし,,1\ndog,Dog,いぬ,salt&pepper.png,1\n";

fn svg(w: u32, h: u32, inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">{inner}</svg>"#
    )
}

fn dot(color: &str) -> String {
    svg(
        5,
        5,
        &format!(
            r#"<path d="M0 0h5v5z" fill="{color}"/><path d="M0 0v5h5z" fill="currentColor"/>"#
        ),
    )
}

fn png(seed: u32, size: u32) -> Vec<u8> {
    let mut art = resvg::tiny_skia::Pixmap::new(size, size).expect("pixels");
    let mut noise = seed;
    for (i, byte) in art.data_mut().iter_mut().enumerate() {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = if i % 4 == 3 { 255 } else { (noise >> 24) as u8 };
    }
    art.encode_png().expect("a picture")
}

/// A font, or the same without any outlines: its letters are as wide and have the same names.
fn font(hollow: bool) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.join("templates/cats/fonts/KaiseiDecol-Bold.ttf");
    let mut bytes = fs::read(path).expect("a font");
    let mut tables = (0..32).map(|n| 12 + n * 16);
    let loca = tables.find(|at| &bytes[*at..at + 4] == b"loca");
    let number = |at: usize| {
        let number = bytes[at..at + 4].try_into().expect("four bytes");
        u32::from_be_bytes(number) as usize
    };
    let loca = loca.expect("a table");
    let (start, length) = (number(loca + 8), number(loca + 12));
    if hollow {
        bytes[start..start + length].fill(0);
    }
    bytes
}

fn bench() -> Bench {
    let b = Bench::new();
    for folder in ["icons", "fonts", "lang", "parts", "figs"] {
        fs::create_dir(b.kit().join(folder)).expect("made");
    }
    b.write("kit.toml", KIT);
    b.write("hero.csv", HEROES);
    b.write(
        "coin.json",
        r#"[{"name": "one", "worth": "1", "count": "2"}, {"name": "two", "worth": "2"}]"#,
    );
    b.write("lang/en.toml", "motto = \"Be kind\"\nfoot = \"Foot\"\n");
    b.write("lang/ja.toml", "motto = \"やさしく\"\nfoot = \"あし\"\n");
    b.write("icons/sun.svg", &dot("#123456"));
    b.write("dot.svg", &dot("#654321"));
    fs::write(b.kit().join("my cat.png"), png(1, 60)).expect("written");
    fs::write(b.kit().join("salt&pepper.png"), png(2, 60)).expect("written");
    fs::write(b.kit().join("fonts/own.ttf"), font(false)).expect("written");
    b.write(
        "parts/star.svg",
        "{% component star(x) %}<path d=\"M{{ x }} 60l4 8h-8z\"/>{% endcomponent star %}",
    );
    b.write("frame.svg", &svg(100, 140, r##"<path d="M3 3h94" stroke="#888"/>{{ textbox(text=t.foot ~ page, x=10, y=131, w=40, h=6, size=8) }}"##));
    b.write(
        "edge.svg",
        r##"<rect x="-3" y="-3" width="66" height="86" fill="{{ '#a0c0e0' | ground }}"/>"##,
    );
    let hero = r##"{% include "edge.svg" %}<defs>{{ palette_defs() }}</defs>
{{ textbox(text=row.title, x=6, y=8, w=48, h=12, size=12, stroke="#ffffff", stroke_width=0.4) }}
{{ textbox(text=t.motto ~ " " ~ palette.red.letter ~ settings.depth ~ kit.title, x=6, y=22, w=48, h=12, size=9) }}
{{ textbox(text="Own", x=6, y=36, w=30, h=8, size=10, font="Kaisei Decol") }}
<text x="40" y="44" font-size="5" font-family="Kaisei Decol">N</text>
{{ <star x={20} /> }}
<rect x="30" y="60" width="20" height="12" fill="{{ palette.red.fill }}"/>
{% if row.art %}<image href="{{ row.art }}" x="6" y="46" width="12" height="12"/>{% endif %}"##;
    b.write("hero.svg", &svg(60, 80, hero));
    b.write(
        "back.svg",
        &svg(
            60,
            80,
            r##"<rect x="-3" y="-3" width="66" height="86" fill="#204060"/>"##,
        ),
    );
    let coin = r##"<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" viewBox="0 0 {{ size.w }} {{ size.h }}"><circle cx="12.5" cy="12.5" r="14" fill="#eecc44"/>{{ textbox(text=row.worth ~ card.copy, x=8, y=8, w=9, h=9, size=14) }}</svg>"##;
    b.write("coin.svg", coin);
    b.write(
        "pawn.svg",
        &svg(
            20,
            30,
            r##"{{ textbox(text=row.n, x=5, y=8, w=9, h=9, size=14) }}"##,
        ),
    );
    let panel = r##"<svg xmlns="http://www.w3.org/2000/svg" width="{{ size.w }}mm" height="{{ size.h }}mm" viewBox="0 0 {{ size.w }} {{ size.h }}"><path d="M0 0h3v{{ box.cards }}z"/></svg>"##;
    b.write("panel.svg", panel);
    b.write("map.svg", &svg(100, 90, r##"{% for card in deck(component="hero") %}{{ textbox(text=card.title ~ card.count, x=5, y=5 + loop.index * 10, w=60, h=9, size=9) }}{% endfor %}{{ textbox(text=page ~ "/" ~ pages, x=80, y=5, w=15, h=8, size=8) }}"##));
    b.write(
        "figs/star.svg",
        &svg(20, 10, r##"<circle cx="5" cy="5" r="4"/>"##),
    );
    b.write(
        "rules.en.md",
        "# Rules\n\nTake a card.\n\n## Stars\n\nA star is round.\n\n![](figs/star.svg)\n",
    );
    b.write(
        "rules.ja.md",
        "# ルール\n\nカードをとる。\n\n## ほし\n\nまるい。\n\n![](figs/star.svg)\n",
    );
    b
}

/// A change of one file: what it is about, the file, and what it holds then.
struct Edit {
    what: &'static str,
    file: &'static str,
    /// Whether the pages change with it.
    shows: bool,
    content: Box<dyn Fn(Option<Vec<u8>>) -> Vec<u8>>,
}

fn swap(file: &'static str, from: &'static str, to: &'static str) -> Edit {
    Edit {
        what: to,
        file,
        shows: true,
        content: Box::new(move |old| {
            let text = String::from_utf8(old.expect("a file")).expect("text");
            assert!(text.contains(from), "{file} has {from}");
            text.replacen(from, to, 1).into_bytes()
        }),
    }
}

fn quiet(edit: Edit) -> Edit {
    Edit {
        shows: false,
        ..edit
    }
}

fn whole(what: &'static str, file: &'static str, content: Vec<u8>) -> Edit {
    Edit {
        what,
        file,
        shows: true,
        content: Box::new(move |_| content.clone()),
    }
}

/// Every key of `kit.toml` that pages depend on, and every kind of file.
fn edits() -> Vec<Edit> {
    let kit = |from, to| swap("kit.toml", from, to);
    vec![
        kit("en = \"Tiny\"", "en = \"Tine\""),
        kit("id = \"tiny\"", "id = \"tiny\"\ndpi = 72"),
        quiet(kit("id = \"tiny\"", "id = \"tiny\"\nplayers = [2, 4]")),
        quiet(kit(
            "languages = [\"en\", \"ja\"]",
            "languages = [\"ja\", \"en\"]",
        )),
        kit("depth = 3", "depth = 4"),
        kit("\"**{}**\"", "\"*{}*\""),
        kit("\"[{}]\" = \"**{}**\"", "\"a\" = \"o\""),
        kit("#dc430f", "#0f43dc"),
        kit("\"dots\"", "\"rings\""),
        kit("en = \"R\"", "en = \"T\""),
        kit("en = \"Heroes\"", "en = \"Heros\""),
        kit("size = \"60x80mm\"", "size = \"60x80mm\"\ncorner = \"6mm\""),
        kit("size = \"60x80mm\"", "size = \"60x80mm\"\ndpi = 72"),
        kit("back = \"back.svg\"\n", ""),
        kit("back = \"back.svg\"", "back = \"hero.svg\""),
        kit("rows = \"hero.csv\"", "rows = \"hero.csv\"\ncount = 2"),
        kit("shape = \"circle\"", "shape = \"hex\""),
        kit("size = \"25x25mm\"", "size = \"25x25.4mm\""),
        kit("tab = \"8mm\"", "tab = \"6mm\""),
        kit("[\"1\", \"2\"]", "[\"1\", \"3\"]"),
        kit("holds = [\"hero\"]", "holds = [\"hero\"]\npaper = \"2mm\""),
        kit(
            "holds = [\"hero\"]",
            "holds = [\"hero\"]\nclearance = \"4mm\"",
        ),
        kit("side = \"panel.svg\"\n", ""),
        kit("top = \"panel.svg\"", "bottom = \"panel.svg\""),
        kit("kind = \"tokens\"\nshape = \"circle\"", "kind = \"cards\""),
        kit("columns = 2", "columns = 1"),
        kit("#204060", "#602040"),
        kit("accent = \"#204060\"", "accent = \"#204060\"\nsize = 8"),
        kit("front = \"frame.svg\"\n", ""),
        swap("hero.csv", "Ant ", "Tan "),
        swap("hero.csv", "cow,Cow", "kow,Cow"),
        swap("hero.csv", "ant,Ant", "emu,Ant"),
        swap("hero.csv", "うし,,1", "うし,,4"),
        swap("hero.csv", "うし,,1", "うし,,40"),
        swap("hero.csv", "cow,Cow,うし,,1\n", ""),
        swap("hero.csv", "うし,,1", "うし,dot.svg,1"),
        swap("coin.json", "\"2\"}", "\"7\"}"),
        swap("lang/en.toml", "Be kind", "Be kin"),
        swap("lang/en.toml", "Foot", "Feet"),
        swap("hero.svg", "size=12", "size=11"),
        swap("hero.svg", "#ffffff", "#ff0000"),
        swap("hero.svg", "stroke_width=0.4", "stroke_width=0.8"),
        swap("edge.svg", "#a0c0e0", "#e0c0a0"),
        swap("parts/star.svg", "l4 8h-8z", "l4 8h-4z"),
        swap("back.svg", "#204060", "#602040"),
        swap("panel.svg", "h3", "h4"),
        swap("map.svg", "w=60", "w=61"),
        swap("map.svg", "card.count", "\" \" ~ card.count"),
        swap("frame.svg", "#888", "#333"),
        swap("figs/star.svg", "r=\"4\"", "r=\"3\""),
        swap("rules.en.md", "round", "red"),
        quiet(swap("rules.ja.md", "まるい", "まる")),
        whole("icon", "icons/sun.svg", dot("#ff0000").into_bytes()),
        whole("a drawing", "dot.svg", dot("#00ff00").into_bytes()),
        whole("a name with a space", "my cat.png", png(3, 60)),
        whole("a name with an entity", "salt&pepper.png", png(4, 60)),
        whole("a font", "fonts/own.ttf", font(true)),
        quiet(whole("a note", "notes.txt", b"none".to_vec())),
        quiet(whole("left over", "hero.csv~", b"none".to_vec())),
    ]
}

fn watching(b: &Bench, options: PrintOptions, out: &str) -> WatchOptions {
    WatchOptions {
        folder: b.kit(),
        set: Vec::new(),
        lang: Some(options.lang.clone()),
        print: options,
        own: "en".into(),
        out: b.root.path().join(out),
        rules: None,
    }
}

/// What a builder shows: its PDF and its list of faces.
fn built(builder: &mut Builder, what: &str) -> (Vec<u8>, Vec<String>) {
    let build = builder.build(&BTreeSet::new());
    let build = build.unwrap_or_else(|p| panic!("{what}: {p}"));
    let pdf = fs::read(&build.files[0].file).expect("written");
    let views = builder.views().flat_map(|(_, views)| views);
    let views = views.map(|v| format!("{v:?}")).collect();
    (pdf, views)
}

fn are_the_same_faces(a: &[String], b: &[String], what: &str) {
    assert_eq!(a.len(), b.len(), "{what}");
    let other = a.iter().zip(b).find(|(a, b)| a != b);
    assert_eq!(other, None, "{what}");
}

fn are_the_same_pages(a: &[u8], b: &[u8], what: &str) {
    if a == b {
        return;
    }
    let (a, b) = (render(a, 1.0), render(b, 1.0));
    assert_eq!(a.len(), b.len(), "{what}");
    for (n, (a, b)) in a.iter().zip(&b).enumerate() {
        assert_eq!(a.furthest(b), 0, "{what}: page {}", n + 1);
    }
}

#[test]
fn watch_makes_the_pages_of_a_fresh_start_whatever_changes() {
    let b = bench();
    let options = || PrintOptions {
        marks: Marks::Lines,
        ..PrintOptions::default()
    };
    let mut warm = Builder::new(watching(&b, options(), "warm"));
    let (first, faces) = built(&mut warm, "at first");
    for edit in edits() {
        let path = b.kit().join(edit.file);
        let old = fs::read(&path).ok();
        fs::write(&path, (edit.content)(old.clone())).expect("written");
        let what = format!("{}: {}", edit.file, edit.what);
        let (pdf, views) = built(&mut warm, &what);
        let mut cold = Builder::new(watching(&b, options(), "cold"));
        let (cold, list) = built(&mut cold, &what);
        are_the_same_faces(&views, &list, &what);
        are_the_same_pages(&pdf, &cold, &what);
        assert_eq!(cold != first || list != faces, edit.shows, "{what}");
        match old {
            Some(old) => fs::write(&path, old).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
        let (back, _) = built(&mut warm, &what);
        are_the_same_pages(&back, &first, &format!("back from {what}"));
    }
}

#[test]
fn what_was_wrong_in_between_is_forgotten() {
    let b = bench();
    let mut warm = Builder::new(watching(&b, PrintOptions::default(), "warm"));
    built(&mut warm, "at first");
    // A slip, and something else than before in its place: in a template of cards, and in a figure of the rules.
    for (file, radius) in [("back.svg", 5), ("figs/star.svg", 2), ("figs/star.svg", 3)] {
        let figure = format!(r##"<circle cx="5" cy="5" r="{radius}"/>"##);
        let right = match file {
            "back.svg" => svg(60, 80, &figure),
            _ => svg(20, 10, &figure),
        };
        b.write(file, &right.replace("<circle", "{% if %}<circle"));
        assert!(warm.build(&BTreeSet::new()).is_err(), "{file}");
        b.write(file, &right);
        let (pdf, views) = built(&mut warm, file);
        let mut cold = Builder::new(watching(&b, PrintOptions::default(), "cold"));
        let (cold, list) = built(&mut cold, file);
        are_the_same_faces(&views, &list, file);
        are_the_same_pages(&pdf, &cold, file);
    }
}

/// Every option that changes a page, one at a time.
fn options() -> Vec<(&'static str, PrintOptions)> {
    let plain = PrintOptions::default;
    let warp = Warp {
        shift: (Mm(1.0), Mm(-0.5)),
        matrix: [1.01, 0.0, 0.0, 1.0],
    };
    vec![
        ("nothing", plain()),
        (
            "lang",
            PrintOptions {
                lang: "ja".into(),
                ..plain()
            },
        ),
        (
            "paper",
            PrintOptions {
                paper: Paper::parse("letter").expect("a paper"),
                ..plain()
            },
        ),
        (
            "margin",
            PrintOptions {
                margin: Mm(12.0),
                ..plain()
            },
        ),
        (
            "backs",
            PrintOptions {
                backs: Backs::Fold,
                ..plain()
            },
        ),
        (
            "short",
            PrintOptions {
                backs: Backs::DuplexShort,
                ..plain()
            },
        ),
        (
            "bleed",
            PrintOptions {
                bleed: Mm(3.0),
                ..plain()
            },
        ),
        (
            "marks",
            PrintOptions {
                marks: Marks::None,
                ..plain()
            },
        ),
        (
            "saver",
            PrintOptions {
                ink: Ink::Saver,
                ..plain()
            },
        ),
        (
            "mono",
            PrintOptions {
                ink: Ink::Mono,
                ..plain()
            },
        ),
        (
            "only",
            PrintOptions {
                only: vec!["hero".into(), "box".into()],
                ..plain()
            },
        ),
        (
            "cards",
            PrintOptions {
                cards: vec!["hero:c*".into(), "ant".into()],
                ..plain()
            },
        ),
        ("sets", PrintOptions { sets: 2, ..plain() }),
        (
            "dpi",
            PrintOptions {
                dpi: Some(72),
                ..plain()
            },
        ),
        (
            "date",
            PrintOptions {
                date: Some(1),
                ..plain()
            },
        ),
        ("warp", PrintOptions { warp, ..plain() }),
    ]
}

#[test]
fn watch_makes_the_pages_of_a_fresh_start_with_every_option() {
    for (what, options) in options() {
        let b = bench();
        let mut warm = Builder::new(watching(&b, options.clone(), "warm"));
        built(&mut warm, what);
        b.edit("hero.csv", "うし,,1", "うし,dot.svg,3");
        b.edit("hero.csv", "Ant ", "Tan ");
        let (pdf, views) = built(&mut warm, what);
        let (cold, list) = built(&mut Builder::new(watching(&b, options, "cold")), what);
        are_the_same_faces(&views, &list, what);
        are_the_same_pages(&pdf, &cold, what);
    }
}

/// What every face looks like, by component and card.
type Looks = BTreeMap<(String, String), Vec<Vec<u8>>>;

fn looks(kit: &Kit, options: &PrintOptions) -> Looks {
    let studio = Studio::new(kit, options.ink).expect("a studio");
    let proof = proof(kit, &studio, options, true, &NoProgress);
    let proof = proof.unwrap_or_else(|p| panic!("{p}"));
    let mut looks = Looks::new();
    for drawn in &proof.faces {
        let face = Face {
            svg: drawn.svg.clone().expect("kept"),
            texts: drawn.scene.texts.clone(),
            ..Face::default()
        };
        let pixels =
            raster(&studio, (&face.svg, &face.texts), drawn.size, 2.0, Mm(0.0)).expect("drawn");
        let component = kit.components[drawn.component].id.clone();
        let card = looks.entry((component, drawn.card.clone())).or_default();
        card.push(pixels.take());
    }
    looks
}

fn load(b: &Bench, set: &[Setting]) -> Kit {
    let source = Source::find(&b.kit().to_string_lossy()).expect("a kit");
    Kit::load_from(source, set).unwrap_or_else(|p| panic!("{p}"))
}

/// What is known after a print.
fn record(kit: &Kit, options: &PrintOptions) -> Record {
    let known = PrintOptions {
        known: Some(Record::default()),
        ..options.clone()
    };
    let printed = print(kit, &known, &NoProgress);
    printed.unwrap_or_else(|p| panic!("{p}")).record
}

/// The components and cards that a print with `--changed` prints after that.
fn told(record: &Record, kit: &Kit, options: &PrintOptions) -> BTreeSet<(String, String)> {
    let since = PrintOptions {
        since: Some(Since {
            record: record.clone(),
            keep_places: false,
        }),
        ..options.clone()
    };
    let printed = print(kit, &since, &NoProgress).unwrap_or_else(|p| panic!("{p}"));
    let changes = printed.changes.expect("asked for");
    let lines = changes.new.into_iter().chain(changes.changed);
    lines.map(|l| (l.component, l.name)).collect()
}

/// Those that look different, as they are told: pages by their component alone.
fn differ(before: &Looks, now: &Looks) -> BTreeSet<(String, String)> {
    let other =
        |(who, looks): &(&(String, String), &Vec<Vec<u8>>)| before.get(*who) != Some(*looks);
    let differ = now.iter().filter(other);
    differ.map(|(who, _)| who.clone()).collect()
}

fn nothing_is_left_out(
    what: &str,
    told: &BTreeSet<(String, String)>,
    differ: &BTreeSet<(String, String)>,
) {
    for (component, card) in differ {
        let is_page = ["map", "rules"].contains(&component.as_str());
        let named = |(c, n): &(String, String)| c == component && (is_page || n == card);
        assert!(
            told.iter().any(named),
            "{what}: {component}:{card} is not in {told:?}"
        );
    }
}

#[test]
fn changed_leaves_out_nothing_that_looks_different() {
    let b = bench();
    let plain = PrintOptions::default();
    let kit = load(&b, &[]);
    let first = looks(&kit, &plain);
    let record = record(&kit, &plain);
    for edit in edits() {
        let path = b.kit().join(edit.file);
        let old = fs::read(&path).ok();
        fs::write(&path, (edit.content)(old.clone())).expect("written");
        let what = format!("{}: {}", edit.file, edit.what);
        let now = load(&b, &[]);
        let told = told(&record, &now, &plain);
        nothing_is_left_out(&what, &told, &differ(&first, &looks(&now, &plain)));
        if !edit.shows {
            assert!(told.is_empty(), "{what}: {told:?}");
        }
        match old {
            Some(old) => fs::write(&path, old).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
    }
}

#[test]
fn changed_leaves_out_nothing_that_options_change() {
    let b = bench();
    let plain = PrintOptions::default();
    let kit = load(&b, &[]);
    let first = looks(&kit, &plain);
    let record = record(&kit, &plain);
    for (what, options) in options() {
        let told = told(&record, &kit, &options);
        nothing_is_left_out(what, &told, &differ(&first, &looks(&kit, &options)));
        let names: Vec<String> = told.iter().map(|(c, n)| format!("{c}:{n}")).collect();
        match what {
            "lang" | "saver" | "mono" | "sets" => assert!(!told.is_empty(), "{what}"),
            // The pictures alone are printed with other dots.
            "dpi" => assert_eq!(names, ["hero:ant", "hero:bee", "hero:dog"]),
            // A leaf with one side is another piece of paper than one with two.
            "backs" => assert_eq!(names, ["map:1", "map:2"]),
            _ => assert!(told.is_empty(), "{what}: {names:?}"),
        }
    }
    let deeper = load(&b, &[("depth".to_owned(), "4".to_owned())]);
    let told = told(&record, &deeper, &plain);
    nothing_is_left_out("set", &told, &differ(&first, &looks(&deeper, &plain)));
    assert!(told.contains(&("hero".to_owned(), "cow".to_owned())));
}
