//! What people call a thing of the kit, in the language of messages.

use serde_json::Value;

use super::stock::Stock;
use crate::kit::{Card, Words, fields_in};
use crate::say::{Tongue, tongue};

/// What people call something, in each language of messages.
#[derive(Clone, Debug)]
pub struct Label {
    english: String,
    japanese: String,
}

impl Label {
    /// A title of the kit.
    pub fn of(words: &Words) -> Self {
        Self {
            english: words.get("en").to_owned(),
            japanese: words.get("ja").to_owned(),
        }
    }

    /// A field of a card, in each language.
    pub fn field(kit: &Stock, card: &Card, field: &str) -> Option<Self> {
        let text = |lang: &str| {
            let fields = fields_in(&card.fields, &kit.languages, lang);
            let text = fields.get(field).and_then(Value::as_str)?.trim().to_owned();
            (!text.is_empty()).then_some(text)
        };
        let english = text("en")?;
        let japanese = text("ja").unwrap_or_else(|| english.clone());
        Some(Self { english, japanese })
    }

    /// A card's title, else its name.
    pub fn title(kit: &Stock, card: &Card) -> Self {
        let name = || Self {
            english: card.name.clone(),
            japanese: card.name.clone(),
        };
        Self::field(kit, card, "title").unwrap_or_else(name)
    }

    /// The label in both languages.
    pub fn both(&self) -> [&str; 2] {
        [&self.english, &self.japanese]
    }

    /// The label in the language of messages.
    pub fn get(&self) -> &str {
        match tongue() {
            Tongue::English => &self.english,
            Tongue::Japanese => &self.japanese,
        }
    }
}
