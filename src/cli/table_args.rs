//! Where tables are kept: the user's data folder, the table used last, and what every table command shares.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use serde_json::{Map, Value};

use super::cells::clean;
use super::{CommandResult, elsewhere, out, shelf};
use crate::diag::Problem;
use crate::files::write_private;
use crate::play::history::Entry;
use crate::play::journal::Access;
use crate::play::table::{Failure, KIND, Table};
use crate::play::view::Viewer;
use crate::say;

/// The ending of tables in the data folder.
const ENDING: &str = "table";
/// Their folder in the data folder.
const TABLES: &str = "tables";

/// What every command about a table takes.
#[derive(Args, Debug)]
pub(super) struct TableArgs {
    /// The table's file, or its name in `kitpress tables`; the table used last when none is given
    #[arg(long, value_name = "FILE|NAME")]
    pub table: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

impl TableArgs {
    /// Opens the table, tells what is odd about its file, and remembers it as the one used last.
    pub(super) fn open(&self, access: Access) -> Result<Table, Failure> {
        let path = find(self.table.as_deref())?;
        let table = Table::open(&path, access)?;
        warn(&table);
        remember(&path);
        Ok(table)
    }
}

/// Tells on standard error what is odd about a table's file or its kit.
pub(super) fn warn(table: &Table) {
    for warning in table.warnings() {
        out::warning(warning);
    }
}

/// What is odd about a table's file or its kit: a line each, for every screen.
pub(super) fn notices(table: &Table) -> Vec<String> {
    let warnings = table.warnings().iter();
    warnings
        .map(|w| format!("{}: {w}", say!("warning")))
        .collect()
}

/// Seconds since 1970; 0 on a machine whose clock stands before that.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs())
}

/// The folder for everything that is kept: `KITPRESS_DATA`, else the system's place for a user's data.
pub(super) fn data_folder() -> Result<PathBuf, Problem> {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    // The standard asks to ignore a relative path here.
    let shared = || set("XDG_DATA_HOME").filter(|p| p.is_absolute());
    let windows = || set("APPDATA").filter(|_| cfg!(windows));
    let home = || set("HOME").map(|home| home.join(".local/share"));
    set("KITPRESS_DATA")
        .or_else(|| {
            shared()
                .or_else(windows)
                .or_else(home)
                .map(|p| p.join("kitpress"))
        })
        .ok_or_else(|| {
            Problem::new(say!("there is no home folder to keep tables in"))
                .hint(say!("name a file with `--table`, or set KITPRESS_DATA"))
        })
}

/// The folder of tables, for its owner only.
fn tables_folder() -> Result<PathBuf, Problem> {
    private_folder(TABLES)
}

/// A folder in the data folder, for its owner only; the data folder itself where the name is empty.
pub(super) fn private_folder(name: &str) -> Result<PathBuf, Problem> {
    let folder = data_folder()?.join(name);
    let failed =
        |e: std::io::Error| Problem::new(say!("cannot write `{}`: {}", folder.display(), e));
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(&folder).map_err(failed)?;
    Ok(folder)
}

/// The tables that are kept, by name and number: those in the data folder, then those that were used elsewhere.
pub(super) fn kept_tables() -> Result<Vec<PathBuf>, Problem> {
    let folder = data_folder()?.join(TABLES);
    // No folder yet: no tables.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == ENDING));
    paths.sort_by_cached_key(|p| natural(&name(p)));
    paths.extend(elsewhere::files(KIND));
    Ok(paths)
}

/// A name so that `icecool-9` comes before `icecool-10`: what stands before its number, and the number.
pub(super) fn natural(name: &str) -> (String, u64) {
    match name.rsplit_once('-') {
        Some((kit, number)) => match number.parse() {
            Ok(number) => (kit.to_owned(), number),
            Err(_) => (name.to_owned(), 0),
        },
        None => (name.to_owned(), 0),
    }
}

/// What a table is called: by its short name in the data folder, or the one that it was given when it was first used
/// elsewhere; else by its path.
pub(super) fn name(path: &Path) -> String {
    let ours = data_folder().is_ok_and(|f| path.parent() == Some(&f.join(TABLES)));
    match path.file_stem().filter(|_| ours) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => elsewhere::name(KIND, path).unwrap_or_else(|| path.display().to_string()),
    }
}

/// The file that `--table` means: a path, else a short name; the table used last when nothing is said.
pub(super) fn find(named: Option<&Path>) -> Result<PathBuf, Problem> {
    let Some(named) = named else {
        return current();
    };
    let single = named.components().count() == 1 && !named.exists();
    let Some(short) = named.to_str().filter(|_| single) else {
        return Ok(named.to_owned());
    };
    let kept = in_data_folder(short).filter(|k| k.is_file());
    let kept = kept.or_else(|| elsewhere::find(KIND, short));
    if let Some(path) = kept {
        return Ok(path);
    }
    shelf::refuse_others(KIND, named)?;
    let known: Vec<String> = kept_tables()?.iter().map(|p| name(p)).collect();
    let what = say!("there is no table `{}`", short);
    let hint = say!("`kitpress tables` lists yours, `kitpress start` makes a new one");
    let problem = Problem::new(what).hint(hint);
    Err(problem.did_you_mean(short, known.iter().map(String::as_str)))
}

/// Where the table of that name lies in the data folder, if there is one.
pub(super) fn in_data_folder(name: &str) -> Option<PathBuf> {
    let folder = data_folder().ok()?.join(TABLES);
    Some(folder.join(format!("{name}.{ENDING}")))
}

/// The names of a kit's tables in the data folder, by number: `my-game-3.table`. They go on behind all that there are,
/// here and elsewhere, so that a name never comes to mean another table.
pub(super) fn numbered(kit: &str) -> Result<impl Fn(u64) -> PathBuf + use<>, Problem> {
    let (folder, kit) = (tables_folder()?, kit.to_owned());
    let names = kept_tables()?.into_iter().map(|p| natural(&name(&p)));
    let numbers = names.filter(|(k, n)| *k == kit && *n < u64::MAX / 2);
    let taken = numbers.map(|(_, n)| n).max().unwrap_or(0);
    Ok(move |n: u64| folder.join(format!("{kit}-{}.{ENDING}", taken.saturating_add(n))))
}

/// The table used last.
pub(super) fn current() -> Result<PathBuf, Problem> {
    let none = || {
        Problem::new(say!("no table has been used yet"))
            .hint(say!("`kitpress start KIT --players Ann,Bob` makes one"))
    };
    last_used().ok_or_else(none)
}

/// The table used last, if there is one.
pub(super) fn last_used() -> Option<PathBuf> {
    noted("current")
}

/// Makes a table the one used last.
pub(super) fn remember(path: &Path) {
    note("current", path);
    let ours = data_folder().is_ok_and(|f| path.parent() == Some(&f.join(TABLES)));
    if !ours {
        elsewhere::remember(KIND, path);
    }
}

/// The path that a note in the data folder holds.
pub(super) fn noted(name: &str) -> Option<PathBuf> {
    let bytes = fs::read(data_folder().ok()?.join(name)).ok()?;
    let path = path_from(bytes)?;
    (!path.as_os_str().is_empty()).then_some(path)
}

/// Notes a path in the data folder, for its owner only. A folder that cannot be written must not stop a game.
pub(super) fn note(name: &str, path: &Path) {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if noted(name).as_deref() == Some(&path) {
        return;
    }
    if let Ok(folder) = private_folder("") {
        let _ = write_private(&folder.join(name), &path_bytes(&path));
    }
}

#[cfg(unix)]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
pub(super) fn path_from(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
pub(super) fn path_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().into_owned().into_bytes()
}

#[cfg(not(unix))]
pub(super) fn path_from(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// What happened, as everybody may read it.
pub(super) fn public_events(entry: &Entry) -> Vec<String> {
    let public = entry.events.iter().filter(|e| e.to == Viewer::Public);
    public.map(|e| clean(&e.text.to_string())).collect()
}

/// Lines for people; what a kit's texts hold must not move the cursor.
pub(super) fn lines(lines: &[String]) -> CommandResult {
    for line in lines {
        out::line(&clean(line))?;
    }
    Ok(())
}

/// What comes next, or how it ended.
pub(super) fn standing(table: &Table, viewer: Viewer) -> String {
    match table.outcome() {
        None => table.view(viewer).need.to_string(),
        Some(outcome) if outcome.winners.is_empty() => {
            say!("the game is over, without a winner ({})", outcome.reason).to_string()
        }
        Some(outcome) => {
            let winners = table.names(&outcome.winners).join(", ");
            say!("the game is over, won by {} ({})", winners, outcome.reason).to_string()
        }
    }
}

/// The digest to note, once the game is over.
pub(super) fn closing(table: &Table) -> Option<String> {
    let digest = table.closing()?;
    Some(say!("closing digest: {}", digest).to_string())
}

/// The seal of the seed that a line of the log brought, if it brought one.
pub(super) fn new_seal(table: &Table, entry: &Entry) -> Option<String> {
    let mut reopened = table.reopened().into_iter();
    let last = reopened.find(|r| r.place() as u64 == entry.n + 1)?;
    Some(
        say!(
            "the table is open again, with a new seed; its seal: {}",
            last.seal()
        )
        .to_string(),
    )
}

/// The JSON of `show` for everybody, with further fields.
pub(super) fn shown_with(table: &Table, more: Vec<(&str, Value)>) -> Map<String, Value> {
    let mut fields = table.show(Viewer::Public);
    fields.extend(more.into_iter().map(|(k, v)| (k.to_owned(), v)));
    fields
}

/// The table's name and players, and whether it is for practice.
pub(super) fn headline(table: &Table) -> String {
    let title = table.kit().title.get(crate::say::tongue().code());
    if table.practice() {
        say!(
            "{} — practice: whoever knows the seed knows every card",
            title
        )
        .to_string()
    } else {
        title.to_owned()
    }
}
