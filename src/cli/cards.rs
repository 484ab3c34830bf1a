//! `kitpress cards`: every card with its fields.

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};

use super::print::SettingArgs;
use super::{Outcome, here, kit_is_here, load_kit, out};
use crate::clean::clean;
use crate::kit::Component;
use crate::say;

/// Arguments of `cards`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  kitpress cards catch-and-run\n  kitpress cards catch-and-run arm --json"
)]
pub struct CardsArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    /// Only this component
    component: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// Print JSON: every card once per copy
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

#[derive(Serialize)]
struct CardRow<'a> {
    component: &'a str,
    name: &'a str,
    fields: &'a Map<String, Value>,
}

/// Runs the command.
pub fn run(args: &CardsArgs) -> Outcome {
    let kit = load_kit(&args.kit, &args.settings.all())?;
    let components: Vec<&Component> = match &args.component {
        Some(id) => vec![kit.component(id)?],
        None => kit.components.iter().collect(),
    };
    if args.json {
        let rows: Vec<CardRow<'_>> = components
            .iter()
            .flat_map(|c| {
                c.cards.iter().flat_map(|card| {
                    let row = || CardRow {
                        component: &c.id,
                        name: &card.name,
                        fields: &card.fields,
                    };
                    (0..card.count).map(move |_| row())
                })
            })
            .collect();
        return out::json(&rows);
    }
    for component in components {
        out::line(&say!("{}: {} pieces", component.id, component.pieces()).to_string())?;
        for card in &component.cards {
            let times = if card.count > 1 {
                format!(" ×{}", card.count)
            } else {
                String::new()
            };
            out::line(&format!("  {}{times}", clean(&card.name)))?;
        }
    }
    Ok(())
}
