//! Cliques, END, settings.

use super::*;

#[test]
fn three_to_six_can_play() {
    for players in 3..=6 {
        start(players, &[], 1);
    }
    for names in [&["Ann", "Bob"][..], &["A", "B", "C", "D", "E", "F", "G"]] {
        let refused = try_start(names, &[], 1);
        assert!(matches!(refused, Err(Failure::Refused(_))));
    }
}

#[test]
fn cliques_by_players_are_3_3_and_3_2_and_2_2_and_2_1() {
    for (players, council, pet) in [(6, 3, 3), (5, 3, 2), (4, 2, 2), (3, 2, 1)] {
        for seed in 0..20 {
            let (c, p) = cliques_in(&fresh(players, &[], seed), players);
            assert_eq!((c.len(), p.len()), (council, pet), "{players} players");
        }
    }
}

#[test]
fn any_seat_can_be_in_any_clique() {
    let lone = |seed| cliques_in(&fresh(3, &[], seed), 3).1[0];
    let seen: BTreeSet<usize> = (0..30).map(lone).collect();
    assert_eq!(seen, BTreeSet::from([0, 1, 2]));
}

#[test]
fn end_is_put_back_uniformly_after_13_to_18_events() {
    let mut counts = [0; 19];
    for seed in 0..1200 {
        counts[end_in(&fresh(4, &[], seed))] += 1;
    }
    assert_eq!(counts[..13].iter().sum::<u32>(), 0);
    for place in 13..=18 {
        // 200 are expected; five standard deviations around it.
        assert!((135..=265).contains(&counts[place]), "{counts:?}");
    }
}

#[test]
fn equal_turns_put_end_only_after_a_multiple_of_the_player_count() {
    for players in 3..=6 {
        for seed in 0..20 {
            let end = end_in(&fresh(players, &[("equal-turns", "on")], seed));
            assert!(end.is_multiple_of(players) && (13..=18).contains(&end));
        }
    }
}

#[test]
fn first_player_is_a_name_or_random() {
    assert_eq!(start(4, &[("first", "cho")], 1).active(), "Cho");
    let random: BTreeSet<String> = (0..40).map(|s| start(4, &[], s).active()).collect();
    assert_eq!(random.len(), 4);
    assert!(try_start(&NAMES[..3], &[("first", "Zoe")], 1).is_err());
}

#[test]
fn settings_are_shown_with_their_defaults() {
    let shown = start(3, &[], 1).show(Viewer::Public)["settings"].clone();
    assert_eq!(
        shown,
        json!({"cards": "table", "equal-turns": "off", "lone": 3, "first": "random"})
    );
    let set = [
        ("cards", "app"),
        ("equal-turns", "on"),
        ("lone", "2"),
        ("first", "bob"),
    ];
    let shown = start(3, &set, 1).show(Viewer::Public)["settings"].clone();
    assert_eq!(
        shown,
        json!({"cards": "app", "equal-turns": "on", "lone": 2, "first": "Bob"})
    );
}

#[test]
fn settings_that_there_are_not_are_refused_with_advice() {
    for (set, word) in [
        (("card", "app"), "`cards`"),
        (("cards", "apps"), "`app`"),
        (("lone", "4"), "`lone`"),
        (("equal-turns", "maybe"), "`on`"),
    ] {
        match try_start(&NAMES[..3], &[set], 1) {
            Err(Failure::Refused(r)) => assert!(r.to_string().contains(word), "{r}"),
            _ => panic!("{set:?} is not refused"),
        }
    }
}
