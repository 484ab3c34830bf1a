//! A small server for this computer alone: the page, its state, faces, the PDF, and news as they come.
//!
//! It listens on 127.0.0.1 only, answers only to its own name, knows a handful of paths and no files of the kit.

use std::collections::HashMap;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;

use super::Variant;
use super::builder::{Build, Difference, SHOWN_BLEED};
use super::request::{self, HttpRequest, Refusal};
use super::supervisor::Ask;
use super::worker::Done;
use crate::say;

/// Connections at a time.
const MOST: usize = 48;
/// How long a browser may take to send its question.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a quiet stream of news is kept alive.
const BEAT: Duration = Duration::from_secs(10);
/// How long a language or ink that was not shown yet may take.
const FIRST: Duration = Duration::from_secs(60);

/// What the page shows.
#[derive(Default)]
pub struct ShownPage {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    version: u64,
    build: Option<Build>,
    /// The faces of each language and ink, as JSON.
    views: HashMap<Variant, Vec<String>>,
    /// How those of the first language and ink differ from the version before.
    difference: Difference,
    /// Faces that the last build drew, by number, in the first language and ink.
    fresh: HashMap<String, String>,
    error: Option<String>,
}

impl ShownPage {
    fn open(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a build.
    pub(super) fn built(&self, done: Done) {
        let mut state = self.open();
        state.version += 1;
        let first = |v: &Variant| *v == done.build.first;
        let before = state.build.as_ref().map(|b| &b.first);
        let goes_on = before == Some(&done.build.first);
        let difference = done.views.iter().find(|(v, _)| first(v) && goes_on);
        state.difference = difference.map(|(_, d)| d.clone()).unwrap_or_default();
        let mut before = std::mem::take(&mut state.views);
        for (variant, difference) in done.views {
            let mut list = before.remove(&variant).unwrap_or_default();
            difference.apply(&mut list);
            state.views.insert(variant, list);
        }
        state.fresh = done.fresh.into_iter().collect();
        state.build = Some(done.build);
        state.error = None;
        self.news.notify_all();
    }

    /// Shows what is wrong, beside the last good build.
    pub(super) fn broken(&self, text: &str) {
        let mut state = self.open();
        state.version += 1;
        state.difference.changed.clear();
        state.error = Some(text.to_owned());
        self.news.notify_all();
    }

    /// Waits until a language and ink can be shown, or it is clear that they cannot.
    fn wait_for(&self, variant: &Variant, version: u64) {
        let state = self.open();
        let missing = |s: &mut State| {
            let trouble = s.build.iter().flat_map(|b| &b.trouble);
            let known =
                s.views.contains_key(variant) || trouble.into_iter().any(|(t, _)| t == variant);
            !known && (s.version == version || s.error.is_none())
        };
        let _ = self.news.wait_timeout_while(state, FIRST, missing);
    }

    /// A face that the last build drew.
    fn fresh(&self, variant: &Variant, id: &str) -> Option<String> {
        let state = self.open();
        let first = state.build.as_ref().map(|b| &b.first);
        let svg = state.fresh.get(id).filter(|_| first == Some(variant));
        svg.cloned()
    }

    /// Waits for something newer than `version`; the version then.
    fn wait(&self, version: u64, patience: Duration) -> u64 {
        let state = self.open();
        let same = |s: &mut State| s.version == version;
        let waited = self.news.wait_timeout_while(state, patience, same);
        waited.map_or(version, |(state, _)| state.version)
    }
}

/// The server, running.
pub struct Server {
    /// Where the page is.
    pub url: String,
    port: u16,
}

/// What every connection needs.
struct ServerShared {
    shown: Arc<ShownPage>,
    asks: Mutex<Sender<Ask>>,
    page: String,
    port: u16,
    connections: AtomicUsize,
}

impl Server {
    /// Starts to listen: on the port given, else on the first free one from `from` on.
    pub fn start(
        port: Option<u16>,
        from: u16,
        shown: Arc<ShownPage>,
        asks: Sender<Ask>,
    ) -> std::io::Result<Self> {
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => bind(port)?,
            None => {
                let near = (from..from.saturating_add(20)).find_map(|p| bind(p).ok());
                near.map_or_else(|| bind(0), Ok)?
            }
        };
        let port = listener.local_addr()?.port();
        let server = Arc::new(ServerShared {
            shown,
            asks: Mutex::new(asks),
            page: page(),
            port,
            connections: AtomicUsize::new(0),
        });
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                match stream {
                    Ok(stream) => server.clone().accept(stream),
                    // Most likely too many files are open, which passes.
                    Err(_) => std::thread::sleep(Duration::from_millis(50)),
                }
            }
        });
        Ok(Self {
            url: format!("http://127.0.0.1:{port}/"),
            port,
        })
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }
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
        "waiting": say!("building …").to_string(),
        "page": say!("page").to_string(), "pages": say!("pages").to_string(), "drawn": say!("drawn anew").to_string(),
    });
    // `</script>` in a word must not end the script.
    let words = words.to_string().replace('<', "\\u003c");
    include_str!("page.html")
        .replace("__LANG__", crate::say::tongue().code())
        .replace("__WORDS__", &words)
        .replace("__BLEED__", &SHOWN_BLEED.0.to_string())
}

/// What is sent back for a request.
struct HttpAnswer {
    status: &'static str,
    kind: &'static str,
    /// Whether it can never change.
    lasting: bool,
    body: Vec<u8>,
}

impl HttpAnswer {
    fn new(status: &'static str, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            kind,
            lasting: false,
            body: body.into(),
        }
    }

    /// A face, which its number names for good.
    fn face(svg: String) -> Self {
        Self {
            lasting: true,
            ..Self::fine("image/svg+xml", svg)
        }
    }

    fn fine(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self::new("200 OK", kind, body)
    }

    fn no(status: &'static str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", status)
    }

    fn send(&self, stream: &mut TcpStream) {
        let keep = if self.lasting {
            "private, max-age=86400, immutable"
        } else {
            "no-store"
        };
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: {keep}\r\n{HEADERS}Connection: close\r\n\r\n",
            self.status,
            self.kind,
            self.body.len()
        );
        let sent = stream.write_all(head.as_bytes());
        let _ = sent.and_then(|()| stream.write_all(&self.body));
    }
}

/// Nothing from elsewhere, nothing for elsewhere.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; img-src 'self' data: blob:; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n";

impl ServerShared {
    fn accept(self: Arc<Self>, mut stream: TcpStream) {
        if self.connections.fetch_add(1, Ordering::SeqCst) >= MOST {
            self.connections.fetch_sub(1, Ordering::SeqCst);
            return HttpAnswer::no("503 Service Unavailable").send(&mut stream);
        }
        let server = self.clone();
        let served = std::thread::Builder::new().spawn(move || {
            server.serve(stream);
            server.connections.fetch_sub(1, Ordering::SeqCst);
        });
        if served.is_err() {
            self.connections.fetch_sub(1, Ordering::SeqCst);
        }
    }

    fn serve(&self, mut stream: TcpStream) {
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let _ = stream.set_write_timeout(Some(PATIENCE));
        let _ = stream.set_nodelay(true);
        let answer = match request::read(&mut stream, self.port) {
            Err(Refusal::Bad) => HttpAnswer::no("400 Bad Request"),
            Err(Refusal::Host) => HttpAnswer::no("403 Forbidden"),
            Err(Refusal::Method) => HttpAnswer::no("405 Method Not Allowed"),
            Ok(request) if request.path == "/events" => return self.events(&mut stream),
            Ok(request) => self.answer(&request),
        };
        answer.send(&mut stream);
    }

    fn answer(&self, request: &HttpRequest) -> HttpAnswer {
        let path = request.path.strip_prefix('/').unwrap_or("?");
        let parts: Vec<&str> = path.split('/').collect();
        match parts[..] {
            [""] => HttpAnswer::fine("text/html; charset=utf-8", self.page.clone()),
            ["state"] => self.state(request),
            ["face", lang, ink, file] => self.face(lang, ink, file),
            ["pdf", lang] => self.pdf(lang),
            _ => HttpAnswer::no("404 Not Found"),
        }
    }

    fn ask(&self, ask: Ask) {
        let asks = self.asks.lock().unwrap_or_else(PoisonError::into_inner);
        // A watch that has ended answers nobody.
        let _ = asks.send(ask);
    }

    /// Everything the page needs to know in one language and ink.
    fn state(&self, request: &HttpRequest) -> HttpAnswer {
        let wanted = request.get("lang").zip(request.get("ink"));
        let wanted = wanted.map(|(l, i)| (l.to_owned(), i.to_owned()));
        let missing = {
            let state = self.shown.open();
            let known = |v: &Variant| {
                let build = state.build.as_ref();
                let asked = build.is_some_and(|b| b.trouble.iter().any(|(t, _)| t == v));
                let speaks = build.is_some_and(|b| b.languages.contains(&v.0));
                state.views.contains_key(v) || asked || !speaks || !is_ink(&v.1)
            };
            let missing = wanted.as_ref().filter(|v| !known(v));
            missing.map(|v| (v.clone(), state.version))
        };
        if let Some((variant, version)) = missing {
            self.ask(Ask::Show(variant.clone()));
            self.shown.wait_for(&variant, version);
        }
        HttpAnswer::fine("application/json", told(&self.shown.open(), wanted, None))
    }

    /// Everything that is new since a version, in the first language and ink, and that version. Who has seen an older
    /// one is told everything.
    fn news(&self, seen: u64) -> (u64, String) {
        let state = self.shown.open();
        let next = state.build.is_some() && seen.checked_add(1) == Some(state.version);
        let difference = Some(&state.difference).filter(|d| next && d.length > 0);
        let mut told = told(&state, None, difference);
        let fresh = json!(state.fresh).to_string();
        told.pop();
        told += &format!(",\"fresh\":{fresh}}}");
        (state.version, told)
    }

    fn face(&self, lang: &str, ink: &str, file: &str) -> HttpAnswer {
        let id = file.strip_suffix(".svg").unwrap_or_default();
        let sound = id.len() == 32 && id.bytes().all(|b| b.is_ascii_hexdigit());
        if !sound || !is_ink(ink) {
            return HttpAnswer::no("404 Not Found");
        }
        let variant = (lang.to_owned(), ink.to_owned());
        if let Some(svg) = self.shown.fresh(&variant, id) {
            return HttpAnswer::face(svg);
        }
        let (send, receive) = channel();
        self.ask(Ask::Face(variant, id.to_owned(), send));
        match receive.recv_timeout(FIRST) {
            Ok(Some(svg)) => HttpAnswer::face(svg),
            Ok(None) | Err(_) => HttpAnswer::no("404 Not Found"),
        }
    }

    /// The last good PDF of a language.
    fn pdf(&self, lang: &str) -> HttpAnswer {
        let file = {
            let state = self.shown.open();
            let files = state.build.iter().flat_map(|b| &b.files);
            let mut files = files.filter(|f| f.lang == lang);
            files.next().map(|f| f.file.clone())
        };
        match file.and_then(|f| std::fs::read(f).ok()) {
            Some(bytes) => HttpAnswer::fine("application/pdf", bytes),
            None => HttpAnswer::no("404 Not Found"),
        }
    }

    /// Every new version, as long as somebody listens: what the page shows first, and the faces that are new, so that
    /// it need not ask.
    fn events(&self, stream: &mut TcpStream) {
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n{HEADERS}\r\nretry: 500\n\n"
        );
        if stream.write_all(head.as_bytes()).is_err() {
            return;
        }
        let mut version = u64::MAX;
        loop {
            let now = self.shown.wait(version, BEAT);
            let text = if now == version {
                ": still here\n\n".to_owned()
            } else {
                let (now, told) = self.news(version);
                version = now;
                format!("data: {told}\n\n")
            };
            if stream.write_all(text.as_bytes()).is_err() {
                return;
            }
        }
    }
}

/// What the page needs to know in one language and ink: all faces, or how they differ from the version before.
fn told(state: &State, wanted: Option<Variant>, difference: Option<&Difference>) -> String {
    let Some(build) = &state.build else {
        return json!({ "version": state.version, "error": state.error, "views": [] }).to_string();
    };
    let known =
        wanted.filter(|v| state.views.contains_key(v) || build.trouble.iter().any(|(t, _)| t == v));
    let variant = known.unwrap_or_else(|| build.first.clone());
    let trouble = build.trouble.iter().find(|(t, _)| *t == variant);
    let error = state
        .error
        .clone()
        .or(trouble.map(|(_, text)| text.clone()));
    // The faces are JSON already, and many.
    let faces = match difference {
        Some(d) => {
            let one = |(n, view): &(usize, String)| format!("[{n},{view}]");
            let changed: Vec<String> = d.changed.iter().map(one).collect();
            format!(
                "\"length\":{},\"changed\":[{}]",
                d.length,
                changed.join(",")
            )
        }
        None => {
            let views = state.views.get(&variant).map_or(&[][..], Vec::as_slice);
            format!("\"views\":[{}]", views.join(","))
        }
    };
    let mut told = json!({
        "version": state.version, "error": error, "kit": build.kit, "title": build.title,
        "languages": build.languages, "lang": variant.0, "ink": variant.1,
        "files": build.files, "drawn": build.drawn, "ms": build.ms,
    })
    .to_string();
    told.pop();
    told + &format!(",{faces}}}")
}

fn is_ink(name: &str) -> bool {
    let mut inks = crate::template::Ink::ALL.iter();
    inks.any(|(n, _)| *n == name)
}
