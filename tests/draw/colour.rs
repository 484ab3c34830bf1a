//! Colours that tell players apart must do so for everyone: simulated colour blindness, and mono.

use kitpress::advice::vision::{APART, VISIONS};
use kitpress::template::ink::parse_color;
use kitpress::text::Rgb;
use std::collections::BTreeSet;

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
    let d = |v: usize| VISIONS[v].distance(red, green);
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
    for kit in kitpress::shipped().expect("shipped kits load") {
        for vision in &VISIONS {
            for (i, a) in kit.palette.iter().enumerate() {
                for b in &kit.palette[..i] {
                    let color = |c: &str| parse_color(c).expect("a colour");
                    let d = vision.distance(color(&a.color), color(&b.color));
                    assert!(
                        d >= APART,
                        "{}: {} and {} are {d:.1} apart with {}",
                        kit.id,
                        a.name,
                        b.name,
                        vision.name
                    );
                }
            }
        }
    }
}

#[test]
fn patterns_and_letters_differ_where_colours_do() {
    for kit in kitpress::shipped().expect("shipped kits load") {
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
