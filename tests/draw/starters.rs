//! How the starters and the sample look: cards that differ are told apart from across the table, in every ink; backs
//! tell which deck a card is of, and neither up nor down.

use std::path::Path;

use kitpress::kit::{Card, Component, Kit};
use kitpress::press;
use kitpress::scene::{Studio, raster};
use kitpress::template::{Engine, Ink};
use kitpress::units::Mm;

const KITS: [&str; 5] = [
    "starters/board",
    "starters/cards",
    "starters/roles",
    "starters/tokens",
    "samples/salt-in-the-soup",
];

/// As wide as a card two metres away is seen, in pixels.
const FAR: f64 = 60.0;

/// How far two pictures are apart that nobody takes for each other: a mean of all channels, of 255.
const APART: f64 = 5.0;

/// What the edges of shapes may make of a picture that is turned round.
const SAME: f64 = 6.0;

fn load(name: &str) -> Kit {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    kitpress::load(&folder.display().to_string()).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A card's face, 60 pixels wide.
fn picture<'a>(
    (engine, studio): (&Engine<'a>, &Studio<'_>),
    component: &Component,
    card: &'a Card,
    back: bool,
) -> Option<Vec<u8>> {
    let face = press::face(engine, component, card, back).expect("the face renders")?;
    let scale = FAR / component.size.w.0;
    let drawn = (&*face.svg, &face.texts[..]);
    let pixels = raster(studio, drawn, component.size, scale, Mm(0.0)).expect("it is drawn");
    Some(pixels.data().to_vec())
}

/// The mean distance of two pictures; pictures of different shape are as far apart as can be.
fn apart(a: &[u8], b: &[u8]) -> f64 {
    if a.len() != b.len() {
        return 255.0;
    }
    let sum: u64 = a
        .iter()
        .zip(b)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.len() as f64
}

/// A picture upside down.
fn turned(picture: &[u8]) -> Vec<u8> {
    picture.chunks_exact(4).rev().flatten().copied().collect()
}

#[test]
fn cards_that_differ_are_told_apart_in_every_ink() {
    for name in KITS {
        let kit = load(name);
        for ink in [Ink::Full, Ink::Saver, Ink::Mono] {
            let studio = Studio::new(&kit, ink).expect("fonts load");
            let engine = Engine::new(&kit, "en", &studio).expect("templates compile");
            for component in kit.components.iter().filter(|c| c.cards.len() > 1) {
                let draw = |card| {
                    picture((&engine, &studio), component, card, false).expect("there is a front")
                };
                let fronts: Vec<(&str, Vec<u8>)> = component
                    .cards
                    .iter()
                    .map(|c| (c.name.as_str(), draw(c)))
                    .collect();
                for (i, (a, first)) in fronts.iter().enumerate() {
                    for (b, second) in &fronts[i + 1..] {
                        let far = apart(first, second);
                        assert!(far > APART, "{name} {ink:?}: {a} and {b} are {far} apart");
                    }
                }
            }
        }
    }
}

#[test]
fn backs_tell_the_deck_and_have_no_up_and_down() {
    for name in KITS {
        let kit = load(name);
        let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
        let engine = Engine::new(&kit, "en", &studio).expect("templates compile");
        for component in kit.components.iter().filter(|c| c.cards.len() > 1) {
            let draw = |card| picture((&engine, &studio), component, card, true);
            let backs: Vec<Vec<u8>> = component.cards.iter().filter_map(draw).collect();
            let Some(back) = backs.first().filter(|_| component.id != "climber") else {
                continue;
            };
            assert!(backs.iter().all(|b| b == back), "{name} {}", component.id);
            let far = apart(back, &turned(back));
            assert!(far < SAME, "{name} {}: {far} when turned", component.id);
        }
    }
    for (name, one, other) in [
        ("starters/roles", "role", "wick"),
        ("samples/salt-in-the-soup", "role", "ingredient"),
    ] {
        let kit = load(name);
        let back = |id| kit.component(id).expect("a deck").back.clone();
        assert_ne!(back(one), back(other), "{name}");
    }
}
