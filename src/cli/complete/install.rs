//! Where shells look for completions of a user, and what is to be done there.

use std::path::{Path, PathBuf};

use super::{ShellArg, script};
use crate::cli::{CommandResult, out};
use crate::diag::Problem;
use crate::files::{Output, write_all};
use crate::say;
use crate::say::Say;

/// The shell that the user works in.
pub(super) fn own_shell() -> Option<ShellArg> {
    let shell = std::env::var_os("SHELL")?;
    match Path::new(&shell).file_name()?.to_str()? {
        "bash" => Some(ShellArg::Bash),
        "zsh" => Some(ShellArg::Zsh),
        "fish" => Some(ShellArg::Fish),
        "elvish" => Some(ShellArg::Elvish),
        "pwsh" => Some(ShellArg::Powershell),
        _ => None,
    }
}

/// Puts the script where the shell finds it, and says what else is to be done.
pub(super) fn install(shell: ShellArg) -> CommandResult {
    let path = place(shell)?;
    let folder = path.parent().unwrap_or(&path).to_owned();
    let output = Output {
        path: path.clone(),
        bytes: script(shell),
    };
    write_all(&folder, &[output])?;
    out::line(&say!("written: {}", path.display()).to_string())?;
    for line in advice(shell, &path) {
        out::line(&line.to_string())?;
    }
    out::line(
        &say!(
            "`kitpress completions --remove {}` takes it away",
            name(shell)
        )
        .to_string(),
    )
}

/// Takes the script away.
pub(super) fn remove(shell: ShellArg) -> CommandResult {
    let path = place(shell)?;
    if !path.exists() {
        return out::line(&say!("there is nothing to remove: no `{}`", path.display()).to_string());
    }
    std::fs::remove_file(&path)
        .map_err(|e| Problem::new(say!("cannot write `{}`: {}", path.display(), e)))?;
    out::line(&say!("removed: {}", path.display()).to_string())
}

fn name(shell: ShellArg) -> &'static str {
    match shell {
        ShellArg::Bash => "bash",
        ShellArg::Zsh => "zsh",
        ShellArg::Fish => "fish",
        ShellArg::Elvish => "elvish",
        ShellArg::Powershell => "powershell",
    }
}

/// Where the shell looks, or where it is told to.
fn place(shell: ShellArg) -> Result<PathBuf, Problem> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let set = |name: &str| set(name).filter(|p| p.is_absolute());
    let home = || {
        set("HOME").ok_or_else(|| {
            let what = say!("there is no home folder to keep completions in");
            Problem::new(what).hint(say!("`kitpress completions bash` prints the script"))
        })
    };
    let data = || match set("XDG_DATA_HOME") {
        Some(data) => Ok(data),
        None => home().map(|h| h.join(".local/share")),
    };
    let config = || match set("XDG_CONFIG_HOME") {
        Some(config) => Ok(config),
        None => home().map(|h| h.join(".config")),
    };
    Ok(match shell {
        ShellArg::Bash => match set("BASH_COMPLETION_USER_DIR") {
            Some(folder) => folder,
            None => data()?.join("bash-completion"),
        }
        .join("completions/kitpress"),
        ShellArg::Zsh => data()?.join("zsh/site-functions/_kitpress"),
        ShellArg::Fish => config()?.join("fish/completions/kitpress.fish"),
        ShellArg::Elvish => config()?.join("elvish/lib/kitpress.elv"),
        ShellArg::Powershell => config()?.join("powershell/kitpress.ps1"),
    })
}

/// The places where bash's own loader of completions lies, if it is there.
const BASH_LOADERS: [&str; 4] = [
    "/usr/share/bash-completion/bash_completion",
    "/etc/bash_completion",
    "/usr/local/etc/profile.d/bash_completion.sh",
    "/opt/homebrew/etc/profile.d/bash_completion.sh",
];

/// What is still to be done before the Tab key knows it.
fn advice(shell: ShellArg, path: &Path) -> Vec<Say> {
    let shown = path.display();
    let begins = say!("every shell that you open from now on knows it");
    match shell {
        ShellArg::Bash if BASH_LOADERS.iter().any(|l| Path::new(l).is_file()) => vec![begins],
        ShellArg::Bash => vec![say!("add to your {}: source '{}'", "~/.bashrc", shown)],
        ShellArg::Fish => vec![begins],
        ShellArg::Zsh => {
            let folder = path.parent().unwrap_or(path).display().to_string();
            match zshrc().contains(&folder) {
                true => vec![begins],
                false => vec![
                    say!(
                        "add to your {}, before any line with `compinit`: fpath=('{}' $fpath)",
                        "~/.zshrc",
                        folder
                    ),
                    say!(
                        "if there is no such line, add behind it: autoload -Uz compinit && compinit"
                    ),
                ],
            }
        }
        ShellArg::Elvish => vec![say!("add to your {}: use kitpress", "rc.elv")],
        ShellArg::Powershell => vec![say!("add to your {}: . '{}'", "$PROFILE", shown)],
    }
}

/// What the user's zsh begins with.
fn zshrc() -> String {
    let folder = std::env::var_os("ZDOTDIR").or_else(|| std::env::var_os("HOME"));
    let file = folder.map(|f| Path::new(&f).join(".zshrc"));
    file.and_then(|f| std::fs::read_to_string(f).ok())
        .unwrap_or_default()
}
