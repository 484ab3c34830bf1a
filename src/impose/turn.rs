//! Turning pieces on the page and turning the page itself over.

use super::Turn;
use crate::units::{Mm, Rect, Size};

impl Turn {
    /// The four turns, clockwise.
    const ALL: [Turn; 4] = [Turn::None, Turn::Right, Turn::Half, Turn::Left];

    /// Quarter turns clockwise.
    pub fn quarters(self) -> usize {
        self as usize
    }

    /// This turn after another.
    pub fn plus(self, o: Turn) -> Turn {
        Self::ALL[(self.quarters() + o.quarters()) % 4]
    }

    /// Whether width and height change places.
    pub(crate) fn is_sideways(self) -> bool {
        matches!(self, Turn::Right | Turn::Left)
    }

    /// Where the top of a turned face points, as steps right and down.
    pub fn up(self) -> (i8, i8) {
        match self {
            Turn::None => (0, -1),
            Turn::Right => (1, 0),
            Turn::Half => (0, 1),
            Turn::Left => (-1, 0),
        }
    }

    /// The turn whose top points there.
    fn from_up(up: (i8, i8)) -> Turn {
        Self::ALL
            .into_iter()
            .find(|t| t.up() == up)
            .unwrap_or_default()
    }

    /// A size after turning.
    pub fn size(self, size: Size) -> Size {
        if self.is_sideways() {
            size.turned()
        } else {
            size
        }
    }

    /// Where a point of an upright face of size `of` lies when the face is turned and its corner is at `x`, `y`.
    pub fn point(self, of: Size, at: Rect, (u, v): (Mm, Mm)) -> (Mm, Mm) {
        let (dx, dy) = match self {
            Turn::None => (u, v),
            Turn::Right => (of.h - v, u),
            Turn::Half => (of.w - u, of.h - v),
            Turn::Left => (v, of.w - u),
        };
        (at.x + dx, at.y + dy)
    }

    /// Where a rectangle of an upright face lies, as [`Turn::point`].
    pub fn rect(self, of: Size, at: Rect, r: Rect) -> Rect {
        let (ax, ay) = self.point(of, at, (r.x, r.y));
        let (bx, by) = self.point(of, at, (r.right(), r.bottom()));
        let (x, y) = (ax.min(bx), ay.min(by));
        Rect {
            x,
            y,
            w: ax.max(bx) - x,
            h: ay.max(by) - y,
        }
    }
}

/// Turning a sheet of paper over to see its other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flip {
    /// Around an upright axis: left and right change places.
    X,
    /// Around a level axis: top and bottom change places.
    Y,
}

impl Flip {
    /// What lies behind a rectangle, in the coordinates of the other side.
    pub(super) fn rect(self, paper: Size, r: Rect) -> Rect {
        match self {
            Flip::X => Rect {
                x: paper.w - r.x - r.w,
                ..r
            },
            Flip::Y => Rect {
                y: paper.h - r.y - r.h,
                ..r
            },
        }
    }

    /// The turn of a back whose top lies behind the top of its front.
    pub(super) fn turn(self, front: Turn) -> Turn {
        let (x, y) = front.up();
        Turn::from_up(match self {
            Flip::X => (-x, y),
            Flip::Y => (x, -y),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backs_keep_the_top_of_their_front() {
        assert_eq!(Flip::X.turn(Turn::None), Turn::None);
        assert_eq!(Flip::X.turn(Turn::Left), Turn::Right);
        assert_eq!(Flip::Y.turn(Turn::None), Turn::Half);
        assert_eq!(Flip::Y.turn(Turn::Left), Turn::Left);
    }

    #[test]
    fn a_turned_face_fills_its_place() {
        let (of, at) = (Size::mm(30.0, 50.0), Rect::mm(7.0, 9.0, 50.0, 30.0));
        let whole = Rect::mm(0.0, 0.0, 30.0, 50.0);
        assert_eq!(Turn::Left.rect(of, at, whole), at);
        assert_eq!(Turn::Right.rect(of, at, whole), at);
        assert_eq!(
            Turn::Right.point(of, at, (Mm(0.0), Mm(0.0))),
            (at.right(), at.y)
        );
        assert_eq!(
            Turn::Left.point(of, at, (Mm(0.0), Mm(0.0))),
            (at.x, at.bottom())
        );
    }
}
