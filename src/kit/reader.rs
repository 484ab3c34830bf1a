//! Keys of `kit.toml` one by one: texts, numbers, lengths, names, each of its kind or a problem on its line.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::toml::{Node, Value};
use super::{Source, Words};
use crate::diag::{Problem, Problems, list};
use crate::say;
use crate::say::Say;
use crate::units::{Mm, parse_length};

/// No face is larger than this; a sheet of that size would tile over hundreds of pages.
pub(super) const MAX_FACE: Mm = Mm(3000.0);

/// What is being read, and what was wrong with it so far.
pub(super) struct KitReader {
    pub(super) source: Source,
    pub(super) file: String,
    pub(super) files: Vec<String>,
    pub(super) settings: Map<String, Json>,
    pub(super) problems: Problems,
}

impl KitReader {
    /// Reads the kit of these files.
    pub(super) fn new(source: Source, files: Vec<String>) -> Self {
        Self {
            file: source.show("kit.toml"),
            source,
            files,
            settings: Map::new(),
            problems: Problems::default(),
        }
    }

    pub(super) fn problem(&mut self, line: usize, what: Say, hint: Option<Say>) {
        let mut problem = Problem::new(what).at(self.file.as_str(), line);
        problem.hint = hint;
        self.problems.push(problem);
    }

    /// Notes a problem of this file, on a line.
    pub(super) fn place(&mut self, problem: Problem, line: usize) {
        self.problems.push(problem.at(self.file.as_str(), line));
    }

    pub(super) fn wrong(&mut self, key: &str, node: &Node, wanted: Say) {
        let what = say!("`{}` must be {}, not {}", key, wanted, node.kind());
        self.problems.push(
            Problem::new(what)
                .at(self.file.as_str(), node.line)
                .field(key),
        );
    }

    /// Like [`Self::wrong`], for values of the right type that make no sense.
    pub(super) fn senseless(&mut self, key: &str, node: &Node, wanted: Say) {
        let what = say!("`{}` must be {}", key, wanted);
        self.problems.push(
            Problem::new(what)
                .at(self.file.as_str(), node.line)
                .field(key),
        );
    }

    pub(super) fn known_keys(&mut self, entries: &[(String, Node)], known: &[&str]) {
        for (key, node) in entries {
            if !known.contains(&key.as_str()) {
                let problem =
                    Problem::new(say!("unknown key `{}`", key)).at(self.file.as_str(), node.line);
                let near = crate::diag::nearest(key, known.iter().copied());
                self.problems.push(match near {
                    Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                    None => problem.hint(say!("known keys: {}", list(known.iter().copied()))),
                });
            }
        }
    }

    pub(super) fn text(&mut self, table: &Node, key: &str) -> Option<(String, usize)> {
        let node = get(table, key)?;
        match &node.value {
            Value::Str(s) if !s.trim().is_empty() => Some((s.trim().to_owned(), node.line)),
            Value::Str(_) => {
                self.problem(node.line, say!("`{}` is empty", key), None);
                None
            }
            _ => {
                self.wrong(key, node, say!("text"));
                None
            }
        }
    }

    /// Whether a key is `true`.
    pub(super) fn flag(&mut self, table: &Node, key: &str) -> bool {
        match get(table, key) {
            None => false,
            Some(Node {
                value: Value::Bool(yes),
                ..
            }) => *yes,
            Some(node) => {
                self.wrong(key, node, say!("true or false"));
                false
            }
        }
    }

    pub(super) fn number(
        &mut self,
        table: &Node,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<u32> {
        let node = get(table, key)?;
        match node.value {
            Value::Int(i) if range.contains(&i) => Some(i as u32),
            Value::Int(i) => {
                let what = say!(
                    "`{}` is {}; it must be {} to {}",
                    key,
                    i,
                    range.start(),
                    range.end()
                );
                self.problems.push(
                    Problem::new(what)
                        .at(self.file.as_str(), node.line)
                        .field(key),
                );
                None
            }
            _ => {
                self.wrong(key, node, say!("a whole number"));
                None
            }
        }
    }

    pub(super) fn words(&mut self, table: &Node, key: &str) -> Option<Words> {
        self.words_of(key, get(table, key)?)
    }

    /// The text of a node, or one a language.
    pub(super) fn words_of(&mut self, key: &str, node: &Node) -> Option<Words> {
        match &node.value {
            Value::Str(s) => Some(Words(BTreeMap::from([(String::new(), s.clone())]))),
            Value::Table(entries) => {
                let mut words = BTreeMap::new();
                for (lang, value) in entries {
                    match &value.value {
                        Value::Str(s) => {
                            words.insert(lang.clone(), s.clone());
                        }
                        _ => self.wrong(lang, value, say!("text")),
                    }
                }
                Some(Words(words))
            }
            _ => {
                self.wrong(key, node, say!("text, or a table with one text a language"));
                None
            }
        }
    }

    pub(super) fn length(&mut self, table: &Node, key: &str, or: Mm) -> Mm {
        let Some(node) = get(table, key) else {
            return or;
        };
        let length = match &node.value {
            Value::Str(s) => parse_length(s),
            Value::Int(i) => Some(Mm(*i as f64)),
            Value::Float(x) => Some(Mm(*x)),
            _ => None,
        };
        match length {
            Some(l) if l.0 >= 0.0 && l <= MAX_FACE => l,
            _ => {
                self.senseless(key, node, say!("a length such as \"3mm\", not below 0"));
                or
            }
        }
    }

    pub(super) fn id(&mut self, table: &Node) -> Option<String> {
        let Some((id, line)) = self.text(table, "id") else {
            if get(table, "id").is_none() {
                self.problem(table.line, say!("`id` is missing"), None);
            }
            return None;
        };
        if let Some(hint) = bad_id(&id) {
            let shown: String = id.chars().take(LONGEST_ID).collect();
            self.problem(line, say!("`{}` cannot be an id", shown), Some(hint));
            return None;
        }
        Some(id)
    }
}

/// The longest id: files are named after it, with more behind it.
const LONGEST_ID: usize = 60;

/// Names that some systems keep for their devices, whatever stands behind a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// What to do about a word that cannot be an id: files and folders are named after ids, on every system.
pub(crate) fn bad_id(id: &str) -> Option<Say> {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(fine) || id.starts_with('-') {
        return Some(say!("use small letters a-z, digits and `-`"));
    }
    if id.len() > LONGEST_ID {
        return Some(say!("use at most {} letters", LONGEST_ID));
    }
    let port = id.strip_prefix("com").or(id.strip_prefix("lpt"));
    let port = port.is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()));
    if port || DEVICES.contains(&id) {
        return Some(say!("Windows has no files of that name; use another word"));
    }
    None
}

pub(super) fn get<'a>(table: &'a Node, key: &str) -> Option<&'a Node> {
    table
        .entries()
        .iter()
        .find(|(k, _)| k == key)
        .map(|(_, n)| n)
}
