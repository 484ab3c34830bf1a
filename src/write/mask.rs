//! Clips and masks.

use usvg::{ClipPath, FillRule, Group, Mask, MaskType, Node};

use super::canvas::{Box4, Canvas, DrawResult, XObject};
use super::path::{clip_operator, fill_operator};
use super::{Enclosure, Ink};
use crate::scene::text_slot;

impl Canvas<'_> {
    /// Cuts by a clip path that is a single path (clipped, if at all, by such a one); false if it is not.
    pub(super) fn clip(&mut self, clip: &ClipPath) -> bool {
        let Some(shapes) = simple(clip) else {
            return false;
        };
        for (outline, rule) in shapes {
            self.segments(&outline);
            self.out.raw(clip_operator(rule));
        }
        true
    }

    /// Sets a soft mask that lets through what lies inside the clip path.
    pub(super) fn clip_mask(&mut self, clip: &ClipPath, bbox: Box4) -> DrawResult {
        let form = self.form(bbox, true, |c| {
            c.as_shape(Ink::Grey, Enclosure::Clip, |c| c.clip_shapes(clip, bbox))
        })?;
        self.mask_with(false, form);
        Ok(())
    }

    fn clip_shapes(&mut self, clip: &ClipPath, bbox: Box4) -> DrawResult {
        if let Some(outer) = clip.clip_path()
            && !self.clip(outer)
        {
            // The mask must hold all shapes as one, so they become a form of their own.
            self.clip_mask(outer, bbox)?;
            let form = self.form(bbox, true, |c| {
                c.transform(clip.transform());
                c.shapes(clip.root())
            })?;
            self.place(XObject::Form(form));
            return Ok(());
        }
        self.transform(clip.transform());
        self.shapes(clip.root())
    }

    /// The fills of all shapes in a clip path, black: only where they are counts.
    fn shapes(&mut self, group: &Group) -> DrawResult {
        for node in group.children() {
            match node {
                Node::Path(path) => {
                    if let Some(slot) = text_slot(path.id()) {
                        self.slot(slot)?;
                    }
                    if let (true, Some(fill)) = (path.is_visible(), path.fill()) {
                        self.segments(path.data());
                        self.out.raw(fill_operator(fill.rule()));
                    }
                }
                Node::Text(text) => self.shapes(text.flattened())?,
                Node::Group(g) => self.scoped(|c| {
                    c.transform(g.transform());
                    match g.clip_path() {
                        Some(clip) if !c.clip(clip) => {
                            let inner = super::group::layer_box(g);
                            c.clip_mask(clip, inner)?;
                            let form = c.form(inner, true, |c| c.shapes(g))?;
                            c.place(XObject::Form(form));
                            Ok(())
                        }
                        _ => c.shapes(g),
                    }
                })?,
                Node::Image(_) => {}
            }
        }
        Ok(())
    }

    /// Sets a soft mask from an SVG mask.
    pub(super) fn mask(&mut self, mask: &Mask, bbox: Box4) -> DrawResult {
        let luminosity = mask.kind() == MaskType::Luminance;
        // PDF weighs red, green and blue differently from SVG: hand it grey that is already weighed.
        let ink = if luminosity { Ink::Grey } else { self.ink };
        let form = self.as_shape(ink, Enclosure::Mask, |c| {
            c.form(bbox, true, |c| c.mask_content(mask, bbox))
        })?;
        self.mask_with(luminosity, form);
        Ok(())
    }

    fn mask_content(&mut self, mask: &Mask, bbox: Box4) -> DrawResult {
        if let Some(outer) = mask.mask() {
            self.mask(outer, bbox)?;
        }
        let r = mask.rect();
        let digits = self.digits;
        for v in [r.x(), r.y(), r.width(), r.height()] {
            self.out.num(v, digits);
        }
        self.out.raw("re W n\n");
        let form = self.form(bbox, true, |c| c.children(mask.root()))?;
        self.place(XObject::Form(form));
        Ok(())
    }
}

/// The outlines to cut by, one after the other, if the clip path is as simple as that.
fn simple(clip: &ClipPath) -> Option<Vec<(usvg::tiny_skia_path::Path, FillRule)>> {
    let mut shapes = match clip.clip_path() {
        Some(outer) => simple(outer)?,
        None => Vec::new(),
    };
    let mut transform = clip.transform();
    let mut group = clip.root();
    loop {
        let [node] = group.children() else {
            return None;
        };
        match node {
            Node::Path(path) if text_slot(path.id()).is_some() => return None,
            Node::Path(path) => {
                let fill = path.fill().filter(|_| path.is_visible())?;
                let outline = path.data().clone().transform(transform)?;
                shapes.push((outline, fill.rule()));
                return Some(shapes);
            }
            Node::Group(g) if g.clip_path().is_none() => {
                transform = transform.pre_concat(g.transform());
                group = g;
            }
            _ => return None,
        }
    }
}
