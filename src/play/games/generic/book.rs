//! What the generic rules know of a kit and a table before anything is dealt; it never changes.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value};

use crate::diag::list;
use crate::kit::{Better, Card, Column, Deck, First, Hidden, TableSpec, Words, fields_in};
use crate::play::rules::{Fault, Refusal, Setup};
use crate::play::seats;
use crate::play::stock::{Part, Stock};
use crate::say;
use crate::say::{Tongue, tongue};

/// A card's number: its place in [`Book::cards`].
pub type CardId = u32;

/// What people call something, in the language of messages.
#[derive(Clone, Debug)]
pub struct Label(BTreeMap<&'static str, String>);

impl Label {
    fn of(words: &Words) -> Self {
        Self::each(|lang| words.get(lang).to_owned())
    }

    /// A field of a card, in each language.
    pub fn field(kit: &Stock, card: &Card, field: &str) -> Option<Self> {
        let text = |lang: &str| {
            let fields = fields_in(&card.fields, &kit.languages, lang);
            let text = fields.get(field).and_then(Value::as_str)?.trim().to_owned();
            (!text.is_empty()).then_some(text)
        };
        let first = text("en")?;
        Some(Self::each(|lang| {
            text(lang).unwrap_or_else(|| first.clone())
        }))
    }

    /// A card's title, else its name.
    pub fn title(kit: &Stock, card: &Card) -> Self {
        let name = || Self::each(|_| card.name.clone());
        Self::field(kit, card, "title").unwrap_or_else(name)
    }

    /// A label of what something is called in each language of messages.
    fn each(text: impl Fn(&str) -> String) -> Self {
        Self(Tongue::all().map(|t| (t.code(), text(t.code()))).collect())
    }

    /// The label in every language.
    pub fn both(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// The label in the language of messages.
    pub fn get(&self) -> &str {
        &self.0[tongue().code()]
    }
}

/// One card, every copy for itself.
#[derive(Clone, Debug)]
pub struct Piece {
    /// What moves and JSON call it.
    pub name: String,
    /// What people call it.
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

/// Everything that is settled before the deal.
#[derive(Clone, Debug)]
pub struct Book {
    /// The players.
    pub seats: Vec<String>,
    /// Every card.
    pub cards: Vec<Piece>,
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

impl Book {
    /// Reads kit and settings.
    pub fn new(setup: Setup<'_>) -> Result<Self, Refusal> {
        let Setup { kit, seats, .. } = setup;
        players(kit, seats.len())?;
        let spec = &kit.table;
        let mut book = Self {
            seats: seats.to_vec(),
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
        book.set(setup)?;
        for deck in &spec.decks {
            book.add_deck(kit, deck)?;
        }
        book.add_hands(spec)?;
        book.cast = cast(kit, spec, seats.len())?;
        Ok(book)
    }

    /// Takes the settings that the generic rules know.
    fn set(&mut self, setup: Setup<'_>) -> Result<(), Refusal> {
        const KNOWN: [&str; 2] = ["first", "rounds"];
        for (name, value) in setup.settings {
            match name.as_str() {
                "first" if value == "random" => self.first = None,
                "first" => self.first = Some(seats::find(&self.seats, value)?),
                "rounds" => {
                    let rounds = value.parse().ok().filter(|n| (1..=1000).contains(n));
                    let what = || say!("`{}` must be {}, not {}", "rounds", "1 to 1000", value);
                    let rounds = rounds.ok_or_else(|| Refusal::words(what()))?;
                    self.rounds = Some(rounds);
                }
                name if setup.kit.settings.contains_key(name) => {}
                name => {
                    let what = say!("there is no setting `{}`", name);
                    let known = KNOWN.into_iter();
                    let known = known.chain(setup.kit.settings.keys().map(String::as_str));
                    let hint = say!("settings: {}", list(known));
                    return Err(Refusal::new(Fault::Unknown, what).hint(hint));
                }
            }
        }
        let first = match self.first {
            Some(seat) => self.seats[seat].clone(),
            None => "random".to_owned(),
        };
        self.settings.insert("first".into(), first.into());
        if let Some(rounds) = self.rounds {
            self.settings.insert("rounds".into(), rounds.into());
        }
        for (name, value) in &setup.kit.settings {
            self.settings.insert(name.clone(), value.clone());
        }
        Ok(())
    }

    fn add_deck(&mut self, kit: &Stock, deck: &Deck) -> Result<(), Refusal> {
        let start = self.cards.len() as CardId;
        for id in &deck.components {
            for card in &component(kit, id)?.cards {
                let label = Label::title(kit, card);
                let piece = Piece {
                    name: card.name.clone(),
                    label,
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
            match crate::diag::nearest(id, ids()) {
                Some(near) => refusal.hint(say!("did you mean `{}`?", near)),
                None => refusal.hint(say!("decks: {}", list(ids()))),
            }
        })
    }

    /// A card for people.
    pub fn label(&self, card: CardId) -> &str {
        self.cards.get(card as usize).map_or("", |c| c.label.get())
    }

    /// Cards for people, in one line.
    pub fn labels(&self, cards: &[CardId]) -> String {
        let labels: Vec<&str> = cards.iter().map(|c| self.label(*c)).collect();
        labels.join(", ")
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

/// Whether so many may play.
pub fn players(kit: &Stock, number: usize) -> Result<(), Refusal> {
    let (few, many) = kit.players;
    if (few as usize..=many as usize).contains(&number) {
        return Ok(());
    }
    let what = if few == many {
        say!(
            "`{}` is for {} {player|players}, not {}",
            kit.id,
            few,
            number
        )
    } else {
        say!(
            "`{}` is for {} to {} players, not {}",
            kit.id,
            few,
            many,
            number
        )
    };
    Err(Refusal::new(Fault::Rule, what))
}

fn component<'a>(kit: &'a Stock, id: &str) -> Result<&'a Part, Refusal> {
    let missing = || say!("kit `{}` has no component `{}`", kit.id, id);
    let found = kit.components.iter().find(|c| c.id == id);
    found.ok_or_else(|| Refusal::new(Fault::Unknown, missing()))
}

fn cast(kit: &Stock, spec: &TableSpec, players: usize) -> Result<Option<Cast>, Refusal> {
    let Some(roles) = &spec.roles else {
        return Ok(None);
    };
    let counts = u32::try_from(players)
        .ok()
        .and_then(|n| roles.players.get(&n));
    let none = || say!("the kit has no roles for {} {player|players}", players);
    let counts = counts.ok_or_else(|| Refusal::new(Fault::Rule, none()))?;
    let component = component(kit, &roles.component)?;
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
            label: Label::title(kit, card),
            text: Label::field(kit, card, "text"),
        });
    }
    Ok(Some(cast))
}
