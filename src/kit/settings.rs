//! Settings that a kit declares: what can be changed when it is printed, with what holds where nobody does.

use serde_json::{Map, Value as Json};

use super::reader::KitReader;
use super::toml::{self, Node, Value};
use super::{Setting, Source, Words};
use crate::diag::Problem;
use crate::say;
use crate::say::Say;

/// Keys of a setting that is written as a table.
pub const SETTING_KEYS: &[&str] = &["default", "least", "most", "help", "shown"];

/// A setting that a kit declares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SettingSpec {
    /// What commands call it.
    pub name: String,
    /// What holds where nobody says otherwise; its kind is the setting's kind.
    pub default: Json,
    /// The least number that makes sense.
    pub least: Option<f64>,
    /// The most.
    pub most: Option<f64>,
    /// What it does, for `--help`.
    pub help: Words,
    /// What stands for its value in `--help`, such as `HxW`.
    pub shown: Option<String>,
}

impl SettingSpec {
    /// The value that a text means; none when it is of another kind.
    pub(crate) fn read(&self, text: &str) -> Option<Json> {
        match &self.default {
            Json::Bool(_) => match text {
                "true" | "on" | "yes" => Some(true.into()),
                "false" | "off" | "no" => Some(false.into()),
                _ => None,
            },
            Json::Number(n) if n.is_f64() => {
                let number = text.trim().parse::<f64>().ok();
                number.filter(|x| x.is_finite()).map(Json::from)
            }
            Json::Number(_) => text.trim().parse::<i64>().ok().map(Json::from),
            _ => Some(text.into()),
        }
    }

    /// What kind of value it takes.
    pub(crate) fn kind(&self) -> Say {
        match &self.default {
            Json::Bool(_) => say!("true or false"),
            Json::Number(n) if n.is_f64() => say!("a number"),
            Json::Number(_) => say!("a whole number"),
            _ => say!("text"),
        }
    }

    /// What is wrong with a number, if it is out of range.
    fn outside(&self, value: &Json) -> Option<Say> {
        let (name, number) = (&self.name, value.as_f64()?);
        match (self.least, self.most) {
            (Some(least), Some(most)) if !(least..=most).contains(&number) => Some(say!(
                "`{}` must be {} to {}, not `{}`",
                name,
                least,
                most,
                number
            )),
            (Some(least), None) if number < least => Some(say!(
                "`{}` must be {} at least, not `{}`",
                name,
                least,
                number
            )),
            (None, Some(most)) if number > most => Some(say!(
                "`{}` must be {} at most, not `{}`",
                name,
                most,
                number
            )),
            _ => None,
        }
    }

    /// The value in force, with what the user has set.
    fn value(&self, set: &[Setting]) -> Result<Json, Problem> {
        let given = set.iter().rev().find(|(name, _)| *name == self.name);
        let Some((_, text)) = given else {
            return Ok(self.default.clone());
        };
        let wrong = |what: Say| {
            Problem::new(what).hint(say!("change the value of `--set {}=…`", self.name))
        };
        let kind = || say!("`{}` must be {}, not `{}`", self.name, self.kind(), text);
        let value = self.read(text).ok_or_else(|| wrong(kind()))?;
        match self.outside(&value) {
            Some(what) => Err(wrong(what)),
            None => Ok(value),
        }
    }
}

/// What the kit of these files declares; nothing of what cannot be read, since loading the kit tells that.
pub(crate) fn declared_settings(source: &Source) -> Vec<SettingSpec> {
    let Ok(text) = source.read_text("kit.toml") else {
        return Vec::new();
    };
    let root = toml::parse("kit.toml", &text);
    let entries = root.as_ref().map_or(&[][..], Node::entries);
    let settings = entries.iter().find(|(key, _)| key == "settings");
    let mut reader = KitReader::new(source.clone(), Vec::new());
    settings.map_or_else(Vec::new, |(_, node)| reader.declared(node))
}

impl KitReader {
    /// Settings with their defaults, changed by the user's.
    pub(super) fn read_settings(&mut self, node: &Node, set: &[Setting]) -> Map<String, Json> {
        let mut out = Map::new();
        for spec in self.declared(node) {
            // What is wrong is told once: the rest of the kit goes on with the default.
            let value = spec.value(set).unwrap_or_else(|problem| {
                self.problems.push(problem);
                spec.default.clone()
            });
            out.insert(spec.name, value);
        }
        out
    }

    fn declared(&mut self, node: &Node) -> Vec<SettingSpec> {
        let entries = node.entries().iter();
        entries
            .filter_map(|(name, node)| self.setting(name, node))
            .collect()
    }

    /// A setting as its default alone, or as a table with more about it.
    fn setting(&mut self, name: &str, node: &Node) -> Option<SettingSpec> {
        let mut spec = SettingSpec {
            name: name.to_owned(),
            default: node.json(),
            least: None,
            most: None,
            help: Words::default(),
            shown: None,
        };
        let mut default = node;
        if let Value::Table(entries) = &node.value {
            self.known_keys(entries, SETTING_KEYS);
            let Some((_, given)) = entries.iter().find(|(k, _)| k == "default") else {
                self.problem(
                    node.line,
                    say!("setting `{}` needs a `default`", name),
                    None,
                );
                return None;
            };
            default = given;
            spec.default = given.json();
            spec.least = self.bound(node, "least");
            spec.most = self.bound(node, "most");
            spec.help = self.words(node, "help").unwrap_or_default();
            spec.shown = self.text(node, "shown").map(|(text, _)| text);
        }
        if matches!(default.value, Value::List(_) | Value::Table(_)) {
            self.wrong(name, default, say!("text, a number, or true or false"));
            return None;
        }
        if let Some(what) = spec.outside(&spec.default) {
            self.problem(default.line, what, None);
        }
        Some(spec)
    }

    /// An end of a range.
    fn bound(&mut self, table: &Node, key: &str) -> Option<f64> {
        let (_, node) = table.entries().iter().find(|(k, _)| k == key)?;
        let number = node.json().as_f64();
        if number.is_none() {
            self.wrong(key, node, say!("a number"));
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use crate::kit::{Kit, Source};

    #[test]
    fn what_is_set_last_counts() {
        let set = ["9", "10"].map(|seed| ("map-seed".to_owned(), seed.to_owned()));
        let source = Source::find("cats").expect("a kit");
        let kit = Kit::load_from(source, &set).unwrap_or_else(|p| panic!("{p}"));
        assert_eq!(kit.settings["map-seed"], 10);
    }
}
