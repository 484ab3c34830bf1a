//! The files that are written, and what lies where on their pages.

#[path = "../common/mod.rs"]
mod common;

mod boxes;
mod deck;
mod kept;
mod pages;
mod paper;
mod readers;
