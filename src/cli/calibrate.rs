//! `kitpress calibrate`: the page to measure a printer with, and what was measured.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::print::paper;
use super::{CommandResult, locale, not_planted, out, profile};
use crate::calibrate::{self, BackCorrection, FittedWarp, LETTERS, Profile, REACH, Reading};
use crate::clean::clean;
use crate::diag::{Problem, Problems};
use crate::files::{Output, folder_of, write_all};
use crate::impose::{Backs, Paper};
use crate::say;
use crate::say::{Say, Tongue};
use crate::units::Mm;
use crate::write::Warp;

/// A reading further than this from what the others say is a slip of the eye.
const SLIP: Mm = Mm(0.75);
/// The least paper that the page fits on.
const LEAST: Mm = Mm(140.0);

/// Arguments of `calibrate`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress calibrate                                  the test page, out/calibrate.<paper>.pdf\n  \
    kitpress calibrate office                           asks for what you read off it\n  \
    kitpress calibrate office A=0.5,-1 B=0.5,-0.75 C=0.25,-1 D=0.25,-0.75\n  \
    kitpress print my-game --profile office")]
pub(super) struct CalibrateArgs {
    /// A name for the printer; without it, the test page is made
    name: Option<String>,
    /// What you read: a letter, how far right, how far down, in millimetres
    #[arg(value_name = "LETTER=X,Y")]
    readings: Vec<String>,
    /// The paper: a5, letter, a4, legal, tabloid, a3, a2, or a size such as 200x300mm; your country's by default
    #[arg(long, default_value = locale::paper(), hide_default_value = true, value_parser = paper)]
    paper: Paper,
    /// How the printer flips the paper
    #[arg(long, value_enum, default_value = "duplex-long")]
    backs: EdgeArg,
    /// The PDF of the test page; out/calibrate.<paper>.pdf by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// List the printers that have been measured
    #[arg(long, conflicts_with_all = ["name", "remove", "out"])]
    list: bool,
    /// Forget a printer
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "out"])]
    remove: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of the page and of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// `--backs`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum EdgeArg {
    /// On the long edge
    DuplexLong,
    /// On the short edge
    DuplexShort,
}

impl From<EdgeArg> for Backs {
    fn from(edge: EdgeArg) -> Self {
        match edge {
            EdgeArg::DuplexLong => Self::DuplexLong,
            EdgeArg::DuplexShort => Self::DuplexShort,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &CalibrateArgs) -> CommandResult {
    if args.list {
        return list(args);
    }
    if let Some(name) = &args.remove {
        profile::remove(name)?;
        return out::line(&say!("`{}` is forgotten", name).to_string());
    }
    let small = args.paper.size.w.min(args.paper.size.h) < LEAST;
    if args.paper.is_strip() || small {
        let what = say!("the test page does not fit on this paper");
        let hint = say!("it needs {} in both directions", LEAST);
        return Err(Problem::new(what).hint(hint).into());
    }
    match &args.name {
        None => page(args),
        Some(name) if name.contains('=') => {
            let hint = say!("`kitpress calibrate office {}`", name);
            let problem = Problem::new(say!("give the printer a name first"));
            Err(problem.hint(hint).into())
        }
        Some(name) => measure(args, name),
    }
}

fn page(args: &CalibrateArgs) -> CommandResult {
    let lang = args.lang.as_deref().map_or_else(locale, str::to_owned);
    let lang = Tongue::of(&lang).code();
    let bytes = calibrate::pdf(&args.paper, args.backs.into(), lang)
        .map_err(|e| Problem::new(say!("internal error, please report: {}", e)))?;
    let default = || PathBuf::from("out").join(format!("calibrate.{}.pdf", args.paper.name));
    let path = args.out.clone().unwrap_or_else(default);
    let folder = folder_of(&path).to_owned();
    not_planted(&folder)?;
    let shown = path.display().to_string();
    write_all(&folder, &[Output { path, bytes }])?;
    if args.json {
        return out::json(&json!({ "file": shown }));
    }
    out::line(&clean(&shown))?;
    out::note(&say!("print it on both sides at 100 %; the page says what to do next").to_string());
    Ok(())
}

fn measure(args: &CalibrateArgs, name: &str) -> CommandResult {
    // A name that cannot be kept is refused before anything is asked.
    let mut kept = match profile::load(name) {
        Ok(profile) => profile,
        Err(problem) if !profile::is_name(name) => return Err(problem.into()),
        Err(_) => Profile::default(),
    };
    let readings = if args.readings.is_empty() {
        ask()?
    } else {
        given(&args.readings)?
    };
    let backs = Backs::from(args.backs);
    let size = args.paper.size;
    let fit = calibrate::fit(&readings, size, backs)
        .ok_or_else(|| Problem::new(say!("there is nothing to measure the printer by")))?;
    let warp = match size.w > size.h {
        // Profiles are about upright pages, so that one serves for both.
        true => fit.warp.turned().turned().turned(),
        false => fit.warp,
    };
    let edge = BackCorrection::of(&warp, &args.paper.name, &readings)
        .map_err(|e| Problem::new(e.say()).hint(say!("look at the numbers again")))?;
    kept.set(backs, edge);
    let path = profile::save(name, &kept)?;
    if args.json {
        let edge = kept.edge(backs);
        return out::json(&json!({
            "name": name, "file": path, "backs": backs.name(), "profile": edge, "worst": fit.worst.0,
        }));
    }
    told(name, backs, &fit)
}

fn told(name: &str, backs: Backs, fit: &FittedWarp) -> CommandResult {
    if fit.worst > SLIP {
        out::warning(&say!(
            "`{}` does not go with the other readings: it is {} off; read it again",
            fit.at,
            fit.worst
        ));
    }
    let Warp { shift, .. } = fit.warp;
    let [across, along] = ways(shift.0, shift.1);
    let text = say!(
        "`{}` is measured ({}): backs move {} and {}",
        name,
        backs.name(),
        across,
        along
    );
    out::line(&text.to_string())?;
    out::note(&say!("print with `--profile {}`", name).to_string());
    Ok(())
}

/// The readings of the command line; all that cannot be used are named.
fn given(texts: &[String]) -> Result<Vec<Reading>, Problems> {
    let mut problems = Problems::default();
    let mut readings: Vec<Reading> = Vec::new();
    for text in texts {
        match Reading::parse(text) {
            None => problems.push(Problem::new(say!("`{}` is not a reading", text)).hint(say!(
                "write the letter and two numbers in millimetres: `A=0.5,-1`"
            ))),
            Some(r) if !r.is_on_scale() => problems.push(off_scale(text)),
            Some(r) if readings.iter().any(|o| o.letter == r.letter) => {
                problems.push(Problem::new(say!("`{}` is given twice", r.letter)));
            }
            Some(r) => readings.push(r),
        }
    }
    problems.or(readings)
}

fn off_scale(text: &str) -> Problem {
    Problem::new(say!("`{}` is not on the scale", text)).hint(say!(
        "the scale ends at {}; a hole further away means that the printer flips on the other edge, or scales the page",
        REACH
    ))
}

/// Asks for the readings, one by one.
fn ask() -> Result<Vec<Reading>, Problems> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        let hint = say!("`kitpress calibrate NAME A=0.5,-1 B=… C=… D=…`");
        return Err(Problem::new(say!("what did you read off the page?"))
            .hint(hint)
            .into());
    }
    out::note(&say!("How far right and how far down does each hole lie? For example 0.5,-1; just enter if you have no hole there.").to_string());
    let mut readings = Vec::new();
    for letter in LETTERS {
        loop {
            let mut stderr = std::io::stderr();
            let _ = write!(stderr, "{letter}: ");
            let _ = stderr.flush();
            let mut line = String::new();
            let read = stdin.read_line(&mut line).map_err(out::cannot_read)?;
            if read == 0 || line.trim().is_empty() {
                break;
            }
            let found = Reading::numbers(&line).map(|(x, y)| Reading { letter, x, y });
            match found.filter(Reading::is_on_scale) {
                Some(reading) => {
                    readings.push(reading);
                    break;
                }
                None => {
                    out::note(&say!("two numbers in millimetres, at most {}", REACH).to_string())
                }
            }
        }
    }
    Ok(readings)
}

fn list(args: &CalibrateArgs) -> CommandResult {
    let names = profile::names();
    if args.json {
        let one = |name: &String| match profile::load(name) {
            Ok(p) => json!({ "name": name, "duplex-long": p.long, "duplex-short": p.short }),
            Err(e) => json!({ "name": name, "error": e.what.to_string() }),
        };
        return out::json(&names.iter().map(one).collect::<Vec<_>>());
    }
    if names.is_empty() {
        return out::line(&say!("no printer has been measured yet").to_string());
    }
    for name in names {
        match profile::load(&name) {
            Err(e) => out::line(&format!("{}: {}", clean(&name), e.what))?,
            Ok(p) => {
                for backs in [Backs::DuplexLong, Backs::DuplexShort] {
                    if let Some(e) = p.edge(backs) {
                        out::line(&line(&name, backs, e))?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn line(name: &str, backs: Backs, edge: &BackCorrection) -> String {
    let percent = |v: f64| format!("{:.2}", v * 100.0);
    let [x, y] = edge.offset.map(Mm);
    let [right, down] = ways(x, y);
    let [across, along] = edge.scale.map(percent);
    say!(
        "{}, {}, {}: {}, {}; {} % across, {} % along; {}",
        name,
        backs.name(),
        edge.paper,
        right,
        down,
        across,
        along,
        turned(edge.turn)
    )
    .to_string()
}

/// How far something moves across and along the page, each with its direction.
fn ways(right: Mm, down: Mm) -> [Say; 2] {
    let far = |way: Mm| Mm(way.0.abs());
    [
        match right.0 < 0.0 {
            true => say!("{} to the left", far(right)),
            false => say!("{} to the right", far(right)),
        },
        match down.0 < 0.0 {
            true => say!("{} up", far(down)),
            false => say!("{} down", far(down)),
        },
    ]
}

/// How far something is turned; down the page is positive, so a positive angle goes with the clock.
fn turned(degrees: f64) -> Say {
    match degrees {
        0.0 => say!("not turned"),
        d if d < 0.0 => say!("turned by {}° to the left", d.abs()),
        d => say!("turned by {}° to the right", d),
    }
}
