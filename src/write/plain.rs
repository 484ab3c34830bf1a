//! Plain pictures: shapes and groups as they were read, without a tree between.

use super::canvas::{Canvas, Drawn, XObject};
use super::group::roomy;
use super::path::{Brush, Paint, Pen, clip_operator};
use super::tile::Tile;
use crate::scene::plain;

impl Canvas<'_> {
    /// Draws what is in a group of a plain picture.
    pub fn plain_children(&mut self, group: &plain::Group, tiles: &[plain::Tile]) -> Drawn {
        let mut children = group.children.iter();
        children.try_for_each(|node| self.plain_node(node, tiles))
    }

    /// Draws something of a plain picture.
    pub fn plain_node(&mut self, node: &plain::Node, tiles: &[plain::Tile]) -> Drawn {
        match node {
            plain::Node::Group(group) => self.plain_group(group, tiles),
            plain::Node::Shape(shape) => self.plain_shape(shape, tiles),
            plain::Node::Text(slot, _) => self.slot(*slot),
            plain::Node::Part(number, _) => {
                self.part(*number);
                Ok(())
            }
        }
    }

    /// Draws a group of a plain picture with its effects.
    pub fn plain_group(&mut self, group: &plain::Group, tiles: &[plain::Tile]) -> Drawn {
        if !group.has_effect() && group.transform.is_identity() {
            return self.plain_children(group, tiles);
        }
        self.scoped(|c| {
            c.transform(group.transform);
            if let Some((outline, rule)) = &group.clip {
                c.segments(outline);
                c.out.raw(clip_operator(*rule));
            }
            if group.opacity == 1.0 {
                return c.plain_children(group, tiles);
            }
            let Some(bounds) = group.bounds() else {
                return Ok(());
            };
            let form = c.form(roomy(bounds), true, |c| c.plain_children(group, tiles))?;
            c.blend(group.opacity, group.opacity, usvg::BlendMode::Normal);
            c.place(XObject::Form(form));
            Ok(())
        })
    }

    fn plain_shape(&mut self, shape: &plain::Shape, tiles: &[plain::Tile]) -> Drawn {
        let fill = shape.fill.as_ref().map(|f| Brush {
            paint: paint(f.paint, tiles),
            opacity: f.opacity,
            rule: f.rule,
        });
        let stroke = shape.stroke.as_ref().map(|s| Pen {
            paint: paint(s.paint, tiles),
            opacity: s.opacity,
            width: s.width,
            cap: s.cap,
            join: s.join,
            miter: s.miter,
            dashes: &s.dashes,
            dash_offset: s.dash_offset,
        });
        let b = shape.outline.bounds();
        let bbox = [b.left(), b.top(), b.right(), b.bottom()];
        self.outline(&shape.outline, fill, stroke, shape.stroke_first, bbox)
    }
}

fn paint(paint: plain::Paint, tiles: &[plain::Tile]) -> Paint<'_> {
    match paint {
        plain::Paint::Colour(rgb) => Paint::Colour(rgb),
        plain::Paint::Tile(number) => Paint::Tile(Tile::plain(&tiles[number], tiles)),
    }
}
