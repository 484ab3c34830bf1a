//! What rule pictures ask: scores, cliques and votes, worked out by the rules.

use serde_json::{Value, json};

use super::rules::{Clique, CliqueScore, LONE, Member, cliques, score, vote_wins, winners};
use crate::say;
use crate::say::Say;

/// Answers the questions that rule pictures ask: `score`, `cliques` and `vote`.
pub(super) fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
    Some(match name {
        "score" => score_picture(args),
        "cliques" => cliques_picture(args),
        "vote" => vote_picture(args),
        _ => return None,
    })
}

/// From `council` and `pet`, the events won by each member, and perhaps `lone`, to `council` and `pet`, each with
/// `counted`, `times` and `total`, and the list `winners`.
fn score_picture(args: &Value) -> Result<Value, Say> {
    let mut players = Vec::new();
    for side in Clique::ALL {
        let won = wholes(args, side.name())?;
        players.extend(won.into_iter().map(|won| Member { side, won }));
    }
    let lone = match args.get("lone") {
        None => LONE,
        Some(_) => whole(args, "lone")?,
    };
    let part = |side| {
        let CliqueScore {
            counted,
            times,
            total,
        } = score(&players, side, lone);
        json!({ "counted": counted, "times": times, "total": total })
    };
    let winners = winners(&players, lone);
    let winners: Vec<&str> = winners.into_iter().map(Clique::name).collect();
    Ok(json!({ "council": part(Clique::Council), "pet": part(Clique::Pet), "winners": winners }))
}

fn cliques_picture(args: &Value) -> Result<Value, Say> {
    let players = whole(args, "players")?;
    let (council, pet) = cliques(players as usize)
        .ok_or_else(|| say!("{} {player|players} cannot play", players))?;
    Ok(json!({ "council": council, "pet": pet }))
}

fn vote_picture(args: &Value) -> Result<Value, Say> {
    Ok(json!(vote_wins(whole(args, "up")?, whole(args, "down")?)))
}

/// A whole number among the arguments.
fn whole(args: &Value, key: &str) -> Result<u32, Say> {
    let number = args.get(key).and_then(count);
    number.ok_or_else(|| say!("`{}` must be a whole number", key))
}

/// A list of whole numbers among the arguments.
fn wholes(args: &Value, key: &str) -> Result<Vec<u32>, Say> {
    let list = args.get(key).and_then(Value::as_array);
    let numbers = list.and_then(|list| list.iter().map(count).collect());
    numbers.ok_or_else(|| say!("`{}` must be a list of whole numbers", key))
}

fn count(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|n| u32::try_from(n).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_tells_what_is_counted() {
        let args = json!({ "council": [4, 1, 3], "pet": [2, 4] });
        let answer = picture("score", &args).and_then(Result::ok);
        let expected = json!({
            "council": { "counted": [1, 4], "times": 1, "total": 5 },
            "pet": { "counted": [2, 4], "times": 1, "total": 6 },
            "winners": ["pet"],
        });
        assert_eq!(answer, Some(expected));
    }

    #[test]
    fn questions_that_make_no_sense_are_refused() {
        assert!(picture("dance", &json!({})).is_none());
        for (name, args) in [
            ("score", json!({})),
            ("score", json!({ "council": [1, "two"], "pet": [1] })),
            ("score", json!({ "council": [1], "pet": 1 })),
            ("cliques", json!({ "players": 7 })),
            ("vote", json!({ "up": -1, "down": 0 })),
        ] {
            assert!(picture(name, &args).is_some_and(|a| a.is_err()), "{name}");
        }
    }
}
