//! Printing only what changed: which pieces were printed before, which are new, which are to be taken out.
//!
//! A *unit* is what is printed again as a whole: a piece with both its sides, a leaf of a sheet, a booklet. Units are
//! compared by what they look like, copies counted; where they lie in the file and in what order does not matter.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash as _;

use super::digest::{Digest, joined};
use super::record::{Changes, Lot, Record, RecordLine};
use super::{DrawnFace, PrintOptions, pick};
use crate::hash::{hash_of, hex};
use crate::impose::{BLANK, Cut, CutPiece, Job, Sheet};
use crate::kit::{Card, Kind, Kit};
use crate::units::{Mm, Size};

/// One thing that is printed as a whole.
struct PrintUnit {
    component: usize,
    name: String,
    /// Whether the name is a card's, and not that of pages.
    is_card: bool,
    looks: String,
}

/// What is to be printed, and what that means.
pub(super) struct Selection {
    /// The jobs that are left.
    pub jobs: Vec<Job>,
    /// Everything that is printed once this print is.
    pub record: Record,
    /// What changes, where that was asked for.
    pub changes: Option<Changes>,
}

/// Compares a plan with an earlier print and leaves what has to be printed.
pub(super) fn select(
    kit: &Kit,
    options: &PrintOptions,
    faces: &[DrawnFace],
    jobs: Vec<Job>,
    chosen: &BTreeSet<usize>,
) -> Selection {
    let per_leaf = match options.backs {
        backs if backs.on_both_sides() => 2,
        _ => 1,
    };
    let units: Vec<Vec<PrintUnit>> = jobs.iter().map(|job| units(job, faces, per_leaf)).collect();
    let before = options.since.as_ref().map(|s| &s.record);
    let before = before.or(options.known.as_ref()).cloned();
    let before = renamed(kit, &options.lang, before.unwrap_or_default());
    let (kept, mut had) = scope(kit, options, chosen, before);
    let mut record = kept;
    let titles = titles(kit, &options.lang);
    let title_of = |unit: &PrintUnit| {
        let title = titles.get(&(unit.component, unit.name.as_str()));
        title.filter(|_| unit.is_card).cloned()
    };
    let mut wanted: BTreeMap<(usize, String), Lot> = BTreeMap::new();
    let mut print: Vec<Vec<bool>> = Vec::new();
    for units in &units {
        let mut marks = Vec::with_capacity(units.len());
        for unit in units {
            let id = &kit.components[unit.component].id;
            let lot = add(&mut record, id, &unit.name, &unit.looks);
            lot.title = title_of(unit);
            let there = options.since.is_some() && take(&mut had, id, &unit.name, &unit.looks);
            if !there {
                let key = (unit.component, unit.name.clone());
                let lot = wanted.entry(key).or_default();
                lot.count += 1;
                lot.title = title_of(unit);
            }
            marks.push(!there);
        }
        print.push(marks);
    }
    let Some(since) = &options.since else {
        return Selection {
            jobs,
            record,
            changes: None,
        };
    };
    let changes = tell(kit, wanted, had);
    let jobs = jobs.into_iter().zip(&print);
    let jobs = jobs.filter_map(|(job, print)| narrow(job, print, per_leaf, since.keep_places));
    Selection {
        jobs: jobs.collect(),
        record,
        changes: Some(changes),
    }
}

/// Leaves places at the start of the first page empty: its paper has been used there already.
pub(super) fn skip(jobs: &mut [Job], places: u32) {
    for job in jobs {
        match job {
            Job::Pieces(pieces) => {
                let Some(first) = pieces.first().cloned() else {
                    continue;
                };
                let blank = CutPiece {
                    front: BLANK,
                    back: first.back.map(|_| BLANK),
                    ..first
                };
                pieces.splice(..0, std::iter::repeat_n(blank, places as usize));
                return;
            }
            Job::Standees { pieces, .. } => {
                pieces.splice(..0, std::iter::repeat_n((BLANK, BLANK), places as usize));
                return;
            }
            Job::Sheets { .. } | Job::Booklet { .. } | Job::Boxes { .. } => {}
        }
    }
}

/// Pages that have something on them, with their backs.
pub(super) fn without_empty(sheets: Vec<Sheet>) -> Vec<Sheet> {
    let mut kept = true;
    let mut stays = |sheet: &Sheet| {
        // An empty back goes where its front goes.
        kept = match sheet.items.is_empty() {
            true => sheet.is_back && kept,
            false => true,
        };
        kept
    };
    sheets.into_iter().filter(|s| stays(s)).collect()
}

/// Parts a record into what this print says nothing about and what it does.
fn scope(
    kit: &Kit,
    options: &PrintOptions,
    chosen: &BTreeSet<usize>,
    record: Record,
) -> (Record, Record) {
    let (mut outside, mut inside) = (Record::default(), Record::default());
    let place = |id: &str| kit.components.iter().position(|c| c.id == id);
    for (id, names) in record.0 {
        let meant = match place(&id) {
            Some(index) => {
                let left_out = kit.components[index].kind == Kind::Booklet
                    && !options.only.contains(&id)
                    || options.paper.is_strip() && kit.components[index].kind != Kind::Strip;
                chosen.contains(&index)
                    || !left_out && (options.only.is_empty() || options.only.contains(&id))
            }
            None => options.only.is_empty(),
        };
        for (name, looks) in names {
            let card = || {
                let cards = &kit.components.get(place(&id)?)?.cards;
                cards.iter().find(|c| c.name == name)
            };
            let means = |p: &String| match card() {
                Some(card) => pick::means(p, &id, card),
                None => pick::matches(p, &id, &name),
            };
            let named = options.cards.is_empty() || options.cards.iter().any(means);
            let to = if meant && named {
                &mut inside
            } else {
                &mut outside
            };
            to.0.entry(id.clone()).or_default().insert(name, looks);
        }
    }
    (outside, inside)
}

/// A record in which cards that were printed under their numbers have the names that their titles give them today: the
/// title on the paper tells which card it was, else its row.
fn renamed(kit: &Kit, lang: &str, record: Record) -> Record {
    let numbered = |c: &Card| c.number.is_some();
    if !kit.components.iter().any(|c| c.cards.iter().any(numbered)) {
        return record;
    }
    let mut out = Record::default();
    for (id, names) in record.0 {
        let component = kit.components.iter().find(|c| c.id == id);
        let cards = || component.into_iter().flat_map(|c| &c.cards);
        let numbers = cards().filter_map(|c| Some((c.number.as_deref()?, c.name.as_str())));
        let numbers: HashMap<&str, &str> = numbers.collect();
        let titles =
            cards().filter_map(|c| Some((c.title(&kit.languages, lang)?, c.name.as_str())));
        let titles: HashMap<String, &str> = titles.collect();
        let to = out.0.entry(id.clone()).or_default();
        for (name, looks) in names {
            for (look, lot) in looks {
                let by_title = lot.title.as_ref().and_then(|t| titles.get(t));
                let today = numbers.get(name.as_str());
                let today = today.map(|by_row| *by_title.unwrap_or(by_row));
                let lots = to.entry(today.unwrap_or(&name).to_owned()).or_default();
                let kept = lots.entry(look).or_default();
                kept.count += lot.count;
                kept.title = lot.title;
            }
        }
    }
    out
}

/// What is printed on cards as their names, by component and card; only where that is not what kits call them.
fn titles<'a>(kit: &'a Kit, lang: &str) -> HashMap<(usize, &'a str), String> {
    let components = kit.components.iter().enumerate();
    components
        .flat_map(|(i, c)| c.cards.iter().map(move |card| (i, card)))
        .filter_map(|(i, card)| {
            let title = card.title(&kit.languages, lang)?;
            (title != card.name).then_some(((i, card.name.as_str()), title))
        })
        .collect()
}

fn add<'a>(record: &'a mut Record, component: &str, name: &str, looks: &str) -> &'a mut Lot {
    let names = record.0.entry(component.to_owned()).or_default();
    let lots = names.entry(name.to_owned()).or_default();
    let lot = lots.entry(looks.to_owned()).or_default();
    lot.count += 1;
    lot
}

/// Takes one out of a record; whether it was there.
fn take(record: &mut Record, component: &str, name: &str, looks: &str) -> bool {
    let lots = record.0.get_mut(component).and_then(|n| n.get_mut(name));
    match lots.and_then(|l| l.get_mut(looks)) {
        Some(lot) if lot.count > 0 => {
            lot.count -= 1;
            true
        }
        _ => false,
    }
}

/// Puts into words what is printed and what is left over.
fn tell(kit: &Kit, wanted: BTreeMap<(usize, String), Lot>, had: Record) -> Changes {
    let mut changes = Changes::default();
    let mut old = BTreeSet::new();
    for (component, names) in had.0 {
        for (name, looks) in names {
            // A card that was printed under two titles is two to look for.
            let mut left: BTreeMap<Option<String>, u32> = BTreeMap::new();
            for lot in looks.into_values().filter(|lot| lot.count > 0) {
                *left.entry(lot.title).or_default() += lot.count;
            }
            for (title, count) in left {
                old.insert((component.clone(), name.clone()));
                changes.take_out.push(RecordLine {
                    component: component.clone(),
                    name: name.clone(),
                    title,
                    count,
                });
            }
        }
    }
    let order = |line: &RecordLine| {
        let place = kit.components.iter().position(|c| c.id == line.component);
        place.unwrap_or(usize::MAX)
    };
    changes.take_out.sort_by_key(order);
    for ((index, name), Lot { count, title }) in wanted {
        let component = kit.components[index].id.clone();
        let replaces = old.contains(&(component.clone(), name.clone()));
        let line = RecordLine {
            component,
            name,
            title,
            count,
        };
        if replaces {
            changes.changed.push(line);
        } else {
            changes.new.push(line);
        }
    }
    changes
}

/// The units of a job, in its order.
fn units(job: &Job, faces: &[DrawnFace], per_leaf: usize) -> Vec<PrintUnit> {
    let looks_of = |face: usize| faces.get(face).and_then(|f| f.digest);
    let card = |face: usize| faces.get(face).map_or("", |f| f.card.as_str()).to_owned();
    match job {
        Job::Pieces(pieces) => pieces
            .iter()
            .map(|p| PrintUnit {
                component: p.component,
                name: card(p.front),
                is_card: true,
                looks: looks(
                    &[looks_of(p.front), p.back.and_then(looks_of)],
                    p.size,
                    Some(&p.cut),
                ),
            })
            .collect(),
        Job::Standees {
            component,
            size,
            tab,
            cut,
            pieces,
        } => pieces
            .iter()
            .map(|(front, back)| PrintUnit {
                component: *component,
                name: card(*front),
                is_card: true,
                looks: {
                    // Tabs are told as corners are; a contour says more than a tab.
                    let stand = Cut::Rect { corner: *tab };
                    let cut = match cut {
                        Cut::Contour(_) => cut,
                        _ => &stand,
                    };
                    looks(&[looks_of(*front), looks_of(*back)], *size, Some(cut))
                },
            })
            .collect(),
        Job::Sheets {
            component,
            size,
            pages,
        } => pages
            .chunks(per_leaf)
            .enumerate()
            .map(|(i, leaf)| {
                let digests: Vec<_> = leaf.iter().map(|f| looks_of(*f)).collect();
                let first = i * per_leaf + 1;
                let name = match leaf.len() {
                    1 => format!("{first}"),
                    n => format!("{first}-{}", first + n - 1),
                };
                PrintUnit {
                    component: *component,
                    name,
                    is_card: false,
                    looks: looks(&digests, *size, None),
                }
            })
            .collect(),
        Job::Booklet {
            component,
            size,
            pages,
        } => {
            let digests: Vec<_> = pages.iter().map(|f| looks_of(*f)).collect();
            vec![PrintUnit {
                component: *component,
                name: format!("1-{}", pages.len()),
                is_card: false,
                looks: looks(&digests, *size, None),
            }]
        }
        Job::Boxes {
            component,
            net,
            boxes,
        } => boxes
            .iter()
            .map(|panels| {
                let digests: Vec<_> = panels.iter().map(|(_, f)| looks_of(*f)).collect();
                PrintUnit {
                    component: *component,
                    name: panels.first().map(|(_, f)| card(*f)).unwrap_or_default(),
                    is_card: true,
                    looks: looks(&digests, net.size, None),
                }
            })
            .collect(),
    }
}

/// What a unit looks like when it is cut out.
fn looks(faces: &[Option<Digest>], size: Size, cut: Option<&Cut>) -> String {
    let mm = |l: Mm| (l.0 * 1000.0).round() as i32;
    let (shape, corner) = match cut {
        Some(Cut::Rect { corner }) => (1, mm(*corner)),
        Some(Cut::Ellipse) => (2, 0),
        Some(Cut::Hexagon) => (3, 0),
        Some(Cut::Contour(points)) => (4, shape_of(points)),
        None => (0, 0),
    };
    let mut form = Digest::default();
    for (bytes, value) in form
        .chunks_exact_mut(4)
        .zip([mm(size.w), mm(size.h), corner, shape])
    {
        bytes.copy_from_slice(&value.to_le_bytes());
    }
    let mut parts = vec![Some(form)];
    parts.extend_from_slice(faces);
    hex(&joined(&parts))
}

/// A contour as a number.
fn shape_of(points: &[(Mm, Mm)]) -> i32 {
    let hash = hash_of(|hash| {
        for (x, y) in points {
            [x, y].map(|l| (l.0 * 1000.0).round() as i64).hash(hash);
        }
    });
    hash as i32
}

/// What is left of a job when only some of its units are printed.
fn narrow(job: Job, print: &[bool], per_leaf: usize, keep_places: bool) -> Option<Job> {
    if !print.contains(&true) {
        // Places are kept for those behind, which may fill pages together with these.
        return match job {
            Job::Pieces(_) | Job::Standees { .. } if keep_places => Some(blanked(job, print)),
            _ => None,
        };
    }
    Some(match job {
        Job::Pieces(_) | Job::Standees { .. } if keep_places => blanked(job, print),
        Job::Pieces(pieces) => Job::Pieces(chosen(pieces, print)),
        Job::Standees {
            component,
            size,
            tab,
            cut,
            pieces,
        } => Job::Standees {
            component,
            size,
            tab,
            cut,
            pieces: chosen(pieces, print),
        },
        Job::Sheets {
            component,
            size,
            pages,
        } => {
            let leaves = pages.chunks(per_leaf).zip(print);
            let pages = leaves.filter(|(_, p)| **p).flat_map(|(l, _)| l.to_vec());
            Job::Sheets {
                component,
                size,
                pages: pages.collect(),
            }
        }
        whole @ Job::Booklet { .. } => whole,
        Job::Boxes {
            component,
            net,
            boxes,
        } => Job::Boxes {
            component,
            net,
            boxes: chosen(boxes, print),
        },
    })
}

fn chosen<T>(all: Vec<T>, print: &[bool]) -> Vec<T> {
    let pairs = all.into_iter().zip(print);
    pairs.filter(|(_, p)| **p).map(|(one, _)| one).collect()
}

/// The same job with blanks where nothing is printed.
fn blanked(mut job: Job, print: &[bool]) -> Job {
    match &mut job {
        Job::Pieces(pieces) => {
            for (piece, _) in pieces.iter_mut().zip(print).filter(|(_, p)| !**p) {
                piece.front = BLANK;
                piece.back = piece.back.map(|_| BLANK);
            }
        }
        Job::Standees { pieces, .. } => {
            for (piece, _) in pieces.iter_mut().zip(print).filter(|(_, p)| !**p) {
                *piece = (BLANK, BLANK);
            }
        }
        Job::Sheets { .. } | Job::Booklet { .. } | Job::Boxes { .. } => {}
    }
    job
}

/// What is left of each component: its place in the kit, faces and pieces.
pub(super) fn counts(all: &[(usize, usize, usize)], jobs: &[Job]) -> Vec<(usize, usize, usize)> {
    let mut left: BTreeMap<usize, (BTreeSet<usize>, usize)> = BTreeMap::new();
    let mut note = |component: usize, faces: &[Option<usize>]| {
        let faces = faces.iter().flatten().copied();
        let faces: Vec<usize> = faces.filter(|f| *f != BLANK).collect();
        if !faces.is_empty() {
            let entry = left.entry(component).or_default();
            entry.0.extend(faces);
            entry.1 += 1;
        }
    };
    for job in jobs {
        match job {
            Job::Pieces(pieces) => pieces
                .iter()
                .for_each(|p| note(p.component, &[Some(p.front), p.back])),
            Job::Standees {
                component, pieces, ..
            } => pieces
                .iter()
                .for_each(|(f, b)| note(*component, &[Some(*f), Some(*b)])),
            Job::Sheets {
                component, pages, ..
            }
            | Job::Booklet {
                component, pages, ..
            } => pages.iter().for_each(|f| note(*component, &[Some(*f)])),
            Job::Boxes {
                component, boxes, ..
            } => {
                for panels in boxes {
                    let faces: Vec<Option<usize>> = panels.iter().map(|(_, f)| Some(*f)).collect();
                    note(*component, &faces);
                }
            }
        }
    }
    let order = all.iter().map(|(component, ..)| *component);
    order
        .filter_map(|c| {
            left.get(&c)
                .map(|(faces, pieces)| (c, faces.len(), *pieces))
        })
        .collect()
}
