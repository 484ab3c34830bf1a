//! The pad for programs: JSON, and CSV that spreadsheets open without harm.

use serde_json::{Map, Value, json as value};

use super::KIND;
use super::sheet::rows;
use crate::cli::sheet::{SheetCell, TableOfCells};
use crate::cli::shelf;
use crate::diag::Problems;
use crate::play::amount::Amount;
use crate::play::journal::Journal;
use crate::play::score::Pad;

/// The pad as JSON.
pub(super) fn json(pad: &Pad, journal: &Journal) -> Value {
    let (began, last) = shelf::times(journal);
    let totals = pad.totals();
    let ranks = pad.ranks();
    let player = |(p, name): (usize, &String)| {
        let rounds: Vec<Option<Amount>> = pad.rounds.iter().map(|r| r[p]).collect();
        let bonuses = pad.bonuses.iter();
        let bonuses: Map<String, Value> = bonuses
            .map(|(n, row)| (n.clone(), value!(row[p])))
            .collect();
        value!({"name": name, "rounds": rounds, "bonuses": bonuses, "total": totals[p], "rank": ranks[p]})
    };
    let players: Vec<Value> = pad.players.iter().enumerate().map(player).collect();
    let leaders: Vec<&str> = pad
        .leaders()
        .iter()
        .map(|p| pad.players[*p].as_str())
        .collect();
    value!({
        "name": shelf::name(KIND, journal.path()),
        "file": journal.path().display().to_string(),
        "began": began,
        "last": last,
        "rounds": pad.rounds.len(),
        "wins": if pad.lowest { "lowest" } else { "highest" },
        "players": players,
        "leaders": leaders,
    })
}

/// Prints the pad as CSV: a row a round.
pub(super) fn print_csv(pad: &Pad) -> Result<(), Problems> {
    let names = pad.players.iter().map(|p| SheetCell::text(p));
    let mut sheet = TableOfCells::headed(std::iter::once(SheetCell::plain("")).chain(names))?;
    for (name, row) in rows(pad) {
        let amount = |c: &String| SheetCell::plain(if c == "-" { "" } else { c });
        let name = std::iter::once(SheetCell::text(&name));
        sheet.row(name.chain(row.iter().map(amount)))?;
    }
    sheet.print()
}
