//! How timers run, with a clock that is made up.

use std::time::Duration;

use super::{LONGEST, Mark, Pace, Timer, TimerPhase, TimerPlan};
use crate::kit;

const fn s(n: u64) -> Duration {
    Duration::from_secs(n)
}

const fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

/// Every mark of a timer, looked at every tenth of a second.
fn marks(timer: &mut Timer, until: u64) -> Vec<Mark> {
    let start = timer.seen;
    (1..=until * 10)
        .filter_map(|i| timer.tick(start + ms(i * 100)))
        .collect()
}

#[test]
fn a_countdown_warns_and_rings() {
    let mut timer = Timer::start(TimerPlan::Down(s(90)), s(7));
    assert_eq!((timer.shown(0), timer.phase()), (90, TimerPhase::Running));
    let told = marks(&mut timer, 100);
    let left = [60, 30, 10, 3, 2, 1].map(Mark::Left);
    assert_eq!(told, [&left[..], &[Mark::Out]].concat());
    assert_eq!((timer.shown(0), timer.phase()), (0, TimerPhase::Out));
    assert!(timer.ended());
    let ringing: Vec<bool> = told.iter().map(|m| m.rings()).collect();
    assert_eq!(ringing, [false, false, true, true, true, true, true]);
}

#[test]
fn a_short_countdown_does_not_warn_of_its_own_start() {
    let mut timer = Timer::start(TimerPlan::Down(s(3)), s(0));
    assert_eq!(
        marks(&mut timer, 5),
        [Mark::Left(2), Mark::Left(1), Mark::Out]
    );
}

#[test]
fn a_begun_second_is_shown_whole() {
    let mut timer = Timer::start(TimerPlan::Down(s(5)), s(0));
    timer.tick(ms(1));
    assert_eq!(timer.shown(0), 5);
    timer.tick(ms(1000));
    assert_eq!(timer.shown(0), 4);
    timer.tick(ms(4999));
    assert_eq!(timer.shown(0), 1);
    assert_eq!(timer.until_change(), Some(ms(1)));
}

#[test]
fn paused_time_does_not_count() {
    let mut timer = Timer::start(TimerPlan::Down(s(60)), s(0));
    timer.pause(s(10));
    assert_eq!(timer.phase(), TimerPhase::Paused);
    assert_eq!(timer.until_change(), None);
    assert_eq!(timer.tick(s(500)), None);
    assert_eq!(timer.shown(0), 50);
    timer.pause(s(1000));
    timer.tick(s(1001));
    assert_eq!(timer.shown(0), 49);
}

#[test]
fn a_sleep_tells_only_where_things_stand() {
    let mut timer = Timer::start(TimerPlan::Down(s(600)), s(0));
    assert_eq!(timer.tick(s(592)), Some(Mark::Left(10)));
    assert_eq!(timer.shown(0), 8);
    assert_eq!(timer.tick(s(4000)), Some(Mark::Out));
    assert_eq!(timer.tick(s(5000)), None, "told once");
}

#[test]
fn a_clock_that_goes_back_changes_nothing() {
    let mut timer = Timer::start(TimerPlan::Down(s(60)), s(100));
    timer.tick(s(110));
    timer.tick(s(90));
    timer.tick(s(111));
    assert_eq!(timer.shown(0), 49);
}

#[test]
fn ten_seconds_more_bring_a_timer_back() {
    let mut timer = Timer::start(TimerPlan::Down(s(5)), s(0));
    timer.tick(s(9));
    assert!(timer.ended());
    timer.add(s(10), s(20));
    assert_eq!((timer.shown(0), timer.phase()), (10, TimerPhase::Running));
    timer.tick(s(21));
    assert_eq!(timer.shown(0), 9);
    timer.restart(s(30));
    assert_eq!(timer.shown(0), 5);
}

#[test]
fn time_has_a_limit() {
    let mut timer = Timer::start(TimerPlan::Down(LONGEST), s(0));
    timer.add(s(10), s(0));
    assert_eq!(timer.left(0), Some(LONGEST));
    let mut up = Timer::start(TimerPlan::Up(None), s(0));
    up.tick(Duration::MAX);
    assert_eq!(up.shown(0), LONGEST.as_secs());
}

#[test]
fn counting_up() {
    let mut timer = Timer::start(TimerPlan::Up(None), s(3));
    assert_eq!(
        marks(&mut timer, 130),
        [10, 30, 60, 120].map(Mark::Passed).to_vec()
    );
    assert_eq!((timer.shown(0), timer.left(0)), (130, None));
    assert!(!timer.ended());
    timer.add(s(10), s(133));
    assert_eq!(timer.shown(0), 140);
}

#[test]
fn counting_up_to_a_goal() {
    let mut timer = Timer::start(TimerPlan::Up(Some(s(12))), s(0));
    assert_eq!(
        marks(&mut timer, 20),
        [
            Mark::Left(10),
            Mark::Left(3),
            Mark::Left(2),
            Mark::Left(1),
            Mark::Out
        ]
    );
    assert_eq!(timer.shown(0), 12);
    timer.add(s(10), s(20));
    assert_eq!(timer.phase(), TimerPhase::Running);
    assert_eq!(timer.left(0), Some(s(10)));
}

fn bank(increment: u64) -> Timer {
    paced(Pace::Fischer(s(increment)), 3)
}

fn paced(pace: Pace, players: usize) -> Timer {
    let names = ["Ann", "Bob", "Cho"].map(str::to_owned);
    let plan = TimerPlan::Bank {
        each: s(60),
        pace,
        names: names[..players].to_vec(),
    };
    Timer::start(plan, s(0))
}

#[test]
fn bronstein_gives_back_no_more_than_the_turn_took() {
    let mut timer = paced(Pace::Bronstein(s(5)), 2);
    timer.next(s(3));
    assert_eq!(timer.shown(0), 60, "three seconds back");
    timer.next(s(13));
    assert_eq!(timer.shown(1), 55, "five of ten");
}

#[test]
fn a_delay_comes_before_the_time_of_every_turn() {
    let mut timer = paced(Pace::Delay(s(5)), 2);
    timer.tick(s(4));
    assert_eq!((timer.shown(0), timer.waiting()), (60, s(1)));
    assert_eq!(timer.until_change(), Some(s(1)));
    timer.tick(s(12));
    assert_eq!((timer.shown(0), timer.waiting()), (53, s(0)));
    timer.next(s(12));
    timer.next(s(16));
    assert_eq!([0, 1].map(|i| timer.shown(i)), [53, 60]);
    timer.tick(s(26));
    assert_eq!(timer.shown(0), 48, "a delay for the new turn");
}

#[test]
fn sand_runs_from_one_to_the_others() {
    let mut timer = paced(Pace::Sand, 2);
    timer.next(s(10));
    timer.next(s(15));
    assert_eq!([0, 1].map(|i| timer.shown(i)), [55, 65]);
    let mut three = paced(Pace::Sand, 3);
    for at in 1..40 {
        three.tick(ms(at * 333));
        three.next(ms(at * 333));
        let all: Duration = three.readings().iter().sum();
        assert_eq!(all, s(180), "nothing is lost at {at}");
    }
    assert_eq!(timer.tick(s(500)), Some(Mark::Out));
    assert_eq!(timer.readings(), [s(0), s(120)]);
    timer.next(s(500));
    timer.tick(s(510));
    assert_eq!(timer.readings(), [s(0), s(110)], "who is out stays out");
}

#[test]
fn a_step_back_undoes_a_turn_that_ended_by_a_slip() {
    for (pace, left) in [
        (Pace::Plain, 48),
        (Pace::Fischer(s(5)), 48),
        (Pace::Bronstein(s(5)), 48),
        (Pace::Delay(s(5)), 53),
    ] {
        let mut timer = paced(pace, 3);
        timer.next(s(10));
        timer.back(s(12));
        assert_eq!(timer.turn(), 0, "{pace:?}");
        let shown = [0, 1, 2].map(|i| timer.shown(i));
        assert_eq!(shown, [left, 60, 60], "{pace:?}");
    }
    let mut sand = paced(Pace::Sand, 2);
    sand.next(s(10));
    sand.back(s(12));
    assert_eq!([0, 1].map(|i| sand.shown(i)), [48, 72]);
    sand.back(s(12));
    assert_eq!(
        sand.turn(),
        1,
        "before the first turn there is nobody's: the player before"
    );
    let mut down = Timer::start(TimerPlan::Down(s(9)), s(0));
    down.back(s(1));
    assert_eq!(down.shown(0), 8);
}

#[test]
fn back_and_forth_any_number_of_times() {
    let mut timer = paced(Pace::Fischer(s(2)), 3);
    for at in 1..=300 {
        timer.next(ms(at * 10));
    }
    for _ in 0..100 {
        timer.back(ms(3000));
    }
    assert_eq!(timer.turn(), 200 % 3);
    timer.back(ms(3000));
    assert_eq!(timer.turn(), 199 % 3);
}

#[test]
fn a_kit_says_how_its_timers_run() {
    let timer = |kind, seconds, pace, extra| kit::KitTimer {
        id: "t".into(),
        title: kit::Words::default(),
        kind,
        seconds,
        pace,
        extra,
        silent: false,
    };
    let names = ["Ann".to_owned()];
    let bank = timer(kit::TimerKind::Bank, 300, kit::TimerPace::Delay, 3);
    let wanted = TimerPlan::Bank {
        each: s(300),
        pace: Pace::Delay(s(3)),
        names: names.to_vec(),
    };
    assert_eq!(TimerPlan::of(&bank, &names), wanted);
    let up = timer(kit::TimerKind::Up, 0, kit::TimerPace::Plain, 0);
    assert_eq!(TimerPlan::of(&up, &names), TimerPlan::Up(None));
}

#[test]
fn only_the_player_to_move_loses_time() {
    let mut timer = bank(5);
    timer.next(s(10));
    timer.next(s(30));
    timer.tick(s(31));
    assert_eq!([0, 1, 2].map(|i| timer.shown(i)), [55, 45, 59]);
    assert_eq!(timer.turn(), 2);
    timer.next(s(31));
    assert_eq!(timer.turn(), 0);
}

#[test]
fn who_is_out_is_passed_over() {
    let mut timer = bank(5);
    timer.next(s(1));
    assert_eq!(timer.tick(s(200)), Some(Mark::Out));
    assert_eq!(
        (timer.turn(), timer.phase(), timer.ended()),
        (1, TimerPhase::Out, false)
    );
    timer.next(s(300));
    assert_eq!((timer.turn(), timer.shown(1)), (2, 0), "no increment");
    timer.next(s(301));
    assert_eq!(timer.turn(), 0);
    timer.next(s(302));
    assert_eq!(timer.turn(), 2, "Bob has no time");
    timer.tick(s(1000));
    timer.next(s(1000));
    timer.tick(s(2000));
    assert!(timer.ended());
    timer.next(s(2001));
    assert_eq!(timer.phase(), TimerPhase::Out);
}

#[test]
fn a_paused_bank_stays_paused_when_the_turn_moves_on() {
    let mut timer = bank(0);
    timer.pause(s(5));
    timer.next(s(50));
    timer.tick(s(500));
    assert_eq!([0, 1, 2].map(|i| timer.shown(i)), [55, 60, 60]);
    assert_eq!((timer.turn(), timer.phase()), (1, TimerPhase::Paused));
}
