//! kitpress prints board games at home and runs them at the table, both from one kit.
//!
//! The press, in order: [`kit`] *load* → [`template`] *render* → [`scene`] → [`impose`] → [`write`].
//! Beside it the table, in [`play`]: *rules* → *table* → *journal*, and the shell around both in [`cli`].

#![forbid(unsafe_code)]
#![warn(missing_docs)]

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
pub mod impose;
mod jpeg;
pub mod kit;
pub mod play;
pub mod press;
pub mod say;
pub mod scene;
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
