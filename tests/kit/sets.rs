//! Copies of sheets, and `--sets`: each copy has leaves of its own, and what one table needs once is there once.

use std::path::Path;

use kitpress::impose::Backs;
use kitpress::kit::{Kit, Source};
use kitpress::press::{NoProgress, PrintOptions, Proof, proof};
use kitpress::scene::Studio;
use kitpress::template::Ink;

const PAGE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="140mm" viewBox="0 0 100 140">
<text x="10" y="20" font-size="8">WORDS</text></svg>"#;

/// A rule sheet of three pages, two different boards of one page, and cards; `once` goes into the sheet.
fn kit(dir: &Path, once: &str) -> Kit {
    let put = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("written");
    put(
        "kit.toml",
        &format!(
            "[kit]\nid = \"k\"\ntitle = \"K\"\n\
             [[component]]\nid = \"rules\"\nkind = \"sheet\"\nsize = \"100x140mm\"\n\
             front = [\"a.svg\", \"b.svg\", \"c.svg\"]\n{once}\n\
             [[component]]\nid = \"board\"\nkind = \"sheet\"\nsize = \"100x140mm\"\nfront = \"a.svg\"\n\
             rows = \"boards.csv\"\n\
             [[component]]\nid = \"card\"\nkind = \"cards\"\nsize = \"poker\"\nfront = \"card.svg\"\ncount = 2\n"
        ),
    );
    for name in ["a.svg", "b.svg", "c.svg"] {
        put(name, &PAGE.replace("WORDS", name));
    }
    put("boards.csv", "name\nred\nblue\n");
    put(
        "card.svg",
        &PAGE
            .replace("100", "63")
            .replace("140", "88")
            .replace("WORDS", "x"),
    );
    let source = Source::find(dir.to_str().expect("a path")).expect("a kit");
    Kit::load_from(source, &[]).unwrap_or_else(|e| panic!("{e}"))
}

/// The faces on each leaf of a component, front and back.
fn leaves(kit: &Kit, component: &str, backs: Backs, sets: u32) -> Vec<Vec<usize>> {
    let studio = Studio::new(kit, Ink::Full).expect("fonts load");
    let options = PrintOptions {
        only: vec![component.into()],
        backs,
        sets,
        ..PrintOptions::default()
    };
    let Proof { sheets, .. } = proof(kit, &studio, &options, false, &NoProgress).expect("a proof");
    let mut leaves: Vec<Vec<usize>> = Vec::new();
    for sheet in &sheets {
        let faces = sheet.items.iter().map(|i| i.face);
        match leaves.last_mut() {
            Some(leaf) if sheet.is_back => leaf.extend(faces),
            _ => leaves.push(faces.collect()),
        }
    }
    leaves
}

#[test]
fn no_two_copies_share_a_leaf() {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), "");
    let rules = leaves(&kit, "rules", Backs::DuplexLong, 2);
    assert_eq!(rules, [vec![0, 1], vec![2], vec![0, 1], vec![2]]);
    let short = leaves(&kit, "rules", Backs::DuplexShort, 2);
    assert_eq!(short, rules);
    let boards = leaves(&kit, "board", Backs::DuplexLong, 2);
    assert_eq!(boards, [[0], [1], [0], [1]]);
    let single = leaves(&kit, "rules", Backs::None, 2);
    assert_eq!(single, [[0], [1], [2], [0], [1], [2]]);
}

#[test]
fn what_one_table_needs_once_is_printed_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let kit = kit(dir.path(), "once = true");
    assert_eq!(
        leaves(&kit, "rules", Backs::DuplexLong, 3),
        [vec![0, 1], vec![2]]
    );
    assert_eq!(leaves(&kit, "board", Backs::DuplexLong, 3).len(), 6);
    let cards = leaves(&kit, "card", Backs::DuplexLong, 3);
    assert_eq!(cards.concat().len(), 6);
}
