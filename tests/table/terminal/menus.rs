//! Whole games by the menu alone: somebody who only reads the screen, and has nothing but arrow keys and enter, plays every
//! game to its end.

use std::time::{Duration, Instant};

use needs::needs;
use serde_json::Value;

use super::{Terminal, place};

/// Chance that is the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

const ARROWS: [&str; 4] = ["\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D"];

/// The screen once nothing more is written.
pub fn calm(terminal: &Terminal) -> String {
    let mut mark = terminal.mark();
    let mut since = Instant::now();
    while since.elapsed() < Duration::from_millis(60) {
        std::thread::sleep(Duration::from_millis(10));
        if terminal.mark() != mark {
            (mark, since) = (terminal.mark(), Instant::now());
        }
    }
    terminal.screen()
}

/// Plays a new game to its end; gives back what the screen showed then.
fn play(kit: &str, players: &str, more: &[&str], size: (u16, u16), seed: u64) -> String {
    let place = place();
    let kit = match kit {
        "salt-in-the-soup" => format!("{}/samples/{kit}", env!("CARGO_MANIFEST_DIR")),
        kit => kit.to_owned(),
    };
    let args = [&["play", &kit, "--players", players, "--seed", "7"], more].concat();
    let mut terminal = Terminal::start(place.dir(), &args, size);
    let mut dice = Dice(seed);
    let begin = Instant::now();
    let (mut last, mut same) = (String::new(), 0);
    let end = loop {
        let screen = calm(&terminal);
        assert!(
            begin.elapsed() < Duration::from_secs(400),
            "{kit} never ends:\n{screen}"
        );
        if screen.contains("the game is over,") {
            break screen;
        }
        same = if screen == last { same + 1 } else { 0 };
        assert!(same < 300, "{kit}: nothing can be done:\n{screen}");
        last.clone_from(&screen);
        // Nothing is there yet, or nothing counts yet.
        if screen.trim().is_empty() || screen.contains("keys count in") {
            continue;
        }
        if screen.contains("Pass to ") {
            terminal.press(" ");
            continue;
        }
        if screen.contains("Remember it.") || screen.contains("Press enter") {
            terminal.press("\r");
            continue;
        }
        assert!(
            screen.contains("\u{25b8} ") || screen.contains("nothing to choose"),
            "{kit}: no menu:\n{screen}"
        );
        for _ in 0..dice.below(4) {
            terminal.press(ARROWS[dice.below(4) as usize]);
        }
        calm(&terminal);
        // Nobody presses on before the answer is there, however slow the machine is.
        let mark = terminal.mark();
        terminal.press("\r");
        let pressed = Instant::now();
        while terminal.mark() == mark && pressed.elapsed() < Duration::from_secs(5) {
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let told: Value = serde_json::from_str(&place.ok(&["show", "--json"])).expect("JSON");
    assert_eq!(told["over"], true, "{kit}");
    // Once more is offered; on a small screen, an arrow that came late has moved the menu on.
    if !end.contains("/again") {
        terminal.press("\u{1b}[A\u{1b}[A\u{1b}[A");
        terminal.wait_to_see("/again");
    }
    // Who won stays when the table is left.
    terminal.press("/quit\r");
    let left = terminal.wait_to_see("the table is kept in");
    assert!(left.contains("the game is over"), "{left}");
    assert_eq!(terminal.end(), 0);
    end
}

#[needs("setsid")]
#[test]
fn catch_and_run_is_played_by_its_menu() {
    play("catch-and-run", "Ann,Bob,Cho,Dai", &[], (80, 24), 1);
    play("catch-and-run", "Ann,Bob", &[], (40, 12), 2);
}

#[needs("setsid")]
#[test]
fn birth_or_burst_is_played_by_its_menu() {
    play(
        "birth-or-burst",
        "Ann,Bob,Cho",
        &["--set", "lives=1"],
        (80, 24),
        3,
    );
    play(
        "birth-or-burst",
        "Ann,Bob,Cho",
        &["--set", "lives=1"],
        (40, 12),
        4,
    );
}

#[needs("setsid")]
#[test]
fn cat_and_chocolate_is_played_by_its_menu() {
    play("cat-and-chocolate", "Ann,Bob,Cho", &[], (80, 24), 5);
    play("cat-and-chocolate", "Ann,Bob,Cho", &[], (40, 12), 6);
}

#[needs("setsid")]
#[test]
fn cats_is_played_by_its_menu() {
    play("cats", "Ann,Bob", &[], (80, 24), 7);
    play("cats", "Ann,Bob", &[], (40, 12), 8);
}

#[needs("setsid")]
#[test]
fn icecool_is_played_by_its_menu() {
    let quick = ["--set", "scoring=tournament"];
    play("icecool", "Ann,Bob", &[], (80, 24), 9);
    play("icecool", "Ann,Bob", &quick, (40, 12), 10);
}

#[needs("setsid")]
#[test]
fn a_table_kit_is_played_by_its_menu() {
    play("salt-in-the-soup", "Ann,Bob,Cho,Dai", &[], (80, 24), 11);
    play("salt-in-the-soup", "Ann,Bob,Cho,Dai", &[], (40, 12), 12);
}
