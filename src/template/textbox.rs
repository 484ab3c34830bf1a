//! The template function `textbox`: what it was asked to set, passed through the rendered SVG.
//!
//! Tera only knows text, so a call leaves its arguments between two control characters in the output;
//! [`split`] takes them out again and puts a placeholder rectangle in their place.

use serde::{Deserialize, Serialize};
use tera::{Kwargs, Value};

use crate::scene::TEXT_PREFIX;

/// The largest type size in points.
const MAX_SIZE: f32 = 2000.0;

const OPEN: char = '\u{2}';
const CLOSE: char = '\u{3}';

/// The arguments of one call.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub(super) struct BoxCall {
    /// The words.
    pub text: String,
    /// Left edge in user units.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// Type size in points.
    pub size: f32,
    /// The smallest size that it may shrink to; `size` when not given.
    pub min_size: Option<f32>,
    /// `left`, `center`, `right` or `justify`.
    pub align: Option<String>,
    /// `top`, `middle` or `bottom`.
    pub valign: Option<String>,
    /// Font family.
    pub font: Option<String>,
    /// 100 to 900.
    pub weight: Option<u16>,
    /// Whether all of it is slanted.
    #[serde(default)]
    pub italic: bool,
    /// Line height as a multiple of the size.
    pub leading: Option<f32>,
    /// Colour of the letters.
    pub fill: Option<String>,
    /// Colour of an outline behind the letters.
    pub stroke: Option<String>,
    /// Its width in user units.
    pub stroke_width: Option<f32>,
    /// Whether `:name:` means an icon; true when not given.
    pub icons: Option<bool>,
}

/// The names of all arguments.
pub const ARGUMENTS: &[&str] = &[
    "text",
    "x",
    "y",
    "w",
    "h",
    "size",
    "min_size",
    "align",
    "valign",
    "font",
    "weight",
    "italic",
    "leading",
    "fill",
    "stroke",
    "stroke_width",
    "icons",
];

/// The body of the tera function.
pub(super) fn call(kwargs: &Kwargs) -> tera::TeraResult<Value> {
    let mut keys: Vec<String> = kwargs.iter().map(|(k, _)| k.to_string()).collect();
    keys.sort_unstable();
    for key in keys {
        if !ARGUMENTS.contains(&key.as_str()) {
            let near = crate::diag::nearest(&key, ARGUMENTS.iter().copied());
            let hint = near
                .map(|n| format!("; did you mean `{n}`?"))
                .unwrap_or_default();
            return Err(tera::Error::message(format!(
                "textbox has no argument `{key}`{hint}"
            )));
        }
    }
    let call = read(kwargs)?;
    let within = |name: &str, value: Option<f32>, low: f32, high: f32| match value {
        Some(v) if !(low..=high).contains(&v) => Err(tera::Error::message(format!(
            "textbox: `{name}` is {v}; it must be {low} to {high}"
        ))),
        _ => Ok(()),
    };
    within("size", Some(call.size), 1.0, MAX_SIZE)?;
    within("min_size", call.min_size, 1.0, MAX_SIZE)?;
    within("leading", call.leading, 0.5, 5.0)?;
    within("weight", number(kwargs, "weight")?, 100.0, 900.0)?;
    within("stroke_width", call.stroke_width, 0.0, 100.0)?;
    for (name, value) in [("w", call.w), ("h", call.h)] {
        if value.is_nan() || value <= 0.0 {
            return Err(tera::Error::message(format!(
                "textbox: `{name}` must be more than 0"
            )));
        }
    }
    let json = serde_json::to_string(&call).map_err(tera::Error::message)?;
    Ok(Value::safe_string(&format!("{OPEN}{json}{CLOSE}")))
}

fn read(kwargs: &Kwargs) -> tera::TeraResult<BoxCall> {
    let must = |key: &str| {
        number(kwargs, key)?
            .ok_or_else(|| tera::Error::message(format!("textbox needs the argument `{key}`")))
    };
    let text = match kwargs.get::<&Value>("text")? {
        Some(v) if v.is_none() => String::new(),
        Some(v) => v.to_string(),
        None => return Err(tera::Error::message("textbox needs the argument `text`")),
    };
    let word = |key: &str| kwargs.get::<&str>(key).map(|s| s.map(str::to_owned));
    Ok(BoxCall {
        text,
        x: must("x")?,
        y: must("y")?,
        w: must("w")?,
        h: must("h")?,
        size: number(kwargs, "size")?.unwrap_or(9.0),
        min_size: number(kwargs, "min_size")?,
        align: word("align")?,
        valign: word("valign")?,
        font: word("font")?,
        weight: number(kwargs, "weight")?.map(|w| w as u16),
        italic: kwargs.get::<bool>("italic")?.unwrap_or_default(),
        leading: number(kwargs, "leading")?,
        fill: word("fill")?,
        stroke: word("stroke")?,
        stroke_width: number(kwargs, "stroke_width")?,
        icons: kwargs.get::<bool>("icons")?,
    })
}

/// A number argument; text that reads as a number will do, since table fields are text.
fn number(kwargs: &Kwargs, key: &str) -> tera::TeraResult<Option<f32>> {
    let Some(value) = kwargs.get::<&Value>(key)? else {
        return Ok(None);
    };
    let number = value
        .as_f64()
        .or_else(|| value.as_str()?.trim().parse().ok());
    match number {
        Some(n) if n.is_finite() => Ok(Some(n as f32)),
        _ => Err(tera::Error::message(format!(
            "textbox: `{key}` must be a number, not `{value}`"
        ))),
    }
}

/// Takes the calls out of rendered SVG and leaves placeholders.
pub(super) fn split(rendered: &str) -> (String, Vec<BoxCall>) {
    let mut svg = String::with_capacity(rendered.len());
    let mut calls = Vec::new();
    let mut rest = rendered;
    while let Some(open) = rest.find(OPEN) {
        svg.push_str(&rest[..open]);
        let Some(close) = rest[open..].find(CLOSE) else {
            break;
        };
        if let Ok(call) = serde_json::from_str::<BoxCall>(&rest[open + 1..open + close]) {
            placeholder(&mut svg, calls.len(), call.x, call.y, call.w, call.h);
            calls.push(call);
        }
        rest = &rest[open + close + 1..];
    }
    svg.push_str(rest);
    (svg, calls)
}

/// A frame around a text box whose text could not be set as asked.
pub(super) fn frame(call: &BoxCall, units_per_mm: f64) -> String {
    let BoxCall { x, y, w, h, .. } = call;
    let (pen, dash) = (0.3 * units_per_mm, 1.5 * units_per_mm);
    format!(
        r##"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="#e6007e" stroke-width="{pen}" stroke-dasharray="{dash}"/>"##
    )
}

/// Writes the rectangle that stands for text box `n`.
pub fn placeholder(svg: &mut String, n: usize, x: f32, y: f32, w: f32, h: f32) {
    use std::fmt::Write;
    let _ = write!(
        svg,
        r#"<rect id="{TEXT_PREFIX}{n}" x="{x}" y="{y}" width="{w}" height="{h}"/>"#
    );
}
