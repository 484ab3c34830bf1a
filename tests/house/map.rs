//! The maps of the house name what there is: a file that moves takes its name in them along.

use std::collections::BTreeSet;
use std::path::Path;

const MAPS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "benches/README.md"];
/// Paths that begin like this are looked for.
const ROOTS: [&str; 5] = ["src/", "tests/", "examples/", "benches/", "docs/"];

/// The paths that a text names in backticks, without what stands behind them.
fn paths(text: &str) -> BTreeSet<&str> {
    // Blocks of code have three backticks; what they name counts, too.
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | ',' | '"'));
    let paths = words.filter(|w| ROOTS.iter().any(|root| w.starts_with(root)));
    paths.map(|p| p.trim_end_matches(['.', ':', ';'])).collect()
}

/// Whether a path leads somewhere; `*` and `<name>` stand for any name, so that what is before them must exist.
fn leads_somewhere(path: &str) -> bool {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = path.split(['*', '<']).next().unwrap_or(path);
    let known = match known == path {
        true => path,
        false => known.rsplit_once('/').map_or("", |(folder, _)| folder),
    };
    whole.join(known).exists()
}

#[test]
fn every_path_on_the_maps_exists() {
    for map in MAPS {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(map));
        let text = text.unwrap_or_else(|e| panic!("{map}: {e}"));
        let named = paths(&text);
        assert!(!named.is_empty(), "{map} names no path");
        let lost: Vec<_> = named.iter().filter(|p| !leads_somewhere(p)).collect();
        assert!(lost.is_empty(), "{map} names what does not exist: {lost:?}");
    }
}

#[test]
fn paths_are_found_and_looked_for() {
    let text =
        "See `src/lib.rs`, src/gone.rs. And (`tests/needs`) or `src/lang/ja/*.toml`, `srcs/x`.";
    let named = Vec::from_iter(paths(text));
    assert_eq!(
        named,
        [
            "src/gone.rs",
            "src/lang/ja/*.toml",
            "src/lib.rs",
            "tests/needs"
        ]
    );
    assert!(leads_somewhere("src/lib.rs") && leads_somewhere("src/*.rs"));
    assert!(!leads_somewhere("src/gone.rs") && !leads_somewhere("src/gone/*.rs"));
}
