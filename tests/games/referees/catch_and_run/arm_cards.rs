//! Arm cards: copies, hands, secrets.

use super::*;

#[test]
fn a_card_of_which_all_copies_lie_open_is_refused() {
    let mut game = four(&[]);
    game.forbidden(
        "turn Ann down 1+2x, Bob up 1+2x, Cho left 3, Dai right 4",
        "no `1+2x` is left",
    );
    game.forbidden(
        "turn Ann down 1, Bob up 1, Cho left 1, Dai right 1",
        "3 times",
    );
    let Three { n, c, s } = game.harmless();
    game.act(&format!(
        "turn Ann down {n}+jump, Bob up {c}, Cho left {s}, Dai right {s}"
    ));
    game.forbidden(
        &format!("turn Ann up {n}+jump, Bob down {c}, Cho right {s}, Dai left {n}"),
        "is left",
    );
    game.forbidden(
        &format!("turn Ann up {n}, Bob down {s}, Cho right {s}, Dai left {c}"),
        "3 times",
    );
}

#[test]
fn everybody_shows_as_many_cards_as_the_mode_says() {
    let mut game = four(&[]);
    game.forbidden(
        "turn Ann down 1 2, Bob up 2, Cho left 3, Dai right 4",
        "1 a turn",
    );
    game.forbidden(
        "turn Ann down, Bob up 2, Cho left 3, Dai right 4",
        "1 a turn",
    );
    let mut game = two(&[], "c3");
    game.forbidden("turn Ann down 1, Cho left 3 4", "2 a turn");
    let mut game = super::game("Ann,Bob,Cho", &[("mode", "1v2"), ("educators", "Ann")]);
    for mv in ["place Ann a1", "place Bob b2", "place Cho b2"] {
        game.act(mv);
    }
    game.forbidden(
        "turn Ann right 1, Bob up 2, Cho left 3",
        "an educator shows 2",
    );
    game.forbidden("turn Ann right 1 2, Bob up 2 4, Cho left 3", "a baby 1");
}

#[test]
fn with_cards_from_the_app_only_what_is_in_hand_can_be_played() {
    let mut game = four(&[("cards", "app")]);
    let hand = |g: &Game, seat: usize| -> Vec<String> {
        let own = g.table.show(Viewer::Seat(seat));
        let cards = own["game"]["hand"].as_array().expect("a hand").clone();
        cards
            .iter()
            .map(|c| c.as_str().expect("a name").to_owned())
            .collect()
    };
    for seat in 0..4 {
        assert_eq!(hand(&game, seat).len(), 4);
    }
    let mine = hand(&game, 0);
    let missing = ["1", "2", "3", "4", "red", "blue"]
        .into_iter()
        .find(|c| !mine.iter().any(|m| m == c))
        .expect("one");
    let others: Vec<String> = (1..4).map(|s| hand(&game, s)[0].clone()).collect();
    let tail = |cards: &[String]| {
        format!(
            "Bob up {} , Cho left {}, Dai right {}",
            cards[0], cards[1], cards[2]
        )
    };
    let (_, text) = game.refused(&format!("turn Ann down {missing}, {}", tail(&others)));
    for card in &mine {
        assert!(
            !text.contains(&format!("`{card}`")),
            "the refusal tells the hand: {text}"
        );
    }
    game.act(&format!("turn Ann down {}, {}", mine[0], tail(&others)));
    if game.show()["over"] == false {
        assert_eq!(hand(&game, 0).len(), 4, "refilled");
    }
}

#[test]
fn hands_are_seen_by_their_seat_alone() {
    for seed in 0..5 {
        let game = begin(FOUR, &[("cards", "app"), ("educators", "Ann,Bob")], seed)
            .unwrap_or_else(|e| panic!("{e:?}"));
        let public = game.show().to_string();
        assert!(!public.contains("hand\""), "{public}");
        for seat in 0..4 {
            let own = game.table.show(Viewer::Seat(seat));
            let mut without = own["game"].clone();
            without.as_object_mut().expect("fields").remove("hand");
            assert_eq!(without, game.json(), "nothing else differs");
            assert_eq!(game.table.view(Viewer::Seat(seat)).secret.len(), 2);
        }
        assert!(game.table.view(Viewer::Public).secret.is_empty());
        let table = super::four(&[]);
        assert!(
            table.table.view(Viewer::Seat(0)).secret.is_empty(),
            "real hands are the table's"
        );
    }
}

#[test]
fn the_companion_turns_the_random_card_of_its_own_deck() {
    let mut game = game("Ann,Bob,Cho", &[("cards", "app"), ("educators", "Ann,Bob")]);
    game.act("place Ann a1");
    let mut dice = Dice::new(&Seed::practice(1), "test");
    let mv = game.table.choose(&[], &mut dice).expect("a turn");
    assert!(!mv.contains("random"), "{mv}");
    game.forbidden(&format!("{mv}, random green"), "companion");
    game.act(&mv);
    assert_eq!(
        game.json()["history"][0].as_array().expect("cards").len(),
        4
    );
}

#[test]
fn undo_crosses_a_turn_of_real_cards_but_not_one_of_dealt_cards() {
    let mut game = four(&[]);
    let before = game.table.state();
    game.quiet(&["down", "up", "left", "right"]);
    game.table.undo(false, 3).expect("nothing was dealt");
    assert_eq!(game.table.state(), before);
    let mut game = four(&[("cards", "app")]);
    let mut dice = Dice::new(&Seed::practice(1), "test");
    let mv = game.table.choose(&[], &mut dice).expect("a turn");
    game.act(&mv);
    assert!(
        game.table.undo(false, 3).is_err(),
        "hidden cards were dealt"
    );
    game.table.undo(true, 3).expect("all agree");
}
