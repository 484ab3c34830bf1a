//! What scripts rely on: exit codes, the shape of JSON, the table used last.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::place::{KIT, Place, err};

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

fn begun(players: &str) -> Place {
    let place = Place::new();
    place.ok(&[
        "start",
        "tiny",
        "--players",
        players,
        "--seed",
        "3",
        "--set",
        "first=Ann",
    ]);
    place
}

#[test]
fn show_has_the_fields_of_the_contract() {
    let place = begun("Ann,Bob");
    let shown = place.json(&["show", "--json"]);
    let expected = [
        "kit", "seats", "settings", "turn", "over", "result", "scores", "need", "game", "practice",
    ];
    assert_eq!(keys(&shown), expected);
    assert_eq!(shown["seats"], json!([{"name": "Ann"}, {"name": "Bob"}]));
    assert_eq!(shown["settings"], json!({"first": "Ann", "rounds": 50}));
    assert_eq!(
        (&shown["turn"], &shown["over"], &shown["result"]),
        (&json!(1), &json!(false), &Value::Null)
    );
    assert_eq!(
        (&shown["kit"], &shown["practice"]),
        (&json!("tiny"), &json!(true))
    );
    let own = place.json(&["show", "--seat", "ANN", "--reveal", "--json"]);
    assert_eq!(own["game"]["hand"].as_array().map(Vec::len), Some(3));
    assert!(own["seats"][0]["role"].is_string() && own["seats"][1].get("role").is_none());
    place.ok(&["do", "win", "Bob"]);
    let over = place.json(&["show", "--json"]);
    assert_eq!(
        over["result"],
        json!({"winners": ["Bob"], "reason": "the table says so"})
    );
    assert!(over["seats"][1]["role"].is_string());
    let japanese = place.json(&["show", "--json", "--lang", "ja"]);
    assert_eq!(japanese["result"]["reason"], json!("卓の申告による"));
}

#[test]
fn a_move_may_be_one_argument_or_many() {
    let place = begun("Ann,Bob");
    let done = place.json(&["do", "score Ann fish 2, Bob mud -1", "--json"]);
    let told = ["Ann: +2 in fish", "Bob: -1 in mud, which counts against"];
    assert_eq!(done["events"], json!(told));
    place.ok(&[
        "do", "score", "Ann", "fish", "2,", "Bob", "mud", "-1,", "Ann", "mud", "-3",
    ]);
    place.ok(&["do", "--", "score", "Bob", "fish", "-2"]);
    let shown = place.json(&["show", "--json"]);
    assert_eq!(
        shown["game"]["columns"],
        json!({"fish": {"Ann": 4, "Bob": -2}, "mud": {"Ann": -3, "Bob": -2}})
    );
    let undone = place.json(&["undo", "--json"]);
    assert_eq!(undone["undone"], json!("score Bob fish -2"));
}

#[test]
fn a_refused_move_ends_with_2_and_changes_nothing() {
    let place = begun("Ann,Bob");
    let file = place.json(&["tables", "--json"])[0]["file"]
        .as_str()
        .expect("a file")
        .to_owned();
    let before = fs::read(&file).expect("the file");
    place.fails(
        2,
        &["do", "play", "Ann", "ace"],
        &["error: Ann does not hold `ace`"],
    );
    place.fails(2, &["do", "dance", "--json"], &["there is no move `dance`"]);
    place.fails(2, &["do"], &["MOVE"]);
    place.fails(2, &["undo"], &["there is no move to take back"]);
    place.ok(&["do", "draw"]);
    let drawn = fs::read(&file).expect("the file");
    let kept = before.len() - 2;
    assert!(drawn.starts_with(&before[..kept]) && drawn.len() > before.len());
    place.fails(
        2,
        &["undo"],
        &["rule: what has been seen cannot be unseen", "hint:"],
    );
    place.fails(2, &["undo", "--lang", "ja"], &["ルール: 一度見えたものは"]);
    assert_eq!(fs::read(&file).expect("the file"), drawn);
    place.ok(&["undo", "--all-agree"]);
    let log = place.json(&["log", "--json"]);
    assert_eq!(
        (&log[1]["do"], &log[1]["undone"]),
        (&json!("draw Ann 1 deck"), &json!(true))
    );
    assert_eq!(
        (&log[2]["undo"], &log[2]["all_agree"]),
        (&json!(1), &json!(true))
    );
}

#[test]
fn start_refuses_with_2_and_leaves_no_file() {
    let place = Place::new();
    let start =
        |players: &'static str| ["start", "tiny", "--table", "t.table", "--players", players];
    let long = "x".repeat(1001);
    for (players, words) in [
        ("Ann", "for 2 to 5 players, not 1"),
        ("Ann,Bob,C,D,E,F", "for 2 to 5 players, not 6"),
        ("Ann,ANN", "two players are called `ANN`"),
        ("Ａｎｎ,ann", "two players are called"),
        ("Zoë,Zoe\u{308}", "two players are called"),
        ("Ann,,Bob", "a name is empty"),
        ("Ann, \u{200b}", "a name is empty"),
        ("Ann,B\u{1b}[2Job", "control character"),
        ("Ann,B\nob", "control character"),
        ("Ann,\u{202e}bob", "control character"),
    ] {
        place.fails(2, &start(players), &[words]);
    }
    place.fails(
        2,
        &["start", "tiny", "--players", &format!("Ann,{long}")],
        &["1001 characters; 1000 is the most"],
    );
    place.fails(2, &["start", "tiny"], &["--players"]);
    place.fails(
        2,
        &["start", "tiny", "--players", "Ann,Bob", "--set", "rounds=x"],
        &["`rounds`"],
    );
    place.fails(
        2,
        &["start", "tiny", "--players", "Ann,Bob", "--set", "color=x"],
        &["no setting `color`"],
    );
    place.fails(
        2,
        &[
            "start",
            "tiny",
            "--players",
            "Ann,Bob",
            "--set",
            "first=Zoe",
        ],
        &["nobody here"],
    );
    place.fails(
        2,
        &["start", "tiny", "--players", "Ann,Bob", "--seed", "x"],
        &["--seed"],
    );
    place.fails(
        1,
        &["start", "no-such-kit", "--players", "Ann,Bob"],
        &["no kit or folder"],
    );
    assert!(!place.path("t.table").exists());
    assert_eq!(place.json(&["tables", "--json"]), json!([]));
    place.ok(&start("Ann,Bob"));
    place.fails(1, &start("Ann,Bob"), &["`t.table` exists already"]);
}

#[cfg(unix)]
#[test]
fn words_that_are_not_utf8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let place = begun("Ann,Bob");
    let bad = std::ffi::OsStr::from_bytes(b"B\xffb");
    for args in [
        &["start", "tiny", "--players"][..],
        &["do", "draw"],
        &["show", "--reveal", "--seat"],
    ] {
        let out = place.command(args).arg(bad).output().expect("runs");
        assert_eq!(out.status.code(), Some(2), "{args:?}: {}", err(&out));
        assert!(err(&out).contains("UTF-8"), "{args:?}: {}", err(&out));
    }
}

#[test]
fn names_are_any_unicode() {
    let place = begun("Ann,Zoë,花子 さん,👩‍👩‍👧,Ünal");
    for name in [
        "zoë",
        "ZOË",
        "Zoe\u{308}",
        "花子 さん",
        "花子　さん",
        "👩‍👩‍👧",
        "ÜNAL",
    ] {
        place.ok(&["show", "--seat", name, "--reveal"]);
        place.ok(&["do", "draw", name, "1"]);
    }
    let long = "長".repeat(1000);
    place.ok(&["start", "tiny", "--players", &format!("Ann,{long}")]);
    place.ok(&["do", "draw", &long]);
    assert!(place.ok(&["show"]).contains(&long));
}

#[test]
fn the_table_used_last_is_the_one_that_is_meant() {
    let place = Place::new();
    place.fails(1, &["show"], &["no table has been used yet"]);
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Cho,Dai",
        "--table",
        "sub/mine.table",
    ]);
    let names = |v: Value| v["seats"][0]["name"].as_str().map(str::to_owned);
    assert_eq!(
        names(place.json(&["show", "--json"])).as_deref(),
        Some("Cho")
    );
    let tables = place.json(&["tables", "--json"]);
    let rows = tables.as_array().expect("a list");
    assert_eq!(rows.len(), 2);
    let fields = [
        "kind", "name", "file", "current", "kit", "seats", "players", "moves", "over", "state",
        "winners", "practice", "began", "last",
    ];
    assert_eq!(keys(&rows[0]), fields);
    assert_eq!(
        (&rows[0]["current"], &rows[1]["current"]),
        (&json!(false), &json!(true))
    );
    let first = rows[0]["file"].as_str().expect("a file");
    place.ok(&["do", "next", "--table", first]);
    assert_eq!(
        names(place.json(&["show", "--json"])).as_deref(),
        Some("Ann")
    );
    fs::remove_file(first).expect("removed");
    place.fails(1, &["show"], &["there is no table", "kitpress tables"]);
    assert!(
        place
            .ok(&["tables"])
            .starts_with("  mine: tiny, Cho, Dai, "),
    );
}

#[test]
fn verify_keeps_the_seed_until_the_end_and_closes_the_table_then() {
    let place = Place::new();
    let made = place.json(&["start", "tiny", "--players", "Ann,Bob", "--json"]);
    let seal = made["commitment"].as_str().expect("a seal").to_owned();
    let early = place.json(&["verify", "--json"]);
    assert_eq!(
        (&early["ok"], &early["seed"], &early["over"]),
        (&json!(true), &Value::Null, &json!(false))
    );
    assert_eq!(keys(&early["draws"][0]), ["label"]);
    place.ok(&["verify", "--noted", &seal[..8]]);
    place.fails(
        1,
        &["verify", "--noted", "00000000"],
        &["neither the seal nor the closing digest", &seal],
    );
    place.fails(2, &["verify", "--noted", "12"], &["at least 8 digits"]);
    place.ok(&["do", "win", "Ann"]);
    let late = place.json(&["verify", "--json", "--noted", &seal]);
    let seed = late["seed"].as_str().expect("the seed").to_owned();
    assert_eq!(keys(&late["draws"][0]), ["label", "order"]);
    place.fails(
        2,
        &["undo"],
        &["seed of this table has been shown", "undo --all-agree"],
    );
    place.fails(2, &["do", "next"], &["seed of this table has been shown"]);
    let again = place.ok(&["verify"]);
    assert!(
        again.contains(&seed) && again.contains("proved:") && again.contains("not proved:"),
        "{again}"
    );
    assert_eq!(
        place.json(&["log", "--json"]).as_array().map(Vec::len),
        Some(3),
        "shown once"
    );
}

#[test]
fn giving_up_shows_the_seed_and_ends_the_game() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let report = place.json(&["verify", "--give-up", "--json"]);
    assert!(report["seed"].is_string());
    let shown = place.json(&["show", "--json"]);
    assert_eq!(
        (&shown["over"], &shown["result"]["winners"]),
        (&json!(true), &json!([]))
    );
    place.fails(2, &["do", "next"], &["cannot be played on"]);
}

#[test]
fn practice_is_marked_everywhere() {
    let place = begun("Ann,Bob");
    for args in [&["show"][..], &["log"], &["verify"], &["tables"]] {
        assert!(place.ok(args).contains("practice"), "{args:?}");
    }
    for args in [
        &["show", "--json"][..],
        &["verify", "--json"],
        &["do", "next", "--json"],
    ] {
        assert_eq!(place.json(args)["practice"], json!(true), "{args:?}");
    }
    assert!(place.ok(&["show", "--lang", "ja"]).contains("練習"));
}

#[test]
fn shuffle_is_a_permutation_that_the_seed_decides() {
    let place = Place::new();
    let shuffle = |more: &[&'static str]| {
        let out = place.json(&[&["shuffle", "tiny", "card", "--json"], more].concat());
        let cards = out["cards"].as_array().expect("cards").clone();
        cards
            .iter()
            .map(|c| c.as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    let one = shuffle(&["--seed", "7"]);
    assert_eq!(one, shuffle(&["--seed", "7"]));
    assert_ne!(one, shuffle(&["--seed", "8"]));
    assert_ne!(
        shuffle(&[]),
        shuffle(&[]),
        "two deals of forty cards are never the same"
    );
    let mut sorted = one;
    sorted.sort();
    assert_eq!(
        sorted,
        (0..40).map(|i| format!("zq{i:02}x")).collect::<Vec<_>>()
    );
    place.fails(1, &["shuffle", "tiny", "crad"], &["did you mean `card`?"]);
}

#[test]
fn a_busy_table_is_waited_for_or_refused() {
    let place = begun("Ann,Bob");
    let mut children: Vec<_> = (0..6)
        .map(|_| {
            let mut command = place.command(&["do", "score", "Ann", "fish", "1"]);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().expect("starts")
        })
        .collect();
    let done = children
        .iter_mut()
        .filter_map(|c| c.wait().ok())
        .filter(|s| s.success())
        .count();
    let shown = place.json(&["show", "--json"]);
    assert_eq!(
        shown["game"]["columns"]["fish"]["Ann"],
        json!(done),
        "what was acknowledged, once each"
    );
    assert!(done > 0);
}

#[test]
fn a_torn_line_is_told_on_stderr_only() {
    let place = begun("Ann,Bob");
    place.ok(&["do", "next"]);
    let file = place.json(&["tables", "--json"])[0]["file"]
        .as_str()
        .expect("a file")
        .to_owned();
    let bytes = fs::read(&file).expect("the file");
    fs::write(&file, &bytes[..bytes.len() - 9]).expect("written");
    let out = place.run(&["show", "--json"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(
        err(&out).starts_with("warning: the end of the file was cut off"),
        "{}",
        err(&out)
    );
    let shown: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(shown["turn"], json!(1));
    place.ok(&["do", "next"]);
    assert_eq!(place.json(&["show", "--json"])["turn"], json!(2));
}

#[test]
fn table_sections_are_strict() {
    for (from, to, words) in [
        ("rounds = 50", "rouns = 50", "did you mean `rounds`?"),
        ("rounds = 50", "rounds = 0", "`rounds` is 0"),
        (
            "rounds = 50",
            "first = \"anybody\"",
            "`first` is `anybody`; it must be one of `random`, `seat`",
        ),
        (
            "component = \"card\"",
            "component = \"crad\"",
            "did you mean `card`?",
        ),
        (
            "deck = \"deck\"",
            "deck = \"dock\"",
            "`[table]` has no deck `dock`",
        ),
        (
            "5 = 2 }",
            "5 = 9 }",
            "the hands of 5 players take 45 cards; deck `deck` has 40",
        ),
        (
            "2 = { wolf = 1, owl = 1 }",
            "2 = { wolf = 2 }",
            "2 players need 2 of the role `wolf`; the kit has 1",
        ),
        (
            "2 = { wolf = 1, owl = 1 }",
            "2 = { wulf = 1, owl = 1 }",
            "did you mean `wolf`?",
        ),
        (
            "2 = { wolf = 1, owl = 1 }\n",
            "",
            "the roles for 2 players are missing",
        ),
        (
            "2 = { wolf = 1, owl = 1 }",
            "2 = { wolf = 1 }",
            "2 players have only 1 role",
        ),
        (
            "2 = { wolf = 1, owl = 1 }",
            "many = { wolf = 1 }",
            "`many` is no number of players",
        ),
        (
            "hidden = \"others\"",
            "hidden = \"yes\"",
            "`hidden` is `yes`",
        ),
        (
            "id = \"mud\"",
            "id = \"fish\"",
            "two of `[[table.score]]` are called `fish`",
        ),
        (
            "component = \"card\"",
            "component = [\"card\", \"card\"]",
            "the cards of `card` are in two decks",
        ),
        ("sign = \"-\"", "sign = \"*\"", "`sign` is `*`"),
        ("bonus = 5\n", "", "`bonus-for` needs a `bonus`"),
        (
            "[[table.hand]]",
            "[table.hand]",
            "written as `[[table.hand]]`",
        ),
        (
            "[table]",
            "[[table.timer]]\nid = \"t\"\n[table]",
            "`seconds` is missing",
        ),
    ] {
        assert!(KIT.contains(from), "{from}");
        let place = Place::with(&KIT.replacen(from, to, 1));
        place.fails(
            1,
            &["start", "tiny", "--players", "Ann,Bob"],
            &[words, "kit.toml"],
        );
    }
}

#[test]
fn a_table_whose_seed_was_shown_is_opened_again_when_all_agree() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["do", "next"]);
    place.ok(&["do", "win", "Ann"]);
    let first = place.json(&["verify", "--json"]);
    let undone = place.ok(&["undo", "--all-agree"]);
    assert!(
        undone.contains("win Ann") && undone.contains("new seed; its seal"),
        "{undone}"
    );
    let shown = place.json(&["show", "--json"]);
    assert_eq!(shown["over"], json!(false));
    // The new seed is as secret as the old one was, and deals what is still hidden.
    let open = place.json(&["verify", "--json"]);
    let again = &open["reopened"][0];
    assert_eq!(
        (&open["seed"], &again["seed"]),
        (&Value::Null, &Value::Null)
    );
    let seal = again["commitment"].as_str().expect("a seal").to_owned();
    assert!(undone.contains(&seal), "{undone}");
    let log = place.json(&["log", "--json"]);
    assert_eq!(log[4]["reopened"], json!(true), "{log}");
    assert!(place.ok(&["log"]).contains("opened again with a new seed"));
    place.ok(&["do", "draw", "Ann"]);
    place.ok(&["do", "win", "Bob"]);
    let last = place.json(&["verify", "--json", "--noted", &seal]);
    assert_eq!(last["seed"], first["seed"]);
    let seeds = [&last["seed"], &last["reopened"][0]["seed"]];
    assert!(
        seeds.iter().all(|s| s.is_string()) && seeds[0] != seeds[1],
        "{last}"
    );
    assert_ne!(first["closing"], last["closing"]);
    // What was noted at the first end is still a line of the file.
    let noted = first["closing"].as_str().expect("a digest");
    assert!(
        place
            .ok(&["verify", "--noted", noted])
            .contains("those of line 3")
    );
}

#[test]
fn a_game_that_was_given_up_goes_on_where_it_stood_when_all_agree() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["do", "draw", "Ann"]);
    let hand = |place: &Place| {
        place.json(&["show", "--seat", "Ann", "--reveal", "--json"])["game"]["hand"].clone()
    };
    let before = hand(&place);
    place.ok(&["verify", "--give-up"]);
    place.ok(&["undo", "--all-agree"]);
    assert_eq!(hand(&place), before);
    place.ok(&["do", "draw", "Bob"]);
    assert_eq!(place.json(&["show", "--json"])["over"], json!(false));
}

#[test]
fn a_practice_table_keeps_its_seed_when_it_is_opened_again() {
    let deal = |seed: &str| {
        let place = Place::new();
        place.ok(&["start", "tiny", "--players", "Ann,Bob", "--seed", seed]);
        place.ok(&["verify", "--give-up"]);
        place.ok(&["undo", "--all-agree"]);
        place.ok(&["do", "draw", "Ann"]);
        let shown = place.json(&["show", "--seat", "Ann", "--reveal", "--json"]);
        shown["game"]["hand"].clone()
    };
    assert_eq!(deal("7"), deal("7"));
    assert_ne!(deal("7"), deal("8"));
}

#[test]
fn fifty_tables_at_once_get_fifty_names() {
    let place = Place::new();
    for (args, folder) in [
        (&["start", "tiny", "--players", "Ann,Bob"][..], "tables"),
        (&["score", "Ann=1", "Bob=2", "--new"], "score"),
    ] {
        let children: Vec<_> = (0..50)
            .map(|_| {
                let mut command = place.command(args);
                command.stdout(Stdio::piped()).stderr(Stdio::piped());
                command.spawn().expect("kitpress starts")
            })
            .collect();
        for child in children {
            let out = child.wait_with_output().expect("it ends");
            assert!(out.status.success(), "{}", err(&out));
        }
        let made = fs::read_dir(place.path("data").join(folder)).expect("a folder");
        assert_eq!(
            made.count(),
            50,
            "{folder}: a table each, and nothing left over"
        );
    }
}

#[cfg(unix)]
#[test]
fn everything_that_is_kept_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = begun("Ann,Bob");
    place.ok(&["score", "Ann=1", "Bob=2"]);
    let mut folders = vec![place.path("data")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        let mode = |path: &std::path::Path| {
            let meta = fs::metadata(path).expect("it is there");
            meta.permissions().mode() & 0o777
        };
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files += 1;
                assert_eq!(mode(&path), 0o600, "{}", path.display());
            }
        }
    }
    assert_eq!(files, 4, "a table, a pad, and a note of each");
}

#[test]
fn tables_lists_pads_and_matches_by_the_names_that_go_back_to_them() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["start", "tiny", "--players", "Cho,Dai"]);
    place.ok(&["score", "Ann=1.5", "Bob=2"]);
    place.ok(&["score", "--new", "Eve=1"]);
    place.ok(&["matches", "Ann", "Bob", "Cho"]);
    place.ok(&["matches", "1=draw"]);
    place.ok(&["do", "win", "Dai"]);
    let said = place.ok(&["tables"]);
    // A date and a time of day are told, whatever they are.
    let dates = |line: &str| -> String {
        let (facts, dated) = line.split_once("; ").expect("facts and dates");
        let (began, last) = dated.split_once(", ").expect("two dates");
        assert_eq!(began.len(), "2026-11-18 20:15".len(), "{line}");
        format!("{facts}; {last}")
    };
    let lines: Vec<String> = said.lines().map(dates).collect();
    assert_eq!(
        lines,
        [
            "  tiny-1: tiny, Ann, Bob, 0 moves, under way; last used just now",
            "* tiny-2: tiny, Cho, Dai, 1 move, won by Dai; last used just now",
            "  score-1: score pad, Ann, Bob, 1 round; last used just now",
            "* score-2: score pad, Eve, 1 round; last used just now",
            "* match-1: match, Ann, Bob, Cho, 1 of 3 games played; last used just now",
        ]
    );
    let rows = place.json(&["tables", "--json"]);
    let kinds: Vec<&Value> = rows
        .as_array()
        .expect("a list")
        .iter()
        .map(|r| &r["kind"])
        .collect();
    assert_eq!(kinds, ["table", "table", "score", "score", "match"]);
    assert_eq!(rows[2]["leaders"], json!(["Bob"]));
    assert_eq!(
        (&rows[4]["played"], &rows[4]["over"]),
        (&json!(1), &json!(false))
    );
    // Short names go wherever a file goes.
    place.ok(&["do", "next", "--table", "tiny-1"]);
    assert_eq!(
        place.json(&["show", "--json", "--table", "tiny-1"])["turn"],
        2
    );
    assert_eq!(
        place.json(&["show", "--json", "--table", "tiny-2"])["turn"],
        1
    );
    place.fails(
        1,
        &["show", "--table", "tiny-3"],
        &["there is no table `tiny-3`"],
    );
}

#[test]
fn a_short_name_means_one_thing() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["score", "Ann=1"]);
    place.ok(&["matches", "Ann", "Bob"]);
    let elsewhere = [
        (
            vec!["score", "--table", "match-1", "Ann=1"],
            "`match-1` is a match",
        ),
        (vec!["score", "--table", "tiny-1"], "`tiny-1` is a table"),
        (
            vec!["matches", "--table", "score-1"],
            "`score-1` is a score pad",
        ),
        (vec!["show", "--table", "match-1"], "`match-1` is a match"),
        (
            vec![
                "start",
                "tiny",
                "--players",
                "Ann,Bob",
                "--table",
                "score-1",
            ],
            "`score-1` is a score pad",
        ),
        (
            vec!["start", "tiny", "--players", "Ann,Bob", "--table", "tiny-1"],
            "`tiny-1` is a table",
        ),
        (vec!["score", "--table", "friday"], "there is no `friday`"),
        (vec!["matches", "--table", "friday"], "there is no `friday`"),
    ];
    for (line, expected) in elsewhere {
        place.fails(1, &line, &[expected]);
    }
    for name in ["match-1", "score-1", "tiny-1", "friday"] {
        assert!(!place.path(name).exists(), "{name}");
    }
}

#[test]
fn fifty_scores_at_once_make_one_pad() {
    let place = Place::new();
    let all: Vec<_> = (0..50)
        .map(|_| {
            let mut command = place.command(&["score", "Ann=1", "Bob=2"]);
            command.stdout(Stdio::null()).stderr(Stdio::piped());
            command.spawn().expect("kitpress starts")
        })
        .collect();
    for child in all {
        let out = child.wait_with_output().expect("it ends");
        assert!(out.status.success(), "{}", err(&out));
    }
    let pad = place.json(&["score", "--json"]);
    assert_eq!(
        (&pad["name"], &pad["rounds"]),
        (&json!("score-1"), &json!(50))
    );
    assert_eq!(pad["players"][1]["total"], 100);
}
