//! What can be said to a table that is being played, and how it is answered; the same on a screen and line by line.
//!
//! Nothing secret is answered here: whoever wants to see a hand gets [`Reply::Hands`], and the shell hands the screen
//! over. Completion knows only what lies open.

use std::time::Duration;

use serde_json::json;

use super::answers::Answers;
use super::ask::is_yes;
use super::complete::{Completion, complete, verbs};
use super::table_args;
use crate::diag::{Problem, Problems, list};
use crate::kit::KitTimer;
use crate::play::clock::{Timer, TimerPlan, parse_span};
use crate::play::history::{Act, Entry};
use crate::play::note;
use crate::play::rules::{Asked, Effect, Fault, Refusal};
use crate::play::seats;
use crate::play::table::{Failure, Table};
use crate::play::view::{Form, Viewer};
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
    /// Run a timer.
    Timer(Wanted),
    /// Leave.
    Quit,
}

/// A timer that was asked for.
pub(super) struct Wanted {
    /// The kit's id of it; empty for one that was asked for by its length.
    id: String,
    /// What people call it; may be empty.
    pub title: String,
    plan: TimerPlan,
    /// Whether it never rings.
    pub silent: bool,
}

/// Words for the table itself, short and long. A game that has a move of that name keeps it; then `/` goes before.
const WORDS: [(&str, &str); 7] = [
    ("s", "show"),
    ("h", "hands"),
    ("t", "timer"),
    ("u", "undo"),
    ("l", "log"),
    ("?", "help"),
    ("q", "quit"),
];

/// A table that is being played.
pub(super) struct Session {
    /// The table.
    pub table: Table,
    /// Whether people sit at the terminal and can be asked back.
    attended: bool,
    /// What was answered so far to the questions of a long move.
    answers: Answers,
    /// A move that shows what was hidden, until somebody says that it is meant; and what it shows.
    doubtful: Option<(String, Say)>,
}

impl Session {
    /// A table that is being played; `attended` when people can be asked back, unlike a script.
    pub(super) fn new(table: Table, attended: bool) -> Self {
        Self {
            table,
            attended,
            answers: Answers::default(),
            doubtful: None,
        }
    }

    /// Does what a line says. What could not be done leaves everything as it was, so that it can be tried again.
    pub(super) fn obey(&mut self, line: &str) -> Reply {
        let answered = self.answers.clone();
        match self.try_to(line.trim()) {
            Ok(reply) => reply,
            Err(Failure::Refused(refusal)) => match self.answers.blame(&refusal) {
                true => Reply::Said(question(&refusal)),
                false => Reply::Refused(Problem::from(refusal).into()),
            },
            Err(Failure::Failed(problems)) => {
                self.answers = answered;
                Reply::Refused(problems)
            }
        }
    }

    fn try_to(&mut self, line: &str) -> Result<Reply, Failure> {
        if let Some((meant, shows)) = self.doubtful.take() {
            return self.decided(meant, shows, line);
        }
        if line.is_empty() {
            let due = self.table.asks("").filter(|_| self.attended);
            return Ok(due.map_or(Reply::Show, Reply::Ask));
        }
        match (self.form(), self.own_word(line)) {
            (Some(form), own) if !is_for_the_table(line, own) => self.answer(&form, line, own),
            (_, Some((word, rest))) => self.own(word, rest),
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

    /// The long move that is due, if there is one.
    fn form(&self) -> Option<Form> {
        let due = self.table.outcome().is_none() && !self.table.shown();
        let form = self.table.view(Viewer::Public).form.filter(|_| due);
        form.filter(|f| !f.parts.is_empty())
    }

    /// Takes a line as the answer to the question that is open, unless it is a whole move.
    fn answer(
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
                return self.own(word, rest);
            }
            (Err(failure), _) => return Err(failure),
        }
        match self.answers.all() {
            None => Ok(Reply::Said(Vec::new())),
            Some(all) => self.make(&form.fill(&all)),
        }
    }

    /// The piece of the move that a line is, alone or together with what was said before.
    fn hear(&mut self, part: usize, line: &str) -> Result<String, Failure> {
        let mut heard = Err(Refusal::words(say!("a move is missing")).into());
        for text in self.answers.ways(part, line) {
            // What is asked for first must not depend on hidden cards.
            heard = match self.table.unsaid(Some(part), &text) {
                Some(refusal) if self.attended => Err(refusal.into()),
                _ => self.table.check_answer(part, &text, table_args::now()),
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
        self.answers.count()
    }

    /// What to do next, and the question that is open.
    pub(super) fn prompt(&self) -> Vec<String> {
        let mut lines = vec![table_args::standing(&self.table, Viewer::Public)];
        lines.extend(table_args::closing(&self.table));
        if let Some((_, shows)) = &self.doubtful {
            lines.push(say!("{}. Is that meant? y/n", shows).to_string());
        } else if let Some(asked) = self.table.asks("").filter(|_| self.attended) {
            let name = self.table.names(&[asked.seat]).concat();
            lines.push(say!("enter hands the screen to {}", name).to_string());
        } else if let Some(form) = self.form() {
            let at = self.answers.open(&form);
            let count = format!("{}/{}", at + 1, form.parts.len());
            lines.push(
                match self.answers.said(at) {
                    Some(said) => say!("({}) {}, so far `{}`", count, form.parts[at].head, said),
                    None => say!("({}) {}", count, form.parts[at].ask),
                }
                .to_string(),
            );
        }
        lines
    }

    /// The word for the table itself that a line begins with, and the rest.
    fn own_word<'a>(&self, line: &'a str) -> Option<(&'static str, &'a str)> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (slash, first) = match first.strip_prefix('/') {
            Some(word) => (true, word),
            None => (false, first),
        };
        let verbs = verbs(&self.table.view(Viewer::Public));
        if !slash && verbs.iter().any(|v| v == first) {
            return None;
        }
        let first = first.to_lowercase();
        let known = WORDS.iter().find(|(s, l)| *s == first || *l == first);
        known.map(|(_, long)| (*long, rest.trim()))
    }

    fn own(&mut self, word: &str, rest: &str) -> Result<Reply, Failure> {
        match word {
            "show" => Ok(Reply::Show),
            "hands" => Ok(self.hands(rest)?),
            "timer" => Ok(self.wanted(rest)?),
            "undo" => self.undo(rest),
            "log" => Ok(Reply::Page(self.log())),
            "quit" => Ok(Reply::Quit),
            _ => Ok(Reply::Page(self.help())),
        }
    }

    /// Makes a move; a verb may be cut short as long as only one begins so.
    fn act(&mut self, line: &str) -> Result<Reply, Failure> {
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
        self.make(&line).map_err(|failure| match failure {
            Failure::Refused(refusal) => refusal.whole().into(),
            failed => failed,
        })
    }

    fn make(&mut self, line: &str) -> Result<Reply, Failure> {
        self.table.act(line, table_args::now())?;
        self.answers.clear();
        Ok(Reply::Said(self.happened()))
    }

    /// Makes the move that a seat's answer completes.
    pub(super) fn answer_alone(
        &mut self,
        asked: &Asked,
        answer: &str,
    ) -> Result<Vec<String>, Failure> {
        self.table.act(&asked.fill(answer), table_args::now())?;
        self.answers.clear();
        Ok(self.happened())
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
        if rest.is_empty() && self.answers.take_back() {
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
        self.table.undo(agreed, table_args::now())?;
        let mut said = vec![say!("taken back: {}", self.table.taken_back()).to_string()];
        said.extend(self.happened());
        said.extend(table_args::new_seal(&self.table));
        Ok(Reply::Said(said))
    }

    /// What the last entry brought, as everybody may hear it.
    fn happened(&self) -> Vec<String> {
        let Some(entry) = self.table.log().last() else {
            return Vec::new();
        };
        let mut said = table_args::public_events(entry);
        said.extend(self.private(entry));
        said
    }

    /// Who has something to look at.
    fn private(&self, entry: &Entry) -> Vec<String> {
        let mut seats: Vec<usize> = Vec::new();
        for event in &entry.events {
            if let Viewer::Seat(seat) = event.to
                && !seats.contains(&seat)
                && self.has_secret(seat)
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

    /// How a word for the table itself is to be written at the moment.
    fn way(&self, long: &str) -> String {
        let verbs = verbs(&self.table.view(Viewer::Public));
        let short = WORDS.iter().find(|(_, l)| *l == long).map_or(long, |w| w.0);
        if verbs.iter().any(|v| v == short) {
            format!("/{short}")
        } else {
            short.to_owned()
        }
    }

    fn hands(&self, rest: &str) -> Result<Reply, Refusal> {
        let seats: Vec<usize> = if rest.is_empty() {
            (0..self.table.seats().len()).collect()
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

    /// Whether something was dealt in secret when the table was set up, and nobody has moved yet.
    pub(super) fn freshly_dealt(&self) -> bool {
        let dealt = |e: &Entry| e.events.iter().any(|e| e.effect == Effect::Deal);
        self.table.moves() == 0
            && self.table.log().first().is_some_and(dealt)
            && (0..self.table.seats().len()).any(|s| self.has_secret(s))
    }

    fn wanted(&self, rest: &str) -> Result<Reply, Refusal> {
        let known: &[KitTimer] = &self.table.kit().table.timers;
        let chosen = match (rest, known) {
            ("", [one]) => Some(one),
            _ => known
                .iter()
                .find(|t| seats::fold(&t.id) == seats::fold(rest)),
        };
        if let Some(timer) = chosen {
            return Ok(Reply::Timer(Wanted {
                id: timer.id.clone(),
                title: timer.title.get(language()).to_owned(),
                plan: TimerPlan::of(timer, self.table.seats()),
                silent: timer.silent,
            }));
        }
        let hint = if known.is_empty() {
            say!("say how long: `{} 90`", self.way("timer"))
        } else {
            let ids = list(known.iter().map(|t| t.id.as_str()));
            say!(
                "timers: {}; or say how long: `{} 90`",
                ids,
                self.way("timer")
            )
        };
        if rest.is_empty() {
            return Err(Refusal::words(say!("which timer?")).hint(hint));
        }
        let span = parse_span(rest).map_err(|r| r.hint(hint))?;
        Ok(Reply::Timer(Wanted {
            id: String::new(),
            title: String::new(),
            plan: TimerPlan::Down(span),
            silent: false,
        }))
    }

    /// The timer, running; players' banks go on from where they were left.
    pub(super) fn timer_for(&self, wanted: &Wanted, now: Duration) -> Timer {
        let plan = || wanted.plan.clone();
        let left = self
            .table
            .notes()
            .filter(|n| n["timer"] == wanted.id.as_str());
        let left = match wanted.plan {
            TimerPlan::Bank { .. } => left.last(),
            _ => None,
        };
        let again = left.and_then(|note| {
            let left = note["left_ms"].as_array()?.iter();
            let left: Option<Vec<Duration>> = left
                .map(|ms| Some(Duration::from_millis(ms.as_u64()?)))
                .collect();
            let turn = usize::try_from(note["turn"].as_u64()?).ok()?;
            Timer::resume(plan(), left?, turn, now)
        });
        again.unwrap_or_else(|| {
            // The bank of whoever's turn it is runs first.
            let fresh = Timer::start(plan(), now);
            let active = self.table.view(Viewer::Public).active.unwrap_or(0);
            let from_there = Timer::resume(plan(), fresh.readings().to_vec(), active, now);
            from_there.unwrap_or(fresh)
        })
    }

    /// Keeps with the table what players' banks hold.
    pub(super) fn keep_timer(&mut self, wanted: &Wanted, timer: &Timer) -> Result<(), Failure> {
        if !matches!(wanted.plan, TimerPlan::Bank { .. }) {
            return Ok(());
        }
        let ms = |d: &Duration| u64::try_from(d.as_millis()).unwrap_or(u64::MAX);
        let left: Vec<u64> = timer.readings().iter().map(ms).collect();
        let note = json!({"timer": wanted.id, "left_ms": left, "turn": timer.turn()});
        self.table.note(note, table_args::now())?;
        Ok(())
    }

    fn log(&self) -> Vec<String> {
        let moves = self.table.story().filter(|e| !e.undone);
        let lines: Vec<String> = moves
            .filter_map(|e| {
                let said = match &e.act {
                    Some(Act::Note(kept)) => note::said(kept)?.to_string(),
                    _ => self.table.told(e)?.to_owned(),
                };
                Some(format!("{:>4}  {said}", e.n))
            })
            .collect();
        if lines.is_empty() {
            return vec![say!("no move has been made yet").to_string()];
        }
        let start = lines.len().saturating_sub(20);
        lines[start..].to_vec()
    }

    fn help(&self) -> Vec<String> {
        let mut lines = vec![say!("moves:").to_string()];
        let moves = self.table.view(Viewer::Public).moves;
        lines.extend(moves.iter().map(|m| format!("  {m}")));
        lines.push(say!("besides:").to_string());
        for (_, long) in WORDS {
            let does = match long {
                "show" => say!("shows the table"),
                "hands" => say!("hands the screen round; with a name, to one player"),
                "timer" => say!("runs a timer: `t 90`, `t 1m30s`, or one of the kit's"),
                "undo" => say!("takes the last move back; `undo all-agree` also a deal"),
                "log" => say!("the last moves"),
                "quit" => say!("leaves; the table is kept, and `kitpress play` goes on"),
                _ => say!("this help"),
            };
            lines.push(format!("  {:<3} {long:<6} {does}", self.way(long)));
        }
        lines
    }

    /// What the word being typed could become.
    pub(super) fn complete(&self, line: &str) -> Completion {
        let view = self.table.view(Viewer::Public);
        let whole = complete(line, &view, self.table.seats());
        let Some(form) = self.form() else {
            return whole;
        };
        // An answer is completed as the piece of the move that it will be.
        let before = match form.parts.get(self.answers.open(&form)) {
            Some(part) => format!("{} {} ", form.head, part.head),
            None => return whole,
        };
        let piece = complete(&format!("{before}{line}"), &view, self.table.seats());
        let mut words = piece.words;
        if whole.start == 0 {
            words.extend(whole.words.into_iter().filter(|_| !line.is_empty()));
        }
        Completion {
            start: whole.start,
            words,
        }
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

/// The language of messages, as kits name it.
fn language() -> &'static str {
    crate::say::tongue().code()
}

/// Whether a line can only be meant for the table itself: a word of its own alone, or after a `/`.
fn is_for_the_table(line: &str, own: Option<(&str, &str)>) -> bool {
    own.is_some_and(|(_, rest)| rest.is_empty() || line.starts_with('/'))
}
