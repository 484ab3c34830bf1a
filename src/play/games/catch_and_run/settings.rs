//! The settings of a table, read and checked: what is to be played, by whom, on which field.

use serde_json::{Map, Value};

use super::board::{Field, Square, bit, squares};
use super::setup::{EducatorChoice, GamePlan, Mode, Variant};
use crate::diag::list;
use crate::play::config::{Config, on_off};
use crate::play::matches::{self, Split};
use crate::play::rules::{Fault, Refusal};
use crate::play::seats;
use crate::say;

/// The settings that these rules know.
const KNOWN: [&str; 10] = [
    "mode",
    "cards",
    "educators",
    "match",
    "variant",
    "learning",
    "horrible",
    "field",
    "holes",
    "broken",
];
/// The most squares of a field, holes counted.
const MOST_SQUARES: u32 = 64;
/// The fewest cards that must lie face up at the start.
const FEWEST_OPEN: u32 = 4;

/// What the table asked for.
pub(super) struct Wishes {
    players: usize,
    mode: Option<Mode>,
    educators: Option<Vec<usize>>,
    games: usize,
    games_set: bool,
    field: Option<(u8, u8)>,
    holes: Vec<String>,
    broken: Vec<String>,
    /// What the game is about.
    pub variant: Variant,
    /// `learning=on`.
    pub learning: bool,
    /// `horrible=on`.
    pub horrible: bool,
    /// `cards=app`.
    pub app: bool,
}

impl Wishes {
    /// Reads the settings.
    pub(super) fn read(config: Config<'_>) -> Result<Self, Refusal> {
        config.known_settings(&KNOWN)?;
        let players = config.seats.len();
        let variant = config.pick("variant", &Variant::ALL.map(Variant::word))?;
        let games = config.setting("match").map(number).transpose()?;
        let squares = |name: &str| config.setting(name).map(names).unwrap_or_default();
        let wishes = Self {
            players,
            app: config.pick("cards", &["table", "app"])? == "app",
            mode: mode(config)?,
            educators: match config.setting("educators") {
                Some(value) => educators(config.seats, value)?,
                None => None,
            },
            games: games.unwrap_or(1),
            games_set: games.is_some(),
            variant: Variant::ALL
                .into_iter()
                .find(|v| v.word() == variant)
                .unwrap_or(Variant::Standard),
            learning: config.switch("learning")?,
            horrible: config.switch("horrible")?,
            field: config.setting("field").map(size).transpose()?,
            holes: squares("holes"),
            broken: squares("broken"),
        };
        wishes.check()?;
        Ok(wishes)
    }

    /// Settings that do not go together.
    fn check(&self) -> Result<(), Refusal> {
        let individual = self.variant == Variant::Individual;
        for (set, name) in [
            (self.educators.is_some(), "educators"),
            (self.learning, "learning"),
            (self.horrible, "horrible"),
            (self.mode.is_some_and(|m| m != self.usual()), "mode"),
        ] {
            if set && individual {
                let what = say!("`{}` does not go with `variant=individual`", name);
                let rule = say!("everyone plays for themselves: there are no educators or babies");
                return Err(Refusal::rule(what, rule));
            }
        }
        if self.variant == Variant::CatchCount && self.games_set && self.games != 2 {
            let what = say!("`variant=catch-count` is two games, not {}", self.games);
            return Err(Refusal::rule(
                what,
                say!("two games with the roles swapped"),
            ));
        }
        // Six games of three begin with two educators.
        let first = match (self.players, self.games) {
            (3, 6) => Mode::TwoOne,
            _ => self.mode(),
        };
        let wanted = first.sides().0;
        match &self.educators {
            Some(seats) if seats.len() != wanted => {
                let what = say!(
                    "{} has {} {educator|educators}; `educators` names {}",
                    first.word(),
                    wanted,
                    seats.len()
                );
                let refusal = Refusal::new(Fault::Rule, what);
                Err(if self.players == 3 {
                    refusal.hint(say!("`mode=2v1` has two educators, `mode=1v2` has one"))
                } else {
                    refusal
                })
            }
            _ => Ok(()),
        }
    }

    /// The mode when nothing is set.
    fn usual(&self) -> Mode {
        match self.players {
            4 => Mode::TwoTwo,
            3 => Mode::TwoOne,
            _ => Mode::OneOne,
        }
    }

    fn mode(&self) -> Mode {
        self.mode.unwrap_or_else(|| self.usual())
    }

    /// The games to be played.
    pub(super) fn plans(&self, cards: usize) -> Result<Vec<GamePlan>, Refusal> {
        let mut plans = Vec::new();
        for (mode, cast) in self.casts()? {
            let board = match plans.iter().find(|p: &&GamePlan| p.mode == mode) {
                Some(plan) => plan.board.clone(),
                None => self.board(mode, cards)?,
            };
            plans.push(GamePlan { mode, cast, board });
        }
        Ok(plans)
    }

    fn casts(&self) -> Result<Vec<(Mode, EducatorChoice)>, Refusal> {
        let mode = self.mode();
        let given = self.educators.as_ref().map(|seats| mask(seats));
        let first = given.map_or(EducatorChoice::Drawn, EducatorChoice::Fixed);
        let (educators, babies) = mode.sides();
        match self.variant {
            Variant::Individual if self.games > matches::MOST => Err(too_many(self.games)),
            Variant::Individual => Ok(vec![(mode, EducatorChoice::Fixed(0)); self.games]),
            Variant::CatchCount => Ok(vec![
                (mode, first),
                (Mode::of(babies, educators), EducatorChoice::Swapped),
            ]),
            Variant::Standard if self.games == 1 => Ok(vec![(mode, first)]),
            Variant::Standard => self.schedule(),
        }
    }

    /// A match: the pairs and roles of the page, A, B, C, D being the seats in order; with `educators` they begin.
    fn schedule(&self) -> Result<Vec<(Mode, EducatorChoice)>, Refusal> {
        let split = match self.mode() {
            Mode::OneTwo if self.games == 3 => Split::OneTwo,
            _ => Split::TwoOne,
        };
        let meetings = matches::two_sides(self.players, self.games, split)?;
        let side = |i: usize, m: &matches::Meeting| m.sides.get(i).cloned().unwrap_or_default();
        let mut seat_of: Vec<usize> = (0..self.players).collect();
        if let (Some(first), Some(given)) = (meetings.first(), &self.educators)
            && side(0, first).len() == given.len()
        {
            let others = (0..self.players).filter(|s| !given.contains(s));
            let letters = [side(0, first), side(1, first)].concat();
            for (letter, seat) in letters.into_iter().zip(given.iter().copied().chain(others)) {
                seat_of[letter] = seat;
            }
        }
        let seats = |letters: Vec<usize>| -> Vec<usize> {
            letters
                .iter()
                .filter_map(|l| seat_of.get(*l).copied())
                .collect()
        };
        let game = |m: &matches::Meeting| {
            let (educators, babies) = (seats(side(0, m)), seats(side(1, m)));
            let mode = Mode::of(educators.len(), babies.len());
            (mode, EducatorChoice::Fixed(mask(&educators)))
        };
        Ok(meetings.iter().map(game).collect())
    }

    fn board(&self, mode: Mode, cards: usize) -> Result<Field, Refusal> {
        let (rows, columns) = self.field.unwrap_or_else(|| mode.size());
        let holes = self.mask_of("holes", rows, columns, &self.holes)?;
        let broken = self.mask_of("broken", rows, columns, &self.broken)?;
        let board = Field::new(rows, columns, holes, broken);
        let count = board.cells.count_ones();
        if count as usize > cards {
            let what = say!(
                "the field has {} {square|squares}; the kit has {} floor {card|cards}",
                count,
                cards
            );
            let hint = say!("make it smaller, or leave squares out with `holes=a1,b2`");
            return Err(Refusal::new(Fault::Rule, what).hint(hint));
        }
        if board.open.count_ones() < FEWEST_OPEN {
            let what = say!(
                "the field has {} {face-up card|face-up cards}; {} is the fewest",
                board.open.count_ones(),
                FEWEST_OPEN
            );
            return Err(Refusal::new(Fault::Rule, what));
        }
        if let Some(alone) = squares(board.cells).find(|s| board.lonely(*s)) {
            let what = say!("`{}` has no neighbour to run to", board.name(alone));
            let rule = say!("a run card never points out of the field");
            return Err(Refusal::rule(what, rule));
        }
        Ok(board)
    }

    fn mask_of(
        &self,
        setting: &str,
        rows: u8,
        columns: u8,
        names: &[String],
    ) -> Result<u64, Refusal> {
        let mut mask = 0;
        for name in names {
            let no = || {
                let what = say!("`{}`: `{}` is no square of the field", setting, name);
                let last: Square = rows * columns - 1;
                let last = Field::new(rows, columns, 0, 0).name(last);
                Refusal::new(Fault::Unknown, what).hint(say!("squares: `a1` to `{}`", last))
            };
            let square = Field::read(rows, columns, &seats::fold(name)).ok_or_else(no)?;
            mask |= bit(square);
        }
        Ok(mask)
    }

    /// The settings in force, defaults included.
    pub(super) fn in_force(&self, config: Config<'_>, plans: &[GamePlan]) -> Map<String, Value> {
        let name = |seat: &usize| config.seats.get(*seat).cloned().unwrap_or_default();
        let fixed = match (&self.educators, self.games > 1) {
            (Some(seats), _) => seats.iter().map(name).collect::<Vec<_>>().join(","),
            (None, true) => "schedule".to_owned(),
            (None, false) => "random".to_owned(),
        };
        let mut out = Map::new();
        let mut put = |name: &str, value: Value| out.insert(name.to_owned(), value);
        put("mode", self.mode().word().into());
        put("cards", if self.app { "app" } else { "table" }.into());
        if self.variant != Variant::Individual {
            put("educators", fixed.into());
        }
        put("match", plans.len().into());
        put("variant", self.variant.word().into());
        put("learning", on_off(self.learning));
        put("horrible", on_off(self.horrible));
        if let Some(plan) = plans.first() {
            let (rows, columns) = (plan.board.rows, plan.board.columns);
            put("field", format!("{rows}x{columns}").into());
        }
        put("holes", self.holes.join(",").into());
        put("broken", self.broken.join(",").into());
        for (name, value) in &config.kit.settings {
            put(name, value.clone());
        }
        out
    }
}

/// The mode that is set, if it is for so many players.
fn mode(config: Config<'_>) -> Result<Option<Mode>, Refusal> {
    const ALL: [Mode; 4] = [Mode::TwoTwo, Mode::TwoOne, Mode::OneTwo, Mode::OneOne];
    let players = config.seats.len();
    let word = config.pick("mode", &ALL.map(Mode::word))?;
    let set = config.setting("mode").is_some();
    let Some(mode) = ALL.into_iter().find(|m| set && m.word() == word) else {
        return Ok(None);
    };
    let (educators, babies) = mode.sides();
    if educators + babies == players {
        return Ok(Some(mode));
    }
    let what = say!(
        "mode {} is for {} players, not {}",
        mode.word(),
        educators + babies,
        players
    );
    let fitting = ALL
        .into_iter()
        .filter(|m| m.sides().0 + m.sides().1 == players);
    let fitting = list(fitting.map(Mode::word));
    Err(Refusal::new(Fault::Rule, what).hint(say!("for {} players: {}", players, fitting)))
}

/// The seats that `educators` names, in the order given; none for `random`.
fn educators(all: &[String], value: &str) -> Result<Option<Vec<usize>>, Refusal> {
    if seats::fold(value.trim()) == "random" && seats::find(all, value).is_err() {
        return Ok(None);
    }
    let mut out = Vec::new();
    for group in seats::words(value) {
        let mut words = group.as_slice();
        while !words.is_empty() {
            let unknown = || seats::unknown(all, &seats::join(words));
            let (seat, rest) = seats::begin(all, words).ok_or_else(unknown)?;
            if !out.contains(&seat) {
                out.push(seat);
            }
            words = rest;
        }
    }
    Ok(Some(out))
}

fn number(value: &str) -> Result<usize, Refusal> {
    let number = value.trim().parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| {
        let wanted = say!("a number of games");
        Refusal::words(say!("`{}` must be {}, not `{}`", "match", wanted, value))
    })
}

fn too_many(games: usize) -> Refusal {
    let what = say!(
        "{} games are too many; {} is the most",
        games,
        matches::MOST
    );
    Refusal::new(Fault::Rule, what)
}

/// `ROWSxCOLUMNS`.
fn size(value: &str) -> Result<(u8, u8), Refusal> {
    let text = seats::fold(value.trim());
    let parts: Vec<&str> = text.split(['x', '×', '*']).map(str::trim).collect();
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| *n > 0);
    let size = match parts.as_slice() {
        [rows, columns] => number(rows).zip(number(columns)),
        _ => None,
    };
    let Some((rows, columns)) = size else {
        let wanted = say!("rows x columns, such as 4x6");
        return Err(Refusal::words(say!(
            "`{}` must be {}, not `{}`",
            "field",
            wanted,
            value
        )));
    };
    if columns > 26 || u32::from(rows) * u32::from(columns) > MOST_SQUARES {
        let what = say!("a field of {} is too large", value);
        let hint = say!(
            "26 columns and {} squares, holes counted, are the most",
            MOST_SQUARES
        );
        return Err(Refusal::new(Fault::Rule, what).hint(hint));
    }
    Ok((rows, columns))
}

/// Squares, separated by commas, blanks or `+`.
fn names(value: &str) -> Vec<String> {
    let parts = value.split(|c: char| c.is_whitespace() || matches!(c, ',' | '+' | '、' | '，'));
    let parts = parts.filter(|p| !p.is_empty());
    parts.map(|p| p.to_lowercase()).collect()
}

fn mask(seats: &[usize]) -> u8 {
    seats.iter().fold(0, |mask, s| mask | 1 << s)
}
