//! A timer on the screen: whose time runs, in digits as large as fit, and everybody's beside it.

use std::time::Duration;

use super::big::big;
use super::plain::standing;
use crate::cli::cells::{centre, clean, cut, fit, width};
use crate::cli::screen::{Line, Look};
use crate::play::clock::{Pace, Timer, TimerPhase, TimerPlan, digits};
use crate::say;

/// The height of the smallest large digits.
const SMALL: usize = 5;
/// The empty lines between the parts, where there is room for them.
const GAPS: usize = 4;

/// What the screen shows.
pub(super) fn frame(timer: &Timer, bell: bool, (w, h): (u16, u16)) -> Vec<Line> {
    let (w, h) = (usize::from(w), usize::from(h));
    let look = look(timer);
    let players = players(timer, w);
    let help = help(timer, bell);
    let name = current(timer);
    // Name, status and keys take a line each. Small digits go before a long list of players, the list before larger digits.
    let room = h.saturating_sub(2 + usize::from(name.is_some()));
    let least = usize::from(!players.is_empty());
    let listed = players.len().min(room.saturating_sub(SMALL).max(least));
    let room = room.saturating_sub(listed);
    let tight = room < SMALL + GAPS;
    let shown = digits(timer.shown(timer.turn()));
    let room = if tight { room } else { room - GAPS };
    let big = big(&shown, w.saturating_sub(2), room);
    let mut lines = Vec::new();
    let gap = |lines: &mut Vec<Line>| {
        if !tight {
            lines.push(Line::default());
        }
    };
    if let Some(name) = name {
        lines.push(Line::new(centre(&name, w), Look::Strong));
        gap(&mut lines);
    }
    lines.extend(big.iter().map(|row| Line::new(centre(row, w), look)));
    gap(&mut lines);
    lines.push(Line::new(centre(&status(timer), w), look));
    gap(&mut lines);
    lines.extend(window(players, listed));
    let above = h.saturating_sub(lines.len() + 1) / 2;
    let mut all = vec![Line::default(); above];
    all.extend(lines);
    all.resize(h.saturating_sub(1), Line::default());
    let help = if width(&help) > w { keys(timer) } else { help };
    all.push(Line::new(centre(&cut(&help, w), w), Look::Faint));
    all
}

pub(super) fn current(timer: &Timer) -> Option<String> {
    match timer.plan() {
        TimerPlan::Bank { names, .. } => names.get(timer.turn()).map(|n| clean(n)),
        _ => None,
    }
}

fn look(timer: &Timer) -> Look {
    match timer.phase() {
        TimerPhase::Out => Look::Alarm,
        TimerPhase::Paused => Look::Faint,
        TimerPhase::Running => match timer.left(timer.turn()) {
            Some(left) if left <= Duration::from_secs(3) => Look::Alarm,
            Some(left) if left <= Duration::from_secs(10) => Look::Warn,
            _ => Look::Good,
        },
    }
}

fn status(timer: &Timer) -> String {
    match timer.phase() {
        TimerPhase::Out => say!("time is up").to_string(),
        TimerPhase::Paused => say!("paused").to_string(),
        TimerPhase::Running if !timer.waiting().is_zero() => {
            let seconds = timer.waiting().as_secs_f64().ceil() as u64;
            say!("runs in {}", digits(seconds)).to_string()
        }
        TimerPhase::Running => match timer.plan() {
            TimerPlan::Up(None) => say!("so far").to_string(),
            // What has passed is large; what is left is said.
            TimerPlan::Up(Some(goal)) => {
                let left = goal.as_secs().saturating_sub(timer.shown(0));
                let (left, goal) = (digits(left), digits(goal.as_secs()));
                say!("so far; {} left of {}", left, goal).to_string()
            }
            TimerPlan::Bank { pace, .. } => paced(*pace),
            TimerPlan::Down(_) => String::new(),
        },
    }
}

/// What a turn gives back.
fn paced(pace: Pace) -> String {
    match pace {
        Pace::Plain => String::new(),
        Pace::Fischer(extra) => say!("+{} a turn", digits(extra.as_secs())).to_string(),
        Pace::Bronstein(extra) => say!("up to {} back a turn", digits(extra.as_secs())).to_string(),
        Pace::Delay(_) => String::new(),
        Pace::Sand => say!("sand: what one uses, the others gain").to_string(),
    }
}

fn help(timer: &Timer, bell: bool) -> String {
    let pause = match timer.phase() {
        TimerPhase::Paused => say!("space go on"),
        _ => say!("space pause"),
    };
    let mut keys = Vec::new();
    if matches!(timer.plan(), TimerPlan::Bank { .. }) && !timer.ended() {
        keys.push(say!("enter next player"));
        keys.push(say!("b back"));
    }
    if timer.phase() != TimerPhase::Out {
        keys.push(pause);
    }
    keys.push(say!("+ 10 s"));
    keys.push(match bell {
        true => say!("s mute"),
        false => say!("s sound"),
    });
    keys.push(say!("r restart"));
    keys.push(say!("q quit"));
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    keys.join(" · ")
}

/// The keys alone, for a screen too narrow to say what they do.
fn keys(timer: &Timer) -> String {
    let all = match timer.plan() {
        TimerPlan::Bank { .. } => say!("enter · b · space · + · s · r · q"),
        _ => say!("space · + · s · r · q"),
    };
    all.to_string()
}

/// Every player's time, in as many columns as fit; the player to move is marked.
fn players(timer: &Timer, w: usize) -> Vec<Line> {
    let TimerPlan::Bank { names, .. } = timer.plan() else {
        return Vec::new();
    };
    let longest = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let name = longest.clamp(3, 20).min(w.saturating_sub(12).max(3));
    let entry = |i: usize| {
        let mark = if i == timer.turn() { '▶' } else { ' ' };
        let time = digits(timer.shown(i));
        format!("{mark} {} {time:>8}", fit(&clean(&names[i]), name))
    };
    let wide = name + 14;
    let columns = ((w + 3) / wide).clamp(1, 3).min(names.len().div_ceil(4));
    let rows = names.len().div_ceil(columns);
    let row = |y: usize| {
        let cells = (0..columns).map(|x| x * rows + y);
        let cells: Vec<String> = cells
            .map(|i| {
                if i < names.len() {
                    entry(i)
                } else {
                    " ".repeat(name + 11)
                }
            })
            .collect();
        let look = if timer.turn() % rows == y {
            Look::Strong
        } else {
            Look::Plain
        };
        Line::new(centre(&cells.join("   "), w), look)
    };
    (0..rows).map(row).collect()
}

/// At most `rest` of the lines, the one of the player to move among them.
fn window(lines: Vec<Line>, rest: usize) -> Vec<Line> {
    let at = lines
        .iter()
        .position(|l| l.look == Look::Strong)
        .unwrap_or(0);
    let start = (at + 1).saturating_sub(rest.max(1));
    lines.into_iter().skip(start).take(rest).collect()
}

/// How a timer was left, for the terminal it is left to.
pub(super) fn summary(timer: &Timer) -> Vec<String> {
    match timer.plan() {
        TimerPlan::Bank { names, .. } => names
            .iter()
            .enumerate()
            .map(|(i, n)| format!("{}: {}", cut(&clean(n), 40), digits(timer.shown(i))))
            .collect(),
        _ => vec![standing(timer)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    fn text(lines: &[Line]) -> String {
        let rows: Vec<&str> = lines.iter().map(|l| l.text.trim_end()).collect();
        rows.join("\n")
    }

    #[test]
    fn every_size_of_screen_gets_a_frame_that_fits() {
        let names: Vec<String> = (0..12)
            .map(|i| match i {
                0 => "花子".to_owned(),
                1 => "x".repeat(1000),
                n => format!("Player {n}"),
            })
            .collect();
        let bank = TimerPlan::Bank {
            each: s(300),
            pace: Pace::Delay(s(5)),
            names,
        };
        for plan in [TimerPlan::Down(s(90)), TimerPlan::Up(None), bank] {
            let mut timer = Timer::start(plan, s(0));
            timer.next(s(1));
            for w in (1..46).chain((46..=200).step_by(11)) {
                for h in (1..26).chain([37, 60]) {
                    let lines = frame(&timer, true, (w, h));
                    assert!(lines.len() <= usize::from(h), "{w}×{h}");
                    let wide = lines.iter().map(|l| width(&l.text)).max();
                    assert!(wide <= Some(usize::from(w)), "{w}×{h}: {}", text(&lines));
                }
            }
            let usual = text(&frame(&timer, true, (80, 24)));
            assert!(usual.contains("██"), "{usual}");
            assert!(usual.contains("q quit"), "{usual}");
        }
    }

    #[test]
    fn the_player_to_move_is_marked() {
        let plan = TimerPlan::Bank {
            each: s(300),
            pace: Pace::Plain,
            names: vec!["Ann".into(), "花子".into()],
        };
        let mut timer = Timer::start(plan, s(0));
        timer.next(s(60));
        let shown = text(&frame(&timer, true, (60, 20)));
        assert!(shown.contains("▶ 花子     5:00"), "{shown}");
        assert!(shown.contains("  Ann      4:00"), "{shown}");
    }

    #[test]
    fn what_has_passed_is_told_from_what_is_left() {
        let mut up = Timer::start(TimerPlan::Up(Some(s(120))), s(0));
        up.tick(s(45));
        let shown = text(&frame(&up, true, (60, 20)));
        assert!(shown.contains("so far; 1:15 left of 2:00"), "{shown}");
        let endless = Timer::start(TimerPlan::Up(None), s(0));
        assert!(text(&frame(&endless, true, (60, 20))).contains("so far"));
        let down = Timer::start(TimerPlan::Down(s(120)), s(0));
        assert!(!text(&frame(&down, true, (60, 20))).contains("so far"));
    }

    #[test]
    fn digits_are_large_on_small_and_large_screens() {
        let names = ["Ann", "Bob", "Cho"].map(str::to_owned).to_vec();
        let bank = TimerPlan::Bank {
            each: s(300),
            pace: Pace::Fischer(s(5)),
            names,
        };
        let timer = Timer::start(bank, s(0));
        for (size, tall) in [((40, 12), 5), ((80, 24), 5), ((200, 60), 25)] {
            let lines = frame(&timer, true, size);
            let rows = lines.iter().filter(|l| l.text.contains('█')).count();
            assert!(rows >= tall, "{size:?}: {}", text(&lines));
            for name in ["Ann", "Bob", "Cho"] {
                assert!(text(&lines).contains(name), "{size:?}: {}", text(&lines));
            }
        }
    }
}
