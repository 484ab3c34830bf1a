//! Groups with filters: the one thing that becomes a picture, of that group alone, at 300 dpi.

use resvg::tiny_skia::Pixmap;
use usvg::{Group, Node, Transform};

use super::canvas::{Canvas, Drawn, Slots};
use super::error::WriteError;
use crate::scene::first_slot;

/// The longest side of such a picture in pixels.
const MAX_SIDE: f32 = 10_000.0;

impl Canvas<'_> {
    /// Draws a group with filters.
    pub fn filtered(&mut self, group: &Group) -> Drawn {
        if let (Some(slot), false) = (first_slot(group), matches!(self.slots, Slots::Skip)) {
            return Err(WriteError::TextInside {
                slot,
                what: "a filter",
            });
        }
        let Some(b) = group.layer_bounding_box().transform(group.transform()) else {
            return Ok(());
        };
        let scale = self.dots * self.unit();
        let (w, h) = (
            (b.width() * scale).ceil().max(1.0),
            (b.height() * scale).ceil().max(1.0),
        );
        let too_large = || WriteError::FilterTooLarge {
            id: group.id().into(),
        };
        if !(w <= MAX_SIDE && h <= MAX_SIDE) {
            return Err(too_large());
        }
        let mut pixmap = Pixmap::new(w as u32, h as u32).ok_or_else(too_large)?;
        let node = Node::Group(Box::new(group.clone()));
        // `render_node` moves the group's absolute box to the origin, whatever the transform: undo that first.
        let Some(moved) = node.abs_layer_bounding_box() else {
            return Ok(());
        };
        let to_pixels = Transform::from_scale(scale, scale)
            .pre_translate(-b.x(), -b.y())
            .pre_translate(moved.x(), moved.y());
        resvg::render_node(&node, to_pixels, &mut pixmap.as_mut());
        let (w, h) = (w / scale, h / scale);
        self.pixels(
            &pixmap,
            Transform::from_row(w, 0.0, 0.0, -h, b.x(), b.y() + h),
        )
    }
}
