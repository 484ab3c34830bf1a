//! Advice on kits that print: what will be hard to read, to cut or to tell apart, and what it costs in ink.
//!
//! Takes a [`Kit`], draws it in every language and ink, and hands back a [`AdviceReport`]. What `print` would refuse is
//! an error here too; everything else is advice, told once for all cards that share it.

mod cut;
mod desk;
mod find;
mod inks;
mod look;
mod looks;
mod unused;
pub mod vision;

use std::collections::{BTreeMap, BTreeSet};

use crate::colour::parse_color;
use crate::diag::{Problem, Problems, list};
use crate::kit::Kit;
use crate::press::{self, Progress};
use crate::say;
use crate::say::Say;
use crate::template::Ink;

pub use crate::kit::Topic;
use desk::CheckDesk;
pub use inks::InkUse;
use vision::{APART, VISIONS};

/// A piece of advice; its problem says where, what, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// What it is about.
    pub topic: Topic,
    /// The words.
    pub problem: Problem,
}

/// What was found out about a kit.
#[derive(Clone, Debug, Default)]
pub struct AdviceReport {
    /// Advice, by topic, component and file.
    pub advice: Vec<Advice>,
    /// The ink that it takes, in each ink.
    pub ink: Vec<InkUse>,
}

/// Something seen on one face.
#[derive(Clone, Debug)]
struct Finding {
    topic: Topic,
    component: usize,
    card: String,
    file: String,
    /// The smaller, the worse.
    measure: f64,
    what: Say,
    hint: Say,
}

impl Finding {
    /// Something seen on `face`, with how bad it is.
    fn on(face: &press::DrawnFace, (topic, measure): (Topic, f64), what: Say, hint: Say) -> Self {
        Self {
            topic,
            component: face.component,
            card: face.card.clone(),
            file: face.file.clone(),
            measure,
            what,
            hint,
        }
    }
}

/// What one language showed.
#[derive(Default)]
struct LanguageFindings {
    findings: Vec<Finding>,
    files: BTreeSet<String>,
    ink: Vec<InkUse>,
}

/// How many jobs of drawing [`report`] has for a kit.
pub fn jobs(kit: &Kit) -> usize {
    kit.languages.len()
}

/// Looks at a kit in every language and ink.
pub fn report(kit: &Kit, watcher: &dyn Progress) -> Result<AdviceReport, Problems> {
    let desk = CheckDesk::new(kit, watcher)?;
    let mut problems = Problems::default();
    let (mut findings, mut files, mut ink) = (Vec::new(), BTreeSet::new(), Vec::new());
    for lang in &kit.languages {
        match desk.look(lang) {
            Ok(seen) => {
                findings.extend(seen.findings);
                files.extend(seen.files);
                ink.extend(seen.ink);
            }
            // A problem that shows in several languages or inks is told once.
            Err(p) => problems.extend_new(p),
        }
    }
    desk.try_fonts().unwrap_or_else(|p| problems.extend_new(p));
    let wanted = |f: &Finding| {
        let component = kit.components.get(f.component);
        !component.is_some_and(|c| c.allow.contains(&f.topic))
    };
    findings.retain(wanted);
    let mut advice = grouped(kit, findings);
    advice.extend(colours(kit));
    advice.extend(no_saving(kit, &ink));
    advice.extend(unused_files(kit, &files));
    advice.retain(|a| !kit.allow.contains(&a.topic));
    problems.or(AdviceReport { advice, ink })
}

/// Findings of one kind on the faces of one component and file, told once, by the worst of them. Mistakes in drawings
/// are of a kind where they are the same.
fn grouped(kit: &Kit, findings: Vec<Finding>) -> Vec<Advice> {
    type Kind = (Topic, usize, String, Option<String>);
    let mut groups: BTreeMap<Kind, (Finding, BTreeSet<String>)> = BTreeMap::new();
    for finding in findings {
        let mistake = (finding.topic == Topic::Drawing).then(|| finding.what.to_string());
        let (component, file) = (finding.component, finding.file.clone());
        let key = (finding.topic, component, file, mistake);
        let card = finding.card.clone();
        let (worst, cards) = groups
            .entry(key)
            .or_insert_with(|| (finding.clone(), BTreeSet::new()));
        cards.insert(card);
        if finding.measure < worst.measure {
            *worst = finding;
        }
    }
    let advice = |(worst, cards): (Finding, BTreeSet<String>)| {
        let id = kit
            .components
            .get(worst.component)
            .map_or("", |c| c.id.as_str());
        let mut problem = Problem::new(worst.what)
            .of(id, &worst.card)
            .at(kit.source.show(&worst.file), 0)
            .hint(worst.hint);
        if let Some(who) = &mut problem.who {
            who.more = cards.len() - 1;
        }
        Advice {
            topic: worst.topic,
            problem,
        }
    };
    groups.into_values().map(advice).collect()
}

/// Pairs of palette colours that somebody takes for each other.
fn colours(kit: &Kit) -> Vec<Advice> {
    let mut out = Vec::new();
    for (i, a) in kit.palette.iter().enumerate() {
        for b in &kit.palette[i + 1..] {
            let (Some(x), Some(y)) = (parse_color(&a.color), parse_color(&b.color)) else {
                continue;
            };
            let near = VISIONS.iter().filter(|v| v.distance(x, y) < APART);
            let near: Vec<&str> = near.map(|v| v.name).collect();
            if near.is_empty() {
                continue;
            }
            let who = if near.contains(&"normal") {
                say!("everybody")
            } else {
                let names: Vec<String> = near.iter().map(|n| vision_name(n).to_string()).collect();
                say!("people with {}", names.join(", "))
            };
            let what = say!(
                "the colours `{}` and `{}` look alike to {}",
                a.name,
                b.name,
                who
            );
            let hint = say!(
                "make one of them much lighter or darker, and give each its own `pattern` and `letter`"
            );
            out.push(Advice {
                topic: Topic::Colours,
                problem: Problem::new(what)
                    .at(kit.source.show("kit.toml"), 0)
                    .hint(hint),
            });
        }
    }
    out
}

/// What people call a vision.
fn vision_name(name: &str) -> Say {
    match name {
        "protanopia" => say!("protanopia"),
        "deuteranopia" => say!("deuteranopia"),
        _ => say!("tritanopia"),
    }
}

/// Whether `saver` takes about as much ink as `full`, where there is ink to save.
fn no_saving(kit: &Kit, ink: &[InkUse]) -> Option<Advice> {
    let mean = |which: Ink| ink.iter().find(|u| u.ink == which).map(InkUse::mean);
    let (full, saver) = (mean(Ink::Full)?, mean(Ink::Saver)?);
    if full < 15.0 || saver < full * 0.8 {
        return None;
    }
    let (full, saver) = (full.round(), saver.round());
    let what = say!(
        "`--ink saver` takes {} % of a page, `--ink full` {} %: it saves next to nothing",
        saver,
        full
    );
    let hint = say!(
        "fill large areas with the `ground` filter, such as {}",
        "`{{ '#0b2545' | ground }}`"
    );
    Some(Advice {
        topic: Topic::NoSaving,
        problem: Problem::new(what)
            .at(kit.source.show("kit.toml"), 0)
            .hint(hint),
    })
}

fn unused_files(kit: &Kit, drawn: &BTreeSet<String>) -> Option<Advice> {
    const SHOWN: usize = 12;
    let files = unused::unused(kit, drawn);
    if files.is_empty() {
        return None;
    }
    let shown = list(files.iter().take(SHOWN).map(String::as_str));
    let what = match files.len().saturating_sub(SHOWN) {
        0 => say!("nothing uses {}", shown),
        more => say!("nothing uses {} and {} more {file|files}", shown, more),
    };
    Some(Advice {
        topic: Topic::Unused,
        problem: Problem::new(what).at(kit.source.show(""), 0).hint(say!(
            "take them out of the kit's folder, or name them where they belong"
        )),
    })
}
