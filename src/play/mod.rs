//! The table: shuffles, hidden deals and moves, for any kit.
//!
//! [`rules`] say what a game can do, a [`game`] is one in progress, [`games`] holds those there are; [`stock`] is what
//! they take from a kit, and [`rng`] shuffles it. They are set up from a [`config`], read moves by [`reader`], in other
//! languages by [`lexicon`], and call things by [`label`];
//! [`choice`] is what can be said next;
//! [`journal`] keeps what happened, under its [`header`]; [`history`] is what the journal's lines make of a game;
//! [`table`] joins them, with a [`note`] where people should know what was asked for. [`view`] is what one seat, or
//! everybody, may see, drawn on a [`canvas`]. Beside the table: [`clock`] has timers, [`score`] a pad and [`matches`]
//! schedules, results and standings, for any game; [`simulate`] lets bots play. Around the games: [`rematch`] is what is
//! played again, [`pick`] a sealed choice without a game, [`record`] a table as history keeps it, [`stats`] what many of
//! them come to, [`bgstats`] the same for another program, by the [`calendar`]. Nothing here prints or reads the clock:
//! time and entropy come in from the shell.

pub mod alike;
pub mod amount;
pub mod bgstats;
pub mod calendar;
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
pub mod matches;
pub mod note;
pub mod pick;
pub mod reader;
pub mod record;
mod refusal;
pub mod rematch;
pub mod rng;
pub mod rules;
pub mod score;
pub mod seats;
pub mod simulate;
pub mod stats;
pub mod stock;
pub mod table;
pub mod view;
