//! A page as pixels: the faces of a proof, with marks and furniture.

use std::collections::HashMap;
use std::fmt::Write;

use resvg::tiny_skia::{Color, FillRule, FilterQuality, Mask, PathBuilder, Pixmap, PixmapPaint};
use usvg::Transform;

use super::Proof;
use crate::impose::{Mark, Placement, Shape, Sheet, Turn};
use crate::say;
use crate::say::Say;
use crate::scene::{Studio, draw, raster};
use crate::template::Face;
use crate::text::{Rgb, lay_line, outline_svg};
use crate::units::{Mm, PT_PER_MM, Rect};

/// Draws page `n`; `scale` is pixels per millimetre. The proof must have kept its SVG.
pub fn raster_sheet(
    proof: &Proof<'_>,
    studio: &Studio<'_>,
    n: usize,
    scale: f64,
) -> Result<Pixmap, Say> {
    let sheet = &proof.sheets[n];
    let pixels = |l: Mm| (l.0 * scale).round() as u32;
    let mut page = Pixmap::new(pixels(sheet.paper.w), pixels(sheet.paper.h))
        .ok_or_else(|| say!("the picture is too large to draw"))?;
    page.fill(Color::WHITE);
    let mut faces: HashMap<(usize, u64, u64), Pixmap> = HashMap::new();
    for item in &sheet.items {
        // A face may be smaller on the page than it is when cut out.
        let drawn = &proof.faces[item.face];
        let turned = item.turn.size(drawn.size);
        let shrunk = item.at.w / turned.w;
        let key = (item.face, item.bleed.0.to_bits(), shrunk.to_bits());
        if let std::collections::hash_map::Entry::Vacant(entry) = faces.entry(key) {
            let svg = drawn.svg.clone().unwrap_or_default();
            let face = Face {
                svg,
                texts: drawn.scene.texts.clone(),
                ..Face::default()
            };
            let picture = raster(
                studio,
                (&face.svg, &face.texts),
                drawn.size,
                scale * shrunk,
                item.bleed,
            );
            let named = |why: Say| say!("card `{}`: {}", drawn.card, why);
            entry.insert(picture.map_err(named)?);
        }
        stamp(&mut page, &faces[&key], item, scale);
    }
    let tree = studio.parse(&overlay(sheet, studio)?)?;
    let k = page.width() as f32 / tree.size().width();
    draw(&tree, Transform::from_scale(k, k), &mut page.as_mut())?;
    Ok(page)
}

fn stamp(page: &mut Pixmap, face: &Pixmap, item: &Placement, scale: f64) {
    let at = item.at.grown(item.bleed);
    let px = |l: Mm| (l.0 * scale) as f32;
    let (w, h) = (face.width() as f32, face.height() as f32);
    let (x, y) = (px(at.x), px(at.y));
    let transform = match item.turn {
        Turn::None => Transform::from_translate(x, y),
        Turn::Right => Transform::from_row(0.0, 1.0, -1.0, 0.0, x + h, y),
        Turn::Half => Transform::from_row(-1.0, 0.0, 0.0, -1.0, x + w, y + h),
        Turn::Left => Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y + w),
    };
    let paint = PixmapPaint {
        quality: FilterQuality::Bilinear,
        ..PixmapPaint::default()
    };
    let mask = item.clip.and_then(|clip| clip_mask(page, clip, scale));
    page.draw_pixmap(0, 0, face.as_ref(), &paint, transform, mask.as_ref());
}

fn clip_mask(page: &Pixmap, clip: Rect, scale: f64) -> Option<Mask> {
    let px = |l: Mm| (l.0 * scale) as f32;
    let rect = resvg::tiny_skia::Rect::from_xywh(px(clip.x), px(clip.y), px(clip.w), px(clip.h))?;
    let mut mask = Mask::new(page.width(), page.height())?;
    mask.fill_path(
        &PathBuilder::from_rect(rect),
        FillRule::Winding,
        true,
        Transform::identity(),
    );
    Some(mask)
}

/// Marks, guides and furniture as SVG in millimetres.
fn overlay(sheet: &Sheet, studio: &Studio<'_>) -> Result<String, Say> {
    let (w, h) = (sheet.paper.w.0, sheet.paper.h.0);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">"#
    );
    for mark in sheet.guides.iter().chain(&sheet.marks).chain(&sheet.ruler) {
        draw_mark(&mut svg, mark);
    }
    for note in &sheet.notes {
        let size = note.size.to_mm().0 as f32;
        let line =
            lay_line(&note.text, size, Rgb::default(), studio.fonts()).map_err(|e| e.say())?;
        let turn = match note.turn {
            Turn::None => 0,
            Turn::Right => 90,
            Turn::Half => 180,
            Turn::Left => 270,
        };
        let path = outline_svg(&line.block, studio.fonts());
        let _ = write!(
            svg,
            r#"<g transform="translate({} {}) rotate({turn})">{path}</g>"#,
            note.x.0, note.y.0
        );
    }
    svg.push_str("</svg>");
    Ok(svg)
}

fn draw_mark(svg: &mut String, mark: &Mark) {
    let grey = (mark.pen.grey * 255.0).round() as u8;
    let color = format!("#{grey:02x}{grey:02x}{grey:02x}");
    let paint = if mark.pen.fill {
        format!(r#"fill="{color}""#)
    } else {
        let dash = mark
            .pen
            .dash
            .map(|(a, b)| format!(r#" stroke-dasharray="{} {}""#, a.0, b.0));
        let width = mark.pen.width.0.max(0.2 / PT_PER_MM);
        format!(
            r#"fill="none" stroke="{color}" stroke-width="{width}"{}"#,
            dash.unwrap_or_default()
        )
    };
    let _ = match &mark.shape {
        Shape::Line { x1, y1, x2, y2 } => {
            write!(
                svg,
                r#"<path d="M{} {}L{} {}" {paint}/>"#,
                x1.0, y1.0, x2.0, y2.0
            )
        }
        Shape::Rect { rect: r, radius } => write!(
            svg,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {paint}/>"#,
            r.x.0, r.y.0, r.w.0, r.h.0, radius.0
        ),
        Shape::Ellipse(r) => write!(
            svg,
            r#"<ellipse cx="{}" cy="{}" rx="{}" ry="{}" {paint}/>"#,
            r.x.0 + r.w.0 / 2.0,
            r.y.0 + r.h.0 / 2.0,
            r.w.0 / 2.0,
            r.h.0 / 2.0
        ),
        Shape::Polygon(points) => {
            let d: Vec<String> = points
                .iter()
                .map(|(x, y)| format!("{} {}", x.0, y.0))
                .collect();
            write!(svg, r#"<path d="M{}Z" {paint}/>"#, d.join("L"))
        }
    };
}
