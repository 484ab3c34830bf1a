//! `kitpress watch`: build on every save, show all faces in the browser.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;

use clap::Args;
use sha2::{Digest, Sha256};

use super::print::PageLooks;
use super::settings::SettingArgs;
use super::table_args::private_folder;
use super::{CommandResult, here, kit_is_here, locale, not_planted, out, profile};
use crate::diag::Problem;
use crate::files::write_private;
use crate::kit::Source;
use crate::play::games::rule_picture;
use crate::press::PrintOptions;
use crate::say;
use crate::serve::new_key;
use crate::watch::{self, News, ShownPage, WatchOptions};

/// The first port that is tried.
const PORT: u16 = 7373;
/// Where the secret lies that keys of pages are made of.
const KEPT: &str = "watch";

/// Arguments of `watch`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress watch my-game                     builds on every save, shows all cards in the browser\n  \
    kitpress watch my-game --lang both --bleed 3mm\n  \
    kitpress watch . --port 8000 --no-open")]
pub(super) struct WatchArgs {
    /// The kit's folder; this one when none is given
    #[arg(value_name = "DIR", required = !kit_is_here(), default_value = here(), hide_default_value = true)]
    folder: PathBuf,
    /// The page's port on this computer; 7373 or the next free one by default
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    looks: PageLooks,
    /// Language: en, ja, …, or both; your own by default
    #[arg(long)]
    pub lang: Option<String>,
    /// Only these components, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "COMPONENT")]
    only: Vec<String>,
    /// Only these cards: [COMPONENT:]NAME with * and ?, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "CARD")]
    cards: Vec<String>,
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    /// Print everything N times
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    sets: u32,
    /// The printer, as measured with `kitpress calibrate`
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Folder for the PDFs
    #[arg(long, default_value = "out", value_name = "DIR")]
    out: PathBuf,
    /// Build for another kitpress
    #[arg(long, hide = true)]
    worker: bool,
}

/// Runs the command.
pub(super) fn run(args: &WatchArgs) -> CommandResult {
    not_planted(&args.out)?;
    let looks = args.looks.options();
    let warp = match args.worker {
        // Warnings were given once already.
        true => profile::quiet_warp(args.profile.as_deref(), &looks),
        false => profile::warp(args.profile.as_deref(), &looks)?,
    };
    let options = WatchOptions {
        folder: args.folder.clone(),
        set: args.settings.all(),
        print: PrintOptions {
            only: args.only.clone(),
            cards: args.cards.clone(),
            sets: args.sets,
            date: std::env::var("SOURCE_DATE_EPOCH")
                .ok()
                .and_then(|v| v.trim().parse().ok()),
            warp,
            ..looks
        },
        lang: args.lang.clone(),
        own: locale(),
        out: args.out.clone(),
        rules: Some(rule_picture),
    };
    if args.worker {
        ignore_interrupts();
        watch::serve(options);
        return Ok(());
    }
    kit_folder(&args.folder)?;
    let ended = ending();
    let shown = Arc::new(ShownPage::default());
    let (send, asks) = channel();
    let deaf = |e: std::io::Error| {
        let port = args.port.unwrap_or(PORT);
        Problem::new(say!("the page cannot be shown at port {}: {}", port, e))
            .hint(say!("choose another with `--port`"))
    };
    let listener = watch::listen(args.port, PORT).map_err(deaf)?;
    let key = page_key(listener.local_addr().map_err(deaf)?.port())?;
    let url = watch::show(listener, key, shown.clone(), send).map_err(deaf)?;
    let terminal = std::io::stdout().is_terminal();
    out::line(&say!("{} — Ctrl-C ends", url).to_string())?;
    let opened = match !args.no_open && terminal {
        true => open(&url, &args.out),
        false => None,
    };
    let mut tell = |news: News<'_>| match news {
        News::Broken(text) => out::note(text),
        News::Built(build) => {
            for file in &build.files {
                let shown = file.file.display();
                let ms = format!("{:.1}", build.ms);
                let text = say!(
                    "{}: {} {page|pages}, {} {face|faces} drawn, {} ms",
                    shown,
                    file.pages,
                    build.drawn,
                    ms
                );
                let _ = out::line(&text.to_string());
            }
        }
    };
    let stop = || ended.load(Ordering::SeqCst);
    watch::watch(&options, &worker, &asks, &shown, &mut tell, &stop);
    if let Some(file) = opened {
        let _ = std::fs::remove_file(file);
    }
    out::note(&say!("the watch has ended").to_string());
    Ok(())
}

/// There must be a kit to begin with; what happens to it later does not end the watch.
fn kit_folder(folder: &Path) -> Result<(), Problem> {
    let shown = folder.display().to_string();
    if !folder.exists() {
        return Err(
            Problem::new(say!("there is no folder called `{}`", shown)).hint(say!(
                "give the folder of a kit; `kitpress new {}` begins one",
                shown
            )),
        );
    }
    // A folder that is called like a shipped kit is a folder all the same.
    let path = match shown.contains(['/', '\\', '.']) {
        true => shown,
        false => format!("./{shown}"),
    };
    Source::find(&path).map(drop)
}

/// The same command once more, as a worker.
fn worker() -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1)).arg("--worker");
    Ok(command)
}

/// A flag that rises when the user wants to end.
fn ending() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // A second one ends at once, whatever happens.
            let _ = signal_hook::flag::register_conditional_default(signal, flag.clone());
            let _ = signal_hook::flag::register(signal, flag.clone());
        }
    }
    flag
}

/// A worker ends when nobody asks it any more; Ctrl-C is for the watch.
fn ignore_interrupts() {
    #[cfg(unix)]
    {
        let nothing = Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, nothing);
    }
}

/// The key of the page at a port. It is the same when the watch is started again, so that a page that was left open goes
/// on; it is another at another port, so that whoever listens there after the watch learns nothing for the next.
fn page_key(port: u16) -> Result<String, Problem> {
    let file = private_folder(KEPT).map(|folder| folder.join("secret"));
    let kept = file.as_ref().ok().and_then(|f| std::fs::read(f).ok());
    let secret = match kept.filter(|s| s.len() >= 32) {
        Some(secret) => secret,
        None => {
            let secret = new_key().map_err(Problem::new)?.into_bytes();
            // Where nothing can be kept, the key holds until the watch ends.
            let _ = file.map(|f| write_private(&f, &secret));
            secret
        }
    };
    let hash = Sha256::new()
        .chain_update(secret)
        .chain_update(port.to_be_bytes());
    let hash = hash.finalize();
    Ok(hash.iter().take(16).map(|b| format!("{b:02x}")).collect())
}

/// Opens the page in the user's browser, if there is one: through a file that only the user can read, and that leads
/// there, since everybody on this computer can read with what a program was started. Returns the file.
fn open(url: &str, out: &Path) -> Option<PathBuf> {
    let file = out.join("kitpress-watch.html");
    let leads = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>kitpress</title>\n<a href=\"{url}\">kitpress</a>\n"
    );
    std::fs::create_dir_all(out).ok()?;
    write_private(&file, leads.as_bytes()).ok()?;
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let started = command
        .arg(std::path::absolute(&file).ok()?)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = started {
        std::thread::spawn(move || child.wait());
    }
    Some(file)
}
