//! The end, what it scores, and what is secret before it.

use super::*;

/// Plays to the end so that each seat wins as many events as it is given, its first ones.
pub fn play_out(place: &mut Place, wins: &[u32]) {
    let players = place.seats().len();
    let (up, down) = (
        format!("vote {} 0", players - 1),
        format!("vote 0 {}", players - 1),
    );
    let mut left = wins.to_vec();
    loop {
        let seat = place.seat(&place.active()).expect("a seat");
        place.act("flip");
        if place.over() {
            break;
        }
        if left[seat] > 0 {
            left[seat] -= 1;
            place.act(&up);
        } else {
            place.act(&down);
        }
    }
    assert!(
        left.iter().all(|n| *n == 0),
        "not enough turns for {wins:?}"
    );
}

#[test]
fn the_table_of_outcomes_for_every_player_count() {
    // Council's events, Pet's events, how often a lone member counts, scores, who wins.
    type Row = (
        &'static [u32],
        &'static [u32],
        &'static str,
        (u32, u32),
        &'static str,
    );
    let rows: [Row; 22] = [
        (&[4, 3], &[2], "3", (7, 6), "council"),
        (&[4, 4], &[3], "3", (8, 9), "pet"),
        (&[3, 3], &[2], "3", (6, 6), "both"),
        (&[5, 1], &[2], "3", (6, 6), "both"),
        (&[0, 0], &[0], "3", (0, 0), "both"),
        (&[5, 5], &[5], "3", (10, 15), "pet"),
        (&[4, 3], &[3], "2", (7, 6), "council"),
        (&[1, 2], &[2], "2", (3, 4), "pet"),
        (&[2, 2], &[2], "2", (4, 4), "both"),
        (&[3, 1], &[2, 4], "3", (4, 6), "pet"),
        (&[4, 4], &[4, 3], "3", (8, 7), "council"),
        (&[2, 2], &[3, 1], "2", (4, 4), "both"),
        (&[0, 0], &[0, 0], "3", (0, 0), "both"),
        (&[3, 1, 3], &[2, 3], "3", (4, 5), "pet"),
        (&[3, 3, 0], &[1, 1], "3", (3, 2), "council"),
        (&[3, 2, 1], &[2, 2], "3", (4, 4), "both"),
        (&[2, 2, 2], &[0, 3], "2", (4, 3), "council"),
        (&[0, 3, 0], &[1, 3], "3", (3, 4), "pet"),
        (&[3, 1, 2], &[2, 3, 0], "3", (6, 5), "council"),
        (&[1, 1, 1], &[3, 0, 0], "2", (3, 3), "both"),
        (&[0, 0, 1], &[1, 1, 0], "3", (1, 2), "pet"),
        (&[3, 3, 3], &[3, 3, 3], "3", (9, 9), "both"),
    ];
    for (row, (council, pet, lone, scores, winner)) in rows.into_iter().enumerate() {
        let players = council.len() + pet.len();
        let set = [("lone", lone), ("equal-turns", "on")];
        let mut place = start(players, &set, row as u64);
        let (c, p) = secret_cliques(&place);
        let mut wins = vec![0; players];
        for (seats, events) in [(&c, council), (&p, pet)] {
            for (seat, n) in seats.iter().zip(events) {
                wins[*seat] = *n;
            }
        }
        play_out(&mut place, &wins);
        let shown = place.show(Viewer::Public);
        let expected = json!({"council": scores.0, "pet": scores.1});
        assert_eq!(shown["game"]["scores"], expected, "row {row}");
        assert_eq!(shown["scores"], expected, "row {row}");
        let names = |seats: &[usize]| -> Vec<&str> { seats.iter().map(|s| NAMES[*s]).collect() };
        let all: Vec<usize> = (0..players).collect();
        let expected = match winner {
            "council" => names(&c),
            "pet" => names(&p),
            _ => names(&all),
        };
        assert_eq!(shown["result"]["winners"], json!(expected), "row {row}");
    }
}

#[test]
fn end_flipped_ends_the_game_at_once_and_reveals_the_cliques() {
    let mut place = start(5, &[], 3);
    let (council, _) = secret_cliques(&place);
    for _ in 0..end_after(&place) {
        place.act("flip");
        place.act("vote 4 0");
    }
    assert!(!place.over());
    place.act("flip");
    let shown = place.show(Viewer::Public);
    assert_eq!(
        (&shown["over"], &shown["game"]["event"]),
        (&json!(true), &json!("end"))
    );
    assert_eq!(shown["game"]["need"], Value::Null);
    for (seat, name) in NAMES[..5].iter().enumerate() {
        let side = if council.contains(&seat) {
            "council"
        } else {
            "pet"
        };
        assert_eq!(shown["game"]["cliques"][name], side);
        assert_eq!(shown["seats"][seat]["role"], side);
    }
    assert!(place.told().iter().any(|(e, ..)| *e == Effect::Reveal));
    for mv in ["flip", "vote 4 0", "fail", "use cat"] {
        assert_eq!(place.refused(mv).0, Fault::Over, "{mv}");
    }
}

/// Everything that anybody is shown or told before the end.
fn all_seen(place: &Place) -> String {
    let viewers = (0..place.seats().len()).map(Viewer::Seat);
    let mut seen = String::new();
    for viewer in viewers.chain([Viewer::Public]) {
        let view = place.view(viewer);
        seen += &place.show(viewer).to_string();
        seen += &view.lines.join("\n");
        seen += &view.secret.join("\n");
        seen += &format!("{:?}", view.roles);
    }
    for entry in place.log() {
        for event in &entry.events {
            seen += &event.text.to_string();
        }
    }
    seen
}

#[test]
fn cliques_are_seen_by_nobody_until_the_end_not_even_by_their_own_player() {
    for (seed, cards) in [(1, "table"), (2, "app"), (3, "app")] {
        let mut place = start(4, &[("cards", cards)], seed);
        let mut dice = Dice::new(&Seed::practice(seed), "test");
        while let Some(mv) = bot_move(&place, &mut dice) {
            let seen = all_seen(&place).to_lowercase();
            for word in ["council", "teacher's pet", "\"pet\"", "cliques"] {
                assert!(!seen.contains(word), "{word}");
            }
            place.act(&mv);
        }
        assert!(all_seen(&place).contains("council"));
    }
}

#[test]
fn how_many_events_are_left_is_never_shown() {
    // Two tables that differ in nothing but where END lies look alike until it turns up.
    let mut seen: std::collections::BTreeMap<usize, Vec<String>> = Default::default();
    for seed in 0..12 {
        let mut place = start(3, &[("first", "Ann")], seed);
        let end = end_after(&place);
        let mut shown = Vec::new();
        for _ in 0..13 {
            place.act("flip");
            let mut view = place.show(Viewer::Public);
            assert!(view["game"].get("left").is_none());
            // Which event, and the number on the next back, are open.
            view["game"]["event"].take();
            view["game"]["need"].take();
            view["need"].take();
            shown.push(view.to_string());
            place.act("vote 2 0");
        }
        seen.insert(end, shown);
    }
    assert!(seen.len() > 3);
    let looks: BTreeSet<&Vec<String>> = seen.values().collect();
    assert_eq!(looks.len(), 1, "tables look alike wherever END lies");
}
