//! The games that tables can be run by, each by its name: the shipped ones, and whatever a program adds.
//!
//! Every game has the same rooms: `setup` (what kit and settings give), `state`, `moves` (as data and as text),
//! `apply` (what they do), `view` (what may be seen), `prompts` (what is asked for), `choices` (what can be said next),
//! `bots`, and its `Rules` in `mod.rs`. A whole referee of less than 200 lines, and how a program registers it, is in
//! `tests/games/sixth_game`.

use crate::say::Say;

pub mod birth_or_burst;
#[cfg(test)]
mod blind;
pub mod cat_and_chocolate;
pub mod catch_and_run;
pub mod cats;
pub mod generic;
pub mod icecool;
mod ways;

use serde_json::Value;

use super::config::Config;
use super::game::{self, Begun};
use super::rng::Chance;
use super::rules::{Fault, Reads, Refusal, Rules};
use super::simulate::{self, Endless, SimulationPlan, Stats};
use crate::diag::{Problem, list};
use crate::kit::Kit;
use crate::say;

/// The rules that go by `[table]`.
pub(crate) const GENERIC: &str = "table";

/// The shipped referees: what `referee` in `kit.toml` names, and the rules behind it.
const SHIPPED: [KnownReferee; 5] = [
    KnownReferee::of::<birth_or_burst::Referee>("birth-or-burst"),
    KnownReferee::of::<cat_and_chocolate::Referee>("cat-and-chocolate"),
    KnownReferee::of::<catch_and_run::Referee>("catch-and-run"),
    KnownReferee::of::<cats::Referee>("cats"),
    KnownReferee::of::<icecool::Referee>("icecool"),
];

/// What bots did, or the game that never ended.
type Simulated = Result<Result<Stats, Endless>, Refusal>;

/// A referee by its name, its types closed over.
#[derive(Clone, Copy)]
struct KnownReferee {
    name: &'static str,
    reads: Reads,
    names: &'static [&'static str],
    begin: fn(Config<'_>, &mut Chance) -> Result<Begun, Refusal>,
    simulate: fn(Config<'_>, &SimulationPlan, &(dyn Fn(u64) + Sync)) -> Simulated,
    picture: fn(&str, &Value) -> Option<Result<Value, Say>>,
}

impl KnownReferee {
    const fn of<R: Rules>(name: &'static str) -> Self {
        Self {
            name,
            reads: R::READS,
            names: R::NAMES,
            begin: |config, chance| Ok(game::begin(R::new(config)?, chance)),
            simulate: |config, plan, done| Ok(simulate::run(&R::new(config)?, plan, done)),
            picture: R::picture,
        }
    }
}

/// Games by name.
#[derive(Clone)]
pub struct Games {
    referees: Vec<KnownReferee>,
}

impl Games {
    /// The shipped games.
    pub fn shipped() -> Self {
        let referees = SHIPPED.to_vec();
        Self { referees }
    }

    /// The same with one more referee, for kits with that name as their `referee`.
    pub fn with<R: Rules>(mut self, name: &'static str) -> Self {
        self.referees.push(KnownReferee::of::<R>(name));
        self
    }

    /// The names of all referees.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.referees.iter().map(|e| e.name)
    }

    /// Whether there is the referee that a kit names.
    pub fn check(&self, kit: &Kit) -> Result<(), Problem> {
        let Some(table) = &kit.table else {
            return Ok(());
        };
        let known = |referee: &String| self.names().any(|name| name == referee);
        match table.referee.as_ref().filter(|r| !known(r)) {
            None => Ok(()),
            Some(other) => {
                let (key, names) = ("referee", list(self.names()));
                let what = say!("`{}` is `{}`; it must be one of {}", key, other, names);
                Err(Problem::new(what).at(kit.source.show("kit.toml"), table.referee_line))
            }
        }
    }

    /// What the rules of that name read of a kit.
    pub fn reads(&self, rules: &str) -> Reads {
        self.find(rules).map_or(&[], |e| e.reads)
    }

    /// The settings of the rules of that name that name players.
    pub(crate) fn settings_of_players(&self, rules: &str) -> &'static [&'static str] {
        self.find(rules).map_or(&[], |e| e.names)
    }

    fn find(&self, rules: &str) -> Result<KnownReferee, Refusal> {
        if rules == GENERIC {
            return Ok(KnownReferee::of::<generic::Referee>(GENERIC));
        }
        let found = self.referees.iter().find(|e| e.name == rules);
        let unknown = || say!("this kitpress does not know the rules `{}`", rules);
        let found = found.ok_or_else(|| Refusal::new(Fault::Unknown, unknown()))?;
        Ok(*found)
    }

    /// Sets up a game by the rules of that name.
    pub fn begin(
        &self,
        rules: &str,
        config: Config<'_>,
        chance: &mut Chance,
    ) -> Result<Begun, Refusal> {
        (self.find(rules)?.begin)(config, chance)
    }

    /// Lets bots play by the rules of that name.
    pub fn simulate(
        &self,
        rules: &str,
        config: Config<'_>,
        plan: &SimulationPlan,
        done: &(dyn Fn(u64) + Sync),
    ) -> Simulated {
        if rules == GENERIC {
            let what = say!("bots cannot play `{}`: it has no referee", config.kit.id);
            let hint = say!("games with a referee: {}", list(self.names()));
            return Err(Refusal::new(Fault::Rule, what).hint(hint));
        }
        (self.find(rules)?.simulate)(config, plan, done)
    }

    /// Answers a question that a rule picture asks: `GAME/NAME` and its arguments.
    pub fn picture(&self, rule: &str, args: &Value) -> Result<Value, Say> {
        let (game, name) = rule.split_once('/').unwrap_or((rule, ""));
        let entry = self.referees.iter().find(|e| e.name == game);
        let answer = entry.and_then(|e| (e.picture)(name, args));
        answer.unwrap_or_else(|| Err(say!("`referee` knows no rule `{}`", rule)))
    }
}

/// The name of the rules that a kit is played by today: its referee's, else those that go by `[table]`.
///
/// A journal keeps the name, so that a table that was started without a referee goes on without one.
pub fn rules_of(kit: &Kit) -> &str {
    let referee = kit.table.as_ref().and_then(|t| t.referee.as_deref());
    referee.unwrap_or(GENERIC)
}

/// Answers what a picture asks the rules of the shipped games.
pub(crate) fn rule_picture(rule: &str, args: &Value) -> Result<Value, Say> {
    Games::shipped().picture(rule, args)
}

/// A kit whose pictures may ask these rules.
pub fn with_rules(kit: Kit) -> Kit {
    Kit {
        rules: Some(rule_picture),
        ..kit
    }
}

/// A list of texts among the arguments of a picture.
fn texts<'a>(args: &'a Value, key: &str) -> Result<Vec<&'a str>, Say> {
    let list = args.get(key).and_then(Value::as_array);
    let list = list.ok_or_else(|| say!("`referee` needs the list `{}`", key))?;
    let text = |v: &'a Value| {
        v.as_str()
            .ok_or_else(|| say!("`{}` must be a list of texts", key))
    };
    list.iter().map(text).collect()
}
