//! Bars for a terminal of any width: each says in words and numbers what it shows, too.

use super::cells::{clean, cut, fit, width};

/// A bar.
pub(super) struct Bar {
    /// What it is about.
    pub name: String,
    /// The share, and the interval around it, from 0 to 1.
    pub share: [f64; 3],
    /// The share in words.
    pub words: String,
}

/// The most cells of a name, and of a bar.
const NAME: usize = 20;
const LONGEST: usize = 40;
/// A bar of fewer cells says nothing.
const SHORTEST: usize = 8;

/// The bars, one a line. Where they do not fit beside the words, the words stand alone.
pub(super) fn bars(bars: &[Bar], cells: Option<usize>) -> Vec<String> {
    let names = bars.iter().map(|b| width(&clean(&b.name))).max();
    let names = names.unwrap_or(0).min(NAME);
    let words = bars.iter().map(|b| width(&b.words)).max().unwrap_or(0);
    let room = cells.map_or(LONGEST, |c| c.saturating_sub(names + words + 4));
    let long = room.min(LONGEST);
    let line = |bar: &Bar| {
        let name = fit(&clean(&bar.name), names);
        let line = match long < SHORTEST {
            true => format!("{name}  {}", bar.words),
            false => format!("{name}  {}  {}", drawn(bar.share, long), bar.words),
        };
        cells.map_or(line.clone(), |c| cut(&line, c))
    };
    bars.iter().map(line).collect()
}

/// `█` is as good as certain, `▓` reaches up to the share itself, `░` is what chance may hide.
fn drawn([share, low, high]: [f64; 3], long: usize) -> String {
    let at = |share: f64| (share * long as f64).round() as usize;
    let (share, low, high) = (at(share), at(low), at(high));
    let cell = |i: usize| match i {
        i if i < low => '█',
        i if i < share => '▓',
        i if i < high => '░',
        _ => '·',
    };
    (0..long).map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_bar_has_its_parts() {
        assert_eq!(drawn([0.5, 0.2, 0.8], 10), "██▓▓▓░░░··");
        assert_eq!(drawn([0.0, 0.0, 1.0], 4), "░░░░");
        assert_eq!(drawn([1.0, 1.0, 1.0], 4), "████");
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide(name in "[a-zあ-ん]{0,40}", cells in 1usize..120, share in 0.0f64..1.0) {
            let bar = || Bar {
                name: name.clone(),
                share: [share, share / 2.0, (1.0 + share) / 2.0],
                words: "3 of 7, 43 %".to_owned(),
            };
            let lines = bars(&[bar(), bar()], Some(cells));
            prop_assert!(lines.iter().all(|l| width(l) <= cells));
        }
    }
}
