//! A slip of paper that says which cards to take out of the deck, behind the pages that replace them.

use super::{Changes, PrintOptions};
use crate::impose::{Mark, MarkPen, Note, Shape, Sheet, Turn, text_width};
use crate::kit::Kit;
use crate::say;
use crate::say::Tongue;
use crate::text::{FontBook, Rgb, TextError, lay_line};
use crate::units::{Mm, Pt, Rect, Size};

/// The type size of the heading.
const HEAD: Pt = Pt(13.0);
/// The type size of a line.
const TYPE: Pt = Pt(9.0);
/// From one line to the next.
const PITCH: Mm = Mm(5.5);
/// From the left edge of a line to its words: a box to tick goes before them.
const INDENT: Mm = Mm(5.0);
/// A column is at least this wide.
const COLUMN: Mm = Mm(60.0);
/// The pen of the boxes to tick.
const BOX_PEN: MarkPen = MarkPen {
    width: Mm(0.2),
    grey: 0.3,
    dash: None,
    fill: false,
};

/// Adds the slip, if there is anything to take out, on a leaf of its own.
pub(super) fn add(sheets: &mut Vec<Sheet>, kit: &Kit, options: &PrintOptions, changes: &Changes) {
    if changes.take_out.is_empty() || options.paper.is_strip() {
        return;
    }
    let lines: Vec<String> = changes
        .take_out
        .iter()
        .map(|line| {
            let component = kit.component(&line.component).ok();
            let title = component.map_or(line.component.as_str(), |c| c.title.get(&options.lang));
            let words = format!("{title} · {}", line.called());
            match line.count {
                1 => words,
                n => format!("{words} × {n}"),
            }
        })
        .collect();
    let duplex = options.backs.on_both_sides() && !options.backs.is_manual();
    let pages = slips(kit, options, &lines);
    for page in pages {
        // Nothing that is cut out may have the slip on its other side.
        let open = sheets.last().is_some_and(|s| !s.is_back);
        if duplex && open {
            sheets.push(Sheet {
                notes: Vec::new(),
                ruler: Vec::new(),
                is_back: true,
                ..page.clone()
            });
        }
        sheets.push(page);
    }
}

/// The pages of the slip.
fn slips(kit: &Kit, options: &PrintOptions, lines: &[String]) -> Vec<Sheet> {
    let tongue = Tongue::of(&options.lang);
    let paper = options.paper.size;
    let room = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: paper.w,
        h: paper.h,
    }
    .grown(-options.margin.max(Mm(10.0)));
    let heading = say!("Take these out of the deck").text(tongue);
    let title = kit.title.get(&options.lang);
    let top = room.y + Mm(16.0);
    let rows = (((room.bottom() - top) / PITCH).floor() as usize).max(1);
    let cols = ((room.w / COLUMN).floor() as usize).clamp(1, 4);
    let wide = room.w / cols as f64;
    let pages = lines.chunks(rows * cols).map(|lines| {
        let mut sheet = empty(paper, room);
        sheet
            .notes
            .push(note(&heading, room.x, room.y + Mm(5.0), HEAD));
        sheet
            .notes
            .push(note(title, room.x, room.y + Mm(10.0), TYPE));
        for (i, line) in lines.iter().enumerate() {
            let x = room.x + wide * (i / rows) as f64;
            let y = top + PITCH * (i % rows) as f64;
            let words = shortened(line, wide - INDENT - Mm(2.0));
            sheet.notes.push(note(&words, x + INDENT, y, TYPE));
            sheet.ruler.push(Mark {
                shape: Shape::Rect {
                    rect: Rect {
                        x,
                        y: y - Mm(2.7),
                        w: Mm(3.0),
                        h: Mm(3.0),
                    },
                    radius: Mm(0.4),
                },
                pen: BOX_PEN,
            });
        }
        sheet
    });
    pages.collect()
}

fn empty(paper: Size, room: Rect) -> Sheet {
    Sheet {
        paper,
        items: Vec::new(),
        marks: Vec::new(),
        guides: Vec::new(),
        ruler: Vec::new(),
        notes: Vec::new(),
        trim: room,
        bleed: room,
        components: Vec::new(),
        is_back: false,
    }
}

fn note(text: &str, x: Mm, y: Mm, size: Pt) -> Note {
    Note {
        text: printable(text),
        x,
        y,
        size,
        turn: Turn::None,
    }
}

/// A name as the bundled fonts can set it.
fn printable(text: &str) -> String {
    let mut text: String = text.chars().filter(|c| !c.is_control()).collect();
    // Every round replaces one character that no font has.
    while let Err(TextError::MissingGlyph { ch }) =
        lay_line(&text, 1.0, Rgb::default(), FontBook::bundled())
    {
        let next = text.replace(ch, "?");
        if next == text {
            break;
        }
        text = next;
    }
    text
}

fn shortened(text: &str, room: Mm) -> String {
    if text_width(text, TYPE).0 <= room.0 {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        out.push(c);
        if text_width(&out, TYPE).0 + 3.0 > room.0 {
            break;
        }
    }
    out.push('…');
    out
}
