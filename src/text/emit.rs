//! Lines to glyph runs: adds up the pen positions, stretches, merges neighbours of one font.

use super::lines::TextLine;
use super::para::{Atom, AtomKind, ICON_HEIGHT, Para, READING_RISE, READING_SIZE, WordReading};
use super::run::{Glyph, GlyphRun, PlacedIcon, TextBlock};
use crate::colour::Rgb;

/// How a line is drawn.
#[derive(Clone, Copy)]
pub(crate) struct TextPen {
    /// The em in user units.
    pub size: f32,
    pub fill: Rgb,
    pub stroke: Option<(Rgb, f32)>,
    /// Middle of pictures above the baseline, in thousandths of an em.
    pub middle: f32,
    /// Whether it writes readings above words.
    pub reading: bool,
}

/// How far a line is stretched: a share of what each place allows.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stretch(f32);

impl Stretch {
    /// The stretch that fills `slack`; nothing if it would tear the line apart.
    pub(super) fn fill(para: &Para, line: &TextLine, slack: f32) -> Stretch {
        let flex = para.flex(line.start, line.end);
        if slack <= 0.0 || flex < slack {
            Stretch::default()
        } else {
            Stretch(slack / flex)
        }
    }

    fn after(self, atom: &Atom) -> f32 {
        atom.flex() * self.0
    }
}

/// Draws one line with its baseline starting at `x`, `y` (user units).
pub(crate) fn emit(
    para: &Para,
    line: &TextLine,
    x: f32,
    y: f32,
    pen: TextPen,
    stretch: Stretch,
    out: &mut TextBlock,
) {
    let em = pen.size / 1000.0;
    let atoms = &para.atoms[line.start..line.next];
    // `at` runs in thousandths of an em from `x`.
    let mut at = -atoms.first().map_or(0.0, |a| a.trim_start);
    let mut open = false;
    let mut above: Vec<(&WordReading, f32)> = Vec::new();
    for (i, atom) in atoms.iter().enumerate() {
        let inside = line.start + i < line.end;
        let gap = match i {
            0 => 0.0,
            _ if inside => atom.gap + stretch.after(&atoms[i - 1]),
            _ => 0.0,
        };
        let read = para.readings.iter();
        let mut read = read.filter(|r| r.atoms.start == line.start + i);
        above.extend(read.next().map(|reading| (reading, at + gap)));
        match &atom.kind {
            AtomKind::Icon(art) => {
                at += gap;
                let h = ICON_HEIGHT * em;
                let top = y - pen.middle * em - h / 2.0;
                out.icons.push(PlacedIcon {
                    art: art.clone(),
                    x: x + at * em,
                    y: top,
                    w: atom.width * em,
                    h,
                });
                at += atom.width;
                open = false;
            }
            AtomKind::Glyphs {
                font,
                slant,
                glyphs,
            } => {
                let merged = open
                    && out
                        .runs
                        .last()
                        .is_some_and(|r| r.font == *font && r.slant == *slant);
                let before = out.runs.last_mut().and_then(|r| r.glyphs.last_mut());
                if let Some(g) = before.filter(|_| merged) {
                    g.advance += gap;
                }
                at += gap;
                if !merged {
                    out.runs.push(run(*font, *slant, x + at * em, y, pen));
                }
                let Some(run) = out.runs.last_mut() else {
                    continue;
                };
                run.text
                    .push_str(&para.text[atom.text.start as usize..atom.text.end as usize]);
                let cluster = &para.glyphs[glyphs.start as usize..glyphs.end as usize];
                // A space at the line's end stays for whoever copies the text, but takes no room.
                let k = if inside { 1.0 } else { 0.0 };
                run.glyphs.extend(cluster.iter().map(|g| Glyph {
                    advance: g.advance * k,
                    ..*g
                }));
                at += atom.width * k;
                open = true;
            }
        }
    }
    if let (true, Some((font, glyph))) = (line.hyphen, para.hyphen) {
        if !(open && out.runs.last().is_some_and(|r| r.font == font && !r.slant)) {
            out.runs.push(run(font, false, x + at * em, y, pen));
        }
        if let Some(run) = out.runs.last_mut() {
            run.text.push('\u{AD}');
            run.glyphs.push(glyph);
        }
    }
    for (reading, at) in above {
        let small = TextPen {
            size: pen.size * READING_SIZE,
            stroke: pen
                .stroke
                .map(|(color, width)| (color, width * READING_SIZE)),
            reading: true,
            ..pen
        };
        let y = y - READING_RISE * pen.size;
        let line = whole(&reading.para);
        emit(
            &reading.para,
            &line,
            x + at * em,
            y,
            small,
            Stretch::default(),
            out,
        );
    }
}

/// All of a paragraph on one line.
pub(super) fn whole(para: &Para) -> TextLine {
    let n = para.atoms.len();
    TextLine {
        start: 0,
        end: n,
        next: n,
        width: para.width(0, n),
        hyphen: false,
    }
}

fn run(font: super::FontId, slant: bool, x: f32, y: f32, pen: TextPen) -> GlyphRun {
    GlyphRun {
        font,
        size: pen.size,
        x,
        y,
        fill: pen.fill,
        stroke: pen.stroke,
        slant,
        reading: pen.reading,
        text: String::new(),
        glyphs: Vec::new(),
    }
}
