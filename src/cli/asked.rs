//! What a table asks for, and how it is answered piece by piece: what is due, what can be chosen, the parts of a long move,
//! going back to one, and the look over all of them before what cannot be unseen is made.

use super::alone::AloneAsk;
use super::ask::is_yes;
use super::session::{Reply, Session};
use super::verbs::verbs;
use crate::host::SharedForm;
use crate::play::choice::{Asking, Choice};
use crate::play::lexicon;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::play::table::Failure;
use crate::play::view::{Form, Part, Viewer};
use crate::say;

/// What is to be said next.
pub(super) enum Due {
    /// Nothing: it is over.
    Over,
    /// Whether a move that shows something is meant.
    Sure,
    /// Whether all answers are right.
    Review(Form),
    /// A form that phones answer as well.
    Shared(SharedForm),
    /// One part of a long move.
    Part(Form, usize),
    /// A move.
    Move,
}

impl Session {
    /// Makes the move that all answers are, or opens one of them again.
    pub(super) fn reviewed(&mut self, line: &str) -> Result<Reply, Failure> {
        let Some(form) = self.form() else {
            self.review = false;
            return Ok(Reply::Show);
        };
        if is_yes(line) {
            return self.make_answers(&form);
        }
        match self.part_called(line) {
            Some(part) => self.change(part),
            None => {
                self.back();
            }
        }
        Ok(Reply::Said(Vec::new()))
    }

    /// The part of the form that is called so: by its player's name.
    pub(super) fn part_called(&self, name: &str) -> Option<usize> {
        let form = self.form().filter(|_| !name.is_empty())?;
        let called = |text: &str| seats::fold(text) == seats::fold(name);
        let parts = form.parts.iter();
        let mut named = parts.map(|p| called(&p.head) || called(&self.part_named(p)));
        named.position(|fits| fits)
    }

    /// A text of a move in the reader's words, where the game has them.
    pub(super) fn in_words(&self, text: &str) -> String {
        match say::tongue().code() {
            "en" => text.to_owned(),
            _ => lexicon::told(self.table.words(), self.table.seats(), text),
        }
    }

    /// A sentence with what is to be typed, in backticks, in the reader's words.
    fn with_words(&self, line: &str) -> String {
        let parts = line.split('`').enumerate();
        let told = parts.map(|(at, part)| match at % 2 {
            0 => part.to_owned(),
            _ => self.in_words(part),
        });
        told.collect::<Vec<_>>().join("`")
    }

    /// What to do next, and the question that is open.
    pub(super) fn prompt(&self) -> Vec<String> {
        let asked = self.questions();
        asked.iter().map(|line| self.with_words(line)).collect()
    }

    /// What people call a part of a form: its player's name, without the quotes that moves may need.
    pub(super) fn part_named(&self, part: &Part) -> String {
        let name = |seat| self.table.names(&[seat]).concat();
        part.seat.map_or_else(|| part.head.clone(), name)
    }

    /// Opens an answer again.
    pub(super) fn change(&mut self, part: usize) {
        self.review = false;
        self.answers.reopen(part);
    }

    /// Opens the last answer again; false when there is none.
    pub(super) fn back(&mut self) -> bool {
        self.review = false;
        self.answers.take_back()
    }

    pub(super) fn make_answers(&mut self, form: &Form) -> Result<Reply, Failure> {
        match self.answers.all() {
            Some(all) => self.make(&form.fill(&all)),
            None => Ok(Reply::Said(Vec::new())),
        }
    }

    /// What is to be said next.
    pub(super) fn due(&self) -> Due {
        if self.table.outcome().is_some() || self.table.shown() {
            return Due::Over;
        }
        if self.doubtful.is_some() {
            return Due::Sure;
        }
        if let Some(shared) = self.table.shared() {
            return Due::Shared(shared.clone());
        }
        match self.form() {
            Some(form) if self.review => Due::Review(form),
            Some(form) => {
                let part = self.answers.open(&form);
                Due::Part(form, part)
            }
            None => Due::Move,
        }
    }

    /// What can be added to a text, as everybody may know, or as one seat does.
    pub(super) fn choices(&self, viewer: Viewer, so_far: &str) -> Vec<Choice> {
        let asking = match self.due() {
            Due::Part(_, part) => Asking::part(viewer, part, self.answers.given()),
            Due::Move | Due::Shared(_) => Asking::whole(viewer),
            Due::Over | Due::Sure | Due::Review(_) => return Vec::new(),
        };
        self.table.choices(asking, so_far)
    }

    /// What was said of the part that is open, where it only lacks something.
    pub(super) fn so_far(&self) -> Option<String> {
        let form = self.form()?;
        let said = self.answers.said(self.answers.open(&form))?;
        Some(said.to_owned())
    }

    /// Takes a text that was put together from choices: a move, or the answer that is asked for.
    pub(super) fn take(&mut self, text: &str) -> Reply {
        self.answered_by(|session| match session.form() {
            Some(form) => session.answer(&form, text, None),
            None => session.act(text),
        })
    }

    /// Takes the answer that a player chose alone. Nothing is noted: only its own cards were offered.
    pub(super) fn take_alone(&mut self, ask: &AloneAsk, text: &str) -> Reply {
        self.answered_by(|session| match (session.form(), ask.part) {
            (_, Some(_)) => {
                session.table.answer(ask.seat, text)?;
                Ok(Reply::Said(session.after(false)))
            }
            (Some(form), None) => {
                let part = session.answers.open(&form);
                session.answers.give_alone(&form, part, text.to_owned());
                session.finish(&form)
            }
            (None, None) => session.act_by(text, ask.seat),
        })
    }

    /// The long move that is due, if there is one.
    pub(super) fn form(&self) -> Option<Form> {
        let due = self.table.outcome().is_none() && !self.table.shown();
        let due = due && self.table.shared().is_none();
        let form = self.table.view(Viewer::Public).form.filter(|_| due);
        form.filter(|f| !f.parts.is_empty())
    }

    /// Takes a line as the answer to the question that is open, unless it is a whole move.
    pub(super) fn answer(
        &mut self,
        form: &Form,
        line: &str,
        own: Option<(&'static str, &str)>,
    ) -> Result<Reply, Failure> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let verbs = verbs(&self.table.view(Viewer::Public));
        if verbs.iter().any(|v| v.eq_ignore_ascii_case(first)) {
            return self.act(line);
        }
        let part = self.answers.open(form);
        match (self.hear(part, line), own) {
            (Ok(piece), _) => self.answers.give(form, part, piece),
            // What hidden cards refuse was understood as an answer, and so was what needs a word more.
            (Err(Failure::Refused(refusal)), Some((word, rest)))
                if refusal.fault() != Fault::Hidden && refusal.blame().is_none() =>
            {
                return self.obey_order(word, rest);
            }
            (Err(failure), _) => return Err(failure),
        }
        self.finish(form)
    }

    /// Makes the move once all answers are in; what cannot be unseen is looked over first.
    pub(super) fn finish(&mut self, form: &Form) -> Result<Reply, Failure> {
        let Some(all) = self.answers.all() else {
            return Ok(Reply::Said(Vec::new()));
        };
        if self.attended && self.table.reveals(&form.fill(&all)) {
            self.review = true;
            return Ok(Reply::Said(Vec::new()));
        }
        self.make_answers(form)
    }

    /// The piece of the move that a line is, alone or together with what was said before.
    fn hear(&mut self, part: usize, line: &str) -> Result<String, Failure> {
        let mut heard = Err(Refusal::words(say!("a move is missing")).into());
        for text in self.answers.ways(part, line) {
            // What is asked for first must not depend on hidden cards.
            heard = match self.table.unsaid(Some(part), &text) {
                Some(refusal) if self.attended => Err(refusal.into()),
                _ => self.table.check_answer(part, &text),
            };
            // What was only not understood may be meant together with what was said before.
            let misread = |r: &Refusal| r.fault() != Fault::Hidden && r.blame().is_none();
            if !matches!(&heard, Err(Failure::Refused(r)) if misread(r)) {
                break;
            }
        }
        heard
    }

    /// Which question of the move that is due is open; none when there is no such move.
    pub(super) fn open(&self) -> Option<usize> {
        self.form().map(|form| self.answers.open(&form))
    }

    /// How many questions of the move that is due have been answered.
    pub(super) fn answered(&self) -> usize {
        let shared = self.table.shared().map_or(&[][..], |s| &s.answered);
        self.answers.count() + shared.iter().filter(|a| **a).count()
    }

    /// The answers of a form as everybody may see them, and whether each was given.
    pub(super) fn shown_answers(&self, form: &Form) -> Vec<(bool, String)> {
        let parts = form.parts.iter().enumerate();
        parts
            .map(|(part, it)| match self.answers.open_answer(part) {
                Some(answer) => {
                    let name = self.part_named(it);
                    let answer = self.in_words(answer);
                    (true, format!("{name} {answer}").trim().to_owned())
                }
                None => (false, self.part_named(it)),
            })
            .collect()
    }
}
