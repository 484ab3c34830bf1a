//! `kitpress cards`: every card with its fields.

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};

use super::cells::{cut, width};
use super::settings::SettingArgs;
use super::{CommandResult, here, kit_is_here, load_kit, out};
use crate::clean::clean;
use crate::kit::{Card, Component};
use crate::say;

/// Longer names push their fields to the right.
const LONGEST_NAME: usize = 24;

/// Arguments of `cards`.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  kitpress cards catch-and-run\n  kitpress cards catch-and-run arm --json"
)]
pub(super) struct CardsArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    /// Only this component
    component: Option<String>,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
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
pub(super) fn run(args: &CardsArgs) -> CommandResult {
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
    let cells = out::width();
    for component in components {
        out::line(&say!("{}: {} {piece|pieces}", component.id, component.pieces()).to_string())?;
        for line in table(component, cells) {
            out::line(&line)?;
        }
    }
    Ok(())
}

/// A line a card: its name, how many there are, and its fields; cut to so many cells where a terminal shows them.
fn table(component: &Component, cells: Option<usize>) -> Vec<String> {
    let names = component.cards.iter().map(|card| match card.count {
        1 => clean(&card.name),
        n => format!("{} ×{n}", clean(&card.name)),
    });
    let names: Vec<String> = names.collect();
    let longest = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let column = longest.min(LONGEST_NAME);
    let cards = names.iter().zip(&component.cards);
    let lines = cards.map(|(name, card)| {
        let pad = " ".repeat(column.saturating_sub(width(name)));
        let line = format!("  {name}{pad}  {}", fields(card));
        match cells {
            Some(cells) => cut(line.trim_end(), cells),
            None => line.trim_end().to_owned(),
        }
    });
    lines.collect()
}

/// The fields that have something in them and are not the card's name once more.
fn fields(card: &Card) -> String {
    let words = |value: &Value| {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        };
        clean(&text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let each = card.fields.iter().map(|(key, value)| (key, words(value)));
    let told = each.filter(|(_, text)| !text.is_empty() && *text != card.name);
    let told = told.map(|(key, text)| format!("{}: {text}", clean(key)));
    told.collect::<Vec<_>>().join(" · ")
}
