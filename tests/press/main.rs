//! Commands that print: what scripts rely on, exports, the shipped kits, and the designer's bench.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/zip.rs"]
mod zip;

mod bench;
mod cli;
mod distant;
mod export;
mod help;
mod shipped;
mod tonight;
