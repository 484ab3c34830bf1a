//! What the referee knows before anything is drawn; it never changes: players, map, settings.

use serde_json::{Map as Object, Value, json};

use super::map::{Map, MapError, generate_units, parse_size};
use super::town::{Spot, Town};
use crate::play::config::Config;
use crate::play::rules::{Fault, Refusal};
use crate::play::seats::Seats;
use crate::say;

/// The settings of the map, with what holds where a kit says nothing.
const MAP: (&str, &str) = ("map", "4x28");
const SEED: (&str, u64) = ("map-seed", 8);
const UNITS: (&str, u64) = ("units", 1);

/// The referee of one table: everything that is settled before the first fish.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The players.
    pub seats: Seats,
    /// The map.
    pub town: Town,
    /// The first row of the lower strip.
    pub seam: usize,
    /// The map as JSON shows it.
    pub text: Value,
    /// The settings in force.
    pub settings: Object<String, Value>,
}

impl Setup {
    /// Reads kit and settings.
    pub fn read(config: Config<'_>) -> Result<Self, Refusal> {
        let Config { kit, seats, .. } = config;
        config.check_players()?;
        let [first, second] = seats else {
            let what = say!(
                "the referee knows this game for 2 players, not {}",
                seats.len()
            );
            return Err(Refusal::new(Fault::Rule, what));
        };
        config.known_settings(&[MAP.0, SEED.0, UNITS.0])?;
        let given = |name: &str| -> Option<Value> {
            let set = config.setting(name).map(|v| json!(v.trim()));
            set.or_else(|| kit.settings.get(name).cloned())
        };
        let size = given(MAP.0).unwrap_or_else(|| MAP.1.into());
        let size = size.as_str().unwrap_or_default().to_owned();
        let seed = whole(SEED, given(SEED.0))?;
        let units = whole(UNITS, given(UNITS.0))?;
        let (rows, columns) = parse_size(&size).map_err(refuse)?;
        let units_wanted = usize::try_from(units).unwrap_or(usize::MAX);
        let map = generate_units(rows, columns, units_wanted, seed).map_err(refuse)?;
        let mut setup = Self::on(&map, [first, second]);
        setup.settings = kit.settings.clone();
        let ours = [
            (MAP.0, json!(format!("{rows}x{columns}"))),
            (SEED.0, seed.into()),
            (UNITS.0, units.into()),
        ];
        for (name, value) in ours {
            setup.settings.insert(name.into(), value);
        }
        Ok(setup)
    }

    /// The rules on a map, without a kit.
    pub fn on(map: &Map, names: [&str; 2]) -> Self {
        Self {
            seats: Seats::new(&names.map(str::to_owned)),
            town: Town::new(&map.cells(), map.strip_rows()),
            seam: map.strip_rows(),
            text: json!(map.text()),
            settings: Object::new(),
        }
    }

    /// A cell's name.
    pub fn cell(&self, at: Spot) -> String {
        self.town.pos(at).to_string()
    }

    /// The last row, from 0.
    pub(crate) fn last_row(&self) -> usize {
        self.town.size().0.saturating_sub(1)
    }

    /// The outer row opposite to one, from 0.
    pub fn opposite(&self, row: usize) -> usize {
        self.last_row().saturating_sub(row)
    }
}

/// A setting that is a whole number.
fn whole((name, default): (&str, u64), given: Option<Value>) -> Result<u64, Refusal> {
    let number = match &given {
        None => Some(default),
        Some(Value::String(text)) => text.parse().ok(),
        Some(value) => value.as_u64(),
    };
    number.ok_or_else(|| {
        let shown = match given.unwrap_or_default() {
            Value::String(text) => text,
            other => other.to_string(),
        };
        let number = say!("a whole number from 0");
        Refusal::words(say!("`{}` must be {}, not `{}`", name, number, shown))
    })
}

/// Why there is no such map, for people.
fn refuse(error: MapError) -> Refusal {
    Refusal::new(Fault::Rule, error.say()).hint(error.hint())
}
