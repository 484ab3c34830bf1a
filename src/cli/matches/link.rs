//! Games of a match and the tables that they are played at: who sits down, and what the table came to.

use std::path::{Path, PathBuf};

use super::{KIND, KeptMatch};
use crate::cli::{out, shelf, table_args};
use crate::kit::{Kit, Setting};
use crate::play::amount::Amount;
use crate::play::journal::Access;
use crate::play::matches::event::Verdict;
use crate::play::matches::{Contest, MatchEvent};
use crate::play::rules::{Fault, Refusal};
use crate::play::table::{Failure, Table};
use crate::play::view::Viewer;
use crate::say;

/// A game of a match that is about to be played.
pub(in crate::cli) struct DuePairing {
    kept: KeptMatch,
    game: usize,
    /// Who plays, the first side first.
    pub players: Vec<String>,
}

/// The next game of a match, or the one that is asked for.
pub(in crate::cli) fn pairing(name: &str, game: Option<usize>) -> Result<DuePairing, Failure> {
    let path = shelf::find(KIND, Some(Path::new(name)))?;
    let mut kept = super::open(path.as_deref(), Access::Write)?;
    kept.ask_tables()?;
    kept.save()?;
    kept.notices.iter().for_each(|n| out::note(n));
    let contest = &kept.contest;
    let at = match game {
        Some(game) => asked(contest, game)?,
        None => next(contest)?,
    };
    let seats = contest.meetings[at].sides.iter().flatten();
    let players = seats.map(|p| contest.players[*p].clone()).collect();
    Ok(DuePairing {
        kept,
        game: at,
        players,
    })
}

fn asked(contest: &Contest, game: usize) -> Result<usize, Refusal> {
    let at = contest.game(game)?;
    let meeting = &contest.meetings[at];
    if let Some(feed) = meeting.feeds.iter().flatten().find(|_| !meeting.known()) {
        let what = say!(
            "who plays game {} is decided by game {}",
            game,
            feed.game + 1
        );
        return Err(Refusal::new(Fault::Time, what));
    }
    if contest.results[at].is_some() {
        let what = say!("game {} is over", game);
        let hint = say!("open it first: `kitpress matches {}=`", game);
        return Err(Refusal::new(Fault::Time, what).hint(hint));
    }
    match &contest.tables[at] {
        Some(table) if Path::new(table).exists() => {
            let name = table_args::name(table.as_ref());
            let what = say!("game {} is being played at `{}`", game, name);
            let hint = say!("`kitpress play --table {}` goes on with it", name);
            Err(Refusal::new(Fault::Time, what).hint(hint))
        }
        _ => Ok(at),
    }
}

fn next(contest: &Contest) -> Result<usize, Refusal> {
    let free = |at: &usize| {
        let table = contest.tables[*at].as_ref();
        let taken = table.is_some_and(|t| Path::new(t).exists());
        contest.results[*at].is_none() && contest.meetings[*at].known() && !taken
    };
    (0..contest.meetings.len()).find(free).ok_or_else(|| {
        let what = match contest.over() {
            true => say!("the match is over"),
            false => say!("every game that can be played is being played"),
        };
        Refusal::new(Fault::Time, what).hint(say!("`kitpress matches` shows the games"))
    })
}

impl DuePairing {
    /// The setting by which a kit takes the first side, where it has one.
    pub(in crate::cli) fn setting(&self, kit: &Kit) -> Option<Setting> {
        let contest = &self.kept.contest;
        let setting = kit.table.as_ref()?.contest.as_ref()?.setting.clone()?;
        let first = contest.meetings[self.game].sides.first()?.iter();
        let names: Vec<&str> = first.map(|p| contest.players[*p].as_str()).collect();
        Some((setting, names.join(",")))
    }

    /// Notes the table that the game is played at.
    pub(in crate::cli) fn note(mut self, table: &Path) -> Result<(), Failure> {
        let table = std::path::absolute(table).unwrap_or_else(|_| table.to_owned());
        let table = table.to_string_lossy().into_owned();
        self.kept.push(MatchEvent::Started(self.game + 1, table))?;
        self.kept.save()
    }
}

/// What a table has to tell its match.
pub(super) struct TableNews {
    /// What follows for the match.
    pub event: Option<MatchEvent>,
    /// What people should know.
    pub said: Option<String>,
}

/// What the table of a game has come to since the match was told; nothing where nothing is new.
pub(super) fn news(contest: &Contest, at: usize) -> Option<TableNews> {
    let path = PathBuf::from(contest.tables.get(at)?.as_ref()?);
    let told = contest.results[at].as_ref();
    let from_table = told.is_some_and(|r| r.verdict.table.is_some());
    // What people noted, and what was decided without a game, stands.
    if told.is_some() && !from_table {
        return None;
    }
    let table = Table::open(&path, Access::Read).ok()?;
    let name = table_args::name(&path);
    let game = at + 1;
    let Some(verdict) = verdict(contest, at, &table) else {
        return from_table.then(|| TableNews {
            event: Some(MatchEvent::Result(game, None)),
            said: Some(say!("game {} is open again: `{}` goes on", game, name).to_string()),
        });
    };
    if told.is_some_and(|r| r.verdict == verdict) {
        return None;
    }
    let said = match told.is_some() {
        true => say!("game {} came out differently at `{}`", game, name),
        false => say!("game {} is over at `{}`", game, name),
    };
    Some(TableNews {
        event: Some(MatchEvent::Result(game, Some(verdict))),
        said: Some(said.to_string()),
    })
}

/// How a table's game ended, for the sides of the match's game; nothing while it is played.
fn verdict(contest: &Contest, at: usize, table: &Table) -> Option<Verdict> {
    let outcome = table.outcome()?;
    let seats = table.seats();
    let player = |name: &String| contest.players.iter().position(|p| p == name);
    let won: Vec<usize> = outcome
        .winners
        .iter()
        .filter_map(|s| player(seats.get(*s)?))
        .collect();
    let sides = &contest.meetings[at].sides;
    let ahead: Vec<&Vec<usize>> = sides
        .iter()
        .filter(|side| side.iter().any(|p| won.contains(p)))
        .collect();
    let winners = match (ahead.as_slice(), &contest.terms.form) {
        (_, crate::play::matches::MatchForm::Roles) => won,
        ([one], _) => (*one).clone(),
        _ => Vec::new(),
    };
    let mut winners = winners;
    winners.sort_unstable();
    Some(Verdict {
        winners,
        scores: scores(contest, at, table).unwrap_or_default(),
        table: contest.tables[at].clone(),
    })
}

/// What each side scored, where every side is one player and the table has a whole number for each.
fn scores(contest: &Contest, at: usize, table: &Table) -> Option<Vec<Amount>> {
    let scores = table.view(Viewer::Public).scores;
    let of = |side: &Vec<usize>| match side.as_slice() {
        [one] => Amount::whole(scores.get(&contest.players[*one])?.as_i64()?),
        _ => None,
    };
    contest.meetings[at].sides.iter().map(of).collect()
}
