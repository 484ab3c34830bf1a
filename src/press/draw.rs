//! Faces from their plans: templates run, what faces have in common is found, art is parsed.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::digest::{Digest, Digester};
use super::faces::{Drawing, FacePlan};
use super::{DrawnFace, Steps, flow};
use crate::diag::{Problem, Problems};
use crate::kit::Card;
use crate::kit::Topic;
use crate::say;
use crate::say::Say;
use crate::scene::{Part, Scene, Studio, identity, share};
use crate::template::{Engine, Extra, Face};
use crate::text::TextBlock;
use crate::units::Size;

/// What is kept of a face beside its scene.
pub(super) struct FaceExtras<'a> {
    /// Its SVG.
    pub svg: bool,
    /// Its number.
    pub digester: Option<Digester<'a>>,
}

/// A face after its template ran, and what messages need to know of it.
struct Rendered<'a> {
    svg: Arc<str>,
    /// The number of the picture, where it is asked for.
    id: u128,
    texts: Vec<TextBlock>,
    flaws: Problems,
    size: Size,
    component: usize,
    /// The card's name; the component's for a page of flowing text.
    card: &'a str,
    file: &'a str,
    /// The table and line that the card comes from.
    row: (&'a str, usize),
    /// The card that a page of flowing text is set for.
    flow: Option<&'a Card>,
    digest: Option<Digest>,
}

impl Rendered<'_> {
    /// The face, with this SVG in the place of its own.
    fn drawn(
        self,
        engine: &Engine<'_>,
        svg: &str,
        keep: &FaceExtras<'_>,
    ) -> Result<DrawnFace, Problems> {
        let studio = engine.studio();
        let component = &engine.kit().components[self.component];
        if let Some(card) = self.flow
            && let Err(why) = studio.art(svg)
        {
            return Err(flow::culprit(engine, component, card, &why));
        }
        let of_card = |p: Problem| {
            p.of(&component.id, self.card)
                .from_row(self.row.0, self.row.1)
        };
        let art = studio
            .face_art(svg, self.size, self.file)
            .map_err(of_card)?;
        let mut flaws = self.flaws;
        let kit = engine.kit();
        let unwanted = |allow: &[Topic]| allow.contains(&Topic::Drawing);
        if !unwanted(&kit.allow) && !unwanted(&component.allow) {
            let file = kit.source.show(self.file);
            let told = |note: &Say| Problem::new(say!("in the drawing: {}", note));
            let notes = art.notes.iter().map(told);
            notes.for_each(|p| flaws.push(of_card(p.at(file.as_str(), 0))));
        }
        Ok(DrawnFace {
            scene: Scene {
                art,
                texts: self.texts,
            },
            size: self.size,
            component: self.component,
            card: self.card.to_owned(),
            file: self.file.to_owned(),
            svg: keep.svg.then(|| svg.to_owned()),
            digest: self.digest,
            flaws,
        })
    }
}

/// Draws faces in parallel, each as a whole; every problem of every face is reported.
pub(super) fn draw_all(
    engine: &Engine<'_>,
    plans: Vec<FacePlan<'_>>,
    keep: &FaceExtras<'_>,
    steps: &Steps<'_>,
) -> Result<Vec<DrawnFace>, Problems> {
    let drawn = plans.into_par_iter().map(|plan| {
        let face = draw(engine, plan, keep);
        steps.step();
        face
    });
    faces(drawn.collect())
}

/// Draws one face.
pub(super) fn draw(
    engine: &Engine<'_>,
    plan: FacePlan<'_>,
    keep: &FaceExtras<'_>,
) -> Result<DrawnFace, Problems> {
    let rendered = render(engine, plan, keep)?;
    let svg = rendered.svg.clone();
    rendered.drawn(engine, &svg, keep)
}

/// A face that some inks draw otherwise, and in which.
pub(crate) type ExtraFace = ([bool; 3], DrawnFace);

fn draw_extra(engine: &Engine<'_>, extra: &Extra, svg: &str) -> Result<DrawnFace, Problems> {
    let kit = engine.kit();
    let of = |p: Problem| {
        let (file, line) = &extra.from;
        let p = p.of(&extra.component, &extra.card);
        if *line > 0 {
            p.from_row(file, *line)
        } else {
            p
        }
    };
    let studio = engine.studio();
    let art = studio.face_art(svg, extra.size, &extra.template);
    let component = kit.components.iter();
    let component = component.enumerate().find(|(_, c)| c.id == extra.component);
    Ok(DrawnFace {
        scene: Scene {
            art: art.map_err(of)?,
            texts: extra.face.texts.clone(),
        },
        size: extra.size,
        component: component.map_or(0, |(n, _)| n),
        card: extra.card.clone(),
        file: extra.template.clone(),
        svg: None,
        digest: None,
        flaws: extra.face.flaws.clone(),
    })
}

/// Drawings that faces have in common, apart from them.
#[derive(Default)]
pub(crate) struct Commons {
    /// The drawings.
    pub parts: Vec<Part>,
    /// What is left of pictures that were looked at before, by their number.
    rests: HashMap<u128, Arc<str>>,
}

impl Commons {
    /// Finds what pictures have in common, as far as that is not known, so that [`rest`](Self::rest) has all of them.
    fn find<'p>(
        &mut self,
        studio: &Studio<'_>,
        pictures: impl Iterator<Item = (u128, &'p str)>,
    ) -> Result<(), Say> {
        let mut seen = HashSet::new();
        let (ids, new): (Vec<u128>, Vec<&str>) = pictures
            .filter(|(id, _)| !self.rests.contains_key(id) && seen.insert(*id))
            .unzip();
        let shared = share(studio, &new, self.parts.len())?;
        let rests = shared.pictures.into_iter().map(Arc::from);
        self.rests.extend(ids.into_iter().zip(rests));
        self.parts.extend(shared.parts);
        Ok(())
    }

    /// What is left of a picture.
    fn rest(&self, id: u128) -> Option<&Arc<str>> {
        self.rests.get(&id)
    }
}

/// What was drawn: faces, and those that some inks draw otherwise, where all inks are drawn at once.
type FacesAndExtras = (Vec<DrawnFace>, Result<Vec<ExtraFace>, Problems>);

/// Draws faces in parallel, with what they have in common apart. Whoever uses them needs both.
pub(super) fn draw_shared(
    engine: &Engine<'_>,
    plans: Vec<FacePlan<'_>>,
    keep: &FaceExtras<'_>,
    steps: &Steps<'_>,
    commons: &mut Commons,
) -> Result<FacesAndExtras, Problems> {
    let (studio, pictures) = (engine.studio(), HeldPictures::default());
    let rendered: Vec<Result<Rendered<'_>, Problems>> = plans
        .into_par_iter()
        .map(|plan| {
            let face = render(engine, plan, keep).map(|face| pictures.once(studio, face));
            steps.step();
            face
        })
        .collect();
    let extras: Vec<(u128, Extra)> = engine
        .take_extras()
        .into_iter()
        .map(|extra| (identity(&extra.face.svg, studio.ink()), extra))
        .collect();
    if rendered.iter().all(Result::is_ok) {
        let own = rendered.iter().flatten().map(|r| (r.id, &*r.svg));
        let others = extras.iter().map(|(id, e)| (*id, e.face.svg.as_str()));
        // Where something cannot be used, each as a whole tells what.
        commons.find(studio, own.chain(others)).ok();
    }
    let commons = &*commons;
    let drawn = rendered.into_par_iter().map(|face| {
        let face = face?;
        let svg = commons.rest(face.id).unwrap_or(&face.svg).clone();
        face.drawn(engine, &svg, keep)
    });
    let drawn = faces(drawn.collect())?;
    let others = extras.par_iter().map(|(id, extra)| {
        let svg = commons.rest(*id).map_or(extra.face.svg.as_str(), |r| r);
        draw_extra(engine, extra, svg)
    });
    let others = faces(others.collect());
    let inks = extras.iter().map(|(_, e)| e.inks);
    Ok((drawn, others.map(|others| inks.zip(others).collect())))
}

fn faces(drawn: Vec<Result<DrawnFace, Problems>>) -> Result<Vec<DrawnFace>, Problems> {
    let mut problems = Problems::default();
    let mut faces = Vec::with_capacity(drawn.len());
    for result in drawn {
        match result {
            Ok(face) => faces.push(face),
            Err(p) => problems.extend(p),
        }
    }
    problems.grouped().or(faces)
}

/// Pictures that came up, each held once.
#[derive(Default)]
struct HeldPictures(Mutex<HashMap<u128, Arc<str>>>);

impl HeldPictures {
    fn once<'a>(&self, studio: &Studio<'_>, face: Rendered<'a>) -> Rendered<'a> {
        let id = identity(&face.svg, studio.ink());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let svg = known.entry(id).or_insert(face.svg).clone();
        Rendered { svg, id, ..face }
    }
}

/// Runs the template of a face.
fn render<'a>(
    engine: &Engine<'a>,
    plan: FacePlan<'a>,
    keep: &FaceExtras<'_>,
) -> Result<Rendered<'a>, Problems> {
    let (kit, size, component) = (engine.kit(), plan.size, plan.component);
    let (file, card) = (plan.template(kit), plan.card());
    let (name, row, flow) = match plan.drawing {
        Drawing::Done(..) => (&kit.components[component].id, ("", 0), Some(card)),
        Drawing::Card { .. } => (&card.name, (card.from.0.as_str(), card.from.1), None),
    };
    let face = plan.render(engine)?;
    let digest = keep
        .digester
        .as_ref()
        .map(|d| d.face(&face, size, component));
    let Face { svg, texts, flaws } = face;
    Ok(Rendered {
        svg: svg.into(),
        id: 0,
        texts,
        flaws,
        size,
        component,
        card: name,
        row,
        file: file.map_or("kit.toml", String::as_str),
        flow,
        digest,
    })
}
