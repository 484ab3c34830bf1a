//! Paints: colours, gradients, tiles.

use usvg::{BaseGradient, SpreadMethod, Transform};

use super::canvas::{Box4, Canvas, DrawResult};
use super::content::Content;
use super::path::{Paint, fades};
use super::{Enclosure, Ink};

/// More periods than this of a repeating gradient are narrower than any printer's dots.
const MAX_PERIODS: f32 = 500.0;

/// Stops that are no farther apart are at the same place; `usvg` keeps them a hair apart.
const SAME: f32 = 1e-6;

impl Canvas<'_> {
    /// Sets paint and opacity for filling or stroking what lies in `bbox` of the current user space.
    pub(super) fn ink_with(
        &mut self,
        paint: Paint<'_>,
        opacity: f32,
        stroke: bool,
        bbox: Box4,
    ) -> DrawResult {
        // Readers disagree on soft masks together with opacity: there the mask takes both.
        let fade = fades(paint).then_some(opacity);
        match (fade, stroke) {
            (Some(_), _) => {}
            // Readers take a tile for something filled, whatever it is laid on.
            (None, true) if matches!(paint, Paint::Tile(_)) => {
                self.blend(opacity, opacity, usvg::BlendMode::Normal);
            }
            (None, false) => self.blend(opacity, 1.0, usvg::BlendMode::Normal),
            (None, true) => self.blend(1.0, opacity, usvg::BlendMode::Normal),
        }
        match paint {
            Paint::Colour(rgb) => {
                self.colour(rgb, stroke);
                Ok(())
            }
            Paint::Linear(g) => {
                let axis = Axis::Line([g.x1(), g.y1(), g.x2(), g.y2()]);
                self.gradient(g, axis, fade, stroke, bbox)
            }
            Paint::Radial(g) => {
                let axis =
                    Axis::Circles([g.fx(), g.fy(), g.fr().get(), g.cx(), g.cy(), g.r().get()]);
                self.gradient(g, axis, fade, stroke, bbox)
            }
            Paint::Tile(tile) => {
                let number = self.tiles(tile)?;
                self.use_pattern(number, stroke);
                Ok(())
            }
        }
    }

    /// Sets a colour, unless it is set already.
    pub(super) fn colour(&mut self, rgb: [u8; 3], stroke: bool) {
        let rgb = if self.ink == Ink::Grey {
            [luma(rgb); 3]
        } else {
            rgb
        };
        if !stroke {
            if self.fill == Some(rgb) {
                return;
            }
            self.fill = Some(rgb);
        }
        let level = |v: u8| f32::from(v) / 255.0;
        if rgb[0] == rgb[1] && rgb[1] == rgb[2] {
            self.out
                .num(level(rgb[0]), 3)
                .raw(if stroke { "G\n" } else { "g\n" });
        } else {
            self.out
                .nums(&rgb.map(level))
                .raw(if stroke { "RG\n" } else { "rg\n" });
        }
    }

    fn use_pattern(&mut self, number: usize, stroke: bool) {
        if !stroke {
            self.fill = None;
        }
        self.out
            .raw(if stroke { "/Pattern CS" } else { "/Pattern cs" });
        self.out
            .name("P", number)
            .raw(if stroke { "SCN\n" } else { "scn\n" });
    }

    fn gradient(
        &mut self,
        g: &BaseGradient,
        axis: Axis,
        fade: Option<f32>,
        stroke: bool,
        bbox: Box4,
    ) -> DrawResult {
        let room = (bbox[2] - bbox[0]).max(bbox[3] - bbox[1]) * 0.01 + 1e-3;
        let bbox = [
            bbox[0] - room,
            bbox[1] - room,
            bbox[2] + room,
            bbox[3] + room,
        ];
        let range = axis.range(g, bbox);
        if let Some(opacity) = fade {
            let dict = shading(g, axis, range, g.transform(), |s| {
                vec![s.opacity().get() * opacity]
            });
            let form = self.as_shape(Ink::Grey, Enclosure::Piece, |c| {
                c.form(bbox, true, |c| {
                    let number = c.shading(dict);
                    c.use_pattern(number, false);
                    let digits = c.digits;
                    for v in [bbox[0], bbox[1], bbox[2] - bbox[0], bbox[3] - bbox[1]] {
                        c.out.num(v, digits);
                    }
                    c.out.raw("re f\n");
                    Ok(())
                })
            })?;
            self.mask_with(true, form);
        }
        let grey = self.ink == Ink::Grey;
        let dict = shading(g, axis, range, self.ts.pre_concat(g.transform()), |s| {
            let c = s.color();
            let rgb = [c.red, c.green, c.blue];
            let levels: &[u8] = if grey { &[luma(rgb)] } else { &rgb };
            levels.iter().map(|v| f32::from(*v) / 255.0).collect()
        });
        let number = self.shading(dict);
        self.use_pattern(number, stroke);
        Ok(())
    }
}

/// How bright a colour is, as SVG weighs it.
pub(super) fn luma([r, g, b]: [u8; 3]) -> u8 {
    if r == g && g == b {
        return r;
    }
    (0.2126 * f32::from(r) + 0.7152 * f32::from(g) + 0.0722 * f32::from(b)).round() as u8
}

/// What a gradient runs along.
#[derive(Clone, Copy)]
enum Axis {
    /// From the first point to the second.
    Line([f32; 4]),
    /// From the first circle (x, y, r) to the second.
    Circles([f32; 6]),
}

impl Axis {
    /// What a gradient that is not repeated needs: more than itself where two stops share an end, as only the
    /// outer one is seen beyond it.
    fn padded(self, g: &BaseGradient) -> (f32, f32) {
        let same = |pair: &[usvg::Stop]| pair[1].offset().get() - pair[0].offset().get() <= SAME;
        let (first, last) = match g.stops() {
            [] | [_] => (false, false),
            stops => (same(&stops[..2]), same(&stops[stops.len() - 2..])),
        };
        let first = first && g.stops()[0].offset().get() <= SAME;
        let last = last && g.stops()[g.stops().len() - 1].offset().get() >= 1.0 - SAME;
        let before = match self {
            Axis::Line(_) => -1.0,
            Axis::Circles(c) => smallest(c),
        };
        (
            if first { before } else { 0.0 },
            if last { 2.0 } else { 1.0 },
        )
    }

    /// The whole periods that a gradient needs to cover `bbox`.
    fn range(self, g: &BaseGradient, bbox: Box4) -> (f32, f32) {
        if g.spread_method() == SpreadMethod::Pad {
            return self.padded(g);
        }
        let Some(inverse) = g.transform().invert() else {
            return (0.0, 1.0);
        };
        let [left, top, right, bottom] = bbox;
        let (mut low, mut high) = (0.0f32, 1.0f32);
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            let mut p = usvg::tiny_skia_path::Point::from_xy(x, y);
            inverse.map_point(&mut p);
            let t = self.at(p.x, p.y);
            low = low.min(t.floor());
            high = high.max(t.ceil());
        }
        if let Axis::Circles(c) = self {
            low = smallest(c);
        }
        (low.max(-MAX_PERIODS), high.min(MAX_PERIODS))
    }

    /// Where on the axis a point's colour stands.
    fn at(self, x: f32, y: f32) -> f32 {
        match self {
            Axis::Line([x1, y1, x2, y2]) => {
                let (dx, dy) = (x2 - x1, y2 - y1);
                ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
            }
            // |p - c(t)| = r(t), the larger root.
            Axis::Circles([fx, fy, fr, cx, cy, r]) => {
                let (dx, dy, dr) = (cx - fx, cy - fy, r - fr);
                let (px, py) = (x - fx, y - fy);
                let a = dx * dx + dy * dy - dr * dr;
                let b = px * dx + py * dy + fr * dr;
                let c = px * px + py * py - fr * fr;
                let t = if a.abs() < 1e-6 {
                    c / (2.0 * b)
                } else {
                    (b - (b * b - a * c).max(0.0).sqrt()) / a
                };
                if t.is_finite() { t } else { MAX_PERIODS }
            }
        }
    }

    /// The coordinates of the axis between two places on it.
    fn between(self, low: f32, high: f32) -> Vec<f32> {
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        match self {
            Axis::Line([x1, y1, x2, y2]) => [low, high]
                .iter()
                .flat_map(|t| [mix(x1, x2, *t), mix(y1, y2, *t)])
                .collect(),
            Axis::Circles([fx, fy, fr, cx, cy, r]) => [low, high]
                .iter()
                .flat_map(|t| [mix(fx, cx, *t), mix(fy, cy, *t), mix(fr, r, *t).max(0.0)])
                .collect(),
        }
    }
}

/// Where on the axis circles become a point, which they cannot be smaller than.
fn smallest([_, _, first, _, _, second]: [f32; 6]) -> f32 {
    match second > first {
        true => -(first / (second - first)),
        false => 0.0,
    }
}

/// A shading pattern whose colours `components` takes from the stops.
fn shading(
    g: &BaseGradient,
    axis: Axis,
    (low, high): (f32, f32),
    matrix: Transform,
    components: impl Fn(&usvg::Stop) -> Vec<f32>,
) -> Content {
    let stops = periods(g, low, high, components);
    let grey = stops[0].1.len() == 1;
    let mut d = Content::default();
    d.raw("<</PatternType 2/Matrix[")
        .matrix(matrix, 6)
        .raw("]/Shading<</ShadingType ");
    d.raw(if matches!(axis, Axis::Line(_)) {
        "2"
    } else {
        "3"
    });
    d.raw(if grey {
        "/ColorSpace/DeviceGray"
    } else {
        "/ColorSpace/DeviceRGB"
    });
    d.raw("/Extend[true true]/Coords[");
    for v in axis.between(low, high) {
        d.num(v, 5);
    }
    d.raw("]");
    if (low, high) != (0.0, 1.0) {
        d.raw("/Domain[").nums(&[low, high]).raw("]");
    }
    d.raw("/Function");
    stitch(&mut d, &stops, low, high);
    d.raw(">>>>");
    d
}

type ColourStop = (f32, Vec<f32>);

/// The stops over all periods, the first at or before `low` and the last at or after `high`.
fn periods(
    g: &BaseGradient,
    low: f32,
    high: f32,
    components: impl Fn(&usvg::Stop) -> Vec<f32>,
) -> Vec<ColourStop> {
    let mut base: Vec<ColourStop> = g
        .stops()
        .iter()
        .map(|s| (s.offset().get(), components(s)))
        .collect();
    if base.is_empty() {
        base.push((0.0, vec![0.0]));
    }
    if let Some(first) = base.first().filter(|s| s.0 > 0.0).cloned() {
        base.insert(0, (0.0, first.1));
    }
    if let Some(last) = base.last().filter(|s| s.0 < 1.0).cloned() {
        base.push((1.0, last.1));
    }
    if g.spread_method() == SpreadMethod::Pad {
        let ends = (base.first().cloned(), base.last().cloned());
        base.splice(0..0, ends.0.filter(|_| low < 0.0).map(|s| (low, s.1)));
        base.extend(ends.1.filter(|_| high > 1.0).map(|s| (high, s.1)));
        return base;
    }
    let mut all = Vec::new();
    for period in (low.floor() as i32)..(high.ceil() as i32) {
        let start = period as f32;
        if g.spread_method() == SpreadMethod::Reflect && period.rem_euclid(2) == 1 {
            all.extend(base.iter().rev().map(|s| (start + 1.0 - s.0, s.1.clone())));
        } else {
            all.extend(base.iter().map(|s| (start + s.0, s.1.clone())));
        }
    }
    all
}

/// A function through the stops.
fn stitch(d: &mut Content, stops: &[ColourStop], low: f32, high: f32) {
    let pieces: Vec<&[ColourStop]> = stops
        .windows(2)
        .filter(|w| w[1].0 - w[0].0 > SAME)
        .collect();
    if let [piece] = pieces[..]
        && (low, high) == (0.0, 1.0)
    {
        return ramp(d, piece);
    }
    let first = pieces.first().map_or(low, |p| p[0].0);
    let last = pieces.last().map_or(high, |p| p[1].0);
    d.raw("<</FunctionType 3/Domain[")
        .nums(&[first, last])
        .raw("]/Functions[");
    for piece in &pieces {
        ramp(d, piece);
    }
    d.raw("]/Bounds[");
    for piece in pieces.iter().skip(1) {
        d.num(piece[0].0, 5);
    }
    d.raw("]/Encode[");
    for _ in &pieces {
        d.raw("0 1 ");
    }
    d.raw("]>>");
}

fn ramp(d: &mut Content, piece: &[ColourStop]) {
    d.raw("<</FunctionType 2/N 1/Domain[0 1]/C0[")
        .nums(&piece[0].1);
    d.raw("]/C1[").nums(&piece[1].1).raw("]>>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_an_axis() {
        let line = Axis::Line([10.0, 0.0, 20.0, 0.0]);
        assert_eq!(line.at(45.0, 99.0), 3.5);
        let circles = Axis::Circles([0.0, 0.0, 0.0, 0.0, 0.0, 10.0]);
        assert!((circles.at(30.0, 40.0) - 5.0).abs() < 1e-4);
        // The focal point is left of the centre: circles reach further to the right.
        let focal = Axis::Circles([-5.0, 0.0, 0.0, 0.0, 0.0, 10.0]);
        assert!((focal.at(10.0, 0.0) - 1.0).abs() < 1e-4);
        assert!((focal.at(-10.0, 0.0) - 1.0).abs() < 1e-4);
    }

    #[test]
    fn grey_weighs_green_most() {
        assert_eq!(
            [luma([255, 0, 0]), luma([0, 255, 0]), luma([0, 0, 255])],
            [54, 182, 18]
        );
        assert_eq!(luma([9, 9, 9]), 9);
    }
}
