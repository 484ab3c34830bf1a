//! Around the games: names that stay, tables that lie elsewhere, and the same game again.

use std::fs;

use serde_json::{Value, json};

use crate::place::{Place, err};

fn names(place: &Place) -> Vec<String> {
    let rows = place.json(&["tables", "--json"]);
    let rows = rows.as_array().expect("a list").iter();
    rows.map(|r| r["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn names_stay_whatever_ends_or_goes() {
    let place = Place::new();
    for _ in 0..11 {
        place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    }
    place.ok(&["do", "win", "Ann", "--table", "tiny-3"]);
    fs::remove_file(place.path("data/tables/tiny-4.table")).expect("removed");
    let before = names(&place);
    assert_eq!(before[8], "tiny-10", "9 comes before 10");
    place.ok(&["start", "tiny", "--players", "Cho,Dai"]);
    let after = names(&place);
    assert_eq!(after[..before.len()], before);
    assert_eq!(
        after.last().map(String::as_str),
        Some("tiny-12"),
        "no name is given twice"
    );
    place.fails(
        1,
        &["show", "--table", "tiny-44"],
        &["there is no table `tiny-44`", "did you mean"],
    );
}

#[test]
fn tables_that_lie_elsewhere_have_names_of_their_own() {
    let place = Place::new();
    let long = format!("deep/{}.table", "あ".repeat(60));
    for file in [
        "friday.table",
        "deep/friday.table",
        &long,
        "deep/.hidden",
        "tiny-7.table",
    ] {
        place.ok(&["start", "tiny", "--players", "Ann,Bob", "--table", file]);
    }
    place.ok(&["start", "tiny", "--players", "Cho,Dai"]);
    place.ok(&["score", "Ann=1", "--table", "pads/friday.pad"]);
    place.ok(&["score", "Ann=1", "--new"]);
    place.ok(&["matches", "Ann", "Bob", "--table", "pads/match-1"]);
    let shown = names(&place);
    let short = "あ".repeat(12);
    assert_eq!(
        shown,
        [
            "tiny-8",
            "friday",
            "friday-2",
            "table.hidden",
            "tiny-7",
            &short,
            "score-1",
            "friday",
            "match-1-2"
        ]
    );
    // From any folder, by the name alone.
    fs::create_dir(place.path("away")).expect("made");
    let mut show = place.command(&["show", "--json", "--table", "friday-2"]);
    let out = show
        .current_dir(place.path("away"))
        .output()
        .expect("it runs");
    assert!(out.status.success(), "{}", err(&out));
    place.ok(&["do", "next", "--table", &short]);
    place.ok(&["score", "Ann=2", "--table", "friday"]);
    assert_eq!(
        place.json(&["score", "--json", "--table", "friday"])["rounds"],
        2
    );
    place.ok(&["matches", "1=Ann", "--table", "match-1-2"]);
    assert_eq!(names(&place), shown, "used again, called the same");
    fs::remove_file(place.path("friday.table")).expect("removed");
    assert_eq!(names(&place).len(), shown.len() - 1);
    assert_eq!(names(&place)[1], "friday-2", "its name does not shift");
}

#[test]
fn what_is_broken_is_listed_and_stops_nothing() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["score", "Ann=1"]);
    place.ok(&["matches", "Ann", "Bob"]);
    for kind in ["tables/tiny-2.table", "score/2.jsonl", "match/2.jsonl"] {
        fs::write(
            place.path(&format!("data/{kind}")),
            "{\"kitpress\":\"x\"}\n",
        )
        .expect("written");
    }
    let first = fs::read(place.path("data/tables/tiny-1.table")).expect("read");
    let mut flipped = first.clone();
    flipped[200] ^= 1;
    fs::write(place.path("data/tables/tiny-3.table"), flipped).expect("written");
    let rows = place.json(&["tables", "--json"]);
    let errors: Vec<(&str, bool)> = rows
        .as_array()
        .expect("a list")
        .iter()
        .map(|r| {
            (
                r["name"].as_str().expect("a name"),
                r.get("error").is_some(),
            )
        })
        .collect();
    assert_eq!(
        errors,
        [
            ("tiny-1", false),
            ("tiny-2", true),
            ("tiny-3", true),
            ("score-1", false),
            ("score-2", true),
            ("match-1", false),
            ("match-2", true)
        ]
    );
    let said = place.ok(&["tables"]);
    assert!(
        said.contains("tiny-3: the file cannot be trusted from line 1 on"),
        "{said}"
    );
    // History tells what it leaves out, and goes on.
    let out = place.run(&["history", "--json"]);
    assert!(out.status.success());
    let told: Value = serde_json::from_slice(&out.stdout).expect("JSON and nothing else");
    assert_eq!(told.as_array().map(Vec::len), Some(1));
    assert_eq!(err(&out).lines().count(), 2, "{}", err(&out));
}

#[test]
fn a_rematch_has_the_same_settings_and_everybody_one_seat_further() {
    let place = Place::new();
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Ann,Bob Lee,Cho",
        "--set",
        "first=bob lee",
        "--set",
        "rounds=7",
    ]);
    let before = fs::read(place.path("data/tables/tiny-1.table")).expect("read");
    place.fails(2, &["again"], &["`tiny-1` is not over yet", "--anyway"]);
    assert_eq!(names(&place).len(), 1, "nothing was made");
    place.ok(&["again", "--anyway"]);
    assert_eq!(
        fs::read(place.path("data/tables/tiny-1.table")).expect("read"),
        before
    );
    place.ok(&["do", "win", "Ann", "--table", "tiny-1"]);
    let again = place.json(&["again", "--json", "--table", "tiny-1"]);
    let seats = json!([{"name": "Bob Lee"}, {"name": "Cho"}, {"name": "Ann"}]);
    assert_eq!(
        (&again["seats"], &again["name"]),
        (&seats, &json!("tiny-3"))
    );
    assert_eq!(again["settings"], json!({"first": "Cho", "rounds": 7}));
    assert_eq!(again["practice"], false);
    // The next one goes on from there.
    place.ok(&["do", "win", "Ann"]);
    let third = place.json(&["again", "--json"]);
    assert_eq!(third["settings"]["first"], "Ann");
    assert_eq!(third["seats"][0]["name"], "Cho");
    assert_ne!(third["commitment"], again["commitment"]);
    // Practice is asked for anew.
    let practice = place.json(&["again", "--anyway", "--seed", "5", "--json"]);
    assert_eq!(practice["practice"], true);
}

#[test]
fn roles_of_every_game_go_round() {
    let place = Place::new();
    for (kit, players, setting, after) in [
        (
            "catch-and-run",
            "Ann,Bob,Cho,Dai",
            "educators=Ann,Bob",
            "Bob,Cho",
        ),
        ("catch-and-run", "Ann,Bob", "educators=Bob", "Ann"),
        ("icecool", "Ann,Bob,Cho", "catcher=Cho", "Ann"),
        ("birth-or-burst", "Ann,Bob,Cho", "leader=Ann", "Bob"),
        ("cat-and-chocolate", "Ann,Bob,Cho", "first=random", "random"),
    ] {
        place.ok(&["start", kit, "--players", players, "--set", setting]);
        let again = place.json(&["again", "--anyway", "--json"]);
        let name = setting.split('=').next().expect("a name");
        assert_eq!(again["settings"][name], after, "{kit}");
    }
    // In Cats whoever sits first begins.
    place.ok(&[
        "start",
        "cats",
        "--players",
        "Ann,Bob",
        "--set",
        "map-seed=3",
    ]);
    let again = place.json(&["again", "--anyway", "--json"]);
    assert_eq!(again["seats"][0]["name"], "Bob");
    assert_eq!(again["settings"]["map-seed"], json!(3));
}

#[test]
fn a_rematch_needs_its_kit() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    fs::rename(place.path("tiny"), place.path("gone")).expect("moved");
    place.fails(
        1,
        &["again", "--anyway"],
        &["the table needs the kit that it was started with"],
    );
    assert_eq!(names(&place).len(), 1);
}

/// What people wrote never becomes a formula in a spreadsheet, wherever a match tells it.
#[test]
fn no_name_of_a_match_is_a_formula() {
    let place = Place::new();
    place.ok(&["roster", "odd", "+Ann,-Bob,Cho"]);
    place.ok(&["matches", "@odd", "--twice"]);
    place.ok(&["matches", "1=draw", "2=-3:5", "3=9:1"]);
    for args in [
        &["matches", "--csv"][..],
        &["matches", "--csv", "--results"],
        &["matches", "--csv", "--standings"],
    ] {
        let said = place.ok(args);
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(said.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().flatten().collect();
        let cells: Vec<&str> = rows.iter().flatten().collect();
        assert!(cells.iter().any(|c| c.starts_with('\'')), "{said}");
        for cell in cells {
            let number = cell.parse::<f64>().is_ok();
            let formula = cell.starts_with(['=', '+', '-', '@']);
            assert!(number || !formula, "{cell} in {said}");
        }
    }
}
