//! `kitpress score`: a score pad for any game, kept in a journal.
//!
//! [`sheet`] shows it as a table and as a chart, [`data`] tells it to programs.

mod data;
mod sheet;

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Map;

use super::cells::{clean, cut};
use super::{CommandResult, out, roster, shelf, table_args, when};
use crate::diag::Problem;
use crate::play::journal::{Access, Journal};
use crate::play::rules::Refusal;
use crate::play::score::{Note, Pad, Scores, last, read_score};
use crate::play::seats;
use crate::play::table::Failure;
use crate::say;
use crate::say::Say;

/// The kind of journal that a pad keeps.
pub(super) const KIND: &str = "score";

/// Arguments of `score`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    kitpress score Ann=12 Bob=9                    notes a round; the first one begins the pad\n  \
    kitpress score                                 shows the pad\n  \
    kitpress score Ann=5+3 Bob=-2                  sums and minus points\n  \
    kitpress score --round 1 Bob=10                corrects round 1; `Bob=` takes the score away\n  \
    kitpress score --bonus \"longest road\" Ann=2    a column that is not a round\n  \
    kitpress score --undo\n  \
    kitpress score --new Ann Bob Cho --lowest      another pad, the lowest total wins\n  \
    kitpress score --new @club                     another pad for a list that `kitpress roster` keeps\n  \
    kitpress score --table score-1                 goes back to an earlier pad\n  \
    kitpress score --chart                         how the totals grew\n  \
    kitpress score --csv > evening.csv")]
pub(super) struct ScoreArgs {
    /// Scores as NAME=NUMBER; with --new, also just the names
    #[arg(value_name = "NAME=NUMBER")]
    words: Vec<String>,
    /// Correct this round instead of noting a new one
    #[arg(long, value_name = "N", conflicts_with = "bonus")]
    round: Option<usize>,
    /// Note or correct a bonus of this name
    #[arg(long, value_name = "NAME")]
    bonus: Option<String>,
    /// Add a player to the pad
    #[arg(long, value_name = "NAME")]
    join: Vec<String>,
    /// Take back what was noted last
    #[arg(long, conflicts_with_all = ["words", "round", "bonus", "join", "new", "lowest", "highest"])]
    undo: bool,
    /// The lowest total wins
    #[arg(long, conflicts_with = "highest")]
    lowest: bool,
    /// The highest total wins (as a new pad does)
    #[arg(long)]
    highest: bool,
    /// Begin another pad
    #[arg(long, conflicts_with_all = ["round", "bonus"])]
    new: bool,
    /// The pad's file, or its name in `kitpress tables`; else the one used last
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// Draw how the totals grew, round by round
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    chart: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let new = notes(args)?;
    let access = if new.is_empty() {
        Access::Read
    } else {
        Access::Write
    };
    let path = shelf::find(KIND, args.table.as_deref())?;
    let path = path.as_deref();
    let another = args.new || !same_evening(&new, path)?;
    let open = match another {
        true => None,
        false => shelf::open(KIND, path, access)?,
    };
    let begins = another
        || new
            .iter()
            .any(|n| matches!(n, Note::Round(_) | Note::Join(_)));
    let (journal, notes) = match open {
        Some(journal) => add(journal, new)?,
        // Looked at first, so that a refused round leaves no empty pad behind.
        None if begins => {
            Pad::with_new(&[], &new)?;
            // Who begins a pad together with others begins one.
            let _turn = shelf::turn(KIND);
            let begun = match another {
                true => None,
                false => shelf::open(KIND, path, access)?,
            };
            let create = || shelf::create(KIND, path, Map::new());
            add(begun.map_or_else(create, Ok)?, new)?
        }
        None => {
            let none = || {
                let problem = Problem::new(say!("there is no score pad yet"));
                problem.hint(say!("`kitpress score Ann=12 Bob=9` begins one"))
            };
            return Err(path.map_or_else(none, shelf::missing).into());
        }
    };
    let pad = Pad::read(&notes)?;
    Ok(print(args, &pad, &journal)?)
}

/// Whether what is new belongs onto the pad used last: where that was long ago, people are asked, and programs told.
fn same_evening(new: &[Note], path: Option<&Path>) -> Result<bool, Failure> {
    let adds = |n: &Note| matches!(n, Note::Round(_) | Note::Join(_));
    if path.is_some() || !new.iter().any(adds) {
        return Ok(true);
    }
    let Some(journal) = shelf::open(KIND, None, Access::Read)? else {
        return Ok(true);
    };
    let ((_, last), now) = (shelf::times(&journal), table_args::now());
    if now.saturating_sub(last) < when::LONG_AGO {
        return Ok(true);
    }
    let pad = read(&journal)?;
    let (name, ago) = (shelf::name(KIND, journal.path()), when::ago(last, now));
    let players = cut(&clean(&pad.players.join(", ")), 60);
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        let question = say!(
            "the pad of {} was last used {}. Go on with it (y), or begin another (n)?",
            players,
            ago
        );
        return Ok(ask(&question, &mut std::io::stdin().lock())?);
    }
    out::note(
        &say!(
            "this goes on with `{}` of {}, last used {}; `--new` begins another pad",
            name,
            players,
            ago
        )
        .to_string(),
    );
    Ok(true)
}

/// The pad that a journal keeps.
pub(super) fn read(journal: &Journal) -> Result<Pad, Failure> {
    Ok(Pad::read(&shelf::entries(journal, Note::from_body)?)?)
}

/// Asks until the answer is yes or no.
fn ask(question: &Say, answers: &mut impl BufRead) -> Result<bool, Refusal> {
    loop {
        out::note(&question.to_string());
        let mut line = String::new();
        let read = answers.read_line(&mut line).unwrap_or(0);
        match seats::fold(line.trim()).as_str() {
            "y" | "yes" | "はい" => return Ok(true),
            "n" | "no" | "いいえ" => return Ok(false),
            _ if read > 0 => {}
            _ => return Err(Refusal::words(say!("nothing was noted"))),
        }
    }
}

/// What the arguments ask to be noted.
fn notes(args: &ScoreArgs) -> Result<Vec<Note>, Failure> {
    let mut notes = Vec::new();
    if args.undo {
        return Ok(vec![Note::Undo]);
    }
    if args.lowest || args.highest {
        notes.push(Note::Lowest(args.lowest));
    }
    let (words, mut names): (Vec<&String>, Vec<String>) = {
        let scores = |w: &&String| w.contains(['=', '＝']);
        let (words, names): (Vec<&String>, Vec<&String>) = args.words.iter().partition(scores);
        (words, names.into_iter().cloned().collect())
    };
    if !args.new && !names.is_empty() {
        // A word without `=` is no score: reading it as one gives the message.
        read_score(&names[0])?;
    }
    names.extend(args.join.iter().cloned());
    if !names.is_empty() {
        let names = roster::words(&names)?;
        let names = names.iter().map(|n| seats::tidy(n)).collect();
        notes.push(Note::Join(names));
    }
    let scores: Scores = words
        .iter()
        .map(|w| read_score(w))
        .collect::<Result<_, _>>()?;
    let lacking =
        || Refusal::words(say!("there is no score to note")).hint(say!("such as `Ann=2`"));
    match (args.round, &args.bonus) {
        (None, None) if scores.is_empty() => {}
        (None, None) => notes.push(Note::Round(scores)),
        _ if scores.is_empty() => return Err(lacking().into()),
        (Some(round), _) => notes.push(Note::Edit(round, scores)),
        (None, Some(bonus)) => {
            let bonus = seats::tidy(bonus);
            // A bonus is a name in a table as much as a player's.
            seats::check(std::slice::from_ref(&bonus))?;
            notes.push(Note::Bonus(bonus, scores));
        }
    }
    Ok(notes)
}

/// Adds notes to a pad's journal, if the pad takes them all; gives back every note.
fn add(mut journal: Journal, new: Vec<Note>) -> Result<(Journal, Vec<Note>), Failure> {
    let mut notes = shelf::entries(&journal, Note::from_body)?;
    let old = notes.len();
    let undone = last(&notes).cloned();
    // What a sound journal holds was accepted once, so a refusal is about what is new.
    Pad::with_new(&notes, &new)?;
    notes.extend(new);
    for note in &notes[old..] {
        journal.append(note.to_body(), table_args::now())?;
        if let (Note::Undo, Some(note)) = (note, &undone) {
            out::note(&told(note));
        }
    }
    Ok((journal, notes))
}

/// What an undo has taken back.
fn told(note: &Note) -> String {
    let what = match note {
        Note::Round(_) => say!("the last round"),
        Note::Edit(round, _) => say!("the correction of round {}", round),
        Note::Bonus(name, _) => say!("the bonus `{}`", name),
        Note::Join(names) => say!("the joining of {}", names.join(", ")),
        Note::Lowest(_) | Note::Undo => say!("which total wins"),
    };
    say!("taken back: {}", what).to_string()
}

fn print(args: &ScoreArgs, pad: &Pad, journal: &Journal) -> CommandResult {
    if args.json {
        return out::json(&data::json(pad, journal));
    }
    if args.csv {
        return data::print_csv(pad);
    }
    let (began, _) = shelf::times(journal);
    let pad_of = say!(
        "pad {}, begun {}; `--new` begins another",
        shelf::name(KIND, journal.path()),
        when::ago(began, table_args::now())
    );
    if pad.players.is_empty() {
        out::line(&say!("the pad is empty").to_string())?;
        return out::line(&pad_of.to_string());
    }
    let terminal = std::io::stdout().is_terminal();
    let cells = terminal.then(|| crossterm::terminal::size().map_or(80, |(w, _)| usize::from(w)));
    for line in sheet::table(pad, cells) {
        out::line(&line)?;
    }
    out::line("")?;
    if args.chart {
        for line in sheet::chart(pad, cells.unwrap_or(80)) {
            out::line(&line)?;
        }
        out::line("")?;
    }
    for words in leading(pad).into_iter().chain(behind(pad)) {
        out::line(&words)?;
    }
    out::line(&pad_of.to_string())
}

/// Who cannot lead for want of rounds, where the lowest total wins.
fn behind(pad: &Pad) -> Option<String> {
    let missing = pad.missing();
    let names = pad.players.iter().zip(&missing).filter(|(_, n)| **n > 0);
    let names: Vec<String> = names.map(|(name, _)| cut(&clean(name), 40)).collect();
    let told = pad.lowest && !names.is_empty();
    told.then(|| say!("fewer rounds, so ranked behind: {}", names.join(", ")).to_string())
}

/// Who is ahead, in words.
fn leading(pad: &Pad) -> Option<String> {
    let leaders = pad.leaders();
    let total = *pad.totals().get(*leaders.first()?)?;
    let names: Vec<String> = leaders
        .iter()
        .map(|p| cut(&clean(&pad.players[*p]), 40))
        .collect();
    let words = match names.as_slice() {
        [one] => say!("{} leads with {}", one, total),
        many => say!("{} are level with {}", many.join(", "), total),
    };
    Some(if pad.lowest {
        say!("{} (the lowest total wins)", words).to_string()
    } else {
        words.to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_takes_yes_or_no() {
        let question = say!("nothing was noted");
        let ask = |answers: &str| ask(&question, &mut answers.as_bytes());
        assert!(ask("y\n").is_ok_and(|same| same));
        assert!(ask("hm\n\nNo\n").is_ok_and(|same| !same));
        assert!(ask("はい\n").is_ok_and(|same| same));
        assert!(ask("perhaps\n").is_err(), "the answers have ended");
    }
}
