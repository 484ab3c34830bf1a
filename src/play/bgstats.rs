//! Plays for the app BG Stats: the JSON of a `.bgsplay` file, which it imports and shares itself.
//!
//! The form is the app's own: lists of games, players, locations and plays, which refer to each other by numbers inside
//! the file. Every thing has a UUID by which the app knows it again, so these are made from what the thing is: exporting
//! twice imports once. Times are UTC.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::calendar::CalendarMoment;
use super::record::Record;
use super::seats;

/// The file for these tables; those that were not played to their end are left out.
pub fn file(records: &[Record], lang: &str) -> Value {
    let counted: Vec<&Record> = records.iter().filter(|r| r.counts()).collect();
    let mut games: BTreeMap<&str, &Record> = BTreeMap::new();
    let mut players: BTreeMap<String, &str> = BTreeMap::new();
    // The newest first: titles and names as they were written last.
    for record in &counted {
        games.entry(&record.kit).or_insert(record);
        for name in &record.players {
            players.entry(seats::fold(name)).or_insert(name);
        }
    }
    let game_ids: BTreeMap<&str, usize> = games.keys().copied().zip(1..).collect();
    let player_ids: BTreeMap<&str, usize> = players.keys().map(String::as_str).zip(1..).collect();
    let play = |r: &&Record| {
        let scores = r.players.iter().enumerate().map(|(seat, name)| {
            let id = player_ids.get(seats::fold(name).as_str());
            player_score(r, seat, name, id.copied().unwrap_or_default())
        });
        let game = game_ids.get(r.kit.as_str()).copied().unwrap_or_default();
        play(r, game, scores.collect())
    };
    json!({
        "games": games.iter().map(|(id, r)| game(r, lang, game_ids[id])).collect::<Vec<_>>(),
        "players": players.iter().map(|(key, name)| json!({
            "id": player_ids[key.as_str()],
            "uuid": uuid("player", key),
            "name": name,
            "isAnonymous": false,
            "modificationDate": time(0),
        })).collect::<Vec<_>>(),
        "locations": [],
        "plays": counted.iter().map(play).collect::<Vec<_>>(),
        "userInfo": {"meRefId": 0},
    })
}

fn game(record: &Record, lang: &str, id: usize) -> Value {
    json!({
        "id": id,
        "uuid": uuid("game", &record.kit),
        "name": record.title.get(lang),
        "modificationDate": time(0),
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "designers": "",
        "cooperative": false,
        "highestWins": true,
        "noPoints": !record.players.iter().any(|n| record.scores.contains_key(n)),
        "usesTeams": false,
    })
}

fn play(record: &Record, game: usize, scores: Vec<Value>) -> Value {
    let ended = record.ended.unwrap_or(record.began);
    json!({
        "uuid": uuid("play", &record.seal),
        "gameRefId": game,
        "locationRefId": 0,
        "playDate": time(record.began),
        "entryDate": time(ended),
        "modificationDate": time(ended),
        "durationMin": record.minutes.unwrap_or(0),
        // Practice is kept, but not counted.
        "ignored": record.practice,
        // Whoever won by the rules has won, whatever the scores are.
        "manualWinner": true,
        "rounds": 0,
        "bggId": 0,
        "importPlayId": 0,
        "rating": 0,
        "scoringSetting": 0,
        "usesTeams": false,
        "board": "",
        "comments": "",
        "playImages": "[]",
        "expansionPlays": [],
        "playerScores": scores,
    })
}

fn player_score(record: &Record, seat: usize, name: &str, id: usize) -> Value {
    // A text, as the app has it.
    let score = match record.scores.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let won = record.winners.contains(&seat);
    json!({
        "playerRefId": id,
        "score": score,
        "winner": won,
        "newPlayer": false,
        "startPlayer": false,
        "rank": if won { 1 } else { 0 },
        "seatOrder": seat + 1,
    })
}

/// A moment as the app writes it.
fn time(seconds: u64) -> String {
    CalendarMoment::of(i64::try_from(seconds).unwrap_or(0)).to_string()
}

/// The UUID of a thing: always the same for the same thing (version 8, made of a SHA-256).
fn uuid(kind: &str, key: &str) -> String {
    let hash = Sha256::new()
        .chain_update(b"kitpress/bgstats/1\0")
        .chain_update(kind)
        .chain_update(b"\0")
        .chain_update(key)
        .finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = crate::hash::hex(&bytes).to_uppercase();
    let parts = [
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..],
    ];
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_who_share_a_win_have_won() {
        let record = Record {
            seal: String::new(),
            kit: String::new(),
            title: Default::default(),
            players: ["Ann", "Bob", "Cho"].map(str::to_owned).to_vec(),
            winners: vec![0, 1],
            scores: Default::default(),
            began: 0,
            last: 0,
            ended: Some(1),
            minutes: None,
            settings: Default::default(),
            practice: false,
            given_up: false,
            moves: 1,
        };
        let won = |seat| player_score(&record, seat, "", 1)["winner"].clone();
        assert_eq!([0, 1, 2].map(won), [true, true, false]);
    }
}
