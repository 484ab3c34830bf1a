//! What a table of ICECOOL knows before anything is dealt: the kit's fish cards and the settings.

use serde_json::{Map, Value};

use crate::play::config::Config;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::Seats;
use crate::play::stock::Stock;
use crate::say;

/// The most players.
pub(super) const MOST: usize = 4;
/// How many fish a Runner has on the doors.
pub(super) const FISH: u8 = 3;

/// The settings of this referee.
const SETTINGS: [&str; 3] = ["cards", "scoring", "catcher"];

/// The referee of one table: everything that is settled before the first round.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The players, clockwise.
    pub seats: Seats,
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

impl Setup {
    /// Reads kit and settings.
    pub fn read(config: Config<'_>) -> Result<Self, Refusal> {
        let players = config.seats.len();
        config.check_players()?;
        let rounds = rounds(config.kit, players)?;
        config.known_settings(&SETTINGS)?;
        let cards = config.choice("cards", &["app", "table"])?;
        let scoring = config.choice("scoring", &["standard", "tournament"])?;
        let catcher = config.seat("catcher")?;
        let values = values(config)?;
        let most = most_drawn(players, rounds);
        if values.len() < most {
            let what = say!(
                "{} players may draw {} fish {card|cards}; the kit has {}",
                players,
                most,
                values.len()
            );
            return Err(Refusal::new(Fault::Rule, what));
        }
        Ok(Self {
            seats: Seats::new(config.seats),
            values,
            app: cards == "app",
            tournament: scoring == "tournament",
            catcher: catcher.and_then(|s| u8::try_from(s).ok()),
            rounds,
            settings: config.in_force([
                ("cards", cards.into()),
                ("scoring", scoring.into()),
                ("catcher", config.shown_seat(catcher)),
            ]),
        })
    }

    /// Whether the form for two is played.
    pub fn two(&self) -> bool {
        self.seats.len() == 2
    }

    /// The seat to the left of another.
    pub(crate) fn left_of(&self, seat: u8) -> u8 {
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

fn values(config: Config<'_>) -> Result<Vec<u8>, Refusal> {
    let mut values = Vec::new();
    let component = config.component("fish-card")?;
    for card in &component.cards {
        let value = component.number(card, "value")?;
        let what = || say!("`{}` must be {} to {}, not `{}`", "value", 1, 9, value);
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
