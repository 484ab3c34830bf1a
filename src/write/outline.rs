//! Glyph outlines as paths, for strokes behind letters: a second pass of text would be copied out twice.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};
use usvg::Transform;
use usvg::tiny_skia_path::{Path, PathBuilder};

use crate::text::FontFace;

#[derive(Default)]
struct PathPen(PathBuilder);

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

/// The outlines of glyphs, each under the transform from font units to user units; `None` if nothing is drawn.
pub(super) fn outlines(
    face: &FontFace,
    glyphs: impl Iterator<Item = (u16, Transform)>,
) -> Option<Path> {
    let font = face.font();
    let outlines = font.outline_glyphs();
    let mut all = PathBuilder::new();
    for (glyph, transform) in glyphs {
        let Some(outline) = outlines.get(GlyphId::from(glyph)) else {
            continue;
        };
        let mut pen = PathPen::default();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if outline.draw(settings, &mut pen).is_err() {
            continue;
        }
        if let Some(path) = pen.0.finish().and_then(|p| p.transform(transform)) {
            all.push_path(&path);
        }
    }
    all.finish()
}
