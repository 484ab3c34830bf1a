//! Events, votes, the order of turns, and the items.

use super::*;

#[test]
fn the_fields_of_the_game_are_exactly_those_of_the_contract() {
    let mut place = start(3, &[("first", "Ann")], 1);
    let keys = |p: &Place| -> Vec<String> {
        let game = p.game();
        game.as_object().expect("fields").keys().cloned().collect()
    };
    assert_eq!(keys(&place), ["active", "event", "need", "won"]);
    let game = place.game();
    assert_eq!(
        (&game["event"], &game["need"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(game["won"], json!({"Ann": 0, "Bob": 0, "Cho": 0}));
    place.act("flip");
    assert_eq!(keys(&place), ["active", "event", "need", "won"]);
    let game = place.game();
    assert!(game["event"].is_string() && game["need"].is_u64());
    let own = place.show(Viewer::Seat(0));
    assert_eq!(
        own["game"], game,
        "nothing of one's own with the cards on the table"
    );
}

#[test]
fn the_back_of_the_next_card_shows_how_many_items_must_be_used() {
    let kit = kit();
    let cards = &kit.component("event").expect("events").cards;
    let mut place = start(4, &[], 5);
    let events: Vec<usize> =
        serde_json::from_value(place.state()["events"].clone()).expect("a pile");
    for turn in 0..end_after(&place) {
        place.act("flip");
        let game = place.game();
        // END stands last in the kit, as in the referee's numbers.
        assert_eq!(game["event"], cards[events[turn]].name.as_str());
        let back = cards[events[turn + 1]].fields["items"].as_str();
        assert_eq!(game["need"].to_string(), back.expect("a number"));
        place.act("vote 3 0");
    }
}

#[test]
fn up_at_least_down_wins_the_event_else_it_is_discarded() {
    for (vote, wins) in [
        ("vote 3 0", 1),
        ("vote 2 1", 1),
        ("vote 1 2", 0),
        ("vote 0 3", 0),
        ("vote up up down", 1),
        ("vote down, up, down", 0),
        ("VOTE Up U d", 1),
    ] {
        let mut place = start(4, &[("first", "Ann")], 1);
        place.act("flip");
        place.act(vote);
        assert_eq!(place.game()["won"]["Ann"], wins, "{vote}");
    }
    let mut five = start(5, &[("first", "Ann")], 1);
    five.act("flip");
    five.act("vote 2 2");
    assert_eq!(five.game()["won"]["Ann"], 1, "as many up as down");
}

#[test]
fn every_other_player_votes_so_the_votes_add_up_to_players_less_one() {
    for players in 3..=6 {
        let mut place = start(players, &[], 1);
        place.act("flip");
        for up in 0..=players {
            for down in 0..=players {
                let vote = format!("vote {up} {down}");
                if up + down != players - 1 {
                    let (fault, text) = place.refused(&vote);
                    assert_eq!(fault, Fault::Rule);
                    assert!(text.contains("everybody votes but"), "{text}");
                }
            }
        }
        let all = vec!["up"; players].join(" ");
        place.refused(&format!("vote {all}"));
        place.act(&format!("vote {}", vec!["up"; players - 1].join(" ")));
    }
}

#[test]
fn a_player_at_a_loss_is_counted_out_and_fails() {
    let mut place = start(3, &[("first", "Ann")], 1);
    place.act("flip");
    place.act("fail");
    assert_eq!(place.game()["won"]["Ann"], 0);
    assert_eq!(place.active(), "Bob");
    assert_eq!(place.game()["event"], Value::Null);
}

#[test]
fn the_next_player_clockwise_goes_on() {
    let mut place = start(5, &[("first", "Dai")], 1);
    let mut seen = Vec::new();
    for _ in 0..7 {
        seen.push(place.active());
        place.act("flip");
        place.act("vote 4 0");
    }
    assert_eq!(seen, ["Dai", "Eve", "Ann", "Bob", "Cho", "Dai", "Eve"]);
}

#[test]
fn moves_at_the_wrong_time_are_refused_and_name_their_rule() {
    let mut place = start(3, &[], 1);
    for mv in ["vote 2 0", "fail", "use cat"] {
        let (fault, text) = place.refused(mv);
        assert_eq!(fault, Fault::Time, "{mv}");
        assert!(
            text.contains("a turn begins with turning up an event"),
            "{text}"
        );
    }
    place.act("flip");
    let (fault, text) = place.refused("flip");
    assert_eq!(fault, Fault::Time);
    assert!(text.contains("one event a turn"), "{text}");
}

#[test]
fn words_that_are_no_move_are_refused_with_help() {
    let mut place = start(3, &[], 1);
    for mv in [
        "",
        "dance",
        "flipp",
        "flip twice",
        "f",
        "vote",
        "vote 2",
        "vote 1 1 0",
        "vote maybe no",
    ] {
        let (fault, text) = place.refused(mv);
        assert_eq!(fault, Fault::Words, "{mv}: {text}");
    }
    assert!(place.refused("flipp").1.contains("did you mean `flip`?"));
    assert!(place.refused("f").1.contains("`flip`, `fail`"));
    // The start of a word is enough where only one begins so.
    place.act("fl");
    place.act("v 1 1");
}

/// A table where the first event needs so many items.
fn needing(need: u64, set: &[(&str, &str)]) -> Place {
    for seed in 0..200 {
        let mut place = start(4, set, seed);
        place.act("flip");
        if place.game()["need"] == need {
            return place;
        }
    }
    panic!("no event needs {need}");
}

#[test]
fn the_worked_example_bed_hair_cat_and_telescope() {
    let mut place = needing(2, &[("first", "Ann")]);
    place.act("use cat, telescope");
    assert!(place.told()[0].2.contains("Cat, Telescope"));
    place.act("vote up down up");
    assert_eq!(place.game()["won"]["Ann"], 1);
}

#[test]
fn use_checks_the_count_exactly() {
    let items = ["cat", "chocolate", "telescope"];
    for need in 1..=3 {
        for given in 1..=3 {
            let mut place = needing(need, &[]);
            let mv = format!("use {}", items[..given].join(", "));
            if given as u64 == need {
                place.act(&mv);
            } else {
                let (fault, text) = place.refused(&mv);
                assert_eq!(fault, Fault::Rule);
                assert!(text.contains("back of the next card"), "{text}");
            }
        }
        let mut place = needing(need, &[]);
        place.refused("use cat, chocolate, telescope, umbrella");
        place.refused("use");
    }
}

#[test]
fn an_item_the_kit_does_not_have_is_refused_always() {
    for cards in ["table", "app"] {
        let mut place = needing(1, &[("cards", cards)]);
        let (fault, text) = place.refused("use dragon");
        assert_eq!(fault, Fault::Unknown);
        assert!(text.contains("no item `dragon`"), "{text}");
        assert!(
            place
                .refused("use telescop3")
                .1
                .contains("did you mean `telescope`?")
        );
    }
}

#[test]
fn an_item_is_used_once() {
    let mut place = needing(2, &[]);
    assert!(place.refused("use cat, cat").1.contains("only once"));
    place.act("use cat, chocolate");
    assert_eq!(place.refused("use cat, chocolate").0, Fault::Time);
}

#[test]
fn items_go_by_name_by_title_in_both_languages_and_by_their_start() {
    for mv in [
        "use Cat; no",
        "use CAT chocolate",
        "use 猫、チョコレート",
        "use \"cat\" choc",
    ] {
        let mut place = needing(2, &[]);
        if mv.contains(';') {
            place.refused(mv);
            continue;
        }
        place.act(mv);
        let kept = place.log().last().expect("an entry").act.clone();
        assert!(
            format!("{kept:?}").contains("use cat, chocolate"),
            "{kept:?}"
        );
    }
}

#[test]
fn use_is_optional_with_the_cards_on_the_table() {
    let mut place = start(3, &[], 1);
    place.act("flip");
    place.act("vote 2 0");
}

#[test]
fn with_cards_app_use_comes_before_the_vote() {
    let mut place = start(3, &[("cards", "app")], 1);
    place.act("flip");
    let (fault, text) = place.refused("vote 2 0");
    assert_eq!(fault, Fault::Time);
    assert!(text.contains("the vote comes after the answer"), "{text}");
    place.use_some();
    place.act("vote 2 0");
}

#[test]
fn with_cards_app_everybody_holds_three_items_that_only_they_see() {
    let place = start(6, &[("cards", "app")], 1);
    let hands: Vec<Vec<String>> = (0..6).map(|s| place.hand(s)).collect();
    let all: BTreeSet<&String> = hands.iter().flatten().collect();
    assert_eq!(all.len(), 18, "no item twice");
    for (seat, hand) in hands.iter().enumerate() {
        assert_eq!(hand.len(), 3);
        let viewers = (0..6).map(Viewer::Seat).chain([Viewer::Public]);
        for viewer in viewers.filter(|v| *v != Viewer::Seat(seat)) {
            let shown = place.show(viewer).to_string();
            for item in hand {
                assert!(
                    !shown.contains(&format!("\"{item}\"")),
                    "{viewer:?} sees {item}"
                );
            }
        }
    }
    assert!(place.game().get("hand").is_none());
}

#[test]
fn with_cards_app_items_must_be_in_hand() {
    let mut place = needing(1, &[("cards", "app"), ("first", "Ann")]);
    let theirs = place.hand(1)[0].clone();
    let (fault, text) = place.refused(&format!("use {theirs}"));
    assert_eq!(fault, Fault::Hidden);
    assert!(!text.contains(&theirs), "{text}");
    assert!(text.contains("own hand"), "{text}");
}

#[test]
fn used_items_are_discarded_and_as_many_drawn() {
    let mut place = needing(2, &[("cards", "app"), ("first", "Ann")]);
    let before = place.hand(0);
    let used = place.use_some();
    assert_eq!(place.hand(0).len(), 1);
    place.act("vote 3 0");
    let after = place.hand(0);
    assert_eq!(after.len(), 3);
    assert_eq!(after[0], before[2], "the kept item stays");
    assert!(used.iter().all(|item| !after.contains(item)));
    assert_eq!(
        place.state()["discards"]
            .as_array()
            .expect("discards")
            .len(),
        2
    );
    // What is drawn is told to its owner alone.
    let told = place.told();
    let drawn = told
        .iter()
        .find(|(_, _, text)| text.starts_with("you draw"));
    assert_eq!(drawn.expect("a whisper").1, Viewer::Seat(0));
}

#[test]
fn a_counted_out_player_still_discards_the_items_they_used() {
    let mut place = needing(2, &[("cards", "app"), ("first", "Ann")]);
    let used = place.use_some();
    place.act("fail");
    let after = place.hand(0);
    assert_eq!(
        (after.len(), place.game()["won"]["Ann"].clone()),
        (3, json!(0))
    );
    assert!(used.iter().all(|item| !after.contains(item)));
    // Without items, nothing is drawn.
    place.act("flip");
    let before = place.hand(1);
    place.act("fail");
    assert_eq!(place.hand(1), before);
}

#[test]
fn an_empty_pile_is_made_of_the_reshuffled_discards() {
    let mut reshuffled = false;
    for seed in 0..20 {
        let mut place = start(6, &[("cards", "app")], seed);
        while !place.over() {
            place.act("flip");
            if place.over() {
                break;
            }
            place.use_some();
            place.act("vote 5 0");
            reshuffled |= place.told().iter().any(|(effect, _, text)| {
                *effect == Effect::Shuffle && text.contains("discards are shuffled")
            });
        }
    }
    assert!(
        reshuffled,
        "22 cards in the pile do not last for every game"
    );
}
