//! `kitpress new`: a kit of one's own, begun from a starter.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::{CommandResult, draft, locale, out};
use crate::clean::quoted;
use crate::diag::{Problem, Problems};
use crate::files::{PassingFolder, folder_of};
use crate::kit::{Source, bad_id, shipped_ids};
use crate::say;
use crate::starter::{LANGUAGES, StarterOptions, files, named};

/// Arguments of `new`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress new my-game                         cards, rules and a box for them\n  \
    kitpress new my-race --from board --title \"Mountain Race\"\n  \
    kitpress new my-secret --from roles --lang both\n  \
    kitpress new my-deck --data cards.xlsx       a first layout for the columns of your table\n  \
    kitpress new my-chase --from catch-and-run   a copy of a shipped game, to change")]
pub(super) struct NewArgs {
    /// The folder to make; it must not exist yet, or be empty
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// What to begin from
    #[arg(long, default_value = "cards", value_parser = beginnings())]
    from: String,
    /// Begin from a table instead: .csv, .tsv, .xlsx, .ods, .json or .toml, a row a card
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    data: Option<PathBuf>,
    /// The title of the game
    #[arg(long)]
    title: Option<String>,
    /// The id of the kit; the folder's name by default
    #[arg(long)]
    id: Option<String>,
    /// Language of the kit and its comments: en, ja or both; your own by default
    #[arg(long, value_parser = ["en", "ja", "both"], hide_possible_values = true)]
    pub lang: Option<String>,
}

/// What `--from` takes: starters, then shipped kits.
fn beginnings() -> PossibleValuesParser {
    let starters = [
        ("cards", "Two decks of cards, rules, and a box"),
        (
            "board",
            "A board over several pages, figures that stand, event cards",
        ),
        (
            "tokens",
            "Round and six-sided tokens with two sides, and a mat",
        ),
        (ROLES, "Hidden roles, ready for `deal` and `play`"),
    ];
    let shipped = shipped_ids().into_iter();
    let shipped = shipped.map(|id| (id, "This shipped game, in all its languages"));
    let all = starters.into_iter().chain(shipped);
    PossibleValuesParser::new(all.map(|(name, help)| PossibleValue::new(name).help(help)))
}

/// The starter that can be played at once.
const ROLES: &str = "roles";

/// Runs the command.
pub(super) fn run(args: &NewArgs) -> CommandResult {
    let id = id(args)?;
    let title = args.title.as_ref().map(|t| t.trim().to_owned());
    if title
        .as_ref()
        .is_some_and(|t| t.is_empty() || t.chars().any(char::is_control))
    {
        return Err(Problem::new(say!("the title is empty, or has more than one line")).into());
    }
    let files = match &args.data {
        Some(data) => draft::files(data, &id, title.as_deref(), args.lang.as_deref())?,
        None if shipped_ids().contains(&args.from.as_str()) => {
            forked(&args.from, &id, title.as_deref())?
        }
        None => files(&starter(args, id, title))?,
    };
    write(&args.dir, &files)?;
    let shown = args.dir.display();
    // Without a path, a name could be taken for a shipped kit's.
    let named = quoted(&if shown.to_string().contains(['/', '\\', '.']) {
        shown.to_string()
    } else {
        format!("./{shown}")
    });
    out::line(
        &say!(
            "{}: {} {file|files}; begin with `kit.toml`",
            shown,
            files.len()
        )
        .to_string(),
    )?;
    out::line(&say!("print it: kitpress print {}", named).to_string())?;
    if args.data.is_none() && args.from == ROLES {
        let play = say!("play it: kitpress play {} --players Ann,Bob,Cho,Dai", named);
        out::line(&play.to_string())?;
    }
    Ok(())
}

/// The starter that is wished for.
fn starter(args: &NewArgs, id: String, title: Option<String>) -> StarterOptions {
    let own = LANGUAGES
        .into_iter()
        .find(|lang| *lang == locale())
        .unwrap_or("en");
    let (languages, comments) = match args.lang.as_deref() {
        Some("both") => (LANGUAGES.map(str::to_owned).to_vec(), own),
        Some(lang) => (vec![lang.to_owned()], lang),
        None => (vec![own.to_owned()], own),
    };
    StarterOptions {
        from: args.from.clone(),
        id,
        title,
        languages,
        comments: comments.into(),
    }
}

/// All files of a shipped kit, under another id.
fn forked(from: &str, id: &str, title: Option<&str>) -> Result<Vec<(String, Vec<u8>)>, Problems> {
    let source = Source::find(from)?;
    let mut files = Vec::new();
    for name in source.files()? {
        let bytes = match name == "kit.toml" {
            true => named(&source.read_text(&name)?, id, title).into_bytes(),
            false => source.read(&name)?.into_owned(),
        };
        files.push((name, bytes));
    }
    Ok(files)
}

/// The id given, or the folder's name made into one.
fn id(args: &NewArgs) -> Result<String, Problem> {
    let hint = || say!("give one with `--id my-game`: small letters a-z, digits and `-`");
    let id = match &args.id {
        Some(id) => id.clone(),
        None => {
            let full = std::path::absolute(&args.dir).unwrap_or_else(|_| args.dir.clone());
            let name = full
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let plain: String = name
                .to_lowercase()
                .chars()
                .map(|c| {
                    if c == ' ' || c == '_' || c == '.' {
                        '-'
                    } else {
                        c
                    }
                })
                .collect();
            let id = plain.trim_matches('-').to_owned();
            if bad_id(&id).is_some() {
                return Err(
                    Problem::new(say!("the folder's name `{}` cannot be an id", name)).hint(hint()),
                );
            }
            id
        }
    };
    if let Some(hint) = bad_id(&id) {
        return Err(Problem::new(say!("`{}` cannot be an id", id)).hint(hint));
    }
    if shipped_ids().contains(&id.as_str()) {
        return Err(
            Problem::new(say!("`{}` is the id of a kit that ships with kitpress", id)).hint(hint()),
        );
    }
    Ok(id)
}

/// Writes all files into a folder that is new or empty, or none at all.
fn write(dir: &Path, files: &[(String, Vec<u8>)]) -> CommandResult {
    let taken = match fs::symlink_metadata(dir) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => false,
        Err(e) => return Err(cannot(dir, &e)),
        Ok(_) if dir.is_dir() => true,
        Ok(_) => {
            let what = say!("`{}` is a file", dir.display());
            return Err(Problem::new(what)
                .hint(say!("give the name of a new folder"))
                .into());
        }
    };
    if !taken {
        return write_new(dir, files);
    }
    let mut entries = fs::read_dir(dir).map_err(|e| cannot(dir, &e))?;
    if entries.next().is_some() {
        let what = say!("the folder `{}` is not empty", dir.display());
        let hint = say!("give the name of a new folder; nothing was changed");
        return Err(Problem::new(what).hint(hint).into());
    }
    write_empty(dir, files)
}

/// A new folder: filled under a passing name, then renamed.
fn write_new(dir: &Path, files: &[(String, Vec<u8>)]) -> CommandResult {
    let parent = folder_of(dir);
    fs::create_dir_all(parent).map_err(|e| cannot(parent, &e))?;
    let part = PassingFolder::begin(parent).map_err(|e| cannot(dir, &e))?;
    fill(dir, part.path(), files)?;
    part.rename(dir).map_err(|e| cannot(dir, &e))
}

/// An empty folder, perhaps the one we are in: filled beside, then moved in piece by piece, and back if one fails.
fn write_empty(dir: &Path, files: &[(String, Vec<u8>)]) -> CommandResult {
    let part = PassingFolder::begin(dir).map_err(|e| cannot(dir, &e))?;
    fill(dir, part.path(), files)?;
    let entries = fs::read_dir(part.path()).map_err(|e| cannot(dir, &e))?;
    let mut moved: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let done = entry.and_then(|e| {
            let to = dir.join(e.file_name());
            fs::rename(e.path(), &to).map(|()| to)
        });
        match done {
            Ok(to) => moved.push(to),
            Err(e) => {
                for path in moved {
                    let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
                }
                return Err(cannot(dir, &e));
            }
        }
    }
    Ok(())
}

/// Fills a folder that has a passing name; what fails is told of the names that the files will have.
fn fill(dir: &Path, folder: &Path, files: &[(String, Vec<u8>)]) -> CommandResult {
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = fs::create_dir_all(folder_of(&path)).and_then(|()| fs::write(&path, bytes));
        written.map_err(|e| cannot(&dir.join(name), &e))?;
    }
    Ok(())
}

fn cannot(path: &Path, error: &std::io::Error) -> Problems {
    Problem::new(say!("cannot write `{}`: {}", path.display(), error)).into()
}
