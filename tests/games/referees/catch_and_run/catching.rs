//! CATCH: by running, by the floor; restarts and stuck educators.

use super::*;

#[test]
fn an_educator_and_a_baby_on_the_same_card_after_all_moves_is_a_catch() {
    let mut game = four(&[("field", "3x3")]);
    game.quiet(&["right", "left", "up", "right"]);
    assert_eq!(game.last()["caught"], json!(["Cho"]));
    assert_eq!(game.json()["catches"], 1);
    assert_eq!(game.at("Cho"), Value::Null);
    assert_eq!(game.need(), "restart Cho SQUARE");
}

#[test]
fn passing_each_other_is_no_catch() {
    let mut game = four(&[("field", "2x4")]);
    game.act("place Cho b1");
    game.act("place Dai b1");
    // Ann on a1 and the babies on b1 change places.
    game.quiet(&["right", "up", "left", "left"]);
    assert_eq!(game.last()["caught"], json!([]));
    assert_eq!((game.at("Ann"), game.at("Cho")), (json!("b1"), json!("a1")));
}

#[test]
fn a_baby_on_a_card_turned_down_is_caught() {
    let mut game = four(&[]);
    game.strike("b3", &["down", "up", "left", "right"]);
    assert_eq!(game.last()["caught"], json!(["Cho"]));
    assert_eq!(game.json()["catches"], 1);
    assert_eq!(
        game.json()["turn"],
        1,
        "the turn advances once restarts are entered"
    );
    game.forbidden("restart Cho b3", "face-up");
    assert_eq!(game.refused("restart Dai a1").0, Fault::Time);
    assert_eq!(
        game.refused("turn Ann up 1, Bob up 2, Cho up 3, Dai up 4")
            .0,
        Fault::Time
    );
    game.act("restart Cho a2");
    assert_eq!(
        (game.at("Cho"), game.json()["turn"].clone()),
        (json!("a2"), json!(2))
    );
}

#[test]
fn a_baby_is_caught_once_a_turn_even_if_an_educator_is_there_too() {
    let mut game = four(&[("field", "3x3")]);
    game.strike("b1", &["right", "left", "up", "right"]);
    assert_eq!(game.last()["caught"], json!(["Cho"]));
    assert_eq!(game.json()["catches"], 1);
    assert_eq!(game.last()["stuck"], json!(["Ann"]));
    assert!(game.stuck("Ann"));
}

#[test]
fn a_restart_may_be_on_any_face_up_card_an_educators_too() {
    let mut game = four(&[]);
    game.strike("b3", &["down", "up", "left", "right"]);
    game.act("restart Cho a2");
    assert_eq!(game.at("Ann"), "a2");
    game.quiet(&["up", "up", "down", "up"]);
    assert_eq!(game.last()["caught"], json!([]));
}

#[test]
fn a_stuck_educator_plays_arm_cards_and_shows_a_run_card_but_does_not_move() {
    let mut game = four(&[]);
    game.strike("a2", &["down", "up", "left", "right"]);
    assert_eq!(game.last()["stuck"], json!(["Ann"]));
    assert_eq!(game.json()["turn"], 2, "nobody waits");
    game.forbidden("turn Ann - 1, Bob up 2, Cho up 3, Dai up 4", "run card");
    game.quiet(&["right", "up", "up", "up"]);
    assert_eq!(
        (game.moved("Ann"), game.at("Ann")),
        (json!([]), json!("a2"))
    );
    assert_eq!(game.last()["stuck"], json!([]), "only the newly stuck");
}

#[test]
fn a_repaired_educator_moves_at_once_and_draws_one_card_fewer() {
    let mut game = four(&[]);
    game.strike("a2", &["down", "up", "left", "right"]);
    let Three { n, c, s } = game.harmless();
    let told = game.act(&format!(
        "turn Ann right {n}, Bob up {s}+carpenter repair a2, Cho up {c}, Dai up {s}"
    ));
    assert_eq!(
        (game.moved("Ann"), game.stuck("Ann")),
        (json!(["b2"]), false)
    );
    assert!(
        told.iter().any(|t| t.contains("one card fewer")),
        "{told:?}"
    );
    let lines = game.table.view(Viewer::Public).lines.join("\n");
    assert!(lines.contains("3 cards in hand"), "{lines}");
}

#[test]
fn a_freed_educator_has_a_smaller_hand_for_good() {
    let mut frees = 0;
    for seed in 0..30 {
        let set = [("cards", "app"), ("educators", "Ann"), ("field", "3x3")];
        let mut game = begin(TWO, &set, seed).unwrap_or_else(|e| panic!("{e:?}"));
        let mut dice = Dice::new(&Seed::practice(seed), "test");
        let mut expected = 5;
        while let Some(mv) = game
            .table
            .choose(&[Skill::Sensible, Skill::Random], &mut dice)
        {
            let (stuck, at) = (game.stuck("Ann"), game.at("Ann"));
            game.act(&mv);
            let repaired = game.last()["repaired"].clone();
            let freed = stuck
                && mv.starts_with("turn")
                && repaired.as_array().is_some_and(|l| l.contains(&at));
            expected -= usize::from(freed);
            frees += usize::from(freed);
            let own = game.table.show(Viewer::Seat(0));
            assert_eq!(
                own["game"]["hand"].as_array().expect("a hand").len(),
                expected
            );
        }
    }
    assert!(frees > 1, "{frees}");
}

#[test]
fn an_educator_freed_and_turned_again_is_newly_stuck() {
    let mut game = four(&[]);
    game.strike("a2", &["down", "up", "left", "right"]);
    // Repaired, Ann runs on to b2, which is turned down in the same turn.
    let Three { n, c, s } = game.card("b2");
    let [n, c, s] = [n, c, s].map(|v| game.plain(&[&v]).expect("cards").0.concat());
    let carpenter = if s.starts_with("circle") {
        "circle"
    } else {
        "triangle"
    };
    game.act(&format!(
        "turn Ann right {n}, Bob up {carpenter}+carpenter repair a2, Cho up {c}, Dai up {s}"
    ));
    assert_eq!(game.last()["flipped"], json!(["b2"]));
    assert_eq!(game.last()["stuck"], json!(["Ann"]));
    assert_eq!((game.at("Ann"), game.stuck("Ann")), (json!("b2"), true));
}

#[test]
fn a_stuck_educator_does_not_count_as_caught_again() {
    let mut game = four(&[]);
    game.strike("a2", &["down", "up", "left", "right"]);
    game.strike("e3", &["right", "up", "up", "up"]);
    assert_eq!(game.last()["stuck"], json!(["Bob"]));
    game.quiet(&["right", "up", "down", "down"]);
    assert_eq!(game.last()["stuck"], json!([]));
    assert_eq!(game.show()["over"], false);
}
