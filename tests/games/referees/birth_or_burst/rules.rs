//! Set-up, a turn, bursts, the quota, birth: the sentences of the game page one by one.

use kitpress::play::rng::{Chance, Seed};
use serde_json::{Value, json};

use super::*;

// ---- set-up ----

#[test]
fn range_is_7_for_3_to_4_players_and_9_for_5_to_6() {
    for (players, range) in [
        ("A,B,C", 7),
        ("A,B,C,D", 7),
        ("A,B,C,D,E", 9),
        ("A,B,C,D,E,F", 9),
    ] {
        let desk = start_with(players, &[], 1);
        desk.expect(json!({"range": [-range, range], "egg": 0, "turn": 1, "run": 1, "last": null}));
    }
}

#[test]
fn each_player_has_fourteen_cards_and_every_one_of_them_can_be_played() {
    for value in (-7..=7).filter(|v| *v != 0) {
        let mut desk = start_with("Ann,Bob,Cho", &["commands=table", "leader=Ann"], 1);
        desk.turn("free", &written(&[value, -value, 1]));
        desk.expect(json!({"spent": {"Ann": [value], "Bob": [-value], "Cho": [1]}}));
    }
}

#[test]
fn a_mission_is_seen_only_by_its_player() {
    let desk = start_with("Ann,Bob,Cho,Dai", &[], 3);
    assert_eq!(desk.game("missions"), Value::Null);
    for (seat, name) in ["Ann", "Bob", "Cho", "Dai"].into_iter().enumerate() {
        let own = desk.seat(seat)["game"]["missions"].clone();
        let own = own.as_object().expect("a mission");
        assert_eq!(own.len(), 1, "{name} sees one mission");
        let mission = own[name].as_str().expect("a word");
        assert!(["low", "middle", "high"].contains(&mission));
        let secret = desk.table.view(Viewer::Seat(seat)).secret;
        assert!(secret[0].to_lowercase().contains(mission), "{secret:?}");
    }
    assert!(desk.table.view(Viewer::Public).secret.is_empty());
}

#[test]
fn nine_missions_three_each_are_dealt() {
    let mut seen = [0; 3];
    for seed in 0..60 {
        let desk = start_with("A,B,C,D,E,F", &["open-missions=on"], seed);
        let missions = desk.game("missions");
        let missions = missions.as_object().expect("missions");
        for (i, name) in ["low", "middle", "high"].iter().enumerate() {
            let count = missions.values().filter(|m| *m == name).count();
            assert!(count <= 3, "{missions:?}");
            seen[i] += count;
        }
    }
    assert!(seen.iter().all(|n| (80..160).contains(n)), "{seen:?}");
}

#[test]
fn the_first_leader_is_set_or_drawn_at_random() {
    let desk = start_with("Ann,Bob,Cho", &["leader=bob"], 1);
    assert_eq!(desk.game("leader"), "Bob");
    let drawn = |seed| start_with("Ann,Bob,Cho", &[], seed).game("leader");
    let drawn: std::collections::BTreeSet<String> = (0..30).map(|s| drawn(s).to_string()).collect();
    assert_eq!(drawn.len(), 3);
}

#[test]
fn commands_are_shuffled() {
    let first = |seed| start_with("Ann,Bob,Cho", &[], seed).game("command");
    let seen: std::collections::BTreeSet<String> = (0..80).map(|s| first(s).to_string()).collect();
    assert_eq!(seen.len(), 9, "{seen:?}");
}

// ---- a turn ----

#[test]
fn turns_1_to_9_turn_up_a_command_none_twice_and_turn_10_has_none() {
    let mut desk = start_with("Ann,Bob,Cho,Dai", &["range=9", "lives=4"], 5);
    let mut seen = std::collections::BTreeSet::new();
    for turn in 1..=9 {
        desk.expect(json!({"turn": turn, "run": 1}));
        let command = desk.game("command");
        let command = command.as_str().expect("a command").to_owned();
        let cards = calm(&desk, &command);
        assert!(seen.insert(command), "twice in a run");
        desk.act(&format!("play {cards}"));
    }
    desk.expect(json!({"turn": 10, "command": null, "void": false}));
    assert_eq!(seen.len(), 9);
}

/// Cards that move the egg to 0 or close to it while the leader obeys.
fn calm(desk: &Desk, command: &str) -> String {
    let game = desk.show()["game"].clone();
    let egg = game["egg"].as_i64().expect("egg");
    let names = ["Ann", "Bob", "Cho", "Dai"];
    let left = |name: &str| -> Vec<i64> {
        let spent = game["spent"][name].as_array().expect("spent").clone();
        let free = |v: &i64| *v != 0 && !spent.contains(&json!(v));
        (-7..=7).filter(free).collect()
    };
    let hands = names.map(left);
    let leader = names
        .iter()
        .position(|n| game["leader"] == *n)
        .expect("one");
    let mut best: Option<(i64, [i64; 4])> = None;
    for a in &hands[0] {
        for b in &hands[1] {
            for c in &hands[2] {
                for d in &hands[3] {
                    let cards = [*a, *b, *c, *d];
                    if obeys(command, cards[leader], egg) {
                        let off = (egg + cards.iter().sum::<i64>()).abs();
                        if best.is_none_or(|(o, _)| off < o) {
                            best = Some((off, cards));
                        }
                    }
                }
            }
        }
    }
    written(&best.expect("the leader can obey").1)
}

#[test]
fn the_leader_must_obey_the_command() {
    let names = ["Ann", "Bob", "Cho"].map(str::to_owned);
    let set = ["leader=Ann", "commands=table", "range=9"];
    let game = super::playouts::begin(&names, &set, 1);
    let mut chance = Chance::new(Seed::practice(1));
    for command in COMMANDS {
        let up = game.act(&format!("command {command}"), &mut chance);
        let up = up.expect("a command").game;
        assert_eq!(up.view(Viewer::Public).game["command"], command);
        for card in (-7..=7).filter(|c| *c != 0) {
            let cards = format!("play Ann {card:+}, Bob {:+}, Cho 1", -card);
            let after = up.act(&cards, &mut chance).expect("cards").game;
            let expected = if obeys(command, card, 0) {
                Value::Null
            } else {
                losers("command", &["Ann"])
            };
            let last = &after.view(Viewer::Public).game["last"];
            assert_eq!(last["burst"], expected, "{command} {card}");
        }
    }
}

#[test]
fn towards_zero_is_the_sign_opposite_to_the_egg() {
    for (first, card) in [(1, -3), (1, 3), (-1, 3), (-1, -3)] {
        let mut desk = three(&[]);
        desk.turn("free", &written(&[first, first, first]));
        let egg = 3 * first;
        desk.expect(json!({"egg": egg, "leader": "Bob"}));
        desk.turn("towards-zero", &format!("Ann 5, Bob {card}, Cho -5"));
        assert_eq!(desk.burst().is_null(), obeys("towards-zero", card, egg));
    }
}

#[test]
fn a_leader_who_holds_no_card_that_obeys_is_free_and_the_companion_says_so() {
    let mut desk = three(&["range=9"]);
    let turns = [
        ("free", "4 -2 -1"),
        ("minus", "-4 -1 3"),
        ("odd", "6 -4 -3"),
        ("at-most-3", "2 1 -2"),
        ("plus", "-6 2 4"),
        ("3-to-5", "-2 -3 5"),
    ];
    for (command, cards) in turns {
        desk.turn(command, cards);
        assert_eq!(desk.burst(), Value::Null, "{command}");
    }
    desk.expect(json!({"turn": 7, "leader": "Ann", "void": false, "command": null}));
    let said = desk.act("command even");
    assert!(said.contains("void"), "{said}");
    desk.expect(json!({"command": null, "void": true}));
    desk.act("play 1 -5 2");
    assert_eq!(desk.burst(), Value::Null, "she was free");
    desk.expect(json!({"turn": 8, "void": false}));
}

#[test]
fn towards_zero_is_void_by_where_the_egg_lies() {
    // Ann plays all her minus cards; then only an egg above 0 leaves her without a card that obeys.
    for (eighth, egg, void) in [("1 5 -3", 8, true), ("1 -7 -4", -5, false)] {
        let set = ["leader=Bob", "commands=table", "range=9"];
        let mut desk = start_with("Ann,Bob,Cho", &set, 1);
        for (command, cards) in [
            ("free", "-1 1 1"),
            ("odd", "-2 2 -1"),
            ("minus", "-3 3 2"),
            ("at-most-3", "-4 -1 4"),
            ("at-least-5", "-5 -2 6"),
            ("even", "-6 4 3"),
            ("plus", "-7 6 5"),
            ("3-to-5", eighth),
        ] {
            desk.turn(command, cards);
            assert_eq!(desk.burst(), Value::Null, "{command} {cards}");
        }
        desk.expect(json!({"turn": 9, "leader": "Ann", "egg": egg}));
        desk.act("command towards-zero");
        let command = if void {
            Value::Null
        } else {
            json!("towards-zero")
        };
        desk.expect(json!({"void": void, "command": command}));
    }
}

#[test]
fn the_egg_moves_by_the_sum() {
    let mut desk = start_with("Ann,Bob,Cho,Dai", &["commands=table", "leader=Ann"], 1);
    desk.turn("free", "Ann +3, Bob -2, Cho +7, Dai -1");
    desk.expect(json!({
        "egg": 7, "turn": 2, "run": 1,
        "last": {"sum": 7, "from": 0, "to": 7, "burst": null},
        "spent": {"Ann": [3], "Bob": [-2], "Cho": [7], "Dai": [-1]},
        "penguins": {"Ann": 0, "Bob": 0, "Cho": 3, "Dai": 0},
    }));
}

#[test]
fn disobedience_is_looked_at_first_then_only_the_leader_loses_a_life() {
    let mut desk = three(&[]);
    desk.turn("minus", "Ann 5, Bob 7, Cho 7");
    assert_eq!(desk.burst(), losers("command", &["Ann"]));
    desk.expect(json!({"lives": {"Ann": 2, "Bob": 3, "Cho": 3}}));
    assert_eq!(desk.game("last")["to"], 19);
}

#[test]
fn outside_the_range_whoever_played_the_largest_card_on_that_side_loses_a_life() {
    for (cards, losing) in [
        ("7 3 -2", vec!["Ann"]),
        ("3 5 2", vec!["Bob"]),
        ("-7 -3 2", vec!["Ann"]),
        ("-1 -3 -5", vec!["Cho"]),
    ] {
        let mut desk = three(&[]);
        desk.turn("free", cards);
        assert_eq!(desk.burst(), losers("range", &losing), "{cards}");
    }
}

#[test]
fn every_tied_player_loses_a_life() {
    let mut desk = three(&[]);
    desk.turn("free", "5 5 -2");
    assert_eq!(desk.burst(), losers("range", &["Ann", "Bob"]));
    desk.expect(json!({"lives": {"Ann": 2, "Bob": 2, "Cho": 3}}));
}

#[test]
fn the_ends_of_the_range_hold_and_the_burst_squares_do_not() {
    for (cards, bursts) in [("4 4 -1", false), ("4 5 -1", true)] {
        let mut desk = three(&[]);
        desk.turn("free", cards);
        assert_eq!(!desk.burst().is_null(), bursts, "{cards}");
    }
}

#[test]
fn after_a_burst_lives_and_missions_stay_and_everything_else_is_set_up_anew() {
    let mut desk = three(&[]);
    let missions = desk.table.state()["missions"].clone();
    desk.turn("odd", "1 2 -1");
    desk.turn("plus", "2 3 5");
    desk.expect(json!({
        "egg": 0, "turn": 1, "run": 2, "leader": "Ann", "command": null, "void": false,
        "lives": {"Ann": 3, "Bob": 3, "Cho": 2},
        "spent": {"Ann": [], "Bob": [], "Cho": []},
        "penguins": {"Ann": 0, "Bob": 0, "Cho": 0},
    }));
    assert_eq!(desk.table.state()["missions"], missions);
    // All cards and all commands are back.
    desk.turn("odd", "1 2 -2");
    assert_eq!(desk.burst(), Value::Null);
}

#[test]
fn last_stays_until_the_next_play() {
    let mut desk = three(&[]);
    desk.turn("free", "7 7 7");
    let last = desk.game("last");
    assert_eq!(last["burst"]["why"], "range");
    desk.act("command odd");
    assert_eq!(desk.game("last"), last);
    desk.act("play 1 2 -2");
    assert_eq!(desk.game("last")["burst"], Value::Null);
}

#[test]
fn anybody_at_0_lives_loses_the_game_for_all() {
    let mut desk = three(&["lives=2"]);
    desk.turn("free", "7 1 1");
    assert_eq!(desk.show()["over"], false);
    desk.turn("free", "7 1 1");
    let show = desk.show();
    assert_eq!(show["over"], true);
    assert_eq!(show["result"]["winners"], json!([]));
    assert!(
        show["result"]["reason"]
            .as_str()
            .expect("why")
            .contains("Ann")
    );
    assert_eq!(show["scores"], json!({}));
    desk.expect(json!({"run": 3, "lives": {"Ann": 0, "Bob": 2, "Cho": 2}}));
    let missions = desk.game("missions");
    assert_eq!(missions.as_object().expect("open at the end").len(), 3);
    let (fault, _) = desk.refused("play 1 1 1");
    assert_eq!(fault, Fault::Over);
}

#[test]
fn in_range_the_turn_holds_cards_are_spent_and_the_leader_card_goes_clockwise() {
    let mut desk = three(&[]);
    for (leader, command, cards) in [
        ("Ann", "free", "1 -1 1"),
        ("Bob", "minus", "2 -2 -1"),
        ("Cho", "plus", "3 -3 2"),
    ] {
        assert_eq!(desk.game("leader"), leader);
        desk.turn(command, cards);
    }
    desk.expect(json!({
        "leader": "Ann", "turn": 4,
        "spent": {"Ann": [1, 2, 3], "Bob": [-1, -2, -3], "Cho": [1, -1, 2]},
    }));
    desk.act("command odd");
    let (fault, text) = desk.refused("play Ann 1, Bob -4, Cho 3");
    assert_eq!(fault, Fault::Rule);
    assert!(text.contains("Ann has played +1 already"), "{text}");
    assert!(text.contains("spent"), "names the rule: {text}");
}

// ---- the quota ----

/// Two turns; in the second everybody plays the second card.
fn two_turns(first: &[i64], second: &[i64]) -> Desk {
    let mut desk = three(&["turns=2", "range=9"]);
    desk.turn("free", &written(first));
    assert_eq!(desk.burst(), Value::Null);
    desk.act(&format!("play {}", written(second)));
    desk
}

#[test]
fn everybody_must_have_played_two_of_6_and_7_with_a_7_among_them() {
    let big = [-7, -6, 6, 7];
    for a in big {
        for b in big.into_iter().filter(|b| *b != a) {
            let desk = two_turns(&[a, -7, if a > 0 { -1 } else { 6 }], &[b, 7, 2]);
            let ann_is_fine = [a, b].iter().any(|c| c.abs() == 7);
            let game = desk.show()["game"].clone();
            if game["last"]["burst"]["why"] == "range" {
                continue;
            }
            let mut short = Vec::new();
            if !ann_is_fine {
                short.push("Ann");
            }
            short.push("Cho");
            assert_eq!(desk.burst(), losers("quota", &short), "{a} {b}");
            desk.expect(json!({"run": 2, "turn": 1, "egg": 0}));
        }
    }
}

#[test]
fn every_player_short_of_the_quota_loses_a_life_and_all_start_over() {
    let desk = two_turns(&[6, -6, 1], &[-6, 6, 2]);
    assert_eq!(desk.burst(), losers("quota", &["Ann", "Bob", "Cho"]));
    desk.expect(json!({
        "lives": {"Ann": 2, "Bob": 2, "Cho": 2}, "run": 2, "turn": 1, "egg": 0,
        "last": {"sum": 2, "from": 1, "to": 3, "burst": losers("quota", &["Ann", "Bob", "Cho"])},
    }));
}

#[test]
fn the_quota_counts_this_run_only() {
    let mut desk = three(&["turns=2", "range=9"]);
    desk.turn("free", "7 -7 7");
    desk.act("play -7 -6 -7");
    assert_eq!(desk.burst()["why"], "range");
    desk.turn("free", "1 -1 1");
    desk.act("play 7 -7 2");
    assert_eq!(desk.burst(), losers("quota", &["Ann", "Bob", "Cho"]));
}

#[test]
fn a_burst_by_range_in_the_last_turn_is_no_matter_of_the_quota() {
    let desk = two_turns(&[1, 1, 1], &[7, 2, 3]);
    assert_eq!(desk.burst(), losers("range", &["Ann"]));
}

// ---- birth ----

/// A whole game of ten turns that stays at 0.
fn ten_turns() -> Desk {
    let set = ["leader=Ann", "commands=table"];
    let mut desk = start_with("Ann,Bob,Cho,Dai", &set, 4);
    let turns = [
        ("plus", 4),
        ("minus", 2),
        ("odd", 7),
        ("even", 6),
        ("at-most-3", 1),
        ("at-least-5", 5),
        ("3-to-5", 3),
        ("towards-zero", -1),
        ("free", -2),
    ];
    for (i, (command, card)) in turns.into_iter().enumerate() {
        desk.expect(json!({"turn": i + 1, "run": 1}));
        desk.turn(command, &written(&[card, -card, card, -card]));
    }
    desk.expect(json!({"turn": 10, "command": null}));
    desk
}

#[test]
fn all_ten_held_is_birth_and_the_scores_are_1_and_3_and_the_lives() {
    let mut desk = ten_turns();
    desk.act("play -3 3 -3 3");
    let show = desk.show();
    assert_eq!(show["over"], true);
    let missions = desk.game("missions");
    let mut best = Vec::new();
    for name in ["Ann", "Bob", "Cho", "Dai"] {
        let hit = missions[name] == "middle";
        assert_eq!(show["scores"][name], if hit { 7 } else { 4 }, "{name}");
        if hit {
            best.push(name);
        }
    }
    if best.is_empty() {
        best = vec!["Ann", "Bob", "Cho", "Dai"];
    }
    assert_eq!(show["result"]["winners"], json!(best), "ties share");
    desk.expect(json!({"run": 1, "egg": 0, "turn": 10}));
}

#[test]
fn missions_are_low_middle_and_high_around_minus_2_and_plus_2() {
    for (egg, holds) in [
        (-7, "low"),
        (-3, "low"),
        (-2, "middle"),
        (0, "middle"),
        (2, "middle"),
        (3, "high"),
        (7, "high"),
    ] {
        let mut desk = three(&["turns=3"]);
        desk.turn("free", "7 -7 7");
        desk.turn("plus", "-7 7 -7");
        let small = || (-3..=4).filter(|c| *c != 0);
        let all = small().flat_map(|a| small().flat_map(move |b| small().map(move |c| [a, b, c])));
        let cards = all
            .into_iter()
            .find(|cards| cards.iter().sum::<i64>() == egg);
        desk.act(&format!("play {}", written(&cards.expect("cards"))));
        desk.expect(json!({"egg": egg}));
        let show = desk.show();
        assert_eq!(show["over"], true, "{egg}: {show:#}");
        for (name, mission) in desk.game("missions").as_object().expect("missions") {
            let points = if mission == holds { 7 } else { 4 };
            assert_eq!(show["scores"][name], points, "{egg} {name} {mission}");
        }
    }
}

#[test]
fn fewer_lives_make_fewer_points() {
    let mut desk = three(&["turns=2"]);
    desk.turn("free", "7 5 5");
    desk.turn("free", "7 -7 7");
    desk.act("play -7 7 -7");
    let (scores, missions) = (desk.show()["scores"].clone(), desk.game("missions"));
    let bonus = |name: &str| if missions[name] == "middle" { 3 } else { 0 };
    assert_eq!(scores["Ann"], 3 + bonus("Ann"));
    assert_eq!(scores["Bob"], 4 + bonus("Bob"));
    desk.expect(json!({"run": 2, "egg": 0}));
}
