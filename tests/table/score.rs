//! `kitpress score`: what scripts and people rely on, and that nothing noted is ever lost.

use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::place::{command, feed, text};

fn run(data: &Path, args: &[&str]) -> Output {
    feed(command(data, &["score"]).args(args), "")
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
fn refused(data: &Path, args: &[&str], code: i32, expected: &str) {
    let out = run(data, args);
    assert_eq!(text(&out.stderr), expected, "{args:?}");
    assert_eq!(
        (out.status.code(), out.stdout.len()),
        (Some(code), 0),
        "{args:?}"
    );
}

fn shown(data: &Path) -> Value {
    serde_json::from_str(&fine(data, &["--json"])).expect("JSON")
}

fn totals(data: &Path) -> Value {
    let pad = shown(data);
    let players = pad["players"].as_array().expect("a list");
    players.iter().map(|p| p["total"].clone()).collect()
}

#[test]
fn an_evening() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    refused(
        data,
        &[],
        1,
        "error: there is no score pad yet\nhint: `kitpress score Ann=12 Bob=9` begins one\n",
    );
    assert_eq!(
        fine(data, &["Ann=12", "Bob=9"]),
        "         Ann  Bob\nround 1   12    9\ntotal     12    9\nrank       1    2\n\nAnn leads with 12\n\
         pad score-1, begun just now; `--new` begins another\n"
    );
    fine(data, &["bob=5+3-1"]);
    assert_eq!(totals(data), json!([12, 16]));
    fine(data, &["--round", "1", "Ann=15"]);
    fine(data, &["--bonus", "longest road", "Ann=1"]);
    assert_eq!(
        fine(data, &[]),
        "              Ann  Bob\nround 1        15    9\nround 2         -    7\nlongest road    1    -\n\
         total          16   16\nrank            1    1\n\nAnn, Bob are level with 16\n\
         pad score-1, begun just now; `--new` begins another\n"
    );
    assert_eq!(
        fine(data, &["--csv"]),
        ",Ann,Bob\nround 1,15,9\nround 2,,7\nlongest road,1,\ntotal,16,16\nrank,1,1\n"
    );
    let undone = run(data, &["--undo"]);
    assert_eq!(
        text(&undone.stderr),
        "taken back: the bonus `longest road`\n"
    );
    assert_eq!(totals(data), json!([15, 16]));
    fine(data, &["--lowest"]);
    // Ann has 15 to Bob's 16, but a round fewer.
    assert_eq!(shown(data)["leaders"], json!(["Bob"]));
    assert_eq!(shown(data)["wins"], "lowest");
    fine(data, &["--join", "花子", "花子=-2"]);
    assert_eq!(totals(data), json!([15, 16, -2]));
}

#[test]
fn refusals_change_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann=1", "Bob=2"]);
    let before = std::fs::read(data.join("data/score/1.jsonl")).expect("the pad");
    refused(
        data,
        &["Anne=3"],
        2,
        "error: nobody here is called `Anne`\nhint: did you mean `Ann`?\n",
    );
    refused(
        data,
        &["Ann=3", "ann=4"],
        2,
        "error: `Ann` has two scores\nhint: add them up: `ann=5+3`\n",
    );
    refused(
        data,
        &["--round", "7", "Ann=3"],
        2,
        "error: there is no round 7\nhint: there is only round 1 so far\n",
    );
    refused(
        data,
        &["Ann"],
        2,
        "error: `Ann` is not a score\nhint: write a name and a number: `Ann=12` or `Ann=2.5`\n",
    );
    refused(
        data,
        &["--bonus", "road"],
        2,
        "error: there is no score to note\nhint: such as `Ann=2`\n",
    );
    let after = std::fs::read(data.join("data/score/1.jsonl")).expect("the pad");
    assert_eq!(before, after);
    // The first round of a new pad, too: no empty pad is left behind.
    refused(
        data,
        &["--new", "Ann=1", "ANN=2"],
        2,
        "error: two players are called `ANN`\nhint: names must differ in more than capitals\n",
    );
    assert!(!data.join("data/score/2.jsonl").exists());
}

#[test]
fn pads_have_files() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["--table", "friday.jsonl", "Ann=1"]);
    fine(data, &["Ann=1"]);
    assert_eq!(totals(data), json!([2]), "the file used last goes on");
    fine(data, &["--new", "Bob", "Cho", "--lowest"]);
    fine(data, &["Bob=3", "Cho=1"]);
    assert_eq!(shown(data)["leaders"], json!(["Cho"]));
    fine(data, &["--table", "friday.jsonl"]);
    assert_eq!(totals(data), json!([2]));
    let out = run(data, &["--new", "--table", "friday.jsonl", "Ann"]);
    assert_eq!(out.status.code(), Some(1), "nothing is overwritten");
    std::fs::write(data.join("other.txt"), "hello\n").expect("a file");
    let out = run(data, &["--table", "other.txt", "Ann=1"]);
    assert_eq!(out.status.code(), Some(1));
    let kept = std::fs::read_to_string(data.join("other.txt")).expect("the file");
    assert_eq!(kept, "hello\n");
}

/// Every acknowledged note survives, wherever the file is cut off.
#[test]
fn a_cut_file_loses_only_what_is_cut() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let file = data.join("pad.jsonl");
    let mut ends = Vec::new();
    for round in ["Ann=1", "Ann=2", "Ann=4"] {
        fine(data, &["--table", "pad.jsonl", round]);
        ends.push(std::fs::metadata(&file).expect("the pad").len());
    }
    let whole = std::fs::read(&file).expect("the pad");
    for cut in (ends[0] as usize..=whole.len()).step_by(7) {
        std::fs::write(&file, &whole[..cut]).expect("written");
        let rounds = ends.iter().filter(|e| **e <= cut as u64).count();
        assert_eq!(shown(data)["rounds"], rounds, "cut at {cut}");
    }
    std::fs::write(&file, &whole[..whole.len() - 5]).expect("written");
    let out = run(data, &["Ann=8"]);
    assert!(
        text(&out.stderr).starts_with("warning: "),
        "{}",
        text(&out.stderr)
    );
    assert_eq!(totals(data), json!([11]));
    let mut broken = whole;
    broken[ends[0] as usize - 100] ^= 1;
    std::fs::write(&file, &broken).expect("written");
    assert_eq!(run(data, &["Ann=16"]).status.code(), Some(1));
    assert_eq!(std::fs::read(&file).expect("the pad"), broken, "left alone");
}

#[test]
fn many_players_and_long_names() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let mut words: Vec<String> = (1..12).map(|i| format!("Player {i}={i}")).collect();
    words.push(format!("{}=99", "長".repeat(1000)));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let said = fine(data, &words);
    assert!(said.lines().all(|l| l.chars().count() < 200), "{said}");
    let long = format!("{}=1", "x".repeat(1001));
    assert_eq!(run(data, &["--new", &long]).status.code(), Some(2));
}

#[test]
fn halves_are_exact() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    for _ in 0..3 {
        fine(data, &["Ann=0.1", "Bob=2,5"]);
    }
    assert_eq!(totals(data), json!([0.3, 7.5]));
    fine(data, &["Ann=0.7", "Bob=-0.05"]);
    assert_eq!(totals(data), json!([1, 7.45]));
    let csv = fine(data, &["--csv"]);
    assert!(
        csv.contains("round 3,0.1,2.5\nround 4,0.7,-0.05\ntotal,1,7.45\n"),
        "{csv}"
    );
    let said = fine(data, &[]);
    assert!(said.contains("total      1   7.45\n"), "{said}");
    assert!(said.contains("Bob leads with 7.45\n"), "{said}");
    for word in ["Ann=1,000", "Ann=1.234", "Ann=1.2.3", "Ann=.5"] {
        assert_eq!(run(data, &[word]).status.code(), Some(2), "{word}");
    }
}

#[test]
fn who_joins_late_does_not_lead_where_the_lowest_wins() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann=9", "Bob=7", "--lowest"]);
    let said = fine(data, &["--join", "Cho", "Ann=3", "Bob=1", "Cho=4"]);
    assert!(
        said.contains("Bob leads with 8 (the lowest total wins)\n"),
        "{said}"
    );
    assert!(
        said.contains("fewer rounds, so ranked behind: Cho\n"),
        "{said}"
    );
    let ranks: Vec<Value> = shown(data)["players"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| p["rank"].clone())
        .collect();
    assert_eq!(ranks, [2, 1, 3]);
}

#[test]
fn the_pad_of_another_evening_is_named() {
    use kitpress::play::journal::Journal;

    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann=1", "Bob=2"]);
    assert_eq!(text(&run(data, &["Ann=3"]).stderr), "", "the same evening");
    // A pad that was last used two days ago.
    let now = std::time::SystemTime::now();
    let now = now
        .duration_since(std::time::UNIX_EPOCH)
        .expect("a clock")
        .as_secs();
    let body = |text: &str| serde_json::from_str(text).expect("a body");
    let path = data.join("data/score/1.jsonl");
    std::fs::remove_file(&path).expect("removed");
    let old = now - 3 * 86_400;
    let mut pad = Journal::create(&path, "score", body("{}"), old).expect("a pad");
    pad.append(body(r#"{"round":{"Ann":1,"Bob":2}}"#), old + 86_400)
        .expect("noted");
    drop(pad);
    let noted = run(data, &["Ann=4"]);
    assert_eq!(
        text(&noted.stderr),
        "this goes on with `score-1` of Ann, Bob, last used 2 days ago; `--new` begins another pad\n"
    );
    assert!(
        text(&noted.stdout).ends_with("pad score-1, begun 3 days ago; `--new` begins another\n")
    );
    assert_eq!(text(&run(data, &["Ann=4"]).stderr), "", "used just now");
    // Another one, and back again.
    let begun = run(data, &["--new", "Ann=7", "Cho=7"]);
    assert_eq!(
        text(&begun.stderr),
        "the one before is kept: `--table score-1`\n"
    );
    fine(data, &["--table", "score-1"]);
    assert_eq!(totals(data), json!([9, 2]));
    assert_eq!(
        run(data, &["--table", "score-9", "Ann=1"]).status.code(),
        Some(1)
    );
}

#[test]
fn totals_are_drawn_and_names_are_no_formulas() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["=1+1=2", "Bob=4"]);
    fine(data, &["=1+1=6", "Bob=-4"]);
    let said = fine(data, &["--chart"]);
    assert!(said.contains("\n=1+1  ▂█  8\nBob   ▄▁  0\n"), "{said}");
    let csv = fine(data, &["--csv"]);
    assert!(csv.starts_with(",'=1+1,Bob\n"), "{csv}");
    assert!(csv.contains("round 2,6,-4\n"), "{csv}");
}
