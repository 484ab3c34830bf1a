//! What a table of ICECOOL knows before anything is dealt: the kit's fish cards and the settings.

use serde_json::{Map, Value};

use crate::play::games::generic::players;
use crate::play::games::reading;
use crate::play::rules::{Fault, Refusal, Setup};
use crate::play::stock::Stock;
use crate::say;

/// The most players.
pub const MOST: usize = 4;
/// How many fish a Runner has on the doors.
pub const FISH: u8 = 3;

/// The settings of this referee.
const SETTINGS: [&str; 3] = ["cards", "scoring", "catcher"];

/// Everything that is settled before the first round.
#[derive(Clone, Debug)]
pub struct Book {
    /// The players, clockwise.
    pub seats: Vec<String>,
    /// The value of every fish card, one for each copy.
    pub values: Vec<u8>,
    /// Whether the companion deals the fish cards.
    pub app: bool,
    /// Whether a fish and an ID are a point each, without cards.
    pub tournament: bool,
    /// The first Catcher; drawn when nobody is set.
    pub catcher: Option<u8>,
    /// How many rounds are played.
    pub rounds: u8,
    /// The settings in force.
    pub settings: Map<String, Value>,
}

impl Book {
    /// Reads kit and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let Setup { kit, seats, .. } = setup;
        players(kit, seats.len())?;
        let rounds = rounds(kit, seats.len())?;
        reading::known_settings(setup, &SETTINGS)?;
        let cards = reading::choice(setup, "cards", &["app", "table"])?;
        let scoring = reading::choice(setup, "scoring", &["standard", "tournament"])?;
        let catcher = reading::seat_setting(setup, "catcher")?;
        let values = values(kit)?;
        let most = most_drawn(seats.len(), rounds);
        if values.len() < most {
            let what = say!(
                "{} players may draw {} fish cards; the kit has {}",
                seats.len(),
                most,
                values.len()
            );
            return Err(Refusal::new(Fault::Rule, what));
        }
        let mut settings = Map::new();
        let mut set = |name: &str, value: Value| settings.insert(name.to_owned(), value);
        set("cards", cards.into());
        set("scoring", scoring.into());
        let first = catcher.and_then(|s| seats.get(s));
        set("catcher", first.map_or("random", String::as_str).into());
        for (name, value) in &kit.settings {
            set(name, value.clone());
        }
        Ok(Self {
            seats: seats.to_vec(),
            values,
            app: cards == "app",
            tournament: scoring == "tournament",
            catcher: catcher.and_then(|s| u8::try_from(s).ok()),
            rounds,
            settings,
        })
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// Whether the form for two is played.
    pub fn two(&self) -> bool {
        self.seats.len() == 2
    }

    /// A player's name.
    pub fn seat(&self, seat: u8) -> &str {
        self.seats.get(usize::from(seat)).map_or("", String::as_str)
    }

    /// The seat to the left of another.
    pub fn left_of(&self, seat: u8) -> u8 {
        (seat + 1) % self.seats.len().max(1) as u8
    }

    /// How many cards of the kit have a value.
    pub fn copies(&self, value: u8) -> usize {
        self.values.iter().filter(|v| **v == value).count()
    }
}

/// As many rounds as players; two play four.
fn rounds(kit: &Stock, players: usize) -> Result<u8, Refusal> {
    match players {
        2 => Ok(4),
        3 | 4 => Ok(players as u8),
        _ => {
            let (few, many) = (2, MOST);
            let what = say!(
                "`{}` is for {} to {} players, not {}",
                kit.id,
                few,
                many,
                players
            );
            Err(Refusal::new(Fault::Rule, what))
        }
    }
}

/// The most cards that are ever drawn: in a round one Runner takes all fish and the others all but one, and every ID
/// brings a card.
fn most_drawn(players: usize, rounds: u8) -> usize {
    let fish = players.saturating_sub(1) * usize::from(FISH - 1) + 1;
    usize::from(rounds) * (fish + players)
}

fn values(kit: &Stock) -> Result<Vec<u8>, Refusal> {
    let mut values = Vec::new();
    for card in &reading::component(kit, "fish-card")?.cards {
        let value = reading::number("fish-card", card, "value")?;
        let what = || say!("`{}` must be {}, not {}", "value", "1 to 9", value);
        let small = u8::try_from(value).ok().filter(|v| (1..=9).contains(v));
        let value = small.ok_or_else(|| Refusal::new(Fault::Rule, what()))?;
        values.extend(std::iter::repeat_n(value, card.count as usize));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::most_drawn;

    #[test]
    fn at_most_44_cards_are_ever_drawn() {
        assert_eq!(most_drawn(4, 4), 44);
        assert_eq!(most_drawn(3, 3), 24);
        assert_eq!(most_drawn(2, 4), 20);
    }
}
