//! Writing files so that they appear whole or not at all, and only where they were meant to.
//!
//! A folder that somebody names may be anything. What lies below it may have come with a stranger's kit, so nothing is
//! written through a link there: folders must be folders, and files take the place of links. Until they are whole, files
//! have passing names that nobody can know beforehand, and are made anew, never opened.

use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Result as IoResult, Write};
use std::path::{Component, Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;

use crate::diag::{Problem, Problems};
use crate::say;

/// A file to write.
pub struct Output {
    /// Where it goes.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// For whom a file is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// Whoever files are usually made for.
    All,
    /// Its owner only.
    Owner,
}

/// Writes all files into a folder that the user named or below it, or none: first everything under a passing name,
/// then all are renamed.
pub fn write_all(root: &Path, outputs: &[Output]) -> Result<(), Problems> {
    let mut passing = Vec::new();
    for output in outputs {
        let folder = folder_of(&output.path);
        make_folders(root, folder)?;
        if fs::symlink_metadata(&output.path).is_ok_and(|m| m.is_dir()) {
            return Err(Problem::new(say!("`{}` is a folder", output.path.display())).into());
        }
        let part = Passing::begin(folder, For::All).and_then(|mut part| {
            part.file.write_all(&output.bytes)?;
            part.file.sync_all()?;
            Ok(part.closed())
        });
        passing.push(part.map_err(|e| cannot(&output.path, &e))?);
    }
    for (output, part) in outputs.iter().zip(passing) {
        part.rename(&output.path)
            .map_err(|e| cannot(&output.path, &e))?;
    }
    Ok(())
}

/// Writes one file whole or not at all, without waiting for the disk: for what can be made again.
pub(crate) fn write_quickly(output: &Output) -> IoResult<()> {
    let folder = folder_of(&output.path);
    if !folder.is_dir() {
        fs::create_dir_all(folder)?;
    }
    write_one(&output.path, &output.bytes, For::All)
}

/// Writes one file whole or not at all, for its owner only, whatever files are usually made for.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> IoResult<()> {
    write_one(path, bytes, For::Owner)
}

/// The same, and it is on the disk when this returns: for what cannot be made again.
pub(crate) fn write_kept(path: &Path, bytes: &[u8]) -> IoResult<()> {
    let folder = folder_of(path);
    let mut part = Passing::begin(folder, For::Owner)?;
    part.file.write_all(bytes)?;
    part.file.sync_all()?;
    part.closed().rename(path)?;
    // The name is part of what must survive; a folder cannot be synced everywhere.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes one file for its owner only, whole or not at all, and replaces nothing; false when there is one of that name.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> IoResult<bool> {
    let mut part = Passing::begin(folder_of(path), For::Owner)?;
    part.file.write_all(bytes)?;
    match fs::hard_link(part.path(), path) {
        Ok(()) => Ok(true),
        Err(_) if fs::symlink_metadata(path).is_ok() => Ok(false),
        // No links here: an empty file of our own keeps the name meanwhile.
        Err(_) => match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(e) => Err(e),
            Ok(_) => part.closed().rename(path).map(|()| true),
        },
    }
}

fn write_one(path: &Path, bytes: &[u8], whom: For) -> IoResult<()> {
    let mut part = Passing::begin(folder_of(path), whom)?;
    part.file.write_all(bytes)?;
    part.closed().rename(path)
}

/// A file that has a passing name as yet, in the folder where it will stay.
pub(crate) struct Passing {
    /// The file, for reading and writing.
    pub file: File,
    part: PassingFile,
}

impl Passing {
    /// Makes a new file in a folder.
    pub(crate) fn begin(folder: &Path, whom: For) -> IoResult<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if whom == For::Owner {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        #[cfg(not(unix))]
        let _ = whom;
        let (file, path) = anew(folder, |path| options.open(path))?;
        Ok(Self {
            file,
            part: PassingFile(path),
        })
    }

    /// Where it is for now.
    pub(crate) fn path(&self) -> &Path {
        &self.part.0
    }

    /// The file itself; its passing name goes, one that it got by a link stays.
    pub(crate) fn into_file(self) -> File {
        self.file
    }

    /// The same without its file held open: many can be kept until all are written.
    fn closed(self) -> PassingFile {
        self.part
    }
}

/// A folder that has a passing name as yet, beside where it will stay.
pub(crate) struct PassingFolder(PassingFile);

impl PassingFolder {
    /// Makes a new, empty folder in another.
    pub(crate) fn begin(parent: &Path) -> IoResult<Self> {
        let ((), path) = anew(parent, |path| fs::create_dir(path))?;
        Ok(Self(PassingFile(path)))
    }

    /// Where it is for now.
    pub(crate) fn path(&self) -> &Path {
        &self.0.0
    }

    /// Gives it its name.
    pub(crate) fn rename(self, path: &Path) -> IoResult<()> {
        self.0.rename(path)
    }
}

/// What has a passing name, and is removed in the end unless it got another.
struct PassingFile(PathBuf);

impl PassingFile {
    fn rename(mut self, path: &Path) -> IoResult<()> {
        fs::rename(&self.0, path)?;
        self.0.clear();
        Ok(())
    }
}

impl Drop for PassingFile {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() && fs::remove_file(&self.0).is_err() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Makes something under a name that nothing has and nobody can know.
fn anew<T>(folder: &Path, make: impl Fn(&Path) -> IoResult<T>) -> IoResult<(T, PathBuf)> {
    const TRIES: usize = 8;
    for _ in 0..TRIES {
        let number = SysRng.try_next_u64().map_err(Error::other)?;
        let path = folder.join(format!(".kitpress-{number:016x}.part"));
        match make(&path) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|made| (made, path)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// The folder that a file lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    }
}

/// Makes a folder below one that the user named; no link below that is followed.
fn make_folders(root: &Path, folder: &Path) -> Result<(), Problems> {
    fs::create_dir_all(root).map_err(|e| cannot(root, &e))?;
    let Ok(below) = folder.strip_prefix(root) else {
        return fs::create_dir_all(folder).map_err(|e| cannot(folder, &e));
    };
    let mut path = root.to_owned();
    for part in below.components() {
        let Component::Normal(name) = part else {
            continue;
        };
        path.push(name);
        match fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_dir() => {}
            Ok(meta) if meta.is_symlink() => {
                let what = say!(
                    "`{}` is a link, and nothing is written through it",
                    path.display()
                );
                let hint = say!("remove it, or choose another folder with `--out`");
                return Err(Problem::new(what).hint(hint).into());
            }
            Ok(_) => return Err(cannot(&path, &ErrorKind::NotADirectory.into())),
            Err(_) => fs::create_dir(&path).map_err(|e| cannot(&path, &e))?,
        }
    }
    Ok(())
}

fn cannot(path: &Path, error: &Error) -> Problems {
    let problem = Problem::new(say!("cannot write `{}`: {}", path.display(), error));
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            problem.hint(say!("choose another folder with `--out`"))
        }
        ErrorKind::StorageFull => problem.hint(say!(
            "make room on the disk, or choose another with `--out`"
        )),
        _ => problem,
    }
    .into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn output(path: PathBuf) -> Output {
        let bytes = b"new".to_vec();
        Output { path, bytes }
    }

    fn names(dir: &Path) -> Vec<String> {
        let inside = fs::read_dir(dir).expect("a folder").flatten();
        let mut names: Vec<_> = inside
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn nothing_is_written_through_a_link() {
        let dir = tempfile::tempdir().expect("a folder");
        let (out, away) = (dir.path().join("out"), dir.path().join("away"));
        fs::create_dir_all(&out).expect("made");
        fs::create_dir_all(&away).expect("made");
        fs::write(away.join("mine"), "mine").expect("written");
        symlink(away.join("mine"), out.join("a.pdf")).expect("a link");
        symlink(&away, out.join("b.pdf")).expect("a link");
        symlink(away.join("none"), out.join("c.pdf")).expect("a link");
        symlink(&away, out.join("kit")).expect("a link");
        for name in ["a.pdf", "b.pdf", "c.pdf"] {
            write_all(&out, &[output(out.join(name))]).expect("written");
            let kind = fs::symlink_metadata(out.join(name)).expect("there");
            assert!(kind.is_file(), "{name} takes the place of the link");
        }
        for name in ["kit/x.png", "kit/deep/x.png"] {
            let said = write_all(&out, &[output(out.join(name))]).expect_err("refused");
            assert!(said.to_string().contains("`") && said.to_string().contains("is a link"));
        }
        write_all(&out, &[output(out.join("new/deep/x.png"))]).expect("written");
        assert_eq!(names(&away), ["mine"]);
        assert_eq!(fs::read(away.join("mine")).expect("there"), b"mine");
        assert_eq!(names(&out), ["a.pdf", "b.pdf", "c.pdf", "kit", "new"]);
        // The folder that was named may be a link.
        symlink(&out, dir.path().join("link")).expect("a link");
        let link = dir.path().join("link");
        write_all(&link, &[output(link.join("d.pdf"))]).expect("written");
        assert!(out.join("d.pdf").is_file());
    }

    #[test]
    fn passing_names_differ_and_go() {
        let dir = tempfile::tempdir().expect("a folder");
        let one = Passing::begin(dir.path(), For::Owner).expect("made");
        let two = Passing::begin(dir.path(), For::All).expect("made");
        assert_ne!(one.path(), two.path());
        let mode = one.file.metadata().expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let folder = PassingFolder::begin(dir.path()).expect("made");
        fs::write(folder.path().join("x"), "x").expect("written");
        drop((one, two, folder));
        assert_eq!(names(dir.path()), Vec::<String>::new());
    }
}
