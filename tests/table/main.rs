//! The table from outside: a journal that loses nothing, secrets that stay secret, contracts that scripts rely on.

mod place;

mod commands;
mod fairness;
mod games;
mod guesses;
mod journal;
mod kept;
mod kill;
mod matches;
mod names;
mod play;
mod score;
mod secrets;
#[cfg(target_os = "linux")]
mod terminal;
mod timer;
