//! The guided table on the whole screen: a menu of what is legal, a line to type instead, and everything that was said.
//!
//! What can be said to a table is [`session`](super::session)'s business, how it is laid out [`layout`](super::layout)'s;
//! here keys become choices and lines, and replies become what is shown.

use std::time::Duration;

use super::alone::{self, AloneAsk, ChosenAlone};
use super::cells::{clean, cut, width, wrap};
use super::desk::{Desk, Pick, Taken};
use super::door;
use super::entry::{Answer, ask_in_turn};
use super::handover::{self, Secret, hand_over};
use super::layout::ScreenContent;
use super::menu::{self, MenuWay};
use super::phoned::PhoneNews;
use super::play::greeting;
use super::screen::{Ended, Input, Line, Look, Screen};
use super::session::{Reply, Session};
use super::{layout, signals};
use crate::diag::Problems;
use crate::play::clock::Clock;
use crate::play::table::Failure;
use crate::say;

/// Plays on the whole screen, until somebody leaves.
pub(super) fn guide(screen: &mut Screen, session: &mut Session) -> Result<Ended, Failure> {
    let mut guide = Guide {
        desk: Desk::new(greeting(&session.table)),
        screen,
        session,
    };
    let ended = guide.run()?;
    session.keep_clock(false)?;
    Ok(ended)
}

struct Guide<'a> {
    screen: &'a mut Screen,
    session: &'a mut Session,
    desk: Desk,
}

/// Whether the table is left, and how.
type Left = Result<Option<Ended>, Failure>;

impl Guide<'_> {
    fn run(&mut self) -> Result<Ended, Failure> {
        if let Some(ended) = self.first_look()? {
            return Ok(ended);
        }
        self.desk.begin(self.session);
        let mut stale = true;
        loop {
            self.tick()?;
            stale |= self.news();
            let (w, h) = self.screen.size();
            let size = (usize::from(w), usize::from(h));
            if stale {
                let content = self.content(size.0);
                let lines = layout::frame(&content, &mut self.desk.scroll, size);
                self.screen.draw(&lines)?;
            }
            let input = match self.session.nap() {
                Some(soon) => self.screen.read(soon)?,
                None => Some(self.screen.wait()?),
            };
            // Where only phones are listened for, nothing is drawn anew.
            stale = input.is_some() || self.session.clock_changes().is_some();
            let Some(input) = input else { continue };
            if let Some(ended) = self.press(input, size.0)? {
                return Ok(ended);
            }
        }
    }

    /// Hidden cards that were dealt are looked at before anything else.
    fn first_look(&mut self) -> Left {
        match self.session.freshly_dealt().as_slice() {
            [] => Ok(None),
            seats => self.hands(seats),
        }
    }

    /// What has happened at the phones lies on the desk at once; whether there is anything.
    fn news(&mut self) -> bool {
        match self.session.phone_news() {
            Ok(PhoneNews::None) => return false,
            Ok(PhoneNews::Beside(told)) if told.is_empty() => {}
            Ok(PhoneNews::Beside(told)) => (self.desk.said, self.desk.refused) = (told, false),
            Ok(PhoneNews::Moved(told)) => {
                self.desk.moved = Some(self.session.time.now());
                (self.desk.said, self.desk.refused) = (told, false);
                self.settle_end();
                self.desk.goes_on(self.session);
            }
            Err(failure) => self.desk.refuse(&failure.into()),
        }
        true
    }

    fn press(&mut self, input: Input, w: usize) -> Left {
        let leaving = std::mem::take(&mut self.desk.leaving);
        match input {
            Input::Stop => return Ok(self.stop(leaving)),
            Input::Resized | Input::Resumed => self.screen.clear()?,
            Input::PageUp => self.desk.scroll.page(false),
            Input::PageDown => self.desk.scroll.page(true),
            Input::Timer => return self.say("/timer"),
            Input::Tab => self.complete(),
            Input::Enter => return self.enter(),
            Input::Escape if !self.desk.editor.is_empty() => self.desk.editor.clear(),
            Input::Escape => drop(self.desk.back(self.session)),
            Input::Back if self.desk.editor.is_empty() => drop(self.desk.back(self.session)),
            Input::Up | Input::Down | Input::Left | Input::Right if self.desk.walks_menu() => {
                let way = match input {
                    Input::Up => MenuWay::Up,
                    Input::Down => MenuWay::Down,
                    Input::Left => MenuWay::Left,
                    _ => MenuWay::Right,
                };
                let items = self.desk.items(self.session);
                self.desk.chosen = menu::step(&items, self.desk.chosen, way, layout::main_width(w));
            }
            key => {
                if self.desk.editor.press(&key) {
                    self.desk.follow_typing(self.session);
                }
            }
        }
        Ok(None)
    }

    /// Ctrl-C: answers are not dropped without a question; a signal is not asked.
    fn stop(&mut self, asked: bool) -> Option<Ended> {
        if asked || signals::ends() || self.session.answered() == 0 {
            return Some(Ended::Stopped);
        }
        let question =
            say!("leave? the answers so far are lost; Ctrl-C again leaves, any other key stays");
        self.desk.said = vec![question.to_string()];
        self.desk.refused = true;
        self.desk.leaving = true;
        None
    }

    /// Writes out what is chosen.
    fn complete(&mut self) {
        if self.desk.editor.is_empty() {
            let items = self.desk.items(self.session);
            self.desk.chosen = menu::cycle(&items, self.desk.chosen);
            return;
        }
        let picks = self.desk.picks(self.session);
        match picks
            .into_iter()
            .nth(self.desk.chosen)
            .map(|(_, pick)| pick)
        {
            Some(Pick::Order(order)) => self.desk.editor.set(&format!("{order} ")),
            Some(Pick::Choice(choice)) if choice.alone.is_none() => {
                self.desk.editor.set(&format!("{} ", choice.text));
            }
            _ => {}
        }
    }

    fn enter(&mut self) -> Left {
        let typed = self.desk.editor.text().trim().to_owned();
        let mut picks = self.desk.picks(self.session);
        let order = typed.starts_with(['/', '／']);
        // An enter that was meant for the last move neither leaves nor begins a new game.
        if typed.is_empty() && (self.just_over() || self.just_moved()) {
            return Ok(None);
        }
        if typed.is_empty() || order && !picks.is_empty() {
            self.desk.editor.take();
            if picks.is_empty() {
                return self.say("");
            }
            let at = self.desk.chosen.min(picks.len() - 1);
            return self.pick(picks.swap_remove(at).1);
        }
        let line = self.desk.editor.take();
        let taken = self.desk.hear(self.session, &line);
        if matches!(taken, Taken::Open) {
            self.desk.said.clear();
        }
        self.taken(taken, &line)
    }

    fn pick(&mut self, pick: Pick) -> Left {
        self.desk.refused = false;
        self.desk.said.clear();
        let taken = self.desk.take(self.session, pick);
        self.taken(taken, "")
    }

    /// What came of a choice or a line.
    fn taken(&mut self, taken: Taken, line: &str) -> Left {
        match taken {
            Taken::Reply(reply) => self.reply(reply, line),
            Taken::Open => Ok(None),
            Taken::Alone(ask) => self.choose_alone(ask),
            Taken::Ask(asked) => self.reply(Reply::Ask(asked), ""),
        }
    }

    /// Whether a phone has moved just now, so that an enter was meant for what was there before.
    fn just_moved(&mut self) -> bool {
        let now = self.session.time.now();
        let moved = self.desk.moved;
        moved.is_some_and(|at| now.saturating_sub(at) < Duration::from_millis(400))
    }

    /// Whether the game has ended just now.
    fn just_over(&mut self) -> bool {
        let now = self.session.time.now();
        let ended = self.desk.ended;
        ended.is_some_and(|at| now.saturating_sub(at) < Duration::from_millis(1500))
    }

    /// Hands the screen to a player who has to choose unseen.
    fn choose_alone(&mut self, mut ask: AloneAsk) -> Left {
        if self.session.asks().is_some() {
            return self.say("");
        }
        if let Some(lacking) = self.session.so_far().filter(|_| ask.start.is_empty()) {
            ask.start = lacking;
        }
        let chosen = match alone::choose(self.screen, self.session, &ask) {
            Ok(chosen) => chosen,
            Err(failure) => {
                self.desk.refuse(&failure.into());
                return Ok(None);
            }
        };
        match chosen {
            ChosenAlone::Stopped => Ok(Some(Ended::Stopped)),
            ChosenAlone::Nothing => Ok(None),
            ChosenAlone::Text(text) => {
                let reply = self.session.take_alone(&ask, &text);
                self.reply(reply, "")
            }
        }
    }

    /// Says a line to the table.
    fn say(&mut self, line: &str) -> Left {
        let reply = self.session.obey(line);
        self.reply(reply, line)
    }

    /// Shows what came of it; gives back how the game was left, if it was.
    fn reply(&mut self, reply: Reply, line: &str) -> Left {
        self.desk.refused = false;
        self.desk.said.clear();
        let mut ended = None;
        let mut stays = false;
        match reply {
            Reply::Quit => return Ok(Some(Ended::Done)),
            Reply::Show => {}
            Reply::Said(lines) => self.desk.said = lines,
            Reply::Refused(problems) => {
                self.desk.refuse(&problems);
                let asked = self.desk.asked;
                // To be put right, not typed again; but one player's text never becomes another's.
                if self.session.open() == asked {
                    self.desk.editor.refuse(line);
                    stays = true;
                }
            }
            Reply::Hands(seats) => ended = self.hands(&seats)?,
            Reply::Ask(asked) => {
                let name = self.session.table.names(&[asked.seat]).concat();
                let (session, desk) = (&mut *self.session, &mut self.desk);
                let mut attempt = |answer: &str| {
                    desk.said = session.answer_alone(&asked, answer)?;
                    Ok(())
                };
                if ask_in_turn(self.screen, &asked, &name, &mut attempt)? == Answer::Stopped {
                    ended = Some(Ended::Stopped);
                }
            }
            Reply::Page(lines) => {
                let rows = |w: usize| -> Vec<Line> {
                    let rows = lines.iter().flat_map(|l| wrap(l, w));
                    rows.map(Line::from).collect()
                };
                let shown = page(self.screen, &rows)?;
                ended = (shown == Ended::Stopped).then_some(shown);
            }
            Reply::Clock => {
                let shown = self.session.watch_clock(self.screen)?;
                ended = (shown == Ended::Stopped).then_some(shown);
            }
            Reply::Door => {
                if let Some(hub) = self.session.table.hub().cloned() {
                    let left = door::show(self.screen, &hub)?;
                    ended = (left == Ended::Stopped).then_some(left);
                }
            }
            Reply::Again => ended = self.again()?,
        }
        self.settle_end();
        match stays {
            true => self.desk.goes_on(self.session),
            false => self.desk.begin(self.session),
        }
        Ok(ended)
    }

    /// Remembers since when the game is over.
    fn settle_end(&mut self) {
        let now = self.session.time.now();
        self.desk.ended = match self.session.table.outcome() {
            Some(_) => self.desk.ended.or(Some(now)),
            None => None,
        };
    }

    /// The same game once more, at a table of its own.
    fn again(&mut self) -> Left {
        match self.session.again() {
            Ok(()) => {
                self.desk = Desk::new(greeting(&self.session.table));
                self.first_look()
            }
            Err(failure) => {
                self.desk.refuse(&failure.into());
                Ok(None)
            }
        }
    }

    /// Hands the screen round; what the log cannot tell is not shown.
    fn hands(&mut self, seats: &[usize]) -> Left {
        if let Err(failure) = self.session.table.look(seats) {
            self.desk.refuse(&failure.into());
            return Ok(None);
        }
        let all: Vec<Secret> = handover::secrets(&self.session.table);
        let ended = hand_over(self.screen, &all, seats)?;
        Ok((ended == Ended::Stopped).then_some(ended))
    }

    /// Lets the clock run on.
    fn tick(&mut self) -> Result<(), Failure> {
        if let Some((_, true)) = self.session.tick_clock() {
            self.screen.ring()?;
        }
        Ok(())
    }

    // ---- what is shown ----

    fn content(&self, w: usize) -> ScreenContent {
        let (session, desk) = (&*self.session, &self.desk);
        let mut content = desk.content(session, w);
        let seats = session.table.seats();
        for text in content
            .said
            .iter_mut()
            .chain(&mut content.need)
            .chain(&mut content.log)
        {
            *text = shorten(&clean(text), seats);
        }
        let prose = content.board.iter_mut().filter(|_| content.prose);
        for line in content.info.iter_mut().chain(prose) {
            shorten_line(line, seats);
        }
        for item in &mut content.items {
            item.label = shorten(&clean(&item.label), seats);
        }
        content
    }
}

/// Shows lines, made for the width there is, on a screen of their own, until a key that does not scroll.
pub(super) fn page(
    screen: &mut Screen,
    lines: &dyn Fn(usize) -> Vec<Line>,
) -> Result<Ended, Problems> {
    let mut scroll = 0usize;
    loop {
        let (w, h) = screen.size();
        let (w, room) = (usize::from(w), usize::from(h).saturating_sub(2).max(1));
        let rows = lines(w);
        scroll = scroll.min(rows.len().saturating_sub(room));
        let mut shown: Vec<Line> = rows.iter().skip(scroll).take(room).cloned().collect();
        shown.resize(room + 1, Line::default());
        let keys = match rows.len() > room {
            true => say!("up and down show more · any other key goes back"),
            false => say!("any key goes back"),
        };
        shown.push(Line::new(cut(&keys.to_string(), w), Look::Faint));
        screen.draw(&shown)?;
        match screen.wait()? {
            Input::Stop => return Ok(Ended::Stopped),
            Input::Resized | Input::Resumed => screen.clear()?,
            Input::Up => scroll = scroll.saturating_sub(1),
            Input::Down => scroll += 1,
            Input::PageUp => scroll = scroll.saturating_sub(room),
            Input::PageDown => scroll += room,
            Input::Home => scroll = 0,
            Input::End => scroll = usize::MAX - room,
            _ => return Ok(Ended::Done),
        }
    }
}

/// The longest that a name gets on the screen.
const NAME: usize = 24;

/// A text with the longest names cut, so that a name of a thousand letters leaves room for the rest.
fn shorten(text: &str, seats: &[String]) -> String {
    let long = seats.iter().filter(|s| width(s) > NAME);
    long.fold(text.to_owned(), |text, name| {
        text.replace(name.as_str(), &cut(name, NAME))
    })
}

/// The same with colours, which stay where their words are.
fn shorten_line(line: &mut Line, seats: &[String]) {
    line.text = clean(&line.text);
    for name in seats.iter().filter(|s| width(s) > NAME) {
        let short = cut(name, NAME);
        let (long, less) = (width(name), width(name) - width(&short));
        while let Some(at) = line.text.find(name.as_str()) {
            let (from, until) = (width(&line.text[..at]), width(&line.text[..at]) + long);
            line.text.replace_range(at..at + name.len(), &short);
            for part in &mut line.parts {
                if part.from >= until {
                    part.from -= less;
                } else if part.from <= from && part.from + part.wide >= until {
                    part.wide -= less;
                }
            }
        }
    }
}
