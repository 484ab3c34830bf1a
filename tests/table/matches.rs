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
fn a_draw_is_half_a_point_where_not_everybody_plays_every_game() {
    let points = |args: &[&str]| {
        let dir = tempfile::tempdir().expect("a folder");
        fine(dir.path(), args);
        fine(dir.path(), &["1=draw"]);
        let shown: Value = serde_json::from_str(&fine(dir.path(), &["--json"])).expect("JSON");
        shown["standings"][0]["points"].clone()
    };
    for form in ["swiss", "round-robin"] {
        assert_eq!(points(&["Ann", "Bob", "Cho", "Dai", "--form", form]), 0.5);
    }
    let said = ["Ann", "Bob", "--form", "swiss", "--points", "3,1,0"];
    assert_eq!(points(&said), 1);
    // Most wins, as the rules of its matches say.
    assert_eq!(points(&["Ann", "Bob", "--form", "catch-and-run"]), 0);
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
        "error: a match needs at least 2 players\nhint: name the players: `kitpress matches Ann Bob Cho`\n",
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
        "error: a new match needs the names of its players\nhint: name the players: `kitpress matches Ann Bob Cho`\n",
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
    // Bob and Cho have won one each; Cho won the one between them.
    assert!(fine(data, &["3=draw"]).contains("Cho wins the match"));
    assert_eq!(run(data, &["--table", "match-7"]).status.code(), Some(1));
    assert_eq!(run(data, &["--new"]).status.code(), Some(2));
    assert_eq!(run(data, &["--new", "Ann", "1=Ann"]).status.code(), Some(2));
    // After the end a new match needs no more words, but a slip is still one.
    assert_eq!(run(data, &["3", "Ann"]).status.code(), Some(2));
    fine(data, &["Ann", "Bob"]);
    assert!(fine(data, &[]).ends_with("match match-3, begun just now\n"));
}

#[test]
fn a_swiss_system_pairs_itself() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let began = fine(
        data,
        &[
            "Ann", "Bob", "Cho", "Dai", "Eve", "--form", "swiss", "--rounds", "3",
        ],
    );
    assert!(began.starts_with("round 1, Eve sits out\n"), "{began}");
    assert!(
        began.contains("2 more rounds, paired by what comes out\n"),
        "{began}"
    );
    fine(data, &["1=3:1"]);
    let next = fine(data, &["2=draw"]);
    assert!(next.contains("round 2, "), "{next}");
    let undone = run(data, &["--undo"]);
    assert_eq!(
        text(&undone.stderr),
        "taken back: the draw of game 2, and the round that was paired after it\n"
    );
    assert!(!text(&undone.stdout).contains("round 2"));
    fine(data, &["2=draw", "--join", "Fay"]);
    let shown: Value = serde_json::from_str(&fine(data, &["--json"])).expect("JSON");
    assert_eq!(shown["players"].as_array().map(Vec::len), Some(6));
    assert_eq!(shown["byes"], json!([{"round": 1, "name": "Eve"}]));
    assert_eq!(
        shown["games"].as_array().map(Vec::len),
        Some(5),
        "Fay plays"
    );
    let said = run(data, &["--leave", "fay"]);
    assert!(text(&said.stdout).contains("Fay"));
    let csv = fine(data, &["--csv", "--results"]);
    assert!(
        csv.starts_with("game,round,side 1,side 2,winner,score,played,table\n1,1,"),
        "{csv}"
    );
    assert!(csv.contains(",3:1,yes,\n"), "{csv}");
    let csv = fine(data, &["--csv", "--standings"]);
    let head = "rank,name,points,won,drawn,lost,byes,left,buchholz,head-to-head,margin\n";
    assert!(csv.starts_with(head), "{csv}");
}

#[test]
fn ties_are_decided_and_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann", "Bob", "Cho"]);
    let shown: Value = serde_json::from_str(&fine(data, &["--json"])).expect("JSON");
    // Everybody wins once: the margin tells them apart.
    for (winner, loser, score) in [("Ann", "Bob", 9), ("Bob", "Cho", 5), ("Cho", "Ann", 3)] {
        let games = shown["games"].as_array().expect("games");
        let names = |g: &Value| g["sides"].to_string();
        let game = games
            .iter()
            .find(|g| names(g).contains(winner) && names(g).contains(loser))
            .expect("they meet");
        let first = game["sides"][0]["players"][0] == winner;
        let (a, b) = if first { (score, 0) } else { (0, score) };
        fine(data, &[&format!("{}={a}:{b}", game["game"])]);
    }
    let said = fine(data, &["--standings"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[0],
        " 1. Ann  1 point (1 won, 0 drawn, 1 lost); ahead of Cho by margin, 6 to -2"
    );
    assert_eq!(lines.last(), Some(&"Ann wins the match"), "{said}");
    let none = ["--new", "Ann", "Bob", "--ties", "none"];
    fine(data, &none);
    refused(
        data,
        &["--new", "Ann", "Bob", "--ties", "luck"],
        "error: there is no tie-break `luck`\nhint: tie-breaks: `head-to-head`, `margin`, `buchholz`; or none\n",
    );
    refused(
        data,
        &["--new", "Ann", "Bob", "--form", "tango"],
        "error: there is no form `tango`\nhint: forms: `round-robin`, `sides`, `roles`, `swiss`, `knockout`; or a kit that has one\n",
    );
}

#[test]
fn a_knockout_of_five() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let args = [
        "Ann", "Bob", "Cho", "Dai", "Eve", "--form", "knockout", "--third",
    ];
    let said = fine(data, &args);
    assert!(
        said.starts_with("quarter-finals; byes: Ann, Bob, Cho\n"),
        "{said}"
    );
    assert!(said.contains("Ann – winner of game 1"), "{said}");
    assert!(
        said.contains("for the third place\n4  loser of game 2 – loser of game 3\n"),
        "{said}"
    );
    refused(
        data,
        &["1=draw"],
        "error: a game of a knockout needs a winner\nhint: play on until one wins, and note who: `1=NAME`\n",
    );
    fine(data, &["1=Eve", "2=Eve", "3=Cho", "4=Bob"]);
    let said = fine(data, &["5=Cho:2:2"]);
    assert!(said.contains("Cho wins the match"), "{said}");
    assert!(said.contains("won by Cho, 2:2"), "{said}");
    refused(
        data,
        &["1=Dai"],
        "error: game 2 was played by the winner of game 1\nhint: open it first: `2=`\n",
    );
}

#[test]
fn an_old_match_opens_and_goes_on() {
    use kitpress::play::journal::Journal;

    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let body = |text: &str| serde_json::from_str(text).expect("a body");
    let header = r#"{"players":["Ann","Bob","Cho"],"form":"round-robin","twice":false,"roles":[],"points":[1,0,0]}"#;
    let path = data.join("old.jsonl");
    let mut old = Journal::create(&path, "match", body(header), 1).expect("a match");
    for line in [
        r#"{"game":1,"winners":[0]}"#,
        r#"{"game":1,"winners":null}"#,
        r#"{"undo":true}"#,
        r#"{"game":2,"winners":[]}"#,
    ] {
        old.append(body(line), 2).expect("noted");
    }
    drop(old);
    let said = fine(data, &["--table", "old.jsonl"]);
    assert!(
        said.contains("won by Ann") || said.contains("won by Bob"),
        "{said}"
    );
    fine(data, &["3=draw"]);
    assert!(fine(data, &[]).contains("wins the match"));
}

/// A kit that is over when somebody says so.
const SHORT: &str = r#"
[kit]
id = "tiny"
players = [2, 2]

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
rows = "cards.csv"

[table]
first = "seat"
"#;

#[test]
fn tables_tell_their_match_how_they_ended() {
    let place = crate::place::Place::with(SHORT);
    let json = |place: &crate::place::Place| -> Value {
        serde_json::from_str(&place.ok(&["matches", "--json"])).expect("JSON")
    };
    place.ok(&[
        "matches", "Ann", "Bob", "Cho", "--form", "swiss", "--rounds", "2",
    ]);
    place.ok(&[
        "start",
        "tiny",
        "--match",
        "match-1",
        "--table",
        "one.table",
    ]);
    let first = json(&place)["games"][0].clone();
    let players = [
        &first["sides"][0]["players"][0],
        &first["sides"][1]["players"][0],
    ];
    let players = players.map(|p| p.as_str().expect("a name").to_owned());
    let shown = place.json(&["show", "--table", "one.table", "--json"]);
    assert_eq!(shown["seats"][0]["name"], players[0]);
    place.fails(
        2,
        &["start", "tiny", "--match", "match-1"],
        &["every game that can be played is being played"],
    );
    place.fails(
        2,
        &["start", "tiny", "--match", "match-1", "--pairing", "1"],
        &["game 1 is being played at", "kitpress play --table"],
    );
    place.ok(&[
        "do",
        "score",
        &players[0],
        "7,",
        &players[1],
        "2+3",
        "--table",
        "one.table",
    ]);
    place.ok(&["do", "end", "--table", "one.table"]);
    let out = place.run(&["matches"]);
    assert!(
        crate::place::err(&out).starts_with("game 1 is over at `"),
        "{}",
        crate::place::err(&out)
    );
    let after = json(&place);
    assert_eq!(after["games"][0]["winners"], json!([players[0]]));
    assert_eq!(after["games"][0]["scores"], json!([7, 5]));
    assert_eq!(
        after["games"].as_array().map(Vec::len),
        Some(2),
        "the next round is paired"
    );
    // A move that is taken back at the table opens the game again, with the round that came of it.
    place.ok(&["undo", "--all-agree", "--table", "one.table"]);
    let out = place.run(&["matches"]);
    assert!(
        crate::place::err(&out).contains("game 1 is open again: `"),
        "{}",
        crate::place::err(&out)
    );
    let again = json(&place);
    assert_eq!(again["games"][0]["winners"], Value::Null);
    assert_eq!(again["games"].as_array().map(Vec::len), Some(1));
    place.ok(&["do", "win", &players[1], "--table", "one.table"]);
    assert_eq!(
        json_quiet(&place)["games"][0]["winners"],
        json!([players[1]])
    );
    // What people note stands, whatever the table says.
    let noted = format!("1={}", players[0]);
    place.ok(&["matches", &noted]);
    assert_eq!(
        json_quiet(&place)["games"][0]["winners"],
        json!([players[0]])
    );
}

#[test]
fn a_side_wins_at_its_table_as_a_whole() {
    let place = crate::place::Place::with(&SHORT.replace("[2, 2]", "[2, 4]"));
    place.ok(&["matches", "Ann", "Bob", "Cho", "Dai", "--form", "sides"]);
    place.ok(&["start", "tiny", "--match", "match-1"]);
    place.ok(&["do", "win", "Bob"]);
    let won = json_quiet(&place)["games"][0]["winners"].clone();
    assert_eq!(won, json!(["Ann", "Bob"]));
}

fn json_quiet(place: &crate::place::Place) -> Value {
    let out = place.run(&["matches", "--json"]);
    serde_json::from_slice(&out.stdout).expect("JSON")
}

#[test]
fn a_kit_says_how_its_matches_are_played() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(
        data,
        &["Ann", "Bob", "Cho", "Dai", "--form", "catch-and-run"],
    );
    let start = |args: &[&str]| feed(command(data, &["start", "catch-and-run"]).args(args), "");
    let out = start(&[
        "--match",
        "match-1",
        "--pairing",
        "2",
        "--seed",
        "1",
        "--json",
    ]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let shown: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let role = |name: &str| shown["game"]["pieces"][name]["role"].clone();
    assert_eq!(
        (role("Cho"), role("Dai")),
        (json!("educator"), json!("educator"))
    );
    assert_eq!((role("Ann"), role("Bob")), (json!("baby"), json!("baby")));
    let japanese = fine(
        data,
        &[
            "--new",
            "Ann",
            "Bob",
            "--form",
            "catch-and-run",
            "--lang",
            "ja",
        ],
    );
    assert!(japanese.contains("教育ペンギン"), "{japanese}");
}

/// Every acknowledged result survives, wherever the file is cut off.
#[test]
fn a_cut_match_loses_only_what_is_cut() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    let file = data.join("cup.jsonl");
    let names = [
        "Ann", "Bob", "Cho", "Dai", "--form", "swiss", "--rounds", "2",
    ];
    fine(data, &[&["--table", "cup.jsonl"], &names[..]].concat());
    let mut ends = vec![(std::fs::metadata(&file).expect("a match").len(), 0)];
    for (n, result) in ["1=2:1", "2=draw", "3=1:0"].iter().enumerate() {
        fine(data, &["--table", "cup.jsonl", result]);
        ends.push((std::fs::metadata(&file).expect("a match").len(), n + 1));
    }
    let whole = std::fs::read(&file).expect("the match");
    let from = ends[0].0 as usize;
    for cut in (from..=whole.len()).step_by(11) {
        std::fs::write(&file, &whole[..cut]).expect("written");
        let out = run(data, &["--table", "cup.jsonl", "--json"]);
        let shown: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let games = shown["games"].as_array().expect("games");
        let noted = games.iter().filter(|g| !g["winners"].is_null()).count();
        let safe = ends
            .iter()
            .filter(|(end, _)| *end <= cut as u64)
            .map(|(_, n)| *n);
        assert!(noted >= safe.max().unwrap_or(0), "cut at {cut}");
        // It goes on from there.
        std::fs::write(&file, &whole[..cut]).expect("written");
        fine(data, &["--table", "cup.jsonl", "1=Ann"]);
    }
}

/// Killed while results come in: whatever was answered is there.
#[test]
fn a_killed_match_keeps_what_was_answered() {
    use std::process::Stdio;

    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann", "Bob", "Cho", "Dai", "Eve", "Fay"]);
    let mut dice = crate::place::Dice(5);
    let mut noted = 0;
    for game in 1..=15 {
        let word = format!("{game}=draw");
        loop {
            let mut child = command(data, &["matches", &word, "--json"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("kitpress starts");
            std::thread::sleep(std::time::Duration::from_micros(dice.below(30_000) as u64));
            let _ = child.kill();
            let out = child.wait_with_output().expect("it ends");
            let answered = serde_json::from_slice::<Value>(&out.stdout).is_ok();
            let shown: Value = serde_json::from_str(&fine(data, &["--json"])).expect("JSON");
            let games = shown["games"].as_array().expect("games");
            let now = games.iter().filter(|g| !g["winners"].is_null()).count();
            assert!(now >= noted && now <= noted + 1);
            assert!(!answered || now == noted + 1, "answered, but not kept");
            if now > noted {
                noted = now;
                break;
            }
        }
    }
}

/// A disk that takes no more: said, and nothing of what was there is spoilt.
#[cfg(unix)]
#[test]
fn a_full_disk_spoils_neither_match_nor_pad() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann", "Bob", "Cho"]);
    fine(data, &["1=draw"]);
    feed(&mut command(data, &["score", "Ann=1", "Bob=2"]), "");
    for (file, words) in [
        ("match/1.jsonl", "matches 2=draw"),
        ("score/1.jsonl", "score Ann=3"),
    ] {
        let path = data.join("data").join(file);
        let before = std::fs::read(&path).expect("a journal");
        // No file may become larger than it is: in blocks of 512 bytes.
        let blocks = before.len() / 512;
        let script = format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$0\" {words}");
        let program = env!("CARGO_BIN_EXE_kitpress");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script, program]).current_dir(data);
        shell
            .env("KITPRESS_DATA", data.join("data"))
            .env("LANG", "C");
        let out = shell.output().expect("a shell");
        assert_eq!(out.status.code(), Some(1), "{words}: {}", text(&out.stderr));
        assert_eq!(text(&out.stdout), "", "{words}");
        let after = std::fs::read(&path).expect("a journal");
        assert!(after.starts_with(&before), "{words}");
        let mut again = command(data, &words.split(' ').collect::<Vec<_>>());
        assert_eq!(feed(&mut again, "").status.code(), Some(0), "{words}");
    }
}

#[test]
fn a_match_is_printed() {
    let dir = tempfile::tempdir().expect("a folder");
    let data = dir.path();
    fine(data, &["Ann", "花子 *x* :y: <b>", "Cho 🦊"]);
    let said = fine(data, &["--print", "--paper", "a4"]);
    assert_eq!(said, "out/match-1.en.a4.pdf: 2 pages\n");
    let bytes = std::fs::read(data.join("out/match-1.en.a4.pdf")).expect("a PDF");
    assert!(bytes.starts_with(b"%PDF"));
    for form in ["swiss", "knockout", "roles"] {
        let roles = if form == "roles" {
            &["--roles", "x"][..]
        } else {
            &[]
        };
        fine(
            data,
            &[
                &["--new", "Ann", "Bob", "Cho", "Dai", "--form", form],
                roles,
            ]
            .concat(),
        );
        let args = [
            "--print", "--paper", "letter", "--lang", "ja", "--out", "s.pdf",
        ];
        assert!(fine(data, &args).starts_with("s.pdf: "), "{form}");
    }
    assert_eq!(
        run(data, &["--print", "--paper", "100x100mm"])
            .status
            .code(),
        Some(1)
    );
}
