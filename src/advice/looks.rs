//! What the faces of a proof look like: as a whole for their ink, along the cut for their edges.

use usvg::Transform;

use super::cut;
use super::look::{BlindMiddle, KnownLooks, Painter, Picture, PixelGrid};
use crate::press::{DrawnFace, Proof};
use crate::scene::Studio;
use crate::template::Tints;
use crate::units::Mm;

/// Pixels per millimetre of the pictures that ink is estimated from.
const INK_SCALE: f64 = 0.3;

/// No picture has more pixels: larger faces are looked at less closely.
const MOST_PIXELS: f64 = 1.5e6;

/// The looks of the faces of one proof.
pub(super) struct FaceLooks<'a> {
    /// The proof.
    pub proof: &'a Proof<'a>,
    /// Whose fonts letters are set in.
    pub studio: &'a Studio<'a>,
    /// What colours mean.
    pub tints: &'a Tints,
    /// What was found out before.
    pub known: &'a KnownLooks,
}

/// Where a face is looked at, and how closely.
struct CloseLook {
    /// Pixels per millimetre.
    scale: f64,
    grid: PixelGrid,
    /// From units of the art to pixels.
    ts: Transform,
}

impl CloseLook {
    fn new(face: &DrawnFace, scale: f64, past: Mm, within: Option<Mm>) -> Self {
        let shown = face.size.grown(past);
        let most = (MOST_PIXELS / (shown.w.0 * shown.h.0)).sqrt();
        let scale = scale.min(most);
        let pixels = |l: Mm| ((l.0 * scale).round() as usize).max(1);
        let (w, h) = (pixels(shown.w), pixels(shown.h));
        let hole = within.map(|corner| {
            let inside = |l: Mm| ((past + l).0 * scale).ceil() as usize;
            let border = inside(cut::WITHIN);
            let corner = inside(corner).max(border);
            BlindMiddle { border, corner }
        });
        let (wide, high) = face.scene.art.size();
        let unit = |length: Mm, units: f32| (length.0 * scale) as f32 / units;
        let shift = (past.0 * scale) as f32;
        let ts = Transform::from_translate(shift, shift);
        let ts = ts.pre_scale(unit(face.size.w, wide), unit(face.size.h, high));
        let grid = PixelGrid::new(w, h, hole);
        Self { scale, grid, ts }
    }
}

impl FaceLooks<'_> {
    /// The ink that a face takes in each ink, in shares of its area.
    pub(super) fn ink(&self, face: &DrawnFace) -> [f64; 3] {
        let view = CloseLook::new(face, INK_SCALE, Mm(0.0), None);
        let mut painter = self.painter(Picture::new(view.grid));
        painter.draw(&face.scene.art, &face.scene.texts, view.ts);
        let [full, saver, mono, _] = painter.picture.mean();
        [full, saver, mono].map(f64::from)
    }

    /// A face without its texts and what is around it, and pixels per millimetre; what is further than `within` inside
    /// the cut is left white.
    pub(super) fn edge(&self, face: &DrawnFace, within: Option<Mm>) -> (Picture, f64) {
        let view = CloseLook::new(face, cut::SCALE, cut::PAST, within);
        let mut painter = self.painter(Picture::new(view.grid));
        painter.draw(&face.scene.art, &[], view.ts);
        (painter.picture, view.scale)
    }

    /// A number for what [`edge`](Self::edge) would show: equal numbers, equal edges.
    pub(super) fn edge_mark(&self, face: &DrawnFace, within: Option<Mm>) -> u64 {
        let view = CloseLook::new(face, cut::SCALE, cut::PAST, within);
        let painter = self.painter(Picture::bare(view.grid));
        painter.traced(&face.scene.art, view.ts)
    }

    fn painter(&self, picture: Picture) -> Painter<'_> {
        let (fonts, parts) = (self.studio.fonts(), &self.proof.parts);
        Painter::new(picture, self.tints, fonts, parts, self.known)
    }
}
