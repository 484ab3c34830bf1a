//! The table that everybody sits at, with its keys, its clocks and the news that go out. All of it is behind one lock, so
//! that nothing happens between a look and a step. Phones come in by `api`, the terminal by `terminal`: by the same doors.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast;

use super::Holder;
use super::clocks::{ClockOrder, Clocks};
use super::faces::FaceShelf;
use super::form::{AskedScore, check_score};
use super::gallery::{FollowingScreen, Gallery, HungView};
use super::guesses::CodeGuesses;
use super::keys::{KeptLobby, SeatKey, TableKeys};
use super::playing::Playing;
use super::view;
use crate::diag::Problem;
use crate::kit::Kit;
use crate::play::config::Settings;
use crate::play::header::{kit_fields, kit_name};
use crate::play::rng::Seed;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::play::table::{Failure, Start, Table};
use crate::play::view::Viewer;
use crate::say;
use crate::say::{Say, Tongue, in_tongue};
use crate::serve::Trouble;

/// News that somebody may be behind by; who is further behind is told how things stand now.
const KEPT_NEWS: usize = 64;

/// Why something is not done.
#[derive(Debug)]
pub(crate) enum HubError {
    /// By the rules of the table.
    Trouble(Trouble),
    /// By the rules of the game: 409.
    Refused(Refusal),
    /// It could not be done: 500.
    Failed(crate::diag::Problems),
}

impl From<Trouble> for HubError {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<Refusal> for HubError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Problem> for HubError {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem.into())
    }
}

impl From<Failure> for HubError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::Refused(refusal),
            Failure::Failed(problems) => Self::Failed(problems),
        }
    }
}

impl From<HubError> for Failure {
    fn from(error: HubError) -> Self {
        match error {
            HubError::Trouble(trouble) => {
                let (what, hint) = trouble.words();
                let refusal = Refusal::new(Fault::Time, what);
                Self::Refused(hint.into_iter().fold(refusal, Refusal::hint))
            }
            HubError::Refused(refusal) => Self::Refused(refusal),
            HubError::Failed(problems) => Self::Failed(problems),
        }
    }
}

/// What an order comes to.
pub(crate) type HubResult<T> = Result<T, HubError>;

/// A table that waits for its players.
pub struct Lobby {
    /// The kit, loaded with the settings.
    pub kit: Kit,
    /// What was set.
    pub settings: Settings,
    /// The practice seed.
    pub seed: Option<u64>,
    /// Where the table will be kept.
    pub path: PathBuf,
}

/// Whether it has begun.
pub(super) enum HubStage {
    Lobby(Box<Lobby>),
    Playing(Box<Playing>),
}

pub(super) struct HubState {
    pub(super) stage: HubStage,
    pub(super) keys: TableKeys,
    guesses: CodeGuesses,
    pub(super) clocks: Clocks,
}

/// The table that everybody sits at.
pub struct Hub {
    state: Mutex<HubState>,
    news: broadcast::Sender<HubNews>,
    gallery: Mutex<Gallery>,
    /// How many news there were.
    beat: AtomicU64,
    /// Held by everybody who knows a seat by its number: it stays the same seat meanwhile.
    seating: RwLock<()>,
    /// The kit as the press draws it; none when it is gone.
    pub(super) faces: Option<FaceShelf>,
    /// Where people get in.
    way: OnceLock<WayIn>,
}

/// What everybody is told.
#[derive(Clone, Debug)]
pub(super) struct HubNews {
    /// How many there were, with this one.
    pub(super) number: u64,
    /// As it goes out.
    pub(super) event: Bytes,
    /// Whose views have changed by more than who is waited for.
    pub(super) anew: Anew,
}

/// Whose views are new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anew {
    /// Nobody's.
    Nothing,
    /// Those that everybody may see; the news are told to all.
    Open,
    /// Those of seats and the host, to which a key belongs. Nobody else is told: they have been.
    Own,
}

/// How things stand, and the news from then on.
pub(super) type HeardNews = (Vec<Arc<str>>, broadcast::Receiver<HubNews>);

/// Where people get in.
struct WayIn {
    urls: Vec<String>,
    notes: Vec<Say>,
}

/// Everybody's keys, for whoever started the table.
pub struct HandedKeys {
    /// What people type in to join.
    pub code: String,
    /// The host's key.
    pub host: String,
    /// Every seat's name and key.
    pub seats: Vec<(String, String)>,
}

pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs())
}

impl Hub {
    fn new(stage: HubStage, keys: TableKeys, faces: Option<FaceShelf>) -> Self {
        let (guesses, clocks) = (CodeGuesses::default(), Clocks::default());
        Self {
            state: Mutex::new(HubState {
                stage,
                keys,
                guesses,
                clocks,
            }),
            news: broadcast::channel(KEPT_NEWS).0,
            gallery: Mutex::default(),
            beat: AtomicU64::new(0),
            seating: RwLock::new(()),
            faces,
            way: OnceLock::new(),
        }
    }

    /// A table that is played at; with the keys that lie beside it, else with new ones.
    pub fn playing(table: Table, faces: Option<FaceShelf>) -> Result<Self, Problem> {
        let mut keys = match TableKeys::load(table.path())? {
            Some(keys) => keys,
            None => TableKeys::new(table.path(), &[])?,
        };
        keys.seat(table.seats())?;
        keys.lobby = None;
        keys.keep()?;
        let playing = Playing::new(table);
        Ok(Self::new(HubStage::Playing(Box::new(playing)), keys, faces))
    }

    /// A table that waits for its players; those who sat there before sit there still.
    pub fn lobby(lobby: Lobby) -> Result<Self, Problem> {
        let mut keys = match TableKeys::load(&lobby.path)? {
            Some(keys) => keys,
            None => TableKeys::new(&lobby.path, &[])?,
        };
        keys.lobby = Some(KeptLobby {
            kit: kit_name(Some(&kit_fields(&lobby.kit))).to_owned(),
            settings: lobby.settings.clone(),
            seed: lobby.seed,
        });
        keys.keep()?;
        let faces = FaceShelf::new(lobby.kit.clone());
        Ok(Self::new(
            HubStage::Lobby(Box::new(lobby)),
            keys,
            Some(faces),
        ))
    }

    pub(super) fn open(&self) -> MutexGuard<'_, HubState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// While this is held, a seat keeps its number.
    pub(super) fn seated(&self) -> RwLockReadGuard<'_, ()> {
        self.seating.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes on with another table of the same kit and players: the same phones, each at the seat of its player.
    pub(crate) fn go_on_with(&self, table: Table) -> HubResult<()> {
        let _nobody = self.seating.write().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.open();
        let mut keys = state.keys.beside(table.path());
        keys.seat(table.seats())?;
        keys.keep()?;
        state.keys = keys;
        state.stage = HubStage::Playing(Box::new(Playing::new(table)));
        for gone in state.clocks.put_away() {
            self.send(&json!({"clock": gone}));
        }
        self.tell(&mut state);
        Ok(())
    }

    /// The port that phones know; 0 when there is none yet.
    pub fn port(&self) -> u16 {
        self.open().keys.port
    }

    /// Phones know these addresses from now on, the first before all others; and what to know of the network.
    pub fn listens_on(&self, addresses: &[SocketAddr], notes: Vec<Say>) -> Result<(), Problem> {
        let mut state = self.open();
        let port = addresses.first().map_or(0, SocketAddr::port);
        let urls = addresses.iter().map(|at| format!("http://{at}/")).collect();
        let _ = self.way.set(WayIn { urls, notes });
        if state.keys.port == port {
            return Ok(());
        }
        state.keys.port = port;
        state.keys.keep()
    }

    /// Everybody's keys.
    pub fn keys(&self) -> HandedKeys {
        let state = self.open();
        let seat = |s: &SeatKey| (s.name.clone(), s.token.clone());
        HandedKeys {
            code: state.keys.code.clone(),
            host: state.keys.host.clone(),
            seats: state.keys.seats.iter().map(seat).collect(),
        }
    }

    /// Where the table is kept, or will be.
    pub fn path(&self) -> PathBuf {
        match &self.open().stage {
            HubStage::Lobby(lobby) => lobby.path.clone(),
            HubStage::Playing(playing) => playing.table.path().to_owned(),
        }
    }

    /// What the QR code says: the address, with the code where no server sees it.
    pub fn way_in(&self) -> String {
        format!("{}#{}", self.address(), self.open().keys.code)
    }

    /// All addresses.
    pub fn addresses(&self) -> &[String] {
        self.way.get().map_or(&[], |way| &way.urls)
    }

    /// The first of them.
    pub fn address(&self) -> &str {
        self.addresses().first().map_or("", String::as_str)
    }

    /// What people should know of the network.
    pub fn notes(&self) -> &[Say] {
        self.way.get().map_or(&[], |way| &way.notes)
    }

    /// Holder shows a key; a seat whose key is shown is claimed.
    pub(super) fn who(&self, key: &str) -> HubResult<Holder> {
        let mut state = self.open();
        let who = state.holder(Some(key)).ok_or_else(Trouble::unknown)?;
        if let Holder::Seat(seat) = who
            && !state.keys.seats[seat].claimed
        {
            state.keys.seats[seat].claimed = true;
            state.keys.keep()?;
        }
        Ok(who)
    }

    /// Whether this is the code; guessing is slow.
    pub(super) fn admits(&self, code: &str, ip: IpAddr) -> Result<(), Trouble> {
        let mut state = self.open();
        let at = Instant::now();
        if !state.guesses.may(ip, at) {
            let what = say!("the code was guessed wrong too often");
            return Err(Trouble::new(429, what).hint(say!("wait a little, then try again")));
        }
        if state.keys.is_code(code) {
            return Ok(());
        }
        state.guesses.wrong(ip, at);
        Err(Trouble::new(401, say!("this is not the code of the table")))
    }

    /// What somebody sees, as JSON.
    pub(super) fn view(&self, who: Holder) -> String {
        self.open().view(who)
    }

    /// Sits down: with a new name in a lobby, else at a seat that nobody has claimed.
    pub(super) fn join(&self, name: &str) -> HubResult<(String, String)> {
        let mut state = self.open();
        let HubState { stage, keys, .. } = &mut *state;
        let at = match stage {
            HubStage::Lobby(lobby) => match keys.waiting_for(name) {
                Some(seat) => seat,
                None => keys.add(name, lobby.kit.players.1 as usize)?,
            },
            HubStage::Playing(playing) => playing.table.seat(name)?,
        };
        let seat = &mut keys.seats[at];
        if seat.claimed {
            let what = say!("{} has a phone already", seat.name);
            let hint = say!("if that phone is gone, the host can free the seat");
            return Err(Trouble::new(409, what).hint(hint).into());
        }
        seat.claimed = true;
        let joined = (seat.name.clone(), seat.token.clone());
        keys.keep()?;
        self.tell(&mut state);
        Ok(joined)
    }

    /// Frees a seat; whoever had it is let in no more.
    pub(crate) fn free(&self, who: Holder, name: &str) -> HubResult<String> {
        host_only(who)?;
        let mut state = self.open();
        let names: Vec<String> = state.keys.seats.iter().map(|s| s.name.clone()).collect();
        let seat = seats::find(&names, name)?;
        match state.stage {
            HubStage::Lobby(_) => drop(state.keys.seats.remove(seat)),
            HubStage::Playing(_) => state.keys.seats[seat] = SeatKey::new(&names[seat])?,
        }
        state.keys.keep()?;
        self.tell(&mut state);
        Ok(names[seat].clone())
    }

    /// Begins with those who have joined.
    pub(crate) fn begin(&self, who: Holder) -> HubResult<u64> {
        host_only(who)?;
        let mut state = self.open();
        let HubStage::Lobby(lobby) = &state.stage else {
            return Err(has_begun().into());
        };
        let names = state.keys.seats.iter().map(|s| s.name.clone()).collect();
        let start = Start {
            kit: &lobby.kit,
            seats: names,
            settings: lobby.settings.clone(),
            seed: match lobby.seed {
                Some(number) => Seed::practice(number),
                None => Seed::from_system()?,
            },
            practice: lobby.seed.is_some(),
        };
        let table = Table::start(&lobby.path, start, now())?;
        state.stage = HubStage::Playing(Box::new(Playing::new(table)));
        state.keys.lobby = None;
        // The table is there: whoever finds it finds the keys too, with or without the lobby in them.
        let kept = state.keys.keep();
        self.tell(&mut state);
        kept?;
        Ok(0)
    }

    /// Takes somebody's part of the form that is due. The last part makes the move.
    pub(crate) fn answer(&self, who: Holder, text: &str, seq: u64) -> HubResult<Vec<String>> {
        let mut state = self.open();
        let playing = state.playing()?;
        // A late tap means what was due before, whoever is asked now.
        playing.is_current(seq)?;
        let due = playing.due().ok_or_else(nothing_due)?;
        let part = due.part_of(who).ok_or_else(not_yours)?;
        let answer = due.check(&playing.table, part, text)?;
        playing.answers.resize(due.len(), None);
        playing.answers[part] = Some(answer);
        let all: Option<Vec<String>> = playing.answers.iter().cloned().collect();
        let whole = all.is_some();
        let done = match all {
            None => Ok(playing.waiting()),
            Some(all) => playing.complete(&due, part, &all),
        };
        match whole && done.is_ok() {
            true => self.stepped(&mut state, false),
            false if done.is_ok() => self.tell_waiting(&state),
            false => self.tell(&mut state),
        }
        done
    }

    /// Takes an answer back.
    pub(super) fn withdraw(&self, who: Holder, seq: u64) -> HubResult<Vec<String>> {
        let mut state = self.open();
        let playing = state.playing()?;
        playing.is_current(seq)?;
        let due = playing.due().ok_or_else(nothing_due)?;
        let part = due.part_of(who).ok_or_else(not_yours)?;
        let had = playing.answers.get_mut(part).and_then(Option::take);
        let waiting = playing.waiting();
        if had.is_some() {
            self.tell_waiting(&state);
        }
        Ok(waiting)
    }

    /// Makes a move.
    pub(crate) fn act(&self, who: Holder, text: &str, seq: u64) -> HubResult<u64> {
        let mut state = self.open();
        let playing = state.playing()?;
        let made = match who {
            Holder::Host => playing.act_as_host(text, seq),
            Holder::Seat(seat) => playing.act_as_seat(seat, text, seq),
            Holder::Public => Err(not_yours().into()),
        };
        let noticed = playing.notice.is_some();
        match made.is_ok() {
            true => self.stepped(&mut state, false),
            false if noticed => self.tell(&mut state),
            false => {}
        }
        made
    }

    /// Takes back the last move.
    pub(crate) fn undo(&self, who: Holder, seq: u64, all_agree: bool) -> HubResult<u64> {
        host_only(who)?;
        let mut state = self.open();
        let playing = state.playing()?;
        playing.is_current(seq)?;
        playing.table.undo(all_agree, now())?;
        playing.stepped();
        playing.asked = None;
        let seq = playing.table.steps();
        self.stepped(&mut state, true);
        Ok(seq)
    }

    /// Asks everybody for points.
    pub(super) fn ask(&self, who: Holder, column: Option<String>) -> HubResult<Vec<String>> {
        host_only(who)?;
        let mut state = self.open();
        let playing = state.playing()?;
        let asked = AskedScore { column };
        check_score(&playing.table, &asked)?;
        playing.asked = Some(asked);
        playing.answers.clear();
        let waiting = playing.waiting();
        self.tell(&mut state);
        Ok(waiting)
    }

    /// The ways to go on with a text: of a part of the form, or of a whole move that somebody may make.
    pub(super) fn choices(
        &self,
        who: Holder,
        part: Option<usize>,
        text: &str,
    ) -> HubResult<Vec<Value>> {
        let mut state = self.open();
        let playing = state.playing()?;
        match part {
            None => Ok(view::choices(&playing.table, who, text)),
            Some(part) => {
                let due = playing.due().ok_or_else(nothing_due)?;
                due.part_of(who)
                    .filter(|p| *p == part)
                    .ok_or_else(not_yours)?;
                Ok(due.choices(&playing.table, part, who, text))
            }
        }
    }

    /// Starts, stops or sets a clock.
    pub(super) fn clock(
        &self,
        who: Holder,
        id: &str,
        order: ClockOrder,
        seconds: Option<u64>,
    ) -> HubResult<Vec<Value>> {
        host_only(who)?;
        let mut state = self.open();
        let HubState { stage, clocks, .. } = &mut *state;
        let HubStage::Playing(playing) = stage else {
            return Err(not_begun().into());
        };
        if order == ClockOrder::Stop
            && let Some(note) = clocks.note_of(id)
        {
            playing.table.note(off(note), now())?;
        }
        let told = clocks.obey(&playing.table, id, order, seconds);
        let told = told.ok_or_else(|| Trouble::new(409, say!("there is no clock `{}`", id)))?;
        for clock in &told {
            self.send(&json!({"clock": clock}));
        }
        Ok(told)
    }

    /// The seed and the proof, once the game is over; the table is closed by it.
    pub(super) fn verify(&self) -> HubResult<Value> {
        let mut state = self.open();
        let playing = state.playing()?;
        if playing.table.outcome().is_none() {
            let what = say!("the seed stays secret until the game is over");
            return Err(Trouble::new(409, what).into());
        }
        let before = playing.table.steps();
        let report = playing.table.verify(false, now())?;
        let proof = playing.table.proof(&report, &[]);
        if playing.table.steps() != before {
            self.tell(&mut state);
        }
        Ok(proof)
    }

    /// How things stand, and news from now on.
    pub(super) fn listen(&self) -> HeardNews {
        let mut state = self.open();
        (state.standing(), self.news.subscribe())
    }

    /// A screen follows the table from now on: its view, and the news from then on.
    pub(super) fn follow(
        &self,
        screen: &FollowingScreen,
    ) -> Result<(HungView, broadcast::Receiver<HubNews>), Trouble> {
        self.gallery().enter(screen.clone());
        let mut state = self.open();
        let view = self.draw(&mut state, screen);
        let view = view.inspect_err(|_| self.gallery().leave(screen))?;
        Ok((view, self.news.subscribe()))
    }

    /// A screen follows no more.
    pub(super) fn leaves(&self, screen: &FollowingScreen) {
        self.gallery().leave(screen);
    }

    /// The view of a screen as it was drawn with the newest news of views, if it was.
    pub(super) fn hung(&self, screen: &FollowingScreen) -> Option<HungView> {
        self.gallery().hung(screen)
    }

    /// The view of a screen as it is now.
    pub(super) fn look_again(&self, screen: &FollowingScreen) -> Result<HungView, Trouble> {
        self.draw(&mut self.open(), screen)
    }

    fn draw(&self, state: &mut HubState, screen: &FollowingScreen) -> Result<HungView, Trouble> {
        let bytes = state.shown(screen).ok_or_else(Trouble::unknown)?;
        let number = self.beat();
        Ok(HungView { number, bytes })
    }

    fn gallery(&self) -> MutexGuard<'_, Gallery> {
        self.gallery.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How things stand.
    pub(super) fn standing(&self) -> Vec<Arc<str>> {
        self.open().standing()
    }

    /// How all clocks stand.
    pub(super) fn clock_news(&self) -> Vec<Arc<str>> {
        self.open().clock_news()
    }

    /// A step was made, or taken `back`: everybody is told, and clocks follow whose turn it is.
    fn stepped(&self, state: &mut HubState, back: bool) {
        self.tell(state);
        let HubState { stage, clocks, .. } = state;
        let HubStage::Playing(playing) = stage else {
            return;
        };
        if clocks.is_empty() {
            return;
        }
        let active = playing.table.view(Viewer::Public).active;
        for clock in clocks.follow(active, back) {
            self.send(&json!({"clock": clock}));
        }
        for note in clocks.notes() {
            // What a clock shows is no move: it is worth no trouble.
            let _ = playing.table.note(note, now());
        }
    }

    /// Tells everybody how things stand: anything may look different.
    pub(super) fn tell(&self, state: &mut HubState) {
        let number = self.next_number();
        let news = state.news();
        let screens = self.gallery().screens();
        let (own, open): (Vec<FollowingScreen>, Vec<FollowingScreen>) =
            screens.into_iter().partition(|s| s.key.is_some());
        // What most look at goes out before the rest is drawn.
        for (screens, anew) in [(open, Anew::Open), (own, Anew::Own)] {
            let drawn = screens.into_iter().map(|screen| {
                let bytes = state.shown(&screen);
                (screen, bytes.map(|bytes| HungView { number, bytes }))
            });
            let drawn: Vec<(FollowingScreen, Option<HungView>)> = drawn.collect();
            self.gallery().hang(drawn);
            self.send_out(number, &news, anew);
        }
    }

    /// Tells everybody who has not answered: nothing else has changed.
    fn tell_waiting(&self, state: &HubState) {
        self.send_out(self.next_number(), &state.news(), Anew::Nothing);
    }

    /// Sends news of something that no view need be drawn for.
    pub(super) fn send(&self, news: &Value) {
        self.send_out(self.next_number(), news, Anew::Nothing);
    }

    fn next_number(&self) -> u64 {
        self.beat.fetch_add(1, Ordering::SeqCst) + 1
    }

    /// Sends news out. Whoever listens to nothing is not told.
    fn send_out(&self, number: u64, news: &Value, anew: Anew) {
        let event = Bytes::from(format!("data: {news}\n\n"));
        let _ = self.news.send(HubNews {
            number,
            event,
            anew,
        });
    }

    /// How many news there were: another number says that it is time to look again.
    pub(crate) fn beat(&self) -> u64 {
        self.beat.load(Ordering::SeqCst)
    }
}

impl HubState {
    /// The table, once it has begun.
    pub(super) fn playing(&mut self) -> Result<&mut Playing, Trouble> {
        match &mut self.stage {
            HubStage::Playing(playing) => Ok(playing),
            HubStage::Lobby(_) => Err(not_begun()),
        }
    }

    /// What somebody sees, as JSON.
    fn view(&mut self, who: Holder) -> String {
        let HubState {
            stage,
            keys,
            clocks,
            ..
        } = self;
        let you: Value = match who {
            Holder::Host => "host".into(),
            Holder::Public => Value::Null,
            Holder::Seat(seat) => keys.seats.get(seat).map(|s| s.name.as_str()).into(),
        };
        let mut passing = Map::new();
        if who != Holder::Public {
            passing.insert("code".into(), keys.code.as_str().into());
        }
        match stage {
            HubStage::Lobby(lobby) => {
                let mut view = lobby_view(lobby, keys, &you);
                view.append(&mut passing);
                Value::from(view).to_string()
            }
            HubStage::Playing(playing) => {
                let free = keys.seats.iter().filter(|s| !s.claimed);
                let free: Vec<String> = free.map(|s| s.name.clone()).collect();
                passing.insert("free".into(), json!(free));
                passing.insert("clocks".into(), clocks.all().into());
                view::view(playing, who, you, passing)
            }
        }
    }

    /// Who shows this key, or none.
    fn holder(&self, key: Option<&str>) -> Option<Holder> {
        match key {
            None => Some(Holder::Public),
            Some(key) if self.keys.is_host(key) => Some(Holder::Host),
            Some(key) => self.keys.seat_of(key).map(Holder::Seat),
        }
    }

    /// What a screen is shown, as it goes out; none when its key is one no more.
    fn shown(&mut self, screen: &FollowingScreen) -> Option<Bytes> {
        let who = self.holder(screen.key.as_deref())?;
        let view = in_tongue(Tongue::of(screen.lang), || self.view(who));
        Some(Bytes::from(format!("data: {{\"view\":{view}}}\n\n")))
    }

    /// The news, and all clocks.
    fn standing(&mut self) -> Vec<Arc<str>> {
        let clocks = self.clock_news();
        std::iter::once(self.news().to_string().into())
            .chain(clocks)
            .collect()
    }

    fn clock_news(&mut self) -> Vec<Arc<str>> {
        let clocks = self.clocks.all().into_iter();
        let news = clocks.map(|c| json!({"clock": c}).to_string().into());
        news.collect()
    }

    /// What everybody may know of how things stand.
    fn news(&self) -> Value {
        match &self.stage {
            HubStage::Lobby(_) => {
                let names: Vec<&str> = self.keys.seats.iter().map(|s| s.name.as_str()).collect();
                json!({"seq": 0, "waiting": [], "lobby": names})
            }
            HubStage::Playing(p) => json!({"seq": p.table.steps(), "waiting": p.waiting()}),
        }
    }
}

fn lobby_view(lobby: &Lobby, keys: &TableKeys, you: &Value) -> Map<String, Value> {
    let names: Vec<&str> = keys.seats.iter().map(|s| s.name.as_str()).collect();
    let fields = json!({
        "lobby": names, "you": you, "seq": 0,
        "kit": lobby.kit.id,
        "title": lobby.kit.title.get(crate::say::tongue().code()),
        "players": lobby.kit.players,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

pub(super) fn host_only(who: Holder) -> Result<(), Trouble> {
    match who {
        Holder::Host => Ok(()),
        _ => Err(Trouble::new(403, say!("only the host can do this"))),
    }
}

pub(super) fn has_begun() -> Trouble {
    Trouble::new(409, say!("the table has begun already"))
}

fn not_begun() -> Trouble {
    let what = say!("the table has not begun yet");
    Trouble::new(409, what).hint(say!("the host begins when everybody is there"))
}

/// The note of a clock that was put away.
fn off(mut note: Value) -> Value {
    note["off"] = true.into();
    note
}

pub(super) fn not_yours() -> Trouble {
    Trouble::new(403, say!("this is for somebody else to enter"))
}

fn nothing_due() -> Trouble {
    Trouble::new(409, say!("nothing is asked of everybody now"))
}

/// A kit by its name, what was set, and the practice seed.
pub type KeptTable = (String, Settings, Option<u64>);

/// What was kept of a table that has not begun, if one is kept there.
pub fn kept_lobby(path: &Path) -> Result<Option<KeptTable>, Problem> {
    let keys = TableKeys::load(path)?;
    let lobby = keys.and_then(|k| k.lobby);
    Ok(lobby.map(|l| (l.kit, l.settings, l.seed)))
}
