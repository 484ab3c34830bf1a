//! What a word being typed could become, and which words begin a move. Knows only what lies open.

use serde_json::Value;

use crate::play::seats;
use crate::play::view::View;

/// The words that moves begin with now.
pub(super) fn verbs(view: &View) -> Vec<String> {
    let mut verbs: Vec<String> = Vec::new();
    for shape in &view.moves {
        let first = shape.split_whitespace().next().unwrap_or_default();
        let fixed = !first.is_empty() && !is_blank(first);
        if fixed && !verbs.iter().any(|v| v == first) {
            verbs.push(first.to_owned());
        }
    }
    verbs
}

/// Whether a word of a shape stands for something else: `NAME`, `[N]`, `CARD+2x`, `…`.
fn is_blank(word: &str) -> bool {
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    let shouted = word
        .split(|c: char| !c.is_alphabetic())
        .any(|part| part.chars().count() > 1 && part.chars().all(char::is_uppercase));
    word.starts_with('[') || shouted || letters().all(char::is_uppercase)
}

/// What the word being typed could become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Completion {
    /// Where the word begins, in bytes.
    pub start: usize,
    /// What it could be, written as moves write it.
    pub words: Vec<String>,
}

impl Completion {
    /// The line with the word completed as far as it is certain.
    pub(super) fn apply(&self, line: &str) -> String {
        let typed = line.get(self.start..).unwrap_or_default();
        let head = line.get(..self.start).unwrap_or_default();
        match self.words.as_slice() {
            [] => line.to_owned(),
            [one] => format!("{head}{one} "),
            many => {
                let common = common_start(many);
                if common.chars().count() > typed.chars().count() {
                    format!("{head}{common}")
                } else {
                    line.to_owned()
                }
            }
        }
    }
}

fn common_start(words: &[String]) -> String {
    let Some((first, rest)) = words.split_first() else {
        return String::new();
    };
    let mut common: &str = first;
    for word in rest {
        let same = common.char_indices().zip(word.chars());
        let end = same
            .take_while(|((_, a), b)| a == b)
            .last()
            .map_or(0, |((i, a), _)| i + a.len_utf8());
        common = &common[..end];
    }
    common.to_owned()
}

/// The most words that are worth offering.
const MOST: usize = 200;

/// What the last word of a line could become.
pub(super) fn complete(line: &str, view: &View, seats: &[String]) -> Completion {
    let quotes = line.matches('"').count();
    let start = if quotes % 2 == 1 {
        line.rfind('"').unwrap_or(0)
    } else {
        let end = line.rfind(|c: char| c.is_whitespace() || matches!(c, ',' | '、' | '，'));
        end.map_or(0, |i| {
            i + line[i..].chars().next().map_or(1, char::len_utf8)
        })
    };
    let typed = seats::fold(line[start..].trim_start_matches('"'));
    let names = (0..seats.len()).map(|s| seats::call(seats, s));
    let mut words: Vec<String> = Vec::new();
    let verb = line.split_whitespace().next().unwrap_or_default();
    let shapes = || view.moves.iter();
    if line[..start].trim().is_empty() {
        words.extend(verbs(view));
        // Some games begin a move with a player's name.
        if shapes().any(|s| s.starts_with("NAME")) {
            words.extend(names);
        }
    } else {
        for shape in shapes().filter(|s| s.split_whitespace().next() == Some(verb)) {
            let rest = shape.split_whitespace().skip(1);
            let parts = rest.flat_map(|w| w.trim_end_matches(',').split('|'));
            words.extend(parts.filter(|w| !is_blank(w)).map(str::to_owned));
        }
        words.extend(names);
        if !typed.is_empty() {
            strings(&Value::Object(view.game.clone()), &mut words);
        }
    }
    words.retain(|w| seats::fold(w.trim_start_matches('"')).starts_with(&typed));
    let mut seen = std::collections::BTreeSet::new();
    words.retain(|w| seen.insert(w.clone()));
    words.truncate(MOST);
    Completion { start, words }
}

/// The texts that lie open: cards and places, keys of maps included.
fn strings(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.is_empty() && text.chars().count() <= 60 => {
            out.push(seats::spell(text));
        }
        Value::Array(list) => list.iter().for_each(|v| strings(v, out)),
        Value::Object(map) => {
            for value in map.values() {
                // Keys of the game's own fields are no things; those one level down may be decks or players.
                if let Value::Object(inner) = value {
                    out.extend(inner.keys().map(|k| seats::spell(k)));
                }
                strings(value, out);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::say;

    fn view() -> View {
        let mut view = View::new(2, say!("paused"));
        view.moves = [
            "draw [NAME] [N] [DECK]",
            "discard [NAME] CARD",
            "reveal NAME|all",
            "next",
        ]
        .map(str::to_owned)
        .to_vec();
        if let Value::Object(game) =
            json!({"decks": {"spells": {"left": 3}}, "middle": ["frog", "fox"]})
        {
            view.game = game;
        }
        view
    }

    fn after(line: &str) -> String {
        let seats = ["Ann".to_owned(), "花子".to_owned(), "Ann Lee".to_owned()];
        complete(line, &view(), &seats).apply(line)
    }

    #[test]
    fn verbs_names_and_open_cards_are_completed() {
        assert_eq!(after("n"), "next ");
        assert_eq!(after("dr"), "draw ");
        assert_eq!(after("d"), "d");
        assert_eq!(after("reveal al"), "reveal all ");
        assert_eq!(after("draw 花"), "draw 花子 ");
        assert_eq!(after("draw 花子 sp"), "draw 花子 spells ");
        assert_eq!(after("discard fr"), "discard frog ");
        assert_eq!(after("discard f"), "discard f");
        assert_eq!(after("xyz"), "xyz");
        assert_eq!(after("win Ann,花"), "win Ann,花子 ");
    }

    #[test]
    fn words_that_stand_for_others_are_not_offered() {
        for blank in ["NAME", "[N]", "CARD+2x", "…", "N"] {
            assert!(is_blank(blank), "{blank}");
        }
        for word in ["then", "repair", "jump-first", "+3", "all"] {
            assert_eq!(is_blank(word), word == "+3", "{word}");
        }
    }

    #[test]
    fn an_empty_line_offers_the_verbs() {
        let offered = complete("", &view(), &[]).words;
        assert_eq!(offered, ["draw", "discard", "reveal", "next"]);
    }

    #[test]
    fn no_line_is_too_strange() {
        for line in [
            "\"",
            "\"An",
            "a \"",
            "、",
            "draw 、",
            "é\u{301}",
            "draw\u{3000}An",
        ] {
            let _ = after(line);
        }
    }

    #[test]
    fn common_starts_end_at_letters() {
        let words = ["花子", "花火"].map(str::to_owned);
        assert_eq!(common_start(&words), "花");
        assert_eq!(common_start(&[]), "");
    }
}
