//! Names that people could take for each other are refused wherever players come in; files of before still open.

use std::fs;
use std::path::Path;

use kitpress::play::journal::Journal;
use serde_json::{Value, json};

use crate::place::{Place, err};

/// Pairs that nobody tells apart.
const PAIRS: [(&str, &str); 6] = [
    ("Ann", "A\u{200b}nn"),
    ("Ann", "Аnn"),
    ("Straße", "STRASSE"),
    ("Bob", "ВОВ"),
    ("カイ", "力イ"),
    ("Al", "AI"),
];

#[test]
fn names_that_look_alike_are_refused_everywhere() {
    let place = Place::new();
    for (a, b) in PAIRS {
        let players = format!("{a},{b}");
        let told = format!("error: `{a}` and `{b}` look too much alike\n");
        for args in [
            &["start", "tiny", "--players", &players][..],
            &["play", "tiny", "--players", &players, "--plain"],
            &["deal", "tiny", "--players", &players, "--json"],
            &["matches", a, b],
            &["score", &format!("{a}=1"), &format!("{b}=2")],
            &["score", "--new", a, b],
            &["timer", "--bank", "5m", a, b],
        ] {
            let out = place.run(args);
            assert_eq!(out.status.code(), Some(2), "{args:?}");
            let said = err(&out);
            let clean = told.replace('\u{200b}', "\u{fffd}");
            assert!(
                said.starts_with(&told) || said.starts_with(&clean),
                "{said}"
            );
        }
    }
    assert!(!place.path("data/tables").exists() && !place.path("data/score").exists());
    // Two spellings of one name were the same before.
    let both = "José,Jose\u{301}";
    place.fails(
        2,
        &["start", "tiny", "--players", both],
        &["two players are called"],
    );
    place.fails(
        2,
        &["start", "tiny", "--players", "Ann,\u{3164}"],
        &["a name is empty"],
    );
    // All of one alphabet, and shown as typed.
    let shown = place.json(&["start", "tiny", "--players", "Анна,Олег,Вова", "--json"]);
    assert_eq!(shown["seats"][2]["name"], "Вова");
}

#[test]
fn who_joins_a_pad_looks_like_nobody_there() {
    let place = Place::new();
    place.ok(&["score", "Ann=1", "Bob=2"]);
    place.fails(2, &["score", "--join", "Аnn"], &["look too much alike"]);
    // The only one who is meant is found, whatever keyboard was on.
    place.ok(&["score", "Аnn=4"]);
    let pad = place.json(&["score", "--json"]);
    assert_eq!(
        pad["players"][0],
        json!({"name": "Ann", "rounds": [1, 4], "bonuses": {}, "total": 5, "rank": 1})
    );
    place.ok(&["score", "--bonus", "road", "Ann=1"]);
    place.fails(
        2,
        &["score", "--bonus", "rоad", "Ann=1"],
        &["look too much alike"],
    );
    place.ok(&["start", "tiny", "--players", "Straße,Bob"]);
    place.ok(&["do", "draw", "STRASSE"]);
    place.fails(2, &["do", "draw", "Strase 1"], &["Stra"]);
}

#[test]
fn files_of_before_with_such_names_still_open() {
    let place = Place::new();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table/version-1/alike.table");
    fs::copy(kept, place.path("old.table")).expect("copied");
    // A table of version 1 keeps no cards, so it says that the kit is not what it was.
    let told = |args: &[&str]| -> Value {
        let told = place.ok(args);
        serde_json::from_str(&told).expect("JSON")
    };
    let shown = told(&["show", "--json", "--table", "old.table"]);
    let spent = |name: &str| shown["game"]["spent"][name].clone();
    assert_eq!(spent("Ann"), json!([1, 2]));
    assert_eq!(spent("Аnn"), json!([-1, -2]));
    assert_eq!(spent("A\u{200b}nn"), json!([2, 1]));
    assert_eq!(
        (spent("Straße"), spent("STRASSE")),
        (json!([-2, -1]), json!([1, -2]))
    );
    let play = "play Ann -3, Аnn +3, \"A\u{200b}nn\" -3, Straße +3, STRASSE +3";
    place.ok(&["do", play]);
    let log = told(&["log", "--json"]);
    assert_eq!(log[3]["do"], play);

    let body = |v: Value| v.as_object().cloned().expect("a body");
    let path = place.path("old.jsonl");
    let mut pad = Journal::create(&path, "score", body(json!({})), 1).expect("a pad");
    let round = json!({"round": {"Ann": 1, "Аnn": 2}});
    pad.append(body(round), 2).expect("noted");
    drop(pad);
    place.ok(&["score", "--table", "old.jsonl", "Ann=1", "Аnn=5"]);
    place.ok(&["score", "--join", "Cho"]);
    let pad = place.json(&["score", "--json"]);
    assert_eq!(pad["players"][1]["total"], 7);

    let path = place.path("old.match");
    let header = json!({"players": ["Ann", "Аnn"], "form": "round-robin", "twice": false,
        "roles": [], "points": [1, 0, 0]});
    Journal::create(&path, "match", body(header), 1).expect("a match");
    let shown = place.run(&["matches", "--table", "old.match", "1=Аnn", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!(shown["winners"], json!(["Аnn"]));
}
