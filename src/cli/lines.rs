//! The guided table line by line, without any control of the cursor: for a voice that reads it out, and for pipes. The same
//! choices as on the whole screen, numbered; whatever can be typed there can be typed here.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::alone::{AloneAsk, ChosenAlone, choose_lines};
use super::ask;
use super::cells::{clean, width};
use super::desk::{Desk, Taken};
use super::door;
use super::entry::{Answer, ask_lines};
use super::handover::{self, hand_over_lines};
use super::menu::{self, MenuItem};
use super::phoned::PhoneNews;
use super::play::greeting;
use super::screen::{Ended, leave, on_a_terminal};
use super::session::{Reply, Session};
use super::timer::tell_all;
use super::{CommandResult, out, paint, table_args};
use crate::diag::{Problem, Problems};
use crate::play::rules::{Asked, Refusal};
use crate::play::table::Failure;
use crate::play::view::Viewer;
use crate::say;

/// Plays line by line, until the input ends or somebody leaves.
pub(super) fn play(session: &mut Session, input: Receiver<String>) -> Result<(), Failure> {
    let mut lines = PlainTable {
        desk: Desk::default(),
        input,
        typed: io::stdin().is_terminal(),
        asked: Vec::new(),
        session,
    };
    lines.begin()?;
    let ended = lines.run();
    session.keep_clock(false)?;
    ended
}

struct PlainTable<'a> {
    session: &'a mut Session,
    desk: Desk,
    input: Receiver<String>,
    /// Whether somebody types the lines.
    typed: bool,
    /// What was asked for last.
    asked: Vec<String>,
}

impl PlainTable<'_> {
    fn begin(&mut self) -> Result<(), Failure> {
        said(&[table_args::headline(&self.session.table)])?;
        said(&greeting(&self.session.table))?;
        paint::print(&self.session.table.view(Viewer::Public))?;
        if !self.session.freshly_dealt().is_empty() {
            said(&[
                say!("hidden cards were dealt: `/hands` shows them, one player at a time")
                    .to_string(),
            ])?;
        }
        self.desk.begin(self.session);
        said(&self.session.clock_told())?;
        self.asked = self.session.prompt();
        said(&self.asked)?;
        Ok(self.menu(false)?)
    }

    fn run(&mut self) -> Result<(), Failure> {
        loop {
            if self.typed {
                let asked: String = self
                    .asked
                    .iter()
                    .map(|l| format!("{}\n", clean(l)))
                    .collect();
                // Whoever cannot be asked hears nothing, either.
                let _ = ask::pose("> ", &format!("{asked}> "));
            }
            let heard = self.hear();
            ask::answered();
            let Some(line) = heard? else {
                return Ok(());
            };
            let taken = self.take(line.trim());
            let reply = match taken {
                Taken::Reply(Reply::Quit) => return Ok(()),
                Taken::Reply(reply) => reply,
                Taken::Open => {
                    self.menu(false)?;
                    continue;
                }
                Taken::Alone(ask) => self.alone(ask)?,
                Taken::Ask(asked) => Reply::Ask(asked),
            };
            self.answer(reply)?;
        }
    }

    /// The next line; marks of the clock are told while it is waited for.
    fn hear(&mut self) -> Result<Option<String>, Failure> {
        loop {
            let nap = self.session.nap();
            let heard = self
                .input
                .recv_timeout(nap.unwrap_or(Duration::from_secs(3600)));
            if let Some((mark, rings)) = self.session.tick_clock() {
                let bell = rings && io::stdout().is_terminal();
                let bell = if bell { "\u{7}" } else { "" };
                if let Some(told) = self.session.clock_mark(mark) {
                    out::line(&format!("{told}{bell}"))?;
                }
            }
            self.news()?;
            match heard {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Tells what has happened at the phones.
    fn news(&mut self) -> Result<(), Failure> {
        match self.session.phone_news() {
            Ok(PhoneNews::None) => {}
            Ok(PhoneNews::Beside(told)) => {
                said(&told)?;
                let waits = self.session.prompt();
                if waits != self.asked {
                    said(&waits)?;
                    self.asked = waits;
                }
            }
            Ok(PhoneNews::Moved(told)) => {
                said(&told)?;
                self.next(&told)?;
            }
            Err(failure) => out::problems(&failure.into()),
        }
        Ok(())
    }

    /// A number of the menu, words of a text that was begun by it, or a line.
    fn take(&mut self, line: &str) -> Taken {
        let picks = self.desk.picks(self.session);
        let items: Vec<MenuItem> = picks.iter().map(|(item, _)| item.clone()).collect();
        let numbers = menu::numbers(&items);
        let at = numbers.iter().position(|n| Some(*n) == number(line));
        if let Some((_, pick)) = at.and_then(|at| picks.into_iter().nth(at)) {
            return self.desk.take(self.session, pick);
        }
        let walked = !self.desk.walk.text().is_empty();
        let back = self
            .session
            .order(line)
            .is_some_and(|(word, _)| word == "back");
        if back && walked {
            self.desk.back(self.session);
            return Taken::Open;
        }
        match walked || self.session.attended {
            true if !line.is_empty() => self.desk.hear(self.session, line),
            _ => Taken::Reply(self.session.obey(line)),
        }
    }

    fn answer(&mut self, reply: Reply) -> Result<(), Failure> {
        match reply {
            Reply::Quit => {}
            Reply::Said(lines) => {
                said(&lines)?;
                self.next(&lines)?;
            }
            Reply::Refused(problems) => out::problems(&problems),
            Reply::Show => {
                said(&table_args::notices(&self.session.table))?;
                paint::print(&self.session.table.view(Viewer::Public))?;
                self.desk.begin(self.session);
                said(&self.session.clock_told())?;
                said(&self.session.prompt())?;
                self.menu(true)?;
            }
            Reply::Hands(seats) => self.hands(&seats)?,
            Reply::Ask(asked) => self.ask(&asked)?,
            Reply::Page(lines) => said(&lines)?,
            Reply::Clock => self.clock()?,
            Reply::Door => {
                if let Some(hub) = self.session.table.hub() {
                    said(&door::told(hub))?;
                }
            }
            Reply::Again => self.again()?,
        }
        Ok(())
    }

    /// What to do next, whose time runs unless that was just told, and what can be chosen.
    fn next(&mut self, told: &[String]) -> Result<(), Failure> {
        self.desk.begin(self.session);
        let clock = self.session.clock_told().into_iter().take(1);
        let clock = clock.filter(|c| self.session.answered() == 0 && !told.contains(c));
        said(&Vec::from_iter(clock))?;
        self.asked = self.session.prompt();
        let first = self.session.answered().min(1);
        said(&self.asked[first.min(self.asked.len())..])?;
        Ok(self.menu(false)?)
    }

    /// What can be chosen, each with its number. Where nobody types, only those see it who ask for the table.
    fn menu(&self, asked: bool) -> CommandResult {
        let so_far = self.session.in_words(self.desk.walk.text());
        if !so_far.is_empty() {
            out::line(&say!("so far: {}", so_far).to_string())?;
        }
        if !self.typed && !asked && so_far.is_empty() {
            return Ok(());
        }
        said(&numbered(&self.desk.items(self.session)))
    }

    /// The clock alone: a bank is told and goes on beside the moves, anything else runs until it is over.
    fn clock(&mut self) -> Result<(), Failure> {
        if self.session.has_bank() {
            return Ok(said(&self.session.clock_told())?);
        }
        let title = self.session.clock_title();
        if !title.is_empty() {
            out::line(&title)?;
        }
        let input = &self.input;
        if let Some((timer, clock, bell)) = self.session.clock_parts() {
            tell_all(timer, clock, bell, input, true)?;
        }
        self.session.clock = None;
        Ok(())
    }

    /// The same game once more.
    fn again(&mut self) -> Result<(), Failure> {
        match self.session.again() {
            Ok(()) => self.begin(),
            Err(failure) => {
                out::problems(&failure.into());
                Ok(())
            }
        }
    }

    /// Asks one player alone: unseen on a terminal; a script answers by its next line.
    fn ask(&mut self, asked: &Asked) -> Result<(), Failure> {
        let mut happened = Vec::new();
        let name = self.session.table.names(&[asked.seat]).concat();
        let session = &mut *self.session;
        let mut attempt = |answer: &str| {
            happened = session.answer_alone(asked, answer)?;
            Ok(())
        };
        if on_a_terminal() {
            match ask_lines(asked, &name, &self.input, &mut attempt) {
                Ok(Answer::Stopped) => return Ok(leave(Ended::Stopped)?),
                Ok(Answer::Taken | Answer::Left) => {}
                Err(failure) => out::problems(&failure.into()),
            }
        } else if let Ok(line) = self.input.recv()
            && let Err(failure) = attempt(line.trim())
        {
            out::problems(&failure.into());
        }
        said(&happened)?;
        self.next(&happened)
    }

    /// One player goes on alone, with what only they may know.
    fn alone(&mut self, mut ask: AloneAsk) -> Result<Reply, Failure> {
        if !on_a_terminal() {
            // A script answers by its next line, and is shown nothing.
            return Ok(match (ask.part, self.input.recv()) {
                (Some(_), Ok(line)) => self.session.take_alone(&ask, line.trim()),
                _ => Reply::Refused(only_on_a_terminal()),
            });
        }
        if self.session.asks().is_some() {
            return Ok(self.session.obey(""));
        }
        if let Some(lacking) = self.session.so_far().filter(|_| ask.start.is_empty()) {
            ask.start = lacking;
        }
        Ok(match choose_lines(self.session, &ask, &self.input) {
            Ok(ChosenAlone::Text(text)) => self.session.take_alone(&ask, &text),
            Ok(ChosenAlone::Nothing) => Reply::Said(Vec::new()),
            Ok(ChosenAlone::Stopped) => {
                leave(Ended::Stopped)?;
                Reply::Quit
            }
            Err(failure) => Reply::Refused(failure.into()),
        })
    }

    /// Secrets never go down a pipe, nor among the lines that stay on the terminal.
    fn hands(&mut self, seats: &[usize]) -> Result<(), Failure> {
        if !on_a_terminal() {
            out::problems(&only_on_a_terminal());
            return Ok(());
        }
        if let Err(failure) = self.session.table.look(seats) {
            out::problems(&failure.into());
            return Ok(());
        }
        let all = handover::secrets(&self.session.table);
        let ended = hand_over_lines(&all, seats, &self.input)?;
        Ok(leave(ended)?)
    }
}

fn only_on_a_terminal() -> Problems {
    let refusal = Refusal::words(say!("hidden cards are shown on a terminal only"));
    let hint = say!("`kitpress show --seat NAME --reveal` prints what one player may see");
    Problem::from(refusal.hint(hint)).into()
}

fn said(lines: &[String]) -> CommandResult {
    table_args::lines(lines)
}

/// A number, in the digits of either language.
pub(super) fn number(line: &str) -> Option<usize> {
    let digit = |c: char| match c {
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32),
        c => Some(c).filter(char::is_ascii_digit),
    };
    let digits: Option<String> = line.chars().map(digit).collect();
    digits.filter(|d| d.len() <= 3)?.parse().ok()
}

/// The items with their numbers: a line each while they are few, several a line where there are many.
pub(super) fn numbered(items: &[MenuItem]) -> Vec<String> {
    const FEW: usize = 12;
    const WIDE: usize = 78;
    let numbers = menu::numbers(items);
    let told = |(item, number): (&MenuItem, usize)| match item.label == number.to_string() {
        true => (number, item.label.clone()),
        false => (number, format!("{number}: {}", item.told())),
    };
    let mut each: Vec<(usize, String)> = items.iter().zip(numbers).map(told).collect();
    each.sort_by_key(|(number, _)| *number);
    let each = each.into_iter().map(|(_, text)| text);
    if items.len() <= FEW {
        return each.map(|text| format!("  {text}")).collect();
    }
    let mut rows: Vec<String> = Vec::new();
    for text in each {
        match rows.last_mut() {
            Some(row) if width(row) + width(&text) + 3 <= WIDE => {
                row.push_str("   ");
                row.push_str(&text);
            }
            _ => rows.push(format!("  {text}")),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_cards_where_cards_are_numbers() {
        let items: Vec<MenuItem> = ["red", "3", "+1", "-1", "circle"]
            .map(|t| MenuItem::new(t, t))
            .to_vec();
        assert_eq!(menu::numbers(&items), [2, 3, 1, 4, 5]);
        assert_eq!(
            numbered(&items),
            ["  1: +1", "  2: red", "  3", "  4: -1", "  5: circle"]
        );
        assert_eq!(number("３"), Some(3));
        assert_eq!(
            (number("-1"), number("2 1"), number("")),
            (None, None, None)
        );
    }

    #[test]
    fn many_stand_side_by_side() {
        let items: Vec<MenuItem> = (0..40)
            .map(|i| MenuItem::new(format!("cell {i}"), ""))
            .collect();
        let rows = numbered(&items);
        assert!(
            rows.len() < 10 && rows.iter().all(|r| width(r) <= 78),
            "{rows:?}"
        );
        assert!(rows.concat().contains("40: cell 39"));
    }
}
