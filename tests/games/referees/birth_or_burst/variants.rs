//! The variants: playing together, traps, own ranges, two leaders, many players.

use serde_json::{Value, json};

use super::*;

#[test]
fn coop_a_burst_costs_one_shared_life() {
    let mut desk = three(&["coop=on", "lives=2"]);
    desk.expect(json!({"lives": {"shared": 2}, "missions": null}));
    desk.turn("free", "7 7 7");
    assert_eq!(desk.burst(), losers("range", &["Ann", "Bob", "Cho"]));
    desk.expect(json!({"lives": {"shared": 1}, "run": 2}));
    desk.turn("minus", "7 1 1");
    assert_eq!(desk.burst(), losers("command", &["Ann"]));
    let show = desk.show();
    assert_eq!(show["over"], true);
    assert_eq!(show["result"]["winners"], json!([]));
    assert_eq!(show["scores"], json!({}));
    assert_eq!(show["game"]["missions"], Value::Null);
}

#[test]
fn coop_has_no_missions_and_no_scores_and_all_win() {
    let mut desk = three(&["coop=on", "turns=2"]);
    assert!((0..3).all(|s| desk.table.view(Viewer::Seat(s)).secret.is_empty()));
    desk.turn("free", "7 -7 7");
    desk.act("play -7 7 -7");
    let show = desk.show();
    assert_eq!(show["result"]["winners"], json!(["Ann", "Bob", "Cho"]));
    assert_eq!(show["scores"], json!({}));
    assert_eq!(show["game"]["missions"], Value::Null);
}

#[test]
fn an_uneven_range_bursts_at_its_own_ends() {
    for (cards, why) in [
        ("-1 -2 -2", Value::Null),
        ("-1 -3 -2", json!("range")),
        ("2 3 4", Value::Null),
        ("3 3 4", json!("range")),
    ] {
        let mut desk = three(&["range=-5..9"]);
        desk.expect(json!({"range": [-5, 9]}));
        desk.turn("free", cards);
        assert_eq!(desk.burst()["why"], why, "{cards}");
    }
}

#[test]
fn on_a_trap_the_side_that_the_sum_moved_to_pays_and_passing_is_fine() {
    let mut desk = three(&["traps=-3,4"]);
    desk.turn("free", "3 2 -1");
    assert_eq!(desk.burst(), losers("trap", &["Ann"]));
    desk.turn("free", "3 3 1");
    assert_eq!(desk.burst(), Value::Null, "7 lies behind the trap");
    desk.turn("odd", "4 -5 -2");
    assert_eq!(desk.burst(), losers("trap", &["Bob"]), "down to 4");
    desk.turn("free", "-2 1 -2");
    assert_eq!(desk.burst(), losers("trap", &["Ann", "Cho"]));
}

#[test]
fn own_mission_ranges_decide_the_points() {
    let mut desk = three(&["turns=2", "missions=-9..-1,0..0,1..9", "open-missions=on"]);
    let missions = desk.game("missions");
    desk.turn("free", "7 -7 7");
    desk.act("play -7 7 -6");
    desk.expect(json!({"egg": 1}));
    let scores = desk.show()["scores"].clone();
    for (name, mission) in missions.as_object().expect("missions") {
        assert_eq!(scores[name], if mission == "high" { 7 } else { 4 });
    }
}

#[test]
fn open_missions_are_public_from_the_start() {
    let desk = start_with("Ann,Bob,Cho", &["open-missions=on"], 1);
    assert_eq!(desk.game("missions").as_object().expect("open").len(), 3);
    assert_eq!(desk.seat(1)["game"]["missions"], desk.game("missions"));
}

fn two_leaders(set: &[&str]) -> Desk {
    let set: Vec<&str> = [&["leader=Bob", "leaders=2", "commands=table"], set].concat();
    start_with("Ann,Bob,Cho,Dai", &set, 1)
}

#[test]
fn two_leaders_have_a_command_each_and_each_who_disobeys_loses_a_life() {
    for (cards, losing) in [
        ("1 1 1 -1", vec![]),
        ("1 -1 1 -1", vec!["Bob"]),
        ("1 1 2 -1", vec!["Cho"]),
        ("1 -1 2 -1", vec!["Bob", "Cho"]),
    ] {
        let mut desk = two_leaders(&[]);
        desk.act("command plus odd");
        desk.expect(json!({"leader": "Bob", "command": ["plus", "odd"], "void": [false, false]}));
        desk.act(&format!("play {cards}"));
        let expected = match losing[..] {
            [] => Value::Null,
            _ => losers("command", &losing),
        };
        assert_eq!(desk.burst(), expected, "{cards}");
    }
}

#[test]
fn both_leader_cards_go_clockwise() {
    let mut desk = two_leaders(&[]);
    desk.turn("plus odd", "1 1 1 -1");
    desk.act("command odd plus");
    assert_eq!(desk.game("leader"), "Cho");
    desk.act("play 2 -1 2 4");
    assert_eq!(desk.burst(), losers("command", &["Cho"]), "Dai obeys");
    assert_eq!(desk.game("leader"), "Bob", "the first leader leads again");
}

#[test]
fn one_command_set_gives_both_leaders_the_same() {
    let mut desk = two_leaders(&["command-sets=1"]);
    desk.act("command plus");
    desk.expect(json!({"command": "plus", "void": [false, false]}));
    desk.act("play 1 -1 -2 3");
    assert_eq!(desk.burst(), losers("command", &["Bob", "Cho"]));
}

#[test]
fn each_leader_has_a_set_of_nine_commands_in_which_none_comes_twice() {
    let mut desk = two_leaders(&[]);
    desk.turn("plus plus", "-1 1 1 -1");
    let (_, text) = desk.refused("command plus odd");
    assert!(text.contains("no command comes twice in a run"), "{text}");
    desk.refused("command odd plus");
    desk.act("command odd minus");
}

#[test]
fn the_companion_turns_up_two_commands() {
    let desk = start_with("Ann,Bob,Cho,Dai", &["leaders=2"], 2);
    let commands = desk.game("command");
    let commands = commands.as_array().expect("a list");
    assert_eq!(commands.len(), 2);
    assert!(commands.iter().all(|c| COMMANDS.iter().any(|n| c == n)));
    let desk = start_with("Ann,Bob,Cho,Dai", &["leaders=2", "command-sets=1"], 2);
    assert!(desk.game("command").is_string());
}

#[test]
fn seven_to_twelve_players_are_just_taken_on_the_range_of_9() {
    for players in ["A,B,C,D,E,F,G", "A,B,C,D,E,F,G,H,I,J,K,L"] {
        let mut desk = start_with(players, &["commands=table", "open-missions=on"], 1);
        let count = players.split(',').count();
        desk.expect(json!({"range": [-9, 9]}));
        assert_eq!(desk.game("missions").as_object().expect("all").len(), count);
        let cards: Vec<i64> = (0..count)
            .map(|i| if i % 2 == 0 { 1 } else { -1 })
            .collect();
        desk.turn("free", &written(&cards));
        assert_eq!(desk.game("turn"), 2);
    }
}

#[test]
fn the_last_turn_of_a_short_game_has_no_command() {
    let mut desk = three(&["turns=3"]);
    desk.turn("odd", "1 1 -1");
    desk.turn("even", "2 2 -2");
    desk.expect(json!({"turn": 3, "command": null}));
    let (fault, text) = desk.refused("command plus");
    assert_eq!(fault, Fault::Rule);
    assert!(text.contains("the last turn has no command"), "{text}");
}
