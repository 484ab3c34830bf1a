//! What was printed, and what a print does to the deck on the table.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What was printed: how many of what, by component, card and looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record(pub BTreeMap<String, BTreeMap<String, BTreeMap<String, Lot>>>);

/// Pieces that look the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "WrittenLot", into = "WrittenLot")]
pub struct Lot {
    /// How many.
    pub count: u32,
    /// What is printed on them as their name, where that is not the card's own.
    pub title: Option<String>,
}

/// How a lot stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenLot {
    Count(u32),
    Titled(u32, String),
}

impl From<WrittenLot> for Lot {
    fn from(written: WrittenLot) -> Self {
        match written {
            WrittenLot::Count(count) => Self { count, title: None },
            WrittenLot::Titled(count, title) => Self {
                count,
                title: Some(title),
            },
        }
    }
}

impl From<Lot> for WrittenLot {
    fn from(lot: Lot) -> Self {
        match lot.title {
            None => Self::Count(lot.count),
            Some(title) => Self::Titled(lot.count, title),
        }
    }
}

/// Cards of one name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordLine {
    /// The component.
    pub component: String,
    /// The card, or the pages of a sheet.
    pub name: String,
    /// What is printed on the card as its name, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How many.
    pub count: u32,
}

impl RecordLine {
    /// What people call the card: by what is printed on it, with its own name behind where that differs.
    pub fn called(&self) -> String {
        match &self.title {
            Some(title) if title.to_lowercase() == self.name.to_lowercase() => title.clone(),
            Some(title) => format!("{title} ({})", self.name),
            None => self.name.clone(),
        }
    }
}

/// What a print does to the deck on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Printed, and not there before.
    pub new: Vec<RecordLine>,
    /// Printed in place of others of the same name.
    pub changed: Vec<RecordLine>,
    /// No longer part of the game as they were printed.
    pub take_out: Vec<RecordLine>,
}

impl Changes {
    /// Whether the deck on the table is as it should be.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.changed.is_empty() && self.take_out.is_empty()
    }

    /// Whether there is something to put on paper.
    pub fn prints(&self) -> bool {
        !(self.new.is_empty() && self.changed.is_empty())
    }
}

/// What to compare with, and where changed cards go.
#[derive(Clone, Debug, Default)]
pub struct Since {
    /// What was printed before.
    pub record: Record,
    /// Whether cards are printed where a full print has them.
    pub keep_places: bool,
}
