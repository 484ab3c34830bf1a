//! Undo, replay, whole games and bots.

use super::ending::play_out;
use super::*;
use kitpress::play::stock::Stock;

#[test]
fn a_vote_can_be_taken_back_but_not_what_was_turned_up() {
    let mut place = start(3, &[], 1);
    place.act("flip");
    place.act("vote 2 0");
    place.table.undo(false, 3).expect("a vote is open");
    assert!(place.table.undo(false, 3).is_err(), "an event was seen");
    place.table.undo(true, 3).expect("all agree");
    assert_eq!(place.game()["event"], Value::Null);
}

#[test]
fn what_all_agree_to_take_back_is_shuffled_anew_but_the_number_on_top_stays() {
    for seed in 0..10 {
        let mut place = start(4, &[("cards", "app")], seed);
        place.act("flip");
        let need = place.game()["need"].clone();
        place.use_some();
        place.act("vote 3 0");
        place.table.undo(true, 3).expect("all agree");
        assert_eq!(place.game()["need"], need);
        let state = place.state();
        let mut events: Vec<u64> = serde_json::from_value(state["events"].clone()).expect("a pile");
        events.sort_unstable();
        assert_eq!(events, (0..32).collect::<Vec<u64>>());
        assert!((13..=18).contains(&end_after(&place)));
        place.act("vote 3 0");
        assert_eq!(place.hand(0).len(), 3);
    }
}

#[test]
fn end_taken_back_comes_again_where_it_still_may() {
    for seed in 0..10 {
        let mut place = start(3, &[], seed);
        let end = end_after(&place);
        play_out(&mut place, &[0, 0, 0]);
        place.table.undo(true, 3).expect("all agree");
        assert!((end..=18).contains(&end_after(&place)));
        let (council, pet) = secret_cliques(&place);
        assert_eq!((council.len(), pet.len()), (2, 1));
    }
}

#[test]
fn random_playouts_end_keep_every_card_and_replay_as_they_were() {
    for game in 0..12u64 {
        let players = 3 + game as usize % 4;
        let cards = if game % 2 == 0 { "app" } else { "table" };
        let mut place = start(players, &[("cards", cards)], game);
        let mut dice = Dice::new(&Seed::practice(game), "test");
        let mut moves = 0;
        while let Some(mv) = bot_move(&place, &mut dice) {
            place.act(&mv);
            moves += 1;
            assert!(moves < 100, "no end");
            let kept = place.log().last().and_then(|e| e.act.clone());
            let kept = format!("{kept:?}");
            assert!(kept.contains(&mv), "{mv} is kept as {kept}");
            let state = place.state();
            let mut events: Vec<u64> =
                serde_json::from_value(state["events"].clone()).expect("a pile");
            events.sort_unstable();
            assert_eq!(events, (0..32).collect::<Vec<u64>>());
            if cards == "app" {
                assert_eq!(
                    all_items(&state),
                    (0..40).collect::<Vec<u64>>(),
                    "after {mv}"
                );
            }
        }
        assert!(place.over());
        let events = place.state()["turned"].as_u64().expect("a number") - 1;
        assert!((13..=18).contains(&events));
        let again = Table::open(place.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(again.state(), place.state());
        for viewer in (0..players).map(Viewer::Seat).chain([Viewer::Public]) {
            assert_eq!(again.show(viewer), place.table.show(viewer));
        }
    }
}

/// Every item of pile, discards, hands and table, sorted.
fn all_items(state: &Value) -> Vec<u64> {
    let few = |v: &Value| -> Vec<u64> {
        let cards: Vec<u64> = serde_json::from_value(v["cards"].clone()).expect("cards");
        cards[..v["count"].as_u64().expect("a count") as usize].to_vec()
    };
    let list = |v: &Value| -> Vec<u64> { serde_json::from_value(v.clone()).expect("cards") };
    let mut all = [
        list(&state["pile"]),
        list(&state["discards"]),
        few(&state["used"]),
    ]
    .concat();
    for hand in state["hands"].as_array().expect("hands") {
        all.extend(few(hand));
    }
    all.sort_unstable();
    all
}

#[test]
fn names_may_be_anything() {
    let names = ["Mary Ann", "flip", "猫 2", "\"x\""];
    let mut place =
        try_start(&names, &[("first", "mary ann")], 1).unwrap_or_else(|e| panic!("{e:?}"));
    place.act("flip");
    place.act("vote 2 1");
    assert_eq!(place.game()["won"]["Mary Ann"], 1);
    assert_eq!(place.active(), "flip");
}

#[test]
fn sensible_bots_beat_random_ones() {
    for players in 3..=6 {
        let mut bots = vec![Skill::Random; players];
        bots[0] = Skill::Sensible;
        let stats = simulate(players, &bots, &[], 1500);
        let others = stats.wins[1..].iter().sum::<u64>() as f64 / (players - 1) as f64;
        let own = stats.wins[0] as f64;
        assert!(own > others * 1.08, "{players} players: {own} to {others}");
    }
}

#[test]
fn bots_play_with_cards_in_the_app_too() {
    let stats = simulate(
        5,
        &[Skill::Random, Skill::Sensible],
        &[("cards", "app")],
        200,
    );
    assert_eq!(stats.games, 200);
    assert!(stats.lengths.keys().all(|n| (13..=18).contains(n)));
}

#[test]
fn a_lone_player_wins_most_games_at_three_times_and_fewer_at_two() {
    let wins = |lone| simulate(3, &[Skill::Random], &[("lone", lone)], 1500).sides["pet"];
    let (three, two) = (wins("3"), wins("2"));
    assert!(three > 1500 * 70 / 100, "{three}");
    assert!(two < three * 8 / 10, "{two} of {three}");
}

#[test]
fn the_kit_brings_the_count_to_three() {
    let timers = &kit().table.as_ref().expect("a table").timers;
    assert_eq!(timers.len(), 1, "one timer runs by `t` alone");
    assert_eq!(timers[0].seconds, 3);
}

#[test]
fn random_words_are_moves_or_refusals_that_change_nothing() {
    const WORDS: [&str; 20] = [
        "flip",
        "vote",
        "use",
        "fail",
        "up",
        "down",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "99999999999",
        "cat",
        "chocolate",
        ",",
        "\"",
        "猫",
        "Ann",
        "#1",
        "",
    ];
    for cards in ["table", "app"] {
        let mut place = start(3, &[("cards", cards)], 1);
        let mut dice = Dice::new(&Seed::practice(9), cards);
        for _ in 0..400 {
            let count = 1 + dice.below(4);
            let words = (0..count).filter_map(|_| dice.pick(&WORDS).copied());
            let mv = words.collect::<Vec<_>>().join(" ");
            let (before, lines) = (place.state(), place.log().len());
            match place.table.act(&mv, 2) {
                Ok(_) => assert_eq!(place.log().len(), lines + 1),
                Err(Failure::Refused(_)) => assert_eq!(place.state(), before, "{mv}"),
                Err(e) => panic!("{mv}: {e:?}"),
            }
        }
    }
}

#[test]
fn a_table_that_was_started_without_a_referee_goes_on_without_one() {
    let seats: Vec<String> = NAMES[..3].iter().map(|n| (*n).to_owned()).collect();
    let settings = Default::default();
    let config = Config {
        kit: &Stock::of(&Games::shipped(), kit(), "table"),
        seats: &seats,
        settings: &settings,
    };
    let mut chance = Chance::new(Seed::practice(1));
    let (game, _) = Games::shipped()
        .begin("table", config, &mut chance)
        .unwrap_or_else(|e| panic!("{e}"));
    let piles = game.state()["piles"].clone();
    let cards = piles.as_array().expect("piles").iter();
    let cards: Vec<usize> = cards.map(|p| p.as_array().expect("a pile").len()).collect();
    assert_eq!(cards, [6, 32, 40], "cliques, events and items are decks");
}
