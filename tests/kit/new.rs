//! `kitpress new`: every starter is created, checked and printed, and nothing of the user's is ever overwritten.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::tool;
use needs::needs;

const STARTERS: [&str; 4] = ["board", "cards", "roles", "tokens"];

fn kitpress(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kitpress"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    for name in ["LC_ALL", "LC_MESSAGES", "LC_PAPER", "SOURCE_DATE_EPOCH"] {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("NO_COLOR", "1");
    command.env("KITPRESS_DATA", dir.join("data"));
    command.output().expect("kitpress starts")
}

fn fine(dir: &Path, args: &[&str]) -> String {
    let out = kitpress(dir, args);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{args:?}: {said}");
    String::from_utf8(out.stdout).expect("UTF-8")
}

fn refused(dir: &Path, args: &[&str], code: i32, words: &str) {
    let out = kitpress(dir, args);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(code), "{args:?}: {said}");
    assert!(said.contains(words), "{args:?}: {said}");
}

/// The names of everything below a folder.
fn all(dir: &Path) -> Vec<String> {
    fn walk(root: &Path, dir: &Path, out: &mut Vec<String>) {
        for entry in fs::read_dir(dir).expect("a folder").flatten() {
            if entry.path().is_dir() {
                walk(root, &entry.path(), out);
            } else {
                let path = entry.path();
                let name = path.strip_prefix(root).expect("below").to_string_lossy();
                out.push(name.replace('\\', "/"));
            }
        }
    }
    let mut out = Vec::new();
    walk(dir, dir, &mut out);
    out.sort_unstable();
    out
}

#[test]
fn every_starter_is_created_checked_and_printed_on_both_papers() {
    let dir = tempfile::tempdir().expect("a folder");
    for starter in STARTERS {
        let name = format!("my-{starter}");
        let said = fine(
            dir.path(),
            &["new", &name, "--from", starter, "--lang", "both"],
        );
        assert!(said.contains("kit.toml"), "{said}");
        let said = fine(dir.path(), &["check", &name]);
        assert!(said.contains("fine") && said.contains("en, ja"), "{said}");
        for paper in ["a4", "letter"] {
            print_both(dir.path(), &name, paper);
            for lang in ["en", "ja"] {
                let pdf = dir.path().join(format!("out/{name}.{lang}.{paper}.pdf"));
                assert!(pdf.is_file(), "{}", pdf.display());
            }
        }
    }
}

/// Prints a kit in both languages.
fn print_both(dir: &Path, name: &str, paper: &str) {
    let args = [
        "print", name, "--paper", paper, "--lang", "both", "--bleed", "2mm",
    ];
    fine(dir, &args);
}

#[needs("pdftotext")]
#[test]
fn the_words_of_every_starter_are_in_its_print() {
    let dir = tempfile::tempdir().expect("a folder");
    let expected = [
        ("board", ["SUMMIT", "Mountain goat", "山頂", "やぎの道"]),
        (
            "cards",
            [
                "Helper",
                "Everybody passes one card",
                "おてつだい",
                "みつばち",
            ],
        ),
        (
            "roles",
            ["Watcher", "Keep the lanterns", "灯守り", "ひと吹き"],
        ),
        ("tokens", ["Volcano", "Hidden Islands", "火山", "かくれ島"]),
    ];
    for (starter, [en1, en2, ja1, ja2]) in expected {
        let name = format!("my-{starter}");
        let args = ["new", &name, "--from", starter, "--lang", "both"];
        fine(dir.path(), &args);
        for paper in ["a4", "letter"] {
            print_both(dir.path(), &name, paper);
            for (lang, wanted) in [("en", [en1, en2]), ("ja", [ja1, ja2])] {
                let pdf = dir.path().join(format!("out/{name}.{lang}.{paper}.pdf"));
                let text = tool("pdftotext", &["FILE", "-"], &pdf);
                let text: String = text.split_whitespace().collect();
                for word in wanted {
                    let word: String = word.split_whitespace().collect();
                    assert!(text.contains(&word), "{starter} {lang} {paper}: no {word}");
                }
            }
        }
    }
}

#[test]
fn a_starter_in_one_language_has_no_trace_of_the_other() {
    let dir = tempfile::tempdir().expect("a folder");
    for starter in STARTERS {
        for lang in ["en", "ja"] {
            let name = format!("{starter}-{lang}");
            let title = "Tea \"&\" <Cake>";
            let args = [
                "new", &name, "--from", starter, "--lang", lang, "--title", title,
            ];
            fine(dir.path(), &args);
            let root = dir.path().join(&name);
            let other = if lang == "en" { "ja" } else { "en" };
            for file in all(&root) {
                assert!(
                    !file.contains(&format!(".{other}.")) && file != format!("lang/{other}.toml"),
                    "{file}"
                );
                let text = fs::read_to_string(root.join(&file)).expect("text");
                assert!(!text.contains("#en") && !text.contains("<!--en"), "{file}");
                assert!(!text.contains("#ja") && !text.contains("<!--ja"), "{file}");
                if lang == "en" {
                    let japanese = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
                    assert!(!text.contains(japanese), "{file} has Japanese");
                }
            }
            let manifest = fs::read_to_string(root.join("kit.toml")).expect("kit.toml");
            assert!(manifest.contains(&format!("id = \"{name}\"")), "{manifest}");
            assert!(manifest.contains("Cake"), "{manifest}");
            let said = fine(dir.path(), &["check", &name]);
            assert!(
                said.contains(&format!("languages: {lang}"))
                    || said.contains(&format!("言語: {lang}"))
                    || said.contains(lang),
                "{said}"
            );
        }
    }
}

#[test]
fn the_roles_starter_deals_and_plays_at_once() {
    let dir = tempfile::tempdir().expect("a folder");
    fine(dir.path(), &["new", "secret", "--from", "roles"]);
    for players in ["Ann,Bob,Cho,Dai", "Ann,Bob,Cho,Dai,Eve,Fay,Gus"] {
        let args = [
            "deal",
            "./secret",
            "--players",
            players,
            "--seed",
            "7",
            "--json",
        ];
        let dealt: serde_json::Value =
            serde_json::from_str(&fine(dir.path(), &args)).expect("JSON");
        let seats = dealt["seats"].as_array().expect("seats");
        assert_eq!(seats.len(), players.split(',').count());
        assert!(
            seats
                .iter()
                .all(|s| s["role"].is_string() || s["role"].is_object()),
            "{dealt}"
        );
        assert!(
            seats
                .iter()
                .all(|s| s["hand"].as_array().is_some_and(|h| h.len() == 3)),
            "{dealt}"
        );
    }
}

#[test]
fn nothing_is_overwritten() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir(dir.path().join("full")).expect("a folder");
    fs::write(dir.path().join("full/mine.txt"), "mine").expect("a file");
    refused(dir.path(), &["new", "full"], 1, "is not empty");
    assert_eq!(all(&dir.path().join("full")), ["mine.txt"]);
    fs::write(dir.path().join("note"), "mine").expect("a file");
    refused(dir.path(), &["new", "note"], 1, "is a file");
    assert_eq!(
        fs::read_to_string(dir.path().join("note")).expect("text"),
        "mine"
    );
    // An empty folder will do, also the one that we are in.
    fs::create_dir(dir.path().join("empty")).expect("a folder");
    fine(&dir.path().join("empty"), &["new", "."]);
    assert!(dir.path().join("empty/kit.toml").is_file());
    refused(&dir.path().join("empty"), &["new", "."], 1, "is not empty");
}

#[test]
fn ids_that_cannot_be_are_refused_and_nothing_is_left() {
    let dir = tempfile::tempdir().expect("a folder");
    refused(dir.path(), &["new", "わたしのゲーム"], 1, "cannot be an id");
    refused(dir.path(), &["new", "a+b"], 1, "--id my-game");
    refused(
        dir.path(),
        &["new", "x", "--id", "Big"],
        1,
        "`Big` cannot be an id",
    );
    refused(dir.path(), &["new", "cats"], 1, "ships with kitpress");
    refused(
        dir.path(),
        &["new", "x", "--title", " "],
        1,
        "the title is empty",
    );
    refused(dir.path(), &["new", "x", "--from", "dice"], 2, "dice");
    refused(dir.path(), &["new", "x", "--lang", "fr"], 2, "fr");
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
    fine(dir.path(), &["new", "わたしのゲーム", "--id", "mine"]);
    fine(dir.path(), &["new", "My Game_2"]);
    let manifest = fs::read_to_string(dir.path().join("My Game_2/kit.toml")).expect("kit.toml");
    assert!(manifest.contains("id = \"my-game-2\""), "{manifest}");
}

#[test]
fn starters_are_no_shipped_kits() {
    let dir = tempfile::tempdir().expect("a folder");
    let kits: serde_json::Value =
        serde_json::from_str(&fine(dir.path(), &["kits", "--json"])).expect("JSON");
    assert_eq!(kits.as_array().map(Vec::len), Some(5));
    assert_eq!(kitpress::starter::starters(), STARTERS);
}

/// The title wished for stands wherever the starter's own stood.
#[test]
fn a_title_is_the_only_one() {
    let dir = tempfile::tempdir().expect("a folder");
    for starter in STARTERS {
        let own = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("starters/{starter}/kit.toml")),
        );
        let own = own.expect("a starter");
        let titles = own.lines().find(|l| l.starts_with("title = "));
        let titles: Vec<&str> = titles
            .expect("a title")
            .split('"')
            .skip(1)
            .step_by(2)
            .collect();
        let name = format!("pool-{starter}");
        let args = [
            "new",
            &name,
            "--from",
            starter,
            "--lang",
            "both",
            "--title",
            "Tide *Pool* :x: #1",
        ];
        fine(dir.path(), &args);
        let root = dir.path().join(&name);
        for file in all(&root) {
            let text = fs::read_to_string(root.join(&file)).expect("text");
            for title in &titles {
                assert!(!text.contains(title), "{file} still says {title}");
            }
        }
        let rules = fs::read_to_string(root.join("rules.ja.md")).expect("rules");
        assert!(rules.starts_with("# Tide "), "{rules}");
    }
}

#[needs("pdftotext")]
#[test]
fn a_title_is_printed_as_it_is() {
    let dir = tempfile::tempdir().expect("a folder");
    let args = [
        "new",
        "pool",
        "--from",
        "tokens",
        "--lang",
        "en",
        "--title",
        "Tide *Pool* :x: #1_a_",
    ];
    fine(dir.path(), &args);
    fine(dir.path(), &["print", "./pool", "--only", "rules"]);
    let pdf = dir.path().join("out/pool.rules.en.a4.pdf");
    let text = tool("pdftotext", &["FILE", "-"], &pdf);
    assert!(text.contains("Tide *Pool* :x: #1_a_"), "{text}");
}

/// A designer's table, as spreadsheet programs save it: a first kit that prints, every column on the card.
#[test]
fn a_kit_is_drafted_from_a_table() {
    let dir = tempfile::tempdir().expect("a folder");
    let table = "Name,Cost,Power,Type,Rules Text,Qty\r\n\
        Dragon,5,9,Beast,\"Burns one card, then sleeps until your next turn.\",2\r\n\
        Knight,3,4,Human,Protects the card to its left from everything.,3\r\n\
        Elf,1,2,Fae,Draw a card.,1\r\n";
    fs::write(dir.path().join("mine.csv"), table).expect("a table");
    fine(
        dir.path(),
        &["new", "deck", "--data", "mine.csv", "--title", "Deck"],
    );
    let card = fs::read_to_string(dir.path().join("deck/card.svg")).expect("a template");
    for field in [
        "row.Name",
        "row.Cost",
        "row.Power",
        "row.Type",
        "row[\"Rules Text\"]",
    ] {
        assert_eq!(card.matches(field).count(), 1, "{field}: {card}");
    }
    assert!(!card.contains("Qty"), "{card}");
    let said = fine(dir.path(), &["check", "deck", "--strict"]);
    assert!(said.contains("6 pieces"), "{said}");
    refused(
        dir.path(),
        &["new", "other", "--data", "none.csv"],
        1,
        "there is no file `none.csv`",
    );
    assert!(!dir.path().join("other").exists());
}

/// A table in Japanese is a kit in Japanese: its texts are set as Japanese is, and its pages say so.
#[test]
fn a_kit_is_drafted_in_the_language_of_its_table() {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, table, languages) in [
        ("mono", "名前,効果\n竜,カードを引く。\n", "[\"ja\"]"),
        (
            "both",
            "名前,名前.en,効果\n竜,Dragon,カードを引く。\n",
            "[\"ja\", \"en\"]",
        ),
        (
            "english",
            "Name,Name.ja\nDragon,ドラゴン\n",
            "[\"en\", \"ja\"]",
        ),
    ] {
        fs::write(dir.path().join("mine.csv"), table).expect("a table");
        fine(dir.path(), &["new", name, "--data", "mine.csv"]);
        let manifest = dir.path().join(name).join("kit.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        let line = format!("languages = {languages}\n");
        assert!(manifest.contains(&line), "{manifest}");
        fine(dir.path(), &["check", name, "--strict"]);
    }
    // Headers as people write them: the long text has the middle, and cards go by their titles.
    let table = "カード名 (日本語),効果テキスト,枚数,ひとこと\n\
        火の竜,カードを引く。,2,だれも見たことがない。\n水の竜,カードを捨てる。,1,海のそこにいる。\n";
    fs::write(dir.path().join("mine.csv"), table).expect("a table");
    fine(dir.path(), &["new", "odd", "--data", "mine.csv"]);
    let card = fs::read_to_string(dir.path().join("odd/card.svg")).expect("a template");
    let text = card.lines().find(|l| l.contains("row[\"効果テキスト\"]"));
    assert!(text.is_some_and(|l| l.contains("size=10")), "{card}");
    fine(dir.path(), &["preview", "odd", "--card", "水の竜"]);
    // Names alone do not tell: whoever knows says so.
    fs::write(dir.path().join("mine.csv"), "Name,Cost\nDragon,3\n").expect("a table");
    for (lang, languages) in [("ja", "[\"ja\"]"), ("both", "[\"en\", \"ja\"]")] {
        let name = format!("asked-{lang}");
        fine(
            dir.path(),
            &["new", &name, "--data", "mine.csv", "--lang", lang],
        );
        let manifest = dir.path().join(&name).join("kit.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        let line = format!("languages = {languages}\n");
        assert!(manifest.contains(&line), "{manifest}");
        fine(dir.path(), &["check", &name]);
    }
}

/// A shipped game under another name, to be changed: the same cards, the same rules.
#[test]
fn a_shipped_game_is_copied() {
    let dir = tempfile::tempdir().expect("a folder");
    fine(
        dir.path(),
        &[
            "new",
            "chase",
            "--from",
            "catch-and-run",
            "--title",
            "My Chase",
        ],
    );
    let manifest = fs::read_to_string(dir.path().join("chase/kit.toml")).expect("a kit");
    assert!(
        manifest.contains("id = \"chase\"\ntitle = \"My Chase\"\n"),
        "{manifest}"
    );
    fine(dir.path(), &["check", "chase"]);
    let cards = |kit: &str| fine(dir.path(), &["cards", kit, "--json"]);
    assert_eq!(cards("chase"), cards("catch-and-run"));
    refused(
        dir.path(),
        &["new", "x", "--from", "nothing"],
        2,
        "catch-and-run",
    );
}
