//! Catches what `usvg` would only log: an element that it skips is an error of the template.

use std::cell::RefCell;
use std::sync::Once;

thread_local! {
    static HEARD: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

struct Ear;

impl log::Log for Ear {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        let ours = record.target().starts_with("usvg") && self.enabled(record.metadata());
        let message = record.args().to_string();
        // A fallback font is what the font book is for.
        if ours && !message.starts_with("Fallback from") {
            HEARD.with_borrow_mut(|heard| {
                if let Some(list) = heard {
                    list.push(reword(&message));
                }
            });
        }
    }

    fn flush(&self) {}
}

/// The complaint alone: what `usvg` would do about it, we do not.
fn reword(message: &str) -> String {
    let end = [
        ". Fallback",
        ". Falling",
        ". Skipp",
        ", will be",
        " will be skipped",
        ". '",
    ];
    let cut = end
        .iter()
        .filter_map(|e| message.find(e))
        .min()
        .unwrap_or(message.len());
    let said = message[..cut].trim_end_matches('.');
    let mut chars = said.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Starts listening. The program has no other use for the `log` crate.
pub fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if log::set_logger(&Ear).is_ok() {
            log::set_max_level(log::LevelFilter::Warn);
        }
    });
}

/// Runs `work` and returns what was complained about on this thread meanwhile.
pub fn during<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    HEARD.with_borrow_mut(|heard| *heard = Some(Vec::new()));
    let result = work();
    let heard = HEARD.with_borrow_mut(Option::take).unwrap_or_default();
    (result, heard)
}
