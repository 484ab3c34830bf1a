//! A game that the library does not know: its kit names a referee, a program registers it, and everything of the table
//! works with it.

mod high_card;

use std::path::{Path, PathBuf};
use std::process::Command;

use high_card::HighCard;
use kitpress::kit::Kit;
use kitpress::play::config::{Config, Settings};
use kitpress::play::games::Games;
use kitpress::play::journal::{Access, JournalPlace};
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::{Fault, Skill};
use kitpress::play::simulate::SimulationPlan;
use kitpress::play::stock::Stock;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::json;

const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/sixth_game/kit");

fn games() -> Games {
    Games::shipped().with::<HighCard>("high-card")
}

fn kit() -> Kit {
    Kit::load(KIT).expect("the kit is sound")
}

fn seats() -> Vec<String> {
    ["Ann", "Bob"].map(str::to_owned).to_vec()
}

/// A new table in a folder of its own.
fn start() -> (tempfile::TempDir, PathBuf, Table) {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("table");
    let start = Start {
        kit: &kit(),
        seats: seats(),
        settings: Settings::new(),
        seed: Seed::practice(3),
        practice: true,
    };
    let table = Table::start_by(&games(), &JournalPlace::This(&path), start, 1);
    let table = table.unwrap_or_else(|_| panic!("a table"));
    (dir, path, table)
}

fn open(path: &Path) -> Table {
    let table = Table::open_by(&games(), path, Access::Read);
    table.unwrap_or_else(|_| panic!("the same table"))
}

fn fault(failure: Failure) -> Fault {
    match failure {
        Failure::Refused(refusal) => refusal.fault(),
        Failure::Failed(problems) => panic!("{problems}"),
    }
}

#[test]
fn a_referee_takes_less_than_200_lines() {
    let lines = include_str!("high_card.rs").lines().count();
    assert!(lines < 200, "{lines}");
}

#[test]
fn it_is_played_to_the_end_and_replayed_from_its_journal() {
    let (_dir, path, mut table) = start();
    let mut dice = Dice::new(&Seed::practice(1), "test");
    while let Some(mv) = table.choose(&[Skill::Random; 2], &mut dice) {
        table.act(&mv, 2).unwrap_or_else(|_| panic!("{mv}"));
        assert_eq!(open(&path).state(), table.state());
    }
    assert_eq!(table.moves(), 6);
    let outcome = table.outcome().expect("an end");
    assert!(outcome.reason.to_string().starts_with("most rounds: "));
    assert_eq!(fault(table.act("fold", 3).expect_err("over")), Fault::Over);
    let again = open(&path);
    assert_eq!(again.show(Viewer::Public), table.show(Viewer::Public));
    assert_eq!(again.outcome().expect("an end").winners, outcome.winners);
}

#[test]
fn what_was_open_is_taken_back_and_what_was_seen_only_when_all_agree() {
    let (_dir, path, mut table) = start();
    let before = table.state();
    table.act("fold", 2).expect("anybody may fold");
    table.undo(false, 3).expect("nothing was shown");
    assert_eq!(table.state(), before);
    let card = before["hands"][0][0].to_string();
    table
        .act(&format!("PLAY {card}"), 4)
        .expect("a card of Ann's");
    assert!(table.undo(false, 5).is_err(), "Bob has seen it");
    table.undo(true, 6).expect("all agree");
    assert_eq!(table.state()["hands"], before["hands"]);
    assert_ne!(table.state()["pile"], before["pile"], "shuffled anew");
    assert_eq!(open(&path).state(), table.state());
}

#[test]
fn hands_are_seen_by_their_owners_alone() {
    let (_dir, _, mut table) = start();
    let hands = table.state()["hands"].clone();
    for seat in 0..2 {
        assert_eq!(table.show(Viewer::Seat(seat))["game"]["hand"], hands[seat]);
    }
    assert_eq!(table.show(Viewer::Public)["game"], json!({"laid": []}));
    let other = hands[1][0].to_string();
    let refused = table.act(&format!("play {other}"), 2);
    assert_eq!(fault(refused.expect_err("Bob's card")), Fault::Hidden);
    for (text, wanted) in [
        ("", "a move is missing"),
        ("plai 3", "did you mean `play`?"),
        ("play", "which card?"),
        ("fold 3", "`3` is too much here"),
    ] {
        match table.act(text, 2) {
            Err(Failure::Refused(refusal)) => assert!(refusal.to_string().contains(wanted)),
            _ => panic!("{text}"),
        }
    }
}

#[test]
fn bots_play_it() {
    let (kit, seats, games) = (kit(), seats(), games());
    let config = Config {
        kit: &Stock::of(&games, &kit, "high-card"),
        seats: &seats,
        settings: &Settings::new(),
    };
    let plan = SimulationPlan {
        games: 50,
        seed: 1,
        skills: vec![Skill::Random; 2],
    };
    let stats = games.simulate("high-card", config, &plan, &|_| {});
    let stats = stats.expect("a referee").expect("games end");
    assert_eq!((stats.games, stats.lengths[&3]), (50, 50));
}

#[test]
fn without_it_the_kit_is_told_which_referees_there_are() {
    let problem = Games::shipped().check(&kit()).expect_err("no such referee");
    let wanted = "`referee` is `high-card`; it must be one of `birth-or-burst`";
    assert!(problem.to_string().contains(wanted), "{problem}");
    assert!(games().check(&kit()).is_ok());
    let (_dir, path, _table) = start();
    assert!(Table::open(&path, Access::Read).is_err());
    for args in [
        &["print", KIT, "--out", "/nowhere"][..],
        &["check", KIT],
        &["cards", KIT],
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_kitpress"));
        let out = program.args(args).env("LANG", "C").output().expect("runs");
        let said = String::from_utf8_lossy(&out.stderr).into_owned()
            + &String::from_utf8_lossy(&out.stdout);
        assert!(
            said.contains(wanted) && said.contains("kit.toml:7"),
            "{args:?}: {said}"
        );
        assert_eq!(out.status.code(), Some(1), "{args:?}");
    }
}
