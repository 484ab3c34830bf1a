//! Text: our own glyph runs and the glyphs that `usvg` set, both as real text.

use usvg::{PaintOrder, Transform};

use super::canvas::{Canvas, DrawResult};
use super::content::{Content, text_bytes};
use super::font::clusters;
use super::outline::outlines;
use super::path::{Paint, StrokePen};
use crate::text::{FontId, GlyphRun, TextBlock};

/// How far a slanted letter leans: the tangent of 12°.
pub(super) const SLANT: f32 = 0.2126;

/// Writes the glyphs of one text object.
struct GlyphWriter {
    font: Option<(FontId, f32)>,
    /// The linear part of the text matrix, and where the line started.
    matrix: Option<Transform>,
    /// How far the pen is, in thousandths of the em.
    pen: f32,
    /// Whether a string is open; an array is open whenever glyphs were written.
    string: bool,
    array: bool,
    rise: f32,
}

impl GlyphWriter {
    fn begin(out: &mut Content) -> Self {
        out.raw("BT\n");
        Self {
            font: None,
            matrix: None,
            pen: 0.0,
            string: false,
            array: false,
            rise: 0.0,
        }
    }

    fn close_array(&mut self, out: &mut Content) {
        if self.array {
            out.raw(if self.string { ")]TJ\n" } else { "]TJ\n" });
        }
        self.string = false;
        self.array = false;
    }

    fn end(mut self, out: &mut Content) {
        self.set_rise(out, 0.0, 0);
        self.close_array(out);
        out.raw("ET\n");
    }

    /// Chooses the font and starts a line under a matrix that maps text space (y up) to user space.
    fn start(
        &mut self,
        out: &mut Content,
        font: FontId,
        size: f32,
        matrix: Transform,
        digits: usize,
    ) {
        self.set_rise(out, 0.0, digits);
        self.close_array(out);
        if self.font != Some((font, size)) {
            out.name("F", usize::from(font.0)).num(size, 3).raw("Tf\n");
            self.font = Some((font, size));
        }
        let to = round_translation(matrix, digits);
        // Moves under a turned matrix would be rounded in the wrong directions.
        match self
            .matrix
            .filter(|from| from.ky == 0.0)
            .and_then(|from| shift(from, to))
        {
            Some((dx, dy)) => out.num(dx, digits).num(dy, digits).raw("Td\n"),
            None => out.matrix(to, digits).raw("Tm\n"),
        };
        self.matrix = Some(to);
        self.pen = 0.0;
    }

    fn set_rise(&mut self, out: &mut Content, rise: f32, digits: usize) {
        if (rise - self.rise).abs() > 1e-4 {
            self.close_array(out);
            out.num(rise, digits.max(2)).raw("Ts\n");
            self.rise = rise;
        }
    }

    /// Shows a glyph `at` thousandths of the em from the line's start.
    fn glyph(&mut self, out: &mut Content, code: u16, width: f32, at: f32) {
        let back = (self.pen - at).round();
        if !self.array {
            out.raw("[");
            self.array = true;
        }
        if back != 0.0 {
            out.raw(if self.string { ")" } else { "" });
            self.string = false;
            out.number(f64::from(back), 0);
            self.pen -= back;
        }
        if !self.string {
            out.raw("(");
            self.string = true;
        }
        out.code(code);
        self.pen += width;
    }

    /// From here on the text that is copied out is `text`, whatever the glyphs say.
    fn open_span(&mut self, out: &mut Content, text: &str) {
        self.close_array(out);
        let mut bytes = text_bytes(text);
        if !text.is_empty() && bytes.first() != Some(&0xfe) {
            // Readers agree best on UTF-16.
            bytes = [0xfe, 0xff]
                .into_iter()
                .chain(text.encode_utf16().flat_map(u16::to_be_bytes))
                .collect();
        }
        out.raw("/Span<</ActualText").string(&bytes).raw(">>BDC\n");
    }

    fn close_span(&mut self, out: &mut Content) {
        self.close_array(out);
        out.raw("EMC\n");
    }
}

impl Canvas<'_> {
    /// Draws a text block in the current user space.
    pub(super) fn block(&mut self, block: &TextBlock) -> DrawResult {
        for run in block.runs.iter().filter(|r| r.stroke.is_some()) {
            self.run_stroke(run)?;
        }
        if block.runs.iter().any(|r| !r.glyphs.is_empty()) {
            let mut line = GlyphWriter::begin(&mut self.out);
            for run in &block.runs {
                self.run(&mut line, run);
            }
            line.end(&mut self.out);
        }
        for icon in &block.icons {
            self.icon(icon)?;
        }
        Ok(())
    }

    fn icon(&mut self, icon: &crate::text::PlacedIcon) -> DrawResult {
        let Some(number) = self.shared.icons.get(&icon.art.id).copied() else {
            return Err(super::WriteError::Internal {
                what: "an icon was not collected",
            });
        };
        let (w, h) = icon.art.size();
        let to = Transform::from_row(icon.w / w, 0.0, 0.0, icon.h / h, icon.x, icon.y);
        self.pool.icons.insert(number);
        self.scoped(|c| {
            c.transform(to);
            c.out.name("I", number).raw("Do\n");
            Ok(())
        })
    }

    fn run(&mut self, line: &mut GlyphWriter, run: &GlyphRun) {
        if run.glyphs.is_empty() {
            return;
        }
        line.close_array(&mut self.out);
        self.colour([run.fill.r, run.fill.g, run.fill.b], false);
        line.start(
            &mut self.out,
            run.font,
            run.size,
            run_matrix(run),
            self.digits,
        );
        let glyphs: Vec<_> = clusters(run).collect();
        let mut pen = 0.0;
        let mut at = 0;
        while at < glyphs.len() {
            // A cluster: a glyph that stands for text and those after it that stand for none.
            let end = (at + 1..glyphs.len())
                .find(|i| glyphs[*i].0.len > 0)
                .unwrap_or(glyphs.len());
            let honest = glyphs[at..end]
                .iter()
                .all(|(g, text)| self.shared.fonts.means(run.font, g.id, text));
            if !honest {
                line.open_span(&mut self.out, glyphs[at].1);
            }
            for (glyph, _) in &glyphs[at..end] {
                let (code, width) = self.shared.fonts.glyph(run.font, glyph.id);
                line.set_rise(&mut self.out, glyph.dy * run.size / 1000.0, self.digits);
                line.glyph(&mut self.out, code, width, pen + glyph.dx);
                pen += glyph.advance;
            }
            if !honest {
                line.close_span(&mut self.out);
            }
            at = end;
        }
    }

    /// Draws a text that `usvg` set.
    pub(super) fn text(&mut self, text: &usvg::Text) -> DrawResult {
        let fonts = self.shared.fonts;
        let mut glyphs = text.layouted().iter().flat_map(|s| &s.positioned_glyphs);
        if self.outlined || glyphs.any(|g| fonts.glyph_font(g.font).is_none()) {
            return self.group(text.flattened());
        }
        let b = text.stroke_bounding_box();
        let bbox = [b.left(), b.top(), b.right(), b.bottom()];
        for span in text.layouted().iter().filter(|s| s.visible) {
            for line in [&span.overline, &span.underline].into_iter().flatten() {
                self.path(line)?;
            }
            let stroke_first = span.paint_order == PaintOrder::StrokeAndFill;
            if stroke_first {
                self.span_stroke(span, bbox)?;
            }
            self.span_fill(span, bbox)?;
            if !stroke_first {
                self.span_stroke(span, bbox)?;
            }
            if let Some(line) = &span.line_through {
                self.path(line)?;
            }
        }
        Ok(())
    }

    fn span_stroke(&mut self, span: &usvg::layout::Span, bbox: [f32; 4]) -> DrawResult {
        let Some(stroke) = &span.stroke else {
            return Ok(());
        };
        let fonts = self.shared.fonts;
        let mut rest = &span.positioned_glyphs[..];
        while let Some(first) = rest.first() {
            let same = rest.iter().take_while(|g| g.font == first.font).count();
            let glyphs = rest[..same]
                .iter()
                .map(|g| (g.id.0 as u16, g.outline_transform()));
            if let Some(font) = fonts.glyph_font(first.font)
                && let Some(path) = outlines(fonts.book().face(font), glyphs)
            {
                self.outline(&path, None, Some(StrokePen::of(stroke)), false, bbox)?;
            }
            rest = &rest[same..];
        }
        Ok(())
    }

    fn span_fill(&mut self, span: &usvg::layout::Span, bbox: [f32; 4]) -> DrawResult {
        if span.fill.is_none() && span.stroke.is_none() {
            return Ok(());
        }
        self.scoped(|c| {
            if let Some(fill) = &span.fill {
                c.ink_with(Paint::of(fill.paint()), fill.opacity().get(), false, bbox)?;
            }
            let mut line = GlyphWriter::begin(&mut c.out);
            if span.fill.is_none() {
                // Only the outline is seen, but the letters can still be found and copied.
                c.out.raw("3 Tr\n");
            }
            c.span_glyphs(&mut line, span);
            line.end(&mut c.out);
            Ok(())
        })
    }

    fn span_glyphs(&mut self, line: &mut GlyphWriter, span: &usvg::layout::Span) {
        let fonts = self.shared.fonts;
        let mut base: Option<(FontId, f32, Transform)> = None;
        for glyph in &span.positioned_glyphs {
            let Some(font) = fonts.glyph_font(glyph.font) else {
                continue;
            };
            let id = glyph.id.0 as u16;
            let size = glyph.font_size();
            let em = fonts.book().face(font).units_per_em / size;
            let matrix = glyph.outline_transform().pre_scale(em, em);
            let along = base
                .filter(|(f, s, _)| *f == font && *s == size)
                .and_then(|(_, _, from)| shift(from, matrix))
                .filter(|(_, dy)| dy.abs() < size * 0.002);
            let at = match along {
                Some((dx, _)) => dx * 1000.0 / size,
                None => {
                    line.start(&mut self.out, font, size, matrix, self.digits.max(3));
                    base = Some((font, size, matrix));
                    0.0
                }
            };
            let (code, width) = fonts.glyph(font, id);
            let honest = fonts.means(font, id, &glyph.text);
            if !honest {
                line.open_span(&mut self.out, &glyph.text);
            }
            line.glyph(&mut self.out, code, width, at);
            if !honest {
                line.close_span(&mut self.out);
            }
        }
    }
}

/// From text space (y up) to the user space of the run (y down).
pub(super) fn run_matrix(run: &GlyphRun) -> Transform {
    Transform::from_row(
        1.0,
        0.0,
        if run.slant { SLANT } else { 0.0 },
        -1.0,
        run.x,
        run.y,
    )
}

/// The move in text space that leads from one matrix to the other, if only their places differ.
fn shift(from: Transform, to: Transform) -> Option<(f32, f32)> {
    let near = |a: f32, b: f32| (a - b).abs() < 1e-5;
    if !(near(from.sx, to.sx)
        && near(from.ky, to.ky)
        && near(from.kx, to.kx)
        && near(from.sy, to.sy))
    {
        return None;
    }
    let inverse = Transform::from_row(from.sx, from.ky, from.kx, from.sy, 0.0, 0.0).invert()?;
    let mut p = usvg::tiny_skia_path::Point::from_xy(to.tx - from.tx, to.ty - from.ty);
    inverse.map_point(&mut p);
    Some((p.x, p.y))
}

/// What the reader will see of a matrix's place, so that rounding never adds up from line to line.
fn round_translation(t: Transform, digits: usize) -> Transform {
    let power = 10f32.powi(digits as i32);
    let round = |v: f32| (v * power).round() / power;
    Transform::from_row(t.sx, t.ky, t.kx, t.sy, round(t.tx), round(t.ty))
}
