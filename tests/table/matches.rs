//! `kitpress matches`: schedules as the games' pages have them, results and standings.

use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::place::{command, feed, text};

fn run(data: &Path, args: &[&str]) -> Output {
    feed(command(data, &["matches"]).args(args), "")
}

#[track_caller]
fn fine(data: &Path, args: &[&str]) -> String {
    let out = run(data, args);
    assert_eq!(
        out.status.code(),
        Some(0),
        "{args:?}: {}",
        text(&out.stderr)
    );
    text(&out.stdout)
}

#[track_caller]
fn refused(data: &Path, args: &[&str], expected: &str) {
    let out = run(data, args);
    assert_eq!(text(&out.stderr), expected, "{args:?}");
    assert_eq!(
        (out.status.code(), out.stdout.len()),
        (Some(2), 0),
        "{args:?}"
    );
}

#[test]
fn catch_and_run_with_four() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let names = ["Ann", "Bob", "Cho", "Dai", "--form", "catch-and-run"];
    assert_eq!(
        fine(data, &[&names[..], &["--games", "4"]].concat()),
        "1  educators: Ann, Bob – babies: Cho, Dai\n\
         2  educators: Cho, Dai – babies: Ann, Bob\n\
         3  educators: Ann, Cho – babies: Bob, Dai\n\
         4  educators: Bob, Dai – babies: Ann, Cho\n\
         \n \
         1. Ann  0 points (0 won, 0 drawn, 0 lost)\n \
         1. Bob  0 points (0 won, 0 drawn, 0 lost)\n \
         1. Cho  0 points (0 won, 0 drawn, 0 lost)\n \
         1. Dai  0 points (0 won, 0 drawn, 0 lost)\n\
         match match-1, begun just now\n"
    );
    fine(data, &["1=Ann", "2=draw", "3=cho,ann"]);
    let after = fine(data, &["4=Dai"]);
    assert!(
        after.ends_with(
            " 1. Ann  2 points (2 won, 1 drawn, 1 lost)\n \
             1. Bob  2 points (2 won, 1 drawn, 1 lost)\n \
             3. Cho  1 point (1 won, 1 drawn, 2 lost)\n \
             3. Dai  1 point (1 won, 1 drawn, 2 lost)\n\
             Ann, Bob share the match\n\
             match match-1, begun just now\n"
        ),
        "{after}"
    );
    let shown: Value = serde_json::from_str(&fine(data, &["--json"])).expect("JSON");
    assert_eq!(
        (&shown["over"], &shown["winners"], &shown["form"]),
        (&json!(true), &json!(["Ann", "Bob"]), &json!("sides"))
    );
    assert_eq!(shown["games"][1]["winners"], json!([]));
    assert_eq!(
        shown["games"][2]["sides"][0],
        json!({"role": "educators", "players": ["Ann", "Cho"]})
    );
    fine(data, &["--undo"]);
    let shown: Value = serde_json::from_str(&fine(data, &["--json"])).expect("JSON");
    assert_eq!(shown["games"][3]["winners"], json!(null));
}

#[test]
fn a_round_robin_of_five() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let args = ["Ann", "Bob", "Cho", "Dai", "花子", "--points", "3,1,0"];
    let said = fine(data, &args);
    assert_eq!(said.matches("sits out").count(), 5, "{said}");
    fine(data, &["1=draw"]);
    let shown: Value = serde_json::from_str(&fine(data, &["--json"])).expect("JSON");
    assert_eq!(shown["games"].as_array().map(Vec::len), Some(10));
    let ranks: Vec<_> = shown["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| (s["rank"].as_u64(), s["points"].as_i64()))
        .collect();
    let (ahead, behind) = ((Some(1), Some(1)), (Some(3), Some(0)));
    assert_eq!(ranks, [ahead, ahead, behind, behind, behind]);
}

#[test]
fn roles_go_round() {
    let dir = tempfile::tempdir().expect("a folder");
    let said = fine(
        dir.path(),
        &["Ann", "Bob", "Cho", "--form", "roles", "--roles", "teller"],
    );
    assert!(
        said.starts_with(
            "1  teller: Ann – Bob, Cho\n2  teller: Bob – Cho, Ann\n3  teller: Cho – Ann, Bob\n"
        ),
        "{said}"
    );
}

#[test]
fn slips_are_refused_and_change_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    assert_eq!(run(data, &[]).status.code(), Some(1), "no match yet");
    refused(
        data,
        &["Ann"],
        "error: a match needs at least 2 players\nhint: give their names: `kitpress matches Ann Bob Cho`\n",
    );
    refused(
        data,
        &["Ann", "Bob", "Cho", "--form", "sides", "--games", "4"],
        "error: 3 players cannot play a match of 4 games\nhint: games for 3 players: 3, 6\n",
    );
    refused(
        data,
        &["Ann", "Bob", "--games", "4"],
        "error: `--games` goes with `--form sides`\n",
    );
    assert!(!data.join("data/match").exists());
    fine(data, &["Ann", "Bob", "Cho", "Dai", "--form", "sides"]);
    let file = data.join("data/match/1.jsonl");
    let before = std::fs::read(&file).expect("the match");
    refused(
        data,
        &["9=Ann"],
        "error: there is no game 9\nhint: games 1 to 6\n",
    );
    refused(
        data,
        &["1=Ann,Cho"],
        "error: `Ann`, `Cho` play against each other in game 1\n",
    );
    refused(
        data,
        &["1=Anna"],
        "error: nobody here is called `Anna`\nhint: did you mean `Ann`?\n",
    );
    refused(data, &["--undo"], "error: there is nothing to undo\n");
    refused(
        data,
        &["--games", "2"],
        "error: a new match needs the names of its players\nhint: give their names: `kitpress matches Ann Bob Cho`\n",
    );
    assert_eq!(before, std::fs::read(&file).expect("the match"));
}

/// Everything in the folder of matches, by name.
fn kept(data: &Path) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(data.join("data/match")).expect("the folder");
    let file = |f: std::io::Result<std::fs::DirEntry>| {
        let path = f.expect("a file").path();
        let bytes = std::fs::read(&path).expect("a match");
        (path.display().to_string(), bytes)
    };
    let mut files: Vec<(String, Vec<u8>)> = files.map(file).collect();
    files.sort();
    files
}

#[test]
fn a_slip_never_hides_the_match_that_is_running() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    // Nothing is begun by what looks like a result.
    for words in [
        &["2", "B"][..],
        &["1", "Ann"],
        &["１", "Ann"],
        &["Ann", "2=Bob"],
    ] {
        let out = run(data, words);
        assert_eq!(
            (out.status.code(), out.stdout.len()),
            (Some(2), 0),
            "{words:?}"
        );
    }
    fine(data, &["Ann", "Bob", "Cho"]);
    fine(data, &["1=draw"]);
    let before = kept(data);
    let hint = "write the game and who won: `2=Bob` or `2=draw`; `--new` begins another match";
    for (words, first) in [
        (&["2", "B"][..], "2"),
        (&["Ann=2", "Bob=1"], "Ann=2"),
        (&["1", "Ann"], "1"),
        (&["1=Ann", "2", "Bob"], "2"),
        (&["=Ann"], "=Ann"),
        (&["x=Ann"], "x=Ann"),
        (&["2:Ann"], "2:Ann"),
    ] {
        let out = run(data, words);
        assert_eq!(
            (out.status.code(), out.stdout.len()),
            (Some(2), 0),
            "{words:?}"
        );
        let said = text(&out.stderr);
        assert!(
            said.contains(&format!("`{first}` is not a result")),
            "{said}"
        );
        assert!(said.contains(hint), "{said}");
    }
    refused(
        data,
        &["Dai", "Eve"],
        &format!("error: `Dai` is not a result\nrule: a match is running\nhint: {hint}\n"),
    );
    assert_eq!(before, kept(data), "nothing was begun, nothing changed");
    let undone = run(data, &["--undo"]);
    assert_eq!(text(&undone.stderr), "taken back: the draw of game 1\n");
    fine(data, &["1=Bob", "2=Cho"]);
    let undone = run(data, &["--undo"]);
    assert_eq!(text(&undone.stderr), "taken back: game 2, won by Cho\n");
    // Another one is begun on purpose, and the first can be gone back to.
    let begun = run(data, &["--new", "2", "B"]);
    assert_eq!(
        text(&begun.stderr),
        "the one before is kept: `--table match-1`\n"
    );
    assert!(fine(data, &[]).ends_with("match match-2, begun just now\n"));
    let shown: Value =
        serde_json::from_str(&fine(data, &["--table", "match-1", "--json"])).expect("JSON");
    assert_eq!(shown["games"][0]["winners"], json!(["Bob"]));
    assert_eq!(shown["name"], "match-1");
    fine(data, &["2=Cho"]);
    assert!(fine(data, &["3=draw"]).contains("Bob, Cho share the match"));
    assert_eq!(run(data, &["--table", "match-7"]).status.code(), Some(1));
    assert_eq!(run(data, &["--new"]).status.code(), Some(2));
    assert_eq!(run(data, &["--new", "Ann", "1=Ann"]).status.code(), Some(2));
    // After the end a new match needs no more words, but a slip is still one.
    assert_eq!(run(data, &["3", "Ann"]).status.code(), Some(2));
    fine(data, &["Ann", "Bob"]);
    assert!(fine(data, &[]).ends_with("match match-3, begun just now\n"));
}
