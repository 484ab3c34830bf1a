//! The start page on every screen, and the way through it by keys.

use super::offers::{FrontKit, FrontOffer, folder};
use super::stage::{FrontDesk, FrontStage, FrontStep};
use super::typed;
use crate::cli::cells::width;
use crate::cli::layout;
use crate::cli::screen::Input;
use crate::say::{Tongue, in_tongue};

fn kit(name: &str, title: &str) -> FrontKit {
    FrontKit {
        name: name.to_owned(),
        title: title.to_owned(),
        facts: "2–4 players · 20 min · from age 8".to_owned(),
        about: "A line about it that says in a good many words what it is like to play.".to_owned(),
        players: (2, 3),
        plays: true,
        reads: true,
        speaks: true,
        problem: None,
    }
}

fn desk() -> FrontDesk {
    let table = FrontOffer::Table {
        name: "cats-1".to_owned(),
        title: "Cats".to_owned(),
        players: vec!["Ann".to_owned(), "花子".to_owned()],
    };
    let kits = [
        ("cats", "キャッツ"),
        ("my game", "My game"),
        ("icecool", "ICECOOL"),
    ];
    let kits = kits.map(|(name, title)| FrontOffer::Kit(kit(name, title)));
    FrontDesk::new([table].into_iter().chain(kits).collect())
}

fn type_in(desk: &mut FrontDesk, text: &str) -> FrontStep {
    for c in text.chars() {
        desk.editor.press(&Input::Char(c));
        desk.follow_typing();
    }
    desk.enter()
}

#[test]
fn what_is_chosen_is_seen_on_every_screen() {
    for tongue in Tongue::all() {
        in_tongue(tongue, || {
            for size in [(40, 12), (80, 24), (110, 30), (200, 60)] {
                let mut desk = desk();
                for chosen in 0..desk.items().len() {
                    desk.chosen = chosen;
                    let content = desk.content(size.0);
                    let lines = layout::frame(&content, &mut desk.scroll, size);
                    assert!(lines.len() <= size.1, "{size:?}");
                    let panel = lines.iter().find(|l| l.text.contains('│'));
                    assert_eq!(panel, None, "{size:?}");
                    let wide = lines.iter().find(|l| width(&l.text) > size.0);
                    assert_eq!(wide, None, "{size:?}");
                    let mark = format!("▸{:>2} ", chosen + 1);
                    assert!(
                        lines.iter().any(|l| l.text.contains(&mark)),
                        "{size:?} {lines:?}"
                    );
                }
                desk.stage = FrontStage::Actions(kit("cats", "Cats"));
                for chosen in 0..desk.items().len() {
                    desk.chosen = chosen;
                    let content = desk.content(size.0);
                    let lines = layout::frame(&content, &mut desk.scroll, size);
                    let command = desk.command();
                    let seen = command.is_none_or(|c| lines.iter().any(|l| l.text.contains(&c)));
                    assert!(seen, "{size:?} {lines:?}");
                }
            }
        });
    }
}

#[test]
fn a_game_is_chosen_by_number_or_name_and_names_become_a_command() {
    let mut desk = desk();
    let going_on = ["play", "--table", "cats-1"].map(str::to_owned).to_vec();
    assert_eq!(desk.enter(), FrontStep::Run(going_on));
    type_in(&mut desk, "ICE");
    assert_eq!(desk.command().as_deref(), Some("kitpress print icecool"));
    assert_eq!(desk.back(), FrontStep::Stay);
    type_in(&mut desk, "3");
    assert_eq!(desk.command().as_deref(), Some("kitpress print 'my game'"));
    assert_eq!(
        type_in(&mut desk, "4"),
        FrontStep::Read("my game".to_owned())
    );
    type_in(&mut desk, "2");
    assert!(matches!(desk.stage, FrontStage::Names(_)));
    type_in(&mut desk, "Ann");
    type_in(&mut desk, "ann");
    assert_eq!(desk.names, ["Ann"], "the same name twice is refused");
    assert!(!desk.said.is_empty());
    type_in(&mut desk, "Bob, Cho");
    assert_eq!(desk.names, ["Ann", "Bob", "Cho"]);
    type_in(&mut desk, "Dai");
    assert_eq!(desk.names.len(), 3, "three play at most");
    let FrontStep::Run(args) = desk.enter() else {
        panic!("begins")
    };
    assert_eq!(
        typed(&args),
        "kitpress play 'my game' --players Ann,Bob,Cho"
    );
    desk.back();
    assert_eq!(desk.names, ["Ann", "Bob"]);
    assert_eq!(
        type_in(&mut desk, ""),
        FrontStep::Run(desk_args(&["Ann", "Bob"]))
    );
}

fn desk_args(names: &[&str]) -> Vec<String> {
    let players = names.join(",");
    let args = ["play", "my game", "--players", players.as_str()];
    args.map(str::to_owned).to_vec()
}

#[test]
fn kits_of_ones_own_are_told_apart_by_their_folders() {
    assert_eq!(folder("cats"), None);
    assert_eq!(folder("my-game").as_deref(), Some("my-game"));
    in_tongue(Tongue::of("ja"), || {
        assert_eq!(folder(".").as_deref(), Some("このフォルダー"));
    });
}

#[test]
fn the_way_back_ends_at_the_door() {
    let mut desk = desk();
    desk.chosen = 2;
    desk.enter();
    assert_eq!(desk.back(), FrontStep::Stay);
    assert_eq!(desk.chosen, 2, "where it came from");
    assert_eq!(desk.back(), FrontStep::Leave);
    assert_eq!(type_in(&mut desk, "no such game"), FrontStep::Stay);
    assert!(!desk.said.is_empty());
}

#[test]
fn a_kit_that_cannot_be_read_can_be_checked() {
    let mut broken = kit("my-game", "my-game");
    broken.problem = Some("`id` is missing".to_owned());
    let mut desk = FrontDesk::new(vec![FrontOffer::Kit(broken)]);
    desk.enter();
    assert_eq!(desk.command().as_deref(), Some("kitpress check my-game"));
}
