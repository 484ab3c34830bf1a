//! A small correction of a page: everything on it moved, scaled, turned and slanted a little about its centre.

use crate::units::{Mm, Size};

/// An affine map of a page onto itself: where a point is drawn, as its distance from the middle of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warp {
    /// `x' = m[0]·x + m[1]·y + shift.0`, `y' = m[2]·x + m[3]·y + shift.1`; y goes down.
    pub matrix: [f64; 4],
    /// How far the middle moves, right and down.
    pub shift: (Mm, Mm),
}

impl Default for Warp {
    /// Nothing moves.
    fn default() -> Self {
        Self {
            matrix: [1.0, 0.0, 0.0, 1.0],
            shift: (Mm(0.0), Mm(0.0)),
        }
    }
}

impl Warp {
    /// Whether nothing moves.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Where a point of the page is drawn.
    pub fn point(&self, paper: Size, (x, y): (Mm, Mm)) -> (Mm, Mm) {
        let (cx, cy) = (paper.w / 2.0, paper.h / 2.0);
        let (u, v) = (x - cx, y - cy);
        let [a, b, c, d] = self.matrix;
        (
            cx + u * a + v * b + self.shift.0,
            cy + u * c + v * d + self.shift.1,
        )
    }

    /// The same correction of a page that goes through the printer turned to the left by a quarter.
    pub fn turned(&self) -> Self {
        let [a, b, c, d] = self.matrix;
        let (dx, dy) = self.shift;
        // With the page's own x along the paper's -y, and its y along the paper's x.
        Self {
            matrix: [d, -c, -b, a],
            shift: (-dy, dx),
        }
    }

    /// The map in millimetres of a page, as the six numbers of a PDF matrix.
    pub(super) fn on(&self, paper: Size) -> usvg::Transform {
        let (e, f) = self.point(paper, (Mm(0.0), Mm(0.0)));
        let [a, b, c, d] = self.matrix.map(|v| v as f32);
        usvg::Transform::from_row(a, c, b, d, e.0 as f32, f.0 as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_page_moves_the_same_way_on_paper() {
        let warp = Warp {
            matrix: [1.01, 0.002, -0.003, 0.99],
            shift: (Mm(0.7), Mm(-0.4)),
        };
        let (paper, page) = (Size::mm(210.0, 297.0), Size::mm(297.0, 210.0));
        // A page turned to the left: its top left corner is at the paper's bottom left.
        let on_paper = |(x, y): (Mm, Mm)| (y, page.w - x);
        let point = (Mm(30.0), Mm(50.0));
        let (x, y) = on_paper(warp.turned().point(page, point));
        let (u, v) = warp.point(paper, on_paper(point));
        assert!((x - u).0.abs() < 1e-9 && (y - v).0.abs() < 1e-9);
    }

    #[test]
    fn nothing_moves_by_default() {
        let paper = Size::mm(210.0, 297.0);
        let point = (Mm(3.0), Mm(290.0));
        assert_eq!(Warp::default().point(paper, point), point);
        assert!(Warp::default().is_none() && Warp::default().turned().is_none());
    }
}
