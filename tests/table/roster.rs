//! `kitpress roster`: lists of players, and `@club` wherever players are named.

use std::fs;

use serde_json::{Value, json};

use crate::place::{Place, err};

#[test]
fn lists_are_kept_shown_changed_and_removed() {
    let place = Place::new();
    assert!(place.ok(&["roster"]).contains("no lists yet"));
    assert_eq!(
        place.ok(&["roster", "club", "Ann,Bob", "Cho"]),
        "@club: Ann, Bob, Cho\n"
    );
    place.ok(&["roster", "家族", "母、父,花 子"]);
    assert_eq!(
        place.json(&["roster", "--json"]),
        json!([{"name": "club", "players": ["Ann", "Bob", "Cho"]}, {"name": "家族", "players": ["母", "父", "花 子"]}])
    );
    assert_eq!(place.ok(&["roster", "@CLUB"]), "@club: Ann, Bob, Cho\n");
    let out = place.run(&["roster", "club", "@club,Dai"]);
    assert_eq!(err(&out), "before: Ann, Bob, Cho\n");
    assert_eq!(
        place.json(&["roster", "club", "--json"])["players"],
        json!(["Ann", "Bob", "Cho", "Dai"])
    );
    assert_eq!(
        place.ok(&["roster", "club", "--remove"]),
        "removed: @club: Ann, Bob, Cho, Dai\n"
    );
    place.fails(
        2,
        &["roster", "club"],
        &["there is no list `@club`", "keeps one"],
    );
    place.fails(
        2,
        &["roster", "club", "--remove"],
        &["there is no list `@club`"],
    );
    for (args, words) in [
        (&["roster", "x", "Ann,ann"][..], "two players are called"),
        (&["roster", "x", "Ann,"], "a name is empty"),
        (&["roster", "a,b", "Ann"], "cannot be the name of a list"),
        (&["roster", "", "Ann"], "a name is empty"),
        (&["roster", "x", "@y"], "there is no list `@y`"),
        (&["roster", "--remove"], "is missing"),
    ] {
        place.fails(2, args, &[words]);
    }
    assert_eq!(
        place.json(&["roster", "--json"]).as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn a_list_stands_wherever_players_are_named() {
    let place = Place::new();
    place.ok(&["roster", "club", "Ann,Bob,Cho"]);
    let seats = |args: &[&str]| -> Vec<Value> {
        let all = place.json(args);
        all["seats"]
            .as_array()
            .expect("seats")
            .iter()
            .map(|s| s["name"].clone())
            .collect()
    };
    assert_eq!(
        seats(&["start", "tiny", "--players", "@club", "--json"]),
        ["Ann", "Bob", "Cho"]
    );
    let mixed = ["start", "tiny", "--players", "Dai,＠Club,Eve", "--json"];
    assert_eq!(seats(&mixed), ["Dai", "Ann", "Bob", "Cho", "Eve"]);
    assert_eq!(
        seats(&[
            "deal",
            "tiny",
            "--players",
            "@club",
            "--json",
            "--seed",
            "1"
        ])
        .len(),
        3
    );
    let said = place.ok(&["play", "tiny", "--players", "@club", "--plain"]);
    assert!(said.contains("Cho"), "{said}");
    place.ok(&["score", "--new", "@club", "Dai"]);
    let pad = place.json(&["score", "--json"]);
    assert_eq!(pad["players"].as_array().map(Vec::len), Some(4));
    place.ok(&["roster", "late", "Eve"]);
    place.ok(&["score", "--join", "@late"]);
    assert_eq!(
        place.json(&["score", "--json"])["players"][4]["name"],
        "Eve"
    );
    assert_eq!(
        place.json(&["matches", "@club", "--json"])["players"],
        json!(["Ann", "Bob", "Cho"])
    );
    assert_eq!(
        place.json(&["pick", "@club", "@late", "--json"])["order"]
            .as_array()
            .map(Vec::len),
        Some(4)
    );
    let wins = place.json(&[
        "simulate",
        "icecool",
        "--players",
        "@club",
        "--games",
        "20",
        "--json",
    ]);
    assert_eq!(wins["wins"][2]["name"], "Cho");
    let timer = crate::place::feed(
        &mut place.command(&["timer", "--bank", "5m", "@club", "--plain"]),
        "q\n",
    );
    assert!(
        String::from_utf8_lossy(&timer.stdout).contains("Ann"),
        "{}",
        err(&timer)
    );
    place.fails(
        2,
        &["start", "tiny", "--players", "@clup"],
        &["there is no list `@clup`", "did you mean `club`?"],
    );
    place.fails(
        2,
        &["start", "tiny", "--players", "@club,Ann"],
        &["two players are called `Ann`"],
    );
    place.fails(2, &["simulate", "icecool", "--players", "27"], &["1 to 26"]);
    place.fails(2, &["simulate", "icecool", "--players", "0"], &["1 to 26"]);
}

#[cfg(unix)]
#[test]
fn lists_are_for_their_owner_only_and_broken_ones_are_named() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.ok(&["roster", "club", "Ann,Bob"]);
    place.ok(&["roster", "other", "Cho"]);
    let files: Vec<_> = fs::read_dir(place.path("data/roster"))
        .expect("a folder")
        .flatten()
        .map(|e| e.path())
        .collect();
    assert_eq!(files.len(), 2);
    for file in &files {
        let mode = fs::metadata(file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let club = files
        .iter()
        .find(|f| fs::read_to_string(f).is_ok_and(|t| t.contains("club")))
        .expect("the file");
    for broken in [
        "",
        "{",
        "{\"kitpress\":\"roster\",\"version\":1,\"name\":\"club\",\"players\":[]}",
        "{\"kitpress\":\"roster\",\"version\":1,\"name\":\"club\",\"players\":[\"Ann\",\"ann\"]}",
        "[]",
    ] {
        fs::write(club, broken).expect("written");
        place.fails(
            1,
            &["start", "tiny", "--players", "@club"],
            &["holds no list of players"],
        );
        let all = place.json(&["roster", "--json"]);
        assert_eq!(
            all.as_array().map(Vec::len),
            Some(2),
            "the other one is still there"
        );
        assert!(all.to_string().contains("holds no list"), "{all}");
    }
    place.ok(&["roster", "club", "Ann,Bob"]);
    fs::write(club, "{").expect("written");
    place.ok(&["roster", "club", "--remove"]);
    assert_eq!(
        place.json(&["roster", "--json"]).as_array().map(Vec::len),
        Some(1)
    );
}
