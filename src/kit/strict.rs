//! Templates in which nothing undefined passes.
//!
//! Tera takes a name that does not exist for nothing at all behind `~`, in comparisons, conditions and filters, so a
//! misspelt field prints a card without it. [`strict`] writes a filter behind every name that a template reads, and the
//! filter fails where there is nothing. A template that asks is left alone: `is defined`, `default`, and a condition on
//! a field that other cards have (`{% if row.flavor %}`). Lines stay as they are.

use std::collections::BTreeSet;
use std::ops::Range;

use tera::{ErrorKind, Kwargs, State, Tera, Value};

use super::code::{Code, Token};

/// The filter that fails where there is nothing.
const FILTER: &str = "__must";
/// What it says; callers say it better.
const MISSING: &str = "not defined";

/// A template with the filter in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strict {
    /// The source.
    pub source: String,
    reads: Vec<StrictFilter>,
}

/// A filter that was written behind a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct StrictFilter {
    /// Where it stands.
    at: usize,
    /// How much longer the source is for it.
    longer: usize,
    /// The name with its members, and where it stands in the template as it was.
    path: String,
    start: usize,
}

impl Strict {
    /// A template as it is.
    pub(crate) fn lenient(source: &str) -> Self {
        Self {
            source: source.to_owned(),
            reads: Vec::new(),
        }
    }

    /// What an error says was read and does not exist, as the template writes it.
    pub fn missing(&self, error: &tera::Error) -> Option<&str> {
        let ErrorKind::RenderingError(report) = error.kind() else {
            return None;
        };
        let (message, range) = (report.message(), &report.span().range);
        if message == MISSING {
            return self.read_at(range);
        }
        // A member of something that does not exist: that is what is missing, `palette[row.color]` of its `.hex`.
        let member = message.strip_prefix("Field `")?.split('`').next()?;
        let path = self.around(range.start)?;
        let (owner, _) = path.rsplit_once(&format!(".{member}"))?;
        owner.ends_with(']').then_some(owner)
    }

    /// What stands before the filter there.
    fn read_at(&self, range: &Range<usize>) -> Option<&str> {
        let found = self.reads.iter().find(|w| range.contains(&w.at));
        found.map(|w| w.path.as_str())
    }

    /// The longest path around a place.
    fn around(&self, at: usize) -> Option<&str> {
        let before = self.reads.iter().filter(|w| w.at < at);
        let was = at - before.map(|w| w.longer).sum::<usize>();
        let within = |w: &&StrictFilter| (w.start..w.start + w.path.len()).contains(&was);
        let longest = self
            .reads
            .iter()
            .filter(within)
            .max_by_key(|w| w.path.len());
        longest.map(|w| w.path.as_str())
    }
}

/// Gives `tera` the filter.
pub(crate) fn register(tera: &mut Tera) {
    tera.register_filter(FILTER, |value: Value, _: Kwargs, _: &State| {
        match value.is_undefined() {
            true => Err(tera::Error::message(MISSING)),
            false => Ok(value),
        }
    });
}

/// The template with the filter behind every name that its code reads; `fields` are those that some card of the kit has.
pub fn strict(source: &str, codes: &[Code<'_>], fields: &BTreeSet<String>) -> Strict {
    let mut out = Strict::default();
    let mut done = 0;
    let mut bound = Bound::new();
    for code in codes {
        let read = reads(code, fields, &bound);
        bound.pass(code);
        for read in read {
            out.source.push_str(&source[done..read.end]);
            done = read.end;
            let path = source[read.start..read.end].to_owned();
            // `<part title />` hands on what is called so.
            let (before, after) = match read.shorthand {
                true => (format!("={{{path} | "), "}"),
                false => (" | ".to_owned(), ""),
            };
            out.source.push_str(&before);
            out.reads.push(StrictFilter {
                at: out.source.len(),
                longer: before.len() + FILTER.len() + after.len(),
                path,
                start: read.start,
            });
            out.source.push_str(FILTER);
            out.source.push_str(after);
        }
    }
    out.source.push_str(&source[done..]);
    out
}

/// A name that is read and must exist.
#[derive(Debug, PartialEq)]
struct Read {
    start: usize,
    end: usize,
    shorthand: bool,
}

/// Words that are no names.
const KEYWORDS: [&str; 15] = [
    "and", "or", "not", "in", "is", "if", "else", "elif", "for", "true", "false", "True", "False",
    "none", "null",
];

/// Tags that read nothing: what stands in them are names of their own.
const SILENT: [&str; 6] = ["block", "component", "include", "extends", "raw", "None"];

/// Operators that take numbers only.
const ARITHMETIC: [&str; 7] = ["+", "-", "*", "/", "//", "%", "**"];

/// Operators that bind tighter than `is` and `and`.
const TIGHT: [&str; 14] = [
    "~", "+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", ">", "<=", ">=",
];

/// What every template has. A part has only what it names.
const ALWAYS: [&str; 8] = [
    "row", "t", "kit", "lang", "ink", "palette", "settings", "size",
];

/// The names that are always something where the code is that is being read: what every template has, or the
/// arguments of a part, and what loops find. They need no filter, which would cost time.
struct Bound<'s>(Vec<Vec<&'s str>>);

impl<'s> Bound<'s> {
    fn new() -> Self {
        Self(vec![ALWAYS.to_vec()])
    }

    fn has(&self, word: &str) -> bool {
        self.0.last().is_some_and(|names| names.contains(&word))
    }

    /// Goes into a part or a loop, or out of it.
    fn pass(&mut self, code: &Code<'s>) {
        let tokens = || code.tokens.iter().map(|(token, _)| *token);
        let tag = tokens().next().and_then(word).filter(|_| !code.prints);
        match tag {
            Some("for") => {
                let found = tokens().skip(1).take_while(|t| *t != Token::Word("in"));
                let mut names = self.0.last().cloned().unwrap_or_default();
                names.extend(found.filter_map(word));
                self.0.push(names);
            }
            Some("component") => {
                let all: Vec<Token<'s>> = tokens().collect();
                let pairs = all.windows(2);
                let opens = |t: &Token<'_>| matches!(t, Token::Sign("(" | "," | "@"));
                let names = pairs.filter(|p| opens(&p[0])).filter_map(|p| word(p[1]));
                self.0.push(names.collect());
            }
            Some("endfor" | "endcomponent") => {
                self.0.pop();
            }
            _ => {}
        }
    }
}

fn word(token: Token<'_>) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        _ => None,
    }
}

/// The names that a piece of code reads, as far as they must exist.
fn reads(code: &Code<'_>, fields: &BTreeSet<String>, bound: &Bound<'_>) -> Vec<Read> {
    let mut scan = Scan {
        code,
        fields,
        bound,
        condition: false,
        out: Vec::new(),
    };
    let first = code.tokens.first().map(|(t, _)| *t);
    let from = match first {
        Some(Token::Word(tag)) if !code.prints => {
            if SILENT.contains(&tag) || tag.starts_with("end") {
                return Vec::new();
            }
            scan.condition = matches!(tag, "if" | "elif");
            match tag {
                "set" | "set_global" | "filter" => 2,
                "for" => scan.after_in(1),
                _ => 1,
            }
        }
        // The end of a part.
        Some(Token::Sign("</")) => return Vec::new(),
        _ => 0,
    };
    scan.expressions(from);
    scan.out
}

/// Goes through the tokens of one piece of code.
struct Scan<'c, 's> {
    code: &'c Code<'s>,
    fields: &'c BTreeSet<String>,
    bound: &'c Bound<'c>,
    /// Whether the whole is a condition.
    condition: bool,
    out: Vec<Read>,
}

impl<'s> Scan<'_, 's> {
    fn token(&self, at: usize) -> Option<Token<'s>> {
        self.code.tokens.get(at).map(|(t, _)| *t)
    }

    fn before(&self, at: usize) -> Option<Token<'s>> {
        self.token(at.checked_sub(1)?)
    }

    fn is(&self, at: usize, sign: &str) -> bool {
        self.token(at) == Some(Token::Sign(sign))
    }

    fn word(&self, at: usize) -> Option<&'s str> {
        match self.token(at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Behind the names that `for` gives to what it finds.
    fn after_in(&self, from: usize) -> usize {
        let words = from..self.code.tokens.len();
        let found = words.clone().find(|i| self.word(*i) == Some("in"));
        found.map_or(words.end, |i| i + 1)
    }

    fn expressions(&mut self, from: usize) {
        let mut at = from;
        while let Some(token) = self.token(at) {
            at = match token {
                Token::Word("for") => self.after_in(at + 1),
                Token::Word(word) if KEYWORDS.contains(&word) || word == "None" => at + 1,
                Token::Word(_) => self.name(at),
                Token::Sign("<") if !self.ends_operand(at) => self.part(at + 1),
                _ => at + 1,
            };
        }
    }

    /// Whether what stands before is a value, so that `<` compares.
    fn ends_operand(&self, at: usize) -> bool {
        match self.before(at) {
            Some(Token::Text(_) | Token::Number) => true,
            Some(Token::Word(word)) => {
                let value = matches!(word, "true" | "false" | "True" | "False" | "none" | "null");
                value || !KEYWORDS.contains(&word)
            }
            Some(Token::Sign(sign)) => matches!(sign, ")" | "]" | "}"),
            None => false,
        }
    }

    /// A word that is no keyword; gives the place behind it.
    fn name(&mut self, at: usize) -> usize {
        let tested = self.before(at) == Some(Token::Word("is"))
            || self.before(at) == Some(Token::Word("not"))
                && at >= 2
                && self.word(at - 2) == Some("is");
        let is_call = self.is(at + 1, "(");
        let is_key = self.is(at + 1, "=");
        if tested || is_call || is_key || self.before(at) == Some(Token::Sign("|")) {
            return at + 1;
        }
        let end = self.path(at);
        let known = matches!(self.word(at), Some("loop" | "__tera_context"));
        let known = known || end == at + 1 && self.is_bound(at) || self.is_reckoned(at, end);
        if !known && !self.asks(at, end) && !self.is_printed_alone(at, end) {
            self.note(at, end, false);
        }
        end
    }

    /// Whether something is reckoned with: tera itself says that there is none, and costs less. What a row lacks is
    /// said better here.
    fn is_reckoned(&self, start: usize, end: usize) -> bool {
        let reckons = |t| matches!(t, Some(Token::Sign(s)) if ARITHMETIC.contains(&s));
        let next = self.token(end);
        let plain = !matches!(next, Some(Token::Sign("|") | Token::Word("is")));
        plain && self.word(start) != Some("row") && (reckons(next) || reckons(self.before(start)))
    }

    /// Whether a name is always something: asking costs time.
    fn is_bound(&self, at: usize) -> bool {
        self.word(at).is_some_and(|word| self.bound.has(word))
    }

    /// The end of a name with its members; what stands in brackets is read by itself.
    fn path(&mut self, at: usize) -> usize {
        let mut end = at + 1;
        loop {
            if self.is(end, ".") || self.is(end, "?.") {
                end += 2;
            } else if self.is(end, "[") || self.is(end, "?[") {
                let close = self.closing(end);
                self.between(end + 1, close);
                end = close + 1;
            } else {
                return end.min(self.code.tokens.len());
            }
        }
    }

    /// The place of the bracket that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.code.tokens.len() {
            match self.token(at) {
                Some(Token::Sign("[" | "?[" | "(" | "{")) => depth += 1,
                Some(Token::Sign("]" | ")" | "}")) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.code.tokens.len()
    }

    /// Reads what stands between two places.
    fn between(&mut self, from: usize, to: usize) {
        let tokens = self.code.tokens.get(from..to).unwrap_or_default();
        let inner = Code {
            prints: false,
            tokens: tokens.to_vec(),
        };
        let mut scan = Scan {
            code: &inner,
            fields: self.fields,
            bound: self.bound,
            condition: false,
            out: Vec::new(),
        };
        scan.expressions(0);
        let found = std::mem::take(&mut scan.out);
        self.out.extend(found);
    }

    /// A call of a part, `<part title={row.title} row />`: its name, then its arguments.
    fn part(&mut self, at: usize) -> usize {
        let mut at = at + 1;
        while self.is(at, ".") {
            at += 2;
        }
        loop {
            at = match self.token(at) {
                Some(Token::Word(_)) if self.is(at + 1, "=") => at + 2,
                Some(Token::Word(_)) => {
                    if !self.is_bound(at) {
                        self.note(at, at + 1, true);
                    }
                    at + 1
                }
                Some(Token::Text(_) | Token::Number) => at + 1,
                Some(Token::Sign("{")) => {
                    let close = self.closing(at);
                    self.between(at + 1, close);
                    close + 1
                }
                _ => return at,
            };
        }
    }

    /// Whether a template asks if there is such a thing.
    fn asks(&self, start: usize, end: usize) -> bool {
        let loose = !matches!(self.before(start), Some(Token::Sign(s)) if TIGHT.contains(&s));
        match self.token(end) {
            Some(Token::Sign("|")) => self.word(end + 1) == Some("default"),
            Some(Token::Word("is")) if loose => {
                let test = match self.word(end + 1) {
                    Some("not") => self.word(end + 2),
                    test => test,
                };
                matches!(test, Some("defined" | "undefined"))
            }
            next => self.is_condition(start, next) && self.is_field(end),
        }
    }

    /// Whether the path is a condition of its own: only whether there is something matters.
    fn is_condition(&self, start: usize, next: Option<Token<'s>>) -> bool {
        use Token::{Sign, Word};
        let before = self.before(start);
        let starts = match before {
            None => true,
            Some(Word(word)) => matches!(word, "if" | "elif" | "and" | "or" | "not"),
            Some(Sign(sign)) => matches!(sign, "(" | "[" | "{" | "," | "="),
            Some(Token::Text(_) | Token::Number) => false,
        };
        match (before, next) {
            (_, Some(Word("and" | "or"))) => starts,
            (Some(Word("not" | "if" | "elif")), None | Some(Word("else"))) => true,
            (Some(Word("not" | "if")), Some(Sign(")" | "]" | "}" | ","))) => true,
            (Some(Word("and" | "or")), Some(Word("else"))) => true,
            (Some(Word("and" | "or")), None | Some(Sign(")"))) => self.condition,
            (Some(Sign("(")), Some(Sign(")"))) => self.condition,
            _ => false,
        }
    }

    /// Whether the path ends in a field that some card of the kit has.
    fn is_field(&self, end: usize) -> bool {
        match end.checked_sub(1).and_then(|at| self.token(at)) {
            Some(Token::Word(word)) => self.fields.contains(word),
            _ => false,
        }
    }

    /// `{{ row.title }}`: tera itself says that there is none.
    fn is_printed_alone(&self, start: usize, end: usize) -> bool {
        let dotted = (start..end).all(|at| self.word(at).is_some() || self.is(at, "."));
        self.code.prints && start == 0 && end == self.code.tokens.len() && dotted
    }

    fn note(&mut self, start: usize, end: usize, shorthand: bool) {
        let tokens = &self.code.tokens;
        let (Some((_, first)), Some((_, last))) = (tokens.get(start), tokens.get(end - 1)) else {
            return;
        };
        self.out.push(Read {
            start: first.start,
            end: last.end,
            shorthand,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::codes;
    use super::*;

    fn fields() -> BTreeSet<String> {
        ["title", "flavor", "hp"].map(str::to_owned).into()
    }

    /// The template with `!` where the filter stands.
    fn marked(source: &str) -> String {
        strict(source, &codes(source), &fields())
            .source
            .replace(" | __must", "!")
    }

    #[test]
    fn every_name_that_is_read_must_exist() {
        for (source, expected) in [
            (
                "row.a {{ row.a }} {# row.a ~ b #}",
                "row.a {{ row.a }} {# row.a ~ b #}",
            ),
            ("{{ \"x\" ~ row.a }}", "{{ \"x\" ~ row.a! }}"),
            ("{{ row.a | str }}", "{{ row.a! | str }}"),
            (
                "{{ f(a=row.a, b=1.5, c=\"row.b\") }}",
                "{{ f(a=row.a!, b=1.5, c=\"row.b\") }}",
            ),
            (
                "{% if row.a == 3 %}{% endif %}",
                "{% if row.a! == 3 %}{% endif %}",
            ),
            ("{%- elif a < b -%}", "{%- elif a! < b! -%}"),
            (
                "{% for k, v in row.a | sort %}",
                "{% for k, v in row.a! | sort %}",
            ),
            (
                "{% set x = row.a %}{% set_global y = x %}",
                "{% set x = row.a! %}{% set_global y = x! %}",
            ),
            ("{{ palette[row.a].hex }}", "{{ palette[row.a!].hex! }}"),
            ("{{ row[\"Rules Text\"] }}", "{{ row[\"Rules Text\"]! }}"),
            ("{{ row.a[1:n] }}", "{{ row.a[1:n!]! }}"),
            ("{{ a if b else c }}", "{{ a! if b! else c! }}"),
            (
                "{{ [x * 2 for x in xs if x in ys] }}",
                "{{ [x * 2 for x in xs! if x! in ys!] }}",
            ),
            ("{{ {\"k\": row.a} }}", "{{ {\"k\": row.a!} }}"),
            (
                "{{ x | replace(from=\"a\", to=row.b) }}",
                "{{ x! | replace(from=\"a\", to=row.b!) }}",
            ),
            (
                "{% if row.a is containing(row.b) %}",
                "{% if row.a! is containing(row.b!) %}",
            ),
            (
                "{% if row.a not in t.list %}",
                "{% if row.a! not in t.list! %}",
            ),
            (
                "{% filter replace(from=a, to=\"\") %}",
                "{% filter replace(from=a!, to=\"\") %}",
            ),
            (
                "{{ loop.index ~ \"'\" ~ row.b }}",
                "{{ loop.index ~ \"'\" ~ row.b! }}",
            ),
            ("{{ 'it\\'s' ~ row.b }}", "{{ 'it\\'s' ~ row.b! }}"),
            ("{{ row?.a ~ \"x\" }}", "{{ row?.a! ~ \"x\" }}"),
            ("{{ (row.a) }}", "{{ (row.a!) }}"),
            ("{{ not row.title == 3 }}", "{{ not row.title! == 3 }}"),
        ] {
            assert_eq!(marked(source), expected);
        }
    }

    #[test]
    fn names_of_their_own_are_left_alone() {
        for source in [
            "{% component star(@row, size=3, x: string) %}{% endcomponent star %}",
            "{% block a %}{% endblock a %}{% include \"a.svg\" %}{% extends 'b.svg' %}",
            "{% raw %}{{ a ~ b }}{% endraw %}",
            "{% set x %}a{% endset %}{% else %}{% break %}",
            "{{ none }}{{ true and not false }}",
        ] {
            assert_eq!(marked(source), source);
        }
        assert_eq!(
            marked("{{ <a.b row={row} x=\"1\" y={1 + c} d {...rest} /> }}"),
            "{{ <a.b row={row} x=\"1\" y={1 + c} d={d!} {...rest!} /> }}"
        );
        assert_eq!(
            marked("{% <box a={b}> %}x{% </box> %}"),
            "{% <box a={b!}> %}x{% </box> %}"
        );
    }

    #[test]
    fn what_is_always_there_needs_no_filter() {
        for (source, expected) in [
            ("{% if ink == lang %}", "{% if ink == lang %}"),
            (
                "{% for v in row.a %}{{ 1 ~ v }}{% endfor %}{{ 1 ~ v }}",
                "{% for v in row.a! %}{{ 1 ~ v }}{% endfor %}{{ 1 ~ v! }}",
            ),
            // A part has only what it names.
            (
                "{% component p(x, y=1, @lang) %}{{ x ~ y ~ lang ~ ink }}{% endcomponent p %}{{ 1 ~ x ~ ink }}",
                "{% component p(x, y=1, @lang) %}{{ x ~ y ~ lang ~ ink! }}{% endcomponent p %}{{ 1 ~ x! ~ ink }}",
            ),
            ("{{ 1 ~ x.a }}", "{{ 1 ~ x.a! }}"),
            // Tera itself says that there is nothing to reckon with.
            ("{{ c.a * 2 ~ c.b }}", "{{ c.a * 2 ~ c.b! }}"),
            ("{{ 2 - c.a | abs }}", "{{ 2 - c.a! | abs }}"),
            ("{{ 2 + row.a }}", "{{ 2 + row.a! }}"),
        ] {
            assert_eq!(marked(source), expected);
        }
    }

    #[test]
    fn a_template_may_ask() {
        for source in [
            "{{ row.a | default(value=\"\") }}",
            "{% if row.a is defined and row.b is not undefined %}",
            "{{ \"x\" ~ row.a | default(value=1) }}",
            "{% if row.flavor %}",
            "{% if not row.flavor and (row.title or row.hp) %}",
            "{{ \"a\" if row.flavor else \"b\" }}",
            "{{ row.flavor or \"none\" }}",
            "{{ [1 for c in [1] if not row.flavor] }}",
        ] {
            assert_eq!(marked(source), source);
        }
        for (source, expected) in [
            ("{% if row.flavr %}", "{% if row.flavr! %}"),
            ("{% if row.flavor == 1 %}", "{% if row.flavor! == 1 %}"),
            (
                "{{ row.title or row.flavor }}",
                "{{ row.title or row.flavor! }}",
            ),
            (
                "{{ \"a\" ~ row.a is defined }}",
                "{{ \"a\" ~ row.a! is defined }}",
            ),
            (
                "{{ \"a\" if row.hp > 1 else row.title }}",
                "{{ \"a\" if row.hp! > 1 else row.title! }}",
            ),
        ] {
            assert_eq!(marked(source), expected);
        }
    }

    #[test]
    fn the_place_of_the_filter_tells_the_name() {
        let source = "a\n{{ \"x\" ~ row.titel }}";
        let made = strict(source, &codes(source), &fields());
        assert_eq!(made.source.lines().count(), 2);
        let at = made.source.find(FILTER).expect("the filter");
        assert_eq!(made.read_at(&(at..at + 6)), Some("row.titel"));
        assert_eq!(made.read_at(&(0..3)), None);
    }

    #[test]
    fn broken_templates_are_left_broken() {
        for source in [
            "{{ a",
            "{% if",
            "{{ a. }}",
            "{{ a[ }}",
            "{{ \"a }}",
            "{# a",
            "{",
            "{{ <",
            "{% raw %}{{ a",
        ] {
            assert!(
                strict(source, &codes(source), &fields()).source.len() >= source.len(),
                "{source}"
            );
        }
    }
}
