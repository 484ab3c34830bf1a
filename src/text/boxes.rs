//! Text boxes: a text, a rectangle, and the largest allowed size at which the one fits the other.

use std::sync::Arc;

use super::breaks::CUTS_WORD;
use super::emit::{Stretch, TextPen, emit, whole};
use super::fallback::TextFonts;
use super::lines::{Broken, FEWEST, Measure, TextEdge, TextLine, USUAL, break_lines, widest_word};
use super::para::{Para, READING_HEIGHT, READING_LEADING};
use super::phrase::WORD;
use super::shaped::shaped;
use super::{FontBook, Rgb, TEXT_FAMILY, TextBlock, TextError, markup};
use crate::art::Art;
use crate::units::{Mm, Pt};

/// Where lines stand in the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle, with lines of about equal length.
    Center,
    /// At the right edge.
    Right,
    /// Filled to both edges, the last line of a paragraph at the left.
    Justify,
}

/// Where the lines stand in the height of the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VAlign {
    /// At the top.
    #[default]
    Top,
    /// Optically in the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

/// A text box as a template asks for it. Lengths without a type are user units of the template.
#[derive(Clone, Copy, Debug)]
pub struct BoxSpec<'a> {
    /// The text with its markup: `**bold**`, `*italic*`, `:icon:`, one paragraph a line.
    pub text: &'a str,
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// The size wished for.
    pub size: Pt,
    /// The smallest size allowed.
    pub min_size: Pt,
    /// User units in one point.
    pub unit_per_pt: f32,
    /// Where lines stand.
    pub align: Align,
    /// Where the block stands.
    pub valign: VAlign,
    /// The font family.
    pub family: &'a str,
    /// 100 to 900.
    pub weight: u16,
    /// Whether all of it is slanted.
    pub italic: bool,
    /// Line distance in ems; 1.35 for Latin and 1.6 for Japanese if not given.
    pub leading: Option<f32>,
    /// Colour of the letters.
    pub fill: Rgb,
    /// Outline behind the letters: colour and width.
    pub stroke: Option<(Rgb, f32)>,
    /// The language of the text, `en` or `ja`.
    pub lang: &'a str,
}

impl Default for BoxSpec<'_> {
    fn default() -> Self {
        Self {
            text: "",
            x: 0.0,
            y: 0.0,
            w: 0.0,
            h: 0.0,
            size: Pt(9.0),
            min_size: Pt(7.0),
            unit_per_pt: (1.0 / crate::units::PT_PER_MM) as f32,
            align: Align::default(),
            valign: VAlign::default(),
            family: TEXT_FAMILY,
            weight: 400,
            italic: false,
            leading: None,
            fill: Rgb {
                r: 0x1d,
                g: 0x24,
                b: 0x33,
            },
            stroke: None,
            lang: "en",
        }
    }
}

/// The pictures that a text may name.
pub trait Icons {
    /// The picture of that name, drawn for text of that colour.
    fn icon(&self, name: &str, color: Rgb) -> Option<Arc<Art>>;
}

/// No pictures at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIcons;

impl Icons for NoIcons {
    fn icon(&self, _: &str, _: Rgb) -> Option<Arc<Art>> {
        None
    }
}

/// A text box after layout.
#[derive(Clone, Debug)]
pub struct LaidBox {
    /// The glyphs and pictures.
    pub block: TextBlock,
    /// The size it is set in.
    pub size: Pt,
    /// Width of the longest line, user units.
    pub width: f32,
    /// Height of all lines, user units.
    pub height: f32,
    /// How many lines there are.
    pub lines: usize,
}

/// One line of plain text on a baseline at the origin.
#[derive(Clone, Debug)]
pub struct LaidLine {
    /// The glyphs.
    pub block: TextBlock,
    /// Its width in the unit of the size asked for.
    pub width: f32,
}

/// Sizes tried when shrinking, in points.
const STEP: f64 = 0.25;
/// The smallest size that an error message would suggest.
const LEAST: f64 = 1.0;
/// How much smaller a short text may get so that no word is cut.
const WHOLE_WORDS: f64 = 0.82;
/// And a longer one, so that no Japanese word is.
const NEARLY: f64 = 0.95;

/// Beyond this many lines, how much too high a text is need not be told to the millimetre.
const MANY_LINES: usize = 200;
/// No box holds a text longer than this.
const MAX_TEXT: usize = 100_000;

/// Sets a text box.
pub fn lay_box(
    spec: &BoxSpec<'_>,
    fonts: &FontBook,
    icons: &dyn Icons,
) -> Result<LaidBox, TextError> {
    for size in [spec.size, spec.min_size] {
        if !(size.0.is_finite() && size.0 > 0.0) {
            return Err(TextError::BadSize { size });
        }
    }
    if spec.text.len() > MAX_TEXT {
        let none = Mm(0.0);
        return Err(TextError::Overflow {
            tried: spec.min_size,
            fits: None,
            wide: none,
            high: none,
            lines: 0,
        });
    }
    let text = ShapedText::new(spec, fonts, icons)?;
    let least = spec.min_size.min(spec.size).0;
    let mut cut: Option<SizedText> = None;
    let (mut limit, mut share) = (CUTS_WORD, WHOLE_WORDS);
    for size in sizes(spec.size.0, least) {
        let Some(set) = text.try_at(size) else {
            continue;
        };
        if cut.is_none() && set.paras.iter().map(|p| p.lines.len()).sum::<usize>() > 3 {
            (limit, share) = (WORD, NEARLY);
        }
        if set.worst < limit {
            return Ok(text.draw(set));
        }
        let first = cut.get_or_insert(set);
        if size < first.size * share {
            break;
        }
    }
    match cut {
        Some(set) => Ok(text.draw(set)),
        None => Err(text.overflow(least)),
    }
}

/// Sets one line of plain text with its baseline at the origin; `size` is the em in the caller's unit.
pub fn lay_line(text: &str, size: f32, fill: Rgb, fonts: &FontBook) -> Result<LaidLine, TextError> {
    let para = shaped(
        &markup::plain(text),
        &TextFonts::new(fonts, TEXT_FAMILY, 400)?,
    )?;
    let line = whole(&para);
    let pen = TextPen {
        size,
        fill,
        stroke: None,
        middle: 0.0,
        reading: false,
    };
    let mut block = TextBlock::default();
    emit(&para, &line, 0.0, 0.0, pen, Stretch::default(), &mut block);
    Ok(LaidLine {
        block,
        width: line.width * size / 1000.0,
    })
}

/// The sizes to try, the wished one first.
fn sizes(wish: f64, least: f64) -> impl Iterator<Item = f64> {
    let mut next = Some(wish);
    std::iter::from_fn(move || {
        let now = next?;
        let below = ((now / STEP).ceil() - 1.0) * STEP;
        next = (now > least).then(|| below.max(least));
        Some(now)
    })
}

/// A text that is shaped and waits for a size.
struct ShapedText<'a> {
    spec: &'a BoxSpec<'a>,
    paras: Vec<Arc<Para>>,
    /// Where the text of hanging items starts.
    hang: f32,
    leading: f32,
    metrics: Metrics,
}

/// What reaches above and below the baselines, in ems.
#[derive(Clone, Copy)]
struct Metrics {
    /// From the first baseline to the top that counts for fitting.
    ascent: f32,
    /// From the last baseline to the bottom that counts for fitting.
    descent: f32,
    /// What is centred: top above the first baseline, bottom below the last.
    optical: (f32, f32),
}

/// A size at which the text fits, and its lines.
struct SizedText {
    size: f64,
    paras: Vec<Broken>,
    worst: f32,
}

impl<'a> ShapedText<'a> {
    fn new(
        spec: &'a BoxSpec<'a>,
        book: &'a FontBook,
        icons: &dyn Icons,
    ) -> Result<Self, TextError> {
        let fonts = TextFonts::new(book, spec.family, spec.weight)?;
        let mut paras = Vec::new();
        let source = markup::with_breaks(spec.text);
        let source = markup::tidy_stars(&source);
        let mut tags = markup::Tags::default();
        let mut rest = Some(source.trim_end_matches(['\n', '\r', ' ']));
        while let Some(text) = rest {
            let (line, behind) = match text.split_once('\n') {
                Some((line, behind)) => (line, Some(behind)),
                None => (text, None),
            };
            let following = behind.unwrap_or_default();
            let mut marked = markup::parse(line, following, &mut tags, icons, spec.fill)?;
            marked
                .chars
                .iter_mut()
                .for_each(|c| c.italic |= spec.italic);
            paras.push(shaped(&marked, &fonts)?);
            rest = behind;
        }
        let annotated = paras.iter().any(|p| !p.readings.is_empty());
        let japanese = annotated || paras.iter().any(|p| p.japanese);
        let leading = spec.leading.unwrap_or(if japanese { 1.6 } else { 1.35 });
        let leading = match annotated {
            true => leading.max(READING_LEADING),
            false => leading,
        };
        let face = book.face(fonts.main());
        let cap = face.cap_height / face.units_per_em;
        let metrics = if japanese {
            Metrics {
                ascent: 0.88 + if annotated { READING_HEIGHT } else { 0.0 },
                descent: 0.12,
                optical: (0.88, 0.12),
            }
        } else {
            let descent = if paras.iter().any(|p| p.descends()) {
                0.22
            } else {
                0.02
            };
            Metrics {
                ascent: cap,
                descent,
                optical: (cap, 0.0),
            }
        };
        let hang = paras.iter().map(|p| p.hang()).fold(0.0, f32::max);
        Ok(ShapedText {
            spec,
            paras,
            hang,
            leading,
            metrics,
        })
    }

    fn edge(&self, para: &Para) -> TextEdge {
        match self.spec.align {
            Align::Justify => TextEdge::Filled,
            Align::Center if para.label.is_none() => TextEdge::Balanced,
            _ => TextEdge::Ragged,
        }
    }

    fn hang_of(&self, para: &Para) -> f32 {
        if para.label.is_some() { self.hang } else { 0.0 }
    }

    fn em(&self, size: f64) -> f32 {
        size as f32 * self.spec.unit_per_pt
    }

    /// Breaks all paragraphs at a size; `None` if a word is too wide.
    fn broken(&self, size: f64, line_cost: f32) -> Option<Vec<Broken>> {
        let room = self.spec.w / self.em(size) * 1000.0;
        let one = |para: &Arc<Para>| {
            let room = room - self.hang_of(para);
            break_lines(
                para,
                &Measure {
                    room: &|_| room,
                    steady_from: 0,
                    edge: self.edge(para),
                    line_cost,
                    fuss: 1.0,
                },
            )
        };
        self.paras.iter().map(one).collect()
    }

    fn height(&self, lines: usize, size: f64) -> f32 {
        let m = self.metrics;
        (lines.saturating_sub(1) as f32 * self.leading + m.ascent + m.descent) * self.em(size)
    }

    /// No fewer lines than this can hold the text: a long text is refused before it is broken.
    fn fewest_lines(&self, size: f64) -> usize {
        // Punctuation at the ends of lines may be trimmed, but never this much.
        const TRIMMED: f32 = 0.85;
        let room = self.spec.w / self.em(size) * 1000.0;
        let lines = |p: &Arc<Para>| {
            let width = p.width(0, p.atoms.len()) * TRIMMED;
            (width / (room - self.hang_of(p)).max(1.0)).ceil().max(1.0) as usize
        };
        self.paras.iter().map(lines).sum()
    }

    fn too_high(&self, lines: usize, size: f64) -> bool {
        // Asked this way round, a box of no size at all is too low for anything.
        let fits = self.height(lines, size) <= self.spec.h + 1e-3 * self.em(size);
        !fits
    }

    fn try_at(&self, size: f64) -> Option<SizedText> {
        if self.too_high(self.fewest_lines(size), size) {
            return None;
        }
        for cost in [USUAL, FEWEST] {
            let paras = self.broken(size, cost)?;
            let lines = paras.iter().map(|p| p.lines.len()).sum();
            if !self.too_high(lines, size) {
                let worst = paras.iter().map(|p| p.worst).fold(0.0, f32::max);
                return Some(SizedText { size, paras, worst });
            }
        }
        None
    }

    fn draw(&self, set: SizedText) -> LaidBox {
        let (spec, em) = (self.spec, self.em(set.size));
        let k = em / 1000.0;
        let lines: usize = set.paras.iter().map(|p| p.lines.len()).sum();
        let mut y = self.first_baseline(lines, em);
        let (top, bottom) = self.metrics.optical;
        let pen = TextPen {
            size: em,
            fill: spec.fill,
            stroke: spec.stroke,
            middle: (top - bottom) / 2.0 * 1000.0,
            reading: false,
        };
        let mut laid = LaidBox {
            block: TextBlock::default(),
            size: Pt(set.size),
            width: 0.0,
            height: self.height(lines, set.size),
            lines,
        };
        for (para, broken) in self.paras.iter().zip(&set.paras) {
            let hang = self.hang_of(para) * k;
            for (i, line) in broken.lines.iter().enumerate() {
                if let (0, Some(label)) = (i, &para.label) {
                    emit_label(label, spec.x, y, pen, &mut laid.block);
                }
                let slack = spec.w - hang - line.width * k;
                let fill = spec.align == Align::Justify && i + 1 < broken.lines.len();
                let stretch = if fill {
                    Stretch::fill(para, line, slack / k)
                } else {
                    Stretch::default()
                };
                let shift = match spec.align {
                    Align::Center if para.label.is_none() => slack / 2.0,
                    Align::Right => slack,
                    _ => 0.0,
                };
                emit(
                    para,
                    line,
                    spec.x + hang + shift,
                    y,
                    pen,
                    stretch,
                    &mut laid.block,
                );
                laid.width = laid.width.max(hang + line.width * k);
                y += self.leading * em;
            }
        }
        laid
    }

    /// The first baseline: capitals or ideographs are what is centred, not the font's idea of a line.
    fn first_baseline(&self, lines: usize, em: f32) -> f32 {
        let (spec, m) = (self.spec, self.metrics);
        let run = lines.saturating_sub(1) as f32 * self.leading * em;
        let highest = spec.y + m.ascent * em;
        let lowest = spec.y + spec.h - m.descent * em - run;
        match spec.valign {
            VAlign::Top => highest,
            VAlign::Bottom => lowest,
            VAlign::Middle => {
                let (top, bottom) = (m.optical.0 * em, m.optical.1 * em);
                let y = spec.y + (spec.h - run - top - bottom) / 2.0 + top;
                y.min(lowest).max(highest)
            }
        }
    }

    fn overflow(&self, least: f64) -> TextError {
        let fits = sizes(least, LEAST.min(least))
            .skip(1)
            .find(|&s| self.try_at(s).is_some());
        let k = self.em(least) / 1000.0;
        let widest = self
            .paras
            .iter()
            .map(|p| widest_word(p) + self.hang_of(p))
            .fold(0.0, f32::max)
            * k;
        let wide = (widest - self.spec.w).max(0.0);
        let fewest = self.fewest_lines(least);
        let broken = (fewest <= MANY_LINES).then(|| self.broken(least, FEWEST));
        let lines = match broken.flatten() {
            Some(paras) => paras.iter().map(|p| p.lines.len()).sum(),
            None => fewest,
        };
        let high = self.height(lines, least) - self.spec.h;
        let one = (self.leading * self.em(least)).max(f32::MIN_POSITIVE);
        let too_many = (high / one - 1e-3).ceil().clamp(0.0, lines as f32) as usize;
        let mm = |units: f32| Pt(f64::from(units.max(0.0) / self.spec.unit_per_pt)).to_mm();
        TextError::Overflow {
            tried: Pt(least),
            fits: fits.map(Pt),
            wide: mm(wide),
            high: mm(high),
            lines: too_many,
        }
    }
}

/// Draws the label of a hanging item at the left edge.
pub(crate) fn emit_label(label: &Para, x: f32, y: f32, pen: TextPen, out: &mut TextBlock) {
    let n = label.atoms.len();
    let line = TextLine {
        start: 0,
        end: label.ink_end(0, n),
        next: n,
        width: 0.0,
        hyphen: false,
    };
    emit(label, &line, x, y, pen, Stretch::default(), out);
}
