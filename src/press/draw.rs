//! Faces from their plans: templates run, what faces have in common is found, art is parsed.

use std::collections::HashMap;
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

/// Draws faces that some ink draws otherwise, with what they have in common apart.
pub(crate) fn draw_extras(
    engine: &Engine<'_>,
    extras: Vec<Extra>,
) -> Result<(Vec<ExtraFace>, Vec<Part>), Problems> {
    let pictures: Vec<&str> = extras.iter().map(|e| e.face.svg.as_str()).collect();
    let shared = share(engine.studio(), &pictures).unwrap_or_default();
    let whole = shared.pictures.is_empty();
    let drawn = extras.par_iter().enumerate().map(|(n, extra)| {
        let svg = match whole {
            true => &extra.face.svg,
            false => &shared.pictures[shared.of[n]],
        };
        draw_extra(engine, extra, svg)
    });
    let faces = faces(drawn.collect())?;
    let inks = extras.iter().map(|e| e.inks);
    Ok((inks.zip(faces).collect(), shared.parts))
}

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

/// Draws faces in parallel, with what they have in common apart. Whoever uses them needs both.
pub(super) fn draw_shared(
    engine: &Engine<'_>,
    plans: Vec<FacePlan<'_>>,
    keep: &FaceExtras<'_>,
    steps: &Steps<'_>,
) -> Result<(Vec<DrawnFace>, Vec<Part>), Problems> {
    let pictures = HeldPictures::default();
    let rendered: Vec<Result<Rendered<'_>, Problems>> = plans
        .into_par_iter()
        .map(|plan| {
            let face = render(engine, plan, keep).map(|face| pictures.once(engine.studio(), face));
            steps.step();
            face
        })
        .collect();
    let all_well = rendered.iter().all(Result::is_ok);
    let pictures: Vec<&str> = rendered.iter().flatten().map(|r| &*r.svg).collect();
    let shared = match all_well {
        true => share(engine.studio(), &pictures).ok(),
        false => None,
    };
    if let Some(shared) = shared {
        let drawn: Vec<_> = rendered
            .into_par_iter()
            .zip(&shared.of)
            .map(|(face, picture)| face?.drawn(engine, &shared.pictures[*picture], keep))
            .collect();
        return Ok((faces(drawn)?, shared.parts));
    }
    // Something cannot be used: each as a whole tells what.
    let drawn = rendered.into_par_iter().map(|face| {
        let face = face?;
        let svg = face.svg.clone();
        face.drawn(engine, &svg, keep)
    });
    Ok((faces(drawn.collect())?, Vec::new()))
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
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = identity(&face.svg, studio.ink());
        let svg = known.entry(key).or_insert(face.svg).clone();
        Rendered { svg, ..face }
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
