//! `kitpress simulate`: every game and number of players, the same figures on any number of threads.

use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &[&str], threads: &str) -> Output {
    let dir = tempfile::tempdir().expect("a folder");
    Command::new(env!("CARGO_BIN_EXE_kitpress"))
        .arg("simulate")
        .args(args)
        .env("LANG", "C")
        .env("RAYON_NUM_THREADS", threads)
        .env("KITPRESS_DATA", dir.path())
        .output()
        .expect("kitpress runs")
}

fn stats(args: &[&str], threads: &str) -> Value {
    let mut all = args.to_vec();
    all.push("--json");
    let out = run(&all, threads);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{args:?}: {said}");
    serde_json::from_slice(&out.stdout).expect("JSON")
}

#[test]
fn bots_of_both_strengths_play_every_game_with_every_number_of_players() {
    let games: [(&str, std::ops::RangeInclusive<u32>); 5] = [
        ("birth-or-burst", 3..=12),
        ("cat-and-chocolate", 3..=6),
        ("catch-and-run", 2..=4),
        ("cats", 2..=2),
        ("icecool", 2..=4),
    ];
    for (kit, players) in games {
        for n in players {
            for bots in ["random", "sensible"] {
                let number = n.to_string();
                let args = [
                    kit,
                    "--players",
                    number.as_str(),
                    "--games",
                    "5",
                    "--bots",
                    bots,
                ];
                let told = stats(&args, "2");
                assert_eq!(told["games"], 5, "{args:?}");
                assert_eq!(told["wins"].as_array().map(Vec::len), Some(n as usize));
                let ended: u64 = told["endings"]
                    .as_array()
                    .expect("endings")
                    .iter()
                    .filter_map(|e| e["games"].as_u64())
                    .sum();
                assert_eq!(ended, 5, "every game ends in one way: {args:?}");
                assert!(told["length"]["min"].as_u64() > Some(0), "{args:?}");
            }
        }
    }
}

#[test]
fn the_seed_decides_whatever_the_number_of_threads() {
    for kit in ["catch-and-run", "cat-and-chocolate", "icecool"] {
        let args = [kit, "--games", "1500", "--seed", "7"];
        let one = stats(&args, "1");
        assert_eq!(one, stats(&args, "2"), "{kit}");
        assert_eq!(one, stats(&args, "5"), "{kit}");
        let other = stats(&[kit, "--games", "1500", "--seed", "8"], "2");
        assert_ne!(
            one["length"], other["length"],
            "{kit}: another seed, other games"
        );
    }
}

#[test]
fn intervals_hold_the_rate_and_wins_add_up() {
    let told = stats(&["icecool", "--players", "3", "--games", "2000"], "2");
    let mut wins = 0;
    for win in told["wins"].as_array().expect("wins") {
        let number = |key: &str| win[key].as_f64().expect("a number");
        assert!(number("low") <= number("rate") && number("rate") <= number("high"));
        assert!(
            number("high") - number("low") < 0.05,
            "2,000 games say that much"
        );
        wins += win["games"].as_u64().expect("a number");
    }
    let shared = told["shared"]["games"].as_u64().expect("a number");
    assert!(
        wins >= 2000 && wins <= 2000 + 2 * shared,
        "somebody always wins"
    );
}

#[test]
fn strong_bots_beat_weak_ones() {
    let told = stats(
        &[
            "cats",
            "--games",
            "60",
            "--bots",
            "random,sensible",
            "--seed",
            "3",
        ],
        "2",
    );
    let rate = |seat: usize| told["wins"][seat]["rate"].as_f64().expect("a rate");
    assert_eq!(told["wins"][1]["bot"], "sensible");
    assert!(rate(1) > rate(0) + 0.5, "{told}");
}

#[test]
fn what_cannot_be_played_is_refused_with_2() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/salt-in-the-soup");
    for (args, word) in [
        (vec![sample], "no referee"),
        (vec!["catch-and-run", "--players", "7"], "players"),
        (vec!["icecool", "--set", "scoring=silly"], "scoring"),
        (vec!["cats", "--bots", "clever"], "sensible"),
        (vec!["cats", "--games", "0"], "games"),
    ] {
        let out = run(&args, "1");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(word), "{args:?}: {said}");
        assert!(out.stdout.is_empty());
    }
}
