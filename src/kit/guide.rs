//! `[guide]` of `kit.toml`: what only its author knows about making the kit and setting it up: what goes on card, which
//! tools and things are needed, and what need not be printed where a screen keeps it.

use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use super::{Component, Kind, Words};
use crate::diag::{Problem, list};
use crate::say;

/// Keys of `[guide]`.
pub const GUIDE_KEYS: &[&str] = &[
    "making", "card", "paper", "tools", "things", "screen", "set",
];
/// Keys of one of the `things`.
pub(crate) const THING_KEYS: &[&str] = &["what", "icon"];
/// Tools and things that can be drawn.
pub const GUIDE_ICONS: [&str; 12] = [
    "scissors",
    "knife",
    "ruler",
    "glue",
    "tape",
    "stapler",
    "ballpoint",
    "pen",
    "clip",
    "coin",
    "cord",
    "die",
];

/// What a piece is printed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Material {
    /// Stiff paper or card.
    Card,
    /// Plain paper.
    Paper,
}

impl Material {
    /// Both with the names that `kit.toml` uses.
    pub const ALL: [(&'static str, Material); 2] =
        [("card", Material::Card), ("paper", Material::Paper)];

    /// What a kind of component is printed on, unless the kit says otherwise.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Cards | Kind::Tokens | Kind::Standees | Kind::Box => Self::Card,
            Kind::Sheet | Kind::Strip | Kind::Booklet => Self::Paper,
        }
    }

    /// The name that `kit.toml` uses.
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, m)| *m == self);
        found.map_or("", |(name, _)| name)
    }
}

/// Something that a game needs and nobody prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideThing {
    /// What it is, and how many.
    pub what: Words,
    /// Its drawing, one of [`GUIDE_ICONS`], where there is one.
    pub icon: Option<String>,
}

/// What the author of a kit tells whoever makes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuideSpec {
    /// The sheet that shows how it is made; its first page goes behind the guide.
    pub making: Option<String>,
    /// Components that go on card though others of their kind do not.
    pub card: Vec<String>,
    /// Components that go on plain paper though others of their kind do not.
    pub paper: Vec<String>,
    /// The tools, where they are not those that the pieces ask for; each one of [`GUIDE_ICONS`].
    pub tools: Option<Vec<String>>,
    /// What else is needed.
    pub things: Vec<GuideThing>,
    /// Components that need not be printed where a screen keeps them.
    pub screen: Vec<String>,
    /// The settings of a table, `name=value`, with which it does.
    pub set: Vec<String>,
}

impl GuideSpec {
    /// What a component is printed on.
    pub fn material(&self, component: &Component) -> Material {
        let named = |ids: &[String]| ids.contains(&component.id);
        match () {
            () if named(&self.card) => Material::Card,
            () if named(&self.paper) => Material::Paper,
            () => Material::of(component.kind),
        }
    }
}

impl KitReader {
    /// Reads `[guide]`.
    pub(super) fn guide(&mut self, node: &Node, components: &[Component]) -> GuideSpec {
        if !matches!(node.value, Value::Table(_)) {
            self.wrong("guide", node, say!("written as `[guide]`"));
            return GuideSpec::default();
        }
        self.known_keys(node.entries(), GUIDE_KEYS);
        let making = self.text(node, "making").map(|(id, line)| {
            let sheet = |c: &&Component| c.kind == Kind::Sheet;
            if self
                .known_component(&id, line, components)
                .is_some_and(|c| !sheet(&c))
            {
                self.problem(line, say!("component `{}` is no `sheet`", id), None);
            }
            id
        });
        let mut ids = |key: &str| {
            let found = self.texts(node, key).unwrap_or_default();
            for (id, line) in &found {
                self.known_component(id, *line, components);
            }
            found.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        let (card, paper, screen) = (ids("card"), ids("paper"), ids("screen"));
        let tools = self.texts(node, "tools").map(|tools| {
            for (tool, line) in &tools {
                self.known_icon(tool, *line);
            }
            tools.into_iter().map(|(tool, _)| tool).collect()
        });
        let set = self.texts(node, "set").unwrap_or_default();
        for (setting, line) in &set {
            if !setting.contains('=') {
                let hint = say!("write it as for `--set`, `name=value`");
                self.problem(*line, say!("`{}` is no setting", setting), Some(hint));
            }
        }
        GuideSpec {
            making,
            card,
            paper,
            tools,
            things: self.things(node),
            screen,
            set: set.into_iter().map(|(setting, _)| setting).collect(),
        }
    }

    fn things(&mut self, node: &Node) -> Vec<GuideThing> {
        let items = match get(node, "things").map(|n| (n, &n.value)) {
            None => return Vec::new(),
            Some((_, Value::List(items))) => items,
            Some((n, _)) => {
                self.wrong("things", n, say!("a list of tables"));
                return Vec::new();
            }
        };
        let thing = |item: &Node| {
            self.known_keys(item.entries(), THING_KEYS);
            if get(item, "what").is_none() {
                self.problem(item.line, say!("`{}` is missing", "what"), None);
            }
            let icon = self.text(item, "icon").map(|(icon, line)| {
                self.known_icon(&icon, line);
                icon
            });
            let what = self.words(item, "what")?;
            Some(GuideThing { what, icon })
        };
        items.iter().filter_map(thing).collect()
    }

    fn known_component<'c>(
        &mut self,
        id: &str,
        line: usize,
        components: &'c [Component],
    ) -> Option<&'c Component> {
        let found = components.iter().find(|c| c.id == id);
        // Components that could not be read are told of by themselves.
        if found.is_none() && self.problems.is_empty() {
            let known = components.iter().map(|c| c.id.as_str());
            let problem = Problem::new(say!("there is no component `{}`", id));
            self.place(problem.did_you_mean(id, known), line);
        }
        found
    }

    fn known_icon(&mut self, icon: &str, line: usize) {
        if !GUIDE_ICONS.contains(&icon) {
            let hint = say!("known: {}", list(GUIDE_ICONS));
            self.problem(line, say!("there is no drawing of `{}`", icon), Some(hint));
        }
    }

    /// A list of texts, each with its line.
    fn texts(&mut self, node: &Node, key: &str) -> Option<Vec<(String, usize)>> {
        let found = get(node, key)?;
        let Value::List(items) = &found.value else {
            self.wrong(key, found, say!("a list of texts"));
            return None;
        };
        let mut out = Vec::new();
        for item in items {
            match &item.value {
                Value::Str(text) => out.push((text.trim().to_owned(), item.line)),
                _ => self.wrong(key, item, say!("text")),
            }
        }
        Some(out)
    }
}
