//! The header of a table's journal: what the game began with, and what of it is taken from the kit.
//!
//! Version 2 keeps everything that the game was dealt from; version 1 kept a hash of it, and reads the kit.

use serde_json::{Value, json};

use super::config::Settings;
use super::games::Games;
use super::journal::Body;
use super::rng::{Draw, Seed};
use super::stock::Stock;
use crate::diag::Problems;
use crate::kit::{Kit, Setting, Source};
use crate::say;
use crate::say::Say;

/// The header of a table's journal.
pub struct Head {
    /// Which kit it is, and where it was.
    kit: Value,
    /// What was taken from it; not in version 1.
    stock: Option<Stock>,
    /// The rules that are played by.
    pub rules: String,
    /// The players.
    pub seats: Vec<String>,
    /// What was set.
    pub settings: Settings,
    /// The seed.
    pub seed: Seed,
    /// Whether somebody knows the seed.
    pub practice: bool,
    /// The hash of the seed; only in version 1.
    pub commitment: Option<String>,
    /// What was drawn for the set-up.
    pub draws: Vec<Draw>,
}

/// What a table plays with, and what people should know where the kit's files are no longer that.
pub struct KeptKit {
    /// What it plays with.
    pub kit: Stock,
    /// What people should know of the kit, if anything.
    pub changed: Option<Say>,
}

impl Head {
    /// Reads the header of a journal of that version.
    pub fn read(version: u64, body: &Body) -> Option<Self> {
        let get = |key: &str| body.get(key).cloned();
        let first = version < 2;
        Some(Self {
            kit: get("kit")?,
            stock: match first {
                false => Some(serde_json::from_value(get("stock")?).ok()?),
                true => None,
            },
            rules: body.get("rules")?.as_str()?.to_owned(),
            seats: serde_json::from_value(get("seats")?).ok()?,
            settings: serde_json::from_value(get("settings")?).ok()?,
            seed: Seed::from_hex(body.get("seed")?.as_str()?)?,
            practice: body.get("practice")?.as_bool()?,
            commitment: match first {
                false => None,
                true => Some(body.get("commitment")?.as_str()?.to_owned()),
            },
            draws: draws_of(body),
        })
    }

    /// What the table plays with: what it keeps itself, else what it finds in the kit. What it keeps is compared with
    /// the kit where somebody wants to know.
    pub fn kept(&self, games: &Games, compare: bool) -> Result<KeptKit, Problems> {
        let Some(stock) = self.stock.clone() else {
            let mut kit = self.load_kit()?;
            let cards = self.kit.get("cards").and_then(Value::as_str);
            let is_kit = |kit: &Kit| cards == Some(&kit.cards_hash());
            let mut same = is_kit(&kit);
            // Version 1 called cards by their numbers where titles name them today.
            let numbered = kit.clone().numbered();
            if !same && is_kit(&numbered) {
                (kit, same) = (numbered, true);
            }
            let changed = say!(
                "kit `{}` has changed since this table was started, and a table of version 1 keeps no cards of its own: put the kit back as it was",
                kit.id
            );
            return Ok(KeptKit {
                kit: Stock::of(games, &kit, &self.rules),
                changed: (!same).then_some(changed),
            });
        };
        if !compare {
            let changed = None;
            return Ok(KeptKit {
                kit: stock,
                changed,
            });
        }
        let id = stock.id.as_str();
        let changed = match self.load_kit() {
            Ok(kit) if stock.same(&Stock::of(games, &kit, &self.rules)) => None,
            Ok(_) => Some(say!(
                "kit `{}` has changed; this table plays on with its own cards",
                id
            )),
            Err(_) => Some(say!(
                "kit `{}` cannot be read; this table plays on with its own cards",
                id
            )),
        };
        Ok(KeptKit {
            kit: stock,
            changed,
        })
    }

    /// The kit that the table was started with, as it is today.
    fn load_kit(&self) -> Result<Kit, Problems> {
        let name = kit_name(Some(&self.kit));
        let set: Vec<Setting> = self.settings.clone().into_iter().collect();
        let source = Source::find(name)
            .map_err(|p| p.hint(say!("the table needs the kit that it was started with")))?;
        Kit::load_from(source, &set)
    }
}

/// The seed that a line brings.
pub(crate) fn seed_of(body: &Body) -> Option<Seed> {
    Seed::from_hex(body.get("seed")?.as_str()?)
}

/// What was drawn for a line.
pub(crate) fn draws_of(body: &Body) -> Vec<Draw> {
    let draws = body.get("draws").cloned();
    draws
        .and_then(|d| serde_json::from_value(d).ok())
        .unwrap_or_default()
}

/// Where the kit is that the header speaks of: its folder, else its id.
pub(crate) fn kit_name(kit: Option<&Value>) -> &str {
    let field = |key: &str| kit?.get(key)?.as_str();
    field("folder").or(field("id")).unwrap_or_default()
}

/// What the header says of the kit: which it is, and where.
pub(crate) fn kit_fields(kit: &Kit) -> Value {
    let mut fields = json!({"id": kit.id});
    if let Source::Folder { real, .. } = &kit.source {
        fields["folder"] = real.to_string_lossy().into();
    }
    fields
}
