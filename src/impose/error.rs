//! Why pieces could not be laid out.

use super::{Layout, Paper};
use crate::units::{Mm, Size};
use std::fmt;

/// What would make a piece fit.
#[derive(Clone, Debug, PartialEq)]
pub enum Remedy {
    /// A margin no larger than this.
    Margin(Mm),
    /// No bleed.
    NoBleed,
    /// This paper.
    Paper(&'static str),
    /// Nothing that we know of.
    Smaller,
}

/// Why pieces could not be laid out.
#[derive(Clone, Debug, PartialEq)]
pub enum ImposeError {
    /// A size that is not a positive length.
    BadSize {
        /// The component.
        component: usize,
        /// Its title.
        title: String,
        /// The size asked for.
        size: Size,
    },
    /// A tab that is not a length.
    BadTab {
        /// The component.
        component: usize,
        /// Its title.
        title: String,
        /// The tab asked for.
        tab: Mm,
    },
    /// A piece that no turn of it fits on the page.
    TooLarge {
        /// The component.
        component: usize,
        /// Its title.
        title: String,
        /// The size of its faces.
        size: Size,
        /// The room that one piece needs, with tabs, fold and bleed.
        needs: Size,
        /// The paper.
        paper: Size,
        /// The margin.
        margin: Mm,
        /// What would fit.
        remedy: Remedy,
    },
    /// A sheet that would take more pages than anybody glues.
    TooManyTiles {
        /// The component.
        component: usize,
        /// Its title.
        title: String,
        /// The size of the sheet.
        size: Size,
        /// The paper.
        paper: Size,
        /// The most tiles that are made.
        limit: usize,
    },
    /// Paper that is not a positive size.
    BadPaper {
        /// The paper.
        paper: Size,
    },
    /// A margin that is negative or leaves nothing of the paper.
    BadMargin {
        /// The margin.
        margin: Mm,
        /// The paper.
        paper: Size,
    },
    /// A bleed that is not a length.
    BadBleed {
        /// The bleed.
        bleed: Mm,
    },
    /// An overlap that is not a length.
    BadOverlap {
        /// The overlap.
        overlap: Mm,
    },
}

/// What would let a piece that needs `needs` (bleed included) be printed.
pub(super) fn remedy(needs: Size, layout: &Layout) -> Remedy {
    let paper = layout.paper;
    let inside = layout.printable(paper);
    let bare = Size {
        w: needs.w - layout.bleed * 2.0,
        h: needs.h - layout.bleed * 2.0,
    };
    let fits = |s: Size, room: Size| s.fits(room) || s.turned().fits(room);
    if fits(
        bare,
        Size {
            w: inside.w,
            h: inside.h,
        },
    ) {
        return Remedy::NoBleed;
    }
    let spare = |s: Size| ((paper.w - s.w).min(paper.h - s.h) / 2.0).0;
    let margin = (spare(needs).max(spare(needs.turned())) * 10.0).floor() / 10.0;
    if margin >= 0.0 {
        return Remedy::Margin(Mm(margin));
    }
    let roomy = |p: Size| fits(needs, p.grown(-layout.margin));
    Paper::named()
        .find(|(_, p)| roomy(*p))
        .map_or(Remedy::Smaller, |(n, _)| Remedy::Paper(n))
}

impl ImposeError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::TooLarge {
                remedy: Remedy::Margin(m),
                ..
            } => format!("a margin of {m} or less would do"),
            Self::TooLarge {
                remedy: Remedy::NoBleed,
                ..
            } => "it fits without bleed".into(),
            Self::TooLarge {
                remedy: Remedy::Paper(p),
                ..
            } => format!("it fits on `{p}`"),
            Self::TooLarge {
                remedy: Remedy::Smaller,
                ..
            } => "make it smaller, or make it a `sheet`, which is tiled".into(),
            Self::BadSize { .. } => "both sides must be longer than 0 mm".into(),
            Self::BadTab { .. } => "a tab is 0 mm or longer".into(),
            Self::TooManyTiles { .. } => "use larger paper or a smaller overlap".into(),
            Self::BadPaper { .. } => "try `a4` or `letter`".into(),
            Self::BadMargin { .. } => "most printers need a margin of 5 mm".into(),
            Self::BadBleed { .. } => "a bleed of 3 mm is usual".into(),
            Self::BadOverlap { .. } => "an overlap of 10 mm is usual".into(),
        }
    }
}

impl fmt::Display for ImposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadSize { title, size, .. } => {
                write!(f, "component `{title}` has the size `{size}`")
            }
            Self::BadTab { title, tab, .. } => {
                write!(f, "component `{title}` has a tab of `{tab}`")
            }
            Self::TooLarge {
                title,
                size,
                needs,
                paper,
                margin,
                ..
            } => {
                write!(
                    f,
                    "component `{title}` of `{size}` does not fit on `{paper}` with a margin of `{margin}`"
                )?;
                if needs != size {
                    write!(f, ": a piece of it takes {needs}")
                } else {
                    Ok(())
                }
            }
            Self::TooManyTiles {
                title,
                size,
                paper,
                limit,
                ..
            } => {
                write!(
                    f,
                    "component `{title}` of `{size}` would take more than {limit} tiles of `{paper}`"
                )
            }
            Self::BadPaper { paper } => write!(f, "no page can be `{paper}`"),
            Self::BadMargin { margin, paper } => {
                write!(f, "a margin of `{margin}` leaves nothing of `{paper}`")
            }
            Self::BadBleed { bleed } => write!(f, "`{bleed}` is no bleed"),
            Self::BadOverlap { overlap } => write!(f, "`{overlap}` is no overlap"),
        }
    }
}

impl std::error::Error for ImposeError {}
