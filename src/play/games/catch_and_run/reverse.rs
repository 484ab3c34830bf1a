//! REVERSE as a pure function: which floor cards the arm cards of a turn turn down.

use serde_json::Value;

use super::super::texts;
use crate::say;
use crate::say::Say;

/// The shapes that floor and arm cards know.
const SHAPES: [&str; 2] = ["circle", "triangle"];

/// A name that is no card of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchCard(pub String);

/// What cards show: a bit for each value, by category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    numbers: u32,
    colors: u32,
    shapes: u32,
}

impl Values {
    /// Everything that these or those show.
    pub fn and(self, more: Self) -> Self {
        Self {
            numbers: self.numbers | more.numbers,
            colors: self.colors | more.colors,
            shapes: self.shapes | more.shapes,
        }
    }

    /// Whether arm cards that show this turn a floor card down: in every category that was shown at all, the
    /// card's own value is among those shown.
    pub fn turn(self, card: Self) -> bool {
        let hit = |shown: u32, own: u32| shown == 0 || shown & own != 0;
        self != Self::default()
            && hit(self.numbers, card.numbers)
            && hit(self.colors, card.colors)
            && hit(self.shapes, card.shapes)
    }
}

/// The values that have come up so far, each with its bit.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    numbers: Vec<String>,
    colors: Vec<String>,
    shapes: Vec<String>,
}

impl Vocabulary {
    /// What a floor card shows, by its name (`3-green-circle`).
    pub(super) fn floor(&mut self, name: &str) -> Result<Values, NoSuchCard> {
        let parts: Vec<&str> = name.split('-').collect();
        let no = || NoSuchCard(name.to_owned());
        match parts.as_slice() {
            [number, color, shape] if SHAPES.contains(shape) => Ok(Values {
                numbers: bit(&mut self.numbers, number).ok_or_else(no)?,
                colors: bit(&mut self.colors, color).ok_or_else(no)?,
                shapes: bit(&mut self.shapes, shape).ok_or_else(no)?,
            }),
            _ => Err(no()),
        }
    }

    /// What an arm card shows, by its name (`3`, `green`, `circle`, with `+jump` and the like behind).
    /// Plain or special makes no difference.
    pub(super) fn arm(&mut self, name: &str) -> Result<Values, NoSuchCard> {
        let value = name.split('+').next().unwrap_or(name);
        let mut values = Values::default();
        let (known, place) = if value.chars().all(|c| c.is_ascii_digit()) {
            (&mut self.numbers, &mut values.numbers)
        } else if SHAPES.contains(&value) {
            (&mut self.shapes, &mut values.shapes)
        } else {
            (&mut self.colors, &mut values.colors)
        };
        *place = bit(known, value).ok_or_else(|| NoSuchCard(name.to_owned()))?;
        Ok(values)
    }
}

/// The bit of a value; a new one for a new value, none when there are too many.
fn bit(known: &mut Vec<String>, value: &str) -> Option<u32> {
    let at = known.iter().position(|k| k == value).unwrap_or_else(|| {
        known.push(value.to_owned());
        known.len() - 1
    });
    1u32.checked_shl(u32::try_from(at).ok()?)
}

/// The face-up floor cards that the arm cards shown turn down, in the order given.
pub fn reverse<'a>(
    floor: impl IntoIterator<Item = &'a str>,
    shown: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<&'a str>, NoSuchCard> {
    let mut words = Vocabulary::default();
    let mut all = Values::default();
    for name in shown {
        all = all.and(words.arm(name)?);
    }
    let mut turned = Vec::new();
    for name in floor {
        if all.turn(words.floor(name)?) {
            turned.push(name);
        }
    }
    Ok(turned)
}

/// Answers questions of rule pictures; `None` for a name it does not know.
pub(super) fn picture(name: &str, args: &Value) -> Option<Result<Value, Say>> {
    match name {
        "reverse" => Some(reverse_picture(args)),
        _ => None,
    }
}

/// `floor` and `shown` in; the floor cards that are turned down out.
fn reverse_picture(args: &Value) -> Result<Value, Say> {
    let turned = reverse(texts(args, "floor")?, texts(args, "shown")?)
        .map_err(|e| say!("`{}` is no floor card", e.0))?;
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
