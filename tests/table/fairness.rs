//! The program of `docs/fairness.md`, run over journals: it deals as kitpress does, and notices what was tampered with.

use std::path::{Path, PathBuf};
use std::process::Command;

use kitpress::kit::{Kit, Source};
use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice as Bot, Seed};
use kitpress::play::rules::Skill;
use kitpress::play::table::{Start, Table};
use kitpress::play::view::Viewer;
use needs::needs;
use serde_json::{Value, json};

use crate::kept::forged;
use crate::place::{Dice, Place, open, some_move};

/// The page's program, in a file.
fn program(place: &Place) -> PathBuf {
    let page = include_str!("../../docs/fairness.md");
    let block = page.split("```python\n").nth(1).expect("the program");
    let block = block.split("```").next().expect("its end");
    let path = place.path("fair.py");
    std::fs::write(&path, block).expect("written");
    path
}

/// What the program says of a journal, or why it is wrong.
fn fair(place: &Place, journal: &Path, noted: &[&str]) -> Result<Value, String> {
    let mut python = Command::new("python3");
    python.arg(program(place)).arg(journal).args(noted);
    let out = python.output().expect("python3 starts");
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(!told.contains("Traceback"), "{told}");
    if !out.status.success() {
        return Err(told);
    }
    Ok(serde_json::from_slice(&out.stdout).expect("JSON"))
}

fn table(path: &Path, kit: &str, players: usize, set: &[(&str, &str)], seed: u64) -> Table {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let source = Source::find(kit).expect("the kit");
    let kit = Kit::load_from(source, &set).expect("the kit is sound");
    let names = ["Ann", "Bob Lee", "ちょう", "Dai", "Eve", "Fay"];
    let start = Start {
        kit: &kit,
        seats: names[..players].iter().map(|n| (*n).to_owned()).collect(),
        settings: set.into_iter().collect(),
        seed: Seed::practice(seed),
        practice: true,
    };
    Table::start(path, start, 1).unwrap_or_else(|e| panic!("{e:?}"))
}

fn sorted(list: &Value) -> Vec<String> {
    let mut all: Vec<String> = list
        .as_array()
        .into_iter()
        .flatten()
        .map(Value::to_string)
        .collect();
    all.sort();
    all
}

/// Compares what the program has dealt with what each seat sees.
fn compare(table: &Table, dealt: &Value) {
    for (seat, name) in table.seats().iter().enumerate() {
        let game = table.show(Viewer::Seat(seat))["game"].clone();
        if let Some(hand) = game.get("hand") {
            assert_eq!(
                sorted(&dealt["hands"][seat]),
                sorted(hand),
                "{name}: {game}"
            );
        }
        if let Some(values) = game.get("values") {
            assert_eq!(
                sorted(&dealt["hands"][seat]),
                sorted(&values[name]),
                "{name}"
            );
        }
        if let Some(missions) = game.get("missions") {
            assert_eq!(dealt["missions"][seat], missions[name], "{name}");
        }
        if let (Some(role), Some(roles)) = (game.get("role"), dealt.get("roles")) {
            assert_eq!(roles[seat], *role, "{name}");
        }
        if let (Some(command), None) = (game.get("command"), table.outcome()) {
            let up = match command {
                Value::Array(_) => &dealt["up"],
                _ => dealt["up"].get(0).unwrap_or(&Value::Null),
            };
            assert_eq!(up, command);
        }
        if let Some(event) = game.get("event").filter(|e| !e.is_null()) {
            let turned = dealt["turned"].as_u64().expect("a number") as usize;
            assert_eq!(dealt["events"][turned - 1], *event);
        }
    }
}

/// Plays a table to its end, with some moves taken back, and lets the program deal the same on the way.
fn play(place: &Place, mut table: Table) {
    let path = table.path().to_owned();
    let id = table.kit().id.clone();
    let players = table.seats().len();
    let mut bot = Bot::new(&Seed::practice(9), &id);
    let seal = table.commitment().to_owned();
    let whole = id != "catch-and-run";
    for step in 0..600 {
        if step % 25 == 0 && (whole || step == 0) {
            let found = fair(place, &path, &[&seal]).unwrap_or_else(|e| panic!("{id} {step}: {e}"));
            assert_eq!(found["seal"], json!(seal));
            compare(&table, &found["last"]);
        }
        if step % 19 == 11 {
            let _ = table.undo(true, step);
        }
        let Some(mv) = table.choose(&[Skill::Random; 6][..players], &mut bot) else {
            break;
        };
        if let Err(e) = table.act(&mv, step) {
            panic!("{id} {mv}: {e:?}");
        }
    }
    assert!(table.outcome().is_some(), "{id} ends");
    let closing = table.closing().expect("a digest").to_owned();
    let found = fair(place, &path, &[&seal, &closing]).unwrap_or_else(|e| panic!("{id}: {e}"));
    assert_eq!(found["closing"], json!(closing));
    let draws = table.report().unwrap_or_else(|e| panic!("{e:?}")).draws;
    assert_eq!(found["draws"], json!(draws.len()), "{id}");
}

#[needs("python3")]
#[test]
fn the_program_of_the_page_deals_all_five_games() {
    type Game<'a> = (&'a str, usize, &'a [(&'a str, &'a str)]);
    let games: [Game; 14] = [
        ("catch-and-run", 4, &[("cards", "app")]),
        ("catch-and-run", 3, &[("cards", "app"), ("mode", "1v2")]),
        (
            "catch-and-run",
            2,
            &[("cards", "app"), ("educators", "Ann")],
        ),
        ("catch-and-run", 4, &[("cards", "app"), ("match", "4")]),
        ("catch-and-run", 3, &[("cards", "table")]),
        ("birth-or-burst", 3, &[]),
        ("birth-or-burst", 5, &[("leaders", "2"), ("lives", "2")]),
        ("birth-or-burst", 6, &[("coop", "on")]),
        ("cat-and-chocolate", 6, &[("cards", "app")]),
        (
            "cat-and-chocolate",
            3,
            &[("equal-turns", "on"), ("first", "Ann")],
        ),
        ("icecool", 4, &[]),
        ("icecool", 2, &[("catcher", "Bob Lee")]),
        ("icecool", 3, &[("scoring", "tournament")]),
        ("cats", 2, &[]),
    ];
    let place = Place::new();
    for (i, (kit, players, set)) in games.into_iter().enumerate() {
        let path = place.path(&format!("{i}.table"));
        play(&place, table(&path, kit, players, set, i as u64));
    }
}

#[needs("python3")]
#[test]
fn the_program_of_the_page_deals_any_kit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sample = root.join("samples/salt-in-the-soup").display().to_string();
    for (round, kit) in [sample, String::new(), String::new()]
        .into_iter()
        .enumerate()
    {
        let place = Place::new();
        let path = place.path("t.table");
        let mut table = match kit.as_str() {
            "" => place.table("t.table", "Ann,Bob,Cho", round as u64),
            kit => table(&path, kit, 4, &[], 1),
        };
        let mut dice = Dice(round as u64);
        for step in 0..300 {
            if step % 60 == 0 {
                let found = fair(&place, &path, &[]).unwrap_or_else(|e| panic!("{kit}: {e}"));
                compare(&table, &found["last"]);
            }
            let mv = some_move(&table, &mut dice);
            let _ = match dice.below(12) {
                0 => table.undo(true, step).map(|_| ()),
                _ => table.act(&mv, step).map(|_| ()),
            };
        }
        let found = fair(&place, &path, &[]).unwrap_or_else(|e| panic!("{kit}: {e}"));
        compare(&table, &found["last"]);
    }
}

/// A table that was opened again after its seed was shown goes on with the seed of that line.
#[needs("python3")]
#[test]
fn the_program_of_the_page_knows_tables_that_were_opened_again() {
    let place = Place::new();
    let path = place.path("t.table");
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Ann,Bob",
        "--table",
        "t.table",
    ]);
    let moves = [
        &["do", "draw", "Ann", "3"][..],
        &["verify", "--give-up"],
        &["undo", "--all-agree"],
        &["do", "draw", "Bob", "2"],
        &["do", "win", "Bob"],
        &["verify"],
        &["undo", "--all-agree"],
        &["do", "draw", "Ann"],
        &["do", "win", "Ann"],
        &["verify"],
    ];
    for args in moves {
        place.ok(args);
        let table = open(&path, Access::Read);
        let found = fair(&place, &path, &[]).unwrap_or_else(|e| panic!("{args:?}: {e}"));
        compare(&table, &found["last"]);
    }
}

#[needs("python3")]
#[test]
fn the_program_of_the_page_notices_what_was_tampered_with() {
    let place = Place::new();
    let path = place.path("t.table");
    let set = [("cards", "app")];
    let mut first = table(&path, "cat-and-chocolate", 4, &set, 4);
    let mut bot = Bot::new(&Seed::practice(2), "bots");
    while let Some(mv) = first.choose(&[Skill::Random; 4], &mut bot) {
        first.act(&mv, 2).unwrap_or_else(|e| panic!("{e:?}"));
    }
    let seal = first.commitment().to_owned();
    let closing = first.closing().expect("over").to_owned();
    drop(first);
    let sound = std::fs::read(&path).expect("read");
    fair(&place, &path, &[&seal, &closing]).expect("sound");
    // By the chain alone nothing here is noticed but what changes cards; by what was noted, everything is.
    let vote = |lines: &mut Vec<Value>| {
        let turned = |l: &mut Value| {
            let text = l["do"].as_str().unwrap_or_default().to_owned();
            let words: Vec<&str> = text.split(' ').collect();
            if let ["vote", up, down] = words[..]
                && up != down
            {
                l["do"] = format!("vote {down} {up}").into();
            }
        };
        lines.iter_mut().for_each(turned);
    };
    type Change<'a> = (&'a str, bool, &'a dyn Fn(&mut Vec<Value>));
    let changes: [Change; 6] = [
        ("votes turned round", false, &vote),
        ("the end left out", false, &|l| drop(l.pop())),
        ("seats swapped", true, &|l| {
            l[0]["seats"].as_array_mut().expect("seats").swap(0, 1)
        }),
        ("settings changed", true, &|l| {
            l[0]["settings"]["lone"] = json!("2")
        }),
        ("another deck", true, &|l| {
            let cards = &mut l[0]["stock"]["components"][2]["cards"];
            cards.as_array_mut().expect("cards").swap(0, 1);
        }),
        ("another seed", true, &|l| {
            l[0]["seed"] = json!("0".repeat(64))
        }),
    ];
    for (what, in_header, change) in changes {
        std::fs::write(&path, &sound).expect("written");
        forged(&path, change);
        assert!(fair(&place, &path, &[&closing]).is_err(), "{what}");
        assert_eq!(fair(&place, &path, &[&seal]).is_err(), in_header, "{what}");
    }
    let text = String::from_utf8(sound).expect("UTF-8");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    std::fs::write(&path, lines[..lines.len() - 1].concat()).expect("written");
    let told = fair(&place, &path, &[]).expect_err("cut off");
    assert!(told.contains("cut off"), "{told}");
}
