//! What a colour takes on paper, in all inks.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use crate::template::Tint;
use crate::text::Rgb;

/// The ink of an area in each of [`Ink::ALL`](crate::template::Ink::ALL), in shares of it: 0 to 2; then how dark it is
/// in the full ink, 0 to 255. All of it mixes as areas do.
pub(super) type Tone = [f32; 4];

/// White in all inks.
pub(super) const WHITE: Tone = [0.0; 4];

/// A paint: a tone and how opaque it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shade {
    pub tone: Tone,
    pub alpha: f32,
}

impl Shade {
    /// The same, more transparent.
    pub(crate) fn faded(self, by: f32) -> Self {
        let alpha = self.alpha * by;
        Self { alpha, ..self }
    }
}

impl Hash for Shade {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.tone.map(f32::to_bits), self.alpha.to_bits()).hash(state);
    }
}

/// The tone of a tint.
pub(super) fn tone(tint: Tint) -> Tone {
    of_inks(tint.map(|Rgb { r, g, b }| [r, g, b]))
}

/// The tone of a pixel of a picture, of which `saver` prints half if it is a photograph.
pub(super) fn of_pixel(rgb: [u8; 3], photograph: bool) -> Tone {
    let light = rgb.map(|v| (u16::from(v) / 2 + 128) as u8);
    of_inks([rgb, if photograph { light } else { rgb }, [grey(rgb); 3]])
}

fn of_inks(inks: [[u8; 3]; 3]) -> Tone {
    let [r, g, b] = inks[0];
    let dark = 255 - r.min(g).min(b);
    let [full, saver, mono] = inks.map(ink);
    [full, saver, mono, f32::from(dark)]
}

/// The ink that a colour takes: grey is black ink, other colours take what grey leaves.
fn ink([r, g, b]: [u8; 3]) -> f32 {
    let all = u16::from(r) + u16::from(g) + u16::from(b);
    f32::from(255 + 2 * u16::from(r.max(g).max(b)) - all) / 255.0
}

/// How bright each level is, from 0 to 1000.
static BRIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|level| {
        let v = level as f32 / 255.0;
        1000.0
            * if v <= 0.04045 {
                v / 12.92
            } else {
                ((v + 0.055) / 1.055).powf(2.4)
            }
    })
});

/// The level of each brightness from 0 to 1000.
static LEVEL: LazyLock<[u8; 1001]> = LazyLock::new(|| {
    std::array::from_fn(|bright| {
        let y = bright as f32 / 1000.0;
        let v = if y <= 0.003_130_8 {
            y * 12.92
        } else {
            1.055 * y.powf(1.0 / 2.4) - 0.055
        };
        (v * 255.0).round() as u8
    })
});

/// The grey that looks as light as a colour.
fn grey([r, g, b]: [u8; 3]) -> u8 {
    let bright = |v: u8| BRIGHT[usize::from(v)];
    let y = 0.2126 * bright(r) + 0.7152 * bright(g) + 0.0722 * bright(b);
    LEVEL[(y.round() as usize).min(1000)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_are_those_of_mono() {
        for rgb in [
            [0; 3],
            [255; 3],
            [200, 30, 30],
            [12, 37, 69],
            [240, 200, 40],
        ] {
            let [r, g, b] = rgb;
            let exact = crate::colour::grey(Rgb { r, g, b }).r;
            assert!(grey(rgb).abs_diff(exact) <= 2, "{rgb:?}");
        }
        assert_eq!(of_pixel([0; 3], true), [1.0, 127.0 / 255.0, 1.0, 255.0]);
    }

    #[test]
    fn ink_is_counted_by_its_four_colours() {
        assert_eq!(ink([255, 255, 255]), 0.0);
        assert_eq!(ink([0, 0, 0]), 1.0, "black ink alone");
        assert_eq!(ink([0, 255, 255]), 1.0, "cyan alone");
        assert_eq!(ink([255, 0, 0]), 2.0, "magenta and yellow");
        assert!((ink([128, 128, 128]) - 0.498).abs() < 0.001);
    }
}
