//! What the writer keeps from one file to the next never shows: whatever changes in between, the file is the one that is
//! written without anything kept.

use std::sync::Arc;

use kitpress::impose::{Mark, MarkPen, Placement, Shape, Sheet, Turn};
use kitpress::scene::{Art, Scene};
use kitpress::text::{FontBook, Rgb, lay_line};
use kitpress::units::{Mm, Rect, Size};
use kitpress::write::{
    Bookmark, Cache, Document, Face, Ink, Meta, PdfOptions, PlacedNote, pdf, pdf_again,
};

/// Everything that a file is made from, to be changed one by one.
#[derive(Clone)]
struct Made {
    meta: Meta,
    svg: [&'static str; 2],
    trim: Size,
    dpi: u32,
    sheets: Vec<Sheet>,
    notes: Vec<Vec<PlacedNote>>,
    outline: Vec<Bookmark>,
    ink: Ink,
    options: PdfOptions,
}

const FRONT: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80"><filter id="f"><feGaussianBlur stdDeviation="1"/></filter><rect x="-3" y="-3" width="66" height="86" fill="#204060"/><circle cx="30" cy="40" r="12" fill="#f0c020" filter="url(#f)"/></svg>"##;
const OTHER: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80"><rect x="-3" y="-3" width="66" height="86" fill="#602040"/></svg>"##;

fn note(text: &str, x: f64) -> PlacedNote {
    let line = lay_line(text, 8.0, Rgb::default(), FontBook::bundled());
    PlacedNote {
        text: line.expect("can be set").block,
        x: Mm(x),
        y: Mm(290.0),
        turn: Turn::None,
    }
}

fn sheet(face: usize, is_back: bool) -> Sheet {
    let at = Rect::mm(20.0, 30.0, 60.0, 80.0);
    let item = |face, x: f64| Placement {
        face,
        at: Rect { x: Mm(x), ..at },
        turn: Turn::None,
        bleed: Mm(2.0),
        clip: None,
    };
    Sheet {
        paper: Size::mm(210.0, 297.0),
        items: vec![item(face, 20.0), item(face, 90.0)],
        marks: vec![line(10.0)],
        guides: vec![line(12.0)],
        ruler: vec![line(14.0)],
        notes: Vec::new(),
        trim: at,
        bleed: at.grown(Mm(2.0)),
        components: vec![0],
        is_back,
    }
}

fn line(x: f64) -> Mark {
    Mark {
        shape: Shape::Line {
            x1: Mm(x),
            y1: Mm(10.0),
            x2: Mm(x),
            y2: Mm(20.0),
        },
        pen: MarkPen {
            width: Mm(0.2),
            grey: 0.3,
            dash: None,
            fill: false,
        },
    }
}

fn made() -> Made {
    Made {
        meta: Meta {
            title: "Tiny".into(),
            keywords: vec!["tiny".into()],
            ..Meta::default()
        },
        svg: [FRONT, OTHER],
        trim: Size::mm(60.0, 80.0),
        dpi: 300,
        sheets: vec![sheet(0, false), sheet(1, true)],
        notes: vec![vec![note("page one", 20.0)], vec![note("one page", 20.0)]],
        outline: vec![Bookmark {
            title: "Cards".into(),
            page: 0,
        }],
        ink: Ink::Full,
        options: PdfOptions::default(),
    }
}

impl Made {
    /// The file, with or without what was kept.
    fn file(&self, kept: Option<&Cache>) -> Vec<u8> {
        let scenes = self.svg.map(|svg| {
            let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("sound");
            let id = svg
                .bytes()
                .fold(7, |sum: u128, b| sum * 31 % (1 << 90) + u128::from(b));
            Scene {
                art: Arc::new(Art::new(id, tree)),
                texts: Vec::new(),
            }
        });
        let face = |scene| Face {
            scene,
            trim: self.trim,
            dpi: self.dpi,
        };
        let document = Document {
            meta: self.meta.clone(),
            faces: &scenes.each_ref().map(face),
            parts: &[],
            sheets: &self.sheets,
            notes: &self.notes,
            outline: &self.outline,
            fonts: FontBook::bundled(),
            ink: self.ink,
        };
        match kept {
            Some(kept) => {
                let marks: Vec<u128> = scenes.iter().map(|s| s.art.id).collect();
                pdf_again(&document, &self.options, kept, &marks).expect("written")
            }
            None => pdf(&document, &self.options).expect("written"),
        }
    }
}

/// A change and what it is called.
type Change = (&'static str, fn(&mut Made));

const CHANGES: &[Change] = &[
    ("nothing", |_| {}),
    ("backs are moved", |m| {
        m.options.backs.shift = (Mm(1.0), Mm(0.0))
    }),
    ("backs are moved down", |m| {
        m.options.backs.shift = (Mm(0.0), Mm(1.0))
    }),
    ("backs are larger", |m| m.options.backs.matrix[0] = 1.01),
    ("backs are turned", |m| m.options.backs.matrix[1] = 0.01),
    ("the date", |m| m.options.epoch += 86_400),
    ("the title", |m| m.meta.title = "Tine".into()),
    ("the language", |m| m.meta.lang = "ja".into()),
    ("the subject", |m| m.meta.subject = "play".into()),
    ("the keywords", |m| m.meta.keywords = vec!["tine".into()]),
    ("the creator", |m| m.meta.creator = "me".into()),
    ("the layers", |m| m.meta.cut_marks = "Cuts".into()),
    ("the guides", |m| m.meta.guides = "Lines".into()),
    ("a bookmark", |m| m.outline[0].title = "Heroes".into()),
    ("its page", |m| m.outline[0].page = 1),
    ("the ink", |m| m.ink = Ink::Grey),
    ("the dots of filters", |m| m.dpi = 100),
    ("a face is cut larger", |m| m.trim = Size::mm(66.0, 88.0)),
    ("other art", |m| m.svg[0] = OTHER),
    ("art changes places", |m| m.svg = [OTHER, FRONT]),
    ("a place", |m| m.sheets[0].items[0].at.x = Mm(21.0)),
    ("a turn", |m| m.sheets[0].items[0].turn = Turn::Half),
    ("bleed", |m| m.sheets[0].items[0].bleed = Mm(3.0)),
    ("a clip", |m| {
        m.sheets[0].items[0].clip = Some(Rect::mm(20.0, 30.0, 30.0, 80.0))
    }),
    ("another face", |m| m.sheets[0].items[0].face = 1),
    ("fewer pieces", |m| m.sheets[0].items.truncate(1)),
    ("the paper", |m| m.sheets[0].paper = Size::mm(216.0, 279.0)),
    ("a page more", |m| m.sheets.push(sheet(0, false))),
    ("marks", |m| m.sheets[0].marks.push(line(99.0))),
    ("no marks", |m| {
        m.sheets.iter_mut().for_each(|s| s.marks.clear())
    }),
    ("no guides", |m| {
        m.sheets.iter_mut().for_each(|s| s.guides.clear())
    }),
    ("the ruler", |m| m.sheets[0].ruler.clear()),
    ("the box of the trim", |m| m.sheets[0].trim.w = Mm(61.0)),
    ("the box of the bleed", |m| m.sheets[0].bleed.w = Mm(71.0)),
    ("a front becomes a back", |m| {
        m.options.backs.shift.0 = Mm(1.0);
        m.sheets[0].is_back = true;
    }),
    ("a note", |m| m.notes[0] = vec![note("one page", 20.0)]),
    ("a note's place", |m| {
        m.notes[0] = vec![note("page one", 30.0)]
    }),
    ("a note's height", |m| m.notes[0][0].y = Mm(280.0)),
    ("a note's turn", |m| m.notes[0][0].turn = Turn::Right),
    ("no notes", |m| m.notes.clear()),
];

#[test]
fn a_file_written_with_kept_parts_is_the_file_written_without() {
    let first = made();
    let plain = first.file(None);
    for (what, change) in CHANGES {
        let kept = Cache::default();
        assert!(first.file(Some(&kept)) == plain, "at first");
        let mut next = first.clone();
        change(&mut next);
        let now = next.file(None);
        assert_eq!(now != plain, *what != "nothing", "{what} shows");
        assert!(next.file(Some(&kept)) == now, "{what}");
        assert!(first.file(Some(&kept)) == plain, "back from {what}");
    }
}
