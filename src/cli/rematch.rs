//! The same game once more: kit, players and settings of a table, seats moved on by one, at a table of its own.

use super::table_args;
use crate::play::games::Games;
use crate::play::journal::Place;
use crate::play::rng::Seed;
use crate::play::table::{Failure, Start, Table};

/// Starts the same game once more.
pub(super) fn again(table: &Table) -> Result<Table, Failure> {
    let (kit, mut seats, settings) = table.began_with()?;
    let by = usize::from(!seats.is_empty());
    seats.rotate_left(by);
    let start = Start {
        kit: &kit,
        seats,
        settings,
        seed: Seed::from_system()?,
        practice: false,
    };
    let names = table_args::numbered(&kit.id)?;
    let place = Place::Next(&names);
    let table = Table::start_by(&Games::shipped(), &place, start, table_args::now())?;
    table_args::remember(table.path());
    Ok(table)
}
