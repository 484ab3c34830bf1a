//! Laid-out text as SVG paths, for rasters that shall show the same glyphs as the PDF.

use crate::colour::hex;
use std::fmt::Write;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};

use super::{FontBook, FontId, GlyphRun, TextBlock};

/// The slant of letters where the font has no italic: a fifth of the height.
pub(crate) const SLANT: f32 = 0.2;

/// The glyphs of a block as SVG markup, outlines behind fills. Pictures are left to the caller.
pub fn outline_svg(block: &TextBlock, fonts: &FontBook) -> String {
    let mut svg = String::new();
    let paths: Vec<String> = block.runs.iter().map(|run| path(run, fonts)).collect();
    for (run, d) in block.runs.iter().zip(&paths).filter(|(_, d)| !d.is_empty()) {
        if let Some((color, width)) = run.stroke {
            let hex = hex(color);
            let _ = write!(
                svg,
                r#"<path d="{d}" fill="{hex}" stroke="{hex}" stroke-width="{width}" stroke-linejoin="round"/>"#
            );
        }
    }
    for (run, d) in block.runs.iter().zip(&paths).filter(|(_, d)| !d.is_empty()) {
        let _ = write!(svg, r#"<path d="{d}" fill="{}"/>"#, hex(run.fill));
    }
    svg
}

/// How much ink a glyph takes, in squares of the em.
pub(crate) fn glyph_area(fonts: &FontBook, font: FontId, glyph: u16) -> f32 {
    let face = fonts.face(font);
    let mut area = Area::default();
    if let Some(outline) = face
        .font()
        .outline_glyphs()
        .get(GlyphId::new(u32::from(glyph)))
    {
        let how = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let _ = outline.draw(how, &mut area);
    }
    area.sum.abs() / 2.0 / face.units_per_em / face.units_per_em
}

/// Sums up what an outline encloses: what lies on the left of its way, twice.
#[derive(Default)]
struct Area {
    start: (f32, f32),
    at: (f32, f32),
    sum: f32,
}

impl OutlinePen for Area {
    fn move_to(&mut self, x: f32, y: f32) {
        (self.start, self.at) = ((x, y), (x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.sum += self.at.0 * y - x * self.at.1;
        self.at = (x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        // Between the curve and its chord lie two thirds of the triangle with its control point.
        let (ax, ay) = self.at;
        let triangle = (cx - ax) * (y - ay) - (x - ax) * (cy - ay);
        self.line_to(x, y);
        self.sum += triangle * 2.0 / 3.0;
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (sx, sy) = self.at;
        for i in 1..=4 {
            let t = i as f32 / 4.0;
            let u = 1.0 - t;
            let mix = |s: f32, a: f32, b: f32, e: f32| {
                u * u * u * s + 3.0 * u * t * (u * a + t * b) + t * t * t * e
            };
            self.line_to(mix(sx, ax, bx, x), mix(sy, ay, by, y));
        }
    }

    fn close(&mut self) {
        let (x, y) = self.start;
        self.line_to(x, y);
    }
}

/// The outlines of a run as path data in user units.
fn path(run: &GlyphRun, fonts: &FontBook) -> String {
    let face = fonts.face(run.font);
    let font = face.font();
    let glyphs = font.outline_glyphs();
    let em = run.size / 1000.0;
    let mut pen = SvgPen {
        d: String::new(),
        x: run.x,
        y: run.y,
        k: run.size / face.units_per_em,
        slant: 0.0,
    };
    pen.slant = if run.slant { SLANT } else { 0.0 };
    let mut at = run.x;
    for g in &run.glyphs {
        pen.x = at + g.dx * em;
        pen.y = run.y - g.dy * em;
        if let Some(outline) = glyphs.get(GlyphId::new(u32::from(g.id))) {
            // A glyph that cannot be drawn leaves its place empty, as it does in the PDF.
            let _ = outline.draw(
                DrawSettings::unhinted(Size::unscaled(), LocationRef::default()),
                &mut pen,
            );
        }
        at += g.advance * em;
    }
    pen.d
}

struct SvgPen {
    d: String,
    x: f32,
    y: f32,
    k: f32,
    slant: f32,
}

impl SvgPen {
    fn point(&mut self, command: char, points: &[(f32, f32)]) {
        self.d.push(command);
        for (i, (x, y)) in points.iter().enumerate() {
            let (px, py) = (self.x + (x + y * self.slant) * self.k, self.y - y * self.k);
            if i > 0 {
                self.d.push(' ');
            }
            number(&mut self.d, px);
            self.d.push(' ');
            number(&mut self.d, py);
        }
    }
}

/// A number with at most four decimals. Outlines have thousands; the standard library takes long over fractions.
fn number(out: &mut String, v: f32) {
    let scaled = (f64::from(v) * 1e4).round() as i64;
    if scaled < 0 {
        out.push('-');
    }
    let (whole, mut part) = (
        scaled.unsigned_abs() / 10_000,
        scaled.unsigned_abs() % 10_000,
    );
    let _ = write!(out, "{whole}");
    if part > 0 {
        out.push('.');
    }
    let mut unit = 1000;
    while part > 0 {
        out.push(char::from(b'0' + (part / unit) as u8));
        part %= unit;
        unit /= 10;
    }
}

impl OutlinePen for SvgPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.point('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.point('L', &[(x, y)]);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.point('Q', &[(cx, cy), (x, y)]);
    }
    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.point('C', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }
    fn close(&mut self) {
        self.d.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_right() {
        let show = |v: f32| {
            let mut out = String::new();
            number(&mut out, v);
            out
        };
        assert_eq!(show(0.0), "0");
        assert_eq!(show(-0.00004), "0");
        assert_eq!(show(-0.25), "-0.25");
        assert_eq!(show(12.345_67), "12.3457");
        assert_eq!(show(100.0), "100");
        assert_eq!(show(7.0001), "7.0001");
        assert_eq!(show(f32::NAN), "0");
    }
}
