//! HTTP alone, for whoever has something to show: listening, limits, whose requests are answered, and what goes around
//! every answer. It knows no kit and no rules.
//!
//! A request is answered only when it means this computer by a name or address of its own, and comes from a page of ours
//! ([`OwnNames`]). Connections are few, must hurry, and make room for others ([`connections`]). Answers allow pages
//! nothing from elsewhere. What lets people in is theirs who show something; keys for it are made here ([`new_key`]).

mod connections;
mod gate;
mod names;
mod patience;
mod request;
mod secret;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::middleware;

pub use gate::Manners;
pub(crate) use names::is_private;
pub use names::{OwnNames, addresses};
pub use request::Trouble;
pub(crate) use request::WebCall;
pub use secret::new_key;
pub(crate) use secret::{fill_random, same_key};

/// Room for pictures that nest deeply.
const STACK: usize = 64 << 20;
/// How many answers are worked out at a time.
const WORKERS: usize = 16;

/// Answers requests from now on, on a thread of its own, until the program ends.
pub fn start(
    listener: TcpListener,
    names: OwnNames,
    manners: Manners,
    site: Router,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(WORKERS)
        .thread_stack_size(STACK)
        .build()?;
    let gate = Arc::new(gate::Gate { names, manners });
    let site = site.layer(middleware::from_fn(move |request, next| {
        gate::pass(gate.clone(), request, next)
    }));
    std::thread::Builder::new().spawn(move || {
        runtime.block_on(async move {
            if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                connections::accept(listener, site).await;
            }
        });
    })?;
    Ok(())
}
