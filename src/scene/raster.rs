//! Faces as pixels, for previews. The same glyphs and art as in the PDF.

use resvg::tiny_skia::{Color, Pixmap};
use usvg::Transform;

use super::{Studio, TEXT_PREFIX, draw};
use crate::colour::{Ink, Rgb, grey};
use crate::say;
use crate::say::Say;
use crate::text::{TextBlock, outline_svg};
use crate::units::{Mm, Size};

/// Draws a face, given as its SVG and texts; `scale` is pixels per millimetre, `bleed` how much is shown past the trim.
pub fn raster(
    studio: &Studio<'_>,
    (svg, texts): (&str, &[TextBlock]),
    size: Size,
    scale: f64,
    bleed: Mm,
) -> Result<Pixmap, Say> {
    let tree = studio.parse(&outlined(studio, svg, texts))?;
    let shown = size.grown(bleed);
    let pixels = |l: Mm| ((l.0 * scale).round() as u32).max(1);
    let mut pixmap = Pixmap::new(pixels(shown.w), pixels(shown.h))
        .ok_or_else(|| say!("the picture is too large to draw"))?;
    pixmap.fill(Color::WHITE);
    let k = (size.w.0 * scale / f64::from(tree.size().width())) as f32;
    let shift = (bleed.0 * scale) as f32;
    let transform = Transform::from_row(k, 0.0, 0.0, k, shift, shift);
    draw(&tree, transform, &mut pixmap.as_mut())?;
    if studio.ink() == Ink::Mono {
        to_grey(&mut pixmap);
    }
    Ok(pixmap)
}

/// Takes the hue out of a picture.
pub fn to_grey(pixmap: &mut Pixmap) {
    for pixel in pixmap.data_mut().chunks_exact_mut(4) {
        let g = grey(Rgb {
            r: pixel[0],
            g: pixel[1],
            b: pixel[2],
        });
        pixel[..3].copy_from_slice(&[g.r, g.g, g.b]);
    }
}

/// SVG with the outlines of letters where the placeholders of texts stood.
pub fn outlined(studio: &Studio<'_>, svg: &str, texts: &[TextBlock]) -> String {
    let mut out = String::with_capacity(svg.len() * 2);
    let mut rest = svg;
    let mark = format!(" id=\"{TEXT_PREFIX}");
    while let Some(at) = rest.find(&mark) {
        let open = rest[..at].rfind('<').unwrap_or(at);
        out.push_str(&rest[..open]);
        let tag = &rest[at + mark.len()..];
        let number = tag.split('"').next().and_then(|n| n.parse::<usize>().ok());
        if let Some(block) = number.and_then(|n| texts.get(n)) {
            out.push_str(&outline_svg(block, studio.fonts()));
            icons(&mut out, studio, block);
        }
        rest = tag.split_once("/>").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

fn icons(out: &mut String, studio: &Studio<'_>, block: &TextBlock) {
    use std::fmt::Write;
    for icon in &block.icons {
        let Some(svg) = studio.icon_source(&icon.art) else {
            continue;
        };
        let data: String = svg.bytes().map(|b| format!("%{b:02X}")).collect();
        let _ = write!(
            out,
            r#"<image x="{}" y="{}" width="{}" height="{}" href="data:image/svg+xml;charset=utf-8,{data}"/>"#,
            icon.x, icon.y, icon.w, icon.h
        );
    }
}
