//! The template function `textbox`: what it was asked to set, and where in the rendered SVG.
//!
//! Tera only knows text, so a call keeps its arguments for the template that runs on this thread, and leaves their number
//! between two control characters in the output; [`drawn`] puts a placeholder rectangle in its place.

use std::cell::RefCell;
use std::sync::Arc;

use tera::{Kwargs, Value};

use crate::scene::TEXT_PREFIX;

/// The largest type size in points.
const MAX_SIZE: f32 = 2000.0;

const OPEN: char = '\u{2}';
const CLOSE: char = '\u{3}';

thread_local! {
    /// The calls of the template that runs on this thread.
    static CALLS: RefCell<Vec<Arc<BoxCall>>> = const { RefCell::new(Vec::new()) };
}

/// What a template makes.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    /// SVG, with a placeholder for every text box.
    pub svg: String,
    /// The text boxes, in the order of their placeholders.
    pub boxes: Vec<Arc<BoxCall>>,
}

/// The arguments of one call.
#[derive(Clone, Debug, PartialEq)]
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

impl BoxCall {
    /// Whether another is set in the same place and the same way, whatever their colours.
    pub(super) fn is_set_like(&self, other: &Self) -> bool {
        let Self {
            text,
            x,
            y,
            w,
            h,
            size,
            min_size,
            align,
            valign,
            font,
            weight,
            italic,
            leading,
            fill: _,
            stroke,
            stroke_width,
            icons,
        } = self;
        let place = |b: &Self| [b.x, b.y, b.w, b.h, b.size];
        place(other) == [*x, *y, *w, *h, *size]
            && other.text == *text
            && other.min_size == *min_size
            && other.align == *align
            && other.valign == *valign
            && other.font == *font
            && other.weight == *weight
            && other.italic == *italic
            && other.leading == *leading
            && other.stroke.is_some() == stroke.is_some()
            && other.stroke_width == *stroke_width
            && other.icons == *icons
    }
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
    let keys = kwargs.iter().filter_map(|(key, _)| key.as_str());
    if let Some(key) = keys.filter(|key| !ARGUMENTS.contains(key)).min() {
        let near = crate::diag::nearest(key, ARGUMENTS.iter().copied());
        let hint = near
            .map(|n| format!("; did you mean `{n}`?"))
            .unwrap_or_default();
        return Err(tera::Error::message(format!(
            "textbox has no argument `{key}`{hint}"
        )));
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
    let number = CALLS.with_borrow_mut(|calls| {
        calls.push(Arc::new(call));
        calls.len() - 1
    });
    Ok(Value::safe_string(&format!("{OPEN}{number}{CLOSE}")))
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

/// Forgets the calls of a template that ran before on this thread.
pub(super) fn begin() {
    CALLS.with_borrow_mut(Vec::clear);
}

/// What the template made that ran on this thread since [`begin`]: placeholders in the place of its calls.
pub(super) fn drawn(rendered: &str) -> Drawn {
    let calls = CALLS.take();
    let mut svg = String::with_capacity(rendered.len() + 48 * calls.len());
    let mut boxes = Vec::with_capacity(calls.len());
    let mut rest = rendered;
    while let Some(open) = rest.find(OPEN) {
        svg.push_str(&rest[..open]);
        let Some(close) = rest[open..].find(CLOSE) else {
            break;
        };
        let number = rest[open + 1..open + close].parse::<usize>().ok();
        if let Some(call) = number.and_then(|n| calls.get(n)) {
            placeholder(&mut svg, boxes.len(), call.x, call.y, call.w, call.h);
            boxes.push(call.clone());
        }
        rest = &rest[open + close + 1..];
    }
    svg.push_str(rest);
    Drawn { svg, boxes }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_stand_where_their_calls_are_printed() {
        let mut tera = tera::Tera::new();
        tera.autoescape_on([".svg"]);
        tera.register_function("textbox", |kwargs: Kwargs, _: &tera::State| call(&kwargs));
        let source = "{% set kept %}{{ textbox(text='a', x=1, y=2, w=3, h=4) }}{% endset %}<g/>\
            {{ textbox(text='b & <c>', x=5, y=6, w=7, h=8) }}{{ kept }}{{ kept }}";
        tera.add_raw_template("a.svg", source).expect("a template");
        // What another template left behind is not this one's.
        CALLS.with_borrow_mut(Vec::clear);
        tera.render("a.svg", &tera::Context::new()).expect("drawn");
        begin();
        let rendered = tera.render("a.svg", &tera::Context::new()).expect("drawn");
        let made = drawn(&rendered);
        let words: Vec<&str> = made.boxes.iter().map(|b| b.text.as_str()).collect();
        assert_eq!(words, ["b & <c>", "a", "a"]);
        let place = |n: usize, x: u32| {
            let (y, w, h) = (x + 1, x + 2, x + 3);
            format!(r#"<rect id="kp-text-{n}" x="{x}" y="{y}" width="{w}" height="{h}"/>"#)
        };
        let places = [place(0, 5), place(1, 1), place(2, 1)].concat();
        assert_eq!(made.svg, format!("<g/>{places}"));
    }
}
