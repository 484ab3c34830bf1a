//! Tables of cards: CSV, TSV, JSON and TOML. Each row knows the line that it comes from.

use serde_json::{Map, Value};

use super::{Card, Source, toml};
use crate::diag::{Problem, Problems};
use crate::say;

/// No component prints more pieces than this.
pub const MAX_PIECES: u64 = 100_000;

/// A row and its line.
type Row = (Map<String, Value>, usize);

/// Reads a table file.
pub fn read(source: &Source, file: &str) -> Result<Vec<Row>, Problems> {
    let shown = source.show(file);
    let text = source.read_text(file).map_err(|p| {
        if p.place.is_none() {
            p.at(source.show("kit.toml"), 0)
        } else {
            p
        }
    })?;
    let rows = match file.rsplit('.').next() {
        Some("csv") => separated(&shown, &text, b','),
        Some("tsv" | "tab") => separated(&shown, &text, b'\t'),
        Some("json") => json(&shown, &text),
        Some("toml") => from_toml(&shown, &text),
        _ => Err(
            Problem::new(say!("`{}` is not a kind of table that can be read", file))
                .hint(say!("use a .csv, .tsv, .json or .toml file"))
                .into(),
        ),
    }?;
    if rows.is_empty() {
        return Err(Problem::new(say!("the table has no rows"))
            .at(shown, 0)
            .into());
    }
    Ok(rows)
}

fn separated(file: &str, text: &str, delimiter: u8) -> Result<Vec<Row>, Problems> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(true)
        .trim(csv::Trim::Headers)
        .from_reader(text.as_bytes());
    let bad = |e: csv::Error| {
        let line = e.position().map_or(0, |p| p.line() as usize);
        Problems::from(Problem::new(say!("the table cannot be read: {}", e)).at(file, line))
    };
    let headers = reader.headers().map_err(bad)?.clone();
    let mut problems = check_headers(file, &headers);
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(bad)?;
        let line = record.position().map_or(0, |p| p.line() as usize);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if record.len() != headers.len() {
            problems.push(
                Problem::new(say!(
                    "the row has {} fields, the first line names {}",
                    record.len(),
                    headers.len()
                ))
                .at(file, line)
                .hint(say!(
                    "a field with a comma or a line break in it needs \"quotes\" around it"
                )),
            );
            continue;
        }
        let row = headers.iter().zip(record.iter());
        rows.push((
            row.map(|(k, v)| (k.to_owned(), Value::from(v))).collect(),
            line,
        ));
    }
    problems.or(rows)
}

fn check_headers(file: &str, headers: &csv::StringRecord) -> Problems {
    let mut problems = Problems::default();
    for (i, name) in headers.iter().enumerate() {
        if name.is_empty() {
            problems.push(Problem::new(say!("column {} has no name", i + 1)).at(file, 1));
        } else if headers.iter().take(i).any(|other| other == name) {
            problems.push(Problem::new(say!("two columns are called `{}`", name)).at(file, 1));
        }
    }
    problems
}

fn json(file: &str, text: &str) -> Result<Vec<Row>, Problems> {
    let value: Value = serde_json::from_str(text)
        .map_err(|e| Problem::new(say!("not valid JSON: {}", e)).at(file, e.line()))?;
    let Value::Array(list) = value else {
        return Err(Problem::new(say!("the table must be a list of objects"))
            .at(file, 1)
            .into());
    };
    let mut problems = Problems::default();
    let mut rows = Vec::new();
    for (i, item) in list.into_iter().enumerate() {
        match item {
            Value::Object(map) => rows.push((map, 0)),
            _ => problems.push(Problem::new(say!("entry {} is not an object", i + 1)).at(file, 0)),
        }
    }
    problems.or(rows)
}

fn from_toml(file: &str, text: &str) -> Result<Vec<Row>, Problems> {
    let root = toml::parse(file, text)?;
    let mut rows = Vec::new();
    for (key, node) in root.entries() {
        match (&node.value, key.as_str()) {
            (toml::Value::List(list), "row" | "card") => {
                for item in list {
                    if let Value::Object(map) = item.json() {
                        rows.push((map, item.line));
                    }
                }
            }
            _ => {
                return Err(Problem::new(say!("unknown key `{}`", key))
                    .at(file, node.line)
                    .hint(say!("write each card as a `[[row]]`"))
                    .into());
            }
        }
    }
    Ok(rows)
}

/// Turns rows into cards: takes `count` out, gives every card a name.
pub fn cards(
    source: &Source,
    file: &str,
    id: &str,
    rows: Vec<Row>,
    problems: &mut Problems,
) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::with_capacity(rows.len());
    let mut seen: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for (i, (mut fields, line)) in rows.into_iter().enumerate() {
        let count = match fields.shift_remove("count") {
            None => Some(1),
            Some(v) => count_of(&v),
        };
        let Some(count) = count else {
            problems.push(
                Problem::new(say!(
                    "the count must be a whole number from 1 to {}",
                    MAX_PIECES
                ))
                .at(source.show(file), line)
                .field("count")
                .hint(say!("leave the row out to print no such card")),
            );
            continue;
        };
        let name = match fields.get("name").map(plain) {
            Some(name) if !name.trim().is_empty() => name.trim().to_owned(),
            _ => format!("{id}-{}", i + 1),
        };
        let times = seen.entry(name.clone()).or_insert(0);
        *times += 1;
        let name = if *times == 1 {
            name
        } else {
            format!("{name}#{times}")
        };
        cards.push(Card {
            name,
            fields,
            count,
            from: (file.to_owned(), line),
        });
    }
    let total: u64 = cards.iter().map(|c| u64::from(c.count)).sum();
    if total > MAX_PIECES {
        problems.push(
            Problem::new(say!(
                "`{}` has {} pieces; {} is the most",
                id,
                total,
                MAX_PIECES
            ))
            .at(source.show(file), 0),
        );
    }
    cards
}

/// A field's value as text.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn count_of(value: &Value) -> Option<u32> {
    let n: u64 = match value {
        Value::Number(n) => n.as_u64()?,
        Value::String(s) => s.trim().parse().ok()?,
        _ => return None,
    };
    (1..=MAX_PIECES).contains(&n).then_some(n as u32)
}

/// The cross product of the varied values, the first key turning slowest.
pub fn vary(axes: &[(String, Vec<Value>)]) -> Vec<(Map<String, Value>, String)> {
    let mut out = vec![(Map::new(), String::new())];
    for (key, values) in axes {
        let mut next = Vec::with_capacity(out.len() * values.len());
        for (fields, name) in &out {
            for value in values {
                let mut fields: Map<String, Value> = fields.clone();
                fields.insert(key.clone(), value.clone());
                let part = plain(value);
                let name = if name.is_empty() {
                    part
                } else {
                    format!("{name}-{part}")
                };
                next.push((fields, name));
            }
        }
        out = next;
    }
    out
}
