//! Lays out and writes faces of one's own, without a kit: `cargo run --example own_faces -- own-faces.pdf`.
//!
//! Ten drawings with a common back go on A4 pages, printed on both sides. This is the lower half of the press: `impose`
//! knows sizes and no drawings, `write` draws what the sheets place.

use std::error::Error;
use std::sync::Arc;

use kitpress::impose::{Cut, CutPiece, Furniture, Job, Layout, impose};
use kitpress::scene::{Art, Scene};
use kitpress::text::FontBook;
use kitpress::units::Size;
use kitpress::write::{Document, Face, Ink, Meta, PdfOptions, pdf};

const CARD: Size = Size::mm(63.0, 88.0);

/// A card as SVG: a letter on a disc, or crossed bars for the back.
fn svg(letter: Option<char>) -> String {
    let inside = match letter {
        Some(c) => format!(
            r##"<circle cx="31.5" cy="44" r="24" fill="#fbe3b5"/>
            <text x="31.5" y="54" font-family="Zen Maru Gothic" font-size="30" text-anchor="middle">{c}</text>"##
        ),
        None => r##"<path d="M0 0L63 88M63 0L0 88" stroke="#f2b134" stroke-width="6"/>"##.into(),
    };
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{inside}
        <rect x="3" y="3" width="57" height="82" rx="4" fill="none" stroke="#1d3557"/></svg>"##
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("own-faces.pdf".into());
    let fonts = FontBook::bundled();
    let reading = usvg::Options {
        fontdb: fonts.database().clone(),
        font_resolver: fonts.resolver(),
        ..usvg::Options::default()
    };

    // The back is face 0. Art is told apart by its id: what has the same is drawn once.
    let letters = std::iter::once(None).chain(('A'..='J').map(Some));
    let scene = |(id, letter)| -> Result<Scene, usvg::Error> {
        let tree = usvg::Tree::from_str(&svg(letter), &reading)?;
        let (art, texts) = (Arc::new(Art::new(id, tree)), Vec::new());
        Ok(Scene { art, texts })
    };
    let scenes: Result<Vec<_>, _> = (0..).zip(letters).map(scene).collect();
    let scenes = scenes?;
    let face = |scene| Face {
        scene,
        trim: CARD,
        dpi: 300,
    };
    let faces: Vec<Face> = scenes.iter().map(face).collect();

    let piece = |front| CutPiece {
        component: 0,
        size: CARD,
        front,
        back: Some(0),
        cut: Cut::default(),
    };
    let jobs = [Job::Pieces((1..faces.len()).map(piece).collect())];
    let sheets = impose(&jobs, &Layout::default(), &Furniture::default())?;
    let document = Document {
        meta: Meta::default(),
        faces: &faces,
        parts: &[],
        sheets: &sheets,
        notes: &[], // The words beside the cards are left out: `text::lay_line` would set them.
        outline: &[],
        fonts,
        ink: Ink::Full,
    };
    std::fs::write(&file, pdf(&document, &PdfOptions::default())?)?;
    println!("{file}: {} pages", sheets.len());
    Ok(())
}
