//! Set-up, turns, fish, catches and skates.

use super::*;

#[test]
fn two_to_four_can_play_and_there_are_as_many_rounds_as_players_but_four_for_two() {
    for (players, rounds) in [(2, 4), (3, 3), (4, 4)] {
        let place = start(players, APP, 1);
        assert_eq!(
            (place.get("round"), place.get("rounds")),
            (json!(1), json!(rounds))
        );
    }
    for names in [&["Ann"][..], &["A", "B", "C", "D", "E"]] {
        assert!(matches!(try_start(names, &[], 1), Err(Failure::Refused(_))));
    }
}

#[test]
fn the_first_catcher_is_a_name_or_random() {
    assert_eq!(start(3, &[("catcher", "bob")], 1).get("catcher"), "Bob");
    let random = (0..40).map(|s| start(4, &[], s).get("catcher").to_string());
    assert_eq!(random.collect::<BTreeSet<_>>().len(), 4);
    assert!(try_start(&NAMES[..3], &[("catcher", "Zoe")], 1).is_err());
}

#[test]
fn the_fields_of_the_game_are_exactly_those_of_the_contract() {
    let keys = |p: &Place, viewer| -> Vec<String> {
        let game = p.show(viewer)["game"].clone();
        game.as_object().expect("fields").keys().cloned().collect()
    };
    let open = [
        "active", "cards", "catcher", "fish", "ids", "round", "rounds", "skates",
    ];
    let sorted = |mut keys: Vec<String>| {
        keys.sort();
        keys
    };
    let place = start(3, APP, 1);
    assert_eq!(sorted(keys(&place, Viewer::Public)), open);
    let own = sorted(keys(&place, Viewer::Seat(1)));
    assert_eq!(
        own,
        sorted(
            [&open[..], &["values"]]
                .concat()
                .iter()
                .map(|s| (*s).to_owned())
                .collect()
        )
    );
    let game = place.game();
    assert_eq!(game["fish"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    assert_eq!(
        game["ids"],
        json!({"Ann": "Ann", "Bob": "Bob", "Cho": "Cho"})
    );
    assert_eq!(game["cards"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    assert_eq!(game["skates"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    assert_eq!(
        place.show(Viewer::Seat(1))["game"]["values"],
        json!({"Bob": []})
    );
    let table = start(3, TABLE, 1);
    assert_eq!(table.get("owed"), json!([]));
}

#[test]
fn settings_are_shown_with_their_defaults_and_the_kits_own() {
    let shown = start(3, &[], 1).show(Viewer::Public)["settings"].clone();
    assert_eq!(
        shown,
        json!({"cards": "app", "scoring": "standard", "catcher": "random", "scale": 1.0})
    );
    for (set, word) in [
        (("catchr", "Ann"), "`catcher`"),
        (("cards", "tabel"), "`table`"),
        (("scoring", "tournement"), "`tournament`"),
    ] {
        match try_start(&NAMES[..3], &[set], 1) {
            Err(Failure::Refused(r)) => assert!(r.to_string().contains(word), "{r}"),
            _ => panic!("{set:?} is not refused"),
        }
    }
    assert!(try_start(&NAMES[..3], &[("scale", "0.8")], 1).is_ok());
}

#[test]
fn play_goes_clockwise_from_the_catchers_left_and_a_turn_is_one_flick() {
    let mut place = start(4, APP, 1);
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(place.get("active").as_str().expect("a name").to_owned());
        place.act("next");
    }
    assert_eq!(seen, ["Bob", "Cho", "Dai", "Ann", "Bob", "Cho"]);
}

#[test]
fn a_runner_through_an_own_door_takes_the_fish_and_draws_a_card() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob");
    assert_eq!(
        (
            place.get("fish")["Bob"].clone(),
            place.get("cards")["Bob"].clone()
        ),
        (json!(1), json!(1))
    );
    assert_eq!(place.get("active"), "Bob", "the turn goes on until `next`");
}

#[test]
fn several_doors_in_one_flick_count() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob 2");
    assert_eq!(
        (
            place.get("fish")["Bob"].clone(),
            place.get("cards")["Bob"].clone()
        ),
        (json!(2), json!(2))
    );
}

#[test]
fn being_pushed_through_counts_too() {
    let mut place = start(3, APP, 1);
    assert_eq!(place.get("active"), "Bob");
    place.act("fish Cho");
    assert_eq!(place.get("fish")["Cho"], 1);
    assert_eq!(place.get("active"), "Bob");
}

#[test]
fn the_catcher_takes_no_fish_and_nobody_more_than_three() {
    let mut place = start(3, APP, 1);
    place.forbidden("fish Ann", "only Runners have fish");
    place.forbidden("fish Bob 4", "three fish a round");
    place.act("fish Bob 2");
    place.forbidden("fish Bob 2", "three fish a round");
    for mv in ["fish Bob 0", "fish Bob x", "fish Bob -1", "fish Bob 1 1"] {
        assert_eq!(place.refused(mv).0, Fault::Words, "{mv}");
    }
}

#[test]
fn catcher_and_runner_touch_whoever_moved_and_the_id_goes_to_the_catcher() {
    for turns in 0..3 {
        let mut place = start(3, APP, 1);
        for _ in 0..turns {
            place.act("next");
        }
        let active = place.get("active");
        place.act("catch Cho");
        assert_eq!(
            place.get("ids"),
            json!({"Ann": "Ann", "Bob": "Bob", "Cho": "Ann"})
        );
        assert_eq!(place.get("active"), active);
        assert_eq!(
            place.get("cards")["Ann"],
            0,
            "cards for IDs come when the round ends"
        );
    }
}

#[test]
fn a_caught_runner_plays_on_and_still_takes_fish() {
    let mut place = start(3, APP, 1);
    place.acts("catch Bob; fish Bob 2; next; next");
    place.acts("next");
    assert_eq!(place.get("active"), "Bob");
    assert_eq!(place.get("fish")["Bob"], 2);
}

#[test]
fn catch_of_a_caught_runner_or_of_the_catcher_is_refused() {
    let mut place = start(4, APP, 1);
    place.act("catch Bob");
    place.forbidden("catch Bob", "once a round");
    place.forbidden("catch Ann", "catches Runners");
}

/// Bob is active and holds these cards, at most two; the first round goes on.
fn bob_holds(values: &[u8]) -> Place {
    let mut place = start(3, TABLE, 1);
    for value in values {
        place.act("fish Bob");
        place.act(&format!("value Bob {value}"));
    }
    place
}

#[test]
fn two_value_1_cards_give_another_turn_at_once() {
    let mut place = bob_holds(&[1, 1]);
    assert_eq!(place.get("active"), "Bob");
    place.act("skate Bob");
    assert_eq!(
        place.get("active"),
        "Bob",
        "the player stays active for another flick"
    );
    assert_eq!(place.get("skates"), json!({"Ann": 0, "Bob": 1, "Cho": 0}));
    place.act("next");
    assert_eq!(place.get("active"), "Cho");
}

#[test]
fn a_pair_serves_once() {
    let mut place = bob_holds(&[1, 1]);
    place.act("skate Bob");
    place.forbidden("skate Bob", "a pair serves once");
}

#[test]
fn less_than_two_ones_are_no_skates() {
    // How many cards lie face down everybody sees; what they show, nobody.
    for values in [&[][..], &[1]] {
        bob_holds(values).forbidden("skate Bob", "two fish cards of value 1");
    }
    for values in [&[2, 2][..], &[1, 3]] {
        let (fault, text) = bob_holds(values).refused("skate Bob");
        assert_eq!(fault, Fault::Hidden);
        assert!(text.contains("two fish cards of value 1"), "{text}");
    }
}

#[test]
fn several_pairs_in_a_row_are_allowed() {
    let mut place = start(3, TABLE, 1);
    // Bob gets four 1s: two for fish and, as the next Catcher, more for IDs.
    place.act("fish Bob 2");
    place.pay(1);
    place.act("fish Cho 3");
    place.pay(1);
    assert_eq!(place.get("catcher"), "Bob");
    place.acts("catch Cho; catch Ann");
    place.pay(1);
    let ones = hand(&place, 1).len();
    assert_eq!(ones, 6, "two fish, an own ID, three IDs as the Catcher");
    assert_eq!(place.get("active"), "Ann");
    place.act("next");
    assert_eq!(place.get("active"), "Bob");
    place.acts("skate Bob; skate Bob; skate Bob");
    place.forbidden("skate Bob", "a pair serves once");
    assert_eq!(place.get("skates")["Bob"], 3);
}

#[test]
fn the_catcher_may_skate_too() {
    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay(1);
    // In the second round Cho gets three 1s for fish and one for her ID; in the third she is the Catcher.
    place.act("fish Cho 3");
    place.pay(1);
    assert_eq!(place.get("catcher"), "Cho");
    assert_eq!(place.get("active"), "Ann");
    place.acts("next; next");
    assert_eq!(place.get("active"), "Cho");
    place.act("skate Cho");
    assert_eq!(place.get("skates")["Cho"], 1);
}

#[test]
fn skate_is_accepted_in_the_own_turn_before_next_only() {
    let mut place = bob_holds(&[1, 1]);
    place.act("next");
    let (fault, text) = place.refused("skate Bob");
    assert_eq!(fault, Fault::Time);
    assert!(text.contains("own turn"), "{text}");
}

#[test]
fn skated_cards_still_score() {
    let mut place = bob_holds(&[1, 1]);
    place.act("skate Bob");
    assert_eq!(hand(&place, 1), [1, 1]);
    assert_eq!(place.get("cards")["Bob"], 2);
}
