use std::collections::BTreeSet;
use std::path::Path;

use super::heard::patterns as heard_patterns;
use super::*;
use crate::say;

fn plain(values: &[&str]) -> Vec<String> {
    values.iter().map(|v| (*v).to_owned()).collect()
}

#[test]
fn values_fill_in_order_and_by_number() {
    assert_eq!(fill("a {} b {}", &plain(&["1", "2"])), "a 1 b 2");
    assert_eq!(fill("{2} then {1}", &plain(&["1", "2"])), "2 then 1");
    assert_eq!(fill("keep {this}", &plain(&["1"])), "keep {this}");
}

#[test]
fn words_follow_their_numbers() {
    let pages = |n: &str| fill("{} {page|pages}", &plain(&[n]));
    assert_eq!(pages("1"), "1 page");
    assert_eq!(pages("0"), "0 pages");
    assert_eq!(pages("11"), "11 pages");
    assert_eq!(pages("+1"), "+1 page");
    let there = |n: &str| fill("`{}`: there {2:is|are} {} card{|s}", &plain(&["x", n]));
    assert_eq!(there("1"), "`x`: there is 1 card");
    assert_eq!(there("2"), "`x`: there are 2 cards");
}

#[test]
fn values_are_counted() {
    let counted = ["", "{", "{n}/{m} {% if %}", "{} {page|pages}", "{2}, {1}"].map(takes);
    assert_eq!(counted, [0, 0, 0, 1, 2]);
    assert_eq!(takes("{2:is|are} {} {}"), 2);
}

#[test]
fn messages_inside_messages_follow_the_language() {
    let inner = say!("the address is in use");
    let outer = say!("cannot read `{}`: {}", "x\ny", inner);
    let ja = Tongue::of("ja_JP");
    assert_eq!(
        outer.text(Tongue::of("en")),
        "cannot read `x y`: the address is in use"
    );
    assert!(
        outer.text(ja).contains(&inner.text(ja)),
        "{}",
        outer.text(ja)
    );
    assert_ne!(inner.text(ja), inner.pattern());
}

#[test]
fn words_of_libraries_are_known_again() {
    let ja = |words: &str| heard(words).text(Tongue::of("ja"));
    let en = |words: &str| heard(words).text(Tongue::of("en"));
    for (words, told) in [
        ("Unknown filter `value`", "フィルター `value` はありません"),
        (
            "trailing comma at line 3 column 18",
            "3 行 18 列: 最後の `,` が余分です",
        ),
        ("words of nobody", "「words of nobody」"),
    ] {
        assert_eq!((en(words).as_str(), ja(words).as_str()), (words, told));
    }
}

/// A third language as it would stand in the table: one line. Its folder lies elsewhere, since nobody speaks it.
static THREE: [Language; 3] = [
    Language::new("en", "English"),
    Language::new("ja", "日本語"),
    Language::new("xx", "Xish"),
];

#[test]
fn a_language_is_a_folder_and_a_line() {
    let file = include_bytes!("../../tests/lang/xx/main.toml");
    let read = THREE[2].patterns.set(patterns_of(file));
    assert!(read.is_ok(), "nobody spoke it before");
    let xx = language(&THREE, "xx-YY");
    assert_eq!((xx.code(), xx.name()), ("xx", "Xish"));
    assert_eq!(language(&THREE, "yy").code(), "en");
    let inner = heard("trailing comma");
    let told = |n: usize| say!("{} {page|pages}: {}", n, inner).text(xx);
    assert_eq!(told(1), "[trailing comma] on 1 pagu");
    assert_eq!(told(2), "[trailing comma] on 2 pagus");
    assert_eq!(
        say!("hint").text(xx),
        "hint",
        "what it lacks is said in English"
    );
}

#[test]
fn every_language_has_every_message() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources = sources(&root);
    let mut used: BTreeSet<String> = sources.iter().flat_map(|s| patterns(s)).collect();
    assert!(used.len() > 1000, "the sources were read");
    used.extend(heard_patterns().map(str::to_owned));
    let mut wrong = Vec::new();
    for language in &LANGUAGES[1..] {
        let mut known = HashMap::new();
        let files = language.files().files();
        for (_, text) in files.filter(|(name, _)| !name.contains('/')) {
            let part: HashMap<String, String> = toml::from_slice(text).expect("sound TOML");
            for (english, own) in part {
                if let Some(other) = known.insert(english.clone(), own) {
                    wrong.push(format!("{}: twice: {english:?} ({other:?})", language.code));
                }
            }
        }
        for english in &used {
            match known.get(english) {
                None => wrong.push(format!("{}: no {english:?}", language.code)),
                Some(own) if holes(english) != holes(own) => {
                    wrong.push(format!(
                        "{}: other values: {english:?} = {own:?}",
                        language.code
                    ));
                }
                Some(_) => {}
            }
        }
        let idle = known.keys().filter(|k| !used.contains(*k));
        wrong.extend(idle.map(|k| format!("{}: nobody says {k:?}", language.code)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What stands in braces in a pattern, with values numbered: words for one and many are each language's own.
fn holes(pattern: &str) -> BTreeSet<String> {
    let inner = pattern.split('{').skip(1);
    let inner = inner
        .filter_map(|rest| rest.split_once('}'))
        .map(|(i, _)| i);
    let inner: Vec<&str> = inner.filter(|i| !i.contains('|')).collect();
    let plain = inner.iter().filter(|i| i.is_empty()).count();
    let numbered = inner.iter().filter(|i| i.parse::<usize>().is_ok()).count();
    assert!(
        plain == 0 || numbered == 0,
        "{pattern:?} numbers some values only"
    );
    let mut next = 0;
    let mut name = |inner: &&str| match *inner {
        "" => {
            next += 1;
            next.to_string()
        }
        other => other.to_owned(),
    };
    inner.iter().map(&mut name).collect()
}

fn sources(dir: &Path) -> Vec<String> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(dir).expect("src is readable").flatten() {
        let path = entry.path();
        if path.is_dir() {
            out.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("say/tests.rs") {
            out.push(std::fs::read_to_string(&path).expect("source is readable"));
        }
    }
    out
}

/// The string literals that follow `say!(`.
fn patterns(source: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (at, _) in source.match_indices("say!(") {
        let rest = source[at + 5..].trim_start();
        let Some(body) = rest.strip_prefix('"') else {
            continue;
        };
        let mut text = String::new();
        let mut chars = body.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => break,
                '\\' => match chars.next() {
                    Some('n') => text.push('\n'),
                    Some('\n') => {
                        let skip: String =
                            chars.clone().take_while(|c| c.is_whitespace()).collect();
                        chars = chars.as_str()[skip.len()..].chars();
                    }
                    Some(c) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        out.push(text);
    }
    out
}
