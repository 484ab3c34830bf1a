//! Which font draws which character: the one asked for, and those that stand in for what it lacks.

use super::TextError;
use super::chars::{Class, is_cjk, is_complex, is_mark, is_right_to_left, is_silent};
use super::font::{FontBook, FontFace, TEXT_FAMILY};
use super::markup::Char;
use super::run::FontId;
use super::shape::{self, Typesetting};
use crate::hash::{combine, hash};

/// The fonts of a text: regular and bold, asked for and fallbacks.
pub(crate) struct TextFonts<'a> {
    pub book: &'a FontBook,
    /// A number for what of the book was asked for.
    pub mark: u128,
    chains: [Vec<FontId>; 2],
}

impl<'a> TextFonts<'a> {
    /// The fonts to try, in order: the family asked for, then the text family, then M PLUS, then the kit's own, each
    /// in the weight asked for, then whatever there is.
    pub(super) fn new(book: &'a FontBook, family: &str, weight: u16) -> Result<Self, TextError> {
        if book.find(family, weight).is_none() {
            let known = book.families().into_iter().map(String::from).collect();
            return Err(TextError::UnknownFont {
                family: family.into(),
                known,
            });
        }
        let chain = |weight: u16| {
            let rounded = if weight >= 600 {
                "Rounded Mplus 1c Bold"
            } else {
                "Rounded Mplus 1c"
            };
            let named = [family, TEXT_FAMILY, rounded]
                .into_iter()
                .filter_map(|f| book.find(f, weight));
            let own = book.own().filter_map(|(_, f)| book.find(&f.family, weight));
            let mut ids: Vec<FontId> = Vec::new();
            for id in named.chain(own).chain(book.faces().map(|(id, _)| id)) {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
            ids
        };
        Ok(TextFonts {
            book,
            mark: combine(hash(family), u128::from(weight)),
            chains: [chain(weight), chain(weight.max(700))],
        })
    }

    /// The font that leads: metrics come from it.
    pub(super) fn main(&self) -> FontId {
        self.chains[0][0]
    }

    /// The first font that draws a character with the marks on it; one that lacks a mark only if all do.
    pub(super) fn pick(&self, cluster: &[Char], bold: bool) -> Result<FontId, TextError> {
        let Some(first) = cluster.first() else {
            return Ok(self.main());
        };
        let chain = &self.chains[usize::from(bold)];
        let whole = |id: &&FontId| draws(self.book.face(**id), cluster);
        let base = |id: &&FontId| shape::covers(self.book.face(**id), looked_up(first.ch));
        let found = chain.iter().find(whole).or_else(|| chain.iter().find(base));
        found
            .copied()
            .ok_or(TextError::MissingGlyph { ch: first.ch })
    }

    /// The first font that draws all of these characters, where there is one.
    fn pick_for_all<'c>(
        &self,
        bold: bool,
        clusters: impl Iterator<Item = &'c [Char]> + Clone,
    ) -> Option<FontId> {
        let mut chain = self.chains[usize::from(bold)].iter().copied();
        chain.find(|id| clusters.clone().all(|c| draws(self.book.face(*id), c)))
    }
}

/// Whether a font draws a character with the marks on it, put together or one by one.
fn draws(face: &FontFace, cluster: &[Char]) -> bool {
    let Some((first, marks)) = cluster.split_first() else {
        return true;
    };
    if !shape::covers(face, looked_up(first.ch)) {
        return false;
    }
    let joined = |mark: char| {
        let whole = unicode_normalization::char::compose(first.ch, mark);
        whole.is_some_and(|c| shape::covers(face, c))
    };
    let fine = |c: &Char| is_silent(c.ch) || shape::covers(face, c.ch) || joined(c.ch);
    marks.iter().all(fine)
}

/// The character that a font must have for another to be drawn.
fn looked_up(ch: char) -> char {
    match ch {
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' => ' ',
        '\u{2011}' => '-',
        c => c,
    }
}

/// How a character is set.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct CharLook {
    pub font: FontId,
    pub slant: bool,
    pub setting: Typesetting,
}

/// Font, slant and setting of every character; `None` for pictures.
pub(crate) fn looks(
    chars: &[Char],
    fonts: &TextFonts<'_>,
) -> Result<Vec<Option<CharLook>>, TextError> {
    let mut looks: Vec<Option<CharLook>> = Vec::with_capacity(chars.len());
    let mut ideographs = [None; 2];
    while let Some(first) = chars.get(looks.len()) {
        let start = looks.len();
        if first.icon.is_some() {
            looks.push(None);
            continue;
        }
        let cjk = is_cjk(first.ch);
        let bold = is_bold(first);
        let len = word_len(&chars[start..]);
        let word = &chars[start..start + len];
        if let Some(c) = word.iter().find(|c| is_right_to_left(c.ch)) {
            return Err(TextError::RightToLeft { ch: c.ch });
        }
        let whole = if cjk {
            // A paragraph of ideographs looks patched when its fonts change from one to the next.
            *ideographs[usize::from(bold)]
                .get_or_insert_with(|| fonts.pick_for_all(bold, ideographs_of(chars, bold)))
        } else {
            fonts.pick_for_all(bold, clusters(word))
        };
        for cluster in clusters(word) {
            let font = match whole {
                Some(font) if draws(fonts.book.face(font), cluster) => font,
                _ => fonts.pick(cluster, bold)?,
            };
            let setting = match cluster.first().map_or(' ', |c| c.ch) {
                c if is_cjk(c) => Typesetting::Japanese,
                c if is_complex(c) => Typesetting::Complex,
                _ => Typesetting::Western,
            };
            let slant = first.italic && !cjk;
            let look = CharLook {
                font,
                slant,
                setting,
            };
            looks.extend(cluster.iter().map(|_| Some(look)));
        }
    }
    Ok(looks)
}

/// Whether a character is set bold. Slanted Japanese is no italic: it is set bold.
fn is_bold(c: &Char) -> bool {
    c.bold || (c.italic && is_cjk(c.ch))
}

/// How many characters from here on belong in one font: a word, or one character with its marks.
fn word_len(chars: &[Char]) -> usize {
    let Some(first) = chars.first() else { return 0 };
    let cjk = is_cjk(first.ch);
    let letter = |c: &Char| !cjk && !is_cjk(c.ch) && (c.ch.is_alphabetic() || is_complex(c.ch));
    let same = |c: &Char| c.icon.is_none() && (c.bold, c.italic) == (first.bold, first.italic);
    let mut len = 1;
    while let Some(c) = chars.get(len) {
        let joins = is_mark(c.ch) || (letter(first) && letter(c) && same(c));
        if c.icon.is_some() || !joins {
            break;
        }
        len += 1;
    }
    len
}

/// Characters with the marks that follow them.
fn clusters(chars: &[Char]) -> impl Iterator<Item = &[Char]> + Clone {
    chars.chunk_by(|_, next| is_mark(next.ch))
}

/// The ideographs and kana of a paragraph that are set in one weight.
fn ideographs_of(chars: &[Char], bold: bool) -> impl Iterator<Item = &[Char]> + Clone {
    clusters(chars).filter(move |c| {
        c.first()
            .is_some_and(|c| Class::of(c.ch).is_japanese() && is_bold(c) == bold)
    })
}
