//! TOML with line numbers, so that every complaint about `kit.toml` can say where.

use toml::de::{DeTable, DeValue};

use super::lines::Lines;
use crate::diag::{Problem, Problems};
use crate::say;
use crate::say::Say;

/// A value and the line it stands on.
#[derive(Clone, Debug)]
pub struct Node {
    /// Counted from 1.
    pub line: usize,
    /// The value.
    pub value: Value,
}

/// A TOML value; dates are kept as their text.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string or date.
    Str(String),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the file.
    Table(Vec<(String, Node)>),
}

impl Node {
    /// The table's entries; none if this is no table.
    pub fn entries(&self) -> &[(String, Node)] {
        match &self.value {
            Value::Table(t) => t,
            _ => &[],
        }
    }

    /// What kind of value this is, for messages.
    pub fn kind(&self) -> Say {
        match self.value {
            Value::Str(_) => say!("text"),
            Value::Int(_) => say!("a whole number"),
            Value::Float(_) => say!("a number"),
            Value::Bool(_) => say!("true or false"),
            Value::List(_) => say!("a list"),
            Value::Table(_) => say!("a table"),
        }
    }

    /// The same value without line numbers.
    pub fn json(&self) -> serde_json::Value {
        use serde_json::Value as J;
        match &self.value {
            Value::Str(s) => J::from(s.as_str()),
            Value::Int(i) => J::from(*i),
            Value::Float(x) => J::from(*x),
            Value::Bool(b) => J::from(*b),
            Value::List(l) => J::Array(l.iter().map(Node::json).collect()),
            Value::Table(t) => J::Object(t.iter().map(|(k, v)| (k.clone(), v.json())).collect()),
        }
    }
}

/// Parses a file. Of syntax errors the first is told: the others most often follow from it.
pub fn parse(file: &str, text: &str) -> Result<Node, Problems> {
    let lines = Lines::of(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if let Some(error) = errors.first() {
        let line = error.span().map_or(0, |s| lines.at(s.start));
        let problem =
            Problem::new(say!("not valid TOML: {}", say::heard(error.message()))).at(file, line);
        if errors.len() == 1 {
            return Err(problem.into());
        }
        let hint = say!("look at the line before it, too: a bracket or quote may be open");
        return Err(problem.hint(hint).into());
    }
    Ok(Node {
        line: 1,
        value: table_value(&lines, table.get_ref()),
    })
}

fn table_value(lines: &Lines, table: &DeTable<'_>) -> Value {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table.iter() {
        let line = lines.at(key.span().start);
        entries.push((
            key.get_ref().to_string(),
            node(lines, value.get_ref(), line),
        ));
    }
    Value::Table(entries)
}

fn node(lines: &Lines, value: &DeValue<'_>, line: usize) -> Node {
    let value = match value {
        DeValue::String(s) => Value::Str(s.to_string()),
        DeValue::Integer(i) => i64::from_str_radix(&i.as_str().replace('_', ""), i.radix())
            .map_or_else(|_| Value::Str(i.to_string()), Value::Int),
        DeValue::Float(x) => Value::Float(x.as_str().replace('_', "").parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(b) => Value::Bool(*b),
        DeValue::Datetime(d) => Value::Str(d.to_string()),
        DeValue::Array(a) => Value::List(
            a.iter()
                .map(|v| node(lines, v.get_ref(), lines.at(v.span().start)))
                .collect(),
        ),
        DeValue::Table(t) => table_value(lines, t),
    };
    Node { line, value }
}
