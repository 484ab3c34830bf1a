//! What is asked at a table stays asked: through a stop, a refusal, a missing piece; and what only one player may see looks
//! the same from afar, whoever it is.

use needs::needs;
use serde_json::Value;

use super::menus::calm;
use super::{Terminal, place};
use crate::place::Place;

/// Stops the program and lets it go on, as Ctrl-Z and `fg` do; gives back where what was written then begins.
fn stop_and_go_on(terminal: &Terminal) -> usize {
    terminal.signal("STOP");
    terminal.wait_until("a program that sleeps", |_| terminal.is_stopped());
    let mark = terminal.mark();
    terminal.signal("CONT");
    mark
}

/// A table of the test kit at which somebody has moved, so that no hands are shown first.
fn begun(place: &Place, more: &[&str]) {
    let args = ["start", "tiny", "--players", "Ann,Bob"];
    place.ok(&[&args[..], more].concat());
    place.ok(&["do", "next"]);
}

#[needs("setsid")]
#[test]
fn an_open_question_is_asked_again_when_the_program_goes_on() {
    let place = place();
    let mut terminal = place.terminal(&["play", "tiny", "--plain"]);
    terminal.wait_to_see("player 1:");
    let mark = stop_and_go_on(&terminal);
    terminal.wait_for(mark, "player 1: ");
    terminal.press("Ann,Bob\r");
    terminal.wait_to_see("player 3:");
    terminal.press("\r");
    terminal.wait_to_see("the turn is over");
    terminal.wait_until("a prompt", |s| s.trim_end().ends_with('>'));
    let mark = stop_and_go_on(&terminal);
    terminal.wait_for(mark, "turn: a move, or `next`\r\n> ");
    // Nothing is asked any more once there is an answer.
    terminal.press("/quit\r");
    assert_eq!(terminal.end(), 0);
}

#[needs("setsid")]
#[test]
fn what_was_said_behind_a_missing_piece_is_kept() {
    let place = place();
    let args = ["play", "catch-and-run", "--players", "Ann,Bob"];
    let more = ["--set", "educators=Bob", "--seed", "5"];
    let mut terminal = place.terminal(&[&args[..], &more].concat());
    terminal.wait_to_see("> place Bob");
    terminal.press("a1\r");
    terminal.wait_to_see("> place Ann");
    terminal.press("b2\r");
    terminal.wait_to_see("(1/2)");
    terminal.press("l circle+carpenter 2\r");
    let screen = terminal.wait_to_see("CARPENTER: nothing");
    assert!(
        screen.contains("so far `left circle+carpenter … 2`"),
        "{screen}"
    );
    terminal.press("nothing\r");
    // The 2 is not asked for again.
    let screen = terminal.wait_to_see("(2/2)");
    assert!(screen.contains("✓ Ann left circle+carpenter"), "{screen}");
    // Whoever goes back behind what was said begins anew.
    terminal.press("r triangle+carpenter 3\r");
    terminal.wait_to_see("… 3`");
    terminal.press("\u{1b}");
    let screen = terminal.wait_until("the question", |s| s.contains("two arm cards"));
    assert!(!screen.contains("so far"), "{screen}");
    terminal.press("r 1 4\r");
    terminal.wait_to_see("Bob runs from a1 to b1");
    let log = place.ok(&["log"]);
    let turn = "turn Ann left circle+carpenter unused 2, Bob right 1 4";
    assert!(log.contains(turn), "{log}");
}

#[needs("setsid")]
#[test]
fn a_number_that_was_refused_is_put_right_where_it_stood() {
    let place = place();
    begun(&place, &[]);
    let mut terminal = place.terminal(&["play"]);
    terminal.wait_to_see("the turn is over");
    terminal.press("score\r");
    terminal.wait_to_see("> score");
    terminal.press("bob\r");
    terminal.wait_to_see("> score Bob");
    terminal.press("2.5\r");
    let screen = terminal.wait_to_see("is no number of points");
    assert!(screen.contains("> score Bob 2.5"), "{screen}");
    assert!(screen.contains("whole numbers"), "{screen}");
    terminal.press("2\r");
    terminal.wait_until("a move that was made", |s| !s.contains("> score"));
    let shown: Value = serde_json::from_str(&place.ok(&["show", "--json"])).expect("JSON");
    assert_eq!(shown["scores"]["Bob"], 2);
}

#[needs("setsid")]
#[test]
fn names_stand_on_the_screen_as_people_write_them() {
    let place = place();
    let args = ["play", "catch-and-run", "--players", "Mary Lou,Zoë🐧"];
    let more = ["--set", "educators=Zoë🐧", "--seed", "5"];
    let mut terminal = place.terminal(&[&args[..], &more].concat());
    terminal.wait_to_see("> place");
    terminal.press("a1\r");
    terminal.wait_to_see("stands on a1");
    terminal.press("b2\r");
    let screen = terminal.wait_to_see("(1/2)");
    assert!(screen.contains("▸ Mary Lou   · Zoë🐧"), "{screen}");
    terminal.press("r 1 2\r");
    let screen = terminal.wait_to_see("(2/2)");
    assert!(screen.contains("✓ Mary Lou right 1 2"), "{screen}");
}

/// The row of the screen where a text begins.
fn row_of(screen: &str, text: &str) -> Option<usize> {
    screen.lines().position(|l| l.starts_with(text))
}

#[needs("setsid")]
#[test]
fn a_choice_alone_looks_the_same_whatever_the_role() {
    let place = place();
    begun(&place, &["--seed", "3"]);
    let mut terminal = Terminal::start(place.dir(), &["play"], (40, 20));
    let mut rows = Vec::new();
    for (name, keys) in [("Ann", "\r"), ("Bob", "\u{1b}[C\r")] {
        terminal.wait_to_see("a move, or");
        calm(&terminal);
        terminal.press("play");
        terminal.wait_to_see("> play");
        terminal.press("\r");
        terminal.wait_to_see("▸ Ann");
        terminal.press(keys);
        terminal.wait_until("a calm", |s| {
            s.contains(&format!("Pass to {name}")) && !s.contains("keys count")
        });
        terminal.press(" ");
        let screen = terminal.wait_to_see("for your eyes only");
        rows.push((row_of(&screen, "> play"), screen.contains("wolf")));
        terminal.press("\u{1b}");
        terminal.wait_until("the table", |s| !s.contains("for your eyes only"));
        terminal.press("\u{1b}");
    }
    // One of them is the wolf, whose card has more words.
    assert_ne!(rows[0].1, rows[1].1);
    assert_eq!(rows[0].0, rows[1].0);
    assert!(rows[0].0.is_some());
}

#[needs("setsid")]
#[test]
fn a_japanese_screen_shows_the_words_that_it_reads() {
    let place = place();
    let args = [
        "play",
        "catch-and-run",
        "--players",
        "花子,太郎",
        "--lang",
        "ja",
    ];
    let more = ["--set", "educators=太郎", "--seed", "5"];
    let mut terminal = place.terminal(&[&args[..], &more].concat());
    terminal.wait_to_see("> 置く 太郎");
    terminal.press("a1\r");
    terminal.wait_to_see("> 置く 花子");
    terminal.press("b2\r");
    let screen = terminal.wait_to_see("(1/2)");
    assert!(
        screen.contains("方向（`上`, `下`, `左`, `右`）"),
        "{screen}"
    );
    assert!(!screen.contains("up"), "{screen}");
    terminal.press("左 丸+大工 2\r");
    terminal.wait_to_see("> 左 丸+大工");
    terminal.press("なし\r");
    let screen = terminal.wait_to_see("(2/2)");
    assert!(screen.contains("✓ 花子 左 丸+大工"), "{screen}");
    terminal.press("下 赤 緑\r");
    terminal.wait_until("the turn", |s| !s.contains("(2/2)"));
    // The log keeps the words of journals.
    let log = place.ok(&["log"]);
    let turn = "turn 花子 left circle+carpenter unused 2, 太郎 down red green";
    assert!(log.contains(turn), "{log}");
}
