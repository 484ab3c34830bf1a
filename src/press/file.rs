//! Faces and pages become the bytes of a file, with words beside the pieces and a bookmark a component; or are tried only.

use std::collections::{BTreeMap, BTreeSet};

use super::{ComponentCount, DEFAULT_DPI, DrawnFace, PrintOptions, Proof, guide_title};
use crate::diag::{Problem, Problems};
use crate::impose::{self, Sheet};
use crate::kit::Kit;
use crate::say;
use crate::say::Tongue;
use crate::scene::{Part, Studio};
use crate::template::Ink;
use crate::text::{FontId, Rgb, lay_line};
use crate::units::{Mm, Rect};
use crate::write;

/// Turns a proof into a file's bytes.
pub fn write_pdf(
    proof: &Proof<'_>,
    studio: &Studio<'_>,
    options: &PrintOptions,
) -> Result<Vec<u8>, Problems> {
    let faces: Vec<write::Face<'_>> = proof
        .faces
        .iter()
        .map(|f| write::Face {
            scene: &f.scene,
            trim: f.size,
            dpi: dpi(proof.kit, options, f.component),
        })
        .collect();
    let notes = proof
        .sheets
        .iter()
        .map(|s| shape_notes(s, studio))
        .collect::<Result<Vec<_>, _>>()?;
    let laid = LaidFile {
        kit: proof.kit,
        faces: &faces,
        names: names(proof.faces.iter()),
        parts: &proof.parts,
        sheets: &proof.sheets,
        notes: &notes,
        components: &proof.components,
    };
    laid.write(studio, options, None)
}

/// Turns faces into a file, and throws it away: it can be written, or it says why not.
pub(crate) fn try_faces(
    kit: &Kit,
    studio: &Studio<'_>,
    options: &PrintOptions,
    drawn: &[&DrawnFace],
    parts: &[Part],
) -> Result<(), Problems> {
    let faces: Vec<write::Face<'_>> = drawn
        .iter()
        .map(|f| write::Face {
            scene: &f.scene,
            trim: f.size,
            dpi: dpi(kit, options, f.component),
        })
        .collect();
    let alone = |(face, drawn): (usize, &write::Face<'_>)| {
        let at = Rect {
            x: Mm(0.0),
            y: Mm(0.0),
            w: drawn.trim.w,
            h: drawn.trim.h,
        };
        Sheet::of(impose::Placement {
            face,
            at,
            turn: impose::Turn::None,
            bleed: Mm(0.0),
            clip: None,
        })
    };
    let sheets: Vec<Sheet> = faces.iter().enumerate().map(alone).collect();
    let laid = LaidFile {
        kit,
        faces: &faces,
        parts,
        sheets: &sheets,
        notes: &[],
        components: &[],
        names: names(drawn.iter().copied()),
    };
    match sheets.is_empty() {
        true => Ok(()),
        false => laid.write(studio, options, None).map(drop),
    }
}

/// Whether the words beside the pieces can be set.
pub(crate) fn try_notes(sheets: &[Sheet], studio: &Studio<'_>) -> Result<(), Problem> {
    let mut sheets = sheets.iter();
    sheets.try_for_each(|sheet| shape_notes(sheet, studio).map(drop))
}

/// Whether glyphs of fonts can go into a file.
pub(crate) fn try_fonts(
    kit: &Kit,
    studio: &Studio<'_>,
    glyphs: &BTreeMap<FontId, BTreeSet<u16>>,
) -> Result<(), Problems> {
    let mut problems = Problems::default();
    for (font, glyphs) in glyphs {
        let glyphs: Vec<u16> = glyphs.iter().copied().collect();
        if let Err(e) = write::try_font(studio.fonts().face(*font), &glyphs) {
            problems.push(write_problem(kit, &e, None));
        }
    }
    problems.or(())
}

/// Why a file cannot be written, told of the component, card and file of a face where it is one's fault.
fn write_problem(
    kit: &Kit,
    error: &write::WriteError,
    face: Option<&(usize, &str, &str)>,
) -> Problem {
    let problem = Problem::new(say!("the PDF cannot be written: {}", error));
    let Some((component, card, file)) = face else {
        return problem.at(kit.source.show("kit.toml"), 0);
    };
    let component = kit.components.get(*component);
    problem
        .of(component.map_or("", |c| c.id.as_str()), card)
        .at(kit.source.show(file), 0)
}

/// The component, card and file of each face.
pub(super) fn names<'a>(
    faces: impl Iterator<Item = &'a DrawnFace>,
) -> Vec<(usize, &'a str, &'a str)> {
    faces
        .map(|f| (f.component, f.card.as_str(), f.file.as_str()))
        .collect()
}

/// Everything that goes into a file.
pub(super) struct LaidFile<'a> {
    pub(super) kit: &'a Kit,
    pub(super) faces: &'a [write::Face<'a>],
    /// The component, card and file of each face.
    pub(super) names: Vec<(usize, &'a str, &'a str)>,
    pub(super) parts: &'a [Part],
    pub(super) sheets: &'a [Sheet],
    pub(super) notes: &'a [Vec<write::PlacedNote>],
    pub(super) components: &'a [ComponentCount],
}

impl LaidFile<'_> {
    /// The file's bytes; parts that were kept are used again.
    pub(super) fn write(
        &self,
        studio: &Studio<'_>,
        options: &PrintOptions,
        kept: Option<(&write::Cache, &[u128])>,
    ) -> Result<Vec<u8>, Problems> {
        let tongue = Tongue::of(&options.lang);
        let title = self.kit.title.get(&options.lang);
        let document = write::Document {
            meta: write::Meta {
                title: title.to_owned(),
                lang: options.lang.clone(),
                subject: say!("print and play").text(tongue),
                keywords: vec![self.kit.id.clone(), options.paper.name.clone()],
                cut_marks: say!("Cut marks").text(tongue),
                guides: say!("Guides").text(tongue),
                backs: options.backs,
                ..write::Meta::default()
            },
            faces: self.faces,
            parts: self.parts,
            sheets: self.sheets,
            notes: self.notes,
            outline: &self.outline(&options.lang),
            fonts: studio.fonts(),
            ink: if options.ink == Ink::Mono {
                write::Ink::Grey
            } else {
                write::Ink::Full
            },
        };
        let epoch = options.date.unwrap_or(write::PdfOptions::default().epoch);
        let how = write::PdfOptions {
            epoch,
            backs: options.warp,
        };
        let written = match kept {
            Some((kept, marks)) => write::pdf_again(&document, &how, kept, marks),
            None => write::pdf(&document, &how),
        };
        written.map_err(|e| {
            let named = match e {
                write::WriteError::InFace { face, .. } => self.names.get(face),
                _ => None,
            };
            write_problem(self.kit, &e, named).into()
        })
    }

    /// One bookmark a component, at its first page.
    fn outline(&self, lang: &str) -> Vec<write::Bookmark> {
        let mut marks: Vec<write::Bookmark> = self
            .components
            .iter()
            .filter_map(|c| {
                let mut sheets = self.sheets.iter();
                let page = sheets.position(|s| s.components.contains(&c.component))?;
                let component = self.kit.components.get(c.component);
                let title = component.map(|c| c.title.get(lang).to_owned());
                let title = title.unwrap_or_else(|| guide_title(lang));
                Some(write::Bookmark { title, page })
            })
            .collect();
        marks.sort_by_key(|m| m.page);
        marks
    }
}

/// Dots per inch that a component's pictures need: as asked for, or as the kit says.
pub(super) fn dpi(kit: &Kit, options: &PrintOptions, component: usize) -> u32 {
    let own = kit.components.get(component).and_then(|c| c.dpi);
    options.dpi.or(own).or(kit.dpi).unwrap_or(DEFAULT_DPI)
}

/// Sets the words of the page furniture.
pub(super) fn shape_notes(
    sheet: &Sheet,
    studio: &Studio<'_>,
) -> Result<Vec<write::PlacedNote>, Problem> {
    let shape = |note: &impose::Note| {
        let line = lay_line(
            &note.text,
            note.size.0 as f32,
            Rgb::default(),
            studio.fonts(),
        );
        let text = line
            .map_err(|e| Problem::new(say!("“{}” cannot be set: {}", note.text, e)))?
            .block;
        Ok(write::PlacedNote {
            text,
            x: note.x,
            y: note.y,
            turn: note.turn,
        })
    };
    sheet.notes.iter().map(shape).collect()
}
