//! A table: a kit, its rules and a journal. Every command opens it, does one thing and answers; the state is
//! whatever the journal's lines make it.

mod entering;
mod follow;
mod proof;
mod proved;

use std::path::Path;

use serde_json::{Map, Value, json};

use super::choice::{self, Asking, Choice};
use super::config::{Config, Settings};
use super::games::{Games, rules_of};
use super::header::{Head, KeptKit, kit_fields, kit_name};
use super::history::{Act, Entry, History, Pending};
use super::journal::{Access, Body, Journal, JournalPlace};
use super::lexicon::MoveWords;
use super::note;
use super::rng::{Chance, Dice, Draw, Seed};
use super::rules::{Asked, Fault, Outcome, Refusal, Skill};
use super::seats;
use super::stock::Stock;
use super::view::{View, Viewer};
use crate::diag::{Problem, Problems};
use crate::kit::Kit;
use crate::say;
use crate::say::Say;

pub(crate) use follow::Glimpse;
pub use proof::{Noted, Reopened, VerifyReport};

/// The kind of journal that a table keeps.
pub(crate) const KIND: &str = "table";

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

impl From<Failure> for Problems {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => Problem::from(refusal).into(),
            Failure::Failed(problems) => problems,
        }
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
    kit: Stock,
    kit_changed: bool,
    seats: Vec<String>,
    /// What was set, as it was given.
    set: Settings,
    practice: bool,
    commitment: String,
    history: History,
    warnings: Vec<Say>,
}

impl Table {
    /// Sets up a new table of a shipped game, or by `[table]`, and writes its journal.
    pub fn start(path: &Path, start: Start<'_>, at: u64) -> Result<Self, Failure> {
        Self::start_by(&Games::shipped(), &JournalPlace::This(path), start, at)
    }

    /// Sets up a new table of one of these games and writes its journal to a place.
    pub fn start_by(
        games: &Games,
        place: &JournalPlace<'_>,
        start: Start<'_>,
        at: u64,
    ) -> Result<Self, Failure> {
        let Start {
            kit,
            seats,
            settings,
            seed,
            practice,
        } = start;
        seats::admit(&[], &seats)?;
        let rules = rules_of(kit);
        let stock = Stock::of(games, kit, rules);
        let config = Config {
            kit: &stock,
            seats: &seats,
            settings: &settings,
        };
        let chance = Chance::new(seed.clone());
        let (history, draws) = set_up(games, rules, config, chance, at)?;
        let mut header = Body::new();
        header.insert("kit".into(), kit_fields(kit));
        header.insert("stock".into(), json!(stock));
        header.insert("rules".into(), rules.into());
        header.insert("seats".into(), json!(seats));
        header.insert("settings".into(), json!(settings));
        header.insert("practice".into(), practice.into());
        header.insert("seed".into(), seed.reveal().into());
        header.insert("draws".into(), json!(draws));
        let journal = Journal::create_at(place, KIND, header, at)?;
        Ok(Self {
            commitment: journal.lines()[0].hash.clone(),
            journal,
            kit: stock,
            kit_changed: false,
            seats,
            set: settings,
            practice,
            history,
            warnings: Vec::new(),
        })
    }

    /// Opens a table of a shipped game, or by `[table]`, and replays its journal.
    pub fn open(path: &Path, access: Access) -> Result<Self, Failure> {
        Self::open_by(&Games::shipped(), path, access)
    }

    /// Opens a table to look back at it: for reading, and without looking for its kit unless it needs it.
    pub(crate) fn recall(path: &Path) -> Result<Self, Failure> {
        Self::open_with(&Games::shipped(), path, Access::Read, false)
    }

    /// Opens a table of one of these games and replays its journal.
    pub fn open_by(games: &Games, path: &Path, access: Access) -> Result<Self, Failure> {
        Self::open_with(games, path, access, true)
    }

    fn open_with(
        games: &Games,
        path: &Path,
        access: Access,
        compare: bool,
    ) -> Result<Self, Failure> {
        let journal = Journal::open(path, KIND, access)?;
        Self::of(games, journal, compare)
    }

    /// The table that a journal tells of.
    fn of(games: &Games, journal: Journal, compare: bool) -> Result<Self, Failure> {
        let shown = journal.path().display().to_string();
        let head = Head::read(journal.version(), journal.header()).ok_or_else(|| {
            Problem::new(say!("the header of the table cannot be understood")).at(shown.as_str(), 1)
        })?;
        let KeptKit { kit, changed } = head.kept(games, compare)?;
        let mut warnings: Vec<Say> = journal.warning().into_iter().collect();
        warnings.extend(changed.clone());
        let line = &journal.lines()[0];
        let chance = Chance::of_version(journal.version(), head.seed.clone());
        let config = Config {
            kit: &kit,
            seats: &head.seats,
            settings: &head.settings,
        };
        let (mut history, draws) = set_up(games, &head.rules, config, chance, line.at)
            .map_err(|r| unlike(&shown, 1, Some(r)))?;
        if draws != head.draws {
            return Err(unlike(&shown, 1, None).into());
        }
        for line in &journal.lines()[1..] {
            let place = line.n as usize + 1;
            replay(&mut history, line.n, line.at, &line.body)
                .map_err(|refusal| unlike(&shown, place, refusal))?;
        }
        Ok(Self {
            commitment: head.commitment.unwrap_or_else(|| line.hash.clone()),
            journal,
            kit,
            kit_changed: changed.is_some(),
            seats: head.seats,
            set: head.settings,
            practice: head.practice,
            history,
            warnings,
        })
    }

    /// Makes a move. Once this returns, the move is on the disk.
    pub fn act(&mut self, text: &str, at: u64) -> Result<&Entry, Failure> {
        match self.history.step(Act::Do(text.to_owned())) {
            Ok(pending) => self.write(pending, at),
            Err(refusal) => Err(self.refused(refusal, text, at)),
        }
    }

    /// Takes back the last move. A table whose seed has been shown is opened again by it, with a seed from the system
    /// for what is still to be shuffled; a practice table keeps the seed that everybody knows.
    pub fn undo(&mut self, all_agree: bool, at: u64) -> Result<&Entry, Failure> {
        let fresh = match self.shown() && all_agree && !self.practice {
            true => Some(Seed::from_system()?),
            false => None,
        };
        self.keep(Act::Undo { all_agree, fresh }, at)
    }

    /// Keeps something of the shell's with the table; the rules do not see it, undo does not touch it.
    pub fn note(&mut self, note: Value, at: u64) -> Result<&Entry, Failure> {
        self.keep(Act::Note(note), at)
    }

    /// Everything noted, in order.
    pub fn notes(&self) -> impl Iterator<Item = &Value> {
        self.history.entries().iter().filter_map(|e| match &e.act {
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
    pub(crate) fn unlooked(&self, seats: &[usize]) -> Vec<usize> {
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
        let pending = self.history.step(act)?;
        self.write(pending, at)
    }

    fn write(&mut self, pending: Pending, at: u64) -> Result<&Entry, Failure> {
        let n = self.journal.append(pending.body(), at)?;
        Ok(self.history.commit(pending, n, at))
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        self.history.game().view(viewer)
    }

    /// The state for a viewer as JSON, in the form of `show --json`.
    pub fn show(&self, viewer: Viewer) -> Map<String, Value> {
        self.show_view(&self.view(viewer))
    }

    /// The same of a view that is there already.
    pub fn show_view(&self, view: &View) -> Map<String, Value> {
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
        let mut fields = match fields {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        if let Some(digest) = self.closing() {
            fields.insert("closing".into(), digest.into());
        }
        if self.kit_changed {
            fields.insert("kit_changed".into(), true.into());
        }
        fields
    }

    /// A legal move as bots of these skills would make it; secrets included: not for printing.
    pub fn choose(&self, skills: &[Skill], dice: &mut Dice) -> Option<String> {
        self.history.game().choose(skills, dice)
    }

    /// Looks at one answer of the move that the view's form asks for. Where hidden cards decide, what became of it is
    /// told to everybody: an answer that is taken and then not played was a guess as well.
    pub fn check_answer(&mut self, part: usize, text: &str, at: u64) -> Result<String, Failure> {
        let form = self.view(Viewer::Public).form;
        let head = form.as_ref().map_or("", |f| f.head.as_str());
        let name = form.as_ref().and_then(|f| f.parts.get(part));
        let name = name.map_or("", |p| p.head.as_str());
        match self.history.game().check_answer(part, text) {
            Err(refusal) => Err(self.refused(refusal, &format!("{head} {name} {text}"), at)),
            Ok(answer) => {
                let note = note::answered(&format!("{name} {answer}"));
                if self.history.game().guarded() && !self.since_the_last_move().any(|n| *n == note)
                {
                    self.note(note, at)?;
                }
                Ok(answer)
            }
        }
    }

    /// What was noted since a move was made or taken back.
    fn since_the_last_move(&self) -> impl Iterator<Item = &Value> {
        self.log().iter().rev().map_while(|e| match &e.act {
            Some(Act::Note(note)) => Some(note),
            _ => None,
        })
    }

    /// The pieces that can be added to a text, so that it becomes a legal move or part of one.
    pub fn choices(&self, asking: Asking<'_>, so_far: &str) -> Vec<Choice> {
        match self.shown() {
            true => Vec::new(),
            false => self.history.game().choices(asking, so_far),
        }
    }

    /// Whether a text that is made of choices which everybody may know is a whole move already. Not for other texts: what
    /// hidden cards decide is told to everybody.
    pub fn allows(&self, text: &str) -> bool {
        self.history.step(Act::Do(text.to_owned())).is_ok()
    }

    /// All whole moves, or answers, where they are no more than `most`.
    pub fn answers(&self, asking: Asking<'_>, most: usize) -> Option<Vec<String>> {
        choice::flat(&|so_far| self.choices(asking, so_far), most)
    }

    /// The words of moves, each with those of other languages.
    pub fn words(&self) -> MoveWords {
        self.history.game().words()
    }

    /// Whether a long move brings something that cannot be unseen.
    pub(crate) fn reveals(&self, text: &str) -> bool {
        self.history.game().reveals(text)
    }

    /// What happened, the start first, without answers that became a move.
    pub fn story(&self) -> impl Iterator<Item = &Entry> {
        let log = self.log();
        let played = move |at: usize| {
            let answer = match &log[at].act {
                Some(Act::Note(note)) => note::answer(note)?,
                _ => return None,
            };
            let later = log[at + 1..].iter().find_map(|e| match &e.act {
                Some(Act::Do(text)) => Some(text),
                _ => None,
            });
            later.filter(|text| text.contains(answer))
        };
        let story = (0..log.len()).filter(move |at| played(*at).is_none());
        story.map(move |at| &log[at])
    }

    /// What one seat alone has to add to a text; an empty one stands for whatever is due.
    pub fn asks(&self, text: &str) -> Option<Asked> {
        let open = self.outcome().is_none() && !self.shown();
        open.then(|| self.history.game().asks(text)).flatten()
    }

    /// What a move would show everybody for good.
    pub(crate) fn unveils(&self, text: &str) -> Option<Say> {
        let open = self.outcome().is_none() && !self.shown();
        open.then(|| self.history.game().unveils(text)).flatten()
    }

    /// What a move, or one part of it, leaves unsaid that people should be asked about.
    pub fn unsaid(&self, part: Option<usize>, text: &str) -> Option<Refusal> {
        self.history.game().unsaid(part, text)
    }

    /// The move of a line of the log, as everybody may read it now.
    pub fn told<'a>(&self, entry: &'a Entry) -> Option<&'a str> {
        entry.told(self.outcome().is_some())
    }

    /// The move that was taken back last, as everybody may read it now.
    pub(crate) fn taken_back(&self) -> &str {
        self.log().last().map_or("", |undo| self.taken_by(undo))
    }

    /// The move that an undo took back, as everybody may read it now.
    pub(crate) fn taken_by(&self, undo: &Entry) -> &str {
        let taken = |e: &&Entry| Some(e.n) == undo.taken;
        let entry = self.log().iter().find(taken);
        entry.and_then(|e| self.told(e)).unwrap_or_default()
    }

    /// The whole state, secrets included: for tests that compare states.
    pub fn state(&self) -> Value {
        self.history.game().state()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.history.outcome()
    }

    /// Everything that happened, the start first.
    pub fn log(&self) -> &[Entry] {
        self.history.entries()
    }

    /// How many moves stand, those taken back not counted.
    pub fn moves(&self) -> usize {
        self.history.moves()
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

    /// What was set when the table was started, as it was given.
    pub fn set(&self) -> &Settings {
        &self.set
    }

    /// The name of the rules that are played by.
    pub fn rules(&self) -> &str {
        let rules = self.journal.header().get("rules");
        rules.and_then(Value::as_str).unwrap_or_default()
    }

    /// The kit that the table was started with: its folder, else its id.
    pub(crate) fn kit_name(&self) -> &str {
        kit_name(self.journal.header().get("kit"))
    }

    /// Whether the game was ended by showing its seed, and not by its rules.
    pub fn given_up(&self) -> bool {
        self.outcome().is_some() && self.history.game().outcome().is_none()
    }

    /// When it was started, in seconds since 1970.
    pub fn began(&self) -> u64 {
        self.log().first().map_or(0, |e| e.at)
    }

    /// The line of the log that ended the game, once it is over.
    pub fn ending(&self) -> Option<&Entry> {
        let n = self.history.ended_at()?;
        self.log().iter().find(|e| e.n == n)
    }

    /// What was taken from the kit that is played.
    pub fn kit(&self) -> &Stock {
        &self.kit
    }

    /// Whether the kit's files are no longer what the table was dealt from.
    pub fn kit_changed(&self) -> bool {
        self.kit_changed
    }

    /// Whether the table goes on with the decks that it was dealt from, whatever became of the kit.
    pub fn keeps_decks(&self) -> bool {
        self.journal.version() > 1
    }

    /// Whether the end of the file is missing.
    pub fn cut(&self) -> bool {
        self.journal.cut()
    }

    /// Whether somebody chose the seed, so that nothing is secret.
    pub fn practice(&self) -> bool {
        self.practice
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
        self.history.shown()
    }
}

fn set_up(
    games: &Games,
    rules: &str,
    config: Config<'_>,
    mut chance: Chance,
    at: u64,
) -> Result<(History, Vec<Draw>), Refusal> {
    seats::check(config.seats)?;
    let (game, events) = games.begin(rules, config, &mut chance)?;
    let draws = chance.take_draws();
    Ok((History::new(game, chance, events, at), draws))
}

/// Does again what a line says; fails with the refusal, or without one when something else came out.
fn replay(history: &mut History, n: u64, at: u64, body: &Body) -> Result<(), Option<Refusal>> {
    let act = Act::read(body).ok_or(None)?;
    let by = body.get("by").and_then(Value::as_str);
    let pending = history.step(act).map_err(Some)?.entered_by(by);
    if pending.body() != *body {
        return Err(None);
    }
    history.commit(pending, n, at);
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
