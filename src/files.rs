//! Writing files so that they appear whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::diag::{Problem, Problems};
use crate::say;

/// A file to write.
pub struct Output {
    /// Where it goes.
    pub path: PathBuf,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Writes all files, or none: first everything under a passing name, then all are renamed.
pub fn write_all(outputs: &[Output]) -> Result<(), Problems> {
    let mut passing = Passing(Vec::new());
    for output in outputs {
        let failed = |e: std::io::Error| cannot(&output.path, &e);
        let folder = match output.path.parent() {
            Some(p) if !p.as_os_str().is_empty() => p,
            _ => Path::new("."),
        };
        fs::create_dir_all(folder).map_err(|e| cannot(folder, &e))?;
        if output.path.is_dir() {
            return Err(Problem::new(say!("`{}` is a folder", output.path.display())).into());
        }
        let name = output
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let part = folder.join(format!(".{name}.{}.part", std::process::id()));
        passing.0.push(part.clone());
        let mut file = File::create(&part).map_err(failed)?;
        file.write_all(&output.bytes)
            .and_then(|()| file.sync_all())
            .map_err(failed)?;
    }
    for (output, part) in outputs.iter().zip(&passing.0) {
        fs::rename(part, &output.path).map_err(|e| cannot(&output.path, &e))?;
    }
    Ok(())
}

/// Writes one file whole or not at all, without waiting for the disk: for what can be made again.
pub fn write_quickly(output: &Output) -> std::io::Result<()> {
    let folder = match output.path.parent() {
        Some(p) if !p.as_os_str().is_empty() => p,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        fs::create_dir_all(folder)?;
    }
    let name = output.path.file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let part = folder.join(format!(".{name}.{}.part", std::process::id()));
    let _passing = Passing(vec![part.clone()]);
    fs::write(&part, &output.bytes)?;
    fs::rename(&part, &output.path)
}

/// Writes one file whole or not at all, for its owner only, whatever files are usually made for.
pub fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let _ = fs::remove_file(&part);
    let _passing = Passing(vec![part.clone()]);
    let mut file = options.open(&part)?;
    file.write_all(bytes)?;
    fs::rename(&part, path)
}

fn cannot(path: &Path, error: &std::io::Error) -> Problems {
    let problem = Problem::new(say!("cannot write `{}`: {}", path.display(), error));
    match error.kind() {
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            problem.hint(say!("choose another folder with `--out`"))
        }
        std::io::ErrorKind::StorageFull => problem.hint(say!(
            "make room on the disk, or choose another with `--out`"
        )),
        _ => problem,
    }
    .into()
}

/// Files under their passing names; what is left of them is removed in the end.
struct Passing(Vec<PathBuf>);

impl Drop for Passing {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
