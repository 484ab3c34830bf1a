//! The referee of Cat & Chocolate, sentence by sentence of its rules.

mod ending;
mod playing;
mod setting_up;
mod turns;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;

use kitpress::kit::Kit;
use kitpress::play::config::Config;
use kitpress::play::games::Games;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Chance, Dice, Seed};
use kitpress::play::rules::{Effect, Fault, Skill};
use kitpress::play::simulate::{SimulationPlan, Stats};
use kitpress::play::stock::Stock;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

const NAMES: [&str; 6] = ["Ann", "Bob", "Cho", "Dai", "Eve", "Fay"];

fn kit() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| kitpress::load("cat-and-chocolate").expect("the kit loads"))
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

    fn show(&self, viewer: Viewer) -> Value {
        Value::Object(self.table.show(viewer))
    }

    fn game(&self) -> Value {
        self.show(Viewer::Public)["game"].clone()
    }

    fn active(&self) -> String {
        self.game()["active"].as_str().expect("a name").to_owned()
    }

    fn over(&self) -> bool {
        self.table.outcome().is_some()
    }

    fn hand(&self, seat: usize) -> Vec<String> {
        let hand = self.show(Viewer::Seat(seat))["game"]["hand"].clone();
        serde_json::from_value(hand).expect("a hand")
    }

    /// Uses the first items of the hand, as many as are needed.
    fn use_some(&mut self) -> Vec<String> {
        let seat = self.table.seat(&self.active()).expect("a seat");
        let need = self.game()["need"].as_u64().expect("a number") as usize;
        let items = self.hand(seat)[..need].to_vec();
        self.act(&format!("use {}", items.join(", ")));
        items
    }

    /// The events of the last move, as everybody hears them.
    fn told(&self) -> Vec<(Effect, Viewer, String)> {
        let events = &self.table.log().last().expect("an entry").events;
        let event = |e: &kitpress::play::rules::Event| (e.effect, e.to, e.text.to_string());
        events.iter().map(event).collect()
    }
}

/// The secret state of a table that has just been set up, without a file.
fn fresh(players: usize, set: &[(&str, &str)], seed: u64) -> Value {
    let seats: Vec<String> = NAMES[..players].iter().map(|n| (*n).to_owned()).collect();
    let settings = set
        .iter()
        .map(|(k, v)| (String::from(*k), String::from(*v)))
        .collect();
    let config = Config {
        kit: &Stock::of(&Games::shipped(), kit(), "cat-and-chocolate"),
        seats: &seats,
        settings: &settings,
    };
    let mut chance = Chance::new(Seed::practice(seed));
    let game = Games::shipped().begin("cat-and-chocolate", config, &mut chance);
    game.unwrap_or_else(|e| panic!("{e}")).0.state()
}

/// How many events lie before END.
fn end_in(state: &Value) -> usize {
    let events = state["events"].as_array().expect("events");
    let end = events.len() as u64 - 1;
    events
        .iter()
        .position(|e| e.as_u64() == Some(end))
        .expect("END is in the pile")
}

fn end_after(table: &Table) -> usize {
    end_in(&table.state())
}

/// The seats of each clique.
fn cliques_in(state: &Value, players: usize) -> (Vec<usize>, Vec<usize>) {
    let pets = state["pets"].as_u64().expect("cliques");
    (0..players).partition(|s| pets >> s & 1 == 0)
}

fn secret_cliques(table: &Table) -> (Vec<usize>, Vec<usize>) {
    cliques_in(&table.state(), table.seats().len())
}

/// A random move of bots, as text.
fn bot_move(table: &Table, dice: &mut Dice) -> Option<String> {
    let skills = vec![Skill::Random; table.seats().len()];
    table.choose(&skills, dice)
}

fn simulate(players: usize, bots: &[Skill], set: &[(&str, &str)], games: u64) -> Stats {
    let (kit, seats) = (kit(), NAMES[..players].iter());
    let seats: Vec<String> = seats.map(|n| (*n).to_owned()).collect();
    let settings = set
        .iter()
        .map(|(k, v)| (String::from(*k), String::from(*v)));
    let settings = settings.collect();
    let config = Config {
        kit: &Stock::of(&Games::shipped(), kit, "cat-and-chocolate"),
        seats: &seats,
        settings: &settings,
    };
    let skills = bots.iter().copied().cycle().take(players).collect();
    let plan = SimulationPlan {
        games,
        seed: 7,
        skills,
    };
    let stats = Games::shipped().simulate("cat-and-chocolate", config, &plan, &|_| {});
    stats.expect("the rules accept it").expect("games end")
}
