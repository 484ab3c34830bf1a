//! What the rules know of a kit and a table before anything is laid out; it never changes.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::board::Field;
use super::reverse::{NoSuchCard, Values, Vocabulary};
use super::settings::Wishes;
use crate::play::config::Config;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::{self, Seats};
use crate::play::stock::Stock;
use crate::say;
use crate::say::{Say, Tongue};

/// The number of turns of a game.
pub(super) const TURNS: u8 = 8;
/// The most players.
pub(super) const SEATS: usize = 4;
/// No card.
pub(super) const NO_CARD: u8 = u8::MAX;
/// The most cards that a hand ever has.
pub(super) const HAND: usize = 5;

/// How many play on each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Mode {
    TwoTwo,
    TwoOne,
    OneTwo,
    OneOne,
}

impl Mode {
    /// The word in settings.
    pub fn word(self) -> &'static str {
        match self {
            Mode::TwoTwo => "2v2",
            Mode::TwoOne => "2v1",
            Mode::OneTwo => "1v2",
            Mode::OneOne => "1v1",
        }
    }

    /// Educators and babies.
    pub fn sides(self) -> (usize, usize) {
        match self {
            Mode::TwoTwo => (2, 2),
            Mode::TwoOne => (2, 1),
            Mode::OneTwo => (1, 2),
            Mode::OneOne => (1, 1),
        }
    }

    /// The mode of so many educators and babies.
    pub fn of(educators: usize, babies: usize) -> Self {
        match (educators, babies) {
            (2.., 2..) => Mode::TwoTwo,
            (2.., _) => Mode::TwoOne,
            (_, 2..) => Mode::OneTwo,
            _ => Mode::OneOne,
        }
    }

    /// Rows and columns.
    pub fn size(self) -> (u8, u8) {
        match self {
            Mode::TwoTwo | Mode::TwoOne => (5, 5),
            Mode::OneTwo | Mode::OneOne => (4, 4),
        }
    }

    /// How many arm cards a player shows a turn.
    pub fn cards(self, educator: bool) -> u8 {
        match self {
            Mode::TwoTwo | Mode::TwoOne => 1,
            Mode::OneTwo => 1 + u8::from(educator),
            Mode::OneOne => 2,
        }
    }

    /// How many arm cards a player is dealt.
    pub fn hand(self, educator: bool) -> u8 {
        3 + self.cards(educator)
    }

    /// Whether a random card from the deck is shown too.
    pub fn random(self) -> bool {
        self == Mode::TwoOne
    }

    /// How many catches win.
    pub fn goal(self) -> u8 {
        1 + self.sides().1 as u8
    }

    /// How many arm cards a whole game takes.
    fn pack(self) -> usize {
        let (educators, babies) = self.sides();
        let hands =
            educators * usize::from(self.hand(true)) + babies * usize::from(self.hand(false));
        hands + 4 * usize::from(TURNS)
    }
}

/// What the game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Two sides.
    Standard,
    /// Everyone for themselves.
    Individual,
    /// Two games; catches decide. For two against two in the book; for two and three players it is our extension.
    CatchCount,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 3] = [Variant::Standard, Variant::Individual, Variant::CatchCount];

    /// The word in settings.
    pub fn word(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Individual => "individual",
            Variant::CatchCount => "catch-count",
        }
    }
}

/// What an arm card can do besides REVERSE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Nothing.
    Plain,
    /// JUMP.
    Jump,
    /// 2X SPEED.
    Fast,
    /// CARPENTER.
    Carpenter,
}

impl Special {
    /// The bit in the set of specials that babies have learnt.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// What the box calls it.
    pub fn title(self) -> Say {
        match self {
            Special::Plain | Special::Jump => say!("JUMP"),
            Special::Fast => say!("2X SPEED"),
            Special::Carpenter => say!("CARPENTER"),
        }
    }
}

/// A floor card.
#[derive(Clone, Debug)]
pub struct FloorCard {
    /// What JSON calls it.
    pub name: String,
    /// What it shows.
    pub values: Values,
    /// What is drawn for it in a terminal, in English and Japanese.
    pub marks: BTreeMap<&'static str, String>,
}

/// A kind of arm card.
#[derive(Clone, Debug)]
pub struct Arm {
    /// What moves and JSON call it.
    pub name: String,
    /// What it shows.
    pub values: Values,
    /// What it can do.
    pub special: Special,
    /// How many there are.
    pub count: u8,
    /// Other words for its value: the letters of its colour.
    pub letters: Vec<String>,
}

/// Who the educators of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EducatorChoice {
    /// These seats, a bit each.
    Fixed(u8),
    /// Drawn at random.
    Drawn,
    /// The babies of the game before.
    Swapped,
}

/// One game of the table.
#[derive(Clone, Debug)]
pub struct GamePlan {
    /// How many a side.
    pub mode: Mode,
    /// Who is on which side.
    pub cast: EducatorChoice,
    /// The field.
    pub board: Field,
}

/// The referee of one table: everything that is settled before the first game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The players.
    pub seats: Seats,
    /// Every floor card.
    pub floor: Vec<FloorCard>,
    /// Every kind of arm card.
    pub arms: Vec<Arm>,
    /// The games to be played.
    pub plans: Vec<GamePlan>,
    /// Whether there is more than one game.
    pub matched: bool,
    /// What the game is about.
    pub variant: Variant,
    /// Whether babies learn specials from educators.
    pub learning: bool,
    /// Whether educators run diagonally.
    pub horrible: bool,
    /// Whether the companion deals.
    pub app: bool,
    /// The settings in force.
    pub settings: Map<String, Value>,
}

impl Setup {
    /// Reads kit and settings.
    pub fn read(config: Config<'_>) -> Result<Self, Refusal> {
        config.check_players()?;
        if !(2..=SEATS).contains(&config.seats.len()) {
            let what = say!("CATCH and RUN is for 2 to 4 players");
            return Err(Refusal::new(Fault::Rule, what));
        }
        let wishes = Wishes::read(config)?;
        let mut words = Vocabulary::default();
        let floor = floor(config, &mut words)?;
        let arms = arms(config, &mut words)?;
        let plans = wishes.plans(floor.len())?;
        let most = plans.iter().map(|p| p.mode.pack()).max().unwrap_or(0);
        let have: usize = arms.iter().map(|a| usize::from(a.count)).sum();
        if have < most {
            let what = say!(
                "the kit has {} arm {card|cards}; this game takes {}",
                have,
                most
            );
            return Err(Refusal::new(Fault::Rule, what));
        }
        Ok(Self {
            seats: Seats::new(config.seats),
            floor,
            arms,
            matched: plans.len() > 1,
            variant: wishes.variant,
            learning: wishes.learning,
            horrible: wishes.horrible,
            app: wishes.app,
            settings: wishes.in_force(config, &plans),
            plans,
        })
    }

    /// The names of the seats of a mask.
    pub fn names(&self, mask: u8) -> Vec<&str> {
        self.mask_seats(mask).map(|s| self.seats.name(s)).collect()
    }

    /// The seats of a mask.
    pub(crate) fn mask_seats(&self, mask: u8) -> impl Iterator<Item = usize> + use<> {
        (0..self.seats.len()).filter(move |s| mask & (1 << s) != 0)
    }

    /// Every seat, a bit each.
    pub fn everybody(&self) -> u8 {
        (0..self.seats.len()).fold(0, |mask, s| mask | 1 << s)
    }

    /// The name of a kind of arm card.
    pub fn arm(&self, kind: u8) -> &str {
        self.arms
            .get(usize::from(kind))
            .map_or("", |a| a.name.as_str())
    }

    /// What a kind of arm card can do.
    pub fn special(&self, kind: u8) -> Special {
        let arm = self.arms.get(usize::from(kind));
        arm.map_or(Special::Plain, |a| a.special)
    }

    /// What a kind of arm card shows.
    pub fn shows(&self, kind: u8) -> Values {
        let arm = self.arms.get(usize::from(kind));
        arm.map_or_else(Values::default, |a| a.values)
    }

    /// Every arm card, by its kind.
    pub fn pack(&self) -> Vec<u8> {
        let kinds = self.arms.iter().enumerate();
        kinds
            .flat_map(|(kind, arm)| std::iter::repeat_n(kind as u8, usize::from(arm.count)))
            .collect()
    }
}

fn no_card(component: &str, card: &NoSuchCard) -> Refusal {
    let what = say!(
        "component `{}`: `{}` is no card that these rules know",
        component,
        card.0
    );
    Refusal::new(Fault::Unknown, what)
}

fn floor(config: Config<'_>, words: &mut Vocabulary) -> Result<Vec<FloorCard>, Refusal> {
    let mut out = Vec::new();
    for card in &config.component("floor")?.cards {
        let values = words.floor(&card.name).map_err(|e| no_card("floor", &e))?;
        let one = FloorCard {
            name: card.name.clone(),
            values,
            marks: Tongue::all()
                .map(|t| (t.code(), mark(config.kit, &card.name, t.code())))
                .collect(),
        };
        out.extend(std::iter::repeat_n(one, card.count as usize));
    }
    if out.len() >= usize::from(NO_CARD) {
        let what = say!("component `{}` has too many cards", "floor");
        return Err(Refusal::new(Fault::Rule, what));
    }
    Ok(out)
}

/// A floor card in a few characters: `3G●`.
fn mark(kit: &Stock, name: &str, lang: &str) -> String {
    let mut parts = name.split('-');
    let (number, color, shape) = (parts.next(), parts.next(), parts.next());
    let letter = color.and_then(|c| letter(kit, c, lang));
    let shape = if shape == Some("circle") {
        '●'
    } else {
        '▲'
    };
    format!(
        "{}{}{shape}",
        number.unwrap_or_default(),
        letter.unwrap_or_default()
    )
}

/// The letter of a colour.
fn letter(kit: &Stock, color: &str, lang: &str) -> Option<String> {
    let letter = kit.letters.iter().find(|l| l.color == color)?;
    let letter = letter.letter.get(lang);
    if letter.is_empty() {
        return color.chars().next().map(|c| c.to_uppercase().to_string());
    }
    Some(letter.to_owned())
}

fn arms(config: Config<'_>, words: &mut Vocabulary) -> Result<Vec<Arm>, Refusal> {
    let mut out = Vec::new();
    for card in &config.component("arm")?.cards {
        let no = || no_card("arm", &NoSuchCard(card.name.clone()));
        let values = words.arm(&card.name).map_err(|e| no_card("arm", &e))?;
        let (value, special) = card.name.split_once('+').unwrap_or((&card.name, ""));
        let special = match special {
            "" => Special::Plain,
            "jump" => Special::Jump,
            "2x" => Special::Fast,
            "carpenter" => Special::Carpenter,
            _ => return Err(no()),
        };
        let letters = Tongue::all().filter_map(|t| letter(config.kit, value, t.code()));
        out.push(Arm {
            name: card.name.clone(),
            values,
            special,
            count: u8::try_from(card.count).map_err(|_| no())?,
            letters: letters.map(|l| seats::fold(&l)).collect(),
        });
    }
    if out.len() >= usize::from(NO_CARD) {
        let what = say!("component `{}` has too many cards", "arm");
        return Err(Refusal::new(Fault::Rule, what));
    }
    Ok(out)
}
