//! A small kit with everything in it that pages are made from, every change of it one at a time, and every option.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kitpress::impose::{Backs, Marks, Paper};
use kitpress::kit::{COMPONENT_KEYS, KIT_KEYS, ROOT_KEYS, STYLE_KEYS, SWATCH_KEYS};
use kitpress::press::PrintOptions;
use kitpress::template::Ink;
use kitpress::units::Mm;
use kitpress::write::Warp;

use super::Bench;
use crate::zip::xlsx;

/// Its `kit.toml`.
const KIT: &str = r##"[kit]
id = "tiny"
title = { en = "Tiny", ja = "ちいさな" }
languages = ["en", "ja"]

[settings]
depth = 3

[replace]
"[{}]" = "**{}**"

[fonts]
"Old Face" = "Kaisei Decol"

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
id = "leaf"
kind = "tokens"
size = "24x24mm"
outline = "leaf-cut.svg"
front = "leaf.svg"
rows = "leaf.xlsx"
sheet = "Leaves"

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

/// A drawing of so many millimetres.
pub fn svg(w: u32, h: u32, inner: &str) -> String {
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

/// A spreadsheet of two sheets; the first has a leaf of that kind.
fn leaves(kind: &str) -> Vec<u8> {
    let cell = |place: &str, text: &str| {
        format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>")
    };
    let sheet = |kind| {
        let head = cell("A1", "name") + &cell("B1", "kind");
        let leaf = cell("A2", "one") + &cell("B2", kind);
        format!("<row r=\"1\">{head}</row><row r=\"2\">{leaf}</row>")
    };
    xlsx(&[("Leaves", &sheet(kind)), ("Needles", &sheet("Fir"))], &[])
}

/// The kit in a folder of its own.
pub fn bench() -> Bench {
    let b = Bench::new();
    for folder in ["icons", "fonts", "lang", "parts", "figs"] {
        fs::create_dir(b.kit().join(folder)).expect("made");
    }
    b.write("kit.toml", KIT);
    b.write("hero.csv", HEROES);
    b.write("more.tsv", "name\ttitle\ttitle.ja\tart\nyak\tYak\tヤク\t\n");
    b.write(
        "more.toml",
        "[[row]]\nname = \"zho\"\ntitle = \"Zho\"\n\"title.ja\" = \"ゾー\"\nart = \"\"\n",
    );
    fs::write(b.kit().join("leaf.xlsx"), leaves("Oak")).expect("written");
    let leaf = r##"<path d="M0 0h24v24h-24z" fill="#9ab973"/>{{ textbox(text=row.kind, x=7, y=8, w=10, h=8, size=8) }}"##;
    b.write("leaf.svg", &svg(24, 24, leaf));
    b.write(
        "leaf-cut.svg",
        &svg(24, 24, r#"<path d="M12 1L23 12 12 23 1 12z"/>"#),
    );
    b.write(
        "round-cut.svg",
        &svg(24, 24, r#"<circle cx="12" cy="12" r="11"/>"#),
    );
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
<text x="48" y="44" font-size="5" font-family="Old Face">M</text>
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
    for lang in ["en", "ja"] {
        b.write(&format!("other.{lang}.md"), "# A-B-C\n\n1, 2, 3.\n");
    }
    b.write(
        "rules.ja.md",
        "# ルール\n\nカードをとる。\n\n## ほし\n\nまるい。\n\n![](figs/star.svg)\n",
    );
    b
}

/// A change of one file.
pub struct Edit {
    /// What changes.
    pub what: &'static str,
    /// The file.
    pub file: &'static str,
    /// Whether the pages change with it.
    pub shows: bool,
    /// What the file holds then, by what it holds now.
    pub content: Box<dyn Fn(Option<Vec<u8>>) -> Vec<u8>>,
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

/// An edit that pages do not change with.
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
pub fn edits() -> Vec<Edit> {
    let kit = |from, to| swap("kit.toml", from, to);
    let style = |to| kit("[component.style]\n", to);
    let last = |to| kit("accent = \"#204060\"\n", to);
    vec![
        kit("id = \"tiny\"", "id = \"tina\""),
        quiet(kit("id = \"tiny\"", "id = \"tiny\"\nabout = \"Ants\"")),
        quiet(kit("id = \"tiny\"", "id = \"tiny\"\nminutes = 9")),
        quiet(kit("id = \"tiny\"", "id = \"tiny\"\nage = 9")),
        quiet(kit("id = \"tiny\"", "id = \"tiny\"\nallow = [\"unused\"]")),
        quiet(kit(
            "id = \"tiny\"",
            "id = \"tiny\"\nuntranslated = \"borrowed\"",
        )),
        kit(
            "\"Old Face\" = \"Kaisei Decol\"",
            "\"Old Face\" = \"Zen Maru Gothic\"",
        ),
        kit("id = \"coin\"", "id = \"coins\""),
        kit("rows = \"hero.csv\"", "rows = \"more.tsv\""),
        kit("rows = \"hero.csv\"", "rows = \"more.toml\""),
        kit(
            "rows = \"coin.json\"",
            "rows = \"coin.json\"\nname = \"worth\"",
        ),
        kit("sheet = \"Leaves\"", "sheet = \"Needles\""),
        kit("\"leaf-cut.svg\"", "\"round-cut.svg\""),
        kit("holds = [\"hero\"]", "holds = [\"hero\", \"coin\"]"),
        kit("front = [\"map.svg\", \"map.svg\"]", "front = \"map.svg\""),
        kit("flow = \"rules.md\"", "flow = \"other.md\""),
        quiet(kit("tab = \"8mm\"", "tab = \"8mm\"\nonce = true")),
        quiet(kit(
            "tab = \"8mm\"",
            "tab = \"8mm\"\nallow = [\"no-bleed\"]",
        )),
        style("[component.style]\ntitle_font = \"Kaisei Decol\"\n"),
        style("[component.style]\nheading = 14\n"),
        style("[component.style]\ngutter = \"9mm\"\n"),
        style("[component.style]\ninset = \"12mm\"\n"),
        style("[component.style]\ntop = \"30mm\"\n"),
        quiet(last("accent = \"#204060\"\n[guide]\npaper = [\"leaf\"]\n")),
        quiet(last("accent = \"#204060\"\n[table]\nrounds = 3\n")),
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
        whole("a spreadsheet", "leaf.xlsx", leaves("Elm")),
        swap("leaf-cut.svg", "23 1 12z", "23 4 12z"),
        quiet(swap("round-cut.svg", "11", "10")),
        quiet(swap("more.tsv", "Yak", "Yaks")),
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

/// The keys of a `kit.toml` with what they say: the table that a key stands in, the key, and the rest.
fn keys(text: &str) -> BTreeSet<(&'static str, String, String)> {
    let kit: toml::Table = text.parse().expect("TOML");
    let table = |value: &toml::Value| value.as_table().cloned().unwrap_or_default();
    let mut out = BTreeSet::new();
    let mut note = |whole, place: String, table: &toml::Table| {
        let said = |(key, value): (&String, _)| (whole, key.clone(), format!("{place} {value}"));
        out.extend(table.iter().map(said));
    };
    note("", String::new(), &kit);
    note("kit", String::new(), &table(&kit["kit"]));
    for (name, swatch) in &table(&kit["palette"]) {
        note("palette", name.clone(), &table(swatch));
    }
    let components = kit["component"].as_array().expect("components");
    for (n, component) in components.iter().map(table).enumerate() {
        note("component", n.to_string(), &component);
        if let Some(style) = component.get("style") {
            note("style", n.to_string(), &table(style));
        }
    }
    out
}

#[test]
fn every_key_is_changed() {
    let before = keys(KIT);
    let mut changed = BTreeSet::new();
    for edit in edits().iter().filter(|e| e.file == "kit.toml") {
        let after = String::from_utf8((edit.content)(Some(KIT.into()))).expect("text");
        let after = keys(&after);
        let other = before.symmetric_difference(&after).cloned();
        changed.extend(other.map(|(whole, key, _)| (whole, key)));
    }
    let all = [
        ("", ROOT_KEYS),
        ("kit", KIT_KEYS),
        ("palette", SWATCH_KEYS),
        ("component", COMPONENT_KEYS),
        ("style", STYLE_KEYS),
    ];
    for (whole, keys) in all {
        let same = |key: &&&str| !changed.contains(&(whole, (**key).to_owned()));
        let left: Vec<_> = keys.iter().filter(same).collect();
        assert!(left.is_empty(), "no edit changes [{whole}] {left:?}");
    }
}

/// Every option that changes a page, one at a time.
pub fn options() -> Vec<(&'static str, PrintOptions)> {
    let plain = PrintOptions::default;
    // An option more does not compile until it is thought of. The last four are of prints that are kept, and `watch` has
    // none of them: places that are used up, what was printed before, and the page in front.
    let PrintOptions {
        lang: _,
        paper: _,
        margin: _,
        backs: _,
        bleed: _,
        marks: _,
        ink: _,
        only: _,
        cards: _,
        sets: _,
        dpi: _,
        date: _,
        warp: _,
        anyway: _,
        skip: _,
        since: _,
        known: _,
        guide: _,
    } = plain();
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
        (
            "anyway",
            PrintOptions {
                anyway: true,
                ..plain()
            },
        ),
    ]
}
