//! Whole games by random moves, followed by a second, plain telling of the rules.

use std::collections::BTreeMap;

use kitpress::play::config::Config;
use kitpress::play::game::Game;
use kitpress::play::games::Games;
use kitpress::play::rng::{Chance, Dice, Seed};
use kitpress::play::rules::Skill;
use kitpress::play::simulate::SimulationPlan;
use kitpress::play::stock::Stock;
use serde_json::{Value, json};

use super::*;

const SETTINGS: [&[&str]; 12] = [
    &[],
    &["commands=table"],
    &["coop=on", "lives=4"],
    &["range=-5..9", "lives=4"],
    &["traps=-3,4,6"],
    &["missions=-9..-1,0..0,1..9", "lives=1"],
    &["open-missions=on", "turns=2", "range=9"],
    &["leaders=2", "lives=4"],
    &["leaders=2", "command-sets=1", "lives=4"],
    &["leaders=2", "commands=table"],
    &["turns=3", "coop=on", "lives=4"],
    &["leader=B", "range=8", "turns=4"],
];

fn names(count: usize) -> Vec<String> {
    ('A'..='L').take(count).map(String::from).collect()
}

pub fn begin(seats: &[String], set: &[&str], seed: u64) -> Box<dyn Game> {
    let settings = settings(set);
    let config = Config {
        kit: &Stock::of(&Games::shipped(), kit(), "birth-or-burst"),
        seats,
        settings: &settings,
    };
    let mut chance = Chance::new(Seed::practice(seed));
    let begun = Games::shipped().begin("birth-or-burst", config, &mut chance);
    begun.unwrap_or_else(|e| panic!("{set:?}: {e}")).0
}

/// The game as the page tells it; chance is read off the real one.
struct Teller {
    names: Vec<String>,
    low: i64,
    high: i64,
    traps: Vec<i64>,
    turns: i64,
    coop: bool,
    leaders: usize,
    egg: i64,
    turn: i64,
    run: i64,
    first: usize,
    lives: Vec<i64>,
    spent: Vec<Vec<i64>>,
    over: bool,
    last: Value,
}

impl Teller {
    fn new(game: &Value, settings: &Value) -> Self {
        let whole = |v: &Value| v.as_i64().expect("a number");
        let names: Vec<String> = game["spent"]
            .as_object()
            .expect("names")
            .keys()
            .cloned()
            .collect();
        let traps = settings["traps"].as_str().expect("text");
        let traps = traps.split(',').filter(|t| !t.is_empty());
        let leader = names.iter().position(|n| game["leader"] == n.as_str());
        Self {
            low: whole(&game["range"][0]),
            high: whole(&game["range"][1]),
            traps: traps.map(|t| t.parse().expect("a trap")).collect(),
            turns: whole(&settings["turns"]),
            coop: settings["coop"] == "on",
            leaders: whole(&settings["leaders"]) as usize,
            egg: 0,
            turn: 1,
            run: 1,
            first: leader.expect("a leader"),
            lives: vec![whole(&settings["lives"]); names.len()],
            spent: vec![Vec::new(); names.len()],
            over: false,
            last: Value::Null,
            names,
        }
    }

    fn leader(&self, which: usize) -> usize {
        (self.first + self.turn as usize - 1 + which) % self.names.len()
    }

    /// What each leader has to obey, void or not: from the one command or the list.
    fn play(&mut self, cards: &[i64], commands: &[Option<String>]) {
        let sum: i64 = cards.iter().sum();
        let (from, to) = (self.egg, self.egg + sum);
        let mut unruly: Vec<usize> = (0..self.leaders)
            .filter(|w| {
                let command = commands.get(*w).and_then(Option::as_deref);
                command.is_some_and(|c| !obeys(c, cards[self.leader(*w)], from))
            })
            .map(|w| self.leader(w))
            .collect();
        unruly.sort_unstable();
        for (spent, card) in self.spent.iter_mut().zip(cards) {
            spent.push(*card);
        }
        let outer = if sum > 0 {
            cards.iter().max()
        } else {
            cards.iter().min()
        };
        let outer: Vec<usize> = (0..cards.len())
            .filter(|s| Some(&cards[*s]) == outer)
            .collect();
        let short = |s: &usize| {
            let big = |size: i64| self.spent[*s].iter().filter(|c| c.abs() == size).count();
            big(7) == 0 || big(6) + big(7) < 2
        };
        let short: Vec<usize> = (0..cards.len()).filter(short).collect();
        let burst = if !unruly.is_empty() {
            Some(("command", unruly))
        } else if to < self.low || to > self.high {
            Some(("range", outer))
        } else if self.traps.contains(&to) {
            Some(("trap", outer))
        } else if self.turn == self.turns && !short.is_empty() {
            Some(("quota", short))
        } else {
            None
        };
        let told = burst.as_ref().map(|(why, who)| {
            let who: Vec<&str> = who.iter().map(|s| self.names[*s].as_str()).collect();
            json!({"why": why, "losers": who})
        });
        self.last = json!({"sum": sum, "from": from, "to": to, "burst": told});
        self.egg = to;
        match burst {
            None if self.turn == self.turns => self.over = true,
            None => self.turn += 1,
            Some((_, who)) => {
                self.run += 1;
                let all: Vec<usize> = (0..self.lives.len()).collect();
                for seat in if self.coop { all } else { who } {
                    self.lives[seat] -= 1;
                }
                if self.lives.contains(&0) {
                    self.over = true;
                    return;
                }
                self.egg = 0;
                self.turn = 1;
                self.spent.iter_mut().for_each(Vec::clear);
            }
        }
    }

    fn by_name<T: serde::Serialize>(&self, values: &[T]) -> Value {
        let pairs = self.names.iter().zip(values);
        Value::Object(pairs.map(|(n, v)| (n.clone(), json!(v))).collect())
    }

    #[track_caller]
    fn compare(&self, game: &Value) {
        let penguin = |c: &i64| match c.abs() {
            6 => 1,
            7 => 3,
            _ => 0,
        };
        let penguins: Vec<i64> = self
            .spent
            .iter()
            .map(|s| s.iter().map(penguin).sum())
            .collect();
        let lives = if self.coop {
            json!({"shared": self.lives[0]})
        } else {
            self.by_name(&self.lives)
        };
        let expected = json!({
            "egg": self.egg, "turn": self.turn, "run": self.run, "lives": lives,
            "spent": self.by_name(&self.spent), "penguins": self.by_name(&penguins),
            "last": self.last, "leader": self.names[self.leader(0)],
            "range": [self.low, self.high],
        });
        for (name, value) in expected.as_object().expect("fields") {
            assert_eq!(game[name], *value, "{name}");
        }
    }
}

/// The commands that bind the leaders now, and whether `void` and `command` say what the hands say.
fn binding(game: &Value, teller: &Teller, state: &Value) -> Vec<Option<String>> {
    let up: Vec<String> = state["up"]
        .as_array()
        .expect("up")
        .iter()
        .map(slug)
        .collect();
    let mut out = Vec::new();
    for which in 0..teller.leaders {
        let Some(command) = up.get(which).or(up.last()) else {
            assert_eq!(game["command"], Value::Null);
            out.push(None);
            continue;
        };
        let leader = teller.leader(which);
        let held = (-7..=7).filter(|c| *c != 0 && !teller.spent[leader].contains(c));
        let void = !held.into_iter().any(|c| obeys(command, c, teller.egg));
        let told = match &game["void"] {
            Value::Bool(void) => *void,
            list => list[which].as_bool().expect("a list for two"),
        };
        assert_eq!(told, void, "{command} for {leader}");
        if up.len() == teller.leaders {
            let told = match &game["command"] {
                Value::Array(list) => list[which].clone(),
                one => one.clone(),
            };
            assert_eq!(told, json!((!void).then_some(command)));
        }
        out.push((!void).then(|| command.clone()));
    }
    out
}

/// A command's name from the state's word for it.
fn slug(word: &Value) -> String {
    let words: BTreeMap<&str, &str> = [
        "Plus",
        "Minus",
        "Odd",
        "Even",
        "AtMost3",
        "AtLeast5",
        "ThreeToFive",
        "TowardsZero",
        "Free",
    ]
    .into_iter()
    .zip(COMMANDS)
    .collect();
    words[word.as_str().expect("a word")].to_owned()
}

#[test]
fn random_games_end_and_every_state_is_as_the_page_tells_it() {
    let mut dice = Dice::new(&Seed::practice(7), "test");
    for round in 0..48 {
        let set = SETTINGS[round % SETTINGS.len()];
        let seats = names([3, 4, 5, 6, 3, 9][round % 6]);
        let mut game = begin(&seats, set, round as u64);
        let skill = [Skill::Random, Skill::Sensible][round / 12 % 2];
        let skills = vec![skill; seats.len()];
        let mut chance = Chance::new(Seed::practice(1000 + round as u64));
        let first = game.view(Viewer::Public);
        let fields = Value::Object(first.game.clone());
        let mut teller = Teller::new(&fields, &Value::Object(first.settings));
        for step in 0.. {
            assert!(step < 5000, "the game does not end");
            let view = Value::Object(game.view(Viewer::Public).game);
            teller.compare(&view);
            assert_eq!(game.outcome().is_some(), teller.over);
            if teller.over {
                break;
            }
            let commands = binding(&view, &teller, &game.state());
            let mv = game.choose(&skills, &mut dice).expect("a move");
            let acted = game
                .act(&mv, &mut chance)
                .unwrap_or_else(|e| panic!("{mv}: {e}"));
            assert_eq!(acted.text, mv, "a move is read back as it is written");
            if let Some(cards) = mv.strip_prefix("play ") {
                let card = |c: &str| {
                    c.split(' ')
                        .next_back()
                        .expect("a card")
                        .parse()
                        .expect("whole")
                };
                let cards: Vec<i64> = cards.split(", ").map(card).collect();
                teller.play(&cards, &commands);
            }
            game = acted.game;
        }
        assert!(game.choose(&skills, &mut dice).is_none());
    }
}

#[test]
fn nothing_hidden_is_seen_by_others() {
    for seed in 0..6 {
        let set: &[&str] = if seed % 2 == 0 {
            &["lives=4"]
        } else {
            &["leaders=2", "lives=4"]
        };
        let mut desk = start_with("Ann,Bob,Cho,Dai", set, seed);
        let mut dice = Dice::new(&Seed::practice(seed), "test");
        while desk.table.outcome().is_none() {
            let shown = desk.show();
            let text = shown.to_string();
            assert!(shown["game"].get("missions").is_none());
            for word in ["\"low\"", "\"middle\"", "\"high\""] {
                assert!(!text.contains(word), "{word} in {text}");
            }
            let up = shown["game"]["command"].to_string();
            for name in COMMANDS.iter().filter(|c| !up.contains(**c)) {
                assert!(!text.contains(&format!("\"{name}\"")), "{name} in {text}");
            }
            for seat in 0..4 {
                let mut own = desk.seat(seat);
                let missions = own["game"]
                    .as_object_mut()
                    .expect("game")
                    .remove("missions");
                let missions = missions.expect("the own mission");
                assert_eq!(missions.as_object().expect("one").len(), 1);
                assert_eq!(own, shown, "seat {seat} sees no more than its mission");
            }
            let view = desk.table.view(Viewer::Public);
            let lines = view.lines.join("\n");
            assert!(!lines.contains("LOW") && !lines.contains("HIGH"), "{lines}");
            let mv = desk
                .table
                .choose(&[Skill::Random; 4], &mut dice)
                .expect("a move");
            let said = desk.act(&mv);
            if desk.table.outcome().is_none() {
                assert!(!said.contains("LOW") && !said.contains("HIGH"), "{said}");
            }
        }
    }
}

#[test]
fn replay_equals_live() {
    for (seed, set) in SETTINGS.iter().enumerate() {
        let players = ["A,B,C", "A,B,C,D,E"][seed % 2];
        let mut desk = start_with(players, set, seed as u64);
        let mut dice = Dice::new(&Seed::practice(seed as u64), "test");
        let skills = [
            Skill::Sensible,
            Skill::Random,
            Skill::Sensible,
            Skill::Random,
            Skill::Random,
        ];
        for step in 0..25 {
            let Some(mv) = desk.table.choose(&skills, &mut dice) else {
                break;
            };
            desk.act(&mv);
            if step % 7 == 6 {
                desk.table.undo(true, 3).expect("all agree");
            }
        }
        let again = desk.again();
        assert_eq!(again.state(), desk.table.state());
        assert_eq!(Value::Object(again.show(Viewer::Seat(1))), desk.seat(1));
    }
}

#[test]
fn random_bots_reach_every_card_and_every_command() {
    let seats = names(3);
    let game = begin(&seats, &["leader=A"], 1);
    let table = begin(&seats, &["commands=table"], 1);
    let mut dice = Dice::new(&Seed::practice(3), "test");
    let (mut cards, mut commands) = (
        std::collections::BTreeSet::new(),
        std::collections::BTreeSet::new(),
    );
    for _ in 0..400 {
        let mv = game.choose(&[Skill::Random; 3], &mut dice).expect("a move");
        cards.extend(
            mv.trim_start_matches("play ")
                .split(", ")
                .map(str::to_owned),
        );
        commands.insert(
            table
                .choose(&[Skill::Random; 3], &mut dice)
                .expect("a move"),
        );
    }
    assert_eq!((cards.len(), commands.len()), (3 * 14, 9));
}

#[test]
fn sensible_bots_hatch_far_more_eggs_than_random_ones() {
    let seats = names(4);
    let settings = settings(&[]);
    let births = |skill| {
        let config = Config {
            kit: &Stock::of(&Games::shipped(), kit(), "birth-or-burst"),
            seats: &seats,
            settings: &settings,
        };
        let plan = SimulationPlan {
            games: 60,
            seed: 1,
            skills: vec![skill; 4],
        };
        let stats = Games::shipped().simulate("birth-or-burst", config, &plan, &|_| ());
        let stats = stats.expect("fine").expect("all end");
        (
            stats.endings.get("birth").copied().unwrap_or(0),
            stats.mean_length(),
        )
    };
    let (random, sensible) = (births(Skill::Random), births(Skill::Sensible));
    assert_eq!(random.0, 0, "random bots hatch nothing");
    assert!(sensible.0 >= 10, "{sensible:?} against {random:?}");
    assert!(
        sensible.1 > 2.0 * random.1,
        "{sensible:?} against {random:?}"
    );
}
