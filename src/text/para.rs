//! A paragraph after shaping: atoms that lines are made of, measured in thousandths of an em.
//!
//! Shaped once; breaking and shrinking only add widths up.

use std::ops::Range;
use std::sync::Arc;

use super::breaks::{self, Break};
use super::chars::{Class, is_cjk, is_mark};
use super::fallback::{CharLook, TextFonts, looks};
use super::markup::{Char, Marked};
use super::run::{FontId, Glyph};
use super::shape::{self, Shaped, Typesetting};
use super::{TextError, chars, markup};
use crate::art::Art;

/// Space between Japanese and Latin where none is written.
const MIXED_GAP: f32 = 140.0;
/// Space between a picture and a letter where none is written.
const ICON_GAP: f32 = 90.0;
/// Height of a picture in the line.
pub(crate) const ICON_HEIGHT: f32 = 1050.0;
/// What two full-width punctuation marks in a row are tightened by.
const HALF: f32 = 500.0;

/// The least piece of a line: a cluster of glyphs or a picture.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub kind: AtomKind,
    /// Its bytes in [`Para::text`].
    pub text: Range<u32>,
    pub width: f32,
    /// Added before it unless it starts a line; may be negative.
    pub gap: f32,
    /// Empty part at its left that is cut off where it starts a line.
    pub trim_start: f32,
    /// Empty part at its right that is cut off where it ends a line.
    pub trim_end: f32,
    /// Whether it vanishes at a line's end.
    pub space: bool,
    /// Whether the place after it may be stretched as Japanese is.
    pub cjk: bool,
    /// Whether a line may end before it.
    pub before: Break,
}

/// The most that a space between words grows when lines are filled.
const MAX_SPACE: f32 = 450.0;
/// The most that Japanese characters are moved apart when lines are filled.
const MAX_CJK: f32 = 130.0;

impl Atom {
    /// How much the place after it may be stretched.
    pub(super) fn flex(&self) -> f32 {
        match (self.cjk, self.space) {
            (true, _) => MAX_CJK,
            (false, true) => MAX_SPACE,
            _ => 0.0,
        }
    }
}

/// What an atom shows.
#[derive(Clone, Debug)]
pub(crate) enum AtomKind {
    /// Glyphs of [`Para::glyphs`].
    Glyphs {
        font: FontId,
        slant: bool,
        glyphs: Range<u32>,
    },
    /// A picture.
    Icon(Arc<Art>),
}

/// A shaped paragraph.
#[derive(Debug, Default)]
pub(crate) struct Para {
    pub atoms: Vec<Atom>,
    pub glyphs: Vec<Glyph>,
    pub text: String,
    /// `sums[i]` is the width of the atoms before `i`, gaps included.
    pub sums: Vec<f32>,
    /// `flex[i]` is how much the places after the atoms before `i` may be stretched.
    pub flex: Vec<f32>,
    /// The label of a hanging item; set left of the first line.
    pub label: Option<Box<Para>>,
    /// The hyphen that shows where a soft hyphen ends a line.
    pub hyphen: Option<(FontId, Glyph)>,
    /// What stands above the line.
    pub readings: Vec<WordReading>,
    pub japanese: bool,
}

/// A reading (furigana) above some atoms, which stay together on a line.
#[derive(Debug)]
pub(crate) struct WordReading {
    /// What it stands above.
    pub atoms: Range<usize>,
    /// The reading, as wide as what it stands above.
    pub para: Para,
}

/// The size of a reading beside that of its word.
pub(crate) const READING_SIZE: f32 = 0.5;
/// Its baseline above the word's, in ems of the word: ideographs reach up to 0.88.
pub(crate) const READING_RISE: f32 = 0.96;
/// What it takes above an ideograph, in ems of the word.
pub(crate) const READING_HEIGHT: f32 = 0.52;
/// Lines with readings between them need at least this distance.
pub(crate) const READING_LEADING: f32 = 1.55;

impl Para {
    /// Shapes a paragraph.
    pub(super) fn new(marked: &Marked, fonts: &TextFonts<'_>) -> Result<Para, TextError> {
        let (chars, breaks) = breaks::find(&marked.chars);
        let mut para = Para {
            japanese: chars.iter().any(|c| is_cjk(c.ch)),
            atoms: Vec::with_capacity(chars.len()),
            glyphs: Vec::with_capacity(chars.len()),
            ..Para::default()
        };
        let looks = looks(&chars, fonts)?;
        let mut start = 0;
        let mut shaped = Vec::new();
        while start < chars.len() {
            let Some(look) = looks[start] else {
                para.push_icon(&chars[start], marked);
                start += 1;
                continue;
            };
            let len = looks[start..]
                .iter()
                .take_while(|l| **l == Some(look))
                .count();
            let stretch = start..start + len;
            shaped.clear();
            let it = stretch.clone().map(|i| (i as u32, set_as(chars[i].ch)));
            shape::shape(fonts.book.face(look.font), look.setting, it, &mut shaped);
            para.push_clusters(&chars, stretch, look, &shaped)?;
            start += len;
        }
        if !marked.readings.is_empty() {
            para.annotate(&chars, &marked.readings, fonts)?;
        }
        para.finish(&chars, &breaks);
        if let Some(i) = breaks.iter().position(|b| matches!(b, Break::Hyphen(_))) {
            para.hyphen = Some(hyphen(fonts, chars[i].bold)?);
        }
        if !marked.label.is_empty() {
            let mut label = markup::plain(&marked.label);
            // The bullet of the regular weight is a speck.
            label.chars.iter_mut().for_each(|c| c.bold = c.ch == '•');
            para.label = Some(Box::new(Para::new(&label, fonts)?));
        }
        Ok(para)
    }

    fn push_icon(&mut self, c: &Char, marked: &Marked) {
        let Some(art) = c.icon.and_then(|i| marked.icons.get(usize::from(i))) else {
            return;
        };
        let (w, h) = art.size();
        let at = self.text.len() as u32;
        self.atoms.push(Atom {
            kind: AtomKind::Icon(art.clone()),
            text: at..at,
            width: ICON_HEIGHT * w / h,
            gap: 0.0,
            trim_start: 0.0,
            trim_end: 0.0,
            space: false,
            cjk: false,
            before: Break::Never,
        });
    }

    /// Turns the glyphs of one stretch into atoms, one a cluster.
    fn push_clusters(
        &mut self,
        chars: &[Char],
        stretch: Range<usize>,
        look: CharLook,
        shaped: &[Shaped],
    ) -> Result<(), TextError> {
        let mut at = 0;
        while at < shaped.len() {
            let first = shaped[at].cluster as usize;
            let count = shaped[at..]
                .iter()
                .take_while(|g| g.cluster as usize == first)
                .count();
            let end = shaped
                .get(at + count)
                .map_or(stretch.end, |g| g.cluster as usize);
            let (text_start, glyph_start) = (self.text.len(), self.glyphs.len());
            self.text.extend(chars[first..end].iter().map(|c| c.ch));
            let mut width = 0.0;
            for (i, g) in shaped[at..at + count].iter().enumerate() {
                if g.id == 0 {
                    return Err(TextError::MissingGlyph {
                        ch: chars[end - 1].ch,
                    });
                }
                let bytes = if i == 0 {
                    self.text.len() - text_start
                } else {
                    0
                };
                let len = u8::try_from(bytes).unwrap_or(u8::MAX);
                self.glyphs.push(Glyph {
                    id: g.id,
                    advance: g.advance,
                    dx: g.dx,
                    dy: g.dy,
                    len,
                });
                width += g.advance;
            }
            self.atoms
                .push(self.atom(chars[first].ch, text_start, glyph_start, width, look));
            at += count;
        }
        Ok(())
    }

    fn atom(
        &self,
        ch: char,
        text_start: usize,
        glyph_start: usize,
        width: f32,
        look: CharLook,
    ) -> Atom {
        let class = Class::of(ch);
        let trim = |of: Class| {
            if class == of && width > 900.0 {
                HALF
            } else {
                0.0
            }
        };
        let glyphs = glyph_start as u32..self.glyphs.len() as u32;
        Atom {
            kind: AtomKind::Glyphs {
                font: look.font,
                slant: look.slant,
                glyphs,
            },
            text: text_start as u32..self.text.len() as u32,
            width,
            gap: 0.0,
            trim_start: trim(Class::Open),
            trim_end: trim(Class::Close),
            space: class == Class::Space,
            cjk: is_cjk(ch) || ch == '…' || ch == '―',
            before: Break::Never,
        }
    }

    /// Sets readings above their words. The narrower of the two is spread out: half a share of the room at either end,
    /// a whole one between characters, as JIS X 4051 has it.
    fn annotate(
        &mut self,
        chars: &[Char],
        readings: &[String],
        fonts: &TextFonts<'_>,
    ) -> Result<(), TextError> {
        for (number, atoms) in self.annotated(chars) {
            let Some(text) = readings.get(usize::from(number)) else {
                continue;
            };
            let bold = |n: usize| chars.get(n).is_some_and(|c| c.bold || c.italic);
            let mut marked = markup::plain(text);
            let is_bold = bold(self.char_of(atoms.start));
            marked.chars.iter_mut().for_each(|c| c.bold = is_bold);
            let mut para = Para::new(&marked, fonts)?;
            let own: f32 = self.atoms[atoms.clone()].iter().map(|a| a.width).sum();
            let above = para.sums.last().copied().unwrap_or(0.0) * READING_SIZE;
            match above > own {
                true => self.spread(atoms.clone(), above - own),
                false => {
                    para.spread(0..para.atoms.len(), (own - above) / READING_SIZE);
                    para.add_up();
                }
            }
            self.readings.push(WordReading { atoms, para });
        }
        Ok(())
    }

    /// The readings of characters with the atoms below each.
    fn annotated(&self, chars: &[Char]) -> Vec<(u16, Range<usize>)> {
        let mut out: Vec<(u16, Range<usize>)> = Vec::new();
        let mut index = 0;
        for (n, atom) in self.atoms.iter().enumerate() {
            if let Some(number) = chars.get(index).and_then(|c| c.reading) {
                match out.last_mut() {
                    Some((last, atoms)) if *last == number && atoms.end == n => atoms.end = n + 1,
                    _ => out.push((number, n..n + 1)),
                }
            }
            index += self.chars_in(atom);
        }
        out
    }

    /// How many characters an atom stands for; a picture is one.
    fn chars_in(&self, atom: &Atom) -> usize {
        let text = &self.text[atom.text.start as usize..atom.text.end as usize];
        text.chars().count().max(1)
    }

    /// The first character of an atom.
    fn char_of(&self, atom: usize) -> usize {
        self.atoms[..atom].iter().map(|a| self.chars_in(a)).sum()
    }

    /// Moves the glyphs of some atoms apart, so that they take so much more room.
    fn spread(&mut self, atoms: Range<usize>, room: f32) {
        let share = room / atoms.len().max(1) as f32;
        for atom in &mut self.atoms[atoms] {
            let AtomKind::Glyphs { glyphs, .. } = &atom.kind else {
                continue;
            };
            let glyphs = &mut self.glyphs[glyphs.start as usize..glyphs.end as usize];
            glyphs.iter_mut().for_each(|g| g.dx += share / 2.0);
            if let Some(last) = glyphs.last_mut() {
                last.advance += share;
            }
            atom.width += share;
        }
    }

    /// Fills in gaps, breaks and sums, which look at neighbours.
    fn finish(&mut self, chars: &[Char], breaks: &[Break]) {
        let mut index = 0;
        let mut last: Option<(char, f32)> = None;
        for atom in &mut self.atoms {
            let first = chars.get(index).map_or(' ', |c| c.ch);
            atom.before = breaks.get(index).copied().unwrap_or(Break::Never);
            let reading = |n: usize| chars.get(n).and_then(|c| c.reading);
            if index > 0 && reading(index).is_some() && reading(index) == reading(index - 1) {
                atom.before = Break::Never;
            }
            if let Some((prev, room)) = last {
                atom.gap = gap(prev, first, room.max(atom.trim_start));
            }
            let count = self.text[atom.text.start as usize..atom.text.end as usize]
                .chars()
                .count()
                .max(1);
            index += count;
            let end = chars[index - count..index.min(chars.len())]
                .iter()
                .rev()
                .find(|c| !is_mark(c.ch));
            last = Some((end.map_or(first, |c| c.ch), atom.trim_end));
        }
        self.add_up();
    }

    /// Adds up widths.
    fn add_up(&mut self) {
        self.sums = Vec::with_capacity(self.atoms.len() + 1);
        self.flex = Vec::with_capacity(self.atoms.len() + 1);
        let (mut sum, mut flex) = (0.0, 0.0);
        self.sums.push(sum);
        self.flex.push(flex);
        for atom in &self.atoms {
            sum += atom.gap + atom.width;
            flex += atom.flex();
            self.sums.push(sum);
            self.flex.push(flex);
        }
    }

    /// Where the ink of a line that ends before `end` ends: without its trailing spaces.
    pub(super) fn ink_end(&self, start: usize, end: usize) -> usize {
        self.atoms[start..end]
            .iter()
            .rposition(|a| !a.space)
            .map_or(start, |i| start + i + 1)
    }

    /// The width of a line of the atoms `start..end`; `end` as [`ink_end`](Self::ink_end) gives it.
    pub(super) fn width(&self, start: usize, end: usize) -> f32 {
        if start >= end {
            return 0.0;
        }
        let (first, last) = (&self.atoms[start], &self.atoms[end - 1]);
        self.sums[end] - self.sums[start] - first.gap - first.trim_start - last.trim_end
    }

    /// How much a line of the atoms `start..end` may be stretched.
    pub(super) fn flex(&self, start: usize, end: usize) -> f32 {
        if start < end {
            self.flex[end - 1] - self.flex[start]
        } else {
            0.0
        }
    }

    /// The room that the label takes at the left of all lines.
    pub(super) fn hang(&self) -> f32 {
        self.label
            .as_ref()
            .map_or(0.0, |l| l.sums.last().copied().unwrap_or(0.0) + 120.0)
    }

    /// Whether letters reach below the baseline.
    pub(super) fn descends(&self) -> bool {
        self.text.contains([
            'g', 'j', 'p', 'q', 'y', 'Q', ',', ';', '(', ')', '[', ']', '/',
        ])
    }
}

/// A hyphen; it stands for the soft hyphen of the source (two bytes).
fn hyphen(fonts: &TextFonts<'_>, bold: bool) -> Result<(FontId, Glyph), TextError> {
    let font = fonts.pick(&markup::plain("-").chars, bold)?;
    let mut shaped = Vec::new();
    shape::shape(
        fonts.book.face(font),
        Typesetting::Western,
        std::iter::once((0, '-')),
        &mut shaped,
    );
    let g = shaped.first().ok_or(TextError::MissingGlyph { ch: '-' })?;
    Ok((
        font,
        Glyph {
            id: g.id,
            advance: g.advance,
            dx: g.dx,
            dy: g.dy,
            len: 2,
        },
    ))
}

/// The character that is shaped in place of another.
fn set_as(ch: char) -> char {
    if ch == '\u{2011}' { '-' } else { ch }
}

/// The space between two characters on one line where none is written.
fn gap(a: char, b: char, room: f32) -> f32 {
    use Class::*;
    let (x, y) = (Class::of(a), Class::of(b));
    match (x, y) {
        (Close, Open | Close | Dot) | (Open, Open) | (Dot, Open) if room > 0.0 => -HALF,
        (Space, _) | (_, Space) => 0.0,
        (Icon, Close | Open | Bang | Dot) | (Close | Open | Bang | Dot, Icon) => 0.0,
        (Icon, Other) if chars::never_starts(b) => 0.0,
        (Other, Icon) if chars::never_ends(a) => 0.0,
        (Icon, _) | (_, Icon) => ICON_GAP,
        _ if x.is_japanese() && y.is_western() || x.is_western() && y.is_japanese() => MIXED_GAP,
        _ => 0.0,
    }
}
