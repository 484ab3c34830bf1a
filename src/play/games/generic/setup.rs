//! What the generic rules know of a kit and a table before anything is dealt; it never changes.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::diag::list;
use crate::kit::{Better, Column, Deck, First, Hidden, TableSpec};
use crate::play::config::Config;
use crate::play::label::Label;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::{self, Seats};
use crate::say;

/// A card's number: its place in [`Setup::cards`].
pub(super) type CardId = u32;

/// One card, every copy for itself.
#[derive(Clone, Debug)]
pub struct CardCopy {
    /// What moves and JSON call it.
    pub name: String,
    /// What people call it.
    pub title: Label,
    /// The same, with what of it decides the game.
    pub label: Label,
    /// The deck it belongs to.
    pub deck: usize,
}

/// One deck.
#[derive(Clone, Debug)]
pub struct Pile {
    /// What moves and JSON call it.
    pub id: String,
    /// What people call it.
    pub label: Label,
    /// Its cards, in the order of the kit.
    pub cards: Range<CardId>,
}

/// The roles of this table.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The roles to deal, one for each seat or more; by their place in `roles`.
    pub pool: Vec<usize>,
    /// What each is called, and what its card says.
    pub roles: Vec<Role>,
    /// Who may know them.
    pub hidden: Hidden,
}

/// A role.
#[derive(Clone, Debug)]
pub struct Role {
    /// What JSON calls it.
    pub name: String,
    /// What people call it.
    pub label: Label,
    /// What its card says.
    pub text: Option<Label>,
}

/// The referee of one table: everything that is settled before the deal.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The players.
    pub seats: Seats,
    /// Every card.
    pub cards: Vec<CardCopy>,
    /// Every deck.
    pub decks: Vec<Pile>,
    /// What each seat is dealt: deck and number.
    pub hands: Vec<(usize, u32)>,
    /// The roles, if there are any.
    pub cast: Option<Cast>,
    /// How many rounds are played, if that is settled.
    pub rounds: Option<u32>,
    /// Who begins; drawn at random when nobody is set.
    pub first: Option<usize>,
    /// Which total wins.
    pub wins: Better,
    /// What is scored.
    pub columns: Vec<Column>,
    /// The settings in force.
    pub settings: Map<String, Value>,
}

impl Setup {
    /// Reads kit and settings.
    pub fn read(config: Config<'_>) -> Result<Self, Refusal> {
        config.check_players()?;
        let spec = &config.kit.table;
        let mut setup = Self {
            seats: Seats::new(config.seats),
            cards: Vec::new(),
            decks: Vec::new(),
            hands: Vec::new(),
            cast: None,
            rounds: spec.rounds,
            first: (spec.first == First::Seat).then_some(0),
            wins: spec.wins,
            columns: spec.scores.clone(),
            settings: Map::new(),
        };
        setup.set(config)?;
        for deck in &spec.decks {
            setup.add_deck(config, deck)?;
        }
        setup.add_hands(spec)?;
        setup.cast = cast(config, spec)?;
        Ok(setup)
    }

    /// Takes the settings that the generic rules know.
    fn set(&mut self, config: Config<'_>) -> Result<(), Refusal> {
        if let Some((_, refusal)) = config.unknown_setting(&["first", "rounds"]) {
            return Err(refusal);
        }
        if config.setting("first").is_some() {
            self.first = config.seat("first")?;
        }
        if let Some(value) = config.setting("rounds") {
            let rounds = value.parse().ok().filter(|n| (1..=1000).contains(n));
            let what = || say!("`{}` must be {} to {}, not `{}`", "rounds", 1, 1000, value);
            self.rounds = Some(rounds.ok_or_else(|| Refusal::words(what()))?);
        }
        let first = config.shown_seat(self.first);
        self.settings = match self.rounds {
            Some(rounds) => config.in_force([("first", first), ("rounds", rounds.into())]),
            None => config.in_force([("first", first)]),
        };
        Ok(())
    }

    fn add_deck(&mut self, config: Config<'_>, deck: &Deck) -> Result<(), Refusal> {
        let start = self.cards.len() as CardId;
        for id in &deck.components {
            for card in &config.component(id)?.cards {
                let piece = CardCopy {
                    name: card.name.clone(),
                    title: Label::title(config.kit, card),
                    label: Label::with_fields(config.kit, card, &deck.shows),
                    deck: self.decks.len(),
                };
                let copies = std::iter::repeat_n(piece, card.count as usize);
                self.cards.extend(copies);
            }
        }
        self.decks.push(Pile {
            id: deck.id.clone(),
            label: Label::of(&deck.title),
            cards: start..self.cards.len() as CardId,
        });
        Ok(())
    }

    fn add_hands(&mut self, spec: &TableSpec) -> Result<(), Refusal> {
        let mut left: Vec<usize> = self.decks.iter().map(|d| d.cards.len()).collect();
        for hand in &spec.hands {
            let deck = self.deck(&hand.deck)?;
            let count = hand.count.get(self.seats.len());
            let all = count as usize * self.seats.len();
            let Some(rest) = left[deck].checked_sub(all) else {
                let what = say!(
                    "the hands of {} {player|players} take {} {card|cards}; deck `{}` has {}",
                    self.seats.len(),
                    all,
                    hand.deck,
                    left[deck]
                );
                return Err(Refusal::new(Fault::Rule, what));
            };
            left[deck] = rest;
            self.hands.push((deck, count));
        }
        Ok(())
    }

    /// A deck by its id.
    pub fn deck(&self, id: &str) -> Result<usize, Refusal> {
        let wanted = seats::fold(id);
        let found = self.decks.iter().position(|d| seats::fold(&d.id) == wanted);
        found.ok_or_else(|| {
            let refusal = Refusal::new(Fault::Unknown, say!("there is no deck `{}`", id));
            let ids = || self.decks.iter().map(|d| d.id.as_str());
            let hint = say!("decks: {}", list(ids()));
            refusal.hint(hint).did_you_mean(id, ids())
        })
    }

    /// What people call a score column.
    pub fn column(&self, column: usize) -> &str {
        let Some(column) = self.columns.get(column) else {
            return "";
        };
        match column.title.get(say::tongue().code()) {
            "" => &column.id,
            title => title,
        }
    }

    /// A card for people.
    pub fn label(&self, card: CardId) -> &str {
        self.cards.get(card as usize).map_or("", |c| c.label.get())
    }

    /// Cards for people, in one line.
    pub fn labels(&self, cards: &[CardId]) -> Label {
        let cards = cards.iter().filter_map(|c| self.cards.get(*c as usize));
        Label::row(cards.map(|c| &c.label))
    }

    /// A card as moves and JSON write it.
    pub fn name(&self, card: CardId) -> &str {
        self.cards.get(card as usize).map_or("", |c| &c.name)
    }

    /// Cards as JSON writes them.
    pub fn names(&self, cards: &[CardId]) -> Value {
        cards.iter().map(|c| Value::from(self.name(*c))).collect()
    }
}

fn cast(config: Config<'_>, spec: &TableSpec) -> Result<Option<Cast>, Refusal> {
    let Some(roles) = &spec.roles else {
        return Ok(None);
    };
    let players = config.seats.len();
    let counts = u32::try_from(players)
        .ok()
        .and_then(|n| roles.players.get(&n));
    let none = || say!("the kit has no roles for {} {player|players}", players);
    let counts = counts.ok_or_else(|| Refusal::new(Fault::Rule, none()))?;
    let component = config.component(&roles.component)?;
    let mut cast = Cast {
        pool: Vec::new(),
        roles: Vec::new(),
        hidden: roles.hidden,
    };
    for (name, count) in counts {
        let card = component.cards.iter().find(|c| c.is_called(name));
        let none = || say!("component `{}` has no card `{}`", component.id, name);
        let card = card.ok_or_else(|| Refusal::new(Fault::Unknown, none()))?;
        let role = cast.roles.len();
        cast.pool.extend(std::iter::repeat_n(role, *count as usize));
        cast.roles.push(Role {
            name: name.clone(),
            label: Label::title(config.kit, card),
            text: Label::field(config.kit, card, "text"),
        });
    }
    Ok(Some(cast))
}
