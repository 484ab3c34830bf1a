//! Which faces are to be drawn, what their files are called, and which cards they belong to.

use std::collections::HashMap;

use super::{ExportOptions, Listed, names};
use crate::diag::{Problem, Problems};
use crate::kit::{Card, Kit};
use crate::press::{FacePlan, Faces, PrintOptions, Sides, choose, flow_pages};
use crate::say;
use crate::say::Say;
use crate::scene::Scene;
use crate::template::{Engine, Face};

/// A face and the file that it goes to.
pub(super) struct Shot<'a> {
    /// The face.
    pub face: FacePlan<'a>,
    /// The file without its ending: `arm/red+jump-front`.
    pub path: String,
}

/// A card with the faces that show it, by their places among the shots.
pub(super) struct CardEntry<'a> {
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

impl CardEntry<'_> {
    /// How the entry is told to people.
    pub(super) fn listed(&self, kit: &Kit, file: impl Fn(usize) -> String) -> Listed {
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
pub(super) struct Ready {
    /// The SVG and its texts.
    pub face: Face,
    /// The same, checked and parsed.
    pub scene: Scene,
}

/// All that is to be drawn.
#[derive(Default)]
pub(super) struct Album<'a> {
    /// The faces, each once.
    pub shots: Vec<Shot<'a>>,
    /// The cards, in the order of the kit.
    pub entries: Vec<CardEntry<'a>>,
}

impl<'a> Album<'a> {
    /// Plans an export.
    pub(super) fn plan(
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
        let mut faces = Faces::default();
        let mut chosen = Vec::new();
        for (index, cards) in choose(kit, &choice)? {
            let cards = faces.add(engine, index, &cards, false, &flow_pages)?;
            chosen.push((index, cards));
        }
        let shot = |face| Shot {
            face,
            path: String::new(),
        };
        let mut album = Self {
            shots: faces.0.into_iter().map(shot).collect(),
            entries: Vec::new(),
        };
        for (index, cards) in &chosen {
            let component = &kit.components[*index];
            let own_back = component
                .back
                .as_ref()
                .is_some_and(|b| engine.reads(b).card());
            let files = names::of(component);
            for card in cards {
                let name = card.card.name.as_str();
                let file = files.get(name).cloned().unwrap_or_default();
                let of = Of {
                    index: *index,
                    card: card.card,
                    path: format!("{}/{file}", component.id),
                };
                match &card.sides {
                    Sides::Piece(fronts, back) => {
                        let back = back.map(|back| {
                            let common = format!("{}/back", component.id);
                            let path = if own_back { of.path("back") } else { common };
                            album.name(back, path)
                        });
                        album.piece(&of, card.count, fronts, back, options.copies);
                    }
                    Sides::Pages(pages) => album.pages(&of, card.count, pages),
                    Sides::Panels(panels) => {
                        for (panel, face) in panels {
                            let entry = of.entry(Some(panel.name()), card.count, *face, None);
                            album.file(entry, of.path(panel.name()));
                        }
                    }
                }
            }
        }
        Ok(album)
    }

    /// Keeps only components that pass; returns the others.
    pub(super) fn keep(&mut self, pass: impl Fn(usize) -> bool) -> Vec<usize> {
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
            if pass(shot.face.component) {
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

    /// Gives a face its file, unless it has one; cards may share a back.
    fn name(&mut self, face: usize, path: String) -> usize {
        let shot = &mut self.shots[face];
        if shot.path.is_empty() {
            shot.path = path;
        }
        face
    }

    /// Adds an entry whose front goes to that file.
    fn file(&mut self, entry: CardEntry<'a>, path: String) {
        self.name(entry.front, path);
        self.entries.push(entry);
    }

    /// Cards, tokens, standees and strips: a file for each front, or for each copy where these differ or are asked for.
    fn piece(
        &mut self,
        of: &Of<'a>,
        count: u32,
        fronts: &[usize],
        back: Option<usize>,
        copies: bool,
    ) {
        let numbered = count > 1 && (copies || fronts.len() > 1);
        if !numbered {
            let entry = of.entry(None, count, fronts[0], back);
            return self.file(entry, of.path("front"));
        }
        for copy in 1..=count {
            let known = fronts.get(copy as usize - 1).copied();
            let front = known.unwrap_or_else(|| self.again(fronts[0]));
            let number = copy.to_string();
            let entry = of.entry(Some(&number), 1, front, back);
            self.file(entry, of.path(&format!("{copy}-front")));
        }
    }

    /// The same face once more, for a file of its own.
    fn again(&mut self, face: usize) -> usize {
        let face = self.shots[face].face.clone();
        self.shots.push(Shot {
            face,
            path: String::new(),
        });
        self.shots.len() - 1
    }

    /// Sheets and booklets: a file a page.
    fn pages(&mut self, of: &Of<'a>, count: u32, pages: &[usize]) {
        for (i, page) in pages.iter().enumerate() {
            let number = (i + 1).to_string();
            let (side, name) = match pages.len() {
                1 => ("front".to_owned(), None),
                _ => (format!("page-{number}"), Some(number.as_str())),
            };
            self.file(of.entry(name, count, *page, None), of.path(&side));
        }
    }
}

/// What all entries of a card share.
struct Of<'a> {
    index: usize,
    card: &'a Card,
    /// The folder, and what its files begin with.
    path: String,
}

impl<'a> Of<'a> {
    fn path(&self, side: &str) -> String {
        format!("{}-{side}", self.path)
    }

    /// An entry; `which` copy, page or panel it is, where the card has several.
    fn entry(
        &self,
        which: Option<&str>,
        count: u32,
        front: usize,
        back: Option<usize>,
    ) -> CardEntry<'a> {
        let name = &self.card.name;
        CardEntry {
            component: self.index,
            card: self.card,
            name: which.map_or(name.clone(), |which| format!("{name} {which}")),
            count,
            front,
            back,
        }
    }
}

impl Shot<'_> {
    /// Renders the face and checks it.
    pub(super) fn ready(&self, engine: &Engine<'_>) -> Result<Ready, Problems> {
        let kit = engine.kit();
        let component = &kit.components[self.face.component];
        let face = self.face.render(engine)?;
        let file = self.face.template(kit).map_or("kit.toml", String::as_str);
        let art = engine
            .studio()
            .face_art(&face.svg, self.face.size, file)
            .map_err(|p| p.of(&component.id, &self.face.card().name))?;
        let texts = face.texts.clone();
        let scene = Scene { art, texts };
        Ok(Ready { face, scene })
    }

    /// A picture that could not be made.
    pub(super) fn problem(&self, kit: &Kit, why: &Say) -> Problem {
        let id = &kit.components[self.face.component].id;
        Problem::new(say!("the picture cannot be used: {}", why)).of(id, &self.face.card().name)
    }

    /// A picture with more pixels than anybody wants.
    pub(super) fn too_large(&self, kit: &Kit, why: &Say) -> Problem {
        self.problem(kit, why).hint(say!("use a smaller `--dpi`"))
    }
}
