//! Printing the same kit again and again while it is being made: only what changed is drawn.
//!
//! Templates run again where [`FaceKeys`] say that what they draw from may have changed; from there on faces are told apart
//! by what was drawn, with the numbers that [`print`](super::print) uses to find what changed. Pages are laid out anew
//! only when pieces change places, and the writer keeps its parts. The pages are those that `print` makes; what faces
//! have in common is not looked for, so that the file may be larger.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::digest::Digester;
use super::faces::{Drawing, FacePlan};
use super::ground;
use super::keys::{ContentKey, FaceKeys};
use super::plan::{self, PrintPlan};
use super::{
    ComponentCount, DrawnFace, FaceExtras, LaidFile, PrintOptions, component_counts, dpi, draw,
    flow, furniture, lay_out, shape_notes,
};
use crate::diag::{Problem, Problems};
use crate::hash::hex;
use crate::impose::{Furniture, Job, Layout, Sheet};
use crate::kit::{Card, Component, Kind, Kit, Outline};
use crate::say;
use crate::scene::{Studio, edge, outlined};
use crate::template::{Compiled, Engine, Face};
use crate::units::Mm;
use crate::write::{self, Cache, PlacedNote};

/// Prints after which something that was not used is let go.
const PATIENCE: u64 = 3;

/// Up to so many new faces go to the page with the news of a build: it shows them without asking. More would
/// hold the news up.
const FEW: usize = 8;

/// Faces in order.
type ShownFaces = Vec<Arc<ShownFace>>;
/// Things with the number of the print that used them last.
type PrintShelf<T> = HashMap<ContentKey, (u64, T)>;

/// A face as people see it in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaceView {
    /// What it looks like, as a number: equal numbers, equal looks.
    pub id: String,
    /// The component's id.
    pub component: String,
    /// The card's name.
    pub card: String,
    /// `front`, `back`, or the page of a sheet.
    pub side: String,
    /// Its width in millimetres.
    pub w: f64,
    /// Its height in millimetres.
    pub h: f64,
    /// The radius of its corners in millimetres; half its size where it is round.
    pub corner: f64,
}

/// What came of printing again.
pub struct Reprint {
    /// The file's content.
    pub pdf: Vec<u8>,
    /// How many pages.
    pub pages: usize,
    /// What became of each component.
    pub components: Vec<ComponentCount>,
    /// All faces, in order.
    pub views: Vec<Arc<FaceView>>,
    /// How many faces had to be drawn.
    pub drawn: usize,
    /// These, by number, as [`Again::svg`] gives them, where they are few: somebody will want to see them at once.
    pub fresh: Vec<(String, String)>,
}

/// Pages as they were laid out last.
struct Pages {
    jobs: Vec<Job>,
    layout: Layout,
    furniture: Furniture,
    sheets: Vec<Sheet>,
    notes: Vec<Vec<PlacedNote>>,
}

/// What is kept between prints of one kit in one language and ink, with the same options and the same studio. Only
/// rows, templates and flowing texts may change in between: whatever else does, a new one is needed.
#[derive(Default)]
pub struct Again {
    round: u64,
    compiled: Option<Compiled>,
    faces: PrintShelf<Arc<ShownFace>>,
    flows: RefCell<PrintShelf<Vec<Face>>>,
    pages: Option<Pages>,
    kept: Cache,
    shown: Vec<Arc<ShownFace>>,
}

/// A face, and how it is called in the list.
struct ShownFace {
    face: Arc<DrawnFace>,
    view: Arc<FaceView>,
    /// What it looks like at its edges.
    edge: u64,
}

impl Again {
    /// Prints a kit, drawing only what is not known yet.
    pub fn print(
        &mut self,
        kit: &Kit,
        studio: &Studio<'_>,
        options: &PrintOptions,
        bleed: Mm,
    ) -> Result<Reprint, Problems> {
        self.round += 1;
        let engine = Engine::again(kit, &options.lang, studio, self.compiled.take())?;
        let done = self.with(kit, studio, options, &engine, bleed);
        self.compiled = Some(engine.into_compiled());
        self.tidy();
        done
    }

    fn with(
        &mut self,
        kit: &Kit,
        studio: &Studio<'_>,
        options: &PrintOptions,
        engine: &Engine<'_>,
        bleed: Mm,
    ) -> Result<Reprint, Problems> {
        let keys = FaceKeys::new(engine);
        let (round, flows) = (self.round, &self.flows);
        let pages = |engine: &Engine<'_>, component: &Component, card: &Card, folded: bool| {
            let key = keys.flow(engine, component, card, folded);
            let mut flows = flows.borrow_mut();
            if let Some((used, faces)) = flows.get_mut(&key) {
                *used = round;
                return Ok(faces.clone());
            }
            let faces = flow::pages(engine, component, card, folded)?;
            flows.insert(key, (round, faces.clone()));
            Ok(faces)
        };
        let plan = plan::plan(kit, engine, options, &pages)?;
        let PrintPlan {
            faces: plans,
            jobs,
            counts,
        } = plan;
        let (faces, drawn) = self.faces(kit, options, engine, &keys, plans)?;
        let edge = |n: usize| faces.get(n).map(|shown| shown.edge);
        let mut layout = options.layout();
        ground::note(&mut layout, kit, &jobs, &edge);
        self.lay(kit, studio, options, (jobs, layout))?;
        let Some(pages) = &self.pages else {
            let what = say!("internal error, please report: {}", "no pages");
            return Err(Problem::new(what).into());
        };
        let components = component_counts(counts, &pages.sheets);
        let placed: Vec<write::Face<'_>> = faces
            .iter()
            .map(|shown| write::Face {
                scene: &shown.face.scene,
                trim: shown.face.size,
                dpi: dpi(kit, options, shown.face.component),
            })
            .collect();
        let laid = LaidFile {
            kit,
            faces: &placed,
            names: super::names(faces.iter().map(|shown| &*shown.face)),
            parts: &[],
            sheets: &pages.sheets,
            notes: &pages.notes,
            components: &components,
        };
        let looks = |shown: &Arc<ShownFace>| shown.face.digest.map_or(0, u128::from_be_bytes);
        let marks: Vec<u128> = faces.iter().map(looks).collect();
        let (pdf, fresh) = rayon::join(
            || laid.write(studio, options, Some((&self.kept, &marks))),
            || match drawn.len() {
                ..=FEW => drawn.iter().map(|s| s.sent(studio, bleed)).collect(),
                _ => Vec::new(),
            },
        );
        let pdf = pdf?;
        let views = faces.iter().map(|shown| shown.view.clone()).collect();
        self.shown = faces;
        Ok(Reprint {
            pdf,
            pages: pages.sheets.len(),
            components,
            views,
            drawn: drawn.len(),
            fresh,
        })
    }

    /// All faces of a plan, and those of them that had to be drawn, which is done in parallel.
    fn faces(
        &mut self,
        kit: &Kit,
        options: &PrintOptions,
        engine: &Engine<'_>,
        keys: &FaceKeys,
        plans: Vec<FacePlan<'_>>,
    ) -> Result<(ShownFaces, ShownFaces), Problems> {
        let digester = Digester::new(kit, engine.studio(), options);
        let mut out: Vec<Option<Arc<ShownFace>>> = Vec::with_capacity(plans.len());
        let mut todo = Vec::new();
        for (n, plan) in plans.into_iter().enumerate() {
            let key = keys.face(engine, &plan, &digester);
            let known = self.faces.get_mut(&key).map(|(used, shown)| {
                *used = self.round;
                // One back serves many cards: it is shown under the name of the first, which may be another now.
                let name = plan.name(kit);
                if shown.view.card != name {
                    *shown = Arc::new(shown.called(name));
                }
                shown.clone()
            });
            if known.is_none() {
                todo.push((n, key, plan));
            }
            out.push(known);
        }
        let keep = FaceExtras {
            svg: true,
            digester: Some(digester),
        };
        let drawn: Vec<_> = todo
            .into_par_iter()
            .map(|(n, key, plan)| {
                let label = label(kit, &plan);
                let face = draw::draw(engine, plan, &keep);
                (n, key, face.map(|f| ShownFace::new(f, label)))
            })
            .collect();
        let mut fresh = Vec::with_capacity(drawn.len());
        let mut problems = Problems::default();
        for (n, key, face) in drawn {
            match face {
                Ok(shown) => {
                    let shown = Arc::new(shown);
                    self.faces.insert(key, (self.round, shown.clone()));
                    fresh.push(shown.clone());
                    out[n] = Some(shown);
                }
                Err(p) => problems.extend(p),
            }
        }
        let faces = problems.grouped().or(out)?;
        Ok((faces.into_iter().flatten().collect(), fresh))
    }

    /// Lays out the pages, unless they would be the same.
    fn lay(
        &mut self,
        kit: &Kit,
        studio: &Studio<'_>,
        options: &PrintOptions,
        (jobs, layout): (Vec<Job>, Layout),
    ) -> Result<(), Problems> {
        let words = furniture(kit, &options.lang);
        if let Some(pages) = &self.pages
            && pages.jobs == jobs
            && pages.layout == layout
            && pages.furniture == words
        {
            return Ok(());
        }
        let sheets = lay_out(kit, options, &jobs, &layout)?;
        let notes = sheets
            .iter()
            .map(|s| shape_notes(s, studio))
            .collect::<Result<Vec<_>, _>>()?;
        self.pages = Some(Pages {
            jobs,
            layout,
            furniture: words,
            sheets,
            notes,
        });
        Ok(())
    }

    fn tidy(&mut self) {
        let now = self.round;
        let fresh = |used: &u64| used + PATIENCE > now;
        self.faces.retain(|_, (used, _)| fresh(used));
        self.flows.get_mut().retain(|_, (used, _)| fresh(used));
    }

    /// A face of the last print as SVG that needs nothing else, with `bleed` around its trim.
    pub fn svg(&self, studio: &Studio<'_>, id: &str, bleed: Mm) -> Option<String> {
        let shown = self.shown.iter().find(|s| s.view.id == id)?;
        Some(shown.svg(studio, bleed))
    }
}

/// What a face is called: component, card, side, corner.
type FaceLabel = (String, String, f64);

fn label(kit: &Kit, plan: &FacePlan<'_>) -> FaceLabel {
    let component = &kit.components[plan.component];
    let side = match &plan.drawing {
        Drawing::Done(..) => String::new(),
        Drawing::Card { page, .. } if matches!(component.kind, Kind::Sheet | Kind::Booklet) => {
            page.0.to_string()
        }
        Drawing::Card { template, .. } if component.back.as_ref() == Some(template) => {
            "back".into()
        }
        Drawing::Card { copy, .. } if *copy > 1 => format!("front {copy}"),
        Drawing::Card { .. } => "front".into(),
    };
    let corner = match component.outline {
        Outline::Rect => component.corner.0,
        Outline::Circle => component.size.w.0.max(component.size.h.0) / 2.0,
        Outline::Hex => 0.0,
    };
    (component.id.clone(), side, corner)
}

impl ShownFace {
    fn sent(&self, studio: &Studio<'_>, bleed: Mm) -> (String, String) {
        (self.view.id.clone(), self.svg(studio, bleed))
    }

    fn svg(&self, studio: &Studio<'_>, bleed: Mm) -> String {
        let tree = &self.face.scene.art.tree;
        let (w, h) = (tree.size().width(), tree.size().height());
        let art = tree.to_string(&usvg::WriteOptions::default());
        let text = outlined(studio, &art, &self.face.scene.texts);
        let inside = text.find("<svg").and_then(|at| {
            let end = text[at..].find('>')? + at + 1;
            Some(&text[end..])
        });
        let unit = f64::from(w) / self.face.size.w.0;
        let edge = bleed.0 * unit;
        let view = [
            -edge,
            -edge,
            f64::from(w) + edge * 2.0,
            f64::from(h) + edge * 2.0,
        ];
        let shown = self.face.size.grown(bleed);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{}mm" height="{}mm" viewBox="{} {} {} {}"><path fill="#fff" d="M{} {}h{}v{}H{}z"/>{}"##,
            shown.w.0,
            shown.h.0,
            view[0],
            view[1],
            view[2],
            view[3],
            view[0],
            view[1],
            view[2],
            view[3],
            view[0],
            inside.unwrap_or("</svg>")
        )
    }

    fn new(face: DrawnFace, (component, side, corner): FaceLabel) -> Self {
        Self {
            edge: edge(&face.scene, &[], face.size),
            view: Arc::new(FaceView {
                id: face.digest.map(|d| hex(&d)).unwrap_or_default(),
                component,
                card: face.card.clone(),
                side,
                w: face.size.w.0,
                h: face.size.h.0,
                corner,
            }),
            face: face.into(),
        }
    }

    /// The same face as that of another card.
    fn called(&self, card: &str) -> Self {
        let view = FaceView {
            card: card.to_owned(),
            ..(*self.view).clone()
        };
        Self {
            view: view.into(),
            face: self.face.clone(),
            edge: self.edge,
        }
    }
}
