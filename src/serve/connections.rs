//! Connections: how many there may be, who has to go when there are too many, and how long each may take.
//!
//! When room is needed, the oldest goes of those who have shown no key: whoever drips a byte a second keeps nobody out.
//! Where all have shown one, it is the oldest of the address that has most connections: whoever has a key, and opens
//! streams that they do not read, takes the room from themselves. Pages that had to go come back by themselves.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use super::patience::Patient;

/// Connections at a time.
const MOST: usize = 600;
/// How long the head of a request may take, and how long a connection may wait for the next one.
const HEAD: Duration = Duration::from_secs(8);
/// The longest head of a request, in bytes and in lines.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// Whoever is at the other end.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// Where they are.
    pub ip: IpAddr,
    known: Arc<AtomicBool>,
}

impl Visitor {
    /// They have shown a key: their connection stays when room is needed.
    pub(crate) fn is_known(&self) {
        self.known.store(true, Ordering::Relaxed);
    }
}

/// Somebody who is connected.
struct Guest {
    connection: AbortHandle,
    visitor: Visitor,
}

/// Everybody who is connected, the oldest first.
#[derive(Default)]
struct Crowd {
    next: u64,
    connected: BTreeMap<u64, Guest>,
}

impl Crowd {
    /// Sends somebody away, if there is anybody.
    fn thin_out(&mut self) {
        let known = |guest: &Guest| guest.visitor.known.load(Ordering::Relaxed);
        let stranger = self.connected.iter().find(|(_, guest)| !known(guest));
        let one = stranger.map(|(at, _)| *at).or_else(|| self.first_of_most());
        if let Some(guest) = one.and_then(|at| self.connected.remove(&at)) {
            guest.connection.abort();
        }
    }

    /// The oldest connection of the address that has most of them.
    fn first_of_most(&self) -> Option<u64> {
        let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for guest in self.connected.values() {
            *counts.entry(guest.visitor.ip).or_default() += 1;
        }
        let (most, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        let mut all = self.connected.iter();
        let oldest = all.find(|(_, guest)| guest.visitor.ip == most);
        oldest.map(|(at, _)| *at)
    }
}

/// Takes connections, for ever.
pub(super) async fn accept(listener: TcpListener, site: Router) {
    let crowd = Arc::new(Mutex::new(Crowd::default()));
    let all = || crowd.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Most likely too many files are open, which passes sooner with one less.
            all().thin_out();
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let visitor = Visitor {
            ip: peer.ip().to_canonical(),
            known: Arc::new(AtomicBool::new(false)),
        };
        let mut all = all();
        if all.connected.len() >= MOST {
            all.thin_out();
        }
        let at = all.next;
        all.next += 1;
        let (site, left) = (site.clone(), Leaving(crowd.clone(), at));
        let guest = visitor.clone();
        let connection = tokio::spawn(async move {
            let _left = left;
            serve(stream, guest, site).await;
        });
        let connection = connection.abort_handle();
        all.connected.insert(
            at,
            Guest {
                connection,
                visitor,
            },
        );
    }
}

/// Takes a connection off the list when it ends, however it does.
struct Leaving(Arc<Mutex<Crowd>>, u64);

impl Drop for Leaving {
    fn drop(&mut self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.connected.remove(&self.1);
    }
}

async fn serve(stream: TcpStream, visitor: Visitor, site: Router) {
    let _ = stream.set_nodelay(true);
    let site = site.layer(axum::Extension(visitor));
    // The other end may break off at any time: that is nobody's fault.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(
            TokioIo::new(Patient::new(stream)),
            TowerToHyperService::new(site),
        )
        .await;
}
