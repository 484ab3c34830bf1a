//! Faces as SVG that looks the same everywhere: letters are outlines, pictures are inside the file.

use std::fmt::Write;

use usvg::WriteOptions;

use super::draw::bare;
use super::shots::Ready;
use crate::colour::{grey, hex, parse_color};
use crate::say::Say;
use crate::scene::{Studio, TEXT_PREFIX};
use crate::template::{Face, Ink};
use crate::text::outline_svg;
use crate::units::{Mm, Size};

/// Greys for pictures, as light as their colours look.
const GREY_FILTER: &str = concat!(
    r#"<filter id="kp-grey" color-interpolation-filters="linearRGB">"#,
    r#"<feColorMatrix values="0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0 0 0 1 0"/>"#,
    "</filter>"
);

/// Writes a face. What it draws past its trim is shown as far as the bleed; where it draws nothing there, its edge
/// is extended as on the printed pages.
pub(super) fn write(
    studio: &Studio<'_>,
    ready: &Ready,
    size: Size,
    bleed: Mm,
    title: &str,
) -> Result<String, Say> {
    let tree = studio.parse(&outlined(studio, &ready.face))?;
    let (w, h) = (
        f64::from(tree.size().width()),
        f64::from(tree.size().height()),
    );
    let (bx, by) = (w * (bleed / size.w), h * (bleed / size.h));
    let outer = size.grown(bleed);
    let mut out = format!(
        concat!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" "#,
            r#"width="{}mm" height="{}mm" viewBox="{} {} {} {}">"#
        ),
        short(outer.w.0),
        short(outer.h.0),
        short(-bx),
        short(-by),
        short(w + bx * 2.0),
        short(h + by * 2.0),
    );
    let _ = write!(out, "<title>{}</title>", escaped(title));
    if bleed.0 > 0.0 {
        let art = studio.art(&bare(studio, ready))?;
        let _ = write!(
            out,
            concat!(
                r#"<clipPath id="kp-ring"><path clip-rule="evenodd" d="M{x0} {y0}H{x1}V{y1}H{x0}ZM0 0H{w}V{h}H0Z"/></clipPath>"#,
                r#"<g clip-path="url(#kp-ring)"><g transform="matrix({kx} 0 0 {ky} {x0} {y0})">{art}</g></g>"#
            ),
            x0 = short(-bx),
            y0 = short(-by),
            x1 = short(w + bx),
            y1 = short(h + by),
            w = short(w),
            h = short(h),
            kx = short((w + bx * 2.0) / w),
            ky = short((h + by * 2.0) / h),
            art = inner(&art.tree, Some("kp-edge-".into())),
        );
    }
    out.push_str(&inner(&tree, None));
    out.push_str("</svg>\n");
    if studio.ink() == Ink::Mono {
        out = greyed(&out);
    }
    Ok(out)
}

/// The face with outlines for its texts, and the icons in them as shapes: not every program shows a picture inside
/// a picture.
fn outlined(studio: &Studio<'_>, face: &Face) -> String {
    let mut out = String::with_capacity(face.svg.len() * 2);
    let mut rest = face.svg.as_str();
    let open = format!("<rect id=\"{TEXT_PREFIX}");
    let mut icons = 0;
    while let Some(at) = rest.find(&open) {
        out.push_str(&rest[..at]);
        let tag = &rest[at + open.len()..];
        let number = tag.split('"').next().and_then(|n| n.parse::<usize>().ok());
        if let Some(block) = number.and_then(|n| face.texts.get(n)) {
            out.push_str(&outline_svg(block, studio.fonts()));
            for icon in &block.icons {
                icons += 1;
                let (w, h) = icon.art.size();
                let _ = write!(
                    out,
                    r#"<g xmlns:xlink="http://www.w3.org/1999/xlink" transform="translate({} {}) scale({} {})">{}</g>"#,
                    icon.x,
                    icon.y,
                    icon.w / w,
                    icon.h / h,
                    inner(&icon.art.tree, Some(format!("kp-icon-{icons}-")))
                );
            }
        }
        rest = tag.split_once("/>").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// The content of a tree without its root element.
fn inner(tree: &usvg::Tree, id_prefix: Option<String>) -> String {
    let options = WriteOptions {
        id_prefix,
        ..WriteOptions::default()
    };
    let text = tree.to_string(&options);
    let start = text
        .find("<svg")
        .and_then(|at| Some(at + text[at..].find('>')? + 1))
        .unwrap_or_default();
    let end = text.rfind("</svg>").unwrap_or(start).max(start);
    // An empty tree is one closed element.
    text[start..end].trim_end().to_owned()
}

/// Turns every colour into the grey that looks as light.
fn greyed(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len() + 400);
    let mut rest = svg;
    while let Some(at) = rest.find("=\"#") {
        let (before, after) = rest.split_at(at + 2);
        out.push_str(before);
        match after.get(..7).and_then(parse_color) {
            Some(color) if after[7..].starts_with('"') => {
                out.push_str(&hex(grey(color)));
                rest = &after[7..];
            }
            _ => rest = after,
        }
    }
    out.push_str(rest);
    if out.contains("<image ") {
        out = out.replace("<image ", r#"<image filter="url(#kp-grey)" "#);
        out = out.replacen("</title>", &format!("</title>{GREY_FILTER}"), 1);
    }
    out
}

/// A number with no more digits than a printer can tell.
fn short(value: f64) -> f64 {
    let rounded = (value * 1e6).round() / 1e6;
    // No minus before a zero.
    if rounded == 0.0 { 0.0 } else { rounded }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_replace_colours_and_nothing_else() {
        let grey =
            greyed(r##"<svg><path fill="#ff0000" stroke="url(#a)" href="#abcdef1"/></svg>"##);
        assert!(!grey.contains("#ff0000"), "{grey}");
        assert!(
            grey.contains("url(#a)") && grey.contains("#abcdef1"),
            "{grey}"
        );
    }
}
