//! `[[component]]` of `kit.toml`: its kind, its size and outline, its templates, its cards.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value as Json};

use super::manifest::named_sizes;
use super::reader::{KitReader, MAX_FACE, get};
use super::toml::{Node, Value};
use super::{Component, Flow, Kind, Outline, Topic, Words, slashed};
use crate::diag::{Problem, list};
use crate::say;
use crate::units::{Mm, Size, parse_size};

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
/// Dots per inch that pictures may be printed with.
pub(crate) const DPI: std::ops::RangeInclusive<i64> = 72..=2400;

impl KitReader {
    pub(super) fn components(
        &mut self,
        node: Option<&Node>,
        languages: &[String],
    ) -> Vec<Component> {
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
    pub(super) fn allow(&mut self, node: &Node) -> Vec<Topic> {
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
pub(crate) fn flow_file(file: &str, lang: &str) -> String {
    match file.rsplit_once('.') {
        Some((stem, end)) => format!("{stem}.{lang}.{end}"),
        None => format!("{file}.{lang}"),
    }
}
