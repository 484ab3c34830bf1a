//! `kitpress history`: every game that was played, read from the tables themselves.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::cells::cut;
use super::sheet::{SheetCell, TableOfCells};
use super::{out, stats, table_args, tables, when, zone};
use crate::diag::{Problem, nearest};
use crate::files::{Output, folder_of, write_all};
use crate::play::bgstats;
use crate::play::record::Record;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::play::stats::HistoryStats;
use crate::play::table::{Failure, Table};
use crate::say;
use crate::say::tongue;

/// Arguments of `history`.
#[derive(Args, Debug)]
#[command(
    after_help = "Read from the tables in your data folder and from those that you used elsewhere, the newest first. Tables\n\
    for practice (`--seed`) are marked, and do not count in --stats unless --practice is given. A night between\n\
    two moves is not played time.\n\n\
    Examples:\n  \
    kitpress history\n  \
    kitpress history --player Ann --kit icecool --since 2026-01-01\n  \
    kitpress history --stats                       who wins how often, at what, against whom\n  \
    kitpress history --stats --since last-month\n  \
    kitpress history --csv > evenings.csv\n  \
    kitpress history --bgstats evenings.bgsplay    for the app BG Stats"
)]
pub(super) struct HistoryArgs {
    /// Only games in which this player took part
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games of this kit
    #[arg(long, value_name = "KIT")]
    kit: Option<String>,
    /// Only games since then: 2026-01-31, 2026-01, 30d, 6w, 3m, today, this-week, last-month, this-year
    #[arg(long, value_name = "DATE|SPAN")]
    since: Option<String>,
    /// What all of them come to: wins, streaks, head to head, lengths
    #[arg(long)]
    stats: bool,
    /// Count tables for practice as well (--stats, --bgstats)
    #[arg(long)]
    practice: bool,
    /// Print CSV, a line for each player of each game
    #[arg(long, conflicts_with_all = ["json", "bgstats"])]
    csv: bool,
    /// Write a file that the app BG Stats imports
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "stats"])]
    bgstats: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// A table of history.
struct Played {
    /// Its short name, or its path.
    name: String,
    record: Record,
    /// When its file was made, to tell apart what began in the same second.
    made: Option<SystemTime>,
}

/// Runs the command.
pub(super) fn run(args: &HistoryArgs) -> Result<(), Failure> {
    let since = args.since.as_deref();
    let since = since
        .map(|s| when::since(s, table_args::now()))
        .transpose()?;
    let mut all = recalled()?;
    if let Some(player) = &args.player {
        all = of_player(all, player)?;
    }
    if let Some(kit) = &args.kit {
        all = of_kit(all, kit)?;
    }
    all.retain(|p| since.is_none_or(|since| p.record.began >= since));
    if let Some(path) = &args.bgstats {
        return export(&all, path, args.practice);
    }
    if args.stats {
        let records: Vec<Record> = all.into_iter().map(|p| p.record).collect();
        let mut stats = HistoryStats::of(&records, args.practice);
        if let Some(player) = &args.player {
            stats.keep_pairs_of(player);
        }
        match (args.json, args.csv) {
            (true, _) => out::json(&stats::as_json(&stats))?,
            (_, true) => stats::print_csv(&stats)?,
            _ => table_args::lines(&stats::as_text(&stats, out::width()))?,
        }
        return Ok(());
    }
    if args.json {
        return Ok(out::json(&all.iter().map(as_json).collect::<Vec<_>>())?);
    }
    if args.csv {
        return print_csv(&all);
    }
    if all.is_empty() {
        out::line(&say!("no games").to_string())?;
    }
    let lines: Vec<String> = all.iter().flat_map(|p| out::entry(&line(p))).collect();
    Ok(table_args::lines(&lines)?)
}

/// Every table that opens, the newest first; what does not open is told on standard error.
fn recalled() -> Result<Vec<Played>, Failure> {
    let mut paths = table_args::kept_tables()?;
    if let Some(last) = table_args::last_used().filter(|l| l.exists() && !paths.contains(l)) {
        paths.push(last);
    }
    let recall = |path: &PathBuf| (path.clone(), Table::recall(path).map(|t| Record::of(&t)));
    let recalled: Vec<_> = paths.par_iter().map(recall).collect();
    let mut all = Vec::new();
    for (path, record) in recalled {
        let name = table_args::name(&path);
        match record {
            Ok(record) => all.push(Played {
                made: made(&path),
                name,
                record,
            }),
            Err(failure) => {
                let what = tables::problem(failure);
                out::warning(&say!("`{}` is left out: {}", cut(&name, 60), what));
            }
        }
    }
    all.sort_by_cached_key(|p| (p.record.began, p.made, table_args::natural(&p.name)));
    all.reverse();
    Ok(all)
}

fn made(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).ok()?.created().ok()
}

fn of_player(all: Vec<Played>, player: &str) -> Result<Vec<Played>, Refusal> {
    let plays = |p: &Played| seats::find(&p.record.players, player).is_ok();
    if all.is_empty() || all.iter().any(plays) {
        return Ok(all.into_iter().filter(plays).collect());
    }
    let mut known: Vec<String> = all.into_iter().flat_map(|p| p.record.players).collect();
    known.sort();
    known.dedup();
    let what = say!("nobody called `{}` has played", player);
    let known = known.iter().map(String::as_str);
    Err(Refusal::new(Fault::Unknown, what).did_you_mean(player, known))
}

fn of_kit(all: Vec<Played>, kit: &str) -> Result<Vec<Played>, Refusal> {
    let wanted = seats::fold(kit);
    let is = |p: &Played| {
        let titles = p.record.title.0.values();
        p.record.kit == kit || titles.into_iter().any(|t| seats::fold(t) == wanted)
    };
    let shipped = crate::kit::shipped_ids();
    if all.is_empty() || all.iter().any(is) || shipped.contains(&kit) {
        return Ok(all.into_iter().filter(is).collect());
    }
    let ids = || {
        all.iter()
            .map(|p| p.record.kit.as_str())
            .chain(shipped.iter().copied())
    };
    let refusal = Refusal::new(Fault::Unknown, say!("no game of `{}` was played", kit));
    Err(match nearest(kit, ids()) {
        Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
        None => refusal,
    })
}

/// The most cells that names take in a line.
const WIDE: usize = 60;

fn line(played: &Played) -> String {
    let record = &played.record;
    let title = cut(record.title.get(tongue().code()), 30);
    let began = zone::local(record.began).minute();
    let players = cut(&record.players.join(", "), WIDE);
    let name = cut(&played.name, WIDE);
    let mut line = say!("{}  {}: {}, {}", began, name, title, players).to_string();
    let winners = cut(&record.winners().join(", "), WIDE);
    line = match record {
        r if !r.over() => say!("{}, under way", line).to_string(),
        r if r.given_up => say!("{}, given up", line).to_string(),
        r if r.winners.is_empty() => say!("{}, nobody won", line).to_string(),
        _ => say!("{}, won by {}", line, winners).to_string(),
    };
    if let Some(minutes) = record.minutes {
        line = say!("{}, {} {minute|minutes}", line, minutes).to_string();
    }
    if record.practice {
        line = say!("{}, practice", line).to_string();
    }
    line
}

fn as_json(played: &Played) -> Value {
    let record = &played.record;
    json!({
        "table": played.name,
        "kit": record.kit,
        "title": record.title.get(tongue().code()),
        "players": record.players,
        "winners": record.winners(),
        "scores": record.scores,
        "began": record.began,
        "ended": record.ended,
        "minutes": record.minutes,
        "settings": record.settings,
        "over": record.over(),
        "given_up": record.given_up,
        "practice": record.practice,
    })
}

fn print_csv(all: &[Played]) -> Result<(), Failure> {
    let mut sheet = TableOfCells::new(&[
        "table", "kit", "title", "began", "ended", "minutes", "practice", "seat", "player", "won",
        "score",
    ])?;
    let time = |at: u64| zone::local(at).to_string();
    for Played { name, record, .. } in all {
        for (seat, player) in record.players.iter().enumerate() {
            let score = match record.scores.get(player) {
                Some(Value::Number(n)) => SheetCell::plain(n),
                Some(Value::String(s)) => SheetCell::text(s),
                _ => SheetCell::plain(""),
            };
            let won = record.counts().then(|| record.winners.contains(&seat));
            sheet.row([
                SheetCell::text(name),
                SheetCell::text(&record.kit),
                SheetCell::text(record.title.get(tongue().code())),
                SheetCell::plain(time(record.began)),
                SheetCell::maybe(record.ended.map(time)),
                SheetCell::maybe(record.minutes),
                SheetCell::plain(record.practice),
                SheetCell::plain(seat + 1),
                SheetCell::text(player),
                SheetCell::maybe(won),
                score,
            ])?;
        }
    }
    Ok(sheet.print()?)
}

/// Writes the file for BG Stats, whole or not at all.
fn export(all: &[Played], path: &Path, practice: bool) -> Result<(), Failure> {
    let wanted = |r: &&Record| r.counts() && (practice || !r.practice);
    let records: Vec<Record> = all
        .iter()
        .map(|p| &p.record)
        .filter(wanted)
        .cloned()
        .collect();
    if records.is_empty() {
        let problem = Problem::new(say!("there is no game to write that was played to its end"));
        let hint = say!("`--practice` writes games for practice, too");
        return Err(problem.hint(hint).into());
    }
    let file = bgstats::file(&records, tongue().code());
    let bytes = serde_json::to_vec_pretty(&file)
        .map_err(|e| Problem::new(say!("internal error, please report: {}", say::heard(e))))?;
    let output = Output {
        path: path.to_owned(),
        bytes,
    };
    write_all(folder_of(path), &[output])?;
    let said = say!("{} {game|games} in `{}`", records.len(), path.display());
    Ok(out::line(&said.to_string())?)
}
