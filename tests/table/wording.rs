//! What people read while games are played: whole games of every kind, from the first question to the end, in both
//! languages, searched for numbers that do not fit their words and for things said twice or of nothing.

use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::Skill;
use kitpress::play::table::{Start, Table};

use crate::place::{Place, feed, text};

/// What is counted, where more than one is meant.
const MANY: [&str; 28] = [
    "cards", "items", "pages", "points", "moves", "turns", "rounds", "lives", "penguins", "events",
    "squares", "players", "games", "votes", "thumbs", "catches", "specials", "minutes", "seconds",
    "hours", "pieces", "columns", "tables", "fishes", "files", "roles", "wins", "days",
];

/// Numbers that do not fit their words: `1 arm cards`, `2 point`; and what is told of nothing.
fn slips(line: &str) -> Vec<String> {
    // What stands far apart belongs to different columns.
    line.split("  ").flat_map(slips_of).collect()
}

fn slips_of(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let bare = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    let ends = |word: &str| word.ends_with(|c: char| !c.is_alphanumeric());
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let number: Option<u32> = word.trim_start_matches(['(', '+', '[']).parse().ok();
        // `round 1, cards`, `turn 1 of 3`, `#1 cards`: the number of something is no count.
        let of = at.checked_sub(1).map(|before| bare(words[before]));
        let named = [
            "round", "turn", "game", "row", "cat", "player", "run", "game", "table", "step",
        ];
        let named = of.is_some_and(|of| named.contains(&of.as_str()));
        let Some(number) = number.filter(|_| !named) else {
            continue;
        };
        let mut behind = words[at + 1..].iter().take(2).map(|w| (bare(w), ends(w)));
        let (first, second) = (behind.next(), behind.next());
        let many = |word: &str| MANY.contains(&word);
        let one = |word: &str| MANY.contains(&format!("{word}s").as_str());
        // Only an adjective may stand between, as in `1 arm card`; and `3 item cards` are more than one.
        let second = second.filter(|_| first.as_ref().is_some_and(|(_, last)| !last));
        match (first, second) {
            (Some((noun, _)), _) if number == 1 && many(&noun) => out.push(format!("1 {noun}")),
            (Some((first, _)), Some((noun, _))) if number == 1 && many(&noun) => {
                out.push(format!("1 {first} {noun}"));
            }
            (Some((noun, _)), second) if number != 1 && one(&noun) => {
                let pair = second.is_some_and(|(next, _)| many(&next));
                out.extend((!pair).then(|| format!("{number} {noun}")));
            }
            _ => {}
        }
    }
    out.extend(line.contains("(0 more").then(|| "(0 more".to_owned()));
    out.extend(line.contains("(あと0").then(|| "(あと0".to_owned()));
    out
}

#[test]
fn slips_are_found() {
    for (line, found) in [
        ("Ann draws 1 arm cards", vec!["1 arm cards"]),
        ("Bob: 1 points; 2 cards", vec!["1 points"]),
        ("3 item left, 0 point", vec!["3 item", "0 point"]),
        ("fish due (0 more in row 1, 1 in row 8)", vec!["(0 more"]),
        ("1 card, 2 cards, 0 points, +1 point", vec![]),
        ("round 1 cards; turn 1: points; cat 1 moves", vec![]),
        ("`vote 2 1` is 2 up, 1 down; cards", vec![]),
    ] {
        assert_eq!(slips(line), found, "{line}");
    }
}

/// A kit, players, settings.
type Evening = (&'static str, &'static str, &'static [&'static str]);

const EVENINGS: [Evening; 15] = [
    ("catch-and-run", "Ann,Bob,Cho,Dai", &[]),
    ("catch-and-run", "Ann,Bob,Cho", &[]),
    ("catch-and-run", "Ann,Bob", &["match=2"]),
    ("catch-and-run", "Ann,Bob", &["cards=app"]),
    ("catch-and-run", "Ann,Bob,Cho,Dai", &["variant=individual"]),
    ("birth-or-burst", "Ann,Bob,Cho", &[]),
    ("birth-or-burst", "Ann,Bob,Cho,Dai,Eve", &["leaders=2"]),
    ("birth-or-burst", "Ann,Bob,Cho", &["coop=on"]),
    ("cat-and-chocolate", "Ann,Bob,Cho", &[]),
    ("cat-and-chocolate", "Ann,Bob,Cho,Dai", &["cards=app"]),
    ("cats", "Ann,Bob", &[]),
    ("icecool", "Ann,Bob,Cho", &[]),
    ("icecool", "Ann,Bob", &["scoring=tournament"]),
    ("icecool", "Ann,Bob", &["cards=table"]),
    ("samples/salt-in-the-soup", "Ann,Bob,Cho,Dai", &[]),
];

/// The moves of a random game, as they would be typed.
fn moves(place: &Place, (kit, players, set): Evening, seed: u64) -> Vec<String> {
    let kit = kitpress::load(&path(kit)).expect("a kit");
    let pair = |s: &&str| s.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned()));
    let start = Start {
        kit: &kit,
        seats: players.split(',').map(str::to_owned).collect(),
        settings: set.iter().filter_map(pair).collect(),
        seed: Seed::practice(seed),
        practice: true,
    };
    let file = place.path(&format!("{}-{seed}.bots", kit.id));
    let mut table = Table::start(&file, start, 1).unwrap_or_else(|e| panic!("{e:?}"));
    let skills = vec![Skill::Random; players.split(',').count()];
    let mut dice = Dice::new(&Seed::practice(seed), "wording");
    let mut moves = Vec::new();
    while let Some(text) = table
        .choose(&skills, &mut dice)
        .filter(|_| moves.len() < 400)
    {
        table
            .act(&text, 1)
            .unwrap_or_else(|e| panic!("{text}: {e:?}"));
        moves.push(text);
    }
    std::fs::remove_file(file).expect("removed");
    moves
}

fn path(kit: &str) -> String {
    match kit.starts_with("samples/") {
        true => format!("{}/{kit}", env!("CARGO_MANIFEST_DIR")),
        false => kit.to_owned(),
    }
}

/// What is wrong with what was said after a move.
fn faults(part: &str, players: &str) -> Vec<String> {
    let mut out: Vec<String> = part.lines().flat_map(slips).collect();
    for name in players.split(',') {
        for turn in [format!("{name}'s turn"), format!("{name}の番")] {
            if part.matches(&turn).count() > 1 {
                out.push(format!("{turn}, twice"));
            }
        }
    }
    let over = part.contains("the game is over") || part.contains("ゲームは終わり");
    let look = part.contains("something to look at") || part.contains("見るものがあります");
    out.extend((over && look).then(|| "something to look at after the end".to_owned()));
    out
}

#[test]
fn games_are_told_in_words_that_fit() {
    let place = Place::new();
    let (mut games, mut answers) = (0, 0);
    let mut wrong = Vec::new();
    for evening in EVENINGS {
        let (kit, players, set) = evening;
        for seed in [7] {
            let moves = moves(&place, evening, seed);
            for lang in ["en", "ja"] {
                let (kit, seed) = (path(kit), seed.to_string());
                let mut args = vec!["play", &kit, "--players", players, "--seed", &seed];
                args.extend(set.iter().flat_map(|s| ["--set", s]));
                args.extend(["--lang", lang]);
                let said = hear(&place, &args, &moves);
                // What was said after each move, and the table each time.
                let parts: Vec<&str> = said.split(MARK).collect();
                assert_eq!(parts.len(), 2 * moves.len() + 2, "{kit}: {said}");
                games += 1;
                answers += parts.len();
                for part in parts {
                    for fault in faults(part, players) {
                        wrong.push(format!("{kit} {set:?} {lang}: {fault}\n{part}"));
                    }
                }
            }
        }
    }
    for command in [
        &["tables"][..],
        &["history"],
        &["history", "--stats", "--practice"],
        &["log"],
        &["show"],
        &["print", "tiny"],
        &["kits"],
    ] {
        for fault in place.ok(command).lines().flat_map(slips) {
            wrong.push(format!("{command:?}: {fault}"));
        }
    }
    wrong.truncate(12);
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
    println!("{games} games, {answers} answers");
}

/// A word that no game knows: the refusal of it stands between the answers.
const MARK: &str = "`###`";

/// Plays these moves line by line, looking at the table after each.
fn hear(place: &Place, args: &[&str], moves: &[String]) -> String {
    let mut input = "/timer ###\n".to_owned();
    for text in moves {
        input += &format!("{text}\n/timer ###\n\n/timer ###\n");
    }
    let kitpress = place.command(args);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "exec \"$0\" \"$@\" 2>&1"]);
    command.arg(kitpress.get_program()).args(args);
    command.current_dir(place.dir());
    for (name, value) in kitpress.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let out = feed(&mut command, &input);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stdout));
    text(&out.stdout)
}
