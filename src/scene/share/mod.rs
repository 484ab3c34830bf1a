//! What the pictures of a print have in common: grounds, frames, figures and marks that come up again and again
//! are parsed, drawn and written once.
//!
//! Takes rendered SVG and hands back the same pictures with a placeholder wherever a [`Part`] is drawn. A part
//! is a run of plain shapes and groups; it draws the same wherever it is placed, for what it inherits belongs to
//! it and it refers to nothing. Everything else stays in its picture. Whoever draws the tree draws the part where
//! its placeholder stands, in the user space of that place.

mod plan;
mod scan;

use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use usvg::{Group, Node};

use super::{Studio, bounds};
use crate::say::{Say, heard};
use plan::{PartPlan, PictureSpan};
pub(super) use scan::Attributes;
use scan::Doc;

/// The id prefix of the rectangles that stand for parts.
const PART_PREFIX: &str = "kp-part-";

/// Parts are parsed together, up to this much SVG at once.
const BATCH: usize = 48 << 10;

/// A drawing that several pictures share. It holds no text.
#[derive(Clone, Debug)]
pub struct Part {
    /// The tree that it was read in, and the way from the root to its group; `None` if nothing is to be seen.
    drawing: Option<(Arc<usvg::Tree>, Vec<usize>)>,
    /// How many parts stand inside each other in it, itself included.
    level: usize,
}

impl Part {
    /// What to draw, in the user space of the place where it is drawn; `None` if nothing is to be seen.
    pub fn group(&self) -> Option<&Group> {
        let (tree, way) = self.drawing.as_ref()?;
        way.iter().try_fold(tree.root(), |group, step| {
            match group.children().get(*step) {
                Some(Node::Group(g)) => Some(&**g),
                _ => None,
            }
        })
    }

    /// What it covers: left, top, right, bottom.
    pub fn bounds(&self) -> Option<[f32; 4]> {
        self.group().map(bounds)
    }

    /// How many parts stand inside each other in it, itself included. Those inside have smaller numbers.
    pub fn level(&self) -> usize {
        self.level
    }
}

/// The number of the part that a path of a tree stands for, if it stands for one.
pub fn part_slot(id: &str) -> Option<usize> {
    id.strip_prefix(PART_PREFIX)?.parse().ok()
}

/// Pictures after sharing.
#[derive(Debug, Default)]
pub struct SharedPictures {
    /// What is left of each picture that was handed in.
    pub pictures: Vec<String>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// Finds what pictures share, which should all be different; numbers of parts begin with `first`. Fails if something
/// in them cannot be used: then parsing each as a whole tells why.
pub fn share(studio: &Studio<'_>, pictures: &[&str], first: usize) -> Result<SharedPictures, Say> {
    let read: Vec<Option<Doc<'_>>> = pictures.par_iter().map(|p| Doc::read(p)).collect();
    let whole = pictures.iter().zip(&read).filter(|(_, doc)| doc.is_none());
    if whole.into_iter().any(|(p, _)| p.contains(PART_PREFIX)) {
        return Err(heard(PART_PREFIX));
    }
    let mut docs = Vec::with_capacity(read.len());
    let mut place = Vec::with_capacity(read.len());
    for doc in read {
        place.push(doc.is_some().then_some(docs.len()));
        docs.extend(doc);
    }
    let plan = plan::plan(&docs);
    for defs in &plan.defs {
        studio.parse_piece(&framed(defs))?;
    }
    let parts = parse(studio, &plan.parts, first)?;
    let rest = |(picture, place): (&&str, &Option<usize>)| match place {
        Some(n) => written(&plan.rests[*n], &parts, first),
        None => (*picture).to_owned(),
    };
    Ok(SharedPictures {
        pictures: pictures.par_iter().zip(&place).map(rest).collect(),
        parts,
    })
}

/// The SVG of a part, in a group with its number.
fn part_svg(number: usize, plan: &PartPlan<'_>, parts: &[Part], first: usize) -> String {
    let mut svg = String::new();
    for attributes in &plan.inherited {
        let _ = write!(svg, "<g{attributes}>");
    }
    let _ = write!(svg, "<g id=\"{PART_PREFIX}{}\">", first + number);
    svg.push_str(&written(&plan.pieces, parts, first));
    svg.extend((0..=plan.inherited.len()).map(|_| "</g>"));
    svg
}

/// Parses parts, those that stand in others first.
fn parse(studio: &Studio<'_>, plans: &[PartPlan<'_>], first: usize) -> Result<Vec<Part>, Say> {
    let empty = |p: &PartPlan<'_>| Part {
        drawing: None,
        level: p.level,
    };
    let mut parts: Vec<Part> = plans.iter().map(empty).collect();
    let highest = plans.iter().map(|p| p.level).max().unwrap_or(0);
    for level in 1..=highest {
        let here: Vec<usize> = (0..plans.len())
            .filter(|n| plans[*n].level == level)
            .collect();
        let here: Vec<String> = here
            .par_iter()
            .map(|number| part_svg(*number, &plans[*number], &parts, first))
            .collect();
        for tree in trees(studio, &here)? {
            let mut found = Vec::new();
            find(tree.root(), &mut Vec::new(), &mut found);
            for (number, way) in found {
                if let Some(part) = number.checked_sub(first).and_then(|n| parts.get_mut(n)) {
                    part.drawing = Some((tree.clone(), way));
                }
            }
        }
    }
    Ok(parts)
}

/// The trees of parts, several parts in each.
fn trees(studio: &Studio<'_>, parts: &[String]) -> Result<Vec<Arc<usvg::Tree>>, Say> {
    let mut batches = vec![String::new()];
    for part in parts {
        match batches.last_mut() {
            Some(batch) if batch.len() < BATCH => batch.push_str(part),
            _ => batches.push(part.clone()),
        }
    }
    let batches = batches.par_iter().filter(|batch| !batch.is_empty());
    batches
        .map(|batch| studio.parse_piece(&framed(batch)).map(Arc::new))
        .collect()
}

/// Finds the groups of parts, and the ways to them.
fn find(group: &Group, way: &mut Vec<usize>, found: &mut Vec<(usize, Vec<usize>)>) {
    for (step, node) in group.children().iter().enumerate() {
        let Node::Group(g) = node else { continue };
        way.push(step);
        match part_slot(g.id()) {
            Some(number) => found.push((number, way.clone())),
            None => find(g, way, found),
        }
        way.pop();
    }
}

/// A picture of its own around some elements; sizes do not matter to parts.
fn framed(inner: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">{inner}</svg>"#
    )
}

/// SVG with a placeholder as large as the part wherever one stands.
fn written(pieces: &[PictureSpan<'_>], parts: &[Part], first: usize) -> String {
    let length = |piece: &PictureSpan<'_>| match piece {
        PictureSpan::Text(text) => text.len(),
        PictureSpan::Part(_) => 96,
    };
    let mut out = String::with_capacity(pieces.iter().map(length).sum());
    for piece in pieces {
        match piece {
            PictureSpan::Text(text) => out.push_str(text),
            PictureSpan::Part(number) => {
                if let Some([left, top, right, bottom]) = parts[*number].bounds() {
                    // It need not be exact, but must not be too small.
                    let (x, y) = (left.floor() as i32, top.floor() as i32);
                    let (w, h) = (right.ceil() as i32 - x, bottom.ceil() as i32 - y);
                    let number = first + number;
                    let _ = write!(
                        out,
                        r##"<rect id="{PART_PREFIX}{number}" x="{x}" y="{y}" width="{}" height="{}" fill="#000" stroke="none"/>"##,
                        w.max(1),
                        h.max(1)
                    );
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Ink;
    use crate::kit::Kit;

    #[test]
    fn parts_are_numbered_from_where_others_end() {
        let kit = Kit::load("cats").expect("a kit");
        let studio = Studio::new(&kit, Ink::Full).expect("a studio");
        let common = r##"<path fill="#204060" d="M1 1h8v8h-8z"/>"##.repeat(8);
        let picture = |x: u32| {
            let own = format!(r##"<rect x="{x}" width="2" height="2" fill="#fff"/>"##);
            framed(&format!("<g>{common}</g>{own}"))
        };
        let (one, other) = (picture(1), picture(2));
        let shared = share(&studio, &[&one, &other], 7).expect("shared");
        assert_eq!(shared.parts.len(), 1);
        assert!(shared.parts[0].group().is_some());
        for rest in &shared.pictures {
            assert_eq!(rest.matches(PART_PREFIX).count(), 1);
            assert!(rest.contains("\"kp-part-7\""), "{rest}");
        }
    }
}
