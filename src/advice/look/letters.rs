//! Draws text: lines of letters are bars as grey as they are.

use usvg::{FillRule, Transform};

use super::edges::Edges;
use super::painter::{DrawPlace, Painter, open};
use super::tone::Shade;
use crate::text::{GlyphRun, Rgb, glyph_area};

/// The height of letters that are not capitals, in ems: most ink of a line lies between it and the baseline.
const LETTERS: f32 = 0.72;

/// How thick the stems of letters are, in ems: an outline around them makes them thicker by its width.
const STEM: f32 = 0.1;

impl Painter<'_> {
    /// A text box of the face.
    pub(super) fn text(&mut self, slot: usize, place: &DrawPlace) {
        let texts = self.texts;
        let Some(block) = texts.get(slot) else {
            return;
        };
        for run in &block.runs {
            self.run(run, place);
        }
        for icon in &block.icons {
            let (w, h) = icon.art.size();
            let ts = Transform::from_translate(icon.x, icon.y);
            let place = place.within(ts.pre_scale(icon.w / w, icon.h / h), 1.0);
            self.children(icon.art.tree.root(), &place);
        }
    }

    fn run(&mut self, run: &GlyphRun, place: &DrawPlace) {
        let mut letters = open(&self.known.letters);
        let (mut width, mut ink) = (0.0, 0.0);
        for glyph in &run.glyphs {
            width += glyph.advance / 1000.0;
            let key = (run.font, glyph.id);
            ink += *letters
                .entry(key)
                .or_insert_with(|| glyph_area(self.fonts, run.font, glyph.id));
        }
        drop(letters);
        if width <= 0.0 || ink <= 0.0 {
            return;
        }
        let (right, top) = (run.x + width * run.size, run.y - LETTERS * run.size);
        let edges = Edges::boxed([run.x, top, right, run.y], place.ts);
        let share = (ink / (width * LETTERS)).min(1.0);
        let mut bar = |color: Rgb, alpha: f32| {
            let tone = self.tone(color);
            self.fill(&edges, FillRule::NonZero, Shade { tone, alpha }, place);
        };
        if let Some((color, width)) = run.stroke {
            bar(color, (share * (1.0 + width / (STEM * run.size))).min(1.0));
        }
        bar(run.fill, share);
    }
}
