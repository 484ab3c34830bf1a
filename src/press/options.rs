//! What can be asked of a print, and what it is where nothing is asked.

use super::{Record, Since};
use crate::impose::{Backs, Layout, Marks, Paper};
use crate::template::Ink;
use crate::units::Mm;
use crate::write;

/// Dots per inch that pictures are printed with, unless somebody says otherwise.
pub const DEFAULT_DPI: u32 = 300;

/// What to print and how.
#[derive(Clone, Debug)]
pub struct PrintOptions {
    /// The language, one that the kit has.
    pub lang: String,
    /// The paper.
    pub paper: Paper,
    /// The border that the printer cannot reach.
    pub margin: Mm,
    /// Where backs go.
    pub backs: Backs,
    /// How far faces print past their trim.
    pub bleed: Mm,
    /// Which cut marks.
    pub marks: Marks,
    /// How much ink.
    pub ink: Ink,
    /// Only these components; all when empty.
    pub only: Vec<String>,
    /// Only cards that match one of these; all when empty.
    pub cards: Vec<String>,
    /// How many times everything.
    pub sets: u32,
    /// Dots per inch that pictures need; what the kit says when not given.
    pub dpi: Option<u32>,
    /// Seconds since 1970 that the PDF is dated; a fixed date when not given.
    pub date: Option<i64>,
    /// Only what changed since then; everything when not given.
    pub since: Option<Since>,
    /// What was printed before, where this print is to be added to it.
    pub known: Option<Record>,
    /// Places of the first page of pieces that are used up.
    pub skip: u32,
    /// How backs are moved so that they land behind their fronts.
    pub warp: write::Warp,
    /// Whether texts that do not fit, or cannot be set, are set as well as can be, with a frame around them.
    pub anyway: bool,
    /// Whether a print of the whole kit begins with a page on what it takes to make and to begin the game.
    pub guide: bool,
}

impl PrintOptions {
    /// Whether it matters later what exactly was printed.
    pub(super) fn remembers(&self) -> bool {
        self.since.is_some() || self.known.is_some()
    }

    /// How pages are laid out on the paper that was chosen.
    pub(super) fn layout(&self) -> Layout {
        Layout {
            paper: self.paper.size,
            margin: self.margin,
            backs: self.backs,
            bleed: self.bleed,
            marks: self.marks,
            ..Layout::default()
        }
    }
}

impl Default for PrintOptions {
    fn default() -> Self {
        let layout = Layout::default();
        Self {
            lang: "en".into(),
            paper: Paper {
                name: "a4".into(),
                size: layout.paper,
            },
            margin: layout.margin,
            backs: layout.backs,
            bleed: layout.bleed,
            marks: layout.marks,
            ink: Ink::Full,
            only: Vec::new(),
            cards: Vec::new(),
            sets: 1,
            dpi: None,
            date: None,
            since: None,
            known: None,
            skip: 0,
            warp: write::Warp::default(),
            anyway: false,
            guide: false,
        }
    }
}
