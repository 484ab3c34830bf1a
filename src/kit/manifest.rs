//! Reads `kit.toml`: strict keys, every problem in one run.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use serde_json::{Map, Value as Json};

use super::toml::{Node, Value};
use super::{
    Component, Flow, GuideSpec, Kind, Kit, Outline, PATTERNS, Replace, Setting, Source, Swatch,
    Topic, Untranslated, Words, code, lang, rows, slashed, strict,
};
use crate::diag::{Problem, Problems, list};
use crate::say;
use crate::say::Say;
use crate::units::{Mm, Size, parse_length, parse_size};

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
/// Keys of `[[component]]`.
pub const COMPONENT_KEYS: &[&str] = &[
    "id",
    "kind",
    "title",
    "size",
    "corner",
    "shape",
    "outline",
    "tab",
    "front",
    "back",
    "rows",
    "vary",
    "count",
    "name",
    "flow",
    "columns",
    "style",
    "holds",
    "paper",
    "clearance",
    "side",
    "top",
    "bottom",
    "sheet",
    "once",
    "dpi",
    "allow",
];
/// Keys of a flow's `style`.
pub const STYLE_KEYS: &[&str] = &[
    "accent",
    "title_font",
    "size",
    "heading",
    "gutter",
    "inset",
    "top",
];
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

/// No face is larger than this; a sheet of that size would tile over hundreds of pages.
const MAX_FACE: Mm = Mm(3000.0);

/// Dots per inch that pictures may be printed with.
pub const DPI: std::ops::RangeInclusive<i64> = 72..=2400;

/// What is being read, and what was wrong with it so far.
pub(super) struct KitReader {
    pub(super) source: Source,
    pub(super) file: String,
    files: Vec<String>,
    settings: Map<String, Json>,
    pub(super) problems: Problems,
}

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
    /// Reads the kit of these files.
    pub(super) fn new(source: Source, files: Vec<String>) -> Self {
        Self {
            file: source.show("kit.toml"),
            source,
            files,
            settings: Map::new(),
            problems: Problems::default(),
        }
    }

    pub(super) fn problem(&mut self, line: usize, what: Say, hint: Option<Say>) {
        let mut problem = Problem::new(what).at(self.file.as_str(), line);
        problem.hint = hint;
        self.problems.push(problem);
    }

    /// Notes a problem of this file, on a line.
    pub(super) fn place(&mut self, problem: Problem, line: usize) {
        self.problems.push(problem.at(self.file.as_str(), line));
    }

    pub(super) fn wrong(&mut self, key: &str, node: &Node, wanted: Say) {
        let what = say!("`{}` must be {}, not {}", key, wanted, node.kind());
        self.problems.push(
            Problem::new(what)
                .at(self.file.as_str(), node.line)
                .field(key),
        );
    }

    /// Like [`Self::wrong`], for values of the right type that make no sense.
    pub(super) fn senseless(&mut self, key: &str, node: &Node, wanted: Say) {
        let what = say!("`{}` must be {}", key, wanted);
        self.problems.push(
            Problem::new(what)
                .at(self.file.as_str(), node.line)
                .field(key),
        );
    }

    pub(super) fn known_keys(&mut self, entries: &[(String, Node)], known: &[&str]) {
        for (key, node) in entries {
            if !known.contains(&key.as_str()) {
                let problem =
                    Problem::new(say!("unknown key `{}`", key)).at(self.file.as_str(), node.line);
                let near = crate::diag::nearest(key, known.iter().copied());
                self.problems.push(match near {
                    Some(near) => problem.hint(say!("did you mean `{}`?", near)),
                    None => problem.hint(say!("known keys: {}", list(known.iter().copied()))),
                });
            }
        }
    }

    pub(super) fn text(&mut self, table: &Node, key: &str) -> Option<(String, usize)> {
        let node = get(table, key)?;
        match &node.value {
            Value::Str(s) if !s.trim().is_empty() => Some((s.trim().to_owned(), node.line)),
            Value::Str(_) => {
                self.problem(node.line, say!("`{}` is empty", key), None);
                None
            }
            _ => {
                self.wrong(key, node, say!("text"));
                None
            }
        }
    }

    /// Whether a key is `true`.
    fn flag(&mut self, table: &Node, key: &str) -> bool {
        match get(table, key) {
            None => false,
            Some(Node {
                value: Value::Bool(yes),
                ..
            }) => *yes,
            Some(node) => {
                self.wrong(key, node, say!("true or false"));
                false
            }
        }
    }

    pub(super) fn number(
        &mut self,
        table: &Node,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<u32> {
        let node = get(table, key)?;
        match node.value {
            Value::Int(i) if range.contains(&i) => Some(i as u32),
            Value::Int(i) => {
                let what = say!(
                    "`{}` is {}; it must be {} to {}",
                    key,
                    i,
                    range.start(),
                    range.end()
                );
                self.problems.push(
                    Problem::new(what)
                        .at(self.file.as_str(), node.line)
                        .field(key),
                );
                None
            }
            _ => {
                self.wrong(key, node, say!("a whole number"));
                None
            }
        }
    }

    pub(super) fn words(&mut self, table: &Node, key: &str) -> Option<Words> {
        self.words_of(key, get(table, key)?)
    }

    /// The text of a node, or one a language.
    pub(super) fn words_of(&mut self, key: &str, node: &Node) -> Option<Words> {
        match &node.value {
            Value::Str(s) => Some(Words(BTreeMap::from([(String::new(), s.clone())]))),
            Value::Table(entries) => {
                let mut words = BTreeMap::new();
                for (lang, value) in entries {
                    match &value.value {
                        Value::Str(s) => {
                            words.insert(lang.clone(), s.clone());
                        }
                        _ => self.wrong(lang, value, say!("text")),
                    }
                }
                Some(Words(words))
            }
            _ => {
                self.wrong(key, node, say!("text, or a table with one text a language"));
                None
            }
        }
    }

    pub(super) fn length(&mut self, table: &Node, key: &str, or: Mm) -> Mm {
        let Some(node) = get(table, key) else {
            return or;
        };
        let length = match &node.value {
            Value::Str(s) => parse_length(s),
            Value::Int(i) => Some(Mm(*i as f64)),
            Value::Float(x) => Some(Mm(*x)),
            _ => None,
        };
        match length {
            Some(l) if l.0 >= 0.0 && l <= MAX_FACE => l,
            _ => {
                self.senseless(key, node, say!("a length such as \"3mm\", not below 0"));
                or
            }
        }
    }

    pub(super) fn id(&mut self, table: &Node) -> Option<String> {
        let Some((id, line)) = self.text(table, "id") else {
            if get(table, "id").is_none() {
                self.problem(table.line, say!("`id` is missing"), None);
            }
            return None;
        };
        if let Some(hint) = bad_id(&id) {
            let shown: String = id.chars().take(LONGEST_ID).collect();
            self.problem(line, say!("`{}` cannot be an id", shown), Some(hint));
            return None;
        }
        Some(id)
    }

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
            return (1, 99);
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
                (1, 99)
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

    fn components(&mut self, node: Option<&Node>, languages: &[String]) -> Vec<Component> {
        let mut out = Vec::new();
        let mut ids = HashSet::new();
        let items = match node.map(|n| (&n.value, n)) {
            Some((Value::List(items), _)) if !items.is_empty() => items.as_slice(),
            Some((_, n)) => {
                self.wrong("component", n, say!("written as `[[component]]`"));
                &[]
            }
            None => {
                let hint = say!("add a `[[component]]`");
                self.problem(
                    1,
                    say!("the kit has no components, so there is nothing to print"),
                    Some(hint),
                );
                &[]
            }
        };
        for item in items {
            let component = self.component(item, languages);
            if let Some(c) = component {
                if !ids.insert(c.id.clone()) {
                    self.problem(
                        item.line,
                        say!("two components are called `{}`", c.id),
                        None,
                    );
                }
                out.push(c);
            }
        }
        self.cartons(items, &mut out);
        out
    }

    fn component(&mut self, node: &Node, languages: &[String]) -> Option<Component> {
        self.known_keys(node.entries(), COMPONENT_KEYS);
        let id = self.id(node);
        let kind = self.kind(node);
        // A box is measured by what it holds, when all components are known.
        let size = match kind {
            Some(Kind::Box) => Some(Size::default()),
            _ => self.size(node),
        };
        let corner = self.length(node, "corner", Mm(0.0));
        let tab = self.length(node, "tab", Mm(10.0));
        let once = self.flag(node, "once");
        let dpi = self.number(node, "dpi", DPI);
        let allow = self.allow(node);
        let title = self.words(node, "title");
        let outline = self.outline(node);
        let contour = self
            .text(node, "outline")
            .map(|(f, line)| self.file(f, line, "outline"));
        let front = self.fronts(node, kind);
        let back = self
            .text(node, "back")
            .map(|(f, line)| self.file(f, line, "back"));
        let flow = self.flow(node, languages);
        let id_or = id.clone().unwrap_or_else(|| "component".into());
        let cards = self.cards(node, &id_or, languages);
        if let Some(kind) = kind {
            self.misplaced(node, kind);
            if front.is_empty() && flow.is_none() && get(node, "front").is_none() {
                let hint = say!(
                    "name the SVG template of its face: `front = \"{}.svg\"`",
                    id_or
                );
                self.problem(
                    node.line,
                    say!("component `{}` has no `front`", id_or),
                    Some(hint),
                );
            }
        }
        if let (Some(size), Some(n)) = (size, get(node, "corner"))
            && kind != Some(Kind::Box)
            && corner > size.w.min(size.h) / 2.0
        {
            self.senseless("corner", n, say!("at most half of the shorter side"));
        }
        let (id, kind, size) = (id?, kind?, size?);
        let title = title.unwrap_or_else(|| Words(BTreeMap::from([(String::new(), id.clone())])));
        let line = node.line;
        Some(Component {
            id,
            kind,
            title,
            size,
            corner,
            outline,
            contour,
            tab,
            once,
            dpi,
            allow,
            front,
            back,
            flow,
            carton: None,
            cards,
            line,
        })
    }

    /// Keys that mean nothing for this kind are slips: say so.
    fn misplaced(&mut self, node: &Node, kind: Kind) {
        if let Some(n) = get(node, "outline") {
            let whole = matches!(kind, Kind::Cards | Kind::Tokens | Kind::Standees);
            if !whole {
                let what = say!(
                    "`{}` means nothing for `{}`; it belongs to `{}`",
                    "outline",
                    kind.name(),
                    list(["cards", "tokens", "standees"])
                );
                self.problems.push(
                    Problem::new(what)
                        .at(self.file.as_str(), n.line)
                        .field("outline"),
                );
            } else if get(node, "shape").is_some() {
                let hint = say!("leave `shape` out: the drawing tells it");
                self.problem(
                    n.line,
                    say!("`shape` and `outline` are both given"),
                    Some(hint),
                );
            }
        }
        let only: [(&str, Kind); 11] = [
            ("tab", Kind::Standees),
            ("shape", Kind::Tokens),
            ("flow", Kind::Sheet),
            ("columns", Kind::Sheet),
            ("style", Kind::Sheet),
            ("holds", Kind::Box),
            ("paper", Kind::Box),
            ("clearance", Kind::Box),
            ("side", Kind::Box),
            ("top", Kind::Box),
            ("bottom", Kind::Box),
        ];
        for (key, owner) in only {
            if let Some(n) = get(node, key)
                && kind != owner
                && !(kind == Kind::Booklet && owner == Kind::Sheet)
            {
                let what = say!(
                    "`{}` means nothing for `{}`; it belongs to `{}`",
                    key,
                    kind.name(),
                    owner.name()
                );
                self.problems
                    .push(Problem::new(what).at(self.file.as_str(), n.line).field(key));
            }
        }
    }

    fn kind(&mut self, node: &Node) -> Option<Kind> {
        let Some((name, line)) = self.text(node, "kind") else {
            if get(node, "kind").is_none() {
                let hint = say!("kinds: {}", list(Kind::ALL.map(|(n, _)| n)));
                self.problem(node.line, say!("`kind` is missing"), Some(hint));
            }
            return None;
        };
        let found = Kind::ALL.iter().find(|(n, _)| *n == name).map(|(_, k)| *k);
        if found.is_none() {
            let hint = say!("kinds: {}", list(Kind::ALL.map(|(n, _)| n)));
            self.problem(line, say!("there is no kind `{}`", name), Some(hint));
        }
        found
    }

    fn outline(&mut self, node: &Node) -> Outline {
        let Some((name, line)) = self.text(node, "shape") else {
            return Outline::Rect;
        };
        match Outline::ALL.iter().find(|(n, _)| *n == name) {
            Some((_, o)) => *o,
            None => {
                let hint = say!("shapes: {}", list(Outline::ALL.map(|(n, _)| n)));
                self.problem(line, say!("there is no shape `{}`", name), Some(hint));
                Outline::Rect
            }
        }
    }

    fn size(&mut self, node: &Node) -> Option<Size> {
        let Some((text, line)) = self.text(node, "size") else {
            if get(node, "size").is_none() {
                let hint = say!("for example `size = \"63x88mm\"` or `size = \"poker\"`");
                self.problem(node.line, say!("`size` is missing"), Some(hint));
            }
            return None;
        };
        let text = self.expand(text, line, "size")?;
        let named = named_sizes();
        let size = named
            .get(text.as_str())
            .copied()
            .or_else(|| parse_size(&text));
        match size {
            Some(s) if s.w.0 > 0.0 && s.h.0 > 0.0 && s.w <= MAX_FACE && s.h <= MAX_FACE => Some(s),
            Some(s) => {
                let hint = say!("both sides must be more than 0 and at most {}", MAX_FACE);
                self.problem(line, say!("a size of {} cannot be printed", s), Some(hint));
                None
            }
            None => {
                let names = list(named.keys().map(String::as_str));
                let hint = say!("write it as `63x88mm`, or use a name: {}", names);
                self.problem(line, say!("`{}` is not a size", text), Some(hint));
                None
            }
        }
    }

    fn fronts(&mut self, node: &Node, kind: Option<Kind>) -> Vec<String> {
        let Some(front) = get(node, "front") else {
            return Vec::new();
        };
        match &front.value {
            Value::Str(s) => vec![self.file(s.clone(), front.line, "front")],
            Value::List(items) if matches!(kind, Some(Kind::Sheet | Kind::Booklet)) => {
                let mut out = Vec::new();
                for item in items {
                    match &item.value {
                        Value::Str(s) => out.push(self.file(s.clone(), item.line, "front")),
                        _ => self.wrong("front", item, say!("text")),
                    }
                }
                out
            }
            Value::List(_) => {
                self.wrong(
                    "front",
                    front,
                    say!("one file (only a sheet may have several pages)"),
                );
                Vec::new()
            }
            _ => {
                self.wrong("front", front, say!("text"));
                Vec::new()
            }
        }
    }

    /// Checks that a file of the kit exists.
    pub(super) fn file(&mut self, name: String, line: usize, key: &str) -> String {
        let name = slashed(&name).into_owned();
        if !self.files.contains(&name) {
            let outside = self.source.read(&name).err();
            let problem = outside.unwrap_or_else(|| Problem::new(say!("`{}` is not a file", name)));
            self.problems
                .push(problem.at(self.file.as_str(), line).field(key));
        }
        name
    }

    fn flow(&mut self, node: &Node, languages: &[String]) -> Option<Flow> {
        let (file, line) = self.text(node, "flow")?;
        let file = slashed(&file).into_owned();
        for lang in languages {
            let name = flow_file(&file, lang);
            if !self.files.contains(&name) {
                let what = say!("the kit has no file `{}`", name);
                let hint = say!("write one Markdown file a language");
                self.problem(line, what, Some(hint));
            }
        }
        let columns = self.number(node, "columns", 1..=4).unwrap_or(2);
        let style = match get(node, "style") {
            Some(style) => {
                self.known_keys(style.entries(), STYLE_KEYS);
                match style.json() {
                    Json::Object(map) => map,
                    _ => {
                        self.wrong("style", style, say!("a table"));
                        Map::new()
                    }
                }
            }
            None => Map::new(),
        };
        Some(Flow {
            file,
            columns,
            style,
        })
    }

    /// The topics of advice that are not wanted.
    fn allow(&mut self, node: &Node) -> Vec<Topic> {
        let Some(allow) = get(node, "allow") else {
            return Vec::new();
        };
        let Value::List(items) = &allow.value else {
            self.wrong("allow", allow, say!("a list such as [\"no-bleed\"]"));
            return Vec::new();
        };
        let mut out = Vec::new();
        for item in items {
            let Value::Str(name) = &item.value else {
                self.wrong("allow", item, say!("text"));
                continue;
            };
            match Topic::ALL.iter().find(|(n, _)| n == name) {
                Some((_, topic)) => out.push(*topic),
                None => {
                    let names = Topic::ALL.map(|(n, _)| n);
                    let hint = match crate::diag::nearest(name, names) {
                        Some(near) => say!("did you mean `{}`?", near),
                        None => say!("topics: {}", list(names)),
                    };
                    let what = say!("there is no advice called `{}`", name);
                    self.problem(item.line, what, Some(hint));
                }
            }
        }
        out
    }
}

/// `rules.md` in Japanese is `rules.ja.md`.
pub fn flow_file(file: &str, lang: &str) -> String {
    match file.rsplit_once('.') {
        Some((stem, end)) => format!("{stem}.{lang}.{end}"),
        None => format!("{file}.{lang}"),
    }
}

/// The longest id: files are named after it, with more behind it.
const LONGEST_ID: usize = 60;

/// Names that some systems keep for their devices, whatever stands behind a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// What to do about a word that cannot be an id: files and folders are named after ids, on every system.
pub fn bad_id(id: &str) -> Option<Say> {
    let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(fine) || id.starts_with('-') {
        return Some(say!("use small letters a-z, digits and `-`"));
    }
    if id.len() > LONGEST_ID {
        return Some(say!("use at most {} letters", LONGEST_ID));
    }
    let port = id.strip_prefix("com").or(id.strip_prefix("lpt"));
    let port = port.is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()));
    if port || DEVICES.contains(&id) {
        return Some(say!("Windows has no files of that name; use another word"));
    }
    None
}

pub(super) fn get<'a>(table: &'a Node, key: &str) -> Option<&'a Node> {
    table
        .entries()
        .iter()
        .find(|(k, _)| k == key)
        .map(|(_, n)| n)
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
