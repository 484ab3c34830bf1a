//! Real cards, words, secrets.

use super::*;

#[test]
fn with_cards_table_other_moves_are_refused_until_the_owed_values_are_typed() {
    let mut place = start(3, TABLE, 1);
    place.act("fish Bob 2");
    assert_eq!(place.get("owed"), json!(["Bob", "Bob"]));
    assert_eq!(place.get("cards")["Bob"], 0, "a card counts when typed");
    for mv in ["next", "fish Cho", "catch Cho", "skate Bob"] {
        let (fault, text) = place.refused(mv);
        assert_eq!(fault, Fault::Time, "{mv}");
        assert!(text.contains("not typed in yet"), "{text}");
    }
    place.act("value Bob 3");
    assert_eq!(place.get("owed"), json!(["Bob"]));
    assert_eq!(place.get("cards")["Bob"], 1);
    place.act("value bob 1");
    place.act("next");
}

#[test]
fn values_pay_in_order_and_must_be_on_a_card() {
    let mut place = start(3, TABLE, 1);
    assert_eq!(place.refused("value Bob 1").0, Fault::Time);
    place.act("fish Bob 3");
    place.forbidden("value Ann 1", "in the order they were drawn");
    for value in [0, 4, 9, 300] {
        assert_eq!(
            place.refused(&format!("value Bob {value}")).0,
            Fault::Unknown
        );
    }
    for mv in ["value", "value Bob", "value Bob x", "value Bob 1 2"] {
        assert_eq!(place.refused(mv).0, Fault::Words, "{mv}");
    }
    // The name may be left out.
    place.act("value 2");
    assert_eq!(hand(&place, 1), [2]);
}

#[test]
fn the_last_rounds_cards_are_typed_in_before_the_game_is_over() {
    let mut place = start(2, TABLE, 1);
    for _ in 0..4 {
        assert!(!place.over());
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
        let owed = place.get("owed").as_array().expect("names").len();
        assert_eq!(owed, 5);
        for _ in 0..owed {
            assert!(!place.over());
            place.act("value 2");
        }
    }
    assert!(place.over());
    assert_eq!(place.get("scores"), json!({"Ann": 20, "Bob": 20}));
}

#[test]
fn a_value_that_the_kit_has_no_more_of_is_taken_with_a_warning() {
    let mut place = start(4, TABLE, 1);
    let mut warned = false;
    for _ in 0..2 {
        let active = place.get("active").as_str().expect("a name").to_owned();
        place.act(&format!("fish {active} 3"));
        while place.get("owed")[0].is_string() {
            place.act("value 3");
            warned |= place
                .told()
                .iter()
                .any(|(.., text)| text.contains("please check"));
        }
    }
    assert!(warned, "14 threes of 10");
}

#[test]
fn with_cards_app_values_are_not_typed() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob");
    place.forbidden("value Bob 1", "cards=table");
}

#[test]
fn words_that_are_no_move_are_refused_with_help() {
    let mut place = start(3, APP, 1);
    for mv in [
        "",
        "dance",
        "fishh Bob",
        "next Bob",
        "fish",
        "catch",
        "catch Bob Cho",
    ] {
        assert_eq!(place.refused(mv).0, Fault::Words, "{mv}");
    }
    let (fault, text) = place.refused("fish Bbo");
    assert_eq!(fault, Fault::Unknown);
    assert!(text.contains("did you mean `Bob`?"), "{text}");
}

#[test]
fn short_forms_are_read_and_written_in_full() {
    let mut place = start(3, APP, 1);
    for (short, full) in [
        ("f b 2", "fish Bob 2"),
        ("C cho", "catch Cho"),
        ("n", "next"),
    ] {
        place.act(short);
        let kept = format!("{:?}", place.log().last().expect("an entry").act);
        assert!(kept.contains(full), "{kept}");
    }
}

#[test]
fn names_may_be_anything() {
    let names = ["Mary Ann", "Mary", "猫 2", "fish"];
    let set = [("catcher", "fish"), ("cards", "table")];
    let mut place = try_start(&names, &set, 1).unwrap_or_else(|e| panic!("{e:?}"));
    place.act("fish mary ann");
    assert_eq!(place.get("owed"), json!(["Mary Ann"]));
    place.act("value Mary Ann 3");
    place.act("fish \"Mary\" 2");
    assert_eq!(place.get("owed"), json!(["Mary", "Mary"]));
    place.acts("value \"Mary\" 1; value 1; fish 猫 2; value \"猫 2\" 2");
    assert_eq!(
        place.get("fish"),
        json!({"Mary Ann": 1, "Mary": 2, "猫 2": 1, "fish": 0})
    );
    let again = Table::open(place.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(again.state(), place.state());
}

#[test]
fn drawn_cards_are_secret_to_their_owner_until_the_end() {
    let mut place = start(3, APP, 1);
    place.act("fish Bob 2");
    let own = place.show(Viewer::Seat(1));
    assert_eq!(own["game"]["values"], json!({"Bob": hand(&place, 1)}));
    for viewer in [Viewer::Seat(0), Viewer::Seat(2), Viewer::Public] {
        let shown = place.show(viewer);
        assert!(shown["game"]["values"].get("Bob").is_none(), "{viewer:?}");
    }
    let told = place.told();
    for (effect, to, text) in &told {
        if text.starts_with("you draw") {
            assert_eq!((*effect, *to), (Effect::Deal, Viewer::Seat(1)));
        }
    }
    assert!(told.iter().any(|(.., text)| text.starts_with("you draw")));
}

#[test]
fn what_others_see_does_not_depend_on_the_cards() {
    // Tables of different seeds differ in nothing but the pile.
    let look = |seed| {
        let mut place = start(3, APP, seed);
        place.acts("fish Bob 2; next; fish Cho; next; next; fish Bob");
        let public = place.show(Viewer::Public).to_string();
        let lines = place.view(Viewer::Public).lines.join("\n");
        let events = place.log().iter().flat_map(|e| e.events.clone());
        let open = events.filter(|e| e.to == Viewer::Public);
        let open: Vec<String> = open.map(|e| e.text.to_string()).collect();
        (public, lines, open)
    };
    let first = look(1);
    for seed in 2..8 {
        assert_eq!(look(seed), first);
    }
}
