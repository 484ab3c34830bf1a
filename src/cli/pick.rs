//! `kitpress pick`: a player, teams, dice or a coin, sealed before it is drawn and open for all.

use std::io::BufRead;

use clap::Args;
use serde_json::json;

use super::screen::on_a_terminal;
use super::{out, roster, table_args};
use crate::play::pick::{DrawnLots, Picked, Sealed, What};
use crate::play::rng::Seed;
use crate::play::rules::Refusal;
use crate::play::table::Failure;
use crate::say;

/// Arguments of `pick`.
#[derive(Args, Debug)]
#[command(
    after_help = "The seal is shown first; on a terminal enter draws. With the result comes everything that the seal was made\n\
    of, so that anyone can check it: docs/fairness.md says how.\n\n\
    Examples:\n  \
    kitpress pick Ann Bob Cho              who begins, and an order of all\n  \
    kitpress pick @club --teams 2          two teams of a list that `kitpress roster` keeps\n  \
    kitpress pick --dice 2d6\n  \
    kitpress pick --coin"
)]
pub(super) struct PickArgs {
    /// Whom to choose from
    #[arg(value_name = "NAME", conflicts_with_all = ["dice", "coin"])]
    names: Vec<String>,
    /// Put them into so many teams instead
    #[arg(long, value_name = "N", conflicts_with_all = ["dice", "coin"])]
    teams: Option<usize>,
    /// Throw dice: 2d6, d20, 3d6+2
    #[arg(long, value_name = "DICE", conflicts_with = "coin")]
    dice: Option<String>,
    /// Throw a coin
    #[arg(long)]
    coin: bool,
    /// Practice: the same number gives the same result
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &PickArgs) -> Result<(), Failure> {
    let what = what(args)?;
    let seed = match args.seed {
        Some(number) => Seed::practice(number),
        None => Seed::from_system()?,
    };
    let practice = args.seed.is_some();
    let sealed = Sealed::new(what, seed, practice);
    let seal = sealed.seal();
    if args.json {
        return Ok(out::json(&as_json(&seal, practice, &sealed.draw()))?);
    }
    if practice {
        out::line(&say!("practice: the seed decides what comes out").to_string())?;
    }
    out::line(&say!("seal of the draw: {}", seal).to_string())?;
    if on_a_terminal() && !practice {
        out::note(&say!("note its first 16 digits; enter draws").to_string());
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            return Err(Refusal::words(say!("nothing was drawn")).into());
        }
    }
    let drawn = sealed.draw();
    table_args::lines(&told(&drawn.picked))?;
    // As it was sealed, letter by letter; names hold nothing that a terminal would obey.
    table_args::lines(&[say!("sealed: {}", drawn.line).to_string()])?;
    Ok(())
}

fn what(args: &PickArgs) -> Result<What, Failure> {
    if args.coin {
        return Ok(What::Coin);
    }
    if let Some(dice) = &args.dice {
        return Ok(What::dice(dice)?);
    }
    if args.names.is_empty() {
        let refusal = Refusal::words(say!("whom or what shall be drawn?"));
        return Err(refusal
            .hint(say!(
                "such as `kitpress pick Ann Bob Cho`, `--dice 2d6` or `--coin`"
            ))
            .into());
    }
    let names = roster::players(&args.names.join(","))?;
    match args.teams {
        Some(teams) => Ok(What::teams(names, teams)?),
        None => Ok(What::One(names)),
    }
}

/// What came out, for people.
fn told(picked: &Picked) -> Vec<String> {
    match picked {
        Picked::Order(names) => {
            let mut lines = Vec::new();
            lines.extend(names.first().map(|n| say!("drawn: {}", n).to_string()));
            if names.len() > 1 {
                lines.push(say!("in this order: {}", names.join(", ")).to_string());
            }
            lines
        }
        Picked::Teams(teams) => (1..)
            .zip(teams)
            .map(|(n, team)| say!("team {}: {}", n, team.join(", ")).to_string())
            .collect(),
        Picked::Dice(dice, sum) => {
            let dice: Vec<String> = dice.iter().map(u32::to_string).collect();
            vec![say!("thrown: {} ({})", sum, dice.join(", ")).to_string()]
        }
        Picked::Heads(true) => vec![say!("thrown: heads").to_string()],
        Picked::Heads(false) => vec![say!("thrown: tails").to_string()],
    }
}

fn as_json(seal: &str, practice: bool, drawn: &DrawnLots) -> serde_json::Value {
    let mut fields = json!({"practice": practice, "commitment": seal});
    match &drawn.picked {
        Picked::Order(names) => {
            fields["picked"] = json!(names.first());
            fields["order"] = json!(names);
        }
        Picked::Teams(teams) => fields["teams"] = json!(teams),
        Picked::Dice(dice, total) => {
            fields["dice"] = json!(dice);
            fields["total"] = json!(total);
        }
        Picked::Heads(heads) => fields["coin"] = if *heads { "heads" } else { "tails" }.into(),
    }
    fields["seed"] = drawn.seed.as_str().into();
    fields["draws"] = json!(drawn.draws);
    fields["sealed"] = drawn.line.as_str().into();
    fields
}
