//! `kitpress kits`: what ships inside the program.

use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

use super::{CommandResult, out};
use crate::clean::clean;
use crate::kit::{Kit, Words};
use crate::say;
use crate::say::tongue;

/// Arguments of `kits`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kitpress kits\n  kitpress kits --json")]
pub(super) struct KitsArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of titles and messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

#[derive(Serialize)]
struct KitRow<'a> {
    id: &'a str,
    title: BTreeMap<&'a str, &'a str>,
    players: [u32; 2],
    components: Vec<ComponentRow<'a>>,
}

#[derive(Serialize)]
struct ComponentRow<'a> {
    id: &'a str,
    kind: &'static str,
    cards: usize,
}

/// Runs the command.
pub(super) fn run(args: &KitsArgs) -> CommandResult {
    let kits = Kit::shipped()?;
    if args.json {
        return out::json(&kits.iter().map(row).collect::<Vec<_>>());
    }
    let wide = kits.iter().map(|k| k.id.len()).max().unwrap_or(0);
    for kit in &kits {
        let pieces: usize = kit.components.iter().map(|c| c.pieces()).sum();
        let players = match kit.players {
            (a, b) if a == b => a.to_string(),
            (a, b) => format!("{a}–{b}"),
        };
        let facts = say!("{} {player|players}, {} {piece|pieces}", players, pieces);
        out::line(&format!(
            "{:wide$}  {} ({facts})",
            kit.id,
            clean(kit.title.get(tongue().code()))
        ))?;
    }
    Ok(())
}

fn row(kit: &Kit) -> KitRow<'_> {
    let component = |c: &'_ crate::kit::Component| (c.kind.name(), c.pieces());
    KitRow {
        id: &kit.id,
        title: titles(&kit.title, &kit.languages),
        players: [kit.players.0, kit.players.1],
        components: kit
            .components
            .iter()
            .map(|c| {
                let (kind, cards) = component(c);
                ComponentRow {
                    id: &c.id,
                    kind,
                    cards,
                }
            })
            .collect(),
    }
}

fn titles<'a>(title: &'a Words, languages: &'a [String]) -> BTreeMap<&'a str, &'a str> {
    languages
        .iter()
        .map(|l| (l.as_str(), title.get(l)))
        .collect()
}
