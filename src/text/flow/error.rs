//! What can be wrong with a rule sheet, with the line of the Markdown file.

use crate::say;
use crate::say::{Say, sayers};
use crate::text::TextError;
use crate::units::Mm;

/// Why Markdown could not be set.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowError {
    /// A text cannot be set.
    Text {
        /// Line of the Markdown.
        line: usize,
        /// What is wrong with it.
        error: TextError,
    },
    /// A figure cannot be drawn.
    Figure {
        /// Line of the Markdown.
        line: usize,
        /// The figure's name.
        name: String,
        /// What is wrong with it.
        why: Say,
    },
    /// Markdown that rule sheets do not know.
    Unsupported {
        /// Line of the Markdown.
        line: usize,
        /// What it is.
        what: Say,
    },
    /// A word is wider than its column or table cell.
    TooWide {
        /// Line of the Markdown.
        line: usize,
        /// By how much.
        by: Mm,
    },
    /// Something that cannot be split is higher than a column.
    TooTall {
        /// Line of the Markdown.
        line: usize,
        /// By how much.
        by: Mm,
    },
    /// The sheet has no room for its columns.
    NoRoom,
    /// The title and the lead below it fill the first page.
    LongLead,
}

impl FlowError {
    /// The line of the Markdown; 0 where it is about no single line.
    pub fn line(&self) -> usize {
        match self {
            Self::Text { line, .. }
            | Self::Figure { line, .. }
            | Self::Unsupported { line, .. }
            | Self::TooWide { line, .. }
            | Self::TooTall { line, .. } => *line,
            Self::NoRoom => 0,
            Self::LongLead => 1,
        }
    }

    /// The same error at the line that holds the culprit, where the paragraph starts earlier.
    pub(super) fn sharpened(mut self, source: &str) -> FlowError {
        if let FlowError::Text { line, error } = &mut self {
            let culprit = match error {
                TextError::MissingGlyph { ch } => ch.to_string(),
                TextError::UnknownIcon { name } => format!(":{name}:"),
                _ => return self,
            };
            let mut lines = source.lines().enumerate().skip(line.saturating_sub(1));
            if let Some((i, _)) = lines.find(|(_, text)| text.contains(&culprit)) {
                *line = i + 1;
            }
        }
        self
    }

    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::Text { error, .. } => error.say(),
            Self::Figure { name, why, .. } => say!("figure `{}`: {}", name, why),
            Self::Unsupported { what, .. } => say!("rule sheets do not know {}", what),
            Self::TooWide { by, .. } => say!("a word is too wide for its column by {}", by),
            Self::TooTall { by, .. } => say!("this is higher than a column by {}", by),
            Self::NoRoom => say!("the sheet has no room for its columns"),
            Self::LongLead => say!("the title and the text below it fill the whole page"),
        }
    }

    /// What the author can do about it.
    pub fn hint(&self) -> Option<Say> {
        match self {
            Self::Text { error, .. } => error.hint(),
            Self::TooWide { .. } => Some(say!("use a shorter word or fewer columns")),
            Self::TooTall { .. } => Some(say!("split it into smaller parts")),
            Self::NoRoom => Some(say!("lower `inset`, `top`, `gutter` or `columns`")),
            Self::LongLead => Some(say!("start a section with `##` sooner")),
            Self::Figure { .. } | Self::Unsupported { .. } => None,
        }
    }
}

sayers!(FlowError);

impl std::error::Error for FlowError {}
