//! Hand-over screens with typed-ahead, repeated and held keys: nobody's card is opened but by its owner's own press.

use needs::needs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Terminal, place};
use crate::place::Place;

const PLAYERS: &str = "Ann,Bob,Cho,Dai";

fn nap(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

/// The cards of each seat of a table that was dealt by this number.
fn hands(place: &Place, seed: &str) -> Vec<Vec<String>> {
    let told = place.ok(&[
        "deal",
        "tiny",
        "--players",
        PLAYERS,
        "--json",
        "--seed",
        seed,
    ]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    let text = |v: &Value| v.as_str().expect("a card").to_owned();
    let hand = |s: &Value| -> Vec<String> {
        s["hand"]
            .as_array()
            .expect("a hand")
            .iter()
            .map(text)
            .collect()
    };
    told["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(hand)
        .collect()
}

/// Chance that is the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// Presses keys as hasty people do, for about two seconds.
fn hammer(terminal: &mut Terminal, keys: &[&str], dice: &mut Dice) {
    let key = dice.one_of(keys);
    match dice.below(4) {
        // A double press.
        0 => {
            terminal.press(key);
            nap(30 + dice.below(371));
            terminal.press(key);
        }
        // A held key.
        1 => {
            terminal.press(key);
            nap(250 + dice.below(500));
            let end = Instant::now() + Duration::from_millis(1500);
            while Instant::now() < end {
                terminal.press(key);
                nap(30);
            }
        }
        // Typed ahead.
        2 => {
            let many: String = (0..2 + dice.below(30)).map(|_| dice.one_of(keys)).collect();
            terminal.press(&many);
        }
        // Impatient.
        _ => {
            for _ in 0..4 + dice.below(4) {
                terminal.press(dice.one_of(keys));
                nap(50 + dice.below(450));
            }
        }
    }
}

/// One hand-over, with hasty keys on the first card.
fn hasty(seed: u64, plain: bool) {
    let place = place();
    let number = seed.to_string();
    let hands = hands(&place, &number);
    let mut dice = Dice(seed.wrapping_mul(7919) + 1);
    let new = ["tiny", "--players", PLAYERS, "--seed", &number];
    let (mut terminal, open, keys): (_, _, &[&str]) = if plain {
        let args = [&["play", "--plain"], &new[..]].concat();
        let mut terminal = place.terminal(&args);
        terminal.wait_to_see("> ");
        terminal.press("h\r");
        (terminal, "\r", &["\r", "\r\r", "x\r"])
    } else {
        let args = [&["deal"], &new[..]].concat();
        (place.terminal(&args), " ", &["\r", " ", "x", "\u{1b}[A"])
    };
    terminal.wait_to_see("Pass to Ann");
    if dice.below(2) == 0 {
        // Too early: the cover stays.
        terminal.press(&keys.concat());
    }
    let ready = |s: &str| s.contains("when nobody else") && !s.contains("keys count");
    terminal.wait_until("a cover that can be opened", ready);
    nap(700);
    assert!(!terminal.since(0).contains("zq"), "seed {seed}: too early");
    // A press that was made in a calm opens the card; on a busy machine it may come late, and once more.
    let begin = Instant::now();
    while !terminal.since(0).contains(&hands[0][0]) {
        assert!(
            begin.elapsed() < Duration::from_secs(40),
            "seed {seed}: {}",
            terminal.screen()
        );
        terminal.press(open);
        for _ in 0..23 {
            if terminal.since(0).contains(&hands[0][0]) {
                break;
            }
            nap(100);
        }
    }
    if dice.below(3) > 0 {
        nap(dice.below(2500));
    }
    hammer(&mut terminal, keys, &mut dice);
    nap(400);
    let written = terminal.since(0);
    for other in hands[1..].iter().flatten() {
        assert!(
            !written.contains(other),
            "seed {seed}, plain {plain}: {other} was shown"
        );
    }
}

#[needs("setsid")]
#[test]
fn fifty_hasty_hand_overs_show_nobody_elses_card() {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..25 {
            scope.spawn(|| {
                loop {
                    let run = next.fetch_add(1, Ordering::SeqCst);
                    if run >= 50 {
                        return;
                    }
                    hasty(run as u64, run % 2 == 1);
                }
            });
        }
    });
}

#[needs("setsid")]
#[test]
fn who_does_as_the_page_says_sees_every_card_once() {
    std::thread::scope(|scope| {
        for size in [(80, 24), (40, 12)] {
            scope.spawn(move || patient(size));
        }
    });
}

/// A page that stands still, wholly drawn, and counts keys.
fn calm(terminal: &Terminal, part: &str) -> String {
    let good = |s: &str| s.contains(part) && s.contains("ress") && !s.contains("keys count");
    loop {
        let seen = terminal.wait_until(part, good);
        nap(300);
        if terminal.screen() == seen {
            return seen;
        }
    }
}

/// Presses a key until the page is another one: a machine that is busy for a second takes no key for meant.
fn turn(terminal: &mut Terminal, page: &str, key: &str) {
    for _ in 0..6 {
        terminal.press(key);
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(5) {
            if terminal.screen() != page {
                return;
            }
            nap(10);
        }
    }
    panic!("no key turns the page:\n{page}");
}

/// A hand-over in which everybody does as the page says.
fn patient(size: (u16, u16)) {
    let place = place();
    let hands = hands(&place, "3");
    let args = ["deal", "tiny", "--players", PLAYERS, "--seed", "3"];
    let mut terminal = Terminal::start(place.dir(), &args, size);
    for (name, hand) in PLAYERS.split(',').zip(&hands) {
        let cover = calm(&terminal, &format!("Pass to {name}"));
        turn(&mut terminal, &cover, " ");
        let mut card = String::new();
        loop {
            let leaf = calm(&terminal, "└");
            card += &leaf;
            turn(&mut terminal, &leaf, "\r");
            if !leaf.contains("for more") {
                break;
            }
        }
        for own in hand {
            assert!(card.contains(own.as_str()), "{size:?}: {card}");
        }
        assert_eq!(card.matches("zq").count(), hand.len(), "{size:?}: {card}");
    }
    terminal.wait_to_see("seal of the shuffles");
    assert!(!terminal.screen().contains("zq"), "nothing stays");
    assert_eq!(terminal.end(), 0);
}

#[needs("setsid")]
#[test]
fn a_stopped_or_ended_program_leaves_no_card() {
    const WAYS: [(bool, &str); 10] = [
        (true, "\u{1a}"),
        (false, "\u{1a}"),
        (true, "TSTP"),
        (false, "TSTP"),
        (true, "\u{1c}"),
        (true, "HUP"),
        (false, "QUIT"),
        (false, "HUP"),
        (true, "TERM"),
        (false, "TERM"),
    ];
    std::thread::scope(|scope| {
        for (plain, way) in WAYS {
            scope.spawn(move || interrupted(plain, way));
        }
    });
}

/// A hand-over that is stopped or ended, by a key or a signal, while a card is shown.
fn interrupted(plain: bool, way: &str) {
    let place = place();
    let mut args = vec!["play", "tiny", "--players", PLAYERS, "--seed", "3"];
    args.extend(plain.then_some("--plain"));
    let mut terminal = place.terminal(&args);
    if plain {
        terminal.wait_to_see("> ");
        terminal.press("h\r");
    }
    terminal.wait_to_see("Pass to Ann");
    let calm = |s: &str| s.contains("when nobody") && !s.contains("keys count");
    terminal.wait_until("a calm", calm);
    terminal.press(if plain { "\r" } else { " " });
    terminal.wait_to_see("zq");
    match way.len() {
        1 => terminal.press(way),
        _ => terminal.signal(way),
    }
    let screen = terminal.wait_until("a screen without the card", |s| !s.contains("zq"));
    assert!(!screen.contains("you are"), "{plain} {way:?}: {screen}");
    if way != "\u{1a}" && way != "TSTP" {
        assert_ne!(terminal.end(), 0);
        return;
    }
    let begin = Instant::now();
    while !terminal.is_stopped() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{plain} {way:?}");
        nap(10);
    }
    terminal.signal("CONT");
    // Whoever goes on gets the cover first.
    let screen = terminal.wait_to_see("Pass to Ann");
    assert!(!screen.contains("zq"), "{screen}");
}

#[needs("setsid")]
#[test]
fn a_resized_card_stays_one_players() {
    let place = place();
    let hands = hands(&place, "3");
    let args = ["deal", "tiny", "--players", PLAYERS, "--seed", "3"];
    let mut terminal = Terminal::start(place.dir(), &args, (40, 12));
    terminal.wait_until("a calm", |s| {
        s.contains("Pass to Ann") && !s.contains("keys count")
    });
    terminal.press(" ");
    terminal.wait_to_see("┌");
    for size in [(120, 50), (20, 6), (8, 3), (80, 24), (30, 10)] {
        terminal.resize(size);
        nap(150);
    }
    let written = terminal.since(0);
    assert!(
        !hands[1..]
            .iter()
            .flatten()
            .any(|c| written.contains(c.as_str()))
    );
}
