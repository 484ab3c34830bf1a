//! What the pictures of a print have in common: grounds, frames, figures and marks that come up again and again
//! are parsed, drawn and written once.
//!
//! Takes rendered SVG and hands back the same pictures with a placeholder wherever a [`Part`] is drawn. A part
//! is a run of plain shapes and groups; it draws the same wherever it is placed, for what it inherits belongs to
//! it and it refers to nothing. Everything else stays in its picture. Whoever draws the tree draws the part where
//! its placeholder stands, in the user space of that place.

mod plan;
mod scan;

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use usvg::{Group, Node};

use super::Studio;
use plan::{PartPlan, Piece};
use scan::Doc;

pub use scan::{join, mark_of};

/// The id prefix of the rectangles that stand for parts.
const PART_PREFIX: &str = "kp-part-";

/// Parts are parsed together, up to this much SVG at once.
const BATCH: usize = 48 << 10;

/// A drawing that several pictures share. It holds no text.
#[derive(Clone, Debug)]
pub struct Part {
    tree: Arc<usvg::Tree>,
    /// The way from the root to its group.
    way: Vec<usize>,
    /// How many parts stand inside each other in it, itself included.
    level: usize,
}

impl Part {
    /// What to draw, in the user space of the place where it is drawn; `None` if nothing is to be seen.
    pub fn group(&self) -> Option<&Group> {
        let mut group = self.tree.root();
        for step in &self.way {
            match group.children().get(*step) {
                Some(Node::Group(g)) => group = g,
                _ => return None,
            }
        }
        (!self.way.is_empty()).then_some(group)
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
pub struct Shared {
    /// What is left of each different picture.
    pub pictures: Vec<String>,
    /// Which of them each picture that was handed in became.
    pub of: Vec<usize>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// Finds what pictures share; equal pictures should be one and the same text. Fails if something in them cannot be used: then parsing each as a whole tells why.
pub fn share(studio: &Studio<'_>, pictures: &[&str]) -> Result<Shared, String> {
    let mut numbers = HashMap::new();
    let mut different = Vec::new();
    let mut of = Vec::with_capacity(pictures.len());
    for picture in pictures {
        let number = *numbers.entry(picture.as_ptr()).or_insert_with(|| {
            different.push(*picture);
            different.len() - 1
        });
        of.push(number);
    }
    let read: Vec<Option<Doc<'_>>> = different.par_iter().map(|p| Doc::read(p)).collect();
    let whole = different.iter().zip(&read).filter(|(_, doc)| doc.is_none());
    if whole.into_iter().any(|(p, _)| p.contains(PART_PREFIX)) {
        return Err(PART_PREFIX.into());
    }
    let mut docs = Vec::with_capacity(read.len());
    let mut place = Vec::with_capacity(read.len());
    for doc in read {
        place.push(doc.is_some().then_some(docs.len()));
        docs.extend(doc);
    }
    let plan = plan::plan(&docs);
    for defs in &plan.defs {
        studio.parse(&framed(defs))?;
    }
    let parts = parse(studio, &plan.parts)?;
    let rest = |(picture, place): (&&str, &Option<usize>)| match place {
        Some(n) => written(&plan.rests[*n], &parts),
        None => (*picture).to_owned(),
    };
    Ok(Shared {
        pictures: different.par_iter().zip(&place).map(rest).collect(),
        of,
        parts,
    })
}

/// The SVG of parts that are parsed together.
fn batch_svg(batch: &[usize], plans: &[PartPlan<'_>], parts: &[Part]) -> String {
    let mut inner = String::new();
    for number in batch {
        let plan = &plans[*number];
        for attributes in &plan.inherited {
            let _ = write!(inner, "<g{attributes}>");
        }
        let _ = write!(inner, "<g id=\"{PART_PREFIX}{number}\">");
        inner.push_str(&written(&plan.pieces, parts));
        inner.extend((0..=plan.inherited.len()).map(|_| "</g>"));
    }
    framed(&inner)
}

/// The numbers of the parts of a level, in batches of about the same size.
fn batches(plans: &[PartPlan<'_>], level: usize) -> Vec<Vec<usize>> {
    let length = |p: &Piece<'_>| match p {
        Piece::Text(text) => text.len(),
        Piece::Part(_) => 80,
    };
    let (mut all, mut batch, mut size) = (Vec::new(), Vec::new(), 0);
    for (number, plan) in plans.iter().enumerate().filter(|(_, p)| p.level == level) {
        batch.push(number);
        size += plan.pieces.iter().map(length).sum::<usize>();
        if size >= BATCH {
            all.push(std::mem::take(&mut batch));
            size = 0;
        }
    }
    all.push(batch);
    all
}

/// Parses parts, those that stand in others first.
fn parse(studio: &Studio<'_>, plans: &[PartPlan<'_>]) -> Result<Vec<Part>, String> {
    let nothing = studio.parse(&framed("")).map(Arc::new)?;
    let empty = |p: &PartPlan<'_>| Part {
        tree: nothing.clone(),
        way: Vec::new(),
        level: p.level,
    };
    let mut parts: Vec<Part> = plans.iter().map(empty).collect();
    let highest = plans.iter().map(|p| p.level).max().unwrap_or(0);
    for level in 1..=highest {
        let trees: Vec<Arc<usvg::Tree>> = batches(plans, level)
            .par_iter()
            .map(|batch| studio.parse(&batch_svg(batch, plans, &parts)).map(Arc::new))
            .collect::<Result<_, _>>()?;
        for tree in trees {
            let mut found = Vec::new();
            find(tree.root(), &mut Vec::new(), &mut found);
            for (number, way) in found {
                if let Some(part) = parts.get_mut(number) {
                    (part.tree, part.way) = (tree.clone(), way);
                }
            }
        }
    }
    Ok(parts)
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
fn written(pieces: &[Piece<'_>], parts: &[Part]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Part(number) => {
                if let Some(group) = parts[*number].group() {
                    let b = group.layer_bounding_box();
                    let _ = write!(
                        out,
                        r##"<rect id="{PART_PREFIX}{number}" x="{}" y="{}" width="{}" height="{}" fill="#000" stroke="none"/>"##,
                        b.x(),
                        b.y(),
                        b.width(),
                        b.height()
                    );
                }
            }
        }
    }
    out
}
