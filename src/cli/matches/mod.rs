//! `kitpress matches`: who plays whom in which role, what was decided, and who is ahead.
//!
//! [`begin`] makes a new match of the arguments, [`kept`] is one with its journal, [`link`] ties games to the tables that
//! they are played at; [`show`] and [`data`] tell it to people and to programs, [`paper`] prints it.

mod begin;
mod data;
mod kept;
pub(super) mod link;
mod paper;
mod show;

use std::path::{Path, PathBuf};

use clap::Args;

use super::{CommandResult, out, shelf};
use crate::diag::Problem;
use crate::play::journal::{Access, Journal};
use crate::play::matches::{Contest, MatchEvent, Terms, contest};
use crate::play::rules::Refusal;
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;

use begin::BeginArgs;
use kept::KeptMatch;
use paper::PaperArgs;

/// The kind of journal that a match keeps.
pub(super) const KIND: &str = "match";

/// Arguments of `matches`.
#[derive(Args, Debug)]
#[command(after_help = "Forms:\n  \
    round-robin    everyone against everyone (any number; --twice with the places changed)\n  \
    swiss          --rounds against somebody with about as many points, nobody twice\n  \
    knockout       who loses is out; the first named is the best seed (--third place, --draw)\n  \
    sides          two sides that change roles and partners: 2 players any even number of games,\n                 \
                   3 players 3 or 6, 4 players 2, 4 or 6\n  \
    roles          everybody has each of --roles once\n  \
    KIT            the form of a kit with `[table.match]`, such as catch-and-run\n\n\
    Examples:\n  \
    kitpress matches Ann Bob Cho Dai Eve                 a new round robin\n  \
    kitpress matches Ann Bob Cho Dai --form swiss --rounds 3\n  \
    kitpress matches Ann Bob Cho Dai --form catch-and-run --games 6\n  \
    kitpress matches Ann Bob Cho --form roles --roles teller,guesser\n  \
    kitpress matches 1=Ann 2=draw 3=12:7                 Ann's side won game 1; game 3 ended 12 to 7\n  \
    kitpress matches --join Fay --leave Bob              who comes late and who leaves\n  \
    kitpress matches                                     games and standings\n  \
    kitpress matches --standings --csv                   for a spreadsheet\n  \
    kitpress matches --print --paper a4                  a sheet to hang up and fill in\n  \
    kitpress matches --undo\n  \
    kitpress matches --new Ann Bob                       another match while one is running\n  \
    kitpress matches --table match-1                     goes back to an earlier one\n  \
    kitpress start icecool --match match-1               a table for the next game of it")]
pub(super) struct MatchesArgs {
    /// The players of a new match, or results as GAME=WINNER (`3=Ann`, `3=draw`, `3=12:7`, `3=` to open it again)
    #[arg(value_name = "NAME|GAME=WINNER")]
    words: Vec<String>,
    #[command(flatten)]
    begin: BeginArgs,
    /// Somebody comes late, or comes back
    #[arg(long, value_name = "NAME", conflicts_with_all = ["new", "undo"])]
    join: Vec<String>,
    /// Somebody leaves
    #[arg(long, value_name = "NAME", conflicts_with_all = ["new", "undo"])]
    leave: Vec<String>,
    /// Begin another match while one is running
    #[arg(long, conflicts_with = "undo")]
    new: bool,
    /// Take back what was noted last, and say what it was
    #[arg(long, conflicts_with = "words")]
    undo: bool,
    /// The match's file, or its name in `kitpress tables`; else the one used last
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// Only the games
    #[arg(long)]
    schedule: bool,
    /// Only the games that are over
    #[arg(long, conflicts_with = "schedule")]
    results: bool,
    /// Only who is ahead
    #[arg(long, conflicts_with_all = ["schedule", "results"])]
    standings: bool,
    /// Print CSV: the games, or with --standings who is ahead
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    #[command(flatten)]
    paper: PaperArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages and of the sheet: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &MatchesArgs) -> Result<(), Failure> {
    let path = shelf::find(KIND, args.table.as_deref())?;
    let path = path.as_deref();
    if !args.new && args.words.iter().all(|w| is_result(w)) {
        return go_on(args, path);
    }
    if args.new {
        refuse_results(&args.words)?;
    } else {
        refuse_slips(&args.words, path)?;
    }
    if args.words.is_empty() {
        return Err(players_missing().into());
    }
    let terms = args.begin.terms(&args.words)?;
    // Looked at first, so that a refused match leaves no file behind.
    Contest::new(terms.clone())?;
    // Who begins a match together with others begins one.
    let _turn = shelf::turn(KIND);
    if !args.new {
        refuse_slips(&args.words, path)?;
    }
    let journal = shelf::create(KIND, path, terms.to_body())?;
    let mut kept = KeptMatch::of(journal, terms)?;
    kept.pair_rounds()?;
    kept.save()?;
    Ok(print(args, &kept)?)
}

fn is_result(word: &str) -> bool {
    word.contains(['=', '＝'])
}

/// A new match is asked for: nothing can have been won in it.
fn refuse_results(words: &[String]) -> Result<(), Refusal> {
    let Some(result) = words.iter().find(|w| is_result(w)) else {
        return Ok(());
    };
    let refusal = Refusal::words(say!("`{}` is a result, but a new match has none", result));
    Err(refusal.hint(say!("begin the match first, then note its results")))
}

/// Words that are not all results begin a new match only where no match is running and no word looks like a result: a
/// forgotten `=` must not hide the match that it belongs to.
fn refuse_slips(words: &[String], path: Option<&Path>) -> Result<(), Failure> {
    let number = |w: &str| !w.is_empty() && w.chars().all(char::is_numeric);
    let looks = |w: &&String| is_result(w) || number(w.trim());
    let slip = words.iter().find(looks);
    // Not the word that could be a result is to blame, but the one that cannot.
    let wrong = words.iter().find(|w| !is_result(w));
    let last = shelf::open(KIND, path, Access::Read)?.map(|j| read(&j));
    match (last.transpose()?, slip, wrong) {
        (Some(contest), Some(_), Some(wrong)) => Err(contest.no_result(wrong).into()),
        (Some(contest), None, Some(wrong)) if !contest.over() => {
            let refusal = contest.no_result(wrong);
            Err(refusal.by(say!("a match is running")).into())
        }
        (None, Some(slip), _) => {
            let what = say!("`{}` looks like a result, but there is no match yet", slip);
            let hint = say!("name the players: `kitpress matches Ann Bob Cho`");
            Err(Refusal::words(what).hint(hint).into())
        }
        _ => Ok(()),
    }
}

/// The match that a journal keeps.
pub(super) fn read(journal: &Journal) -> Result<Contest, Failure> {
    let terms = Terms::from_body(journal.header()).ok_or_else(|| shelf::strange(journal, 1))?;
    let events = shelf::entries(journal, MatchEvent::from_body)?;
    Ok(Contest::after(&terms, &events)?)
}

fn players_missing() -> Refusal {
    let refusal = Refusal::words(say!("a new match needs the names of its players"));
    refusal.hint(say!("name the players: `kitpress matches Ann Bob Cho`"))
}

/// Notes what happened in the match used last, or just shows it.
fn go_on(args: &MatchesArgs, path: Option<&Path>) -> Result<(), Failure> {
    if args.begin.given() {
        return Err(players_missing().into());
    }
    let nothing = args.words.is_empty() && args.join.is_empty() && args.leave.is_empty();
    let access = match nothing && !args.undo {
        true => Access::Read,
        false => Access::Write,
    };
    let mut kept = open(path, access)?;
    kept.ask_tables()?;
    let mut said = Vec::new();
    if args.undo {
        said.extend(contest::last(&kept.events).map(|last| show::told(&kept.contest, last)));
        kept.push(MatchEvent::Undo)?;
    }
    for word in &args.words {
        let result = kept.contest.read_result(word)?;
        kept.push(result)?;
    }
    for name in &args.leave {
        let player = seats::find(&kept.contest.players, name)?;
        kept.push(MatchEvent::Leave(player))?;
    }
    for name in &args.join {
        let name = seats::tidy(name);
        kept.admit(&name)?;
        kept.push(MatchEvent::Join(name))?;
    }
    kept.pair_rounds()?;
    kept.save()?;
    said.iter().chain(&kept.notices).for_each(|n| out::note(n));
    Ok(print(args, &kept)?)
}

/// Opens the match of a file, or the one used last.
fn open(path: Option<&Path>, access: Access) -> Result<KeptMatch, Failure> {
    let Some(journal) = shelf::open(KIND, path, access)? else {
        let none = || {
            let problem = Problem::new(say!("there is no match yet"));
            problem.hint(say!("name the players: `kitpress matches Ann Bob Cho`"))
        };
        return Err(path.map_or_else(none, shelf::missing).into());
    };
    let terms = Terms::from_body(journal.header()).ok_or_else(|| shelf::strange(&journal, 1))?;
    let kept = KeptMatch::of(journal, terms)?;
    Ok(match access {
        Access::Read => kept.only_looked_at(),
        _ => kept,
    })
}

fn print(args: &MatchesArgs, kept: &KeptMatch) -> CommandResult {
    if args.paper.print {
        return paper::print(&args.paper, args.lang.as_deref(), kept, args.json);
    }
    if args.json {
        return out::json(&data::json(kept));
    }
    let all = !(args.schedule || args.results || args.standings);
    if args.csv {
        return match args.standings {
            true => data::print_standings(&kept.contest),
            false => data::print_games(&kept.contest, args.results),
        };
    }
    if all || args.schedule || args.results {
        for line in show::schedule(&kept.contest, args.results) {
            out::line(&line)?;
        }
    }
    if all {
        out::line("")?;
    }
    if all || args.standings {
        for line in show::standings(&kept.contest) {
            out::line(&line)?;
        }
    }
    match all {
        true => out::line(&show::footer(kept)),
        false => Ok(()),
    }
}
