//! What a print takes of whoever makes the game: sheets of card and of paper, pages, cuts, time. All of it is counted on
//! the sheets as they were laid out, so that nothing is promised that is not printed.
//!
//! `work` counts cuts, `words` has the phrases that the page and the terminal share, `page` is the page itself.

mod page;
pub mod words;
mod work;

use serde::Serialize;

use super::ComponentCount;
use crate::impose::{Backs, Sheet};
use crate::kit::{Kit, Material};

pub use page::{GUIDE, by_default, named};
pub(super) use page::{draw, plan};
pub use work::Work;

/// A pile of paper of one kind, and which pages are printed on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PaperPile {
    /// Sheets of paper.
    pub sheets: usize,
    /// Those of them that something is printed on the other side of.
    pub both_sides: usize,
    /// All pages, from 1.
    pub pages: Vec<usize>,
    /// For paper that is put in again by hand: the pages of the first pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<usize>,
    /// And those of the second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub second: Vec<usize>,
}

impl PaperPile {
    /// Pages that go in once only, while others go in twice: nothing is on their backs.
    pub fn single(&self) -> Vec<usize> {
        let twice = |n: &usize| self.first.contains(n) || self.second.contains(n);
        let single = self.pages.iter().filter(|n| !twice(n));
        match self.first.is_empty() {
            true => Vec::new(),
            false => single.copied().collect(),
        }
    }
}

/// What becomes of one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PilePart {
    /// Its place in the kit.
    #[serde(skip)]
    pub component: usize,
    /// Its id.
    pub id: String,
    /// Pieces; pages of a sheet.
    pub pieces: usize,
    /// The pages that it is on, from 1.
    pub pages: Vec<usize>,
    /// What it is printed on.
    pub on: &'static str,
    /// Whether a screen can keep it.
    pub screen: bool,
}

/// What a print takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Outlay {
    /// The sheets of card.
    pub card: PaperPile,
    /// The sheets of plain paper.
    pub paper: PaperPile,
    /// Every component, in the order of the kit.
    pub parts: Vec<PilePart>,
    /// Cuts, folds and minutes.
    pub work: Work,
    /// Sheets that are not needed where a screen keeps cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spared: Option<usize>,
}

/// A leaf of paper, by its pages from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PageLeaf {
    front: usize,
    back: Option<usize>,
}

/// The leaves of a print, in the order of their fronts.
fn leaves(sheets: &[Sheet], backs: Backs) -> Vec<PageLeaf> {
    let sides = |back: bool| {
        let all = sheets.iter().enumerate();
        all.filter_map(move |(n, s)| (s.is_back == back).then_some(n))
    };
    let behind = |front: usize, order: usize, count: usize| match backs {
        Backs::Manual => (order < count).then_some(order),
        Backs::ManualReversed => (order < count).then(|| count - 1 - order),
        _ => sheets.get(front + 1).filter(|s| s.is_back).map(|_| 0),
    };
    let second: Vec<usize> = sides(true).collect();
    let leaf = |(order, front): (usize, usize)| {
        let found = behind(front, order, second.len());
        let back = match backs.is_manual() {
            true => found.map(|n| second[n]),
            false => found.map(|_| front + 1),
        };
        PageLeaf { front, back }
    };
    sides(false).enumerate().map(leaf).collect()
}

/// What a leaf is printed on: on card, if anything on it wants that.
fn material(kit: &Kit, sheet: &Sheet) -> Material {
    let on = sheet
        .components
        .iter()
        .filter_map(|c| kit.components.get(*c));
    on.map(|c| kit.guide.material(c))
        .min()
        .unwrap_or(Material::Paper)
}

/// Counts what a print takes; `component_of` tells whose a face is.
pub(super) fn survey(
    kit: &Kit,
    sheets: &[Sheet],
    components: &[ComponentCount],
    backs: Backs,
    component_of: &dyn Fn(usize) -> usize,
) -> Outlay {
    let mut outlay = Outlay::default();
    let mut on = vec![Material::Paper; sheets.len()];
    for leaf in leaves(sheets, backs) {
        let front = &sheets[leaf.front];
        let material = material(kit, front);
        let pile = outlay.pile_mut(material);
        pile.sheets += 1;
        pile.pages.push(leaf.front + 1);
        on[leaf.front] = material;
        if let Some(back) = leaf.back {
            pile.both_sides += usize::from(!sheets[back].items.is_empty());
            pile.pages.push(back + 1);
            on[back] = material;
            if backs.is_manual() {
                pile.first.push(leaf.front + 1);
                pile.second.push(back + 1);
            }
        }
    }
    for pile in [&mut outlay.card, &mut outlay.paper] {
        pile.pages.sort_unstable();
        pile.second.sort_unstable();
    }
    outlay.parts = components
        .iter()
        .filter_map(|count| part(kit, sheets, count, &on))
        .collect();
    outlay.work = work::count(kit, sheets, components, backs, component_of);
    outlay
}

fn part(kit: &Kit, sheets: &[Sheet], count: &ComponentCount, on: &[Material]) -> Option<PilePart> {
    let component = kit.components.get(count.component)?;
    let numbered = sheets.iter().enumerate();
    let pages: Vec<usize> = numbered
        .filter(|(_, s)| s.components.contains(&count.component))
        .map(|(n, _)| n + 1)
        .collect();
    let material = pages.iter().map(|n| on[n - 1]).min();
    let material = material.unwrap_or_else(|| kit.guide.material(component));
    Some(PilePart {
        component: count.component,
        id: component.id.clone(),
        pieces: count.cards,
        pages,
        on: material.name(),
        screen: kit.guide.screen.contains(&component.id),
    })
}

impl Outlay {
    /// The pile of a material.
    pub fn pile(&self, material: Material) -> &PaperPile {
        match material {
            Material::Card => &self.card,
            Material::Paper => &self.paper,
        }
    }

    fn pile_mut(&mut self, material: Material) -> &mut PaperPile {
        match material {
            Material::Card => &mut self.card,
            Material::Paper => &mut self.paper,
        }
    }

    /// The tools that this takes, by the names of their drawings: as the kit says, else those that its pieces ask for.
    pub fn tools(&self, kit: &Kit) -> Vec<String> {
        if let Some(tools) = &kit.guide.tools {
            return tools.clone();
        }
        let Work {
            cuts,
            figures,
            boxes,
            joins,
            folded,
            booklets,
            ..
        } = self.work;
        let wanted = [
            ("scissors", cuts > 0),
            ("ruler", cuts > 0),
            ("glue", figures + boxes + joins + folded > 0),
            ("stapler", booklets > 0),
        ];
        let wanted = wanted.into_iter().filter(|(_, wanted)| *wanted);
        wanted.map(|(tool, _)| tool.to_owned()).collect()
    }
}

/// Pages as people write them, `1–3, 7`, with these words between first and last, and between ranges.
pub fn ranges(pages: &[usize], to: &str, comma: &str) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for page in pages {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *page => *last = *page,
            _ => runs.push((*page, *page)),
        }
    }
    let run = |(first, last): &(usize, usize)| match first == last {
        true => first.to_string(),
        false => format!("{first}{to}{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(comma)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_a_row_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 5, 8, 9], "–", ", "), "1–3, 5, 8–9");
        assert_eq!(ranges(&[4], "-", ","), "4");
        assert_eq!(ranges(&[], "-", ","), "");
    }
}
