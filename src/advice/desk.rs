//! Prints a kit into nothing, one language after the other, and looks at what came out.
//!
//! Templates run in every ink, everything after them once: where inks differ in colours alone, one face stands for
//! all. What was seen in one language is not tried again in the next.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;

use rayon::prelude::*;

use super::look::Known;
use super::looks::Looks;
use super::{Finding, InkUse, Seen, find, inks};
use crate::diag::Problems;
use crate::kit::Kit;
use crate::press::{self, DrawnFace, PrintOptions, Watcher};
use crate::scene::Studio;
use crate::template::{AllInks, Engine, Ink};
use crate::text::FontId;

/// Everything that looking at a kit needs.
pub struct Desk<'a> {
    kit: &'a Kit,
    studio: Studio<'a>,
    inks: AllInks,
    known: Known,
    written: Mutex<Written>,
    watcher: &'a dyn Watcher,
}

/// What is known to be fit for a file.
#[derive(Default)]
struct Written {
    arts: HashSet<u128>,
    glyphs: HashSet<(FontId, u16)>,
}

impl Written {
    /// Whether a face has something that was not written yet; from now on it was.
    fn has_new(&mut self, face: &DrawnFace) -> bool {
        let mut new = self.arts.insert(face.scene.art.id);
        for run in face.scene.texts.iter().flat_map(|t| &t.runs) {
            for glyph in &run.glyphs {
                new |= self.glyphs.insert((run.font, glyph.id));
            }
        }
        for icon in face.scene.texts.iter().flat_map(|t| &t.icons) {
            new |= self.arts.insert(icon.art.id);
        }
        new
    }
}

impl<'a> Desk<'a> {
    /// A desk for a kit.
    pub fn new(kit: &'a Kit, watcher: &'a dyn Watcher) -> Result<Self, Problems> {
        Ok(Self {
            kit,
            studio: Studio::new(kit, Ink::Full)?,
            inks: AllInks::default(),
            known: Known::default(),
            written: Mutex::default(),
            watcher,
        })
    }

    /// Looks at the kit in one language and all inks.
    pub fn look(&self, lang: &str) -> Result<Seen, Problems> {
        // By name, so that booklets are looked at too.
        let all = self.kit.components.iter().map(|c| c.id.clone()).collect();
        let options = options(lang, Ink::Full, all);
        let engine = Engine::new(self.kit, lang, &self.studio)?.in_all_inks(&self.inks);
        let proof = press::rough(&engine, &options, self.watcher)?;
        press::try_write(&proof, &self.studio, &options, |face| self.is_new(face))?;
        let mut seen = Seen::default();
        for face in &proof.faces {
            if let Some(component) = self.kit.components.get(face.component) {
                find::text(component, face, &mut seen.findings);
            }
            find::pictures(face, &self.studio, &mut seen.findings);
            find::drawing(face, &mut seen.findings);
        }
        let is_first = self.kit.languages.first().is_some_and(|l| l == lang);
        let looks = Looks {
            proof: &proof,
            studio: &self.studio,
            tints: &self.inks.tints,
            known: &self.known,
        };
        let extras = self.extras(&engine, &options)?;
        if is_first {
            seen.findings.extend(bleeds(&looks));
            let own = proof.faces.par_iter().map(|f| looks.ink(f));
            let mut ink: Vec<[f64; 3]> = own.collect();
            for (inks, extra) in &extras {
                let taken = looks.ink(extra);
                // What stands on a page of flowing text is not the page.
                let component = &self.kit.components[extra.component];
                let same = |f: &DrawnFace| {
                    let face = (f.component, &f.card, &f.file);
                    component.flow.is_none() && face == (extra.component, &extra.card, &extra.file)
                };
                for (_, place) in proof.faces.iter().zip(&mut ink).filter(|(f, _)| same(f)) {
                    (0..3)
                        .filter(|n| inks[*n])
                        .for_each(|n| place[n] = taken[n]);
                }
            }
            let of = |(n, (_, ink_kind)): (usize, (&str, Ink))| InkUse {
                ink: ink_kind,
                pages: inks::pages(&proof.sheets, &ink.iter().map(|i| i[n]).collect::<Vec<_>>()),
            };
            seen.ink = Ink::ALL.into_iter().enumerate().map(of).collect();
        }
        seen.files = self.studio.files_used();
        Ok(seen)
    }

    /// What some inks draw otherwise: whether it can be drawn and written, too.
    fn extras(
        &self,
        engine: &Engine<'_>,
        options: &PrintOptions,
    ) -> Result<Vec<([bool; 3], DrawnFace)>, Problems> {
        let extras = engine.take_extras().into_par_iter();
        let drawn: Vec<_> = extras
            .map(|extra| {
                let inks = extra.inks;
                press::draw_extra(engine, extra).map(|face| (inks, face))
            })
            .collect();
        let mut problems = Problems::default();
        let mut faces = Vec::new();
        for result in drawn {
            match result {
                Ok(face) => faces.push(face),
                Err(problem) => problems.push(problem),
            }
        }
        let faces = problems.grouped().or(faces)?;
        let all = faces.iter().map(|(_, face)| face);
        press::try_faces(self.kit, &self.studio, options, all, |face| {
            self.is_new(face)
        })?;
        Ok(faces)
    }

    /// Whether a face has something that was not written yet; from now on it was.
    fn is_new(&self, face: &DrawnFace) -> bool {
        match self.written.lock() {
            Ok(mut written) => written.has_new(face),
            Err(_) => true,
        }
    }
}

fn options(lang: &str, ink: Ink, only: Vec<String>) -> PrintOptions {
    PrintOptions {
        lang: lang.to_owned(),
        ink,
        only,
        ..PrintOptions::default()
    }
}

/// Faces that have the same at their edges share what is found there: each edge is looked at once.
fn bleeds(looks: &Looks<'_>) -> Vec<Finding> {
    let proof = looks.proof;
    let component = |face: &DrawnFace| proof.kit.components.get(face.component);
    let mut arts: BTreeMap<(usize, u128), Vec<&DrawnFace>> = BTreeMap::new();
    for face in &proof.faces {
        if component(face).is_some_and(find::is_cut) {
            let key = (face.component, face.scene.art.id);
            arts.entry(key).or_default().push(face);
        }
    }
    let arts: Vec<_> = arts.into_values().collect();
    let mark = |faces: &Vec<&DrawnFace>| {
        let within = component(faces[0]).and_then(find::within);
        (faces[0].component, looks.edge_mark(faces[0], within))
    };
    let marks: Vec<(usize, u64)> = arts.par_iter().map(mark).collect();
    let mut edges: BTreeMap<(usize, u64), Vec<&DrawnFace>> = BTreeMap::new();
    for (faces, mark) in arts.into_iter().zip(marks) {
        edges.entry(mark).or_default().extend(faces);
    }
    let look = |faces: &Vec<&DrawnFace>| -> Vec<Finding> {
        let found = component(faces[0]).and_then(|c| find::bleed(c, faces[0], looks));
        let told = |face: &&DrawnFace| {
            let mut finding = found.clone()?;
            finding.card = face.card.clone();
            finding.file = face.file.clone();
            Some(finding)
        };
        faces.iter().filter_map(told).collect()
    };
    let edges: Vec<_> = edges.into_values().collect();
    let found: Vec<Vec<Finding>> = edges.par_iter().map(look).collect();
    found.into_iter().flatten().collect()
}
