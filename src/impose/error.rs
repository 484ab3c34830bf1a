//! Why pieces could not be laid out.

use super::{Layout, Paper};
use crate::say;
use crate::say::{Say, sayers};
use crate::units::{Mm, Size};

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
    /// What is wrong.
    pub fn say(&self) -> Say {
        match self {
            Self::BadSize { title, size, .. } => {
                say!("component `{}` has the size `{}`", title, size)
            }
            Self::BadTab { title, tab, .. } => {
                say!("component `{}` has a tab of `{}`", title, tab)
            }
            Self::TooLarge {
                title,
                size,
                needs,
                paper,
                margin,
                ..
            } => {
                let what = say!(
                    "component `{}` of `{}` does not fit on `{}` with a margin of `{}`",
                    title,
                    size,
                    paper,
                    margin
                );
                match needs == size {
                    true => what,
                    false => say!("{}: a piece of it takes {}", what, needs),
                }
            }
            Self::TooManyTiles {
                title,
                size,
                paper,
                limit,
                ..
            } => say!(
                "component `{}` of `{}` would take more than {} tiles of `{}`",
                title,
                size,
                limit,
                paper
            ),
            Self::BadPaper { paper } => say!("no page can be `{}`", paper),
            Self::BadMargin { margin, paper } => {
                say!("a margin of `{}` leaves nothing of `{}`", margin, paper)
            }
            Self::BadBleed { bleed } => say!("`{}` is no bleed", bleed),
            Self::BadOverlap { overlap } => say!("`{}` is no overlap", overlap),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Say {
        match self {
            Self::TooLarge { remedy, .. } => match remedy {
                Remedy::Margin(m) => say!("a margin of {} or less would do", m),
                Remedy::NoBleed => say!("it fits without bleed"),
                Remedy::Paper(p) => say!("it fits on `{}`", p),
                Remedy::Smaller => say!("make it smaller, or make it a `sheet`, which is tiled"),
            },
            Self::BadSize { .. } => say!("both sides must be longer than 0 mm"),
            Self::BadTab { .. } => say!("a tab is 0 mm or longer"),
            Self::TooManyTiles { .. } => say!("use larger paper or a smaller overlap"),
            Self::BadPaper { .. } => say!("try `a4` or `letter`"),
            Self::BadMargin { .. } => say!("most printers need a margin of 5 mm"),
            Self::BadBleed { .. } => say!("a bleed of 3 mm is usual"),
            Self::BadOverlap { .. } => say!("an overlap of 10 mm is usual"),
        }
    }
}

sayers!(ImposeError);

impl std::error::Error for ImposeError {}
