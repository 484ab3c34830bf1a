//! The outlines of shapes.

use usvg::tiny_skia_path::{Path, PathBuilder, Rect};

use super::attributes::Attributes;
use super::path::path;

/// How far the handles of a quarter circle reach, in radii.
const ARM: f32 = 0.552_284_8;

/// A length in user units; 0 if it is not given, `None` if it is not plain.
pub fn length(text: Option<&str>) -> Option<f32> {
    text.map_or(Some(0.0), number)
}

/// A number.
pub fn number(text: &str) -> Option<f32> {
    let plain = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e');
    let sound = text.bytes().all(plain) && !text.ends_with('.');
    // The same way through `f64` as everywhere in SVG.
    let value = sound.then(|| text.parse::<f64>().ok())??;
    Some(value as f32).filter(|v| v.is_finite())
}

/// Numbers with spaces or one comma between them.
pub fn numbers(text: &str) -> Option<Vec<f32>> {
    let mut out = Vec::new();
    for part in text.split(',') {
        let before = out.len();
        for one in part.split(' ').filter(|t| !t.is_empty()) {
            out.push(number(one)?);
        }
        // Two commas after each other, or one at an end.
        if out.len() == before {
            return None;
        }
    }
    Some(out)
}

/// A length that must be more than nothing.
fn some(text: Option<&str>) -> Option<f32> {
    number(text?).filter(|v| *v > 0.0)
}

/// The outline of an element; `None` if there is nothing to draw, or the element is not plain.
pub fn outline(name: &[u8], a: &Attributes<'_>) -> Option<Path> {
    match name {
        b"path" => path(a.d?),
        b"rect" => {
            let (w, h) = (some(a.width)?, some(a.height)?);
            let (x, y) = (length(a.x)?, length(a.y)?);
            let (rx, ry) = radii(a)?;
            rectangle([x, y, w, h], rx.min(w / 2.0), ry.min(h / 2.0))
        }
        b"circle" => {
            let r = some(a.r)?;
            ellipse(length(a.cx)?, length(a.cy)?, r, r)
        }
        b"ellipse" => {
            let (rx, ry) = radii(a).filter(|(rx, ry)| *rx > 0.0 && *ry > 0.0)?;
            ellipse(length(a.cx)?, length(a.cy)?, rx, ry)
        }
        b"line" => {
            let mut line = PathBuilder::new();
            line.move_to(length(a.x1)?, length(a.y1)?);
            line.line_to(length(a.x2)?, length(a.y2)?);
            line.finish()
        }
        b"polyline" => polyline(a.points?)?.finish(),
        b"polygon" => {
            let mut outline = polyline(a.points?)?;
            outline.close();
            outline.finish()
        }
        _ => None,
    }
}

/// The radii of an ellipse or of rounded corners: one stands for both.
fn radii(a: &Attributes<'_>) -> Option<(f32, f32)> {
    let (rx, ry) = match (a.rx, a.ry) {
        (None, None) => (0.0, 0.0),
        (Some(r), None) | (None, Some(r)) => (number(r)?, number(r)?),
        (Some(rx), Some(ry)) => (number(rx)?, number(ry)?),
    };
    // Whatever has a minus is left out elsewhere, nothing included.
    (rx.is_sign_positive() && ry.is_sign_positive()).then_some((rx, ry))
}

fn polyline(points: &str) -> Option<PathBuilder> {
    let plain = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b',' | b' ' | b'\n');
    if !points.bytes().all(plain) {
        return None;
    }
    let mut out = PathBuilder::new();
    for (x, y) in svgtypes::PointsParser::from(points) {
        match out.is_empty() {
            true => out.move_to(x as f32, y as f32),
            false => out.line_to(x as f32, y as f32),
        }
    }
    (out.len() >= 2).then_some(out)
}

fn rectangle([x, y, w, h]: [f32; 4], rx: f32, ry: f32) -> Option<Path> {
    if rx == 0.0 || ry == 0.0 {
        return Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect);
    }
    let (right, bottom) = (x + w, y + h);
    let (ax, ay) = (rx - rx * ARM, ry - ry * ARM);
    let mut out = PathBuilder::new();
    out.move_to(x + rx, y);
    out.line_to(right - rx, y);
    out.cubic_to(right - ax, y, right, y + ay, right, y + ry);
    out.line_to(right, bottom - ry);
    out.cubic_to(right, bottom - ay, right - ax, bottom, right - rx, bottom);
    out.line_to(x + rx, bottom);
    out.cubic_to(x + ax, bottom, x, bottom - ay, x, bottom - ry);
    out.line_to(x, y + ry);
    out.cubic_to(x, y + ay, x + ax, y, x + rx, y);
    out.close();
    out.finish()
}

fn ellipse(cx: f32, cy: f32, rx: f32, ry: f32) -> Option<Path> {
    let (ax, ay) = (rx * ARM, ry * ARM);
    let mut out = PathBuilder::new();
    out.move_to(cx + rx, cy);
    out.cubic_to(cx + rx, cy + ay, cx + ax, cy + ry, cx, cy + ry);
    out.cubic_to(cx - ax, cy + ry, cx - rx, cy + ay, cx - rx, cy);
    out.cubic_to(cx - rx, cy - ay, cx - ax, cy - ry, cx, cy - ry);
    out.cubic_to(cx + ax, cy - ry, cx + rx, cy - ay, cx + rx, cy);
    out.close();
    out.finish()
}
