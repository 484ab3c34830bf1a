//! Functions and filters that templates may call.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::Value as Json;
use tera::{Kwargs, State, Tera, Value};

use super::ink::PALETTE;
use super::{random, textbox};
use crate::colour::{Ink, hex, parse_color};
use crate::kit::{AskRules, Kit, fields_in, strict};
use crate::say;
use crate::say::{Say, Tongue};

thread_local! {
    /// The ink of the template that runs on this thread.
    static INK: Cell<Ink> = const { Cell::new(Ink::Full) };
}

/// The template that runs on this thread next draws in this ink.
pub(super) fn draw_in(ink: Ink) {
    INK.set(ink);
}

/// Gives `tera` everything that a template of `kit` may use; `with_decks` where one asks for whole decks.
pub(super) fn register(
    tera: &mut Tera,
    kit: &Kit,
    lang: &str,
    with_decks: bool,
    answers: &Arc<RulesAnswers>,
) {
    strict::register(tera);
    tera.register_function("textbox", |kwargs: Kwargs, _: &State| {
        textbox::call(&kwargs)
    });
    tera.register_function("palette_defs", |_: Kwargs, _: &State| {
        Value::safe_string(PALETTE.encode_utf8(&mut [0; 4]))
    });
    tera.register_function("random", |kwargs: Kwargs, _: &State| random::call(&kwargs));
    let decks = match with_decks {
        true => decks(kit, lang),
        false => Vec::new(),
    };
    tera.register_function("deck", move |kwargs: Kwargs, _: &State| {
        deck(&kwargs, &decks)
    });
    let (rules, answers) = (kit.rules, answers.clone());
    tera.register_function("referee", move |kwargs: Kwargs, _: &State| {
        referee(&kwargs, rules, &answers)
    });
    tera.register_filter("ground", |color: &str, _: Kwargs, _: &State| {
        parse_color(color)
            .map(|c| hex(INK.get().ground(c)))
            .ok_or_else(|| not_a_color("ground", color))
    });
    tera.register_filter("on_ground", |color: &str, _: Kwargs, _: &State| {
        parse_color(color)
            .map(|c| hex(INK.get().on_ground(c)))
            .ok_or_else(|| not_a_color("on_ground", color))
    });
}

/// Functions that a template may call.
pub(super) const FUNCTIONS: &[&str] = &[
    "textbox",
    "palette_defs",
    "deck",
    "referee",
    "random",
    "range",
    "throw",
];

/// Filters that a template may use.
pub(super) const FILTERS: &[&str] = &[
    "ground",
    "on_ground",
    "abs",
    "capitalize",
    "default",
    "escape",
    "escape_html",
    "escape_xml",
    "first",
    "float",
    "get",
    "group_by",
    "indent",
    "int",
    "join",
    "keys",
    "last",
    "length",
    "lower",
    "newlines_to_br",
    "nth",
    "pairs",
    "pluralize",
    "replace",
    "reverse",
    "round",
    "safe",
    "sort",
    "split",
    "str",
    "title",
    "trim",
    "trim_end",
    "trim_start",
    "truncate",
    "unique",
    "upper",
    "values",
    "wordcount",
];

/// Tests that a template may make.
pub(super) const TESTS: &[&str] = &[
    "array",
    "bool",
    "containing",
    "defined",
    "divisible_by",
    "ending_with",
    "even",
    "float",
    "integer",
    "iterable",
    "map",
    "none",
    "number",
    "odd",
    "starting_with",
    "string",
    "undefined",
];

fn not_a_color(filter: &str, color: &str) -> tera::Error {
    tera::Error::message(format!(
        "`{filter}` wants a colour such as `#0b2545`, not `{color}`"
    ))
}

/// Every component's cards as templates see them, once per kind of card.
fn decks(kit: &Kit, lang: &str) -> Vec<(String, Value)> {
    let deck = |c: &crate::kit::Component| {
        let cards = c.cards.iter().map(|card| {
            let mut fields = fields_in(&card.fields, &kit.languages, lang);
            // A column that is no name or number of copies keeps what it says.
            let own = fields
                .get("name")
                .and_then(Json::as_str)
                .unwrap_or_default();
            if card.name.starts_with(own.trim()) {
                fields.insert("name".into(), Json::from(card.name.as_str()));
            }
            let copies = fields.entry("count");
            copies.or_insert_with(|| Json::from(card.count));
            Json::Object(fields)
        });
        Value::from_serializable(&Json::Array(cards.collect()))
    };
    kit.components
        .iter()
        .map(|c| (c.id.clone(), deck(c)))
        .collect()
}

fn deck(kwargs: &Kwargs, decks: &[(String, Value)]) -> tera::TeraResult<Value> {
    let id = kwargs.must_get::<&str>("component")?;
    decks
        .iter()
        .find(|(name, _)| name == id)
        .map(|(_, v)| v.clone())
        .ok_or_else(|| tera::Error::message(format!("`deck`: the kit has no component `{id}`")))
}

/// Arguments in the order of their names: they come in any.
fn in_order(args: serde_json::Map<String, Json>) -> Json {
    let mut args = Json::Object(args);
    args.sort_all_objects();
    args
}

/// What the rules code said, by what it was asked: several pictures may show one game, in every language and ink.
#[derive(Default)]
pub(super) struct RulesAnswers {
    known: Mutex<HashMap<String, Value>>,
    /// Why nothing was said, by the English words: errors of tera hold words alone, which would not be translated.
    refused: Mutex<HashMap<String, Say>>,
}

impl RulesAnswers {
    /// The refusal that words of tera came of, if they did.
    pub(super) fn refusal(&self, words: &str) -> Option<Say> {
        self.refused.lock().ok()?.get(words).cloned()
    }

    fn refuse(&self, why: Say) -> tera::Error {
        let words = why.text(Tongue::of("en"));
        if let Ok(mut refused) = self.refused.lock() {
            refused.insert(words.clone(), why);
        }
        tera::Error::message(words)
    }
}

/// What the rules code says, for pictures of rules: every argument but `rule` goes to it.
fn referee(
    kwargs: &Kwargs,
    rules: Option<AskRules>,
    answers: &RulesAnswers,
) -> tera::TeraResult<Value> {
    let rule = kwargs.must_get::<&str>("rule")?;
    let mut args = kwargs.deserialize::<serde_json::Map<String, Json>>()?;
    args.shift_remove("rule");
    let args = in_order(args);
    let question = format!("{rule} {args}");
    if let Ok(known) = answers.known.lock()
        && let Some(answer) = known.get(&question)
    {
        return Ok(answer.clone());
    }
    let ask = rules.ok_or_else(|| answers.refuse(say!("`referee`: no rules are at hand")))?;
    let answer = ask(rule, &args).map_err(|why| answers.refuse(why))?;
    let answer = Value::from_serializable(&answer);
    if let Ok(mut known) = answers.known.lock() {
        known.insert(question, answer.clone());
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_exists() {
        let kit = Kit::load("cats").expect("a kit");
        let mut tera = Tera::new();
        register(&mut tera, &kit, "en", false, &Arc::default());
        let mut template = String::new();
        template.extend(FILTERS.iter().map(|f| format!("{{{{ 1 | {f} }}}}")));
        template.extend(FUNCTIONS.iter().map(|f| format!("{{{{ {f}() }}}}")));
        template.extend(TESTS.iter().map(|t| format!("{{{{ 1 is {t} }}}}")));
        tera.add_raw_template("a", &template)
            .expect("all are known");
    }

    #[test]
    fn a_question_is_the_same_in_any_order() {
        let read = |text: &str| in_order(serde_json::from_str(text).unwrap()).to_string();
        let one = read(r#"{"map": ["."], "at": "a1", "lines": {"b1": "Bob", "a1": "Ann"}}"#);
        let two = read(r#"{"lines": {"a1": "Ann", "b1": "Bob"}, "at": "a1", "map": ["."]}"#);
        assert_eq!(one, two);
    }
}
