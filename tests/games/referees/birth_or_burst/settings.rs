//! What can be set, what it is set to by default, and what is refused.

use serde_json::json;

use super::*;

#[test]
fn all_settings_in_force_are_shown() {
    let desk = start_with("Ann,Bob,Cho", &[], 1);
    assert_eq!(
        desk.show()["settings"],
        json!({
            "range": "7", "lives": 3, "turns": 10, "leader": "random", "leaders": 1, "command-sets": 1,
            "commands": "companion", "coop": "off", "traps": "", "missions": "-7..-3,-2..2,3..7",
            "open-missions": "off",
        })
    );
    let set = ["leaders=2", "leader=Cho", "traps=4,-3,4", "range=-5..9"];
    let settings = start_with("Ann,Bob,Cho", &set, 1).show()["settings"].clone();
    for (name, value) in [
        ("command-sets", json!(2)),
        ("leader", json!("Cho")),
        ("traps", json!("-3,4")),
        ("range", json!("-5..9")),
        ("missions", json!("-5..-3,-2..2,3..9")),
    ] {
        assert_eq!(settings[name], value, "{name}");
    }
}

#[test]
fn range_is_7_8_9_or_two_ends() {
    for (set, range) in [
        ("range=7", [-7, 7]),
        ("range=8", [-8, 8]),
        ("range=9", [-9, 9]),
        ("range=-5..9", [-5, 9]),
        ("range=-9..3", [-9, 3]),
        ("range=−5..＋9", [-5, 9]),
    ] {
        let desk = start_with("A,B,C,D,E", &[set], 1);
        desk.expect(json!({"range": range}));
    }
    for set in [
        "range=6",
        "range=10",
        "range=wide",
        "range=",
        "range=5..",
        "range=-9..10",
    ] {
        not_started("A,B,C", &[set]);
    }
}

#[test]
fn the_range_must_hold_0() {
    for set in ["range=1..9", "range=-9..-1", "range=5..-5"] {
        let text = not_started("A,B,C", &[set, "coop=on"]);
        assert!(text.contains("starts at 0"), "{set}: {text}");
    }
    start_with("A,B,C", &["range=0..9", "coop=on"], 1);
}

#[test]
fn a_mission_range_that_is_empty_is_refused() {
    for set in [
        &["range=-2..9"][..],
        &["range=-9..2"],
        &["missions=-9..-8,0..0,1..9"],
        &["missions=-1..-9,0..0,1..9"],
        &["missions=-9..-1,4..4,1..9", "traps=4"],
    ] {
        let text = not_started("A,B,C", set);
        assert!(text.contains("mission"), "{set:?}: {text}");
    }
    start_with("A,B,C", &["range=-2..9", "coop=on"], 1);
    start_with("A,B,C", &["range=-2..9", "missions=-2..-1,0..2,3..9"], 1);
    for set in [
        "missions=low",
        "missions=-9..-1,0..0",
        "missions=1..2,3..4,5..6,7..7",
    ] {
        not_started("A,B,C", &[set]);
    }
}

#[test]
fn a_trap_may_not_lie_on_0_nor_outside() {
    for (set, word) in [
        ("traps=0", "0"),
        ("traps=3,8", "outside"),
        ("traps=x", "traps"),
    ] {
        let text = not_started("A,B,C", &[set]);
        assert!(text.contains(word), "{text}");
    }
}

#[test]
fn lives_are_1_to_4_and_turns_2_to_10() {
    for lives in 1..=4 {
        let desk = start_with("A,B,C", &[&format!("lives={lives}")], 1);
        desk.expect(json!({"lives": {"A": lives, "B": lives, "C": lives}}));
    }
    for set in [
        "lives=0",
        "lives=5",
        "lives=-1",
        "turns=1",
        "turns=11",
        "turns=x",
        "leaders=3",
        "leaders=0",
    ] {
        not_started("A,B,C", &[set]);
    }
    start_with("A,B,C", &["turns=2"], 1);
}

#[test]
fn a_second_command_set_needs_a_second_leader() {
    let text = not_started("A,B,C", &["command-sets=2"]);
    assert!(text.contains("second leader"), "{text}");
    start_with("A,B,C", &["command-sets=1"], 1);
}

#[test]
fn words_of_settings_are_what_they_are() {
    for set in [
        "coop=maybe",
        "open-missions=1",
        "commands=cards",
        "leader=Zoe",
    ] {
        not_started("Ann,Bob,Cho", &[set]);
    }
    start_with(
        "Ann,Bob,Cho",
        &["coop=OFF", "open-missions=on", "commands=companion"],
        1,
    );
}

#[test]
fn an_unknown_setting_is_refused_with_the_one_that_was_meant() {
    let text = not_started("A,B,C", &["live=2"]);
    assert!(text.contains("did you mean `lives`"), "{text}");
    let text = not_started("A,B,C", &["xyzzyx=rain"]);
    assert!(text.contains("open-missions"), "{text}");
}

#[test]
fn three_to_twelve_play() {
    for (players, fine) in [
        (2, false),
        (3, true),
        (6, true),
        (7, true),
        (12, true),
        (13, false),
    ] {
        let names: Vec<String> = (0..players).map(|i| format!("P{i}")).collect();
        assert_eq!(
            try_start(&names.join(","), &[], 1).is_ok(),
            fine,
            "{players}"
        );
    }
}
