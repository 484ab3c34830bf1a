//! Prints a kit into nothing, one language after the other, and looks at what came out.
//!
//! Templates run in every ink, everything after them once: where inks differ in colours alone, one face stands for
//! all. What was seen in one language is not tried again in the next.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::look::KnownLooks;
use super::looks::FaceLooks;
use super::{Finding, InkUse, LanguageFindings, find, inks};
use crate::diag::Problems;
use crate::kit::Kit;
use crate::press::{self, Commons, DrawnFace, ExtraFace, PrintOptions, Progress};
use crate::scene::{Part, Studio};
use crate::template::{AllInks, Compiled, Engine, Ink};
use crate::text::FontId;
use crate::write::may_fail;

/// So many faces of one template are looked at for their ink, at most.
const SAMPLE: usize = 4;

/// Everything that looking at a kit needs.
pub(super) struct CheckDesk<'a> {
    kit: &'a Kit,
    studio: Studio<'a>,
    inks: AllInks,
    known: KnownLooks,
    commons: Mutex<Commons>,
    written: Mutex<FileContents>,
    compiled: Mutex<Option<Compiled>>,
    watcher: &'a dyn Progress,
}

/// What goes into files.
#[derive(Default)]
struct FileContents {
    arts: HashSet<u128>,
    /// The glyphs of the kit's own fonts.
    glyphs: BTreeMap<FontId, BTreeSet<u16>>,
}

impl FileContents {
    /// Notes what a face has; whether something of it is new that may not be fit for a file.
    fn note(&mut self, face: &DrawnFace, own_fonts: &[FontId]) -> bool {
        let texts = &face.scene.texts;
        for run in texts.iter().flat_map(|t| &t.runs) {
            if own_fonts.contains(&run.font) {
                let glyphs = self.glyphs.entry(run.font).or_default();
                glyphs.extend(run.glyphs.iter().map(|glyph| glyph.id));
            }
        }
        let icons = texts.iter().flat_map(|t| &t.icons).map(|icon| &icon.art);
        let arts = icons.chain([&face.scene.art]);
        let new = arts.filter(|art| self.arts.insert(art.id) && may_fail(art.tree.root()));
        // Counted, not asked for with `any`, which would stop at the first and leave the others unnoted.
        new.count() > 0
    }
}

impl<'a> CheckDesk<'a> {
    /// A desk for a kit.
    pub(super) fn new(kit: &'a Kit, watcher: &'a dyn Progress) -> Result<Self, Problems> {
        Ok(Self {
            kit,
            studio: Studio::new(kit, Ink::Full)?,
            inks: AllInks::default(),
            known: KnownLooks::default(),
            commons: Mutex::default(),
            written: Mutex::default(),
            compiled: Mutex::default(),
            watcher,
        })
    }

    /// Looks at the kit in one language and all inks.
    pub(super) fn look(&self, lang: &str) -> Result<LanguageFindings, Problems> {
        // By name, so that booklets are looked at too.
        let all = self.kit.components.iter().map(|c| c.id.clone()).collect();
        let options = options(lang, Ink::Full, all);
        let compiled = open(&self.compiled).take();
        let engine = Engine::again(self.kit, lang, &self.studio, compiled)?;
        let engine = engine.in_all_inks(&self.inks);
        let proof = press::rough(&engine, &options, self.watcher, &mut open(&self.commons))?;
        press::try_notes(&proof.sheets, &self.studio)?;
        self.try_faces(&options, proof.faces.iter(), &proof.parts)?;
        let mut seen = LanguageFindings::default();
        for face in &proof.faces {
            if let Some(component) = self.kit.components.get(face.component) {
                find::text(component, face, &mut seen.findings);
            }
            find::pictures(face, &self.studio, &mut seen.findings);
            find::drawing(face, &mut seen.findings);
        }
        let is_first = self.kit.languages.first().is_some_and(|l| l == lang);
        let looks = FaceLooks {
            proof: &proof,
            studio: &self.studio,
            tints: &self.inks.tints,
            known: &self.known,
        };
        // What some inks draw otherwise: whether it can be drawn and written, too.
        let extras = proof.extras.as_ref().map_err(Problems::clone)?;
        self.try_faces(&options, extras.iter().map(|(_, face)| face), &proof.parts)?;
        if is_first {
            seen.findings.extend(bleeds(&looks));
            let ink = self.ink_shares(&looks, extras);
            let of = |(n, (_, ink_kind)): (usize, (&str, Ink))| InkUse {
                ink: ink_kind,
                pages: inks::pages(&proof.sheets, &ink.iter().map(|i| i[n]).collect::<Vec<_>>()),
            };
            seen.ink = Ink::ALL.into_iter().enumerate().map(of).collect();
        }
        seen.files = self.studio.files_used();
        *open(&self.compiled) = Some(engine.into_compiled());
        Ok(seen)
    }

    /// What each face takes of each ink. Of many that one template draws some are looked at, and stand for the others.
    fn ink_shares(&self, looks: &FaceLooks<'_>, extras: &[ExtraFace]) -> Vec<[f64; 3]> {
        let faces = &looks.proof.faces;
        let mut of_template: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
        for (n, face) in faces.iter().enumerate() {
            let template = (face.component, face.file.as_str());
            of_template.entry(template).or_default().push(n);
        }
        let share = |n: &usize| {
            let face = &faces[*n];
            let mut share = looks.ink(face);
            // What stands on a page of flowing text is not the page.
            if self.kit.components[face.component].flow.is_some() {
                return share;
            }
            let same = |f: &DrawnFace| {
                (f.component, &f.card, &f.file) == (face.component, &face.card, &face.file)
            };
            for (inks, extra) in extras.iter().filter(|(_, e)| same(e)) {
                let taken = looks.ink(extra);
                let otherwise = (0..3).filter(|n| inks[*n]);
                otherwise.for_each(|n| share[n] = taken[n]);
            }
            share
        };
        let mut shares = vec![[0.0; 3]; faces.len()];
        for places in of_template.into_values() {
            let step = places.len().div_ceil(SAMPLE);
            let some: Vec<usize> = places.iter().copied().step_by(step).collect();
            let known: Vec<[f64; 3]> = some.par_iter().map(share).collect();
            let mean =
                [0, 1, 2].map(|n| known.iter().map(|k| k[n]).sum::<f64>() / known.len() as f64);
            places.into_iter().for_each(|n| shares[n] = mean);
            some.into_iter()
                .zip(known)
                .for_each(|(n, known)| shares[n] = known);
        }
        shares
    }

    /// Whether faces are fit for a file, as far as that is not known.
    fn try_faces<'f>(
        &self,
        options: &PrintOptions,
        faces: impl Iterator<Item = &'f DrawnFace>,
        parts: &[Part],
    ) -> Result<(), Problems> {
        let own: Vec<FontId> = self.studio.fonts().own().map(|(font, _)| font).collect();
        let mut written = open(&self.written);
        let new: Vec<&DrawnFace> = faces.filter(|face| written.note(face, &own)).collect();
        drop(written);
        press::try_faces(self.kit, &self.studio, options, &new, parts)
    }

    /// Whether the fonts of what was looked at are fit for a file.
    pub(super) fn try_fonts(&self) -> Result<(), Problems> {
        press::try_fonts(self.kit, &self.studio, &open(&self.written).glyphs)
    }
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
fn bleeds(looks: &FaceLooks<'_>) -> Vec<Finding> {
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
