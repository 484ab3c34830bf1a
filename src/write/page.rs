//! Pages: where faces go, marks in their layers, notes. Written in millimetres from the top left.

use std::collections::BTreeSet;

use usvg::Transform;

use super::canvas::{Canvas, CanvasShared, DrawResult, Pool, Slots};
use super::content::Content;
use super::deflate::deflate;
use super::face::FaceDrawing;
use super::{Enclosure, Ink, PlacedNote, Warp};
use crate::impose::{Mark, Placement, Shape, Sheet, Turn};
use crate::units::{Mm, PT_PER_MM, Rect};

/// How far bleed reaches under its face.
const UNDER: Mm = Mm(0.1);

/// How far a circle's handles reach, in radii.
const KAPPA: f64 = 0.552_284_75;

/// What the page needs to know of a face it places.
pub(super) struct Placed<'a> {
    /// The size of its art in user units.
    pub units: (f32, f32),
    /// The bleed that its form is cut at.
    pub bleed: f64,
    /// The art, by its number.
    pub art: usize,
    /// What it shows, where the page draws it itself.
    pub drawing: Option<&'a FaceDrawing>,
}

/// A page's operators as they stand in the file, and what they name.
#[derive(Clone)]
pub(super) struct PackedPage {
    /// The operators, deflated.
    pub data: Vec<u8>,
    /// What notes and the faces that are drawn here name.
    pub pool: Pool,
    /// The arts that have stretches in such faces.
    pub arts: BTreeSet<usize>,
}

/// Draws a sheet. Faces that it does not draw itself are named `C…`, arts without text `B…`.
pub(super) fn draw<'a>(
    sheet: &Sheet,
    notes: &'a [PlacedNote],
    face: impl Fn(usize) -> Placed<'a>,
    shared: &'a CanvasShared<'a>,
    ink: Ink,
    backs: &Warp,
) -> DrawResult<PackedPage> {
    let mut canvas = Canvas::new(shared, ink, Slots::Refuse(Enclosure::Piece), 0.0);
    let k = PT_PER_MM as f32;
    canvas.transform(Transform::from_row(
        k,
        0.0,
        0.0,
        -k,
        0.0,
        sheet.paper.h.to_pt().0 as f32,
    ));
    if sheet.is_back && !backs.is_none() {
        let wide = sheet.paper.w > sheet.paper.h;
        let warp = if wide { backs.turned() } else { *backs };
        canvas.transform(warp.on(sheet.paper));
    }
    let mut arts = BTreeSet::new();
    for item in &sheet.items {
        let face = face(item.face);
        place(&mut canvas.out, item, &face);
        if let Some(drawing) = face.drawing {
            arts.insert(face.art);
            canvas.pool.icons.extend(&drawing.pool.icons);
            canvas.pool.parts.extend(&drawing.pool.parts);
            canvas.pool.letters.extend(&drawing.pool.letters);
        }
    }
    layer(&mut canvas.out, 0, &sheet.marks);
    layer(&mut canvas.out, 1, &sheet.guides);
    sheet.ruler.iter().for_each(|m| mark(&mut canvas.out, m));
    for note in notes {
        canvas.fill = None;
        canvas.scoped(|c| {
            c.transform(note_matrix(note));
            c.block(&note.text)
        })?;
    }
    Ok(PackedPage {
        data: deflate(&canvas.out.bytes),
        pool: canvas.pool,
        arts,
    })
}

fn place(out: &mut Content, item: &Placement, face: &Placed<'_>) {
    let bleed = art_bleed(item).0;
    let outer = item.at.grown(item.bleed.max(Mm(0.0)));
    // Less bleed than `art_bleed` counts: the face is drawn a hair larger, which is cheaper than its art twice.
    let at = if bleed > 0.0 { item.at } else { outer };
    if bleed > 0.0 {
        out.raw("q ");
        if let Some(clip) = item.clip {
            rect(out, clip);
            out.raw("W n ");
        }
        // A hair under the face, so that no seam shows between the two.
        rect(out, outer);
        rect(out, item.at.grown(-UNDER));
        out.raw("W* n ");
        out.matrix(face_matrix(outer, item.turn, face.units), 3)
            .raw("cm")
            .name("B", face.art)
            .raw("Do Q\n");
    }
    out.raw("q ");
    // The form itself ends at the widest bleed of its art.
    if let Some(clip) = item.clip {
        rect(out, clip);
        out.raw("W n ");
    }
    if (face.bleed - bleed).abs() > 1e-6 {
        rect(out, outer);
        out.raw("W n ");
    }
    out.matrix(face_matrix(at, item.turn, face.units), 3)
        .raw("cm");
    match face.drawing {
        Some(drawing) => {
            let [left, top, right, bottom] = drawing.form.bbox;
            out.raw(" ").nums(&[left, top, right - left, bottom - top]);
            out.raw("re W n\n");
            out.bytes.extend_from_slice(&drawing.form.data);
            out.raw("Q\n");
        }
        None => {
            out.name("C", item.face).raw("Do Q\n");
        }
    }
}

/// How far the art of a face is drawn past its trim: not at all for a hair's breadth, which the face is enlarged by.
pub(super) fn art_bleed(item: &Placement) -> Mm {
    const HAIR: Mm = Mm(0.2);
    match item.bleed > HAIR {
        true => item.bleed,
        false => Mm(0.0),
    }
}

/// From the units of the art to millimetres of the page.
fn face_matrix(at: Rect, turn: Turn, (w, h): (f32, f32)) -> Transform {
    let [x, y, right, bottom] = [at.x, at.y, at.right(), at.bottom()].map(|v| v.0 as f32);
    let (aw, ah) = (at.w.0 as f32, at.h.0 as f32);
    match turn {
        Turn::None => Transform::from_row(aw / w, 0.0, 0.0, ah / h, x, y),
        Turn::Right => Transform::from_row(0.0, ah / w, -aw / h, 0.0, right, y),
        Turn::Half => Transform::from_row(-aw / w, 0.0, 0.0, -ah / h, right, bottom),
        Turn::Left => Transform::from_row(0.0, -ah / w, aw / h, 0.0, x, bottom),
    }
}

/// From points along the baseline to millimetres of the page.
fn note_matrix(note: &PlacedNote) -> Transform {
    let k = (1.0 / PT_PER_MM) as f32;
    let (x, y) = (note.x.0 as f32, note.y.0 as f32);
    match note.turn {
        Turn::None => Transform::from_row(k, 0.0, 0.0, k, x, y),
        Turn::Right => Transform::from_row(0.0, k, -k, 0.0, x, y),
        Turn::Half => Transform::from_row(-k, 0.0, 0.0, -k, x, y),
        Turn::Left => Transform::from_row(0.0, -k, k, 0.0, x, y),
    }
}

fn layer(out: &mut Content, number: usize, marks: &[Mark]) {
    if marks.is_empty() {
        return;
    }
    out.raw("/OC").name("L", number).raw("BDC\n");
    marks.iter().for_each(|m| mark(out, m));
    out.raw("EMC\n");
}

fn mark(out: &mut Content, mark: &Mark) {
    let pen = &mark.pen;
    out.raw("q ")
        .num(pen.grey as f32, 3)
        .raw(if pen.fill { "g " } else { "G " });
    if !pen.fill {
        out.num(pen.width.0 as f32, 3).raw("w ");
        if let Some((dash, gap)) = pen.dash {
            out.raw("[")
                .nums(&[dash.0 as f32, gap.0 as f32])
                .raw("]0 d ");
        }
    }
    let open = matches!(mark.shape, Shape::Line { .. });
    shape(out, &mark.shape);
    out.raw(match (pen.fill, open) {
        (true, _) => "f Q\n",
        (false, true) => "S Q\n",
        (false, false) => "s Q\n",
    });
}

fn shape(out: &mut Content, shape: &Shape) {
    match shape {
        Shape::Line { x1, y1, x2, y2 } => {
            point(out, x1.0, y1.0, "m ");
            point(out, x2.0, y2.0, "l ");
        }
        Shape::Rect { rect: r, radius } if radius.0 <= 0.0 => rect(out, *r),
        Shape::Rect { rect, radius } => {
            let radius = radius.0.min(rect.w.0 / 2.0).min(rect.h.0 / 2.0);
            round(out, *rect, radius, radius);
        }
        Shape::Ellipse(rect) => round(out, *rect, rect.w.0 / 2.0, rect.h.0 / 2.0),
        Shape::Polygon(points) => {
            for (n, (x, y)) in points.iter().enumerate() {
                point(out, x.0, y.0, if n == 0 { "m " } else { "l " });
            }
        }
    }
}

fn point(out: &mut Content, x: f64, y: f64, operator: &str) {
    out.num(x as f32, 3).num(y as f32, 3).raw(operator);
}

fn rect(out: &mut Content, r: Rect) {
    out.nums(&[r.x.0, r.y.0, r.w.0, r.h.0].map(|v| v as f32))
        .raw("re ");
}

/// A rectangle with elliptic corners.
fn round(out: &mut Content, r: Rect, rx: f64, ry: f64) {
    let [x1, y1, x2, y2] = [r.x.0, r.y.0, r.right().0, r.bottom().0];
    let (hx, hy) = (rx * (1.0 - KAPPA), ry * (1.0 - KAPPA));
    point(out, x1 + rx, y1, "m ");
    let corners = [
        [x2 - rx, y1, x2 - hx, y1, x2, y1 + hy, x2, y1 + ry],
        [x2, y2 - ry, x2, y2 - hy, x2 - hx, y2, x2 - rx, y2],
        [x1 + rx, y2, x1 + hx, y2, x1, y2 - hy, x1, y2 - ry],
        [x1, y1 + ry, x1, y1 + hy, x1 + hx, y1, x1 + rx, y1],
    ];
    for c in corners {
        point(out, c[0], c[1], "l ");
        out.nums(&[c[2], c[3], c[4], c[5], c[6], c[7]].map(|v| v as f32))
            .raw("c ");
    }
}
