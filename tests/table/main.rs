//! The table from outside: a journal that loses nothing, secrets that stay secret, contracts that scripts rely on.

mod place;

mod commands;
mod evening;
mod evenings;
mod fairness;
mod faults;
mod follow;
mod games;
mod guesses;
mod history;
mod host;
mod journal;
mod kept;
mod kill;
mod matches;
mod names;
mod pick;
mod play;
mod roster;
mod score;
mod secrets;
#[cfg(target_os = "linux")]
mod terminal;
mod timer;
#[cfg(unix)]
mod wording;
