//! What a game takes from its kit: decks, `[table]`, settings and titles, and nothing that is only printed.
//!
//! A table's journal keeps it, so that a running game never changes because a file of the kit did. A game is set up
//! from nothing else, neither at the start nor when the table is opened again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::games::{GENERIC, Games};
use super::rules::{Fault, Refusal};
use crate::kit::{Card, Component, Deck, Kind, Kit, TableSpec, Words, split_key};
use crate::say;

/// What a game takes from its kit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stock {
    /// What commands call the kit.
    pub id: String,
    /// What people call it.
    pub title: Words,
    /// Fewest and most players.
    pub players: (u32, u32),
    /// The kit's languages.
    pub languages: Vec<String>,
    /// The letters of its colours.
    pub letters: Vec<Letter>,
    /// The kit's own settings, with the values in force.
    pub settings: Map<String, Value>,
    /// The components that the rules deal from.
    pub components: Vec<StockComponent>,
    /// How it is run, where no referee says so; its timers in any case.
    pub table: TableSpec,
}

/// A component, as far as it is played with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StockComponent {
    /// What the rules call it.
    pub id: String,
    /// Its cards, in the order of the kit, with the fields that the rules read.
    pub cards: Vec<Card>,
}

/// The letter that stands for a colour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Letter {
    /// The colour's name.
    pub color: String,
    /// Its letter.
    pub letter: Words,
}

impl StockComponent {
    /// A whole number in a card's field.
    pub fn number(&self, card: &Card, field: &str) -> Result<u32, Refusal> {
        let value = card.fields.get(field);
        let number = value.and_then(Value::as_u64);
        let text = || value.and_then(Value::as_str)?.trim().parse().ok();
        let number = number.or_else(text).and_then(|n| u32::try_from(n).ok());
        number.ok_or_else(|| {
            let what = say!(
                "card `{}` of `{}` needs a whole number in `{}`",
                card.name,
                self.id,
                field
            );
            Refusal::new(Fault::Rule, what)
        })
    }
}

impl Stock {
    /// What the rules of that name take from a kit.
    pub fn of(games: &Games, kit: &Kit, rules: &str) -> Self {
        let table = spec(kit, rules);
        let played = |c: &Component| {
            let fields = match rules {
                GENERIC => dealt(&table, &c.id)?,
                _ => games
                    .reads(rules)
                    .iter()
                    .find(|(id, _)| *id == c.id)?
                    .1
                    .to_vec(),
            };
            Some(part(c, &fields, &kit.languages))
        };
        Self {
            id: kit.id.clone(),
            title: kit.title.clone(),
            players: kit.players,
            languages: kit.languages.clone(),
            letters: letters(kit),
            settings: kit.settings.clone(),
            components: kit.components.iter().filter_map(played).collect(),
            table,
        }
    }

    /// Whether another one is the same game, after both have been written down.
    pub fn same(&self, other: &Self) -> bool {
        let written = |stock: &Self| -> Option<Value> {
            serde_json::from_str(&serde_json::to_string(stock).ok()?).ok()
        };
        written(self) == written(other)
    }
}

/// How the rules of that name run the kit: by its `[table]`, or every kind of card as a deck. A referee needs no more
/// than the timers.
fn spec(kit: &Kit, rules: &str) -> TableSpec {
    let own = kit.table.clone().unwrap_or_default();
    let timers = own.timers.clone();
    if rules != GENERIC {
        let default = TableSpec::default();
        return TableSpec { timers, ..default };
    }
    // A table that was started before its game had a referee goes on as it was.
    if kit.table.is_some() && own.referee.is_none() {
        return own;
    }
    let cards = kit.components.iter().filter(|c| c.kind == Kind::Cards);
    TableSpec {
        decks: cards
            .map(|c| Deck {
                id: c.id.clone(),
                title: c.title.clone(),
                components: vec![c.id.clone()],
                shows: Vec::new(),
                line: c.line,
            })
            .collect(),
        timers,
        ..TableSpec::default()
    }
}

/// The fields that the rules of `[table]` read of a component's cards, besides their names; nothing where they do not
/// play with it.
fn dealt<'a>(table: &'a TableSpec, component: &str) -> Option<Vec<&'a str>> {
    if table.roles.iter().any(|r| r.component == component) {
        return Some(vec!["title", "text"]);
    }
    let mut decks = table.decks.iter();
    let deck = decks.find(|d| d.components.iter().any(|c| c == component))?;
    let shows = deck.shows.iter().map(String::as_str);
    Some(std::iter::once("title").chain(shows).collect())
}

fn part(component: &Component, reads: &[&str], languages: &[String]) -> StockComponent {
    let read = |key: &str| reads.contains(&split_key(key, languages).0);
    let card = |card: &Card| Card {
        fields: card
            .fields
            .iter()
            .filter(|(key, _)| read(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
        from: Default::default(),
        ..card.clone()
    };
    StockComponent {
        id: component.id.clone(),
        cards: component.cards.iter().map(card).collect(),
    }
}

fn letters(kit: &Kit) -> Vec<Letter> {
    let letter = |s: &crate::kit::Swatch| Letter {
        color: s.name.clone(),
        letter: s.letter.clone(),
    };
    kit.palette.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::games::rules_of;

    /// Every game can be set up from what was kept, after it was written down.
    #[test]
    fn what_is_kept_is_read_back_and_small() {
        for kit in Kit::shipped().expect("the shipped kits") {
            let rules = rules_of(&kit);
            let stock = Stock::of(&Games::shipped(), &kit, rules);
            let written = serde_json::to_string(&stock).expect("JSON");
            let read: Stock = serde_json::from_str(&written).expect("the same again");
            assert_eq!(read, stock, "{}", kit.id);
            assert!(stock.same(&read));
            assert!(written.len() < 40_000, "{}: {}", kit.id, written.len());
        }
    }

    #[test]
    fn another_order_of_cards_is_another_game_and_another_picture_is_not() {
        let kit = Kit::load("icecool").expect("the kit");
        let of = |kit: &Kit| Stock::of(&Games::shipped(), kit, "icecool");
        let stock = of(&kit);
        let mut sorted = kit.clone();
        for component in &mut sorted.components {
            component.cards.reverse();
        }
        assert!(!stock.same(&of(&sorted)));
        let mut painted = kit;
        for card in painted.components.iter_mut().flat_map(|c| &mut c.cards) {
            card.fields.insert("picture".into(), "other.svg".into());
        }
        assert!(stock.same(&of(&painted)));
    }
}
