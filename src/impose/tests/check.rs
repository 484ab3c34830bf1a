//! What must hold of every page, checked without the code that made it.

use super::*;

/// Where a face may print.
pub(super) fn printed(p: &Placement) -> Rect {
    p.clip.unwrap_or(p.at.grown(p.bleed))
}

/// The rectangle around a mark.
pub(super) fn bounds(m: &Mark) -> Rect {
    let around = |points: &[(Mm, Mm)]| {
        let dot = |(x, y): (Mm, Mm)| Rect {
            x,
            y,
            w: Mm(0.0),
            h: Mm(0.0),
        };
        points.iter().map(|p| dot(*p)).reduce(Rect::union).unwrap()
    };
    match &m.shape {
        Shape::Line { x1, y1, x2, y2 } => around(&[(*x1, *y1), (*x2, *y2)]),
        Shape::Rect { rect, .. } | Shape::Ellipse(rect) => *rect,
        Shape::Polygon(points) => around(points),
    }
}

/// The rectangle around a note, by its estimated width.
pub(super) fn note_box(n: &Note) -> Rect {
    let (w, up, down) = (
        text_width(&n.text, n.size),
        n.size.to_mm() * 0.88,
        n.size.to_mm() * 0.25,
    );
    match n.turn {
        Turn::None => Rect {
            x: n.x,
            y: n.y - up,
            w,
            h: up + down,
        },
        Turn::Left => Rect {
            x: n.x - up,
            y: n.y - w,
            w: up + down,
            h: w,
        },
        Turn::Right | Turn::Half => panic!("no note is turned so"),
    }
}

/// Nothing leaves the printable area.
pub(super) fn inside(s: &Sheet, margin: Mm) {
    let area = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: s.paper.w,
        h: s.paper.h,
    }
    .grown(-margin);
    for p in &s.items {
        assert!(
            area.holds(printed(p)),
            "face {} leaves the page: {:?}",
            p.face,
            printed(p)
        );
    }
    for m in s.marks.iter().chain(&s.guides).chain(&s.ruler) {
        assert!(area.holds(bounds(m)), "mark leaves the page: {m:?}");
    }
    for n in &s.notes {
        assert!(
            area.holds(note_box(n)),
            "note leaves the page: {n:?} {:?}",
            note_box(n)
        );
    }
    assert!(area.holds(s.bleed) && s.bleed.holds(s.trim));
}

/// No two faces print on the same spot.
pub(super) fn apart(s: &Sheet) {
    let mut boxes: Vec<Rect> = s.items.iter().map(printed).collect();
    boxes.sort_by(|a, b| a.y.0.total_cmp(&b.y.0));
    for (i, a) in boxes.iter().enumerate() {
        let near = boxes[i + 1..].iter().take_while(|b| b.y.0 < a.bottom().0);
        for b in near {
            assert!(!a.overlaps(*b), "{a:?} lies on {b:?}");
        }
    }
}

/// Furniture touches neither pieces nor ticks nor itself.
pub(super) fn tidy(s: &Sheet) {
    let notes: Vec<Rect> = s.notes.iter().map(note_box).collect();
    let ruler = s.ruler.iter().map(bounds).reduce(Rect::union);
    let all: Vec<Rect> = notes.iter().copied().chain(ruler).collect();
    for (i, a) in all.iter().enumerate() {
        assert!(
            !a.overlaps(s.bleed) || s.items.is_empty(),
            "{a:?} on {:?}",
            s.bleed
        );
        assert!(
            s.marks
                .iter()
                .all(|m| !a.overlaps(bounds(m).grown(Mm(0.05)))),
            "a mark on {a:?}"
        );
        assert!(
            all[i + 1..].iter().all(|b| !a.overlaps(*b)),
            "{:?}",
            s.notes
        );
    }
}

/// Black ticks keep off the pieces.
pub(super) fn ticks_off(s: &Sheet) {
    for m in s.marks.iter().filter(|m| m.pen.grey == 0.0) {
        let tick = bounds(m).grown(Mm(0.05));
        assert!(
            s.items.iter().all(|p| !tick.overlaps(printed(p))),
            "{m:?} on a piece"
        );
    }
}

/// Straight cuts, each from edge to edge of what it parts, set every face free.
pub(super) fn cut_by_straight_cuts(s: &Sheet) {
    let all: Vec<Rect> = s.items.iter().map(|p| p.at).collect();
    assert!(falls_apart(&all), "no straight cuts part {all:?}");
}

fn falls_apart(faces: &[Rect]) -> bool {
    if faces.len() < 2 {
        return true;
    }
    let upright = |r: &Rect| (r.x, r.right());
    let level = |r: &Rect| (r.y, r.bottom());
    type Span<'a> = &'a dyn Fn(&Rect) -> (Mm, Mm);
    let ways: [Span<'_>; 2] = [&upright, &level];
    ways.iter().any(|span| {
        let ends = faces.iter().map(|r| span(r).1);
        let cut = ends.into_iter().find(|at| {
            let crossed = |r: &Rect| span(r).0.0 + 1e-6 < at.0 && at.0 < span(r).1.0 - 1e-6;
            !faces.iter().any(crossed) && faces.iter().any(|r| span(r).0.0 + 1e-6 >= at.0)
        });
        cut.is_some_and(|at| {
            let (before, after): (Vec<Rect>, Vec<Rect>) =
                faces.iter().partition(|r| span(r).1.0 <= at.0 + 1e-6);
            falls_apart(&before) && falls_apart(&after)
        })
    })
}

/// Where a point of an upright face lies on the page: turned about its middle.
pub(super) fn point(p: &Placement, (u, v): (f64, f64)) -> (f64, f64) {
    let (w, h) = match p.turn {
        Turn::None | Turn::Half => (p.at.w.0, p.at.h.0),
        Turn::Left | Turn::Right => (p.at.h.0, p.at.w.0),
    };
    let (dx, dy) = (u * w - w / 2.0, v * h - h / 2.0);
    let (dx, dy) = match p.turn {
        Turn::None => (dx, dy),
        Turn::Right => (-dy, dx),
        Turn::Half => (-dx, -dy),
        Turn::Left => (dy, -dx),
    };
    (
        p.at.x.0 + p.at.w.0 / 2.0 + dx,
        p.at.y.0 + p.at.h.0 / 2.0 + dy,
    )
}

/// The spot of the other side that lies behind a spot, when the paper is turned over.
pub(super) fn behind(backs: Backs, paper: Size, (x, y): (f64, f64)) -> (f64, f64) {
    let long_is_upright = paper.h.0 >= paper.w.0;
    let upright_axis = long_is_upright == (backs != Backs::DuplexShort);
    if upright_axis {
        (paper.w.0 - x, y)
    } else {
        (x, paper.h.0 - y)
    }
}

/// Whether a back lies behind its front, top behind top: seen from behind, left is the front's right.
pub(super) fn matches(front: &Placement, back: &Placement, backs: Backs, paper: Size) -> bool {
    [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.3, 0.2)]
        .into_iter()
        .all(|(u, v)| {
            let (ax, ay) = behind(backs, paper, point(front, (1.0 - u, v)));
            let (bx, by) = point(back, (u, v));
            (ax - bx).abs() < 1e-6 && (ay - by).abs() < 1e-6
        })
}
