//! A table: a kit, its rules and a journal. Every command opens it, does one thing and answers; the state is
//! whatever the journal's lines make it.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::course::{Act, Course, Entry, Pending};
use super::games;
use super::journal::{Access, Body, Journal};
use super::note;
use super::rng::{Chance, Dice, Draw, Seed};
use super::rules::{Fault, Outcome, Refusal, Settings, Setup, Skill};
use super::seats;
use super::view::{View, Viewer};
use crate::diag::{Problem, Problems};
use crate::kit::{Kit, Setting, Source};
use crate::say;
use crate::say::Say;

/// The kind of journal that a table keeps.
pub const KIND: &str = "table";

/// Why a table did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// It may not be done; nothing has changed. Exit code 2.
    Refused(Refusal),
    /// It could not be done. Exit code 1.
    Failed(Problems),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem.into())
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Failed(problems)
    }
}

/// What a new table is made of.
pub struct Start<'a> {
    /// The kit, loaded with the settings.
    pub kit: &'a Kit,
    /// The players' names.
    pub seats: Vec<String>,
    /// What was set.
    pub settings: Settings,
    /// The seed.
    pub seed: Seed,
    /// Whether somebody knows the seed.
    pub practice: bool,
}

/// A table that can be played on.
pub struct Table {
    journal: Journal,
    kit: Kit,
    seats: Vec<String>,
    practice: bool,
    commitment: String,
    course: Course,
    warnings: Vec<Say>,
}

impl Table {
    /// Sets up a new table and writes its journal.
    pub fn start(path: &Path, start: Start<'_>, at: u64) -> Result<Self, Failure> {
        let Start {
            kit,
            seats,
            settings,
            seed,
            practice,
        } = start;
        let rules = games::rules_of(kit);
        let (course, draws) = set_up(rules, kit, &seats, &settings, &seed, at)?;
        let commitment = seed.commitment();
        let mut header = Body::new();
        header.insert("kit".into(), kit_fields(kit));
        header.insert("rules".into(), rules.into());
        header.insert("seats".into(), json!(seats));
        header.insert("settings".into(), json!(settings));
        header.insert("practice".into(), practice.into());
        header.insert("commitment".into(), commitment.as_str().into());
        header.insert("seed".into(), seed.reveal().into());
        header.insert("draws".into(), json!(draws));
        let journal = Journal::create(path, KIND, header, at)?;
        Ok(Self {
            journal,
            kit: kit.clone(),
            seats,
            practice,
            commitment,
            course,
            warnings: Vec::new(),
        })
    }

    /// Opens a table and replays its journal.
    pub fn open(path: &Path, access: Access) -> Result<Self, Failure> {
        let journal = Journal::open(path, KIND, access)?;
        let shown = path.display().to_string();
        let head = Head::read(journal.header()).ok_or_else(|| {
            Problem::new(say!("the header of the table cannot be understood")).at(shown.as_str(), 1)
        })?;
        let kit = head.load_kit()?;
        let mut warnings: Vec<Say> = journal.warning().into_iter().collect();
        if kit_fields(&kit).get("cards") != head.kit.get("cards") {
            warnings.push(say!(
                "kit `{}` has changed since this table was started",
                kit.id
            ));
        }
        let at = journal.lines()[0].at;
        let (mut course, draws) = set_up(
            &head.rules,
            &kit,
            &head.seats,
            &head.settings,
            &head.seed,
            at,
        )
        .map_err(|r| unlike(&shown, 1, Some(r)))?;
        if draws != head.draws {
            return Err(unlike(&shown, 1, None).into());
        }
        for line in &journal.lines()[1..] {
            let place = line.n as usize + 1;
            replay(&mut course, line.n, line.at, &line.body)
                .map_err(|refusal| unlike(&shown, place, refusal))?;
        }
        Ok(Self {
            journal,
            kit,
            seats: head.seats,
            practice: head.practice,
            commitment: head.commitment,
            course,
            warnings,
        })
    }

    /// Makes a move. Once this returns, the move is on the disk.
    pub fn act(&mut self, text: &str, at: u64) -> Result<&Entry, Failure> {
        match self.course.step(Act::Do(text.to_owned())) {
            Ok(pending) => self.write(pending, at),
            Err(refusal) => Err(self.refused(refusal, text, at)),
        }
    }

    /// Takes back the last move.
    pub fn undo(&mut self, all_agree: bool, at: u64) -> Result<&Entry, Failure> {
        self.keep(Act::Undo { all_agree }, at)
    }

    /// Keeps something of the shell's with the table; the rules do not see it, undo does not touch it.
    pub fn note(&mut self, note: Value, at: u64) -> Result<&Entry, Failure> {
        self.keep(Act::Note(note), at)
    }

    /// Everything noted, in order.
    pub fn notes(&self) -> impl Iterator<Item = &Value> {
        self.course.entries().iter().filter_map(|e| match &e.act {
            Some(Act::Note(note)) => Some(note),
            _ => None,
        })
    }

    /// A refusal as it may be told: one that hidden cards decided is first noted for everybody to read, so that nobody
    /// asks for cards unseen.
    fn refused(&mut self, refusal: Refusal, text: &str, at: u64) -> Failure {
        if refusal.fault() != Fault::Hidden {
            return refusal.into();
        }
        match self.note(note::tried(text), at) {
            Ok(_) => refusal.into(),
            Err(failure) => failure,
        }
    }

    /// Notes that these seats were shown what only they may see, once a seat and turn; to be called before it is shown.
    pub fn look(&mut self, seats: &[usize], at: u64) -> Result<(), Failure> {
        let unseen = self.unlooked(seats);
        if unseen.is_empty() {
            return Ok(());
        }
        let turn = self.view(Viewer::Public).turn;
        let note = note::looked(&self.names(&unseen), turn);
        self.note(note, at).map(|_| ())
    }

    /// Those of the seats that have something hidden, and that nobody has looked at in this turn.
    pub fn unlooked(&self, seats: &[usize]) -> Vec<usize> {
        let turn = self.view(Viewer::Public).turn;
        let hidden = |seat: usize| {
            let view = self.view(Viewer::Seat(seat));
            self.outcome().is_none() && !(view.secret.is_empty() && view.own.is_empty())
        };
        let seen = |seat: usize| {
            let name = self.seats.get(seat).map_or("", String::as_str);
            self.notes().any(|n| note::tells_look(n, name, turn))
        };
        let all = seats.iter().copied();
        all.filter(|s| hidden(*s) && !seen(*s)).collect()
    }

    fn keep(&mut self, act: Act, at: u64) -> Result<&Entry, Failure> {
        let pending = self.course.step(act)?;
        self.write(pending, at)
    }

    fn write(&mut self, pending: Pending, at: u64) -> Result<&Entry, Failure> {
        let n = self.journal.append(pending.body(), at)?;
        Ok(self.course.commit(pending, n, at))
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        self.course.game().view(viewer)
    }

    /// The state for a viewer as JSON, in the form of `show --json`.
    pub fn show(&self, viewer: Viewer) -> Map<String, Value> {
        let view = self.view(viewer);
        let outcome = self.outcome();
        let seat = |(name, role): (&String, &Option<String>)| match role {
            Some(role) => json!({"name": name, "role": role}),
            None => json!({"name": name}),
        };
        let seats: Vec<Value> = self.seats.iter().zip(&view.roles).map(seat).collect();
        let need = match &outcome {
            Some(_) => say!("nothing: the game is over").to_string(),
            None => view.need.to_string(),
        };
        let game = view.all_fields();
        let result = outcome
            .as_ref()
            .map(|o| json!({"winners": self.names(&o.winners), "reason": o.reason.to_string()}));
        let fields = json!({
            "kit": self.kit.id,
            "seats": seats,
            "settings": view.settings,
            "turn": view.turn,
            "over": outcome.is_some(),
            "result": result,
            "scores": view.scores,
            "need": need,
            "game": game,
            "practice": self.practice,
        });
        match fields {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    /// A legal move as bots of these skills would make it; secrets included: not for printing.
    pub fn choose(&self, skills: &[Skill], dice: &mut Dice) -> Option<String> {
        self.course.game().choose(skills, dice)
    }

    /// Looks at one piece of the move that the view's form asks for.
    pub fn piece(&mut self, part: usize, text: &str, at: u64) -> Result<String, Failure> {
        let refusal = match self.course.game().piece(part, text) {
            Ok(piece) => return Ok(piece),
            Err(refusal) => refusal,
        };
        let form = self.view(Viewer::Public).form;
        let tried = match form.as_ref().and_then(|f| Some((f, f.parts.get(part)?))) {
            Some((form, part)) => format!("{} {} {text}", form.head, part.head),
            None => text.to_owned(),
        };
        Err(self.refused(refusal, &tried, at))
    }

    /// The whole state, secrets included: for tests that compare states.
    pub fn state(&self) -> Value {
        self.course.game().state()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.course.outcome()
    }

    /// Everything that happened, the start first.
    pub fn log(&self) -> &[Entry] {
        self.course.entries()
    }

    /// How many moves stand, those taken back not counted.
    pub fn moves(&self) -> usize {
        self.course.moves()
    }

    /// Names of seats.
    pub fn names(&self, seats: &[usize]) -> Vec<&str> {
        let name = |s: &usize| self.seats.get(*s).map(String::as_str);
        seats.iter().filter_map(name).collect()
    }

    /// The players' names, clockwise.
    pub fn seats(&self) -> &[String] {
        &self.seats
    }

    /// The seat of a name.
    pub fn seat(&self, name: &str) -> Result<usize, Refusal> {
        seats::find(&self.seats, name)
    }

    /// The kit that is played.
    pub fn kit(&self) -> &Kit {
        &self.kit
    }

    /// Whether somebody chose the seed, so that nothing is secret.
    pub fn practice(&self) -> bool {
        self.practice
    }

    /// The SHA-256 of the seed.
    pub fn commitment(&self) -> &str {
        &self.commitment
    }

    /// The journal's file.
    pub fn path(&self) -> &Path {
        self.journal.path()
    }

    /// What people should know about the file: a torn line, a changed kit.
    pub fn warnings(&self) -> &[Say] {
        &self.warnings
    }

    /// Whether the seed has been shown, so that the table is closed.
    pub fn shown(&self) -> bool {
        self.course.shown()
    }

    /// Whether `verify` would have to write that the seed is shown.
    pub fn would_show(&self, give_up: bool) -> bool {
        !self.shown() && (give_up || (self.outcome().is_some() && !self.practice))
    }

    /// Recomputes everything; shows the seed when the game is over or given up, which closes the table.
    pub fn verify(&mut self, give_up: bool, at: u64) -> Result<Report, Failure> {
        if self.would_show(give_up) {
            let give_up = self.outcome().is_none();
            self.keep(Act::Shown { give_up }, at)?;
        }
        let seed = self.course.chance().seed();
        let draws = self.recorded_draws();
        // Opening has replayed everything; this looks at the file's words once more, by the published way alone.
        let wrong = draws.iter().find(|(_, d)| !d.fits(seed));
        if let Some((line, _)) = wrong {
            return Err(unlike(&self.path().display().to_string(), *line, None).into());
        }
        let open = self.outcome().is_some();
        Ok(Report {
            commitment_fits: seed.commitment() == self.commitment,
            seed: open.then(|| seed.reveal()),
            draws: draws.into_iter().map(|(_, d)| d).collect(),
        })
    }

    fn recorded_draws(&self) -> Vec<(usize, Draw)> {
        let lines = self.journal.lines().iter();
        lines
            .flat_map(|l| draws_of(&l.body).into_iter().map(|d| (l.n as usize + 1, d)))
            .collect()
    }
}

/// What `verify` found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Whether the seed hashes to the commitment of the start.
    pub commitment_fits: bool,
    /// The seed, once nothing is hidden any more.
    pub seed: Option<String>,
    /// Every random choice; all follow from the seed.
    pub draws: Vec<Draw>,
}

/// The header of a table's journal.
struct Head {
    kit: Value,
    rules: String,
    seats: Vec<String>,
    settings: Settings,
    seed: Seed,
    practice: bool,
    commitment: String,
    draws: Vec<Draw>,
}

impl Head {
    fn read(body: &Body) -> Option<Self> {
        let get = |key: &str| body.get(key).cloned();
        Some(Self {
            kit: get("kit")?,
            rules: body.get("rules")?.as_str()?.to_owned(),
            seats: serde_json::from_value(get("seats")?).ok()?,
            settings: serde_json::from_value(get("settings")?).ok()?,
            seed: Seed::from_hex(body.get("seed")?.as_str()?)?,
            practice: body.get("practice")?.as_bool()?,
            commitment: body.get("commitment")?.as_str()?.to_owned(),
            draws: draws_of(body),
        })
    }

    /// The kit that the table was started with, as it is today.
    fn load_kit(&self) -> Result<Kit, Problems> {
        let field = |key: &str| self.kit.get(key).and_then(Value::as_str);
        let name = field("folder").or(field("id")).unwrap_or_default();
        let set: Vec<Setting> = self.settings.clone().into_iter().collect();
        let source = Source::find(name)
            .map_err(|p| p.hint(say!("the table needs the kit that it was started with")))?;
        Kit::load_from(source, &set)
    }
}

fn draws_of(body: &Body) -> Vec<Draw> {
    let draws = body.get("draws").cloned();
    draws
        .and_then(|d| serde_json::from_value(d).ok())
        .unwrap_or_default()
}

/// What the header says of the kit.
fn kit_fields(kit: &Kit) -> Value {
    let mut fields = json!({"id": kit.id, "cards": kit.cards_hash()});
    if let Source::Folder { real, .. } = &kit.source {
        fields["folder"] = real.to_string_lossy().into();
    }
    fields
}

fn set_up(
    rules: &str,
    kit: &Kit,
    seats: &[String],
    settings: &Settings,
    seed: &Seed,
    at: u64,
) -> Result<(Course, Vec<Draw>), Refusal> {
    seats::check(seats)?;
    let mut chance = Chance::new(seed.clone());
    let setup = Setup {
        kit,
        seats,
        settings,
    };
    let (game, events) = games::begin(rules, setup, &mut chance)?;
    let draws = chance.take_draws();
    Ok((Course::new(game, chance, events, at), draws))
}

/// Does again what a line says; fails with the refusal, or without one when something else came out.
fn replay(course: &mut Course, n: u64, at: u64, body: &Body) -> Result<(), Option<Refusal>> {
    let act = Act::read(body).ok_or(None)?;
    let pending = course.step(act).map_err(Some)?;
    if pending.body() != *body {
        return Err(None);
    }
    course.commit(pending, n, at);
    Ok(())
}

/// The problem of a line that does not come out as it was written.
fn unlike(file: &str, line: usize, refusal: Option<Refusal>) -> Problem {
    let hint = say!("the kit or the file was changed after it was played, or by a newer kitpress");
    let what = match refusal {
        Some(_) => say!("line {} holds a move that is not possible there", line),
        None => say!(
            "line {} does not follow from the table's seed and moves",
            line
        ),
    };
    Problem::new(what).at(file, line).hint(hint)
}
