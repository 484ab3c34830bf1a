//! `kitpress timer`: countdown, count-up and chess clock, in big digits or as plain lines.
//!
//! The timers themselves are in [`clock`](crate::play::clock); here they are steered and rung. [`face`] draws them with
//! [`big`] digits, [`plain`] tells them in words.

mod big;
mod face;
mod plain;

use std::time::Duration;

use clap::Args;

use super::screen::{Ended, Input, Screen, leave, on_a_terminal};
use super::{out, roster};
use crate::diag::Problems;
use crate::play::clock::{Clock, Mark, Pace, SystemClock, Timer, TimerPlan, parse_span};
use crate::play::rules::Refusal;
use crate::play::table::Failure;
use crate::say;

use face::{frame, summary};
pub(super) use plain::{lines_of_input, standing, tell_all, told};

/// Arguments of `timer`.
#[derive(Args, Debug)]
#[command(after_help = "Times: 90, 90s, 1m30s, 1:30, 5m, 1h.\n\
    Keys: space pause, + ten seconds more, n or enter next player, b the player before, s sound, r restart, q quit.\n\
    In plain mode the same as lines: p, +, n or an empty line, b, r, q.\n\n\
    Examples:\n  \
    kitpress timer 90\n  \
    kitpress timer 1m30s --plain\n  \
    kitpress timer --up\n  \
    kitpress timer --bank 5m Ann Bob Cho --increment 5s\n  \
    kitpress timer --bank 10m Ann Bob --delay 3s           the time runs three seconds into each turn\n  \
    kitpress timer --bank 3m Ann Bob --sand                what one uses, the other gains")]
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
    /// Give time for every turn that ends in time (Fischer)
    #[arg(long, value_name = "TIME", requires = "bank", group = "pace")]
    increment: Option<String>,
    /// Give back what a turn took, but no more than this
    #[arg(long, value_name = "TIME", requires = "bank", group = "pace")]
    bronstein: Option<String>,
    /// Wait so long in every turn before the time runs
    #[arg(long, value_name = "TIME", requires = "bank", group = "pace")]
    delay: Option<String>,
    /// What one player uses, the others gain
    #[arg(long, requires = "bank", group = "pace")]
    sand: bool,
    /// No sound at all
    #[arg(long, alias = "quiet")]
    silent: bool,
    /// Plain lines instead of big digits, as on a pipe
    #[arg(long)]
    plain: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// What `+` adds.
pub(super) const MORE: Duration = Duration::from_secs(10);

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
            !args.silent,
            &input,
            false,
        )?);
    }
    let mut screen = Screen::enter()?;
    let mut bell = !args.silent;
    let ended = watch(&mut screen, &mut timer, &mut clock, &mut bell, &mut |_| ())?;
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
        return Ok(TimerPlan::Bank {
            each: parse_span(each)?,
            pace: pace(args)?,
            names: roster::players(&args.words.join(","))?,
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

fn pace(args: &TimerArgs) -> Result<Pace, Refusal> {
    let of = |time: &Option<String>, pace: fn(Duration) -> Pace| -> Result<Option<Pace>, Refusal> {
        let span = time.as_deref().map(parse_span).transpose()?;
        Ok(span.map(pace))
    };
    let given = [
        of(&args.increment, Pace::Fischer)?,
        of(&args.bronstein, Pace::Bronstein)?,
        of(&args.delay, Pace::Delay)?,
        args.sand.then_some(Pace::Sand),
    ];
    Ok(given.into_iter().flatten().next().unwrap_or_default())
}

/// Shows a timer on the screen until it is left by `q` or has ended and a key is pressed; `steered` hears of every key.
pub(super) fn watch(
    screen: &mut Screen,
    timer: &mut Timer,
    clock: &mut dyn Clock,
    bell: &mut bool,
    steered: &mut dyn FnMut(&Timer),
) -> Result<Ended, Problems> {
    // The end is rung three times, so that it is not taken for a warning.
    let mut rings = 0u32;
    loop {
        let now = clock.now();
        let mut mark = timer.tick(now);
        screen.draw(&frame(timer, *bell, screen.size()))?;
        let nap = timer.until_change().unwrap_or(Duration::from_secs(1));
        let nap = if rings > 0 { nap.min(RING) } else { nap };
        let input = screen.read(nap)?;
        let keyed = input.is_some();
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
            Some(Input::Char('b' | 'B') | Input::Back) => {
                rings = 0;
                timer.back(now)
            }
            Some(Input::Char('r' | 'R')) => {
                rings = 0;
                timer.restart(now);
                None
            }
            Some(Input::Char('s' | 'S')) => {
                (*bell, rings) = (!*bell, 0);
                None
            }
            Some(Input::Resized | Input::Resumed) => {
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
        if keyed {
            steered(timer);
        }
        if *bell && mark.is_some_and(Mark::rings) {
            screen.ring()?;
            rings = if mark == Some(Mark::Out) { 2 } else { 0 };
        }
    }
}

const RING: Duration = Duration::from_millis(350);
