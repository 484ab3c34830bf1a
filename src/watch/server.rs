//! What the page asks for, for this computer alone: the page, its state, faces, the PDF, and news as they come.
//!
//! It listens on 127.0.0.1 only and knows a handful of paths and no files of the kit. The page itself says nothing of any
//! kit; all else is told to whoever shows the key, which stands behind the `#` of the address that the terminal shows.

use std::convert::Infallible;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::{StreamExt, stream};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Variant;
use super::builder::SHOWN_BLEED;
use super::shown::{ShownPage, is_ink};
use super::supervisor::Ask;
use crate::say;
use crate::serve::{self, Manners, OwnNames, Trouble, WebCall, same_key};

/// How often a quiet stream of news is kept alive.
const BEAT: Duration = Duration::from_secs(10);
/// How long a language or ink that was not shown yet may take.
const FIRST: Duration = Duration::from_secs(60);

/// What the page may load: its own files, and faces that came with the news.
const MANNERS: Manners = Manners {
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/// What every request needs.
struct PageDesk {
    shown: Arc<ShownPage>,
    asks: Sender<Ask>,
    key: String,
    /// What opens PDFs alone, until the watch ends: browsers remember the addresses of what is opened by itself.
    pass: String,
}

/// The port to listen on: the one given, else the first free one from `from` on.
pub fn listen(port: Option<u16>, from: u16) -> std::io::Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => bind(port),
        None => {
            let near = (from..from.saturating_add(20)).find_map(|p| bind(p).ok());
            near.map_or_else(|| bind(0), Ok)
        }
    }
}

/// Shows the page from now on to whoever has the key; where it is.
pub fn show(
    listener: TcpListener,
    key: String,
    shown: Arc<ShownPage>,
    asks: Sender<Ask>,
) -> std::io::Result<String> {
    let at = listener.local_addr()?;
    let url = format!("http://{at}/#{key}");
    let pass = serve::new_key().map_err(|e| std::io::Error::other(e.to_string()))?;
    let desk = Arc::new(PageDesk {
        shown,
        asks,
        key,
        pass,
    });
    serve::start(listener, OwnNames::of(at), MANNERS, site(desk))?;
    Ok(url)
}

fn site(desk: Arc<PageDesk>) -> Router {
    let file = |kind: &'static str, text: &'static str| {
        get(async move || ([(CONTENT_TYPE, kind)], text).into_response())
    };
    let page = page();
    let page = get(async move || ([(CONTENT_TYPE, "text/html; charset=utf-8")], page));
    let (css, js) = (
        include_str!("page/watch.css"),
        include_str!("page/watch.js"),
    );
    Router::new()
        .route("/", page)
        .route("/page/watch.css", file("text/css; charset=utf-8", css))
        .route("/page/watch.js", file("text/javascript; charset=utf-8", js))
        .route(
            "/page/icon.svg",
            file("image/svg+xml", include_str!("page/icon.svg")),
        )
        .route("/state", get(state))
        .route("/events", get(events))
        .route("/face/{lang}/{ink}/{file}", get(face))
        .route("/pdf/{lang}", get(pdf))
        .fallback(async || Trouble::nowhere())
        .method_not_allowed_fallback(async || Trouble::method())
        .with_state(desk)
}

/// The page with its words in the user's language.
fn page() -> String {
    let words = json!({
        "face": say!("face").to_string(), "faces": say!("faces").to_string(), "zoom": say!("zoom").to_string(),
        "language": say!("language").to_string(), "ink": say!("ink").to_string(),
        "full": say!("full").to_string(), "saver": say!("saver").to_string(), "mono": say!("mono").to_string(),
        "eyes": say!("seen with").to_string(), "normal": say!("all colours").to_string(),
        "protan": say!("no red (protanopia)").to_string(),
        "deutan": say!("no green (deuteranopia)").to_string(),
        "tritan": say!("no blue (tritanopia)").to_string(),
        "bleed": say!("bleed").to_string(), "trim": say!("trim").to_string(), "safe": say!("safe area").to_string(),
        "find": say!("find a card").to_string(), "backs": say!("backs").to_string(), "back": say!("back").to_string(),
        "broken": say!("This does not work yet; below is the last version that did.").to_string(),
        "unbuilt": say!("This does not work yet.").to_string(),
        "lost": say!("The watch has ended. Start it again to go on.").to_string(),
        "locked": say!("This page wants its key. Open the whole address that the terminal shows.").to_string(),
        "waiting": say!("building …").to_string(),
        "page": say!("page").to_string(), "pages": say!("pages").to_string(), "drawn": say!("drawn anew").to_string(),
        "shown_bleed": SHOWN_BLEED.0,
    });
    // `</script>` in a word must not end the script.
    let words = words.to_string().replace('<', "\\u003c");
    include_str!("page/watch.html")
        .replace("__LANG__", crate::say::tongue().code())
        .replace("__WORDS__", &words)
}

impl PageDesk {
    /// A request of somebody who has the key. Pictures and streams can send no header: they bring it behind `?`.
    async fn read(&self, request: Request) -> Result<WebCall, Trouble> {
        let call = WebCall::read(request).await?;
        let shown = call.key.as_deref().or(call.get("key"));
        match shown.is_some_and(|key| same_key(key, &self.key)) {
            true => Ok(welcome(call)),
            false => Err(Trouble::unknown()),
        }
    }

    /// What the page is told, with the pass for PDFs.
    fn with_pass(&self, told: &str) -> String {
        let told = told.strip_prefix('{').unwrap_or_default();
        format!("{{\"pass\":\"{}\",{told}", self.pass)
    }
}

/// Whoever asks this has shown a key.
fn welcome(call: WebCall) -> WebCall {
    call.visitor.is_known();
    call
}

type PageAnswer = Result<Response, Trouble>;

/// Everything the page needs to know in one language and ink.
async fn state(State(desk): State<Arc<PageDesk>>, request: Request) -> PageAnswer {
    let call = desk.read(request).await?;
    let wanted = call.get("lang").zip(call.get("ink"));
    let wanted = wanted.map(|(lang, ink)| (lang.to_owned(), ink.to_owned()));
    if let Some(variant) = &wanted
        && let Some(version) = desk.shown.lacks(variant)
    {
        // A watch that has ended answers nobody.
        let _ = desk.asks.send(Ask::Show(variant.clone()));
        desk.shown.wait_for(variant, version, FIRST).await;
    }
    let kind = [(CONTENT_TYPE, "application/json")];
    Ok((kind, desk.with_pass(&desk.shown.told(wanted))).into_response())
}

async fn face(State(desk): State<Arc<PageDesk>>, request: Request) -> PageAnswer {
    let call = desk.read(request).await?;
    let [_, lang, ink, file] = &call.path[..] else {
        return Err(Trouble::nowhere());
    };
    let id = file.strip_suffix(".svg").unwrap_or_default();
    let sound = id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit());
    if !sound || !is_ink(ink) {
        return Err(Trouble::nowhere());
    }
    let variant: Variant = (lang.clone(), ink.clone());
    let svg = match desk.shown.fresh(&variant, id) {
        Some(svg) => Some(svg),
        None => {
            let (send, drawn) = oneshot::channel();
            let _ = desk.asks.send(Ask::Face(variant, id.to_owned(), send));
            let drawn = timeout(FIRST, drawn).await;
            drawn.ok().and_then(Result::ok).flatten()
        }
    };
    // Its number names it for good.
    let about = [
        (CONTENT_TYPE, "image/svg+xml"),
        (CACHE_CONTROL, "private, max-age=86400, immutable"),
    ];
    let svg = svg.ok_or_else(Trouble::nowhere)?;
    Ok((about, svg).into_response())
}

/// The last good PDF of a language.
async fn pdf(State(desk): State<Arc<PageDesk>>, request: Request) -> PageAnswer {
    let call = WebCall::read(request).await?;
    let pass = call.get("pass").unwrap_or_default();
    if !same_key(pass, &desk.pass) {
        return Err(Trouble::unknown());
    }
    let call = welcome(call);
    let lang = call.path.last().map_or("", String::as_str);
    let file = desk.shown.pdf(lang).ok_or_else(Trouble::nowhere)?;
    let read = tokio::task::spawn_blocking(move || std::fs::read(file));
    let bytes = read.await.ok().and_then(Result::ok);
    let bytes = bytes.ok_or_else(Trouble::nowhere)?;
    Ok(([(CONTENT_TYPE, "application/pdf")], bytes).into_response())
}

/// Every new version, as long as somebody listens: what the page shows first, and the faces that are new, so that it
/// need not ask.
async fn events(State(desk): State<Arc<PageDesk>>, request: Request) -> PageAnswer {
    desk.read(request).await?;
    let news = stream::unfold((desk, u64::MAX), async |(desk, seen)| {
        let (seen, text) = match desk.shown.wait(seen, BEAT).await {
            true => {
                let (now, told) = desk.shown.told_since(seen);
                (now, format!("data: {}\n\n", desk.with_pass(&told)))
            }
            false => (seen, ": still here\n\n".to_owned()),
        };
        Some((Ok::<_, Infallible>(Bytes::from(text)), (desk, seen)))
    });
    let retry = stream::iter([Ok(Bytes::from("retry: 500\n\n"))]);
    let news = retry.chain(news);
    let kind = [(CONTENT_TYPE, "text/event-stream")];
    Ok((kind, Body::from_stream(news)).into_response())
}
