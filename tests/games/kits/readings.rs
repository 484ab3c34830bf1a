//! Japanese that a ten-year-old can read: a kanji that school teaches after the fourth year has its reading at its first
//! use in each section of the rules. On cards and aids, where letters are too small for readings, only kanji stand that
//! the rules give one for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What school teaches in the first four years, a line each.
const TAUGHT: &str = include_str!("../../data/kanji-of-four-years.txt");
/// Names of places, and what is on every carton of milk.
const KNOWN: &str = "根津柴又清澄神保町荻窪巣鴨乳";

fn is_hard(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c) && !TAUGHT.contains(c)
}

fn kits() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let all = std::fs::read_dir(dir).expect("kits");
    let dirs = all.map(|e| e.expect("an entry").path());
    dirs.filter(|d| d.join("rules.ja.md").exists()).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text")
}

/// The characters of a text, each with whether a reading stands above it.
fn read_off(text: &str) -> Vec<(char, bool)> {
    let (mut out, mut inside) = (Vec::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '{' => inside = true,
            // The reading itself is skipped.
            '|' if inside => {
                rest.by_ref().find(|c| *c == '}');
                inside = false;
            }
            '}' => inside = false,
            _ => out.push((c, inside)),
        }
    }
    out
}

#[test]
fn there_are_six_hundred_and_forty_two() {
    let all: BTreeSet<char> = TAUGHT.chars().filter(|c| *c != '\n').collect();
    assert_eq!(all.len(), 642);
}

#[test]
fn hard_kanji_have_their_reading_at_the_first_use_in_a_section() {
    let mut missing = Vec::new();
    for kit in kits() {
        let mut known = BTreeSet::new();
        for line in read(&kit.join("rules.ja.md")).lines() {
            if line.starts_with("## ") {
                known.clear();
            }
            // Headings, tables and captions repeat what the text says.
            if line.starts_with(['#', '|']) {
                continue;
            }
            let words: String = line.split("![").enumerate().map(after_figure).collect();
            for (c, reads) in read_off(&words) {
                if reads {
                    known.insert(c);
                } else if is_hard(c) && !known.contains(&c) {
                    missing.push(format!("{}: {c} in {line}", kit.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// What stands behind a figure, or all of a part that begins with none.
fn after_figure((n, part): (usize, &str)) -> &str {
    match n {
        0 => part,
        _ => part.split_once(')').map_or("", |(_, rest)| rest),
    }
}

#[test]
fn cards_and_aids_have_only_kanji_that_the_rules_read() {
    let mut missing = Vec::new();
    for kit in kits() {
        let rules = read_off(&read(&kit.join("rules.ja.md")));
        let told: BTreeSet<char> = rules.iter().filter(|(_, r)| *r).map(|(c, _)| *c).collect();
        let mut check = |file: &Path| {
            // Of tables every language is looked at: the others have no kanji.
            for line in read(file).lines().filter(|l| !l.starts_with('#')) {
                let hard = line.chars().filter(|c| is_hard(*c));
                let unknown: String = hard
                    .filter(|c| !told.contains(c) && !KNOWN.contains(*c))
                    .collect();
                if !unknown.is_empty() {
                    missing.push(format!("{}: {unknown} in {line}", file.display()));
                }
            }
        };
        check(&kit.join("lang/ja.toml"));
        for entry in std::fs::read_dir(&kit).expect("a kit") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|e| e == "csv") {
                check(&path);
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
