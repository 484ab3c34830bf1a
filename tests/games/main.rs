//! The games: the kits that are shipped, their referees, what can be said next, simulations, and a game that the library does not know.

mod choices;
mod kits;
mod referees;
mod simulate;
mod sixth_game;
