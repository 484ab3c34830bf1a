//! Faces for other presses and tables: PNG for print services, SVG for other programs, decks for Tabletop Simulator.
//!
//! Takes the same kit and templates as the print does and hands back files in memory; writes none itself.

mod draw;
mod names;
mod service;
mod shots;
mod svg;
mod tts;

use std::collections::BTreeSet;
use std::sync::Mutex;

use rayon::prelude::*;
use serde::Serialize;

use crate::diag::{Problem, Problems};
use crate::kit::{Kind, Kit};
use crate::press::{Progress, Steps};
use crate::say;
use crate::say::Say;
use crate::scene::{Studio, text_extents};
use crate::template::{Engine, Ink};
use crate::units::{Mm, Rect};

pub(crate) use tts::address;

pub(crate) use service::shipped_services;
pub use service::{Product, Service};

use draw::FaceFrame;
use service::Fit;
use shots::{Album, Ready, Shot};

/// What faces become.
#[derive(Clone, Debug, PartialEq)]
pub enum To {
    /// A PNG a face.
    Png {
        /// Fitted to the products of a print service.
        service: Option<(Service, Option<String>)>,
    },
    /// An SVG a face, its text as outlines.
    Svg,
    /// Deck sheets and a saved object for Tabletop Simulator.
    Tts {
        /// The largest side of a picture, in pixels.
        texture: u32,
        /// What the names of the pictures are put behind: `file:///…/` or the address of a web folder.
        url: String,
    },
}

/// What to export and how.
#[derive(Clone, Debug)]
pub struct ExportOptions {
    /// What faces become.
    pub to: To,
    /// The language, one that the kit has.
    pub lang: String,
    /// How much ink.
    pub ink: Ink,
    /// Pixels an inch; as the service wants it, else 300.
    pub dpi: Option<u32>,
    /// How far faces go past their trim.
    pub bleed: Mm,
    /// Only these components; all when empty.
    pub only: Vec<String>,
    /// Only cards that match one of these; all when empty.
    pub cards: Vec<String>,
    /// Whether every copy of a card is a file of its own.
    pub copies: bool,
}

/// Pixels an inch where nobody says otherwise.
pub(crate) const DPI: u32 = 300;

/// A file to be written.
pub struct MadeFile {
    /// Its name inside the export's folder, `/` between folders.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Width and height in pixels, for pictures.
    pub pixels: Option<(u32, u32)>,
}

/// A card and the files that show it.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// The component.
    pub component: String,
    /// The card, with its copy or page where it has several.
    pub name: String,
    /// How many of it there are.
    pub count: u32,
    /// The file of its front.
    pub front: String,
    /// The file of its back.
    pub back: Option<String>,
}

/// A finished export.
pub struct Exported {
    /// The files.
    pub files: Vec<MadeFile>,
    /// The cards, in the order of the kit.
    pub cards: Vec<Listed>,
    /// What people should know.
    pub warnings: Vec<Say>,
}

/// Exports a kit.
pub fn export(
    kit: &Kit,
    options: &ExportOptions,
    watcher: &dyn Progress,
) -> Result<Exported, Problems> {
    let studio = Studio::new(kit, options.ink)?;
    let engine = Engine::new(kit, &options.lang, &studio)?;
    let mut album = Album::plan(kit, &engine, options)?;
    match &options.to {
        To::Png { service: None } => {
            let dpi = f64::from(options.dpi.unwrap_or(DPI));
            let frames = album.shots.iter().map(|shot| {
                FaceFrame::bled(shot.face.size, options.bleed, dpi)
                    .map_err(|e| shot.too_large(kit, &e))
            });
            let frames = frames.collect::<Result<Vec<_>, _>>()?;
            pictures(&engine, &album, &frames, |_, _| {}, watcher)
        }
        To::Png {
            service: Some((service, product)),
        } => {
            let mut warnings = leave_out_others(kit, &mut album, service);
            let fits = service::fit(kit, &album, service, product.as_deref(), options.dpi)?;
            warnings.extend(fits.iter().filter_map(|f| f.warning(kit, service)));
            let fitted = |shot: &Shot<'_>| fits.iter().find(|f| f.component == shot.face.component);
            let frames: Vec<FaceFrame> = album
                .shots
                .iter()
                .filter_map(|shot| fitted(shot).map(|f| f.frame.clone()))
                .collect();
            let near = Mutex::new(BTreeSet::new());
            let look = |ready: &Ready, i: usize| {
                let shot = &album.shots[i];
                if fitted(shot).is_some_and(|f| near_the_cut(ready, shot, f.safe))
                    && let Ok(mut near) = near.lock()
                {
                    near.insert(i);
                }
            };
            let mut made = pictures(&engine, &album, &frames, look, watcher)?;
            let near = near.into_inner().unwrap_or_default();
            warnings.extend(unsafe_texts(&album, &fits, &near));
            made.warnings = warnings;
            Ok(made)
        }
        To::Svg => svgs(&engine, &album, options, watcher),
        To::Tts { texture, url } => tts::export(&engine, &album, options, (*texture, url), watcher),
    }
}

/// With a service, only what is made of cards can be printed.
fn leave_out_others(kit: &Kit, album: &mut Album<'_>, service: &Service) -> Vec<Say> {
    let fits = |c: usize| matches!(kit.components[c].kind, Kind::Cards | Kind::Tokens);
    let others = album.keep(fits);
    others
        .into_iter()
        .map(|c| {
            let id = &kit.components[c].id;
            say!(
                "`{}` is not made of cards: {} does not print it",
                id,
                service.name
            )
        })
        .collect()
}

/// Whether a service may cut into a text of a face.
fn near_the_cut(ready: &Ready, shot: &Shot<'_>, safe: Mm) -> bool {
    let inside = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: shot.face.size.w,
        h: shot.face.size.h,
    }
    .grown(-safe);
    text_extents(&ready.scene, shot.face.size)
        .iter()
        .any(|t| !t.text.trim().is_empty() && !inside.holds(t.at))
}

/// The warnings about such texts, one a component.
fn unsafe_texts(album: &Album<'_>, fits: &[Fit], near: &BTreeSet<usize>) -> Vec<Say> {
    let warning = |fit: &Fit| {
        let mut of = near
            .iter()
            .filter_map(|i| album.shots.get(*i))
            .filter(|shot| shot.face.component == fit.component);
        let first = of.next()?;
        Some(say!(
            "text of `{}` (and {} more) lies closer to the cut than the {} that the service wants",
            first.path,
            of.count(),
            fit.wanted_safe
        ))
    };
    fits.iter().filter_map(warning).collect()
}

/// Draws every shot into its frame, in parallel, and lists the cards; `look` sees each face in passing.
fn pictures(
    engine: &Engine<'_>,
    album: &Album<'_>,
    frames: &[FaceFrame],
    look: impl Fn(&Ready, usize) + Sync,
    watcher: &dyn Progress,
) -> Result<Exported, Problems> {
    let draw = |ready: &Ready, i: usize| {
        look(ready, i);
        let frame = &frames[i];
        let page = draw::draw(engine.studio(), ready, frame)?;
        let pixels = (page.width(), page.height());
        Ok((draw::png(page, frame.dpi)?, Some(pixels)))
    };
    files(engine, album, "png", draw, watcher)
}

fn svgs(
    engine: &Engine<'_>,
    album: &Album<'_>,
    options: &ExportOptions,
    watcher: &dyn Progress,
) -> Result<Exported, Problems> {
    let draw = |ready: &Ready, i: usize| {
        let shot = &album.shots[i];
        let text = svg::write(
            engine.studio(),
            ready,
            shot.face.size,
            options.bleed,
            &shot.path,
        )?;
        Ok((text.into_bytes(), None))
    };
    files(engine, album, "svg", draw, watcher)
}

/// A file's bytes, and its pixels.
type FileContent = (Vec<u8>, Option<(u32, u32)>);

/// One file a shot, and `cards.csv`.
fn files(
    engine: &Engine<'_>,
    album: &Album<'_>,
    ending: &str,
    draw: impl Fn(&Ready, usize) -> Result<FileContent, Say> + Sync,
    watcher: &dyn Progress,
) -> Result<Exported, Problems> {
    let made = each(engine, album, draw, watcher)?;
    let name = |i: usize| format!("{}.{ending}", album.shots[i].path);
    let mut files: Vec<MadeFile> = made
        .into_iter()
        .enumerate()
        .map(|(i, (bytes, pixels))| MadeFile {
            name: name(i),
            bytes,
            pixels,
        })
        .collect();
    let cards: Vec<Listed> = album
        .entries
        .iter()
        .map(|e| e.listed(engine.kit(), name))
        .collect();
    files.push(MadeFile {
        name: "cards.csv".into(),
        bytes: table(&cards)?,
        pixels: None,
    });
    Ok(Exported {
        files,
        cards,
        warnings: Vec::new(),
    })
}

/// Does something with every shot, in parallel; every problem of every shot is reported.
fn each<T: Send>(
    engine: &Engine<'_>,
    album: &Album<'_>,
    act: impl Fn(&Ready, usize) -> Result<T, Say> + Sync,
    watcher: &dyn Progress,
) -> Result<Vec<T>, Problems> {
    let steps = Steps::new(watcher, album.shots.len());
    let done: Vec<Result<T, Problems>> = album
        .shots
        .par_iter()
        .enumerate()
        .map(|(i, shot)| {
            let made = shot.ready(engine).and_then(|ready| {
                act(&ready, i).map_err(|e| shot.problem(engine.kit(), &e).into())
            });
            steps.step();
            made
        })
        .collect();
    let mut problems = Problems::default();
    let mut out = Vec::with_capacity(done.len());
    for result in done {
        match result {
            Ok(made) => out.push(made),
            Err(p) => problems.extend(p),
        }
    }
    problems.grouped().or(out)
}

/// The cards as a table that spreadsheets open.
fn table(cards: &[Listed]) -> Result<Vec<u8>, Problem> {
    let failed = |e: String| Problem::new(say!("internal error, please report: {}", say::heard(e)));
    let mut writer = csv::Writer::from_writer(Vec::new());
    for card in cards {
        writer.serialize(card).map_err(|e| failed(e.to_string()))?;
    }
    writer.into_inner().map_err(|e| failed(e.to_string()))
}
