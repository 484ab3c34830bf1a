//! A table keeps what it was dealt from, and its seal and closing digest hold it to that.

use std::fs;
use std::path::Path;

use kitpress::kit::{Kit, Source, shipped_ids};
use kitpress::play::config::Settings;
use kitpress::play::journal::Access;
use kitpress::play::rng::Seed;
use kitpress::play::rules::Skill;
use kitpress::play::table::{Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::place::{self, KIT, Place, err};

/// Everything that anybody can see, secrets included, but for what says that the kit has changed.
fn everything(table: &Table) -> Vec<Value> {
    let mut all = place::everything(table);
    for fields in all.iter_mut().filter_map(Value::as_object_mut) {
        fields.shift_remove("kit_changed");
    }
    all
}

fn open(path: &Path) -> Table {
    place::open(path, Access::Write)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("copied");
        }
    }
}

/// A table of a kit whose folder is gone goes on exactly as if it were there.
#[test]
fn a_game_goes_on_without_its_kit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shipped = shipped_ids()
        .into_iter()
        .map(|id| root.join("templates").join(id));
    for from in shipped.chain([root.join("samples/salt-in-the-soup")]) {
        let place = Place::new();
        let folder = place.path("copy");
        copy(&from, &folder);
        let source = Source::find(&folder.display().to_string()).expect("a folder");
        let kit = Kit::load_from(source, &[]).expect("the kit is sound");
        let dealt = ["cat-and-chocolate", "catch-and-run"].contains(&kit.id.as_str());
        let settings: Settings = dealt
            .then(|| ("cards".to_owned(), "app".to_owned()))
            .into_iter()
            .collect();
        let most = if kit.id == "cats" { 2 } else { 4 };
        let start = |name: &str| {
            let start = Start {
                kit: &kit,
                seats: ["Ann", "Bob", "Cho", "Dai"][..most]
                    .iter()
                    .map(|n| (*n).to_owned())
                    .collect(),
                settings: settings.clone(),
                seed: Seed::practice(5),
                practice: true,
            };
            Table::start(&place.path(name), start, 1)
                .unwrap_or_else(|e| panic!("{}: {e:?}", kit.id))
        };
        let (mut stays, table) = (start("stays.table"), start("t.table"));
        drop(table);
        fs::remove_dir_all(&folder).expect("removed");
        let mut table = open(&place.path("t.table"));
        assert!(
            table.kit_changed() && table.warnings().len() == 1,
            "{}",
            kit.id
        );
        assert_eq!(table.show(Viewer::Public)["kit_changed"], json!(true));
        assert_eq!(everything(&table), everything(&stays), "{}", kit.id);
        let mut dice = kitpress::play::rng::Dice::new(&Seed::practice(1), "moves");
        for step in 0..30 {
            let skills = [Skill::Random; 4];
            let Some(mv) = stays.choose(&skills[..most], &mut dice) else {
                break;
            };
            for table in [&mut stays, &mut table] {
                table
                    .act(&mv, step)
                    .unwrap_or_else(|e| panic!("{}: {e:?}", kit.id));
            }
        }
        drop(table);
        let again = open(&place.path("t.table"));
        assert_eq!(everything(&again), everything(&stays), "{}", kit.id);
    }
}

/// Whatever happens to the kit's files, cards and hands stay, every command says so, and `verify` still proves.
#[test]
fn a_changed_kit_changes_no_game_and_is_told() {
    let cards = |place: &Place, rows: &[String]| {
        let text = format!("name\n{}\n", rows.join("\n"));
        fs::write(place.path("tiny/cards.csv"), text).expect("written");
    };
    let rows: Vec<String> = (0..40).map(|i| format!("zq{i:02}x")).collect();
    let kit = |place: &Place, text: &str| {
        fs::write(place.path("tiny/kit.toml"), text).expect("written");
    };
    type Change<'a> = (&'a str, &'a dyn Fn(&Place));
    let changes: [Change; 7] = [
        ("sorted", &|p| {
            cards(p, &rows.iter().rev().cloned().collect::<Vec<_>>())
        }),
        ("shorter", &|p| cards(p, &rows[..12])),
        ("renamed", &|p| {
            cards(
                p,
                &rows.iter().map(|r| r.replace('z', "y")).collect::<Vec<_>>(),
            )
        }),
        ("larger hands", &|p| {
            kit(p, &KIT.replace("count = { 2 = 3,", "count = { 2 = 4,"))
        }),
        ("other roles", &|p| {
            kit(
                p,
                &KIT.replace("2 = { wolf = 1, owl = 1 }", "2 = { newt = 1, crab = 1 }"),
            )
        }),
        ("broken", &|p| kit(p, "[kit")),
        ("gone", &|p| {
            fs::remove_dir_all(p.path("tiny")).expect("removed")
        }),
    ];
    for (what, change) in changes {
        let place = Place::new();
        place.ok(&["start", "tiny", "--players", "Ann,Bob", "--seed", "4"]);
        let look = |place: &Place| -> Value {
            let out = place.run(&["show", "--seat", "Ann", "--reveal", "--json"]);
            serde_json::from_slice(&out.stdout).expect("JSON")
        };
        let before = look(&place);
        assert!(before.get("kit_changed").is_none(), "{before}");
        change(&place);
        let after = look(&place);
        assert_eq!(after["kit_changed"], json!(true), "{what}");
        assert_eq!(after["game"], before["game"], "{what}");
        assert_eq!(after["seats"], before["seats"], "{what}");
        for args in [
            &["show"][..],
            &["do", "draw", "Ann"],
            &["do", "win", "Ann"],
            &["log"],
            &["verify"],
        ] {
            let out = place.run(args);
            assert_eq!(out.status.code(), Some(0), "{what} {args:?}: {}", err(&out));
            let told = err(&out);
            assert!(
                told.contains("this table plays on with its own cards"),
                "{what} {args:?}: {told}"
            );
        }
    }
}

/// What was only printed may change without a word.
#[test]
fn a_new_picture_is_no_other_game() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let svg = fs::read_to_string(place.path("tiny/card.svg")).expect("read");
    fs::write(
        place.path("tiny/card.svg"),
        svg.replace("/>", "><rect width=\"9\" height=\"9\"/></svg>"),
    )
    .expect("written");
    assert!(place.json(&["show", "--json"]).get("kit_changed").is_none());
}

/// A journal, changed by a function and with all its hashes computed anew, as somebody with the file could do it.
pub fn forged(path: &Path, change: &dyn Fn(&mut Vec<Value>)) {
    let text = fs::read_to_string(path).expect("read");
    let mut lines: Vec<Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    change(&mut lines);
    let (mut out, mut prev) = (String::new(), None);
    let last = lines.len() - 1;
    for (i, line) in lines.into_iter().enumerate() {
        let Value::Object(mut fields) = line else {
            panic!("no object")
        };
        fields.shift_remove("hash");
        fields.insert("n".into(), i.into());
        if let Some(prev) = prev.take() {
            fields.insert("prev".into(), Value::String(prev));
        }
        let mut text = Value::Object(fields).to_string();
        text.pop();
        let hash = crate::place::hex(&Sha256::digest(&text));
        out += &format!(
            "{text},\"hash\":\"{hash}\"}}{}\n",
            if i == last { '\t' } else { ' ' }
        );
        prev = Some(hash);
    }
    fs::write(path, out).expect("written");
}

#[test]
fn whoever_noted_seal_and_closing_digest_notices_every_change() {
    type Change<'a> = (&'a str, bool, &'a dyn Fn(&mut Vec<Value>));
    let changes: [Change; 6] = [
        ("seats swapped", true, &|l| {
            l[0]["seats"] = json!(["Bob", "Ann"])
        }),
        ("settings changed", true, &|l| {
            l[0]["settings"] = json!({"rounds": "7"})
        }),
        ("a card renamed", true, &|l| {
            l[0]["stock"]["components"][1]["cards"][0]["name"] = json!("ace")
        }),
        ("another winner", false, &|l| l[2]["do"] = json!("win Bob")),
        ("a move left out", false, &|l| drop(l.remove(1))),
        ("the end left out", false, &|l| l.truncate(2)),
    ];
    for (what, in_header, change) in changes {
        let place = Place::new();
        let file = place.path("t.table");
        let at = file.display().to_string();
        let made = place.json(&[
            "start",
            "tiny",
            "--players",
            "Ann,Bob",
            "--table",
            &at,
            "--json",
        ]);
        place.ok(&["do", "next"]);
        let done = place.json(&["do", "win", "Ann", "--json"]);
        let (seal, closing) = (
            made["commitment"].as_str().expect("a seal"),
            done["closing"].as_str().expect("a digest"),
        );
        let end = place.ok(&["show"]);
        assert!(end.contains(closing), "{end}");
        // Before the change both fit, also in the shortest form.
        place.ok(&["verify", "--noted", &seal[..8], "--noted", &closing[..8]]);
        forged(&file, change);
        let seal_holds = place.run(&["verify", "--noted", seal]).status.success();
        assert_eq!(seal_holds, !in_header, "{what}");
        place.fails(1, &["verify", "--noted", closing], &[]);
    }
}

#[test]
fn a_file_without_its_last_line_is_not_verified() {
    let place = Place::new();
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Ann,Bob",
        "--table",
        "t.table",
    ]);
    place.ok(&["do", "next"]);
    place.ok(&["do", "win", "Ann"]);
    let text = fs::read_to_string(place.path("t.table")).expect("read");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for left in 1..lines.len() {
        fs::write(place.path("t.table"), lines[..left].concat()).expect("written");
        place.fails(
            1,
            &["verify"],
            &["the end of the file was cut off", "t.table"],
        );
        let shown = place.run(&["show"]);
        assert!(
            err(&shown).contains("warning: the end of the file was cut off"),
            "{left}"
        );
    }
    // The next move makes it whole; what is lost stays lost.
    place.ok(&["do", "win", "Bob"]);
    place.ok(&["verify"]);
}

/// Pads and matches lose nothing unseen either.
#[test]
fn a_pad_that_was_cut_at_the_end_of_a_line_says_so() {
    let place = Place::new();
    let begin = [
        ("score", ["Ann=1", "Bob=2"], ["Ann=3", "Bob=4"]),
        ("matches", ["Ann", "Bob"], ["1=Ann", "1=Bob"]),
    ];
    for (kind, first, second) in begin {
        let file = place.path(kind).display().to_string();
        for words in [first, second] {
            place.ok(&[kind, words[0], words[1], "--table", &file]);
        }
        let text = fs::read_to_string(&file).expect("read");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        fs::write(&file, lines[..lines.len() - 1].concat()).expect("written");
        let out = place.run(&[kind, "--table", &file]);
        let told = err(&out);
        assert!(
            told.contains("the end of the file was cut off"),
            "{kind}: {told}"
        );
    }
}

/// Version 1 dealt arm cards, fish cards, items and commands from the last place; its journals go on doing so. What was
/// seen then was written down by the program of then.
#[test]
fn journals_of_version_1_replay_by_their_own_convention() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table/version-1");
    for id in [
        "birth-or-burst",
        "cat-and-chocolate",
        "catch-and-run",
        "icecool",
    ] {
        let place = Place::new();
        let path = place.path("old.table");
        fs::copy(folder.join(format!("{id}.table")), &path).expect("copied");
        let seen = fs::read_to_string(folder.join(format!("{id}.json"))).expect("read");
        let seen: Vec<Value> = serde_json::from_str(&seen).expect("JSON");
        let mut table = open(&path);
        assert!(table.outcome().is_some() && !table.cut() && !table.keeps_decks());
        for (seat, seen) in seen.iter().enumerate() {
            let shown = table.show(Viewer::Seat(seat));
            assert_eq!(shown["game"], seen["game"], "{id}");
            assert_eq!(shown["scores"], seen["scores"], "{id}");
        }
        // It can still be written, in its own format.
        let before = fs::read(&path).expect("read");
        table
            .note(json!("later"), 9)
            .unwrap_or_else(|e| panic!("{e:?}"));
        drop(table);
        let after = fs::read(&path).expect("read");
        assert!(
            after.starts_with(&before) && after.ends_with(b"\"}\n"),
            "{id}"
        );
        assert!(
            open(&path).report().is_ok_and(|r| r.commitment_fits),
            "{id}"
        );
    }
}
