//! The rooms of the house and the directions between them: nothing imports upwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every room with the rooms that it may look into, lowest first. What a room may see is written out: two rooms that
/// stand beside each other do not know of each other.
pub const ROOMS: &[(&str, &[&str])] = &[
    ("clean", &[]),
    ("hash", &[]),
    ("colour", &[]),
    ("packed", &[]),
    ("say", &["clean", "packed"]),
    ("units", &["say"]),
    ("art", &["say"]),
    ("diag", &["clean", "say"]),
    ("files", &["say", "diag"]),
    ("serve", &["say"]),
    ("jpeg", &[]),
    ("text", &["units", "hash", "colour", "art", "say", "diag"]),
    ("kit", &["packed", "units", "hash", "say", "diag", "text"]),
    (
        "scene",
        &[
            "units", "hash", "colour", "art", "say", "diag", "jpeg", "text", "kit",
        ],
    ),
    (
        "template",
        &[
            "units", "hash", "colour", "say", "diag", "text", "kit", "scene",
        ],
    ),
    ("impose", &["units", "say", "diag"]),
    (
        "write",
        &["units", "hash", "say", "jpeg", "text", "scene", "impose"],
    ),
    (
        "press",
        &[
            "clean", "units", "hash", "colour", "say", "diag", "text", "kit", "scene", "template",
            "impose", "write",
        ],
    ),
    (
        "export",
        &[
            "units", "hash", "colour", "say", "diag", "text", "kit", "scene", "template", "impose",
            "press",
        ],
    ),
    (
        "advice",
        &[
            "units", "hash", "colour", "say", "diag", "text", "kit", "scene", "template", "impose",
            "write", "press",
        ],
    ),
    (
        "calibrate",
        &[
            "units", "colour", "say", "text", "scene", "template", "impose", "write", "press",
        ],
    ),
    ("starter", &["packed", "say", "diag"]),
    ("play", &["clean", "hash", "say", "diag", "files", "kit"]),
    (
        "host",
        &[
            "packed", "units", "say", "diag", "files", "serve", "kit", "template", "press",
            "export", "play",
        ],
    ),
    (
        "watch",
        &[
            "units", "hash", "colour", "say", "diag", "files", "serve", "kit", "scene", "template",
            "press",
        ],
    ),
];

/// All sources in a folder and in those below.
pub fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    for path in entries.map(|e| e.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// The room that a file under `src/` belongs to: its first folder, or itself.
pub fn room_of(within: &str) -> &str {
    let first = within.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The names that stand right behind `crate::` in a source, those in braces one by one.
fn named(source: &str) -> BTreeSet<&str> {
    let word = |text: &'_ str| -> usize {
        text.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len())
    };
    let mut out = BTreeSet::new();
    for rest in source.split("crate::").skip(1) {
        let Some(inside) = rest.strip_prefix('{') else {
            out.insert(&rest[..word(rest)]);
            continue;
        };
        let (mut depth, mut from) = (0, 0);
        for (at, c) in inside.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                '}' | ',' if depth == 0 => {
                    let item = inside[from..at].trim();
                    out.insert(&item[..word(item)]);
                    from = at + 1;
                    if c == '}' {
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    out
}

/// What each room looks into, with the files that do.
fn edges() -> BTreeMap<(String, String), Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut out: BTreeMap<(String, String), Vec<PathBuf>> = BTreeMap::new();
    for path in files {
        let within = path.strip_prefix(&root).expect("a source").to_owned();
        let room = room_of(&within.to_string_lossy().replace('\\', "/")).to_owned();
        let source = fs::read_to_string(&path).expect("text");
        for name in named(&source) {
            let edge = (room.clone(), name.to_owned());
            out.entry(edge).or_default().push(within.clone());
        }
    }
    out
}

#[test]
fn nothing_imports_upwards() {
    let rooms: BTreeMap<&str, &[&str]> = ROOMS.iter().copied().collect();
    let wrong: Vec<String> = edges()
        .into_iter()
        .filter(|((from, to), _)| {
            let seen = rooms.get(from.as_str());
            from != to
                && rooms.contains_key(to.as_str())
                && seen.is_some_and(|seen| !seen.contains(&to.as_str()))
        })
        .map(|((from, to), files)| format!("`{from}` looks into `{to}`: {files:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_list_has_an_order_and_every_room() {
    for (n, (room, seen)) in ROOMS.iter().enumerate() {
        let below: Vec<&str> = ROOMS[..n].iter().map(|(name, _)| *name).collect();
        for other in *seen {
            assert!(below.contains(other), "`{other}` is not below `{room}`");
        }
    }
    let mut listed: BTreeSet<&str> = ROOMS.iter().map(|(name, _)| *name).collect();
    // The shell sees everything, and the library is their list.
    listed.extend(["cli", "lib", "main"]);
    let lib = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let lib = lib.expect("the library");
    let modules = lib.lines().filter_map(|l| {
        let l = l.strip_prefix("pub ").unwrap_or(l);
        l.strip_prefix("mod ")?.strip_suffix(';')
    });
    for module in modules {
        assert!(
            listed.contains(module),
            "`{module}` has no place in the list"
        );
    }
}

#[test]
fn the_map_shows_the_same_directions() {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md");
    let map = fs::read_to_string(map).expect("the map");
    let rows = map.lines().filter_map(|line| {
        let [room, _, seen] = line.strip_prefix("| `")?.split('|').collect::<Vec<_>>()[..3] else {
            return None;
        };
        let seen = seen.trim().split(", ").filter(|s| *s != "nothing");
        Some((room.trim().trim_end_matches('`'), seen.collect()))
    });
    let drawn: Vec<(&str, Vec<&str>)> = rows.filter(|(room, _)| *room != "cli").collect();
    let listed: Vec<_> = ROOMS.iter().map(|(n, seen)| (*n, seen.to_vec())).collect();
    assert_eq!(drawn, listed);
}

#[test]
fn names_behind_crate_are_found() {
    let source = "use crate::{a::{b, c}, d};\nlet x = crate::e::f();\nuse crate::g;";
    assert_eq!(Vec::from_iter(named(source)), ["a", "d", "e", "g"]);
}
