//! RUN: directions, JUMP, 2X SPEED.

use super::*;

#[test]
fn each_piece_moves_one_square_in_its_direction() {
    let mut game = four(&[]);
    game.quiet(&["down", "up", "left", "right"]);
    assert_eq!(game.moved("Ann"), json!(["a2"]));
    assert_eq!(game.moved("Bob"), json!(["e4"]));
    assert_eq!(game.moved("Cho"), json!(["b3"]));
    assert_eq!(game.moved("Dai"), json!(["d3"]));
    assert_eq!(game.json()["turn"], 2);
}

#[test]
fn a_face_down_card_cannot_be_entered() {
    let mut game = four(&[("broken", "b1")]);
    game.quiet(&["right", "up", "left", "right"]);
    assert_eq!(game.moved("Ann"), json!([]));
    assert_eq!(game.at("Ann"), "a1");
}

#[test]
fn a_direction_never_leads_out_of_the_field() {
    let mut game = four(&[]);
    game.forbidden(
        "turn Ann up 1, Bob up 2, Cho up 3, Dai up 4",
        "out of the field",
    );
    game.forbidden(
        "turn Ann up-left 1, Bob up 2, Cho up 3, Dai up 4",
        "up, down, left or right",
    );
    let mut game = four(&[("holes", "c2")]);
    game.forbidden(
        "turn Ann down 1, Bob up 2, Cho up 3, Dai up 4",
        "out of the field",
    );
}

#[test]
fn jump_goes_over_face_down_cards_to_the_nearest_face_up_one() {
    let mut game = two(&[("broken", "b1,c1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {n}+jump {c}, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["d1"]));
}

#[test]
fn jump_is_an_ordinary_step_when_the_next_card_is_face_up() {
    let mut game = two(&[("broken", "c1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {n}+jump {c}, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["b1"]));
}

#[test]
fn jump_stays_when_nothing_is_ahead() {
    let mut game = two(&[("broken", "b1,c1,d1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {n}+jump {c}, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!([]));
}

#[test]
fn two_jumps_in_a_row() {
    let mut game = two(&[("field", "2x6"), ("broken", "b1,d1,e1")], "c2");
    let Three { n, c, s } = game.harmless();
    let other = if game.at("Cho") == "c2" { "up" } else { "down" };
    game.act(&format!(
        "turn Ann right {n}+jump {c}+jump, Cho {other} {s} {s}"
    ));
    assert_eq!(game.moved("Ann"), json!(["c1", "f1"]));
}

#[test]
fn double_speed_is_two_squares_straight() {
    let mut game = two(&[], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {n}+2x {c}, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["b1", "c1"]));
}

#[test]
fn double_speed_stays_when_the_first_square_is_face_down() {
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann right {n}+2x {c} then down, Cho up {s} {s}"
    ));
    assert_eq!(game.moved("Ann"), json!([]));
}

#[test]
fn double_speed_turns_to_the_only_open_side() {
    // Ahead of b1 is c1, face down; above is outside, so down it is, whatever `then` says.
    for then in ["", " then down", " then up"] {
        let mut game = two(&[("broken", "c1")], "c3");
        let Three { n, c, s } = game.harmless();
        game.act(&format!("turn Ann right {n}+2x{then} {c}, Cho up {s} {s}"));
        assert_eq!(game.moved("Ann"), json!(["b1", "b2"]), "{then}");
    }
}

#[test]
fn double_speed_stops_after_one_when_neither_side_is_open() {
    let mut game = two(&[("broken", "c1,b2")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {n}+2x {c}, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["b1"]));
}

#[test]
fn double_speed_with_both_sides_open_needs_then_and_the_refusal_names_the_two() {
    let mut game = two(&[("broken", "a3")], "b2");
    let Three { n, c, s } = game.harmless();
    // Cho runs left to a2; ahead is the edge, a1 and a3 are to the sides, and a3 is down.
    game.act(&format!("turn Ann right {s} {s}, Cho left {n}+2x {c}"));
    assert_eq!(game.moved("Cho"), json!(["a2", "a1"]));
    let mut game = two(&[], "b2");
    let Three { n, c, s } = game.harmless();
    let (fault, text) = game.refused(&format!("turn Ann right {s} {s}, Cho left {n}+2x {c}"));
    assert_eq!(fault, Fault::Rule);
    assert!(text.contains("`up`") && text.contains("`down`"), "{text}");
    // A direction that is neither of the two does not answer the question.
    game.refused(&format!(
        "turn Ann right {s} {s}, Cho left {n}+2x then right {c}"
    ));
    game.act(&format!(
        "turn Ann right {s} {s}, Cho left {n}+2x then down {c}"
    ));
    assert_eq!(game.moved("Cho"), json!(["a2", "a3"]));
}

#[test]
fn a_then_that_is_not_needed_is_ignored() {
    let mut game = two(&[], "b2");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann right {s} then down {s}, Cho right {n}+2x then up {c}"
    ));
    assert_eq!(game.moved("Cho"), json!(["c2", "d2"]));
}

#[test]
fn two_double_speeds_are_three_squares() {
    let mut game = two(&[], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {n}+2x {c}+2x, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["b1", "c1", "d1"]));
}

#[test]
fn two_double_speeds_turn_at_most_once_a_square_and_then_may_stand_twice() {
    let mut game = two(&[("broken", "c1,b3")], "c3");
    let Three { n, c, s } = game.harmless();
    // Right to b1, c1 is down: down to b2 (up is outside); b3 is down: left or right.
    let (_, text) = game.refused(&format!("turn Ann right {n}+2x {c}+2x, Cho up {s} {s}"));
    assert!(
        text.contains("b2") && text.contains("`left`") && text.contains("`right`"),
        "{text}"
    );
    for then in ["then right", "then down then right", "then up then right"] {
        let mut game = two(&[("broken", "c1,b3")], "c3");
        game.act(&format!(
            "turn Ann right {n}+2x {c}+2x {then}, Cho up {s} {s}"
        ));
        assert_eq!(game.moved("Ann"), json!(["b1", "b2", "c2"]), "{then}");
    }
}

#[test]
fn jump_then_one_or_one_then_jump_as_they_like() {
    let set = [("field", "2x6"), ("broken", "c1")];
    let mv = |g: &Game, order: &str| {
        let Three { n, c, s } = g.harmless();
        let other = if g.at("Cho") == "d2" { "right" } else { "left" };
        format!("turn Ann right {n}+jump {c}+2x {order}, Cho {other} {s} {s}")
    };
    let mut game = two(&set, "d2");
    let text = mv(&game, "");
    let (_, why) = game.refused(&text);
    assert!(
        why.contains("jump-first") && why.contains("step-first"),
        "{why}"
    );
    // Jump first: b1, an ordinary step, then c1 is down and b2 is the only side.
    let text = mv(&game, "jump-first");
    game.act(&text);
    assert_eq!(game.moved("Ann"), json!(["b1", "b2"]));
    let mut game = two(&set, "d2");
    let text = mv(&game, "step-first");
    game.act(&text);
    assert_eq!(game.moved("Ann"), json!(["b1", "d1"]));
}

#[test]
fn step_first_stays_before_a_face_down_card_and_stops_with_nothing_to_jump_to() {
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann right {n}+jump {c}+2x step-first, Cho up {s} {s}"
    ));
    assert_eq!(game.moved("Ann"), json!([]));
    let mut game = two(&[("broken", "c1,d1")], "c3");
    game.act(&format!(
        "turn Ann right {n}+jump {c}+2x step-first, Cho up {s} {s}"
    ));
    assert_eq!(game.moved("Ann"), json!(["b1"]));
}

#[test]
fn specials_are_optional() {
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann right {n}+jump unused {c}+2x unused, Cho up {s} {s}"
    ));
    assert_eq!(game.moved("Ann"), json!([]));
    let mut game = two(&[], "c3");
    game.act(&format!("turn Ann right {n} {c}+2x unused, Cho up {s} {s}"));
    assert_eq!(game.moved("Ann"), json!(["b1"]));
    game.refused(&format!("turn Ann right {n} unused {c}, Cho up {s} {s}"));
}
