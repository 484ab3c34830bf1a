//! Languages of a kit: `lang/xx.toml` and `field.xx` columns, and what is missing in them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Card, Source, toml};
use crate::diag::{Problem, Problems, list};
use crate::say;

/// Splits `title.ja` into `title` and `ja` when `ja` is one of the kit's languages.
pub fn split_key<'a>(key: &'a str, languages: &[String]) -> (&'a str, Option<&'a str>) {
    match key.rsplit_once('.') {
        Some((base, l)) if languages.iter().any(|k| k == l) => (base, Some(l)),
        _ => (key, None),
    }
}

/// The languages that have a file in `lang/`, English first.
pub fn found(files: &[String]) -> Vec<String> {
    let mut langs: Vec<String> = files
        .iter()
        .filter_map(|f| f.strip_prefix("lang/")?.strip_suffix(".toml"))
        .filter(|l| !l.contains('/'))
        .map(str::to_owned)
        .collect();
    langs.sort_by_key(|l| (l != "en", l.clone()));
    langs
}

/// Reads the strings of every language and reports every key that one of them lacks.
pub fn read(
    source: &Source,
    languages: &[String],
    files: &[String],
    problems: &mut Problems,
) -> BTreeMap<String, Value> {
    let mut strings = BTreeMap::new();
    for lang in languages {
        let file = format!("lang/{lang}.toml");
        if !files.contains(&file) {
            strings.insert(lang.clone(), Value::Object(serde_json::Map::new()));
            continue;
        }
        let read = source.read_text(&file).map_err(Problems::from);
        match read.and_then(|text| toml::parse(&source.show(&file), &text)) {
            Ok(node) => {
                strings.insert(lang.clone(), node.json());
            }
            Err(p) => problems.extend(p),
        }
    }
    for (lang, keys) in missing_translations(&strings) {
        let n = keys.len();
        problems.push(
            Problem::new(say!(
                "{} text(s) missing: {}",
                n,
                list(keys.iter().map(String::as_str))
            ))
            .at(source.show(&format!("lang/{lang}.toml")), 0)
            .hint(say!(
                "add the keys to the file; the other languages have them"
            )),
        );
    }
    strings
}

/// For each language the keys that another language has and it has not.
pub fn missing_translations(strings: &BTreeMap<String, Value>) -> BTreeMap<String, Vec<String>> {
    let keys: BTreeMap<&String, BTreeSet<String>> = strings
        .iter()
        .map(|(lang, value)| {
            let mut set = BTreeSet::new();
            leaves(value, "", &mut set);
            (lang, set)
        })
        .collect();
    let all: BTreeSet<&String> = keys.values().flatten().collect();
    keys.iter()
        .map(|(lang, have)| {
            let lack = all
                .iter()
                .filter(|k| !have.contains(**k))
                .map(|k| (*k).clone())
                .collect();
            ((*lang).clone(), lack)
        })
        .filter(|(_, lack): &(String, Vec<String>)| !lack.is_empty())
        .collect()
}

fn leaves(value: &Value, prefix: &str, out: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let path = if prefix.is_empty() {
                    key.clone()
                } else {
                    format!("{prefix}.{key}")
                };
                leaves(value, &path, out);
            }
        }
        _ => {
            out.insert(prefix.to_owned());
        }
    }
}

/// Reports every card whose field is written in one language and empty in another that has a column for it.
pub fn check_cards(source: &Source, languages: &[String], cards: &[Card], problems: &mut Problems) {
    for card in cards {
        for (key, value) in &card.fields {
            let (base, Some(lang)) = split_key(key, languages) else {
                continue;
            };
            let empty = |v: Option<&Value>| v.is_none_or(|v| v.as_str() == Some("") || v.is_null());
            if empty(Some(value)) && !empty(card.fields.get(base)) {
                problems.push(
                    Problem::new(say!(
                        "card `{}` has no `{}` in language `{}`",
                        card.name,
                        base,
                        lang
                    ))
                    .at(source.show(&card.from.0), card.from.1)
                    .field(key.as_str()),
                );
            }
        }
    }
}
