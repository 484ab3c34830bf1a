//! The test page: crosses in front, scales behind, and what to do in words.

use std::fmt::Write;
use std::sync::Arc;

use super::{LETTERS, REACH, crosses, scales};
use crate::impose::{Backs, Paper, Placement, Sheet, Turn};
use crate::press::DEFAULT_DPI;
use crate::say;
use crate::say::{Say, Tongue, heard};
use crate::scene::{Art, Scene};
use crate::template::placeholder;
use crate::text::{Align, BoxSpec, FontBook, NoIcons, TextBlock, VAlign, lay_box, outline_svg};
use crate::units::{Mm, Pt, Rect, Size};
use crate::write;

/// Black enough to see against the light.
const INK: &str = "#1d2433";
/// The colour of what is to be looked at.
const RED: &str = "#c0392b";

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSide {
    /// Crosses to prick through.
    Front,
    /// Scales to read.
    Back,
}

/// A page being drawn, in millimetres.
struct TestPage<'a> {
    svg: String,
    texts: Vec<TextBlock>,
    lang: &'a str,
    trouble: Option<Say>,
}

/// How a text is set.
#[derive(Clone, Copy)]
struct Type {
    size: f64,
    weight: u16,
    align: Align,
    red: bool,
}

const PLAIN: Type = Type {
    size: 9.5,
    weight: 400,
    align: Align::Left,
    red: false,
};
const SMALL: Type = Type {
    size: 4.2,
    align: Align::Center,
    ..PLAIN
};

impl<'a> TestPage<'a> {
    fn new(paper: Size, lang: &'a str) -> Self {
        let (w, h) = (paper.w.0, paper.h.0);
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">"#
        );
        Self {
            svg,
            texts: Vec::new(),
            lang,
            trouble: None,
        }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = write!(
            self.svg,
            r#"<path d="M{x1:.3} {y1:.3}L{x2:.3} {y2:.3}" fill="none" stroke="{INK}" stroke-width="{width}"/>"#
        );
    }

    fn circle(&mut self, (x, y): (f64, f64), r: f64) {
        let _ = write!(
            self.svg,
            r#"<circle cx="{x:.3}" cy="{y:.3}" r="{r}" fill="none" stroke="{INK}" stroke-width="0.15"/>"#
        );
    }

    fn dot(&mut self, (x, y): (f64, f64)) {
        let _ = write!(
            self.svg,
            r#"<circle cx="{x:.3}" cy="{y:.3}" r="0.35" fill="{RED}"/>"#
        );
    }

    /// Sets a text into a box and tells how high it became.
    fn text(&mut self, text: &str, at: (f64, f64), w: f64, h: f64, how: Type) -> f64 {
        let color = |hex: &str| crate::colour::parse_color(hex).unwrap_or_default();
        let spec = BoxSpec {
            text,
            x: at.0 as f32,
            y: at.1 as f32,
            w: w as f32,
            h: h as f32,
            size: Pt(how.size),
            min_size: Pt(how.size.min(4.0)),
            align: how.align,
            valign: VAlign::Top,
            weight: how.weight,
            fill: color(if how.red { RED } else { INK }),
            lang: self.lang,
            ..BoxSpec::default()
        };
        match lay_box(&spec, FontBook::bundled(), &NoIcons) {
            Ok(laid) => {
                placeholder(
                    &mut self.svg,
                    self.texts.len(),
                    spec.x,
                    spec.y,
                    spec.w,
                    spec.h,
                );
                self.texts.push(laid.block);
                f64::from(laid.height)
            }
            Err(e) => {
                self.trouble.get_or_insert(e.say());
                0.0
            }
        }
    }

    /// A cross with its letter.
    fn cross(&mut self, (x, y): (f64, f64), letter: char) {
        for (dx, dy) in [(1.0, 0.0), (0.0, 1.0)] {
            self.line(
                (x - 9.0 * dx, y - 9.0 * dy),
                (x + 9.0 * dx, y + 9.0 * dy),
                0.15,
            );
        }
        self.circle((x, y), 1.5);
        self.circle((x, y), 4.0);
        self.letter((x + 4.5, y - 9.5), letter);
    }

    fn letter(&mut self, at: (f64, f64), letter: char) {
        let big = Type {
            size: 15.0,
            weight: 700,
            ..PLAIN
        };
        self.text(&letter.to_string(), at, 9.0, 9.0, big);
    }

    /// The numbers at one distance from the middle; each half of an axis has a quarter of the scale to itself.
    fn numbers(&mut self, (x, y): (f64, f64), n: i32) {
        let at = f64::from(n);
        let (text, above, beside, align) = match n > 0 {
            true => (format!("+{n}"), -3.6, 1.7, Align::Left),
            false => (format!("−{}", -n), 1.3, -5.7, Align::Right),
        };
        self.text(&text, (x + at - 2.0, y + above), 4.0, 2.6, SMALL);
        let aside = Type { align, ..SMALL };
        self.text(&text, (x + beside, y + at - 1.25), 4.0, 2.6, aside);
    }

    /// A scale with its letter: right and down are more than nothing.
    fn scale(&mut self, (x, y): (f64, f64), letter: char) {
        let reach = REACH.0;
        self.line((x - reach, y), (x + reach, y), 0.12);
        self.line((x, y - reach), (x, y + reach), 0.12);
        let steps = (reach * 2.0) as i32;
        for n in -steps..=steps {
            let at = f64::from(n) / 2.0;
            let long = match n {
                0 => continue,
                n if n % 4 == 0 => 1.3,
                n if n % 2 == 0 => 0.9,
                _ => 0.5,
            };
            self.line((x + at, y - long), (x + at, y + long), 0.08);
            self.line((x - long, y + at), (x + long, y + at), 0.08);
            if n % 4 == 0 {
                self.numbers((x, y), n / 2);
            }
        }
        self.text("x", (x + reach + 0.4, y - 1.3), 3.0, 3.0, SMALL);
        self.text("y", (x - 1.5, y + reach + 0.2), 3.0, 3.0, SMALL);
        self.letter((x - reach - 3.5, y - 9.5), letter);
    }

    fn end(mut self) -> Result<DrawnSide, Say> {
        if let Some(why) = self.trouble {
            return Err(why);
        }
        self.svg.push_str("</svg>");
        Ok(DrawnSide {
            svg: self.svg,
            texts: self.texts,
        })
    }
}

/// A finished side.
struct DrawnSide {
    svg: String,
    texts: Vec<TextBlock>,
}

impl DrawnSide {
    fn scene(self, id: u128) -> Result<Scene, Say> {
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(&self.svg, &options).map_err(heard)?;
        Ok(Scene {
            art: Arc::new(Art::new(id, tree)),
            texts: self.texts,
        })
    }

    /// The SVG with its letters drawn.
    fn outlined(&self) -> String {
        let mut out = String::with_capacity(self.svg.len() * 2);
        let mut rest = self.svg.as_str();
        let open = format!("<rect id=\"{}", crate::scene::TEXT_PREFIX);
        while let Some(at) = rest.find(&open) {
            out.push_str(&rest[..at]);
            let tag = &rest[at + open.len()..];
            let number = tag.split('"').next().and_then(|n| n.parse::<usize>().ok());
            if let Some(block) = number.and_then(|n| self.texts.get(n)) {
                out.push_str(&outline_svg(block, FontBook::bundled()));
            }
            rest = tag.split_once("/>").map_or("", |(_, after)| after);
        }
        out.push_str(rest);
        out
    }

    fn png(&self, part: Rect, dots_per_mm: f64) -> Result<Vec<u8>, Say> {
        let options = usvg::Options::default();
        let tree = usvg::Tree::from_str(&self.outlined(), &options).map_err(heard)?;
        let pixels = |l: Mm| ((l.0 * dots_per_mm).round() as u32).max(1);
        let too_large = || say!("the picture is too large to draw");
        let mut pixmap =
            resvg::tiny_skia::Pixmap::new(pixels(part.w), pixels(part.h)).ok_or_else(too_large)?;
        pixmap.fill(resvg::tiny_skia::Color::WHITE);
        // usvg measures in CSS pixels.
        let k = (dots_per_mm * 25.4 / 96.0) as f32;
        let shift = |l: Mm| (-l.0 * dots_per_mm) as f32;
        let ts = usvg::Transform::from_row(k, 0.0, 0.0, k, shift(part.x), shift(part.y));
        resvg::render(&tree, ts, &mut pixmap.as_mut());
        pixmap.encode_png().map_err(heard)
    }
}

fn xy((x, y): (Mm, Mm)) -> (f64, f64) {
    (x.0, y.0)
}

/// The words of the front, step by step.
fn steps(paper: &Paper, backs: Backs) -> [Say; 5] {
    let flip = match backs {
        Backs::DuplexShort => say!("flipped on the **short** edge"),
        _ => say!("flipped on the **long** edge"),
    };
    let edge = match backs {
        Backs::DuplexShort => " --backs duplex-short",
        _ => "",
    };
    let sheet = match paper.name.as_str() {
        "a4" => String::new(),
        name => format!(" --paper {name}"),
    };
    [
        say!(
            "Print this page on **both sides**, at **100 %**, {}, on the paper that you use for cards.",
            flip
        ),
        say!(
            "Prick a pin straight through the middle of the crosses **A**, **B**, **C** and **D**. Or hold the page against a window."
        ),
        say!(
            "Turn the page over. Where does the hole lie on the scale of the same letter? First read how far to the right (to the left: minus), then how far down (up: minus). A quarter of a millimetre is fine enough."
        ),
        say!(
            "Type what you read: **kitpress calibrate NAME{}{} A=x,y B=x,y C=x,y D=x,y**",
            sheet,
            edge
        ),
        say!("From now on print with **--profile NAME**."),
    ]
}

fn front(paper: &Paper, backs: Backs, lang: &str) -> Result<DrawnSide, Say> {
    let tongue = Tongue::of(lang);
    let size = paper.size;
    let mut page = TestPage::new(size, lang);
    for (spot, letter) in crosses(size).into_iter().zip(LETTERS) {
        page.cross(xy(spot), letter);
    }
    let (left, wide) = (size.w.0 * 0.5 - column(size) / 2.0, column(size));
    let head = Type {
        size: 16.0,
        weight: 700,
        ..PLAIN
    };
    let title = say!("Do your backs land behind your fronts?").text(tongue);
    let low = size.h.0 / 2.0 - 14.0;
    let mut y = 38.0_f64.min(low - 30.0);
    y += page.text(&title, (left, y), wide, 16.0, head) + 4.0;
    for (n, step) in steps(paper, backs).iter().enumerate() {
        let room = (low - y).max(6.0);
        let number = format!("{}", n + 1);
        let bold = Type {
            weight: 700,
            red: true,
            ..PLAIN
        };
        page.text(&number, (left, y), 6.0, 6.0, bold);
        y += page.text(&step.text(tongue), (left + 7.0, y), wide - 7.0, room, PLAIN) + 2.2;
    }
    ruler(&mut page, size, tongue);
    page.end()
}

fn column(size: Size) -> f64 {
    (size.w.0 - 60.0).clamp(60.0, 150.0)
}

/// A line of 100 mm, to see whether the printer keeps the scale at all.
fn ruler(page: &mut TestPage<'_>, size: Size, tongue: Tongue) {
    let long = 100.0_f64.min(((size.w.0 - 60.0) / 10.0).floor() * 10.0);
    let (x, y) = (size.w.0 / 2.0 - long / 2.0, size.h.0 * 0.75);
    page.line((x, y), (x + long, y), 0.2);
    for n in 0..=(long as i32) {
        let high = match n {
            n if n % 10 == 0 => 3.0,
            n if n % 5 == 0 => 2.2,
            _ => 1.4,
        };
        let at = x + f64::from(n);
        page.line((at, y), (at, y - high), 0.1);
    }
    let words = say!(
        "This line is {} mm long: lay a ruler on it. If it is not, print again at 100 %, not “fit to page”.",
        long
    );
    let middle = Type {
        align: Align::Center,
        size: 8.5,
        ..PLAIN
    };
    page.text(
        &words.text(tongue),
        (x - 10.0, y + 2.0),
        long + 20.0,
        16.0,
        middle,
    );
}

fn back(paper: &Paper, backs: Backs, lang: &str) -> Result<DrawnSide, Say> {
    let tongue = Tongue::of(lang);
    let size = paper.size;
    let mut page = TestPage::new(size, lang);
    let places = scales(size, backs).unwrap_or_else(|| crosses(size));
    for (spot, letter) in places.into_iter().zip(LETTERS) {
        page.scale(xy(spot), letter);
    }
    let (left, wide) = (size.w.0 * 0.5 - column(size) / 2.0, column(size));
    let other = match backs {
        Backs::DuplexShort => "duplex-long",
        _ => "duplex-short",
    };
    let words = [
        say!("Where does the hole lie?").text(tongue),
        say!("Right of the middle and below it count as plus, left and above as minus. In this example: **A=1.5,-0.5**").text(tongue),
        say!(
            "The letter here is another than in front? Then your printer flips the paper on the other edge: make this page with **--backs {}**.",
            other
        )
        .text(tongue),
    ];
    let low = size.h.0 / 2.0 - 14.0;
    let mut y = 38.0_f64.min(low - 30.0);
    let head = Type {
        size: 16.0,
        weight: 700,
        ..PLAIN
    };
    y += page.text(&words[0], (left, y), wide, 16.0, head) + 4.0;
    let example = (left + 12.0, y + 11.0);
    page.scale(example, 'A');
    page.dot((example.0 + 1.5, example.1 - 0.5));
    page.text(&words[1], (left + 30.0, y + 4.0), wide - 30.0, 24.0, PLAIN);
    y += 28.0;
    page.text(&words[2], (left, y), wide, (low - y).max(8.0), PLAIN);
    page.end()
}

fn side(paper: &Paper, backs: Backs, lang: &str, side: TestSide) -> Result<DrawnSide, Say> {
    match side {
        TestSide::Front => front(paper, backs, lang),
        TestSide::Back => back(paper, backs, lang),
    }
}

/// The test page as a PDF of two pages.
pub fn pdf(paper: &Paper, backs: Backs, lang: &str) -> Result<Vec<u8>, Say> {
    let size = paper.size;
    let whole = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: size.w,
        h: size.h,
    };
    let scenes = [
        front(paper, backs, lang)?.scene(1)?,
        back(paper, backs, lang)?.scene(2)?,
    ];
    let faces = scenes.each_ref().map(|scene| write::Face {
        scene,
        trim: size,
        dpi: DEFAULT_DPI,
    });
    let sheet = |face: usize| Sheet {
        paper: size,
        items: vec![Placement {
            face,
            at: whole,
            turn: Turn::None,
            bleed: Mm(0.0),
            clip: None,
        }],
        marks: Vec::new(),
        guides: Vec::new(),
        ruler: Vec::new(),
        notes: Vec::new(),
        trim: whole,
        bleed: whole,
        components: Vec::new(),
        is_back: face == 1,
    };
    let tongue = Tongue::of(lang);
    let document = write::Document {
        meta: write::Meta {
            title: say!("Calibration page").text(tongue),
            lang: lang.to_owned(),
            backs,
            ..write::Meta::default()
        },
        faces: &faces,
        parts: &[],
        sheets: &[sheet(0), sheet(1)],
        notes: &[],
        outline: &[],
        fonts: FontBook::bundled(),
        ink: write::Ink::Full,
    };
    write::pdf(&document, &write::PdfOptions::default()).map_err(|e| e.say())
}

/// One side of the test page as PNG.
pub fn picture(
    paper: &Paper,
    backs: Backs,
    lang: &str,
    which: TestSide,
    dots_per_mm: f64,
) -> Result<Vec<u8>, Say> {
    let size = paper.size;
    let whole = Rect {
        x: Mm(0.0),
        y: Mm(0.0),
        w: size.w,
        h: size.h,
    };
    side(paper, backs, lang, which)?.png(whole, dots_per_mm)
}

/// A scale with the hole of a pin beside its middle, as PNG.
pub fn reading_picture(lang: &str, dots_per_mm: f64) -> Result<Vec<u8>, Say> {
    let size = Size::mm(24.0, 22.0);
    let mut page = TestPage::new(size, lang);
    page.scale((11.0, 12.0), 'A');
    page.dot((12.5, 11.5));
    let whole = Rect::mm(0.0, 0.0, 24.0, 22.0);
    page.end()?.png(whole, dots_per_mm)
}
