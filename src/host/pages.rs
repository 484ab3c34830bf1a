//! The pages: plain files that lie inside the program. They hold nothing of any table.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::hub::Hub;
use crate::packed::PAGES;
use crate::serve::{Manners, Trouble};

/// What pages may load: their own files, and nothing that is written into them.
pub const MANNERS: Manners = Manners {
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
             connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/// The paths of the pages.
pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/", get(async || page("join.html")))
        .route("/seat", get(async || page("seat.html")))
        .route("/tv", get(async || page("tv.html")))
        .route("/host", get(async || page("host.html")))
        .route(
            "/page/{*name}",
            get(async |Path(name): Path<String>| page(&name)),
        )
}

/// A file of the pages. Only those that lie there have names: a path that leads elsewhere is none.
fn page(name: &str) -> Response {
    let Some(file) = PAGES.file(name) else {
        return Trouble::nowhere().into_response();
    };
    let kind = [(header::CONTENT_TYPE, kind_of(name))];
    (kind, file).into_response()
}

fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
