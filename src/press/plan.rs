//! What to draw and where it goes: from components and cards to faces and jobs.

use super::faces::{CardFaces, Chosen, FacePlan, Faces, FlowPages, Sides};
use super::guide::GUIDE;
use super::{PrintOptions, contour_of, pick};
use crate::diag::{Problem, Problems};
use crate::impose::{Cut, CutPiece, Job, Net, Panel, folds};
use crate::kit::{Component, Kind, Kit, Outline};
use crate::say;
use crate::template::Engine;
use crate::units::Size;

/// All that a print needs to know before drawing.
#[derive(Default)]
pub(super) struct PrintPlan<'a> {
    /// Faces, each to be drawn once.
    pub faces: Vec<FacePlan<'a>>,
    /// Pieces, in the order of the kit, naming faces by their place.
    pub jobs: Vec<Job>,
    /// For each component that is printed: its place in the kit, faces and pieces.
    pub counts: Vec<(usize, usize, usize)>,
}

/// Plans the print of a kit.
pub(super) fn plan<'a>(
    kit: &'a Kit,
    engine: &Engine<'a>,
    options: &PrintOptions,
    flow: &FlowPages<'_>,
) -> Result<PrintPlan<'a>, Problems> {
    let chosen = choose(kit, options)?;
    let mut faces = Faces::default();
    let (mut jobs, mut counts) = (Vec::new(), Vec::new());
    for (index, cards) in chosen {
        let component = &kit.components[index];
        let folded = component.kind == Kind::Booklet && folds(component.size, &options.layout());
        let before = faces.0.len();
        let cards = faces.add(engine, index, &cards, folded, flow)?;
        let sets = sets_of(component, options);
        let pieces = match component.kind {
            Kind::Sheet | Kind::Booklet => sheets(index, component, &cards, sets, &mut jobs),
            Kind::Box => boxes(index, component, &cards, sets, &mut jobs),
            _ => {
                let cut = cut(kit, engine, component)?;
                pieces((index, component), &cards, options, &cut, &mut jobs)
            }
        };
        counts.push((index, faces.0.len() - before, pieces));
    }
    Ok(PrintPlan {
        faces: faces.0,
        jobs,
        counts,
    })
}

/// How many sets of a component are printed: what one table needs once is there once.
fn sets_of(component: &Component, options: &PrintOptions) -> usize {
    match component.once {
        true => 1,
        false => options.sets as usize,
    }
}

/// The components and cards that the options leave, in the order of the kit.
pub(crate) fn choose<'a>(
    kit: &'a Kit,
    options: &PrintOptions,
) -> Result<Vec<(usize, Vec<Chosen<'a>>)>, Problems> {
    let mut problems = Problems::default();
    // The guide by itself is the guide of everything.
    let is_own = |id: &&String| *id != GUIDE || kit.components.iter().any(|c| c.id == GUIDE);
    let named: Vec<&String> = options.only.iter().filter(is_own).collect();
    for id in &named {
        if let Err(p) = kit.component(id) {
            problems.push(p);
        }
    }
    let mut used = vec![false; options.cards.len()];
    let mut out = Vec::new();
    for (index, component) in kit.components.iter().enumerate() {
        let is_named = named.contains(&&component.id);
        let left_out = !named.is_empty() || component.kind == Kind::Booklet;
        if left_out && !is_named || options.paper.is_strip() && component.kind != Kind::Strip {
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

/// Lays out cards, tokens, strips and standees; gives how many pieces there are.
fn pieces(
    (index, component): (usize, &Component),
    cards: &[CardFaces<'_>],
    options: &PrintOptions,
    cut: &Cut,
    jobs: &mut Vec<Job>,
) -> usize {
    let mut pairs = Vec::new();
    for card in cards {
        let Sides::Piece(fronts, back) = &card.sides else {
            continue;
        };
        let copies = fronts.iter().cycle().take(card.count as usize);
        pairs.extend(copies.map(|front| (*front, *back)));
    }
    if component.front.is_empty() {
        return 0;
    }
    let pairs = pairs.repeat(sets_of(component, options));
    let size = component.size;
    // A strip longer than the paper is tiled like a sheet.
    let tiled = component.kind == Kind::Strip && !fits(size, options);
    jobs.push(match tiled {
        true => Job::Sheets {
            component: index,
            size,
            pages: pairs.iter().map(|(front, _)| *front).collect(),
        },
        false => job((index, component), cut, &pairs),
    });
    pairs.len()
}

/// Lays out the pages of a sheet or booklet; gives how many there are.
fn sheets(
    index: usize,
    component: &Component,
    cards: &[CardFaces<'_>],
    sets: usize,
    jobs: &mut Vec<Job>,
) -> usize {
    let mut copies: Vec<Vec<usize>> = Vec::new();
    for card in cards {
        if let Sides::Pages(pages) = &card.sides {
            copies.extend(std::iter::repeat_n(pages.clone(), card.count as usize));
        }
    }
    let pieces = copies.iter().map(Vec::len).sum::<usize>() * sets;
    let booklet = component.kind == Kind::Booklet;
    if booklet && component.flow.is_none() {
        copies = vec![copies.concat()];
    }
    let (component, size) = (index, component.size);
    // Each copy has leaves of its own: it is handed out, laid out or folded by itself.
    let job = |pages: Vec<usize>| match booklet {
        true => Job::Booklet {
            component,
            size,
            pages,
        },
        false => Job::Sheets {
            component,
            size,
            pages,
        },
    };
    jobs.extend(vec![copies; sets].into_iter().flatten().map(job));
    pieces
}

/// Lays out tuck boxes, a face a panel; gives how many there are.
fn boxes(
    index: usize,
    component: &Component,
    cards: &[CardFaces<'_>],
    sets: usize,
    jobs: &mut Vec<Job>,
) -> usize {
    let Some(carton) = &component.carton else {
        return 0;
    };
    let mut boxes: Vec<Vec<(Panel, usize)>> = Vec::new();
    for card in cards {
        if let Sides::Panels(panels) = &card.sides {
            boxes.extend(std::iter::repeat_n(panels.clone(), card.count as usize));
        }
    }
    let boxes = vec![boxes; sets].concat();
    let pieces = boxes.len();
    jobs.push(Job::Boxes {
        component: index,
        net: Net::new(carton.width, carton.height, carton.depth),
        boxes,
    });
    pieces
}

fn job(
    (index, component): (usize, &Component),
    cut: &Cut,
    pairs: &[(usize, Option<usize>)],
) -> Job {
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
            cut: cut.clone(),
            pieces,
        };
    }
    let piece = |(front, back): &(usize, Option<usize>)| CutPiece {
        component: index,
        size,
        front: *front,
        back: *back,
        cut: cut.clone(),
    };
    Job::Pieces(pairs.iter().map(piece).collect())
}

/// How the pieces of a component are cut out.
fn cut(kit: &Kit, engine: &Engine<'_>, component: &Component) -> Result<Cut, Problems> {
    if let Some(corners) = contour_of(kit, engine.studio(), component)? {
        return Ok(Cut::Contour(corners));
    }
    Ok(match component.outline {
        // Standees are cut along their edges.
        _ if component.kind == Kind::Standees => Cut::default(),
        Outline::Rect => Cut::Rect {
            corner: component.corner,
        },
        Outline::Circle => Cut::Ellipse,
        Outline::Hex => Cut::Hexagon,
    })
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
