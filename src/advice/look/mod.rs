//! Coarse pictures of faces, in all inks at once, to see how much ink they take and what is at their edges.
//!
//! Draws what the writer draws, from the same scenes, a few pixels a millimetre: shapes line by line, letters as grey as
//! their outlines make them, tiles and gradients in their mean colour. Nobody sees these pictures.

mod edges;
mod letters;
mod painter;
mod picture;
mod tone;
mod tree;

pub(super) use painter::{KnownLooks, Painter};
pub(super) use picture::{BlindMiddle, Picture, PixelGrid};
