//! Tiles: a pattern as PDF draws it, and tile by tile where readers disagree.

use std::collections::HashMap;
use std::sync::Mutex;

use usvg::tiny_skia_path::{Path as Outline, Point};
use usvg::{Pattern, Transform};

use super::Ink;
use super::canvas::{Box4, Canvas, Drawn, Form, XObject};
use super::content::Content;
use super::error::Inside;
use super::path::{Brush, Paint, clip_operator};
use crate::scene::{Branch, plain};

/// More tiles than this inside a tile are left to the reader.
const MAX_TILES: i64 = 4_000;

/// Decimals of a tile's size, in its steps and in its box alike.
pub const TILE_DIGITS: usize = 6;

/// A drawing that is laid edge to edge.
#[derive(Clone, Copy)]
pub struct Tile<'p> {
    /// Left, top, width, height.
    rect: [f32; 4],
    /// From the space of its rectangle to the current user space.
    transform: Transform,
    /// What it shows.
    root: Branch<'p>,
    /// Tells tiles of a picture apart.
    key: usize,
    /// Equal for tiles that draw the same in every picture.
    mark: Option<u128>,
}

/// What tells apart the tiles that all pictures share: a mark, the decimals they need, and in grey or not.
pub type Common = (u128, usize, bool);

/// The tiles that pictures share.
#[derive(Default)]
pub struct Tiles(Mutex<HashMap<Common, Form>>);

impl Tiles {
    fn get(&self, key: &Common) -> Option<Form> {
        self.0.lock().ok()?.get(key).cloned()
    }

    fn keep(&self, key: Common, form: &Form) {
        if let Ok(mut known) = self.0.lock() {
            known.insert(key, form.clone());
        }
    }
}

impl<'p> Tile<'p> {
    /// The tile of a tree.
    pub fn of(pattern: &'p Pattern) -> Self {
        let r = pattern.rect();
        Self {
            rect: [r.x(), r.y(), r.width(), r.height()],
            transform: pattern.transform(),
            root: Branch::Tree(pattern.root()),
            key: std::ptr::from_ref(pattern).addr(),
            mark: None,
        }
    }

    /// A tile of a plain picture.
    pub fn plain(tile: &'p plain::Tile, tiles: &'p [plain::Tile]) -> Self {
        Self {
            rect: tile.rect,
            transform: tile.transform,
            root: Branch::Plain(&tile.root, tiles),
            key: std::ptr::from_ref(tile).addr(),
            mark: tile.mark,
        }
    }

    /// From the space of the tile to the current user space.
    fn matrix(&self) -> Transform {
        self.transform.pre_translate(self.rect[0], self.rect[1])
    }
}

impl Canvas<'_> {
    /// The number of the tiling pattern for the current user space.
    pub fn tiles(&mut self, tile: Tile<'_>) -> Drawn<usize> {
        let [_, _, w, h] = tile.rect;
        let (form, common) = self.tile_form(tile)?;
        let all = self.ts.pre_concat(tile.matrix());
        let mut dict = Content::default();
        dict.raw("/PatternType 1/PaintType 1/TilingType 1/XStep ")
            .num(w, TILE_DIGITS);
        dict.raw("/YStep ")
            .num(h, TILE_DIGITS)
            .raw("/Matrix[")
            .matrix(all, 6)
            .raw("]");
        Ok(self.tile(dict, form, common))
    }

    /// One tile, and what it is known by if pictures share it.
    fn tile_form(&mut self, tile: Tile<'_>) -> Drawn<(Form, Option<Common>)> {
        let outer = std::mem::replace(&mut self.in_tile, true);
        let form = self.within(tile.matrix(), |c| c.tile_here(tile));
        self.in_tile = outer;
        form
    }

    /// The same, in the space of the tile.
    fn tile_here(&mut self, tile: Tile<'_>) -> Drawn<(Form, Option<Common>)> {
        let [_, _, w, h] = tile.rect;
        let draw = |c: &mut Self| {
            c.as_shape(c.ink, Inside::Pattern, |c| {
                c.form([0.0, 0.0, w, h], false, |c| c.inside(tile.root))
            })
        };
        let Some(mark) = tile.mark else {
            let key = (tile.key, self.digits);
            if let Some(form) = self.tiles_drawn.get(&key) {
                return Ok((form.clone(), None));
            }
            let form = draw(self)?;
            self.tiles_drawn.insert(key, form.clone());
            return Ok((form, None));
        };
        let common = (mark, self.digits, self.ink == Ink::Grey);
        if let Some(form) = self.shared.tiles.get(&common) {
            return Ok((form, Some(common)));
        }
        // It must not matter who draws it first.
        let form = self.as_fine_as_needed(draw)?;
        self.shared.tiles.keep(common, &form);
        Ok((form, Some(common)))
    }

    /// Fills an outline with tiles one by one; false if the fill is no pattern, or there would be too many.
    pub fn tile_by_tile(&mut self, outline: &Outline, fill: Brush<'_>, bbox: Box4) -> Drawn<bool> {
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
        let [_, _, w, h] = tile.rect;
        let number = self.keep(XObject::Form(form));
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
fn cells(tile: Tile<'_>, [left, top, right, bottom]: Box4) -> Option<[i64; 4]> {
    let [_, _, w, h] = tile.rect;
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
