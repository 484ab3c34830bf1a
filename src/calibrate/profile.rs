//! What is kept of a measured printer, as TOML: one part for each edge that the paper is flipped on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Reading;
use crate::impose::Backs;
use crate::say;
use crate::say::{Say, heard, sayers};
use crate::units::Mm;
use crate::write::Warp;

/// Shifts beyond this are a slip.
const MAX_SHIFT: f64 = 20.0;
/// Scales further from 1 than this are a slip.
const MAX_SCALE: f64 = 0.1;
/// Turns and slants beyond this many degrees are a slip.
const MAX_TURN: f64 = 5.0;

/// A measured printer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Measured with the paper flipped on its long edge.
    #[serde(rename = "duplex-long", skip_serializing_if = "Option::is_none")]
    pub long: Option<BackCorrection>,
    /// Measured with the paper flipped on its short edge.
    #[serde(rename = "duplex-short", skip_serializing_if = "Option::is_none")]
    pub short: Option<BackCorrection>,
}

/// How backs are to be drawn on an upright page, so that they land behind their fronts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackCorrection {
    /// The paper that it was measured on.
    pub paper: String,
    /// Right and down, in millimetres.
    pub offset: [f64; 2],
    /// Across and along, about the middle of the page.
    pub scale: [f64; 2],
    /// Clockwise, in degrees.
    #[serde(default)]
    pub turn: f64,
    /// The slant, in degrees.
    #[serde(default)]
    pub skew: f64,
    /// What was read off the page.
    #[serde(default)]
    pub readings: BTreeMap<String, [f64; 2]>,
}

/// Why a profile cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileError {
    /// The file is not as it should be.
    Damaged(Say),
    /// A value that no printer has.
    Beyond(&'static str),
}

impl ProfileError {
    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::Damaged(why) => say!("the profile is damaged: {}", why),
            Self::Beyond(what) => say!("no printer is that far off (`{}`)", what),
        }
    }
}

sayers!(ProfileError);

impl Profile {
    /// Reads a profile.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let profile: Self = toml::from_str(text)
            .map_err(|e| ProfileError::Damaged(heard(e.message().lines().next().unwrap_or(""))))?;
        for edge in [&profile.long, &profile.short].into_iter().flatten() {
            edge.check()?;
        }
        Ok(profile)
    }

    /// The profile as a file.
    pub fn text(&self) -> String {
        let body = toml::to_string(self).unwrap_or_default();
        format!(
            "# Made by `kitpress calibrate`. Lengths in millimetres, angles in degrees.\n{body}"
        )
    }

    /// The part for an edge.
    pub fn edge(&self, backs: Backs) -> Option<&BackCorrection> {
        match backs {
            // A printer that prints on one side alone was measured by hand, as it prints.
            Backs::DuplexLong | Backs::Manual | Backs::ManualReversed => self.long.as_ref(),
            Backs::DuplexShort => self.short.as_ref(),
            Backs::Fold | Backs::None => None,
        }
    }

    /// Replaces the part for an edge.
    pub fn set(&mut self, backs: Backs, edge: BackCorrection) {
        match backs {
            Backs::DuplexLong | Backs::Manual | Backs::ManualReversed => self.long = Some(edge),
            Backs::DuplexShort => self.short = Some(edge),
            Backs::Fold | Backs::None => {}
        }
    }
}

fn rounded(value: f64, digits: i32) -> f64 {
    let k = 10f64.powi(digits);
    let r = (value * k).round() / k;
    // No minus before a zero.
    if r == 0.0 { 0.0 } else { r }
}

impl BackCorrection {
    /// What a correction of an upright page is made of.
    pub fn of(warp: &Warp, paper: &str, readings: &[Reading]) -> Result<Self, ProfileError> {
        let [a, b, c, d] = warp.matrix;
        let across = a.hypot(c);
        let along = (a * d - b * c) / across;
        let slant = (a * b + c * d) / across / along;
        let edge = Self {
            paper: paper.to_owned(),
            offset: [rounded(warp.shift.0.0, 3), rounded(warp.shift.1.0, 3)],
            scale: [rounded(across, 6), rounded(along, 6)],
            turn: rounded(c.atan2(a).to_degrees(), 4),
            skew: rounded(slant.atan().to_degrees(), 4),
            readings: readings
                .iter()
                .map(|r| (r.letter.to_string(), [r.x.0, r.y.0]))
                .collect(),
        };
        edge.check()?;
        Ok(edge)
    }

    /// The correction of an upright page.
    pub fn warp(&self) -> Warp {
        let (sin, cos) = self.turn.to_radians().sin_cos();
        let slant = self.skew.to_radians().tan();
        let [across, along] = self.scale;
        Warp {
            matrix: [
                cos * across,
                (cos * slant - sin) * along,
                sin * across,
                (sin * slant + cos) * along,
            ],
            shift: (Mm(self.offset[0]), Mm(self.offset[1])),
        }
    }

    fn check(&self) -> Result<(), ProfileError> {
        let within = |v: f64, most: f64| v.is_finite() && v.abs() <= most;
        let checks = [
            ("offset", self.offset.iter().all(|v| within(*v, MAX_SHIFT))),
            (
                "scale",
                self.scale.iter().all(|v| within(*v - 1.0, MAX_SCALE)),
            ),
            ("turn", within(self.turn, MAX_TURN)),
            ("skew", within(self.skew, MAX_TURN)),
        ];
        match checks.iter().find(|(_, sound)| !sound) {
            Some((what, _)) => Err(ProfileError::Beyond(what)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_survives_its_file() {
        let warp = Warp {
            matrix: [1.003, 0.002, -0.001, 0.998],
            shift: (Mm(0.75), Mm(-1.25)),
        };
        let read = Reading {
            letter: 'A',
            x: Mm(0.5),
            y: Mm(-1.0),
        };
        let mut profile = Profile::default();
        let edge = BackCorrection::of(&warp, "a4", &[read]).expect("sound");
        profile.set(Backs::DuplexShort, edge);
        let back = Profile::parse(&profile.text()).expect("reads");
        assert_eq!(back, profile);
        assert!(back.edge(Backs::DuplexLong).is_none());
        let again = back.edge(Backs::DuplexShort).expect("kept").warp();
        for (a, b) in again.matrix.iter().zip(warp.matrix) {
            assert!((a - b).abs() < 3e-6, "{a} {b}");
        }
        assert_eq!(again.shift, warp.shift);
    }

    #[test]
    fn what_no_printer_does_is_refused() {
        let far = "[duplex-long]\npaper = \"a4\"\noffset = [50, 0]\nscale = [1, 1]\n";
        assert_eq!(Profile::parse(far), Err(ProfileError::Beyond("offset")));
        let strange = "[duplex-long]\npaper = \"a4\"\noffset = [0, 0]\nscale = [1, nan]\n";
        assert_eq!(Profile::parse(strange), Err(ProfileError::Beyond("scale")));
        assert!(matches!(
            Profile::parse("hello"),
            Err(ProfileError::Damaged(_))
        ));
    }
}
