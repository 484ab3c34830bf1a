//! The page's own line: kit, components, language, page number, and a ruler to check the scale with.
//!
//! The words come from the caller, already in the user's language.

use super::form::line;
use super::room::Band;
use super::tile::Tile;
use super::{Mark, MarkPen, Note, Shape, Turn};
use crate::units::{Mm, Pt};

/// The type size of furniture.
const TYPE: Pt = Pt(6.0);
/// From the lower edge of the band to the baseline.
const BASE: Mm = Mm(1.2);
/// Air between parts of the line.
const AIR: Mm = Mm(3.0);
/// The length of the ruler.
const RULER: Mm = Mm(50.0);
/// A line shorter than this has no ruler.
const RULER_ROOM: Mm = Mm(55.0);
/// What parts the words of the line.
const DOT: &str = " · ";
/// The pen of the ruler.
const RULER_PEN: MarkPen = MarkPen {
    width: Mm(0.15),
    grey: 0.0,
    dash: None,
    fill: false,
};
/// The pen of the key's tiles.
const KEY_PEN: MarkPen = MarkPen {
    width: Mm(0.1),
    grey: 0.3,
    dash: None,
    fill: false,
};

/// The words of the page furniture.
#[derive(Clone, Debug, PartialEq)]
pub struct Furniture {
    /// The title of the kit.
    pub kit: String,
    /// The titles of the components, in kit order.
    pub components: Vec<String>,
    /// The language, as its speakers call it.
    pub language: String,
    /// Beside the ruler: its length and how to print.
    pub scale: String,
    /// The page number; `{n}` and `{m}` are this page and the last.
    pub page: String,
    /// On a back that has nothing to print.
    pub empty: String,
    /// The name of a tile; `{tile}` is its letter and number.
    pub tile: String,
    /// Between the titles of several components.
    pub comma: String,
}

impl Default for Furniture {
    fn default() -> Self {
        Self {
            kit: String::new(),
            components: Vec::new(),
            language: String::new(),
            scale: "50 mm · print at 100 %".into(),
            page: "page {n}/{m}".into(),
            empty: "this side is meant to be empty".into(),
            tile: "tile {tile}".into(),
            comma: ", ".into(),
        }
    }
}

impl Furniture {
    /// The title of a component, or its number when it has none.
    pub(super) fn title(&self, component: usize) -> String {
        self.components
            .get(component)
            .cloned()
            .unwrap_or_else(|| format!("#{component}"))
    }
}

/// What the line of one page says.
pub(super) struct PageLabel<'a> {
    /// The components on the leaf.
    pub components: &'a [usize],
    /// This page and the last.
    pub page: (usize, usize),
    /// The tile, on a tiled sheet.
    pub tile: Option<&'a Tile>,
    /// Whether the page is an empty back.
    pub empty: bool,
    /// Whether the page has a ruler.
    pub ruler: bool,
}

/// The page's own line as it is drawn, in parts: some go into layers of their own.
#[derive(Default)]
pub(super) struct DrawnPageLine {
    /// The words.
    pub notes: Vec<Note>,
    /// The ruler.
    pub ruler: Vec<Mark>,
    /// The key of the tiles.
    pub key: Vec<Mark>,
}

/// Sets the line of a page into its band.
pub(super) fn draw(f: &Furniture, label: &PageLabel, band: Band) -> DrawnPageLine {
    let mut out = DrawnPageLine::default();
    let frame = BandFrame(band);
    let mut end = frame.length();
    if label.ruler && end.0 >= RULER_ROOM.0 {
        end = draw_ruler(f, &frame, &mut out);
    }
    if let Some(tile) = label.tile {
        end = draw_key(tile, &frame, end, &mut out);
    }
    let text = words(f, label, end);
    if !text.is_empty() {
        out.notes.push(frame.note(text, Mm(0.0)));
    }
    out
}

/// The words of the line, shortened to a width; the page number goes last.
fn words(f: &Furniture, label: &PageLabel, room: Mm) -> String {
    let titles: Vec<_> = label.components.iter().map(|c| f.title(*c)).collect();
    let tile = label
        .tile
        .map(|t| f.tile.replace("{tile}", &t.name))
        .unwrap_or_default();
    let empty = if label.empty {
        f.empty.clone()
    } else {
        String::new()
    };
    let (n, m) = label.page;
    let page = f
        .page
        .replace("{n}", &n.to_string())
        .replace("{m}", &m.to_string());
    let join = |parts: &[&str]| {
        parts
            .iter()
            .copied()
            .filter(|p| !p.is_empty())
            .collect::<Vec<_>>()
            .join(DOT)
    };
    let head = join(&[&f.kit, &titles.join(&f.comma), &f.language]);
    let tail = join(&[&tile, &page, &empty]);
    let left = room - text_width(DOT, TYPE) - text_width(&tail, TYPE);
    let head = shortened(&head, left);
    shortened(&join(&[&head, &tail]), room)
}

/// Draws the ruler at the end of the line, its label before it; returns where both start.
fn draw_ruler(f: &Furniture, frame: &BandFrame, out: &mut DrawnPageLine) -> Mm {
    let start = frame.length() - RULER - Mm(0.3);
    let stroke = |s1: Mm, t1: Mm, s2: Mm, t2: Mm| {
        let ((x1, y1), (x2, y2)) = (frame.point(s1, t1), frame.point(s2, t2));
        line(x1, y1, x2, y2, RULER_PEN)
    };
    out.ruler.push(stroke(start, BASE, start + RULER, BASE));
    for i in 0..=5 {
        let s = start + RULER * (f64::from(i) / 5.0);
        let height = if i % 5 == 0 { Mm(2.0) } else { Mm(1.2) };
        out.ruler.push(stroke(s, BASE, s, BASE + height));
    }
    // The words of the line get at least half of what is left.
    let rest = start - AIR;
    let scale = shortened(&f.scale, (rest - AIR) / 2.0);
    if scale.is_empty() {
        return rest;
    }
    let at = start - Mm(1.5) - text_width(&scale, TYPE);
    out.notes.push(frame.note(scale, at));
    at - AIR
}

/// Draws all tiles of a sheet, this one filled, before `end`; returns where they start.
fn draw_key(tile: &Tile, frame: &BandFrame, end: Mm, out: &mut DrawnPageLine) -> Mm {
    let (rows, cols) = (tile.rows as f64, tile.cols as f64);
    let aspect = tile.window.w / tile.window.h;
    let high = Mm(1.7).min(Mm(3.4) / rows).min(Mm(20.0) / (cols * aspect));
    let wide = high * aspect;
    let start = end - wide * cols;
    if start.0 < 0.0 {
        return end;
    }
    for i in 0..tile.rows * tile.cols {
        let (row, col) = ((i / tile.cols) as f64, (i % tile.cols) as f64);
        let (s, t) = (start + wide * col, BASE - Mm(0.5) + high * (rows - row));
        let corners = [(s, t), (s + wide, t), (s + wide, t - high), (s, t - high)];
        let shape = Shape::Polygon(corners.iter().map(|(s, t)| frame.point(*s, *t)).collect());
        let fill = (row as usize, col as usize) == (tile.row, tile.col);
        out.key.push(Mark {
            shape,
            pen: MarkPen { fill, ..KEY_PEN },
        });
    }
    start - AIR
}

/// A band seen as a level line: `s` along it, `t` up from its lower edge.
struct BandFrame(Band);

impl BandFrame {
    fn length(&self) -> Mm {
        if self.0.upward {
            self.0.rect.h
        } else {
            self.0.rect.w
        }
    }

    fn point(&self, s: Mm, t: Mm) -> (Mm, Mm) {
        let r = self.0.rect;
        if self.0.upward {
            (r.right() - t, r.bottom() - s)
        } else {
            (r.x + s, r.bottom() - t)
        }
    }

    fn note(&self, text: String, s: Mm) -> Note {
        let (x, y) = self.point(s, BASE);
        let turn = if self.0.upward {
            Turn::Left
        } else {
            Turn::None
        };
        Note {
            text,
            x,
            y,
            size: TYPE,
            turn,
        }
    }
}

/// Roughly how wide a text is set, on the safe side: 0.55 em a letter, 1 em a Japanese character.
pub(crate) fn text_width(text: &str, size: Pt) -> Mm {
    let em = |c: char| match c {
        '\u{1100}'..='\u{11ff}' | '\u{2026}' | '\u{2e80}'..='\u{d7ff}' => 1.0,
        '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ffef}' => 1.0,
        '\u{1f000}'..='\u{3ffff}' => 1.0,
        _ => 0.55,
    };
    size.to_mm() * text.chars().map(em).sum::<f64>()
}

/// A text cut short with `…` where it is wider than the room; empty when not even that fits.
fn shortened(text: &str, room: Mm) -> String {
    if text_width(text, TYPE).0 <= room.0 {
        return text.into();
    }
    let dots = text_width("…", TYPE);
    let mut width = dots;
    let mut kept = String::new();
    for c in text.chars() {
        width += text_width(c.encode_utf8(&mut [0; 4]), TYPE);
        if width.0 > room.0 {
            break;
        }
        kept.push(c);
    }
    let kept = kept.trim_end_matches([' ', '·', ',']);
    if kept.is_empty() {
        String::new()
    } else {
        format!("{kept}…")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened() {
        assert_eq!(shortened("CATCH and RUN", Mm(100.0)), "CATCH and RUN");
        let short = shortened("キャッチ・アンド・ラン", Mm(10.0));
        assert_eq!(short, "キャッ…");
        assert!(text_width(&short, TYPE).0 <= 10.0);
        assert_eq!(shortened("Cats", Mm(1.0)), "");
    }

    #[test]
    fn the_page_number_outlives_the_titles() {
        let f = Furniture {
            kit: "K".repeat(200),
            ..Furniture::default()
        };
        let label = PageLabel {
            components: &[],
            page: (3, 12),
            tile: None,
            empty: false,
            ruler: true,
        };
        let text = words(&f, &label, Mm(60.0));
        assert!(text.ends_with("… · page 3/12"), "{text}");
    }
}
