//! `kitpress preview`: a card or a page as PNG.

use std::path::PathBuf;

use clap::Args;

use super::print::PageLooks;
use super::settings::SettingArgs;
use super::{CommandResult, here, kit_is_here, languages_for, load_kit, not_planted, out};
use crate::clean::clean;
use crate::diag::{Problem, Problems};
use crate::files::{Output, folder_of, write_all};
use crate::kit::{Card, Component, Kit};
use crate::press::{self, NoProgress, PrintOptions};
use crate::say;
use crate::scene::{Studio, raster};
use crate::template::Engine;

/// Pixels are few by default: a preview is for the screen.
const DPI: u32 = 150;

/// Arguments of `preview`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress preview catch-and-run                       the first page\n  \
    kitpress preview catch-and-run --sheet 3\n  \
    kitpress preview catch-and-run --card arm:red+jump   one card\n  \
    kitpress preview catch-and-run --board               its style board")]
pub(super) struct PreviewArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    /// Draw this card: [COMPONENT:]NAME
    #[arg(long, value_name = "NAME", conflicts_with = "sheet")]
    card: Option<String>,
    /// Draw the kit's style board: its cast, colours and finished cards on one page
    #[arg(long, conflicts_with_all = ["card", "sheet"])]
    board: bool,
    /// Draw the back of the card
    #[arg(long, requires = "card")]
    back: bool,
    /// Draw this page of the print, from 1
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    sheet: Option<usize>,
    #[command(flatten)]
    looks: PageLooks,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    /// Language: en, ja, …
    #[arg(long)]
    pub lang: Option<String>,
    /// Pixels per inch
    #[arg(long, default_value_t = DPI, value_parser = clap::value_parser!(u32).range(10..=1200))]
    dpi: u32,
    /// The PNG; by default named after what it shows, in out/
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &PreviewArgs) -> CommandResult {
    let kit = load_kit(&args.kit, &args.settings.all())?;
    let lang = languages_for(&kit, args.lang.as_deref())?.remove(0);
    let mut options = PrintOptions {
        lang,
        ..args.looks.options()
    };
    // Pages are counted as those of the print are.
    options.guide = press::guide::by_default(&kit, &options);
    let studio = Studio::new(&kit, options.ink)?;
    let (name, png) = match &args.card {
        _ if args.board => draw_board(args, &kit, &studio, &options)?,
        Some(card) => draw_card(args, &kit, &studio, &options, card)?,
        None => draw_sheet(args, &kit, &studio, &options)?,
    };
    let default = || {
        let stem = press::name::stem(&kit, &options);
        PathBuf::from("out").join(format!("{stem}.{}.{name}.png", options.lang))
    };
    let path = args.out.clone().unwrap_or_else(default);
    let folder = folder_of(&path).to_owned();
    not_planted(&folder)?;
    let shown = path.display().to_string();
    write_all(&folder, &[Output { path, bytes: png }])?;
    out::line(&clean(&shown))
}

fn draw_card(
    args: &PreviewArgs,
    kit: &Kit,
    studio: &Studio<'_>,
    options: &PrintOptions,
    wanted: &str,
) -> Result<(String, Vec<u8>), Problems> {
    let engine = Engine::new(kit, &options.lang, studio)?;
    let (component, card) = find(kit, wanted)?;
    let Some(face) = press::face(&engine, component, card, args.back)? else {
        return Err(Problem::new(say!("component `{}` has no back", component.id)).into());
    };
    let scale = f64::from(args.dpi) / 25.4;
    let drawn = raster(
        studio,
        (&face.svg, &face.texts),
        component.size,
        scale,
        options.bleed,
    )
    .map_err(|e| Problem::new(say!("card `{}`: {}", card.name, e)))?;
    let side = if args.back { "-back" } else { "" };
    Ok((
        format!(
            "{}-{}{side}",
            component.id,
            press::name::word(&card.name, |_| false)
        ),
        png(&drawn)?,
    ))
}

fn draw_board(
    args: &PreviewArgs,
    kit: &Kit,
    studio: &Studio<'_>,
    options: &PrintOptions,
) -> Result<(String, Vec<u8>), Problems> {
    let engine = Engine::new(kit, &options.lang, studio)?;
    let (face, size) = press::board(&engine)?;
    let scale = f64::from(args.dpi) / 25.4;
    let drawn = raster(studio, (&face.svg, &face.texts), size, scale, options.bleed)
        .map_err(|e| Problem::new(say!("card `{}`: {}", press::BOARD, e)))?;
    Ok(("board".to_owned(), png(&drawn)?))
}

/// The card that is meant, `[COMPONENT:]NAME`: by its name or number, else by its title in any language.
fn find<'a>(kit: &'a Kit, wanted: &str) -> Result<(&'a Component, &'a Card), Problem> {
    let all = || {
        let components = kit.components.iter();
        components.flat_map(|c| c.cards.iter().map(move |card| (c, card)))
    };
    // A name may have a colon of its own.
    let names = |c: &Component| {
        let prefix = format!("{}:", c.id);
        [Some(wanted), wanted.strip_prefix(&prefix)]
    };
    let called = |(c, card): &(&Component, &Card)| {
        let mut names = names(c).into_iter().flatten();
        names.any(|name| card.is_called(name))
    };
    let titled = |(c, card): &(&Component, &Card)| {
        let titles = kit
            .languages
            .iter()
            .filter_map(|l| card.title(&kit.languages, l));
        let own: Vec<String> = titles.chain([card.name.clone()]).collect();
        let mut names = names(c).into_iter().flatten().map(str::to_lowercase);
        names.any(|name| own.iter().any(|title| title.to_lowercase() == name))
    };
    let found = all().find(called).or_else(|| all().find(titled));
    found.ok_or_else(|| {
        let names = all().map(|(_, card)| card.name.as_str());
        let short = wanted.split_once(':').map_or(wanted, |(_, n)| n);
        let problem = Problem::new(say!("no card is called `{}`", wanted));
        match crate::diag::nearest(short, names) {
            Some(near) => problem.hint(say!("did you mean `{}`?", near)),
            None => problem.hint(say!("`kitpress cards {}` lists them", kit.id)),
        }
    })
}

fn draw_sheet(
    args: &PreviewArgs,
    kit: &Kit,
    studio: &Studio<'_>,
    options: &PrintOptions,
) -> Result<(String, Vec<u8>), Problems> {
    let n = args.sheet.unwrap_or(1);
    let proof = press::proof(kit, studio, options, true, &NoProgress)?;
    if n == 0 || n > proof.sheets.len() {
        return Err(Problem::new(say!(
            "there is no page {}; the print has {}",
            n,
            proof.sheets.len()
        ))
        .into());
    }
    let scale = f64::from(args.dpi) / 25.4;
    let drawn = press::raster_sheet(&proof, studio, n - 1, scale)
        .map_err(|e| Problem::new(say!("page {}: {}", n, e)))?;
    Ok((format!("sheet-{n}"), png(&drawn)?))
}

fn png(pixmap: &resvg::tiny_skia::Pixmap) -> Result<Vec<u8>, Problems> {
    pixmap
        .encode_png()
        .map_err(|e| Problem::new(say!("internal error, please report: {}", say::heard(e))).into())
}
