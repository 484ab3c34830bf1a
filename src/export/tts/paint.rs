//! Pictures from faces: each face is drawn, put in its place and let go, so that only a few pictures are in memory at
//! a time, however many cards there are.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use resvg::tiny_skia::{Color, Pixmap};

use super::super::MadeFile;
use super::super::draw::{self, FaceFrame};
use super::super::shots::Album;
use super::grid::CardGrid;
use crate::diag::{Problem, Problems};
use crate::press::{Progress, Steps, contour_of};
use crate::say;
use crate::template::Engine;

/// The colour of a back where a card has none.
const PLAIN_BACK: (u8, u8, u8) = (0x3b, 0x42, 0x52);
/// Pixels of the pictures that are painted at the same time; one that is larger is painted alone.
const AT_A_TIME: u64 = 24 << 20;
/// Faces that are compared at the same time.
const COMPARED: usize = 8;

/// A picture to be painted.
pub(super) struct Picture {
    /// The file.
    pub name: String,
    /// What is on it.
    pub shows: Shows,
}

/// What is on a picture; faces by their places among the shots.
pub(super) enum Shows {
    /// Cards in rows and columns; nothing stands for a back that a card does not have.
    Sheet(CardGrid, Vec<(usize, Option<usize>)>),
    /// One card of so many pixels.
    Card((u32, u32), Option<usize>),
    /// A piece that is cut out along the outline of its component.
    Piece(usize, String),
}

impl Shows {
    fn faces(&self) -> usize {
        match self {
            Self::Sheet(_, places) => places.len(),
            Self::Card(..) | Self::Piece(..) => 1,
        }
    }
}

/// Draws faces and makes pictures of them.
pub(super) struct Painter<'a> {
    /// Draws.
    pub engine: &'a Engine<'a>,
    /// The faces.
    pub album: &'a Album<'a>,
    /// How large each of them is drawn; nothing for one that is too large.
    pub frames: Vec<Option<FaceFrame>>,
    /// Pixels an inch, which the files tell their readers.
    pub dpi: f64,
    /// Is told of every face.
    pub watcher: &'a dyn Progress,
}

impl Painter<'_> {
    /// Whether a face can be drawn at all.
    pub(super) fn has(&self, face: usize) -> bool {
        self.frames.get(face).is_some_and(Option::is_some)
    }

    /// Whether all faces are one and the same picture. One that cannot be drawn is like no other.
    pub(super) fn alike(&self, faces: impl Iterator<Item = Option<usize>>) -> bool {
        let mut faces: Vec<Option<usize>> = faces.collect();
        faces.dedup();
        let Some((first, others)) = faces.split_first() else {
            return true;
        };
        if others.is_empty() {
            return true;
        }
        let pixels = |face: &Option<usize>| face.map(|f| self.draw(f)).transpose();
        let Ok(first) = pixels(first) else {
            return false;
        };
        let first = first.as_ref().map(Pixmap::data);
        let same = |face: &Option<usize>| {
            pixels(face).is_ok_and(|page| page.as_ref().map(Pixmap::data) == first)
        };
        others
            .chunks(COMPARED)
            .all(|some| some.par_iter().all(same))
    }

    /// Paints all pictures; every problem of every face is reported.
    pub(super) fn all(&self, pictures: &[Picture]) -> Result<Vec<MadeFile>, Problems> {
        let faces = pictures.iter().map(|p| p.shows.faces()).sum();
        let steps = Steps::new(self.watcher, faces);
        let mut problems = Problems::default();
        let mut out = Vec::with_capacity(pictures.len());
        let mut rest = pictures;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(self.at_a_time(rest));
            let made: Vec<_> = now.par_iter().map(|p| self.paint(p, &steps)).collect();
            for result in made {
                match result {
                    Ok(made) => out.push(made),
                    Err(p) => problems.extend(p),
                }
            }
            rest = later;
        }
        problems.grouped().or(out)
    }

    /// How many of the next pictures are painted together: at least one.
    fn at_a_time(&self, pictures: &[Picture]) -> usize {
        let mut sum = 0;
        let fit = pictures.iter().take_while(|p| {
            sum += self.pixels(&p.shows);
            sum <= AT_A_TIME
        });
        fit.count().max(1)
    }

    fn pixels(&self, shows: &Shows) -> u64 {
        let (w, h) = match shows {
            Shows::Sheet(grid, _) => grid.pixels(),
            Shows::Card(cell, _) => *cell,
            Shows::Piece(face, _) => match self.frames.get(*face) {
                Some(Some(frame)) => (frame.w, frame.h),
                _ => (0, 0),
            },
        };
        u64::from(w) * u64::from(h)
    }

    fn paint(&self, picture: &Picture, steps: &Steps<'_>) -> Result<MadeFile, Problems> {
        let page = match &picture.shows {
            Shows::Sheet(grid, places) => self.sheet(grid, places, steps)?,
            Shows::Card(cell, face) => self.card(*cell, *face, steps)?,
            Shows::Piece(face, component) => {
                let mut page = self.draw(*face)?;
                let (kit, studio) = (self.engine.kit(), self.engine.studio());
                let component = kit.component(component)?;
                match contour_of(kit, studio, component)? {
                    Some(corners) => draw::cut_along(&mut page, &corners, component.size),
                    None => draw::cut_out(&mut page, component.outline),
                }
                steps.step();
                page
            }
        };
        let pixels = Some((page.width(), page.height()));
        let bytes = draw::png(page, self.dpi)
            .map_err(|e| Problem::new(say!("the picture cannot be used: {}", e)))?;
        Ok(MadeFile {
            name: picture.name.clone(),
            bytes,
            pixels,
        })
    }

    fn sheet(
        &self,
        grid: &CardGrid,
        places: &[(usize, Option<usize>)],
        steps: &Steps<'_>,
    ) -> Result<Pixmap, Problems> {
        let (w, h) = grid.pixels();
        let Some(mut page) = Pixmap::new(w, h) else {
            return Ok(plain((1, 1)));
        };
        page.fill(Color::WHITE);
        let page = Mutex::new(page);
        let placed: Vec<Result<(), Problems>> = places
            .par_iter()
            .map(|(place, face)| {
                let card = self.card(grid.cell, *face, steps)?;
                let (col, row) = (*place as u32 % grid.cols, *place as u32 / grid.cols);
                let at = (col * grid.cell.0, row * grid.cell.1);
                copy(
                    &card,
                    &mut page.lock().unwrap_or_else(PoisonError::into_inner),
                    at,
                );
                Ok(())
            })
            .collect();
        let mut problems = Problems::default();
        placed
            .into_iter()
            .filter_map(Result::err)
            .for_each(|p| problems.extend(p));
        problems.or(page.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// A card, or the plain back of one that has none.
    fn card(
        &self,
        cell: (u32, u32),
        face: Option<usize>,
        steps: &Steps<'_>,
    ) -> Result<Pixmap, Problems> {
        let page = match face {
            Some(face) if self.has(face) => self.draw(face)?,
            _ => plain(cell),
        };
        steps.step();
        Ok(page)
    }

    fn draw(&self, face: usize) -> Result<Pixmap, Problems> {
        let (Some(shot), Some(Some(frame))) = (self.album.shots.get(face), self.frames.get(face))
        else {
            return Ok(plain((1, 1)));
        };
        let ready = shot.ready(self.engine)?;
        draw::draw(self.engine.studio(), &ready, frame)
            .map_err(|e| shot.problem(self.engine.kit(), &e).into())
    }
}

/// Copies a card, which hides all that is behind it, to its place on a page.
fn copy(card: &Pixmap, page: &mut Pixmap, (x, y): (u32, u32)) {
    let (from, to) = (card.width() as usize, page.width() as usize);
    let rows = card.pixels().chunks_exact(from);
    let places = page.pixels_mut().chunks_exact_mut(to).skip(y as usize);
    for (row, place) in rows.zip(places) {
        if let Some(place) = place.get_mut(x as usize..x as usize + from) {
            place.copy_from_slice(row);
        }
    }
}

/// A picture of one colour.
fn plain((w, h): (u32, u32)) -> Pixmap {
    let (r, g, b) = PLAIN_BACK;
    let smallest = || Pixmap::new(1, 1);
    match Pixmap::new(w.max(1), h.max(1)).or_else(smallest) {
        Some(mut page) => {
            page.fill(Color::from_rgba8(r, g, b, 255));
            page
        }
        None => plain((1, 1)),
    }
}
