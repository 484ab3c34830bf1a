//! Pages that list every game with boxes for its result, a heading a round, in as many columns as fit.

use serde_json::{Map, Value, json};

use super::{MatchSheet, page, show};
use crate::play::matches::MatchForm;

/// Where the list begins, below the head.
const TOP: f64 = 23.0;
/// What the foot takes.
const FOOT: f64 = 8.0;
/// The height of a line where there is room, and where there is not.
const LINES: [f64; 2] = [11.0, 8.4];
/// Between two columns.
const GUTTER: f64 = 7.0;
/// The least width of a column.
const COLUMN: f64 = 84.0;
/// The widest that a single column becomes: names should stand near their boxes.
const WIDEST: f64 = 150.0;

/// A line of the list, before it has its place.
enum ListItem {
    Head(String),
    MatchGame(Map<String, Value>),
}

impl MatchSheet<'_> {
    /// The pages of games.
    pub(super) fn games(&self) -> Vec<Map<String, Value>> {
        let items = self.items();
        let (w, room) = (self.size.w.0, self.size.h.0 - TOP - FOOT);
        let single = items.len() as f64 * LINES[0] <= room;
        let line = if single { LINES[0] } else { LINES[1] };
        let columns = match single {
            true => 1,
            false => (((w + GUTTER) / (COLUMN + GUTTER)) as usize).max(1),
        };
        let wide = (w - GUTTER * (columns - 1) as f64) / columns as f64;
        let wide = wide.min(WIDEST);
        let left = (w - wide * columns as f64 - GUTTER * (columns - 1) as f64) / 2.0;
        let most = ((room / line) as usize).max(2);
        let filled = columns_of(items, most);
        let mut pages = Vec::new();
        for chunk in filled.chunks(columns) {
            let mut page = page("games");
            let column = |(i, items): (usize, &Vec<Value>)| {
                let place = |(n, item): (usize, &Value)| {
                    let mut item = item.clone();
                    item["y"] = (TOP + n as f64 * line).into();
                    item
                };
                let items: Vec<Value> = items.iter().enumerate().map(place).collect();
                json!({"x": left + i as f64 * (wide + GUTTER), "items": items})
            };
            let columns: Vec<Value> = chunk.iter().enumerate().map(column).collect();
            page.insert("columns".into(), columns.into());
            page.insert("line".into(), line.into());
            page.insert("wide".into(), wide.into());
            pages.push(page);
        }
        pages
    }

    fn items(&self) -> Vec<ListItem> {
        let contest = self.contest;
        let (mut items, mut before) = (Vec::new(), String::new());
        for game in 0..contest.meetings.len() {
            let head = show::heading(contest, game).map(|h| self.heading(h));
            let head = head.unwrap_or_default();
            if head != before {
                items.push(ListItem::Head(self.with_byes(game, &head)));
                before = head;
            }
            items.push(ListItem::MatchGame(self.game(game)));
        }
        if let MatchForm::Swiss { rounds } = contest.terms.form {
            items.extend(self.open_rounds(rounds));
        }
        items
    }

    fn with_byes(&self, game: usize, head: &str) -> String {
        let out = show::sits_out(self.contest, game);
        let names: Vec<String> = out.iter().map(|p| self.name(*p)).collect();
        show::round_with(head, &names).map_or_else(|| head.to_owned(), |said| self.say(said))
    }

    /// Rounds that are still to be paired: lines to write names on.
    fn open_rounds(&self, rounds: usize) -> Vec<ListItem> {
        let mut items = Vec::new();
        let on = self.contest.gone.iter().filter(|g| !**g).count();
        let mut number = self.contest.meetings.len();
        for round in self.contest.rounds.len() + 1..=rounds {
            items.push(ListItem::Head(self.heading(crate::say!("round {}", round))));
            for _ in 0..on / 2 {
                number += 1;
                let blank = || json!({"name": LINE, "text": "", "won": false});
                let game = json!({
                    "head": false, "single": false, "text": "", "number": number.to_string(), "a": blank(), "b": blank(),
                });
                items.extend(game.as_object().cloned().map(ListItem::MatchGame));
            }
        }
        items
    }

    fn game(&self, game: usize) -> Map<String, Value> {
        let meeting = &self.contest.meetings[game];
        let side = |at: usize| -> Value {
            let players = meeting.sides.get(at).map_or(&[][..], Vec::as_slice);
            let feed = meeting.feeds.get(at).copied().flatten();
            let name = match feed.filter(|_| players.is_empty()) {
                Some(feed) => self.say(show::waiting(feed)),
                None => self.names(players),
            };
            let name = match self.contest.terms.roles.get(at) {
                Some(role) => format!("{} ({})", name, super::plain(role)),
                None => name,
            };
            let (text, won) = self.result(game, at);
            json!({"name": name, "text": text, "won": won})
        };
        let sides: Vec<Value> = (0..meeting.sides.len()).map(side).collect();
        let two = sides.len() == 2;
        let all = sides.iter().flat_map(|s| s["name"].as_str());
        let text = all.collect::<Vec<&str>>().join(" – ");
        let winners = self.contest.results[game].as_ref();
        let winners = winners
            .map(|r| self.names(&r.verdict.winners))
            .unwrap_or_default();
        let a = match two {
            true => sides[0].clone(),
            false => json!({"name": "", "text": winners, "won": false}),
        };
        let line = json!({
            "head": false, "single": !two, "text": text, "number": (game + 1).to_string(),
            "a": a, "b": sides.get(1),
        });
        line.as_object().cloned().unwrap_or_default()
    }

    /// What stands in the box of a side: its score, or whether it won.
    pub(super) fn result(&self, game: usize, side: usize) -> (String, bool) {
        let meeting = &self.contest.meetings[game];
        let Some(ended) = &self.contest.results[game] else {
            return (String::new(), false);
        };
        let verdict = &ended.verdict;
        let score = verdict.scores.get(side).map(ToString::to_string);
        let players = meeting.sides.get(side).map_or(&[][..], Vec::as_slice);
        let won = players.iter().any(|p| verdict.winners.contains(p));
        let text = match score {
            Some(score) => score,
            None if verdict.winners.is_empty() => "=".to_owned(),
            None => String::new(),
        };
        (text, won)
    }
}

/// A line to write a name on.
const LINE: &str = "……………………";

/// The items in columns of at most so many lines; a heading never stands last.
fn columns_of(items: Vec<ListItem>, most: usize) -> Vec<Vec<Value>> {
    let mut columns: Vec<Vec<Value>> = vec![Vec::new()];
    let mut last_head: Option<Value> = None;
    for item in items {
        let (value, head) = match item {
            ListItem::Head(text) => {
                let blank = json!({"name": "", "text": "", "won": false});
                let value = json!({
                    "head": true, "single": false, "text": text, "number": "", "a": blank, "b": blank,
                });
                (value, true)
            }
            ListItem::MatchGame(game) => (Value::Object(game), false),
        };
        let full = columns
            .last()
            .is_some_and(|c| c.len() + usize::from(head) >= most);
        if full {
            columns.push(Vec::new());
            // A round that goes on in another column says so again.
            if let (false, Some(column)) = (head, columns.last_mut()) {
                column.extend(last_head.clone());
            }
        }
        if head {
            last_head = Some(value.clone());
        }
        if let Some(column) = columns.last_mut() {
            column.push(value);
        }
    }
    columns
}
