//! What a table of Cat & Chocolate knows before anything is dealt: the kit's cards and the settings.

use serde_json::{Map, Value};

use super::rules::{Clique, LONE, cliques};
use crate::play::config::{Config, on_off};
use crate::play::label::Label;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::Seats;
use crate::say;

/// How many items everybody holds.
pub(super) const HAND: usize = 3;
/// The most players that the cliques are made for.
pub(super) const MOST: usize = 6;
/// END comes about the middle: so many events, halved, around it.
const ABOUT: usize = 5;

/// The settings of this referee.
const SETTINGS: [&str; 4] = ["cards", "equal-turns", "lone", "first"];

/// An event card.
#[derive(Clone, Debug)]
pub struct EventCard {
    /// What JSON calls it.
    pub name: String,
    /// What people call it.
    pub title: Label,
    /// What is read out.
    pub text: Option<Label>,
    /// The number on its back: how many items the event before it needs.
    pub items: u8,
}

/// An item card.
#[derive(Clone, Debug)]
pub struct Item {
    /// What moves and JSON call it.
    pub name: String,
    /// What people call it.
    pub title: Label,
}

/// The referee of one table: everything that is settled before the deal.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The kit's id.
    pub kit: String,
    /// The players, clockwise.
    pub seats: Seats,
    /// The accidents, one for each copy; then END.
    pub events: Vec<EventCard>,
    /// The items, one for each copy.
    pub items: Vec<Item>,
    /// Whether the companion holds the items too.
    pub app: bool,
    /// How often a clique of one counts its member.
    pub lone: u32,
    /// Who begins; drawn when nobody is set.
    pub first: Option<u8>,
    /// After how many events END may come.
    pub places: Vec<u8>,
    /// The clique cards that are dealt, before they are shuffled.
    pub sides: Vec<Clique>,
    /// The settings in force.
    pub settings: Map<String, Value>,
}

impl Setup {
    /// Reads kit and settings.
    pub fn read(config: Config<'_>) -> Result<Self, Refusal> {
        let players = config.seats.len();
        config.check_players()?;
        config.known_settings(&SETTINGS)?;
        let cards = config.choice("cards", &["table", "app"])?;
        let equal = config.choice("equal-turns", &["off", "on"])? == "on";
        let lone = match config.choice("lone", &["3", "2"])? {
            "2" => 2,
            _ => LONE,
        };
        let first = config.seat("first")?;
        let sides = sides(config)?;
        let events = events(config)?;
        let items = items(config)?;
        Ok(Self {
            kit: config.kit.id.clone(),
            seats: Seats::new(config.seats),
            places: places(events.len() - 1, players, equal)?,
            events,
            items,
            app: cards == "app",
            lone,
            first: first.and_then(|s| u8::try_from(s).ok()),
            sides,
            settings: config.in_force([
                ("cards", cards.into()),
                ("equal-turns", on_off(equal)),
                ("lone", lone.into()),
                ("first", config.shown_seat(first)),
            ]),
        })
    }

    /// END's number among the events: the last.
    pub fn end(&self) -> u8 {
        self.events.len().saturating_sub(1) as u8
    }

    /// An event.
    pub fn event(&self, event: u8) -> Option<&EventCard> {
        self.events.get(usize::from(event))
    }

    /// The number on an event's back.
    pub fn number(&self, event: u8) -> u8 {
        self.event(event).map_or(0, |e| e.items)
    }

    /// An item as moves and JSON write it.
    pub fn item(&self, item: u8) -> &str {
        self.items.get(usize::from(item)).map_or("", |i| &i.name)
    }

    /// Items for people, in one line.
    pub fn labels(&self, items: &[u8]) -> Label {
        let items = items.iter().filter_map(|i| self.items.get(usize::from(*i)));
        Label::row(items.map(|i| &i.title))
    }
}

fn bad(what: crate::say::Say) -> Refusal {
    Refusal::new(Fault::Rule, what)
}

/// The clique cards that are dealt.
fn sides(config: Config<'_>) -> Result<Vec<Clique>, Refusal> {
    let (few, many, players) = (3, MOST, config.seats.len());
    let counts = cliques(players).ok_or_else(|| {
        bad(say!(
            "`{}` is for {} to {} players, not {}",
            config.kit.id,
            few,
            many,
            players
        ))
    })?;
    let component = config.component("clique")?;
    let mut sides = Vec::new();
    for (side, count) in Clique::ALL.into_iter().zip([counts.0, counts.1]) {
        let is = |v: &Value| v.as_str() == Some(side.name());
        let cards = component.cards.iter();
        let cards = cards.filter(|c| c.fields.get("side").is_some_and(is));
        let there: u32 = cards.map(|c| c.count).sum();
        if (there as usize) < count {
            let what = say!(
                "{} players need {} clique {card|cards} `{}`; the kit has {}",
                players,
                count,
                side.name(),
                there
            );
            return Err(bad(what));
        }
        sides.extend(std::iter::repeat_n(side, count));
    }
    Ok(sides)
}

/// The accidents, one for each copy, and END behind them.
fn events(config: Config<'_>) -> Result<Vec<EventCard>, Refusal> {
    let component = config.component("event")?;
    let (mut events, mut ends) = (Vec::new(), Vec::new());
    for card in &component.cards {
        let number = component.number(card, "items")?;
        let items = u8::try_from(number).ok();
        let items = items.filter(|n| (1..=HAND).contains(&usize::from(*n)));
        let what = || say!("`{}` must be {} to {}, not `{}`", "items", 1, HAND, number);
        let event = EventCard {
            name: card.name.clone(),
            title: Label::title(config.kit, card),
            text: Label::field(config.kit, card, "text"),
            items: items.ok_or_else(|| bad(what()))?,
        };
        let end = card.fields.get("kind").and_then(Value::as_str) == Some("end");
        let row = if end { &mut ends } else { &mut events };
        row.extend(std::iter::repeat_n(event, card.count as usize));
    }
    if ends.len() != 1 {
        let what = say!(
            "the events need one card of kind `end`; the kit has {}",
            ends.len()
        );
        return Err(bad(what));
    }
    events.append(&mut ends);
    fits("event", events.len())?;
    Ok(events)
}

/// The items, one for each copy.
fn items(config: Config<'_>) -> Result<Vec<Item>, Refusal> {
    let mut items = Vec::new();
    for card in &config.component("item")?.cards {
        let item = Item {
            name: card.name.clone(),
            title: Label::title(config.kit, card),
        };
        items.extend(std::iter::repeat_n(item, card.count as usize));
    }
    fits("item", items.len())?;
    let players = config.seats.len();
    let all = players * HAND;
    if items.len() < all {
        return Err(bad(say!(
            "the hands of {} {player|players} take {} {card|cards}; deck `{}` has {}",
            players,
            all,
            "item",
            items.len()
        )));
    }
    Ok(items)
}

/// Card numbers are small.
fn fits(component: &str, cards: usize) -> Result<(), Refusal> {
    let most = usize::from(u8::MAX);
    if cards <= most {
        return Ok(());
    }
    let what = say!("`{}` has {} cards; {} is the most", component, cards, most);
    Err(bad(what))
}

/// After how many of `events` END may come: about the middle; with equal turns after whole rounds only.
fn places(events: usize, players: usize, equal: bool) -> Result<Vec<u8>, Refusal> {
    let low = events.saturating_sub(ABOUT) / 2;
    let high = (events + ABOUT) / 2;
    if low < players {
        let least = 2 * players + ABOUT;
        let what = say!(
            "{} players need at least {} events; the kit has {}",
            players,
            least,
            events
        );
        return Err(bad(what));
    }
    let fits = |n: &usize| !equal || n.is_multiple_of(players);
    Ok((low..=high).filter(fits).map(|n| n as u8).collect())
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn end_comes_after_13_to_18_of_31_events() {
        for players in 3..=6 {
            let all = places(31, players, false).expect("enough events");
            assert_eq!(all, [13, 14, 15, 16, 17, 18]);
        }
    }

    #[test]
    fn equal_turns_take_only_multiples_of_the_player_count() {
        let table: Vec<Vec<u8>> = (3..=6)
            .map(|n| places(31, n, true).expect("enough events"))
            .collect();
        assert_eq!(table, [vec![15, 18], vec![16], vec![15], vec![18]]);
    }

    #[test]
    fn a_pile_that_could_end_before_everybody_had_a_turn_is_refused() {
        assert!(places(16, 6, false).is_err());
        assert!(places(17, 6, false).is_ok());
    }
}
