//! CATCH and RUN by its page: a test for each rule sentence, driven by move texts and JSON views.

mod arm_cards;
mod carpenters;
mod catching;
mod ending;
mod matches;
mod playouts;
mod reversing;
mod running;
mod set_up;
mod variants;
mod words;

use std::collections::BTreeMap;

use kitpress::play::config::{Config, Settings};
use kitpress::play::games::Games;
use kitpress::play::journal::Access;
use kitpress::play::rng::{Dice, Seed};
use kitpress::play::rules::{Fault, Skill};
use kitpress::play::simulate::SimulationPlan;
use kitpress::play::table::{Failure, Start, Table};
use kitpress::play::view::Viewer;
use serde_json::{Value, json};

/// A table of its own folder.
struct Game {
    table: Table,
    _dir: tempfile::TempDir,
}

const FOUR: &str = "Ann,Bob,Cho,Dai";
const TWO: &str = "Ann,Cho";

fn begin(players: &str, set: &[(&str, &str)], seed: u64) -> Result<Game, Failure> {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kitpress::load("catch-and-run").expect("the kit is sound");
    let settings: Settings = set
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    let start = Start {
        kit: &kit,
        seats: players.split(',').map(str::to_owned).collect(),
        settings,
        seed: Seed::practice(seed),
        practice: true,
    };
    let table = Table::start(&dir.path().join("t.table"), start, 1)?;
    Ok(Game { table, _dir: dir })
}

#[track_caller]
fn game(players: &str, set: &[(&str, &str)]) -> Game {
    begin(players, set, 7).unwrap_or_else(|e| panic!("{e:?}"))
}

#[track_caller]
fn no_game(players: &str, set: &[(&str, &str)]) -> String {
    match begin(players, set, 7) {
        Err(Failure::Refused(refusal)) => refusal.to_string(),
        Err(e) => panic!("{e:?}"),
        Ok(_) => panic!("{set:?} is not refused"),
    }
}

/// Ann and Bob hunt Cho and Dai on 5×5; Ann in a1, Bob in e5, the babies in c3.
fn four(set: &[(&str, &str)]) -> Game {
    let mut game = game(FOUR, &[set, &[("educators", "Ann,Bob")]].concat());
    if game.need().starts_with("place") {
        game.act("place Ann a1");
    }
    game
}

/// Ann hunts Cho on 4×4; Ann in a1, Cho on `at`.
fn two(set: &[(&str, &str)], at: &str) -> Game {
    let mut game = game(TWO, &[set, &[("educators", "Ann")]].concat());
    if game.need().starts_with("place Ann") {
        game.act("place Ann a1");
    }
    if game.need().starts_with("place Cho") {
        game.act(&format!("place Cho {at}"));
    }
    game
}

/// A number, a colour and a shape, as arm cards.
struct Three {
    n: String,
    c: String,
    s: String,
}

impl Three {
    fn of(card: &str) -> Self {
        let parts: Vec<&str> = card.split('-').collect();
        let [n, c, s] = [0, 1, 2].map(|i| parts[i].to_owned());
        Self { n, c, s }
    }
}

impl Game {
    #[track_caller]
    fn act(&mut self, mv: &str) -> Vec<String> {
        match self.table.act(mv, 2) {
            Ok(entry) => entry.events.iter().map(|e| e.text.to_string()).collect(),
            Err(e) => panic!("{mv}: {e:?}"),
        }
    }

    #[track_caller]
    fn refused(&mut self, mv: &str) -> (Fault, String) {
        let (state, lines) = (self.table.state(), self.table.moves());
        let refusal = match self.table.act(mv, 2) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("{mv} is not refused: {:?}", other.map(|e| e.n)),
        };
        let now = (self.table.state(), self.table.moves());
        assert_eq!(now, (state, lines), "{mv} changed something");
        (refusal.fault(), refusal.to_string())
    }

    /// Refused by a rule; the text names it.
    #[track_caller]
    fn forbidden(&mut self, mv: &str, words: &str) {
        let (fault, text) = self.refused(mv);
        assert_eq!(fault, Fault::Rule, "{mv}: {text}");
        assert!(text.contains(words), "{mv}: {text}");
        assert!(text.contains("rule:"), "{mv} names no rule: {text}");
    }

    fn show(&self) -> Value {
        Value::Object(self.table.show(Viewer::Public))
    }

    fn json(&self) -> Value {
        self.show()["game"].clone()
    }

    fn need(&self) -> String {
        self.json()["need"].as_str().expect("need").to_owned()
    }

    fn last(&self) -> Value {
        self.json()["last"].clone()
    }

    fn moved(&self, name: &str) -> Value {
        self.last()["moves"][name].clone()
    }

    fn at(&self, name: &str) -> Value {
        self.json()["pieces"][name]["at"].clone()
    }

    fn stuck(&self, name: &str) -> bool {
        self.json()["pieces"][name]["stuck"] == true
    }

    fn cell(&self, square: &str) -> Value {
        let column = usize::from(square.as_bytes()[0] - b'a');
        let row: usize = square[1..].parse().expect("a row");
        self.json()["field"][row - 1][column].clone()
    }

    fn card(&self, square: &str) -> Three {
        Three::of(self.cell(square)["card"].as_str().expect("a card"))
    }

    fn cards(&self) -> Vec<(String, bool)> {
        let field = self.json()["field"].clone();
        let rows = field.as_array().expect("rows").iter();
        let cells = rows.flat_map(|r| r.as_array().expect("a row").clone());
        cells
            .filter(|c| !c.is_null())
            .map(|c| {
                (
                    c["card"].as_str().expect("a name").to_owned(),
                    c["up"] == true,
                )
            })
            .collect()
    }

    /// The floor cards that left the game.
    fn unlaid(&self) -> Vec<Three> {
        let laid: Vec<String> = self.cards().into_iter().map(|c| c.0).collect();
        let mut out = Vec::new();
        for n in 1..=4 {
            for c in ["red", "blue", "yellow", "green"] {
                for s in ["circle", "triangle"] {
                    let name = format!("{n}-{c}-{s}");
                    if !laid.contains(&name) {
                        out.push(Three::of(&name));
                    }
                }
            }
        }
        out
    }

    /// Arm cards that turn nothing: those of a floor card that left the game.
    fn harmless(&self) -> Three {
        self.unlaid()
            .into_iter()
            .next()
            .expect("a card that left the game")
    }

    /// How many of each arm card do not lie open yet.
    fn supply(&self) -> BTreeMap<String, i32> {
        let mut left = BTreeMap::new();
        for value in ["1", "2", "3", "4", "red", "blue", "yellow", "green"] {
            left.insert(value.to_owned(), 3);
            left.insert(format!("{value}+jump"), 1);
            left.insert(format!("{value}+2x"), 1);
        }
        for value in ["circle", "triangle"] {
            left.insert(value.to_owned(), 3);
            left.insert(format!("{value}+carpenter"), 2);
        }
        for card in self.json()["history"].as_array().expect("turns").iter() {
            for card in card.as_array().expect("cards") {
                *left
                    .get_mut(card.as_str().expect("a card"))
                    .expect("a card") -= 1;
            }
        }
        left
    }

    /// Arm cards that show these values and do nothing else; none when they have run out.
    fn plain(&self, values: &[&str]) -> Option<(Vec<String>, i32)> {
        let mut left = self.supply();
        let mut out = Vec::new();
        for value in values {
            let names =
                ["", "+jump", "+2x", "+carpenter"].map(|special| format!("{value}{special}"));
            let name = names
                .iter()
                .find(|n| left.get(*n).is_some_and(|c| *c > 0))?;
            *left.get_mut(name)? -= 1;
            let unused = if name.contains('+') { " unused" } else { "" };
            out.push(format!("{name}{unused}"));
        }
        let spare = |v: &&str| -> i32 {
            left.iter()
                .filter(|(n, _)| n.split('+').next() == Some(*v))
                .map(|(_, c)| c)
                .sum()
        };
        let spare = values.iter().map(spare).min();
        Some((out, spare.unwrap_or(0)))
    }

    /// A turn of everybody with these cards, as many each as are due; the last is the random one.
    #[track_caller]
    fn show_cards(&mut self, dirs: &[&str], cards: &[String]) {
        let need = self.need();
        let due = need.split(", ").map(|part| part.matches("CARD").count());
        let mut cards = cards.iter().map(String::as_str);
        let mut parts = Vec::new();
        for ((name, dir), due) in self.table.seats().iter().zip(dirs).zip(due) {
            let own: Vec<&str> = cards.by_ref().take(due).collect();
            parts.push(format!("{name} {dir} {}", own.join(" ")));
        }
        parts.extend(cards.map(|c| format!("random {}", c.trim_end_matches(" unused"))));
        self.act(&format!("turn {}", parts.join(", ")));
    }

    /// A turn that turns exactly the card of one square.
    #[track_caller]
    fn strike(&mut self, square: &str, dirs: &[&str]) {
        let Three { n, c, s } = self.card(square);
        let (cards, _) = self.plain(&[&n, &c, &s, &n]).expect("cards");
        self.show_cards(dirs, &cards);
        assert_eq!(self.last()["flipped"], json!([square]));
    }

    /// A turn that turns nothing.
    #[track_caller]
    fn quiet(&mut self, dirs: &[&str]) {
        let mut best: Option<(Vec<String>, i32)> = None;
        for Three { n, c, s } in self.unlaid() {
            for more in [&n, &c, &s] {
                let found = self.plain(&[&n, &c, &s, more]);
                if found.as_ref().map(|f| f.1) > best.as_ref().map(|f| f.1) {
                    best = found;
                }
            }
        }
        let (cards, _) = best.expect("harmless cards");
        self.show_cards(dirs, &cards);
        assert_eq!(self.last()["flipped"], json!([]));
    }

    /// A turn that turns the whole floor.
    #[track_caller]
    fn wipe(&mut self, dirs: &[&str]) {
        let (cards, _) = self.plain(&["1", "2", "3", "4"]).expect("cards");
        self.show_cards(dirs, &cards);
        assert!(self.cards().iter().all(|c| !c.1));
    }

    fn result(&self) -> (Value, String) {
        let result = self.show()["result"].clone();
        let reason = result["reason"].as_str().unwrap_or("").to_owned();
        (result["winners"].clone(), reason)
    }

    fn reopened(&self) -> Table {
        Table::open(self.table.path(), Access::Read).unwrap_or_else(|e| panic!("{e:?}"))
    }
}
