//! Problems with what a user gave us: what is wrong, where, and what to do about it.

mod grouping;

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::clean::clean;
use crate::say;
use crate::say::Say;

/// Where in the user's files a problem lies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user would name it.
    pub file: String,
    /// Its line, counted from 1.
    pub line: Option<usize>,
    /// The field or key.
    pub field: Option<String>,
    /// The language, for fields that are written in several.
    pub lang: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&clean(&self.file))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ", {}", say!("field `{}`", field))?;
        }
        if let Some(lang) = &self.lang {
            write!(f, ", {}", say!("language `{}`", lang))?;
        }
        Ok(())
    }
}

/// Whose face a problem shows on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The component.
    pub component: String,
    /// The first card it shows on.
    pub card: String,
    /// The table and line that the card comes from, where that helps.
    pub row: Option<String>,
    /// How many more cards have it.
    pub more: usize,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Who {
            component,
            card,
            row,
            more,
        } = self;
        match more {
            0 => write!(f, "{}", say!("component `{}`, card `{}`", component, card))?,
            n => write!(
                f,
                "{}",
                say!("component `{}`, card `{}` and {} more", component, card, n)
            )?,
        }
        match row {
            Some(row) if *more == 0 => write!(f, " ({})", clean(row)),
            _ => Ok(()),
        }
    }
}

/// What a problem is about, for those that come in great numbers and are then told as a list.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// A text that does not fit its box.
    Overflow {
        /// Its first words.
        words: String,
        /// The smallest size allowed, in points.
        at: f64,
        /// How much too long it is.
        over: Say,
        /// The size in points at which it would fit, where there is one.
        fits: Option<f64>,
    },
    /// Characters that no font has.
    Glyphs(Vec<char>),
    /// Icons that the kit does not have.
    Icons(Vec<String>),
}

/// One problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The card that it was found on, for problems of drawing.
    pub who: Option<Box<Who>>,
    /// What is wrong, in lower case, without a full stop.
    pub what: Say,
    /// Where it is.
    pub place: Option<Box<Place>>,
    /// The rule of the game that it rests on, for refused moves.
    pub rule: Option<Box<Say>>,
    /// What to do.
    pub hint: Option<Say>,
    /// What it is about, where there may be many of its kind.
    pub kind: Option<Box<ProblemKind>>,
}

impl Problem {
    /// A problem without a place yet.
    pub fn new(what: Say) -> Self {
        Self {
            who: None,
            what,
            place: None,
            rule: None,
            hint: None,
            kind: None,
        }
    }

    /// The same problem on a card.
    pub fn of(mut self, component: &str, card: &str) -> Self {
        self.who = Some(Box::new(Who {
            component: component.into(),
            card: card.into(),
            row: None,
            more: 0,
        }));
        self
    }

    /// The same problem of a card that comes from this line of a table.
    pub fn from_row(mut self, file: &str, line: usize) -> Self {
        if let Some(who) = &mut self.who {
            let name = std::path::Path::new(file).file_name();
            let name = name.map_or(file.into(), |n| n.to_string_lossy());
            // A card that no table lists stands in the manifest, which tells nothing more.
            who.row = (line > 0 && name != "kit.toml").then(|| format!("{name}:{line}"));
        }
        self
    }

    /// The same problem in a file, on a line (0 means the whole file).
    pub fn at(mut self, file: impl Into<String>, line: usize) -> Self {
        let place = self.place.get_or_insert_default();
        place.file = file.into();
        place.line = (line > 0).then_some(line);
        self
    }

    /// The same problem in a field.
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.place.get_or_insert_default().field = Some(field.into());
        self
    }

    /// The same problem in a language.
    pub fn lang(mut self, lang: impl Into<String>) -> Self {
        self.place.get_or_insert_default().lang = Some(lang.into());
        self
    }

    /// The same problem with advice.
    pub fn hint(mut self, hint: Say) -> Self {
        self.hint = Some(hint);
        self
    }

    /// The same problem with "did you mean", when one of `known` is close to `word`.
    pub(crate) fn did_you_mean<'a>(
        self,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        match nearest(word, known) {
            Some(near) => self.hint(say!("did you mean `{}`?", near)),
            None => self,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tell(f, &say!("error"))
    }
}

/// Problems that nothing fails of: the same words, called warnings.
pub(crate) struct Warnings<'a>(pub Vec<&'a Problem>);

impl fmt::Display for Warnings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grouping::tell_all(f, &self.0, &say!("warning"))
    }
}

impl Problem {
    fn tell(&self, f: &mut fmt::Formatter<'_>, word: &Say) -> fmt::Result {
        write!(f, "{word}: ")?;
        if let Some(who) = &self.who {
            write!(f, "{who}: ")?;
        }
        write!(f, "{}", self.what)?;
        if let Some(place) = &self.place {
            write!(f, "\n  --> {place}")?;
        }
        if let Some(rule) = &self.rule {
            write!(f, "\n{}: {}", say!("rule"), rule)?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n{}: {}", say!("hint"), hint)?;
        }
        Ok(())
    }
}

/// Every problem that was found in one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Adds one.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Problems) {
        self.0.extend(other.0);
    }

    /// The same list with a problem that shows on many cards told once.
    pub fn grouped(self) -> Self {
        let mut out: Vec<Problem> = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for problem in self.0 {
            let component = problem.who.as_ref().map_or("", |w| &w.component);
            let key = format!(
                "{component}\n{}\n{:?}\n{:?}",
                problem.what, problem.place, problem.hint
            );
            match seen.get(&key).map(|i| &mut out[*i]) {
                Some(first) => {
                    if let Some(who) = &mut first.who {
                        who.more += 1;
                    }
                }
                None => {
                    seen.insert(key, out.len());
                    out.push(problem);
                }
            }
        }
        Self(out)
    }

    /// Adds those of another list that are not here yet.
    pub(crate) fn extend_new(&mut self, other: Problems) {
        let key = |p: &Problem| format!("{:?}", (&p.who, &p.what, &p.place, &p.hint));
        let known: HashSet<String> = self.0.iter().map(key).collect();
        let new = other.0.into_iter().filter(|p| !known.contains(&key(p)));
        self.0.extend(new);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `value` when nothing is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grouping::tell_all(f, &self.0.iter().collect::<Vec<_>>(), &say!("error"))
    }
}

impl std::error::Error for Problems {}

/// The known word that `word` is most likely a slip of: about a third of the letters may be wrong, no more.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let lower = word.to_lowercase();
    let slips = |known: &str| match lower.chars().count().max(known.chars().count()) {
        // In words as short as these, one letter is half of it.
        0..=2 => 0,
        letters => (letters + 1) / 3,
    };
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(&lower, &k.to_lowercase()), k))
        .filter(|(wrong, k)| *wrong <= slips(k))
        .min()
        .map(|(_, k)| k.to_owned())
}

/// Names joined for a message: `` `a`, `b`, `c` ``.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|n| format!("`{n}`")).collect();
    quoted.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_likely_slip_is_suggested() {
        let near = |word: &str, known: &[&str]| nearest(word, known.iter().copied());
        assert_eq!(near("Zoe", &["Ann", "Bob", "Cho"]), None);
        assert_eq!(near("Bpb", &["Ann", "Bob"]).as_deref(), Some("Bob"));
        assert_eq!(near("bob", &["Ann", "Bob"]).as_deref(), Some("Bob"));
        assert_eq!(near("Al", &["Ed", "Bo", "Ali"]).as_deref(), Some("Ali"));
        assert_eq!(near("ja", &["en", "jp"]), None);
        assert_eq!(near("JA", &["en", "ja"]).as_deref(), Some("ja"));
        assert_eq!(
            near("corenr", &["corner", "count"]).as_deref(),
            Some("corner")
        );
        assert_eq!(near("frnt", &["front", "back"]).as_deref(), Some("front"));
        assert_eq!(
            near("title", &["table", "tokens"]).as_deref(),
            Some("table")
        );
        assert_eq!(near("dragon", &["wagons"]), None);
        assert_eq!(
            near("りんこ", &["りんご", "みかん"]).as_deref(),
            Some("りんご")
        );
        assert_eq!(near("", &["a"]), None);
    }
}
