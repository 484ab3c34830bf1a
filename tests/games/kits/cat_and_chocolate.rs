//! Cat & Chocolate: the decks that the game page asks for, backs that tell only what they should, words in both
//! languages, and the scoring tables.

use std::collections::{BTreeMap, BTreeSet};

use kitpress::kit::{Card, Kit};
use kitpress::play::games::Games;
use kitpress::play::games::cat_and_chocolate::{Clique, LONE, Member, cliques, score, winners};
use kitpress::press;
use kitpress::scene::{Studio, raster};
use kitpress::template::{Engine, Ink};
use kitpress::units::Mm;
use serde_json::json;

/// Pixels per millimetre of the backs that are compared.
const SCALE: f64 = 4.0;

fn kit() -> Kit {
    kitpress::load("cat-and-chocolate").expect("the kit loads")
}

/// A field of a card as text.
fn text<'a>(card: &'a Card, field: &str) -> &'a str {
    card.fields
        .get(field)
        .and_then(|v| v.as_str())
        .unwrap_or_default()
}

/// How many cards of a component have each value of a field.
fn tally(kit: &Kit, component: &str, field: &str) -> BTreeMap<String, u32> {
    let mut out = BTreeMap::new();
    for card in &kit.component(component).expect("a component").cards {
        *out.entry(text(card, field).to_owned()).or_insert(0) += card.count;
    }
    out
}

fn counts<const N: usize>(pairs: [(&str, u32); N]) -> BTreeMap<String, u32> {
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

/// The back of every card of a component as pixels, with the width of a row.
fn backs(kit: &Kit, component: &str, lang: &str, ink: Ink) -> Vec<(String, u32, Vec<u8>)> {
    let studio = Studio::new(kit, ink).expect("fonts load");
    let engine = Engine::new(kit, lang, &studio).expect("templates compile");
    let component = kit.component(component).expect("a component");
    let draw = |card: &Card| {
        let face = press::face(&engine, component, card, true)
            .expect("the back renders")
            .expect("there is a back");
        let pixels = raster(
            &studio,
            (&face.svg, &face.texts),
            component.size,
            SCALE,
            Mm(3.0),
        )
        .expect("the back is drawn");
        (card.name.clone(), pixels.width(), pixels.data().to_vec())
    };
    component.cards.iter().map(draw).collect()
}

#[test]
fn the_decks_have_the_numbers_of_the_game_page() {
    let kit = kit();
    let pieces = |id| kit.component(id).expect("a component").pieces();
    assert_eq!(
        (pieces("clique"), pieces("event"), pieces("item")),
        (6, 32, 40)
    );
    assert_eq!(
        tally(&kit, "clique", "side"),
        counts([("council", 3), ("pet", 3)])
    );
    assert_eq!(
        tally(&kit, "event", "items"),
        counts([("1", 10), ("2", 14), ("3", 8)])
    );
    for id in ["aid", "rules", "booklet"] {
        assert!(kit.component(id).is_ok(), "{id}");
    }
}

#[test]
fn there_is_one_end_with_a_two_on_its_back_and_31_accidents() {
    let kit = kit();
    let events = &kit.component("event").expect("events").cards;
    let ends: Vec<&Card> = events.iter().filter(|c| text(c, "kind") == "end").collect();
    let [end] = ends.as_slice() else {
        panic!("one END!, not {}", ends.len())
    };
    assert_eq!(
        (end.name.as_str(), text(end, "title"), text(end, "items")),
        ("end", "END!", "2")
    );
    assert_eq!(events.len() - 1, 31);
}

#[test]
fn cat_chocolate_and_telescope_are_among_forty_items_with_a_drawing_each() {
    let kit = kit();
    let items = &kit.component("item").expect("items").cards;
    let names: BTreeSet<&str> = items.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names.len(), 40);
    assert!(
        ["cat", "chocolate", "telescope"]
            .iter()
            .all(|n| names.contains(n))
    );
    let drawing = |c: &Card| {
        let file = format!("parts/items/{}.svg", text(c, "picture"));
        kit.source.read_text(&file).expect("a drawing")
    };
    let drawings: BTreeSet<String> = items.iter().map(drawing).collect();
    assert_eq!(drawings.len(), 40);
    let clean = |n: &str| n.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    assert!(
        names.iter().all(|n| clean(n)),
        "names can be typed at the table"
    );
}

#[test]
fn words_are_there_in_both_languages_and_no_two_cards_say_the_same() {
    let kit = kit();
    for (component, fields) in [
        ("event", vec!["title", "text"]),
        ("item", vec!["title", "note"]),
    ] {
        let cards = &kit.component(component).expect("a component").cards;
        for field in fields {
            for key in [field.to_owned(), format!("{field}.ja")] {
                let all: BTreeSet<&str> = cards.iter().map(|c| text(c, &key).trim()).collect();
                assert!(!all.contains(""), "{component}: an empty `{key}`");
                assert_eq!(
                    all.len(),
                    cards.len(),
                    "{component}: two cards share a `{key}`"
                );
            }
        }
        let japanese = |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
        for card in cards.iter().filter(|c| c.name != "end") {
            assert!(
                text(card, "title.ja").chars().any(japanese),
                "{}",
                card.name
            );
            assert!(!text(card, "title").chars().any(japanese), "{}", card.name);
        }
    }
}

#[test]
fn event_backs_of_equal_number_are_the_same_to_the_pixel_and_end_gives_nothing_away() {
    let kit = kit();
    let number: BTreeMap<&str, &str> = kit
        .component("event")
        .expect("events")
        .cards
        .iter()
        .map(|c| (c.name.as_str(), text(c, "items")))
        .collect();
    for (lang, ink) in [
        ("en", Ink::Full),
        ("ja", Ink::Full),
        ("en", Ink::Saver),
        ("ja", Ink::Mono),
    ] {
        let mut first: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        for (name, _, pixels) in backs(&kit, "event", lang, ink) {
            let seen = first
                .entry(number[name.as_str()])
                .or_insert_with(|| pixels.clone());
            assert!(
                *seen == pixels,
                "the back of `{name}` differs in {lang} {ink:?}"
            );
        }
        let different: BTreeSet<&Vec<u8>> = first.values().collect();
        assert_eq!(different.len(), 3, "three numbers, three backs");
    }
}

#[test]
fn clique_and_item_backs_tell_nothing() {
    let kit = kit();
    for component in ["clique", "item"] {
        for (_, ink) in Ink::ALL {
            let all: BTreeSet<Vec<u8>> = backs(&kit, component, "en", ink)
                .into_iter()
                .map(|b| b.2)
                .collect();
            assert_eq!(all.len(), 1, "{component} {ink:?}");
        }
    }
}

/// A card that lies the other way up must not be known by it. Edges are smoothed differently when turned, so a few
/// pixels may be off.
#[test]
fn backs_look_the_same_both_ways_up() {
    let kit = kit();
    for component in ["clique", "event", "item"] {
        let mut seen = BTreeSet::new();
        for (name, _, pixels) in backs(&kit, component, "en", Ink::Full) {
            if !seen.insert(pixels.clone()) {
                continue;
            }
            let pixels: Vec<&[u8]> = pixels.chunks_exact(4).collect();
            let far = |(a, b): &(&&[u8], &&[u8])| {
                a.iter().zip(b.iter()).any(|(a, b)| a.abs_diff(*b) > 96)
            };
            let off = pixels.iter().zip(pixels.iter().rev()).filter(far).count();
            assert!(
                off * 100 < pixels.len(),
                "{component} `{name}`: {off} of {} pixels",
                pixels.len()
            );
        }
    }
}

fn members(council: &[u32], pet: &[u32]) -> Vec<Member> {
    let of = |side, won: &[u32]| {
        won.iter()
            .map(|won| Member { side, won: *won })
            .collect::<Vec<_>>()
    };
    [of(Clique::Council, council), of(Clique::Pet, pet)].concat()
}

#[test]
fn scoring_tables_for_three_to_six_players() {
    // events won by council and pet; the scores of both; who wins
    type Row = (
        &'static [u32],
        &'static [u32],
        (u32, u32),
        &'static [Clique],
    );
    let both: &[Clique] = &Clique::ALL;
    let table: [Row; 12] = [
        (&[4, 1], &[2], (5, 6), &[Clique::Pet]),
        (&[5, 4], &[2], (9, 6), &[Clique::Council]),
        (&[4, 2], &[2], (6, 6), both),
        (&[0, 7], &[0], (7, 0), &[Clique::Council]),
        (&[3, 1], &[2, 4], (4, 6), &[Clique::Pet]),
        (&[3, 3], &[2, 4], (6, 6), both),
        (&[5, 1, 3], &[2, 3], (6, 5), &[Clique::Council]),
        (&[3, 3, 3], &[2, 4], (6, 6), both),
        (&[0, 3, 3], &[1, 3], (3, 4), &[Clique::Pet]),
        (&[1, 2, 3], &[3, 2, 2], (6, 7), &[Clique::Pet]),
        (&[3, 3, 3], &[1, 2, 3], (9, 6), &[Clique::Council]),
        (&[0, 0, 0], &[0, 0, 0], (0, 0), both),
    ];
    let mut played = BTreeSet::new();
    for (council, pet, expected, wins) in table {
        let players = members(council, pet);
        assert_eq!(cliques(players.len()), Some((council.len(), pet.len())));
        let total = |side| score(&players, side, LONE).total;
        assert_eq!(
            (total(Clique::Council), total(Clique::Pet)),
            expected,
            "{council:?} {pet:?}"
        );
        assert_eq!(winners(&players, LONE), wins, "{council:?} {pet:?}");
        played.insert(players.len());
    }
    assert_eq!(played, BTreeSet::from([3, 4, 5, 6]));
}

#[test]
fn rule_pictures_reach_the_rules() {
    let answer = Games::shipped()
        .picture(
            "cat-and-chocolate/score",
            &json!({ "council": [5, 3], "pet": [3] }),
        )
        .expect("an answer");
    assert_eq!(
        answer["pet"],
        json!({ "counted": [3], "times": 3, "total": 9 })
    );
    assert_eq!(answer["winners"], json!(["pet"]));
    let fair = json!({ "council": [5, 3], "pet": [3], "lone": 2 });
    let answer = Games::shipped()
        .picture("cat-and-chocolate/score", &fair)
        .expect("an answer");
    assert_eq!(answer["winners"], json!(["council"]));
}
