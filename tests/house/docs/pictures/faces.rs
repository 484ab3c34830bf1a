//! Faces and pages of kits as pixels, cut out as they are with scissors.

use std::collections::BTreeMap;
use std::path::Path;

use kitpress::kit::{Card, Component, Kit, Outline};
use kitpress::press::{NoProgress, PrintOptions, face, proof, raster_sheet};
use kitpress::scene::{Studio, contour, raster};
use kitpress::template::Engine;
use kitpress::units::Mm;
use resvg::tiny_skia::{FillRule, Mask, Path as Line, PathBuilder, Pixmap, Rect, Transform};

/// The kits that pictures were asked of, each loaded once.
#[derive(Default)]
pub(super) struct Shelf(BTreeMap<String, Kit>);

impl Shelf {
    /// What a name stands for: `catch-and-run/arm/red+jump`, its back with `/back` behind, a page of the print that holds a
    /// component, `pages/catch-and-run/arm`; samples by their folder, `samples/salt-in-the-soup/role/cook`.
    pub(super) fn draw(&mut self, name: &str, lang: &str) -> Pixmap {
        let page = name.strip_prefix("pages/");
        let mut words = page.unwrap_or(name).split('/');
        let mut kit = words.next().expect("a kit").to_owned();
        if kit == "samples" {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
            let sample = root.join(words.next().expect("a sample"));
            kit = sample.to_str().expect("a path").to_owned();
        }
        let kit = self
            .0
            .entry(kit)
            .or_insert_with_key(|name| kitpress::load(name).unwrap_or_else(|e| panic!("{e}")));
        let component = words.next().expect("a component");
        let component = kit
            .component(component)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        if page.is_some() {
            return page_with(kit, component, lang);
        }
        let card = words.next().expect("a card");
        let wanted = component.cards.iter().find(|c| c.is_called(card));
        let wanted = wanted.unwrap_or_else(|| panic!("{name}: no card `{card}`"));
        // Large ones are shown small.
        let scale = if component.size.w.0 > 150.0 { 2.5 } else { 4.5 };
        piece(
            kit,
            lang,
            (component, wanted, words.next() == Some("back")),
            scale,
        )
    }
}

/// One side of a card, transparent around its outline; `scale` is pixels a millimetre.
pub(super) fn piece(
    kit: &Kit,
    lang: &str,
    (component, card, back): (&Component, &Card, bool),
    scale: f64,
) -> Pixmap {
    let studio = Studio::new(kit, Default::default()).unwrap_or_else(|e| panic!("{e}"));
    let engine = Engine::new(kit, lang, &studio).unwrap_or_else(|e| panic!("{e}"));
    // The engine keeps the card for as long as its kit lives.
    let own = kit
        .component(&component.id)
        .expect("of this kit")
        .cards
        .iter();
    let card = own.clone().find(|c| c.name == card.name).expect("a card");
    let drawn = face(&engine, component, card, back).unwrap_or_else(|e| panic!("{e}"));
    let drawn = drawn.unwrap_or_else(|| panic!("`{}` has no such side", card.name));
    let inside = (&drawn.svg[..], &drawn.texts[..]);
    let picture = raster(&studio, inside, component.size, scale, Mm(0.0));
    let mut picture = picture.unwrap_or_else(|e| panic!("{}: {e}", card.name));
    if let Some(line) = cut(kit, &studio, component, &picture) {
        let mut mask = Mask::new(picture.width(), picture.height()).expect("pixels");
        mask.fill_path(&line, FillRule::Winding, true, Transform::identity());
        picture.apply_mask(&mask);
    }
    picture
}

/// The line that a piece is cut along, in pixels; none for plain rectangles.
fn cut(kit: &Kit, studio: &Studio<'_>, component: &Component, on: &Pixmap) -> Option<Line> {
    let (w, h) = (on.width() as f32, on.height() as f32);
    let mut line = PathBuilder::new();
    if let Some(file) = &component.contour {
        let drawing = kit.source.read_text(file).expect("the outline");
        let corners = contour(studio, &drawing, component.size).expect("an outline");
        let size = component.size;
        for (i, (x, y)) in corners.iter().enumerate() {
            let (x, y) = ((x.0 / size.w.0) as f32 * w, (y.0 / size.h.0) as f32 * h);
            match i {
                0 => line.move_to(x, y),
                _ => line.line_to(x, y),
            }
        }
        line.close();
        return line.finish();
    }
    let r = (component.corner.0 / component.size.w.0) as f32 * w;
    match component.outline {
        Outline::Circle => line.push_oval(Rect::from_xywh(0.0, 0.0, w, h)?),
        Outline::Rect if r > 0.0 => {
            for (x, y, round_x, round_y) in [
                (w - r, 0.0, w, 0.0),
                (w, h - r, w, h),
                (r, h, 0.0, h),
                (0.0, r, 0.0, 0.0),
            ] {
                if line.is_empty() {
                    line.move_to(r, 0.0);
                }
                line.line_to(x, y);
                let end = match (round_x > 0.0, round_y > 0.0) {
                    (true, false) => (w, r),
                    (true, true) => (w - r, h),
                    (false, true) => (0.0, h - r),
                    (false, false) => (r, 0.0),
                };
                line.quad_to(round_x, round_y, end.0, end.1);
            }
            line.close();
        }
        Outline::Rect | Outline::Hex => return None,
    }
    line.finish()
}

/// The pages of a print that have anything on them, `scale` pixels a millimetre.
pub(super) fn pages(kit: &Kit, lang: &str, scale: f64) -> Vec<Pixmap> {
    let options = PrintOptions {
        lang: lang.to_owned(),
        ..PrintOptions::default()
    };
    let studio = Studio::new(kit, options.ink).unwrap_or_else(|e| panic!("{e}"));
    let proof = proof(kit, &studio, &options, true, &NoProgress);
    let proof = proof.unwrap_or_else(|e| panic!("{e}"));
    let draw = |n| raster_sheet(&proof, &studio, n, scale).unwrap_or_else(|e| panic!("{e}"));
    let sheets = proof.sheets.iter().enumerate();
    let drawn = sheets.filter(|(_, sheet)| !sheet.items.is_empty());
    drawn.map(|(n, _)| draw(n)).collect()
}

/// The first page with a component on it.
fn page_with(kit: &Kit, component: &Component, lang: &str) -> Pixmap {
    let options = PrintOptions {
        lang: lang.to_owned(),
        only: vec![component.id.clone()],
        ..PrintOptions::default()
    };
    let studio = Studio::new(kit, options.ink).unwrap_or_else(|e| panic!("{e}"));
    let proof = proof(kit, &studio, &options, true, &NoProgress);
    let proof = proof.unwrap_or_else(|e| panic!("{e}"));
    raster_sheet(&proof, &studio, 0, 2.5).unwrap_or_else(|e| panic!("{e}"))
}
