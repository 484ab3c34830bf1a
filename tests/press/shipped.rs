//! Every shipped kit, in every language, paper and ink: nothing too small, nothing too near a cut, the right
//! number of everything.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kitpress::impose::{Paper, Sheet};
use kitpress::kit::Kind;
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::{Studio, text_extents};
use kitpress::template::Ink;
use kitpress::units::{Mm, Rect};
use rayon::prelude::*;

/// What is on the paper of one print of one kit.
struct Printed {
    /// The kit, the language, the ink and the paper.
    name: String,
    kit: String,
    paper: String,
    margin: Mm,
    sheets: Vec<Sheet>,
    /// What is wrong with texts: on every face, and on cards.
    texts: BTreeSet<String>,
    card_texts: BTreeSet<String>,
}

/// Every shipped kit in every language, ink and paper, printed once for all tests.
static ALL: LazyLock<Vec<Printed>> = LazyLock::new(|| {
    let kits = kitpress::shipped().expect("shipped kits load");
    let mut ways = Vec::new();
    for kit in &kits {
        for lang in &kit.languages {
            for (_, ink) in Ink::ALL {
                ways.extend(["a4", "letter"].map(|paper| (kit, lang, ink, paper)));
            }
        }
    }
    let printed = ways.into_par_iter().map(|(kit, lang, ink, paper)| {
        let options = PrintOptions {
            lang: lang.clone(),
            ink,
            paper: Paper::parse(paper).expect("a paper"),
            guide: true,
            ..PrintOptions::default()
        };
        let name = format!("{} {lang} {ink:?} {paper}", kit.id);
        let studio = Studio::new(kit, ink).expect("fonts load");
        let proof = proof(kit, &studio, &options, false, &NoProgress)
            .unwrap_or_else(|e| panic!("{name}:\n{e}"));
        let cards = kit.components.iter().filter(|c| c.kind == Kind::Cards);
        let cards: Vec<_> = cards.map(|c| c.size).collect();
        let (mut texts, mut card_texts) = (BTreeSet::new(), BTreeSet::new());
        for face in &proof.faces {
            let trim = Rect {
                x: Mm(0.0),
                y: Mm(0.0),
                w: face.size.w,
                h: face.size.h,
            };
            let safe = trim.grown(Mm(-3.0));
            for text in text_extents(&face.scene, face.size) {
                let said = format!("{name}: “{}”", text.text);
                // A reading is half as large as the word below it.
                let least = if text.reading { 4.5 } else { 6.0 };
                if text.size.0 < least - 1e-3 {
                    texts.insert(format!("{said} is {}", text.size));
                }
                if !safe.grown(Mm(0.01)).holds(text.at) {
                    texts.insert(format!(
                        "{said} at {:?} on a face of {}",
                        text.at, face.size
                    ));
                }
                if cards.contains(&face.size) && text.size.0 < 7.0 - 1e-3 {
                    card_texts.insert(format!("{said} is {}", text.size));
                }
            }
        }
        Printed {
            name,
            kit: kit.id.clone(),
            paper: options.paper.name.clone(),
            margin: options.margin,
            sheets: proof.sheets,
            texts,
            card_texts,
        }
    });
    printed.collect()
});

/// All that is complained of, a line each.
fn complaints<'a>(of: impl Fn(&'a Printed) -> &'a BTreeSet<String>) -> String {
    let all: Vec<&str> = ALL.iter().flat_map(of).map(String::as_str).collect();
    all.join("\n")
}

#[test]
fn no_text_is_under_six_points_or_within_three_millimetres_of_a_cut() {
    assert_eq!(complaints(|p| &p.texts), "");
}

#[test]
fn text_on_cards_is_at_least_seven_points() {
    assert_eq!(complaints(|p| &p.card_texts), "");
}

/// How many leaves of paper each kit takes at most, on A4 and on Letter, the guide's among them.
const LEAVES: [(&str, [usize; 2]); 5] = [
    ("birth-or-burst", [15, 15]),
    ("cat-and-chocolate", [14, 14]),
    ("catch-and-run", [12, 13]),
    ("cats", [7, 7]),
    ("icecool", [15, 15]),
];

#[test]
fn shipped_pages_are_few() {
    for printed in ALL.iter() {
        let leaves = printed.sheets.iter().filter(|s| !s.is_back).count();
        let mut kits = LEAVES.iter();
        let (_, most) = kits.find(|(id, _)| *id == printed.kit).expect("a kit");
        let most = most[usize::from(printed.paper == "letter")];
        let name = &printed.name;
        assert!((1..=most).contains(&leaves), "{name}: {leaves} of {most}");
        for sheet in &printed.sheets {
            let printable = Rect {
                x: Mm(0.0),
                y: Mm(0.0),
                w: sheet.paper.w,
                h: sheet.paper.h,
            }
            .grown(-printed.margin);
            for item in &sheet.items {
                let inside = item.clip.is_some() || printable.holds(item.at);
                assert!(inside, "{name} leaves the page");
            }
        }
    }
}
