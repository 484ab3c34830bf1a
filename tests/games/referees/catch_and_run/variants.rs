//! Variants and fields.

use super::*;

fn individual() -> Game {
    game(FOUR, &[("variant", "individual")])
}

#[test]
fn individuals_start_on_corners_in_seat_order() {
    let game = individual();
    let at = ["Ann", "Bob", "Cho", "Dai"].map(|n| game.at(n));
    assert_eq!(at, [json!("a1"), json!("e5"), json!("e1"), json!("a5")]);
    assert!(game.need().starts_with("turn"), "nothing to place");
}

#[test]
fn only_the_floor_catches_individuals_and_who_is_out_plays_on_with_a_dash() {
    let mut game = game(FOUR, &[("variant", "individual"), ("field", "3x3")]);
    // Ann a1 and Cho c1 meet in b1: no catch.
    game.quiet(&["right", "up", "left", "up"]);
    assert_eq!(game.last()["caught"], json!([]));
    game.strike("b2", &["down", "left", "right", "down"]);
    // Ann b1 → b2 is turned; Bob c2 → b2 as well.
    assert_eq!(game.last()["caught"], json!(["Ann", "Bob"]));
    assert_eq!(game.at("Ann"), Value::Null);
    assert_eq!(game.json()["turn"], 3, "nobody restarts");
    let Three { n, c, s } = game.harmless();
    game.forbidden(
        &format!("turn Ann up {n}, Bob - {c}, Cho down {s}, Dai up {s}"),
        "arm cards only",
    );
    game.forbidden(
        &format!("turn Ann - {n}, Bob - {c}, Cho - {s}, Dai up {s}"),
        "run card",
    );
    game.forbidden(
        &format!("turn Ann - {s}+carpenter destroy, Bob - {c}, Cho down {s}, Dai up {n}"),
        "own piece",
    );
    game.act(&format!(
        "turn Ann - {s}+carpenter repair b2, Bob - {c}+2x, Cho down {s}, Dai up {n}"
    ));
    assert_eq!(game.last()["repaired"], json!(["b2"]));
    assert_eq!(game.moved("Bob"), json!([]));
}

#[test]
fn individuals_rank_by_who_lasted_and_equal_turns_share() {
    // Everybody at once in turn 1: all are first.
    let mut game = individual();
    game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4");
    assert_eq!(
        game.show()["scores"],
        json!({"Ann": 5, "Bob": 5, "Cho": 5, "Dai": 5})
    );
    assert_eq!(game.show()["over"], true, "everyone out ends it");
    // Ann and Bob in turn 2, the others in turn 3: ranks 1, 1, 3, 3.
    let mut game = super::game(FOUR, &[("variant", "individual"), ("field", "3x3")]);
    game.quiet(&["right", "up", "left", "up"]);
    game.strike("b2", &["down", "left", "right", "down"]);
    game.act("turn Ann - 1, Bob - 2, Cho down 3, Dai up 4");
    assert_eq!(
        game.show()["scores"],
        json!({"Ann": 1, "Bob": 1, "Cho": 5, "Dai": 5})
    );
    assert_eq!(game.result().0, json!(["Cho", "Dai"]));
}

#[test]
fn individuals_play_to_turn_8_and_who_was_never_caught_gets_one_more() {
    let mut found = 0;
    for seed in 0..60 {
        let mut game =
            begin(FOUR, &[("variant", "individual")], seed).unwrap_or_else(|e| panic!("{e:?}"));
        let mut dice = Dice::new(&Seed::practice(seed), "test");
        while let Some(mv) = game.table.choose(&[Skill::Sensible; 4], &mut dice) {
            game.act(&mv);
        }
        let names = ["Ann", "Bob", "Cho", "Dai"];
        let free: Vec<&str> = names
            .into_iter()
            .filter(|n| !game.at(n).is_null())
            .collect();
        let points = |n: &str| game.show()["scores"][n].as_i64().expect("points");
        for name in &free {
            found += 1;
            assert_eq!(points(name), 6);
            assert_eq!(game.json()["turn"], 8);
        }
        for name in names.iter().filter(|n| !free.contains(n)) {
            assert!([5, 3, 1, 0].contains(&points(name)));
            assert!(free.is_empty() || points(name) < 5);
        }
        if free.len() == 2 {
            assert!(
                names.iter().all(|n| points(n) != 3),
                "the next rank is skipped"
            );
        }
        if found > 5 {
            return;
        }
    }
    panic!("nobody ever lasted");
}

#[test]
fn points_of_individuals_add_up_over_a_match() {
    let mut game = game(FOUR, &[("variant", "individual"), ("match", "3")]);
    for number in 1..=3 {
        game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4");
        assert_eq!(game.show()["scores"]["Ann"], 5 * number);
        if number < 3 {
            game.act("next-game");
        }
    }
    assert_eq!(game.show()["over"], true);
}

#[test]
fn catch_count_plays_all_turns_of_two_games_with_roles_swapped() {
    let mut game = four(&[("variant", "catch-count")]);
    game.strike("b3", &["down", "up", "left", "left"]);
    assert_eq!(
        (game.json()["catches"].clone(), game.show()["over"].clone()),
        (json!(2), json!(false))
    );
    assert_eq!(game.need(), "restart Cho SQUARE");
    game.act("restart Dai a3");
    game.act("restart Cho a4");
    game.strike("a5", &["up", "down", "down", "up"]);
    assert_eq!(game.json()["catches"], 3);
    assert_eq!(game.show()["over"], false, "three catches do not end it");
    game.act("restart Cho b1");
    // A wiped-out floor ends that game.
    game.wipe(&["down", "up", "left", "up"]);
    assert_eq!(game.need(), "next-game");
    let first = game.json()["catches"].as_i64().expect("a number");
    assert_eq!(first, 5);
    game.act("next-game");
    assert_eq!(game.json()["pieces"]["Cho"]["role"], "educator");
    game.act("place Cho a1");
    game.act("turn Ann left 1, Bob right 2, Cho down 3, Dai up 4");
    assert_eq!(game.result().0, json!(["Ann", "Bob"]));
    assert_eq!(
        game.show()["scores"],
        json!({"Ann": 5, "Bob": 5, "Cho": 2, "Dai": 2})
    );
}

#[test]
fn as_many_catches_on_both_sides_are_a_draw() {
    let mut game = four(&[("variant", "catch-count")]);
    game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai up 4");
    game.act("next-game");
    game.act("place Cho a1");
    game.act("turn Ann left 1, Bob right 2, Cho down 3, Dai up 4");
    assert_eq!(game.result().0, json!([]));
}

#[test]
fn learning_babies_use_a_special_only_after_an_educator_has_shown_it() {
    let mut game = two(&[("learning", "on")], "b2");
    let Three { n, c, s } = game.harmless();
    game.forbidden(
        &format!("turn Ann right {s} {c}, Cho right {n}+2x {s}"),
        "only after an educator",
    );
    game.forbidden(
        &format!("turn Ann right {s} {c}+2x, Cho right {n}+2x {s}"),
        "only after an educator",
    );
    game.forbidden(
        &format!("turn Ann right {n} {c}, Cho right {s}+carpenter destroy {s}"),
        "only after an educator",
    );
    // Shown is enough, used or not; it teaches from the next turn on.
    game.act(&format!(
        "turn Ann right {s} {c}+2x unused, Cho right {n}+2x unused {s}"
    ));
    assert_eq!(game.moved("Cho"), json!(["c2"]));
    let Three { n, c, s } = game.harmless();
    game.forbidden(
        &format!("turn Ann left {s} {n}, Cho down {c}+jump {n}"),
        "JUMP",
    );
}

#[test]
fn the_random_card_teaches_nothing() {
    let mut game = game(
        "Ann,Bob,Cho",
        &[("learning", "on"), ("educators", "Ann,Bob")],
    );
    game.act("place Ann a1");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann down {n}, Bob up {c}, Cho left {s}, random {n}+jump"
    ));
    game.forbidden(
        &format!("turn Ann up {n}, Bob down {s}, Cho right {c}+jump, random {n}"),
        "JUMP",
    );
    game.act(&format!(
        "turn Ann up {n}+2x unused, Bob down {s}, Cho right {c}+jump unused, random {s}"
    ));
    game.act(&format!(
        "turn Ann down {n}, Bob up {s}+carpenter, Cho right {c}+2x, random {c}"
    ));
    assert_eq!(game.moved("Cho"), json!(["d3", "e3"]));
}

#[test]
fn horrible_educators_run_diagonally() {
    let mut game = two(&[("horrible", "on")], "c2");
    let Three { n, c, s } = game.harmless();
    game.forbidden(
        &format!("turn Ann up-left {n} {c}, Cho up {s} {s}"),
        "out of the field",
    );
    game.forbidden(
        &format!("turn Ann right {n} {c}, Cho up-left {s} {s}"),
        "only educators",
    );
    game.act(&format!("turn Ann down-right {n}+2x {c}, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["b2", "c3"]));
    let mut game = two(&[("horrible", "on"), ("broken", "c3")], "c2");
    game.act(&format!("turn Ann down-right {n}+2x {c}, Cho up {s} {s}"));
    assert_eq!(
        game.moved("Ann"),
        json!(["b2"]),
        "a blocked diagonal stops after one"
    );
}

#[test]
fn fields_of_any_shape() {
    let game = four(&[("field", "4x8")]);
    assert_eq!(game.cards().len(), 32);
    assert_eq!(game.json()["field"].as_array().expect("rows").len(), 4);
    let game = super::game(
        FOUR,
        &[("field", "6x6"), ("holes", "a1 f1,a6+f6"), ("broken", "c1")],
    );
    assert_eq!(game.cards().len(), 32);
    assert_eq!(game.cell("a1"), Value::Null);
    assert_eq!(game.cell("c1")["up"], false);
}

#[test]
fn a_hole_is_outside() {
    let mut game = four(&[("holes", "a2,c2,b4")]);
    game.forbidden(
        "turn Ann down 1, Bob up 2, Cho left 3, Dai right 4",
        "out of the field",
    );
    game.forbidden(
        "turn Ann right 1, Bob up 2, Cho up 3, Dai right 4",
        "out of the field",
    );
    let Three { n, c, s } = game.harmless();
    // Cho: b3, then a3; a hole below b3 makes no difference to a straight run.
    game.act(&format!(
        "turn Ann right {s}, Bob up {n}, Cho left {c}+2x, Dai right {s}"
    ));
    assert_eq!(game.moved("Cho"), json!(["b3", "a3"]));
    let (_, text) = game.refused(&format!(
        "turn Ann right {s}+carpenter repair c2, Bob up {n}, Cho up {c}, Dai up {n}"
    ));
    assert!(text.contains("hole"), "{text}");
}
