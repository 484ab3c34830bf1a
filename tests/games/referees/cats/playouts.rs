//! Random games through move texts, every state compared with the page, and what must hold in all of them.

use std::collections::BTreeSet;

use kitpress::play::games::cats::Referee;
use kitpress::play::games::cats::map::{generate, generate_units};
use kitpress::play::rng::{Dice as Bots, Seed};
use kitpress::play::rules::{Rules, Skill};
use kitpress::play::simulate::{self, SimulationPlan};
use kitpress::play::view::Viewer;

use super::page::Page;
use super::{Dice, Play};

/// Plays a random game and lets `look` see every position, the first one included.
fn playout(play: &mut Play, dice: &mut Dice, look: impl FnMut(&mut Play, Option<&str>)) {
    playout_by(
        play,
        |_, legal| legal[dice.below(legal.len())].clone(),
        look,
    );
}

/// The same with moves that `choose` finds.
fn playout_by(
    play: &mut Play,
    mut choose: impl FnMut(&Play, &[String]) -> String,
    mut look: impl FnMut(&mut Play, Option<&str>),
) {
    look(play, None);
    for _ in 0..2000 {
        let legal = play.legal();
        if legal.is_empty() {
            assert!(play.result().is_some(), "no move, but no end");
            return;
        }
        let text = choose(play, &legal);
        play.try_move(&text)
            .unwrap_or_else(|e| panic!("{text} is listed as legal: {e}"));
        look(play, Some(&text));
    }
    panic!("the game does not end");
}

#[test]
fn every_state_of_games_between_bots_is_as_the_page_says() {
    let names = ["Ann", "Bob"];
    let mut endings = BTreeSet::new();
    for game in 0..GAMES {
        let mut bots = Bots::new(&Seed::practice(game), "test");
        // Random players hardly ever come home.
        let skill = [Skill::Sensible, Skill::Random, Skill::Random][game as usize % 3];
        let choose = |play: &Play, _: &[String]| {
            let mv = play.referee.choose(&play.state, &[skill; 2], &mut bots);
            play.referee.write_move(&play.state, &mv.expect("a move"))
        };
        let mut play = Play::on(game % 40, names);
        let mut before: Option<Page> = None;
        playout_by(&mut play, choose, |play, text| {
            let game = play.game();
            let page = Page::read(&game, names);
            if let (Some(before), Some(text)) = (&before, text) {
                let expected = before.after(text);
                assert!(expected.same(&page), "{text}\n{expected:?}\n{page:?}");
            }
            let winner = page.winner();
            let result = play.result();
            assert_eq!(
                winner.map(|w| vec![w]),
                result.clone().map(|r| r.0),
                "{text:?}"
            );
            let listed: BTreeSet<String> = play.legal().into_iter().collect();
            let legal = if winner.is_some() {
                BTreeSet::new()
            } else {
                page.legal()
            };
            assert_eq!(listed, legal, "{text:?}");
            if let Some((_, reason)) = result {
                let words = ["both cats", "cannot get home", "no legal move"];
                endings.extend(words.into_iter().find(|w| reason.contains(w)));
            }
            before = Some(page);
        });
    }
    let seen = |words: &str| endings.contains(words);
    assert!(seen("cannot get home") && seen("both cats"), "{endings:?}");
}

/// How many games are compared.
const GAMES: u64 = 6;

#[test]
fn what_is_not_listed_is_refused() {
    let ways = ["up", "down", "left", "right"];
    let mut dice = Dice(77);
    for seed in 0..3 {
        let mut play = Play::on(seed, ["Ann", "Bob"]);
        playout(&mut play, &mut dice, |play, _| {
            let legal: BTreeSet<String> = play.legal().into_iter().collect();
            for who in ["Ann", "Bob"] {
                for cat in [1, 2] {
                    let plain = ways
                        .iter()
                        .flat_map(|w| ["", "jump ", "amazing "].map(|v| format!("{v}{w}")));
                    let warps = ways.iter().map(|w| format!("warp {w} then up"));
                    let leave = std::iter::once("leave m4".to_owned());
                    for way in plain.chain(warps).chain(leave) {
                        let text = format!("{who} {cat} {way}");
                        let made = play.clone().try_move(&text).is_ok();
                        assert_eq!(made, legal.contains(&text), "{text}");
                    }
                }
            }
        });
    }
}

#[test]
fn players_may_have_any_names_and_every_move_reads_back_as_itself() {
    let names = [
        ["Cat", "fish"],
        ["1", "2"],
        ["Ann", "Ann 1"],
        ["花 子", "たろう"],
        ["left", "a1"],
        ["say \"hi\"", "É"],
    ];
    for (game, names) in (0u64..).zip(names) {
        let mut dice = Dice(game);
        let mut play = Play::on(game, names);
        let mut before = play.clone();
        playout(&mut play, &mut dice, |play, text| {
            if let Some(text) = text {
                let mv = before
                    .referee
                    .read_move(&before.state, text)
                    .expect("legal");
                let write = |mv| before.referee.write_move(&before.state, mv);
                assert_eq!(write(&mv), text);
                let shout = text.to_uppercase();
                let again = before
                    .referee
                    .read_move(&before.state, &shout)
                    .expect("any case");
                assert_eq!(write(&again), text);
            }
            before = play.clone();
        });
    }
}

#[test]
fn short_forms_are_understood_where_they_are_clear() {
    let read = |play: &Play, text: &str| {
        let mv = play.referee.read_move(&play.state, text);
        let write = |m| play.referee.write_move(&play.state, &m);
        mv.map_or_else(|e| e.to_string(), write)
    };
    let play = Play::after("");
    for text in [
        "fish Ann C1",
        "FISH c1",
        "f a c1",
        "fish ann  c1",
        "Fish ＡＮＮ ｃ1",
    ] {
        assert_eq!(read(&play, text), "fish Ann c1");
    }
    let play = Play::drawn("");
    for (short, full) in [
        ("1 d", "Ann 1 down"),
        ("ann 2 l", "Ann 2 left"),
        ("a 1 j r", "Ann 1 jump right"),
        ("1 a u", "Ann 1 amazing up"),
        ("1 w l u", "Ann 1 warp left then up"),
        ("Ann 2 leave C3", "Ann 2 leave c3"),
        ("Ann 2 step up", "Ann 2 up"),
        ("b 1 r", "Bob 1 right"),
    ] {
        assert_eq!(read(&play, short), full);
    }
    for (bad, words) in [
        ("", "a move is missing"),
        ("dance", "there is no move `dance`"),
        ("Ann", "which cat?"),
        ("Ann right", "which cat?"),
        ("Ann 1", "where does the cat go?"),
        ("Ann 1 jmp up", "did you mean `jump`?"),
        ("Ann 1 jump", "a way to go is missing"),
        ("Ann 1 jump north", "`north` is no way to go"),
        ("Ann 1 right now", "`now` is too much here"),
        ("Ann 1 leave zz9", "there is no cell `zz9`"),
        ("Ann 1 leave a9", "cells: a1 to ab8"),
        ("Ann 1 leave", "a cell is missing"),
        ("Ann 1 warp left", "a way to go is missing"),
        ("Anne 1 right", "did you mean `Ann`?"),
        ("Ann 1 right, Bob 1 left", "too much"),
        ("fish Ann", "there is no cell"),
        ("fish Cho a1", "nobody here is called `Cho`"),
        ("fish Ann a1 b1", "`b1` is too much here"),
    ] {
        let said = read(&play, bad);
        assert!(said.contains(words), "{bad}: {said}");
    }
}

#[test]
fn no_text_is_too_strange() {
    let mut play = Play::drawn("");
    for text in [
        "\"",
        "\"\" 1 up",
        "fish",
        "cat",
        "cat cat cat",
        "1",
        "1 1 1",
        "、",
        "Ann 1 leave \u{301}",
        "\u{0} \u{7}",
        "leave",
        "Ann -1 up",
        "fish Ann a99999999999999999999",
    ] {
        assert!(play.try_move(text).is_err(), "{text:?}");
    }
    let mut dice = Dice(5);
    let words = [
        "Ann", "Bob", "1", "2", "up", "warp", "then", "leave", "c3", "fish", "cat", "\"", ",",
        "jump", "x",
    ];
    for _ in 0..2000 {
        let count = 1 + dice.below(6);
        let text: Vec<&str> = (0..count).map(|_| words[dice.below(words.len())]).collect();
        let _ = play.clone().try_move(&text.join(" "));
    }
}

#[test]
fn the_drawn_map_fits_a_terminal_and_shows_everything() {
    let mut dice = Dice(9);
    let mut play = Play::on(8, ["Ann", "Bob"]);
    playout(&mut play, &mut dice, |play, _| {
        let view = play.referee.view(&play.state, Viewer::Public);
        let (map, below) = view.lines.split_at(11);
        assert!(map.iter().all(|l| l.chars().count() <= 80), "{map:#?}");
        let told = |who: &str| below.iter().any(|l| l.contains(who));
        assert!(told("+─│ Ann") && told("x═║ Bob"), "{below:#?}");
        assert!(told("up is towards row 1: Ann sits at row 8"), "{below:#?}");
        let turn = below.iter().filter(|l| l.starts_with('>')).count();
        assert_eq!(turn, usize::from(play.result().is_none()));
        // Two characters a cell, three before the first; the seam lies below row 4.
        let rows: Vec<&String> = map[2..6].iter().chain(&map[7..11]).collect();
        let game = play.game();
        for (name, who) in game["lines"].as_object().expect("lines") {
            let (r, c) = super::page::place_of(name);
            let sign = rows[r as usize].chars().nth(3 + 2 * c as usize);
            // Each player has a pattern of their own; colour only comes on top.
            let own = if who == "Ann" {
                "+o│─┘┐┤└┌├┴┬┼"
            } else {
                "x@║═╝╗╣╚╔╠╩╦╬"
            };
            assert!(sign.is_some_and(|s| own.contains(s)), "{name}: {sign:?}");
        }
        for name in ["Ann", "Bob"] {
            for (n, cat) in (1..).zip(game["cats"][name].as_array().expect("cats")) {
                let (r, c) = super::page::place_of(cat["at"].as_str().expect("a cell"));
                let sign = rows[r as usize].chars().nth(4 + 2 * c as usize);
                assert_eq!(sign, char::from_digit(n, 10));
            }
        }
    });
}

#[test]
fn long_maps_are_drawn_in_pieces() {
    let map = generate_units(4, 28, 3, 1).expect("a map");
    let referee = Referee::on(&map, ["Ann", "Bob"]);
    let play = Play {
        state: Play::on(1, ["Ann", "Bob"]).state,
        referee,
    };
    let view = play.referee.view(&play.state, Viewer::Public);
    assert!(
        view.lines.iter().all(|l| l.chars().count() <= 80),
        "{:#?}",
        view.lines
    );
}

#[test]
fn random_bots_reach_every_legal_move() {
    let play = Play::drawn("Ann 1 down, Bob 1 down, Ann 1 left, Bob 1 down");
    let mut dice = Bots::new(&Seed::practice(1), "test");
    let mut missing: BTreeSet<String> = play.legal().into_iter().collect();
    for _ in 0..500 {
        let mv = play
            .referee
            .choose(&play.state, &[Skill::Random; 2], &mut dice);
        let mv = mv.expect("a move");
        missing.remove(&play.referee.write_move(&play.state, &mv));
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn sensible_bots_beat_random_ones_clearly() {
    let map = generate(4, 28, 8).expect("a map");
    let referee = Referee::on(&map, ["Ann", "Bob"]);
    for (seat, skills) in [
        [Skill::Sensible, Skill::Random],
        [Skill::Random, Skill::Sensible],
    ]
    .into_iter()
    .enumerate()
    {
        let plan = SimulationPlan {
            games: 12,
            seed: 1,
            skills: skills.to_vec(),
        };
        let stats = simulate::run(&referee, &plan, &|_| ()).expect("all games end");
        assert!(stats.wins[seat] >= 10, "{:?}", stats.wins);
    }
}
