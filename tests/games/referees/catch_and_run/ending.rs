//! How games end.

use super::*;

#[test]
fn three_catches_win_for_the_educators_of_two_against_two() {
    let mut game = four(&[]);
    game.strike("b3", &["down", "up", "left", "right"]);
    game.act("restart Cho b2");
    game.strike("b1", &["up", "down", "up", "up"]);
    game.act("restart Cho c4");
    assert_eq!(
        (game.json()["catches"].clone(), game.show()["over"].clone()),
        (json!(2), json!(false))
    );
    game.strike("c5", &["down", "up", "down", "down"]);
    assert_eq!(
        game.result(),
        (json!(["Ann", "Bob"]), "three catches".to_owned())
    );
    assert_eq!(game.at("Cho"), Value::Null);
}

#[test]
fn both_babies_in_one_turn_win_for_the_educators() {
    let mut game = four(&[]);
    game.strike("b3", &["down", "up", "left", "left"]);
    assert_eq!(
        game.result(),
        (json!(["Ann", "Bob"]), "both babies in one turn".to_owned())
    );
    assert_eq!(game.json()["catches"], 2);
}

#[test]
fn two_catches_win_in_one_against_one() {
    let mut game = two(&[], "c3");
    game.strike("d3", &["right", "right"]);
    game.act("restart Cho c3");
    assert_eq!(game.show()["over"], false);
    game.strike("c2", &["left", "up"]);
    assert_eq!(game.result(), (json!(["Ann"]), "two catches".to_owned()));
}

#[test]
fn two_catches_win_in_two_against_one() {
    let mut game = game("Ann,Bob,Cho", &[("educators", "Ann,Bob")]);
    game.act("place Ann a1");
    game.strike("b3", &["down", "up", "left"]);
    game.act("restart Cho b2");
    assert_eq!(game.show()["over"], false);
    game.strike("b1", &["up", "down", "up"]);
    assert_eq!(
        game.result(),
        (json!(["Ann", "Bob"]), "two catches".to_owned())
    );
}

#[test]
fn both_educators_in_one_turn_win_for_a_single_baby_too() {
    let mut game = game("Ann,Bob,Cho", &[("educators", "Ann,Bob"), ("field", "3x3")]);
    game.act("place Ann a1");
    game.quiet(&["right", "left", "left"]);
    game.strike("b2", &["down", "up", "up"]);
    assert_eq!(game.last()["stuck"], json!(["Ann", "Bob"]));
    assert_eq!(game.result().0, json!(["Cho"]));
}

#[test]
fn three_catches_win_for_a_single_educator_and_two_do_not() {
    let mut game = game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Ann")]);
    for mv in ["place Ann a1", "place Bob c3", "place Cho b2"] {
        game.act(mv);
    }
    game.strike("d3", &["down", "right", "right"]);
    game.act("restart Bob c3");
    game.strike("c4", &["up", "down", "left"]);
    game.act("restart Bob c3");
    assert_eq!(game.json()["catches"], 2);
    game.strike("b3", &["down", "left", "right"]);
    assert_eq!(game.result(), (json!(["Ann"]), "three catches".to_owned()));
}

#[test]
fn both_babies_in_one_turn_win_for_a_single_educator() {
    let mut game = game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Ann")]);
    game.act("place Ann a1");
    game.act("place Bob c3");
    game.act("place Cho c3");
    let Three { n, c, s } = game.card("d3");
    game.act(&format!(
        "turn Ann right {n} {c}, Bob right {s}, Cho right {n}"
    ));
    assert_eq!(
        game.result(),
        (json!(["Ann"]), "both babies in one turn".to_owned())
    );
}

#[test]
fn babies_win_at_the_end_of_turn_8() {
    let mut pairs = four(&[("field", "2x6")]);
    pairs.act("place Cho c1");
    pairs.act("place Dai d1");
    let single = two(&[("field", "2x4")], "c2");
    let there = [
        ["right", "left", "down", "down"],
        ["right", "right", "", ""],
    ];
    let back = [["left", "right", "up", "up"], ["left", "left", "", ""]];
    for (i, mut game) in [pairs, single].into_iter().enumerate() {
        let seats = game.table.seats().len();
        for turn in 1..=8 {
            let now = (game.json()["turn"].clone(), game.show()["over"].clone());
            assert_eq!(now, (json!(turn), json!(false)));
            let dirs = if turn % 2 == 1 { there[i] } else { back[i] };
            game.quiet(&dirs[..seats]);
        }
        let (winners, reason) = game.result();
        assert_eq!(winners, [json!(["Cho", "Dai"]), json!(["Cho"])][i]);
        assert!(reason.contains("turn 8"), "{reason}");
        assert_eq!(game.json()["turn"], 8);
    }
}

#[test]
fn both_educators_caught_by_the_floor_in_one_turn_win_for_the_babies() {
    // Both educators on one card: on 1×5 with holes they meet in the middle.
    let mut game = four(&[("field", "3x3")]);
    // Ann a1 → b1 → b2 … the babies run away to the corners.
    game.quiet(&["right", "left", "left", "right"]);
    // Ann b1, Bob b3, Cho a2, Dai c2.
    game.quiet(&["left", "right", "down", "up"]);
    // Ann a1, Bob c3, Cho a3, Dai c1.
    game.quiet(&["down", "up", "right", "left"]);
    // Ann a2, Bob c2, Cho b3, Dai b1.
    game.strike("b2", &["right", "left", "left", "right"]);
    assert_eq!(game.last()["stuck"], json!(["Ann", "Bob"]));
    let (winners, reason) = game.result();
    assert_eq!(winners, json!(["Cho", "Dai"]));
    assert!(reason.contains("educators"), "{reason}");
}

#[test]
fn both_sides_winning_in_one_turn_is_a_draw() {
    let mut game = four(&[("field", "3x3")]);
    game.quiet(&["right", "left", "left", "right"]);
    game.quiet(&["left", "right", "down", "up"]);
    game.quiet(&["down", "up", "right", "left"]);
    // Everybody runs to b2, which is turned down: both babies and both educators.
    game.strike("b2", &["right", "left", "up", "down"]);
    assert_eq!(game.last()["caught"], json!(["Cho", "Dai"]));
    assert_eq!(game.last()["stuck"], json!(["Ann", "Bob"]));
    let (winners, reason) = game.result();
    assert_eq!(winners, json!([]));
    assert!(reason.contains("both sides"), "{reason}");
    assert_eq!(game.json()["catches"], 2);
}

#[test]
fn the_second_educator_alone_does_not_end_the_game() {
    let mut game = four(&[]);
    game.strike("a2", &["down", "up", "left", "right"]);
    game.strike("e3", &["right", "up", "up", "up"]);
    assert!(game.stuck("Ann") && game.stuck("Bob"));
    assert_eq!(game.show()["over"], false, "not in one turn");
}
