//! Tiles: a pattern as PDF draws it, and tile by tile where readers disagree.

use usvg::tiny_skia_path::{Path as Outline, Point};
use usvg::{Pattern, Transform};

use super::Enclosure;
use super::canvas::{Box4, Canvas, DrawResult, FormStream, XObject};
use super::content::Content;
use super::path::{Brush, Paint, clip_operator};

/// More tiles than this inside a tile are left to the reader.
const MAX_TILES: i64 = 4_000;

/// Decimals of a tile's size, in its steps and in its box alike.
pub(super) const TILE_DIGITS: usize = 6;

/// A drawing that is laid edge to edge.
#[derive(Clone, Copy)]
pub(super) struct PatternTile<'p>(pub &'p Pattern);

impl PatternTile<'_> {
    /// Its width and height.
    fn size(self) -> (f32, f32) {
        (self.0.rect().width(), self.0.rect().height())
    }

    /// From the space of the tile to the current user space.
    fn matrix(self) -> Transform {
        let rect = self.0.rect();
        self.0.transform().pre_translate(rect.x(), rect.y())
    }
}

impl Canvas<'_> {
    /// The number of the tiling pattern for the current user space.
    pub(super) fn tiles(&mut self, tile: PatternTile<'_>) -> DrawResult<usize> {
        let (w, h) = tile.size();
        let (form, alone) = self.tile_form(tile)?;
        let all = self.ts.pre_concat(tile.matrix());
        let mut dict = Content::default();
        dict.raw("/PatternType 1/PaintType 1/TilingType 1/XStep ")
            .num(w, TILE_DIGITS);
        dict.raw("/YStep ")
            .num(h, TILE_DIGITS)
            .raw("/Matrix[")
            .matrix(all, 6)
            .raw("]");
        Ok(self.tile(dict, form, alone))
    }

    /// One tile, and whether it names nothing of this picture.
    fn tile_form(&mut self, tile: PatternTile<'_>) -> DrawResult<(FormStream, bool)> {
        let outer = std::mem::replace(&mut self.in_tile, true);
        let form = self.within(tile.matrix(), |c| c.tile_here(tile));
        self.in_tile = outer;
        form
    }

    /// The same, in the space of the tile.
    fn tile_here(&mut self, tile: PatternTile<'_>) -> DrawResult<(FormStream, bool)> {
        let key = (std::ptr::from_ref(tile.0).addr(), self.digits);
        if let Some(drawn) = self.tiles_drawn.get(&key) {
            return Ok(drawn.clone());
        }
        let (w, h) = tile.size();
        let content = self.as_shape(self.ink, Enclosure::Pattern, |c| {
            c.apart(|c| c.children(tile.0.root()))
        })?;
        // Only names begin with a slash.
        let alone = !content.bytes.contains(&b'/');
        let drawn = (FormStream::loose(content, [0.0, 0.0, w, h]), alone);
        self.tiles_drawn.insert(key, drawn.clone());
        Ok(drawn)
    }

    /// Fills an outline with tiles one by one; false if the fill is no pattern, or there would be too many.
    pub(super) fn tile_by_tile(
        &mut self,
        outline: &Outline,
        fill: Brush<'_>,
        bbox: Box4,
    ) -> DrawResult<bool> {
        let Paint::Tile(tile) = fill.paint else {
            return Ok(false);
        };
        let Some([left, top, right, bottom]) = cells(tile, bbox) else {
            return Ok(false);
        };
        if (right - left).saturating_mul(bottom - top) > MAX_TILES {
            return Ok(false);
        }
        let (form, _) = self.tile_form(tile)?;
        let (w, h) = tile.size();
        let number = self.keep(XObject::Form(form.packed()));
        let draw = |c: &mut Self| {
            c.segments(outline);
            c.out.raw(clip_operator(fill.rule));
            c.transform(tile.matrix());
            for (x, y) in (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))) {
                c.out
                    .raw("q ")
                    .matrix(Transform::from_translate(x as f32 * w, y as f32 * h), 4);
                c.out.raw("cm").name("X", number).raw("Do Q\n");
            }
            Ok(())
        };
        let opacity = fill.opacity;
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
fn cells(tile: PatternTile<'_>, [left, top, right, bottom]: Box4) -> Option<[i64; 4]> {
    let (w, h) = tile.size();
    let inverse = tile.matrix().invert()?;
    let mut corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
        .map(|(x, y)| Point::from_xy(x, y));
    inverse.map_points(&mut corners);
    let columns = corners.map(|p| p.x / w);
    let rows = corners.map(|p| p.y / h);
    let low = |v: [f32; 4]| v.into_iter().fold(f32::INFINITY, f32::min).floor() as i64;
    let high = |v: [f32; 4]| v.into_iter().fold(f32::NEG_INFINITY, f32::max).ceil() as i64;
    Some([low(columns), low(rows), high(columns), high(rows)])
}
