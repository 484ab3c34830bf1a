//! The cards of a component: rows of a table, every combination of `vary`, or just the one.

use serde_json::Map;

use super::columns::{self, ColumnChoice, Columns};
use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use super::{Card, rows, slashed};
use crate::diag::Problem;
use crate::say;

impl KitReader {
    /// The cards of a component.
    pub(super) fn cards(&mut self, node: &Node, id: &str, languages: &[String]) -> Vec<Card> {
        let table = self.text(node, "rows");
        let table = table.map(|(file, line)| (slashed(&file).into_owned(), line));
        let vary = get(node, "vary");
        let (all, columns) = self.columns(node);
        let mut cards = match (table, vary) {
            (Some((_, line)), Some(_)) => {
                self.problem(line, say!("`rows` and `vary` cannot stand together"), None);
                Vec::new()
            }
            (Some((file, line)), None) => self.listed(node, id, (&file, line), &columns, languages),
            (None, Some(vary)) => {
                self.needs_rows(node, &columns);
                self.varied(vary)
            }
            (None, None) => {
                self.needs_rows(node, &columns);
                let from = ("kit.toml".to_owned(), node.line);
                vec![Card {
                    name: id.to_owned(),
                    number: None,
                    fields: Map::new(),
                    count: 1,
                    from,
                }]
            }
        };
        let mut total = 0u64;
        for card in &mut cards {
            card.count = card.count.saturating_mul(all);
            total += u64::from(card.count);
        }
        if all > 1 && total > rows::MAX_PIECES {
            let what = say!(
                "`{}` has {} pieces; {} is the most",
                id,
                total,
                rows::MAX_PIECES
            );
            self.problem(node.line, what, None);
        }
        cards
    }

    /// The cards of a table.
    fn listed(
        &mut self,
        node: &Node,
        id: &str,
        (file, line): (&str, usize),
        columns: &Columns,
        languages: &[String],
    ) -> Vec<Card> {
        let sheet = self.sheet(node, file);
        let (table, mut problems) = rows::read(&self.source, file, sheet.as_deref());
        let cards = columns::cards(&self.source, id, table, columns, languages, &mut problems);
        let kit = self.file.clone();
        // A problem without a file is one of `kit.toml`, on the line of the key that it names.
        let key_line = |key: &str| get(node, key).map_or(line, |n| n.line);
        let placed = problems.0.into_iter().map(|p| match &p.place {
            Some(place) if place.file.is_empty() => {
                let key = place.field.clone().unwrap_or_default();
                p.at(kit.as_str(), key_line(&key))
            }
            Some(_) => p,
            None => p.at(kit.as_str(), line).field("rows"),
        });
        self.problems.0.extend(placed);
        cards
    }

    /// The sheet of a spreadsheet; other tables have none.
    fn sheet(&mut self, node: &Node, rows: &str) -> Option<String> {
        let (name, line) = self.text(node, "sheet")?;
        if rows::has_sheets(rows) {
            return Some(name);
        }
        let what = say!("`{}` has no sheets to choose from", rows);
        let hint = say!("`sheet` belongs to .xlsx and .ods files");
        self.problem(line, what, Some(hint));
        None
    }

    /// Says of keys that choose something of a table that there is none.
    fn needs_rows(&mut self, node: &Node, columns: &Columns) {
        if let Some(sheet) = get(node, "sheet") {
            let hint = say!("name the spreadsheet: `rows = \"cards.xlsx\"`");
            self.problem(sheet.line, say!("`sheet` needs `rows`"), Some(hint));
        }
        for (key, choice) in [("count", &columns.count), ("name", &columns.name)] {
            if let (Some(node), true) = (get(node, key), *choice != ColumnChoice::Usual) {
                let what = say!("`{}` chooses a column, and there is no table", key);
                let hint = say!("name the table: `rows = \"cards.csv\"`");
                self.problem(node.line, what, Some(hint));
            }
        }
    }

    /// How many times everything, and which columns mean something: `count = 3`, `count = "Qty"`, `name = false`.
    fn columns(&mut self, table: &Node) -> (u32, Columns) {
        let (all, count) = self.count(table);
        let name = match get(table, "name") {
            Some(node) => self.chosen_column("name", node),
            None => ColumnChoice::Usual,
        };
        (all, Columns { count, name })
    }

    /// The column that a key chooses.
    fn chosen_column(&mut self, key: &str, node: &Node) -> ColumnChoice {
        match &node.value {
            Value::Bool(false) => ColumnChoice::Without,
            Value::Str(header) if !header.trim().is_empty() => {
                ColumnChoice::Column(header.trim().to_owned())
            }
            _ => {
                self.senseless(
                    key,
                    node,
                    say!("the header of a column in quotes, or false for none"),
                );
                ColumnChoice::Usual
            }
        }
    }

    /// How many times everything: a number, or text that settings make a number. Other text is a column's header.
    fn count(&mut self, table: &Node) -> (u32, ColumnChoice) {
        let range = 1..=rows::MAX_PIECES as i64;
        let Some(node) = get(table, "count") else {
            return (1, ColumnChoice::Usual);
        };
        let text = match &node.value {
            Value::Str(text) => text.trim(),
            Value::Int(_) => {
                let all = self.number(table, "count", range).unwrap_or(1);
                return (all, ColumnChoice::Usual);
            }
            Value::Bool(false) => return (1, ColumnChoice::Without),
            _ => {
                let wanted =
                    say!("a whole number, the header of a column in quotes, or false for none");
                self.senseless("count", node, wanted);
                return (1, ColumnChoice::Usual);
            }
        };
        let worked_out = text.contains("{{") || text.contains("{%");
        if !worked_out && text.parse::<f64>().is_err() {
            return (1, self.chosen_column("count", node));
        }
        let Some(text) = self.expand(text.to_owned(), node.line, "count") else {
            return (1, ColumnChoice::Usual);
        };
        match text.parse::<i64>().ok().filter(|n| range.contains(n)) {
            Some(n) => (n as u32, ColumnChoice::Usual),
            None => {
                let what = say!(
                    "`{}` is {}; it must be {} to {}",
                    "count",
                    text,
                    range.start(),
                    range.end()
                );
                let problem = Problem::new(what).field("count");
                self.place(problem, node.line);
                (1, ColumnChoice::Usual)
            }
        }
    }

    fn varied(&mut self, node: &Node) -> Vec<Card> {
        if !matches!(node.value, Value::Table(_)) || node.entries().is_empty() {
            self.senseless(
                "vary",
                node,
                say!("a table of lists, such as { number = [1, 2, 3] }"),
            );
            return Vec::new();
        }
        let mut axes = Vec::new();
        let mut total = 1u64;
        for (key, values) in node.entries() {
            match &values.value {
                Value::List(items) if !items.is_empty() => {
                    total = total.saturating_mul(items.len() as u64);
                    axes.push((key.clone(), items.iter().map(Node::json).collect()));
                }
                _ => self.senseless(key, values, say!("a list of at least one value")),
            }
        }
        if total > rows::MAX_PIECES {
            let what = say!(
                "`vary` makes {} cards; {} is the most",
                total,
                rows::MAX_PIECES
            );
            self.problem(node.line, what, None);
            return Vec::new();
        }
        let from = ("kit.toml".to_owned(), node.line);
        let cards = rows::vary(&axes).into_iter();
        cards
            .map(|(fields, name)| Card {
                name,
                number: None,
                fields,
                count: 1,
                from: from.clone(),
            })
            .collect()
    }
}
