//! The table: what the rules of a game say, without any paper.

pub mod games;
