//! CATCH and RUN: which floor cards REVERSE turns down.

use std::collections::BTreeSet;

use serde_json::Value;

/// The shapes that floor and arm cards know.
const SHAPES: [&str; 2] = ["circle", "triangle"];

/// A name that is no card of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchCard(pub String);

/// A floor card, from its name (`3-green-circle`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor<'a> {
    /// `1` to `4`.
    pub number: &'a str,
    /// One of the kit's colours.
    pub color: &'a str,
    /// One of the shapes.
    pub shape: &'a str,
}

impl<'a> Floor<'a> {
    /// Reads a floor card's name.
    pub fn parse(name: &'a str) -> Result<Self, NoSuchCard> {
        let mut parts = name.split('-');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(number), Some(color), Some(shape), None) if SHAPES.contains(&shape) => Ok(Self {
                number,
                color,
                shape,
            }),
            _ => Err(NoSuchCard(name.to_owned())),
        }
    }
}

/// What the arm cards of a turn show, by category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown<'a> {
    numbers: BTreeSet<&'a str>,
    colors: BTreeSet<&'a str>,
    shapes: BTreeSet<&'a str>,
}

impl<'a> Shown<'a> {
    /// Collects arm cards by their names (`3`, `green`, `circle`, with `+jump` and the like behind).
    /// Plain or special makes no difference here.
    pub fn collect(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut shown = Self::default();
        for name in names {
            let value = name.split('+').next().unwrap_or(name);
            if value.chars().all(|c| c.is_ascii_digit()) {
                shown.numbers.insert(value);
            } else if SHAPES.contains(&value) {
                shown.shapes.insert(value);
            } else {
                shown.colors.insert(value);
            }
        }
        shown
    }

    /// Whether REVERSE turns a floor card down: in every category that was shown at all, the card's own
    /// value is among those shown.
    pub fn turns(&self, card: &Floor<'_>) -> bool {
        let hit = |set: &BTreeSet<&str>, own: &str| set.is_empty() || set.contains(own);
        let any = !(self.numbers.is_empty() && self.colors.is_empty() && self.shapes.is_empty());
        any && hit(&self.numbers, card.number)
            && hit(&self.colors, card.color)
            && hit(&self.shapes, card.shape)
    }
}

/// The face-up floor cards that the arm cards shown turn down, in the order given.
pub fn reverse<'a>(
    floor: impl IntoIterator<Item = &'a str>,
    shown: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<&'a str>, NoSuchCard> {
    let shown = Shown::collect(shown);
    let mut turned = Vec::new();
    for name in floor {
        if shown.turns(&Floor::parse(name)?) {
            turned.push(name);
        }
    }
    Ok(turned)
}

/// Answers questions of rule pictures; `None` for a name it does not know.
pub fn picture(name: &str, args: &Value) -> Option<Result<Value, String>> {
    match name {
        "reverse" => Some(reverse_picture(args)),
        _ => None,
    }
}

/// `floor` and `shown` in; the floor cards that are turned down out.
fn reverse_picture(args: &Value) -> Result<Value, String> {
    let turned = reverse(super::texts(args, "floor")?, super::texts(args, "shown")?)
        .map_err(|e| format!("`{}` is no floor card", e.0))?;
    Ok(Value::from(turned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole_floor() -> Vec<String> {
        let mut out = Vec::new();
        for number in 1..=4 {
            for color in ["red", "blue", "yellow", "green"] {
                for shape in SHAPES {
                    out.push(format!("{number}-{color}-{shape}"));
                }
            }
        }
        out
    }

    fn turned(shown: &[&str]) -> Vec<String> {
        let floor = whole_floor();
        let out = reverse(floor.iter().map(String::as_str), shown.iter().copied()).expect("cards");
        out.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn three_four_green_circle_turns_the_green_cards_with_three_or_four_circles() {
        assert_eq!(
            turned(&["3", "4", "green", "circle"]),
            ["3-green-circle", "4-green-circle"]
        );
    }

    #[test]
    fn one_two_three_four_turns_the_whole_floor() {
        assert_eq!(turned(&["1", "2", "3", "4"]).len(), 32);
    }

    #[test]
    fn a_category_that_was_not_shown_does_not_matter() {
        assert_eq!(turned(&["red", "red", "red", "blue"]).len(), 16);
        assert_eq!(turned(&["circle", "triangle", "2", "2"]).len(), 8);
    }

    #[test]
    fn specials_count_like_plain_cards() {
        assert_eq!(
            turned(&["3+jump", "4+2x", "green", "circle+carpenter"]),
            turned(&["3", "4", "green", "circle"])
        );
    }

    #[test]
    fn nothing_shown_turns_nothing() {
        assert!(turned(&[]).is_empty());
    }

    #[test]
    fn a_name_that_is_no_floor_card_is_refused() {
        assert_eq!(
            reverse(["3-green"], ["3"]),
            Err(NoSuchCard("3-green".into()))
        );
    }
}
