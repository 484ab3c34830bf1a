//! The end of rounds and of the game, two players, tournaments.

use super::*;

#[test]
fn a_runner_with_three_fish_ends_the_round_at_once() {
    let mut place = start(4, TABLE, 1);
    place.acts("fish Cho 2; value Cho 1; value Cho 1; fish Cho");
    assert_eq!(place.get("round"), 2);
    assert_eq!(
        place.get("fish"),
        json!({"Ann": 0, "Bob": 0, "Cho": 0, "Dai": 0})
    );
    // Cho's third fish first; then the Catcher and clockwise, one for each ID.
    assert_eq!(
        place.get("owed"),
        json!(["Cho", "Ann", "Bob", "Cho", "Dai"])
    );
}

#[test]
fn the_catcher_with_all_ids_ends_the_round_at_once() {
    let mut place = start(4, TABLE, 1);
    place.acts("catch Cho; catch Bob; catch Dai");
    assert_eq!(place.get("round"), 2);
    assert_eq!(place.get("owed"), json!(["Ann", "Ann", "Ann", "Ann"]));
    let ids = json!({"Ann": "Ann", "Bob": "Bob", "Cho": "Cho", "Dai": "Dai"});
    assert_eq!(place.get("ids"), ids, "everybody has the own ID back");
}

#[test]
fn one_card_per_id_held_catcher_first_and_clockwise_a_caught_runner_gets_none() {
    let mut place = start(4, &[("catcher", "Cho"), ("cards", "table")], 1);
    assert_eq!(place.get("active"), "Dai");
    place.act("catch Ann");
    place.act("fish Bob 3");
    assert_eq!(
        place.get("owed"),
        json!(["Bob", "Bob", "Bob", "Cho", "Cho", "Dai", "Bob"])
    );
}

#[test]
fn in_each_round_another_player_is_the_catcher_passing_left() {
    let mut place = start(3, &[("catcher", "Bob")], 1);
    let mut seen = Vec::new();
    while !place.over() {
        let game = place.game();
        let name = |key: &str| game[key].as_str().expect("a name").to_owned();
        seen.push((name("catcher"), name("active")));
        place.act(&format!("fish {} 3", name("active")));
    }
    let pairs = [("Bob", "Cho"), ("Cho", "Ann"), ("Ann", "Bob")];
    let pairs = pairs.map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(seen, pairs);
}

/// Plays the whole game so that the first Runner takes three fish each round; cards by `values`, in order.
fn whole_game(players: usize, values: &[u8]) -> Place {
    let mut place = start(players, TABLE, 1);
    let mut values = values.iter();
    while !place.over() {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
        while let Some(name) = place.get("owed")[0].as_str() {
            place.act(&format!("value {name} {}", values.next().unwrap_or(&1)));
        }
    }
    place
}

#[test]
fn the_sum_of_all_own_fish_cards_wins() {
    // Three rounds, each: three for the Runner's fish, then Catcher, Runner, other.
    let place = whole_game(3, &[3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let shown = place.show(Viewer::Public);
    assert_eq!(
        shown["game"]["scores"],
        json!({"Ann": 6, "Bob": 12, "Cho": 6})
    );
    assert_eq!(shown["scores"], shown["game"]["scores"]);
    assert_eq!(shown["result"]["winners"], json!(["Bob"]));
}

#[test]
fn a_tie_goes_to_more_cards_and_if_still_tied_is_shared() {
    // Everybody has six cards: three fish and an ID each round.
    let place = whole_game(3, &[]);
    let shown = place.show(Viewer::Public);
    assert_eq!(shown["result"]["winners"], json!(["Ann", "Bob", "Cho"]));
    assert!(
        shown["result"]["reason"]
            .as_str()
            .expect("why")
            .contains("shared")
    );

    // Ann catches both and has more cards; Cho has fewer but dearer ones.
    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay_with(&[1, 1, 1]);
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]);
    place.act("catch Bob");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]);
    assert_eq!(
        place.show(Viewer::Public)["result"]["winners"],
        json!(["Ann", "Bob", "Cho"])
    );

    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay_with(&[1, 1, 2]); // Ann 4 in three cards
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]); // Bob 3 in three cards
    place.acts("catch Bob; fish Ann 3");
    // Ann 3 fish, then Cho (Catcher) own and Bob's ID, then Ann's own.
    place.pay_with(&[1, 1, 1, 3, 3, 1]);
    let shown = place.show(Viewer::Public);
    assert_eq!(
        shown["game"]["scores"],
        json!({"Ann": 8, "Bob": 3, "Cho": 6})
    );

    let mut place = start(3, TABLE, 1);
    place.acts("catch Bob; catch Cho");
    place.pay_with(&[1, 1, 2]); // Ann: 4 in three
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]); // Bob: 3 in three
    place.acts("catch Bob; catch Ann");
    place.pay_with(&[2, 1, 1]); // Cho: 4 in three
    assert_eq!(
        place.show(Viewer::Public)["result"]["winners"],
        json!(["Ann", "Cho"])
    );

    let mut place = start(3, TABLE, 1);
    place.acts("fish Bob; value Bob 1; catch Bob; catch Cho");
    place.pay_with(&[1, 1, 2]); // Ann: 4 in three; Bob: 1 in one
    place.act("catch Cho");
    place.act("catch Ann");
    place.pay_with(&[1, 1, 1]); // Bob: 4 in four
    place.acts("catch Bob; catch Ann");
    place.pay_with(&[1, 1, 1]); // Cho: 3
    let shown = place.show(Viewer::Public);
    assert_eq!(shown["result"]["winners"], json!(["Bob"]), "more cards");
    assert!(
        shown["result"]["reason"]
            .as_str()
            .expect("why")
            .contains("more fish cards")
    );
}

#[test]
fn after_the_end_nothing_moves_and_everybodys_values_are_open() {
    let mut place = start(2, APP, 4);
    for _ in 0..4 {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
    }
    assert!(place.over());
    let game = place.game();
    for (seat, name) in ["Ann", "Bob"].iter().enumerate() {
        assert_eq!(game["values"][name], json!(hand(&place, seat)));
        let sum: u64 = hand(&place, seat).iter().sum();
        assert_eq!(game["scores"][name], sum);
    }
    for mv in ["next", "fish Ann", "catch Ann", "skate Ann", "value Ann 1"] {
        assert_eq!(place.refused(mv).0, Fault::Over, "{mv}");
    }
}

#[test]
fn at_most_44_cards_are_ever_drawn_so_the_pile_suffices() {
    let mut place = start(4, APP, 1);
    while !place.over() {
        let game = place.game();
        let catcher = place
            .seat(game["catcher"].as_str().expect("a name"))
            .expect("a seat");
        let runners: Vec<&str> = (1..4).map(|n| NAMES[(catcher + n) % 4]).collect();
        place.acts(&format!(
            "fish {} 2; fish {} 2; fish {} 3",
            runners[0], runners[1], runners[2]
        ));
    }
    let drawn: usize = (0..4).map(|s| hand(&place, s).len()).sum();
    assert_eq!(drawn, 44);
    assert_eq!(place.state()["pile"].as_array().expect("a pile").len(), 1);
}

#[test]
fn two_play_four_rounds_each_catcher_twice() {
    let mut place = start(2, APP, 1);
    let mut catchers = Vec::new();
    while !place.over() {
        catchers.push(place.get("catcher"));
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
    }
    assert_eq!(catchers, ["Ann", "Bob", "Ann", "Bob"]);
}

#[test]
fn first_catch_takes_the_id_and_the_runner_flicks_at_once() {
    for turns in 0..2 {
        let mut place = start(2, APP, 1);
        for _ in 0..turns {
            place.act("next");
        }
        place.act("catch Bob");
        assert_eq!(place.get("round"), 1);
        assert_eq!(place.get("ids"), json!({"Ann": "Ann", "Bob": "Ann"}));
        assert_eq!(place.get("active"), "Bob", "the Catcher's turn ends");
        assert!(
            place
                .told()
                .iter()
                .any(|(.., text)| text.contains("Classroom"))
        );
        place.act("next");
        assert_eq!(place.get("active"), "Ann");
    }
}

#[test]
fn no_skates_of_the_catcher_before_that_flick() {
    let mut place = start(2, TABLE, 1);
    // The first round gives Ann two 1s, the second passes, in the third she is the Catcher again.
    place.acts("catch Bob; catch Bob");
    place.pay(1);
    place.act("fish Ann 3");
    place.pay(1);
    assert_eq!(
        (place.get("catcher"), place.get("active")),
        (json!("Ann"), json!("Bob"))
    );
    place.acts("next");
    assert_eq!(place.get("active"), "Ann");
    place.act("catch Bob");
    assert_eq!(place.refused("skate Ann").0, Fault::Time);
    place.act("next");
    place.act("skate Ann");
}

#[test]
fn second_catch_ends_the_round_and_brings_nothing_more() {
    let mut place = start(2, TABLE, 1);
    place.acts("catch Bob; catch Bob");
    assert_eq!(place.get("round"), 2);
    assert_eq!(place.get("catcher"), "Bob");
    assert_eq!(
        place.get("owed"),
        json!(["Ann", "Ann"]),
        "the own ID and Bob's, once"
    );
}

#[test]
fn a_runner_caught_once_can_still_end_the_round_by_fish() {
    let mut place = start(2, TABLE, 1);
    place.acts("catch Bob; fish Bob 3");
    assert_eq!(
        place.get("owed"),
        json!(["Bob", "Bob", "Bob", "Ann", "Ann"])
    );
}

#[test]
fn a_tournament_gives_a_point_a_fish_and_an_id_without_cards_or_skates() {
    let mut place = start(3, TOURNAMENT, 1);
    place.forbidden("skate Bob", "without fish cards");
    place.forbidden("value Bob 1", "without fish cards");
    place.acts("fish Bob 2; catch Bob; fish Cho; catch Cho");
    // Ann three IDs; Bob two fish; Cho one fish.
    assert_eq!(place.get("cards"), json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    place.act("fish Cho 3");
    // Bob, the Catcher, has his ID; Cho three fish and her ID; Ann her ID.
    place.act("fish Ann 3");
    let shown = place.show(Viewer::Public);
    assert_eq!(
        shown["game"]["scores"],
        json!({"Ann": 8, "Bob": 4, "Cho": 6})
    );
    assert_eq!(shown["result"]["winners"], json!(["Ann"]));
}

#[test]
fn equal_points_of_a_tournament_are_shared() {
    let mut place = start(2, TOURNAMENT, 1);
    for _ in 0..4 {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
    }
    let shown = place.show(Viewer::Public);
    assert_eq!(shown["game"]["scores"], json!({"Ann": 10, "Bob": 10}));
    assert_eq!(shown["result"]["winners"], json!(["Ann", "Bob"]));
}
