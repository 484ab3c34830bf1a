//! Whole games: replay equals live, undo keeps its rules, the sample kit is played through.

use std::path::Path;

use kitpress::play::journal::Access;
use kitpress::play::rules::Fault;
use kitpress::play::table::{Failure, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

use crate::place::{Dice, Place, everything, open, some_move, start};

#[track_caller]
fn act(table: &mut Table, mv: &str) {
    if let Err(e) = table.act(mv, 2) {
        panic!("{mv}: {e:?}");
    }
}

#[track_caller]
fn refused(table: &mut Table, mv: &str) -> (Fault, String) {
    let (state, lines) = (table.state(), table.log().len());
    let refusal = match table.act(mv, 2) {
        Err(Failure::Refused(refusal)) => refusal,
        other => panic!("{mv} is not refused: {:?}", other.map(|e| e.n)),
    };
    assert_eq!(
        (table.state(), table.log().len()),
        (state, lines),
        "{mv} changed something"
    );
    (refusal.fault(), refusal.to_string())
}

#[test]
fn replay_equals_live() {
    for game in 0..6 {
        let place = Place::new();
        let players = ["Ann,Bob", "Ann,Bob,Cho", "Ann,Bob,Cho,Dai,Eve"][game % 3];
        let mut table = place.table("t.table", players, game as u64);
        let mut dice = Dice(game as u64);
        for step in 0..120 {
            let mv = some_move(&table, &mut dice);
            let _ = match dice.below(6) {
                0 => table.undo(false, step).map(|_| ()),
                1 => table.undo(true, step).map(|_| ()),
                _ => table.act(&mv, step).map(|_| ()),
            };
            if step % 10 == 9 {
                assert_eq!(
                    everything(&open(table.path(), Access::Read)),
                    everything(&table),
                    "game {game}, step {step}"
                );
            }
        }
        assert!(table.log().len() > 60);
    }
}

/// Every card is in one place, always.
#[test]
fn no_card_is_lost_or_doubled() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob,Cho", 3);
    let mut dice = Dice(11);
    for step in 0..300 {
        let mv = match dice.below(12) {
            0 => "take Bob zq07x".to_owned(),
            1 => "discard Ann #1".to_owned(),
            2 => "draw Cho 30".to_owned(),
            _ => some_move(&table, &mut dice),
        };
        let _ = table.act(&mv, step);
        let state = table.state();
        let mut cards: Vec<u64> = Vec::new();
        for row in ["piles", "discards", "hands", "open"] {
            for cards_there in state[row].as_array().expect(row) {
                cards.extend(
                    cards_there
                        .as_array()
                        .expect("cards")
                        .iter()
                        .filter_map(Value::as_u64),
                );
            }
        }
        cards.extend(
            state["middle"]
                .as_array()
                .expect("middle")
                .iter()
                .filter_map(Value::as_u64),
        );
        cards.sort_unstable();
        assert_eq!(cards, (0..40).collect::<Vec<u64>>(), "after {mv}");
    }
}

#[test]
fn undo_stops_at_what_was_seen() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob", 3);
    let none = table.undo(true, 1);
    assert!(
        matches!(none, Err(Failure::Refused(_))),
        "the start cannot be taken back"
    );
    let first = table.state();
    act(&mut table, "next");
    act(&mut table, "score Ann fish 3");
    table.undo(false, 1).expect("scores are open");
    table.undo(false, 1).expect("turns are open");
    assert_eq!(table.state(), first);
    for mv in [
        "draw",
        "flip",
        "shuffle",
        "reveal Ann",
        "reveal Bob hand",
        "discard Ann #1",
        "end",
    ] {
        let before = table.state();
        act(&mut table, mv);
        let after = table.state();
        match table.undo(false, 1) {
            Err(Failure::Refused(refusal)) => {
                assert!(
                    refusal.to_string().contains("--all-agree"),
                    "{mv}: {refusal}"
                );
            }
            other => panic!("{mv} was taken back: {:?}", other.map(|e| e.n)),
        }
        assert_eq!(table.state(), after);
        table
            .undo(true, 1)
            .unwrap_or_else(|e| panic!("{mv}: {e:?}"));
        // Everything is back but the hidden order, which is new.
        let now = table.state();
        assert_eq!(
            (&now["hands"], &now["roles"]),
            (&before["hands"], &before["roles"]),
            "{mv}"
        );
        assert_ne!(now["piles"], before["piles"], "{mv}: dealt anew");
    }
    // What lies before has been seen too.
    act(&mut table, "next");
    act(&mut table, "flip");
    table.undo(true, 1).expect("all agree");
    assert!(
        table.undo(false, 1).is_err(),
        "the turn before it is sealed now"
    );
    table.undo(true, 1).expect("all agree again");
    assert_eq!(
        everything(&open(table.path(), Access::Read)),
        everything(&table)
    );
}

#[test]
fn undoing_and_doing_again_draws_from_a_fresh_stream() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob", 3);
    let labels = |table: &Table| {
        let text = std::fs::read_to_string(table.path()).expect("the file");
        let labels = text.match_indices("\"label\":\"").map(|(at, _)| {
            let rest = &text[at + 9..];
            rest[..rest.find('"').expect("an end")].to_owned()
        });
        labels.collect::<Vec<String>>()
    };
    act(&mut table, "shuffle");
    table.undo(true, 1).expect("all agree");
    act(&mut table, "shuffle");
    let all = labels(&table);
    let mut unique = all.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), all.len(), "{all:?}");
    assert_eq!(all.last().map(String::as_str), Some("draw/6/deck"));
}

#[test]
fn refusals_say_what_is_wrong_and_change_nothing() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob Lee,Cho", 3);
    for (mv, fault, words) in [
        ("", Fault::Words, "a move is missing"),
        ("  ,, ", Fault::Words, "a move is missing"),
        ("drwa", Fault::Words, "did you mean `draw`?"),
        ("draw Ann 0", Fault::Words, "at least one"),
        ("draw Ann 1000", Fault::Rule, "only 31 cards left"),
        (
            "draw Ann 99999999999999",
            Fault::Unknown,
            "there is no deck",
        ),
        ("draw Amn", Fault::Unknown, "did you mean `Ann`?"),
        ("draw Dan", Fault::Unknown, "there is no deck `Dan`"),
        ("flip dek", Fault::Unknown, "did you mean `deck`?"),
        ("play", Fault::Words, "a card is missing"),
        ("play Ann ace", Fault::Unknown, "Ann does not hold `ace`"),
        ("play Ann #9", Fault::Unknown, "Ann holds 3 cards"),
        ("play Ann #0", Fault::Unknown, "Ann holds 3 cards"),
        ("take Ann ace", Fault::Unknown, "no `ace` lies open"),
        ("clear", Fault::Time, "nothing lies open"),
        ("next now", Fault::Words, "`now` is too much"),
        ("next, next", Fault::Words, "`next` is too much"),
        (
            "reveal Zoe",
            Fault::Unknown,
            "players: `Ann`, `Bob Lee`, `Cho`",
        ),
        ("score Ann", Fault::Words, "how many points for Ann?"),
        ("score Ann 3", Fault::Words, "which column?"),
        ("score Ann fsh 3", Fault::Unknown, "did you mean `fish`?"),
        (
            "score Ann fish x",
            Fault::Words,
            "`x` is no number of points",
        ),
        (
            "score Ann fish 99999999999",
            Fault::Words,
            "no number of points",
        ),
        ("score Ann fish 1, Zoe fish 2", Fault::Unknown, "`Zoe`"),
        ("win", Fault::Words, "a player's name is missing"),
    ] {
        let (got, said) = refused(&mut table, mv);
        assert!(said.contains(words), "{mv}: {said}");
        assert_eq!(got, fault, "{mv}: {said}");
    }
    act(&mut table, "end");
    assert_eq!(refused(&mut table, "next").0, Fault::Over);
}

#[test]
fn moves_are_read_as_they_are_written() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Ann 3,all,\"Q\",Eve\\", 3);
    for (mv, canonical) in [
        ("draw ann", "draw \"Ann\" 1 deck"),
        ("draw \"Ann\" 3", "draw \"Ann\" 3 deck"),
        ("draw ann 3", "draw \"Ann 3\" 1 deck"),
        ("DRAW Ann 3 2 DECK", "draw \"Ann 3\" 2 deck"),
        ("reveal \"all\"", "reveal \"all\""),
        ("reveal all", "reveal all"),
        (
            "score \"\\\"Q\\\"\" fish +2, Eve\\ mud −1",
            "score \"\\\"Q\\\"\" fish +2, \"Eve\\\\\" mud -1",
        ),
        ("pass", "next"),
        ("win all \"Ann\", ann 3", "win \"all\", \"Ann\", \"Ann 3\""),
    ] {
        let entry = table.act(mv, 2).unwrap_or_else(|e| panic!("{mv}: {e:?}"));
        let Some(kitpress::play::history::Act::Do(text)) = &entry.act else {
            panic!("{mv} is no move");
        };
        assert_eq!(text, canonical, "{mv}");
    }
    assert_eq!(
        everything(&open(table.path(), Access::Read)),
        everything(&table)
    );
    let winners = table.show(Viewer::Public)["result"]["winners"].clone();
    assert_eq!(winners, json!(["Ann", "Ann 3", "all"]));
}

#[test]
fn scores_add_subtract_and_give_the_bonus() {
    let place = Place::new();
    let mut table = place.table("t.table", "Ann,Bob,Cho", 3);
    act(&mut table, "score Ann fish 10, Bob fish 12, Cho fish 7");
    // Everybody has as little mud as the others: nobody leads, nobody gets the bonus.
    assert_eq!(
        table.show(Viewer::Public)["scores"],
        json!({"Ann": 10, "Bob": 12, "Cho": 7})
    );
    act(&mut table, "score Bob mud 3");
    assert_eq!(
        table.show(Viewer::Public)["scores"],
        json!({"Ann": 15, "Bob": 9, "Cho": 12})
    );
    // What is shown of a column is what it adds.
    let lines = table.view(Viewer::Public).lines.join("\n");
    for columns in ["fish 10, mud 0", "fish 12, mud -3", "fish 7, mud 0"] {
        assert!(lines.contains(columns), "no {columns:?}:\n{lines}");
    }
    act(&mut table, "end");
    let shown = table.show(Viewer::Public);
    assert_eq!(shown["result"]["winners"], json!(["Ann"]));
    assert_eq!(shown["over"], json!(true));
}

#[test]
fn turns_skip_who_is_out_and_rounds_end() {
    let place = Place::new();
    let kit = crate::place::KIT.replace("rounds = 50", "rounds = 2\nfirst = \"seat\"");
    std::fs::write(place.path("tiny/kit.toml"), kit).expect("written");
    let mut table = place.table("t.table", "Ann,Bob,Cho", 3);
    let active = |t: &Table| t.show(Viewer::Public)["game"]["active"].clone();
    assert_eq!(active(&table), "Ann");
    act(&mut table, "out Bob");
    act(&mut table, "next");
    assert_eq!(active(&table), "Cho");
    act(&mut table, "out Cho");
    assert_eq!(active(&table), "Ann", "whoever is out has no turn");
    assert_eq!(table.show(Viewer::Public)["game"]["round"], json!(2));
    assert!(
        refused(&mut table, "next")
            .1
            .contains("the last round is over")
    );
    act(&mut table, "out Ann");
    assert!(refused(&mut table, "next").1.contains("everybody is out"));
    assert!(refused(&mut table, "out Ann").1.contains("out already"));
    act(&mut table, "end");
    assert_eq!(table.show(Viewer::Public)["result"]["winners"], json!([]));
}

#[test]
fn roles_hidden_from_all_are_seen_by_nobody_before_the_end() {
    let place = Place::new();
    let kit = crate::place::KIT.replace("hidden = \"others\"", "hidden = \"all\"");
    std::fs::write(place.path("tiny/kit.toml"), kit).expect("written");
    let mut table = place.table("t.table", "Ann,Bob,Cho", 3);
    let roles = |t: &Table, viewer| {
        let shown = t.show(viewer);
        let seats = shown["seats"].as_array().expect("seats").clone();
        seats.iter().filter(|s| s.get("role").is_some()).count()
    };
    for viewer in [Viewer::Public, Viewer::Seat(0), Viewer::Seat(2)] {
        assert_eq!(roles(&table, viewer), 0);
    }
    assert!(table.view(Viewer::Seat(0)).secret[0].contains("not even you"));
    act(&mut table, "reveal Bob");
    assert_eq!(roles(&table, Viewer::Public), 1);
    act(&mut table, "end");
    assert_eq!(roles(&table, Viewer::Public), 3);
}

/// Salt in the Soup from the deal to the seal, by its own rules.
#[test]
fn the_sample_kit_is_played_through() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/salt-in-the-soup");
    let kit = kitpress::load(&folder.display().to_string()).expect("the sample is sound");
    let dir = tempfile::tempdir().expect("a folder");
    let mut table = start(
        &dir.path().join("soup.table"),
        &kit,
        "Ann,Bob,Cho,Dai,Eve",
        4,
    );
    let names = table.seats().to_vec();
    for turn in 0..15 {
        let seat = table.view(Viewer::Public).active.expect("somebody's turn");
        let hand = table.show(Viewer::Seat(seat))["game"]["hand"].clone();
        let card = hand[turn % 3]
            .as_str()
            .expect("three cards in hand")
            .to_owned();
        act(&mut table, &format!("play {card}"));
        act(&mut table, "draw");
        if turn < 14 {
            act(&mut table, "next");
        }
    }
    let shown = table.show(Viewer::Public);
    assert_eq!(
        (&shown["turn"], &shown["game"]["round"]),
        (&json!(15), &json!(3))
    );
    assert_eq!(
        shown["game"]["decks"]["pantry"]["left"],
        json!(48 - 15 - 15)
    );
    assert!(shown["need"].as_str().is_some_and(|n| n.contains("`end`")));
    refused(&mut table, "next");
    act(&mut table, "reveal all");
    let roles = table.view(Viewer::Public).roles;
    let cooks = || (0..5).filter(|s| roles[*s].as_deref() == Some("cook"));
    assert_eq!(cooks().count(), 4);
    for column in ["soup", "finger"] {
        let points: Vec<String> = cooks()
            .map(|s| format!("{} {column} 1", names[s]))
            .collect();
        act(&mut table, &format!("score {}", points.join(", ")));
    }
    act(&mut table, "end");
    let winners: Vec<&str> = cooks().map(|s| names[s].as_str()).collect();
    assert_eq!(
        table.show(Viewer::Public)["result"]["winners"],
        json!(winners)
    );
    let report = table.verify(false, 3).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(report.commitment_fits && report.seed.is_some());
    assert_eq!(report.draws.len(), 3);
}
