//! What can go wrong while a PDF is written.

use std::fmt;

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
        /// What it stands in, such as `a filter`.
        what: &'static str,
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
        why: String,
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
        why: String,
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
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchFace { face, page } => {
                write!(
                    f,
                    "internal error, please report: page {page} places face {face}, which does not exist"
                )
            }
            Self::NoSuchText { slot } => {
                write!(
                    f,
                    "internal error, please report: no text for placeholder `kp-text-{slot}`"
                )
            }
            Self::TextInside { slot, what } => {
                write!(
                    f,
                    "text box {slot} stands inside {what}, where text cannot be drawn"
                )
            }
            Self::BadImage { kind, id } if id.is_empty() => {
                write!(f, "a {kind} picture cannot be decoded")
            }
            Self::BadImage { kind, id } => write!(f, "the {kind} picture `{id}` cannot be decoded"),
            Self::FilterTooLarge { id } if id.is_empty() => {
                write!(f, "a filter covers too large an area")
            }
            Self::FilterTooLarge { id } => {
                write!(f, "the filter on `{id}` covers too large an area")
            }
            Self::Undrawn { id, why } if id.is_empty() => {
                write!(f, "a filter cannot be drawn: {why}")
            }
            Self::Undrawn { id, why } => {
                write!(f, "the filter on `{id}` cannot be drawn: {why}")
            }
            Self::InFace { error, .. } => error.fmt(f),
            Self::BadFont { name, why } => write!(f, "font `{name}` cannot be embedded: {why}"),
            Self::Internal { what } => write!(f, "internal error, please report: {what}"),
        }
    }
}

impl std::error::Error for WriteError {}
