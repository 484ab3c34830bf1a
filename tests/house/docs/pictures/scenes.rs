//! Games as they lie on a table. The scenes are a kit themselves, in `scenes/`; what they name with an `@` is drawn first
//! and put into its folder.

use std::collections::BTreeSet;
use std::path::Path;

use kitpress::kit::{Kit, Source};

use super::super::{BOOKS, book};
use super::faces::{self, Shelf};

/// Pixels a millimetre.
const SCALE: f64 = 2.3;

#[test]
fn the_games_lie_on_the_table_as_they_are_printed() {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/house/docs/pictures/scenes");
    let mut shelf = Shelf::default();
    let mut drawn = Vec::new();
    for (folder, lang) in BOOKS.into_iter().zip(["en", "ja"]) {
        let dir = tempfile::tempdir().expect("a folder");
        let mut wanted = BTreeSet::new();
        for file in book::files(&from, "") {
            let text = std::fs::read_to_string(from.join(&file)).expect("text");
            let names = text.split("\"@").skip(1);
            wanted.extend(names.filter_map(|n| n.split('"').next()).map(str::to_owned));
            let to = dir.path().join(&file);
            std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            std::fs::write(to, text).expect("written");
        }
        for name in wanted {
            let to = dir.path().join(format!("faces/@{name}.png"));
            std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            match name.strip_prefix("docs/") {
                Some(picture) => {
                    let picture = format!("docs/{picture}.png");
                    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(picture);
                    std::fs::copy(kept, to).expect("a picture");
                }
                None => shelf.draw(&name, lang).save_png(to).expect("written"),
            }
        }
        let source = Source::find(dir.path().to_str().expect("a path")).expect("a kit");
        let kit = Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"));
        for component in &kit.components {
            let picture = faces::piece(&kit, lang, (component, &component.cards[0], false), SCALE);
            drawn.push((format!("{folder}/pictures/{}.png", component.id), picture));
        }
    }
    super::keep(&drawn);
}
