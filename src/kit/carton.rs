//! Tuck boxes in `kit.toml`: how large they are inside, and what is printed on their sides.

use super::reader::{KitReader, get};
use super::toml::{Node, Value};
use super::{Component, Kind};
use crate::diag::{Problem, list};
use crate::say;
use crate::units::{Mm, Size, parse_length};

/// How thick a card is where nobody says otherwise: card stock of about 300 g/m².
const PAPER: Mm = Mm(0.3);
/// How much larger than its cards a box is in each direction.
const CLEARANCE: Mm = Mm(1.0);
/// The smallest and the largest side of a box.
const SIDES: (Mm, Mm) = (Mm(5.0), Mm(600.0));

/// A tuck box.
#[derive(Clone, Debug, PartialEq)]
pub struct Carton {
    /// From left to right, inside.
    pub width: Mm,
    /// From bottom to top, inside.
    pub height: Mm,
    /// From front to back, inside.
    pub depth: Mm,
    /// How many cards it was measured for; 0 where its size was given.
    pub cards: usize,
    /// The template of both sides.
    pub side: Option<String>,
    /// The template of the lid.
    pub top: Option<String>,
    /// The template of the bottom.
    pub bottom: Option<String>,
}

impl KitReader {
    /// Measures the boxes, once all that they hold is known.
    pub(super) fn cartons(&mut self, items: &[Node], components: &mut [Component]) {
        for i in 0..components.len() {
            if components[i].kind != Kind::Box {
                continue;
            }
            let named = |n: &&Node| matches!(get(n, "id").map(|id| &id.value), Some(Value::Str(id)) if id.trim() == components[i].id);
            let node = items.iter().find(named);
            let carton = node.and_then(|n| self.carton(n, components));
            if let Some(carton) = carton {
                components[i].size = Size {
                    w: carton.width,
                    h: carton.height,
                };
                components[i].carton = Some(carton);
            }
        }
    }

    fn carton(&mut self, node: &Node, components: &[Component]) -> Option<Carton> {
        let mut template = |key: &str| {
            let (name, line) = self.text(node, key)?;
            Some(self.file(name, line, key))
        };
        let (side, top, bottom) = (template("side"), template("top"), template("bottom"));
        let paper = self.length(node, "paper", PAPER);
        let clearance = self.length(node, "clearance", CLEARANCE);
        let (inner, cards) = match (get(node, "size"), get(node, "holds")) {
            (Some(_), _) => (self.given(node)?, 0),
            (None, Some(holds)) => self.measured(holds, components, paper, clearance)?,
            (None, None) => {
                let hint = say!(
                    "name what it holds, `holds = [\"cards\"]`, or give `size = \"65x90x20mm\"`"
                );
                let what = say!("the box has no size");
                self.problem(node.line, what, Some(hint));
                return None;
            }
        };
        let [width, height, depth] = inner;
        if inner.iter().any(|l| *l < SIDES.0 || *l > SIDES.1) {
            let what = say!(
                "a box of {} × {} × {} cannot be folded",
                width,
                height,
                depth
            );
            let hint = say!("each side must be {} to {}", SIDES.0, SIDES.1);
            self.problem(node.line, what, Some(hint));
            return None;
        }
        Some(Carton {
            width,
            height,
            depth,
            cards,
            side,
            top,
            bottom,
        })
    }

    /// `size = "60x92x22mm"`: width, height and depth inside.
    fn given(&mut self, node: &Node) -> Option<[Mm; 3]> {
        let (text, line) = self.text(node, "size")?;
        let text = self.expand(text, line, "size")?;
        let sides = parse_sides(&text);
        if sides.is_none() {
            let hint = say!("write width, height and depth of the inside, such as `65x90x20mm`");
            self.problem(
                line,
                say!("`{}` is not the size of a box", text),
                Some(hint),
            );
        }
        sides
    }

    /// What the components need that are named: the largest card, and a stack of them all.
    fn measured(
        &mut self,
        holds: &Node,
        components: &[Component],
        paper: Mm,
        clearance: Mm,
    ) -> Option<([Mm; 3], usize)> {
        let names: Vec<String> = match &holds.value {
            Value::Str(name) => vec![name.clone()],
            Value::List(items) => items
                .iter()
                .filter_map(|n| match &n.value {
                    Value::Str(name) => Some(name.clone()),
                    _ => {
                        self.wrong("holds", n, say!("text"));
                        None
                    }
                })
                .collect(),
            _ => {
                self.wrong("holds", holds, say!("a list of components"));
                return None;
            }
        };
        let (mut w, mut h, mut cards) = (Mm(0.0), Mm(0.0), 0);
        for name in &names {
            let held = components.iter().find(|c| c.id == *name);
            match held {
                Some(c) if matches!(c.kind, Kind::Cards | Kind::Tokens) => {
                    // Cards stand upright in the box, however they are read.
                    w = w.max(c.size.w.min(c.size.h));
                    h = h.max(c.size.w.max(c.size.h));
                    cards += c.pieces();
                }
                Some(c) => {
                    let what = say!(
                        "a box holds cards or tokens, and `{}` is a `{}`",
                        name,
                        c.kind.name()
                    );
                    self.problem(holds.line, what, None);
                    return None;
                }
                None => {
                    let ids = || components.iter().map(|c| c.id.as_str());
                    let what = say!("the box holds `{}`, which is no component", name);
                    let problem = Problem::new(what)
                        .field("holds")
                        .hint(say!("its components: {}", list(ids())));
                    self.place(problem.did_you_mean(name, ids()), holds.line);
                    return None;
                }
            }
        }
        if cards == 0 {
            self.senseless("holds", holds, say!("a list of at least one component"));
            return None;
        }
        // A handful of cards still takes a box that can be folded.
        let depth = (paper * cards as f64 + clearance).max(SIDES.0);
        Some(([w + clearance, h + clearance, depth], cards))
    }
}

/// Reads `60x92x22mm`, the unit at the end or with each.
fn parse_sides(text: &str) -> Option<[Mm; 3]> {
    let text = text.trim().replace('×', "x");
    let parts: Vec<&str> = text.split('x').map(str::trim).collect();
    let [_, _, last] = parts[..] else {
        return None;
    };
    let unit = last.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    let side = |part: &str| {
        if part.ends_with(|c: char| c.is_alphabetic()) {
            parse_length(part)
        } else {
            parse_length(&format!("{part}{unit}"))
        }
    };
    let sides = [side(parts[0])?, side(parts[1])?, side(parts[2])?];
    sides.iter().all(|l| l.0 > 0.0).then_some(sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_boxes_have_three_sides() {
        assert_eq!(
            parse_sides("60x92x22mm"),
            Some([Mm(60.0), Mm(92.0), Mm(22.0)])
        );
        assert_eq!(
            parse_sides("6 × 9 × 2 cm"),
            Some([Mm(60.0), Mm(90.0), Mm(20.0)])
        );
        assert_eq!(
            parse_sides("60mm x 9cm x 22mm"),
            Some([Mm(60.0), Mm(90.0), Mm(22.0)])
        );
        for bad in ["60x92mm", "poker", "60x92x0mm", "1x2x3x4mm", "axbxc"] {
            assert_eq!(parse_sides(bad), None, "{bad}");
        }
    }
}
