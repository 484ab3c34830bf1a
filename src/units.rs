//! Lengths as types: a bare float never says whether it is millimetres or points.
//!
//! Owns parsing of lengths and sizes as people write them (`57mm`, `2.25in`, `57x57mm`, `poker`).

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// PostScript points in one millimetre.
pub const PT_PER_MM: f64 = 72.0 / 25.4;

macro_rules! length {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
        pub struct $name(pub f64);

        impl Add for $name {
            type Output = Self;
            fn add(self, o: Self) -> Self {
                Self(self.0 + o.0)
            }
        }
        impl AddAssign for $name {
            fn add_assign(&mut self, o: Self) {
                self.0 += o.0;
            }
        }
        impl Sub for $name {
            type Output = Self;
            fn sub(self, o: Self) -> Self {
                Self(self.0 - o.0)
            }
        }
        impl Neg for $name {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }
        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, k: f64) -> Self {
                Self(self.0 * k)
            }
        }
        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, k: f64) -> Self {
                Self(self.0 / k)
            }
        }
        impl Div for $name {
            type Output = f64;
            fn div(self, o: Self) -> f64 {
                self.0 / o.0
            }
        }
        impl $name {
            /// The smaller of two lengths.
            pub fn min(self, o: Self) -> Self {
                Self(self.0.min(o.0))
            }
            /// The larger of two lengths.
            pub fn max(self, o: Self) -> Self {
                Self(self.0.max(o.0))
            }
        }
    };
}

length! {
    /// Millimetres: every length of a kit, a face or a sheet.
    Mm
}
length! {
    /// PostScript points: type sizes and the PDF's own coordinates.
    Pt
}

impl Mm {
    /// The same length in points.
    pub fn to_pt(self) -> Pt {
        Pt(self.0 * PT_PER_MM)
    }
}

impl Pt {
    /// The same length in millimetres.
    pub(crate) fn to_mm(self) -> Mm {
        Mm(self.0 / PT_PER_MM)
    }
}

crate::say::plain!(Mm, Pt, Size);

impl fmt::Display for Mm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let r = (self.0 * 100.0).round() / 100.0;
        write!(f, "{r}mm")
    }
}

impl fmt::Display for Pt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let r = (self.0 * 100.0).round() / 100.0;
        write!(f, "{r}pt")
    }
}

/// A width and a height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Width.
    pub w: Mm,
    /// Height.
    pub h: Mm,
}

impl Size {
    /// A size from two numbers in millimetres.
    pub const fn mm(w: f64, h: f64) -> Self {
        Self { w: Mm(w), h: Mm(h) }
    }

    /// The size turned by 90°.
    pub fn turned(self) -> Self {
        Self {
            w: self.h,
            h: self.w,
        }
    }

    /// Grown by `by` on all four sides.
    pub fn grown(self, by: Mm) -> Self {
        Self {
            w: self.w + by * 2.0,
            h: self.h + by * 2.0,
        }
    }

    /// Whether `self` lies within `other`, with a hair's tolerance.
    pub fn fits(self, other: Size) -> bool {
        self.w.0 <= other.w.0 + 1e-6 && self.h.0 <= other.h.0 + 1e-6
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let r = |v: Mm| (v.0 * 100.0).round() / 100.0;
        write!(f, "{}x{}mm", r(self.w), r(self.h))
    }
}

/// An axis-parallel rectangle, origin top left, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: Mm,
    /// Top edge.
    pub y: Mm,
    /// Width.
    pub w: Mm,
    /// Height.
    pub h: Mm,
}

impl Rect {
    /// A rectangle from four numbers in millimetres.
    pub const fn mm(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self {
            x: Mm(x),
            y: Mm(y),
            w: Mm(w),
            h: Mm(h),
        }
    }

    /// Right edge.
    pub fn right(self) -> Mm {
        self.x + self.w
    }

    /// Bottom edge.
    pub fn bottom(self) -> Mm {
        self.y + self.h
    }

    /// Grown by `by` on all four sides (negative shrinks).
    pub fn grown(self, by: Mm) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            w: self.w + by * 2.0,
            h: self.h + by * 2.0,
        }
    }

    /// The smallest rectangle that holds both.
    pub fn union(self, o: Rect) -> Rect {
        let (x, y) = (self.x.min(o.x), self.y.min(o.y));
        let (r, b) = (self.right().max(o.right()), self.bottom().max(o.bottom()));
        Rect {
            x,
            y,
            w: r - x,
            h: b - y,
        }
    }

    /// Whether `o` lies within `self`, with a hair's tolerance.
    pub fn holds(self, o: Rect) -> bool {
        const E: f64 = 1e-6;
        o.x.0 >= self.x.0 - E
            && o.y.0 >= self.y.0 - E
            && o.right().0 <= self.right().0 + E
            && o.bottom().0 <= self.bottom().0 + E
    }

    /// Whether the two share an area larger than a hair.
    pub fn overlaps(self, o: Rect) -> bool {
        const E: f64 = 1e-6;
        self.x.0 < o.right().0 - E
            && o.x.0 < self.right().0 - E
            && self.y.0 < o.bottom().0 - E
            && o.y.0 < self.bottom().0 - E
    }
}

/// Reads a length: `3mm`, `0.3cm`, `0.125in`, `8pt`; a bare number is millimetres.
pub(crate) fn parse_length(text: &str) -> Option<Mm> {
    let text = text.trim();
    let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let number: f64 = text[..split].trim().parse().ok()?;
    let mm = match text[split..].trim() {
        "" | "mm" => number,
        "cm" => number * 10.0,
        "in" => number * 25.4,
        "pt" => number / PT_PER_MM,
        _ => return None,
    };
    mm.is_finite().then_some(Mm(mm))
}

/// Reads a size: `57x57mm`, `2.5x3.5in`, `57mm x 57mm`; without a unit it is millimetres.
pub(crate) fn parse_size(text: &str) -> Option<Size> {
    let text = text.trim().replace('×', "x");
    let (w, h) = text.split_once('x')?;
    let unit = h
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')
        .trim()
        .to_owned();
    let w = w.trim();
    let w = if w.ends_with(|c: char| c.is_alphabetic()) {
        w.to_owned()
    } else {
        format!("{w}{unit}")
    };
    Some(Size {
        w: parse_length(&w)?,
        h: parse_length(h)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_every_unit() {
        assert_eq!(parse_length("3mm"), Some(Mm(3.0)));
        assert_eq!(parse_length(" 1.5 cm "), Some(Mm(15.0)));
        assert_eq!(parse_length("1in"), Some(Mm(25.4)));
        assert_eq!(parse_length("7"), Some(Mm(7.0)));
        assert_eq!(parse_length("7 furlongs"), None);
        assert_eq!(parse_length("mm"), None);
        assert_eq!(parse_length("1e999"), None);
    }

    #[test]
    fn sizes_are_read_with_one_unit_or_two() {
        assert_eq!(parse_size("57x57mm"), Some(Size::mm(57.0, 57.0)));
        assert_eq!(parse_size("44 × 68 mm"), Some(Size::mm(44.0, 68.0)));
        assert_eq!(
            parse_size("2x3in"),
            Some(Size::mm(50.8, 76.199_999_999_999_99))
        );
        assert_eq!(parse_size("44mm x 6.8cm"), Some(Size::mm(44.0, 68.0)));
        assert_eq!(parse_size("44"), None);
    }
}
