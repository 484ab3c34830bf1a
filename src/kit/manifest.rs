//! Reads `kit.toml`: strict keys, every problem in one run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use serde_json::Map;

use super::component::DPI;
use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use super::{
    ANY_PLAYERS, GuideSpec, Kit, PATTERNS, Replace, Setting, Source, Swatch, Untranslated, Words,
    code, lang, rows, strict,
};
use crate::diag::{Problem, Problems, list};
use crate::say;
use crate::units::{Size, parse_size};

/// Keys of `[kit]`.
pub const KIT_KEYS: &[&str] = &[
    "id",
    "title",
    "about",
    "players",
    "minutes",
    "age",
    "languages",
    "dpi",
    "allow",
    "untranslated",
];
/// Keys of `[palette.NAME]`.
pub const SWATCH_KEYS: &[&str] = &["color", "pattern", "letter"];
/// Keys of the file itself.
pub const ROOT_KEYS: &[&str] = &[
    "kit",
    "fonts",
    "palette",
    "replace",
    "settings",
    "component",
    "guide",
    "table",
];

/// Reads a parsed `kit.toml`.
pub(super) fn read(source: Source, root: &Node, set: &[Setting]) -> Result<Kit, Problems> {
    let files = source.files()?;
    let mut r = KitReader::new(source, files);
    r.known_keys(root.entries(), ROOT_KEYS);
    let table = |key: &str| {
        root.entries()
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, n)| n)
    };

    let mut kit = match table("kit") {
        Some(node) => r.head(node),
        None => {
            r.problem(
                1,
                say!("`[kit]` is missing"),
                Some(say!("start with `[kit]` and an `id`")),
            );
            None
        }
    };
    r.settings = table("settings")
        .map(|n| r.read_settings(n, set))
        .unwrap_or_default();
    let languages = r.languages(table("kit"));
    let palette = table("palette").map(|n| r.palette(n)).unwrap_or_default();
    let mut components = r.components(table("component"), &languages);
    let strings = lang::read(&r.source, &languages, &r.files, &mut r.problems);
    if languages.len() > 1 {
        r.every_language(root, &languages);
    }
    let replace = table("replace").map(|n| Replace::read(n, &mut r));
    let fonts = table("fonts").map(|n| super::fonts::read(n, &mut r));
    let untranslated = kit.as_ref().map(|k| k.untranslated).unwrap_or_default();
    for component in &mut components {
        match untranslated {
            Untranslated::Borrowed => lang::borrow(&languages, &mut component.cards),
            Untranslated::Refused => {
                lang::check_cards(&r.source, &languages, &component.cards, &mut r.problems)
            }
        }
    }
    let guide = table("guide").map(|n| r.guide(n, &components));
    let companion = table("table").map(|n| r.table(n));
    if let (Some(kit), Some(companion), true) = (&kit, &companion, r.problems.is_empty()) {
        r.check_table(companion, kit.players, &components);
    }
    if let Some(kit) = &mut kit {
        kit.table = companion;
        kit.guide = guide.unwrap_or_default();
        kit.replace = replace.unwrap_or_default();
        kit.fonts = fonts.unwrap_or_default();
        (kit.languages, kit.palette, kit.components, kit.strings) =
            (languages, palette, components, strings);
        kit.settings = std::mem::take(&mut r.settings);
    }
    match kit {
        Some(kit) if r.problems.is_empty() => Ok(kit),
        _ => {
            // In the order of the file, whatever the order of reading.
            let own = |p: &Problem| {
                p.place
                    .as_ref()
                    .filter(|p| p.file == r.file)
                    .and_then(|p| p.line)
            };
            r.problems.0.sort_by_key(|p| own(p).unwrap_or(usize::MAX));
            Err(r.problems)
        }
    }
}

impl KitReader {
    fn head(&mut self, node: &Node) -> Option<Kit> {
        self.known_keys(node.entries(), KIT_KEYS);
        let id = self.id(node);
        let title = self.words(node, "title");
        let about = self.words(node, "about").unwrap_or_default();
        let players = self.players(node);
        let minutes = self.number(node, "minutes", 1..=100_000);
        let age = self.number(node, "age", 0..=120);
        let dpi = self.number(node, "dpi", DPI);
        let allow = self.allow(node);
        let untranslated = self.untranslated(node);
        let id = id?;
        Some(Kit {
            source: self.source.clone(),
            title: title.unwrap_or_else(|| Words(BTreeMap::from([(String::new(), id.clone())]))),
            id,
            about,
            players,
            minutes,
            age,
            dpi,
            allow,
            languages: Vec::new(),
            untranslated,
            replace: Replace::default(),
            fonts: Vec::new(),
            palette: Vec::new(),
            components: Vec::new(),
            strings: BTreeMap::new(),
            settings: Map::new(),
            guide: GuideSpec::default(),
            table: None,
            rules: None,
        })
    }

    fn untranslated(&mut self, table: &Node) -> Untranslated {
        let known = Untranslated::ALL;
        let Some((word, line)) = self.text(table, "untranslated") else {
            return Untranslated::default();
        };
        if let Some((_, meant)) = known.iter().find(|(name, _)| *name == word) {
            return *meant;
        }
        let what = say!("`{}` cannot be `{}`", "untranslated", word);
        let hint = say!("it can be {}", list(known.iter().map(|(name, _)| *name)));
        self.problem(line, what, Some(hint));
        Untranslated::default()
    }

    fn players(&mut self, table: &Node) -> (u32, u32) {
        let Some(node) = get(table, "players") else {
            return ANY_PLAYERS;
        };
        let pair = match &node.value {
            Value::Int(n) => Some((*n, *n)),
            Value::List(l) => match l.as_slice() {
                [
                    Node {
                        value: Value::Int(a),
                        ..
                    },
                    Node {
                        value: Value::Int(b),
                        ..
                    },
                ] => Some((*a, *b)),
                _ => None,
            },
            _ => None,
        };
        match pair {
            Some((a, b)) if 1 <= a && a <= b && b <= 99 => (a as u32, b as u32),
            _ => {
                self.senseless(
                    "players",
                    node,
                    say!("fewest and most players, such as [2, 4]"),
                );
                ANY_PLAYERS
            }
        }
    }

    /// A title or letter that is written by language must be written in all of them.
    fn every_language(&mut self, root: &Node, languages: &[String]) {
        let mut lacks = Vec::new();
        let mut look = |table: &Node, key: &str| {
            let Some(Node {
                value: Value::Table(words),
                line,
            }) = get(table, key)
            else {
                return;
            };
            let missing = languages
                .iter()
                .filter(|l| !words.iter().any(|(k, _)| k == *l));
            lacks.extend(missing.map(|l| (*line, key.to_owned(), l.clone())));
        };
        for (key, node) in root.entries() {
            match (key.as_str(), &node.value) {
                ("kit", _) => look(node, "title"),
                ("palette", _) => node
                    .entries()
                    .iter()
                    .for_each(|(_, swatch)| look(swatch, "letter")),
                ("component", Value::List(items)) => {
                    items.iter().for_each(|item| look(item, "title"))
                }
                ("guide", _) => {
                    if let Some(Node {
                        value: Value::List(items),
                        ..
                    }) = get(node, "things")
                    {
                        items.iter().for_each(|item| look(item, "what"));
                    }
                }
                ("table", _) => {
                    for (_, part) in node.entries() {
                        match &part.value {
                            Value::List(items) => items.iter().for_each(|i| look(i, "title")),
                            _ => look(part, "title"),
                        }
                    }
                }
                _ => {}
            }
        }
        for (line, key, lang) in lacks {
            self.problem(
                line,
                say!("`{}` is not written in language `{}`", key, lang),
                None,
            );
        }
    }

    fn languages(&mut self, table: Option<&Node>) -> Vec<String> {
        let found = lang::found(&self.files);
        let or_english = |l: Vec<String>| {
            if l.is_empty() {
                vec!["en".to_owned()]
            } else {
                l
            }
        };
        let Some(node) = table.and_then(|t| get(t, "languages")) else {
            return or_english(found);
        };
        let Value::List(items) = &node.value else {
            self.wrong("languages", node, say!("a list such as [\"en\", \"ja\"]"));
            return or_english(found);
        };
        let mut out = Vec::new();
        for item in items {
            match &item.value {
                Value::Str(s)
                    if (2..=35).contains(&s.len())
                        && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') =>
                {
                    if out.contains(s) {
                        self.problem(item.line, say!("language `{}` is given twice", s), None);
                    } else {
                        out.push(s.clone());
                    }
                }
                _ => self.wrong("languages", item, say!("a language code such as \"en\"")),
            }
        }
        or_english(out)
    }

    /// Fills in settings: `"{{ 63 * settings.scale }}x88mm"`.
    pub(super) fn expand(&mut self, text: String, line: usize, key: &str) -> Option<String> {
        if !text.contains("{{") && !text.contains("{%") {
            return Some(text);
        }
        let mut context = tera::Context::new();
        context.insert("settings", &super::template_settings(&self.settings));
        let made = strict::strict(&text, &code::codes(&text), &BTreeSet::new());
        let mut tera = tera::Tera::new();
        strict::register(&mut tera);
        match tera.render_str(&made.source, &context, false) {
            Ok(text) => Some(text.trim().to_owned()),
            Err(e) => {
                let said = e.to_string();
                let first = said.lines().next().unwrap_or_default();
                let why = match made.missing(&e) {
                    Some(path) => say!("there is no `{}`", path),
                    None => say::heard(first.trim_start_matches("error: ")),
                };
                let what = say!("`{}` cannot be worked out: {}", key, why);
                let set = self
                    .settings
                    .iter()
                    .map(|(k, v)| format!("{k}={}", rows::plain(v)));
                let hint = say!("settings: {}", set.collect::<Vec<_>>().join(", "));
                let problem = Problem::new(what).at(self.file.as_str(), line).field(key);
                self.problems.push(problem.hint(hint));
                None
            }
        }
    }

    fn palette(&mut self, node: &Node) -> Vec<Swatch> {
        let mut out = Vec::new();
        for (name, node) in node.entries() {
            self.known_keys(node.entries(), SWATCH_KEYS);
            let color = self.text(node, "color");
            match &color {
                Some((c, _)) if is_hex(c) => {}
                Some((c, line)) => {
                    let hint = say!("write colours as `#rrggbb`");
                    self.problem(*line, say!("`{}` is not a colour", c), Some(hint));
                }
                None => self.problem(node.line, say!("colour `{}` needs a `color`", name), None),
            }
            let pattern = self.text(node, "pattern").map_or_else(
                || "plain".into(),
                |(p, line)| {
                    if !PATTERNS.contains(&p.as_str()) {
                        let hint = say!("patterns: {}", list(PATTERNS));
                        self.problem(line, say!("there is no pattern `{}`", p), Some(hint));
                    }
                    p
                },
            );
            let letter = self.words(node, "letter").unwrap_or_default();
            let color = color.map(|(c, _)| c.to_lowercase()).unwrap_or_default();
            out.push(Swatch {
                name: name.clone(),
                color,
                pattern,
                letter,
            });
        }
        out
    }
}

fn is_hex(text: &str) -> bool {
    text.len() == 7 && text.starts_with('#') && text[1..].bytes().all(|b| b.is_ascii_hexdigit())
}

/// The sizes that may be named, from `templates/shared/sizes.toml`.
pub fn named_sizes() -> &'static BTreeMap<String, Size> {
    static SIZES: OnceLock<BTreeMap<String, Size>> = OnceLock::new();
    SIZES.get_or_init(|| {
        let files = super::shared_files();
        let sizes = files.iter().find(|(n, _)| n == "shared/sizes.toml");
        let table: BTreeMap<String, String> = sizes
            .and_then(|(_, bytes)| std::str::from_utf8(bytes).ok())
            .and_then(|t| ::toml::from_str(t).ok())
            .unwrap_or_default();
        table
            .into_iter()
            .filter_map(|(name, size)| Some((name, parse_size(&size)?)))
            .collect()
    })
}
