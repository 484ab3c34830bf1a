//! A score: a whole number, or one with up to two decimals. Kept in hundredths, so that halves add up exactly.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Hundredths in a point.
const WHOLE: i64 = 100;
/// The largest score, either way, in points: sums of it stay far from what a number can hold.
pub(crate) const LARGEST: i64 = 1_000_000_000_000;

/// A score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

impl Amount {
    /// So many points; nothing when they are too many.
    pub fn whole(points: i64) -> Option<Self> {
        Self::fitting(points.checked_mul(WHOLE)?)
    }

    fn fitting(hundredths: i64) -> Option<Self> {
        let fits = hundredths.unsigned_abs() <= LARGEST.unsigned_abs() * WHOLE.unsigned_abs();
        fits.then_some(Self(hundredths))
    }

    /// The points, where they are a whole number.
    pub(crate) fn as_whole(self) -> Option<i64> {
        (self.0 % WHOLE == 0).then_some(self.0 / WHOLE)
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The same on the other side of 0.
    pub fn turned(self) -> Self {
        Self(self.0.saturating_neg())
    }

    /// On which of so many levels it lies between two others, from 0.
    pub fn level(self, low: Self, high: Self, levels: usize) -> usize {
        let span = i128::from(high.0) - i128::from(low.0);
        let at = (i128::from(self.0) - i128::from(low.0)).clamp(0, span.max(0));
        let top = levels.saturating_sub(1);
        match span {
            ..=0 => 0,
            span => usize::try_from(at * top as i128 / span)
                .unwrap_or(0)
                .min(top),
        }
    }

    /// Whether it is too large for a score; sums of many may be larger.
    pub(crate) fn too_large(self) -> bool {
        Self::fitting(self.0).is_none()
    }

    /// Reads a number without a sign: `12`, `2.5`, `2,5`. A point or comma has one or two digits behind it, so that
    /// thousands are never taken for decimals.
    pub fn read(text: &str) -> Option<Self> {
        let text: String = text.chars().map(half_width).collect();
        let (whole, rest) = match text.split_once(['.', ',']) {
            Some((whole, rest)) => (whole, Some(rest)),
            None => (text.as_str(), None),
        };
        let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) {
            return None;
        }
        let decimals = match rest {
            None => 0,
            Some(rest) if digits(rest) && rest.len() <= 2 => {
                let number: i64 = rest.parse().ok()?;
                number * if rest.len() == 1 { 10 } else { 1 }
            }
            Some(_) => return None,
        };
        let whole: i64 = whole.parse().ok()?;
        Self::fitting(whole.checked_mul(WHOLE)?.checked_add(decimals)?)
    }

    /// As a journal keeps it: a whole number, else its digits, which no program rounds.
    pub(crate) fn to_kept(self) -> Value {
        if self.0 % WHOLE == 0 {
            (self.0 / WHOLE).into()
        } else {
            self.to_string().into()
        }
    }

    /// A score that a journal keeps.
    pub(crate) fn from_kept(value: &Value) -> Option<Self> {
        if let Some(text) = value.as_str() {
            let digits = text.strip_prefix('-');
            let size = Self::read(digits.unwrap_or(text))?;
            return Some(if digits.is_some() {
                size.turned()
            } else {
                size
            });
        }
        Self::whole(value.as_i64()?)
    }
}

/// A whole number where it is one.
impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.0 % WHOLE == 0 {
            to.serialize_i64(self.0 / WHOLE)
        } else {
            to.serialize_f64(self.0 as f64 / WHOLE as f64)
        }
    }
}

/// Digits and points of a Japanese keyboard.
fn half_width(c: char) -> char {
    match c {
        '０'..='９' => char::from_digit(c as u32 - '０' as u32, 10).unwrap_or(c),
        '．' => '.',
        '，' => ',',
        c => c,
    }
}

crate::say::plain!(Amount);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let (whole, rest) = (size / WHOLE.unsigned_abs(), size % WHOLE.unsigned_abs());
        let sign = if self.0 < 0 { "-" } else { "" };
        match rest {
            0 => write!(f, "{sign}{whole}"),
            r if r % 10 == 0 => write!(f, "{sign}{whole}.{}", r / 10),
            r => write!(f, "{sign}{whole}.{r:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn numbers_are_read_and_shown_without_noise() {
        for (text, shown) in [
            ("2.5", "2.5"),
            ("2,5", "2.5"),
            ("２．５", "2.5"),
            ("0.10", "0.1"),
            ("7.00", "7"),
            ("12.05", "12.05"),
            ("1000000000000", "1000000000000"),
        ] {
            let amount = Amount::read(text).expect(text);
            assert_eq!(amount.to_string(), shown, "{text}");
        }
        for text in [
            "1,000",
            "1.000",
            "1.",
            ".5",
            "1.2.3",
            "",
            "-1",
            "1e3",
            "½",
            "1.234",
            "1000000000000.01",
        ] {
            assert_eq!(Amount::read(text), None, "{text}");
        }
    }

    #[test]
    fn tenths_add_up() {
        let tenth = Amount::read("0.1").expect("a tenth");
        let sum = (0..30).fold(Amount::default(), |sum, _| sum.plus(tenth));
        assert_eq!((sum.to_string().as_str(), json!(sum)), ("3", json!(3)));
        let more = sum.plus(tenth).plus(tenth);
        assert_eq!(json!(more).to_string(), "3.2");
    }

    proptest! {
        #[test]
        fn a_journal_keeps_it(hundredths in -100_000_000_000_000i64..=100_000_000_000_000) {
            let amount = Amount(hundredths);
            prop_assert_eq!(Amount::from_kept(&amount.to_kept()), Some(amount));
            let shown = amount.to_string();
            prop_assert_eq!(json!(amount).to_string(), shown);
        }
    }
}
