//! What people call a thing of the kit, in the language of messages.

use std::collections::BTreeMap;

use serde_json::Value;

use super::stock::Stock;
use crate::kit::{Card, Words, fields_in};
use crate::say::{MessageValue, Told, Tongue, tongue};

/// What people call something, in each language of messages.
#[derive(Clone, Debug)]
pub struct Label(BTreeMap<&'static str, String>);

impl Label {
    /// A title of the kit.
    pub fn of(words: &Words) -> Self {
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

    /// A card's title with what these fields of it say: `Carrot (1)`.
    pub(crate) fn with_fields(kit: &Stock, card: &Card, shows: &[String]) -> Self {
        let title = Self::title(kit, card);
        Self::each(|lang| {
            let fields = fields_in(&card.fields, &kit.languages, lang);
            let said = shows.iter().filter_map(|field| match fields.get(field)? {
                Value::String(text) => Some(text.trim().to_owned()),
                Value::Null => None,
                other => Some(other.to_string()),
            });
            let said: Vec<String> = said.filter(|s| !s.is_empty()).collect();
            let title = title.0.get(lang).map_or("", String::as_str);
            match said.is_empty() {
                true => title.to_owned(),
                false => format!("{title} ({})", said.join(", ")),
            }
        })
    }

    /// Things in one line.
    pub fn row<'a>(labels: impl Iterator<Item = &'a Self> + Clone) -> Self {
        Self::each(|lang| {
            let row: Vec<&str> = labels.clone().filter_map(|l| l.in_lang(lang)).collect();
            row.join(", ")
        })
    }

    fn in_lang(&self, lang: &str) -> Option<&str> {
        self.0.get(lang).map(String::as_str)
    }

    /// A label of what something is called in each language of messages.
    fn each(text: impl Fn(&str) -> String) -> Self {
        Self(Tongue::all().map(|t| (t.code(), text(t.code()))).collect())
    }

    /// The label in every language.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// The label in the language of messages.
    pub fn get(&self) -> &str {
        &self.0[tongue().code()]
    }
}

impl Told for Label {
    fn told(&self) -> MessageValue {
        MessageValue::Each(self.0.clone())
    }
}
