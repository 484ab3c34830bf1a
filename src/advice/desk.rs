//! Prints a kit into nothing, one language after the other, and looks at what came out.
//!
//! Templates run in every ink, everything after them once: where inks differ in colours alone, one face stands for
//! all. Only components that some ink draws otherwise are looked at in each. What was seen in one language is not
//! tried again in the next.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Mutex;

use rayon::prelude::*;

use super::look::Known;
use super::looks::Looks;
use super::{Finding, InkUse, Seen, find, inks};
use crate::diag::Problems;
use crate::kit::Kit;
use crate::press::{self, DrawnFace, PrintOptions, Proof, Watcher};
use crate::scene::Studio;
use crate::template::{Engine, Ink, Tints};
use crate::text::FontId;

/// Everything that looking at a kit needs.
pub struct Desk<'a> {
    kit: &'a Kit,
    studio: Studio<'a>,
    tints: Tints,
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
            tints: Tints::default(),
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
        let engine = Engine::new(self.kit, lang, &self.studio)?.in_all_inks(&self.tints);
        let proof = press::rough(&engine, &options, self.watcher)?;
        self.try_write(&proof, &self.studio, &options)?;
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
            tints: &self.tints,
            known: &self.known,
        };
        let mut ink: Vec<[f64; 3]> = Vec::new();
        if is_first {
            seen.findings.extend(bleeds(&looks));
            ink = proof.faces.par_iter().map(|f| looks.ink(f)).collect();
        }
        seen.files = self.studio.files_used();
        self.look_apart(&engine, &proof, &mut ink, &mut seen.files)?;
        if is_first {
            let of = |(n, (_, ink_kind)): (usize, (&str, Ink))| InkUse {
                ink: ink_kind,
                pages: inks::pages(&proof.sheets, &ink.iter().map(|i| i[n]).collect::<Vec<_>>()),
            };
            seen.ink = Ink::ALL.into_iter().enumerate().map(of).collect();
        }
        Ok(seen)
    }

    /// Looks at what the inks do not have in common but for their colours.
    fn look_apart(
        &self,
        engine: &Engine<'_>,
        whole: &Proof<'_>,
        ink_of: &mut [[f64; 3]],
        files: &mut BTreeSet<String>,
    ) -> Result<(), Problems> {
        let apart: Vec<String> = engine.apart().into_iter().collect();
        if apart.is_empty() {
            return Ok(());
        }
        for (n, (_, ink)) in Ink::ALL.into_iter().enumerate().skip(1) {
            let studio = Studio::new(self.kit, ink)?;
            let options = options(engine.lang(), ink, apart.clone());
            let engine = Engine::new(self.kit, engine.lang(), &studio)?;
            let proof = press::rough(&engine, &options, self.watcher)?;
            self.try_write(&proof, &studio, &options)?;
            files.extend(studio.files_used());
            if ink_of.is_empty() {
                continue;
            }
            let tints = Tints::default();
            let known = Known::default();
            let looks = Looks {
                proof: &proof,
                studio: &studio,
                tints: &tints,
                known: &known,
            };
            let own: Vec<[f64; 3]> = proof.faces.par_iter().map(|f| looks.ink(f)).collect();
            for (place, share) in same_faces(whole, &proof).into_iter().zip(own) {
                if let Some(place) = place.and_then(|p| ink_of.get_mut(p)) {
                    // As it is drawn, in mono as grey.
                    place[n] = if ink == Ink::Mono { share[2] } else { share[0] };
                }
            }
        }
        Ok(())
    }

    fn try_write(
        &self,
        proof: &Proof<'_>,
        studio: &Studio<'_>,
        options: &PrintOptions,
    ) -> Result<(), Problems> {
        press::try_write(proof, studio, options, |face| match self.written.lock() {
            Ok(mut written) => written.has_new(face),
            Err(_) => true,
        })
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

/// For every face of a part of a proof, its place in the whole.
fn same_faces(whole: &Proof<'_>, part: &Proof<'_>) -> Vec<Option<usize>> {
    let mut places: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (n, face) in whole.faces.iter().enumerate() {
        places.entry(face.component).or_default().push(n);
    }
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    let place = |face: &DrawnFace| {
        let next = used.entry(face.component).or_default();
        *next += 1;
        places.get(&face.component)?.get(*next - 1).copied()
    };
    part.faces.iter().map(place).collect()
}

/// Faces that share their art share its edge: each art is looked at once.
fn bleeds(looks: &Looks<'_>) -> Vec<Finding> {
    let proof = looks.proof;
    let mut arts: BTreeMap<(usize, u128), Vec<&DrawnFace>> = BTreeMap::new();
    for face in &proof.faces {
        let key = (face.component, face.scene.art.id);
        arts.entry(key).or_default().push(face);
    }
    let look = |faces: &Vec<&DrawnFace>| -> Vec<Finding> {
        let Some(first) = faces.first() else {
            return Vec::new();
        };
        let component = proof.kit.components.get(first.component);
        let found = component.and_then(|c| find::bleed(c, first, looks));
        let told = |face: &&DrawnFace| {
            let mut finding = found.clone()?;
            finding.card = face.card.clone();
            Some(finding)
        };
        faces.iter().filter_map(told).collect()
    };
    let arts: Vec<_> = arts.into_values().collect();
    let found: Vec<Vec<Finding>> = arts.par_iter().map(look).collect();
    found.into_iter().flatten().collect()
}
