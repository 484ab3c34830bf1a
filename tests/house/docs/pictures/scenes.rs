//! Games as they lie on a table. The scenes are a kit themselves, in `scenes/`; what they name with an `@` is drawn first
//! and put into its folder.

use std::collections::BTreeSet;
use std::path::Path;

use kitpress::kit::{Component, Kit, Source};

use super::super::{BOOKS, book};
use super::Drawn;
use super::faces::{self, Shelf};

/// Pixels a millimetre.
const SCALE: f64 = 2.3;

#[test]
fn the_games_lie_on_the_table_as_they_are_printed() {
    let [english, japanese] = [(BOOKS[0], "en"), (BOOKS[1], "ja")];
    let mut drawn = std::thread::scope(|threads| {
        let other = threads.spawn(|| scenes(japanese));
        let mut drawn = scenes(english);
        drawn.extend(other.join().expect("scenes"));
        drawn
    });
    drawn.sort_by(|a, b| a.0.cmp(&b.0));
    super::keep(&drawn);
}

/// All scenes in a language, for a book.
fn scenes((book, lang): (&str, &str)) -> Vec<Drawn> {
    let dir = furnished(lang);
    let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
    let kit = Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"));
    let draw = |component: &Component| {
        let side = (component, &component.cards[0], false);
        let picture = faces::piece(&kit, lang, side, SCALE);
        (format!("{book}/pictures/{}.png", component.id), picture)
    };
    kit.components.iter().map(draw).collect()
}

/// The kit of the scenes, with everything in its folder that they show.
fn furnished(lang: &str) -> tempfile::TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let from = root.join("tests/house/docs/pictures/scenes");
    let dir = tempfile::tempdir().expect("a folder");
    let place = |name: &str| {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        path
    };
    let mut wanted = BTreeSet::new();
    for file in book::files(&from, "") {
        let text = std::fs::read_to_string(from.join(&file)).expect("text");
        let names = text.split("\"@").skip(1);
        wanted.extend(names.filter_map(|n| n.split('"').next()).map(str::to_owned));
        std::fs::write(place(&file), text).expect("written");
    }
    let mut shelf = Shelf::default();
    for name in wanted {
        let to = place(&format!("faces/@{name}.png"));
        match name.starts_with("docs/") {
            true => {
                std::fs::copy(root.join(format!("{name}.png")), to).expect("a picture");
            }
            false => shelf.draw(&name, lang).save_png(to).expect("written"),
        }
    }
    dir
}
