//! Rules of the shipped games as pure functions. They take their decks from the kit.

pub mod catch_and_run;
