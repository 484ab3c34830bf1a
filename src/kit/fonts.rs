//! `[fonts]`: families that stand in for others.
//!
//! Art that was drawn elsewhere asks for the fonts of that computer. A kit says once what is set instead.

use super::reader::KitReader;
use super::toml::{Node, Value};
use crate::say;

/// A family that stands in for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// What pictures and templates ask for.
    pub name: String,
    /// The family that is set instead.
    pub by: String,
    /// The line of `kit.toml` that says so.
    pub line: usize,
}

/// Reads `[fonts]`: every key is a family that is asked for, every value the one that is set.
pub(super) fn read(node: &Node, reader: &mut KitReader) -> Vec<StandIn> {
    let mut out = Vec::new();
    let Value::Table(entries) = &node.value else {
        reader.wrong("fonts", node, say!("a table"));
        return out;
    };
    for (name, value) in entries {
        match &value.value {
            Value::Str(by) if by.trim().is_empty() => {
                reader.problem(value.line, say!("`{}` is empty", name), None);
            }
            Value::Str(by) => out.push(StandIn {
                name: name.trim().to_owned(),
                by: by.trim().to_owned(),
                line: value.line,
            }),
            _ => reader.wrong(name, value, say!("text")),
        }
    }
    out
}
