//! Cards from two metres away: no two different cards of a deck look alike when they are small, in any ink.

use std::fmt::Write as _;

use kitpress::kit::{Card, Component, Kind, Kit, shipped_ids};
use kitpress::press::face;
use kitpress::scene::{Studio, raster};
use kitpress::template::{Engine, Ink};
use kitpress::units::Mm;
use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

/// As wide as a card is seen from two metres.
const WIDTH: f64 = 60.0;
/// How much a channel of a pixel must change to be seen.
const SEEN: u8 = 40;
/// How much of a card must change, in hundredths.
const SHARE: f64 = 1.5;

/// How much of one picture differs from another, in hundredths, where that is less than can be told apart.
fn difference(a: &Pixmap, b: &Pixmap) -> Option<f64> {
    let channels = |p: &PremultipliedColorU8| [p.red(), p.green(), p.blue()];
    let seen = |(p, q): &(&PremultipliedColorU8, &PremultipliedColorU8)| {
        let mut pairs = channels(p).into_iter().zip(channels(q));
        pairs.any(|(a, b)| a.abs_diff(b) > SEEN)
    };
    let all = a.pixels().len() as f64;
    // Most cards differ so much that a look at a few of their lines is enough.
    let enough = (all * SHARE / 100.0).ceil() as usize;
    let changed = a.pixels().iter().zip(b.pixels()).filter(seen);
    let changed = changed.take(enough).count();
    (changed < enough).then(|| changed as f64 / all * 100.0)
}

fn small(studio: &Studio<'_>, engine: &Engine<'_>, component: &Component, card: &Card) -> Pixmap {
    let face = face(engine, component, card, false);
    let face = face.expect("a face").expect("a front");
    let scale = WIDTH / component.size.w.0;
    let art = (face.svg.as_str(), face.texts.as_slice());
    raster(studio, art, component.size, scale, Mm(0.0)).expect("a picture")
}

/// All pairs of cards of a deck that look alike from afar.
fn alike(kit: &Kit, ink: Ink) -> String {
    let studio = Studio::new(kit, ink).expect("fonts");
    let engine = Engine::new(kit, "en", &studio).expect("templates");
    let mut told = String::new();
    let decks = kit.components.iter();
    for deck in decks.filter(|c| matches!(c.kind, Kind::Cards | Kind::Tokens | Kind::Standees)) {
        let drawn = deck.cards.par_iter();
        let drawn: Vec<Pixmap> = drawn.map(|c| small(&studio, &engine, deck, c)).collect();
        for (i, one) in drawn.iter().enumerate() {
            for (j, other) in drawn.iter().enumerate().skip(i + 1) {
                if let Some(share) = difference(one, other) {
                    let (a, b) = (&deck.cards[i].name, &deck.cards[j].name);
                    let _ = writeln!(told, "{}/{}: {a} and {b} ({share:.2} %)", kit.id, deck.id);
                }
            }
        }
    }
    told
}

#[test]
fn no_two_cards_look_alike_from_afar_in_any_ink() {
    let mut told = String::new();
    for id in shipped_ids() {
        let kit = kitpress::load(id).expect("a kit");
        for (name, ink) in Ink::ALL {
            let alike = alike(&kit, ink);
            told.extend(alike.lines().map(|l| format!("{name} {l}\n")));
        }
    }
    assert!(told.is_empty(), "{} pairs\n{told}", told.lines().count());
}
