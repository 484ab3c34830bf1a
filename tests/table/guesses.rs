//! Hidden cards cannot be asked for unseen: refusals answer nothing, and what is tried or looked at is told to all.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use kitpress::play::journal::Access;
use kitpress::play::table::Table;
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

use crate::place::{Place, err, open};

/// What the log keeps of tries and looks.
fn notes(place: &Place) -> Vec<Value> {
    let log = place.json(&["log", "--json"]);
    let notes = log.as_array().expect("a list").iter();
    notes.filter_map(|e| e.get("note").cloned()).collect()
}

fn arm_cards(place: &Place) -> Vec<String> {
    let cards = place.json(&["cards", "catch-and-run", "arm", "--json"]);
    let cards = cards.as_array().expect("a list").iter();
    let mut names: Vec<String> = cards
        .map(|c| c["name"].as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_wrong_turn_is_refused_alike_whatever_the_others_hold() {
    let place = Place::new();
    let set = ["--set", "cards=app", "--set", "educators=Ann"];
    let start = ["start", "catch-and-run", "--players", "Ann,Bob"];
    place.ok(&[&start[..], &set, &["--seed", "3"]].concat());
    place.ok(&["do", "place Ann a1"]);
    place.ok(&["do", "place Bob b2"]);
    let before = place.json(&["show", "--json"]);
    let mut refusals: Vec<String> = Vec::new();
    for card in arm_cards(&place) {
        // Bob shows too many cards: everybody can see that, and nothing else is told.
        let out = place.run(&["do", &format!("turn Ann down {card} {card}, Bob up 1 2 3")]);
        assert_eq!(out.status.code(), Some(2));
        refusals.push(err(&out));
    }
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "{refusals:?}");
    assert_eq!(notes(&place), [] as [Value; 0], "nothing hidden was asked");
    let mut refusals: Vec<String> = Vec::new();
    let mut tried = Vec::new();
    for card in ["1", "2", "3", "4", "red", "blue", "yellow"] {
        let text = format!("turn Ann down {card} {card}, Bob up green green");
        let out = place.run(&["do", &text]);
        assert_eq!(out.status.code(), Some(2), "{text}");
        refusals.push(err(&out));
        tried.push(json!({"tried": text}));
    }
    refusals.dedup();
    assert_eq!(refusals.len(), 1, "{refusals:?}");
    assert!(!refusals[0].contains("Ann") && !refusals[0].contains("Bob"));
    assert_eq!(notes(&place), tried, "everybody can read what was tried");
    assert_eq!(before, place.json(&["show", "--json"]), "nothing changed");
    assert!(
        place
            .ok(&["log"])
            .contains(tried[0]["tried"].as_str().expect("a text"))
    );
    place.json(&["verify", "--json"]);
}

#[test]
fn a_guess_at_one_hand_is_told_to_all() {
    let place = Place::new();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let (mut held, mut guesses) = (0, Vec::new());
    let refusal = "error: Bob's cards do not allow this\n\
                   hint: nothing has changed; the log tells everybody that this was tried\n";
    for i in 0..40 {
        let text = format!("discard Bob zq{i:02}x");
        let out = place.run(&["do", &text]);
        if out.status.success() {
            held += 1;
            // Everybody sees that an empty hand holds nothing.
            if held == 3 {
                break;
            }
        } else {
            assert_eq!((out.status.code(), err(&out).as_str()), (Some(2), refusal));
            guesses.push(json!({"tried": text}));
        }
    }
    assert_eq!(held, 3);
    assert_eq!(notes(&place), guesses);
}

#[test]
fn a_piece_of_guided_play_is_told_to_all() {
    let place = Place::new();
    let start = ["start", "catch-and-run", "--players", "Ann,Bob,Cho,Dai"];
    place.ok(&[
        &start[..],
        &["--set", "cards=app", "--set", "educators=Ann,Bob"],
    ]
    .concat());
    place.ok(&["do", "place Ann a1"]);
    let mut refused = 0;
    for card in arm_cards(&place) {
        let mut child = place
            .command(&["play", "--plain"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("kitpress starts");
        let mut input = child.stdin.take().expect("its input");
        writeln!(input, "down {card}").expect("written");
        drop(input);
        let out = child.wait_with_output().expect("it ends");
        refused += err(&out).matches("Ann's cards do not allow this").count();
    }
    assert!(refused >= arm_cards(&place).len() - 4, "{refused}");
    let all = notes(&place);
    let kept = |key: &str, start: &str| {
        let texts = all.iter().filter_map(|n| n[key].as_str());
        texts.filter(|t| t.starts_with(start)).count()
    };
    assert_eq!(kept("tried", "turn Ann down "), refused, "{all:?}");
    // What was taken was as good an answer: it is told unless it is played.
    let taken = kept("answered", "Ann down ");
    assert_eq!(taken + refused, arm_cards(&place).len(), "{all:?}");
    let log = place.ok(&["log"]);
    assert_eq!(
        log.matches("answered, but not played: Ann down").count(),
        taken
    );
}

#[test]
fn answers_that_are_played_are_told_as_the_move_only() {
    let place = Place::new();
    let start = ["start", "catch-and-run", "--players", "Ann,Bob"];
    let set = [
        "--set",
        "cards=app",
        "--set",
        "educators=Ann",
        "--seed",
        "3",
    ];
    place.ok(&[&start[..], &set].concat());
    place.ok(&["do", "place Ann a1"]);
    place.ok(&["do", "place Bob b2"]);
    let rows = place.json(&["tables", "--json"]);
    let path = Path::new(rows[0]["file"].as_str().expect("a file"));
    let table = open(path, Access::Read);
    let plain = |seat: usize| -> Vec<String> {
        let own = table.view(Viewer::Seat(seat)).own;
        let hand = own["hand"].as_array().expect("a hand").iter();
        let cards = hand.map(|c| c.as_str().expect("a card"));
        cards
            .map(|c| format!("{c} {}", if c.contains('+') { "unused" } else { "" }))
            .collect()
    };
    let (ann, bob) = (plain(0), plain(1));
    let mut child = place
        .command(&["play", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kitpress starts");
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, "down {} {}", ann[0], ann[1]).expect("written");
    writeln!(input, "up {} {}", bob[0], bob[1]).expect("written");
    drop(input);
    let out = child.wait_with_output().expect("it ends");
    assert_eq!(err(&out), "");
    assert_eq!(notes(&place).len(), 2, "one for each answer");
    let log = place.ok(&["log"]);
    assert!(
        log.contains("turn Ann down") && !log.contains("answered"),
        "{log}"
    );
}

#[test]
fn looking_at_a_hand_is_told_once_a_seat_and_turn() {
    let place = Place::new();
    place.ok(&[
        "start",
        "tiny",
        "--players",
        "Ann,Bob",
        "--table",
        "t.table",
    ]);
    for seat in ["Ann", "ann", "Bob", "Ann"] {
        place.ok(&["show", "--seat", seat, "--reveal"]);
        place.json(&["show", "--seat", seat, "--reveal", "--json"]);
    }
    let ann = json!({"looked": ["Ann"], "turn": 1});
    let bob = json!({"looked": ["Bob"], "turn": 1});
    assert_eq!(notes(&place), [ann.clone(), bob.clone()]);
    place.ok(&["do", "next"]);
    place.ok(&["show", "--seat", "Ann", "--reveal"]);
    let again = json!({"looked": ["Ann"], "turn": 2});
    assert_eq!(notes(&place), [ann, bob, again]);
    let log = place.ok(&["log"]);
    assert_eq!(
        log.matches("Ann's cards were looked at").count(),
        2,
        "{log}"
    );
    let told: Vec<String> = notes(&place).iter().map(Value::to_string).collect();
    assert!(!told.concat().contains("zq"), "no card: {told:?}");
    // A look that cannot be told is not shown; one that was told is.
    let table = Table::open(&place.path("t.table"), Access::Write);
    place.fails(
        1,
        &["show", "--seat", "Bob", "--reveal"],
        &["is in use by another kitpress"],
    );
    place.ok(&["show", "--seat", "Ann", "--reveal"]);
    drop(table);
    // Nothing is hidden after the end.
    place.ok(&["do", "end"]);
    place.ok(&["show", "--seat", "Bob", "--reveal"]);
    assert_eq!(notes(&place).len(), 3);
}

#[test]
fn a_deal_tells_whose_cards_it_shows() {
    let place = Place::new();
    let deal = ["deal", "tiny", "--players", "Ann,Bob"];
    place.ok(&[&deal[..], &["--seat", "Bob", "--reveal"]].concat());
    assert_eq!(notes(&place), [json!({"looked": ["Bob"], "turn": 1})]);
    let shown = place.json(&[&deal[..], &["--json"]].concat());
    assert_eq!(shown["seats"][0], json!({"name": "Ann"}));
    assert_eq!(notes(&place), [] as [Value; 0]);
    place.json(&[&deal[..], &["--json", "--seed", "7"]].concat());
    assert_eq!(
        notes(&place),
        [json!({"looked": ["Ann", "Bob"], "turn": 1})]
    );
}
