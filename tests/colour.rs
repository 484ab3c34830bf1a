//! Colours that tell players apart must do so for everyone: simulated colour blindness, and mono.

use kitpress::kit::Kit;
use kitpress::template::ink::parse_color;
use kitpress::text::Rgb;
use std::collections::BTreeSet;

/// Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB.
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    (
        "normal",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// Two colours closer than this in CIELAB are easily taken for each other across a table.
const APART: f64 = 20.0;

fn linear(v: u8) -> f64 {
    let v = f64::from(v) / 255.0;
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

/// CIELAB of a colour as seen with a vision.
fn seen(c: Rgb, vision: &[[f64; 3]; 3]) -> [f64; 3] {
    let rgb = [linear(c.r), linear(c.g), linear(c.b)];
    let rgb = vision.map(|row| {
        row.iter()
            .zip(rgb)
            .map(|(a, b)| a * b)
            .sum::<f64>()
            .clamp(0.0, 1.0)
    });
    let xyz = [
        (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047,
        0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2],
        (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883,
    ];
    let f = xyz.map(|t| {
        if t > 0.008856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    });
    [
        116.0 * f[1] - 16.0,
        500.0 * (f[0] - f[1]),
        200.0 * (f[1] - f[2]),
    ]
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        .sqrt()
}

#[test]
fn the_simulation_knows_red_from_green_and_who_does_not() {
    let (red, green) = (
        Rgb {
            r: 200,
            g: 60,
            b: 40,
        },
        Rgb {
            r: 110,
            g: 120,
            b: 30,
        },
    );
    let d = |v: usize| distance(seen(red, &VISIONS[v].1), seen(green, &VISIONS[v].1));
    assert!(d(0) > 60.0, "apart for most: {}", d(0));
    assert!(
        d(1) < d(0) / 2.0 && d(2) < d(0) / 2.0,
        "much closer for some: {} {}",
        d(1),
        d(2)
    );
}

#[test]
fn palette_colours_stay_apart_for_every_vision() {
    for kit in Kit::shipped().expect("shipped kits load") {
        for (name, vision) in &VISIONS {
            for (i, a) in kit.palette.iter().enumerate() {
                for b in &kit.palette[..i] {
                    let color = |c: &str| seen(parse_color(c).expect("a colour"), vision);
                    let d = distance(color(&a.color), color(&b.color));
                    assert!(
                        d >= APART,
                        "{}: {} and {} are {d:.1} apart with {name}",
                        kit.id,
                        a.name,
                        b.name
                    );
                }
            }
        }
    }
}

#[test]
fn patterns_and_letters_differ_where_colours_do() {
    for kit in Kit::shipped().expect("shipped kits load") {
        let patterns: BTreeSet<_> = kit.palette.iter().map(|s| &s.pattern).collect();
        assert_eq!(
            patterns.len(),
            kit.palette.len(),
            "{}: each colour has its own pattern",
            kit.id
        );
        for lang in &kit.languages {
            let letters: BTreeSet<_> = kit.palette.iter().map(|s| s.letter.get(lang)).collect();
            assert_eq!(
                letters.len(),
                kit.palette.len(),
                "{} {lang}: each colour has its own letter",
                kit.id
            );
            assert!(
                !letters.contains(""),
                "{} {lang}: no letter is missing",
                kit.id
            );
        }
    }
}
