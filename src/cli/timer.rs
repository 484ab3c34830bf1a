//! `kitpress timer`: countdown, count-up and chess clock, in big digits or as plain lines.
//!
//! The timers themselves are in [`clock`](crate::play::clock); here they are drawn, rung and steered.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use clap::Args;

use super::cells::{centre, clean, cut, fit, width};
use super::screen::{Ended, Input, Line, Look, Screen, leave, on_a_terminal};
use super::{CommandResult, out, roster};
use crate::clean::clean_lines;
use crate::diag::Problems;
use crate::play::clock::{
    Clock, Mark, SystemClock, Timer, TimerPhase, TimerPlan, digits, parse_span,
};
use crate::play::rules::Refusal;
use crate::play::table::Failure;
use crate::say;

/// Arguments of `timer`.
#[derive(Args, Debug)]
#[command(after_help = "Times: 90, 90s, 1m30s, 1:30, 5m, 1h.\n\
    Keys: space pause, + ten seconds more, n or enter next player, r restart, q quit.\n\
    In plain mode the same as lines: p, +, n or an empty line, r, q.\n\n\
    Examples:\n  \
    kitpress timer 90\n  \
    kitpress timer 1m30s --plain\n  \
    kitpress timer --up\n  \
    kitpress timer --bank 5m Ann Bob Cho --increment 5s\n  \
    kitpress timer --bank 5m @club         a list that `kitpress roster` keeps")]
pub(super) struct TimerArgs {
    /// How long; with --bank, the players in turn order
    #[arg(value_name = "TIME|NAME")]
    words: Vec<String>,
    /// Count up, until the time given or without end
    #[arg(long, conflicts_with = "bank")]
    up: bool,
    /// Give every player this much time; only that of the player to move runs
    #[arg(long, value_name = "TIME")]
    bank: Option<String>,
    /// Give time back for every turn that ends in time
    #[arg(long, value_name = "TIME", requires = "bank")]
    increment: Option<String>,
    /// No bell
    #[arg(long)]
    quiet: bool,
    /// Plain lines instead of big digits, as on a pipe
    #[arg(long)]
    plain: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// What `+` adds.
const MORE: Duration = Duration::from_secs(10);

/// Runs the command.
pub(super) fn run(args: &TimerArgs) -> Result<(), Failure> {
    let plan = plan(args)?;
    let mut clock = SystemClock::default();
    let now = clock.now();
    let mut timer = Timer::start(plan, now);
    if args.plain || !on_a_terminal() {
        let input = lines_of_input();
        return Ok(tell_all(
            &mut timer,
            &mut clock,
            !args.quiet,
            &input,
            false,
        )?);
    }
    let mut screen = Screen::enter()?;
    let ended = watch(&mut screen, &mut timer, &mut clock, !args.quiet)?;
    drop(screen);
    for line in summary(&timer) {
        out::line(&line)?;
    }
    Ok(leave(ended)?)
}

fn plan(args: &TimerArgs) -> Result<TimerPlan, Failure> {
    if let Some(each) = &args.bank {
        if args.words.is_empty() {
            let refusal = Refusal::words(say!("`--bank` needs the names of the players"));
            let hint = say!("such as `kitpress timer --bank 5m Ann Bob`");
            return Err(refusal.hint(hint).into());
        }
        let names = roster::players(&args.words.join(","))?;
        let increment = args.increment.as_deref().map(parse_span).transpose()?;
        return Ok(TimerPlan::Bank {
            each: parse_span(each)?,
            increment: increment.unwrap_or_default(),
            names,
        });
    }
    match args.words.as_slice() {
        [] if args.up => Ok(TimerPlan::Up(None)),
        [time] if args.up => Ok(TimerPlan::Up(Some(parse_span(time)?))),
        [time] => Ok(TimerPlan::Down(parse_span(time)?)),
        [] => Err(Refusal::words(say!("how long?"))
            .hint(say!("such as `kitpress timer 90`, or `--up` to count up"))
            .into()),
        [_, more, ..] => Err(Refusal::words(say!("`{}` is one word too many", more))
            .hint(say!("names go with `--bank TIME`"))
            .into()),
    }
}

/// Shows a timer on the screen until it is left by `q` or has ended and a key is pressed.
pub(super) fn watch(
    screen: &mut Screen,
    timer: &mut Timer,
    clock: &mut dyn Clock,
    bell: bool,
) -> Result<Ended, Problems> {
    // The end is rung three times, so that it is not taken for a warning.
    let mut rings = 0u32;
    loop {
        let now = clock.now();
        let mut mark = timer.tick(now);
        screen.draw(&frame(timer, screen.size()))?;
        let nap = timer.until_change().unwrap_or(Duration::from_secs(1));
        let nap = if rings > 0 { nap.min(RING) } else { nap };
        let input = screen.read(nap)?;
        let now = clock.now();
        let pressed = match input {
            Some(Input::Stop) => return Ok(Ended::Stopped),
            Some(Input::Char('q' | 'Q') | Input::Escape) => return Ok(Ended::Done),
            Some(Input::Enter) if timer.ended() => return Ok(Ended::Done),
            Some(Input::Char(' ' | 'p')) => timer.pause(now),
            Some(Input::Char('+' | '=')) => {
                rings = 0;
                timer.add(MORE, now)
            }
            Some(Input::Char('n' | 'N') | Input::Enter) => {
                rings = 0;
                timer.next(now)
            }
            Some(Input::Char('r' | 'R')) => {
                rings = 0;
                timer.restart(now);
                None
            }
            Some(Input::Resized) => {
                screen.clear()?;
                None
            }
            Some(_) => None,
            None if rings > 0 => {
                rings -= 1;
                screen.ring()?;
                None
            }
            None => None,
        };
        mark = pressed.or(mark);
        if bell && mark.is_some_and(Mark::rings) {
            screen.ring()?;
            rings = if mark == Some(Mark::Out) { 2 } else { 0 };
        }
    }
}

const RING: Duration = Duration::from_millis(350);

// ---- the screen ----

/// What the screen shows.
fn frame(timer: &Timer, (w, h): (u16, u16)) -> Vec<Line> {
    let (w, h) = (usize::from(w), usize::from(h));
    let look = look(timer);
    let players = players(timer, w);
    let help = help(timer);
    // Title, status and keys, and an empty line around each; digits come before a long list of players.
    let listed = players.len().min(h.saturating_sub(11).max(1));
    let room = h.saturating_sub(listed + 6);
    let shown = digits(timer.shown(timer.turn()));
    let big = big(&shown, w.saturating_sub(2), room);
    let tight = h < big.len() + listed + 6;
    let mut lines = Vec::new();
    let gap = |lines: &mut Vec<Line>| {
        if !tight {
            lines.push(Line::default());
        }
    };
    if let Some(name) = current(timer) {
        lines.push(Line::new(centre(&name, w), Look::Strong));
        gap(&mut lines);
    }
    lines.extend(big.iter().map(|row| Line::new(centre(row, w), look)));
    gap(&mut lines);
    lines.push(Line::new(centre(&status(timer), w), look));
    gap(&mut lines);
    let rest = h.saturating_sub(lines.len() + 2);
    lines.extend(window(players, rest));
    let above = h.saturating_sub(lines.len() + 1) / 2;
    let mut all = vec![Line::default(); above];
    all.extend(lines);
    all.resize(h.saturating_sub(1), Line::default());
    all.push(Line::new(centre(&cut(&help, w), w), Look::Faint));
    all
}

fn current(timer: &Timer) -> Option<String> {
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
        TimerPhase::Running => match timer.plan() {
            TimerPlan::Up(Some(goal)) => say!("of {}", digits(goal.as_secs())).to_string(),
            _ => String::new(),
        },
    }
}

fn help(timer: &Timer) -> String {
    let pause = match timer.phase() {
        TimerPhase::Paused => say!("space go on"),
        _ => say!("space pause"),
    };
    let mut keys = Vec::new();
    if matches!(timer.plan(), TimerPlan::Bank { .. }) && !timer.ended() {
        keys.push(say!("enter next player"));
    }
    if timer.phase() != TimerPhase::Out {
        keys.push(pause);
    }
    keys.push(say!("+ ten seconds"));
    keys.push(say!("r restart"));
    keys.push(say!("q quit"));
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    keys.join(" · ")
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

/// Digits three pixels wide and five tall, a row in three bits.
const DIGITS: [[u8; 5]; 10] = [
    [7, 5, 5, 5, 7],
    [2, 6, 2, 2, 7],
    [7, 1, 7, 4, 7],
    [7, 1, 7, 1, 7],
    [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7],
    [7, 4, 7, 5, 7],
    [7, 1, 1, 1, 1],
    [7, 5, 7, 5, 7],
    [7, 5, 7, 1, 7],
];

/// The digits as large as fits; as plain text where nothing larger does.
fn big(text: &str, w: usize, h: usize) -> Vec<String> {
    let wide: usize = text.chars().map(|c| pixels(c) + 1).sum::<usize>() - 1;
    // A pixel is two cells wide and one tall, which is about square; one cell each where room is short.
    let scale = (w / (2 * wide)).min(h / 5);
    let (across, down) = match scale {
        0 if wide <= w && h >= 5 => (1, 1),
        0 => return vec![text.to_owned()],
        n => (2 * n, n),
    };
    let mut rows = Vec::new();
    for y in 0..5 {
        let mut row = String::new();
        for (i, c) in text.chars().enumerate() {
            if i > 0 {
                row.push_str(&" ".repeat(across));
            }
            let n = pixels(c);
            for x in (0..n).rev() {
                let on = lit(c, x, y);
                row.push_str(&(if on { "█" } else { " " }).repeat(across));
            }
        }
        rows.extend(std::iter::repeat_n(row, down));
    }
    rows
}

/// Whether a digit, or the colon, has a pixel there; columns count from the right.
fn lit(c: char, x: usize, y: usize) -> bool {
    match c.to_digit(10) {
        Some(d) => DIGITS[d as usize][y] >> x & 1 == 1,
        None => y == 1 || y == 3,
    }
}

fn pixels(c: char) -> usize {
    if c.is_ascii_digit() { 3 } else { 1 }
}

// ---- plain lines ----

/// A length of time in words: `1 minute 30 seconds`.
fn words(seconds: u64) -> String {
    let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut parts = Vec::new();
    match h {
        0 => {}
        1 => parts.push(say!("1 hour")),
        h => parts.push(say!("{} hours", h)),
    }
    match m {
        0 => {}
        1 => parts.push(say!("1 minute")),
        m => parts.push(say!("{} minutes", m)),
    }
    match s {
        0 if !parts.is_empty() => {}
        1 => parts.push(say!("1 second")),
        s => parts.push(say!("{} seconds", s)),
    }
    let words = parts.iter().map(ToString::to_string);
    words
        .reduce(|a, b| say!("{} {}", a, b).to_string())
        .unwrap_or_default()
}

/// How things stand, in words.
fn standing(timer: &Timer) -> String {
    let shown = words(timer.shown(timer.turn()));
    let said = match (timer.phase(), timer.plan()) {
        (TimerPhase::Out, _) => say!("time is up").to_string(),
        (_, TimerPlan::Up(_)) => say!("{} so far", shown).to_string(),
        _ => say!("{} left", shown).to_string(),
    };
    named(timer, said)
}

fn named(timer: &Timer, said: String) -> String {
    match current(timer) {
        Some(name) => format!("{}: {said}", cut(&name, 40)),
        None => said,
    }
}

fn told(timer: &Timer, mark: Mark) -> String {
    let said = match mark {
        Mark::Left(n) => say!("{} left", words(n)).to_string(),
        Mark::Passed(n) => say!("{} so far", words(n)).to_string(),
        Mark::Out => say!("time is up").to_string(),
    };
    named(timer, said)
}

/// How a timer was left, for the terminal it is left to.
fn summary(timer: &Timer) -> Vec<String> {
    match timer.plan() {
        TimerPlan::Bank { names, .. } => names
            .iter()
            .enumerate()
            .map(|(i, n)| format!("{}: {}", cut(&clean(n), 40), digits(timer.shown(i))))
            .collect(),
        _ => vec![standing(timer)],
    }
}

/// Tells a timer in plain lines, at the marks only: a voice must have time to read them. Ends with the timer, or by
/// `q`; with `attended`, also when the input ends.
pub(super) fn tell_all(
    timer: &mut Timer,
    clock: &mut dyn Clock,
    bell: bool,
    input: &Receiver<String>,
    attended: bool,
) -> CommandResult {
    let bell = bell && io::stdout().is_terminal();
    let mut open = true;
    if tell(&standing(timer))? == Ended::Stopped {
        return Ok(());
    }
    loop {
        let nap = timer.until_change().unwrap_or(Duration::from_secs(1));
        let line = if open {
            match input.recv_timeout(nap) {
                Ok(line) => Some(line),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    open = false;
                    None
                }
            }
        } else {
            std::thread::sleep(nap);
            None
        };
        let now = clock.now();
        if let Some(mark) = timer.tick(now) {
            let ring = if bell && mark.rings() { "\u{7}" } else { "" };
            if tell(&format!("{}{ring}", told(timer, mark)))? == Ended::Stopped {
                return Ok(());
            }
        }
        if let Some(line) = line {
            let Some(answer) = obey(timer, line.trim(), now) else {
                return Ok(());
            };
            if tell(&answer)? == Ended::Stopped {
                return Ok(());
            }
        }
        // Nobody is there to go on with a time that stands still.
        let stuck = attended || timer.phase() != TimerPhase::Running;
        if timer.ended() || !open && stuck {
            return Ok(());
        }
    }
}

/// Does what a line says; nothing left to do after `q`.
fn obey(timer: &mut Timer, line: &str, now: Duration) -> Option<String> {
    match line {
        "q" | "quit" => return None,
        "p" | "pause" => {
            timer.pause(now);
            if timer.phase() == TimerPhase::Paused {
                return Some(say!("paused, {}", standing(timer)).to_string());
            }
        }
        "+" => {
            timer.add(MORE, now);
        }
        "n" | "next" | "" => {
            timer.next(now);
        }
        "r" | "restart" => timer.restart(now),
        _ => {
            return Some(
                say!("p pause, + ten seconds, n next player, r restart, q quit").to_string(),
            );
        }
    }
    Some(standing(timer))
}

/// Writes a line; `Stopped` when nobody reads any more.
fn tell(text: &str) -> Result<Ended, Problems> {
    let mut stdout = io::stdout().lock();
    match writeln!(stdout, "{}", clean_lines(text)).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(Ended::Done),
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(Ended::Stopped),
        Err(e) => Err(out::cannot_write(e)),
    }
}

/// The lines of standard input as they come; the channel closes at its end.
pub(super) fn lines_of_input() -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut stdin = io::BufReader::new(io::stdin());
        loop {
            bytes.clear();
            match io::BufRead::read_until(&mut stdin, b'\n', &mut bytes) {
                Ok(n) if n > 0 => {
                    if send
                        .send(String::from_utf8_lossy(&bytes).into_owned())
                        .is_err()
                    {
                        return;
                    }
                }
                _ => return,
            }
        }
    });
    receive
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
    fn digits_grow_with_the_room() {
        assert_eq!(big("1:30", 10, 5), ["1:30"]);
        assert_eq!(big("1:30", 13, 4), ["1:30"]);
        let small = big("1:30", 13, 5);
        assert_eq!(
            small,
            [
                " █    ███ ███",
                "██  █   █ █ █",
                " █    ███ █ █",
                " █  █   █ █ █",
                "███   ███ ███"
            ]
        );
        assert_eq!(big("1:30", 26, 5).len(), 5);
        assert_eq!(big("1:30", 200, 20).len(), 20);
        assert!(big("1:30", 60, 20).iter().all(|r| width(r) == 52));
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
            increment: s(0),
            names,
        };
        for plan in [TimerPlan::Down(s(90)), TimerPlan::Up(None), bank] {
            let mut timer = Timer::start(plan, s(0));
            timer.next(s(1));
            for w in 1..120 {
                for h in 1..50 {
                    let lines = frame(&timer, (w, h));
                    assert!(lines.len() <= usize::from(h), "{w}×{h}");
                    let wide = lines.iter().map(|l| width(&l.text)).max();
                    assert!(wide <= Some(usize::from(w)), "{w}×{h}: {}", text(&lines));
                }
            }
            let usual = text(&frame(&timer, (80, 24)));
            assert!(usual.contains("██"), "{usual}");
            assert!(usual.contains("q quit"), "{usual}");
        }
    }

    #[test]
    fn the_player_to_move_is_marked() {
        let plan = TimerPlan::Bank {
            each: s(300),
            increment: s(0),
            names: vec!["Ann".into(), "花子".into()],
        };
        let mut timer = Timer::start(plan, s(0));
        timer.next(s(60));
        let shown = text(&frame(&timer, (60, 20)));
        assert!(shown.contains("▶ 花子     5:00"), "{shown}");
        assert!(shown.contains("  Ann      4:00"), "{shown}");
    }

    #[test]
    fn times_in_words() {
        let said: Vec<String> = [1, 30, 60, 90, 3600, 7261].map(words).into();
        assert_eq!(
            said,
            [
                "1 second",
                "30 seconds",
                "1 minute",
                "1 minute 30 seconds",
                "1 hour",
                "2 hours 1 minute 1 second"
            ]
        );
    }

    #[test]
    fn lines_steer_a_plain_timer() {
        let plan = TimerPlan::Bank {
            each: s(60),
            increment: s(0),
            names: vec!["Ann".into(), "Bob".into()],
        };
        let mut timer = Timer::start(plan, s(0));
        let mut say_at = |line, at| obey(&mut timer, line, s(at));
        assert_eq!(say_at("", 10).as_deref(), Some("Bob: 1 minute left"));
        assert_eq!(
            say_at("p", 20).as_deref(),
            Some("paused, Bob: 50 seconds left")
        );
        assert_eq!(say_at("p", 100).as_deref(), Some("Bob: 50 seconds left"));
        assert_eq!(say_at("+", 101).as_deref(), Some("Bob: 59 seconds left"));
        assert_eq!(say_at("n", 101).as_deref(), Some("Ann: 50 seconds left"));
        assert_eq!(say_at("r", 101).as_deref(), Some("Ann: 1 minute left"));
        assert!(say_at("what", 101).is_some_and(|s| s.contains("q quit")));
        assert_eq!(say_at("q", 101), None);
    }
}
