//! A match for programs: JSON, and CSV that spreadsheets open without harm.

use serde_json::{Map, Value, json};

use super::KIND;
use super::kept::KeptMatch;
use super::show::score;
use crate::cli::shelf;
use crate::cli::spreadsheet::{cell, csv};
use crate::diag::Problems;
use crate::play::matches::{Contest, MatchForm, Standing, Tie};

/// The games as CSV: all, or those that are over.
pub(super) fn games_csv(contest: &Contest, over_only: bool) -> Result<String, Problems> {
    let sides = contest
        .meetings
        .iter()
        .map(|m| m.sides.len())
        .max()
        .unwrap_or(2);
    let mut head = vec!["game".to_owned(), "round".to_owned()];
    head.extend((1..=sides).map(|i| match contest.terms.roles.get(i - 1) {
        Some(role) => cell(role),
        None => format!("side {i}"),
    }));
    head.extend(["winner", "score", "played", "table"].map(str::to_owned));
    let names = |players: &[usize]| {
        let names: Vec<&str> = players
            .iter()
            .map(|p| contest.players[*p].as_str())
            .collect();
        cell(&names.join(", "))
    };
    let mut rows = vec![head];
    for (g, meeting) in contest.meetings.iter().enumerate() {
        let ended = contest.results[g].as_ref();
        if over_only && ended.is_none() {
            continue;
        }
        let mut row = vec![(g + 1).to_string(), meeting.round.to_string()];
        row.extend((0..sides).map(|s| meeting.sides.get(s).map(|s| names(s)).unwrap_or_default()));
        row.push(match ended.map(|e| e.verdict.winners.as_slice()) {
            None => String::new(),
            Some([]) => "-".to_owned(),
            Some(winners) => names(winners),
        });
        row.push(ended.map(|e| score(&e.verdict.scores)).unwrap_or_default());
        row.push(match ended.map(|e| e.walkover) {
            None => String::new(),
            Some(walkover) => if walkover { "no" } else { "yes" }.to_owned(),
        });
        row.push(contest.tables[g].as_deref().map(cell).unwrap_or_default());
        rows.push(row);
    }
    csv(&rows)
}

/// Who is ahead as CSV, with what every tie-break of the match has said.
pub(super) fn standings_csv(contest: &Contest) -> Result<String, Problems> {
    let mut head: Vec<String> = [
        "rank", "name", "points", "won", "drawn", "lost", "byes", "left",
    ]
    .map(str::to_owned)
    .to_vec();
    head.extend(contest.terms.ties.iter().map(|t| t.name().to_owned()));
    let mut rows = vec![head];
    for s in contest.standings() {
        let said = |tie: &Tie| {
            let found = s.ties.iter().find(|(t, _)| t == tie);
            found.map(|(_, v)| v.to_string()).unwrap_or_default()
        };
        let left = if contest.gone[s.player] { "yes" } else { "no" };
        let mut row = vec![
            s.rank.to_string(),
            cell(&contest.players[s.player]),
            s.points.to_string(),
            s.won.to_string(),
            s.drawn.to_string(),
            s.lost.to_string(),
            s.byes.to_string(),
            left.to_owned(),
        ];
        row.extend(contest.terms.ties.iter().map(said));
        rows.push(row);
    }
    csv(&rows)
}

/// The whole match as JSON.
pub(super) fn json(kept: &KeptMatch) -> Value {
    let (began, last) = kept.times();
    let contest = &kept.contest;
    let games: Vec<Value> = (0..contest.meetings.len())
        .map(|g| game(contest, g))
        .collect();
    let table = contest.standings();
    let winners = contest.over().then(|| named(contest, &contest.ahead()));
    let ties: Vec<&str> = contest.terms.ties.iter().map(|t| t.name()).collect();
    let byes: Vec<Value> = (1..=contest.rounds.len())
        .flat_map(|r| contest.sitting_out(r).into_iter().map(move |p| (r, p)))
        .map(|(round, p)| json!({"round": round, "name": contest.players[p]}))
        .collect();
    let mut fields = json!({
        "name": shelf::name(KIND, kept.path()),
        "file": kept.path().display().to_string(),
        "began": began,
        "last": last,
        "form": contest.terms.form.name(),
        "players": contest.players,
        "games": games,
        "standings": table.iter().map(|s| standing(contest, s)).collect::<Vec<_>>(),
        "ties": ties,
        "over": contest.over(),
        "winners": winners,
    });
    if let MatchForm::Swiss { rounds } = contest.terms.form {
        fields["rounds"] = rounds.into();
        fields["byes"] = byes.into();
    }
    fields
}

fn named<'a>(contest: &'a Contest, players: &[usize]) -> Vec<&'a str> {
    players
        .iter()
        .map(|p| contest.players[*p].as_str())
        .collect()
}

fn game(contest: &Contest, g: usize) -> Value {
    let meeting = &contest.meetings[g];
    let sides = meeting.sides.iter().enumerate().map(|(i, players)| {
        let mut side =
            json!({"role": contest.terms.roles.get(i), "players": named(contest, players)});
        if let Some(feed) = meeting.feeds[i] {
            let key = if feed.loser { "loser_of" } else { "winner_of" };
            side[key] = (feed.game + 1).into();
        }
        side
    });
    let ended = contest.results[g].as_ref();
    let winners = ended.map(|e| named(contest, &e.verdict.winners));
    let mut game = json!({
        "game": g + 1, "round": meeting.round, "sides": sides.collect::<Vec<_>>(), "winners": winners,
    });
    if let Some(ended) = ended {
        if !ended.verdict.scores.is_empty() {
            game["scores"] = json!(ended.verdict.scores);
        }
        if ended.walkover {
            game["walkover"] = true.into();
        }
    }
    if let Some(table) = &contest.tables[g] {
        game["table"] = table.as_str().into();
    }
    game
}

fn standing(contest: &Contest, s: &Standing) -> Value {
    let ties: Map<String, Value> = s
        .ties
        .iter()
        .map(|(tie, value)| (tie.name().to_owned(), json!(value)))
        .collect();
    json!({
        "rank": s.rank, "name": contest.players[s.player], "points": s.points,
        "won": s.won, "drawn": s.drawn, "lost": s.lost, "byes": s.byes,
        "left": contest.gone[s.player], "ties": ties,
    })
}
