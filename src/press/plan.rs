//! What to draw and where it goes: from components and cards to faces and jobs.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::{PrintOptions, pick};
use crate::diag::{Problem, Problems};
use crate::impose::{Cut, Job, Net, Panel, Piece, folds};
use crate::kit::{Card, Component, Kind, Kit, Outline, fields_in};
use crate::say;
use crate::template::{Engine, Face, Reads};
use crate::units::Size;

/// How a face comes about.
pub enum Drawing<'a> {
    /// By a template, for a card.
    Card {
        /// The template.
        template: &'a String,
        /// The card.
        card: &'a Card,
        /// Which copy, from 1.
        copy: u32,
        /// Which page of how many.
        page: (usize, usize),
        /// Which panel of a box.
        panel: Option<Panel>,
    },
    /// Already drawn: a page of flowing text, set for a card.
    Done(Face, &'a Card),
}

/// A face to draw.
pub struct FacePlan<'a> {
    /// The component's place in the kit.
    pub component: usize,
    /// The trim size.
    pub size: Size,
    /// How it comes about.
    pub drawing: Drawing<'a>,
}

impl FacePlan<'_> {
    /// What the face is called: by its card; by its component where it is a page of flowing text.
    pub fn name<'k>(&'k self, kit: &'k Kit) -> &'k str {
        match &self.drawing {
            Drawing::Card { card, .. } => &card.name,
            Drawing::Done(..) => &kit.components[self.component].id,
        }
    }
}

/// All that a print needs to know before drawing.
#[derive(Default)]
pub struct Plan<'a> {
    /// Faces, each to be drawn once.
    pub faces: Vec<FacePlan<'a>>,
    /// Pieces, in the order of the kit, naming faces by their place.
    pub jobs: Vec<Job>,
    /// For each component that is printed: its place in the kit, faces and pieces.
    pub counts: Vec<(usize, usize, usize)>,
}

/// Sets a component's text and draws its pages, for a booklet if they are folded into one.
pub type FlowPages<'f> =
    dyn Fn(&Engine<'_>, &Component, &Card, bool) -> Result<Vec<Face>, Problems> + 'f;

/// A card to print and how many copies.
pub(crate) type Chosen<'a> = (&'a Card, u32);

/// Plans the print of a kit.
pub fn plan<'a>(
    kit: &'a Kit,
    engine: &Engine<'a>,
    options: &PrintOptions,
    flow: &FlowPages<'_>,
) -> Result<Plan<'a>, Problems> {
    let chosen = choose(kit, options)?;
    let mut plan = Plan::default();
    for (index, cards) in chosen {
        let component = &kit.components[index];
        let (faces, pieces) = match component.kind {
            Kind::Sheet | Kind::Booklet => {
                plan.sheet(engine, index, component, &cards, options, flow)?
            }
            Kind::Box => plan.boxes(index, component, &cards, sets_of(component, options)),
            _ => plan.pieces(engine, index, component, &cards, options),
        };
        plan.counts.push((index, faces, pieces));
    }
    Ok(plan)
}

/// How many sets of a component are printed: what one table needs once is there once.
fn sets_of(component: &Component, options: &PrintOptions) -> usize {
    match component.once {
        true => 1,
        false => options.sets as usize,
    }
}

/// What a template sees of a card, if it reads no more than this.
fn seen(engine: &Engine<'_>, card: &Card, reads: &Reads) -> String {
    if !reads.card() {
        return String::new();
    }
    let fields = fields(engine.kit(), card, engine.lang());
    let row = fields.iter();
    let row = row.filter(|(name, _)| reads.whole_row || reads.fields.contains(*name));
    let name = Some(&card.name).filter(|_| reads.name);
    json!([name, row.collect::<Vec<_>>()]).to_string()
}

/// The components and cards that the options leave, in the order of the kit.
pub(crate) fn choose<'a>(
    kit: &'a Kit,
    options: &PrintOptions,
) -> Result<Vec<(usize, Vec<Chosen<'a>>)>, Problems> {
    let mut problems = Problems::default();
    for id in &options.only {
        if let Err(p) = kit.component(id) {
            problems.push(p);
        }
    }
    let mut used = vec![false; options.cards.len()];
    let mut out = Vec::new();
    for (index, component) in kit.components.iter().enumerate() {
        let named = options.only.contains(&component.id);
        let left_out = !options.only.is_empty() || component.kind == Kind::Booklet;
        if left_out && !named || options.paper.is_strip() && component.kind != Kind::Strip {
            continue;
        }
        let cards = component.cards.iter().filter(|card| {
            let hits: Vec<bool> = options
                .cards
                .iter()
                .map(|p| pick::means(p, &component.id, card))
                .collect();
            for (used, hit) in used.iter_mut().zip(&hits) {
                *used |= hit;
            }
            options.cards.is_empty() || hits.contains(&true)
        });
        let cards: Vec<Chosen<'a>> = cards.map(|c| (c, c.count)).collect();
        if !cards.is_empty() {
            out.push((index, cards));
        }
    }
    if options.paper.is_strip() && out.is_empty() {
        let hint = say!("choose another paper");
        problems.push(
            Problem::new(say!("kit `{}` has no strips to print on a strip", kit.id)).hint(hint),
        );
    }
    for (pattern, used) in options.cards.iter().zip(used) {
        if !used {
            let hint = say!("`kitpress cards {}` lists them", kit.id);
            problems.push(Problem::new(say!("no card is called `{}`", pattern)).hint(hint));
        }
    }
    problems.or(out)
}

impl<'a> Plan<'a> {
    fn face(&mut self, component: usize, size: Size, drawing: Drawing<'a>) -> usize {
        self.faces.push(FacePlan {
            component,
            size,
            drawing,
        });
        self.faces.len() - 1
    }

    /// Plans cards, tokens, strips and standees.
    fn pieces(
        &mut self,
        engine: &Engine<'a>,
        index: usize,
        component: &'a Component,
        cards: &[Chosen<'a>],
        options: &PrintOptions,
    ) -> (usize, usize) {
        let before = self.faces.len();
        let size = component.size;
        let Some(front) = component.front.first() else {
            return (0, 0);
        };
        let each_copy = engine.reads(front).copy;
        let back = component.back.as_ref().map(|b| (b, engine.reads(b)));
        let mut backs: HashMap<String, usize> = HashMap::new();
        let mut pairs = Vec::new();
        for (card, count) in cards {
            let draw = |template, copy| Drawing::Card {
                template,
                card,
                copy,
                page: (1, 1),
                panel: None,
            };
            // Cards that agree in all that their back reads have one back.
            let back = back.as_ref().map(|(template, reads)| {
                let seen = seen(engine, card, reads);
                let face = backs.entry(seen);
                *face.or_insert_with(|| self.face(index, size, draw(template, 1)))
            });
            let mut face = None;
            for copy in 1..=*count {
                if face.is_none() || each_copy {
                    face = Some(self.face(index, size, draw(front, copy)));
                }
                pairs.extend(face.map(|f| (f, back)));
            }
        }
        let pairs = pairs.repeat(sets_of(component, options));
        let pieces = pairs.len();
        // A strip longer than the paper is tiled like a sheet.
        let tiled = component.kind == Kind::Strip && !fits(size, options);
        self.jobs.push(if tiled {
            let pages = pairs.iter().map(|(front, _)| *front).collect();
            Job::Sheets {
                component: index,
                size,
                pages,
            }
        } else {
            job(index, component, &pairs)
        });
        (self.faces.len() - before, pieces)
    }

    /// Plans the pages of a sheet.
    fn sheet(
        &mut self,
        engine: &Engine<'a>,
        index: usize,
        component: &'a Component,
        cards: &[Chosen<'a>],
        options: &PrintOptions,
        flow: &FlowPages<'_>,
    ) -> Result<(usize, usize), Problems> {
        let before = self.faces.len();
        let size = component.size;
        let folded = component.kind == Kind::Booklet && folds(size, &options.layout());
        let mut copies: Vec<Vec<usize>> = Vec::new();
        for (card, count) in cards {
            let mut faces = Vec::new();
            if component.flow.is_some() {
                for face in flow(engine, component, card, folded)? {
                    faces.push(self.face(index, size, Drawing::Done(face, card)));
                }
            } else {
                let templates = component.front.iter().chain(&component.back);
                let all = templates.clone().count();
                for (i, template) in templates.enumerate() {
                    let page = (i + 1, all);
                    let drawing = Drawing::Card {
                        template,
                        card,
                        copy: 1,
                        page,
                        panel: None,
                    };
                    faces.push(self.face(index, size, drawing));
                }
            }
            copies.extend(std::iter::repeat_n(faces, *count as usize));
        }
        let made = self.faces.len() - before;
        let sets = sets_of(component, options);
        let pieces = copies.iter().map(Vec::len).sum::<usize>() * sets;
        let booklet = component.kind == Kind::Booklet;
        if booklet && component.flow.is_none() {
            copies = vec![copies.concat()];
        }
        // Each copy has leaves of its own: it is handed out, laid out or folded by itself.
        let job = |pages: Vec<usize>| match booklet {
            true => Job::Booklet {
                component: index,
                size,
                pages,
            },
            false => Job::Sheets {
                component: index,
                size,
                pages,
            },
        };
        self.jobs
            .extend(vec![copies; sets].into_iter().flatten().map(job));
        Ok((made, pieces))
    }

    /// Plans tuck boxes, a face a panel.
    fn boxes(
        &mut self,
        index: usize,
        component: &'a Component,
        cards: &[Chosen<'a>],
        sets: usize,
    ) -> (usize, usize) {
        let Some(carton) = &component.carton else {
            return (0, 0);
        };
        let before = self.faces.len();
        let mut boxes = Vec::new();
        for (card, count) in cards {
            let mut faces = Vec::new();
            for (panel, template, size) in panels(component) {
                let drawing = Drawing::Card {
                    template,
                    card,
                    copy: 1,
                    page: (1, 1),
                    panel: Some(panel),
                };
                faces.push((panel, self.face(index, size, drawing)));
            }
            boxes.extend(std::iter::repeat_n(faces, *count as usize));
        }
        let boxes = vec![boxes; sets].concat();
        let pieces = boxes.len();
        self.jobs.push(Job::Boxes {
            component: index,
            net: Net::new(carton.width, carton.height, carton.depth),
            boxes,
        });
        (self.faces.len() - before, pieces)
    }
}

/// The panels of a box that have a template, and how large their faces are.
pub(crate) fn panels(component: &Component) -> Vec<(Panel, &String, Size)> {
    let Some(carton) = &component.carton else {
        return Vec::new();
    };
    let front = component.front.first();
    let template = |panel: Panel| match panel {
        Panel::Front => front,
        Panel::Back => component.back.as_ref().or(front),
        Panel::Left | Panel::Right => carton.side.as_ref(),
        Panel::Top => carton.top.as_ref(),
        Panel::Bottom => carton.bottom.as_ref().or(carton.top.as_ref()),
    };
    Panel::ALL
        .into_iter()
        .filter_map(|(_, panel)| {
            let size = panel.size(carton.width, carton.height, carton.depth);
            Some((panel, template(panel)?, size))
        })
        .collect()
}

/// What a template sees of the box that it is a panel of.
pub(crate) fn carton_value(component: &Component, panel: Panel) -> Option<Value> {
    let carton = component.carton.as_ref()?;
    Some(serde_json::json!({
        "width": carton.width.0,
        "height": carton.height.0,
        "depth": carton.depth.0,
        "cards": carton.cards,
        "panel": panel.name(),
    }))
}

fn job(index: usize, component: &Component, pairs: &[(usize, Option<usize>)]) -> Job {
    let size = component.size;
    if component.kind == Kind::Standees {
        let pieces = pairs
            .iter()
            .map(|(front, back)| (*front, back.unwrap_or(*front)))
            .collect();
        return Job::Standees {
            component: index,
            size,
            tab: component.tab,
            pieces,
        };
    }
    let cut = match component.outline {
        Outline::Rect => Cut::Rect {
            corner: component.corner,
        },
        Outline::Circle => Cut::Ellipse,
        Outline::Hex => Cut::Hexagon,
    };
    let piece = |(front, back): &(usize, Option<usize>)| Piece {
        component: index,
        size,
        front: *front,
        back: *back,
        cut,
    };
    Job::Pieces(pairs.iter().map(piece).collect())
}

/// Whether a piece fits on the paper in one turn or the other.
fn fits(size: Size, options: &PrintOptions) -> bool {
    let paper = options.paper.size;
    let room = Size {
        w: paper.w - options.margin * 2.0,
        h: paper.h - options.margin * 2.0,
    };
    let needs = size.grown(options.bleed);
    options.paper.is_strip() || needs.fits(room) || needs.turned().fits(room)
}

/// A card's fields in the engine's language.
pub fn fields(kit: &Kit, card: &Card, lang: &str) -> Map<String, Value> {
    fields_in(&card.fields, &kit.languages, lang)
}
