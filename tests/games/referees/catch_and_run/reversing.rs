//! REVERSE.

use super::*;

/// The published example: 3, 4, green, circle turn the green cards with 3 or 4 circles.
#[test]
fn three_four_green_circle() {
    for seed in 0..6 {
        let mut game =
            begin(FOUR, &[("educators", "Ann,Bob")], seed).unwrap_or_else(|e| panic!("{e:?}"));
        game.act("place Ann a1");
        let before = game.cards();
        game.act(
            "turn Ann down 3, Bob up 4+jump, Cho left green+2x unused, Dai right circle+carpenter",
        );
        for ((name, _), (_, up)) in before.iter().zip(game.cards()) {
            let hit = ["3-green-circle", "4-green-circle"].contains(&name.as_str());
            assert_eq!(up, !hit, "{name}");
        }
    }
}

#[test]
fn one_two_three_four_turns_the_whole_floor_and_that_is_a_draw() {
    let mut game = four(&[]);
    game.act("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4");
    assert!(game.cards().iter().all(|c| !c.1));
    assert_eq!(
        game.last()["flipped"].as_array().expect("squares").len(),
        25
    );
    let (winners, reason) = game.result();
    assert_eq!(winners, json!([]));
    assert!(reason.contains("floor"), "{reason}");
    assert_eq!(game.json()["catches"], 2, "the catches of the turn count");
    assert_eq!(game.json()["turn"], 1);
    assert_eq!(
        game.refused("turn Ann down 1, Bob up 2, Cho left 3, Dai right 4")
            .0,
        Fault::Over
    );
    assert_eq!(game.need(), "");
}

#[test]
fn a_category_that_was_not_shown_does_not_matter() {
    let mut game = four(&[]);
    let before = game.cards();
    game.act("turn Ann down red, Bob up red, Cho left blue, Dai right circle");
    for ((name, _), (_, up)) in before.iter().zip(game.cards()) {
        let hit = (name.contains("red") || name.contains("blue")) && name.contains("circle");
        assert_eq!(up, !hit, "{name}");
    }
}

#[test]
fn the_random_card_counts_and_its_special_is_void() {
    let mut game = game("Ann,Bob,Cho", &[("educators", "Ann,Bob")]);
    game.act("place Ann a1");
    game.forbidden("turn Ann down 1, Bob up 2, Cho left 3", "deck");
    let before = game.cards();
    game.act("turn Ann down 1, Bob up 2, Cho left 3, random green+2x");
    assert_eq!(game.moved("Ann"), json!(["a2"]));
    for ((name, _), (_, up)) in before.iter().zip(game.cards()) {
        let hit = name.contains("green") && !name.starts_with('4');
        assert_eq!(up, !hit, "{name}");
    }
    assert_eq!(game.json()["history"], json!([["1", "2", "3", "green+2x"]]));
    let mut four = four(&[]);
    four.forbidden(
        "turn Ann down 1, Bob up 2, Cho left 3, Dai up 4, random red",
        "2v1",
    );
}
