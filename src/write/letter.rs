//! Letters with a stroke behind them: the outline of each is a form, drawn wherever the letter stands. A second pass
//! of text would be copied out twice, and outlines on every face make files large.

use std::collections::{BTreeSet, HashMap};

use usvg::Transform;

use super::canvas::{Canvas, DrawResult, FormStream};
use super::content::Content;
use super::outline::outlines;
use super::resource::put_form;
use super::store::Store;
use super::text::run_matrix;
use crate::text::{FontBook, FontId, GlyphRun};

/// A font and a glyph of it.
pub(super) type Letter = (FontId, u16);

impl Canvas<'_> {
    /// Draws the stroke behind a run of letters.
    pub(super) fn run_stroke(&mut self, run: &GlyphRun) -> DrawResult {
        let Some((colour, width)) = run.stroke else {
            return Ok(());
        };
        let face = self.shared.fonts.book().face(run.font);
        let scale = run.size / face.units_per_em;
        let base = run_matrix(run);
        let mut pen = 0.0;
        let glyphs = run.glyphs.iter().map(|g| {
            let (dx, dy) = ((pen + g.dx) * run.size / 1000.0, g.dy * run.size / 1000.0);
            pen += g.advance;
            (g.id, base.pre_translate(dx, dy).pre_scale(scale, scale))
        });
        self.scoped(|c| {
            c.colour([colour.r, colour.g, colour.b], true);
            let digits = c.digits + 1;
            if run.slant {
                // A pen that leans with the letters would be wider one way than the other.
                let Some(path) = outlines(face, glyphs) else {
                    return Ok(());
                };
                c.out.num(width, digits).raw("w 1 j 1 J\n");
                c.segments(&path);
                c.out.raw("S\n");
                return Ok(());
            }
            c.out.num(width / scale, 2).raw("w 1 j 1 J\n");
            for (glyph, to) in glyphs {
                c.pool.letters.insert((run.font, glyph));
                c.out.raw("q ").matrix(to, digits).raw("cm");
                c.out.name("O", number((run.font, glyph))).raw("Do Q\n");
            }
            Ok(())
        })
    }
}

/// What a letter is called.
pub(super) fn number((font, glyph): Letter) -> usize {
    usize::from(font.0) << 16 | usize::from(glyph)
}

/// Stores the forms of letters.
pub(super) fn store(
    store: &mut Store,
    letters: &BTreeSet<Letter>,
    book: &FontBook,
) -> HashMap<Letter, u32> {
    let mut stored = HashMap::with_capacity(letters.len());
    if letters.is_empty() {
        return stored;
    }
    let mut nothing = Content::default();
    nothing.raw("<<>>");
    let nothing = store.add(nothing);
    for letter in letters {
        let face = book.face(letter.0);
        let outline = outlines(face, std::iter::once((letter.1, Transform::identity())));
        let mut content = Content::default();
        let mut bbox = [0.0; 4];
        if let Some(outline) = outline {
            content.outline(&outline, 1);
            content.raw("S\n");
            // A stroke may be far wider than its letter.
            let (b, room) = (outline.bounds(), face.units_per_em * 200.0);
            bbox = [
                b.left() - room,
                b.top() - room,
                b.right() + room,
                b.bottom() + room,
            ];
        }
        let id = store.reserve();
        put_form(
            store,
            id,
            FormStream::new(content, bbox, false, false),
            nothing,
        );
        stored.insert(*letter, id);
    }
    stored
}
