//! Rules of the shipped games as pure functions. They take their decks from the kit.

pub mod birth_or_burst;
#[cfg(test)]
mod blind;
pub mod cat_and_chocolate;
pub mod catch_and_run;
pub mod cats;
pub mod generic;
pub mod icecool;
mod reading;

use serde_json::Value;

use super::rng::Chance;
use super::rules::{self, Event, Fault, Game, Refusal, Setup};
use super::simulate::{self, Endless, Plan, Stats};
use crate::diag::list;
use crate::kit::{Kit, REFEREES};
use crate::say;

/// The rules that go by `[table]`.
pub const GENERIC: &str = "table";

/// The components that a referee plays with, and the fields that it reads of their cards.
pub type Reads = &'static [(&'static str, &'static [&'static str])];

/// The name of the rules that a kit is played by today: its referee's, else those that go by `[table]`.
///
/// A journal keeps the name, so that a table that was started without a referee goes on without one.
pub fn rules_of(kit: &Kit) -> &'static str {
    let referee = kit.table.as_ref().and_then(|t| t.referee);
    referee.unwrap_or(GENERIC)
}

/// What the referee of that name reads of a kit. It is set up from nothing else, and the journal keeps it.
pub fn reads(rules: &str) -> Reads {
    match rules {
        "birth-or-burst" => &[
            ("action", &["color", "value", "penguins"]),
            ("command", &[]),
            ("mission", &["range"]),
        ],
        "cat-and-chocolate" => &[
            ("clique", &["side"]),
            ("event", &["title", "text", "items", "kind"]),
            ("item", &["title"]),
        ],
        "catch-and-run" => &[("floor", &[]), ("arm", &[])],
        "icecool" => &[("fish-card", &["value"])],
        _ => &[],
    }
}

/// Calls `$then` with the rules of that name, each of its own type.
macro_rules! with_rules {
    ($name:expr, $setup:expr, $rules:ident => $then:expr) => {
        match $name {
            GENERIC => {
                let $rules = generic::Generic::new($setup)?;
                $then
            }
            "cat-and-chocolate" => {
                let $rules = cat_and_chocolate::Referee::new($setup)?;
                $then
            }
            "icecool" => {
                let $rules = icecool::Referee::new($setup)?;
                $then
            }
            "birth-or-burst" => {
                let $rules = birth_or_burst::Referee::new($setup)?;
                $then
            }
            "cats" => {
                let $rules = cats::Referee::new($setup)?;
                $then
            }
            "catch-and-run" => {
                let $rules = catch_and_run::Referee::new($setup)?;
                $then
            }
            other => {
                let what = say!("this kitpress does not know the rules `{}`", other);
                return Err(Refusal::new(Fault::Unknown, what));
            }
        }
    };
}

/// Sets up a game by the rules of that name.
pub fn begin(
    rules: &str,
    setup: Setup<'_>,
    chance: &mut Chance,
) -> Result<(Box<dyn Game>, Vec<Event>), Refusal> {
    with_rules!(rules, setup, rules => Ok(rules::begin(rules, chance)))
}

/// Lets bots play by the rules of that name.
pub fn simulate(
    rules: &str,
    setup: Setup<'_>,
    plan: &Plan,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Result<Stats, Endless>, Refusal> {
    if rules == GENERIC {
        let what = say!("bots cannot play `{}`: it has no referee", setup.kit.id);
        let hint = say!("games with a referee: {}", list(REFEREES.iter().copied()));
        return Err(Refusal::new(Fault::Rule, what).hint(hint));
    }
    with_rules!(rules, setup, rules => Ok(simulate::run(&rules, plan, done)))
}

/// Answers a question that a rule picture asks: `GAME/NAME` and its arguments.
pub fn picture(rule: &str, args: &Value) -> Result<Value, String> {
    let (game, name) = rule.split_once('/').unwrap_or((rule, ""));
    let answer = match game {
        "birth-or-burst" => birth_or_burst::picture(name, args),
        "cat-and-chocolate" => cat_and_chocolate::picture(name, args),
        "catch-and-run" => catch_and_run::picture(name, args),
        "cats" => cats::picture(name, args),
        "icecool" => icecool::picture(name, args),
        _ => None,
    };
    answer.unwrap_or_else(|| Err(format!("`referee` knows no rule `{rule}`")))
}

/// A list of texts among the arguments.
fn texts<'a>(args: &'a Value, key: &str) -> Result<Vec<&'a str>, String> {
    let list = args.get(key).and_then(Value::as_array);
    let list = list.ok_or_else(|| format!("`referee` needs the list `{key}`"))?;
    let text = |v: &'a Value| {
        v.as_str()
            .ok_or_else(|| format!("`{key}` must be a list of texts"))
    };
    list.iter().map(text).collect()
}
