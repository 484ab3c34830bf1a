//! Sheets larger than the page, cut into tiles that overlap and are glued together.
//!
//! A tile is cut along its upper and left edge and laid onto the glue strips of its neighbours, up to the dashed line.

use super::carton::{self, Net, Panel};
use super::form::{FOLD_PEN, hatch, line};
use super::leaf::{Leaf, lone};
use super::marks::{Block, marks};
use super::room::Room;
use super::{Layout, Mark, MarkPen, Placement, Shape};
use crate::units::{Mm, Rect, Size};

/// The most tiles that a sheet is cut into.
pub(super) const LIMIT: usize = 400;
/// The distance of tiles below each other: they are cut apart, and have their own bleed.
const BETWEEN: Mm = Mm(6.0);
/// The pen of match marks.
const MATCH_PEN: MarkPen = MarkPen {
    width: Mm(0.15),
    grey: 0.0,
    dash: None,
    fill: false,
};

/// One tile of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    /// A letter for the row and a number for the column.
    pub name: String,
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub col: usize,
    /// Rows of the sheet.
    pub rows: usize,
    /// Columns of the sheet.
    pub cols: usize,
    /// What one tile shows.
    pub window: Size,
}

/// How a sheet is cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TilePlan {
    room: Room,
    rows: usize,
    cols: usize,
    window: Size,
    overlap: Mm,
}

impl TilePlan {
    /// The plan with the fewest tiles; `None` when there would be too many.
    pub(super) fn best(outer: Size, layout: &Layout) -> Option<TilePlan> {
        let papers = [layout.paper, layout.paper.turned()];
        let rooms = papers.into_iter().flat_map(|p| Room::banded(layout, p));
        let plans = rooms.filter_map(|room| Self::new(outer, room, layout.overlap));
        plans.min_by_key(|p| (p.rows * p.cols, 2 - p.room.comfort(p.window).0))
    }

    fn new(outer: Size, room: Room, overlap: Mm) -> Option<TilePlan> {
        let cols = tiles(outer.w, room.area.w, overlap)?;
        let rows = tiles(outer.h, room.area.h, overlap)?;
        if rows * cols > LIMIT {
            return None;
        }
        // Equal tiles that overlap by exactly what was asked for.
        let part = |all: Mm, n: usize| (all + overlap * (n - 1) as f64) / n as f64;
        let window = Size {
            w: part(outer.w, cols),
            h: part(outer.h, rows),
        };
        Some(TilePlan {
            room,
            rows,
            cols,
            window,
            overlap,
        })
    }

    /// The leaves of some sheets, row by row: of each sheet, or of as many as lie below each other.
    pub(super) fn leaves(
        &self,
        component: usize,
        size: Size,
        faces: &[usize],
        layout: &Layout,
    ) -> Vec<Leaf> {
        let together = faces.chunks(self.together());
        together
            .flat_map(|faces| {
                self.all()
                    .map(|tile| self.leaf(component, size, faces, tile, layout))
            })
            .collect()
    }

    /// All tiles of a sheet, row by row.
    fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        let cols = self.cols;
        (0..self.rows * cols).map(move |i| (i / cols, i % cols))
    }

    /// How many sheets lie below each other: long, low ones do not take a page each.
    fn together(&self) -> usize {
        let fit = (self.room.area.h + BETWEEN) / (self.window.h + BETWEEN) + 1e-9;
        match self.rows {
            1 => (fit as usize).max(1),
            _ => 1,
        }
    }

    /// Where `count` tiles lie below each other.
    fn windows(&self, count: usize) -> impl Iterator<Item = Rect> {
        let Size { w, h } = self.window;
        let more = h + BETWEEN;
        let first = self.room.centred(Size {
            w,
            h: h + more * count.saturating_sub(1) as f64,
        });
        (0..count).map(move |i| Rect {
            y: first.y + more * i as f64,
            w,
            h,
            ..first
        })
    }

    fn leaf(
        &self,
        component: usize,
        size: Size,
        faces: &[usize],
        tile: (usize, usize),
        layout: &Layout,
    ) -> Leaf {
        let mut leaf = self.blank(tile);
        let mut blocks = Vec::with_capacity(faces.len());
        for (face, window) in faces.iter().zip(self.windows(faces.len())) {
            let at = self.lay(&mut leaf, size, tile, window, layout);
            let trim = common(at, window);
            leaf.front.cover(component, trim, window);
            leaf.front.items.push(Placement {
                clip: Some(window),
                ..lone(*face, at, layout.bleed)
            });
            blocks.push(Block::one(trim, window));
        }
        leaf.front.marks = marks(layout.marks, &blocks, Mm(0.0), self.room.area);
        leaf
    }

    /// The leaves of a box that is larger than the page, row by row.
    pub(super) fn boxes(
        &self,
        component: usize,
        net: &Net,
        faces: &[(Panel, usize)],
        layout: &Layout,
    ) -> Vec<Leaf> {
        self.all()
            .map(|tile| {
                let mut leaf = self.blank(tile);
                let window = self.room.centred(self.window);
                let at = self.lay(&mut leaf, net.size, tile, window, layout);
                carton::place(&mut leaf, component, net, faces, at, window, layout);
                let edges = [Block::one(window, window)];
                let ticks = marks(layout.marks, &edges, Mm(0.0), self.room.area);
                leaf.front.marks.extend(ticks);
                leaf
            })
            .collect()
    }

    /// A leaf for a tile.
    fn blank(&self, (row, col): (usize, usize)) -> Leaf {
        let mut leaf = Leaf::new(self.room);
        leaf.tile = Some(Tile {
            name: format!("{}{}", letters(row), col + 1),
            row,
            col,
            rows: self.rows,
            cols: self.cols,
            window: self.window,
        });
        leaf
    }

    /// Adds the glue strips and match marks of a tile; where the whole sheet lies.
    fn lay(
        &self,
        leaf: &mut Leaf,
        size: Size,
        (row, col): (usize, usize),
        window: Rect,
        layout: &Layout,
    ) -> Rect {
        if self.overlap.0 > 0.0 {
            leaf.front.guides.extend(self.glue(window, row, col));
            leaf.front.guides.extend(self.matches(window, row, col));
        }
        let corner = self.corner(row, col);
        Rect {
            x: window.x - corner.0 + layout.bleed,
            y: window.y - corner.1 + layout.bleed,
            w: size.w,
            h: size.h,
        }
    }

    /// The corner of a tile on the sheet, bleed included.
    fn corner(&self, row: usize, col: usize) -> (Mm, Mm) {
        (
            (self.window.w - self.overlap) * col as f64,
            (self.window.h - self.overlap) * row as f64,
        )
    }

    /// Where the neighbours to the right and below are glued on.
    fn glue(&self, w: Rect, row: usize, col: usize) -> Vec<Mark> {
        let mut out = Vec::new();
        if col + 1 < self.cols {
            let x = w.right() - self.overlap;
            out.push(line(x, w.y, x, w.bottom(), FOLD_PEN));
            hatch(
                Rect {
                    x,
                    w: self.overlap,
                    ..w
                },
                &mut out,
            );
        }
        if row + 1 < self.rows {
            let y = w.bottom() - self.overlap;
            out.push(line(w.x, y, w.right(), y, FOLD_PEN));
            hatch(
                Rect {
                    y,
                    h: self.overlap,
                    ..w
                },
                &mut out,
            );
        }
        out
    }

    /// Diamonds in the middle of every overlap, at the same spots of the sheet on both tiles.
    fn matches(&self, w: Rect, row: usize, col: usize) -> Vec<Mark> {
        let half = self.overlap / 2.0;
        let mut spots = Vec::new();
        for part in [0.25, 0.75] {
            let (x, y) = (w.x + w.w * part, w.y + w.h * part);
            spots.extend((col > 0).then_some((w.x + half, y)));
            spots.extend((col + 1 < self.cols).then_some((w.right() - half, y)));
            spots.extend((row > 0).then_some((x, w.y + half)));
            spots.extend((row + 1 < self.rows).then_some((x, w.bottom() - half)));
        }
        let r = Mm(1.5).min(half * 0.8);
        spots
            .into_iter()
            .flat_map(|spot| diamond(spot, r))
            .collect()
    }
}

/// An outlined diamond with a cross in it.
fn diamond((x, y): (Mm, Mm), r: Mm) -> [Mark; 3] {
    let points = vec![(x, y - r), (x + r, y), (x, y + r), (x - r, y)];
    [
        Mark {
            shape: Shape::Polygon(points),
            pen: MATCH_PEN,
        },
        line(x - r, y, x + r, y, MATCH_PEN),
        line(x, y - r, x, y + r, MATCH_PEN),
    ]
}

/// How many tiles cover a length.
fn tiles(all: Mm, room: Mm, overlap: Mm) -> Option<usize> {
    if all.0 <= room.0 + 1e-6 {
        return Some(1);
    }
    let step = room - overlap;
    // Where the overlap takes most of a tile, tiles three apart would meet.
    if step.0 < overlap.0 || step.0 <= 0.0 {
        return None;
    }
    let n = ((all - overlap) / step - 1e-9).ceil();
    (n <= LIMIT as f64).then_some(n as usize)
}

/// The part that two rectangles share.
fn common(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    Rect {
        x,
        y,
        w: a.right().min(b.right()) - x,
        h: a.bottom().min(b.bottom()) - y,
    }
}

/// `A` to `Z`, then `AA`.
fn letters(mut n: usize) -> String {
    let mut out = String::new();
    loop {
        out.insert(0, char::from(b'A' + (n % 26) as u8));
        n /= 26;
        if n == 0 {
            return out;
        }
        n -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_lettered() {
        assert_eq!([0, 25, 26, 27].map(letters), ["A", "Z", "AA", "AB"]);
    }

    #[test]
    fn tiles_cover_a_length() {
        assert_eq!(tiles(Mm(200.0), Mm(200.0), Mm(10.0)), Some(1));
        assert_eq!(tiles(Mm(390.0), Mm(200.0), Mm(10.0)), Some(2));
        assert_eq!(tiles(Mm(391.0), Mm(200.0), Mm(10.0)), Some(3));
        assert_eq!(tiles(Mm(391.0), Mm(15.0), Mm(10.0)), None);
    }
}
