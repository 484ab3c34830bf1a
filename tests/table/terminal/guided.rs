//! Guided play on a terminal: what is asked, what is kept, and what is never shown.

use super::{Terminal, place};
use crate::place::Place;
use needs::needs;
use serde_json::Value;

fn table(place: &Place, kit: &str, players: &str, more: &[&str]) -> String {
    let file = place.path("t.table").display().to_string();
    let args = [
        &[
            "start",
            kit,
            "--players",
            players,
            "--table",
            &file,
            "--seed",
            "5",
        ],
        more,
    ]
    .concat();
    place.ok(&args);
    file
}

fn type_in(terminal: &mut Terminal, line: &str) {
    terminal.press(line);
    terminal.wait_to_see(&format!("> {line}"));
    terminal.press("\r");
}

/// Stops the program and wakes it: the screen is covered until its player is there again.
fn wake(terminal: &mut Terminal, name: &str) {
    terminal.signal("TSTP");
    terminal.wait_until("a program that sleeps", |_| terminal.is_stopped());
    terminal.signal("CONT");
    let screen = terminal.wait_to_see(&format!("Pass to {name}"));
    assert!(!screen.contains("your arm cards"), "{screen}");
    terminal.wait_until("a calm", |s| {
        s.contains("when nobody") && !s.contains("keys count")
    });
    terminal.press(" ");
}

fn shown(place: &Place) -> Value {
    serde_json::from_str(&place.ok(&["show", "--json"])).expect("JSON")
}

#[needs("setsid")]
#[test]
fn what_cannot_be_unseen_is_asked_about() {
    for plain in [false, true] {
        let place = place();
        let file = table(&place, "tiny", "Ann,Bob", &[]);
        place.ok(&["do", "next"]);
        let mut args = vec!["play", "--table", &file];
        args.extend(plain.then_some("--plain"));
        let mut terminal = place.terminal(&args);
        // What is typed before the prompt is there, the terminal itself shows somewhere else.
        terminal.wait_until("a prompt", |s| s.lines().any(|l| l.trim() == ">"));
        type_in(&mut terminal, "e");
        terminal.wait_to_see("could be `end`");
        assert_eq!(shown(&place)["over"], false);
        let slow = |terminal: &mut Terminal, line: &str| {
            // What was refused is still in the line.
            terminal.press("\u{15}");
            let mark = terminal.mark();
            terminal.press(&format!("{line}\r"));
            mark
        };
        let mark = slow(&mut terminal, "reveal all");
        terminal.wait_for(mark, "y/n");
        assert!(!terminal.since(0).contains("wolf"), "{}", terminal.screen());
        let mark = slow(&mut terminal, "");
        terminal.wait_for(mark, "nothing was done");
        let mark = slow(&mut terminal, "end");
        terminal.wait_for(mark, "y/n");
        let mark = slow(&mut terminal, "n");
        terminal.wait_for(mark, "nothing was done");
        assert_eq!(shown(&place)["over"], false);
        let mark = slow(&mut terminal, "end");
        terminal.wait_for(mark, "y/n");
        let mark = slow(&mut terminal, "y");
        terminal.wait_for(mark, "the game is over");
        terminal.press("q\r");
        assert_eq!(terminal.end(), 0);
        assert_eq!(shown(&place)["over"], true);
    }
}

#[needs("setsid")]
#[test]
fn a_secret_value_is_never_on_the_screen() {
    for way in ["play", "play --plain", "do"] {
        let place = place();
        let file = table(
            &place,
            "icecool",
            "Ann,Bob",
            &["--set", "cards=table", "--set", "catcher=Bob"],
        );
        place.ok(&["do", "fish Ann"]);
        let mut terminal = match way {
            "do" => place.terminal(&["do", "value", "Ann", "--table", &file]),
            "play" => place.terminal(&["play", "--table", &file]),
            _ => place.terminal(&["play", "--plain", "--table", &file]),
        };
        if way != "do" {
            terminal.wait_to_see("enter hands the screen to Ann");
            terminal.press("\r");
            terminal.wait_to_see("Pass to Ann");
            terminal.wait_until("a calm", |s| {
                s.contains("when nobody") && !s.contains("keys count")
            });
            terminal.press(if way == "play" { " " } else { "\r" });
        }
        terminal.wait_to_see("the value of the fish card");
        let mark = terminal.mark();
        terminal.press("7\r");
        terminal.wait_for(mark, "no fish card of value");
        if way == "play" {
            // Whoever wakes the program may be somebody else.
            terminal.press("3");
            terminal.wait_to_see("> *");
            wake(&mut terminal, "Ann");
            let screen = terminal.wait_to_see("the value of the fish card");
            let left = ["> *", "no fish card"];
            assert!(!left.iter().any(|l| screen.contains(l)), "{screen}");
        }
        let threes = |t: &Terminal| t.screen().matches('3').count();
        let before = threes(&terminal);
        terminal.press("3");
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert_eq!(threes(&terminal), before, "{way}: {}", terminal.screen());
        terminal.press("\r");
        terminal.wait_to_see("Ann's fish card is noted");
        assert!(terminal.is_wiped("no fish card of value"), "{way}");
        if way != "do" {
            terminal.press("l\r");
            terminal.wait_to_see("value Ann ·");
            terminal.press(" ");
            terminal.press("u\r");
            terminal.wait_to_see("taken back: value Ann ·");
            terminal.press("q\r");
        }
        terminal.end();
        let seen = place.ok(&["show", "--seat", "Ann", "--reveal", "--json"]);
        let seen: Value = serde_json::from_str(&seen).expect("JSON");
        let values = seen["game"]["values"]["Ann"].as_array().map(Vec::len);
        assert_eq!(values, Some(usize::from(way == "do")), "{seen}");
        let log = place.ok(&["log"]) + &place.ok(&["log", "--json"]);
        assert!(
            !log.contains("value Ann 3") && log.contains("value Ann ·"),
            "{log}"
        );
    }
}

#[needs("setsid")]
#[test]
fn a_missing_piece_is_asked_for_alone_and_answers_can_be_changed() {
    let place = place();
    let file = table(
        &place,
        "catch-and-run",
        "Ann,Bob,Cho,Dai",
        &["--set", "educators=Ann,Cho", "--set", "broken=c1"],
    );
    place.ok(&["do", "place Ann a1"]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    terminal.wait_to_see("(1/4)");
    // `u` and `l` are directions here, never orders; what is missing is asked for.
    type_in(&mut terminal, "r");
    terminal.wait_to_see("> right");
    terminal.press("1\r");
    let screen = terminal.wait_to_see("(2/4)");
    assert!(
        screen.contains("✓ Ann right 1") && screen.contains("▸ Bob"),
        "{screen}"
    );
    // Both sides are open: Bob has to say where to turn, and is asked at once.
    type_in(&mut terminal, "up red+2x");
    let screen = terminal.wait_to_see("on c2 turn ← left");
    assert!(screen.contains("> up red+2x"), "{screen}");
    terminal.press("\r");
    // A CARPENTER without words is asked about at once.
    terminal.wait_to_see("(3/4)");
    type_in(&mut terminal, "left circle+carpenter");
    terminal.wait_to_see("CARPENTER: nothing");
    terminal.press("nothing\r");
    terminal.wait_to_see("(4/4)");
    // Back to Cho, and forth again.
    terminal.press("\u{7f}");
    let screen = terminal.wait_to_see("(3/4)");
    assert!(
        screen.contains("▸ Cho") && screen.contains("✓ Bob"),
        "{screen}"
    );
    type_in(&mut terminal, "left circle+carpenter nothing");
    terminal.wait_to_see("(4/4)");
    // Ctrl-C asks before it drops answers.
    terminal.press("\u{3}");
    terminal.wait_to_see("the answers so far are lost");
    terminal.press("down");
    terminal.wait_to_see("> down");
    terminal.press(" 3\r");
    terminal.wait_to_see("Bob runs from c3 to c2, b2");
    terminal.press("q\r");
    terminal.end();
    let log = place.ok(&["log"]);
    let turn =
        "turn Ann right 1, Bob up red+2x then left, Cho left circle+carpenter unused, Dai down 3";
    assert!(log.contains(turn), "{log}");
}

#[needs("setsid", "prlimit")]
#[test]
fn a_full_disk_does_not_end_the_game() {
    for plain in [false, true] {
        let place = place();
        let file = table(&place, "tiny", "Ann,Bob", &[]);
        place.ok(&["do", "next"]);
        let room = std::fs::metadata(&file).expect("the table").len() + 50;
        let limit = format!("--fsize={room}:unlimited");
        let mut args = vec!["play", "--table", &file];
        args.extend(plain.then_some("--plain"));
        let wrap = [
            "sh",
            "-c",
            "trap '' XFSZ; exec prlimit \"$@\"",
            "sh",
            &limit,
        ];
        let mut terminal = Terminal::wrapped(place.dir(), &wrap, &args, (80, 24));
        terminal.wait_until("an empty line", |s| s.lines().any(|l| l == ">"));
        type_in(&mut terminal, "draw Ann");
        terminal.wait_to_see("cannot write");
        if !plain {
            terminal.wait_to_see("> draw Ann");
        }
        terminal.unlimit();
        terminal.press(if plain { "draw Ann\r" } else { "\r" });
        terminal.wait_to_see("Ann draws 1 from");
        terminal.press("q\r");
        assert_eq!(terminal.end(), 0);
        assert_eq!(shown(&place)["game"]["hands"]["Ann"], 3);
    }
}

#[needs("setsid")]
#[test]
fn what_others_did_to_the_floor_is_asked_for_in_the_end() {
    let place = place();
    let file = table(
        &place,
        "catch-and-run",
        "Ann,Bob,Cho,Dai",
        &["--set", "educators=Ann,Cho", "--set", "broken=c2,c1"],
    );
    place.ok(&["do", "place Ann a1"]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    terminal.wait_to_see("(1/4)");
    type_in(&mut terminal, "right 1");
    terminal.wait_to_see("(2/4)");
    // The way up is broken: nothing to turn for, as far as anybody knows.
    type_in(&mut terminal, "up red+2x");
    terminal.wait_to_see("(3/4)");
    type_in(&mut terminal, "left 2");
    terminal.wait_to_see("(4/4)");
    type_in(&mut terminal, "down circle+carpenter repair c2");
    let screen = terminal.wait_to_see("(2/4) Bob, so far `up red+2x`");
    assert!(screen.contains("Bob has to turn on c2"), "{screen}");
    assert!(
        screen.contains("✓ Ann right 1") && screen.contains("✓ Dai down"),
        "{screen}"
    );
    terminal.wait_to_see("on c2 turn → right");
    terminal.press("\u{1b}[C\r");
    terminal.wait_to_see("turn 2 of 8");
    terminal.press("/quit\r");
    terminal.end();
    let log = place.ok(&["log"]);
    let turn = "turn Ann right 1, Bob up red+2x then right, Cho left 2, Dai down circle+carpenter repair c2";
    assert!(log.contains(turn), "{log}");
}

#[needs("setsid")]
#[test]
fn names_are_asked_for_and_cards_are_shown_back() {
    let place = place();
    let mut terminal = place.terminal(&["play", "birth-or-burst", "--set", "open-missions=on"]);
    terminal.wait_to_see("Who plays? 3 to");
    terminal.press("Ann\r");
    terminal.wait_to_see("player 2:");
    terminal.press("Ann\r");
    terminal.wait_to_see("two players are called");
    terminal.press("Bob,Cho\r");
    terminal.wait_to_see("player 4:");
    terminal.press("\r");
    terminal.wait_to_see("(1/3)");
    for (card, next) in [
        ("+1", "(2/3)"),
        ("+2", "(3/3)"),
        ("-3", "everything is right"),
    ] {
        type_in(&mut terminal, card);
        terminal.wait_to_see(next);
        // Answers are not dropped without a question.
        terminal.press("\u{3}");
        terminal.wait_to_see("leave? the answers so far");
        terminal.press("\u{1b}[H");
    }
    assert_eq!(
        shown(&place)["game"]["turn"],
        1,
        "nothing is made before it was looked over"
    );
    // Down to the second one, which is changed.
    terminal.press("\u{1b}[C\u{1b}[C\r");
    terminal.wait_to_see("(2/3)");
    type_in(&mut terminal, "+3");
    let screen = terminal.wait_to_see("everything is right");
    assert!(screen.contains("✓ Bob +3"), "{screen}");
    terminal.press("\r");
    terminal.wait_until("the next turn", |s| {
        s.contains("last turn: sum") || s.contains(" makes ")
    });
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
    let log = place.ok(&["log"]);
    assert!(log.contains("play Ann +1, Bob +3, Cho -3"), "{log}");
}

#[needs("setsid")]
#[test]
fn a_refused_line_is_replaced_by_typing_and_lines_come_back() {
    let place = place();
    let file = table(&place, "cats", "Ann,Bob", &[]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    terminal.wait_to_see("> fish Ann");
    terminal.press("z9\r");
    terminal.wait_to_see("there is no cell `z9`");
    terminal.press("c");
    terminal.wait_until("the line typed anew", |s| {
        s.contains("> fish Ann c") && !s.contains("z9c")
    });
    terminal.press("11\u{1b}[D\u{7f}\r");
    terminal.wait_to_see("> fish Bob");
    // The cursor walks on the map: one cell to the right of where it stands.
    terminal.press("\u{1b}[C\r");
    terminal.wait_to_see("> fish Ann");
    assert_eq!(
        shown(&place)["game"]["fish"].as_object().map(|f| f.len()),
        Some(2)
    );
    terminal.press("/log\r");
    terminal.wait_to_see("fish Ann c1");
    terminal.press(" ");
    terminal.wait_to_see("> fish Ann");
    terminal.press("/un");
    terminal.wait_to_see("takes the last move back");
    terminal.press("\r");
    terminal.wait_to_see("taken back: fish Bob");
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
}

#[needs("setsid")]
#[test]
fn the_start_of_a_word_goes_on_with_it_before_it_is_an_order() {
    let place = place();
    let file = table(&place, "icecool", "Ann,Bob,Uta", &["--set", "catcher=Ann"]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    terminal.wait_to_see("through a door with a fish");
    terminal.press("f\r");
    terminal.wait_until("the names", |s| {
        s.contains("> fish") && s.contains("▸ Bob") && !s.contains("error")
    });
    // Neither `/back` nor `/undo`, though both may be said by a letter.
    terminal.press("b\r");
    terminal.wait_to_see("Bob goes through a fish door");
    terminal.press("f\r");
    terminal.wait_to_see("> fish");
    terminal.press("u\r");
    terminal.wait_to_see("Uta goes through a fish door");
    let fish = &shown(&place)["game"]["fish"];
    assert_eq!(
        (fish["Bob"].as_u64(), fish["Uta"].as_u64()),
        (Some(1), Some(1))
    );
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
}

#[needs("setsid")]
#[test]
fn hands_of_the_companion_are_offered_to_their_owner_alone() {
    let place = place();
    let file = table(
        &place,
        "catch-and-run",
        "Ann,Bob",
        &["--set", "cards=app", "--set", "educators=Ann"],
    );
    place.ok(&["do", "place Ann a1"]);
    place.ok(&["do", "place Bob b2"]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    for name in ["Ann", "Bob"] {
        terminal.wait_to_see(&format!("{name} chooses"));
        let screen = terminal.screen();
        assert!(!screen.contains("your arm cards"), "{screen}");
        terminal.press("\r");
        terminal.wait_to_see(&format!("Pass to {name}"));
        terminal.wait_until("a calm", |s| {
            s.contains("when nobody") && !s.contains("keys count")
        });
        terminal.press(" ");
        terminal.wait_to_see("for your eyes only");
        if name == "Ann" {
            wake(&mut terminal, "Ann");
            terminal.wait_to_see("for your eyes only");
        }
        // A direction, two cards, and whatever they leave to be said.
        for _ in 0..12 {
            let screen = terminal.screen();
            if !screen.contains("for your eyes only") {
                break;
            }
            terminal.press("\r");
            terminal.wait_until("the next choice", |s| s != screen);
        }
        let screen =
            terminal.wait_until("the table", |s| s.contains("✓ ") || s.contains("last turn"));
        assert!(screen.contains(&format!("✓ {name} *")), "{screen}");
        assert!(terminal.is_wiped("for your eyes only"), "{name}");
    }
    let log = place.ok(&["log"]);
    for name in ["Ann", "Bob"] {
        let looked = format!("{name}'s cards were looked at");
        assert!(log.contains(&looked), "{log}");
    }
    terminal.wait_to_see("everything is right");
    terminal.press("\r");
    terminal.wait_until("a turn that was played", |s| s.contains("shown in turn 1"));
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
    assert_eq!(
        shown(&place)["game"]["history"].as_array().map(Vec::len),
        Some(1)
    );
}

#[needs("setsid")]
#[test]
fn once_more_is_one_key_and_moves_the_seats_on() {
    let place = place();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["do", "next"]);
    let mut terminal = place.terminal(&["play"]);
    terminal.wait_to_see("> ");
    type_in(&mut terminal, "win Bob");
    terminal.wait_to_see("y/n");
    type_in(&mut terminal, "y");
    terminal.wait_to_see("won by Bob");
    // An enter that comes at once was meant for the move.
    terminal.press("\r");
    std::thread::sleep(std::time::Duration::from_millis(1800));
    assert!(
        terminal.screen().contains("won by Bob"),
        "{}",
        terminal.screen()
    );
    terminal.press("\r");
    terminal.wait_to_see("Pass to Bob");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 130);
    let log = place.ok(&["log"]);
    assert!(log.contains("cards were looked at: Bob, Ann"), "{log}");
    let names: Vec<Value> = shown(&place)["seats"].as_array().expect("seats").clone();
    assert_eq!(
        (&names[0]["name"], &names[1]["name"]),
        (&"Bob".into(), &"Ann".into())
    );
}

#[needs("setsid")]
#[test]
fn a_clock_runs_in_the_corner_while_moves_are_entered() {
    let place = place();
    let file = table(&place, "cats", "Ann,Bob", &[]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    terminal.wait_to_see("> fish Ann");
    terminal.press("/timer 90\r");
    terminal.wait_to_see("q quit");
    terminal.press("q");
    let begun = terminal.wait_until("the clock", |s| {
        s.contains("> fish Ann") && s.contains(" 1:2")
    });
    terminal.press("c1\r");
    terminal.wait_until("a later time, and Bob", |s| {
        s.contains("> fish Bob") && s.contains(" 1:2") && s.lines().next() != begun.lines().next()
    });
    terminal.press("/timer off\r");
    terminal.wait_until("no clock", |s| !s.contains(" 1:2"));
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
}
