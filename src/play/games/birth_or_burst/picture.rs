//! What rule pictures ask: a turn, the quota, missions and scores, worked out by the rules.

use serde_json::{Value, json};

use super::rules::*;
use crate::say;
use crate::say::Say;

/// Answers questions of rule pictures; `None` for a name it does not know.
pub(super) fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
    match name {
        "obeys" => Some(obeys_picture(args)),
        "turn" => Some(turn_picture(args)),
        "quota" => Some(quota_picture(args)),
        "mission" => Some(mission_picture(args)),
        "score" => Some(score_picture(args)),
        _ => None,
    }
}

/// `command` and `egg` in; the values of the cards that obey out.
fn obeys_picture(args: &Value) -> Result<Value, Say> {
    let (command, egg) = (command(args)?, whole(args, "egg")?);
    Ok(hand().filter(|card| command.allows(*card, egg)).collect())
}

/// `egg`, `names`, `cards`, `range` (one number or two), `traps`, `leader` and `command` in; the turn out.
fn turn_picture(args: &Value) -> Result<Value, Say> {
    let (names, values) = (super::super::texts(args, "names")?, wholes(args, "cards")?);
    if names.len() != values.len() {
        return Err(say!(
            "`referee` needs a card in `cards` for each of `names`"
        ));
    }
    if let Some(odd) = values.iter().find(|v| !is_card(**v)) {
        return Err(say!("`{}` is no action card", odd));
    }
    let cards: Vec<(&str, i32)> = names.into_iter().zip(values).collect();
    let order = match args.get("leader").and_then(Value::as_str) {
        Some(leader) => Some(LeaderOrder {
            leader,
            command: command(args)?,
        }),
        None => None,
    };
    let turn = turn(whole(args, "egg")?, &cards, order.as_slice(), &track(args)?);
    let burst = turn
        .burst
        .map(|b| json!({ "why": b.why.name(), "losers": b.losers }));
    Ok(json!({ "sum": turn.sum, "from": turn.from, "to": turn.to, "burst": burst }))
}

/// `cards` in; their penguins and whether that is enough out.
fn quota_picture(args: &Value) -> Result<Value, Say> {
    let cards = wholes(args, "cards")?;
    let all: u32 = cards.iter().map(|card| penguins(*card)).sum();
    Ok(json!({ "penguins": all, "met": quota_met(&cards) }))
}

/// `egg` in; the name of its mission out. `range` in; the ranges of all missions out.
fn mission_picture(args: &Value) -> Result<Value, Say> {
    if args.get("egg").is_some() {
        return Ok(Value::from(Mission::of(whole(args, "egg")?).name()));
    }
    let track = track(args)?;
    let ranges =
        Mission::ALL.map(|(name, mission)| (name.to_owned(), json!(mission.range(&track))));
    Ok(Value::Object(ranges.into_iter().collect()))
}

/// `egg`, `names`, `missions` and `lives` in; a line for each player and the highest of all points out.
fn score_picture(args: &Value) -> Result<Value, Say> {
    let here = Mission::of(whole(args, "egg")?);
    let names = super::super::texts(args, "names")?;
    let (missions, lives) = (
        super::super::texts(args, "missions")?,
        wholes(args, "lives")?,
    );
    let mut lines = Vec::new();
    for ((name, mission), lives) in names.iter().zip(missions).zip(lives) {
        let mission =
            Mission::parse(mission).ok_or_else(|| say!("there is no mission `{}`", mission))?;
        let lives = u32::try_from(lives).map_err(|_| say!("`{}` are no lives", lives))?;
        lines.push((*name, mission, lives, score(mission == here, lives)));
    }
    let best = lines.iter().map(|l| l.3).max().unwrap_or(0);
    let players: Vec<Value> = lines
        .into_iter()
        .map(|(name, mission, lives, points)| {
            let (met, wins) = (mission == here, points == best);
            json!({ "name": name, "mission": mission.name(), "met": met, "lives": lives, "points": points, "wins": wins })
        })
        .collect();
    Ok(json!({ "mission": here.name(), "best": best, "players": players }))
}

fn command(args: &Value) -> Result<Command, Say> {
    let name = args
        .get("command")
        .and_then(Value::as_str)
        .ok_or_else(|| say!("`referee` needs the text `{}`", "command"))?;
    Command::parse(name).ok_or_else(|| say!("there is no command `{}`", name))
}

fn track(args: &Value) -> Result<Track, Say> {
    let traps = if args.get("traps").is_some() {
        wholes(args, "traps")?
    } else {
        Vec::new()
    };
    match args.get("range") {
        Some(Value::Array(_)) => match wholes(args, "range")?[..] {
            [low, high] => Ok(Track { low, high, traps }),
            _ => Err(say!("`range` must be one number or two")),
        },
        Some(_) => Ok(Track {
            traps,
            ..Track::even(whole(args, "range")?)
        }),
        None => Ok(Track {
            traps,
            ..Track::even(7)
        }),
    }
}

/// A whole number among the arguments.
fn whole(args: &Value, key: &str) -> Result<i32, Say> {
    args.get(key)
        .and_then(number)
        .ok_or_else(|| say!("`referee` needs the whole number `{}`", key))
}

/// A list of whole numbers among the arguments.
fn wholes(args: &Value, key: &str) -> Result<Vec<i32>, Say> {
    let list = args.get(key).and_then(Value::as_array);
    let list = list.ok_or_else(|| say!("`referee` needs the list `{}`", key))?;
    let all: Option<Vec<i32>> = list.iter().map(number).collect();
    all.ok_or_else(|| say!("`{}` must be a list of whole numbers", key))
}

/// A whole number, written as one or as text, as tables do.
fn number(value: &Value) -> Option<i32> {
    match value {
        Value::String(s) => s.parse().ok(),
        _ => value.as_i64().and_then(|n| i32::try_from(n).ok()),
    }
}
