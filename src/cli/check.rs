//! `kitpress check`: everything that `print` would refuse, in every language and ink.

use clap::Args;
use rayon::prelude::*;

use super::print::SettingArgs;
use super::progress::Progress;
use super::{Outcome, load_kits, out};
use crate::diag::Problems;
use crate::kit::Kit;
use crate::press::{self, PrintOptions, Watcher};
use crate::say;
use crate::template::Ink;

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  kitpress check my-game\n  kitpress check catch-and-run")]
pub struct CheckArgs {
    /// Kits by id, or kit folders; all shipped kits when none is given
    #[arg(value_name = "KIT|DIR")]
    kits: Vec<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub fn run(args: &CheckArgs) -> Outcome {
    let kits = load_kits(&args.kits, &args.settings.all())?;
    let mut problems = Problems::default();
    let progress = Progress::start();
    for kit in &kits {
        if let Err(p) = check(kit, &progress) {
            problems.extend(p);
        }
    }
    drop(progress);
    problems.or(())?;
    for kit in &kits {
        let faces: usize = kit.components.iter().map(|c| c.pieces()).sum();
        let words = say!(
            "{}: fine ({} pieces, languages: {})",
            kit.id,
            faces,
            kit.languages.join(", ")
        );
        out::line(&words.to_string())?;
    }
    Ok(())
}

/// Prints the kit into nothing, in every language and ink; a problem that shows up several times is told once.
fn check(kit: &Kit, watcher: &dyn Watcher) -> Outcome {
    let ways: Vec<(&String, Ink)> = kit
        .languages
        .iter()
        .flat_map(|l| Ink::ALL.map(|(_, ink)| (l, ink)))
        .collect();
    let results: Vec<Outcome> = ways
        .into_par_iter()
        .map(|(lang, ink)| {
            // By name, so that booklets are looked at too.
            let only = kit.components.iter().map(|c| c.id.clone()).collect();
            let options = PrintOptions {
                lang: lang.clone(),
                ink,
                only,
                ..PrintOptions::default()
            };
            press::print(kit, &options, watcher).map(|_| ())
        })
        .collect();
    let mut all = Problems::default();
    for problem in results
        .into_iter()
        .filter_map(Result::err)
        .flat_map(|p| p.0)
    {
        if !all.0.contains(&problem) {
            all.push(problem);
        }
    }
    all.or(())
}
