//! `kitpress completions`: the Tab key. A small script a shell asks the program itself (`kitpress complete`, hidden), so that
//! what is offered is what there is: kits, cards, tables, players, and the moves that can be made.

mod engine;
mod install;
mod line;
mod values;

use clap::{Args, CommandFactory, ValueEnum};

use super::{CommandResult, out};
use crate::clean::clean;
use crate::diag::Problem;
use crate::say;

pub(super) use values::folders_of_kits;

/// Shells that the Tab key is taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ShellArg {
    /// GNU bash
    Bash,
    /// The Z shell
    Zsh,
    /// The friendly interactive shell
    Fish,
    /// Elvish: commands and options only
    Elvish,
    /// PowerShell: commands and options only
    Powershell,
}

/// Arguments of `completions`.
#[derive(Args, Debug)]
#[command(
    after_help = "What the Tab key offers comes from kitpress itself: kits and their components, cards and languages, papers,\n\
    print services, tables, players, and in `kitpress do` the moves that can be made now.\n\n\
    Examples:\n  \
    kitpress completions --install          for the shell that you use, and says what else is to be done\n  \
    kitpress completions --install zsh\n  \
    kitpress completions --remove           takes it away again\n  \
    kitpress completions bash               the script itself, on standard output\n  \
    source <(kitpress completions bash)     only for this session"
)]
pub(super) struct CompletionsArgs {
    /// The shell; with --install and --remove the one that you use when none is given
    #[arg(value_enum, required_unless_present_any = ["install", "remove"])]
    shell: Option<ShellArg>,
    /// Put the script where the shell finds it
    #[arg(long, conflicts_with = "remove")]
    install: bool,
    /// Remove the script that --install has put there
    #[arg(long)]
    remove: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs `completions`.
pub(super) fn run(args: &CompletionsArgs) -> CommandResult {
    let shell = args.shell.or_else(install::own_shell);
    let shell = shell.ok_or_else(|| {
        let what = say!("which shell do you use?");
        Problem::new(what).hint(say!("name it: `kitpress completions --install bash`"))
    })?;
    if args.install {
        return install::install(shell);
    }
    if args.remove {
        return install::remove(shell);
    }
    out::bytes(&script(shell))
}

/// What a shell reads.
fn script(shell: ShellArg) -> Vec<u8> {
    let known = match shell {
        ShellArg::Bash => include_str!("kitpress.bash"),
        ShellArg::Zsh => include_str!("kitpress.zsh"),
        ShellArg::Fish => include_str!("kitpress.fish"),
        ShellArg::Elvish => return fixed(clap_complete::Shell::Elvish),
        ShellArg::Powershell => return fixed(clap_complete::Shell::PowerShell),
    };
    known.as_bytes().to_vec()
}

/// A script that knows commands and options only.
fn fixed(shell: clap_complete::Shell) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut command = super::Args::command();
    clap_complete::generate(shell, &mut command, "kitpress", &mut bytes);
    bytes
}

/// Arguments of `complete`, which shells call.
#[derive(Args, Debug)]
pub(super) struct CompleteArgs {
    /// The shell that asks
    #[arg(value_enum)]
    shell: ShellArg,
    /// The letters that end a word for bash
    #[arg(long, default_value = "")]
    breaks: String,
    /// The words so far, the last one being typed; for bash the line
    #[arg(last = true)]
    words: Vec<String>,
}

/// Runs `complete`: what could stand in the place of the word being typed, a line each.
pub(super) fn answer(args: &CompleteArgs) -> CommandResult {
    let lines = match args.shell {
        ShellArg::Bash => {
            let line = args.words.first().map_or("", String::as_str);
            line::bash(line, &args.breaks)
        }
        _ => {
            let (current, words) = match args.words.split_last() {
                Some((current, words)) => (current.as_str(), words),
                None => ("", &[][..]),
            };
            let offers = engine::offers(words, current);
            // A stranger's title goes to the terminal as it is.
            let line = |o: &engine::Offer| match o.about.is_empty() {
                true => o.value.clone(),
                false => format!("{}\t{}", o.value, clean(&o.about)),
            };
            offers.iter().map(line).collect()
        }
    };
    out::lines_while_read(&lines).map(drop)
}
