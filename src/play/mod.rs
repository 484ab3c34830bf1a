//! The table: shuffles, hidden deals and moves, for any kit.
//!
//! [`rules`] say what a game can do, a [`game`] is one in progress, [`games`] holds those there are; [`stock`] is what they take from a kit, and
//! [`rng`] shuffles it; they are set up from a [`config`], read moves by [`reader`], in other languages by [`lexicon`], and call things by [`label`];
//! [`choice`] is what can be said next;
//! [`journal`] keeps what happened, under its [`header`]; [`history`] is what the journal's lines make of a game;
//! [`table`] joins them, with a [`note`] where people should know what was asked for. [`view`] is what one seat, or
//! everybody, may see, drawn on a [`canvas`]. Beside the table: [`clock`] has timers, [`score`] a pad, [`matches`] schedules and standings,
//! and [`match_journal`] a match under way, for any game; [`simulate`] lets bots play. Nothing here prints or reads
//! the clock: time and entropy come in from the shell.

pub mod alike;
pub mod amount;
pub mod canvas;
pub mod choice;
pub mod clock;
pub mod config;
pub mod game;
pub mod games;
pub mod header;
pub mod history;
pub mod journal;
pub mod label;
pub mod lexicon;
pub mod match_journal;
pub mod matches;
pub mod note;
pub mod reader;
mod refusal;
pub mod rng;
pub mod rules;
pub mod score;
pub mod seats;
pub mod simulate;
pub mod stock;
pub mod table;
pub mod view;
