//! Imposition as a whole: the numbers asked for, and what must hold of every page.

mod backs;
mod boxes;
mod check;
mod dump;
mod gaps;
mod numbers;
mod properties;
mod sharing;
mod sheets;

use super::*;
use crate::units::{Mm, Rect};

/// `count` cards of a size, faces `from`, `from + 1`, …, all with back 0 if any.
fn cards(component: usize, size: Size, count: usize, from: usize, back: Option<usize>) -> Job {
    let card = |i| CutPiece {
        component,
        size,
        front: from + i,
        back,
        cut: Cut::default(),
    };
    Job::Pieces((0..count).map(card).collect())
}

/// The layout of a named paper.
fn on(paper: &str) -> Layout {
    let paper = Paper::parse(paper).unwrap();
    Layout {
        paper: paper.size,
        ..Layout::default()
    }
}

/// Furniture of an ordinary kit.
fn furniture() -> Furniture {
    Furniture {
        kit: "CATCH and RUN".into(),
        components: vec!["Floor".into(), "Arm".into(), "Run".into(), "Rules".into()],
        language: "English".into(),
        ..Furniture::default()
    }
}

/// All pages of jobs.
fn pages(jobs: &[Job], layout: &Layout) -> Vec<Sheet> {
    impose(jobs, layout, &furniture()).unwrap()
}
