//! What one cut-out block of paper holds: a face, two faces to fold, or a standee with its tabs.

use super::{Cut, Mark, MarkPen, Shape, Turn};
use crate::units::{Mm, Rect, Size};

/// The pen of fold lines.
pub(super) const FOLD_PEN: MarkPen = MarkPen {
    width: Mm(0.15),
    grey: 0.4,
    dash: Some((Mm(2.0), Mm(1.2))),
    fill: false,
};
/// The pen of tab outlines.
const TAB_PEN: MarkPen = MarkPen {
    width: Mm(0.1),
    grey: 0.6,
    dash: None,
    fill: false,
};
/// The pen of hatches.
const HATCH_PEN: MarkPen = MarkPen {
    width: Mm(0.1),
    grey: 0.75,
    dash: None,
    fill: false,
};
/// The pen of outlines that are cut along.
const OUTLINE_PEN: MarkPen = MarkPen {
    width: Mm(0.15),
    grey: 0.5,
    dash: None,
    fill: false,
};

/// How faces are joined in one block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BlockForm {
    /// One face, its back on the other side of the paper if at all.
    Single,
    /// Front, and to its right the back.
    FoldBeside,
    /// Front, and above it the back, head to head.
    FoldAbove,
    /// As [`BlockForm::FoldAbove`], with a tab at both feet.
    Standee {
        /// The height of a tab.
        tab: Mm,
    },
}

/// A face inside a block, in the block's own coordinates.
pub(super) struct PlacedFace {
    /// Which face.
    pub face: usize,
    /// Its trim.
    pub at: Rect,
    /// How it is turned.
    pub turn: Turn,
    /// Where it may print, if not everywhere around `at`.
    pub clip: Option<Rect>,
}

impl BlockForm {
    /// The trimmed size of a block of faces of this size.
    pub(super) fn size(self, face: Size) -> Size {
        match self {
            BlockForm::Single => face,
            BlockForm::FoldBeside => Size {
                w: face.w * 2.0,
                h: face.h,
            },
            BlockForm::FoldAbove => Size {
                w: face.w,
                h: face.h * 2.0,
            },
            BlockForm::Standee { tab } => Size {
                w: face.w,
                h: face.h * 2.0 + tab * 2.0,
            },
        }
    }

    /// The faces of a block; the back of a single one is not part of it.
    pub(super) fn parts(
        self,
        face: Size,
        front: usize,
        back: Option<usize>,
        bleed: Mm,
    ) -> Vec<PlacedFace> {
        let at = |x: Mm, y: Mm| Rect {
            x,
            y,
            w: face.w,
            h: face.h,
        };
        let none = Mm(0.0);
        // Bleed must not run over a fold into the other face.
        let part = |face, at: Rect, turn, clip: Rect| PlacedFace {
            face,
            at,
            turn,
            clip: (bleed.0 > 0.0).then_some(clip),
        };
        match (self, back) {
            (BlockForm::Single, _) | (_, None) => {
                vec![PlacedFace {
                    face: front,
                    at: at(none, none),
                    turn: Turn::None,
                    clip: None,
                }]
            }
            (BlockForm::FoldBeside, Some(back)) => {
                let (f, b) = (at(none, none), at(face.w, none));
                let left = Rect {
                    w: f.w + bleed,
                    ..f.grown(bleed)
                };
                let right = Rect {
                    x: b.x,
                    w: b.w + bleed,
                    ..b.grown(bleed)
                };
                vec![
                    part(front, f, Turn::None, left),
                    part(back, b, Turn::None, right),
                ]
            }
            (BlockForm::FoldAbove, Some(back)) => {
                let (b, f) = (at(none, none), at(none, face.h));
                let upper = Rect {
                    h: b.h + bleed,
                    ..b.grown(bleed)
                };
                let lower = Rect {
                    y: f.y,
                    h: f.h + bleed,
                    ..f.grown(bleed)
                };
                vec![
                    part(front, f, Turn::None, lower),
                    part(back, b, Turn::Half, upper),
                ]
            }
            (BlockForm::Standee { tab }, Some(back)) => {
                let (b, f) = (at(none, tab), at(none, tab + face.h));
                let wide = |r: Rect| Rect {
                    x: r.x - bleed,
                    w: r.w + bleed * 2.0,
                    ..r
                };
                vec![
                    part(front, f, Turn::None, wide(f)),
                    part(back, b, Turn::Half, wide(b)),
                ]
            }
        }
    }

    /// Fold lines and tabs of a block.
    pub(super) fn guides(self, face: Size) -> Vec<Mark> {
        let size = self.size(face);
        let level = |y: Mm| line(Mm(0.0), y, size.w, y, FOLD_PEN);
        match self {
            BlockForm::Single => Vec::new(),
            BlockForm::FoldBeside => vec![line(face.w, Mm(0.0), face.w, size.h, FOLD_PEN)],
            BlockForm::FoldAbove => vec![level(face.h)],
            BlockForm::Standee { tab } => {
                let mut guides = vec![level(tab + face.h)];
                if tab.0 > 0.0 {
                    let upper = Rect {
                        x: Mm(0.0),
                        y: Mm(0.0),
                        w: size.w,
                        h: tab,
                    };
                    let lower = Rect {
                        y: size.h - tab,
                        ..upper
                    };
                    for (rect, fold) in [(upper, tab), (lower, size.h - tab)] {
                        hatch(rect, &mut guides);
                        guides.push(Mark {
                            shape: Shape::Rect {
                                rect,
                                radius: Mm(0.0),
                            },
                            pen: TAB_PEN,
                        });
                        guides.push(level(fold));
                    }
                }
                guides
            }
        }
    }
}

/// A straight line.
pub(super) fn line(x1: Mm, y1: Mm, x2: Mm, y2: Mm, pen: MarkPen) -> Mark {
    Mark {
        shape: Shape::Line { x1, y1, x2, y2 },
        pen,
    }
}

/// Fills a rectangle with light slanted lines.
pub(super) fn hatch(r: Rect, into: &mut Vec<Mark>) {
    let span = r.w + r.h;
    let step = Mm(2.5).max(span / 60.0);
    let mut at = step;
    while at.0 < span.0 {
        // The line u + v = at, between the edges of the rectangle.
        let (u1, u2) = ((at - r.h).max(Mm(0.0)), at.min(r.w));
        into.push(line(
            r.x + u1,
            r.y + at - u1,
            r.x + u2,
            r.y + at - u2,
            HATCH_PEN,
        ));
        at += step;
    }
}

/// The outline that a piece is cut along, when straight cuts do not do it.
pub(super) fn outline(cut: &Cut, face: Size) -> Option<Mark> {
    let rect = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: face.w,
        h: face.h,
    };
    let shape = match cut {
        Cut::Rect { .. } => return None,
        Cut::Ellipse => Shape::Ellipse(rect),
        Cut::Hexagon => Shape::Polygon(hexagon(face)),
        Cut::Contour(points) => Shape::Polygon(points.to_vec()),
    };
    Some(Mark {
        shape,
        pen: OUTLINE_PEN,
    })
}

/// The corners of the hexagon that fills a size.
pub(crate) fn hexagon(s: Size) -> Vec<(Mm, Mm)> {
    let flat = [
        (0.25, 0.0),
        (0.75, 0.0),
        (1.0, 0.5),
        (0.75, 1.0),
        (0.25, 1.0),
        (0.0, 0.5),
    ];
    let wide = s.w.0 > s.h.0;
    let corner = |(u, v): (f64, f64)| {
        if wide {
            (s.w * u, s.h * v)
        } else {
            (s.w * v, s.h * u)
        }
    };
    flat.into_iter().map(corner).collect()
}

/// A mark of an upright block, where it lies when the block is turned and placed.
pub(super) fn placed(mark: &Mark, turn: Turn, of: Size, at: Rect) -> Mark {
    let p = |x: Mm, y: Mm| turn.point(of, at, (x, y));
    let shape = match &mark.shape {
        Shape::Line { x1, y1, x2, y2 } => {
            let ((x1, y1), (x2, y2)) = (p(*x1, *y1), p(*x2, *y2));
            Shape::Line { x1, y1, x2, y2 }
        }
        Shape::Rect { rect, radius } => Shape::Rect {
            rect: turn.rect(of, at, *rect),
            radius: *radius,
        },
        Shape::Ellipse(rect) => Shape::Ellipse(turn.rect(of, at, *rect)),
        Shape::Polygon(points) => Shape::Polygon(points.iter().map(|(x, y)| p(*x, *y)).collect()),
    };
    Mark {
        shape,
        pen: mark.pen,
    }
}
