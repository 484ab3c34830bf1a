//! A choice that one player makes alone: the screen is handed over, and what only that player may know is offered.

use std::sync::mpsc::Receiver;

use super::cells::{clean, cut, wrap};
use super::entry::{Heard, can_hide, hear};
use super::handover::{pass_to, pass_to_lines};
use super::layout::with_clock;
use super::lines::{number, numbered};
use super::menu::{self, MenuItem, MenuWay};
use super::screen::{Ended, Input, Line, Look, Screen};
use super::session::Session;
use super::walk::Walk;
use super::{out, table_args};
use crate::play::choice::Choice;
use crate::play::table::Failure;
use crate::play::view::Viewer;
use crate::say;

/// What came of it.
pub(super) enum ChosenAlone {
    /// This text.
    Text(String),
    /// Nothing: the player went back.
    Nothing,
    /// The program is to end.
    Stopped,
}

/// Hands the screen to a seat and lets it choose, from a text on.
pub(super) fn choose(
    screen: &mut Screen,
    session: &mut Session,
    seat: usize,
    start: &str,
) -> Result<ChosenAlone, Failure> {
    // Nothing is shown that the log could not tell of.
    session.table.look(&[seat], table_args::now())?;
    let name = session.table.names(&[seat]).concat();
    if pass_to(screen, &name)? == Ended::Stopped {
        return Ok(ChosenAlone::Stopped);
    }
    let chosen = walk(screen, session, seat, &name, start);
    screen.wipe()?;
    chosen
}

fn walk(
    screen: &mut Screen,
    session: &mut Session,
    seat: usize,
    name: &str,
    start: &str,
) -> Result<ChosenAlone, Failure> {
    let begin = || match start {
        "" => Walk::default(),
        start => Walk::from(start.to_owned()),
    };
    let (mut walk, mut at) = (begin(), 0usize);
    screen.keep_secret();
    screen.wipe()?;
    loop {
        if let Some((_, true)) = session.tick_clock() {
            screen.ring()?;
        }
        let look = |so_far: &str| session.choices(Viewer::Seat(seat), so_far);
        walk.settle(look);
        let choices = look(walk.text());
        let items: Vec<MenuItem> = choices.iter().map(item).collect();
        at = at.min(items.len().saturating_sub(1));
        let (w, h) = screen.size();
        let size = (usize::from(w), usize::from(h));
        screen.draw(&page(session, seat, name, walk.text(), &items, at, size))?;
        let mut go = |way| at = menu::step(&items, at, way, size.0);
        let input = match session.clock_changes() {
            Some(soon) => screen.read(soon)?,
            None => Some(screen.wait()?),
        };
        let Some(input) = input else { continue };
        match input {
            Input::Stop => return Ok(ChosenAlone::Stopped),
            // Whoever stopped the program may not be the one who goes on.
            Input::Resumed => {
                (walk, at) = (begin(), 0);
                if pass_to(screen, name)? == Ended::Stopped {
                    return Ok(ChosenAlone::Stopped);
                }
            }
            Input::Resized => screen.clear()?,
            Input::Up => go(MenuWay::Up),
            Input::Down => go(MenuWay::Down),
            Input::Left => go(MenuWay::Left),
            Input::Right => go(MenuWay::Right),
            Input::Tab => at = menu::cycle(&items, at),
            Input::Back | Input::Escape => {
                at = 0;
                if !walk.back() || walk.text().len() < start.len() {
                    return Ok(ChosenAlone::Nothing);
                }
            }
            Input::Enter => {
                let Some(choice) = choices.get(at) else {
                    return Ok(ChosenAlone::Nothing);
                };
                at = 0;
                walk.go(choice);
                if choice.ends && !choice.more {
                    return Ok(ChosenAlone::Text(walk.text().to_owned()));
                }
            }
            _ => {}
        }
    }
}

/// The same line by line, by numbers or words that are not seen while they are typed.
pub(super) fn choose_lines(
    session: &mut Session,
    seat: usize,
    start: &str,
    input: &Receiver<String>,
) -> Result<ChosenAlone, Failure> {
    can_hide()?;
    session.table.look(&[seat], table_args::now())?;
    let name = session.table.names(&[seat]).concat();
    let mut screen = Screen::take()?;
    if pass_to_lines(&mut screen, &name, input)? == Ended::Stopped {
        return Ok(ChosenAlone::Stopped);
    }
    let begin = || match start {
        "" => Walk::default(),
        start => Walk::from(start.to_owned()),
    };
    let look = |so_far: &str| session.choices(Viewer::Seat(seat), so_far);
    let mut walk = begin();
    let chosen = loop {
        walk.settle(look);
        let choices = look(walk.text());
        let items: Vec<MenuItem> = choices.iter().map(item).collect();
        let secret = session.table.view(Viewer::Seat(seat)).secret;
        for line in secret.iter().chain(&numbered(&items)) {
            out::line(line)?;
        }
        let keys = say!("a number chooses; what you type is not shown; an empty line goes back");
        out::line(&keys.to_string())?;
        let line = match hear(&mut screen, input)? {
            Heard::Line(line) => line,
            Heard::Resumed => {
                walk = begin();
                if pass_to_lines(&mut screen, &name, input)? == Ended::Stopped {
                    break ChosenAlone::Stopped;
                }
                continue;
            }
            Heard::End => break ChosenAlone::Stopped,
        };
        let line = line.trim();
        if line.is_empty() && (!walk.back() || walk.text().len() < start.len()) {
            break ChosenAlone::Nothing;
        }
        let number = number(line);
        let numbers = menu::numbers(&items);
        let meant = numbers.iter().position(|n| Some(*n) == number);
        let meant = meant.or_else(|| choices.iter().position(|c| c.text == line));
        let Some(choice) = meant.and_then(|at| choices.get(at)) else {
            continue;
        };
        walk.go(choice);
        if choice.ends && !choice.more {
            break ChosenAlone::Text(walk.text().to_owned());
        }
    };
    screen.wipe()?;
    Ok(chosen)
}

fn item(choice: &Choice) -> MenuItem {
    // On places of the board nobody walks here: the board is not on this page.
    MenuItem::new(choice.label.to_string(), choice.text.clone())
}

fn page(
    session: &Session,
    seat: usize,
    name: &str,
    so_far: &str,
    items: &[MenuItem],
    at: usize,
    (w, h): (usize, usize),
) -> Vec<Line> {
    let name = cut(&clean(name), w);
    let mut lines = vec![match session.clock_line() {
        Some(clock) => with_clock(&name, &clock, w),
        None => Line::new(name, Look::Strong),
    }];
    let secret = session.table.view(Viewer::Seat(seat)).secret;
    lines.extend(secret.iter().flat_map(|l| wrap(l, w)).map(Line::from));
    // The menu needs some rows whatever else there is.
    lines.truncate(h.saturating_sub(5).max(1));
    lines.push(Line::default());
    lines.push(Line::from(cut(&format!("> {so_far}"), w)));
    let room = h.saturating_sub(lines.len() + 1).max(1);
    match items.is_empty() {
        true => lines.push(
            say!("there is nothing to choose; enter goes back")
                .to_string()
                .into(),
        ),
        false => lines.extend(menu::rows(items, at, w, room)),
    }
    let keys = say!("for your eyes only · arrows choose · enter takes · esc goes back");
    lines.push(Line::new(cut(&keys.to_string(), w), Look::Faint));
    lines
}
