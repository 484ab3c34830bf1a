//! Watching a kit while it is being made: build on every save, show all faces on a page in the browser.
//!
//! Three parts. The *watcher* looks at the folder and decides when to build. The *worker* is a process of its own
//! that builds with everything it remembers: a template that never ends, or a picture that brings it down, costs the
//! worker and not the watch. The *server* shows what the worker made, to this computer only.
//!
//! The folder is looked at again and again instead of asking the system for news: that works on network drives and in
//! containers too, needs nothing that differs between systems, and a kit is small. Looking is cheap, and rarer when
//! nothing has happened for a while.

mod builder;
mod scan;
mod server;
mod shown;
mod supervisor;
mod worker;

use std::path::PathBuf;

use crate::kit::{AskRules, Setting};
use crate::press::PrintOptions;

pub use builder::{Build, Builder, WrittenPdf};
pub use scan::scan;
pub use server::{listen, show};
pub use shown::ShownPage;
pub use supervisor::{News, watch};
pub use worker::serve;

/// What is wanted of a watch.
#[derive(Clone, Debug)]
pub struct WatchOptions {
    /// The kit's folder.
    pub folder: PathBuf,
    /// Settings of the kit.
    pub set: Vec<Setting>,
    /// How to print.
    pub print: PrintOptions,
    /// The languages asked for: one, `both`, or nothing for the user's own.
    pub lang: Option<String>,
    /// The user's own language.
    pub own: String,
    /// Where PDFs go.
    pub out: PathBuf,
    /// Who answers what pictures of rules ask.
    pub rules: Option<AskRules>,
}

/// A language and an ink, as the page asks for them.
pub type Variant = (String, String);
