//! Guided play on a terminal: what is asked, what is kept, and what is never shown.

use super::{Place, Terminal};
use serde_json::Value;

fn table(place: &Place, kit: &str, players: &str, more: &[&str]) -> String {
    let file = place.join("t.table").display().to_string();
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

#[test]
fn what_cannot_be_unseen_is_asked_about() {
    for plain in [false, true] {
        let place = Place::new();
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

#[test]
fn a_secret_value_is_never_on_the_screen() {
    for way in ["play", "play --plain", "do"] {
        let place = Place::new();
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

#[test]
fn a_missing_piece_is_asked_for_alone() {
    let place = Place::new();
    let file = table(
        &place,
        "catch-and-run",
        "Ann,Bob",
        &[
            "--set",
            "educators=Ann",
            "--set",
            "field=3x5",
            "--set",
            "broken=c2",
        ],
    );
    place.ok(&["do", "place Ann a1"]);
    let start = shown(&place);
    let need = start["need"].as_str().unwrap_or_default().to_owned();
    let square = need
        .split('(')
        .nth(1)
        .and_then(|n| n.split([',', ')']).next());
    let square = square.unwrap_or_default().trim_matches('`').to_owned();
    place.ok(&["do", &format!("place Bob {square}")]);
    let mut terminal = place.terminal(&["play", "--table", &file]);
    terminal.wait_to_see("(1/2)");
    type_in(&mut terminal, "right 1 circle+carpenter");
    // A CARPENTER without words is asked about, and what was said is kept.
    terminal.wait_to_see("what for?");
    terminal.wait_to_see("so far `right 1 circle+carpenter`");
    type_in(&mut terminal, "nothing");
    terminal.wait_to_see("(2/2)");
    let screen = terminal.screen();
    assert!(!screen.contains("> nothing"), "{screen}");
}
