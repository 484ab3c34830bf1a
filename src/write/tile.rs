//! Tiles: a pattern as PDF draws it, and tile by tile where readers disagree.

use usvg::tiny_skia_path::{Path as Outline, Point};
use usvg::{Fill, FillRule, Paint, Pattern, Transform};

use super::canvas::{Box4, Canvas, Drawn, Form, XObject};
use super::content::Content;

/// More tiles than this inside a tile are left to the reader.
const MAX_TILES: i64 = 4_000;

impl Canvas<'_> {
    /// The number of the tiling pattern for the current user space.
    pub fn tiles(&mut self, pattern: &Pattern) -> Drawn<usize> {
        let r = pattern.rect();
        let (form, matrix) = self.tile_form(pattern)?;
        let all = self.ts.pre_concat(matrix);
        let mut dict = Content::default();
        dict.raw("/PatternType 1/PaintType 1/TilingType 1/XStep ")
            .num(r.width(), 6);
        dict.raw("/YStep ")
            .num(r.height(), 6)
            .raw("/Matrix[")
            .matrix(all, 6)
            .raw("]");
        Ok(self.tile(dict, form))
    }

    /// One tile, and the matrix from its space to the current user space.
    fn tile_form(&mut self, pattern: &Pattern) -> Drawn<(Form, Transform)> {
        let r = pattern.rect();
        let matrix = pattern.transform().pre_translate(r.x(), r.y());
        let key = (std::ptr::from_ref(pattern).addr(), self.digits);
        if let Some(form) = self.tiles_drawn.get(&key) {
            return Ok((form.clone(), matrix));
        }
        let outer = (self.ts, self.in_tile);
        (self.ts, self.in_tile) = (self.ts.pre_concat(matrix), true);
        let form = self.as_shape(self.ink, "a pattern", |c| {
            c.form([0.0, 0.0, r.width(), r.height()], false, |c| {
                c.children(pattern.root())
            })
        });
        (self.ts, self.in_tile) = outer;
        let form = form?;
        self.tiles_drawn.insert(key, form.clone());
        Ok((form, matrix))
    }

    /// Fills an outline with tiles one by one; false if the fill is no pattern, or there would be too many.
    pub fn tile_by_tile(&mut self, outline: &Outline, fill: &Fill, bbox: Box4) -> Drawn<bool> {
        let Paint::Pattern(pattern) = fill.paint() else {
            return Ok(false);
        };
        let Some([left, top, right, bottom]) = cells(pattern, bbox) else {
            return Ok(false);
        };
        if (right - left).saturating_mul(bottom - top) > MAX_TILES {
            return Ok(false);
        }
        let (form, matrix) = self.tile_form(pattern)?;
        let tile = self.keep(XObject::Form(form));
        let (w, h) = (pattern.rect().width(), pattern.rect().height());
        let draw = |c: &mut Self| {
            c.segments(outline);
            c.out.raw(if fill.rule() == FillRule::EvenOdd {
                "W* n\n"
            } else {
                "W n\n"
            });
            c.transform(matrix);
            for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
                c.out
                    .raw("q ")
                    .matrix(Transform::from_translate(x as f32 * w, y as f32 * h), 4);
                c.out.raw("cm").name("X", tile).raw("Do Q\n");
            }
            Ok(())
        };
        let opacity = fill.opacity().get();
        if opacity == 1.0 {
            self.scoped(draw)?;
            return Ok(true);
        }
        let all = self.form(bbox, true, draw)?;
        self.scoped(|c| {
            c.blend(opacity, 1.0, usvg::BlendMode::Normal);
            c.place(XObject::Form(all));
            Ok(())
        })?;
        Ok(true)
    }
}

/// The tiles that cover a box: first column and row, and those after the last.
fn cells(pattern: &Pattern, [left, top, right, bottom]: Box4) -> Option<[i64; 4]> {
    let r = pattern.rect();
    let inverse = pattern.transform().pre_translate(r.x(), r.y()).invert()?;
    let mut corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
        .map(|(x, y)| Point::from_xy(x, y));
    inverse.map_points(&mut corners);
    let columns = corners.map(|p| p.x / r.width());
    let rows = corners.map(|p| p.y / r.height());
    let low = |v: [f32; 4]| v.into_iter().fold(f32::INFINITY, f32::min).floor() as i64;
    let high = |v: [f32; 4]| v.into_iter().fold(f32::NEG_INFINITY, f32::max).ceil() as i64;
    Some([low(columns), low(rows), high(columns), high(rows)])
}
