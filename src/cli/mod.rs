//! The shell around the library: arguments in, files and words out. The only place that prints.

mod again;
mod alone;
mod answers;
mod ask;
mod asked;
mod beside;
mod calibrate;
mod cards;
mod cells;
mod changed;
mod chart;
mod check;
mod complete;
mod corner;
mod desk;
mod door;
mod draft;
mod editor;
mod elsewhere;
mod entry;
mod export;
mod follow;
mod front;
mod guide;
mod handover;
mod help;
mod history;
mod host;
mod kits;
mod layout;
mod leftover;
mod lines;
mod locale;
mod lock;
mod matches;
mod menu;
mod misuse;
mod moves;
mod network;
mod new;
mod next;
mod orders;
mod out;
mod pace;
mod paint;
mod phoned;
mod pick;
mod play;
mod players;
mod preview;
mod print;
mod printer;
mod profile;
mod progress;
mod roster;
mod rules;
mod score;
mod screen;
mod scroll;
mod session;
mod settings;
mod sheet;
mod shelf;
mod show;
mod shuffle;
mod signals;
mod simulate;
mod start;
mod stats;
mod table_args;
mod tables;
mod tally_words;
mod timer;
mod tonight;
mod verbs;
mod verify;
mod walk;
mod watch;
mod when;
mod zone;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::builder::{OsStr, Resettable};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use locale::locale;

use crate::diag::{Problem, Problems, list};
use crate::kit::{Kit, Setting, Source, shipped_ids};
use crate::play::games::{Games, with_rules};
use crate::play::table::Failure;
use crate::say;
use crate::say::{Tongue, speak};

/// Print board games at home, from kits of data and SVG templates.
#[derive(Parser, Debug)]
#[command(
    name = "kitpress",
    version,
    propagate_version = true,
    disable_help_subcommand = true
)]
#[command(
    after_help = "Without a command, on a terminal, the start page opens: the games, the kits of this folder and the tables \
    that go on, with all that can be done with them."
)]
struct Args {
    /// Language of messages: en or ja; your own by default
    #[arg(long)]
    lang: Option<String>,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Make print-ready PDFs of kits
    Print(print::PrintArgs),
    /// List the kits that ship inside the program
    Kits(kits::KitsArgs),
    /// Tell what a kit takes tonight: sheets, cuts, minutes, tools, and how to begin
    Tonight(tonight::TonightArgs),
    /// Read the rules of a game
    Rules(rules::RulesArgs),
    /// List every card of a kit with its fields
    Cards(cards::CardsArgs),
    /// Look for everything that is wrong with kits, without printing
    Check(check::CheckArgs),
    /// Measure a printer, so that backs land behind their fronts
    Calibrate(calibrate::CalibrateArgs),
    /// Build a kit on every save and show all its cards in the browser
    Watch(watch::WatchArgs),
    /// Draw a card or a sheet as PNG
    Preview(preview::PreviewArgs),
    /// Begin a kit of your own from a starter
    New(new::NewArgs),
    /// Make pictures for print services and other programs, or decks for Tabletop Simulator
    Export(export::ExportArgs),
    /// Set up a table: shuffle, deal, begin
    Start(start::StartArgs),
    /// Make a move
    #[command(name = "do")]
    Do(moves::DoArgs),
    /// Show the table, or what one player may see
    Show(show::ShowArgs),
    /// Take back the last move
    Undo(moves::UndoArgs),
    /// List everything that happened
    Log(show::LogArgs),
    /// Check that the cards came from the seed that was sealed at the start
    Verify(verify::VerifyArgs),
    /// List your tables, score pads and matches
    Tables(tables::TablesArgs),
    /// Play the last table again: the same players one seat further, newly shuffled
    Again(again::AgainArgs),
    /// List every game that was played: who won, when, how long it took
    History(history::HistoryArgs),
    /// Choose a player, make teams, throw dice or a coin, so that everybody can check it
    Pick(pick::PickArgs),
    /// Keep lists of players by name, for `--players @club`
    Roster(roster::RosterArgs),
    /// Shuffle one component, without a table
    Shuffle(shuffle::ShuffleArgs),
    /// Deal hidden cards and roles, handing the screen round
    Deal(start::DealArgs),
    /// Play at a guided table
    Play(play::PlayArgs),
    /// Put the table on everybody's phone, and on the screen on the wall
    Host(host::HostArgs),
    /// Count down, count up, or give every player time of their own
    Timer(timer::TimerArgs),
    /// Keep score of any game: rounds, bonuses, corrections
    Score(score::ScoreArgs),
    /// Plan a match of several games and keep its results
    Matches(matches::MatchesArgs),
    /// Let bots play a game many times: who wins, how long it takes, how it ends
    Simulate(simulate::SimulateArgs),
    /// Let the shell's Tab key complete commands, kits, cards, tables and moves
    Completions(complete::CompletionsArgs),
    /// Answer a shell that completes a line
    #[command(hide = true)]
    Complete(complete::CompleteArgs),
    /// Write a manual page, or all of them
    Man(help::ManArgs),
    /// Tell about a command, or list them all
    Help(help::HelpArgs),
}

/// What a command ends with.
type CommandResult = Result<(), Problems>;

/// Room for pictures that nest deeply, on every thread that draws.
const STACK: usize = 64 << 20;

/// Runs the program.
pub fn run() -> ExitCode {
    let args = moves::flags_first(std::env::args_os());
    speak(Tongue::of(&language_of_messages(&args)));
    let read = match read(args.clone()) {
        Ok(args) => args,
        Err(error) => return misuse::tell(&error, &args),
    };
    let Some(command) = read.command else {
        return front::run();
    };
    dispatch_on_a_thread(command)
}

/// Runs a command with room for pictures that nest deeply.
fn dispatch_on_a_thread(command: CliCommand) -> ExitCode {
    // Without it, the default pool does; only very deep pictures would notice.
    let _ = rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build_global();
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || dispatch(command));
    let ended = worker.map(|thread| thread.join());
    match ended {
        Ok(Ok(code)) => code,
        // The panic has been reported on standard error already.
        Ok(Err(_)) | Err(_) => ExitCode::from(1),
    }
}

/// Whether the program would understand these arguments; says why not.
pub fn understands(args: &[String]) -> Result<(), String> {
    let all = std::iter::once("kitpress".into()).chain(args.iter().map(Into::into));
    let parsed = read(moves::flags_first(all));
    parsed
        .map(drop)
        .map_err(|e| misuse::problem(&e).to_string())
}

/// Reads the arguments; those that are not understood once more with the options that kits declare.
fn read(args: Vec<OsString>) -> Result<Args, clap::Error> {
    Args::try_parse_from(&args).or_else(|_| {
        let mut matches = command(&args).try_get_matches_from(&args)?;
        Args::from_arg_matches_mut(&mut matches)
    })
}

/// The command that is named among the arguments.
fn named(args: &[OsString]) -> Option<&str> {
    let root = Args::command();
    let mut words = args.iter().skip(1).filter_map(|a| a.to_str());
    words.find(|word| root.find_subcommand(word).is_some())
}

/// The command line with the options of the kits that are named, and of the shipped ones.
fn command(args: &[OsString]) -> clap::Command {
    settings::with_declared(Args::command(), args)
}

fn dispatch(command: CliCommand) -> ExitCode {
    if follows_links(&command) {
        crate::kit::follow_links();
    }
    let outcome = match command {
        CliCommand::Print(args) => print::run(&args),
        CliCommand::Kits(args) => kits::run(&args),
        CliCommand::Tonight(args) => tonight::run(&args),
        CliCommand::Cards(args) => cards::run(&args),
        CliCommand::Check(args) => check::run(&args),
        CliCommand::Calibrate(args) => calibrate::run(&args),
        CliCommand::Watch(args) => watch::run(&args),
        CliCommand::Preview(args) => preview::run(&args),
        CliCommand::New(args) => new::run(&args),
        CliCommand::Export(args) => export::run(&args),
        CliCommand::Start(args) => return finish(start::run(&args)),
        CliCommand::Do(args) => return finish(moves::run(&args)),
        CliCommand::Show(args) => return finish(show::run(&args)),
        CliCommand::Undo(args) => return finish(moves::undo(&args)),
        CliCommand::Log(args) => return finish(show::log(&args)),
        CliCommand::Verify(args) => return finish(verify::run(&args)),
        CliCommand::Tables(args) => return finish(tables::run(&args)),
        CliCommand::Again(args) => return finish(again::run(&args)),
        CliCommand::History(args) => return finish(history::run(&args)),
        CliCommand::Pick(args) => return finish(pick::run(&args)),
        CliCommand::Roster(args) => return finish(roster::run(&args)),
        CliCommand::Shuffle(args) => return finish(shuffle::run(&args)),
        CliCommand::Deal(args) => return finish(start::deal(&args)),
        CliCommand::Play(args) => return finish(play::run(&args)),
        CliCommand::Host(args) => return finish(host::run(&args)),
        CliCommand::Timer(args) => return finish(timer::run(&args)),
        CliCommand::Score(args) => return finish(score::run(&args)),
        CliCommand::Matches(args) => return finish(matches::run(&args)),
        CliCommand::Simulate(args) => return finish(simulate::run(&args)),
        CliCommand::Rules(args) => rules::run(&args),
        CliCommand::Completions(args) => complete::run(&args),
        CliCommand::Complete(args) => complete::answer(&args),
        CliCommand::Man(args) => return finish(help::man(&args)),
        CliCommand::Help(args) => return finish(help::run(&args)),
    };
    finish(outcome.map_err(Failure::from))
}

/// Tells what went wrong, if anything: exit code 1 for what failed, 2 for what was refused.
fn finish(ended: Result<(), Failure>) -> ExitCode {
    let (problems, code) = match ended {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Failed(problems)) => (problems, 1),
        Err(Failure::Refused(refusal)) => (Problem::from(refusal).into(), 2),
    };
    out::problems(&problems);
    ExitCode::from(code)
}

/// Whether links of kits may lead out of their folders.
fn follows_links(command: &CliCommand) -> bool {
    let settings = match command {
        CliCommand::Print(args) => &args.settings,
        CliCommand::Check(args) => &args.settings,
        CliCommand::Watch(args) => &args.settings,
        CliCommand::Preview(args) => &args.settings,
        CliCommand::Export(args) => &args.settings,
        CliCommand::Cards(args) => &args.settings,
        CliCommand::Tonight(args) => &args.settings,
        _ => return false,
    };
    settings.follow_links
}

/// The language of messages: what the arguments ask for, else the user's own.
fn language_of_messages(args: &[OsString]) -> String {
    let flags = args.iter().take_while(|a| *a != "--");
    let mut flags = flags.filter_map(|a| a.to_str());
    let asked = flags.find_map(|a| match a.strip_prefix("--lang")? {
        "" => Some(None),
        rest => Some(Some(rest.strip_prefix('=')?)),
    });
    match asked.and_then(|value| value.or_else(|| flags.next())) {
        Some(lang) if !matches!(lang, "both" | "all") => lang.to_owned(),
        _ => locale(),
    }
}

/// The languages to print a kit in: what was asked for, else the user's own, else the kit's first.
fn languages_for(kit: &Kit, asked: Option<&str>) -> Result<Vec<String>, Problems> {
    match asked {
        Some("both" | "all") => Ok(kit.languages.clone()),
        Some(lang) => Ok(vec![kit.language(lang)?.to_owned()]),
        None => {
            let own = kit.language(&locale()).ok();
            let lang = own
                .or_else(|| kit.language("en").ok())
                .unwrap_or(&kit.languages[0]);
            Ok(vec![lang.to_owned()])
        }
    }
}

/// The folder that the program was started in.
const HERE: &str = ".";

/// Whether this folder holds a kit: that is meant when none is named, also where its `kit.toml` is a link that leads nowhere.
fn kit_is_here() -> bool {
    let at = Path::new(HERE).join("kit.toml");
    at.is_file() || at.is_symlink()
}

/// The kit of this folder for arguments that name a kit, where it holds one.
fn here() -> Resettable<OsStr> {
    kit_is_here().then(|| HERE.into()).into()
}

/// `out` in a kit's folder may have come with the kit: as a link it is followed only where somebody names it.
fn not_planted(out: &Path) -> CommandResult {
    let link = || std::fs::symlink_metadata(out).is_ok_and(|m| m.is_symlink());
    if out == Path::new("out") && kit_is_here() && link() {
        let what = say!(
            "`{}` is a link, and nothing is written through it",
            out.display()
        );
        let hint = say!("remove it, or name the folder that you mean: `--out ./out`");
        return Err(Problem::new(what).hint(hint).into());
    }
    Ok(())
}

/// The kits meant by those named: these, else the kit of this folder, else all shipped ones.
fn meant(names: &[String]) -> Vec<String> {
    match names {
        [] if kit_is_here() => vec![HERE.to_owned()],
        [] => shipped_ids().into_iter().map(str::to_owned).collect(),
        names => names.to_vec(),
    }
}

/// Loads the kits that are meant; the problems of all are reported together.
fn load_kits(names: &[String], set: &[Setting]) -> Result<Vec<Kit>, Problems> {
    let games = Games::shipped();
    let mut kits: Vec<Kit> = Vec::new();
    let mut problems = Problems::default();
    for name in &meant(names) {
        let source = Source::find(name).map_err(Problems::from);
        let kit = source.and_then(|s| Kit::load_from(s, set));
        let checked = kit.and_then(|kit| {
            games.check(&kit)?;
            Ok(kit)
        });
        match checked {
            Ok(kit) => kits.push(with_rules(kit)),
            Err(p) => problems.extend(p),
        }
    }
    let kits = problems.or(kits)?;
    let mut unknown = Problems::default();
    for (name, _) in set {
        if !kits.iter().any(|k| k.settings.contains_key(name)) {
            let known: BTreeSet<&str> = kits
                .iter()
                .flat_map(|k| k.settings.keys().map(String::as_str))
                .collect();
            let problem = Problem::new(say!("there is no setting `{}`", name));
            unknown.push(if known.is_empty() {
                problem.hint(say!("the kit has no settings"))
            } else {
                problem.hint(say!("settings: {}", list(known)))
            });
        }
    }
    unknown.or(kits)
}

/// Loads one kit.
fn load_kit(name: &str, set: &[Setting]) -> Result<Kit, Problems> {
    let mut kits = load_kits(&[name.to_owned()], set)?;
    Ok(kits.remove(0))
}
