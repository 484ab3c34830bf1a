//! BIRTH or BURST: the counts of the game page, life cards that show 0 to 4, a field that fits, and words and
//! pictures that say what the rules code does.

use std::collections::BTreeMap;

use kitpress::impose::Paper;
use kitpress::kit::{Card, Component, Kind, Kit};
use kitpress::play::games::birth_or_burst::{
    Command, Mission, Track, hand, penguins, quota_met, score,
};
use kitpress::press::{self, NoProgress, PrintOptions};
use kitpress::scene::{Studio, raster, text_extents};
use kitpress::template::{Engine, Ink};
use kitpress::units::{Mm, Size};
use resvg::tiny_skia::Pixmap;
use serde_json::Value;

/// Whether a card obeys while the egg lies somewhere: card, egg.
type Rule = fn(i32, i32) -> bool;

/// Pixels a millimetre of the pictures looked at here.
const SCALE: f64 = 6.0;

fn kit() -> Kit {
    kitpress::load("birth-or-burst").expect("the kit loads")
}

fn component<'a>(kit: &'a Kit, id: &str) -> &'a Component {
    kit.component(id).expect("a component")
}

fn field<'a>(card: &'a Card, name: &str) -> &'a str {
    card.fields
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_else(|| panic!("`{}` has no text `{name}`", card.name))
}

fn number(card: &Card, name: &str) -> i32 {
    match card.fields.get(name) {
        Some(Value::String(s)) => s.parse().expect("a number"),
        Some(v) => v
            .as_i64()
            .and_then(|n| i32::try_from(n).ok())
            .expect("a number"),
        None => panic!("`{}` has no `{name}`", card.name),
    }
}

/// The texts of a table of a language.
fn words(kit: &Kit, lang: &str, table: &str) -> BTreeMap<String, String> {
    let table = kit.strings[lang][table].as_object().expect("a table");
    table
        .iter()
        .map(|(k, v)| (k.clone(), v.as_str().expect("a text").to_owned()))
        .collect()
}

/// The numbers in a text, with their signs where they have one.
fn numbers(text: &str) -> Vec<i32> {
    let mut out = Vec::new();
    let (mut sign, mut digits) = (1, String::new());
    for c in text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            out.push(sign * digits.parse::<i32>().expect("digits"));
            digits.clear();
        }
        sign = if c == '−' { -1 } else { 1 };
    }
    out
}

#[test]
fn the_kit_holds_exactly_what_the_game_page_lists() {
    let kit = kit();
    let wanted = [
        ("field", 1),
        ("burst", 4),
        ("egg", 1),
        ("arrow", 4),
        ("action", 84),
        ("life", 12),
        ("mission", 9),
        ("command", 9),
        ("leader", 2),
    ];
    for (id, count) in wanted {
        assert_eq!(component(&kit, id).pieces(), count, "{id}");
    }
    for id in ["aid", "rules", "booklet", "box", "making"] {
        component(&kit, id);
    }
    assert_eq!(kit.players, (3, 6));
}

#[test]
fn every_player_has_fourteen_action_cards_with_the_right_penguins() {
    let kit = kit();
    let mut sets: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
    let mut marks: BTreeMap<&str, &str> = BTreeMap::new();
    for card in &component(&kit, "action").cards {
        let value = number(card, "value");
        assert_eq!(card.count, 1);
        assert_eq!(
            number(card, "penguins"),
            penguins(value) as i32,
            "{}",
            card.name
        );
        assert_eq!(card.name, format!("{}{value:+}", field(card, "color")));
        sets.entry(field(card, "color")).or_default().push(value);
        let mark = field(card, "mark");
        assert_eq!(*marks.entry(field(card, "color")).or_insert(mark), mark);
    }
    assert_eq!(sets.len(), 6);
    for (color, values) in &sets {
        assert!(
            kit.palette.iter().any(|s| s.name == *color),
            "{color} is in the palette"
        );
        assert_eq!(*values, hand().collect::<Vec<_>>(), "{color}");
        assert_eq!(
            values.iter().map(|v| penguins(*v)).sum::<u32>(),
            8,
            "1 + 3 on either side"
        );
    }
    let mut all: Vec<_> = marks.into_values().collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 6, "six different marks");
}

#[test]
fn missions_commands_arrows_and_leaders_are_the_named_ones() {
    let kit = kit();
    let names = |id: &str| {
        component(&kit, id)
            .cards
            .iter()
            .map(|c| (c.name.clone(), c.count))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("mission"),
        Mission::ALL.map(|(n, _)| (n.to_owned(), 3))
    );
    assert_eq!(
        names("command"),
        Command::ALL.map(|(n, _)| (n.to_owned(), 1))
    );
    assert_eq!(names("leader").len(), 2);
    for boundary in ["low-middle", "middle-high"] {
        let arrows = component(&kit, "arrow")
            .cards
            .iter()
            .filter(|c| field(c, "boundary") == boundary);
        assert_eq!(
            arrows.map(|c| field(c, "side")).collect::<Vec<_>>(),
            ["above", "below"]
        );
    }
}

#[test]
fn egg_and_burst_cards_are_as_large_as_a_square_of_the_field() {
    let kit = kit();
    let square = Size::mm(44.0, 68.0);
    assert_eq!(
        (component(&kit, "egg").size, component(&kit, "burst").size),
        (square, square)
    );
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let engine = Engine::new(&kit, "en", &studio).expect("templates load");
    let sheet = component(&kit, "field");
    let face = press::face(&engine, sheet, &sheet.cards[0], false)
        .expect("drawn")
        .expect("a front");
    // A hair inside its 44 x 68 mm, so that the lines between squares show.
    assert_eq!(
        face.svg.matches(r#"width="43" height="67""#).count(),
        21,
        "−10 to +10"
    );
}

#[test]
fn the_field_takes_two_pages_whose_seam_lies_between_two_squares() {
    let kit = kit();
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    for paper in ["a4", "letter"] {
        let options = PrintOptions {
            paper: Paper::parse(paper).expect("a paper"),
            only: vec!["field".into()],
            ..PrintOptions::default()
        };
        let proof = press::proof(&kit, &studio, &options, false, &NoProgress).expect("a proof");
        let fronts: Vec<_> = proof.sheets.iter().filter(|s| !s.is_back).collect();
        assert_eq!(fronts.len(), 2, "{paper}");
        let item = &fronts[1].items[0];
        let seam = item.clip.expect("a window").x - item.at.x;
        assert!(
            (seam.0 - (41.0 + 3.0 * 44.0)).abs() < 0.01,
            "{paper}: the seam is at {seam}"
        );
    }
}

/// The texts of a sheet's first page: what they say, how large they are in points, and where they begin.
fn texts(kit: &Kit, sheet: &str) -> Vec<(String, f64, (f64, f64))> {
    let studio = Studio::new(kit, Ink::Full).expect("fonts load");
    let options = PrintOptions {
        only: vec![sheet.into()],
        ..PrintOptions::default()
    };
    let proof = press::proof(kit, &studio, &options, false, &NoProgress).expect("a proof");
    let face = &proof.faces[0];
    text_extents(&face.scene, face.size)
        .into_iter()
        .map(|t| (t.text, t.size.0, (t.at.x.0, t.at.y.0)))
        .collect()
}

#[test]
fn the_track_never_jumps() {
    let mut rows = vec![Vec::new(); 3];
    for (text, size, (x, y)) in texts(&kit(), "field") {
        if size > 40.0 {
            rows[(y / 84.0) as usize].push((x, text.parse::<i32>().expect("a number")));
        }
    }
    // Signs are drawn: the upper floor is warm, the lower one cold.
    let floors = [
        [10, 9, 8, 7, 6, 5, 4],
        [3, 2, 1, 0, 1, 2, 3],
        [4, 5, 6, 7, 8, 9, 10],
    ];
    for (mut row, floor) in rows.into_iter().zip(floors) {
        row.sort_by(|a, b| a.0.total_cmp(&b.0));
        let numbers: Vec<i32> = row.iter().map(|(_, n)| *n).collect();
        assert_eq!(numbers, floor, "+4 lies above +3, and −4 below −3");
        for (i, (x, n)) in row.into_iter().enumerate() {
            let square = 41.0 + 44.0 * i as f64;
            assert!((square..square + 44.0).contains(&x), "{n} is in its square");
        }
    }
}

#[test]
fn the_making_page_counts_every_piece_and_the_box_holds_all_cards() {
    let kit = kit();
    let counted = [
        "action", "life", "mission", "command", "leader", "burst", "egg", "arrow",
    ];
    let mut wanted: Vec<usize> = counted
        .iter()
        .map(|id| component(&kit, id).pieces())
        .collect();
    let mut told: Vec<usize> = texts(&kit, "making")
        .into_iter()
        .filter(|(_, size, _)| (size - 14.0).abs() < 0.1)
        .filter_map(|(text, ..)| text.parse().ok())
        .collect();
    wanted.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, wanted);
    let cards = kit.components.iter().filter(|c| c.kind == Kind::Cards);
    let cards: usize = cards.map(Component::pieces).sum();
    let carton = component(&kit, "box").carton.as_ref().expect("measured");
    assert_eq!(carton.cards, cards);
}

/// A life card as pixels.
fn life<'a>(kit: &'a Kit, studio: &Studio<'_>, engine: &Engine<'a>, name: &str) -> Pixmap {
    let part = component(kit, "life");
    let card = part
        .cards
        .iter()
        .find(|c| c.name == name)
        .expect("a life card");
    let face = press::face(engine, part, card, false)
        .expect("drawn")
        .expect("a front");
    raster(studio, (&face.svg, &face.texts), part.size, SCALE, Mm(0.0)).expect("pixels")
}

/// The picture with another laid on it, so many pixels lower.
fn covered(below: &Pixmap, above: &Pixmap, down: usize) -> Vec<[u8; 3]> {
    let (w, h) = (below.width() as usize, below.height() as usize);
    let pixel = |p: &Pixmap, i: usize| [p.data()[4 * i], p.data()[4 * i + 1], p.data()[4 * i + 2]];
    (0..w * h)
        .map(|i| {
            if i / w >= down {
                pixel(above, i - down * w)
            } else {
                pixel(below, i)
            }
        })
        .collect()
}

/// The sizes of all connected spots in the red of hearts, specks left out.
fn hearts(pixels: &[[u8; 3]], w: usize) -> Vec<usize> {
    let red = |p: [u8; 3]| {
        p[0].abs_diff(0xE0) < 24 && p[1].abs_diff(0x26) < 24 && p[2].abs_diff(0x4B) < 24
    };
    let mut left: Vec<bool> = pixels.iter().map(|p| red(*p)).collect();
    let mut out = Vec::new();
    for start in 0..left.len() {
        let mut stack = vec![start];
        let mut size = 0;
        while let Some(i) = stack.pop() {
            if !std::mem::take(&mut left[i]) {
                continue;
            }
            size += 1;
            stack.extend((i % w > 0).then(|| i - 1));
            stack.extend((i % w + 1 < w).then_some(i + 1));
            stack.extend((i >= w).then(|| i - w));
            stack.extend((i + w < left.len()).then_some(i + w));
        }
        if size > 12 {
            out.push(size);
        }
    }
    out
}

#[test]
fn two_life_cards_over_each_other_show_zero_to_four_hearts() {
    let kit = kit();
    let studio = Studio::new(&kit, Ink::Full).expect("fonts load");
    let engine = Engine::new(&kit, "en", &studio).expect("templates load");
    for swatch in &kit.palette {
        let base = life(&kit, &studio, &engine, &format!("{}-hearts", swatch.name));
        let cover = life(&kit, &studio, &engine, &format!("{}-cover", swatch.name));
        let w = base.width() as usize;
        let whole = hearts(&covered(&base, &cover, base.height() as usize), w);
        assert_eq!(whole.len(), 4, "{}", swatch.name);
        for lives in 0..=4_usize {
            // The bands of the hearts are 14 mm high and start 2 mm below the edge.
            let down = ((2 + 14 * lives) as f64 * SCALE) as usize;
            let seen = hearts(&covered(&base, &cover, down), w);
            assert_eq!(seen.len(), lives, "{}", swatch.name);
            assert!(
                seen.iter().zip(&whole).all(|(s, w)| s == w),
                "{}: no heart is cut",
                swatch.name
            );
        }
        let flush = hearts(&covered(&base, &cover, 0), w);
        assert!(
            flush.is_empty(),
            "{}: laid flush, the cover hides all",
            swatch.name
        );
    }
}

#[test]
fn command_cards_name_the_numbers_that_obey() {
    let kit = kit();
    for lang in ["en", "ja"] {
        let texts = words(&kit, lang, "command_text");
        for name in ["at-most-3", "at-least-5", "3-to-5"] {
            let command = Command::parse(name).expect("a command");
            let obey: Vec<i32> = hand().filter(|c| *c > 0 && command.allows(*c, 0)).collect();
            assert_eq!(numbers(&texts[name]), obey, "{lang} {name}");
            assert!(
                obey.iter().all(|c| command.allows(-c, 0)),
                "{name} is for either sign"
            );
        }
    }
    let ja = words(&kit, "ja", "command_text");
    assert_eq!(numbers(&ja["odd"]), [1, 3, 5, 7]);
    assert_eq!(numbers(&ja["even"]), [2, 4, 6]);
}

#[test]
fn commands_allow_what_the_game_page_says() {
    let table: [(&str, Rule); 9] = [
        ("plus", |c, _| c > 0),
        ("minus", |c, _| c < 0),
        ("odd", |c, _| [1, 3, 5, 7].contains(&c.abs())),
        ("even", |c, _| [2, 4, 6].contains(&c.abs())),
        ("at-most-3", |c, _| [1, 2, 3].contains(&c.abs())),
        ("at-least-5", |c, _| [5, 6, 7].contains(&c.abs())),
        ("3-to-5", |c, _| [3, 4, 5].contains(&c.abs())),
        ("towards-zero", |c, egg| egg == 0 || (egg > 0) == (c < 0)),
        ("free", |_, _| true),
    ];
    for (name, rule) in table {
        let command = Command::parse(name).expect("a command");
        for egg in -9..=9 {
            for card in hand() {
                assert_eq!(
                    command.allows(card, egg),
                    rule(card, egg),
                    "{name}, {card:+} with the egg at {egg}"
                );
            }
        }
    }
}

#[test]
fn mission_cards_name_their_ranges() {
    let kit = kit();
    let track = Track::even(7);
    for lang in ["en", "ja"] {
        let texts = words(&kit, lang, "mission_range");
        let (low, middle, high) = (
            Mission::Low.range(&track),
            Mission::Middle.range(&track),
            Mission::High.range(&track),
        );
        assert_eq!(numbers(&texts["low"]), [low.1], "{lang}");
        assert_eq!(numbers(&texts["middle"]), [middle.0, middle.1], "{lang}");
        assert_eq!(numbers(&texts["high"]), [high.0], "{lang}");
    }
}

#[test]
fn field_and_figures_name_the_squares_of_burst_cards() {
    let kit = kit();
    for lang in ["en", "ja"] {
        for (i, range) in (7..=9).enumerate() {
            let figure = kit.strings[lang]["fig"]["ranges"][i]
                .as_str()
                .expect("a text");
            let found = numbers(figure);
            assert!(found.contains(&range), "{lang}: {figure}");
            assert!(
                found.contains(&(range + 1)) && found.contains(&(-range - 1)),
                "{lang}: {figure}"
            );
            let square = kit.strings[lang]["field"]["burst_at"][i]
                .as_str()
                .expect("a text");
            assert!(numbers(square).contains(&range), "{lang}: {square}");
        }
    }
}

#[test]
fn the_rule_sheets_tell_the_facts_of_the_game() {
    let kit = kit();
    let facts: [(&str, &[&str]); 2] = [
        (
            "en",
            &[
                "84 action cards",
                "12 life cards",
                "9 mission cards",
                "9 command cards",
                "2 leader cards",
                "4 burst cards",
                "4 mission arrows",
                "1 egg card",
                "−8 and +8",
                "−10 and +10",
                "3 lives",
                "between −3 and −2",
                "between +2 and +3",
                "four penguins or more",
                "−2 +6 +4 −1 = +7",
                "from −3 to +4",
                "from +3 to +9",
                "Pink wins with 6 points",
                "**0 lives**",
            ],
        ),
        (
            "ja",
            &[
                "**アクションカード**84枚",
                "**ライフカード**12枚",
                "**ミッションカード**9枚",
                "**コマンドカード**9枚",
                "**リーダーカード**2枚",
                "**バーストカード**4枚",
                "**ミッション矢印**4枚",
                "**卵カード**1枚",
                "−8と+8",
                "−10と+10",
                "**ライフ3**",
                "−3と−2の間",
                "+2と+3の間",
                "**ペンギン4羽以上**",
                "−2+6+4−1＝+7",
                "−3から+4",
                "+3から+9",
                "ピンクが6点",
                "**ライフが0**",
            ],
        ),
    ];
    for (lang, facts) in facts {
        let text = kit
            .source
            .read_text(&format!("rules.{lang}.md"))
            .expect("rules");
        // Word joiners print nothing, and readings stand above their words.
        let text = without_readings(&text.replace('\u{2060}', ""));
        for fact in facts {
            assert!(text.contains(fact), "{lang}: {fact}");
        }
    }
}

#[test]
fn captions_agree_with_the_computed_examples() {
    use kitpress::play::games::Games;
    use serde_json::json;
    let names = json!(["yellow", "green", "violet", "pink"]);
    let turn = |args: Value| {
        Games::shipped()
            .picture("birth-or-burst/turn", &args)
            .expect("a turn")
    };
    let fine = turn(
        json!({ "egg": -3, "names": names, "cards": [-2, 6, 4, -1], "leader": "green", "command": "plus" }),
    );
    assert_eq!(
        fine,
        json!({ "sum": 7, "from": -3, "to": 4, "burst": null })
    );
    let tie = turn(
        json!({ "egg": 3, "names": names, "cards": [5, -1, 5, -3], "leader": "pink", "command": "3-to-5" }),
    );
    assert_eq!(tie["to"], 9);
    assert_eq!(
        tie["burst"],
        json!({ "why": "range", "losers": ["yellow", "violet"] })
    );
    let unruly = turn(
        json!({ "egg": 2, "names": names, "cards": [2, -4, -3, 1], "leader": "violet", "command": "even" }),
    );
    assert_eq!(
        unruly["burst"],
        json!({ "why": "command", "losers": ["violet"] })
    );
    let trap = turn(
        json!({ "egg": 3, "names": names, "cards": [-6, 2, -3, 1], "traps": [-3, 4], "range": 9 }),
    );
    assert_eq!(
        (&trap["to"], &trap["burst"]),
        (&json!(-3), &json!({ "why": "trap", "losers": ["yellow"] }))
    );
    assert!(
        quota_met(&[7, -6]) && quota_met(&[-7, 7]) && !quota_met(&[6, -6]) && !quota_met(&[7, 5])
    );
    assert_eq!((Mission::of(1), score(true, 2)), (Mission::Middle, 6));
}

/// The words alone: `{卵|たまご}` is 卵.
fn without_readings(text: &str) -> String {
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('}') {
            Some((word, rest)) if word.contains('|') => {
                out.push_str(word.split('|').next().unwrap_or_default());
                out.push_str(rest);
            }
            _ => out.extend(["{", part]),
        }
    }
    out
}
