//! Measured printers in the user's data folder: one TOML file a printer.

use std::fs;
use std::path::PathBuf;

use super::out;
use super::table_args::data_folder;
use crate::calibrate::Profile;
use crate::diag::{Problem, Problems, list};
use crate::files::{Output, folder_of, write_all};
use crate::impose::Backs;
use crate::press::PrintOptions;
use crate::say;
use crate::write::Warp;

/// The ending of profiles.
const ENDING: &str = "toml";
/// The longest name.
const LONGEST: usize = 60;

/// The file of a printer. Names are letters, digits, blanks and a few marks, so that none leads elsewhere.
fn path(name: &str) -> Result<PathBuf, Problem> {
    let sound = |c: char| c.is_alphanumeric() || " -_+()".contains(c);
    let edge = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '(' || c == ')');
    let fine = name.chars().all(sound)
        && name.chars().count() <= LONGEST
        && edge(name.chars().next())
        && edge(name.chars().last());
    if !fine {
        let what = say!("`{}` cannot be the name of a printer", name);
        let hint = say!("use letters, digits, blanks and -, at most {}", LONGEST);
        return Err(Problem::new(what).hint(hint));
    }
    let folder = data_folder()?.join("printers");
    Ok(folder.join(format!("{}.{ENDING}", name.to_lowercase())))
}

/// Whether a printer may be called so.
pub(super) fn is_name(name: &str) -> bool {
    path(name).is_ok()
}

/// The names of all printers, sorted.
pub(super) fn names() -> Vec<String> {
    let Ok(folder) = data_folder() else {
        return Vec::new();
    };
    let entries = fs::read_dir(folder.join("printers")).into_iter().flatten();
    let paths = entries.flatten().map(|e| e.path());
    let paths = paths.filter(|p| p.extension().is_some_and(|e| e == ENDING));
    let mut names: Vec<String> = paths
        .filter_map(|p| Some(p.file_stem()?.to_str()?.to_owned()))
        .filter(|n| path(n).is_ok())
        .collect();
    names.sort();
    names
}

/// A printer that has been measured.
pub(super) fn load(name: &str) -> Result<Profile, Problem> {
    let path = path(name)?;
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Err(unknown(name)),
        Err(e) => {
            let what = say!("`{}` cannot be read: {}", path.display(), e);
            return Err(Problem::new(what));
        }
    };
    Profile::parse(&text).map_err(|e| {
        Problem::new(e.say())
            .at(path.display().to_string(), 0)
            .hint(say!(
                "measure the printer again with `kitpress calibrate {}`",
                name
            ))
    })
}

fn unknown(name: &str) -> Problem {
    let known = names();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let problem = Problem::new(say!("no printer is called `{}`", name));
    match crate::diag::nearest(name, known.iter().copied()) {
        Some(near) => problem.hint(say!("did you mean `{}`?", near)),
        None if known.is_empty() => problem.hint(say!(
            "`kitpress calibrate` makes a page to measure a printer with"
        )),
        None => problem.hint(say!("printers: {}", list(known))),
    }
}

/// Keeps a printer.
pub(super) fn save(name: &str, profile: &Profile) -> Result<PathBuf, Problems> {
    let path = path(name)?;
    let output = Output {
        path: path.clone(),
        bytes: profile.text().into_bytes(),
    };
    write_all(folder_of(&path), &[output])?;
    Ok(path)
}

/// Forgets a printer.
pub(super) fn remove(name: &str) -> Result<(), Problem> {
    let path = path(name)?;
    fs::remove_file(&path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => unknown(name),
        _ => Problem::new(say!("cannot remove `{}`: {}", path.display(), e)),
    })
}

/// The same as [`warp`], without a word.
pub(super) fn quiet_warp(name: Option<&str>, options: &PrintOptions) -> Warp {
    let profile = name.and_then(|name| load(name).ok());
    let edge = profile.as_ref().and_then(|p| p.edge(options.backs));
    edge.map_or_else(Warp::default, crate::calibrate::BackCorrection::warp)
}

/// How a print has to move its backs for a printer; not at all without one.
pub(super) fn warp(name: Option<&str>, options: &PrintOptions) -> Result<Warp, Problems> {
    let Some(name) = name else {
        return Ok(Warp::default());
    };
    let profile = load(name)?;
    if matches!(options.backs, Backs::Fold | Backs::None) {
        out::warning(&say!(
            "`--profile` does nothing here: nothing is printed on the other side"
        ));
        return Ok(Warp::default());
    }
    let Some(edge) = profile.edge(options.backs) else {
        let backs = options.backs.name();
        let what = say!("`{}` has not been measured with `--backs {}`", name, backs);
        let hint = say!(
            "`kitpress calibrate --backs {}` makes the page for it",
            backs
        );
        return Err(Problem::new(what).hint(hint).into());
    };
    if edge.paper != options.paper.name {
        out::warning(&say!(
            "`{}` was measured on {}; other paper may go through it a little differently",
            name,
            edge.paper
        ));
    }
    Ok(edge.warp())
}
