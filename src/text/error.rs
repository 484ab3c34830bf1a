//! What can be wrong with a text, with the values needed to tell the user so.

use std::fmt;

use crate::units::{Mm, Pt};

/// Why a text could not be set.
#[derive(Clone, Debug, PartialEq)]
pub enum TextError {
    /// No font of the book draws this character.
    MissingGlyph {
        /// The character.
        ch: char,
    },
    /// A letter of a script that is written from right to left, which cannot be set.
    RightToLeft {
        /// The letter.
        ch: char,
    },
    /// The text names an icon that the kit does not have.
    UnknownIcon {
        /// The name between the colons.
        name: String,
    },
    /// The text has a tag of HTML that text boxes do not know.
    UnknownTag {
        /// The tag as it is written.
        tag: String,
    },
    /// A template asks for a family that the book does not hold.
    UnknownFont {
        /// The family asked for.
        family: String,
        /// The families there are.
        known: Vec<String>,
    },
    /// A type size that is not a positive number.
    BadSize {
        /// The size asked for.
        size: Pt,
    },
    /// The text does not fit its box even at the smallest size allowed.
    Overflow {
        /// The smallest size allowed, at which it was tried.
        tried: Pt,
        /// The largest size at which it would fit; `None` if no legible size does.
        fits: Option<Pt>,
        /// How much wider than the box the longest unbreakable word is at `tried`.
        wide: Mm,
        /// How much higher than the box the lines are at `tried`.
        high: Mm,
        /// How many lines more than the box holds there are at `tried`.
        lines: usize,
    },
}

impl TextError {
    /// What the author of the text can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownIcon { name } => Some(format!(
                "add `icons/{name}.svg`, or write `\\:{name}:` for plain text"
            )),
            Self::UnknownTag { tag } => Some(format!("write `\\{tag}` for the plain letters")),
            Self::UnknownFont { known, .. } => Some(format!("known fonts: {}", known.join(", "))),
            Self::Overflow { .. } => {
                Some("shorten the text, enlarge the box or lower `min_size`".into())
            }
            Self::MissingGlyph { .. } | Self::RightToLeft { .. } | Self::BadSize { .. } => None,
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingGlyph { ch } => {
                write!(
                    f,
                    "no font has the character `{ch}` (U+{:04X})",
                    u32::from(*ch)
                )
            }
            Self::RightToLeft { ch } => {
                write!(
                    f,
                    "`{ch}` is written from right to left, which cannot be set"
                )
            }
            Self::UnknownIcon { name } => write!(f, "unknown icon `:{name}:`"),
            Self::UnknownTag { tag } => write!(f, "unknown tag `{tag}`"),
            Self::UnknownFont { family, .. } => write!(f, "unknown font `{family}`"),
            Self::BadSize { size } => write!(f, "type size `{size}` is not a positive length"),
            Self::Overflow {
                tried,
                fits,
                wide,
                high,
                ..
            } => {
                write!(f, "text does not fit at {tried}")?;
                match fits {
                    Some(size) => write!(f, "; {size} would fit")?,
                    None => write!(f, ", nor at any smaller size")?,
                }
                match (wide.0 > 0.0, high.0 > 0.0) {
                    (true, true) => write!(f, " (too wide by {wide}, too high by {high})"),
                    (true, false) => write!(f, " (a word is too wide by {wide})"),
                    (false, true) => write!(f, " (too high by {high})"),
                    (false, false) => Ok(()),
                }
            }
        }
    }
}

impl std::error::Error for TextError {}
