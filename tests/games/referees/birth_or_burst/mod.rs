//! The referee of BIRTH or BURST, by the sentences of its game page.

mod moves;
mod playouts;
mod rules;
mod settings;
mod variants;

use std::sync::OnceLock;

use kitpress::kit::Kit;
use kitpress::play::config::Settings;
use kitpress::play::journal::Access;
use kitpress::play::rng::Seed;
use kitpress::play::rules::Fault;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

/// The nine commands, as players write them.
const COMMANDS: [&str; 9] = [
    "plus",
    "minus",
    "odd",
    "even",
    "at-most-3",
    "at-least-5",
    "3-to-5",
    "towards-zero",
    "free",
];

/// The shipped kit.
fn kit() -> &'static Kit {
    static KIT: OnceLock<Kit> = OnceLock::new();
    KIT.get_or_init(|| kitpress::load("birth-or-burst").expect("the kit is sound"))
}

/// A table in a folder of its own.
struct Desk {
    table: Table,
    _dir: tempfile::TempDir,
}

fn settings(set: &[&str]) -> Settings {
    let pair = |s: &&str| {
        let (name, value) = s.split_once('=').expect("NAME=VALUE");
        (name.to_owned(), value.to_owned())
    };
    set.iter().map(pair).collect()
}

fn try_start(players: &str, set: &[&str], seed: u64) -> Result<Desk, Failure> {
    let dir = tempfile::tempdir().expect("a folder");
    let start = Start {
        kit: kit(),
        seats: players.split(',').map(str::to_owned).collect(),
        settings: settings(set),
        seed: Seed::practice(seed),
        practice: true,
    };
    let table = Table::start(&dir.path().join("t.table"), start, 1)?;
    Ok(Desk { table, _dir: dir })
}

#[track_caller]
fn start_with(players: &str, set: &[&str], seed: u64) -> Desk {
    try_start(players, set, seed).unwrap_or_else(|e| panic!("{players} {set:?}: {e:?}"))
}

/// A table of Ann, Bob and Cho whose commands the test turns up itself.
#[track_caller]
fn three(set: &[&str]) -> Desk {
    let set: Vec<&str> = [&["leader=Ann", "commands=table"], set].concat();
    start_with("Ann,Bob,Cho", &set, 1)
}

/// Why a table cannot be started.
#[track_caller]
fn not_started(players: &str, set: &[&str]) -> String {
    match try_start(players, set, 1) {
        Err(Failure::Refused(refusal)) => refusal.to_string(),
        Err(other) => panic!("{players} {set:?}: {other:?}"),
        Ok(_) => panic!("{players} {set:?} is started"),
    }
}

impl Desk {
    /// Makes a move; gives back what everybody heard.
    #[track_caller]
    fn act(&mut self, mv: &str) -> String {
        let entry = self.table.act(mv, 2);
        let entry = entry.unwrap_or_else(|e| panic!("{mv}: {e:?}"));
        let public = entry.events.iter().filter(|e| e.to == Viewer::Public);
        let said: Vec<String> = public.map(|e| e.text.to_string()).collect();
        said.join("\n")
    }

    /// Turns up `free`, unless the last turn has none, and plays.
    #[track_caller]
    fn turn(&mut self, command: &str, cards: &str) {
        self.act(&format!("command {command}"));
        self.act(&format!("play {cards}"));
    }

    /// A move that must be refused and change nothing.
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

    fn show(&self) -> Value {
        Value::Object(self.table.show(Viewer::Public))
    }

    fn seat(&self, seat: usize) -> Value {
        Value::Object(self.table.show(Viewer::Seat(seat)))
    }

    /// One of the game's fields, as everybody sees it.
    fn game(&self, field: &str) -> Value {
        self.show()["game"][field].clone()
    }

    /// The burst of the last turn: why and who.
    fn burst(&self) -> Value {
        self.game("last")["burst"].clone()
    }

    #[track_caller]
    fn expect(&self, fields: Value) {
        let game = self.show()["game"].clone();
        for (name, value) in fields.as_object().expect("fields") {
            assert_eq!(game[name], *value, "{name} of {game:#}");
        }
    }

    /// The same table, read again from its file.
    fn again(&self) -> Table {
        Table::open(self.table.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"))
    }
}

/// Whether a card obeys a command while the egg lies somewhere, by the words of the game page.
fn obeys(command: &str, card: i64, egg: i64) -> bool {
    let size = card.abs();
    match command {
        "plus" => card > 0,
        "minus" => card < 0,
        "odd" => [1, 3, 5, 7].contains(&size),
        "even" => [2, 4, 6].contains(&size),
        "at-most-3" => [1, 2, 3].contains(&size),
        "at-least-5" => [5, 6, 7].contains(&size),
        "3-to-5" => [3, 4, 5].contains(&size),
        "towards-zero" => egg == 0 || (egg > 0 && card < 0) || (egg < 0 && card > 0),
        "free" => true,
        other => panic!("no command {other}"),
    }
}

/// Cards in the order of seats, as a move writes them.
fn written(cards: &[i64]) -> String {
    let cards: Vec<String> = cards.iter().map(|c| format!("{c:+}")).collect();
    cards.join(" ")
}

fn losers(why: &str, names: &[&str]) -> Value {
    json!({"why": why, "losers": names})
}
