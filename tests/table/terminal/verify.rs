//! `verify` asks people before it closes a table, and a changed kit is told on the whole screen, too.

use super::place;
use crate::place::Place;
use serde_json::Value;

fn log(place: &Place) -> Vec<Value> {
    serde_json::from_str(&place.ok(&["log", "--json"])).expect("JSON")
}

#[test]
fn the_seed_is_shown_only_after_a_yes() {
    let place = place();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["do", "win", "Ann"]);
    for (answer, shown) in [("\r", false), ("n\r", false), ("y\r", true)] {
        let mut terminal = place.terminal(&["verify"]);
        terminal.wait_for(0, "closes the table");
        terminal.wait_for(0, "[y/N]");
        let mark = terminal.mark();
        terminal.press(answer);
        terminal.wait_for(mark, "fit the seed");
        let told = terminal.since(0);
        assert_eq!(terminal.end(), 0);
        assert_eq!(told.contains("\nseed: "), shown, "{answer:?}: {told}");
        let noted = log(&place).iter().any(|e| e.get("shown").is_some());
        assert_eq!(noted, shown, "{answer:?}");
    }
    // A script is not asked, and a table that is closed already asks nobody.
    let terminal = place.terminal(&["verify"]);
    terminal.wait_for(0, "fit the seed");
    assert!(!terminal.since(0).contains("[y/N]"));
    assert_eq!(terminal.end(), 0);
}

#[test]
fn giving_up_is_asked_about_in_its_own_words() {
    let place = place();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    let mut terminal = place.terminal(&["verify", "--give-up"]);
    terminal.wait_for(0, "giving up ends the game here");
    terminal.press("no\r");
    terminal.wait_for(0, "stays secret");
    assert_eq!(terminal.end(), 0);
    assert_eq!(log(&place).len(), 1);
}

#[test]
fn a_changed_kit_is_told_on_the_whole_screen() {
    let place = place();
    place.ok(&["start", "tiny", "--players", "Ann,Bob"]);
    place.ok(&["do", "next"]);
    let cards = place.path("tiny/cards.csv");
    let text = std::fs::read_to_string(&cards).expect("read");
    let mut rows: Vec<&str> = text.lines().collect();
    rows[1..].reverse();
    std::fs::write(&cards, rows.join("\n")).expect("written");
    let mut terminal = place.terminal(&["play"]);
    terminal.wait_to_see("kit `tiny` has changed; this table plays on with its own cards");
    // It stays where it is, whatever is done.
    terminal.press("next\r");
    terminal.wait_until("the next turn, and the notice", |screen| {
        screen.contains("round 2") && screen.contains("kit `tiny` has changed")
    });
    terminal.press("q\r");
    assert_eq!(terminal.end(), 0);
}
