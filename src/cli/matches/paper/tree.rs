//! The page of a knockout: games from left to right, each joined to the next.

use serde_json::{Map, Value, json};

use super::{MatchSheet, page, show};
use crate::play::matches::MatchForm;

/// The most players whose bracket a pen can write into on one page.
pub(super) const MOST: usize = 32;
/// Where the bracket begins and what is left below it.
const TOP: f64 = 30.0;
const FOOT: f64 = 9.0;
/// The most height of one side of a game.
const SLOT: f64 = 7.5;
/// Between two rounds.
const GAP: f64 = 6.0;

/// Where games lie.
struct Places {
    /// The middle of each game, from above.
    y: Vec<f64>,
    next: f64,
    step: f64,
}

impl MatchSheet<'_> {
    /// The bracket.
    pub(super) fn tree(&self) -> Map<String, Value> {
        let contest = self.contest;
        let third = matches!(contest.terms.form, MatchForm::Knockout { third: true });
        let (w, h) = (self.size.w.0, self.size.h.0);
        let rounds = contest.meetings.iter().map(|m| m.round).max().unwrap_or(1);
        let wide = (w - GAP * rounds as f64) / (rounds + 1) as f64;
        let room = h - TOP - FOOT - if third { 30.0 } else { 0.0 };
        let step = room / contest.players.len().max(1) as f64;
        let slot = (step * 0.92).min(SLOT);
        let last = contest.meetings.len() - 1;
        let mut places = Places {
            y: vec![0.0; contest.meetings.len()],
            next: TOP + step / 2.0,
            step,
        };
        self.place(last, &mut places);
        if let Some(game) = contest.meetings.iter().position(|m| m.for_third()) {
            places.y[game] = h - FOOT - 16.0;
        }
        let x = |round: usize| (round - 1) as f64 * (wide + GAP);
        let mut boxes = Vec::new();
        let mut joins = Vec::new();
        for (game, meeting) in contest.meetings.iter().enumerate() {
            let (bx, y) = (x(meeting.round), places.y[game]);
            for (side, feed) in meeting.feeds.iter().enumerate() {
                let Some(feed) = feed.filter(|f| !f.loser) else {
                    continue;
                };
                let from = x(contest.meetings[feed.game].round) + wide;
                let to = y + slot * (side as f64 - 0.5);
                joins.push(json!({
                    "x": from, "y": places.y[feed.game], "mid": bx - GAP / 2.0, "to": to, "end": bx,
                }));
            }
            let sides: Vec<Value> = (0..2).map(|s| self.slot(game, s)).collect();
            let head = match meeting.for_third() || game == last {
                true => show::heading(contest, game).map(|h| self.heading(h)),
                false => None,
            };
            boxes.push(json!({
                "x": bx, "y": y, "w": wide, "number": (game + 1).to_string(), "sides": sides,
                "head": head.unwrap_or_default(),
            }));
        }
        let end = x(rounds) + wide;
        joins.push(json!({
            "x": end, "y": places.y[last], "mid": end + GAP / 2.0, "to": places.y[last], "end": end + GAP,
        }));
        let champion = match (contest.over(), contest.ahead().as_slice()) {
            (true, [one]) => self.name(*one),
            _ => String::new(),
        };
        let mut page = page("tree");
        page.insert("boxes".into(), boxes.into());
        page.insert("joins".into(), joins.into());
        page.insert("slot".into(), slot.into());
        let place = json!({"x": end + GAP, "y": places.y[last], "w": wide, "name": champion});
        page.insert("champion".into(), place);
        page
    }

    /// Places a game in the middle of the two that lead to it; players who are known stand a step apart.
    fn place(&self, game: usize, places: &mut Places) -> f64 {
        let feeds = self.contest.meetings[game].feeds.clone();
        let mut middle = 0.0;
        for feed in feeds {
            middle += match feed {
                Some(feed) => self.place(feed.game, places),
                None => {
                    let at = places.next;
                    places.next += places.step;
                    at
                }
            } / 2.0;
        }
        places.y[game] = middle;
        middle
    }

    fn slot(&self, game: usize, side: usize) -> Value {
        let players = &self.contest.meetings[game].sides[side];
        let (text, won) = self.result(game, side);
        json!({"name": self.names(players), "text": text, "won": won})
    }
}
