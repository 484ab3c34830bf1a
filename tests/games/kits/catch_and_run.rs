//! CATCH and RUN: what lies face down from the start tells nothing by its back.

use std::collections::BTreeMap;

use kitpress::kit::Card;
use kitpress::press;
use kitpress::scene::Studio;
use kitpress::template::{Engine, Ink};

/// How many backs of each kind the cards have that share what `key` says of them.
fn tally(
    backs: &[(&Card, String)],
    key: &dyn Fn(&Card) -> String,
) -> BTreeMap<String, BTreeMap<String, u32>> {
    let mut out: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    for (card, back) in backs {
        let of = out.entry(key(card)).or_default();
        *of.entry(back.clone()).or_insert(0) += 1;
    }
    out
}

#[test]
fn the_backs_of_the_floor_tell_neither_number_nor_colour_nor_shape() {
    let kit = kitpress::load("catch-and-run").expect("the kit loads");
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let engine = Engine::new(&kit, "en", &studio).expect("templates compile");
    let floor = kit.component("floor").expect("a floor");
    let back = |card: &Card| {
        let face = press::face(&engine, floor, card, true).expect("the back renders");
        face.expect("there is a back").svg.to_string()
    };
    let backs: Vec<(&Card, String)> = floor.cards.iter().map(|c| (c, back(c))).collect();
    let kinds = tally(&backs, &|_| String::new());
    assert_eq!(kinds[""].len(), 3, "the robot has three moods");
    for fields in [
        &["number"][..],
        &["color"],
        &["shape"],
        &["number", "shape"],
        &["color", "shape"],
    ] {
        let key = |card: &Card| {
            let values = fields.iter().map(|f| card.fields[*f].to_string());
            values.collect::<Vec<_>>().join(" ")
        };
        let told: Vec<_> = tally(&backs, &key).into_iter().collect();
        assert!(told.len() > 1, "{fields:?}");
        for (value, moods) in &told {
            assert_eq!(moods, &told[0].1, "{fields:?} {value} and {}", told[0].0);
        }
    }
}

/// Each figure has a foot in front and one behind, and two figures find room on a card of the floor.
#[test]
fn figures_stand_and_two_stand_side_by_side() {
    /// How far a foot is folded out; the line of the cut is straight there.
    const FOOT: f64 = 8.0;
    let kit = kitpress::load("catch-and-run").expect("the kit loads");
    let size = |id: &str| kit.component(id).expect("a component").size;
    let (figure, floor) = (size("penguin"), size("floor"));
    let shape = include_str!("../../../templates/catch-and-run/penguin-shape.svg");
    let (w, h) = (figure.w.0, figure.h.0);
    let (left, right) = (
        format!("M0 {h}V{}", h - FOOT),
        format!("L{w} {}V{h}Z", h - FOOT),
    );
    assert!(
        shape.contains(&left) && shape.contains(&right),
        "{left} … {right}"
    );
    assert!(FOOT >= (h - FOOT) / 6.0, "the feet are {FOOT} mm deep each");
    assert!(w * 2.0 <= floor.w.0 - 2.0, "two on one card");
}
