//! From sheets to a PDF file: vector art, real text, each font once, each face drawn once: into its page, or as a form
//! where it is placed more than once.
//!
//! Takes a [`Document`] (faces, sheets, notes, names) and hands back the bytes of the file; the same document
//! gives the same bytes. Reads no file, no clock, and draws nothing that it cannot draw right: it fails instead.
//!
//! `skeleton` has printpdf make the bare document, `face` and `page` make content streams with the
//! `canvas` and what draws on it (`group`, `path`, `paint`, `tile`, `mask`, `image`, `filter`, `text`),
//! `font` makes the fonts, `resource` and `store` the objects and bytes.

mod assemble;
mod cache;
mod canvas;
mod content;
mod deflate;
mod error;
mod face;
mod filter;
mod fit;
mod font;
mod group;
mod image;
mod letter;
mod mask;
mod outline;
mod page;
mod paint;
mod part;
mod path;
mod pixels;
mod resource;
mod risk;
mod skeleton;
mod store;
mod text;
mod tile;
mod warp;

pub use cache::Cache;
pub use error::{Enclosure, WriteError};
pub use font::try_font;
pub use risk::may_fail;
pub use warp::Warp;

use crate::impose::{Backs, Sheet, Turn};
use crate::scene::{Part, Scene};
use crate::text::{FontBook, TextBlock};
use crate::units::{Mm, Size};

/// Everything that a PDF is made of.
pub struct Document<'a> {
    /// Title, language and the like.
    pub meta: Meta,
    /// The faces that sheets place, by number.
    pub faces: &'a [Face<'a>],
    /// The drawings that faces share, by the number of their placeholders.
    pub parts: &'a [Part],
    /// The pages.
    pub sheets: &'a [Sheet],
    /// The shaped notes of each sheet, in the order of `sheets`; sheets beyond its end have none.
    pub notes: &'a [Vec<PlacedNote>],
    /// The outline, in order.
    pub outline: &'a [Bookmark],
    /// The fonts that all text is set in.
    pub fonts: &'a FontBook,
    /// Colour or grey.
    pub ink: Ink,
}

/// A face and how large it is when cut out.
#[derive(Clone, Copy, Debug)]
pub struct Face<'a> {
    /// What it shows.
    pub scene: &'a Scene,
    /// Its trim size, before turning.
    pub trim: Size,
    /// Dots per inch that its pictures need; more are left out.
    pub dpi: u32,
}

/// A note of a sheet after shaping.
#[derive(Clone, Debug)]
pub struct PlacedNote {
    /// The glyphs in **points**, y down; the baseline starts at (0, 0).
    pub text: TextBlock,
    /// Where the baseline starts on the page.
    pub x: Mm,
    /// The baseline on the page.
    pub y: Mm,
    /// The direction that the baseline runs in.
    pub turn: Turn,
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bookmark {
    /// What is shown.
    pub title: String,
    /// The page it leads to, from 0.
    pub page: usize,
}

/// What the file says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Meta {
    /// The title, shown by viewers in place of the file name.
    pub title: String,
    /// The language, such as `en` or `ja`.
    pub lang: String,
    /// One line on what it is.
    pub subject: String,
    /// Words to find it by.
    pub keywords: Vec<String>,
    /// The program that made it, with its version.
    pub creator: String,
    /// The name of the layer of cut marks.
    pub cut_marks: String,
    /// The name of the layer of guides.
    pub guides: String,
    /// Which sides of the paper printers are asked to print on.
    pub backs: Backs,
}

impl Default for Meta {
    fn default() -> Self {
        Self {
            title: String::new(),
            lang: "en".into(),
            subject: String::new(),
            keywords: Vec::new(),
            creator: concat!("kitpress ", env!("CARGO_PKG_VERSION")).into(),
            cut_marks: "Cut marks".into(),
            guides: "Guides".into(),
            backs: Backs::default(),
        }
    }
}

/// The ink that a file is printed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Colours as they are.
    #[default]
    Full,
    /// Every colour as the grey of its brightness; the file holds no other colours.
    Grey,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PdfOptions {
    /// The date of the file in seconds since 1970: `SOURCE_DATE_EPOCH`, or the fixed default.
    pub epoch: i64,
    /// How backs are moved on their pages.
    pub backs: Warp,
}

impl Default for PdfOptions {
    /// The first second of 2000, UTC.
    fn default() -> Self {
        Self {
            epoch: 946_684_800,
            backs: Warp::default(),
        }
    }
}

/// Writes a document as PDF.
///
/// ```
/// use std::sync::Arc;
/// use kitpress::impose::{Placement, Sheet, Turn};
/// use kitpress::scene::{Art, Scene};
/// use kitpress::text::FontBook;
/// use kitpress::units::{Mm, Rect, Size};
/// use kitpress::write::{Bookmark, Document, Face, Ink, Meta, PdfOptions, pdf};
///
/// let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><path d="M0 0h99v99z"/></svg>"##;
/// let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
/// let scene = Scene { art: Arc::new(Art::new(1, tree)), texts: vec![] };
/// let at = Rect::mm(20.0, 20.0, 63.0, 88.0);
/// let sheet = Sheet {
///     paper: Size::mm(210.0, 297.0),
///     items: vec![Placement { face: 0, at, turn: Turn::None, bleed: Mm(2.0), clip: None }],
///     marks: vec![], guides: vec![], ruler: vec![], notes: vec![],
///     trim: at, bleed: at.grown(Mm(2.0)), components: vec![0], is_back: false,
/// };
/// let document = Document {
///     meta: Meta { title: "Cats".into(), ..Meta::default() },
///     faces: &[Face { scene: &scene, trim: Size::mm(63.0, 88.0), dpi: 300 }],
///     parts: &[],
///     sheets: &[sheet],
///     notes: &[],
///     outline: &[Bookmark { title: "Cards".into(), page: 0 }],
///     fonts: FontBook::bundled(),
///     ink: Ink::Full,
/// };
/// assert!(pdf(&document, &PdfOptions::default())?.starts_with(b"%PDF-1.7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pdf(document: &Document, options: &PdfOptions) -> Result<Vec<u8>, WriteError> {
    assemble::assemble(document, options, None)
}

/// Writes a document like [`pdf`], taking what has not changed from an earlier time; it looks the same. `marks` has a
/// number for every face: those that are drawn alike, now and earlier, may have the same.
pub fn pdf_again(
    document: &Document,
    options: &PdfOptions,
    kept: &Cache,
    marks: &[u128],
) -> Result<Vec<u8>, WriteError> {
    let bytes = assemble::assemble(document, options, Some((kept, marks)))?;
    kept.tidy();
    Ok(bytes)
}
