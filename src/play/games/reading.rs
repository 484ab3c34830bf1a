//! What several referees read alike: settings, and the words that moves begin with.

use serde_json::Value;

use crate::diag::list;
use crate::kit::Card;
use crate::play::rules::{Fault, Refusal, Setup};
use crate::play::seats::{self, Word};
use crate::play::stock::{Part, Stock};
use crate::say;

/// Refuses settings that neither the referee (`known`) nor the kit has.
pub fn known_settings(setup: Setup<'_>, known: &[&str]) -> Result<(), Refusal> {
    let kit = &setup.kit.settings;
    let all = || {
        let kit = kit.keys().map(String::as_str);
        known.iter().copied().chain(kit)
    };
    let unknown = |name: &&String| !all().any(|k| k == name.as_str());
    match setup.settings.keys().find(unknown) {
        None => Ok(()),
        Some(name) => {
            let what = say!("there is no setting `{}`", name);
            let refusal =
                Refusal::new(Fault::Unknown, what).hint(say!("settings: {}", list(all())));
            Err(refusal.did_you_mean(name, all()))
        }
    }
}

/// The word that a setting has, one of `words`; the first when it is not set.
pub fn choice(
    setup: Setup<'_>,
    name: &str,
    words: &[&'static str],
) -> Result<&'static str, Refusal> {
    let Some(value) = setup.settings.get(name) else {
        return Ok(words.first().copied().unwrap_or_default());
    };
    let wanted = seats::fold(value);
    let found = words.iter().find(|w| **w == wanted);
    found.copied().ok_or_else(|| {
        let all = list(words.iter().copied());
        let refusal = Refusal::words(say!("`{}` must be {}, not {}", name, all, value));
        refusal.did_you_mean(value, words.iter().copied())
    })
}

/// The seat that a setting names; none when it is to be drawn.
pub fn seat_setting(setup: Setup<'_>, name: &str) -> Result<Option<usize>, Refusal> {
    match setup.settings.get(name) {
        None => Ok(None),
        Some(value) if value == "random" => Ok(None),
        Some(value) => seats::find(setup.seats, value).map(Some),
    }
}

/// A component that the game cannot do without.
pub fn component<'a>(kit: &'a Stock, id: &str) -> Result<&'a Part, Refusal> {
    let found = kit.components.iter().find(|c| c.id == id);
    let missing = || say!("kit `{}` has no component `{}`", kit.id, id);
    found.ok_or_else(|| Refusal::new(Fault::Unknown, missing()))
}

/// A whole number in a card's field.
pub fn number(component: &str, card: &Card, field: &str) -> Result<u32, Refusal> {
    let value = card.fields.get(field);
    let number = value.and_then(Value::as_u64);
    let text = || value.and_then(Value::as_str)?.trim().parse().ok();
    let number = number.or_else(text).and_then(|n| u32::try_from(n).ok());
    number.ok_or_else(|| {
        let what = say!(
            "card `{}` of `{}` needs a whole number in `{}`",
            card.name,
            component,
            field
        );
        Refusal::new(Fault::Rule, what)
    })
}

/// The verb that a word is, or is the only one to begin with.
pub fn verb(word: &Word, verbs: &[&'static str]) -> Result<&'static str, Refusal> {
    let typed = seats::fold(&word.text);
    if let Some(verb) = verbs.iter().find(|v| **v == typed) {
        return Ok(verb);
    }
    let fitting = verbs.iter().filter(|v| v.starts_with(&typed));
    let fitting: Vec<&'static str> = fitting.copied().collect();
    match fitting.as_slice() {
        [one] => Ok(one),
        [] => {
            let refusal = Refusal::words(say!("there is no move `{}`", word.text));
            let refusal = refusal.hint(say!("moves: {}", list(verbs.iter().copied())));
            Err(refusal.did_you_mean(&word.text, verbs.iter().copied()))
        }
        several => {
            let several = list(several.iter().copied());
            Err(Refusal::words(say!("`{}` could be {}", word.text, several)))
        }
    }
}

/// The seat that the words begin with, by its whole name or by the start of only one; and the words after it.
pub fn seat<'w>(names: &[String], words: &'w [Word]) -> Result<(usize, &'w [Word]), Refusal> {
    let Some((first, rest)) = words.split_first() else {
        let refusal = Refusal::words(say!("a player's name is missing"));
        let names = list(names.iter().map(String::as_str));
        return Err(refusal.hint(say!("players: {}", names)));
    };
    if let Some(found) = seats::begin(names, words) {
        return Ok(found);
    }
    let typed = seats::fold(&first.text);
    let begins = |s: &usize| {
        names
            .get(*s)
            .is_some_and(|n| seats::fold(n).starts_with(&typed))
    };
    let fitting: Vec<usize> = (0..names.len()).filter(begins).collect();
    match fitting.as_slice() {
        [one] if !typed.is_empty() => Ok((*one, rest)),
        [_, _, ..] if !typed.is_empty() => {
            let several = fitting.iter().filter_map(|s| names.get(*s));
            let several = list(several.map(String::as_str));
            Err(Refusal::words(say!(
                "`{}` could be {}",
                first.text,
                several
            )))
        }
        _ => Err(seats::unknown(names, &first.text)),
    }
}

/// Refuses words that are left over.
pub fn nothing_more(words: &[Word]) -> Result<(), Refusal> {
    if words.is_empty() {
        return Ok(());
    }
    let left = seats::join(words);
    Err(Refusal::words(say!("`{}` is too much here", left)))
}
