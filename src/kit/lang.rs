//! Languages of a kit: `lang/xx.toml` and `field.xx` columns, and what is missing in them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Card, Source, toml};
use crate::diag::{Problem, Problems, list};
use crate::say;

/// Splits `title.ja` into `title` and `ja` when `ja` is one of the kit's languages.
pub(crate) fn split_key<'a>(key: &'a str, languages: &[String]) -> (&'a str, Option<&'a str>) {
    match key.rsplit_once('.') {
        Some((base, l)) if languages.iter().any(|k| k == l) => (base, Some(l)),
        _ => (key, None),
    }
}

/// The languages that have a file in `lang/`, English first.
pub(super) fn found(files: &[String]) -> Vec<String> {
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
pub(super) fn read(
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
                "{} {text|texts} missing: {}",
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
pub(crate) fn missing_translations(
    strings: &BTreeMap<String, Value>,
) -> BTreeMap<String, Vec<String>> {
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

/// Whether a card's field is written in one language and empty in another that has a column for it; `base` is the
/// field's name without a language.
fn lacks(card: &Card, key: &str, base: &str) -> bool {
    let empty = |v: Option<&Value>| v.is_none_or(|v| v.as_str() == Some("") || v.is_null());
    empty(card.fields.get(key)) && !empty(card.fields.get(base))
}

/// Reports every card whose field is written in one language and empty in another that has a column for it: once a
/// column, with all its lines.
pub(super) fn check_cards(
    source: &Source,
    languages: &[String],
    cards: &[Card],
    problems: &mut Problems,
) {
    let mut gaps: Vec<(&str, Vec<&Card>)> = Vec::new();
    for card in cards {
        for key in card.fields.keys() {
            let (base, Some(lang)) = split_key(key, languages) else {
                continue;
            };
            let others = languages.iter().filter(|l| *l != lang);
            let elsewhere = others.map(|l| format!("{base}.{l}"));
            let missing = lacks(card, key, base)
                || elsewhere.into_iter().any(|other| lacks(card, key, &other));
            if !missing {
                continue;
            }
            match gaps.iter_mut().find(|(column, _)| column == key) {
                Some((_, cards)) => cards.push(card),
                None => gaps.push((key, vec![card])),
            }
        }
    }
    for (key, cards) in gaps {
        let (base, Some(lang)) = split_key(key, languages) else {
            continue;
        };
        let Some(first) = cards.first() else { continue };
        let what = match cards.len() {
            1 => say!(
                "card `{}` has no `{}` in language `{}`",
                first.name,
                base,
                lang
            ),
            n => say!(
                "{} cards have no `{}` in language `{}`: lines {}",
                n,
                base,
                lang,
                lines(cards.iter().map(|c| c.from.1))
            ),
        };
        problems.push(
            Problem::new(what)
                .at(source.show(&first.from.0), first.from.1)
                .field(key)
                .hint(say!(
                    "translate it, or print `{}` in its place with {} in `[kit]`",
                    base,
                    "`untranslated = \"borrowed\"`"
                )),
        );
    }
}

/// Takes cells that nobody has translated out of the cards, so that the text without a language stands in.
pub(super) fn borrow(languages: &[String], cards: &mut [Card]) {
    for card in cards {
        let keys: Vec<String> = card.fields.keys().cloned().collect();
        for key in keys {
            let (base, Some(_)) = split_key(&key, languages) else {
                continue;
            };
            if lacks(card, &key, base) {
                card.fields.shift_remove(&key);
            }
        }
    }
}

/// How many lines, or stretches of lines, are told at most.
const STRETCHES: usize = 40;

/// Line numbers in ascending order as people write them: `3, 7–12, 20`.
fn lines(numbers: impl Iterator<Item = usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for n in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => ranges.push((n, n)),
        }
    }
    let range = |(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    let shown: Vec<String> = ranges.iter().take(STRETCHES).map(range).collect();
    let more = if ranges.len() > STRETCHES {
        ", …"
    } else {
        ""
    };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_in_a_row_are_told_as_one() {
        let told = super::lines([2, 4, 5, 7, 8, 9, 12].into_iter());
        assert_eq!(told, "2, 4, 5, 7–9, 12");
    }
}
