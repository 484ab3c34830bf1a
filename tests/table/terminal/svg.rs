//! A screen as a picture: SVG with plain text in it, so that it stays small, is sharp at any size and can be read aloud. Broad
//! letters, which not every reader's browser has, are drawn by outlines of a bundled font, each once.

use std::collections::BTreeMap;
use std::fmt::Write;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::grid::{GridCell, GridStyle};

/// Cells of the screen, in pixels.
const WIDE: usize = 9;
const TALL: usize = 19;
/// The edge around them.
const EDGE: usize = 12;
const PAPER: &str = "#1b1e25";
const PEN: &str = "#d9dee8";
const FONTS: &str =
    "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK JP',monospace";

/// The picture of a screen of so many cells, with words for those who do not see it.
pub fn picture(title: &str, rows: &[Vec<GridCell>], (w, h): (usize, usize)) -> String {
    let (wide, tall) = (w * WIDE + 2 * EDGE, h * TALL + 2 * EDGE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{tall}\" viewBox=\"0 0 {wide} {tall}\" \
         role=\"img\" font-family=\"{FONTS}\" font-size=\"15\" fill=\"{PEN}\">\n<title>{}</title>\n\
         <rect width=\"{wide}\" height=\"{tall}\" rx=\"8\" fill=\"{PAPER}\"/>\n",
        escaped(title)
    );
    let mut glyphs = BTreeMap::new();
    let mut body = String::new();
    for (y, row) in rows.iter().take(h).enumerate() {
        for run in runs(row) {
            body += &run.svg(y, &mut glyphs);
        }
    }
    if !glyphs.is_empty() {
        svg += "<defs>\n";
        for (id, outline) in glyphs {
            svg += &format!("<path id=\"{id}\" d=\"{outline}\"/>\n");
        }
        svg += "</defs>\n";
    }
    svg + &body + "</svg>\n"
}

/// How far a blank is one that nobody sees.
fn unseen(cell: &GridCell) -> bool {
    cell.letter == Some(' ') && !cell.style.reverse && !cell.style.underlined
}

/// Cells of one style and one breadth.
struct Run {
    from: usize,
    cells: usize,
    text: String,
    style: GridStyle,
    broad: bool,
}

fn runs(row: &[GridCell]) -> Vec<Run> {
    let mut out: Vec<Run> = Vec::new();
    for (x, cell) in row.iter().enumerate() {
        let Some(letter) = cell.letter else { continue };
        let broad = row.get(x + 1).is_some_and(|c| c.letter.is_none());
        let cells = 1 + usize::from(broad);
        let blank = unseen(cell);
        match out.last_mut() {
            // Single blanks stay inside a run; wider gaps end it.
            Some(run)
                if run.style == cell.style
                    && run.broad == broad
                    && run.from + run.cells == x
                    && !(blank && run.text.ends_with(' ')) =>
            {
                run.text.push(letter);
                run.cells += cells;
            }
            _ if blank => {}
            _ => out.push(Run {
                from: x,
                cells,
                text: letter.to_string(),
                style: cell.style,
                broad,
            }),
        }
    }
    for run in out
        .iter_mut()
        .filter(|r| !r.style.reverse && !r.style.underlined)
    {
        let kept = run.text.trim_end().chars().count();
        run.cells -= run.text.chars().count() - kept;
        run.text.truncate(run.text.trim_end().len());
    }
    out.retain(|r| !r.text.is_empty());
    out
}

impl Run {
    fn svg(&self, row: usize, glyphs: &mut BTreeMap<String, String>) -> String {
        let (x, y) = (EDGE + self.from * WIDE, EDGE + row * TALL);
        let (wide, style) = (self.cells * WIDE, self.style);
        let ink = style.colour.map_or(PEN, colour);
        let mut out = String::new();
        if style.reverse {
            out += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{TALL}\" fill=\"{ink}\"/>\n"
            );
        }
        if self.text.chars().all(|c| c == '█') {
            return format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{TALL}\" fill=\"{ink}\"/>\n"
            );
        }
        if self.text.trim().is_empty() {
            return out;
        }
        let mut looks = String::new();
        if style.reverse {
            looks += &format!(" fill=\"{PAPER}\"");
        } else if style.colour.is_some() {
            looks += &format!(" fill=\"{ink}\"");
        }
        looks += if style.dim { " opacity=\".62\"" } else { "" };
        looks += if style.bold {
            " font-weight=\"700\""
        } else {
            ""
        };
        looks += if style.underlined {
            " text-decoration=\"underline\""
        } else {
            ""
        };
        let base = y + 14;
        if self.broad {
            let ground = if style.reverse { PAPER } else { ink };
            let stroke = match style.bold {
                true => format!(" stroke=\"{ground}\" stroke-width=\".7\""),
                false => String::new(),
            };
            let _ = write!(out, "<g{looks}{stroke}>");
            for (i, letter) in self.text.chars().enumerate() {
                let id = format!("u{:x}", letter as u32);
                let drawn = glyphs.entry(id.clone());
                drawn.or_insert_with(|| outline(letter));
                let x = x + 2 * i * WIDE + 1;
                let _ = write!(out, "<use href=\"#{id}\" x=\"{x}\" y=\"{base}\"/>");
            }
            return out + &format!("<title>{}</title></g>\n", escaped(&self.text));
        }
        out + &format!(
            "<text x=\"{x}\" y=\"{base}\" textLength=\"{wide}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"{looks}>{}</text>\n",
            escaped(&self.text)
        )
    }
}

/// The outline of a letter in a bundled font, sixteen pixels high.
fn outline(letter: char) -> String {
    let fonts: [&[u8]; 2] = [
        include_bytes!("../../../fonts/ZenMaruGothic-Regular.ttf"),
        include_bytes!("../../../fonts/MPLUSRounded1c-Regular.ttf"),
    ];
    let found = fonts.into_iter().find_map(|bytes| {
        let font = FontRef::new(bytes).expect("a font");
        let glyph = font.charmap().map(letter)?;
        font.outline_glyphs().get(glyph)
    });
    let glyph = found.unwrap_or_else(|| panic!("no font has {letter}"));
    let mut pen = Pen::default();
    let size = DrawSettings::unhinted(Size::new(16.0), LocationRef::default());
    glyph.draw(size, &mut pen).expect("drawn");
    pen.path
}

/// A path in steps from point to point, to a fifth of a pixel.
#[derive(Default)]
struct Pen {
    path: String,
    order: char,
    at: (i32, i32),
    start: (i32, i32),
}

impl Pen {
    fn step(&mut self, order: char, points: &[(f32, f32)]) {
        let to = |(x, y): (f32, f32)| ((x * 5.0).round() as i32 * 2, (-y * 5.0).round() as i32 * 2);
        let points: Vec<(i32, i32)> = points.iter().map(|p| to(*p)).collect();
        if order != 'm' && points.iter().all(|p| *p == self.at) {
            return;
        }
        // One letter serves for steps of one kind.
        if order != self.order || order == 'm' {
            self.path.push(order);
        }
        self.order = order;
        for (x, y) in &points {
            for step in [x - self.at.0, y - self.at.1] {
                let last = self.path.chars().last();
                if step >= 0 && last.is_some_and(|c| c.is_ascii_digit()) {
                    self.path.push(' ');
                }
                let (sign, n) = (if step < 0 { "-" } else { "" }, step.abs());
                let _ = match n % 10 {
                    0 => write!(self.path, "{sign}{}", n / 10),
                    tenth if n < 10 => write!(self.path, "{sign}.{tenth}"),
                    tenth => write!(self.path, "{sign}{}.{tenth}", n / 10),
                };
            }
        }
        self.at = points.last().copied().unwrap_or(self.at);
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('m', &[(x, y)]);
        self.start = self.at;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('l', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.step('q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.step('c', &[(ax, ay), (bx, by), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('z');
        (self.at, self.order) = (self.start, 'z');
    }
}

/// Colours of a terminal, light enough for a dark ground.
fn colour(number: u8) -> &'static str {
    match number % 8 {
        0 => "#6b7280",
        1 => "#ff7b72",
        2 => "#7ee787",
        3 => "#f2cc60",
        4 => "#79b8ff",
        5 => "#e39bff",
        6 => "#67e0e8",
        _ => "#f0f3f8",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
