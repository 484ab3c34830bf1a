//! TOKYO WASHI GAME: Cats. Maps from a seed, where moves lead, and what pictures of rules need of both.

pub mod cell;
pub mod map;
pub mod moves;
pub mod paths;
mod picture;
pub mod replay;
pub mod rng;

pub use picture::picture;
