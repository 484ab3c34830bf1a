//! `kitpress tables`: the tables, score pads and matches in the data folder, each by the name that `--table` takes.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::cells::{clean, cut};
use super::{matches, out, score, shelf, table_args, when, zone};
use crate::diag::Problem;
use crate::play::journal::{Access, Journal};
use crate::play::record::Record;
use crate::play::table::{Failure, Table};
use crate::say;

/// Arguments of `tables`.
#[derive(Args, Debug)]
#[command(
    after_help = "Tables come first, then score pads, then matches; `*` marks the one of each that was used last. The\n\
    name before the colon is what `--table` takes, and stays the same; a file that you keep elsewhere has\n\
    a name as well. What does not open is listed with what is wrong.\n\n\
    Examples:\n  \
    kitpress tables\n  \
    kitpress tables --json\n  \
    kitpress show --table icecool-1\n  \
    kitpress score --table score-2"
)]
pub(super) struct TablesArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// The most cells that names and the like take in a line.
const WIDE: usize = 60;

/// A table, score pad or match that lies in the data folder.
struct Kept {
    /// The short name, or the path.
    name: String,
    path: PathBuf,
    /// Whether it is the one of its kind that was used last.
    current: bool,
    /// What it is, for people and for programs; else what is wrong with it.
    facts: Result<(String, Value), String>,
    kind: &'static str,
}

/// Runs the command.
pub(super) fn run(args: &TablesArgs) -> Result<(), Failure> {
    let mut all = tables()?;
    all.extend(shelved(score::KIND, &pad));
    all.extend(shelved(matches::KIND, &contest));
    if args.json {
        let rows: Vec<Value> = all.iter().map(row).collect();
        return Ok(out::json(&rows)?);
    }
    if all.is_empty() {
        let none = say!("no tables yet; `kitpress start KIT --players Ann,Bob` makes one");
        out::line(&none.to_string())?;
    }
    for kept in &all {
        let mark = if kept.current { "*" } else { " " };
        let facts = match &kept.facts {
            Ok((facts, _)) => facts,
            Err(problem) => problem,
        };
        let line = format!("{mark} {}: {facts}", cut(&clean(&kept.name), WIDE));
        table_args::lines(&out::entry(&line))?;
    }
    Ok(())
}

fn row(kept: &Kept) -> Value {
    let mut row = json!({
        "kind": kept.kind,
        "name": kept.name,
        "file": kept.path.display().to_string(),
        "current": kept.current,
    });
    match (&kept.facts, &mut row) {
        (Ok((_, Value::Object(more))), Value::Object(row)) => row.extend(more.clone()),
        (Err(problem), _) => row["error"] = problem.as_str().into(),
        _ => {}
    }
    row
}

/// The files of a kind, and the one used last, which may lie anywhere.
fn with_last(mut paths: Vec<PathBuf>, last: Option<&PathBuf>) -> Vec<PathBuf> {
    let elsewhere = last.filter(|l| !paths.contains(l) && l.exists());
    paths.extend(elsewhere.cloned());
    paths
}

fn tables() -> Result<Vec<Kept>, Failure> {
    let last = table_args::last_used();
    let paths = with_last(table_args::kept_tables()?, last.as_ref());
    let kept = |path: PathBuf| Kept {
        name: table_args::name(&path),
        current: last.as_ref() == Some(&path),
        facts: table(&path).map_err(problem),
        kind: "table",
        path,
    };
    Ok(paths.into_iter().map(kept).collect())
}

fn table(path: &Path) -> Result<(String, Value), Failure> {
    let record = Record::of(&Table::recall(path)?);
    let names = cut(&record.players.join(", "), WIDE);
    let mut facts = say!("{}, {}, {} {move|moves}", record.kit, names, record.moves).to_string();
    if record.practice {
        facts = say!("{}, practice", facts).to_string();
    }
    let winners = record.over().then(|| record.winners());
    facts = match winners.as_deref() {
        None => say!("{}, under way", facts).to_string(),
        Some(_) if record.given_up => say!("{}, given up", facts).to_string(),
        Some([]) => say!("{}, over", facts).to_string(),
        Some(names) => say!("{}, won by {}", facts, cut(&names.join(", "), WIDE)).to_string(),
    };
    let fields = json!({
        "kit": record.kit,
        "seats": record.players,
        "players": record.players,
        "moves": record.moves,
        "over": record.over(),
        "state": state(record.over()),
        "winners": winners,
        "practice": record.practice,
        "began": record.began,
        "last": record.last,
    });
    Ok((dated(facts, record.began, record.last), fields))
}

/// Whether something goes on, in a word for programs.
fn state(over: bool) -> &'static str {
    if over { "over" } else { "running" }
}

/// What a journal of a kind holds, for people and for programs.
type Facts = dyn Fn(&Journal) -> Result<(String, Value), Failure>;

fn shelved(kind: &'static str, facts: &Facts) -> Vec<Kept> {
    let last = shelf::last(kind);
    let kept = |path: PathBuf| {
        let open = Journal::open(&path, kind, Access::Read).map_err(Failure::from);
        let facts = open.and_then(|journal| {
            let (began, last) = shelf::times(&journal);
            let (said, mut fields) = facts(&journal)?;
            fields["began"] = began.into();
            fields["last"] = last.into();
            Ok((dated(said, began, last), fields))
        });
        Kept {
            name: shelf::name(kind, &path),
            current: last.as_ref() == Some(&path),
            facts: facts.map_err(problem),
            kind,
            path,
        }
    };
    let paths = with_last(shelf::all(kind), last.as_ref());
    paths.into_iter().map(kept).collect()
}

fn pad(journal: &Journal) -> Result<(String, Value), Failure> {
    let pad = score::read(journal)?;
    let names = cut(&pad.players.join(", "), WIDE);
    let rounds = pad.rounds.len();
    let leaders: Vec<&str> = pad
        .leaders()
        .iter()
        .map(|p| pad.players[*p].as_str())
        .collect();
    let said = say!("score pad, {}, {} {round|rounds}", names, rounds).to_string();
    let fields = json!({
        "players": pad.players, "rounds": rounds, "state": "running", "leaders": leaders,
    });
    Ok((said, fields))
}

fn contest(journal: &Journal) -> Result<(String, Value), Failure> {
    let contest = matches::read(journal)?;
    let players = &contest.players;
    let names = cut(&players.join(", "), WIDE);
    let (games, played) = (contest.games(), contest.decided());
    let over = contest.over();
    let winners: Option<Vec<&str>> = over.then(|| {
        let first = contest.ahead().into_iter();
        first.map(|p| players[p].as_str()).collect()
    });
    let mut said = say!(
        "match, {}, {} of {} {game|games} played",
        names,
        played,
        games
    )
    .to_string();
    if let Some(winners) = &winners {
        said = say!("{}, won by {}", said, cut(&winners.join(", "), WIDE)).to_string();
    }
    let fields = json!({
        "players": players, "games": games, "played": played, "over": over, "state": state(over),
        "winners": winners,
    });
    Ok((said, fields))
}

fn dated(facts: String, began: u64, last: u64) -> String {
    say!(
        "{}; {}, last used {}",
        facts,
        zone::local(began).minute(),
        when::ago(last, table_args::now())
    )
    .to_string()
}

/// What is wrong with a file that does not open, without its advice.
pub(super) fn problem(failure: Failure) -> String {
    match failure {
        Failure::Refused(refusal) => Problem::from(refusal).what.to_string(),
        Failure::Failed(problems) => problems
            .0
            .first()
            .map_or_else(String::new, |p| p.what.to_string()),
    }
}
