//! Which faces are to be drawn, what their files are called, and which cards they belong to.

use std::collections::HashMap;

use super::{ExportOptions, Listed, names};
use crate::diag::{Problem, Problems};
use crate::impose::Panel;
use crate::kit::{Card, Component, Kind, Kit};
use crate::press::{Chosen, PrintOptions, carton_value, choose, fields, flow_pages, panels};
use crate::say;
use crate::say::Say;
use crate::scene::Scene;
use crate::template::{Engine, Face, Request};
use crate::units::Size;

/// How a face comes about.
enum Drawing<'a> {
    /// By a template.
    Template {
        template: &'a String,
        copy: u32,
        page: (usize, usize),
        panel: Option<Panel>,
    },
    /// Already drawn: a page of flowing text.
    Done(Face),
}

/// A face to be drawn.
pub struct Shot<'a> {
    /// The component's place in the kit.
    pub component: usize,
    /// The trim size.
    pub size: Size,
    /// The file without its ending: `arm/red+jump-front`.
    pub path: String,
    card: &'a Card,
    drawing: Drawing<'a>,
}

/// A card with the faces that show it, by their places among the shots.
pub struct Entry<'a> {
    /// The component's place in the kit.
    pub component: usize,
    /// The card.
    pub card: &'a Card,
    /// The card's name, with copy or page where it has several.
    pub name: String,
    /// How many of it there are.
    pub count: u32,
    /// Its front.
    pub front: usize,
    /// Its back.
    pub back: Option<usize>,
}

impl Entry<'_> {
    /// How the entry is told to people.
    pub fn listed(&self, kit: &Kit, file: impl Fn(usize) -> String) -> Listed {
        Listed {
            component: kit.components[self.component].id.clone(),
            name: self.name.clone(),
            count: self.count,
            front: file(self.front),
            back: self.back.map(file),
        }
    }
}

/// A face with everything that drawing needs.
pub struct Ready {
    /// The SVG and its texts.
    pub face: Face,
    /// The same, checked and parsed.
    pub scene: Scene,
}

/// All that is to be drawn.
#[derive(Default)]
pub struct Album<'a> {
    /// The faces, each once.
    pub shots: Vec<Shot<'a>>,
    /// The cards, in the order of the kit.
    pub entries: Vec<Entry<'a>>,
}

impl<'a> Album<'a> {
    /// Plans an export.
    pub fn plan(
        kit: &'a Kit,
        engine: &Engine<'a>,
        options: &ExportOptions,
    ) -> Result<Self, Problems> {
        let choice = PrintOptions {
            lang: options.lang.clone(),
            only: options.only.clone(),
            cards: options.cards.clone(),
            ..PrintOptions::default()
        };
        let mut album = Self::default();
        for (index, cards) in choose(kit, &choice)? {
            let component = &kit.components[index];
            match component.kind {
                Kind::Sheet | Kind::Booklet => album.sheet(engine, index, component, &cards)?,
                Kind::Box => album.boxes(index, component, &cards),
                _ => album.cards(engine, index, component, &cards, options.copies),
            }
        }
        Ok(album)
    }

    /// Keeps only components that pass; returns the others.
    pub fn keep(&mut self, pass: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut others: Vec<usize> = self
            .entries
            .iter()
            .map(|e| e.component)
            .filter(|c| !pass(*c))
            .collect();
        others.dedup();
        let mut moved = HashMap::new();
        let mut shots = Vec::new();
        for (i, shot) in std::mem::take(&mut self.shots).into_iter().enumerate() {
            if pass(shot.component) {
                moved.insert(i, shots.len());
                shots.push(shot);
            }
        }
        self.shots = shots;
        self.entries.retain(|e| pass(e.component));
        for entry in &mut self.entries {
            entry.front = moved.get(&entry.front).copied().unwrap_or_default();
            entry.back = entry.back.and_then(|b| moved.get(&b).copied());
        }
        others
    }

    fn shot(&mut self, shot: Shot<'a>) -> usize {
        self.shots.push(shot);
        self.shots.len() - 1
    }

    /// Cards, tokens, standees and strips: a front each, and a back each or one for all.
    fn cards(
        &mut self,
        engine: &Engine<'a>,
        index: usize,
        component: &'a Component,
        cards: &[Chosen<'a>],
        copies: bool,
    ) {
        let Some(front) = component.front.first() else {
            return;
        };
        let files = names::of(component);
        let each_copy = engine.reads(front).copy;
        let own_back = component
            .back
            .as_ref()
            .is_some_and(|b| engine.reads(b).card());
        let mut common = None;
        let shot = |card: &'a Card, template: &'a String, copy, file: String| Shot {
            component: index,
            size: component.size,
            path: format!("{}/{file}", component.id),
            card,
            drawing: Drawing::Template {
                template,
                copy,
                page: (1, 1),
                panel: None,
            },
        };
        for (card, count) in cards {
            let file = files.get(card.name.as_str()).cloned().unwrap_or_default();
            let back = component.back.as_ref().map(|template| match common {
                Some(back) => back,
                None => {
                    let name = if own_back {
                        format!("{file}-back")
                    } else {
                        "back".into()
                    };
                    let back = self.shot(shot(card, template, 1, name));
                    if !own_back {
                        common = Some(back);
                    }
                    back
                }
            });
            let numbered = *count > 1 && (copies || each_copy);
            let made = if numbered { *count } else { 1 };
            for copy in 1..=made {
                let (file, name) = if numbered {
                    (format!("{file}-{copy}"), format!("{} {copy}", card.name))
                } else {
                    (file.clone(), card.name.clone())
                };
                let front = self.shot(shot(card, front, copy, format!("{file}-front")));
                self.entries.push(Entry {
                    component: index,
                    card,
                    name,
                    count: if numbered { 1 } else { *count },
                    front,
                    back,
                });
            }
        }
    }

    /// Sheets and booklets: a file a page.
    fn sheet(
        &mut self,
        engine: &Engine<'a>,
        index: usize,
        component: &'a Component,
        cards: &[Chosen<'a>],
    ) -> Result<(), Problems> {
        let files = names::of(component);
        for (card, count) in cards {
            let file = files.get(card.name.as_str()).cloned().unwrap_or_default();
            let drawings: Vec<Drawing<'a>> = if component.flow.is_some() {
                let pages = flow_pages(engine, component, card, false)?;
                pages.into_iter().map(Drawing::Done).collect()
            } else {
                let templates = component.front.iter().chain(&component.back);
                let all = templates.clone().count();
                templates
                    .enumerate()
                    .map(|(i, template)| Drawing::Template {
                        template,
                        copy: 1,
                        page: (i + 1, all),
                        panel: None,
                    })
                    .collect()
            };
            let many = drawings.len() > 1;
            for (i, drawing) in drawings.into_iter().enumerate() {
                let (side, name) = if many {
                    (
                        format!("page-{}", i + 1),
                        format!("{} {}", card.name, i + 1),
                    )
                } else {
                    ("front".into(), card.name.clone())
                };
                let front = self.shot(Shot {
                    component: index,
                    size: component.size,
                    path: format!("{}/{file}-{side}", component.id),
                    card,
                    drawing,
                });
                self.entries.push(Entry {
                    component: index,
                    card,
                    name,
                    count: *count,
                    front,
                    back: None,
                });
            }
        }
        Ok(())
    }

    /// Tuck boxes: a file a panel.
    fn boxes(&mut self, index: usize, component: &'a Component, cards: &[Chosen<'a>]) {
        let files = names::of(component);
        for (card, count) in cards {
            let file = files.get(card.name.as_str()).cloned().unwrap_or_default();
            for (panel, template, size) in panels(component) {
                let front = self.shot(Shot {
                    component: index,
                    size,
                    path: format!("{}/{file}-{}", component.id, panel.name()),
                    card,
                    drawing: Drawing::Template {
                        template,
                        copy: 1,
                        page: (1, 1),
                        panel: Some(panel),
                    },
                });
                self.entries.push(Entry {
                    component: index,
                    card,
                    name: format!("{} {}", card.name, panel.name()),
                    count: *count,
                    front,
                    back: None,
                });
            }
        }
    }
}

impl Shot<'_> {
    /// Renders the face and checks it.
    pub fn ready(&self, engine: &Engine<'_>) -> Result<Ready, Problems> {
        let kit = engine.kit();
        let component = &kit.components[self.component];
        let (face, file) = match &self.drawing {
            Drawing::Done(face) => (face.clone(), component.front.first()),
            Drawing::Template {
                template,
                copy,
                page,
                panel,
            } => {
                let fields = fields(kit, self.card, engine.lang());
                let request = Request {
                    template,
                    size: self.size,
                    component: &component.id,
                    card: &self.card.name,
                    fields: &fields,
                    from: (&self.card.from.0, self.card.from.1),
                    copy: *copy,
                    page: *page,
                    carton: panel.and_then(|p| carton_value(component, p)),
                };
                (engine.render(&request)?, Some(*template))
            }
        };
        let file = file.map_or("kit.toml", String::as_str);
        let art = engine
            .studio()
            .face_art(&face.svg, self.size, file)
            .map_err(|p| p.of(&component.id, &self.card.name))?;
        let texts = face.texts.clone();
        let scene = Scene { art, texts };
        Ok(Ready { face, scene })
    }

    /// A picture that could not be made.
    pub fn problem(&self, kit: &Kit, why: &Say) -> Problem {
        let id = &kit.components[self.component].id;
        Problem::new(say!("the picture cannot be used: {}", why)).of(id, &self.card.name)
    }

    /// A picture with more pixels than anybody wants.
    pub fn too_large(&self, kit: &Kit, why: &Say) -> Problem {
        self.problem(kit, why).hint(say!("use a smaller `--dpi`"))
    }
}
