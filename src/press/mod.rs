//! The whole way from a kit to a PDF in memory: plan, render, impose, write.
//!
//! Knows every stage and none of their insides; touches no file but the kit's own.

mod board;
mod changed;
mod contour;
mod digest;
mod draw;
mod faces;
mod file;
mod flow;
mod ground;
pub mod guide;
mod incremental;
mod keys;
pub mod name;
mod options;
mod pick;
mod plan;
mod progress;
mod raster;
mod record;
mod slip;

use crate::diag::{Problem, Problems};
use crate::impose::{self, Backs, Furniture, ImposeError, Layout, Marks, Panel, Remedy, Sheet};
use crate::kit::{Card, Component, Kit};
use crate::say;
use crate::say::Tongue;
use crate::scene::{Part, Scene, Studio, edge};
use crate::template::{Engine, Face};
use crate::units::{Mm, Size};

pub use board::{BOARD, board};
pub(crate) use contour::contour_of;
pub(crate) use faces::{FacePlan, Faces, Sides};
pub use file::write_pdf;
use file::{LaidFile, dpi, names, shape_notes};
pub(crate) use file::{try_faces, try_fonts, try_notes};
pub(crate) use flow::pages as flow_pages;
pub use guide::Outlay;
pub use incremental::{Again, FaceView, Reprint};
pub use options::{DEFAULT_DPI, PrintOptions};
pub(crate) use plan::choose;
pub use progress::{JOB, NoProgress, Progress, Steps};
pub use raster::raster_sheet;
pub use record::{Changes, Lot, Record, RecordLine, Since};

pub(crate) use draw::{Commons, ExtraFace};
use draw::{FaceExtras, draw_all, draw_shared};
use plan::PrintPlan;

/// What became of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentCount {
    /// Its place in the kit; one past the last for the guide.
    pub component: usize,
    /// Different faces drawn.
    pub faces: usize,
    /// Pieces printed.
    pub cards: usize,
    /// Pages that hold at least one of them.
    pub pages: usize,
}

/// A finished print.
pub struct Printed {
    /// The file's content.
    pub pdf: Vec<u8>,
    /// How many pages.
    pub pages: usize,
    /// What became of each component.
    pub components: Vec<ComponentCount>,
    /// All that has been printed by now, where that was asked for.
    pub record: Record,
    /// What changed, where that was asked for; no pages when there was nothing to print.
    pub changes: Option<Changes>,
    /// What it takes: sheets, cuts, time.
    pub outlay: Outlay,
    /// What is wrong with the faces that were drawn all the same.
    pub flaws: Problems,
}

/// A face that is ready to be placed.
pub struct DrawnFace {
    /// What it shows.
    pub scene: Scene,
    /// Its trim size.
    pub size: Size,
    /// The component's place in the kit.
    pub component: usize,
    /// The card's name.
    pub card: String,
    /// The template's file.
    pub file: String,
    /// The SVG it was made from, where that was asked for.
    pub svg: Option<String>,
    /// What it looks like, as a number, where that was asked for.
    pub digest: Option<digest::Digest>,
    /// What is wrong with it, where it was drawn all the same.
    pub flaws: Problems,
}

/// Everything drawn and laid out, before it becomes a file.
pub struct Proof<'a> {
    /// The kit.
    pub kit: &'a Kit,
    /// Faces.
    pub faces: Vec<DrawnFace>,
    /// What faces have in common, where it is apart from them.
    pub parts: Vec<Part>,
    /// What some inks draw otherwise, where all inks are drawn at once; or why it cannot be drawn.
    pub(crate) extras: Result<Vec<ExtraFace>, Problems>,
    /// Pages.
    pub sheets: Vec<Sheet>,
    /// What became of each component.
    pub components: Vec<ComponentCount>,
    /// All that has been printed by now, where that was asked for.
    pub record: Record,
    /// What changed, where that was asked for.
    pub changes: Option<Changes>,
    /// What it takes: sheets, cuts, time.
    pub outlay: Outlay,
    /// What is wrong with the faces that were drawn all the same.
    pub flaws: Problems,
}

/// Prints a kit.
pub fn print(
    kit: &Kit,
    options: &PrintOptions,
    watcher: &dyn Progress,
) -> Result<Printed, Problems> {
    let studio = Studio::new(kit, options.ink)?.trusting();
    let engine = Engine::new(kit, &options.lang, &studio)?.anyway(options.anyway);
    let proof = prove(
        &engine,
        options,
        false,
        watcher,
        Common::Apart(&mut Commons::default()),
        &flow::pages,
    )?;
    let pdf = match proof.sheets.is_empty() && proof.changes.is_some() {
        true => Vec::new(),
        false => write_pdf(&proof, &studio, options).or_else(|problems| {
            // Perhaps a picture cannot be decoded: a studio that looks at each names all that are so.
            let studio = Studio::new(kit, options.ink)?;
            self::proof(kit, &studio, options, false, &NoProgress)?;
            Err(problems)
        })?,
    };
    Ok(Printed {
        pdf,
        pages: proof.sheets.len(),
        components: proof.components,
        record: proof.record,
        changes: proof.changes,
        outlay: proof.outlay,
        flaws: proof.flaws,
    })
}

/// Draws and lays out a kit; `keep_svg` keeps what previews need.
pub fn proof<'a>(
    kit: &'a Kit,
    studio: &'a Studio<'a>,
    options: &PrintOptions,
    keep_svg: bool,
    watcher: &dyn Progress,
) -> Result<Proof<'a>, Problems> {
    let engine = Engine::new(kit, &options.lang, studio)?.anyway(options.anyway);
    prove(
        &engine,
        options,
        keep_svg,
        watcher,
        Common::Within,
        &flow::pages,
    )
}

/// Draws and lays out a kit for somebody who only looks at it: what faces share is apart from them, and the text of a
/// booklet is not set again and again until it fills its leaves.
pub(crate) fn rough<'a>(
    engine: &Engine<'a>,
    options: &PrintOptions,
    watcher: &dyn Progress,
    commons: &mut Commons,
) -> Result<Proof<'a>, Problems> {
    let once = |engine: &Engine<'_>, component: &Component, card: &Card, _: bool| {
        flow::pages(engine, component, card, false)
    };
    let common = Common::Apart(commons);
    prove(engine, options, false, watcher, common, &once)
}

/// Where the drawings are that faces have in common.
enum Common<'c> {
    /// In every face: each is whole.
    Within,
    /// In the parts of the proof, with those that were found before.
    Apart(&'c mut Commons),
}

fn prove<'a>(
    engine: &Engine<'a>,
    options: &PrintOptions,
    keep_svg: bool,
    watcher: &dyn Progress,
    common: Common<'_>,
    flow: &faces::FlowPages<'_>,
) -> Result<Proof<'a>, Problems> {
    let (kit, studio) = (engine.kit(), engine.studio());
    let plan = plan::plan(kit, engine, options, flow)?;
    let steps = Steps::new(watcher, plan.faces.len());
    let PrintPlan {
        faces,
        jobs,
        counts,
    } = plan;
    let keep = FaceExtras {
        svg: keep_svg,
        digester: (options.remembers()).then(|| digest::Digester::new(kit, studio, options)),
    };
    let (mut faces, extras, parts) = match common {
        Common::Within => {
            let faces = draw_all(engine, faces, &keep, &steps)?;
            (faces, Ok(Vec::new()), Vec::new())
        }
        Common::Apart(commons) => {
            let (faces, extras) = draw_shared(engine, faces, &keep, &steps, commons)?;
            (faces, extras, commons.parts.clone())
        }
    };
    let mut flaws = Problems::default();
    for face in &mut faces {
        flaws.extend(std::mem::take(&mut face.flaws));
    }
    let flaws = flaws.grouped();
    // Before cards are left out: those that stay keep their places.
    let edge = |n: usize| faces.get(n).map(|f| edge(&f.scene, &parts, f.size));
    let mut layout = options.layout();
    ground::note(&mut layout, kit, &jobs, &edge);
    if !options.cards.is_empty() && layout.bleed.0 <= 0.0 {
        layout.grounds = whole_grounds(engine, options).unwrap_or(layout.grounds);
    }
    let chosen = counts.iter().map(|(component, ..)| *component).collect();
    let changed::Selection {
        mut jobs,
        record,
        changes,
    } = changed::select(kit, options, &faces, jobs, &chosen);
    if options.skip > 0 {
        changed::skip(&mut jobs, options.skip);
    }
    let guide = guide::plan(kit, options, &mut jobs, faces.len())?;
    let laid = lay_out(kit, options, &jobs, &layout)?;
    let keeps_places = options.since.as_ref().is_some_and(|s| s.keep_places);
    if options.skip > 0 && !keeps_places && laid.iter().any(|s| !s.is_back && s.items.is_empty()) {
        let what = say!(
            "`--skip {}` leaves no place on the first page",
            options.skip
        );
        let hint = say!("name as many places as are used up, and put in a new sheet when all are");
        return Err(Problem::new(what).hint(hint).into());
    }
    let mut sheets = changed::without_empty(laid);
    if let Some(changes) = changes.as_ref().filter(|c| c.prints()) {
        slip::add(&mut sheets, kit, options, changes);
    }
    let mut counts = match &changes {
        None => counts,
        Some(_) => changed::counts(&counts, &jobs),
    };
    if let Some(guide) = &guide {
        guide.name_pages(&mut sheets);
        counts.insert(0, (guide.component, 1, 1));
    }
    let mut components = component_counts(counts, &sheets);
    let owners: Vec<usize> = faces.iter().map(|f| f.component).collect();
    let component_of = |n: usize| owners.get(n).copied().unwrap_or(usize::MAX);
    let mut outlay = guide::survey(kit, &sheets, &components, options.backs, &component_of);
    if let Some(guide) = &guide {
        outlay.spared = spared(kit, options, &jobs, &layout, &outlay)?;
        let face = guide::draw(
            guide,
            engine,
            options,
            &outlay,
            &faces,
            &mut sheets,
            keep_svg,
        )?;
        if options.only == [guide::GUIDE] {
            // Its page tells of everything, and goes alone.
            sheets.retain(|sheet| guide.has(sheet));
            components.truncate(1);
            outlay = guide::survey(kit, &sheets, &components, options.backs, &component_of);
        }
        faces.push(face);
    }
    Ok(Proof {
        kit,
        faces,
        parts,
        extras,
        sheets,
        components,
        record,
        changes,
        outlay,
        flaws,
    })
}

/// What a print takes, counted without drawing it: sheets and pages are those of the print; cuts are, too, but for gaps
/// that come from the looks of cards.
pub fn outlay(kit: &Kit, options: &PrintOptions) -> Result<Outlay, Problems> {
    let studio = Studio::new(kit, options.ink)?.trusting();
    let engine = Engine::new(kit, &options.lang, &studio)?;
    let PrintPlan {
        faces,
        mut jobs,
        counts,
    } = plan::plan(kit, &engine, options, &flow::pages)?;
    let guide = guide::plan(kit, options, &mut jobs, faces.len())?;
    let mut sheets = lay_out(kit, options, &jobs, &options.layout())?;
    if let Some(guide) = &guide {
        guide.name_pages(&mut sheets);
    }
    let components = component_counts(counts, &sheets);
    let component_of = |n: usize| faces.get(n).map_or(usize::MAX, |f| f.component);
    Ok(guide::survey(
        kit,
        &sheets,
        &components,
        options.backs,
        &component_of,
    ))
}

/// How many sheets fewer are printed where a screen keeps what it can.
fn spared(
    kit: &Kit,
    options: &PrintOptions,
    jobs: &[impose::Job],
    layout: &Layout,
    outlay: &Outlay,
) -> Result<Option<usize>, Problem> {
    let kept: Vec<usize> = outlay
        .parts
        .iter()
        .filter(|p| p.screen)
        .map(|p| p.component)
        .collect();
    if kept.is_empty() {
        return Ok(None);
    }
    let rest: Vec<impose::Job> = jobs
        .iter()
        .filter(|j| !kept.contains(&j.component()))
        .cloned()
        .collect();
    let sheets = lay_out(kit, options, &rest, layout)?;
    let leaves = sheets.iter().filter(|s| !s.is_back).count();
    let all = outlay.card.sheets + outlay.paper.sheets;
    Ok(Some(all.saturating_sub(leaves)))
}

/// The edges of all cards of the components that are printed, whichever cards are chosen: prints of a few cards keep
/// the places of the whole deck, so that a sheet that was begun can be fed again. `None` where a card that is not
/// printed cannot be drawn.
fn whole_grounds(engine: &Engine<'_>, options: &PrintOptions) -> Option<Vec<impose::Ground>> {
    let kit = engine.kit();
    let chosen = plan::choose(kit, options).ok()?;
    let ids = chosen.iter().map(|(n, _)| &kit.components[*n]);
    let flows = |c: &&crate::kit::Component| c.flow.is_some();
    let whole = PrintOptions {
        only: ids.filter(|c| !flows(c)).map(|c| c.id.clone()).collect(),
        cards: Vec::new(),
        ..options.clone()
    };
    if whole.only.is_empty() {
        return None;
    }
    let PrintPlan { faces, jobs, .. } = plan::plan(kit, engine, &whole, &flow::pages).ok()?;
    let keep = FaceExtras {
        svg: false,
        digester: None,
    };
    let steps = Steps::new(&NoProgress, faces.len());
    let faces = draw_all(engine, faces, &keep, &steps).ok()?;
    let edge = |n: usize| faces.get(n).map(|f| edge(&f.scene, &[], f.size));
    let mut layout = options.layout();
    ground::note(&mut layout, kit, &jobs, &edge);
    Some(layout.grounds)
}

fn component_counts(counts: Vec<(usize, usize, usize)>, sheets: &[Sheet]) -> Vec<ComponentCount> {
    let count = |(component, faces, cards)| {
        let pages = sheets
            .iter()
            .filter(|s| s.components.contains(&component))
            .count();
        ComponentCount {
            component,
            faces,
            cards,
            pages,
        }
    };
    counts.into_iter().map(count).collect()
}

/// Lays out jobs on the paper that was chosen.
fn lay_out(
    kit: &Kit,
    options: &PrintOptions,
    jobs: &[impose::Job],
    layout: &Layout,
) -> Result<Vec<Sheet>, Problem> {
    let furniture = furniture(kit, &options.lang);
    let problem = |e: ImposeError| impose_problem(kit, options, &e);
    if !options.paper.is_strip() {
        return impose::impose(jobs, layout, &furniture).map_err(problem);
    }
    // A tape or label printer: every strip is a page of its own size, with nothing around it.
    let mut sheets = Vec::new();
    for job in jobs {
        let impose::Job::Pieces(pieces) = job else {
            continue;
        };
        let Some(first) = pieces.first() else {
            continue;
        };
        let paper = first.size.grown(options.bleed);
        let strip = Layout {
            paper,
            margin: Mm(0.0),
            backs: Backs::None,
            marks: Marks::None,
            ..layout.clone()
        };
        sheets.extend(
            impose::impose(std::slice::from_ref(job), &strip, &furniture).map_err(problem)?,
        );
    }
    Ok(sheets)
}

/// A face as SVG with its text, for previews: the front of a card, or its back.
pub fn face<'a>(
    engine: &Engine<'a>,
    component: &Component,
    card: &'a Card,
    back: bool,
) -> Result<Option<Face>, Problems> {
    let all = &engine.kit().components;
    let Some(index) = all.iter().position(|c| c.id == component.id) else {
        return Ok(None);
    };
    let mut faces = Faces::default();
    let mut cards = faces.add(engine, index, &[(card, 1)], false, &flow::pages)?;
    let wanted = cards.pop().and_then(|card| match card.sides {
        Sides::Piece(fronts, own) => {
            if back {
                own
            } else {
                fronts.first().copied()
            }
        }
        // The last page of a sheet that has a back of its own is that.
        Sides::Pages(pages) => match back {
            true => pages.last().copied().filter(|_| component.back.is_some()),
            false => pages.first().copied(),
        },
        Sides::Panels(panels) => {
            let wanted = if back { Panel::Back } else { Panel::Front };
            panels
                .iter()
                .find(|(panel, _)| *panel == wanted)
                .map(|(_, face)| *face)
        }
    });
    let face = wanted.map(|n| faces.0[n].render(engine));
    face.transpose()
}

/// What the guide is called.
fn guide_title(lang: &str) -> String {
    say!("Tonight").text(Tongue::of(lang))
}

/// The words on every page, in the language of the print.
fn furniture(kit: &Kit, lang: &str) -> Furniture {
    let tongue = Tongue::of(lang);
    Furniture {
        kit: kit.title.get(lang).to_owned(),
        components: kit
            .components
            .iter()
            .map(|c| c.title.get(lang).to_owned())
            .chain([guide_title(lang)])
            .collect(),
        language: match lang == tongue.code() {
            true => tongue.name().to_owned(),
            false => lang.to_owned(),
        },
        scale: say!("50 mm · print at 100 %").text(tongue),
        page: say!("page {n}/{m}").text(tongue),
        empty: say!("this side is meant to be empty").text(tongue),
        tile: say!("tile {tile}").text(tongue),
        comma: say!(", ").text(tongue),
    }
}

fn impose_problem(kit: &Kit, options: &PrintOptions, error: &ImposeError) -> Problem {
    let named = |component: &usize| kit.components.get(*component);
    let at = |problem: Problem, component: &usize| match named(component) {
        Some(c) => problem
            .at(kit.source.show("kit.toml"), c.line)
            .field("size"),
        None => problem,
    };
    let id = |component: &usize| named(component).map_or("", |c| c.id.as_str()).to_owned();
    match error {
        ImposeError::TooLarge {
            component,
            size,
            remedy,
            ..
        } => {
            let what = say!(
                "component `{}` is {}, which does not fit on {} paper with a margin of {}",
                id(component),
                size,
                options.paper.name,
                options.margin
            );
            let hint = match remedy {
                Remedy::Margin(m) => say!("print with `--margin {}` or less", m),
                Remedy::NoBleed => say!("print with `--bleed 0`"),
                Remedy::Paper(name) => say!("print with `--paper {}`", name),
                Remedy::Smaller => say!("make it smaller, or a `sheet`, which is tiled over pages"),
            };
            at(Problem::new(what).hint(hint), component)
        }
        ImposeError::TooManyTiles {
            component,
            size,
            limit,
            ..
        } => {
            let what = say!(
                "component `{}` is {}: that takes more than {} pages",
                id(component),
                size,
                limit
            );
            at(
                Problem::new(what).hint(say!("make it smaller, or print on larger paper")),
                component,
            )
        }
        other => Problem::new(say!("the pages cannot be laid out: {}", other)).hint(other.hint()),
    }
}
