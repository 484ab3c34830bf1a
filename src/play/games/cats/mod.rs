//! TOKYO WASHI GAME: Cats. Maps from a seed, where moves lead, the referee, and what pictures of rules need of them.

mod book;
mod bots;
pub mod cell;
mod drawings;
pub mod map;
pub mod moves;
pub mod paths;
mod picture;
mod referee;
pub mod replay;
pub mod rng;
mod sketch;
pub mod solver;
mod state;
mod text;
pub mod town;
mod view;

pub use picture::picture;
pub use referee::Referee;
pub use state::State;
pub use text::Move;
