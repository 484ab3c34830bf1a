//! Draws whole trees, and what of them only previews can draw.

use resvg::tiny_skia::Pixmap;
use usvg::{BlendMode, FillRule, Transform};

use super::edges::Edges;
use super::painter::{DrawPlace, HashedPath, Painter, is_even_odd};
use super::tone::{Shade, of_pixel};
use crate::scene::{draw_node, first_slot, part_slot, text_slot};
use crate::text::Rgb;

impl Painter<'_> {
    pub(super) fn node(&mut self, node: &usvg::Node, place: &DrawPlace) {
        match node {
            usvg::Node::Group(group) => self.group(node, group, place),
            usvg::Node::Path(path) => match (text_slot(path.id()), part_slot(path.id())) {
                (Some(slot), _) => self.text(slot, place),
                (_, Some(part)) if self.part(part, place) => {}
                _ => self.path(path, place),
            },
            usvg::Node::Image(image) => match image.kind() {
                _ if !image.is_visible() => {}
                usvg::ImageKind::SVG(tree) => self.children(tree.root(), place),
                _ => self.rendered(node, place, true),
            },
            usvg::Node::Text(text) => {
                let place = place.within(text.flattened().transform(), 1.0);
                self.children(text.flattened(), &place);
            }
        }
    }

    fn group(&mut self, node: &usvg::Node, group: &usvg::Group, place: &DrawPlace) {
        let b = group.layer_bounding_box();
        let bounds = [b.left(), b.top(), b.right(), b.bottom()];
        let mut inner = place.within(group.transform(), group.opacity().get());
        if !self.shows(bounds, &inner) {
            return;
        }
        let hard = group.mask().is_some()
            || !group.filters().is_empty()
            || group.blend_mode() != BlendMode::Normal;
        if hard && first_slot(group).is_none() && !has_part(group) {
            return self.rendered(node, place, false);
        }
        if let Some(clip) = group.clip_path() {
            inner = self.clip(clip, inner);
        }
        self.children(group, &inner);
    }

    /// A clip as the outlines that it is made of.
    fn clip(&mut self, clip: &usvg::ClipPath, place: DrawPlace) -> DrawPlace {
        if self.note(std::ptr::from_ref(clip).addr(), &place) {
            return place;
        }
        let mut edges = Edges::default();
        outlines(
            clip.root(),
            place.ts.pre_concat(clip.transform()),
            &mut edges,
        );
        let mask = place.mask.as_deref();
        let mask = self.picture.clipped(&edges, FillRule::NonZero, mask);
        DrawPlace {
            mask: Some(mask.into()),
            ..place
        }
    }

    fn path(&mut self, path: &usvg::Path, place: &DrawPlace) {
        let b = path.stroke_bounding_box();
        let bounds = [b.left(), b.top(), b.right(), b.bottom()];
        if !path.is_visible() || !self.shows(bounds, place) {
            return;
        }
        if let Some(fill) = path.fill()
            && let Some(shade) = self.shade(fill.paint(), fill.opacity().get())
            && !self.note(
                (HashedPath(path.data()), is_even_odd(fill.rule()), shade),
                place,
            )
        {
            let edges = Edges::filled(path.data(), place.ts);
            self.fill(&edges, fill.rule(), shade, place);
        }
        if let Some(stroke) = path.stroke()
            && let Some(shade) = self.shade(stroke.paint(), stroke.opacity().get())
        {
            let dashes = stroke.dasharray().unwrap_or_default();
            self.stroke(path.data(), stroke.width().get(), dashes, shade, place);
        }
    }

    fn shade(&self, paint: &usvg::Paint, alpha: f32) -> Option<Shade> {
        let shade = match paint {
            usvg::Paint::Color(c) => Shade {
                tone: self.tone(rgb(*c)),
                alpha: 1.0,
            },
            usvg::Paint::LinearGradient(g) => self.stops(g.stops()),
            usvg::Paint::RadialGradient(g) => self.stops(g.stops()),
            usvg::Paint::Pattern(p) => self.tile(p)?,
        };
        Some(shade.faded(alpha))
    }

    /// The mean of a gradient.
    fn stops(&self, stops: &[usvg::Stop]) -> Shade {
        let (mut sums, mut alpha) = ([0.0; 4], 0.0);
        for (n, stop) in stops.iter().enumerate() {
            // Each reaches half of the way to its neighbours.
            let at = |n: usize| stops.get(n).map(|s| s.offset().get());
            let before = n
                .checked_sub(1)
                .and_then(at)
                .unwrap_or(-stop.offset().get());
            let after = at(n + 1).unwrap_or(2.0 - stop.offset().get());
            let share = ((after - before) / 2.0).max(0.0) * stop.opacity().get();
            alpha += share;
            let tone = self.tone(rgb(stop.color()));
            sums.iter_mut()
                .zip(tone)
                .for_each(|(sum, v)| *sum += share * v);
        }
        Shade {
            tone: sums.map(|sum| sum / alpha.max(1e-3)),
            alpha: alpha.min(1.0),
        }
    }

    /// What is too involved to be drawn here is drawn as previews are.
    fn rendered(&mut self, node: &usvg::Node, place: &DrawPlace, photograph: bool) {
        if self.note(std::ptr::from_ref(node).addr(), place) {
            return;
        }
        let Some(bounds) = node.abs_layer_bounding_box() else {
            return;
        };
        let (w, h) = (self.picture.grid.w, self.picture.grid.h);
        let Some(mut pixmap) = Pixmap::new(w as u32, h as u32) else {
            return;
        };
        // It is drawn at its own place, not at the corner.
        let ts = place.ts.pre_translate(bounds.x(), bounds.y());
        if draw_node(node, ts, &mut pixmap.as_mut()).is_err() {
            return;
        }
        for (i, pixel) in pixmap.pixels().iter().enumerate() {
            if pixel.alpha() == 0 || !self.picture.grid.has(i % w, i / w) {
                continue;
            }
            let color = pixel.demultiply();
            let rgb = [color.red(), color.green(), color.blue()];
            let shade = Shade {
                tone: of_pixel(rgb, photograph),
                alpha: f32::from(color.alpha()) / 255.0 * place.alpha,
            };
            self.picture.lay(i % w, i / w, shade, place.mask.as_deref());
        }
    }
}

/// All outlines in a group.
fn outlines(group: &usvg::Group, ts: Transform, edges: &mut Edges) {
    for node in group.children() {
        match node {
            usvg::Node::Group(g) => outlines(g, ts.pre_concat(g.transform()), edges),
            usvg::Node::Path(path) => edges.0.extend(Edges::filled(path.data(), ts).0),
            usvg::Node::Text(text) => {
                let flat = text.flattened();
                outlines(flat, ts.pre_concat(flat.transform()), edges);
            }
            usvg::Node::Image(_) => {}
        }
    }
}

/// Whether the place of a part is in a group.
fn has_part(group: &usvg::Group) -> bool {
    group.children().iter().any(|node| match node {
        usvg::Node::Group(g) => has_part(g),
        usvg::Node::Path(p) => part_slot(p.id()).is_some(),
        _ => false,
    })
}

fn rgb(c: usvg::Color) -> Rgb {
    let (r, g, b) = (c.red, c.green, c.blue);
    Rgb { r, g, b }
}
