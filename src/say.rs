//! What the program says, in the reader's language.
//!
//! A message is written in English in the code (`say!("did you mean `{}`?", name)`) and looked up by that English text
//! in the files of the reader's language, `lang/ja/*.toml`. What stands in a message is what people wrote or count, or
//! another message: a library's error does not fit in (`Told`), its words come by way of [`heard`]. Tests read the
//! sources and fail when a language lacks a message.

mod heard;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{OnceLock, PoisonError, RwLock};

use crate::clean::clean;
use crate::packed::{Folder, LANGUAGES as FILES};

pub use heard::heard;

/// The languages that messages are written in: a line each, and a folder of that name. The first stands in the code.
static LANGUAGES: [Language; 2] = [
    Language::new("en", "English"),
    Language::new("ja", "日本語"),
];

/// A language that messages are written in.
struct Language {
    code: &'static str,
    name: &'static str,
    /// Its patterns by the English ones, read when the first is needed.
    patterns: OnceLock<HashMap<String, String>>,
    /// Its texts of the help by the English ones, read when help is asked for.
    help: OnceLock<HashMap<String, String>>,
}

impl Language {
    const fn new(code: &'static str, name: &'static str) -> Self {
        Self {
            code,
            name,
            patterns: OnceLock::new(),
            help: OnceLock::new(),
        }
    }

    fn patterns(&self) -> &HashMap<String, String> {
        self.patterns.get_or_init(|| texts(self.files()))
    }

    fn help(&self) -> &HashMap<String, String> {
        let folder = self.files().folder("help");
        self.help
            .get_or_init(|| texts(folder.unwrap_or(Folder::EMPTY)))
    }

    fn files(&self) -> Folder {
        FILES.folder(self.code).unwrap_or(Folder::EMPTY)
    }
}

/// All that the files of a folder say, folders in it apart.
fn texts(folder: Folder) -> HashMap<String, String> {
    let files = folder.files().filter(|(name, _)| !name.contains('/'));
    files.flat_map(|(_, bytes)| patterns_of(bytes)).collect()
}

/// What a file says. Nearly all lines are a text and its translation, plainly: only the others are left to the reader
/// of TOML, which takes twenty times as long.
fn patterns_of(bytes: &[u8]) -> HashMap<String, String> {
    let (mut known, mut others) = (HashMap::new(), String::new());
    for line in std::str::from_utf8(bytes).unwrap_or_default().lines() {
        match plain_pair(line) {
            Some((english, own)) => {
                known.insert(english.to_owned(), own.to_owned());
            }
            None => others.extend([line, "\n"]),
        }
    }
    known.extend(toml::from_str::<HashMap<String, String>>(&others).unwrap_or_default());
    known
}

/// The two texts of a line such as `"yes" = "はい"`, with nothing in them that TOML would read otherwise.
fn plain_pair(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix('"')?.strip_suffix('"')?;
    let (english, own) = inner.split_once("\" = \"")?;
    let odd = |text: &str| text.contains(['"', '\\']);
    (!odd(english) && !odd(own)).then_some((english, own))
}

/// The language of `languages` for a code such as `ja` or `ja-JP`; else the first.
fn language(languages: &'static [Language], code: &str) -> Tongue {
    let spoken = code.split(['-', '_']).next().unwrap_or_default();
    let fits = |l: &&Language| l.code.eq_ignore_ascii_case(spoken);
    Tongue(languages.iter().find(fits).unwrap_or(&languages[0]))
}

/// The choice of a language that messages are written in.
#[derive(Clone, Copy)]
pub struct Tongue(&'static Language);

impl Tongue {
    /// The tongue for a language code; English for languages that have none of their own.
    pub fn of(code: &str) -> Self {
        language(&LANGUAGES, code)
    }

    /// The tongue for a language code, where there is one of its own.
    pub fn known(code: &str) -> Option<Self> {
        let spoken = code.split(['-', '_']).next().unwrap_or_default();
        Self::all().find(|t| t.code().eq_ignore_ascii_case(spoken))
    }

    /// Its code: `en`, `ja`.
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// What it is called by those who speak it.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// A text of the help in this language, by the English one: these stand in its folder `help/`, and a test in
    /// `cli/help` fails when one is missing. None for English itself.
    pub fn help(self, english: &str) -> Option<&'static str> {
        self.0.help().get(english).map(String::as_str)
    }

    /// Every English text that the help of this language translates.
    #[cfg(test)]
    pub fn helped(self) -> impl Iterator<Item = &'static str> {
        self.0.help().keys().map(String::as_str)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(Self)
    }
}

static SPOKEN: RwLock<Tongue> = RwLock::new(Tongue(&LANGUAGES[0]));

/// Chooses the language of everything printed from now on. Called once, by the shell.
pub fn speak(tongue: Tongue) {
    *SPOKEN.write().unwrap_or_else(PoisonError::into_inner) = tongue;
}

thread_local! {
    /// The language that this thread speaks for a while.
    static HERE: Cell<Option<Tongue>> = const { Cell::new(None) };
}

/// The language of everything printed: the one chosen by [`speak`], or for a while by [`in_tongue`].
pub fn tongue() -> Tongue {
    let chosen = || *SPOKEN.read().unwrap_or_else(PoisonError::into_inner);
    HERE.get().unwrap_or_else(chosen)
}

/// Does something in another language, on this thread: for somebody who reads another one than the shell's user.
pub fn in_tongue<T>(tongue: Tongue, act: impl FnOnce() -> T) -> T {
    struct Before(Option<Tongue>);
    impl Drop for Before {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _before = Before(HERE.replace(Some(tongue)));
    act()
}

/// A message: an English pattern with `{}` for each value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Say {
    pattern: &'static str,
    values: Vec<MessageValue>,
}

/// A message is what a parser of arguments refuses with.
impl std::error::Error for Say {}

/// What stands in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageValue {
    /// The same in every language: names, numbers, what a person wrote.
    Plain(String),
    /// Another message.
    Say(Say),
    /// What a kit calls something, by the codes of the languages of messages.
    Each(BTreeMap<&'static str, String>),
}

/// What may stand in a message. An error of a library may not, since it knows one language only: see [`heard`].
pub trait Told {
    /// What a message keeps of it until its language is known.
    fn told(&self) -> MessageValue;
}

impl Told for Say {
    fn told(&self) -> MessageValue {
        MessageValue::Say(self.clone())
    }
}

impl Told for MessageValue {
    fn told(&self) -> MessageValue {
        self.clone()
    }
}

impl<T: Told + ?Sized> Told for &T {
    fn told(&self) -> MessageValue {
        (**self).told()
    }
}

/// Says of types that they look the same in every language.
macro_rules! plain {
    ($($kind:ty),* $(,)?) => {
        $(impl $crate::say::Told for $kind {
            fn told(&self) -> $crate::say::MessageValue {
                $crate::say::MessageValue::Plain(self.to_string())
            }
        })*
    };
}
pub(crate) use plain;

/// Says of types with a method `say` that this is what they are shown as.
macro_rules! sayers {
    ($($kind:ty),* $(,)?) => {
        $(impl ::std::fmt::Display for $kind {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.say().fmt(f)
            }
        }
        impl $crate::say::Told for $kind {
            fn told(&self) -> $crate::say::MessageValue {
                $crate::say::MessageValue::Say(self.say())
            }
        })*
    };
}
pub(crate) use sayers;

plain!(
    str,
    String,
    Cow<'_, str>,
    char,
    std::path::Display<'_>,
    serde_json::Value
);
plain!(
    u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64
);

/// Makes a [`Say`]; the pattern's `{}` are filled with the values, in order. Their number must be right.
#[macro_export]
macro_rules! say {
    ($pattern:literal $(, $value:expr)* $(,)?) => {{
        const TAKES: usize = $crate::say::takes($pattern);
        const GIVEN: usize = 0 $(+ { stringify!($value); 1 })*;
        const { assert!(TAKES == GIVEN, "the pattern takes another number of values") };
        $crate::say::Say::new($pattern, vec![$($crate::say::Told::told(&$value)),*])
    }};
}

impl Say {
    /// A message from its pattern and values; use the `say!` macro.
    pub fn new(pattern: &'static str, values: Vec<MessageValue>) -> Self {
        Self { pattern, values }
    }

    /// The English pattern: messages of one kind share it.
    pub fn pattern(&self) -> &'static str {
        self.pattern
    }

    /// The message in one language.
    pub fn text(&self, tongue: Tongue) -> String {
        let values: Vec<String> = self.values.iter().map(|v| v.text(tongue)).collect();
        let translated = tongue.0.patterns().get(self.pattern);
        fill(translated.map_or(self.pattern, |p| p.as_str()), &values)
    }
}

impl MessageValue {
    fn text(&self, tongue: Tongue) -> String {
        match self {
            // What a user wrote stays on its line: a name must not look like a message of ours.
            Self::Plain(text) => clean(text),
            Self::Say(say) => say.text(tongue),
            Self::Each(texts) => clean(texts.get(tongue.code()).map_or("", String::as_str)),
        }
    }
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(tongue()))
    }
}

/// How many values a pattern takes.
pub const fn takes(pattern: &str) -> usize {
    let bytes = pattern.as_bytes();
    let (mut at, mut plain, mut most) = (0, 0, 0);
    while at < bytes.len() {
        at += 1;
        if bytes[at - 1] != b'{' {
            continue;
        }
        let (start, mut number) = (at, 0);
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            number = number * 10 + (bytes[at] - b'0') as usize;
            at += 1;
        }
        if at < bytes.len() && bytes[at] == b'}' && at == start {
            plain += 1;
            number = plain;
        } else if at == bytes.len() || !matches!(bytes[at], b'}' | b':') {
            continue;
        }
        if number > most {
            most = number;
        }
    }
    most
}

/// Fills `{}` in order, and `{1}`-style numbers by position, since word order differs between languages.
/// `{page|pages}` is the word for the value before it, and `{2:is|are}` that for the second value: one, or several.
fn fill(pattern: &str, values: &[String]) -> String {
    let mut out = String::with_capacity(pattern.len() + 32);
    let mut next = 0;
    let mut last = 0;
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else {
            break;
        };
        out.push_str(&rest[..open]);
        let inner = &rest[open + 1..open + close];
        match hole(inner, next, last) {
            Some(Hole::Value(at)) if at < values.len() => {
                out.push_str(&values[at]);
                last = at;
                next += 1;
            }
            Some(Hole::Word { at, one, many }) if at < values.len() => {
                let single = matches!(values[at].as_str(), "1" | "+1" | "-1" | "−1");
                out.push_str(if single { one } else { many });
            }
            _ => out.push_str(&rest[open..=open + close]),
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}

/// What stands between braces.
enum Hole<'a> {
    /// A value goes here.
    Value(usize),
    /// A word that depends on a value's being one.
    Word {
        at: usize,
        one: &'a str,
        many: &'a str,
    },
}

fn hole(inner: &str, next: usize, last: usize) -> Option<Hole<'_>> {
    let index = |n: &str| n.parse::<usize>().ok().map(|n| n.saturating_sub(1));
    if let Some((one, many)) = inner.split_once('|') {
        let (at, one) = match one.split_once(':') {
            Some((n, one)) => (index(n)?, one),
            None => (last, one),
        };
        return Some(Hole::Word { at, one, many });
    }
    if inner.is_empty() {
        return Some(Hole::Value(next));
    }
    index(inner).map(Hole::Value)
}
