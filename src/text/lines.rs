//! Breaking a paragraph into lines: the cheapest way over all places where a line may end.
//!
//! A line costs the square of the room it leaves empty plus the price of the place where it ends, so that breaks
//! inside words happen only where the alternative is a badly ragged edge.

use std::ops::Range;

use super::breaks::{Break, CUTS_WORD};
use super::para::Para;

/// What the edge of the text shall look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextEdge {
    /// Ragged on one side; the last line is as long as it is.
    Ragged,
    /// All lines about equally long.
    Balanced,
    /// Filled to the full width.
    Filled,
}

/// One line: the atoms `start..end`, and `end..next` the spaces that vanish at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextLine {
    pub start: usize,
    pub end: usize,
    pub next: usize,
    /// Width of the ink, hyphen included.
    pub width: f32,
    /// Whether it ends with a soft hyphen.
    pub hyphen: bool,
}

/// How lines are asked for.
pub(crate) struct Measure<'a> {
    /// The room of the nth line, in thousandths of an em.
    pub room: &'a dyn Fn(usize) -> f32,
    /// From this line on the room is the same.
    pub steady_from: usize,
    pub edge: TextEdge,
    /// What one more line costs; large to use as few as possible.
    pub line_cost: f32,
    /// How much the prices of breaks count: 1 for titles and short texts, less where an even edge matters more.
    pub fuss: f32,
}

/// A paragraph in lines.
#[derive(Debug, Default)]
pub(crate) struct Broken {
    pub lines: Vec<TextLine>,
    /// The highest price paid for a break.
    pub worst: f32,
}

#[derive(Clone, Copy)]
struct Best {
    cost: f32,
    from: (usize, usize),
}

/// Prices as few lines as possible above all else.
pub(crate) const FEWEST: f32 = 10_000.0;
/// The usual price of a line.
pub(crate) const USUAL: f32 = 4.0;
const HAIR: f32 = 0.5;

/// A place where a line may end, and what all lines that start or end there have in common.
struct BreakPlace {
    /// The atom after it.
    atom: usize,
    /// Where a line that starts here has its left edge.
    left: f32,
    /// Where the ink of a line that ends here ends, as an atom and in thousandths of an em.
    ink: usize,
    right: f32,
    /// What it costs to end a line here.
    price: f32,
}

/// Breaks a paragraph; `None` if some word is wider than a line.
pub(crate) fn break_lines(para: &Para, how: &Measure<'_>) -> Option<Broken> {
    let ends = places(para);
    if ends.len() < 2 {
        return Some(Broken {
            lines: vec![line(para, 0, para.atoms.len())],
            worst: 0.0,
        });
    }
    let places: Vec<BreakPlace> = ends.iter().map(|at| place(para, *at, how)).collect();
    let layers = how.steady_from + 1;
    let mut best: Vec<Vec<Option<Best>>> = vec![vec![None; ends.len()]; layers];
    best[0][0] = Some(Best {
        cost: 0.0,
        from: (0, 0),
    });
    for (a, start) in places[..ends.len() - 1].iter().enumerate() {
        for layer in 0..layers {
            let Some(Best { cost, .. }) = best[layer][a] else {
                continue;
            };
            let room = (how.room)(layer);
            let to = (layer + 1).min(layers - 1);
            for (b, end) in places.iter().enumerate().skip(a + 1) {
                let width = match end.ink > start.atom {
                    true => end.right - start.left,
                    false => 0.0,
                };
                if width > room + HAIR {
                    // Trimmed punctuation may make a longer line narrower, by less than an em.
                    if width > room + 1000.0 {
                        break;
                    }
                    continue;
                }
                let edge = match b == ends.len() - 1 {
                    true => last_price(width, room, a == 0, how),
                    false => edge_price(para, start.atom..end.ink, width, room, how),
                };
                let total = cost + edge + end.price + how.line_cost;
                if best[to][b].is_none_or(|o| total < o.cost - 1e-4) {
                    best[to][b] = Some(Best {
                        cost: total,
                        from: (layer, a),
                    });
                }
            }
        }
    }
    walk_back(para, &ends, &best)
}

/// All places where a line may end: atom indices, 0 and the end included.
fn places(para: &Para) -> Vec<usize> {
    let n = para.atoms.len();
    let inner = (1..n).filter(|&i| para.atoms[i].before.price().is_some());
    std::iter::once(0)
        .chain(inner)
        .chain((n > 0).then_some(n))
        .collect()
}

fn place(para: &Para, atom: usize, how: &Measure<'_>) -> BreakPlace {
    let next = para.atoms.get(atom);
    let ink = para.ink_end(0, atom);
    let trimmed = ink.checked_sub(1).map_or(0.0, |i| para.atoms[i].trim_end);
    let price = next.and_then(|a| a.before.price()).unwrap_or(0.0);
    BreakPlace {
        atom,
        left: para.sums[atom] + next.map_or(0.0, |a| a.gap + a.trim_start),
        ink,
        right: para.sums[ink] - trimmed + hyphen(para, atom).unwrap_or(0.0),
        // A word is not cut for the sake of the edge.
        price: match price >= CUTS_WORD {
            true => price,
            false => price * how.fuss,
        },
    }
}

/// The width of the hyphen of a line that ends before an atom, if it has one.
fn hyphen(para: &Para, next: usize) -> Option<f32> {
    let before = para.atoms.get(next)?.before;
    matches!(before, Break::Hyphen(_)).then(|| para.hyphen.map_or(0.0, |h| h.1.advance))
}

fn line(para: &Para, start: usize, next: usize) -> TextLine {
    let end = para.ink_end(start, next);
    let hyphen = hyphen(para, next);
    TextLine {
        start,
        end,
        next,
        width: para.width(start, end) + hyphen.unwrap_or(0.0),
        hyphen: hyphen.is_some(),
    }
}

/// What the room that the last line leaves costs: one short word looks lost.
fn last_price(width: f32, room: f32, first: bool, how: &Measure<'_>) -> f32 {
    let slack = slack(width, room);
    match how.edge {
        TextEdge::Balanced => 100.0 * slack * slack,
        _ if !first && (slack > 0.85 || width < 2600.0) => 14.0,
        _ => 0.0,
    }
}

/// What the room that any other line leaves costs.
fn edge_price(para: &Para, atoms: Range<usize>, width: f32, room: f32, how: &Measure<'_>) -> f32 {
    match how.edge {
        TextEdge::Balanced | TextEdge::Ragged => {
            let slack = slack(width, room);
            100.0 * slack * slack
        }
        TextEdge::Filled => {
            // Japanese compounds are parted to fill a line, words are not.
            let torn = if para.japanese { 100.0 } else { 60.0 };
            stretch_price(room - width, para.flex(atoms.start, atoms.end), torn)
        }
    }
}

/// The share of the room that a line leaves empty.
fn slack(width: f32, room: f32) -> f32 {
    ((room - width) / room.max(1.0)).max(0.0)
}

/// A filled line costs what it is stretched by; one that cannot be filled stays ragged and costs most.
fn stretch_price(slack: f32, flex: f32, torn: f32) -> f32 {
    let share = slack.max(0.0) / flex.max(1.0);
    if share <= 1.0 {
        25.0 * share * share
    } else {
        torn + share.min(20.0)
    }
}

fn walk_back(para: &Para, ends: &[usize], best: &[Vec<Option<Best>>]) -> Option<Broken> {
    let goal = ends.len() - 1;
    let cost = |layer: usize| best[layer][goal].map_or(f32::INFINITY, |b| b.cost);
    let layer = (0..best.len()).min_by(|&a, &b| cost(a).total_cmp(&cost(b)))?;
    let mut out = Broken::default();
    let mut at = (layer, goal);
    while at.1 > 0 {
        let from = best[at.0][at.1]?.from;
        out.lines.push(line(para, ends[from.1], ends[at.1]));
        if at.1 < goal {
            let price = para.atoms[ends[at.1]].before.price().unwrap_or(0.0);
            out.worst = out.worst.max(price);
        }
        at = from;
    }
    out.lines.reverse();
    Some(out)
}

/// The width of the widest piece that cannot be broken.
pub(crate) fn widest_word(para: &Para) -> f32 {
    places(para)
        .windows(2)
        .map(|w| line(para, w[0], w[1]).width)
        .fold(0.0, f32::max)
}
