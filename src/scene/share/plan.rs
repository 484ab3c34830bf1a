//! Decides what pictures share: which runs of elements come up again, and what is left of each picture.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::scan::{Attributes, Doc, ElementKind};
use crate::hash::{combine, hash};

/// Shorter runs are cheaper to draw again than to share.
const LEAST: usize = 200;

/// A stretch of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PictureSpan<'s> {
    /// As it is written.
    Text(&'s str),
    /// A shared part, by number.
    Part(usize),
}

/// A run of elements that comes up more than once.
#[derive(Debug)]
pub(super) struct PartPlan<'s> {
    /// What it is made of; parts in it have smaller numbers.
    pub pieces: Vec<PictureSpan<'s>>,
    /// The attributes that it inherits, from the outermost element in.
    pub inherited: Vec<String>,
    /// How many parts stand inside each other in it.
    pub level: usize,
}

/// What was found out about pictures.
#[derive(Debug, Default)]
pub(super) struct SharePlan<'s> {
    /// The parts.
    pub parts: Vec<PartPlan<'s>>,
    /// What is left of each picture.
    pub rests: Vec<Vec<PictureSpan<'s>>>,
    /// All different definitions, for those who check them: pictures keep only the ones they need.
    pub defs: Vec<&'s str>,
}

/// Plans what `docs` share.
pub(super) fn plan<'s>(docs: &[Doc<'s>]) -> SharePlan<'s> {
    let mut planner = Planner {
        keys: docs.iter().map(|d| vec![0; d.elements.len()]).collect(),
        counts: ByMark::default(),
        pairs: ByMark::default(),
        known: ByMark::default(),
        docs,
        parts: Vec::new(),
    };
    for number in 0..docs.len() {
        planner.count(number, 0, &Context::default());
    }
    let rests = (0..docs.len()).map(|n| planner.rest(n)).collect();
    let mut seen = HashSet::new();
    let defs = docs
        .iter()
        .flat_map(|d| d.children(0).map(move |c| (d, c)))
        .filter(|(d, c)| {
            d.elements[*c].kind == ElementKind::Defs && seen.insert(d.elements[*c].mark)
        })
        .map(|(d, c)| d.source(c))
        .collect();
    SharePlan {
        parts: planner.parts,
        rests,
        defs,
    }
}

/// What belongs to marks, which are as good as random.
type ByMark<T> = HashMap<u128, T, BuildHasherDefault<Mixed>>;

/// Takes a mark as it is.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u128(&mut self, mark: u128) {
        self.0 = mark as u64;
    }
}

/// What elements inherit.
#[derive(Clone, Default)]
struct Context {
    attributes: Rc<Vec<String>>,
    mark: u128,
}

impl Context {
    /// The context inside an element, or `None` if the element does more than hand on attributes and be placed.
    fn inside(&self, tag: &str) -> Option<Self> {
        let mut own = String::with_capacity(tag.len());
        for (name, value) in Attributes::of(tag) {
            match name {
                "transform" | "opacity" | "clip-path" | "id" => {}
                "fill" | "fill-opacity" | "fill-rule" | "clip-rule" | "color" | "stroke"
                | "stroke-width" | "stroke-opacity" | "stroke-linecap" | "stroke-linejoin"
                | "stroke-miterlimit" | "stroke-dasharray" | "stroke-dashoffset"
                | "paint-order" | "visibility" | "shape-rendering"
                    if !value.contains("url(") && !value.contains(['%', '"']) =>
                {
                    own.extend([" ", name, "=\"", value, "\""]);
                }
                _ => return None,
            }
        }
        let mut inside = self.clone();
        if !own.is_empty() {
            inside.mark = combine(inside.mark, hash(&own));
            Rc::make_mut(&mut inside.attributes).push(own);
        }
        Some(inside)
    }
}

/// What is being written of a picture or part.
#[derive(Default)]
struct Out<'s> {
    pieces: Vec<PictureSpan<'s>>,
    refs: Vec<&'s str>,
    /// Where definitions stood, and their element.
    defs: Vec<(usize, usize)>,
    level: usize,
}

impl<'s> Out<'s> {
    fn text(&mut self, text: &'s str) {
        self.pieces.push(PictureSpan::Text(text));
    }
}

struct Planner<'d, 's> {
    docs: &'d [Doc<'s>],
    /// A number for each element of each picture, which those that draw the same share; 0 for those that cannot
    /// be shared.
    keys: Vec<Vec<u128>>,
    counts: ByMark<usize>,
    pairs: ByMark<usize>,
    known: ByMark<usize>,
    parts: Vec<PartPlan<'s>>,
}

impl<'d, 's> Planner<'d, 's> {
    /// Counts everything inside an element that could be shared, at every depth.
    fn count(&mut self, number: usize, parent: usize, outer: &Context) {
        let doc: &'d Doc<'s> = &self.docs[number];
        let tag = doc.start_tag(parent);
        let Some(context) = (if parent == 0 {
            root(tag)
        } else {
            outer.inside(tag)
        }) else {
            return;
        };
        let mut before = 0;
        for child in doc.children(parent) {
            let key = self.key(number, child, &context);
            if key != 0 {
                self.keys[number][child] = key;
                *self.counts.entry(key).or_default() += 1;
                if before != 0 {
                    *self.pairs.entry(combine(before, key)).or_default() += 1;
                }
            }
            before = key;
            if doc.elements[child].kind == ElementKind::Group {
                self.count(number, child, &context);
            }
        }
    }

    fn key(&self, number: usize, child: usize, context: &Context) -> u128 {
        let doc = &self.docs[number];
        let element = &doc.elements[child];
        // Readers disagree on where a pattern starts in a form that is placed more than once: whatever refers to
        // something stays in its picture.
        if !element.movable || doc.refs_in(child).next().is_some() {
            return 0;
        }
        combine(element.mark, context.mark)
    }

    /// What is left of a picture.
    fn rest(&mut self, number: usize) -> Vec<PictureSpan<'s>> {
        let doc: &'d Doc<'s> = &self.docs[number];
        let mut out = Out::default();
        out.text(&doc.text[..doc.elements[0].inside]);
        match root(doc.start_tag(0)) {
            Some(context) => self.children(number, 0, &context, 1, &mut out),
            None => out.text(&doc.text[doc.elements[0].inside..doc.elements[0].close]),
        }
        out.text(&doc.text[doc.elements[0].close..]);
        let Out {
            mut pieces,
            mut refs,
            defs,
            ..
        } = out;
        // Definitions that are left without use go.
        let mut kept: Vec<(usize, &'s str)> = Vec::new();
        let mut open: Vec<(usize, usize)> = defs
            .iter()
            .flat_map(|(at, d)| doc.children(*d).map(move |c| (*at, c)))
            .collect();
        loop {
            let (used, unused): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, child)| {
                let inside = *child..doc.elements[*child].next;
                let mut ids = doc.ids.iter().filter(|(_, n)| inside.contains(n));
                ids.any(|(id, _)| refs.contains(id))
            });
            if used.is_empty() {
                break;
            }
            for (at, child) in used {
                kept.push((at, doc.source(child)));
                refs.extend(doc.refs_in(child));
            }
            open = unused;
        }
        kept.sort_by_key(|(at, source)| (*at, source.as_ptr()));
        for (at, source) in kept.into_iter().rev() {
            pieces.splice(
                at..at,
                DEFS.map(|t| PictureSpan::Text(if t.is_empty() { source } else { t })),
            );
        }
        pieces
    }

    /// Writes what stands in an element; `uses`: how often the whole of it is drawn.
    fn children(
        &mut self,
        number: usize,
        parent: usize,
        context: &Context,
        uses: usize,
        out: &mut Out<'s>,
    ) {
        let doc: &'d Doc<'s> = &self.docs[number];
        let children: Vec<usize> = doc.children(parent).collect();
        let mut at = 0;
        while at < children.len() {
            let run = self.run(number, &children[at..], uses);
            let room = |n: usize| {
                doc.elements[children[at + n - 1]].end - doc.elements[children[at]].start
            };
            if run > 0 && room(run) >= LEAST {
                let part = self.part(number, &children[at..at + run], context);
                out.level = out.level.max(self.parts[part].level);
                out.pieces.push(PictureSpan::Part(part));
                at += run;
            } else {
                self.element(number, children[at], context, uses, out);
                at += 1;
            }
        }
    }

    /// How many of the next elements are shared, and always come together.
    fn run(&self, number: usize, next: &[usize], uses: usize) -> usize {
        let key = |n: &usize| self.keys[number][*n];
        let count = |key: u128| self.counts.get(&key).copied().unwrap_or(0);
        let Some(all) = next.first().map(|n| count(key(n))).filter(|c| *c > uses) else {
            return 0;
        };
        let together = next.windows(2).take_while(|pair| {
            let (a, b) = (key(&pair[0]), key(&pair[1]));
            b != 0 && count(b) == all && self.pairs.get(&combine(a, b)) == Some(&all)
        });
        1 + together.count()
    }

    /// Writes an element that is not shared as a whole.
    fn element(
        &mut self,
        number: usize,
        element: usize,
        context: &Context,
        uses: usize,
        out: &mut Out<'s>,
    ) {
        let doc: &'d Doc<'s> = &self.docs[number];
        let e = &doc.elements[element];
        if e.kind == ElementKind::Defs {
            out.defs.push((out.pieces.len(), element));
            return;
        }
        let inside = Some(e.kind)
            .filter(|k| *k == ElementKind::Group && e.end - e.start >= LEAST)
            .and_then(|_| context.inside(doc.start_tag(element)));
        match inside {
            Some(inside) if e.next > element + 1 => {
                out.text(doc.start_tag(element));
                out.refs.extend(doc.refs_between(element, element + 1));
                self.children(number, element, &inside, uses, out);
                out.text(&doc.text[e.close..e.end]);
            }
            _ => {
                out.text(doc.source(element));
                out.refs.extend(doc.refs_in(element));
            }
        }
    }

    /// The number of the part that a run of elements is.
    fn part(&mut self, number: usize, run: &[usize], context: &Context) -> usize {
        let keys = &self.keys[number];
        let key = run.iter().fold(0, |key, n| combine(key, keys[*n]));
        if let Some(part) = self.known.get(&key) {
            return *part;
        }
        let uses = run.first().and_then(|n| self.counts.get(&keys[*n]));
        let uses = uses.copied().unwrap_or(1);
        let mut out = Out::default();
        for element in run {
            self.element(number, *element, context, uses, &mut out);
        }
        let part = PartPlan {
            pieces: out.pieces,
            inherited: context.attributes.to_vec(),
            level: out.level + 1,
        };
        self.parts.push(part);
        self.known.insert(key, self.parts.len() - 1);
        self.parts.len() - 1
    }
}

/// Around a definition that is kept.
const DEFS: [&str; 3] = ["<defs>", "", "</defs>"];

/// The context under the root.
fn root(tag: &str) -> Option<Context> {
    let mut own = String::from("<svg");
    for (name, value) in Attributes::of(tag) {
        if matches!(
            name,
            "width" | "height" | "viewBox" | "xmlns" | "xmlns:xlink"
        ) {
            continue;
        }
        if value.contains('"') {
            return None;
        }
        own.extend([" ", name, "=\"", value, "\""]);
    }
    own.push('>');
    Context::default().inside(&own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: &str = r#"<path d="M0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54zM0 0h60v88h-60zM3 3h54v82h-54z"/>"#;
    const CAT: &str = r#"<circle cx="30" cy="30" r="20"/><path d="M10 10l5 5 5-5zM30 10l5 5 5-5zM10 10l5 5 5-5zM30 10l5 5 5-5zM10 10l5 5 5-5zM30 10l5 5 5-5zM10 10l5 5 5-5zM30 10l5 5 5-5zM10 10l5 5 5-5zM30 10l5 5 5-5zM10 10l5 5 5-5zM30 10l5 5 5-5z"/>"#;

    fn svg(inner: &str) -> String {
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 88">{inner}</svg>"#)
    }

    /// What pieces come to when every part is written out.
    fn whole(pieces: &[PictureSpan<'_>], parts: &[PartPlan<'_>]) -> String {
        let write = |p: &PictureSpan<'_>| match p {
            PictureSpan::Text(text) => (*text).to_owned(),
            PictureSpan::Part(n) => whole(&parts[*n].pieces, parts),
        };
        pieces.iter().map(write).collect()
    }

    fn planned(pictures: &[String], check: impl Fn(&SharePlan<'_>)) {
        let docs: Vec<Doc<'_>> = pictures.iter().map(|p| Doc::read(p).unwrap()).collect();
        check(&plan(&docs));
    }

    #[test]
    fn parts_put_back_make_the_same_pictures() {
        let pictures = [
            svg(&format!(
                r#"{FRAME}<g transform="scale(2)">{CAT}</g><rect width="1" height="2"/>"#
            )),
            svg(&format!(
                r#"{FRAME}<g transform="scale(3)">{CAT}</g><g opacity=".5">{CAT}</g>"#
            )),
            svg(&format!(r#"<g>{FRAME}{CAT}</g>"#)),
            svg(&format!(
                r#"<g>{FRAME}{CAT}</g><rect width="3" height="2"/>"#
            )),
        ];
        planned(&pictures, |plan| {
            for (rest, picture) in plan.rests.iter().zip(&pictures) {
                assert_eq!(&whole(rest, &plan.parts), picture);
            }
            // The frame, the cat, and the group of both, which is made of them.
            assert_eq!(plan.parts.len(), 3);
            assert_eq!(plan.parts.iter().map(|p| p.level).max(), Some(2));
            assert!(
                plan.rests[1]
                    .iter()
                    .filter(|p| matches!(p, PictureSpan::Part(_)))
                    .count()
                    == 3
            );
        });
    }

    #[test]
    fn what_is_inherited_tells_parts_apart() {
        let pictures =
            ["red", "blue"].map(|c| svg(&format!(r#"<g fill="{c}" id="{c}">{CAT}</g>"#)));
        planned(&pictures, |plan| assert!(plan.parts.is_empty()));
        let pictures = ["a", "b"].map(|c| svg(&format!(r#"<g fill="red" id="{c}">{CAT}</g>"#)));
        planned(&pictures, |plan| {
            assert_eq!(plan.parts.len(), 1);
            assert_eq!(plan.parts[0].inherited, [r#" fill="red""#]);
        });
    }

    #[test]
    fn what_refers_to_definitions_stays_with_them() {
        let painted = FRAME.replace("<path", r##"<path fill="url(#p)""##);
        let defs = r#"<defs><pattern id="p"/><pattern id="q"/></defs>"#;
        let pictures = [
            svg(&format!("{defs}{painted}{FRAME}")),
            svg(&format!("{defs}{FRAME}")),
        ];
        planned(&pictures, |plan| {
            assert_eq!(plan.parts.len(), 1);
            let kept = format!(r#"<defs><pattern id="p"/></defs>{painted}{FRAME}"#);
            assert_eq!(whole(&plan.rests[0], &plan.parts), svg(&kept));
            assert_eq!(whole(&plan.rests[1], &plan.parts), svg(FRAME));
            assert_eq!(plan.defs, [defs]);
        });
    }

    #[test]
    fn groups_with_effects_are_left_alone() {
        let around = [
            r#"mask="url(#m)""#,
            r#"style="opacity:.5""#,
            r#"display="none""#,
        ];
        for attribute in around {
            let one = svg(&format!(r#"<g {attribute}>{CAT}</g>"#));
            let two = svg(&format!(r#"<g {attribute}>{CAT}<g/></g>"#));
            planned(&[one, two], |plan| {
                assert!(plan.parts.is_empty(), "{attribute}")
            });
        }
    }
}
