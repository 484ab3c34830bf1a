//! What the columns of a table mean: which one says how many copies there are, and which one names the cards.
//!
//! This is the only place that knows. `kit.toml` may choose a column by its header (`count = "Qty"`) or say that there is
//! none (`count = false`); without a word the header itself must say it.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::rows::{MAX_PIECES, ReadTable, Row, plain};
use super::{Card, Source, lang};
use crate::diag::{Problem, Problems, list, nearest};
use crate::say;
use crate::text::unmarked;

/// Which column of a table is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum ColumnChoice {
    /// The one whose header says so, if there is one.
    #[default]
    Usual,
    /// The one with this header.
    Column(String),
    /// None: such a column is a field like any other.
    Without,
}

/// The columns that are more than fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// How many copies.
    pub count: ColumnChoice,
    /// What the card is called.
    pub name: ColumnChoice,
}

/// Words that plainly mean copies, wherever they stand in a header: `Qty.`, `No. of copies`, `枚数（合計）`.
const COPIES: [&str; 21] = [
    "qty",
    "qtys",
    "qnty",
    "quantity",
    "quantities",
    "copies",
    "anzahl",
    "cantidad",
    "quantité",
    "quantite",
    "quantità",
    "枚数",
    "数量",
    "個数",
    "部数",
    "冊数",
    "コピー数",
    "exemplare",
    "exemplaires",
    "ejemplares",
    "qté",
];

/// Headers that do so as a whole, in whatever way their words are joined, apart from what stands in brackets.
const COPIES_JOINED: [&str; 9] = [
    "count",
    "counts",
    "cnt",
    "cardcount",
    "copycount",
    "deckcount",
    "printcount",
    "numcopies",
    "howmany",
];

/// The words of a header, in small letters.
fn header_words(header: &str) -> Vec<String> {
    let words = header.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|w| !w.is_empty());
    words.map(str::to_lowercase).collect()
}

/// A header without the brackets at its end.
fn unbracketed(header: &str) -> &str {
    let closed = header.trim_end().ends_with([')', ']', '）']);
    let open = header.find(['(', '[', '（']).filter(|_| closed);
    open.map_or(header, |at| &header[..at])
}

/// The headers of a table in their order; rows of JSON and TOML have their own each.
pub(super) fn headers(rows: &[Row]) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for key in rows.iter().flat_map(|(fields, _)| fields.keys()) {
        if seen.insert(key.as_str()) {
            out.push(key);
        }
    }
    out
}

/// The header that plainly means copies, though it is not called `count`.
pub(super) fn copies<'h>(headers: &[&'h str]) -> Option<&'h str> {
    let plainly = |h: &&&str| {
        let words = header_words(h);
        words.iter().any(|w| COPIES.contains(&w.as_str()))
            || COPIES_JOINED.contains(&header_words(unbracketed(h)).concat().as_str())
    };
    headers.iter().find(plainly).copied()
}

/// The header that is `word` apart from upper and lower case; the exact one goes first.
fn called<'h>(headers: &[&'h str], word: &str) -> Option<&'h str> {
    let exact = headers.iter().find(|h| **h == word);
    let alike = || headers.iter().find(|h| h.to_lowercase() == word);
    exact.or_else(alike).copied()
}

/// The column that `key` of `kit.toml` chooses, or that is called so.
fn chosen(
    choice: &ColumnChoice,
    key: &'static str,
    headers: &[&str],
) -> Result<Option<String>, Problem> {
    match choice {
        ColumnChoice::Without => Ok(None),
        ColumnChoice::Usual => Ok(called(headers, key).map(str::to_owned)),
        ColumnChoice::Column(wanted) if headers.contains(&wanted.as_str()) => {
            Ok(Some(wanted.clone()))
        }
        ColumnChoice::Column(wanted) => {
            let problem = Problem::new(say!("the table has no column `{}`", wanted)).field(key);
            Err(match nearest(wanted, headers.iter().copied()) {
                Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                None => problem.hint(say!("its columns: {}", list(headers.iter().copied()))),
            })
        }
    }
}

/// A column that plainly means copies although nobody has said so: a guess could print the wrong number of cards.
fn unclear(header: &str) -> Problem {
    let header = header.to_owned();
    Problem::new(say!(
        "the column `{}` looks like the number of copies, but kit.toml does not say so",
        header
    ))
    .field(header.as_str())
    .hint(say!(
        "write {} under the component to print so many of each, or {} if it is a field like any other",
        format!("`count = \"{header}\"`"),
        "`count = false`"
    ))
}

/// Turns rows into cards: takes the number of copies out, gives every card a name. Problems without a file belong to
/// `kit.toml`.
pub(super) fn cards(
    source: &Source,
    id: &str,
    table: ReadTable,
    columns: &Columns,
    languages: &[String],
    problems: &mut Problems,
) -> Vec<Card> {
    let ReadTable { name: file, rows } = table;
    let shown = source.show(&file);
    let headers = headers(&rows);
    let mut choose = |choice: &ColumnChoice, key| {
        chosen(choice, key, &headers).unwrap_or_else(|problem| {
            problems.push(problem);
            None
        })
    };
    let count = choose(&columns.count, "count");
    let name = choose(&columns.name, "name");
    if count.is_none() && columns.count == ColumnChoice::Usual {
        let unclear = copies(&headers).map(|h| unclear(h).at(shown.as_str(), 0));
        problems.0.extend(unclear);
    }
    let titles = match name {
        Some(_) => None,
        None => titles(&rows, languages),
    };
    let mut names = Names::default();
    let mut cards: Vec<Card> = Vec::with_capacity(rows.len());
    let all = rows.len();
    let mut left_out = 0;
    for (i, (mut fields, line)) in rows.into_iter().enumerate() {
        let cell = count.as_ref().and_then(|c| fields.shift_remove(c.as_str()));
        let Some(count) = count_of(cell.as_ref()) else {
            let column = count.as_deref().unwrap_or_default();
            problems.push(bad_count(column).at(shown.as_str(), line).field(column));
            continue;
        };
        let number = format!("{id}-{}", i + 1);
        let own = name
            .as_ref()
            .and_then(|c| fields.get(c.as_str()).map(plain));
        let own = own.map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
        let title = titles.as_ref().and_then(|t| t.get(i).cloned());
        let (name, number) = match own.or(title) {
            Some(name) if titles.is_some() => (names.unique(name), Some(number)),
            Some(name) => (names.unique(name), None),
            None => (names.unique(number), None),
        };
        if count == 0 {
            left_out += 1;
            continue;
        }
        cards.push(Card {
            name,
            number,
            fields,
            count,
            from: (file.clone(), line),
        });
    }
    if all > 0 && left_out == all {
        let what = say!("every card is left out: all counts are 0");
        let problem = Problem::new(what).at(shown.as_str(), 0);
        problems.push(problem.field(count.unwrap_or_default()));
    }
    let total: u64 = cards.iter().map(|c| u64::from(c.count)).sum();
    if total > MAX_PIECES {
        let what = say!("`{}` has {} pieces; {} is the most", id, total, MAX_PIECES);
        problems.push(Problem::new(what).at(shown.as_str(), 0));
    }
    cards
}

/// Names that were given, and how often.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    /// The name, with a number where it was given before.
    fn unique(&mut self, name: String) -> String {
        let times = self.0.entry(name.clone()).or_insert(0);
        *times += 1;
        match *times {
            1 => name,
            n => format!("{name}#{n}"),
        }
    }
}

/// What the column `title` calls the cards, if it has a name for every one: the text without a language, else the
/// English one, else that of the first language.
fn titles(rows: &[Row], languages: &[String]) -> Option<Vec<String>> {
    let first = languages.first().map(String::as_str);
    let wanted = [None, Some("en"), first];
    let title = |fields: &Map<String, Value>| {
        let of = |lang: Option<&str>| {
            fields.iter().find_map(|(key, value)| {
                let (base, l) = lang::split_key(key, languages);
                (l == lang && base.to_lowercase() == "title").then(|| words(value))
            })
        };
        let mut texts = wanted.iter().filter_map(|lang| of(*lang));
        texts.find(|text| !text.is_empty())
    };
    rows.iter().map(|(fields, _)| title(fields)).collect()
}

/// A text in one line, without markup.
fn words(value: &Value) -> String {
    let text = unmarked(&plain(value));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn bad_count(column: &str) -> Problem {
    let hint = match column {
        "count" => say!("0 leaves the card out, an empty cell means one copy"),
        column => say!(
            "0 leaves the card out, an empty cell means one copy; if `{}` is no number of copies, write {}",
            column,
            "`count = false`"
        ),
    };
    let what = say!("the count must be a whole number from 0 to {}", MAX_PIECES);
    Problem::new(what).hint(hint)
}

/// How many copies a cell means. A card that is listed without a number is there once.
fn count_of(cell: Option<&Value>) -> Option<u32> {
    let n: f64 = match cell {
        None | Some(Value::Null) => 1.0,
        Some(Value::Number(n)) => n.as_f64()?,
        Some(Value::String(s)) if s.trim().is_empty() => 1.0,
        Some(Value::String(s)) => digits(s.trim())?,
        Some(_) => return None,
    };
    let whole = n.fract() == 0.0 && (0.0..=MAX_PIECES as f64).contains(&n);
    whole.then_some(n as u32)
}

/// A number in plain digits, `3` or `3.0`; Japanese tables have wide ones.
fn digits(text: &str) -> Option<f64> {
    let narrow = |c: char| match c {
        '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')),
        '0'..='9' | '.' => Some(c),
        _ => None,
    };
    text.chars()
        .map(narrow)
        .collect::<Option<String>>()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(value: Value) -> Row {
        match value {
            Value::Object(fields) => (fields, 2),
            _ => (Map::new(), 2),
        }
    }

    fn made(rows: Vec<Value>, columns: &Columns) -> (Vec<Card>, Vec<String>) {
        let table = ReadTable {
            name: "cards.csv".into(),
            rows: rows.into_iter().map(row).collect(),
        };
        let source = Source::find("cats").expect("a kit");
        let mut problems = Problems::default();
        let languages = ["en".to_owned(), "ja".to_owned()];
        let cards = cards(&source, "hero", table, columns, &languages, &mut problems);
        let said = problems.0.iter().map(|p| p.what.to_string()).collect();
        (cards, said)
    }

    fn counts(rows: Vec<Value>, columns: &Columns) -> Vec<(String, u32)> {
        let (cards, said) = made(rows, columns);
        assert_eq!(said, [""; 0]);
        cards.into_iter().map(|c| (c.name, c.count)).collect()
    }

    fn pairs(list: &[(&str, u32)]) -> Vec<(String, u32)> {
        list.iter().map(|(n, c)| ((*n).to_owned(), *c)).collect()
    }

    #[test]
    fn headers_mean_copies_and_names_whatever_their_case() {
        let rows = vec![
            json!({"Name": "a", "COUNT": "2", "text": "x"}),
            json!({"Name": "b", "COUNT": ""}),
            json!({"Name": "c", "COUNT": "0"}),
            json!({"Name": "d"}),
            json!({"Name": "e", "COUNT": 3.0}),
            json!({"Name": "f", "COUNT": null}),
            json!({"Name": "g", "COUNT": "４"}),
        ];
        let (cards, _) = made(rows.clone(), &Columns::default());
        assert!(!cards[0].fields.contains_key("COUNT") && cards[0].fields.contains_key("Name"));
        assert_eq!(
            counts(rows, &Columns::default()),
            pairs(&[("a", 2), ("b", 1), ("d", 1), ("e", 3), ("f", 1), ("g", 4)])
        );
    }

    #[test]
    fn kit_toml_chooses_columns_or_none() {
        let rows = vec![json!({"Card Name": "a", "Qty": "2", "count": "ten"})];
        let columns = Columns {
            count: ColumnChoice::Column("Qty".into()),
            name: ColumnChoice::Column("Card Name".into()),
        };
        let (cards, _) = made(rows.clone(), &columns);
        assert_eq!((cards[0].name.as_str(), cards[0].count), ("a", 2));
        assert_eq!(cards[0].fields["count"], "ten");
        let none = Columns {
            count: ColumnChoice::Without,
            name: ColumnChoice::Without,
        };
        assert_eq!(counts(rows.clone(), &none), pairs(&[("hero-1", 1)]));
        let (_, said) = made(rows, &Columns::default());
        assert_eq!(said, ["the count must be a whole number from 0 to 100000"]);
    }

    #[test]
    fn a_column_that_means_copies_is_not_passed_over() {
        for header in [
            "Qty",
            "quantity",
            "COPIES",
            "Number of copies",
            "No. of copies",
            "Quantity (per deck)",
            "# Copies",
            "card_count",
            "枚数",
            "枚数（合計）",
            "Count (per deck)",
            "count [each]",
            "Deck Count",
            "How many?",
            "コピー数",
        ] {
            let mut fields = Map::new();
            fields.insert(header.into(), "3".into());
            let rows = vec![Value::Object(fields)];
            let (_, said) = made(rows.clone(), &Columns::default());
            assert_eq!(said.len(), 1, "{header}");
            let chosen = Columns {
                count: ColumnChoice::Column(header.into()),
                ..Columns::default()
            };
            assert_eq!(counts(rows.clone(), &chosen), pairs(&[("hero-1", 3)]));
            let none = Columns {
                count: ColumnChoice::Without,
                ..Columns::default()
            };
            assert_eq!(counts(rows, &none), pairs(&[("hero-1", 1)]));
        }
        // Next to a column `count` it is a field.
        let both = vec![json!({"count": "2", "copies": "9"})];
        assert_eq!(counts(both, &Columns::default()), pairs(&[("hero-1", 2)]));
    }

    #[test]
    fn titles_name_cards_where_all_have_one() {
        let titled = vec![
            json!({"title": "**Slime**", "count": "1"}),
            json!({"title": "Big\nDragon"}),
            json!({"title": "Slime"}),
        ];
        let (cards, _) = made(titled, &Columns::default());
        let names: Vec<&str> = cards.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["Slime", "Big Dragon", "Slime#2"]);
        assert!(cards[1].is_called("hero-2") && cards[1].is_called("Big Dragon"));
        let gap = vec![json!({"title": "Slime"}), json!({"title": " "})];
        let expected = pairs(&[("hero-1", 1), ("hero-2", 1)]);
        assert_eq!(counts(gap, &Columns::default()), expected);
        let english = vec![json!({"title.ja": "スライム", "title.en": "Slime"})];
        assert_eq!(counts(english, &Columns::default()), pairs(&[("Slime", 1)]));
    }

    #[test]
    fn senseless_counts_are_told() {
        for cell in [
            json!("x3"),
            json!("-1"),
            json!("1.5"),
            json!(true),
            json!("1e3"),
            json!("100001"),
        ] {
            let (cards, said) = made(vec![json!({"count": cell})], &Columns::default());
            assert!(cards.is_empty() && said.len() == 1, "{cell}");
        }
        let (_, said) = made(vec![json!({"count": "0"})], &Columns::default());
        assert_eq!(said, ["every card is left out: all counts are 0"]);
    }
}
