//! `[table.match]` of `kit.toml`: how several games of a kit are played as a match.

use super::Words;
use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use crate::say;

/// Keys of `[table.match]`.
pub const MATCH_KEYS: &[&str] = &["form", "roles", "setting"];

/// How several games of a kit are played as a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSpec {
    /// The form, one of those that matches have.
    pub form: String,
    /// What its sides are called.
    pub roles: Vec<Words>,
    /// The setting that names the players of the first side.
    pub setting: Option<String>,
}

const FORMS: &[(&str, &str)] = &[
    ("round-robin", "round-robin"),
    ("sides", "sides"),
    ("roles", "roles"),
    ("swiss", "swiss"),
    ("knockout", "knockout"),
];

impl KitReader {
    /// Reads `[table.match]`.
    pub(super) fn contest(&mut self, node: &Node) -> Option<MatchSpec> {
        if !matches!(node.value, Value::Table(_)) {
            self.wrong("match", node, say!("written as `[table.match]`"));
            return None;
        }
        self.known_keys(node.entries(), MATCH_KEYS);
        self.needed(node, "form")?;
        let form = self.choice(node, "form", FORMS).to_owned();
        let roles = match get(node, "roles").map(|n| (n, &n.value)) {
            None => Vec::new(),
            Some((_, Value::List(items))) => {
                let items = items.iter();
                items
                    .filter_map(|item| self.words_of("roles", item))
                    .collect()
            }
            Some((n, _)) => {
                self.wrong("roles", n, say!("a list of names"));
                Vec::new()
            }
        };
        let setting = self.text(node, "setting").map(|(text, _)| text);
        Some(MatchSpec {
            form,
            roles,
            setting,
        })
    }
}
