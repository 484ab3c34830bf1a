//! What goes wrong around the games: pads, matches, rosters and history under kills, cuts, flips, a full disk, and fifty
//! programs at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::place::{Dice, Place, err};

/// How often everything is tried: `KITPRESS_FAULTS=20` for a long night.
pub fn times() -> usize {
    let times = std::env::var("KITPRESS_FAULTS").ok();
    times.and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn rows(value: &Value) -> usize {
    value.as_array().map_or(0, Vec::len)
}

/// Runs so many programs at once; all must end well.
fn all_at_once(place: &Place, runs: usize, args: &dyn Fn(usize) -> Vec<String>) {
    let children: Vec<_> = (0..runs)
        .map(|n| {
            let args = args(n);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let mut command = place.command(&args);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("kitpress starts")
        })
        .collect();
    for (n, child) in children.into_iter().enumerate() {
        let out = child.wait_with_output().expect("it ends");
        // On a slow machine somebody may have waited long enough; nothing has changed then, and it can be said again.
        if err(&out).contains("in use by another kitpress") {
            let args = args(n);
            place.ok(&args.iter().map(String::as_str).collect::<Vec<_>>());
            continue;
        }
        assert!(out.status.success(), "{}", err(&out));
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn fifty_at_once_lose_nothing() {
    let place = Place::new();
    place.ok(&["score", "Ann=0", "Bob=0"]);
    all_at_once(&place, 50, &|n| words(&format!("score Ann={n}")));
    let pad = place.json(&["score", "--json"]);
    assert_eq!(pad["rounds"], 51);
    assert_eq!(pad["players"][0]["total"], (0..50).sum::<u64>());
    all_at_once(&place, 50, &|n| {
        words(&format!("matches --new Ann Bob P{n}"))
    });
    all_at_once(&place, 50, &|n| {
        words(&format!("roster club{n} Ann,Bob,P{n}"))
    });
    assert_eq!(rows(&place.json(&["roster", "--json"])), 50);
    all_at_once(&place, 50, &|n| {
        words(&format!(
            "start tiny --players Ann,Bob --table away/{n}/my.table"
        ))
    });
    let tables = place.json(&["tables", "--json"]);
    let mut names: Vec<&str> = tables
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|r| r["name"].as_str())
        .collect();
    assert_eq!(names.len(), 1 + 50 + 50);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 101, "a name each");
    assert_eq!(rows(&place.json(&["history", "--json"])), 50);
    // And while others write, history and lists are read.
    all_at_once(&place, 20, &|n| match n % 3 {
        0 => words(&format!("do next --table away/{n}/my.table")),
        1 => words("history --stats --json"),
        _ => words("tables --json"),
    });
    let left = fs::read_dir(place.path("data/roster")).expect("a folder");
    assert_eq!(left.count(), 50, "nothing is left over");
}

/// Pulls the plug at random moments.
fn killed(place: &Place, args: &[&str], after: u64) -> bool {
    let mut command = place.command(args);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("kitpress starts");
    std::thread::sleep(Duration::from_micros(after));
    let _ = child.kill();
    child.wait().expect("gone").success()
}

#[test]
fn what_was_acknowledged_survives_every_kill() {
    let place = Place::new();
    place.ok(&["score", "Ann=0", "Bob=0"]);
    place.ok(&["matches", "Ann", "Bob", "Cho", "--twice"]);
    place.ok(&["roster", "club", "Ann,Bob"]);
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let mut dice = Dice(11);
    let (mut rounds, mut points, mut kills) = (1, 0, 0);
    for n in 0..60 * times() {
        let after = dice.below(30_000) as u64;
        let safe = killed(&place, &["do", "score", "Ann", "fish", "1"], after);
        let shown = place.json(&["show", "--json"]);
        let now = shown["game"]["columns"]["fish"]["Ann"].as_u64();
        let now = now.expect("a number");
        assert!(now == points || now == points + 1, "{now} after {points}");
        assert!(!safe || now == points + 1, "acknowledged, and gone");
        points = now;
        assert_eq!(rows(&place.json(&["history", "--json"])), 1);
        let safe = killed(&place, &["score", "Ann=1"], after);
        let now = place.json(&["score", "--json"])["rounds"]
            .as_u64()
            .expect("a number");
        assert!(now == rounds || now == rounds + 1);
        assert!(!safe || now == rounds + 1, "acknowledged, and gone");
        rounds = now;
        kills += usize::from(!safe);
        let game = n % 6 + 1;
        let result = format!("{game}=draw");
        let safe = killed(&place, &["matches", &result], after);
        let shown = place.json(&["matches", "--json"]);
        let noted = !shown["games"][game - 1]["winners"].is_null();
        assert!(!safe || noted, "acknowledged, and gone");
        let list = format!("Ann,P{n}");
        let before = place.json(&["roster", "club", "--json"]);
        let safe = killed(&place, &["roster", "club", &list], after);
        let after = place.json(&["roster", "club", "--json"]);
        let new = format!("P{n}");
        assert!(
            after["players"][1] == new.as_str() || (after == before && !safe),
            "whole or not at all: {after}"
        );
    }
    assert!(kills > 5 * times(), "{kills} were killed in time");
    println!(
        "{} orders of each of four kinds, {kills} scores killed",
        60 * times()
    );
}

/// The files of pads, matches and rosters.
fn kept(place: &Place) -> Vec<(PathBuf, Vec<&'static str>)> {
    place.ok(&["score", "Ann=1", "Bob=2"]);
    place.ok(&["score", "Ann=3"]);
    place.ok(&["matches", "Ann", "Bob"]);
    place.ok(&["matches", "1=Ann"]);
    place.ok(&["roster", "club", "Ann,Bob"]);
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["do", "win", "Ann"]);
    let roster = fs::read_dir(place.path("data/roster"))
        .expect("a folder")
        .flatten()
        .next();
    vec![
        (place.path("data/score/1.jsonl"), vec!["score", "--json"]),
        (place.path("data/match/1.jsonl"), vec!["matches", "--json"]),
        (
            roster.expect("a list").path(),
            vec!["roster", "club", "--json"],
        ),
        (
            place.path("data/tables/tiny-1.table"),
            vec!["history", "--json"],
        ),
    ]
}

/// Runs a command on a damaged file: it must not panic, nor change the file, nor keep the list of all from being shown.
fn harmless(place: &Place, path: &Path, bytes: &[u8], args: &[&str]) {
    fs::write(path, bytes).expect("written");
    let out = place.run(args);
    assert!(matches!(out.status.code(), Some(0..=2)), "{args:?}");
    assert_eq!(
        fs::read(path).expect("read"),
        bytes,
        "{args:?} has changed the file"
    );
}

#[test]
fn cuts_and_flips_are_told_and_change_nothing() {
    let place = Place::new();
    let mut dice = Dice(3);
    for (path, args) in kept(&place) {
        let whole = fs::read(&path).expect("read");
        let shown = place.run(&args).stdout;
        for _ in 0..12 * times() {
            let at = dice.below(whole.len() - 1);
            harmless(&place, &path, &whole[..at], &args);
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << dice.below(8);
            harmless(&place, &path, &flipped, &args);
            let lists = place.run(&["tables", "--json"]);
            assert!(lists.status.success(), "{}", err(&lists));
        }
        fs::write(&path, &whole).expect("put back");
        assert_eq!(place.run(&args).stdout, shown);
    }
}

/// A disk that takes no more: `ulimit -f` stands for it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_nothing_is_half_written() {
    let place = Place::new();
    kept(&place);
    let listing = |folder: &str| -> Vec<(PathBuf, Vec<u8>)> {
        let mut folders = vec![place.path(folder)];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                match entry.path() {
                    path if path.is_dir() => folders.push(path),
                    path => files.push((path.clone(), fs::read(path).expect("read"))),
                }
            }
        }
        files.sort();
        files
    };
    let before = listing("data");
    for args in [
        &["score", "Ann=7"][..],
        &["matches", "1=Bob"],
        &["roster", "club", "Eve,Dai"],
        &["roster", "new", "Eve,Dai"],
        &["again"],
        &["history", "--bgstats", "out.bgsplay"],
    ] {
        let line = format!(
            "ulimit -f 0; trap '' XFSZ; exec {} \"$@\"",
            env!("CARGO_BIN_EXE_kitpress")
        );
        let template = place.command(args);
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", &line, "sh"])
            .args(args)
            .current_dir(place.dir());
        command.env_clear();
        for (key, value) in template.get_envs() {
            if let Some(value) = value {
                command.env(key, value);
            }
        }
        let out = command.output().expect("it runs");
        assert_eq!(out.status.code(), Some(1), "{args:?}: {}", err(&out));
        assert!(
            err(&out).contains("cannot write"),
            "{args:?}: {}",
            err(&out)
        );
        assert_eq!(listing("data"), before, "{args:?}");
        assert!(!place.path("out.bgsplay").exists());
    }
}

/// Journals of the version before open, in history too.
#[test]
fn history_reads_journals_of_version_1() {
    let place = Place::new();
    let folder = place.path("data/tables");
    fs::create_dir_all(&folder).expect("made");
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/table/version-1");
    let mut made = 0;
    for entry in fs::read_dir(old).expect("a folder").flatten() {
        let path = entry.path();
        let shipped =
            path.extension().is_some_and(|e| e == "table") && path.with_extension("json").exists();
        if shipped {
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("copied");
            made += 1;
        }
    }
    let out = place.run(&["history", "--json"]);
    let told: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!((rows(&told), made), (4, 4), "{}", err(&out));
    let listed = place.json(&["tables", "--json"]);
    assert!(
        listed
            .as_array()
            .expect("a list")
            .iter()
            .all(|r| r.get("error").is_none()),
        "{listed}"
    );
}
