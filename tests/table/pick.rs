//! `kitpress pick`: sealed first, then drawn, and everybody can recompute it.

use std::process::Command;

use needs::needs;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::place::{Place, hex};

/// Whether the seal is that of the line, and the line holds what was asked for and the seed.
fn checked(drawn: &Value) -> Value {
    let line = drawn["sealed"].as_str().expect("a line");
    let hash: [u8; 32] = Sha256::digest(line.as_bytes()).into();
    assert_eq!(drawn["commitment"], hex(&hash));
    let sealed: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(sealed["seed"], drawn["seed"]);
    assert_eq!(sealed["practice"], drawn["practice"]);
    sealed
}

#[test]
fn a_player_teams_dice_and_a_coin() {
    let place = Place::new();
    let one = place.json(&["pick", "Ann", "Bob", "ちょう", "--json"]);
    let sealed = checked(&one);
    assert_eq!(sealed["of"], json!(["Ann", "Bob", "ちょう"]));
    assert_eq!(one["picked"], one["order"][0]);
    assert_eq!(one["order"].as_array().map(Vec::len), Some(3));
    let teams = place.json(&[
        "pick", "A1", "B2", "C3", "D4", "E5", "--teams", "2", "--json",
    ]);
    assert_eq!(checked(&teams)["teams"], 2);
    let sizes: Vec<usize> = teams["teams"]
        .as_array()
        .expect("teams")
        .iter()
        .map(|t| t.as_array().map_or(0, Vec::len))
        .collect();
    assert_eq!(sizes, [3, 2]);
    let dice = place.json(&["pick", "--dice", "3d6+2", "--json"]);
    checked(&dice);
    let sum: i64 = dice["dice"]
        .as_array()
        .expect("dice")
        .iter()
        .filter_map(Value::as_i64)
        .sum();
    assert_eq!(dice["total"], sum + 2);
    let coin = place.json(&["pick", "--coin", "--json"]);
    checked(&coin);
    assert!(["heads", "tails"].contains(&coin["coin"].as_str().expect("a side")));
    assert_ne!(coin["seed"], dice["seed"]);
    assert!(!place.path("data").exists(), "nothing is kept");
}

#[test]
fn practice_is_the_same_every_time_and_says_so() {
    let place = Place::new();
    let args = ["pick", "Ann", "Bob", "Cho", "--seed", "7", "--json"];
    let (first, second) = (place.json(&args), place.json(&args));
    assert_eq!(first, second);
    assert_eq!(first["practice"], true);
    let said = place.ok(&["pick", "--coin", "--seed", "7"]);
    assert!(said.starts_with("practice: the seed decides"), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines[1].starts_with("seal of the draw: "),
        "the seal comes before the result: {said}"
    );
    assert!(lines[2].starts_with("thrown: "));
    let line = lines[3].strip_prefix("sealed: ").expect("the line");
    let hash: [u8; 32] = Sha256::digest(line.as_bytes()).into();
    assert!(
        lines[1].ends_with(&hex(&hash)),
        "what is shown is what was sealed: {said}"
    );
}

#[test]
fn what_is_shown_can_be_hashed_whatever_the_names_hold() {
    let place = Place::new();
    let said = place.ok(&["pick", "A\u{200f}nn", "שרה", "\"x\\", "--seed", "1"]);
    let line = said
        .lines()
        .last()
        .and_then(|l| l.strip_prefix("sealed: "))
        .expect("the line");
    let hash: [u8; 32] = Sha256::digest(line.as_bytes()).into();
    assert!(said.contains(&hex(&hash)), "{said}");
}

#[test]
fn slips_are_refused() {
    let place = Place::new();
    for (args, words) in [
        (&["pick"][..], "whom or what shall be drawn?"),
        (&["pick", "Ann", "ann"], "two players are called"),
        (&["pick", "--dice", "2x6"], "`2x6` are no dice"),
        (&["pick", "--dice", "0d6"], "`0d6` are no dice"),
        (
            &["pick", "Ann", "Bob", "--teams", "3"],
            "2 players cannot be put into 3 teams",
        ),
        (
            &["pick", "Ann", "Bob", "--teams", "1"],
            "cannot be put into 1 team",
        ),
        (&["pick", "@nobody"], "there is no list `@nobody`"),
        (&["pick", "Ann", "--coin"], "cannot stand beside"),
        (&["pick", "--coin", "--dice", "2d6"], "cannot stand beside"),
    ] {
        place.fails(2, args, &[words]);
    }
}

/// The page's own program recomputes what was drawn.
#[needs("python3")]
#[test]
fn the_program_of_the_page_draws_the_same() {
    let place = Place::new();
    let page = include_str!("../../docs/fairness.md");
    let blocks: Vec<&str> = page
        .split("```python\n")
        .skip(1)
        .map(|b| b.split("```").next().expect("its end"))
        .collect();
    std::fs::write(place.path("fair.py"), blocks[0]).expect("written");
    std::fs::write(place.path("pick.py"), blocks[1]).expect("written");
    for args in [
        &["pick", "Ann", "Bob Lee", "ちょう", "Dai"][..],
        &["pick", "A1", "B2", "C3", "D4", "E5", "--teams", "3"],
        &["pick", "--dice", "5d20-3"],
        &["pick", "--coin"],
    ] {
        let drawn = place.json(&[args, &["--json"]].concat());
        let seal = drawn["commitment"].as_str().expect("a seal");
        let run = |noted: &str| {
            let mut python = Command::new("python3");
            python
                .arg("pick.py")
                .arg(drawn["sealed"].as_str().expect("a line"))
                .arg(noted);
            python
                .current_dir(place.dir())
                .output()
                .expect("python3 starts")
        };
        let out = run(&seal[..16]);
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success(), "{told}");
        let found: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        for key in ["order", "teams", "dice", "total", "coin"] {
            assert_eq!(found.get(key), drawn.get(key), "{args:?}");
        }
        assert!(
            !run("0123456789abcdef").status.success(),
            "another seal is noticed"
        );
    }
}
