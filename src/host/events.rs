//! News for everybody who listens: that something has changed, never what. Nothing in them is secret.

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
use tokio::time::timeout;

use super::api::visitor;
use super::hub::Hub;
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
        first: Some(first),
    };
    let events = stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(events)).into_response()
}

/// Somebody who listens. It holds the place in the news, and no news of its own.
struct Listener {
    hub: Arc<Hub>,
    news: Receiver<Arc<str>>,
    first: Option<Vec<Arc<str>>>,
}

fn told(news: &[Arc<str>]) -> String {
    news.iter().map(|n| format!("data: {n}\n\n")).collect()
}

impl Listener {
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(Bytes::from(format!("retry: 1000\n{}", told(&first))));
        }
        let text = match timeout(BEAT, self.news.recv()).await {
            // Clocks that run are told anew, so that no screen drifts away.
            Err(_) => format!(": still here\n\n{}", told(&self.hub.clock_news())),
            Ok(Ok(news)) => format!("data: {news}\n\n"),
            // Too far behind: how it stands now is enough.
            Ok(Err(RecvError::Lagged(_))) => told(&self.hub.standing()),
            Ok(Err(RecvError::Closed)) => return None,
        };
        Some(Bytes::from(text))
    }
}
