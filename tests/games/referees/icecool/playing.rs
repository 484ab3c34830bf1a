//! Undo, replay, whole games and bots.

use super::*;

#[test]
fn a_dealt_card_is_taken_back_only_if_all_agree_and_then_shuffled_anew() {
    let mut place = start(3, APP, 1);
    place.act("next");
    place
        .table
        .undo(false, 3)
        .expect("a turn can be taken back");
    place.act("fish Bob");
    assert!(place.table.undo(false, 3).is_err());
    place.table.undo(true, 3).expect("all agree");
    let mut pile: Vec<u64> = serde_json::from_value(place.state()["pile"].clone()).expect("a pile");
    pile.sort_unstable();
    assert_eq!(pile, [vec![1; 20], vec![2; 15], vec![3; 10]].concat());
    let mut real = start(3, TABLE, 1);
    real.acts("fish Bob; value Bob 2");
    real.table
        .undo(false, 3)
        .expect("a mistyped value can be put right");
    real.act("value Bob 3");
}

#[test]
fn random_playouts_end_keep_every_card_and_replay_as_they_were() {
    for game in 0..9u64 {
        let players = 2 + game as usize % 3;
        let set = [
            &[("cards", "app")][..],
            &[("cards", "table")],
            &[("scoring", "tournament")],
        ];
        let set = set[(game / 3) as usize];
        let mut place = start(players, set, game);
        let mut dice = Dice::new(&Seed::practice(game), "test");
        let mut moves = 0;
        while let Some(mv) = bot_move(&place, &mut dice) {
            place.act(&mv);
            moves += 1;
            assert!(moves < 1000, "no end");
            let kept = format!("{:?}", place.log().last().expect("an entry").act);
            assert!(kept.contains(&mv), "{mv} is kept as {kept}");
            check_cards(&place, set == [("cards", "app")]);
        }
        assert!(place.over());
        let again = Table::open(place.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(again.state(), place.state());
        for viewer in (0..players).map(Viewer::Seat).chain([Viewer::Public]) {
            assert_eq!(again.show(viewer), place.table.show(viewer));
        }
    }
}

/// All 45 cards are in pile and hands when the companion deals; never more than that are typed in.
fn check_cards(place: &Place, dealt: bool) {
    let state = place.state();
    let mut cards: Vec<u64> = (0..4).flat_map(|s| hand(place, s)).collect();
    let pile: Vec<u64> = serde_json::from_value(state["pile"].clone()).expect("a pile");
    cards.extend(pile);
    let of = |value| cards.iter().filter(|c| **c == value).count();
    let found = [of(1), of(2), of(3)];
    if dealt {
        assert_eq!(found, [20, 15, 10]);
    } else {
        assert!(
            found[0] <= 20 && found[1] <= 15 && found[2] <= 10,
            "{found:?}"
        );
    }
    let fish = place.get("fish");
    let most = fish
        .as_object()
        .expect("fish")
        .values()
        .filter_map(Value::as_u64)
        .max();
    assert!(most <= Some(3));
}

#[test]
fn sensible_bots_beat_random_ones() {
    for players in 2..=4 {
        let mut bots = vec![Skill::Random; players];
        bots[0] = Skill::Sensible;
        let stats = simulate(players, &bots, &[], 400);
        let others = stats.wins[1..].iter().sum::<u64>() as f64 / (players - 1) as f64;
        let own = stats.wins[0] as f64;
        assert!(own > others * 1.3, "{players} players: {own} to {others}");
    }
}

#[test]
fn bots_play_with_real_cards_and_in_tournaments() {
    for set in [("cards", "table"), ("scoring", "tournament")] {
        let stats = simulate(3, &[Skill::Random, Skill::Sensible], &[set], 100);
        assert_eq!((stats.games, stats.nobody), (100, 0));
    }
}

#[test]
fn random_words_are_moves_or_refusals_that_change_nothing() {
    const WORDS: [&str; 20] = [
        "fish",
        "catch",
        "skate",
        "next",
        "value",
        "Ann",
        "bob",
        "Cho",
        "Zoe",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "99999999999",
        ",",
        "\"",
        "猫",
        "c",
        "",
    ];
    for set in [APP, TABLE, TOURNAMENT] {
        let mut place = start(3, set, 1);
        let mut dice = Dice::new(&Seed::practice(9), "words");
        for _ in 0..300 {
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
