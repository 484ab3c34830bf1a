//! The fonts a kit may use: the bundled ones and those in the kit's own folder, never the system's.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};
use unicode_normalization::UnicodeNormalization;
use usvg::fontdb;

use super::chars::is_unseen;
use super::run::FontId;
use super::shape::{FontCache, covers};
use super::shaped::ParaShelf;
use crate::say;
use crate::say::Say;

/// The bytes of a font file.
pub(crate) type FontData = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The family that text is set in unless a template asks for another.
pub(crate) const TEXT_FAMILY: &str = "Zen Maru Gothic";

const BUNDLED: [&[u8]; 5] = [
    include_bytes!("../../fonts/ZenMaruGothic-Regular.ttf"),
    include_bytes!("../../fonts/ZenMaruGothic-Bold.ttf"),
    include_bytes!("../../fonts/DelaGothicOne-Regular.ttf"),
    include_bytes!("../../fonts/MPLUSRounded1c-Regular.ttf"),
    include_bytes!("../../fonts/MPLUSRounded1c-Bold.ttf"),
];

/// One font.
#[derive(Clone)]
pub struct FontFace {
    /// The file's bytes.
    pub data: FontData,
    /// Which font of a collection; 0 for single fonts.
    pub index: u32,
    /// Family name, as templates name it.
    pub family: String,
    /// Name for the PDF.
    pub postscript_name: String,
    /// 100 to 900.
    pub weight: u16,
    /// Whether it is an italic or oblique cut.
    pub italic: bool,
    /// Font units in an em.
    pub units_per_em: f32,
    /// Ascender in font units.
    pub ascent: f32,
    /// Descender in font units, negative.
    pub descent: f32,
    /// Height of capitals in font units.
    pub cap_height: f32,
    /// The box that holds every glyph, in font units: x min, y min, x max, y max.
    pub bbox: [f32; 4],
    /// What shaping reads once and keeps.
    pub(crate) cache: Arc<FontCache>,
}

impl FontFace {
    /// The parsed font.
    pub fn font(&self) -> FontRef<'_> {
        // The bytes were parsed once when the book was made.
        FontRef::from_index((*self.data).as_ref(), self.index)
            .expect("font was checked when loaded")
    }
}

/// A font file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFont {
    /// The file's name.
    pub file: String,
    /// What is wrong with it.
    pub why: Say,
}

/// All fonts of a run. Cheap to share, never changed once made.
#[derive(Clone)]
pub struct FontBook {
    faces: Vec<FontFace>,
    db: Arc<fontdb::Database>,
    ids: HashMap<fontdb::ID, FontId>,
    /// Families that stand in for others, by the others' names in small letters.
    stand_ins: BTreeMap<String, String>,
    /// Paragraphs that were set in these fonts.
    shelf: Arc<ParaShelf>,
}

impl FontBook {
    /// The fonts that ship inside the program.
    pub fn bundled() -> &'static FontBook {
        static BOOK: OnceLock<FontBook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let mut book = FontBook {
                faces: Vec::new(),
                db: Arc::new(fontdb::Database::new()),
                ids: HashMap::new(),
                stand_ins: BTreeMap::new(),
                shelf: Arc::default(),
            };
            for data in BUNDLED {
                book.add("bundled font", Arc::new(data))
                    .expect("bundled fonts are sound");
            }
            let db = Arc::make_mut(&mut book.db);
            db.set_sans_serif_family(TEXT_FAMILY);
            db.set_serif_family(TEXT_FAMILY);
            db.set_cursive_family(TEXT_FAMILY);
            db.set_fantasy_family(TEXT_FAMILY);
            db.set_monospace_family(TEXT_FAMILY);
            book
        })
    }

    /// The same book with a kit's own fonts added: pairs of file name and content.
    pub fn with(&self, files: Vec<(String, Vec<u8>)>) -> Result<FontBook, BadFont> {
        let mut book = FontBook {
            shelf: Arc::default(),
            ..self.clone()
        };
        for (name, bytes) in files {
            book.add(&name, Arc::new(bytes))?;
        }
        Ok(book)
    }

    /// The same book with families that stand in for others: pairs of a name and the family that is meant by it.
    pub(crate) fn standing_in(
        &self,
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> FontBook {
        let pairs = pairs
            .into_iter()
            .map(|(name, by)| (name.to_lowercase(), by));
        FontBook {
            stand_ins: pairs.collect(),
            shelf: Arc::default(),
            ..self.clone()
        }
    }

    /// The paragraphs that were set in these fonts.
    pub(super) fn shelf(&self) -> &ParaShelf {
        &self.shelf
    }

    /// The family that is meant by a name: itself if it is there, else what stands in for it.
    fn meant<'a>(&'a self, family: &'a str) -> &'a str {
        let there = |f: &FontFace| f.family.eq_ignore_ascii_case(family);
        if self.stand_ins.is_empty() || self.faces.iter().any(there) {
            return family;
        }
        let by = self.stand_ins.get(&family.to_lowercase());
        by.map_or(family, String::as_str)
    }

    fn add(&mut self, file: &str, data: FontData) -> Result<(), BadFont> {
        let bad = |why: Say| BadFont {
            file: file.into(),
            why,
        };
        let source = fontdb::Source::Binary(data.clone());
        let ids = Arc::make_mut(&mut self.db).load_font_source(source);
        if ids.is_empty() {
            return Err(bad(say!("not a TrueType or OpenType font")));
        }
        for id in ids {
            let info = self.db.face(id).expect("just loaded");
            let font = FontRef::from_index((*data).as_ref(), info.index)
                .map_err(|e| bad(say::heard(e)))?;
            if font.glyf().is_err() && font.cff().is_err() && font.cff2().is_err() {
                return Err(bad(say!("its characters are pictures, not outlines")));
            }
            let metrics = font.metrics(
                skrifa::instance::Size::unscaled(),
                skrifa::instance::LocationRef::default(),
            );
            let head = font.head().map_err(|e| bad(say::heard(e)))?;
            let face = FontFace {
                data: data.clone(),
                index: info.index,
                family: info
                    .families
                    .first()
                    .map(|f| f.0.clone())
                    .unwrap_or_default(),
                postscript_name: info.post_script_name.clone(),
                weight: info.weight.0,
                italic: info.style != fontdb::Style::Normal,
                units_per_em: metrics.units_per_em as f32,
                ascent: metrics.ascent,
                descent: metrics.descent,
                cap_height: metrics
                    .cap_height
                    .unwrap_or(metrics.units_per_em as f32 * 0.7),
                bbox: [head.x_min(), head.y_min(), head.x_max(), head.y_max()].map(f32::from),
                cache: Arc::default(),
            };
            self.ids.insert(id, FontId(self.faces.len() as u16));
            self.faces.push(face);
        }
        Ok(())
    }

    /// A font by its number.
    pub fn face(&self, id: FontId) -> &FontFace {
        &self.faces[usize::from(id.0)]
    }

    /// All fonts with their numbers.
    pub fn faces(&self) -> impl Iterator<Item = (FontId, &FontFace)> {
        self.faces
            .iter()
            .enumerate()
            .map(|(i, f)| (FontId(i as u16), f))
    }

    /// The fonts that do not ship with the program.
    pub fn own(&self) -> impl Iterator<Item = (FontId, &FontFace)> {
        self.faces().skip(BUNDLED.len())
    }

    /// The characters of a text that no font draws, each once.
    pub fn lacks(&self, text: &str) -> Vec<char> {
        let mut out = Vec::new();
        // Letters and marks that a font has put together are not lacking.
        for ch in text.nfc() {
            let known = ch.is_ascii() || ch.is_control() || ch.is_whitespace() || is_unseen(ch);
            if known || out.contains(&ch) || self.faces.iter().any(|f| covers(f, ch)) {
                continue;
            }
            out.push(ch);
        }
        out
    }

    /// A text as plain words for a text box: nothing in it is markup, and characters that no font has are left out.
    pub fn plain(&self, text: &str) -> String {
        let lacking = self.lacks(text);
        let mut out = String::new();
        for c in text.chars().filter(|c| !lacking.contains(c)) {
            if matches!(c, '*' | ':' | '<' | '\\' | '_' | '{') {
                out.push('\\');
            }
            out.push(c);
        }
        out
    }

    /// The font of a family whose weight is nearest; the heavier one of two equally near. An italic cut only where
    /// there is no other.
    pub fn find(&self, family: &str, weight: u16) -> Option<FontId> {
        let family = self.meant(family);
        self.faces()
            .filter(|(_, f)| f.family.eq_ignore_ascii_case(family))
            .min_by_key(|(_, f)| (f.italic, f.weight.abs_diff(weight), u16::MAX - f.weight))
            .map(|(id, _)| id)
    }

    /// The names of all families, each once.
    pub fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.faces.iter().map(|f| f.family.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The same fonts for `usvg`, which sets plain `<text>` elements.
    pub fn database(&self) -> &Arc<fontdb::Database> {
        &self.db
    }

    /// How `usvg` finds the font of a plain `<text>`.
    pub fn resolver(&self) -> usvg::FontResolver<'_> {
        let usual = usvg::FontResolver::default_font_selector();
        usvg::FontResolver {
            select_font: Box::new(move |font, db| {
                if self.stand_ins.is_empty() {
                    return usual(font, db);
                }
                let named = font.families().iter().map(|f| match f {
                    usvg::FontFamily::Named(name) => fontdb::Family::Name(self.meant(name)),
                    generic => match self.stand_ins.get(&generic.to_string()) {
                        Some(by) => fontdb::Family::Name(by),
                        None => fontdb::Family::SansSerif,
                    },
                });
                let families: Vec<fontdb::Family<'_>> = named.collect();
                let known = db.query(&fontdb::Query {
                    families: &families,
                    weight: fontdb::Weight(font.weight()),
                    stretch: fontdb::Stretch::Normal,
                    style: match font.style() {
                        usvg::FontStyle::Normal => fontdb::Style::Normal,
                        usvg::FontStyle::Italic => fontdb::Style::Italic,
                        usvg::FontStyle::Oblique => fontdb::Style::Oblique,
                    },
                });
                known.or_else(|| usual(font, db))
            }),
            ..usvg::FontResolver::default()
        }
    }

    /// The font that `usvg` knows by `id`.
    pub(crate) fn of_database(&self, id: fontdb::ID) -> Option<FontId> {
        self.ids.get(&id).copied()
    }
}
