//! `kitpress shuffle`: one component in a random order, open for all, without a table.

use clap::Args;
use serde_json::json;

use super::{out, table_args};
use crate::kit::Kit;
use crate::play::rng::{Chance, Seed};
use crate::play::table::Failure;
use crate::say;

/// Arguments of `shuffle`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress shuffle catch-and-run arm\n  \
    kitpress shuffle catch-and-run arm --seed 7 --json")]
pub(super) struct ShuffleArgs {
    /// A kit's id, or a kit folder
    kit: String,
    /// What to shuffle
    component: String,
    /// Practice: the same number gives the same order
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
pub(super) fn run(args: &ShuffleArgs) -> Result<(), Failure> {
    let kit = Kit::load(&args.kit)?;
    let component = kit.component(&args.component)?;
    let seed = match args.seed {
        Some(number) => Seed::practice(number),
        None => Seed::from_system()?,
    };
    let copies = |c: &'_ crate::kit::Card| vec![c.name.clone(); c.count as usize];
    let mut cards: Vec<String> = component.cards.iter().flat_map(copies).collect();
    let mut chance = Chance::new(seed);
    chance.shuffle(&component.id, &mut cards);
    if args.json {
        let draws = chance.take_draws();
        return Ok(out::json(&json!({
            "kit": kit.id,
            "component": component.id,
            "cards": cards,
            "practice": args.seed.is_some(),
            "seed": chance.seed().reveal(),
            "draws": draws,
        }))?);
    }
    if args.seed.is_some() {
        out::line(&say!("practice: the seed decides the order").to_string())?;
    }
    let numbered: Vec<String> = (1..)
        .zip(&cards)
        .map(|(n, c)| format!("{n:>4}  {c}"))
        .collect();
    Ok(table_args::lines(&numbered)?)
}
