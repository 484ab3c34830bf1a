//! `kitpress kits`: what ships inside the program.

use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

use super::cells::{fit, fit_right, width};
use super::{CommandResult, languages_for, locale, out};
use crate::clean::clean;
use crate::diag::Problems;
use crate::impose::Paper;
use crate::kit::{Kit, Words};
use crate::press::{self, PrintOptions, guide};
use crate::say;
use crate::say::tongue;

/// The cells of a title at most, so that the table has room on a narrow terminal.
const TITLE: usize = 28;

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
    let kits = crate::shipped()?;
    if args.json {
        return out::json(&kits.iter().map(row).collect::<Vec<_>>());
    }
    let rows = kits.iter().map(|kit| cells(args, kit));
    let rows: Vec<[String; 7]> = rows.collect::<Result<_, _>>()?;
    let heads = [
        say!("kit"),
        say!("title"),
        say!("players"),
        say!("minutes"),
        say!("age"),
        say!("card"),
        say!("paper"),
    ];
    let heads = heads.map(|h| h.to_string());
    let all: Vec<&[String; 7]> = [&heads].into_iter().chain(&rows).collect();
    let wide = |n: usize| all.iter().map(|row| width(&row[n])).max().unwrap_or(0);
    for row in &all {
        let cell = |(n, text): (usize, &String)| match n {
            0 => fit(text, wide(0)),
            1 => fit(text, wide(1).min(TITLE)),
            n => fit_right(text, wide(n)),
        };
        let line: Vec<String> = row.iter().enumerate().map(cell).collect();
        out::line(line.join("  ").trim_end())?;
    }
    out::line(
        &say!("card and paper: sheets to print; `kitpress tonight KIT` tells more").to_string(),
    )
}

/// A kit's line in the table.
fn cells(args: &KitsArgs, kit: &Kit) -> Result<[String; 7], Problems> {
    let lang = languages_for(kit, args.lang.as_deref()).or_else(|_| languages_for(kit, None))?;
    let mut options = PrintOptions {
        lang: lang[0].clone(),
        paper: Paper::parse(locale::paper()).unwrap_or(PrintOptions::default().paper),
        ..PrintOptions::default()
    };
    options.guide = guide::by_default(kit, &options);
    let outlay = press::outlay(kit, &options)?;
    let players = match kit.players {
        (a, b) if a == b => a.to_string(),
        (a, b) => format!("{a}–{b}"),
    };
    let number = |n: Option<u32>| n.map(|n| n.to_string()).unwrap_or_default();
    Ok([
        kit.id.clone(),
        clean(kit.title.get(tongue().code())),
        players,
        number(kit.minutes),
        kit.age.map(|a| format!("{a}+")).unwrap_or_default(),
        outlay.card.sheets.to_string(),
        outlay.paper.sheets.to_string(),
    ])
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
