//! Which faces a component has, and how each comes about: what `print` lays on sheets, `export` writes into files and
//! `preview` shows is the same.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::diag::Problems;
use crate::impose::Panel;
use crate::kit::{Card, Component, Kind, Kit, fields_in};
use crate::template::{Engine, Face, Reads, Request};
use crate::units::Size;

/// How a face comes about.
#[derive(Clone)]
pub(crate) enum Drawing<'a> {
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
#[derive(Clone)]
pub(crate) struct FacePlan<'a> {
    /// The component's place in the kit.
    pub component: usize,
    /// The trim size.
    pub size: Size,
    /// How it comes about.
    pub drawing: Drawing<'a>,
}

impl<'a> FacePlan<'a> {
    /// The card that it is drawn for.
    pub(crate) fn card(&self) -> &'a Card {
        match self.drawing {
            Drawing::Card { card, .. } | Drawing::Done(_, card) => card,
        }
    }

    /// What the face is called: by its card; by its component where it is a page of flowing text.
    pub(crate) fn name<'k>(&'k self, kit: &'k Kit) -> &'k str {
        match &self.drawing {
            Drawing::Card { card, .. } => &card.name,
            Drawing::Done(..) => &kit.components[self.component].id,
        }
    }

    /// The template that draws it, or the frame around a page of text.
    pub(crate) fn template<'k>(&self, kit: &'k Kit) -> Option<&'k String>
    where
        'a: 'k,
    {
        match self.drawing {
            Drawing::Card { template, .. } => Some(template),
            Drawing::Done(..) => kit.components[self.component].front.first(),
        }
    }

    /// Runs its template, unless it is drawn already.
    pub(crate) fn render(&self, engine: &Engine<'_>) -> Result<Face, Problems> {
        let (template, card, copy, page, panel) = match &self.drawing {
            Drawing::Done(face, _) => return Ok(face.clone()),
            Drawing::Card {
                template,
                card,
                copy,
                page,
                panel,
            } => (*template, *card, *copy, *page, *panel),
        };
        let kit = engine.kit();
        let component = &kit.components[self.component];
        engine.render(&Request {
            template,
            size: self.size,
            component: &component.id,
            card: &card.name,
            fields: &fields(kit, card, engine.lang()),
            from: (&card.from.0, card.from.1),
            copy,
            page,
            carton: panel.and_then(|p| carton_value(component, p)),
        })
    }
}

/// A card with its faces, by their places among all faces.
pub(crate) struct CardFaces<'a> {
    /// The card.
    pub card: &'a Card,
    /// How many of it there are.
    pub count: u32,
    /// Its faces.
    pub sides: Sides,
}

/// The faces of a card.
pub(crate) enum Sides {
    /// Of a piece: its front, or one for every copy where copies differ; and its back.
    Piece(Vec<usize>, Option<usize>),
    /// The pages of a sheet or booklet.
    Pages(Vec<usize>),
    /// The panels of a box.
    Panels(Vec<(Panel, usize)>),
}

/// Sets a component's text and draws its pages, for a booklet if they are folded into one.
pub(super) type FlowPages<'f> =
    dyn Fn(&Engine<'_>, &Component, &Card, bool) -> Result<Vec<Face>, Problems> + 'f;

/// A card and how many copies of it.
pub(super) type Chosen<'a> = (&'a Card, u32);

/// Faces, each to be drawn once.
#[derive(Default)]
pub(crate) struct Faces<'a>(pub Vec<FacePlan<'a>>);

impl<'a> Faces<'a> {
    /// Adds the faces of some cards of a component; `folded`: whether its pages are folded into a booklet.
    pub(crate) fn add(
        &mut self,
        engine: &Engine<'a>,
        index: usize,
        cards: &[Chosen<'a>],
        folded: bool,
        flow: &FlowPages<'_>,
    ) -> Result<Vec<CardFaces<'a>>, Problems> {
        let component = &engine.kit().components[index];
        let mut backs = HashMap::new();
        let mut out = Vec::with_capacity(cards.len());
        for (card, count) in cards {
            let sides = match component.kind {
                Kind::Sheet | Kind::Booklet => {
                    let pages = match component.flow {
                        Some(_) => flow(engine, component, card, folded)?,
                        None => Vec::new(),
                    };
                    Sides::Pages(self.pages(index, component, card, pages))
                }
                Kind::Box => Sides::Panels(self.panels(index, component, card)),
                _ => match self.piece(engine, index, (card, *count), &mut backs) {
                    Some(piece) => piece,
                    None => continue,
                },
            };
            out.push(CardFaces {
                card,
                count: *count,
                sides,
            });
        }
        Ok(out)
    }

    fn face(&mut self, component: usize, size: Size, drawing: Drawing<'a>) -> usize {
        self.0.push(FacePlan {
            component,
            size,
            drawing,
        });
        self.0.len() - 1
    }

    /// A card, token, strip or standee.
    fn piece(
        &mut self,
        engine: &Engine<'a>,
        index: usize,
        (card, count): Chosen<'a>,
        backs: &mut HashMap<String, usize>,
    ) -> Option<Sides> {
        let component = &engine.kit().components[index];
        let front = component.front.first()?;
        let size = component.size;
        let draw = |template, copy| Drawing::Card {
            template,
            card,
            copy,
            page: (1, 1),
            panel: None,
        };
        // Cards that agree in all that their back reads have one back.
        let back = component.back.as_ref().map(|template| {
            let seen = seen(engine, card, &engine.reads(template));
            let back = backs.entry(seen);
            *back.or_insert_with(|| self.face(index, size, draw(template, 1)))
        });
        let different = if engine.reads(front).copy { count } else { 1 };
        let fronts = (1..=different).map(|copy| self.face(index, size, draw(front, copy)));
        Some(Sides::Piece(fronts.collect(), back))
    }

    /// The pages of a sheet: of flowing text where it has any.
    fn pages(
        &mut self,
        index: usize,
        component: &'a Component,
        card: &'a Card,
        text: Vec<Face>,
    ) -> Vec<usize> {
        let size = component.size;
        if component.flow.is_some() {
            let pages = text.into_iter();
            let done = pages.map(|face| self.face(index, size, Drawing::Done(face, card)));
            return done.collect();
        }
        let templates = component.front.iter().chain(&component.back);
        let all = templates.clone().count();
        let drawn = templates.enumerate().map(|(i, template)| {
            let drawing = Drawing::Card {
                template,
                card,
                copy: 1,
                page: (i + 1, all),
                panel: None,
            };
            self.face(index, size, drawing)
        });
        drawn.collect()
    }

    /// The panels of a box that have a template.
    fn panels(
        &mut self,
        index: usize,
        component: &'a Component,
        card: &'a Card,
    ) -> Vec<(Panel, usize)> {
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
        let mut out = Vec::new();
        for (_, panel) in Panel::ALL {
            if let Some(template) = template(panel) {
                let size = panel.size(carton.width, carton.height, carton.depth);
                let drawing = Drawing::Card {
                    template,
                    card,
                    copy: 1,
                    page: (1, 1),
                    panel: Some(panel),
                };
                out.push((panel, self.face(index, size, drawing)));
            }
        }
        out
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

/// What a template sees of the box that it is a panel of.
pub(super) fn carton_value(component: &Component, panel: Panel) -> Option<Value> {
    let carton = component.carton.as_ref()?;
    Some(json!({
        "width": carton.width.0,
        "height": carton.height.0,
        "depth": carton.depth.0,
        "cards": carton.cards,
        "panel": panel.name(),
    }))
}

/// A card's fields in a language.
pub(super) fn fields(kit: &Kit, card: &Card, lang: &str) -> Map<String, Value> {
    fields_in(&card.fields, &kit.languages, lang)
}
