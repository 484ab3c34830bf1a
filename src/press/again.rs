//! Printing the same kit again and again while it is being made: only what changed is drawn.
//!
//! Faces are found by what they are made from: the templates that they reach, the card's fields, the words and
//! colours of the kit. Pages are laid out anew only when pieces change places, and the writer keeps its parts. The
//! pages are those that [`print`](super::print) makes; what faces have in common is not looked for, so that the file
//! may be larger.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use super::digest::{Digester, hex, pictures};
use super::plan::{self, Drawing, FacePlan, Plan};
use super::{
    ComponentCount, DrawnFace, Keep, Laid, PrintOptions, component_counts, dpi, draw, flow,
    furniture, lay_out, shape_notes,
};
use crate::diag::{Problem, Problems};
use crate::impose::{Furniture, Job, Panel, Sheet};
use crate::kit::{Card, Component, Kind, Kit, Outline, flow_file};
use crate::say;
use crate::scene::{Studio, outlined};
use crate::template::{Compiled, Engine, Face};
use crate::units::Mm;
use crate::write::{self, Kept, PlacedNote};

/// Prints after which something that was not used is let go.
const PATIENCE: u64 = 3;

/// So many new faces are sent along.
const FEW: usize = 8;

/// A number for what something is made from.
type Key = u128;
/// A face and its key.
type Keyed = (Key, Arc<Shown>);
/// Things with the number of the print that used them last.
type Shelf<T> = HashMap<Key, (u64, T)>;

/// A face as people see it in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
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
    pub views: Vec<Arc<View>>,
    /// How many faces had to be drawn.
    pub drawn: usize,
    /// These, by number, as [`Again::svg`] gives them, where they are few: somebody will want to see them at once.
    pub fresh: Vec<(String, String)>,
}

/// Pages as they were laid out last.
struct Pages {
    jobs: Vec<Job>,
    furniture: Furniture,
    sheets: Vec<Sheet>,
    notes: Vec<Vec<PlacedNote>>,
}

/// What is kept between prints of one kit in one language and ink, with the same options.
#[derive(Default)]
pub struct Again {
    round: u64,
    compiled: Option<Compiled>,
    faces: Shelf<Arc<Shown>>,
    flows: RefCell<Shelf<Vec<Face>>>,
    pages: Option<Pages>,
    kept: Kept,
    shown: Vec<Arc<Shown>>,
}

/// A face, and what is asked about it again and again.
struct Shown {
    face: DrawnFace,
    view: Arc<View>,
    /// The files that it shows as pictures.
    pictures: Vec<String>,
}

impl Again {
    /// Prints a kit, drawing only what is not known yet. The studio must be the one of the time before, unless
    /// everything is to be drawn anew.
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
        let keys = Keys::new(kit, engine);
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
        let Plan {
            faces: plans,
            jobs,
            counts,
        } = plan;
        let (faces, drawn) = self.faces(kit, studio, engine, &keys, plans)?;
        self.lay(kit, studio, options, jobs)?;
        let Some(pages) = &self.pages else {
            let what = say!("internal error, please report: {}", "no pages");
            return Err(Problem::new(what).into());
        };
        let components = component_counts(counts, &pages.sheets);
        let placed: Vec<write::Face<'_>> = faces
            .iter()
            .map(|(_, shown)| write::Face {
                scene: &shown.face.scene,
                trim: shown.face.size,
                dpi: dpi(kit, options, shown.face.component),
            })
            .collect();
        let laid = Laid {
            kit,
            faces: &placed,
            parts: &[],
            sheets: &pages.sheets,
            notes: &pages.notes,
            components: &components,
        };
        let marks: Vec<Key> = faces.iter().map(|(key, _)| *key).collect();
        let (pdf, fresh) = rayon::join(
            || laid.write(studio, options, Some((&self.kept, &marks))),
            || match drawn.len() {
                ..=FEW => drawn.iter().map(|s| s.sent(studio, bleed)).collect(),
                _ => Vec::new(),
            },
        );
        let pdf = pdf?;
        let views = faces.iter().map(|(_, shown)| shown.view.clone()).collect();
        self.shown = faces.into_iter().map(|(_, shown)| shown).collect();
        Ok(Reprint {
            pdf,
            pages: pages.sheets.len(),
            components,
            views,
            drawn: drawn.len(),
            fresh,
        })
    }

    /// All faces of a plan: known ones, and new ones drawn in parallel.
    fn faces(
        &mut self,
        kit: &Kit,
        studio: &Studio<'_>,
        engine: &Engine<'_>,
        keys: &Keys,
        plans: Vec<FacePlan<'_>>,
    ) -> Result<(Vec<Keyed>, Vec<Arc<Shown>>), Problems> {
        let keep = Keep {
            svg: true,
            digester: Some(Digester::new(studio, &kit.source)),
        };
        let mut out: Vec<Option<Keyed>> = Vec::with_capacity(plans.len());
        let mut todo = Vec::new();
        for (n, plan) in plans.into_iter().enumerate() {
            let key = keys.face(engine, &plan);
            let known = self.faces.get_mut(&key).map(|(used, shown)| {
                *used = self.round;
                (key, shown.clone())
            });
            if known.is_none() {
                todo.push((n, key, plan));
            }
            out.push(known);
        }
        let drawn: Vec<_> = todo
            .into_par_iter()
            .map(|(n, key, plan)| {
                let label = label(kit, &plan);
                let face = draw::draw(engine, plan, &keep);
                (n, key, face.map(|f| Shown::new(f, label)))
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
                    out[n] = Some((key, shown));
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
        jobs: Vec<Job>,
    ) -> Result<(), Problems> {
        let words = furniture(kit, &options.lang);
        if let Some(pages) = &self.pages
            && pages.jobs == jobs
            && pages.furniture == words
        {
            return Ok(());
        }
        let sheets = lay_out(kit, options, &jobs)?;
        let notes = sheets
            .iter()
            .map(|s| shape_notes(s, studio))
            .collect::<Result<Vec<_>, _>>()?;
        self.pages = Some(Pages {
            jobs,
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

    /// Whether a file of the kit is shown as a picture on one of the faces.
    pub fn shows(&self, file: &str) -> bool {
        let mut pictures = self.shown.iter().flat_map(|s| &s.pictures);
        pictures.any(|p| p == file)
    }

    /// A face of the last print as SVG that needs nothing else, with `bleed` around its trim.
    pub fn svg(&self, studio: &Studio<'_>, id: &str, bleed: Mm) -> Option<String> {
        let shown = self.shown.iter().find(|s| s.view.id == id)?;
        Some(shown.svg(studio, bleed))
    }
}

/// What a face is called: component, card, side, corner.
type Label = (String, String, f64);

fn label(kit: &Kit, plan: &FacePlan<'_>) -> Label {
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

impl Shown {
    fn sent(&self, studio: &Studio<'_>, bleed: Mm) -> (String, String) {
        (self.view.id.clone(), self.svg(studio, bleed))
    }

    fn svg(&self, studio: &Studio<'_>, bleed: Mm) -> String {
        let tree = self.face.scene.art.tree();
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

    fn new(face: DrawnFace, (component, side, corner): Label) -> Self {
        let pictures = pictures(face.svg.as_deref().unwrap_or_default());
        let pictures = pictures.map(|p| p.trim_start_matches("./").to_owned());
        Self {
            pictures: pictures.collect(),
            view: Arc::new(View {
                id: face.digest.as_ref().map(hex).unwrap_or_default(),
                component,
                card: face.card.clone(),
                side,
                w: face.size.w.0,
                h: face.size.h.0,
                corner,
            }),
            face,
        }
    }
}

/// Numbers for what faces are made from.
struct Keys {
    /// The words and colours that every template can see.
    common: u64,
    /// All cards, for templates that look at decks.
    decks: u64,
    /// Templates with all that they reach, and whether they look at the card.
    templates: RefCell<HashMap<String, (u64, bool)>>,
}

fn number(feed: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hash = DefaultHasher::new();
    feed(&mut hash);
    hash.finish()
}

fn wide(feed: impl Fn(&mut DefaultHasher)) -> Key {
    let half = |salt: u8| {
        let feed = |hash: &mut DefaultHasher| {
            salt.hash(hash);
            feed(hash);
        };
        u128::from(number(feed))
    };
    half(1) << 64 | half(2)
}

/// A value of a table.
fn feed_value(hash: &mut DefaultHasher, value: &Value) {
    match value {
        Value::Null => 0u8.hash(hash),
        Value::Bool(b) => (1u8, b).hash(hash),
        Value::Number(n) => (2u8, n.to_string()).hash(hash),
        Value::String(s) => (3u8, s).hash(hash),
        Value::Array(items) => {
            (4u8, items.len()).hash(hash);
            items.iter().for_each(|v| feed_value(hash, v));
        }
        Value::Object(fields) => feed_fields(hash, fields),
    }
}

fn feed_fields(hash: &mut DefaultHasher, fields: &serde_json::Map<String, Value>) {
    (5u8, fields.len()).hash(hash);
    for (key, value) in fields {
        key.hash(hash);
        feed_value(hash, value);
    }
}

fn feed_card(hash: &mut DefaultHasher, card: &Card) {
    card.name.hash(hash);
    feed_fields(hash, &card.fields);
}

impl Keys {
    fn new(kit: &Kit, engine: &Engine<'_>) -> Self {
        let common = number(|hash| {
            (
                &kit.id,
                kit.title.get(engine.lang()),
                engine.lang(),
                &kit.languages,
            )
                .hash(hash);
            if let Some(words) = kit.strings.get(engine.lang()) {
                feed_value(hash, words);
            }
            feed_fields(hash, &kit.settings);
            for swatch in &kit.palette {
                (&swatch.name, &swatch.color, &swatch.pattern).hash(hash);
                swatch.letter.0.hash(hash);
            }
        });
        let decks = number(|hash| {
            for component in &kit.components {
                component.id.hash(hash);
                for card in &component.cards {
                    card.count.hash(hash);
                    feed_card(hash, card);
                }
            }
        });
        Self {
            common,
            decks,
            templates: RefCell::default(),
        }
    }

    /// A template with all that it reaches.
    fn template(&self, engine: &Engine<'_>, template: &str) -> (u64, bool) {
        let mut known = self.templates.borrow_mut();
        if let Some(number) = known.get(template) {
            return *number;
        }
        let reach = engine.reach(template);
        let looks_at_decks = reach.values().any(|s| s.contains("deck"));
        let key = number(|hash| {
            (self.common, &reach).hash(hash);
            if looks_at_decks {
                self.decks.hash(hash);
            }
        });
        let found = (key, engine.reads(template).card());
        known.insert(template.to_owned(), found);
        found
    }

    /// A face.
    fn face(&self, engine: &Engine<'_>, plan: &FacePlan<'_>) -> Key {
        let size = [plan.size.w, plan.size.h].map(|l| l.0.to_bits());
        match &plan.drawing {
            Drawing::Done(face, _) => wide(|hash| {
                (plan.component, size, &face.svg).hash(hash);
                for run in face.texts.iter().flat_map(|t| &t.runs) {
                    let place = [run.size, run.x, run.y].map(f32::to_bits);
                    (&run.text, run.font, place, run.fill, run.slant).hash(hash);
                }
                for icon in face.texts.iter().flat_map(|t| &t.icons) {
                    let place = [icon.x, icon.y, icon.w].map(f32::to_bits);
                    (icon.art.id, place).hash(hash);
                }
            }),
            Drawing::Card {
                template,
                card,
                copy,
                page,
                panel,
            } => {
                let (template, reads_card) = self.template(engine, template);
                wide(|hash| {
                    (template, plan.component, size, copy, page).hash(hash);
                    panel.map(Panel::name).hash(hash);
                    // A common back is the same whatever card it is drawn for.
                    if reads_card {
                        feed_card(hash, card);
                    }
                })
            }
        }
    }

    /// The pages of a text.
    fn flow(&self, engine: &Engine<'_>, component: &Component, card: &Card, folded: bool) -> Key {
        let kit = engine.kit();
        let text = component.flow.as_ref().and_then(|f| {
            let file = flow_file(&f.file, engine.lang());
            kit.source.read_text(&file).ok()
        });
        // Figures in the text are templates too: any of them may matter.
        let figures = text.iter().flat_map(|t| t.split(['(', ')', '"']));
        let figures = figures.filter(|f| f.ends_with(".svg"));
        let named = component.front.iter().map(String::as_str).chain(figures);
        let templates: Vec<u64> = named.map(|t| self.template(engine, t).0).collect();
        let (flow, size, kind) = (&component.flow, component.size, component.kind);
        let looks = format!("{flow:?} {size:?} {kind:?} {folded}");
        wide(|hash| {
            (&component.id, &text, &templates, &looks).hash(hash);
            feed_card(hash, card);
        })
    }
}
