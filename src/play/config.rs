//! What a game is set up from, the kit's data, the players and the settings, and how referees read it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::rules::{Fault, Refusal};
use super::seats;
use super::stock::{Stock, StockComponent};
use crate::diag::list;
use crate::say;

/// Settings of a table, as given by `--set NAME=VALUE`.
pub type Settings = BTreeMap<String, String>;

/// Everything that a game is set up from.
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// What the game takes from its kit: the kit's decks are the game's decks.
    pub kit: &'a Stock,
    /// The players' names, clockwise.
    pub seats: &'a [String],
    /// What was set; the rules refuse names they do not know (names of `kit.settings` are the kit's own).
    pub settings: &'a Settings,
}

impl<'a> Config<'a> {
    /// Refuses a number of players that the kit is not made for.
    pub fn check_players(self) -> Result<(), Refusal> {
        let (few, many) = self.kit.players;
        let number = self.seats.len();
        if (few as usize..=many as usize).contains(&number) {
            return Ok(());
        }
        let what = if few == many {
            say!(
                "`{}` is for {} {player|players}, not {}",
                self.kit.id,
                few,
                number
            )
        } else {
            say!(
                "`{}` is for {} to {} players, not {}",
                self.kit.id,
                few,
                many,
                number
            )
        };
        Err(Refusal::new(Fault::Rule, what))
    }

    /// A component that the game cannot do without.
    pub fn component(self, id: &str) -> Result<&'a StockComponent, Refusal> {
        let found = self.kit.components.iter().find(|c| c.id == id);
        let missing = || say!("kit `{}` has no component `{}`", self.kit.id, id);
        found.ok_or_else(|| Refusal::new(Fault::Unknown, missing()))
    }

    /// A setting as it was given.
    pub fn setting(self, name: &str) -> Option<&'a str> {
        self.settings.get(name).map(String::as_str)
    }

    /// Refuses settings that neither the referee (`known`) nor the kit has.
    pub fn known_settings(self, known: &[&str]) -> Result<(), Refusal> {
        match self.unknown_setting(known) {
            None => Ok(()),
            Some((name, refusal)) => Err(refusal.did_you_mean(name, self.all_settings(known))),
        }
    }

    /// The first setting that neither the referee (`known`) nor the kit has, and its refusal.
    pub(crate) fn unknown_setting(self, known: &[&str]) -> Option<(&'a str, Refusal)> {
        let unknown = |name: &&String| !self.all_settings(known).any(|k| k == name.as_str());
        let name = self.settings.keys().find(unknown)?;
        let what = say!("there is no setting `{}`", name);
        let hint = say!("settings: {}", list(self.all_settings(known)));
        Some((name, Refusal::new(Fault::Unknown, what).hint(hint)))
    }

    /// The referee's settings, then those that only the kit has.
    fn all_settings<'k>(self, known: &'k [&'k str]) -> impl Iterator<Item = &'k str>
    where
        'a: 'k,
    {
        let kit = self.kit.settings.keys().map(String::as_str);
        let kit = kit.filter(|name| !known.contains(name));
        known.iter().copied().chain(kit)
    }

    /// The word that a setting has, one of `words`; the first when it is not set.
    pub fn pick(self, name: &str, words: &[&'static str]) -> Result<&'static str, Refusal> {
        let Some(value) = self.setting(name) else {
            return Ok(words.first().copied().unwrap_or_default());
        };
        let wanted = seats::fold(value.trim());
        let found = words.iter().find(|w| **w == wanted);
        found.copied().ok_or_else(|| {
            let all = list(words.iter().copied());
            Refusal::words(say!("`{}` must be {}, not `{}`", name, all, value))
        })
    }

    /// The same with "did you mean" where a word is close.
    pub fn choice(self, name: &str, words: &[&'static str]) -> Result<&'static str, Refusal> {
        let value = self.setting(name).unwrap_or_default();
        let picked = self.pick(name, words);
        picked.map_err(|r| r.did_you_mean(value, words.iter().copied()))
    }

    /// Whether a setting is on; off when it is not set.
    pub fn switch(self, name: &str) -> Result<bool, Refusal> {
        Ok(self.pick(name, &["off", "on"])? == "on")
    }

    /// The seat that a setting names; none when it is to be drawn.
    pub fn seat(self, name: &str) -> Result<Option<usize>, Refusal> {
        match self.setting(name) {
            None | Some("random") => Ok(None),
            Some(value) => seats::find(self.seats, value).map(Some),
        }
    }

    /// The name of the seat that a setting names, or `random`.
    pub(crate) fn shown_seat(self, seat: Option<usize>) -> Value {
        let name = seat.and_then(|s| self.seats.get(s));
        name.map_or("random", String::as_str).into()
    }

    /// The settings in force: the referee's own, then the kit's.
    pub(crate) fn in_force<const N: usize>(self, own: [(&str, Value); N]) -> Map<String, Value> {
        let own = own.map(|(name, value)| (name.to_owned(), value));
        let kit = self.kit.settings.clone();
        own.into_iter().chain(kit).collect()
    }
}

/// What a setting that is on or off shows.
pub(crate) fn on_off(on: bool) -> Value {
    if on { "on" } else { "off" }.into()
}
