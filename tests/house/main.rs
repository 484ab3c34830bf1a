//! The house itself: its layers, its names, its guides, and the package that is installed.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/zip.rs"]
mod zip;

mod docs;
mod layers;
mod map;
mod names;
mod package;
mod release;
