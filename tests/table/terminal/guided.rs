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
        terminal.wait_to_see("> ");
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
        let threes = |t: &Terminal| t.screen().matches('3').count();
        let before = threes(&terminal);
        terminal.press("3");
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert_eq!(threes(&terminal), before, "{way}: {}", terminal.screen());
        terminal.press("\r");
        terminal.wait_to_see("Ann's fish card is noted");
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
fn a_missing_piece_is_asked_for_alone() {
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
    type_in(&mut terminal, "right 1");
    terminal.wait_to_see("(2/4)");
    // Both sides are open: Bob has to say where to turn, which only the whole turn shows.
    type_in(&mut terminal, "up red+2x");
    terminal.wait_to_see("(3/4)");
    // A CARPENTER without words is asked about at once.
    type_in(&mut terminal, "left circle+carpenter");
    terminal.wait_to_see("what for?");
    terminal.wait_to_see("(3/4) Cho, so far `left circle+carpenter`");
    type_in(&mut terminal, "nothing");
    terminal.wait_to_see("(4/4)");
    type_in(&mut terminal, "down 3");
    let screen = terminal.wait_to_see("(2/4) Bob, so far `up red+2x`");
    assert!(screen.contains("Bob has to turn on c2"), "{screen}");
    assert!(
        !screen.contains("> down 3"),
        "Dai's text is not Bob's: {screen}"
    );
    type_in(&mut terminal, "left");
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
        terminal.wait_to_see("> ");
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
