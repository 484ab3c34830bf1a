//! Looks at one face: its text, its edge, its pictures.

use usvg::{Group, ImageKind, ImageRendering, Node, Transform};

use super::cut::{self, CutLine};
use super::looks::FaceLooks;
use super::{Finding, Topic};
use crate::kit::{Component, Outline};
use crate::press::DrawnFace;
use crate::say;
use crate::scene::{Studio, text_extents};
use crate::units::Mm;

/// The smallest type that is easy to read.
const SMALLEST: f64 = 6.0;

/// How far text should keep from a cut.
const SAFE: f64 = 3.0;

/// Pictures with fewer dots per inch look coarse in print.
const FINE: f64 = 200.0;

/// The share of a cut that may show colour up to it and nothing beyond.
const MAY_STOP: f64 = 0.01;

/// What the drawing of a face holds that is drawn as SVG says, although it is hardly meant so.
pub(super) fn drawing(face: &DrawnFace, out: &mut Vec<Finding>) {
    let told = face.scene.art.notes.iter().map(|note| {
        Finding::on(
            face,
            (Topic::Drawing, 0.0),
            say!("in the drawing: {}", note),
            say!("it is drawn as SVG says; mend it in the drawing, or leave it"),
        )
    });
    out.extend(told);
}

/// What the text of a face suggests.
pub(super) fn text(component: &Component, face: &DrawnFace, out: &mut Vec<Finding>) {
    let line = CutLine::of(component);
    let shorter = face.size.w.min(face.size.h).0;
    // Small pieces have no room for the full margin.
    let safe = SAFE.min(shorter / 6.0);
    for text in text_extents(&face.scene, face.size) {
        let words = excerpt(&text.text);
        if words.is_empty() {
            continue;
        }
        let points = (text.size.0 * 10.0).round() / 10.0;
        // A reading is judged by its word.
        if points < SMALLEST && !text.reading {
            out.push(Finding::on(
                face,
                (Topic::SmallText, points),
                say!("“{}” is set in {} pt, which is hard to read", words, points),
                say!(
                    "set it in at least {} pt: give the text more room, or fewer words",
                    SMALLEST
                ),
            ));
        }
        let room = line.as_ref().map_or(f64::INFINITY, |l| l.room(text.at).0);
        if room < safe - 0.02 {
            let what = if room < 0.0 {
                say!("“{}” goes over the cut", words)
            } else {
                say!(
                    "“{}” is only {} from the cut",
                    words,
                    Mm((room * 10.0).round() / 10.0)
                )
            };
            let safe = Mm((safe * 10.0).round() / 10.0);
            out.push(Finding::on(
                face,
                (Topic::NearCut, room),
                what,
                say!(
                    "keep text {} away from the edge: cuts are never exact",
                    safe
                ),
            ));
        }
    }
}

/// How far inside its cut a piece is looked at; as a whole if nothing is said.
pub(super) fn within(component: &Component) -> Option<Mm> {
    match component.outline {
        // Further inside than the roundest corner.
        Outline::Rect => Some(component.corner + cut::WITHIN),
        Outline::Circle | Outline::Hex => None,
    }
}

/// Whether pieces of a component are cut along their faces.
pub(super) fn is_cut(component: &Component) -> bool {
    CutLine::of(component).is_some()
}

/// Whether the colours of a face stop at the cut.
pub(super) fn bleed(
    component: &Component,
    face: &DrawnFace,
    looks: &FaceLooks<'_>,
) -> Option<Finding> {
    let line = CutLine::of(component)?;
    let (picture, scale) = looks.edge(face, within(component));
    let share = line.stops(&picture, scale);
    if share <= MAY_STOP {
        return None;
    }
    let percent = (share * 100.0).round();
    Some(Finding::on(
        face,
        (Topic::NoBleed, -share),
        say!("colours stop at the cut along {} % of the edge", percent),
        say!(
            "draw the background 3 mm past the edge, so that no white shows where the knife slips"
        ),
    ))
}

/// Which pictures of a face are coarse in print.
pub(super) fn pictures(face: &DrawnFace, studio: &Studio<'_>, out: &mut Vec<Finding>) {
    let tree = &face.scene.art.tree;
    let mm = face.size.w.0 as f32 / tree.size().width();
    walk(
        tree.root(),
        Transform::from_scale(mm, mm),
        &mut |image: &usvg::Image, to_mm: Transform| {
            let (sx, sy) = to_mm.get_scale();
            let dpi = f64::from(25.4 / sx.max(sy)).round();
            let blocks = [
                ImageRendering::OptimizeSpeed,
                ImageRendering::CrispEdges,
                ImageRendering::Pixelated,
            ];
            if dpi >= FINE || blocks.contains(&image.rendering_mode()) {
                return;
            }
            let name = studio.picture_name(image.kind());
            let wanted = (f64::from(image.size().width()) * 300.0 / dpi).ceil();
            let mut finding = Finding::on(
                face,
                (Topic::CoarsePicture, dpi),
                say!(
                    "the picture has only {} {dot|dots} per inch where it is placed",
                    dpi
                ),
                say!(
                    "use one that is {} {pixel|pixels} wide, or place it smaller",
                    wanted
                ),
            );
            if let Some(name) = name {
                finding.file = name;
            }
            out.push(finding);
        },
    );
}

/// Visits every picture of pixels, with the way from its pixels to millimetres.
fn walk(group: &Group, to_mm: Transform, visit: &mut dyn FnMut(&usvg::Image, Transform)) {
    for node in group.children() {
        match node {
            Node::Group(g) => walk(g, to_mm, visit),
            Node::Image(image) => {
                let to_mm = to_mm.pre_concat(image.abs_transform());
                match image.kind() {
                    ImageKind::SVG(tree) => walk(tree.root(), to_mm, visit),
                    _ => visit(image, to_mm),
                }
            }
            Node::Path(_) | Node::Text(_) => {}
        }
    }
}

/// The first words of a text.
fn excerpt(text: &str) -> String {
    let line = text.trim();
    let short: String = line.chars().take(24).collect();
    if short.len() < line.len() {
        format!("{short}…")
    } else {
        short
    }
}
