//! What a printed page holds. Imposition makes sheets, the writer draws them; nothing else passes between.

use crate::units::{Mm, Pt, Rect, Size};

/// A quarter turn, clockwise as seen on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// Upright.
    #[default]
    None,
    /// 90° clockwise.
    Right,
    /// 180°.
    Half,
    /// 90° counter-clockwise.
    Left,
}

/// A face on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Which face, by its place in the document's list of faces.
    pub face: usize,
    /// The trim rectangle on the page, after turning.
    pub at: Rect,
    /// How the face is turned inside `at`.
    pub turn: Turn,
    /// How far past `at` the face may print.
    pub bleed: Mm,
    /// For tiled sheets: the part of the page that the face may print on, instead of `at` grown by `bleed`.
    pub clip: Option<Rect>,
}

/// The outline that a line or shape of marks or guides has.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line.
    Line {
        /// Start x.
        x1: Mm,
        /// Start y.
        y1: Mm,
        /// End x.
        x2: Mm,
        /// End y.
        y2: Mm,
    },
    /// The outline of a rectangle with rounded corners.
    Rect {
        /// The rectangle.
        rect: Rect,
        /// Corner radius.
        radius: Mm,
    },
    /// The outline of an ellipse that fills a rectangle.
    Ellipse(Rect),
    /// A closed outline through the points.
    Polygon(Vec<(Mm, Mm)>),
}

/// How a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkPen {
    /// Line width.
    pub width: Mm,
    /// Grey, 0 black to 1 white.
    pub grey: f64,
    /// Dash and gap lengths; solid when `None`.
    pub dash: Option<(Mm, Mm)>,
    /// Whether the shape is filled instead of outlined.
    pub fill: bool,
}

/// A mark or guide.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What is drawn.
    pub shape: Shape,
    /// How it is drawn.
    pub pen: MarkPen,
}

/// A short text of the page itself, outside the trim.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The words.
    pub text: String,
    /// Where the baseline starts.
    pub x: Mm,
    /// The baseline.
    pub y: Mm,
    /// Type size.
    pub size: Pt,
    /// The direction that the baseline runs in: `None` to the right, `Left` upwards, `Right` downwards.
    pub turn: Turn,
}

/// One page.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The paper.
    pub paper: Size,
    /// The faces on it.
    pub items: Vec<Placement>,
    /// Cut marks: the switchable layer “Cut marks”.
    pub marks: Vec<Mark>,
    /// Fold lines, match marks and keys: the switchable layer “Guides”.
    pub guides: Vec<Mark>,
    /// The ruler's ticks, drawn with the notes.
    pub ruler: Vec<Mark>,
    /// Page furniture.
    pub notes: Vec<Note>,
    /// The rectangle that holds every trimmed piece.
    pub trim: Rect,
    /// The same with bleed.
    pub bleed: Rect,
    /// The components that have a piece on this page, in kit order.
    pub components: Vec<usize>,
    /// Whether this is the back of a page before it: of the one right before, but for paper that is put in again by hand.
    pub is_back: bool,
}

impl Sheet {
    /// A page that is one piece, and nothing more.
    pub fn of(item: Placement) -> Self {
        Self {
            paper: Size {
                w: item.at.w,
                h: item.at.h,
            },
            trim: item.at,
            bleed: item.at.grown(item.bleed),
            items: vec![item],
            marks: Vec::new(),
            guides: Vec::new(),
            ruler: Vec::new(),
            notes: Vec::new(),
            components: Vec::new(),
            is_back: false,
        }
    }
}
