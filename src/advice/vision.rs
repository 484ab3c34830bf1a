//! How colours look to people who see fewer of them, and how far apart two colours are.

use crate::text::Rgb;

/// A way of seeing: a matrix on linear RGB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vision {
    /// Its name.
    pub name: &'static str,
    matrix: [[f64; 3]; 3],
}

/// Two colours closer than this in CIELAB are easily taken for each other across a table.
pub const APART: f64 = 20.0;

/// Full colour vision, and the three kinds of full colour blindness after Machado, Oliveira and Fernandes (2009).
pub const VISIONS: [Vision; 4] = [
    Vision {
        name: "normal",
        matrix: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    },
    Vision {
        name: "protanopia",
        matrix: [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    },
    Vision {
        name: "deuteranopia",
        matrix: [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    },
    Vision {
        name: "tritanopia",
        matrix: [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    },
];

impl Vision {
    /// How far apart two colours look, as the distance in CIELAB.
    pub fn distance(&self, a: Rgb, b: Rgb) -> f64 {
        let pairs = self.seen(a).into_iter().zip(self.seen(b));
        pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    /// CIELAB of a colour as it is seen.
    fn seen(&self, c: Rgb) -> [f64; 3] {
        let rgb = [linear(c.r), linear(c.g), linear(c.b)];
        let [r, g, b] = self.matrix.map(|row| {
            let sum: f64 = row.iter().zip(rgb).map(|(a, b)| a * b).sum();
            sum.clamp(0.0, 1.0)
        });
        let [x, y, z] = [
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
        ]
        .map(|t| {
            if t > 0.008856 {
                t.cbrt()
            } else {
                7.787 * t + 16.0 / 116.0
            }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}
