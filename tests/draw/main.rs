//! What is drawn: drawings and pictures from elsewhere, their colours and edges, and advice about them.

#[path = "../common/mod.rs"]
mod common;

mod card;

mod advice;
mod colour;
mod drawings;
mod edges;
mod pictures;
mod sharing;
mod starters;
