//! Paper is not wasted: cards of each size take about as many leaves as their area asks for.

use std::collections::BTreeMap;

use kitpress::impose::Paper;
use kitpress::kit::Kind;
use kitpress::press::{NoProgress, PrintOptions, proof};
use kitpress::scene::Studio;

#[test]
fn cards_take_few_leaves() {
    for kit in kitpress::shipped().expect("shipped kits load") {
        for paper in ["a4", "letter"] {
            let options = PrintOptions {
                paper: Paper::parse(paper).expect("a paper"),
                ..PrintOptions::default()
            };
            let studio = Studio::new(&kit, options.ink).expect("fonts load");
            let proof = proof(&kit, &studio, &options, false, &NoProgress).expect("draws");
            let cards = |c: usize| kit.components[c].kind == Kind::Cards;
            let leaves = proof
                .sheets
                .iter()
                .filter(|s| !s.is_back && s.components.iter().any(|c| cards(*c)))
                .count();
            let size = options.paper.size;
            let room = (size.w.0 - 10.0) * (size.h.0 - 10.0);
            // Per size: whole cards that a page could hold at best, by area alone.
            let mut sizes: BTreeMap<String, (f64, usize)> = BTreeMap::new();
            for c in kit.components.iter().filter(|c| c.kind == Kind::Cards) {
                let entry = sizes
                    .entry(c.size.to_string())
                    .or_insert((c.size.w.0 * c.size.h.0, 0));
                entry.1 += c.pieces();
            }
            let least: f64 = sizes
                .values()
                .map(|(area, n)| (*n as f64 / (room / area).floor()).ceil())
                .sum();
            assert!(
                leaves as f64 <= (least * 1.1).ceil(),
                "{} on {paper}: {leaves} leaves, {least} by area",
                kit.id
            );
        }
    }
}
