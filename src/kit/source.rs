//! Where a kit's files come from: a folder on disk, or the program itself. Both look the same from here on.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Component as Part, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::lines::Lines;
use crate::diag::{Problem, list};
use crate::packed::{Folder, SHEETS, TEMPLATES};
use crate::say;

/// The folder of templates and icons that every kit may use.
const SHARED: &str = "shared";

/// No file of a kit may be larger than this: a slip, not a picture.
const MAX_FILE: u64 = 64 << 20;

/// No kit has more files than this.
const MAX_FILES: usize = 10_000;

/// The files of one kit.
#[derive(Clone, Debug)]
pub enum Source {
    /// A kit that ships inside the program.
    Shipped(Folder),
    /// A folder.
    Folder {
        /// As the user named it.
        shown: PathBuf,
        /// With links resolved.
        real: PathBuf,
        /// Whether links in it may lead elsewhere.
        follow: bool,
    },
}

/// Whether the user allows links of kits to lead out of their folders: kits themselves have no say in it.
static FOLLOW: AtomicBool = AtomicBool::new(false);

/// The variable that allows it for every command.
const FOLLOW_VARIABLE: &str = "KITPRESS_FOLLOW_LINKS";

/// Lets links of the kits that are found from now on lead out of their folders.
pub(crate) fn follow_links() {
    FOLLOW.store(true, Ordering::Relaxed);
}

/// Whether links may lead out of a kit's folder.
pub(crate) fn follows_links() -> bool {
    let set = || std::env::var_os(FOLLOW_VARIABLE).is_some_and(|v| v == "1");
    FOLLOW.load(Ordering::Relaxed) || set()
}

/// The ids of the kits that ship inside the program, sorted.
pub fn shipped_ids() -> Vec<&'static str> {
    let mut ids = TEMPLATES.folders();
    ids.retain(|id| TEMPLATES.has(&format!("{id}/kit.toml")));
    ids
}

/// The files that every kit may include, as `shared/…`.
pub(crate) fn shared_files() -> Vec<(String, &'static [u8])> {
    let files = TEMPLATES.folder(SHARED).unwrap_or(Folder::EMPTY).files();
    let named = files.map(|(name, bytes)| (format!("{SHARED}/{name}"), bytes));
    named.collect()
}

impl Source {
    /// The kit called `name`: a shipped kit's id, or a folder.
    pub fn find(name: &str) -> Result<Self, Problem> {
        let looks_like_path = name.contains(['/', '\\', '.']);
        if !looks_like_path
            && let Some(dir) = TEMPLATES.folder(name)
            && dir.has("kit.toml")
        {
            return Ok(Self::Shipped(dir));
        }
        let path = Path::new(name);
        if path.is_file() && path.file_name().is_some_and(|f| f == "kit.toml") {
            let parent = path.parent().unwrap_or(Path::new("."));
            return Self::folder(if parent.as_os_str().is_empty() {
                Path::new(".")
            } else {
                parent
            });
        }
        if path.is_dir() {
            return Self::folder(path);
        }
        let problem = Problem::new(say!("there is no kit or folder called `{}`", name));
        let known = shipped_ids();
        Err(match crate::diag::nearest(name, known.iter().copied()) {
            Some(near) => problem.hint(say!("did you mean `{}`?", near)),
            None => problem.hint(say!(
                "kits: {}; or give the path of a kit folder",
                list(known)
            )),
        })
    }

    /// A kit that the program prints for itself.
    pub fn sheet(name: &str) -> Result<Self, Problem> {
        let found = SHEETS.folder(name).map(Self::Shipped);
        let missing = || say!("internal error, please report: {}", name.to_owned());
        found.ok_or_else(|| Problem::new(missing()))
    }

    fn folder(path: &Path) -> Result<Self, Problem> {
        let found = Self::any_folder(path, follows_links())?;
        if !found.has("kit.toml") {
            return Err(
                Problem::new(say!("the folder has no `kit.toml`, so it is not a kit"))
                    .at(path.display().to_string(), 0)
                    .hint(say!("give the folder that holds `kit.toml`")),
            );
        }
        Ok(found)
    }

    /// The folder that a file of the user's lies in, and the file's name there: a table that is no kit yet.
    pub(super) fn around(file: &Path) -> Result<(Self, String), Problem> {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // Whoever names a link means what it leads to.
        Ok((Self::any_folder(folder, true)?, name.into_owned()))
    }

    fn any_folder(path: &Path, follow: bool) -> Result<Self, Problem> {
        let unreadable = |e: std::io::Error| {
            Problem::new(say!("cannot read the folder: {}", e)).at(path.display().to_string(), 0)
        };
        Ok(Self::Folder {
            shown: path.to_owned(),
            real: path.canonicalize().map_err(unreadable)?,
            follow,
        })
    }

    /// How messages name a file of this kit.
    pub fn show(&self, file: &str) -> String {
        match self {
            Self::Shipped(dir) => format!("templates/{}/{file}", dir.path()),
            Self::Folder { shown, .. } => shown.join(file).display().to_string(),
        }
    }

    /// Whether the kit has the file.
    pub fn has(&self, file: &str) -> bool {
        let file = &*slashed(file);
        match self {
            Self::Shipped(dir) => dir.has(file),
            Self::Folder { real, .. } => inside(file) && real.join(file).is_file(),
        }
    }

    /// A file's bytes. Anything outside the kit's folder is refused.
    pub fn read(&self, file: &str) -> Result<Cow<'static, [u8]>, Problem> {
        let file = &*slashed(file);
        if file.is_empty() {
            return Err(Problem::new(say!("the name of a file is empty")).hint(say!(
                "name a file of the kit, or leave the picture out with `{}`",
                "{% if %}"
            )));
        }
        if !inside(file) {
            return Err(
                Problem::new(say!("`{}` lies outside the kit", file)).hint(say!(
                    "copy the file into the kit's folder and name it from there"
                )),
            );
        }
        match self {
            Self::Shipped(dir) => match dir.file(file) {
                Some(bytes) => Ok(Cow::Borrowed(bytes)),
                None => Err(self.missing(file)),
            },
            Self::Folder { real, follow, .. } => self.read_disk(real, *follow, file),
        }
    }

    fn read_disk(
        &self,
        real: &Path,
        follow: bool,
        file: &str,
    ) -> Result<Cow<'static, [u8]>, Problem> {
        let cannot = |e: std::io::Error| match e.kind() {
            std::io::ErrorKind::NotFound => self.missing(file),
            _ => Problem::new(say!("cannot read `{}`: {}", file, e)),
        };
        let path = real.join(file).canonicalize().map_err(cannot)?;
        if !follow && !path.starts_with(real) {
            return Err(leads_outside(real, file));
        }
        let meta = std::fs::metadata(&path).map_err(cannot)?;
        if !meta.is_file() {
            return Err(Problem::new(say!("`{}` is not a file", file)));
        }
        if meta.len() > MAX_FILE {
            return Err(Problem::new(say!(
                "`{}` is larger than {} MB",
                file,
                MAX_FILE >> 20
            )));
        }
        std::fs::read(&path).map(Cow::Owned).map_err(cannot)
    }

    /// A text file, without a byte-order mark. Lines that end with CR alone end with LF.
    pub fn read_text(&self, file: &str) -> Result<String, Problem> {
        let bytes = self.read(file)?;
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(with_line_feeds(text)),
            Err(e) => {
                let read = &bytes[..e.valid_up_to()];
                let line = Lines::of(&String::from_utf8_lossy(read)).at(read.len());
                Err(Problem::new(say!("`{}` is not UTF-8 text", file))
                    .at(self.show(file), line)
                    .hint(say!("save the file as UTF-8")))
            }
        }
    }

    fn missing(&self, file: &str) -> Problem {
        let files = self.files().unwrap_or_default();
        Problem::new(say!("the kit has no file `{}`", file))
            .did_you_mean(file, files.iter().map(String::as_str))
    }

    /// The names of all files, `/` between folders, sorted. Hidden files and folders are left out.
    pub fn files(&self) -> Result<Vec<String>, Problem> {
        let mut out = Vec::new();
        match self {
            Self::Shipped(dir) => out.extend(dir.names().map(str::to_owned)),
            Self::Folder { real, follow, .. } => {
                let mut walk = FolderWalk {
                    root: real,
                    follow: *follow,
                    seen: HashSet::from([real.clone()]),
                    out: &mut out,
                };
                walk.collect(real).map_err(|e| {
                    Problem::new(say!("cannot read the folder: {}", e)).at(self.show(""), 0)
                })?;
            }
        }
        if out.len() > MAX_FILES {
            return Err(
                Problem::new(say!("the folder holds more than {} files", MAX_FILES))
                    .at(self.show(""), 0)
                    .hint(say!("keep a kit in a folder of its own")),
            );
        }
        out.sort_unstable();
        Ok(out)
    }
}

/// Collects the names of files on disk.
struct FolderWalk<'w> {
    root: &'w Path,
    follow: bool,
    /// The folders that links have led to, with links resolved: links may go round in circles.
    seen: HashSet<PathBuf>,
    out: &'w mut Vec<String>,
}

impl FolderWalk<'_> {
    fn collect(&mut self, dir: &Path) -> std::io::Result<()> {
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_string_lossy().starts_with('.') || self.out.len() > MAX_FILES {
                continue;
            }
            let (kind, path) = (entry.file_type()?, entry.path());
            if kind.is_dir() || kind.is_symlink() && self.enters(&path) {
                self.collect(&path)?;
            } else if let Ok(rel) = path.strip_prefix(self.root) {
                self.out.push(rel.to_string_lossy().replace('\\', "/"));
            }
        }
        Ok(())
    }

    /// Whether a link leads to a folder whose files belong to the kit.
    fn enters(&mut self, link: &Path) -> bool {
        let real = link.canonicalize().ok().filter(|_| self.follow);
        real.is_some_and(|real| real.is_dir() && self.seen.insert(real))
    }
}

/// The problem of a file that a link leads to, outside the kit: which link it is, and what to do.
fn leads_outside(real: &Path, file: &str) -> Problem {
    let mut path = real.to_owned();
    let mut link = String::new();
    for part in Path::new(file).components() {
        path.push(part);
        link = match link.as_str() {
            "" => part.as_os_str().to_string_lossy().into_owned(),
            before => format!("{before}/{}", part.as_os_str().to_string_lossy()),
        };
        if path.is_symlink() {
            break;
        }
    }
    let what = match link == file {
        true => say!("`{}` is a link that leads outside the kit", file),
        false => say!("`{}` lies outside the kit: `{}` is a link", file, link),
    };
    let hint = say!(
        "copy what `{}` links to into the kit's folder; in a kit of your own, `--follow-links` or {} allows it",
        link,
        format!("`{FOLLOW_VARIABLE}=1`")
    );
    Problem::new(what).hint(hint)
}

/// The name of a file with `/` between folders, as kits that were made on Windows mean it, and without steps back out
/// of folders that it goes into.
pub(crate) fn slashed(file: &str) -> Cow<'_, str> {
    if !file.contains('\\') && !file.contains("/..") {
        return Cow::Borrowed(file);
    }
    let file = file.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in file.split('/') {
        match (part, parts.last()) {
            ("..", Some(&before)) if !matches!(before, "" | "." | "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    Cow::Owned(parts.join("/"))
}

/// The text with LF for every CR that stands alone: whoever reads it counts lines by LF.
fn with_line_feeds(text: &str) -> String {
    let lone = |at: usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    let mut returns = memchr::memchr_iter(b'\r', text.as_bytes());
    if !returns.any(lone) {
        return text.to_owned();
    }
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Whether a relative name stays inside the folder that it starts from; `C:/cat.png` does not, on any system.
fn inside(file: &str) -> bool {
    let drive = file.as_bytes().get(1) == Some(&b':') && file.as_bytes()[0].is_ascii_alphabetic();
    !file.is_empty()
        && !drive
        && Path::new(file)
            .components()
            .all(|c| matches!(c, Part::Normal(_) | Part::CurDir))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_lead_out_of_a_kit_where_that_is_allowed_and_names_never_do() {
        let place = tempfile::tempdir().expect("a folder");
        let real = place.path().canonicalize().expect("a path").join("kit");
        std::fs::create_dir(&real).expect("made");
        std::fs::write(place.path().join("secret"), "s").expect("written");
        std::os::unix::fs::symlink("../secret", real.join("link")).expect("linked");
        let read = |follow, name: &str| {
            let (shown, real) = (real.clone(), real.clone());
            let kit = Source::Folder {
                shown,
                real,
                follow,
            };
            kit.read(name).is_ok_and(|bytes| *bytes == *b"s")
        };
        assert!(!read(false, "link") && read(true, "link"));
        assert!(!read(false, "../secret") && !read(true, "../secret"));
    }
}
