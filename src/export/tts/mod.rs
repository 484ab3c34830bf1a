//! Decks, tokens and boards for Tabletop Simulator: sheets of cards, pictures, and one saved object with all of it.

mod grid;
mod object;
mod paint;

use serde_json::{Value, json};

use super::draw::{self, FaceFrame};
use super::shots::{Album, CardEntry};
use super::{DPI, ExportOptions, Exported, Listed, MadeFile};
use crate::diag::{Problem, Problems};
use crate::kit::{Component, Kind, Kit};
use crate::press::Progress;
use crate::say;
use crate::template::Engine;

use grid::CardGrid;
pub(crate) use object::address;
use object::{Objects, deck, figurine, flat, tile};
use paint::{Painter, Picture, Shows};

/// Exports an album; `texture` is the longest side of a picture, `url` what the pictures' names are put behind.
pub(super) fn export(
    engine: &Engine<'_>,
    album: &Album<'_>,
    options: &ExportOptions,
    (texture, url): (u32, &str),
    watcher: &dyn Progress,
) -> Result<Exported, Problems> {
    let kit = engine.kit();
    let dpi = f64::from(options.dpi.unwrap_or(DPI));
    let parts = parts(kit, album, texture, dpi);
    let painter = Painter {
        engine,
        album,
        frames: frames(album, &parts, texture, dpi),
        dpi,
        watcher,
    };
    let mut maker = Maker {
        kit,
        album,
        painter: &painter,
        url,
        pictures: Vec::new(),
        cards: Vec::new(),
        objects: Objects::new(kit, &options.lang),
        decks: 0,
    };
    let mut warnings = Vec::new();
    for part in &parts {
        let component = &kit.components[part.component];
        match component.kind {
            Kind::Cards => maker.deck(part, component),
            Kind::Box => warnings.push(say!(
                "`{}` is left out: Tabletop Simulator has no tuck boxes",
                component.id
            )),
            _ => maker.loose(part, component),
        }
    }
    let Maker {
        pictures,
        cards,
        objects,
        ..
    } = maker;
    let mut files = painter.all(&pictures)?;
    let text = serde_json::to_string_pretty(&objects.saved())
        .map_err(|e| Problem::new(say!("internal error, please report: {}", say::heard(e))))?;
    files.push(MadeFile {
        name: format!("{}.json", kit.id),
        bytes: format!("{text}\n").into_bytes(),
        pixels: None,
    });
    Ok(Exported {
        files,
        cards,
        warnings,
    })
}

/// The entries of one component, and the sheets that its cards lie on.
struct ComponentEntries<'a> {
    component: usize,
    entries: Vec<&'a CardEntry<'a>>,
    sheets: Vec<CardGrid>,
}

fn parts<'a>(kit: &Kit, album: &'a Album<'a>, texture: u32, dpi: f64) -> Vec<ComponentEntries<'a>> {
    let mut parts: Vec<ComponentEntries<'a>> = Vec::new();
    for entry in &album.entries {
        match parts.last_mut() {
            Some(part) if part.component == entry.component => part.entries.push(entry),
            _ => parts.push(ComponentEntries {
                component: entry.component,
                entries: vec![entry],
                sheets: Vec::new(),
            }),
        }
    }
    for part in &mut parts {
        let component = &kit.components[part.component];
        if component.kind == Kind::Cards {
            part.sheets = CardGrid::all(part.entries.len(), component.size, texture, dpi);
        }
    }
    parts
}

/// How large every shot is drawn: a card as the cell of its sheet, anything else as large as a picture may be.
fn frames(
    album: &Album<'_>,
    parts: &[ComponentEntries<'_>],
    texture: u32,
    dpi: f64,
) -> Vec<Option<FaceFrame>> {
    let mut frames: Vec<Option<FaceFrame>> = album
        .shots
        .iter()
        .map(|shot| {
            let longest = shot.face.size.w.max(shot.face.size.h).0;
            let k = (dpi / 25.4).min(f64::from(texture) / longest);
            draw::whole(shot.face.size.w.0 * k, shot.face.size.h.0 * k)
                .ok()
                .map(|pixels| FaceFrame::filled(pixels, k * 25.4))
        })
        .collect();
    for part in parts {
        for (n, entry) in part.entries.iter().enumerate() {
            let Some(grid) = part.sheets.get(n / grid::MOST) else {
                continue;
            };
            for shot in entry.back.into_iter().chain([entry.front]) {
                frames[shot] = Some(FaceFrame::filled(grid.cell, dpi));
            }
        }
    }
    frames
}

struct Maker<'a> {
    kit: &'a Kit,
    album: &'a Album<'a>,
    painter: &'a Painter<'a>,
    url: &'a str,
    pictures: Vec<Picture>,
    cards: Vec<Listed>,
    objects: Objects<'a>,
    decks: u32,
}

impl Maker<'_> {
    /// Plans a picture and tells where it will be found.
    fn picture(&mut self, name: String, shows: Shows) -> String {
        let at = address(self.url, &name);
        self.pictures.push(Picture { name, shows });
        at
    }

    fn list(&mut self, entry: &CardEntry<'_>, front: &str, back: Option<&String>) {
        self.cards.push(Listed {
            component: self.kit.components[entry.component].id.clone(),
            name: entry.name.clone(),
            count: entry.count,
            front: front.to_owned(),
            back: back.cloned(),
        });
    }

    /// A component of cards: sheets, backs, and one deck.
    fn deck(&mut self, part: &ComponentEntries<'_>, component: &Component) {
        let unique = !self.painter.alike(part.entries.iter().map(|e| e.back));
        let mut custom = serde_json::Map::new();
        let mut cards = Vec::new();
        for (n, (entries, grid)) in part
            .entries
            .chunks(grid::MOST)
            .zip(&part.sheets)
            .enumerate()
        {
            self.decks += 1;
            let key = self.decks;
            let hidden = entries.first().and_then(|e| e.back);
            let front = format!("{}/sheet-{}.png", component.id, n + 1);
            let fronts = sheet(grid, entries.iter().map(|e| Some(e.front)), hidden);
            let face_url = self.picture(front.clone(), fronts);
            let back = if unique {
                format!("{}/sheet-{}-backs.png", component.id, n + 1)
            } else {
                format!("{}/back.png", component.id)
            };
            let back_url = if unique {
                let backs = sheet(grid, entries.iter().map(|e| e.back), hidden);
                self.picture(back.clone(), backs)
            } else if n == 0 {
                self.picture(back.clone(), Shows::Card(grid.cell, hidden))
            } else {
                address(self.url, &back)
            };
            custom.insert(
                key.to_string(),
                json!({
                    "FaceURL": face_url,
                    "BackURL": back_url,
                    "NumWidth": grid.cols,
                    "NumHeight": grid.rows,
                    "BackIsHidden": true,
                    "UniqueBack": unique,
                    "Type": 0,
                }),
            );
            for (slot, entry) in entries.iter().enumerate() {
                self.list(entry, &front, Some(&back));
                let id = key * 100 + slot as u32;
                cards.extend((0..entry.count).map(|_| (id, key, *entry)));
            }
        }
        let object = deck(&mut self.objects, component, custom, &cards);
        self.objects.push(object);
    }

    /// Tokens, standees, strips and sheets: an object each, several of a kind in a bag.
    fn loose(&mut self, part: &ComponentEntries<'_>, component: &Component) {
        let mut objects = Vec::new();
        if matches!(component.kind, Kind::Sheet | Kind::Booklet) {
            self.sheets(part, component, &mut objects);
        } else {
            for entry in &part.entries {
                let front = self.side(Some(entry.front), component);
                let back = self.side(entry.back, component);
                if let Some((name, url)) = front {
                    self.list(entry, &name, back.as_ref().map(|(n, _)| n));
                    let back = back.map(|(_, url)| url);
                    let copies = (0..entry.count)
                        .map(|_| self.objects.piece(component, entry, &url, back.as_deref()));
                    objects.extend(copies.collect::<Vec<_>>());
                }
            }
        }
        let object = if objects.len() > 1 {
            self.objects.bag(component, objects)
        } else {
            objects.pop().unwrap_or(Value::Null)
        };
        self.objects.push(object);
    }

    /// One page is a board; of several, two are the sides of a tile.
    fn sheets(
        &mut self,
        part: &ComponentEntries<'_>,
        component: &Component,
        objects: &mut Vec<Value>,
    ) {
        let lone = part.entries.len() == 1 && part.entries[0].count == 1;
        for pair in part.entries.chunks(if lone { 1 } else { 2 }) {
            let same = pair.windows(2).all(|p| p[0].card.name == p[1].card.name);
            let groups: Vec<&[&CardEntry<'_>]> = if same {
                vec![pair]
            } else {
                pair.chunks(1).collect()
            };
            for group in groups {
                let sides: Vec<(String, String)> = group
                    .iter()
                    .filter_map(|e| self.side(Some(e.front), component))
                    .collect();
                let (Some(entry), Some((_, url))) = (group.first(), sides.first()) else {
                    continue;
                };
                for (entry, (name, _)) in group.iter().zip(&sides) {
                    self.list(entry, name, None);
                }
                let back = sides.get(1).map(|(_, url)| url.as_str());
                for _ in 0..entry.count {
                    objects.push(if lone {
                        self.objects.board(component, entry, url)
                    } else {
                        self.objects.page(component, entry, url, back)
                    });
                }
            }
        }
    }

    /// The picture of a face, cut out along the outline of its piece: its file, and where it will be found.
    fn side(&mut self, face: Option<usize>, component: &Component) -> Option<(String, String)> {
        let face = face?;
        let name = format!("{}.png", self.album.shots.get(face)?.path);
        if self.pictures.iter().any(|p| p.name == name) {
            return Some((name.clone(), address(self.url, &name)));
        }
        if !self.painter.has(face) {
            return None;
        }
        let url = self.picture(name.clone(), Shows::Piece(face, component.id.clone()));
        Some((name, url))
    }
}

impl Objects<'_> {
    /// What a piece that is no card becomes.
    fn piece(
        &mut self,
        component: &Component,
        entry: &CardEntry<'_>,
        url: &str,
        back: Option<&str>,
    ) -> Value {
        match (component.kind, back) {
            (Kind::Standees, _) => figurine(self, component, entry, url, back),
            (Kind::Tokens, None) => flat(self, component, entry, url),
            _ => tile(self, component, entry, url, back),
        }
    }
}

/// A sheet of faces; the last place shows what others see of a hidden card.
fn sheet(
    grid: &CardGrid,
    faces: impl Iterator<Item = Option<usize>>,
    hidden: Option<usize>,
) -> Shows {
    let last = (grid.cols * grid.rows - 1) as usize;
    let places = faces.enumerate().chain([(last, hidden)]);
    Shows::Sheet(grid.clone(), places.collect())
}
