//! `kitpress tonight`: what it takes to have a game on the table tonight. The same is on the first page of its PDF.

use clap::Args;
use serde::Serialize;

use super::cells::{fit, fit_right, width};
use super::print::PageLooks;
use super::settings::SettingArgs;
use super::{CommandResult, here, kit_is_here, languages_for, load_kit, next, out};
use crate::clean::clean;
use crate::kit::{Kit, Material};
use crate::press::guide::{self, Outlay, words};
use crate::press::{NoProgress, PrintOptions, proof};
use crate::say;
use crate::say::Say;
use crate::scene::Studio;

/// The cells of a component's title at most.
const TITLE: usize = 26;
/// The cells before the lines of a part.
const INDENT: usize = 2;

/// Arguments of `tonight`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress tonight catch-and-run             sheets, cuts, minutes, what else is needed, how to begin\n  \
    kitpress tonight my-game --paper letter    a kit of your own, on other paper")]
pub(super) struct TonightArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    #[command(flatten)]
    looks: PageLooks,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    /// Language: en, ja, …; your own by default
    #[arg(long)]
    pub lang: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TonightReport<'a> {
    kit: &'a str,
    title: &'a str,
    players: [u32; 2],
    minutes: Option<u32>,
    age: Option<u32>,
    lang: &'a str,
    paper: &'a str,
    takes: &'a Outlay,
    needs: Vec<String>,
    begin: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &TonightArgs) -> CommandResult {
    let kit = load_kit(&args.kit, &args.settings.all())?;
    let lang = languages_for(&kit, args.lang.as_deref())?.remove(0);
    let mut options = PrintOptions {
        lang,
        ..args.looks.options()
    };
    // The pages are those of the print that has the guide, where there is room for it.
    options.guide = guide::by_default(&kit, &options);
    let studio = Studio::new(&kit, options.ink)?;
    let proof = proof(&kit, &studio, &options, false, &NoProgress)?;
    let (outlay, lang) = (&proof.outlay, options.lang.as_str());
    let named = guide::named(&kit);
    let needs = words::needs(&kit, outlay, lang).into_iter();
    let needs: Vec<String> = needs.map(|(_, what)| clean(&what)).collect();
    let begin = words::commands(&kit, outlay, &named);
    if args.json {
        return out::json(&TonightReport {
            kit: &kit.id,
            title: kit.title.get(lang),
            players: [kit.players.0, kit.players.1],
            minutes: kit.minutes,
            age: kit.age,
            lang,
            paper: &options.paper.name,
            takes: outlay,
            needs,
            begin,
        });
    }
    let comma = say!(", ").to_string();
    out::line(&head(&kit, lang))?;
    part(say!("Print"), &prints(&options, outlay))?;
    out::line("")?;
    table(&kit, outlay, lang)?;
    part(say!("You need"), &[needs.join(&comma)])?;
    let rule = say!("({})", words::rule_of_thumb(&outlay.work));
    part(
        say!("Make it"),
        &[words::work(outlay).to_string(), rule.to_string()],
    )?;
    part(say!("With a screen"), &screen(&kit, outlay, lang, &named))?;
    let first = format!("kitpress print {named}");
    part(say!("Begin"), &[vec![first], begin].concat())
}

fn head(kit: &Kit, lang: &str) -> String {
    let facts = [
        Some(words::players(kit.players)),
        kit.minutes.map(words::duration),
        kit.age.map(words::age),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().map(|f| f.to_string()).collect();
    let facts = facts.join(&say!(", ").to_string());
    say!("{}: {}", clean(kit.title.get(lang)), facts).to_string()
}

/// A heading with lines below it; nothing where there are none.
fn part(heading: Say, lines: &[String]) -> CommandResult {
    if lines.iter().all(String::is_empty) {
        return Ok(());
    }
    out::line("")?;
    out::line(&heading.to_string())?;
    let pad = " ".repeat(INDENT);
    let told = lines.iter().filter(|l| !l.is_empty());
    told.flat_map(|l| out::wrapped(l, INDENT))
        .try_for_each(|l| out::line(&format!("{pad}{l}")))
}

fn prints(options: &PrintOptions, outlay: &Outlay) -> Vec<String> {
    let how = words::how(options.backs);
    let mut lines = vec![say!("{}, on {} paper", how, options.paper.name).to_string()];
    for (_, material) in Material::ALL {
        let pile = outlay.pile(material);
        let sheets = next::pile(material, pile);
        lines.extend(sheets.map(|s| say!("{}, {}", s, words::both_sides(pile)).to_string()));
    }
    let by_hand = next::by_hand(outlay, options.backs);
    lines.extend(by_hand.iter().map(ToString::to_string));
    lines
}

/// Every component with its pieces, its pages and what it is printed on.
fn table(kit: &Kit, outlay: &Outlay, lang: &str) -> CommandResult {
    let comma = say!(", ").to_string();
    let mut rows: Vec<[String; 4]> = vec![
        [
            say!("what"),
            say!("pieces"),
            say!("pages"),
            say!("print it on"),
        ]
        .map(|w| w.to_string()),
    ];
    for part in &outlay.parts {
        let title = clean(kit.components[part.component].title.get(lang));
        let material = Material::ALL.iter().find(|(name, _)| *name == part.on);
        let on = material.map(|(_, m)| words::material(*m).to_string());
        let on = on.unwrap_or_default();
        let on = match part.screen {
            true => format!("{on}{comma}{}", say!("or on a screen")),
            false => on,
        };
        let pages = guide::ranges(&part.pages, "–", &comma);
        rows.push([title, part.pieces.to_string(), pages, on]);
    }
    let wide = |n: usize| rows.iter().map(|r| width(&r[n])).max().unwrap_or(0);
    let wide = [wide(0).min(TITLE), wide(1), wide(2)];
    for [title, pieces, pages, on] in &rows {
        let (title, pieces, pages) = (
            fit(title, wide[0]),
            fit_right(pieces, wide[1]),
            fit(pages, wide[2]),
        );
        out::line(&format!("  {title}  {pieces}  {pages}  {on}"))?;
    }
    Ok(())
}

fn screen(kit: &Kit, outlay: &Outlay, lang: &str, named: &str) -> Vec<String> {
    let Some(titles) = words::on_screen(kit, outlay, lang) else {
        return Vec::new();
    };
    let kept = say!(
        "a screen can keep these, and they stay unprinted: {}",
        clean(&titles)
    );
    let mut lines = vec![kept.to_string()];
    if let Some(sheets) = outlay.spared {
        lines.push(words::spared(sheets).to_string());
    }
    lines.extend(words::without_screen(outlay, named));
    lines
}
