//! What can go wrong while a PDF is written.

use crate::say;
use crate::say::{Say, heard, sayers};

/// What text boxes cannot stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enclosure {
    /// A filter, which is drawn as a picture.
    Filter,
    /// A clip path.
    Clip,
    /// A mask.
    Mask,
    /// The tile of a pattern.
    Pattern,
    /// A part of the page that has no text boxes of its own: an icon, a note, a gradient.
    Piece,
}

impl Enclosure {
    /// What it is.
    pub fn say(self) -> Say {
        match self {
            Self::Filter => say!("a filter"),
            Self::Clip => say!("a clip path"),
            Self::Mask => say!("a mask"),
            Self::Pattern => say!("a pattern"),
            Self::Piece => say!("a picture that has no text boxes"),
        }
    }
}

/// Why a PDF could not be written. Nothing is ever left out of a page silently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// A placement names a face that the document does not have.
    NoSuchFace {
        /// The number asked for.
        face: usize,
        /// The page, from 1.
        page: usize,
    },
    /// A placeholder stands for a text box that the face does not have.
    NoSuchText {
        /// The number of the text box.
        slot: usize,
    },
    /// A text box stands inside something that is drawn as a picture or as a pattern.
    TextInside {
        /// The number of the text box.
        slot: usize,
        /// What it stands in.
        what: Enclosure,
    },
    /// An embedded picture cannot be decoded.
    BadImage {
        /// Its format.
        kind: &'static str,
        /// The id of the SVG element, maybe empty.
        id: String,
    },
    /// A group with a filter covers too large an area to be turned into a picture.
    FilterTooLarge {
        /// The id of the group or of the filter, maybe empty.
        id: String,
    },
    /// Something with a filter cannot be turned into a picture.
    Undrawn {
        /// The id of the group or of the filter, maybe empty.
        id: String,
        /// What is wrong.
        why: Say,
    },
    /// Something is wrong with a face.
    InFace {
        /// The number of the face.
        face: usize,
        /// What is wrong.
        error: Box<WriteError>,
    },
    /// A font cannot be subset.
    BadFont {
        /// The font's PostScript name.
        name: String,
        /// What is wrong.
        why: Say,
    },
    /// The PDF library did not make what it promises: a bug of ours.
    Internal {
        /// What was missing.
        what: &'static str,
    },
}

impl WriteError {
    /// What is wrong, whichever face it is wrong with.
    pub fn cause(&self) -> &Self {
        match self {
            Self::InFace { error, .. } => error.cause(),
            other => other,
        }
    }

    /// The same of a face, if that is known.
    pub(super) fn in_face(self, face: Option<usize>) -> Self {
        match face {
            Some(face) => Self::InFace {
                face,
                error: Box::new(self),
            },
            None => self,
        }
    }

    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::NoSuchFace { face, page } => internal(format!(
                "page {page} places face {face}, which does not exist"
            )),
            Self::NoSuchText { slot } => {
                internal(format!("no text for placeholder `kp-text-{slot}`"))
            }
            Self::TextInside { slot, what } => say!(
                "text box {} stands inside {}, where text cannot be drawn",
                slot,
                what.say()
            ),
            Self::BadImage { kind, id } if id.is_empty() => {
                say!("a {} picture cannot be decoded", kind)
            }
            Self::BadImage { kind, id } => say!("the {} picture `{}` cannot be decoded", kind, id),
            Self::FilterTooLarge { id } if id.is_empty() => {
                say!("a filter covers too large an area")
            }
            Self::FilterTooLarge { id } => say!("the filter on `{}` covers too large an area", id),
            Self::Undrawn { id, why } if id.is_empty() => {
                say!("a filter cannot be drawn: {}", why)
            }
            Self::Undrawn { id, why } => say!("the filter on `{}` cannot be drawn: {}", id, why),
            Self::InFace { error, .. } => error.say(),
            Self::BadFont { name, why } => say!("font `{}` cannot be embedded: {}", name, why),
            Self::Internal { what } => internal(what),
        }
    }
}

fn internal(what: impl std::fmt::Display) -> Say {
    say!("internal error, please report: {}", heard(what))
}

sayers!(WriteError);

impl std::error::Error for WriteError {}
