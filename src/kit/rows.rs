//! Tables of cards: CSV, TSV, JSON, TOML and spreadsheets. Each row knows the line that it comes from.

use serde_json::{Map, Value};

use super::lines::Lines;
use super::{Source, spreadsheet, toml};
use crate::diag::{Problem, Problems};
use crate::say;

/// No component prints more pieces than this.
pub(super) const MAX_PIECES: u64 = 100_000;

/// A row and its line.
pub(super) type Row = (Map<String, Value>, usize);

/// A table that was read.
#[derive(Default)]
pub(super) struct ReadTable {
    /// What messages call it, inside the kit: the file, and with `#` the sheet.
    pub name: String,
    /// The rows that can be read.
    pub rows: Vec<Row>,
}

/// Whether the file is a spreadsheet, which may have several sheets.
pub(super) fn has_sheets(file: &str) -> bool {
    spreadsheet::ENDINGS.contains(&ending(file).as_str())
}

fn ending(file: &str) -> String {
    file.rsplit('.').next().unwrap_or_default().to_lowercase()
}

/// Reads a table file, of a spreadsheet the sheet given or else the first: the rows that can be read, and what
/// is wrong with the others.
pub(super) fn read(source: &Source, file: &str, sheet: Option<&str>) -> (ReadTable, Problems) {
    let shown = source.show(file);
    let mut table = ReadTable {
        name: file.to_owned(),
        rows: Vec::new(),
    };
    let mut problems = Problems::default();
    let ending = ending(file);
    match ending.as_str() {
        _ if has_sheets(file) => match source.read(file) {
            Ok(bytes) => {
                let name;
                (name, table.rows, problems) = spreadsheet::read(file, &shown, &bytes, sheet);
                table.name = format!("{file}#{name}");
            }
            Err(problem) => problems.push(problem),
        },
        "csv" | "tsv" | "tab" | "json" | "toml" => match source.read_text(file) {
            Ok(text) => table.rows = from_text(&ending, &shown, &text, &mut problems),
            Err(problem) => problems.push(problem),
        },
        _ => {
            let what = say!("`{}` is not a kind of table that can be read", file);
            let hint = say!("use a .csv, .tsv, .xlsx, .ods, .json or .toml file");
            problems.push(Problem::new(what).hint(hint));
        }
    }
    if table.rows.is_empty() && problems.is_empty() {
        let place = source.show(&table.name);
        problems.push(Problem::new(say!("the table has no rows")).at(place, 0));
    }
    (table, problems)
}

fn from_text(ending: &str, shown: &str, text: &str, problems: &mut Problems) -> Vec<Row> {
    match ending {
        "csv" => separated(shown, text, delimiter(text), problems),
        "json" => json(shown, text, problems),
        "toml" => from_toml(shown, text, problems),
        _ => separated(shown, text, b'\t', problems),
    }
}

/// What parts the fields of a `.csv`: spreadsheet programs write `;` or tabs where the comma parts decimals.
fn delimiter(text: &str) -> u8 {
    let head = text.split(['\n', '\r']).find(|l| !l.trim().is_empty());
    let bare: String = head.unwrap_or_default().split('"').step_by(2).collect();
    let by = [b',', b';', b'\t'].into_iter();
    by.rev()
        .max_by_key(|d| bare.bytes().filter(|b| b == d).count())
        .unwrap_or(b',')
}

fn separated(file: &str, text: &str, delimiter: u8, problems: &mut Problems) -> Vec<Row> {
    let lines = Lines::of(text);
    if let Some(quote) = open_quote(text.as_bytes(), delimiter) {
        let line = lines.at(quote);
        let what = say!("a quote is opened here and never closed");
        let hint =
            say!("close the field with `\"`; a quote inside a quoted field is written twice");
        problems.push(Problem::new(what).at(file, line).hint(hint));
        return Vec::new();
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(true)
        .trim(csv::Trim::Headers)
        .from_reader(text.as_bytes());
    // The reader counts lines in its own way; where a row begins tells its line.
    let line_of =
        |p: Option<&csv::Position>| p.map_or(0, |p| lines.at_row(text, p.byte() as usize));
    let bad = |e: csv::Error| {
        let line = line_of(e.position());
        Problem::new(say!("the table cannot be read: {}", say::heard(e))).at(file, line)
    };
    let headers = match reader.headers() {
        Ok(headers) => headers.clone(),
        Err(e) => {
            problems.push(bad(e));
            return Vec::new();
        }
    };
    let head = line_of(headers.position());
    problems.extend(check_headers(file, head, &headers));
    let named = |i: &usize| headers.get(*i).is_some_and(|name| !name.is_empty());
    let wants = (0..headers.len()).rfind(named).map_or(0, |last| last + 1);
    let mut unnamed = Vec::new();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(e) => {
                problems.push(bad(e));
                break;
            }
        };
        let line = line_of(record.position());
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let mut beyond = record.iter().skip(headers.len());
        let too_many = beyond.any(|cell| !cell.trim().is_empty());
        if record.len() < wants || too_many {
            let has = record.len();
            let what = say!(
                "the row has {} {field|fields}, the first line names {}",
                has,
                wants
            );
            let hint =
                say!("a field with a comma or a line break in it needs \"quotes\" around it");
            problems.push(Problem::new(what).at(file, line).hint(hint));
            continue;
        }
        let mut row = Map::new();
        for (i, (key, cell)) in headers.iter().zip(record.iter()).enumerate() {
            // A column that is empty from top to bottom is none.
            if !key.is_empty() {
                row.insert(key.to_owned(), Value::from(cell));
            } else if !cell.trim().is_empty() && !unnamed.contains(&i) {
                unnamed.push(i);
                problems.push(Problem::new(say!("column {} has no name", i + 1)).at(file, head));
            }
        }
        rows.push((row, line));
    }
    rows
}

/// Where a quote is opened at the start of a field and never closed.
fn open_quote(text: &[u8], delimiter: u8) -> Option<usize> {
    let (mut opened, mut start) = (None, true);
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        match (byte, opened) {
            (b'"', Some(_)) if text.get(at + 1) == Some(&b'"') => at += 1,
            (b'"', Some(_)) => opened = None,
            (b'"', None) if start => opened = Some(at),
            _ => {}
        }
        start = opened.is_none() && (byte == delimiter || byte == b'\n' || byte == b'\r');
        at += 1;
    }
    opened
}

fn check_headers(file: &str, line: usize, headers: &csv::StringRecord) -> Problems {
    let mut problems = Problems::default();
    for (i, name) in headers.iter().enumerate() {
        let twice = headers.iter().take(i).any(|other| other == name);
        if twice && !name.is_empty() {
            problems.push(Problem::new(say!("two columns are called `{}`", name)).at(file, line));
        }
    }
    problems
}

fn json(file: &str, text: &str, problems: &mut Problems) -> Vec<Row> {
    let list = match serde_json::from_str(text) {
        Ok(Value::Array(list)) => list,
        Ok(_) => {
            problems.push(Problem::new(say!("the table must be a list of objects")).at(file, 1));
            return Vec::new();
        }
        Err(e) => {
            problems
                .push(Problem::new(say!("not valid JSON: {}", say::heard(&e))).at(file, e.line()));
            return Vec::new();
        }
    };
    let lines = entry_lines(text);
    let mut rows = Vec::new();
    for (i, item) in list.into_iter().enumerate() {
        let line = lines.get(i).copied().unwrap_or(0);
        match item {
            Value::Object(map) => rows.push((map, line)),
            _ => {
                problems.push(Problem::new(say!("entry {} is not an object", i + 1)).at(file, line))
            }
        }
    }
    rows
}

/// The lines that the entries of a JSON list start on.
fn entry_lines(text: &str) -> Vec<usize> {
    let (mut lines, mut line, mut depth) = (Vec::new(), 1, 0);
    let (mut quoted, mut escaped, mut fresh) = (false, false, false);
    for c in text.chars() {
        if fresh && !quoted && !c.is_whitespace() && c != ']' {
            lines.push(line);
            fresh = false;
        }
        match c {
            '\n' => line += 1,
            _ if quoted && escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' => {
                depth += 1;
                fresh = depth == 1;
            }
            ']' | '}' => depth -= 1,
            ',' if depth == 1 => fresh = true,
            _ => {}
        }
    }
    lines
}

fn from_toml(file: &str, text: &str, problems: &mut Problems) -> Vec<Row> {
    let root = match toml::parse(file, text) {
        Ok(root) => root,
        Err(p) => {
            problems.extend(p);
            return Vec::new();
        }
    };
    let mut rows = Vec::new();
    let hint = || say!("write each card as a `[[row]]`");
    for (key, node) in root.entries() {
        let (toml::Value::List(list), "row" | "card") = (&node.value, key.as_str()) else {
            let known = matches!(key.as_str(), "row" | "card");
            let what = if known {
                say!("`{}` is not a list of cards", key)
            } else {
                say!("unknown key `{}`", key)
            };
            problems.push(Problem::new(what).at(file, node.line).hint(hint()));
            continue;
        };
        for (i, item) in list.iter().enumerate() {
            match item.json() {
                Value::Object(map) => rows.push((map, item.line)),
                _ => problems.push(
                    Problem::new(say!("entry {} is not an object", i + 1))
                        .at(file, item.line)
                        .hint(hint()),
                ),
            }
        }
    }
    rows
}

/// A field's value as text.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The cross product of the varied values, the first key turning slowest.
pub(super) fn vary(axes: &[(String, Vec<Value>)]) -> Vec<(Map<String, Value>, String)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_quote_is_found_where_it_opens() {
        assert_eq!(open_quote(b"a,b\n\"x\",y\n", b','), None);
        assert_eq!(open_quote(b"a,b\n1,\"x\n2,y\n", b','), Some(6));
        assert_eq!(open_quote(b"a\n\"say \"\"hi\"\"\"\n", b','), None);
        assert_eq!(
            open_quote(b"a\n5\" nail\n", b','),
            None,
            "a quote inside a field is just a quote"
        );
    }

    #[test]
    fn the_first_line_tells_what_parts_the_fields() {
        for (text, expected) in [
            ("name,title\n", b','),
            ("name;title\nann;a, b, c\n", b';'),
            ("\"a;b;c\",title,text\n", b','),
            ("name\ttitle\n", b'\t'),
            ("name\n", b','),
            ("", b','),
        ] {
            assert_eq!(delimiter(text), expected, "{text}");
        }
    }

    #[test]
    fn entries_of_a_json_list_know_their_lines() {
        let text = "[\n {\"a\": [1, 2]},\n {\"b\": \"x,]\"},\n\n 5]";
        assert_eq!(entry_lines(text), [2, 3, 5]);
    }
}
