//! What of a game may be seen by whom: everything but the missions and the commands that lie face down.

use serde_json::{Map, Value, json};

use super::labels;
use super::prompts::Prompts;
use super::rules::{Command, Mission, QUOTA, quota_filled};
use super::setup::Setup;
use super::state::{Ending, State};
use crate::play::canvas::Canvas;
use crate::play::view::{Ink, View, Viewer};
use crate::say;
use crate::say::Say;

/// What a viewer may see.
pub(super) fn view(setup: &Setup, state: &State, viewer: Viewer) -> View {
    let eye = Eye { setup, state };
    let prompts = Prompts { setup, state };
    let mut view = View::new(setup.seats.len(), prompts.need());
    view.settings = setup.settings.clone();
    view.turn = state.turn.into();
    view.scores = eye.scores();
    view.moves = vec![prompts.shape()];
    view.form = state.ending.is_none().then(|| prompts.form());
    view.game = eye.fields();
    eye.show(&mut view);
    if let Viewer::Seat(seat) = viewer
        && let Some(mission) = state.missions.get(seat)
        && !eye.missions_are_open()
    {
        let own = json!({ setup.seats.name(seat): mission.name() });
        view.own.insert("missions".into(), own);
        view.secret = eye.secret(*mission);
    }
    view
}

/// Cells of a square of the track.
const SQUARE: usize = 3;

struct Eye<'a> {
    setup: &'a Setup,
    state: &'a State,
}

impl Eye<'_> {
    fn seats(&self) -> std::ops::Range<usize> {
        0..self.setup.seats.len()
    }

    fn by_name(&self, value: impl Fn(usize) -> Value) -> Value {
        self.setup.seats.by_name(value).into()
    }

    fn missions_are_open(&self) -> bool {
        self.setup.open_missions || self.state.ending.is_some()
    }

    fn born(&self) -> bool {
        self.state.ending == Some(Ending::Birth)
    }

    // ---- for programs ----

    fn fields(&self) -> Map<String, Value> {
        let Eye { setup, state } = self;
        let mut out = Map::new();
        out.insert("egg".into(), state.egg.into());
        out.insert("range".into(), json!([setup.track.low, setup.track.high]));
        out.insert("turn".into(), state.turn.into());
        out.insert("run".into(), state.run.into());
        out.insert(
            "leader".into(),
            setup.seats.name(state.leader(setup, 0)).into(),
        );
        out.insert("command".into(), self.command());
        let void = match state.void[..] {
            [one] => Value::from(one),
            _ => json!(state.void),
        };
        out.insert("void".into(), void);
        let lives = if setup.coop {
            json!({"shared": state.lives_of(0)})
        } else {
            self.by_name(|s| state.lives_of(s).into())
        };
        out.insert("lives".into(), lives);
        let spent = |s| state.spent(setup, s).map(|card| card.value).collect();
        out.insert("spent".into(), self.by_name(spent));
        let penguins = |s| state.penguins(setup, s).into();
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
        let Eye { setup, state } = self;
        let name = |which| state.binding(which).map(Command::name);
        if state.up.is_empty() {
            Value::Null
        } else if setup.command_sets > 1 {
            (0..setup.leaders).map(|w| Value::from(name(w))).collect()
        } else {
            // One command for two leaders is in force while it binds one of them.
            (0..setup.leaders).find_map(name).into()
        }
    }

    fn last(&self) -> Value {
        let Some(turn) = &self.state.last else {
            return Value::Null;
        };
        let burst = turn.burst.as_ref().map(|burst| {
            let losers: Vec<&str> = burst
                .losers
                .iter()
                .map(|s| self.setup.seats.name(*s))
                .collect();
            json!({"why": burst.why.name(), "losers": losers})
        });
        json!({"sum": turn.sum, "from": turn.from, "to": turn.to, "burst": burst})
    }

    fn scores(&self) -> Map<String, Value> {
        if !self.born() || self.setup.coop {
            return Map::new();
        }
        self.setup.seats.by_name(|s| self.points(s).into())
    }

    fn points(&self, seat: usize) -> u32 {
        self.state.points(self.setup, seat)
    }

    // ---- for people ----

    /// The text of the hand-over card.
    fn secret(&self, mission: Mission) -> Vec<String> {
        let span = labels::span(self.setup.range(mission));
        let title = labels::mission(mission);
        vec![
            say!("your mission: {}", title).to_string(),
            say!("3 points if the egg hatches at {}", span).to_string(),
            say!("take that mission card, and keep it face down").to_string(),
        ]
    }

    fn show(&self, view: &mut View) {
        let Eye { setup, state } = self;
        let mut canvas = Canvas::new();
        canvas.line(self.headline());
        self.scale(&mut canvas);
        if state.ending.is_none() {
            for command in self.commands() {
                canvas.painted(&command, Ink::Strong);
            }
        }
        let board = canvas.rows();
        if setup.coop {
            canvas.line(say!("shared lives: {}", state.lives_of(0)).to_string());
        }
        for seat in self.seats() {
            canvas.line(self.seat_line(seat));
        }
        if !setup.coop {
            let [low, middle, high] = setup.ranges.map(labels::span);
            let missions = say!("missions: low {}, middle {}, high {}", low, middle, high);
            canvas.line(missions.to_string());
        }
        if let Some(line) = self.last_line() {
            canvas.line(line);
        }
        canvas.show(board, view);
        let first = setup.track.low - 1;
        let column = usize::try_from(state.egg - first).unwrap_or(0);
        view.focus = Some((0, column));
    }

    fn headline(&self) -> String {
        let Eye { setup, state } = self;
        let egg = labels::signed(state.egg);
        let range = labels::span((setup.track.low, setup.track.high));
        let (turn, turns, run) = (state.turn, setup.turns, state.run);
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
    fn scale(&self, canvas: &mut Canvas) {
        let track = &self.setup.track;
        let (first, last) = (track.low - 1, track.high + 1);
        let at = self.state.egg.clamp(first, last);
        // As wide as a square, in either language.
        let egg = say!("egg").to_string();
        let before = " ".repeat(usize::try_from(at - first).unwrap_or(0) * SQUARE);
        canvas.line(before).put(&egg, Some(Ink::Yellow));
        canvas.line("");
        for square in first..=last {
            let (text, ink) = match track.burst(square) {
                Some(_) => (" XX".to_owned(), Some(Ink::Danger)),
                None if square == at => {
                    (format!("{:>3}", labels::signed(square)), Some(Ink::Yellow))
                }
                None => (format!("{:>3}", labels::signed(square)), None),
            };
            let column = usize::try_from(square - first).unwrap_or(0);
            canvas.spot((0, column), SQUARE).put(&text, ink);
        }
        let mut legend = say!("XX: burst card").to_string();
        if !track.traps.is_empty() {
            let traps = labels::row(track.traps.iter().copied(), ", ");
            legend = say!("XX: burst card; traps at {}", traps).to_string();
        }
        canvas.painted(&legend, Ink::Faint);
    }

    fn commands(&self) -> Vec<String> {
        let Eye { setup, state } = self;
        if state.up.is_empty() {
            let none = if state.is_last_turn(setup) {
                say!("command: none in the last turn")
            } else {
                say!("command: not turned up yet")
            };
            return vec![none.to_string()];
        }
        let line = |which: usize| {
            let leader = setup.seats.name(state.leader(setup, which));
            let command = state.command_of(which)?;
            let title = labels::title(command);
            let line = match state.binding(which) {
                Some(_) => {
                    let asks = labels::asks(command, state.egg);
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
        (0..setup.leaders).filter_map(line).collect()
    }

    fn seat_line(&self, seat: usize) -> String {
        let Eye { setup, state } = self;
        let mut facts = Vec::new();
        let mut say = |text: Say| facts.push(text.to_string());
        let leads = state.leaders(setup).contains(&seat) && state.ending.is_none();
        if leads {
            say(say!("leader card"));
        }
        if !setup.coop {
            say(say!("lives {}", state.lives_of(seat)));
        }
        let penguins = state.penguins(setup, seat);
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
            say(say!("mission {}", labels::mission(*mission)));
        }
        if self.born() && !setup.coop {
            say(say!("{} {point|points}", self.points(seat)));
        }
        let spent = labels::row(state.spent(setup, seat).map(|c| c.value), " ");
        if !spent.is_empty() {
            say(say!("spent {}", spent));
        }
        let mark = if leads { '*' } else { ' ' };
        format!("{mark} {}: {}", setup.seats.name(seat), facts.join(", "))
    }

    fn last_line(&self) -> Option<String> {
        let turn = self.state.last.as_ref()?;
        let (sum, from, to) = (
            labels::signed(turn.sum),
            labels::signed(turn.from),
            labels::signed(turn.to),
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
        let why = labels::why(burst.why, turn.sum > 0);
        let names = self.setup.seats.row(&burst.losers);
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
