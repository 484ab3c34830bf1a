//! What of a game may be seen by whom: everything but the missions and the commands that lie face down.

use serde_json::{Map, Value, json};

use super::book::Book;
use super::moves::example;
use super::rules::{Command, Mission, QUOTA, quota_filled};
use super::state::{Ending, State};
use super::words;
use crate::play::seats;
use crate::play::view::{Form, Part, View, Viewer};
use crate::say;
use crate::say::Say;

/// What a viewer may see.
pub fn view(book: &Book, state: &State, viewer: Viewer) -> View {
    let eye = Eye { book, state };
    let mut view = View::new(book.seats.len(), eye.need());
    view.settings = book.settings.clone();
    view.turn = state.turn.into();
    view.scores = eye.scores();
    view.moves = vec![eye.shape()];
    view.form = state.ending.is_none().then(|| eye.form());
    view.game = eye.fields();
    view.lines = eye.lines();
    if let Viewer::Seat(seat) = viewer
        && let Some(mission) = state.missions.get(seat)
        && !eye.missions_are_open()
    {
        let own = json!({ book.name(seat): mission.name() });
        view.own.insert("missions".into(), own);
        view.secret = eye.secret(*mission);
    }
    view
}

struct Eye<'a> {
    book: &'a Book,
    state: &'a State,
}

impl Eye<'_> {
    fn seats(&self) -> std::ops::Range<usize> {
        0..self.book.seats.len()
    }

    fn by_name(&self, value: impl Fn(usize) -> Value) -> Value {
        let pair = |seat| (self.book.name(seat).to_owned(), value(seat));
        Value::Object(self.seats().map(pair).collect())
    }

    fn missions_are_open(&self) -> bool {
        self.book.open_missions || self.state.ending.is_some()
    }

    fn born(&self) -> bool {
        self.state.ending == Some(Ending::Birth)
    }

    // ---- what to do ----

    fn need(&self) -> Say {
        let Eye { book, state } = self;
        let example = example(book);
        if state.command_is_due(book) {
            let leaders = book.names(&state.leaders(book));
            return if book.command_sets > 1 {
                say!(
                    "turn up a command for each leader, {}, and enter both: `command plus odd`",
                    leaders
                )
            } else {
                say!(
                    "turn up the next command card for {} and enter it: `command plus`",
                    leaders
                )
            };
        }
        if state.is_last_turn(book) {
            return say!(
                "the last turn, no command: everybody lays one card face down, turn them up together, then enter `{}`",
                example
            );
        }
        say!(
            "everybody lays one card face down, turn them up together, then enter `{}`",
            example
        )
    }

    fn shape(&self) -> String {
        if !self.state.command_is_due(self.book) {
            return "play NAME CARD, …".to_owned();
        }
        let deck = |deck: &Vec<Command>| {
            let left = Command::ALL.iter().filter(|(_, c)| deck.contains(c));
            let left: Vec<&str> = left.map(|(name, _)| *name).collect();
            left.join("|")
        };
        let decks: Vec<String> = self.state.decks.iter().map(deck).collect();
        format!("command {}", decks.join(" "))
    }

    fn form(&self) -> Form {
        let Eye { book, state } = self;
        if state.command_is_due(book) {
            let ask = |set: usize| Part {
                head: String::new(),
                ask: say!(
                    "the command for {}, such as plus or at-most-3",
                    self.led_by(set)
                ),
            };
            return Form {
                head: "command".to_owned(),
                parts: (0..book.command_sets).map(ask).collect(),
            };
        }
        Form {
            head: "play".to_owned(),
            parts: self.seats().map(|seat| self.part(seat)).collect(),
        }
    }

    /// The leaders that a set of commands is for.
    fn led_by(&self, set: usize) -> String {
        let leaders = self.state.leaders(self.book);
        if self.book.command_sets > 1 {
            let leader = leaders.get(set).copied().unwrap_or(0);
            return self.book.name(leader).to_owned();
        }
        self.book.names(&leaders)
    }

    fn part(&self, seat: usize) -> Part {
        let Eye { book, state } = self;
        let held = words::row(state.held(book, seat).map(|c| c.value), " ");
        let order = state.orders(book).find(|o| o.leader == seat);
        let name = book.name(seat);
        let ask = match order {
            Some(order) => {
                let asks = words::asks(order.command, state.egg);
                say!("{}'s card; the command asks for {} ({})", name, asks, held)
            }
            None => say!("{}'s card ({})", name, held),
        };
        let head = seats::call(&book.seats, seat);
        Part { head, ask }
    }

    // ---- for programs ----

    fn fields(&self) -> Map<String, Value> {
        let Eye { book, state } = self;
        let mut out = Map::new();
        out.insert("egg".into(), state.egg.into());
        out.insert("range".into(), json!([book.track.low, book.track.high]));
        out.insert("turn".into(), state.turn.into());
        out.insert("run".into(), state.run.into());
        out.insert("leader".into(), book.name(state.leader(book, 0)).into());
        out.insert("command".into(), self.command());
        let void = match state.void[..] {
            [one] => Value::from(one),
            _ => json!(state.void),
        };
        out.insert("void".into(), void);
        let lives = if book.coop {
            json!({"shared": state.lives_of(0)})
        } else {
            self.by_name(|s| state.lives_of(s).into())
        };
        out.insert("lives".into(), lives);
        let spent = |s| state.spent(book, s).map(|card| card.value).collect();
        out.insert("spent".into(), self.by_name(spent));
        let penguins = |s| state.penguins(book, s).into();
        out.insert("penguins".into(), self.by_name(penguins));
        out.insert("last".into(), self.last());
        if self.missions_are_open() && !state.missions.is_empty() {
            let mission = |s| state.missions.get(s).map(|m: &Mission| m.name()).into();
            out.insert("missions".into(), self.by_name(mission));
        }
        out
    }

    /// The command in force: null when it is void or there is none; a list when each leader has one.
    fn command(&self) -> Value {
        let Eye { book, state } = self;
        let name = |which| state.binding(which).map(Command::name);
        if state.up.is_empty() {
            Value::Null
        } else if book.command_sets > 1 {
            (0..book.leaders).map(|w| Value::from(name(w))).collect()
        } else {
            // One command for two leaders is in force while it binds one of them.
            (0..book.leaders).find_map(name).into()
        }
    }

    fn last(&self) -> Value {
        let Some(turn) = &self.state.last else {
            return Value::Null;
        };
        let burst = turn.burst.as_ref().map(|burst| {
            let losers: Vec<&str> = burst.losers.iter().map(|s| self.book.name(*s)).collect();
            json!({"why": burst.why.name(), "losers": losers})
        });
        json!({"sum": turn.sum, "from": turn.from, "to": turn.to, "burst": burst})
    }

    fn scores(&self) -> Map<String, Value> {
        if !self.born() || self.book.coop {
            return Map::new();
        }
        let points = |s| (self.book.name(s).to_owned(), self.points(s).into());
        self.seats().map(points).collect()
    }

    fn points(&self, seat: usize) -> u32 {
        self.state.points(self.book, seat)
    }

    // ---- for people ----

    /// The text of the hand-over card.
    fn secret(&self, mission: Mission) -> Vec<String> {
        let span = words::span(self.book.range(mission));
        let title = words::mission(mission);
        vec![
            say!("your mission: {}", title).to_string(),
            say!("3 points if the egg hatches at {}", span).to_string(),
            say!("take that mission card, and keep it face down").to_string(),
        ]
    }

    fn lines(&self) -> Vec<String> {
        let Eye { book, state } = self;
        let mut lines = vec![self.headline()];
        lines.extend(self.scale());
        if !book.coop {
            let [low, middle, high] = book.ranges.map(words::span);
            let missions = say!("missions: low {}, middle {}, high {}", low, middle, high);
            lines.push(missions.to_string());
        }
        if state.ending.is_none() {
            lines.extend(self.commands());
        }
        if book.coop {
            lines.push(say!("shared lives: {}", state.lives_of(0)).to_string());
        }
        lines.extend(self.seats().map(|seat| self.seat_line(seat)));
        lines.extend(self.last_line());
        lines
    }

    fn headline(&self) -> String {
        let Eye { book, state } = self;
        let egg = words::signed(state.egg);
        let range = words::span((book.track.low, book.track.high));
        let (turn, turns, run) = (state.turn, book.turns, state.run);
        if self.born() {
            say!("BIRTH at {} in run {}", egg, run).to_string()
        } else {
            say!(
                "turn {} of {}, run {}: egg at {}, range {}",
                turn,
                turns,
                run,
                egg,
                range
            )
            .to_string()
        }
    }

    /// The track from burst card to burst card, the egg above its square.
    fn scale(&self) -> Vec<String> {
        let track = &self.book.track;
        let (first, last) = (track.low - 1, track.high + 1);
        let square = |at: i32| match track.burst(at) {
            Some(_) => " XX".to_owned(),
            None => format!("{:>3}", words::signed(at)),
        };
        let squares: String = (first..=last).map(square).collect();
        let before = (self.state.egg.clamp(first, last) - first) * 3;
        let before = " ".repeat(usize::try_from(before).unwrap_or(0));
        // As wide as a square, in either language.
        let egg = say!("egg");
        let mut lines = vec![format!("{before}{egg}"), squares];
        let mut legend = say!("XX: burst card").to_string();
        if !track.traps.is_empty() {
            let traps = words::row(track.traps.iter().copied(), ", ");
            legend = say!("XX: burst card; traps at {}", traps).to_string();
        }
        lines.push(legend);
        lines
    }

    fn commands(&self) -> Vec<String> {
        let Eye { book, state } = self;
        if state.up.is_empty() {
            let none = if state.is_last_turn(book) {
                say!("command: none in the last turn")
            } else {
                say!("command: not turned up yet")
            };
            return vec![none.to_string()];
        }
        let line = |which: usize| {
            let leader = book.name(state.leader(book, which));
            let command = state.command_of(which)?;
            let title = words::title(command);
            let line = match state.binding(which) {
                Some(_) => {
                    let asks = words::asks(command, state.egg);
                    say!("command for {}: {} ({})", leader, title, asks)
                }
                None => say!(
                    "command for {}: {} (void: no card in hand obeys)",
                    leader,
                    title
                ),
            };
            Some(line.to_string())
        };
        (0..book.leaders).filter_map(line).collect()
    }

    fn seat_line(&self, seat: usize) -> String {
        let Eye { book, state } = self;
        let mut facts = Vec::new();
        let mut say = |text: Say| facts.push(text.to_string());
        let leads = state.leaders(book).contains(&seat) && state.ending.is_none();
        if leads {
            say(say!("leader card"));
        }
        if !book.coop {
            say(say!("lives {}", state.lives_of(seat)));
        }
        let penguins = state.penguins(book, seat);
        if quota_filled(penguins) {
            say(say!("penguins {} (enough)", penguins));
        } else {
            say(say!("penguins {} of {}", penguins, QUOTA));
        }
        if let Some(mission) = state
            .missions
            .get(seat)
            .filter(|_| self.missions_are_open())
        {
            say(say!("mission {}", words::mission(*mission)));
        }
        if self.born() && !book.coop {
            say(say!("{} {point|points}", self.points(seat)));
        }
        let spent = words::row(state.spent(book, seat).map(|c| c.value), " ");
        if !spent.is_empty() {
            say(say!("spent {}", spent));
        }
        let mark = if leads { '*' } else { ' ' };
        format!("{mark} {}: {}", book.name(seat), facts.join(", "))
    }

    fn last_line(&self) -> Option<String> {
        let turn = self.state.last.as_ref()?;
        let (sum, from, to) = (
            words::signed(turn.sum),
            words::signed(turn.from),
            words::signed(turn.to),
        );
        let Some(burst) = &turn.burst else {
            let line = say!(
                "last turn: sum {}, the egg went from {} to {}",
                sum,
                from,
                to
            );
            return Some(line.to_string());
        };
        let why = words::why(burst.why, turn.sum > 0);
        let names = self.book.names(&burst.losers);
        let line = say!(
            "last turn: sum {}, the egg went from {} to {}. BURST! {}: {}",
            sum,
            from,
            to,
            why,
            names
        );
        Some(line.to_string())
    }
}
