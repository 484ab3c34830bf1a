//! Where a kit's files come from: a folder on disk, or the program itself. Both look the same from here on.

use std::borrow::Cow;
use std::path::{Component as Part, Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::lines::Lines;
use crate::diag::{Problem, list};
use crate::say;

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

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
    Shipped(&'static Dir<'static>),
    /// A folder.
    Folder {
        /// As the user named it.
        shown: PathBuf,
        /// With links resolved.
        real: PathBuf,
    },
}

/// The ids of the kits that ship inside the program, sorted.
pub fn shipped_ids() -> Vec<&'static str> {
    let mut ids: Vec<&str> = SHIPPED
        .dirs()
        .filter(|d| d.get_file(d.path().join("kit.toml")).is_some())
        .filter_map(|d| d.path().file_name()?.to_str())
        .collect();
    ids.sort_unstable();
    ids
}

/// The files that every kit may include, as `shared/…`.
pub fn shared_files() -> Vec<(String, &'static [u8])> {
    let mut out = Vec::new();
    if let Some(dir) = SHIPPED.get_dir(SHARED) {
        collect_shipped(dir, Path::new(""), &mut |name, bytes| {
            out.push((name, bytes))
        });
    }
    out.sort_unstable();
    out
}

fn collect_shipped(
    dir: &'static Dir<'static>,
    strip: &Path,
    add: &mut impl FnMut(String, &'static [u8]),
) {
    for file in dir.files() {
        let name = file.path().strip_prefix(strip).unwrap_or(file.path());
        add(name.to_string_lossy().replace('\\', "/"), file.contents());
    }
    for sub in dir.dirs() {
        collect_shipped(sub, strip, add);
    }
}

impl Source {
    /// The kit called `name`: a shipped kit's id, or a folder.
    pub fn find(name: &str) -> Result<Self, Problem> {
        let looks_like_path = name.contains(['/', '\\', '.']);
        if !looks_like_path
            && let Some(dir) = SHIPPED.get_dir(name)
            && shipped_ids().contains(&name)
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

    fn folder(path: &Path) -> Result<Self, Problem> {
        let unreadable = |e: std::io::Error| {
            Problem::new(say!("cannot read the folder: {}", e)).at(path.display().to_string(), 0)
        };
        let real = path.canonicalize().map_err(unreadable)?;
        if !real.join("kit.toml").is_file() {
            return Err(
                Problem::new(say!("the folder has no `kit.toml`, so it is not a kit"))
                    .at(path.display().to_string(), 0)
                    .hint(say!("give the folder that holds `kit.toml`")),
            );
        }
        Ok(Self::Folder {
            shown: path.to_owned(),
            real,
        })
    }

    /// How messages name a file of this kit.
    pub fn show(&self, file: &str) -> String {
        match self {
            Self::Shipped(dir) => format!("templates/{}/{file}", dir.path().display()),
            Self::Folder { shown, .. } => shown.join(file).display().to_string(),
        }
    }

    /// Whether the kit has the file.
    pub fn has(&self, file: &str) -> bool {
        match self {
            Self::Shipped(dir) => dir.get_file(dir.path().join(file)).is_some(),
            Self::Folder { real, .. } => inside(file) && real.join(file).is_file(),
        }
    }

    /// A file's bytes. Anything outside the kit's folder is refused.
    pub fn read(&self, file: &str) -> Result<Cow<'static, [u8]>, Problem> {
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
            Self::Shipped(dir) => match dir.get_file(dir.path().join(file)) {
                Some(f) => Ok(Cow::Borrowed(f.contents())),
                None => Err(self.missing(file)),
            },
            Self::Folder { real, .. } => self.read_disk(real, file),
        }
    }

    fn read_disk(&self, real: &Path, file: &str) -> Result<Cow<'static, [u8]>, Problem> {
        let cannot = |e: std::io::Error| match e.kind() {
            std::io::ErrorKind::NotFound => self.missing(file),
            _ => Problem::new(say!("cannot read `{}`: {}", file, e)),
        };
        let path = real.join(file).canonicalize().map_err(cannot)?;
        if !path.starts_with(real) {
            return Err(
                Problem::new(say!("`{}` is a link that leads outside the kit", file)).hint(say!(
                    "copy the file into the kit's folder and name it from there"
                )),
            );
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
            Self::Shipped(dir) => collect_shipped(dir, dir.path(), &mut |name, _| out.push(name)),
            Self::Folder { real, .. } => {
                collect_disk(real, real, &mut out).map_err(|e| {
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

fn collect_disk(root: &Path, dir: &Path, out: &mut Vec<String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') || out.len() > MAX_FILES {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect_disk(root, &entry.path(), out)?;
        } else if let Ok(rel) = entry.path().strip_prefix(root) {
            out.push(rel.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
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

/// Whether a relative name stays inside the folder that it starts from.
fn inside(file: &str) -> bool {
    !file.is_empty()
        && !file.contains('\\')
        && Path::new(file)
            .components()
            .all(|c| matches!(c, Part::Normal(_) | Part::CurDir))
}
