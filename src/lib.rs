//! kitpress prints board games at home and runs them at the table, both from one kit.
//!
//! The press, in the order of a print: [`kit`] is loaded, [`template`] renders faces with texts that [`text`] sets,
//! [`scene`] makes pictures of them, [`impose`] lays out pages, [`mod@write`] makes the PDF; [`press`] is the way as
//! a whole. Over it stand [`export`], [`advice`], [`calibrate`] and [`watch`]. Beside it the table, in [`play`]: rules,
//! journal, table, over the kit alone. [`starter`] has kits to begin from, and [`cli`] is the shell around everything.
//! Below all of them lie [`units`], [`clean`], [`mod@say`], [`diag`] and [`files`]. As imports go, `scene` lies below
//! `template`, which needs its icons and fonts; `ARCHITECTURE.md` has the map, and `tests/house/layers.rs` holds it.
//!
//! What programs other than the shell may build on; the rest is public for the shell and the tests, and may change:
//!
//! - [`load`] and [`shipped`] read a [`Kit`]; [`Problems`] says all that is wrong with one.
//! - [`press::print`] with [`press::PrintOptions`] prints it: `examples/print_a_kit.rs`.
//! - [`impose::impose`] and [`write::pdf`] lay out and write faces of one's own: `examples/own_faces.rs`.
//! - [`play::games::Games`] sets up games, and takes further referees ([`play::rules::Rules`]): `examples/referee_a_game.rs`.
//! - [`play::table::Table`] is a game with a journal, [`play::view::View`] what may be seen of it.

#![forbid(unsafe_code)]
#![warn(missing_docs, unreachable_pub)]

pub mod advice;
mod art;
pub mod calibrate;
pub mod clean;
pub mod cli;
mod colour;
pub mod diag;
pub mod export;
pub mod files;
mod hash;
pub mod host;
pub mod impose;
mod jpeg;
pub mod kit;
mod packed;
pub mod play;
pub mod press;
pub mod say;
pub mod scene;
pub mod serve;
pub mod starter;
pub mod template;
pub mod text;
pub mod units;
pub mod watch;
pub mod write;

use diag::Problems;
use kit::Kit;

/// Loads the kit called `name`: a shipped kit's id, or a folder. Its pictures may ask the rules of the shipped games.
pub fn load(name: &str) -> Result<Kit, Problems> {
    Kit::load(name).map(play::games::with_rules)
}

/// All shipped kits, by id, likewise.
pub fn shipped() -> Result<Vec<Kit>, Problems> {
    let kits = Kit::shipped()?.into_iter();
    Ok(kits.map(play::games::with_rules).collect())
}
