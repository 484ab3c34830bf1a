//! What comes after a print, in three lines on a terminal: how to print the file, what else it takes, how to begin.

use super::{CommandResult, out};
use crate::impose::Backs;
use crate::kit::{Kit, Material};
use crate::press::PrintOptions;
use crate::press::guide::{self, Outlay, PaperPile, words};
use crate::say;
use crate::say::{Say, tongue};

/// A file that was just made.
pub(super) struct JustPrinted<'a> {
    /// Its kit.
    pub kit: &'a Kit,
    /// How it was printed.
    pub options: &'a PrintOptions,
    /// What it takes.
    pub outlay: &'a Outlay,
}

/// Pages as people write them.
fn pages(numbers: &[usize]) -> Say {
    words::pages(numbers, tongue())
}

/// Sheets of a pile and their pages.
pub(super) fn pile(material: Material, pile: &PaperPile) -> Option<Say> {
    let sheets = words::sheets(material, pile.sheets);
    (pile.sheets > 0).then(|| say!("{} ({})", sheets, pages(&pile.pages)))
}

/// Both piles in one phrase.
fn piles(outlay: &Outlay) -> String {
    let piles = Material::ALL.map(|(_, m)| pile(m, outlay.pile(m)));
    let piles: Vec<String> = piles.into_iter().flatten().map(|p| p.to_string()).collect();
    piles.join(&say!(", ").to_string())
}

/// What is done with paper that goes in twice, a line a pile.
pub(super) fn by_hand(outlay: &Outlay, backs: Backs) -> Vec<Say> {
    let twice = |(_, material): &(&str, Material)| {
        let pile = outlay.pile(*material);
        (!pile.first.is_empty()).then(|| {
            let what = words::material(*material);
            let (first, second) = (pages(&pile.first), pages(&pile.second));
            match backs {
                Backs::ManualReversed => say!(
                    "{}: print {}, put the stack in again as it lies, its last sheet first, and print {}",
                    what,
                    first,
                    second
                ),
                _ => say!(
                    "{}: print {}, turn the stack over like a page of a book, its first sheet first, and print {}",
                    what,
                    first,
                    second
                ),
            }
        })
    };
    let once = |(_, material): &(&str, Material)| {
        let single = outlay.pile(*material).single();
        let what = words::material(*material);
        (!single.is_empty()).then(|| {
            say!(
                "{}: print {} apart, nothing is on the back",
                what,
                pages(&single)
            )
        })
    };
    let piles = Material::ALL.iter();
    piles.flat_map(|m| [twice(m), once(m)]).flatten().collect()
}

/// Tells what comes next, where somebody sits at a terminal.
pub(super) fn tell(all: &[JustPrinted<'_>]) -> CommandResult {
    let (Some(printed), true) = (all.first(), out::width().is_some()) else {
        return Ok(());
    };
    let JustPrinted {
        kit,
        options,
        outlay,
    } = printed;
    let one = all.iter().all(|p| p.kit.id == kit.id);
    let how = words::how(options.backs);
    let whole = options.only.is_empty() && options.cards.is_empty() && options.since.is_none();
    let mut lines = Vec::new();
    match one {
        true => lines.push(say!("print it {}: {}", how, piles(outlay))),
        false => lines.push(say!("print them {}", how)),
    }
    if one {
        lines.extend(by_hand(outlay, options.backs));
    }
    if whole {
        let name = match one {
            true => guide::named(kit),
            false => say!("KIT").to_string(),
        };
        lines.push(say!("what else it takes: `kitpress tonight {}`", name));
        lines.push(match kit.table.is_some() || !one {
            true => say!("and then: `kitpress play {}`", name),
            false => say!("after changes: `kitpress print {} --changed`", name),
        });
    }
    out::line("")?;
    let mut told = lines.iter().flat_map(|l| out::wrapped(&l.to_string(), 0));
    told.try_for_each(|line| out::line(&line))
}
