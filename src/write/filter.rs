//! Groups with filters: the one thing that becomes a picture, of that group alone, at 300 dpi; at fewer on what is larger
//! than most paper.

use resvg::tiny_skia::Pixmap;
use usvg::{Group, Node, NonZeroRect, Transform};

use super::canvas::{Canvas, DrawResult};
use super::error::{Enclosure, WriteError};
use super::image::check_pictures;
use crate::say::Say;
use crate::scene::{draw_node, filters, first_slot};

/// The longest side of such a picture in pixels.
const MAX_SIDE: f32 = 10_000.0;

/// The shares of 300 dpi that are tried one after another, until the picture is small enough.
const SHARES: [f32; 3] = [1.0, 0.5, 0.25];

impl Canvas<'_> {
    /// Draws a group with filters.
    pub(super) fn filtered(&mut self, group: &Group) -> DrawResult {
        if let Some(slot) = first_slot(group) {
            return Err(WriteError::TextInside {
                slot,
                what: Enclosure::Filter,
            });
        }
        let Some(b) = group.layer_bounding_box().transform(group.transform()) else {
            return Ok(());
        };
        let id = || name(group);
        let too_large = || WriteError::FilterTooLarge { id: id() };
        let full = self.dots * self.unit();
        let tried = SHARES.map(|share| whole(full * share));
        let fits = |scale: &f32| dots(b, *scale)[2..].iter().all(|side| *side <= MAX_SIDE);
        let scale = tried.into_iter().find(fits).ok_or_else(too_large)?;
        let [x, y, w, h] = dots(b, scale);
        let mut pixmap = Pixmap::new(w as u32, h as u32).ok_or_else(too_large)?;
        let node = Node::Group(Box::new(group.clone()));
        // `render_node` moves the group's absolute box to the origin, whatever the transform: undo that first.
        let Some(moved) = node.abs_layer_bounding_box() else {
            return Ok(());
        };
        let to_pixels = Transform::from_scale(scale, scale)
            .post_translate(-x, -y)
            .pre_translate(moved.x(), moved.y());
        let undrawn = |why: Say| WriteError::Undrawn { id: id(), why };
        check_pictures(group)?;
        filters(group, Transform::from_scale(scale, scale)).map_err(undrawn)?;
        draw_node(&node, to_pixels, &mut pixmap.as_mut()).map_err(undrawn)?;
        let (x, y, w, h) = (x / scale, y / scale, w / scale, h / scale);
        self.pixels(&pixmap, Transform::from_row(w, 0.0, 0.0, -h, x, y + h))
    }
}

/// The dots that a box covers: left, top, width, height. They are whole, else the picture would lie between dots and be
/// blurred.
fn dots(b: NonZeroRect, scale: f32) -> [f32; 4] {
    let (x, y) = ((b.x() * scale).floor(), (b.y() * scale).floor());
    let w = ((b.right() * scale).ceil() - x).max(1.0);
    let h = ((b.bottom() * scale).ceil() - y).max(1.0);
    [x, y, w, h]
}

/// What the thing with the filter is called, or else the filter.
fn name(group: &Group) -> String {
    let inner = group.children().first().map_or("", Node::id);
    let filter = group.filters().first().map_or("", |f| f.id());
    let named = [group.id(), inner, filter];
    let named = named.into_iter().find(|id| !id.is_empty());
    named.unwrap_or_default().to_owned()
}

/// A whole number of dots a unit, or of units a dot: filters that count in dots (tiles, lights, matrices) drift at
/// others.
fn whole(scale: f32) -> f32 {
    match scale {
        s if s >= 1.0 => s.round(),
        s if s > 0.0 => 1.0 / (1.0 / s).round(),
        s => s,
    }
}
