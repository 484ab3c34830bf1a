//! What elements inherit: fills, strokes, and what belongs to them.

use usvg::{FillRule, LineCap, LineJoin};

use super::attributes::Attributes;
use super::outline::{number, numbers};
use super::{Fill, Paint, Shape, Stroke};
use crate::scene::reach::MOST_DASHES;

/// A paint as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked<'s> {
    /// Nothing is painted.
    None,
    /// A colour and how opaque it is.
    Colour([u8; 3], f32),
    /// The tile with this id.
    Tile(&'s str),
}

/// The style of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style<'s> {
    fill: Asked<'s>,
    fill_opacity: f32,
    fill_rule: FillRule,
    clip_rule: FillRule,
    stroke: Asked<'s>,
    stroke_opacity: f32,
    width: f32,
    cap: LineCap,
    join: LineJoin,
    miter: f32,
    dashes: Option<&'s str>,
    dash_offset: f32,
    stroke_first: bool,
}

impl Default for Style<'_> {
    fn default() -> Self {
        Self {
            fill: Asked::Colour([0; 3], 1.0),
            fill_opacity: 1.0,
            fill_rule: FillRule::NonZero,
            clip_rule: FillRule::NonZero,
            stroke: Asked::None,
            stroke_opacity: 1.0,
            width: 1.0,
            cap: LineCap::Butt,
            join: LineJoin::Miter,
            miter: 4.0,
            dashes: None,
            dash_offset: 0.0,
            stroke_first: false,
        }
    }
}

impl<'s> Style<'s> {
    /// The style of an element inside one of this style; `None` if a value is not plain.
    pub fn with(&self, a: &Attributes<'s>) -> Option<Self> {
        let mut style = *self;
        let of = |text: Option<&str>, before: f32| text.map_or(Some(before), number);
        let share = |text: Option<&str>, before: f32| text.map_or(Some(before), opacity);
        if let Some(text) = a.fill {
            style.fill = paint(text)?;
        }
        if let Some(text) = a.stroke {
            style.stroke = paint(text)?;
        }
        style.fill_opacity = share(a.fill_opacity, style.fill_opacity)?;
        style.stroke_opacity = share(a.stroke_opacity, style.stroke_opacity)?;
        style.width = of(a.stroke_width, style.width)?;
        style.miter = of(a.stroke_miterlimit, style.miter)?;
        style.dash_offset = of(a.stroke_dashoffset, style.dash_offset)?;
        style.dashes = a.stroke_dasharray.or(style.dashes);
        if let Some(text) = a.fill_rule {
            style.fill_rule = rule(text)?;
        }
        if let Some(text) = a.clip_rule {
            style.clip_rule = rule(text)?;
        }
        if let Some(text) = a.stroke_linecap {
            style.cap = match text {
                "butt" => LineCap::Butt,
                "round" => LineCap::Round,
                "square" => LineCap::Square,
                _ => return None,
            };
        }
        if let Some(text) = a.stroke_linejoin {
            style.join = match text {
                "miter" => LineJoin::Miter,
                "round" => LineJoin::Round,
                "bevel" => LineJoin::Bevel,
                _ => return None,
            };
        }
        if let Some(text) = a.paint_order {
            style.stroke_first = match text {
                "normal" => false,
                "stroke" | "stroke fill" => true,
                _ => return None,
            };
        }
        Some(style)
    }

    /// What is inside the outline of a shape that cuts.
    pub fn clip_rule(&self) -> FillRule {
        self.clip_rule
    }

    /// An outline painted in this style: the shape, if there is anything to see. `tile` knows the number of a
    /// tile. Fails if a value is not plain.
    pub fn paint(
        &self,
        outline: usvg::tiny_skia_path::Path,
        mut tile: impl FnMut(&'s str) -> usize,
    ) -> Option<Option<Shape>> {
        let mut known = |asked| match asked {
            Asked::None => None,
            Asked::Colour(rgb, opacity) => Some((Paint::Colour(rgb), opacity)),
            Asked::Tile(id) => Some((Paint::Tile(tile(id)), 1.0)),
        };
        let fill = known(self.fill).map(|(paint, opacity)| Fill {
            paint,
            opacity: opacity * self.fill_opacity,
            rule: self.fill_rule,
        });
        let stroke = match known(self.stroke) {
            Some((paint, opacity)) if self.width > 0.0 => Some(Box::new(Stroke {
                paint,
                opacity: opacity * self.stroke_opacity,
                width: self.width,
                cap: self.cap,
                join: self.join,
                miter: self.miter.max(1.0),
                dashes: few(self.dashes.map_or(Some(Vec::new()), dashes)?, &outline)?,
                dash_offset: self.dash_offset,
            })),
            _ => None,
        };
        let seen = fill.is_some() || stroke.is_some();
        Some(seen.then_some(Shape {
            outline,
            fill,
            stroke,
            stroke_first: self.stroke_first,
        }))
    }
}

/// Dashes, unless there might be very many of them.
fn few(dashes: Vec<f32>, outline: &usvg::tiny_skia_path::Path) -> Option<Vec<f32>> {
    let b = outline.bounds();
    let length = (b.width() + b.height()) * outline.len() as f32;
    let few = length * dashes.len() as f32 <= MOST_DASHES * dashes.iter().sum::<f32>();
    (dashes.is_empty() || few).then_some(dashes)
}

fn rule(text: &str) -> Option<FillRule> {
    match text {
        "nonzero" => Some(FillRule::NonZero),
        "evenodd" => Some(FillRule::EvenOdd),
        _ => None,
    }
}

/// A share of 1.
pub fn opacity(text: &str) -> Option<f32> {
    number(text).map(|v| v.clamp(0.0, 1.0))
}

fn paint(text: &str) -> Option<Asked<'_>> {
    if text == "none" {
        return Some(Asked::None);
    }
    if let Some(rgb) = hex(text) {
        return Some(Asked::Colour(rgb, 1.0));
    }
    match svgtypes::Paint::from_str(text).ok()? {
        svgtypes::Paint::None => Some(Asked::None),
        svgtypes::Paint::Color(c) => Some(Asked::Colour(
            [c.red, c.green, c.blue],
            f32::from(c.alpha) / 255.0,
        )),
        svgtypes::Paint::FuncIRI(id, None) => Some(Asked::Tile(id)),
        _ => None,
    }
}

/// `#rgb` or `#rrggbb`.
fn hex(text: &str) -> Option<[u8; 3]> {
    let digit = |b: u8| char::from(b).to_digit(16).map(|d| d as u8);
    match *text.as_bytes() {
        [b'#', r, g, b] => Some([digit(r)? * 17, digit(g)? * 17, digit(b)? * 17]),
        [b'#', r, s, g, h, b, c] => Some([
            digit(r)? * 16 + digit(s)?,
            digit(g)? * 16 + digit(h)?,
            digit(b)? * 16 + digit(c)?,
        ]),
        _ => None,
    }
}

/// Dashes and gaps, always as many of the ones as of the others.
fn dashes(text: &str) -> Option<Vec<f32>> {
    if text == "none" {
        return Some(Vec::new());
    }
    let mut list = numbers(text)?;
    if list.iter().any(|v| v.is_sign_negative()) || list.iter().sum::<f32>() <= 0.0 {
        return None;
    }
    if list.len() % 2 == 1 {
        list.extend_from_within(..);
    }
    Some(list)
}
