//! What can be wrong with a text, with the values needed to tell the user so.

use crate::diag::list;
use crate::say;
use crate::say::{Say, sayers};
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
    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::MissingGlyph { ch } => {
                let code = format!("U+{:04X}", u32::from(*ch));
                say!("no font has the character `{}` ({})", ch, code)
            }
            Self::RightToLeft { ch } => {
                say!(
                    "`{}` is written from right to left, which cannot be set",
                    ch
                )
            }
            Self::UnknownIcon { name } => say!("unknown icon `:{}:`", name),
            Self::UnknownTag { tag } => say!("unknown tag `{}`", tag),
            Self::UnknownFont { family, .. } => say!("unknown font `{}`", family),
            Self::BadSize { size } => say!("type size `{}` is not a positive length", size),
            Self::Overflow {
                tried,
                fits: Some(size),
                ..
            } => say!("text does not fit at {}; {} would fit", tried, size),
            Self::Overflow { tried, .. } => {
                say!("text does not fit at {}, nor at any smaller size", tried)
            }
        }
    }

    /// What the author of the text can do about it.
    pub fn hint(&self) -> Option<Say> {
        match self {
            Self::UnknownIcon { name } => Some(say!(
                "add `icons/{}.svg`, or write `\\:{}:` for plain text",
                name,
                name
            )),
            Self::UnknownTag { tag } => Some(say!("write `\\{}` for the plain letters", tag)),
            Self::UnknownFont { known, .. } => {
                let known = list(known.iter().map(String::as_str));
                Some(say!("fonts: {}", known))
            }
            Self::Overflow { .. } => Some(say!("shorten the text or enlarge the box")),
            Self::MissingGlyph { .. } | Self::RightToLeft { .. } | Self::BadSize { .. } => None,
        }
    }
}

sayers!(TextError);

impl std::error::Error for TextError {}
