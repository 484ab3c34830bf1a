//! A choice that one player makes alone: the screen is handed over, and what only that player may know is offered.

use std::sync::mpsc::Receiver;

use super::cells::{clean, cut, wrap};
use super::entry::{Heard, can_hide, hear};
use super::handover::{pass_to, pass_to_lines, rows_alone, secrets};
use super::layout::with_clock;
use super::lines::{number, numbered};
use super::menu::{self, MenuItem, MenuWay};
use super::out;
use super::screen::{Ended, Input, Line, Look, Screen};
use super::session::Session;
use super::walk::Walk;
use crate::play::choice::Choice;
use crate::play::table::Failure;
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

/// What somebody chooses alone.
#[derive(Clone, Debug)]
pub(super) struct AloneAsk {
    /// Who; none for whoever runs the table, who may look all the time.
    pub seat: Option<usize>,
    /// The part of a form that phones answer as well; none for a move, or for what is asked for at this screen alone.
    pub part: Option<usize>,
    /// The text so far.
    pub start: String,
}

impl AloneAsk {
    fn begin(&self) -> Walk {
        match self.start.as_str() {
            "" => Walk::default(),
            start => Walk::from(start.to_owned()),
        }
    }

    /// Whose name stands above.
    fn name(&self, session: &Session) -> String {
        let seats: Vec<usize> = self.seat.into_iter().collect();
        session.table.names(&seats).concat()
    }

    /// What is only for the eyes of whoever chooses, and the question.
    fn shown(&self, session: &Session, w: usize) -> Vec<String> {
        let own = |seat| rows_alone(&secrets(&session.table), seat, w);
        let mut shown = self.seat.map(own).unwrap_or_default();
        let shared = session.table.shared().zip(self.part);
        shown.extend(shared.map(|(s, part)| s.form.parts[part].ask.to_string()));
        shown
    }

    /// The ways to go on, and whether the text may end here.
    fn ways(&self, session: &Session, walk: &mut Walk) -> (Vec<MenuItem>, Vec<Option<Choice>>) {
        let look = |so_far: &str| session.alone_choices(self, so_far);
        walk.settle(look);
        let done = walk.whole.then(|| {
            let item = MenuItem::new(say!("that is all").to_string(), "");
            (item, None)
        });
        let choices = look(walk.text()).into_iter();
        let choices = choices.map(|c| (item(session, &c), Some(c)));
        done.into_iter().chain(choices).unzip()
    }

    /// Goes on; the text, once it is whole.
    fn take(walk: &mut Walk, choice: Option<&Choice>) -> Option<String> {
        let whole = match choice {
            None => true,
            Some(choice) => {
                walk.go(choice);
                choice.ends && !choice.more
            }
        };
        whole.then(|| walk.text().to_owned())
    }
}

/// Hands the screen to a seat and lets it choose, from a text on.
pub(super) fn choose(
    screen: &mut Screen,
    session: &mut Session,
    ask: &AloneAsk,
) -> Result<ChosenAlone, Failure> {
    // Nothing is shown that the log could not tell of.
    if let Some(seat) = ask.seat {
        session.table.look(&[seat])?;
        if pass_to(screen, &ask.name(session))? == Ended::Stopped {
            return Ok(ChosenAlone::Stopped);
        }
    }
    let chosen = walk(screen, session, ask);
    screen.wipe()?;
    chosen
}

fn walk(
    screen: &mut Screen,
    session: &mut Session,
    ask: &AloneAsk,
) -> Result<ChosenAlone, Failure> {
    let begin = || ask.begin();
    let (start, name) = (ask.start.as_str(), ask.name(session));
    let (mut walk, mut at) = (begin(), 0usize);
    screen.keep_secret();
    screen.wipe()?;
    loop {
        if let Some((_, true)) = session.tick_clock() {
            screen.ring()?;
        }
        let (items, choices) = ask.ways(session, &mut walk);
        at = at.min(items.len().saturating_sub(1));
        let (w, h) = screen.size();
        let size = (usize::from(w), usize::from(h));
        screen.draw(&page(session, ask, walk.text(), &items, at, size))?;
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
                if ask.seat.is_some() && pass_to(screen, &name)? == Ended::Stopped {
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
                if let Some(text) = AloneAsk::take(&mut walk, choice.as_ref()) {
                    return Ok(ChosenAlone::Text(text));
                }
            }
            _ => {}
        }
    }
}

/// How wide a page is line by line.
const PAGE: usize = 78;

/// The same line by line, by numbers or words that are not seen while they are typed.
pub(super) fn choose_lines(
    session: &mut Session,
    ask: &AloneAsk,
    input: &Receiver<String>,
) -> Result<ChosenAlone, Failure> {
    can_hide()?;
    if let Some(seat) = ask.seat {
        session.table.look(&[seat])?;
    }
    let (start, name) = (ask.start.as_str(), ask.name(session));
    let mut screen = Screen::take()?;
    if ask.seat.is_some() && pass_to_lines(&mut screen, &name, input)? == Ended::Stopped {
        return Ok(ChosenAlone::Stopped);
    }
    let mut walk = ask.begin();
    let chosen = loop {
        let (items, choices) = ask.ways(session, &mut walk);
        for line in ask.shown(session, PAGE).iter().chain(&numbered(&items)) {
            out::line(line)?;
        }
        let keys = say!("a number chooses; what you type is not shown; an empty line goes back");
        out::line(&keys.to_string())?;
        let line = match hear(&mut screen, input)? {
            Heard::Line(line) => line,
            Heard::Resumed => {
                walk = ask.begin();
                if ask.seat.is_some() && pass_to_lines(&mut screen, &name, input)? == Ended::Stopped
                {
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
        let named = |c: &Option<Choice>| c.as_ref().is_some_and(|c| c.text == line);
        let meant = meant.or_else(|| choices.iter().position(named));
        let Some(choice) = meant.and_then(|at| choices.get(at)) else {
            continue;
        };
        if let Some(text) = AloneAsk::take(&mut walk, choice.as_ref()) {
            break ChosenAlone::Text(text);
        }
    };
    screen.wipe()?;
    Ok(chosen)
}

fn item(session: &Session, choice: &Choice) -> MenuItem {
    // On places of the board nobody walks here: the board is not on this page.
    MenuItem::new(choice.label.to_string(), session.in_words(&choice.text))
}

fn page(
    session: &Session,
    ask: &AloneAsk,
    so_far: &str,
    items: &[MenuItem],
    at: usize,
    (w, h): (usize, usize),
) -> Vec<Line> {
    let name = cut(&clean(&ask.name(session)), w);
    let mut lines = vec![match session.clock_line() {
        Some(clock) => with_clock(&name, &clock, w),
        None => Line::new(name, Look::Strong),
    }];
    let shown = ask.shown(session, w);
    lines.extend(shown.iter().flat_map(|l| wrap(l, w)).map(Line::from));
    // The menu needs some rows whatever else there is.
    lines.truncate(h.saturating_sub(5).max(1));
    lines.push(Line::default());
    let so_far = session.in_words(so_far);
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
