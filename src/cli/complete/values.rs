//! What fits an argument: the kits, cards, tables and players that there are. Known by the argument's id, the same in all
//! commands; nothing here fails, what cannot be read is not offered.

use std::path::{Path, PathBuf};

use clap::{Arg, Command};

use super::engine::{CommandTyped, Offer, commands};
use crate::cli::{
    HERE, help, kit_is_here, matches, profile, roster, score, shelf, simulate, table_args,
};
use crate::export::shipped_services;
use crate::impose::Paper;
use crate::kit::{Kit, Source, shipped_ids};
use crate::play::choice::Asking;
use crate::play::matches::MatchForm;
use crate::play::rules::Skill;
use crate::play::table::Table;
use crate::play::view::Viewer;
use crate::say;
use crate::say::{Tongue, tongue};

/// What could be given to an argument, where `current` is being typed.
pub(super) fn of(root: &Command, arg: &Arg, typed: &CommandTyped<'_>, current: &str) -> Vec<Offer> {
    let fixed = help::values(arg);
    if !fixed.is_empty() {
        return fixed
            .into_iter()
            .map(|(value, about)| Offer::new(value, about))
            .collect();
    }
    let wanted = arg.get_value_names().and_then(|n| n.first());
    let wanted = wanted.map_or("", |n| n.as_str());
    match arg.get_id().as_str() {
        "kit" | "kits" | "folder" => kits(current),
        "component" => components(typed),
        "only" => listed(current, &|_| components(typed)),
        "cards" => listed(current, &|last| cards(typed, last)),
        "card" => cards(typed, current),
        "lang" => languages(Some(typed)),
        "paper" => papers(),
        "service" => services(current),
        "profile" | "remove" => plain(profile::names()),
        "table" => tables(typed.name),
        "contest" => plain(shelved(matches::KIND)),
        "seat" | "leave" => plain(seats(typed)),
        "words" if typed.name == "do" => moves(typed),
        "words" | "names" => players(),
        "players" => listed(current, &|_| players()),
        "name" if typed.name == "calibrate" => plain(profile::names()),
        "name" if typed.name == "roster" => plain(roster::names()),
        "player" | "join" => plain(known_players()),
        "set" => settings(typed),
        "command" => commands(root),
        "bots" => listed(current, &|_| skills()),
        "form" => forms(),
        _ if ["DIR", "FILE"].contains(&wanted) => paths(current, wanted == "DIR"),
        _ => Vec::new(),
    }
}

fn plain(names: Vec<String>) -> Vec<Offer> {
    names.into_iter().map(|n| Offer::new(n, "")).collect()
}

/// A list with commas: what is offered follows those that are there already.
fn listed(current: &str, offers: &dyn Fn(&str) -> Vec<Offer>) -> Vec<Offer> {
    let (before, last) = match current.rfind(',') {
        Some(at) => current.split_at(at + 1),
        None => ("", current),
    };
    let taken: Vec<&str> = before.split(',').collect();
    let mut all = offers(last);
    all.retain(|o| !taken.contains(&o.value.as_str()));
    for offer in &mut all {
        offer.value.insert_str(0, before);
    }
    all
}

/// The shipped kits, kits in this folder, and folders where a path is being typed.
fn kits(current: &str) -> Vec<Offer> {
    let title = |name: &str| -> String {
        let kit = Kit::load(name).ok();
        kit.map_or_else(String::new, |k| k.title.get(tongue().code()).to_owned())
    };
    let shipped = shipped_ids().into_iter().map(str::to_owned);
    let near = folders_of_kits(Path::new(HERE));
    let near = near
        .iter()
        .filter_map(|p| Some(p.file_name()?.to_str()?.to_owned()));
    let mut out: Vec<Offer> = shipped
        .chain(near)
        // Names are shown as they are.
        .filter(|name| name.starts_with(current) && !name.contains(char::is_control))
        .map(|name| Offer::new(name.as_str(), title(&name)))
        .collect();
    if out.is_empty() || current.contains('/') {
        out.extend(paths(current, true));
    }
    out
}

/// The direct subfolders that hold a kit, by name.
pub(in crate::cli) fn folders_of_kits(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    found.retain(|p| p.join("kit.toml").is_file());
    found.sort_unstable();
    found
}

/// The kit that the words name, else the one of this folder.
fn kit(typed: &CommandTyped<'_>) -> Option<Kit> {
    let named = typed.of("kit").or_else(|| typed.words.first().copied());
    let name = named.or_else(|| kit_is_here().then_some(HERE))?;
    Kit::load_from(Source::find(name).ok()?, &[]).ok()
}

fn components(typed: &CommandTyped<'_>) -> Vec<Offer> {
    let kit = kit(typed);
    let components = kit.iter().flat_map(|k| &k.components);
    components
        .map(|c| Offer::new(c.id.as_str(), c.title.get(tongue().code())))
        .collect()
}

/// Cards as `COMPONENT:NAME`; the components alone as long as none is named, and cards by name where that was begun.
fn cards(typed: &CommandTyped<'_>, current: &str) -> Vec<Offer> {
    let Some(kit) = kit(typed) else {
        return Vec::new();
    };
    let lang = tongue().code();
    let mut out = Vec::new();
    for component in kit.components.iter().filter(|c| c.cards.len() > 1) {
        let inside = current
            .split_once(':')
            .is_some_and(|(id, _)| id == component.id);
        if !current.contains(':') {
            let title = component.title.get(lang);
            out.push(Offer::new(format!("{}:", component.id), title));
        }
        for card in &component.cards {
            let title = card.title(&kit.languages, lang).unwrap_or_default();
            if inside {
                out.push(Offer::new(format!("{}:{}", component.id, card.name), title));
            } else if !current.is_empty() && card.name.starts_with(current) {
                out.push(Offer::new(card.name.as_str(), title));
            }
        }
    }
    out
}

/// How well bots play; one skill may stand for several seats.
fn skills() -> Vec<Offer> {
    let all = [Skill::Random, Skill::Sensible];
    all.map(|skill| Offer::new(simulate::word(skill), ""))
        .into()
}

/// Forms of matches, and kits that have one of their own.
fn forms() -> Vec<Offer> {
    let shipped = shipped_ids().into_iter().filter_map(|id| {
        let kit = Kit::load(id).ok()?;
        let title = kit.title.get(tongue().code()).to_owned();
        kit.table?.contest.map(|_| Offer::new(id, title))
    });
    plain(MatchForm::NAMES.map(str::to_owned).to_vec())
        .into_iter()
        .chain(shipped)
        .collect()
}

/// Languages of the kit that is named where it is printed, else those of messages.
pub(super) fn languages(typed: Option<&CommandTyped<'_>>) -> Vec<Offer> {
    let prints = ["print", "preview", "export", "watch", "rules"];
    let kit = typed.filter(|t| prints.contains(&t.name)).and_then(kit);
    let name = |code: &str| Tongue::known(code).map_or("", Tongue::name);
    match kit {
        Some(kit) => {
            let codes = kit.languages.iter().map(String::as_str);
            let both = (kit.languages.len() > 1).then_some("both");
            let all = codes.chain(both);
            all.map(|code| Offer::new(code, name(code))).collect()
        }
        None => Tongue::all()
            .map(|t| Offer::new(t.code(), t.name()))
            .collect(),
    }
}

fn papers() -> Vec<Offer> {
    let offer = |(name, size): (&str, crate::units::Size)| Offer::new(name, size.to_string());
    Paper::named().map(offer).collect()
}

fn services(current: &str) -> Vec<Offer> {
    match current.contains('/') {
        true => paths(current, false),
        false => plain(shipped_services()),
    }
}

/// The tables that a command takes: score pads for `score`, matches for `matches`.
fn tables(command: &str) -> Vec<Offer> {
    match command {
        "score" => plain(shelved(score::KIND)),
        "matches" => plain(shelved(matches::KIND)),
        _ => {
            let paths = table_args::kept_tables().unwrap_or_default();
            let offer = |path: &PathBuf| {
                let players = Table::recall(path).map(|t| t.seats().join(", "));
                Offer::new(table_args::name(path), players.unwrap_or_default())
            };
            paths.iter().map(offer).collect()
        }
    }
}

fn shelved(kind: &str) -> Vec<String> {
    let paths = shelf::all(kind);
    paths.iter().map(|p| shelf::name(kind, p)).collect()
}

/// The table that the words name, else the one used last; only looked at.
fn table(typed: &CommandTyped<'_>) -> Option<Table> {
    let path = table_args::find(typed.of("table").map(Path::new)).ok()?;
    Table::recall(&path).ok()
}

fn seats(typed: &CommandTyped<'_>) -> Vec<String> {
    table(typed).map_or_else(Vec::new, |t| t.seats().to_vec())
}

/// How the move being typed can go on, as everybody may know it.
fn moves(typed: &CommandTyped<'_>) -> Vec<Offer> {
    let Some(table) = table(typed) else {
        return Vec::new();
    };
    let so_far = typed.words.join(" ");
    let choices = table.choices(Asking::whole(Viewer::Public), &so_far);
    choices
        .into_iter()
        .map(|c| {
            let label = c.label.to_string();
            let same = label == c.text;
            Offer::new(c.text, if same { String::new() } else { label })
        })
        .collect()
}

/// Lists of players, and those who have played before.
fn players() -> Vec<Offer> {
    let lists = roster::lists().into_iter();
    let lists = lists.map(|(name, players)| Offer::new(format!("@{name}"), players.join(", ")));
    lists.chain(plain(known_players())).collect()
}

/// How many tables are looked through for names.
const LOOKED: usize = 20;

/// The names at the tables used last.
fn known_players() -> Vec<String> {
    let mut paths = table_args::kept_tables().unwrap_or_default();
    let used = |p: &PathBuf| std::fs::metadata(p).and_then(|m| m.modified()).ok();
    paths.sort_by_cached_key(|p| std::cmp::Reverse(used(p)));
    let tables = paths
        .iter()
        .take(LOOKED)
        .filter_map(|p| Table::recall(p).ok());
    let mut names: Vec<String> = Vec::new();
    for name in tables.flat_map(|t| t.seats().to_vec()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The settings of the kit, for `--set`.
fn settings(typed: &CommandTyped<'_>) -> Vec<Offer> {
    let kit = kit(typed);
    let names = kit.iter().flat_map(|k| k.settings.iter());
    names
        .map(|(name, value)| {
            let now = say!("[default: {}]", value).to_string();
            Offer::new(format!("{name}="), now)
        })
        .collect()
}

/// Files and folders below what is being typed; folders end in a stroke.
fn paths(current: &str, folders_only: bool) -> Vec<Offer> {
    let (before, begun) = match current.rfind('/') {
        Some(at) => current.split_at(at + 1),
        None => ("", current),
    };
    let home = std::env::var("HOME").unwrap_or_default();
    let folder = match before.strip_prefix("~/") {
        Some(rest) => Path::new(&home).join(rest),
        None if before.is_empty() => PathBuf::from(HERE),
        None => PathBuf::from(before),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut out: Vec<Offer> = Vec::new();
    for entry in entries {
        let (name, is_folder) = (entry.file_name(), entry.path().is_dir());
        let Some(name) = name.to_str().filter(|n| n.starts_with(begun)) else {
            continue;
        };
        // Hidden ones only where a dot was typed; line ends in names would look like several.
        let hidden = name.starts_with('.') && !begun.starts_with('.');
        if hidden || name.contains(char::is_control) || folders_only && !is_folder {
            continue;
        }
        let end = if is_folder { "/" } else { "" };
        out.push(Offer::new(format!("{before}{name}{end}"), ""));
    }
    out.sort_by(|a, b| a.value.cmp(&b.value));
    out
}
