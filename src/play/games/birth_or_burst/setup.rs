//! What is settled before the first card: the decks of the kit, the players and the settings. It never changes.

use serde_json::{Map, Value};

use super::labels::mission;
use super::rules::{Command, Mission, Track};
use super::settings;
use crate::kit::Card;
use crate::play::config::{Config, on_off};
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::Seats;
use crate::play::stock::Stock;
use crate::say;

/// Two sets of the kit serve twice as many players.
const SETS: u32 = 2;
/// A hand must fit into the bits of a number.
const HAND: usize = 32;
/// The most lives that life cards show.
const LIVES: u8 = 4;
/// The fewest and the most turns of a run.
const TURNS: (u8, u8) = (2, 10);

/// The settings by name.
const KNOWN: [&str; 11] = [
    "range",
    "lives",
    "turns",
    "leader",
    "leaders",
    "command-sets",
    "commands",
    "coop",
    "traps",
    "missions",
    "open-missions",
];

/// An action card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// How far it moves the egg.
    pub value: i32,
    /// The penguins on it.
    pub penguins: u32,
}

/// The referee of one table: everything that is settled before the game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The players, clockwise.
    pub seats: Seats,
    /// How many sets of the kit they need.
    pub sets: u32,
    /// The cards of one player, coldest first.
    pub hand: Vec<Action>,
    /// One set of commands.
    pub commands: Vec<Command>,
    /// The mission cards that are dealt from; none when all play together.
    pub missions: Vec<Mission>,
    /// Where the low, the middle and the high mission want the egg.
    pub ranges: [(i32, i32); 3],
    /// The temperatures that the egg bears.
    pub track: Track,
    /// Lives at the start, of each player or of all together.
    pub lives: u8,
    /// Turns to the birth.
    pub turns: u8,
    /// The first leader; drawn when nobody is set.
    pub first: Option<usize>,
    /// One leader or two.
    pub leaders: usize,
    /// A command for both leaders, or one each.
    pub command_sets: usize,
    /// Whether the table turns up its own command cards.
    pub by_table: bool,
    /// Whether all win or lose together.
    pub coop: bool,
    /// Whether missions lie open.
    pub open_missions: bool,
    /// The settings in force.
    pub settings: Map<String, Value>,
}

impl Setup {
    /// Reads kit and settings.
    pub fn read(config: Config<'_>) -> Result<Self, Refusal> {
        let Config { kit, seats, .. } = config;
        let sets = sets_for(kit, seats.len())?;
        let range = if seats.len() <= 4 { 7 } else { 9 };
        let mut setup = Self {
            seats: Seats::new(seats),
            sets,
            hand: hand(config, seats.len().div_ceil(sets as usize))?,
            commands: commands(config)?,
            missions: missions(config, sets)?,
            ranges: [(0, 0); 3],
            track: Track::even(range),
            lives: 3,
            turns: TURNS.1,
            first: None,
            leaders: 1,
            command_sets: 0,
            by_table: false,
            coop: false,
            open_missions: false,
            settings: Map::new(),
        };
        setup.set(config)?;
        setup.check_decks(kit)?;
        setup.note_settings(config);
        Ok(setup)
    }

    fn set(&mut self, config: Config<'_>) -> Result<(), Refusal> {
        config.known_settings(&KNOWN)?;
        let get = |name: &str| config.setting(name);
        if let Some(text) = get("range") {
            (self.track.low, self.track.high) = settings::range(text)?;
        }
        if let Some(text) = get("traps") {
            self.track.traps = settings::traps(text, &self.track)?;
        }
        if let Some(text) = get("lives") {
            self.lives = settings::number("lives", text, (1, LIVES))?;
        }
        if let Some(text) = get("turns") {
            self.turns = settings::number("turns", text, TURNS)?;
        }
        if let Some(text) = get("leader") {
            self.first = settings::first(&self.seats, text)?;
        }
        if let Some(text) = get("leaders") {
            self.leaders = settings::number("leaders", text, (1, 2))?.into();
        }
        self.command_sets = self.leaders;
        if let Some(text) = get("command-sets") {
            self.command_sets = settings::number("command-sets", text, (1, 2))?.into();
        }
        if self.command_sets > self.leaders {
            let what = say!("`command-sets` must be 1 here, not `{}`", self.command_sets);
            let rule = say!("the second set of commands is for a second leader");
            return Err(Refusal::rule(what, rule).hint(say!("set `leaders=2` as well")));
        }
        if let Some(text) = get("commands") {
            self.by_table = settings::one_of("commands", text, ["companion", "table"])? == 1;
        }
        let switch = |name| get(name).map_or(Ok(false), |text| settings::on(name, text));
        self.coop = switch("coop")?;
        self.open_missions = switch("open-missions")?;
        self.set_missions(get("missions"))
    }

    /// The ranges of the missions, and that each holds a square where the egg can hatch.
    fn set_missions(&mut self, text: Option<&str>) -> Result<(), Refusal> {
        self.ranges = match text {
            Some(text) => settings::own_ranges(text)?,
            None => Mission::ALL.map(|(_, m)| m.range(&self.track)),
        };
        if self.coop {
            self.missions.clear();
            if text.is_none() {
                return Ok(());
            }
        }
        for ((_, which), (from, to)) in Mission::ALL.into_iter().zip(self.ranges) {
            let inside = from.max(self.track.low)..=to.min(self.track.high);
            if inside.into_iter().all(|at| self.track.burst(at).is_some()) {
                let what = say!("the mission {} has no temperature", mission(which));
                let rule = say!("every mission needs a square inside the range");
                let hint = say!("give the ranges yourself: `missions=-9..-1,0..0,1..9`");
                return Err(Refusal::rule(what, rule).hint(hint));
            }
        }
        Ok(())
    }

    /// Whether the decks suffice.
    fn check_decks(&self, kit: &Stock) -> Result<(), Refusal> {
        let needed = usize::from(self.turns) - 1;
        let short = |component: &str, have: usize, needed: usize| {
            let what = say!(
                "component `{}` of kit `{}` has {} {card|cards}; the game needs {}",
                component,
                kit.id,
                have,
                needed
            );
            Err(Refusal::new(Fault::Rule, what))
        };
        if self.commands.len() < needed {
            return short("command", self.commands.len(), needed);
        }
        if !self.coop && self.missions.len() < self.seats.len() {
            return short("mission", self.missions.len(), self.seats.len());
        }
        if self.hand.len() < usize::from(self.turns) {
            return short("action", self.hand.len(), self.turns.into());
        }
        Ok(())
    }

    fn note_settings(&mut self, config: Config<'_>) {
        let Track { low, high, traps } = &self.track;
        let range = if *low == -high {
            high.to_string()
        } else {
            format!("{low}..{high}")
        };
        let traps: Vec<String> = traps.iter().map(i32::to_string).collect();
        let missions = self.ranges.map(|(from, to)| format!("{from}..{to}"));
        let known = [
            ("range", range.into()),
            ("lives", self.lives.into()),
            ("turns", self.turns.into()),
            ("leader", config.shown_seat(self.first)),
            ("leaders", self.leaders.into()),
            ("command-sets", self.command_sets.into()),
            (
                "commands",
                if self.by_table { "table" } else { "companion" }.into(),
            ),
            ("coop", on_off(self.coop)),
            ("traps", traps.join(",").into()),
            ("missions", missions.join(",").into()),
            ("open-missions", on_off(self.open_missions)),
        ];
        let known = known.map(|(name, value)| (name.to_owned(), value));
        self.settings = config.kit.settings.clone();
        self.settings.extend(known);
        if self.coop {
            self.settings.remove("missions");
            self.settings.remove("open-missions");
        }
    }

    /// Whether the egg lies where a mission wants it.
    pub fn holds(&self, mission: Mission, egg: i32) -> bool {
        let (from, to) = self.range(mission);
        (from..=to).contains(&egg)
    }

    /// Where a mission wants the egg.
    pub fn range(&self, mission: Mission) -> (i32, i32) {
        match mission {
            Mission::Low => self.ranges[0],
            Mission::Middle => self.ranges[1],
            Mission::High => self.ranges[2],
        }
    }
}

/// How many sets of the kit so many players need.
fn sets_for(kit: &Stock, players: usize) -> Result<u32, Refusal> {
    let (few, many) = kit.players;
    let players = u32::try_from(players).unwrap_or(u32::MAX);
    let sets = players.div_ceil(many.max(1));
    if players >= few && sets <= SETS {
        return Ok(sets);
    }
    let most = many.saturating_mul(SETS);
    let what = say!(
        "`{}` is for {} to {} players, not {}",
        kit.id,
        few,
        most,
        players
    );
    let rule = say!("one set serves {} to {} players, two sets more", few, many);
    Err(Refusal::rule(what, rule))
}

/// The hand of one player; every colour has the same.
fn hand(config: Config<'_>, players: usize) -> Result<Vec<Action>, Refusal> {
    let mut colors: Vec<(&str, Vec<Action>)> = Vec::new();
    for card in &config.component("action")?.cards {
        let whole = |field: &str| text(card, field).and_then(|t| t.parse::<i32>().ok());
        let penguins = whole("penguins").and_then(|n| u32::try_from(n).ok());
        let value = whole("value").filter(|v| v.abs() <= 100);
        let (Some(color), Some(value), Some(penguins)) = (text(card, "color"), value, penguins)
        else {
            return Err(odd_card(config.kit, "action", card));
        };
        if !colors.iter().any(|(name, _)| *name == color) {
            colors.push((color, Vec::new()));
        }
        let action = Action { value, penguins };
        if let Some((_, cards)) = colors.iter_mut().find(|(name, _)| *name == color) {
            cards.extend(std::iter::repeat_n(action, card.count.min(99) as usize));
        }
    }
    for (_, cards) in &mut colors {
        cards.sort_by_key(|c| c.value);
    }
    let same = colors.windows(2).all(|two| two[0].1 == two[1].1);
    let first = colors.first().map(|(_, cards)| cards.clone());
    match first {
        Some(hand) if same && colors.len() >= players && hand.len() <= HAND => Ok(hand),
        _ => {
            let what = say!(
                "the action cards of kit `{}` are no {} equal sets",
                config.kit.id,
                players
            );
            Err(Refusal::new(Fault::Rule, what))
        }
    }
}

/// One set of commands.
fn commands(config: Config<'_>) -> Result<Vec<Command>, Refusal> {
    let mut out = Vec::new();
    for card in &config.component("command")?.cards {
        let command = Command::parse(&card.name);
        let command = command.ok_or_else(|| odd_card(config.kit, "command", card))?;
        out.extend(std::iter::repeat_n(command, card.count as usize));
    }
    Ok(out)
}

/// The mission cards of so many sets.
fn missions(config: Config<'_>, sets: u32) -> Result<Vec<Mission>, Refusal> {
    let mut out = Vec::new();
    for card in &config.component("mission")?.cards {
        let mission = text(card, "range").and_then(Mission::parse);
        let mission = mission.ok_or_else(|| odd_card(config.kit, "mission", card))?;
        let count = card.count.saturating_mul(sets);
        out.extend(std::iter::repeat_n(mission, count as usize));
    }
    Ok(out)
}

fn text<'a>(card: &'a Card, field: &str) -> Option<&'a str> {
    card.fields.get(field)?.as_str()
}

fn odd_card(kit: &Stock, component: &str, card: &Card) -> Refusal {
    let what = say!(
        "the referee does not know the card `{}` of component `{}` in kit `{}`",
        card.name,
        component,
        kit.id
    );
    Refusal::new(Fault::Unknown, what)
}
