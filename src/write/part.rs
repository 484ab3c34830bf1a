//! Parts: drawings that many faces share, each one form.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::canvas::{Canvas, CanvasShared, DrawResult, FormStream, Pool, Slots};
use super::group::roomy;
use super::resource::{Ready, put_form, put_pool};
use super::store::Store;
use super::{Enclosure, Ink};
use crate::scene::Part;

/// The parts of a document, and how large each is drawn.
pub(super) struct PartUses<'a> {
    parts: &'a [Part],
    /// The largest unit that each is drawn in, in units of the art, as the bits of an `f32`: these sort like
    /// the numbers they stand for. 0 for parts that are not drawn.
    units: Vec<AtomicU32>,
}

impl<'a> PartUses<'a> {
    /// Parts that are not drawn yet.
    pub(super) fn new(parts: &'a [Part]) -> Self {
        let units = parts.iter().map(|_| AtomicU32::new(0)).collect();
        Self { parts, units }
    }

    fn unit(&self, number: usize) -> f32 {
        f32::from_bits(self.units[number].load(Ordering::Relaxed))
    }

    /// Draws all parts that are used. Everything that is not a part must have been drawn before.
    pub(super) fn draw(
        &'a self,
        shared: &'a CanvasShared<'a>,
        ink: Ink,
    ) -> DrawResult<Vec<Option<(FormStream, Pool)>>> {
        let mut drawn: Vec<_> = self.parts.iter().map(|_| None).collect();
        let highest = self.parts.iter().map(Part::level).max().unwrap_or(0);
        // From the outside in: a part's unit is known when all that it stands in is drawn.
        for level in (1..=highest).rev() {
            let here = drawn.par_iter_mut().enumerate().zip(self.parts);
            here.filter(|((n, _), part)| part.level() == level && self.unit(*n) > 0.0)
                .try_for_each(|((number, place), part)| {
                    *place = draw(part, self.unit(number), shared, ink)?;
                    Ok(())
                })?;
        }
        Ok(drawn)
    }
}

fn draw<'a>(
    part: &Part,
    unit: f32,
    shared: &'a CanvasShared<'a>,
    ink: Ink,
) -> DrawResult<Option<(FormStream, Pool)>> {
    let Some((group, bounds)) = part.group().zip(part.bounds()) else {
        return Ok(None);
    };
    let mut canvas = Canvas::new(shared, ink, Slots::Refuse(Enclosure::Piece), 0.0).scaled(unit);
    canvas.children(group)?;
    let content = std::mem::take(&mut canvas.out);
    let form = FormStream::new(content, roomy(bounds), false, ink == Ink::Grey);
    Ok(Some((form, canvas.pool)))
}

impl Canvas<'_> {
    /// Draws a part; false if there is none of that number.
    pub(super) fn part(&mut self, number: usize) -> bool {
        let Some(unit) = self.shared.parts.units.get(number) else {
            return false;
        };
        unit.fetch_max(self.unit().to_bits(), Ordering::Relaxed);
        self.pool.parts.insert(number);
        self.out.name("D", number).raw("Do\n");
        true
    }
}

/// Stores the forms of all parts.
pub(super) fn store(store: &mut Store, drawn: Vec<Option<(FormStream, Pool)>>, ready: &mut Ready) {
    let mut bare = None;
    for part in drawn {
        let Some((form, pool)) = part else {
            ready.parts.push(0);
            continue;
        };
        let resources = if pool.is_plain() && pool.parts.is_empty() {
            *bare.get_or_insert_with(|| {
                let id = store.reserve();
                put_pool(store, id, Pool::default(), (0, &[]), ready);
                id
            })
        } else {
            let id = store.reserve();
            put_pool(store, id, pool, (0, &[]), ready);
            id
        };
        let id = store.reserve();
        put_form(store, id, form, resources);
        ready.parts.push(id);
    }
}
