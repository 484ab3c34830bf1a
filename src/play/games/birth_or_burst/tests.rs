//! The rules as the game page has them, and the pictures.

use serde_json::json;

use super::picture::picture;
use super::rules::*;
use crate::say;

fn obeying(name: &str, egg: i32) -> Vec<i32> {
    let command = Command::parse(name).expect("a command");
    hand().filter(|card| command.allows(*card, egg)).collect()
}

fn order<'a>(leader: &'a str, command: &str) -> [LeaderOrder<&'a str>; 1] {
    [LeaderOrder {
        leader,
        command: Command::parse(command).expect("a command"),
    }]
}

fn losers<'a>(turn: &TurnResult<&'a str>) -> Option<(Why, Vec<&'a str>)> {
    turn.burst.as_ref().map(|b| (b.why, b.losers.clone()))
}

#[test]
fn a_hand_is_fourteen_cards_without_a_zero() {
    assert_eq!(hand().count(), 14);
    assert!(hand().all(is_card) && !is_card(0) && !is_card(8));
}

#[test]
fn each_command_names_its_cards() {
    assert_eq!(obeying("plus", -3), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(obeying("minus", -3), [-7, -6, -5, -4, -3, -2, -1]);
    assert_eq!(obeying("odd", 2), [-7, -5, -3, -1, 1, 3, 5, 7]);
    assert_eq!(obeying("even", 2), [-6, -4, -2, 2, 4, 6]);
    assert_eq!(obeying("at-most-3", 0), [-3, -2, -1, 1, 2, 3]);
    assert_eq!(obeying("at-least-5", 0), [-7, -6, -5, 5, 6, 7]);
    assert_eq!(obeying("3-to-5", 0), [-5, -4, -3, 3, 4, 5]);
    assert_eq!(obeying("free", 5).len(), 14);
}

#[test]
fn towards_zero_is_the_sign_opposite_to_the_egg_and_any_at_zero() {
    assert_eq!(obeying("towards-zero", 4), obeying("minus", 4));
    assert_eq!(obeying("towards-zero", -1), obeying("plus", -1));
    assert_eq!(obeying("towards-zero", 0).len(), 14);
}

#[test]
fn a_command_that_no_card_in_hand_obeys_is_void() {
    assert!(Command::Plus.is_void(0, [-7, -1]));
    assert!(!Command::Plus.is_void(0, [-7, 1]));
    assert!(Command::Even.is_void(3, [-7, 5, 1]));
    assert!(!Command::Free.is_void(3, [1]));
}

#[test]
fn players_who_are_level_win_together() {
    assert_eq!(winners(&[4, 2, 4]), [0, 2]);
    assert_eq!(winners(&[1, 5]), [1]);
}

#[test]
fn every_name_leads_back_to_its_command() {
    for (name, command) in Command::ALL {
        assert_eq!(
            (Command::parse(name), command.name()),
            (Some(command), name)
        );
    }
    assert_eq!(Command::parse("zero"), None);
}

#[test]
fn the_egg_moves_by_the_sum_of_all_cards() {
    let t = turn(
        -2,
        &[("Ann", 3), ("Bob", -2), ("Cho", 7), ("Dai", -1)],
        &[],
        &Track::even(7),
    );
    assert_eq!(
        t,
        TurnResult {
            sum: 7,
            from: -2,
            to: 5,
            burst: None
        }
    );
}

#[test]
fn the_last_square_of_the_range_holds_and_the_next_one_bursts() {
    let at = |v| turn(0, &[("Ann", v), ("Bob", 2)], &[], &Track::even(7));
    assert_eq!(losers(&at(5)), None);
    assert_eq!(losers(&at(6)), Some((Why::Range, vec!["Ann"])));
}

#[test]
fn the_largest_card_on_that_side_pays_and_so_does_every_tie() {
    let t = turn(
        3,
        &[("Ann", 5), ("Bob", -1), ("Cho", 5), ("Dai", 2)],
        &[],
        &Track::even(7),
    );
    assert_eq!(
        (t.to, losers(&t)),
        (14, Some((Why::Range, vec!["Ann", "Cho"])))
    );
    let t = turn(
        -3,
        &[("Ann", 5), ("Bob", -6), ("Cho", -6), ("Dai", -2)],
        &[],
        &Track::even(7),
    );
    assert_eq!(
        (t.to, losers(&t)),
        (-12, Some((Why::Range, vec!["Bob", "Cho"])))
    );
}

#[test]
fn disobedience_is_looked_at_first_and_only_the_leader_pays() {
    let cards = [("Ann", -1), ("Bob", 7), ("Cho", 7)];
    let t = turn(0, &cards, &order("Ann", "plus"), &Track::even(7));
    assert_eq!((t.to, losers(&t)), (13, Some((Why::Command, vec!["Ann"]))));
    let t = turn(
        0,
        &[("Ann", -1), ("Bob", 1)],
        &order("Ann", "plus"),
        &Track::even(7),
    );
    assert_eq!(
        losers(&t),
        Some((Why::Command, vec!["Ann"])),
        "a burst although the egg is fine"
    );
}

#[test]
fn others_need_not_obey() {
    let t = turn(
        0,
        &[("Ann", 1), ("Bob", -1)],
        &order("Ann", "plus"),
        &Track::even(7),
    );
    assert_eq!(losers(&t), None);
}

#[test]
fn each_of_two_leaders_who_disobeys_pays() {
    let orders = [
        LeaderOrder {
            leader: "Ann",
            command: Command::Plus,
        },
        LeaderOrder {
            leader: "Bob",
            command: Command::Odd,
        },
    ];
    let t = turn(
        0,
        &[("Ann", -1), ("Bob", 2), ("Cho", 1)],
        &orders,
        &Track::even(7),
    );
    assert_eq!(losers(&t), Some((Why::Command, vec!["Ann", "Bob"])));
}

#[test]
fn towards_zero_looks_at_the_egg_before_it_moves() {
    let t = turn(
        3,
        &[("Ann", -5), ("Bob", 1)],
        &order("Ann", "towards-zero"),
        &Track::even(7),
    );
    assert_eq!((t.to, losers(&t)), (-1, None));
}

#[test]
fn on_a_trap_the_side_that_the_sum_moved_to_pays() {
    let track = Track {
        traps: vec![-3, 4],
        ..Track::even(9)
    };
    let t = turn(6, &[("Ann", -4), ("Bob", 2)], &[], &track);
    assert_eq!((t.to, losers(&t)), (4, Some((Why::Trap, vec!["Ann"]))));
    let t = turn(0, &[("Ann", 7), ("Bob", 7), ("Cho", -7)], &[], &track);
    assert_eq!((t.to, losers(&t)), (7, None), "only where it stops counts");
}

#[test]
fn ranges_may_be_uneven() {
    let track = Track {
        low: -5,
        high: 9,
        traps: vec![],
    };
    assert_eq!(
        (track.burst(-6), track.burst(-5), track.burst(9)),
        (Some(Why::Range), None, None)
    );
}

#[test]
fn the_quota_is_two_of_six_and_seven_with_a_seven() {
    let big = [-7, -6, 6, 7];
    for set in 0..16_u32 {
        let cards: Vec<i32> = (0..4)
            .filter(|i| set >> i & 1 == 1)
            .map(|i| big[i as usize])
            .collect();
        let by_words = cards.len() >= 2 && cards.iter().any(|c| c.abs() == 7);
        assert_eq!(quota_met(&cards), by_words, "{cards:?}");
    }
    let small: Vec<i32> = hand().filter(|c| c.abs() < 6).collect();
    assert!(!quota_met(&small));
}

#[test]
fn everyone_short_of_the_quota_pays() {
    let of = |cards: &[i32]| cards.iter().map(|c| penguins(*c)).sum::<u32>();
    let played = [
        ("Ann", of(&[7, 6, 1])),
        ("Bob", of(&[6, -6])),
        ("Cho", of(&[7, 5])),
    ];
    assert_eq!(
        quota(&played),
        Some(Burst {
            why: Why::Quota,
            losers: vec!["Bob", "Cho"]
        })
    );
    assert_eq!(quota(&played[..1]), None);
}

#[test]
fn the_middle_mission_is_minus_two_to_plus_two_and_the_others_are_the_rest() {
    let of = |v| Mission::of(v).name();
    assert_eq!(
        [-7, -3, -2, 0, 2, 3, 9].map(of),
        ["low", "low", "middle", "middle", "middle", "high", "high"]
    );
    for range in 7..=9 {
        let track = Track::even(range);
        for (_, mission) in Mission::ALL {
            let (from, to) = mission.range(&track);
            assert!((from..=to).all(|v| Mission::of(v) == mission && track.burst(v).is_none()));
        }
    }
}

#[test]
fn one_point_for_the_birth_three_for_the_mission_one_a_life() {
    assert_eq!(
        (score(true, 2), score(false, 3), score(false, 0)),
        (6, 4, 1)
    );
}

#[test]
fn pictures_get_the_contract_of_a_turn() {
    let args = json!({ "egg": 4, "names": ["A", "B", "C"], "cards": [6, "6", -1], "range": 7 });
    let turn = picture("turn", &args).expect("known").expect("fine");
    let burst = json!({ "why": "range", "losers": ["A", "B"] });
    assert_eq!(
        turn,
        json!({ "sum": 11, "from": 4, "to": 15, "burst": burst })
    );
    assert_eq!(picture("egg", &args), None);
}

#[test]
fn pictures_refuse_what_is_no_card_or_command() {
    let bad = json!({ "egg": 0, "names": ["A"], "cards": [8] });
    assert_eq!(
        picture("turn", &bad),
        Some(Err(say!("`{}` is no action card", 8)))
    );
    let bad = json!({ "egg": 0, "command": "zero" });
    assert_eq!(
        picture("obeys", &bad),
        Some(Err(say!("there is no command `{}`", "zero")))
    );
}

#[test]
fn pictures_get_scores_and_winners() {
    let args =
        json!({ "egg": 1, "names": ["A", "B"], "missions": ["middle", "low"], "lives": [1, 3] });
    let out = picture("score", &args).expect("known").expect("fine");
    assert_eq!(out["mission"], "middle");
    assert_eq!(
        out["players"][0],
        json!({ "name": "A", "mission": "middle", "met": true, "lives": 1, "points": 5, "wins": true })
    );
    assert_eq!(out["players"][1]["points"], 4);
    assert_eq!(out["players"][1]["wins"], false);
}
