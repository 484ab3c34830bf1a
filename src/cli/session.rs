//! What can be said to a table that is being played, and how it is answered; the same on a screen and line by line.
//!
//! Nothing secret is answered here: whoever wants to see a hand gets [`Reply::Hands`], and the shell hands the screen
//! over. What is offered in the open is what everybody may know.

use super::again;
use super::answers::Answers;
use super::ask::is_yes;
use super::beside::PlayedTable;
use super::corner::CornerClock;
use super::table_args;
use super::verbs::verbs;
use crate::diag::{Problem, Problems, list};
use crate::play::clock::SystemClock;
use crate::play::history::{Act, Entry};
use crate::play::rules::{Asked, Effect, Fault, Refusal};
use crate::play::seats;
use crate::play::table::Failure;
use crate::play::view::Viewer;
use crate::say;
use crate::say::Say;

/// What the shell is to do.
pub(super) enum Reply {
    /// Tell this.
    Said(Vec<String>),
    /// Tell why not; nothing has changed.
    Refused(Problems),
    /// Show the table.
    Show,
    /// Show these seats what only they may see.
    Hands(Vec<usize>),
    /// Ask this seat alone.
    Ask(Asked),
    /// Show this, which may be long.
    Page(Vec<String>),
    /// Show the clock.
    Clock,
    /// Show the way in for phones.
    Door,
    /// The same game once more.
    Again,
    /// Leave.
    Quit,
}

/// A table that is being played.
pub(super) struct Session {
    /// The table.
    pub table: PlayedTable,
    /// How much of its log was told.
    told: usize,
    /// Whether people sit at the terminal and can be asked back.
    pub(super) attended: bool,
    /// What was answered so far to the questions of a long move.
    pub(super) answers: Answers,
    /// A move that shows what was hidden, until somebody says that it is meant; and what it shows.
    pub(super) doubtful: Option<(String, Say)>,
    /// Whether all answers are in and are looked over before the move is made.
    pub(super) review: bool,
    /// The clock beside the table.
    pub(super) clock: Option<CornerClock>,
    /// The time that it goes by.
    pub(super) time: SystemClock,
}

impl Session {
    /// A table that is being played; `attended` when people can be asked back, unlike a script.
    pub(super) fn new(table: impl Into<PlayedTable>, attended: bool) -> Self {
        let table = table.into();
        let mut session = Self {
            told: table.log().len(),
            table,
            attended,
            answers: Answers::default(),
            doubtful: None,
            review: false,
            clock: None,
            time: SystemClock::default(),
        };
        session.resume_clock();
        session
    }

    /// Does what a line says. What could not be done leaves everything as it was, so that it can be tried again.
    pub(super) fn obey(&mut self, line: &str) -> Reply {
        self.answered_by(|session| session.try_to(line.trim()))
    }

    pub(super) fn answered_by(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<Reply, Failure>,
    ) -> Reply {
        let answered = self.answers.clone();
        match act(self) {
            Ok(reply) => reply,
            Err(Failure::Refused(refusal)) => {
                let lacking = self.answers.blame(&refusal);
                self.review &= self.answers.all().is_some();
                match lacking {
                    true => Reply::Said(question(&refusal)),
                    false => Reply::Refused(Problem::from(refusal).into()),
                }
            }
            Err(Failure::Failed(problems)) => {
                self.answers = answered;
                Reply::Refused(problems)
            }
        }
    }

    /// The same game once more, at a table of its own.
    pub(super) fn again(&mut self) -> Result<(), Failure> {
        let table = self.table.go_on_with(again::make(&self.table, None)?)?;
        let mut next = Self::new(table, self.attended);
        next.clock_again(self);
        *self = next;
        Ok(())
    }

    fn try_to(&mut self, line: &str) -> Result<Reply, Failure> {
        if let Some((meant, shows)) = self.doubtful.take() {
            return self.decided(meant, shows, line);
        }
        if self.review && (self.order(line).is_none() || self.part_called(line).is_some()) {
            return self.reviewed(line);
        }
        if line.is_empty() {
            let due = self.asks().filter(|_| self.attended);
            return Ok(due.map_or(Reply::Show, Reply::Ask));
        }
        match (self.form(), self.order(line)) {
            (Some(form), own) if !is_for_the_table(line, own) => self.answer(&form, line, own),
            (_, Some((word, rest))) => self.obey_order(word, rest),
            (_, None) => self.act(line),
        }
    }

    /// Makes the doubtful move, or does not.
    fn decided(&mut self, meant: String, shows: Say, line: &str) -> Result<Reply, Failure> {
        if !is_yes(line) {
            return Ok(Reply::Said(vec![say!("nothing was done").to_string()]));
        }
        let made = self.make(&meant);
        if matches!(made, Err(Failure::Failed(_))) {
            self.doubtful = Some((meant, shows));
        }
        made
    }

    /// What to do next, and the question that is open, in the words that journals keep.
    pub(super) fn questions(&self) -> Vec<String> {
        let mut lines = vec![table_args::standing(&self.table, Viewer::Public)];
        lines.extend(table_args::closing(&self.table));
        if let Some((_, shows)) = &self.doubtful {
            lines.push(say!("{}. Is that meant? y/n", shows).to_string());
        } else if let (true, Some(form)) = (self.review, self.form()) {
            let answers: Vec<String> = self
                .shown_answers(&form)
                .into_iter()
                .map(|(_, text)| text)
                .collect();
            lines.push(
                say!(
                    "{}: is everything right? y/n, or a name to change",
                    answers.join(", ")
                )
                .to_string(),
            );
        } else if let Some(shared) = self.table.shared() {
            lines.extend(self.waiting(shared));
        } else if let Some(asked) = self.asks().filter(|_| self.attended) {
            let name = self.table.names(&[asked.seat]).concat();
            lines.push(say!("enter hands the screen to {}", name).to_string());
        } else if let Some(form) = self.form() {
            let at = self.answers.open(&form);
            let count = format!("{}/{}", at + 1, form.parts.len());
            lines.push(
                match self.answers.open_said(at) {
                    Some(said) => say!(
                        "({}) {}, so far `{}`",
                        count,
                        self.part_named(&form.parts[at]),
                        said
                    ),
                    None => say!("({}) {}", count, form.parts[at].ask),
                }
                .to_string(),
            );
        }
        lines
    }

    pub(super) fn obey_order(&mut self, word: &str, rest: &str) -> Result<Reply, Failure> {
        match word {
            "back" => {
                self.back();
                Ok(Reply::Said(Vec::new()))
            }
            "again" if self.table.outcome().is_some() => Ok(Reply::Again),
            "again" => {
                let what = say!("this game is not over yet");
                Err(Refusal::new(Fault::Time, what).into())
            }
            "show" => Ok(Reply::Show),
            "hands" => Ok(self.hands(rest)?),
            "timer" => self.timer_order(rest),
            "undo" => self.undo(rest),
            "log" => Ok(Reply::Page(self.log())),
            "phones" => Ok(Reply::Door),
            "free" => self.free(rest),
            "quit" => Ok(Reply::Quit),
            _ => Ok(Reply::Page(self.help())),
        }
    }

    /// Makes a move; a verb may be cut short as long as only one begins so.
    pub(super) fn act(&mut self, line: &str) -> Result<Reply, Failure> {
        self.act_by(line, None)
    }

    /// Makes a move that a seat has chosen alone.
    pub(super) fn act_by(&mut self, line: &str, seat: Option<usize>) -> Result<Reply, Failure> {
        let line = self.spelled_out(line)?;
        if let Some(asked) = self.table.asks(&line) {
            return Ok(Reply::Ask(asked));
        }
        if self.attended {
            if let Some(unsaid) = self.table.unsaid(None, &line) {
                return Err(unsaid.whole().into());
            }
            if let Some(shows) = self.table.unveils(&line) {
                self.doubtful = Some((line, shows));
                return Ok(Reply::Said(Vec::new()));
            }
        }
        // A move that was typed whole is put right as a whole.
        self.make_by(&line, seat).map_err(|failure| match failure {
            Failure::Refused(refusal) => refusal.whole().into(),
            failed => failed,
        })
    }

    pub(super) fn make(&mut self, line: &str) -> Result<Reply, Failure> {
        self.make_by(line, None)
    }

    fn make_by(&mut self, line: &str, seat: Option<usize>) -> Result<Reply, Failure> {
        match seat {
            Some(seat) => self.table.act_alone(seat, line)?,
            None => self.table.act(line)?,
        }
        self.answers.clear();
        self.review = false;
        Ok(Reply::Said(self.after(false)))
    }

    /// Makes the move that a seat's answer completes.
    pub(super) fn answer_alone(
        &mut self,
        asked: &Asked,
        answer: &str,
    ) -> Result<Vec<String>, Failure> {
        match self.shared_part(asked.seat) {
            Some(_) => self.table.answer(Some(asked.seat), answer)?,
            None => self.table.act_alone(asked.seat, &asked.fill(answer))?,
        }
        self.answers.clear();
        Ok(self.after(false))
    }

    /// Whether a line is a legal move as it stands.
    pub(super) fn means_move(&self, line: &str) -> bool {
        let whole = self.spelled_out(line);
        whole.is_ok_and(|l| self.table.allows(&l))
    }

    fn spelled_out(&self, line: &str) -> Result<String, Refusal> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let verbs = verbs(&self.table.view(Viewer::Public));
        let is_name = seats::find(self.table.seats(), first).is_ok();
        if is_name || verbs.iter().any(|v| v == first) {
            return Ok(line.to_owned());
        }
        let short = first.to_lowercase();
        let fitting: Vec<&String> = verbs.iter().filter(|v| v.starts_with(&short)).collect();
        match fitting.as_slice() {
            [] => Ok(line.to_owned()),
            [verb] => {
                let whole = format!("{verb} {rest}").trim_end().to_owned();
                // What cannot be unseen is not begun by a slip of the finger.
                if short.chars().count() == 1 && self.table.unveils(&whole).is_some() {
                    let what = say!("`{}` could be {}", first, list([verb.as_str()]));
                    let hint = say!("it shows what is hidden, so write the word out");
                    return Err(Refusal::words(what).hint(hint));
                }
                Ok(whole)
            }
            many => {
                let what = say!(
                    "`{}` could be {}",
                    first,
                    list(many.iter().map(|v| v.as_str()))
                );
                Err(Refusal::words(what))
            }
        }
    }

    fn undo(&mut self, rest: &str) -> Result<Reply, Failure> {
        if rest.is_empty() && self.back() {
            return Ok(Reply::Said(Vec::new()));
        }
        let agreed = match rest.trim_start_matches('-') {
            "" => false,
            "all-agree" => true,
            _ => {
                let refusal = Refusal::words(say!("`{}` is one word too many", rest));
                return Err(refusal.hint(say!("`undo`, or `undo all-agree`")).into());
            }
        };
        self.answers.clear();
        self.review = false;
        self.table.undo(agreed)?;
        Ok(Reply::Said(self.after(true)))
    }

    /// What a move, or one taken back, brought; the clock follows.
    pub(super) fn after(&mut self, back: bool) -> Vec<String> {
        let mut said = self.happened();
        said.extend(self.follow_turn(back));
        said
    }

    /// What has happened since it was last told, as everybody may hear it.
    pub(super) fn happened(&mut self) -> Vec<String> {
        let log = self.table.log();
        let news = &log[self.told.min(log.len())..];
        let mut said = Vec::new();
        for entry in news {
            if matches!(entry.act, Some(Act::Undo { .. })) {
                said.push(say!("taken back: {}", self.table.taken_by(entry)).to_string());
            }
            said.extend(table_args::public_events(entry));
            said.extend(self.private(entry));
            said.extend(table_args::new_seal(&self.table, entry));
        }
        self.told = log.len();
        said
    }

    /// Who has something to look at.
    fn private(&self, entry: &Entry) -> Vec<String> {
        let mut seats: Vec<usize> = Vec::new();
        for event in &entry.events {
            if let Viewer::Seat(seat) = event.to
                && !seats.contains(&seat)
                && self.has_secret(seat)
                && !self.table.on_phone(seat)
                && self.table.outcome().is_none()
            {
                seats.push(seat);
            }
        }
        let name = |seat: &usize| {
            let name = seats::call(self.table.seats(), *seat);
            let word = self.way("hands");
            let own = self.table.names(&[*seat]).concat();
            say!("{} has something to look at: `{} {}`", own, word, name).to_string()
        };
        seats.iter().map(name).collect()
    }

    fn hands(&self, rest: &str) -> Result<Reply, Refusal> {
        let seats: Vec<usize> = if rest.is_empty() {
            // Who has a phone looks there.
            let all = 0..self.table.seats().len();
            all.filter(|s| !self.table.on_phone(*s)).collect()
        } else {
            let words = seats::words(rest);
            let words = words.first().map_or(&[][..], |w| w.as_slice());
            vec![seats::find(self.table.seats(), &seats::join(words))?]
        };
        if seats.iter().any(|s| self.has_secret(*s)) {
            return Ok(Reply::Hands(seats));
        }
        let what = say!("there is nothing hidden to look at");
        Err(Refusal::new(Fault::Time, what))
    }

    /// Whether a seat sees more than everybody.
    pub(super) fn has_secret(&self, seat: usize) -> bool {
        !self.table.view(Viewer::Seat(seat)).secret.is_empty()
    }

    /// Who has to look at hidden cards that were just dealt, without a phone of their own.
    pub(super) fn freshly_dealt(&self) -> Vec<usize> {
        let dealt = |e: &Entry| e.events.iter().any(|e| e.effect == Effect::Deal);
        let seats = 0..self.table.seats().len();
        let fresh = self.table.moves() == 0
            && self.table.log().first().is_some_and(dealt)
            && seats.clone().any(|s| self.has_secret(s));
        let here = |s: &usize| fresh && !self.table.on_phone(*s);
        seats.filter(here).collect()
    }
}

/// What a refusal asks for, as a question.
fn question(refusal: &Refusal) -> Vec<String> {
    let problem = Problem::from(refusal.clone());
    let rest = [problem.rule.map(|r| *r), problem.hint];
    let mut lines = vec![problem.what.to_string()];
    lines.extend(rest.into_iter().flatten().map(|s| s.to_string()));
    lines
}

/// Whether a line can only be meant for the table itself: a word of its own alone, or after a `/`.
fn is_for_the_table(line: &str, own: Option<(&str, &str)>) -> bool {
    own.is_some_and(|(_, rest)| rest.is_empty() || line.starts_with('/'))
}
