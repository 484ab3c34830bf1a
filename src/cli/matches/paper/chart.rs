//! Pages with a line a player: against whom in a round robin, round by round else; points and rank at the end.

use serde_json::{Map, Value, json};

use super::{MatchSheet, page};
use crate::play::matches::MatchForm;

/// What is above and below the lines.
const AROUND: f64 = 40.0;
/// The height of a line.
const LINE: f64 = 8.2;
/// The most columns that a pen can still write into.
const MOST: usize = 24;
/// Room for points and rank.
const SUMS: f64 = 26.0;
/// The widest cell, and the least room for a name.
const CELL: f64 = 13.0;
const NAME: f64 = 34.0;
/// Lines for those who come late.
const SPARE: usize = 2;

impl MatchSheet<'_> {
    /// The pages of players; none where there are more columns than fit.
    pub(super) fn charts(&self) -> Vec<Map<String, Value>> {
        let contest = self.contest;
        let heads: Vec<String> = match contest.terms.form {
            MatchForm::RoundRobin { .. } => {
                (1..=contest.players.len()).map(|n| n.to_string()).collect()
            }
            MatchForm::Swiss { rounds } => (1..=rounds).map(|n| n.to_string()).collect(),
            _ => (1..=contest.meetings.len())
                .map(|n| n.to_string())
                .collect(),
        };
        if heads.len() > MOST {
            return Vec::new();
        }
        let w = self.size.w.0;
        let room = w - SUMS - 10.0 - NAME;
        let cell = (room / heads.len().max(1) as f64).min(CELL);
        let label = w - SUMS - 10.0 - cell * heads.len() as f64;
        // Names do not stand a hand away from their boxes.
        let label = label.min(70.0);
        let rows = self.rows(heads.len());
        let most = (((self.size.h.0 - AROUND) / LINE) as usize).max(1);
        let chart = |rows: &[Value]| {
            let mut page = page("chart");
            page.insert("heads".into(), heads.clone().into());
            page.insert("rows".into(), rows.to_vec().into());
            page.insert("cell".into(), cell.into());
            page.insert("label".into(), label.into());
            page.insert("line".into(), LINE.into());
            let corner = matches!(contest.terms.form, MatchForm::Swiss { .. });
            page.insert("corner".into(), corner.into());
            page
        };
        rows.chunks(most).map(chart).collect()
    }

    fn rows(&self, columns: usize) -> Vec<Value> {
        let contest = self.contest;
        let begun = contest.decided() > 0;
        let standings = contest.standings();
        let row = |player: usize| {
            let cells: Vec<Value> = (0..columns).map(|c| self.cell(player, c)).collect();
            let own = standings.iter().find(|s| s.player == player);
            let own = own.filter(|_| begun);
            json!({
                "number": (player + 1).to_string(), "name": self.name(player), "cells": cells,
                "points": own.map(|s| s.points.to_string()).unwrap_or_default(),
                "rank": own.map(|s| s.rank.to_string()).unwrap_or_default(),
            })
        };
        let mut rows: Vec<Value> = (0..contest.players.len()).map(row).collect();
        if matches!(contest.terms.form, MatchForm::Swiss { .. }) {
            let blank = json!({"closed": false, "small": "", "text": ""});
            let spare = |i: usize| {
                json!({
                    "number": (contest.players.len() + 1 + i).to_string(), "name": "",
                    "cells": vec![blank.clone(); columns], "points": "", "rank": "",
                })
            };
            rows.extend((0..SPARE).map(spare));
        }
        rows
    }

    /// A player's cell: the game against the player of that number, of that round, or of that number.
    fn cell(&self, player: usize, column: usize) -> Value {
        let contest = self.contest;
        let robin = matches!(contest.terms.form, MatchForm::RoundRobin { .. });
        let swiss = matches!(contest.terms.form, MatchForm::Swiss { .. });
        let wanted = |g: &usize| {
            let meeting = &contest.meetings[*g];
            meeting.has(player)
                && match (robin, swiss) {
                    (true, _) => meeting.has(column) && column != player,
                    (_, true) => meeting.round == column + 1,
                    _ => *g == column,
                }
        };
        let games: Vec<usize> = (0..contest.meetings.len()).filter(wanted).collect();
        let bye = swiss
            && contest
                .rounds
                .get(column)
                .is_some_and(|r| r.bye == Some(player));
        let closed = (robin && column == player) || (!robin && !swiss && games.is_empty());
        let text: Vec<String> = games
            .iter()
            .filter_map(|g| self.outcome(*g, player))
            .collect();
        let small = match swiss.then(|| games.first()).flatten() {
            Some(game) => {
                let others = contest.meetings[*game].sides.iter().flatten();
                let other = others.copied().find(|p| *p != player);
                other.map(|o| (o + 1).to_string()).unwrap_or_default()
            }
            None => String::new(),
        };
        let text = if bye {
            "–".to_owned()
        } else {
            text.join(" ")
        };
        json!({"closed": closed, "small": small, "text": text})
    }

    /// A game for one of its players: the score, else what it counted.
    fn outcome(&self, game: usize, player: usize) -> Option<String> {
        let ended = self.contest.results[game].as_ref()?;
        let meeting = &self.contest.meetings[game];
        let side = meeting.sides.iter().position(|s| s.contains(&player))?;
        let verdict = &ended.verdict;
        if let ([a, b], 2) = (verdict.scores.as_slice(), meeting.sides.len()) {
            let (own, other) = if side == 0 { (a, b) } else { (b, a) };
            return Some(format!("{own}\\:{other}"));
        }
        let points = self.contest.terms.points;
        let counted = match verdict.winners.as_slice() {
            [] => points.draw,
            won if won.contains(&player) => points.win,
            _ => points.loss,
        };
        Some(counted.to_string())
    }
}
