//! The table on everybody's phone: seats with keys, a page for each, and one truth for all.
//!
//! [`Hub`] is the table with its rights; `api` is what can be asked of it over HTTP, `events` tells everybody who listens
//! that something has changed, `pages` are the pages themselves. What is shown is a view of the rules, never a state.

mod api;
mod clocks;
mod events;
mod faces;
mod form;
mod gallery;
mod guesses;
mod hub;
mod keys;
mod pages;
mod playing;
mod qr;
mod terminal;
mod view;

pub use api::site;
pub use faces::FaceShelf;
pub use hub::{HandedKeys, Hub, KeptTable, Lobby, kept_lobby};
pub use keys::has_keys;
pub use pages::MANNERS;
pub use qr::lines as qr_lines;
pub(crate) use terminal::{HubSeat, SharedForm};

/// Whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    /// Whoever runs the table.
    Host,
    /// The player at a seat.
    Seat(usize),
    /// Anybody who knows the code.
    Public,
}
