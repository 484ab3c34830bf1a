//! News for everybody who listens. `/api/events` tells that something has changed, never what, and nothing in it is secret.
//! `/api/views` is for screens: each is sent its own view when it begins to listen and at every change, so that none has to
//! ask, and who has not answered where nothing else has changed.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::api::{reads, visitor};
use super::gallery::{FollowingScreen, HungView};
use super::hub::{Anew, Hub, HubNews, HubResult};
use crate::serve::WebCall;

/// How often a quiet stream is kept alive.
const BEAT: Duration = Duration::from_secs(15);

/// How things stand, and every change from then on.
pub(super) async fn stream(State(hub): State<Arc<Hub>>, request: Request) -> Response {
    let call = match WebCall::read(request).await {
        Ok(call) => call,
        Err(trouble) => return trouble.into_response(),
    };
    if let Err(error) = visitor(&hub, &call) {
        return error.into_response();
    }
    let (first, news) = hub.listen();
    let listener = Listener {
        hub,
        news,
        first: Some(told(&first)),
    };
    sent(stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    }))
}

/// The view of a screen, and every new one from then on.
pub(super) async fn views(State(hub): State<Arc<Hub>>, request: Request) -> Response {
    let call = match WebCall::read(request).await {
        Ok(call) => call,
        Err(trouble) => return trouble.into_response(),
    };
    // Drawing takes longer than others may wait.
    let follower = spawn_blocking(move || Follower::begin(hub, &call)).await;
    match follower {
        Ok(Ok(follower)) => sent(stream::unfold(follower, async |mut follower| {
            let event = follower.next().await?;
            Some((Ok::<_, Infallible>(event), follower))
        })),
        Ok(Err(error)) => error.into_response(),
        Err(_) => axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn sent(
    events: impl stream::Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events)).into_response()
}

fn told(news: &[Arc<str>]) -> String {
    news.iter().map(|n| format!("data: {n}\n\n")).collect()
}

fn opening(first: &[u8]) -> Bytes {
    Bytes::from([b"retry: 1000\n", first].concat())
}

/// Keeps a quiet stream alive. Clocks that run are told anew, so that no screen drifts away.
fn still_here(hub: &Hub) -> Bytes {
    Bytes::from(format!(": still here\n\n{}", told(&hub.clock_news())))
}

/// Somebody who listens. It holds the place in the news, and no news of its own.
struct Listener {
    hub: Arc<Hub>,
    news: Receiver<HubNews>,
    first: Option<String>,
}

impl Listener {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(opening(first.as_bytes()));
        }
        loop {
            let news = timeout(BEAT, self.news.recv()).await;
            return Some(match news {
                Err(_) => still_here(&self.hub),
                Ok(Ok(news)) if news.anew == Anew::Own => continue,
                Ok(Ok(news)) => news.event,
                // Too far behind: how it stands now is enough.
                Ok(Err(RecvError::Lagged(_))) => told(&self.hub.standing()).into(),
                Ok(Err(RecvError::Closed)) => return None,
            });
        }
    }
}

/// A screen that follows the table.
struct Follower {
    place: ScreenPlace,
    news: Receiver<HubNews>,
    first: Option<Bytes>,
    /// The number of the news that its view was drawn with: older ones tell it nothing.
    seen: u64,
}

/// A screen's place before the table, until it is gone.
struct ScreenPlace {
    hub: Arc<Hub>,
    screen: FollowingScreen,
}

impl ScreenPlace {
    /// The news that bring a view for this screen.
    fn looks_for(&self) -> Anew {
        match self.screen.key {
            Some(_) => Anew::Own,
            None => Anew::Open,
        }
    }
}

impl Drop for ScreenPlace {
    fn drop(&mut self) {
        self.hub.leaves(&self.screen);
    }
}

impl Follower {
    fn begin(hub: Arc<Hub>, call: &WebCall) -> HubResult<Self> {
        let seated = hub.seated();
        visitor(&hub, call)?;
        let screen = FollowingScreen {
            key: call.key.clone(),
            lang: reads(call).code(),
        };
        let (view, news) = hub.follow(&screen)?;
        drop(seated);
        Ok(Self {
            place: ScreenPlace { hub, screen },
            news,
            first: Some(view.bytes),
            seen: view.number,
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(opening(&first));
        }
        loop {
            let news = timeout(BEAT, self.news.recv()).await;
            return Some(match news {
                Err(_) => still_here(&self.place.hub),
                Ok(Ok(news)) if news.number <= self.seen => continue,
                Ok(Ok(news)) if news.anew == Anew::Nothing => news.event,
                Ok(Ok(news)) if news.anew != self.place.looks_for() => continue,
                Ok(Ok(_)) => match self.place.hub.hung(&self.place.screen) {
                    Some(view) => self.sees(view),
                    None => self.look_again().await?,
                },
                Ok(Err(RecvError::Lagged(_))) => self.look_again().await?,
                Ok(Err(RecvError::Closed)) => return None,
            });
        }
    }

    fn sees(&mut self, view: HungView) -> Bytes {
        self.seen = view.number;
        view.bytes
    }

    /// The view as it is now; none ends the stream, where the key is one no more.
    async fn look_again(&mut self) -> Option<Bytes> {
        let ScreenPlace { hub, screen } = &self.place;
        let (hub, screen) = (hub.clone(), screen.clone());
        let view = spawn_blocking(move || {
            let _seated = hub.seated();
            hub.look_again(&screen)
        });
        let view = view.await.ok()?.ok()?;
        Some(self.sees(view))
    }
}
