//! `kitpress export`: exact pixels, bleed that is there, decks in the order of the kit, files whole or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use resvg::tiny_skia::Pixmap;
use serde_json::Value;

fn kitpress(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER"] {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("NO_COLOR", "1");
    command.output().expect("kitpress starts")
}

fn json(dir: &Path, args: &[&str]) -> Value {
    let out = kitpress(dir, args);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{args:?}: {said}");
    serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{args:?}: {e}"))
}

fn fails(dir: &Path, args: &[&str], words: &str) {
    let out = kitpress(dir, args);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{args:?}: {said}");
    assert!(said.contains(words), "{args:?}: {said}");
}

fn picture(path: &Path) -> Pixmap {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Pixmap::decode_png(&bytes).expect("a PNG")
}

fn pixel(page: &Pixmap, x: u32, y: u32) -> (u8, u8, u8, u8) {
    let p = page.pixel(x, y).expect("inside").demultiply();
    (p.red(), p.green(), p.blue(), p.alpha())
}

const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

/// Cards with bleed art and a common back, wide cards that stop at their edge with a back each, round tokens, a
/// board and a sheet of two pages.
fn kit(dir: &Path) {
    let toml = r##"
[kit]
id = "toy"
title = "Toy"

[[component]]
id = "hero"
kind = "cards"
title = "Heroes"
size = "63x88mm"
front = "hero.svg"
back = "back.svg"
rows = "heroes.csv"

[[component]]
id = "wide"
kind = "cards"
size = "88x63mm"
front = "wide.svg"
back = "wide-back.svg"
vary = { n = [1, 2] }

[[component]]
id = "coin"
kind = "tokens"
shape = "circle"
size = "20x20mm"
front = "coin.svg"
count = 3

[[component]]
id = "board"
kind = "sheet"
size = "200x100mm"
front = "board.svg"

[[component]]
id = "rules"
kind = "sheet"
size = "100x100mm"
front = ["page.svg", "page.svg"]

[[component]]
id = "box"
kind = "box"
holds = ["hero"]
front = "box.svg"
top = "box.svg"
"##;
    let files = [
        ("kit.toml", toml.to_owned()),
        (
            "heroes.csv",
            "name,title,text,count\nslime,Slime :dot:,Sticks to *all*.,3\nSlime,Other slime,,1\nmage:2,Mage,Burns,1\n".to_owned(),
        ),
        (
            "hero.svg",
            format!("{HEAD} width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\"><rect x=\"-3\" y=\"-3\" width=\"69\" height=\"94\" fill=\"#ff0000\"/><rect width=\"63\" height=\"88\" fill=\"#00ff00\"/>{{{{ textbox(text=row.title, x=8, y=30, w=47, h=20, size=20, min_size=8) }}}}</svg>"),
        ),
        (
            "icons/dot.svg",
            format!("{HEAD} viewBox=\"0 0 10 10\"><defs><linearGradient id=\"g\"><stop stop-color=\"#f0f\"/><stop offset=\"1\" stop-color=\"#00f\"/></linearGradient></defs><circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"url(#g)\"/></svg>"),
        ),
        (
            "back.svg",
            format!("{HEAD} width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\"><rect width=\"63\" height=\"88\" fill=\"#0000ff\"/></svg>"),
        ),
        (
            "wide.svg",
            format!("{HEAD} width=\"88mm\" height=\"63mm\" viewBox=\"0 0 88 63\"><rect width=\"88\" height=\"63\" fill=\"#804020\"/><text x=\"30\" y=\"30\" font-size=\"10\">{{{{ row.n }}}}</text></svg>"),
        ),
        (
            "wide-back.svg",
            format!("{HEAD} width=\"88mm\" height=\"63mm\" viewBox=\"0 0 88 63\"><rect width=\"88\" height=\"63\" fill=\"#20{{{{ row.n }}}}040\"/></svg>"),
        ),
        (
            "coin.svg",
            format!("{HEAD} width=\"20mm\" height=\"20mm\" viewBox=\"0 0 20 20\"><rect width=\"20\" height=\"20\" fill=\"#ffcc00\"/></svg>"),
        ),
        (
            "board.svg",
            format!("{HEAD} width=\"200mm\" height=\"100mm\" viewBox=\"0 0 200 100\"><rect width=\"200\" height=\"100\" fill=\"#88ccee\"/></svg>"),
        ),
        (
            "page.svg",
            format!("{HEAD} width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\"><rect width=\"100\" height=\"100\" fill=\"#eeeeee\"/></svg>"),
        ),
        (
            "box.svg",
            format!("{HEAD} width=\"{{{{ size.w }}}}mm\" height=\"{{{{ size.h }}}}mm\" viewBox=\"0 0 {{{{ size.w }}}} {{{{ size.h }}}}\"><rect width=\"100%\" height=\"100%\" fill=\"#cc8844\"/></svg>"),
        ),
    ];
    fs::create_dir_all(dir.join("icons")).expect("a folder");
    for (name, text) in files {
        fs::write(dir.join(name), text).expect("a file");
    }
}

fn toy() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    kit(&dir.path().join("toy"));
    dir
}

#[test]
fn pictures_have_exact_pixels_and_their_bleed() {
    let dir = toy();
    let report = json(dir.path(), &["export", "./toy", "--to", "png", "--json"]);
    let root = dir.path().join("out/toy.en.png");
    let hero = picture(&root.join("hero/slime-front.png"));
    // 69 × 94 mm at 300 dpi.
    assert_eq!((hero.width(), hero.height()), (815, 1110));
    assert_eq!(pixel(&hero, 1, 1), (255, 0, 0, 255), "drawn bleed");
    assert_eq!(pixel(&hero, 33, 555), (255, 0, 0, 255), "up to the trim");
    assert_eq!(pixel(&hero, 38, 555), (0, 255, 0, 255), "and not further");
    let wide = picture(&root.join("wide/1-front.png"));
    assert_eq!((wide.width(), wide.height()), (1110, 815));
    assert_eq!(
        pixel(&wide, 1, 1),
        (0x80, 0x40, 0x20, 255),
        "an edge that was extended"
    );
    let files = report[0]["files"].as_array().expect("files");
    let sized = |f: &&Value| f["file"] == "hero/slime-front.png";
    let told = files.iter().find(sized).expect("listed");
    assert_eq!(
        (told["width"].as_u64(), told["height"].as_u64()),
        (Some(815), Some(1110))
    );
    for dpi in ["72", "150", "600"] {
        let args = [
            "export",
            "./toy",
            "--to",
            "png",
            "--dpi",
            dpi,
            "--bleed",
            "0",
            "--cards",
            "hero:slime",
            "--json",
        ];
        json(dir.path(), &args);
        let page = picture(&root.join("hero/slime-front.png"));
        let k = dpi.parse::<f64>().expect("a number") / 25.4;
        let wanted = ((63.0 * k).round() as u32, (88.0 * k).round() as u32);
        assert_eq!((page.width(), page.height()), wanted);
        assert_eq!(pixel(&page, 0, 0), (0, 255, 0, 255), "no bleed");
    }
}

#[test]
fn names_are_safe_and_counts_are_those_of_the_kit() {
    let dir = toy();
    let report = json(
        dir.path(),
        &["export", "./toy", "--to", "png", "--dpi", "50", "--json"],
    );
    let root = dir.path().join("out/toy.en.png");
    for file in [
        "hero/slime-front.png",
        "hero/Slime-2-front.png",
        "hero/mage-2-front.png",
        "hero/back.png",
        "wide/1-front.png",
        "wide/1-back.png",
        "wide/2-back.png",
        "coin/coin-front.png",
        "board/board-front.png",
        "rules/rules-page-1.png",
        "rules/rules-page-2.png",
        "box/box-front.png",
        "box/box-back.png",
        "box/box-top.png",
        "cards.csv",
    ] {
        assert!(root.join(file).is_file(), "{file}");
    }
    let mut told: BTreeMap<(String, String), u64> = BTreeMap::new();
    for card in report[0]["cards"].as_array().expect("cards") {
        let text = |k: &str| card[k].as_str().expect("text").to_owned();
        told.insert(
            (text("component"), text("name")),
            card["count"].as_u64().expect("a count"),
        );
    }
    let mut held: BTreeMap<(String, String), u64> = BTreeMap::new();
    for card in json(dir.path(), &["cards", "./toy", "--json"])
        .as_array()
        .expect("cards")
    {
        let text = |k: &str| card[k].as_str().expect("text").to_owned();
        *held.entry((text("component"), text("name"))).or_default() += 1;
    }
    for component in ["hero", "wide", "coin", "board"] {
        let of = |all: &BTreeMap<(String, String), u64>| -> Vec<_> {
            all.iter()
                .filter(|((c, _), _)| c == component)
                .map(|(k, n)| (k.clone(), *n))
                .collect()
        };
        assert_eq!(of(&told), of(&held), "{component}");
    }
    let table = fs::read_to_string(root.join("cards.csv")).expect("a table");
    assert!(
        table.starts_with(
            "component,name,count,front,back\nhero,slime,3,hero/slime-front.png,hero/back.png\n"
        ),
        "{table}"
    );
    let copies = json(
        dir.path(),
        &[
            "export", "./toy", "--to", "png", "--dpi", "50", "--copies", "--only", "hero", "--out",
            "o2", "--json",
        ],
    );
    assert_eq!(copies[0]["cards"].as_array().map(Vec::len), Some(5));
    for n in 1..=3 {
        assert!(
            dir.path()
                .join(format!("o2/toy.en.png/hero/slime-{n}-front.png"))
                .is_file()
        );
    }
}

#[test]
fn services_get_the_pixels_they_want() {
    let dir = toy();
    let root = dir.path().join("out/toy.en.png");
    for (service, size) in [
        ("the-game-crafter", (825, 1125)),
        ("make-playing-cards", (822, 1122)),
        ("drive-thru-cards", (825, 1125)),
    ] {
        let report = json(
            dir.path(),
            &[
                "export",
                "./toy",
                "--service",
                service,
                "--only",
                "hero,wide,board",
                "--json",
            ],
        );
        for file in [
            "hero/slime-front.png",
            "hero/back.png",
            "wide/1-front.png",
            "wide/2-back.png",
        ] {
            let page = picture(&root.join(file));
            assert_eq!((page.width(), page.height()), size, "{service} {file}");
        }
        let hero = picture(&root.join("hero/slime-front.png"));
        // The face is not distorted: 63 × 88 of the green inside, as wide as the trim at least.
        let green = |x: u32, y: u32| pixel(&hero, x, y) == (0, 255, 0, 255);
        let wide = (0..size.0).filter(|x| green(*x, size.1 / 4)).count() as f64;
        let high = (0..size.1).filter(|y| green(size.0 / 4, *y)).count() as f64;
        assert!(
            (wide / high - 63.0 / 88.0).abs() < 0.004,
            "{service}: {wide} × {high}"
        );
        assert_eq!(
            pixel(&hero, 0, 0),
            (255, 0, 0, 255),
            "{service}: bleed to the very corner"
        );
        let warnings = report[0]["warnings"].to_string();
        assert!(
            warnings.contains("`board` is not made of cards"),
            "{warnings}"
        );
        assert!(!warnings.contains("`hero` is"), "{warnings}");
    }
    fs::write(
        dir.path().join("mine.toml"),
        "name = \"Mine\"\ndpi = 100\n[[product]]\nid = \"tile\"\nsize = \"50x50mm\"\nbleed = \"2mm\"\nsafe = \"12mm\"\n",
    )
    .expect("a file");
    let report = json(
        dir.path(),
        &[
            "export",
            "./toy",
            "--service",
            "./mine.toml:tile",
            "--only",
            "hero",
            "--json",
        ],
    );
    let page = picture(&root.join("hero/slime-front.png"));
    assert_eq!((page.width(), page.height()), (213, 213));
    let warnings = report[0]["warnings"].to_string();
    assert!(
        warnings.contains("`hero` is 63x88mm, but `tile` of Mine is 50x50mm"),
        "{warnings}"
    );
    assert!(warnings.contains("closer to the cut"), "{warnings}");
    fails(
        dir.path(),
        &["export", "./toy", "--service", "the-game-crafte"],
        "did you mean `the-game-crafter`?",
    );
    fails(
        dir.path(),
        &["export", "./toy", "--service", "the-game-crafter:pokr"],
        "did you mean `poker`?",
    );
    fails(
        dir.path(),
        &["export", "./toy", "--service", "./none.toml"],
        "cannot read",
    );
    fails(
        dir.path(),
        &[
            "export",
            "./toy",
            "--service",
            "the-game-crafter",
            "--to",
            "svg",
        ],
        "--to png",
    );
}

#[test]
fn a_saved_object_has_the_deck_in_order() {
    let dir = toy();
    json(dir.path(), &["export", "./toy", "--to", "tts", "--json"]);
    let root = dir.path().join("out/toy.en.tts");
    let text = fs::read_to_string(root.join("toy.json")).expect("a saved object");
    let saved: Value = serde_json::from_str(&text).expect("JSON");
    let objects = saved["ObjectStates"].as_array().expect("objects");
    let names: Vec<&str> = objects.iter().filter_map(|o| o["Name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "DeckCustom",
            "DeckCustom",
            "Bag",
            "Custom_Board",
            "Custom_Tile"
        ]
    );
    for object in objects {
        assert_eq!(object["GUID"].as_str().map(str::len), Some(6), "{object}");
        for axis in [
            "posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ",
        ] {
            assert!(object["Transform"][axis].is_number(), "{axis} of {object}");
        }
    }
    let cards = json(dir.path(), &["cards", "./toy", "hero", "--json"]);
    let names: Vec<&Value> = cards
        .as_array()
        .expect("cards")
        .iter()
        .map(|c| &c["fields"]["title"])
        .collect();
    let deck = &objects[0];
    let inside = deck["ContainedObjects"].as_array().expect("cards");
    let nicknames: Vec<&Value> = inside.iter().map(|c| &c["Nickname"]).collect();
    assert_eq!(nicknames, names, "in the order of the kit");
    let ids: Vec<u64> = deck["DeckIDs"]
        .as_array()
        .expect("ids")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert_eq!(ids, [100, 100, 100, 101, 102]);
    for (card, id) in inside.iter().zip(&ids) {
        assert_eq!(card["CardID"].as_u64(), Some(*id));
        assert_eq!(card["CustomDeck"]["1"], deck["CustomDeck"]["1"]);
    }
    assert_eq!(inside[0]["Description"], "Sticks to all.");
    let sheet = &deck["CustomDeck"]["1"];
    let (cols, rows) = (
        sheet["NumWidth"].as_u64().expect("cols"),
        sheet["NumHeight"].as_u64().expect("rows"),
    );
    assert!(cols * rows > 3, "one place more than cards");
    assert_eq!(sheet["UniqueBack"], false);
    let url = sheet["FaceURL"].as_str().expect("an address");
    assert!(
        url.starts_with("file:///") && url.ends_with("/hero/sheet-1.png"),
        "{url}"
    );
    let page = picture(&root.join("hero/sheet-1.png"));
    assert!(page.width() <= 4096 && page.height() <= 4096);
    let (w, h) = (page.width() / cols as u32, page.height() / rows as u32);
    assert_eq!(pixel(&page, 3, 3), (0, 255, 0, 255), "the first card");
    let last = (cols as u32 * w - w / 2, rows as u32 * h - h / 2);
    assert_eq!(
        pixel(&page, last.0, last.1),
        (0, 0, 255, 255),
        "the hidden card is the back"
    );
    let wide = &objects[1]["CustomDeck"]["2"];
    assert_eq!(wide["UniqueBack"], true);
    assert!(root.join("wide/sheet-1-backs.png").is_file());
    let coins = objects[2]["ContainedObjects"].as_array().expect("coins");
    assert_eq!(coins.len(), 3);
    assert_eq!(coins[0]["Name"], "Custom_Token");
    let coin = picture(&root.join("coin/coin-front.png"));
    assert_eq!(pixel(&coin, 0, 0).3, 0, "cut out along the circle");
    assert_eq!(
        pixel(&coin, coin.width() / 2, coin.height() / 2),
        (255, 204, 0, 255)
    );
    assert!(
        objects[4]["CustomImage"]["ImageSecondaryURL"]
            .as_str()
            .is_some_and(|u| u.ends_with("rules-page-2.png"))
    );
    // On the web, and with small pictures.
    let args = [
        "export",
        "./toy",
        "--to",
        "tts",
        "--url",
        "https://example.org/toy/",
        "--texture",
        "512",
        "--json",
    ];
    json(dir.path(), &args);
    let text = fs::read_to_string(root.join("toy.json")).expect("a saved object");
    assert!(
        text.contains("\"https://example.org/toy/hero/sheet-1.png\""),
        "{text}"
    );
    let page = picture(&root.join("hero/sheet-1.png"));
    assert!(page.width() <= 512 && page.height() <= 512);
}

#[test]
fn many_cards_take_several_sheets_of_69() {
    let dir = toy();
    let mut rows = String::from("name,title\n");
    for n in 1..=150 {
        rows.push_str(&format!("h{n},Hero {n}\n"));
    }
    fs::write(dir.path().join("toy/heroes.csv"), rows).expect("a table");
    json(
        dir.path(),
        &[
            "export",
            "./toy",
            "--to",
            "tts",
            "--only",
            "hero",
            "--texture",
            "1024",
            "--json",
        ],
    );
    let text =
        fs::read_to_string(dir.path().join("out/toy.en.tts/toy.json")).expect("a saved object");
    let saved: Value = serde_json::from_str(&text).expect("JSON");
    let deck = &saved["ObjectStates"][0];
    let ids: Vec<u64> = deck["DeckIDs"]
        .as_array()
        .expect("ids")
        .iter()
        .filter_map(Value::as_u64)
        .collect();
    assert_eq!(ids.len(), 150);
    assert_eq!((ids[68], ids[69], ids[149]), (168, 200, 311));
    assert_eq!(deck["CustomDeck"].as_object().map(|m| m.len()), Some(3));
    assert_eq!(deck["CustomDeck"]["1"]["NumWidth"], 10);
    assert_eq!(deck["CustomDeck"]["1"]["NumHeight"], 7);
}

#[test]
fn svgs_stand_alone_and_look_like_the_pictures() {
    let dir = toy();
    for ink in ["full", "mono"] {
        json(
            dir.path(),
            &[
                "export",
                "./toy",
                "--to",
                "svg",
                "--only",
                "hero,wide",
                "--ink",
                ink,
                "--json",
            ],
        );
        json(
            dir.path(),
            &[
                "export",
                "./toy",
                "--to",
                "png",
                "--dpi",
                "96",
                "--only",
                "hero,wide",
                "--ink",
                ink,
                "--json",
            ],
        );
        let toy = match ink {
            "full" => "toy",
            _ => "toy.mono",
        };
        for file in ["hero/slime-front", "wide/1-front"] {
            let text = fs::read_to_string(dir.path().join(format!("out/{toy}.en.svg/{file}.svg")))
                .expect("an SVG");
            assert!(
                !text.contains("<text") && !text.contains("kp-text"),
                "{file}: letters are outlines"
            );
            assert!(!text.contains("<image"), "{file}: icons are shapes");
            let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).expect("SVG");
            let page = picture(&dir.path().join(format!("out/{toy}.en.png/{file}.png")));
            let mut drawn = Pixmap::new(page.width(), page.height()).expect("pixels");
            let k = page.width() as f32 / tree.size().width();
            resvg::render(
                &tree,
                usvg::Transform::from_scale(k, k),
                &mut drawn.as_mut(),
            );
            let off: u64 = drawn
                .data()
                .iter()
                .zip(page.data())
                .map(|(a, b)| u64::from(a.abs_diff(*b)))
                .sum();
            let mean = off as f64 / page.data().len() as f64;
            assert!(mean < 1.5, "{file} in {ink}: {mean}");
        }
    }
}

#[test]
fn the_same_kit_gives_the_same_bytes() {
    let dir = toy();
    for to in ["png", "svg", "tts"] {
        let mut seen: Option<Vec<Vec<u8>>> = None;
        for _ in 0..2 {
            let report = json(
                dir.path(),
                &["export", "./toy", "--to", to, "--dpi", "60", "--json"],
            );
            let folder = dir
                .path()
                .join(report[0]["folder"].as_str().expect("a folder"));
            let files = report[0]["files"].as_array().expect("files");
            let bytes = files
                .iter()
                .map(|f| {
                    fs::read(folder.join(f["file"].as_str().expect("a name"))).expect("a file")
                })
                .collect();
            match &seen {
                Some(first) => assert!(*first == bytes, "{to}"),
                None => seen = Some(bytes),
            }
        }
    }
}

#[test]
fn a_broken_card_leaves_nothing_behind() {
    let dir = toy();
    fs::write(
        dir.path().join("toy/coin.svg"),
        format!("{HEAD} width=\"20mm\" height=\"20mm\">{{{{ row.nothing }}}}</svg>"),
    )
    .expect("a file");
    for to in ["png", "svg", "tts"] {
        fails(
            dir.path(),
            &["export", "./toy", "--to", to, "--dpi", "50"],
            "the row has no field `nothing`",
        );
    }
    fails(
        dir.path(),
        &["export", "./toy", "--to", "png", "--cards", "hero:none"],
        "no card is called `hero:none`",
    );
    fails(
        dir.path(),
        &[
            "export",
            "./toy",
            "--to",
            "png",
            "--dpi",
            "2400",
            "--only",
            "board,hero",
            "--bleed",
            "5",
            "--lang",
            "xx",
        ],
        "has no language `xx`",
    );
    assert!(!dir.path().join("out").exists());
}

/// All files of a folder, by name.
fn tree(folder: &Path) -> Vec<String> {
    let mut out = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside");
                out.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    out.sort();
    out
}

#[test]
fn what_is_no_longer_part_of_an_export_is_removed_and_nothing_else() {
    let dir = toy();
    let folder = dir.path().join("out/toy.en.png");
    let export = [
        "export", "toy", "--to", "png", "--dpi", "20", "--lang", "en", "--json",
    ];
    let first = json(dir.path(), &export);
    assert_eq!(first[0]["removed"], serde_json::json!([]));
    let all = tree(&folder);
    fs::write(folder.join("hero/mine.png"), "mine").expect("written");
    fs::write(folder.join("notes.txt"), "mine").expect("written");
    assert_eq!(
        json(dir.path(), &export)[0]["removed"],
        serde_json::json!([])
    );

    // A part says nothing about the rest.
    let csv = dir.path().join("toy/heroes.csv");
    let rows = fs::read_to_string(&csv).expect("read");
    // `Slime` is no longer the second of that name, so its file gets another one.
    let (gone, edited) = ("hero/slime-front.png", "hero/mage-2-front.png");
    assert!(
        all.iter().any(|f| f == gone) && all.iter().any(|f| f == edited),
        "{all:?}"
    );
    let renamed = rows
        .replace("slime,Slime", "new-slime,Slime")
        .replace("mage:2", "new-mage");
    assert_ne!(rows, renamed);
    fs::write(&csv, renamed).expect("written");
    fs::write(folder.join(edited), "retouched by hand").expect("written");
    let only = [&export[..], &["--only", "coin"]].concat();
    assert_eq!(json(dir.path(), &only)[0]["removed"], serde_json::json!([]));
    let some = [&export[..], &["--cards", "hero:new-*"]].concat();
    assert_eq!(json(dir.path(), &some)[0]["removed"], serde_json::json!([]));
    assert!(folder.join(gone).is_file());

    // The whole clears away what it wrote, as it wrote it.
    let out = kitpress(dir.path(), &export[..export.len() - 1]);
    let said = String::from_utf8_lossy(&out.stdout);
    let told = "hero/Slime-2-front.png`, `hero/slime-front.png`";
    assert!(said.contains(told) && !said.contains("mine"), "{said}");
    let warned = String::from_utf8_lossy(&out.stderr);
    assert!(
        warned.contains(edited) && warned.contains("stays"),
        "{warned}"
    );
    assert!(!folder.join(gone).exists());
    for kept in [edited, "hero/mine.png", "notes.txt"] {
        assert!(folder.join(kept).is_file(), "{kept} stays");
    }
    // That is said once.
    let again = json(dir.path(), &export);
    assert_eq!(again[0]["removed"], serde_json::json!([]));
    assert!(!again[0]["warnings"].to_string().contains("stays"));
}

#[test]
fn a_component_that_is_gone_takes_its_folder_along_but_no_link_is_followed() {
    let dir = toy();
    let folder = dir.path().join("out/toy.en.svg");
    let export = ["export", "toy", "--to", "svg", "--lang", "en", "--json"];
    json(dir.path(), &export);
    // A list that names what lies elsewhere.
    let precious = dir.path().join("precious.txt");
    fs::write(&precious, "precious").expect("written");
    let list = folder.join(".kitpress-export");
    let mut text = fs::read_to_string(&list).expect("a list");
    let sum = "3aab1e6d1a2ae5a7ae2ca3ba2e4fb3bdaf1d5ad0c0b9f5ea09e0a2c4c9a3a4cf";
    text += &format!("{sum}  ../../precious.txt\n{sum}  {}\n", precious.display());
    fs::write(&list, &text).expect("written");
    let toml = dir.path().join("toy/kit.toml");
    let kit = fs::read_to_string(&toml).expect("read");
    let parts: Vec<&str> = kit.split("[[component]]").collect();
    let (kept, gone): (Vec<&str>, Vec<&str>) =
        parts.iter().partition(|p| !p.contains("id = \"coin\""));
    assert_eq!(gone.len(), 1, "a component is taken out");
    fs::write(&toml, kept.join("[[component]]")).expect("written");
    assert!(folder.join("coin").is_dir());
    let removed = &json(dir.path(), &export)[0]["removed"];
    assert!(!removed.as_array().expect("a list").is_empty());
    assert!(!removed.to_string().contains("precious"), "{removed}");
    assert!(!folder.join("coin").exists(), "an empty folder goes too");
    assert!(precious.is_file());
    // A list that is none of ours is no reason to remove anything.
    fs::write(&list, "what is this?").expect("written");
    fs::write(&toml, &kit).expect("written");
    assert_eq!(
        json(dir.path(), &export)[0]["removed"],
        serde_json::json!([])
    );
    assert_eq!(
        fs::read_to_string(&list).expect("a list").lines().next(),
        Some("kitpress-export 1")
    );
}
