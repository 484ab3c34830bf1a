//! The same game again: the same kit and settings, and everybody one seat further, so that whoever was second begins
//! and every role that was fixed by name or by seat goes to the next player clockwise.

use super::config::Settings;
use super::games::Games;
use super::rng::Seed;
use super::seats;
use super::table::{Start, Table};
use crate::kit::Kit;

/// What a rematch is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rematch {
    /// The kit: its folder, else its id.
    pub kit: String,
    /// The players in their new order. Around the table nobody has moved: only the first seat has.
    pub seats: Vec<String>,
    /// What is set, with the names of the players moved on.
    pub settings: Settings,
}

impl Rematch {
    /// The rematch of a table.
    pub(crate) fn of(games: &Games, table: &Table) -> Self {
        let old = table.seats();
        let mut seats = old.to_vec();
        if !seats.is_empty() {
            seats.rotate_left(1);
        }
        let naming = games.settings_of_players(table.rules());
        let moved = |(name, value): (&String, &String)| {
            let moved = match naming.contains(&name.as_str()) {
                true => moved_on(old, &seats, value),
                false => None,
            };
            (name.clone(), moved.unwrap_or_else(|| value.clone()))
        };
        Self {
            kit: table.kit_name().to_owned(),
            settings: table.set().iter().map(moved).collect(),
            seats,
        }
    }

    /// A table of it, with a seed of its own.
    pub(crate) fn start(self, kit: &Kit, seed: Seed, practice: bool) -> Start<'_> {
        Start {
            kit,
            seats: self.seats,
            settings: self.settings,
            seed,
            practice,
        }
    }
}

/// The names in a setting, each moved on to the player who has that seat now; nothing where there are other words.
fn moved_on(old: &[String], new: &[String], value: &str) -> Option<String> {
    // One name may be written in any way that a name can be.
    if let Ok(seat) = seats::find(old, value) {
        return new.get(seat).cloned();
    }
    let mut names = Vec::new();
    for group in seats::words(value) {
        let mut words = group.as_slice();
        while !words.is_empty() {
            let (seat, rest) = seats::begin(old, words)?;
            names.push(seats::call(new, seat));
            words = rest;
        }
    }
    (!names.is_empty()).then(|| names.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(',').map(str::to_owned).collect()
    }

    #[test]
    fn names_move_on_and_other_words_stay() {
        let (old, new) = (names("Ann,Bob Lee,ちょう"), names("Bob Lee,ちょう,Ann"));
        for (before, after) in [
            ("Ann", Some("Bob Lee")),
            ("bob lee", Some("ちょう")),
            ("Ann,Bob Lee", Some("\"Bob Lee\",ちょう")),
            ("ちょう Ann", Some("Ann,\"Bob Lee\"")),
            ("random", None),
            ("Ann,Eve", None),
            ("", None),
        ] {
            let moved = moved_on(&old, &new, before);
            assert_eq!(moved.as_deref(), after, "{before}");
        }
    }
}
