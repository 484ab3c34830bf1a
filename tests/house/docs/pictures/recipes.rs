//! What the recipes make: a picture under a recipe shows the first cards of its kit, or its pages.

use kitpress::kit::{Kind, Kit, Source};
use resvg::tiny_skia::Pixmap;

use super::super::{BOOKS, RECIPES, blocks, doc, snippets};
use super::{Drawn, faces, paint};

/// Pixels a millimetre of cards, and of pages.
const CARD: f64 = 3.6;
const PAGE: f64 = 1.6;

/// Most cards beside each other.
const CARDS: usize = 3;

#[test]
fn the_recipes_make_what_they_show() {
    let mut drawn = Vec::new();
    for book in BOOKS {
        for page in RECIPES {
            of_page(book, page, &mut drawn);
        }
    }
    super::keep(&drawn);
}

fn of_page(book: &str, page: &str, drawn: &mut Vec<Drawn>) {
    let text = doc(&format!("{book}/{page}.md"));
    let blocks = blocks(&text);
    let (mut section, mut inside) = (0, false);
    for line in text.lines() {
        inside ^= line.starts_with("```");
        if !inside && line.starts_with("## ") {
            section += 1;
        }
        let own = format!("](pictures/{page}-");
        let Some((_, rest)) = line.split_once(&own).filter(|_| !inside) else {
            continue;
        };
        let name = rest.split(".png").next().expect("a PNG");
        let lang = if book == "docs" { "en" } else { "ja" };
        let kit = snippets::recipe(&blocks, section);
        let picture = show(&kit, name, lang);
        drawn.push((format!("{book}/pictures/{page}-{name}.png"), picture));
    }
}

/// The first cards; a front and its back; or all pages, or the last one: the name says which.
fn show(files: &snippets::Files, name: &str, lang: &str) -> Pixmap {
    let dir = snippets::folder(files);
    let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
    let kit = Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
    let lang = kit.languages.iter().find(|l| *l == lang);
    let lang = lang.unwrap_or(&kit.languages[0]);
    if name.ends_with("-pages") || name.ends_with("-page") {
        let pages = faces::pages(&kit, lang, PAGE);
        let all = name.ends_with("s");
        let from = if all { 0 } else { pages.len() - 1 };
        return paint::beside(&pages[from..]);
    }
    let component = kit.components.iter().find(|c| c.kind != Kind::Box);
    let component = component.expect("a component");
    let mut sides: Vec<_> = component.cards.iter().map(|card| (card, false)).collect();
    sides.truncate(CARDS);
    if name.ends_with("-back") {
        sides.truncate(1);
        sides.push((&component.cards[0], true));
    }
    let draw = |(card, back)| faces::piece(&kit, lang, (component, card, back), CARD);
    let pictures: Vec<Pixmap> = sides.into_iter().map(draw).collect();
    paint::beside(&pictures)
}
