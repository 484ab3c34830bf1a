//! A colour in all inks.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use crate::template::Tint;
use crate::text::Rgb;

/// Red, green and blue in each ink, in the order of [`Ink::ALL`](crate::template::Ink::ALL).
pub type Tone = [[u8; 3]; 3];

/// White in all inks.
pub const WHITE: Tone = [[255; 3]; 3];

/// A paint: a tone and how opaque it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shade {
    pub tone: Tone,
    pub alpha: f32,
}

impl Hash for Shade {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.tone, self.alpha.to_bits()).hash(state);
    }
}

/// The tone of a tint.
pub fn tone(tint: Tint) -> Tone {
    tint.map(|Rgb { r, g, b }| [r, g, b])
}

/// The tone of a pixel of a picture, of which `saver` prints half if it is a photograph.
pub fn of_pixel(rgb: [u8; 3], photograph: bool) -> Tone {
    let light = rgb.map(|v| (u16::from(v) / 2 + 128) as u8);
    [rgb, if photograph { light } else { rgb }, [grey(rgb); 3]]
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
        assert_eq!(of_pixel([0; 3], true)[1], [128; 3]);
    }
}
