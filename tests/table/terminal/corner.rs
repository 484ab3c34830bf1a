//! The clock beside a guided table: it follows the turns, is seen while moves are entered, steps back with the moves, comes
//! back with the table, and is as quiet as it is told to be.

use std::time::{Duration, Instant};

use needs::needs;

use super::{Terminal, place};
use crate::place::Place;

fn begun() -> Place {
    let place = place();
    place.ok(&["start", "tiny", "--players", "Ann,Bob,Cho"]);
    place.ok(&["do", "next"]);
    place.ok(&["do", "next"]);
    place.ok(&["do", "next"]);
    place
}

/// Whose turn it is at a table of three after so many turns.
fn whose(place: &Place) -> String {
    let told: serde_json::Value =
        serde_json::from_str(&place.ok(&["show", "--json"])).expect("JSON");
    told["game"]["active"].as_str().expect("a name").to_owned()
}

fn type_in(terminal: &mut Terminal, line: &str) {
    terminal.press(line);
    terminal.wait_to_see(&format!("> {line}"));
    terminal.press("\r");
}

#[needs("setsid")]
#[test]
fn it_follows_the_turns_and_steps_back() {
    let place = begun();
    let first = whose(&place);
    let mut terminal = place.terminal(&["play"]);
    terminal.wait_to_see("> ");
    type_in(&mut terminal, "/timer bank 5m increment 9s");
    let screen = terminal.wait_to_see(&format!("▶{first} "));
    for name in ["Ann 5:00", "Bob 5:00", "Cho 5:00"] {
        assert!(screen.contains(name), "{screen}");
    }
    // It is seen, and runs on, while a move is being entered.
    terminal.press("nex");
    let typed = terminal.wait_to_see(&format!("▶{first} 4:58"));
    assert!(typed.contains("> nex"), "{typed}");
    terminal.press("t\r");
    let next = terminal.wait_until("the next player's clock", |s| {
        s.contains('▶') && !s.contains(&format!("▶{first} "))
    });
    assert!(
        next.contains(&format!("{first} 5:0")),
        "nine seconds more: {next}"
    );
    type_in(&mut terminal, "/undo");
    let back = terminal.wait_to_see(&format!("▶{first} "));
    assert!(
        back.contains(&format!("▶{first} 4:5")),
        "they are taken back: {back}"
    );
    // By hand: a pause, half a minute more.
    type_in(&mut terminal, "/timer pause");
    terminal.wait_to_see("(paused)");
    type_in(&mut terminal, "/timer +30");
    terminal.wait_to_see(&format!("▶{first} 5:2"));
    // It is there on a small screen, and comes back with the table.
    terminal.resize((40, 12));
    terminal.wait_until("a short form", |s| {
        s.contains(&format!("{first} 5:2")) && !s.contains('·') || s.contains("arrows enter")
    });
    type_in(&mut terminal, "/quit");
    terminal.wait_to_see("the table is kept in");
    assert_eq!(terminal.end(), 0);
    let mut again = place.terminal(&["play"]);
    again.wait_to_see(&format!("▶{first} 5:2"));
    type_in(&mut again, "/timer off");
    again.wait_to_see("the clock is put away");
    type_in(&mut again, "/quit");
    assert_eq!(again.end(), 0);
    let quiet = place.terminal(&["play"]);
    let screen = quiet.wait_to_see("arrows");
    assert!(!screen.contains('▶'), "{screen}");
}

#[needs("setsid")]
#[test]
fn the_bell_can_be_told_to_be_quiet() {
    let place = begun();
    let mut terminal = place.terminal(&["play"]);
    terminal.wait_to_see("> ");
    for quiet in [false, true] {
        type_in(&mut terminal, "/timer bank 4s sand");
        terminal.wait_to_see("▶");
        if quiet {
            type_in(&mut terminal, "/timer silent");
            // What was typed has left the line.
            terminal.wait_until("an empty line", |s| !s.contains("> /timer"));
        }
        let mark = terminal.mark();
        terminal.wait_to_see("(time is up)");
        let rung = terminal.since(mark).contains('\u{7}');
        assert_eq!(rung, !quiet);
        type_in(&mut terminal, "/timer off");
        terminal.wait_to_see("the clock is put away");
        place.ok(&["show"]);
        // A bank of another length is another one.
        type_in(&mut terminal, "/timer bank 1h");
        terminal.wait_to_see("1:00:00");
        type_in(&mut terminal, "/timer off");
        terminal.wait_to_see("the clock is put away");
        if !quiet {
            type_in(&mut terminal, "/timer bank 4s sand");
            terminal.wait_to_see("▶");
            type_in(&mut terminal, "/timer restart");
            terminal.wait_to_see("0:0");
            type_in(&mut terminal, "/timer off");
            terminal.wait_to_see("the clock is put away");
        }
    }
}

/// Somebody who reads numbers and types them plays a whole game; nothing moves the cursor.
fn play_by_numbers(kit: &str, players: &str, more: &[&str], seed: u64) {
    let place = place();
    let kit = match kit {
        "salt-in-the-soup" => format!("{}/samples/{kit}", env!("CARGO_MANIFEST_DIR")),
        kit => kit.to_owned(),
    };
    let args = [
        &["play", &kit, "--players", players, "--seed", "7", "--plain"],
        more,
    ]
    .concat();
    let mut terminal = place.terminal(&args);
    let mut dice = super::menus::Dice(seed);
    let (begin, mut mark) = (Instant::now(), 0);
    loop {
        super::menus::calm(&terminal);
        let said = terminal.since(mark);
        let late = begin.elapsed() > Duration::from_secs(400);
        assert!(!late, "{kit} never ends:\n{said}");
        if said.contains("the game is over,") {
            break;
        }
        // Nobody types before there is something to answer, however slow the machine is.
        let asks = ["goes back", "see the screen.", "to hide it.", "for more."];
        let asked = said.ends_with("> ") || asks.iter().any(|a| said.trim_end().ends_with(a));
        if !asked {
            continue;
        }
        let numbers: Vec<u32> = said.lines().flat_map(numbers).collect();
        mark = terminal.mark();
        let pressed = match numbers.len() as u64 {
            0 => String::new(),
            n => numbers[dice.below(n) as usize].to_string(),
        };
        terminal.press(&format!("{pressed}\r"));
    }
    let all = terminal.since(0);
    let hidden = all.contains("\u{1b}[?1049h");
    assert_eq!(
        hidden,
        all.contains("Pass to "),
        "{kit}: only secrets have a screen"
    );
}

/// The numbers that a line of a menu offers.
fn numbers(line: &str) -> Vec<u32> {
    let Some(items) = line.strip_prefix("  ").filter(|l| !l.starts_with("   ")) else {
        return Vec::new();
    };
    let number = |item: &str| {
        let item = item.trim().trim_start_matches('+');
        item.split_once(':').map_or(item, |(n, _)| n).parse().ok()
    };
    items.split("   ").filter_map(number).collect()
}

#[needs("setsid")]
#[test]
fn whole_games_are_played_by_numbers_line_by_line() {
    play_by_numbers("icecool", "Ann,Bob", &["--set", "scoring=tournament"], 1);
    play_by_numbers("cats", "Ann,Bob", &[], 2);
    play_by_numbers("salt-in-the-soup", "Ann,Bob,Cho,Dai", &[], 3);
    play_by_numbers("birth-or-burst", "Ann,Bob,Cho", &["--set", "lives=1"], 4);
}

#[needs("setsid")]
#[test]
fn numbers_choose_hidden_cards_unseen() {
    play_by_numbers("catch-and-run", "Ann,Bob", &["--set", "cards=app"], 5);
}

/// The table in colour on a terminal, by `show` and line by line; without where nobody wants it. The letters are the same.
#[needs("setsid")]
#[test]
fn boards_are_in_colour_and_their_letters_do_without() {
    let place = begun();
    let seen = |wrap: &[&str], args: &[&str]| -> (String, String) {
        let terminal = Terminal::wrapped(place.dir(), wrap, args, (80, 24));
        terminal.wait_for(0, "points");
        let said = super::menus::calm(&terminal);
        (terminal.since(0), said)
    };
    let score = ["do", "score", "Ann", "5"];
    place.ok(&score);
    for args in [&["show"][..], &["play", "--plain"]] {
        let (painted, letters) = seen(&[], args);
        let (plain, same) = seen(&["env", "NO_COLOR=1"], args);
        assert!(painted.contains("\u{1b}[38;5;10m5 points"), "{painted:?}");
        assert!(!plain.contains("\u{1b}[38"), "{plain:?}");
        assert!(!painted.contains('\u{fffd}'), "{painted:?}");
        assert_eq!(letters, same, "{args:?}");
    }
}
