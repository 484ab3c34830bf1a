//! `kitpress play` line by line: moves, refusals, undo, resume; and that no secret goes down a pipe.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::place::{command, feed, text};

/// A game of hidden roles and a deck, with two timers.
fn write_kit(dir: &Path) {
    std::fs::create_dir_all(dir).expect("a folder");
    let kit = r#"
[kit]
id = "burrow"
title = { en = "Burrow", ja = "あなぐら" }
players = [2, 12]

[[component]]
id = "animal"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { kind = ["hare", "mole", "vole"], number = [1, 2, 3, 4, 5, 6, 7, 8] }

[[component]]
id = "role"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { side = ["foxrole", "henrole"] }
count = 12

[table]
rounds = 3
first = "seat"

[[table.deck]]
id = "animals"
component = "animal"

[[table.hand]]
deck = "animals"
count = 2

[table.roles]
component = "role"
hidden = "others"

[table.roles.players]
2 = { foxrole = 1, henrole = 1 }
3 = { foxrole = 1, henrole = 2 }
4 = { foxrole = 1, henrole = 3 }
5 = { foxrole = 1, henrole = 4 }
6 = { foxrole = 2, henrole = 4 }
7 = { foxrole = 2, henrole = 5 }
8 = { foxrole = 2, henrole = 6 }
9 = { foxrole = 3, henrole = 6 }
10 = { foxrole = 3, henrole = 7 }
11 = { foxrole = 3, henrole = 8 }
12 = { foxrole = 4, henrole = 8 }

[[table.timer]]
id = "talk"
title = "Talk"
seconds = 1

[[table.timer]]
id = "banks"
title = "Banks"
kind = "bank"
seconds = 300

[[table.score]]
id = "points"
"#;
    std::fs::write(dir.join("kit.toml"), kit).expect("kit.toml");
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\"/>\n";
    std::fs::write(dir.join("card.svg"), svg).expect("card.svg");
}

fn run(dir: &Path, args: &[&str], input: &str) -> Output {
    feed(&mut command(dir, args), input)
}

const NEW: [&str; 5] = ["play", "burrow", "--players", "Ann,Bob,花子", "--plain"];

fn shown(dir: &Path) -> Value {
    let out = run(dir, &["show", "--json"], "");
    serde_json::from_slice(&out.stdout).expect("JSON")
}

fn kit() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    write_kit(&dir.path().join("burrow"));
    dir
}

#[test]
fn a_game_is_played_left_and_resumed() {
    let dir = kit();
    let first = run(dir.path(), &NEW, "score Ann 3\nnext\nq\nnext\n");
    let said = text(&first.stdout);
    assert_eq!(
        (first.status.code(), text(&first.stderr)),
        (Some(0), String::new())
    );
    assert!(said.starts_with("Burrow\n"), "{said}");
    assert!(said.contains("seal of the shuffles: "), "{said}");
    assert!(said.contains("\nAnn's turn: a move, or `next`\n"), "{said}");
    assert!(
        said.ends_with("Bob's turn: a move, or `next`\n"),
        "nothing after `q`: {said}"
    );
    assert_eq!(shown(dir.path())["scores"]["Ann"], 3);
    let second = run(dir.path(), &["play"], "next\n");
    let said = text(&second.stdout);
    assert!(
        said.contains("the table goes on; moves so far: 2\n"),
        "{said}"
    );
    assert!(said.ends_with("花子's turn: a move, or `next`\n"), "{said}");
    assert_eq!(shown(dir.path())["turn"], 3);
}

#[test]
fn a_pipe_that_asks_for_the_table_gets_the_menu_too() {
    let dir = kit();
    let out = run(dir.path(), &NEW, "\n1\n7\nAnn\n25\n");
    let said = text(&out.stdout);
    assert!(said.contains("\n  1: the turn is over (next)\n"), "{said}");
    assert!(said.contains("so far: score"), "{said}");
    assert_eq!(text(&out.stderr), "");
    let shown = shown(dir.path());
    assert_eq!(
        (shown["turn"].as_u64(), &shown["scores"]["Ann"]),
        (Some(2), &25.into())
    );
}

#[test]
fn a_bank_follows_the_turns_line_by_line() {
    let dir = kit();
    let out = run(dir.path(), &NEW, "/timer banks\nnext\n/undo\nq\n");
    let said = text(&out.stdout);
    let clocks: Vec<&str> = said.lines().filter(|l| l.ends_with(" left")).collect();
    let names: Vec<&str> = clocks.iter().filter_map(|l| l.split(':').next()).collect();
    assert_eq!(names, ["Ann", "Bob", "Ann"], "{said}");
    // It goes on with the table.
    let again = run(dir.path(), &["play"], "next\n");
    let said = text(&again.stdout);
    assert!(said.contains("\nBob: ") && said.contains("▶Ann"), "{said}");
}

#[test]
fn refused_moves_change_nothing_and_the_game_goes_on() {
    let dir = kit();
    let out = run(
        dir.path(),
        &NEW,
        "jump\nscore Eve 3\nd\nne\n\u{7f}\u{1b}[2J\n",
    );
    let said = text(&out.stderr);
    assert!(said.contains("nobody here is called `Eve`"), "{said}");
    assert!(
        said.contains("error: `d` could be `draw`, `discard`\n"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}'), "{said}");
    assert_eq!(out.status.code(), Some(0));
    assert_eq!(shown(dir.path())["turn"], 2, "`ne` is short for `next`");
}

#[test]
fn moves_are_taken_back() {
    let dir = kit();
    let out = run(
        dir.path(),
        &NEW,
        "score Ann 3\nu\nu\ndraw Ann\nu\nundo all-agree\nl\n",
    );
    let (said, refused) = (text(&out.stdout), text(&out.stderr));
    assert!(said.contains("taken back: score Ann "), "{said}");
    assert!(
        refused.contains("there is no move to take back"),
        "{refused}"
    );
    assert!(
        refused.contains("what has been seen cannot be unseen"),
        "{refused}"
    );
    assert!(said.contains("taken back: draw Ann"), "{said}");
    assert!(said.contains("no move has been made yet\n"), "{said}");
    assert_eq!(shown(dir.path())["game"]["hands"]["Ann"], 2);
}

#[test]
fn no_secret_goes_down_a_pipe() {
    let dir = kit();
    let moves = "h\nh Ann\ndraw Ann\ns\nl\n?\nh Eve\nplay Ann #9\nnext\n";
    let out = run(dir.path(), &NEW, moves);
    let (said, refused) = (text(&out.stdout), text(&out.stderr));
    assert_eq!(
        refused
            .matches("error: hidden cards are shown on a terminal only\n")
            .count(),
        2,
        "{refused}"
    );
    assert!(
        said.contains("Ann has something to look at: `/hands Ann`\n"),
        "{said}"
    );
    let table = std::fs::read_dir(dir.path().join("data/tables")).expect("the tables");
    let table = table.flatten().next().expect("a table").path();
    let journal = std::fs::read_to_string(table).expect("the table");
    let head: Value =
        serde_json::from_str(journal.lines().next().expect("a header")).expect("JSON");
    let seed = head["seed"].as_str().expect("a seed");
    for secret in ["hare", "mole", "vole", "foxrole", "henrole", seed] {
        assert!(!said.contains(secret), "{secret} in {said}");
        assert!(!refused.contains(secret), "{secret} in {refused}");
    }
}

#[test]
fn timers_run_inside() {
    let dir = kit();
    let out = run(
        dir.path(),
        &NEW,
        "t banks\nnext\nt off\nt\nt 1x\nnext\nt 1h\n",
    );
    let (said, refused) = (text(&out.stdout), text(&out.stderr));
    assert!(
        said.contains("Banks\nAnn: 5 minutes left\n") && said.contains("Bob: 5 minutes left\n"),
        "{said}"
    );
    assert!(refused.contains("which timer?"), "{refused}");
    assert!(
        refused.contains("timers: `talk`, `banks`; or say how long: `/timer 90`"),
        "{refused}"
    );
    assert_eq!(out.status.code(), Some(0), "ends with its input");
    let again = text(&run(dir.path(), &["play"], "t banks\nq\n").stdout);
    assert!(again.contains("Banks\n花子: "), "the bank goes on: {again}");
    let short = text(&run(dir.path(), &["play"], "t talk\n").stdout);
    assert!(short.contains("Talk\n1 second left\n"), "{short}");
}

#[test]
fn a_new_table_needs_a_kit_and_players() {
    let dir = kit();
    for (args, word) in [
        (&["play", "burrow"][..], "who plays?"),
        (&["play", "--players", "Ann,Bob"], "a new table needs a kit"),
        (
            &["play", "burrow", "--players", "Ann,ann"],
            "two players are called `ann`",
        ),
    ] {
        let out = run(dir.path(), args, "");
        let said = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        assert!(said.contains(word), "{said}");
    }
    let out = run(dir.path(), &["play"], "");
    assert_eq!(out.status.code(), Some(1), "no table yet");
}

#[test]
fn twelve_players_and_names_of_a_thousand_letters() {
    let dir = kit();
    let mut names: Vec<String> = (0..11).map(|i| format!("プレイヤー{i}")).collect();
    names.push("x".repeat(1000));
    let names = names.join(",");
    let args = ["play", "burrow", "--players", &names, "--lang", "ja"];
    let out = run(dir.path(), &args, "next\ns\n");
    assert_eq!(
        (out.status.code(), text(&out.stderr)),
        (Some(0), String::new())
    );
    assert!(text(&out.stdout).starts_with("あなぐら\n"));
}

#[test]
fn a_script_tells_secret_values_by_a_line_of_their_own() {
    let dir = tempfile::tempdir().expect("a folder");
    let start = [
        "start",
        "icecool",
        "--players",
        "Ann,Bob",
        "--set",
        "cards=table",
        "--set",
        "catcher=Bob",
    ];
    assert_eq!(run(dir.path(), &start, "").status.code(), Some(0));
    let fish = ["do", "fish", "Ann", "2"];
    assert_eq!(run(dir.path(), &fish, "").status.code(), Some(0));
    // Nothing to read: refused as ever.
    let none = run(dir.path(), &["do", "value", "Ann"], "");
    assert_eq!(none.status.code(), Some(2), "{}", text(&none.stderr));
    let wrong = run(dir.path(), &["do", "value", "Ann"], "7\n");
    assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong.stderr));
    let by_line = run(dir.path(), &["do", "value", "Ann"], "3\n");
    assert_eq!(by_line.status.code(), Some(0), "{}", text(&by_line.stderr));
    let played = run(dir.path(), &["play"], "value\n2\nl\nundo\nvalue Ann 2\n");
    let said = text(&played.stdout);
    assert!(said.contains("taken back: value Ann ·\n"), "{said}");
    let undone = run(dir.path(), &["undo", "--json"], "");
    let undone: Value = serde_json::from_slice(&undone.stdout).expect("JSON");
    assert_eq!(undone["undone"], "value Ann ·");
    let own = run(
        dir.path(),
        &["show", "--seat", "Ann", "--reveal", "--json"],
        "",
    );
    let own: Value = serde_json::from_slice(&own.stdout).expect("JSON");
    assert_eq!(own["game"]["values"]["Ann"], serde_json::json!([3]));
    let log = text(&run(dir.path(), &["log", "--json"], "").stdout);
    for told in [&said, &log] {
        assert!(
            !told.contains("value Ann 2") && !told.contains("value Ann 3"),
            "{told}"
        );
    }
}
