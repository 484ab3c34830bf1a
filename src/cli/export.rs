//! `kitpress export`: faces as pictures, or as decks for Tabletop Simulator.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::cells::clean;
use super::leftover::Leftover;
use super::print::{InkArg, bleed};
use super::progress::ProgressBar;
use super::settings::SettingArgs;
use super::{CommandResult, here, kit_is_here, languages_for, load_kit, not_planted, out};
use crate::diag::{Problem, Problems, list};
use crate::export::{self, ExportOptions, Exported, Listed, Service, To, address};
use crate::files::{Output, write_all};
use crate::kit::Kit;
use crate::press::{PrintOptions, name};
use crate::say;
use crate::units::Mm;

/// Arguments of `export`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress export my-game --to png                        a PNG a face, 300 dpi, 3 mm of bleed\n  \
    kitpress export my-game --service the-game-crafter      as a print service wants them\n  \
    kitpress export my-game --service ./press.toml:square   a service of your own, one of its products\n  \
    kitpress export my-game --to tts                        a saved object for Tabletop Simulator\n  \
    kitpress export my-game --to svg --only fruit --bleed 0")]
pub(super) struct ExportArgs {
    /// A kit's id, or a kit folder; the kit of this folder when none is given
    #[arg(value_name = "KIT|DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    kit: String,
    /// What faces become
    #[arg(long, value_enum, required_unless_present = "service")]
    to: Option<ToArg>,
    /// Fit the faces to a print service: NAME, NAME:PRODUCT, or a TOML file that describes one
    #[arg(long, value_name = "NAME")]
    service: Option<String>,
    /// Pixels an inch; 300, or what the service wants
    #[arg(long, value_parser = clap::value_parser!(u32).range(10..=2400))]
    dpi: Option<u32>,
    /// How far faces go past the cut, 0 to 5mm
    #[arg(long, allow_hyphen_values = true, default_value = "3mm", value_parser = bleed)]
    bleed: Mm,
    /// Only these components, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "COMPONENT")]
    only: Vec<String>,
    /// Only these cards: [COMPONENT:]NAME with * and ?, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "CARD")]
    cards: Vec<String>,
    /// A file for every copy of a card, instead of one and its count
    #[arg(long)]
    copies: bool,
    /// Ink: full colour, saving ink, or black only
    #[arg(long, value_enum, default_value = "full")]
    ink: InkArg,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    /// Language: en, ja, …, or both; your own by default
    #[arg(long)]
    pub lang: Option<String>,
    /// Tabletop Simulator: the longest side of a picture in pixels
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(256..=10_000))]
    texture: u32,
    /// Tabletop Simulator: where the pictures will be on the web; else it reads them from this computer
    #[arg(long, value_name = "PREFIX")]
    url: Option<String>,
    /// Folder for what is made
    #[arg(long, default_value = "out", value_name = "DIR")]
    out: PathBuf,
    /// Print a JSON report
    #[arg(long)]
    json: bool,
}

/// `--to`.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum ToArg {
    /// A PNG a face
    Png,
    /// Deck sheets and a saved object for Tabletop Simulator
    Tts,
    /// An SVG a face, letters as outlines
    Svg,
}

impl ToArg {
    fn name(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Tts => "tts",
            Self::Svg => "svg",
        }
    }
}

#[derive(Serialize)]
struct ExportReport {
    kit: String,
    lang: String,
    to: &'static str,
    folder: String,
    files: Vec<FileReport>,
    cards: Vec<Listed>,
    removed: Vec<String>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}

/// Runs the command.
pub(super) fn run(args: &ExportArgs) -> CommandResult {
    not_planted(&args.out)?;
    let kind = args.to.unwrap_or(ToArg::Png);
    let service = service(args, kind)?;
    let kit = load_kit(&args.kit, &args.settings.all())?;
    let (mut reports, mut outputs, mut leftovers) = (Vec::new(), Vec::new(), Vec::new());
    let languages = languages_for(&kit, args.lang.as_deref())?;
    let ink = PrintOptions {
        ink: args.ink.ink(),
        ..PrintOptions::default()
    };
    let stem = name::stem(&kit, &ink);
    let progress = ProgressBar::of_jobs(languages.len());
    for lang in languages {
        let folder = args.out.join(format!("{stem}.{lang}.{}", kind.name()));
        let options = ExportOptions {
            to: match kind {
                ToArg::Png => To::Png {
                    service: service.clone(),
                },
                ToArg::Svg => To::Svg,
                ToArg::Tts => To::Tts {
                    texture: args.texture,
                    url: prefix(args, &folder)?,
                },
            },
            lang,
            ink: args.ink.ink(),
            dpi: args.dpi,
            bleed: args.bleed,
            only: args.only.clone(),
            cards: args.cards.clone(),
            copies: args.copies,
        };
        let made = export::export(&kit, &options, &progress)?;
        let mut leftover = Leftover::read(&folder);
        for file in &made.files {
            leftover.note(&file.name, &file.bytes);
        }
        reports.push(report(
            &kit,
            &options.lang,
            kind,
            &folder,
            made,
            &mut outputs,
        ));
        outputs.push(leftover.list());
        leftovers.push(leftover);
    }
    drop(progress);
    write_all(&args.out, &outputs)?;
    for (report, leftover) in reports.iter_mut().zip(leftovers) {
        let cleared = leftover.clear(|file| covers(args, file));
        report.removed = cleared.removed;
        let kept = cleared.kept.iter().map(|name| {
            let file = folder_file(&report.folder, name);
            say!(
                "`{}` is no longer part of the export, but was changed since it was written: it stays",
                file
            )
            .to_string()
        });
        report.warnings.extend(kept);
    }
    tell(args, &reports)
}

/// Whether a file of an earlier export would have been written again, if its card were still there. An export of
/// some components says nothing about the others, one of some cards nothing about any other file.
fn covers(args: &ExportArgs, file: &str) -> bool {
    let of = |id: &String| {
        file.strip_prefix(id.as_str())
            .is_some_and(|f| f.starts_with('/'))
    };
    args.cards.is_empty() && (args.only.is_empty() || args.only.iter().any(of))
}

fn folder_file(folder: &str, name: &str) -> String {
    Path::new(folder).join(name).display().to_string()
}

/// The service asked for, which prints pictures and nothing else.
fn service(args: &ExportArgs, kind: ToArg) -> Result<Option<(Service, Option<String>)>, Problems> {
    let Some(name) = &args.service else {
        return Ok(None);
    };
    if kind != ToArg::Png {
        let what = say!("`--service` makes pictures: it goes with `--to png`");
        return Err(Problem::new(what).into());
    }
    Service::find(name).map(Some)
}

/// What the pictures' names are put behind: an address on the web, or the folder on this computer.
fn prefix(args: &ExportArgs, folder: &Path) -> Result<String, Problem> {
    if let Some(url) = &args.url {
        return Ok(format!("{}/", url.trim_end_matches('/')));
    }
    let full = std::path::absolute(folder)
        .map_err(|e| Problem::new(say!("cannot write `{}`: {}", folder.display(), e)))?;
    let path = full.to_string_lossy().replace('\\', "/");
    let path = format!("{}/", path.trim_start_matches('/'));
    Ok(address("file:///", &path))
}

fn report(
    kit: &Kit,
    lang: &str,
    kind: ToArg,
    folder: &Path,
    made: Exported,
    outputs: &mut Vec<Output>,
) -> ExportReport {
    let mut files = Vec::with_capacity(made.files.len());
    for file in made.files {
        files.push(FileReport {
            file: file.name.clone(),
            bytes: file.bytes.len(),
            width: file.pixels.map(|p| p.0),
            height: file.pixels.map(|p| p.1),
        });
        outputs.push(Output {
            path: folder.join(file.name),
            bytes: file.bytes,
        });
    }
    ExportReport {
        kit: kit.id.clone(),
        lang: lang.to_owned(),
        to: kind.name(),
        folder: folder.display().to_string(),
        files,
        cards: made.cards,
        removed: Vec::new(),
        warnings: made.warnings.iter().map(ToString::to_string).collect(),
    }
}

fn tell(args: &ExportArgs, reports: &[ExportReport]) -> CommandResult {
    if args.json {
        return out::json(&reports);
    }
    for report in reports {
        for warning in &report.warnings {
            out::note(&format!("{}: {warning}", say!("warning")));
        }
        let bytes: usize = report.files.iter().map(|f| f.bytes).sum();
        let words = say!(
            "{}: {} {file|files}, {} kB",
            report.folder,
            report.files.len(),
            bytes.div_ceil(1000)
        );
        out::line(&words.to_string())?;
        if !report.removed.is_empty() {
            let words = say!(
                "no longer part of the export, removed: {}",
                names(&report.removed)
            );
            out::line(&words.to_string())?;
        }
        if report.to == "tts" {
            let file = format!("{}.json", report.kit);
            let hint = say!(
                "copy `{}` into the folder `Saves/Saved Objects` of Tabletop Simulator",
                file
            );
            out::note(&hint.to_string());
        }
    }
    Ok(())
}

/// Names that are told before the rest is only counted.
const NAMED: usize = 12;

fn names(removed: &[String]) -> String {
    let named = list(removed.iter().take(NAMED).map(String::as_str));
    match removed.len().saturating_sub(NAMED) {
        0 => clean(&named),
        rest => format!("{}, {}", clean(&named), say!("and {} more", rest)),
    }
}
