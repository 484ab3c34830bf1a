//! The referee of ICECOOL, sentence by sentence of its rules.

mod cards;
mod ending;
mod playing;
mod turns;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

use kitpress::kit::Kit;
use kitpress::play::config::Config;
use kitpress::play::games::Games;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::{Effect, Fault, Skill};
use kitpress::play::simulate::{SimulationPlan, Stats};
use kitpress::play::stock::Stock;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

const NAMES: [&str; 4] = ["Ann", "Bob", "Cho", "Dai"];
/// Ann is the first Catcher, and the players type in what they draw.
const TABLE: &[(&str, &str)] = &[("catcher", "Ann"), ("cards", "table")];
/// Ann is the first Catcher, and the companion deals.
const APP: &[(&str, &str)] = &[("catcher", "Ann")];
/// Ann is the first Catcher, without cards.
const TOURNAMENT: &[(&str, &str)] = &[("catcher", "Ann"), ("scoring", "tournament")];

fn kit() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| kitpress::load("icecool").expect("the kit loads"))
}

/// A table in a folder of its own.
struct Place {
    _dir: tempfile::TempDir,
    table: Table,
}

impl std::ops::Deref for Place {
    type Target = Table;
    fn deref(&self) -> &Table {
        &self.table
    }
}

fn try_start(names: &[&str], set: &[(&str, &str)], seed: u64) -> Result<Place, Failure> {
    let dir = tempfile::tempdir().expect("a folder");
    let path: PathBuf = dir.path().join("t.table");
    let settings = set
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let start = Start {
        kit: kit(),
        seats: names.iter().map(|n| (*n).to_owned()).collect(),
        settings,
        seed: Seed::practice(seed),
        practice: true,
    };
    let table = Table::start(&path, start, 1)?;
    Ok(Place { _dir: dir, table })
}

#[track_caller]
fn start(players: usize, set: &[(&str, &str)], seed: u64) -> Place {
    try_start(&NAMES[..players], set, seed).unwrap_or_else(|e| panic!("{e:?}"))
}

impl Place {
    #[track_caller]
    fn act(&mut self, mv: &str) {
        if let Err(e) = self.table.act(mv, 2) {
            panic!("{mv}: {e:?}");
        }
    }

    /// Several moves, separated by semicolons.
    #[track_caller]
    fn acts(&mut self, moves: &str) {
        for mv in moves.split(';') {
            self.act(mv.trim());
        }
    }

    /// Makes a move that must be refused and change nothing; gives back the refusal.
    #[track_caller]
    fn refused(&mut self, mv: &str) -> (Fault, String) {
        let before = (self.table.state(), self.table.moves());
        let refusal = match self.table.act(mv, 2) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("{mv} is not refused: {:?}", other.map(|e| e.n)),
        };
        let after = (self.table.state(), self.table.moves());
        assert_eq!(after, before, "{mv} changed something");
        (refusal.fault(), refusal.to_string())
    }

    /// A move that is refused by a rule that these words name.
    #[track_caller]
    fn forbidden(&mut self, mv: &str, words: &str) {
        let (fault, text) = self.refused(mv);
        assert_eq!(fault, Fault::Rule, "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
    }

    fn show(&self, viewer: Viewer) -> Value {
        Value::Object(self.table.show(viewer))
    }

    fn game(&self) -> Value {
        self.show(Viewer::Public)["game"].clone()
    }

    fn get(&self, key: &str) -> Value {
        self.game()[key].clone()
    }

    fn over(&self) -> bool {
        self.table.outcome().is_some()
    }

    /// Types in a value for everything that is owed.
    fn pay(&mut self, value: u8) {
        while let Some(name) = self.get("owed")[0].as_str() {
            self.act(&format!("value {name} {value}"));
        }
    }

    /// Types in values, each for whoever is next.
    fn pay_with(&mut self, values: &[u8]) {
        for value in values {
            let owed = self.get("owed");
            self.act(&format!(
                "value {} {value}",
                owed[0].as_str().expect("a card is owed")
            ));
        }
        assert_eq!(self.get("owed"), json!([]));
    }

    fn told(&self) -> Vec<(Effect, Viewer, String)> {
        let events = &self.table.log().last().expect("an entry").events;
        let event = |e: &kitpress::play::rules::Event| (e.effect, e.to, e.text.to_string());
        events.iter().map(event).collect()
    }
}

/// The whole hand of a seat, from the secret state.
fn hand(table: &Table, seat: usize) -> Vec<u64> {
    serde_json::from_value(table.state()["hands"][seat].clone()).expect("a hand")
}

fn bot_move(table: &Table, dice: &mut Dice) -> Option<String> {
    let skills = vec![Skill::Random; table.seats().len()];
    table.choose(&skills, dice)
}

fn simulate(players: usize, bots: &[Skill], set: &[(&str, &str)], games: u64) -> Stats {
    let seats: Vec<String> = NAMES[..players].iter().map(|n| (*n).to_owned()).collect();
    let settings = set
        .iter()
        .map(|(k, v)| (String::from(*k), String::from(*v)))
        .collect();
    let config = Config {
        kit: &Stock::of(&Games::shipped(), kit(), "icecool"),
        seats: &seats,
        settings: &settings,
    };
    let skills = bots.iter().copied().cycle().take(players).collect();
    let plan = SimulationPlan {
        games,
        seed: 7,
        skills,
    };
    let stats = Games::shipped().simulate("icecool", config, &plan, &|_| {});
    stats.expect("the rules accept it").expect("games end")
}
