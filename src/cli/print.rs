//! `kitpress print`: kits into PDFs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::lock::{self, Lock};
use super::next::{self, JustPrinted};
use super::printer::{Printer, PrinterJob};
use super::progress::ProgressBar;
use super::settings::SettingArgs;
use super::{CommandResult, changed, languages_for, load_kits, locale, not_planted, out, profile};
use crate::diag::{Problem, Problems};
use crate::files::{Output, write_all};
use crate::impose::{Backs, Marks, Paper};
use crate::kit::{DPI, Kind, Kit, Material};
use crate::press::guide::{self, GUIDE, Outlay, PaperPile};
use crate::press::{self, Changes, PrintOptions, Printed, Progress, Since};
use crate::say;
use crate::say::Say;
use crate::template::Ink;
use crate::units::{Mm, parse_length};
use crate::write::Warp;

/// The widest bleed.
const MAX_BLEED: Mm = Mm(5.0);

/// Arguments of `print`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress print                                   every shipped kit into out/\n  \
    kitpress print catch-and-run --lang both         one PDF a language\n  \
    kitpress print my-game --only fruit --bleed 3mm  a folder with a kit.toml\n  \
    kitpress print catch-and-run --cards 'arm:red*'  just those cards\n  \
    kitpress print my-game --changed                 just what is new since the last print")]
pub(super) struct PrintArgs {
    /// Kits by id, or kit folders; when none is given the kit of this folder, else all shipped kits
    #[arg(value_name = "KIT|DIR")]
    kits: Vec<String>,
    #[command(flatten)]
    pub looks: PageLooks,
    /// Language: en, ja, …, or both; your own by default
    #[arg(long)]
    pub lang: Option<String>,
    /// Only these components, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "COMPONENT")]
    only: Vec<String>,
    /// Only these cards: [COMPONENT:]NAME with * and ?, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "CARD")]
    cards: Vec<String>,
    /// Only what changed since this was printed last, with a list of cards to take out of the deck
    #[arg(long)]
    changed: bool,
    /// Print changed cards at the places where the full print has them
    #[arg(long, requires = "changed")]
    keep_places: bool,
    /// Leave the first N places of the first page empty: that paper has been used there
    #[arg(long, allow_hyphen_values = true, default_value_t = 0, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=999))]
    skip: u32,
    /// Do not count this as a print: --changed will not know of it
    #[arg(long)]
    draft: bool,
    /// Print texts that do not fit or cannot be set as well as can be, with a frame around them, and warn of each
    #[arg(long)]
    anyway: bool,
    /// The printer, as measured with `kitpress calibrate`: moves backs so that they land behind their fronts
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    /// Print everything N times
    #[arg(long, allow_hyphen_values = true, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    sets: u32,
    /// Dots per inch of pictures; those with more are made smaller [default: what the kit says, else 300]
    #[arg(long, allow_hyphen_values = true, value_name = "N", value_parser = clap::value_parser!(u32).range(DPI))]
    dpi: Option<u32>,
    /// Begin with a page on what it takes to make and to begin the game; shipped kits do
    #[arg(long, conflicts_with_all = ["changed", "cards", "no_guide"])]
    guide: bool,
    /// Leave that page out
    #[arg(long)]
    no_guide: bool,
    #[command(flatten)]
    directly: DirectArgs,
    /// Folder for the PDFs
    #[arg(long, default_value = "out", value_name = "DIR")]
    out: PathBuf,
    /// Print a JSON report
    #[arg(long)]
    json: bool,
}

/// Printing without a viewer.
#[derive(Args, Debug)]
struct DirectArgs {
    /// Send the PDF to this printer as well, with `lp` of CUPS
    #[arg(long, value_name = "PRINTER")]
    to_printer: Option<String>,
    /// How many copies the printer makes
    #[arg(long, allow_hyphen_values = true, default_value_t = 1, requires = "to_printer", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    copies: u32,
    /// Send only the pages that belong on card, or those that belong on plain paper
    #[arg(long, value_enum, requires = "to_printer")]
    pages: Option<PagesArg>,
}

/// `--pages`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PagesArg {
    /// What is printed on card
    Card,
    /// What is printed on plain paper
    Paper,
}

impl From<PagesArg> for Material {
    fn from(arg: PagesArg) -> Self {
        match arg {
            PagesArg::Card => Self::Card,
            PagesArg::Paper => Self::Paper,
        }
    }
}

/// How pages look; shared by `print`, `preview` and `tonight`.
#[derive(Args, Debug)]
pub(super) struct PageLooks {
    /// Paper: a6, a5, letter, a4, legal, tabloid, a3, a2, a size such as 200x300mm, or strip for tape printers; your
    /// country's by default
    #[arg(long, allow_hyphen_values = true, default_value = locale::paper(), hide_default_value = true, value_parser = paper)]
    pub paper: Paper,
    /// The border that your printer leaves blank
    #[arg(long, allow_hyphen_values = true, default_value = "5mm", value_parser = length)]
    pub margin: Mm,
    /// Where the backs go
    #[arg(long, value_enum, default_value = "duplex-long")]
    pub backs: BacksArg,
    /// How far faces print past the cut, 0 to 5mm
    #[arg(long, allow_hyphen_values = true, default_value = "0mm", value_parser = bleed)]
    pub bleed: Mm,
    /// Cut marks
    #[arg(long, value_enum, default_value = "edge")]
    pub marks: MarksArg,
    /// Ink: full colour, saving ink, or black only
    #[arg(long, value_enum, default_value = "full")]
    pub ink: InkArg,
}

/// `--backs`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum BacksArg {
    /// Other side of the paper, flipped on the long edge
    DuplexLong,
    /// Other side of the paper, flipped on the short edge
    DuplexShort,
    /// For printers that print on one side alone: all fronts, then all backs for the stack that was turned over
    Manual,
    /// The same where the stack goes in with its last sheet first
    ManualReversed,
    /// Beside the fronts, to fold and glue
    Fold,
    /// No backs
    None,
}

/// `--marks`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum MarksArg {
    /// Ticks around the cards
    Edge,
    /// Crosses at every corner
    Corner,
    /// Hairlines along every cut
    Lines,
    /// No marks
    None,
}

/// `--ink`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum InkArg {
    /// Full colour
    Full,
    /// White grounds, outlines and light tints
    Saver,
    /// Greys and patterns only
    Mono,
}

impl InkArg {
    /// The ink meant.
    pub(super) fn ink(self) -> Ink {
        match self {
            Self::Full => Ink::Full,
            Self::Saver => Ink::Saver,
            Self::Mono => Ink::Mono,
        }
    }
}

pub(super) fn paper(text: &str) -> Result<Paper, Say> {
    Paper::parse(text).map_err(|e| say!("{}; {}", e, e.hint()))
}

fn length(text: &str) -> Result<Mm, Say> {
    let length = parse_length(text).filter(|l| l.0 >= 0.0);
    length.ok_or_else(|| say!("write a length such as `5mm`"))
}

pub(super) fn bleed(text: &str) -> Result<Mm, Say> {
    length(text).and_then(|l| {
        if l <= MAX_BLEED {
            Ok(l)
        } else {
            Err(say!("the bleed is at most {}", MAX_BLEED))
        }
    })
}

impl PageLooks {
    /// The options of a print that looks like this.
    pub(super) fn options(&self) -> PrintOptions {
        PrintOptions {
            paper: self.paper.clone(),
            margin: self.margin,
            backs: match self.backs {
                BacksArg::DuplexLong => Backs::DuplexLong,
                BacksArg::DuplexShort => Backs::DuplexShort,
                BacksArg::Manual => Backs::Manual,
                BacksArg::ManualReversed => Backs::ManualReversed,
                BacksArg::Fold => Backs::Fold,
                BacksArg::None => Backs::None,
            },
            bleed: self.bleed,
            marks: match self.marks {
                MarksArg::Edge => Marks::Edge,
                MarksArg::Corner => Marks::Corner,
                MarksArg::Lines => Marks::Lines,
                MarksArg::None => Marks::None,
            },
            ink: self.ink.ink(),
            ..PrintOptions::default()
        }
    }
}

#[derive(Serialize)]
struct PrintReport {
    kit: String,
    lang: String,
    paper: String,
    /// Nothing where nothing had to be printed.
    file: Option<String>,
    pages: usize,
    bytes: usize,
    components: Vec<ComponentReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Changes>,
}

#[derive(Serialize)]
struct ComponentReport {
    id: String,
    kind: &'static str,
    faces: usize,
    cards: usize,
    pages: usize,
}

/// Runs the command.
pub(super) fn run(args: &PrintArgs) -> CommandResult {
    not_planted(&args.out)?;
    let kits = load_kits(&args.kits, &args.settings.all())?;
    two_of_one_name(&kits)?;
    let warp = profile::warp(args.profile.as_deref(), &args.looks.options())?;
    let to_printer = args.directly.to_printer.as_deref();
    let find = |name| Printer::find(name, args.directly.copies, &args.looks.paper);
    let printer = to_printer.map(find).transpose()?;
    let mut locks: Vec<Lock> = kits.iter().map(Lock::read).collect();
    if args.changed {
        locks.iter().for_each(changed::warn);
    }
    let Prints {
        reports,
        outputs,
        flaws,
        made,
    } = {
        let lang = args.lang.as_deref();
        let langs = kits.iter().map(|kit| languages_for(kit, lang));
        let progress = ProgressBar::of_jobs(langs.flatten().map(|l| l.len()).sum());
        print_all(args, &kits, &mut locks, warp, &progress)?
    };
    write_all(&args.out, &outputs)?;
    out::warnings(&flaws.0);
    if !args.draft {
        locks.into_iter().for_each(|lock| lock.write(args.changed));
    }
    if let Some(printer) = &printer {
        made.iter()
            .try_for_each(|made| send(args, printer, made, &kits[made.kit]))?;
    }
    if args.json {
        return out::json(&reports);
    }
    for report in &reports {
        if let Some(file) = &report.file {
            let kb = report.bytes.div_ceil(1000);
            out::line(&say!("{}: {} {page|pages}, {} kB", file, report.pages, kb).to_string())?;
        }
        if let Some(changes) = &report.changes {
            changed::tell(&report.kit, &report.lang, changes)?;
        }
    }
    let printed = made.iter().map(|made| JustPrinted {
        kit: &kits[made.kit],
        options: &made.options,
        outlay: &made.outlay,
    });
    next::tell(&printed.collect::<Vec<_>>())
}

/// Sends a file to the printer. Of paper that goes in twice the fronts come first; the rest is a command to type.
fn send(args: &PrintArgs, printer: &Printer, made: &FreshFile, kit: &Kit) -> CommandResult {
    let all = || Material::ALL.map(|(_, m)| m).to_vec();
    let materials = args
        .directly
        .pages
        .map_or_else(all, |pages| vec![pages.into()]);
    let piles: Vec<&PaperPile> = materials.iter().map(|m| made.outlay.pile(*m)).collect();
    let of = |which: fn(&PaperPile) -> Vec<usize>| {
        let mut pages: Vec<usize> = piles.iter().flat_map(|p| which(p)).collect();
        pages.sort_unstable();
        pages
    };
    let second = of(|p| p.second.clone());
    let single = of(PaperPile::single);
    let mut pages = of(|p| p.pages.clone());
    pages.retain(|n| !second.contains(n));
    let quiet = args.json;
    if pages.is_empty() {
        let file = made.path.display();
        let told = say!("{}: it has no such pages, so nothing was sent", file);
        return if quiet {
            Ok(())
        } else {
            out::line(&told.to_string())
        };
    }
    let job = |pages: Option<Vec<usize>>| PrinterJob {
        file: &made.path,
        title: kit.title.get(&made.options.lang),
        options: &made.options,
        pages,
    };
    let whole = second.is_empty() && args.directly.pages.is_none();
    // A stack that goes in with its last sheet first must end in one that has a back.
    if made.options.backs == Backs::ManualReversed && !single.is_empty() {
        pages.retain(|n| !single.contains(n));
        printer.send(&job(Some(single)), quiet)?;
        if pages.is_empty() {
            return Ok(());
        }
    }
    printer.send(&job((!whole).then_some(pages)), quiet)?;
    if !second.is_empty() && !quiet {
        let command = printer.command(&job(Some(second)));
        let told = match made.options.backs {
            Backs::ManualReversed => say!(
                "put the stack in again as it lies, without turning it over, and send the backs: {}",
                command
            ),
            _ => say!(
                "turn the stack over, put it in again, and send the backs: {}",
                command
            ),
        };
        out::line(&told.to_string())?;
    }
    Ok(())
}

/// Everything that was printed.
struct Prints {
    reports: Vec<PrintReport>,
    outputs: Vec<Output>,
    made: Vec<FreshFile>,
    flaws: Problems,
}

/// A file, and what it takes to make a game of it.
struct FreshFile {
    path: PathBuf,
    /// Its kit, by its place among those that are printed.
    kit: usize,
    options: PrintOptions,
    outlay: Outlay,
}

fn print_all(
    args: &PrintArgs,
    kits: &[Kit],
    locks: &mut [Lock],
    warp: Warp,
    watcher: &dyn Progress,
) -> Result<Prints, Problems> {
    let (mut reports, mut outputs, mut made) = (Vec::new(), Vec::new(), Vec::new());
    let (mut problems, mut flaws) = (Problems::default(), Problems::default());
    for (n, (kit, lock)) in kits.iter().zip(locks).enumerate() {
        for lang in languages_for(kit, args.lang.as_deref())? {
            let mut options = PrintOptions {
                lang: lang.clone(),
                only: args.only.clone(),
                cards: args.cards.clone(),
                sets: args.sets,
                dpi: args.dpi,
                date: std::env::var("SOURCE_DATE_EPOCH")
                    .ok()
                    .and_then(|v| v.trim().parse().ok()),
                skip: args.skip,
                warp,
                anyway: args.anyway,
                ..args.looks.options()
            };
            options.guide = args.guide || !args.no_guide && guide::by_default(kit, &options);
            let how = lock::how(&options, &args.settings.all());
            let before = lock.record(&how).cloned();
            if args.changed {
                options.since = Some(Since {
                    record: before.unwrap_or_default(),
                    keep_places: args.keep_places,
                });
            } else if !args.draft {
                options.known = Some(before.unwrap_or_default());
            }
            match press::print(kit, &options, watcher) {
                Ok(printed) => {
                    flaws.extend_new(printed.flaws.clone());
                    let path = args.out.join(press::name::file_name(kit, &options));
                    reports.push(report(kit, &options, &path, &printed));
                    lock.note(&how, printed.record);
                    if printed.pages > 0 {
                        made.push(FreshFile {
                            path: path.clone(),
                            kit: n,
                            options,
                            outlay: printed.outlay,
                        });
                        outputs.push(Output {
                            path,
                            bytes: printed.pdf,
                        });
                    }
                }
                Err(p) => problems.extend(p),
            }
        }
    }
    problems.or(Prints {
        reports,
        outputs,
        made,
        flaws,
    })
}

fn report(
    kit: &Kit,
    options: &PrintOptions,
    path: &std::path::Path,
    printed: &Printed,
) -> PrintReport {
    let components = printed.components.iter().map(|c| {
        let component = kit.components.get(c.component);
        ComponentReport {
            id: component.map_or(GUIDE, |c| c.id.as_str()).to_owned(),
            kind: component.map_or(Kind::Sheet, |c| c.kind).name(),
            faces: c.faces,
            cards: c.cards,
            pages: c.pages,
        }
    });
    PrintReport {
        kit: kit.id.clone(),
        lang: options.lang.clone(),
        paper: options.paper.name.clone(),
        file: (printed.pages > 0).then(|| path.display().to_string()),
        pages: printed.pages,
        bytes: printed.pdf.len(),
        components: components.collect(),
        changes: printed.changes.clone(),
    }
}

/// Two kits of one id would write the same file.
fn two_of_one_name(kits: &[Kit]) -> CommandResult {
    for (i, kit) in kits.iter().enumerate() {
        if kits[..i].iter().any(|other| other.id == kit.id) {
            return Err(
                Problem::new(say!("two of the kits are called `{}`", kit.id))
                    .hint(say!(
                        "print them one by one, with different `--out` folders"
                    ))
                    .into(),
            );
        }
    }
    Ok(())
}
