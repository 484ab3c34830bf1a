//! Whole games of bots, and what must hold in all of them.

use super::*;
use kitpress::play::stock::Stock;

const TABLES: [(&str, &[(&str, &str)]); 12] = [
    (FOUR, &[]),
    (FOUR, &[("cards", "app")]),
    ("Ann,Bob,Cho", &[]),
    ("Ann,Bob,Cho", &[("cards", "app")]),
    ("Ann,Bob,Cho", &[("mode", "1v2"), ("cards", "app")]),
    (TWO, &[]),
    (TWO, &[("cards", "app"), ("match", "2")]),
    (FOUR, &[("variant", "individual")]),
    (FOUR, &[("variant", "catch-count"), ("horrible", "on")]),
    (
        TWO,
        &[("learning", "on"), ("field", "5x5"), ("broken", "c3,a1")],
    ),
    (
        FOUR,
        &[
            ("horrible", "on"),
            ("field", "6x6"),
            ("holes", "a1,f6,c3,d4"),
        ],
    ),
    (
        "Ann,Bob,Cho",
        &[("variant", "individual"), ("cards", "app")],
    ),
];

/// Which squares REVERSE turns, by the words of the page.
fn expected_flips(
    before: &Value,
    after_carpenters: &dyn Fn(&str) -> bool,
    shown: &[Value],
) -> Vec<String> {
    let names: Vec<&str> = shown
        .iter()
        .map(|c| {
            c.as_str()
                .expect("a card")
                .split('+')
                .next()
                .expect("a value")
        })
        .collect();
    let category = |v: &str| match v {
        "circle" | "triangle" => 2,
        v if v.parse::<u8>().is_ok() => 0,
        _ => 1,
    };
    let mut out = Vec::new();
    for (r, row) in before.as_array().expect("rows").iter().enumerate() {
        for (c, cell) in row.as_array().expect("a row").iter().enumerate() {
            let square = format!("{}{}", char::from(b'a' + c as u8), r + 1);
            if cell.is_null() || !after_carpenters(&square) {
                continue;
            }
            let own: Vec<&str> = cell["card"].as_str().expect("a card").split('-').collect();
            let hit = (0..3).all(|k| {
                let values: Vec<&&str> = names.iter().filter(|v| category(v) == k).collect();
                values.is_empty() || values.contains(&&own[k])
            });
            if hit {
                out.push(square);
            }
        }
    }
    out
}

fn is_up(field: &Value, square: &str) -> bool {
    let column = usize::from(square.as_bytes()[0] - b'a');
    let row: usize = square[1..].parse().expect("a row");
    field[row - 1][column]["up"] == true
}

fn look_at(before: &Value, game: &Game) {
    let after = game.json();
    let last = &after["last"];
    let shown = after["history"]
        .as_array()
        .expect("turns")
        .last()
        .expect("a turn")
        .as_array()
        .expect("cards")
        .clone();
    let has = |list: &Value, square: &str| {
        list.as_array()
            .expect("squares")
            .iter()
            .any(|s| s == square)
    };
    let open = |square: &str| {
        (is_up(&before["field"], square) || has(&last["repaired"], square))
            && !has(&last["destroyed"], square)
    };
    assert_eq!(
        last["flipped"],
        json!(expected_flips(&before["field"], &open, &shown))
    );
    for name in game.table.seats() {
        for square in last["moves"][name].as_array().expect("squares") {
            assert!(
                open(square.as_str().expect("a square")),
                "{name} entered {square}"
            );
        }
        let piece = &after["pieces"][name];
        if let (Some(at), "baby") = (
            piece["at"].as_str(),
            piece["role"].as_str().expect("a role"),
        ) {
            assert!(is_up(&after["field"], at), "{name} stands on broken floor");
        }
        if let (Some(at), "educator") = (
            piece["at"].as_str(),
            piece["role"].as_str().expect("a role"),
        ) {
            assert_eq!(
                piece["stuck"] == true,
                !is_up(&after["field"], at),
                "{name}"
            );
        }
    }
    let caught = last["caught"].as_array().expect("names").len() as u64;
    assert_eq!(
        after["catches"].as_u64(),
        before["catches"].as_u64().map(|c| c + caught)
    );
}

#[test]
fn random_games_through_move_texts_end_and_keep_their_promises() {
    for (i, (players, set)) in TABLES.iter().enumerate() {
        for seed in 0..4 {
            let mut game =
                begin(players, set, seed + 100 * i as u64).unwrap_or_else(|e| panic!("{e:?}"));
            let mut dice = Dice::new(&Seed::practice(seed), "test");
            let skills = [[Skill::Random; 4], [Skill::Sensible; 4]][usize::from(seed == 3)];
            let mut moves = 0;
            while let Some(mv) = game.table.choose(&skills, &mut dice) {
                let before = game.json();
                game.act(&mv);
                // What the journal keeps is the move that was chosen.
                let kept = std::fs::read_to_string(game.table.path()).expect("the journal");
                let line: Value =
                    serde_json::from_str(kept.lines().last().expect("a line")).expect("JSON");
                assert_eq!(line["do"], mv.as_str());
                if mv.starts_with("turn") {
                    look_at(&before, &game);
                }
                moves += 1;
                assert!(moves < 100, "{players} {set:?} does not end");
            }
            assert_eq!(game.show()["over"], true);
            let again = game.reopened();
            assert_eq!(again.state(), game.table.state());
            for viewer in [Viewer::Public, Viewer::Seat(0), Viewer::Seat(1)] {
                assert_eq!(again.show(viewer), game.table.show(viewer));
            }
        }
    }
}

/// Deck, hands and history hold every arm card once.
#[test]
fn no_arm_card_is_lost_or_doubled() {
    for (players, set) in [
        (FOUR, &[("cards", "app")][..]),
        (TWO, &[("cards", "app")]),
        ("Ann,Bob,Cho", &[("cards", "app")]),
    ] {
        for seed in 0..4 {
            let mut game = begin(players, set, seed).unwrap_or_else(|e| panic!("{e:?}"));
            let mut dice = Dice::new(&Seed::practice(seed), "test");
            while let Some(mv) = game.table.choose(&[], &mut dice) {
                game.act(&mv);
                let state = game.table.state();
                let numbers = |v: &Value| -> Vec<u64> {
                    v.as_array()
                        .expect("cards")
                        .iter()
                        .filter_map(Value::as_u64)
                        .filter(|k| *k < 255)
                        .collect()
                };
                let mut all = numbers(&state["deck"]);
                for row in ["hands", "history"] {
                    for cards in state[row].as_array().expect("rows") {
                        all.extend(numbers(cards));
                    }
                }
                all.sort_unstable();
                let mut expected = Vec::new();
                for (kind, copies) in [3u64, 1, 1]
                    .repeat(8)
                    .into_iter()
                    .chain([3, 2, 3, 2])
                    .enumerate()
                {
                    expected.extend((0..copies).map(|_| kind as u64));
                }
                assert_eq!(all, expected, "after {mv}");
            }
        }
    }
}

/// Hidden cards turn up in no public text: the journal apart, only the own seat's view differs.
#[test]
fn nothing_public_depends_on_hidden_cards() {
    let mut game = four(&[("cards", "app")]);
    let mut dice = Dice::new(&Seed::practice(9), "test");
    while let Some(mv) = game.table.choose(&[], &mut dice) {
        let events = game.act(&mv);
        let public = game.json();
        let shown = public["history"].to_string() + &mv;
        for seat in 0..4 {
            let own = game.table.show(Viewer::Seat(seat));
            for card in own["game"]["hand"].as_array().expect("a hand") {
                let name = card.as_str().expect("a name");
                let said = |t: &String| t.contains(&format!("`{name}`")) && !shown.contains(name);
                assert!(!events.iter().any(said), "{name}: {events:?}");
            }
        }
        let lines = game.table.view(Viewer::Public).lines;
        assert_eq!(lines, game.table.view(Viewer::Seat(2)).lines);
    }
}

#[test]
fn sensible_bots_play_better_than_random_ones() {
    use Skill::{Random as R, Sensible as S};
    let kit = kitpress::load("catch-and-run").expect("the kit is sound");
    let seats: Vec<String> = FOUR.split(',').map(str::to_owned).collect();
    let settings = Settings::from([("educators".to_owned(), "Ann,Bob".to_owned())]);
    let config = Config {
        kit: &Stock::of(&Games::shipped(), &kit, "catch-and-run"),
        seats: &seats,
        settings: &settings,
    };
    let share = |skills: [Skill; 4], side: &str| {
        let plan = SimulationPlan {
            games: 150,
            seed: 1,
            skills: skills.to_vec(),
        };
        let stats = Games::shipped().simulate("catch-and-run", config, &plan, &|_| ());
        let stats = stats.unwrap_or_else(|e| panic!("{e}"));
        let stats = stats.unwrap_or_else(|e| panic!("{e:?}"));
        stats.sides.get(side).copied().unwrap_or(0)
    };
    let (before, after) = (share([R; 4], "educators"), share([S, S, R, R], "educators"));
    assert!(
        after > before + 20,
        "educators: {before} random, {after} sensible of 150"
    );
    let (before, after) = (share([R; 4], "babies"), share([R, R, S, S], "babies"));
    assert!(
        after > before + 20,
        "babies: {before} random, {after} sensible of 150"
    );
}
