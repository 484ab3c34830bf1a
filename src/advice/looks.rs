//! What the faces of a proof look like: as a whole for their ink, along the cut for their edges.

use usvg::Transform;

use super::cut;
use super::inks;
use super::look::{Known, Painter, Picture};
use crate::press::{DrawnFace, Proof};
use crate::scene::Studio;
use crate::template::Tints;
use crate::text::TextBlock;
use crate::units::Mm;

/// Pixels per millimetre of the pictures that ink is estimated from.
const INK_SCALE: f64 = 1.0;

/// No picture has more pixels: larger faces are looked at less closely.
const MOST_PIXELS: f64 = 1.5e6;

/// The looks of the faces of one proof.
pub struct Looks<'a> {
    /// The proof.
    pub proof: &'a Proof<'a>,
    /// Whose fonts letters are set in.
    pub studio: &'a Studio<'a>,
    /// What colours mean.
    pub tints: &'a Tints,
    /// What was found out before.
    pub known: &'a Known,
}

impl Looks<'_> {
    /// The ink that a face takes in each ink, in shares of its area.
    pub fn ink(&self, face: &DrawnFace) -> [f64; 3] {
        let (picture, _) = self.picture(face, &face.scene.texts, INK_SCALE, Mm(0.0), None);
        inks::coverage(&picture)
    }

    /// A face without its texts and what is around it, and pixels per millimetre; what is further than `within` inside
    /// the cut is left white.
    pub fn edge(&self, face: &DrawnFace, within: Option<Mm>) -> (Picture, f64) {
        self.picture(face, &[], cut::SCALE, cut::PAST, within)
    }

    fn picture(
        &self,
        face: &DrawnFace,
        texts: &[TextBlock],
        scale: f64,
        past: Mm,
        within: Option<Mm>,
    ) -> (Picture, f64) {
        let shown = face.size.grown(past);
        let most = (MOST_PIXELS / (shown.w.0 * shown.h.0)).sqrt();
        let scale = scale.min(most);
        let pixels = |l: Mm| ((l.0 * scale).round() as usize).max(1);
        let (w, h) = (pixels(shown.w), pixels(shown.h));
        let hole = within.and_then(|within| {
            let edge = ((past + within).0 * scale).ceil() as usize;
            (2 * edge < w.min(h)).then(|| [edge, edge, w - edge, h - edge])
        });
        let picture = Picture::new(w, h, hole);
        let fonts = self.studio.fonts();
        let mut painter = Painter::new(picture, self.tints, fonts, &self.proof.parts, self.known);
        let (wide, high) = face.scene.art.size();
        let unit = |length: Mm, units: f32| (length.0 * scale) as f32 / units;
        let shift = (past.0 * scale) as f32;
        let ts = Transform::from_translate(shift, shift);
        let ts = ts.pre_scale(unit(face.size.w, wide), unit(face.size.h, high));
        painter.draw(&face.scene.art, texts, ts);
        (painter.picture, scale)
    }
}
