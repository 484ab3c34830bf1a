//! Booklets: four pages to a leaf, all of them put to use.
//!
//! A text that ends a little past a leaf is tightened to do without the next one. Else it is set larger until it fills
//! the leaves it takes; where two pages or more are left over, the title gets a page for itself with a list of the
//! sections; and what is still left over at the end is ruled, to keep scores and notes.

use super::fill::{FilledPage, SheetFrame};
use super::parse::{Block, BlockKind};
use super::piece::{ColumnPiece, Draw, KeepWithNext, height, stack};
use super::set::{Setter, TextLook};
use super::table::faint;
use super::{FlowError, Fold, How, LaidFlow, Layer, SQUEEZE};
use crate::text::markup::plain;
use crate::text::{Align, Rgb};

/// How many pages a leaf has.
const LEAF: usize = 4;
/// What a text may have too much, in shares of the full leaves before it, to be tightened into them.
const SQUEEZABLE: f32 = 0.1;
/// The most that letters and figures grow, and the largest letters that grow at all, in points.
const LARGEST: (f64, f64) = (1.25, 12.0);
/// How many sizes there are from the usual to the largest; one less than a power of two, which is what a search takes.
const STEPS: u32 = 7;
/// The fewest sections that a list of them is worth while for.
const SECTIONS: usize = 3;
/// Distance of ruled lines.
const RULED: f32 = 9.0;
/// Columns for players in a table of scores.
const PLAYERS: usize = 6;

/// The pages of a booklet, a multiple of four.
pub(super) fn pages(layer: &Layer<'_>, words: &Fold) -> Result<Vec<FilledPage>, FlowError> {
    let usual = layer.lay(&How::default())?;
    let all = usual.pages.len().next_multiple_of(LEAF);
    if let Some(tighter) = tightened(layer, &usual, all)? {
        return filled(layer, &How::default(), tighter, words);
    }
    let spare = all - usual.pages.len();
    if spare == 0 {
        return Ok(usual.pages);
    }
    let sections = sections(layer);
    let listed = sections.len() >= SECTIONS && usual.pages.len() > 1;
    let apart = spare > 1 && layer.document.title.is_some() && listed;
    let usually = How {
        apart,
        ..How::default()
    };
    let (how, mut pages) = match larger(layer, usually, (all, usual.firm)) {
        Some(found) => found,
        None if apart => (usually, layer.lay(&usually)?.pages),
        None => (usually, usual.pages),
    };
    if how.apart {
        layer.with(&how, |setter, frame| {
            contents(setter, frame, &sections, &mut pages, words)
        })?;
    }
    filled(layer, &how, pages, words)
}

/// The text on a leaf less than `all` pages have, if it is just a little too long for that; or on as many, if that is
/// what figures need to stay with their text.
fn tightened(
    layer: &Layer<'_>,
    usual: &LaidFlow,
    all: usize,
) -> Result<Option<Vec<FilledPage>>, FlowError> {
    let full = all - LEAF;
    let last = usual.pages.last().map_or(0.0, |p| p.filled);
    let over = (usual.pages.len() - 1 - full) as f32 + last;
    let fewer = full > 0 && over <= SQUEEZABLE * full as f32;
    let parted = layer.style.keep_figures && usual.firm == KeepWithNext::Close;
    if fewer || parted {
        for squeeze in [SQUEEZE[1], SQUEEZE[3]] {
            let laid = layer.lay(&How::squeezed(squeeze))?;
            let kept = parted && laid.firm < usual.firm && laid.pages.len() <= all;
            if laid.pages.len() <= full || kept {
                return Ok(Some(laid.pages));
            }
        }
    }
    Ok(None)
}

/// The text in the largest letters that it fits on `all` pages with, keeping together what is kept as firmly as `firm`.
fn larger(
    layer: &Layer<'_>,
    usually: How,
    (all, firm): (usize, KeepWithNext),
) -> Option<(How, Vec<FilledPage>)> {
    let (most, size) = LARGEST;
    let most = most.min(size / layer.style.size.0) - 1.0;
    if most <= 0.0 {
        return None;
    }
    let (mut low, mut high, mut best) = (0, STEPS, None);
    while low < high {
        let step = (low + high).div_ceil(2);
        let how = How {
            zoom: 1.0 + most * f64::from(step) / f64::from(STEPS),
            ..usually
        };
        match layer.lay(&how) {
            Ok(laid) if laid.pages.len() <= all && laid.firm <= firm => {
                (low, best) = (step, Some((how, laid.pages)))
            }
            // Too long, or a word has become too wide.
            _ => high = step - 1,
        }
    }
    best
}

/// The headings that a list of sections names.
fn sections<'a>(layer: &Layer<'a>) -> Vec<&'a Block> {
    let blocks = layer.document.blocks.iter();
    blocks
        .filter(|b| matches!(b.kind, BlockKind::Heading { level: ..=2, .. }))
        .collect()
}

/// Puts a list of the sections on the first page.
fn contents(
    setter: &Setter<'_>,
    frame: &SheetFrame,
    sections: &[&Block],
    pages: &mut [FilledPage],
    words: &Fold,
) -> Result<(), FlowError> {
    let body = setter.look();
    let look = TextLook {
        fonts: &setter.strong,
        em: 1.1 * body.em,
        line: 1.1 * body.line,
        align: Align::Left,
        ..body
    };
    let number = TextLook {
        fill: setter.style.accent,
        align: Align::Right,
        ..look
    };
    let side = 3.0 * look.em;
    let mut entries = Vec::new();
    for block in sections {
        let page = pages.iter().position(|p| p.shows(block.line));
        if let (BlockKind::Heading { text, .. }, Some(page)) = (&block.kind, page) {
            let name = setter.text(text, &look, frame.width - side, block.line, &[])?;
            let page = vec![plain(&(page + 1).to_string())];
            let page = setter.text(&page, &number, frame.width, block.line, &[])?;
            entries.push((name, page));
        }
    }
    let mut pieces = heading(setter, &words.contents, frame);
    if let Some(last) = pieces.last_mut() {
        last.height += 0.3 * look.line;
    }
    let Some(first) = pages.first_mut() else {
        return Ok(());
    };
    // Entries stand as far apart as there is room for, within reason.
    let least = entries.iter().map(|(name, _)| height(name)).sum::<f32>() + height(&pieces);
    let free = first.free() - 2.0 * look.line - least;
    let pad = (0.5 * free / entries.len() as f32).clamp(0.2 * look.em, 1.1 * look.em);
    for (name, page) in entries {
        let tall = height(&name) + pad;
        let mut draws = vec![bar(0.0, tall - 0.12, frame.width, 0.12, setter)];
        draws.extend(stack(page, 0.0, height(&name) - look.line + pad / 2.0));
        draws.extend(stack(name, 0.0, pad / 2.0));
        pieces.push(ColumnPiece {
            height: tall,
            draws,
            ..ColumnPiece::default()
        });
    }
    let left = first.free() - height(&pieces);
    if left < 0.0 {
        return Ok(());
    }
    if let Some(piece) = pieces.first_mut() {
        piece.before = (0.4 * left).max(left.min(2.0 * look.line));
    }
    first.add(pieces);
    Ok(())
}

/// Fills up the last leaf.
fn filled(
    layer: &Layer<'_>,
    how: &How,
    mut pages: Vec<FilledPage>,
    words: &Fold,
) -> Result<Vec<FilledPage>, FlowError> {
    let left = pages.len().next_multiple_of(LEAF) - pages.len();
    if left > 0 {
        let more = layer.with(how, |setter, frame| {
            let page = |i: usize| match i {
                // Notes are last: they are the back of the booklet.
                0 if left > 1 => scores(setter, frame, &words.scores),
                _ => notes(setter, frame, &words.notes),
            };
            Ok((0..left).map(page).collect::<Vec<_>>())
        })?;
        pages.extend(more);
    }
    Ok(pages)
}

/// A heading; none if the fonts have no such letters.
fn heading(setter: &Setter<'_>, word: &str, frame: &SheetFrame) -> Vec<ColumnPiece> {
    if word.is_empty() {
        return Vec::new();
    }
    let heading = setter.heading(2, &vec![plain(word)], frame.width, 0);
    heading.unwrap_or_default()
}

/// A page of ruled lines.
fn notes(setter: &Setter<'_>, frame: &SheetFrame, word: &str) -> FilledPage {
    let mut pieces = heading(setter, word, frame);
    let lines = ((frame.height - height(&pieces)) / RULED).max(0.0) as usize;
    pieces.extend((0..lines).map(|_| ColumnPiece {
        height: RULED,
        draws: vec![bar(0.0, RULED - 0.2, frame.width, 0.2, setter)],
        ..ColumnPiece::default()
    }));
    FilledPage::whole(pieces, *frame)
}

/// A page with a table to keep scores in: a row for names, one for sums.
fn scores(setter: &Setter<'_>, frame: &SheetFrame, word: &str) -> FilledPage {
    let mut pieces = heading(setter, word, frame);
    let above = 0.3 * setter.line();
    let room = frame.height - height(&pieces) - above;
    let rows = (room / RULED).max(0.0) as usize;
    let (tall, wide) = (rows as f32 * RULED, frame.width);
    let first = 0.16 * wide;
    let column = (wide - first) / PLAYERS as f32;
    let tinted = |row: usize| Draw::Box {
        x: 0.0,
        y: row as f32 * RULED,
        w: wide,
        h: RULED,
        radius: 0.0,
        fill: setter.style.tint,
        stroke: None,
    };
    if rows > 2 {
        let mut draws = vec![tinted(0), tinted(rows - 1)];
        draws.extend((0..=rows).map(|i| bar(0.0, i as f32 * RULED - 0.1, wide, 0.2, setter)));
        let edges = (0..=PLAYERS).map(|i| first + i as f32 * column);
        draws.extend(
            std::iter::once(0.0)
                .chain(edges)
                .map(|x| bar(x - 0.1, -0.1, 0.2, tall + 0.2, setter)),
        );
        pieces.push(ColumnPiece {
            height: tall,
            before: above,
            draws,
            ..ColumnPiece::default()
        });
    }
    FilledPage::whole(pieces, *frame)
}

/// A thin bar in the colour of rules.
fn bar(x: f32, y: f32, w: f32, h: f32, setter: &Setter<'_>) -> Draw {
    let fill: Rgb = faint(setter.style.accent);
    Draw::Box {
        x,
        y,
        w,
        h,
        radius: 0.0,
        fill,
        stroke: None,
    }
}
