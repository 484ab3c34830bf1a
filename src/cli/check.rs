//! `kitpress check`: everything that `print` would refuse, in every language and ink, and advice on the rest.

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::progress::ProgressBar;
use super::settings::SettingArgs;
use super::{CommandResult, load_kits, out};
use crate::advice::{self, Advice, AdviceReport, InkUse, Topic};
use crate::diag::{Problem, Problems};
use crate::kit::Kit;
use crate::say;

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress check my-game            what is wrong, and what could be better\n  \
    kitpress check my-game --strict   advice counts as an error, for scripts\n  \
    kitpress check catch-and-run --json")]
pub(super) struct CheckArgs {
    /// Kits by id, or kit folders; when none is given the kit of this folder, else all shipped kits
    #[arg(value_name = "KIT|DIR")]
    kits: Vec<String>,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    /// Fail when there is advice, not only when there are errors
    #[arg(long)]
    strict: bool,
    /// Print a JSON report
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &CheckArgs) -> CommandResult {
    let (mut kits, mut unread) = (Vec::new(), Vec::new());
    match load_kits(&args.kits, &args.settings.all()) {
        Ok(loaded) => kits = loaded,
        Err(together) => {
            // Each kit by itself: what is wrong with one hides nothing of the others.
            for names in args.kits.chunks(1) {
                match load_kits(names, &args.settings.all()) {
                    Ok(loaded) => kits.extend(loaded),
                    Err(problems) => unread.push(problems),
                }
            }
            if unread.is_empty() {
                unread.push(together);
            }
        }
    }
    let progress = ProgressBar::of_jobs(kits.iter().map(advice::jobs).sum());
    let reports: Vec<Result<AdviceReport, Problems>> = kits
        .iter()
        .map(|kit| advice::report(kit, &progress))
        .collect();
    drop(progress);
    if args.json {
        let unread = unread.iter().map(|problems| entry(None, Err(problems)));
        let entries = kits.iter().zip(&reports);
        let entries: Vec<KitFindings> = entries
            .map(|(kit, r)| entry(Some(kit), r.as_ref()))
            .chain(unread)
            .collect();
        out::json(&entries)?;
    }
    let mut problems = Problems::default();
    unread.into_iter().for_each(|p| problems.extend(p));
    let mut advised = 0;
    let mut good = Vec::new();
    for (kit, report) in kits.iter().zip(reports) {
        match report {
            Ok(report) => {
                advised += report.advice.len();
                good.push((kit, report));
            }
            Err(p) => problems.extend(p),
        }
    }
    // What is wrong comes first: advice on a kit that does not print would drown it.
    problems.or(())?;
    if !args.json {
        for (kit, report) in &good {
            tell(kit, report)?;
        }
    }
    match advised {
        n if n > 0 && args.strict => {
            let what = say!(
                "{} {piece|pieces} of advice, and `--strict` was asked for",
                n
            );
            Err(Problem::new(what).into())
        }
        _ => Ok(()),
    }
}

/// Advice on standard error, and a kit's summary on standard output.
fn tell(kit: &Kit, report: &AdviceReport) -> CommandResult {
    out::warnings(report.advice.iter().map(|a| &a.problem));
    let pieces: usize = kit.components.iter().map(|c| c.pieces()).sum();
    let languages = kit.languages.join(", ");
    let words = match report.advice.len() {
        0 => say!(
            "{}: fine ({} {piece|pieces}, languages: {})",
            kit.id,
            pieces,
            languages
        ),
        n => say!(
            "{}: prints ({} {piece|pieces}, languages: {}), {} {piece|pieces} of advice",
            kit.id,
            pieces,
            languages,
            n
        ),
    };
    out::line(&words.to_string())?;
    let shares: Vec<String> = report
        .ink
        .iter()
        .map(|u| format!("{} {:.0} %", u.ink.name(), u.mean()))
        .collect();
    let most = report.ink.first().and_then(InkUse::most);
    if let Some((page, share)) = most {
        let ink = say!(
            "  ink, of a page: {} (most: page {}, {} %)",
            shares.join(", "),
            page,
            share.round()
        );
        out::line(&ink.to_string())?;
    }
    Ok(())
}

#[derive(Serialize)]
struct KitFindings {
    kit: Option<String>,
    pieces: usize,
    languages: Vec<String>,
    errors: Vec<Value>,
    advice: Vec<Value>,
    ink: Vec<Value>,
}

fn entry(kit: Option<&Kit>, report: Result<&AdviceReport, &Problems>) -> KitFindings {
    let errors = report.err().map_or(&[][..], |p| &p.0[..]);
    let (advice, ink) = report.map_or((&[][..], &[][..]), |r| (&r.advice[..], &r.ink[..]));
    KitFindings {
        kit: kit.map(|k| k.id.clone()),
        pieces: kit.map_or(0, |k| k.components.iter().map(|c| c.pieces()).sum()),
        languages: kit.map_or_else(Vec::new, |k| k.languages.clone()),
        errors: errors.iter().map(|p| problem_json(None, p)).collect(),
        advice: advice.iter().map(advice_json).collect(),
        ink: ink.iter().map(ink_json).collect(),
    }
}

fn advice_json(advice: &Advice) -> Value {
    problem_json(Some(advice.topic), &advice.problem)
}

fn problem_json(topic: Option<Topic>, problem: &Problem) -> Value {
    let mut out = serde_json::Map::new();
    if let Some(topic) = topic {
        out.insert("topic".into(), topic.name().into());
    }
    if let Some(who) = &problem.who {
        out.insert("component".into(), who.component.as_str().into());
        out.insert("card".into(), who.card.as_str().into());
        out.insert("cards".into(), (who.more + 1).into());
    }
    out.insert("what".into(), problem.what.to_string().into());
    if let Some(place) = &problem.place {
        out.insert("file".into(), place.file.as_str().into());
        if let Some(line) = place.line {
            out.insert("line".into(), line.into());
        }
        if let Some(field) = &place.field {
            out.insert("field".into(), field.as_str().into());
        }
        if let Some(lang) = &place.lang {
            out.insert("lang".into(), lang.as_str().into());
        }
    }
    if let Some(hint) = &problem.hint {
        out.insert("hint".into(), hint.to_string().into());
    }
    Value::Object(out)
}

fn ink_json(usage: &InkUse) -> Value {
    let round = |v: f64| (v * 10.0).round() / 10.0;
    let pages: Vec<f64> = usage.pages.iter().map(|v| round(*v)).collect();
    json!({ "ink": usage.ink.name(), "mean": round(usage.mean()), "pages": pages })
}
