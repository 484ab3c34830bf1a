//! A match for programs: JSON, and CSV that spreadsheets open without harm.

use serde_json::{Map, Value, json};

use super::KIND;
use super::kept::KeptMatch;
use super::show::score;
use crate::cli::sheet::{SheetCell, TableOfCells};
use crate::cli::shelf;
use crate::diag::Problems;
use crate::play::matches::{Contest, MatchForm, Standing, Tie};

/// Prints the games as CSV: all, or those that are over.
pub(super) fn print_games(contest: &Contest, over_only: bool) -> Result<(), Problems> {
    let meetings = contest.meetings.iter();
    let sides = meetings.map(|m| m.sides.len()).max().unwrap_or(2);
    let mut head = vec![SheetCell::plain("game"), SheetCell::plain("round")];
    head.extend((1..=sides).map(|i| match contest.terms.roles.get(i - 1) {
        Some(role) => SheetCell::text(role),
        None => SheetCell::plain(format!("side {i}")),
    }));
    head.extend(["winner", "score", "played", "table"].map(SheetCell::plain));
    let names = |players: &[usize]| {
        let names: Vec<&str> = players
            .iter()
            .map(|p| contest.players[*p].as_str())
            .collect();
        SheetCell::text(&names.join(", "))
    };
    let mut sheet = TableOfCells::headed(head)?;
    for (g, meeting) in contest.meetings.iter().enumerate() {
        let ended = contest.results[g].as_ref();
        if over_only && ended.is_none() {
            continue;
        }
        let mut row = vec![SheetCell::plain(g + 1), SheetCell::plain(meeting.round)];
        row.extend((0..sides).map(|s| match meeting.sides.get(s) {
            Some(side) => names(side),
            None => SheetCell::plain(""),
        }));
        row.push(match ended.map(|e| e.verdict.winners.as_slice()) {
            None => SheetCell::plain(""),
            Some([]) => SheetCell::plain("draw"),
            Some(winners) => names(winners),
        });
        // `-3:5` would be worked out.
        let scores = ended.map(|e| score(&e.verdict.scores));
        row.push(SheetCell::text(&scores.unwrap_or_default()));
        let played = ended.map(|e| if e.walkover { "no" } else { "yes" });
        row.push(SheetCell::maybe(played));
        row.push(SheetCell::text(
            contest.tables[g].as_deref().unwrap_or_default(),
        ));
        sheet.row(row)?;
    }
    sheet.print()
}

/// Prints who is ahead as CSV, with what every tie-break of the match has said.
pub(super) fn print_standings(contest: &Contest) -> Result<(), Problems> {
    let head = [
        "rank", "name", "points", "won", "drawn", "lost", "byes", "left",
    ];
    let ties = contest.terms.ties.iter().map(|t| t.name());
    let mut sheet = TableOfCells::headed(head.into_iter().chain(ties).map(SheetCell::plain))?;
    for s in contest.standings() {
        let said = |tie: &Tie| {
            let found = s.ties.iter().find(|(t, _)| t == tie);
            SheetCell::maybe(found.map(|(_, v)| v))
        };
        let left = if contest.gone[s.player] { "yes" } else { "no" };
        let mut row = vec![
            SheetCell::plain(s.rank),
            SheetCell::text(&contest.players[s.player]),
            SheetCell::plain(s.points),
            SheetCell::plain(s.won),
            SheetCell::plain(s.drawn),
            SheetCell::plain(s.lost),
            SheetCell::plain(s.byes),
            SheetCell::plain(left),
        ];
        row.extend(contest.terms.ties.iter().map(said));
        sheet.row(row)?;
    }
    sheet.print()
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
