//! Every shipped kit, in every language, paper and ink: nothing too small, nothing too near a cut, the right
//! number of everything.

use kitpress::impose::Paper;
use kitpress::kit::Kind;
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::{Studio, text_extents};
use kitpress::template::Ink;
use kitpress::units::{Mm, Rect};

/// Runs `look` on the proof of every shipped kit in every language, paper and ink.
fn every_proof(mut look: impl FnMut(&kitpress::press::Proof<'_>, &PrintOptions)) {
    for kit in kitpress::shipped().expect("shipped kits load") {
        for lang in &kit.languages {
            for (_, ink) in Ink::ALL {
                for paper in ["a4", "letter"] {
                    let options = PrintOptions {
                        lang: lang.clone(),
                        ink,
                        paper: Paper::parse(paper).expect("a paper"),
                        guide: true,
                        ..PrintOptions::default()
                    };
                    let studio = Studio::new(&kit, ink).expect("fonts load");
                    let proof = proof(&kit, &studio, &options, false, &NoProgress)
                        .unwrap_or_else(|e| panic!("{} {lang} {ink:?} {paper}:\n{e}", kit.id));
                    look(&proof, &options);
                }
            }
        }
    }
}

#[test]
fn no_text_is_under_six_points_or_within_three_millimetres_of_a_cut() {
    let mut complaints = Vec::new();
    every_proof(|proof, options| {
        for face in &proof.faces {
            let safe = Rect {
                x: Mm(0.0),
                y: Mm(0.0),
                w: face.size.w,
                h: face.size.h,
            }
            .grown(Mm(-3.0));
            for text in text_extents(&face.scene, face.size) {
                // A reading is half as large as the word below it.
                let least = if text.reading { 4.5 } else { 6.0 };
                if text.size.0 < least - 1e-3 {
                    complaints.push(format!(
                        "{} {} {:?}: “{}” is {}",
                        proof.kit.id, options.lang, options.ink, text.text, text.size
                    ));
                }
                if !safe.grown(Mm(0.01)).holds(text.at) {
                    complaints.push(format!(
                        "{} {} {:?}: “{}” at {:?} on a face of {}",
                        proof.kit.id, options.lang, options.ink, text.text, text.at, face.size
                    ));
                }
            }
        }
    });
    complaints.sort();
    complaints.dedup();
    assert!(
        complaints.is_empty(),
        "{} complaints:\n{}",
        complaints.len(),
        complaints.join("\n")
    );
}

#[test]
fn text_on_cards_is_at_least_seven_points() {
    let mut complaints = Vec::new();
    every_proof(|proof, options| {
        let cards = proof
            .kit
            .components
            .iter()
            .filter(|c| c.kind == Kind::Cards);
        let sizes: Vec<_> = cards.map(|c| c.size).collect();
        for face in proof.faces.iter().filter(|f| sizes.contains(&f.size)) {
            for text in text_extents(&face.scene, face.size) {
                if text.size.0 < 7.0 - 1e-3 {
                    complaints.push(format!(
                        "{} {}: “{}” is {}",
                        proof.kit.id, options.lang, text.text, text.size
                    ));
                }
            }
        }
    });
    complaints.sort();
    complaints.dedup();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
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
    every_proof(|proof, options| {
        let leaves = proof.sheets.iter().filter(|s| !s.is_back).count();
        let (_, most) = LEAVES
            .iter()
            .find(|(id, _)| *id == proof.kit.id)
            .expect("a kit");
        let most = most[usize::from(options.paper.name == "letter")];
        let (id, lang, paper) = (&proof.kit.id, &options.lang, &options.paper.name);
        assert!(
            (1..=most).contains(&leaves),
            "{id} {lang} {paper}: {leaves} of {most}"
        );
        for sheet in &proof.sheets {
            let printable = Rect {
                x: Mm(0.0),
                y: Mm(0.0),
                w: sheet.paper.w,
                h: sheet.paper.h,
            }
            .grown(-options.margin);
            for item in &sheet.items {
                assert!(
                    item.clip.is_some() || printable.holds(item.at),
                    "{} leaves the page",
                    proof.kit.id
                );
            }
        }
    });
}
