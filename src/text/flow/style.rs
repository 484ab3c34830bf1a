//! The looks of a rule sheet.

use crate::text::{Rgb, TEXT_FAMILY};
use crate::units::{Mm, Pt};

/// What a booklet says on the pages that its text leaves over; a page without a word has no heading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fold {
    /// Above the list of sections.
    pub contents: String,
    /// Above a table to keep scores in.
    pub scores: String,
    /// Above ruled lines.
    pub notes: String,
}

/// Sizes, distances and colours of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowStyle {
    /// How many columns.
    pub columns: usize,
    /// Size of the text.
    pub size: Pt,
    /// Size of section headings.
    pub heading: Pt,
    /// Size of the title; two and a third times the headings' if not given.
    pub title: Option<Pt>,
    /// Line distance in ems; 1.35, or 1.6 in Japanese, if not given.
    pub leading: Option<f32>,
    /// Family of title and headings.
    pub title_font: String,
    /// Family of the text.
    pub font: String,
    /// Distance between columns.
    pub gutter: Mm,
    /// Distance from the sheet's edges.
    pub inset: Mm,
    /// Extra space at the top of the first page, for art in the frame.
    pub top: Mm,
    /// Extra space at the bottom of every page, for what the frame has there.
    pub foot: Mm,
    /// Whether a text that asks for the next column goes on there. It is written for the columns of one sheet.
    pub column_breaks: bool,
    /// Whether figures stay with the text they belong to, where pages are turned over.
    pub keep_figures: bool,
    /// Whether the pages are folded into a booklet: then their number is a multiple of four.
    pub fold: Option<Fold>,
    /// Whether lines are filled to the column's width.
    pub justify: bool,
    /// Colour of headings and of the discs that hold numbers.
    pub accent: Rgb,
    /// Colour of numbers on discs.
    pub on_accent: Rgb,
    /// Ground of callouts and table heads.
    pub tint: Rgb,
    /// Colour of the text.
    pub text: Rgb,
    /// Colour of captions.
    pub caption: Rgb,
}

impl FlowStyle {
    /// The same with larger letters.
    pub(super) fn zoomed(&self, zoom: f64) -> Self {
        Self {
            size: self.size * zoom,
            heading: self.heading * zoom,
            title: self.title.map(|t| t * zoom),
            ..self.clone()
        }
    }
}

impl Default for FlowStyle {
    fn default() -> Self {
        Self {
            columns: 2,
            size: Pt(9.0),
            heading: Pt(12.0),
            title: None,
            leading: None,
            title_font: "Dela Gothic One".into(),
            font: TEXT_FAMILY.into(),
            gutter: Mm(7.0),
            inset: Mm(6.0),
            top: Mm(0.0),
            foot: Mm(0.0),
            column_breaks: true,
            keep_figures: false,
            fold: None,
            justify: false,
            accent: Rgb {
                r: 0x00,
                g: 0x72,
                b: 0xb2,
            },
            on_accent: Rgb {
                r: 255,
                g: 255,
                b: 255,
            },
            tint: Rgb {
                r: 0xe3,
                g: 0xef,
                b: 0xf6,
            },
            text: Rgb {
                r: 0x1d,
                g: 0x24,
                b: 0x33,
            },
            caption: Rgb {
                r: 0x4a,
                g: 0x54,
                b: 0x66,
            },
        }
    }
}
