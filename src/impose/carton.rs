//! Tuck boxes: the flat net of a box, and the leaves that it is printed on.
//!
//! The body is a belt of four panels, *left, front, right, back*, closed by a glue flap. Lid and bottom hang on the
//! back, each with a tuck flap; the sides carry dust flaps. A net larger than the page is tiled like a sheet.

use super::form::{FOLD_PEN, hatch, line};
use super::leaf::Leaf;
use super::room::Room;
use super::{Layout, Mark, MarkPen, Marks, Placement, Shape, Turn};
use crate::units::{Mm, Rect, Size};

/// How far a panel prints over a fold onto a flap that nobody sees: a fold is never exact.
const OVER: Mm = Mm(1.5);
/// How much narrower a tuck flap is, on each side.
const SLACK: Mm = Mm(0.5);
/// Straight pieces that a quarter of a curve is drawn with.
const STEPS: usize = 12;
/// The pen of the line that is cut along.
const CUT_PEN: MarkPen = MarkPen {
    width: Mm(0.2),
    grey: 0.25,
    dash: None,
    fill: false,
};

/// A printed side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Towards the player.
    Front,
    /// Away from the player; lid and bottom hang on it.
    Back,
    /// To the left of the front.
    Left,
    /// To the right of the front.
    Right,
    /// The lid.
    Top,
    /// Below.
    Bottom,
}

impl Panel {
    /// All panels with the names that templates see.
    pub const ALL: [(&'static str, Panel); 6] = [
        ("front", Panel::Front),
        ("back", Panel::Back),
        ("left", Panel::Left),
        ("right", Panel::Right),
        ("top", Panel::Top),
        ("bottom", Panel::Bottom),
    ];

    /// The name that templates see.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, p)| *p == self)
            .map_or("", |(n, _)| n)
    }

    /// The size of its face, as it is read.
    pub fn size(self, width: Mm, height: Mm, depth: Mm) -> Size {
        match self {
            Panel::Front | Panel::Back => Size {
                w: width,
                h: height,
            },
            Panel::Left | Panel::Right => Size {
                w: depth,
                h: height,
            },
            Panel::Top | Panel::Bottom => Size { w: width, h: depth },
        }
    }
}

/// What lies behind an edge of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelEdge {
    /// Another panel, which begins there.
    Panel,
    /// A flap that is hidden in the closed box.
    Flap,
    /// Waste paper.
    Cut,
    /// Waste paper, with a flap close by.
    Near,
}

/// A panel in its net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelPlace {
    /// Which one.
    pub panel: Panel,
    /// Where it lies.
    pub at: Rect,
    /// How its face is turned, so that all are read from the front of the closed box.
    pub turn: Turn,
    /// What lies behind its left, upper, right and lower edge.
    pub edges: [PanelEdge; 4],
}

impl PanelPlace {
    /// Where the face may print, with this bleed at the cuts.
    pub fn reach(&self, bleed: Mm) -> Rect {
        let by = |edge: PanelEdge| match edge {
            PanelEdge::Panel => Mm(0.0),
            PanelEdge::Flap => OVER,
            PanelEdge::Cut => bleed,
            PanelEdge::Near => bleed.min(OVER),
        };
        let [left, top, right, bottom] = self.edges.map(by);
        Rect {
            x: self.at.x - left,
            y: self.at.y - top,
            w: self.at.w + left + right,
            h: self.at.h + top + bottom,
        }
    }
}

/// A straight line from one point to another.
pub(super) type Stroke = ((Mm, Mm), (Mm, Mm));

/// A box laid flat.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// The room that it takes.
    pub size: Size,
    /// The printed panels.
    pub panels: Vec<PanelPlace>,
    /// What is cut along, closed.
    pub outline: Vec<(Mm, Mm)>,
    /// What is folded along, all away from the printed side.
    pub folds: Vec<Stroke>,
    /// What is glued.
    pub glue: Vec<Rect>,
}

/// The measures that everything follows from.
struct CartonMeasures {
    /// Glue flap.
    glue: Mm,
    /// How much it narrows at each end.
    taper: Mm,
    /// Tuck flaps.
    tuck: Mm,
    /// Dust flaps.
    dust: Mm,
    /// How much dust flaps narrow on each side.
    slant: Mm,
    /// Thumb notch.
    notch: Mm,
}

impl CartonMeasures {
    fn of(width: Mm, height: Mm, depth: Mm) -> Self {
        let clamp = |l: Mm, low: f64, high: f64| l.max(Mm(low)).min(Mm(high));
        let tuck = clamp(depth * 0.8, 9.0, 18.0).min(height * 0.45);
        let glue = clamp(depth * 0.8, 7.0, 14.0).min(width * 0.6);
        Self {
            glue,
            taper: (glue * 0.6).min(height * 0.3),
            tuck,
            dust: clamp(depth * 0.8, 7.0, 25.0)
                .min(width * 0.45)
                .min(depth + tuck),
            slant: Mm(2.0).min(depth / 6.0),
            notch: (width * 0.15).min(Mm(9.0)).min(height / 5.0),
        }
    }
}

impl Net {
    /// The net of a box of these inner measures.
    pub fn new(width: Mm, height: Mm, depth: Mm) -> Self {
        let p = CartonMeasures::of(width, height, depth);
        let (x, y) = columns(&p, width, height, depth);
        let [left, front, right, back, end] = x;
        let [lid, top, bottom, foot, size_h] = y;
        let rect = |x: Mm, y: Mm, w: Mm, h: Mm| Rect { x, y, w, h };
        use PanelEdge::{Cut, Flap, Near, Panel as Next};
        let place = |panel, at, turn, edges| PanelPlace {
            panel,
            at,
            turn,
            edges,
        };
        let panels = vec![
            place(
                Panel::Left,
                rect(left, top, depth, height),
                Turn::None,
                [Flap, Flap, Next, Flap],
            ),
            place(
                Panel::Front,
                rect(front, top, width, height),
                Turn::None,
                [Next, Cut, Next, Cut],
            ),
            place(
                Panel::Right,
                rect(right, top, depth, height),
                Turn::None,
                [Next, Flap, Next, Flap],
            ),
            place(
                Panel::Back,
                rect(back, top, width, height),
                Turn::None,
                [Next, Next, Cut, Next],
            ),
            place(
                Panel::Top,
                rect(back, lid, width, depth),
                Turn::Half,
                [Near, Flap, Cut, Next],
            ),
            place(
                Panel::Bottom,
                rect(back, bottom, width, depth),
                Turn::Half,
                [Near, Next, Cut, Flap],
            ),
        ];
        let upright = |x: Mm| ((x, top), (x, bottom));
        let level = |from: Mm, to: Mm, y: Mm| ((from, y), (to, y));
        let folds = vec![
            upright(left),
            upright(front),
            upright(right),
            upright(back),
            level(left, front, top),
            level(left, front, bottom),
            level(right, back, top),
            level(right, back, bottom),
            level(back, end, top),
            level(back, end, bottom),
            level(back + SLACK, end - SLACK, lid),
            level(back + SLACK, end - SLACK, foot),
        ];
        let inset = Mm(1.5);
        let taper = p.taper;
        let glue = vec![
            rect(
                inset,
                top + taper,
                left - OVER - inset,
                height - taper * 2.0,
            ),
            rect(
                back + p.tuck * 0.7,
                foot + OVER,
                width - p.tuck * 1.4,
                p.tuck - OVER - inset,
            ),
        ];
        Self {
            size: Size { w: end, h: size_h },
            panels,
            outline: outline(&p, x, y),
            folds,
            glue: glue
                .into_iter()
                .filter(|r| r.w.0 > 1.0 && r.h.0 > 1.0)
                .collect(),
        }
    }
}

/// The edges of the columns (left, front, right, back, end) and rows (lid, body, bottom, foot, end).
fn columns(p: &CartonMeasures, width: Mm, height: Mm, depth: Mm) -> ([Mm; 5], [Mm; 5]) {
    let left = p.glue;
    let front = left + depth;
    let right = front + width;
    let back = right + depth;
    let lid = p.tuck;
    let top = lid + depth;
    let bottom = top + height;
    let foot = bottom + depth;
    (
        [left, front, right, back, back + width],
        [lid, top, bottom, foot, foot + p.tuck],
    )
}

/// The line that is cut along, clockwise from the upper end of the glue flap.
fn outline(p: &CartonMeasures, x: [Mm; 5], y: [Mm; 5]) -> Vec<(Mm, Mm)> {
    let [left, front, right, back, end] = x;
    let [lid, top, bottom, foot, _] = y;
    let taper = p.taper;
    let mut out = vec![(Mm(0.0), top + taper), (left, top)];
    dust(&mut out, p, left, front, top, -1.0);
    // The thumb notch, a half circle into the front.
    let middle = (front + right) / 2.0;
    arc(&mut out, (middle, top), (p.notch, p.notch), 180.0, 0.0);
    dust(&mut out, p, right, back, top, -1.0);
    tuck(&mut out, p, back, end, (top, lid), -1.0);
    tuck(&mut out, p, end, back, (bottom, foot), 1.0);
    dust(&mut out, p, back, right, bottom, 1.0);
    dust(&mut out, p, front, left, bottom, 1.0);
    out.push((Mm(0.0), bottom - taper));
    out.dedup();
    out
}

/// A dust flap on the edge from `a` to `b`; `way` is -1 upwards, 1 downwards.
fn dust(out: &mut Vec<(Mm, Mm)>, p: &CartonMeasures, a: Mm, b: Mm, y: Mm, way: f64) {
    let slant = if b > a { p.slant } else { -p.slant };
    let far = y + p.dust * way;
    out.extend([(a, y), (a + slant, far), (b - slant, far), (b, y)]);
}

/// A lid or bottom with its tuck flap, from the edge `a` of the back to its edge `b`.
fn tuck(
    out: &mut Vec<(Mm, Mm)>,
    p: &CartonMeasures,
    a: Mm,
    b: Mm,
    (body, fold): (Mm, Mm),
    way: f64,
) {
    let ahead = if b > a { 1.0 } else { -1.0 };
    let (a1, b1) = (a + SLACK * ahead, b - SLACK * ahead);
    let round = p.tuck * 0.7;
    let wide = round.min(Mm((b1 - a1).0.abs()) / 2.0);
    let centre = fold + (p.tuck - round) * way;
    out.extend([(a, body), (a, fold), (a1, fold)]);
    // Two quarters of an ellipse; the angle runs with the outline, clockwise.
    let radii = (wide, round);
    let (from, over) = if way < 0.0 {
        (180.0, 270.0)
    } else {
        (0.0, 90.0)
    };
    arc(out, (a1 + wide * ahead, centre), radii, from, over);
    arc(out, (b1 - wide * ahead, centre), radii, over, over + 90.0);
    out.extend([(b1, fold), (b, fold), (b, body)]);
}

/// Points of an ellipse from one angle to another, in degrees, clockwise from the right as seen on the page.
fn arc(out: &mut Vec<(Mm, Mm)>, (x, y): (Mm, Mm), (rx, ry): (Mm, Mm), from: f64, to: f64) {
    let steps = (STEPS as f64 * ((to - from).abs() / 90.0)).round().max(1.0) as usize;
    for i in 0..=steps {
        let angle = (from + (to - from) * i as f64 / steps as f64).to_radians();
        out.push((x + rx * angle.cos(), y + ry * angle.sin()));
    }
}

/// The box as it lies on a page: its corner at `x`, `y`, only what is inside `window` printed.
pub(super) fn place(
    leaf: &mut Leaf,
    component: usize,
    net: &Net,
    faces: &[(Panel, usize)],
    at: Rect,
    window: Rect,
    layout: &Layout,
) {
    let on = |r: Rect| Rect {
        x: at.x + r.x,
        y: at.y + r.y,
        ..r
    };
    leaf.front.cover(
        component,
        common(at, window),
        common(at.grown(layout.bleed), window),
    );
    for panel in &net.panels {
        let face = faces.iter().find(|(p, _)| *p == panel.panel);
        let clip = common(on(panel.reach(layout.bleed)), window);
        if let (Some((_, face)), true) = (face, clip.w.0 > 0.0 && clip.h.0 > 0.0) {
            leaf.front.items.push(Placement {
                face: *face,
                at: on(panel.at),
                turn: panel.turn,
                bleed: OVER.max(layout.bleed),
                clip: Some(clip),
            });
        }
    }
    let shift = |(x, y): (Mm, Mm)| (at.x + x, at.y + y);
    let mut guides = Vec::new();
    for (a, b) in &net.folds {
        guides.extend(inside(shift(*a), shift(*b), window, FOLD_PEN));
    }
    for glue in &net.glue {
        let mut lines = Vec::new();
        hatch(on(*glue), &mut lines);
        guides.extend(lines.into_iter().filter_map(|m| match m.shape {
            Shape::Line { x1, y1, x2, y2 } => inside((x1, y1), (x2, y2), window, m.pen),
            _ => None,
        }));
    }
    leaf.front.guides.extend(guides);
    if layout.marks != Marks::None {
        leaf.front.marks.extend(cuts(net, shift, window));
    }
}

/// The outline: one closed shape where all of it is on the page, else the strokes of it that are.
fn cuts(net: &Net, shift: impl Fn((Mm, Mm)) -> (Mm, Mm), window: Rect) -> Vec<Mark> {
    let points: Vec<(Mm, Mm)> = net.outline.iter().map(|p| shift(*p)).collect();
    let dot = |(x, y): (Mm, Mm)| Rect {
        x,
        y,
        w: Mm(0.0),
        h: Mm(0.0),
    };
    if points.iter().all(|p| window.holds(dot(*p))) {
        return vec![Mark {
            shape: Shape::Polygon(points),
            pen: CUT_PEN,
        }];
    }
    let next = points.iter().cycle().skip(1);
    points
        .iter()
        .zip(next)
        .filter_map(|(a, b)| inside(*a, *b, window, CUT_PEN))
        .collect()
}

/// The part of a stroke that lies inside a window.
fn inside(a: (Mm, Mm), b: (Mm, Mm), window: Rect, pen: MarkPen) -> Option<Mark> {
    let (dx, dy) = ((b.0 - a.0).0, (b.1 - a.1).0);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let sides = [
        (-dx, (a.0 - window.x).0),
        (dx, (window.right() - a.0).0),
        (-dy, (a.1 - window.y).0),
        (dy, (window.bottom() - a.1).0),
    ];
    for (step, room) in sides {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            from = from.max(room / step);
        } else {
            to = to.min(room / step);
        }
    }
    let at = |t: f64| (a.0 + Mm(dx * t), a.1 + Mm(dy * t));
    (to - from > 1e-9).then(|| {
        let ((x1, y1), (x2, y2)) = (at(from), at(to));
        line(x1, y1, x2, y2, pen)
    })
}

/// The part that two rectangles share; none is wider than 0 where they do not meet.
fn common(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.max(b.x), a.y.max(b.y));
    Rect {
        x,
        y,
        w: (a.right().min(b.right()) - x).max(Mm(0.0)),
        h: (a.bottom().min(b.bottom()) - y).max(Mm(0.0)),
    }
}

/// The leaf of a box that fits on a page.
pub(super) fn whole(
    component: usize,
    net: &Net,
    faces: &[(Panel, usize)],
    room: Room,
    layout: &Layout,
) -> Leaf {
    let mut leaf = Leaf::new(room);
    let at = room.centred(net.size);
    place(&mut leaf, component, net, faces, at, room.area, layout);
    leaf
}
