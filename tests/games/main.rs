//! The games: the kits that are shipped, their referees, simulations, and a game that the library does not know.

mod kits;
mod referees;
mod simulate;
mod sixth_game;
