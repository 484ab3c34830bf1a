//! The maps of the house name what there is: a file that moves takes its name in them along.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::layers::sources;

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

/// The calls of `cargo test --test` in a text: the program, and the words that choose among its tests.
fn calls(text: &str) -> Vec<(&str, Vec<&str>)> {
    let calls = text.split("--test ").skip(1);
    let calls = calls.filter_map(|call| {
        let mut words = call.split(['`', '#', '\n']).next()?.split_whitespace();
        Some((
            words.next()?,
            words.filter(|w| !w.starts_with('-')).collect(),
        ))
    });
    calls.collect()
}

/// Whether there is such a program of tests, and a file or a test in it for each word.
fn finds_tests((program, words): &(&str, Vec<&str>)) -> bool {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<PathBuf> = vec![tests.join(format!("{program}.rs"))];
    if tests.join(program).is_dir() {
        sources(&tests.join(program), &mut files);
    }
    files.retain(|file| file.is_file());
    let holds = |file: &PathBuf, word: &str| {
        let text = std::fs::read_to_string(file).expect("a source");
        let named = file.strip_prefix(&tests).expect("a test").to_string_lossy();
        let mut functions = text.split("fn ").skip(1).map(|f| f.split('(').next());
        named.contains(word) || functions.any(|f| f.is_some_and(|name| name.contains(word)))
    };
    let found = |word: &&str| files.iter().any(|file| holds(file, word));
    !files.is_empty() && words.iter().all(found)
}

#[test]
fn every_call_of_tests_finds_some() {
    for map in MAPS {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(map));
        let text = text.unwrap_or_else(|e| panic!("{map}: {e}"));
        let calls = calls(&text);
        let lost: Vec<_> = calls.iter().filter(|call| !finds_tests(call)).collect();
        assert!(
            lost.is_empty(),
            "{map} calls tests that are not there: {lost:?}"
        );
    }
}

#[test]
fn calls_of_tests_are_found_and_looked_for() {
    let text = "cargo test --test table secrets  # some\n`X=1 cargo test --test gone -- --ignored`";
    let named = calls(text);
    assert_eq!(named, [("table", vec!["secrets"]), ("gone", vec![])]);
    assert!(finds_tests(&named[0]) && !finds_tests(&named[1]));
    assert!(!finds_tests(&("table", vec!["secrets", "gone_for_good"])));
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
