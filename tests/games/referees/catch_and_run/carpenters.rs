//! CARPENTER: repairs and destroys.

use super::*;

#[test]
fn repair_turns_any_face_down_card_up_before_the_run() {
    let mut game = two(&[("broken", "b1,d4")], "c3");
    let Three { n, c, s } = game.harmless();
    game.forbidden(
        &format!("turn Ann right {s}+carpenter repair a2 {n}, Cho up {s} {c}"),
        "face up",
    );
    game.act(&format!(
        "turn Ann right {s}+carpenter repair b1 {n}, Cho up {s} {c}"
    ));
    assert_eq!(game.last()["repaired"], json!(["b1"]));
    assert_eq!(game.moved("Ann"), json!(["b1"]));
    assert_eq!(game.cell("d4")["up"], false);
}

#[test]
fn destroy_turns_the_own_card_down_and_the_piece_moves_on() {
    let mut game = two(&[], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann right {s}+carpenter destroy {n}, Cho up {s} {c}"
    ));
    assert_eq!(game.last()["destroyed"], json!(["a1"]));
    assert_eq!(game.cell("a1")["up"], false);
    assert_eq!(game.at("Ann"), "b1");
}

#[test]
fn destroy_is_void_when_the_player_cannot_move() {
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann right {s}+carpenter destroy {n}, Cho up {s} {c}"
    ));
    assert_eq!(game.last()["destroyed"], json!([]));
    assert_eq!(game.cell("a1")["up"], true);
    // With a jump there is a way.
    let mut game = two(&[("broken", "b1")], "c3");
    game.act(&format!(
        "turn Ann right {s}+carpenter destroy {n}+jump, Cho up {s} {c}"
    ));
    assert_eq!(
        (game.moved("Ann"), game.last()["destroyed"].clone()),
        (json!(["c1"]), json!(["a1"]))
    );
}

#[test]
fn two_carpenters_are_two_repairs_or_a_repair_and_a_destroy() {
    let set = [("broken", "b1,d4")];
    let mut game = two(&set, "c3");
    let Three { n, c, s } = game.harmless();
    let k = format!("{s}+carpenter");
    game.forbidden(
        &format!("turn Ann right {k} destroy {k} destroy, Cho up {n} {c}"),
        "one repair and one destroy",
    );
    game.act(&format!(
        "turn Ann right {k} repair d4 {k} repair b1, Cho up {n} {c}"
    ));
    assert_eq!(game.last()["repaired"], json!(["d4", "b1"]));
    let mut game = two(&set, "c3");
    game.act(&format!(
        "turn Ann right {k} destroy {k} repair b1, Cho up {n} {c}"
    ));
    assert_eq!(
        (game.at("Ann"), game.cell("a1")["up"].clone()),
        (json!("b1"), json!(false))
    );
}

#[test]
fn a_carpenter_without_a_word_is_unused() {
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    game.act(&format!("turn Ann right {s}+carpenter {n}, Cho up {s} {c}"));
    assert_eq!(
        (
            game.last()["repaired"].clone(),
            game.last()["destroyed"].clone()
        ),
        (json!([]), json!([]))
    );
}

#[test]
fn all_repairs_come_before_all_destroys_each_in_seat_order() {
    // Ann on a1 destroys first in the seats, but Cho's repair of b1 comes before it and opens her way.
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    let k = format!("{s}+carpenter");
    game.act(&format!(
        "turn Ann right {k} destroy {n}, Cho up {k} repair b1 {c}"
    ));
    assert_eq!(game.last()["repaired"], json!(["b1"]));
    assert_eq!(game.last()["destroyed"], json!(["a1"]));
    assert_eq!(game.at("Ann"), "b1");
}

#[test]
fn a_square_is_repaired_once() {
    let mut game = two(&[("broken", "b1")], "c3");
    let Three { n, c, s } = game.harmless();
    let k = format!("{s}+carpenter");
    game.forbidden(
        &format!("turn Ann right {k} repair b1 {n}, Cho up {k} repair b1 {c}"),
        "face up",
    );
}

#[test]
fn a_piece_left_on_a_face_down_card_counts_as_on_a_turned_card() {
    // On 3×3 Ann in a1 and Bob in c3 hunt the babies of b2. Cho destroys b2 under both; Dai cannot leave.
    let mut game = four(&[("field", "3x3"), ("broken", "b1")]);
    let Three { n, c, s } = game.harmless();
    let text = format!("turn Ann down {n}, Bob up {c}, Cho left {s}+carpenter destroy, Dai up {s}");
    game.act(&text);
    assert_eq!(game.last()["destroyed"], json!(["b2"]));
    assert_eq!(game.moved("Dai"), json!([]));
    // Cho ran into Ann on a2, Dai stood on the broken b2.
    assert_eq!(game.last()["caught"], json!(["Cho", "Dai"]));
    let mut game = four(&[("field", "3x3"), ("broken", "b1")]);
    let text =
        format!("turn Ann right {n}, Bob up {c}, Cho left {s}+carpenter destroy, Dai up {s}");
    game.act(&text);
    assert_eq!(game.last()["caught"], json!(["Dai"]));
}
