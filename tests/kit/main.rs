//! Kits: what their files mean, what is refused, and what strangers' files may not do.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/zip.rs"]
mod zip;

mod broken;
mod clean;
mod contours;
#[cfg(unix)]
mod links;
mod meant;
mod new;
mod sets;
mod settings;
mod spreadsheets;
mod strangers;
mod tables;
