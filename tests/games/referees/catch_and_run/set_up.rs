//! Setting up: fields, roles, places, settings.

use super::*;

#[test]
fn four_players_lay_25_of_32_cards_face_up_and_no_card_twice() {
    let game = four(&[]);
    let mut cards = game.cards();
    assert!(cards.iter().all(|c| c.1), "all face up");
    cards.sort();
    cards.dedup();
    assert_eq!(cards.len(), 25);
    let rows = game.json()["field"].as_array().expect("rows").len();
    assert_eq!(rows, 5);
}

#[test]
fn two_players_and_one_against_two_lay_16() {
    assert_eq!(two(&[], "b2").cards().len(), 16);
    let one_two = game("Ann,Bob,Cho", &[("mode", "1v2")]);
    assert_eq!(one_two.cards().len(), 16);
    let two_one = game("Ann,Bob,Cho", &[]);
    assert_eq!(two_one.cards().len(), 25);
    assert_eq!(two_one.show()["settings"]["mode"], "2v1");
}

#[test]
fn the_second_educator_and_the_babies_are_placed_by_the_companion() {
    let mut game = game(FOUR, &[("educators", "Ann,Bob")]);
    assert_eq!(game.at("Ann"), Value::Null);
    assert_eq!(game.need(), "place Ann SQUARE");
    game.act("place Bob e1");
    assert_eq!(game.at("Ann"), "a5");
    assert_eq!((game.at("Cho"), game.at("Dai")), (json!("c3"), json!("c3")));
    assert!(game.need().starts_with("turn Ann"), "{}", game.need());
    assert_eq!(game.refused("place Cho c3").0, Fault::Time);
}

#[test]
fn educators_start_in_corners_only_and_babies_after_them_in_the_centre() {
    let mut game = game(TWO, &[("educators", "Ann")]);
    game.forbidden("place Cho b2", "after the educator");
    game.forbidden("place Ann b1", "corner");
    game.act("place Ann d4");
    game.forbidden("place Cho a1", "centre");
    for square in ["b2", "b3", "c2"] {
        let text = game.table.view(Viewer::Public).need.to_string();
        assert!(text.contains(square), "{text}");
    }
    game.act("place Cho c3");
    assert_eq!(game.at("Cho"), "c3");
}

#[test]
fn both_babies_of_one_against_two_choose_and_may_share() {
    let mut game = game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Bob")]);
    game.act("place a4");
    game.act("place cho b3");
    game.act("place b3");
    assert_eq!((game.at("Ann"), game.at("Cho")), (json!("b3"), json!("b3")));
    assert!(
        game.need().contains("Bob DIRECTION CARD CARD"),
        "{}",
        game.need()
    );
}

#[test]
fn educators_are_drawn_unless_named() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let game = begin(FOUR, &[], seed).unwrap_or_else(|e| panic!("{e:?}"));
        let roles: Vec<Value> = ["Ann", "Bob", "Cho", "Dai"]
            .iter()
            .map(|n| game.json()["pieces"][n]["role"].clone())
            .collect();
        assert_eq!(roles.iter().filter(|r| **r == "educator").count(), 2);
        assert_eq!(roles.iter().filter(|r| **r == "baby").count(), 2);
        seen.insert(format!("{roles:?}"));
    }
    assert_eq!(seen.len(), 6, "every pair comes up");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    assert!(no_game(FOUR, &[("mode", "2v1")]).contains("2v2"));
    assert!(no_game(FOUR, &[("educators", "Ann")]).contains("2 educators"));
    assert!(no_game(FOUR, &[("educators", "Ann,Zoe")]).contains("Zoe"));
    assert!(no_game(FOUR, &[("varient", "individual")]).contains("variant"));
    assert!(no_game(FOUR, &[("cards", "real")]).contains("table"));
    assert!(no_game(FOUR, &[("match", "3")]).contains("2, 4, 6"));
    assert!(no_game("Ann,Bob,Cho", &[("match", "2")]).contains("3, 6"));
    assert!(no_game(TWO, &[("match", "3")]).contains("even"));
    assert!(no_game(FOUR, &[("field", "6x6")]).contains("32 floor cards"));
    assert!(no_game(FOUR, &[("field", "big")]).contains("4x6"));
    assert!(no_game(FOUR, &[("field", "9x9")]).contains("too large"));
    assert!(no_game(FOUR, &[("holes", "f1")]).contains("`f1`"));
    assert!(no_game(TWO, &[("holes", "b1,a2")]).contains("`a1`"));
    assert!(no_game(TWO, &[("field", "2x2"), ("broken", "a1")]).contains("fewest"));
    assert!(no_game(FOUR, &[("variant", "individual"), ("learning", "on")]).contains("educators"));
    assert!(no_game(FOUR, &[("variant", "catch-count"), ("match", "4")]).contains("two games"));
    assert!(no_game("Ann", &[]).contains("2 to 4"));
}

#[test]
fn every_setting_in_force_is_shown() {
    let set = four(&[]).show()["settings"].clone();
    let expected = json!({"mode": "2v2", "cards": "table", "educators": "Ann,Bob", "match": 1,
            "variant": "standard", "learning": "off", "horrible": "off", "field": "5x5", "holes": "", "broken": ""});
    for (name, value) in expected.as_object().expect("a map") {
        assert_eq!(&set[name], value, "{name}");
    }
}
