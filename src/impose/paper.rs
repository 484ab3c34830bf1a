//! Paper by name or by size, as people write it.

use crate::diag::list;
use crate::say;
use crate::say::{Say, sayers};
use crate::units::{Mm, Size, parse_size};

/// The papers known by name, small to large.
const NAMED: [(&str, Size); 8] = [
    ("a6", Size::mm(105.0, 148.0)),
    ("a5", Size::mm(148.0, 210.0)),
    ("letter", Size::mm(215.9, 279.4)),
    ("a4", Size::mm(210.0, 297.0)),
    ("legal", Size::mm(215.9, 355.6)),
    ("tabloid", Size::mm(279.4, 431.8)),
    ("a3", Size::mm(297.0, 420.0)),
    ("a2", Size::mm(420.0, 594.0)),
];

/// A paper and what it is called in file names.
#[derive(Clone, Debug, PartialEq)]
pub struct Paper {
    /// `a4`, `letter`, or the millimetres: `210x297`.
    pub name: String,
    /// The size, as held when printing.
    pub size: Size,
}

impl Paper {
    /// Reads `a4`, `Letter`, `210x297mm`, `21x29.7cm` or `8.5x11in`.
    pub fn parse(text: &str) -> Result<Self, PaperError> {
        let wanted = text.trim().to_lowercase();
        if wanted == "strip" {
            return Ok(Self::strip());
        }
        if let Some((name, size)) = NAMED.iter().find(|(n, _)| *n == wanted) {
            return Ok(Self {
                name: (*name).into(),
                size: *size,
            });
        }
        let size = parse_size(&wanted).ok_or_else(|| PaperError::unknown(text, &wanted))?;
        let sound = |l: Mm| l.0.is_finite() && (20.0..=5000.0).contains(&l.0);
        if !sound(size.w) || !sound(size.h) {
            return Err(PaperError::OutOfRange {
                text: text.into(),
                size,
            });
        }
        Ok(Self {
            name: size.to_string().trim_end_matches("mm").into(),
            size,
        })
    }

    /// The paper of a tape or label printer: as long and wide as the strip that is printed.
    pub fn strip() -> Self {
        Self {
            name: "strip".into(),
            size: Size::default(),
        }
    }

    /// Whether this is [`Paper::strip`].
    pub(crate) fn is_strip(&self) -> bool {
        self.name == "strip"
    }

    /// The papers known by name, small to large.
    pub fn named() -> impl Iterator<Item = (&'static str, Size)> {
        NAMED.into_iter()
    }
}

/// Why a paper was not understood.
#[derive(Clone, Debug, PartialEq)]
pub enum PaperError {
    /// Neither a name nor a size.
    Unknown {
        /// What the user wrote.
        text: String,
        /// The known name closest to it.
        near: Option<&'static str>,
    },
    /// A size that no paper has.
    OutOfRange {
        /// What the user wrote.
        text: String,
        /// What it was read as.
        size: Size,
    },
}

impl PaperError {
    fn unknown(text: &str, wanted: &str) -> Self {
        let names = || NAMED.iter().map(|(name, _)| *name);
        let near = crate::diag::nearest(wanted, names());
        Self::Unknown {
            text: text.into(),
            near: names().find(|name| near.as_deref() == Some(name)),
        }
    }

    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::Unknown { text, .. } => say!("unknown paper `{}`", text),
            Self::OutOfRange { text, size } => {
                say!("paper `{}` ({}) cannot be printed on", text, size)
            }
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Say {
        match self {
            Self::Unknown { near: Some(n), .. } => say!("did you mean `{}`?", n),
            Self::Unknown { near: None, .. } => {
                let names = list(NAMED.iter().map(|(n, _)| *n));
                say!(
                    "use {} or a size such as `210x297mm` or `8.5x11in`; `strip` for tape printers",
                    names
                )
            }
            Self::OutOfRange { .. } => say!("each side must be from 20 mm to 5 m"),
        }
    }
}

sayers!(PaperError);

impl std::error::Error for PaperError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Size) {
        Paper::parse(text).map(|p| (p.name, p.size)).unwrap()
    }

    #[test]
    fn names_and_sizes() {
        assert_eq!(read("a4"), ("a4".into(), Size::mm(210.0, 297.0)));
        assert_eq!(read(" Letter "), ("letter".into(), Size::mm(215.9, 279.4)));
        assert_eq!(read("A3").0, "a3");
        assert_eq!(
            read("210x297mm"),
            ("210x297".into(), Size::mm(210.0, 297.0))
        );
        assert_eq!(read("210 × 297 mm").0, "210x297");
        let (name, size) = read("8.5x11in");
        assert_eq!(name, "215.9x279.4");
        assert!((size.w.0 - 215.9).abs() < 1e-9 && (size.h.0 - 279.4).abs() < 1e-9);
    }

    #[test]
    fn nonsense_is_refused_with_a_hint() {
        let hint = |t: &str| {
            Paper::parse(t)
                .map_err(|e| (e.to_string(), e.hint().to_string()))
                .unwrap_err()
        };
        assert_eq!(
            hint("leter"),
            (
                "unknown paper `leter`".into(),
                "did you mean `letter`?".into()
            )
        );
        assert!(hint("foolscap").1.starts_with("use `a6`"));
        for bad in [
            "0x297mm", "-5x-5mm", "NaNxNaN", "1e999x5", "x", "210x", "210mm", "",
        ] {
            assert!(Paper::parse(bad).is_err(), "{bad}");
        }
    }
}
