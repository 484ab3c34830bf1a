//! What pictures of rules and rooms ask: pieces, the plan of the school, doors, scores, worked out by plan and rules.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::plan::{self, FloorPlan, Point, Room};
use super::rules;
use crate::say;
use crate::say::{Say, heard};

/// The smallest and the largest scale that the school may be printed at.
pub(super) const SCALES: (f64, f64) = (0.6, 1.0);

/// What a picture of a piece is asked with.
#[derive(Deserialize)]
struct PieceArgs {
    plan: Vec<Room>,
    room: String,
    #[serde(default = "whole")]
    scale: f64,
}

/// What a picture of the whole school is asked with.
#[derive(Deserialize)]
struct PlanArgs {
    plan: Vec<Room>,
}

/// What a picture of the red line is asked with.
#[derive(Deserialize)]
struct RedArgs {
    plan: Vec<Room>,
    room: String,
    at: Point,
}

/// What a picture of a door is asked with: how far the middle of the disc is from the wall, before and after.
#[derive(Deserialize)]
struct PassageArgs {
    before: f64,
    after: f64,
    #[serde(default = "disc")]
    disc: f64,
}

/// What a picture of the final count is asked with.
#[derive(Deserialize)]
struct CountArgs {
    hands: Vec<Vec<u32>>,
}

/// What a picture of a round's end is asked with.
#[derive(Deserialize)]
struct RoundEndArgs {
    players: usize,
    catcher: usize,
    caught: Vec<usize>,
}

fn whole() -> f64 {
    1.0
}

fn disc() -> f64 {
    plan::DISC
}

fn read<T: DeserializeOwned>(name: &str, args: &Value) -> Result<T, Say> {
    serde_json::from_value(args.clone())
        .map_err(|e| say!("`{}`: {}", format!("icecool/{name}"), heard(e)))
}

fn show(value: impl serde::Serialize) -> Result<Value, Say> {
    serde_json::to_value(value).map_err(|e| say!("internal error, please report: {}", heard(e)))
}

/// Answers what this game's pictures ask; `None` for a question that it does not know.
pub(super) fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
    Some(match name {
        "piece" => piece(args),
        "plan" => {
            read::<PlanArgs>(name, args).and_then(|a| show(FloorPlan::new(a.plan)?.overview()))
        }
        "red-line" => read::<RedArgs>(name, args).and_then(|a| {
            let plan = FloorPlan::new(a.plan)?;
            show(plan.room(&a.room)?.nearest_on_red_line(a.at))
        }),
        "passage" => read::<PassageArgs>(name, args)
            .map(|a| json!(rules::passage(a.before, a.after, a.disc).name())),
        "score" => read::<CountArgs>(name, args).and_then(|a| show(rules::score(&a.hands))),
        "round-end" => read::<RoundEndArgs>(name, args)
            .and_then(|a| show(rules::round_end(a.players, a.catcher, &a.caught)?)),
        _ => return None,
    })
}

fn piece(args: &Value) -> Result<Value, Say> {
    let PieceArgs { plan, room, scale } = read("piece", args)?;
    let (least, most) = SCALES;
    if !(least..=most).contains(&scale) {
        return Err(say!(
            "`scale` is {}; the rooms can be printed at {} to {}",
            scale,
            least,
            most
        ));
    }
    show(FloorPlan::new(plan)?.piece(&room)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_pictures_are_left_to_others() {
        assert!(picture("skates", &json!({})).is_none());
    }

    #[test]
    fn a_scale_that_makes_no_school_is_refused() {
        let args = json!({ "plan": [], "room": "kitchen", "scale": 2.0 });
        let refusal = picture("piece", &args).and_then(Result::err);
        assert_eq!(
            refusal.map(|r| r.to_string()).as_deref(),
            Some("`scale` is 2; the rooms can be printed at 0.6 to 1")
        );
    }

    #[test]
    fn pictures_get_plain_answers() {
        let score = picture("score", &json!({ "hands": [[3, 2], [1, 1, 3]] })).and_then(Result::ok);
        assert_eq!(
            score,
            Some(
                json!([{ "sum": 5, "cards": 2, "wins": false }, { "sum": 5, "cards": 3, "wins": true }])
            )
        );
        let passage =
            picture("passage", &json!({ "before": -30, "after": 8 })).and_then(Result::ok);
        assert_eq!(passage, Some(json!("stuck")));
    }
}
