//! `kitpress again`: a rematch of a table, with everybody one seat further.

use std::path::PathBuf;

use clap::Args;

use super::start;
use super::table_args;
use crate::kit::{Kit, Setting, Source};
use crate::play::games::Games;
use crate::play::rematch::Rematch;
use crate::play::rng::Seed;
use crate::play::rules::{Fault, Refusal};
use crate::play::table::{Failure, Table};
use crate::say;

/// Arguments of `again`.
#[derive(Args, Debug)]
#[command(
    after_help = "The same kit, players and settings, with a new seed and a new seal. Everybody goes one seat further: who\n\
    was second is first, and a role that was set by name (`first`, `catcher`, `educators`…) goes to the next\n\
    player clockwise. What was drawn is drawn anew. The table before is kept.\n\n\
    Examples:\n  \
    kitpress again\n  \
    kitpress again --table icecool-2\n  \
    kitpress again --anyway                also when the table is not over yet"
)]
pub(super) struct AgainArgs {
    /// The table to play again: its file, or its name in `kitpress tables`; the table used last when none is given
    #[arg(long, value_name = "FILE|NAME")]
    table: Option<PathBuf>,
    /// Also when that table is not over
    #[arg(long)]
    anyway: bool,
    /// Practice: deal by this number, so that the same number deals the same cards
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Language of messages: en or ja
    #[arg(long)]
    pub lang: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &AgainArgs) -> Result<(), Failure> {
    let path = table_args::find(args.table.as_deref())?;
    let before = Table::recall(&path)?;
    if before.outcome().is_none() && !args.anyway {
        let what = say!("`{}` is not over yet", table_args::name(&path));
        let hint = say!(
            "`kitpress play` goes on with it; `--anyway` begins the next one, and keeps this one as it is"
        );
        return Err(Refusal::new(Fault::Time, what).hint(hint).into());
    }
    let table = make(&before, args.seed)?;
    if !args.json {
        let players = say!("players, in their new order: {}", table.seats().join(", "));
        table_args::lines(&[players.to_string()])?;
    }
    start::tell(&table, args.json)
}

/// Makes the rematch of a table, under a new name in the data folder.
pub(super) fn make(before: &Table, seed: Option<u64>) -> Result<Table, Failure> {
    let games = Games::shipped();
    let rematch = Rematch::of(&games, before);
    let set: Vec<Setting> = rematch.settings.clone().into_iter().collect();
    let source = Source::find(&rematch.kit)
        .map_err(|p| p.hint(say!("the table needs the kit that it was started with")))?;
    let kit = Kit::load_from(source, &set)?;
    games.check(&kit)?;
    let practice = seed.is_some();
    let seed = match seed {
        Some(number) => Seed::practice(number),
        None => Seed::from_system()?,
    };
    start::begin(rematch.start(&kit, seed, practice))
}
