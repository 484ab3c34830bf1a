//! `kitpress roster`: lists of players that are kept by name, and what `@club` means wherever players are named.
//!
//! Each list is a file of its own in the data folder, so that two that are kept at once do not lose each other.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::cells::cut;
use super::out;
use super::table_args::{self, data_folder, private_folder};
use crate::diag::{Problem, Problems};
use crate::files::write_kept;
use crate::hash::{hash, hex};
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;

/// The folder of lists, and what their files call themselves.
const ROSTER: &str = "roster";
/// What stands before the name of a list.
const MARKS: [char; 2] = ['@', '＠'];
/// The most cells of a line of names.
const WIDE: usize = 200;

/// Arguments of `roster`.
#[derive(Args, Debug)]
#[command(
    after_help = "Wherever players are named, `@club` stands for all of a list: `--players @club,Dai`.\n\n\
    Examples:\n  \
    kitpress roster club Ann,Bob,Cho       keeps a list, or changes it\n  \
    kitpress roster                        shows all\n  \
    kitpress roster club                   shows one\n  \
    kitpress roster club --remove\n  \
    kitpress start icecool --players @club"
)]
pub(super) struct RosterArgs {
    /// The list's name
    name: Option<String>,
    /// The players, separated by commas or blanks; `@other` stands for those of another list
    #[arg(value_name = "NAME,NAME…")]
    players: Vec<String>,
    /// Remove the list
    #[arg(long, requires = "name", conflicts_with = "players")]
    remove: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// A list of players.
struct Roster {
    name: String,
    players: Vec<String>,
}

/// Runs the command.
pub(super) fn run(args: &RosterArgs) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        return Ok(list(args.json)?);
    };
    let name = seats::tidy(name.trim_start_matches(MARKS));
    if args.remove {
        return remove(&name);
    }
    let roster = match args.players.is_empty() {
        true => load(&name)?,
        false => keep(name, &args.players)?,
    };
    if args.json {
        return Ok(out::json(&roster.json())?);
    }
    Ok(table_args::lines(&[roster.line()])?)
}

/// The players that a text names: separated by commas, `@club` for those of a list.
pub(super) fn players(text: &str) -> Result<Vec<String>, Failure> {
    Ok(seats::read(&expanded(text)?)?)
}

/// The text with the players of each list in the place of its name.
pub(super) fn expanded(text: &str) -> Result<String, Failure> {
    if !text.contains(MARKS) {
        return Ok(text.to_owned());
    }
    let mut names: Vec<String> = Vec::new();
    for name in text.split([',', '、', '，']) {
        match seats::tidy(name).strip_prefix(MARKS) {
            Some(list) => names.extend(load(&seats::tidy(list))?.players),
            None => names.push(name.to_owned()),
        }
    }
    Ok(names.join(","))
}

/// The same for names that were given as words.
pub(super) fn words(words: &[String]) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for word in words {
        match word.trim().starts_with(MARKS) {
            true => names.extend(players(word)?),
            false => names.push(word.clone()),
        }
    }
    Ok(names)
}

impl Roster {
    fn json(&self) -> Value {
        json!({"name": self.name, "players": self.players})
    }

    fn line(&self) -> String {
        let names = cut(&self.players.join(", "), WIDE);
        say!("@{}: {}", cut(&self.name, 60), names).to_string()
    }

    fn read(path: &Path) -> Result<Self, Problem> {
        let file = path.display().to_string();
        let broken = || {
            let what = say!("`{}` holds no list of players", file);
            let hint = say!("nothing was changed; remove the file, and keep the list anew");
            Problem::new(what).hint(hint)
        };
        let text = fs::read_to_string(path).map_err(|_| broken())?;
        let fields: Value = serde_json::from_str(&text).map_err(|_| broken())?;
        let name = fields["name"].as_str().map(str::to_owned);
        let players = serde_json::from_value(fields["players"].clone()).ok();
        let ours = fields["kitpress"] == ROSTER && fields["version"] == 1;
        let roster = name.zip(players).filter(|_| ours);
        let (name, players) = roster.ok_or_else(broken)?;
        let roster = Self { name, players };
        let sound = seats::check(&roster.players).is_ok() && !roster.players.is_empty();
        sound.then_some(roster).ok_or_else(broken)
    }
}

/// Where the list of that name is kept, whatever letters the name has.
fn path(name: &str) -> Result<PathBuf, Problem> {
    let file = hex(&hash(seats::fold(name)).to_be_bytes());
    Ok(data_folder()?.join(ROSTER).join(format!("{file}.json")))
}

/// A list, or the file that should hold one and what is wrong with it.
type ReadRoster = Result<Roster, Box<(PathBuf, Problem)>>;

/// Every list, by name; what cannot be read is told in its place.
fn all() -> Result<Vec<ReadRoster>, Problem> {
    let entries = fs::read_dir(data_folder()?.join(ROSTER))
        .into_iter()
        .flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "json"));
    let read = |path: PathBuf| Roster::read(&path).map_err(|problem| Box::new((path, problem)));
    let mut all: Vec<_> = paths.into_iter().map(read).collect();
    all.sort_by_cached_key(|r| r.as_ref().map_or(String::new(), |r| seats::fold(&r.name)));
    Ok(all)
}

/// Every list that can be read: its name, and who is on it.
pub(super) fn lists() -> Vec<(String, Vec<String>)> {
    let all = all().unwrap_or_default().into_iter().flatten();
    all.map(|r| (r.name, r.players)).collect()
}

/// The names of all lists that can be read.
pub(super) fn names() -> Vec<String> {
    lists().into_iter().map(|(name, _)| name).collect()
}

fn list(json: bool) -> Result<(), Problems> {
    let all = all()?;
    if json {
        let row = |roster: &ReadRoster| match roster {
            Ok(roster) => roster.json(),
            Err(broken) => {
                let (path, problem) = &**broken;
                json!({"file": path.display().to_string(), "error": problem.what.to_string()})
            }
        };
        return out::json(&all.iter().map(row).collect::<Vec<_>>());
    }
    if all.is_empty() {
        let none = say!("no lists yet; `kitpress roster club Ann,Bob,Cho` keeps one");
        out::line(&none.to_string())?;
    }
    for roster in &all {
        let line = match roster {
            Ok(roster) => roster.line(),
            Err(broken) => broken.1.what.to_string(),
        };
        table_args::lines(&[line])?;
    }
    Ok(())
}

fn load(name: &str) -> Result<Roster, Failure> {
    let path = path(name)?;
    if path.exists() {
        return Ok(Roster::read(&path)?);
    }
    let known: Vec<String> = all()?.into_iter().flatten().map(|r| r.name).collect();
    let what = say!("there is no list `@{}`", name);
    let refusal = Refusal::new(Fault::Unknown, what);
    let refusal = refusal.hint(say!(
        "`kitpress roster {} Ann,Bob,Cho` keeps one",
        seats::spell(name)
    ));
    Err(refusal
        .did_you_mean(name, known.iter().map(String::as_str))
        .into())
}

fn keep(name: String, words: &[String]) -> Result<Roster, Failure> {
    seats::admit(&[], std::slice::from_ref(&name))?;
    if name.contains([',', '、', '，']) {
        let what = say!("`{}` cannot be the name of a list", name);
        let hint = say!("a name without commas: `kitpress roster club Ann,Bob,Cho`");
        return Err(Refusal::words(what).hint(hint).into());
    }
    let players = players(&words.join(","))?;
    let path = path(&name)?;
    let before = Roster::read(&path).ok();
    let kept = json!({"kitpress": ROSTER, "version": 1, "name": name, "players": players});
    private_folder(ROSTER)?;
    write_kept(&path, format!("{kept}\n").as_bytes())
        .map_err(|e| Problem::new(say!("cannot write `{}`: {}", path.display(), e)))?;
    if let Some(before) = before.filter(|b| b.players != players) {
        let was = say!("before: {}", cut(&before.players.join(", "), WIDE));
        out::note(&was.to_string());
    }
    Ok(Roster { name, players })
}

fn remove(name: &str) -> Result<(), Failure> {
    let path = path(name)?;
    // A broken one can be removed as well.
    let known = match path.exists() {
        true => Roster::read(&path).ok(),
        false => Some(load(name)?),
    };
    fs::remove_file(&path)
        .map_err(|e| Problem::new(say!("cannot write `{}`: {}", path.display(), e)))?;
    let line = known.map_or_else(|| format!("@{name}"), |r| r.line());
    Ok(table_args::lines(&[say!("removed: {}", line).to_string()])?)
}
