//! What every request passes: whether it means this server and comes from a page of ours; and what is said with every
//! answer.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::names::OwnNames;
use super::request::Trouble;
use crate::say;

/// What a site says to browsers.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// What its pages may load: a `Content-Security-Policy`.
    pub policy: &'static str,
}

pub(super) struct Gate {
    pub(super) names: OwnNames,
    pub(super) manners: Manners,
}

/// Nothing for elsewhere.
const ALWAYS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

pub(super) async fn pass(gate: Arc<Gate>, request: Request, next: Next) -> Response {
    let mut answer = if gate.admits(&request) {
        next.run(request).await
    } else {
        let what = say!("this address is not one of this program's own");
        Trouble::new(403, what).into_response()
    };
    let headers = answer.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = HeaderValue::from_static(gate.manners.policy);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let keep = headers.entry(header::CACHE_CONTROL);
    keep.or_insert(HeaderValue::from_static("no-store"));
    answer
}

impl Gate {
    fn admits(&self, request: &Request) -> bool {
        let headers = request.headers();
        let named = request.uri().authority();
        one(headers, header::HOST).is_some_and(|host| self.names.has(host))
            && named.is_none_or(|a| self.names.has(a.as_str()))
            && match headers.contains_key(header::ORIGIN) {
                true => one(headers, header::ORIGIN).is_some_and(|o| self.names.has_origin(o)),
                false => true,
            }
    }
}

/// A header that is there once, in plain letters.
fn one(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    all.next().is_none().then(|| first.to_str().ok()).flatten()
}
