//! What the start page offers: tables that go on, the kits of this folder, the shipped games.

use std::path::{Path, PathBuf};

use crate::cli::complete::folders_of_kits;
use crate::cli::{HERE, kit_is_here, roster, table_args};
use crate::diag::Problems;
use crate::kit::{Kind, Kit, shipped_ids};
use crate::play::record::Record;
use crate::play::table::Table;
use crate::press::guide::words;
use crate::say;
use crate::say::tongue;

/// Something to choose on the first page.
pub(super) enum FrontOffer {
    /// A table that goes on.
    Table {
        /// What `--table` takes.
        name: String,
        /// The game.
        title: String,
        /// Who plays.
        players: Vec<String>,
    },
    /// A kit.
    Kit(FrontKit),
}

/// A kit to choose.
#[derive(Clone, Debug, Default)]
pub(super) struct FrontKit {
    /// What commands take.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Players, minutes, age.
    pub facts: String,
    /// A line about it; may be empty.
    pub about: String,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// Whether it can be played at a table.
    pub plays: bool,
    /// Whether it has rules to read.
    pub reads: bool,
    /// Whether it can be printed in the reader's language.
    pub speaks: bool,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// The most tables that are offered.
const TABLES: usize = 3;
/// How many tables are looked at for those that go on.
const LOOKED: usize = 12;

/// Everything that can be chosen.
pub(super) fn all() -> Vec<FrontOffer> {
    let here = kit_is_here().then(|| HERE.to_owned());
    let near = folders_of_kits(Path::new(HERE));
    let near = near
        .iter()
        .filter_map(|p| Some(p.file_name()?.to_str()?.to_owned()));
    // `./cats` is the folder, `cats` the shipped game.
    let near = near.map(|name| match shipped_ids().contains(&name.as_str()) {
        true => format!("./{name}"),
        false => name,
    });
    let shipped = shipped_ids().into_iter().map(str::to_owned);
    let kits = here.into_iter().chain(near).chain(shipped);
    let kits = kits.map(|name| FrontOffer::Kit(kit(name)));
    tables().into_iter().chain(kits).collect()
}

/// The tables used last that are not over.
fn tables() -> Vec<FrontOffer> {
    let mut paths = table_args::kept_tables().unwrap_or_default();
    let used = |p: &PathBuf| std::fs::metadata(p).and_then(|m| m.modified()).ok();
    paths.sort_by_cached_key(|p| std::cmp::Reverse(used(p)));
    let offer = |path: &PathBuf| {
        let record = Record::of(&Table::recall(path).ok()?);
        (!record.over()).then(|| FrontOffer::Table {
            name: table_args::name(path),
            title: record.title.get(tongue().code()).to_owned(),
            players: record.players,
        })
    };
    let open = paths.iter().take(LOOKED).filter_map(offer);
    open.take(TABLES).collect()
}

/// What is told of a kit, or why it cannot be read.
fn kit(name: String) -> FrontKit {
    let folder = folder(&name);
    match Kit::load(&name) {
        Ok(kit) => {
            let told = of(&kit);
            let facts = folder.into_iter().chain([told.facts]);
            FrontKit {
                name,
                facts: facts.collect::<Vec<_>>().join(" · "),
                ..told
            }
        }
        Err(problems) => FrontKit {
            title: folder.unwrap_or_else(|| name.clone()),
            problem: Some(first(&problems)),
            name,
            ..FrontKit::default()
        },
    }
}

/// Where a kit of somebody's own lies: titles may be alike.
pub(super) fn folder(name: &str) -> Option<String> {
    match name {
        HERE => Some(say!("this folder").to_string()),
        _ => (!shipped_ids().contains(&name)).then(|| name.to_owned()),
    }
}

fn first(problems: &Problems) -> String {
    problems
        .0
        .first()
        .map_or_else(String::new, |p| p.what.to_string())
}

fn of(kit: &Kit) -> FrontKit {
    let lang = tongue().code();
    let (least, most) = kit.players;
    let minutes = kit.minutes.map(|m| say!("{} min", m));
    let facts = [
        Some(words::players(kit.players)),
        minutes,
        kit.age.map(words::age),
    ];
    let facts = facts.into_iter().flatten();
    let facts: Vec<String> = facts.map(|f| f.to_string()).collect();
    FrontKit {
        name: String::new(),
        title: kit.title.get(lang).to_owned(),
        facts: facts.join(" · "),
        about: kit.about.get(lang).to_owned(),
        players: (least as usize, most as usize),
        plays: kit.table.is_some() || kit.components.iter().any(|c| c.kind == Kind::Cards),
        reads: kit.components.iter().any(|c| c.flow.is_some()),
        speaks: kit.languages.iter().any(|l| l == lang),
        problem: None,
    }
}

/// Players to choose from: the lists that are kept, each with its players.
pub(super) fn lists() -> Vec<(String, Vec<String>)> {
    roster::lists()
}
