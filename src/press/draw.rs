//! Faces from their plans: templates run, what faces have in common is found, art is parsed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::digest::{Digest, Digester};
use super::plan::{Drawing, FacePlan};
use super::{DrawnFace, Steps, flow, plan};
use crate::diag::{Problem, Problems};
use crate::kit::Card;
use crate::kit::Topic;
use crate::say;
use crate::say::Say;
use crate::scene::{Part, Scene, Studio, identity, share};
use crate::template::{Engine, Extra, Face, Request};
use crate::text::TextBlock;
use crate::units::Size;

/// What is kept of a face beside its scene.
pub struct Keep<'a> {
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
    fn drawn(self, engine: &Engine<'_>, svg: &str, keep: &Keep<'_>) -> Result<DrawnFace, Problems> {
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
pub fn draw_all(
    engine: &Engine<'_>,
    plans: Vec<FacePlan<'_>>,
    keep: &Keep<'_>,
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
pub fn draw(
    engine: &Engine<'_>,
    plan: FacePlan<'_>,
    keep: &Keep<'_>,
) -> Result<DrawnFace, Problems> {
    let rendered = render(engine, plan, keep)?;
    let svg = rendered.svg.clone();
    rendered.drawn(engine, &svg, keep)
}

/// Draws a face that some ink draws otherwise.
pub fn draw_extra(engine: &Engine<'_>, extra: Extra) -> Result<DrawnFace, Problem> {
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
    let art = studio.face_art(&extra.face.svg, extra.size, &extra.template);
    Ok(DrawnFace {
        scene: Scene {
            art: art.map_err(of)?,
            texts: extra.face.texts,
        },
        size: extra.size,
        component: kit
            .components
            .iter()
            .position(|c| c.id == extra.component)
            .unwrap_or_default(),
        card: extra.card,
        file: extra.template,
        svg: None,
        digest: None,
        flaws: extra.face.flaws,
    })
}

/// Draws faces in parallel, with what they have in common apart. Whoever uses them needs both.
pub fn draw_shared(
    engine: &Engine<'_>,
    plans: Vec<FacePlan<'_>>,
    keep: &Keep<'_>,
    steps: &Steps<'_>,
) -> Result<(Vec<DrawnFace>, Vec<Part>), Problems> {
    let pictures = Pictures::default();
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
struct Pictures(Mutex<HashMap<u128, Arc<str>>>);

impl Pictures {
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
    keep: &Keep<'_>,
) -> Result<Rendered<'a>, Problems> {
    let (kit, size) = (engine.kit(), plan.size);
    let component = &kit.components[plan.component];
    let (face, file, card, row, flow) = match plan.drawing {
        Drawing::Done(face, card) => {
            let file = component.front.first();
            (face, file, component.id.as_str(), ("", 0), Some(card))
        }
        Drawing::Card {
            template,
            card,
            copy,
            page,
            panel,
        } => {
            let fields = plan::fields(kit, card, engine.lang());
            let request = Request {
                template,
                size,
                component: &component.id,
                card: &card.name,
                fields: &fields,
                from: (&card.from.0, card.from.1),
                copy,
                page,
                carton: panel.and_then(|p| plan::carton_value(component, p)),
            };
            let face = engine.render(&request)?;
            let row = (card.from.0.as_str(), card.from.1);
            (face, Some(template), card.name.as_str(), row, None)
        }
    };
    let digest = keep
        .digester
        .as_ref()
        .map(|d| d.face(&face, size, plan.component));
    let Face { svg, texts, flaws } = face;
    Ok(Rendered {
        svg: svg.into(),
        texts,
        flaws,
        size,
        component: plan.component,
        card,
        row,
        file: file.map_or("kit.toml", String::as_str),
        flow,
        digest,
    })
}
