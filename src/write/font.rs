//! Fonts in the PDF: which glyphs the document uses, what they stand for, one subset a font.

use std::collections::{HashMap, HashSet};

use skrifa::instance::{LocationRef, Size};
use skrifa::raw::types::Tag;
use skrifa::{GlyphId, MetadataProvider};

use super::content::Content;
use super::deflate::deflate;
use super::error::WriteError;
use super::store::Store;
use crate::hash::{Hash, hash};
use crate::say::heard;
use crate::text::{FontBook, FontFace, FontId, GlyphRun, TextBlock};

/// Whether these glyphs of a font can be embedded.
pub fn try_font(face: &FontFace, glyphs: &[u16]) -> Result<(), WriteError> {
    program(face, glyphs).map(drop)
}

/// The font with these glyphs alone, and whether it is a bare CFF.
fn program(face: &FontFace, glyphs: &[u16]) -> Result<(Vec<u8>, bool), WriteError> {
    let bad = |why: &dyn std::fmt::Display| WriteError::BadFont {
        name: face.postscript_name.clone(),
        why: heard(why),
    };
    let mut mapper = subsetter::GlyphRemapper::new();
    for glyph in glyphs {
        mapper.remap(*glyph);
    }
    let subset =
        subsetter::subset((*face.data).as_ref(), face.index, &mapper).map_err(|e| bad(&e))?;
    let font = skrifa::FontRef::new(&subset).map_err(|e| bad(&e))?;
    let cff = font.table_data(Tag::new(b"CFF "));
    let cff = cff.map(|table| table.as_bytes().to_vec());
    let is_cff = cff.is_some();
    Ok((cff.unwrap_or(subset), is_cff))
}

/// What a glyph stands for when text is copied out of the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
enum Meaning {
    /// The glyph is not used.
    #[default]
    Unused,
    /// The glyph adds nothing to the text.
    Nothing,
    /// One character.
    Char(char),
    /// Several characters, by their place in [`DocumentFonts::strings`].
    Text(u32),
}

/// A font as far as the document uses it, indexed by glyph number of the whole font.
#[derive(Default)]
struct UsedFont {
    meaning: Vec<Meaning>,
    /// The glyphs in the order of their codes, from 1 on.
    order: Vec<u16>,
    /// The number of the line that the codes belong to; 0 if they are this document's alone.
    line: u64,
    code: Vec<u16>,
    width: Vec<f32>,
}

impl UsedFont {
    /// The glyphs that are used, but for `.notdef`.
    fn glyphs(&self) -> impl Iterator<Item = u16> {
        let used = self.meaning.iter().enumerate().skip(1);
        let used = used.filter(|(_, meaning)| **meaning != Meaning::Unused);
        used.map(|(glyph, _)| glyph as u16)
    }
}

/// Codes that several documents have in common: glyphs in the order of their codes, and what they stand for.
#[derive(Clone)]
pub(super) struct CodeLine {
    number: u64,
    glyphs: Vec<(u16, String)>,
}

/// All fonts of a document: first told of every glyph, then frozen and asked while drawing.
pub(super) struct DocumentFonts<'a> {
    book: &'a FontBook,
    used: Vec<Option<UsedFont>>,
    outlined: Vec<bool>,
    strings: Vec<String>,
    interned: HashMap<String, u32>,
}

impl<'a> DocumentFonts<'a> {
    /// No glyph is used yet.
    pub(super) fn new(book: &'a FontBook) -> Self {
        let outlined: Vec<bool> = book.faces().map(|(_, f)| needs_outlines(f)).collect();
        let used = outlined.iter().map(|_| None).collect();
        Self {
            book,
            used,
            outlined,
            strings: Vec::new(),
            interned: HashMap::new(),
        }
    }

    /// The fonts themselves.
    pub(super) fn book(&self) -> &'a FontBook {
        self.book
    }

    /// The font that `usvg` knows by `id`, unless its text must be drawn as outlines (colour and variable fonts).
    pub(super) fn glyph_font(&self, id: usvg::fontdb::ID) -> Option<FontId> {
        let font = self.book.of_database(id)?;
        (!self.outlined[usize::from(font.0)]).then_some(font)
    }

    /// Notes the glyphs of a text block.
    pub(super) fn collect_block(&mut self, block: &TextBlock) {
        for run in &block.runs {
            for (glyph, text) in clusters(run) {
                self.note(run.font, glyph.id, text);
            }
        }
    }

    /// Notes the glyphs of every plain text in a tree.
    pub(super) fn collect_tree(&mut self, tree: &usvg::Tree) {
        self.collect_group(tree.root());
    }

    fn collect_group(&mut self, group: &usvg::Group) {
        for node in group.children() {
            match node {
                usvg::Node::Group(g) => self.collect_group(g),
                usvg::Node::Text(t) => self.collect_text(t),
                usvg::Node::Image(i) => {
                    if let usvg::ImageKind::SVG(tree) = i.kind() {
                        self.collect_group(tree.root());
                    }
                }
                usvg::Node::Path(_) => {}
            }
        }
    }

    fn collect_text(&mut self, text: &usvg::Text) {
        for glyph in text.layouted().iter().flat_map(|s| &s.positioned_glyphs) {
            if let Some(font) = self.glyph_font(glyph.font) {
                self.note(font, glyph.id.0 as u16, &glyph.text);
            }
        }
    }

    fn note(&mut self, font: FontId, glyph: u16, text: &str) {
        let meaning = self.meaning_of(text);
        let used = self.used[usize::from(font.0)].get_or_insert_with(UsedFont::default);
        let at = usize::from(glyph);
        if used.meaning.len() <= at {
            used.meaning.resize(at + 1, Meaning::Unused);
        }
        if used.meaning[at] == Meaning::Unused {
            used.meaning[at] = meaning;
        }
    }

    fn meaning_of(&mut self, text: &str) -> Meaning {
        if let Some(simple) = simple_meaning(text) {
            return simple;
        }
        if let Some(n) = self.interned.get(text) {
            return Meaning::Text(*n);
        }
        let n = self.strings.len() as u32;
        self.strings.push(text.into());
        self.interned.insert(text.into(), n);
        Meaning::Text(n)
    }

    /// Gives every used glyph its code and width. Nothing may be collected afterwards.
    pub(super) fn freeze(&mut self) {
        for (used, (_, face)) in self.used.iter_mut().zip(self.book.faces()) {
            let Some(used) = used else { continue };
            let font = face.font();
            let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
            used.code = vec![0; used.meaning.len()];
            used.width = vec![0.0; used.meaning.len()];
            if used.order.is_empty() {
                used.order = used.glyphs().collect();
            }
            // Code 0 is `.notdef`, which is in every subset.
            let known = Some(0).filter(|_| used.meaning[0] != Meaning::Unused);
            let coded = used.order.iter().zip(1..).map(|(g, code)| (*g, code));
            for (glyph, code) in known.map(|g| (g, 0)).into_iter().chain(coded) {
                let advance = metrics.advance_width(GlyphId::from(glyph)).unwrap_or(0.0);
                let at = usize::from(glyph);
                used.width[at] = (advance * 1000.0 / face.units_per_em * 10.0).round() / 10.0;
                used.code[at] = code;
            }
        }
    }

    /// Goes on with the codes of an earlier document where that is possible: glyphs keep theirs, also those that are
    /// not used any more, and new ones are added at the end. `next` makes a number for codes that begin anew.
    pub(super) fn follow(
        &mut self,
        lines: &mut HashMap<usize, CodeLine>,
        mut next: impl FnMut() -> u64,
    ) {
        for number in self.in_use() {
            let Some(used) = &self.used[number] else {
                continue;
            };
            let now: Vec<(u16, String)> = used
                .glyphs()
                .map(|g| (g, self.text(used.meaning[usize::from(g)])))
                .collect();
            let meant: HashMap<u16, &str> = now.iter().map(|(g, t)| (*g, t.as_str())).collect();
            let goes_on = |line: &&mut CodeLine| {
                let same = |(g, text): &(u16, String)| meant.get(g).is_none_or(|t| *t == text);
                line.glyphs.iter().all(same) && line.glyphs.len() <= now.len() * 2 + 64
            };
            let line = match lines.get_mut(&number).filter(goes_on) {
                Some(line) => {
                    let known: HashSet<u16> = line.glyphs.iter().map(|(g, _)| *g).collect();
                    let more = now.into_iter().filter(|(g, _)| !known.contains(g));
                    line.glyphs.extend(more);
                    line.clone()
                }
                None => {
                    let line = CodeLine {
                        number: next(),
                        glyphs: now,
                    };
                    lines.insert(number, line.clone());
                    line
                }
            };
            for (glyph, text) in &line.glyphs {
                self.note(FontId(number as u16), *glyph, text);
            }
            if let Some(used) = &mut self.used[number] {
                used.order = line.glyphs.iter().map(|(g, _)| *g).collect();
                used.line = line.number;
            }
        }
    }

    /// What a glyph stands for.
    fn text(&self, meaning: Meaning) -> String {
        match meaning {
            Meaning::Unused | Meaning::Nothing => String::new(),
            Meaning::Char(c) => c.into(),
            Meaning::Text(n) => self.strings[n as usize].clone(),
        }
    }

    /// A glyph's code in the subset and its width in thousandths of the em.
    pub(super) fn glyph(&self, font: FontId, glyph: u16) -> (u16, f32) {
        let at = usize::from(glyph);
        match self.used.get(usize::from(font.0)).and_then(Option::as_ref) {
            Some(used) if at < used.code.len() => (used.code[at], used.width[at]),
            _ => (0, 0.0),
        }
    }

    /// Whether the font's table says that the glyph stands for `text`.
    pub(super) fn means(&self, font: FontId, glyph: u16, text: &str) -> bool {
        let Some(used) = self.used.get(usize::from(font.0)).and_then(Option::as_ref) else {
            return false;
        };
        match used.meaning.get(usize::from(glyph)) {
            Some(Meaning::Text(n)) => self.strings[*n as usize] == text,
            Some(meaning) => simple_meaning(text) == Some(*meaning),
            None => false,
        }
    }

    /// The numbers of the fonts that the document uses, in order.
    pub(super) fn in_use(&self) -> Vec<usize> {
        (0..self.used.len())
            .filter(|n| self.used[*n].is_some())
            .collect()
    }

    /// A number for the codes of one font and what they stand for, as far as anything drawn earlier can know.
    pub(super) fn codes(&self, number: usize) -> u128 {
        match self.used.get(number).and_then(Option::as_ref) {
            Some(used) if used.line > 0 => u128::from(used.line),
            _ => self.identity(number),
        }
    }

    /// A number for the glyphs of one font and what they stand for: equal numbers, equal subsets and codes.
    pub(super) fn identity(&self, number: usize) -> u128 {
        use std::hash::Hash as _;
        let mut hash = Hash::default();
        let used = self.used.get(number).and_then(Option::as_ref);
        used.iter().for_each(|u| u.order.hash(&mut hash));
        for (glyph, meaning) in used.iter().flat_map(|u| u.meaning.iter().enumerate()) {
            match meaning {
                Meaning::Unused => {}
                Meaning::Text(n) => (glyph, &self.strings[*n as usize]).hash(&mut hash),
                simple => (glyph, simple).hash(&mut hash),
            }
        }
        hash.wide()
    }

    /// The compressed programs of one font, ready to be stored.
    pub(super) fn build(&self, number: usize) -> Result<Built, WriteError> {
        let face = self.book.face(FontId(number as u16));
        let Some(used) = &self.used[number] else {
            return Err(WriteError::Internal {
                what: "a font that is not used was asked for",
            });
        };
        let glyphs = &used.order;
        let (program, is_cff) = program(face, glyphs)?;
        let mut widths = vec![
            used.width
                .first()
                .copied()
                .filter(|w| *w > 0.0)
                .unwrap_or(notdef_width(face)),
        ];
        widths.extend(glyphs.iter().map(|g| used.width[usize::from(*g)]));
        Ok(Built {
            name: format!("{}+{}", tag(&program), clean_name(&face.postscript_name)),
            length: program.len(),
            program: deflate(&program),
            is_cff,
            unicode: deflate(&self.unicode_map(used, glyphs)),
            widths,
        })
    }

    fn unicode_map(&self, used: &UsedFont, glyphs: &[u16]) -> Vec<u8> {
        let mut entries: Vec<(u16, String)> = Vec::new();
        for g in glyphs {
            let g = usize::from(*g);
            match used.meaning[g] {
                Meaning::Char(c) => entries.push((used.code[g], c.into())),
                Meaning::Text(n) => entries.push((used.code[g], self.strings[n as usize].clone())),
                Meaning::Unused | Meaning::Nothing => {}
            }
        }
        let mut out = Content::default();
        out.raw(
            "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\
             /CMapName/Adobe-Identity-UCS def/CMapType 2 def\n\
             1 begincodespacerange<0000><FFFF>endcodespacerange\n",
        );
        for chunk in entries.chunks(100) {
            out.integer(chunk.len() as i64).raw(" beginbfchar\n");
            for (code, text) in chunk {
                hex(&mut out, [*code]);
                hex(&mut out, text.encode_utf16());
                out.raw("\n");
            }
            out.raw("endbfchar\n");
        }
        out.raw("endcmap CMapName currentdict/CMap defineresource pop end end");
        out.bytes
    }
}

/// A font that is ready to be stored.
#[derive(Clone)]
pub(super) struct Built {
    name: String,
    program: Vec<u8>,
    length: usize,
    is_cff: bool,
    unicode: Vec<u8>,
    widths: Vec<f32>,
}

impl Built {
    /// Adds the font's objects; the number of the Type 0 font.
    pub(super) fn store(self, face: &FontFace, store: &mut Store) -> u32 {
        let program = store.reserve();
        let descriptor = self.descriptor(face, program);
        let mut dict = Content::default();
        if self.is_cff {
            dict.raw("/Subtype/CIDFontType0C");
        } else {
            dict.raw("/Length1 ").integer(self.length as i64);
        }
        store.put_deflated(program, dict, self.program);
        let unicode = store.reserve();
        store.put_deflated(unicode, Content::default(), self.unicode);
        let descriptor = store.add(descriptor);

        let kind = if self.is_cff {
            "0"
        } else {
            "2/CIDToGIDMap/Identity"
        };
        let mut cid = Content::default();
        cid.raw("<</Type/Font/Subtype/CIDFontType")
            .raw(kind)
            .raw("/BaseFont/")
            .raw(&self.name);
        cid.raw(
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ",
        );
        cid.reference(descriptor).raw("/W[0[");
        for w in &self.widths {
            cid.num(*w, 1);
        }
        cid.raw("]]>>");
        let cid = store.add(cid);

        let mut font = Content::default();
        font.raw("<</Type/Font/Subtype/Type0/BaseFont/")
            .raw(&self.name)
            .raw("/Encoding/Identity-H/DescendantFonts[");
        font.reference(cid)
            .raw("]/ToUnicode ")
            .reference(unicode)
            .raw(">>");
        store.add(font)
    }

    fn descriptor(&self, face: &FontFace, program: u32) -> Content {
        let scale = 1000.0 / face.units_per_em;
        let mut d = Content::default();
        d.raw("<</Type/FontDescriptor/FontName/")
            .raw(&self.name)
            .raw("/Flags 4/ItalicAngle 0/StemV ");
        d.integer(if face.weight >= 600 { 120 } else { 80 })
            .raw("/FontBBox[");
        for v in face.bbox {
            d.num(v * scale, 0);
        }
        d.raw("]/Ascent ").num(face.ascent * scale, 0);
        d.raw("/Descent ").num(face.descent * scale, 0);
        d.raw("/CapHeight ").num(face.cap_height * scale, 0);
        d.raw(if self.is_cff {
            "/FontFile3 "
        } else {
            "/FontFile2 "
        })
        .reference(program)
        .raw(">>");
        d
    }
}

/// The glyphs of a run with the characters that each stands for.
pub(super) fn clusters(run: &GlyphRun) -> impl Iterator<Item = (&crate::text::Glyph, &str)> {
    let mut at = 0;
    run.glyphs.iter().map(move |glyph| {
        let end = at + usize::from(glyph.len);
        // A length that does not end on a character would be a bug of the layout: then the glyph means nothing.
        let text = run.text.get(at..end).unwrap_or("");
        at = end;
        (glyph, text)
    })
}

fn simple_meaning(text: &str) -> Option<Meaning> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Some(Meaning::Nothing),
        (Some(c), None) => Some(Meaning::Char(c)),
        _ => None,
    }
}

fn needs_outlines(face: &FontFace) -> bool {
    let font = face.font();
    [b"COLR", b"SVG ", b"CBDT", b"sbix", b"fvar"]
        .iter()
        .any(|t| font.table_data(Tag::new(t)).is_some())
}

fn notdef_width(face: &FontFace) -> f32 {
    let font = face.font();
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    metrics.advance_width(GlyphId::from(0u16)).unwrap_or(0.0) * 1000.0 / face.units_per_em
}

/// Six capitals that follow from the subset's bytes.
fn tag(program: &[u8]) -> String {
    let hash = hash(program).to_be_bytes();
    hash.iter()
        .take(6)
        .map(|b| char::from(b'A' + b % 26))
        .collect()
}

fn clean_name(name: &str) -> String {
    let clean: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    if clean.is_empty() {
        "Font".into()
    } else {
        clean
    }
}

fn hex(out: &mut Content, units: impl IntoIterator<Item = u16>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.raw("<");
    for unit in units {
        for shift in [12, 8, 4, 0] {
            out.bytes.push(DIGITS[usize::from(unit >> shift & 15)]);
        }
    }
    out.raw(">");
}
