//! Rules of the shipped games as pure functions. They take their decks from the kit.

pub mod birth_or_burst;
pub mod cat_and_chocolate;
pub mod catch_and_run;
pub mod cats;
pub mod generic;
pub mod icecool;

use serde_json::Value;

use super::rng::Chance;
use super::rules::{self, Event, Game, Refusal, Setup};

/// Sets up the game of a kit: by its referee, else by its `[table]`.
pub fn begin(
    setup: Setup<'_>,
    chance: &mut Chance,
) -> Result<(Box<dyn Game>, Vec<Event>), Refusal> {
    rules::begin(generic::Generic::new(setup)?, setup, chance)
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
