//! The words of moves, the form, the picture.

use super::*;

#[test]
fn moves_may_be_written_short() {
    let full = "turn Ann down red+2x, Bob up 3, Cho left triangle, Dai right blue";
    let mut wanted = four(&[]);
    wanted.act(full);
    for short in [
        "TURN ann DOWN Red+2X, bob up 3, cho left Triangle, dai right blue",
        "turn Dai right blue, Cho left triangle, Bob up 3, Ann down red+2x",
        "t a d r+2, b u 3, c l t, d r b",
        "turn d red+2x, u 3, l tri, r blue",
        "Ann down red+2x, Bob up 3, Cho left triangle, Dai right blue",
        "turn 下 赤+2x、上 3、左 triangle、右 青",
    ] {
        let mut game = four(&[]);
        game.act(short);
        assert_eq!(game.table.state(), wanted.table.state(), "{short}");
    }
}

#[test]
fn bad_words_are_refused_with_help() {
    let mut game = four(&[]);
    for (mv, help) in [
        ("", "turn"),
        ("trun Ann down 1", "`turn`"),
        ("turn Ann down 1, Bob up 2, Cho left 3", "Dai"),
        ("turn Ann down 1, Ann up 2, Cho left 3, Dai up 4", "twice"),
        ("turn Ann dwon 1, Bob up 2, Cho left 3, Dai up 4", "`down`"),
        (
            "turn Ann down gren, Bob up 2, Cho left 3, Dai up 4",
            "`green`",
        ),
        (
            "turn Ann down 1+carpenter, Bob up 2, Cho left 3, Dai up 4",
            "no arm card",
        ),
        (
            "turn Ann down 1, Bob up 2, Cho left circle+carpenter repair z9, Dai up 4",
            "`z9`",
        ),
        (
            "turn Ann down 1, Bob up 2, Cho left circle repair a1, Dai up 4",
            "CARPENTER",
        ),
        ("turn Zoe down 1, Bob up 2, Cho left 3, Dai up 4", "Zoe"),
        (
            "turn Ann down 1 2 3, Bob up 2, Cho left 3, Dai up 4",
            "too much",
        ),
    ] {
        let (_, text) = game.refused(mv);
        assert!(text.contains(help), "{mv}: {text}");
    }
}

#[test]
fn names_may_be_anything() {
    let names = "Bob Lee,random,up,ちょう 子";
    let mut game = game(names, &[]);
    let mut dice = Dice::new(&Seed::practice(2), "test");
    for _ in 0..12 {
        let Some(mv) = game.table.choose(&[], &mut dice) else {
            break;
        };
        game.act(&mv);
    }
    assert!(game.table.moves() > 1);
    assert_eq!(game.reopened().state(), game.table.state());
}

#[test]
fn the_form_asks_one_player_after_the_other_and_each_piece_is_looked_at() {
    let mut game = game("Ann,Bob,Cho", &[("educators", "Ann,Bob")]);
    game.act("place Ann a1");
    let form = game.table.view(Viewer::Public).form.expect("a form");
    assert_eq!(form.parts.len(), 4);
    assert!(
        game.table.check_answer(0, "up red", 1).is_err(),
        "out of the field"
    );
    assert!(
        game.table.check_answer(1, "up", 1).is_err(),
        "a card is missing"
    );
    assert!(game.table.check_answer(3, "purple", 1).is_err());
    let texts = ["d r+2x", "u 3+jump unused", "l circle+carp", "g"];
    let answers: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(i, t)| {
            game.table
                .check_answer(i, t, 1)
                .unwrap_or_else(|e| panic!("{e:?}"))
        })
        .collect();
    assert_eq!(
        answers,
        [
            "down red+2x",
            "up 3+jump unused",
            "left circle+carpenter unused",
            "green"
        ]
    );
    game.act(&form.fill(&answers));
    assert_eq!(
        game.json()["history"],
        json!([["red+2x", "3+jump", "circle+carpenter", "green"]])
    );
}

#[test]
fn the_floor_is_drawn_in_80_columns() {
    for game in [
        four(&[]),
        two(&[], "b2"),
        four(&[("field", "4x8")]),
        four(&[("field", "2x16")]),
    ] {
        let lines = game.table.view(Viewer::Public).lines;
        assert!(lines.iter().all(|l| l.chars().count() <= 80), "{lines:#?}");
        assert!(lines[0].contains("[1]"), "{lines:#?}");
    }
}
