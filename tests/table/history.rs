//! `kitpress history`: from the journals themselves, for people, programs, spreadsheets and BG Stats.

use std::fs;
use std::path::Path;

use kitpress::play::rng::Seed;
use kitpress::play::table::{Start, Table};
use serde_json::{Value, json};

use crate::place::{Place, err};

/// A table in the data folder that was played at a time of ours: `over` after so many minutes, won by a player.
fn played(place: &Place, number: u64, players: &str, at: u64, minutes: u64, winner: &str) {
    let kit = kitpress::load(&place.path("tiny").display().to_string()).expect("the kit");
    let folder = place.path("data/tables");
    fs::create_dir_all(&folder).expect("made");
    let start = Start {
        kit: &kit,
        seats: players.split(',').map(str::to_owned).collect(),
        settings: Default::default(),
        seed: Seed::practice(number),
        practice: false,
    };
    let path = folder.join(format!("tiny-{number}.table"));
    let mut table = Table::start(&path, start, at).unwrap_or_else(|e| panic!("{e:?}"));
    let score = format!(
        "score {} fish 5",
        players.split(',').next().expect("a name")
    );
    table
        .act(&score, at + 60)
        .unwrap_or_else(|e| panic!("{e:?}"));
    let end = format!("win {winner}");
    let over = at + minutes * 60;
    table.act(&end, over).unwrap_or_else(|e| panic!("{e:?}"));
    // What is noted later was not played.
    let note = table.note(json!({"timer": "think"}), over + 600);
    note.unwrap_or_else(|e| panic!("{e:?}"));
}

/// 2024-01-10 and a day later each.
const DAY: u64 = 24 * 60 * 60;
const BEGIN: u64 = 1_704_888_000;

fn evening() -> Place {
    let place = Place::new();
    played(&place, 1, "Ann,Bob,Cho", BEGIN, 30, "Ann");
    played(&place, 2, "Bob,Ann", BEGIN + 5 * DAY, 20, "Ann");
    played(&place, 3, "=cmd,Bob", BEGIN + 40 * DAY, 40, "Bob");
    place
}

fn rows(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[test]
fn json_is_as_the_contract_has_it_and_the_newest_comes_first() {
    let place = evening();
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Dai,Eve",
        "--seed",
        "7",
        "--set",
        "rounds=3",
    ]);
    place.ok(&["do", "win", "Eve"]);
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Dai,Eve",
        "--table",
        "mine.table",
    ]);
    let all = place.json(&["history", "--json"]);
    let names: Vec<&str> = rows(&all)
        .iter()
        .filter_map(|r| r["table"].as_str())
        .collect();
    assert_eq!(names, ["mine", "tiny-4", "tiny-3", "tiny-2", "tiny-1"]);
    for row in rows(&all) {
        let row = row.as_object().expect("an object");
        let keys: Vec<&str> = row.keys().take(10).map(String::as_str).collect();
        let wanted = [
            "table", "kit", "title", "players", "winners", "scores", "began", "ended", "minutes",
            "settings",
        ];
        assert_eq!(keys, wanted);
    }
    let first = &all[4];
    assert_eq!(first["kit"], "tiny");
    assert_eq!(first["players"], json!(["Ann", "Bob", "Cho"]));
    assert_eq!(first["winners"], json!(["Ann"]));
    assert_eq!(
        (&first["began"], &first["ended"]),
        (&json!(BEGIN), &json!(BEGIN + 1800))
    );
    assert_eq!(
        (&first["minutes"], &first["practice"]),
        (&json!(30), &json!(false))
    );
    assert_eq!(first["settings"]["rounds"], 50);
    assert!(first["scores"]["Ann"].is_number(), "{first}");
    assert_eq!(
        (&all[1]["practice"], &all[1]["settings"]["rounds"]),
        (&json!(true), &json!(3))
    );
    assert_eq!(
        (&all[0]["ended"], &all[0]["winners"]),
        (&Value::Null, &json!([]))
    );
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let place = evening();
    let count = |args: &[&str]| {
        let all = [&["history", "--json"], args].concat();
        rows(&place.json(&all)).len()
    };
    assert_eq!(count(&["--player", "ANN"]), 2);
    assert_eq!(count(&["--player", "cho"]), 1);
    assert_eq!(count(&["--kit", "tiny"]), 3);
    assert_eq!(count(&["--kit", "icecool"]), 0);
    assert_eq!(count(&["--since", "2024-01-12"]), 2);
    assert_eq!(count(&["--since", "2024-02"]), 1);
    assert_eq!(count(&["--since", "1d"]), 0);
    assert_eq!(count(&["--player", "Ann", "--since", "2024-01-12"]), 1);
    place.fails(
        2,
        &["history", "--player", "Anne"],
        &["nobody called `Anne`", "did you mean `Ann`?"],
    );
    place.fails(
        2,
        &["history", "--kit", "tinny"],
        &["no game of `tinny`", "did you mean `tiny`?"],
    );
    place.fails(
        2,
        &["history", "--since", "soon"],
        &["`soon` is no date", "last-month"],
    );
    let empty = Place::new();
    assert_eq!(
        empty.json(&["history", "--json", "--player", "Ann"]),
        json!([])
    );
    assert_eq!(empty.ok(&["history"]), "no games\n");
    assert!(!empty.path("data").exists(), "reading makes nothing");
}

#[test]
fn the_time_is_that_of_the_place() {
    let place = evening();
    for (zone, begun) in [
        ("UTC", "2024-01-10 12:00  tiny-1"),
        ("JST-9", "2024-01-10 21:00  tiny-1"),
        ("EST5EDT,M3.2.0,M11.1.0", "2024-01-10 07:00  tiny-1"),
    ] {
        let mut command = place.command(&["history"]);
        let out = command.env("TZ", zone).output().expect("it runs");
        let said = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(said.contains(begun), "{zone}: {said}{}", err(&out));
    }
}

#[test]
fn a_list_for_people_in_both_languages() {
    let place = evening();
    let out = place
        .command(&["history"])
        .env("TZ", "UTC")
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    let last = "2024-01-10 12:00  tiny-1: tiny, Ann, Bob, Cho, won by Ann, 30 minutes";
    assert_eq!(said.lines().last(), Some(last));
    let ja = place.ok(&["history", "--lang", "ja"]);
    assert!(ja.contains("Ann の勝ち、30 分"), "{ja}");
    let ja = place.ok(&["history", "--stats", "--lang", "ja"]);
    assert!(ja.contains("2 回中 2 勝、100 %"), "{ja}");
}

#[test]
fn stats_count_what_was_played_to_its_end() {
    let place = evening();
    place.ok(&["start", "tiny", "--players", "Ann,Bob", "--seed", "7"]);
    place.ok(&["do", "win", "Bob"]);
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["verify", "--give-up"]);
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let stats = place.json(&["history", "--stats", "--json"]);
    assert_eq!(
        (&stats["games"], &stats["minutes"]),
        (&json!(3), &json!(30.0))
    );
    let left_out = json!({"practice": 1, "running": 1, "given_up": 1});
    assert_eq!(stats["not_counted"], left_out);
    let ann = &stats["players"][0];
    assert_eq!(
        (&ann["name"], &ann["games"], &ann["wins"]),
        (&json!("Ann"), &json!(2), &json!(2))
    );
    // Wilson's interval of 2 of 2.
    assert!(
        (ann["low"].as_f64().expect("a number") - 0.342).abs() < 0.001,
        "{ann}"
    );
    assert_eq!(
        (&ann["rate"], &ann["high"], &ann["best_streak"]),
        (&json!(1.0), &json!(1.0), &json!(2))
    );
    let pair = &stats["pairs"][0];
    assert_eq!(pair["players"], json!(["Ann", "Bob"]));
    assert_eq!(
        (&pair["games"], &pair["ahead"]),
        (&json!(2), &json!([2, 0]))
    );
    assert_eq!(
        place.json(&["history", "--stats", "--json", "--practice"])["games"],
        4
    );
    let said = place.ok(&["history", "--stats"]);
    for words in [
        "2 of 2, 100 % (34 to 100)",
        "not counted: 1 given up",
        "Ann 2 : 0 Bob",
        "Ann: 2 now, 2 at best",
    ] {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    let told = said.matches("2 of 2, 100 %").count();
    assert_eq!(told, 1, "of the only game, once: {said}");
    let said = place.ok(&["history", "--stats", "--player", "bob"]);
    let mut pairs = said.lines().filter(|l| l.contains("together;"));
    assert!(said.contains("Ann 2 : 0 Bob"), "{said}");
    assert!(pairs.all(|p| p.contains("Bob")), "{said}");
}

#[test]
fn a_spreadsheet_computes_nothing_that_people_wrote() {
    let place = evening();
    place.ok(&["start", "tiny", "--players", "Eve,Fay"]);
    place.ok(&["verify", "--give-up"]);
    let rows = csv_rows(&place.ok(&["history", "--csv"]));
    let won = rows[0].iter().position(|c| c == "won").expect("a column");
    let given_up = rows
        .iter()
        .filter(|r| r.iter().any(|c| c == "Eve" || c == "Fay"));
    let given_up: Vec<&str> = given_up.map(|r| r[won].as_str()).collect();
    assert_eq!(given_up, ["", ""], "nobody won, and nobody lost");
    for args in [&["history", "--csv"][..], &["history", "--stats", "--csv"]] {
        let said = place.ok(args);
        let mut reader = csv_rows(&said);
        let head = reader.remove(0);
        assert!(reader.len() >= 7, "{said}");
        for row in &reader {
            assert_eq!(row.len(), head.len(), "{row:?}");
            for cell in row {
                let risky = cell.starts_with(['=', '+', '@']) || cell.starts_with('-');
                assert!(!risky || cell.parse::<f64>().is_ok(), "{cell:?}");
            }
        }
        assert!(reader.iter().flatten().any(|c| c == "'=cmd"), "{said}");
    }
}

fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let split = |line: &str| {
        line.split(',')
            .map(|c| c.trim_matches('"').to_owned())
            .collect()
    };
    text.lines().map(split).collect()
}

fn is_uuid(value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    let parts: Vec<usize> = text.split('-').map(str::len).collect();
    parts == [8, 4, 4, 4, 12] && text.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}

fn read(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("the file")).expect("JSON")
}

/// The shape that BG Stats writes and reads: things by number inside the file, by UUID for good.
#[test]
fn a_file_for_bg_stats() {
    let place = evening();
    place.ok(&["start", "tiny", "--players", "Ann,Bob", "--seed", "7"]);
    place.ok(&["do", "win", "Bob"]);
    let said = place.ok(&["history", "--bgstats", "out.bgsplay"]);
    assert_eq!(said, "3 games in `out.bgsplay`\n");
    let file = read(&place.path("out.bgsplay"));
    let keys: Vec<&str> = file
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["games", "players", "locations", "plays", "userInfo"]);
    let ids = |list: &str| -> Vec<u64> {
        let things = rows(&file[list]).iter();
        things
            .map(|t| {
                assert!(is_uuid(&t["uuid"]) && t["name"].is_string(), "{t}");
                t["id"].as_u64().expect("a number")
            })
            .collect()
    };
    let (games, players) = (ids("games"), ids("players"));
    assert_eq!((games.len(), players.len()), (1, 4));
    for play in rows(&file["plays"]) {
        assert!(is_uuid(&play["uuid"]));
        assert!(games.contains(&play["gameRefId"].as_u64().expect("a number")));
        assert!(
            play["durationMin"].is_u64()
                && play["ignored"] == false
                && play["manualWinner"] == true
        );
        for score in rows(&play["playerScores"]) {
            assert!(players.contains(&score["playerRefId"].as_u64().expect("a number")));
            assert!(score["score"].is_string() && score["winner"].is_boolean());
            assert!(score["startPlayer"].is_boolean() && score["newPlayer"].is_boolean());
            assert!(score["seatOrder"].is_u64() && score["rank"].is_u64());
        }
    }
    assert_eq!(file["plays"][2]["playDate"], "2024-01-10 12:00:00");
    let won = |play: usize| -> Vec<bool> {
        let scores = rows(&file["plays"][play]["playerScores"]).iter();
        scores.map(|s| s["winner"] == true).collect()
    };
    assert_eq!(
        (won(2), won(1)),
        (vec![true, false, false], vec![false, true])
    );
    // Exported again, every thing is the same thing; the numbers inside the file are its own affair.
    place.ok(&[
        "history",
        "--bgstats",
        "again.bgsplay",
        "--since",
        "2024-01-12",
    ]);
    let again = read(&place.path("again.bgsplay"));
    assert_eq!(again["plays"][0]["uuid"], file["plays"][0]["uuid"]);
    assert_eq!(again["games"][0]["uuid"], file["games"][0]["uuid"]);
    let uuid = |file: &Value, name: &str| {
        let found = rows(&file["players"]).iter().find(|p| p["name"] == name);
        found.expect("a player")["uuid"].clone()
    };
    assert_eq!(uuid(&again, "Bob"), uuid(&file, "Bob"));
    assert_ne!(uuid(&file, "Ann"), uuid(&file, "Bob"));
    place.fails(
        1,
        &["history", "--bgstats", "none.bgsplay", "--since", "1d"],
        &["no game to write", "--practice"],
    );
    place.ok(&[
        "history",
        "--bgstats",
        "some.bgsplay",
        "--since",
        "1d",
        "--practice",
    ]);
    assert_eq!(
        read(&place.path("some.bgsplay"))["plays"][0]["ignored"],
        true
    );
}

#[test]
fn nothing_hidden_reaches_history() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    for args in [
        &["history"][..],
        &["history", "--json"],
        &["history", "--csv"],
        &["tables", "--json"],
    ] {
        let said = place.ok(args);
        for secret in ["wolf", "owl", "zq"] {
            assert!(!said.contains(secret), "{args:?}: {said}");
        }
    }
}
