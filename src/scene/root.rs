//! What the root `<svg>` of a picture says of its size.

use super::share::Attributes;
use crate::units::{Size, parse_length};

/// An attribute of the root `<svg>`.
fn root_attribute<'s>(svg: &'s str, name: &str) -> Option<&'s str> {
    let tag = &svg[svg.find("<svg")?..];
    let mut all = Attributes::of(tag);
    all.find(|(own, _)| *own == name).map(|(_, value)| value)
}

/// The size that the root `<svg>` of a picture gives.
pub fn svg_size(svg: &str) -> Option<Size> {
    // A bare number is pixels, which say nothing about paper.
    let length = |name| {
        let text = root_attribute(svg, name)?;
        let unit = text.trim_end().ends_with("mm") || text.ends_with("cm") || text.ends_with("in");
        parse_length(text).filter(|l| unit && l.0 > 0.0)
    };
    Some(Size {
        w: length("width")?,
        h: length("height")?,
    })
}

/// How many user units of the root `<svg>` make a millimetre of the face.
pub fn units_per_mm(svg: &str, size: Size) -> f64 {
    let view = root_attribute(svg, "viewBox").and_then(|v| {
        let mut numbers = v.split([' ', ',']).filter(|s| !s.is_empty());
        numbers.nth(2)?.parse::<f64>().ok()
    });
    match view {
        Some(w) if w > 0.0 => w / size.w.0,
        // Without a viewBox a user unit is a pixel.
        _ => 96.0 / 25.4,
    }
}
