//! Connections: how many there may be, who has to go when there are too many, and how long each may take.
//!
//! Whoever has shown a key is known, and stays. Of the others the oldest goes when room is needed: whoever drips a byte a
//! second keeps nobody out.

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
pub struct Visitor {
    /// Where they are.
    pub ip: IpAddr,
    known: Arc<AtomicBool>,
}

impl Visitor {
    /// They have shown a key: their connection stays when room is needed.
    pub fn is_known(&self) {
        self.known.store(true, Ordering::Relaxed);
    }
}

/// Everybody who is connected, the oldest first.
#[derive(Default)]
struct Crowd {
    next: u64,
    connected: BTreeMap<u64, (AbortHandle, Arc<AtomicBool>)>,
}

impl Crowd {
    /// Whether there is room for one more, or could be made.
    fn make_room(&mut self) -> bool {
        if self.connected.len() < MOST {
            return true;
        }
        let mut all = self.connected.iter();
        let stranger = all.find(|(_, (_, known))| !known.load(Ordering::Relaxed));
        let Some(at) = stranger.map(|(at, _)| *at) else {
            return false;
        };
        if let Some((connection, _)) = self.connected.remove(&at) {
            connection.abort();
        }
        true
    }
}

/// Takes connections, for ever.
pub(super) async fn accept(listener: TcpListener, site: Router) {
    let crowd = Arc::new(Mutex::new(Crowd::default()));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Most likely too many files are open, which passes.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let visitor = Visitor {
            ip: peer.ip().to_canonical(),
            known: Arc::new(AtomicBool::new(false)),
        };
        let mut all = crowd.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.make_room() {
            continue;
        }
        let at = all.next;
        all.next += 1;
        let known = visitor.known.clone();
        let (site, left) = (site.clone(), Leaving(crowd.clone(), at));
        let connection = tokio::spawn(async move {
            let _left = left;
            serve(stream, visitor, site).await;
        });
        all.connected.insert(at, (connection.abort_handle(), known));
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
