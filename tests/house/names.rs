//! Types have names of their own: whoever reads `Plan` in one room shall not have met another `Plan` next door.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::layers::{ROOMS, room_of, sources};

/// Names that several files may declare, each with the reason and the only folder where it holds.
const ON_PURPOSE: [(&str, &str, &str); 5] = [
    ("State", REFEREES, "what `Rules::State` is in this game"),
    ("Move", REFEREES, "what `Rules::Move` is in this game"),
    ("Setup", REFEREES, "what implements `Rules` for this game"),
    (
        "Ending",
        REFEREES,
        "how this game ends, a part of its `State`",
    ),
    ("Eye", REFEREES, "what `view` looks at this game with"),
];

/// One shape six times: who knows one referee finds his way in all, and none looks into another.
const REFEREES: &str = "play/games/";

/// The words before a type's name where it is declared.
const WORDS: [&str; 5] = ["struct ", "enum ", "trait ", "type ", "union "];

/// The name that a line of a source declares, if it declares a type.
fn declared(line: &str) -> Option<&str> {
    let bare = line.trim_start();
    let open = bare.strip_prefix("pub").unwrap_or(bare);
    let open = open.strip_prefix("(super)").unwrap_or(open);
    let open = open.strip_prefix("(crate)").unwrap_or(open);
    let open = open.strip_prefix("(in ").map_or(open, |rest| {
        rest.split_once(')').map_or(rest, |(_, behind)| behind)
    });
    let open = if open.len() < bare.len() {
        open.strip_prefix(' ')?
    } else {
        open
    };
    let word = WORDS.iter().find(|word| open.starts_with(*word))?;
    // `type` in a block is an associated type: its name is the trait's.
    if *word == "type " && line.starts_with(' ') {
        return None;
    }
    let name = &open[word.len()..];
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &name[..end.unwrap_or(name.len())];
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Whether a room looks into another, or is the same. The shell sees everything.
fn neighbours(one: &str, other: &str) -> bool {
    let sees = |from: &str, to: &str| {
        let seen = ROOMS.iter().find(|(room, _)| *room == from);
        from == "cli" || seen.is_some_and(|(_, seen)| seen.contains(&to))
    };
    one == other || sees(one, other) || sees(other, one)
}

fn on_purpose(name: &str, one: &str, other: &str) -> bool {
    let mut list = ON_PURPOSE.iter();
    list.any(|(n, within, _)| *n == name && one.starts_with(within) && other.starts_with(within))
}

/// Every type's name with the files that declare it, once for each declaration.
fn declarations() -> BTreeMap<String, Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.sort_unstable();
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files {
        let within = path.strip_prefix(&root).expect("a source");
        let within = within.to_string_lossy().replace('\\', "/");
        let source = fs::read_to_string(&path).expect("text");
        for name in source.lines().filter_map(declared) {
            out.entry(name.to_owned()).or_default().push(within.clone());
        }
    }
    out
}

#[test]
fn no_two_types_in_sight_of_each_other_have_one_name() {
    let all = declarations();
    assert!(all.len() > 500, "only {} types were found", all.len());
    let mut twice = Vec::new();
    for (name, files) in &all {
        for (n, one) in files.iter().enumerate() {
            for other in &files[n + 1..] {
                let near = neighbours(room_of(one), room_of(other));
                if near && !on_purpose(name, one, other) {
                    twice.push(format!("`{name}` in src/{one} and in src/{other}"));
                }
            }
        }
    }
    assert!(
        twice.is_empty(),
        "types of one name; let each say what it is:\n{}",
        twice.join("\n")
    );
}

#[test]
fn exceptions_are_still_needed() {
    let all = declarations();
    for (name, within, why) in ON_PURPOSE {
        let files = all.get(name).map_or(&[][..], Vec::as_slice);
        let there = files.iter().filter(|f| f.starts_with(within)).count();
        assert!(there > 1, "`{name}` ({why}) is no longer declared twice");
    }
}

#[test]
fn declarations_are_read() {
    let names = [
        ("pub struct Sheet {", Some("Sheet")),
        ("    pub(super) enum Kind<'a> {", Some("Kind")),
        ("pub(in crate::play) struct Seat(usize);", Some("Seat")),
        ("type Shelf<T> = Vec<T>;", Some("Shelf")),
        ("trait Game: Send {", Some("Game")),
        ("    type State = Town;", None),
        ("    structure: usize,", None),
        ("public struct Nonsense;", None),
        ("/// struct Words of a comment", None),
    ];
    for (line, name) in names {
        assert_eq!(declared(line), name, "{line}");
    }
}

#[test]
fn rooms_that_see_each_other_are_neighbours() {
    assert!(neighbours("press", "impose") && neighbours("impose", "press"));
    assert!(neighbours("cli", "jpeg") && neighbours("text", "text"));
    assert!(!neighbours("press", "play") && !neighbours("impose", "text"));
}
